/* Where a pass's curve is judged. */
#include "hierarchy.h"
#include "../maths/logarithm.h"
#include "../maths/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for the reduction of one more curve over the same sizes. */
struct again {
	double *size_bytes, *time_ns;
	struct plateau *plateaus;
	struct level *levels;
	double *knees;
};

static void again_free(struct again *again)
{
	free(again->size_bytes);
	free(again->time_ns);
	free(again->plateaus);
	free(again->levels);
	free(again->knees);
}

static int again_make(struct again *again, size_t count)
{
	again->size_bytes = malloc((count + 1) * sizeof(double));
	again->time_ns = malloc((count + 1) * sizeof(double));
	again->plateaus = malloc((count + 1) * sizeof(struct plateau));
	again->levels = malloc((count + 1) * sizeof(struct level));
	again->knees = malloc((count + 1) * sizeof(double));
	return again->size_bytes && again->time_ns && again->plateaus && again->levels && again->knees ? 0
	                                                                                               : -1;
}

/* The knees of the curve with other times; NAN times are left out. */
static size_t reduce_again(struct again *again, const struct sweep *sweep, const double *time_ns)
{
	size_t count = 0;
	for (size_t i = 0; i < sweep->curve_count; i++) {
		if (isnan(time_ns[i]))
			continue;
		again->size_bytes[count] = sweep->size_bytes[i];
		again->time_ns[count++] = time_ns[i];
	}
	struct curve curve = {count, again->size_bytes, again->time_ns, 0};
	return knee_list(&curve, again->plateaus, again->levels, again->knees);
}

/* Whether every point from A's first to B's last has the trials that K2 needs. */
static bool enough_trials(const struct sweep *sweep, const struct stair *stair)
{
	for (size_t i = stair->below.first; i <= stair->above.last; i++)
		if (sweep->points[sweep->point_of[i]].counted < RULE_K2_TRIALS)
			return false;
	return true;
}

static void unjudged(struct stair *stair, enum rule_id rule)
{
	stair->noted |= RULE_SET(rule);
	stair->unjudged |= RULE_SET(rule);
}

/* The pass's curve with other times over the same sizes. */
static struct curve curve_with(const struct sweep *sweep, const double *time_ns)
{
	return (struct curve){sweep->curve_count, sweep->size_bytes, time_ns, 0};
}

static void judge_k2(struct stair *stair, size_t found, double *knees)
{
	stair->held = found;
	if (found > 0) {
		median_sort(knees, found);
		/* Nearest ranks of the 2.5 and 97.5 percentiles. */
		stair->low_bytes = knees[(25 * found + 999) / 1000 - 1];
		stair->high_bytes = knees[(975 * found + 999) / 1000 - 1];
	}
	if (found < RULE_K2_HOLD || ratio_above(stair->high_bytes, rule_k2_span, stair->low_bytes))
		stair->refused |= RULE_SET(RULE_K2);
}

/* K2 from version 3 on: where each resample crosses the mean of K1. */
static int cross_resamples(struct hierarchy *hierarchy, const struct sweep *sweep)
{
	double *knees = malloc(RULE_K2_RESAMPLES * sizeof *knees);
	if (knees == NULL)
		return -1;
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		struct stair *stair = &hierarchy->stairs[s];
		size_t found = 0;
		if (isnan(stair->knee_bytes))
			continue;
		for (size_t i = 0; i < RULE_K2_RESAMPLES; i++) {
			struct curve curve = curve_with(sweep, &sweep->resampled_ns[i * sweep->curve_count]);
			double knee = knee_crossing(&curve, &stair->below, &stair->above, stair->mean_ns,
			                            stair->knee_bytes);
			if (!isnan(knee) && ratio_within(knee, stair->knee_bytes, rule_k2_near))
				knees[found++] = knee;
		}
		if (enough_trials(sweep, stair))
			judge_k2(stair, found, knees);
		else
			unjudged(stair, RULE_K2);
	}
	free(knees);
	return 0;
}

/* K2 until version 2, over all stairs at once: each resample is reduced once, and gives each stair its
 * nearest knee. */
