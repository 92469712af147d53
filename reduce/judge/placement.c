/* Where the adjacency probe may stand. */
#include "placement.h"

#include <math.h>

size_t placement_ranges(const struct hierarchy *hierarchy, const double *size_bytes,
                        struct placement_range *ranges)
{
	size_t count = 0;
	for (size_t l = 0; l < hierarchy->level_count; l++) {
		for (size_t p = hierarchy->levels[l].first; p <= hierarchy->levels[l].last; p++) {
			const struct plateau *plateau = &hierarchy->plateaus[p];
			/* A plateau that begins at the very next point goes on where the last one ended. */
			if (p > hierarchy->levels[l].first && plateau[-1].last + 1 == plateau->first)
				ranges[count - 1].high_bytes = size_bytes[plateau->last];
			else
				ranges[count++] = (struct placement_range){l + 1, size_bytes[plateau->first],
				                                           size_bytes[plateau->last]};
		}
	}
	return count;
}

/* The two smallest knees that stand, and the largest. Returns how many there are. */
static size_t standing_knees(const struct hierarchy *hierarchy, double *first, double *second, double *last)
{
	size_t count = 0;
	*first = *second = INFINITY;
	*last = 0;
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		double knee_bytes = hierarchy->stairs[s].knee_bytes;
		if (hierarchy->stairs[s].status == STATUS_REFUSED)
			continue;
		count++;
		*second = fmin(*second, fmax(*first, knee_bytes));
		*first = fmin(*first, knee_bytes);
		*last = fmax(*last, knee_bytes);
	}
	return count;
}

/* Where a level lies between the knees. */
static bool find_extent(const struct placement *placement, size_t level, double *low_bytes,
                        double *high_bytes)
{
	*low_bytes = INFINITY;
	*high_bytes = 0;
	for (size_t i = 0; i < placement->range_count; i++) {
		if (placement->ranges[i].level != level)
			continue;
		*low_bytes = fmin(*low_bytes, placement->ranges[i].low_bytes);
		*high_bytes = fmax(*high_bytes, placement->ranges[i].high_bytes);
	}
	*low_bytes = fmax(*low_bytes, placement->after_bytes);
	*high_bytes = fmin(*high_bytes, placement->before_bytes);
	return *low_bytes < *high_bytes;
}

static size_t lowest_level(const struct placement *placement, size_t level_count)
{
	double low, high;
	for (size_t level = 1; level <= level_count; level++)
		if (find_extent(placement, level, &low, &high))
			return level;
	return 0;
}

const char *placement_find(struct placement *placement, enum placement_number number,
                           const struct hierarchy *hierarchy, const struct placement_range *ranges,
                           size_t count)
{
	double first, second, last;
	size_t knees = standing_knees(hierarchy, &first, &second, &last);
	*placement = (struct placement){ranges, count, 0, INFINITY, 0};
	if (knees == 0)
		return "no hierarchy is named (L2), so no edge is known to stay clear of";
	switch (number) {
	case PLACEMENT_CONTROL:
		placement->before_bytes = first;
		placement->level = 1;
		break;
	case PLACEMENT_BETWEEN:
		if (knees < 2)
			return "there is one knee only, so nothing lies between a first and a second";
		placement->after_bytes = first;
		placement->before_bytes = second;
		placement->level = lowest_level(placement, hierarchy->level_count);
		break;
	case PLACEMENT_BEYOND:
		placement->after_bytes = last;
		placement->level = hierarchy->level_count;
		break;
	}
	return NULL;
}

/* Whether a range of the level holds the size. */
static bool level_holds(const struct placement *placement, double bytes)
{
	for (size_t i = 0; i < placement->range_count; i++)
		if (placement->ranges[i].level == placement->level &&
		    placement->ranges[i].low_bytes <= bytes && bytes <= placement->ranges[i].high_bytes)
			return true;
	return false;
}

bool placement_holds(const struct placement *placement, double small_bytes, double doubled_bytes)
{
	return small_bytes > placement->after_bytes && doubled_bytes < placement->before_bytes &&
	       level_holds(placement, small_bytes) && level_holds(placement, doubled_bytes);
}

bool placement_extent(const struct placement *placement, double *low_bytes, double *high_bytes)
{
	return find_extent(placement, placement->level, low_bytes, high_bytes);
}

double placement_off_centre(const struct placement *placement, double small_bytes)
{
	double low, high;
	if (!placement_extent(placement, &low, &high))
		return INFINITY;
	double off = small_bytes * (2 * small_bytes) / (low * high);
	return off < 1 ? 1 / off : off;
}

double placement_miss(const struct placement *placement, double small_bytes)
{
	double low, high;
	if (!placement_extent(placement, &low, &high))
		return INFINITY;
	return fmax(low / small_bytes, 2 * small_bytes / high);
}
