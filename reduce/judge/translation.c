/* Where the translation is judged by itself (rules W1 and W2). */
#include "translation.h"

#include <math.h>
#include <stdlib.h>

/* A point of the derived curve: its places on the curves of the two chases. */
struct pair {
	size_t page, line;
	bool beyond; /* beyond the dense chase's first level: the difference counts */
};

/* ---- the derived curve ---- */

static double page_nodes(const struct translation *translation, size_t page)
{
	return translation->pages.size_bytes[page] / translation->page_bytes;
}

/* Whether two ranges share a size, or lie within that factor of each other. */
static bool ranges_meet(double low, double high, double other_low, double other_high, struct ratio factor)
{
	return !ratio_above(low, factor, other_high) && !ratio_above(other_low, factor, high);
}

/* Whether a number of nodes lies within W1's factor of a climb from `low` to `high` nodes. */
static bool near_climb(double nodes, double low, double high)
{
	return ranges_meet(low, high, nodes, nodes, rule_w1_climb);
}

/* The dense chase climbs between neighbouring levels, and behind its last plateau where points follow. */
static bool dense_climbs(const struct translation *translation, const struct hierarchy *dense, double nodes)
{
	const double *sizes = translation->lines.size_bytes;
	const struct plateau *plateaus = dense->plateaus;
	size_t end = plateaus[dense->plateau_count - 1].last;
	double line = translation->line_bytes;
	for (size_t l = 1; l < dense->level_count; l++)
		if (near_climb(nodes, sizes[plateaus[dense->levels[l - 1].last].last] / line,
		               sizes[plateaus[dense->levels[l].first].first] / line))
			return true;
	return end + 1 < translation->lines.curve_count && near_climb(nodes, sizes[end] / line, INFINITY);
}

static double derive(const struct translation *translation, double page_ns, double line_ns, bool beyond)
{
	double derived = beyond ? page_ns - line_ns + translation->first_ns : page_ns;
	return derived > 0 ? derived : NAN;
}

/* Writes the pairs that the derived curve has and returns how many. */
static size_t list_pairs(struct translation *translation, const struct hierarchy *dense, struct pair *pairs)
{
	const struct sweep *pages = &translation->pages, *lines = &translation->lines;
	size_t count = 0, line = 0;
	for (size_t page = 0; page < pages->curve_count; page++) {
		double nodes = page_nodes(translation, page), bytes = nodes * translation->line_bytes;
		struct pair pair = {page, 0, nodes > translation->first_nodes};
		while (line < lines->curve_count && lines->size_bytes[line] < bytes)
			line++;
		bool beside = line < lines->curve_count && lines->size_bytes[line] <= bytes;
		pair.line = beside ? line : 0;
		if (dense_climbs(translation, dense, nodes) || (pair.beyond && !beside) ||
		    isnan(derive(translation, pages->time_ns[page], lines->time_ns[pair.line], pair.beyond)))
			translation->left_out++;
		else
			pairs[count++] = pair;
	}
	return count;
}

/* One row of the derived curve from one row of each chase; `line_row` NULL where the dense chase has none. */
static void derive_row(const struct translation *translation, const struct pair *pairs,
                       const double *page_row, const double *line_row, double *row)
{
	for (size_t i = 0; i < translation->derived.curve_count; i++) {
		double line_ns = line_row != NULL ? line_row[pairs[i].line] : NAN;
		row[i] = derive(translation, page_row[pairs[i].page], line_ns, pairs[i].beyond);
	}
}

/* The dense chase's row of that round; NULL where it has none. */
static const double *dense_round(const struct sweep *lines, uint64_t number)
{
	for (size_t r = 0; r < lines->rounds; r++)
		if (lines->round_number[r] == number)
			return &lines->round_ns[r * lines->curve_count];
	return NULL;
}

static void fill_points(struct translation *translation, const struct pair *pairs)
{
	const struct sweep *pages = &translation->pages, *lines = &translation->lines;
	struct sweep *derived = &translation->derived;
	for (size_t i = 0; i < derived->count; i++) {
		uint64_t beside = lines->points[lines->point_of[pairs[i].line]].counted;
		derived->points[i] = pages->points[pages->point_of[pairs[i].page]];
		if (pairs[i].beyond && beside < derived->points[i].counted)
			derived->points[i].counted = beside;
		derived->points[i].on_curve = derived->point_of[i] = i;
		derived->size_bytes[i] = page_nodes(translation, pairs[i].page);
	}
}

