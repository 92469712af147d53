/* Tests of the macOS builds, for arm64 and x86_64, as a person would run them: on the simulated Mac of
 * tests/macsim, healthy and with each thing failing that can fail on a real one. Skipped, with the reason
 * printed, where the tools are missing that build and run them. Timings mean nothing there and none is
 * tested. */
#include "cases.h"
#include "shell.h"
#include "../probe/capture.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
	const char *name;
	uint64_t page_bytes;
} kinds[] = {{"arm64", 16384}, {"x86_64", 4096}};

#define COUNT(table) (int)(sizeof table / sizeof table[0])
#define KINDS COUNT(kinds)

/* A plan of ten trials. */
#define TINY                                                                                                 \
	"--quick --target-ms 1 --spin-ms 0 --rounds 1 --trials 2 --min 16K --max 64K --per-octave 2 "        \
	"--no-adjacency --no-controls "

static char skipped[256]; /* why the tests are skipped; "" where they run */

/* ---- running ---- */

/* Says why the tests cannot be run here. No test runs yet, so that nothing here may assert. */
static void find_why_skipped(void)
{
	char line[1024];
	snprintf(line, sizeof line, "tests/macsim/lacks '%s'", shell_build());
	FILE *lacks = popen(line, "r");
	if (lacks == NULL)
		snprintf(skipped, sizeof skipped, "tests/macsim/lacks cannot be run");
	else if (fgets(skipped, sizeof skipped, lacks) == NULL)
		skipped[0] = '\0';
	if (lacks != NULL && pclose(lacks) != 0 && skipped[0] == '\0')
		snprintf(skipped, sizeof skipped, "tests/macsim/lacks failed");
	skipped[strcspn(skipped, "\n")] = '\0';
	if (skipped[0] != '\0')
		printf("macos: skipped: %s\n", skipped);
}

static void build_probes(void)
{
	struct shell built = shell_run("MAKEFLAGS= MAKELEVEL= make out='%s' probe-macos", shell_build());
	ck_assert_msg(built.status == 0, "%.3000s", built.error);
	shell_free(&built);
}

/* Runs the probe of a kind with settings of the simulated Mac (NAME=VALUE ...) and options. */
static struct shell probe_run(int kind, const char *machine, const char *options)
{
	return shell_run("MACSIM_BUILD='%s/macsim' %s tests/macsim/run '%s/probe-macos-%s' %s", shell_build(),
	                 machine, shell_build(), kinds[kind].name, options);
}

/* ---- reading what it wrote ---- */

static void check_has(const struct shell *command, const char *line)
{
	char whole[1024];
	snprintf(whole, sizeof whole, "\n%s\n", line);
	ck_assert_msg(strstr(command->out, whole) != NULL, "no line \"%s\" in\n%.3000s", line, command->out);
}

static void check_lacks(const struct shell *command, const char *text)
{
	ck_assert_msg(strstr(command->out, text) == NULL, "\"%s\" in\n%.3000s", text, command->out);
}

static void check_complete(const struct shell *command)
{
	ck_assert_msg(command->status == 0, "status %d: %s", command->status, command->error);
	check_has(command, "# end: complete");
}

/* The next row of an experiment at or behind `at`; NULL where there is none. */
static const char *row_next(const char *at, const char *experiment)
{
	char start[32];
	snprintf(start, sizeof start, "\n%s,", experiment);
	const char *found = strstr(at, start);
	return found != NULL ? found + 1 : NULL;
}

/* A field of a row; -1 where it is empty. The probe writes the columns in their order. */
static int64_t row_field(const char *row, enum capture_column column)
{
	for (int i = 0; i < (int)column; i++) {
		row += strcspn(row, ",\n");
		ck_assert_int_eq(*row, ',');
		row++;
	}
	return *row >= '0' && *row <= '9' ? (int64_t)strtoll(row, NULL, 10) : -1;
}

/* Counts the rows of an experiment, and checks that a column holds `value` in each (-1: is empty). */
static int check_column(const struct shell *command, const char *experiment, enum capture_column column,
                        int64_t value)
{
	int rows = 0;
	for (const char *row = command->out; (row = row_next(row, experiment)) != NULL; rows++)
		ck_assert_int_eq(row_field(row, column), value);
	ck_assert_int_gt(rows, 0);
	return rows;
}

/* ---- a healthy Mac ---- */

static const struct {
	const char *class, *cores;
	int64_t cpu, priority;
	enum capture_column busy, idle;
} classes[] = {
    {"background", "Efficiency", 1, 4, CAPTURE_LEVEL_CYCLES_1, CAPTURE_LEVEL_CYCLES_0},
    {"utility", "Performance", 5, 20, CAPTURE_LEVEL_CYCLES_0, CAPTURE_LEVEL_CYCLES_1},
    {"default", "Performance", 5, 31, CAPTURE_LEVEL_CYCLES_0, CAPTURE_LEVEL_CYCLES_1},
    {"userinitiated", "Performance", 5, 37, CAPTURE_LEVEL_CYCLES_0, CAPTURE_LEVEL_CYCLES_1},
    {"interactive", "Performance", 5, 47, CAPTURE_LEVEL_CYCLES_0, CAPTURE_LEVEL_CYCLES_1},
};

START_TEST(a_class_is_set_checked_and_recorded)
{
	int kind = _i % KINDS, class = _i / KINDS;
	char options[256], line[128];
	snprintf(options, sizeof options, TINY "--qos %s", classes[class].class);
	struct shell ran = probe_run(kind, "", options);
	check_complete(&ran);
	ck_assert_str_eq(ran.error, "");
	snprintf(line, sizeof line,
	         "# got_cpu: not pinned\n# asked_qos: %s\n# got_qos: %s\n# asked_cores: %s",
	         classes[class].class, classes[class].class, classes[class].cores);
	check_has(&ran, line);
	check_column(&ran, "sweep", CAPTURE_CPU_BEFORE, classes[class].cpu);
	check_column(&ran, "sweep", CAPTURE_CPU_AFTER, classes[class].cpu);
	check_column(&ran, "sweep", CAPTURE_PRIORITY_BEFORE, classes[class].priority);
	check_column(&ran, "sweep", CAPTURE_PRIORITY_AFTER, classes[class].priority);
	ck_assert_int_eq(check_column(&ran, "sweep", classes[class].idle, 0), 10);
	for (const char *row = ran.out; (row = row_next(row, "sweep")) != NULL;) {
		ck_assert_int_gt(row_field(row, CAPTURE_CYCLES), 0);
		ck_assert_int_eq(row_field(row, classes[class].busy), row_field(row, CAPTURE_CYCLES));
		ck_assert_int_gt(row_field(row, CAPTURE_INSTRUCTIONS), 0);
		ck_assert_int_ge(row_field(row, CAPTURE_SWITCHES), 0);
		ck_assert_int_ge(row_field(row, CAPTURE_FAULTS), 0);
	}
	shell_free(&ran);
}
END_TEST

