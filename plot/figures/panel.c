/* Where one capture becomes one panel of a ladder. */
#include "panel.h"
#include "caption.h"
#include "../../reduce/maths/logarithm.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Below a panel's top: its title, its line of gaps, the first lane; then a lane each, then the frame. */
enum { PANEL_TITLE = 13, PANEL_GAPS = 33, PANEL_FIRST_LANE = 55, PANEL_LANE_TO_FRAME = 13 };
/* The lanes below those of refusals. */
enum { PANEL_KNEE, PANEL_REPORTED, PANEL_CAPACITY, PANEL_BOUND, PANEL_LANES };
/* What a panel can show, in the order of the key, where each has its symbol and its words. */
enum panel_shows {
	PANEL_SHOWS_RANGES,
	PANEL_SHOWS_PLATEAUS,
	PANEL_SHOWS_NOTED,
	PANEL_SHOWS_THIN,
	PANEL_SHOWS_MISSING,
	PANEL_SHOWS_BEYOND,
	PANEL_SHOWS
};
static const struct gnuplot_mark panel_thin = {SHAPE_DISC, 0.62, COLOUR_INK, true};

static void panel_add_line(struct panel_lines *lines, double x)
{
	if (lines->count < PANEL_LINES)
		lines->at[lines->count++] = x;
}

/* ---- the frame and its scales ---- */

double panel_octaves(double staircase, double height)
{
	double decade = logarithm_of(10);
	return fmax((staircase + 0.13 * decade) * height / (height - PANEL_BELOW), decade);
}

void panel_set(struct panel *panel, const struct view *view, const struct axis *x, double octaves,
               double height)
{
	struct span times;
	view_times(view, &times);
	double bottom = logarithm_of(times.low) - octaves * PANEL_BELOW / height;
	*panel =
	    (struct panel){.view = view, .x = *x, .y = axis_octaves(bottom, bottom + octaves, height, 0)};
	refusals_place(&panel->refusals, view, x, PANEL_LEFT, PANEL_LANE_RIGHT);
	for (size_t i = 0; i < view->count; i++) {
		const struct summary_point *point = view->points[i];
		bool known = view_is_time(point->time_ns);
		panel->shows |= (unsigned)!known << PANEL_SHOWS_MISSING |
		                (unsigned)(known && view_noted(point, "thin")) << PANEL_SHOWS_THIN |
		                (unsigned)(known && point->high_ns > point->low_ns) << PANEL_SHOWS_RANGES |
		                (unsigned)(known && point->high_ns > panel->y.high) << PANEL_SHOWS_BEYOND |
		                (unsigned)(point->plateau != 0) << PANEL_SHOWS_PLATEAUS;
	}
	const struct summary_finding *knee = NULL;
	while ((knee = view_next_standing(view, FINDING_KNEE, knee)) != NULL)
		panel->shows |= (unsigned)!view_accepted(knee) << PANEL_SHOWS_NOTED;
}

void panel_keys(struct figure *figure, unsigned shows)
{
	const struct {
		struct figure_symbol symbol;
		const char *words;
	} keys[PANEL_SHOWS] = {
	    [PANEL_SHOWS_RANGES] = {key_range, "lowest to highest trial"},
	    [PANEL_SHOWS_PLATEAUS] = {key_box(COLOUR_BAND), "plateau: floor to 1.25 \xc3\x97 floor"},
	    [PANEL_SHOWS_NOTED] = {key_noted, "knee noted: part of its evidence is lacking"},
	    [PANEL_SHOWS_THIN] = {key_mark(panel_thin), "thin: 1 or 2 trials"},
	    [PANEL_SHOWS_MISSING] = {key_mark(mark_full(SHAPE_CROSS, 0.85, COLOUR_REFUSED)),
	                             "missing: no trial counted"},
	    [PANEL_SHOWS_BEYOND] = {key_mark(mark_full(SHAPE_TRIANGLE, 0.5, COLOUR_MUTED)),
	                            "a trial above the frame"}};
	figure_key(figure, true, key_median, "median");
	for (unsigned i = 0; i < PANEL_SHOWS; i++)
		figure_key(figure, shows >> i & 1, keys[i].symbol, keys[i].words);
}

