/* The answer of a machine: its levels, what stands against them, and where what is reported lies. */
#include "page_section.h"
#include "../figures/refusal.h"

#include "../../probe/capture.h"

#include <math.h>
#include <string.h>

/* "1.09 ns", or a dash. */
static struct html_part in_time(double ns, char words[TEXT_BYTES])
{
	char number[WORDS];
	words[0] = '\0';
	return in_text(isfinite(ns) ? text_add(words, "%s ns", words_three(number, ns)) : "–");
}

/* ---- contradictions ---- */

static void page_contradiction(FILE *stream, const struct summary_finding *finding)
{
	html_write(stream, "@: @ (@)",
	           in_verdict("con", finding->kind == FINDING_CONTROL ? "control" : "contradiction"),
	           in_prose(finding->reason), in_rules(finding->rules));
}

void page_contradictions(FILE *stream, const struct page_machine *machine)
{
	for (size_t i = 0; i < machine->contradiction_count; i++) {
		fputs("<p class=\"box\">", stream);
		page_contradiction(stream, machine->contradictions[i]);
		fputs("</p>\n", stream);
	}
}

void page_boxes(FILE *stream, const struct page_machine *machine)
{
	for (size_t i = 0; i < machine->contradiction_count; i++) {
		html_write(stream, "<li><a href=\"@\">@</a> ", in_markup(machine->file),
		           in_text(machine->title));
		page_contradiction(stream, machine->contradictions[i]);
		fputs("</li>\n", stream);
	}
}

/* ---- the table of levels ---- */

static void page_level_time(FILE *stream, const struct machine_row *row)
{
	char words[TEXT_BYTES];
	html_write(stream,
	           isfinite(row->cycles) ? "<td class=\"n\">@<small>@ cycles</small></td>"
	                                 : "<td class=\"n\">@</td>",
	           in_time(row->time_ns, words), in_quantity(quantity_number, row->cycles));
}

static void page_level_claim(FILE *stream, const struct machine_row *row)
{
	static const struct {
		enum rule_id rule;
		const char *kind;
	} kinds[] = {{RULE_E1, "an edge"}, {RULE_E2, "within a factor"}, {RULE_Z1, "a bracket"}};
	char passes[MACHINE_ROW_PASSES];
	const char *kind = "a claim";
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (machine_row_rests_on(row, kinds[i].rule))
			kind = kinds[i].kind;
	bool accepted = row->status == STATUS_ACCEPTED;
	html_write(stream,
	           "<td><span class=\"st @\"><span class=\"vh\">@: </span><b class=\"t\">@</b></span><small>"
	           "@@ (@), @</small></td>",
	           in_markup(accepted ? "acc" : "not"), in_text(status_word(row->status)),
	           in_range(quantity_claim, row->low_bytes, row->high_bytes),
	           in_text(accepted ? "" : "noted: "), in_text(kind), in_rules(row->rules),
	           in_text(machine_row_passes(row, passes)));
}

static void page_level_reported(FILE *stream, const struct machine_row *row)
{
	static const char *const places[INSIDES] = {"in the claim", "in the claim", "<b>above the claim</b>",
	                                            "<b>below the claim</b>"};
	char words[TEXT_BYTES];
	if (page_row_reported(row, words)[0] == '\0') {
		fputs("<td><span class=\"muted\">not reported</span></td>", stream);
		return;
	}
	html_write(stream, "<td><span class=\"nb\">@</span>", in_text(words));
	if (machine_row_claims(row))
		fprintf(stream, "<small>%s</small>", places[row->inside]);
	fputs("</td>", stream);
}

static void page_level_refused(FILE *stream, const struct machine_row *row)
{
	char passes[MACHINE_ROW_PASSES];
	const char *why = refusal_rule_words(row->refusing);
	html_write(stream, "<td>@ @<small>@@@</small></td>", in_status(STATUS_REFUSED),
	           in_rules(row->refusing), in_text(why), in_text(why[0] != '\0' ? "; " : ""),
	           in_text(machine_row_passes(row, passes)));
}

