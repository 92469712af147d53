/* The words of the controls. */
#include "control_words.h"
#include "finding.h"
#include "quantity.h"

#include <math.h>

/* What each asks, and what follows where it fails. */
static const struct {
	enum rule_id rule;
	const char *asked, *follows;
} questions[CALIBRATIONS] = {
    {RULE_Q1, "cycles that are counted for each add of the chain",
     "cycles a load come from the counter alone, or are not told"},
    {RULE_Q2, "time of a chase of as many nodes as the loop has loads, divided by that of one node more",
     "sizes of fewer nodes than four times the loop's loads do not count"},
    {RULE_Q3, "time of pairs whose second words are equal, divided by that of pairs with words of their own",
     "a granule measured with constant words is refused"},
    {RULE_Q4,
     "time of a chase by offsets, less the cycle that the addition takes, divided by that of a chase by pointers",
     "times past the largest reported cache are upper limits of speed"},
    {RULE_Q5, "processor and thread priority at both ends of each control",
     "the class of cores is not confirmed"},
};

static void tell_ends(struct sentence *sentence, const double ends[CALIBRATION_ENDS])
{
	static const char *const where[] = {"at the start", "at the end"};
	const char *join = "";
	for (size_t e = 0; e < CALIBRATION_ENDS; e++) {
		if (isnan(ends[e]))
			continue;
		sentence_add(sentence, "%s%.3f %s", join, ends[e], where[e]);
		join = " and ";
	}
}

static int add_control(struct summary *summary, const struct calibration *calibration, size_t question)
{
	bool failed = calibration->status == STATUS_REFUSED, judged = !isnan(calibration->value);
	struct finding finding =
	    finding_begin(FINDING_CONTROL, calibration->status, RULE_SET(calibration->rule), "");
	struct sentence *reason = &finding.reason;
	char a[QUANTITY_TEXT];
	finding_measure(&finding, calibration->value, NAN, NAN, UNIT_RATIO);
	sentence_add(reason, "%s%s: ", failed ? "failed: " : "", questions[question].asked);
	tell_ends(reason, calibration->ends);
	if (judged && !isnan(calibration->bytes))
		sentence_add(reason, ", over %s", quantity_size(calibration->bytes, a));
	if (judged && !isnan(calibration->dit[0] + calibration->dit[1])) {
		sentence_add(reason, "; with the DIT bit set ");
		tell_ends(reason, calibration->dit);
	}
	if (calibration->why != NULL)
		sentence_add(reason, "%s%s%s", judged ? "; " : "",
		             failed ? "" : "not judged: ", calibration->why);
	else if (!judged)
		sentence_add(reason, "as asked for");
	if (failed)
		sentence_add(reason, "; %s", questions[question].follows);
	return finding_add(summary, &finding);
}

int control_words_add(struct summary *summary, const struct reduction *reduction)
{
	int status = 0;
	for (size_t i = 0; status == 0 && i < CALIBRATIONS; i++)
		status = add_control(summary, &reduction->calibrations[i], i);
	return status;
}
