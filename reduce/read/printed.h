/* Where a number as another tool printed it becomes a value, and a rounded size the size that was meant. No
 * locale: a dot is the decimal sign, a comma only where the caller allows it. */
#ifndef CACHESTAIR_PRINTED_H
#define CACHESTAIR_PRINTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct printed {
	double value;     /* correctly rounded */
	uint64_t digits;  /* the first 15 significant digits, without the sign for decimals */
	int places;       /* digits * 10^-places is what is printed, as far as those digits go */
	bool exact_whole; /* a whole number: no decimals were printed, and no exponent */
};

/* Reads `length` bytes: digits with at most one decimal sign and at most one exponent, no sign in front.
 * False where it is anything else, or not finite. */
bool printed_parse(const char *text, size_t length, bool comma, struct printed *printed);

/* How many bytes of `text` could belong to such a number. */
size_t printed_span(const char *text, bool comma);

/* The size in bytes that `printed` units stand for, in whole lines of `line_bytes`. A printed size is a
 * rounded one: 0.00195 MiB is 2048 bytes. Where the number is not whole lines itself, it is the multiple of
 * the line within half a unit of the last printed digit that the highest power of two divides (of those, the
 * nearest), since sizes are swept in steps of powers of two; where there is none, the nearest multiple. 0
 * where the size is zero or more than 2^52. */
uint64_t printed_size(const struct printed *printed, uint64_t unit_bytes, uint64_t line_bytes);

/* Bytes of a unit of size by its name, in any case: b, bytes, k, kb, KiB, m, mb, MiB, g, gb, GiB (powers of
 * 1,024 all). 0 where it is none. */
uint64_t printed_unit(const char *text, size_t length);

#endif
