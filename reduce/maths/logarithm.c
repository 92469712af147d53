/* Where logarithms are taken, by series, in exactly rounded steps. */
#include "logarithm.h"

#include <stdint.h>
#include <string.h>

static const double log2_e = 1.4426950408889634074;
static const double ln_2 = 0.69314718055994530942;
static const double sqrt_2 = 1.4142135623730950488;

/* ln m = 2 artanh((m - 1) / (m + 1)); with m from 1/sqrt 2 to sqrt 2 the argument is below 0.1716, and
 * thirteen terms leave 1e-21 (Abramowitz and Stegun 4.1.27). */
double logarithm_of(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
	bits = (bits & 0xfffffffffffffu) | UINT64_C(0x3ff0000000000000);
	double m;
	memcpy(&m, &bits, sizeof m);
	if (m > sqrt_2) {
		m *= 0.5;
		exponent++;
	}
	double s = (m - 1) / (m + 1), square = s * s, sum = 0;
	for (int k = 25; k >= 1; k -= 2)
		sum = sum * square + 1.0 / k;
	return exponent + 2 * s * sum * log2_e;
}

/* 2^y = 2^n e^(f ln 2) with |f| at most 1/2: the series to the 16th power leaves 1e-21. */
double logarithm_power(double y)
{
	int n = (int)(y < 0 ? y - 0.5 : y + 0.5);
	double t = (y - n) * ln_2, sum = 1;
	for (int k = 16; k >= 1; k--)
		sum = 1 + sum * t / k;
	uint64_t bits = (uint64_t)(n + 1023) << 52;
	double scale;
	memcpy(&scale, &bits, sizeof scale);
	return sum * scale;
}
