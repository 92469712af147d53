/* The pieces that the sections of the page are written with. */
#include "page_picture.h"
#include "page_section.h"
#include "../figures/refusal.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- rows of a machine ---- */

const char *page_row_reported(const struct machine_row *row, char words[TEXT_BYTES])
{
	words[0] = '\0';
	return view_is_size(row->reported_bytes)
	           ? view_cache_words(row->reported_level, row->reported_bytes, words)
	           : words;
}

/* ---- findings ---- */

void page_piles(struct page_piles *piles, const struct summary *summary)
{
	*piles = (struct page_piles){{{0}}};
	for (size_t i = 0; i < summary->finding_count; i++)
		piles->of[summary->findings[i].kind][summary->findings[i].status]++;
}

/* Whether a finding is an answer that was refused: not a plateau that was only considered, nor what rests on
 * another refusal. */
static bool page_declines(const struct summary_finding *finding)
{
	switch (finding->kind) {
	case FINDING_PLATEAU:
	case FINDING_CAPACITY:
	case FINDING_LOWER_BOUND:
	case FINDING_PLATEAU_TOP:
	case FINDING_GRANULE_GATE:
		return false;
	default:
		return view_refused(finding);
	}
}

const char *page_subject(const struct summary_finding *finding, char words[TEXT_BYTES])
{
	static const char *const places[] = {"", " inside the first level",
	                                     " between the first and the second knee", " past the last knee"};
	words[0] = '\0';
	for (const char *at = finding_kind_word(finding->kind); *at != '\0'; at++)
		text_add(words, "%c", *at == '_' ? ' ' : *at);
	if (finding_is_granule(finding) && finding->level < sizeof places / sizeof places[0])
		text_add(words, "%s", places[finding->level]);
	else if (finding->level != 0)
		text_add(words, " %llu", (unsigned long long)finding->level);
	return words;
}

const char *page_value(const struct summary_finding *finding, char words[TEXT_BYTES])
{
	char number[WORDS];
	words[0] = '\0';
	if (!isfinite(finding->value))
		return words;
	/* A fit's unit is that of its two times; its value is the granule. */
	if (finding->unit == UNIT_BYTES || finding->kind == FINDING_GRANULE_FIT)
		return text_add(words, "%s", finding_size(finding, finding->value, number));
	if (finding->unit == UNIT_SHARE)
		return text_add(words, "%.1f %%", 100 * finding->value);
	bool ratio = finding->unit == UNIT_RATIO;
	if (!ratio && finding->value == floor(finding->value) && finding->value < 1e9)
		text_add(words, "%.0f", finding->value);
	else
		text_add(words, "%s", words_three(number, finding->value));
	return ratio || finding->unit == UNIT_NONE ? words
	                                           : text_add(words, " %s", unit_words[finding->unit]);
}

const char *page_ends(const struct summary_finding *finding, char words[TEXT_BYTES])
{
	char low[WORDS], high[WORDS];
	words[0] = '\0';
	bool two = isfinite(finding->low) && isfinite(finding->high);
	if (!isfinite(finding->low) && !isfinite(finding->high))
		return words;
	if (two && finding_ends_in_sizes(finding))
		return text_add(words, "%s", finding_sizes(finding, low));
	if (two)
		return text_add(words, "%s to %s", words_three(low, finding->low),
		                words_three(high, finding->high));
	return text_add(words, "%s", words_three(low, isfinite(finding->low) ? finding->low : finding->high));
}

/* Why, in short: a granule's gates by their registered words, since its row tells the numbers. */
static void page_refusal_reason(FILE *stream, const struct summary_finding *finding)
{
	const char *words = refusal_rule_words(finding->rules);
	bool granule = finding_is_granule(finding);
	if (granule && finding->level == 1)
		fputs("refused, as expected of the control: ", stream);
	html_prose(stream, granule && words[0] != '\0' ? words : finding->reason);
}

/* Whether the reason itself begins with its rule, "K3: ...; M1: ...": then the rules are not told again. */
static bool page_reason_names_rule(const struct summary_finding *finding)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(finding->rules, list);
	size_t length = count > 0 ? strlen(rules[list[0]].id) : 0;
	return !finding_is_granule(finding) && count > 0 &&
	       strncmp(finding->reason, rules[list[0]].id, length) == 0 && finding->reason[length] == ':';
}

