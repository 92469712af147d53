/* Where made captures get their chance: the generator of reduce/resample.h, and what is drawn with it. No
 * floating point library function: the same seed gives the same numbers with every compiler, processor and C
 * library. Not thread safe; each thread has its own. */
#ifndef CACHESTAIR_SYNTHETIC_CHANCE_H
#define CACHESTAIR_SYNTHETIC_CHANCE_H

#include "../reduce/maths/bootstrap.h"

#include <stdbool.h>
#include <stdint.h>

struct chance {
	struct generator generator;
};

/* One round of splitmix64: spreads a small seed over 64 bits. For seeds made out of other numbers. */
uint64_t chance_mix(uint64_t value);

struct chance chance_seed(uint64_t seed);

uint64_t chance_next(struct chance *chance);

/* From 0 to limit - 1, every value equally likely (Lemire's multiplication with rejection). `limit` is at
 * least 1. */
uint64_t chance_below(struct chance *chance, uint64_t limit);

/* From 0 up to, never 1; 53 bits. */
double chance_share(struct chance *chance);

/* From low up to high. */
double chance_between(struct chance *chance, double low, double high);

/* True in `per_mille` of 1,000 draws. */
bool chance_hits(struct chance *chance, unsigned per_mille);

/* Mean 0, standard deviation 1, never beyond 6: the sum of twelve shares less six. */
double chance_normal(struct chance *chance);

#endif
