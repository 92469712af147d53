/* Where a pass's curve is judged: which knees are accepted, noted or refused, and why (rules D1, L1, L2, K1
 * to K7, M1, B0, B1, Z1, M2). Judges and measures nothing else; words are put to it elsewhere. */
#ifndef CACHESTAIR_HIERARCHY_H
#define CACHESTAIR_HIERARCHY_H

#include "curve.h"
#include "sweep.h"

enum status { STATUS_ACCEPTED, STATUS_NOTED, STATUS_REFUSED };

/* The rules that can speak about a knee, in the order in which they are told. */
enum stair_rule {
	STAIR_D1 = 1,
	STAIR_K2 = 2,
	STAIR_K3 = 4,
	STAIR_K4 = 8,
	STAIR_K5 = 16,
	STAIR_K6 = 32,
	STAIR_K7 = 64,
	STAIR_M1 = 128,
	STAIR_T1 = 256,
	STAIR_K8 = 512,
	STAIR_K9 = 1024,
	STAIR_K10 = 2048
};

/* The step between two neighbouring levels. */
struct stair {
	size_t level;                 /* the lower level's number, from 1 */
	struct plateau below, above;  /* A and B */
	double knee_bytes;            /* K1; NAN under K5 */
	double bound_bytes;           /* B1 */
	double top_bytes, next_bytes; /* B0, and the first size of B: Z1 is bound to next */
	size_t crossings;             /* K4 */
	struct contrast contrast;     /* K6 */
	struct contrast octave;       /* K8 */
	double below_ghz, above_ghz;  /* K10: median clocks; NAN where unknown */
	double low_bytes, high_bytes; /* K2's interval; NAN where not judged */
	size_t held;                  /* K2: resamples that hold the knee */
	size_t rounds, agreeing;      /* K3 */
	double quiet_bytes; /* M1: the knee on the quiet curve; NAN where there is none or it is not judged */
	bool only_quiet;    /* M1: found only on the quiet curve */
	unsigned refused, noted; /* stair_rule bits that refused it, or took part of its evidence */
	unsigned unjudged;       /* of noted: bits of rules that lacked what they need */
	enum status status;
};

struct hierarchy {
	struct plateau *plateaus, *rejected;
	size_t plateau_count, rejected_count;
	struct level *levels;
	size_t level_count; /* by plateaus (L1) */
	struct stair *stairs;
	size_t stair_count;
	size_t named;          /* L2: knees accepted or noted, plus one */
	double midpoint_bytes; /* M2 between the last two levels; NAN where there is none */
	bool too_sparse;       /* P0 */
};

/* What the capture lacks: then the rules that need it are not judged, and a knee is noted at best. */
struct evidence {
	bool trials;    /* false for a curve of medians */
	bool timer;     /* the timer's step was measured */
	unsigned rules; /* the version of the rules to judge by */
};

/* Judges the sweep's curve. Returns 0, or -1 where memory is out; free with hierarchy_free either way. */
int hierarchy_judge(struct hierarchy *hierarchy, const struct sweep *sweep, const struct evidence *evidence);
void hierarchy_free(struct hierarchy *hierarchy);

#endif
