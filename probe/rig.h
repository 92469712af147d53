/* The rig: everything that a trial needs, set up once and taken down once. */
#ifndef CACHESTAIR_RIG_H
#define CACHESTAIR_RIG_H

#include "clock.h"
#include "crowd.h"
#include "fault.h"
#include "fingerprint.h"
#include "plan.h"
#include "progress.h"
#include "record.h"
#include "settings.h"
#include "system.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

enum rig_activity {
	RIG_TIMED,       /* blocks */
	RIG_WARM,        /* traversals before them */
	RIG_BUILD,       /* growing and shrinking cycles */
	RIG_FINGERPRINT, /* fingerprints and adds */
	RIG_MEMORY,      /* mapping and writing memory */
	RIG_SPIN,        /* spinning and the timer's steps */
	RIG_DISPLACE,    /* filling caches with other memory */
	RIG_CROWD,       /* waking and parking competitors */
	RIG_ACTIVITIES
};

struct rig {
	const struct settings *settings; /* borrowed */
	const volatile sig_atomic_t *stop;
	struct system_steered steered;
	struct system_description description;
	struct plan plan;
	struct clock clock;
	struct record record;
	struct system_memory sweep_memory, grid_memory, displacement;
	struct fingerprint fingerprint;
	struct system_counters counters;
	char counters_text[SYSTEM_TEXT];
	struct crowd crowd;
	struct progress progress;
	uint64_t trials;                      /* that were recorded */
	struct capture_row last_row;          /* of the last trial */
	struct system_memory former_pages[2]; /* of the last round of the translation, held until the next has
	                                         others */
	uint64_t spent_ns[RIG_ACTIVITIES];
	volatile uint64_t sum; /* consumes what loops hand back */
};

/* Steers this thread, describes the machine and makes the plan. Returns 0, or -1 with a fault; nothing to
 * undo. */
int rig_plan(struct rig *rig, const struct settings *settings, const volatile sig_atomic_t *stop,
             struct fault *fault);

/* Maps and writes all memory, opens the counters, starts the competitors. Returns 0, or -1 with a fault; call
 * rig_end in any case. */
int rig_begin(struct rig *rig, struct fault *fault);
void rig_end(struct rig *rig);

/* Deals the memory new pages, written like the first: the sweep has it done for every round. The physical
 * pages that a buffer happens to get load the sets of a cache unevenly, and a level then seems to end early;
 * rounds that all had the same pages would all agree on it. (Of 200 simulated machines with well-parted
 * levels, 6 of 231 accepted knees stood wrong with the same pages in all rounds, 1 of 227 with new ones.)
 * Returns 0, or -1 with a fault. */
int rig_deal_pages(struct rig *rig, struct system_memory *memory, struct fault *fault);

/* Frees the memory of an experiment whose last round is over, so that the next has room. */
void rig_release(struct rig *rig, enum capture_experiment experiment);

/* Writes what pages a round's memory has (see CAPTURE_KEY_ROUND_PAGES); at a round's end only where that
 * changed since its beginning. */
void rig_record_pages(struct rig *rig, enum capture_experiment experiment, uint64_t round,
                      struct system_memory *memory);

/* Writes the capture's header, from `# cachestair_capture` to the names of the columns. */
int rig_write_header(struct rig *rig, struct fault *fault);

/* Writes the state of the machine (CAPTURE_KEY_STATE); `when` is before or after. */
void rig_record_state(struct rig *rig, const char *when);

/* What a person should know of the competitors: fewer than were asked for, or of other clusters; else "".
 * Returns `text`. */
const char *rig_company_note(const struct rig *rig, char text[SYSTEM_NOTE]);

/* Keeps the processor at work for the plan's spin, so that its clock has risen before anything is timed. */
void rig_spin(struct rig *rig);

/* Records the clock's steps as `timer` rows. */
int rig_record_timer(struct rig *rig, struct fault *fault);

/* True once a person or the system asked to stop. */
bool rig_stopped(const struct rig *rig);

/* Adds the time since `ticks` to what was spent on an activity. */
void rig_spent(struct rig *rig, enum rig_activity activity, uint64_t ticks);

/* Nanoseconds since the probe began, never coarsened. */
uint64_t rig_now_ns(const struct rig *rig);

/* Fills the caches with other memory (see plan.h). */
void rig_displace(struct rig *rig);

/* Prints what the time was spent on, and the share that was timed. */
void rig_print_times(const struct rig *rig, FILE *stream);

/* Starts a row: experiment, the next trial's number, when it started. */
void rig_row(struct rig *rig, struct capture_row *row, enum capture_experiment experiment);

#endif