static int repeat_stairs(struct hierarchy *hierarchy, const struct sweep *sweep, struct again *again)
{
	size_t stairs = hierarchy->stair_count;
	double *knees = malloc((stairs * RULE_K2_RESAMPLES + 1) * sizeof *knees);
	size_t *found = calloc(stairs + 1, sizeof *found);
	int status = knees != NULL && found != NULL ? 0 : -1;
	for (size_t i = 0; status == 0 && i < RULE_K2_RESAMPLES; i++) {
		size_t count = reduce_again(again, sweep, &sweep->resampled_ns[i * sweep->curve_count]);
		for (size_t s = 0; s < stairs; s++) {
			long nearest = knee_nearest(again->knees, count, hierarchy->stairs[s].knee_bytes,
			                            ratio_value(rule_k2_near));
			if (nearest >= 0)
				knees[s * RULE_K2_RESAMPLES + found[s]++] = again->knees[nearest];
		}
	}
	for (size_t s = 0; status == 0 && s < stairs; s++) {
		struct stair *stair = &hierarchy->stairs[s];
		if (isnan(stair->knee_bytes))
			continue;
		if (enough_trials(sweep, stair))
			judge_k2(stair, found[s], &knees[s * RULE_K2_RESAMPLES]);
		else
			unjudged(stair, RULE_K2);
	}
	free(knees);
	free(found);
	return status;
}

/* K3 until version 2: each round reduced alone. */
static void count_rounds(struct hierarchy *hierarchy, const struct sweep *sweep, struct again *again)
{
	for (size_t r = 0; r < sweep->rounds; r++) {
		size_t count = reduce_again(again, sweep, &sweep->round_ns[r * sweep->curve_count]);
		for (size_t s = 0; s < hierarchy->stair_count; s++) {
			struct stair *stair = &hierarchy->stairs[s];
			long nearest = knee_nearest(again->knees, count, stair->knee_bytes, 2);
			stair->rounds++;
			stair->agreeing += nearest >= 0 && ratio_within(again->knees[nearest],
			                                                stair->knee_bytes, rule_k3_apart);
		}
	}
}

/* K3 from version 3 on: where each round crosses the mean of K1. */
static void cross_rounds(struct hierarchy *hierarchy, const struct sweep *sweep)
{
	for (size_t r = 0; r < sweep->rounds; r++) {
		struct curve curve = curve_with(sweep, &sweep->round_ns[r * sweep->curve_count]);
		for (size_t s = 0; s < hierarchy->stair_count; s++) {
			struct stair *stair = &hierarchy->stairs[s];
			double knee = knee_crossing(&curve, &stair->below, &stair->above, stair->mean_ns,
			                            stair->knee_bytes);
			stair->rounds++;
			if (isnan(knee))
				continue;
			stair->agreeing += ratio_within(knee, stair->knee_bytes, rule_k3_apart_3);
			stair->close += ratio_within(knee, stair->knee_bytes, rule_k3_apart);
		}
	}
}

/* K3: two thirds of the rounds. From version 3 on more than half of them, and further apart, are not refused
 * but noted. */
static void judge_rounds(struct stair *stair, unsigned version)
{
	double all = (double)stair->rounds;
	if (version < 3 ? !ratio_reached((double)stair->agreeing, rule_k3_rounds, all)
	                : !ratio_above((double)stair->agreeing, rule_k3_rounds_3, all))
		stair->refused |= RULE_SET(RULE_K3);
	else if (version >= 3 && !ratio_reached((double)stair->close, rule_k3_rounds, all))
		stair->noted |= RULE_SET(RULE_K3);
}

static void judge_k3(struct hierarchy *hierarchy, unsigned version)
{
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		struct stair *stair = &hierarchy->stairs[s];
		if (isnan(stair->knee_bytes))
			continue;
		if (stair->rounds < 2)
			unjudged(stair, RULE_K3);
		else
			judge_rounds(stair, version);
	}
}

