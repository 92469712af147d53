/* Tests of one answer for a machine (reduce/join/machine, roster, reduce/write/machine_answer,
 * machine_table): over summaries made by hand, with small numbers that every expected line can be worked out
 * from, and over committed captures cut in two, where what is found across the halves is what the whole
 * capture finds. */
#include "../reduce/join/machine.h"
#include "../reduce/join/roster.h"
#include "../reduce/write/machine_answer.h"
#include "../reduce/write/machine_table.h"
#include "cases.h"
#include "sample.h"
#include "shell.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAPTURED(summary, key, value) sample_header(summary, SUMMARY_CAPTURE_PREFIX key, value)
#define PASS "random"
#define ADD(summary, kind, level, status, value, low, high, reported, rule, reason)                          \
	sample_finding(summary, kind, level, status, value, low, high, reported, rule, reason, PASS)

/* A pass of a box with an L1d of 32 KiB and an L2 of 4 MiB, at 2 GHz; its two points have 15 trials each. */
static void begin_pass(struct summary *summary, const char *name, const char *began)
{
	sample_header(summary, SUMMARY_KEY_NAME, name);
	sample_header(summary, SUMMARY_KEY_RULES, "3");
	CAPTURED(summary, "machine", "Box");
	CAPTURED(summary, "processor", "Chip");
	CAPTURED(summary, "label", "lab-1");
	CAPTURED(summary, "began", began);
	CAPTURED(summary, "cache", "level=1 type=data bytes=32768 shared=1");
	CAPTURED(summary, "cache", "level=2 type=unified bytes=4194304 shared=1");
	sample_point(summary, 8192, 1, 1, "", PASS);
	sample_point(summary, 67108864, 100, 3, "", PASS);
	ADD(summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 2, 8192, 67108864, NAN, "", "30 trials counted");
	ADD(summary, FINDING_CLOCK, 0, STATUS_ACCEPTED, 2, 2, 2, NAN, "", "");
	ADD(summary, FINDING_HIERARCHY, 0, STATUS_ACCEPTED, 3, NAN, NAN, NAN, "L2", "");
}

/* A level of that time, and the knee that ends it with its claim. */
static void add_level(struct summary *summary, uint64_t level, enum status status, double time_ns,
                      double knee, double low, double high, const char *rule)
{
	double reported = level == 1 ? 32768 : 4194304;
	ADD(summary, FINDING_LEVEL, level, STATUS_ACCEPTED, time_ns, NAN, NAN, NAN, "M3", "");
	ADD(summary, FINDING_KNEE, level, status, knee, NAN, NAN, reported,
	    status == STATUS_ACCEPTED ? "K1" : rule, "");
	ADD(summary, FINDING_CAPACITY, level, status, NAN, low, high, NAN,
	    status == STATUS_ACCEPTED ? rule : "Z1", "");
}

static void add_last(struct summary *summary, uint64_t level, double time_ns)
{
	ADD(summary, FINDING_LEVEL, level, STATUS_ACCEPTED, time_ns, NAN, NAN, NAN, "M3", "");
}

static char *printed(const struct machine *tiers, size_t count)
{
	FILE *file = tmpfile();
	char *text = calloc(1, 65536);
	ck_assert(file != NULL && text != NULL);
	ck_assert_int_eq(machine_answer_print(file, tiers, count, false), 0);
	rewind(file);
	ck_assert_uint_gt(fread(text, 1, 65535, file), 0);
	fclose(file);
	return text;
}

static void check_has(const char *text, const char *line)
{
	ck_assert_msg(strstr(text, line) != NULL, "no \"%s\" in:\n%s", line, text);
}

/* Three passes. Level 1: 30 to 33.5 KiB (30720 to 34304) by E1 is the narrowest of two. Level 2 is accepted
 * once, 1 to 2 MiB; refused at a knee of 3 MiB, which is 2.4 times 1.25 MiB; and the third pass is refused
 * whole. */
