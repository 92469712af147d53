/* One capture with its figures, tables and reasons, and what it says of its machine. */
#include "page_section.h"

#include "../../probe/capture.h"
#include "../../probe/number.h"

#include <math.h>
#include <string.h>

/* ---- the machine ---- */

/* A reported cache in words: "L1 data, 48 KiB, shared by 2, Efficiency"; as it stands where it is none. */
static const char *page_cache(const char *line, char words[TEXT_BYTES])
{
	static const char *const pairs[][2] = {
	    {"level", "L"}, {"type", " "}, {"bytes", ", "}, {"shared", ", shared by "}, {"cores", ", "}};
	char value[64], size[WORDS];
	words[0] = '\0';
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		uint64_t bytes = 0;
		if (!header_pair(line, pairs[i][0], value, sizeof value))
			continue;
		bool sized =
		    i == 2 && number_parse(value, strlen(value), 1, UINT64_C(1) << 50, &bytes) == NULL;
		text_add(words, "%s%s", pairs[i][1], sized ? quantity_exact((double)bytes, size) : value);
	}
	return words[0] == 'L' ? words : line;
}

void page_facts(FILE *stream, const struct page_entry *entry)
{
	static const struct {
		const char *key, *name;
	} facts[] = {{CAPTURE_KEY_SYNTHETIC, "Made, not measured"}, {CAPTURE_KEY_MACHINE, "Machine"},
	             {CAPTURE_KEY_PROCESSOR, "Processor"},          {CAPTURE_KEY_SYSTEM, "System"},
	             {CAPTURE_KEY_CPUS, "Logical processors"},      {CAPTURE_KEY_TIMER, "Timer"},
	             {CAPTURE_KEY_CACHE, "Reported cache"}};
	char words[TEXT_BYTES];
	fputs("<dl class=\"facts\">", stream);
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
		for (size_t k = 0; k < entry->summary.header_count; k++) {
			const struct header_line *header = &entry->summary.headers[k];
			size_t prefix = strlen(SUMMARY_CAPTURE_PREFIX);
			bool cache = strcmp(facts[i].key, CAPTURE_KEY_CACHE) == 0;
			if (strncmp(header->key, SUMMARY_CAPTURE_PREFIX, prefix) == 0 &&
			    strcmp(header->key + prefix, facts[i].key) == 0)
				html_write(stream, "<dt>@</dt><dd>@</dd>", in_text(facts[i].name),
				           in_text(cache ? page_cache(header->value, words) : header->value));
		}
	fputs("</dl>\n", stream);
}

/* ---- how it was measured ---- */

static void page_measured_how(FILE *stream, const struct page_entry *entry)
{
	static const struct {
		const char *key, *before, *after;
	} words[] = {{CAPTURE_KEY_GOT_QOS, "QoS ", ""},
	             {CAPTURE_KEY_GOT_CPU, "processor ", ""},
	             {CAPTURE_KEY_GOT_PAGES, "pages ", ""},
	             {CAPTURE_KEY_ORDER, "order ", ""},
	             {CAPTURE_KEY_COMPETITORS, "beside ", ""},
	             {CAPTURE_KEY_ASKED_COARSEN, "clock coarsened to ", " ns"},
	             {CAPTURE_KEY_ASKED_TIER, "tier meant: ", ""},
	             {CAPTURE_KEY_BEGAN, "began ", ""}};
	const char *trials = summary_header(&entry->summary, SUMMARY_KEY_TRIALS);
	const char *clock = summary_header(&entry->summary, SUMMARY_KEY_CLOCK);
	const char *separator = "";
	fputs("<h4>How it was measured</h4><p class=\"small\">", stream);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const char *value = view_header(&entry->summary, words[i].key);
		if (value == NULL)
			continue;
		html_write(stream, "@@@@", in_text(separator), in_text(words[i].before), in_text(value),
		           in_text(words[i].after));
		separator = "; ";
	}
	fputs(separator[0] != '\0' ? ". " : "", stream);
	if (trials != NULL)
		html_write(stream, "Trials: @. ", in_text(trials));
	if (clock != NULL)
		html_write(stream, "Cycles from: @.", in_text(clock));
	fputs("</p>\n", stream);
}

