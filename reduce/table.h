/* Where a CSV table with `# key: value` lines is read, in one pass and bounded memory, through libcsv.
 *
 * Accepted: LF, CRLF and lone CR line ends, a UTF-8 byte-order mark, a missing last newline, blank lines,
 * quotes. A line that begins with `#` is taken out wherever it stands. Anything else that is wrong is a fault
 * with file, line and column (the field's number, from 1). */
#ifndef CACHESTAIR_TABLE_H
#define CACHESTAIR_TABLE_H

#include "../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_FIELD_BYTES = 1 << 20, TABLE_COLUMNS = 256 };

/* What the reader of one kind of table does with its parts. Every function returns 0, or -1 with the fault;
 * line and column are added to it. Text is NUL-terminated, may hold NULs before its end, and lives only
 * during the call. */
struct table_handler {
	/* A line beginning with `#`: the key and the value where it reads `# key: value` (a key is a-z, 0-9
	 * and _), else key NULL and the whole text. Can be NULL: then such lines are passed over. */
	int (*header)(void *context, const char *key, const char *value, struct fault *fault);
	/* One column's name, from column 0; then columns_end once. */
	int (*column)(void *context, size_t column, const char *name, size_t length, struct fault *fault);
	int (*columns_end)(void *context, size_t count, struct fault *fault);
	/* One field, and the end of a row of exactly as many fields as there are columns. `whole` is false
	 * for a last row that no line end follows: it can be cut off. */
	int (*field)(void *context, size_t column, const char *text, size_t length, struct fault *fault);
	int (*row)(void *context, bool whole, struct fault *fault);
	/* A last row without a line end that has too few fields. NULL: it is a fault like any ragged row. */
	int (*cut_row)(void *context, struct fault *fault);
};

/* Reads the stream to its end. `name` is used in faults. Returns 0, or -1 with the fault. */
int table_read(FILE *stream, const char *name, const struct table_handler *handler, void *context,
               struct fault *fault);

#endif
