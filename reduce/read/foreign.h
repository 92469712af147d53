/* Where a file that another tool wrote is read as it is: what wrote it is recognised in the first piece, its
 * series become passes, its sizes whole lines, and what is left out is told.
 *
 * A file of ours is not foreign: a capture (size_bytes, loads, elapsed_ns) and a curve (size_bytes, ns) go
 * the way of table.h. */
#ifndef CACHESTAIR_FOREIGN_H
#define CACHESTAIR_FOREIGN_H

#include "trials.h"

#include <stdio.h>

/* Header lines that are added to the trials: what the file was taken for; what was left out of it (one line,
 * missing where nothing was); notes stand under CAPTURE_KEY_NOTE. */
#define FOREIGN_KEY_READ_AS "read_as"
#define FOREIGN_KEY_LEFT_OUT "left_out"

enum { FOREIGN_LINE_BYTES = 1 << 16, FOREIGN_ROWS = 1 << 20 };

struct format; /* foreign_format.h */

/* What wrote a file that begins with `piece`, or NULL where it is ours to read (or to refuse). `from` names a
 * format (NULL: none) of a file that is not ours. Returns 0, or -1 with the fault where nothing fits, or more
 * than one format does. */
int foreign_recognise(const char *piece, size_t length, const char *from, const struct format **format,
                      struct fault *fault);

/* Reads the whole file, whose first bytes are the piece (room for TABLE_CHUNK; overwritten), into `trials`,
 * in bounded memory. Returns 0, or -1 with the fault. */
struct foreign_file {
	FILE *stream;
	char *piece;
	size_t length; /* of the piece */
};
int foreign_read(struct trials *trials, const struct trials_options *options, const struct format *format,
                 const struct foreign_file *file, struct fault *fault);

/* Prints the names that --from takes, and the tool that each stands for, a line each. */
void foreign_print_names(FILE *stream);

/* Whether --from takes the name. */
bool foreign_known(const char *name);

#endif
