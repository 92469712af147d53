/* The words of a sweep's levels and knees. */
#include "knee_words.h"
#include "finding.h"
#include "quantity.h"

#include <math.h>

/* ---- what each rule measured ---- */

static void tell_d1(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, " (%s)",
	             stair->below.steady   ? "the upper one"
	             : stair->above.steady ? "the lower one"
	                                   : "both");
}

static void tell_k2(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT];
	sentence_add(sentence, " (%zu of %d resamples hold it", stair->held, RULE_K2_RESAMPLES);
	if (!isnan(stair->low_bytes))
		sentence_add(sentence, ", from %s", quantity_range(stair->low_bytes, stair->high_bytes, a));
	sentence_add(sentence, ")");
}

static void tell_k3(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, " (%zu of %zu)", stair->agreeing, stair->rounds);
}

static void tell_k4(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, " (%zu times)", stair->crossings);
}

static void tell_contrast(struct sentence *sentence, const struct contrast *contrast)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, " (steepest %s doublings an octave, plateaus up to %s)",
	             quantity_number(contrast->steepest, a), quantity_number(contrast->plateau, b));
}

static void tell_k6(struct sentence *sentence, const struct stair *stair)
{
	if (stair->contrast.steepest < 0)
		sentence_add(sentence, " (no pair of points a factor %g apart reaches into the gap)",
		             ratio_value(rule_k6_pair));
	else
		tell_contrast(sentence, &stair->contrast);
}

static void tell_k8(struct sentence *sentence, const struct stair *stair)
{
	tell_contrast(sentence, &stair->octave);
}

static void tell_k10(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, " (%s GHz, then %s)", quantity_number(stair->below_ghz, a),
	             quantity_number(stair->above_ghz, b));
}

static void tell_m1(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT];
	if (isnan(stair->quiet_bytes)) {
		sentence_add(sentence, " (it has none there)");
		return;
	}
	sentence_add(sentence, " (%s there)", quantity_exact(stair->quiet_bytes, a));
}

/* What a page-order pass claims: nothing. */
static void tell_o2(struct sentence *sentence, const struct stair *stair)
{
	(void)stair;
	sentence_add(sentence, " (hardware follows pages, so that a pass in page order claims no size)");
}

/* By how much a rule refused, in the rule's own quantity; a rule that is not here has nothing to add. */
static void (*const evidence[RULE_COUNT])(struct sentence *sentence, const struct stair *stair) = {
    [RULE_D1] = tell_d1, [RULE_K2] = tell_k2, [RULE_K3] = tell_k3,   [RULE_K4] = tell_k4, [RULE_K6] = tell_k6,
    [RULE_K8] = tell_k8, [RULE_M1] = tell_m1, [RULE_K10] = tell_k10, [RULE_O2] = tell_o2,
};

/* ---- a knee's reason ---- */

/* What a refusal says; the medians are known from version 3 on. */
static const char *refusal_words(const struct stair *stair, enum rule_id rule)
{
	return rule_refusal(rule, stair->below.median_ns > 0 ? 3 : 2);
}

static void tell_refusals(struct sentence *sentence, const struct stair *stair)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(stair->refused, list);
	for (size_t i = 0; i < count; i++) {
		sentence_add(sentence, "%s%s: %s", i > 0 ? "; " : "", rules[list[i]].id,
		             refusal_words(stair, list[i]));
		if (evidence[list[i]] != NULL)
			evidence[list[i]](sentence, stair);
	}
}

static const char *why_unjudged(const struct stair *stair, const struct trials *trials, enum rule_id rule)
{
	if (trials->curve)
		return "a curve holds no trials";
	if (rule == RULE_T1)
		return "the capture holds no timer rows";
	if (rule == RULE_K3)
		return stair->rounds == 1 ? "one round only" : "no rounds";
	return "a point beside it has fewer than 3 counted trials, or the pass has too many points";
}

/* H4: a level is the nth seen. */
static void tell_counted(struct sentence *sentence, size_t level)
{
	static const char *const ordinals[] = {"st", "nd", "rd"};
	bool teen = level / 10 % 10 == 1;
	size_t digit = level % 10;
	sentence_add(sentence, "; the %zu%s seen: %s (H4)", level,
	             !teen && digit >= 1 && digit <= 3 ? ordinals[digit - 1] : "th", rules[RULE_H4].refusal);
}

