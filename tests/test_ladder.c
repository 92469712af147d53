/* Tests of the ladder, of the placing of words above it, and of the program plot. */
#include "../plot/figures/caption.h"
#include "../plot/draw/lane.h"
#include "../plot/figures/refusal.h"
#include "../plot/view.h"
#include "asserts.h"
#include "cases.h"
#include "shell.h"
#include "hostile.h"
#include "sample.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *ladder_suite(void);

/* ---- lanes ---- */

/* "4 MiB" at 14 in DejaVu Sans, which is wider than Helvetica: 4 637, space 318, M 863, i 278, B 687: 2783
 * thousandths, 38.962 units. */
static const double words_width = 38.962;

static struct lane_mark mark_at(double x, const char *words, const char *shorter)
{
	struct lane_mark mark = {.left = x, .right = x, .half = 4, .prefer = LANE_RIGHT};
	snprintf(mark.forms[0], LANE_WORDS, "%s", words);
	snprintf(mark.forms[1], LANE_WORDS, "%s", shorter);
	return mark;
}

START_TEST(words_stand_nine_units_beside_their_mark)
{
	struct lane lane = {.left = 100, .right = 300};
	struct lane_mark mark = mark_at(200, "4 MiB", "");
	lane_place(&lane, &mark, 1);
	ck_assert(mark.placed && !mark.boxed);
	ck_assert_int_eq(mark.side, LANE_RIGHT);
	ck_assert_double_eq_tol(mark.x, 209, 1e-9);
	struct span words = lane_words_span(&mark);
	ck_assert_double_eq_tol(words.high - words.low, words_width, 1e-9);
}
END_TEST

START_TEST(words_turn_to_the_other_side_before_a_line)
{
	const double line = 220;
	struct lane lane = {100, 300, &line, 1};
	struct lane_mark mark = mark_at(200, "4 MiB", "");
	lane_place(&lane, &mark, 1);
	ck_assert_int_eq(mark.side, LANE_LEFT);
	ck_assert_double_eq_tol(mark.x, 191, 1e-9);
}
END_TEST

START_TEST(words_have_room_in_a_wider_font)
{
	struct lane lane = {.left = 100, .right = 300};
	/* Left of 146 the words end at 137. In Helvetica they are 35.8 wide and begin at 101.2, in DejaVu
	 * Sans at 98.0, which is outside. */
	struct lane_mark mark = mark_at(146, "4 MiB", "");
	mark.prefer = LANE_LEFT;
	lane_place(&lane, &mark, 1);
	ck_assert_int_eq(mark.side, LANE_RIGHT);
}
END_TEST

START_TEST(words_turn_to_the_other_side_at_the_end_of_the_room)
{
	struct lane lane = {.left = 100, .right = 240}; /* 209 + 35.8 is beyond it */
	struct lane_mark mark = mark_at(200, "4 MiB", "");
	lane_place(&lane, &mark, 1);
	ck_assert_int_eq(mark.side, LANE_LEFT);
}
END_TEST

START_TEST(the_short_form_is_used_where_the_long_one_has_no_room)
{
	const double lines[] = {160, 250};
	struct lane lane = {100, 300, lines, 2};
	/* "L2 4 MiB": L 556, 2 556 and a space 278 more: 55.2 units; from 209 it would reach 264. */
	struct lane_mark mark = mark_at(200, "L2 4 MiB", "4 MiB");
	lane_place(&lane, &mark, 1);
	ck_assert(mark.placed && !mark.boxed);
	ck_assert_uint_eq(mark.form, 1);
	ck_assert_int_eq(mark.side, LANE_RIGHT);
}
END_TEST

START_TEST(words_that_lines_cross_everywhere_get_a_box)
{
	const double lines[] = {180, 220};
	struct lane lane = {100, 300, lines, 2};
	struct lane_mark mark = mark_at(200, "4 MiB", "");
	lane_place(&lane, &mark, 1);
	ck_assert(mark.placed && mark.boxed);
}
END_TEST

