/* Where a chase alone is held against the same chase beside another core's: is the level one core's own, or
 * shared (rule V1)? */
#ifndef CACHESTAIR_PRIVATE_H
#define CACHESTAIR_PRIVATE_H

#include "side.h"
#include "../summary/summary.h"

enum private_verdict {
	PRIVATE_OWN,    /* within 10 per cent */
	PRIVATE_SHARED, /* at or above 1.35 times */
	PRIVATE_BETWEEN /* refused */
};

/* V1 from the two times, ns a load. */
enum private_verdict private_judge(double alone_ns, double beside_ns);

/* Whether V1 can be asked of the side: one chasing competitor, random order; and of which sizes: all where
 * the pass is a private test, else that of the competitor alone. */
bool private_asked(const struct side *side);

/* Whether `alone` can be what `beside` is held against, and whether `levels` knows the levels: the same
 * machine, cores and stride, random, alone; `levels` judged besides. */
bool private_belong(const struct side *alone, const struct side *beside);
bool private_levels(const struct side *levels, const struct side *beside);

/* Adds a finding a size under `pass`. `alone` and `levels` are NULL where there is none. Without a tier table
 * or without levels the verdict is noted at best: V1 asks for both. Returns 0, or -1 where memory is out. */
int private_add(struct summary *summary, const struct side *alone, const struct side *beside,
                const struct side *levels, const char *pass);

#endif
