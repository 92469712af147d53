/* Where the adjacency probe may stand (rule G1): inside the first level, between the first and the second
 * knee, past the last knee. Sizes alone decide; no time is looked at.
 *
 * The levels are those of the sweep's plateaus (L1), the knees those accepted or noted. A footprint is legal
 * where it and its double both lie inside plateaus of one level and between the knees of the placement.
 *
 * A refused knee is no border between placements, but its two levels stay two, and the placement keeps to one
 * of them: the control to the first level, the one between the knees to the lowest there, the one past the
 * last knee to the last level, so that it is past the last knee whether the refused one is real or not.
 */
#ifndef CACHESTAIR_PLACEMENT_H
#define CACHESTAIR_PLACEMENT_H

#include "hierarchy.h"

enum placement_number { PLACEMENT_CONTROL = 1, PLACEMENT_BETWEEN, PLACEMENT_BEYOND };
enum { PLACEMENTS = 3 };

struct placement {
	const struct hierarchy *hierarchy; /* borrowed, as are the sizes of the curve that it was judged by */
	const double *size_bytes;
	double after_bytes, before_bytes; /* it stands between these two: knees, 0 or INFINITY */
	size_t level;                     /* the level that it keeps to; 0 where there is none */
};

/* Finds a placement. Returns NULL, or why there is no such place. */
const char *placement_find(struct placement *placement, enum placement_number number,
                           const struct hierarchy *hierarchy, const double *size_bytes);

/* G1: whether the level of the placement holds both footprints. */
bool placement_holds(const struct placement *placement, double small_bytes, double doubled_bytes);

/* Where its level lies, as far as it belongs to the placement. Returns false where there is none. */
bool placement_extent(const struct placement *placement, double *low_bytes, double *high_bytes);

/* How far from the middle of the level, in log size, a footprint and its double stand together: the factor
 * between their geometric mean and the middle, squared; 1 in the middle. Only to compare. */
double placement_off_centre(const struct placement *placement, double small_bytes);

/* By which factor the footprint or its double miss the level: 1 or less where only points between two
 * plateaus keep them out; INFINITY where there is no level. */
double placement_miss(const struct placement *placement, double small_bytes);

#endif
