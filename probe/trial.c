/* Where a block is timed. */
#include "trial.h"

#include <string.h>

enum {
	PIECE_LOADS = 1 << 20,   /* a stop is looked for after so many loads at most */
	WARM_PIECES = 16,        /* a warm-up is cut into so many pieces at least ... */
	WARM_PIECE_LOADS = 8192, /* ... but none shorter than this */
	AGAIN_LOADS =
	    32768, /* walked after the fingerprint, to bring back what it pushed out; one lap at most */
	AGAIN_NS = 1000000 /* and so long at most: what takes longer comes from beyond the caches it filled */
};

/* What is read before and after a block. */
struct bracket {
	int64_t priority;
	struct system_usage usage;
	struct system_counts counts;
	bool has_counts;
	int64_t cpu;
};

static void walk(struct rig *rig, struct chase *chase, uint64_t loads)
{
	while (loads > 0 && !rig_stopped(rig)) {
		uint64_t piece = loads < PIECE_LOADS ? loads : PIECE_LOADS;
		chase_walk(chase, piece);
		loads -= piece;
	}
}

/* Loads of one traversal: a pair counts two. */
static uint64_t lap_loads(const struct trial *trial)
{
	return trial->cycle.nodes * (trial->chase.distance_bytes != 0 ? 2 : 1);
}

void trial_resize(struct rig *rig, struct trial *trial, uint64_t nodes)
{
	uint64_t before = system_ticks();
	cycle_resize(&trial->cycle, nodes);
	if (trial->chase.at == NULL || cycle_index(&trial->cycle, trial->chase.at) >= nodes)
		trial->chase.at = cycle_node(&trial->cycle, 0);
	rig_spent(rig, RIG_BUILD, before);
}

uint64_t trial_warm(struct rig *rig, struct trial *trial, uint64_t loads, uint64_t limit_ns)
{
	enum { LAST = 4 };
	uint64_t piece = loads / WARM_PIECES, paces[LAST] = {0}, begin = system_ticks(), before = begin;
	piece = chase_whole(piece < WARM_PIECE_LOADS ? WARM_PIECE_LOADS
	                    : piece > PIECE_LOADS    ? PIECE_LOADS
	                                             : piece);
	if (limit_ns != 0)
		piece = WARM_PIECE_LOADS;
	for (uint64_t done = 0, i = 0; done < loads && !rig_stopped(rig); done += piece, i++) {
		chase_walk(&trial->chase, piece);
		uint64_t now = system_ticks();
		paces[i % LAST] = clock_exact_ns(&rig->clock, before, now) * 1000 / piece;
		before = now;
		if (limit_ns != 0 && clock_exact_ns(&rig->clock, begin, now) >= limit_ns)
			break;
	}
	uint64_t best = 0;
	for (int i = 0; i < LAST; i++)
		if (paces[i] != 0 && (best == 0 || paces[i] < best))
			best = paces[i];
	rig_spent(rig, RIG_WARM, begin);
	return best;
}

static void bracket_open(struct rig *rig, struct bracket *bracket, bool alone)
{
	bracket->priority = system_priority();
	system_usage_read(&bracket->usage, alone);
	bracket->has_counts = system_counters_read(&rig->counters, &bracket->counts);
	bracket->cpu = system_cpu();
}

static void bracket_close(struct rig *rig, struct bracket *bracket, bool alone)
{
	bracket->cpu = system_cpu();
	bracket->has_counts = system_counters_read(&rig->counters, &bracket->counts);
	system_usage_read(&bracket->usage, alone);
	bracket->priority = system_priority();
}

static void row_bracket(const struct rig *rig, struct capture_row *row, const struct bracket *before,
                        const struct bracket *after)
{
	unsigned usage = before->usage.present & after->usage.present, counts = rig->counters.present;
	capture_row_set_known(row, CAPTURE_CPU_BEFORE, before->cpu);
	capture_row_set_known(row, CAPTURE_CPU_AFTER, after->cpu);
	capture_row_set_known(row, CAPTURE_PRIORITY_BEFORE, before->priority);
	capture_row_set_known(row, CAPTURE_PRIORITY_AFTER, after->priority);
	if (usage & SYSTEM_HAS_CPU_TIME)
		capture_row_set(row, CAPTURE_CPU_TIME_NS,
		                after->usage.cpu_time_ns - before->usage.cpu_time_ns);
	if (usage & SYSTEM_HAS_SWITCHES)
		capture_row_set(row, CAPTURE_SWITCHES, after->usage.switches - before->usage.switches);
	if (usage & SYSTEM_HAS_FAULTS)
		capture_row_set(row, CAPTURE_FAULTS, after->usage.faults - before->usage.faults);
	if (!before->has_counts || !after->has_counts)
		return;
	if (counts & SYSTEM_HAS_CYCLES)
		capture_row_set(row, CAPTURE_CYCLES, after->counts.cycles - before->counts.cycles);
	if (counts & SYSTEM_HAS_INSTRUCTIONS)
		capture_row_set(row, CAPTURE_INSTRUCTIONS,
		                after->counts.instructions - before->counts.instructions);
	for (size_t i = 0; (counts & SYSTEM_HAS_LEVELS) && i < rig->counters.levels && i < SYSTEM_LEVELS; i++)
		capture_row_set(row, (enum capture_column)(CAPTURE_LEVEL_CYCLES_0 + i),
		                after->counts.level_cycles[i] - before->counts.level_cycles[i]);
}

