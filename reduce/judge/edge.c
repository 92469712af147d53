/* How narrowly the size of a knee can be claimed (rules E1, E2). */
#include "edge.h"
#include "../rule.h"

#include <math.h>

/* What the miss shares are worked out from: the floor F, and D from there to the time at B's first size. */
struct edge_scale {
	size_t bound; /* the index of B1 */
	double floor_ns, climb_ns;
};

/* Whether the miss share of a time is above a share. */
static bool misses(const struct edge_scale *scale, double time_ns, struct ratio share)
{
	return ratio_above(time_ns - scale->floor_ns, share, scale->climb_ns);
}

static bool misses_reach(const struct edge_scale *scale, double time_ns, struct ratio share)
{
	return ratio_reached(time_ns - scale->floor_ns, share, scale->climb_ns);
}

/* The mean of the round medians of one size; NAN where no round has it. */
static double mean_round(const struct edge_curve *pass, size_t at)
{
	double sum = 0;
	size_t count = 0;
	for (size_t r = 0; r < pass->rounds; r++) {
		double time_ns = pass->round_ns[r * pass->curve.count + at];
		if (isnan(time_ns))
			continue;
		sum += time_ns;
		count++;
	}
	return count > 0 ? sum / (double)count : NAN;
}

/* The index of the largest size of `below` that is at most bound_bytes. */
static size_t bound_index(const struct curve *curve, const struct plateau *below, double bound_bytes)
{
	size_t at = below->first;
	while (at < below->last && curve->size_bytes[at + 1] <= bound_bytes)
		at++;
	return at;
}

/* (a) */
static bool floor_holds(const struct edge_curve *pass, size_t first, const struct edge_scale *scale)
{
	size_t near = 0, count = scale->bound - first + 1;
	for (size_t i = first; i <= scale->bound; i++)
		near += !ratio_above(fabs(pass->curve.time_ns[i] - scale->floor_ns), rule_e1_begins,
		                     scale->climb_ns);
	return ratio_reached((double)near, rule_e1_near, (double)count);
}

/* S_r: the last index, going up from B1, before the round's misses begin; false where they begin at one of
 * the three sizes up to B1, or where the round lacks a size on the way. */
static bool round_edge(const double *round_ns, size_t next, const struct edge_scale *scale, size_t *edge)
{
	for (size_t i = scale->bound + 1 - RULE_E1_SIZES; i <= scale->bound; i++)
		if (isnan(round_ns[i]) || misses(scale, round_ns[i], rule_e1_begins))
			return false;
	for (*edge = scale->bound; *edge < next; ++*edge) {
		if (isnan(round_ns[*edge + 1]))
			return false;
		if (misses(scale, round_ns[*edge + 1], rule_e1_begins))
			break;
	}
	return true;
}

/* (b) and (c) */
static enum edge_verdict rounds_agree(const struct edge_curve *pass, size_t next,
                                      const struct edge_scale *scale)
{
	size_t left = 0, lowest = next, highest = scale->bound, asked;
	for (size_t r = 0; r < pass->rounds; r++) {
		size_t edge;
		if (!round_edge(&pass->round_ns[r * pass->curve.count], next, scale, &edge))
			continue;
		left++;
		lowest = edge < lowest ? edge : lowest;
		highest = edge > highest ? edge : highest;
	}
	asked = pass->rounds < RULE_E1_ROUNDS_LEFT ? pass->rounds : RULE_E1_ROUNDS_LEFT;
	if (left < asked)
		return EDGE_RISES;
	return ratio_above(pass->curve.size_bytes[highest], rule_e1_rounds, pass->curve.size_bytes[lowest])
	           ? EDGE_ROUNDS_DIFFER
	           : EDGE_CLAIMED;
}

/* Whether the mean misses reach a share by a size of ratio times the edge. */
static bool reaches(const struct edge_curve *pass, size_t edge, const struct edge_scale *scale,
                    struct ratio share, struct ratio by)
{
	const double *size_bytes = pass->curve.size_bytes;
	for (size_t i = edge + 1; i < pass->curve.count && !ratio_above(size_bytes[i], by, size_bytes[edge]);
	     i++)
		if (misses_reach(scale, mean_round(pass, i), share))
			return true;
	return false;
}

static bool sharp(const struct edge_curve *pass, size_t edge, const struct edge_scale *scale)
{
	for (size_t i = 0; i < sizeof rule_e1_sharp / sizeof rule_e1_sharp[0]; i++)
		if (reaches(pass, edge, scale, rule_e1_sharp[i].share, rule_e1_sharp[i].by))
			return true;
	return false;
}

