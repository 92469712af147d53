/* The check panel: every curve of the table, and every capture given, reduced again, expected
 * against found. */
#ifndef CACHESTAIR_SYNTHETIC_CHECK_H
#define CACHESTAIR_SYNTHETIC_CHECK_H

#include "expected.h"
#include "specimen.h"

#include "../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum check_verdict {
	CHECK_EXPECTED,    /* as the table says it has to be */
	CHECK_KNOWN_WRONG, /* wrong, and as wrong as the table says it is today */
	CHECK_WRONG,       /* wrong otherwise: the table does not know it */
	CHECK_BETTER,      /* right, though the table says it is wrong today: the table is stale */
	CHECK_SHOWN,       /* a real capture: nothing is expected, what was found is shown */
	CHECK_VERDICTS
};

/* The word for it: expected, WRONG (known), WRONG, right (the table says wrong), capture. */
const char *check_word(enum check_verdict verdict);

struct check_result {
	enum check_verdict verdict;
	char found[EXPECTED_TEXT];
	char missing[EXPECTED_TEXT]; /* the first finding that fails; empty where none does */
};

/* Writes the tier table under which the curves with a tier are reduced, as reduce's --tiers reads it. */
void check_tiers(FILE *stream);

/* Reduces one curve and judges it. Returns 0, or -1 with the fault. */
int check_curve(const struct specimen *curve, struct check_result *result, struct fault *fault);

/* Where the panel goes. */
struct check_panel {
	FILE *stream; /* a line a curve or capture, then the counts */
	FILE *csv;    /* the same as a table: name,built_to_show,expected,found,verdict */
	bool red;     /* wrong ones are red on the first */
};

/* Checks the whole table and then the captures at `paths` (count of them). *failed is set where anything is
 * wrong that the table does not know, or a capture cannot be reduced. Returns 0, or -1 with the fault. */
int check_all(const struct check_panel *panel, char **paths, size_t count, bool *failed, struct fault *fault);

#endif
