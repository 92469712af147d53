/* Where a CSV table with `# key: value` lines is read, in one pass and bounded memory, through libcsv.
 *
 * Accepted: LF, CRLF and lone CR line ends, a UTF-8 byte-order mark, a missing last newline, blank lines,
 * quotes. A line that begins with `#` is taken out wherever it stands. Anything else that is wrong is a fault
 * with file, line and column (the field's number, from 1). */
#ifndef CACHESTAIR_TABLE_H
#define CACHESTAIR_TABLE_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The last two bound all header lines of a file together. */
enum {
	TABLE_FIELD_BYTES = 1 << 20,
	TABLE_COLUMNS = 256,
	TABLE_CHUNK = 1 << 16,
	TABLE_ROWS = 50000000,
	TABLE_HEADER_LINES = 100000,
	TABLE_HEADER_BYTES = 16 << 20
};

/* A line `# key: value`. Both are owned by whoever holds the line. */
struct header_line {
	char *key;
	char *value;
};

/* The value of KEY=VALUE in a line of such words, "level=1 type=data bytes=49152", cut to `size`. False where
 * the key is missing; then `value` is empty. */
bool header_pair(const char *line, const char *key, char *value, size_t size);
/* The same as a whole number; 0 where it is missing or none. */
uint64_t header_pair_number(const char *line, const char *key);

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

/* A column that goes its own short way: a field of up to 19 digits and at most `maximum`, or (`words`) one of
 * words[0] to words[maximum], is stored in *value as that number or place and sets `bit` in *present, an
 * empty one does nothing, and only what is neither reaches handler->field. A NULL value: every field of the
 * column does. The array has TABLE_COLUMNS entries and may be filled until columns_end. */
struct table_number {
	uint64_t *value, maximum;
	uint64_t *present, bit;
	const char *const *words; /* NULL: whole numbers */
};

/* The same in steps, for a reader that feeds the bytes itself. table_begin returns NULL with the fault where
 * memory is out; it keeps `fault`, which every later failure fills. */
struct table;
struct table *table_begin(const struct table_handler *handler, void *context,
                          const struct table_number *numbers, struct fault *fault);

/* Takes the next bytes, however the file is cut into them (a byte-order mark alone must be whole in the
 * first). Returns 0 or -1. */
int table_feed(struct table *table, const char *text, size_t length);

/* Takes the end of the file. Returns 0 or -1. */
int table_end(struct table *table);
void table_free(struct table *table);

#endif
