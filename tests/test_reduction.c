/* Tests of reduce/reduction: the rules that need trials (T1 to T4, M0, M1, D1, K2, K3), on captures made here
 * row by row so that each answer can be worked out by hand. */
#include "../reduce/join/summarize.h"
#include "../reduce/judge/reduction.h"
#include "../reduce/rule.h"
#include "cases.h"
#include "made.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A capture in the making. */
struct making {
	FILE *file;
};

static struct making making_begin(const char *header)
{
	struct making making = {tmpfile()};
	ck_assert_ptr_nonnull(making.file);
	fprintf(making.file, "# cachestair_capture: 1\n%s", header);
	fputs("experiment,round,size_bytes,loads,elapsed_ns,cpu_time_ns\n", making.file);
	return making;
}

static void making_timer(struct making *making, unsigned gap_ns)
{
	for (int i = 0; i < 3; i++)
		fprintf(making->file, "timer,,,,%u,\n", gap_ns);
}

static void making_trial(struct making *making, unsigned round, unsigned long size, unsigned long elapsed_ns,
                         unsigned long cpu_time_ns)
{
	fprintf(making->file, "sweep,%u,%lu,1000,%lu,%lu\n", round, size, elapsed_ns, cpu_time_ns);
}

/* Reduces what was made, by a version of the rules. */
static struct summary making_reduce_by(struct making *making, unsigned version)
{
	struct reduction reduction;
	struct reduction_options options = {.rules = version};
	struct summary summary;
	struct fault fault;
	fputs("# end: complete\n", making->file);
	rewind(making->file);
	int status = reduction_run(&reduction, making->file, "made.csv", &options, &fault);
	ck_assert_msg(status == 0, "%s", status != 0 ? fault.what : "");
	ck_assert_int_eq(summarize_capture(&reduction, &summary, &fault), 0);
	reduction_free(&reduction);
	fclose(making->file);
	return summary;
}

static struct summary making_reduce(struct making *making)
{
	return making_reduce_by(making, RULE_VERSION);
}

/* The first finding of that kind and level (0: any). */
static const struct summary_finding *find(const struct summary *summary, enum finding_kind kind,
                                          uint64_t level)
{
	for (size_t i = 0; i < summary->finding_count; i++)
		if (summary->findings[i].kind == kind && (level == 0 || summary->findings[i].level == level))
			return &summary->findings[i];
	return NULL;
}

static const struct summary_finding *must_find(const struct summary *summary, enum finding_kind kind,
                                               uint64_t level)
{
	const struct summary_finding *finding = find(summary, kind, level);
	ck_assert_msg(finding != NULL, "no finding %s", finding_kind_word(kind));
	return finding;
}

/* Sizes of 1024 x 2^(i/4), rounded down to whole 64-byte nodes: four an octave. */
enum { SIZES = 25 };
static unsigned long size_at(int i)
{
	return (unsigned long)(1024 * pow(2, i / 4.0)) / 64 * 64;
}

/* ---- trials and points ---- */

/* Steps of 10 ns: 1,000 ns count, 999 do not. Of 999, 1000 and 3000 the median of the counted ones is 2000.
 */
START_TEST(t1_counts_from_a_hundred_steps)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	making_trial(&making, 1, 4096, 999, 999);
	making_trial(&making, 1, 4096, 1000, 1000);
	making_trial(&making, 1, 4096, 3000, 3000);
	struct summary summary = making_reduce(&making);
	ck_assert_uint_eq(summary.points[0].trials, 2);
	ck_assert_uint_eq(summary.points[0].discarded, 1);
	ck_assert_double_eq(summary.points[0].time_ns, 2);
	ck_assert_str_eq(summary.points[0].note, "thin");
	ck_assert_double_eq(must_find(&summary, FINDING_TIMER, 0)->value, 10);
	summary_free(&summary);
}
END_TEST

/* 90 per cent of the elapsed time count, less does not. */
START_TEST(t4_wants_nine_tenths_of_the_processor)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	making_trial(&making, 1, 4096, 10000, 9000);
	making_trial(&making, 1, 4096, 20000, 17999);
	struct summary summary = making_reduce(&making);
	ck_assert_uint_eq(summary.points[0].trials, 1);
	ck_assert_double_eq(summary.points[0].time_ns, 10);
	/* One of two trials failed: half, not more than half. */
	ck_assert_ptr_null(strstr(summary.points[0].note, "failed"));
	summary_free(&summary);
}
END_TEST

