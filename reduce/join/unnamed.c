/* Where it is asked whether two passes show a level that no reported cache explains (rule S1). */
#include "unnamed.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"
#include "page_order.h"

#include <math.h>
#include <string.h>

/* The accepted knee nearest to a reported size, behind `after`, within a factor 2; -1 where there is none. */
static long find_recovered(const struct leftover_knee *knees, size_t count, long after, double reported)
{
	double sizes[SIDE_KNEES];
	/* NAN is near to nothing. */
	for (size_t i = 0; i < count && i < SIDE_KNEES; i++)
		sizes[i] = (long)i > after && knees[i].accepted ? knees[i].bytes : NAN;
	return knee_nearest(sizes, count < SIDE_KNEES ? count : SIDE_KNEES, reported,
	                    ratio_value(rule_s1_near));
}

struct leftover unnamed_leftover(const struct leftover_knee *knees, size_t knee_count, const double *reported,
                                 size_t reported_count)
{
	bool taken[SIDE_KNEES] = {false};
	long last = -1;
	struct leftover leftover = {LEFTOVER_NONE, NAN, false, 0};
	if (reported_count == 0)
		return (struct leftover){LEFTOVER_UNREPORTED, NAN, false, 0};
	for (size_t i = 0; i < reported_count; i++) {
		long recovered = find_recovered(knees, knee_count, last, reported[i]);
		if (recovered < 0)
			return (struct leftover){LEFTOVER_UNRECOVERED, reported[i], false, 0};
		taken[recovered] = true;
		last = recovered;
	}
	for (size_t i = 0; i < knee_count && i < SIDE_KNEES; i++) {
		if (taken[i])
			continue;
		leftover.verdict = leftover.verdict == LEFTOVER_NONE ? LEFTOVER_ONE : LEFTOVER_SEVERAL;
		leftover.bytes = knees[i].bytes;
		leftover.noted = !knees[i].accepted;
		leftover.knee = i;
	}
	return leftover;
}

/* What a side leaves over, and the stair of its extra knee; NULL where there is none. */
static struct leftover side_leftover(const struct side *side, const struct stair **extra)
{
	const struct stair *stairs[SIDE_KNEES];
	struct leftover_knee knees[SIDE_KNEES];
	double reported[SIDE_KNEES];
	size_t count = side_knees(side, stairs), reported_count = side_reported(side, reported);
	for (size_t i = 0; i < count; i++)
		knees[i] =
		    (struct leftover_knee){stairs[i]->knee_bytes, stairs[i]->claimed == STATUS_ACCEPTED};
	struct leftover leftover = unnamed_leftover(knees, count, reported, reported_count);
	*extra = leftover.verdict == LEFTOVER_ONE ? stairs[leftover.knee] : NULL;
	if (side->reduction->rules >= 3 && leftover.verdict == LEFTOVER_ONE &&
	    leftover.bytes <= reported[reported_count - 1])
		leftover.verdict = LEFTOVER_INSIDE;
	return leftover;
}

static void tell_leftover(struct sentence *reason, const struct side *side, const struct leftover *leftover)
{
	static const char *const words[] = {
	    [LEFTOVER_UNREPORTED] = "has no reported cache",
	    [LEFTOVER_NONE] = "shows no level that its reported caches do not explain",
	    [LEFTOVER_SEVERAL] = "shows more than one knee beyond its reported caches",
	};
	char name[SIDE_NAME], a[QUANTITY_TEXT];
	bool inside = leftover->verdict == LEFTOVER_INSIDE;
	sentence_add(reason, "%s ", side_name(side, name));
	if (inside || leftover->verdict == LEFTOVER_ONE)
		sentence_add(reason, "shows one knee more, at %s%s", quantity_size(leftover->bytes, a),
		             inside ? ", but not beyond its last reported cache" : "");
	else if (leftover->verdict == LEFTOVER_UNRECOVERED)
		sentence_add(reason, "has no accepted knee within a factor %g of the reported %s",
		             ratio_value(rule_s1_near), quantity_exact(leftover->bytes, a));
	else
		sentence_add(reason, "%s", words[leftover->verdict]);
}

/* The ways in which a cache that is there stays out of sight, as the first article lists them. */
static const char hidden[] =
    "; a cache could still be there: loads that do not fill it, a victim or memory-side design, slices "
    "that blend it into a slope, other users of it";

