/* Where HTML is written, safely: every text is cleaned and escaped on its way out, and every id of a rule
 * that stands as such becomes a link to the rule's row on the page of the rules.
 *
 * Text from a capture reaches the page through these functions alone. What character_length refuses is left
 * out, and a text of more than HTML_LONGEST characters is cut and ends in three dots. Write errors stay in
 * the stream: the caller closes it through output_close, which checks. */
#ifndef CACHESTAIR_PLOT_PAGE_HTML_H
#define CACHESTAIR_PLOT_PAGE_HTML_H

#include "../../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { HTML_ID = 64, HTML_LONGEST = 600 };

/* A text, for an element's content or an attribute in double quotes. */
void html_text(FILE *stream, const char *text);

/* A sentence in which rules are named: "(X1)", "(K2, K3)", "D1: ..." become links where such a rule stands.
 */
void html_prose(FILE *stream, const char *text);

/* A rule's id, a link; and several, "K1 K2 K3", parted by spaces. */
void html_rule(FILE *stream, enum rule_id rule);
void html_rules(FILE *stream, rule_set set);

/* The page of the rules; each rule's row has its id. */
#define HTML_RULES "rules.html"

/* A verdict as a word with a shape: accepted, refused, noted, or any other word with a ring. */
void html_status(FILE *stream, enum status status);
/* The same shapes with other words: `kind` is "acc", "ref", "not", "con" or "wr". */
void html_verdict(FILE *stream, const char *kind, const char *words);

/* Makes an id of any text: `prefix`, then its letters and digits in lower case, parted by single hyphens. */
void html_id(char id[HTML_ID], const char *prefix, const char *text);

/* ---- pages ---- */

/* Opens a page up to its header, which stays open, and its first heading; `title` is any text. Closes it. */
void html_page(FILE *stream, const char *title, const char *description);
void html_page_end(FILE *stream);

/* Closes the header and links the sections of the page: pairs of an id (or the name of another page) and
 * words, NULL after the last; then opens the main part. */
void html_sections(FILE *stream, const char *const (*links)[2]);

/* Opens a section with that id and heading, our own words. */
void html_section(FILE *stream, const char *id, const char *heading);
void html_section_end(FILE *stream);

/* ---- tables ---- */

struct html_column {
	const char *title; /* our own words */
	bool number;       /* to the right, on one line */
};

/* Opens a table in a card that scrolls sideways where it is too wide. `caption` is any text; `style` is a
 * class of ours: "nw" keeps every cell on one line, "wide" gives it a least width. */
void html_table(FILE *stream, const char *caption, const char *style, const struct html_column *columns,
                size_t count);
void html_table_end(FILE *stream);

/* Rows: open with a heading cell (`style` is a class of ours, or NULL), then cells, then the end. */
void html_row(FILE *stream, const char *heading, const char *style);
void html_row_end(FILE *stream);
void html_cell(FILE *stream, const char *text);
void html_cell_number(FILE *stream, const char *text);
void html_cell_prose(FILE *stream, const char *text);

/* A folded part: opened with what it holds; closed by html_fold_end. */
void html_fold(FILE *stream, const char *words);
void html_fold_end(FILE *stream);

#endif