/* What was noted: a knee that lacks part of its evidence, and diagnostics. */
static void page_notes(FILE *stream, const struct page_entry *entry)
{
	bool any = false;
	for (size_t i = 0; i < entry->summary.finding_count; i++) {
		const struct summary_finding *finding = &entry->summary.findings[i];
		bool diagnostic = finding->kind == FINDING_DIAGNOSTIC;
		bool knee = finding->kind == FINDING_KNEE || finding->kind == FINDING_HIERARCHY;
		char words[TEXT_BYTES];
		if (finding->status != STATUS_NOTED || (!diagnostic && !knee))
			continue;
		fputs(any ? "<li>" : "<h4>Noted</h4><ul class=\"small\"><li>", stream);
		if (knee)
			html_write(stream, "@: ", in_text(page_subject(finding, words)));
		html_write(stream, "@</li>", in_prose(finding->reason));
		any = true;
	}
	fputs(any ? "</ul>\n" : "", stream);
}

static void page_aside(FILE *stream, const struct page_entry *entry)
{
	fputs("<aside>", stream);
	page_measured_how(stream, entry);
	fputs("<h4>Refused here</h4>", stream);
	page_refusals(stream, entry, "refusals small");
	page_notes(stream, entry);
	fputs("</aside>", stream);
}

/* ---- levels ---- */

static void page_level_knee(FILE *stream, const struct view *view, const struct summary_finding *knee)
{
	char size[WORDS], gap[WORDS], words[TEXT_BYTES] = "";
	bool sized = isfinite(knee->value), stands = view_stands(knee);
	html_write(stream, "<td>@ @</td>", in_status(knee->status), in_rules(knee->rules));
	html_cell_number(stream, sized ? quantity_size(knee->value, size) : "none");
	html_cell_number(stream, sized && isfinite(knee->low) && isfinite(knee->high)
	                             ? quantity_range(knee->low, knee->high, size)
	                             : "");
	const struct summary_finding *bound = view_finding(view, FINDING_LOWER_BOUND, knee->level);
	html_cell_number(
	    stream, view_stands(bound) && isfinite(bound->value) ? quantity_exact(bound->value, size) : "");
	const struct summary_finding *capacity = view_finding(view, FINDING_CAPACITY, knee->level);
	html_cell_number(stream, view_stands(capacity) && isfinite(capacity->low) && isfinite(capacity->high)
	                             ? quantity_exact_range(capacity->low, capacity->high, size)
	                             : "");
	if (isfinite(knee->reported))
		text_add(words, "%s %s", view_cache_name(view, knee->reported),
		         quantity_exact(knee->reported, size));
	html_cell(stream, isfinite(knee->reported) ? words : "not reported");
	html_cell_number(stream, stands && isfinite(knee->gap) ? quantity_percent(-knee->gap, gap) : "");
}

static void page_level_row(FILE *stream, const struct view *view, const struct summary_finding *level)
{
	char words[WORDS];
	const struct summary_finding *knee = view_finding(view, FINDING_KNEE, level->level);
	html_write(stream, "<tr><th scope=\"row\">level @</th>", in_count(level->level));
	page_number(stream, level->value);
	page_number(stream, level->value * view->clock_ghz);
	bool ends = isfinite(level->low) && isfinite(level->high);
	html_cell(stream, ends ? quantity_exact_range(level->low, level->high, words) : "");
	if (knee != NULL)
		page_level_knee(stream, view, knee);
	else
		fputs("<td></td><td></td><td></td><td></td><td></td><td></td><td></td>", stream);
	html_row_end(stream);
}

static void page_levels(FILE *stream, const struct page_entry *entry, const struct view *view)
{
	char caption[TEXT_BYTES] = "Levels of ";
	text_add(caption, "%.200s, %.80s.", entry->title, view->pass);
	if (view_finding(view, FINDING_LEVEL, 0) == NULL)
		return;
	html_table(stream, caption, "nw grid",
	           "Level|Floor, ns#|Cycles#|Sizes|Knee above it|Size#|95 %#|Lower bound#|Claimed#|Reported|"
	           "Knee against reported#");
	const struct summary_finding *level = NULL;
	while ((level = view_next(view, FINDING_LEVEL, level)) != NULL)
		page_level_row(stream, view, level);
	html_table_end(stream);
}

/* The evidence of every knee of a pass, in the words of its finding. */
static void page_evidence(FILE *stream, const struct view *view)
{
	const struct summary_finding *knee = view_finding(view, FINDING_KNEE, 0);
	if (knee == NULL)
		return;
	fputs("<h4>Evidence</h4><ul class=\"small\">\n", stream);
	for (; knee != NULL; knee = view_next(view, FINDING_KNEE, knee))
		html_write(stream, "<li>@, knee @: @</li>\n", in_status(knee->status), in_count(knee->level),
		           in_prose(knee->reason));
	fputs("</ul>\n", stream);
}

/* ---- granules ---- */

