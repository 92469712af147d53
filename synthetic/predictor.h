/* What a processor that predicts values does to the granule: one table over many simulated machines, for
 * pairs over zeroes and for pairs over words of their own. */
#ifndef CACHESTAIR_SYNTHETIC_PREDICTOR_H
#define CACHESTAIR_SYNTHETIC_PREDICTOR_H

#include "value_predictor.h"

#include "threads.h"

#include "../probe/fault.h"

#include <stdint.h>
#include <stdio.h>

/* The ways in which a machine's pairs are run: without a predictor, then with one over each kind of words. */
enum { PREDICTOR_WAYS = 1 + PAIR_WORDS };

/* What became of the granules of one way. */
struct predictor_count {
	unsigned machines, false_machines; /* those with a granule that is wrong, or accepted inside the first
	                                      level */
	unsigned right, wrong, refused;
};

/* Counts over machines 0 .. machines - 1 of the seed. Returns 0, or -1 with the fault. */
int predictor_run(struct predictor_count counts[PREDICTOR_WAYS], uint64_t seed, unsigned machines,
                  const struct threads *threads, struct fault *fault);

void predictor_print(FILE *stream, const struct predictor_count counts[PREDICTOR_WAYS]);

#endif
