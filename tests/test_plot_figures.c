/* Tests of the figures granule, gaps and shift. */
#include "asserts.h"
#include "cases.h"
#include "shell.h"
#include "hostile.h"
#include "sample.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The chase of one line a page beside the dense one, at 16, 64 and 256 nodes; a reach between 64 and 256
 * pages, 256 KiB to 1 MiB of pages of 4 KiB. */
START_TEST(translation_states_its_reaches_and_the_knees)
{
	struct summary summary = {0};
	sample_staircase(&summary, "Machine");
	for (size_t i = 0; i < 6; i++) {
		uint64_t nodes = (uint64_t)16 << (i / 2 * 2), apart = i % 2 == 0 ? 4096 : 64;
		struct summary_point point = {.experiment = CAPTURE_TRANSLATION,
		                              .size_bytes = nodes * apart,
		                              .distance_bytes = apart,
		                              .order = CAPTURE_RANDOM,
		                              .cpus = "",
		                              .time_ns = nodes == 256 && apart == 4096 ? 3 : 1,
		                              .low_ns = NAN,
		                              .q1_ns = NAN,
		                              .q3_ns = NAN,
		                              .high_ns = NAN,
		                              .cycles = NAN,
		                              .note = "",
		                              .pass = "translation"};
		ck_assert_int_eq(summary_add_point(&summary, &point), 0);
	}
	sample_finding(&summary, FINDING_REACH, 1, STATUS_ACCEPTED, 2, 64, 256, NAN, "W1", "", "translation");
	sample_finding(&summary, FINDING_CAUSE, 1, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "W2",
	               "cache: no reach within a factor 1.5", "random");
	char *script = sample_script(translation_draw, &summary, 1, NULL);
	ck_assert_ptr_nonnull(strstr(script, "Translation reaches 64 to 256 pages (then 2 ns more)"));
	ck_assert_ptr_nonnull(strstr(script, "64 to 256 pages"));
	ck_assert_ptr_nonnull(strstr(script, "knee at 90.0 KiB: cache"));
	free(sample_picture(script, "translation"));
	free(script);
	summary_free(&summary);
}
END_TEST

Suite *plot_figures_suite(void);

static const char crowded[] = "random + 3 x 64 MiB stream";

/* ---- granule ---- */

/* Three placements: a flat control, refused; a ramp of 4 to 8 ns with its corner at 64 bytes, accepted; a
 * third that is not a power of two, refused. */
static void sample_granule(struct summary *summary, const char *text)
{
	static const uint64_t distances[] = {8, 16, 32, 64, 128, 256};
	static const double ramp[] = {4, 4.5, 6, 8, 8, 8};
	sample_staircase(summary, text);
	for (size_t i = 0; i < 6; i++) {
		sample_pair(summary, 16384, distances[5 - i], 3);
		sample_pair(summary, 131072, distances[5 - i], ramp[5 - i]);
		sample_pair(summary, 262144, distances[5 - i], 99);
	}
	sample_finding(summary, FINDING_GRANULE, 1, STATUS_REFUSED, NAN, 16384, 32768, NAN, "G2", text, "");
	sample_finding(summary, FINDING_GRANULE, 1, STATUS_NOTED, 64, 3, 3, NAN, "fit", text, "");
	sample_finding(summary, FINDING_GRANULE, 1, STATUS_REFUSED, -0.01, 0.18, NAN, NAN, "G2", text, "");
	sample_finding(summary, FINDING_GRANULE, 2, STATUS_ACCEPTED, 64, 131072, 262144, NAN, "", text, "");
	sample_finding(summary, FINDING_GRANULE, 2, STATUS_NOTED, 64, 4, 8, NAN, "fit", text, "");
	sample_finding(summary, FINDING_GRANULE, 2, STATUS_ACCEPTED, 0.5, 0.18, NAN, NAN, "G2", text, "");
	sample_finding(summary, FINDING_GRANULE, 2, STATUS_ACCEPTED, 2, 2, NAN, NAN, "G5", text, "");
	sample_finding(summary, FINDING_GRANULE, 2, STATUS_NOTED, 96, 524288, 1048576, NAN, "G1-", text, "");
	sample_finding(summary, FINDING_GRANULE, 3, STATUS_REFUSED, NAN, NAN, NAN, NAN, "G1", text, "");
}