double panel_place(struct panel *panel, double top)
{
	double lanes = (double)panel->refusals.rows + PANEL_LANES - 1, height = panel->y.start - panel->y.end;
	panel->top = top;
	panel->y.end = top + PANEL_FIRST_LANE + lanes * LANE_HEIGHT + PANEL_LANE_TO_FRAME;
	panel->y.start = panel->y.end + height;
	return panel->y.start;
}

static double panel_lane(const struct panel *panel, int lane)
{
	return panel->top + PANEL_FIRST_LANE + (double)(panel->refusals.rows + (size_t)lane) * LANE_HEIGHT;
}

static void panel_axes(struct gnuplot *plot, const struct panel *panel)
{
	double clock = panel->view->clock_ghz;
	char words[TEXT_BYTES] = "", number[WORDS];
	gnuplot_comment(plot, "---- axes");
	axis_draw_sizes(plot, &panel->x, panel->lowest);
	axis_draw_times(plot, "y", &panel->y, 15, COLOUR_INK);
	gnuplot_grid(plot, "y");
	axis_name_upright(plot, &panel->y, 52, COLOUR_INK, "ns per load");
	if (isfinite(clock)) {
		axis_draw_cycles(plot, &panel->y, clock);
		text_add(words, "cycles at %s GHz", words_short(number, clock));
		axis_name_upright(plot, &panel->y, 781, COLOUR_MUTED, words);
	}
	if (panel->lowest)
		axis_name(plot, &panel->x, panel->y.start, "working set");
}

/* ---- the lanes ---- */

void panel_lane_name(struct gnuplot *plot, const char *name, double y, enum gnuplot_colour colour)
{
	gnuplot_text(plot, at(PANEL_LANE_NAME, y), ALIGN_RIGHT, colour, name);
}

struct lane_row panel_row(struct gnuplot *plot, const struct axis *x, double y, const char *name,
                          enum gnuplot_colour colour, const struct panel_lines *above)
{
	panel_lane_name(plot, name, y, colour);
	return (struct lane_row){
	    .lane = {PANEL_LEFT, PANEL_LANE_RIGHT, above->at, above->count}, .x = x, .y = y};
}

void panel_fall(struct gnuplot *plot, const struct lane_row *row, double bytes, const char *line,
                struct gnuplot_mark mark, struct panel_lines *lines)
{
	gnuplot_line(plot, at_foot(bytes), at_above(bytes, row->y), LAYER_BACK, line);
	panel_add_line(lines, axis_at(row->x, bytes));
	gnuplot_mark(plot, at_above(bytes, row->y), mark);
}

static bool panel_has_interval(const struct view *view)
{
	const struct summary_finding *knee = NULL;
	char interval[WORDS];
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL)
		if (view_accepted(knee) &&
		    quantity_interval(knee->value, knee->low, knee->high, interval)[0] != '\0')
			return true;
	return false;
}

static void panel_knee_words(struct lane_mark *mark, const struct summary_finding *knee)
{
	char size[WORDS], interval[WORDS];
	quantity_size(knee->value, size);
	quantity_interval(knee->value, knee->low, knee->high, interval);
	if (!view_accepted(knee))
		snprintf(mark->forms[0], LANE_WORDS, "%s, noted", size);
	else if (interval[0] != '\0')
		snprintf(mark->forms[0], LANE_WORDS, "%s (%s)", size, interval);
	else
		snprintf(mark->forms[0], LANE_WORDS, "%s", size);
	if (strcmp(mark->forms[0], size) != 0)
		snprintf(mark->forms[1], LANE_WORDS, "%s", size);
}

