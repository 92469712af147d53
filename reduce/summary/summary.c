/* Where a summary is held and written. */
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *summary_header(const struct summary *summary, const char *key)
{
	for (size_t i = 0; i < summary->header_count; i++)
		if (strcmp(summary->headers[i].key, key) == 0)
			return summary->headers[i].value;
	return NULL;
}

static char *copy(const char *text)
{
	size_t length = text != NULL ? strlen(text) : 0;
	char *made = malloc(length + 1);
	if (made != NULL && length > 0)
		memcpy(made, text, length);
	if (made != NULL)
		made[length] = '\0';
	return made;
}

/* Makes room for one more element. Grows at each power of two, so the count alone tells when. */
static int grow(void **array, size_t count, size_t element_bytes)
{
	if (count != 0 && (count & (count - 1)) != 0)
		return 0;
	void *larger = realloc(*array, (count == 0 ? 1 : 2 * count) * element_bytes);
	if (larger == NULL)
		return -1;
	*array = larger;
	return 0;
}

int summary_add_header(struct summary *summary, const char *key, const char *value)
{
	if (grow((void **)&summary->headers, summary->header_count, sizeof *summary->headers) != 0)
		return -1;
	struct header_line header = {copy(key), copy(value)};
	summary->headers[summary->header_count++] = header;
	return header.key != NULL && header.value != NULL ? 0 : -1;
}

int summary_add_point(struct summary *summary, const struct summary_point *point)
{
	if (grow((void **)&summary->points, summary->point_count, sizeof *summary->points) != 0)
		return -1;
	struct summary_point made = *point;
	made.experiment = copy(point->experiment);
	made.order = copy(point->order);
	made.cpus = copy(point->cpus);
	made.note = copy(point->note);
	made.pass = copy(point->pass);
	summary->points[summary->point_count++] = made;
	return made.experiment && made.order && made.cpus && made.note && made.pass ? 0 : -1;
}

int summary_add_finding(struct summary *summary, const struct summary_finding *finding)
{
	if (grow((void **)&summary->findings, summary->finding_count, sizeof *summary->findings) != 0)
		return -1;
	struct summary_finding made = *finding;
	made.finding = copy(finding->finding);
	made.status = copy(finding->status);
	made.unit = copy(finding->unit);
	made.rule = copy(finding->rule);
	made.reason = copy(finding->reason);
	made.pass = copy(finding->pass);
	summary->findings[summary->finding_count++] = made;
	return made.finding && made.status && made.unit && made.rule && made.reason && made.pass ? 0 : -1;
}

void summary_free(struct summary *summary)
{
	for (size_t i = 0; i < summary->header_count; i++) {
		free(summary->headers[i].key);
		free(summary->headers[i].value);
	}
	for (size_t i = 0; i < summary->point_count; i++) {
		struct summary_point *point = &summary->points[i];
		free(point->experiment);
		free(point->order);
		free(point->cpus);
		free(point->note);
		free(point->pass);
	}
	for (size_t i = 0; i < summary->finding_count; i++) {
		struct summary_finding *finding = &summary->findings[i];
		free(finding->finding);
		free(finding->status);
		free(finding->unit);
		free(finding->rule);
		free(finding->reason);
		free(finding->pass);
	}
	free(summary->headers);
	free(summary->points);
	free(summary->findings);
	*summary = (struct summary){0};
}

/* A field: in quotes where it holds what CSV gives a meaning, control bytes as spaces. */
void summary_write_text(FILE *stream, const char *text)
{
	/* A leading # would make the row a header line, leading or trailing spaces would be trimmed. */
	size_t length = strlen(text);
	bool quoted = strpbrk(text, ",\"\r\n#") != NULL ||
	              (length > 0 && (text[0] == ' ' || text[length - 1] == ' ' || text[0] == '\t'));
	if (quoted)
		fputc('"', stream);
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"')
			fputc('"', stream);
		fputc((unsigned char)*c < 0x20 || *c == 0x7f ? ' ' : *c, stream);
	}
	if (quoted)
		fputc('"', stream);
}

/* Whole numbers in full, others with nine significant digits, NAN as nothing. */
void summary_write_number(FILE *stream, double number)
{
	if (isnan(number))
		return;
	if (number == (double)(int64_t)number && fabs(number) < 9e15)
		fprintf(stream, "%" PRId64, (int64_t)number);
	else if (fabs(number) >= 1e8)
		fprintf(stream, "%.1f", number);
	else
		fprintf(stream, "%.9g", number);
}

static void write_count(FILE *stream, uint64_t count)
{
	if (count != 0)
		fprintf(stream, "%" PRIu64, count);
}

static void write_headers(FILE *stream, const char *format_key, const struct summary *summary)
{
	fprintf(stream, "# %s: %d\n", format_key, SUMMARY_VERSION);
	for (size_t i = 0; i < summary->header_count; i++) {
		fprintf(stream, "# %s: ", summary->headers[i].key);
		for (const char *c = summary->headers[i].value; *c != '\0'; c++)
			fputc((unsigned char)*c < 0x20 || *c == 0x7f ? ' ' : *c, stream);
		fputc('\n', stream);
	}
}

static void write_point(FILE *stream, const struct summary_point *point)
{
	fprintf(stream, "%s,%" PRIu64 ",", point->experiment, point->size_bytes);
	write_count(stream, point->distance_bytes);
	fprintf(stream, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", point->order,
	        point->competitors, point->trials, point->discarded, point->migrated);
	summary_write_text(stream, point->cpus);
	const double numbers[] = {point->time_ns, point->low_ns,  point->q1_ns,
	                          point->q3_ns,   point->high_ns, point->cycles};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		fputc(',', stream);
		summary_write_number(stream, numbers[i]);
	}
	fputc(',', stream);
	write_count(stream, point->plateau);
	fputc(',', stream);
	write_count(stream, point->level);
	fputc(',', stream);
	summary_write_text(stream, point->note);
	fputc(',', stream);
	summary_write_text(stream, point->pass);
	fputc('\n', stream);
}

int summary_write_points(FILE *stream, const struct summary *summary)
{
	write_headers(stream, SUMMARY_KEY_POINTS, summary);
	fputs(
	    "experiment,size_bytes,distance_bytes,order,competitors,trials,discarded,migrated,cpus,time_ns,low_ns,q1_ns,q3_ns,high_ns,cycles,plateau,level,note,pass\n",
	    stream);
	for (size_t i = 0; i < summary->point_count; i++)
		write_point(stream, &summary->points[i]);
	return ferror(stream) ? -1 : 0;
}

static void write_finding(FILE *stream, const struct summary_finding *finding)
{
	fprintf(stream, "%s,", finding->finding);
	write_count(stream, finding->level);
	fprintf(stream, ",%s,", finding->status);
	summary_write_number(stream, finding->value);
	fprintf(stream, ",%s", finding->unit);
	const double numbers[] = {finding->low, finding->high, finding->reported, finding->gap};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		fputc(',', stream);
		summary_write_number(stream, numbers[i]);
	}
	const char *texts[] = {finding->rule, finding->reason, finding->pass};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		fputc(',', stream);
		summary_write_text(stream, texts[i]);
	}
	fputc('\n', stream);
}

int summary_write_findings(FILE *stream, const struct summary *summary)
{
	write_headers(stream, SUMMARY_KEY_FINDINGS, summary);
	fputs("finding,level,status,value,unit,low,high,reported,gap,rule,reason,pass\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++)
		write_finding(stream, &summary->findings[i]);
	return ferror(stream) ? -1 : 0;
}