/* Why a narrower claim is not made, by edge_verdict. */
static const char *const edge_words[] = {
    [EDGE_CLAIMED] = "",
    [EDGE_FEW] = "fewer than three sizes up to B1, or than three rounds",
    [EDGE_PAGES] = "beyond the first knee, and no huge pages throughout",
    [EDGE_NOISY] = "the floor creeps or is noisy",
    [EDGE_RISES] = "the floor rises in too many rounds",
    [EDGE_ROUNDS_DIFFER] = "the rounds differ",
    [EDGE_NOT_MONOTONE] = "the climb is not monotone",
    [EDGE_SOFT] = "the edge is soft",
    [EDGE_NO_HALF] = "no half of the climb: a translation step or two caches",
    [EDGE_EARLY] = "the climb begins long before the knee",
    [EDGE_GRID] = "the sizes around the knee lie too far apart",
    [EDGE_LONG] = "the climb is longer than one cache's",
    [EDGE_SMALL] = "the step is small, and its climb can begin inside the lower plateau",
};

static void note_e2(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, "; %s (E2)", edge_words[stair->factor]);
}

static void note_k3(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, "; only %zu of %zu rounds have it within %g per cent (K3)", stair->close,
	             stair->rounds, 100 * (ratio_value(rule_k3_apart) - 1));
}

static void note_k4(struct sentence *sentence, const struct stair *stair)
{
	sentence_add(sentence, "; the curve crosses the mean %zu times, only the quiet curve once (K4)",
	             stair->crossings);
}

static void note_m1(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT];
	if (stair->only_quiet)
		sentence_add(sentence, "; found only on the quiet curve (M1)");
	else
		sentence_add(sentence, "; the quiet curve has it elsewhere, at %s (M1)",
		             quantity_exact(stair->quiet_bytes, a));
}

static void note_h4(struct sentence *sentence, const struct stair *stair)
{
	tell_counted(sentence, stair->level);
}

/* What is noted although it was judged: a teller's words, these, or those of the rule's refusal. */
static const struct {
	enum rule_id rule;
	const char *words;
	void (*tell)(struct sentence *sentence, const struct stair *stair);
} notes[] = {
    {RULE_D1, "a plateau beside it is steady only on the quiet curve", NULL},
    {RULE_K3, NULL, note_k3},
    {RULE_K4, NULL, note_k4},
    {RULE_K5, "the lower plateau was cut back below the mean", NULL},
    {RULE_M1, NULL, note_m1},
    {RULE_K7, NULL, NULL},
    {RULE_K9, NULL, NULL},
    {RULE_E2, NULL, note_e2},
    {RULE_H4, NULL, note_h4},
    {RULE_N0, NULL, NULL},
};

static void tell_notes(struct sentence *sentence, const struct stair *stair, const struct trials *trials)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(stair->unjudged, list);
	for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
		if ((stair->noted & ~stair->unjudged & RULE_SET(notes[i].rule)) == 0)
			continue;
		if (notes[i].tell != NULL)
			notes[i].tell(sentence, stair);
		else
			sentence_add(sentence, "; %s (%s)",
			             notes[i].words != NULL ? notes[i].words : rules[notes[i].rule].refusal,
			             rules[notes[i].rule].id);
	}
	for (size_t i = 0; i < count; i++)
		sentence_add(sentence, "; %s not judged: %s", rules[list[i]].id,
		             why_unjudged(stair, trials, list[i]));
}

/* What speaks for a knee: the bracket, the floors, and what each rule measured. */
static void tell_evidence(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, "floors %s and %s ns", quantity_number(stair->below.floor_ns, a),
	             quantity_number(stair->above.floor_ns, b));
	sentence_add(sentence, ", from %s", quantity_exact_range(stair->top_bytes, stair->next_bytes, a));
	sentence_add(sentence, " (span %s)", quantity_number(stair->next_bytes / stair->top_bytes, a));
	if (stair->only_quiet)
		return;
	if (stair->held > 0)
		sentence_add(sentence, "; %zu of %d resamples", stair->held, RULE_K2_RESAMPLES);
	if (stair->rounds > 1)
		sentence_add(sentence, "; %zu of %zu rounds", stair->agreeing, stair->rounds);
	sentence_add(sentence, "; steepest %s against %s doublings an octave",
	             quantity_number(stair->contrast.steepest, a),
	             quantity_number(stair->contrast.plateau, b));
}

