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
	LEFTOVER_SEVERAL      /* more than one */
};
struct leftover {
	enum leftover_verdict verdict;
	double bytes; /* LEFTOVER_ONE: the extra knee; LEFTOVER_UNRECOVERED: the reported size */
	bool noted;   /* the extra knee is only noted */
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

/* Adds S1's finding of two sides of one machine under `pass`; of the same cores it is noted at best. Returns
 * 0, or -1 where memory is out. */
int unnamed_add(struct summary *summary, const struct side *a, const struct side *b, const char *pass);

#endif
