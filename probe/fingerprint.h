/* The fingerprint of a core: how long a small chase and a chain of adds take, taken beside every trial. */
#ifndef CACHESTAIR_FINGERPRINT_H
#define CACHESTAIR_FINGERPRINT_H

#include "chase.h"
#include "clock.h"
#include "cycle.h"
#include "plan.h"
#include "system.h"

struct fingerprint {
	struct system_memory memory;
	struct cycle cycle;
	struct chase chase;
	uint64_t loads, adds;
	volatile uint64_t sum; /* consumes the chain of adds */
};

/* Maps and links a chase of the plan's size of its own. Returns 0, or -1 with a fault. */
int fingerprint_begin(struct fingerprint *fingerprint, const struct plan *plan, struct fault *fault);
void fingerprint_end(struct fingerprint *fingerprint);

/* Walks two laps untimed and then `loads` loads; returns what those took, in nanoseconds. */
uint64_t fingerprint_chase_ns(struct fingerprint *fingerprint, const struct clock *clock);

/* Runs the chain of adds; returns what it took, in nanoseconds. */
uint64_t fingerprint_adds_ns(struct fingerprint *fingerprint, const struct clock *clock);

#endif
