/* Where competitors are started, parked, woken and ended. */
#include "crowd.h"
#include "rig.h"

#include <string.h>

#define STREAM_PIECE_BYTES (UINT64_C(256) << 10)
enum { CHASE_PIECE_LOADS = 4096 };

/* ---- a competitor's side ---- */

static int competitor_prepare(struct competitor *competitor)
{
	struct crowd *crowd = competitor->crowd;
	const struct rig *rig = crowd->rig;
	const struct plan *plan = &rig->plan;
	struct fault *fault = &competitor->fault;
	if (system_steer_beside(&rig->settings->steering, &rig->steered, competitor->index, fault) != 0 ||
	    system_memory_map(&competitor->memory, crowd->largest_bytes, plan->settings->huge, fault) != 0)
		return -1;
	memset(competitor->memory.base, 0, (size_t)competitor->memory.bytes);
	uint64_t seed = cycle_seed(plan->settings->seed, UINT64_MAX - competitor->index);
	cycle_begin(&competitor->cycle, competitor->memory.base, plan->stride_bytes, 1, 0, seed);
	return fingerprint_begin(&competitor->fingerprint, plan, fault);
}

static void competitor_arrive(struct competitor *competitor)
{
	struct crowd *crowd = competitor->crowd;
	pthread_mutex_lock(&crowd->mutex);
	crowd->arrived++;
	pthread_cond_signal(&crowd->arrive);
	pthread_mutex_unlock(&crowd->mutex);
}

/* Works until the crowd is told to park, one piece at least: one that got no processor before the block was
 * over still has a rate, and its short time beside the trial's shows that it came too late. Returns the
 * loads. */
static uint64_t competitor_work(struct competitor *competitor)
{
	struct crowd *crowd = competitor->crowd;
	uint64_t loads = 0, at = 0, bytes = crowd->company.bytes, line = crowd->rig->plan.line_bytes;
	do {
		if (crowd->company.mode == CAPTURE_CHASE) {
			chase_walk(&competitor->chase, CHASE_PIECE_LOADS);
			loads += CHASE_PIECE_LOADS;
			continue;
		}
		uint64_t piece = bytes - at < STREAM_PIECE_BYTES ? bytes - at : STREAM_PIECE_BYTES;
		competitor->sum += chase_stream(competitor->memory.base + at, piece, line);
		loads += (piece + line - 8) / line;
		at = at + piece >= bytes ? 0 : at + piece;
	} while (atomic_load_explicit(&crowd->working, memory_order_relaxed));
	return loads;
}

static bool competitor_wait(struct competitor *competitor)
{
	struct crowd *crowd = competitor->crowd;
	pthread_mutex_lock(&crowd->mutex);
	while (!competitor->go && !crowd->quit)
		pthread_cond_wait(&crowd->wake, &crowd->mutex);
	competitor->go = false;
	bool quit = crowd->quit;
	pthread_mutex_unlock(&crowd->mutex);
	return !quit;
}

static void competitor_turn(struct competitor *competitor)
{
	const struct clock *clock = &competitor->crowd->rig->clock;
	struct fingerprint *fingerprint = &competitor->fingerprint;
	struct capture_row *row = &competitor->row;
	struct fingerprint_times times;
	struct system_usage usage_before, usage_after;
	*row = (struct capture_row){.present = 0};
	times.print_before_ns = fingerprint_chase_ns(fingerprint, clock);
	times.adds_before_ns = fingerprint_adds_ns(fingerprint, clock);
	/* Nobody begins before all are ready, so that one that shares its processor with another and works on
	 * does not keep it from arriving. */
	competitor_arrive(competitor);
	if (!competitor_wait(competitor))
		return;
	system_usage_read(&usage_before, false);
	int64_t cpu = system_cpu();
	uint64_t before = system_ticks(), loads = competitor_work(competitor);
	capture_row_set(row, CAPTURE_ELAPSED_NS, clock_elapsed_ns(clock, before, system_ticks()));
	capture_row_set(row, CAPTURE_LOADS, loads); /* streaming: a load a line */
	capture_row_set_known(row, CAPTURE_CPU_BEFORE, cpu);
	capture_row_set_known(row, CAPTURE_CPU_AFTER, system_cpu());
	system_usage_read(&usage_after, false);
	if (usage_before.present & usage_after.present & SYSTEM_HAS_CPU_TIME)
		capture_row_set(row, CAPTURE_CPU_TIME_NS, usage_after.cpu_time_ns - usage_before.cpu_time_ns);
	times.adds_after_ns = fingerprint_adds_ns(fingerprint, clock);
	times.print_after_ns = fingerprint_chase_ns(fingerprint, clock);
	fingerprint_record(fingerprint, &times, row);
	competitor_arrive(competitor);
}

