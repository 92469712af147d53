/* Where a quiet pass is held against a crowded one (rule C1). */
#include "competitor.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"

enum fall_verdict competitor_judge(const double *quiet, const double *crowded, size_t count, double *falls)
{
	bool most = true;
	for (size_t i = 0; i < count; i++) {
		falls[i] = (quiet[i] - crowded[i]) / quiet[i];
		if ((i > 0 && crowded[i] <= quiet[i - 1]) || (i + 1 < count && crowded[i] >= quiet[i + 1]))
			return FALL_UNPAIRED;
	}
	if (count < 2)
		return FALL_ONE;
	for (size_t i = 0; i + 1 < count; i++)
		most = most && falls[i] < falls[count - 1];
	return most ? FALL_HOLDS : FALL_FAILS;
}

/* A pass of the private test is no sweep: V1 asks it, not C1. */
bool competitor_crowded(const struct side *side)
{
	return !side_alone(side) && !side->pass->private_test;
}

bool competitor_belong(const struct side *quiet, const struct side *crowded)
{
	return side_alone(quiet) && !quiet->pass->private_test &&
	       side_random(quiet) == side_random(crowded) && side_same_place(quiet, crowded);
}

/* Levels by plateaus whose knee was refused: knees that C1 misses. */
static size_t refused_knees(const struct side *side)
{
	size_t count = 0;
	for (size_t s = 0; s < side->pass->hierarchy.stair_count; s++)
		count += side->pass->hierarchy.stairs[s].status == STATUS_REFUSED;
	return count;
}

static void tell_knees(struct sentence *reason, const char *word, const struct side *side)
{
	const struct stair *knees[SIDE_KNEES];
	size_t count = side_knees(side, knees), refused = refused_knees(side);
	char a[QUANTITY_TEXT];
	sentence_add(reason, "%s %zu knee%s", word, count, count == 1 ? "" : "s");
	for (size_t i = 0; i < count; i++)
		sentence_add(reason, "%s%s", i == 0 ? " (" : ", ", quantity_size(knees[i]->knee_bytes, a));
	sentence_add(reason, "%s", count > 0 ? ")" : "");
	if (refused > 0)
		sentence_add(reason, " and %zu refused", refused);
}

/* The pairs of knees, ready to be judged. */
struct fall_pairs {
	size_t count, levels[SIDE_KNEES];
	double quiet[SIDE_KNEES], crowded[SIDE_KNEES], falls[SIDE_KNEES];
	bool noted;
};

static void pair_knees(struct fall_pairs *pairs, const struct stair *const *quiet,
                       const struct stair *const *crowded, size_t count)
{
	*pairs = (struct fall_pairs){.count = count};
	for (size_t i = 0; i < count; i++) {
		pairs->levels[i] = quiet[i]->level;
		pairs->quiet[i] = quiet[i]->knee_bytes;
		pairs->crowded[i] = crowded[i]->knee_bytes;
		pairs->noted = pairs->noted || quiet[i]->claimed != STATUS_ACCEPTED ||
		               crowded[i]->claimed != STATUS_ACCEPTED;
	}
}

static struct finding begin(const struct fall_pairs *pairs, size_t i, enum status status, const char *pass)
{
	struct finding finding = finding_begin(FINDING_COMPETITOR, status, RULE_SET(RULE_C1), pass);
	finding.row.level = pairs->levels[i];
	finding_measure(&finding, pairs->falls[i], pairs->crowded[i], pairs->quiet[i], UNIT_SHARE);
	return finding;
}

static int add_fall(struct summary *summary, const struct fall_pairs *pairs, size_t i, const char *pass)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT];
	return finding_say(summary, begin(pairs, i, STATUS_NOTED, pass),
	                   "knee %zu from %s quiet to %s crowded, %s", pairs->levels[i],
	                   quantity_size(pairs->quiet[i], a), quantity_size(pairs->crowded[i], b),
	                   quantity_percent(-pairs->falls[i], c));
}

static int add_verdict(struct summary *summary, const struct fall_pairs *pairs, bool holds, const char *pass)
{
	struct finding finding =
	    begin(pairs, pairs->count - 1, pairs->noted ? STATUS_NOTED : STATUS_ACCEPTED, pass);
	char a[QUANTITY_TEXT];
	sentence_add(&finding.reason, "%s: the deepest knee %s;", holds ? "holds" : "fails",
	             holds ? "falls most" : "does not fall most");
	for (size_t i = 0; i < pairs->count; i++)
		sentence_add(&finding.reason, "%s knee %zu %s", i > 0 ? "," : "", pairs->levels[i],
		             quantity_percent(-pairs->falls[i], a));
	if (pairs->noted)
		sentence_add(&finding.reason, "; rests on a knee that is only noted");
	int status = finding_add(summary, &finding);
	for (size_t i = 0; status == 0 && i < pairs->count; i++)
		status = add_fall(summary, pairs, i, pass);
	return status;
}

int competitor_add(struct summary *summary, const struct side *quiet, const struct side *crowded,
                   const char *pass)
{
	static const char *const refusals[] = {
	    [FALL_ONE] = "a single knee has no shallower one to be held against",
	    [FALL_UNPAIRED] = "a crowded knee stands past the quiet one beside its own",
	};
	const struct stair *a[SIDE_KNEES], *b[SIDE_KNEES];
	struct finding refusal = finding_begin(FINDING_COMPETITOR, STATUS_REFUSED, RULE_SET(RULE_C1), pass);
	struct fall_pairs pairs;
	const char *why = rules[RULE_C1].refusal;
	if (quiet == NULL)
		return finding_say(summary, refusal,
		                   "no quiet pass of the same machine, cores, stride and order");
	size_t count = side_knees(quiet, a);
	if (count == side_knees(crowded, b) && count > 0 && refused_knees(quiet) == 0 &&
	    refused_knees(crowded) == 0) {
		pair_knees(&pairs, a, b, count);
		enum fall_verdict verdict =
		    competitor_judge(pairs.quiet, pairs.crowded, pairs.count, pairs.falls);
		if (verdict == FALL_HOLDS || verdict == FALL_FAILS)
			return add_verdict(summary, &pairs, verdict == FALL_HOLDS, pass);
		why = refusals[verdict];
	}
	sentence_add(&refusal.reason, "%s: ", why);
	tell_knees(&refusal.reason, "quiet", quiet);
	tell_knees(&refusal.reason, ", crowded", crowded);
	return finding_add(summary, &refusal);
}
