/* Where a step in random order is looked for in page order: a cache's, or the translation's (rule O2). */
#ifndef CACHESTAIR_PAGE_ORDER_H
#define CACHESTAIR_PAGE_ORDER_H

#include "side.h"
#include "../summary/summary.h"

enum step_verdict {
	STEP_CACHE,       /* at least 1.35 in page order too */
	STEP_TRANSLATION, /* below 1.10 in page order */
	STEP_BETWEEN,     /* refused */
	STEP_NONE,        /* refused: below 1.35 in random order at these two sizes */
	STEP_UNKNOWN      /* refused: not both sizes were measured in page order */
};

/* O2 from the times at the two sizes, ns a load. */
enum step_verdict page_order_judge(double random_low_ns, double random_high_ns, double page_low_ns,
                                   double page_high_ns);

/* Whether O2 can be asked of the side: a sweep in page order, alone. */
bool page_order_asked(const struct side *side);

/* Whether `random` is what `page` is to be held against: the same machine, cores and stride, random, alone.
 */
bool page_order_belong(const struct side *random, const struct side *page);

/* What O2 says of one step of `random`; STEP_UNKNOWN where `page` lacks one of the two sizes. */
enum step_verdict page_order_step(const struct side *random, const struct side *page,
                                  const struct stair *stair);

/* Adds a finding for each accepted or noted knee of `random` under `pass`, or one refusal where there is
 * nothing to judge. `random` is NULL where there is none. Returns 0, or -1 where memory is out. */
int page_order_add(struct summary *summary, const struct side *random, const struct side *page,
                   const char *pass);

#endif