/* The level that no knee ends: where the middle pass shows it. */
static void page_level_last(FILE *stream, const struct page_machine *machine, const struct page_tier *tier,
                            const struct machine_row *row)
{
	char range[WORDS];
	fputs("<td colspan=\"2\" class=\"muted\">", stream);
	const struct summary_finding *last = view_last_level(passes_middle(&tier->passes));
	if (last != NULL && view_is_size(last->low) && view_is_size(last->high))
		fprintf(stream, "%s in the middle pass", quantity_exact_range(last->low, last->high, range));
	if (!machine_row_is_memory(row) && machine->contradiction_count > 0)
		fputs("; it is not called memory while a contradiction is open", stream);
	fputs("</td>", stream);
}

static void page_level(FILE *stream, const struct page_machine *machine, const struct page_tier *tier,
                       const struct machine_row *row)
{
	bool level = machine_row_is_level(row), claims = machine_row_claims(row);
	html_write(stream, "<tr@><th scope=\"row\">@</th>",
	           in_markup(level && !claims ? " class=\"no\"" : ""), in_text(row->level));
	page_level_time(stream, row);
	if (!level)
		page_level_last(stream, machine, tier, row);
	else if (claims)
		page_level_claim(stream, row);
	else
		page_level_refused(stream, row);
	if (level)
		page_level_reported(stream, row);
	fputs("</tr>\n", stream);
}

void page_levels_table(FILE *stream, const struct page_machine *machine, const struct page_tier *tier)
{
	uint64_t passes = tier->rows[0].passes;
	char number[WORDS];
	fputs("<table class=\"lev\"><caption><span>Levels", stream);
	if (tier->rows[0].cores[0] != '\0')
		html_write(stream, " of the cores asked for as @", in_text(tier->rows[0].cores));
	fprintf(stream, ", joined from %llu quiet pass%s", (unsigned long long)passes,
	        passes == 1 ? "" : "es");
	if (isfinite(tier->rows[0].clock_ghz))
		fprintf(stream, " at %s GHz", words_three(number, tier->rows[0].clock_ghz));
	html_write(stream, " (@).</span></caption>", in_rules(RULE_SET(RULE_J1)));
	html_columns(stream, "Level|Time#|Claimed size|Reported");
	for (size_t i = 0; i < tier->count; i++)
		page_level(stream, machine, tier, &tier->rows[i]);
	fputs("</tbody></table>\n", stream);
}

/* ---- sentences ---- */

/* What begins each sentence of a tier where there are several. */
static void page_verdict_begin(FILE *stream, const char *kind, const struct page_machine *machine,
                               const struct page_tier *tier)
{
	fprintf(stream, "<li class=\"%s\">", kind);
	if (machine->tier_count > 1 && tier->rows[0].cores[0] != '\0')
		html_write(stream, "@: ", in_text(tier->rows[0].cores));
}

static void page_verdict_inside(FILE *stream, const struct page_machine *machine,
                                const struct page_tier *tier)
{
	char words[TEXT_BYTES];
	size_t count = 0;
	for (size_t i = 0; i < tier->count; i++) {
		if (!machine_row_claims(&tier->rows[i]) || tier->rows[i].inside != INSIDE_YES)
			continue;
		if (count++ == 0)
			page_verdict_begin(stream, "a", machine, tier);
		else
			fputs(", ", stream);
		html_text(stream, page_row_reported(&tier->rows[i], words));
	}
	if (count > 0)
		fprintf(stream, ": the reported size%s in the claim%s.</li>\n",
		        count == 1 ? " lies" : "s lie", count == 1 ? "" : "s");
}

