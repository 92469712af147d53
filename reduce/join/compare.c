/* Where passes that belong together find each other. */
#include "compare.h"
#include "competitor.h"
#include "../summary/finding.h"
#include "gap_order.h"
#include "page_order.h"
#include "private.h"
#include "ratio.h"
#include "../rule.h"
#include "side.h"
#include "unnamed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The sides in the order given, and the same machine by machine: only those of one can belong together. */
struct sides {
	struct side *of;
	size_t count;
	size_t *kin;          /* numbers of sides, those of one machine in a row, rising */
	size_t *first, *last; /* of each side's machine, in `kin`: last is one past its end */
};

/* A rule that holds one pass against another: which passes ask, and which partner belongs to them. */
struct pairing {
	bool (*asks)(const struct side *side);
	bool (*belong)(const struct side *partner, const struct side *side);
};

static const struct pairing c1 = {competitor_crowded, competitor_belong},
                            v1 = {private_asked, private_belong}, o2 = {page_order_asked, page_order_belong},
                            levels = {private_asked, private_levels};

/* The partner of a side: of its own capture first, else the first one that belongs to it; NULL where there is
 * none. */
static const struct side *find_partner(const struct sides *sides, const struct side *side,
                                       const struct pairing *pairing)
{
	size_t number = (size_t)(side - sides->of), from = number, to = number + 1;
	while (from > 0 && sides->of[from - 1].reduction == side->reduction)
		from--;
	while (to < sides->count && sides->of[to].reduction == side->reduction)
		to++;
	for (size_t i = from; i < to; i++)
		if (i != number && pairing->belong(&sides->of[i], side))
			return &sides->of[i];
	for (size_t k = sides->first[number]; k < sides->last[number]; k++) {
		size_t i = sides->kin[k];
		if ((i < from || i >= to) && pairing->belong(&sides->of[i], side))
			return &sides->of[i];
	}
	return NULL;
}

/* A side among its kin, in the making. */
struct kinsman {
	const struct side *side;
	size_t number;
};

static int compare_kin(const void *left, const void *right)
{
	const struct kinsman *a = left, *b = right;
	char x[SIDE_NAME], y[SIDE_NAME];
	int order = strcmp(side_machine(a->side, x), side_machine(b->side, y));
	return order != 0 ? order : a->number < b->number ? -1 : a->number > b->number;
}

/* Sorts the sides by their machines. One that names none is kin to its own capture alone. Returns 0, or -1
 * where memory is out. */
static int sort_kin(struct sides *sides)
{
	struct kinsman *sorted = calloc(sides->count + 1, sizeof *sorted);
	if (sorted == NULL)
		return -1;
	for (size_t i = 0; i < sides->count; i++)
		sorted[i] = (struct kinsman){&sides->of[i], i};
	qsort(sorted, sides->count, sizeof *sorted, compare_kin);
	for (size_t from = 0, to; from < sides->count; from = to) {
		for (to = from; to < sides->count && side_same_machine(sorted[from].side, sorted[to].side);
		     to++)
			sides->kin[to] = sorted[to].number;
		for (size_t k = from; k < to; k++) {
			sides->first[sides->kin[k]] = from;
			sides->last[sides->kin[k]] = to;
		}
	}
	free(sorted);
	return 0;
}

static void sides_free(struct sides *sides)
{
	free(sides->of);
	free(sides->kin);
	free(sides->first);
	free(sides->last);
}

/* Lists every pass of the captures. Returns 0, or -1 where memory is out; sides_free either way. */
static int list_sides(struct sides *sides, const struct reduction *const *captures, size_t count)
{
	size_t room = 1;
	for (size_t c = 0; c < count; c++)
		room += captures[c]->pass_count;
	*sides = (struct sides){.of = calloc(room, sizeof *sides->of),
	                        .kin = calloc(room, sizeof *sides->kin),
	                        .first = calloc(room, sizeof *sides->first),
	                        .last = calloc(room, sizeof *sides->last)};
	if (sides->of == NULL || sides->kin == NULL || sides->first == NULL || sides->last == NULL)
		return -1;
	for (size_t c = 0; c < count; c++)
		for (size_t p = 0; p < captures[c]->pass_count; p++)
			sides->of[sides->count++] = (struct side){captures[c], &captures[c]->passes[p]};
	return sort_kin(sides);
}

