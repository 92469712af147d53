/* Where a curve is searched for its stairs (rules P0 to K8, B1, M2). */
#include "curve.h"
#include "../maths/logarithm.h"
#include "../maths/median.h"
#include "../rule.h"

#include <math.h>
#include <stdint.h>

/* ---- plateaus ---- */

static bool run_breaks(const struct curve *curve, size_t at)
{
	struct ratio apart = curve->rules >= 3 ? rule_p0_apart_3 : rule_p0_apart;
	return ratio_above(curve->size_bytes[at], apart, curve->size_bytes[at - 1]);
}

static bool run_qualifies(const struct curve *curve, size_t first, size_t last)
{
	return last - first + 1 >= RULE_P1_POINTS &&
	       ratio_reached(curve->size_bytes[last], rule_p1_span, curve->size_bytes[first]);
}

bool plateau_possible(const struct curve *curve)
{
	for (size_t first = 0, i = 1; i <= curve->count; i++) {
		if (i < curve->count && !run_breaks(curve, i))
			continue;
		if (run_qualifies(curve, first, i - 1))
			return true;
		first = i;
	}
	return false;
}

/* Whether a run with that floor goes on at the point. */
static bool run_holds(const struct curve *curve, size_t at, double floor_ns)
{
	return at < curve->count && !run_breaks(curve, at) &&
	       !ratio_above(curve->time_ns[at], rule_p1_rise, floor_ns);
}

/* The longest run from `first`: its last point, and its lowest time. */
static size_t run_end(const struct curve *curve, size_t first, double *floor_ns)
{
	size_t last = first;
	*floor_ns = curve->time_ns[first];
	while (run_holds(curve, last + 1, *floor_ns)) {
		last++;
		*floor_ns = fmin(*floor_ns, curve->time_ns[last]);
	}
	return last;
}

static enum steadiness run_steady(const struct curve *curve, size_t first, size_t last)
{
	double highest = curve->time_ns[first];
	for (size_t i = first + 1; i <= last; i++) {
		if (ratio_above(highest, rule_d1_fall, curve->time_ns[i]))
			return UNSTEADY;
		highest = fmax(highest, curve->time_ns[i]);
	}
	return STEADY;
}

size_t plateau_find(const struct curve *curve, struct plateau *plateaus)
{
	size_t count = 0;
	for (size_t first = 0; first < curve->count;) {
		double floor_ns;
		size_t last = run_end(curve, first, &floor_ns);
		if (!run_qualifies(curve, first, last)) {
			first++;
			continue;
		}
		plateaus[count++] =
		    (struct plateau){first, last, floor_ns, run_steady(curve, first, last), 0};
		first = last + 1;
	}
	return count;
}

void plateau_forgive(const struct curve *quiet, struct plateau *plateaus, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (plateaus[i].steady == UNSTEADY &&
		    run_steady(quiet, plateaus[i].first, plateaus[i].last) == STEADY)
			plateaus[i].steady = STEADY_WHEN_QUIET;
}

/* The median of the times of `count` plateaus together. */
static double times_median(const struct curve *curve, const struct plateau *plateaus, size_t count,
                           double *scratch)
{
	size_t points = 0;
	for (size_t p = 0; p < count; p++)
		for (size_t at = plateaus[p].first; at <= plateaus[p].last; at++)
			scratch[points++] = curve->time_ns[at];
	return median_select(scratch, points);
}

void plateau_medians(const struct curve *curve, struct plateau *plateaus, size_t count, double *scratch)
{
	for (size_t i = 0; i < count; i++)
		plateaus[i].median_ns = times_median(curve, &plateaus[i], 1, scratch);
}

void plateau_cut(const struct curve *curve, struct plateau *below, const struct plateau *above,
                 double *scratch)
{
	size_t last = below->last;
	while (last > below->first && curve->time_ns[below->last] >= knee_mean(below, above)) {
		last = below->last - 1;
		while (last > below->first && curve->time_ns[last] >= knee_mean(below, above))
			last--;
		if (!run_qualifies(curve, below->first, last))
			return;
		below->last = last;
		plateau_medians(curve, below, 1, scratch);
	}
}

bool plateau_is_cut(const struct curve *curve, const struct plateau *plateau)
{
	return run_holds(curve, plateau->last + 1, plateau->floor_ns);
}

