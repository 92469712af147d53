/* The first section: counts, what was found and what was refused side by side, and the table of knees. */
#include "page_section.h"
#include "../view.h"
#include "../draw/words.h"

#include "../../reduce/summary/quantity.h"

#include <math.h>
#include <string.h>

struct page_counts {
	size_t captures, accepted, noted, refused, granules, granules_tried;
};

static bool page_measured(const struct page_entry *entry)
{
	return !entry->synthetic;
}

static void page_count_finding(struct page_counts *counts, const struct summary_finding *finding)
{
	if (finding->kind == FINDING_KNEE) {
		counts->accepted += view_accepted(finding);
		counts->noted += (finding->status == STATUS_NOTED);
	}
	if (finding->kind == FINDING_GRANULE) {
		bool control = finding->level == 1; /* which should find none */
		counts->granules_tried += !control;
		counts->granules += !control && view_accepted(finding);
	}
	counts->refused += page_declines(finding);
}

static struct page_counts page_count(const struct page *page)
{
	struct page_counts counts = {0};
	for (size_t i = 0; i < page->count; i++) {
		const struct page_entry *entry = &page->entries[i];
		if (!page_measured(entry))
			continue;
		counts.captures += !entry->comparison;
		for (size_t k = 0; k < entry->summary.finding_count; k++)
			page_count_finding(&counts, &entry->summary.findings[k]);
	}
	return counts;
}

static void page_tiles(FILE *stream, const struct page *page)
{
	struct page_counts counts = page_count(page);
	fprintf(stream, "<dl class=\"tiles\"><div><dt>captures measured</dt><dd>%zu</dd></div>",
	        counts.captures);
	fprintf(stream, "<div><dt>knees accepted</dt><dd>%zu</dd></div>", counts.accepted);
	fprintf(stream, "<div class=\"r\"><dt>answers refused</dt><dd>%zu</dd></div>", counts.refused);
	fputs("<div><dt>granules accepted</dt><dd>", stream);
	if (counts.granules_tried > 0)
		fprintf(stream, "%zu of %zu", counts.granules, counts.granules_tried);
	else
		fputs("none tried", stream);
	fputs("</dd></div>", stream);
	if (page->checks != NULL)
		fprintf(stream,
		        "<div class=\"w\"><dt>synthetic curves read wrongly</dt><dd>%zu of %zu</dd></div>",
		        checklist_wrong(&page->checklist), checklist_curves(&page->checklist));
	fputs("</dl>\n", stream);
}

/* ---- found ---- */

static void page_found_begin(FILE *stream, const struct page_entry *entry, const char *pass)
{
	fprintf(stream, "<li><a href=\"#%s\">", entry->id);
	html_text(stream, entry->title);
	fputs("</a>", stream);
	if (pass != NULL && page_pass_count(&entry->summary) > 1) {
		fputs(", ", stream);
		html_text(stream, pass);
	}
	fputs(": ", stream);
}

/* Whether a finding tells something besides levels and knees: accepted, or an answer that lacks part of its
 * evidence. A crowd's effect on each knee is noted beside its verdict, so there only that counts. */
static bool page_is_found(const struct summary_finding *finding)
{
	static const struct {
		enum finding_kind kind;
		bool noted;
	} kinds[] = {{FINDING_GRANULE, false},    {FINDING_RATIO, true},   {FINDING_UNNAMED_CACHE, true},
	             {FINDING_COMPETITOR, false}, {FINDING_PRIVATE, true}, {FINDING_PAGE_ORDER, true}};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (finding->kind == kinds[i].kind)
			return kinds[i].noted ? view_stands(finding) : view_accepted(finding);
	return false;
}

/* What a comparison notes of several pairs, as a line: its table tells the pairs. */
static void page_found_pile(FILE *stream, const struct page_entry *entry,
                            const struct summary_finding *finding, const struct page_pile *pile)
{
	char words[TEXT_BYTES];
	page_found_begin(stream, entry, NULL);
	html_text(stream, page_subject(finding, words));
	fprintf(stream, " (noted), %zu of %zu: what they say stands in the table (", pile->alike, pile->all);
	html_rules(stream, finding->rules);
	fputs(").</li>\n", stream);
}

