/* Where the texts stand that a capture must be able to hold without harm: one list for every output. */
#ifndef CACHESTAIR_TESTS_HOSTILE_H
#define CACHESTAIR_TESTS_HOSTILE_H

#include <stddef.h>

/* Each text is an attempt: to run a command, to end a string, an element or a block, to be a path, or to be
 * too long. Those that run a command would make a file of the name HOSTILE_PROOF in the working folder. */
#define HOSTILE_PROOF "hostile-proof"

struct hostile {
	const char *name; /* for messages */
	const char *text; /* NUL-terminated; at most HOSTILE_LENGTH bytes */
};
enum { HOSTILE_LENGTH = 10000 };

size_t hostile_count(void);
/* The text of that number; all stand until the program ends. */
struct hostile hostile_text(size_t number);

#endif
