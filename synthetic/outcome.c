/* How the claims of the rules hold. Ratios are compared after whole-number multiplication where a constant is
 * met, as the rules do. */
#include "outcome.h"

#include "load_time.h"

#include "../reduce/maths/median.h"
#include "../reduce/summary/quantity.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one machine ---- */

static bool is_near(double knee, double truth)
{
	return 100 * knee >= 67 * truth && 2 * knee <= 3 * truth;
}

static const struct summary_finding *find_row(const struct summary *summary, enum finding_kind kind,
                                              uint64_t level)
{
	return summary_find(summary, kind, NULL, level, NULL);
}

/* O2: the step that page order leaves; accepted at 1.35 or above, or below 1.10. */
static enum verdict cause_by_page_order(const struct summary_finding *row)
{
	if (row == NULL || row->status != STATUS_ACCEPTED)
		return VERDICT_NONE;
	return ratio_reached(row->value, rule_o2_cache, 1.0) ? VERDICT_CACHE : VERDICT_TRANSLATION;
}

/* The rules that tell a cause, the findings that hold what they say, and how. */
static const struct {
	enum rule_id id;
	enum finding_kind kind;
	enum verdict (*told)(const struct summary_finding *row);
} cause_rules[OUTCOME_CAUSES] = {{RULE_O2, FINDING_PAGE_ORDER, cause_by_page_order},
                                 {RULE_W2, FINDING_CAUSE, finding_verdict}};

/* What translation adds to a load where a working set is chased at random. */
static double translation_at(const struct machine *machine, double size_bytes)
{
	double pages = ceil(size_bytes / (double)machine->page_bytes);
	return translation_time(&machine->translation, pages > 1 ? (uint64_t)pages : 1, 0);
}

/* A cache's where a usable capacity lies in the claim or near the knee. Elsewhere (a level that ends early,
 * say) the translation's where it makes at least half of the step between the knee's two levels, within W2's
 * factor of the claim. */
static enum verdict true_cause(const struct claim *claim, const struct machine *machine,
                               const struct summary *summary, uint64_t level)
{
	const struct summary_finding *below = find_row(summary, FINDING_LEVEL, level);
	const struct summary_finding *above = find_row(summary, FINDING_LEVEL, level + 1);
	if (claim->inside > 0 || claim->knee_holds)
		return VERDICT_CACHE;
	if (below == NULL || above == NULL)
		return VERDICT_TRANSLATION;
	double near = ratio_value(rule_w2_near), step_ns = above->value - below->value;
	double translation_ns =
	    translation_at(machine, near * claim->high) - translation_at(machine, claim->low / near);
	return 2 * translation_ns >= step_ns ? VERDICT_TRANSLATION : VERDICT_CACHE;
}

static struct claim claim_of(const struct machine *machine, const struct summary *summary,
                             const struct summary_finding *knee)
{
	struct claim claim = {.status = knee->status, .rules = knee->rules, .knee = knee->value};
	const struct summary_finding *bracket = find_row(summary, FINDING_CAPACITY, knee->level);
	const struct summary_finding *bound = find_row(summary, FINDING_LOWER_BOUND, knee->level);
	const struct summary_finding *top = find_row(summary, FINDING_PLATEAU_TOP, knee->level);
	const struct summary_finding *cause = find_row(summary, FINDING_CAUSE, knee->level);
	claim.claimed = bracket != NULL ? bracket->status : knee->status;
	claim.low = bracket != NULL ? bracket->low : NAN;
	claim.high = bracket != NULL ? bracket->high : NAN;
	claim.basis = bracket != NULL ? bracket->rules : 0;
	claim.bound = bound != NULL ? bound->value : NAN;
	claim.top = top != NULL ? top->value : NAN;
	claim.share = cause != NULL ? cause->value : NAN;
	claim.only_quiet = strstr(knee->reason, "found only on the quiet curve") != NULL;
	for (size_t i = 0; i < OUTCOME_CAUSES; i++)
		claim.causes[i] = cause_rules[i].told(find_row(summary, cause_rules[i].kind, knee->level));
	claim.nearest = machine_nearest(machine, isnan(claim.knee) ? claim.low : claim.knee);
	claim.inside = machine_ends_within(machine, claim.low, claim.high);
	for (unsigned i = 0; i < machine->level_count; i++)
		claim.knee_holds =
		    claim.knee_holds || is_near(claim.knee, (double)machine_capacity(machine, i));
	claim.truth = true_cause(&claim, machine, summary, knee->level);
	return claim;
}

