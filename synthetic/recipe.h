/* Where a made capture is written: what the probe would have written on a machine whose times are known.
 *
 * A recipe holds the plan (grid, rounds, trials), the clock, the disturbances and what the header says; a
 * source holds the truth. The result is a full raw capture, trial by trial, in whole numbers, and its header
 * says `synthetic:`. Same recipe and same seed: same bytes on every machine. */
#ifndef CACHESTAIR_SYNTHETIC_RECIPE_H
#define CACHESTAIR_SYNTHETIC_RECIPE_H

#include "../probe/capture.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { RECIPE_PASSES = 8 };

/* One pass of the sweep. */
struct recipe_pass {
	enum capture_order order;
	unsigned competitors;
	uint64_t competitor_bytes;
	enum capture_mode mode; /* of the competitors */
	uint64_t only_bytes;    /* the one size of this pass; 0: the whole grid */
};

/* The truth. `pass` is the number of the pass in the recipe; `round` counts from 0. */
struct recipe_source {
	double (*time_ns)(const void *truth, size_t pass, unsigned round, uint64_t size_bytes);
	/* Nanoseconds of one pair of loads at that many pairs; NULL where there is no adjacency grid. */
	double (*pair_ns)(const void *truth, unsigned round, uint64_t sites, uint64_t distance_bytes);
	const void *truth;
	/* Nanoseconds a load of the chase with one node a page, or of the dense chase, over that many nodes;
	 * NULL where the translation is not measured. */
	double (*node_ns)(const void *truth, unsigned round, uint64_t nodes, bool dense);
};

/* All shares are of the time: 0.01 is one per cent. */
struct recipe_noise {
	double trial_share;      /* spread from trial to trial */
	double round_share;      /* spread of a point from round to round, the same in its trials */
	double ripple_share;     /* spread from point to point, the same in every round */
	double pair_share;       /* spread of adjacency trials; 0: as trial_share */
	unsigned slow_per_mille; /* trials that are 5 to 30 per cent slower, alone */
	double wild_factor;      /* above 1: every trial is multiplied by something up to that, or divided */
	/* A neighbour that slows everything by a factor for stretches, in time, of about so many trials. */
	unsigned neighbour_per_mille;
	double neighbour_factor;
	unsigned neighbour_trials;
	/* The clock ramps up: the first trials are slower by a factor that falls in a straight line to 1. */
	double ramp_factor;
	unsigned ramp_trials;
	/* So many trials are preempted: their block takes longer by one to three times, their processor time
	 * stays. */
	unsigned preempted_per_mille;
	/* From this size on the thread runs on a core slower by a factor, in so many of 1,000 trials; 0:
	 * never. */
	uint64_t demoted_bytes;
	double demoted_factor;
	unsigned demoted_per_mille;
};

/* How one kind of core shows itself before and after a trial. 0 adds: not recorded. */
struct recipe_core {
	double clock_ghz;
	double print_ns; /* a load of the fingerprint chase */
	unsigned first_cpu, cpus;
};

struct recipe {
	const char *made_from; /* what the header's `synthetic` line says */
	const char *label;
	const char *machine;
	const char *note;                /* or NULL */
	const char *const *caches;       /* `cache` lines; a NULL ends them; NULL: none are reported */
	const char *asked_cores;         /* or NULL */
	const char *asked_tier;          /* or NULL */
	const char *asked_qos;           /* or NULL */
	uint64_t page_bytes, line_bytes; /* as reported */
	bool huge; /* page_bytes are huge pages, throughout; the system's own are of 4 KiB */
	uint64_t stride_bytes;
	uint64_t lowest_bytes, highest_bytes;
	double per_octave;
	unsigned rounds, trials;
	bool
	    back_to_back; /* the trials of a point one after another, else the round is walked once a trial */
	uint64_t target_ns;   /* length of a block */
	uint64_t least_loads; /* in a block; 0: 1,000 */
	double timer_step_ns; /* what the clock steps by */
	uint64_t coarsen_ns;  /* coarsened clock that was asked for; 0: none */
	const char *timer_nominal;
	double reading_factor; /* what every reading of the clock is multiplied by; 0: 1 */
	struct recipe_pass passes[RECIPE_PASSES];
	size_t pass_count;
	struct recipe_core core;
	/* Trials on another kind of core: so many of 1,000; its truth is `stray`. */
	unsigned stray_per_mille;
	struct recipe_core stray_core;
	struct recipe_source stray;
	struct recipe_noise noise;
	/* The adjacency grid, one footprint an octave from lowest_adjacent to highest_bytes; 0: none. */
	uint64_t lowest_adjacent_bytes;
	bool long_ruler;
	/* Faults of real captures. 0: none. */
	uint64_t wrap_ns;                   /* elapsed times are kept modulo this; processor times are not */
	uint64_t faults_from_bytes, faults; /* from this size on every block has so many page faults */
	uint64_t short_below_bytes;         /* below this size blocks are 2 microseconds long */
	bool starved;                       /* a competitor does one load */
	/* Per mille of a block's cycles that performance level 0 counts; above 0 both levels are counted. */
	uint64_t fastest_cycles_share;
	uint64_t most_nodes; /* of the translation, from 7 up, four an octave (recipe_nodes) */
	/* Where the capture ends: after so many rows of sweep trials without an end line; 0: complete. */
	unsigned cut_off_trials;
};

/* Distances of the ruler, rising; *count is set. */
const uint64_t *recipe_distances(bool long_ruler, size_t *count);

/* The k-th number of nodes of the translation: 8 x 2^(k/4), rounded down to an odd number. */
uint64_t recipe_nodes(unsigned k);
/* How many of them are `most` or fewer. */
unsigned recipe_count_nodes(uint64_t most);

/* Writes the capture. Returns 0, or -1 where the stream has an error (errno). */
int recipe_write(FILE *stream, const struct recipe *recipe, const struct recipe_source *source,
                 uint64_t seed);

#endif
