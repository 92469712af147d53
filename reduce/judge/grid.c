/* Where the adjacency trials become footprints, and each placement gets its verdict. */
#include "grid.h"
#include "../maths/median.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* ---- footprints ---- */

/* The distances of the pass, rising, each once; room for all points. */
static void find_distances(struct grid *grid)
{
	const struct sweep *sweep = &grid->sweep;
	for (size_t i = 0; i < sweep->count; i++)
		grid->distance_bytes[i] = (double)sweep->points[i].source->distance_bytes;
	median_sort(grid->distance_bytes, sweep->count);
	for (size_t i = 0; i < sweep->count; i++)
		if (grid->distance_count == 0 ||
		    grid->distance_bytes[i] > grid->distance_bytes[grid->distance_count - 1])
			grid->distance_bytes[grid->distance_count++] = grid->distance_bytes[i];
}

/* The points of one size, from `first` to before `end`, become a row over the ruler. */
static void fill_footprint(const struct grid *grid, struct grid_footprint *footprint, size_t first,
                           size_t end, double line_bytes)
{
	const struct sweep_point *points = grid->sweep.points;
	struct ruler ruler = {grid->distance_count, grid->distance_bytes, footprint->time_ns};
	size_t at = first;
	footprint->size_bytes = points[first].source->size_bytes;
	footprint->sites = points[first].source->sites;
	footprint->small_bytes =
	    line_bytes > 0 ? (double)footprint->sites * line_bytes : (double)footprint->size_bytes;
	for (size_t d = 0; d < grid->distance_count; d++) {
		bool swept =
		    at < end && !((double)points[at].source->distance_bytes > grid->distance_bytes[d]);
		/* Another number of pairs is another footprint, whatever its size says. */
		bool known = swept && points[at].counted > 0 && points[at].source->sites == footprint->sites;
		footprint->time_ns[d] = known ? points[at].time_ns : NAN;
		footprint->missing += !known;
		footprint->thin += known && points[at].counted < RULE_M0_THIN;
		at += swept;
	}
	if (footprint->missing > 0)
		return;
	footprint->granule = granule_fit(&ruler);
	granule_judge(&footprint->granule);
}

static void find_footprints(struct grid *grid, double line_bytes)
{
	const struct sweep *sweep = &grid->sweep;
	for (size_t first = 0, end; first < sweep->count; first = end) {
		struct grid_footprint *footprint = &grid->footprints[grid->footprint_count];
		for (end = first; end < sweep->count && sweep->points[end].source->size_bytes ==
		                                            sweep->points[first].source->size_bytes;)
			end++;
		*footprint = (struct grid_footprint){
		    .time_ns = &grid->time_ns[grid->footprint_count++ * grid->distance_count]};
		fill_footprint(grid, footprint, first, end, line_bytes);
	}
}

