/* What the figures of the page show, in words and numbers. */
#include "page_section.h"
#include "../draw/words.h"

#include <math.h>
#include <string.h>

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

void page_words_ladder(char words[TEXT_BYTES], const struct page_entry *entry, const char *pass)
{
	struct view view;
	struct fault fault;
	char range[WORDS], low[WORDS], high[WORDS];
	double lowest = INFINITY, highest = 0;
	words[0] = '\0';
	if (view_open(&view, &entry->summary, pass, &fault) != 0 || view.count == 0) {
		view_close(&view);
		return;
	}
	for (size_t i = 0; i < view.count; i++)
		if (isfinite(view.points[i]->time_ns)) {
			lowest = fmin(lowest, view.points[i]->time_ns);
			highest = fmax(highest, view.points[i]->time_ns);
		}
	quantity_exact_range((double)view.points[0]->size_bytes,
	                     (double)view.points[view.count - 1]->size_bytes, range);
	text_add(words, "Time a load against working set, %zu sizes from %s", view.count, range);
	if (highest > 0)
		text_add(words, ", medians from %s to %s ns", words_three(low, lowest),
		         words_three(high, highest));
	text_add(words, ". Knees: ");
	if (page_words_knees(words, &view) == 0)
		text_add(words, "none");
	text_add(words, ".");
	view_close(&view);
}

void page_words_granule(char words[TEXT_BYTES], const struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	words[0] = '\0';
	text_add(words, "Time a pair against the distance of its two words. ");
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		char subject[TEXT_BYTES], value[TEXT_BYTES];
		if (finding->kind != FINDING_GRANULE)
			continue;
		text_add(words, "%s: %s%s%s. ", page_subject(finding, subject), status_word(finding->status),
		         view_stands(finding) ? ", " : "",
		         view_stands(finding) ? page_value(finding, value) : "");
	}
}
