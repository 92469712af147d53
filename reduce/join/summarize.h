/* Where the summary of one capture is put together: its headers, the findings and points of each pass and
 * grid, and what its own passes say of each other. */
#ifndef CACHESTAIR_SUMMARIZE_H
#define CACHESTAIR_SUMMARIZE_H

#include "../judge/reduction.h"
#include "../summary/summary.h"

/* Writes everything into a summary: headers, points, findings. Returns 0, or -1 with the fault; free the
 * summary with summary_free either way. */
int summarize_capture(const struct reduction *reduction, struct summary *summary, struct fault *fault);

#endif
