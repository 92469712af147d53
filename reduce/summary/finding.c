/* Where verdicts become findings. */
#include "finding.h"
#include "quantity.h"
#include "../rule.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

void sentence_add(struct sentence *sentence, const char *format, ...)
{
	va_list arguments;
	size_t length = strlen(sentence->text);
	va_start(arguments, format);
	vsnprintf(sentence->text + length, sizeof sentence->text - length, format, arguments);
	va_end(arguments);
}

struct summary_finding finding_blank(const char *finding, enum status status, const char *pass)
{
	return (struct summary_finding){.finding = (char *)(uintptr_t)finding,
	                                .status = (char *)(uintptr_t)finding_status(status),
	                                .value = NAN,
	                                .low = NAN,
	                                .high = NAN,
	                                .reported = NAN,
	                                .gap = NAN,
	                                .pass = (char *)(uintptr_t)pass};
}

const char *finding_status(enum status status)
{
	static const char *const words[] = {"accepted", "noted", "refused"};
	return words[status];
}

/* ---- reported caches ---- */

/* The larger of two sizes over the smaller; not a number where one is none. */
static double times_apart(double a, double b)
{
	return a > b ? a / b : b / a;
}

/* The reported size beside a knee: the nearest in log size within a factor 4, where no other knee of the pass
 * is nearer to it; NAN where there is none. *by_hand is whether a person gave it. */
static double reported_beside(const struct trials *trials, const struct hierarchy *hierarchy,
                              double knee_bytes, bool *by_hand)
{
	struct capture_cache caches[64];
	double sizes[64];
	size_t count = trials_reported(trials, caches, 64);
	for (size_t i = 0; i < count; i++)
		sizes[i] = (double)caches[i].bytes;
	long nearest = knee_nearest(sizes, count, knee_bytes, 4);
	*by_hand = nearest >= 0 && caches[nearest].by_hand;
	if (nearest < 0)
		return NAN;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (times_apart(hierarchy->stairs[s].knee_bytes, sizes[nearest]) <
		    times_apart(knee_bytes, sizes[nearest]))
			return NAN;
	return sizes[nearest];
}

/* ---- knees ---- */

static const struct {
	enum stair_rule bit;
	const char *id;
} stair_rules[] = {
    {STAIR_D1, "D1"}, {STAIR_K2, "K2"}, {STAIR_K3, "K3"}, {STAIR_K4, "K4"},
    {STAIR_K5, "K5"}, {STAIR_K6, "K6"}, {STAIR_K7, "K7"}, {STAIR_M1, "M1"},
    {STAIR_T1, "T1"}, {STAIR_K8, "K8"}, {STAIR_K9, "K9"}, {STAIR_K10, "K10"},
};
enum { STAIR_RULES = sizeof stair_rules / sizeof stair_rules[0] };

static void list_rules(unsigned bits, struct sentence *ids)
{
	for (size_t i = 0; i < STAIR_RULES; i++)
		if ((bits & (unsigned)stair_rules[i].bit) != 0)
			sentence_add(ids, "%s%s", ids->text[0] != '\0' ? " " : "", stair_rules[i].id);
}

/* By how much a rule refused, in the rule's own quantity. */
static void tell_measure(struct sentence *sentence, const struct stair *stair, enum stair_rule rule)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	switch (rule) {
	case STAIR_D1:
		sentence_add(sentence, " (%s)",
		             stair->below.steady   ? "the upper one"
		             : stair->above.steady ? "the lower one"
		                                   : "both");
		break;
	case STAIR_K2:
		sentence_add(sentence, " (%zu of %d resamples hold it", stair->held, RULE_K2_RESAMPLES);
		if (!isnan(stair->low_bytes))
			sentence_add(sentence, ", from %s to %s", quantity_size(stair->low_bytes, a),
			             quantity_size(stair->high_bytes, b));
		sentence_add(sentence, ")");
		break;
	case STAIR_K3:
		sentence_add(sentence, " (%zu of %zu)", stair->agreeing, stair->rounds);
		break;
	case STAIR_K4:
		sentence_add(sentence, " (%zu times)", stair->crossings);
		break;
	case STAIR_K6:
		if (stair->contrast.steepest < 0)
			sentence_add(sentence,
			             " (no pair of points a factor 1.4 apart reaches into the gap)");
		else
			sentence_add(sentence, " (steepest %s doublings an octave, plateaus up to %s)",
			             quantity_number(stair->contrast.steepest, a),
			             quantity_number(stair->contrast.plateau, b));
		break;
	case STAIR_M1:
		sentence_add(sentence, " (%s there)", quantity_size(stair->quiet_bytes, a));
		break;
	case STAIR_K8:
		sentence_add(sentence, " (steepest %s doublings an octave, plateaus up to %s)",
		             quantity_number(stair->octave.steepest, a),
		             quantity_number(stair->octave.plateau, b));
		break;
	case STAIR_K10:
		sentence_add(sentence, " (%s GHz, then %s)", quantity_number(stair->below_ghz, a),
		             quantity_number(stair->above_ghz, b));
		break;
	case STAIR_K9:
	case STAIR_K5:
	case STAIR_K7:
	case STAIR_T1:
		break;
	}
}

