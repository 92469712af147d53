/* Where trials are resampled (rule K2): a thousand medians a point, each over trials drawn anew with
 * replacement within each round, by a generator of fixed seed. */
#ifndef CACHESTAIR_BOOTSTRAP_H
#define CACHESTAIR_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

/* The generator: xoshiro256** (Blackman and Vigna, 2018), seeded through splitmix64. */
struct generator {
	uint64_t state[4];
};
void generator_seed(struct generator *generator, uint64_t seed);
uint64_t generator_next(struct generator *generator);
/* A whole number below `bound` (1 or more), unbiased (Lemire, 2019). */
uint64_t generator_below(struct generator *generator, uint64_t bound);
/* A double from 0 up to but not 1, in steps of 2^-53. */
double generator_unit(struct generator *generator);
/* How many of `count` trials succeed where each does with probability `share`. By inversion for small means,
 * else by the rejection BTRS (Hormann, The generation of binomial random variates, 1993). */
uint64_t generator_binomial(struct generator *generator, uint64_t count, double share);

/* The counted times of one point: those of round r are times[begins[r]] to times[begins[r + 1] - 1], sorted
 * within each round; `rounds` + 1 values in `begins`. */
struct strata {
	const double *times;
	const size_t *begins;
	size_t rounds;
};

/* Writes `count` resampled medians into `medians`. `scratch` has room for begins[rounds] values. Rounds of
 * more than 64 trials are not drawn one by one: the number that falls below a value is binomial, and the
 * middle is found by halving; the medians have the same distribution. */
void bootstrap_medians(const struct strata *strata, struct generator *generator, double *medians,
                       size_t count, double *scratch);

#endif