/* Asked for 5,000 ns: 7,500 is 1.5 times, not more; 7,501 is. */
START_TEST(t2_refuses_a_clock_coarser_than_asked)
{
	static const struct {
		unsigned gap;
		enum status status;
	} cases[] = {{7500, STATUS_ACCEPTED}, {7501, STATUS_REFUSED}};
	struct making making = making_begin("# asked_coarsen_ns: 5000\n");
	making_timer(&making, cases[_i].gap);
	for (int i = 0; i < SIZES; i++)
		making_trial(&making, 1, size_at(i), 2000000, 2000000);
	struct summary summary = making_reduce(&making);
	ck_assert_int_eq(must_find(&summary, FINDING_TIMER, 0)->status, cases[_i].status);
	const struct summary_finding *sweep = must_find(&summary, FINDING_SWEEP, 0);
	ck_assert_int_eq(sweep->status, cases[_i].status);
	ck_assert_str_eq(made_rules(sweep), _i == 0 ? "" : "T2");
	ck_assert_int_eq(find(&summary, FINDING_HIERARCHY, 0) != NULL, _i == 0);
	summary_free(&summary);
}
END_TEST

/* A clock so coarse that a block reads as no time at all: the trial fails T1 and is no fault of the file. */
START_TEST(t1_takes_a_coarse_clock_that_did_not_move)
{
	struct making making = making_begin("# asked_coarsen_ns: 1000000\n");
	making_timer(&making, 1000000);
	making_trial(&making, 1, 4096, 0, 0);
	making_trial(&making, 1, 4096, 200000000, 200000000);
	struct summary summary = making_reduce(&making);
	ck_assert_uint_eq(summary.points[0].trials, 1);
	ck_assert_uint_eq(summary.points[0].discarded, 1);
	summary_free(&summary);
}
END_TEST

/* Two of three trials preempted: the point fails. 13 of 25 points failing refuse the sweep, 12 do not. */
START_TEST(t3_refuses_when_most_points_fail)
{
	int failing = _i == 0 ? 12 : 13;
	struct making making = making_begin("");
	making_timer(&making, 10);
	for (int i = 0; i < SIZES; i++) {
		making_trial(&making, 1, size_at(i), 10000, 10000);
		making_trial(&making, 1, size_at(i), 10000, i < failing ? 10 : 10000);
		making_trial(&making, 1, size_at(i), 10000, i < failing ? 10 : 10000);
	}
	struct summary summary = making_reduce(&making);
	const struct summary_finding *sweep = must_find(&summary, FINDING_SWEEP, 0);
	ck_assert_int_eq(sweep->status, failing == 12 ? STATUS_ACCEPTED : STATUS_REFUSED);
	ck_assert_str_eq(made_rules(sweep), failing == 12 ? "" : "T3");
	ck_assert_str_eq(summary.points[0].note, "thin; failed");
	summary_free(&summary);
}
END_TEST

START_TEST(m0_missing_point)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	making_trial(&making, 1, 4096, 10000, 1);
	making_trial(&making, 1, 8192, 10000, 10000);
	struct summary summary = making_reduce(&making);
	ck_assert(isnan(summary.points[0].time_ns));
	ck_assert_str_eq(summary.points[0].note, "missing; failed");
	ck_assert_uint_eq(summary.points[0].trials, 0);
	summary_free(&summary);
}
END_TEST

/* ---- knees ---- */

/* A staircase of 1 and 4 ns a load whose edge stands after the size with index `edge`, in microseconds a
 * block. */
static unsigned long stair(int i, int edge)
{
	return i <= edge ? 1000000 : 4000000;
}

/* The knee between sizes `edge` and `edge` + 1: their geometric mean, as the floors are 1 and 4. */
static double knee_after(int edge)
{
	return sqrt((double)size_at(edge) * (double)size_at(edge + 1));
}

/* Rounds with the edge at `edges[r]`, three trials in each. */
static struct summary staircases(const int *edges, unsigned rounds, bool timer)
{
	struct making making = making_begin("");
	if (timer)
		making_timer(&making, 10);
	for (unsigned r = 0; r < rounds; r++)
		for (int i = 0; i < SIZES; i++)
			for (int t = 0; t < 3; t++)
				making_trial(&making, r + 1, size_at(i), stair(i, edges[r]),
				             stair(i, edges[r]));
	return making_reduce(&making);
}

