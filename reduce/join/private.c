/* Where a chase alone is held against the same chase beside another core's (rule V1). */
#include "private.h"
#include "../summary/finding.h"
#include "../maths/median.h"
#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum private_verdict private_judge(double alone_ns, double beside_ns)
{
	if (ratio_within(alone_ns, beside_ns, rule_v1_private))
		return PRIVATE_OWN;
	return ratio_reached(beside_ns, rule_v1_shared, alone_ns) ? PRIVATE_SHARED : PRIVATE_BETWEEN;
}

/* Whether two chases press on a level that one alone does not fill. */
enum room {
	ROOM_PRESSED, /* one lies inside the level (at or below its B1), both together reach the next level */
	ROOM_UNKNOWN, /* no levels are known: not judged */
	ROOM_OUTSIDE, /* refused: the chase lies inside no level that ends */
	ROOM_LEFT     /* refused: both together do not reach the next level */
};

/* Judges the two by the knees of `levels` (NULL: none). *level is the knee of the level that the chase lies
 * in, or NULL. */
static enum room find_room(const struct side *levels, uint64_t chase_bytes, uint64_t competitor_bytes,
                           const struct stair **level)
{
	const struct stair *knees[SIDE_KNEES];
	size_t count = levels != NULL ? side_knees(levels, knees) : 0, at = 0;
	*level = NULL;
	if (count == 0)
		return ROOM_UNKNOWN;
	while (at < count && knees[at]->bound_bytes < (double)chase_bytes)
		at++;
	if (at == count || levels->pass->sweep.size_bytes[knees[at]->below.first] > (double)chase_bytes)
		return ROOM_OUTSIDE;
	*level = knees[at];
	return (double)chase_bytes + (double)competitor_bytes >= knees[at]->next_bytes ? ROOM_PRESSED
	                                                                               : ROOM_LEFT;
}

bool private_asked(const struct side *side)
{
	const struct pass *pass = side->pass->sweep.pass;
	return pass->competitors == 1 && pass->mode == CAPTURE_CHASE && side_random(side) &&
	       (side->pass->private_test || side_point(side, pass->competitor_bytes) != NULL);
}

bool private_belong(const struct side *alone, const struct side *beside)
{
	return side_alone(alone) && side_random(alone) && side_same_place(alone, beside);
}

bool private_levels(const struct side *levels, const struct side *beside)
{
	return private_belong(levels, beside) && levels->pass->judged;
}

/* What is known of the tiers of both chases (F1). */
enum tiers_known { TIERS_CONFIRMED, TIERS_UNCHECKED, TIERS_UNTOLD };

static enum tiers_known know_tiers(const struct side *alone, const struct side *beside)
{
	if (!alone->reduction->trials.tier_meant || !beside->reduction->trials.tier_meant)
		return TIERS_UNCHECKED;
	return beside->pass->sweep.pass->competitor_rows == 0 ? TIERS_UNTOLD : TIERS_CONFIRMED;
}

/* The median over the counted trials beside which every competitor was confirmed; all counted ones where none
 * was checked. *used is how many. Returns NAN where there is none, -1 where memory is out. */
static double beside_median(const struct sweep_point *point, size_t *used)
{
	double *times = malloc((point->source->rows + 1) * sizeof *times), median = NAN;
	*used = 0;
	if (times == NULL)
		return -1;
	for (size_t r = 0; r < point->source->round_count; r++) {
		const struct round *round = &point->source->rounds[r];
		for (size_t t = 0; t < round->count; t++)
			if ((trial_flags(&round->trials[t]) & (TRIAL_DISCARDED | TRIAL_STRANGER)) == 0)
				times[(*used)++] = round->trials[t].time_ns;
	}
	if (*used > 0)
		median = median_select(times, *used);
	free(times);
	return median;
}

/* One size of the test, measured. */
struct test {
	uint64_t chase_bytes, competitor_bytes;
	double alone_ns, beside_ns;
	size_t used;
	uint64_t alone_counted;
	enum tiers_known tiers;
	enum room room;
	const struct stair *level;
};

static void tell_room(struct sentence *reason, const struct test *test)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT];
	quantity_exact((double)test->chase_bytes, a);
	quantity_exact((double)test->chase_bytes + (double)test->competitor_bytes, b);
	switch (test->room) {
	case ROOM_PRESSED:
		sentence_add(reason, "; level %zu holds %s, the next begins at %s, and the two need %s",
		             test->level->level, a, quantity_exact(test->level->next_bytes, c), b);
		break;
	case ROOM_UNKNOWN:
		sentence_add(reason, "; that the two together exceed a level was not judged: no sweep of "
		                     "these cores tells the levels");
		break;
	case ROOM_OUTSIDE:
		sentence_add(reason, "; %s lies inside no level that ends", a);
		break;
	case ROOM_LEFT:
		sentence_add(reason, "; the two together need %s and the next level begins at %s", b,
		             quantity_exact(test->level->next_bytes, c));
		break;
	}
}

