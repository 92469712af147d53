/* Where a pass's curve is judged. */
#include "hierarchy.h"
#include "../maths/logarithm.h"
#include "../maths/median.h"

#include <math.h>
#include <stdlib.h>

/* One pass while it is judged, with room for the reduction of one more curve over the same sizes. */
struct judging {
	struct hierarchy *hierarchy;
	const struct sweep *sweep;
	const struct evidence *evidence;
	double *size_bytes; /* the block in which the next three lie too */
	double *time_ns;
	double *knees;   /* of that curve */
	double *scratch; /* for as many numbers as the curve has points */
	struct plateau *plateaus;
	struct level *levels;
};

static void judging_free(struct judging *judging)
{
	free(judging->size_bytes);
	free(judging->plateaus);
	free(judging->levels);
}

/* Makes that room, and room for the hierarchy: the quiet curve can have as many knees as the other. */
static int judging_make(struct judging *judging)
{
	struct hierarchy *hierarchy = judging->hierarchy;
	size_t room = judging->sweep->curve_count + 1;
	judging->size_bytes = malloc(4 * room * sizeof(double));
	judging->plateaus = malloc(room * sizeof(struct plateau));
	judging->levels = malloc(room * sizeof(struct level));
	hierarchy->plateaus = malloc(room * sizeof *hierarchy->plateaus);
	hierarchy->rejected = malloc(room * sizeof *hierarchy->rejected);
	hierarchy->levels = malloc(room * sizeof *hierarchy->levels);
	hierarchy->stairs = calloc(2 * room, sizeof *hierarchy->stairs);
	if (!judging->size_bytes || !judging->plateaus || !judging->levels || !hierarchy->plateaus ||
	    !hierarchy->rejected || !hierarchy->levels || !hierarchy->stairs)
		return -1;
	judging->time_ns = judging->size_bytes + room;
	judging->knees = judging->time_ns + room;
	judging->scratch = judging->knees + room;
	return 0;
}