static void make_three(struct summary passes[3])
{
	begin_pass(&passes[0], "one", "2026-11-30T10:00:00Z");
	add_level(&passes[0], 1, STATUS_ACCEPTED, 1.5, 32000, 27000, 38000, "E2");
	add_level(&passes[0], 2, STATUS_ACCEPTED, 4, 1310720, 1048576, 2097152, "E2");
	add_last(&passes[0], 3, 100);
	begin_pass(&passes[1], "two", "2026-12-02T09:00:00Z");
	add_level(&passes[1], 1, STATUS_ACCEPTED, 1, 32500, 30720, 34304, "E1");
	add_level(&passes[1], 2, STATUS_REFUSED, 4.5, 3145728, 1572864, 4194304, "K3 M1");
	add_last(&passes[1], 3, 90);
	/* 80 to 96 and 92 to 112 pages overlap in 92 to 96; a refused reach does not count. */
	ADD(&passes[0], FINDING_REACH, 1, STATUS_ACCEPTED, 2, 80, 96, NAN, "W1", "");
	ADD(&passes[1], FINDING_REACH, 1, STATUS_ACCEPTED, 2, 92, 112, NAN, "W1", "");
	ADD(&passes[1], FINDING_REACH, 2, STATUS_ACCEPTED, 9, 1500, 1600, NAN, "W1", "");
	ADD(&passes[0], FINDING_REACH, 2, STATUS_REFUSED, 9, 300, 400, NAN, "W1", "");
	sample_header(&passes[2], SUMMARY_KEY_NAME, "bad");
	sample_header(&passes[2], SUMMARY_KEY_RULES, "3");
	CAPTURED(&passes[2], "machine", "Box");
	CAPTURED(&passes[2], "processor", "Chip");
	CAPTURED(&passes[2], "label", "lab-1");
	CAPTURED(&passes[2], "began", "2026-12-01T09:00:00Z");
	CAPTURED(&passes[2], "cache", "level=1 type=data bytes=32768 shared=1");
	CAPTURED(&passes[2], "cache", "level=2 type=unified bytes=4194304 shared=1");
	sample_point(&passes[2], 8192, 1, 0, "", PASS);
	ADD(&passes[2], FINDING_SWEEP, 0, STATUS_REFUSED, 1, 8192, 8192, NAN, "T3",
	    "too many failed; 9 of 9");
}

START_TEST(three_passes)
{
	struct summary passes[3] = {{0}};
	const struct summary *captures[3] = {&passes[0], &passes[1], &passes[2]};
	struct machine machine;
	make_three(passes);
	ck_assert_int_eq(machine_join(&machine, captures, 3), 0);
	ck_assert_uint_eq(machine.trials, 75); /* five points of 15 */
	ck_assert_double_eq(machine.clock_ghz, 2);
	static const char expected[] =
	    "Box, Chip\n"
	    "lab-1; 3 captures, 2026-11-30 to 2026-12-02: 3 quiet passes joined (J1), 1 of them refused whole;\n"
	    "clock 2.00 GHz; trials 75, none discarded\n"
	    "\n"
	    "No contradiction. 3 levels, a size claimed for 1, noted for 1. The passes disagree on where level 2\n"
	    "ends. What one pass alone accepts is noted (J1).\n"
	    "\n"
	    "level   accept    ns  cycles  claimed size      rule  pass  reported    inside\n"
	    "------  ------  ----  ------  ----------------  ----  ----  ----------  ------\n"
	    "1       2 of 3  1.00    2.00  30.0 to 33.5 KiB  E1    two   L1d 32 KiB  yes\n"
	    "2       1 of 3  4.00    8.00  1.00 to 2.00 MiB  E2    one   L2 4 MiB    ABOVE\n"
	    "memory  2 of 3  90.0     180  -                 -     -     -           -\n"
	    "\n"
	    "disagree  level 2: knees from 1.25 MiB (one) to 3.00 MiB (two), a factor 2.40; one pass alone is\n"
	    "          accepted\n"
	    "cause     levels 1 and 2: open, cache or translation not distinguished (X1)\n"
	    "reach     translation: 92 to 96 pages (W1), in 2 captures; 1500 to 1600 pages (W1), in 1 capture\n"
	    "core      private or shared was not tried, nor a crowd\n"
	    "granule   no pass accepts one\n"
	    "\n"
	    "refused   level 2    two K3 M1\n"
	    "          whole pass bad T3: too many failed\n"
	    "why       K3: too few rounds repeat the knee; M1: the knee stands apart on the quiet curve\n"
	    "\n"
	    "rules     E1: the edge is sharp. E2: the size is within a factor of the knee.\n"
	    "\n"
	    "next      build/probe --huge --order=both -o both.csv        what ends level 2\n"
	    "          make capture PLAN=full                             tries private or shared, too\n"
	    "all of it the same command with --full                       the rules: build/reduce --rules\n";
	char *text = printed(&machine, 1);
	ck_assert_msg(strcmp(text, expected) == 0, "%s", text);
	free(text);
	machine_free(&machine);
	for (size_t i = 0; i < 3; i++)
		summary_free(&passes[i]);
}
END_TEST

