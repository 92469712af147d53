/* All that reduce wrote of a capture, folded away: its findings, its points, what it says of itself. */
#include "page_section.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void page_number(FILE *stream, double value)
{
	char words[WORDS];
	html_cell_number(stream, isfinite(value) ? words_three(words, value) : "");
}

void page_findings(FILE *stream, const struct page_entry *entry)
{
	char caption[TEXT_BYTES] = "", words[TEXT_BYTES];
	text_add(caption, "All %zu findings with their evidence", entry->summary.finding_count);
	html_fold(stream, caption);
	text_add(caption, ": %.200s.", entry->title);
	html_table(stream, caption, "wide", "Finding|Pass|Verdict|Value#|Between#|Rule|Reason");
	for (size_t i = 0; i < entry->summary.finding_count; i++) {
		const struct summary_finding *finding = &entry->summary.findings[i];
		bool fit = finding->kind == FINDING_GRANULE_FIT,
		     retired = finding->kind == FINDING_GRANULE_RETIRED;
		html_row(stream, page_subject(finding, words));
		html_write(stream, "<td>@</td><td>@</td>", in_text(finding->pass),
		           in_status(finding->status));
		html_cell_number(stream, page_value(finding, words));
		html_cell_number(stream, page_ends(finding, words));
		html_write(stream, "<td>@@</td><td class=\"why\">@</td>",
		           fit ? in_text(SUMMARY_RULE_FIT)
		               : in_rules(retired ? RULE_SET(RULE_G1) : finding->rules),
		           in_text(retired ? "-" : ""), in_prose(finding->reason));
		html_row_end(stream);
	}
	html_table_end(stream);
	html_fold_end(stream);
}

static void page_whole(FILE *stream, uint64_t value, bool zero_shows)
{
	char words[WORDS] = "";
	if (value != 0 || zero_shows)
		snprintf(words, sizeof words, "%llu", (unsigned long long)value);
	html_cell_number(stream, words);
}

static void page_point(FILE *stream, const struct summary_point *point)
{
	char size[WORDS];
	html_row(stream, quantity_exact((double)point->size_bytes, size));
	html_cell_number(
	    stream, point->distance_bytes > 0 ? quantity_exact((double)point->distance_bytes, size) : "");
	page_whole(stream, point->trials, true);
	page_whole(stream, point->discarded, true);
	page_whole(stream, point->migrated, true);
	page_number(stream, point->time_ns);
	page_number(stream, point->low_ns);
	page_number(stream, point->q1_ns);
	page_number(stream, point->q3_ns);
	page_number(stream, point->high_ns);
	page_number(stream, point->cycles);
	page_whole(stream, point->level, false);
	html_cell(stream, point->note);
	html_row_end(stream);
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

/* Sweeps first; by experiment and pass, and in a pass as they stand. */
static int page_point_compare(const void *left, const void *right)
{
	const struct summary_point *a = *(const struct summary_point *const *)left,
	                           *b = *(const struct summary_point *const *)right;
	int order = (int)a->experiment - (int)b->experiment;
	if (order == 0)
		order = strcmp(a->pass, b->pass);
	return order != 0 ? order : (a > b) - (a < b);
}

int page_points(FILE *stream, const struct page_entry *entry, struct fault *fault)
{
	const struct summary *summary = &entry->summary;
	const struct summary_point **points = malloc((summary->point_count + 1) * sizeof *points);
	if (points == NULL)
		return fault_system(fault, "page", ENOMEM, "cannot be written");
	for (size_t i = 0; i < summary->point_count; i++)
		points[i] = &summary->points[i];
	qsort(points, summary->point_count, sizeof *points, page_point_compare);
	for (size_t i = 0, end; i < summary->point_count; i = end) {
		for (end = i + 1; end < summary->point_count && page_same_points(points[i], points[end]);)
			end++;
		page_point_table(stream, entry, points + i, end - i);
	}
	free(points);
	return 0;
}

void page_headers(FILE *stream, const struct page_entry *entry)
{
	char caption[TEXT_BYTES] = "What the capture says of itself: ";
	text_add(caption, "%.200s.", entry->title);
	html_fold(stream, "All that the capture says of itself");
	html_table(stream, caption, "", "Key|Value");
	for (size_t i = 0; i < entry->summary.header_count; i++) {
		html_row(stream, entry->summary.headers[i].key);
		html_cell(stream, entry->summary.headers[i].value);
		html_row_end(stream);
	}
	html_table_end(stream);
	html_fold_end(stream);
}
