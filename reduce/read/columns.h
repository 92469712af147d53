/* The columns of a CSV table, declared: what each is called, what it holds and where that goes. One reader
 * walks the declaration; a reader of a table gives it, a row to fill, and what to do when the row is full. */
#ifndef CACHESTAIR_COLUMNS_H
#define CACHESTAIR_COLUMNS_H

#include "table.h"

enum column_type {
	COLUMN_WHOLE,   /* digits, `minimum` to `maximum`: uint64_t */
	COLUMN_SIZE,    /* bytes, also as 4M: uint64_t */
	COLUMN_DECIMAL, /* `low` to `high`: double */
	COLUMN_WORD,    /* one of words[0] to words[maximum]: its place, as uint64_t or as an enum */
	COLUMN_NAME,    /* a text: an array of char in the row */
	COLUMN_TEXT,    /* a text of any length: a const char * to a copy in `texts` */
	COLUMN_OWN      /* what columns.own makes of it */
};

struct column {
	const char *name;
	enum column_type type;
	size_t offset, bytes; /* of its member in the row; see COLUMN_MEMBER */
	bool optional;        /* the table can lack it */
	bool blank;           /* a field can be empty: the member stays 0, a decimal is NAN */
	uint64_t minimum, maximum;
	double low, high;
	const char *const *words;
	const char *expected; /* what a fault says; NULL: made from the bounds or the words */
};

#define COLUMN_MEMBER(type, member) offsetof(type, member), sizeof(((type *)0)->member)

/* Header lines: one added to an array of them; the value of the first with that key, or NULL; all of them
 * freed. header_add copies both texts. Returns 0, or -1 with the fault where memory is out. */
int header_add(struct header_line **lines, size_t *count, const char *key, const char *value,
               struct fault *fault);
const char *header_find(const struct header_line *lines, size_t count, const char *key);
void headers_free(struct header_line *lines, size_t count);

/* Texts that somebody keeps together. */
struct texts {
	char **text;
	size_t count;
};
/* A copy of `text` ("" takes no room); NULL where memory is out. */
const char *texts_keep(struct texts *texts, const char *text);
void texts_free(struct texts *texts);

/* Adds an element, all zero, to an array whose room doubles: `array` is the address of the pointer to its
 * first element. Returns the element, or NULL with the fault where memory is out. Here and
 * in header_add a caller that tells the fault in its own words gives NULL for it. */
void *array_add(void *array, size_t *count, size_t element_bytes, struct fault *fault);

enum { COLUMNS_MOST = 64 };

/* One kind of table. Functions return 0, or -1 with the fault. */
struct columns {
	const struct column *column;
	size_t count;     /* at most COLUMNS_MOST */
	const char *name; /* "trial log"; NULL: the table is not told by its name */
	const char *key;  /* its first line is `# key: version`; NULL: it has none */
	int version;
	const char *wanted; /* what a table is told that lacks a column; NULL: which one it lacks */
	void *row;          /* filled for each row, zero before it */
	size_t row_bytes;
	uint64_t *present;   /* gets a bit for each column with a value; NULL: nobody asks */
	struct texts *texts; /* of COLUMN_TEXT */
	unsigned long most;  /* rows, so that no table takes all memory; 0: TABLE_ROWS */
	bool whole;          /* a last row without its line end is a fault: it can be cut off */
	int (*header)(void *context, const char *key, const char *value, struct fault *fault); /* or NULL */
	/* Where the columns are known, by bits; or NULL. */
	int (*given)(void *context, uint64_t given, struct fault *fault);
	int (*own)(void *context, const struct column *column, const char *text, struct fault *fault);
	int (*end)(void *context, bool whole, struct fault *fault); /* of a row */
	int (*cut_row)(void *context, struct fault *fault);         /* see table_handler; or NULL */
};

/* Reads a table of few rows whole (`name` is used in faults): rows->rows gets `count` rows of row_bytes each,
 * which the caller frees. `end` (or NULL) judges a row; its context is `rows`, where the row is the one
 * behind the `count` before it. The other verbs stay NULL. A table without rows is a fault, "holds no
 * `what`". Returns 0, or -1 with the fault and nothing to free. */
struct columns_rows {
	void *rows;
	size_t count;
};
int columns_read_rows(const struct columns *columns, struct columns_rows *rows, const char *what,
                      FILE *stream, const char *name, struct fault *fault);
/* Reads the table at `path` to its end. Returns 0, or -1 with the fault. */
int columns_load(const struct columns *columns, void *context, const char *path, struct fault *fault);

/* The same in steps, for a reader that feeds the bytes itself (table.h). `reading` must outlive the table. */
struct columns_reading {
	const struct columns *columns;
	void *context;
	int place[TABLE_COLUMNS]; /* the declared column of each of the file's, or -1 */
	struct table_number numbers[TABLE_COLUMNS];
	uint64_t given;
	unsigned long rows;
	bool recognised;
};
struct table *columns_begin(struct columns_reading *reading, const struct columns *columns, void *context,
                            struct fault *fault);

/* The number of the file's column that holds the declared one, from 1; 0 where there is none. */
unsigned long columns_place(const struct columns_reading *reading, size_t column);

#endif
