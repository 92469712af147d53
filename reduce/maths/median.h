/* Where medians and quartiles are taken. */
#ifndef CACHESTAIR_MEDIAN_H
#define CACHESTAIR_MEDIAN_H

#include <stddef.h>

/* Sorts `count` values, smallest first. No value may be NAN. */
void median_sort(double *values, size_t count);

/* Puts the lowest, the highest, the quartiles and the median of `count` >= 1 values where sorting would, in
 * linear time: enough for median_of_sorted and median_quartile. */
void median_settle(double *values, size_t count);

/* The median of `count` >= 1 sorted values; an even count takes the mean of the middle two (M0). */
double median_of_sorted(const double *values, size_t count);

/* The value at `quarters` quarters (1 or 3) of `count` >= 1 sorted values, linear between neighbours (Hyndman
 * and Fan, Sample quantiles in statistical packages, 1996, type 7). */
double median_quartile(const double *values, size_t count, unsigned quarters);

/* The median of `count` >= 1 values, which it reorders: by selection, in linear time. */
double median_select(double *values, size_t count);

#endif
