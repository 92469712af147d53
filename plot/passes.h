/* Where the passes of one tier of a machine are looked at together: its quiet sweeps in random order, which
 * reduce joins (rule J1). */
#ifndef CACHESTAIR_PLOT_PASSES_H
#define CACHESTAIR_PLOT_PASSES_H

#include "view.h"

struct passes {
	struct view *views; /* owned */
	size_t count;
	size_t refused;    /* passes that are refused as a whole: they have no view */
	rule_set refusing; /* under these rules */
	size_t middle;     /* the view that lies nearest to the medians of all */
};

/* Looks at the passes of those summaries whose cores are `cores`. Returns 0, or -1 with the fault. Close with
 * passes_close either way. */
int passes_open(struct passes *passes, const struct summary *summaries, size_t count, const char *cores,
                struct fault *fault);
void passes_close(struct passes *passes);

/* The middle view; NULL where there is none. */
const struct view *passes_middle(const struct passes *passes);

/* The time of a view's curve at a size between its points, on logarithmic scales, ns; NAN outside them. */
double passes_time(const struct view *view, double bytes);

/* The knee of a level in some pass whose claim is low to high: the view, and the level's number in it. NULL
 * where there is none. */
const struct view *passes_claiming(const struct passes *passes, double low, double high, uint64_t *level);

#endif
