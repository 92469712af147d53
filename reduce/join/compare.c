/* Where passes that belong together find each other. */
#include "compare.h"
#include "competitor.h"
#include "gap_order.h"
#include "page_order.h"
#include "private.h"
#include "ratio.h"
#include "side.h"
#include "unnamed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Every pass of the captures, in the order given, and for each the number of the first of its machine: only
 * those of one machine can belong together. */
struct sides {
	struct side *of;
	size_t count;
	size_t *machine;
};

/* A rule that holds one pass against another: which passes ask, which partner belongs to them, and what adds
 * the finding. It is about the one that asks, or about the partner. */
struct pairing {
	bool (*asks)(const struct side *side);
	bool (*belong)(const struct side *partner, const struct side *side);
	int (*add)(struct summary *summary, const struct side *partner, const struct side *side,
	           const char *pass);
	enum finding_kind kind;
	bool about_partner;
};

/* V1 is asked beside these: it needs the levels too. */
static const struct pairing pairings[] = {
    {competitor_crowded, competitor_belong, competitor_add, FINDING_COMPETITOR, false},
    {page_order_asked, page_order_belong, page_order_add, FINDING_PAGE_ORDER, true},
};
enum { PAIRINGS = sizeof pairings / sizeof pairings[0], PAIR_NAME = 2 * SIDE_NAME + 4 };

static size_t machine_of(const struct sides *sides, const struct side *side)
{
	return sides->machine[side - sides->of];
}

/* The partner of a side: of its own capture first, else the first one that belongs to it; NULL where there is
 * none. */
static const struct side *find_partner(const struct sides *sides, const struct side *side,
                                       bool (*belong)(const struct side *partner, const struct side *side))
{
	const struct side *found = NULL;
	for (size_t i = 0; i < sides->count; i++) {
		const struct side *other = &sides->of[i];
		bool own = other->reduction == side->reduction;
		if (other == side || sides->machine[i] != machine_of(sides, side) ||
		    (found != NULL && !own) || !belong(other, side))
			continue;
		if (own)
			return other;
		found = other;
	}
	return found;
}

static int compare_machines(const void *left, const void *right)
{
	const struct side *a = *(const struct side *const *)left, *b = *(const struct side *const *)right;
	char x[SIDE_NAME], y[SIDE_NAME];
	int order = strcmp(side_machine(a, x), side_machine(b, y));
	return order != 0 ? order : a < b ? -1 : a > b;
}

/* Sorts the sides by their machines. One that names none is of the machine of its own capture alone. Returns
 * 0, or -1 where memory is out. */
static int find_machines(struct sides *sides)
{
	const struct side **sorted = calloc(sides->count + 1, sizeof *sorted);
	sides->machine = calloc(sides->count + 1, sizeof *sides->machine);
	if (sorted == NULL || sides->machine == NULL) {
		free(sorted);
		return -1;
	}
	for (size_t i = 0; i < sides->count; i++)
		sorted[i] = &sides->of[i];
	qsort(sorted, sides->count, sizeof *sorted, compare_machines);
	for (size_t i = 0; i < sides->count; i++) {
		size_t number = (size_t)(sorted[i] - sides->of);
		bool same = i > 0 && side_same_machine(sorted[i - 1], sorted[i]);
		sides->machine[number] = same ? machine_of(sides, sorted[i - 1]) : number;
	}
	free(sorted);
	return 0;
}

static void sides_free(struct sides *sides)
{
	free(sides->of);
	free(sides->machine);
}

/* Lists every pass of one more capture. Returns 0, or -1 where memory is out. */
static int add_sides(struct sides *sides, const struct reduction *capture)
{
	for (size_t p = 0; p < capture->pass_count; p++) {
		struct side *side = array_add(&sides->of, &sides->count, sizeof *side, NULL);
		if (side == NULL)
			return -1;
		*side = (struct side){capture, &capture->passes[p]};
	}
	return 0;
}

static const char *pass_of(const struct side *side)
{
	return side->pass->sweep.pass->name;
}

/* What a finding about two sides is called across captures. */
static const char *name_pair(const struct side *about, const struct side *partner, char text[PAIR_NAME])
{
	char a[SIDE_NAME], b[SIDE_NAME];
	snprintf(text, PAIR_NAME, "%s%s%s", side_name(about, a), partner != NULL ? " | " : "",
	         partner != NULL ? side_name(partner, b) : "");
	return text;
}

