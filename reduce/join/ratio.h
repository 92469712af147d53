/* Where two passes of one machine are held against each other by their last step: the ratio of their
 * midpoints against the ratio of the reported capacities (rule R1). */
#ifndef CACHESTAIR_RATIO_H
#define CACHESTAIR_RATIO_H

#include "side.h"
#include "../summary/summary.h"

struct ratio_verdict {
	double marks;      /* ratio of the two M2 marks, 1 or more */
	double capacities; /* the same way round */
	double apart;      /* (capacities - marks) / capacities */
	bool consistent;   /* within 10 per cent */
};

/* R1 from the marks and capacities of two passes, bytes, all above zero; in either order. */
struct ratio_verdict ratio_judge(const double marks[2], const double capacities[2]);

/* Adds R1's finding of two sides under `pass`, and refuses with the reason where it cannot be judged: another
 * machine, another stride, no midpoint, nothing reported. Returns 0, or -1 where memory is out. */
int ratio_add(struct summary *summary, const struct side *a, const struct side *b, const char *pass);

#endif
