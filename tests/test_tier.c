/* Tests of reduce/tier and reduce/census (F1), and of what a trial shows of its core: stayed, moved or
 * unknown, and whence its cycles come. The windows are the second article's. */
#include "cases.h"
#include "made.h"

#include "../reduce/summary/tier_words.h"
#include "../reduce/read/tier.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "tier,print_low_ns,print_high_ns,clock_low_ghz,clock_high_ghz\n";
static const char windows[] =
    "Super,0.5,0.7,4.6,5.0\nPerformance,3.5,6,4.2,4.7\nEfficiency,2.5,3.6,0.8,1.2\n";

static FILE *text_file(const char *a, const char *b)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%s%s", a, b);
	rewind(file);
	return file;
}

static struct tier *read_windows(size_t *count)
{
	struct tier *tiers = NULL;
	struct fault fault;
	FILE *file = text_file(columns, windows);
	ck_assert_int_eq(tier_read(file, "tiers.csv", &tiers, count, &fault), 0);
	fclose(file);
	return tiers;
}

/* ---- the table ---- */

START_TEST(windows_hold_both_ends)
{
	static const struct {
		double print_ns, clock_ghz;
		int tier; /* -1: none */
	} cases[] = {
	    {0.6, 4.78, 0}, {0.5, 4.6, 0},  {0.7, 5.0, 0},  {0.71, 4.8, -1}, {4.5, 4.5, 1},
	    {3.5, 4.7, 1},  {4.5, 4.8, -1}, {3.1, 0.97, 2}, {3.1, 4.5, -1},  {0.6, 0.97, -1},
	};
	size_t count, found = 0;
	struct tier *tiers = read_windows(&count);
	ck_assert_uint_eq(count, 3);
	for (size_t i = 0; i < count; i++) {
		bool holds = tier_holds(&tiers[i], cases[_i].print_ns, cases[_i].clock_ghz);
		ck_assert_int_eq(holds, (int)i == cases[_i].tier);
		found += holds;
	}
	ck_assert_uint_eq(found, cases[_i].tier >= 0);
	ck_assert_ptr_eq(tier_find(tiers, count, "super"), &tiers[0]);
	ck_assert_ptr_null(tier_find(tiers, count, "Supe"));
	free(tiers);
}
END_TEST

START_TEST(table_refuses)
{
	static const struct {
		const char *rows, *what;
	} cases[] = {
	    {"", "holds no tier"},
	    {"Super,0.7,0.5,4.6,5.0\n", "a window of Super that ends before it begins"},
	    {"Super,0.5,0.7,4.6,5.0\nsuper,0.5,0.7,4.6,5.0\n", "a second window for super"},
	    {"Super,half,0.7,4.6,5.0\n", "\"half\" in column print_low_ns"},
	    {"Super,-1,0.7,4.6,5.0\n", "\"-1\" in column print_low_ns"},
	    {",0.5,0.7,4.6,5.0\n", "\"\" in column tier"},
	};
	struct tier *tiers = NULL;
	size_t count = 0;
	struct fault fault;
	FILE *file = text_file(columns, cases[_i].rows);
	ck_assert_int_eq(tier_read(file, "tiers.csv", &tiers, &count, &fault), -1);
	ck_assert_str_eq(fault.what, cases[_i].what);
	fclose(file);
}
END_TEST

/* ---- trials against the table ---- */

/* Three passes through a row of cores: 3 trials of 4 KiB each on Super, on Performance, and on a core of no
 * window. */
static struct summary stray(const char *header, const struct reduction_options *options)
{
	static const struct made_step flat[] = {{UINT64_MAX, 630}};
	FILE *file = made_begin(header);
	struct made_pass pass = {.low_bytes = KIB(4), .high_bytes = KIB(4), .stairs = flat};
	static const uint64_t prints[][2] = {{620, 4780}, {4600, 4500}, {1500, 3000}};
	made_timer(file);
	for (size_t i = 0; i < 3; i++) {
		pass.print_ps = prints[i][0];
		pass.clock_mhz = prints[i][1];
		made_write(file, &pass);
	}
	pass.print_ps = 0;
	pass.rounds = 1;
	made_write(file, &pass);
	return made_summary(file, options);
}

