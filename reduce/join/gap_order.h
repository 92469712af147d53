/* Where it is asked whether the gaps between reported sizes and knees grow from level to level (rule O1).
 * Noted only: the order alone is no evidence of sharing. */
#ifndef CACHESTAIR_GAP_ORDER_H
#define CACHESTAIR_GAP_ORDER_H

#include "side.h"
#include "../summary/summary.h"

/* O1 over `count` >= 2 gaps, (reported - knee) / reported, from the first level on: each larger than the one
 * before it. */
bool gap_order_holds(const double *gaps, size_t count);

/* How often it was asked and answered. */
struct gap_tally {
	size_t asked, answered, hold;
};

/* Adds O1's finding of one side under `pass`, and counts it. Each reported size takes the knee, accepted or
 * noted, that is nearest in log size within a factor 4; one without a knee, or two with the same, refuse.
 * Returns 0, or -1 where memory is out. */
int gap_order_add(struct summary *summary, const struct side *side, const char *pass,
                  struct gap_tally *tally);

/* Adds the finding over all sides. */
int gap_order_add_all(struct summary *summary, const struct gap_tally *tally);

#endif
