/* A search that tries to fool the rules.
 *
 * A candidate has no edge by construction. In the family of bent climbs no octave rises more than 1.5 times
 * as steeply as any other. Lumps: the curve is flat, and every point is off by a normal deviate of up to 30
 * per cent, the same in every round. Stretches: the curve is flat, and a neighbour slows stretches of the run
 * by a factor of 1.3 to 3. Each climber begins at a random candidate and keeps a changed one where it is no
 * less wrong: an accepted knee counts most, then a noted one, then a refused one that fewer rules refuse. */
#include "search.h"

#include "expected.h"
#include "chance.h"
#include "specimen.h"
#include "reduced.h"

#include "../reduce/rule.h"
#include "../reduce/maths/logarithm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OCTAVES = 13 };

enum family { BENT_CLIMB, LUMPS, STRETCHES, FAMILIES };
static const char *const family_names[FAMILIES] = {"bent climbs",
                                                   "flat with lumps that repeat in every round",
                                                   "flat beside a neighbour whose stretches line up"};

static const double grids[] = {3.0, 4.0, 4.5, 5.0, 6.0, 6.5, 8.0, 10.0, 16.0};
enum { GRIDS = sizeof grids / sizeof grids[0] };

/* What a candidate is made from. */
struct genes {
	double growth;             /* a mean octave's */
	double steepness[OCTAVES]; /* each octave's slope over the mean one, 0.8 to 1.2 */
	double ripple_share, trial_share;
	unsigned loud_per_mille, stretch_trials; /* the neighbour */
	double loud_factor;
	unsigned grid;
	uint64_t lowest_bytes, seed;
};

struct climber {
	enum family family;
	struct genes best;
	double score; /* of the best */
	unsigned tried, named, accepted;
	char found[EXPECTED_TEXT];
};

struct search {
	struct climber *climbers;
	const struct search_plan *plan;
};

/* ---- candidates ---- */

static struct genes genes_draw(enum family family, struct generator *chance)
{
	struct genes genes = {.growth = 1.0, .loud_factor = 1.0};
	if (family == BENT_CLIMB)
		genes.growth = chance_between(chance, 1.05, 1.6);
	for (unsigned i = 0; i < OCTAVES; i++)
		genes.steepness[i] = chance_between(chance, 0.8, 1.2);
	genes.ripple_share = chance_between(chance, 0.0, family == LUMPS ? 0.3 : 0.03);
	genes.trial_share = chance_between(chance, 0.0, 0.02);
	if (family == STRETCHES) {
		genes.loud_per_mille = 50 + (unsigned)chance_below(chance, 600);
		genes.stretch_trials = 5 + (unsigned)chance_below(chance, 200);
		genes.loud_factor = chance_between(chance, 1.3, 3.0);
	}
	genes.grid = (unsigned)chance_below(chance, GRIDS);
	genes.lowest_bytes = 4096 + 64 * chance_below(chance, 128);
	genes.seed = 1 + chance_below(chance, UINT32_MAX);
	return genes;
}

/* A neighbour: some genes drawn anew, the others nudged. */
static struct genes genes_change(const struct genes *from, enum family family, struct generator *chance)
{
	struct genes fresh = genes_draw(family, chance), genes = *from;
	for (unsigned i = 0; i < OCTAVES; i++)
		if (chance_hits(chance, 250))
			genes.steepness[i] = fresh.steepness[i];
	if (chance_hits(chance, 300) && family == BENT_CLIMB)
		genes.growth += (fresh.growth - genes.growth) * 0.15;
	if (chance_hits(chance, 200))
		genes.ripple_share = fresh.ripple_share;
	if (chance_hits(chance, 100))
		genes.trial_share = fresh.trial_share;
	if (chance_hits(chance, 200)) {
		genes.loud_per_mille = fresh.loud_per_mille;
		genes.stretch_trials = fresh.stretch_trials;
	}
	if (chance_hits(chance, 200))
		genes.loud_factor = fresh.loud_factor;
	if (chance_hits(chance, 60))
		genes.grid = fresh.grid;
	if (chance_hits(chance, 100))
		genes.lowest_bytes = fresh.lowest_bytes;
	if (chance_hits(chance, 400))
		genes.seed = fresh.seed;
	return genes;
}

static void corners_of(const struct genes *genes, struct shape_corner corners[OCTAVES + 1])
{
	corners[0] = (struct shape_corner){genes->lowest_bytes, 1.0};
	for (unsigned i = 0; i < OCTAVES; i++) {
		double factor = logarithm_power(logarithm_of(genes->growth) * genes->steepness[i]);
		corners[i + 1] =
		    (struct shape_corner){corners[i].size_bytes * 2, corners[i].time_ns * factor};
	}
}

/* ---- trying one ---- */

/* How wrong a reduction is: 100 for each accepted knee, 50 for each noted one, less where more rules refuse.
 */
