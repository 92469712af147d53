/* Where a summary is told to a person. */
#include "report.h"
#include "../maths/logarithm.h"
#include "../summary/quantity.h"
#include "report_granule.h"

#include "../../probe/fault.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { BAR_WIDTH = 30 };

static void print_text(FILE *stream, const char *text)
{
	fault_print_text(stream, text, strlen(text));
}

static void print_head(FILE *stream, const struct summary *summary)
{
	static const char *const keys[] = {SUMMARY_KEY_NAME,    "capture_read_as",     "capture_left_out",
	                                   "capture_synthetic", "capture_label",       "capture_machine",
	                                   "capture_processor", "capture_asked_cores", "capture_asked_tier",
	                                   SUMMARY_KEY_TRIALS,  SUMMARY_KEY_CLOCK,     SUMMARY_KEY_RULES};
	static const char *const names[] = {"Capture", "Read as", "Left out",    "SYNTHETIC",
	                                    "Label",   "Machine", "Processor",   "Cores",
	                                    "Tier",    "Trials",  "Cycles from", "Rules, version"};
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		const char *value = summary_header(summary, keys[i]);
		if (value == NULL)
			continue;
		fprintf(stream, "%s: ", names[i]);
		print_text(stream, value);
		fputc('\n', stream);
	}
	/* These keys repeat. */
	for (size_t i = 0; i < summary->header_count; i++) {
		bool compared = strcmp(summary->headers[i].key, SUMMARY_KEY_COMPARED) == 0;
		if (!compared && strcmp(summary->headers[i].key, SUMMARY_KEY_REPORTED) != 0)
			continue;
		fputs(compared ? "Compared: " : "Reported by hand: ", stream);
		print_text(stream, summary->headers[i].value);
		fputc('\n', stream);
	}
}

/* Lowest and highest time of the pass, for the bars. */
static void time_range(const struct summary *summary, const char *pass, double *low, double *high)
{
	*low = INFINITY;
	*high = 0;
	for (size_t i = 0; i < summary->point_count; i++) {
		const struct summary_point *point = &summary->points[i];
		if (strcmp(point->pass, pass) != 0 || isnan(point->time_ns))
			continue;
		*low = fmin(*low, point->time_ns);
		*high = fmax(*high, point->time_ns);
	}
}

static void print_bar(FILE *stream, double time_ns, double low, double high)
{
	double octaves = logarithm_of(high / low), at = logarithm_of(time_ns / low);
	int length = 1 + (octaves > 0 ? (int)(at / octaves * (BAR_WIDTH - 1)) : 0);
	for (int i = 0; i < length; i++)
		fputc('#', stream);
}

/* A point of the translation's chases, told by its number of nodes. */
static bool is_translation(const struct summary_point *point)
{
	return point->experiment == CAPTURE_TRANSLATION && point->distance_bytes != 0;
}

static void print_point(FILE *stream, const struct summary_point *point, double low, double high)
{
	char size[QUANTITY_TEXT], time[QUANTITY_TEXT], cycles[QUANTITY_TEXT];
	if (is_translation(point))
		snprintf(size, sizeof size, "%" PRIu64, point->size_bytes / point->distance_bytes);
	else
		quantity_exact((double)point->size_bytes, size);
	fprintf(stream, "  %10s  %8s  %8s  %5" PRIu64 "  ", size,
	        isnan(point->time_ns) ? "-" : quantity_number(point->time_ns, time),
	        isnan(point->cycles) ? "-" : quantity_number(point->cycles, cycles), point->trials);
	if (point->level != 0)
		fprintf(stream, "%2" PRIu64 "  ", point->level);
	else
		fputs("    ", stream);
	if (!isnan(point->time_ns))
		print_bar(stream, point->time_ns, low, high);
	if (point->note[0] != '\0')
		fputs("  ", stream);
	print_text(stream, point->note);
	fputc('\n', stream);
}

static void print_points(FILE *stream, const struct summary *summary, const char *pass)
{
	double low, high;
	const struct summary_point *first = NULL;
	for (size_t i = 0; i < summary->point_count && first == NULL; i++)
		if (strcmp(summary->points[i].pass, pass) == 0)
			first = &summary->points[i];
	if (first == NULL)
		return; /* a comparison's pair has no points */
	time_range(summary, pass, &low, &high);
	fprintf(stream, "  %s   ns/load    cycles trials level (bar: log of time)\n",
	        is_translation(first) ? "      lines" : "working set");
	for (size_t i = 0; i < summary->point_count; i++)
		if (strcmp(summary->points[i].pass, pass) == 0)
			print_point(stream, &summary->points[i], low, high);
}