static void page_found_other(FILE *stream, const struct page_entry *entry,
                             const struct summary_finding *finding)
{
	bool granule = finding->kind == FINDING_GRANULE;
	char words[TEXT_BYTES];
	page_found_begin(stream, entry, NULL);
	html_text(stream, page_subject(finding, words));
	fputs(view_accepted(finding) ? ": " : " (noted): ", stream);
	if (granule)
		html_text(stream, page_value(finding, words));
	else
		html_prose(stream, finding->reason);
	fputs(" (", stream);
	html_rules(stream, granule ? RULE_SET(RULE_G1) : finding->rules);
	fputs(granule ? " to " : "", stream);
	html_rules(stream, granule ? RULE_SET(RULE_G8) : 0);
	fputs(").</li>\n", stream);
}

/* Whether a comparison only repeats what a capture's own findings tell of its passes. */
static bool page_repeats(const struct page *page, const struct page_entry *entry,
                         const struct summary_finding *finding)
{
	for (size_t i = 0; entry->comparison && i < page->count; i++) {
		const struct summary *summary = &page->entries[i].summary;
		for (size_t k = 0; !page->entries[i].comparison && k < summary->finding_count; k++) {
			const struct summary_finding *own = &summary->findings[k];
			if (own->level == finding->level && own->kind == finding->kind &&
			    strcmp(own->reason, finding->reason) == 0)
				return true;
		}
	}
	return false;
}

static size_t page_found_others(FILE *stream, const struct page *page, const struct page_entry *entry)
{
	size_t count = 0;
	for (size_t i = 0; i < entry->summary.finding_count; i++) {
		const struct summary_finding *finding = &entry->summary.findings[i];
		if (!page_is_found(finding))
			continue;
		const struct page_pile pile = page_pile(&entry->summary, i);
		bool piled = entry->comparison && !view_accepted(finding) && pile.alike > 1;
		if (piled ? pile.before > 0 : page_repeats(page, entry, finding))
			continue;
		if (piled)
			page_found_pile(stream, entry, finding, &pile);
		else
			page_found_other(stream, entry, finding);
		count++;
	}
	return count;
}

static size_t page_found_levels(FILE *stream, const struct page_entry *entry)
{
	size_t count = 0;
	char words[TEXT_BYTES];
	for (const char *pass = NULL; (pass = page_next_pass(&entry->summary, pass)) != NULL;) {
		page_words_found(words, entry, pass);
		if (words[0] == '\0')
			continue;
		page_found_begin(stream, entry, pass);
		html_text(stream, words);
		fputs(".</li>\n", stream);
		count++;
	}
	return count;
}

static void page_found(FILE *stream, const struct page *page)
{
	size_t count = 0;
	fputs("<h3>What was found</h3>\n<ul>\n", stream);
	for (size_t i = 0; i < page->count; i++) {
		if (!page_measured(&page->entries[i]))
			continue;
		count += page_found_levels(stream, &page->entries[i]);
		count += page_found_others(stream, page, &page->entries[i]);
	}
	fputs(count == 0 ? "<li>Nothing.</li>\n</ul>\n" : "</ul>\n", stream);
}

/* ---- refused ---- */

static bool page_refuses(const struct page_entry *entry)
{
	for (size_t i = 0; i < entry->summary.finding_count; i++)
		if (page_declines(&entry->summary.findings[i]))
			return true;
	return false;
}

/* A comparison refuses pair by pair; here each kind is a line, and its table tells the pairs. */
static void page_refused_pairs(FILE *stream, const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	fputs("<ul class=\"refusals\">\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		const struct page_pile pile = page_pile(summary, i);
		char words[TEXT_BYTES];
		if (!view_refused(finding) || pile.before > 0)
			continue;
		page_subject(finding, words);
		words[0] = (char)(words[0] >= 'a' && words[0] <= 'z' ? words[0] - 'a' + 'A' : words[0]);
		fputs("<li><b>", stream);
		html_text(stream, words);
		fprintf(stream, "</b>, %zu of %zu: ", pile.alike, pile.all);
		html_prose(stream, pile.alike == 1 ? finding->reason : "their reasons stand in the table");
		fputs(" (", stream);
		html_rules(stream, finding->rules);
		fputs(")</li>\n", stream);
	}
	fputs("</ul>\n", stream);
}

static void page_refused(FILE *stream, const struct page *page)
{
	size_t count = 0;
	fputs("<h3>What was refused</h3>\n", stream);
	for (size_t i = 0; i < page->count; i++) {
		const struct page_entry *entry = &page->entries[i];
		if (!page_measured(entry) || !page_refuses(entry))
			continue;
		fprintf(stream, "<h4><a href=\"#%s\">", entry->id);
		html_text(stream, entry->title);
		fputs("</a></h4>\n", stream);
		if (entry->comparison)
			page_refused_pairs(stream, entry);
		else
			page_refusals(stream, entry, NULL, "refusals");
		count++;
	}
	if (count == 0)
		fputs("<p>Nothing.</p>\n", stream);
}

