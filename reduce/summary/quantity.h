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

#endif