START_TEST(words_clear_marks_and_words_of_their_lane_or_are_left_out)
{
	struct lane lane = {.left = 100, .right = 300};
	/* The second's mark begins at 226, within 5 of the first's words on its right: they turn left. The
	 * second has free room on its right. The third, at 290, has 233.x to 281 on its left, where the
	 * second's words stand until 274.8, and no room on its right. */
	struct lane_mark marks[] = {mark_at(200, "4 MiB", ""), mark_at(230, "4 MiB", ""),
	                            mark_at(290, "4 MiB", "")};
	lane_place(&lane, marks, 3);
	ck_assert_int_eq(marks[0].side, LANE_LEFT);
	ck_assert_int_eq(marks[1].side, LANE_RIGHT);
	ck_assert(!marks[2].placed);
}
END_TEST

/* ---- views ---- */

START_TEST(a_view_takes_the_first_pass_or_the_one_named)
{
	struct summary summary;
	struct view view;
	struct fault fault;
	sample_staircase(&summary, "two passes");
	sample_point(&summary, 4096, 2, 1, "", "page");
	sample_finding(&summary, FINDING_KNEE, 1, STATUS_REFUSED, 5000, NAN, NAN, NAN, "K4", "", "page");
	ck_assert_int_eq(view_open(&view, &summary, NULL, &fault), 0);
	ck_assert_str_eq(view.pass, "random");
	ck_assert_uint_eq(view.count, 9);
	ck_assert_str_eq(view.name, "two passes");
	ck_assert_double_eq_tol(view_finding(&view, FINDING_KNEE, 0)->value, 92160, 1e-9);
	ck_assert_ptr_null(view_next(&view, FINDING_KNEE, view_finding(&view, FINDING_KNEE, 0)));
	view_close(&view);
	ck_assert_int_eq(view_open(&view, &summary, "page", &fault), 0);
	ck_assert_uint_eq(view.count, 1);
	ck_assert_str_eq(view.name, "two passes, pass page");
	ck_assert(view_refused(view_finding(&view, FINDING_KNEE, 1)));
	view_close(&view);
	ck_assert_int_eq(view_open(&view, &summary, "crowded", &fault), VIEW_NO_PASS);
	ck_assert_ptr_nonnull(strstr(fault.what, "crowded"));
	summary_free(&summary);
}
END_TEST

START_TEST(a_view_takes_the_reported_caches_of_its_cores)
{
	struct summary summary;
	struct view view;
	struct fault fault;
	sample_staircase(&summary, NULL);
	sample_header(&summary, "capture_asked_cores", "Efficiency");
	sample_header(&summary, "capture_cache", "level=2 type=unified bytes=4194304 cores=Efficiency");
	sample_header(&summary, "capture_cache", "level=2 type=unified bytes=16777216 cores=Performance");
	sample_header(&summary, "capture_cache", "level=2 type=unified bytes=-1");
	sample_header(&summary, "capture_cache", "level=99 bytes=5");
	ck_assert_int_eq(view_open(&view, &summary, NULL, &fault), 0);
	ck_assert_uint_eq(view.cache_count, 2);
	ck_assert_str_eq(view.caches[0].name, "L1d");
	ck_assert_double_eq_tol(view.caches[0].bytes, 65536, 1e-9);
	ck_assert_str_eq(view.caches[1].name, "L2");
	ck_assert_str_eq(view_cache_name(&view, 4194304), "L2");
	ck_assert_str_eq(view_cache_name(&view, 16777216), "");
	ck_assert_str_eq(view.name, "sample");
	view_close(&view);
	summary_free(&summary);
}
END_TEST

/* ---- the words of levels ---- */

/* What captions_draw writes of the staircase: an octave of size is 100 units wide from 8 KiB at 100 on, one
 * of time 100 high from 1 ns at `bottom` up. */