static enum claim_fate fate_of(const struct outcome *claims, unsigned level)
{
	double truth = (double)machine_capacity(&claims->machine, level);
	enum claim_fate fate = CLAIM_MISSED;
	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->knees[i];
		bool answered = claim->status != STATUS_REFUSED;
		bool held = claim->low <= truth && truth <= claim->high;
		enum claim_fate now = CLAIM_MISSED;
		if (answered && is_near(claim->knee, truth))
			now = CLAIM_NAMED;
		else if (answered && held)
			now = CLAIM_MERGED;
		else if (!answered && (held || machine_apart(claim->knee, truth) <= 2.0))
			now = CLAIM_DENIED;
		fate = now < fate ? now : fate;
	}
	return fate;
}

/* The distance over which this machine rewards adjacency at that many pairs, from its times without noise. Of
 * the whole ramp, the part beyond one line is nothing where only lines count and a half where only aligned
 * pairs of lines do; what is nearer is the truth. (A pair prefetcher works wherever the second level misses,
 * and random landings fill some sets of it before all are full, so that both can count at one footprint.)
 * Returns 0 with *granule, or -1 with the fault. */
static int true_granule(const struct machine *machine, uint64_t sites, double *granule, struct fault *fault)
{
	const uint64_t line = machine->line_bytes, distances[] = {8, line, 2 * line};
	double times_ns[3];
	for (size_t i = 0; i < 3; i++) {
		const struct pair_place place = {sites, line >= 128 ? 1024 : 512, distances[i]};
		double pair_ns[2];
		if (pair_time(machine, &place, pair_ns, fault) != 0)
			return -1;
		times_ns[i] = pair_ns[0] + pair_ns[1];
	}
	double ramp = times_ns[2] - times_ns[0], beyond = times_ns[2] - times_ns[1];
	*granule = (double)line * (4 * beyond > ramp ? 2.0 : 1.0);
	return 0;
}

static int granule_of(struct claim_granule *granule, const struct machine *machine,
                      const struct summary *summary, uint64_t placement, struct fault *fault)
{
	*granule = (struct claim_granule){.verdict = CLAIM_NO_GRANULE};
	const struct summary_finding *row = find_row(summary, FINDING_GRANULE, placement);
	if (row == NULL)
		return 0;
	int failed = 0;
	granule->value = row->value;
	if (row->status == STATUS_ACCEPTED)
		failed =
		    true_granule(machine, (uint64_t)row->low / machine->line_bytes, &granule->truth, fault);
	if (row->status != STATUS_ACCEPTED)
		granule->verdict = CLAIM_GRANULE_REFUSED;
	else if (placement > 1 && granule->value >= granule->truth && granule->value <= granule->truth)
		granule->verdict = CLAIM_GRANULE_RIGHT;
	else
		granule->verdict = CLAIM_GRANULE_WRONG;
	return failed;
}

static struct claim_reach reach_of(const struct machine *machine, const struct summary_finding *row)
{
	const double entries[] = {(double)machine->translation.first_entries,
	                          (double)machine->translation.second_entries};
	const double near = ratio_value(rule_w2_near);
	struct claim_reach reach = {row->status, row->low, row->high, REACH_WRONG};
	for (size_t i = 0; i < 2; i++)
		if (row->low <= entries[i] && entries[i] <= row->high)
			reach.verdict = REACH_HELD;
		else if (reach.verdict == REACH_WRONG && row->low <= near * entries[i] &&
		         entries[i] <= near * row->high)
			reach.verdict = REACH_NEAR;
	return reach;
}

int outcome_of(struct outcome *outcome, const struct machine *machine, const struct summary *summary,
               struct fault *fault)
{
	struct outcome claims = {.machine = *machine};
	for (size_t i = 0; i < summary->finding_count && claims.count < OUTCOME_KNEES; i++)
		if (summary->findings[i].kind == FINDING_KNEE)
			claims.knees[claims.count++] = claim_of(machine, summary, &summary->findings[i]);
	for (size_t i = 0; i < summary->finding_count && claims.reach_count < OUTCOME_REACHES; i++)
		if (summary->findings[i].kind == FINDING_REACH &&
		    summary->findings[i].status != STATUS_REFUSED)
			claims.reaches[claims.reach_count++] = reach_of(machine, &summary->findings[i]);
	for (unsigned level = 0; level < machine->level_count; level++)
		claims.fates[level] = fate_of(&claims, level);
	for (unsigned p = 0; p < OUTCOME_PLACEMENTS; p++)
		if (granule_of(&claims.granules[p], machine, summary, p + 1, fault) != 0)
			return -1;
	const struct summary_finding *hierarchy = find_row(summary, FINDING_HIERARCHY, 0);
	claims.hierarchy = hierarchy != NULL && hierarchy->status != STATUS_REFUSED;
	*outcome = claims;
	return 0;
}

