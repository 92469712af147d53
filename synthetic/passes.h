/* Several passes of each of many simulated machines, joined as a person joins them (rule J1): how often the
 * joined claim is made, holds a true capacity, and how wide it is, beside the claims of the single passes.
 *
 * The passes of a machine have the same caches, another deal of the pages and another noise each; the last
 * has huge pages. */
#ifndef CACHESTAIR_SYNTHETIC_PASSES_H
#define CACHESTAIR_SYNTHETIC_PASSES_H

#include "population.h"

enum { PASSES_MOST = 8 };

/* One claim against the machine. */
struct passes_claim {
	unsigned nearest; /* the level (from 0) whose usable capacity is nearest to the claim's middle */
	bool accepted;    /* joined: two passes or more accept it, and none contradicts */
	bool apart;       /* joined: the passes disagree */
	bool covers;      /* a usable capacity lies in it */
	double width;     /* high over low */
};

/* What came of one machine: the accepted claims of its single passes, and the joined levels. */
struct passes_outcome {
	struct machine machine;
	struct passes_claim single[PASSES_MOST * OUTCOME_KNEES], joined[PASSES_MOST * OUTCOME_KNEES];
	size_t single_count, joined_count;
};

/* The pass `pass` (from 0) of `passes` of machine `number`. */
struct machine passes_machine(const struct population_plan *plan, unsigned number, unsigned pass,
                              unsigned passes);

/* A run over many machines. */
struct passes_run {
	const struct population_plan *plan;
	unsigned passes;                 /* 2 to PASSES_MOST */
	struct passes_outcome *outcomes; /* one a machine */
};

/* Fills outcomes[0 .. machines - 1]. Returns 0, or -1 with the first fault. */
int passes_all(struct passes_run *run, unsigned machines, const struct threads *threads, struct fault *fault);

/* Prints the table. Returns 0, or -1 where memory is out. */
int passes_print(FILE *stream, const struct passes_outcome *outcomes, size_t count);

#endif
