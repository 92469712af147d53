/* Where medians and quartiles are taken. */
#include "median.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return a < b ? -1 : a > b;
}

/* ---- long arrays: by digits of eleven bits, lowest first ---- */

enum { DIGIT_BITS = 11, DIGIT_VALUES = 1 << DIGIT_BITS, DIGITS = 6 };

/* The bits of a double as a whole number of the same order: negative ones upside down, below the others. */
static uint64_t key_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return (bits >> 63) != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

static double value_of(uint64_t key)
{
	uint64_t bits = (key >> 63) != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static size_t digit_of(uint64_t key, int digit)
{
	return key >> (digit * DIGIT_BITS) & (DIGIT_VALUES - 1);
}

/* One pass: keys from `from` to `to` in the order of their digit. A digit that all keys share is passed over.
 */
static bool sort_digit(const uint64_t *from, uint64_t *to, size_t count, int digit, size_t *begins)
{
	size_t sum = 0;
	memset(begins, 0, DIGIT_VALUES * sizeof *begins);
	for (size_t i = 0; i < count; i++)
		begins[digit_of(from[i], digit)]++;
	if (begins[digit_of(from[0], digit)] == count)
		return false;
	for (size_t d = 0; d < DIGIT_VALUES; d++) {
		size_t length = begins[d];
		begins[d] = sum;
		sum += length;
	}
	for (size_t i = 0; i < count; i++)
		to[begins[digit_of(from[i], digit)]++] = from[i];
	return true;
}

static void sort_keys(double *values, uint64_t *from, uint64_t *to, size_t count, size_t *begins)
{
	for (size_t i = 0; i < count; i++)
		from[i] = key_of(values[i]);
	for (int digit = 0; digit < DIGITS; digit++) {
		if (!sort_digit(from, to, count, digit, begins))
			continue;
		uint64_t *kept = from;
		from = to;
		to = kept;
	}
	for (size_t i = 0; i < count; i++)
		values[i] = value_of(from[i]);
}

void median_sort(double *values, size_t count)
{
	enum { SHORT = 32, LONG = 4096 };
	if (count > SHORT) {
		uint64_t *keys = count >= LONG ? malloc(2 * count * sizeof *keys) : NULL;
		size_t *begins = keys != NULL ? malloc(DIGIT_VALUES * sizeof *begins) : NULL;
		if (begins != NULL)
			sort_keys(values, keys, keys + count, count, begins);
		else
			qsort(values, count, sizeof *values, compare);
		free(keys);
		free(begins);
		return;
	}
	for (size_t i = 1; i < count; i++) {
		double value = values[i];
		size_t at = i;
		for (; at > 0 && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
	}
}

double median_of_sorted(const double *values, size_t count)
{
	return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double median_quartile(const double *values, size_t count, unsigned quarters)
{
	size_t at = (count - 1) * quarters / 4, rest = (count - 1) * quarters % 4;
	if (rest == 0)
		return values[at];
	return values[at] + (values[at + 1] - values[at]) * (double)rest / 4;
}

static void swap(double *a, double *b)
{
	double kept = *a;
	*a = *b;
	*b = kept;
}

/* Puts the value of rank k in place, smaller ones before it, larger ones after it (Hoare's FIND, 1961). */
static void select_rank(double *values, size_t count, size_t k)
{
	size_t low = 0, high = count - 1;
	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;
		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i <= j) {
				swap(&values[i++], &values[j]);
				if (j == 0)
					break;
				j--;
			}
			if (i > j)
				break;
		}
		if (k <= j && j < high)
			high = j;
		else if (k >= i)
			low = i;
		else
			return;
	}
}

double median_select(double *values, size_t count)
{
	size_t middle = count / 2;
	select_rank(values, count, middle);
	if (count % 2 == 1)
		return values[middle];
	double below = values[0];
	for (size_t i = 1; i < middle; i++)
		below = values[i] > below ? values[i] : below;
	return (below + values[middle]) / 2;
}
