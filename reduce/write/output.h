/* Where a file comes into being: written under a temporary name beside its place, checked, then renamed. */
#ifndef CACHESTAIR_OUTPUT_H
#define CACHESTAIR_OUTPUT_H

#include "../../probe/fault.h"

#include <stdio.h>

struct output {
	FILE *stream;
	char *path;      /* where it will stand; NULL for standard output */
	char *temporary; /* where it is being written; NULL where that is straight */
	int cause;       /* errno of an output_write that failed */
};

/* Opens a temporary file beside `path`; "-" or NULL is standard output, written straight. The file takes the
 * modes that the umask allows. Returns 0, or -1 with the fault. */
int output_open(struct output *output, const char *path, struct fault *fault);

/* Writes a whole text. An error shows at the close, which then knows its cause. */
void output_write(struct output *output, const char *text, size_t length);

/* Flushes, checks every write and renames into place; frees the output. On failure the temporary file is
 * removed, `path` stays as it was, and -1 comes back with the fault. */
int output_close(struct output *output, struct fault *fault);

/* Removes the temporary file and frees the output: for a caller that met an error of its own. */
void output_abandon(struct output *output);

#endif
