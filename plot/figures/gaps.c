/* Where knees are held against reported sizes: a row a level, a group a capture. */
#include "panel.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Left and right of the frame stand words; a group is a line of names and a line a level. */
enum { GAPS_LEFT = 196, GAPS_RIGHT = 626, GAPS_ROW = 22, GAPS_PAD = 10, GAPS_EDGE = 2, GAPS_LEVELS = 16 };
enum { GAPS_ABOVE = 32, GAPS_NAME = 17, GAPS_FIRST_ROW = 39 };

/* The kinds of marks, in the order of drawing: each a block of data, a row for every knee that has one. */
enum gaps_mark { GAPS_INTERVAL, GAPS_REPORTED, GAPS_BOUND, GAPS_KNEE, GAPS_REFUSED, GAPS_MARKS };
static const struct {
	const char *name, *columns;
	size_t count; /* of its numbers, the row's height the last but where a flag follows */
	struct gnuplot_mark mark;
} gaps_marks[GAPS_MARKS] = {
    [GAPS_INTERVAL] = {"interval", "low, high, row", 3, {0}},
    [GAPS_REPORTED] = {"reported", "bytes, row", 2, {SHAPE_DIAMOND, 0.85, COLOUR_REPORTED, true}},
    [GAPS_BOUND] = {"bound", "bytes, row", 2, {SHAPE_TRIANGLE, 0.62, COLOUR_BOUND, false}},
    [GAPS_KNEE] = {"knee", "bytes, row, 1 where accepted", 3, {SHAPE_DISC, 0.66, COLOUR_KNEE, false}},
    [GAPS_REFUSED] = {"refused", "bytes, row", 2, {SHAPE_CROSS, 0.85, COLOUR_REFUSED, false}}};

struct gaps_group {
	const struct view *view;
	const struct summary_finding *knees[GAPS_LEVELS];
	size_t count;
	const struct summary_finding *order; /* O1, or NULL */
	double top;                          /* below the frame's top, units */
};

struct gaps {
	struct view *views;
	struct gaps_group *groups; /* one for each view */
	size_t count;
	struct axis x;
	struct figure figure;
	double frame; /* its top, units */
	bool shows[GAPS_MARKS], noted;
};

static double gaps_height(const struct gaps_group *group)
{
	return GAPS_PAD + GAPS_ROW * (double)(1 + (group->count > 0 ? group->count : 1));
}

static double gaps_row(const struct gaps_group *group, size_t row)
{
	return group->top + GAPS_FIRST_ROW + GAPS_ROW * (double)row;
}

/* ---- what there is to draw ---- */

/* Where the mark of a knee stands: itself, or the middle of its bracket where it was refused; NAN for
 * nowhere. */
static double gaps_place(const struct gaps_group *group, const struct summary_finding *knee)
{
	const struct summary_finding *capacity = view_finding(group->view, FINDING_CAPACITY, knee->level);
	if (view_stands(knee))
		return knee->value;
	if (capacity != NULL && capacity->low > 0 && capacity->high > capacity->low) {
		struct axis bracket = axis_logarithmic(capacity->low, capacity->high, 0, 2);
		return axis_move(&bracket, capacity->low, 1);
	}
	return knee->value;
}

static double gaps_bound(const struct gaps_group *group, const struct summary_finding *knee)
{
	const struct summary_finding *bound = view_finding(group->view, FINDING_LOWER_BOUND, knee->level);
	return view_stands(bound) ? bound->value : NAN;
}

/* The verdict on the order of the gaps: of the capture's own findings, or of a comparison. */
static const struct summary_finding *gaps_order(const struct gaps_group *group,
                                                const struct summary *comparison)
{
	const struct summary_finding *own = view_finding(group->view, FINDING_GAP_ORDER, 0);
	return own != NULL ? own : view_compared(group->view, NULL, comparison, FINDING_GAP_ORDER);
}

/* Fills a knee's row of a block; false where it has no such mark. */
static bool gaps_numbers(const struct gaps_group *group, size_t row, enum gaps_mark mark, double numbers[3])
{
	const struct summary_finding *knee = group->knees[row];
	double y = gaps_row(group, row);
	const double rows[GAPS_MARKS][3] = {{knee->low, knee->high, y},
	                                    {knee->reported, y},
	                                    {gaps_bound(group, knee), y},
	                                    {knee->value, y, view_accepted(knee)},
	                                    {gaps_place(group, knee), y}};
	const bool shown[GAPS_MARKS] = {view_accepted(knee) && knee->high > knee->low,
	                                isfinite(knee->reported), isfinite(rows[GAPS_BOUND][0]),
	                                view_stands(knee), view_refused(knee)};
	memcpy(numbers, rows[mark], sizeof rows[mark]);
	return shown[mark];
}