/* The gates that a fit passes or fails; each is a row of the findings. */
static const enum rule_id page_gates[] = {RULE_G2, RULE_G3, RULE_G4, RULE_G5, RULE_G7, RULE_G8};
static const char page_granule_columns[] = "Placement|Verdict|Granule#|Footprints#|"
                                           "Ramp#|Explained#|Margin#|Above#|Power of two#|Bend#";

/* The row of one gate that belongs to a verdict: it follows it, and has its placement. */
static const struct summary_finding *page_gate(const struct summary *summary,
                                               const struct summary_finding *verdict, enum rule_id rule)
{
	const struct summary_finding *end = summary->findings + summary->finding_count;
	for (const struct summary_finding *row = verdict + 1; row < end; row++) {
		if (!finding_is_granule(row) || row->level != verdict->level)
			return NULL;
		if (row->kind == FINDING_GRANULE_GATE && row->rules == RULE_SET(rule))
			return row;
	}
	return NULL;
}

static void page_gate_cell(FILE *stream, const struct summary_finding *gate)
{
	char words[TEXT_BYTES] = "", number[WORDS];
	if (gate == NULL) {
		html_cell_number(stream, "");
		return;
	}
	bool known = isfinite(gate->value);
	if (known && gate->unit == UNIT_DISTANCES)
		text_add(words, "%.0f", gate->value); /* the heading tells what it is */
	else if (known && gate->unit == UNIT_SHARE)
		text_add(words, "%s", words_three(number, gate->value));
	else
		page_value(gate, words);
	html_write(stream, "<td class=\"n\">@</td>",
	           in_verdict(view_refused(gate) ? "ref" : "acc", words[0] == '\0' ? "none" : words));
}

static void page_granule_row(FILE *stream, const struct summary *summary,
                             const struct summary_finding *verdict)
{
	char words[TEXT_BYTES];
	page_subject(verdict, words);
	html_row(stream, words + strlen("granule"));
	html_write(stream, "<td>@ @</td>", in_status(verdict->status), in_rules(verdict->rules));
	html_cell_number(stream, page_value(verdict, words));
	html_cell_number(stream, page_ends(verdict, words));
	for (size_t i = 0; i < sizeof page_gates / sizeof page_gates[0]; i++)
		page_gate_cell(stream, page_gate(summary, verdict, page_gates[i]));
	html_row_end(stream);
}

/* The reasons of the verdicts, and what the retired reading would have said. */
static void page_granule_reasons(FILE *stream, const struct summary *summary)
{
	char words[TEXT_BYTES];
	fputs("<ul class=\"small\">\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind == FINDING_GRANULE || finding->kind == FINDING_GRANULE_RETIRED)
			html_write(stream, "<li>@, @: @</li>\n", in_status(finding->status),
			           in_text(page_subject(finding, words)), in_prose(finding->reason));
	}
	fputs("</ul>\n", stream);
}

static void page_granules(FILE *stream, const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	char caption[TEXT_BYTES] = "Granules of ";
	text_add(caption, "%.200s: each placement, and the gates of its fit (G2 to G8).", entry->title);
	html_table(stream, caption, "nw", page_granule_columns);
	const struct summary_finding *verdict = NULL;
	while ((verdict = view_next_of(summary, FINDING_GRANULE, verdict)) != NULL)
		page_granule_row(stream, summary, verdict);
	html_table_end(stream);
	page_granule_reasons(stream, summary);
}

/* ---- one capture ---- */

/* The figure of a pass as reduce's marks have it; where it is not drawn, the page draws a small one. The
 * first pass has no number in its file's name. */
static int page_pass_figure(FILE *stream, struct page *page, const struct page_entry *entry,
                            const struct view *view, size_t number, struct fault *fault)
{
	char kind[32] = "ladder", words[TEXT_BYTES], caption[TEXT_BYTES] = "";
	struct page_figure figure = {kind, entry->id, caption, words, true};
	if (number > 1)
		snprintf(kind, sizeof kind, "ladder-%zu", number);
	text_add(caption, "%.200s, %.80s: time a load against working set.", entry->title, view->pass);
	page_words_ladder(words, view);
	if (page_figure_stands(entry->base, kind))
		return page_figure_write(stream, page, entry->base, &figure, fault);
	snprintf(kind, sizeof kind, "pass-%zu", number);
	fprintf(stream, "<figure id=\"fig-%s-%s\">", entry->id, kind);
	snprintf(kind, sizeof kind, "p%zu", ++page->pictures);
	page_curve_pass(stream, view, kind);
	html_write(stream, "<figcaption>@</figcaption></figure>\n", in_text(caption));
	return 0;
}

