/* Where the adjacency probe may stand. */
#include "placement.h"

#include <math.h>

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

bool placement_extent(const struct placement *placement, double *low_bytes, double *high_bytes)
{
	const struct hierarchy *hierarchy = placement->hierarchy;
	if (placement->level == 0)
		return false;
	const struct level *level = &hierarchy->levels[placement->level - 1];
	*low_bytes =
	    fmax(placement->size_bytes[hierarchy->plateaus[level->first].first], placement->after_bytes);
	*high_bytes =
	    fmin(placement->size_bytes[hierarchy->plateaus[level->last].last], placement->before_bytes);
	return *low_bytes < *high_bytes;
}

/* Keeps to the lowest level between the knees. */
static void keep_to_lowest(struct placement *placement)
{
	double low, high;
	for (placement->level = 1; placement->level <= placement->hierarchy->level_count; placement->level++)
		if (placement_extent(placement, &low, &high))
			return;
	placement->level = 0;
}

const char *placement_find(struct placement *placement, enum placement_number number,
                           const struct hierarchy *hierarchy, const double *size_bytes)
{
	double first, second, last;
	size_t knees = standing_knees(hierarchy, &first, &second, &last);
	*placement = (struct placement){hierarchy, size_bytes, 0, INFINITY, 0};
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
		keep_to_lowest(placement);
		break;
	case PLACEMENT_BEYOND:
		placement->after_bytes = last;
		placement->level = hierarchy->level_count;
		break;
	}
	return NULL;
}

/* Whether the level holds the size: in a plateau, or between two that have no point between them. */
static bool level_holds(const struct placement *placement, double bytes)
{
	const struct level *level = &placement->hierarchy->levels[placement->level - 1];
	for (size_t p = level->first; p <= level->last; p++) {
		const struct plateau *plateau = &placement->hierarchy->plateaus[p];
		bool goes_on = p > level->first && plateau[-1].last + 1 == plateau->first;
		size_t first = goes_on ? plateau[-1].last : plateau->first;
		if (placement->size_bytes[first] <= bytes && bytes <= placement->size_bytes[plateau->last])
			return true;
	}
	return false;
}

bool placement_holds(const struct placement *placement, double small_bytes, double doubled_bytes)
{
	return placement->level > 0 && small_bytes > placement->after_bytes &&
	       doubled_bytes < placement->before_bytes && level_holds(placement, small_bytes) &&
	       level_holds(placement, doubled_bytes);
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
