/* Where a simulated machine is swept: every size and every pair is simulated, then the capture is written
 * with the machine's noise, timer and neighbour (recipe.h).
 *
 * With fresh pages a size is simulated once a round, each with its own deal of the pages, as the probe deals
 * them; else once for all rounds: what then differs is the cycle, and that moves a mean by less than the
 * noise. Pairs are simulated once; the probe keeps the grid's memory. The chase with one node a page is dealt
 * NODE_DEALS times, and its rounds take turns. */
#ifndef CACHESTAIR_SYNTHETIC_MACHINE_CAPTURE_H
#define CACHESTAIR_SYNTHETIC_MACHINE_CAPTURE_H

#include "machine.h"
#include "value_predictor.h"

#include "../probe/fault.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct machine_capture {
	struct machine machine;
	uint64_t *sizes;  /* rising */
	double *times_ns; /* deals x most; deal d begins at d x most */
	size_t deals, most;
	size_t count;
	double *paged_ns;      /* by size: in page order, where it is swept so */
	double (*nodes_ns)[2]; /* NODE_DEALS x node_counts: one node a page, and dense */
	size_t node_counts;
	bool long_ruler;
	size_t footprints, distances;
	double (*pairs_ns)[2];   /* first and second load; footprints x distances; footprint f is
	                            MACHINE_LEAST_FOOTPRINT << f */
	struct guessed *guessed; /* rounds x footprints x distances; NULL: the machine predicts no values */
};

enum { MACHINE_LEAST_FOOTPRINT = 8192, NODE_DEALS = 3 };

/* Simulates everything. Returns 0, or -1 with the fault; free with machine_capture_end either way. */
int machine_capture_make(struct machine_capture *made, const struct machine *machine, struct fault *fault);
void machine_capture_end(struct machine_capture *made);

/* From now on the machine predicts values. Returns 0, or -1 with the fault. */
int machine_capture_predict(struct machine_capture *made, enum pair_words between, struct fault *fault);

/* Writes the capture. Returns 0, or -1 where the stream has an error (errno). */
int machine_capture_write(FILE *stream, const struct machine_capture *made);

#endif