static const struct summary_finding *tier_row(const struct summary *summary, const char *begins)
{
	for (size_t i = 0;; i++) {
		const struct summary_finding *row = made_must(summary, FINDING_TIER, "", i);
		if (strncmp(row->reason, begins, strlen(begins)) == 0)
			return row;
	}
}

START_TEST(f1_discards_what_is_outside_the_meant_tier)
{
	static const struct {
		const char *header, *tier;
		uint64_t counted;
		const char *name;
		enum status status;
		const char *holds;
		double trials;
	} cases[] = {
	    {"# asked_tier: Super\n", NULL, 3, "Super", STATUS_ACCEPTED, "the tier that the capture means",
	     3},
	    {"# asked_tier: Super\n", "performance", 3, "Performance", STATUS_ACCEPTED,
	     "the tier that the command line means", 3},
	    {"# asked_tier: Super\n", NULL, 3, "Performance", STATUS_NOTED, "its trials are discarded", 3},
	    {"", "Efficiency", 0, "Efficiency", STATUS_REFUSED, "no trial matched it", 0},
	    /* No tier is meant: all stay. */
	    {"", NULL, 10, "Super", STATUS_NOTED, "no tier is meant: its trials stay", 3},
	    /* The table does not hold what the capture means: all stay, and it says so. */
	    {"# asked_tier: Ultra\n", NULL, 10, "the capture asks for tier Ultra", STATUS_REFUSED,
	     "all trials stay", NAN},
	};
	size_t count;
	struct tier *tiers = read_windows(&count);
	struct reduction_options options = {
	    .trials = {.tiers = tiers, .tier_count = count, .tier = cases[_i].tier}};
	struct summary summary = stray(cases[_i].header, &options);
	ck_assert_uint_eq(summary.points[0].trials, cases[_i].counted);
	ck_assert_uint_eq(summary.points[0].discarded, 10 - cases[_i].counted);
	const struct summary_finding *row = tier_row(&summary, cases[_i].name);
	ck_assert_int_eq(row->status, cases[_i].status);
	made_holds(row, cases[_i].holds);
	if (!isnan(cases[_i].trials))
		ck_assert_double_eq(row->value, cases[_i].trials);
	ck_assert_double_eq(tier_row(&summary, "in no tier's window")->value, 3);
	ck_assert_double_eq(tier_row(&summary, "without a fingerprint")->value, 1);
	summary_free(&summary);
	free(tiers);
}
END_TEST

/* Both ends must match: a trial that began on Super and ended on Performance is neither's. */
START_TEST(f1_asks_before_and_after)
{
	size_t count;
	struct tier *tiers = read_windows(&count);
	struct reduction_options options = {.trials = {.tiers = tiers, .tier_count = count, .tier = "Super"}};
	FILE *file = text_file(
	    "size_bytes,loads,elapsed_ns,adds,adds_before_ns,adds_after_ns,print_loads,print_before_ns,print_after_ns\n",
	    "4096,1000,1000,47800,10000,10000,1000,620,620\n"
	    "4096,1000,9000,47800,10000,10000,1000,620,4600\n"
	    "4096,1000,9000,47800,10000,10622,1000,620,620\n");
	struct summary summary = made_summary(file, &options);
	ck_assert_uint_eq(summary.points[0].trials, 1);
	ck_assert_double_eq(summary.points[0].time_ns, 1);
	ck_assert_double_eq(tier_row(&summary, "in no tier's window")->value, 2);
	summary_free(&summary);
	free(tiers);
}
END_TEST

/* ---- without a table ---- */

/* Fingerprints of two kinds fall into two groups; the table that is made of them tells the two apart again.
 */
