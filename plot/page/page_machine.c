/* The page of one machine: its answer, and the captures that it was joined from. */
#include "page_section.h"

#include "../../probe/capture.h"

#include <math.h>

/* ---- its page ---- */

static void page_machine_head(FILE *stream, const struct page_machine *machine)
{
	char words[TEXT_BYTES];
	html_page(stream, machine->title, "What the caches of this machine are, pass by pass.");
	page_machine_words(words, machine);
	html_write(stream,
	           "<p class=\"small\"><a href=\"index.html\">All machines</a></p><h1>@</h1>"
	           "<p class=\"muted\">@.</p>\n",
	           in_text(machine->title), in_text(words));
	html_sections(stream, "answer:Its caches|passes:Pass by pass|captures:Captures|"
	                      "beside:Other tests|provenance:Where it comes from|"
	                      "rules.html:Rules");
}

/* The large figure where it is drawn; else one small figure a tier. */
static void page_machine_figure(FILE *stream, struct page_machine *machine)
{
	const struct page_figure figure = {
	    "machine", machine->id,
	    "All quiet passes in one frame, and what is claimed. Each level has a lane, which shows the claim "
	    "of one pass.",
	    "What the figure shows stands in the table of levels.", ""};
	if (page_figure_write(stream, &machine->page, machine->stem, &figure))
		return;
	page_curve_key(stream);
	for (size_t i = 0; i < machine->tier_count; i++)
		page_curve(stream, machine, &machine->tiers[i]);
}

static void page_machine_answer(FILE *stream, struct page_machine *machine)
{
	html_section(stream, "answer", "What its caches are");
	page_contradictions(stream, machine);
	fputs("<div class=\"two\"><div>", stream);
	page_machine_figure(stream, machine);
	fputs("</div><div>", stream);
	for (size_t i = 0; i < machine->tier_count; i++)
		page_levels_table(stream, machine, &machine->tiers[i]);
	page_verdicts(stream, machine);
	fputs("</div></div>\n", stream);
	html_section_end(stream);
}

/* ---- passes side by side ---- */

static void page_pass_knee(FILE *stream, const struct view *view, uint64_t level)
{
	const struct summary_finding *knee = view_finding(view, FINDING_KNEE, level);
	const struct summary_finding *bracket = view_finding(view, FINDING_CAPACITY, level);
	char size[QUANTITY_TEXT];
	if (knee == NULL) {
		fputs("<td class=\"muted\">–</td>", stream);
		return;
	}
	bool ends = bracket != NULL && isfinite(bracket->low) && isfinite(bracket->high);
	bool claims = !view_refused(knee) && view_stands(bracket) && ends;
	html_write(stream, "<td class=\"lv\">@ @</td>",
	           claims ? in_verdict(view_accepted(bracket) ? "acc" : "not",
	                               quantity_claim(bracket->low, bracket->high, size))
	                  : in_status(STATUS_REFUSED),
	           in_rules(claims ? bracket->rules : knee->rules));
}

static void page_pass_row(FILE *stream, const struct page_entry *entry, const struct view *view,
                          uint64_t levels)
{
	uint64_t trials = 0, discarded = 0;
	const struct summary_finding *last = view_last_level(view),
	                             *sweep = view_finding(view, FINDING_SWEEP, 0);
	for (size_t i = 0; i < view->count; i++) {
		trials += view->points[i]->trials;
		discarded += view->points[i]->discarded;
	}
	html_write(stream, "<tr><th scope=\"row\"><a href=\"#@\">@</a>", in_markup(entry->id),
	           in_text(entry->title));
	if (entry->pass_count > 1)
		html_write(stream, "<small>@</small>", in_text(view->pass));
	fputs("</th>", stream);
	if (view_refused(sweep)) {
		html_write(stream, "<td colspan=\"@\">@ whole: @</td>", in_count(levels + 1),
		           in_status(STATUS_REFUSED), in_prose(sweep->reason));
	} else {
		for (uint64_t i = 1; i <= levels; i++)
			page_pass_knee(stream, view, i);
		bool timed = last != NULL && isfinite(last->value);
		html_write(stream, "<td class=\"n\">@</td>",
		           timed ? in_quantity(quantity_number, last->value) : in_text("–"));
	}
	html_write(stream, "<td class=\"n\">@</td><td class=\"n\">@</td></tr>\n", in_count(trials),
	           in_count(discarded));
}

enum { PAGE_LEVELS = 8 };

static uint64_t page_knee_levels(const struct page *page)
{
	uint64_t levels = 1;
	for (size_t i = 0; i < page->captures; i++)
		for (const struct summary_finding *knee = NULL;
		     (knee = summary_next(&page->entries[i].summary, FINDING_KNEE, knee)) != NULL;)
			if (knee->level > levels)
				levels = knee->level < PAGE_LEVELS ? knee->level : PAGE_LEVELS;
	return levels;
}