/* ---- the table of knees ---- */

static void page_knee_sizes(FILE *stream, const struct view *view, const struct summary_finding *knee)
{
	char size[WORDS], low[WORDS], words[TEXT_BYTES] = "";
	const struct summary_finding *bound = view_finding(view, FINDING_LOWER_BOUND, knee->level);
	const struct summary_finding *capacity = view_finding(view, FINDING_CAPACITY, knee->level);
	bool stands = view_stands(knee) && isfinite(knee->value);
	html_cell_number(stream, stands ? quantity_size(knee->value, size) : "none");
	if (stands && isfinite(knee->low) && isfinite(knee->high))
		text_add(words, "%s", quantity_range(knee->low, knee->high, low));
	html_cell_number(stream, words);
	html_cell_number(stream, view_stands(bound) ? quantity_exact(bound->value, size) : "");
	words[0] = '\0';
	if (view_stands(capacity))
		text_add(words, "%s", quantity_exact_range(capacity->low, capacity->high, low));
	html_cell_number(stream, words);
}

static void page_knee_reported(FILE *stream, const struct view *view, const struct summary_finding *knee)
{
	char words[TEXT_BYTES] = "", size[WORDS], gap[QUANTITY_TEXT];
	if (isfinite(knee->reported))
		text_add(words, "%s %s", view_cache_name(view, knee->reported),
		         quantity_exact(knee->reported, size));
	html_cell(stream, isfinite(knee->reported) ? words : "not reported");
	bool stands = view_stands(knee) && isfinite(knee->gap);
	html_cell_number(stream, stands ? quantity_percent(-knee->gap, gap) : "");
}

static void page_knee_row(FILE *stream, const struct page_entry *entry, const struct view *view,
                          const struct summary_finding *knee, bool with_pass)
{
	char level[WORDS];
	fprintf(stream, "<tr><th scope=\"row\"><a href=\"#%s\">", entry->id);
	html_text(stream, entry->title);
	fputs("</a>", stream);
	if (with_pass) {
		fputs(", ", stream);
		html_text(stream, view->pass);
	}
	fputs(entry->synthetic ? " <span class=\"made\">synthetic</span></th>" : "</th>", stream);
	snprintf(level, sizeof level, "%llu", (unsigned long long)knee->level);
	html_cell_number(stream, level);
	page_knee_sizes(stream, view, knee);
	page_knee_reported(stream, view, knee);
	fputs("<td>", stream);
	html_status(stream, knee->status);
	if (!view_accepted(knee)) {
		fputc(' ', stream);
		html_rules(stream, knee->rules);
	}
	fputs("</td>", stream);
	html_row_end(stream);
}

static void page_knee_rows(FILE *stream, const struct page_entry *entry)
{
	bool several = page_pass_count(&entry->summary) > 1;
	for (const char *pass = NULL; (pass = page_next_pass(&entry->summary, pass)) != NULL;) {
		struct view view;
		struct fault fault;
		if (view_open(&view, &entry->summary, pass, &fault) != 0)
			continue;
		const struct summary_finding *knee = NULL;
		while ((knee = view_next(&view, FINDING_KNEE, knee)) != NULL)
			page_knee_row(stream, entry, &view, knee, several);
		view_close(&view);
	}
}

static void page_knees(FILE *stream, const struct page *page)
{
	static const struct html_column columns[] = {
	    {"Capture", false},    {"Level", true},   {"Knee", true},      {"95 %", true},
	    {"Lower bound", true}, {"Claimed", true}, {"Reported", false}, {"Knee against reported", true},
	    {"Verdict", false}};
	html_table(
	    stream,
	    "Knees by capture and level. A knee is an estimate and can fall on either side of the true "
	    "size; what is claimed is that a capacity lies in the bracket.",
	    "nw", columns, sizeof columns / sizeof columns[0]);
	for (size_t i = 0; i < page->count; i++)
		if (!page->entries[i].comparison)
			page_knee_rows(stream, &page->entries[i]);
	html_table_end(stream);
}

void page_summary(FILE *stream, const struct page *page)
{
	fputs("<section id=\"summary\" aria-labelledby=\"h-summary\">\n<h2 id=\"h-summary\">Summary</h2>\n",
	      stream);
	page_tiles(stream, page);
	fputs("<div class=\"two half\"><div>\n", stream);
	page_found(stream, page);
	fputs("</div><div>\n", stream);
	page_refused(stream, page);
	fputs("</div></div>\n", stream);
	page_knees(stream, page);
	fputs("</section>\n", stream);
}
