/* Where a pass's curve is judged: which knees are accepted, noted or refused, and why (rules D1, L1, L2, K1
 * to K10, M1, T1, H3, H4, N0, B0, B1, Z1, E1, E2, M2). The words are in summary/knee_words.c. */
#ifndef CACHESTAIR_HIERARCHY_H
#define CACHESTAIR_HIERARCHY_H

#include "../rule.h"
#include "curve.h"
#include "edge.h"
#include "sweep.h"

/* W2: what makes a knee. */
enum w2_verdict { W2_UNKNOWN, W2_CACHE, W2_TRANSLATION, W2_BOTH };

struct knee_cause {
	enum w2_verdict verdict;
	bool unsure;       /* translation climbs near the knee without a reach that is claimed */
	double share;      /* of the knee's step that the reach it meets makes; NAN where it meets none */
	size_t reach;      /* that reach's number, from 1; 0 where there is none */
	const char *where; /* W2_UNKNOWN although there is a page chase: why; else NULL */
};

/* The step between two neighbouring levels. */
struct stair {
	size_t level;                 /* the lower level's number, from 1 */
	struct plateau below, above;  /* A and B */
	double mean_ns;               /* K1: what the curve crosses */
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
	size_t close;       /* K3, from version 3 on: rounds within the factor of the versions before */
	double quiet_bytes; /* M1: the knee on the quiet curve; NAN where there is none or it is not judged */
	bool only_quiet;    /* M1: found only on the quiet curve */
	rule_set refused, noted; /* the rules that refused it, or took part of its evidence */
	rule_set unjudged;       /* of noted: those that lacked what they need */
	enum status status;
	/* What is claimed of the size: Z1's bracket, or narrower under E1 or E2, which say why they do not
	 * speak. The claim can stand where the knee is noted: E2 notes one that a long climb leaves
	 * uncertain. */
	enum status claimed;
	enum rule_id claim;
	double claim_low_bytes, claim_high_bytes;
	enum edge_verdict edge, factor;
	struct knee_cause cause; /* W2, by translation_cause */
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
	bool nodes;            /* N0: sizes count nodes */
	bool counted_only;     /* H4: levels are counted, not numbered */
};

/* What the capture lacks: then the rules that need it are not judged, and a knee is noted at best. */
struct evidence {
	bool trials;     /* false for a curve of medians */
	bool timer;      /* the timer's step was measured */
	bool nodes;      /* N0: the stride is not the line */
	bool huge;       /* the pass got huge pages throughout */
	bool page_order; /* the pass is in page order: from version 3 on it claims nothing (O2) */
	unsigned rules;  /* the version of the rules to judge by */
};

/* The status of what some rules refused and others noted. */
static inline enum status status_of(rule_set refused, rule_set noted)
{
	return refused != 0 ? STATUS_REFUSED : noted != 0 ? STATUS_NOTED : STATUS_ACCEPTED;
}

/* Judges the sweep's curve. Returns 0, or -1 where memory is out; free with hierarchy_free either way. */
int hierarchy_judge(struct hierarchy *hierarchy, const struct sweep *sweep, const struct evidence *evidence);
void hierarchy_free(struct hierarchy *hierarchy);

#endif