/* The quiet curve is that of the medians: W1 does not ask M1. */
static void fill_derived(struct translation *translation, const struct pair *pairs)
{
	const struct sweep *pages = &translation->pages, *lines = &translation->lines;
	struct sweep *derived = &translation->derived;
	fill_points(translation, pairs);
	derive_row(translation, pairs, pages->time_ns, lines->time_ns, derived->time_ns);
	derive_row(translation, pairs, pages->time_ns, lines->time_ns, derived->quiet_ns);
	for (size_t r = 0; r < pages->rounds; r++)
		derive_row(translation, pairs, &pages->round_ns[r * pages->curve_count],
		           dense_round(lines, pages->round_number[r]),
		           &derived->round_ns[r * derived->curve_count]);
	for (size_t i = 0; derived->resampled_ns != NULL && i < RULE_K2_RESAMPLES; i++)
		derive_row(translation, pairs, &pages->resampled_ns[i * pages->curve_count],
		           &lines->resampled_ns[i * lines->curve_count],
		           &derived->resampled_ns[i * derived->curve_count]);
}

static int derive_curve(struct translation *translation, const struct hierarchy *dense)
{
	size_t room = translation->pages.curve_count + 1;
	struct pair *pairs = malloc(room * sizeof *pairs);
	const struct level *first = &dense->levels[0];
	translation->first_ns = first->median_ns;
	translation->first_nodes =
	    translation->lines.size_bytes[dense->plateaus[first->last].last] / translation->line_bytes;
	if (pairs == NULL)
		return -1;
	size_t count = list_pairs(translation, dense, pairs);
	translation->derived = (struct sweep){
	    .pass = translation->pages.pass, .curve_count = count, .rounds = translation->pages.rounds};
	int status =
	    sweep_make(&translation->derived, count,
	               translation->pages.resampled_ns != NULL && translation->lines.resampled_ns != NULL);
	if (status == 0)
		fill_derived(translation, pairs);
	free(pairs);
	return status;
}

/* ---- W1 ---- */

/* Of the rules that a sweep's knee meets, W1 names these. */
static void judge_reach(struct stair *reach)
{
	const rule_set named = RULE_SET(RULE_K2) | RULE_SET(RULE_K3) | RULE_SET(RULE_K4) | RULE_SET(RULE_K5);
	reach->refused &= named;
	reach->noted &= named;
	reach->unjudged &= named;
	reach->status = status_of(reach->refused, reach->noted);
}

static int judge_derived(struct translation *translation, const struct hierarchy *dense,
                         const struct evidence *evidence)
{
	if (dense->level_count == 0) {
		translation->why = "the dense chase shows no first level";
		return 0;
	}
	if (derive_curve(translation, dense) != 0)
		return -1;
	if (translation->derived.curve_count == 0) {
		translation->why = "every point lies near a climb of the dense chase";
		return 0;
	}
	if (hierarchy_judge(&translation->hierarchy, &translation->derived, evidence) != 0)
		return -1;
	for (size_t s = 0; s < translation->hierarchy.stair_count; s++)
		judge_reach(&translation->hierarchy.stairs[s]);
	if (translation->hierarchy.level_count == 0)
		translation->why = "the page chase shows no plateau";
	return 0;
}

static bool chase_failed(const struct sweep *chase)
{
	return ratio_above((double)chase->failed, rule_t3_points, (double)chase->count);
}

int translation_judge(struct translation *translation, const struct evidence *evidence)
{
	const struct sweep *pages = &translation->pages, *lines = &translation->lines;
	translation->page_bytes = (double)pages->pass->stride_bytes;
	translation->why = lines->pass == NULL                          ? "there is no dense chase beside it"
	                   : chase_failed(pages) || chase_failed(lines) ? "the chase failed (T3)"
	                                                                : NULL;
	if (translation->why != NULL)
		return 0;
	translation->line_bytes = (double)lines->pass->stride_bytes;
	struct hierarchy dense;
	int status = hierarchy_judge(&dense, lines, evidence);
	if (status == 0)
		status = judge_derived(translation, &dense, evidence);
	hierarchy_free(&dense);
	return status;
}