static void page_machine_passes(FILE *stream, const struct page *page)
{
	char columns[TEXT_BYTES] = "Pass|";
	uint64_t levels = page_knee_levels(page);
	for (uint64_t i = 1; i <= levels; i++)
		text_add(columns, "Level %d|", (int)i);
	text_add(columns, "Last level, ns#|Trials#|Discarded#");
	html_section(stream, "passes", "Pass by pass");
	html_table(stream,
	           "What each pass claims of its own levels, with the rule, and the trials of its sweep.",
	           "all", columns);
	for (size_t i = 0; i < page->captures; i++)
		for (size_t k = 0; k < page->entries[i].pass_count; k++)
			if (page_is_sweep(&page->entries[i].passes[k]))
				page_pass_row(stream, &page->entries[i], &page->entries[i].passes[k], levels);
	html_table_end(stream);
	html_section_end(stream);
}

/* ---- beside the quiet passes ---- */

static bool page_is_beside(const struct summary_finding *finding)
{
	switch (finding->kind) {
	case FINDING_COMPETITOR:
	case FINDING_PRIVATE:
	case FINDING_PAGE_ORDER:
	case FINDING_CAUSE:
	case FINDING_REACH:
		return true;
	case FINDING_GRANULE:
		return finding->level != 1; /* the control should find none */
	default:
		return false;
	}
}

static void page_beside_row(FILE *stream, const struct page_entry *entry,
                            const struct summary_finding *finding)
{
	char words[TEXT_BYTES];
	html_write(stream, "<tr><th scope=\"row\">@ @</th><td>@</td><td>@",
	           in_text(page_subject(finding, words)), in_rules(finding->rules), in_text(entry->title),
	           in_status(finding->status));
	if (finding->kind == FINDING_GRANULE && view_stands(finding))
		html_write(stream, " @", in_text(page_value(finding, words)));
	html_write(stream, "</td><td class=\"why\">@</td></tr>\n", in_prose(finding->reason));
}

static void page_machine_beside(FILE *stream, struct page *page)
{
	html_section(stream, "beside", "Other tests");
	html_table(stream, "What the other tests found: page order, crowd, private or shared, granule.",
	           "wide", "Question|Capture|Verdict|Evidence");
	for (size_t i = 0; i < page->captures; i++)
		for (size_t k = 0; k < page->entries[i].summary.finding_count; k++)
			if (page_is_beside(&page->entries[i].summary.findings[k]))
				page_beside_row(stream, &page->entries[i],
				                &page->entries[i].summary.findings[k]);
	html_table_end(stream);
	for (size_t i = page->captures; i < page->count; i++)
		page_comparison(stream, page, &page->entries[i]);
	html_section_end(stream);
}

/* ---- where it comes from ---- */

static struct html_part in_header(const struct page_entry *entry, const char *key)
{
	const char *value = view_header(&entry->summary, key);
	return in_text(value == NULL ? "not told" : value);
}

static void page_machine_origin(FILE *stream, const struct page_machine *machine)
{
	const struct page *page = &machine->page;
	html_section(stream, "provenance", "Where it comes from");
	html_write(stream,
	           "<p class=\"small\">Folder @. Beside this report it holds the trials of each capture "
	           "(NAME.trials.csv, drawn in NAME.trials.svg), its points and its findings; "
	           "<code>make report</code> makes all of it again from the captures.</p>\n",
	           in_text(machine->place));
	if (page->captures > 0)
		page_facts(stream, &page->entries[0]);
	html_table(stream, "Where each capture comes from, in its own words.", "wide",
	           "Capture|Probe|Began|Command|End");
	for (size_t i = 0; i < page->captures; i++) {
		const struct page_entry *entry = &page->entries[i];
		html_row(stream, "@|@|@|@|@", in_text(entry->title), in_header(entry, CAPTURE_KEY_PROBE),
		         in_header(entry, CAPTURE_KEY_BEGAN), in_header(entry, CAPTURE_KEY_COMMAND),
		         in_header(entry, CAPTURE_KEY_END));
	}
	html_table_end(stream);
	html_section_end(stream);
}

void page_machine_write(FILE *stream, struct page_machine *machine)
{
	struct page *page = &machine->page;
	page_machine_head(stream, machine);
	page_machine_answer(stream, machine);
	page_machine_passes(stream, page);
	html_section(stream, "captures", "Captures");
	fputs(
	    "<p class=\"muted\">Open one to see its figure, its reasons, all its points and findings.</p>\n",
	    stream);
	for (size_t i = 0; i < page->captures; i++)
		page_capture(stream, page, &page->entries[i]);
	html_section_end(stream);
	page_machine_beside(stream, page);
	page_machine_origin(stream, machine);
	html_page_end(stream);
}