/* A and B, and what follows from the curve alone. */
static void stair_place(struct stair *stair, const struct curve *curve, const struct plateau *below,
                        const struct plateau *above, unsigned version)
{
	stair->below = *below;
	stair->above = *above;
	stair->mean_ns = knee_mean(below, above);
	stair->knee_bytes = stair->low_bytes = stair->high_bytes = stair->quiet_bytes = NAN;
	if (!knee_place(curve, below, above, &stair->knee_bytes))
		stair->refused |= RULE_SET(RULE_K5);
	else if (version >= 3 && plateau_is_cut(curve, below))
		stair->noted |= RULE_SET(RULE_K5);
	stair->bound_bytes = knee_lower_bound(curve, below, above);
	stair->top_bytes = curve->size_bytes[below->last];
	stair->next_bytes = curve->size_bytes[above->first];
	stair->crossings = knee_crossings(curve, below, above);
	stair->contrast = knee_contrast(curve, below, above);
	if (!below->steady || !above->steady)
		stair->refused |= RULE_SET(RULE_D1);
	else if (below->steady == STEADY_WHEN_QUIET || above->steady == STEADY_WHEN_QUIET)
		stair->noted |= RULE_SET(RULE_D1);
	if (stair->crossings != RULE_K4_CROSSINGS && (stair->refused & RULE_SET(RULE_K5)) == 0)
		stair->refused |= RULE_SET(RULE_K4);
	if (!stair->contrast.edge)
		stair->refused |= RULE_SET(RULE_K6);
	stair->octave = knee_octave_contrast(curve, below, above);
	if (rule_applies(RULE_K8, version) && !stair->octave.edge)
		stair->refused |= RULE_SET(RULE_K8);
	if (rule_applies(RULE_K9, version) &&
	    ratio_above(stair->next_bytes, rule_k9_width, stair->bound_bytes))
		stair->noted |= RULE_SET(RULE_K9);
	if (knee_hides(curve, below, above))
		stair->noted |= RULE_SET(RULE_K7);
}

/* The number of the level of the median curve that a size stands in or above. */
static size_t level_below(const struct hierarchy *hierarchy, const struct curve *curve, double size_bytes)
{
	size_t level = 1;
	for (size_t i = 1; i < hierarchy->level_count; i++)
		if (curve->size_bytes[hierarchy->plateaus[hierarchy->levels[i].first].first] < size_bytes)
			level = i + 1;
	return level;
}

/* M1 from version 3 on: whether a knee is known already, refused or not, between the same two levels: those
 * whose times lie on both sides of its mean, for a disturbed level keeps its time while its end moves. No two
 * levels have one number. */
static bool stair_known(const struct hierarchy *hierarchy, const struct stair *quiet)
{
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		const struct stair *stair = &hierarchy->stairs[s];
		if (stair->level == quiet->level ||
		    (stair->below.floor_ns < quiet->mean_ns && quiet->mean_ns < stair->above.floor_ns))
			return true;
	}
	return false;
}

static int add_quiet_stair(struct hierarchy *hierarchy, const struct curve *curve, const struct curve *quiet,
                           const struct plateau *below, const struct plateau *above)
{
	unsigned version = curve->rules;
	struct stair stair = {.only_quiet = true, .noted = RULE_SET(RULE_M1)};
	stair_place(&stair, quiet, below, above, version);
	if (stair.refused != 0)
		return 0; /* not a knee there either */
	stair.quiet_bytes = stair.knee_bytes;
	stair.level = level_below(hierarchy, curve, stair.knee_bytes);
	if (version >= 3 && stair_known(hierarchy, &stair))
		return 0;
	struct stair *larger = realloc(hierarchy->stairs, (hierarchy->stair_count + 1) * sizeof *larger);
	if (larger == NULL)
		return -1;
	hierarchy->stairs = larger;
	hierarchy->stairs[hierarchy->stair_count++] = stair;
	return 0;
}

/* P1, and from version 3 on H3's medians. `scratch` has room for the curve. Returns how many plateaus there
 * are. */
static size_t take_plateaus(const struct curve *curve, struct plateau *plateaus, double *scratch)
{
	size_t count = plateau_find(curve, plateaus);
	if (rule_applies(RULE_H3, curve->rules))
		plateau_medians(curve, plateaus, count, scratch);
	return count;
}

/* L1 and, from version 3 on, K5's cut. `scratch` has room for the curve. Returns how many levels there are.
 */
static size_t take_levels(const struct curve *curve, struct plateau *plateaus, size_t count,
                          struct level *levels, double *scratch)
{
	size_t found = level_group(plateaus, count, levels);
	for (size_t i = 1; curve->rules >= 3 && i < found; i++)
		plateau_cut(curve, &plateaus[levels[i - 1].last], &plateaus[levels[i].first], scratch);
	return found;
}

/* M1 for a knee of the medians. Between the two factors it is noted. */
static void judge_quiet(struct stair *stair, unsigned version)
{
	bool lacking = isnan(stair->quiet_bytes);
	if (lacking ? version >= 3 && !isnan(stair->knee_bytes)
	            : !ratio_within(stair->quiet_bytes, stair->knee_bytes,
	                            version >= 3 ? rule_m1_apart_3 : rule_m1_apart))
		stair->refused |= RULE_SET(RULE_M1);
	else if (!lacking && version >= 3 &&
	         !ratio_within(stair->quiet_bytes, stair->knee_bytes, rule_m1_apart))
		stair->noted |= RULE_SET(RULE_M1);
}