int grid_gather(struct grid *grid, const struct trials *trials, size_t pass, double line_bytes,
                struct fault *fault)
{
	*grid = (struct grid){.control_bytes = NAN};
	if (sweep_gather(&grid->sweep, trials, pass, false, fault) != 0)
		return -1;
	size_t count = grid->sweep.count;
	grid->distance_bytes = malloc((count + 1) * sizeof *grid->distance_bytes);
	grid->footprints = malloc((count + 1) * sizeof *grid->footprints);
	if (grid->distance_bytes == NULL || grid->footprints == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	find_distances(grid);
	if (grid->distance_count > GRID_DISTANCES) {
		fault_set(fault, NULL, "%zu distances in the pass \"%s\"", grid->distance_count,
		          grid->sweep.pass->name);
		return fault_expect(fault, "at most %d", GRID_DISTANCES);
	}
	grid->time_ns = malloc((count * grid->distance_count + 1) * sizeof *grid->time_ns);
	if (grid->time_ns == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	find_footprints(grid, line_bytes);
	return 0;
}

void grid_free(struct grid *grid)
{
	sweep_free(&grid->sweep);
	free(grid->distance_bytes);
	free(grid->footprints);
	free(grid->time_ns);
	*grid = (struct grid){0};
}

/* ---- one placement ---- */

static bool is_legal(const struct grid_placement *placement, const struct grid_footprint *footprint)
{
	return placement_holds(&placement->place, footprint->small_bytes, 2 * footprint->small_bytes);
}

/* G1 after the fit: sites x g and its double stay in the level too. */
static bool stays_legal(const struct grid_placement *placement, const struct grid_footprint *footprint)
{
	double sites_bytes = (double)footprint->sites * footprint->granule.bytes;
	return placement_holds(&placement->place, sites_bytes, 2 * sites_bytes);
}

/* Whether `one` is more central than `other`, or as central and smaller. */
static bool comes_before(const struct placement *place, const struct grid_footprint *one,
                         const struct grid_footprint *other)
{
	double off = placement_off_centre(place, one->small_bytes);
	double other_off = placement_off_centre(place, other->small_bytes);
	return off < other_off || (off <= other_off && one < other);
}

/* The first whole and legal footprint in that order that comes after `last` (NULL: of all). */
static const struct grid_footprint *next_central(const struct grid *grid,
                                                 const struct grid_placement *placement,
                                                 const struct grid_footprint *last)
{
	const struct grid_footprint *found = NULL;
	for (size_t i = 0; i < grid->footprint_count; i++) {
		const struct grid_footprint *footprint = &grid->footprints[i];
		if (footprint->missing == 0 && is_legal(placement, footprint) &&
		    (last == NULL || comes_before(&placement->place, last, footprint)) &&
		    (found == NULL || comes_before(&placement->place, footprint, found)))
			found = footprint;
	}
	return found;
}

static void choose_footprint(const struct grid *grid, struct grid_placement *placement)
{
	const struct grid_footprint *footprint = NULL;
	while ((footprint = next_central(grid, placement, footprint)) != NULL) {
		const struct granule *granule = &footprint->granule;
		bool stays = stays_legal(placement, footprint);
		bool ends = stays || (granule->refused & GRANULE_PUBLISHED) != 0;
		if (ends || placement->footprint == NULL) {
			placement->footprint = footprint;
			placement->refused = granule->refused | (stays ? 0 : RULE_SET(RULE_G1));
			placement->noted = granule->unjudged;
		}
		if (ends)
			return;
		placement->passed_over++;
	}
}

/* Where nothing was chosen: the legal footprint that lacks the fewest distances, or the nearest miss. */
static void explain_refusal(const struct grid *grid, struct grid_placement *placement)
{
	placement->miss = INFINITY;
	for (size_t i = 0; i < grid->footprint_count; i++) {
		const struct grid_footprint *footprint = &grid->footprints[i];
		double miss = placement_miss(&placement->place, footprint->small_bytes);
		if (is_legal(placement, footprint) &&
		    (placement->lacking == NULL || footprint->missing < placement->lacking->missing))
			placement->lacking = footprint;
		if (miss < placement->miss) {
			placement->nearest = footprint;
			placement->miss = miss;
		}
	}
	placement->refused = placement->lacking != NULL ? RULE_SET(RULE_M0) : RULE_SET(RULE_G1);
}

/* How far from the middle between the placement's knees a footprint alone stands, squared. */
static double retired_off_centre(const struct grid_placement *placement, const struct sweep *sweep,
                                 double small_bytes)
{
	double low = fmax(placement->place.after_bytes, sweep->size_bytes[0]);
	double high = fmin(placement->place.before_bytes, sweep->size_bytes[sweep->curve_count - 1]);
	double off = small_bytes * small_bytes / (low * high);
	return off < 1 ? 1 / off : off;
}

/* The reading without the footprint rule: a footprint between the knees, wherever its double comes to lie. */
static void read_retired(const struct grid *grid, struct grid_placement *placement, const struct sweep *sweep)
{
	double nearest = INFINITY;
	for (size_t i = 0; i < grid->footprint_count; i++) {
		const struct grid_footprint *footprint = &grid->footprints[i];
		if (footprint->missing > 0 || footprint->small_bytes <= placement->place.after_bytes ||
		    footprint->small_bytes >= placement->place.before_bytes)
			continue;
		if (is_legal(placement, footprint) && stays_legal(placement, footprint))
			continue;
		placement->edged++;
		if ((footprint->granule.refused & GRANULE_PUBLISHED) != 0)
			continue;
		placement->answering++;
		double off = retired_off_centre(placement, sweep, footprint->small_bytes);
		if (off < nearest) {
			nearest = off;
			placement->retired = footprint;
		}
	}
}

/* The sweep's time at a size that its curve spans, linear between points. */
static double time_at(const struct sweep *sweep, double size_bytes)
{
	for (size_t i = 1; i < sweep->curve_count; i++) {
		double low = sweep->size_bytes[i - 1], high = sweep->size_bytes[i];
		if (size_bytes <= high)
			return sweep->time_ns[i - 1] + (sweep->time_ns[i] - sweep->time_ns[i - 1]) *
			                                   ((size_bytes - low) / (high - low));
	}
	return NAN;
}

static void judge_placement(const struct grid *grid, struct grid_placement *placement,
                            const struct grid_base *base)
{
	placement->rise_ns = NAN;
	if (placement->why != NULL) {
		placement->refused = RULE_SET(RULE_G1);
		return;
	}
	choose_footprint(grid, placement);
	read_retired(grid, placement, base->sweep);
	if (placement->footprint == NULL) {
		explain_refusal(grid, placement);
		return;
	}
	double small_bytes = placement->footprint->small_bytes;
	placement->rise_ns = time_at(base->sweep, 2 * small_bytes) - time_at(base->sweep, small_bytes);
	if (!base->timer)
		placement->noted |= RULE_SET(RULE_T1);
}

void grid_judge(struct grid *grid, const struct grid_base *base)
{
	for (size_t i = 0; i < PLACEMENTS; i++) {
		struct grid_placement *placement = &grid->placements[i];
		*placement =
		    (struct grid_placement){.number = (enum placement_number)(i + 1), .why = base->why};
		if (placement->why == NULL)
			placement->why = placement_find(&placement->place, placement->number, base->hierarchy,
			                                base->sweep->size_bytes);
		judge_placement(grid, placement, base);
	}
}

/* ---- all placements ---- */

void grid_conclude(struct grid *grids, size_t count, rule_set besides)
{
	double found = NAN;
	for (size_t g = 0; g < count; g++) {
		const struct grid_placement *control = &grids[g].placements[PLACEMENT_CONTROL - 1];
		/* One that fits but does not stay legal proves nothing, either way. */
		grids[g].control_known = control->footprint != NULL && control->refused != RULE_SET(RULE_G1);
		if (grids[g].control_known && control->refused == 0 && isnan(found))
			found = control->footprint->granule.bytes;
	}
	for (size_t g = 0; g < count; g++) {
		grids[g].control_bytes = found;
		for (size_t i = 0; i < PLACEMENTS; i++) {
			struct grid_placement *placement = &grids[g].placements[i];
			bool fitted = placement->footprint != NULL;
			if (fitted)
				placement->refused |= besides | (isnan(found) ? 0 : RULE_SET(RULE_G6));
			if (fitted && isnan(found) && !grids[g].control_known)
				placement->noted |= RULE_SET(RULE_G6);
			placement->status = status_of(placement->refused, placement->noted);
		}
	}
}
