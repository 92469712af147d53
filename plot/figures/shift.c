/* Where a crowd's effect is drawn: each knee quiet and crowded, a panel a level. All panels span the same
 * ratio and start the quiet knee at one height, so that equal slopes are equal relative falls. */
#include "figure.h"
#include "../view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
	SHIFT_LEVELS = 4,
	SHIFT_VIEWS = 2,
	SHIFT_HEIGHT = 256,
	SHIFT_GAP = 78,
	SHIFT_LEFT = 78,
	SHIFT_RIGHT = 768
};
/* Below a panel's top: its title, the fall, the frame. */
enum { SHIFT_TITLE = 32, SHIFT_FALL = 55, SHIFT_FRAME = 77 };
/* The range of a panel, in multiples of its quiet knee; wider where a fall needs it. */
static const double shift_below = 1 / 5.6, shift_above = 1.55;

struct shift_level {
	uint64_t level;
	double knee[SHIFT_VIEWS];                       /* quiet, crowded; bytes */
	const struct summary_finding *row[SHIFT_VIEWS]; /* the knees' own; NULL where unknown */
	struct span interval[SHIFT_VIEWS];              /* NAN where none can be drawn */
	char cache[TEXT_BYTES];                         /* "L1d 48 KiB", or empty */
	double reported;                                /* NAN where none */
};

struct shift {
	struct view views[SHIFT_VIEWS];
	size_t opened;
	const struct summary_finding *verdict; /* C1's, or NULL */
	struct shift_level levels[SHIFT_LEVELS];
	size_t count, largest; /* the level that falls most */
	struct span range;     /* of all panels, in multiples of the quiet knee */
	struct figure figure;
	double top;
};

/* ---- what there is to draw ---- */

/* The first pass, crowded or quiet, in that order of loads (CAPTURE_ORDERS: any), of the first summary that
 * has one; NULL where none has. */
static const struct summary_point *shift_find(const struct figure_wish *wish, bool crowded,
                                              enum capture_order order, const struct summary **summary)
{
	for (size_t i = 0; i < wish->count; i++) {
		const struct summary_point *point = NULL;
		*summary = &wish->summaries[i];
		while ((point = view_next_pass(*summary, point)) != NULL)
			if ((point->competitors > 0) == crowded &&
			    (order == CAPTURE_ORDERS || point->order == order))
				return point;
	}
	return NULL;
}

/* Finds both passes: in one summary, or quiet in one and crowded in another. */
static int shift_open(struct shift *shift, const struct figure_wish *wish, struct fault *fault)
{
	const struct summary *both[SHIFT_VIEWS];
	const struct summary_point *crowded = shift_find(wish, true, CAPTURE_ORDERS, &both[1]), *point = NULL;
	if (crowded == NULL)
		return fault_set(fault, summary_header(&wish->summaries[0], SUMMARY_KEY_NAME),
		                 "has no pass with competitors");
	const char *pass = wish->pass != NULL ? wish->pass : crowded->pass;
	enum capture_order order = CAPTURE_ORDERS;
	while (order == CAPTURE_ORDERS && (point = view_next_pass(both[1], point)) != NULL)
		order = strcmp(point->pass, pass) == 0 ? point->order : CAPTURE_ORDERS;
	const struct summary_point *quiet = shift_find(wish, false, order, &both[0]);
	if (quiet == NULL)
		return fault_set(fault, summary_header(both[1], SUMMARY_KEY_NAME),
		                 "has no quiet pass beside the crowded one");
	const char *passes[SHIFT_VIEWS] = {quiet->pass, pass};
	for (size_t i = 0; i < SHIFT_VIEWS; i++, shift->opened++)
		if (view_open(&shift->views[i], both[i], passes[i], fault) != 0)
			return -1;
	return 0;
}

/* C1's rows: of the crowded pass's own findings, else of a comparison of the two. Sets the verdict, the first
 * of them. */
static const struct summary *shift_find_verdict(struct shift *shift, const struct figure_wish *wish)
{
	shift->verdict = view_finding(&shift->views[1], FINDING_COMPETITOR, 0);
	if (shift->verdict != NULL)
		return shift->views[1].summary;
	for (size_t i = 0; i < wish->count; i++) {
		shift->verdict = view_compared(&shift->views[1], &shift->views[0], &wish->summaries[i],
		                               FINDING_COMPETITOR);
		if (shift->verdict != NULL)
			return &wish->summaries[i];
	}
	return NULL;
}

