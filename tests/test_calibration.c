/* Tests of reduce/judge/calibration (Q1 to Q5) and of what rests on a failed control, on captures whose
 * control trials are written here: three of each kind at either end, 100,000 steps each, so that the
 * picoseconds given are the time of a load, pair or add. */
#include "../reduce/judge/calibration.h"
#include "../reduce/join/summarize.h"
#include "made.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { STEPS = 100000, TRIALS = 3, NONE = -1, FIRST = 16384, LATER = 1 << 20 };

/* What the controls of one end show. */
struct shown {
	uint64_t cycles;          /* of 100,000 adds; 0: none are counted */
	uint64_t site, more;      /* ps */
	uint64_t same, own;       /* ps a pair */
	uint64_t pointer, offset; /* ps in the first level */
	uint64_t later, offset_later;
	int processor, priority; /* NONE: not told */
};

/* Every control passes: an add takes a cycle, an offset one more nanosecond than a pointer at either size. */
static const struct shown good = {100000, 1000, 1000, 8000, 8000, 1000, 2000, 50000, 51000, NONE, NONE};

static void write_kind(FILE *file, unsigned end, enum capture_control kind, uint64_t size, uint64_t ps,
                       const struct shown *shown)
{
	bool adds = kind == CAPTURE_CLOCK, pairs = kind == CAPTURE_WORDS_SAME || kind == CAPTURE_WORDS_OWN;
	for (int t = 0; t < TRIALS; t++) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_CONTROLS);
		capture_row_set(&row, CAPTURE_CONTROL, kind);
		capture_row_set(&row, CAPTURE_ROUND, end);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, size);
		capture_row_set(&row, CAPTURE_LOADS, adds ? 0 : STEPS * (pairs ? 2u : 1u));
		capture_row_set(&row, CAPTURE_ELAPSED_NS, STEPS / 1000 * ps);
		if (adds)
			capture_row_set(&row, CAPTURE_ADDS, STEPS);
		if (adds && shown->cycles != 0)
			capture_row_set(&row, CAPTURE_CYCLES, shown->cycles);
		if (shown->processor != NONE) {
			capture_row_set(&row, CAPTURE_CPU_BEFORE, (uint64_t)shown->processor);
			capture_row_set(&row, CAPTURE_CPU_AFTER, (uint64_t)shown->processor);
		}
		if (shown->priority != NONE) {
			capture_row_set(&row, CAPTURE_PRIORITY_BEFORE, (uint64_t)shown->priority);
			capture_row_set(&row, CAPTURE_PRIORITY_AFTER, (uint64_t)shown->priority);
		}
		capture_write_row(file, &row);
	}
}

static void write_end(FILE *file, unsigned end, const struct shown *shown)
{
	write_kind(file, end, CAPTURE_CLOCK, 0, 250, shown);
	write_kind(file, end, CAPTURE_SITE, 4096, shown->site, shown);
	write_kind(file, end, CAPTURE_SITE_MORE, 4160, shown->more, shown);
	write_kind(file, end, CAPTURE_WORDS_SAME, 131072, shown->same, shown);
	write_kind(file, end, CAPTURE_WORDS_OWN, 131072, shown->own, shown);
	write_kind(file, end, CAPTURE_OFFSET, FIRST, shown->offset, shown);
	write_kind(file, end, CAPTURE_POINTER, FIRST, shown->pointer, shown);
	write_kind(file, end, CAPTURE_OFFSET, LATER, shown->offset_later, shown);
	write_kind(file, end, CAPTURE_POINTER, LATER, shown->later, shown);
	write_kind(file, end, CAPTURE_PLACE, FIRST, 1000, shown);
}

static const struct made_step stairs[] = {{KIB(32), 1000}, {MIB(1), 4000}, {UINT64_MAX, 30000}};

/* A sweep between the controls of both ends. */
static FILE *capture(const char *headers, const struct shown *start, const struct shown *end)
{
	FILE *file = made_begin(headers);
	made_timer(file);
	write_end(file, 1, start);
	for (int t = 0; t < TRIALS; t++)
		made_write(file, &(struct made_pass){.stride_bytes = 64,
		                                     .low_bytes = KIB(4),
		                                     .high_bytes = MIB(64),
		                                     .stairs = stairs});
	if (end != NULL)
		write_end(file, 2, end);
	return file;
}

/* The calibration of that rule where both ends show `shown`. */
static struct calibration judged(enum rule_id rule, const char *headers, const struct shown *start,
                                 const struct shown *end)
{
	struct reduction reduction;
	made_reduce(&reduction, capture(headers, start, end), "made.csv", NULL);
	ck_assert(reduction.calibrated);
	struct calibration found = reduction.calibrations[rule - RULE_Q1];
	ck_assert_int_eq(found.rule, rule);
	reduction_free(&reduction);
	return found;
}

