/* Where a made capture goes through the whole of reduce, as a file would, and comes back as a summary. */
#ifndef CACHESTAIR_SYNTHETIC_REDUCED_H
#define CACHESTAIR_SYNTHETIC_REDUCED_H

#include "specimen.h"

#include "../probe/fault.h"
#include "../reduce/summary/summary.h"
#include "../reduce/judge/reduction.h"

#include <stddef.h>
#include <stdio.h>

/* Writes one capture. Returns 0, or -1 with errno. */
typedef int (*reduced_writer)(FILE *stream, const void *what);

/* Writes the capture into a temporary file and reduces that; `name` stands for the file's. Returns 0, or -1
 * with the fault; free the summary with summary_free either way. */
int reduced_run(reduced_writer write, const void *what, const char *name,
                const struct reduction_options *options, struct summary *summary, struct fault *fault);

/* Reduces a curve of the table, or one like it. Returns 0, or -1 with the fault; free the summary either way.
 */
int reduced_curve(const struct specimen *curve, const struct reduction_options *options,
                  struct summary *summary, struct fault *fault);

/* Reduces the capture at `path`. Returns 0, or -1 with the fault; free the summary either way. */
int reduced_file(const char *path, const struct reduction_options *options, struct summary *summary,
                 struct fault *fault);

#endif
