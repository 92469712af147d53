/* Where the translation is drawn: time a load against the number of nodes, of the chase of one line a page
 * and of the dense one; below, their difference. Reaches are bands through both frames, the knees of the
 * sweep dashed lines at as many pages as their bytes fill. */
#include "../draw/lane.h"
#include "../view.h"
#include "figure.h"

#include <math.h>
#include <string.h>

enum {
	REACH_LEFT = 78,
	REACH_RIGHT = 768,
	REACH_LANES = 2,
	REACH_FRAME = 250, /* the height of the upper frame, and of the lower */
	REACH_BELOW = 120,
	REACH_GAP = 34,
	REACH_AXIS = 76 /* below the lower frame: pages, bytes, the axis's name */
};

struct reach_figure {
	struct figure figure;
	struct view view;
	double page_bytes;
	struct axis x, y, cost;
};

/* ---- what there is to draw ---- */

static double reach_nodes(const struct summary_point *point)
{
	return (double)point->size_bytes / (double)point->distance_bytes;
}

static bool reach_drawn(const struct summary_point *point)
{
	return point->experiment == CAPTURE_TRANSLATION && point->distance_bytes > 0 &&
	       view_is_time(point->time_ns) && point->size_bytes >= point->distance_bytes;
}

/* The next point of the page chase, whose nodes lie a page apart, or of the dense one, after `last` (NULL:
 * the first); NULL at the end. */
static const struct summary_point *reach_next_point(const struct reach_figure *reach, bool dense,
                                                    const struct summary_point *last)
{
	const struct summary *summary = reach->view.summary;
	size_t i = last == NULL ? 0 : (size_t)(last - summary->points) + 1;
	for (; i < summary->point_count; i++)
		if (reach_drawn(&summary->points[i]) &&
		    ((double)summary->points[i].distance_bytes < reach->page_bytes) == dense)
			return &summary->points[i];
	return NULL;
}

static int reach_find_page(struct reach_figure *reach, struct fault *fault)
{
	const struct summary *summary = reach->view.summary;
	for (size_t i = 0; i < summary->point_count; i++)
		if (reach_drawn(&summary->points[i]))
			reach->page_bytes =
			    fmax(reach->page_bytes, (double)summary->points[i].distance_bytes);
	if (reach->page_bytes > 0)
		return 0;
	fault_set(fault, "translation", "there is no chase of one line a page to draw");
	return fault_expect(fault, "a capture made with --translation");
}

/* The time of the page chase's point less that of the dense one's of as many nodes, ns; NAN where there is
 * none. */
static double reach_cost(const struct reach_figure *reach, const struct summary_point *point)
{
	for (const struct summary_point *dense = NULL;
	     (dense = reach_next_point(reach, true, dense)) != NULL;)
		if (fabs(reach_nodes(dense) - reach_nodes(point)) < 0.5)
			return point->time_ns - dense->time_ns;
	return NAN;
}

/* The claimed reach after `last` (NULL: the first); NULL where there is none. */
static const struct summary_finding *reach_next(const struct reach_figure *reach,
                                                const struct summary_finding *last)
{
	do
		last = summary_next(reach->view.summary, FINDING_REACH, last);
	while (last != NULL && !(view_stands(last) && last->low > 0 && last->high > last->low));
	return last;
}

/* ---- words ---- */

/* A whole number with its thousands parted. */
static const char *reach_count(char words[WORDS], double count)
{
	unsigned long whole = (unsigned long)(count + 0.5);
	if (whole < 10000)
		snprintf(words, WORDS, "%lu", whole);
	else
		snprintf(words, WORDS, "%lu,%03lu", whole / 1000, whole % 1000);
	return words;
}

static const char *reach_cause(const struct reach_figure *reach, uint64_t level, char words[WORDS])
{
	const struct summary_finding *cause = view_finding(&reach->view, FINDING_CAUSE, level);
	bool told = cause != NULL && (cause->rules & RULE_SET(RULE_X1)) == 0;
	const char *reason = told ? cause->reason : "not told apart";
	snprintf(words, WORDS, "%.*s", (int)strcspn(reason, ":"), reason);
	return words;
}

static void reach_title(struct reach_figure *reach)
{
	char *title = reach->figure.title, a[WORDS], b[WORDS], c[WORDS];
	const char *join = "Translation reaches ";
	for (const struct summary_finding *row = NULL; (row = reach_next(reach, row)) != NULL;) {
		text_add(title, "%s%s to %s pages (then %s ns more%s)", join, reach_count(a, row->low),
		         reach_count(b, row->high), words_short(c, row->value),
		         view_accepted(row) ? "" : "; noted");
		join = ", and ";
	}
	if (title[0] == '\0')
		text_add(title, "No reach of translation is claimed");
}

static void reach_subtitle(struct reach_figure *reach)
{
	char *text = reach->figure.subtitle, a[QUANTITY_TEXT], b[WORDS];
	text_add(text, "%.300s; pages of %s", reach->view.name, quantity_exact(reach->page_bytes, a));
	for (const struct summary_finding *knee = NULL;
	     (knee = view_next_standing(&reach->view, FINDING_KNEE, knee)) != NULL;)
		if (knee->value > 0)
			text_add(text, "; knee at %s: %s", quantity_size(knee->value, a),
			         reach_cause(reach, knee->level, b));
}

