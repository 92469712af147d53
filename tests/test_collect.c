/* Tests of the scripts that measure a machine: `make capture` with a stand-in for the probe, and what is
 * packed. */
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a folder in which `make capture` runs, with `body` for a probe ---- */

/* The shell lines see the capture's name as $file. */
#define FIND_FILE "for word; do file=$word; done"
#define NAMES "echo 'experiment,trial,elapsed_ns,cpu_time_ns' >>\"$file\""
#define ROW(trial, used) "echo 'sweep," #trial ",1000," #used "' >>\"$file\""
#define ENDS "echo '# end: complete' >>\"$file\""
#define WHOLE FIND_FILE "; echo \"# command: $*\" >\"$file\"; " NAMES "; " ROW(1, 990) "; " ENDS

static char *ready(const char *body)
{
	char *folder = shell_folder();
	struct shell made =
	    shell_run("mkdir '%s/probe' '%s/plot' '%s/build' && cp Makefile '%s' && cp probe/*.sh "
	              "'%s/probe' && cp plot/report.mk '%s/plot' && chmod +x '%s/probe/'*.sh",
	              folder, folder, folder, folder, folder, folder, folder);
	ck_assert_msg(made.status == 0, "%s", made.error);
	shell_free(&made);
	char path[4096];
	snprintf(path, sizeof path, "%s/build/probe", folder);
	FILE *probe = fopen(path, "w");
	ck_assert_ptr_nonnull(probe);
	fprintf(probe, "#!/bin/sh\n%s\n", body);
	ck_assert_int_eq(fclose(probe), 0);
	made = shell_run("chmod +x '%s'", path);
	ck_assert_int_eq(made.status, 0);
	shell_free(&made);
	return folder;
}

#define MAKE "MAKEFLAGS= MAKELEVEL= make -s capture "

static void check_has(const struct shell *ran, const char *text)
{
	ck_assert_msg(strstr(ran->out, text) != NULL, "\"%s\" is not in: %s%s", text, ran->out, ran->error);
}

/* ---- what a person writes is a text, not a command ---- */

static const struct {
	const char *label; /* within single quotes of the shell */
	const char *folder, *text;
} labels[] = {
    {"x'\\''; touch C; '\\''", "x-touch-c", "x'; touch C; '"},
    {"\"; touch C; \"", "touch-c", "\"; touch C; \""},
    {"$(shell touch C)", "shell-touch-c", "$(shell touch C)"},
    {"$(touch C)", "touch-c", "$(touch C)"},
    {"`touch C`", "touch-c", "`touch C`"},
    {"me@Lab 07", "me-lab-07", "me@Lab 07"},
};

START_TEST(a_label_is_no_command)
{
	char *folder = ready(WHOLE);
	for (int from_environment = 0; from_environment <= 1; from_environment++) {
		struct shell ran = shell_run(from_environment ? "cd '%s' && LABEL='%s' " MAKE
		                                              : "cd '%s' && " MAKE "LABEL='%s'",
		                             folder, labels[_i].label);
		ck_assert_msg(ran.status == 0, "%s%s", ran.out, ran.error);
		shell_free(&ran);
	}
	struct shell seen = shell_run(
	    "cd '%s' && ls && ls captures | cut -c 12- && sed -n 's/.*--label=//p' captures/*/quick.csv",
	    folder);
	char expected[1024];
	snprintf(expected, sizeof expected,
	         "Makefile\nbuild\ncaptures\nplot\nprobe\n%s\n%s-2\n%s, quick -o captures/",
	         labels[_i].folder, labels[_i].folder, labels[_i].text);
	ck_assert_msg(strncmp(seen.out, expected, strlen(expected)) == 0, "%s\nand not\n%s", seen.out,
	              expected);
	shell_free(&seen);
	shell_remove(folder);
}
END_TEST

static const char *const no_plans[] = {
    ".*", "qui.k", "quick|full", "$(shell touch C)", "quick ", "'\\''; touch C; '\\''"};