bool claim_bracket_is_wrong(const struct claim *claim)
{
	return claim->claimed == STATUS_ACCEPTED && claim->inside == 0;
}

bool claim_knee_is_wrong(const struct claim *claim)
{
	return claim->status == STATUS_ACCEPTED && !claim->knee_holds;
}

/* ---- the table ---- */

/* The outcomes that the tables count, and where they are printed. */
struct view {
	const struct outcome *claims;
	size_t count;
	FILE *stream;
};

/* Machines of one kind: those that have a trait, a flag of struct machine, or those that lack it. */
struct half {
	const char *name;
	size_t trait;
	bool has;
};

#define TRAIT(flag) offsetof(struct machine, flag)
static const struct half halves[] = {
    {"ordinary", TRAIT(difficult), false},           {"difficult", TRAIT(difficult), true},
    {" close in latency", TRAIT(close_times), true}, {" close in size", TRAIT(close_sizes), true},
    {" last level shared", TRAIT(taken), true},      {" translation creeps", TRAIT(creeps), true},
    {" loud neighbour", TRAIT(neighbour), true},     {" soft edge", TRAIT(soft), true},
    {"foreign replacement", TRAIT(foreign), true},
};
enum { HALVES = sizeof halves / sizeof halves[0] };

static bool is_of_half(const struct machine *machine, const struct half *half)
{
	const char *flags = (const char *)machine;
	return *(const bool *)(flags + half->trait) == half->has;
}

/* Claims of one kind: those whose nearest level, or machine, has a property between two values. */
struct group {
	const char *name;
	enum { ANY, PLACE, WAYS, PAGE_BYTES, SOFT_EDGE, FOREIGN_POLICY } property;
	uint64_t least, most;
};

static const struct group groups[] = {
    {"all", ANY, 0, 0},
    {"first level", PLACE, MACHINE_FIRST, MACHINE_FIRST},
    {"in between", PLACE, MACHINE_BETWEEN, MACHINE_BETWEEN},
    {"last level", PLACE, MACHINE_LAST, MACHINE_LAST},
    {"under 8 ways", WAYS, 0, 7},
    {"8 to 13 ways", WAYS, 8, 13},
    {"14 ways or more", WAYS, 14, UINT64_MAX},
    {"pages of 4 KiB", PAGE_BYTES, 4096, 4096},
    {"pages of 16 KiB", PAGE_BYTES, 16384, 16384},
    {"pages of 2 MiB", PAGE_BYTES, MACHINE_HUGE_PAGE, MACHINE_HUGE_PAGE},
    {"soft edge", SOFT_EDGE, true, true},
    {"foreign policy", FOREIGN_POLICY, true, true},
};

static bool is_of_group(const struct machine *machine, unsigned level, const struct group *group)
{
	const struct machine_level *cache = &machine->levels[level];
	const uint64_t properties[] = {
	    [PLACE] = machine_place(machine, level),
	    [WAYS] = cache->ways,
	    [PAGE_BYTES] = machine->page_bytes,
	    [SOFT_EDGE] = machine->soft && level + 1 == machine->level_count,
	    [FOREIGN_POLICY] = cache->policy > CACHE_RANDOM || cache->hashed,
	};
	return group->least <= properties[group->property] && properties[group->property] <= group->most;
}

/* How far a walk through the claims is. */
struct walk {
	size_t machine, knee;
};

/* The next claim of the half (NULL: of all machines) and group, or NULL. */
static const struct claim *next_claim(const struct view *view, const struct half *half,
                                      const struct group *group, struct walk *walk)
{
	for (; walk->machine < view->count; walk->machine++, walk->knee = 0) {
		const struct outcome *outcome = &view->claims[walk->machine];
		while ((half == NULL || is_of_half(&outcome->machine, half)) && walk->knee < outcome->count) {
			const struct claim *claim = &outcome->knees[walk->knee++];
			if (is_of_group(&outcome->machine, claim->nearest, group))
				return claim;
		}
	}
	return NULL;
}

/* What one row of the first tables counts. */
struct tally {
	size_t machines, claimed, accepted, brackets, knees, two, levels, fates[CLAIM_FATES];
};

