/* Where many machines are drawn, swept and reduced, and the claims of the rules counted. */
#ifndef CACHESTAIR_SYNTHETIC_SIMULATE_H
#define CACHESTAIR_SYNTHETIC_SIMULATE_H

#include "claims.h"

#include "../probe/fault.h"
#include "../reduce/summary.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct simulate_plan {
	uint64_t seed;
	bool fresh_pages; /* pages dealt anew in each round */
};

/* Draws machine `number` by the plan, sweeps and reduces it. Returns 0, or -1 with the fault; free the
 * summary with summary_free either way. */
int simulate_one(const struct simulate_plan *plan, unsigned number, struct claims *claims,
                 struct summary *summary, struct fault *fault);

/* Fills claims[0 .. machines - 1], on `threads` threads; the outcome does not hang on their number. Where
 * `progress` is a terminal's stream, it shows how far it is. Returns 0, or -1 with the first fault. */
int simulate_all(const struct simulate_plan *plan, unsigned machines, unsigned threads, struct claims *claims,
                 FILE *progress, struct fault *fault);

/* Writes the capture of one machine. Returns 0, or -1 with the fault. */
int simulate_write(const struct simulate_plan *plan, unsigned number, FILE *stream, struct fault *fault);

#endif
