/* Tests of what every program does when an allocation or a system call fails: each in its turn fails once,
 * and what comes is either the same bytes and status 0, or a message and status 1 with nothing half written.
 * Allocations fail in a preloaded library (tests/failing/malloc.c, glibc), system calls under strace. Of the
 * places in the program that allocate some are taken, evenly: CACHESTAIR_FAILING=N takes N of each line, all
 * takes every allocation, and of a line with many of them the first of every place. */
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

#if defined __linux__ && defined __GLIBC__

/* What is run in the scratch folder: it holds the inputs, and out/ for what is written. */
static const struct {
	const char *program, *arguments;
	bool measures; /* other bytes in every run */
	bool slow; /* takes more than a second: its calls are those of the lines before, and few allocations
	              are tried */
} lines[] = {
    {"reduce", "-o out --trials sparse.csv", false, false},
    {"reduce", "pairs.csv", false, false},
    {"reduce", "-q -o out --tiers tiers --reported reported curve.csv", false, false},
    {"reduce", "--compare -o out sparse.csv ramp.csv", false, false},
    {"reduce", "--table -o out in/sparse.findings.csv in/pairs.findings.csv", false, false},
    {"reduce", "--tiers-table -o out private.csv", false, false},
    {"reduce", "--rules-version 2 -q -o out private.csv", false, false},
    {"reduce", "foreign.txt", false, false},
    {"reduce", "--machine -o out sparse.csv pairs.csv translation.csv", false, false},
    {"reduce", "--machine --each -q -o out sparse.csv pairs.csv", false, false},
    {"reduce", "--full translation.csv", false, false},
    {"plot", "ladder -o out/f.gp in/sparse", false, false},
    {"plot", "ladder --overlay -o out/f.gp in/sparse in/ramp", false, false},
    {"plot", "granule -o out/f.gp in/pairs", false, false},
    {"plot", "gaps -o out/f.gp in/sparse in/ramp", false, false},
    {"plot", "shift -o out/f.gp in/private", false, false},
    {"plot", "gallery --panel panel.csv -o out/f.gp in/sparse in/ramp", false, false},
    {"plot", "trials -o out/f.gp in/sparse", false, false},
    {"plot", "pairs -o out/f.gp in/pairs", false, false},
    {"plot", "translation -o out/f.gp in/translation", false, false},
    {"plot", "machine -o out/f.gp one/only.machine.csv one/translation", false, false},
    {"plot", "ladder --svg out/f.svg in/sparse", false, false},
    {"plot", "ladder --check in/sparse", false, false},
    {"plot", "page --panel panel.csv --simulated simulated.txt -o out one in/pairs", false, false},
    {"synthetic", "list", false, false},
    {"synthetic", "make sparse -o out/s.csv", false, false},
    {"synthetic", "tiers -o out/tiers", false, false},
    {"synthetic", "simulate --machines 1 --threads 1 -o out/m.txt", false, true},
    {"synthetic", "join --machines 1 --passes 2 --threads 1 -o out/j.txt", false, false},
    {"synthetic", "passes --only 0 --passes 2 out", false, false},
    {"synthetic", "predictor --machines 1 --threads 1 -o out/p.txt", false, true},
    {"synthetic", "climb --only 0 --threads 1 -o out/c.txt", false, true},
    {"synthetic", "search --climbers 1 --steps 2 --threads 1 -o out/s.txt", false, false},
    {"synthetic", "check --csv out/check.csv -o out/check.txt pairs.csv", false, true},
    {"synthetic", "make-all out", false, true},
    {"probe",
     "--dense --max=16K --per-octave=1 --rounds=1 --trials=1 --target-ms=1 --spin-ms=0 --print-size=16K "
     "--print-loads=64 --adds=64 --no-adjacency --no-controls -o out/c.csv",
     true, false},
    {"probe",
     "--max=16K --per-octave=1 --rounds=1 --trials=1 --target-ms=1 --spin-ms=0 --print-loads=64 --adds=64 "
     "--no-sweep --ruler=short --no-controls --no-translation -o out/c.csv",
     true, false},
    {"probe",
     "--rounds=1 --trials=1 --target-ms=1 --spin-ms=0 --print-loads=64 --adds=64 --no-sweep --no-adjacency "
     "--translation --no-controls -o out/c.csv",
     true, true},
    {"probe", "--controls --target-ms=1 --spin-ms=0 -o out/c.csv", true, true},
};

