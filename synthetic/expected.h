/* What a reduction said of a made capture, in words, and whether it holds what the table asks for. */
#ifndef CACHESTAIR_SYNTHETIC_EXPECTED_H
#define CACHESTAIR_SYNTHETIC_EXPECTED_H

#include "specimen.h"

#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>

enum { EXPECTED_TEXT = 512 };

/* One line: "3 levels; knees 53.1 KiB, 2.29 MiB", "no hierarchy (L2)", with granules and comparisons where
 * the summary has them. Returns `text`. */
const char *found_words(const struct summary *summary, char text[EXPECTED_TEXT]);

/* Whether the summary holds one finding as asked for (or, for silent and unclaimed ones, holds none). */
bool expected_holds(const struct summary *summary, const struct expected_finding *wanted);

/* Whether it holds all of a list, which EXPECT_END or its length ends. An empty list holds nothing: false.
 * `missing`, where it is not NULL, gets the first that fails, else NULL. */
bool expected_holds_all(const struct summary *summary,
                        const struct expected_finding wanted[EXPECTED_FINDINGS],
                        const struct expected_finding **missing);

/* One wanted finding in words: "knee 2 accepted from 1.94 MiB to 2.7 MiB". Returns `text`. */
const char *expected_words(const struct expected_finding *wanted, char text[EXPECTED_TEXT]);

#endif
