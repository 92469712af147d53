/* Where the adjacency grid and the granule findings are told to a person. */
#ifndef CACHESTAIR_REPORT_GRANULE_H
#define CACHESTAIR_REPORT_GRANULE_H

#include "../summary/summary.h"

#include <stdbool.h>

/* Whether the pass's points are an adjacency grid. */
bool report_is_grid(const struct summary *summary, const char *pass);

/* Prints the grid: a row a footprint, a column a distance, the median of a pair in each. */
void report_print_grid(FILE *stream, const struct summary *summary, const char *pass);

/* Prints one row of a granule: the verdict at full length, the rows that belong to it set in below. */
void report_print_granule(FILE *stream, const struct summary_finding *finding);

#endif