/* The pass's curve, or one with other times over the same sizes. */
static struct curve curve_of(const struct judging *judging, const double *time_ns)
{
	return (struct curve){judging->sweep->curve_count, judging->sweep->size_bytes, time_ns,
	                      judging->evidence->rules};
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

/* Writes the knees of the curve with other times into judging->knees and returns how many; NAN times are left
 * out. */
static size_t reduce_again(struct judging *judging, const double *time_ns)
{
	struct curve curve = curve_of(judging, time_ns);
	size_t count = 0;
	for (size_t i = 0; i < curve.count; i++) {
		if (isnan(time_ns[i]))
			continue;
		judging->size_bytes[count] = curve.size_bytes[i];
		judging->time_ns[count++] = time_ns[i];
	}
	curve = (struct curve){count, judging->size_bytes, judging->time_ns, curve.rules};
	return knee_list(&curve, judging->plateaus, judging->levels, judging->knees);
}

/* K2 and K3: where the curve with other times has each knee, NAN where it does not, into judging->scratch.
 * Until version 2 the curve is reduced once and gives each knee the nearest of its own; from version 3 on it
 * is asked where it crosses the mean of K1. */
static void find_again(struct judging *judging, const double *time_ns)
{
	struct curve curve = curve_of(judging, time_ns);
	size_t count = curve.rules < 3 ? reduce_again(judging, time_ns) : 0;
	for (size_t s = 0; s < judging->hierarchy->stair_count; s++) {
		const struct stair *stair = &judging->hierarchy->stairs[s];
		long nearest =
		    knee_nearest(judging->knees, count, stair->knee_bytes, ratio_value(rule_k2_near));
		judging->scratch[s] = curve.rules >= 3 ? knee_crossing(&curve, &stair->below, &stair->above,
		                                                       stair->mean_ns, stair->knee_bytes)
		                      : nearest >= 0   ? judging->knees[nearest]
		                                       : NAN;
	}
}

/* K2 of one knee, from the sizes at which resamples hold it. */
static void judge_held(struct stair *stair, double *knees)
{
	size_t found = stair->held;
	if (found > 0) {
		median_sort(knees, found);
		/* Nearest ranks of the 2.5 and 97.5 percentiles. */
		stair->low_bytes = knees[(25 * found + 999) / 1000 - 1];
		stair->high_bytes = knees[(975 * found + 999) / 1000 - 1];
	}
	if (found < RULE_K2_HOLD || ratio_above(stair->high_bytes, rule_k2_span, stair->low_bytes))
		stair->refused |= RULE_SET(RULE_K2);
}

/* K2. Knees under K5 have no size to hold. */
static int judge_k2(struct judging *judging)
{
	const struct sweep *sweep = judging->sweep;
	struct stair *stairs = judging->hierarchy->stairs;
	size_t count = judging->hierarchy->stair_count;
	double *knees = malloc((count * RULE_K2_RESAMPLES + 1) * sizeof *knees);
	if (knees == NULL)
		return -1;
	for (size_t i = 0; i < RULE_K2_RESAMPLES; i++) {
		find_again(judging, &sweep->resampled_ns[i * sweep->curve_count]);
		for (size_t s = 0; s < count; s++) {
			double knee_bytes = judging->scratch[s];
			if (!isnan(knee_bytes) &&
			    ratio_within(knee_bytes, stairs[s].knee_bytes, rule_k2_near))
				knees[s * RULE_K2_RESAMPLES + stairs[s].held++] = knee_bytes;
		}
	}
	for (size_t s = 0; s < count; s++) {
		bool sized = !isnan(stairs[s].knee_bytes), enough = enough_trials(sweep, &stairs[s]);
		if (sized && enough)
			judge_held(&stairs[s], &knees[s * RULE_K2_RESAMPLES]);
		else
			stairs[s].held = 0;
		if (sized && !enough)
			unjudged(&stairs[s], RULE_K2);
	}
	free(knees);
	return 0;
}

/* K3: how many rounds agree. Versions 1 and 2 ask for the nearer factor alone. */
static void count_rounds(struct judging *judging)
{
	const struct sweep *sweep = judging->sweep;
	bool further = judging->evidence->rules >= 3;
	for (size_t r = 0; r < sweep->rounds; r++) {
		find_again(judging, &sweep->round_ns[r * sweep->curve_count]);
		for (size_t s = 0; s < judging->hierarchy->stair_count; s++) {
			struct stair *stair = &judging->hierarchy->stairs[s];
			double knee_bytes = judging->scratch[s];
			stair->rounds++;
			if (isnan(knee_bytes))
				continue;
			stair->agreeing += ratio_within(knee_bytes, stair->knee_bytes,
			                                further ? rule_k3_apart_3 : rule_k3_apart);
			stair->close += ratio_within(knee_bytes, stair->knee_bytes, rule_k3_apart);
		}
	}
}

/* K3 of a knee of the medians: two thirds of the rounds. From version 3 on more than half of them, and
 * further apart, are not refused but noted. */
static void judge_k3(struct stair *stair, unsigned version)
{
	double all = (double)stair->rounds;
	if (stair->rounds < 2)
		unjudged(stair, RULE_K3);
	else if (version < 3 ? !ratio_reached((double)stair->agreeing, rule_k3_rounds, all)
	                     : !ratio_above((double)stair->agreeing, rule_k3_rounds_3, all))
		stair->refused |= RULE_SET(RULE_K3);
	else if (version >= 3 && !ratio_reached((double)stair->close, rule_k3_rounds, all))
		stair->noted |= RULE_SET(RULE_K3);
}

/* A and B, and what follows from the curve alone. */
static void stair_place(struct stair *stair, const struct curve *curve, const struct plateau *below,
                        const struct plateau *above)
{
	unsigned version = curve->rules;
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

static void add_quiet_stair(struct hierarchy *hierarchy, const struct curve *quiet,
                            const struct plateau *below, const struct plateau *above)
{
	struct stair stair = {.only_quiet = true, .noted = RULE_SET(RULE_M1)};
	stair_place(&stair, quiet, below, above);
	stair.quiet_bytes = stair.knee_bytes;
	stair.level = level_below(hierarchy, quiet, stair.knee_bytes);
	/* What is refused is not a knee there either. */
	if (stair.refused == 0 && (quiet->rules < 3 || !stair_known(hierarchy, &stair)))
		hierarchy->stairs[hierarchy->stair_count++] = stair;
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

/* M1: a knee of the quiet curve is that of every knee near to it, where it has none nearer. Returns whether
 * there is one. */
static bool offer_quiet(struct stair *stairs, size_t count, double size_bytes)
{
	bool known = false;
	for (size_t s = 0; s < count; s++) {
		struct stair *stair = &stairs[s];
		if (knee_nearest(&stair->knee_bytes, 1, size_bytes, ratio_value(rule_k2_near)) < 0)
			continue;
		known = true;
		if (isnan(stair->quiet_bytes) ||
		    fabs(logarithm_of(size_bytes / stair->knee_bytes)) <
		        fabs(logarithm_of(stair->quiet_bytes / stair->knee_bytes)))
			stair->quiet_bytes = size_bytes;
	}
	return known;
}

/* M1: the quiet curve's knees beside the median curve's. */
static void quieten_stairs(struct judging *judging)
{
	struct hierarchy *hierarchy = judging->hierarchy;
	struct curve quiet = curve_of(judging, judging->sweep->quiet_ns);
	size_t count = take_plateaus(&quiet, judging->plateaus, judging->scratch);
	size_t levels = take_levels(&quiet, judging->plateaus, count, judging->levels, judging->scratch);
	size_t median_stairs = hierarchy->stair_count;
	for (size_t i = 1; i < levels; i++) {
		const struct plateau *below = &judging->plateaus[judging->levels[i - 1].last];
		const struct plateau *above = &judging->plateaus[judging->levels[i].first];
		double size_bytes;
		if (knee_place(&quiet, below, above, &size_bytes) &&
		    !offer_quiet(hierarchy->stairs, median_stairs, size_bytes))
			add_quiet_stair(hierarchy, &quiet, below, above);
	}
	for (size_t s = 0; s < median_stairs; s++)
		judge_quiet(&hierarchy->stairs[s], quiet.rules);
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

/* A disturbance that has not reached every round leaves the quiet curve alone, so that from version 3 on it
 * is asked before D1 or K4 refuse. */
static void find_stairs(struct judging *judging)
{
	struct hierarchy *hierarchy = judging->hierarchy;
	struct curve curve = curve_of(judging, judging->sweep->time_ns);
	struct curve quiet = curve_of(judging, judging->sweep->quiet_ns);
	struct plateau *plateaus = hierarchy->plateaus;
	struct level *levels = hierarchy->levels;
	double *scratch = judging->scratch;
	bool forgiving = curve.rules >= 3 && judging->sweep->rounds >= RULE_M1_ROUNDS;
	size_t count = take_plateaus(&curve, plateaus, scratch);
	if (forgiving)
		plateau_forgive(&quiet, plateaus, count);
	hierarchy->plateau_count = count;
	hierarchy->rejected_count = plateau_rejected(&curve, plateaus, count, hierarchy->rejected);
	count = hierarchy->level_count = take_levels(&curve, plateaus, count, levels, scratch);
	if (rule_applies(RULE_M3, curve.rules))
		level_medians(&curve, plateaus, levels, count, scratch);
	for (size_t i = 1; i < count; i++) {
		struct stair *stair = &hierarchy->stairs[hierarchy->stair_count++];
		stair->level = i;
		stair_place(stair, &curve, &plateaus[levels[i - 1].last], &plateaus[levels[i].first]);
		if (forgiving)
			forgive_crossings(stair, &quiet);
	}
	hierarchy->midpoint_bytes = NAN;
	if (count >= 2)
		midpoint_place(&curve, &plateaus[levels[count - 2].last], &plateaus[levels[count - 1].first],
		               scratch, &hierarchy->midpoint_bytes);
}

static int compare_stairs(const void *left, const void *right)
{
	const struct stair *a = left, *b = right;
	double x = a->top_bytes, y = b->top_bytes;
	return x < y ? -1 : x > y;
}

static int judge_repeats(struct judging *judging)
{
	const struct sweep *sweep = judging->sweep;
	if (judging->evidence->trials)
		count_rounds(judging);
	if (sweep->resampled_ns != NULL && judge_k2(judging) != 0)
		return -1;
	if (sweep->rounds >= RULE_M1_ROUNDS)
		quieten_stairs(judging);
	return 0;
}

/* The median clock of a plateau's points; NAN where none is known. */
static double plateau_clock(const struct sweep *sweep, const struct plateau *plateau, double *scratch)
{
	size_t count = 0;
	for (size_t i = plateau->first; i <= plateau->last; i++) {
		double clock_ghz = sweep->points[sweep->point_of[i]].clock_ghz;
		if (!isnan(clock_ghz))
			scratch[count++] = clock_ghz;
	}
	return count > 0 ? median_select(scratch, count) : NAN;
}

/* K10: what changed from A to B was the clock. */
static void judge_clock(struct stair *stair, const struct sweep *sweep, double *scratch)
{
	stair->below_ghz = plateau_clock(sweep, &stair->below, scratch);
	stair->above_ghz = plateau_clock(sweep, &stair->above, scratch);
	if (!isnan(stair->below_ghz) && !isnan(stair->above_ghz) &&
	    !ratio_within(stair->below_ghz, stair->above_ghz, rule_k10_clock))
		stair->refused |= RULE_SET(RULE_K10);
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
static void claim_size(struct stair *stair, const struct judging *judging)
{
	const struct sweep *sweep = judging->sweep;
	struct edge_curve pass = {curve_of(judging, sweep->time_ns), sweep->round_ns, sweep->rounds};
	struct edge_knee knee = {&stair->below,      &stair->above,     stair->knee_bytes,
	                         stair->bound_bytes, stair->level == 1, judging->evidence->huge};
	stair->claim = RULE_Z1;
	stair->claim_low_bytes = stair->bound_bytes;
	stair->claim_high_bytes = stair->next_bytes;
	if (!rule_applies(RULE_E1, pass.curve.rules) || stair->status != STATUS_ACCEPTED)
		return;
	struct edge edge = edge_find(&pass, &knee, judging->scratch);
	struct edge factor = edge_factor(&pass.curve, &knee, stair->quiet_bytes);
	if (!ratio_reached(stair->above.median_ns, rule_e2_step, stair->below.median_ns))
		factor.verdict = EDGE_SMALL;
	stair->edge = edge.verdict;
	stair->factor = factor.verdict;
	if (edge.verdict != EDGE_CLAIMED && factor.verdict != EDGE_CLAIMED) {
		note_unclaimed(stair);
		return;
	}
	stair->claim = edge.verdict == EDGE_CLAIMED ? RULE_E1 : RULE_E2;
	stair->claim_low_bytes = edge.verdict == EDGE_CLAIMED ? edge.low_bytes : factor.low_bytes;
	stair->claim_high_bytes = edge.verdict == EDGE_CLAIMED ? edge.high_bytes : factor.high_bytes;
}

/* What the capture lacks, and what is known of the pass as a whole. */
static void judge_evidence(struct stair *stair, const struct judging *judging)
{
	const struct evidence *evidence = judging->evidence;
	if (!evidence->trials)
		unjudged(stair, RULE_K3);
	else if (!stair->only_quiet && !isnan(stair->knee_bytes))
		judge_k3(stair, evidence->rules);
	if (!stair->only_quiet && judging->sweep->resampled_ns == NULL)
		unjudged(stair, RULE_K2);
	if (!evidence->timer)
		unjudged(stair, RULE_T1);
	if (rule_applies(RULE_K10, evidence->rules))
		judge_clock(stair, judging->sweep, judging->scratch);
	if (judging->hierarchy->counted_only)
		stair->noted |= RULE_SET(RULE_H4);
	if (judging->hierarchy->nodes)
		stair->noted |= RULE_SET(RULE_N0);
	if (evidence->page_order && evidence->rules >= 3)
		stair->refused |= RULE_SET(RULE_O2);
}

/* Returns 0, or -1 where memory is out. */
static int judge(struct judging *judging)
{
	struct hierarchy *hierarchy = judging->hierarchy;
	unsigned version = judging->evidence->rules;
	struct curve curve = curve_of(judging, judging->sweep->time_ns);
	hierarchy->too_sparse = !plateau_possible(&curve);
	find_stairs(judging);
	hierarchy->nodes = judging->evidence->nodes && rule_applies(RULE_N0, version);
	hierarchy->counted_only = rule_applies(RULE_H4, version) && first_missed(hierarchy, &curve);
	if (judge_repeats(judging) != 0)
		return -1;
	hierarchy->named = 1;
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		struct stair *stair = &hierarchy->stairs[s];
		judge_evidence(stair, judging);
		stair->status = stair->claimed = status_of(stair->refused, stair->noted);
		hierarchy->named += stair->status != STATUS_REFUSED;
		claim_size(stair, judging);
	}
	if (version >= 3 && hierarchy->named > hierarchy->plateau_count)
		hierarchy->named = hierarchy->plateau_count;
	qsort(hierarchy->stairs, hierarchy->stair_count, sizeof *hierarchy->stairs, compare_stairs);
	return 0;
}

int hierarchy_judge(struct hierarchy *hierarchy, const struct sweep *sweep, const struct evidence *evidence)
{
	struct judging judging = {.hierarchy = hierarchy, .sweep = sweep, .evidence = evidence};
	*hierarchy = (struct hierarchy){0};
	int status = judging_make(&judging) == 0 ? judge(&judging) : -1;
	judging_free(&judging);
	return status;
}

void hierarchy_free(struct hierarchy *hierarchy)
{
	free(hierarchy->plateaus);
	free(hierarchy->rejected);
	free(hierarchy->levels);
	free(hierarchy->stairs);
	*hierarchy = (struct hierarchy){0};
}
