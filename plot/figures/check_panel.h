/* Where the check panel is read: what every synthetic curve was built to show, and what was found. */
#ifndef CACHESTAIR_PLOT_CHECK_PANEL_H
#define CACHESTAIR_PLOT_CHECK_PANEL_H

#include "../../reduce/read/columns.h"

#include <stddef.h>

/* Verdicts, by the words of the table's column. A word that is none of these counts as wrong: nothing passes
 * because it was not understood. */
enum check_panel_verdict {
	CHECK_PANEL_EXPECTED, /* "expected" */
	CHECK_PANEL_BETTER,   /* "right ...": right where the set still says wrong */
	CHECK_PANEL_KNOWN,    /* "WRONG (known)": wrong, as the set says */
	CHECK_PANEL_WRONG,    /* "WRONG", and anything else */
	CHECK_PANEL_SHOWN,    /* "capture": a real one, of which nothing is expected */
	CHECK_PANEL_VERDICTS
};

struct check_panel_row {
	const char *name, *shows, *expected, *found, *word; /* never NULL; as the table holds them */
	enum check_panel_verdict verdict;
};

struct check_panel {
	struct check_panel_row *rows;
	struct texts texts; /* that the rows point to */
	size_t count;
	size_t counts[CHECK_PANEL_VERDICTS];
};

enum { CHECK_PANEL_ROWS = 10000 };

/* Reads the table. Returns 0, or -1 with the fault; free with check_panel_free either way. */
int check_panel_load(struct check_panel *check_panel, const char *path, struct fault *fault);
void check_panel_free(struct check_panel *check_panel);

/* The row of that name, or NULL. */
const struct check_panel_row *check_panel_find(const struct check_panel *check_panel, const char *name);

/* Whether its curve was read wrongly. */
bool check_panel_is_wrong(const struct check_panel_row *row);

/* How many curves the set has (all rows but the captures), and how many were read wrongly. */
size_t check_panel_curves(const struct check_panel *check_panel);
size_t check_panel_wrong(const struct check_panel *check_panel);

#endif