/* The knee of a view that stands at that size. */
static const struct summary_finding *shift_knee_at(const struct view *view, double bytes)
{
	const struct summary_finding *knee = NULL;
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL)
		if (view_stands(knee) && knee->value > bytes * 0.9999 && knee->value < bytes * 1.0001)
			return knee;
	return NULL;
}

static void shift_add(struct shift *shift, uint64_t number, double quiet, double crowded)
{
	if (shift->count == SHIFT_LEVELS || !view_is_size(quiet) || !view_is_size(crowded))
		return;
	struct shift_level *level = &shift->levels[shift->count++];
	*level = (struct shift_level){.level = number, .knee = {quiet, crowded}, .reported = NAN};
	for (size_t i = 0; i < SHIFT_VIEWS; i++) {
		const struct summary_finding *row = shift_knee_at(&shift->views[i], level->knee[i]);
		bool told = view_accepted(row) && view_is_size(row->low) && view_is_size(row->high);
		level->row[i] = row;
		level->interval[i] = told ? (struct span){row->low, row->high} : (struct span){NAN, NAN};
	}
	if (level->row[0] != NULL && level->row[0]->reported > 0) {
		level->reported = level->row[0]->reported;
		view_cache_words(view_cache_name(&shift->views[0], level->reported), level->reported,
		                 level->cache);
	}
}

/* The pairs that C1 made; where it made none, knees of the same number that both stand. */
static void shift_pair(struct shift *shift, const struct summary *judged)
{
	const struct summary_finding *row = NULL;
	while (judged != NULL && (row = summary_next(judged, FINDING_COMPETITOR, row)) != NULL)
		if (row != shift->verdict && row->level != 0 && strcmp(row->pass, shift->verdict->pass) == 0)
			shift_add(shift, row->level, row->high, row->low);
	if (shift->count > 0)
		return;
	const struct summary_finding *knee = NULL;
	while ((knee = view_next(&shift->views[0], FINDING_KNEE, knee)) != NULL) {
		const struct summary_finding *other =
		    view_finding(&shift->views[1], FINDING_KNEE, knee->level);
		if (view_stands(knee) && view_stands(other))
			shift_add(shift, knee->level, knee->value, other->value);
	}
}

static double shift_fall(const struct shift_level *level)
{
	return (level->knee[0] - level->knee[1]) / level->knee[0];
}

static void shift_words(struct shift *shift)
{
	char *title = shift->figure.title, *text = shift->figure.subtitle, clause[TEXT_BYTES] = "";
	const char *noted = view_accepted(shift->verdict) ? "" : ", noted";
	enum verdict outcome = finding_verdict(shift->verdict);
	uint64_t competitors = shift->views[1].points[0]->competitors;
	char number[WORDS];
	if (outcome == VERDICT_HOLDS)
		text_add(title, "The crowd moves the deepest knee most, as predicted (C1%s)", noted);
	else if (outcome == VERDICT_FAILS)
		text_add(title, "The crowd does not move the deepest knee most: the prediction fails (C1%s)",
		         noted);
	else if (view_refused(shift->verdict)) {
		size_t length = strcspn(shift->verdict->reason, ":;");
		text_add(clause, "%.*s", (int)(length < 160 ? length : 160), shift->verdict->reason);
		text_add(title, "C1 is refused: %s", clause);
	} else
		text_add(title, "Each knee, quiet and crowded");
	words_count(number, (size_t)competitors);
	words_begin(number);
	text_add(text,
	         "%s other thread%s beside the same sweep. Each panel spans the same ratio and starts its "
	         "quiet knee at one height: an equal slope is an equal relative fall.",
	         number, competitors == 1 ? " runs" : "s run");
}

/* ---- drawing ---- */

