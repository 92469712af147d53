/* What one row of a capture says of its trial. */
#include "row.h"

#include <math.h>

unsigned row_core(const struct capture_row *row, struct core_counts *counts, bool pinned)
{
	unsigned levels = 0;
	for (int c = CAPTURE_LEVEL_CYCLES_0; c <= CAPTURE_LEVEL_CYCLES_2; c++)
		levels += row->value[c] > 0;
	bool both = capture_row_has(row, CAPTURE_CPU_BEFORE) && capture_row_has(row, CAPTURE_CPU_AFTER);
	if (levels > 1) {
		counts->two_levels++;
		return TRIAL_MOVED;
	}
	if (both && row->value[CAPTURE_CPU_BEFORE] != row->value[CAPTURE_CPU_AFTER]) {
		counts->two_cpus++;
		return TRIAL_MOVED;
	}
	if (capture_row_has(row, CAPTURE_SWITCHES) && row->value[CAPTURE_SWITCHES] == 0) {
		counts->no_switch++;
		return TRIAL_STAYED;
	}
	if (pinned) {
		counts->pinned++;
		return TRIAL_STAYED;
	}
	counts->unknown++;
	return 0;
}

double row_cycles(const struct capture_row *row, bool *counters)
{
	const uint64_t *value = row->value;
	uint64_t counted = value[CAPTURE_CYCLES];
	*counters = false;
	if (counted == 0)
		counted = value[CAPTURE_LEVEL_CYCLES_0] + value[CAPTURE_LEVEL_CYCLES_1] +
		          value[CAPTURE_LEVEL_CYCLES_2];
	if (counted > 0) {
		*counters = true;
		return (double)counted;
	}
	double adds_ns = (double)value[CAPTURE_ADDS_BEFORE_NS] + (double)value[CAPTURE_ADDS_AFTER_NS];
	if (value[CAPTURE_ADDS] == 0 || adds_ns <= 0)
		return NAN;
	return (double)value[CAPTURE_ELAPSED_NS] * (2 * (double)value[CAPTURE_ADDS] / adds_ns);
}

struct fingerprint row_fingerprint(const struct capture_row *row)
{
	const uint64_t *value = row->value;
	struct fingerprint print = {false, NAN, NAN, NAN, NAN};
	if (value[CAPTURE_PRINT_LOADS] == 0 || value[CAPTURE_PRINT_BEFORE_NS] == 0 ||
	    value[CAPTURE_PRINT_AFTER_NS] == 0 || value[CAPTURE_ADDS] == 0 ||
	    value[CAPTURE_ADDS_BEFORE_NS] == 0 || value[CAPTURE_ADDS_AFTER_NS] == 0)
		return print;
	print.known = true;
	print.print_before_ns = (double)value[CAPTURE_PRINT_BEFORE_NS] / (double)value[CAPTURE_PRINT_LOADS];
	print.print_after_ns = (double)value[CAPTURE_PRINT_AFTER_NS] / (double)value[CAPTURE_PRINT_LOADS];
	print.clock_before_ghz = (double)value[CAPTURE_ADDS] / (double)value[CAPTURE_ADDS_BEFORE_NS];
	print.clock_after_ghz = (double)value[CAPTURE_ADDS] / (double)value[CAPTURE_ADDS_AFTER_NS];
	return print;
}

bool fingerprint_confirms(const struct fingerprint *print, const struct tier *tier)
{
	return print->known && tier_holds(tier, print->print_before_ns, print->clock_before_ghz) &&
	       tier_holds(tier, print->print_after_ns, print->clock_after_ghz);
}
