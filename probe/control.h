/* The controls: blocks that check the machine's clock, its predictors and the thread's place, and say nothing
 * of its caches (rules Q1 to Q5; what each kind is stands in capture.h). */
#ifndef CACHESTAIR_CONTROL_H
#define CACHESTAIR_CONTROL_H

#include "rig.h"

#include <stdio.h>

enum { CONTROL_ENDS = 2, CONTROL_FIGURES = 32 };

struct control_end {
	size_t trials;
	double ns[PLAN_CONTROL_TRIALS];     /* a load, or of pairs a pair, or of the clock an add */
	double cycles[PLAN_CONTROL_TRIALS]; /* the same in cycles; 0: not counted */
	int64_t priority[2];                /* of the last trial, before and after; -1 unknown */
	int64_t processor[2];
};

/* What one kind gave at one size, with the DIT bit set (1), cleared (0) or missing (-1). */
struct control_figure {
	enum capture_control kind;
	uint64_t size_bytes;
	int dit;
	struct control_end ends[CONTROL_ENDS];
};

struct control_table {
	struct control_figure figures[CONTROL_FIGURES];
	size_t count;
};

/* Measures every control once and adds to the table (zeroed by the caller). `end` is 1 before everything else
 * and 2 after it. Ends early, with 0, where a stop is asked for. Returns 0, or -1 with a fault. */
int control_measure(struct rig *rig, uint64_t end, struct control_table *table, struct fault *fault);

/* An estimate of how long one end takes, in nanoseconds. */
double control_estimate_ns(const struct plan *plan);

/* Prints the page that a person can send: what was measured and what the rules expect, in plain words. */
void control_print(const struct rig *rig, const struct control_table *table, FILE *stream);

#endif
