/* Where a quiet pass is held against a crowded one: how far each knee falls (rule C1). */
#ifndef CACHESTAIR_COMPETITOR_H
#define CACHESTAIR_COMPETITOR_H

#include "side.h"
#include "../summary/summary.h"

enum fall_verdict {
	FALL_HOLDS,   /* the deepest knee falls most, as predicted */
	FALL_FAILS,   /* another one falls as far or farther */
	FALL_ONE,     /* refused: a single knee has nothing to be held against */
	FALL_UNPAIRED /* refused: a crowded knee stands past the quiet one next to its own */
};

/* C1 over `count` >= 1 pairs of knees, bytes, both rising. Writes each fall as a share of the quiet knee,
 * (quiet - crowded) / quiet, into `falls` (room for count). */
enum fall_verdict competitor_judge(const double *quiet, const double *crowded, size_t count, double *falls);

/* Whether C1 can be asked of the side: competitors beside a sweep. */
bool competitor_crowded(const struct side *side);

/* Whether `quiet` is what `crowded` is to be held against: the same machine, cores, stride and order, alone.
 */
bool competitor_belong(const struct side *quiet, const struct side *crowded);

/* Adds C1's findings under `pass`: the verdict, with the deepest fall, then a noted row a knee. `quiet` is
 * NULL where there is none. Returns 0, or -1 where memory is out. */
int competitor_add(struct summary *summary, const struct side *quiet, const struct side *crowded,
                   const char *pass);

#endif
