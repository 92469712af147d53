/* Tests of the rules that hold one pass against another: C1, V1, O2 within a capture. Captures stand on
 * stairs with points at 4, 5, 6, 7 x 2^k KiB, so that a knee is the root of the product of the two sizes
 * around its edge. */
#include "cases.h"
#include "made.h"
#include "shell.h"

#include "../reduce/join/competitor.h"
#include "../reduce/join/page_order.h"
#include "../reduce/join/private.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define END UINT64_MAX

/* ---- C1 ---- */

START_TEST(c1_judges_falls)
{
	static const struct {
		double quiet[3], crowded[3];
		size_t count;
		enum fall_verdict verdict;
		double last_fall;
	} cases[] = {
	    {{100, 1000, 10000}, {84, 800, 4000}, 3, FALL_HOLDS, 0.6},
	    {{100, 1000, 10000}, {84, 300, 4000}, 3, FALL_FAILS, 0.6},
	    /* As far is not most. */
	    {{100, 1000}, {50, 500}, 2, FALL_FAILS, 0.5},
	    /* A deep knee that rises while the other one stays. */
	    {{100, 1000}, {100, 1100}, 2, FALL_FAILS, -0.1},
	    /* The crowd drives the deep knee below the quiet shallow one: which is which cannot be told. */
	    {{100, 1000}, {50, 90}, 2, FALL_UNPAIRED, 0},
	    {{100, 1000}, {1000, 2000}, 2, FALL_UNPAIRED, 0},
	    {{100}, {50}, 1, FALL_ONE, 0.5},
	};
	double falls[3];
	ck_assert_int_eq(competitor_judge(cases[_i].quiet, cases[_i].crowded, cases[_i].count, falls),
	                 cases[_i].verdict);
	if (cases[_i].verdict != FALL_UNPAIRED)
		ck_assert_double_eq_tol(falls[cases[_i].count - 1], cases[_i].last_fall, 1e-15);
}
END_TEST

static const struct made_step quiet_stairs[] = {{KIB(48), 1000}, {MIB(2), 4000}, {END, 20000}},
                              crowded_stairs[] = {{KIB(40), 1000}, {KIB(768), 4000}, {END, 24000}},
                              shallow_falls[] = {{KIB(24), 1000}, {MIB(2), 4000}, {END, 24000}},
                              deep_gone[] = {{KIB(40), 1000}, {END, 4000}};

static struct summary crowd(const struct made_step *crowded)
{
	FILE *file = made_begin("");
	struct made_pass quiet = {.low_bytes = KIB(4), .high_bytes = MIB(64), .stairs = quiet_stairs};
	struct made_pass beside = quiet;
	beside.competitors = 3;
	beside.competitor_bytes = MIB(64);
	beside.mode = CAPTURE_STREAM;
	beside.stairs = crowded;
	made_timer(file);
	made_write(file, &quiet);
	made_write(file, &beside);
	return made_summary(file, NULL);
}

/* Knees quiet at root(48 x 56) = 51.846 KiB and root(2048 x 2560) = 2289.73 KiB, crowded at root(40 x 48) =
 * 43.818 KiB and root(768 x 896) = 829.53 KiB: falls of 0.154846 and 0.637716. */
START_TEST(c1_holds_within_a_capture)
{
	static const char pass[] = "random + 3 x 64 MiB stream";
	struct summary summary = crowd(crowded_stairs);
	const struct summary_finding *verdict = made_must(&summary, FINDING_COMPETITOR, pass, 0);
	ck_assert_int_eq(verdict->status, STATUS_ACCEPTED);
	ck_assert_str_eq(made_rules(verdict), "C1");
	ck_assert_uint_eq(verdict->level, 2);
	ck_assert_double_eq_tol(verdict->value, 0.637716, 1e-6);
	ck_assert_double_eq_tol(verdict->low, 829.53 * 1024, 6);
	ck_assert_double_eq_tol(verdict->high, 2289.73 * 1024, 6);
	made_begins(verdict, "holds: ");
	made_holds(verdict, "knee 1 -15.5 %, knee 2 -63.8 %");
	ck_assert_double_eq_tol(made_must(&summary, FINDING_COMPETITOR, pass, 1)->value, 0.154846, 1e-6);
	ck_assert_double_eq_tol(made_must(&summary, FINDING_COMPETITOR, pass, 2)->value, 0.637716, 1e-6);
	ck_assert_ptr_null(made_find(&summary, FINDING_COMPETITOR, NULL, 3));
	summary_free(&summary);
}
END_TEST

