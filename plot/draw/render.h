/* Where gnuplot is run: a script in, a checked SVG out. */
#ifndef CACHESTAIR_PLOT_RENDER_H
#define CACHESTAIR_PLOT_RENDER_H

#include "../../probe/fault.h"

#include <stddef.h>
#include <stdio.h>

enum { RENDER_LIMIT_S = 60 }; /* gnuplot draws the largest figure of the report in two */

/* Runs `gnuplot -d -` without a shell, the script, a temporary file, as its standard input, and checks that
 * what comes out is a whole, well-formed SVG. Returns 0 with *svg (allocated, NUL after its end; freed by the
 * caller) and its *length, or -1 with the fault: gnuplot missing, not done after `limit_s` seconds (it is
 * ended then), failed (with what it said last), or a picture that is not whole. `name` is the picture's, for
 * faults. */
int render_svg(FILE *script, unsigned limit_s, const char *name, char **svg, size_t *length,
               struct fault *fault);

#endif