/* M1: the quiet curve's knees beside the median curve's. */
static int quieten_stairs(struct hierarchy *hierarchy, const struct sweep *sweep, struct again *again,
                          unsigned version)
{
	struct curve curve = sweep_curve(sweep), quiet = curve_with(sweep, sweep->quiet_ns);
	curve.rules = quiet.rules = version;
	size_t count = take_plateaus(&quiet, again->plateaus, again->knees);
	size_t levels = take_levels(&quiet, again->plateaus, count, again->levels, again->knees);
	size_t median_stairs = hierarchy->stair_count;
	for (size_t i = 1; i < levels; i++) {
		const struct plateau *below = &again->plateaus[again->levels[i - 1].last];
		const struct plateau *above = &again->plateaus[again->levels[i].first];
		double size_bytes;
		bool known = false;
		if (!knee_place(&quiet, below, above, &size_bytes))
			continue;
		for (size_t s = 0; s < median_stairs; s++) {
			struct stair *stair = &hierarchy->stairs[s];
			if (knee_nearest(&stair->knee_bytes, 1, size_bytes, ratio_value(rule_k2_near)) < 0)
				continue;
			known = true;
			if (isnan(stair->quiet_bytes) ||
			    fabs(logarithm_of(size_bytes / stair->knee_bytes)) <
			        fabs(logarithm_of(stair->quiet_bytes / stair->knee_bytes)))
				stair->quiet_bytes = size_bytes;
		}
		if (!known && add_quiet_stair(hierarchy, &curve, &quiet, below, above) != 0)
			return -1;
	}
	for (size_t s = 0; s < median_stairs; s++)
		judge_quiet(&hierarchy->stairs[s], version);
	return 0;
}

static void find_midpoint(struct hierarchy *hierarchy, const struct curve *curve, double *scratch)
{
	size_t last = hierarchy->level_count;
	double size_bytes;
	hierarchy->midpoint_bytes = NAN;
	if (last >= 2 &&
	    midpoint_place(curve, &hierarchy->plateaus[hierarchy->levels[last - 2].last],
	                   &hierarchy->plateaus[hierarchy->levels[last - 1].first], scratch, &size_bytes))
		hierarchy->midpoint_bytes = size_bytes;
}

/* K4, from version 3 on: a curve that crosses more than once is forgiven where the quiet curve crosses once;
 * the knee is there. */
static void forgive_crossings(struct stair *stair, const struct curve *quiet)
{
	double quiet_bytes =
	    knee_crossing(quiet, &stair->below, &stair->above, stair->mean_ns, stair->knee_bytes);
	if ((stair->refused & RULE_SET(RULE_K4)) == 0 || isnan(quiet_bytes) ||
	    knee_crossings(quiet, &stair->below, &stair->above) != RULE_K4_CROSSINGS)
		return;
	stair->refused &= ~RULE_SET(RULE_K4);
	stair->noted |= RULE_SET(RULE_K4);
	stair->knee_bytes = quiet_bytes;
}

/* `quiet` is NULL where M1 is not judged. A disturbance that has not reached every round leaves the quiet
 * curve alone, so that from version 3 on it is asked before D1 or K4 refuse. */
static int find_stairs(struct hierarchy *hierarchy, const struct curve *curve, const struct curve *quiet)
{
	size_t room = curve->count + 1;
	hierarchy->plateaus = malloc(room * sizeof *hierarchy->plateaus);
	hierarchy->rejected = malloc(room * sizeof *hierarchy->rejected);
	hierarchy->levels = malloc(room * sizeof *hierarchy->levels);
	hierarchy->stairs = calloc(room, sizeof *hierarchy->stairs);
	if (!hierarchy->plateaus || !hierarchy->rejected || !hierarchy->levels || !hierarchy->stairs)
		return -1;
	double *scratch = malloc(room * sizeof *scratch);
	if (scratch == NULL)
		return -1;
	hierarchy->plateau_count = take_plateaus(curve, hierarchy->plateaus, scratch);
	if (curve->rules >= 3 && quiet != NULL)
		plateau_forgive(quiet, hierarchy->plateaus, hierarchy->plateau_count);
	hierarchy->rejected_count =
	    plateau_rejected(curve, hierarchy->plateaus, hierarchy->plateau_count, hierarchy->rejected);
	hierarchy->level_count =
	    take_levels(curve, hierarchy->plateaus, hierarchy->plateau_count, hierarchy->levels, scratch);
	if (rule_applies(RULE_M3, curve->rules))
		level_medians(curve, hierarchy->plateaus, hierarchy->levels, hierarchy->level_count, scratch);
	find_midpoint(hierarchy, curve, scratch);
	free(scratch);
	for (size_t i = 1; i < hierarchy->level_count; i++) {
		struct stair *stair = &hierarchy->stairs[hierarchy->stair_count++];
		stair->level = i;
		stair_place(stair, curve, &hierarchy->plateaus[hierarchy->levels[i - 1].last],
		            &hierarchy->plateaus[hierarchy->levels[i].first], curve->rules);
		if (curve->rules >= 3 && quiet != NULL)
			forgive_crossings(stair, quiet);
	}
	return 0;
}