static char *captions(const double *lines, size_t line_count, double bottom)
{
	struct summary summary;
	struct view view;
	struct fault fault;
	struct gnuplot plot;
	char *script = NULL;
	size_t length = 0;
	sample_staircase(&summary, NULL);
	ck_assert_int_eq(view_open(&view, &summary, NULL, &fault), 0);
	struct caption_space space = {&view, axis_logarithmic(8192, 1048576, 100, 800),
	                              axis_logarithmic(1, 16, bottom, bottom - 400), lines, line_count};
	FILE *stream = open_memstream(&script, &length);
	ck_assert_ptr_nonnull(stream);
	gnuplot_begin(&plot, stream, "captions", FIGURE_WIDTH, 1000);
	captions_draw(&plot, &space);
	fclose(stream);
	view_close(&view);
	summary_free(&summary);
	return script;
}

/* Level 2 begins at 128 KiB, x 500 of 800; 4 ns lie at 200 of 1000. Its whiskers reach 19 units lower, of
 * which 10 count: the name stands 11 below 210, the floor 28. Level 1 lies on the axis: there is no room
 * under it. */
START_TEST(a_level_has_its_words_under_its_plateau)
{
	char *script = captions(NULL, 0, 400);
	assert_has(script, "set label \"level 2 (last)\" at screen 0.62500, screen 0.77900 left",
	           "set label \"4.00 ns, 4.00 cycles\" at screen 0.62500, screen 0.76200 left");
	assert_lacks(script, "level 1");
	free(script);
}
END_TEST

START_TEST(the_words_of_a_level_clear_a_line)
{
	const double line = 520; /* too near for any words before it; they begin 4 beyond it, at 524 of 800 */
	char *script = captions(&line, 1, 400);
	assert_has(script, "set label \"level 2 (last)\" at screen 0.65500, screen 0.77900 left");
	free(script);
	/* Nothing but the number has room between lines 22 apart, of which it needs 7.8 and 3 and 4 of air.
	 */
	const double lines[] = {508, 530, 552, 574, 596, 618, 640, 662, 684, 706, 728, 750, 772, 794};
	script = captions(lines, sizeof lines / sizeof lines[0], 400);
	assert_has(script, "set label \"2\" at screen 0.64000");
	assert_lacks(script, "level 2");
	free(script);
}
END_TEST

/* ---- the ladder ---- */

START_TEST(a_ladder_says_and_shows_what_was_found)
{
	struct summary summary;
	sample_staircase(&summary, "a machine");
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "\"2 levels: the knee at 90.0 KiB\"", "\"a machine\"",
	           /* (92160 - 65536) / 65536 = 0.406 */
	           "\"L1d: knee 41 \\045 above the reported size\"",
	           /* A dash, and the digits right after it escaped, too: 9 is 071, 2 is 062. */
	           "\"90.0 KiB (88.0\\342\\200\\223\\071\\062.0)\"", "\"32.0 to 128 KiB\"", "\"L1d 64 KiB\"",
	           "set object rect from first 90112, graph 0 to first 94208",
	           /* bytes, median, lowest, highest, thin: 7/8 and 5/4 of the median */
	           "\n65536 1 0.875 1.25 0\n", "\n262144 4 3.5 5 1\n", "\n524288 NaN NaN NaN 0\n",
	           /* 8 KiB less 0.22 octaves to 1 MiB and 0.22 more: 8192 / 1.16473 and 1048576 * 1.16473 */
	           "set xrange [7033", "thin: 1 or 2 trials", "missing: no trial counted", "cycles at 1 GHz");
	assert_lacks(script, "synthetic");
	free(script);
	summary_free(&summary);
}
END_TEST