static struct tally tally_of(const struct view *view, const struct half *half)
{
	struct tally tally = {0};
	struct walk walk = {0};
	for (const struct claim *claim; (claim = next_claim(view, half, &groups[0], &walk)) != NULL;) {
		bool claimed = claim->claimed == STATUS_ACCEPTED;
		tally.claimed += claimed;
		tally.accepted += claim->status == STATUS_ACCEPTED;
		tally.brackets += claim_bracket_is_wrong(claim);
		tally.knees += claim_knee_is_wrong(claim);
		tally.two += claimed && claim->inside > 1;
	}
	for (size_t m = 0; m < view->count; m++) {
		const struct outcome *claims = &view->claims[m];
		if (!is_of_half(&claims->machine, half))
			continue;
		tally.machines++;
		tally.levels += claims->machine.level_count;
		for (unsigned i = 0; i < claims->machine.level_count; i++)
			tally.fates[claims->fates[i]]++;
	}
	return tally;
}

double outcome_per_cent(size_t part, size_t whole)
{
	return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_share(FILE *stream, size_t part, size_t whole)
{
	fprintf(stream, " %5zu of %5zu %5.2f %%", part, whole, outcome_per_cent(part, whole));
}

static void print_confident(const struct view *view)
{
	fprintf(view->stream, "Confident and wrong (accepted claims only)\n%-20s %8s %22s %22s %22s\n", "",
	        "machines", "claims wrong", "knees wrong", "claims with two");
	for (size_t h = 0; h < HALVES; h++) {
		struct tally tally = tally_of(view, &halves[h]);
		fprintf(view->stream, "%-20s %8zu", halves[h].name, tally.machines);
		print_share(view->stream, tally.brackets, tally.claimed);
		print_share(view->stream, tally.knees, tally.accepted);
		print_share(view->stream, tally.two, tally.claimed);
		fputc('\n', view->stream);
	}
}

static const char *const fate_words[CLAIM_FATES] = {"named", "merged", "refused", "missed"};

static void print_fates(const struct view *view)
{
	fprintf(view->stream, "\nWhat became of the levels that are there\n%-20s %8s", "", "levels");
	for (unsigned f = 0; f < CLAIM_FATES; f++)
		fprintf(view->stream, " %8s", fate_words[f]);
	fputc('\n', view->stream);
	for (size_t h = 0; h < HALVES; h++) {
		struct tally tally = tally_of(view, &halves[h]);
		fprintf(view->stream, "%-20s %8zu", halves[h].name, tally.levels);
		for (unsigned f = 0; f < CLAIM_FATES; f++)
			fprintf(view->stream, " %6.1f %%", outcome_per_cent(tally.fates[f], tally.levels));
		fputc('\n', view->stream);
	}
}

/* ---- the versions side by side ---- */

enum { FIGURE_CLAIMS, FIGURE_KNEES, FIGURE_FATES, FIGURES = FIGURE_FATES + CLAIM_FATES };

/* One line: a figure of one half, a column a version. */
static void print_figure(FILE *stream, unsigned figure, const struct tally *tallies, size_t versions)
{
	for (size_t v = 0; v < versions; v++) {
		const struct tally *tally = &tallies[v];
		if (figure == FIGURE_CLAIMS)
			print_share(stream, tally->brackets, tally->claimed);
		else if (figure == FIGURE_KNEES)
			print_share(stream, tally->knees, tally->accepted);
		else
			print_share(stream, tally->fates[figure - FIGURE_FATES], tally->levels);
	}
	fputc('\n', stream);
}

void outcome_compare(FILE *stream, struct outcome *const *by_version, size_t versions, size_t count)
{
	struct tally tallies[RULE_VERSION];
	fprintf(stream, "\nThe versions of the rules side by side\n%-20s %-13s", "", "");
	for (size_t v = 0; v < versions; v++)
		fprintf(stream, "%14s %zu      ", "version", v + 1);
	fputc('\n', stream);
	for (size_t h = 0; h < HALVES; h++) {
		for (size_t v = 0; v < versions; v++) {
			const struct view view = {by_version[v], count, stream};
			tallies[v] = tally_of(&view, &halves[h]);
		}
		for (unsigned figure = 0; figure < FIGURES; figure++) {
			fprintf(stream, "%-20s %-13s", figure == 0 ? halves[h].name : "",
			        figure == FIGURE_CLAIMS  ? "claims wrong"
			        : figure == FIGURE_KNEES ? "knees wrong"
			                                 : fate_words[figure - FIGURE_FATES]);
			print_figure(stream, figure, tallies, versions);
		}
	}
}

/* ---- ratios to the true size ---- */

static void print_quantiles(FILE *stream, const double *sorted, size_t count)
{
	static const double shares[] = {0.1, 0.5, 0.9};
	for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
		fprintf(stream, " %5.2f", sorted[(size_t)(shares[i] * (double)(count - 1) + 0.5)]);
}

enum { RATIO_KNEE, RATIO_TOP, RATIO_BOUND, RATIOS };

/* The ratios of one group in one half, sorted; returns how many. `ratios` has room for all. */
static size_t gather_ratios(const struct view *view, const struct half *half, const struct group *group,
                            unsigned which, double *ratios)
{
	size_t count = 0;
	struct walk walk = {0};
	for (const struct claim *claim; (claim = next_claim(view, half, group, &walk)) != NULL;) {
		const double values[RATIOS] = {claim->knee, claim->top, claim->bound};
		const struct machine *machine = &view->claims[walk.machine].machine;
		if (claim->status == STATUS_ACCEPTED)
			ratios[count++] = values[which] / (double)machine_capacity(machine, claim->nearest);
	}
	median_sort(ratios, count);
	return count;
}

static void print_ratio(const struct view *view, const double *sorted, size_t count, bool above)
{
	size_t over = 0;
	for (size_t i = 0; i < count; i++)
		over += sorted[i] > 1.0;
	fputs(" |", view->stream);
	print_quantiles(view->stream, sorted, count);
	if (above)
		fprintf(view->stream, " %5.1f %%", outcome_per_cent(over, count));
}

static int print_ratios(const struct view *view)
{
	double *ratios = malloc((view->count * OUTCOME_KNEES + 1) * sizeof ratios[0]);
	if (ratios == NULL)
		return -1;
	fprintf(view->stream,
	        "\nAccepted sizes over the usable capacity of the nearest level: 10, 50 and 90 per cent, "
	        "and how many lie above it\n%-20s %-16s %6s | %17s | %25s | %25s\n",
	        "", "", "knees", "knee K1", "B0 (retired)", "B1");
	for (size_t h = 0; h < 2; h++)
		for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
			for (unsigned which = 0; which < RATIOS; which++) {
				size_t count = gather_ratios(view, &halves[h], &groups[g], which, ratios);
				if (count == 0)
					break;
				if (which == 0)
					fprintf(view->stream, "%-20s %-16s %6zu", halves[h].name,
					        groups[g].name, count);
				print_ratio(view, ratios, count, which != RATIO_KNEE);
				if (which + 1 == RATIOS)
					fputc('\n', view->stream);
			}
	free(ratios);
	return 0;
}

/* ---- what the claims rest on ---- */

struct widths {
	double *sorted;
	size_t all, covered; /* the claims of the group; of the widths, those that hold a usable capacity */
};

/* The widths (high over low) of one half's and group's accepted claims that rest on a rule, sorted. Returns
 * how many. */
static size_t gather_widths(const struct view *view, const struct half *half, const struct group *group,
                            rule_set basis, struct widths *widths)
{
	size_t count = 0;
	struct walk walk = {0};
	widths->all = widths->covered = 0;
	for (const struct claim *claim; (claim = next_claim(view, half, group, &walk)) != NULL;) {
		bool claimed = claim->claimed == STATUS_ACCEPTED;
		widths->all += claimed;
		if (!claimed || (claim->basis & basis) == 0)
			continue;
		widths->covered += claim->inside > 0;
		widths->sorted[count++] = claim->high / claim->low;
	}
	median_sort(widths->sorted, count);
	return count;
}

static void print_basis(const struct view *view, const struct half *half, enum rule_id id,
                        struct widths *widths)
{
	for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
		size_t count = gather_widths(view, half, &groups[g], RULE_SET(id), widths);
		if (count == 0)
			continue;
		fprintf(view->stream, "%-6s %-10s %-16s %5zu of %5zu %5zu of %5zu %5.1f %%", rules[id].id,
		        half->name, groups[g].name, count, widths->all, widths->covered, count,
		        outcome_per_cent(widths->covered, count));
		print_quantiles(view->stream, widths->sorted, count);
		fputc('\n', view->stream);
	}
}

