/* Where a file comes into being: written without a name beside its place, checked, then given its name. */
#ifndef CACHESTAIR_OUTPUT_H
#define CACHESTAIR_OUTPUT_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
	FILE *stream;
	char *path;    /* where it will stand; NULL for standard output */
	bool straight; /* written where it stands: a device or a pipe, which no file may replace */
	int cause;     /* errno of an output_write that failed */
};

/* Opens a file without a name in the folder of `path`: whatever ends the program, even a kill, leaves
 * nothing.
 * "-" or NULL is standard output, written straight. Returns 0, or -1 with the fault. */
int output_open(struct output *output, const char *path, struct fault *fault);

/* Writes a whole text. An error shows at the close, which then knows its cause. */
void output_write(struct output *output, const char *text, size_t length);

/* Flushes, checks every write and puts the file in its place, with the modes of the file that it replaces or
 * those that the umask allows; frees the output. Signals wait for so long. On failure `path` stays as it was,
 * and -1 comes back with the fault. */
int output_close(struct output *output, struct fault *fault);

/* Frees the output, whose content is gone: for a caller that met an error of its own. */
void output_abandon(struct output *output);

#endif