/* The same machine as rows: the knees of level 2 lie at 1.25 and 3 MiB, its reported 4 MiB above its claim.
 */
START_TEST(rows_of_the_table)
{
	struct summary passes[3] = {{0}};
	const struct summary *captures[3] = {&passes[0], &passes[1], &passes[2]};
	struct machine machine;
	make_three(passes);
	ADD(&passes[0], FINDING_CAUSE, 2, STATUS_NOTED, 0.1, NAN, NAN, NAN, "W2", "cache: no reach is near");
	ADD(&passes[0], FINDING_PRIVATE, 2, STATUS_ACCEPTED, 1, 4, 4, NAN, "V1", "private: 4 and 4 ns");
	ADD(&passes[0], FINDING_COMPETITOR, 2, STATUS_ACCEPTED, 0.25, NAN, NAN, NAN, "C1", "holds: it falls");
	ADD(&passes[1], FINDING_GRANULE, 2, STATUS_ACCEPTED, 64, NAN, NAN, NAN, "", "");
	ADD(&passes[1], FINDING_CONTRADICTION, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "R0", "so, and not so");
	ck_assert_int_eq(machine_join(&machine, captures, 3), 0);
	FILE *file = tmpfile();
	char text[4096] = "";
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(machine_table_write(file, &machine, 1), 0);
	rewind(file);
	ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
	fclose(file);
	ck_assert_str_eq(
	    text,
	    "machine,processor,label,cores,level,status,time_ns,cycles,low_bytes,high_bytes,rule,pass,accepted,"
	    "noted,refused,refusing_rules,reported_bytes,inside,cause,core,crowd,granule_bytes,"
	    "disagreement_low_bytes,disagreement_high_bytes,passes,reported_level,cause_status,core_status,"
	    "crowd_fall,knee_low_bytes,knee_high_bytes,refused_whole,captures,first,last,trials,discarded,"
	    "clock_ghz,contradictions,contradiction,unnamed\n"
	    "Box,Chip,lab-1,,1,accepted,1,2,30720,34304,E1,two,2,0,0,,32768,yes,,,holds,64,,,3,L1d,,,,32000,"
	    "32500,1,3,2026-11-30T10:00:00Z,2026-12-02T09:00:00Z,75,0,2,1,\"so, and not so\",\n"
	    "Box,Chip,lab-1,,2,noted,4,8,1048576,2097152,E2,one,1,0,1,K3 M1,4194304,ABOVE,cache,private,"
	    "holds,64,,,3,L2,noted,accepted,0.25,1310720,3145728,1,3,2026-11-30T10:00:00Z,"
	    "2026-12-02T09:00:00Z,75,0,2,1,\"so, and not so\",\n"
	    "Box,Chip,lab-1,,last,noted,90,180,,,,,,,,,,,,,holds,64,,,3,,,,,,,1,3,2026-11-30T10:00:00Z,"
	    "2026-12-02T09:00:00Z,75,0,2,1,\"so, and not so\",\n");
	machine_free(&machine);
	for (size_t i = 0; i < 3; i++)
		summary_free(&passes[i]);
}
END_TEST

/* Two kinds of cores of a Mac, two passes each: a table each, and a row for the cache that it never reports.
 */
