/* The capture being written: each row goes to the system as its trial ends, and what is there stays readable
 * whatever happens then. */
#ifndef CACHESTAIR_RECORD_H
#define CACHESTAIR_RECORD_H

#include "capture.h"
#include "fault.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct record {
	FILE *stream;
	const char *name; /* for messages; borrowed */
	bool owned;       /* a file of ours, not standard output */
	bool regular;     /* can be cut back */
	long whole;       /* bytes up to the end of the last line that was written whole */
};

/* Opens the capture; NULL or "-" is standard output. A file is always a new one: one that exists, even an
 * empty one, may be another probe's. Returns 0, or -1 with a fault; its system_error is EINTR where a signal
 * came while a pipe was waited for. */
int record_open(struct record *record, const char *path, struct fault *fault);

/* Writes one header line, by a printf format. Nothing is written where the value comes out empty. Errors are
 * kept in the stream and reported by record_flush. */
void record_header(struct record *record, const char *key, const char *format, ...) FAULT_PRINTF(3, 4);

/* Writes the names of the columns; one row. Both hand everything to the system. Return 0, or -1 with a fault;
 * a line that was written in part is then cut off again where the file allows it. A file that was removed
 * meanwhile is a fault too. Signals must restart what they interrupt (SA_RESTART). */
int record_columns(struct record *record, struct fault *fault);
int record_row(struct record *record, const struct capture_row *row, struct fault *fault);

/* Writes the last line and closes. `complete` false: interrupted. Returns 0, or -1 with a fault. After a
 * fault of record_row it still tries to say "interrupted" in what room is left, and leaves that fault to
 * stand. */
int record_close(struct record *record, bool complete, struct fault *fault);

/* Closes a record to which nothing was written, and removes its empty file. */
void record_abandon(struct record *record);

#endif