/* A curve that rises once more, to 8 ns at 2 MiB, with its knee noted and no interval. */
START_TEST(a_ladder_says_what_is_noted_and_no_more_than_is_known)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "\"knee, 95 \\045\"", "\"level 2 (last)\"");
	free(script);
	sample_point(&summary, 2097152, 8, 0, "", "random");
	for (size_t i = 0; i < summary.finding_count; i++)
		if (summary.findings[i].kind == FINDING_KNEE)
			summary.findings[i].status = STATUS_NOTED;
	script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "\"2 levels: the knee noted at 90.0 KiB\"", "set label \"knee\" ");
	assert_lacks(script, "knee, 95");
	assert_has(script, "\"level 2\"");
	assert_lacks(script, "(last)");
	sample_finding(&summary, FINDING_KNEE, 2, STATUS_ACCEPTED, 1572864, NAN, NAN, NAN, "K1", "",
	               "random");
	free(script);
	script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "\"2 levels: knees at 90.0 KiB (noted) and 1.50 MiB\"");
	free(script);
	summary_free(&summary);
}
END_TEST

/* Seven refused knees an octave apart: three rows have not the room for seven texts, but every bracket stays,
 * the first one's too, those without words in a row of their own, where they strike no words through. */
START_TEST(crowded_refusals_keep_their_brackets)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	for (uint64_t level = 2; level < 9; level++)
		sample_finding(&summary, FINDING_KNEE, level, STATUS_REFUSED, (double)(4096 << level),
		               (double)(4000 << level), (double)(4400 << level), NAN, "K3 K4 K5", "",
		               "random");
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	size_t brackets = 0;
	for (const char *at = script; (at = strstr(at, "front as 4\n")) != NULL; at++)
		brackets++;
	ck_assert_uint_eq(brackets, 7);
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_ladder_is_the_same_every_time)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	char *first = sample_script(ladder_draw, &summary, 1, NULL),
	     *second = sample_script(ladder_draw, &summary, 1, NULL);
	ck_assert_str_eq(first, second);
	free(first);
	free(second);
	summary_free(&summary);
}
END_TEST

START_TEST(a_made_capture_is_marked)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	sample_header(&summary, "capture_synthetic", "sample");
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "set label \"synthetic\"");
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_refused_knee_has_words_and_a_bracket_and_no_mark)
{
	struct summary summary;
	sample_staircase(&summary, NULL);
	summary.findings[4].status = STATUS_REFUSED;
	summary.findings[4].rules = RULE_SET(RULE_K3);
	summary.findings[4].reason = "in 1 of 5 rounds; more";
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "level 1: in 1 of 5 rounds (K3)", "\"2 levels\\073 one knee refused\"",
	           "L1d: no knee (K3)");
	assert_lacks(script, "first 90112", "90.0 KiB");
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(a_refused_sweep_is_said_in_the_title_and_in_its_lane)
{
	struct summary summary = {.headers = NULL};
	sample_header(&summary, "name", "sparse");
	sample_header(&summary, "kind", "curve");
	sample_point(&summary, 65536, 1, 0, "", "random");
	sample_finding(&summary, FINDING_SWEEP, 0, STATUS_REFUSED, 1, 65536, 65536, NAN, "P0",
	               "too far apart", "random");
	char *script = sample_script(ladder_draw, &summary, 1, NULL);
	assert_has(script, "No level is named: the sizes lie too far apart for any plateau (P0)",
	           "\"too far apart (P0)\"");
	free(sample_picture(script, "one point"));
	free(script);
	summary_free(&summary);
}
END_TEST

START_TEST(ladders_of_several_captures_share_their_axis)
{
	struct summary summaries[3];
	for (size_t i = 0; i < 3; i++)
		sample_staircase(&summaries[i], NULL);
	sample_point(&summaries[2], 4194304, 4, 2, "", "random");
	char *two = sample_script(ladder_draw, summaries, 2, NULL),
	     *three = sample_script(ladder_draw, summaries, 3, NULL);
	assert_has(two, "Both captures show 2 levels");
	assert_has(three, "All three captures show 2 levels");
	/* One x range for all panels: the largest size is the third's, 4194304 * 1.16473 = 4885 thousand. */
	size_t ranges = 0;
	for (const char *at = three; (at = strstr(at, "set xrange [7033")) != NULL; at++) {
		ck_assert_ptr_nonnull(strstr(at, ":4885"));
		ranges++;
	}
	ck_assert_uint_eq(ranges, 3);
	free(sample_picture(three, "three panels"));
	free(two);
	free(three);
	for (size_t i = 0; i < 3; i++)
		summary_free(&summaries[i]);
}
END_TEST

