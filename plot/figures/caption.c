/* Where the levels of a curve get their words. */
#include "caption.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The two lines of words stand so far below the lower edge of what is drawn; half a line is as high as that.
 */
static const double caption_name_below = 11, caption_floor_below = 28, caption_half_line = 8;

/* The two lines of words of a level, in forms from the longest to the number alone. */
enum { CAPTION_FORMS = 5 };
struct caption {
	char name[CAPTION_FORMS][WORDS], floor[CAPTION_FORMS][WORDS];
};

/* Where a form may stand. */
struct caption_place {
	double x, width, edge; /* edge: of what is drawn above it */
	bool two_lines;
};

/* The point at a level's floor, whose cycles belong to it; NULL where there is none. */
static const struct summary_point *caption_point(const struct view *view, const struct summary_finding *level)
{
	for (size_t i = 0; i < view->count; i++)
		if (view->points[i]->level == level->level && view->points[i]->time_ns == level->value)
			return view->points[i];
	return NULL;
}

/* Whether the curve goes on rising beyond a level, out of its plateau: then it is not the last. */
static bool caption_rises_on(const struct view *view, const struct summary_finding *level)
{
	for (size_t i = 0; i < view->count; i++)
		if ((double)view->points[i]->size_bytes > level->high &&
		    view->points[i]->time_ns > ratio_value(rule_p1_rise) * level->value)
			return true;
	return false;
}

static void caption_words(const struct view *view, const struct summary_finding *level, bool last,
                          struct caption *caption)
{
	const struct summary_point *point = caption_point(view, level);
	char time[WORDS], cycles[WORDS];
	memset(caption, 0, sizeof *caption);
	words_three(time, level->value);
	last = last && !caption_rises_on(view, level);
	for (size_t i = 0; i < 4; i++)
		snprintf(caption->name[i], WORDS, "level %" PRIu64 "%s", level->level,
		         last && i < 2 ? " (last)" : "");
	snprintf(caption->name[4], WORDS, "%" PRIu64, level->level);
	for (size_t i = 0; i < 3; i++)
		snprintf(caption->floor[i], WORDS, "%.20s ns", time);
	if (point != NULL && isfinite(point->cycles)) {
		words_three(cycles, point->cycles);
		snprintf(caption->floor[0], WORDS, "%.20s ns, %.12s cycles", time, cycles);
	}
}

/* The lower edge of what is drawn over the words: the level's floor, or whiskers a little below it. */
static double caption_edge(const struct caption_space *space, const struct summary_finding *level,
                           double from, double to)
{
	double edge = axis_at(&space->y, level->value), most = edge + 10;
	for (size_t i = 0; i < space->view->count; i++) {
		const struct summary_point *point = space->view->points[i];
		double x = axis_at(&space->x, (double)point->size_bytes);
		if (x < from - 4 || x > to + 4 || !view_is_time(point->low_ns) ||
		    point->level != level->level)
			continue;
		double low = axis_at(&space->y, point->low_ns);
		edge = low > edge ? low : edge;
	}
	return edge < most ? edge : most;
}

static double caption_bottom(const struct caption_place *place)
{
	return place->edge + (place->two_lines ? caption_floor_below : caption_name_below) +
	       caption_half_line;
}

/* Whether the curve from one point to the next passes through the words. */
static bool caption_meets(const struct caption_space *space, const struct summary_point *first,
                          const struct summary_point *second, const struct caption_place *place)
{
	if (!view_is_time(first->time_ns) || !view_is_time(second->time_ns))
		return false;
	double x1 = axis_at(&space->x, (double)first->size_bytes), y1 = axis_at(&space->y, first->time_ns);
	double x2 = axis_at(&space->x, (double)second->size_bytes), y2 = axis_at(&space->y, second->time_ns);
	double from = x1 > place->x ? x1 : place->x;
	double to = x2 < place->x + place->width ? x2 : place->x + place->width;
	if (from >= to)
		return false;
	double at_from = y1 + (y2 - y1) * (from - x1) / (x2 - x1),
	       at_to = y1 + (y2 - y1) * (to - x1) / (x2 - x1);
	double upper = at_from < at_to ? at_from : at_to, lower = at_from < at_to ? at_to : at_from;
	return lower > place->edge + 2 && upper < caption_bottom(place);
}

/* Whether words have room before `end` and above the axis, clear of every line and of the curve. */
static bool caption_fits(const struct caption_space *space, const struct caption_place *place, double end)
{
	if (place->x + place->width > end || caption_bottom(place) > space->y.start)
		return false;
	for (size_t i = 0; i < space->line_count; i++)
		if (space->lines[i] > place->x - 3 && space->lines[i] < place->x + place->width + 3)
			return false;
	for (size_t i = 0; i + 1 < space->view->count; i++)
		if (caption_meets(space, space->view->points[i], space->view->points[i + 1], place))
			return false;
	return true;
}

static bool caption_try(const struct caption_space *space, const struct summary_finding *level,
                        struct caption_place *place, double x, double end)
{
	place->x = x;
	place->edge = caption_edge(space, level, x, x + place->width);
	return caption_fits(space, place, end);
}

/* Finds a place for a form: from the level's first size on, or, where nothing is drawn left of it, before the
 * first line that crosses the level, or right of such a line. */
static bool caption_find(const struct caption_space *space, const struct summary_finding *level, double end,
                         bool first, struct caption_place *place)
{
	double start = axis_at(&space->x, level->low);
	if (caption_try(space, level, place, start, end))
		return true;
	for (size_t i = 0; first && i < space->line_count; i++) {
		double x = space->lines[i] - 4 - place->width;
		if (space->lines[i] > start && x >= space->x.start + 5 &&
		    caption_try(space, level, place, x, end))
			return true;
	}
	for (size_t i = 0; i < space->line_count; i++)
		if (space->lines[i] + 4 > start && caption_try(space, level, place, space->lines[i] + 4, end))
			return true;
	return false;
}

static void caption_draw(struct gnuplot *plot, const struct caption_space *space,
                         const struct summary_finding *level, bool last)
{
	struct caption caption;
	struct caption_place place;
	bool first = level->low <= (double)space->view->points[0]->size_bytes;
	/* Nothing rises beyond the last level. */
	double end = last ? space->x.end - 4 : axis_at(&space->x, level->high) + 4;
	caption_words(space->view, level, last, &caption);
	for (size_t form = 0; form < CAPTION_FORMS; form++) {
		double name = text_width(caption.name[form], FONT_TEXT),
		       under = text_width(caption.floor[form], FONT_TEXT);
		place = (struct caption_place){.width = name > under ? name : under, .two_lines = under > 0};
		if (!caption_find(space, level, end, first, &place))
			continue;
		gnuplot_text(plot, at(place.x, place.edge + caption_name_below), ALIGN_LEFT, COLOUR_INK,
		             caption.name[form]);
		if (place.two_lines)
			gnuplot_text(plot, at(place.x, place.edge + caption_floor_below), ALIGN_LEFT,
			             COLOUR_MUTED, caption.floor[form]);
		return;
	}
}

void captions_draw(struct gnuplot *plot, const struct caption_space *space)
{
	const struct summary_finding *level = NULL, *last = view_last_level(space->view);
	while ((level = view_next(space->view, FINDING_LEVEL, level)) != NULL)
		if (view_is_time(level->value) && level->low >= space->x.low && level->high <= space->x.high)
			caption_draw(plot, space, level, level == last && level->level > 1);
}
