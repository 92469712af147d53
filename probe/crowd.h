/* The threads that run beside the chase: each with its own memory, parked until a trial wants them. */
#ifndef CACHESTAIR_CROWD_H
#define CACHESTAIR_CROWD_H

#include "fault.h"
#include "fingerprint.h"
#include "plan.h"
#include "system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { CROWD_MOST = 64 };

struct crowd;
struct rig;

struct competitor {
	struct crowd *crowd;
	size_t index;
	pthread_t thread;
	struct system_memory memory;
	struct cycle cycle;
	struct chase chase;
	struct fingerprint fingerprint;
	struct capture_row row; /* what it did between crowd_start and crowd_stop: its own fields */
	struct fault fault;
	bool failed, go;
	volatile uint64_t sum;
};

struct crowd {
	const struct rig *rig; /* borrowed: its plan, clock, settings and steered thread */
	struct competitor competitors[CROWD_MOST];
	size_t started;              /* threads that exist */
	struct plan_company company; /* of now */
	uint64_t largest_bytes;      /* memory of each */
	pthread_mutex_t mutex;       /* guards go, arrived, quit and the rows */
	pthread_cond_t wake, arrive;
	size_t arrived; /* competitors that reached the next stage */
	bool quit;
	atomic_bool working;
};

/* Starts as many threads as the plan's largest company has, steers each, and lets each write its memory. They
 * are parked when this returns. Returns 0, or -1 with a fault (nothing is left running then). */
int crowd_begin(struct crowd *crowd, const struct rig *rig, struct fault *fault);

/* Prepares for a company: working sets resized. Only while parked. */
void crowd_set(struct crowd *crowd, const struct plan_company *company);

/* Wakes the company, waits until every one of them has taken its fingerprint, and sets them to work. */
void crowd_start(struct crowd *crowd);

/* Parks them; returns when each has taken its second fingerprint. What they did is in competitors[].row. */
void crowd_stop(struct crowd *crowd);

/* Ends the threads and frees their memory. */
void crowd_end(struct crowd *crowd);

#endif