static void *competitor_main(void *argument)
{
	struct competitor *competitor = argument;
	competitor->failed = competitor_prepare(competitor) != 0;
	competitor_arrive(competitor);
	while (competitor_wait(competitor))
		competitor_turn(competitor);
	return NULL;
}

/* ---- the chase's side ---- */

/* Waits until `count` competitors have arrived, and begins to count anew. */
static void crowd_wait(struct crowd *crowd, size_t count)
{
	pthread_mutex_lock(&crowd->mutex);
	while (crowd->arrived < count)
		pthread_cond_wait(&crowd->arrive, &crowd->mutex);
	crowd->arrived = 0;
	pthread_mutex_unlock(&crowd->mutex);
}

static int crowd_launch(struct crowd *crowd, size_t count, struct fault *fault)
{
	for (size_t i = 0; i < count; i++) {
		struct competitor *competitor = &crowd->competitors[i];
		competitor->crowd = crowd;
		competitor->index = i;
		int why = pthread_create(&competitor->thread, NULL, competitor_main, competitor);
		if (why != 0)
			return fault_system(fault, NULL, why, "a competitor cannot be started");
		crowd->started++;
	}
	crowd_wait(crowd, count);
	for (size_t i = 0; i < count; i++) {
		if (crowd->competitors[i].failed) {
			*fault = crowd->competitors[i].fault;
			return -1;
		}
	}
	return 0;
}

int crowd_begin(struct crowd *crowd, const struct rig *rig, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	uint64_t count = 0;
	memset(crowd, 0, sizeof *crowd);
	crowd->rig = rig;
	for (size_t i = 0; i < plan->company_count; i++) {
		if (plan->companies[i].competitors > count)
			count = plan->companies[i].competitors;
		if (plan->companies[i].bytes > crowd->largest_bytes)
			crowd->largest_bytes = plan->companies[i].bytes;
	}
	pthread_mutex_init(&crowd->mutex, NULL);
	pthread_cond_init(&crowd->wake, NULL);
	pthread_cond_init(&crowd->arrive, NULL);
	if (crowd_launch(crowd, (size_t)count, fault) == 0)
		return 0;
	crowd_end(crowd);
	return -1;
}

void crowd_set(struct crowd *crowd, const struct plan_company *company)
{
	crowd->company = *company;
	if (company->mode != CAPTURE_CHASE)
		return;
	for (size_t i = 0; i < company->competitors; i++) {
		struct competitor *competitor = &crowd->competitors[i];
		uint64_t nodes = plan_nodes(&crowd->rig->plan, company->bytes);
		if (competitor->cycle.nodes == nodes)
			continue;
		cycle_resize(&competitor->cycle, nodes);
		competitor->chase.at = cycle_node(&competitor->cycle, 0);
	}
}

static void crowd_wake(struct crowd *crowd)
{
	pthread_mutex_lock(&crowd->mutex);
	for (size_t i = 0; i < crowd->company.competitors; i++)
		crowd->competitors[i].go = true;
	pthread_cond_broadcast(&crowd->wake);
	pthread_mutex_unlock(&crowd->mutex);
}

void crowd_start(struct crowd *crowd)
{
	atomic_store(&crowd->working, true);
	crowd_wake(crowd);
	crowd_wait(crowd, (size_t)crowd->company.competitors);
	crowd_wake(crowd);
}

void crowd_stop(struct crowd *crowd)
{
	atomic_store(&crowd->working, false);
	crowd_wait(crowd, (size_t)crowd->company.competitors);
}

void crowd_end(struct crowd *crowd)
{
	pthread_mutex_lock(&crowd->mutex);
	crowd->quit = true;
	pthread_cond_broadcast(&crowd->wake);
	pthread_mutex_unlock(&crowd->mutex);
	for (size_t i = 0; i < crowd->started; i++) {
		struct competitor *competitor = &crowd->competitors[i];
		pthread_join(competitor->thread, NULL);
		fingerprint_end(&competitor->fingerprint);
		system_memory_unmap(&competitor->memory);
	}
	crowd->started = 0;
	pthread_mutex_destroy(&crowd->mutex);
	pthread_cond_destroy(&crowd->wake);
	pthread_cond_destroy(&crowd->arrive);
}
