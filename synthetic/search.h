/* A search that tries to fool the rules: curves without an edge anywhere, bent, rippled and gridded until a
 * knee is accepted, or until the tries run out. */
#ifndef CACHESTAIR_SYNTHETIC_SEARCH_H
#define CACHESTAIR_SYNTHETIC_SEARCH_H

#include "../probe/fault.h"

#include <stdint.h>
#include <stdio.h>

/* Runs `climbers` searches of `steps` curves each, from the seed, and prints for each family how many curves
 * were tried, how many were named, and the worst that was found, as corners that make it again. Returns 0, or
 * -1. */
int search_print(FILE *stream, uint64_t seed, unsigned climbers, unsigned steps, unsigned threads,
                 FILE *progress, struct fault *fault);

#endif