/* C1, O2 and V1 of a side, as far as it asks. Within a capture a finding bears the name of the pass alone. */
static int add_side(struct summary *summary, const struct sides *sides, const struct side *side, bool within)
{
	char text[PAIR_NAME];
	for (size_t p = 0; p < PAIRINGS; p++) {
		if (!pairings[p].asks(side))
			continue;
		const struct side *partner = find_partner(sides, side, pairings[p].belong);
		bool turned = pairings[p].about_partner && partner != NULL;
		const struct side *about = turned ? partner : side, *other = turned ? side : partner;
		if (pairings[p].add(summary, partner, side,
		                    within ? pass_of(about) : name_pair(about, other, text)) != 0)
			return -1;
	}
	if (!private_asked(side))
		return 0;
	const struct side *alone = find_partner(sides, side, private_belong);
	return private_add(summary, alone, side, find_partner(sides, side, private_levels),
	                   within ? pass_of(side) : name_pair(side, alone, text));
}

static int add_pairs(struct summary *summary, const struct sides *sides, bool within)
{
	for (size_t i = 0; i < sides->count; i++)
		if (add_side(summary, sides, &sides->of[i], within) != 0)
			return -1;
	return 0;
}

int compare_within(struct summary *summary, const struct reduction *reduction)
{
	struct sides sides = {0};
	int status = add_sides(&sides, reduction) == 0 && find_machines(&sides) == 0
	                 ? add_pairs(summary, &sides, true)
	                 : -1;
	sides_free(&sides);
	return status;
}

/* ---- across captures ---- */

/* R1's refusal for each machine beyond the first: nothing is compared across machines. */
static int add_machines(struct summary *summary, const struct sides *sides)
{
	char text[PAIR_NAME];
	for (size_t i = 1; i < sides->count; i++)
		if (sides->machine[i] == i && ratio_add(summary, &sides->of[0], &sides->of[i],
		                                        name_pair(&sides->of[0], &sides->of[i], text)) != 0)
			return -1;
	return 0;
}

/* Whether `page` tells of the steps of `random` (O2). */
static bool tells_steps(const struct side *page, const struct side *random)
{
	return page_order_asked(page) && !side_failed(page) && page_order_belong(random, page);
}

static int add_unnamed(struct summary *summary, const struct sides *sides, const struct side *a,
                       const struct side *b, const char *pass)
{
	struct unnamed_side x = {a, find_partner(sides, a, tells_steps)},
	                    y = {b, find_partner(sides, b, tells_steps)};
	return unnamed_add(summary, &x, &y, pass);
}

static int add_ratio(struct summary *summary, const struct sides *sides, const struct side *a,
                     const struct side *b)
{
	char text[PAIR_NAME];
	const char *pass = name_pair(a, b, text);
	if (ratio_add(summary, a, b, pass) != 0)
		return -1;
	return side_stride(a) == side_stride(b) ? add_unnamed(summary, sides, a, b, pass) : 0;
}

/* R1 and S1 of pairs of sweeps of one machine, from two captures: of each sweep with the next one, or with
 * all that follow. */
static int add_ratios(struct summary *summary, const struct sides *sides, bool all)
{
	for (size_t i = 0; i < sides->count; i++) {
		const struct side *a = &sides->of[i];
		for (size_t k = i + 1; side_swept(a) && k < sides->count; k++) {
			const struct side *b = &sides->of[k];
			if (sides->machine[k] != sides->machine[i] || a->reduction == b->reduction ||
			    !side_swept(b))
				continue;
			if (add_ratio(summary, sides, a, b) != 0)
				return -1;
			if (!all)
				break;
		}
	}
	return 0;
}

static int add_gap_orders(struct summary *summary, const struct sides *sides)
{
	struct gap_tally tally = {0};
	char text[PAIR_NAME];
	for (size_t i = 0; i < sides->count; i++)
		if (side_swept(&sides->of[i]) &&
		    gap_order_add(summary, &sides->of[i], name_pair(&sides->of[i], NULL, text), &tally) != 0)
			return -1;
	return tally.asked > 0 ? gap_order_add_all(summary, &tally) : 0;
}

/* ---- across the captures of one machine ---- */

struct across {
	struct sides sides;
	const struct compared_capture *captures; /* in the order of their sides */
};