/* $1 the programs' folder, $2 the captures'. */
static const char prepare[] =
    "B=$1 C=$2\n"
    "mkdir in out whole\n"
    "$B/synthetic make sparse -o sparse.csv && $B/synthetic make clock_ramp_alone -o ramp.csv\n"
    "cp \"$C\"/private.csv private.csv\n"
    "awk -F, '/^#/ || /^experiment/ || ($1 == \"adjacency\" && $0 ~ /,16384,|,32768,/) || $1 == \"timer\"' "
    "\"$C\"/quick.csv >pairs.csv\n"
    "awk -F, '/^#/ || /^experiment/ || $1 == \"timer\" || $1 == \"translation\" || $1 == \"control\" || ($1 == "
    "\"sweep\" && $3 < 4)' $(grep -l '^translation' \"$C\"/../*/quick.csv | head -n 1) >translation.csv\n"
    "$B/synthetic simulate --machines 2 --threads 1 -o simulated.txt\n"
    "$B/synthetic tiers -o tiers\n"
    "printf 'level,type,bytes\\n1,data,49152\\n2,unified,2097152\\n' >reported\n"
    "awk 'BEGIN { print \"size_bytes,ns\"; for (k = 12; k < 24; k++) print 2 ^ k \",\" (k < 17 ? 1 : k < 21 ? 4 : "
    "20) }' >curve.csv\n"
    "awk 'BEGIN { print \"\\\"stride=64\"; for (k = 12; k < 24; k++) printf \"%.5f %.3f\\n\", 2 ^ k / 2 ^ 20, (k < 17 ? "
    "1 : k < 21 ? 4 : 20) }' >foreign.txt\n"
    "printf 'name,built_to_show,expected,found,verdict\\nsparse,a,b,b,ok\\n' >panel.csv\n"
    "for f in sparse ramp pairs private translation; do $B/reduce -q --trials -o in $f.csv || exit; done\n"
    "$B/reduce -q -o one translation.csv && $B/reduce -q --machine -o one translation.csv\n"
    "mv one/*.machine.csv one/only.machine.csv\n";

static char build[4096], here[4096], *scratch;

static void set_up(void)
{
	char path[4200];
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	ck_assert_ptr_nonnull(realpath(shell_build(), build));
	scratch = shell_folder();
	struct shell made = shell_run(
	    "cc -shared -fPIC -O1 -D_GNU_SOURCE -o '%s/failing.so' tests/failing/malloc.c", scratch);
	ck_assert_msg(made.status == 0, "%s", made.error);
	shell_free(&made);
	snprintf(path, sizeof path, "%s/prepare", scratch);
	FILE *script = fopen(path, "w");
	ck_assert_ptr_nonnull(script);
	ck_assert_int_ge(fputs(prepare, script), 0);
	ck_assert_int_eq(fclose(script), 0);
	made = shell_run("cd '%s' && sh -e ./prepare '%s' '%s'/captures/2026-*", scratch, build, here);
	ck_assert_msg(made.status == 0, "%s", made.error);
	shell_free(&made);
	ck_assert_int_eq(chdir(scratch), 0);
}

static void tear_down(void)
{
	ck_assert_int_eq(chdir(here), 0);
	shell_remove(scratch);
}

/* ---- one run ---- */

/* How a run ends; what is set in its environment; what runs it. */
struct attempt {
	const char *const *environment; /* name, value, ..., NULL */
	const char *strace;             /* an expression to inject, or NULL */
	int status;                     /* as shell_run gives it */
};

static int add_words(char **words, int count, char *line)
{
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
		words[count++] = word;
	return count;
}