/* Three rounds of three trials, each of its round's time at its size. */
static struct summary three_rounds(unsigned long times[3][SIZES], unsigned version)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	for (unsigned r = 0; r < 3; r++)
		for (int i = 0; i < SIZES; i++)
			for (int t = 0; t < 3; t++)
				making_trial(&making, r + 1, size_at(i), times[r][i], times[r][i]);
	return making_reduce_by(&making, version);
}

START_TEST(knee_repeated_is_accepted)
{
	static const int edges[] = {11, 11, 11};
	struct summary summary = staircases(edges, 3, true);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_msg(knee->status == STATUS_ACCEPTED, "%s", knee->reason);
	ck_assert_double_eq_tol(knee->value / knee_after(11), 1, 1e-9);
	ck_assert_double_eq(knee->low, knee->value);
	ck_assert_double_eq(knee->high, knee->value);
	ck_assert_double_eq(must_find(&summary, FINDING_HIERARCHY, 0)->value, 2);
	const struct summary_finding *capacity = must_find(&summary, FINDING_CAPACITY, 1);
	ck_assert_int_eq(capacity->status, STATUS_ACCEPTED);
	/* The top is size 11; the next below it by a quarter octave or more is size 10: 1.189 is above 1.18.
	 */
	ck_assert_double_eq(capacity->low, (double)size_at(10));
	ck_assert_double_eq(capacity->high, (double)size_at(12));
	ck_assert_double_eq(must_find(&summary, FINDING_LOWER_BOUND, 1)->value, (double)size_at(10)); /* B1 */
	ck_assert_double_eq(must_find(&summary, FINDING_PLATEAU_TOP, 1)->value, (double)size_at(11)); /* B0 */
	summary_free(&summary);
}
END_TEST

/* Steps of 1.19 an index: one index apart is within 25 per cent, two (1.41) are not. The median of three
 * rounds is the majority's, or the middle edge. */
static const struct {
	int edges[3];
	enum status status;
	const char *rule;
} agreements[] = {
    {{11, 11, 12}, STATUS_ACCEPTED, "K1"},
    {{8, 11, 11}, STATUS_ACCEPTED, "K1"}, /* two thirds agree; the quiet curve has the later edge too */
    {{8, 11, 14}, STATUS_REFUSED, "K3"},  /* only the middle one agrees with the median */
};

START_TEST(k3_wants_two_thirds_of_the_rounds)
{
	struct summary summary = staircases(agreements[_i].edges, 3, true);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_msg(knee->status == (agreements[_i].status), "%s", knee->reason);
	/* The edges of 8, 11, 14 also spread the resamples and the quiet curve: K3 must be among those that
	 * refuse. */
	ck_assert_ptr_nonnull(strstr(made_rules(knee), agreements[_i].rule));
	summary_free(&summary);
}
END_TEST

START_TEST(k3_one_round_is_noted)
{
	static const int edges[] = {11};
	struct summary summary = staircases(edges, 1, true);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_str_eq(made_rules(knee), "K3");
	ck_assert_int_eq(must_find(&summary, FINDING_HIERARCHY, 0)->status, STATUS_NOTED);
	summary_free(&summary);
}
END_TEST

START_TEST(no_timer_rows_is_noted)
{
	static const int edges[] = {11, 11, 11};
	struct summary summary = staircases(edges, 3, false);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_str_eq(made_rules(knee), "T1");
	ck_assert_int_eq(must_find(&summary, FINDING_TIMER, 0)->status, STATUS_NOTED);
	summary_free(&summary);
}
END_TEST

/* K2: in each of three rounds the trials at every size above the edge are 1, 1 and 4 ns or 1, 4 and 4 ns: the
 * median holds 4, but a resample often holds 1 somewhere, and the plateau is gone. */
