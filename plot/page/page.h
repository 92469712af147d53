/* Where the report comes together: pages of HTML for reading on a screen or on paper, that hold no script and
 * ask nothing of the network.
 *
 * The report judges nothing: it shows what reduce wrote. index.html has all machines, each with its answer; a
 * page a machine, m-FOLDER.html, has all that there is about it; rules.html, check.html and compare.html have
 * what belongs to none. A machine is a folder: NAME.machine.csv is its answer (reduce --machine), each
 * BASE.findings.csv beside it a summary with BASE.points.csv, and BASE.ladder.svg, BASE.granule.svg,
 * BASE.translation.svg, BASE.shift.svg its figures, BASE.ladder-2.svg and on the ladders of its further
 * passes; NAME.machine.svg the machine's. A summary without points is a comparison, with BASE.ladder.svg,
 * BASE.overlay.svg, BASE.gaps.svg. For a figure that is not drawn the page draws a small one or says it in
 * words. The table of the check panel is a CSV with the columns name, built_to_show, expected, found,
 * verdict, and BASE.gallery.svg and BASE.pairs.svg beside it its figures. Same files in, same bytes out: no
 * date, no path, no order of the file system. */
#ifndef CACHESTAIR_PLOT_PAGE_H
#define CACHESTAIR_PLOT_PAGE_H

#include "../../probe/fault.h"

#include <stddef.h>

struct page_inputs {
	char **operands; /* folders, a machine each or more; summaries that are no machine's */
	size_t count;
	const char *panel;     /* path of the check panel's table, or NULL */
	const char *simulated; /* path of a text: how the claims hold on simulated machines; or NULL */
	const char *folder;    /* in which the pages are written; it is made where it is missing */
};

/* Writes the pages, the first of them last. Returns 0, or -1 with the fault: an input cannot be read, or a
 * page cannot be written. */
int page_write(const struct page_inputs *inputs, struct fault *fault);

#endif
