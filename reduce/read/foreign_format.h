/* The formats of other tools: a table of rows, each with the tool that writes it, how a line of it is
 * recognised, and how a line becomes points. For foreign.c alone; everyone else takes foreign.h. */
#ifndef CACHESTAIR_FOREIGN_FORMAT_H
#define CACHESTAIR_FOREIGN_FORMAT_H

#include "foreign.h"
#include "trials_store.h"

enum { FIELDS = 64, SERIES_NAME = 80 };

/* What a column of a table with names holds. */
enum column_kind { FIELD_OTHER, FIELD_SIZE, FIELD_NS, FIELD_CYCLES, FIELD_TRIAL, FIELD_SERIES, FIELD_STRIDE };

struct field_column {
	enum column_kind kind;
	uint64_t unit_bytes; /* of a size; 0 where the name tells none */
	uint64_t trial;      /* of a time in a column of its own for each trial */
	char name[64];
};

/* A line cut into fields, each NUL-terminated in the line itself. */
struct fields {
	char *text[FIELDS];
	size_t count;
};

/* What is known while the lines of a file are read. */
struct foreign {
	struct trials *trials;
	const struct trials_options *options;
	const struct format *format;
	struct fault *fault;
	unsigned long line; /* the one being read, from 1 */
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

/* Cuts a line at the separator (blanks: at runs of them); quotes may stand around a field. False where a
 * quote is not closed, or where there are more than FIELDS. */
bool fields_cut(struct fields *fields, char *line, char separator);

/* What separates the fields of a line of column names. */
char fields_separator(const char *line);

/* Finds what the columns of such a line hold. True where there are a size and a time. */
bool columns_find(const struct fields *names, const struct format *format, struct field_column *columns);

/* ---- for the formats ---- */

/* Counts the line as left out. Returns 0. */
int foreign_leave(struct foreign *foreign, const char *line);

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
