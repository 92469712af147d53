/* Where a picture becomes part of a page: an SVG as gnuplot draws it, put inline.
 *
 * All pictures of a page share one space of names, so every id and every reference gets a prefix. gnuplot's
 * own title and description, which a browser pops up, its unused filters, comments, and everything that is
 * no shape and no text is left out: elements and attributes are kept by a list, so nothing in a picture can
 * run or reach out of the page. */
#ifndef CACHESTAIR_PLOT_PAGE_PICTURE_H
#define CACHESTAIR_PLOT_PAGE_PICTURE_H

#include "../../probe/fault.h"

#include <stddef.h>
#include <stdio.h>

struct picture {
	char *svg; /* well-formed; owned */
	size_t length;
	double width, height; /* of its viewBox */
};

/* Reads an SVG file. Returns 0 and the picture, to be freed by picture_close; or -1 with the fault: it cannot
 * be read, is no well-formed SVG, or has no viewBox that begins at 0 0. A file that is not there has the
 * system error ENOENT. */
int picture_open(struct picture *picture, const char *path, struct fault *fault);
void picture_close(struct picture *picture);

/* Writes it as an inline element. `prefix` goes before every id; `label` is the id of the element that names
 * the picture; `words` (any text) describes it for those who do not see it. */
void picture_write(FILE *stream, const struct picture *picture, const char *prefix, const char *label,
                   const char *words);

#endif