START_TEST(a_machine_says_what_it_is)
{
	char line[128];
	struct shell ran = probe_run(_i, "", TINY);
	check_complete(&ran);
	check_has(&ran, "# machine: MacSim1,1\n# processor: Apple M1 (simulated)");
	snprintf(line, sizeof line, "# system: macOS 14.0 (23A344) %s", kinds[_i].name);
	check_has(&ran, line);
	snprintf(line, sizeof line,
	         "# logical_processors: 8\n# memory_bytes: 8589934592\n# page_bytes: %" PRIu64
	         "\n# line_bytes: 128",
	         kinds[_i].page_bytes);
	check_has(&ran, line);
	check_has(&ran, "# cache: level=1 type=data bytes=131072 cores=Performance\n"
	                "# cache: level=2 type=unified bytes=12582912 shared=4 cores=Performance\n"
	                "# cache: level=1 type=data bytes=65536 cores=Efficiency\n"
	                "# cache: level=2 type=unified bytes=4194304 shared=4 cores=Efficiency");
	check_has(&ran, "# timer: mach_absolute_time\n# timer_nominal: 125/3\n# stride_bytes: 128");
	check_has(
	    &ran,
	    "# counters: cycles and instructions by performance level (thread_selfcounts): 0 Performance, "
	    "1 Efficiency");
	check_lacks(&ran, "# note:");
	shell_free(&ran);
}
END_TEST

/* Three levels, where "Super" is 0: the slowest is level 2 in the names, the caches and the counters. */
START_TEST(three_levels_are_told_apart)
{
	struct shell slow = probe_run(_i, "MACRUN_LEVELS=3", TINY "--qos background");
	check_complete(&slow);
	check_has(&slow, "# asked_cores: Efficiency");
	check_has(&slow, "# cache: level=2 type=unified bytes=16777216 shared=2 cores=Super\n"
	                 "# cache: level=1 type=data bytes=131072 cores=Performance\n"
	                 "# cache: level=2 type=unified bytes=12582912 shared=4 cores=Performance\n"
	                 "# cache: level=1 type=data bytes=65536 cores=Efficiency");
	check_has(&slow,
	          "# counters: cycles and instructions by performance level (thread_selfcounts): 0 Super, "
	          "1 Performance, 2 Efficiency");
	check_column(&slow, "sweep", CAPTURE_LEVEL_CYCLES_0, 0);
	check_column(&slow, "sweep", CAPTURE_LEVEL_CYCLES_1, 0);
	for (const char *row = slow.out; (row = row_next(row, "sweep")) != NULL;)
		ck_assert_int_eq(row_field(row, CAPTURE_LEVEL_CYCLES_2), row_field(row, CAPTURE_CYCLES));
	shell_free(&slow);
	struct shell fast = probe_run(_i, "MACRUN_LEVELS=3", TINY "--qos interactive");
	check_complete(&fast);
	check_has(&fast, "# asked_cores: Super");
	check_column(&fast, "sweep", CAPTURE_CPU_BEFORE, 11);
	check_column(&fast, "sweep", CAPTURE_LEVEL_CYCLES_2, 0);
	shell_free(&fast);
}
END_TEST

/* Which processors are in which cluster: two clusters of efficiency cores on the largest machine. An Intel
 * Mac, and the x86_64 program on it, has no such lines. */
START_TEST(clusters_are_recorded)
{
	struct shell ran = probe_run(_i, "MACRUN_LEVELS=3", TINY);
	check_complete(&ran);
	if (_i == 0)
		check_has(&ran, "# cluster: number=0 type=E processors=0,1,2\n"
		                "# cluster: number=1 type=E processors=3,4,5\n"
		                "# cluster: number=2 type=P processors=6,7,8,9\n"
		                "# cluster: number=3 type=S processors=10,11");
	else
		check_lacks(&ran, "# cluster:");
	check_lacks(&ran, "TELLTALE");
	shell_free(&ran);
}
END_TEST

/* macOS 13.0 to 14.1 count the slowest level first. What the columns say stays the same. */
START_TEST(either_order_of_the_counters_is_found_out)
{
	int kind = _i % KINDS, levels = 2 + _i / KINDS;
	char machine[64], says[256];
	snprintf(machine, sizeof machine, "MACRUN_ORDER=kind MACRUN_LEVELS=%d", levels);
	struct shell ran = probe_run(kind, machine, TINY "--qos background");
	check_complete(&ran);
	snprintf(
	    says, sizeof says,
	    "# counters: cycles and instructions by performance level (thread_selfcounts): %s; this system "
	    "counts the slowest first",
	    levels == 2 ? "0 Performance, 1 Efficiency" : "0 Super, 1 Performance, 2 Efficiency");
	check_has(&ran, says);
	check_column(&ran, "sweep", CAPTURE_LEVEL_CYCLES_0, 0);
	enum capture_column slowest = levels == 2 ? CAPTURE_LEVEL_CYCLES_1 : CAPTURE_LEVEL_CYCLES_2;
	for (const char *row = ran.out; (row = row_next(row, "sweep")) != NULL;)
		ck_assert_int_eq(row_field(row, slowest), row_field(row, CAPTURE_CYCLES));
	shell_free(&ran);
}
END_TEST

/* Where no thread can be brought to the slowest cores, no level is named. */
START_TEST(an_order_that_cannot_be_found_out_is_not_told)
{
	struct shell ran = probe_run(_i, "MACRUN_QOS=reset", TINY);
	check_complete(&ran);
	check_has(
	    &ran,
	    "# counters: cycles and instructions (thread_selfcounts); the order of the levels could not be "
	    "found out");
	check_column(&ran, "sweep", CAPTURE_LEVEL_CYCLES_0, -1);
	for (const char *row = ran.out; (row = row_next(row, "sweep")) != NULL;)
		ck_assert_int_gt(row_field(row, CAPTURE_CYCLES), 0);
	shell_free(&ran);
}
END_TEST