START_TEST(k2_refuses_what_resampling_undoes)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	for (unsigned r = 1; r <= 3; r++) {
		for (int i = 0; i < SIZES; i++) {
			unsigned long slow = stair(i, 11);
			making_trial(&making, r, size_at(i), r == 1 ? 1000000 : slow,
			             r == 1 ? 1000000 : slow);
			making_trial(&making, r, size_at(i), slow, slow);
			making_trial(&making, r, size_at(i), r == 2 ? 1000000 : slow,
			             r == 2 ? 1000000 : slow);
		}
	}
	struct summary summary = making_reduce_by(&making, 2);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_REFUSED);
	ck_assert_ptr_nonnull(strstr(made_rules(knee), "K2"));
	ck_assert_int_eq(must_find(&summary, FINDING_CAPACITY, 1)->status, STATUS_REFUSED);
	ck_assert_int_eq(must_find(&summary, FINDING_HIERARCHY, 0)->status, STATUS_REFUSED);
	summary_free(&summary);
}
END_TEST

/* K2 from version 3 on: a size an octave, fast to 8 KiB and slow from 64 KiB on; at 16 and 32 KiB half of the
 * trials are fast. All of them cross the mean of 2 ms below 16 KiB. A resample is fast at a point with a
 * chance of 0.33 (2 of 3 draws in the one round, 1 of 3 in the other): both points in 11 of 100, and its
 * crossing is then beyond a factor 2. */
START_TEST(k2_by_crossings_refuses_what_resampling_moves)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	for (unsigned r = 1; r <= 2; r++)
		for (unsigned k = 0; k < 10; k++)
			for (unsigned t = 0; t < 3; t++) {
				bool fast = k < 4 || (k < 6 && (t == 1) == (r == 2));
				unsigned long elapsed = fast ? 1000000 : 4000000;
				making_trial(&making, r, 1024UL << k, elapsed, elapsed);
			}
	struct summary summary = making_reduce(&making);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_REFUSED);
	ck_assert_ptr_nonnull(strstr(made_rules(knee), "K2"));
	summary_free(&summary);
}
END_TEST

/* K3 from version 3 on, in steps of a factor 1.19: one size (1.19) is within 1.25, two (1.41) within 1.5,
 * three (1.68) in neither. The medians cross with the middle round; of four, with the second or third, or
 * half way between them. Within 1.25 in two thirds of the rounds nothing is said; within 1.5 in more than
 * half of them the knee is noted. */
static const struct {
	int rounds, steps[5];
	enum status status; /* by K3 */
} repeats[] = {
    {3, {11, 14, 17}, STATUS_REFUSED}, /* one of three */
    {3, {14, 14, 17}, STATUS_ACCEPTED},
    {3, {12, 14, 17}, STATUS_NOTED},        /* one of three, and a factor 1.41 */
    {5, {8, 14, 14, 14, 17}, STATUS_NOTED}, /* three of five */
    {4, {8, 14, 14, 18}, STATUS_REFUSED},   /* two of four are half */
    {5, {12, 12, 14, 14, 14}, STATUS_NOTED},
};

START_TEST(k3_by_crossings_asks_more_than_half)
{
	for (size_t c = 0; c < sizeof repeats / sizeof repeats[0]; c++) {
		struct summary summary = staircases(repeats[c].steps, (unsigned)repeats[c].rounds, true);
		const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
		bool refused = strstr(made_rules(knee), "K3") != NULL,
		     noted = strstr(knee->reason, "within 25 per cent (K3)") != NULL;
		ck_assert_msg(refused ==
		                  (repeats[c].status == STATUS_REFUSED ||
		                   (repeats[c].status == STATUS_NOTED && knee->status == STATUS_NOTED)),
		              "%zu: %s", c, knee->reason);
		ck_assert_msg(noted == (repeats[c].status == STATUS_NOTED), "%zu: %s", c, knee->reason);
		/* The last is noted for nothing else: the quiet curve has the later edge, that of the
		 * medians.
		 */
		if (c == 5) {
			ck_assert_int_eq(knee->status, STATUS_NOTED);
			ck_assert_str_eq(made_rules(knee), "K3");
			ck_assert_ptr_nonnull(
			    strstr(knee->reason, "; only 3 of 5 rounds have it within 25 per cent (K3)"));
		}
		summary_free(&summary);
	}
}
END_TEST

/* K4: in two of three rounds the size before the last fast one takes 4 ns, and the medians cross 2 ns three
 * times. Version 2 refuses. The third round crosses once, after index 11: version 3 notes the knee there. */
