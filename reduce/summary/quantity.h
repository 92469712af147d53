/* Where quantities are put into words, for reasons, reports, figures and the page: the one way in which a
 * size is written.
 *
 * A measured size has three significant digits ("75.2 KiB", "1.00 MiB"). A size of the grid, or a reported
 * one, is exact and as short as it is ("64 B", "48 KiB", "1.375 MiB"). The unit is the largest in which the
 * number is at least 1: sizes from 1000 to 1023 of a unit keep it ("1000 KiB", not "0.977 MiB"), and what
 * rounds to 1024 is 1 of the next. Bytes have no decimals. The largest unit is TiB. */
#ifndef CACHESTAIR_QUANTITY_H
#define CACHESTAIR_QUANTITY_H

enum { QUANTITY_TEXT = 48 };

/* A measured size in bytes. Returns `text`, as all of these do. */
const char *quantity_size(double bytes, char text[QUANTITY_TEXT]);

/* An exact size in bytes; as a measured one where it is no whole number or takes more than five characters of
 * number (22.625 KiB is "22.6 KiB"). */
const char *quantity_exact(double bytes, char text[QUANTITY_TEXT]);

/* Two measured sizes as a range, in one unit where both have it: "1.20 to 1.38 MiB", "708 KiB to 1.38 MiB".
 */
const char *quantity_range(double low, double high, char text[QUANTITY_TEXT]);

/* Two exact sizes as a range: "40 to 80 KiB"; each as quantity_exact gives it where their units differ, so
 * that it can be found in the table: "768 KiB to 1 MiB". As a measured range where either is no whole number.
 */
const char *quantity_exact_range(double low, double high, char text[QUANTITY_TEXT]);

/* The two ends of an interval without a unit, beside a measured size `bytes` whose unit they share:
 * "74.9–75.3". Empty where both print alike or one is no number. */
const char *quantity_interval(double bytes, double low, double high, char text[QUANTITY_TEXT]);

/* A plain number with three significant digits, no exponent: "0.910", "12.0", "390". */
const char *quantity_number(double value, char text[QUANTITY_TEXT]);

/* A share in per cent with one decimal and its sign: "-2.3 %", "+120 %". */
const char *quantity_percent(double share, char text[QUANTITY_TEXT]);

/* A claim, rounded outwards so that what is printed holds what is claimed, with one unit where both ends
 * share it: "30.0 to 33.5 KiB", "362 KiB to 1.42 MiB". Returns `text`. */
const char *quantity_claim(double low_bytes, double high_bytes, char text[QUANTITY_TEXT]);

#endif
