/* What made captures draw with the generator of reduce/maths/bootstrap.h. No floating point library function:
 * the same seed gives the same numbers with every compiler, processor and C library. Not thread safe; each
 * thread has its own. */
#ifndef CACHESTAIR_SYNTHETIC_CHANCE_H
#define CACHESTAIR_SYNTHETIC_CHANCE_H

#include "../reduce/maths/bootstrap.h"

#include <stdbool.h>
#include <stdint.h>

/* One round of splitmix64: spreads a small seed over 64 bits. For seeds made out of other numbers. */
uint64_t chance_mix(uint64_t value);

struct generator chance_seed(uint64_t seed);

/* From 0 to limit - 1, every value equally likely (Lemire's multiplication with rejection). `limit` is at
 * least 1. */
uint64_t chance_below(struct generator *chance, uint64_t limit);

/* From low up to high. */
double chance_between(struct generator *chance, double low, double high);

/* True in `per_mille` of 1,000 draws. */
bool chance_hits(struct generator *chance, unsigned per_mille);

/* Mean 0, standard deviation 1, never beyond 6: the sum of twelve shares less six. */
double chance_normal(struct generator *chance);

#endif