static bool page_order_known(const struct trials *trials)
{
	for (size_t i = 0; i < trials->pass_count; i++)
		if (trials->passes[i].experiment == CAPTURE_SWEEP && trials->passes[i].order == CAPTURE_PAGE)
			return true;
	return false;
}

/* W2, by w2_verdict. */
static const char *const cause_told[] = {
    [W2_UNKNOWN] = "",
    [W2_CACHE] = "a cache's (W2)",
    [W2_TRANSLATION] = "the translation's (W2)",
    [W2_BOTH] = "cache or translation, both possible (W2)",
};

static void tell_knee(struct sentence *sentence, const struct stair *stair, const struct trials *trials)
{
	tell_refusals(sentence, stair);
	if (stair->refused == 0)
		tell_evidence(sentence, stair);
	tell_notes(sentence, stair, trials);
	if (stair->refused == 0)
		sentence_add(sentence, "; cause: %s",
		             stair->cause.verdict != W2_UNKNOWN ? cause_told[stair->cause.verdict]
		             : page_order_known(trials)         ? "see page_order (O2)"
		                                        : "cache or translation, not distinguished (X1)");
}

/* ---- a knee and its bounds ---- */

/* The larger of two sizes over the smaller; not a number where one is none. */
static double times_apart(double a, double b)
{
	return a > b ? a / b : b / a;
}

/* The reported size beside a knee: the nearest in log size, where no other knee of the pass is nearer to it;
 * NAN where there is none. *by_hand is whether a person gave it. */
static double reported_beside(const struct trials *trials, const struct hierarchy *hierarchy,
                              double knee_bytes, bool *by_hand)
{
	struct capture_cache caches[64];
	double sizes[64];
	size_t count = trials_reported(trials, caches, 64);
	for (size_t i = 0; i < count; i++)
		sizes[i] = (double)caches[i].bytes;
	long nearest = knee_nearest(sizes, count, knee_bytes, KNEE_NEAR_REPORTED);
	*by_hand = nearest >= 0 && caches[nearest].by_hand;
	if (nearest < 0)
		return NAN;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (times_apart(hierarchy->stairs[s].knee_bytes, sizes[nearest]) <
		    times_apart(knee_bytes, sizes[nearest]))
			return NAN;
	return sizes[nearest];
}

static int add_knee(struct summary *summary, const struct trials *trials, const struct reduced_pass *pass,
                    const struct stair *stair)
{
	rule_set told = stair->refused != 0 ? stair->refused : stair->noted;
	struct finding finding = finding_begin(FINDING_KNEE, stair->status,
	                                       told != 0 ? told : RULE_SET(RULE_K1), pass->sweep.pass->name);
	bool by_hand = false;
	finding.row.level = stair->level;
	finding_measure(&finding, stair->knee_bytes, stair->low_bytes, stair->high_bytes, UNIT_BYTES);
	if (!isnan(stair->knee_bytes))
		finding.row.reported = reported_beside(trials, &pass->hierarchy, stair->knee_bytes, &by_hand);
	finding.row.gap = (finding.row.reported - stair->knee_bytes) / finding.row.reported;
	tell_knee(&finding.reason, stair, trials);
	if (by_hand)
		sentence_add(&finding.reason, "; " SUMMARY_REPORTED_BY_HAND);
	return finding_add(summary, &finding);
}

/* Z1, and from version 3 on (where medians are known) what X1 leaves open, and why nothing narrower is
 * claimed.
 */
static void tell_bracket(struct sentence *sentence, const struct stair *stair)
{
	bool open = stair->below.median_ns > 0;
	sentence_add(sentence,
	             "at least one cache's capacity, as far as this pass could use it,%s lies between these "
	             "two sizes",
	             open ? " or the reach of translation," : "");
	if (stair->factor != EDGE_CLAIMED)
		sentence_add(sentence, "; no E1: %s; no E2: %s", edge_words[stair->edge],
		             edge_words[stair->factor]);
	if (open && (stair->noted & RULE_SET(RULE_H4)) != 0)
		tell_counted(sentence, stair->level);
	if (open && (stair->noted & RULE_SET(RULE_N0)) != 0)
		sentence_add(sentence, "; %s (N0)", rules[RULE_N0].refusal);
}