static void shift_set_range(struct shift *shift)
{
	shift->range = (struct span){shift_below, shift_above};
	for (size_t i = 0; i < shift->count; i++) {
		const struct shift_level *level = &shift->levels[i];
		for (size_t k = 0; k < SHIFT_VIEWS; k++) {
			struct span span = {level->knee[k], level->knee[k]};
			span_add(&span, level->interval[k].low);
			span_add(&span, level->interval[k].high);
			/* Room for the words below and above. */
			span_add(&shift->range, span.low / level->knee[0] / 1.3);
			span_add(&shift->range, span.high / level->knee[0] * 1.25);
		}
	}
}

static double shift_width(const struct shift *shift)
{
	double panels = (double)(shift->count < 2 ? 2 : shift->count);
	return (SHIFT_RIGHT - SHIFT_LEFT - (panels - 1) * SHIFT_GAP) / panels;
}

/* Where a knee's words stand: the quiet one above its interval, or above the reported line if that is near,
 * the crowded one below its own; the other way round where the knee rises. */
static double shift_word_place(const struct shift_level *level, const struct axis *y, size_t which)
{
	struct span span = level->interval[which];
	bool above = (which == 0) == (level->knee[0] >= level->knee[1]);
	double end = above ? span.high : span.low;
	double at = axis_at(y, isfinite(end) ? end : level->knee[which]) + (above ? -15 : 16);
	if (!isfinite(level->reported))
		return at;
	double line = axis_at(y, level->reported);
	if (line > at - 11 && line < at + 11)
		at = above ? line - 15 : line + 15;
	return at;
}

static void shift_axes(struct gnuplot *plot, const struct axis *y)
{
	static const struct gnuplot_tick both[] = {{0, false, "quiet"}, {1, false, "crowded"}};
	struct gnuplot_tick ticks[TICKS];
	gnuplot_comment(plot, "---- axes");
	gnuplot_range(plot, "x", -0.35, 1.35, 0);
	gnuplot_ticks(plot, "x", both, 2, true, COLOUR_INK);
	gnuplot_range(plot, "y", y->low, y->high, 2);
	gnuplot_ticks(plot, "y", ticks, axis_size_ticks(y, 1, 30, ticks), true, COLOUR_INK);
	gnuplot_grid(plot, "y");
}

static void shift_titles(struct gnuplot *plot, const struct shift *shift, size_t number, double left)
{
	const struct shift_level *level = &shift->levels[number];
	bool most = number == shift->largest && shift->count > 1;
	double percent = 100 * shift_fall(level), size = fabs(percent);
	char title[TEXT_BYTES] = "", fall[TEXT_BYTES] = "";
	text_add(title, "level %" PRIu64, level->level);
	if (level->cache[0] != '\0')
		text_add(title, " (%s)", level->cache);
	if (size < 0.5)
		text_add(fall, "stays");
	else
		text_add(fall, "%s by %.0f %%", percent > 0 ? "falls" : "rises", size);
	gnuplot_heading(plot, at(left, shift->top + SHIFT_TITLE), FONT_PANEL, COLOUR_INK, title);
	gnuplot_heading(plot, at(left, shift->top + SHIFT_FALL), most ? FONT_PANEL : FONT_TEXT,
	                most ? COLOUR_KNEE : COLOUR_MUTED, fall);
}

static void shift_curve(struct gnuplot *plot, const struct shift_level *level, size_t number, bool most)
{
	char name[8];
	bool intervals = false, noted = false;
	snprintf(name, sizeof name, "s%zu", number + 1);
	gnuplot_data(plot, name, "0 quiet or 1 crowded, knee, low, high, 1 where accepted");
	for (size_t i = 0; i < SHIFT_VIEWS; i++) {
		bool accepted = isfinite(level->interval[i].low);
		double row[] = {(double)i, level->knee[i], level->interval[i].low, level->interval[i].high,
		                accepted};
		gnuplot_row(plot, row, sizeof row / sizeof row[0]);
		intervals |= accepted;
		noted |= !accepted;
	}
	if (intervals)
		gnuplot_plot(plot, name, "using 1:3:(0):($4-$3) with vectors as 7");
	gnuplot_plot(plot, name,
	             most ? "using 1:2 with lines lw 2.6 lc rgb c_knee"
	                  : "using 1:2 with lines lw 1.7 lc rgb c_knee");
	gnuplot_marks(plot, name, "1:2", mark_full(SHAPE_DISC, 0.7, COLOUR_KNEE));
	if (noted)
		gnuplot_marks(plot, name, "1:($5==0?$2:NaN)", mark_full(SHAPE_DISC, 0.44, COLOUR_PAPER));
}