static void page_verdict_outside(FILE *stream, const struct page_machine *machine,
                                 const struct page_tier *tier, const struct machine_row *row)
{
	char words[TEXT_BYTES];
	page_verdict_begin(stream, "o", machine, tier);
	html_write(stream, "@ is reported and lies @ the claim: a pass could use @.</li>\n",
	           in_text(page_row_reported(row, words)),
	           in_text(row->inside == INSIDE_ABOVE ? "above" : "below"),
	           in_range(quantity_claim, row->low_bytes, row->high_bytes));
}

static void page_verdict_apart(FILE *stream, const struct page_machine *machine, const struct page_tier *tier,
                               const struct machine_row *row)
{
	page_verdict_begin(stream, "x", machine, tier);
	html_write(
	    stream,
	    "Level @: the passes disagree. One claims @, which does not overlap the claim in the table (@).</li>\n",
	    in_text(row->level),
	    in_range(quantity_claim, row->disagreement_low_bytes, row->disagreement_high_bytes),
	    in_rules(RULE_SET(RULE_J1)));
}

static bool page_same_verdicts(const struct machine_row *a, const struct machine_row *b)
{
	return a->cause == b->cause && a->cause_status == b->cause_status && a->core == b->core &&
	       a->core_status == b->core_status;
}

/* "Level 1", "Levels 1, 2": the row's and those of the same verdicts after it; nothing where one before it
 * has told them. */
static void page_verdict_levels(char words[TEXT_BYTES], const struct page_tier *tier,
                                const struct machine_row *row)
{
	words[0] = '\0';
	for (const struct machine_row *other = tier->rows; other < tier->rows + tier->count; other++) {
		if (!page_same_verdicts(row, other))
			continue;
		if (other < row)
			return;
		text_add(words, "%s%.10s", other == row ? "" : ", ", other->level);
	}
}

/* What was tried of a level beside the quiet sweeps: is its end a cache's, is it private to a core. */
static void page_verdict_level(FILE *stream, const struct page_machine *machine, const struct page_tier *tier,
                               const struct machine_row *row)
{
	bool cause = row->cause != VERDICT_NONE, core = row->core != VERDICT_NONE;
	bool open =
	    (cause && row->cause_status != TRIED_ACCEPTED) || (core && row->core_status != TRIED_ACCEPTED);
	char levels[TEXT_BYTES];
	page_verdict_levels(levels, tier, row);
	if (levels[0] == '\0' || (!cause && !core))
		return;
	page_verdict_begin(stream, open ? "o" : "a", machine, tier);
	html_write(stream, "Level@ @: ", in_text(strchr(levels, ',') != NULL ? "s" : ""), in_text(levels));
	if (cause)
		html_write(stream, "cause of the end: @ (@)", in_text(verdict_words[row->cause]),
		           in_rules(RULE_SET(RULE_W2) | RULE_SET(RULE_O2)));
	if (core)
		html_write(stream, "@@ (@)", in_text(cause ? "; " : ""), in_text(verdict_words[row->core]),
		           in_rules(RULE_SET(RULE_V1)));
	fputs(".</li>\n", stream);
}

/* The crowd's verdict is one for all levels. */
static void page_verdict_crowd(FILE *stream, const struct page_machine *machine, const struct page_tier *tier)
{
	enum verdict crowd = tier->rows[0].crowd;
	if (crowd == VERDICT_NONE)
		return;
	page_verdict_begin(stream, crowd == VERDICT_REFUSED ? "x" : "o", machine, tier);
	html_write(stream, "Beside a crowd the deepest knee should move most: @ (@).</li>\n",
	           in_text(verdict_words[crowd]), in_rules(RULE_SET(RULE_C1)));
}

static void page_verdict_granule(FILE *stream, const struct page_machine *machine,
                                 const struct page_tier *tier)
{
	double bytes = tier->rows[0].granule_bytes;
	bool accepted = view_is_size(bytes);
	page_verdict_begin(stream, accepted ? "a" : "o", machine, tier);
	html_write(stream, accepted ? "The granule is @ between levels 1 and 2" : "No granule is accepted",
	           in_quantity(quantity_exact, bytes));
	html_write(stream, " (@ to @).</li>\n", in_rules(RULE_SET(RULE_G1)), in_rules(RULE_SET(RULE_G8)));
}

