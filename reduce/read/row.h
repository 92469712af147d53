/* What one row of a capture says of its trial: where it ran, how many cycles it took, which core's
 * fingerprint it bears. Pure functions over a row. */
#ifndef CACHESTAIR_ROW_H
#define CACHESTAIR_ROW_H

#include "trials.h"

/* TRIAL_STAYED, TRIAL_MOVED or 0 (unknown), counted by what proved it: no context switch in the block means
 * that it never left; cycles on two performance levels, or two processors at the ends, that it did. A pinned
 * thread stays. */
unsigned row_core(const struct capture_row *row, struct core_counts *counts, bool pinned);

/* Cycles of the block: the system's counters where they counted (*counters), else the add chain's clock times
 * the time; NAN where there is neither. */
double row_cycles(const struct capture_row *row, bool *counters);

struct fingerprint {
	bool known;
	double print_before_ns, print_after_ns, clock_before_ghz, clock_after_ghz;
};

/* The fingerprint before and after the trial; not known where the row lacks a part of it. */
struct fingerprint row_fingerprint(const struct capture_row *row);

/* F1: whether both lie in the tier's window. */
bool fingerprint_confirms(const struct fingerprint *print, const struct tier *tier);

#endif
