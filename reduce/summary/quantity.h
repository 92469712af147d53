/* Where measured quantities are put into words for reasons and reports: three digits, always. */
#ifndef CACHESTAIR_QUANTITY_H
#define CACHESTAIR_QUANTITY_H

enum { QUANTITY_TEXT = 48 };

/* A size in bytes: "75.2 KiB", "1.02 MiB". Returns `text`. */
const char *quantity_size(double bytes, char text[QUANTITY_TEXT]);

/* A plain number with three significant digits, no exponent: "0.910", "12.0", "390". Returns `text`. */
const char *quantity_number(double value, char text[QUANTITY_TEXT]);

/* A share in per cent with one decimal and its sign: "-2.3 %", "+120 %". Returns `text`. */
const char *quantity_percent(double share, char text[QUANTITY_TEXT]);

/* A claim, rounded outwards so that what is printed holds what is claimed, with one unit where both ends
 * share it: "30.0 to 33.5 KiB", "362 KiB to 1.42 MiB". Returns `text`. */
const char *quantity_claim(double low_bytes, double high_bytes, char text[QUANTITY_TEXT]);

/* A size that someone gave, as short as it is exact: "32 KiB", "1.25 MiB"; else three digits. Returns `text`.
 */
const char *quantity_given(double bytes, char text[QUANTITY_TEXT]);

#endif
