/* Where time a pair against distance is fitted and judged (rules G2 to G5, G7 and G8).
 *
 * Each step of the adjacency chase is a pair: a random landing, then a word exactly d bytes on. The model is
 * t(d) = a + b min(d, g): a ramp up to the granule g, flat beyond it. Every swept distance is a candidate g.
 * Everything here is a pure function over one footprint's medians; sums run from the smallest distance to the
 * largest, so that they are the same everywhere. */
#ifndef CACHESTAIR_GRANULE_H
#define CACHESTAIR_GRANULE_H

#include "../rule.h"

/* The published gates of a fit, which the retired reading (no footprint rule) had already. G1 and G6 are
 * judged by the placement and its neighbours (grid.h), M0 and T1 by the trials. */
#define GRANULE_PUBLISHED (RULE_SET(RULE_G2) | RULE_SET(RULE_G3) | RULE_SET(RULE_G4) | RULE_SET(RULE_G5))

/* Median times over rising distances. Both arrays are borrowed and have `count` >= 1 values, all known. */
struct ruler {
	size_t count;
	const double *distance_bytes; /* whole numbers above zero */
	const double *time_ns;        /* a pair */
};

struct granule {
	double bytes;                         /* the best candidate g; of equals the smallest */
	double base_ns, slope_ns;             /* a, and b a byte */
	double start_ns, plateau_ns, ramp_ns; /* fitted at the smallest d, at g, and b (g - smallest d) */
	double error, total;                  /* squared error of the fit and about the mean, ns^2 */
	double second_bytes, second_error;    /* the runner-up; NAN where there is one distance only */
	size_t above;                         /* swept distances above g */
	/* G8: the mean residual (measured less fitted) at 0.3 g < d < 0.8 g less that at 0.8 g <= d <= 1.3 g;
	 * NAN where no swept distance lies in the first window. */
	double bend_ns;
	rule_set refused, unjudged; /* set by granule_judge */
};

/* Least squares over all candidates. The smallest distance as a candidate is the flat line: b is 0. */
struct granule granule_fit(const struct ruler *ruler);

/* Fills `refused` and `unjudged` from the measures. G8 alone can lack what it needs: a swept distance on the
 * ramp, or a ramp. */
void granule_judge(struct granule *granule);

/* What the gates measure, for evidence. The ramp over the plateau (G2); the share of the variance that is
 * explained, 0 where there is none to explain (G3); the margin over the runner-up, 0 where that leaves no
 * error (G4); the bend over the ramp, NAN where there is no ramp or no bend is known (G8). */
double granule_ramp(const struct granule *granule);
double granule_variance(const struct granule *granule);
double granule_margin(const struct granule *granule);
double granule_bend(const struct granule *granule);

#endif
