/* Where verdicts become findings: rows of the summary, each with its evidence or its refusal in one sentence.
 */
#ifndef CACHESTAIR_FINDING_H
#define CACHESTAIR_FINDING_H

#include "../judge/hierarchy.h"
#include "summary.h"
#include "../judge/sweep.h"
#include "../read/trials.h"

/* A sentence that grows; what does not fit is cut. */
struct sentence {
	char text[1024];
};
void sentence_add(struct sentence *sentence, const char *format, ...) FAULT_PRINTF(2, 3);

/* A fixed text as a member of a row that is about to be added: summary_add_* copies, and changes nothing. */
static inline char *finding_text(const char *borrowed)
{
	return (char *)(uintptr_t)borrowed;
}

/* A finding with nothing in it: numbers NAN, texts empty. */
struct summary_finding finding_blank(const char *finding, enum status status, const char *pass);

/* The words of a status. */
const char *finding_status(enum status status);

/* Adds the findings of one pass's sweep: hierarchy, levels, knees with bounds and capacity, midpoint, what
 * was considered and rejected. Returns 0, or -1 where memory is out. */
int finding_add_hierarchy(struct summary *summary, const struct trials *trials, const struct sweep *sweep,
                          const struct hierarchy *hierarchy);

/* Adds the points of one pass's sweep, or of its adjacency grid (without a hierarchy). `cycles` is false
 * where the clock was refused. Returns 0 or -1. */
int finding_add_points(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy,
                       const struct trials *trials, bool cycles);

#endif
