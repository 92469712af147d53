/* A machine whose truth is known to the byte: its caches, its pages, its translation, and who disturbs it.
 *
 * machine_draw deals machines by number from a seed. Even numbers are ordinary: neighbouring levels at
 * least 2.5 times apart in latency and 8 times in size, nothing shared, translation cheap. Odd numbers are
 * difficult: levels 1.3 to 1.6 apart in latency or 2 to 3 in size, a share of the last level taken by others,
 * translation that creeps, a neighbour that doubles latency for stretches; each machine has at least one of
 * these. */
#ifndef CACHESTAIR_SYNTHETIC_MACHINE_H
#define CACHESTAIR_SYNTHETIC_MACHINE_H

#include "cache.h"
#include "recipe.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_LEVELS = 3 };

struct machine_level {
	uint64_t sets; /* a power of two */
	unsigned ways;
	enum cache_policy policy;
	double time_ns; /* of a load that it serves */
};

/* Two levels of translation look-aside buffers; times are what a load pays on top. */
struct machine_translation {
	uint64_t first_entries, second_entries;
	unsigned first_ways, second_ways;
	double second_ns; /* missed the first, found in the second */
	double walk_ns;   /* missed both */
};

struct machine {
	unsigned number;
	uint64_t seed;
	bool difficult;
	/* Which difficulties it was dealt. */
	bool close_times, close_sizes, taken, creeps, neighbour;

	unsigned level_count; /* 1 to MACHINE_LEVELS */
	struct machine_level levels[MACHINE_LEVELS];
	uint64_t line_bytes;
	bool inclusive; /* what leaves the last level leaves all */
	bool victim;    /* the last level holds only what left the one before */
	bool pairs;     /* a miss of the second level fetches the other line of the aligned pair into it */
	double taken_share; /* of the last level's ways */
	double memory_ns;
	uint64_t memory_bytes, page_bytes; /* pages are dealt at random over the memory */
	unsigned deal;                     /* which deal of the pages this is */
	bool fresh_pages;                  /* dealt anew in each round, not once for all */
	struct machine_translation translation;

	/* How it is swept. */
	uint64_t lowest_bytes, highest_bytes;
	unsigned per_octave, rounds, trials;
	double timer_step_ns, noise_share;
};

struct machine machine_draw(uint64_t seed, unsigned number);

/* Bytes of level `level` (from 0) that the chase can use: less what others take; a victim's with the level
 * before. */
uint64_t machine_capacity(const struct machine *machine, unsigned level);

/* Bytes over which pages reach without a walk (second) or without the second level (first). */
uint64_t machine_first_reach(const struct machine *machine);
uint64_t machine_second_reach(const struct machine *machine);

/* Whether another deal of the pages can change a time: not where every way of every level is a page or less.
 */
bool machine_deals_matter(const struct machine *machine);

/* Prints the machine in one line. */
void machine_print(FILE *stream, const struct machine *machine);

#endif
