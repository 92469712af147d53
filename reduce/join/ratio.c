/* Where two passes of one machine are held against each other by their last step (rule R1). */
#include "ratio.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>

struct ratio_verdict ratio_judge(const double marks[2], const double capacities[2])
{
	int low = marks[0] <= marks[1] ? 0 : 1, high = 1 - low;
	struct ratio_verdict verdict = {.marks = marks[high] / marks[low],
	                                .capacities = capacities[high] / capacities[low]};
	verdict.apart = (verdict.capacities - verdict.marks) / verdict.capacities;
	verdict.consistent = ratio_within(verdict.marks, verdict.capacities, rule_r1_within);
	return verdict;
}

/* Whether the step that M2 marks is a knee that was accepted. */
static bool last_accepted(const struct side *side)
{
	const struct hierarchy *hierarchy = &side->pass->hierarchy;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (!hierarchy->stairs[s].only_quiet &&
		    hierarchy->stairs[s].level + 1 == hierarchy->level_count)
			return hierarchy->stairs[s].claimed == STATUS_ACCEPTED;
	return false;
}

static int add_verdict(struct summary *summary, const struct side *const sides[2], const double marks[2],
                       const double capacities[2], const char *pass)
{
	struct ratio_verdict verdict = ratio_judge(marks, capacities);
	bool firm = last_accepted(sides[0]) && last_accepted(sides[1]);
	struct finding finding =
	    finding_begin(FINDING_RATIO, firm ? STATUS_ACCEPTED : STATUS_NOTED, RULE_SET(RULE_R1), pass);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT], d[QUANTITY_TEXT], e[QUANTITY_TEXT];
	sentence_add(&finding.reason, "%s: midpoints %s and %s, reported %s and %s;",
	             verdict.consistent ? "consistent" : "not consistent", quantity_size(marks[0], a),
	             quantity_size(marks[1], b), quantity_exact(capacities[0], c),
	             quantity_exact(capacities[1], d));
	sentence_add(&finding.reason, " %s against %s, %s", quantity_number(verdict.marks, a),
	             quantity_number(verdict.capacities, b), quantity_percent(-verdict.apart, e));
	if (!firm)
		sentence_add(&finding.reason, "; rests on a last knee that is noted or refused");
	finding_measure(&finding, verdict.marks, fmin(marks[0], marks[1]), fmax(marks[0], marks[1]),
	                UNIT_RATIO);
	finding.row.reported = verdict.capacities;
	finding.row.gap = verdict.apart;
	return finding_add(summary, &finding);
}

/* Why two sides cannot be compared at all; nothing where they can. */
static void tell_strangers(struct sentence *why, const struct side *a, const struct side *b)
{
	char name[SIDE_NAME], other[SIDE_NAME];
	if (!side_same_machine(a, b)) {
		side_machine(a, name);
		side_machine(b, other);
		sentence_add(why, "%s: \"%s\" against \"%s\"",
		             name[0] == '\0' || other[0] == '\0' ? "a capture does not name its machine"
		                                                 : "another machine",
		             name, other);
	} else if (side_stride(a) != side_stride(b)) {
		sentence_add(why, "another stride: %" PRIu64 " against %" PRIu64 " bytes", side_stride(a),
		             side_stride(b));
	}
}

int ratio_add(struct summary *summary, const struct side *a, const struct side *b, const char *pass)
{
	const struct side *const sides[2] = {a, b};
	double marks[2], capacities[2], known = NAN;
	uint64_t levels[2];
	struct sentence why = {""};
	char name[SIDE_NAME];
	tell_strangers(&why, a, b);
	for (int i = 0; i < 2 && why.text[0] == '\0'; i++) {
		marks[i] = sides[i]->pass->judged ? sides[i]->pass->hierarchy.midpoint_bytes : NAN;
		if (isnan(marks[i]))
			sentence_add(&why, "%s has no midpoint", side_name(sides[i], name));
	}
	if (why.text[0] == '\0')
		known = fmax(marks[0], marks[1]) / fmin(marks[0], marks[1]);
	for (int i = 0; i < 2 && why.text[0] == '\0'; i++)
		if (!side_last_reported(sides[i], &capacities[i], &levels[i]))
			sentence_add(&why, "nothing is reported for %s", side_name(sides[i], name));
	if (why.text[0] == '\0' && levels[0] != levels[1])
		sentence_add(&why, "the last reported levels differ: %" PRIu64 " and %" PRIu64, levels[0],
		             levels[1]);
	if (why.text[0] == '\0')
		return add_verdict(summary, sides, marks, capacities, pass);
	struct finding finding = finding_begin(FINDING_RATIO, STATUS_REFUSED, RULE_SET(RULE_R1), pass);
	finding_measure(&finding, known, NAN, NAN, UNIT_RATIO);
	return finding_say(summary, finding, "%s: %s", rules[RULE_R1].refusal, why.text);
}