static void print_value(FILE *stream, const struct summary_finding *finding)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT];
	bool bytes = finding->unit == UNIT_BYTES;
	if (finding->unit >= UNIT_POINTS) /* what is counted is whole */
		fprintf(stream, " %.0f", finding->value);
	else if (!isnan(finding->value))
		fprintf(stream, " %s",
		        bytes ? finding_size(finding, finding->value, a)
		              : quantity_number(finding->value, a));
	if (!isnan(finding->value) && !bytes)
		fprintf(stream, " %s", unit_words[finding->unit]);
	bool ends = !isnan(finding->low) && !isnan(finding->high);
	if (finding->kind == FINDING_REACH && !isnan(finding->low))
		fprintf(stream, " (%.0f to %.0f pages)", finding->low, finding->high);
	else if (ends && finding_ends_in_sizes(finding))
		fprintf(stream, " (%s)", finding_sizes(finding, b));
	else if (ends)
		fprintf(stream, " (%s to %s)", quantity_number(finding->low, b),
		        quantity_number(finding->high, c));
	if (!isnan(finding->reported))
		fprintf(stream, ", reported %s",
		        finding->unit == UNIT_RATIO ? quantity_number(finding->reported, b)
		                                    : quantity_exact(finding->reported, b));
	if (!isnan(finding->reported) && !isnan(finding->gap))
		fprintf(stream, ", gap %s", quantity_percent(finding->gap, c));
}

static void print_finding(FILE *stream, const struct summary_finding *finding)
{
	char ids[RULE_TEXT];
	fprintf(stream, "  %-8s %s", status_word(finding->status), finding_kind_word(finding->kind));
	if (finding->level != 0)
		fprintf(stream, " %" PRIu64, finding->level);
	print_value(stream, finding);
	if (finding->rules != 0)
		fprintf(stream, " [%s]", finding_rules(finding, ids));
	if (finding->reason[0] != '\0')
		fputs(": ", stream);
	print_text(stream, finding->reason);
	fputc('\n', stream);
}

static void print_findings(FILE *stream, const struct summary *summary, const char *pass)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		if (strcmp(summary->findings[i].pass, pass) != 0)
			continue;
		if (finding_is_granule(&summary->findings[i]))
			report_print_granule(stream, &summary->findings[i]);
		else
			print_finding(stream, &summary->findings[i]);
	}
}

/* Whether an earlier finding belongs to the same pass. */
static bool pass_told(const struct summary *summary, size_t until)
{
	for (size_t i = 0; i < until; i++)
		if (strcmp(summary->findings[i].pass, summary->findings[until].pass) == 0)
			return true;
	return false;
}

static void print_declined(FILE *stream, const struct summary *summary)
{
	size_t declined = 0;
	fputs("\nDeclined in this run\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		/* A granule's verdict names every gate that refused it. */
		if (finding->status != STATUS_REFUSED || finding->kind == FINDING_GRANULE_GATE)
			continue;
		declined++;
		fprintf(stream, "  %s", finding_kind_word(finding->kind));
		if (finding->level != 0)
			fprintf(stream, " %" PRIu64, finding->level);
		if (finding->pass[0] != '\0')
			fputs(", ", stream);
		print_text(stream, finding->pass);
		fputs(": ", stream);
		print_text(stream, finding->reason);
		fputc('\n', stream);
	}
	if (declined == 0)
		fputs("  nothing\n", stream);
	fputs("\nNever claimed, whatever the capture holds\n", stream);
	for (size_t i = 0; rule_standing[i] != NULL; i++)
		fprintf(stream, "  %s\n", rule_standing[i]);
}

void report_print(FILE *stream, const struct summary *summary)
{
	const char *whole = summary_kind(summary) == SUMMARY_COMPARISON ? "Over all" : "The whole capture";
	print_head(stream, summary);
	for (size_t i = 0; i < summary->finding_count; i++) {
		const char *pass = summary->findings[i].pass;
		if (pass_told(summary, i))
			continue;
		fputs("\n", stream);
		if (pass[0] != '\0')
			fputs("Pass: ", stream);
		print_text(stream, pass[0] != '\0' ? pass : whole);
		fputc('\n', stream);
		if (report_is_grid(summary, pass))
			report_print_grid(stream, summary, pass);
		else if (pass[0] != '\0')
			print_points(stream, summary, pass);
		print_findings(stream, summary, pass);
	}
	print_declined(stream, summary);
}
