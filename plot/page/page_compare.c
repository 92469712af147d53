/* What needs several captures: the tables of comparisons and their figures; the page of those that belong to
 * no machine. */
#include "page_section.h"

static void page_comparison_row(FILE *stream, const struct page_entry *entry,
                                const struct summary_finding *finding)
{
	bool bytes = finding->reported >= 512; /* else it is a ratio */
	html_row(stream, "@ @^@#@#@#@|@~@", in_rules(finding->rules), in_finding(page_subject, finding),
	         in_text(finding->pass[0] != '\0' ? finding->pass : entry->title),
	         in_finding(page_value, finding), in_finding(page_ends, finding),
	         in_quantity(bytes ? quantity_exact : quantity_number, finding->reported),
	         in_status(finding->status), in_prose(finding->reason));
}

/* Of many captures each pair gets an answer: more than so many of a kind and verdict are folded away. */
enum { PAGE_PAIRS = 3 };

static size_t page_alike(const struct page_piles *piles, const struct summary_finding *finding)
{
	return piles->of[finding->kind][finding->status];
}

static bool page_pair(const struct page_piles *piles, const struct summary_finding *finding)
{
	return page_alike(piles, finding) > PAGE_PAIRS && !view_accepted(finding);
}

static void page_comparison_rows(FILE *stream, const struct page_entry *entry, bool pairs,
                                 const char *caption)
{
	struct page_piles piles;
	page_piles(&piles, &entry->summary);
	html_table(stream, caption, "wide", "Finding|Of|Value#|Between#|Reported#|Verdict|Reason");
	for (size_t i = 0; i < entry->summary.finding_count; i++)
		if (page_pair(&piles, &entry->summary.findings[i]) == pairs)
			page_comparison_row(stream, entry, &entry->summary.findings[i]);
	html_table_end(stream);
}

/* How many findings are folded away; adds them by kind and verdict: "6 ratio refused, 15 ratio noted". */
static size_t page_comparison_piles(char words[TEXT_BYTES], const struct summary *summary)
{
	size_t count = 0;
	struct page_piles piles, told = {{{0}}};
	page_piles(&piles, summary);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		char subject[TEXT_BYTES];
		if (!page_pair(&piles, finding) || told.of[finding->kind][finding->status]++ > 0)
			continue;
		text_add(words, "%s%zu %.60s %.20s", count > 0 ? ", " : "", page_alike(&piles, finding),
		         page_subject(finding, subject), status_word(finding->status));
		count += page_alike(&piles, finding);
	}
	return count;
}

static void page_comparison_table(FILE *stream, const struct page_entry *entry)
{
	char caption[TEXT_BYTES] = "Findings that need several captures: ",
	     piles[TEXT_BYTES] = "Pair by pair: ";
	text_add(caption, "%s.", entry->title);
	size_t folded = page_comparison_piles(piles, &entry->summary);
	if (folded == 0 || folded < entry->summary.finding_count)
		page_comparison_rows(stream, entry, false, caption);
	if (folded == 0)
		return;
	html_fold(stream, piles);
	page_comparison_rows(stream, entry, true, caption);
	html_fold_end(stream);
	html_write(stream,
	           "<p class=\"print small\">@ findings, pair by pair, stand in @.findings.csv.</p>\n",
	           in_count(folded), in_text(entry->name));
}

/* The figures of a comparison: what each shows, and how to read it. */
static const struct page_comparison_figure {
	const char *kind, *caption, *heading, *reading;
} page_comparison_figures[] = {
    {"ladder", "The compared captures, each with its own nanoseconds and cycles, on one axis of sizes.",
     "How to read it",
     "Above a frame each kind of mark has its own lane: what was refused, the knee with its interval, the "
     "size that is reported, what is claimed, the lower bound. Below, the staircase: medians, the range of "
     "the trials, the plateaus."},
    {"overlay", "Two captures in one frame, a scale each (M2, R1).", "How to read it",
     "Left scale and right scale span the same decades, and the two first levels stand at one height. So "
     "the same height is the same multiple of level 1, and the curves can be compared although their "
     "nanoseconds cannot. The midpoint is no size of a cache: only the ratio of two of them is used."},
    {"gaps", "Reported size, knee and lower bound of every level (O1).", "Gap order",
     "A gap is reported less knee, of reported: the figure's percentages with the sign turned. The claim "
     "is about the order of the gaps, not about their sign: a knee can stand above the reported size. The "
     "order alone is no evidence of sharing."},
    {"shift", "Knees quiet and crowded (C1).", "The prediction",
     "If deep levels come in low because they are shared, a competitor moves the deep knee further than "
     "the shallow one."},
};

static void page_comparison_words(char words[TEXT_BYTES], const struct page_entry *entry)
{
	words[0] = '\0';
	for (size_t i = 0; i < entry->summary.finding_count; i++) {
		const struct summary_finding *finding = &entry->summary.findings[i];
		char subject[TEXT_BYTES], value[TEXT_BYTES];
		text_add(words, "%s%.60s %.20s %.40s", i == 0 ? "" : "; ", page_subject(finding, subject),
		         status_word(finding->status), page_value(finding, value));
	}
	text_add(words, ".");
}

static void page_comparison_figures_write(FILE *stream, struct page *page, const struct page_entry *entry)
{
	char words[TEXT_BYTES];
	page_comparison_words(words, entry);
	for (size_t i = 0; i < sizeof page_comparison_figures / sizeof page_comparison_figures[0]; i++) {
		const struct page_comparison_figure *row = &page_comparison_figures[i];
		const struct page_figure figure = {row->kind, entry->id, row->caption, words,
		                                   "<div class=\"two\"><div>"};
		if (page_figure_write(stream, page, entry->stem, &figure))
			fprintf(stream, "</div><aside><h4>%s</h4><p class=\"small\">%s</p></aside></div>\n",
			        row->heading, row->reading);
	}
}

void page_comparison(FILE *stream, struct page *page, const struct page_entry *entry)
{
	html_write(stream, "<h3 id=\"@\">@@</h3>\n", in_markup(entry->id), in_text(entry->title),
	           in_markup(entry->synthetic ? " <span class=\"made\">synthetic</span>" : ""));
	page_comparison_table(stream, entry);
	page_comparison_figures_write(stream, page, entry);
}

void page_others_write(FILE *stream, struct page *page)
{
	html_page(stream, "Comparisons and synthetic captures", "What needs several captures.");
	fputs("<h1>Comparisons and synthetic captures</h1>\n<p class=\"muted\">Curves made from published "
	      "figures, with known answers: what is claimed of several captures is tried on them.</p>\n",
	      stream);
	html_sections(stream,
	              "index.html:All machines|compare:Comparisons|captures:Captures|rules.html:Rules");
	html_section(stream, "compare", "Comparisons");
	for (size_t i = page->captures; i < page->count; i++)
		page_comparison(stream, page, &page->entries[i]);
	if (page->captures == page->count)
		fputs("<p>No captures were compared.</p>\n", stream);
	html_section_end(stream);
	html_section(stream, "captures", "Captures");
	for (size_t i = 0; i < page->captures; i++)
		page_capture(stream, page, &page->entries[i]);
	html_section_end(stream);
	html_page_end(stream);
}
