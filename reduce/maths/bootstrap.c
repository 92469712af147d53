/* Where trials are resampled (rule K2). */
#include "bootstrap.h"
#include "logarithm.h"
#include "median.h"

#include <math.h>
#include <stdbool.h>

enum { DRAWN_ONE_BY_ONE = 64, ROUNDS_HALVED = 64 };

/* ---- the generator ---- */

void generator_seed(struct generator *generator, uint64_t seed)
{
	for (size_t i = 0; i < 4; i++) {
		seed += UINT64_C(0x9e3779b97f4a7c15);
		uint64_t z = seed;
		z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
		generator->state[i] = z ^ (z >> 31);
	}
}

static uint64_t rotate(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

uint64_t generator_next(struct generator *generator)
{
	uint64_t *s = generator->state;
	uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

uint64_t generator_below(struct generator *generator, uint64_t bound)
{
	/* Numbers under the remainder would come up once too often; they are drawn again. */
	uint64_t remainder = (0 - bound) % bound, draw;
	do
		draw = generator_next(generator);
	while (draw < remainder);
	return draw % bound;
}

double generator_unit(struct generator *generator)
{
	return (double)(generator_next(generator) >> 11) * 0x1p-53;
}

static double natural_log(double x)
{
	return logarithm_of(x) * 0.69314718055994530942;
}

/* What Stirling's formula leaves out of ln k! (table for k below 10, series above; Hormann 1993). */
static double stirling_rest(double k)
{
	static const double table[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
	                               0.02079067210376509, 0.01664469118982119, 0.01387612882307075,
	                               0.01189670994589177, 0.01041126526197209, 0.009255462182712733,
	                               0.008330563433362871};
	if (k < 10)
		return table[(int)k];
	double square = (k + 1) * (k + 1);
	return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

static uint64_t binomial_inversion(struct generator *generator, uint64_t count, double share)
{
	/* (1 - share)^count by squaring: multiplications only. */
	double none = 1, power = 1 - share;
	for (uint64_t n = count; n > 0; n >>= 1, power *= power)
		none *= n & 1 ? power : 1;
	double odds = share / (1 - share), u = generator_unit(generator), mass = none;
	uint64_t k = 0;
	while (u >= mass && k < count) {
		u -= mass;
		k++;
		mass *= odds * (double)(count - k + 1) / (double)k;
	}
	return k;
}

static uint64_t binomial_rejection(struct generator *generator, uint64_t count, double share)
{
	double n = (double)count, spread = sqrt(n * share * (1 - share));
	double b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * share, c = n * share + 0.5;
	double alpha = (2.83 + 5.1 / b) * spread, v_r = 0.92 - 4.2 / b, odds = share / (1 - share);
	double m = floor((n + 1) * share);
	for (;;) {
		double u = generator_unit(generator) - 0.5, v = generator_unit(generator);
		double us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + c);
		if (us >= 0.07 && v <= v_r)
			return (uint64_t)k;
		if (!(k >= 0 && k <= n) || v <= 0 || us <= 0)
			continue;
		double left = natural_log(v * alpha / (a / (us * us) + b));
		double right = (m + 0.5) * natural_log((m + 1) / (odds * (n - m + 1))) +
		               (n + 1) * natural_log((n - m + 1) / (n - k + 1)) +
		               (k + 0.5) * natural_log(odds * (n - k + 1) / (k + 1)) + stirling_rest(m) +
		               stirling_rest(n - m) - stirling_rest(k) - stirling_rest(n - k);
		if (left <= right)
			return (uint64_t)k;
	}
}

uint64_t generator_binomial(struct generator *generator, uint64_t count, double share)
{
	if (share <= 0 || count == 0)
		return 0;
	if (share >= 1)
		return count;
	if (share > 0.5)
		return count - generator_binomial(generator, count, 1 - share);
	return (double)count * share < 10 ? binomial_inversion(generator, count, share)
	                                  : binomial_rejection(generator, count, share);
}

/* ---- medians of resamples ---- */

static double drawn_median(const struct strata *strata, struct generator *generator, double *scratch)
{
	size_t total = 0;
	for (size_t r = 0; r < strata->rounds; r++) {
		size_t begin = strata->begins[r], length = strata->begins[r + 1] - begin;
		for (size_t i = 0; i < length; i++)
			scratch[total++] = strata->times[begin + generator_below(generator, length)];
	}
	return median_select(scratch, total);
}

/* What is left of one round while the middle is being closed in on: trials low to high - 1 of its sorted
 * times, of which `draws` were drawn. */
struct span {
	size_t low, high;
	uint64_t draws;
};

/* The first trial of the span whose time is above `pivot`. */
static size_t split_at(const double *times, size_t low, size_t high, double pivot)
{
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (times[middle] <= pivot)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The draw of rank `rank` (from 0) over all spans, each halved again and again at a common time: how many of
 * a round's draws fall at or below it is binomial. Rewrites the spans. */
static double drawn_rank(const double *times, struct span *spans, size_t rounds, uint64_t rank,
                         struct generator *generator)
{
	for (;;) {
		size_t widest = 0;
		double lowest = INFINITY, highest = -INFINITY;
		for (size_t r = 0; r < rounds; r++) {
			if (spans[r].draws == 0)
				continue;
			lowest = fmin(lowest, times[spans[r].low]);
			highest = fmax(highest, times[spans[r].high - 1]);
			if (spans[widest].draws == 0 ||
			    spans[r].high - spans[r].low > spans[widest].high - spans[widest].low)
				widest = r;
		}
		if (lowest == highest)
			return lowest;
		size_t middle = spans[widest].low + (spans[widest].high - spans[widest].low - 1) / 2;
		double pivot = times[middle];
		if (pivot >= highest)
			pivot = lowest; /* the widest span holds one time: split off the lowest instead */
		size_t splits[ROUNDS_HALVED];
		uint64_t below[ROUNDS_HALVED], sum = 0;
		for (size_t r = 0; r < rounds; r++) {
			struct span *span = &spans[r];
			splits[r] = split_at(times, span->low, span->high, pivot);
			below[r] = span->draws == 0
			               ? 0
			               : generator_binomial(generator, span->draws,
			                                    (double)(splits[r] - span->low) /
			                                        (double)(span->high - span->low));
			sum += below[r];
		}
		for (size_t r = 0; r < rounds; r++) {
			if (rank < sum) {
				spans[r].high = splits[r];
				spans[r].draws = below[r];
			} else {
				spans[r].low = splits[r];
				spans[r].draws -= below[r];
			}
		}
		rank -= rank < sum ? 0 : sum;
	}
}

/* The median of one resample, drawn in one descent. */
static double halved_median(const struct strata *strata, struct generator *generator)
{
	struct span spans[ROUNDS_HALVED];
	uint64_t total = strata->begins[strata->rounds];
	for (size_t r = 0; r < strata->rounds; r++)
		spans[r] = (struct span){strata->begins[r], strata->begins[r + 1],
		                         strata->begins[r + 1] - strata->begins[r]};
	/* The two middle draws of so many trials lie as good as together: the upper one stands for their
	 * mean. */
	return drawn_rank(strata->times, spans, strata->rounds, total / 2, generator);
}

void bootstrap_medians(const struct strata *strata, struct generator *generator, double *medians,
                       size_t count, double *scratch)
{
	size_t longest = 0;
	for (size_t r = 0; r < strata->rounds; r++) {
		size_t length = strata->begins[r + 1] - strata->begins[r];
		longest = length > longest ? length : longest;
	}
	bool halved = longest > DRAWN_ONE_BY_ONE && strata->rounds <= ROUNDS_HALVED;
	for (size_t i = 0; i < count; i++)
		medians[i] =
		    halved ? halved_median(strata, generator) : drawn_median(strata, generator, scratch);
}
