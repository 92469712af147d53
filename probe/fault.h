/* Where errors wait: the one error value that every function below main fills and returns.
 *
 * A fault says what went wrong, where, and what was expected. It is a plain value: no memory to free. A
 * function that can fail takes a struct fault * last, returns 0 when all went well and -1 when not, and fills
 * the fault only then. Nothing below main prints or exits. */
#ifndef CACHESTAIR_FAULT_H
#define CACHESTAIR_FAULT_H

#include <stdio.h>

enum { FAULT_TEXT = 512 };

struct fault {
	char object[FAULT_TEXT];   /* the file or the option; empty where there is none */
	unsigned long line;        /* from 1; 0 where there is none */
	unsigned long column;      /* from 1; 0 where there is none */
	char what[FAULT_TEXT];     /* what was found or what failed */
	char expected[FAULT_TEXT]; /* what was expected; empty where that is plain */
	int system_error;          /* errno, only where it is the cause; else 0 */
	int usage;                 /* 1 where the command line is at fault: exit status 2 */
};

#if defined __GNUC__
#define FAULT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define FAULT_PRINTF(text, first)
#endif

/* For the beginning of main, so that what would end the program or spoil a file is a fault like any other: a
 * file that may not grow is a write error, and the number of a standard stream that is closed is taken by one
 * that cannot be used, so that no file of the program's becomes it. */
void fault_prepare(void);

/* Clears `fault`, names its object (NULL for none) and formats what happened. Always returns -1, so that a
 * caller writes `return fault_set(fault, path, "is empty");`. Longer texts are cut. */
int fault_set(struct fault *fault, const char *object, const char *format, ...) FAULT_PRINTF(3, 4);

/* As fault_set, with the text of `system_error` (an errno value) as the cause. Returns -1. */
int fault_system(struct fault *fault, const char *object, int system_error, const char *format, ...)
    FAULT_PRINTF(4, 5);

/* As fault_set, for a fault of the command line: fault_exit_status gives 2. Returns -1. */
int fault_usage(struct fault *fault, const char *object, const char *format, ...) FAULT_PRINTF(3, 4);

/* Adds where it was (0 for unknown). Returns -1. */
int fault_at(struct fault *fault, unsigned long line, unsigned long column);

/* Adds what was expected. Returns -1. */
int fault_expect(struct fault *fault, const char *format, ...) FAULT_PRINTF(2, 3);

/* Prints one line: program, object, line and column, cause, expectation. Bytes that are no printable ASCII or
 * valid UTF-8 text are shown as \xNN, so that a hostile capture cannot steer the terminal. */
void fault_print(FILE *stream, const char *program, const struct fault *fault);

/* 2 for a fault of the command line, 1 for any other. */
int fault_exit_status(const struct fault *fault);

/* Writes `text` (length bytes) to `stream` with every byte of what character_length refuses as \xNN. For
 * every place where text from a capture reaches a terminal. */
void fault_print_text(FILE *stream, const char *text, size_t length);

#endif