START_TEST(c1_fails_where_a_shallow_knee_falls_most)
{
	struct summary summary = crowd(shallow_falls);
	const struct summary_finding *verdict = made_must(&summary, FINDING_COMPETITOR, NULL, 0);
	ck_assert_int_eq(verdict->status, STATUS_ACCEPTED);
	made_begins(verdict, "fails: ");
	ck_assert_double_eq(verdict->value, 0);
	summary_free(&summary);
}
END_TEST

START_TEST(c1_refuses_without_the_knee)
{
	struct summary summary = crowd(deep_gone);
	const struct summary_finding *verdict = made_must(&summary, FINDING_COMPETITOR, NULL, 0);
	ck_assert_int_eq(verdict->status, STATUS_REFUSED);
	made_begins(verdict,
	            "a knee is missing: quiet 2 knees (51.8 KiB, 2.24 MiB), crowded 1 knee (43.8 KiB)");
	summary_free(&summary);
}
END_TEST

START_TEST(c1_refuses_without_a_quiet_pass)
{
	FILE *file = made_begin("");
	struct made_pass beside = {.competitors = 1,
	                           .competitor_bytes = MIB(64),
	                           .mode = CAPTURE_STREAM,
	                           .low_bytes = KIB(4),
	                           .high_bytes = MIB(64),
	                           .stairs = quiet_stairs};
	made_timer(file);
	made_write(file, &beside);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *verdict = made_must(&summary, FINDING_COMPETITOR, NULL, 0);
	ck_assert_int_eq(verdict->status, STATUS_REFUSED);
	made_begins(verdict, "no quiet pass");
	summary_free(&summary);
}
END_TEST

/* ---- V1 ---- */

/* At 2 ns alone, 2.2 is 10 per cent and 2.7 is 1.35 times. The last row: a chase that is faster beside
 * another by more than 10 per cent is no private level either. The first three are the second article's. */
START_TEST(v1_judges_times)
{
	static const struct {
		double alone_ns, beside_ns;
		enum private_verdict verdict;
	} cases[] = {
	    {2.525, 2.576, PRIVATE_OWN}, {2.525, 2.592, PRIVATE_OWN}, {2.525, 5.67, PRIVATE_SHARED},
	    {2, 2.2, PRIVATE_OWN},       {2, 2.201, PRIVATE_BETWEEN}, {2, 2.699, PRIVATE_BETWEEN},
	    {2, 2.7, PRIVATE_SHARED},    {2, 1.9, PRIVATE_OWN},       {2, 1.8, PRIVATE_BETWEEN},
	};
	ck_assert_int_eq(private_judge(cases[_i].alone_ns, cases[_i].beside_ns), cases[_i].verdict);
}
END_TEST

/* Levels to 128 KiB, to 1.25 MiB and to 16 MiB. Of the second, B1 is 1 MiB, the largest point at or
 * below 1.25 / 1.18 = 1.059 MiB, and the third begins at 1.5 MiB: two times 1 MiB exceed it. */
static const struct made_step super[] = {{KIB(128), 630}, {KIB(1280), 2525}, {MIB(16), 5900}, {END, 80000}},
                              super_paged[] = {
                                  {KIB(128), 630}, {KIB(1280), 2259}, {MIB(16), 4916}, {END, 20000}};

static const struct tier tiers[] = {
    {"Super", 0.5, 0.7, 4.6, 5.0}, {"Performance", 3.5, 6, 4.2, 4.7}, {"Efficiency", 2.5, 3.6, 0.8, 1.2}};