START_TEST(two_kinds_of_cores)
{
	struct summary passes[4] = {{0}};
	const struct summary *captures[4];
	struct machine tiers[2];
	struct roster roster;
	for (size_t i = 0; i < 4; i++) {
		char name[2] = {(char)('a' + i), '\0'};
		begin_pass(&passes[i], name, "2026-11-29T10:00:00Z");
		CAPTURED(&passes[i], "system", "macOS 15.1 arm64");
		CAPTURED(&passes[i], "asked_qos", i % 2 == 0 ? "interactive" : "background");
		add_level(&passes[i], 1, STATUS_ACCEPTED, i % 2 == 0 ? 1 : 2, 32500, 30720, 34304, "E1");
		add_last(&passes[i], 2, 100);
	}
	ck_assert_int_eq(roster_make(&roster, passes, 4), 0);
	ck_assert_uint_eq(roster.machine_count, 1);
	ck_assert_uint_eq(roster.tier_count, 2);
	for (size_t i = 0; i < 4; i++)
		captures[i] = &passes[roster.captures[i]];
	for (size_t t = 0; t < 2; t++)
		ck_assert_int_eq(
		    machine_join(&tiers[t], &captures[roster.tiers[t].first], roster.tiers[t].count), 0);
	char *text = printed(tiers, 2);
	check_has(text, "Box, Chip, macOS 15.1\n"
	                "lab-1; 4 captures, 2026-11-29: 2 and 2 quiet passes joined (J1); trials 120, none "
	                "discarded\n"
	                "\n"
	                "No contradiction. 2 kinds of cores, 2 and 2 levels, a size claimed for 1 and 1.\n"
	                "\n"
	                "cores     interactive; 2.00 GHz\n"
	                "level   accept    ns  cycles  claimed size      rule  pass  reported    inside\n"
	                "------  ------  ----  ------  ----------------  ----  ----  ----------  ------\n"
	                "1       2 of 2  1.00    2.00  30.0 to 33.5 KiB  E1    a     L1d 32 KiB  yes\n"
	                "SLC?    0 of 2     -       -  NOT ESTABLISHED   S1    -     -           -\n"
	                "memory  2 of 2   100     200  -                 -     -     -           -\n"
	                "\n"
	                "cores     background; 2.00 GHz\n");
	check_has(text, "1       2 of 2  2.00    4.00  30.0 to 33.5 KiB  E1    b     L1d 32 KiB  yes\n");
	check_has(text, "SLC       not established by this access pattern (S1): that is no proof");
	free(text);
	for (size_t t = 0; t < 2; t++)
		machine_free(&tiers[t]);
	roster_free(&roster);
	for (size_t i = 0; i < 4; i++)
		summary_free(&passes[i]);
}
END_TEST

/* Ten passes refuse level 2, seven under K3 alone, three under K3 and M1: K3 ten times, M1 three times. One
 * pass of one machine is noted at best; claims that do not overlap are told with both. */
START_TEST(many_refusals_and_claims_apart)
{
	struct summary passes[12] = {{0}};
	const struct summary *captures[12];
	struct machine machine;
	for (size_t i = 0; i < 12; i++) {
		char name[8];
		captures[i] = &passes[i];
		snprintf(name, sizeof name, "p%02zu", i);
		begin_pass(&passes[i], name, "2026-11-29T10:00:00Z");
		/* 30 to 33.5 KiB, but the last 40 to 45 KiB, with a claim over both in the one before. */
		add_level(&passes[i], 1, STATUS_ACCEPTED, 1, i == 11 ? 43000 : 32000, i == 11 ? 40960 : 30720,
		          i == 11   ? 46080
		          : i == 10 ? 41984
		                    : 34304,
		          "E2");
		add_level(&passes[i], 2, i < 10 ? STATUS_REFUSED : STATUS_ACCEPTED, 4, 1310720, 1048576,
		          2097152,
		          i >= 10  ? "E2"
		          : i >= 7 ? "K3 M1"
		                   : "K3");
		add_last(&passes[i], 3, 100);
	}
	ADD(&passes[0], FINDING_CONTROL, 0, STATUS_ACCEPTED, 1, NAN, NAN, NAN, "Q2", "site");
	ADD(&passes[1], FINDING_CONTROL, 0, STATUS_REFUSED, 1.5, NAN, NAN, NAN, "Q2", "failed: site");
	ADD(&passes[1], FINDING_CONTROL, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "Q1", "clock");
	ck_assert_int_eq(machine_join(&machine, captures, 12), 0);
	char *text = printed(&machine, 1);
	check_has(text, "The passes disagree on where level 1 ends.");
	check_has(
	    text,
	    "a factor 1.34; claims 30.0 to 33.5\n          KiB (E2, p00) against 40.0 to 45.0 KiB (E2, p11)\n");
	check_has(text, "refused   level 2    10 passes: K3 10, M1 3\n");
	check_has(text, "controls  Q2 1 of 2 passed; Q1 not judged\n");
	ck_assert_int_eq(machine_status(&machine, 0), STATUS_NOTED); /* the passes disagree */
	ck_assert_int_eq(machine_status(&machine, 1), STATUS_ACCEPTED);
	free(text);
	machine_free(&machine);
	for (size_t i = 0; i < 12; i++)
		summary_free(&passes[i]);
}
END_TEST

