/* What a reduction said of a made capture, in words, and whether it holds what the table asks for. */
#ifndef CACHESTAIR_SYNTHETIC_ANSWER_H
#define CACHESTAIR_SYNTHETIC_ANSWER_H

#include "specimen.h"

#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_TEXT = 512 };

/* One line: "3 levels; knees 53.1 KiB, 2.29 MiB", "no hierarchy (L2)", with granules and comparisons where
 * the summary has them. Returns `text`. */
const char *answer_describe(const struct summary *summary, char text[ANSWER_TEXT]);

/* Whether the summary holds one finding as asked for (or, for silent and unclaimed ones, holds none). */
bool answer_holds(const struct summary *summary, const struct curve_finding *wanted);

/* Whether it holds all of a list, which CURVE_END or its length ends. An empty list holds nothing: false.
 * `missing`, where it is not NULL, gets the first that fails, else NULL. */
bool answer_holds_all(const struct summary *summary, const struct curve_finding wanted[CURVE_FINDINGS],
                      const struct curve_finding **missing);

/* One wanted finding in words: "knee 2 accepted from 1.94 MiB to 2.7 MiB". Returns `text`. */
const char *answer_wanted(const struct curve_finding *wanted, char text[ANSWER_TEXT]);

#endif