/* (d) to (f) on the mean of the rounds; *edge gets S. */
static enum edge_verdict judge_mean(const struct edge_curve *pass, size_t next,
                                    const struct edge_scale *scale, size_t *edge)
{
	size_t at = scale->bound;
	while (at < next && !misses(scale, mean_round(pass, at + 1), rule_e1_begins))
		at++;
	*edge = at;
	for (size_t i = at + 1; i < next; i++)
		if (!misses(scale, mean_round(pass, i), rule_e1_begins))
			return EDGE_NOT_MONOTONE;
	if (!sharp(pass, at, scale))
		return EDGE_SOFT;
	return reaches(pass, at, scale, rule_e1_half, rule_e1_half_by) ? EDGE_CLAIMED : EDGE_NO_HALF;
}

static void claim(const struct edge_curve *pass, const struct edge_knee *knee, const struct edge_scale *scale,
                  size_t at, struct edge *edge)
{
	const double *size_bytes = pass->curve.size_bytes;
	size_t upper = at + 1;
	while (upper < knee->above->first && !misses_reach(scale, mean_round(pass, upper), rule_e1_upper))
		upper++;
	edge->low_bytes = size_bytes[at] * rule_e1_lower.under / rule_e1_lower.over;
	edge->high_bytes = size_bytes[upper];
	if (!knee->first)
		edge->high_bytes = edge->high_bytes * rule_e1_later.over / rule_e1_later.under;
	if (ratio_above(knee->knee_bytes, rule_e1_knee, edge->high_bytes))
		*edge = (struct edge){EDGE_EARLY, NAN, NAN};
}

/* Whether a way of the cache can be larger than a page. */
static bool falls_over_colours(const struct edge_knee *knee)
{
	return !knee->first && !knee->huge;
}

struct edge edge_find(const struct edge_curve *pass, const struct edge_knee *knee, double *scratch)
{
	struct edge edge = {EDGE_CLAIMED, NAN, NAN};
	struct plateau floor = *knee->below;
	size_t at = 0, next = knee->above->first;
	floor.last = bound_index(&pass->curve, knee->below, knee->bound_bytes);
	if (floor.last - floor.first + 1 < RULE_E1_SIZES || pass->rounds < RULE_E1_ROUNDS)
		edge.verdict = EDGE_FEW;
	else if (falls_over_colours(knee))
		edge.verdict = EDGE_PAGES;
	if (edge.verdict != EDGE_CLAIMED)
		return edge;
	plateau_medians(&pass->curve, &floor, 1, scratch);
	struct edge_scale scale = {floor.last, floor.median_ns, pass->curve.time_ns[next] - floor.median_ns};
	edge.verdict = floor_holds(pass, floor.first, &scale) ? rounds_agree(pass, next, &scale) : EDGE_NOISY;
	if (edge.verdict == EDGE_CLAIMED)
		edge.verdict = judge_mean(pass, next, &scale, &at);
	if (edge.verdict == EDGE_CLAIMED)
		claim(pass, knee, &scale, at, &edge);
	return edge;
}

/* Whether the two sizes that bracket the knee lie near enough. */
static bool grid_tells(const struct curve *curve, double knee_bytes)
{
	size_t above = 1;
	while (above + 1 < curve->count && curve->size_bytes[above] < knee_bytes)
		above++;
	return !ratio_above(curve->size_bytes[above], rule_e2_grid, curve->size_bytes[above - 1]);
}

struct edge edge_factor(const struct curve *curve, const struct edge_knee *knee, double quiet_bytes)
{
	/* fmin and fmax pass over what is not a number. */
	double low_bytes = fmin(knee->knee_bytes, quiet_bytes) * rule_e2_low.over / rule_e2_low.under;
	double high_bytes = fmax(knee->knee_bytes, quiet_bytes) * rule_e2_high.over / rule_e2_high.under;
	double next_bytes = curve->size_bytes[knee->above->first];
	if (!grid_tells(curve, knee->knee_bytes))
		return (struct edge){EDGE_GRID, NAN, NAN};
	if (ratio_above(next_bytes, rule_e2_climb, knee->bound_bytes))
		return (struct edge){EDGE_LONG, NAN, NAN};
	return (struct edge){EDGE_CLAIMED, fmax(knee->bound_bytes, low_bytes),
	                     falls_over_colours(knee) ? high_bytes : fmin(next_bytes, high_bytes)};
}