START_TEST(groups_become_a_first_table)
{
	struct tier_groups groups = {0};
	struct tier *tiers = NULL;
	size_t count = 0;
	struct fault fault;
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(tier_groups_add(&groups, 0.6 + i % 5 * 0.01, 4.7 + i % 4 * 0.03), 0);
	for (int i = 0; i < 100; i++)
		ck_assert_int_eq(tier_groups_add(&groups, 3.05 + i % 3 * 0.05, 0.96 + i % 2 * 0.02), 0);
	/* Two of 302 are strays. */
	ck_assert_int_eq(tier_groups_add(&groups, 1.5, 2.5), 0);
	ck_assert_int_eq(tier_groups_add(&groups, 1.5, 2.5), 0);
	FILE *file = tmpfile();
	ck_assert_uint_eq(tier_words_write_table(file, &groups), 2);
	rewind(file);
	ck_assert_int_eq(tier_read(file, "first.csv", &tiers, &count, &fault), 0);
	ck_assert_uint_eq(count, 2);
	ck_assert_double_eq_tol(tiers[0].print_low_ns, 0.60, 2e-4);
	ck_assert_double_eq_tol(tiers[0].print_high_ns, 0.64, 2e-4);
	ck_assert_double_eq_tol(tiers[0].clock_high_ghz, 4.79, 2e-4);
	ck_assert(tier_holds(&tiers[0], 0.64, 4.79) && !tier_holds(&tiers[0], 3.1, 0.97));
	ck_assert(tier_holds(&tiers[1], 3.15, 0.98) && tier_holds(&tiers[1], 3.05, 0.96));
	fclose(file);
	free(tiers);
	tier_groups_free(&groups);
}
END_TEST

/* What two captures saw, joined, is what one that holds both saw. */
START_TEST(groups_join)
{
	struct tier_groups a = {0}, b = {0};
	struct tier window[2];
	uint64_t counts[2];
	for (int i = 0; i < 50; i++) {
		ck_assert_int_eq(tier_groups_add(&a, 0.62, 4.78), 0);
		ck_assert_int_eq(tier_groups_add(&b, 0.62 + i % 2 * 0.005, 4.78), 0);
		ck_assert_int_eq(tier_groups_add(&b, 4.6, 4.5), 0);
	}
	ck_assert_int_eq(tier_groups_join(&a, &b), 0);
	ck_assert_uint_eq(tier_group(&a, window, counts, 2), 2);
	ck_assert_uint_eq(counts[0], 100);
	ck_assert_uint_eq(counts[1], 50);
	ck_assert_double_eq(window[0].print_low_ns, 0.62);
	ck_assert_double_eq(window[0].print_high_ns, 0.625);
	tier_groups_free(&a);
	tier_groups_free(&b);
}
END_TEST

START_TEST(groups_are_told_without_a_table)
{
	struct summary summary = stray("# asked_tier: Super\n", NULL);
	ck_assert_uint_eq(summary.points[0].trials, 10);
	/* Three kinds of core, three trials each, before and after: six fingerprints a group. */
	for (size_t i = 0; i < 3; i++) {
		const struct summary_finding *row = made_must(&summary, FINDING_TIER, "", i);
		ck_assert_int_eq(row->status, STATUS_NOTED);
		ck_assert_int_eq(row->unit, UNIT_FINGERPRINTS);
		ck_assert_double_eq(row->value, 6);
	}
	made_holds(made_must(&summary, FINDING_TIER, "", 0), "no tier table: F1 not judged, all trials stay");
	ck_assert_ptr_null(made_find(&summary, FINDING_TIER, "", 3));
	summary_free(&summary);
}
END_TEST

START_TEST(a_tier_without_fingerprints_is_not_judged)
{
	FILE *file = text_file("# asked_tier: Super\n", "size_bytes,loads,elapsed_ns\n4096,1000,1000\n");
	struct summary summary = made_summary(file, NULL);
	made_begins(made_must(&summary, FINDING_TIER, "", 0),
	            "Super is meant, but the capture holds no fingerprint");
	summary_free(&summary);
}
END_TEST

/* ---- where a trial ran ---- */

/* One row a trial: what proves what. */
static const char core_rows[] =
    "size_bytes,loads,elapsed_ns,cpu_before,cpu_after,switches,level_cycles_0,level_cycles_1\n"
    "4096,1000,1000,3,3,0,0,4000\n"    /* no context switch: stayed */
    "4096,1000,2000,3,3,2,0,4000\n"    /* switched, same ends: unknown */
    "4096,1000,3000,3,4,1,0,4000\n"    /* two processors at the ends: moved */
    "4096,1000,4000,3,3,2,100,4000\n"  /* the ends agree, but two levels counted: moved */
    "4096,1000,5000,,,,,\n"            /* nothing recorded: unknown */
    "4096,1000,6000,3,3,0,100,4000\n"; /* counters of two levels outweigh: moved */

