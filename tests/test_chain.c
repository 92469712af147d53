/* Tests of the whole way from a capture to the page: odd captures, odd names and odd places, through the
 * three programs and the script of the report as `make report` calls them. */
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <signal.h>

Suite *chain_suite(void);

/* ---- a capture of any kind ---- */

#define COLUMNS "experiment,size_bytes,stride_bytes,order,distance_bytes,sites,competitors,loads,elapsed_ns\n"
#define HEAD "# cachestair_capture: 1\n"
#define END "# end: complete\n"

static const struct {
	const char *name, *text;
} captures[] = {
    {"one trial", HEAD COLUMNS "sweep,4096,64,random,,,0,1000,1000\n" END},
    {"a grid and no sweep", HEAD COLUMNS "adjacency,4096,64,random,8,64,0,1000,1000\n"
                                         "adjacency,8192,64,random,16,64,0,1000,2000\n" END},
    {"one size quiet and crowded", HEAD COLUMNS "sweep,4096,64,random,,,0,1000,1000\n"
                                                "sweep,4096,64,random,,,3,1000,1000\n" END},
    {"a crowd alone", HEAD COLUMNS "sweep,4096,64,random,,,3,1000,1000\n" END},
    {"page order alone", HEAD COLUMNS "sweep,4096,64,page,,,0,1000,1000\n"
                                      "sweep,8192,64,page,,,0,1000,1000\n" END},
    {"a curve of one size", "size_bytes,ns\n4096,1\n"},
    {"the largest numbers", HEAD COLUMNS "sweep,9007199254740992,64,random,,,0,1,9007199254740992\n"
                                         "sweep,1,64,random,,,0,9007199254740992,1\n" END},
    {"cut off", HEAD COLUMNS "sweep,4096,64,random,,,0,1000,1000\nsweep,40"},
};

static void write_file(const char *folder, const char *name, const char *text)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