static int add_capacity(struct summary *summary, const struct reduced_pass *pass, const struct stair *stair,
                        const char *rests)
{
	struct finding capacity =
	    finding_begin(FINDING_CAPACITY, stair->claimed, RULE_SET(stair->claim), pass->sweep.pass->name);
	capacity.row.level = stair->level;
	finding_measure(&capacity, NAN, stair->claim_low_bytes, stair->claim_high_bytes, UNIT_BYTES);
	sentence_add(&capacity.reason, "%s", rests);
	if (stair->claim == RULE_E1)
		return finding_say(
		    summary, capacity,
		    "a sharp edge, the same in the rounds: a cache's capacity, or the reach of "
		    "translation, lies between these two sizes");
	if (stair->claim == RULE_E2)
		return finding_say(
		    summary, capacity,
		    "within a factor of the knee: a cache's capacity, or the reach of translation, "
		    "lies between these two sizes; no E1: %s",
		    edge_words[stair->edge]);
	tell_bracket(&capacity.reason, stair);
	return finding_add(summary, &capacity);
}

/* B1 and the capacity have the claim's status, which rests on the knee's. */
static int add_bounds(struct summary *summary, const struct reduced_pass *pass, const struct stair *stair)
{
	const char *rests = stair->status == STATUS_REFUSED ? "rests on a refused knee; " : "",
	           *name = pass->sweep.pass->name;
	struct finding bound = finding_begin(FINDING_LOWER_BOUND, stair->claimed, RULE_SET(RULE_B1), name);
	struct finding top = finding_begin(FINDING_PLATEAU_TOP, STATUS_NOTED, RULE_SET(RULE_B0), name);
	bound.row.level = top.row.level = stair->level;
	finding_measure(&bound, stair->bound_bytes, NAN, NAN, UNIT_BYTES);
	finding_measure(&top, stair->top_bytes, NAN, NAN, UNIT_BYTES);
	if (finding_say(summary, bound,
	                "%sthe largest size of the lower plateau that is at most its top over %g%s", rests,
	                ratio_value(rule_b1_below),
	                stair->below.median_ns > 0 ? " and before its points creep" : "") != 0 ||
	    finding_say(summary, top, "retired: it can be a shoulder point") != 0)
		return -1;
	return add_capacity(summary, pass, stair, rests);
}

/* ---- levels and what was considered ---- */

static int add_level(struct summary *summary, const struct reduced_pass *pass, size_t i)
{
	const struct level *level = &pass->hierarchy.levels[i];
	const struct plateau *plateaus = pass->hierarchy.plateaus;
	const double *sizes = pass->sweep.size_bytes;
	struct finding finding = finding_begin(FINDING_LEVEL, STATUS_ACCEPTED,
	                                       RULE_SET(RULE_P1) | RULE_SET(RULE_L1), pass->sweep.pass->name);
	size_t points = 0;
	for (size_t p = level->first; p <= level->last; p++)
		points += plateaus[p].last - plateaus[p].first + 1;
	finding.row.level = i + 1;
	bool by_median = level->median_ns > 0;
	char a[QUANTITY_TEXT];
	if (by_median)
		finding.row.rules |= RULE_SET(RULE_M3);
	if (pass->hierarchy.counted_only || pass->hierarchy.nodes)
		finding.row.status = STATUS_NOTED;
	finding_measure(&finding, by_median ? level->median_ns : level->floor_ns,
	                sizes[plateaus[level->first].first], sizes[plateaus[level->last].last], UNIT_NS);
	sentence_add(&finding.reason, "%zu points in %zu plateau%s", points, level->last - level->first + 1,
	             level->last > level->first ? "s" : "");
	if (by_median)
		sentence_add(&finding.reason, "; floor %s ns", quantity_number(level->floor_ns, a));
	if (pass->hierarchy.counted_only)
		tell_counted(&finding.reason, i + 1);
	if (sizes[plateaus[level->first].first] > pass->limits_bytes) {
		finding.row.status = STATUS_NOTED;
		sentence_add(&finding.reason, "; an upper limit of speed: %s (Q4)", rules[RULE_Q4].refusal);
	}
	if (pass->hierarchy.nodes)
		sentence_add(&finding.reason, "; %s (N0)", rules[RULE_N0].refusal);
	return finding_add(summary, &finding);
}

static struct finding rejected(const struct sweep *sweep, const struct plateau *run, enum rule_id rule)
{
	struct finding finding =
	    finding_begin(FINDING_PLATEAU, STATUS_REFUSED, RULE_SET(rule), sweep->pass->name);
	finding_measure(&finding, run->floor_ns, sweep->size_bytes[run->first], sweep->size_bytes[run->last],
	                UNIT_NS);
	return finding;
}