START_TEST(a_plan_is_a_word_and_no_pattern)
{
	char *folder = ready(WHOLE);
	struct shell ran = shell_run("cd '%s' && " MAKE "PLAN='%s'; ls", folder, no_plans[_i]);
	ck_assert_ptr_nonnull(strstr(ran.error, " is no plan; quick, full or mac\n"));
	ck_assert_str_eq(ran.out, "Makefile\nbuild\nplot\nprobe\n");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* Whatever it is written in, the folder's name is of plain letters, and two labels do not share one. */
START_TEST(a_label_in_any_script_names_a_folder)
{
	char *folder = ready(WHOLE);
	struct shell ran = shell_run(
	    "cd '%s' && for label in 東京 大阪 Лаборатория 'Zürich 1' '...' '!!!'; do " MAKE
	    "LABEL=\"$label\" >/dev/null || exit; done; ls captures | wc -l | tr -d ' '; ls captures | "
	    "grep -vc '^20[0-9-]*-[a-z0-9][a-z0-9-]*-[0-9][0-9]*$'; ls captures | grep -c -e '-z-rich-1-'",
	    folder);
	ck_assert_str_eq(ran.out, "6\n0\n1\n");
	ck_assert_str_eq(ran.error, "");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* ---- two at once, one after the other ---- */

/* Two that begin together: one measures, the other is told by which process and into what. */
START_TEST(two_at_once_are_kept_apart)
{
	char *folder = ready(FIND_FILE "; sleep 3; " WHOLE);
	struct shell ran = shell_run(
	    "cd '%s' && { " MAKE "LABEL=a >1.out 2>&1 & " MAKE
	    "LABEL=%s >2.out 2>&1; second=$?; wait $!; echo $((($? != 0) + (second != 0))); }; cat "
	    "1.out 2.out | grep -c 'measures into captures/.* now, and two at once would disturb'; ls "
	    "-A captures/*",
	    folder, _i == 0 ? "a" : "b");
	ck_assert_str_eq(ran.out, "1\n1\nquick.csv\n");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* A run that was killed leaves its folder to the next one of the same label and plan, and to no other. */
START_TEST(an_unfinished_folder_is_for_its_own_label)
{
	char *folder = ready("if [ -f hang ]; then " FIND_FILE "; " NAMES
	                     "; " ROW(1, 990) "; exec sleep 10; fi; " WHOLE);
	struct shell ran = shell_run(
	    "cd '%s' && touch hang && { sh probe/collect.sh build/probe captures '' a >/dev/null & n=0; until grep -q sweep "
	    "captures/*/quick.csv.part 2>/dev/null || [ $n -gt 100 ]; do sleep 0.1; n=$((n + 1)); done; kill -9 $!; wait $!; "
	    "rm hang; } 2>/dev/null; for label in b a; do sh probe/collect.sh build/probe captures '' $label >/dev/null || "
	    "exit; done; cd captures; for d in *; do ls -A $d | tr '\\n' ' '; echo \"${d#???????????}\"; done; "
	    "grep -h sweep */*stopped",
	    folder);
	ck_assert_str_eq(ran.out, "quick.csv quick.csv.stopped a\nquick.csv b\nsweep,1,1000,990\n");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* A probe that goes on though its script was killed: nothing else is measured beside it. */
START_TEST(a_probe_that_was_left_is_waited_for)
{
	char *folder = ready("[ ! -f hang ] || sleep 3; " WHOLE);
	struct shell ran = shell_run(
	    "cd '%s' && touch hang && { sh probe/collect.sh build/probe captures >/dev/null & sleep 1; kill -9 $!; wait $!; rm "
	    "hang; } 2>/dev/null; " MAKE
	    "2>&1 | grep -c 'measures into captures/'; mkdir other; cp -r Makefile plot probe "
	    "build captures other; (cd other && " MAKE ">/dev/null && ls -A captures/*); sleep 3; " MAKE
	    ">/dev/null && ls -A captures/*",
	    folder);
	/* A folder of the same name elsewhere is another one, where the system tells from where a probe was
	 * started.
	 */
	bool told = access("/proc/self/cwd", F_OK) == 0;
	ck_assert_str_eq(ran.out, told ? "1\nquick.csv\nquick.csv\nquick.csv.stopped\n"
	                               : "1\nquick.csv\nquick.csv.stopped\n");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

START_TEST(a_folder_that_is_removed_meanwhile_is_an_error)
{
	char *folder = ready(FIND_FILE "; rm -r captures; echo x >\"$file\"");
	struct shell ran = shell_run("cd '%s' && sh probe/collect.sh build/probe captures", folder);
	ck_assert_int_eq(ran.status, 1);
	ck_assert_ptr_nonnull(strstr(ran.error, "the pass quick failed: the folder captures/"));
	ck_assert_ptr_nonnull(strstr(ran.error, " was removed meanwhile\n"));
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* ---- a run that is stopped ---- */

/* A process group of its own, as a terminal's foreground has. */
static pid_t started(const char *folder, const char *command)
{
	fflush(NULL);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		setpgid(0, 0);
		if (chdir(folder) == 0 && freopen("out", "a", stdout) != NULL &&
		    freopen("error", "a", stderr) != NULL)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	setpgid(child, child);
	return child;
}

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

/* Twice in a row: what each measured stands under its own name; nothing is left half named. */
START_TEST(a_stopped_run_keeps_its_trials)
{
	char *folder = ready("trap 'exit 9' INT TERM HUP; " FIND_FILE "; " NAMES
	                     "; " ROW(1, 990) "; sleep 60 & wait $!");
	for (int time = 0; time < 2; time++) {
		pid_t group = started(folder, "exec sh probe/collect.sh build/probe captures");
		struct shell waited = shell_run(
		    "cd '%s'; n=0; until grep -q sweep captures/*/quick.csv.part 2>/dev/null || [ $n -gt "
		    "100 ]; do sleep 0.1; n=$((n + 1)); done",
		    folder);
		shell_free(&waited);
		int status = 0;
		kill(-group, stops[_i]);
		ck_assert_int_eq(waitpid(group, &status, 0), group);
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), 128 + stops[_i]);
	}
	struct shell seen = shell_run(
	    "cd '%s' && ls captures/* && cat captures/*/* && grep -c '^Stopped. Run the same' out", folder);
	ck_assert_str_eq(seen.out, "quick.csv.stopped\nquick.csv.stopped-2\n"
	                           "experiment,trial,elapsed_ns,cpu_time_ns\nsweep,1,1000,990\n"
	                           "experiment,trial,elapsed_ns,cpu_time_ns\nsweep,1,1000,990\n2\n");
	shell_free(&seen);
	shell_remove(folder);
}
END_TEST

/* ---- what is said at the end ---- */

static const struct {
	const char *rows, *says;
} endings[] = {
    {ROW(1, 990) "; " ROW(2, 899) "; " ROW(3, 901),
     "Done: 1 pass, 3 trials; 1 do not count, as another program had the processor."},
    {ROW(1, 990) "; " ROW(2, ), "Done: 1 pass, 2 trials; 0 do not count"},
    {ROW(1, 100) "; " ROW(2, 899) "; " ROW(3, 901),
     "This machine was busy: in 2 of 3 trials another program had the processor, and they do not count."},
};

START_TEST(a_run_says_what_happened)
{
	char body[1024];
	snprintf(body, sizeof body, FIND_FILE "; " NAMES "; %s", endings[_i].rows);
	char *folder = ready(body);
	struct shell ran = shell_run("cd '%s' && " MAKE, folder);
	ck_assert_int_eq(ran.status, 0);
	check_has(&ran, endings[_i].says);
	bool busy = endings[_i].says[0] == 'T';
	ck_assert_int_eq(strstr(ran.out, "wait until the machine is idle") != NULL, busy);
	ck_assert_int_eq(strstr(ran.out, "To send them") == NULL, busy);
	ck_assert_int_eq(strstr(ran.out, "Done") == NULL, busy);
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* How long each pass is said to take, held against every committed capture of it: from the start to the end
 * of its last trial, with the controls and the translation where it has them. */
START_TEST(a_pass_takes_about_as_long_as_is_said)
{
	struct shell ran = shell_run(
	    "sed -n 's/^full  *| *//p' probe/collect.sh | while IFS='| ' read -r pass said rest; do for file in "
	    "captures/2026*/$pass.csv; do awk -F, -v pass=$pass -v said=$said '$1 == \"experiment\" { for (i = 1; i <= "
	    "NF; i++) at[$i] = i; next } /^#/ { next } { end = ($(at[\"started_ns\"]) + $(at[\"elapsed_ns\"])) / 1e9; "
	    "if (end > last) last = end } END { print \"x\"; if (last > 1.1 * said || last < said / 8) print pass, "
	    "\"takes\", last, \"and not\", said }' $file; done; done | sort | uniq -c");
	ck_assert_str_eq(ran.error, "");
	ck_assert_msg(strstr(ran.out, "takes") == NULL && strtol(ran.out, NULL, 10) >= 8, "%s", ran.out);
	shell_free(&ran);
}
END_TEST

/* ---- what is sent holds no name ---- */

/* A user, a home and a host with telling names; the run and its archive are searched byte by byte, unpacked
 * too. A machine's own name of fewer than four letters is not looked for: compressed bytes spell it by
 * chance. The number of a user is looked for where an archive has one. */
START_TEST(what_is_sent_holds_no_name)
{
	char *folder = ready("exec \"$real\" --max=8K --per-octave=1 --rounds=1 --trials=1 --target-ms=1 "
	                     "--spin-ms=0 --no-adjacency \"$@\"");
	char build[4096];
	ck_assert_ptr_nonnull(realpath(shell_build(), build));
	struct shell ran = shell_run(
	    "set -e; export real='%s/probe' USER=tellinguser LOGNAME=tellinguser HOST=tellinghost "
	    "HOSTNAME=tellinghost; export HOME='%s/tellinguser'; cp probe/INSTRUCTIONS.txt '%s'; mkdir -p "
	    "\"$HOME/tellingfolder\"; cd \"$HOME/tellingfolder\"; cp -r ../../Makefile ../../plot ../../probe "
	    "../../build .; \"$real\" --max=8K --rounds=1 --trials=1 --no-adjacency --spin-ms=0 --target-ms=1 -o "
	    "\"$PWD/tellingfile.csv\"; " MAKE
	    ">said; [ \"$(id -u)\" != 0 ] || chown -R 12345:12345 captures; sh "
	    "probe/archive.sh sent.tar.gz captures; chmod 600 sent.tar.gz; sh probe/archive.sh sent.tar.gz "
	    "captures; ls -l sent.tar.gz | cut -c 1-10; gzip -dc sent.tar.gz >sent.tar; cat captures/*/* "
	    "tellingfile.csv said sent.tar sent.tar.gz ../../INSTRUCTIONS.txt >all; for word in telling \"$(uname "
	    "-n)\" \"$(id -un)\"; do [ ${#word} -lt 4 ] || grep -a -o -i -F -e \"$word\" all || :; done; tar --numeric-owner -tvf sent.tar | grep -c -w 12345 || :; tar tf sent.tar | wc -l | tr "
	    "-d ' '; ls -A | grep -c '^[.]sent' || :",
	    build, folder, folder);
	ck_assert_str_eq(ran.error, "");
	ck_assert_str_eq(ran.out, "-rw-------\n0\n1\n0\n");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* A Mac's own make is 3.81: what came after it (NEWS of GNU make 3.82 to 4.4) is in no makefile. That the
 * search finds such things is tried on a makefile that has them all. */
START_TEST(makefiles_keep_to_make_3_81)
{
	static const char newer[] =
	    "^[.](ONESHELL|SHELLFLAGS|RECIPEPREFIX|EXTRA_PREREQS|NOTINTERMEDIATE|LOADED|WAIT)|^(undefine|private|load) |"
	    "^define [A-Za-z_]+ *[:?+]?=|^[A-Za-z_]+ *!=|[^:]:::?=|&:|[$][(](file|guile|let|intcmp) |output-sync|--trace";
	char *folder = shell_folder();
	struct shell found = shell_run(
	    "printf '.ONESHELL:\\nundefine A\\ndefine A =\\nA != ls\\nA ::= b\\na b &: c\\nA = $(file "
	    "<a)\\nA = $(let b,c,d)\\nprivate A = b\\n' >'%s/new.mk'; for file in '%s/new.mk' Makefile "
	    "plot/report.mk probe/*.mk; do [ ! -e \"$file\" ] || grep -c -E '%s' \"$file\"; done",
	    folder, folder, newer);
	ck_assert_msg(strncmp(found.out, "9\n", 2) == 0, "%s%s", found.out, found.error);
	ck_assert_uint_gt(strlen(found.out), 4);
	for (const char *at = found.out + 2; *at != '\0'; at++)
		ck_assert_msg(*at == '0' || *at == '\n', "%s", found.out);
	shell_free(&found);
	shell_remove(folder);
}
END_TEST

Suite *collect_suite(void)
{
	Suite *suite = suite_create("collect");
	TCase *cases = tcase_create("scripts");
	tcase_set_timeout(cases, 240);
	cases_add_rows(cases, a_label_is_no_command, labels);
	cases_add_rows(cases, a_plan_is_a_word_and_no_pattern, no_plans);
	tcase_add_test(cases, a_label_in_any_script_names_a_folder);
	tcase_add_loop_test(cases, two_at_once_are_kept_apart, 0, 2);
	cases_add(cases, an_unfinished_folder_is_for_its_own_label, a_probe_that_was_left_is_waited_for,
	          a_folder_that_is_removed_meanwhile_is_an_error);
	cases_add_rows(cases, a_stopped_run_keeps_its_trials, stops);
	cases_add_rows(cases, a_run_says_what_happened, endings);
	cases_add(cases, makefiles_keep_to_make_3_81, a_pass_takes_about_as_long_as_is_said,
	          what_is_sent_holds_no_name);
	suite_add_tcase(suite, cases);
	return suite;
}
