/* Where the tests run a program as a person would. */
#include "shell.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *read_back(FILE *stream, size_t *length)
{
	ck_assert_int_eq(fseek(stream, 0, SEEK_END), 0);
	long end = ftell(stream);
	ck_assert_int_ge(end, 0);
	rewind(stream);
	char *text = malloc((size_t)end + 1);
	ck_assert_ptr_nonnull(text);
	*length = fread(text, 1, (size_t)end, stream);
	text[*length] = '\0';
	fclose(stream);
	return text;
}

struct shell shell_run(const char *format, ...)
{
	char line[8192];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	ck_assert_int_lt(length, (int)sizeof line);
	FILE *out = tmpfile(), *error = tmpfile();
	ck_assert_ptr_nonnull(out);
	ck_assert_ptr_nonnull(error);
	fflush(NULL);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(error), STDERR_FILENO);
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	int status = 0;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	struct shell command = {0};
	size_t ignored;
	command.out = read_back(out, &command.out_length);
	command.error = read_back(error, &ignored);
	command.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	return command;
}

void shell_free(struct shell *command)
{
	free(command->out);
	free(command->error);
}

const char *shell_build(void)
{
	const char *build = getenv("CACHESTAIR_BUILD");
	return build != NULL ? build : "build";
}

char *shell_folder(void)
{
	const char *base = getenv("TMPDIR");
	char name[4096];
	snprintf(name, sizeof name, "%s/cachestair.XXXXXX", base != NULL ? base : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(name));
	return strdup(name);
}

void shell_remove(char *folder)
{
	struct shell command = shell_run("rm -rf '%s'", folder);
	shell_free(&command);
	free(folder);
}