/* Where a finding about that side belongs. */
static struct summary *summary_of(const struct across *across, const struct side *side)
{
	size_t at = 0;
	while (across->captures[at].reduction != side->reduction)
		at++;
	return across->captures[at].summary;
}

static bool foreign(const struct side *partner, const struct side *side)
{
	return partner != NULL && partner->reduction != side->reduction;
}

/* Takes out what a capture said by itself, for want of the partner that another capture has. */
static void replace(const struct across *across, const struct side *side, enum finding_kind kind)
{
	struct summary *summary = summary_of(across, side);
	size_t kept = 0;
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind != kind || strcmp(finding->pass, pass_of(side)) != 0)
			summary->findings[kept++] = *finding;
	}
	summary->finding_count = kept;
}

static int pair_across(const struct across *across, const struct side *side, const struct pairing *pairing)
{
	const struct side *partner =
	    pairing->asks(side) ? find_partner(&across->sides, side, pairing->belong) : NULL;
	if (!foreign(partner, side))
		return 0;
	replace(across, side, pairing->kind);
	return pairing->add(summary_of(across, partner), partner, side, pass_of(partner));
}

static int private_across(const struct across *across, const struct side *side)
{
	if (!private_asked(side))
		return 0;
	const struct side *alone = find_partner(&across->sides, side, private_belong),
	                  *known = find_partner(&across->sides, side, private_levels);
	if (alone == NULL || known == NULL || (!foreign(alone, side) && !foreign(known, side)))
		return 0;
	replace(across, side, FINDING_PRIVATE);
	return private_add(summary_of(across, known), alone, side, known, pass_of(known));
}

/* What the sides ask of sides in other captures. */
static int add_across(const struct across *across)
{
	for (size_t i = 0; i < across->sides.count; i++) {
		const struct side *side = &across->sides.of[i];
		for (size_t p = 0; p < PAIRINGS; p++)
			if (pair_across(across, side, &pairings[p]) != 0)
				return -1;
		if (private_across(across, side) != 0)
			return -1;
	}
	return 0;
}

/* S1 of each sweep and the next one of another capture. */
static int add_unnamed_across(const struct across *across)
{
	const struct side *before = NULL;
	for (size_t i = 0; i < across->sides.count; i++) {
		const struct side *side = &across->sides.of[i];
		if (!side_swept(side) || !side->pass->judged)
			continue;
		if (foreign(before, side) && side_same_machine(before, side) &&
		    side_stride(before) == side_stride(side) &&
		    add_unnamed(summary_of(across, before), &across->sides, before, side, pass_of(before)) !=
		        0)
			return -1;
		before = side;
	}
	return 0;
}

int compare_across(const struct compared_capture *captures, size_t count)
{
	struct across across = {.captures = captures};
	int status = 0;
	for (size_t c = 0; status == 0 && c < count; c++)
		status = add_sides(&across.sides, captures[c].reduction);
	if (status == 0)
		status = find_machines(&across.sides) != 0 || add_unnamed_across(&across) != 0 ||
		                 add_across(&across) != 0
		             ? -1
		             : 0;
	sides_free(&across.sides);
	return status;
}

static int add_headers(struct summary *summary, const struct reduction *captures, size_t count)
{
	if (summary_begin(summary, "comparison", captures[0].rules) != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_KIND, summary_kind_words[SUMMARY_COMPARISON]) != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (summary_add_header(summary, SUMMARY_KEY_COMPARED, captures[i].name) != 0)
			return -1;
	return 0;
}

int compare_captures(struct summary *summary, const struct reduction *captures, size_t count, bool all,
                     struct fault *fault)
{
	struct sides sides = {0};
	int status = 0;
	*summary = (struct summary){0};
	for (size_t c = 0; status == 0 && c < count; c++)
		status = add_sides(&sides, &captures[c]);
	all = all || captures[0].rules < 3;
	if (status == 0)
		status =
		    find_machines(&sides) != 0 || add_headers(summary, captures, count) != 0 ||
		            add_machines(summary, &sides) != 0 || add_ratios(summary, &sides, all) != 0 ||
		            add_gap_orders(summary, &sides) != 0 || add_pairs(summary, &sides, false) != 0
		        ? -1
		        : 0;
	sides_free(&sides);
	return status == 0 ? 0 : fault_system(fault, NULL, ENOMEM, "cannot be compared");
}
