/* Where a step in random order is looked for in page order (rule O2). */
#include "page_order.h"
#include "../summary/finding.h"
#include "../summary/quantity.h"

enum step_verdict page_order_judge(double random_low_ns, double random_high_ns, double page_low_ns,
                                   double page_high_ns)
{
	if (!ratio_reached(random_high_ns, rule_o2_cache, random_low_ns))
		return STEP_NONE;
	if (ratio_reached(page_high_ns, rule_o2_cache, page_low_ns))
		return STEP_CACHE;
	return ratio_reached(page_high_ns, rule_o2_translation, page_low_ns) ? STEP_BETWEEN
	                                                                     : STEP_TRANSLATION;
}

bool page_order_asked(const struct side *side)
{
	return !side_random(side) && side_alone(side) && !side->pass->private_test;
}

bool page_order_belong(const struct side *random, const struct side *page)
{
	return side_swept(random) && side_same_place(random, page);
}

/* The four points of a step, and what O2 says of them. */
struct step {
	const struct sweep_point *random_low, *random_high, *page_low, *page_high;
	uint64_t low_bytes, high_bytes;
	enum step_verdict verdict;
};

/* Looked at are B1 inside the lower level, and as far inside the upper one its smallest size that is at least
 * rule_b1_below times its first: the ends themselves can be shoulder points. */
static struct step step_of(const struct side *random, const struct side *page, const struct stair *stair)
{
	const double *sizes = random->pass->sweep.size_bytes;
	size_t at = stair->above.first;
	while (at < stair->above.last && !ratio_reached(sizes[at], rule_b1_below, stair->next_bytes))
		at++;
	struct step step = {.verdict = STEP_UNKNOWN,
	                    .low_bytes = (uint64_t)stair->bound_bytes,
	                    .high_bytes = (uint64_t)sizes[at]};
	step.random_low = side_point(random, step.low_bytes);
	step.random_high = side_point(random, step.high_bytes);
	step.page_low = side_point(page, step.low_bytes);
	step.page_high = side_point(page, step.high_bytes);
	if (step.random_low != NULL && step.random_high != NULL && step.page_low != NULL &&
	    step.page_high != NULL)
		step.verdict = page_order_judge(step.random_low->time_ns, step.random_high->time_ns,
		                                step.page_low->time_ns, step.page_high->time_ns);
	return step;
}

enum step_verdict page_order_step(const struct side *random, const struct side *page,
                                  const struct stair *stair)
{
	return step_of(random, page, stair).verdict;
}

static void tell_step(struct sentence *reason, const struct step *step, unsigned version)
{
	static const char *const words[] = {"cache step", "translation step", NULL, "no step"};
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	const struct sweep_point *const pairs[] = {step->random_low, step->random_high, step->page_low,
	                                           step->page_high};
	const char *between = version >= 3 ? "between, and prefetching lowers it" : rules[RULE_O2].refusal;
	sentence_add(reason, "%s: ", step->verdict == STEP_BETWEEN ? between : words[step->verdict]);
	if (step->verdict == STEP_NONE)
		sentence_add(reason, "below %g in random order at these two sizes; ",
		             ratio_value(rule_o2_cache));
	sentence_add(reason, "at %s and %s", quantity_exact((double)step->low_bytes, a),
	             quantity_exact((double)step->high_bytes, b));
	for (size_t i = 0; i < 4; i += 2)
		sentence_add(reason, "%s %s and %s ns", i == 0 ? " random order takes" : ", page order",
		             quantity_number(pairs[i]->time_ns, a),
		             quantity_number(pairs[i + 1]->time_ns, b));
}

static int add_step(struct summary *summary, const struct step *step, const struct stair *stair,
                    struct finding finding, unsigned version)
{
	bool answered = step->verdict == STEP_CACHE || step->verdict == STEP_TRANSLATION;
	bool thin = step->page_low->counted < RULE_M0_THIN || step->page_high->counted < RULE_M0_THIN;
	finding.row.status = !answered                                   ? STATUS_REFUSED
	                     : thin || stair->claimed != STATUS_ACCEPTED ? STATUS_NOTED
	                                                                 : STATUS_ACCEPTED;
	tell_step(&finding.reason, step, version);
	if (answered && stair->claimed != STATUS_ACCEPTED)
		sentence_add(&finding.reason, "; rests on a knee that is only noted");
	if (answered && thin)
		sentence_add(&finding.reason, "; a point in page order is thin (M0)");
	finding_measure(&finding, step->page_high->time_ns / step->page_low->time_ns, (double)step->low_bytes,
	                (double)step->high_bytes, UNIT_RATIO);
	return finding_add(summary, &finding);
}

static int judge_knee(struct summary *summary, const struct side *random, const struct side *page,
                      const struct stair *stair, struct finding finding)
{
	struct step step = step_of(random, page, stair);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	finding.row.level = stair->level;
	if (step.verdict != STEP_UNKNOWN)
		return add_step(summary, &step, stair, finding, random->reduction->rules);
	return finding_say(summary, finding, "not both of %s and %s were measured in page order",
	                   quantity_exact((double)step.low_bytes, a),
	                   quantity_exact((double)step.high_bytes, b));
}

int page_order_add(struct summary *summary, const struct side *random, const struct side *page,
                   const char *pass)
{
	struct finding refusal = finding_begin(FINDING_PAGE_ORDER, STATUS_REFUSED, RULE_SET(RULE_O2), pass);
	const struct stair *knees[SIDE_KNEES];
	size_t count = random != NULL ? side_knees(random, knees) : 0;
	int status = 0;
	const char *why = random == NULL      ? "no random-order pass of the same machine, cores and stride"
	                  : side_failed(page) ? "the page-order pass is refused as a whole"
	                  : count == 0        ? "random order has no knee to judge"
	                                      : NULL;
	if (why != NULL)
		return finding_say(summary, refusal, "%s", why);
	for (size_t i = 0; status == 0 && i < count; i++)
		status = judge_knee(summary, random, page, knees[i], refusal);
	return status;
}
