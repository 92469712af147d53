/* A machine whose truth is known to the byte: its caches, its pages, its translation, and who disturbs it.
 *
 * machine_draw deals machines by number from a seed. Even numbers are ordinary: neighbouring levels at
 * least 2.5 times apart in latency and 8 times in size, nothing shared, translation cheap. Odd numbers are
 * difficult: levels 1.3 to 1.6 apart in latency or 2 to 3 in size, a share of the last level taken by others,
 * translation that creeps, a neighbour that doubles latency for stretches; each machine has at least one of
 * these. A quarter of the difficult ones end softly: memory is 1.36 to 1.58 times the last level, which
 * replaces at random, so that the edge climbs inside what P1 takes for one plateau. A third of all machines
 * have policies that are foreign to the others. */
#ifndef CACHESTAIR_SYNTHETIC_MACHINE_H
#define CACHESTAIR_SYNTHETIC_MACHINE_H

#include "cache.h"
#include "recipe.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_LEVELS = 3, MACHINE_HUGE_PAGE = 2 << 20 };

struct machine_level {
	uint64_t sets; /* a power of two */
	unsigned ways;
	enum cache_policy policy;
	bool hashed;    /* the index folds the upper bits of the address */
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
	bool close_times, close_sizes, taken, creeps, neighbour, soft;
	bool
	    foreign; /* replacement that the first simulations lacked: NRU, SRRIP, quad-age, a hashed index */

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
	unsigned first_deal;               /* of a capture: those before it were other passes' */
	bool fresh_pages;                  /* dealt anew in each round, not once for all */
	struct machine_translation translation;

	bool page_order;    /* swept in page order too */
	bool follows_pages; /* in page order hardware brings what comes next: no load is slower than the
	                       second level */

	/* How it is swept. */
	uint64_t lowest_bytes, highest_bytes;
	unsigned per_octave, rounds, trials;
	double timer_step_ns, noise_share;
	bool no_granule;     /* without the pairs */
	uint64_t most_nodes; /* of the chase with one node a page; 0: it is left out */
};

struct machine machine_draw(uint64_t seed, unsigned number);

/* Machines on which cache and translation are hard to tell apart. Their reaches are published ones: 160 and
 * 3,072 pages of 16 KiB; 72 and 3,072, 96 and 4,096, 96 and 2,048 pages of 4 KiB. */
enum machine_kind {
	MACHINE_DEALT,            /* as machine_draw deals it */
	MACHINE_TRANSLATION_ONLY, /* one cache; the other steps are both reaches of translation */
	MACHINE_REACH_ON_KNEE,    /* the second reach is the second cache's capacity */
	MACHINE_NO_STEPS,         /* translation costs nothing */
	MACHINE_NOISY,            /* trials spread by 8 per cent */
	MACHINE_PREFETCHED,       /* swept in page order too, which hardware follows */
	MACHINE_KINDS
};

/* What the program calls a kind: dealt, translation-only ... */
const char *machine_kind_name(enum machine_kind kind);

/* An ordinary machine (number 2 x number of the seed), made one of that kind. */
struct machine machine_of_kind(uint64_t seed, unsigned number, enum machine_kind kind);

/* Bytes of level `level` (from 0) that the chase can use: less what others take; a victim's with the level
 * before. */
uint64_t machine_capacity(const struct machine *machine, unsigned level);

/* How often the smaller goes into the larger. */
double machine_apart(double a, double b);

/* The level (from 0) whose usable capacity is nearest to so many bytes in log size; how many usable
 * capacities lie from low to high. */
unsigned machine_nearest(const struct machine *machine, double bytes);
unsigned machine_ends_within(const struct machine *machine, double low, double high);

/* Where a level (from 0) stands. The only one is the first. */
enum machine_place { MACHINE_FIRST, MACHINE_BETWEEN, MACHINE_LAST, MACHINE_PLACES };
enum machine_place machine_place(const struct machine *machine, unsigned level);

/* Bytes of level `level` that its sets and ways hold. */
uint64_t machine_level_bytes(const struct machine *machine, unsigned level);

/* Bytes over which pages reach without a walk (second) or without the second level (first). */
uint64_t machine_first_reach(const struct machine *machine);
uint64_t machine_second_reach(const struct machine *machine);

/* Whether another deal of the pages can change a time: not where every way of every level is a page or less.
 */
bool machine_deals_matter(const struct machine *machine);

/* Prints the machine in one line. */
void machine_print(FILE *stream, const struct machine *machine);

#endif
