/* Tests of reduce/judge/translation and its words (W1, W2) on captures of a machine with one cache of 512
 * lines, 1 ns inside and 4 ns beyond, whose translation costs nothing up to 64 pages of 4 KiB, 2 ns a load up
 * to 2,048 and 12 ns beyond. All times are whole steps: every answer can be worked out by hand. */
#include "../reduce/join/summarize.h"
#include "../reduce/write/captures_table.h"
#include "cases.h"
#include "made.h"

#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PAGE = 4096, LINE = 64, LOADS = 100000, TRIALS = 3, ROUNDS = 3 };

/* Up to so many nodes, picoseconds a load. */
static const struct made_step dense[] = {{512, 1000}, {UINT64_MAX, 4000}};
static const struct made_step pages[] = {{64, 1000}, {512, 3000}, {2048, 6000}, {UINT64_MAX, 16000}};
static const struct made_step flat[] = {{UINT64_MAX, 1000}};

static void write_chase(FILE *file, uint64_t round, uint64_t nodes, uint64_t stride,
                        const struct made_step *stairs)
{
	while (stairs->to_bytes < nodes)
		stairs++;
	for (int t = 0; t < TRIALS; t++) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_TRANSLATION);
		capture_row_set(&row, CAPTURE_ROUND, round);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, nodes * stride);
		capture_row_set(&row, CAPTURE_STRIDE_BYTES, stride);
		capture_row_set(&row, CAPTURE_NODES, nodes);
		capture_row_set(&row, CAPTURE_PAGE_BYTES, PAGE);
		capture_row_set(&row, CAPTURE_LOADS, LOADS);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, LOADS / 1000 * stairs->ps);
		capture_write_row(file, &row);
	}
}

/* Both chases at {4, 5, 6, 7} x 2^k nodes from 8 to `most`; no dense chase where `lines` is NULL. */
static void write_round(FILE *file, uint64_t round, uint64_t most, const struct made_step *page_stairs,
                        const struct made_step *lines)
{
	for (uint64_t octave = 8; octave <= most; octave *= 2)
		for (uint64_t nodes = octave; nodes < 2 * octave && nodes <= most; nodes += octave / 4) {
			write_chase(file, round, nodes, PAGE, page_stairs);
			if (lines != NULL)
				write_chase(file, round, nodes, LINE, lines);
		}
}

static void write_rounds(FILE *file, uint64_t most, const struct made_step *page_stairs,
                         const struct made_step *lines)
{
	for (uint64_t round = 1; round <= ROUNDS; round++)
		write_round(file, round, most, page_stairs, lines);
}

/* A sweep from 4 KiB to 256 MiB with three trials a round. */
static void write_sweep(FILE *file, const struct made_step *stairs)
{
	for (int t = 0; t < TRIALS; t++)
		made_write(file, &(struct made_pass){.stride_bytes = LINE,
		                                     .low_bytes = KIB(4),
		                                     .high_bytes = MIB(256),
		                                     .stairs = stairs});
}

static FILE *begin(const char *headers)
{
	FILE *file = made_begin(headers);
	made_timer(file);
	return file;
}

static struct summary summary_of(uint64_t most, const struct made_step *page_stairs,
                                 const struct made_step *lines, const struct made_step *sweep)
{
	FILE *file = begin("");
	write_sweep(file, sweep);
	write_rounds(file, most, page_stairs, lines);
	return made_summary(file, NULL);
}

/* A cache's knee beyond 32 KiB (3 ns); one of 2 ns beyond 256 KiB, which is 64 pages; one of 30 ns beyond 8
 * MiB, 2,048 pages; one of 54 ns beyond 64 MiB. */
static const struct made_step stairs[] = {
    {KIB(32), 1000}, {KIB(256), 4000}, {MIB(8), 6000}, {MIB(64), 36000}, {UINT64_MAX, 90000}};

/* ---- W1 ---- */

/* From 64 to 80 pages, the next of the grid, the page chase rises from 1 to 3 ns. Beyond 512 nodes the
 * difference counts: 6 - 4 + 1 = 3 ns up to 2,048 pages, 16 - 4 + 1 = 13 from 2,560 on. */
