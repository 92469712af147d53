/* Tests of reduce/judge/calibration (Q1 to Q5) and of what rests on a failed control, on captures whose
 * control trials are written here: three of each kind at either end, 100,000 steps each, so that the
 * picoseconds given are the time of a load, pair or add. */
#include "../reduce/judge/calibration.h"
#include "../reduce/join/summarize.h"
#include "cases.h"
#include "made.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { STEPS = 100000, TRIALS = 3, NONE = -1, FIRST = 16384, LATER = 1 << 20 };

/* What the controls of one end show. */
struct shown {
	uint64_t cycles;              /* of 100,000 adds; 0: none are counted */
	uint64_t site, more;          /* ps */
	uint64_t same, own;           /* ps a pair */
	uint64_t pointer, offset;     /* ps in the first level */
	uint64_t later, offset_later; /* 0: not measured */
	int processor, priority;      /* NONE: not told */
	const struct shown *dit;      /* the same with the DIT bit set; NULL where there is no such bit */
};

/* Every control passes: an add takes a cycle, an offset one more nanosecond than a pointer at either size. */
static const struct shown good = {100000, 1000, 1000, 8000, 8000, 1000, 2000, 50000, 51000, NONE, NONE, NULL};

/* A control of one end. */
struct written {
	unsigned end;
	enum capture_control kind;
	uint64_t size_bytes, ps;
};

static void write_kind(FILE *file, const struct written *written, const struct shown *shown, int dit)
{
	enum capture_control kind = written->kind;
	bool adds = kind == CAPTURE_CLOCK, pairs = kind == CAPTURE_WORDS_SAME || kind == CAPTURE_WORDS_OWN;
	for (int t = 0; t < TRIALS; t++) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_CONTROLS);
		capture_row_set(&row, CAPTURE_CONTROL, kind);
		if (dit != NONE)
			capture_row_set(&row, CAPTURE_DIT, (uint64_t)dit);
		capture_row_set(&row, CAPTURE_ROUND, written->end);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, written->size_bytes);
		capture_row_set(&row, CAPTURE_LOADS, adds ? 0 : STEPS * (pairs ? 2u : 1u));
		capture_row_set(&row, CAPTURE_ELAPSED_NS, STEPS / 1000 * written->ps);
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

