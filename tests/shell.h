/* Where the tests run a program as a person would: arguments in, two streams and an exit status out. */
#ifndef CACHESTAIR_TESTS_SHELL_H
#define CACHESTAIR_TESTS_SHELL_H

#include <stddef.h>

struct shell {
	char *out; /* standard output, NUL-terminated */
	size_t out_length;
	char *error; /* standard error, NUL-terminated */
	int status;  /* exit status; 128 + N where signal N ended it */
};

/* Runs `line` by /bin/sh -c (printf-style). Fails the test where it cannot be started. Free with shell_free.
 */
struct shell shell_run(const char *line, ...) __attribute__((format(printf, 1, 2)));
void shell_free(struct shell *command);

/* The folder that holds the programs: $CACHESTAIR_BUILD, or "build". */
const char *shell_build(void);

/* A new empty folder under $TMPDIR for this test; the caller frees the name. Removed by shell_remove. */
char *shell_folder(void);
void shell_remove(char *folder);

#endif
