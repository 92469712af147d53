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

struct sides {
	struct side *of;
	size_t count;
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
	const struct side *partner = NULL;
	for (size_t i = 0; i < sides->count; i++) {
		const struct side *other = &sides->of[i];
		if (other == side || !pairing->belong(other, side))
			continue;
		if (other->reduction == side->reduction)
			return other;
		if (partner == NULL)
			partner = other;
	}
	return partner;
}

static void add_sides(struct sides *sides, const struct reduction *reduction)
{
	for (size_t p = 0; p < reduction->pass_count; p++)
		sides->of[sides->count++] = (struct side){reduction, &reduction->passes[p]};
}

static int list_sides(struct sides *sides, const struct reduction *captures, size_t count)
{
	size_t room = 1;
	for (size_t c = 0; c < count; c++)
		room += captures[c].pass_count;
	*sides = (struct sides){calloc(room, sizeof *sides->of), 0};
	if (sides->of == NULL)
		return -1;
	for (size_t c = 0; c < count; c++)
		add_sides(sides, &captures[c]);
	return 0;
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
	if (list_sides(&sides, reduction, 1) != 0)
		return -1;
	int status = add_pairs(summary, &sides, true);
	free(sides.of);
	return status;
}

/* ---- across captures ---- */

static bool whole_sweep(const struct side *side)
{
	return side_alone(side) && side_random(side) && !side->pass->private_test;
}

/* Whether an earlier side is of the same machine. */
static bool machine_met(const struct sides *sides, size_t until)
{
	for (size_t i = 0; i < until; i++)
		if (side_same_machine(&sides->of[i], &sides->of[until]))
			return true;
	return false;
}

/* R1's refusal for each machine beyond the first: nothing is compared across machines. */
static int add_machines(struct summary *summary, const struct sides *sides)
{
	struct naming naming = {.within = false};
	for (size_t i = 1; i < sides->count; i++)
		if (!machine_met(sides, i) &&
		    ratio_add(summary, &sides->of[0], &sides->of[i],
		              name_pair(&naming, &sides->of[0], &sides->of[i])) != 0)
			return -1;
	return 0;
}

/* The pass with the page-order pass that tells of its steps (O2), if there is one. */
static struct unnamed_side with_page_order(const struct sides *sides, const struct side *side)
{
	const struct side *page = NULL;
	for (size_t i = 0; i < sides->count; i++) {
		const struct side *other = &sides->of[i];
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

/* R1 and S1 of each pair of sweeps of one machine, from two captures. */
static int add_ratios(struct summary *summary, const struct sides *sides)
{
	struct naming naming = {.within = false};
	for (size_t i = 0; i < sides->count; i++) {
		for (size_t j = i + 1; j < sides->count; j++) {
			const struct side *a = &sides->of[i], *b = &sides->of[j];
			if (a->reduction == b->reduction || !whole_sweep(a) || !whole_sweep(b) ||
			    !side_same_machine(a, b))
				continue;
			const char *pass = name_pair(&naming, a, b);
			if (ratio_add(summary, a, b, pass) != 0)
				return -1;
			if (side_stride(a) == side_stride(b) && add_unnamed(summary, sides, a, b, pass) != 0)
				return -1;
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
	const struct compared_capture *captures;
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
	struct across across = {.captures = captures};
	size_t room = 1;
	for (size_t c = 0; c < count; c++)
		room += captures[c].reduction->pass_count;
	across.sides.of = calloc(room, sizeof *across.sides.of);
	if (across.sides.of == NULL)
		return -1;
	for (size_t c = 0; c < count; c++)
		add_sides(&across.sides, captures[c].reduction);
	int status = add_unnamed_across(&across);
	for (size_t i = 0; status == 0 && i < across.sides.count; i++)
		status = add_across(&across, &across.sides.of[i]);
	free(across.sides.of);
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
	    summary_add_header(summary, SUMMARY_KEY_KIND, "comparison") != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (summary_add_header(summary, SUMMARY_KEY_COMPARED, captures[i].name) != 0)
			return -1;
	return 0;
}

int compare_captures(struct summary *summary, const struct reduction *captures, size_t count,
                     struct fault *fault)
{
	struct sides sides;
	*summary = (struct summary){0};
	if (list_sides(&sides, captures, count) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be compared");
	int status = add_headers(summary, captures, count) != 0 || add_machines(summary, &sides) != 0 ||
	                     add_ratios(summary, &sides) != 0 || add_gap_orders(summary, &sides) != 0 ||
	                     add_pairs(summary, &sides, false) != 0
	                 ? -1
	                 : 0;
	free(sides.of);
	return status == 0 ? 0 : fault_system(fault, NULL, ENOMEM, "cannot be compared");
}
