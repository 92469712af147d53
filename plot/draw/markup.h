/* Where a picture is checked to be well-formed before anyone opens it. */
#ifndef CACHESTAIR_PLOT_MARKUP_H
#define CACHESTAIR_PLOT_MARKUP_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>

enum { MARKUP_DEPTH = 64, MARKUP_NAME = 64 };

/* Who is told what a document holds, in its order; texts and values are as they stand there, with their
 * entities. */
struct markup_reader {
	void *context;
	void (*begins)(void *context, const char *name); /* an element */
	void (*attribute)(void *context, const char *name, const char *value, size_t length);
	void (*begun)(void *context, bool empty); /* after its attributes; an empty element does not end */
	void (*ends)(void *context, const char *name);
	void (*text)(void *context, const char *text, size_t length, bool cdata);
};

/* Whether `length` bytes are one well-formed XML 1.0 document, as far as gnuplot's SVG needs the language:
 * declaration, document type without an internal subset, comments, CDATA, elements that nest and close,
 * attributes that are quoted and not repeated, the five named entities and numeric ones, UTF-8 with XML's
 * characters alone. Elements nest up to MARKUP_DEPTH deep and names have fewer than MARKUP_NAME bytes. Tells
 * the reader (NULL: nobody) what it holds from its root on. Returns 0, or -1 with a fault that names `name`,
 * line and column. */
int markup_read(const char *text, size_t length, const char *name, const struct markup_reader *reader,
                struct fault *fault);

/* The same, and that its root is <svg> and its last bytes, spaces aside, are </svg>. */
int markup_check_svg(const char *text, size_t length, const char *name, struct fault *fault);

#endif