static int compare_stairs(const void *left, const void *right)
{
	const struct stair *a = left, *b = right;
	double x = a->top_bytes, y = b->top_bytes;
	return x < y ? -1 : x > y;
}

static int judge_repeats(struct hierarchy *hierarchy, const struct sweep *sweep,
                         const struct evidence *evidence)
{
	struct again again = {0};
	bool crossings = evidence->rules >= 3;
	int status = again_make(&again, sweep->curve_count);
	if (status == 0 && evidence->trials) {
		if (crossings)
			cross_rounds(hierarchy, sweep);
		else
			count_rounds(hierarchy, sweep, &again);
		judge_k3(hierarchy, evidence->rules);
	}
	if (status == 0 && sweep->resampled_ns != NULL)
		status =
		    crossings ? cross_resamples(hierarchy, sweep) : repeat_stairs(hierarchy, sweep, &again);
	if (status == 0 && sweep->rounds >= RULE_M1_ROUNDS)
		status = quieten_stairs(hierarchy, sweep, &again, evidence->rules);
	again_free(&again);
	return status;
}

/* The median clock of a plateau's points; NAN where none is known. Returns 0, or -1 where memory is out. */
static int plateau_clock(const struct sweep *sweep, const struct plateau *plateau, double *median)
{
	size_t count = 0;
	double *clocks = malloc((plateau->last - plateau->first + 1) * sizeof *clocks);
	*median = NAN;
	if (clocks == NULL)
		return -1;
	for (size_t i = plateau->first; i <= plateau->last; i++) {
		double clock_ghz = sweep->points[sweep->point_of[i]].clock_ghz;
		if (!isnan(clock_ghz))
			clocks[count++] = clock_ghz;
	}
	if (count > 0) {
		median_sort(clocks, count);
		*median = median_of_sorted(clocks, count);
	}
	free(clocks);
	return 0;
}

/* K10: what changed from A to B was the clock. Returns 0, or -1 where memory is out. */
static int judge_clock(struct stair *stair, const struct sweep *sweep)
{
	if (plateau_clock(sweep, &stair->below, &stair->below_ghz) != 0 ||
	    plateau_clock(sweep, &stair->above, &stair->above_ghz) != 0)
		return -1;
	if (!isnan(stair->below_ghz) && !isnan(stair->above_ghz) &&
	    !ratio_within(stair->below_ghz, stair->above_ghz, rule_k10_clock))
		stair->refused |= RULE_SET(RULE_K10);
	return 0;
}

/* H4: whether a point faster than 1/1.35 of the first level lies below it. */
static bool first_missed(const struct hierarchy *hierarchy, const struct curve *curve)
{
	for (size_t i = 0; hierarchy->level_count > 0 && i < hierarchy->plateaus[0].first; i++)
		if (ratio_above(hierarchy->levels[0].floor_ns, rule_h4_faster, curve->time_ns[i]))
			return true;
	return false;
}

/* Where neither E1 nor E2 speaks: the bracket of a long climb is right, but where in it the knee stands tells
 * little; after a small step B1 itself can lie too high. */
static void note_unclaimed(struct stair *stair)
{
	if (stair->factor == EDGE_GRID)
		return;
	stair->noted |= RULE_SET(RULE_E2);
	stair->status = STATUS_NOTED;
	if (stair->factor == EDGE_SMALL)
		stair->claimed = STATUS_NOTED;
}