static void panel_draw_knee(struct gnuplot *plot, const struct panel *panel,
                            const struct summary_finding *knee, const struct lane_row *row,
                            struct panel_lines *lines)
{
	if (view_accepted(knee) && knee->low >= panel->x.low && knee->high <= panel->x.high) {
		gnuplot_box(plot, at_foot(knee->low), at_above(knee->high, row->y - 5), LAYER_BEHIND,
		            COLOUR_KNEEBAND);
		panel_add_line(lines, axis_at(&panel->x, knee->low));
		panel_add_line(lines, axis_at(&panel->x, knee->high));
	}
	panel_fall(plot, row, knee->value, LINE_KNEE, (view_accepted(knee) ? key_knee : key_noted).mark,
	           lines);
}

static void panel_knees(struct gnuplot *plot, const struct panel *panel, struct panel_lines *lines)
{
	const char *name = panel_has_interval(panel->view) ? "knee, 95 %" : "knee";
	struct lane_row row =
	    panel_row(plot, &panel->x, panel_lane(panel, PANEL_KNEE), name, COLOUR_KNEE, lines);
	const struct summary_finding *knee = NULL;
	while ((knee = view_next_standing(panel->view, FINDING_KNEE, knee)) != NULL) {
		struct lane_mark *mark = lane_add(&row, knee->value, knee->value, LANE_RIGHT, COLOUR_KNEE);
		if (mark == NULL)
			continue;
		panel_knee_words(mark, knee);
		panel_draw_knee(plot, panel, knee, &row, lines);
	}
	lane_row_draw(plot, &row);
}

static void panel_reported(struct gnuplot *plot, const struct panel *panel, struct panel_lines *lines)
{
	struct lane_row row =
	    panel_row(plot, &panel->x, panel_lane(panel, PANEL_REPORTED), "reported", COLOUR_REPORTED, lines);
	for (size_t i = 0; i < panel->view->cache_count; i++) {
		const struct view_cache *cache = &panel->view->caches[i];
		char name[TEXT_BYTES], words[TEXT_BYTES];
		struct lane_mark *mark =
		    lane_add(&row, cache->bytes, cache->bytes, LANE_RIGHT, COLOUR_REPORTED);
		if (mark == NULL)
			continue;
		text_clean(name, sizeof name, cache->name);
		snprintf(mark->forms[0], LANE_WORDS, "%s", view_cache_words(name, cache->bytes, words));
		if (name[0] != '\0')
			quantity_exact(cache->bytes, mark->forms[1]);
		panel_fall(plot, &row, cache->bytes, LINE_REPORTED,
		           mark_full(SHAPE_DIAMOND, 0.62, COLOUR_REPORTED), lines);
	}
	lane_row_draw(plot, &row);
}

/* The bracket that is claimed of a level's capacity. One of a refused knee is not claimed. */
static void panel_capacities(struct gnuplot *plot, const struct panel *panel, const struct panel_lines *lines)
{
	struct lane_row row =
	    panel_row(plot, &panel->x, panel_lane(panel, PANEL_CAPACITY), "claimed", COLOUR_BOUND, lines);
	const struct summary_finding *claim = NULL;
	while ((claim = view_next_standing(panel->view, FINDING_CAPACITY, claim)) != NULL) {
		struct lane_mark *mark = lane_add(&row, claim->low, claim->high, LANE_RIGHT, COLOUR_BOUND);
		if (mark == NULL)
			continue;
		quantity_claim(claim->low, claim->high, mark->forms[0]);
		gnuplot_line(plot, at_above(claim->low, row.y), at_above(claim->high, row.y), LAYER_FRONT,
		             LINE_CAPACITY);
	}
	lane_row_draw(plot, &row);
}

static void panel_bounds(struct gnuplot *plot, const struct panel *panel, struct panel_lines *lines)
{
	struct lane_row row =
	    panel_row(plot, &panel->x, panel_lane(panel, PANEL_BOUND), "lower bound", COLOUR_BOUND, lines);
	const struct summary_finding *bound = NULL;
	while ((bound = view_next_standing(panel->view, FINDING_LOWER_BOUND, bound)) != NULL) {
		struct lane_mark *mark = lane_add(&row, bound->value, bound->value, LANE_LEFT, COLOUR_BOUND);
		if (mark == NULL)
			continue;
		quantity_exact(bound->value, mark->forms[0]);
		panel_fall(plot, &row, bound->value, LINE_BOUND,
		           mark_full(SHAPE_TRIANGLE, 0.62, COLOUR_BOUND), lines);
	}
	lane_row_draw(plot, &row);
}