START_TEST(k4_asks_the_quiet_curve)
{
	for (unsigned version = 2; version <= 3; version++) {
		unsigned long times[3][SIZES];
		for (unsigned r = 1; r <= 3; r++)
			for (int i = 0; i < SIZES; i++)
				times[r - 1][i] = i == 10 && r < 3 ? 4000000 : stair(i, 11);
		struct summary summary = three_rounds(times, version);
		const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
		ck_assert_ptr_nonnull(strstr(made_rules(knee), "K4"));
		ck_assert_int_eq(knee->status, version == 2 ? STATUS_REFUSED : STATUS_NOTED);
		if (version == 3)
			ck_assert_double_eq_tol(knee->value / knee_after(11), 1, 1e-9);
		summary_free(&summary);
	}
}
END_TEST

/* E2 asks for a step of 25/16 = 1.5625: 1.57 is more, 1.56 is less, Z1 is left, and both are noted.
 * One of three rounds ends a size later, so that E1 does not speak. */
START_TEST(e2_asks_for_a_step)
{
	for (int small = 0; small < 2; small++) {
		unsigned long times[3][SIZES];
		for (unsigned r = 1; r <= 3; r++)
			for (int i = 0; i < SIZES; i++)
				times[r - 1][i] = i <= (r < 3 ? 11 : 12) ? 1000000
				                  : small                ? 1560000
				                                         : 1570000;
		struct summary summary = three_rounds(times, RULE_VERSION);
		const struct summary_finding *capacity = must_find(&summary, FINDING_CAPACITY, 1);
		ck_assert_str_eq(made_rules(capacity), small ? "Z1" : "E2");
		if (small)
			ck_assert_ptr_nonnull(strstr(capacity->reason, "no E2: the step is small"));
		ck_assert_int_eq(capacity->status, small ? STATUS_NOTED : STATUS_ACCEPTED);
		ck_assert_int_eq(must_find(&summary, FINDING_KNEE, 1)->status, capacity->status);
		summary_free(&summary);
	}
}
END_TEST

/* E2: a ramp of 1.6 a size, from index 9 to 15 or to 16. B1 is index 8; the upper plateau begins 7 quarter
 * octaves beyond it, 3.36 times, or 8, 4 times: more than 3.5, and the knee is noted, its bracket is not. E1
 * finds no sharp edge: one of the three rounds leaves the floor two sizes later. */
START_TEST(e2_notes_the_knee_of_a_long_climb)
{
	for (int end = 15; end <= 16; end++) {
		unsigned long times[3][SIZES];
		for (unsigned r = 1; r <= 3; r++)
			for (int i = 0; i < SIZES; i++) {
				int steps = i <= (r < 3 ? 9 : 11) ? 0 : i < end ? i - 9 : end - 9;
				times[r - 1][i] = (unsigned long)(1000000 * pow(1.6, steps));
			}
		struct summary summary = three_rounds(times, RULE_VERSION);
		const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
		bool noted = end == 16;
		ck_assert_msg(knee->status == (noted ? STATUS_NOTED : STATUS_ACCEPTED), "%s", knee->reason);
		ck_assert_str_eq(made_rules(knee), noted ? "E2" : "K1");
		ck_assert_int_eq(strstr(knee->reason, "the climb is longer than one cache's (E2)") != NULL,
		                 noted);
		ck_assert_int_eq(must_find(&summary, FINDING_CAPACITY, 1)->status, STATUS_ACCEPTED);
		ck_assert_int_eq(must_find(&summary, FINDING_LOWER_BOUND, 1)->status, STATUS_ACCEPTED);
		summary_free(&summary);
	}
}
END_TEST

/* K2 not judged: a point beside the knee with two trials. */
START_TEST(k2_wants_three_trials)
{
	struct making making = making_begin("");
	making_timer(&making, 10);
	for (unsigned r = 1; r <= 2; r++)
		for (int i = 0; i < SIZES; i++)
			for (int t = 0; t < (i == 12 ? 1 : 2); t++)
				making_trial(&making, r, size_at(i), stair(i, 11), stair(i, 11));
	struct summary summary = making_reduce(&making);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_str_eq(made_rules(knee), "K2");
	summary_free(&summary);
}
END_TEST

/* D1: one point in the middle of the upper plateau at 3 ns, below 4 / 1.25 = 3.2. The run goes on behind it
 * only to 1.25 x 3, so the plateau is given 3.3 ns points behind it. */
