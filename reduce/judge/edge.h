/* How narrowly the size of a knee can be claimed: by the edge itself where the climb is sharp (rule E1), else
 * within a factor (rule E2).
 *
 * Pure functions over a curve and its rounds: no trial, no text. */
#ifndef CACHESTAIR_EDGE_H
#define CACHESTAIR_EDGE_H

#include "curve.h"

#include <stdbool.h>
#include <stddef.h>

/* Why E1 or E2 does not speak, in the order in which they are asked. */
enum edge_verdict {
	EDGE_CLAIMED,
	EDGE_FEW,           /* E1: fewer than 3 sizes of the lower plateau up to B1, or than 3 rounds */
	EDGE_PAGES,         /* E1: beyond the first knee without huge pages throughout */
	EDGE_NOISY,         /* E1 (a): the floor creeps or is noisy */
	EDGE_RISES,         /* E1 (b): the floor rises in too many rounds */
	EDGE_ROUNDS_DIFFER, /* E1 (c) */
	EDGE_NOT_MONOTONE,  /* E1 (d) */
	EDGE_SOFT,          /* E1 (e) */
	EDGE_NO_HALF,       /* E1 (f): a translation step, or two caches */
	EDGE_GRID,          /* E2: the sizes that bracket the knee lie too far apart */
	EDGE_LONG,          /* E2: the climb is longer than one cache's */
	EDGE_SMALL          /* E2: a step so small that its climb can begin inside the lower plateau (P1) */
};

struct edge {
	enum edge_verdict verdict;
	double low_bytes, high_bytes; /* the claim; NAN where there is none */
};

/* A pass's curve with each round's: `rounds` rows of curve.count round medians, NAN where a round lacks the
 * size. */
struct edge_curve {
	struct curve curve;
	const double *round_ns;
	size_t rounds;
};

/* The knee that is asked about. */
struct edge_knee {
	const struct plateau *below, *above; /* A and B */
	double bound_bytes;                  /* B1 */
	bool first;                          /* the pass's first knee */
	bool huge;                           /* the pass got huge pages throughout */
};

/* E1. Returns 0, or -1 where memory is out. */
int edge_find(const struct edge_curve *pass, const struct edge_knee *knee, struct edge *edge);

/* E2 for the knee at knee_bytes (K1) with the lower bound bound_bytes (B1), below the plateau `above`. The
 * quiet curve (M1) has the knee at quiet_bytes, NAN where it is not known: the claim is for both, since the
 * pages of the lowest round fell best. */
struct edge edge_factor(const struct curve *curve, const struct plateau *above, double bound_bytes,
                        double knee_bytes, double quiet_bytes);

#endif
