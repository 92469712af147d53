/* Many like jobs, done by a few threads. */
#ifndef CACHESTAIR_SYNTHETIC_THREADS_H
#define CACHESTAIR_SYNTHETIC_THREADS_H

#include "../probe/fault.h"

#include <stdio.h>

/* One job. Jobs share `context`; each writes only what belongs to its number. Returns 0, or -1 with the
 * fault. */
typedef int (*threads_job)(void *context, unsigned number, struct fault *fault);

/* Who does them: so many threads, the calling one among them. Where `progress` (or NULL) is a terminal, it
 * shows how far they are. */
struct threads {
	unsigned count;
	FILE *progress;
};

/* Does jobs 0 .. count - 1, called `what` where progress is shown; what comes out does not depend on how many
 * threads there are. Returns 0, or -1 with the first fault; the jobs not yet begun are then left. */
int threads_run(threads_job job, void *context, unsigned count, const struct threads *threads,
                const char *what, struct fault *fault);

#endif