static void row_trial(const struct rig *rig, struct capture_row *row, const struct trial *trial)
{
	const struct cycle *cycle = &trial->cycle;
	capture_row_set(row, CAPTURE_ROUND, trial->round);
	capture_row_set(row, CAPTURE_SIZE_BYTES, trial->size_bytes);
	capture_row_set(row, CAPTURE_ORDER, cycle->page_nodes != 0 ? CAPTURE_PAGE : CAPTURE_RANDOM);
	capture_row_set(row, CAPTURE_LOADS, trial->loads);
	uint64_t competitors = trial->company != NULL ? trial->company->competitors : 0;
	capture_row_set(row, CAPTURE_COMPETITORS, competitors);
	if (competitors > 0) {
		capture_row_set(row, CAPTURE_COMPETITOR_BYTES, trial->company->bytes);
		capture_row_set(row, CAPTURE_COMPETITOR_MODE, trial->company->mode);
	}
	capture_row_set(row, CAPTURE_STRIDE_BYTES, cycle->pitch_bytes);
	if (trial->chase.distance_bytes != 0) {
		capture_row_set(row, CAPTURE_DISTANCE_BYTES, trial->chase.distance_bytes);
		capture_row_set(row, CAPTURE_SITES, cycle->nodes);
	} else if (cycle->nodes != 0) {
		capture_row_set(row, CAPTURE_NODES, cycle->nodes);
	}
	if (trial->experiment == CAPTURE_TRANSLATION)
		capture_row_set(row, CAPTURE_PAGE_BYTES, rig->plan.reach_page_bytes);
	if (trial->experiment != CAPTURE_CONTROLS)
		return;
	capture_row_set(row, CAPTURE_CONTROL, trial->control);
	capture_row_set_known(row, CAPTURE_DIT, trial->dit);
}

/* The rows of the company, right behind the trial's and under its number. */
static int record_company(struct rig *rig, const struct capture_row *trial_row, const struct trial *trial,
                          struct fault *fault)
{
	static const enum capture_column same[] = {CAPTURE_TRIAL, CAPTURE_ROUND, CAPTURE_STARTED_NS,
	                                           CAPTURE_COMPETITORS, CAPTURE_COMPETITOR_MODE};
	bool chases = trial->company->mode == CAPTURE_CHASE;
	for (size_t i = 0; i < trial->company->competitors; i++) {
		struct capture_row row = rig->crowd.competitors[i].row;
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_COMPETITOR);
		for (size_t c = 0; c < sizeof same / sizeof same[0]; c++)
			capture_row_set(&row, same[c], trial_row->value[same[c]]);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, trial->company->bytes);
		capture_row_set(&row, CAPTURE_STRIDE_BYTES,
		                chases ? rig->plan.stride_bytes : rig->plan.line_bytes);
		if (chases) {
			capture_row_set(&row, CAPTURE_ORDER, CAPTURE_RANDOM);
			capture_row_set(&row, CAPTURE_NODES, plan_nodes(&rig->plan, trial->company->bytes));
		}
		if (record_row(&rig->record, &row, fault) != 0)
			return -1;
	}
	return 0;
}

static uint64_t take(struct rig *rig, uint64_t (*what_ns)(struct fingerprint *, const struct clock *))
{
	uint64_t before = system_ticks(), ns = what_ns(&rig->fingerprint, &rig->clock);
	rig_spent(rig, RIG_FINGERPRINT, before);
	return ns;
}

int trial_run(struct rig *rig, struct trial *trial, struct fault *fault)
{
	struct fingerprint_times times;
	struct bracket before, after;
	struct capture_row row;
	bool alone = trial->company == NULL || trial->company->competitors == 0;
	rig_row(rig, &row, trial->experiment);
	uint64_t lap = lap_loads(trial);
	times.print_before_ns = take(rig, fingerprint_chase_ns);
	trial_warm(rig, trial, lap < AGAIN_LOADS ? lap : AGAIN_LOADS, AGAIN_NS);
	times.adds_before_ns = take(rig, fingerprint_adds_ns);
	bracket_open(rig, &before, alone);
	uint64_t first = system_ticks();
	if (trial->adds != 0)
		rig->sum = chase_adds(trial->adds, rig->sum);
	else
		walk(rig, &trial->chase, trial->loads);
	uint64_t last = system_ticks();
	bracket_close(rig, &after, alone);
	times.adds_after_ns = take(rig, fingerprint_adds_ns);
	times.print_after_ns = take(rig, fingerprint_chase_ns);
	rig->sum += (uint64_t)(uintptr_t)trial->chase.at;
	if (!alone) {
		uint64_t parking = system_ticks();
		crowd_stop(&rig->crowd);
		rig_spent(rig, RIG_CROWD, parking);
	}
	if (rig_stopped(rig)) {
		rig->trials--;
		return 0;
	}
	rig->spent_ns[RIG_TIMED] += clock_exact_ns(&rig->clock, first, last);
	row_trial(rig, &row, trial);
	capture_row_set(&row, CAPTURE_ELAPSED_NS, clock_elapsed_ns(&rig->clock, first, last));
	row_bracket(rig, &row, &before, &after);
	if (trial->adds != 0) {
		capture_row_set(&row, CAPTURE_ADDS, trial->adds);
		times.adds_before_ns = 0; /* the chain is the block, and no clock beside it */
	}
	fingerprint_record(&rig->fingerprint, &times, &row);
	rig->last_row = row;
	if (record_row(&rig->record, &row, fault) != 0)
		return -1;
	return alone ? 0 : record_company(rig, &row, trial, fault);
}

int trial_warm_and_run(struct rig *rig, struct trial *trial, uint64_t least, uint64_t limit_ns,
                       uint64_t target_ns, struct fault *fault)
{
	uint64_t laps = 2 * lap_loads(trial);
	uint64_t pace_ps = trial_warm(rig, trial, laps < least ? least : laps, limit_ns);
	trial->loads = plan_loads_within(&rig->plan, target_ns, pace_ps);
	return trial_run(rig, trial, fault);
}