static const struct {
	const char *machine, *says;
} states[] = {
    {"MACRUN_LEVELS=2",
     "low_power=0 power=ac thermal=nominal memory_pressure=normal free_percent=71 load=1.25"},
    {"MACRUN_LOW_POWER=1",
     "low_power=1 power=battery thermal=60 memory_pressure=warning free_percent=12 load=1.25"},
    {"MACRUN_PROGRAMS=missing", "memory_pressure=normal free_percent=71 load=1.25"},
    {"MACRUN_PROGRAMS=hang", "memory_pressure=normal free_percent=71 load=1.25"},
};

/* Before the first trial and after the last; programs that are not there, or never end, are done without. */
START_TEST(the_state_is_recorded_at_both_ends)
{
	int kind = _i % KINDS, state = _i / KINDS;
	const char *translated = kind == 0 ? " translated=0" : "";
	char line[256];
	struct shell ran = probe_run(kind, states[state].machine, TINY);
	check_complete(&ran);
	snprintf(line, sizeof line, "# state: when=before %s%s virtual=0", states[state].says, translated);
	check_has(&ran, line);
	snprintf(line, sizeof line, "# state: when=after %s%s virtual=0", states[state].says, translated);
	check_has(&ran, line);
	if (strstr(states[state].machine, "PROGRAMS") != NULL)
		check_lacks(&ran, "# cluster:");
	shell_free(&ran);
}
END_TEST

/* qos_class_self says what was asked for; the priority says what was got. */
START_TEST(a_class_that_the_system_caps_is_said)
{
#define CAPPED                                                                                                     \
	"the class interactive was asked for and not refused, yet the thread has priority 37 in place of 46: the " \
	"system caps it, as it does for programs that are no app"
	struct shell ran = probe_run(_i, "MACRUN_QOS=capped", TINY "--qos interactive");
	check_complete(&ran);
	ck_assert_str_eq(ran.error, "probe: note: " CAPPED "\n");
	check_has(&ran, "# note: " CAPPED);
	check_column(&ran, "sweep", CAPTURE_PRIORITY_BEFORE, 37);
	shell_free(&ran);
}
END_TEST

/* A tier of two has room for one competitor, and one of six in two clusters may put it into the other. */
START_TEST(a_crowd_fits_its_tier)
{
#define FEWER "3 competitors were asked for, and there are 1 more processors of the Super kind: so many run"
	struct shell ran =
	    probe_run(_i, "MACRUN_LEVELS=3", TINY "--qos interactive --competitors 3 --competitor-size 64K");
	check_complete(&ran);
	ck_assert_str_eq(ran.error, "probe: note: " FEWER "\n");
	check_has(&ran, "# note: " FEWER);
	check_has(&ran, "# competitors: 1 stream 64 KiB");
	shell_free(&ran);
#define PARTED                                                                                                   \
	"the 6 processors of the Efficiency kind are in clusters of 3, so that a competitor can run in another " \
	"cluster: only trials with both processors in one cluster tell private from shared"
	ran =
	    probe_run(_i, "MACRUN_LEVELS=3",
	              "--quick --target-ms 1 --spin-ms 0 --rounds 1 --trials 1 --no-controls --private-test "
	              "64K,64K --qos background");
	check_complete(&ran);
	ck_assert_str_eq(ran.error, "probe: note: " PARTED "\n");
	check_has(&ran, "# note: " PARTED);
	shell_free(&ran);
}
END_TEST

/* Each control with the DIT bit cleared and set, where the processor has one; priorities in each row. */
START_TEST(controls_run_on_a_mac)
{
	int kind = _i % KINDS, dit = _i / KINDS, rows[2] = {0, 0}, without = 0;
	if (kind == 1 && dit == 1)
		return; /* x86_64 has no such bit */
	struct shell ran = probe_run(kind, dit == 1 ? "MACRUN_DIT=1" : "MACRUN_LEVELS=2",
	                             "--controls --target-ms 1 --spin-ms 0 --qos background -o -");
	ck_assert_msg(ran.status == 0, "status %d: %s", ran.status, ran.error);
	check_has(&ran, dit == 1 ? "# plan: control trials=3 target_us=1000 dit=1"
	                         : "# plan: control trials=3 target_us=1000 dit=0");
	check_column(&ran, "control", CAPTURE_PRIORITY_BEFORE, 4);
	check_column(&ran, "control", CAPTURE_PRIORITY_AFTER, 4);
	for (const char *row = ran.out; (row = row_next(row, "control")) != NULL;) {
		int64_t value = row_field(row, CAPTURE_DIT);
		if (value < 0)
			without++;
		else
			rows[value]++;
	}
	ck_assert_int_eq(rows[0], rows[1]);
	ck_assert((rows[0] > 0) == (dit == 1));
	ck_assert_int_ge(without, 12); /* clock and place at both ends */
	ck_assert_ptr_nonnull(strstr(ran.out, "\nControls of cachestair probe"));
	ck_assert_ptr_nonnull(strstr(ran.out, "priority 4 and 4.\n"));
	ck_assert((strstr(ran.out, ", DIT set: ") != NULL) == (dit == 1));
	shell_free(&ran);
}
END_TEST

/* As on Intel: one group of cores has no name, and its counters no levels. */
START_TEST(one_level_needs_no_name)
{
	struct shell ran = probe_run(_i, "MACRUN_LEVELS=1", TINY "--qos background");
	check_complete(&ran);
	check_has(
	    &ran,
	    "# cache: level=1 type=data bytes=131072\n# cache: level=2 type=unified bytes=12582912 shared=4");
	check_lacks(&ran, "# asked_cores");
	check_has(&ran, "# counters: cycles and instructions (thread_selfcounts)");
	check_column(&ran, "sweep", CAPTURE_LEVEL_CYCLES_0, -1);
	for (const char *row = ran.out; (row = row_next(row, "sweep")) != NULL;)
		ck_assert_int_gt(row_field(row, CAPTURE_CYCLES), 0);
	shell_free(&ran);
}
END_TEST

/* ---- what fails on a Mac ---- */

static const struct {
	const char *machine, *says;
} without_counters[] = {
    {"MACRUN_COUNTERS=zero", "# counters: none: thread_selfcounts gives zeros, as in a virtual machine"},
    {"MACRUN_COUNTERS=missing", "# counters: none: thread_selfcounts comes with macOS 13"},
    {"MACRUN_COUNTERS=refused", "# counters: none: thread_selfcounts: Operation not permitted"},
};

