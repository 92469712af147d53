/* Where the trials of one pass become points and a curve (rules T1, T3, M0, M1, Q2). */
#ifndef CACHESTAIR_SWEEP_H
#define CACHESTAIR_SWEEP_H

#include "curve.h"
#include "../read/trials.h"

struct sweep_point {
	const struct point *source;
	uint64_t counted, discarded, migrated;
	double time_ns, low_ns, q1_ns, q3_ns, high_ns; /* NAN where no trial counted */
	double cycles, clock_ghz; /* medians over the counted trials; NAN where unknown */
	double quiet_ns;          /* M1: the lowest of the round medians */
	size_t on_curve;          /* its index on the curve; meaningless where it is missing */
	bool failed;              /* T3 */
};

struct sweep {
	const struct pass *pass;
	struct sweep_point *points;
	size_t count, failed;
	uint64_t counted, discarded;
	/* The curve of medians and, on the same sizes, the quiet one and each round's. Missing points are
	 * left out. */
	size_t curve_count;
	double *size_bytes, *time_ns, *quiet_ns; /* one block, which the first owns */
	size_t *point_of;                        /* the point of each place on the curve */
	uint64_t *round_number;                  /* the rounds of the whole pass, rising */
	size_t rounds;
	double *round_ns; /* rounds rows of curve_count round medians; NAN where a round lacks the size */
	/* K2: RULE_K2_RESAMPLES rows of curve_count medians; NULL where it is not judged. */
	double *resampled_ns;
	double clock_ghz, clock_low_ghz, clock_high_ghz; /* over the points; NAN where unknown */
};

enum { SWEEP_POINTS = 65536, SWEEP_RESAMPLED = 2048 };

/* T1: marks the trials shorter than RULE_T1_STEPS steps. A step of 0 (unknown) marks none. */
void sweep_mark_short(struct trials *trials, double step_ns);

/* Q2: marks the trials of chases over fewer nodes than `nodes`. A stride that no row tells is `stride_bytes`;
 * where that is 0 too, nothing is marked. */
void sweep_mark_few(struct trials *trials, double nodes, double stride_bytes);

/* Gathers pass number `pass` (a sweep) of `trials`. With `resample`, K2's medians are drawn too, where the
 * pass has at most SWEEP_RESAMPLED points. Returns 0, or -1 with a fault (memory, more than SWEEP_POINTS
 * points); free with sweep_free either way. */
int sweep_gather(struct sweep *sweep, const struct trials *trials, size_t pass, bool resample,
                 struct fault *fault);
/* Takes memory for `count` points and as many on the curve, in sweep->rounds rounds; every round median is
 * NAN and all else that is a number is unset. Returns 0, or -1 where memory is out; sweep_free either way. */
int sweep_make(struct sweep *sweep, size_t count, bool resample);
void sweep_free(struct sweep *sweep);

/* Gives back what only judging needed. */
void sweep_slim(struct sweep *sweep);

#endif