START_TEST(captures_that_differ_are_told_apart_in_the_title)
{
	struct summary summaries[3];
	for (size_t i = 0; i < 3; i++)
		sample_staircase(&summaries[i], i == 1 ? "odd" : "like");
	summaries[1].findings[1].value = 4;
	char *script = sample_script(ladder_draw, summaries, 3, NULL);
	assert_has(script, "\"odd shows 4 levels, the others 2\"");
	free(script);
	for (size_t i = 0; i < 3; i++)
		summary_free(&summaries[i]);
}
END_TEST

START_TEST(an_overlay_takes_the_verdict_on_its_own_pair)
{
	struct summary summaries[3];
	struct figure_wish wish = {.summaries = NULL};
	sample_staircase(&summaries[0], "small");
	sample_staircase(&summaries[1], "large");
	free(summaries[1].headers[0].value);
	summaries[1].headers[0].value = strdup("other");
	sample_header(&summaries[1], "capture_cache", "level=2 type=unified bytes=262144");
	summaries[2] = (struct summary){.headers = NULL};
	sample_finding(&summaries[2], FINDING_RATIO, 0, STATUS_ACCEPTED, 1, 1, 1, 4, "R1",
	               "not consistent: x", "sample: random | third: random");
	sample_finding(&summaries[2], FINDING_RATIO, 0, STATUS_ACCEPTED, 1, 1, 1, 4, "R1", "consistent: x",
	               "other: random | sample: random");
	char *script = sample_script(overlay_draw, summaries, 3, &wish);
	assert_has(script, "the two passes are consistent (R1: within 10");
	free(script);
	for (size_t i = 0; i < 3; i++)
		summary_free(&summaries[i]);
}
END_TEST

START_TEST(an_overlay_shows_the_ratio_of_the_midpoints)
{
	struct summary summaries[2];
	struct figure_wish wish = {.summaries = NULL};
	sample_staircase(&summaries[0], "small");
	sample_staircase(&summaries[1], "large");
	summaries[1].findings[7].value = 4 * 98304.0;
	sample_header(&summaries[1], "capture_cache", "level=2 type=unified bytes=262144");
	char *script = sample_script(overlay_draw, summaries, 2, &wish);
	assert_has(script, "The last rise comes at 4.00 times the size on large",
	           "\"4.00 measured, 4.00 reported\"", "\"96.0 KiB\"", "\"384 KiB\"", "axes x1y2");
	free(sample_picture(script, "overlay"));
	free(script);
	/* Without a midpoint there is no ratio, and the figure says so. */
	summaries[0].findings[7].status = STATUS_REFUSED;
	script = sample_script(overlay_draw, summaries, 2, &wish);
	assert_has(script, "The last rises cannot be compared: a midpoint is missing");
	free(script);
	summary_free(&summaries[0]);
	summary_free(&summaries[1]);
}
END_TEST

/* Every text of a summary hostile at once. */
static void hostile_summary(struct summary *summary, const char *text)
{
	sample_staircase(summary, text);
	sample_header(summary, "capture_synthetic", text);
	sample_header(summary, "capture_cache", text);
	sample_header(summary, "capture_got_qos", text);
	free(summary->headers[0].value);
	summary->headers[0].value = strdup(text);
	free(summary->headers[2].value);
	summary->headers[2].value = strdup(text);
	for (size_t i = 0; i < summary->finding_count; i++)
		summary->findings[i].reason = text;
	for (size_t i = 0; i < summary->point_count; i++)
		summary->points[i].cpus = summary->points[i].note = text;
	sample_finding(summary, FINDING_KNEE, 2, STATUS_REFUSED, 200000, NAN, NAN, NAN, "K1", text, "random");
	sample_finding(summary, FINDING_RATIO, 0, STATUS_ACCEPTED, 1, NAN, NAN, NAN, "R1", text, "");
}