static void panel_refused(struct gnuplot *plot, const struct panel *panel)
{
	double y = panel->top + PANEL_FIRST_LANE;
	panel_lane_name(plot, "refused", y, COLOUR_REFUSED);
	refusals_draw(plot, &panel->refusals, y);
	if (panel->refusals.count == 0)
		gnuplot_text(plot, at(PANEL_LEFT, y), ALIGN_LEFT, COLOUR_MUTED, "nothing");
}

/* ---- the words above and in the frame ---- */

/* "L1d: knee 17 % above the reported size; L2: no knee (K3)". */
static void panel_gap_words(const struct view *view, const struct summary_finding *knee, char *text)
{
	const char *name = isfinite(knee->reported) ? view_cache_name(view, knee->reported) : "";
	char ids[RULE_TEXT];
	text_add(text, text[0] == '\0' ? "" : "; ");
	if (name[0] != '\0')
		text_add(text, "%s: ", name);
	else
		text_add(text, "level %" PRIu64 ": ", knee->level);
	if (!view_stands(knee)) {
		text_add(text, "no knee (%.12s)", rule_ids(knee->rules, ids));
	} else if (!isfinite(knee->gap)) {
		text_add(text, "no reported size near its knee");
	} else {
		double percent = -100 * knee->gap, size = fabs(percent);
		if (size < 0.5)
			text_add(text, "knee at the reported size");
		else
			text_add(text, "knee %.0f %% %s the reported size", size,
			         percent < 0 ? "below" : "above");
	}
}

static void panel_titles(struct gnuplot *plot, const struct panel *panel)
{
	char name[TEXT_BYTES] = "", gaps[TEXT_BYTES] = "";
	const struct summary_finding *knee = NULL;
	text_cut(name, panel->view->name, FIGURE_WIDTH - 2 * FIGURE_MARGIN, FONT_PANEL);
	while ((knee = view_next(panel->view, FINDING_KNEE, knee)) != NULL)
		if (panel->view->cache_count > 0 || !view_stands(knee))
			panel_gap_words(panel->view, knee, gaps);
	if (gaps[0] == '\0' && view_finding(panel->view, FINDING_KNEE, 0) != NULL)
		text_add(gaps, "no size is reported");
	if (gaps[0] == '\0')
		text_add(gaps, "no knee between two levels");
	text_cut(gaps, gaps, FIGURE_WIDTH - 2 * FIGURE_MARGIN, FONT_TEXT);
	gnuplot_heading(plot, at(FIGURE_MARGIN, panel->top + PANEL_TITLE), FONT_PANEL, COLOUR_INK, name);
	gnuplot_text(plot, at(FIGURE_MARGIN, panel->top + PANEL_GAPS), ALIGN_LEFT, COLOUR_MUTED, gaps);
}

static void panel_bands(struct gnuplot *plot, const struct panel *panel)
{
	const struct view *view = panel->view;
	gnuplot_comment(plot, "plateaus: from the floor to 1.25 times the floor");
	for (size_t i = 0; i < view->count;) {
		uint64_t plateau = view->points[i]->plateau;
		double floor_ns = NAN;
		size_t first = i;
		for (; i < view->count && view->points[i]->plateau == plateau; i++)
			if (!(view->points[i]->time_ns >= floor_ns))
				floor_ns = view->points[i]->time_ns;
		if (plateau == 0 || !view_is_time(floor_ns))
			continue;
		double from = axis_move(&panel->x, (double)view->points[first]->size_bytes, -2);
		double to = axis_move(&panel->x, (double)view->points[i - 1]->size_bytes, 2);
		gnuplot_box(plot, at_data(from, floor_ns), at_data(to, 1.25 * floor_ns), LAYER_BEHIND,
		            COLOUR_BAND);
	}
}

