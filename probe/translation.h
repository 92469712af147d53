/* The translation: a chase with one node a page beside a dense chase of as many nodes, whose difference is
 * what the translation of addresses costs.
 *
 * Each page has its node at a random word, so that the nodes spread over the sets of a cache. At the same
 * number of nodes both chases use as many lines. */
#ifndef CACHESTAIR_TRANSLATION_H
#define CACHESTAIR_TRANSLATION_H

#include "rig.h"

/* Measures one round (from 1): numbers of nodes up in odd rounds and down in even ones, on pages dealt anew.
 * Ends early, with 0, where a stop is asked for. Returns 0, or -1 with a fault. */
int translation_round(struct rig *rig, uint64_t round, struct fault *fault);

/* An estimate of how long one number of nodes takes, in nanoseconds. */
double translation_estimate_ns(const struct plan *plan);

#endif