START_TEST(core_states_and_only_stayed)
{
	static const struct {
		bool only_stayed;
		const char *header;
		uint64_t counted;
		const char *told;
	} cases[] = {
	    {false, "", 6,
	     "1 stayed (1 without a context switch, 0 pinned), 3 moved (1 seen on two processors, 2 on two "
	     "performance levels), 2 unknown"},
	    {true, "", 1, "1 stayed"},
	    /* A pinned thread stays where it is, unless something shows that it moved. */
	    {true, "# got_cpu: 3\n", 3, "3 stayed (1 without a context switch, 2 pinned), 3 moved"},
	    {true, "# got_cpu: not pinned\n", 1, "1 stayed"},
	};
	struct reduction_options options = {.trials = {.only_stayed = cases[_i].only_stayed}};
	FILE *file = text_file(cases[_i].header, core_rows);
	struct summary summary = made_summary(file, &options);
	const struct summary_finding *told = NULL;
	for (size_t i = 0; told == NULL || strstr(told->reason, "where trials ran") == NULL; i++)
		told = made_must(&summary, FINDING_DIAGNOSTIC, "", i);
	made_holds(told, cases[_i].told);
	ck_assert_uint_eq(summary.points[0].trials, cases[_i].counted);
	ck_assert_uint_eq(summary.points[0].discarded, 6 - cases[_i].counted);
	if (!cases[_i].only_stayed)
		ck_assert_uint_eq(summary.points[0].migrated, 3);
	summary_free(&summary);
}
END_TEST

/* ---- whence cycles come ---- */

/* 1,000 loads in 1,000 ns. Counters: 4,000 cycles, 4 a load. Counters of zero (a virtual machine's) are none:
 * then 1,000 adds in 200 and 300 ns, 2,000 / 500 = 4 GHz, again 4 cycles. */
START_TEST(cycles_come_from_counters_else_from_adds)
{
	static const struct {
		const char *rows, *from;
		double cycles;
	} cases[] = {
	    {"4096,1000,1000,5000,,,1000,200,300\n", "counters", 5},
	    {"4096,1000,1000,,1000,5000,1000,200,300\n", "counters", 6},
	    {"4096,1000,1000,0,0,0,1000,200,300\n", "add chain", 4},
	    {"4096,1000,1000,,,,1000,200,300\n", "add chain", 4},
	    {"4096,1000,1000,,,,,,\n", "none", NAN},
	    {"4096,1000,1000,5000,,,1000,200,300\n4096,1000,1000,,,,1000,200,300\n"
	     "4096,1000,1000,,,,1000,200,300\n",
	     "counters for 1 trials, add chain for 2", 4},
	};
	FILE *file = text_file(
	    "size_bytes,loads,elapsed_ns,cycles,level_cycles_0,level_cycles_1,adds,adds_before_ns,adds_after_ns\n",
	    cases[_i].rows);
	struct summary summary = made_summary(file, NULL);
	ck_assert_str_eq(summary_header(&summary, SUMMARY_KEY_CLOCK), cases[_i].from);
	if (isnan(cases[_i].cycles))
		ck_assert(isnan(summary.points[0].cycles));
	else
		ck_assert_double_eq(summary.points[0].cycles, cases[_i].cycles);
	summary_free(&summary);
}
END_TEST

Suite *tier_suite(void)
{
	Suite *suite = suite_create("tier");
	TCase *cases = tcase_create("tiers and cores");
	tcase_add_loop_test(cases, windows_hold_both_ends, 0, 10);
	tcase_add_loop_test(cases, table_refuses, 0, 6);
	tcase_add_loop_test(cases, f1_discards_what_is_outside_the_meant_tier, 0, 6);
	cases_add(cases, f1_asks_before_and_after, groups_become_a_first_table, groups_join,
	          groups_are_told_without_a_table, a_tier_without_fingerprints_is_not_judged);
	tcase_add_loop_test(cases, core_states_and_only_stayed, 0, 4);
	tcase_add_loop_test(cases, cycles_come_from_counters_else_from_adds, 0, 6);
	suite_add_tcase(suite, cases);
	return suite;
}