static int add_short(struct summary *summary, const struct sweep *sweep, const struct plateau *run)
{
	char a[QUANTITY_TEXT];
	return finding_say(summary, rejected(sweep, run, RULE_P1), "%s: %zu points over a factor %s",
	                   rules[RULE_P1].refusal, run->last - run->first + 1,
	                   quantity_number(sweep->size_bytes[run->last] / sweep->size_bytes[run->first], a));
}

static int add_joined(struct summary *summary, const struct sweep *sweep, const struct plateau *run)
{
	char a[QUANTITY_TEXT];
	if (levels_part(run - 1, run))
		return 0;
	return finding_say(summary, rejected(sweep, run, RULE_L1), "joins the level before it: a step of %s",
	                   quantity_number(run->floor_ns / run[-1].floor_ns, a));
}

static int add_unsteady(struct summary *summary, const struct sweep *sweep, const struct plateau *run)
{
	return run->steady ? 0
	                   : finding_say(summary, rejected(sweep, run, RULE_D1),
	                                 "unsteady: a later point is below 1/%g of an earlier one",
	                                 ratio_value(rule_d1_fall));
}

static int add_considered(struct summary *summary, const struct sweep *sweep,
                          const struct hierarchy *hierarchy)
{
	int status = 0;
	for (size_t i = 0; status == 0 && i < hierarchy->rejected_count; i++)
		status = add_short(summary, sweep, &hierarchy->rejected[i]);
	for (size_t i = 1; status == 0 && i < hierarchy->plateau_count; i++)
		status = add_joined(summary, sweep, &hierarchy->plateaus[i]);
	for (size_t i = 0; status == 0 && i < hierarchy->plateau_count; i++)
		status = add_unsteady(summary, sweep, &hierarchy->plateaus[i]);
	return status;
}

static int add_count(struct summary *summary, const struct hierarchy *hierarchy, const char *pass)
{
	bool named = hierarchy->named >= RULE_L2_LEVELS, accepted = false;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		accepted = accepted || hierarchy->stairs[s].status == STATUS_ACCEPTED;
	struct finding finding = finding_begin(FINDING_HIERARCHY,
	                                       !named     ? STATUS_REFUSED
	                                       : accepted ? STATUS_ACCEPTED
	                                                  : STATUS_NOTED,
	                                       RULE_SET(RULE_L2), pass);
	if (named)
		finding_measure(&finding, (double)hierarchy->named, NAN, NAN, UNIT_LEVELS);
	return finding_say(summary, finding, "%zu level%s by plateaus, %zu knee%s accepted or noted%s",
	                   hierarchy->level_count, hierarchy->level_count == 1 ? "" : "s",
	                   hierarchy->named - 1, hierarchy->named == 2 ? "" : "s",
	                   named ? "" : ": no hierarchy is named");
}

static int add_midpoint(struct summary *summary, const struct hierarchy *hierarchy, const char *pass)
{
	bool placed = !isnan(hierarchy->midpoint_bytes);
	struct finding finding =
	    finding_begin(FINDING_MIDPOINT, placed ? STATUS_NOTED : STATUS_REFUSED, RULE_SET(RULE_M2), pass);
	finding.row.level = placed ? hierarchy->level_count - 1 : 0;
	finding_measure(&finding, hierarchy->midpoint_bytes, NAN, NAN, UNIT_BYTES);
	return finding_say(summary, finding, "%s",
	                   placed ? "only to compare captures"
	                   : hierarchy->level_count < RULE_L2_LEVELS
	                       ? "fewer than two levels by plateaus"
	                       : "the curve does not cross the mean between the last two levels");
}

int knee_words_add(struct summary *summary, const struct trials *trials, const struct reduced_pass *pass)
{
	const struct hierarchy *hierarchy = &pass->hierarchy;
	const char *name = pass->sweep.pass->name;
	int status = add_count(summary, hierarchy, name);
	for (size_t i = 0; status == 0 && i < hierarchy->level_count; i++)
		status = add_level(summary, pass, i);
	for (size_t s = 0; status == 0 && s < hierarchy->stair_count; s++)
		if ((status = add_knee(summary, trials, pass, &hierarchy->stairs[s])) == 0)
			status = add_bounds(summary, pass, &hierarchy->stairs[s]);
	if (status == 0)
		status = add_midpoint(summary, hierarchy, name);
	return status == 0 ? add_considered(summary, &pass->sweep, hierarchy) : -1;
}