static void tell_refusals(struct sentence *sentence, const struct stair *stair)
{
	for (size_t i = 0; i < STAIR_RULES; i++) {
		if ((stair->refused & (unsigned)stair_rules[i].bit) == 0)
			continue;
		sentence_add(sentence, "%s%s: %s", sentence->text[0] != '\0' ? "; " : "", stair_rules[i].id,
		             rule_find(stair_rules[i].id)->refusal);
		tell_measure(sentence, stair, stair_rules[i].bit);
	}
}

static const char *why_unjudged(const struct stair *stair, const struct trials *trials, enum stair_rule rule)
{
	if (trials->curve)
		return "a curve holds no trials";
	if (rule == STAIR_T1)
		return "the capture holds no timer rows";
	if (rule == STAIR_K3)
		return stair->rounds == 1 ? "one round only" : "no rounds";
	return "a point beside it has fewer than 3 counted trials, or the pass has too many points";
}

static void tell_notes(struct sentence *sentence, const struct stair *stair, const struct trials *trials)
{
	if ((stair->noted & STAIR_M1) != 0)
		sentence_add(sentence, "; found only on the quiet curve (M1)");
	if ((stair->noted & STAIR_K7) != 0)
		sentence_add(sentence, "; %s (K7)", rule_find("K7")->refusal);
	if ((stair->noted & STAIR_K9) != 0)
		sentence_add(sentence, "; %s (K9)", rule_find("K9")->refusal);
	for (size_t i = 0; i < STAIR_RULES; i++)
		if ((stair->unjudged & (unsigned)stair_rules[i].bit) != 0)
			sentence_add(sentence, "; %s not judged: %s", stair_rules[i].id,
			             why_unjudged(stair, trials, stair_rules[i].bit));
}

/* What speaks for a knee: the bracket, the floors, and what each rule measured. */
static void tell_evidence(struct sentence *sentence, const struct stair *stair)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, "floors %s and %s ns", quantity_number(stair->below.floor_ns, a),
	             quantity_number(stair->above.floor_ns, b));
	sentence_add(sentence, ", from %s to %s", quantity_size(stair->top_bytes, a),
	             quantity_size(stair->next_bytes, b));
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

static struct sentence knee_reason(const struct stair *stair, const struct trials *trials)
{
	struct sentence sentence = {""};
	tell_refusals(&sentence, stair);
	if (stair->refused == 0)
		tell_evidence(&sentence, stair);
	tell_notes(&sentence, stair, trials);
	if (stair->refused == 0)
		sentence_add(&sentence, "; cause: %s",
		             page_order_known(trials) ? "see page_order (O2)"
		                                      : "cache or translation, not distinguished (X1)");
	return sentence;
}