/* What a finding's pass is called: within a capture by the pass alone, else by both sides. */
struct naming {
	bool within;
	char text[2 * SIDE_NAME + 4];
};

static const char *name_pair(struct naming *naming, const struct side *about, const struct side *partner)
{
	char a[SIDE_NAME], b[SIDE_NAME];
	if (naming->within)
		return about->pass->sweep.pass->name;
	snprintf(naming->text, sizeof naming->text, "%s%s%s", side_name(about, a),
	         partner != NULL ? " | " : "", partner != NULL ? side_name(partner, b) : "");
	return naming->text;
}

/* C1, V1 and O2 of every side that asks. */
static int add_pairs(struct summary *summary, const struct sides *sides, bool within)
{
	struct naming naming = {.within = within};
	int status = 0;
	for (size_t i = 0; status == 0 && i < sides->count; i++) {
		const struct side *side = &sides->of[i];
		if (c1.asks(side)) {
			const struct side *quiet = find_partner(sides, side, &c1);
			status = competitor_add(summary, quiet, side, name_pair(&naming, side, quiet));
		}
		if (status == 0 && v1.asks(side)) {
			const struct side *alone = find_partner(sides, side, &v1);
			status = private_add(summary, alone, side, find_partner(sides, side, &levels),
			                     name_pair(&naming, side, alone));
		}
		if (status == 0 && o2.asks(side)) {
			const struct side *random = find_partner(sides, side, &o2);
			const struct side *about = random != NULL ? random : side;
			status = page_order_add(summary, random, side,
			                        name_pair(&naming, about, random != NULL ? side : NULL));
		}
	}
	return status;
}

int compare_within(struct summary *summary, const struct reduction *reduction)
{
	struct sides sides;
	int status = list_sides(&sides, &reduction, 1);
	if (status == 0)
		status = add_pairs(summary, &sides, true);
	sides_free(&sides);
	return status;
}

/* ---- across captures ---- */

static bool whole_sweep(const struct side *side)
{
	return side_alone(side) && side_random(side) && !side->pass->private_test;
}

/* R1's refusal for each machine beyond the first: nothing is compared across machines. */
static int add_machines(struct summary *summary, const struct sides *sides)
{
	struct naming naming = {.within = false};
	for (size_t i = 1; i < sides->count; i++)
		if (sides->kin[sides->first[i]] == i &&
		    ratio_add(summary, &sides->of[0], &sides->of[i],
		              name_pair(&naming, &sides->of[0], &sides->of[i])) != 0)
			return -1;
	return 0;
}

/* The pass with the page-order pass that tells of its steps (O2), if there is one. */
static struct unnamed_side with_page_order(const struct sides *sides, const struct side *side)
{
	const struct side *page = NULL;
	size_t number = (size_t)(side - sides->of);
	for (size_t k = sides->first[number]; k < sides->last[number]; k++) {
		const struct side *other = &sides->of[sides->kin[k]];
		bool own = other->reduction == side->reduction;
		if (page_order_asked(other) && !side_failed(other) && page_order_belong(side, other) &&
		    (page == NULL || own))
			page = other;
	}
	return (struct unnamed_side){side, page};
}

static int add_unnamed(struct summary *summary, const struct sides *sides, const struct side *a,
                       const struct side *b, const char *pass)
{
	struct unnamed_side x = with_page_order(sides, a), y = with_page_order(sides, b);
	return unnamed_add(summary, &x, &y, pass);
}