size_t plateau_rejected(const struct curve *curve, const struct plateau *plateaus, size_t count,
                        struct plateau *runs)
{
	size_t found = 0, next = 0;
	for (size_t first = 0; first < curve->count;) {
		if (next < count && plateaus[next].first == first) {
			first = plateaus[next++].last + 1;
			continue;
		}
		double floor_ns;
		size_t last = run_end(curve, first, &floor_ns);
		bool inside = found > 0 && runs[found - 1].last >= last;
		/* A run that only leads into a plateau is its approach, not a plateau that failed. */
		bool approach = next < count && last >= plateaus[next].first;
		if (last > first && !inside && !approach)
			runs[found++] =
			    (struct plateau){first, last, floor_ns, run_steady(curve, first, last), 0};
		first++;
	}
	return found;
}

static bool floors_part(const struct plateau *below, const struct plateau *above)
{
	return ratio_reached(above->floor_ns, rule_l1_step, below->floor_ns);
}

/* Medians that were not taken part nothing. */
static bool medians_part(const struct plateau *below, const struct plateau *above)
{
	return below->median_ns > 0 && ratio_reached(above->median_ns, rule_h3_step, below->median_ns);
}

bool levels_part(const struct plateau *below, const struct plateau *above)
{
	return floors_part(below, above) || medians_part(below, above);
}

void level_medians(const struct curve *curve, const struct plateau *plateaus, struct level *levels,
                   size_t count, double *scratch)
{
	for (size_t i = 0; i < count; i++)
		levels[i].median_ns = times_median(curve, &plateaus[levels[i].first],
		                                   levels[i].last - levels[i].first + 1, scratch);
}

size_t level_group(const struct plateau *plateaus, size_t count, struct level *levels)
{
	size_t found = 0;
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && !levels_part(&plateaus[i - 1], &plateaus[i])) {
			struct level *level = &levels[found - 1];
			level->last = i;
			level->floor_ns = fmin(level->floor_ns, plateaus[i].floor_ns);
			continue;
		}
		levels[found++] = (struct level){i, i, plateaus[i].floor_ns, 0};
	}
	return found;
}

/* ---- knees ---- */

/* The larger of two sizes over the smaller. */
static double times_apart(double a, double b)
{
	return a > b ? a / b : b / a;
}

/* The square root is one of IEEE 754's exactly rounded operations. */
double knee_mean(const struct plateau *below, const struct plateau *above)
{
	return floors_part(below, above) || !medians_part(below, above)
	           ? sqrt(below->floor_ns * above->floor_ns)
	           : sqrt(below->median_ns * above->median_ns);
}

/* Where the curve reaches the mean on the way from point `from` to point `to`: linear in log size and log
 * time. */
static double crossing_between(const struct curve *curve, size_t from, size_t to, double mean)
{
	double low_time = logarithm_of(curve->time_ns[from]), high_time = logarithm_of(curve->time_ns[to]);
	double low_size = logarithm_of(curve->size_bytes[from]),
	       high_size = logarithm_of(curve->size_bytes[to]);
	double share = (logarithm_of(mean) - low_time) / (high_time - low_time);
	return logarithm_power(low_size + share * (high_size - low_size));
}

double knee_crossing(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                     double mean_ns, double near_bytes)
{
	double nearest = NAN;
	size_t before = SIZE_MAX;
	for (size_t i = below->first; i <= above->last; i++) {
		if (isnan(curve->time_ns[i]))
			continue;
		if (before != SIZE_MAX && curve->time_ns[before] < mean_ns && curve->time_ns[i] >= mean_ns) {
			double found = crossing_between(curve, before, i, mean_ns);
			if (isnan(nearest) ||
			    times_apart(found, near_bytes) < times_apart(nearest, near_bytes))
				nearest = found;
		}
		before = i;
	}
	return nearest;
}

bool knee_place(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                double *size_bytes)
{
	double mean = knee_mean(below, above);
	const double *time = curve->time_ns;
	size_t at = below->last;
	if (time[at] >= mean)
		return false;
	while (at < above->first && time[at] < mean)
		at++;
	*size_bytes = crossing_between(curve, at - 1, at, mean);
	return true;
}

size_t knee_crossings(const struct curve *curve, const struct plateau *below, const struct plateau *above)
{
	double mean = knee_mean(below, above);
	size_t crossings = 0;
	for (size_t i = below->first + 1; i <= above->last; i++)
		crossings += (curve->time_ns[i - 1] < mean) != (curve->time_ns[i] < mean);
	return crossings;
}

/* Doublings of time an octave of size. */
static double slope(const struct curve *curve, size_t from, size_t to)
{
	return logarithm_of(curve->time_ns[to] / curve->time_ns[from]) /
	       logarithm_of(curve->size_bytes[to] / curve->size_bytes[from]);
}

/* The steepest slope over pairs of points at least `apart` apart that reach into the gap; -1 where there is
 * none. */
