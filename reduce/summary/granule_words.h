/* The words of the granule's verdicts. */
#ifndef CACHESTAIR_GRANULE_WORDS_H
#define CACHESTAIR_GRANULE_WORDS_H

#include "../judge/grid.h"
#include "summary.h"

#include <stdbool.h>

/* Adds the granule findings of one adjacency pass, placement by placement: the verdict; where a footprint was
 * judged, its fit and its gates G2 to G8; where it would have answered, the retired reading as a warning. A
 * granule that the sweep's own rise can have made gets a diagnostic. Returns 0, or -1 where memory is out. */
int granule_words_add(struct summary *summary, const struct grid *grid);

#endif
