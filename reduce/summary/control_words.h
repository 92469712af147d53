/* The words of the controls (Q1 to Q5). */
#ifndef CACHESTAIR_CONTROL_WORDS_H
#define CACHESTAIR_CONTROL_WORDS_H

#include "../judge/reduction.h"
#include "summary.h"

/* Adds a finding a control. The capture has control trials. Returns 0, or -1 where memory is out. */
int control_words_add(struct summary *summary, const struct reduction *reduction);

#endif
