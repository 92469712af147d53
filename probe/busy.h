/* Busy loops at default priority, to push the chase off the fastest cores. They are processes of their own,
 * so that what the system counts for the probe stays the probe's. */
#ifndef CACHESTAIR_BUSY_H
#define CACHESTAIR_BUSY_H

#include "fault.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { BUSY_MOST = 64 };

struct busy {
	pid_t children[BUSY_MOST];
	size_t count;
};

/* Starts `count` loops. Call it before anything is steered: they take the priority and the processors that
 * this process began with. Each ends by itself when the probe is gone. Returns 0, or -1 with a fault. */
int busy_begin(struct busy *busy, uint64_t count, struct fault *fault);

/* Ends them and waits for each. */
void busy_end(struct busy *busy);

#endif