static void page_verdict_refused(FILE *stream, const struct page_machine *machine)
{
	if (machine->refused_whole == 0)
		return;
	fprintf(stream, "<li class=\"x\">%zu pass%s refused as a whole and %s left out.</li>\n",
	        machine->refused_whole, machine->refused_whole == 1 ? " is" : "es are",
	        machine->refused_whole == 1 ? "is" : "are");
}

void page_verdicts(FILE *stream, const struct page_machine *machine)
{
	fputs("<ul class=\"verdict\">", stream);
	for (size_t i = 0; i < machine->tier_count; i++) {
		const struct page_tier *tier = &machine->tiers[i];
		page_verdict_inside(stream, machine, tier);
		for (size_t k = 0; k < tier->count; k++) {
			const struct machine_row *row = &tier->rows[k];
			if (machine_row_outside(row))
				page_verdict_outside(stream, machine, tier, row);
			if (view_is_size(row->disagreement_low_bytes))
				page_verdict_apart(stream, machine, tier, row);
		}
		for (size_t k = 0; k < tier->count; k++)
			page_verdict_level(stream, machine, tier, &tier->rows[k]);
		page_verdict_crowd(stream, machine, tier);
		page_verdict_granule(stream, machine, tier);
	}
	page_verdict_refused(stream, machine);
	fputs("</ul>\n", stream);
}

/* ---- on the first page ---- */

void page_card(FILE *stream, const struct page_machine *machine)
{
	char words[TEXT_BYTES];
	page_machine_words(words, machine);
	html_write(stream,
	           "<article class=\"card\" id=\"@\" aria-labelledby=\"t-@\"><header><h3 id=\"t-@\">"
	           "<a href=\"@\">@</a></h3><p class=\"muted\">@: @</p></header>\n",
	           in_markup(machine->id), in_markup(machine->id), in_markup(machine->id),
	           in_markup(machine->file), in_text(machine->title), in_text(machine->place),
	           in_text(words));
	page_contradictions(stream, machine);
	fprintf(stream, "<div class=\"body%s\">", machine->tier_count > 1 ? " pair" : "");
	for (size_t i = 0; i < machine->tier_count; i++) {
		if (machine->tier_count > 1)
			fputs("<div>", stream);
		page_curve(stream, machine, &machine->tiers[i]);
		fputs("<div>", stream);
		page_levels_table(stream, machine, &machine->tiers[i]);
		if (machine->tier_count == 1)
			page_verdicts(stream, machine);
		fputs(machine->tier_count > 1 ? "</div></div>" : "</div>", stream);
	}
	fputs("</div>\n", stream);
	if (machine->tier_count > 1)
		page_verdicts(stream, machine);
	fprintf(stream,
	        "<p class=\"more\"><a href=\"%s\">Every pass, every point and every reason of this "
	        "machine</a></p></article>\n",
	        machine->file);
}

/* Whether the answer agrees with what is reported, in a word. */
static void page_row_verdict(FILE *stream, const struct page_machine *machine, const struct page_tier *tier)
{
	size_t refused = 0, outside = 0, inside = 0, controls = 0;
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		refused += machine_row_is_level(row) && !machine_row_claims(row);
		outside += machine_row_outside(row);
		inside += machine_row_claims(row) && row->inside == INSIDE_YES;
	}
	for (size_t i = 0; i < machine->contradiction_count; i++)
		controls += machine->contradictions[i]->kind == FINDING_CONTROL;
	if (machine->contradiction_count > 0)
		html_write(stream, "<td>@<small>@, shown on its page</small></td>",
		           in_verdict("con", controls == machine->contradiction_count ? "control failed"
		                                                                      : "contradiction"),
		           in_count(machine->contradiction_count));
	else if (tier->count < 2)
		html_write(stream, "<td>@</td>", in_verdict("ref", "no answer"));
	else if (refused > 0)
		html_write(stream, "<td>@<small>@ of @ levels</small></td>", in_verdict("ref", "refused"),
		           in_count(refused), in_count(tier->count - 1));
	else if (outside > 0)
		html_write(stream, "<td>@<small>a reported size outside</small></td>",
		           in_verdict("not", "noted"));
	else
		html_write(stream, "<td>@</td>",
		           in_verdict("acc", inside > 0 ? "as reported" : "nothing reported"));
}