START_TEST(each_step_is_a_reach)
{
	struct summary summary = summary_of(16384, pages, dense, stairs);
	const struct summary_finding *first = made_must(&summary, FINDING_REACH, NULL, 0),
	                             *second = made_must(&summary, FINDING_REACH, NULL, 1);
	ck_assert_ptr_null(made_find(&summary, FINDING_REACH, NULL, 2));
	ck_assert_int_eq(first->status, STATUS_ACCEPTED);
	ck_assert_uint_eq(first->level, 1);
	ck_assert_double_eq_tol(first->value, 2, 1e-9);
	ck_assert_double_eq_tol(first->low, 64, 1e-9);
	ck_assert_double_eq_tol(first->high, 80, 1e-9);
	made_begins(first, "256 KiB to 320 KiB with pages of 4.00 KiB; translation takes 0.00 ns before and "
	                   "2.00 ns after");
	ck_assert_int_eq(second->status, STATUS_ACCEPTED);
	ck_assert_double_eq_tol(second->value, 10, 1e-9);
	ck_assert_double_eq_tol(second->low, 2048, 1e-9);
	ck_assert_double_eq_tol(second->high, 2560, 1e-9);
	summary_free(&summary);
}
END_TEST

/* The dense chase climbs from 512 to 640 lines: 2/3 of 512 is 341.3, 3/2 of 640 is 960. */
START_TEST(points_near_a_climb_of_the_dense_chase_are_left_out)
{
	static const uint64_t more[] = {341, 342, 960, 961};
	struct reduction reduction;
	FILE *file = begin("");
	write_rounds(file, 4096, pages, dense);
	for (size_t i = 0; i < 4; i++) {
		write_chase(file, 1, more[i], PAGE, pages);
		write_chase(file, 1, more[i], LINE, dense);
	}
	made_reduce(&reduction, file, "made.csv", NULL);
	const struct sweep *derived = &reduction.translation.derived;
	/* 342, 384, 448, 512, 640, 768, 896 and 960. */
	ck_assert_uint_eq(reduction.translation.left_out, 8);
	ck_assert_uint_eq(derived->curve_count + 8, reduction.translation.pages.curve_count);
	for (size_t i = 0; i < derived->curve_count; i++)
		ck_assert(derived->size_bytes[i] < 341.5 || derived->size_bytes[i] > 960.5);
	ck_assert_double_eq_tol(reduction.translation.first_nodes, 512, 1e-9);
	ck_assert_double_eq_tol(reduction.translation.first_ns, 1, 1e-12);
	reduction_free(&reduction);
}
END_TEST

START_TEST(no_step_is_no_reach)
{
	struct summary summary = summary_of(4096, flat, flat, stairs);
	const struct summary_finding *none = made_must(&summary, FINDING_REACH, NULL, 0);
	ck_assert_int_eq(none->status, STATUS_REFUSED);
	ck_assert_str_eq(made_rules(none), "W1");
	made_holds(none, "shows no step up to 4096 pages");
	ck_assert_ptr_null(made_find(&summary, FINDING_REACH, NULL, 1));
	summary_free(&summary);
}
END_TEST

/* Half of a difference says nothing: X1 stands for every knee. */
START_TEST(without_a_dense_chase_nothing_is_claimed)
{
	struct summary summary = summary_of(4096, pages, NULL, stairs);
	const struct summary_finding *none = made_must(&summary, FINDING_REACH, NULL, 0);
	ck_assert_int_eq(none->status, STATUS_REFUSED);
	made_holds(none, "there is no dense chase beside it");
	const struct summary_finding *cause = made_must(&summary, FINDING_CAUSE, NULL, 0);
	ck_assert_int_eq(cause->status, STATUS_REFUSED);
	made_begins(cause, "not distinguished: there is no dense chase");
	made_holds(made_must(&summary, FINDING_KNEE, NULL, 0), "not distinguished (X1)");
	summary_free(&summary);
}
END_TEST

/* The three rounds step at 32, 64 and 128 pages, their medians at 64: one round of three agrees. */
static const struct made_step early[] = {{32, 1000}, {UINT64_MAX, 3000}},
                              middle[] = {{64, 1000}, {UINT64_MAX, 3000}},
                              late[] = {{128, 1000}, {UINT64_MAX, 3000}};

