/* The adjacency grid: pairs of loads a distance apart, over footprints one an octave, for the granule.
 *
 * Sites stand one in each slot of `pitch_bytes`, at a random word of the whole slot, so that the cache sets
 * and the pages in use do not depend on the distance. The pitch is twice the longest distance. The grid knows
 * no knees: it measures every distance at every footprint in every round, and the reduction chooses legal
 * placements. */
#ifndef CACHESTAIR_ADJACENCY_H
#define CACHESTAIR_ADJACENCY_H

#include "rig.h"

/* Measures one round (from 1): footprints up in odd rounds and down in even ones, the distances of each in an
 * order shuffled anew. Ends early, with 0, where a stop is asked for. Returns 0, or -1 with a fault. */
int adjacency_round(struct rig *rig, uint64_t round, struct fault *fault);

/* An estimate of how long the visit of one footprint takes, in nanoseconds. */
double adjacency_estimate_ns(const struct plan *plan);

#endif
