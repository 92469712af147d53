/* Where a curve is told by its corners. */
#include "shape.h"

#include "../reduce/maths/logarithm.h"

double shape_time(const struct shape *shape, double size_bytes)
{
	const struct shape_corner *corner = shape->corners;
	size_t last = shape->count - 1, i = 0;
	if (size_bytes <= (double)corner[0].size_bytes)
		return corner[0].time_ns;
	if (size_bytes >= (double)corner[last].size_bytes)
		return corner[last].time_ns;
	while ((double)corner[i + 1].size_bytes < size_bytes)
		i++;
	double low = (double)corner[i].size_bytes, high = (double)corner[i + 1].size_bytes;
	double part = logarithm_of(size_bytes / low) / logarithm_of(high / low);
	return corner[i].time_ns *
	       logarithm_power(part * logarithm_of(corner[i + 1].time_ns / corner[i].time_ns));
}

uint64_t shape_size(uint64_t lowest_bytes, double per_octave, unsigned k, uint64_t stride_bytes)
{
	double octaves = (double)k / per_octave;
	unsigned whole = (unsigned)octaves;
	double size = (double)(lowest_bytes << whole) * logarithm_power(octaves - (double)whole);
	uint64_t nodes = (uint64_t)(size / (double)stride_bytes + 1e-6);
	return (nodes == 0 ? 1 : nodes) * stride_bytes;
}