static int page_pass_figures(FILE *stream, struct page *page, const struct page_entry *entry,
                             struct fault *fault)
{
	for (size_t i = 0; i < entry->pass_count; i++) {
		struct view view;
		int status = view_open(&view, &entry->summary, entry->passes[i], fault);
		if (status == VIEW_NO_PASS)
			continue;
		if (status != 0)
			return -1;
		status =
		    page_is_sweep(&view) ? page_pass_figure(stream, page, entry, &view, i + 1, fault) : 0;
		view_close(&view);
		if (status != 0)
			return -1;
	}
	return 0;
}

static int page_pass_tables(FILE *stream, const struct page_entry *entry, struct fault *fault)
{
	for (size_t i = 0; i < entry->pass_count; i++) {
		struct view view;
		int status = view_open(&view, &entry->summary, entry->passes[i], fault);
		if (status == VIEW_NO_PASS)
			continue;
		if (status != 0)
			return -1;
		page_levels(stream, entry, &view);
		page_evidence(stream, &view);
		view_close(&view);
	}
	return 0;
}

/* The granule's figure, table and reasons, where the capture has such a grid. */
static int page_granule_part(FILE *stream, struct page *page, const struct page_entry *entry,
                             struct fault *fault)
{
	char words[TEXT_BYTES];
	struct page_figure figure = {"granule", entry->id,
	                             "Time a pair against distance in three placements, with the gates "
	                             "that each fit passed or failed (G1).",
	                             words, true};
	if (view_next_of(&entry->summary, FINDING_GRANULE, NULL) == NULL)
		return 0;
	page_words_granule(words, entry);
	if (page_figure_write(stream, page, entry->base, &figure, fault) != 0)
		return -1;
	page_granules(stream, entry);
	return 0;
}

/* Figures that only some captures have. */
static int page_other_figures(FILE *stream, struct page *page, const struct page_entry *entry,
                              struct fault *fault)
{
	static const char *const figures[][3] = {
	    {"translation", "The chase of one line a page beside the dense one (W1, W2).",
	     "Time a load of both chases against what they cover, with the reaches of translation."},
	    {"shift", "Knees quiet and crowded (C1).", "Each knee in the quiet and in the crowded pass."}};
	for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
		struct page_figure figure = {figures[i][0], entry->id, figures[i][1], figures[i][2], true};
		if (page_figure_write(stream, page, entry->base, &figure, fault) != 0)
			return -1;
	}
	return 0;
}

/* How many levels' sizes are claimed, of how many knees; over all passes. */
static struct html_part page_capture_status(const struct page_entry *entry, char words[TEXT_BYTES])
{
	struct page_piles piles;
	page_piles(&piles, &entry->summary);
	const size_t *knees = piles.of[FINDING_KNEE], *sweeps = piles.of[FINDING_SWEEP];
	size_t count = knees[STATUS_ACCEPTED] + knees[STATUS_NOTED] + knees[STATUS_REFUSED];
	if (entry->pass_count > 0 && sweeps[STATUS_REFUSED] == entry->pass_count)
		return in_verdict("ref", "refused whole");
	if (count == 0)
		return in_verdict("not", entry->pass_count == 0 ? "holds no sweep" : "no knee");
	words[0] = '\0';
	text_add(words, "%zu of %zu knees accepted", knees[STATUS_ACCEPTED], count);
	return in_verdict(knees[STATUS_ACCEPTED] == count ? "acc" : "not", words);
}

int page_capture(FILE *stream, struct page *page, const struct page_entry *entry, struct fault *fault)
{
	char words[TEXT_BYTES];
	html_write(stream, "<details id=\"@\"><summary>@ @@</summary>\n<div class=\"two case\"><div>",
	           in_markup(entry->id), in_text(entry->title),
	           in_markup(entry->synthetic ? "<span class=\"made\">synthetic</span> " : ""),
	           page_capture_status(entry, words));
	if (entry->pass_count == 0)
		fputs("<p class=\"none\">It holds no sweep.</p>", stream);
	if (page_pass_figures(stream, page, entry, fault) != 0)
		return -1;
	fputs("</div>", stream);
	page_aside(stream, entry);
	fputs("</div>\n", stream);
	if (page_pass_tables(stream, entry, fault) != 0 ||
	    page_granule_part(stream, page, entry, fault) != 0 ||
	    page_other_figures(stream, page, entry, fault) != 0 || page_points(stream, entry, fault) != 0)
		return -1;
	page_findings(stream, entry);
	page_headers(stream, entry);
	html_fold_end(stream);
	return 0;
}
