/* All that reduce wrote of a capture, folded away: its findings, its points, what it says of itself. */
#include "page_section.h"

#include <string.h>

void page_findings(FILE *stream, const struct page_entry *entry)
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

void page_points(FILE *stream, const struct page_entry *entry)
{
	for (size_t i = 0, end; i < entry->summary.point_count; i = end) {
		for (end = i + 1; end < entry->summary.point_count &&
		                  page_same_points(entry->points[i], entry->points[end]);)
			end++;
		page_point_table(stream, entry, entry->points + i, end - i);
	}
}

void page_headers(FILE *stream, const struct page_entry *entry)
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
