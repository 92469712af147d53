/* Where a summary is told to a person: points with a small bar, levels, each finding with its reason, and
 * last what was declined. */
#ifndef CACHESTAIR_REPORT_H
#define CACHESTAIR_REPORT_H

#include "../summary/summary.h"

/* Prints the report. Text from the capture is made harmless for a terminal. */
void report_print(FILE *stream, const struct summary *summary);

#endif