struct private_case {
	uint64_t chase_bytes, competitor_bytes, beside_ps;
	bool sweep, table,
	    stranger; /* a sweep tells the levels; a tier table is given; the other core is another */
	enum status status;
	const char *begins, *holds, *rule;
	uint64_t level;
};

static struct summary test_private(const struct private_case *test)
{
	FILE *file = made_begin("# asked_tier: Super\n");
	const struct made_step beside_stairs[] = {{END, test->beside_ps}};
	struct made_pass alone = {.low_bytes = KIB(16),
	                          .high_bytes = MIB(256),
	                          .stairs = super,
	                          .print_ps = 620,
	                          .clock_mhz = 4780};
	struct made_pass beside = {.competitors = 1,
	                           .competitor_bytes = test->competitor_bytes,
	                           .low_bytes = test->chase_bytes,
	                           .high_bytes = test->chase_bytes,
	                           .stairs = beside_stairs,
	                           .print_ps = 620,
	                           .clock_mhz = 4780};
	struct reduction_options options = {.trials = {.tiers = tiers, .tier_count = 3}};
	if (!test->sweep)
		alone.low_bytes = alone.high_bytes = test->chase_bytes;
	if (test->stranger) {
		beside.competitor_print_ps = 4000;
		beside.competitor_clock_mhz = 4500;
	}
	made_timer(file);
	made_write(file, &alone);
	made_write(file, &beside);
	return made_summary(file, test->table ? &options : NULL);
}

START_TEST(v1_within_a_capture)
{
	static const struct private_case cases[] = {
	    {MIB(1), MIB(1), 2576, true, true, false, STATUS_ACCEPTED,
	     "private: 1 MiB takes 2.52 ns alone and 2.58 ns beside another core's 1 MiB (+2.0 %)",
	     "level 2 holds 1 MiB, the next begins at 1.5 MiB, and the two need 2 MiB", "V1", 2},
	    /* A competitor of another size: the rule speaks of two of one size. */
	    {MIB(1), MIB(4), 2592, true, true, false, STATUS_NOTED, "private: ", "two chases of one size",
	     "V1", 2},
	    {MIB(1), MIB(16), 2592, true, true, false, STATUS_NOTED, "private: ", "two chases of one size",
	     "V1", 2},
	    {MIB(1), MIB(1), 5670, true, true, false, STATUS_ACCEPTED, "shared: ", "+124.6 %", "V1", 2},
	    {MIB(1), MIB(1), 3030, true, true, false, STATUS_REFUSED,
	     "neither private nor shared: ", "+20.0 %", "V1", 2},
	    /* Without a tier table, without levels: noted. */
	    {MIB(1), MIB(1), 2576, true, false, false, STATUS_NOTED, "private: ", "no tier was confirmed",
	     "V1 F1", 2},
	    {MIB(1), MIB(1), 2576, false, true, false, STATUS_NOTED,
	     "private: ", "no sweep of these cores tells the levels", "V1", 0},
	    /* The other core was of another kind. */
	    {MIB(1), MIB(1), 2576, true, true, true, STATUS_REFUSED, "no trial of 1 MiB in which both chases",
	     "", "V1 F1", 0},
	    /* Two times 512 KiB stay below 1.5 MiB: nothing is tested. */
	    {KIB(512), KIB(512), 2576, true, true, false, STATUS_REFUSED, "no test of a level: ",
	     "the two together need 1 MiB and the next level begins at 1.5 MiB", "V1", 2},
	    /* 1.25 MiB is above B1; 64 MiB lies in memory. */
	    {KIB(1280), KIB(1280), 2576, true, true, false, STATUS_REFUSED,
	     "no test of a level: ", "1.25 MiB lies inside no level that ends", "V1", 0},
	    {MIB(64), MIB(64), 80000, true, true, false, STATUS_REFUSED,
	     "no test of a level: ", "64 MiB lies inside no level that ends", "V1", 0},
	};
	struct summary summary = test_private(&cases[_i]);
	const struct summary_finding *finding = made_must(&summary, FINDING_PRIVATE, NULL, 0);
	ck_assert_msg(finding->status == cases[_i].status, "%s: %s", status_word(finding->status),
	              finding->reason);
	made_begins(finding, cases[_i].begins);
	made_holds(finding, cases[_i].holds);
	ck_assert_str_eq(made_rules(finding), cases[_i].rule);
	ck_assert_uint_eq(finding->level, cases[_i].level);
	ck_assert_ptr_null(made_find(&summary, FINDING_PRIVATE, NULL, 1));
	/* Its few sizes are no failed sweep. */
	const struct summary_finding *sweep = made_must(&summary, FINDING_SWEEP, finding->pass, 0);
	ck_assert_int_eq(sweep->status, STATUS_NOTED);
	made_begins(sweep, "a private test, no sweep; ");
	ck_assert_ptr_null(made_find(&summary, FINDING_HIERARCHY, finding->pass, 0));
	summary_free(&summary);
}
END_TEST

