/* One trial: a warm-up, then one timed block with everything that is known around it, then its rows. */
#ifndef CACHESTAIR_TRIAL_H
#define CACHESTAIR_TRIAL_H

#include "rig.h"

struct trial {
	enum capture_experiment experiment; /* any but CAPTURE_TIMER and CAPTURE_COMPETITOR */
	uint64_t round;                     /* from 1 */
	uint64_t size_bytes;
	struct cycle cycle;
	struct chase chase;                 /* on the cycle; `at` NULL: not yet */
	const struct plan_company *company; /* NULL: alone */
	uint64_t loads;                     /* of the block; a multiple of CHASE_UNROLL */
	enum capture_control control;       /* controls only, as the next two */
	int dit;                            /* -1: the processor has no such bit */
	uint64_t adds; /* CAPTURE_CLOCK: the block is a chain of adds; the cycle is empty */
};

/* Resizes the cycle. The walker goes on from where it stands, unless its node was taken out. */
void trial_resize(struct rig *rig, struct trial *trial, uint64_t nodes);

/* Walks `loads`, or until limit_ns is over where that is not 0, or until a stop is asked for. Returns the
 * pace at the end, in picoseconds a load: the best of the last four pieces of the walk, so that neither the
 * cold start nor one interruption sets the length of the blocks. */
uint64_t trial_warm(struct rig *rig, struct trial *trial, uint64_t loads, uint64_t limit_ns);

/* Takes the fingerprint, walks a short way again, runs the block between two chains of adds, takes the second
 * fingerprint and writes the row; where a company is given it is at work from before the fingerprint to the
 * end of the block, and its rows follow. A block that a stop cuts short leaves no row. Returns 0, or -1 with
 * a fault. */
int trial_run(struct rig *rig, struct trial *trial, struct fault *fault);

/* Warms up by two laps, of `least` loads at least, within limit_ns as above, and runs a block that fills
 * target_ns. Returns as trial_run. */
int trial_warm_and_run(struct rig *rig, struct trial *trial, uint64_t least, uint64_t limit_ns,
                       uint64_t target_ns, struct fault *fault);

#endif
