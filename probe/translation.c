/* The translation: a chase with one node a page beside a dense chase of as many nodes, whose difference is
 * what the translation of addresses costs.
 *
 * Each page has its node at a random word, so that the nodes spread over the sets of a cache. At the same
 * number of nodes both chases use as many lines. */
#include "experiment.h"
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	WARM_LOADS = 10000, /* at least */
	SEED_PAGES = CAPTURE_ORDERS + 1,
	SEED_LINES
};

/* One of the two chases, on memory of its own. */
struct side {
	struct system_memory memory;
	struct trial trial;
};

static double reach_estimate_ns(const struct plan *plan)
{
	return 3 * (double)plan->reach_target_ns;
}

/* Maps and links as many nodes as the round has at most. Only the nodes' own words are written: nothing else
 * is read, and each page gets one. */
static int side_begin(struct rig *rig, struct side *side, uint64_t pitch_bytes, uint64_t seed,
                      struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	uint64_t nodes = plan->reach_nodes[plan->reach_count - 1], before = system_ticks();
	bool pages = pitch_bytes == plan->reach_page_bytes;
	if (system_memory_map(&side->memory, nodes * pitch_bytes, pages && plan->settings->huge, fault) != 0)
		return -1;
	cycle_begin(&side->trial.cycle, side->memory.base, pitch_bytes, pages ? pitch_bytes / 8 : 1, 0, seed);
	cycle_resize(&side->trial.cycle, nodes);
	rig_spent(rig, RIG_MEMORY, before);
	return 0;
}

static int side_visit(struct rig *rig, struct trial *trial, uint64_t nodes, struct fault *fault)
{
	trial_resize(rig, trial, nodes);
	trial->size_bytes = nodes * trial->cycle.pitch_bytes;
	return trial_warm_and_run(rig, trial, WARM_LOADS, 0, rig->plan.reach_target_ns, fault);
}

static int visit_all(struct rig *rig, struct side sides[2], uint64_t round, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	for (size_t i = 0; i < plan->reach_count && !rig_stopped(rig); i++) {
		uint64_t nodes = plan->reach_nodes[round % 2 == 1 ? i : plan->reach_count - 1 - i];
		uint64_t began_ns = rig_now_ns(rig);
		progress_show(&rig->progress, began_ns,
		              "translation, round %" PRIu64 " of %" PRIu64 ", %" PRIu64 " pages", round,
		              plan->settings->rounds, nodes);
		/* The page chase first in odd rounds, last in even ones, so that a drift cancels. */
		for (size_t s = 0; s < 2 && !rig_stopped(rig); s++)
			if (side_visit(rig, &sides[(round + 1 + s) % 2].trial, nodes, fault) != 0)
				return -1;
		progress_done(&rig->progress, reach_estimate_ns(plan), rig_now_ns(rig) - began_ns);
	}
	return 0;
}

/* On pages dealt anew. */
static int translation_round(struct rig *rig, uint64_t round, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	const struct side side = {.trial = {.experiment = CAPTURE_TRANSLATION, .round = round}};
	struct side sides[2] = {side, side};
	int status = -1;
	if (plan->reach_count == 0)
		return 0;
	if (side_begin(rig, &sides[0], plan->reach_page_bytes, plan_round_seed(plan, round, SEED_PAGES),
	               fault) == 0 &&
	    side_begin(rig, &sides[1], plan->line_bytes, plan_round_seed(plan, round, SEED_LINES), fault) ==
	        0) {
		rig_record_pages(rig, CAPTURE_TRANSLATION, round, &sides[0].memory);
		status = visit_all(rig, sides, round, fault);
		rig_record_pages(rig, CAPTURE_TRANSLATION, round, &sides[0].memory);
	}
	/* The pages stay held while the next round's are given, so that those are others. */
	system_memory_unmap(&rig->former_pages[0]);
	system_memory_unmap(&rig->former_pages[1]);
	rig->former_pages[0] = sides[0].memory;
	rig->former_pages[1] = sides[1].memory;
	return status;
}

static double translation_estimate_ns(const struct plan *plan)
{
	return (double)plan->reach_count * reach_estimate_ns(plan);
}

const struct experiment experiment_translation = {CAPTURE_TRANSLATION, translation_round,
                                                  translation_estimate_ns};
