/* Where marks above a frame get their words. */
#include "lane.h"
#include "text.h"

static const double lane_distance = 9, lane_clear = 5, lane_line_clear = 2;

static bool lane_apart(struct span span, struct span other)
{
	return span.high + lane_clear <= other.low || other.high + lane_clear <= span.low;
}

static struct span lane_span(const struct lane_mark *mark, const char *words, enum lane_side side)
{
	double width = text_width(words, FONT_TEXT);
	if (side == LANE_RIGHT)
		return (struct span){mark->right + lane_distance, mark->right + lane_distance + width};
	return (struct span){mark->left - lane_distance - width, mark->left - lane_distance};
}

struct span lane_words_span(const struct lane_mark *mark)
{
	return mark->placed ? lane_span(mark, mark->forms[mark->form], mark->side)
	                    : (struct span){mark->x, mark->x};
}

static bool lane_free(const struct lane *lane, const struct lane_mark *marks, size_t count, size_t self,
                      struct span span)
{
	if (span.low < lane->left || span.high > lane->right)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct span words = lane_words_span(&marks[i]);
		if (i != self && !lane_apart(span, (struct span){marks[i].left - marks[i].half,
		                                                 marks[i].right + marks[i].half}))
			return false;
		if (i < self && words.low < words.high && !lane_apart(span, words))
			return false;
	}
	return true;
}

static bool lane_crossed(const struct lane *lane, struct span span)
{
	for (size_t i = 0; i < lane->line_count; i++)
		if (lane->lines[i] > span.low - lane_line_clear &&
		    lane->lines[i] < span.high + lane_line_clear)
			return true;
	return false;
}

bool lane_try(const struct lane *lane, struct lane_mark *marks, size_t count, size_t self, size_t form,
              bool boxed)
{
	struct lane_mark *mark = &marks[self];
	for (int turn = 0; turn < 2; turn++) {
		enum lane_side side = (mark->prefer == LANE_LEFT) == (turn == 0) ? LANE_LEFT : LANE_RIGHT;
		struct span span = lane_span(mark, mark->forms[form], side);
		if (!lane_free(lane, marks, count, self, span) || (!boxed && lane_crossed(lane, span)))
			continue;
		mark->placed = true;
		mark->form = form;
		mark->side = side;
		mark->x = side == LANE_RIGHT ? span.low : span.high;
		mark->boxed = boxed;
		return true;
	}
	return false;
}

void lane_place(const struct lane *lane, struct lane_mark *marks, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t forms = 0;
		while (forms < LANE_FORMS && marks[i].forms[forms][0] != '\0')
			forms++;
		for (size_t form = 0; form < forms && !marks[i].placed; form++)
			lane_try(lane, marks, count, i, form, false);
		if (!marks[i].placed && forms > 0)
			lane_try(lane, marks, count, i, forms - 1, true);
	}
}

void lane_draw_words(struct gnuplot *plot, const struct lane_mark *mark, double y)
{
	if (!mark->placed)
		return;
	struct span words = lane_words_span(mark);
	if (mark->boxed)
		gnuplot_box(plot, at(words.low - 2, y - 9), at(words.high + 2, y + 9), LAYER_FRONT,
		            COLOUR_PAPER);
	gnuplot_text(plot, at(mark->x, y), mark->side == LANE_RIGHT ? ALIGN_LEFT : ALIGN_RIGHT, mark->colour,
	             mark->forms[mark->form]);
}

struct lane_mark *lane_add(struct lane_row *row, double low, double high, enum lane_side prefer,
                           enum gnuplot_colour colour)
{
	if (row->count == LANE_MARKS || !(low >= row->x->low && high <= row->x->high && low <= high))
		return NULL;
	double left = axis_at(row->x, low);
	size_t at = row->count++;
	for (; at > 0 && row->marks[at - 1].left > left; at--)
		row->marks[at] = row->marks[at - 1];
	row->marks[at] = (struct lane_mark){
	    .left = left, .right = axis_at(row->x, high), .half = 4, .prefer = prefer, .colour = colour};
	return &row->marks[at];
}

void lane_row_draw(struct gnuplot *plot, struct lane_row *row)
{
	lane_place(&row->lane, row->marks, row->count);
	for (size_t i = 0; i < row->count; i++)
		lane_draw_words(plot, &row->marks[i], row->y);
	if (row->count == 0)
		gnuplot_text(plot, at(row->lane.left, row->y), ALIGN_LEFT, COLOUR_MUTED, "nothing");
}
