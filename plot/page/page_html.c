/* Where HTML is written, safely. */
#include "page_html.h"
#include "../../probe/character.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Writes one character of `length` bytes, escaped. */
static void html_character(FILE *stream, const char *text, size_t length)
{
	static const struct {
		char byte;
		const char *escape;
	} escapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
	for (size_t i = 0; length == 1 && i < sizeof escapes / sizeof escapes[0]; i++)
		if (escapes[i].byte == *text) {
			fputs(escapes[i].escape, stream);
			return;
		}
	fwrite(text, 1, length, stream);
}

static bool html_is_space(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool html_is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* Writes what stands at `text` and returns its length in bytes; counts what was written. */
static size_t html_step(FILE *stream, const char *text, size_t *written)
{
	uint32_t code = 0;
	size_t length = character_length(text, SIZE_MAX, &code);
	if (html_is_space(*text)) {
		fputc(' ', stream);
		length = 1;
	} else if (length > 0) {
		html_character(stream, text, length);
	} else {
		return 1; /* a byte that no reader can take */
	}
	++*written;
	return length;
}

void html_text(FILE *stream, const char *text)
{
	size_t written = 0;
	while (*text != '\0' && written < HTML_LONGEST)
		text += html_step(stream, text, &written);
	if (*text != '\0')
		fputs("...", stream);
}

/* The row of the rule whose id is the whole word at `text`, or NULL. */
static const struct rule_row *html_rule_at(const char *text)
{
	char id[8] = "";
	size_t length = 0;
	while (html_is_letter(text[length]))
		if (++length == sizeof id)
			return NULL;
	memcpy(id, text, length);
	return rule_find(id);
}

void html_prose(FILE *stream, const char *text)
{
	bool listing = false; /* within parentheses that have held nothing but ids */
	char before = ' ';
	size_t written = 0;
	while (*text != '\0' && written < HTML_LONGEST) {
		const struct rule_row *rule = html_is_letter(before) ? NULL : html_rule_at(text);
		size_t length = rule == NULL ? 0 : strlen(rule->id);
		if (rule != NULL && (listing || text[length] == ':')) {
			html_rules(stream, RULE_SET(rule->rule));
			before = text[length - 1];
			text += length;
			written += length;
			continue;
		}
		listing = *text == '(' || (listing && (*text == ',' || *text == ' '));
		before = *text;
		text += html_step(stream, text, &written);
	}
	if (*text != '\0')
		fputs("...", stream);
}

void html_rules(FILE *stream, rule_set set)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(set, list);
	for (size_t i = 0; i < count; i++)
		fprintf(stream, "%s<a href=\"" HTML_RULES "#%s\">%s</a>", i > 0 ? " " : "", rules[list[i]].id,
		        rules[list[i]].id);
}

struct html_part in_status(enum status status)
{
	static const char *const kinds[] = {"acc", "not", "ref"};
	return in_verdict(kinds[status], status_word(status));
}

struct html_part in_count(uint64_t number)
{
	struct html_part part = {.type = PART_NUMBER};
	snprintf(part.number, sizeof part.number, "%" PRIu64, number);
	return part;
}

struct html_part in_quantity(const char *words(double, char[QUANTITY_TEXT]), double value)
{
	struct html_part part = {.type = PART_NUMBER};
	if (isfinite(value))
		words(value, part.number);
	return part;
}

struct html_part in_range(const char *words(double, double, char[QUANTITY_TEXT]), double low, double high)
{
	struct html_part part = {.type = PART_NUMBER};
	if (isfinite(low) && isfinite(high))
		words(low, high, part.number);
	return part;
}

static void html_part(FILE *stream, const struct html_part *part)
{
	char words[TEXT_BYTES];
	switch (part->type) {
	case PART_TEXT:
		html_text(stream, part->text);
		break;
	case PART_PROSE:
		html_prose(stream, part->text);
		break;
	case PART_MARKUP:
		fputs(part->text, stream);
		break;
	case PART_RULES:
		html_rules(stream, part->rules);
		break;
	case PART_VERDICT:
		html_write(stream, "<span class=\"st @\">@</span>", in_markup(part->kind),
		           in_text(part->text));
		break;
	case PART_NUMBER:
		fputs(part->number, stream);
		break;
	case PART_FINDING:
		html_text(stream, part->words(part->finding, words));
	}
}

