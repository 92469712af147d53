/* Where a picture is checked to be well-formed: a scanner that keeps the names of the open elements. */
#include "markup.h"
#include "../../probe/character.h"

#include <stdint.h>
#include <string.h>

struct markup {
	const char *text, *end, *at;
	char open[MARKUP_DEPTH][MARKUP_NAME];
	size_t depth;
	bool rooted; /* the root element has begun */
	char root[MARKUP_NAME];
	const char *what; /* the first thing that was wrong */
	const struct markup_reader *reader;
};

static int markup_fail(struct markup *markup, const char *what)
{
	if (markup->what == NULL)
		markup->what = what;
	return -1;
}

static bool markup_begins(const struct markup *markup, const char *prefix)
{
	size_t length = strlen(prefix);
	return (size_t)(markup->end - markup->at) >= length && memcmp(markup->at, prefix, length) == 0;
}

static bool markup_space(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static void markup_skip_spaces(struct markup *markup)
{
	while (markup->at < markup->end && markup_space(*markup->at))
		markup->at++;
}

static void markup_tell_text(const struct markup *markup, const char *text, const char *end, bool cdata)
{
	if (markup->reader != NULL && markup->rooted && end > text)
		markup->reader->text(markup->reader->context, text, (size_t)(end - text), cdata);
}

/* Moves past the next `close`. */
static int markup_skip_past(struct markup *markup, const char *close, const char *what)
{
	size_t length = strlen(close);
	for (; (size_t)(markup->end - markup->at) >= length; markup->at++)
		if (memcmp(markup->at, close, length) == 0) {
			markup->at += length;
			return 0;
		}
	return markup_fail(markup, what);
}

static bool markup_name_byte(char byte, bool first)
{
	bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
	              byte == ':' || (unsigned char)byte >= 0x80;
	bool later = (byte >= '0' && byte <= '9') || byte == '-' || byte == '.';
	return letter || (later && !first);
}

static int markup_name(struct markup *markup, char name[MARKUP_NAME])
{
	size_t length = 0;
	while (markup->at < markup->end && markup_name_byte(*markup->at, length == 0)) {
		if (length + 1 == MARKUP_NAME)
			return markup_fail(markup, "a name is too long");
		name[length++] = *markup->at++;
	}
	name[length] = '\0';
	return length > 0 ? 0 : markup_fail(markup, "a name is missing");
}

/* At an ampersand: one of the five named entities, or a numeric one. */
static int markup_entity(struct markup *markup)
{
	static const char *const named[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
	static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";
	for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
		if (markup_begins(markup, named[i])) {
			markup->at += strlen(named[i]);
			return 0;
		}
	const char *digits = markup_begins(markup, "&#x")  ? hexadecimal
	                     : markup_begins(markup, "&#") ? decimal
	                                                   : NULL;
	if (digits == NULL)
		return markup_fail(markup, "an ampersand begins no entity");
	markup->at += digits == decimal ? 2 : 3;
	size_t count = 0;
	for (; markup->at < markup->end && *markup->at != '\0' && strchr(digits, *markup->at) != NULL;
	     count++)
		markup->at++;
	if (count == 0 || count > 7 || markup->at == markup->end || *markup->at != ';')
		return markup_fail(markup, "an ampersand begins no entity");
	markup->at++;
	return 0;
}

static int markup_attribute(struct markup *markup, const char *name)
{
	markup_skip_spaces(markup);
	if (markup->at == markup->end || *markup->at != '=')
		return markup_fail(markup, "an attribute has no value");
	markup->at++;
	markup_skip_spaces(markup);
	if (markup->at == markup->end || (*markup->at != '"' && *markup->at != '\''))
		return markup_fail(markup, "an attribute's value is not quoted");
	char quote = *markup->at++;
	const char *value = markup->at;
	while (markup->at < markup->end && *markup->at != quote) {
		if (*markup->at == '<')
			return markup_fail(markup, "an attribute's value holds <");
		if (*markup->at == '&' && markup_entity(markup) != 0)
			return -1;
		else if (*markup->at != quote && *markup->at != '&')
			markup->at++;
	}
	if (markup->at == markup->end)
		return markup_fail(markup, "an attribute's value does not end");
	if (markup->reader != NULL)
		markup->reader->attribute(markup->reader->context, name, value, (size_t)(markup->at - value));
	markup->at++;
	return 0;
}

/* After the name of a start tag: attributes, then > or />. */
static int markup_attributes(struct markup *markup, bool *closed)
{
	enum { ATTRIBUTES = 32 };
	char seen[ATTRIBUTES][MARKUP_NAME];
	for (size_t count = 0;; count++) {
		const char *before = markup->at;
		markup_skip_spaces(markup);
		*closed = markup_begins(markup, "/>");
		if (*closed || markup_begins(markup, ">")) {
			markup->at += *closed ? 2 : 1;
			return 0;
		}
		if (markup->at == before)
			return markup_fail(markup, "a tag does not end");
		if (count == ATTRIBUTES)
			return markup_fail(markup, "a tag has too many attributes");
		if (markup_name(markup, seen[count]) != 0 || markup_attribute(markup, seen[count]) != 0)
			return -1;
		for (size_t i = 0; i < count; i++)
			if (strcmp(seen[i], seen[count]) == 0)
				return markup_fail(markup, "an attribute is repeated");
	}
}

static int markup_start_tag(struct markup *markup)
{
	bool closed = false;
	char name[MARKUP_NAME];
	markup->at++;
	if (markup_name(markup, name) != 0)
		return -1;
	if (markup->reader != NULL)
		markup->reader->begins(markup->reader->context, name);
	if (markup_attributes(markup, &closed) != 0)
		return -1;
	if (markup->reader != NULL)
		markup->reader->begun(markup->reader->context, closed);
	if (markup->depth == 0 && markup->rooted)
		return markup_fail(markup, "a second root begins");
	if (!markup->rooted)
		memcpy(markup->root, name, sizeof name);
	markup->rooted = true;
	if (closed)
		return 0;
	if (markup->depth == MARKUP_DEPTH)
		return markup_fail(markup, "elements nest too deep");
	memcpy(markup->open[markup->depth++], name, sizeof name);
	return 0;
}

static int markup_end_tag(struct markup *markup)
{
	char name[MARKUP_NAME];
	markup->at += 2;
	if (markup_name(markup, name) != 0)
		return -1;
	markup_skip_spaces(markup);
	if (!markup_begins(markup, ">"))
		return markup_fail(markup, "an end tag does not end");
	if (markup->depth == 0 || strcmp(markup->open[markup->depth - 1], name) != 0)
		return markup_fail(markup, "an end tag closes no open element");
	if (markup->reader != NULL)
		markup->reader->ends(markup->reader->context, name);
	markup->at++;
	markup->depth--;
	return 0;
}

static int markup_tag(struct markup *markup)
{
	static const struct {
		const char *open, *close;
		bool inside; /* only inside the root element */
	} passages[] = {{"<!--", "-->", false},
	                {"<![CDATA[", "]]>", true},
	                {"<?", "?>", false},
	                {"<!DOCTYPE", ">", false}};
	for (size_t i = 0; i < sizeof passages / sizeof passages[0]; i++) {
		if (!markup_begins(markup, passages[i].open))
			continue;
		if (passages[i].inside && markup->depth == 0)
			return markup_fail(markup, "character data stands outside the root");
		markup->at += strlen(passages[i].open);
		const char *text = markup->at;
		if (markup_skip_past(markup, passages[i].close, "a passage does not end") != 0)
			return -1;
		if (passages[i].inside)
			markup_tell_text(markup, text, markup->at - strlen(passages[i].close), true);
		return 0;
	}
	return markup_begins(markup, "</") ? markup_end_tag(markup) : markup_start_tag(markup);
}

/* Every character must be one that XML knows; character_length refuses more than XML does, which gnuplot
 * never writes. */
static int markup_characters(struct markup *markup)
{
	for (markup->at = markup->text; markup->at < markup->end;) {
		uint32_t code = 0;
		/* The text ends with a NUL beyond its length, so a character cut off at the end is refused.
		 */
		size_t length = markup_space(*markup->at) ? 1 : character_length(markup->at, SIZE_MAX, &code);
		if (length == 0)
			return markup_fail(markup, "a byte is no character of XML");
		markup->at += length;
	}
	markup->at = markup->text;
	return 0;
}

static int markup_walk(struct markup *markup)
{
	const char *text = markup->at; /* what stands since the last tag */
	while (markup->at < markup->end) {
		if (*markup->at == '<') {
			markup_tell_text(markup, text, markup->at, false);
			if (markup_tag(markup) != 0)
				return -1;
			text = markup->at;
		} else if (markup->depth == 0 && !markup_space(*markup->at)) {
			return markup_fail(markup, "character data stands outside the root");
		} else if (markup_begins(markup, "]]>")) {
			return markup_fail(markup, "]]> stands in character data");
		} else if (*markup->at == '&') {
			if (markup_entity(markup) != 0)
				return -1;
		} else {
			markup->at++;
		}
	}
	markup_tell_text(markup, text, markup->at, false);
	if (markup->depth > 0)
		return markup_fail(markup, "an element is not closed");
	return markup->rooted ? 0 : markup_fail(markup, "there is no element");
}

static int markup_run(struct markup *markup, const char *name, struct fault *fault)
{
	if (markup_characters(markup) == 0 && markup_walk(markup) == 0)
		return 0;
	unsigned long line = 1, column = 1;
	for (const char *at = markup->text; at < markup->at; at++) {
		column = *at == '\n' ? 1 : column + 1;
		line += *at == '\n';
	}
	fault_set(fault, name, "is not well-formed: %s", markup->what);
	return fault_at(fault, line, column);
}

int markup_read(const char *text, size_t length, const char *name, const struct markup_reader *reader,
                struct fault *fault)
{
	struct markup markup = {.text = text, .end = text + length, .at = text, .reader = reader};
	return markup_run(&markup, name, fault);
}

int markup_check_svg(const char *text, size_t length, const char *name, struct fault *fault)
{
	static const char close[] = "</svg>";
	struct markup markup = {.text = text, .end = text + length, .at = text};
	size_t end = length;
	while (end > 0 && markup_space(text[end - 1]))
		end--;
	if (end < strlen(close) || memcmp(text + end - strlen(close), close, strlen(close)) != 0)
		return fault_set(fault, name, "does not end in </svg>");
	if (markup_run(&markup, name, fault) != 0)
		return -1;
	return strcmp(markup.root, "svg") == 0 ? 0 : fault_set(fault, name, "has a root that is not svg");
}
