/* One capture with its figures, tables and reasons, what it says of its machine, and, folded away, all that
 * reduce wrote of it. */
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
	static const char *const facts[][2] = {
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_SYNTHETIC, "Made, not measured"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_MACHINE, "Machine"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_PROCESSOR, "Processor"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_SYSTEM, "System"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_CPUS, "Logical processors"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_TIMER, "Timer"},
	    {SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_CACHE, "Reported cache"}};
	char words[TEXT_BYTES];
	fputs("<dl class=\"facts\">", stream);
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
		for (size_t k = 0; k < entry->summary.header_count; k++) {
			const struct header_line *header = &entry->summary.headers[k];
			if (strcmp(header->key, facts[i][0]) == 0)
				html_write(stream, "<dt>@</dt><dd>@</dd>", in_text(facts[i][1]),
				           in_text(page_cache(header->value, words)));
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
		if (finding->status != STATUS_NOTED || (!diagnostic && !knee))
			continue;
		fputs(any ? "<li>" : "<h4>Noted</h4><ul class=\"small\"><li>", stream);
		if (knee)
			html_write(stream, "@: ", in_finding(page_subject, finding));
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
	page_refusals(stream, entry);
	page_notes(stream, entry);
	fputs("</aside>", stream);
}

/* ---- levels ---- */

