/* Tests of how a file comes into being: what a kill leaves, what a replaced file keeps. */
#include "../reduce/summary/output.h"
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *output_suite(void);

static void write_text(const char *path, const char *text)
{
	struct output output;
	struct fault fault;
	ck_assert_int_eq(output_open(&output, path, &fault), 0);
	output_write(&output, text, strlen(text));
	ck_assert_int_eq(output_close(&output, &fault), 0);
}

static void assert_content(const char *folder, const char *expected)
{
	struct shell command = shell_run("cd '%s'; ls -A; cat *", folder);
	ck_assert_str_eq(command.out, expected);
	shell_free(&command);
}

/* Between the open and the close: killed, interrupted, or left by exit. */
START_TEST(a_killed_writer_leaves_nothing)
{
	static const int signals[] = {SIGKILL, SIGINT, SIGTERM, 0};
	char *folder = shell_folder(), path[4096];
	snprintf(path, sizeof path, "%s/a", folder);
	fflush(NULL);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		struct output output;
		struct fault fault;
		signal(signals[_i] == SIGKILL ? SIGINT : signals[_i], SIG_DFL);
		if (output_open(&output, path, &fault) == 0) {
			output_write(&output, "half", 4);
			fflush(output.stream);
			if (signals[_i] != 0)
				raise(signals[_i]);
		}
		_exit(0);
	}
	int status = 0;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : 0, signals[_i]);
	assert_content(folder, "");
	shell_remove(folder);
}
END_TEST

START_TEST(a_replaced_file_keeps_its_mode)
{
	static const mode_t modes[] = {0600, 0640, 0664, 0755};
	char *folder = shell_folder(), path[4096];
	struct stat status;
	snprintf(path, sizeof path, "%s/a", folder);
	umask(022);
	write_text(path, "one");
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0644);
	ck_assert_int_eq(chmod(path, modes[_i]), 0);
	write_text(path, "two");
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, modes[_i]);
	assert_content(folder, "a\ntwo");
	shell_remove(folder);
}
END_TEST

START_TEST(an_abandoned_file_is_not_there)
{
	char *folder = shell_folder(), path[4096];
	struct output output;
	struct fault fault;
	snprintf(path, sizeof path, "%s/a", folder);
	write_text(path, "old");
	ck_assert_int_eq(output_open(&output, path, &fault), 0);
	output_write(&output, "new", 3);
	output_abandon(&output);
	assert_content(folder, "a\nold");
	shell_remove(folder);
}
END_TEST

/* More than one block, and more than a pipe holds. */
START_TEST(a_long_file_is_whole)
{
	enum { LENGTH = 1000003 };
	char *folder = shell_folder(), path[4096], *text = malloc(LENGTH + 1), *back = malloc(LENGTH + 1);
	ck_assert_ptr_nonnull(text);
	ck_assert_ptr_nonnull(back);
	for (size_t i = 0; i < LENGTH; i++)
		text[i] = (char)('a' + i % 23);
	text[LENGTH] = '\0';
	snprintf(path, sizeof path, "%s/a", folder);
	write_text(path, text);
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fread(back, 1, LENGTH + 1, file), LENGTH);
	ck_assert_int_eq(memcmp(text, back, LENGTH), 0);
	fclose(file);
	free(text);
	free(back);
	shell_remove(folder);
}
END_TEST

Suite *output_suite(void)
{
	Suite *suite = suite_create("output");
	TCase *tests = tcase_create("output");
	tcase_add_loop_test(tests, a_killed_writer_leaves_nothing, 0, 4);
	tcase_add_loop_test(tests, a_replaced_file_keeps_its_mode, 0, 4);
	cases_add(tests, an_abandoned_file_is_not_there, a_long_file_is_whole);
	suite_add_tcase(suite, tests);
	return suite;
}