/* Every capture that is reduced can be drawn and told of on the page. */
START_TEST(every_capture_reaches_the_page)
{
	char *folder = shell_folder();
	const char *build = shell_build();
	write_file(folder, "a.csv", captures[_i].text);
	struct shell command = shell_run(
	    "%s/reduce -q --trials -o '%s' '%s/a.csv' && sh plot/draw.sh %s/plot '%s/a' && "
	    "%s/reduce -q --machine -o '%s' '%s/a.csv' && %s/plot page -o '%s/out' '%s' && "
	    "test -s '%s/out/index.html'",
	    build, folder, folder, build, folder, build, folder, folder, build, folder, folder, folder);
	ck_assert_msg(command.status == 0, "%s: status %d, %s", captures[_i].name, command.status,
	              command.error);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- captures of one name ---- */

#define ROWS COLUMNS "sweep,4096,64,random,,,0,1000,1000\n" END

/* What would take another's place is refused, with both paths, and nothing is written. */
START_TEST(captures_of_one_name_do_not_take_each_others_place)
{
	static const char *const commands[] = {"a/x.csv b/x.csv", "a/x.csv b/X", "--compare a/x.csv b/x.csv"};
	char *folder = shell_folder(), build[4096], expected[8192];
	struct shell command = shell_run("mkdir '%s/a' '%s/b'", folder, folder);
	shell_free(&command);
	ck_assert_ptr_nonnull(realpath(shell_build(), build));
	write_file(folder, "a/x.csv", HEAD "# label: a\n" ROWS);
	write_file(folder, "b/x.csv", HEAD "# label: b\n" ROWS);
	write_file(folder, "b/X", HEAD "# label: b\n" ROWS);
	command = shell_run("cd '%s' && '%s'/reduce -q -o out %s", folder, build, commands[_i]);
	snprintf(expected, sizeof expected,
	         "reduce: b/%s: has the same name as a/x.csv; expected one capture of each name\n",
	         _i == 1 ? "X" : "x.csv");
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error, expected);
	shell_free(&command);
	command = shell_run("ls '%s'", folder);
	ck_assert_str_eq(command.out, "a\nb\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Without files their names do not matter. */
START_TEST(captures_of_one_name_are_reported)
{
	char *folder = shell_folder();
	write_file(folder, "x.csv", HEAD ROWS);
	struct shell command = shell_run("%s/reduce --full '%s/x.csv' '%s/x.csv' | grep -c '^Capture: x$'",
	                                 shell_build(), folder, folder);
	ck_assert_str_eq(command.out, "2\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A copy under another name is no second witness; a second pass of the same machine is. */
START_TEST(a_capture_is_not_compared_with_its_copy)
{
	char *folder = shell_folder(), expected[8192];
	write_file(folder, "x.csv", HEAD ROWS);
	write_file(folder, "y.csv", HEAD ROWS);
	write_file(folder, "z.csv", HEAD "# label: another\n" ROWS);
	write_file(folder, "v.csv", HEAD COLUMNS "sweep,4096,64,random,,,0,1000,1001\n" END);
	struct shell command =
	    shell_run("%s/reduce --compare '%s/x.csv' '%s/y.csv'", shell_build(), folder, folder);
	snprintf(expected, sizeof expected,
	         "reduce: %s/y.csv: holds the same trials as %s/x.csv; expected each capture once: it "
	         "cannot confirm itself\n",
	         folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error, expected);
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
	command = shell_run("%s/reduce --compare '%s/x.csv' '%s/z.csv' '%s/v.csv'", shell_build(), folder,
	                    folder, folder);
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- no room ---- */

/* A file that may not grow is told of, and leaves neither a half nor a temporary file. */
START_TEST(a_file_that_may_not_grow_is_a_write_error)
{
	static const char *const commands[] = {
	    "reduce -q --trials -o out a.csv", "plot page -o out full/a", "plot ladder -o out/a.gp full/a",
	    "plot ladder --svg out/a.svg full/a", "synthetic make sparse -o out/s.csv"};
	char build[4096], *folder = shell_folder();
	write_file(folder, "a.csv", captures[4].text);
	struct shell command = shell_run("%s/reduce -q -o '%s/full' '%s/a.csv' && mkdir -p '%s/out'",
	                                 shell_build(), folder, folder, folder);
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
	ck_assert_ptr_nonnull(realpath(shell_build(), build));
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		command = shell_run("cd '%s'; ulimit -f 1; '%s'/%s", folder, build, commands[i]);
		ck_assert_msg(command.status == 1, "%s: status %d", commands[i], command.status);
		ck_assert_msg(strstr(command.error, "File too large") != NULL, "%s: %s", commands[i],
		              command.error);
		shell_free(&command);
		command = shell_run("ls -A '%s/out'", folder);
		ck_assert_str_eq(command.out, "");
		shell_free(&command);
	}
	shell_remove(folder);
}
END_TEST

/* With too little memory a page or a script is not cut: it is whole, or it is refused and not there. The
 * synthetic set makes pages that are larger than the program; of a report the first page comes last. */
START_TEST(little_memory_cuts_no_page)
{
	static const char *const commands[] = {"page", "gallery"};
	static const char *const last[] = {"/index.html", ""};
	char *folder = shell_folder(), line[4096];
	snprintf(line, sizeof line, "%s/plot %s '%s'/r/*.findings.csv", shell_build(), commands[_i], folder);
	struct shell command = shell_run(
	    "%s/synthetic make-all '%s/set' && mkdir '%s/r' && %s/reduce -q -o '%s/r' '%s'/set/*.csv && %s -o '%s/whole' && "
	    "limit=3000; while [ $limit -lt 20000 ]; do rm -rf '%s/cut'; "
	    "if (ulimit -v $limit; %s -o '%s/cut') 2>/dev/null; then diff -r '%s/whole' '%s/cut' || exit 1; else test "
	    "! -e '%s/cut%s' || exit 1; fi; limit=$((limit + 500)); done",
	    shell_build(), folder, folder, shell_build(), folder, folder, line, folder, folder, line, folder,
	    folder, folder, folder, last[_i]);
	ck_assert_msg(command.status == 0, "%s%s", command.out, command.error);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* gnuplot needs no file for its picture: that one may not grow does not cut it. */
START_TEST(the_picture_needs_no_temporary_file)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "command -v gnuplot >/dev/null || exit 0; %s/reduce -q -o '%s' captures/2026-11-30-amd-epyc/default.csv && ulimit -f 32 "
	    "&& %s/plot ladder --check '%s/default'",
	    shell_build(), folder, shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- what never ends ---- */

/* A gnuplot that goes on for ever: it holds its output, closes it, or writes without end. */
START_TEST(a_gnuplot_that_does_not_end_is_ended)
{
	static const char *const programs[] = {"exec sleep 50", "exec sleep 50 >&-",
	                                       "while :; do echo '<svg>'; sleep 0.1; done"};
	char *folder = shell_folder(), text[256];
	struct shell command = shell_run("mkdir '%s/bin'", folder);
	shell_free(&command);
	snprintf(text, sizeof text, "#!/bin/sh\n%s\n", programs[_i]);
	write_file(folder, "bin/gnuplot", text);
	command = shell_run(
	    "chmod +x '%s/bin/gnuplot' && %s/reduce -q -o '%s' captures/2026-11-30-amd-epyc/quick.csv && "
	    "PATH='%s/bin':$PATH %s/plot ladder --limit 1 --svg '%s/a.svg' '%s/quick'",
	    folder, shell_build(), folder, folder, shell_build(), folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "a.svg: gnuplot did not end within 1 seconds"));
	shell_free(&command);
	command = shell_run("ls '%s'", folder);
	ck_assert_str_eq(command.out, "bin\nquick.findings.csv\nquick.points.csv\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What bears a figure's name and is no file is told of, not waited for. */
START_TEST(a_figure_that_is_no_file_is_refused)
{
	static const char *const makers[] = {"mkfifo", "mkdir"};
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "%s/reduce -q -o '%s' captures/2026-11-30-amd-epyc/quick.csv && %s '%s/quick.ladder.svg' && "
	    "%s/plot page -o '%s/out' '%s/quick'",
	    shell_build(), folder, makers[_i], folder, shell_build(), folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "quick.ladder.svg: is not a regular file"));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What is printed is checked too, by every program and for every kind of text: a standard output that is
 * closed or full is told of, and no file takes its place. Without any standard stream files are the same. */
START_TEST(a_closed_standard_output_is_a_fault)
{
	static const char *const commands[] = {
	    "probe --help",
	    "probe --version",
	    "probe --controls --target-ms=1 --spin-ms=0",
	    "reduce --help",
	    "reduce --version",
	    "reduce --rules",
	    "reduce a.csv",
	    "reduce --full a.csv",
	    "reduce --machine a.csv",
	    "reduce --compare a.csv b.csv",
	    "reduce --table full/a.findings.csv",
	    "reduce --tiers-table private.csv",
	    "plot --help",
	    "plot --version",
	    "plot ladder full/a",
	    "synthetic --help",
	    "synthetic --version",
	    "synthetic list",
	    "synthetic make flat",
	    "synthetic tiers",
	    "synthetic climb --only 0",
	    "synthetic simulate --machines 1 --no-granule",
	};
	char *folder = shell_folder();
	write_file(folder, "a.csv", captures[0].text);
	struct shell command = shell_run(
	    "P=$(cd '%s' && pwd) && cp captures/2026-11-30-amd-epyc/private.csv '%s' && cd '%s' && ln -s \"$P\" bin && sed 's/1000$/1001/' a.csv >b.csv && bin/reduce -q -o "
	    "full a.csv && bin/reduce -q -o none a.csv <&- >&- 2>&- && diff -r full none && bin/synthetic make flat -o f "
	    "<&- >&- 2>&- && bin/synthetic make flat | cmp - f",
	    shell_build(), folder, folder);
	ck_assert_msg(command.status == 0, "%s%s", command.out, command.error);
	shell_free(&command);
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		command = shell_run(
		    "cd '%s' && bin/%s >&- 2>e; s=$?; grep ': standard output: cannot be written: ' e && exit $s",
		    folder, commands[i]);
		ck_assert_msg(command.status == 1 && command.out[0] != '\0', "%s >&-: status %d: %s",
		              commands[i], command.status, command.error);
		shell_free(&command);
		command = shell_run(
		    "cd '%s' && test -w /dev/full || exit 1; bin/%s >/dev/full 2>e; s=$?; grep ': No space left' e && exit $s",
		    folder, commands[i]);
		ck_assert_msg(command.status == 1, "%s >/dev/full: status %d", commands[i], command.status);
		shell_free(&command);
	}
	shell_remove(folder);
}
END_TEST

/* ---- what is killed ---- */

static pid_t started(const char *folder, const char *command)
{
	fflush(NULL);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		signal(SIGINT, SIG_DFL);
		signal(SIGHUP, SIG_DFL);
		if (chdir(folder) == 0 && freopen("words", "a", stderr) != NULL)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	return child;
}

/* In the middle of its work, each program that writes files: what stood there stands as it was, and no other
 * file is beside it. */
START_TEST(a_killed_program_leaves_what_was_there)
{
	static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL};
	static const char *const commands[] = {
	    "exec bin/reduce -q -o out pipe",
	    "exec bin/synthetic simulate --machines 100000 --threads 1 -o out/x 2>/dev/null",
	    "PATH=$PWD/fake:$PATH exec bin/plot ladder -o out/y --svg out/x full/a",
	};
	enum { COMMANDS = sizeof commands / sizeof commands[0] };
	char *folder = shell_folder();
	pid_t children[COMMANDS];
	write_file(folder, "a.csv", captures[0].text);
	struct shell command = shell_run(
	    "P=$(cd '%s' && pwd) && cd '%s' && ln -s \"$P\" bin && bin/reduce -q -o full a.csv && mkdir out fake && echo old "
	    ">out/x && mkfifo pipe && printf '#!/bin/sh\nexec sleep 3\n' >fake/gnuplot && chmod +x fake/gnuplot",
	    shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	shell_free(&command);
	for (size_t i = 0; i < COMMANDS; i++)
		children[i] = started(folder, commands[i]);
	usleep(700000);
	for (size_t i = 0; i < COMMANDS; i++) {
		int status = 0;
		ck_assert_int_eq(kill(children[i], signals[_i]), 0);
		ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
		ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == signals[_i], "%s: wait status %d",
		              commands[i], status);
	}
	command = shell_run("cd '%s' && ls -A out && cat out/x words", folder);
	ck_assert_str_eq(command.out, "x\nold\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- make ---- */

/* In a copy of the sources (a folder with a space in its name): other flags make everything again, the same
 * nothing; and what a name with a space would do is said before anything is done. */
START_TEST(make_knows_its_flags_and_its_captures)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "set -e; exec 2>&1; mkdir '%s/a b'; cp -R Makefile probe reduce plot synthetic captures '%s/a "
	    "b'; cd '%s/a b'; unset MAKEFLAGS MAKELEVEL; make -s CFLAGS=-O0 probe; build/probe --version; "
	    "make -s CFLAGS=-O0 VERSION=9.9 probe; build/probe --version; make CFLAGS=-O0 VERSION=9.9 "
	    "probe | grep -c -e -O0 || :; mkdir 'captures/my mac'; make -s report 2>&1 | sed 's/^[^*]*//'",
	    folder, folder, folder);
	ck_assert_str_eq(command.out,
	                 "cachestair probe " CACHESTAIR_VERSION "\ncachestair probe 9.9\n0\n"
	                 "*** names below captures/ can have letters, digits and . _ + , @ - only; rename: "
	                 "captures/my mac.  Stop.\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

Suite *chain_suite(void)
{
	Suite *suite = suite_create("chain");
	TCase *tests = tcase_create("chain");
	tcase_set_timeout(tests, 60);
	cases_add_rows(tests, every_capture_reaches_the_page, captures);
	tcase_add_loop_test(tests, captures_of_one_name_do_not_take_each_others_place, 0, 3);
	cases_add(tests, captures_of_one_name_are_reported, a_capture_is_not_compared_with_its_copy,
	          a_file_that_may_not_grow_is_a_write_error);
	tcase_add_loop_test(tests, little_memory_cuts_no_page, 0, 2);
	tcase_add_test(tests, the_picture_needs_no_temporary_file);
	tcase_add_loop_test(tests, a_gnuplot_that_does_not_end_is_ended, 0, 3);
	tcase_add_loop_test(tests, a_figure_that_is_no_file_is_refused, 0, 2);
	tcase_add_test(tests, a_closed_standard_output_is_a_fault);
	tcase_add_loop_test(tests, a_killed_program_leaves_what_was_there, 0, 4);
	tcase_add_test(tests, make_knows_its_flags_and_its_captures);
	suite_add_tcase(suite, tests);
	return suite;
}
