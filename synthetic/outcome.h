/* How the claims of the rules hold on machines whose truth is known, machine by machine and as one table. */
#ifndef CACHESTAIR_SYNTHETIC_OUTCOME_H
#define CACHESTAIR_SYNTHETIC_OUTCOME_H

#include "../probe/fault.h"
#include "machine.h"

#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OUTCOME_KNEES = 12, OUTCOME_PLACEMENTS = 3, OUTCOME_REACHES = 4 };

/* The rules that tell a cause: rows of a table in outcome.c. */
enum { OUTCOME_CAUSES = 2 };

/* One knee row of the findings, with its bracket, against the machine. */
struct claim {
	enum status status, claimed;  /* of the knee, and of the claim of the capacity */
	rule_set rules;               /* that refused it or took part of its evidence */
	double knee;                  /* K1, bytes; NAN where K5 left none */
	double top, bound, low, high; /* B0, B1, and the claim of the capacity */
	rule_set basis;               /* the rule that the claim rests on: Z1, or a sharper one */
	enum verdict causes[OUTCOME_CAUSES];
	enum verdict truth; /* whose the step is: a cache's or translation's */
	double share;       /* W2: of the knee's step, what translation makes; NAN where unknown */
	unsigned nearest;   /* the level (from 0) whose usable capacity is nearest to the knee in log size */
	bool only_quiet;    /* M1: found only on the quiet curve */
	bool knee_holds;    /* within 0.67 to 1.5 times some level's usable capacity */
	unsigned inside;    /* how many usable capacities lie in the claim */
};

/* What became of a level that is there. */
enum claim_fate {
	CLAIM_NAMED,  /* a knee accepted or noted within 0.67 to 1.5 times its usable capacity */
	CLAIM_MERGED, /* no such knee, but an answered bracket holds it */
	CLAIM_DENIED, /* no answered knee or bracket, but a refused knee within a factor of 2, or a refused
	                 bracket */
	CLAIM_MISSED, /* nothing */
	CLAIM_FATES
};

struct claim_granule {
	enum { CLAIM_NO_GRANULE, CLAIM_GRANULE_REFUSED, CLAIM_GRANULE_RIGHT, CLAIM_GRANULE_WRONG } verdict;
	double value; /* bytes */
	double truth;
};

/* A reach of translation that W1 claims: accepted or noted. */
struct claim_reach {
	enum status status;
	double low, high; /* pages */
	enum {
		REACH_HELD,
		REACH_NEAR,
		REACH_WRONG
	} verdict; /* whether the claim holds the entries of either
buffer, or lies within W2's factor of them */
};

/* All that is kept of one machine. */
struct outcome {
	struct machine machine;
	struct claim knees[OUTCOME_KNEES];
	size_t count;
	enum claim_fate fates[MACHINE_LEVELS];
	struct claim_granule granules[OUTCOME_PLACEMENTS]; /* placements 1 (control) to 3 */
	struct claim_reach reaches[OUTCOME_REACHES];
	size_t reach_count;
	bool hierarchy; /* named */
};

/* Holds the summary of the machine's capture against the machine. Returns 0, or -1 with the fault. */
int outcome_of(struct outcome *outcome, const struct machine *machine, const struct summary *summary,
               struct fault *fault);

/* An accepted Z1 bracket without any usable capacity; an accepted knee far from every one. */
bool claim_bracket_is_wrong(const struct claim *claim);
bool claim_knee_is_wrong(const struct claim *claim);

/* Hundredths; 0 of nothing. */
double outcome_per_cent(size_t part, size_t whole);

/* Prints the table over all machines, and a line with the reason for every claim that was confident and
 * wrong. Returns 0, or -1 with the fault. */
int outcome_print(FILE *stream, const struct outcome *claims, size_t count, struct fault *fault);

/* Prints the main figures of each version of the rules side by side: by_version[v] holds the outcomes of
 * `count` machines under version v + 1. */
void outcome_compare(FILE *stream, struct outcome *const *by_version, size_t versions, size_t count);

#endif