START_TEST(rounds_that_differ_claim_no_reach_and_leave_the_cause_unsure)
{
	FILE *file = begin("");
	write_sweep(file, stairs);
	write_round(file, 1, 4096, early, flat);
	write_round(file, 2, 4096, middle, flat);
	write_round(file, 3, 4096, late, flat);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *reach = made_must(&summary, FINDING_REACH, NULL, 0);
	ck_assert_int_eq(reach->status, STATUS_REFUSED);
	ck_assert(reach->rules & RULE_SET(RULE_K3));
	made_holds(reach, "1 of 3 rounds");
	/* The knee of 256 KiB stands where the refused reach does: no reach is claimed there. */
	const struct summary_finding *cause = made_must(&summary, FINDING_CAUSE, NULL, 1);
	ck_assert_uint_eq(cause->level, 2);
	ck_assert_int_eq(cause->status, STATUS_NOTED);
	made_begins(cause, "cache: ");
	made_holds(cause, "no reach is claimed there");
	summary_free(&summary);
}
END_TEST

/* One round is no repetition: the reach is noted, and so is what rests on it. */
START_TEST(one_round_is_noted)
{
	FILE *file = begin("");
	write_sweep(file, stairs);
	write_round(file, 1, 4096, middle, flat);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *reach = made_must(&summary, FINDING_REACH, NULL, 0);
	ck_assert_int_eq(reach->status, STATUS_NOTED);
	made_holds(reach, "K3 not judged: one round only");
	const struct summary_finding *cause = made_must(&summary, FINDING_CAUSE, NULL, 1);
	ck_assert_int_eq(cause->status, STATUS_NOTED);
	made_begins(cause, "translation: ");
	summary_free(&summary);
}
END_TEST

/* ---- W2 ---- */

START_TEST(each_knee_gets_its_cause)
{
	struct summary summary = summary_of(16384, pages, dense, stairs);
	const struct summary_finding *causes[4];
	for (size_t i = 0; i < 4; i++) {
		causes[i] = made_must(&summary, FINDING_CAUSE, "random", i);
		ck_assert_uint_eq(causes[i]->level, i + 1);
	}
	made_begins(causes[0], "cache: ");
	ck_assert_int_eq(causes[0]->status, STATUS_ACCEPTED);
	ck_assert_double_nan(causes[0]->value);
	/* 2 of 2 ns; 10 of 30 ns. */
	/* A step of 6 over 4 is under 25/16: that knee is noted (E2), and so is its cause. */
	made_begins(causes[1], "translation: ");
	ck_assert_int_eq(causes[1]->status, STATUS_NOTED);
	ck_assert_double_eq_tol(causes[1]->value, 1, 1e-9);
	made_begins(causes[2], "both possible: ");
	ck_assert_int_eq(causes[2]->status, STATUS_REFUSED);
	ck_assert_double_eq_tol(causes[2]->value, 1 / 3.0, 1e-9);
	/* The page chase ends at 64 MiB, inside this claim. */
	made_begins(causes[3], "cache: ");
	ck_assert_int_eq(causes[3]->status, STATUS_NOTED);
	static const char *const told[] = {"cause: a cache's (W2)", "cause: the translation's (W2)",
	                                   "cause: cache or translation, both possible (W2)"};
	for (size_t i = 0; i < 3; i++)
		made_holds(made_must(&summary, FINDING_KNEE, "random", i), told[i]);
	summary_free(&summary);
}
END_TEST

/* Of a step of 20 ns the reach's 10 are half; of 20.01 they are less. */
START_TEST(half_of_the_step_is_the_border)
{
	struct made_step at[] = {{KIB(32), 1000}, {MIB(8), 6000}, {UINT64_MAX, 26000}};
	struct summary half = summary_of(16384, pages, dense, at);
	made_begins(made_must(&half, FINDING_CAUSE, NULL, 1), "translation: ");
	at[2].ps = 26010;
	struct summary less = summary_of(16384, pages, dense, at);
	made_begins(made_must(&less, FINDING_CAUSE, NULL, 1), "both possible: ");
	summary_free(&half);
	summary_free(&less);
}
END_TEST