/* What tells a cache from translation (from version 3 on). */
enum cause { CAUSE_UNKNOWN, CAUSE_TRANSLATION, CAUSE_PAGE_CHASE, CAUSE_PAGE_ORDER, CAUSE_HUGE };

/* What the page chase says of either step (W2), where it is sure. */
static bool chase_says(enum w2_verdict verdict, const struct stair *a, const struct stair *b)
{
	return (a->cause.verdict == verdict && !a->cause.unsure) ||
	       (b->cause.verdict == verdict && !b->cause.unsure);
}

static bool step_is_a_cache(const struct unnamed_side *side, const struct stair *extra)
{
	return side->page != NULL && page_order_step(side->side, side->page, extra) == STEP_CACHE;
}

static enum cause cause_of(const struct unnamed_side *a, const struct stair *extra_a,
                           const struct unnamed_side *b, const struct stair *extra_b)
{
	if (chase_says(W2_TRANSLATION, extra_a, extra_b))
		return CAUSE_TRANSLATION;
	if (chase_says(W2_CACHE, extra_a, extra_b))
		return CAUSE_PAGE_CHASE;
	if (step_is_a_cache(a, extra_a) || step_is_a_cache(b, extra_b))
		return CAUSE_PAGE_ORDER;
	return trials_huge(&a->side->reduction->trials) && trials_huge(&b->side->reduction->trials)
	           ? CAUSE_HUGE
	           : CAUSE_UNKNOWN;
}

static const char *const cause_words[] = {
    [CAUSE_UNKNOWN] =
        ("; cache or translation: neither the page chase (W2) nor page order (O2) calls the step a "
         "cache's on either pass, and not both lie in huge pages"),
    [CAUSE_TRANSLATION] = "; the page chase calls the step the translation's (W2)",
    [CAUSE_PAGE_CHASE] = "; a cache step beside the page chase (W2)",
    [CAUSE_PAGE_ORDER] = "; a cache step in page order (O2)",
    [CAUSE_HUGE] = "; both passes lie in huge pages",
};

int unnamed_add(struct summary *summary, const struct unnamed_side *a, const struct unnamed_side *b,
                const char *pass)
{
	const struct stair *extra_a, *extra_b;
	struct leftover x = side_leftover(a->side, &extra_a), y = side_leftover(b->side, &extra_b);
	bool both = x.verdict == LEFTOVER_ONE && y.verdict == LEFTOVER_ONE;
	bool agree = both && ratio_within(x.bytes, y.bytes, rule_s1_agree);
	bool asked = agree && a->side->reduction->rules >= 3;
	enum cause cause = asked ? cause_of(a, extra_a, b, extra_b) : CAUSE_UNKNOWN;
	char cores[SIDE_NAME], other[SIDE_NAME];
	bool same = strcmp(side_cores(a->side, cores), side_cores(b->side, other)) == 0;
	enum status status = !agree || (asked && cause <= CAUSE_TRANSLATION) ? STATUS_REFUSED
	                     : x.noted || y.noted || same                    ? STATUS_NOTED
	                                                                     : STATUS_ACCEPTED;
	struct finding finding = finding_begin(FINDING_UNNAMED_CACHE, status, RULE_SET(RULE_S1), pass);
	sentence_add(&finding.reason, "%s: ", status == STATUS_REFUSED ? rules[RULE_S1].refusal : "assigned");
	tell_leftover(&finding.reason, a->side, &x);
	sentence_add(&finding.reason, "; ");
	tell_leftover(&finding.reason, b->side, &y);
	if (both && !agree)
		sentence_add(&finding.reason, "; the two are more than %.0f per cent apart",
		             100 * (ratio_value(rule_s1_agree) - 1));
	if (asked)
		sentence_add(&finding.reason, "%s", cause_words[cause]);
	if (agree && same)
		sentence_add(&finding.reason, "; both passes ran on the same cores");
	if (both)
		finding_measure(&finding, NAN, fmin(x.bytes, y.bytes), fmax(x.bytes, y.bytes), UNIT_BYTES);
	return finding_say(summary, finding, "%s", status == STATUS_REFUSED ? hidden : "");
}
