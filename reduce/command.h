/* Where the work that the command line asks for is done: a function a verb, each from captures (or summaries)
 * to the files and the report. */
#ifndef CACHESTAIR_COMMAND_H
#define CACHESTAIR_COMMAND_H

#include "judge/reduction.h"

#include <stdbool.h>
#include <stddef.h>

struct command {
	const char *folder; /* where files go; NULL: none are written, tables go to standard output */
	bool quiet;         /* no report */
	bool trial_log;     /* NAME.trials.csv too */
	bool full;          /* the report with every point and finding, not the answer */
	bool all_pairs;     /* of captures that are compared, not neighbours alone */
	bool each;          /* machine: what reduce and compare write of the captures, too */
	struct reduction_options options;
};

/* Each takes paths ("-" is standard input) and returns 0, or -1 with the fault; it stops at the first one.
 *
 *   reduce       NAME.points.csv and NAME.findings.csv of each capture; prints its answer. Captures whose
 * files would take each other's place are refused before anything is written compare comparison.findings.csv
 * over all captures; a report. Captures of one name, and a capture given twice, are refused table        the
 * table of captures from summaries: captures.csv, else to standard output tiers_table  a first tier table
 * from the captures' fingerprints: tiers.csv, else to standard output
 */
int command_reduce(const struct command *command, char **paths, size_t count, struct fault *fault);
int command_compare(const struct command *command, char **paths, size_t count, struct fault *fault);
int command_machine(const struct command *command, char **paths, size_t count, struct fault *fault);
int command_table(const struct command *command, char **paths, size_t count, struct fault *fault);
int command_tiers_table(const struct command *command, char **paths, size_t count, struct fault *fault);

#endif
