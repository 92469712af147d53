/* The words of the translation. */
#include "translation_words.h"
#include "finding.h"
#include "quantity.h"

#include <math.h>

/* ---- reaches ---- */

static struct finding reach_begin(const struct translation *translation, enum status status, rule_set told)
{
	return finding_begin(FINDING_REACH, status, RULE_SET(RULE_W1) | told, translation->pages.pass->name);
}

/* "16.0 to 24.0 KiB with pages of 4.00 KiB" */
static void tell_bytes(struct sentence *sentence, const struct translation *translation,
                       const struct stair *reach)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT];
	double page = translation->page_bytes;
	sentence_add(sentence, "%s to %s with pages of %s", quantity_size(reach->top_bytes * page, a),
	             quantity_size(reach->next_bytes * page, b), quantity_size(page, c));
}

static void tell_refused(struct sentence *sentence, const struct stair *reach)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(reach->refused, list);
	for (size_t i = 0; i < count; i++)
		sentence_add(sentence, "; %s: %s", rules[list[i]].id, rules[list[i]].refusal);
	count = rule_list(reach->unjudged, list);
	for (size_t i = 0; reach->refused == 0 && i < count; i++)
		sentence_add(sentence, "; %s not judged: %s", rules[list[i]].id,
		             list[i] == RULE_K3 ? "one round only" : "too few trials");
}

static int add_reach(struct summary *summary, const struct translation *translation, size_t number)
{
	const struct stair *reach = &translation->hierarchy.stairs[number - 1];
	struct finding finding = reach_begin(translation, reach->status, reach->refused | reach->noted);
	finding.row.level = number;
	finding_measure(&finding, translation_cost_ns(reach), reach->top_bytes, reach->next_bytes, UNIT_NS);
	tell_bytes(&finding.reason, translation, reach);
	sentence_add(&finding.reason, "; translation takes %.2f ns before and %.2f ns after",
	             fmax(reach->below.median_ns - translation->first_ns, 0),
	             reach->above.median_ns - translation->first_ns);
	if (reach->rounds > 1)
		sentence_add(&finding.reason, "; %zu of %zu rounds", reach->agreeing, reach->rounds);
	if ((reach->noted & ~reach->unjudged & RULE_SET(RULE_K3)) != 0)
		sentence_add(&finding.reason, ", only %zu within %g per cent (K3)", reach->close,
		             100 * (ratio_value(rule_k3_apart) - 1));
	tell_refused(&finding.reason, reach);
	return finding_add(summary, &finding);
}

/* The derived curve ends in a climb that no plateau closes. */
static int add_open_climb(struct summary *summary, const struct translation *translation)
{
	const struct hierarchy *hierarchy = &translation->hierarchy;
	const struct sweep *derived = &translation->derived;
	size_t last = hierarchy->plateaus[hierarchy->plateau_count - 1].last;
	char a[QUANTITY_TEXT];
	struct finding finding = reach_begin(translation, STATUS_REFUSED, RULE_SET(RULE_P1));
	if (last + 1 >= derived->curve_count)
		return 0;
	finding.row.level = hierarchy->stair_count + 1;
	finding_measure(&finding, NAN, derived->size_bytes[last], translation_most_pages(translation),
	                UNIT_NONE);
	return finding_say(summary, finding,
	                   "no plateau follows %.0f pages (%s): a climb there has no end, or the points are "
	                   "noisy",
	                   derived->size_bytes[last],
	                   quantity_size(derived->size_bytes[last] * translation->page_bytes, a));
}

static int add_reaches(struct summary *summary, const struct translation *translation)
{
	const struct hierarchy *hierarchy = &translation->hierarchy;
	struct finding none = reach_begin(translation, STATUS_REFUSED, 0);
	int status = 0;
	if (translation->why != NULL)
		return finding_say(summary, none, "%s: %s", rules[RULE_W1].refusal, translation->why);
	if (hierarchy->stair_count == 0)
		status = finding_say(
		    summary, none, "%s: the page chase shows no step up to %.0f pages",
		    rules[RULE_W1].refusal,
		    translation->derived.size_bytes[hierarchy->plateaus[hierarchy->plateau_count - 1].last]);
	for (size_t i = 1; status == 0 && i <= hierarchy->stair_count; i++)
		status = add_reach(summary, translation, i);
	return status == 0 ? add_open_climb(summary, translation) : -1;
}

