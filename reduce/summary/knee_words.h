/* The words of a sweep's levels and knees: what was accepted, noted or refused, and by which measure. */
#ifndef CACHESTAIR_KNEE_WORDS_H
#define CACHESTAIR_KNEE_WORDS_H

#include "../judge/reduction.h"
#include "summary.h"

/* Adds the findings of one pass's judged sweep: hierarchy, levels, knees with bounds and capacity, midpoint,
 * what was considered and rejected. Returns 0, or -1 where memory is out. */
int knee_words_add(struct summary *summary, const struct trials *trials, const struct reduced_pass *pass);

#endif