static struct calibration both(enum rule_id rule, const struct shown *shown)
{
	return judged(rule, "", shown, shown);
}

START_TEST(all_pass_and_are_told_first)
{
	struct summary summary = made_summary(capture("", &good, &good), NULL);
	static const char *const ids[] = {"Q1", "Q2", "Q3", "Q4", "Q5"};
	for (size_t i = 0; i < 5; i++) {
		const struct summary_finding *control = made_must(&summary, FINDING_CONTROL, "", i);
		ck_assert_str_eq(made_rules(control), ids[i]);
		/* No processor was pinned and no class asked for: Q5 cannot be judged. */
		ck_assert_int_eq(control->status, i < 4 ? STATUS_ACCEPTED : STATUS_NOTED);
		if (i < 4)
			ck_assert_double_eq_tol(control->value, 1, 1e-9);
	}
	made_holds(made_must(&summary, FINDING_CONTROL, "", 0), "1.000 at the start and 1.000 at the end");
	ck_assert_ptr_null(made_find(&summary, FINDING_CONTROL, "", 5));
	summary_free(&summary);
}
END_TEST

/* 98,000 and 102,000 cycles of 100,000 adds are the borders. */
START_TEST(q1_cycles_over_adds)
{
	struct shown shown = good;
	static const struct {
		uint64_t cycles;
		enum status status;
	} rows[] = {{98000, STATUS_ACCEPTED},
	            {97999, STATUS_REFUSED},
	            {102000, STATUS_ACCEPTED},
	            {102001, STATUS_REFUSED}};
	for (size_t i = 0; i < 4; i++) {
		shown.cycles = rows[i].cycles;
		struct calibration found = both(RULE_Q1, &shown);
		ck_assert_int_eq(found.status, rows[i].status);
		ck_assert_double_eq_tol(found.value, (double)rows[i].cycles / STEPS, 1e-12);
	}
	shown.cycles = 0;
	struct calibration none = both(RULE_Q1, &shown);
	ck_assert_int_eq(none.status, STATUS_NOTED);
	ck_assert_str_eq(none.why, "no cycles are counted here");
}
END_TEST

/* One end is enough to fail; the one farther from 1 is told. A missing end is noted. */
START_TEST(either_end_can_fail)
{
	struct shown late = good;
	late.cycles = 110000;
	struct calibration found = judged(RULE_Q1, "", &good, &late);
	ck_assert_int_eq(found.status, STATUS_REFUSED);
	ck_assert_double_eq_tol(found.value, 1.1, 1e-12);
	ck_assert_double_eq_tol(found.ends[0], 1, 1e-12);
	struct calibration one = judged(RULE_Q1, "", &good, NULL);
	ck_assert_int_eq(one.status, STATUS_NOTED);
	ck_assert_str_eq(one.why, "no control trial counts at the end");
}
END_TEST

/* 1.05 and 1 / 1.05 are within 5 per cent. */
START_TEST(q2_and_q3_within_5_per_cent)
{
	static const struct {
		uint64_t first, second;
		enum status status;
	} rows[] = {{1050, 1000, STATUS_ACCEPTED},
	            {1060, 1000, STATUS_REFUSED},
	            {1000, 1050, STATUS_ACCEPTED},
	            {1000, 1060, STATUS_REFUSED}};
	for (size_t i = 0; i < 4; i++) {
		struct shown site = good, words = good;
		site.site = rows[i].first;
		site.more = rows[i].second;
		words.same = rows[i].first;
		words.own = rows[i].second;
		ck_assert_int_eq(both(RULE_Q2, &site).status, rows[i].status);
		ck_assert_int_eq(both(RULE_Q3, &words).status, rows[i].status);
	}
}
END_TEST

/* The offset's own cycle is 1 ns here: 56 - 1 = 55 ns is 10 per cent above 50, 56.1 - 1 is more. */
START_TEST(q4_takes_the_offsets_own_cycle_off)
{
	struct shown shown = good;
	shown.offset_later = 56000;
	ck_assert_int_eq(both(RULE_Q4, &shown).status, STATUS_ACCEPTED);
	shown.offset_later = 56100;
	struct calibration failed = both(RULE_Q4, &shown);
	ck_assert_int_eq(failed.status, STATUS_REFUSED);
	ck_assert_double_eq_tol(failed.value, 55.1 / 50, 1e-9);
	ck_assert_double_eq_tol(failed.bytes, LATER, 1e-9);
}
END_TEST

