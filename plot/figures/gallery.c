/* Small multiples of the synthetic set: every curve with its plateaus and knees. */
#include "gallery.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what both galleries share ---- */

static int gallery_by_order(const void *left, const void *right)
{
	const struct gallery_cell *a = left, *b = right;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* Opens the first passes of a cell. Returns 0, or -1 with the fault. */
static int gallery_open_passes(struct gallery_cell *cell, struct fault *fault)
{
	int status = 0;
	for (const struct summary_point *point = NULL;
	     status == 0 && cell->passes < GALLERY_PASSES &&
	     (point = view_next_pass(cell->summary, point)) != NULL;) {
		status = view_open(&cell->views[cell->passes], cell->summary, point->pass, fault);
		cell->passes += status == 0;
	}
	return status < 0 ? -1 : 0;
}

static int gallery_take(struct gallery *gallery, const struct summary *summary, struct fault *fault)
{
	struct gallery_cell *cell = &gallery->cells[gallery->count++];
	const char *name = summary_header(summary, SUMMARY_KEY_NAME);
	cell->summary = summary;
	text_clean(cell->name, sizeof cell->name, name == NULL ? "" : name);
	const struct check_panel_row *row =
	    name == NULL ? NULL : check_panel_find(&gallery->check_panel, name);
	/* Curves that the panel does not know stand last, as they were given. */
	cell->order = row != NULL ? (size_t)(row - gallery->check_panel.rows)
	                          : gallery->check_panel.count + gallery->count;
	cell->kind = row != NULL && check_panel_is_wrong(row) ? GALLERY_WRONG : GALLERY_CALM;
	return gallery_open_passes(cell, fault);
}

static int gallery_open(struct gallery *gallery, const struct figure_wish *wish, struct fault *fault)
{
	gallery->cells = calloc(wish->count, sizeof *gallery->cells);
	if (gallery->cells == NULL)
		return fault_system(fault, "gallery", ENOMEM, "cannot be drawn");
	if (wish->panel != NULL && check_panel_load(&gallery->check_panel, wish->panel, fault) != 0)
		return -1;
	for (size_t i = 0; i < wish->count; i++)
		if (gallery_take(gallery, &wish->summaries[i], fault) != 0)
			return -1;
	qsort(gallery->cells, gallery->count, sizeof *gallery->cells, gallery_by_order);
	return 0;
}

static void gallery_title(struct gallery *gallery, const char *what)
{
	size_t wrong = 0;
	char *title = gallery->figure.title;
	for (size_t i = 0; i < gallery->count; i++)
		wrong += gallery->cells[i].kind == GALLERY_WRONG;
	if (gallery->check_panel.count == 0)
		text_add(title, "%zu %s", gallery->count, what);
	else if (wrong == 0)
		text_add(title, "All %zu %s are read as they were built", gallery->count, what);
	else
		text_add(title, "%zu of %zu %s are read as they were built; %zu wrongly",
		         gallery->count - wrong, gallery->count, what, wrong);
}

static void gallery_place(struct gallery *gallery, const char *what)
{
	gallery_title(gallery, what);
	double top = figure_top(&gallery->figure, NULL) + 14 + GALLERY_WORDS;
	for (size_t i = 0; i < gallery->count; i++) {
		struct gallery_cell *cell = &gallery->cells[i];
		cell->left = FIGURE_MARGIN + (double)(i % GALLERY_COLUMNS) * GALLERY_STEP_X;
		cell->top = top + (double)(i / GALLERY_COLUMNS) * GALLERY_STEP_Y;
	}
}

bool gallery_is_lowest(const struct gallery *gallery, size_t number)
{
	return number + GALLERY_COLUMNS >= gallery->count;
}

static void gallery_outline(struct gnuplot *plot, double left, double top, double right, double bottom)
{
	const double x[] = {left, right, right, left}, y[] = {top, top, bottom, bottom};
	for (size_t i = 0; i < 4; i++) {
		size_t next = (i + 1) % 4;
		gnuplot_line(plot, at(x[i], y[i]), at(x[next], y[next]), LAYER_FRONT,
		             "nohead lw 2.5 lc rgb c_wrong");
	}
}

static void gallery_frame(struct gnuplot *plot, const struct gallery_cell *cell)
{
	double right = cell->left + GALLERY_WIDTH, bottom = cell->top + GALLERY_HEIGHT;
	char name[TEXT_BYTES] = "", answer[TEXT_BYTES] = "";
	bool wrong = cell->kind == GALLERY_WRONG;
	gnuplot_panel(plot, cell->left, right, cell->top, bottom, 15);
	text_cut(name, cell->name, GALLERY_WIDTH, FONT_TEXT);
	text_add(answer, wrong ? "WRONG: %s" : "%s", cell->answer);
	text_cut(answer, answer, GALLERY_WIDTH + 8, FONT_TEXT);
	gnuplot_text(plot, at(cell->left, cell->top - 30), ALIGN_LEFT, wrong ? COLOUR_WRONG : COLOUR_INK,
	             name);
	gnuplot_text(plot, at(cell->left, cell->top - 12), ALIGN_LEFT,
	             wrong                            ? COLOUR_WRONG
	             : cell->kind == GALLERY_DECLINED ? COLOUR_REFUSED
	                                              : COLOUR_MUTED,
	             answer);
	if (!wrong)
		return;
	gnuplot_box(plot, at(cell->left, cell->top), at(right, bottom), LAYER_BEHIND, COLOUR_WRONGBAND);
	gallery_outline(plot, cell->left, cell->top, right, bottom);
}

static void gallery_draw_wrong(struct gnuplot *plot, struct span x, double y)
{
	gnuplot_box(plot, at(x.low, y - 6), at(x.high, y + 6), LAYER_BEHIND, COLOUR_WRONGBAND);
	gallery_outline(plot, x.low, y - 6, x.high, y + 6);
}

static void gallery_key_wrong(struct gallery *gallery)
{
	bool wrong = false;
	for (size_t i = 0; i < gallery->count; i++)
		wrong |= gallery->cells[i].kind == GALLERY_WRONG;
	figure_key(&gallery->figure, wrong, key_drawn(KEY_LINE, gallery_draw_wrong), "wrong answer");
}

int gallery_write(const struct gallery_style *style, FILE *stream, const struct figure_wish *wish,
                  struct fault *fault)
{
	struct gallery gallery = {.figure = figure_of(style->name, wish)};
	int result = gallery_open(&gallery, wish, fault);
	if (result == 0) {
		struct gnuplot plot;
		struct axis x = style->axis(&gallery);
		for (size_t i = 0; i < gallery.count; i++)
			if (style->answer(&gallery.cells[i]) && gallery.cells[i].kind == GALLERY_CALM)
				gallery.cells[i].kind = GALLERY_DECLINED;
		style->words(&gallery);
		gallery_key_wrong(&gallery);
		gallery_place(&gallery, style->what);
		figure_begin(&gallery.figure, &plot, stream,
		             gallery.cells[gallery.count - 1].top + GALLERY_HEIGHT + GALLERY_LABELS);
		for (size_t i = 0; i < gallery.count; i++) {
			gallery_frame(&plot, &gallery.cells[i]);
			style->cell(&plot, &gallery, i, &x);
		}
		gnuplot_end(&plot);
	}
	for (size_t i = 0; i < gallery.count; i++)
		view_close_all(gallery.cells[i].views, gallery.cells[i].passes);
	free(gallery.cells);
	check_panel_free(&gallery.check_panel);
	return result;
}

/* ---- what a curve's cell says ---- */

/* "neither private nor shared", "shared", "cache step": the words of a reason before its colon. */
static void gallery_head(char words[TEXT_BYTES], const char *reason)
{
	size_t length = strcspn(reason, ":;,");
	text_add(words, "%.*s", (int)(length < 80 ? length : 80), reason);
}

static bool gallery_answer(struct gallery_cell *cell)
{
	const struct summary_finding *private = summary_next(cell->summary, FINDING_PRIVATE, NULL);
	const struct summary_finding *hierarchy = summary_next(cell->summary, FINDING_HIERARCHY, NULL);
	const struct summary_finding *sweep = summary_next(cell->summary, FINDING_SWEEP, NULL);
	char ids[RULE_TEXT];
	if (private != NULL) {
		gallery_head(cell->answer, private->reason);
		return view_refused(private);
	}
	if (view_refused(sweep)) {
		text_add(cell->answer, "sweep refused (%.20s)", rule_ids(sweep->rules, ids));
		return true;
	}
	if (view_refused(hierarchy)) {
		text_add(cell->answer, "no hierarchy (%.20s)", rule_ids(hierarchy->rules, ids));
		return true;
	}
	if (hierarchy == NULL)
		text_add(cell->answer, "nothing");
	else
		text_add(cell->answer, "%.0f levels%s", hierarchy->value,
		         view_accepted(hierarchy) ? "" : ", noted");
	return false;
}

/* ---- drawing ---- */

static bool gallery_timed(const struct summary_point *point)
{
	return point->experiment == CAPTURE_SWEEP && point->size_bytes > 0 && isfinite(point->time_ns) &&
	       point->time_ns > 0;
}

/* Widens the spans by the medians of a cell and their sizes. */
static void gallery_spans(const struct gallery_cell *cell, struct span *sizes, struct span *times)
{
	for (size_t i = 0; i < cell->summary->point_count; i++) {
		const struct summary_point *point = &cell->summary->points[i];
		if (!gallery_timed(point))
			continue;
		span_add(sizes, (double)point->size_bytes);
		span_add(times, point->time_ns);
	}
}

/* The sizes that all cells span. */
static struct axis gallery_sizes(const struct gallery *gallery)
{
	struct span sizes = span_none(), times = span_none();
	for (size_t i = 0; i < gallery->count; i++)
		gallery_spans(&gallery->cells[i], &sizes, &times);
	if (sizes.low > sizes.high)
		sizes = (struct span){8192, 65536};
	return axis_sizes(sizes.low, sizes.high, 0, GALLERY_WIDTH);
}

/* The times of a cell, spread to a factor of 4 at least, so that noise on a flat curve stays small; false
 * where it has none. */
static bool gallery_times(const struct gallery_cell *cell, struct axis *y)
{
	struct span sizes = span_none(), times = span_none();
	gallery_spans(cell, &sizes, &times);
	bool any = times.low <= times.high;
	if (!any)
		times = (struct span){1, 4};
	double middle = sqrt(times.low * times.high);
	if (times.high < 4 * times.low)
		times = (struct span){middle / 2, middle * 2};
	struct axis axis = axis_logarithmic(times.low, times.high, GALLERY_HEIGHT - 8, 8);
	*y = axis_logarithmic(axis_move(&axis, times.low, 8), axis_move(&axis, times.high, -8),
	                      GALLERY_HEIGHT, 0);
	return any;
}

/* The plateaus of a pass, each a pale box from its floor to 1.25 times that, from its first size to its last.
 */
static void gallery_plateaus(struct gnuplot *plot, const struct view *view)
{
	for (uint64_t number = 1; number <= view->count; number++) {
		double floor_ns = INFINITY, first = 0, last = 0;
		for (size_t i = 0; i < view->count; i++) {
			if (view->points[i]->plateau != number || !gallery_timed(view->points[i]))
				continue;
			first = first > 0 ? first : (double)view->points[i]->size_bytes;
			last = (double)view->points[i]->size_bytes;
			floor_ns = fmin(floor_ns, view->points[i]->time_ns);
		}
		if (first > 0)
			gnuplot_box(plot, at_data(first, floor_ns), at_data(last, 1.25 * floor_ns),
			            LAYER_BEHIND, COLOUR_BAND);
	}
}

static void gallery_knees(struct gnuplot *plot, const struct view *view, bool wrong, bool quiet)
{
	const struct summary_finding *knee = NULL;
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL) {
		const char *style = view_refused(knee) ? "nohead lw 1.7 dt (1.5,3) lc rgb c_refused"
		                    : wrong            ? "nohead lw 2 lc rgb c_wrong"
		                    : quiet            ? "nohead lw 2 lc rgb c_knee"
		                                       : "nohead lw 1.7 dt (6,4) lc rgb c_knee";
		if (isfinite(knee->value) && knee->value > 0)
			gnuplot_line(plot, at_foot(knee->value), at_head(knee->value), LAYER_BACK, style);
	}
}

