/* Where it is told which core tiers a capture's trials ran on (rule F1): against a tier table, or, without
 * one, as the groups that the fingerprints form by themselves, from which a person with a new chip gets a
 * first table. */
#ifndef CACHESTAIR_TIER_WORDS_H
#define CACHESTAIR_TIER_WORDS_H

#include "summary.h"
#include "../read/trials.h"

#include <stdio.h>

/* Groups of at most 1 in 100 fingerprints, and single ones, are strays: counted together, and not in a first
 * table. */
enum { TIER_WORDS_GROUPS = 32, TIER_WORDS_STRAY = 100 };

/* Adds the tier findings: with a table one row a tier (its trials, which fell into its window before and
 * after), one for the trials in no window and one for those without a fingerprint; without a table one row a
 * group of fingerprints. Nothing where no trial has a fingerprint and no tier is asked for. Returns 0, or -1
 * where memory is out. */
int tier_words_add(struct summary *summary, const struct trials *trials);

/* Writes a first tier table, in the form that --tiers reads: a row a group, with the narrowest window that
 * holds it, rounded outward to a ten-thousandth, and how many fingerprints it holds. Returns how many rows.
 */
size_t tier_words_write_table(FILE *stream, const struct tier_groups *groups);

#endif
