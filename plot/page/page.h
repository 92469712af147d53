/* Where the report comes together: one HTML file that holds everything, for reading on a screen or on paper.
 *
 * The page judges nothing: it shows what reduce wrote. It is made of summaries, and of what stands beside
 * each: BASE.findings.csv and BASE.points.csv are the summary, BASE.ladder.svg, BASE.granule.svg,
 * BASE.trials.svg, BASE.overlay.svg, BASE.gaps.svg and BASE.shift.svg its figures, BASE.ladder-2.svg and on
 * the ladders of its further passes. A summary without points
 * is a comparison. A figure that is not there is told in words. The table of the check panel is a CSV with
 * the columns name, built_to_show, expected, found, verdict, and BASE.gallery.svg and BASE.pairs.svg beside
 * it its figures. Same files in, same bytes out: no date, no path, no order of the file system. */
#ifndef CACHESTAIR_PLOT_PAGE_H
#define CACHESTAIR_PLOT_PAGE_H

#include "../../probe/fault.h"

#include <stddef.h>
#include <stdio.h>

struct page_inputs {
	char **summaries; /* paths, as summary_load takes them */
	size_t count;
	const char *checks;    /* path of the check panel's table, or NULL */
	const char *simulated; /* path of a text: how the claims hold on simulated machines; or NULL */
};

/* Writes the page. Returns 0, or -1 with the fault: an input cannot be read. Errors of the stream stay in
 * it. */
int page_write(FILE *stream, const struct page_inputs *inputs, struct fault *fault);

#endif
