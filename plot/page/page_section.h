/* What the sections of the page share: the captures in their order, and the pieces that they are written
 * with. */
#ifndef CACHESTAIR_PLOT_PAGE_SECTION_H
#define CACHESTAIR_PLOT_PAGE_SECTION_H

#include "../figures/checklist.h"
#include "page_html.h"
#include "../draw/text.h"

#include "../../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One summary of the report. */
struct page_entry {
	struct summary summary;
	char *base;             /* its path without the endings; never shown */
	const char *name;       /* as reduce wrote it; owned by the summary, "" where there is none */
	char title[TEXT_BYTES]; /* what a person calls it; no other entry has the same */
	char group[TEXT_BYTES]; /* the machine that it belongs to */
	char id[HTML_ID];       /* of its part of the page */
	bool comparison;        /* it has no points */
	bool synthetic;         /* it was made, not measured */
	size_t order;           /* in which it was given */
};

struct page {
	struct page_entry *entries; /* measured ones first, then by machine and name */
	size_t count;
	struct checklist checklist;
	const char *checks; /* its path, or NULL */
	char *simulated;    /* the text, or NULL */
	size_t pictures;    /* written so far; numbers their ids */
};

/* ---- sections, in the order of the page ---- */

void page_summary(FILE *stream, const struct page *page);
int page_comparisons(FILE *stream, struct page *page, struct fault *fault);
/* All captures of one machine: entries first to first + count - 1. */
int page_machine(FILE *stream, struct page *page, size_t first, size_t count, struct fault *fault);
int page_checks(FILE *stream, struct page *page, struct fault *fault);
void page_declined(FILE *stream);
void page_rules(FILE *stream);
void page_provenance(FILE *stream, const struct page *page);

/* ---- pieces ---- */

/* How many entries from `first` on belong to the machine of that one. */
size_t page_group_count(const struct page *page, size_t first);

/* The name of the pass after `last`, which this gave before (NULL for the first), in the order of the
 * findings; NULL at the end. */
const char *page_next_pass(const struct summary *summary, const char *last);
size_t page_pass_count(const struct summary *summary);

/* Counts the findings of one kind. `all`: of the kind of the finding at `index`. `alike`: of these, those
 * with its status too. `before`: of the alike, those that stand before it. A comparison has many findings of
 * one kind, one for each pair of captures; the page folds them away by these counts. */
struct page_pile {
	size_t all, alike, before;
};
struct page_pile page_pile(const struct summary *summary, size_t index);

/* Whether a finding is an answer that was refused: not a plateau that was only considered, nor what rests on
 * another refusal. */
bool page_declines(const struct summary_finding *finding);

/* "knee 2", "granule inside the first level", "hierarchy": what a finding is about. */
const char *page_subject(const struct summary_finding *finding, char words[TEXT_BYTES]);

/* A finding's value with its unit, and its two ends, in words; empty where there is none. */
const char *page_value(const struct summary_finding *finding, char words[TEXT_BYTES]);
const char *page_ends(const struct summary_finding *finding, char words[TEXT_BYTES]);

/* The refused findings of a pass (NULL: of all) as a list with links to the rules; "Nothing." where there are
 * none. */
void page_refusals(FILE *stream, const struct page_entry *entry, const char *pass, const char *style);

/* A figure that stands beside `base`: inline with its caption and its words for those who do not see it, or
 * in words where the file is not there. */
struct page_figure {
	const char *kind;    /* "ladder": the file is BASE.ladder.svg */
	const char *name;    /* of its section, for its id */
	const char *caption; /* any text */
	const char *words;   /* any text */
	bool quiet;          /* nothing is said where the file is not there */
};
int page_figure_write(FILE *stream, struct page *page, const char *base, const struct page_figure *figure,
                      struct fault *fault);
/* Whether the file is there. */
bool page_figure_stands(const char *base, const char *kind);

/* What a figure shows, in words and numbers; `pass` NULL is the first. The ladder's are empty without a
 * sweep. */
void page_words_ladder(char words[TEXT_BYTES], const struct page_entry *entry, const char *pass);
void page_words_trials(char words[TEXT_BYTES], const struct page_entry *entry);
void page_words_granule(char words[TEXT_BYTES], const struct page_entry *entry);
/* One sentence of the levels and knees of a pass: "4 levels; knees at 49.3 KiB, 938 KiB (noted)". */
void page_words_found(char words[TEXT_BYTES], const struct page_entry *entry, const char *pass);

#endif
