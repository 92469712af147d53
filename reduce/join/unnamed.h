/* Where it is asked whether two passes of one machine show a level that no reported cache explains (rule S1).
 */
#ifndef CACHESTAIR_UNNAMED_H
#define CACHESTAIR_UNNAMED_H

#include "side.h"
#include "../summary/summary.h"

/* What one pass leaves over. */
enum leftover_verdict {
	LEFTOVER_ONE,         /* every reported cache was recovered, and one knee more */
	LEFTOVER_UNREPORTED,  /* nothing is reported */
	LEFTOVER_UNRECOVERED, /* a reported cache has no accepted knee within a factor 2 */
	LEFTOVER_NONE,        /* no knee more */
	LEFTOVER_SEVERAL,     /* more than one */
	LEFTOVER_INSIDE       /* one, but not beyond the last reported size (from version 3 on) */
};
struct leftover {
	enum leftover_verdict verdict;
	double bytes; /* LEFTOVER_ONE, LEFTOVER_INSIDE: the extra knee; LEFTOVER_UNRECOVERED: the reported
	                 size */
	bool noted;   /* the extra knee is only noted */
	size_t knee;  /* LEFTOVER_ONE: its number among the knees, from 0 */
};

/* One knee of a pass. */
struct leftover_knee {
	double bytes;
	bool accepted; /* else noted */
};

/* Judges one pass: knees and reported sizes, both rising, in bytes. Each reported size takes the accepted
 * knee nearest to it within a factor 2 that none before it took. */
struct leftover unnamed_leftover(const struct leftover_knee *knees, size_t knee_count, const double *reported,
                                 size_t reported_count);

/* One of the two passes; `page` is the page-order pass that tells of its steps, NULL where there is none. */
struct unnamed_side {
	const struct side *side, *page;
};

/* Adds S1's finding of two sides of one machine under `pass`; of the same cores it is noted at best. From
 * version 3 on the extra knee lies beyond the last reported size, and W2 or O2 calls its step a cache's on
 * one of the sides (and W2 on none the translation's), or both lie in huge pages. Returns 0, or -1 where
 * memory is out. */
int unnamed_add(struct summary *summary, const struct unnamed_side *a, const struct unnamed_side *b,
                const char *pass);

#endif