static void page_refusal(FILE *stream, const struct summary_finding *finding, bool with_pass)
{
	char words[TEXT_BYTES];
	page_subject(finding, words);
	words_begin(words);
	bool passed = with_pass && finding->pass[0] != '\0' && !finding_is_granule(finding);
	html_write(stream, "<li><b>@@@</b>: ", in_text(words), in_text(passed ? ", " : ""),
	           in_text(passed ? finding->pass : ""));
	page_refusal_reason(stream, finding);
	if (finding->rules != 0 && !page_reason_names_rule(finding))
		html_write(stream, " (@)", in_rules(finding->rules));
	fputs("</li>\n", stream);
}

void page_refusals(FILE *stream, const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	bool any = false;
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (!page_declines(finding))
			continue;
		fputs(any ? "" : "<ul class=\"refusals small\">\n", stream);
		page_refusal(stream, finding, entry->pass_count > 1);
		any = true;
	}
	fputs(any ? "</ul>\n" : "<p class=\"small\">Nothing.</p>\n", stream);
}

/* ---- figures ---- */

static void page_figure_inline(FILE *stream, struct page *page, const struct picture *picture,
                               const struct page_figure *figure)
{
	char label[2 * HTML_ID], prefix[HTML_ID];
	struct html_part kind = in_markup(figure->kind), id = in_markup(label);
	snprintf(label, sizeof label, "fig-%.60s-%.20s", figure->name, figure->kind);
	html_write(stream,
	           "<figure id=\"@\"><div class=\"plot @\" tabindex=\"0\" role=\"group\" "
	           "aria-label=\"Figure: @\">",
	           id, kind, kind);
	snprintf(prefix, sizeof prefix, "p%zu-", ++page->pictures);
	text_add(label, "-caption");
	picture_write(stream, picture, prefix, label, figure->words);
	html_write(stream, "</div><figcaption id=\"@\">@</figcaption></figure>\n", id,
	           in_prose(figure->caption));
}

bool page_figure_write(FILE *stream, struct page *page, struct page_stem stem,
                       const struct page_figure *figure)
{
	struct picture picture;
	char path[PAGE_PATH];
	if (page->failed)
		return false;
	int length = snprintf(path, sizeof path, "%.*s.%s.svg", (int)stem.length, stem.path, figure->kind);
	if (length >= PAGE_PATH)
		fault_system(page->fault, stem.path, ENAMETOOLONG, "cannot be read");
	else if (picture_open(&picture, path, page->fault) == 0) {
		fputs(figure->before, stream);
		page_figure_inline(stream, page, &picture, figure);
		picture_close(&picture);
		return true;
	}
	page->failed = page->fault->system_error != ENOENT;
	return false;
}

/* ---- figures in words ---- */

/* The knees of a pass, each with its verdict where it is not accepted; returns how many. */
static size_t page_words_knees(char words[TEXT_BYTES], const struct view *view)
{
	char size[WORDS];
	size_t count = 0;
	const struct summary_finding *knee = NULL;
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL) {
		text_add(words, "%s%s", count++ > 0 ? ", " : "",
		         isfinite(knee->value) ? quantity_size(knee->value, size) : "no size");
		if (!view_accepted(knee))
			text_add(words, " (%s)", status_word(knee->status));
	}
	return count;
}

void page_words_ladder(char words[TEXT_BYTES], const struct view *view)
{
	char range[WORDS], low[WORDS], high[WORDS];
	struct span sizes = span_none(), times;
	view_add_sizes(view, &sizes);
	words[0] = '\0';
	text_add(words, "Time a load against working set, %zu sizes from %s", view->count,
	         quantity_exact_range(sizes.low, sizes.high, range));
	if (view_times(view, &times))
		text_add(words, ", medians from %s to %s ns", words_three(low, times.low),
		         words_three(high, times.high));
	text_add(words, ". Knees: ");
	if (page_words_knees(words, view) == 0)
		text_add(words, "none");
	text_add(words, ".");
}

void page_words_granule(char words[TEXT_BYTES], const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	words[0] = '\0';
	text_add(words, "Time a pair against the distance of its two words. ");
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(summary, FINDING_GRANULE, finding)) != NULL) {
		char subject[TEXT_BYTES], value[TEXT_BYTES];
		text_add(words, "%s: %s%s%s. ", page_subject(finding, subject), status_word(finding->status),
		         view_stands(finding) ? ", " : "",
		         view_stands(finding) ? page_value(finding, value) : "");
	}
}
