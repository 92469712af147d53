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
	uint64_t bytes;      /* the granule; of a bend, its half-way distance */
	bool in_first_level; /* a ramp inside the first level too, where no machine has one */
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

	struct shape
	    shapes[SPECIMEN_SHAPES]; /* one a pass; none: three levels, that end at 48 KiB and 2 MiB */
	/* From round number `later_round` (from 0) on the shape is another; 0: never. */
	struct shape later;
	unsigned later_round;
	/* Nanoseconds a load in the first level with one node a page, by number of pages (size_bytes counts
	 * them): what translation costs. Without corners the translation is not measured. */
	struct shape reaches;
	struct shape stray; /* of the trials on another kind of core */
	struct specimen_granule granule;
	uint64_t seed; /* 0: from the name */
	/* How the shapes are measured. What is 0 here is as specimen_write says; what a row says elsewhere
	 * (made_from, label, timer, pass_count, stray, most_nodes, the footprints of pairs) is overwritten.
	 */
	struct recipe recipe;
};

/* All rows; *count is set. */
const struct specimen *specimen_table(size_t *count);

/* The row with that name, or NULL. */
const struct specimen *specimen_find(const char *name);

/* The shape of a pass (from 0). */
const struct shape *specimen_shape(const struct specimen *curve, size_t pass);

/* Writes the row's capture. Of a recipe 0 is: 8 KiB to 64 MiB, 4 an octave, 5 rounds of 3 trials, 200
 * microseconds a block, a clock of whole nanoseconds; lines (and a stride) of 64 bytes, pages of 4 KiB; a
 * core of 3 GHz without a fingerprint; a spread of 0.5 per cent from trial to trial and in pairs, 0.2 from
 * round to round, below 0 none. Returns 0, or -1 where the stream has an error (errno). */
int specimen_write(FILE *stream, const struct specimen *curve);

/* Nanoseconds of one pair on a curve: `shape` a load, granule as told. The number of lines that the pairs
 * touch, and with it the footprint, grows from one granule a pair to two as the distance grows to the
 * granule. */
double specimen_pair_time(const struct shape *shape, const struct specimen_granule *granule,
                          uint64_t line_bytes, uint64_t sites, uint64_t distance_bytes);

#endif
