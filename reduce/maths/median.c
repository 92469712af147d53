/* Where medians and quartiles are taken. */
#include "median.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return a < b ? -1 : a > b;
}

void median_sort(double *values, size_t count)
{
	enum { SHORT = 32 };
	if (count > SHORT) {
		qsort(values, count, sizeof *values, compare);
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

void median_settle(double *values, size_t count)
{
	size_t settled = 0; /* from the front: smaller ones stand before it */
	for (unsigned quarters = 0; quarters <= 4; quarters++) {
		size_t rank = (count - 1) * quarters / 4;
		for (size_t k = rank; k <= rank + 1 && k < count; k++) {
			if (k < settled)
				continue;
			select_rank(values + settled, count - settled, k - settled);
			settled = k + 1;
		}
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
