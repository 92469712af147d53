/* Where the joined answer of a machine is told in the terminal: a table for each tier of cores,
 * contradictions first, then what was found beside the levels, what was refused in which pass, and what to
 * run next. */
#ifndef CACHESTAIR_MACHINE_ANSWER_H
#define CACHESTAIR_MACHINE_ANSWER_H

#include "../join/machine.h"

#include <stdbool.h>
#include <stdio.h>

/* Prints the tiers of one machine (`count` >= 1): at most 30 lines, or as many as there are where `full`.
 * Returns 0, or -1 where memory is out. */
int machine_answer_print(FILE *stream, const struct machine *tiers, size_t count, bool full);

#endif