/* Whether a pass is drawn as points: its sizes lie too far apart for a line to be honest. */
static bool gallery_sparse(const struct view *view)
{
	const struct summary_finding *sweep = view_finding(view, FINDING_SWEEP, 0);
	return view->count < 4 || (view_refused(sweep) && (sweep->rules & RULE_SET(RULE_P0)) != 0);
}

/* Ticks at each power of two, labelled at 16 KiB and every 64 times that: labels of neighbouring cells keep
 * apart. */
static size_t gallery_ticks(const struct axis *x, struct gnuplot_tick ticks[TICKS])
{
	size_t count = 0, labelled = 0;
	double size = 1;
	for (unsigned octave = 0; size <= x->high && count < TICKS; octave++, size *= 2) {
		if (size < x->low)
			continue;
		double at = axis_at(x, size);
		bool label = octave % 6 == 14 % 6 && at > 20 && at < GALLERY_WIDTH - 20;
		char words[WORDS];
		ticks[count] = (struct gnuplot_tick){size, !label, ""};
		if (label)
			snprintf(ticks[count].label, TICK_LABEL, "%.20s", quantity_exact(size, words));
		labelled += label;
		count++;
	}
	return labelled > 0 ? count : axis_size_ticks(x, 2, 58, ticks);
}

static void gallery_draw_cell(struct gnuplot *plot, const struct gallery *gallery, size_t number,
                              const struct axis *x)
{
	static const struct gnuplot_mark points[GALLERY_PASSES] = {
	    {SHAPE_DISC, 0.45, COLOUR_INK, false}, {SHAPE_TRIANGLE, 0.45, COLOUR_FIRST, false}};
	static const char *const lines[GALLERY_PASSES] = {"lw 1.7 lc rgb c_ink",
	                                                  "lw 1.7 dt (6,3) lc rgb c_first"};
	const struct gallery_cell *cell = &gallery->cells[number];
	char names[GALLERY_PASSES][24];
	struct axis y;
	struct gnuplot_tick ticks[TICKS];
	bool drawn = gallery_times(cell, &y);
	gnuplot_range(plot, "x", x->low, x->high, 2);
	gnuplot_range(plot, "y", y.low, y.high, 10);
	gnuplot_ticks(plot, "x", ticks, gallery_ticks(x, ticks), gallery_is_lowest(gallery, number),
	              COLOUR_INK);
	if (!drawn)
		gnuplot_text(plot, at_share(0.5, 0.5), ALIGN_CENTRE, COLOUR_REFUSED, "no trial counts");
	if (cell->passes > 0)
		gallery_plateaus(plot, &cell->views[0]);
	for (size_t i = 0; i < cell->passes; i++)
		gallery_knees(plot, &cell->views[i], cell->kind == GALLERY_WRONG, i == 0);
	for (size_t i = cell->passes; i-- > 0;) {
		snprintf(names[i], sizeof names[i], "c%zu_%zu", number + 1, i + 1);
		gnuplot_data(plot, names[i], "bytes, median ns");
		view_rows(&cell->views[i], plot);
	}
	for (size_t i = cell->passes; i-- > 0;) {
		if (gallery_sparse(&cell->views[i]))
			gnuplot_marks(plot, names[i], "1:2", points[i]);
		else
			gnuplot_plot(plot, names[i], "using 1:2 with lines %s", lines[i]);
	}
}

static void gallery_words(struct gallery *gallery)
{
	struct figure *figure = &gallery->figure;
	bool second = false;
	for (size_t i = 0; i < gallery->count; i++)
		second |= gallery->cells[i].passes > 1;
	text_add(figure->subtitle,
	         "Working set from left to right, one axis for all; time a load upwards, each with "
	         "its own logarithmic scale.");
	figure_key(figure, true, key_line("nohead lw 1.7 lc rgb c_ink"), "median");
	figure_key(figure, second, key_line("nohead lw 1.7 dt (6,3) lc rgb c_first"), "second pass");
	figure_key(figure, true, key_box(COLOUR_BAND), "plateau");
	figure_key(figure, true, key_upright(KEY_MARK, "nohead lw 2 lc rgb c_knee"), "knee");
	figure_key(figure, true, key_upright(KEY_MARK, "nohead lw 1.7 dt (1.5,3) lc rgb c_refused"),
	           "knee refused");
}

int gallery_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	static const struct gallery_style style = {"gallery",     "synthetic curves", gallery_answer,
	                                           gallery_sizes, gallery_words,      gallery_draw_cell};
	return gallery_write(&style, stream, wish, fault);
}
