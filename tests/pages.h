/* Where the tests of the report get folders of results: captures of sample_staircase's form, a machine's
 * answer that fits them, and the pages that are written of them. */
#ifndef CACHESTAIR_TESTS_PAGES_H
#define CACHESTAIR_TESTS_PAGES_H

#include "../plot/page/page.h"
#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>

#define LINK(id) "<a href=\"rules.html#" id "\">" id "</a>"

/* An SVG as gnuplot writes it, and a check panel of six rows. */
extern const char pages_picture[], pages_panel[];

/* FOLDER/NAME, to be freed; writes a text there; reads the file there, to be freed. */
char *pages_path(const char *folder, const char *name);
void pages_put(const char *folder, const char *name, const char *text);
char *pages_get(const char *folder, const char *name);
/* Writes NAME.points.csv (where it has points) and NAME.findings.csv; returns the path of the latter. */
char *pages_summary(const struct summary *summary, const char *folder, const char *name);

/* A measured capture of one machine: sample_staircase's, with what a machine says of itself. */
void pages_capture(struct summary *summary, const char *name, const char *machine);
/* A ratio that is accepted and a cache that is refused, of captures one and two. */
void pages_comparison(struct summary *summary);

/* Makes FOLDER/NAME with one capture of that name and `machine.machine.csv`: two levels, of which the first
 * is claimed under `rule` and the second refused (K6), then the last. Texts are any. Returns the folder. */
struct pages_machine {
	const char *name, *machine, *label, *rule;
};
char *pages_machine(const char *folder, const struct pages_machine *machine);
/* One row of such a table, as a text: for tables of other forms. */
extern const char pages_columns[];

/* Writes the report; fails the test where it cannot be written. */
void pages_write(char **operands, size_t count, const char *checks, const char *simulated,
                 const char *folder);

size_t pages_count(const char *text, const char *part);

#endif
