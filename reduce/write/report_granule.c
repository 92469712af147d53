/* Where the adjacency grid and the granule findings are told to a person. */
#include "report_granule.h"
#include "../summary/quantity.h"

#include "../../probe/fault.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { RULER = 64 }; /* distances shown; the registered rulers have 12 and 16 */

static bool of_grid(const struct summary_point *point, const char *pass)
{
	return strcmp(point->pass, pass) == 0 && point->experiment == CAPTURE_ADJACENCY;
}

bool report_is_grid(const struct summary *summary, const char *pass)
{
	for (size_t i = 0; i < summary->point_count; i++)
		if (of_grid(&summary->points[i], pass))
			return true;
	return false;
}

/* The distances of the pass, rising, each once; at most RULER of them. */
static size_t find_ruler(const struct summary *summary, const char *pass, uint64_t *ruler)
{
	size_t count = 0;
	for (size_t i = 0; i < summary->point_count; i++) {
		const struct summary_point *point = &summary->points[i];
		size_t at = count;
		if (!of_grid(point, pass))
			continue;
		while (at > 0 && ruler[at - 1] > point->distance_bytes)
			at--;
		if (count == RULER || (at > 0 && ruler[at - 1] == point->distance_bytes))
			continue;
		memmove(&ruler[at + 1], &ruler[at], (count - at) * sizeof *ruler);
		ruler[at] = point->distance_bytes;
		count++;
	}
	return count;
}

/* Prints the row that begins at point `first`, whose points stand together, and returns where the next one
 * begins. */
static size_t print_row(FILE *stream, const struct summary *summary, const char *pass, size_t first,
                        const uint64_t *ruler, size_t count)
{
	const struct summary_point *points = summary->points;
	char text[QUANTITY_TEXT];
	size_t at = first;
	fprintf(stream, "  %10s", quantity_exact((double)points[first].size_bytes, text));
	for (size_t d = 0; d < count; d++) {
		while (at < summary->point_count && of_grid(&points[at], pass) &&
		       points[at].size_bytes == points[first].size_bytes &&
		       points[at].distance_bytes < ruler[d])
			at++;
		bool known = at < summary->point_count && of_grid(&points[at], pass) &&
		             points[at].size_bytes == points[first].size_bytes &&
		             points[at].distance_bytes == ruler[d] && !isnan(points[at].time_ns);
		fprintf(stream, "  %6s", known ? quantity_number(points[at].time_ns, text) : "-");
	}
	fputc('\n', stream);
	for (at = first; at < summary->point_count && of_grid(&points[at], pass) &&
	                 points[at].size_bytes == points[first].size_bytes;)
		at++;
	return at;
}

void report_print_grid(FILE *stream, const struct summary *summary, const char *pass)
{
	uint64_t ruler[RULER + 1];
	size_t count = find_ruler(summary, pass, ruler);
	fputs("  ns a pair, by footprint and by distance in bytes\n            ", stream);
	for (size_t d = 0; d < count; d++)
		fprintf(stream, "  %6" PRIu64, ruler[d]);
	fputc('\n', stream);
	for (size_t i = 0; i < summary->point_count;)
		if (of_grid(&summary->points[i], pass))
			i = print_row(stream, summary, pass, i, ruler, count);
		else
			i++;
}

static void print_text(FILE *stream, const char *text)
{
	fault_print_text(stream, text, strlen(text));
}

static void print_verdict(FILE *stream, const struct summary_finding *finding)
{
	static const char *const places[] = {"", ", inside the first level (control)",
	                                     ", between the first and the second knee",
	                                     ", past the last knee"};
	char ids[RULE_TEXT];
	fprintf(stream, "  %-8s granule %" PRIu64, status_word(finding->status), finding->level);
	if (finding->level < sizeof places / sizeof places[0])
		fputs(places[finding->level], stream);
	if (!isnan(finding->value))
		fprintf(stream, ": %.0f B", finding->value);
	if (finding->rules != 0)
		fprintf(stream, " [%s]", finding_rules(finding, ids));
	fputs(": ", stream);
	print_text(stream, finding->reason);
	fputc('\n', stream);
}

void report_print_granule(FILE *stream, const struct summary_finding *finding)
{
	char ids[RULE_TEXT];
	if (finding->kind == FINDING_GRANULE) {
		print_verdict(stream, finding);
		return;
	}
	/* The fit and the warning are no verdicts of their own. */
	fprintf(stream, "           %-3s %-8s ", finding_rules(finding, ids),
	        finding->kind == FINDING_GRANULE_GATE ? status_word(finding->status) : "");
	print_text(stream, finding->reason);
	fputc('\n', stream);
}
