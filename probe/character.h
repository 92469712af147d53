/* Where text that others wrote is taken apart into characters, and the one answer to which of them may reach
 * a terminal, a script, a page, a header line or a cell of a table. */
#ifndef CACHESTAIR_CHARACTER_H
#define CACHESTAIR_CHARACTER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Length in bytes of the character at `text`, of which `left` bytes may be read (SIZE_MAX where a NUL ends
 * it), where it is well-formed UTF-8 (RFC 3629) and harmless; *code is set to it. Else 0: a control character
 * (U+0000 to U+001F, U+007F to U+009F), a mark that turns the direction of writing (U+061C, U+200E, U+200F,
 * U+202A to U+202E, U+2066 to U+2069), a line separator (U+2028, U+2029), a byte-order mark, a noncharacter,
 * or a byte that belongs to no character. */
size_t character_length(const char *text, size_t left, uint32_t *code);

/* Writes `text` as what it can be within a line: a byte that belongs to no character as a question mark, any
 * other character that is refused as a space, and `doubled` (NUL: none) twice. */
void character_write_line(FILE *stream, const char *text, char doubled);

/* Whether a spreadsheet would take the text for a formula: its first byte that is no space and no control
 * byte is one of = + - @ |. */
int character_formula(const char *text);

#endif
