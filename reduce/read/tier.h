/* Where core tiers are told apart by fingerprint (rule F1): the time a load of a chase of fixed size, and the
 * clock of the add chain, both right before and right after a trial. */
#ifndef CACHESTAIR_TIER_H
#define CACHESTAIR_TIER_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TIER_NAME = 64, TIER_GROUPS = 4096, TIER_ROWS = 1024, TIER_SLOTS = 4 * TIER_GROUPS };

/* A window of the tier table: both ends belong to it. */
struct tier {
	char name[TIER_NAME];
	double print_low_ns, print_high_ns;   /* the fingerprint chase, a load */
	double clock_low_ghz, clock_high_ghz; /* the add chain */
};

/* Reads a tier table: CSV with the columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz.
 * Returns 0 and *tiers (free it) and *count, or -1 with the fault. */
int tier_read(FILE *stream, const char *name, struct tier **tiers, size_t *count, struct fault *fault);

/* Whether a fingerprint lies in the tier's window. */
bool tier_holds(const struct tier *tier, double print_ns, double clock_ghz);

/* The tier of that name (letter case aside), or NULL. */
const struct tier *tier_find(const struct tier *tiers, size_t count, const char *name);

/* Fingerprints grouped by themselves: cells of an eighth of an octave in time and a sixteenth in clock, each
 * with how many fell into it and their extremes. Bounded memory: at most TIER_GROUPS cells, later ones are
 * counted as lost. */
struct tier_cell {
	int print_step, clock_step;
	uint64_t count;
	struct tier window; /* the extremes; without a name */
	size_t group;       /* filled by tier_group */
};
struct tier_groups {
	struct tier_cell *cells;
	size_t count;
	uint16_t *slots; /* a hash of the cells by their steps */
	uint64_t lost;
};

/* Adds one fingerprint. Returns 0, or -1 where memory is out. */
int tier_groups_add(struct tier_groups *groups, double print_ns, double clock_ghz);

/* Adds all fingerprints of `from`. Returns 0, or -1 where memory is out. */
int tier_groups_join(struct tier_groups *into, const struct tier_groups *from);

/* Joins cells that touch (also over one empty cell) into groups, largest first, and writes up to `capacity`
 * of them, with the windows that they would need and how many fingerprints each holds. Returns how many
 * groups there are. */
size_t tier_group(struct tier_groups *groups, struct tier *windows, uint64_t *counts, size_t capacity);
void tier_groups_free(struct tier_groups *groups);

#endif
