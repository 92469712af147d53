/* Where a line of a table is cut into fields, whatever parts them, and its columns are found by the names
 * that tools and people give them: "Mem size (MiB)", size_kb, latency_ns, T1. */
#ifndef CACHESTAIR_NAMED_COLUMNS_H
#define CACHESTAIR_NAMED_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIELDS = 64 };

/* What a column of a table with names holds. */
enum column_kind { FIELD_OTHER, FIELD_SIZE, FIELD_NS, FIELD_CYCLES, FIELD_TRIAL, FIELD_SERIES, FIELD_STRIDE };

struct field_column {
	enum column_kind kind;
	uint64_t unit_bytes; /* of a size; 0 where the name tells none */
	uint64_t trial;      /* of a time in a column of its own for each trial: from 1; else 0 */
	char name[64];
};

/* A line cut into fields, each NUL-terminated in the line itself. */
struct fields {
	char *text[FIELDS];
	size_t count;
};

/* Cuts a line at the separator (blanks: at runs of them); quotes may stand around a field. False where a
 * quote is not closed, or where there are more than FIELDS. */
bool fields_cut(struct fields *fields, char *line, char separator);

/* What separates the fields of a line of column names. */
char fields_separator(const char *line);

/* Finds what the columns of such a line hold. True where there are a size and a time. */
bool columns_find(const struct fields *names, struct field_column *columns);

#endif
