/* The formats of other tools: a table of rows, each with the tool that writes it, how a line of it is
 * recognised, and how a line becomes points. For the files foreign*.c alone; everyone else takes foreign.h.
 */
#ifndef CACHESTAIR_FOREIGN_FORMAT_H
#define CACHESTAIR_FOREIGN_FORMAT_H

#include "foreign.h"
#include "named_columns.h"
#include "trials_store.h"

#include <string.h>

enum { SERIES_NAME = 80 };

/* What is known while the lines of a file are read. */
struct foreign {
	struct trials *trials;
	const struct trials_options *options;
	const struct format *format;
	struct fault *fault;
	unsigned long line; /* the one being read, from 1 */
	char line_text[64]; /* its beginning */
	bool whole;         /* it has a line end */
	/* the series that rows go to */
	char series[SERIES_NAME]; /* how the next one is called; "" for none */
	const char *order_name;   /* how its order is called */
	uint64_t stride_bytes;    /* 0 where the file tells none */
	bool open;                /* the pass below is its own */
	size_t pass;
	struct trials_place place;
	size_t rows;
	/* trials of one size side by side are one round, whatever their numbers */
	bool side_by_side;
	uint64_t first_size, first_trial;
	/* what was left out */
	unsigned long lines_left, first_left;
	char left_text[64], left_columns[256];
	/* what a format keeps between lines */
	bool in_table;
	size_t wanted; /* which column */
	uint64_t size_bytes;
	char separator; /* of fields: ',', ';', '\t' or ' ' (blanks) */
	struct field_column columns[FIELDS];
	size_t column_count;
	bool has_trials, has_ns;
	bool told;        /* a command tells the order */
	bool tables_left; /* tables of another format in the file */
	bool unit_untold;
};

struct format {
	const char *name; /* for --from */
	const char *tool; /* what writes it, and the version or source that was looked at */
	/* Whether a line can only be this format's. NULL: the format of what no other one marks. */
	bool (*marks)(const char *line);
	/* One line, which may be written into. Returns 0 (rows added, or the line left out), or -1. */
	int (*take)(struct foreign *foreign, char *line);
	uint64_t unit_bytes; /* of sizes whose column tells no unit; 0: bytes, told */
	bool beyond_first;   /* its times are beyond the first level's */
	const char *weaker;  /* the names of formats in the same file that this one stands before; or NULL */
};

extern const struct format formats[];
extern const size_t format_count;

/* ---- for the formats ---- */

/* What follows a byte-order mark, or `text` where there is none. */
static inline const char *foreign_skip_mark(const char *text, const char *end)
{
	return end - text >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

static inline bool foreign_blank(const char *line)
{
	return line[strspn(line, " \t")] == '\0';
}

/* Counts the line as left out. Returns 0. */
int foreign_leave(struct foreign *foreign);

/* The rows that follow are a series of their own, called `name` (cut, made unique). */
void foreign_begin(struct foreign *foreign, const char *name);

/* The rows that follow belong to the series of that name and stride, which may have rows already. */
void foreign_select(struct foreign *foreign, const char *name);

/* The fault that `text`, field `column` of the line, is not what is expected. Returns -1. */
int foreign_bad(struct foreign *foreign, size_t column, const char *text, const char *expected);

/* Reads field `column`, a size with or without a unit behind it, into foreign->size_bytes. `unit_bytes` is
 * that of a bare number. */
int foreign_size(struct foreign *foreign, size_t column, const char *text, uint64_t unit_bytes);

/* Adds a row of foreign->size_bytes with the time in field `column`: nanoseconds, or cycles of --clock. */
int foreign_time(struct foreign *foreign, size_t column, const char *text, bool cycles, uint64_t trial);

#endif
