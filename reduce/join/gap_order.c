/* Where it is asked whether the gaps grow from level to level (rule O1). */
#include "gap_order.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"

#include <math.h>

bool gap_order_holds(const double *gaps, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!(gaps[i] > gaps[i - 1]))
			return false;
	return true;
}

/* Which knee stands beside each reported size; writes the gaps. Returns false, with the reason, where one is
 * missing. */
static bool find_gaps(const struct side *side, const double *reported, size_t count, double *gaps,
                      struct sentence *reason)
{
	const struct stair *knees[SIDE_KNEES];
	double sizes[SIDE_KNEES];
	size_t knee_count = side_knees(side, knees);
	char a[QUANTITY_TEXT];
	long last = -1;
	for (size_t i = 0; i < knee_count; i++)
		sizes[i] = knees[i]->knee_bytes;
	for (size_t i = 0; i < count; i++) {
		long nearest = knee_nearest(sizes, knee_count, reported[i], KNEE_NEAR_REPORTED);
		if (nearest <= last) {
			sentence_add(reason, "no knee of its own stands beside the reported %s",
			             quantity_exact(reported[i], a));
			return false;
		}
		last = nearest;
		gaps[i] = (reported[i] - sizes[nearest]) / reported[i];
	}
	return true;
}

int gap_order_add(struct summary *summary, const struct side *side, const char *pass, struct gap_tally *tally)
{
	double reported[SIDE_KNEES], gaps[SIDE_KNEES];
	size_t count = side_reported(side, reported);
	struct finding finding = finding_begin(FINDING_GAP_ORDER, STATUS_REFUSED, RULE_SET(RULE_O1), pass);
	char a[QUANTITY_TEXT];
	tally->asked++;
	if (count < 2)
		return finding_say(summary, finding, "fewer than two sizes are reported");
	if (!find_gaps(side, reported, count, gaps, &finding.reason))
		return finding_add(summary, &finding);
	bool holds = gap_order_holds(gaps, count);
	tally->answered++;
	tally->hold += holds;
	sentence_add(&finding.reason, "%s: gaps of", holds ? "holds" : "fails");
	for (size_t i = 0; i < count; i++)
		sentence_add(&finding.reason, "%s %s", i > 0 ? "," : "", quantity_percent(gaps[i], a));
	finding.row.status = STATUS_NOTED;
	finding_measure(&finding, NAN, gaps[0], gaps[count - 1], UNIT_SHARE);
	return finding_say(summary, finding,
	                   " from the first level on; the order alone is no evidence of sharing");
}

int gap_order_add_all(struct summary *summary, const struct gap_tally *tally)
{
	struct finding finding = finding_begin(
	    FINDING_GAP_ORDER, tally->answered > 0 ? STATUS_NOTED : STATUS_REFUSED, RULE_SET(RULE_O1), "");
	if (tally->answered > 0) {
		finding_measure(&finding, (double)tally->hold, NAN, NAN, UNIT_PASSES);
		sentence_add(&finding.reason, "%s: on %zu of %zu passes that have every knee; ",
		             tally->hold == tally->answered ? "holds" : "fails", tally->hold,
		             tally->answered);
	}
	return finding_say(summary, finding, "%zu of %zu passes lack a knee or a reported size",
	                   tally->asked - tally->answered, tally->asked);
}
