/* Where a core's fingerprint is taken. */
#include "fingerprint.h"

#include <string.h>

int fingerprint_begin(struct fingerprint *fingerprint, const struct plan *plan, struct fault *fault)
{
	memset(fingerprint, 0, sizeof *fingerprint);
	if (system_memory_map(&fingerprint->memory, plan->print_nodes * plan->line_bytes, false, fault) != 0)
		return -1;
	memset(fingerprint->memory.base, 0, (size_t)fingerprint->memory.bytes);
	cycle_begin(&fingerprint->cycle, fingerprint->memory.base, plan->line_bytes, 1, 0,
	            cycle_seed(plan->settings->seed, 0));
	cycle_resize(&fingerprint->cycle, plan->print_nodes);
	fingerprint->chase.at = cycle_node(&fingerprint->cycle, 0);
	fingerprint->loads = plan->print_loads;
	fingerprint->adds = plan->adds;
	return 0;
}

void fingerprint_end(struct fingerprint *fingerprint)
{
	system_memory_unmap(&fingerprint->memory);
}

uint64_t fingerprint_chase_ns(struct fingerprint *fingerprint, const struct clock *clock)
{
	chase_walk(&fingerprint->chase, chase_whole(2 * fingerprint->cycle.nodes));
	uint64_t before = system_ticks();
	chase_walk(&fingerprint->chase, fingerprint->loads);
	return clock_elapsed_ns(clock, before, system_ticks());
}

uint64_t fingerprint_adds_ns(struct fingerprint *fingerprint, const struct clock *clock)
{
	uint64_t before = system_ticks();
	fingerprint->sum = chase_adds(fingerprint->adds, fingerprint->sum);
	return clock_elapsed_ns(clock, before, system_ticks());
}

void fingerprint_record(const struct fingerprint *fingerprint, const struct fingerprint_times *times,
                        struct capture_row *row)
{
	capture_row_set(row, CAPTURE_PRINT_LOADS, fingerprint->loads);
	capture_row_set(row, CAPTURE_PRINT_BEFORE_NS, times->print_before_ns);
	capture_row_set(row, CAPTURE_PRINT_AFTER_NS, times->print_after_ns);
	if (fingerprint->adds > FINGERPRINT_MOST_GHZ * times->adds_before_ns ||
	    fingerprint->adds > FINGERPRINT_MOST_GHZ * times->adds_after_ns)
		return;
	capture_row_set(row, CAPTURE_ADDS, fingerprint->adds);
	capture_row_set(row, CAPTURE_ADDS_BEFORE_NS, times->adds_before_ns);
	capture_row_set(row, CAPTURE_ADDS_AFTER_NS, times->adds_after_ns);
}