START_TEST(a_granule_shows_its_fit_and_its_gates)
{
	struct summary summary;
	sample_granule(&summary, "words");
	char *script = sample_script(granule_draw, &summary, 1, NULL);
	assert_has(
	    script, "\"Granule: 64 bytes between the first and the second knee\"",
	    "\"control: 16 to 32 KiB\"", "\"refused, as it should be (G2)\"", "\"accepted: 64 bytes\"",
	    "\"refused: no footprint whose",
	    /* The points in order of distance: 7/8 and 9/8 of the median; and the fit's ends and corner. */
	    "\n8 4 3.5 4.5\n16 4.5 3.9375 5.0625\n", "$f2 << EOD\n8 4\n64 8\n256 8\nEOD",
	    /* What G2 asks: from 0.82 of the plateau of 8 up to it. */
	    "first 6.56 to graph 1, first 8",
	    "\"\\342\\210\\222\\060.01\"", /* a minus sign, and the digit after it escaped */
	    "\"without G1\"");
	assert_lacks(script, " 99 "); /* the doubled footprint has no points here */
	free(sample_picture(script, "granule"));
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_control_that_finds_a_granule_is_no_success)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	sample_finding(&summary, FINDING_GRANULE, 1, STATUS_ACCEPTED, 64, 16384, 32768, NAN, "", "", "");
	char *script = sample_script(granule_draw, &summary, 1, NULL);
	assert_has(script, "\"No granule is established\"", "\"accepted: it should not be (G6)\"",
	           "\"not measured\"");
	free(sample_picture(script, "control"));
	free(script);
	summary_free(&summary);
}
END_TEST

/* ---- gaps ---- */

START_TEST(gaps_stand_in_rows_by_capture_and_level)
{
	struct summary summaries[2];
	sample_staircase(&summaries[0], "one");
	sample_staircase(&summaries[1], "two");
	/* 16 KiB to 64 KiB: the middle of the bracket is 32 KiB. */
	sample_finding(&summaries[1], FINDING_KNEE, 2, STATUS_REFUSED, 40000, NAN, NAN, 131072, "K4", "",
	               "random");
	sample_finding(&summaries[1], FINDING_CAPACITY, 2, STATUS_REFUSED, NAN, 16384, 65536, NAN, "Z1", "",
	               "random");
	char *script = sample_script(gaps_draw, summaries, 2, NULL);
	/* (92160 - 65536) / 65536 = 0.40625 */
	assert_has(script, "\"+40.6 \\045\"", "\"Knees stand 40.6 \\045 above the reported sizes\"",
	           "\"knee refused (K4)\"",
	           /* A group is 10 and 22 a line high; the first row lies 39 below its top: 2 + 39; 2 + 54 +
	            * 39; and 22 more. */
	           "$reported << EOD\n65536 41\n65536 95\n131072 117\nEOD",
	           "$knee << EOD\n92160 41 1\n92160 95 1\nEOD", "$refused << EOD\n32768 117\nEOD");
	free(sample_picture(script, "gaps"));
	free(script);
	summary_free(&summaries[0]);
	summary_free(&summaries[1]);
}
END_TEST

START_TEST(gaps_count_where_the_order_holds)
{
	struct summary summaries[3];
	sample_staircase(&summaries[0], "one");
	sample_staircase(&summaries[1], "two");
	sample_finding(&summaries[0], FINDING_GAP_ORDER, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "O1",
	               "holds: it grows", "random");
	/* The third has no points: a comparison. It names captures and passes. */
	summaries[2] = (struct summary){.headers = NULL};
	free(summaries[1].headers[0].value);
	summaries[1].headers[0].value = strdup("second");
	sample_finding(&summaries[2], FINDING_GAP_ORDER, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "O1",
	               "holds: not asked", "second: page");
	sample_finding(&summaries[2], FINDING_GAP_ORDER, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "O1",
	               "a knee is missing", "second: random");
	char *script = sample_script(gaps_draw, summaries, 3, NULL);
	assert_has(script, "\"In 1 of 2 captures each knee falls further behind the reported size\"",
	           "\"gap order holds\"", "\"gap order refused\"");
	free(script);
	summary_free(&summaries[0]);
	summary_free(&summaries[2]);
	summary_free(&summaries[1]);
}
END_TEST

START_TEST(captures_of_one_name_are_told_apart)
{
	struct summary summaries[2];
	for (size_t i = 0; i < 2; i++) {
		sample_staircase(&summaries[i], "same");
		free(summaries[i].headers[0].value);
		summaries[i].headers[0].value = strdup(i == 0 ? "monday" : "friday");
	}
	char *script = sample_script(gaps_draw, summaries, 2, NULL);
	assert_has(script, "\"same: monday\"", "\"same: friday\"");
	free(script);
	summary_free(&summaries[0]);
	summary_free(&summaries[1]);
}
END_TEST

/* ---- shift ---- */

/* Two knees, of which the second falls to a half under three competitors, and C1's rows. */
static void sample_crowd(struct summary *summary, const char *text)
{
	sample_staircase(summary, text);
	sample_finding(summary, FINDING_KNEE, 2, STATUS_ACCEPTED, 524288, 520000, 530000, 524288, "K1", "",
	               "random");
	sample_point(summary, 8192, 1, 1, "", crowded);
	summary->points[summary->point_count - 1].competitors = 3;
	sample_finding(summary, FINDING_KNEE, 1, STATUS_ACCEPTED, 82944, 81920, 83968, 65536, "K1", "",
	               crowded);
	sample_finding(summary, FINDING_KNEE, 2, STATUS_NOTED, 262144, NAN, NAN, 524288, "K3", "", crowded);
}