/* ---- axes ---- */

static void reach_place(struct reach_figure *reach)
{
	double dearest = 0;
	struct span times = span_none(), nodes = span_none();
	for (int dense = 0; dense < 2; dense++)
		for (const struct summary_point *point = NULL;
		     (point = reach_next_point(reach, dense, point)) != NULL;) {
			span_add(&times, point->time_ns);
			span_add(&nodes, reach_nodes(point));
			dearest = fmax(dearest, dense ? 0 : reach_cost(reach, point));
		}
	double top = figure_top(&reach->figure, NULL) + REACH_LANES * LANE_HEIGHT,
	       lower = top + REACH_FRAME + REACH_GAP;
	reach->x = axis_logarithmic(nodes.low / 1.15, fmax(nodes.high, nodes.low * 8) * 1.15, REACH_LEFT,
	                            REACH_RIGHT);
	reach->y =
	    axis_logarithmic(times.low / 1.3, fmax(times.high, times.low * 4) * 1.3, top + REACH_FRAME, top);
	reach->cost = axis_linear(0, axis_linear_top(fmax(dearest, 0.01) * 1.05), lower + REACH_BELOW, lower);
}

/* Powers of two of pages, every other one labelled. */
static size_t reach_ticks(const struct axis *x, struct gnuplot_tick ticks[TICKS])
{
	size_t count = 0, power = 0;
	for (double pages = 1; pages <= x->high && count < TICKS; pages *= 2, power++) {
		if (pages < x->low)
			continue;
		ticks[count].value = pages;
		ticks[count].minor = power % 2 == 0;
		snprintf(ticks[count].label, TICK_LABEL, "%.0f", pages);
		count++;
	}
	return count;
}

static void reach_axis_x(struct gnuplot *plot, const struct reach_figure *reach, bool labels)
{
	struct gnuplot_tick ticks[TICKS];
	char words[QUANTITY_TEXT];
	size_t count = reach_ticks(&reach->x, ticks);
	gnuplot_range(plot, "x", reach->x.low, reach->x.high, 2);
	gnuplot_ticks(plot, "x", ticks, count, labels, COLOUR_INK);
	for (size_t i = 0; labels && i < count; i++)
		if (!ticks[i].minor)
			gnuplot_text(plot, at(axis_at(&reach->x, ticks[i].value), reach->cost.start + 42),
			             ALIGN_CENTRE, COLOUR_MUTED,
			             quantity_exact(ticks[i].value * reach->page_bytes, words));
	if (labels)
		gnuplot_text(plot, at((REACH_LEFT + REACH_RIGHT) / 2.0, reach->cost.start + 64), ALIGN_CENTRE,
		             COLOUR_INK, "nodes, and as many pages' bytes");
}

/* ---- marks ---- */

static bool reach_inside(const struct reach_figure *reach, double pages)
{
	return pages > reach->x.low && pages < reach->x.high;
}

/* Bands and lines of one frame. */
static void reach_marks(struct gnuplot *plot, const struct reach_figure *reach)
{
	for (const struct summary_finding *row = NULL; (row = reach_next(reach, row)) != NULL;)
		if (reach_inside(reach, row->low) && reach_inside(reach, row->high))
			gnuplot_box(plot, at_foot(row->low), at_head(row->high), LAYER_BEHIND,
			            COLOUR_KNEEBAND);
	for (const struct summary_finding *knee = NULL;
	     (knee = view_next_standing(&reach->view, FINDING_KNEE, knee)) != NULL;) {
		double pages = knee->value / reach->page_bytes;
		if (reach_inside(reach, pages))
			gnuplot_line(plot, at_foot(pages), at_head(pages), LAYER_BACK, LINE_REPORTED);
	}
}

static struct lane_row reach_row(const struct reach_figure *reach, double y)
{
	return (struct lane_row){
	    .lane = {.left = REACH_LEFT - 60, .right = FIGURE_WIDTH - FIGURE_MARGIN}, .x = &reach->x, .y = y};
}

/* The upper lane: reaches. */
static void reach_lane(struct gnuplot *plot, const struct reach_figure *reach)
{
	struct lane_row row = reach_row(reach, reach->y.end - 1.5 * LANE_HEIGHT);
	char a[QUANTITY_TEXT], b[WORDS];
	for (const struct summary_finding *finding = NULL; (finding = reach_next(reach, finding)) != NULL;) {
		struct lane_mark *mark = lane_add(&row, finding->low, finding->high, LANE_LEFT, COLOUR_KNEE);
		if (mark == NULL)
			continue;
		mark->half = 0;
		snprintf(mark->forms[0], LANE_WORDS, "%s to %s pages", reach_count(a, finding->low),
		         reach_count(b, finding->high));
		quantity_range(finding->low * reach->page_bytes, finding->high * reach->page_bytes,
		               mark->forms[1]);
		gnuplot_box(plot, at(mark->left, row.y - 6), at(mark->right, row.y + 6), LAYER_BACK,
		            COLOUR_KNEE);
	}
	lane_row_draw(plot, &row);
}