START_TEST(counters_that_are_not_there_are_not_zero)
{
	struct shell ran = probe_run(_i % KINDS, without_counters[_i / KINDS].machine, TINY);
	check_complete(&ran);
	check_has(&ran, without_counters[_i / KINDS].says);
	static const enum capture_column empty[] = {CAPTURE_CYCLES, CAPTURE_INSTRUCTIONS,
	                                            CAPTURE_LEVEL_CYCLES_0, CAPTURE_LEVEL_CYCLES_1,
	                                            CAPTURE_LEVEL_CYCLES_2};
	for (int i = 0; i < COUNT(empty); i++)
		ck_assert_int_eq(check_column(&ran, "sweep", empty[i], -1), 10);
	shell_free(&ran);
}
END_TEST

START_TEST(a_refused_class_ends_the_run)
{
	struct shell ran = probe_run(_i, "MACRUN_QOS=refused", TINY "--qos background");
	ck_assert_int_eq(ran.status, 1);
	ck_assert_str_eq(ran.error,
	                 "probe: --qos: the system refuses the class background: Operation not permitted\n");
	ck_assert_str_eq(ran.out, "");
	shell_free(&ran);
	/* Who asks for no class is not stopped by it. */
	ran = probe_run(_i, "MACRUN_QOS=refused", TINY);
	check_complete(&ran);
	check_has(&ran, "# got_qos: default\n# asked_cores: Performance");
	shell_free(&ran);
}
END_TEST

START_TEST(a_class_that_was_reset_is_said)
{
#define RESET                                                                                                \
	"the class background was asked for and not refused, yet the system says default: nothing here was " \
	"measured as "                                                                                       \
	"background"
	struct shell ran = probe_run(_i, "MACRUN_QOS=reset", TINY "--qos background");
	check_complete(&ran);
	ck_assert_str_eq(ran.error, "probe: note: " RESET "\n");
	check_has(&ran, "# asked_qos: background\n# got_qos: default\n# asked_cores: Performance");
	check_has(&ran, "# note: " RESET);
	check_column(&ran, "sweep", CAPTURE_CPU_BEFORE, 5);
	shell_free(&ran);
}
END_TEST

/* What is missing, lines of the capture then, and texts that are in it no more. Those whose lines do not meet
 * are missing in one run. */
static const struct {
	const char *missing, *says[5], *lacks[3];
} sysctls[] = {
    {"hw.model,hw.cachelinesize,hw.pagesize,hw.memsize,hw.logicalcpu,hw.perflevel1.l2cachesize",
     {"# processor: Apple M1 (simulated)", "# note: the system reports no line; 64 bytes were taken for it",
      "# logical_processors: 8\n# memory_bytes: 8589934592",
      "# cache: level=1 type=data bytes=65536 cores=Efficiency"},
     {"# machine:", "# line_bytes:", "level=2 type=unified bytes=4194304"}},
    {"machdep.cpu.brand_string,hw.logicalcpu,hw.ncpu,hw.perflevel0.cpusperl2",
     {"# machine: MacSim1,1", "# memory_bytes: 8589934592",
      "# cache: level=2 type=unified bytes=12582912 cores=Performance"},
     {"# processor:", "# logical_processors:"}},
    {"hw.perflevel0.name", {"# asked_cores: perflevel0"}, {"=Performance"}},
    {"hw.nperflevels",
     {"# cache: level=1 type=data bytes=65536\n# cache: level=2 type=unified bytes=4194304"},
     {"# asked_cores"}},
};

START_TEST(a_missing_sysctl_is_no_error)
{
	int kind = _i % KINDS, row = _i / KINDS;
	char machine[128];
	snprintf(machine, sizeof machine, "MACRUN_MISSING=%s", sysctls[row].missing);
	struct shell ran = probe_run(kind, machine, TINY);
	check_complete(&ran);
	for (int i = 0; i < COUNT(sysctls[row].says) && sysctls[row].says[i] != NULL; i++)
		check_has(&ran, sysctls[row].says[i]);
	for (int i = 0; i < COUNT(sysctls[row].lacks) && sysctls[row].lacks[i] != NULL; i++)
		check_lacks(&ran, sysctls[row].lacks[i]);
	shell_free(&ran);
}
END_TEST

START_TEST(a_missing_product_version_leaves_the_build)
{
	struct shell ran = probe_run(_i, "MACRUN_MISSING=kern.osproductversion", TINY);
	char line[64];
	snprintf(line, sizeof line, "# system: macOS (23A344) %s", kinds[_i].name);
	check_complete(&ran);
	check_has(&ran, line);
	shell_free(&ran);
}
END_TEST

/* Before macOS 12 an Apple processor's levels have no sysctls, and the plain names tell of the slowest cores.
 */
START_TEST(caches_of_the_slowest_cores_are_said_to_be)
{
	struct shell ran = probe_run(0, "MACRUN_MISSING=hw.nperflevels", TINY);
	check_complete(&ran);
	check_has(
	    &ran,
	    "# note: this system does not tell the caches of each performance level: those reported are "
	    "the slowest cores' (hw.nperflevels is missing)");
	shell_free(&ran);
	ran = probe_run(1, "MACRUN_MISSING=hw.nperflevels", TINY);
	check_complete(&ran);
	check_lacks(&ran, "# note:");
	shell_free(&ran);
}
END_TEST

START_TEST(a_translated_program_says_so)
{
#define TRANSLATED                                                                                           \
	"this x86_64 program is translated by Rosetta: for this machine's own caches use the arm64 one"
	struct shell ran = probe_run(1, "MACRUN_TRANSLATED=1", TINY);
	ck_assert_int_eq(ran.status, 1);
	ck_assert_str_eq(ran.out, "");
	ck_assert_str_eq(
	    ran.error,
	    "probe: Rosetta translates this program, so that it would measure the translation too; "
	    "expected the program for arm64, or --rosetta to measure all the same\n");
	shell_free(&ran);
	ran = probe_run(1, "MACRUN_TRANSLATED=1", TINY "--rosetta");
	check_complete(&ran);
	check_has(&ran, "# note: " TRANSLATED);
	ck_assert_str_eq(ran.error, "probe: note: " TRANSLATED "\n");
	shell_free(&ran);
}
END_TEST

/* ---- what reduce makes of it ---- */

