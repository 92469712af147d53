/* The synthetic set: one table of curves with known answers, a row a curve.
 *
 * A row says what the curve is built to show, what the right answer or the right refusal is, and, where the
 * rules answer wrongly today, that wrong answer. What is right was fixed from how the curve is made, by hand,
 * never taken from what a reduction said. */
#ifndef CACHESTAIR_SYNTHETIC_SPECIMEN_H
#define CACHESTAIR_SYNTHETIC_SPECIMEN_H

#include "recipe.h"
#include "shape.h"

#include "../reduce/summary/summary.h"

#include <stddef.h>
#include <stdint.h>

/* How time a pair depends on its distance. */
enum specimen_pairs {
	SPECIMEN_NO_PAIRS, /* no adjacency grid */
	SPECIMEN_RAMP, /* rises up to the granule, flat beyond it: what a machine with that granule gives */
	SPECIMEN_NEVER_TURNS, /* rises over the whole ruler and beyond */
	SPECIMEN_FLAT_PAIRS,  /* the same at every distance */
	SPECIMEN_BEND         /* nears its plateau without an edge: 1 - 2^(-d / granule) */
};

struct specimen_granule {
	enum specimen_pairs pairs;
	uint64_t bytes; /* the granule; of a bend, its half-way distance */
	bool long_ruler;
	bool in_first_level; /* a ramp inside the first level too, where no machine has one */
	double noise_share;  /* spread of adjacency trials; 0: 0.5 per cent */
};

enum expected_status {
	EXPECT_END, /* ends a list */
	EXPECT_ACCEPTED,
	EXPECT_NOTED,
	EXPECT_REFUSED,
	EXPECT_ANSWERED,  /* accepted or noted */
	EXPECT_SILENT,    /* no such finding, with such a value, is accepted or noted */
	EXPECT_UNCLAIMED, /* no such finding, with such a value, is accepted */
};

/* One finding that a reduction has to hold. Of level, rules, high and holds 0 is anything. */
struct expected_finding {
	enum expected_status status;
	enum finding_kind kind;
	uint64_t level;
	rule_set rules;     /* the finding names all of these */
	double low, high;   /* the finding's value lies between them, both included */
	double holds;       /* the finding's low and high hold this value */
	const char *begins; /* the finding's reason begins with this; NULL: with anything */
};

enum { EXPECTED_FINDINGS = 8, SPECIMEN_SHAPES = 4, SPECIMEN_MOST_PAGES = 65536 };

struct specimen {
	const char *name;
	const char *shows;  /* what it is built to show */
	const char *answer; /* the right answer or refusal, in words */
	struct expected_finding right[EXPECTED_FINDINGS];
	/* Where the rules answer wrongly today: the wrong answer, in words and as findings. */
	const char *wrong;
	unsigned since; /* the version of the rules that answers rightly; 0: none yet, or all */
	struct expected_finding today[EXPECTED_FINDINGS];

	struct shape shapes[SPECIMEN_SHAPES]; /* one a pass; the first for every pass without its own */
	/* From round number `later_round` (from 0) on the shape is another; 0: never. */
	struct shape later;
	unsigned later_round;
	/* Nanoseconds a load in the first level with one node a page, by number of pages (size_bytes counts
	 * them): what translation costs. Without corners the translation is not measured. */
	struct shape reaches;
	/* The plan; 0: 8 KiB to 64 MiB, 4 an octave, 5 rounds of 3 trials, 200 microseconds a block. */
	uint64_t lowest_bytes, highest_bytes;
	double per_octave;
	unsigned rounds, trials;
	uint64_t seed; /* 0: from the name */
	bool back_to_back;
	uint64_t target_ns, least_loads;
	struct recipe_pass
	    passes[SPECIMEN_SHAPES]; /* at least one; the default is one random pass without competitors */
	size_t pass_count;
	struct recipe_noise noise; /* a spread of 0 is 0.5 per cent, below 0 none */
	struct specimen_granule granule;
	double timer_step_ns; /* 0: 1 */
	uint64_t coarsen_ns;
	double reading_factor;
	unsigned cut_off_trials;
	uint64_t wrap_ns, faults_from_bytes, faults, short_below_bytes, fastest_cycles_share, stride_bytes;
	bool starved;
	/* What the header says. 0 and NULL: lines of 64 bytes, pages of 4 KiB, nothing reported. */
	uint64_t line_bytes, page_bytes;
	const char *const *caches;
	const char *machine, *note, *asked_cores, *asked_tier, *asked_qos;
	struct recipe_core core; /* a clock of 0: 3 GHz without a fingerprint */
	unsigned stray_per_mille;
	struct recipe_core stray_core;
	struct shape stray;
};

/* All rows; *count is set. */
const struct specimen *specimen_table(size_t *count);

/* The row with that name, or NULL. */
const struct specimen *specimen_find(const char *name);

/* Writes the row's capture. Returns 0, or -1 where the stream has an error (errno). */
int specimen_write(FILE *stream, const struct specimen *curve);

/* Nanoseconds of one pair on a curve: `shape` a load, granule as told. The number of lines that the pairs
 * touch, and with it the footprint, grows from one granule a pair to two as the distance grows to the
 * granule. */
double specimen_pair_time(const struct shape *shape, const struct specimen_granule *granule,
                          uint64_t line_bytes, uint64_t sites, uint64_t distance_bytes);

#endif