static int print_bases(const struct view *view)
{
	struct widths widths = {.sorted = malloc((view->count * OUTCOME_KNEES + 1) * sizeof(double))};
	if (widths.sorted == NULL)
		return -1;
	fprintf(
	    view->stream,
	    "\nWhat accepted capacities rest on: how often a rule speaks, how often its claim holds a true "
	    "capacity, its width (high over low) at 10, 50 and 90 per cent\n%-6s %-10s %-16s %14s %23s %17s\n",
	    "rule", "", "", "speaks", "covers", "width");
	for (unsigned id = 0; id < RULE_COUNT; id++)
		for (size_t h = 0; h < 2; h++)
			print_basis(view, &halves[h], (enum rule_id)id, &widths);
	free(widths.sorted);
	return 0;
}

/* ---- cache or translation ---- */

/* How the causes that one rule tells come out over some accepted knees. */
struct cause_tally {
	size_t knees, told, right, either;
};

static struct cause_tally tally_causes(const struct view *view, size_t rule, const struct half *half,
                                       const struct group *group)
{
	struct cause_tally tally = {0};
	struct walk walk = {0};
	for (const struct claim *claim; (claim = next_claim(view, half, group, &walk)) != NULL;) {
		enum verdict cause = claim->causes[rule];
		bool told = cause == VERDICT_CACHE || cause == VERDICT_TRANSLATION;
		if (claim->claimed != STATUS_ACCEPTED)
			continue;
		tally.knees++;
		tally.told += told;
		tally.right += told && cause == claim->truth;
		tally.either += cause == VERDICT_BOTH;
	}
	return tally;
}

