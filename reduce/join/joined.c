/* Where the passes of one machine become one list of levels (rule J1). */
#include "joined.h"

#include <math.h>
#include <stdlib.h>

#define NONE ((size_t)-1)

/* Accepted claims come before noted and refused ones, and among them the narrow ones: what is sure draws the
 * lines that the rest falls in with. Ties go by size and pass, so that the order of the files does not
 * matter. */
static int compare_claims(const void *left, const void *right)
{
	const struct joined_claim *a = *(const struct joined_claim *const *)left,
	                          *b = *(const struct joined_claim *const *)right;
	double x = a->high_bytes * b->low_bytes, y = b->high_bytes * a->low_bytes;
	if (a->status != b->status)
		return a->status < b->status ? -1 : 1;
	if (x != y)
		return x < y ? -1 : 1;
	if (a->low_bytes != b->low_bytes)
		return a->low_bytes < b->low_bytes ? -1 : 1;
	return a->pass < b->pass ? -1 : a->pass > b->pass;
}

/* The claims in that order, and those that have a level so far: the first `placed`. */
struct joining {
	struct joined_claim **order;
	size_t placed, groups;
};

static bool holds_pass(const struct joining *joining, size_t group, size_t pass)
{
	for (size_t i = 0; i < joining->placed; i++)
		if (joining->order[i]->level == group && joining->order[i]->pass == pass)
			return true;
	return false;
}

/* Whether two claims share a size. */
static bool overlap(const struct joined_claim *a, const struct joined_claim *b)
{
	return a->low_bytes <= b->high_bytes && b->low_bytes <= a->high_bytes;
}

static bool meets(const struct joining *joining, size_t group, const struct joined_claim *claim)
{
	for (size_t i = 0; i < joining->placed; i++)
		if (joining->order[i]->level == group && overlap(joining->order[i], claim))
			return true;
	return false;
}

static bool share_pass(const struct joining *joining, size_t group, size_t other)
{
	for (size_t i = 0; i < joining->placed; i++)
		if (joining->order[i]->level == other && holds_pass(joining, group, joining->order[i]->pass))
			return true;
	return false;
}

/* Makes one level of two, which the claim just placed connects. The last group takes the freed number. */
static void merge(struct joining *joining, size_t group, size_t other)
{
	size_t last = --joining->groups;
	for (size_t i = 0; i < joining->placed; i++) {
		if (joining->order[i]->level == other)
			joining->order[i]->level = group;
		else if (joining->order[i]->level == last)
			joining->order[i]->level = other;
	}
}

/* Puts one claim into the first level that it meets and that lacks its pass, else into a new one. A claim
 * that stands between two levels of different passes shows them to be one. */
static void place(struct joining *joining, struct joined_claim *claim)
{
	size_t group = 0;
	while (group < joining->groups &&
	       (!meets(joining, group, claim) || holds_pass(joining, group, claim->pass)))
		group++;
	claim->level = group;
	if (group == joining->groups)
		joining->groups++;
	for (size_t other = group + 1; other < joining->groups && claim->status != STATUS_REFUSED;)
		if (meets(joining, other, claim) && !holds_pass(joining, other, claim->pass) &&
		    !share_pass(joining, group, other))
			merge(joining, group, other);
		else
			other++;
	joining->placed++;
}

static void count_claim(struct joined_level *level, const struct joined_claim *claims, size_t at)
{
	const struct joined_claim *claim = &claims[at];
	bool best = level->narrowest == NONE || claim->status == claims[level->narrowest].status;
	level->accepted += claim->status == STATUS_ACCEPTED;
	level->noted += claim->status == STATUS_NOTED;
	level->refused += claim->status == STATUS_REFUSED;
	if (claim->status == STATUS_REFUSED)
		level->refusing |= claim->rules;
	if (level->narrowest == NONE)
		level->narrowest = at;
	else if (level->apart == NONE && claim->status == STATUS_ACCEPTED &&
	         !overlap(claim, &claims[level->narrowest]))
		level->apart = at;
	if (!best)
		return;
	level->low_bytes = fmin(level->low_bytes, claim->low_bytes);
	level->high_bytes = fmax(level->high_bytes, claim->high_bytes);
	if (claim->status != STATUS_REFUSED && !(level->time_ns <= claim->time_ns)) {
		level->time_ns = claim->time_ns;
		level->cycles = claim->cycles;
	}
}

static int compare_levels(const void *left, const void *right)
{
	const struct joined_level *a = left, *b = right;
	if (a->low_bytes != b->low_bytes)
		return a->low_bytes < b->low_bytes ? -1 : 1;
	return a->high_bytes < b->high_bytes ? -1 : a->high_bytes > b->high_bytes;
}

/* Tells every claim its level's number after the levels were sorted; the old number of each stands in its
 * narrowest claim. */
static void renumber(struct joined_claim *claims, size_t count, const struct joined_level *levels,
                     size_t groups, size_t *number)
{
	for (size_t i = 0; i < groups; i++)
		number[claims[levels[i].narrowest].level] = i;
	for (size_t i = 0; i < count; i++)
		claims[i].level = number[claims[i].level];
}

size_t joined_levels(struct joined_claim *claims, size_t count, struct joined_level *levels)
{
	struct joining joining = {.order = malloc((count + 1) * sizeof(struct joined_claim *))};
	size_t *number = malloc((count + 1) * sizeof *number);
	if (joining.order == NULL || number == NULL) {
		free(joining.order);
		free(number);
		return NONE;
	}
	for (size_t i = 0; i < count; i++)
		joining.order[i] = &claims[i];
	qsort(joining.order, count, sizeof(struct joined_claim *), compare_claims);
	for (size_t i = 0; i < count; i++)
		place(&joining, joining.order[i]);
	for (size_t i = 0; i < joining.groups; i++)
		levels[i] = (struct joined_level){.narrowest = NONE,
		                                  .apart = NONE,
		                                  .low_bytes = INFINITY,
		                                  .high_bytes = 0,
		                                  .time_ns = NAN,
		                                  .cycles = NAN};
	for (size_t i = 0; i < count; i++)
		count_claim(&levels[joining.order[i]->level], claims, (size_t)(joining.order[i] - claims));
	qsort(levels, joining.groups, sizeof *levels, compare_levels);
	renumber(claims, count, levels, joining.groups, number);
	free(joining.order);
	free(number);
	return joining.groups;
}