void html_fill(FILE *stream, const char *markup, const struct html_part *parts)
{
	for (; *markup != '\0'; markup++)
		if (*markup == '@')
			html_part(stream, parts++);
		else
			fputc(*markup, stream);
}

void html_id(char id[HTML_ID], const char *prefix, const char *text)
{
	size_t used = (size_t)snprintf(id, HTML_ID, "%.20s", prefix);
	for (; *text != '\0' && used + 8 < HTML_ID; text++) { /* room for a number behind it */
		char byte = *text;
		if (byte >= 'A' && byte <= 'Z')
			byte = (char)(byte - 'A' + 'a');
		if (html_is_letter(byte))
			id[used++] = byte;
		else if (used > 0 && id[used - 1] != '-')
			id[used++] = '-';
	}
	while (used > 1 && id[used - 1] == '-')
		used--;
	id[used] = '\0';
}

/* ---- pages ---- */

void html_page(FILE *stream, const char *title, const char *description)
{
	html_write(stream,
	           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	           "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	           "<link rel=\"icon\" href=\"data:,\"/>\n<title>@</title>\n"
	           "<meta name=\"description\" content=\"@\"/>\n<style>\n",
	           in_text(title), in_markup(description));
	for (size_t i = 0; page_style[i] != NULL; i++)
		fputs(page_style[i], stream);
	fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the answers</a>\n"
	      "<div class=\"wrap\">\n<header>\n",
	      stream);
}

void html_sections(FILE *stream, const char *links)
{
	fputs("</header>\n<nav aria-label=\"Sections\"><ul>", stream);
	while (*links != '\0') {
		int id = (int)strcspn(links, ":"), words = (int)strcspn(links + id + 1, "|");
		bool page = memchr(links, '.', (size_t)id) != NULL;
		fprintf(stream, "<li><a href=\"%s%.*s\">%.*s</a></li>", page ? "" : "#", id, links, words,
		        links + id + 1);
		links += id + 1 + words;
		links += *links == '|';
	}
	fputs("</ul></nav>\n<main id=\"main\">\n", stream);
}

void html_page_end(FILE *stream)
{
	fputs("</main>\n<footer class=\"small\"><p>cachestair " CACHESTAIR_VERSION
	      ". This page holds no script and asks nothing of the network.</p></footer>\n</div>\n</body>\n"
	      "</html>\n",
	      stream);
}

void html_section(FILE *stream, const char *id, const char *heading)
{
	fprintf(stream, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s</h2>\n", id, id, id,
	        heading);
}

void html_section_end(FILE *stream)
{
	fputs("</section>\n", stream);
}

/* ---- tables ---- */

void html_columns(FILE *stream, const char *columns)
{
	fputs("<thead><tr>", stream);
	while (*columns != '\0') {
		int title = (int)strcspn(columns, "#|");
		bool number = columns[title] == '#';
		fprintf(stream, "<th scope=\"col\"%s>%.*s</th>", number ? " class=\"n\"" : "", title,
		        columns);
		columns += title + number;
		columns += *columns == '|';
	}
	fputs("</tr></thead><tbody>\n", stream);
}

void html_table(FILE *stream, const char *caption, const char *style, const char *columns)
{
	html_write(stream,
	           "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table: @\">"
	           "<table class=\"@\"><caption><span>@</span></caption>",
	           in_text(caption), in_markup(style), in_text(caption));
	html_columns(stream, columns);
}

void html_table_end(FILE *stream)
{
	fputs("</tbody></table></div>\n", stream);
}

void html_fill_row(FILE *stream, const char *cells, const struct html_part *parts)
{
	static const char begins[] = "|#~^", *const kinds[] = {"", " class=\"n\"", " class=\"why\"",
	                                                       " class=\"of\""};
	const char *end = "</th>";
	fputs("<tr><th scope=\"row\">", stream);
	for (; *cells != '\0'; cells++) {
		const char *kind = strchr(begins, *cells);
		if (kind != NULL) {
			fprintf(stream, "%s<td%s>", end, kinds[kind - begins]);
			end = "</td>";
		} else if (*cells == '@') {
			html_part(stream, parts++);
		} else {
			fputc(*cells, stream);
		}
	}
	fprintf(stream, "%s</tr>\n", end);
}

void html_fold(FILE *stream, const char *words)
{
	html_write(stream, "<details><summary>@</summary>\n", in_text(words));
}

void html_fold_end(FILE *stream)
{
	fputs("</details>\n", stream);
}
