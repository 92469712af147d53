/* Where many machines are drawn, swept and reduced, and the claims of the rules counted. */
#ifndef CACHESTAIR_SYNTHETIC_SIMULATE_H
#define CACHESTAIR_SYNTHETIC_SIMULATE_H

#include "claims.h"

#include "../probe/fault.h"
#include "../reduce/summary.h"

#include <stdint.h>
#include <stdio.h>

/* Draws machine `number` from the seed, sweeps and reduces it. Returns 0, or -1 with the fault; free the
 * summary with summary_free either way. */
int simulate_one(uint64_t seed, unsigned number, struct claims *claims, struct summary *summary,
                 struct fault *fault);

/* Fills claims[0 .. machines - 1], on `threads` threads; the outcome does not hang on their number. Where
 * `progress` is a terminal's stream, it shows how far it is. Returns 0, or -1 with the first fault. */
int simulate_all(uint64_t seed, unsigned machines, unsigned threads, struct claims *claims, FILE *progress,
                 struct fault *fault);

/* Writes the capture of one machine. Returns 0, or -1 with the fault. */
int simulate_write(uint64_t seed, unsigned number, FILE *stream, struct fault *fault);

#endif
