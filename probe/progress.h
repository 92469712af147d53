/* What a person at a terminal sees of a long run: where it is and how long it will take. Nothing elsewhere.
 */
#ifndef CACHESTAIR_PROGRESS_H
#define CACHESTAIR_PROGRESS_H

#include "fault.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
	FILE *stream; /* NULL where it is no terminal: then nothing is ever printed */
	uint64_t shown_ns;
	double done, all; /* work, in estimated nanoseconds */
	double work_ns;   /* what the work done so far really took */
};

/* Prints to `stream` where that is a terminal. `all` is the estimated work in nanoseconds. */
void progress_begin(struct progress *progress, FILE *stream, double all);

/* A piece of work estimated at `work` ended, and took `took_ns`. */
void progress_done(struct progress *progress, double work, uint64_t took_ns);

/* Shows one line at most five times a second: what is being done now (a printf format), the share done, and
 * the time left. */
void progress_show(struct progress *progress, uint64_t now_ns, const char *format, ...) FAULT_PRINTF(3, 4);

/* Writes how long `ns` is for a person: "45 s", "3 min 20 s". Returns `text`. */
enum { PROGRESS_TEXT = 40 };
const char *progress_duration(double ns, char text[PROGRESS_TEXT]);

/* Clears the line. */
void progress_end(struct progress *progress);

#endif