START_TEST(d1_refuses_beside_an_unsteady_plateau)
{
	unsigned long times[3][SIZES];
	for (unsigned r = 1; r <= 3; r++)
		for (int i = 0; i < SIZES; i++)
			times[r - 1][i] = i <= 11 ? 1000000 : i < 17 ? 4000000 : i == 17 ? 3000000 : 3300000;
	struct summary summary = three_rounds(times, RULE_VERSION);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_REFUSED);
	ck_assert_str_eq(made_rules(knee), "D1");
	summary_free(&summary);
}
END_TEST

/* D1: in two of three rounds one point of the upper plateau takes 5 ns, more than 1.25 times the 3.9 ns that
 * follow; in the third it takes 4, and the quiet curve is steady. Version 2 refuses, version 3 notes. */
START_TEST(d1_notes_what_is_steady_when_quiet)
{
	for (unsigned version = 2; version <= 3; version++) {
		unsigned long times[3][SIZES];
		for (unsigned r = 1; r <= 3; r++)
			for (int i = 0; i < SIZES; i++)
				times[r - 1][i] = i <= 11            ? 1000000
				                  : i == 15 && r < 3 ? 5000000
				                  : i < 17           ? 4000000
				                                     : 3900000;
		struct summary summary = three_rounds(times, version);
		const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
		ck_assert_int_eq(knee->status, version == 2 ? STATUS_REFUSED : STATUS_NOTED);
		ck_assert_str_eq(made_rules(knee), "D1");
		ck_assert_int_eq(must_find(&summary, FINDING_CAPACITY, 1)->status, knee->status);
		summary_free(&summary);
	}
}
END_TEST

/* K5: the floors are 1 and 1.4 ns, their mean is 1.183, and the lower plateau ends with two points of 1.2,
 * which P1 lets in. Version 2 refuses; version 3 cuts them off, and the knee is noted. */
START_TEST(k5_notes_what_is_cut)
{
	for (unsigned version = 2; version <= 3; version++) {
		unsigned long times[3][SIZES];
		for (unsigned r = 1; r <= 3; r++)
			for (int i = 0; i < SIZES; i++)
				times[r - 1][i] = i < 10 ? 1000000 : i < 12 ? 1200000 : 1400000;
		struct summary summary = three_rounds(times, version);
		const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
		ck_assert_int_eq(knee->status, version == 2 ? STATUS_REFUSED : STATUS_NOTED);
		ck_assert_msg(strcmp(made_rules(knee), "K5") == 0, "%s", knee->reason);
		summary_free(&summary);
	}
}
END_TEST

/* M1: in two of three rounds the times between index 12 and 15 are 3, 12, 3, 12 ns, which no plateau
 * survives; in the third all is still. The quiet curve has the knee, the median curve does not: noted. */
START_TEST(m1_notes_a_knee_found_only_when_quiet)
{
	unsigned long times[3][SIZES];
	for (unsigned r = 1; r <= 3; r++)
		for (int i = 0; i < SIZES; i++) {
			unsigned long ns = stair(i, 11);
			if (r < 3 && i > 11)
				ns = i % 2 == 0 ? 5000000 : 9000000;
			times[r - 1][i] = ns;
		}
	struct summary summary = three_rounds(times, RULE_VERSION);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 0);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_str_eq(made_rules(knee), "M1");
	ck_assert_double_eq_tol(knee->value / knee_after(11), 1, 1e-9);
	summary_free(&summary);
}
END_TEST

/* M1: the median's knee is after index 11 (two rounds of three), the quiet curve's after 14 (the third): 1.68
 * apart. After 13 it is 1.41, which version 3 notes: the lowest round is the luckiest deal of pages, too.
 * After 12 it is 1.19, within 25 per cent. */
START_TEST(m1_refuses_a_knee_that_stands_apart)
{
	static const int edges[] = {11, 11, 14}, near[] = {11, 11, 13}, nearer[] = {11, 11, 12};
	struct summary summary = staircases(edges, 3, true);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_REFUSED);
	ck_assert_str_eq(made_rules(knee), "M1");
	summary_free(&summary);
	summary = staircases(near, 3, true);
	knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_str_eq(made_rules(knee), "M1");
	ck_assert_ptr_nonnull(strstr(knee->reason, "the quiet curve has it elsewhere, at "));
	summary_free(&summary);
	summary = staircases(nearer, 3, true);
	ck_assert_int_eq(must_find(&summary, FINDING_KNEE, 1)->status, STATUS_ACCEPTED);
	summary_free(&summary);
}
END_TEST