static void page_row_level(FILE *stream, const struct page_tier *tier, size_t level)
{
	const struct machine_row *row = &tier->rows[level];
	char text[TEXT_BYTES], number[WORDS];
	if (level >= tier->count || !machine_row_is_level(row)) {
		fputs("<td class=\"muted\">–</td>", stream);
		return;
	}
	fputs("<td class=\"lv\">", stream);
	if (machine_row_claims(row)) {
		quantity_claim(row->low_bytes, row->high_bytes, number);
		char *to = strstr(number, " to ");
		if (to != NULL)
			fprintf(stream, "%.*s–%s ", (int)(to - number), number, to + 4);
		else
			fprintf(stream, "%s ", number);
		html_write(stream, "@", in_rules(row->rules));
	} else {
		html_write(stream, "@ @", in_status(STATUS_REFUSED), in_rules(row->refusing));
	}
	html_write(stream, "<small>@", in_time(row->time_ns, text));
	if (page_row_reported(row, text)[0] != '\0')
		html_write(stream, "; @", in_text(text));
	if (machine_row_outside(row))
		fputs(row->inside == INSIDE_ABOVE ? " <b>above</b>" : " <b>below</b>", stream);
	fputs("</small></td>", stream);
}

static void page_row_head(FILE *stream, const struct page_machine *machine)
{
	const char *system = machine->page.captures > 0
	                         ? view_header(&machine->page.entries[0].summary, CAPTURE_KEY_SYSTEM)
	                         : NULL;
	char words[TEXT_BYTES] = "";
	text_add(words, "%.100s", system != NULL ? system : "");
	words[strcspn(words, "-")] = '\0';
	html_write(stream, "<th scope=\"@\" rowspan=\"@\"><a href=\"@\">@</a><small>@@@</small></th>",
	           in_markup(machine->tier_count > 1 ? "rowgroup" : "row"), in_count(machine->tier_count),
	           in_markup(machine->file), in_text(machine->title), in_text(machine->place),
	           in_text(words[0] != '\0' ? "; " : ""), in_text(words));
}

void page_rows(FILE *stream, const struct page_machine *machine)
{
	char words[TEXT_BYTES];
	for (size_t i = 0; i < machine->tier_count; i++) {
		const struct page_tier *tier = &machine->tiers[i];
		const struct machine_row *last = &tier->rows[tier->count - 1];
		fputs("<tr>", stream);
		if (i == 0)
			page_row_head(stream, machine);
		html_write(stream, "<td class=\"muted\">@</td><td>",
		           in_text(tier->rows[0].cores[0] != '\0' ? tier->rows[0].cores : "one kind"));
		page_curve_row(stream, tier);
		fputs("</td>", stream);
		for (size_t level = 0; level < 3; level++)
			page_row_level(stream, tier, level);
		html_write(stream, "<td class=\"n\">@</td>", in_time(last->time_ns, words));
		html_write(stream, "<td>@</td>",
		           view_is_size(last->granule_bytes)
		               ? in_quantity(quantity_exact, last->granule_bytes)
		               : in_text("–"));
		page_row_verdict(stream, machine, tier);
		fputs("</tr>\n", stream);
	}
}
