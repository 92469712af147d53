/* Where sizes that a person gives are read: what is known of caches that the system does not report. */
#ifndef CACHESTAIR_REPORTED_H
#define CACHESTAIR_REPORTED_H

#include "trials.h"

#include <stdio.h>

enum { REPORTED_ROWS = 1024 };

/* Reads CSV with the columns level, bytes and, where it is there, cores (the group of cores that it belongs
 * to; empty: all). Bytes can be given as 8M. Returns 0 and *caches (free it) and *count, or -1 with the
 * fault. */
int reported_read(FILE *stream, const char *name, struct capture_cache **caches, size_t *count,
                  struct fault *fault);

#endif