static const struct group pages[] = {{"all", ANY, 0, 0},
                                     {"pages of 4 KiB", PAGE_BYTES, 4096, 4096},
                                     {"pages of 16 KiB", PAGE_BYTES, 16384, 16384},
                                     {"pages of 2 MiB", PAGE_BYTES, MACHINE_HUGE_PAGE, MACHINE_HUGE_PAGE}};

/* The reaches that W1 claims of one half and page size. */
static void print_reach(const struct view *view, const struct half *half, const struct group *group)
{
	size_t machines = 0, claimed = 0, verdicts[3] = {0};
	for (size_t m = 0; m < view->count; m++) {
		const struct outcome *outcome = &view->claims[m];
		if (!is_of_half(&outcome->machine, half) || !is_of_group(&outcome->machine, 0, group))
			continue;
		machines++;
		claimed += outcome->reach_count;
		for (size_t i = 0; i < outcome->reach_count; i++)
			verdicts[outcome->reaches[i].verdict]++;
	}
	if (claimed > 0)
		fprintf(view->stream, "%-6s %-10s %-16s %8zu %8zu %8zu %8zu %8zu\n", rules[RULE_W1].id,
		        half->name, group->name, machines, claimed, verdicts[REACH_HELD],
		        verdicts[REACH_NEAR], verdicts[REACH_WRONG]);
}

static void print_reaches(const struct view *view)
{
	fprintf(
	    view->stream,
	    "\nReaches of translation that are claimed: those that hold the entries of a look-aside buffer, lie "
	    "within a factor 1.5 of them, or neither\n%-6s %-10s %-16s %8s %8s %8s %8s %8s\n",
	    "rule", "", "", "machines", "claimed", "hold", "near", "wrong");
	for (size_t h = 0; h < 2; h++)
		for (size_t g = 0; g < sizeof pages / sizeof pages[0]; g++)
			print_reach(view, &halves[h], &pages[g]);
}

static void print_causes(const struct view *view)
{
	fprintf(
	    view->stream,
	    "\nCauses of accepted knees, by the rule that tells them\n%-6s %-10s %-16s %6s %22s %22s %8s\n",
	    "rule", "", "", "knees", "told", "of these wrong", "either");
	for (size_t rule = 0; rule < OUTCOME_CAUSES; rule++)
		for (size_t h = 0; h < 2; h++)
			for (size_t g = 0; g < sizeof pages / sizeof pages[0]; g++) {
				struct cause_tally tally = tally_causes(view, rule, &halves[h], &pages[g]);
				if (tally.told + tally.either == 0)
					continue;
				fprintf(view->stream, "%-6s %-10s %-16s %6zu", rules[cause_rules[rule].id].id,
				        halves[h].name, pages[g].name, tally.knees);
				print_share(view->stream, tally.told, tally.knees);
				print_share(view->stream, tally.told - tally.right, tally.told);
				fprintf(view->stream, " %8zu\n", tally.either);
			}
}