/* Of three trials beside, one competitor was elsewhere: 2.9 ns does not count, and the other two are thin. */
START_TEST(v1_leaves_out_trials_beside_a_stranger)
{
	static const struct made_step near[] = {{END, 2576}}, far[] = {{END, 2900}};
	FILE *file = made_begin("# asked_tier: Super\n");
	struct made_pass alone = {.low_bytes = KIB(16),
	                          .high_bytes = MIB(256),
	                          .stairs = super,
	                          .print_ps = 620,
	                          .clock_mhz = 4780};
	struct made_pass beside = {.competitors = 1,
	                           .competitor_bytes = MIB(1),
	                           .low_bytes = MIB(1),
	                           .high_bytes = MIB(1),
	                           .stairs = near,
	                           .rounds = 2,
	                           .print_ps = 620,
	                           .clock_mhz = 4780};
	struct made_pass stranger = beside;
	struct reduction_options options = {.trials = {.tiers = tiers, .tier_count = 3}};
	stranger.stairs = far;
	stranger.rounds = 1;
	stranger.competitor_print_ps = 4000;
	stranger.competitor_clock_mhz = 4500;
	made_timer(file);
	made_write(file, &alone);
	made_write(file, &beside);
	made_write(file, &stranger);
	struct summary summary = made_summary(file, &options);
	const struct summary_finding *finding = made_must(&summary, FINDING_PRIVATE, NULL, 0);
	ck_assert_int_eq(finding->status, STATUS_NOTED);
	ck_assert_double_eq_tol(finding->high, 2.576, 1e-12);
	made_holds(finding, "thin: 3 and 2 trials (M0)");
	summary_free(&summary);
}
END_TEST

/* Blocks of 500 ns at steps of 10 ns fail T1: the pass is refused, and it is still no sweep that C1 asks. */
START_TEST(v1_refuses_a_failed_pass)
{
	static const struct made_step short_blocks[] = {{END, 5}}, good[] = {{END, 2576}};
	FILE *file = made_begin("");
	struct made_pass alone = {.low_bytes = MIB(1), .high_bytes = MIB(1), .stairs = short_blocks};
	struct made_pass beside = alone;
	beside.competitors = 1;
	beside.competitor_bytes = MIB(1);
	beside.stairs = good;
	made_timer(file);
	made_write(file, &alone);
	made_write(file, &beside);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *finding = made_must(&summary, FINDING_PRIVATE, NULL, 0);
	ck_assert_int_eq(finding->status, STATUS_REFUSED);
	made_begins(finding, "made: random is refused as a whole");
	ck_assert_str_eq(made_rules(made_must(&summary, FINDING_SWEEP, "random", 0)), "T3");
	ck_assert_ptr_null(made_find(&summary, FINDING_COMPETITOR, NULL, 0));
	summary_free(&summary);
}
END_TEST

/* ---- O2 ---- */

