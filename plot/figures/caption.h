/* Where the levels of a curve get their words: name, floor and cycles, under their plateaus, where a rising
 * curve leaves room. */
#ifndef CACHESTAIR_PLOT_CAPTION_H
#define CACHESTAIR_PLOT_CAPTION_H

#include "../view.h"

/* The frame in which a curve is drawn, both axes in units of the figure, and the x of the lines that fall
 * through it. */
struct caption_space {
	const struct view *view;
	struct axis x, y;
	const double *lines;
	size_t line_count;
};

/* Writes two lines of words for each level: its name, and its floor with the cycles of the point that has it.
 * Where that is longer than the level, or crosses a line or the curve, the floor alone, then the name alone,
 * then the number; where even that has no room, nothing. */
void captions_draw(struct gnuplot *plot, const struct caption_space *space);

#endif
