/* Where diagnostics annotate: what a reader should know of a capture beside the rules. They never change an
 * answer. */
#ifndef CACHESTAIR_DIAGNOSTIC_H
#define CACHESTAIR_DIAGNOSTIC_H

#include "../judge/reduction.h"
#include "summary.h"

/* Adds the diagnostics of one pass: a level that creeps (its points span more than a factor 1.5), drift
 * between the first and the last round (more than 10 per cent at the median point), a sweep that ends less
 * than 8 times beyond its last knee, times that no processor reaches, sizes given twice. Returns 0, or -1
 * where memory is out. */
int diagnostic_add_pass(struct summary *summary, const struct reduction *reduction,
                        const struct reduced_pass *pass);

/* Adds those of the whole capture: cut off or interrupted, what its state lines tell of low power, battery,
 * heat, memory, Rosetta and a virtual machine, where its trials ran. Returns 0 or -1. */
int diagnostic_add_capture(struct summary *summary, const struct reduction *reduction);

#endif