/* The clock and the place are asked once, the others with the bit cleared and set. */
static void write_end(FILE *file, unsigned end, const struct shown *shown, int dit)
{
	const struct written kinds[] = {
	    {end, CAPTURE_CLOCK, 0, 250},
	    {end, CAPTURE_PLACE, FIRST, 1000},
	    {end, CAPTURE_SITE, 4096, shown->site},
	    {end, CAPTURE_SITE_MORE, 4160, shown->more},
	    {end, CAPTURE_WORDS_SAME, 131072, shown->same},
	    {end, CAPTURE_WORDS_OWN, 131072, shown->own},
	    {end, CAPTURE_OFFSET, FIRST, shown->offset},
	    {end, CAPTURE_POINTER, FIRST, shown->pointer},
	    {end, CAPTURE_OFFSET, LATER, shown->offset_later},
	    {end, CAPTURE_POINTER, LATER, shown->later},
	};
	for (size_t i = dit == 1 ? 2 : 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (kinds[i].ps != 0)
			write_kind(file, &kinds[i], shown, i < 2 ? NONE : dit);
	if (shown->dit != NULL)
		write_end(file, end, shown->dit, 1);
}

static const struct made_step stairs[] = {{KIB(32), 1000}, {MIB(1), 4000}, {UINT64_MAX, 30000}};

/* A sweep between the controls of both ends. */
static FILE *capture(const char *headers, const struct shown *start, const struct shown *end)
{
	FILE *file = made_begin(headers);
	made_timer(file);
	write_end(file, 1, start, start->dit != NULL ? 0 : NONE);
	for (int t = 0; t < TRIALS; t++)
		made_write(file, &(struct made_pass){.stride_bytes = 64,
		                                     .low_bytes = KIB(4),
		                                     .high_bytes = MIB(64),
		                                     .stairs = stairs});
	if (end != NULL)
		write_end(file, 2, end, end->dit != NULL ? 0 : NONE);
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

/* 46.4 - 1 = 45.4 ns is more than 10 per cent below 50, 46.5 - 1 is not: 45.5 x 1.1 = 50.05. */
START_TEST(q4_fails_where_offsets_are_the_quicker_ones)
{
	struct shown shown = good;
	shown.offset_later = 46500;
	ck_assert_int_eq(both(RULE_Q4, &shown).status, STATUS_ACCEPTED);
	shown.offset_later = 46400;
	ck_assert_int_eq(both(RULE_Q4, &shown).status, STATUS_REFUSED);
}
END_TEST

START_TEST(q4_needs_a_size_beyond_the_first_level)
{
	struct shown shown = good;
	shown.later = shown.offset_later = 0;
	struct calibration found = both(RULE_Q4, &shown);
	ck_assert_int_eq(found.status, STATUS_NOTED);
	ck_assert_str_eq(found.why, "no chase beyond the first level");
	ck_assert_double_nan(found.value);
	ck_assert_double_nan(found.bytes);
}
END_TEST

/* What the machine does as it is decides; with the DIT bit set it is told beside. Each row: 20 per cent off
 * in that control, with the bit cleared or with it set. */
START_TEST(the_dit_bit_is_told_and_does_not_decide)
{
	static const enum rule_id asked[] = {RULE_Q2, RULE_Q3, RULE_Q4};
	for (size_t i = 0; i < 3; i++)
		for (int set = 0; set <= 1; set++) {
			struct shown dit = good, shown = good, *off = set ? &dit : &shown;
			off->site = 1200;
			off->same = 9600;
			off->offset_later = 61000;
			shown.dit = &dit;
			struct calibration found = both(asked[i], &shown);
			ck_assert_int_eq(found.status, set ? STATUS_ACCEPTED : STATUS_REFUSED);
			for (size_t e = 0; e < CALIBRATION_ENDS; e++) {
				ck_assert_double_eq_tol(found.ends[e], set ? 1 : 1.2, 1e-9);
				ck_assert_double_eq_tol(found.dit[e], set ? 1.2 : 1, 1e-9);
			}
		}
	struct shown dit = good, shown = good;
	shown.same = 9600;
	shown.dit = &dit;
	struct summary summary = made_summary(capture("", &shown, &shown), NULL);
	made_begins(
	    made_must(&summary, FINDING_CONTROL, "", 2),
	    "failed: time of pairs whose second words are equal, divided by that of pairs with words of their own: 1.200 at the start and "
	    "1.200 at the end; with the DIT bit set 1.000 at the start and 1.000 at the end; a granule "
	    "measured with constant words is refused");
	summary_free(&summary);
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

/* A level of 1 ns, and pairs of 4 ns inside it, with adds at 4 GHz beside each trial or with as many cycles
 * counted. */
static struct summary clocked(const struct shown *shown, bool counted)
{
	static const struct made_step level[] = {{UINT64_MAX, 1000}};
	const struct made_pass pass = {.stride_bytes = 64,
	                               .low_bytes = KIB(4),
	                               .high_bytes = MIB(1),
	                               .stairs = level,
	                               .print_ps = 1000,
	                               .clock_mhz = 4000,
	                               .level_cycles = {counted ? 4 * STEPS : 0, 0}};
	FILE *file = made_begin("");
	made_timer(file);
	write_end(file, 1, shown, NONE);
	made_write(file, &pass);
	for (enum capture_experiment e = CAPTURE_ADJACENCY;; e = CAPTURE_TRANSLATION) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, e);
		capture_row_set(&row, CAPTURE_ROUND, 1);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, KIB(128));
		capture_row_set(&row, CAPTURE_ORDER, CAPTURE_RANDOM);
		if (e == CAPTURE_ADJACENCY) {
			capture_row_set(&row, CAPTURE_DISTANCE_BYTES, 64);
			capture_row_set(&row, CAPTURE_SITES, 1024);
		} else {
			capture_row_set(&row, CAPTURE_NODES, 32);
			capture_row_set(&row, CAPTURE_STRIDE_BYTES, 4096);
			capture_row_set(&row, CAPTURE_PAGE_BYTES, 4096);
		}
		capture_row_set(&row, CAPTURE_LOADS, e == CAPTURE_ADJACENCY ? 2 * STEPS : STEPS);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, 4 * STEPS);
		capture_row_set(&row, CAPTURE_ADDS, 1000000);
		capture_row_set(&row, CAPTURE_ADDS_BEFORE_NS, 250000);
		capture_row_set(&row, CAPTURE_ADDS_AFTER_NS, 250000);
		if (counted)
			capture_row_set(&row, CAPTURE_CYCLES, 16 * STEPS);
		capture_write_row(file, &row);
		if (e == CAPTURE_TRANSLATION)
			break;
	}
	write_end(file, 2, shown, NONE);
	return made_summary(file, NULL);
}

/* Where the counter and the chain of adds disagree, the chain's cycles are told nowhere: not of the sweep, of
 * pairs or of translation. Those that were counted stay. */
