/* The fingerprint of a core: how long a small chase and a chain of adds take, taken beside every trial. */
#ifndef CACHESTAIR_FINGERPRINT_H
#define CACHESTAIR_FINGERPRINT_H

#include "chase.h"
#include "clock.h"
#include "cycle.h"
#include "plan.h"
#include "system.h"

enum { FINGERPRINT_MOST_GHZ = 8 }; /* above this a chain of adds cannot be a clock */

struct fingerprint {
	struct system_memory memory;
	struct cycle cycle;
	struct chase chase;
	uint64_t loads, adds;
	volatile uint64_t sum; /* consumes the chain of adds */
};

/* What was taken before and after a block. */
struct fingerprint_times {
	uint64_t print_before_ns, print_after_ns, adds_before_ns, adds_after_ns;
};

/* Maps and links a chase of the plan's size of its own. Returns 0, or -1 with a fault. */
int fingerprint_begin(struct fingerprint *fingerprint, const struct plan *plan, struct fault *fault);
void fingerprint_end(struct fingerprint *fingerprint);

/* Walks two laps untimed and then `loads` loads; returns what those took, in nanoseconds. */
uint64_t fingerprint_chase_ns(struct fingerprint *fingerprint, const struct clock *clock);

/* Runs the chain of adds; returns what it took, in nanoseconds. */
uint64_t fingerprint_adds_ns(struct fingerprint *fingerprint, const struct clock *clock);

/* Records the times. The add chain is one cycle an add, so that adds over nanoseconds is the clock in GHz.
 * Above FINGERPRINT_MOST_GHZ it cannot be a clock: some core executed adds without spending time on them, and
 * the fields of the chain stay empty. */
void fingerprint_record(const struct fingerprint *fingerprint, const struct fingerprint_times *times,
                        struct capture_row *row);

#endif
