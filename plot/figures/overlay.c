/* Where two captures are drawn in one frame, a scale of time each. Both scales span the same number of
 * decades and level 1 of both stands at one height, so that equal height is the same multiple of level 1. */
#include "panel.h"
#include "../../reduce/maths/logarithm.h"

#include <math.h>
#include <string.h>

enum { OVERLAY_VIEWS = 2, OVERLAY_HEIGHT = 290, OVERLAY_AXIS = 52 };
enum { OVERLAY_RATIO, OVERLAY_MIDPOINT, OVERLAY_REPORTED, OVERLAY_LANES };
/* From the subtitle to the frame, the lanes between; from the last lane to the frame. */
enum { OVERLAY_FRAME = 36 + (OVERLAY_LANES - 1) * LANE_HEIGHT, OVERLAY_LANE_TO_FRAME = 13 };

/* How the two captures are told apart: by colour, shape and kind of line. */
static const struct {
	enum gnuplot_colour colour;
	enum gnuplot_shape shape;
	const char *axes, *curve, *range, *points, *key, *midpoint, *reported;
} overlay_styles[OVERLAY_VIEWS] = {
    {COLOUR_FIRST, SHAPE_SQUARE, "x1y1", "lines lw 1.7 dt (6,3) lc rgb c_first", "c_firstband",
     "points pt 5 ps 0.45 lc rgb c_first", "nohead lw 1.8 dt (6,3) lc rgb c_first",
     "nohead lw 1.7 dt (9,3,2,3) lc rgb c_first", "nohead lw 1.3 dt (7,4) lc rgb c_first"},
    {COLOUR_SECOND, SHAPE_DISC, "x1y2", "lines lw 1.9 lc rgb c_second", "c_secondband",
     "points pt 7 ps 0.5 lc rgb c_second", "nohead lw 1.8 lc rgb c_second",
     "nohead lw 1.7 dt (9,3,2,3) lc rgb c_second", "nohead lw 1.3 dt (7,4) lc rgb c_second"},
};

struct overlay {
	struct view views[OVERLAY_VIEWS];
	size_t opened;
	struct axis x, y[OVERLAY_VIEWS];
	double base[OVERLAY_VIEWS];          /* the floor of level 1, ns */
	double midpoint[OVERLAY_VIEWS];      /* bytes, or NAN */
	const struct summary_finding *ratio; /* R1, or NULL */
	struct figure figure;
};

/* ---- what is compared ---- */

static double overlay_midpoint(const struct view *view)
{
	const struct summary_finding *midpoint = view_finding(view, FINDING_MIDPOINT, 0);
	return view_stands(midpoint) && view_is_size(midpoint->value) ? midpoint->value : NAN;
}

/* The measured ratio, the larger over the smaller; NAN where a midpoint is missing. *larger is the view that
 * has it. */
static double overlay_ratio(const struct overlay *overlay, size_t *larger)
{
	double first = overlay->midpoint[0], second = overlay->midpoint[1];
	*larger = second >= first ? 1 : 0;
	return second >= first ? second / first : first / second;
}

/* The last reported cache of a view, or NULL. */
static const struct view_cache *overlay_last_cache(const struct view *view)
{
	return view->cache_count == 0 ? NULL : &view->caches[view->cache_count - 1];
}

static double overlay_reported_ratio(const struct overlay *overlay, size_t larger)
{
	const struct view_cache *above = overlay_last_cache(&overlay->views[larger]);
	const struct view_cache *below = overlay_last_cache(&overlay->views[1 - larger]);
	return above == NULL || below == NULL ? NAN : above->bytes / below->bytes;
}

/* "Reported L2: 4 times as large; the two passes are consistent (R1: within 10 per cent)." The verdict is the
 * comparison's: its reason begins with it. */
static void overlay_reported_words(const struct overlay *overlay, const struct view_cache *cache,
                                   double reported, char *text)
{
	char number[WORDS];
	text_add(text, "Reported %s: %s times as large", cache->name, words_short(number, reported));
	if (overlay->ratio != NULL) {
		size_t length = strcspn(overlay->ratio->reason, ":;");
		text_add(text, "; the two passes are %.*s (R1%s: within %.0f per cent)",
		         (int)(length < 40 ? length : 40), overlay->ratio->reason,
		         view_accepted(overlay->ratio) ? "" : ", noted",
		         100 * (ratio_value(rule_r1_within) - 1));
	}
	text_add(text, ". ");
}

