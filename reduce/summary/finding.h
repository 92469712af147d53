/* How a row of the summary is made: a finding with its sentence, a point with its note. */
#ifndef CACHESTAIR_FINDING_H
#define CACHESTAIR_FINDING_H

#include "../judge/hierarchy.h"
#include "../judge/sweep.h"
#include "../read/trials.h"
#include "summary.h"

/* A sentence that grows; what does not fit is cut. */
struct sentence {
	char text[1024];
};
void sentence_add(struct sentence *sentence, const char *format, ...) FAULT_PRINTF(2, 3);

/* A finding in the making. Its reason is told last, by finding_add. */
struct finding {
	struct summary_finding row;
	struct sentence reason;
};

/* A finding without numbers. `pass` is borrowed until the finding is added. */
struct finding finding_begin(enum finding_kind kind, enum status status, rule_set rules_told,
                             const char *pass);

/* Sets the numbers; those that are missing are NAN. Without a value and a low end there is no unit. */
void finding_measure(struct finding *finding, double value, double low, double high, enum unit unit);

/* Adds it to the summary, which copies its texts. Returns 0, or -1 where memory is out. */
int finding_add(struct summary *summary, struct finding *finding);

/* Adds words to its reason, then adds it. */
int finding_say(struct summary *summary, struct finding finding, const char *format, ...) FAULT_PRINTF(3, 4);

/* Adds the points of one pass's sweep, or of its adjacency grid (without a hierarchy). `cycles` is false
 * where the clock was refused. Returns 0 or -1. */
int finding_add_points(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy,
                       const struct trials *trials, bool cycles);

#endif
