/* A lane is one row of labels above the plot, for marks of one kind (the knees, the reported sizes). Here
 * each label gets its place. A mark's line runs down to the plot through the lanes below, whose labels avoid
 * it. */
#ifndef CACHESTAIR_PLOT_LANE_H
#define CACHESTAIR_PLOT_LANE_H

#include "axis.h"

#include <stdbool.h>
#include <stddef.h>

enum { LANE_HEIGHT = 20, LANE_WORDS = 192, LANE_FORMS = 4, LANE_MARKS = 16 };
enum lane_side { LANE_LEFT, LANE_RIGHT };

/* A mark from `left` to `right` (units; the same for a point), `half` wide beyond either. */
struct lane_mark {
	double left, right, half;
	enum lane_side prefer;
	char forms[LANE_FORMS][LANE_WORDS]; /* its words, the longest first; empty after the last */
	enum gnuplot_colour colour;         /* of its words */
	/* Set by lane_place: */
	bool placed; /* false where no form had room */
	size_t form; /* the one chosen */
	double x;    /* where the words begin or, on the left side, end */
	enum lane_side side;
	bool boxed; /* a line crosses the words: they need a white ground */
};

/* What a lane has beside its marks: the room for words, and the x of every line that crosses it from above.
 */
struct lane {
	double left, right;
	const double *lines;
	size_t line_count;
};

/* Chooses words and their places for the marks of a lane, given by rising `left`: words start 9 units from
 * their mark, each form, from the longest on, on the preferred side, then on the other. A place counts if it
 * is inside the lane's room, clears all marks and earlier words by 5, and no line crosses it. If none does,
 * the shortest form goes where only lines are in its way, boxed; else the words are left out. */
void lane_place(const struct lane *lane, struct lane_mark *marks, size_t count);

/* Tries one form for marks[self] on either side, with the marks before it in place and lines in its way only
 * where `boxed`. Returns whether it has room, and sets its place then. */
bool lane_try(const struct lane *lane, struct lane_mark *marks, size_t count, size_t self, size_t form,
              bool boxed);

/* The ends of a mark's words, in units; equal where it has none. */
struct span lane_words_span(const struct lane_mark *mark);

/* Writes the words of a mark at height y, on a white box where they need it. */
void lane_draw_words(struct gnuplot *plot, const struct lane_mark *mark, double y);

/* A lane over an axis, at height y, while its marks come together; more than LANE_MARKS are left to the
 * tables. */
struct lane_row {
	struct lane lane;
	const struct axis *x;
	double y;
	struct lane_mark marks[LANE_MARKS];
	size_t count;
};

/* Adds a mark over the numbers from `low` to `high` of the axis, kept in order of its left end, 4 units wider
 * at both. Returns it, its words still empty, or NULL where the lane is full or an end lies outside the
 * axis. */
struct lane_mark *lane_add(struct lane_row *row, double low, double high, enum lane_side prefer,
                           enum gnuplot_colour colour);

/* Places the words of a lane whose marks are drawn and writes them; "nothing" where it has no mark. */
void lane_row_draw(struct gnuplot *plot, struct lane_row *row);

#endif
