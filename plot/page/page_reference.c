/* The last sections: the check panel, what is never claimed, the rules, and where all of it comes from. */
#include "page_section.h"
#include "../view.h"

#include "../../probe/capture.h"
#include "../../reduce/rule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the check panel ---- */

static const struct {
	const char *kind, *words;
} page_verdicts[CHECKLIST_VERDICTS] = {[CHECKLIST_EXPECTED] = {"acc", "as built"},
                                       [CHECKLIST_BETTER] = {"not", "right, table says wrong"},
                                       [CHECKLIST_KNOWN] = {"wr", "WRONG, known"},
                                       [CHECKLIST_WRONG] = {"wr", "WRONG"},
                                       [CHECKLIST_SHOWN] = {"not", "shown"}};

static void page_check_table(FILE *stream, const struct checklist *checklist)
{
	static const struct html_column columns[] = {{"Curve", false},
	                                             {"Built to show", false},
	                                             {"Right answer", false},
	                                             {"Found", false},
	                                             {"Verdict", false}};
	html_table(stream, "Every synthetic curve reduced again. The wrong answers stay.", "wide", columns,
	           sizeof columns / sizeof columns[0]);
	for (size_t i = 0; i < checklist->count; i++) {
		const struct checklist_row *row = &checklist->rows[i];
		bool wrong = row->verdict == CHECKLIST_KNOWN || row->verdict == CHECKLIST_WRONG;
		html_row(stream, row->name, wrong ? "wrong" : NULL);
		html_cell(stream, row->shows);
		html_cell(stream, row->expected);
		html_cell_prose(stream, row->found);
		fputs("<td>", stream);
		html_verdict(stream, page_verdicts[row->verdict].kind, page_verdicts[row->verdict].words);
		fputs("</td>", stream);
		html_row_end(stream);
	}
	html_table_end(stream);
	fprintf(stream, "<p><b>%zu curves: %zu as built, %zu known wrong, %zu wrong.</b>",
	        checklist_curves(checklist), checklist->counts[CHECKLIST_EXPECTED],
	        checklist->counts[CHECKLIST_KNOWN], checklist->counts[CHECKLIST_WRONG]);
	if (checklist->counts[CHECKLIST_BETTER] > 0)
		fprintf(stream, " %zu right where the table says wrong.",
		        checklist->counts[CHECKLIST_BETTER]);
	if (checklist->counts[CHECKLIST_SHOWN] > 0)
		fprintf(stream, " %zu captures reduced again.", checklist->counts[CHECKLIST_SHOWN]);
	fputs("</p>\n", stream);
}

/* The panel's path without its ending: its figures stand beside it. */
static char *page_check_base(const char *path)
{
	size_t length = strlen(path);
	if (length > 4 && strcmp(path + length - 4, ".csv") == 0)
		length -= 4;
	char *base = malloc(length + 1);
	if (base != NULL) {
		memcpy(base, path, length);
		base[length] = '\0';
	}
	return base;
}

static int page_check_figures(FILE *stream, struct page *page, struct fault *fault)
{
	char words[TEXT_BYTES] = "";
	struct page_figure gallery = {"gallery", "check",
	                              "The synthetic curves, each with its own scale of time. Red: a known "
	                              "wrong answer.",
	                              words, false};
	struct page_figure pairs = {"pairs", "check", "The synthetic granules: time a pair against distance.",
	                            words, true};
	char *base = page_check_base(page->checks);
	if (base == NULL)
		return fault_system(fault, page->checks, ENOMEM, "cannot be read");
	text_add(words, "Small multiples of the synthetic set: %zu curves, %zu of them read wrongly. ",
	         checklist_curves(&page->checklist), checklist_wrong(&page->checklist));
	text_add(words, "The table below tells each.");
	int status = page_figure_write(stream, page, base, &gallery, fault);
	if (status == 0)
		status = page_figure_write(stream, page, base, &pairs, fault);
	free(base);
	return status;
}

int page_checks(FILE *stream, struct page *page, struct fault *fault)
{
	fputs("<section id=\"check\" aria-labelledby=\"h-check\">\n<h2 id=\"h-check\">Check panel</h2>\n"
	      "<p>Curves with known answers, reduced by the same program. A wrong answer that is known "
	      "stays in the table, in red.</p>\n",
	      stream);
	if (page->checks == NULL) {
		fputs("<p>The panel was not run for this page: <code>make report</code> runs it.</p>\n",
		      stream);
	} else {
		if (page_check_figures(stream, page, fault) != 0)
			return -1;
		page_check_table(stream, &page->checklist);
	}
	if (page->simulated != NULL) {
		fputs("<h3>On simulated machines</h3>\n<pre tabindex=\"0\"><code>", stream);
		for (char *line = page->simulated; *line != '\0';) {
			size_t length = strcspn(line, "\n");
			char *next = line + length + (line[length] == '\n');
			line[length] = '\0';
			html_text(stream, line);
			fputc('\n', stream);
			line = next;
		}
		fputs("</code></pre>\n", stream);
	}
	fputs("</section>\n", stream);
	return 0;
}