static void overlay_words(struct overlay *overlay)
{
	size_t larger = 0;
	double ratio = overlay_ratio(overlay, &larger), reported = overlay_reported_ratio(overlay, larger);
	char number[WORDS], name[TEXT_BYTES] = "", *title = overlay->figure.title,
	                    *text = overlay->figure.subtitle;
	const struct view_cache *cache = overlay_last_cache(&overlay->views[larger]);
	text_cut(name, overlay->views[larger].name, 420, FONT_TITLE);
	if (!isfinite(ratio))
		text_add(title, "The last rises cannot be compared: a midpoint is missing");
	else if (ratio < 1.005)
		text_add(title, "The last rise comes at the same size in both");
	else
		text_add(title, "The last rise comes at %s times the size on %s", words_three(number, ratio),
		         name);
	if (view_refused(overlay->ratio))
		text_add(text, "R1 is refused: %.200s. ", overlay->ratio->reason);
	else if (isfinite(reported) && cache != NULL)
		overlay_reported_words(overlay, cache, reported, text);
	text_add(
	    text,
	    "Both scales span the same decades, and level 1 stands at one height: equal height is the same "
	    "multiple of it.");
}

/* ---- opening and scales ---- */

static int overlay_open(struct overlay *overlay, const struct figure_wish *wish, struct fault *fault)
{
	struct view *views = overlay->views;
	if (view_open_all(views, &overlay->opened, wish->summaries, OVERLAY_VIEWS, wish->pass, fault) != 0)
		return -1;
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		overlay->midpoint[i] = overlay_midpoint(&views[i]);
	if (wish->count > OVERLAY_VIEWS)
		overlay->ratio =
		    view_compared(&views[0], &views[1], &wish->summaries[OVERLAY_VIEWS], FINDING_RATIO);
	return 0;
}

static double overlay_base(const struct view *view)
{
	const struct summary_finding *level = view_finding(view, FINDING_LEVEL, 1);
	struct span times;
	view_times(view, &times);
	return level != NULL && view_is_time(level->value) ? level->value : times.low;
}

static void overlay_scales(struct overlay *overlay)
{
	double above = 0, below = 0;
	struct span sizes = span_none(), times;
	for (size_t i = 0; i < OVERLAY_VIEWS; i++) {
		const struct view *view = &overlay->views[i];
		view_add_sizes(view, &sizes);
		view_times(view, &times);
		overlay->base[i] = overlay_base(view);
		above = fmax(above, logarithm_of(times.high / overlay->base[i]));
		below = fmax(below, logarithm_of(overlay->base[i] / times.low));
	}
	double octaves = panel_octaves(above + below, OVERLAY_HEIGHT);
	below += octaves * PANEL_BELOW / OVERLAY_HEIGHT;
	double frame = figure_top(&overlay->figure, NULL) + OVERLAY_FRAME;
	overlay->x = axis_sizes(sizes.low, sizes.high, PANEL_LEFT, PANEL_RIGHT);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++) {
		double bottom = logarithm_of(overlay->base[i]) - below;
		overlay->y[i] = axis_octaves(bottom, bottom + octaves, frame + OVERLAY_HEIGHT, frame);
	}
}

/* ---- drawing ---- */

static double overlay_lane(const struct overlay *overlay, int lane)
{
	return overlay->y[0].end - OVERLAY_LANE_TO_FRAME - (OVERLAY_LANES - 1 - lane) * LANE_HEIGHT;
}

static void overlay_axes(struct gnuplot *plot, const struct overlay *overlay)
{
	static const char *const axes[OVERLAY_VIEWS] = {"y", "y2"};
	static const double places[OVERLAY_VIEWS] = {52, 780};
	gnuplot_comment(plot, "---- axes");
	axis_draw_sizes(plot, &overlay->x, true);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++) {
		char name[TEXT_BYTES] = "";
		axis_draw_times(plot, axes[i], &overlay->y[i], 15, overlay_styles[i].colour);
		text_cut(name, overlay->views[i].name, OVERLAY_HEIGHT - 85, FONT_TEXT);
		text_add(name, ": ns per load");
		axis_name_upright(plot, &overlay->y[i], places[i], overlay_styles[i].colour, name);
	}
	axis_name(plot, &overlay->x, overlay->y[0].start, "working set");
}