START_TEST(hostile_texts_stay_texts_in_a_ladder)
{
	struct hostile hostile = hostile_text((size_t)_i);
	struct summary summaries[2];
	struct figure_wish wish = {.summaries = NULL};
	hostile_summary(&summaries[0], hostile.text);
	hostile_summary(&summaries[1], hostile.text);
	char *ladder = sample_script(ladder_draw, summaries, 2, NULL);
	char *overlay = sample_script(overlay_draw, summaries, 2, &wish);
	free(sample_picture(ladder, hostile.name));
	free(sample_picture(overlay, hostile.name));
	free(ladder);
	free(overlay);
	summary_free(&summaries[0]);
	summary_free(&summaries[1]);
}
END_TEST

/* ---- the program ---- */

/* Writes a sample summary's two files into a folder as NAME. */
static void write_sample(const char *folder, const char *name)
{
	struct summary summary;
	char path[1024];
	sample_staircase(&summary, name);
	snprintf(path, sizeof path, "%s/%s.points.csv", folder, name);
	FILE *stream = fopen(path, "w");
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(summary_write_points(stream, &summary), 0);
	fclose(stream);
	snprintf(path, sizeof path, "%s/%s.findings.csv", folder, name);
	stream = fopen(path, "w");
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(summary_write_findings(stream, &summary), 0);
	fclose(stream);
	summary_free(&summary);
}

static const struct {
	const char *arguments;
	int status;
	const char *error; /* part of standard error */
} lines[] = {
    {"--help", 0, ""},
    {"--version", 0, ""},
    {"", 2, "no figure is named"},
    {"nosuch a", 2, "is no figure"},
    {"ladder", 2, "0 summaries are given"},
    {"ladder a a a a", 2, "expected 1 to 3"},
    {"--overlay ladder a", 2, "expected 2 to 3"},
    {"--nosuch ladder a", 2, "is not an option"},
    {"ladder missing", 1, "missing"},
    {"ladder --pass nosuch a", 1, "nosuch"},
    {"ladder a > /dev/full", 1, "standard output"},
    {"ladder -o /nonexistent/x a", 1, "/nonexistent/x"},
};