static void page_level_row(FILE *stream, const struct view *view, const struct summary_finding *level)
{
	const struct summary_finding *knee = view_finding(view, FINDING_KNEE, level->level);
	const struct html_part floor[] = {in_count(level->level), in_quantity(quantity_number, level->value),
	                                  in_quantity(quantity_number, level->value * view->clock_ghz),
	                                  in_range(quantity_exact_range, level->low, level->high)};
	if (knee == NULL) {
		html_fill_row(stream, "level @#@#@|@|||||||", floor);
		return;
	}
	const struct summary_finding *bound = view_finding(view, FINDING_LOWER_BOUND, knee->level),
	                             *capacity = view_finding(view, FINDING_CAPACITY, knee->level);
	bool bounded = view_stands(bound), claimed = view_stands(capacity),
	     reported = isfinite(knee->reported);
	html_row(
	    stream, "level @#@#@|@|@ @#@#@#@#@|@@@#@", floor[0], floor[1], floor[2], floor[3],
	    in_status(knee->status), in_rules(knee->rules),
	    isfinite(knee->value) ? in_quantity(quantity_size, knee->value) : in_text("none"),
	    in_range(quantity_range, isfinite(knee->value) ? knee->low : NAN, knee->high),
	    in_quantity(quantity_exact, bounded ? bound->value : NAN),
	    in_range(quantity_exact_range, claimed ? capacity->low : NAN, claimed ? capacity->high : NAN),
	    in_text(reported ? view_cache_name(view, knee->reported) : "not reported"),
	    in_text(reported ? " " : ""), in_quantity(quantity_exact, knee->reported),
	    in_quantity(quantity_percent, view_stands(knee) ? -knee->gap : NAN));
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

/* What a gate measured. The heading tells what it is, so some units are left out. */
static const char *page_gate_words(const struct summary_finding *gate, char words[TEXT_BYTES])
{
	bool distances = gate->unit == UNIT_DISTANCES, share = gate->unit == UNIT_SHARE;
	words[0] = '\0';
	if (!isfinite(gate->value))
		return "none";
	if (distances)
		return text_add(words, "%.0f", gate->value);
	return share ? words_three(words, gate->value) : page_value(gate, words);
}

static struct html_part in_gate(const struct summary_finding *gate, char words[TEXT_BYTES])
{
	if (gate == NULL)
		return in_text("");
	return in_verdict(view_refused(gate) ? "ref" : "acc", page_gate_words(gate, words));
}

static void page_granule_row(FILE *stream, const struct summary *summary,
                             const struct summary_finding *verdict)
{
	enum { GATES = sizeof page_gates / sizeof page_gates[0] };
	char placement[TEXT_BYTES], words[GATES][TEXT_BYTES];
	struct html_part gates[GATES];
	for (size_t i = 0; i < GATES; i++)
		gates[i] = in_gate(page_gate(summary, verdict, page_gates[i]), words[i]);
	html_row(stream, "@|@ @#@#@#@#@#@#@#@#@",
	         in_text(page_subject(verdict, placement) + strlen("granule")), in_status(verdict->status),
	         in_rules(verdict->rules), in_finding(page_value, verdict), in_finding(page_ends, verdict),
	         gates[0], gates[1], gates[2], gates[3], gates[4], gates[5]);
}

/* The reasons of the verdicts, and what the retired reading would have said. */
static void page_granule_reasons(FILE *stream, const struct summary *summary)
{
	fputs("<ul class=\"small\">\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind == FINDING_GRANULE || finding->kind == FINDING_GRANULE_RETIRED)
			html_write(stream, "<li>@, @: @</li>\n", in_status(finding->status),
			           in_finding(page_subject, finding), in_prose(finding->reason));
	}
	fputs("</ul>\n", stream);
}

static void page_granules(FILE *stream, const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	char caption[TEXT_BYTES] = "Granules of ";
	text_add(caption, "%.200s: each placement, and the gates of its fit (G2 to G8).", entry->title);
	html_table(stream, caption, "nw",
	           "Placement|Verdict|Granule#|Footprints#|Ramp#|Explained#|Margin#|Above#|Power of two#|"
	           "Bend#");
	const struct summary_finding *verdict = NULL;
	while ((verdict = summary_next(summary, FINDING_GRANULE, verdict)) != NULL)
		page_granule_row(stream, summary, verdict);
	html_table_end(stream);
	page_granule_reasons(stream, summary);
}

/* ---- all of it, folded away ---- */

static void page_findings(FILE *stream, const struct page_entry *entry)
{
	char caption[TEXT_BYTES] = "";
	text_add(caption, "All %zu findings with their evidence", entry->summary.finding_count);
	html_fold(stream, caption);
	text_add(caption, ": %.200s.", entry->title);
	html_table(stream, caption, "wide", "Finding|Pass|Verdict|Value#|Between#|Rule|Reason");
	for (size_t i = 0; i < entry->summary.finding_count; i++) {
		const struct summary_finding *finding = &entry->summary.findings[i];
		bool fit = finding->kind == FINDING_GRANULE_FIT,
		     retired = finding->kind == FINDING_GRANULE_RETIRED;
		html_row(stream, "@|@|@#@#@|@@~@", in_finding(page_subject, finding), in_text(finding->pass),
		         in_status(finding->status), in_finding(page_value, finding),
		         in_finding(page_ends, finding),
		         fit ? in_text(SUMMARY_RULE_FIT)
		             : in_rules(retired ? RULE_SET(RULE_G1) : finding->rules),
		         in_text(retired ? "-" : ""), in_prose(finding->reason));
	}
	html_table_end(stream);
	html_fold_end(stream);
}

static struct html_part in_size(uint64_t bytes)
{
	return in_quantity(quantity_exact, (double)bytes);
}

static void page_point(FILE *stream, const struct summary_point *point)
{
	html_row(stream, "@#@#@#@#@#@#@#@#@#@#@#@|@", in_size(point->size_bytes),
	         point->distance_bytes > 0 ? in_size(point->distance_bytes) : in_text(""),
	         in_count(point->trials), in_count(point->discarded), in_count(point->migrated),
	         in_quantity(quantity_number, point->time_ns), in_quantity(quantity_number, point->low_ns),
	         in_quantity(quantity_number, point->q1_ns), in_quantity(quantity_number, point->q3_ns),
	         in_quantity(quantity_number, point->high_ns), in_quantity(quantity_number, point->cycles),
	         point->level > 0 ? in_count(point->level) : in_text(""), in_text(point->note));
}

/* Whether the points of one table go on: of one experiment and pass. */
static bool page_same_points(const struct summary_point *a, const struct summary_point *b)
{
	return strcmp(a->pass, b->pass) == 0 && a->experiment == b->experiment;
}

/* The points from `first` on that belong to its experiment and pass, as one folded table. */
static void page_point_table(FILE *stream, const struct page_entry *entry,
                             const struct summary_point *const *points, size_t count)
{
	char caption[TEXT_BYTES] = "";
	text_add(caption, "All %zu points: %s, %.80s", count, capture_experiment_names[points[0]->experiment],
	         points[0]->pass);
	html_fold(stream, caption);
	text_add(caption, "; %.200s. Trials, then nanoseconds a %s.", entry->title,
	         points[0]->experiment == CAPTURE_ADJACENCY ? "pair" : "load");
	html_table(stream, caption, "nw grid",
	           "Size|Distance#|Counted#|Discarded#|Moved#|Median#|Lowest#|First quarter#|Third quarter#|"
	           "Highest#|Cycles#|Level#|Note");
	for (size_t i = 0; i < count; i++)
		page_point(stream, points[i]);
	html_table_end(stream);
	html_fold_end(stream);
}

static void page_points(FILE *stream, const struct page_entry *entry)
{
	for (size_t i = 0, end; i < entry->summary.point_count; i = end) {
		for (end = i + 1; end < entry->summary.point_count &&
		                  page_same_points(entry->points[i], entry->points[end]);)
			end++;
		page_point_table(stream, entry, entry->points + i, end - i);
	}
}

static void page_headers(FILE *stream, const struct page_entry *entry)
{
	char caption[TEXT_BYTES] = "What the capture says of itself: ";
	text_add(caption, "%.200s.", entry->title);
	html_fold(stream, "All that the capture says of itself");
	html_table(stream, caption, "", "Key|Value");
	for (size_t i = 0; i < entry->summary.header_count; i++) {
		const struct header_line *header = &entry->summary.headers[i];
		html_row(stream, "@|@", in_text(header->key), in_text(header->value));
	}
	html_table_end(stream);
	html_fold_end(stream);
}

/* ---- one capture ---- */

/* The figure of a pass as reduce's marks have it; where it is not drawn, the page draws a small one. The
 * first pass has no number in its file's name. */
static void page_pass_figure(FILE *stream, struct page *page, const struct page_entry *entry, size_t number)
{
	const struct view *view = &entry->passes[number - 1];
	char kind[32] = "ladder", words[TEXT_BYTES], caption[TEXT_BYTES] = "";
	const struct page_figure figure = {kind, entry->id, caption, words, ""};
	if (number > 1)
		snprintf(kind, sizeof kind, "ladder-%zu", number);
	text_add(caption, "%.200s, %.80s: time a load against working set.", entry->title, view->pass);
	page_words_ladder(words, view);
	if (page_figure_write(stream, page, entry->stem, &figure))
		return;
	fprintf(stream, "<figure id=\"fig-%s-pass-%zu\">", entry->id, number);
	snprintf(kind, sizeof kind, "p%zu", ++page->pictures);
	page_curve_pass(stream, view, kind);
	html_write(stream, "<figcaption>@</figcaption></figure>\n", in_text(caption));
}

/* The granule's figure, table and reasons, where the capture has such a grid. */
static void page_granule_part(FILE *stream, struct page *page, const struct page_entry *entry)
{
	char words[TEXT_BYTES];
	const struct page_figure figure = {"granule", entry->id,
	                                   "Time a pair against distance in three placements, with the gates "
	                                   "that each fit passed or failed (G1).",
	                                   words, ""};
	if (summary_next(&entry->summary, FINDING_GRANULE, NULL) == NULL)
		return;
	page_words_granule(words, entry);
	page_figure_write(stream, page, entry->stem, &figure);
	page_granules(stream, entry);
}

/* Figures that only some captures have. */
static void page_other_figures(FILE *stream, struct page *page, const struct page_entry *entry)
{
	const struct page_figure figures[] = {
	    {"translation", entry->id, "The chase of one line a page beside the dense one (W1, W2).",
	     "Time a load of both chases against what they cover, with the reaches of translation.", ""},
	    {"shift", entry->id, "Knees quiet and crowded (C1).",
	     "Each knee in the quiet and in the crowded pass.", ""}};
	for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
		page_figure_write(stream, page, entry->stem, &figures[i]);
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

void page_capture(FILE *stream, struct page *page, const struct page_entry *entry)
{
	char words[TEXT_BYTES];
	html_write(stream, "<details id=\"@\"><summary>@ @@</summary>\n<div class=\"two case\"><div>",
	           in_markup(entry->id), in_text(entry->title),
	           in_markup(entry->synthetic ? "<span class=\"made\">synthetic</span> " : ""),
	           page_capture_status(entry, words));
	if (entry->pass_count == 0)
		fputs("<p class=\"none\">It holds no sweep.</p>", stream);
	for (size_t i = 0; i < entry->pass_count; i++)
		if (page_is_sweep(&entry->passes[i]))
			page_pass_figure(stream, page, entry, i + 1);
	fputs("</div>", stream);
	page_aside(stream, entry);
	fputs("</div>\n", stream);
	for (size_t i = 0; i < entry->pass_count; i++)
		if (entry->passes[i].count > 0) {
			page_levels(stream, entry, &entry->passes[i]);
			page_evidence(stream, &entry->passes[i]);
		}
	page_granule_part(stream, page, entry);
	page_other_figures(stream, page, entry);
	page_points(stream, entry);
	page_findings(stream, entry);
	page_headers(stream, entry);
	html_fold_end(stream);
}
