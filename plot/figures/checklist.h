/* Where the check panel is read: what every synthetic curve was built to show, and what was found. */
#ifndef CACHESTAIR_PLOT_CHECKLIST_H
#define CACHESTAIR_PLOT_CHECKLIST_H

#include "../../reduce/read/columns.h"

#include <stddef.h>

/* Verdicts, by the words of the table's column. A word that is none of these counts as wrong: nothing passes
 * because it was not understood. */
enum checklist_verdict {
	CHECKLIST_EXPECTED, /* "expected" */
	CHECKLIST_BETTER,   /* "right ...": right where the set still says wrong */
	CHECKLIST_KNOWN,    /* "WRONG (known)": wrong, as the set says */
	CHECKLIST_WRONG,    /* "WRONG", and anything else */
	CHECKLIST_SHOWN,    /* "capture": a real one, of which nothing is expected */
	CHECKLIST_VERDICTS
};

struct checklist_row {
	const char *name, *shows, *expected, *found; /* never NULL; as the table holds them */
	enum checklist_verdict verdict;
};

struct checklist {
	struct checklist_row *rows;
	struct texts texts; /* that the rows point to */
	size_t count;
	size_t counts[CHECKLIST_VERDICTS];
};

enum { CHECKLIST_ROWS = 10000 };

/* Reads the table. Returns 0, or -1 with the fault; free with checklist_free either way. */
int checklist_load(struct checklist *checklist, const char *path, struct fault *fault);
void checklist_free(struct checklist *checklist);

/* The row of that name, or NULL. */
const struct checklist_row *checklist_find(const struct checklist *checklist, const char *name);

/* How many curves the set has (all rows but the captures), and how many were read wrongly. */
size_t checklist_curves(const struct checklist *checklist);
size_t checklist_wrong(const struct checklist *checklist);

#endif