/* Of a step of 33.33 ns the reach's 10 are 0.3 and a little; of 33.34 they are less. */
START_TEST(a_small_reach_leaves_the_knee_to_a_cache)
{
	struct made_step at[] = {{KIB(32), 1000}, {MIB(8), 6000}, {UINT64_MAX, 39330}};
	struct summary both = summary_of(16384, pages, dense, at);
	made_begins(made_must(&both, FINDING_CAUSE, NULL, 1), "both possible: ");
	at[2].ps = 39340;
	struct summary cache = summary_of(16384, pages, dense, at);
	const struct summary_finding *cause = made_must(&cache, FINDING_CAUSE, NULL, 1);
	made_begins(cause, "cache: the reach of translation of ");
	made_holds(cause, "30.0 per cent of the knee's step");
	ck_assert_int_eq(cause->status, STATUS_ACCEPTED);
	summary_free(&both);
	summary_free(&cache);
}
END_TEST

static enum w2_verdict verdict(const struct translation *translation, double low, double high)
{
	struct stair knee = {.below = {.median_ns = 1},
	                     .above = {.median_ns = 3},
	                     .claim_low_bytes = low,
	                     .claim_high_bytes = high};
	return translation_cause(translation, &knee).verdict;
}

/* The first reach is 262,144 to 327,680 bytes. A claim that ends at 174,763 or begins at 491,520 is within a
 * factor 1.5 of it; one that ends at 174,762 or begins at 491,521 is not. */
START_TEST(a_reach_is_met_within_a_factor_of_one_and_a_half)
{
	struct reduction reduction;
	FILE *file = begin("");
	write_rounds(file, 16384, pages, dense);
	made_reduce(&reduction, file, "made.csv", NULL);
	const struct translation *translation = &reduction.translation;
	ck_assert_uint_eq(reduction.pass_count, 0);
	ck_assert_int_eq(verdict(translation, 100000, 174763), W2_TRANSLATION);
	ck_assert_int_eq(verdict(translation, 100000, 174762), W2_CACHE);
	ck_assert_int_eq(verdict(translation, 491520, 600000), W2_TRANSLATION);
	ck_assert_int_eq(verdict(translation, 491521, 600000), W2_CACHE);
	/* The page chase ends at 16,384 pages, 67,108,864 bytes. */
	ck_assert_int_eq(verdict(translation, 67108864, 90000000), W2_CACHE);
	ck_assert_int_eq(verdict(translation, 67108865, 90000000), W2_UNKNOWN);
	ck_assert_int_eq(translation_cause(NULL, &(struct stair){.level = 1}).verdict, W2_UNKNOWN);
	reduction_free(&reduction);
}
END_TEST

/* No cache at all: the only knee of the sweep is where 64 pages end. */
START_TEST(a_machine_of_translation_alone)
{
	static const struct made_step only[] = {{KIB(256), 1000}, {UINT64_MAX, 3000}};
	struct summary summary = summary_of(65536, middle, flat, only);
	const struct summary_finding *cause = made_must(&summary, FINDING_CAUSE, NULL, 0);
	made_begins(cause, "translation: the reach of translation of 64 to 80 pages");
	ck_assert_int_eq(cause->status, STATUS_ACCEPTED);
	ck_assert_ptr_null(made_find(&summary, FINDING_CAUSE, NULL, 1));
	summary_free(&summary);
}
END_TEST

/* The sweep had huge pages, the page chase small ones: its reach is not the sweep's. */
START_TEST(pages_of_another_size_say_nothing)
{
	FILE *file = begin("# page_bytes: 4096\n"
	                   "# round_pages: experiment=sweep round=1 page_bytes=4096 huge_page_bytes=2097152 "
	                   "huge_bytes=268435456 bytes=268435456\n");
	write_sweep(file, stairs);
	write_rounds(file, 16384, pages, dense);
	struct summary summary = made_summary(file, NULL);
	const struct summary_finding *cause = made_must(&summary, FINDING_CAUSE, NULL, 1);
	ck_assert_int_eq(cause->status, STATUS_REFUSED);
	made_begins(cause, "not distinguished: the sweep's pages are of another size");
	summary_free(&summary);
}
END_TEST

/* ---- around it ---- */