/* K9: a ramp from index 8 to 18, 1.6 times a step. B1 is index 7, the upper plateau begins at 18: 11 quarter
 * octaves apart, 6.7 times. Version 1 had no such rule. */
START_TEST(k9_notes_a_wide_bracket)
{
	static const enum status statuses[] = {STATUS_ACCEPTED, STATUS_NOTED};
	static const char *const ids[] = {"K1", "K9"};
	unsigned long times[3][SIZES];
	for (unsigned r = 1; r <= 3; r++)
		for (int i = 0; i < SIZES; i++) {
			int steps = i <= 8 ? 0 : i < 18 ? i - 8 : 10;
			times[r - 1][i] = (unsigned long)(1000000 * pow(1.6, steps));
		}
	struct summary summary = three_rounds(times, (unsigned)_i + 1);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_msg(knee->status == (statuses[_i]), "%s", knee->reason);
	ck_assert_str_eq(made_rules(knee), ids[_i]);
	ck_assert_str_eq(summary_header(&summary, "rules"), _i == 0 ? "1" : "2");
	summary_free(&summary);
}
END_TEST

/* K10: a step at index 11 where the clock falls from 4 GHz to 3.2 (1.25 times: within) or to 3.125 (1.28:
 * refused). */
START_TEST(k10_refuses_where_the_clock_changed)
{
	static const unsigned slow_ns[] = {312500, 320000};
	struct making making = {tmpfile()};
	ck_assert_ptr_nonnull(making.file);
	fputs("# cachestair_capture: "
	      "1\nexperiment,round,size_bytes,loads,elapsed_ns,adds,adds_before_ns,adds_after_ns\n",
	      making.file);
	fputs("timer,,,,10,,,\ntimer,,,,10,,,\n", making.file);
	for (unsigned r = 1; r <= 3; r++)
		for (int i = 0; i < SIZES; i++)
			for (int t = 0; t < 3; t++)
				fprintf(making.file, "sweep,%u,%lu,1000,%lu,1000000,%u,%u\n", r, size_at(i),
				        stair(i, 11), i <= 11 ? 250000 : slow_ns[_i],
				        i <= 11 ? 250000 : slow_ns[_i]);
	struct summary summary = making_reduce(&making);
	const struct summary_finding *knee = must_find(&summary, FINDING_KNEE, 1);
	ck_assert_msg(knee->status == (_i == 0 ? STATUS_ACCEPTED : STATUS_REFUSED), "%s", knee->reason);
	ck_assert_str_eq(made_rules(knee), _i == 0 ? "K1" : "K10");
	summary_free(&summary);
}
END_TEST

/* 24 MHz ticks taken for nanoseconds: an add chain of 4 GHz reads 166.7 GHz, which cannot be a clock, and no
 * cycles come of it. */
START_TEST(impossible_clock_is_refused)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	fputs(
	    "size_bytes,loads,elapsed_ns,adds,adds_before_ns,adds_after_ns\n4096,1000000,18000,1000000,6000,6000\n",
	    file);
	rewind(file);
	struct reduction reduction;
	struct reduction_options options = {0};
	struct summary summary;
	struct fault fault;
	ck_assert_int_eq(reduction_run(&reduction, file, "ticks.csv", &options, &fault), 0);
	ck_assert_int_eq(summarize_capture(&reduction, &summary, &fault), 0);
	const struct summary_finding *clock = must_find(&summary, FINDING_CLOCK, 0);
	ck_assert_int_eq(clock->status, STATUS_REFUSED);
	ck_assert_ptr_nonnull(strstr(clock->reason, "167 GHz cannot be a clock"));
	ck_assert_ptr_nonnull(
	    strstr(must_find(&summary, FINDING_DIAGNOSTIC, 0)->reason, "faster than any core's load"));
	ck_assert(isnan(summary.points[0].cycles));
	summary_free(&summary);
	reduction_free(&reduction);
	fclose(file);
}
END_TEST

static const char *state_told(const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++)
		if (summary->findings[i].kind == FINDING_DIAGNOSTIC &&
		    strncmp(summary->findings[i].reason, "state: ", 7) == 0)
			return summary->findings[i].reason + 7;
	return "";
}

