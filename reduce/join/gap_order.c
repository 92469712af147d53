/* Where it is asked whether the gaps grow from level to level (rule O1). */
#include "gap_order.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"
#include "../rule.h"

#include <math.h>

/* As far as a finding looks for the reported size beside a knee. */
static const double near = 4;

bool gap_order_holds(const double *gaps, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (!(gaps[i] > gaps[i - 1]))
			return false;
	return true;
}

static int add_row(struct summary *summary, enum status status, const char *pass, double low, double high,
                   const struct sentence *reason)
{
	struct summary_finding finding = finding_blank("gap_order", status, pass);
	finding.low = low;
	finding.high = high;
	finding.unit = (char *)(uintptr_t)(isnan(low) ? "" : "share");
	finding.rule = (char *)(uintptr_t) "O1";
	finding.reason = (char *)(uintptr_t)reason->text;
	return summary_add_finding(summary, &finding);
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
		long nearest = knee_nearest(sizes, knee_count, reported[i], near);
		if (nearest <= last) {
			sentence_add(reason, "no knee of its own stands beside the reported %s",
			             quantity_size(reported[i], a));
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
	struct sentence reason = {""};
	char a[QUANTITY_TEXT];
	tally->asked++;
	if (count < 2)
		sentence_add(&reason, "fewer than two sizes are reported");
	if (reason.text[0] != '\0' || !find_gaps(side, reported, count, gaps, &reason))
		return add_row(summary, STATUS_REFUSED, pass, NAN, NAN, &reason);
	bool holds = gap_order_holds(gaps, count);
	tally->answered++;
	tally->hold += holds;
	sentence_add(&reason, "%s: gaps of", holds ? "holds" : "fails");
	for (size_t i = 0; i < count; i++)
		sentence_add(&reason, "%s %s", i > 0 ? "," : "", quantity_percent(gaps[i], a));
	sentence_add(&reason, " from the first level on; the order alone is no evidence of sharing");
	return add_row(summary, STATUS_NOTED, pass, gaps[0], gaps[count - 1], &reason);
}

int gap_order_add_all(struct summary *summary, const struct gap_tally *tally)
{
	struct summary_finding finding =
	    finding_blank("gap_order", tally->answered > 0 ? STATUS_NOTED : STATUS_REFUSED, "");
	struct sentence reason = {""};
	if (tally->answered > 0)
		sentence_add(&reason, "%s: on %zu of %zu passes that have every knee; ",
		             tally->hold == tally->answered ? "holds" : "fails", tally->hold,
		             tally->answered);
	sentence_add(&reason, "%zu of %zu passes lack a knee or a reported size",
	             tally->asked - tally->answered, tally->asked);
	if (tally->answered > 0) {
		finding.value = (double)tally->hold;
		finding.unit = (char *)(uintptr_t) "passes";
	}
	finding.rule = (char *)(uintptr_t) "O1";
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}