static void gaps_widen(double value, struct span *sizes)
{
	if (value >= 1)
		span_add(sizes, value);
}

static void gaps_collect(struct gaps *gaps, struct gaps_group *group, struct span *sizes)
{
	const struct summary_finding *knee = NULL;
	double numbers[3];
	while ((knee = view_next(group->view, FINDING_KNEE, knee)) != NULL && group->count < GAPS_LEVELS) {
		group->knees[group->count++] = knee;
		gaps->noted |= view_stands(knee) && !view_accepted(knee);
		for (int mark = 0; mark < GAPS_MARKS; mark++) {
			if (!gaps_numbers(group, group->count - 1, (enum gaps_mark)mark, numbers))
				continue;
			gaps->shows[mark] = true;
			gaps_widen(numbers[0], sizes);
			gaps_widen(mark == GAPS_INTERVAL ? numbers[1] : NAN, sizes);
		}
	}
}

static int gaps_open(struct gaps *gaps, const struct figure_wish *wish, struct fault *fault)
{
	struct span sizes = span_none();
	double top = GAPS_EDGE;
	const struct summary *summaries = wish->summaries, *comparison = NULL;
	for (size_t i = 0; i < wish->count; i++)
		if (summaries[i].point_count == 0)
			comparison = &summaries[i];
	for (size_t i = 0; i < wish->count; i++) {
		struct gaps_group *group = &gaps->groups[gaps->count];
		if (&summaries[i] == comparison)
			continue;
		if (view_open(&gaps->views[gaps->count], &summaries[i], wish->pass, fault) != 0)
			return -1;
		group->view = &gaps->views[gaps->count++];
		group->top = top;
		group->order = gaps_order(group, comparison);
		gaps_collect(gaps, group, &sizes);
		top += gaps_height(group);
	}
	view_tell_apart(gaps->views, gaps->count);
	if (gaps->count == 0)
		return fault_set(fault, "gaps", "no summary given has points");
	gaps_widen(sizes.low <= sizes.high ? NAN : 1048576, &sizes);
	gaps->x = axis_sizes(sizes.low, sizes.high, GAPS_LEFT, GAPS_RIGHT);
	return 0;
}

/* "Knees stand from 61.6 % below to 17.5 % above the reported sizes". */
static void gaps_title(const struct gaps *gaps, char *title)
{
	struct span span = span_none();
	size_t stand = 0, noted = 0;
	char number[WORDS];
	for (size_t i = 0; i < gaps->count; i++)
		for (size_t row = 0; row < gaps->groups[i].count; row++) {
			const struct summary_finding *knee = gaps->groups[i].knees[row];
			double percent = -100 * knee->gap;
			if (!view_stands(knee) || !isfinite(percent))
				continue;
			stand++;
			noted += !view_accepted(knee);
			span_add(&span, percent);
		}
	double lowest = span.low, highest = span.high;
	if (lowest > highest)
		text_add(title, "No knee stands beside a reported size");
	else if (highest - lowest < 0.05 && highest > 0)
		text_add(title, "Knees stand %.1f %% above the reported sizes", highest);
	else if (lowest >= 0)
		text_add(title, "Knees stand %.1f to %.1f %% above the reported sizes", lowest, highest);
	else if (highest <= 0)
		text_add(title, "Knees stand %.1f to %.1f %% below the reported sizes", -highest, -lowest);
	else
		text_add(title, "Knees stand from %.1f %% below to %.1f %% above the reported sizes", -lowest,
		         highest);
	if (noted > 0)
		text_add(title, "; %s %s noted", noted == stand ? "all" : words_count(number, noted),
		         noted == 1 && stand > 1 ? "is" : "are");
}

static void gaps_words(struct gaps *gaps)
{
	size_t judged = 0, holds = 0;
	char *title = gaps->figure.title;
	for (size_t i = 0; i < gaps->count; i++) {
		judged += gaps->groups[i].order != NULL;
		holds += finding_verdict(gaps->groups[i].order) == VERDICT_HOLDS;
	}
	if (judged == gaps->count && gaps->count > 1) {
		text_add(title, "In %zu of %zu captures each knee falls further behind the reported size",
		         holds, gaps->count);
		text_add(gaps->figure.subtitle,
		         "Gap order (O1): the gap, reported less knee, is smallest at the first level and "
		         "larger at each next one. It holds too often by chance to be evidence of sharing.");
	} else {
		gaps_title(gaps, title);
		text_add(gaps->figure.subtitle, "A percentage is knee less reported, of reported. A knee "
		                                "can stand on either side of the true size.");
	}
}

