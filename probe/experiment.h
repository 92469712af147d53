/* The experiments that are measured round by round: the sweep (round.c), the adjacency grid (adjacency.c) and
 * the translation of addresses (translation.c). */
#ifndef CACHESTAIR_EXPERIMENT_H
#define CACHESTAIR_EXPERIMENT_H

#include "rig.h"

struct experiment {
	enum capture_experiment name;
	/* Measures one round (from 1): up through the sizes in odd rounds, down in even ones; nothing where
	 * the plan has none. Ends early, with 0, where a stop is asked for. Returns 0, or -1 with a fault. */
	int (*measure_round)(struct rig *rig, uint64_t round, struct fault *fault);
	/* An estimate of how long one round takes, in nanoseconds; good enough to tell a person how long to
	 * wait. */
	double (*estimate_ns)(const struct plan *plan);
};

extern const struct experiment experiment_sweep, experiment_adjacency, experiment_translation;

#endif
