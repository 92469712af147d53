/* How narrowly the size of a knee can be claimed: by the edge itself where the climb is sharp (rule E1), else
 * within a factor (rule E2).
 *
 * Pure functions over a curve and its rounds: no trial, no text. */
#ifndef CACHESTAIR_EDGE_H
#define CACHESTAIR_EDGE_H

#include "curve.h"

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
	EDGE_EARLY,         /* E1 (g): the climb begins long before the knee */
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
	double knee_bytes, bound_bytes;      /* K1, B1 */
	bool first;                          /* the pass's first knee */
	bool huge;                           /* the pass got huge pages throughout */
};

/* E1. `scratch` has room for as many numbers as the lower plateau has points. */
struct edge edge_find(const struct edge_curve *pass, const struct edge_knee *knee, double *scratch);

/* E2. The quiet curve (M1) has the knee at quiet_bytes, NAN where it is not known: the claim is for both,
 * since the pages of the lowest round fell best. Where pages fall over colours (as in E1: beyond the first
 * knee, no huge pages) the upper plateau can begin before the capacity, and does not bound the claim. */
struct edge edge_factor(const struct curve *curve, const struct edge_knee *knee, double quiet_bytes);

#endif
