/* The sweep: every size in every round, in each order and company of the plan. */
#include "experiment.h"
#include "number.h"
#include "trial.h"

#include <inttypes.h>
#include <string.h>

/* How long the visit of one size in one order takes, all companies together. */
static double size_estimate_ns(const struct plan *plan, uint64_t size_bytes)
{
	static const struct {
		uint64_t below_bytes;
		double load_ns;
	} guesses[] = {{1 << 16, 1.5}, {1 << 20, 5}, {1 << 25, 25}, {UINT64_MAX, 110}};
	size_t g = 0;
	while (size_bytes >= guesses[g].below_bytes && g < 3)
		g++;
	double pace = guesses[g].load_ns, lap = (double)plan_nodes(plan, size_bytes) * pace;
	double laps = (double)plan->settings->laps * lap, block = (double)plan->target_ns;
	double warm = (double)plan_warm_loads(plan, plan_nodes(plan, size_bytes)) * pace;
	if (plan->settings->quick)
		return (double)plan->company_count * block * (double)(plan->settings->trials + 1);
	if (laps > (double)plan->most_loads * pace)
		laps = (double)plan->most_loads * pace;
	if (block < (double)plan->least_loads * pace)
		block = (double)plan->least_loads * pace;
	if (block < laps)
		block = laps;
	return (double)plan->company_count * (warm + (double)plan->settings->trials * block);
}

static uint64_t warm_up(struct rig *rig, struct trial *trial)
{
	const struct plan *plan = &rig->plan;
	uint64_t limit_ns = plan->warm_limit_ns;
	if (plan->settings->quick && trial->size_bytes > plan->displace_above) {
		rig_displace(rig);
	} else if (plan->settings->quick) {
		/* All of the set is brought in first, in the order of its addresses, which is fast. */
		uint64_t before = system_ticks();
		rig->sum += chase_stream(rig->sweep_memory.base, trial->size_bytes, plan->stride_bytes);
		rig_spent(rig, RIG_WARM, before);
		limit_ns = plan->warm_whole_ns;
	}
	return trial_warm(rig, trial, plan_warm_loads(plan, trial->cycle.nodes), limit_ns);
}

static int visit_company(struct rig *rig, struct trial *trial, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	bool crowded = trial->company->competitors > 0;
	if (crowded)
		crowd_set(&rig->crowd, trial->company);
	for (uint64_t t = 0; t < plan->settings->trials && !rig_stopped(rig); t++) {
		if (crowded) {
			uint64_t waking = system_ticks();
			crowd_start(&rig->crowd);
			rig_spent(rig, RIG_CROWD, waking);
		}
		if (t == 0)
			trial->loads = plan_block_loads(plan, warm_up(rig, trial), trial->cycle.nodes);
		if (trial_run(rig, trial, fault) != 0)
			return -1;
	}
	return 0;
}

static int visit_size(struct rig *rig, struct trial *trial, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	trial_resize(rig, trial, plan_nodes(plan, trial->size_bytes));
	/* Quiet first in odd rounds, crowded first in even ones, so that a drift cancels. */
	for (size_t i = 0; i < plan->company_count && !rig_stopped(rig); i++) {
		size_t c = trial->round % 2 == 1 ? i : plan->company_count - 1 - i;
		trial->company = &plan->companies[c];
		if (visit_company(rig, trial, fault) != 0)
			return -1;
	}
	return 0;
}

static int sweep_pass(struct rig *rig, uint64_t round, enum capture_order order, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	struct trial trial = {.experiment = CAPTURE_SWEEP, .round = round};
	char size[SIZE_TEXT];
	uint64_t page_nodes = order == CAPTURE_PAGE ? plan->page_bytes / plan->stride_bytes : 0;
	cycle_begin(&trial.cycle, rig->sweep_memory.base, plan->stride_bytes, 1, page_nodes,
	            plan_round_seed(plan, round, order));
	for (size_t i = 0; i < plan->size_count && !rig_stopped(rig); i++) {
		uint64_t began_ns = rig_now_ns(rig);
		trial.size_bytes = plan->sizes[round % 2 == 1 ? i : plan->size_count - 1 - i];
		progress_show(&rig->progress, began_ns, "sweep, round %" PRIu64 " of %" PRIu64 ", %s%s",
		              round, plan->settings->rounds, size_format(trial.size_bytes, size),
		              order == CAPTURE_PAGE ? " in page order" : "");
		if (visit_size(rig, &trial, fault) != 0)
			return -1;
		progress_done(&rig->progress, size_estimate_ns(plan, trial.size_bytes),
		              rig_now_ns(rig) - began_ns);
	}
	return 0;
}

static int sweep_round(struct rig *rig, uint64_t round, struct fault *fault)
{
	if (round > 1 && rig_deal_pages(rig, &rig->sweep_memory, fault) != 0)
		return -1;
	rig_record_pages(rig, CAPTURE_SWEEP, round, &rig->sweep_memory);
	for (size_t o = 0; o < rig->plan.order_count && !rig_stopped(rig); o++)
		if (sweep_pass(rig, round, rig->plan.orders[o], fault) != 0)
			return -1;
	rig_record_pages(rig, CAPTURE_SWEEP, round, &rig->sweep_memory);
	return 0;
}

static double sweep_estimate_ns(const struct plan *plan)
{
	double all = 0;
	for (size_t i = 0; i < plan->size_count; i++)
		all += size_estimate_ns(plan, plan->sizes[i]);
	return all * (double)plan->order_count;
}

const struct experiment experiment_sweep = {CAPTURE_SWEEP, sweep_round, sweep_estimate_ns};