static void tell_lacks(struct sentence *reason, const struct test *test)
{
	if (test->tiers == TIERS_UNCHECKED)
		sentence_add(reason,
		             "; no tier was confirmed: F1 needs a tier table and a tier name (--tier)");
	if (test->tiers == TIERS_UNTOLD)
		sentence_add(
		    reason,
		    "; the competitor's tier was not confirmed (F1): the capture has none of its rows");
	if (test->chase_bytes != test->competitor_bytes)
		sentence_add(reason, "; V1 speaks of two chases of one size");
	if (test->used < RULE_M0_THIN || test->alone_counted < RULE_M0_THIN)
		sentence_add(reason, "; thin: %" PRIu64 " and %zu trials (M0)", test->alone_counted,
		             test->used);
}

static int add_test(struct summary *summary, const struct test *test, const char *pass)
{
	static const char *const words[] = {"private", "shared", NULL};
	enum private_verdict verdict = private_judge(test->alone_ns, test->beside_ns);
	struct sentence lacks = {""};
	tell_lacks(&lacks, test);
	enum status status =
	    verdict == PRIVATE_BETWEEN || test->room == ROOM_OUTSIDE || test->room == ROOM_LEFT
	        ? STATUS_REFUSED
	    : lacks.text[0] != '\0' || test->room == ROOM_UNKNOWN || test->level->claimed != STATUS_ACCEPTED
	        ? STATUS_NOTED
	        : STATUS_ACCEPTED;
	rule_set told = RULE_SET(RULE_V1) | (test->tiers != TIERS_CONFIRMED ? RULE_SET(RULE_F1) : 0);
	struct finding finding = finding_begin(FINDING_PRIVATE, status, told, pass);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT], d[QUANTITY_TEXT], e[QUANTITY_TEXT];
	const char *word = verdict == PRIVATE_BETWEEN ? rules[RULE_V1].refusal
	                   : status == STATUS_REFUSED ? "no test of a level"
	                                              : words[verdict];
	sentence_add(&finding.reason, "%s: %s takes %s ns alone and %s ns beside another core's %s (%s)",
	             word, quantity_exact((double)test->chase_bytes, a), quantity_number(test->alone_ns, b),
	             quantity_number(test->beside_ns, c), quantity_exact((double)test->competitor_bytes, d),
	             quantity_percent(test->beside_ns / test->alone_ns - 1, e));
	tell_room(&finding.reason, test);
	finding.row.level = test->level != NULL ? test->level->level : 0;
	finding_measure(&finding, test->beside_ns / test->alone_ns, test->alone_ns, test->beside_ns,
	                UNIT_RATIO);
	return finding_say(summary, finding, "%s", lacks.text);
}

static int judge_size(struct summary *summary, const struct side *alone, const struct side *beside,
                      const struct side *levels, const struct sweep_point *point, struct finding refusal)
{
	uint64_t size = point->source->size_bytes;
	const struct sweep_point *quiet = side_point(alone, size);
	char a[QUANTITY_TEXT];
	struct test test = {.chase_bytes = size,
	                    .competitor_bytes = beside->pass->sweep.pass->competitor_bytes,
	                    .tiers = know_tiers(alone, beside)};
	test.beside_ns = beside_median(point, &test.used);
	if (test.beside_ns < 0)
		return -1;
	if (quiet == NULL)
		return finding_say(summary, refusal, "%s was not measured alone",
		                   quantity_exact((double)size, a));
	if (test.used == 0) {
		refusal.row.rules |= RULE_SET(RULE_F1);
		return finding_say(summary, refusal,
		                   "no trial of %s in which both chases were confirmed on the tier",
		                   quantity_exact((double)size, a));
	}
	test.alone_ns = quiet->time_ns;
	test.alone_counted = quiet->counted;
	test.room = find_room(levels, size, test.competitor_bytes, &test.level);
	return add_test(summary, &test, refusal.row.pass);
}

int private_add(struct summary *summary, const struct side *alone, const struct side *beside,
                const struct side *levels, const char *pass)
{
	struct finding refusal = finding_begin(FINDING_PRIVATE, STATUS_REFUSED, RULE_SET(RULE_V1), pass);
	const struct sweep *sweep = &beside->pass->sweep;
	char name[SIDE_NAME];
	if (alone == NULL)
		return finding_say(summary, refusal, "no pass alone of the same machine, cores and stride");
	if (side_failed(alone) || side_failed(beside))
		return finding_say(summary, refusal, "%s is refused as a whole",
		                   side_name(side_failed(alone) ? alone : beside, name));
	for (size_t i = 0; i < sweep->count; i++) {
		const struct sweep_point *point = &sweep->points[i];
		if (!beside->pass->private_test && point->source->size_bytes != sweep->pass->competitor_bytes)
			continue;
		if (judge_size(summary, alone, beside, levels, point, refusal) != 0)
			return -1;
	}
	return 0;
}