/* Machines in the order of their first captures, each with its captures in order; of one name, numbered. */
START_TEST(captures_sort_into_machines)
{
	static const char *const labels[] = {"b, x", "a", "B", "a", "b", "c"};
	static const char *const processors[] = {"One", "One", "One", "Two", "One", "One"};
	static const size_t order[] = {0, 4, 1, 2, 3, 5};
	static const char *const names[] = {"b", "a", "B_2", "a_2", "c"};
	struct summary summaries[6] = {{0}};
	struct roster roster;
	for (size_t i = 0; i < 6; i++) {
		sample_header(&summaries[i], SUMMARY_KEY_NAME, "x");
		CAPTURED(&summaries[i], "processor", processors[i]);
		CAPTURED(&summaries[i], "label", labels[i]);
	}
	ck_assert_int_eq(roster_make(&roster, summaries, 6), 0);
	ck_assert_uint_eq(roster.machine_count, 5);
	for (size_t i = 0; i < 6; i++)
		ck_assert_uint_eq(roster.captures[i], order[i]);
	for (size_t i = 0; i < 5; i++)
		ck_assert_str_eq(roster.machines[i].name, names[i]);
	roster_free(&roster);
	for (size_t i = 0; i < 6; i++)
		summary_free(&summaries[i]);
}
END_TEST

/* What two files of one machine find together is what one file with both passes finds by itself. */
static const struct {
	const char *capture, *column, *part, *rest,
	    *key; /* the value of the column in one half and in the other */
} halves[] = {{"page", "$7", "random", "page", "cause"}, {"crowded", "$10", "0", "1", "crowd"}};

START_TEST(halves_find_each_other)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "B=%s; F=captures/2026-11-30-amd-epyc/%s.csv; cd . && "
	    "for half in %s:one %s:two; do awk -F, -v half=${half%%:*} "
	    "'/^#/ || /^experiment/ || /^timer/ || %s == half || /^competitor/ && half == 1' $F >'%s'/${half#*:}.csv; done && "
	    "$B/reduce --machine $F | grep '^%s' && $B/reduce --machine '%s'/one.csv '%s'/two.csv | grep '^%s'",
	    shell_build(), halves[_i].capture, halves[_i].part, halves[_i].rest, halves[_i].column, folder,
	    halves[_i].key, folder, folder, halves[_i].key);
	ck_assert_str_eq(command.error, "");
	size_t length = strlen(command.out) / 2;
	ck_assert_uint_gt(length, 20);
	ck_assert_msg(strncmp(command.out, command.out + length, length) == 0, "%s", command.out);
	ck_assert_ptr_null(strstr(command.out, "not tried"));
	ck_assert_ptr_null(strstr(command.out, "no quiet pass"));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What one pass alone accepts is noted, and what was made says so. */
START_TEST(one_made_pass)
{
	struct summary pass = {0};
	const struct summary *capture = &pass;
	struct machine machine;
	begin_pass(&pass, "a", "2026-11-29T10:00:00Z");
	CAPTURED(&pass, "synthetic", "stairs");
	add_level(&pass, 1, STATUS_ACCEPTED, 1, 32500, 30720, 34304, "E1");
	add_last(&pass, 2, 100);
	ck_assert_int_eq(machine_join(&machine, &capture, 1), 0);
	char *text = printed(&machine, 1);
	check_has(
	    text,
	    "\nSYNTHETIC made, not measured\n\nNo contradiction. 2 levels, a size noted for 1. What one "
	    "pass alone accepts is noted (J1).\n");
	free(text);
	machine_free(&machine);
	summary_free(&pass);
}
END_TEST

/* A capture given twice cannot confirm itself, under whatever name. */
START_TEST(a_capture_counts_once)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("cp captures/2026-11-30-amd-epyc/quick.csv '%s/again.csv' && %s/reduce --machine "
	              "captures/2026-11-30-amd-epyc/quick.csv '%s/again.csv'",
	              folder, shell_build(), folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "holds the same trials as"));
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

Suite *machine_suite(void)
{
	Suite *suite = suite_create("machine");
	TCase *made = tcase_create("made"), *captured = tcase_create("captured");
	cases_add(made, three_passes, rows_of_the_table, two_kinds_of_cores, many_refusals_and_claims_apart,
	          one_made_pass, captures_sort_into_machines);
	tcase_set_timeout(captured, 60);
	cases_add_rows(captured, halves_find_each_other, halves);
	tcase_add_test(captured, a_capture_counts_once);
	suite_add_tcase(suite, made);
	suite_add_tcase(suite, captured);
	return suite;
}
