/* Where a curve is told by its corners: times at some sizes, straight lines in log size and log time between
 * them. */
#ifndef CACHESTAIR_SYNTHETIC_SHAPE_H
#define CACHESTAIR_SYNTHETIC_SHAPE_H

#include <stddef.h>
#include <stdint.h>

struct shape_corner {
	uint64_t size_bytes;
	double time_ns; /* a load; above 0 */
};

/* `corners` holds `count` (1 or more) corners with sizes that rise; borrowed. */
struct shape {
	const struct shape_corner *corners;
	size_t count;
};

/* Nanoseconds a load at that size. Left of the first corner and right of the last the curve is flat. */
double shape_time(const struct shape *shape, double size_bytes);

/* The k-th size of a grid: lowest x 2^(k / per_octave), rounded down to whole nodes of stride_bytes, one at
 * least. */
uint64_t shape_size(uint64_t lowest_bytes, double per_octave, unsigned k, uint64_t stride_bytes);

#endif
