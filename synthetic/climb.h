/* The smooth climb and its whole family: curves without an edge anywhere, and in which window of growth a
 * hierarchy is named all the same. */
#ifndef CACHESTAIR_SYNTHETIC_CLIMB_H
#define CACHESTAIR_SYNTHETIC_CLIMB_H

#include "threads.h"

#include "../probe/fault.h"

#include <stdio.h>

enum { CLIMB_KINDS = 48 };

/* Growth of 1.01 to 2.00 an octave in steps of 0.01, at 4, 6.5, 8 and 16 sizes an octave, with each kind of
 * noise, straight and curved: makes, reduces and counts `count` of the CLIMB_KINDS kinds, from `first` on,
 * one line a kind. Returns 0, or -1 with the fault. */
int climb_print(FILE *stream, unsigned first, unsigned count, const struct threads *threads,
                struct fault *fault);

#endif
