/* Where a capture's summary becomes an answer: a row a level, how large and how sure, what was refused and
 * why, what contradicts it, and what to run next, in at most 30 lines of 100 columns. It is made of the
 * summary's findings alone and judges nothing. */
#ifndef CACHESTAIR_ANSWER_H
#define CACHESTAIR_ANSWER_H

#include "../summary/summary.h"

#include <stdio.h>

/* Prints the answer of one capture; `path` is what the commands in it name. Text from the capture is made
 * harmless for a terminal. Where no sweep can be answered for, the first words are NO ANSWER, then what
 * happened and what to do. Returns 0, or -1 where memory is out. */
int answer_print(FILE *stream, const struct summary *summary, const char *path);

#endif