static double score_of(const struct summary *summary, unsigned *accepted, unsigned *noted)
{
	double score = 0, nearest = 0;
	enum rule_id list[RULE_COUNT];
	*accepted = *noted = 0;
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		if (row->kind != FINDING_KNEE)
			continue;
		*accepted += row->status == STATUS_ACCEPTED;
		*noted += row->status == STATUS_NOTED;
		double near = 10.0 / (1.0 + (double)rule_list(row->rules, list));
		nearest = near > nearest ? near : nearest;
	}
	score = 100.0 * *accepted + 50.0 * *noted + nearest;
	return score;
}

static int try_genes(struct climber *climber, const struct genes *genes, double *score,
                     char found[EXPECTED_TEXT], struct fault *fault)
{
	struct shape_corner corners[OCTAVES + 1];
	unsigned accepted, noted;
	corners_of(genes, corners);
	struct specimen curve = {.name = "search",
	                         .shows = "a curve without an edge",
	                         .shapes = {{corners, OCTAVES + 1}},
	                         .seed = genes->seed,
	                         .recipe = {.lowest_bytes = genes->lowest_bytes,
	                                    .highest_bytes = genes->lowest_bytes << OCTAVES,
	                                    .per_octave = grids[genes->grid],
	                                    .rounds = 3,
	                                    .noise = {.ripple_share = genes->ripple_share,
	                                              .trial_share = genes->trial_share,
	                                              .neighbour_per_mille = genes->loud_per_mille,
	                                              .neighbour_trials = genes->stretch_trials,
	                                              .neighbour_factor = genes->loud_factor}}};
	const struct reduction_options options = {.rules = RULE_VERSION};
	struct summary summary;
	int failed = reduced_curve(&curve, &options, &summary, fault);
	if (failed == 0) {
		*score = score_of(&summary, &accepted, &noted);
		climber->tried++;
		climber->named += accepted + noted > 0;
		climber->accepted += accepted > 0;
		found_words(&summary, found);
	}
	summary_free(&summary);
	return failed;
}

static int climb(void *context, unsigned number, struct fault *fault)
{
	struct search *search = context;
	struct climber *climber = &search->climbers[number];
	struct generator chance = chance_seed(chance_mix(search->plan->seed) + number);
	climber->family = (enum family)(number % FAMILIES);
	climber->best = genes_draw(climber->family, &chance);
	if (try_genes(climber, &climber->best, &climber->score, climber->found, fault) != 0)
		return -1;
	while (climber->tried < search->plan->steps) {
		struct genes genes = genes_change(&climber->best, climber->family, &chance);
		char found[EXPECTED_TEXT];
		double score;
		if (try_genes(climber, &genes, &score, found, fault) != 0)
			return -1;
		if (score < climber->score)
			continue;
		climber->best = genes;
		climber->score = score;
		memcpy(climber->found, found, sizeof found);
	}
	return 0;
}

/* ---- what was found ---- */

static void print_genes(FILE *stream, const struct genes *genes)
{
	struct shape_corner corners[OCTAVES + 1];
	corners_of(genes, corners);
	fprintf(stream, "  made again by: seed %" PRIu64 ", %.1f sizes an octave, ripple %.17g, trials %.17g",
	        genes->seed, grids[genes->grid], genes->ripple_share, genes->trial_share);
	if (genes->loud_per_mille > 0)
		fprintf(stream, ", neighbour %u of 1000, %u trials, times %.17g", genes->loud_per_mille,
		        genes->stretch_trials, genes->loud_factor);
	fputs("\n  corners", stream);
	for (unsigned i = 0; i <= OCTAVES; i++)
		fprintf(stream, " {%" PRIu64 ", %.17g}", corners[i].size_bytes, corners[i].time_ns);
	fputc('\n', stream);
}

static void print_family(FILE *stream, const struct search *search, enum family family)
{
	unsigned tried = 0, named = 0, accepted = 0;
	const struct climber *worst = NULL;
	for (unsigned i = (unsigned)family; i < search->plan->climbers; i += FAMILIES) {
		const struct climber *climber = &search->climbers[i];
		tried += climber->tried;
		named += climber->named;
		accepted += climber->accepted;
		if (worst == NULL || climber->score > worst->score)
			worst = climber;
	}
	fprintf(stream, "%s: %u curves tried, %u named a hierarchy, %u with an accepted knee\n",
	        family_names[family], tried, named, accepted);
	if (worst == NULL)
		return;
	fprintf(stream, "  the worst (score %.1f): %s\n", worst->score, worst->found);
	if (family == BENT_CLIMB)
		fprintf(stream, "  growth of %.3f an octave\n", worst->best.growth);
	print_genes(stream, &worst->best);
}

int search_print(FILE *stream, const struct search_plan *plan, const struct threads *threads,
                 struct fault *fault)
{
	struct search search = {calloc(plan->climbers, sizeof search.climbers[0]), plan};
	if (search.climbers == NULL)
		return fault_system(fault, NULL, ENOMEM, "no room for so many climbers");
	int failed = threads_run(climb, &search, plan->climbers, threads, "searches", fault);
	for (unsigned family = 0; failed == 0 && family < FAMILIES; family++)
		print_family(stream, &search, (enum family)family);
	free(search.climbers);
	return failed;
}