START_TEST(version_2_passes_over_the_rows)
{
	struct reduction_options options = {.rules = 2};
	FILE *file = begin("");
	write_sweep(file, stairs);
	write_rounds(file, 4096, pages, dense);
	struct summary summary = made_summary(file, &options);
	ck_assert_ptr_null(made_find(&summary, FINDING_REACH, NULL, 0));
	ck_assert_ptr_null(made_find(&summary, FINDING_CAUSE, NULL, 0));
	for (size_t i = 0; i < summary.point_count; i++)
		ck_assert_int_eq(summary.points[i].experiment, CAPTURE_SWEEP);
	made_holds(made_must(&summary, FINDING_KNEE, NULL, 0), "not distinguished (X1)");
	summary_free(&summary);
}
END_TEST

START_TEST(points_tell_their_nodes)
{
	struct summary summary = summary_of(64, flat, flat, stairs);
	size_t count[2] = {0, 0};
	for (size_t i = 0; i < summary.point_count; i++) {
		const struct summary_point *point = &summary.points[i];
		bool paged = strcmp(point->pass, "translation, one line a page") == 0;
		if (point->experiment != CAPTURE_TRANSLATION)
			continue;
		ck_assert_uint_eq(point->distance_bytes, paged ? PAGE : LINE);
		ck_assert_uint_eq(point->size_bytes % point->distance_bytes, 0);
		ck_assert_double_eq_tol(point->time_ns, 1, 1e-12);
		count[paged]++;
	}
	/* 8 to 64 nodes, four an octave. */
	ck_assert_uint_eq(count[0], 13);
	ck_assert_uint_eq(count[1], 13);
	summary_free(&summary);
}
END_TEST

START_TEST(the_table_of_captures_has_the_cause)
{
	struct summary summary = summary_of(16384, pages, dense, stairs);
	char text[16384] = "";
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(captures_table_write_columns(file), 0);
	ck_assert_int_eq(captures_table_write_rows(file, &summary), 0);
	rewind(file);
	ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
	fclose(file);
	ck_assert_ptr_nonnull(strstr(text, ",gap,cause,rule,"));
	ck_assert_ptr_nonnull(strstr(text, ",cache,K1,"));
	ck_assert_ptr_nonnull(strstr(text, ",translation,E2,"));
	ck_assert_ptr_nonnull(strstr(text, ",\"both possible\",K1,"));
	summary_free(&summary);
}
END_TEST

/* Rows without a page or a stride name the column. */
START_TEST(a_row_without_its_page_is_a_fault)
{
	static const struct reduction_options none;
	struct reduction reduction;
	struct fault fault;
	FILE *file = begin("");
	struct capture_row row = {.present = 0};
	capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_TRANSLATION);
	capture_row_set(&row, CAPTURE_SIZE_BYTES, 8 * PAGE);
	capture_row_set(&row, CAPTURE_STRIDE_BYTES, PAGE);
	capture_row_set(&row, CAPTURE_LOADS, LOADS);
	capture_row_set(&row, CAPTURE_ELAPSED_NS, LOADS);
	capture_write_row(file, &row);
	rewind(file);
	ck_assert_int_ne(reduction_run(&reduction, file, "made.csv", &none, &fault), 0);
	ck_assert_ptr_nonnull(strstr(fault.what, "page_bytes"));
	reduction_free(&reduction);
	fclose(file);
}
END_TEST

Suite *translation_suite(void)
{
	Suite *suite = suite_create("translation");
	TCase *group = tcase_create("translation");
	tcase_set_timeout(group, 60);
	cases_add(group, each_step_is_a_reach, points_near_a_climb_of_the_dense_chase_are_left_out,
	          no_step_is_no_reach, without_a_dense_chase_nothing_is_claimed,
	          rounds_that_differ_claim_no_reach_and_leave_the_cause_unsure, one_round_is_noted,
	          each_knee_gets_its_cause, half_of_the_step_is_the_border,
	          a_small_reach_leaves_the_knee_to_a_cache, a_reach_is_met_within_a_factor_of_one_and_a_half,
	          a_machine_of_translation_alone, pages_of_another_size_say_nothing,
	          version_2_passes_over_the_rows, points_tell_their_nodes,
	          the_table_of_captures_has_the_cause, a_row_without_its_page_is_a_fault);
	suite_add_tcase(suite, group);
	return suite;
}
