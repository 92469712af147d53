/* The timed loops: dependent loads, dependent adds, and what competitors do. Nothing here reads a clock.
 *
 * Each loop is unrolled so that its own counting costs below one per cent, and what it computes is handed
 * back, so that no optimiser may leave it out. */
#ifndef CACHESTAIR_CHASE_H
#define CACHESTAIR_CHASE_H

#include <stdint.h>

enum { CHASE_UNROLL = 64 }; /* loads are walked in multiples of this */

/* A walker on a cycle. */
struct chase {
	void *at;                /* the node it stands on */
	uint64_t distance_bytes; /* 0: one load a node; else each step is a pair of loads this far apart */
	/* Not NULL: one load a node, and a node holds how far from here the next one is, in place of its
	 * address (cycle_make_offsets). */
	const char *offsets_from;
	/* Always 0, and the compiler must not know it: it makes an address depend on a load without changing
	 * it. */
	volatile uint64_t zero;
};

/* `loads` rounded up to what chase_walk takes. */
static inline uint64_t chase_whole(uint64_t loads)
{
	return (loads + CHASE_UNROLL - 1) / CHASE_UNROLL * CHASE_UNROLL;
}

/* Walks `loads` (a multiple of CHASE_UNROLL) dependent loads from where the walker stands and leaves it where
 * they end. Single: at = *at, or at = base + *at. Pairs (a load each, so loads / 2 steps): the word at the
 * landing gives the next landing; the second load reads the word distance_bytes further on, at an address
 * that hangs on the first load's value, and the next landing hangs on the second's. That costs two
 * and-operations a step beside the loads, and nothing has to be rewritten when the distance changes. */
void chase_walk(struct chase *chase, uint64_t loads);

/* A chain of `adds` dependent register-to-register adds (a multiple of CHASE_UNROLL), one a cycle on every
 * core we know. Register to register, because several cores execute an add of a constant when they rename it.
 * Returns the sum, for the caller to consume. */
uint64_t chase_adds(uint64_t adds, uint64_t start);

/* Reads one word every `stride` bytes of the buffer once, in order and independent of each other. Returns
 * their sum, for the caller to consume. */
uint64_t chase_stream(const char *base, uint64_t bytes, uint64_t stride);

#endif
