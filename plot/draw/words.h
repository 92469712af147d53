/* Where plain numbers become the words of a figure. Sizes are reduce/summary/quantity's. All return `words`.
 */
#ifndef CACHESTAIR_PLOT_WORDS_H
#define CACHESTAIR_PLOT_WORDS_H

#include "../../reduce/summary/quantity.h"

#include <stddef.h>

enum { WORDS = QUANTITY_TEXT };

/* quantity_number, or "?" where it is none. */
const char *words_three(char words[WORDS], double value);
/* A number as short as it is, with at most three digits: "4.4", "0.97", "3". */
const char *words_short(char words[WORDS], double value);
/* How many, as a word up to twelve ("no", "one", ... ), then in digits. */
const char *words_count(char words[WORDS], size_t count);
/* Makes the first letter of a text a capital. */
void words_begin(char *words);

#endif