/* Runs the tiny plan into a file, reads it back, and reduces it; what reduce printed. */
static struct shell reduce_run(int kind, const char *machine, const char *options, struct shell *capture)
{
	char *folder = shell_folder(), *into;
	size_t size = strlen(options) + strlen(folder) + 32;
	into = malloc(size);
	ck_assert_ptr_nonnull(into);
	snprintf(into, size, "%s -o '%s/mac.csv'", options, folder);
	struct shell ran = probe_run(kind, machine, into);
	ck_assert_msg(ran.status == 0, "status %d: %s", ran.status, ran.error);
	shell_free(&ran);
	*capture = shell_run("cat '%s/mac.csv'", folder);
	check_complete(capture);
	struct shell reduced =
	    shell_run("'%s/reduce' --full -o '%s' '%s/mac.csv'", shell_build(), folder, folder);
	ck_assert_msg(reduced.status == 0, "status %d: %s", reduced.status, reduced.error);
	struct shell written =
	    shell_run("test -s '%s/mac.points.csv' && test -s '%s/mac.findings.csv'", folder, folder);
	ck_assert_int_eq(written.status, 0);
	shell_free(&written);
	free(into);
	shell_remove(folder);
	return reduced;
}

/* Away and back: the end points agree in every trial, and the counters alone show the trip. */
/* What a person reads of the state, and of a virtual machine. */
START_TEST(a_state_that_disturbs_is_told)
{
	struct shell capture,
	    reduced =
	        reduce_run(_i, "MACRUN_LOW_POWER=1 MACRUN_VIRTUAL=1 MACRUN_COUNTERS=zero", TINY, &capture);
	ck_assert_ptr_nonnull(strstr(capture.out, " virtual=1\n"));
	ck_assert_msg(strstr(reduced.out,
	                     "state: low power mode was on; the power came from the battery; heat held "
	                     "the processor to 60 per cent of its speed; memory was short (warning); "
	                     "the probe ran in a virtual machine\n") != NULL,
	              "%.3000s", reduced.out);
	shell_free(&capture);
	shell_free(&reduced);
	reduced = reduce_run(_i, "", TINY, &capture);
	ck_assert_ptr_null(strstr(reduced.out, "state: "));
	shell_free(&capture);
	shell_free(&reduced);
}
END_TEST

/* A pass in page order claims nothing, whatever its curve looks like, and the answer says what it is for
 * (O2). */
START_TEST(page_order_claims_no_size)
{
	char *folder = shell_folder();
	struct shell told = shell_run(
	    "export MACSIM_BUILD='%s/macsim'; tests/macsim/run '%s/probe-macos-%s' --preset page --quick --target-ms 1 "
	    "--spin-ms 0 --rounds 2 --trials 1 --max 256K --no-controls --qos background -o '%s/mac.csv' 2>&1 && "
	    "'%s/reduce' -o '%s' '%s/mac.csv' && awk -F, '$NF == \"page\" && $3 != \"refused\" && /^(knee|capacity|"
	    "lower_bound),/' '%s/mac.findings.csv'; grep -c ',page$' '%s/mac.findings.csv'",
	    shell_build(), shell_build(), kinds[_i].name, folder, shell_build(), folder, folder, folder,
	    folder);
	ck_assert_str_eq(told.error, "");
	ck_assert_msg(
	    strstr(told.out,
	           "beside it page: in page order, for the cause alone; it claims no size (O2)\n") != NULL,
	    "%s", told.out);
	/* The last line counts the findings of that pass; none stands before it. */
	const char *count = strrchr(told.out, '\n');
	ck_assert_ptr_nonnull(count);
	while (count > told.out && count[-1] != '\n')
		count--;
	ck_assert_int_gt(strtol(count, NULL, 10), 0);
	ck_assert_ptr_null(strstr(told.out, "\ncapacity,"));
	ck_assert_ptr_null(strstr(told.out, "\nknee,"));
	ck_assert_ptr_null(strstr(told.out, "\nlower_bound,"));
	shell_free(&told);
	shell_remove(folder);
}
END_TEST

START_TEST(a_trip_shows_in_the_counters)
{
	struct shell capture, reduced = reduce_run(_i, "MACRUN_TRIP=3", TINY "--qos background", &capture);
	int trips = 0, rows = 0;
	char says[128];
	for (const char *row = capture.out; (row = row_next(row, "sweep")) != NULL; rows++) {
		ck_assert_int_eq(row_field(row, CAPTURE_CPU_BEFORE), 1);
		ck_assert_int_eq(row_field(row, CAPTURE_CPU_AFTER), 1);
		trips +=
		    row_field(row, CAPTURE_LEVEL_CYCLES_0) > 0 && row_field(row, CAPTURE_LEVEL_CYCLES_1) > 0;
		ck_assert_int_eq(row_field(row, CAPTURE_LEVEL_CYCLES_0) +
		                     row_field(row, CAPTURE_LEVEL_CYCLES_1),
		                 row_field(row, CAPTURE_CYCLES));
	}
	/* The counters are read once at first and twice a trial, so that every third reading ends trials 1,
	 * 4, 7, 10. */
	ck_assert_int_eq(rows, 10);
	ck_assert_int_eq(trips, 4);
	snprintf(says, sizeof says, "%d moved (0 seen on two processors, %d on two performance levels)",
	         trips, trips);
	ck_assert_msg(strstr(reduced.out, says) != NULL, "no \"%s\" in\n%s", says, reduced.out);
	shell_free(&capture);
	shell_free(&reduced);
}
END_TEST

START_TEST(a_migration_shows_in_the_processors)
{
	struct shell capture, reduced = reduce_run(_i, "MACRUN_MIGRATE=3", TINY "--qos background", &capture);
	int moved = 0;
	char says[128];
	for (const char *row = capture.out; (row = row_next(row, "sweep")) != NULL;)
		moved += row_field(row, CAPTURE_CPU_BEFORE) != row_field(row, CAPTURE_CPU_AFTER);
	/* Of twenty readings the third, the sixth, ... the eighteenth answer 5. */
	ck_assert_int_eq(moved, 6);
	snprintf(says, sizeof says, "%d moved (%d seen on two processors", moved, moved);
	ck_assert_msg(strstr(reduced.out, says) != NULL, "no \"%s\" in\n%s", says, reduced.out);
	shell_free(&capture);
	shell_free(&reduced);
}
END_TEST

/* ---- the clock ---- */

static const struct {
	const char *machine, *says;
} clocks[] = {
    {"", "# timer_nominal: 125/3"},
    {"MACRUN_CLOCK=1/1", "# timer_nominal: 1/1"},
};

/* Whatever a tick is called, readings differ by whole steps of 125/3 ns, and nothing is 41.67 times too long.
 */
