/* What the system reports against what was measured (rule R0): each reported cache is met, not met, or lies
 * beyond the sweep's end, and each contradiction is told. They never change an answer; where one holds, the
 * last level is not called memory. */
#ifndef CACHESTAIR_CONTRADICTION_H
#define CACHESTAIR_CONTRADICTION_H

#include "../judge/reduction.h"
#include "summary.h"

/* Adds the rows of one judged pass in random order without competitors: a `reported` row a reported cache
 * (accepted: met, refused: not met, noted: beyond the end) and a `contradiction` row each. Returns 0, or -1
 * where memory is out. */
int contradiction_add(struct summary *summary, const struct reduction *reduction,
                      const struct reduced_pass *pass);

#endif
