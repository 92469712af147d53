/* Where numbers become the words of a figure: what was measured with three digits, what is exact as short as
 * it is. */
#ifndef CACHESTAIR_PLOT_WORDS_H
#define CACHESTAIR_PLOT_WORDS_H

#include <stddef.h>

enum { WORDS = 48 };

/* A measured size in bytes with three digits: "75.2 KiB", "4.36 MiB", "512 B". Returns words. */
const char *words_size(char words[WORDS], double bytes);
/* The two ends of an interval, in the unit that words_size gives `bytes`: "74.9–75.3"; empty where both print
 * alike or one is no number. */
const char *words_interval(char words[WORDS], double bytes, double low, double high);
/* Two sizes as a range: "40 to 80 KiB", "768 KiB to 1 MiB", each as words_exact gives it. */
const char *words_range(char words[WORDS], double low, double high);
/* A size of the grid, or a reported one: as short as it is exact ("48 KiB", "1.375 MiB"); with three digits
 * where that takes more than five characters of number. */
const char *words_exact(char words[WORDS], double bytes);
/* A plain number with three digits: "0.910", "12.0", "390". */
const char *words_three(char words[WORDS], double value);
/* A number as short as it is, with at most three digits: "4.4", "0.97", "3". */
const char *words_short(char words[WORDS], double value);
/* How many, as a word up to twelve ("no", "one", ... ), then in digits. */
const char *words_count(char words[WORDS], size_t count);

#endif