START_TEST(a_shift_shows_the_pairs_of_the_verdict)
{
	struct summary summary;
	sample_crowd(&summary, "crowd");
	sample_finding(&summary, FINDING_COMPETITOR, 2, STATUS_NOTED, 0.5, 262144, 524288, NAN, "C1",
	               "holds: ...", crowded);
	sample_finding(&summary, FINDING_COMPETITOR, 1, STATUS_NOTED, 0.1, 82944, 92160, NAN, "C1", "",
	               crowded);
	sample_finding(&summary, FINDING_COMPETITOR, 2, STATUS_NOTED, 0.5, 262144, 524288, NAN, "C1", "",
	               crowded);
	char *script = sample_script(shift_draw, &summary, 1, NULL);
	assert_has(script, "\"The crowd moves the deepest knee most, as predicted (C1, noted)\"",
	           "Three other threads run beside the same sweep.",
	           "\"falls by 10 \\045\"", /* (92160 - 82944) / 92160 = 0.1 */
	           "\"falls by 50 \\045\"", "$s1 << EOD\n0 92160 90112 94208 1\n1 82944 81920 83968 1\nEOD",
	           "$s2 << EOD\n0 524288 520000 530000 1\n1 262144 NaN NaN 0\nEOD",
	           /* Both panels span 1/5.6 to 1.55 times their quiet knee: 92160 / 5.6, 524288 / 5.6. */
	           "set yrange [16457.1429:142848]", "set yrange [93622.8571:812646.4]");
	free(sample_picture(script, "shift"));
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_shift_without_a_verdict_pairs_knees_by_number)
{
	struct summary summary;
	sample_crowd(&summary, "crowd");
	char *script = sample_script(shift_draw, &summary, 1, NULL);
	assert_has(script, "\"Each knee, quiet and crowded\"", "\"falls by 50 \\045\"");
	free(script);
	sample_finding(&summary, FINDING_COMPETITOR, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "C1",
	               "a knee is missing: quiet 2", crowded);
	script = sample_script(shift_draw, &summary, 1, NULL);
	assert_has(script, "\"C1 is refused: a knee is missing\"");
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_shift_needs_a_crowd)
{
	struct summary summary;
	const struct figure_wish wish = {.summaries = &summary, .count = 1};
	struct fault fault;
	sample_staircase(&summary, NULL);
	FILE *stream = fopen("/dev/null", "w");
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(shift_draw(stream, &wish, &fault), -1);
	ck_assert_ptr_nonnull(strstr(fault.what, "no pass with competitors"));
	fclose(stream);
	summary_free(&summary);
}
END_TEST

/* ---- all of them ---- */

START_TEST(hostile_texts_stay_texts_in_every_figure)
{
	static const struct {
		const char *name;
		figure_draw *draw;
	} figures[] = {{"granule", granule_draw}, {"gaps", gaps_draw}, {"shift", shift_draw}};
	struct hostile hostile = hostile_text((size_t)_i);
	struct summary summary;
	sample_granule(&summary, hostile.text);
	sample_point(&summary, 8192, 1, 1, "", crowded);
	summary.points[summary.point_count - 1].competitors = 3;
	sample_header(&summary, "capture_cache", hostile.text);
	sample_finding(&summary, FINDING_KNEE, 1, STATUS_NOTED, 82944, 81920, 83968, 65536, "K3",
	               hostile.text, crowded);
	sample_finding(&summary, FINDING_KNEE, 3, STATUS_REFUSED, 9e9, NAN, NAN, NAN, "K4", hostile.text,
	               "random");
	sample_finding(&summary, FINDING_GAP_ORDER, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "O1", hostile.text,
	               "random");
	sample_finding(&summary, FINDING_COMPETITOR, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "C1",
	               hostile.text, crowded);
	for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
		char *script = sample_script(figures[i].draw, &summary, 1, NULL);
		free(sample_picture(script, hostile.name));
		free(script);
	}
	summary_free(&summary);
}
END_TEST

Suite *plot_figures_suite(void)
{
	Suite *suite = suite_create("plot figures");
	TCase *figures = tcase_create("figures");
	tcase_set_timeout(figures, 60);
	cases_add(figures, a_granule_shows_its_fit_and_its_gates,
	          a_control_that_finds_a_granule_is_no_success, gaps_stand_in_rows_by_capture_and_level,
	          gaps_count_where_the_order_holds, captures_of_one_name_are_told_apart,
	          a_shift_shows_the_pairs_of_the_verdict, a_shift_without_a_verdict_pairs_knees_by_number,
	          a_shift_needs_a_crowd);
	tcase_add_loop_test(figures, hostile_texts_stay_texts_in_every_figure, 0, (int)hostile_count());
	tcase_add_test(figures, translation_states_its_reaches_and_the_knees);
	suite_add_tcase(suite, figures);
	return suite;
}
