/* Where many summaries become one table of captures. */
#include "captures_table.h"

#include "../../probe/character.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* What one row is put together from; a NULL finding leaves its fields empty. */
struct row {
	const struct summary *summary;
	const char *pass;
	uint64_t level;
	const struct summary_finding *verdict; /* the knee; else the hierarchy or the sweep */
	bool knee;
	char ids[RULE_TEXT]; /* of the verdict's rules */
	const struct summary_finding *floor, *next_floor, *bound, *capacity, *clock;
};

enum field_kind { FIELD_HEADER, FIELD_TEXT, FIELD_NUMBER };

struct column {
	const char *name;
	enum field_kind kind;
	const char *header; /* FIELD_HEADER: key of the summary */
	const char *(*text)(const struct row *row);
	double (*number)(const struct row *row);
};

/* ---- the fields ---- */

static const char *pass_of(const struct row *row)
{
	return row->pass;
}

static const char *status_of(const struct row *row)
{
	return status_word(row->verdict->status);
}

static const char *rule_of(const struct row *row)
{
	return row->ids;
}

static const char *reason_of(const struct row *row)
{
	return row->verdict->reason;
}

static const char *synthetic_of(const struct row *row)
{
	return summary_header(row->summary, SUMMARY_CAPTURE_PREFIX "synthetic") != NULL ? "yes" : "no";
}

static const char *reported_by(const struct row *row)
{
	if (!row->knee || isnan(row->verdict->reported))
		return "";
	return strstr(row->verdict->reason, SUMMARY_REPORTED_BY_HAND) != NULL ? "hand" : "system";
}

static double value_of(const struct summary_finding *finding)
{
	return finding != NULL ? finding->value : NAN;
}

static double level_of(const struct row *row)
{
	return row->level != 0 ? (double)row->level : NAN;
}

static double clock_of(const struct row *row)
{
	return row->clock != NULL && row->clock->status == STATUS_ACCEPTED ? row->clock->value : NAN;
}

static double floor_of(const struct row *row)
{
	return value_of(row->floor);
}

static double next_floor_of(const struct row *row)
{
	return value_of(row->next_floor);
}

static double knee_of(const struct row *row)
{
	return row->knee ? row->verdict->value : NAN;
}

static double knee_low_of(const struct row *row)
{
	return row->knee ? row->verdict->low : NAN;
}

static double knee_high_of(const struct row *row)
{
	return row->knee ? row->verdict->high : NAN;
}

static double bound_of(const struct row *row)
{
	return value_of(row->bound);
}

static double capacity_low_of(const struct row *row)
{
	return row->capacity != NULL ? row->capacity->low : NAN;
}

static double capacity_high_of(const struct row *row)
{
	return row->capacity != NULL ? row->capacity->high : NAN;
}

static double reported_of(const struct row *row)
{
	return row->knee ? row->verdict->reported : NAN;
}

static double gap_of(const struct row *row)
{
	return row->knee ? row->verdict->gap : NAN;
}

#define HEADER(name, key)                                                                                    \
	{                                                                                                    \
		name, FIELD_HEADER, key, NULL, NULL                                                          \
	}
#define TEXT(name, function)                                                                                 \
	{                                                                                                    \
		name, FIELD_TEXT, NULL, function, NULL                                                       \
	}
#define NUMBER(name, function)                                                                               \
	{                                                                                                    \
		name, FIELD_NUMBER, NULL, NULL, function                                                     \
	}

