/* Where words are cleaned, measured and cut. */
#include "text.h"

#include "../../probe/character.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Widths of U+0020 to U+007E, in thousandths of the font size: the wider of Helvetica (Adobe's Core 14 font
 * metrics) and DejaVu Sans (its table hmtx, rounded up). */
static const uint16_t text_widths[95] = {
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361,  318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 556, 1015, 685, 687, 722, 771, 667,
    611, 778, 752, 295, 500, 667, 558, 863, 749, 788, 667, 788, 722, 667,  611, 732, 685, 989, 686,
    667, 686, 391, 337, 391, 838, 556, 500, 613, 635, 550, 635, 616, 353,  635, 634, 278, 278, 580,
    278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592,  525, 637, 337, 637, 838};

/* The other characters that the figures themselves write. */
static const struct {
	uint32_t code;
	uint16_t width;
} text_others[] = {{0xb1, 838}, {0xd7, 838}, {0x2013, 556}, {0x2212, 838}, {0x2264, 838}, {0x2265, 838}};

/* Whether a space must come before `next`: "]]>" would end a CDATA section, and gnuplot writes "&#" into an
 * SVG as it stands, as the beginning of a numeric entity, while it escapes every other ampersand. */
static bool text_breaks(const char *out, size_t used, char next)
{
	if (next == '#')
		return out[used - 1] == '&';
	return next == '>' && used >= 2 && out[used - 1] == ']' && out[used - 2] == ']';
}

size_t text_clean(char *out, size_t size, const char *text)
{
	size_t used = 0;
	while (*text != '\0') {
		uint32_t code = 0;
		bool space = *text == ' ' || (*text >= '\t' && *text <= '\r');
		size_t length = space ? 1 : character_length(text, SIZE_MAX, &code);
		bool broken = used > 0 && text_breaks(out, used, *text);
		if (used + length + broken + 1 > size)
			break;
		if (broken)
			out[used++] = ' ';
		if (space && (used == 0 || out[used - 1] != ' '))
			out[used++] = ' ';
		else if (!space) {
			memmove(out + used, text,
			        length); /* `out` may be `text` itself where nothing grows */
			used += length;
		}
		text += length == 0 ? 1 : length;
	}
	while (used > 0 && out[used - 1] == ' ')
		used--;
	out[used] = '\0';
	return used;
}

static unsigned text_advance(uint32_t code)
{
	if (code >= 0x20 && code <= 0x7e)
		return text_widths[code - 0x20];
	for (size_t i = 0; i < sizeof text_others / sizeof text_others[0]; i++)
		if (text_others[i].code == code)
			return text_others[i].width;
	return 1000;
}

/* The width of the first `length` bytes. */
static double text_width_of(const char *text, size_t length, double font)
{
	unsigned long sum = 0;
	for (size_t i = 0; i < length && text[i] != '\0';) {
		uint32_t code = 0;
		size_t step = character_length(text + i, SIZE_MAX, &code);
		sum += step == 0 ? 0 : text_advance(code);
		i += step == 0 ? 1 : step;
	}
	return (double)sum * font / 1000;
}

double text_width(const char *text, double font)
{
	return text_width_of(text, strlen(text), font);
}

/* The length of the longest beginning of whole characters that fits; *word is the longest that ends before a
 * space. */
static size_t text_fit(const char *text, double room, double font, size_t *word)
{
	size_t fits = 0, i = 0;
	double width = 0;
	*word = 0;
	while (text[i] != '\0') {
		uint32_t code = 0;
		size_t step = character_length(text + i, SIZE_MAX, &code);
		if (step == 0) {
			step = 1;
		} else {
			width += text_advance(code) * font / 1000;
		}
		if (width > room)
			break;
		i += step;
		fits = i;
		if (text[i] == ' ')
			*word = i;
	}
	return fits;
}

char *text_cut(char *out, const char *text, double room, double font)
{
	static const char dots[] = "...";
	size_t word = 0, length = strnlen(text, TEXT_BYTES - 1);
	memmove(out, text, length);
	out[length] = '\0';
	if (text_width(out, font) <= room)
		return out;
	double left = room - text_width(dots, font);
	length = left <= 0 ? 0 : text_fit(out, left, font, &word);
	if (length > 0 && text_width_of(out, word, font) >= room / 2)
		length = word;
	while (length > 0 && out[length - 1] == ' ')
		length--;
	if (length > TEXT_BYTES - sizeof dots)
		length = TEXT_BYTES - sizeof dots;
	memcpy(out + length, length == 0 ? "" : dots, length == 0 ? 1 : sizeof dots);
	return out;
}

void text_line(char *line, const char **text, double room, double font)
{
	size_t word = 0, length = text_fit(*text, room, font, &word);
	if ((*text)[length] != '\0' && word > 0)
		length = word;
	if (length == 0 && **text != '\0')
		length = 1;
	if (length > TEXT_BYTES - 1)
		length = TEXT_BYTES - 1;
	memcpy(line, *text, length);
	line[length] = '\0';
	*text += length;
	while (**text == ' ')
		(*text)++;
}

char *text_add(char *text, const char *format, ...)
{
	size_t used = strlen(text);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text + used, TEXT_BYTES - used, format, arguments);
	va_end(arguments);
	return text;
}

const char *words_three(char words[WORDS], double value)
{
	if (isfinite(value))
		return quantity_number(value, words);
	snprintf(words, WORDS, "?");
	return words;
}

const char *words_short(char words[WORDS], double value)
{
	snprintf(words, WORDS, "%.3g", value);
	return words;
}

const char *words_count(char words[WORDS], size_t count)
{
	static const char *const names[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
	                                    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
	if (count < sizeof names / sizeof names[0])
		snprintf(words, WORDS, "%s", names[count]);
	else
		snprintf(words, WORDS, "%zu", count);
	return words;
}

void words_begin(char *words)
{
	if (words[0] >= 'a' && words[0] <= 'z')
		words[0] = (char)(words[0] - 'a' + 'A');
}