/* ---- what is never claimed ---- */

void page_declined(FILE *stream)
{
	fputs("<section id=\"declined\" aria-labelledby=\"h-declined\">\n<h2 id=\"h-declined\">What it "
	      "will not tell</h2>\n<p>No capture makes it tell:</p>\n<ul>\n",
	      stream);
	for (size_t i = 0; rule_standing[i] != NULL; i++) {
		fputs("<li>", stream);
		html_prose(stream, rule_standing[i]);
		fputs("</li>\n", stream);
	}
	fputs("</ul>\n</section>\n", stream);
}

void page_rules(FILE *stream)
{
	static const struct html_column columns[] = {{"Rule", false},
	                                             {"Name", false},
	                                             {"What it says", false},
	                                             {"Constants", false},
	                                             {"Source", false}};
	fprintf(
	    stream,
	    "<section id=\"rules\" aria-labelledby=\"h-rules\">\n<h2 id=\"h-rules\">Rules, version %d</h2>\n",
	    RULE_VERSION);
	fputs("<p>Version 1 was fixed before anything was measured. Version 2 came after the first "
	      "captures: it adds rules that simulated machines showed the need of, and changes nothing "
	      "else. No constant changes without a new version.</p>\n",
	      stream);
	html_table(stream, "The registered rules and their constants.", "wide", columns,
	           sizeof columns / sizeof columns[0]);
	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct rule_row *rule = &rules[i];
		char constants[RULE_TEXT];
		fprintf(stream, "<tr><th scope=\"row\" id=\"%s\">%s</th>", rule->id, rule->id);
		html_cell(stream, rule->name);
		fputs("<td class=\"why\">", stream);
		html_prose(stream, rule->text);
		fputs("</td>", stream);
		html_cell(stream, rule_constants(rule, RULE_VERSION, constants));
		html_cell(stream, rule->source);
		html_row_end(stream);
	}
	html_table_end(stream);
	fputs("</section>\n", stream);
}

/* ---- provenance ---- */

/* Whether an earlier entry has the same value under that key. */
static bool page_header_told(const struct page *page, size_t self, const char *key, const char *value)
{
	for (size_t i = 0; i < self; i++) {
		const char *other = summary_header(&page->entries[i].summary, key);
		if (other != NULL && strcmp(other, value) == 0)
			return true;
	}
	return false;
}

/* The different values of a header over all entries. */
static void page_values(FILE *stream, const struct page *page, const char *name, const char *key)
{
	const char *separator = "";
	fprintf(stream, "<dt>%s</dt><dd>", name);
	for (size_t i = 0; i < page->count; i++) {
		const char *value = summary_header(&page->entries[i].summary, key);
		if (value == NULL || page_header_told(page, i, key, value))
			continue;
		fputs(separator, stream);
		html_text(stream, value);
		separator = "; ";
	}
	fputs(separator[0] == '\0' ? "none</dd>" : "</dd>", stream);
}

static void page_origins(FILE *stream, const struct page *page)
{
	static const struct html_column columns[] = {{"Capture", false}, {"Name", false},    {"Probe", false},
	                                             {"Began", false},   {"Command", false}, {"End", false}};
	static const char *const keys[] = {CAPTURE_KEY_PROBE, CAPTURE_KEY_BEGAN, CAPTURE_KEY_COMMAND,
	                                   CAPTURE_KEY_END};
	html_table(stream, "Where each capture comes from, in its own words.", "wide", columns,
	           sizeof columns / sizeof columns[0]);
	for (size_t i = 0; i < page->count; i++) {
		const struct page_entry *entry = &page->entries[i];
		if (entry->comparison)
			continue;
		html_row(stream, entry->title, NULL);
		html_cell(stream, entry->name);
		for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
			const char *value = view_header(&entry->summary, keys[k]);
			html_cell(stream, value == NULL ? "not told" : value);
		}
		html_row_end(stream);
	}
	html_table_end(stream);
}

void page_provenance(FILE *stream, const struct page *page)
{
	fputs("<section id=\"provenance\" aria-labelledby=\"h-provenance\">\n<h2 "
	      "id=\"h-provenance\">Provenance</h2>\n"
	      "<p>Captures are kept as the probe wrote them. Everything else on this page is made again "
	      "from them by one command, with the same bytes on every machine:</p>\n<pre "
	      "tabindex=\"0\"><code>make deps report</code></pre>\n<dl class=\"facts\">",
	      stream);
	page_values(stream, page, "Probe", SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_PROBE);
	page_values(stream, page, "Rules, version", SUMMARY_KEY_RULES);
	page_values(stream, page, "Constants", SUMMARY_KEY_CONSTANTS);
	fputs("<dt>Page</dt><dd>cachestair plot " CACHESTAIR_VERSION "</dd></dl>\n", stream);
	page_origins(stream, page);
	fputs("</section>\n", stream);
}
