/* The trial log, version 1: NAME.trials.csv, which `reduce --trials` writes and plot reads: every trial in
 * the order in which it ran, with what became of it.
 *
 * First `# cachestair_trials: 1` and `# name: NAME`, then a table:
 *
 *   trial, round, started_ns   as in the capture; 0 where it does not tell
 *   pass                       as in the summary
 *   size_bytes                 working set; adjacency: the small footprint that the capture gives
 *   time_ns                    a load; adjacency: a pair
 *   state                      stayed, moved or unknown
 *   status                     counted, or the rules that discarded it, parted by spaces: T1, T4, F1, and
 *                              only-stayed where only such trials were asked for
 *   distance_bytes             adjacency: d; empty elsewhere
 */
#ifndef CACHESTAIR_TRIAL_LOG_H
#define CACHESTAIR_TRIAL_LOG_H

#include "../judge/reduction.h"

#include <stdio.h>

#define TRIAL_LOG_VERSION 1
#define TRIAL_LOG_KEY "cachestair_trials"

enum trial_state { STATE_UNKNOWN, STATE_STAYED, STATE_MOVED };
enum { TRIAL_LOG_STATUS = 32, TRIAL_LOG_ROWS = 20000000 };

struct trial_log_row {
	uint64_t trial, round, started_ns, size_bytes, distance_bytes;
	size_t pass; /* index into the passes of the log */
	double time_ns;
	enum trial_state state;
	unsigned discards; /* the flags of trial_discards; 0: counted */
};

struct trial_log {
	char name[256];
	char (*passes)[96];
	size_t pass_count;
	struct trial_log_row *rows;
	size_t count;
};

/* Writes the log of a reduction whose trials were logged (trials_options.log). Returns 0, or -1 where the
 * stream has an error. */
int trial_log_write(FILE *stream, const struct reduction *reduction);

/* The column status: "counted", or the rules that discarded a trial of those flags. Returns `text` or a
 * constant. */
const char *trial_log_status(unsigned flags, char text[TRIAL_LOG_STATUS]);

/* Reads one. Returns 0, or -1 with the fault; free with trial_log_free either way. */
int trial_log_load(struct trial_log *log, const char *path, struct fault *fault);
void trial_log_free(struct trial_log *log);

#endif