/* The second article: 10.8 and 23.5 cycles at 1 MiB and 4 MiB in page order. Then the limits: 1.35 is a cache
 * step, 1.10 is none of either, below it the translation's. */
START_TEST(o2_judges_steps)
{
	static const struct {
		double random_low, random_high, page_low, page_high;
		enum step_verdict verdict;
	} cases[] = {
	    {12.1, 27.1, 10.8, 23.5, STEP_CACHE}, {1, 4, 20, 27, STEP_CACHE},
	    {1, 4, 20, 26.99, STEP_BETWEEN},      {1, 4, 10, 11, STEP_BETWEEN},
	    {1, 4, 10, 10.99, STEP_TRANSLATION},  {1, 4, 4, 3, STEP_TRANSLATION},
	    {20, 26.99, 1, 4, STEP_NONE},
	};
	ck_assert_int_eq(page_order_judge(cases[_i].random_low, cases[_i].random_high, cases[_i].page_low,
	                                  cases[_i].page_high),
	                 cases[_i].verdict);
}
END_TEST

static struct summary test_pages(const struct made_step *paged, uint64_t high_bytes)
{
	FILE *file = made_begin("");
	struct made_pass random = {.low_bytes = KIB(16), .high_bytes = MIB(256), .stairs = super};
	struct made_pass page = {
	    .order = CAPTURE_PAGE, .low_bytes = KIB(16), .high_bytes = high_bytes, .stairs = paged};
	made_timer(file);
	made_write(file, &random);
	made_write(file, &page);
	return made_summary(file, NULL);
}

/* Knee 2: B1 is 1 MiB; the next level begins at 1.5 MiB, and its first point at or above 1.5 x 1.18 = 1.77
 * MiB is 2 MiB. 10.8 / 4.78 GHz = 2.259 ns, 23.5 / 4.78 GHz = 4.916 ns, a step of 2.176. */
START_TEST(o2_names_a_cache_step)
{
	struct summary summary = test_pages(super_paged, MIB(256));
	const struct summary_finding *step = made_must(&summary, FINDING_PAGE_ORDER, "random", 1);
	ck_assert_int_eq(step->status, STATUS_ACCEPTED);
	ck_assert_uint_eq(step->level, 2);
	ck_assert_double_eq_tol(step->value, 2.176, 5e-4);
	ck_assert_double_eq(step->low, (double)MIB(1));
	ck_assert_double_eq(step->high, (double)MIB(2));
	made_begins(step, "cache step: at 1 MiB and 2 MiB random order takes 2.52 and 5.90 ns, page order "
	                  "2.26 and 4.92 ns");
	ck_assert_uint_eq(made_must(&summary, FINDING_PAGE_ORDER, NULL, 0)->level, 1);
	ck_assert_uint_eq(made_must(&summary, FINDING_PAGE_ORDER, NULL, 2)->level, 3);
	summary_free(&summary);
}
END_TEST

START_TEST(o2_names_a_translation_step_and_refuses_between)
{
	static const struct {
		uint64_t ps;
		enum status status;
		const char *begins;
	} cases[] = {{2700, STATUS_ACCEPTED, "translation step: "},
	             {3000, STATUS_REFUSED, "between, and prefetching lowers it: "}};
	/* 2700 / 2525 = 1.069; 3000 / 2525 = 1.188. */
	const struct made_step paged[] = {
	    {KIB(128), 630}, {KIB(1280), 2525}, {MIB(16), cases[_i].ps}, {END, 20000}};
	struct summary summary = test_pages(paged, MIB(256));
	const struct summary_finding *step = made_must(&summary, FINDING_PAGE_ORDER, NULL, 1);
	ck_assert_int_eq(step->status, cases[_i].status);
	made_begins(step, cases[_i].begins);
	summary_free(&summary);
}
END_TEST

/* Page order up to 8 MiB alone: the third step, from 13.6 MiB on, was not seen there. */
START_TEST(o2_refuses_what_page_order_did_not_reach)
{
	struct summary summary = test_pages(super_paged, MIB(8));
	const struct summary_finding *step = made_must(&summary, FINDING_PAGE_ORDER, NULL, 2);
	ck_assert_int_eq(step->status, STATUS_REFUSED);
	ck_assert_uint_eq(step->level, 3);
	made_holds(step, "were measured in page order");
	summary_free(&summary);
}
END_TEST

