/* A search that tries to fool the rules: curves without an edge anywhere, bent, rippled and gridded until a
 * knee is accepted, or until the tries run out. */
#ifndef CACHESTAIR_SYNTHETIC_SEARCH_H
#define CACHESTAIR_SYNTHETIC_SEARCH_H

#include "threads.h"

#include "../probe/fault.h"

#include <stdint.h>
#include <stdio.h>

struct search_plan {
	uint64_t seed;
	unsigned climbers, steps; /* so many searches, each of so many curves */
};

/* Runs the searches and prints for each family how many curves were tried, how many were named, and the worst
 * that was found, as corners that make it again. Returns 0, or -1 with the fault. */
int search_print(FILE *stream, const struct search_plan *plan, const struct threads *threads,
                 struct fault *fault);

#endif