/* ---- drawing ---- */

static void gaps_keys(struct gaps *gaps)
{
	struct figure *figure = &gaps->figure;
	figure_key(figure, gaps->shows[GAPS_REPORTED], key_mark(gaps_marks[GAPS_REPORTED].mark), "reported");
	figure_key(figure, true, key_knee, "knee");
	figure_key(figure, gaps->shows[GAPS_INTERVAL], key_interval, "95 % interval");
	figure_key(figure, gaps->noted, key_noted, "knee noted");
	figure_key(figure, gaps->shows[GAPS_BOUND], key_mark(gaps_marks[GAPS_BOUND].mark), "lower bound");
	figure_key(figure, gaps->shows[GAPS_REFUSED], key_mark(gaps_marks[GAPS_REFUSED].mark),
	           "knee refused");
}

static void gaps_axes(struct gnuplot *plot, const struct gaps *gaps, double height)
{
	gnuplot_comment(plot, "---- axes; rows by their units from the top");
	axis_draw_sizes(plot, &gaps->x, true);
	gnuplot_range(plot, "y", height, 0, 0);
	gnuplot_grid(plot, "x");
	axis_name(plot, &gaps->x, gaps->frame + height, "size");
}

/* What stands right of a knee's row. Returns its colour. */
static enum gnuplot_colour gaps_gap_words(const struct summary_finding *knee, char *text)
{
	double percent = -100 * knee->gap;
	char ids[RULE_TEXT];
	if (!view_stands(knee)) {
		text_add(text, "knee refused (%.12s)", rule_ids(knee->rules, ids));
		return COLOUR_REFUSED;
	}
	if (!isfinite(percent)) {
		text_add(text, "\xe2\x80\x93");
		return COLOUR_MUTED;
	}
	text_add(text, "%s%.1f %%", percent < 0 ? "\xe2\x88\x92" : "+", fabs(percent));
	return COLOUR_INK;
}

static void gaps_knee(struct gnuplot *plot, const struct gaps *gaps, const struct gaps_group *group,
                      size_t row)
{
	const struct summary_finding *knee = group->knees[row];
	double y = gaps_row(group, row);
	char level[TEXT_BYTES] = "", reported[TEXT_BYTES] = "not reported", gap[TEXT_BYTES] = "";
	text_add(level, "level %" PRIu64, knee->level);
	if (isfinite(knee->reported))
		view_cache_words(view_cache_name(group->view, knee->reported), knee->reported, reported);
	enum gnuplot_colour colour = gaps_gap_words(knee, gap);
	double at_y = gaps->frame + y;
	gnuplot_text(plot, at(FIGURE_MARGIN + 12, at_y), ALIGN_LEFT, COLOUR_MUTED, level);
	gnuplot_text(plot, at(GAPS_LEFT - 16, at_y), ALIGN_RIGHT, COLOUR_MUTED, reported);
	gnuplot_text(plot, at(FIGURE_WIDTH - FIGURE_MARGIN, at_y), ALIGN_RIGHT, colour, gap);
	if (isfinite(knee->reported) && view_stands(knee))
		gnuplot_line(plot, at_data(knee->reported, y), at_data(knee->value, y), LAYER_BACK,
		             "nohead lw 1.2 lc rgb c_frame");
}

/* A capture without a knee says why, in the words of what refused it. */
static void gaps_empty(struct gnuplot *plot, const struct gaps *gaps, const struct gaps_group *group)
{
	static const enum finding_kind kinds[] = {FINDING_TIMER, FINDING_SWEEP, FINDING_HIERARCHY};
	char text[TEXT_BYTES] = "no level is named", ids[RULE_TEXT];
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct summary_finding *row = view_finding(group->view, kinds[i], 0);
		if (!view_refused(row))
			continue;
		const char *words = refusal_rule_words(row->rules);
		text_add(text, ": %s (%.12s)", words[0] == '\0' ? "refused" : words,
		         rule_ids(row->rules, ids));
		break;
	}
	gnuplot_text(plot, at(FIGURE_MARGIN + 12, gaps->frame + gaps_row(group, 0)), ALIGN_LEFT,
	             COLOUR_REFUSED, text);
}