static int add_ratio(struct summary *summary, const struct sides *sides, const struct side *a,
                     const struct side *b)
{
	struct naming naming = {.within = false};
	const char *pass = name_pair(&naming, a, b);
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
		for (size_t k = sides->first[i]; whole_sweep(a) && k < sides->last[i]; k++) {
			const struct side *b = &sides->of[sides->kin[k]];
			if (b <= a || a->reduction == b->reduction || !whole_sweep(b))
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
	struct naming naming = {.within = false};
	struct gap_tally tally = {0};
	for (size_t i = 0; i < sides->count; i++)
		if (whole_sweep(&sides->of[i]) &&
		    gap_order_add(summary, &sides->of[i], name_pair(&naming, &sides->of[i], NULL), &tally) !=
		        0)
			return -1;
	return tally.asked > 0 ? gap_order_add_all(summary, &tally) : 0;
}

/* ---- across the captures of one machine ---- */

struct across {
	struct sides sides;
	const struct compared_capture *captures; /* in the order of their sides */
	size_t count;
};

/* Where a finding about that side belongs. */
static struct summary *summary_of(const struct across *across, const struct side *side)
{
	size_t at = 0;
	while (across->captures[at].reduction != side->reduction)
		at++;
	return across->captures[at].summary;
}

static const char *pass_of(const struct side *side)
{
	return side->pass->sweep.pass->name;
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

static int crowd_across(const struct across *across, const struct side *side)
{
	const struct side *quiet = c1.asks(side) ? find_partner(&across->sides, side, &c1) : NULL;
	if (!foreign(quiet, side))
		return 0;
	replace(across, side, FINDING_COMPETITOR);
	return competitor_add(summary_of(across, quiet), quiet, side, pass_of(quiet));
}

static int order_across(const struct across *across, const struct side *side)
{
	const struct side *random = o2.asks(side) ? find_partner(&across->sides, side, &o2) : NULL;
	if (!foreign(random, side))
		return 0;
	replace(across, side, FINDING_PAGE_ORDER);
	return page_order_add(summary_of(across, random), random, side, pass_of(random));
}

static int private_across(const struct across *across, const struct side *side)
{
	const struct side *alone = v1.asks(side) ? find_partner(&across->sides, side, &v1) : NULL,
	                  *known = v1.asks(side) ? find_partner(&across->sides, side, &levels) : NULL;
	if (alone == NULL || known == NULL || (!foreign(alone, side) && !foreign(known, side)))
		return 0;
	replace(across, side, FINDING_PRIVATE);
	return private_add(summary_of(across, known), alone, side, known, pass_of(known));
}

/* What one side asks of sides in other captures. */
static int add_across(const struct across *across, const struct side *side)
{
	return crowd_across(across, side) != 0 || order_across(across, side) != 0 ||
	               private_across(across, side) != 0
	           ? -1
	           : 0;
}

/* S1 of each sweep and the next one of another capture. */
static int add_unnamed_across(const struct across *across)
{
	const struct side *before = NULL;
	for (size_t i = 0; i < across->sides.count; i++) {
		const struct side *side = &across->sides.of[i];
		if (!whole_sweep(side) || !side_judged(side))
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
	struct across across = {.captures = captures, .count = count};
	const struct reduction **reductions = calloc(count + 1, sizeof *reductions);
	for (size_t c = 0; reductions != NULL && c < count; c++)
		reductions[c] = captures[c].reduction;
	int status = reductions != NULL ? list_sides(&across.sides, reductions, count) : -1;
	if (status == 0)
		status = add_unnamed_across(&across);
	for (size_t i = 0; status == 0 && i < across.sides.count; i++)
		status = add_across(&across, &across.sides.of[i]);
	sides_free(&across.sides);
	free(reductions);
	return status;
}

static int add_headers(struct summary *summary, const struct reduction *captures, size_t count)
{
	char version[16], constants[1024];
	snprintf(version, sizeof version, "%u", captures[0].rules);
	rule_constants_line(constants, sizeof constants, captures[0].rules);
	if (summary_add_header(summary, SUMMARY_KEY_NAME, "comparison") != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_RULES, version) != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_CONSTANTS, constants) != 0 ||
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
	const struct reduction **list = calloc(count + 1, sizeof *list);
	*summary = (struct summary){0};
	for (size_t c = 0; list != NULL && c < count; c++)
		list[c] = &captures[c];
	all = all || captures[0].rules < 3;
	int status = list == NULL || list_sides(&sides, list, count) != 0 ||
	                     add_headers(summary, captures, count) != 0 ||
	                     add_machines(summary, &sides) != 0 || add_ratios(summary, &sides, all) != 0 ||
	                     add_gap_orders(summary, &sides) != 0 || add_pairs(summary, &sides, false) != 0
	                 ? -1
	                 : 0;
	sides_free(&sides);
	free(list);
	return status == 0 ? 0 : fault_system(fault, NULL, ENOMEM, "cannot be compared");
}
