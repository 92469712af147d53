/* Where gnuplot is run: a script in, a checked SVG out. */
#ifndef CACHESTAIR_PLOT_RENDER_H
#define CACHESTAIR_PLOT_RENDER_H

#include "../../probe/fault.h"

#include <stddef.h>

/* Runs `gnuplot -d -` without a shell, the script from an unnamed temporary file as its standard input, and
 * checks that what comes out is a whole, well-formed SVG. Returns 0 with *svg (allocated, NUL after its end;
 * freed by the caller) and its *length, or -1 with the fault: gnuplot missing, failed (with the first line of
 * what it said), or a picture that is not whole. `name` is the picture's, for faults. */
int render_svg(const char *script, size_t script_length, const char *name, char **svg, size_t *length,
               struct fault *fault);

#endif