static int add_knee(struct summary *summary, const struct trials *trials, const struct sweep *sweep,
                    const struct hierarchy *hierarchy, const struct stair *stair)
{
	struct summary_finding finding = finding_blank("knee", stair->status, sweep->pass->name);
	struct sentence reason = knee_reason(stair, trials), ids = {""};
	bool by_hand = false;
	list_rules(stair->refused != 0 ? stair->refused : stair->noted, &ids);
	finding.level = stair->level;
	finding.value = stair->knee_bytes;
	finding.unit = finding_text(isnan(stair->knee_bytes) ? "" : "bytes");
	finding.low = stair->low_bytes;
	finding.high = stair->high_bytes;
	if (!isnan(stair->knee_bytes))
		finding.reported = reported_beside(trials, hierarchy, stair->knee_bytes, &by_hand);
	if (by_hand)
		sentence_add(&reason, "; " SUMMARY_REPORTED_BY_HAND);
	finding.gap = (finding.reported - stair->knee_bytes) / finding.reported;
	finding.rule = ids.text[0] != '\0' ? ids.text : finding_text("K1");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

/* B1, B0 and Z1 bear the knee's status: what is claimed rests on it. */
static int add_bounds(struct summary *summary, const struct sweep *sweep, const struct stair *stair)
{
	const struct {
		const char *finding, *rule, *reason;
		double value, low, high;
		enum status status;
	} rows[] = {
	    {"lower_bound", "B1", "the largest size of the lower plateau that is at most its top over 1.18",
	     stair->bound_bytes, NAN, NAN, stair->status},
	    {"plateau_top", "B0", "retired: it can be a shoulder point", stair->top_bytes, NAN, NAN,
	     STATUS_NOTED},
	    {"capacity", "Z1",
	     "at least one cache's capacity, as far as this pass could use it, lies between these two sizes",
	     NAN, stair->bound_bytes, stair->next_bytes, stair->status},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct summary_finding finding =
		    finding_blank(rows[i].finding, rows[i].status, sweep->pass->name);
		struct sentence reason = {""};
		finding.level = stair->level;
		finding.value = rows[i].value;
		finding.low = rows[i].low;
		finding.high = rows[i].high;
		finding.unit = finding_text("bytes");
		finding.rule = finding_text(rows[i].rule);
		if (rows[i].status == STATUS_REFUSED)
			sentence_add(&reason, "rests on a refused knee; ");
		sentence_add(&reason, "%s", rows[i].reason);
		finding.reason = reason.text;
		if (summary_add_finding(summary, &finding) != 0)
			return -1;
	}
	return 0;
}

/* ---- levels and what was considered ---- */

static int add_level(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy,
                     size_t i)
{
	const struct level *level = &hierarchy->levels[i];
	const struct plateau *first = &hierarchy->plateaus[level->first],
	                     *last = &hierarchy->plateaus[level->last];
	struct summary_finding finding = finding_blank("level", STATUS_ACCEPTED, sweep->pass->name);
	struct sentence reason = {""};
	size_t points = 0;
	for (size_t p = level->first; p <= level->last; p++)
		points += hierarchy->plateaus[p].last - hierarchy->plateaus[p].first + 1;
	sentence_add(&reason, "%zu points in %zu plateau%s", points, level->last - level->first + 1,
	             level->last > level->first ? "s" : "");
	finding.level = i + 1;
	finding.value = level->floor_ns;
	finding.unit = finding_text("ns");
	finding.low = sweep->size_bytes[first->first];
	finding.high = sweep->size_bytes[last->last];
	finding.rule = finding_text("P1 L1");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_rejected(struct summary *summary, const struct sweep *sweep, const struct plateau *run,
                        const char *rule, const char *reason)
{
	struct summary_finding finding = finding_blank("plateau", STATUS_REFUSED, sweep->pass->name);
	finding.value = run->floor_ns;
	finding.unit = finding_text("ns");
	finding.low = sweep->size_bytes[run->first];
	finding.high = sweep->size_bytes[run->last];
	finding.rule = finding_text(rule);
	finding.reason = finding_text(reason);
	return summary_add_finding(summary, &finding);
}

static int add_considered(struct summary *summary, const struct sweep *sweep,
                          const struct hierarchy *hierarchy)
{
	char a[QUANTITY_TEXT];
	for (size_t i = 0; i < hierarchy->rejected_count; i++) {
		const struct plateau *run = &hierarchy->rejected[i];
		struct sentence reason = {""};
		sentence_add(
		    &reason, "%s: %zu points over a factor %s", rule_find("P1")->refusal,
		    run->last - run->first + 1,
		    quantity_number(sweep->size_bytes[run->last] / sweep->size_bytes[run->first], a));
		if (add_rejected(summary, sweep, run, "P1", reason.text) != 0)
			return -1;
	}
	for (size_t i = 1; i < hierarchy->plateau_count; i++) {
		const struct plateau *run = &hierarchy->plateaus[i];
		double step = run->floor_ns / hierarchy->plateaus[i - 1].floor_ns;
		struct sentence reason = {""};
		if (ratio_reached(run->floor_ns, rule_l1_step, hierarchy->plateaus[i - 1].floor_ns))
			continue;
		sentence_add(&reason, "joins the level before it: a step of %s", quantity_number(step, a));
		if (add_rejected(summary, sweep, run, "L1", reason.text) != 0)
			return -1;
	}
	for (size_t i = 0; i < hierarchy->plateau_count; i++)
		if (!hierarchy->plateaus[i].steady &&
		    add_rejected(summary, sweep, &hierarchy->plateaus[i], "D1",
		                 "unsteady: a later point is below 1/1.25 of an earlier one") != 0)
			return -1;
	return 0;
}

static int add_count(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy)
{
	bool named = hierarchy->named >= RULE_L2_LEVELS;
	bool noted = named;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		noted = noted && hierarchy->stairs[s].status != STATUS_ACCEPTED;
	struct summary_finding finding = finding_blank("hierarchy",
	                                               !named  ? STATUS_REFUSED
	                                               : noted ? STATUS_NOTED
	                                                       : STATUS_ACCEPTED,
	                                               sweep->pass->name);
	struct sentence reason = {""};
	sentence_add(&reason, "%zu level%s by plateaus, %zu knee%s accepted or noted", hierarchy->level_count,
	             hierarchy->level_count == 1 ? "" : "s", hierarchy->named - 1,
	             hierarchy->named == 2 ? "" : "s");
	if (!named)
		sentence_add(&reason, ": no hierarchy is named");
	if (named) {
		finding.value = (double)hierarchy->named;
		finding.unit = finding_text("levels");
	}
	finding.rule = finding_text("L2");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_midpoint(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy)
{
	bool placed = !isnan(hierarchy->midpoint_bytes);
	struct summary_finding finding =
	    finding_blank("midpoint", placed ? STATUS_NOTED : STATUS_REFUSED, sweep->pass->name);
	finding.value = hierarchy->midpoint_bytes;
	finding.unit = finding_text(placed ? "bytes" : "");
	finding.level = placed ? hierarchy->level_count - 1 : 0;
	finding.rule = finding_text("M2");
	finding.reason = finding_text(placed ? "only to compare captures"
	                              : hierarchy->level_count < 2
	                                  ? "fewer than two levels by plateaus"
	                                  : "the curve does not cross the mean between the last two levels");
	return summary_add_finding(summary, &finding);
}

int finding_add_hierarchy(struct summary *summary, const struct trials *trials, const struct sweep *sweep,
                          const struct hierarchy *hierarchy)
{
	if (add_count(summary, sweep, hierarchy) != 0)
		return -1;
	for (size_t i = 0; i < hierarchy->level_count; i++)
		if (add_level(summary, sweep, hierarchy, i) != 0)
			return -1;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (add_knee(summary, trials, sweep, hierarchy, &hierarchy->stairs[s]) != 0 ||
		    add_bounds(summary, sweep, &hierarchy->stairs[s]) != 0)
			return -1;
	return add_midpoint(summary, sweep, hierarchy) != 0 || add_considered(summary, sweep, hierarchy) != 0
	           ? -1
	           : 0;
}

/* ---- points ---- */

/* The plateau and the level, from 1, that hold a place on the curve; 0 where none does. */
static void find_place(const struct hierarchy *hierarchy, size_t at, uint64_t *plateau, uint64_t *level)
{
	*plateau = *level = 0;
	if (hierarchy == NULL)
		return;
	for (size_t p = 0; p < hierarchy->plateau_count; p++)
		if (hierarchy->plateaus[p].first <= at && at <= hierarchy->plateaus[p].last)
			*plateau = p + 1;
	for (size_t l = 0; l < hierarchy->level_count; l++)
		if (*plateau > hierarchy->levels[l].first && *plateau <= hierarchy->levels[l].last + 1)
			*level = l + 1;
}

static void list_cpus(const struct point *point, struct sentence *cpus)
{
	for (size_t i = 0; i < point->cpu_count; i++)
		sentence_add(cpus, "%s%" PRIu32, i > 0 ? " " : "", point->cpus[i]);
	if (point->cpu_count == POINT_CPUS)
		sentence_add(cpus, " ...");
}

static void note_point(const struct sweep_point *point, const struct trials *trials, struct sentence *note)
{
	if (point->counted == 0)
		sentence_add(note, "missing");
	else if (point->counted < RULE_M0_THIN && !trials->curve)
		sentence_add(note, "thin");
	if (point->failed)
		sentence_add(note, "%sfailed", note->text[0] != '\0' ? "; " : "");
	if (trials->curve && point->counted > 1)
		sentence_add(note, "given %" PRIu64 " times", point->counted);
}

int finding_add_points(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy,
                       const struct trials *trials, bool cycles)
{
	for (size_t i = 0; i < sweep->count; i++) {
		const struct sweep_point *point = &sweep->points[i];
		struct sentence cpus = {""}, note = {""};
		struct summary_point row = {
		    .experiment =
		        finding_text(sweep->pass->experiment == CAPTURE_ADJACENCY ? "adjacency" : "sweep"),
		    .size_bytes = point->source->size_bytes,
		    .distance_bytes = point->source->distance_bytes,
		    .order = finding_text(sweep->pass->order == CAPTURE_PAGE ? "page" : "random"),
		    .competitors = sweep->pass->competitors,
		    .trials = trials->curve ? 0 : point->counted,
		    .discarded = point->discarded,
		    .migrated = point->migrated,
		    .time_ns = point->time_ns,
		    .low_ns = trials->curve ? NAN : point->low_ns,
		    .q1_ns = trials->curve ? NAN : point->q1_ns,
		    .q3_ns = trials->curve ? NAN : point->q3_ns,
		    .high_ns = trials->curve ? NAN : point->high_ns,
		    .cycles = cycles ? point->cycles : NAN,
		    .pass = finding_text(sweep->pass->name),
		};
		list_cpus(point->source, &cpus);
		note_point(point, trials, &note);
		row.cpus = cpus.text;
		row.note = note.text;
		if (point->counted > 0)
			find_place(hierarchy, point->on_curve, &row.plateau, &row.level);
		if (summary_add_point(summary, &row) != 0)
			return -1;
	}
	return 0;
}