/* Lines at 1, 10, 100 ... times level 1, which both scales share. */
static void overlay_multiples(struct gnuplot *plot, const struct overlay *overlay)
{
	double multiple = 1;
	gnuplot_comment(plot, "---- marks: lines that hold for both scales, then the lanes");
	for (; overlay->base[0] * multiple <= overlay->y[0].high; multiple *= 10) {
		double y = axis_at(&overlay->y[0], overlay->base[0] * multiple);
		char words[TEXT_BYTES] = "";
		gnuplot_line(plot, at(PANEL_LEFT, y), at(PANEL_RIGHT, y), LAYER_BACK,
		             "nohead lw 1 lc rgb c_grid");
		text_add(words, "\xc3\x97 %.0f", multiple);
		if (multiple > 1 && y - 20 > overlay->y[0].end)
			gnuplot_text(plot, at(PANEL_LEFT + 5, y - 10), ALIGN_LEFT, COLOUR_MUTED, words);
	}
}

static void overlay_ratio_lane(struct gnuplot *plot, const struct overlay *overlay)
{
	size_t larger = 0;
	double y = overlay_lane(overlay, OVERLAY_RATIO), ratio = overlay_ratio(overlay, &larger);
	double reported = overlay_reported_ratio(overlay, larger);
	char measured[WORDS], asked[WORDS];
	panel_lane_name(plot, "ratio (R1)", y, COLOUR_INK);
	if (!isfinite(ratio)) {
		gnuplot_text(plot, at(PANEL_LEFT, y), ALIGN_LEFT, COLOUR_REFUSED,
		             "none: it needs the midpoint of both");
		return;
	}
	struct lane_mark mark = {.left = axis_at(&overlay->x, overlay->midpoint[1 - larger]),
	                         .right = axis_at(&overlay->x, overlay->midpoint[larger]),
	                         .half = 2,
	                         .prefer = LANE_LEFT,
	                         .colour = COLOUR_INK};
	struct lane lane = {.left = PANEL_LEFT, .right = PANEL_LANE_RIGHT};
	words_three(measured, ratio);
	if (isfinite(reported))
		snprintf(mark.forms[0], LANE_WORDS, "%s measured, %s reported", measured,
		         words_three(asked, reported));
	else
		snprintf(mark.forms[0], LANE_WORDS, "%s measured", measured);
	lane_place(&lane, &mark, 1);
	gnuplot_line(plot, at(mark.left, y), at(mark.right, y), LAYER_FRONT,
	             "heads size screen 0.005,90 lw 1.8 lc rgb c_ink");
	lane_draw_words(plot, &mark, y);
}

static void overlay_midpoint_lane(struct gnuplot *plot, const struct overlay *overlay,
                                  struct panel_lines *lines)
{
	struct lane_row row = panel_row(plot, &overlay->x, overlay_lane(overlay, OVERLAY_MIDPOINT),
	                                "midpoint", COLOUR_INK, lines);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++) {
		double bytes = overlay->midpoint[i];
		struct lane_mark *mark = lane_add(&row, bytes, bytes, LANE_LEFT, overlay_styles[i].colour);
		if (mark == NULL)
			continue;
		quantity_size(bytes, mark->forms[0]);
		panel_fall(plot, &row, bytes, overlay_styles[i].midpoint,
		           mark_full(overlay_styles[i].shape, 0.6, overlay_styles[i].colour), lines);
	}
	lane_row_draw(plot, &row);
}

/* Whether the other view reports a cache of that size, too. */
static bool overlay_shared(const struct overlay *overlay, size_t self, double bytes)
{
	const struct view *other = &overlay->views[1 - self];
	for (size_t i = 0; i < other->cache_count; i++)
		if (other->caches[i].bytes == bytes)
			return true;
	return false;
}