static void run_child(int line, const struct attempt *attempt)
{
	static char program[4200], arguments[1024], inject[256];
	char *words[64];
	int count = 0, out = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600),
	    error = open("complained", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dup2(out, STDOUT_FILENO);
	dup2(error, STDERR_FILENO);
	for (const char *const *pair = attempt->environment; pair != NULL && *pair != NULL; pair += 2)
		setenv(pair[0], pair[1], 1);
	setenv("MALLOC_PERTURB_", "165", 1);
	snprintf(program, sizeof program, "%s/%s", build, lines[line].program);
	snprintf(arguments, sizeof arguments, "%s", lines[line].arguments);
	if (attempt->strace != NULL) {
		char head[] = "strace -qq -o trace";
		snprintf(inject, sizeof inject, "%s", attempt->strace);
		static char rest[1024];
		snprintf(rest, sizeof rest, "%s", head);
		count = add_words(words, count, rest);
		count = add_words(words, count, inject);
	}
	words[count++] = program;
	count = add_words(words, count, arguments);
	words[count] = NULL;
	execvp(words[0], words);
	_exit(126);
}

static void empty_out(void)
{
	DIR *folder = opendir("out");
	ck_assert_ptr_nonnull(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
		if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2)
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
}

static void run(int line, struct attempt *attempt)
{
	int status = 0;
	empty_out();
	fflush(NULL);
	pid_t child = fork();
	if (child == 0)
		run_child(line, attempt);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	attempt->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- what it left ---- */

static char *content(const char *path, size_t *length)
{
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	char *bytes = malloc(4 << 20);
	ck_assert_ptr_nonnull(bytes);
	*length = fread(bytes, 1, 4 << 20, file);
	ck_assert_uint_lt(*length, 4 << 20);
	bytes[*length] = '\0';
	fclose(file);
	return bytes;
}

static bool same(const char *path, const char *other)
{
	size_t length = 0, other_length = 0;
	char *bytes = content(path, &length), *others = content(other, &other_length);
	bool is =
	    bytes != NULL && others != NULL && length == other_length && memcmp(bytes, others, length) == 0;
	free(bytes);
	free(others);
	return is;
}

/* A capture whose lines are whole. */
static bool is_capture(const char *path)
{
	size_t length = 0;
	char *bytes = content(path, &length);
	bool is = bytes != NULL && (length == 0 || bytes[length - 1] == '\n');
	free(bytes);
	return is;
}

/* How many files are in out/; *fault names one that is not whole. */
static int look_at_out(int line, char fault[512])
{
	int count = 0;
	DIR *folder = opendir("out");
	ck_assert_ptr_nonnull(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		char path[300], whole[300];
		if (entry->d_name[0] == '.' && strlen(entry->d_name) <= 2)
			continue;
		count++;
		snprintf(path, sizeof path, "out/%s", entry->d_name);
		snprintf(whole, sizeof whole, "whole/%s", entry->d_name);
		if (lines[line].measures ? !is_capture(path) : !same(path, whole))
			snprintf(fault, 512, "%s is left, and not whole", path);
	}
	closedir(folder);
	return count;
}

/* What is wrong with how a run ended, or "". `files` are those of the whole run. */
static void look(int line, const struct attempt *attempt, int files, char fault[512])
{
	size_t length = 0;
	fault[0] = '\0';
	int left = look_at_out(line, fault);
	char *complained = content("complained", &length);
	if (fault[0] != '\0')
		;
	else if (attempt->status == 0) {
		if (left != files)
			snprintf(fault, 512, "status 0 and %d files of %d", left, files);
		else if (!lines[line].measures && !same("said", "whole-said"))
			snprintf(fault, 512, "status 0 and other words");
	} else if (attempt->status != 1)
		snprintf(fault, 512, "status %d: %.400s", attempt->status, complained);
	else if (strncmp(complained, lines[line].program, strlen(lines[line].program)) != 0)
		snprintf(fault, 512, "status 1 without a message: \"%.400s\"", complained);
	free(complained);
}

/* The undisturbed run: what the others are held against. Returns how many files it writes. */
static int run_whole(int line, struct attempt *attempt)
{
	char fault[512] = "";
	run(line, attempt);
	size_t length;
	char *complained = content("complained", &length);
	ck_assert_msg(attempt->status == 0, "%s %s: status %d: %s", lines[line].program,
	              lines[line].arguments, attempt->status, complained);
	free(complained);
	struct shell kept = shell_run("rm -rf whole && cp -r out whole && cp said whole-said");
	ck_assert_int_eq(kept.status, 0);
	shell_free(&kept);
	return look_at_out(line, fault);
}

/* The numbers of the allocations to be tried, ascending. */
struct trials {
	unsigned long made, count; /* made: by the whole run */
	unsigned long *numbers;
};

enum { MANY_ALLOCATIONS = 1000 };

static bool all_asked(void)
{
	const char *asked = getenv("CACHESTAIR_FAILING");
	return asked != NULL && strcmp(asked, "all") == 0;
}

static unsigned long most(int line)
{
	const char *asked = getenv("CACHESTAIR_FAILING");
	return asked != NULL && atoi(asked) > 0 ? strtoul(asked, NULL, 10) : lines[line].slow ? 3 : 6;
}

/* Which of `count` are taken: the last, and evenly before it. */
static bool taken(unsigned long number, unsigned long count, unsigned long most)
{
	return all_asked() || count <= most || number * most / count != (number - 1) * most / count;
}

/* From what the library wrote of the whole run: every allocation, or the first of every place. */
static struct trials trials_read(const char *path)
{
	size_t length;
	char *text = content(path, &length), *at = text;
	ck_assert_msg(text != NULL, "%s is not there", path);
	struct trials trials = {.made = strtoul(at, &at, 10)};
	bool every = all_asked() && trials.made <= MANY_ALLOCATIONS;
	trials.numbers = malloc((length + trials.made) * sizeof *trials.numbers);
	ck_assert_ptr_nonnull(trials.numbers);
	for (unsigned long i = 1; every && i <= trials.made; i++)
		trials.numbers[trials.count++] = i;
	for (char *end; !every; at = end) {
		unsigned long number = strtoul(at, &end, 10);
		if (end == at)
			break;
		trials.numbers[trials.count++] = number;
	}
	free(text);
	ck_assert_uint_gt(trials.count, 0);
	return trials;
}

/* Says what was found; all of it, so that a fault is seen whole. */
struct tally {
	unsigned long runs, refused, faults;
	char first[1024];
};

static void tally_add(struct tally *tally, int line, const char *what, const struct attempt *attempt,
                      int files)
{
	char fault[512];
	look(line, attempt, files, fault);
	tally->runs++;
	tally->refused += attempt->status == 1;
	if (fault[0] == '\0')
		return;
	if (getenv("CACHESTAIR_FAILING") != NULL)
		fprintf(stderr, "%s %s: %s: %s\n", lines[line].program, lines[line].arguments, what, fault);
	if (tally->faults++ == 0)
		snprintf(tally->first, sizeof tally->first, "%s: %.500s", what, fault);
}

static void tally_close(const struct tally *tally, int line, const char *kind)
{
	if (getenv("CACHESTAIR_FAILING") != NULL)
		printf("%s: %lu runs, %lu refused, %lu faults: %s %s\n", kind, tally->runs, tally->refused,
		       tally->faults, lines[line].program, lines[line].arguments);
	ck_assert_msg(tally->faults == 0, "%s %s: %lu of %lu, first %s", lines[line].program,
	              lines[line].arguments, tally->faults, tally->runs, tally->first);
	ck_assert(tally->refused > 0 || lines[line].measures);
}

/* ---- the sweeps ---- */

START_TEST(an_allocation_that_fails_is_told)
{
	char number[24] = "0";
	struct tally tally = {0};
	const char *environment[] = {"LD_PRELOAD",
	                             "./failing.so",
	                             "FAILING_PROGRAM",
	                             lines[_i].program,
	                             "FAILING_COUNT",
	                             "count",
	                             "FAILING_AT",
	                             number,
	                             NULL,
	                             NULL,
	                             NULL};
	struct attempt attempt = {.environment = environment};
	int files = run_whole(_i, &attempt);
	struct trials trials = trials_read("count");
	for (unsigned long i = 1; i <= trials.count; i++) {
		char what[64];
		unsigned long at = trials.numbers[i - 1];
		bool on = i % 2 == 0;
		if (!taken(i, trials.count, most(_i)))
			continue;
		snprintf(number, sizeof number, "%lu", at);
		environment[8] = on ? "FAILING_ON" : NULL;
		environment[9] = "1";
		snprintf(what, sizeof what, "allocation %lu%s of %lu", at, on ? " and on" : "", trials.made);
		run(_i, &attempt);
		tally_add(&tally, _i, what, &attempt, files);
	}
	free(trials.numbers);
	tally_close(&tally, _i, "allocations");
}
END_TEST

/* The calls, and with what they fail. Those of the loader are let through: as many as --version needs. */
static const struct {
	const char *call, *error;
	bool loader;
} calls[] = {
    {"write", "ENOSPC", false},  {"write", "EIO", false},    {"fsync", "EIO", false},
    {"rename", "EACCES", false}, {"openat", "EMFILE", true}, {"openat", "EACCES", true},
    {"read", "EIO", true},       {"mmap", "ENOMEM", true},   {"close", "EIO", true},
    {"fchmod", "EPERM", false},  {"lseek", "EIO", false},    {"pipe2", "EMFILE", false},
};

/* How many of each call a run makes. */
static void count_calls(int line, bool version, unsigned long counts[COUNT(calls)])
{
	char names[256] = "";
	for (int c = 0; c < COUNT(calls); c++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", c > 0 ? "," : "",
		         calls[c].call);
	empty_out();
	struct shell counted =
	    shell_run("strace -qq -e signal=none -e trace=%s -o counted '%s/%s' %s >count-said", names, build,
	              lines[line].program, version ? "--version" : lines[line].arguments);
	ck_assert_msg(counted.status == 0, "%s: %s", lines[line].program, counted.error);
	shell_free(&counted);
	size_t length;
	char *text = content("counted", &length);
	ck_assert_ptr_nonnull(text);
	memset(counts, 0, COUNT(calls) * sizeof *counts);
	for (char *row = strtok(text, "\n"); row != NULL; row = strtok(NULL, "\n"))
		for (int c = 0; c < COUNT(calls); c++)
			counts[c] += strncmp(row, calls[c].call, strlen(calls[c].call)) == 0 &&
			             row[strlen(calls[c].call)] == '(';
	free(text);
}

START_TEST(a_call_that_fails_is_told)
{
	struct tally tally = {0};
	struct attempt attempt = {0};
	struct shell found = shell_run("strace -qq -o trace true");
	bool traces = found.status == 0;
	shell_free(&found);
	if (!traces || (lines[_i].slow && !all_asked()))
		return;
	int files = run_whole(_i, &attempt);
	unsigned long loader[COUNT(calls)], whole[COUNT(calls)];
	count_calls(_i, true, loader);
	count_calls(_i, false, whole);
	for (int c = 0; c < COUNT(calls); c++) {
		unsigned long before = calls[c].loader ? loader[c] : 0, count = whole[c];
		for (unsigned long at = before + 1; at <= count; at++) {
			char what[200];
			if (!taken(at - before, count - before, 1 + most(_i) / 12))
				continue;
			snprintf(what, sizeof what, "-e trace=%s -e inject=%s:error=%s:when=%lu",
			         calls[c].call, calls[c].call, calls[c].error, at);
			attempt.strace = what;
			run(_i, &attempt);
			tally_add(&tally, _i, what, &attempt, files);
		}
	}
	tally_close(&tally, _i, "calls");
}
END_TEST

Suite *failing_suite(void)
{
	Suite *suite = suite_create("failing");
	TCase *cases[] = {tcase_create("allocations"), tcase_create("calls")};
	cases_add_rows(cases[0], an_allocation_that_fails_is_told, lines);
	cases_add_rows(cases[1], a_call_that_fails_is_told, lines);
	for (int i = 0; i < COUNT(cases); i++) {
		tcase_add_unchecked_fixture(cases[i], set_up, tear_down);
		tcase_set_timeout(cases[i], all_asked() ? 3600 : 120);
		tcase_set_tags(cases[i], "plain");
		suite_add_tcase(suite, cases[i]);
	}
	return suite;
}

#else

Suite *failing_suite(void)
{
	return suite_create("failing");
}

#endif