START_TEST(a_clock_steps_by_its_ticks)
{
	struct timespec before, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	struct shell ran = probe_run(_i % KINDS, clocks[_i / KINDS].machine, TINY);
	clock_gettime(CLOCK_MONOTONIC, &after);
	int64_t wall_ns =
	    (int64_t)(after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
	int gaps = 0;
	check_complete(&ran);
	check_has(&ran, clocks[_i / KINDS].says);
	for (const char *row = ran.out; (row = row_next(row, "timer")) != NULL; gaps++) {
		int64_t thirds = 3 * row_field(row, CAPTURE_ELAPSED_NS), off = (thirds + 62) % 125 - 62;
		ck_assert_int_gt(thirds, 0);
		/* Each end of a gap is rounded to whole nanoseconds, so that three times the gap is at most
		 * two off. */
		ck_assert_int_le(off < 0 ? -off : off, 2);
	}
	ck_assert_int_eq(gaps, 101);
	int64_t sum_ns = 0, processor_ns = 0;
	for (const char *row = ran.out; (row = row_next(row, "sweep")) != NULL;) {
		sum_ns += row_field(row, CAPTURE_ELAPSED_NS);
		processor_ns += row_field(row, CAPTURE_CPU_TIME_NS);
		ck_assert_int_lt(row_field(row, CAPTURE_STARTED_NS), wall_ns);
	}
	ck_assert_int_le(sum_ns, wall_ns);
	/* The processor time is on another clock, and is read around the block. */
	ck_assert_int_gt(processor_ns, 0);
	ck_assert_int_lt(processor_ns, 20 * sum_ns);
	shell_free(&ran);
}
END_TEST

/* ---- options ---- */

static const struct {
	const char *options, *says;
} refusals[] = {
    {"--cpu 3", "probe: --cpu: is for Linux: macOS holds no thread on one processor; --qos steers here\n"},
    {"--huge", "probe: --huge: is for Linux: macOS gives no larger pages on Apple silicon, and none are "
               "asked for on Intel\n"},
};

START_TEST(an_option_that_macos_lacks_is_refused)
{
	struct shell ran = probe_run(_i % KINDS, "", refusals[_i / KINDS].options);
	ck_assert_int_eq(ran.status, 2);
	ck_assert_str_eq(ran.error, refusals[_i / KINDS].says);
	ck_assert_str_eq(ran.out, "");
	shell_free(&ran);
}
END_TEST

/* A signal ends the run between two pieces of a block: what was finished stays, and the last line says so. */
START_TEST(a_stopped_probe_ends_its_capture)
{
	char *folder = shell_folder();
	struct shell ran = shell_run(
	    "export MACSIM_BUILD='%s/macsim'; file='%s/mac.csv'; tests/macsim/run '%s/probe-macos-%s' "
	    "--spin-ms 0 --max 1M --no-adjacency --no-controls -o $file & probe=$!; for i in $(seq 600); do grep -q "
	    "^sweep $file && break; sleep 0.1; done 2>/dev/null; kill -TERM $probe; wait $probe; "
	    "status=$?; cat $file; exit $status",
	    shell_build(), folder, shell_build(), kinds[_i].name);
	ck_assert_int_eq(ran.status, 128 + 15);
	ck_assert_str_eq(ran.error, "probe: stopped by signal 15; every finished trial is in the capture\n");
	ck_assert_ptr_nonnull(row_next(ran.out, "sweep"));
	check_has(&ran, "# end: interrupted");
	check_lacks(&ran, "# end: complete");
	shell_free(&ran);
	shell_remove(folder);
}
END_TEST

/* ---- presets ---- */

static const char *const presets[] = {"m4", "tiers", "page", "private", "crowded", "quick"};

/* Cycles have odd numbers of nodes, and where pairs are measured their words are their own. */
static void check_cycles(const struct shell *capture)
{
	size_t pairs = 0;
	for (const char *row = capture->out; (row = row_next(row, "sweep")) != NULL;)
		ck_assert_int_eq(row_field(row, CAPTURE_NODES) % 2, 1);
	for (const char *row = capture->out; (row = row_next(row, "adjacency")) != NULL; pairs++)
		ck_assert_int_eq(row_field(row, CAPTURE_SITES) % 2, 1);
	if (pairs > 0)
		check_has(capture, "# adjacency_words: own");
}

START_TEST(a_preset_runs_and_reduces)
{
	char options[256];
	snprintf(
	    options, sizeof options,
	    "--preset %s --quick --target-ms 1 --spin-ms 0 --rounds 2 --trials 1 --max 256K --no-controls --qos background",
	    presets[_i / KINDS]);
	struct shell capture, reduced = reduce_run(_i % KINDS, "", options, &capture);
	bool crowded = false;
	for (const char *row = capture.out; (row = row_next(row, "sweep")) != NULL;) {
		/* Switches and faults are the whole process's: beside competitors they are nobody's. */
		bool alone = row_field(row, CAPTURE_COMPETITORS) == 0;
		crowded = crowded || !alone;
		ck_assert_int_eq(row_field(row, CAPTURE_SWITCHES) >= 0, alone);
		ck_assert_int_eq(row_field(row, CAPTURE_FAULTS) >= 0, alone);
	}
	ck_assert_int_eq(crowded, strcmp(presets[_i / KINDS], "private") == 0 ||
	                              strcmp(presets[_i / KINDS], "crowded") == 0);
	check_cycles(&capture);
	/* A competitor runs in the chase's class. */
	if (crowded)
		check_column(&capture, "competitor", CAPTURE_CPU_BEFORE, 1);
	ck_assert_ptr_nonnull(strstr(reduced.out, "MacSim1,1"));
	shell_free(&capture);
	shell_free(&reduced);
}
END_TEST

/* ---- what a person with a Mac gets ---- */

static uint32_t number_at(const struct shell *file, uint32_t at, bool big_endian)
{
	ck_assert_uint_le((size_t)at + 4, file->out_length);
	const unsigned char *byte = (const unsigned char *)file->out + at;
	return big_endian
	           ? (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3]
	           : (uint32_t)byte[3] << 24 | (uint32_t)byte[2] << 16 | (uint32_t)byte[1] << 8 | byte[0];
}

/* The offset of the signature in the file, from the load command LC_CODE_SIGNATURE; 0 where there is none. */
static uint32_t signature_find(const struct shell *file)
{
	enum { HEADER_BYTES = 32, COMMAND_COUNT = 16, CODE_SIGNATURE = 0x1d };
	uint32_t at = HEADER_BYTES;
	for (uint32_t i = number_at(file, COMMAND_COUNT, false); i > 0; i--) {
		if (number_at(file, at, false) == CODE_SIGNATURE)
			return number_at(file, at + 8, false);
		at += number_at(file, at + 4, false);
	}
	return 0;
}

/* Apple silicon starts no program without a signature, and stops one whose pages differ from it. The
 * signature is a list of blobs, the first its code directory, which holds a SHA-256 of each page; all its
 * numbers are big-endian. */
START_TEST(a_program_bears_a_signature_that_holds)
{
	enum { ADHOC = 2, HASH_BYTES = 32 };
	char path[4096];
	snprintf(path, sizeof path, "%s/probe-macos-%s", shell_build(), kinds[_i].name);
	struct shell file = shell_run("cat '%s'", path);
	uint32_t blobs = signature_find(&file);
	ck_assert_uint_ne(blobs, 0);
	ck_assert_uint_eq(number_at(&file, blobs, true), UINT32_C(0xfade0cc0));
	uint32_t directory = blobs + number_at(&file, blobs + 16, true);
	ck_assert_uint_eq(number_at(&file, directory, true), UINT32_C(0xfade0c02));
	ck_assert_uint_ne(number_at(&file, directory + 12, true) & ADHOC, 0);
	uint32_t hashes = directory + number_at(&file, directory + 16, true),
	         pages = number_at(&file, directory + 28, true),
	         signed_bytes = number_at(&file, directory + 32, true);
	uint32_t page_bytes = UINT32_C(1) << (number_at(&file, directory + 36, true) & 0xff);
	ck_assert_uint_eq(signed_bytes, blobs);
	ck_assert_uint_eq(pages, (signed_bytes + page_bytes - 1) / page_bytes);
	char *folder = shell_folder();
	struct shell sums = shell_run("head -c %" PRIu32 " '%s' | split -b %" PRIu32 " -a 4 - '%s/page' && "
	                              "sha256sum '%s'/page*",
	                              signed_bytes, path, page_bytes, folder, folder);
	uint32_t count = 0;
	for (const char *at = sums.out; (at = strchr(at, '\n')) != NULL; at++)
		count++;
	ck_assert_uint_eq(count, pages);
	for (uint32_t page = 0; page < pages; page++) {
		char expected[2 * HASH_BYTES + 1];
		for (uint32_t i = 0; i < HASH_BYTES; i++)
			snprintf(expected + 2 * i, 3, "%02x",
			         (unsigned)(unsigned char)file.out[hashes + page * HASH_BYTES + i]);
		/* A line of sha256sum is 64 digits and more. */
		const char *line = sums.out;
		for (uint32_t before = 0; before < page; before++)
			line = strchr(line, '\n') + 1;
		ck_assert_int_eq(strncmp(line, expected, 2 * HASH_BYTES), 0);
	}
	shell_free(&sums);
	shell_remove(folder);
	shell_free(&file);
}
END_TEST

static void check_ran(struct shell ran)
{
	ck_assert_msg(ran.status == 0, "status %d: %.1500s%.1500s", ran.status, ran.out, ran.error);
	shell_free(&ran);
}

/* Names that nothing may hold that is written, packed or suggested. */
#define TELLING                                                                                              \
	"export USER=tellinguser LOGNAME=tellinguser HOST=tellinghost HOSTNAME=tellinghost HOME=/tellinguser; "

/* The archive is the same when it is made again, holds the programs as built, and its sources build by
 * `make`. Neither it, unpacked, nor the page of instructions beside it holds a user, a host or this folder.
 */
START_TEST(the_archive_is_whole)
{
	char *folder = shell_folder(), *build = realpath(shell_build(), NULL);
	ck_assert_ptr_nonnull(build);
	check_ran(shell_run("set -e; " TELLING
	                    "MAKEFLAGS= MAKELEVEL= make out='%s' dist; cp '%s'/cachestair-probe-*.tar.gz "
	                    "'%s/first.tar.gz'; MAKEFLAGS= MAKELEVEL= make out='%s' dist; cmp "
	                    "'%s'/cachestair-probe-*.tar.gz '%s/first.tar.gz'",
	                    build, build, folder, build, build, folder));
	check_ran(shell_run(
	    "set -e; cd '%s'; tar xzf first.tar.gz; cd cachestair-probe-*; cmp probe-macos-arm64 "
	    "'%s/probe-macos-arm64'; cmp probe-macos-x86_64 '%s/probe-macos-x86_64'; MAKEFLAGS= MAKELEVEL= "
	    "make CFLAGS=-O1; test \"$(./cachestair-probe --version)\" = \"$('%s/probe' --version)\"; sh "
	    "-n collect.sh; sh -n measure.sh; grep -q 'sh measure.sh' INSTRUCTIONS.txt",
	    folder, build, build, build));
	struct shell found = shell_run(
	    "here=$PWD; cd '%s'; gzip -dc first.tar.gz >first.tar && cat first.tar first.tar.gz "
	    "'%s'/cachestair-probe-*.txt >all; wc -c <all | tr -d ' '; for word in telling \"$here/probe\" '%s' '%s'; do "
	    "LC_ALL=C grep -a -o -i -F -e \"$word\" all; done; tar tvf first.tar | grep -v ' 0/0  *[0-9]'",
	    folder, build, build, folder);
	ck_assert_int_gt(strtol(found.out, NULL, 10), 1 << 18);
	ck_assert_msg(strlen(found.out) < 10, "%s", found.out);
	shell_free(&found);
	free(build);
	shell_remove(folder);
}
END_TEST

/* The archive's own command, in a folder that holds its scripts and `mac`, a program that runs the probe on
 * the simulated Mac with a short plan, and fails beside competitors while there is a file `broken`. */
static void measure_prepare(const char *folder, int kind)
{
	char *build = realpath(shell_build(), NULL);
	ck_assert_ptr_nonnull(build);
	check_ran(shell_run(
	    "mkdir -p '%s' && cp probe/collect.sh probe/measure.sh probe/archive.sh '%s' && cd '%s' && touch broken && (echo '#!/bin/sh'; "
	    "echo '[ -e broken ] && case $* in *competitors*) exit 9 ;; esac'; echo \"export "
	    "MACSIM_BUILD='%s/macsim'\"; echo \"exec '$OLDPWD/tests/macsim/run' '%s/probe-macos-%s'\" "
	    "'\"$@\" --target-ms 1 --rounds 1 --trials 1 --spin-ms 0 --max 64K --no-adjacency --no-controls') >mac && "
	    "chmod +x mac",
	    folder, folder, folder, build, build, kinds[kind].name));
	free(build);
}

/* Every pass of a Mac's goes into one folder and one file. A pass that fails is named; run again, the same
 * command keeps what is finished and measures the rest. */
START_TEST(a_mac_is_measured_by_one_command)
{
	static const char *const passes[] = {"background",          "interactive",
	                                     "background-page",     "interactive-page",
	                                     "interactive-crowded", "interactive-private"};
	char *outer = shell_folder(), folder[4200];
	snprintf(folder, sizeof folder, "%s/tellingfolder", outer);
	measure_prepare(folder, _i);
	struct shell broken = shell_run(TELLING "cd '%s' && sh measure.sh ./mac mac >first.said", folder);
	ck_assert_int_eq(broken.status, 1);
	ck_assert_ptr_nonnull(strstr(broken.error, "the pass interactive-crowded failed"));
	shell_free(&broken);
	check_ran(shell_run("cd '%s' && rm broken && cp captures/*/background.csv kept", folder));
	struct shell again = shell_run(TELLING "cd '%s' && sh measure.sh ./mac mac 2>&1 | tee said", folder);
	ck_assert_msg(again.status == 0, "status %d: %.3000s", again.status, again.out);
	ck_assert_ptr_nonnull(strstr(again.out, "2 passes into captures/"));
	ck_assert_ptr_nonnull(strstr(again.out, "\nbackground: done before\n"));
	ck_assert_ptr_nonnull(strstr(again.out, "send the file cachestair-captures.tar.gz"));
	shell_free(&again);
	check_ran(shell_run("cd '%s' && mkdir sent && cd sent && tar xzf ../cachestair-captures.tar.gz && "
	                    "cmp captures/*/background.csv ../kept",
	                    folder));
	for (int i = 0; i < COUNT(passes); i++) {
		struct shell pass = shell_run("cat '%s'/sent/captures/*/%s.csv", folder, passes[i]);
		check_complete(&pass);
		check_has(&pass, passes[i][0] == 'b' ? "# got_qos: background" : "# got_qos: interactive");
		shell_free(&pass);
	}
	/* Every byte that was written, packed or said; the probe's own page of controls too. */
	struct shell found = shell_run(
	    TELLING
	    "cd '%s' && sed 's/ --no-controls//' mac >own && sh ./own --controls --qos background >page; grep -c 'Controls of cachestair' page; grep -c '6 passes "
	    "into captures/' first.said; gzip -dc cachestair-captures.tar.gz >sent.tar && cat captures/*/*.csv "
	    "cachestair-captures.tar.gz sent.tar said first.said page >all; LC_ALL=C grep -a -o -i -e telling -e '%s' all; tar tvf "
	    "sent.tar | grep -v ' 0/0  *[0-9]'",
	    folder, outer);
	ck_assert_str_eq(found.out, "1\n1\n");
	shell_free(&found);
	shell_remove(outer);
}
END_TEST

/* ---- the simulated Mac itself ---- */

static const char *const misspelt[] = {"MACRUN_LEVELS=4",     "MACRUN_ORDER=level", "MACRUN_PROGRAMS=slow",
                                       "MACRUN_QOS=refuse",   "MACRUN_CLOCK=2",     "MACRUN_TRIP=0",
                                       "MACRUN_COUNTERS=none"};

START_TEST(a_machine_that_is_not_known_is_refused)
{
	struct shell ran = probe_run(1, misspelt[_i], "--version");
	ck_assert_int_eq(ran.status, 125);
	ck_assert_ptr_nonnull(strstr(ran.error, "no such machine"));
	shell_free(&ran);
}
END_TEST

Suite *macos_suite(void)
{
	Suite *suite = suite_create("macos");
	TCase *cases = tcase_create("simulated");
	tcase_set_tags(cases, "plain");
	find_why_skipped();
	if (skipped[0] != '\0')
		return suite;
	tcase_set_timeout(cases, 120);
	tcase_add_unchecked_fixture(cases, build_probes, NULL);
	tcase_add_loop_test(cases, a_class_is_set_checked_and_recorded, 0, KINDS * COUNT(classes));
	tcase_add_loop_test(cases, a_machine_says_what_it_is, 0, KINDS);
	tcase_add_loop_test(cases, three_levels_are_told_apart, 0, KINDS);
	tcase_add_loop_test(cases, clusters_are_recorded, 0, KINDS);
	tcase_add_loop_test(cases, either_order_of_the_counters_is_found_out, 0, 2 * KINDS);
	tcase_add_loop_test(cases, an_order_that_cannot_be_found_out_is_not_told, 0, KINDS);
	tcase_add_loop_test(cases, the_state_is_recorded_at_both_ends, 0, KINDS * COUNT(states));
	tcase_add_loop_test(cases, a_state_that_disturbs_is_told, 0, KINDS);
	tcase_add_loop_test(cases, a_class_that_the_system_caps_is_said, 0, KINDS);
	tcase_add_loop_test(cases, a_crowd_fits_its_tier, 0, KINDS);
	tcase_add_loop_test(cases, controls_run_on_a_mac, 0, 2 * KINDS);
	tcase_add_loop_test(cases, one_level_needs_no_name, 0, KINDS);
	tcase_add_loop_test(cases, counters_that_are_not_there_are_not_zero, 0,
	                    KINDS * COUNT(without_counters));
	tcase_add_loop_test(cases, a_refused_class_ends_the_run, 0, KINDS);
	tcase_add_loop_test(cases, a_class_that_was_reset_is_said, 0, KINDS);
	tcase_add_loop_test(cases, a_missing_sysctl_is_no_error, 0, KINDS * COUNT(sysctls));
	tcase_add_loop_test(cases, a_missing_product_version_leaves_the_build, 0, KINDS);
	cases_add(cases, caches_of_the_slowest_cores_are_said_to_be, a_translated_program_says_so);
	tcase_add_loop_test(cases, page_order_claims_no_size, 0, KINDS);
	tcase_add_loop_test(cases, a_trip_shows_in_the_counters, 0, KINDS);
	tcase_add_loop_test(cases, a_migration_shows_in_the_processors, 0, KINDS);
	tcase_add_loop_test(cases, a_clock_steps_by_its_ticks, 0, KINDS * COUNT(clocks));
	tcase_add_loop_test(cases, an_option_that_macos_lacks_is_refused, 0, KINDS * COUNT(refusals));
	tcase_add_loop_test(cases, a_stopped_probe_ends_its_capture, 0, KINDS);
	tcase_add_loop_test(cases, a_preset_runs_and_reduces, 0, KINDS * COUNT(presets));
	tcase_add_loop_test(cases, a_program_bears_a_signature_that_holds, 0, KINDS);
	tcase_add_test(cases, the_archive_is_whole);
	tcase_add_loop_test(cases, a_mac_is_measured_by_one_command, 0, KINDS);
	cases_add_rows(cases, a_machine_that_is_not_known_is_refused, misspelt);
	suite_add_tcase(suite, cases);
	return suite;
}