/* The lower one: the sweep's knees, whose causes the subtitle tells too. */
static void reach_knees(struct gnuplot *plot, const struct reach_figure *reach)
{
	struct lane_row row = reach_row(reach, reach->y.end - 0.5 * LANE_HEIGHT);
	char size[QUANTITY_TEXT], cause[WORDS];
	for (const struct summary_finding *knee = NULL;
	     (knee = view_next_standing(&reach->view, FINDING_KNEE, knee)) != NULL;) {
		double pages = knee->value / reach->page_bytes;
		struct lane_mark *mark = lane_add(&row, pages, pages, LANE_LEFT, COLOUR_INK);
		if (mark == NULL)
			continue;
		mark->half = 5;
		quantity_size(knee->value, size);
		reach_cause(reach, knee->level, cause);
		snprintf(mark->forms[0], LANE_WORDS, "knee %s: %s", size, cause);
		snprintf(mark->forms[1], LANE_WORDS, "%s: %s", size, cause);
		snprintf(mark->forms[2], LANE_WORDS, "%s", size);
		gnuplot_mark(plot, at(mark->left, row.y), mark_full(SHAPE_DIAMOND, 1, COLOUR_REPORTED));
	}
	lane_row_draw(plot, &row);
}

/* ---- frames ---- */

static void reach_data(struct gnuplot *plot, const char *name, const struct reach_figure *reach, bool dense)
{
	gnuplot_data(plot, name, "nodes, median ns a load");
	for (const struct summary_point *point = NULL;
	     (point = reach_next_point(reach, dense, point)) != NULL;)
		gnuplot_row(plot, (const double[]){reach_nodes(point), point->time_ns}, 2);
}

static void reach_upper(struct gnuplot *plot, const struct reach_figure *reach)
{
	axis_panel(plot, &reach->x, &reach->y, 3);
	reach_axis_x(plot, reach, false);
	axis_draw_times(plot, "y", &reach->y, 22, COLOUR_INK);
	gnuplot_grid(plot, "y");
	axis_name_upright(plot, &reach->y, 22, COLOUR_INK, "time a load, ns");
	reach_lane(plot, reach);
	reach_knees(plot, reach);
	reach_marks(plot, reach);
	reach_data(plot, "pages", reach, false);
	reach_data(plot, "dense", reach, true);
	if (reach_next_point(reach, true, NULL) != NULL)
		gnuplot_plot(plot, "dense", "using 1:2 with linespoints lw 2 pt 5 ps 0.4 lc rgb c_first");
	gnuplot_plot(plot, "pages", "using 1:2 with linespoints lw 2 pt 7 ps 0.45 lc rgb c_ink");
}

static void reach_lower(struct gnuplot *plot, const struct reach_figure *reach)
{
	axis_panel(plot, &reach->x, &reach->cost, 3);
	reach_axis_x(plot, reach, true);
	axis_draw_linear(plot, "y", &reach->cost, true);
	gnuplot_grid(plot, "y");
	axis_name_upright(plot, &reach->cost, 22, COLOUR_INK, "difference, ns");
	reach_marks(plot, reach);
	gnuplot_data(plot, "difference", "nodes, the page chase's time less the dense one's, ns");
	for (const struct summary_point *point = NULL;
	     (point = reach_next_point(reach, false, point)) != NULL;) {
		double cost = reach_cost(reach, point);
		if (!isnan(cost))
			gnuplot_row(plot, (const double[]){reach_nodes(point), fmax(cost, 0)}, 2);
	}
	if (reach_next_point(reach, true, NULL) != NULL)
		gnuplot_plot(plot, "difference",
		             "using 1:2 with linespoints lw 2 pt 7 ps 0.45 lc rgb c_knee");
}

static void reach_write(struct reach_figure *reach, FILE *stream)
{
	struct gnuplot plot;
	struct figure *figure = &reach->figure;
	figure_key(figure, true, key_median, "one line a page");
	figure_key(figure, true, key_line("nohead lw 2 lc rgb c_first"), "as many lines, dense");
	figure_key(figure, true, key_line("nohead lw 2 lc rgb c_knee"), "their difference");
	figure_key(figure, true, key_box(COLOUR_KNEEBAND), "reach of translation");
	figure_key(figure, true, key_reported, "knee of the sweep");
	reach_place(reach);
	figure_begin(figure, &plot, stream, reach->cost.start + REACH_AXIS);
	reach_upper(&plot, reach);
	reach_lower(&plot, reach);
	gnuplot_end(&plot);
}

int translation_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct reach_figure reach = {.figure = figure_of("translation", wish)};
	int result = view_open(&reach.view, wish->summaries, wish->pass, fault);
	if (result == 0)
		result = reach_find_page(&reach, fault);
	if (result == 0) {
		reach_title(&reach);
		reach_subtitle(&reach);
		reach_write(&reach, stream);
	}
	view_close(&reach.view);
	return result;
}
