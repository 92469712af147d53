/* Where words are cleaned, measured and cut before they are placed on a figure.
 *
 * A figure asks for Arial. Helvetica and Liberation Sans have its widths; where neither is installed a wider
 * font stands in, DejaVu Sans as a rule. So a text is given the room of the wider of both, and what is placed
 * by it stays clear in either. Text from a capture passes through text_clean on its way into a
 * script. */
#ifndef CACHESTAIR_PLOT_TEXT_H
#define CACHESTAIR_PLOT_TEXT_H

#include "../../probe/fault.h"
#include "../../reduce/summary/quantity.h"

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_BYTES = 512 }; /* room for any text of a figure, with its end */

/* Copies `text` to `out` (size bytes, at least 8). What character_length refuses is left out, tabs and line
 * ends become spaces, spaces that follow each other become one, "]]>" becomes "]] >" and "&#" "& #", and what
 * has no room is cut after a whole character. Returns the length. */
size_t text_clean(char *out, size_t size, const char *text);

/* The width of a text, in units of the figure, at a font size. Printable ASCII by the wider of Helvetica
 * and DejaVu Sans; of the rest a few by their own width and every other character as a full em, which none
 * exceeds. */
double text_width(const char *text, double font);

/* Copies the text to `out` (TEXT_BYTES bytes; it may be the text itself), shortened so that it takes no more
 * than `room`: at a word where one ends in the room's second half, with "..." at its end. A room that holds
 * nothing leaves an empty text. Returns `out`. */
char *text_cut(char *out, const char *text, double room, double font);

/* Moves the first line of *text that fits into `room` to line (TEXT_BYTES bytes), broken at a space where
 * there is one, and *text on to what is left (an empty text at the end). */
void text_line(char *line, const char **text, double room, double font);

/* Adds to the text in a buffer of TEXT_BYTES, printf-style; what has no room is left out. Returns the text.
 */
char *text_add(char *text, const char *format, ...) FAULT_PRINTF(2, 3);

/* ---- plain numbers in words; sizes are reduce/summary/quantity's. All return `words`. ---- */

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
