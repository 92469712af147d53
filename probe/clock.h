/* The probe's clock: when it began, and differences of readings, coarsened where that was asked for. */
#ifndef CACHESTAIR_CLOCK_H
#define CACHESTAIR_CLOCK_H

#include "system.h"

struct clock {
	const struct system_description *description; /* borrowed */
	uint64_t began;                               /* ticks */
	uint64_t coarsen_ns;                          /* 0 or 1: as the system gives it */
};

/* Starts the clock now. */
void clock_begin(struct clock *clock, const struct system_description *description, uint64_t coarsen_ns);

/* Nanoseconds between two readings of system_ticks, for whatever is recorded. Ticks are subtracted first;
 * where a coarse clock was asked for, each reading, as nanoseconds since the probe began, is first rounded
 * down to a multiple of coarsen_ns, as browsers do. */
uint64_t clock_elapsed_ns(const struct clock *clock, uint64_t before, uint64_t after);

/* The same, never coarsened: to plan the length of blocks and to tell the time left, and never recorded. */
uint64_t clock_exact_ns(const struct clock *clock, uint64_t before, uint64_t after);

/* Records the clock's step: fills gaps[0 .. most - 1] with the nanoseconds between successive different
 * readings, and returns how many there are. Stops early after limit_ns once there are three. */
size_t clock_gaps(const struct clock *clock, uint64_t *gaps, size_t most, uint64_t limit_ns);

#endif