/* Where W2 calls both possible: by the share of the knee's step that translation makes, whose they are. */
static void print_shares(const struct view *view)
{
	static const double most[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
	enum { SHARES = sizeof most / sizeof most[0] };
	size_t of_caches[SHARES] = {0}, of_translation[SHARES] = {0};
	struct walk walk = {0};
	for (const struct claim *claim; (claim = next_claim(view, NULL, &groups[0], &walk)) != NULL;) {
		size_t at = 0;
		if (claim->claimed != STATUS_ACCEPTED || claim->causes[1] != VERDICT_BOTH)
			continue;
		while (at + 1 < SHARES && claim->share >= most[at])
			at++;
		if (claim->truth == VERDICT_CACHE)
			of_caches[at]++;
		else
			of_translation[at]++;
	}
	fprintf(view->stream,
	        "\nAccepted knees that W2 leaves to either, by the share of the step that "
	        "translation makes\n%-12s %8s %12s\n",
	        "share below", "caches'", "translation's");
	for (size_t at = 0; at < SHARES; at++)
		fprintf(view->stream, "%11.2f  %8zu %12zu\n", most[at], of_caches[at], of_translation[at]);
}

/* ---- what each rule refuses ---- */

static const struct half refusing[] = {{"ordinary", TRAIT(difficult), false},
                                       {"difficult", TRAIT(difficult), true},
                                       {"loud neighbour", TRAIT(neighbour), true}};
enum { REFUSING = sizeof refusing / sizeof refusing[0] };

/* What one rule does to the knees of a half. */
struct refusals {
	size_t stopped, stopped_alone, lost, lost_alone;
};

static struct refusals refusals_of(const struct view *view, const struct half *half, enum rule_id id)
{
	struct refusals refusals = {0};
	struct walk walk = {0};
	for (const struct claim *claim; (claim = next_claim(view, half, &groups[0], &walk)) != NULL;) {
		bool right = claim->knee_holds && claim->inside > 0, alone = claim->rules == RULE_SET(id);
		if (claim->status != STATUS_REFUSED || (claim->rules & RULE_SET(id)) == 0)
			continue;
		refusals.stopped += !right;
		refusals.stopped_alone += !right && alone;
		refusals.lost += right;
		refusals.lost_alone += right && alone;
	}
	return refusals;
}

static void print_rules(const struct view *view)
{
	fprintf(view->stream,
	        "\nKnees refused, by rule (a knee can be refused by several): wrong ones stopped, right ones "
	        "lost, and of each those that no other rule refuses\n%-6s",
	        "rule");
	for (size_t h = 0; h < REFUSING; h++)
		fprintf(view->stream, " %-35s", refusing[h].name);
	fprintf(view->stream, "\n%-6s", "");
	for (size_t h = 0; h < REFUSING; h++)
		fprintf(view->stream, " %8s %8s %8s %8s", "stopped", "alone", "lost", "alone");
	fputc('\n', view->stream);
	for (enum rule_id id = 0; id < RULE_COUNT; id++) {
		const struct refusals all = refusals_of(view, NULL, id);
		if (all.stopped + all.lost == 0)
			continue;
		fprintf(view->stream, "%-6s", rules[id].id);
		for (size_t h = 0; h < REFUSING; h++) {
			const struct refusals of = refusals_of(view, &refusing[h], id);
			fprintf(view->stream, " %8zu %8zu %8zu %8zu", of.stopped, of.stopped_alone, of.lost,
			        of.lost_alone);
		}
		fputc('\n', view->stream);
	}
}

/* Knees found only on the quiet curve are noted under M1. */
static void print_quiet(const struct view *view)
{
	size_t right = 0, wrong = 0, levels = 0, named = 0, by_quiet = 0;
	for (size_t m = 0; m < view->count; m++) {
		const struct outcome *claims = &view->claims[m];
		if (!claims->machine.neighbour)
			continue;
		for (size_t i = 0; i < claims->count; i++) {
			const struct claim *claim = &claims->knees[i];
			bool quiet = claim->status == STATUS_NOTED && claim->only_quiet;
			right += quiet && claim->knee_holds;
			wrong += quiet && !claim->knee_holds;
		}
		for (unsigned level = 0; level < claims->machine.level_count; level++) {
			double truth = (double)machine_capacity(&claims->machine, level);
			bool loud = false;
			for (size_t i = 0; i < claims->count; i++)
				loud = loud || (claims->knees[i].status != STATUS_REFUSED &&
				                !claims->knees[i].only_quiet &&
				                is_near(claims->knees[i].knee, truth));
			levels++;
			named += loud;
			by_quiet += claims->fates[level] == CLAIM_NAMED && !loud;
		}
	}
	fprintf(
	    view->stream,
	    "The quiet curve (M1) alone shows %zu knees: %zu near a true size, %zu not. Of %zu levels the "
	    "medians name %zu, it adds %zu.\n",
	    right + wrong, right, wrong, levels, named, by_quiet);
}

static void print_granules(const struct view *view)
{
	static const char *const placements[OUTCOME_PLACEMENTS] = {"control", "between knees",
	                                                           "past the last"};
	fprintf(view->stream, "\nGranules\n%-20s %-16s %8s %8s %8s %8s\n", "", "", "right", "wrong",
	        "refused", "none");
	for (size_t h = 0; h < HALVES; h++)
		for (unsigned p = 0; p < OUTCOME_PLACEMENTS; p++) {
			size_t verdicts[4] = {0};
			for (size_t m = 0; m < view->count; m++)
				if (is_of_half(&view->claims[m].machine, &halves[h]))
					verdicts[view->claims[m].granules[p].verdict]++;
			fprintf(view->stream, "%-20s %-16s %8zu %8zu %8zu %8zu\n",
			        p == 0 ? halves[h].name : "", placements[p], verdicts[CLAIM_GRANULE_RIGHT],
			        verdicts[CLAIM_GRANULE_WRONG], verdicts[CLAIM_GRANULE_REFUSED],
			        verdicts[CLAIM_NO_GRANULE]);
		}
}

/* ---- the wrong ones ---- */

/* A share of lines in overfull sets from which page placement explains an early end. */
static const double crowded_share = 0.10;

/* Why a confident claim is wrong, as far as the machine's truth shows it. `crowded` is the share of the lines
 * that fall into overfull sets of the nearest level, at the knee. */
static const char *cause_of(const struct claim *claim, const struct machine *machine, double crowded)
{
	double first = (double)machine_first_reach(machine), second = (double)machine_second_reach(machine);
	double truth = (double)machine_capacity(machine, claim->nearest);
	if (claim->inside > 1)
		return "two levels read as one";
	if (claim->knee < truth && crowded > crowded_share)
		return "the pages fell unevenly, and the level ends early";
	if (claim->inside == 0 && claim->low <= second && second <= claim->high)
		return "the step is translation: the second look-aside buffer ends there";
	if (claim->inside == 0 && claim->low <= first && first <= claim->high)
		return "the step is translation: the first look-aside buffer ends there";
	if (claim->inside == 0)
		return "no cache and no translation ends in the bracket";
	return "the bracket holds the level, the knee stands far from it on a wide shoulder";
}

/* The share of the lines in overfull sets of the nearest level at the knee, in the mean of all deals of the
 * pages that the sweep saw; 0 where memory is out. */
static double mean_overfull(const struct machine *machine, const struct claim *claim)
{
	struct machine dealt = *machine;
	unsigned deals = machine->fresh_pages ? machine->rounds : 1;
	double sum = 0, share;
	struct fault fault;
	for (dealt.deal = 0; dealt.deal < deals; dealt.deal++) {
		if (overfull_share(&dealt, claim->nearest, (uint64_t)claim->knee, &share, &fault) != 0)
			return 0;
		sum += share;
	}
	return sum / deals;
}

static void print_wrong(FILE *stream, const struct outcome *claims, const struct claim *claim)
{
	char knee[QUANTITY_TEXT], bracket[QUANTITY_TEXT], basis[RULE_TEXT];
	const char *what = !claim_bracket_is_wrong(claim) ? "knee"
	                   : claim_knee_is_wrong(claim)   ? "bracket and knee"
	                                                  : "bracket";
	double crowded = mean_overfull(&claims->machine, claim);
	fprintf(stream,
	        "machine %u: %s wrong: knee %s, %s from %s: %s (%.0f %% of the lines lie in overfull "
	        "sets)\n  ",
	        claims->machine.number, what, quantity_size(claim->knee, knee), rule_ids(claim->basis, basis),
	        quantity_exact_range(claim->low, claim->high, bracket),
	        cause_of(claim, &claims->machine, crowded), 100 * crowded);
	machine_print(stream, &claims->machine);
}

static void print_all_wrong(const struct view *view)
{
	size_t wrong = 0;
	fputs(
	    "\nEvery claim that was confident and wrong (reproduce one with `synthetic simulate --only N`)\n",
	    view->stream);
	for (size_t m = 0; m < view->count; m++) {
		const struct outcome *claims = &view->claims[m];
		for (size_t i = 0; i < claims->count; i++)
			if (claim_bracket_is_wrong(&claims->knees[i]) ||
			    claim_knee_is_wrong(&claims->knees[i])) {
				print_wrong(view->stream, claims, &claims->knees[i]);
				wrong++;
			}
		for (unsigned p = 0; p < OUTCOME_PLACEMENTS; p++)
			if (claims->granules[p].verdict == CLAIM_GRANULE_WRONG) {
				fprintf(view->stream,
				        "machine %u: granule %.0f B at placement %u, true %.0f B\n  ",
				        claims->machine.number, claims->granules[p].value, p + 1,
				        claims->granules[p].truth);
				machine_print(view->stream, &claims->machine);
			}
	}
	if (wrong == 0)
		fputs("none\n", view->stream);
}

int outcome_print(FILE *stream, const struct outcome *claims, size_t count, struct fault *fault)
{
	struct view view = {claims, count, stream};
	print_confident(&view);
	print_fates(&view);
	if (print_ratios(&view) != 0 || print_bases(&view) != 0)
		return fault_system(fault, NULL, ENOMEM, "no room for the table of so many machines");
	print_reaches(&view);
	print_causes(&view);
	print_shares(&view);
	print_rules(&view);
	print_quiet(&view);
	print_granules(&view);
	print_all_wrong(&view);
	return 0;
}
