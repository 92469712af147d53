/* The adjacency grid: pairs of loads a distance apart, over footprints one an octave, for the granule.
 *
 * Sites stand one in each slot of `pitch_bytes`, at a random word of the whole slot, so that the cache sets
 * and the pages in use do not depend on the distance. The pitch is twice the longest distance. The grid knows
 * no knees: it measures every distance at every footprint in every round, and the reduction chooses legal
 * placements. */
#include "experiment.h"
#include "number.h"
#include "trial.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	WARM_LOADS = 20000, /* at least */
	WARM_WHOLE_TARGETS =
	    8 /* so many blocks long is the warm-up at most where the caches could hold the set */
};

static double footprint_estimate_ns(const struct plan *plan)
{
	return 2 * (double)plan->distance_count * (double)plan->grid_target_ns;
}

/* Brings both words of every pair in, in the order of their addresses: each distance has other second words,
 * and the short walk that follows would not meet all of them. */
static void touch_pairs(struct rig *rig, const struct cycle *cycle, uint64_t distance_bytes)
{
	uint64_t before = system_ticks(), sum = 0;
	for (uint64_t i = 0; i < cycle->nodes; i++) {
		const char *landing = cycle_node(cycle, i);
		sum += (unsigned char)landing[0] + (unsigned)(unsigned char)landing[distance_bytes];
	}
	rig->sum += sum;
	rig_spent(rig, RIG_WARM, before);
}

static int visit_distance(struct rig *rig, struct trial *trial, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	uint64_t limit_ns = plan->grid_target_ns;
	if (2 * trial->size_bytes <= plan->displace_above) {
		touch_pairs(rig, &trial->cycle, trial->chase.distance_bytes);
		limit_ns *= WARM_WHOLE_TARGETS;
	}
	return trial_warm_and_run(rig, trial, WARM_LOADS, limit_ns, plan->grid_target_ns, fault);
}

/* The distances of each footprint come in an order shuffled anew. */
static int visit_footprint(struct rig *rig, struct trial *trial, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	size_t order[PLAN_DISTANCES];
	trial_resize(rig, trial, plan_sites(plan, trial->size_bytes));
	if (2 * trial->size_bytes > plan->displace_above)
		rig_displace(rig);
	plan_shuffle(cycle_seed(trial->cycle.seed, trial->size_bytes), order, plan->distance_count);
	for (size_t i = 0; i < plan->distance_count && !rig_stopped(rig); i++) {
		trial->chase.distance_bytes = plan->distances[order[i]];
		if (visit_distance(rig, trial, fault) != 0)
			return -1;
	}
	return 0;
}

static int adjacency_round(struct rig *rig, uint64_t round, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	struct trial trial = {.experiment = CAPTURE_ADJACENCY, .round = round};
	char size[SIZE_TEXT];
	uint64_t seed = plan_round_seed(plan, round, CAPTURE_ORDERS), before = system_ticks();
	/* Over what earlier rounds left: a landing of theirs would be a pointer into this memory. The first
	 * round's words are there already. */
	if (plan->footprint_count > 0 && round > 1)
		cycle_write_words(rig->grid_memory.base, rig->grid_memory.bytes, seed);
	rig_spent(rig, RIG_MEMORY, before);
	rig->grid_memory.told = false;
	rig_record_pages(rig, CAPTURE_ADJACENCY, round, &rig->grid_memory);
	cycle_begin(&trial.cycle, rig->grid_memory.base, plan->pitch_bytes, plan->pitch_bytes / 8, 0, seed);
	for (size_t i = 0; i < plan->footprint_count && !rig_stopped(rig); i++) {
		uint64_t began_ns = rig_now_ns(rig);
		trial.size_bytes = plan->footprints[round % 2 == 1 ? i : plan->footprint_count - 1 - i];
		progress_show(&rig->progress, began_ns, "adjacency, round %" PRIu64 " of %" PRIu64 ", %s",
		              round, plan->settings->rounds, size_format(trial.size_bytes, size));
		if (visit_footprint(rig, &trial, fault) != 0)
			return -1;
		progress_done(&rig->progress, footprint_estimate_ns(plan), rig_now_ns(rig) - began_ns);
	}
	rig_record_pages(rig, CAPTURE_ADJACENCY, round, &rig->grid_memory);
	return 0;
}

static double adjacency_estimate_ns(const struct plan *plan)
{
	return (double)plan->footprint_count * footprint_estimate_ns(plan);
}

const struct experiment experiment_adjacency = {CAPTURE_ADJACENCY, adjacency_round, adjacency_estimate_ns};
