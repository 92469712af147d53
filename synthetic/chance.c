/* Where made captures get their chance, out of the generator that resampling uses. */
#include "chance.h"

uint64_t chance_mix(uint64_t value)
{
	value += UINT64_C(0x9e3779b97f4a7c15);
	value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
	return value ^ value >> 31;
}

struct generator chance_seed(uint64_t seed)
{
	struct generator chance;
	generator_seed(&chance, seed);
	return chance;
}

uint64_t chance_below(struct generator *chance, uint64_t limit)
{
	/* A 32-bit limit needs no 128-bit product, which C11 does not have. */
	if (limit > UINT32_MAX)
		return generator_below(chance, limit);
	uint64_t product = (generator_next(chance) >> 32) * limit;
	if ((uint32_t)product < limit) {
		uint32_t least = (uint32_t)(UINT64_C(0x100000000) % limit);
		while ((uint32_t)product < least)
			product = (generator_next(chance) >> 32) * limit;
	}
	return product >> 32;
}

double chance_between(struct generator *chance, double low, double high)
{
	return low + (high - low) * generator_unit(chance);
}

bool chance_hits(struct generator *chance, unsigned per_mille)
{
	return chance_below(chance, 1000) < per_mille;
}

double chance_normal(struct generator *chance)
{
	double sum = -6.0;
	for (int i = 0; i < 12; i++)
		sum += generator_unit(chance);
	return sum;
}