static const struct column columns[] = {
    HEADER("capture", SUMMARY_KEY_NAME),
    HEADER("label", SUMMARY_CAPTURE_PREFIX "label"),
    HEADER("machine", SUMMARY_CAPTURE_PREFIX "machine"),
    HEADER("processor", SUMMARY_CAPTURE_PREFIX "processor"),
    HEADER("system", SUMMARY_CAPTURE_PREFIX "system"),
    HEADER("cores", SUMMARY_CAPTURE_PREFIX "asked_cores"),
    HEADER("qos", SUMMARY_CAPTURE_PREFIX "got_qos"),
    HEADER("cpu", SUMMARY_CAPTURE_PREFIX "got_cpu"),
    HEADER("tier", SUMMARY_CAPTURE_PREFIX "asked_tier"),
    NUMBER("clock_ghz", clock_of),
    TEXT("pass", pass_of),
    NUMBER("level", level_of),
    TEXT("status", status_of),
    NUMBER("floor_ns", floor_of),
    NUMBER("next_floor_ns", next_floor_of),
    NUMBER("knee", knee_of),
    NUMBER("knee_low", knee_low_of),
    NUMBER("knee_high", knee_high_of),
    NUMBER("lower_bound", bound_of),
    NUMBER("capacity_low", capacity_low_of),
    NUMBER("capacity_high", capacity_high_of),
    NUMBER("reported", reported_of),
    TEXT("reported_by", reported_by),
    NUMBER("gap", gap_of),
    TEXT("rule", rule_of),
    TEXT("reason", reason_of),
    HEADER("kind", SUMMARY_KEY_KIND),
    TEXT("synthetic", synthetic_of),
    HEADER("rules", SUMMARY_KEY_RULES),
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

int captures_table_write_columns(FILE *stream)
{
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(stream, "%s%s", i > 0 ? "," : "", columns[i].name);
	fputc('\n', stream);
	return ferror(stream) ? -1 : 0;
}

/* Strict readers refuse a whole file for one byte that is no UTF-8, and a spreadsheet calculates a label. */
static void write_text(FILE *stream, const char *text)
{
	bool quoted = strpbrk(text, " ,\"#\r\n\t") != NULL;
	if (quoted)
		fputc('"', stream);
	if (character_formula(text))
		fputc('\'', stream);
	character_write_line(stream, text, '"');
	if (quoted)
		fputc('"', stream);
}

static int write_row(FILE *stream, struct row *row)
{
	finding_rules(row->verdict, row->ids);
	for (size_t i = 0; i < COLUMNS; i++) {
		const struct column *column = &columns[i];
		if (i > 0)
			fputc(',', stream);
		if (column->kind == FIELD_NUMBER)
			summary_write_number(stream, column->number(row));
		else if (column->kind == FIELD_TEXT)
			write_text(stream, column->text(row));
		else if (summary_header(row->summary, column->header) != NULL)
			write_text(stream, summary_header(row->summary, column->header));
	}
	fputc('\n', stream);
	return ferror(stream) ? -1 : 0;
}

/* ---- the rows ---- */

/* The finding of that kind, pass and level (0: any) from number `from` on, or NULL. */
static const struct summary_finding *find(const struct summary *summary, size_t from, enum finding_kind kind,
                                          const char *pass, uint64_t level)
{
	for (size_t i = from; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind == kind && strcmp(finding->pass, pass) == 0 &&
		    (level == 0 || finding->level == level))
			return finding;
	}
	return NULL;
}

/* The bounds of a knee follow it: two knees of one level (M1) have their own. */
static int write_knee(FILE *stream, const struct summary *summary, size_t at)
{
	const struct summary_finding *knee = &summary->findings[at];
	const char *pass = knee->pass;
	struct row row = {
	    .summary = summary,
	    .pass = pass,
	    .level = knee->level,
	    .verdict = knee,
	    .knee = true,
	    .floor = find(summary, 0, FINDING_LEVEL, pass, knee->level),
	    .next_floor = find(summary, 0, FINDING_LEVEL, pass, knee->level + 1),
	    .bound = find(summary, at, FINDING_LOWER_BOUND, pass, knee->level),
	    .capacity = find(summary, at, FINDING_CAPACITY, pass, knee->level),
	    .clock = find(summary, 0, FINDING_CLOCK, pass, 0),
	};
	return write_row(stream, &row);
}

/* A pass without a knee: what was refused says why. */
static int write_bare(FILE *stream, const struct summary *summary, const struct summary_finding *sweep)
{
	const struct summary_finding *hierarchy = find(summary, 0, FINDING_HIERARCHY, sweep->pass, 0);
	struct row row = {.summary = summary,
	                  .pass = sweep->pass,
	                  .verdict = hierarchy != NULL ? hierarchy : sweep,
	                  .clock = find(summary, 0, FINDING_CLOCK, sweep->pass, 0)};
	return write_row(stream, &row);
}

int captures_table_write_rows(FILE *stream, const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		int status = 0;
		if (finding->kind == FINDING_KNEE)
			status = write_knee(stream, summary, i);
		else if (finding->kind == FINDING_SWEEP &&
		         find(summary, 0, FINDING_KNEE, finding->pass, 0) == NULL)
			status = write_bare(stream, summary, finding);
		if (status != 0)
			return -1;
	}
	return 0;
}
