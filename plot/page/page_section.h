/* What the parts of the report share: one page and its captures, one machine, and the pieces that pages are
 * written with. */
#ifndef CACHESTAIR_PLOT_PAGE_SECTION_H
#define CACHESTAIR_PLOT_PAGE_SECTION_H

#include "../figures/check_panel.h"
#include "page_html.h"
#include "../passes.h"

#include "../../reduce/summary/machine_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The first bytes of a path, up to its ending; never shown. */
struct page_stem {
	const char *path; /* borrowed */
	size_t length;
};
/* A path without that ending, where it has it behind something else. */
struct page_stem page_stem(const char *path, const char *ending);

enum { PAGE_PATH = 4096 };

/* One summary on a page. */
struct page_entry {
	struct summary summary;
	struct page_stem stem;
	const char *name;       /* as reduce wrote it; owned by the summary, "" where there is none */
	char title[TEXT_BYTES]; /* what a person calls it */
	char id[HTML_ID];       /* of its part of the page: no other entry has it */
	bool comparison;        /* it has no points */
	bool synthetic;         /* it was made, not measured */
	struct view *passes; /* its sweeps by name, in order; one without points is counted and not shown */
	size_t pass_count;
	const struct summary_point **points; /* in the order of their tables */
};

/* One page. */
struct page {
	struct page_entry *entries; /* captures by name, then comparisons */
	size_t count, captures;
	size_t pictures; /* written so far; numbers their ids */
	/* A page is written to its end; whether a figure could not be read then, and the first fault. */
	bool failed;
	struct fault *fault;
};

/* ---- captures of a page ---- */

/* Reads summaries; `paths`, as summary_load takes them, must outlive the page. Of the captures those are kept
 * that are of the machine of the row `own`, all where it is NULL. Returns 0, or -1 with the fault; page_free
 * either way. */
int page_load(struct page *page, char *const *paths, size_t count, const struct machine_row *own,
              struct fault *fault);
void page_free(struct page *page);
/* Whether a pass has points and is a sweep over sizes, not a private test. */
bool page_is_sweep(const struct view *view);

/* ---- one machine ---- */

enum { PAGE_CONTRADICTIONS = 8 };
#define PAGE_MACHINE_ENDING ".machine.csv" /* of each table's name */

/* One kind of cores of a machine: rows of its table, and the quiet passes that were joined in it. */
struct page_tier {
	const struct machine_row *rows;
	size_t count; /* the last row is of the level that no knee ends */
	struct passes passes;
};

struct page_machine {
	struct page page;
	struct machine_table table;
	struct page_stem stem;     /* of the table */
	char title[TEXT_BYTES];    /* what a person calls it */
	char place[TEXT_BYTES];    /* the name of its folder */
	char id[HTML_ID];          /* no other machine has it */
	char file[HTML_ID + 8];    /* of its page */
	struct summary *summaries; /* those of its captures, side by side; they own nothing */
	struct page_tier *tiers;
	size_t tier_count;
	size_t refused_whole;                                              /* passes */
	const struct summary_finding *contradictions[PAGE_CONTRADICTIONS]; /* no two with one reason */
	size_t contradiction_count;
};

/* Reads a machine: its table, and of the summaries at `paths` those that are its own; without other machines
 * in the folder (`shared`) all are. */
int page_machine_load(struct page_machine *machine, const char *table, char *const *paths, size_t count,
                      bool shared, struct fault *fault);
void page_machine_free(struct page_machine *machine);

/* "virtual machine, 2 processors, Linux 6.18.44; 9 captures, 2026-11-30 to 2026-12-01". */
void page_machine_words(char words[TEXT_BYTES], const struct page_machine *machine);

/* "L1d 32 KiB", "32 KiB" where it has no name; "" where nothing is reported. */
const char *page_row_reported(const struct machine_row *row, char words[TEXT_BYTES]);

/* The boxes of its contradictions; nothing where there is none. */
void page_contradictions(FILE *stream, const struct page_machine *machine);
/* The same as lines of a list, with a link to the machine's page. */
void page_boxes(FILE *stream, const struct page_machine *machine);
/* The table of a tier's levels, the sentences below it, and both beside a small figure as a card. */
void page_levels_table(FILE *stream, const struct page_machine *machine, const struct page_tier *tier);
void page_verdicts(FILE *stream, const struct page_machine *machine);
void page_card(FILE *stream, const struct page_machine *machine);
/* A row a tier, for the table of all machines. */
void page_rows(FILE *stream, const struct page_machine *machine);

/* Small figures in the colours of the page: the passes of a tier with what is claimed of them; the same of
 * one pass; the middle pass in a row, hidden from who does not see it, since its row tells it all. */
void page_curve(FILE *stream, const struct page_machine *machine, const struct page_tier *tier);
void page_curve_pass(FILE *stream, const struct view *view, const char *id);
void page_curve_row(FILE *stream, const struct page_tier *tier);
/* The marks of the small figures. */
void page_curve_key(FILE *stream);

/* ---- pages and sections ---- */

void page_machine_write(FILE *stream, struct page_machine *machine);
/* Captures and comparisons that belong to no machine's folder: the synthetic ones. */
void page_others_write(FILE *stream, struct page *page);
/* `path` is that of the panel's table, NULL where the panel was not run. */
void page_check_write(FILE *stream, struct page *page, const struct check_panel *check_panel,
                      const char *path, char *simulated);
void page_rules_write(FILE *stream);

void page_capture(FILE *stream, struct page *page, const struct page_entry *entry);
void page_comparison(FILE *stream, struct page *page, const struct page_entry *entry);
void page_facts(FILE *stream, const struct page_entry *entry);
/* The curves that are read wrongly, in red; `check_panel` NULL: the panel was not run. */
void page_known_wrong(FILE *stream, const struct check_panel *check_panel);
/* The rules that a claim rests on, in a line each. */
void page_rules_short(FILE *stream);

/* ---- pieces ---- */

/* Counts the findings of a summary by kind and status. */
struct page_piles {
	size_t of[FINDING_KINDS][STATUS_REFUSED + 1];
};
void page_piles(struct page_piles *piles, const struct summary *summary);

/* "knee 2", "granule inside the first level", "hierarchy": what a finding is about. */
const char *page_subject(const struct summary_finding *finding, char words[TEXT_BYTES]);

/* A finding's value with its unit, and its two ends, in words; empty where there is none. */
const char *page_value(const struct summary_finding *finding, char words[TEXT_BYTES]);
const char *page_ends(const struct summary_finding *finding, char words[TEXT_BYTES]);

/* The refused findings as a list with links to the rules; "Nothing." where there are none. */
void page_refusals(FILE *stream, const struct page_entry *entry);

/* A figure that stands beside a table. */
struct page_figure {
	const char *kind;    /* "ladder": the file is STEM.ladder.svg */
	const char *name;    /* of its section, for its id */
	const char *caption; /* any text */
	const char *words;   /* any text, for those who do not see it */
	const char *before;  /* markup of ours */
};
/* Writes it inline with its caption. Returns whether it did: nothing is written where the file is not there,
 * or where the page has failed. */
bool page_figure_write(FILE *stream, struct page *page, struct page_stem stem,
                       const struct page_figure *figure);

/* What a figure shows, in words and numbers. */
void page_words_ladder(char words[TEXT_BYTES], const struct view *view);
void page_words_granule(char words[TEXT_BYTES], const struct page_entry *entry);

#endif
