/* Where an answer is fitted to a terminal: lines of at most 100 columns and as many of them as a screen
 * holds.
 *
 * A frame collects lines. Whatever text goes in, what comes out is printable ASCII: a control character
 * becomes a space, any other character a question mark. A line that is too long is cut at a word, with "...";
 * where there are too many lines, the least important go first. */
#ifndef CACHESTAIR_FRAME_H
#define CACHESTAIR_FRAME_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FRAME_WIDTH = 100, FRAME_LINES = 30, FRAME_KEY = 10, FRAME_CELL = 256, FRAME_COLUMNS = 14 };

/* How long a line is kept. Those of the last kind go first; a row of a table goes only where nothing else is
 * left, and the first kind never. */
enum frame_keep {
	FRAME_ALWAYS,
	FRAME_ROW,     /* of a table */
	FRAME_FINDING, /* what was found beside the table */
	FRAME_LIST,    /* what was refused */
	FRAME_NEXT,    /* what to run */
	FRAME_NOTE,    /* what was not found, or not tried */
	FRAME_SECOND,  /* the second lines of a row or a note: one by one, with "..." where they were */
	FRAME_LEGEND,  /* what the rules say */
	FRAME_KEEPS
};

struct frame_line {
	char text[FRAME_WIDTH + 1];
	enum frame_keep keep;
};

struct frame {
	struct frame_line *lines;
	size_t count;
	bool failed; /* memory was out */
};

/* One line: a blank one where the text is empty. */
void frame_line(struct frame *frame, enum frame_keep keep, const char *format, ...) FAULT_PRINTF(3, 4);

/* Text under a key of ten columns, on at most `most` lines; the last says "see --full" where it is cut.
 * Without a key ("") the text begins in the eleventh column all the same. */
void frame_note(struct frame *frame, enum frame_keep keep, const char *key, size_t most, const char *text);

/* The same where the key, of any width, stands before every line: "! ". */
void frame_marked(struct frame *frame, enum frame_keep keep, const char *mark, size_t most, const char *text);

/* A table: heads with dashes below them, two blanks between columns. The last column takes what is left of
 * the width and goes on below, on at most three lines. A column in which no cell says anything ("" or "-"),
 * or that may have no width, is left out. */
struct frame_column {
	const char *head;
	bool number;   /* stands right */
	size_t widest; /* more is cut */
};
struct frame_row {
	char cells[FRAME_COLUMNS][FRAME_CELL];
	bool second; /* goes on with the row before it */
};
void frame_table(struct frame *frame, const struct frame_column *columns, size_t column_count,
                 const struct frame_row *rows, size_t row_count);

/* Prints at most `most` lines; a line says so where rows are left out. Frees the frame. Returns 0, or -1
 * where memory was out: then nothing was printed. */
int frame_print(FILE *stream, struct frame *frame, size_t most);

#endif