static void panel_captions(struct gnuplot *plot, const struct panel *panel, const struct panel_lines *lines)
{
	struct caption_space space = {panel->view, panel->x, panel->y, lines->at, lines->count};
	gnuplot_comment(plot, "level names and floors, under their plateaus");
	captions_draw(plot, &space);
}

/* Sizes at which no trial counted, and those whose highest trial lies above the frame. */
static void panel_crosses(struct gnuplot *plot, const struct panel *panel)
{
	gnuplot_comment(plot, "sizes at which no trial counted, or one lies above the frame");
	for (size_t i = 0; i < panel->view->count; i++) {
		const struct summary_point *point = panel->view->points[i];
		struct gnuplot_at x = at_first((double)point->size_bytes);
		if (!view_is_time(point->time_ns))
			gnuplot_mark(plot, at_mixed(x, at_graph(0.03)),
			             mark_full(SHAPE_CROSS, 0.765, COLOUR_REFUSED));
		else if (point->high_ns > panel->y.high)
			gnuplot_mark(plot, at_mixed(x, at_units(panel->y.end + 2)),
			             mark_full(SHAPE_TRIANGLE, 0.5, COLOUR_MUTED));
	}
}

/* ---- the curve ---- */

void panel_data(struct gnuplot *plot, const struct view *view, const char *name)
{
	gnuplot_data(plot, name, "bytes, median ns, lowest, highest, 1 where thin");
	for (size_t i = 0; i < view->count; i++) {
		const struct summary_point *point = view->points[i];
		double row[] = {(double)point->size_bytes, point->time_ns, point->low_ns, point->high_ns,
		                view_noted(point, "thin")};
		gnuplot_row(plot, row, sizeof row / sizeof row[0]);
	}
}

void panel_whiskers(struct gnuplot *plot, const char *name, const struct axis *y, bool dense,
                    const char *axes, const char *colour)
{
	gnuplot_plot(
	    plot, name,
	    "using 1:($3<%.9g?%.9g:$3):(0):(($4>%.9g?%.9g:$4)-($3<%.9g?%.9g:$3)) axes %s with vectors "
	    "nohead lw %s lc rgb %s",
	    y->low, y->low, y->high, y->high, y->low, y->low, axes, dense ? "3.5" : "5", colour);
}

static void panel_curve(struct gnuplot *plot, const struct panel *panel, const char *name)
{
	bool dense = panel->view->count >= PANEL_DENSE;
	struct span times;
	if (view_times(panel->view, &times)) {
		if (panel->shows >> PANEL_SHOWS_RANGES & 1)
			panel_whiskers(plot, name, &panel->y, dense, "x1y1", "c_range");
		gnuplot_plot(plot, name, "using 1:2 with lines lw 1.7 lc rgb c_ink");
		gnuplot_marks(plot, name, "1:($5==0?$2:NaN)",
		              mark_full(SHAPE_DISC, dense ? 0.38 : 0.5, COLOUR_INK));
		if (panel->shows >> PANEL_SHOWS_THIN & 1)
			gnuplot_marks(plot, name, "1:($5==1?$2:NaN)", panel_thin);
	}
}

void panel_draw(struct gnuplot *plot, struct panel *panel, unsigned number)
{
	struct panel_lines lines = {.count = 0};
	char name[16];
	axis_panel(plot, &panel->x, &panel->y, isfinite(panel->view->clock_ghz) ? 11 : 3);
	panel_axes(plot, panel);
	gnuplot_comment(plot, "---- marks: panel title, then one lane for each kind of mark");
	panel_titles(plot, panel);
	panel_refused(plot, panel);
	panel_knees(plot, panel, &lines);
	panel_reported(plot, panel, &lines);
	panel_capacities(plot, panel, &lines);
	panel_bounds(plot, panel, &lines);
	panel_bands(plot, panel);
	panel_captions(plot, panel, &lines);
	panel_crosses(plot, panel);
	snprintf(name, sizeof name, "p%u", number);
	panel_data(plot, panel->view, name);
	panel_curve(plot, panel, name);
}