START_TEST(q5_processor_and_priority)
{
	struct shown shown = good;
	shown.processor = 3;
	ck_assert_int_eq(judged(RULE_Q5, "# got_cpu: 3\n", &shown, &shown).status, STATUS_ACCEPTED);
	ck_assert_int_eq(judged(RULE_Q5, "# got_cpu: 2\n", &shown, &shown).status, STATUS_REFUSED);
	shown.priority = 4;
	ck_assert_int_eq(judged(RULE_Q5, "# asked_qos: background\n", &shown, &shown).status,
	                 STATUS_ACCEPTED);
	ck_assert_int_eq(judged(RULE_Q5, "# asked_qos: interactive\n", &shown, &shown).status,
	                 STATUS_REFUSED);
	shown.priority = 47;
	ck_assert_int_eq(judged(RULE_Q5, "# asked_qos: interactive\n", &shown, &shown).status,
	                 STATUS_ACCEPTED);
	/* The background class belongs to efficiency cores: processor 3 is one, then it is none. */
	shown.priority = NONE;
	ck_assert_int_eq(judged(RULE_Q5,
	                        "# asked_qos: background\n"
	                        "# cluster: number=0 type=E processors=2,3\n",
	                        &shown, &shown)
	                     .status,
	                 STATUS_ACCEPTED);
	ck_assert_int_eq(judged(RULE_Q5,
	                        "# asked_qos: background\n"
	                        "# cluster: number=0 type=E processors=0,1\n"
	                        "# cluster: number=1 type=P processors=2,3\n",
	                        &shown, &shown)
	                     .status,
	                 STATUS_REFUSED);
}
END_TEST

/* ---- what rests on it ---- */

/* Four times 64 loads of 64 bytes are 16 KiB: smaller sizes do not count. The knee stays. */
START_TEST(q2_leaves_few_nodes_out)
{
	struct shown shown = good;
	shown.site = 500;
	struct summary failed = made_summary(capture("# unroll: 64\n", &shown, &shown), NULL),
	               passed = made_summary(capture("# unroll: 64\n", &good, &good), NULL);
	size_t missing = 0;
	for (size_t i = 0; i < failed.point_count; i++) {
		bool few = failed.points[i].size_bytes < KIB(16);
		ck_assert_int_eq(isnan(failed.points[i].time_ns), few);
		missing += few;
	}
	ck_assert_uint_eq(missing, 8); /* {4, 5, 6, 7} x 1 and x 2 KiB */
	ck_assert_double_eq_tol(made_must(&failed, FINDING_KNEE, NULL, 0)->value,
	                        made_must(&passed, FINDING_KNEE, NULL, 0)->value, 1e-9);
	made_holds(made_must(&failed, FINDING_SWEEP, NULL, 0), "72 under Q2");
	summary_free(&failed);
	summary_free(&passed);
}
END_TEST

/* Beyond the largest reported cache, 1 MiB, the last level is noted. */
START_TEST(q4_notes_the_times_past_the_reported_caches)
{
	struct shown shown = good;
	shown.later = 40000;
	struct summary summary =
	    made_summary(capture("# cache: level=2 type=unified bytes=1048576\n", &shown, &shown), NULL);
	ck_assert_int_eq(made_must(&summary, FINDING_LEVEL, NULL, 1)->status, STATUS_ACCEPTED);
	const struct summary_finding *last = made_must(&summary, FINDING_LEVEL, NULL, 2);
	ck_assert_int_eq(last->status, STATUS_NOTED);
	made_holds(last, "an upper limit of speed");
	summary_free(&summary);
}
END_TEST

START_TEST(version_2_passes_over_the_controls)
{
	struct reduction_options options = {.rules = 2};
	struct summary summary = made_summary(capture("", &good, &good), &options);
	ck_assert_ptr_null(made_find(&summary, FINDING_CONTROL, NULL, 0));
	summary_free(&summary);
}
END_TEST

Suite *calibration_suite(void)
{
	Suite *suite = suite_create("calibration");
	TCase *group = tcase_create("calibration");
	tcase_set_timeout(group, 60);
	tcase_add_test(group, all_pass_and_are_told_first);
	tcase_add_test(group, q1_cycles_over_adds);
	tcase_add_test(group, either_end_can_fail);
	tcase_add_test(group, q2_and_q3_within_5_per_cent);
	tcase_add_test(group, q4_takes_the_offsets_own_cycle_off);
	tcase_add_test(group, q5_processor_and_priority);
	tcase_add_test(group, q2_leaves_few_nodes_out);
	tcase_add_test(group, q4_notes_the_times_past_the_reported_caches);
	tcase_add_test(group, version_2_passes_over_the_controls);
	suite_add_tcase(suite, group);
	return suite;
}
