/* Where text that others wrote is taken apart into characters. */
#include "character.h"

#include <stdbool.h>
#include <string.h>

/* Length of the well-formed sequence at `text`, or 0. A continuation byte is asked before the next is read,
 * so that a NUL ends it. */
static size_t decode(const unsigned char *text, size_t left, uint32_t *code)
{
	static const unsigned char lead[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length = left == 0        ? 0
	                : text[0] < 0x80 ? 1
	                : text[0] < 0xc2 ? 0
	                : text[0] < 0xe0 ? 2
	                : text[0] < 0xf0 ? 3
	                : text[0] < 0xf5 ? 4
	                                 : 0;
	if (length == 0 || left < length)
		return 0;
	*code = text[0] & lead[length];
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
	return *code < least[length] || *code > 0x10ffff || surrogate ? 0 : length;
}

static bool refused(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
	              {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}};
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return (code & 0xfffe) == 0xfffe;
}

size_t character_length(const char *text, size_t left, uint32_t *code)
{
	size_t length = decode((const unsigned char *)text, left, code);
	return length > 0 && !refused(*code) ? length : 0;
}

void character_write_line(FILE *stream, const char *text, char doubled)
{
	while (*text != '\0') {
		uint32_t code = 0;
		size_t length = decode((const unsigned char *)text, SIZE_MAX, &code);
		if (length == 0)
			fputc('?', stream);
		else if (refused(code))
			fputc(' ', stream);
		else
			fwrite(text, 1, length, stream);
		if (doubled != '\0' && *text == doubled)
			fputc(doubled, stream);
		text += length == 0 ? 1 : length;
	}
}

int character_formula(const char *text)
{
	while (*text != '\0' && ((unsigned char)*text <= 0x20 || *text == 0x7f))
		text++;
	return *text != '\0' && strchr("=+-@|", *text) != NULL;
}
