/* Where the command line is read: one table of options a program, and the code that walks it. */
#ifndef CACHESTAIR_OPTION_H
#define CACHESTAIR_OPTION_H

#include "fault.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
	OPTION_FLAG,   /* a bool at offset becomes true */
	OPTION_OFF,    /* a bool at offset becomes false (--no-adjacency) */
	OPTION_NUMBER, /* a uint64_t at offset, from minimum to maximum */
	OPTION_SIZE,   /* a uint64_t of bytes at offset, from minimum to maximum; 64K, 4M, 1G */
	OPTION_WORD,   /* a const char * at offset, borrowed from argv */
	OPTION_CHOICE, /* an enum at offset: `minimum` plus the number of the word among those of `argument`
	                */
	OPTION_CALL /* set() is called with the settings and the argument (NULL where `argument` is NULL) */
};

struct option_row {
	const char *name; /* without the two dashes */
	char letter;      /* the short form, or '\0' */
	const char
	    *argument; /* its name in the help, or its words, "chase|stream"; NULL where it takes none */
	enum option_kind kind;
	size_t offset; /* of the member in the settings */
	uint64_t minimum, maximum;
	int (*set)(void *settings, const char *text, struct fault *fault); /* OPTION_CALL only */
	const char *help; /* one line or more, without the name */
};

/* Walks argv by the table: --name value, --name=value, -o value, -ovalue; `--` ends the options; `-` is an
 * operand. Operands may stand between options; they are moved, in order, to argv[1] and on. Returns how
 * many there are, or -1 with a usage fault that names the option. */
int option_parse(const struct option_row *rows, size_t count, int argc, char **argv, void *settings,
                 struct fault *fault);

/* The command line again, each word quoted so that a shell takes it as it was, under the program's name
 * "probe" (a path of a folder tells whose it is) and without the option named `without` and its argument.
 * argv must have passed option_parse with this table and no operand. Returns text to be freed, or NULL where
 * memory is out. */
char *option_command(const struct option_row *rows, size_t count, int argc, char **argv, const char *without);

/* Prints the table for --help: name, argument, help, wrapped at 79 columns. */
void option_help(FILE *stream, const struct option_row *rows, size_t count);

#endif
