/* The sweep: every size in every round, in each order and company of the plan. */
#ifndef CACHESTAIR_ROUND_H
#define CACHESTAIR_ROUND_H

#include "rig.h"

/* Measures one round (from 1): up through the sizes in odd rounds, down in even ones. Ends early, with 0,
 * where a stop is asked for. Returns 0, or -1 with a fault. */
int round_measure(struct rig *rig, uint64_t round, struct fault *fault);

/* An estimate of how long the visit of one size in one order takes, all companies together, in nanoseconds;
 * good enough to tell a person how long to wait. */
double round_estimate_ns(const struct plan *plan, uint64_t size_bytes);

#endif