static void overlay_reported_lane(struct gnuplot *plot, const struct overlay *overlay,
                                  struct panel_lines *lines)
{
	struct lane_row row = panel_row(plot, &overlay->x, overlay_lane(overlay, OVERLAY_REPORTED),
	                                "reported", COLOUR_REPORTED, lines);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		for (size_t k = 0; k < overlay->views[i].cache_count; k++) {
			const struct view_cache *cache = &overlay->views[i].caches[k];
			bool shared = overlay_shared(overlay, i, cache->bytes);
			struct lane_mark *mark =
			    shared && i > 0 ? NULL
			                    : lane_add(&row, cache->bytes, cache->bytes, LANE_LEFT,
			                               shared ? COLOUR_REPORTED : overlay_styles[i].colour);
			if (mark == NULL)
				continue;
			char words[TEXT_BYTES];
			quantity_exact(cache->bytes, mark->forms[1]);
			snprintf(mark->forms[0], LANE_WORDS, "%s",
			         view_cache_words(cache->name, cache->bytes, words));
			if (shared)
				panel_fall(plot, &row, cache->bytes, LINE_REPORTED,
				           mark_full(SHAPE_DIAMOND, 0.62, COLOUR_REPORTED), lines);
			else
				panel_fall(plot, &row, cache->bytes, overlay_styles[i].reported,
				           mark_open(overlay_styles[i].shape, 0.7, overlay_styles[i].colour),
				           lines);
		}
	lane_row_draw(plot, &row);
}

static bool overlay_has_ranges(const struct view *view)
{
	for (size_t i = 0; i < view->count; i++)
		if (view->points[i]->high_ns > view->points[i]->low_ns)
			return true;
	return false;
}

static void overlay_curves(struct gnuplot *plot, const struct overlay *overlay)
{
	static const char *const names[OVERLAY_VIEWS] = {"p1", "p2"};
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		panel_data(plot, &overlay->views[i], names[i]);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		if (overlay_has_ranges(&overlay->views[i]))
			panel_whiskers(plot, names[i], &overlay->y[i], overlay->views[i].count >= PANEL_DENSE,
			               overlay_styles[i].axes, overlay_styles[i].range);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		gnuplot_plot(plot, names[i], "using 1:2 axes %s with %s", overlay_styles[i].axes,
		             overlay_styles[i].curve);
	for (size_t i = 0; i < OVERLAY_VIEWS; i++)
		gnuplot_plot(plot, names[i], "using 1:2 axes %s with %s", overlay_styles[i].axes,
		             overlay_styles[i].points);
}

static void overlay_write(struct overlay *overlay, FILE *stream)
{
	struct gnuplot plot;
	struct panel_lines lines = {.count = 0};
	figure_begin(&overlay->figure, &plot, stream, overlay->y[0].start + OVERLAY_AXIS);
	axis_panel(&plot, &overlay->x, &overlay->y[0], 11);
	overlay_axes(&plot, overlay);
	overlay_multiples(&plot, overlay);
	overlay_ratio_lane(&plot, overlay);
	overlay_midpoint_lane(&plot, overlay, &lines);
	overlay_reported_lane(&plot, overlay, &lines);
	overlay_curves(&plot, overlay);
	gnuplot_end(&plot);
}

int overlay_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct overlay overlay = {.figure = figure_of("ladder_overlay", wish)};
	char keys[OVERLAY_VIEWS][TEXT_BYTES] = {"", ""};
	int result = overlay_open(&overlay, wish, fault);
	if (result == 0) {
		overlay_words(&overlay);
		overlay_scales(&overlay);
		for (size_t i = 0; i < OVERLAY_VIEWS; i++) {
			struct figure_symbol symbol =
			    key_mark(mark_full(overlay_styles[i].shape, 0.5, overlay_styles[i].colour));
			symbol.width = 30;
			symbol.line = overlay_styles[i].key;
			text_cut(keys[i], overlay.views[i].name, 240, FONT_TEXT);
			text_add(keys[i], i == 0 ? ", left scale" : ", right scale");
			figure_key(&overlay.figure, true, symbol, keys[i]);
		}
		figure_key(&overlay.figure,
		           overlay_has_ranges(&overlay.views[0]) || overlay_has_ranges(&overlay.views[1]),
		           key_range, "lowest to highest trial");
		overlay_write(&overlay, stream);
	}
	view_close_all(overlay.views, overlay.opened);
	return result;
}
