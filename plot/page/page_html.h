/* Where HTML is written, safely: every text is cleaned and escaped on its way out, and every id of a rule
 * that stands as such becomes a link to the rule's row on the page of the rules.
 *
 * Text from a capture reaches the page through these functions alone. What character_length refuses is left
 * out, and a text of more than HTML_LONGEST characters is cut and ends in three dots. Write errors stay in
 * the stream: the caller closes it through output_close, which checks. */
#ifndef CACHESTAIR_PLOT_PAGE_HTML_H
#define CACHESTAIR_PLOT_PAGE_HTML_H

#include "../../reduce/summary/summary.h"
#include "../draw/text.h"

#include <stdio.h>

enum { HTML_ID = 64, HTML_LONGEST = 600 };

/* A text, for an element's content or an attribute in double quotes. */
void html_text(FILE *stream, const char *text);

/* A sentence in which rules are named: "(X1)", "(K2, K3)", "D1: ..." become links where such a rule stands.
 */
void html_prose(FILE *stream, const char *text);

/* Rules by their ids, each a link, parted by spaces. */
void html_rules(FILE *stream, rule_set set);

/* The page of the rules; each rule's row has its id. */
#define HTML_RULES "rules.html"

/* What stands in a place of html_write. */
struct html_part {
	enum { PART_TEXT, PART_PROSE, PART_MARKUP, PART_RULES, PART_VERDICT, PART_NUMBER, PART_FINDING } type;
	const char *text; /* of a verdict: its words */
	const char *kind; /* of a verdict */
	rule_set rules;
	char number[QUANTITY_TEXT];
	const struct summary_finding *finding;
	const char *(*words)(const struct summary_finding *, char[TEXT_BYTES]);
};

/* Any text; a sentence as html_prose takes it; markup of ours, as it is; a whole number; rules. */
static inline struct html_part in_text(const char *text)
{
	return (struct html_part){.type = PART_TEXT, .text = text};
}
static inline struct html_part in_prose(const char *text)
{
	return (struct html_part){.type = PART_PROSE, .text = text};
}
static inline struct html_part in_markup(const char *markup)
{
	return (struct html_part){.type = PART_MARKUP, .text = markup};
}
struct html_part in_count(uint64_t number);
static inline struct html_part in_rules(rule_set set)
{
	return (struct html_part){.type = PART_RULES, .rules = set};
}
/* A verdict, a word with a shape: accepted, noted, refused; the same shapes with other words, where `kind` is
 * "acc", "ref", "not", "con" or "wr". */
struct html_part in_status(enum status status);
static inline struct html_part in_verdict(const char *kind, const char *words)
{
	return (struct html_part){.type = PART_VERDICT, .kind = kind, .text = words};
}

/* A quantity, or two as a range, as one of quantity.h's functions writes it; nothing where it is no number.
 */
struct html_part in_quantity(const char *words(double, char[QUANTITY_TEXT]), double value);
struct html_part in_range(const char *words(double, double, char[QUANTITY_TEXT]), double low, double high);
/* What such a function says of a finding. */
static inline struct html_part in_finding(const char *words(const struct summary_finding *, char[TEXT_BYTES]),
                                          const struct summary_finding *finding)
{
	return (struct html_part){.type = PART_FINDING, .words = words, .finding = finding};
}

/* Writes markup of ours in which each @ is a place, filled with the parts in turn:
 * html_write(stream, "<b>@</b>: @", in_text(name), in_prose(reason)). */
#define html_write(stream, markup, ...) html_fill(stream, markup, (const struct html_part[]){__VA_ARGS__})
void html_fill(FILE *stream, const char *markup, const struct html_part *parts);

/* Makes an id of any text: `prefix`, then its letters and digits in lower case, parted by single hyphens. */
void html_id(char id[HTML_ID], const char *prefix, const char *text);

/* ---- pages ---- */

/* Opens a page up to its header, which stays open, and its first heading; `title` is any text. Closes it. */
void html_page(FILE *stream, const char *title, const char *description);
void html_page_end(FILE *stream);

/* Closes the header and links the sections of the page, "id:words|id:words", where an id can be the name of
 * another page; then opens the main part. */
void html_sections(FILE *stream, const char *links);

/* Opens a section with that id and heading, our own words. */
void html_section(FILE *stream, const char *id, const char *heading);
void html_section_end(FILE *stream);

/* The lines of their style sheet, for light, dark, phone and paper; NULL after the last. */
extern const char *const page_style[];

/* ---- tables ---- */

/* Opens a table in a card that scrolls sideways where it is too wide. `caption` is any text; `style` is a
 * class of ours: "nw" keeps every cell on one line, "wide" gives it a least width. `columns` are our own
 * words, "Size|Median#", where # sets numbers to the right. */
void html_table(FILE *stream, const char *caption, const char *style, const char *columns);
/* A row of headings, of such columns. */
void html_columns(FILE *stream, const char *columns);
void html_table_end(FILE *stream);

/* Writes a row: `cells` are markup as html_write takes it, the first a heading. A cell begins behind |, one
 * of a number behind #, of a reason, which is wide, behind ~, of a long name behind ^: html_row(stream, "@
 * @#@~@", in_text(name), in_status(status), in_count(number), in_prose(reason)). */
#define html_row(stream, cells, ...) html_fill_row(stream, cells, (const struct html_part[]){__VA_ARGS__})
void html_fill_row(FILE *stream, const char *cells, const struct html_part *parts);

/* A folded part: opened with what it holds; closed by html_fold_end. */
void html_fold(FILE *stream, const char *words);
void html_fold_end(FILE *stream);

#endif