START_TEST(q1_leaves_the_add_chains_cycles_out)
{
	for (int counted = 0; counted <= 1; counted++)
		for (int fails = 0; fails <= 1; fails++) {
			struct shown shown = good;
			shown.cycles = fails ? 110000 : 100000;
			struct summary summary = clocked(&shown, counted);
			bool told = counted || !fails;
			size_t met[3] = {0, 0, 0};
			for (size_t i = 0; i < summary.point_count; i++) {
				const struct summary_point *point = &summary.points[i];
				size_t kind = point->experiment == CAPTURE_SWEEP       ? 0
				              : point->experiment == CAPTURE_ADJACENCY ? 1
				                                                       : 2;
				met[kind]++;
				if (told)
					ck_assert_double_eq_tol(point->cycles, kind == 0 ? 4 : 16, 1e-9);
				else
					ck_assert_double_nan(point->cycles);
			}
			ck_assert_uint_gt(met[0], 30);
			ck_assert_uint_eq(met[1], 1);
			ck_assert_uint_eq(met[2], 1);
			ck_assert_int_eq(made_find(&summary, FINDING_CLOCK, NULL, 0) != NULL, told);
			made_begins(
			    made_must(&summary, FINDING_CONTROL, "", 0),
			    fails
			        ? "failed: cycles that are counted for each add of the chain: 1.100 at the start and 1.100 "
			          "at the end; cycles a load come from the counter alone, or are not told"
			        : "cycles that are counted for each add of the chain: 1.000 at the start");
			summary_free(&summary);
		}
}
END_TEST

enum { PAIRS = 50000 };

/* Pairs that fetch 64 bytes beyond the first level, 32 KiB: flat inside it, and 8 ns and 0.1 ns a byte
 * outside. */
static void write_pairs(FILE *file)
{
	static const uint64_t distances[] = {8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256};
	for (unsigned round = 1; round <= TRIALS; round++)
		for (uint64_t size = KIB(8); size <= MIB(1); size *= 2)
			for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
				uint64_t near = distances[d] < 64 ? distances[d] : 64,
				         ps = size <= KIB(32) ? 2000 : 8000 + 100 * near;
				struct capture_row row = {.present = 0};
				capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_ADJACENCY);
				capture_row_set(&row, CAPTURE_ROUND, round);
				capture_row_set(&row, CAPTURE_SIZE_BYTES, size);
				capture_row_set(&row, CAPTURE_ORDER, CAPTURE_RANDOM);
				capture_row_set(&row, CAPTURE_DISTANCE_BYTES, distances[d]);
				capture_row_set(&row, CAPTURE_SITES, size / 64);
				capture_row_set(&row, CAPTURE_LOADS, 2 * PAIRS);
				capture_row_set(&row, CAPTURE_ELAPSED_NS, PAIRS / 1000 * ps);
				capture_write_row(file, &row);
			}
}

/* A granule stands where no value is predicted, or where every word has a value of its own; no capture that
 * does not say so has such words. */
START_TEST(q3_refuses_the_granule_of_constant_words)
{
	static const struct {
		const char *words;
		uint64_t same; /* ps */
		bool refused;
	} rows[] = {{"", 8000, false},
	            {"# adjacency_words: own\n", 8000, false},
	            {"# adjacency_words: own\n", 7000, false},
	            {"", 7000, true},
	            {"# adjacency_words: zero\n", 7000, true}};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct shown shown = good;
		char headers[128];
		shown.same = rows[i].same;
		snprintf(headers, sizeof headers, "# line_bytes: 64\n%s", rows[i].words);
		FILE *file = capture(headers, &shown, &shown);
		write_pairs(file);
		struct summary summary = made_summary(file, NULL);
		const struct summary_finding *between = made_must(&summary, FINDING_GRANULE, NULL, 0);
		for (size_t g = 1; between->level != 2; g++)
			between = made_must(&summary, FINDING_GRANULE, NULL, g);
		ck_assert_int_eq(between->status, rows[i].refused ? STATUS_REFUSED : STATUS_ACCEPTED);
		ck_assert_str_eq(made_rules(between), rows[i].refused ? "Q3" : "");
		if (rows[i].refused)
			made_begins(between,
			            "Q3: the machine predicts values, and the words of the pairs were "
			            "constant");
		summary_free(&summary);
	}
}
END_TEST

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
	cases_add(group, all_pass_and_are_told_first, q1_cycles_over_adds, either_end_can_fail,
	          q2_and_q3_within_5_per_cent, q4_takes_the_offsets_own_cycle_off,
	          q4_fails_where_offsets_are_the_quicker_ones, q4_needs_a_size_beyond_the_first_level,
	          the_dit_bit_is_told_and_does_not_decide, q5_processor_and_priority,
	          q1_leaves_the_add_chains_cycles_out, q3_refuses_the_granule_of_constant_words,
	          q2_leaves_few_nodes_out, q4_notes_the_times_past_the_reported_caches,
	          version_2_passes_over_the_controls);
	suite_add_tcase(suite, group);
	return suite;
}