/* What both ends say is told without an end; what is as it should be, or is not told, is not. Version 2 had
 * no such line. */
START_TEST(a_state_that_disturbs_is_told)
{
	for (unsigned version = 2; version <= 3; version++) {
		struct making making = making_begin(
		    "# state: when=before low_power=0 power=battery thermal=nominal load=1.25 virtual=0\n");
		making_timer(&making, 10);
		for (int i = 0; i < SIZES; i++)
			making_trial(&making, 1, size_at(i), stair(i, 11), stair(i, 11));
		fputs("# state: when=after low_power=1 power=battery thermal=85 memory_pressure=normal "
		      "virtual=0\n",
		      making.file);
		struct summary summary = making_reduce_by(&making, version);
		ck_assert_str_eq(
		    state_told(&summary),
		    version == 2
		        ? ""
		        : "low power mode was on at the end; the power came from the battery; heat held "
		          "the processor to 85 per cent of its speed at the end");
		summary_free(&summary);
	}
	struct making making =
	    making_begin("# state: when=before low_power=0 power=ac thermal=100 virtual=0\n");
	making_timer(&making, 10);
	for (int i = 0; i < SIZES; i++)
		making_trial(&making, 1, size_at(i), stair(i, 11), stair(i, 11));
	struct summary summary = making_reduce(&making);
	ck_assert_str_eq(state_told(&summary), "");
	summary_free(&summary);
}
END_TEST

/* Steps after indices 8 (4 KiB) and 16 (16 KiB), knees near 4.4 and 17.5 KiB: a reported 8 KiB lies within a
 * factor 4 of both, and belongs to the nearer one, the first (1.87 against 2.18). */
START_TEST(reported_size_belongs_to_one_knee)
{
	struct making making = making_begin("# cache: level=1 type=data bytes=8192\n");
	making_timer(&making, 10);
	for (unsigned r = 1; r <= 3; r++)
		for (int i = 0; i < SIZES; i++)
			for (int t = 0; t < 3; t++) {
				unsigned long ns = i <= 8 ? 1000000 : i <= 16 ? 4000000 : 20000000;
				making_trial(&making, r, size_at(i), ns, ns);
			}
	struct summary summary = making_reduce(&making);
	ck_assert_double_eq(must_find(&summary, FINDING_KNEE, 1)->reported, 8192);
	ck_assert(isnan(must_find(&summary, FINDING_KNEE, 2)->reported));
	summary_free(&summary);
}
END_TEST

Suite *reduction_suite(void)
{
	Suite *suite = suite_create("reduction");
	TCase *cases = tcase_create("trials");
	tcase_set_timeout(cases, 60);
	cases_add(cases, t1_counts_from_a_hundred_steps, t4_wants_nine_tenths_of_the_processor);
	tcase_add_loop_test(cases, t2_refuses_a_clock_coarser_than_asked, 0, 2);
	tcase_add_test(cases, t1_takes_a_coarse_clock_that_did_not_move);
	tcase_add_loop_test(cases, t3_refuses_when_most_points_fail, 0, 2);
	cases_add(cases, m0_missing_point, knee_repeated_is_accepted);
	tcase_add_loop_test(cases, k3_wants_two_thirds_of_the_rounds, 0, 3);
	cases_add(cases, k3_one_round_is_noted, no_timer_rows_is_noted, k2_refuses_what_resampling_undoes,
	          k2_by_crossings_refuses_what_resampling_moves, k3_by_crossings_asks_more_than_half,
	          k4_asks_the_quiet_curve, e2_asks_for_a_step, e2_notes_the_knee_of_a_long_climb,
	          k2_wants_three_trials, d1_refuses_beside_an_unsteady_plateau,
	          d1_notes_what_is_steady_when_quiet, k5_notes_what_is_cut,
	          m1_notes_a_knee_found_only_when_quiet, m1_refuses_a_knee_that_stands_apart);
	tcase_add_loop_test(cases, k9_notes_a_wide_bracket, 0, 2);
	tcase_add_loop_test(cases, k10_refuses_where_the_clock_changed, 0, 2);
	cases_add(cases, impossible_clock_is_refused, a_state_that_disturbs_is_told,
	          reported_size_belongs_to_one_knee);
	suite_add_tcase(suite, cases);
	return suite;
}