/* What the difference is taken from. */
static int add_dense(struct summary *summary, const struct translation *translation)
{
	struct finding finding =
	    finding_begin(FINDING_DIAGNOSTIC, STATUS_NOTED, RULE_SET(RULE_W1), translation->lines.pass->name);
	char a[QUANTITY_TEXT];
	if (translation->first_nodes <= 0)
		return finding_say(summary, finding, "the dense chase of as many lines");
	finding_measure(&finding, translation->first_ns, NAN, NAN, UNIT_NS);
	return finding_say(
	    summary, finding,
	    "the dense chase leaves its first level, %s ns, beyond %.0f lines; %zu point%s near its "
	    "climbs left out",
	    quantity_number(translation->first_ns, a), translation->first_nodes, translation->left_out,
	    translation->left_out == 1 ? "" : "s");
}

int translation_words_add(struct summary *summary, const struct reduction *reduction)
{
	const struct translation *translation = &reduction->translation;
	const struct sweep *const chases[] = {&translation->pages, &translation->lines};
	int status = add_reaches(summary, translation);
	if (status == 0 && translation->lines.pass != NULL)
		status = add_dense(summary, translation);
	for (size_t i = 0; status == 0 && i < 2; i++)
		if (chases[i]->pass != NULL)
			status = finding_add_points(summary, chases[i], NULL, &reduction->trials,
			                            reduction_clock(reduction, chases[i]) == CLOCK_GOOD);
	return status;
}

/* ---- causes ---- */

static void tell_reach(struct sentence *sentence, const struct translation *translation,
                       const struct knee_cause *cause)
{
	const struct stair *reach = &translation->hierarchy.stairs[cause->reach - 1];
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, "the reach of translation of %.0f to %.0f pages, ", reach->top_bytes,
	             reach->next_bytes);
	tell_bytes(sentence, translation, reach);
	sentence_add(sentence, ", costs %s ns, %s per cent of the knee's step",
	             quantity_number(translation_cost_ns(reach), a), quantity_number(100 * cause->share, b));
}

/* An unsure cause, and one beside a reach that is noted, is noted. */
static enum status cause_status(const struct translation *translation, const struct stair *knee)
{
	const struct knee_cause *cause = &knee->cause;
	bool noted =
	    cause->reach != 0 && translation->hierarchy.stairs[cause->reach - 1].status == STATUS_NOTED;
	if (cause->verdict == W2_UNKNOWN || cause->verdict == W2_BOTH)
		return STATUS_REFUSED;
	return knee->claimed == STATUS_ACCEPTED && !cause->unsure && !noted ? STATUS_ACCEPTED : STATUS_NOTED;
}

static int add_cause(struct summary *summary, const struct translation *translation, const struct stair *knee,
                     const char *pass)
{
	static const char *const verdicts[] = {
	    [W2_CACHE] = "cache", [W2_TRANSLATION] = "translation", [W2_BOTH] = "both possible"};
	const struct knee_cause *cause = &knee->cause;
	bool unknown = cause->verdict == W2_UNKNOWN;
	struct finding finding =
	    finding_begin(FINDING_CAUSE, cause_status(translation, knee),
	                  unknown ? RULE_SET(RULE_X1) | RULE_SET(RULE_W2) : RULE_SET(RULE_W2), pass);
	finding.row.level = knee->level;
	finding_measure(&finding, cause->share, NAN, NAN, UNIT_SHARE);
	if (unknown)
		return finding_say(summary, finding, "not distinguished: %s", cause->where);
	sentence_add(&finding.reason, "%s: ", verdicts[cause->verdict]);
	if (cause->reach != 0)
		tell_reach(&finding.reason, translation, cause);
	else
		sentence_add(&finding.reason, "no reach of translation within a factor %g of its claim",
		             ratio_value(rule_w2_near));
	if (cause->unsure)
		sentence_add(&finding.reason, "; translation climbs near it, but no reach is claimed there");
	if (knee->status == STATUS_NOTED)
		sentence_add(&finding.reason, "; rests on a knee that is only noted");
	return finding_add(summary, &finding);
}

int translation_words_add_causes(struct summary *summary, const struct reduction *reduction,
                                 const struct reduced_pass *pass)
{
	const struct pass *source = pass->sweep.pass;
	int status = 0;
	if (!reduction->translated || source->competitors != 0 || source->order != CAPTURE_RANDOM)
		return 0;
	for (size_t s = 0; status == 0 && s < pass->hierarchy.stair_count; s++)
		if (pass->hierarchy.stairs[s].status != STATUS_REFUSED)
			status = add_cause(summary, &reduction->translation, &pass->hierarchy.stairs[s],
			                   source->name);
	return status;
}