static double steepest(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                       struct ratio apart)
{
	double found = -1;
	for (size_t from = below->first; from < above->first; from++)
		for (size_t to = below->last + 1; to <= above->last; to++)
			if (to > from && ratio_reached(curve->size_bytes[to], apart, curve->size_bytes[from]))
				found = fmax(found, slope(curve, from, to));
	return found;
}

/* `plateau` is the larger slope of the two plateaus, `least` the least that counts. */
static struct contrast contrast_of(double steepest_slope, double plateau, struct ratio least,
                                   struct ratio times)
{
	double slope = fmax(ratio_value(least), plateau);
	return (struct contrast){steepest_slope, slope, ratio_reached(steepest_slope, times, slope)};
}

struct contrast knee_contrast(const struct curve *curve, const struct plateau *below,
                              const struct plateau *above)
{
	return contrast_of(
	    steepest(curve, below, above, rule_k6_pair),
	    fmax(slope(curve, below->first, below->last), slope(curve, above->first, above->last)),
	    rule_k6_least, rule_k6_contrast);
}

/* The least-squares slope over all points of a plateau, in doublings of time an octave. */
static double plateau_slope(const struct curve *curve, const struct plateau *plateau)
{
	double count = 0, x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
	for (size_t i = plateau->first; i <= plateau->last; i++) {
		double x = logarithm_of(curve->size_bytes[i] / curve->size_bytes[plateau->first]);
		double y = logarithm_of(curve->time_ns[i] / curve->time_ns[plateau->first]);
		count += 1;
		x_sum += x;
		y_sum += y;
		xx_sum += x * x;
		xy_sum += x * y;
	}
	return (count * xy_sum - x_sum * y_sum) / (count * xx_sum - x_sum * x_sum);
}

struct contrast knee_octave_contrast(const struct curve *curve, const struct plateau *below,
                                     const struct plateau *above)
{
	return contrast_of(steepest(curve, below, above, rule_k8_pair),
	                   fmax(plateau_slope(curve, below), plateau_slope(curve, above)), rule_k8_least,
	                   rule_k8_contrast);
}

bool knee_hides(const struct curve *curve, const struct plateau *below, const struct plateau *above)
{
	return ratio_above(curve->size_bytes[above->first], rule_k7_span, curve->size_bytes[below->last]);
}

/* From version 3 on: the first of the lower plateau's points that rises above 1.10 times its median, or by a
 * tenth of the way to the upper plateau's first point; one past the plateau where none does. */
static size_t creep_begins(const struct curve *curve, const struct plateau *below,
                           const struct plateau *above)
{
	double median_ns = below->median_ns, climb_ns = curve->time_ns[above->first] - median_ns;
	size_t at = below->first;
	if (median_ns == 0)
		return below->last + 1;
	while (at <= below->last && !ratio_above(curve->time_ns[at], rule_b1_creep, median_ns) &&
	       !ratio_above(curve->time_ns[at] - median_ns, rule_b1_climb, climb_ns))
		at++;
	return at;
}

double knee_lower_bound(const struct curve *curve, const struct plateau *below, const struct plateau *above)
{
	size_t at = below->last, creep = creep_begins(curve, below, above);
	while (at > below->first && (at >= creep || !ratio_reached(curve->size_bytes[below->last],
	                                                           rule_b1_below, curve->size_bytes[at])))
		at--;
	return curve->size_bytes[at];
}

bool midpoint_place(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                    double *scratch, double *size_bytes)
{
	double mean = (times_median(curve, below, 1, scratch) + times_median(curve, above, 1, scratch)) / 2;
	const double *time = curve->time_ns, *size = curve->size_bytes;
	size_t at = below->last;
	if (!(time[at] < mean))
		return false;
	while (at <= above->last && time[at] < mean)
		at++;
	if (at > above->last)
		return false;
	double share = (mean - time[at - 1]) / (time[at] - time[at - 1]);
	*size_bytes = size[at - 1] + share * (size[at] - size[at - 1]);
	return true;
}

size_t knee_list(const struct curve *curve, struct plateau *plateaus, struct level *levels, double *knees)
{
	size_t found = 0;
	size_t level_count = level_group(plateaus, plateau_find(curve, plateaus), levels);
	for (size_t i = 1; i < level_count; i++)
		found += knee_place(curve, &plateaus[levels[i - 1].last], &plateaus[levels[i].first],
		                    &knees[found]);
	return found;
}

long knee_nearest(const double *knees, size_t count, double size_bytes, double factor)
{
	long nearest = -1;
	double best = factor;
	for (size_t i = 0; i < count; i++) {
		double ratio = times_apart(knees[i], size_bytes);
		if (ratio <= best) {
			best = ratio;
			nearest = (long)i;
		}
	}
	return nearest;
}