void translation_free(struct translation *translation)
{
	sweep_free(&translation->pages);
	sweep_free(&translation->lines);
	sweep_free(&translation->derived);
	hierarchy_free(&translation->hierarchy);
	*translation = (struct translation){.why = NULL};
}

double translation_cost_ns(const struct stair *reach)
{
	return reach->above.median_ns - reach->below.median_ns;
}

double translation_most_pages(const struct translation *translation)
{
	size_t count = translation->derived.curve_count;
	return count > 0 ? translation->derived.size_bytes[count - 1] : 0;
}

/* ---- W2 ---- */

static bool knee_meets(const struct translation *translation, const struct stair *knee,
                       const struct stair *reach)
{
	double page = translation->page_bytes;
	return ranges_meet(knee->claim_low_bytes, knee->claim_high_bytes, reach->top_bytes * page,
	                   reach->next_bytes * page, rule_w2_near);
}

/* Whether a place of the derived curve lies in a plateau, or between the ends of a claimed reach. */
static bool place_known(const struct hierarchy *hierarchy, size_t at)
{
	for (size_t p = 0; p < hierarchy->plateau_count; p++)
		if (hierarchy->plateaus[p].first <= at && at <= hierarchy->plateaus[p].last)
			return true;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (hierarchy->stairs[s].status != STATUS_REFUSED && hierarchy->stairs[s].below.last < at &&
		    at < hierarchy->stairs[s].above.first)
			return true;
	return false;
}

/* Whether translation climbs near the knee without a reach that is claimed, or the chase ends inside the
 * claim. */
static bool climbs_near(const struct translation *translation, const struct stair *knee)
{
	const struct hierarchy *hierarchy = &translation->hierarchy;
	double page = translation->page_bytes;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (hierarchy->stairs[s].status == STATUS_REFUSED &&
		    knee_meets(translation, knee, &hierarchy->stairs[s]))
			return true;
	for (size_t i = 0; i < translation->derived.curve_count; i++) {
		double bytes = translation->derived.size_bytes[i] * page;
		if (ranges_meet(knee->claim_low_bytes, knee->claim_high_bytes, bytes, bytes, rule_w2_near) &&
		    !place_known(hierarchy, i))
			return true;
	}
	return translation_most_pages(translation) * page < knee->claim_high_bytes;
}

struct knee_cause translation_cause(const struct translation *translation, const struct stair *knee)
{
	struct knee_cause cause = {.verdict = W2_UNKNOWN, .share = NAN};
	if (translation == NULL)
		return cause;
	cause.where = translation->why;
	if (cause.where == NULL &&
	    translation_most_pages(translation) * translation->page_bytes < knee->claim_low_bytes)
		cause.where = "the page chase ends before it";
	if (cause.where != NULL)
		return cause;
	double step_ns = knee->above.median_ns - knee->below.median_ns, largest_ns = 0, all_ns = 0;
	for (size_t s = 0; s < translation->hierarchy.stair_count; s++) {
		const struct stair *reach = &translation->hierarchy.stairs[s];
		double cost_ns = translation_cost_ns(reach);
		if (reach->status == STATUS_REFUSED || !knee_meets(translation, knee, reach))
			continue;
		all_ns += cost_ns;
		if (cause.reach != 0 && cost_ns <= largest_ns)
			continue;
		cause.reach = s + 1;
		largest_ns = cost_ns;
	}
	cause.verdict = cause.reach == 0 || !ratio_reached(all_ns, rule_w2_small, step_ns) ? W2_CACHE
	                : ratio_reached(largest_ns, rule_w2_step, step_ns)                 ? W2_TRANSLATION
	                                                                                   : W2_BOTH;
	if (cause.reach != 0)
		cause.share = largest_ns / step_ns;
	if (cause.verdict == W2_CACHE)
		cause.unsure = climbs_near(translation, knee);
	return cause;
}