START_TEST(the_program_says_what_is_wrong)
{
	char *folder = shell_folder();
	write_sample(folder, "a");
	if (strstr(lines[_i].arguments, "/dev/full") != NULL && fopen("/dev/full", "w") == NULL) {
		shell_remove(folder);
		return;
	}
	struct shell command = shell_run("plot=$(cd '%s' && pwd)/plot; cd '%s' && \"$plot\" %s",
	                                 shell_build(), folder, lines[_i].arguments);
	ck_assert_msg(command.status == lines[_i].status, "%s: status %d: %s", lines[_i].arguments,
	              command.status, command.error);
	ck_assert_msg(strstr(command.error, lines[_i].error) != NULL, "%s: %s", lines[_i].arguments,
	              command.error);
	if (lines[_i].status != 0) {
		ck_assert_int_eq(strncmp(command.error, "plot: ", 6), 0);
		ck_assert_ptr_eq(strchr(command.error, '\n'), command.error + strlen(command.error) - 1);
		ck_assert_uint_eq(command.out_length, 0);
	}
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A pipe stands for every device: were it replaced by a file, /dev/full would be, too. */
START_TEST(the_program_writes_into_a_pipe_and_leaves_it_one)
{
	char *folder = shell_folder();
	write_sample(folder, "a");
	struct shell command = shell_run(
	    "plot=$(cd '%s' && pwd)/plot; cd '%s' && mkfifo pipe && { cat pipe > got & } && \"$plot\" "
	    "ladder -o pipe a && wait && \"$plot\" ladder a | cmp - got && test -p pipe && ! \"$plot\" "
	    "ladder -o . a 2> /dev/null && ls",
	    shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	ck_assert_str_eq(command.out, "a.findings.csv\na.points.csv\ngot\npipe\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

START_TEST(the_program_writes_scripts_and_pictures)
{
	char *folder = shell_folder();
	write_sample(folder, "a");
	write_sample(folder, "b");
	struct shell command =
	    shell_run("plot=$(cd '%s' && pwd)/plot; cd '%s' && \"$plot\" ladder a.points.csv b -o s.gp && "
	              "\"$plot\" ladder a b.findings.csv > t.gp && cmp s.gp t.gp && ls",
	              shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	ck_assert_str_eq(command.out,
	                 "a.findings.csv\na.points.csv\nb.findings.csv\nb.points.csv\ns.gp\nt.gp\n");
	shell_free(&command);
	command =
	    shell_run("command -v gnuplot > /dev/null || exit 77; plot=$(cd '%s' && pwd)/plot; cd '%s' && "
	              "\"$plot\" ladder --check a && \"$plot\" ladder --check --svg x.svg -o x.gp a && ls "
	              "&& \"$plot\" ladder --overlay --svg o.svg a b && tail -n 2 o.svg",
	              shell_build(), folder);
	if (command.status != 77) {
		ck_assert_msg(command.status == 0, "%s", command.error);
		ck_assert_ptr_null(strstr(command.out, "x.svg"));
		ck_assert_ptr_null(strstr(command.out, "x.gp"));
		ck_assert_ptr_nonnull(strstr(command.out, "</svg>"));
	}
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

Suite *ladder_suite(void)
{
	Suite *suite = suite_create("ladder");
	TCase *lane = tcase_create("lane");
	cases_add(lane, words_stand_nine_units_beside_their_mark, words_turn_to_the_other_side_before_a_line,
	          words_have_room_in_a_wider_font, words_turn_to_the_other_side_at_the_end_of_the_room,
	          the_short_form_is_used_where_the_long_one_has_no_room,
	          words_that_lines_cross_everywhere_get_a_box,
	          words_clear_marks_and_words_of_their_lane_or_are_left_out);
	suite_add_tcase(suite, lane);
	TCase *view = tcase_create("view");
	cases_add(view, a_view_takes_the_first_pass_or_the_one_named,
	          a_view_takes_the_reported_caches_of_its_cores);
	suite_add_tcase(suite, view);
	cases_add(view, a_level_has_its_words_under_its_plateau, the_words_of_a_level_clear_a_line);
	TCase *ladder = tcase_create("ladder");
	tcase_set_timeout(ladder, 60);
	cases_add(ladder, a_ladder_says_and_shows_what_was_found,
	          a_ladder_says_what_is_noted_and_no_more_than_is_known, crowded_refusals_keep_their_brackets,
	          a_ladder_is_the_same_every_time, a_made_capture_is_marked,
	          a_refused_knee_has_words_and_a_bracket_and_no_mark,
	          a_refused_sweep_is_said_in_the_title_and_in_its_lane,
	          ladders_of_several_captures_share_their_axis,
	          captures_that_differ_are_told_apart_in_the_title,
	          an_overlay_takes_the_verdict_on_its_own_pair, an_overlay_shows_the_ratio_of_the_midpoints);
	tcase_add_loop_test(ladder, hostile_texts_stay_texts_in_a_ladder, 0, (int)hostile_count());
	suite_add_tcase(suite, ladder);
	TCase *program = tcase_create("program");
	tcase_set_timeout(program, 60);
	cases_add_rows(program, the_program_says_what_is_wrong, lines);
	cases_add(program, the_program_writes_into_a_pipe_and_leaves_it_one,
	          the_program_writes_scripts_and_pictures);
	suite_add_tcase(suite, program);
	return suite;
}