START_TEST(o2_refuses_without_random_order)
{
	FILE *file = made_begin("");
	struct made_pass page = {
	    .order = CAPTURE_PAGE, .low_bytes = KIB(16), .high_bytes = MIB(256), .stairs = super_paged};
	made_timer(file);
	made_write(file, &page);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *step = made_must(&summary, FINDING_PAGE_ORDER, "page", 0);
	ck_assert_int_eq(step->status, STATUS_REFUSED);
	made_begins(step, "no random-order pass");
	summary_free(&summary);
}
END_TEST

/* A capture of one sweep says nothing of pairs. */
START_TEST(one_pass_is_not_compared)
{
	FILE *file = made_begin("");
	struct made_pass random = {.low_bytes = KIB(16), .high_bytes = MIB(256), .stairs = super};
	made_timer(file);
	made_write(file, &random);
	struct summary summary = made_summary(file, NULL);
	ck_assert_ptr_null(made_find(&summary, FINDING_COMPETITOR, NULL, 0));
	ck_assert_ptr_null(made_find(&summary, FINDING_PRIVATE, NULL, 0));
	ck_assert_ptr_null(made_find(&summary, FINDING_PAGE_ORDER, NULL, 0));
	summary_free(&summary);
}
END_TEST

/* Four sweeps of one machine: three pairs of neighbours, or all six; under versions 1 and 2 always all. */
static const struct {
	const char *options;
	size_t pairs;
} neighbours[] = {
    {"", 3}, {"--all-pairs", 6}, {"--rules-version=2", 6}, {"--rules-version=1 --all-pairs", 6}};

START_TEST(neighbours_are_compared)
{
	struct shell command =
	    shell_run("set -- captures/2026-11-30-amd-epyc; %s/reduce --compare "
	              "%s $1/quick.csv $1/default.csv $1/huge.csv $1/clock-5us.csv | grep -c ' ratio '",
	              shell_build(), neighbours[_i].options);
	ck_assert_str_eq(command.error, "");
	ck_assert_uint_eq((size_t)atoi(command.out), neighbours[_i].pairs);
	shell_free(&command);
}
END_TEST

START_TEST(all_pairs_are_of_a_comparison)
{
	struct shell command =
	    shell_run("%s/reduce --all-pairs captures/2026-11-30-amd-epyc/quick.csv", shell_build());
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error, "reduce: --all-pairs: needs --compare\n");
	shell_free(&command);
}
END_TEST

Suite *compare_suite(void)
{
	Suite *suite = suite_create("compare");
	TCase *within = tcase_create("within a capture");
	tcase_set_timeout(within, 60);
	tcase_add_loop_test(within, c1_judges_falls, 0, 7);
	cases_add(within, c1_holds_within_a_capture, c1_fails_where_a_shallow_knee_falls_most,
	          c1_refuses_without_the_knee, c1_refuses_without_a_quiet_pass);
	tcase_add_loop_test(within, v1_judges_times, 0, 9);
	tcase_add_loop_test(within, v1_within_a_capture, 0, 11);
	cases_add(within, v1_leaves_out_trials_beside_a_stranger, v1_refuses_a_failed_pass);
	tcase_add_loop_test(within, o2_judges_steps, 0, 7);
	tcase_add_test(within, o2_names_a_cache_step);
	tcase_add_loop_test(within, o2_names_a_translation_step_and_refuses_between, 0, 2);
	cases_add(within, o2_refuses_what_page_order_did_not_reach, o2_refuses_without_random_order,
	          one_pass_is_not_compared);
	cases_add_rows(within, neighbours_are_compared, neighbours);
	tcase_add_test(within, all_pairs_are_of_a_comparison);
	suite_add_tcase(suite, within);
	return suite;
}
