/* Where text becomes whole numbers and sizes, and sizes become text again. No locale, no floating point. */
#ifndef CACHESTAIR_NUMBER_H
#define CACHESTAIR_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Why a text is no number; NULL where it is one. The reasons are fixed texts: nothing to free. */
typedef const char *number_reason;

/* Reads `length` bytes as a decimal whole number from `minimum` to `maximum`. Takes digits alone: no sign, no
 * space, no exponent. Returns NULL and sets *value, or returns the reason ("is empty", "is not a whole
 * number", "is too small", "is too large"). */
number_reason number_parse(const char *text, size_t length, uint64_t minimum, uint64_t maximum,
                           uint64_t *value);

/* As number_parse, for a size in bytes with an optional suffix K, M, G or KiB, MiB, GiB (powers of 1,024). */
number_reason size_parse(const char *text, size_t length, uint64_t minimum, uint64_t maximum,
                         uint64_t *bytes);

enum { SIZE_TEXT = 32 };

/* Writes a size as short as it is exact: "48 KiB", "1.5 MiB", "1000 B"; falls back to bytes where three
 * decimals of a unit would not be exact. Returns `text`. */
const char *size_format(uint64_t bytes, char text[SIZE_TEXT]);

#endif