/* What is claimed of an accepted knee's size: E1, else E2, else Z1. */
static int claim_size(struct stair *stair, const struct sweep *sweep, const struct evidence *evidence)
{
	struct edge_curve pass = {sweep_curve(sweep), sweep->round_ns, sweep->rounds};
	struct edge_knee knee = {&stair->below,      &stair->above,     stair->knee_bytes,
	                         stair->bound_bytes, stair->level == 1, evidence->huge};
	struct edge edge = {EDGE_FEW, NAN, NAN}, factor;
	stair->claim = RULE_Z1;
	stair->claim_low_bytes = stair->bound_bytes;
	stair->claim_high_bytes = stair->next_bytes;
	if (!rule_applies(RULE_E1, evidence->rules) || stair->status != STATUS_ACCEPTED)
		return 0;
	if (edge_find(&pass, &knee, &edge) != 0)
		return -1;
	factor = edge_factor(&pass.curve, &knee, stair->quiet_bytes);
	if (!ratio_reached(stair->above.median_ns, rule_e2_step, stair->below.median_ns))
		factor.verdict = EDGE_SMALL;
	stair->edge = edge.verdict;
	stair->factor = factor.verdict;
	if (edge.verdict != EDGE_CLAIMED && factor.verdict != EDGE_CLAIMED) {
		note_unclaimed(stair);
		return 0;
	}
	stair->claim = edge.verdict == EDGE_CLAIMED ? RULE_E1 : RULE_E2;
	stair->claim_low_bytes = edge.verdict == EDGE_CLAIMED ? edge.low_bytes : factor.low_bytes;
	stair->claim_high_bytes = edge.verdict == EDGE_CLAIMED ? edge.high_bytes : factor.high_bytes;
	return 0;
}

/* What the capture lacks, and what is known of the pass as a whole. Returns 0, or -1 where memory is out. */
static int judge_evidence(struct stair *stair, const struct hierarchy *hierarchy, const struct sweep *sweep,
                          const struct evidence *evidence)
{
	if (!evidence->trials)
		unjudged(stair, RULE_K3);
	if (!stair->only_quiet && sweep->resampled_ns == NULL)
		unjudged(stair, RULE_K2);
	if (!evidence->timer)
		unjudged(stair, RULE_T1);
	if (rule_applies(RULE_K10, evidence->rules) && judge_clock(stair, sweep) != 0)
		return -1;
	if (hierarchy->counted_only)
		stair->noted |= RULE_SET(RULE_H4);
	if (hierarchy->nodes)
		stair->noted |= RULE_SET(RULE_N0);
	if (evidence->page_order && evidence->rules >= 3)
		stair->refused |= RULE_SET(RULE_O2);
	return 0;
}

int hierarchy_judge(struct hierarchy *hierarchy, const struct sweep *sweep, const struct evidence *evidence)
{
	struct curve curve = sweep_curve(sweep), quiet = curve_with(sweep, sweep->quiet_ns);
	curve.rules = evidence->rules;
	*hierarchy = (struct hierarchy){0};
	hierarchy->too_sparse = !plateau_possible(&curve);
	if (find_stairs(hierarchy, &curve, sweep->rounds >= RULE_M1_ROUNDS ? &quiet : NULL) != 0)
		return -1;
	hierarchy->nodes = evidence->nodes && rule_applies(RULE_N0, evidence->rules);
	hierarchy->counted_only = rule_applies(RULE_H4, evidence->rules) && first_missed(hierarchy, &curve);
	if (judge_repeats(hierarchy, sweep, evidence) != 0)
		return -1;
	hierarchy->named = 1;
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		struct stair *stair = &hierarchy->stairs[s];
		if (judge_evidence(stair, hierarchy, sweep, evidence) != 0)
			return -1;
		stair->status = stair->refused != 0 ? STATUS_REFUSED
		                : stair->noted != 0 ? STATUS_NOTED
		                                    : STATUS_ACCEPTED;
		stair->claimed = stair->status;
		hierarchy->named += stair->status != STATUS_REFUSED;
		if (claim_size(stair, sweep, evidence) != 0)
			return -1;
	}
	if (evidence->rules >= 3 && hierarchy->named > hierarchy->plateau_count)
		hierarchy->named = hierarchy->plateau_count;
	qsort(hierarchy->stairs, hierarchy->stair_count, sizeof *hierarchy->stairs, compare_stairs);
	return 0;
}

void hierarchy_free(struct hierarchy *hierarchy)
{
	free(hierarchy->plateaus);
	free(hierarchy->rejected);
	free(hierarchy->levels);
	free(hierarchy->stairs);
	*hierarchy = (struct hierarchy){0};
}
