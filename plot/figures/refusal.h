/* Where refusals get their words and their places above a frame: each in the first row that has room for it.
 */
#ifndef CACHESTAIR_PLOT_REFUSAL_H
#define CACHESTAIR_PLOT_REFUSAL_H

#include "../draw/lane.h"
#include "../view.h"

/* Rows with words; below them one of the brackets that have none. */
enum { REFUSALS = 12, REFUSAL_ROWS = 3, REFUSAL_BARE = REFUSAL_ROWS, REFUSAL_NONE };

struct refusal {
	struct lane_mark mark; /* a bracket over the sizes in question, its words chosen */
	size_t row;            /* from 0 */
	bool whole;            /* of the whole pass: words without a bracket */
};

struct refusals {
	struct refusal of[REFUSALS];
	size_t count, rows; /* one row at least */
};

/* Collects what reduce refused of a pass (timer, tier, sweep, hierarchy, knees) and places it between `left`
 * and `right`, units, on the axis of sizes. The words are the finding's reason where it is short and has
 * room, else the rule's own, else the level and the rule's id; where none has room in any row, the
 * bracket stays without words. More than REFUSALS are left to the tables. */
void refusals_place(struct refusals *refusals, const struct view *view, const struct axis *x, double left,
                    double right);

/* Writes them, the first row at height y, the next ones below it. */
void refusals_draw(struct gnuplot *plot, const struct refusals *refusals, double y);

/* The registered words of the first rule of a set that refuses anything; "" where there is none. */
const char *refusal_rule_words(rule_set set);

#endif