static void shift_draw_level(struct gnuplot *plot, const struct shift *shift, size_t number)
{
	const struct shift_level *level = &shift->levels[number];
	double width = shift_width(shift), left = SHIFT_LEFT + (double)number * (width + SHIFT_GAP);
	double top = shift->top + SHIFT_FRAME;
	struct axis x = axis_linear(-0.35, 1.35, left, left + width);
	struct axis y = axis_logarithmic(level->knee[0] * shift->range.low,
	                                 level->knee[0] * shift->range.high, top + SHIFT_HEIGHT, top);
	axis_panel(plot, &x, &y, 3);
	shift_axes(plot, &y);
	gnuplot_comment(plot, "---- marks: level, fall, reported size, knees in figures");
	shift_titles(plot, shift, number, left);
	if (isfinite(level->reported) && level->reported > y.low && level->reported < y.high)
		gnuplot_line(plot, at_left(level->reported), at_right(level->reported), LAYER_BACK,
		             LINE_REPORTED);
	for (size_t i = 0; i < SHIFT_VIEWS; i++) {
		char size[WORDS];
		gnuplot_text(plot, at_above((double)i, shift_word_place(level, &y, i)), ALIGN_CENTRE,
		             COLOUR_KNEE, quantity_size(level->knee[i], size));
	}
	shift_curve(plot, level, number, number == shift->largest && shift->count > 1);
}

static void shift_keys(struct shift *shift)
{
	bool noted = false, accepted = false, intervals = false, reported = false;
	for (size_t i = 0; i < shift->count; i++) {
		const struct shift_level *level = &shift->levels[i];
		reported |= level->reported > level->knee[0] * shift->range.low &&
		            level->reported < level->knee[0] * shift->range.high;
		for (size_t k = 0; k < SHIFT_VIEWS; k++) {
			accepted |= view_accepted(level->row[k]);
			intervals |= isfinite(level->interval[k].low);
			noted |= !view_accepted(level->row[k]);
		}
	}
	figure_key(&shift->figure, accepted, key_knee, "knee");
	figure_key(&shift->figure, intervals, key_upright(KEY_BAR, LINE_INTERVAL), "95 % interval");
	figure_key(&shift->figure, noted, key_noted, "knee noted: part of its evidence is lacking");
	figure_key(&shift->figure, reported, key_reported, "reported size");
}

static void shift_write(struct shift *shift, FILE *stream)
{
	struct gnuplot plot;
	shift->top = figure_top(&shift->figure, NULL);
	shift_set_range(shift);
	shift_keys(shift);
	figure_begin(&shift->figure, &plot, stream, shift->top + SHIFT_FRAME + SHIFT_HEIGHT + 50);
	for (size_t i = 0; i < shift->count; i++)
		shift_draw_level(&plot, shift, i);
	if (shift->count == 0) {
		gnuplot_panel(&plot, SHIFT_LEFT, SHIFT_RIGHT, shift->top + SHIFT_FRAME,
		              shift->top + SHIFT_FRAME + SHIFT_HEIGHT, 0);
		gnuplot_range(&plot, "x", 0, 1, 0);
		gnuplot_range(&plot, "y", 0, 1, 0);
		gnuplot_text(&plot, at_share(0.5, 0.5), ALIGN_CENTRE, COLOUR_REFUSED,
		             "no knee stands both quiet and crowded");
	}
	gnuplot_end(&plot);
}

int shift_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct shift shift = {.figure = figure_of("shift", wish)};
	int result = shift_open(&shift, wish, fault);
	if (result == 0) {
		shift_pair(&shift, shift_find_verdict(&shift, wish));
		for (size_t i = 1; i < shift.count; i++)
			if (shift_fall(&shift.levels[i]) > shift_fall(&shift.levels[shift.largest]))
				shift.largest = i;
		shift_words(&shift);
		shift_write(&shift, stream);
	}
	view_close_all(shift.views, shift.opened);
	return result;
}
