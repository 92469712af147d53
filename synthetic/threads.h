/* Many like jobs, done by a few threads. */
#ifndef CACHESTAIR_SYNTHETIC_THREADS_H
#define CACHESTAIR_SYNTHETIC_THREADS_H

#include "../probe/fault.h"

#include <stdio.h>

/* One job. Jobs share `context`; each writes only what belongs to its number. Returns 0, or -1 with the
 * fault. */
typedef int (*threads_job)(void *context, unsigned number, struct fault *fault);

/* Does jobs 0 .. count - 1 on up to `threads` threads, this one among them; what comes out does not hang on
 * how many there are. Where told->progress (or NULL) is a terminal, it shows how far the crew is, in
 * told->what. Returns 0, or -1 with the first fault; the jobs not yet begun are then left. */
struct threads_told {
	FILE *progress;
	const char *what;
};
int threads_run(threads_job job, void *context, unsigned count, unsigned threads,
                const struct threads_told *told, struct fault *fault);

#endif