static void gaps_group(struct gnuplot *plot, const struct gaps *gaps, const struct gaps_group *group,
                       bool shaded)
{
	char name[TEXT_BYTES] = "", order[TEXT_BYTES] = "";
	double y = gaps->frame + group->top + GAPS_NAME;
	if (shaded)
		gnuplot_box(plot, at_mixed(at_units(8), at_first(group->top)),
		            at_mixed(at_units(FIGURE_WIDTH - 8), at_first(group->top + gaps_height(group))),
		            LAYER_BEHIND, COLOUR_ROW);
	text_cut(name, group->view->name, 560, FONT_TEXT);
	gnuplot_text(plot, at(FIGURE_MARGIN, y), ALIGN_LEFT, COLOUR_INK, name);
	if (group->order != NULL) {
		text_add(order, "gap order %s", verdict_words[finding_verdict(group->order)]);
		gnuplot_text(plot, at(FIGURE_WIDTH - FIGURE_MARGIN, y), ALIGN_RIGHT,
		             view_refused(group->order) ? COLOUR_REFUSED : COLOUR_INK, order);
	}
	for (size_t i = 0; i < group->count; i++)
		gaps_knee(plot, gaps, group, i);
	if (group->count == 0)
		gaps_empty(plot, gaps, group);
}

static void gaps_data(struct gnuplot *plot, const struct gaps *gaps, enum gaps_mark mark)
{
	double numbers[3];
	gnuplot_data(plot, gaps_marks[mark].name, gaps_marks[mark].columns);
	for (size_t i = 0; i < gaps->count; i++)
		for (size_t row = 0; row < gaps->groups[i].count; row++)
			if (gaps_numbers(&gaps->groups[i], row, mark, numbers))
				gnuplot_row(plot, numbers, gaps_marks[mark].count);
}

static void gaps_plot(struct gnuplot *plot, const struct gaps *gaps)
{
	for (int mark = 0; mark < GAPS_MARKS; mark++)
		gaps_data(plot, gaps, (enum gaps_mark)mark);
	for (int mark = 0; mark < GAPS_MARKS; mark++) {
		const char *name = gaps_marks[mark].name;
		if (gaps->shows[mark] && mark == GAPS_INTERVAL)
			gnuplot_plot(plot, name, "using 1:3:($2-$1):(0) with vectors as 7");
		else if (gaps->shows[mark])
			gnuplot_marks(plot, name, "1:2", gaps_marks[mark].mark);
		if (gaps->noted && mark == GAPS_KNEE)
			gnuplot_marks(plot, name, "1:($3==0?$2:NaN)",
			              mark_full(SHAPE_DISC, 0.4, COLOUR_PAPER));
	}
}

static void gaps_write(struct gaps *gaps, FILE *stream)
{
	struct gnuplot plot;
	const struct gaps_group *last = &gaps->groups[gaps->count - 1];
	double height = last->top + gaps_height(last) + 6;
	gaps->frame = figure_top(&gaps->figure, NULL) + GAPS_ABOVE;
	gaps_keys(gaps);
	figure_begin(&gaps->figure, &plot, stream, gaps->frame + height + 66);
	gnuplot_panel(&plot, GAPS_LEFT, GAPS_RIGHT, gaps->frame, gaps->frame + height, 1);
	gaps_axes(&plot, gaps, height);
	gnuplot_comment(&plot, "---- marks: capture and level names, gaps in words, verdicts");
	gnuplot_text(&plot, at(FIGURE_WIDTH - FIGURE_MARGIN, gaps->frame - 14), ALIGN_RIGHT, COLOUR_MUTED,
	             "knee against reported");
	for (size_t i = 0; i < gaps->count; i++)
		gaps_group(&plot, gaps, &gaps->groups[i], i % 2 == 0);
	gaps_plot(&plot, gaps);
	gnuplot_end(&plot);
}

int gaps_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct gaps gaps = {.views = calloc(wish->count, sizeof *gaps.views),
	                    .groups = calloc(wish->count, sizeof *gaps.groups),
	                    .figure = figure_of("gaps", wish)};
	int result = gaps.views != NULL && gaps.groups != NULL
	                 ? gaps_open(&gaps, wish, fault)
	                 : fault_system(fault, "gaps", ENOMEM, "cannot be drawn");
	if (result == 0) {
		gaps_words(&gaps);
		gaps_write(&gaps, stream);
	}
	view_close_all(gaps.views, gaps.count);
	free(gaps.views);
	free(gaps.groups);
	return result;
}
