/* Where many summaries become one table of captures. */
#include "captures_table.h"

#include "../../probe/character.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* What a row holds beside its capture's header; a number that is missing is NAN. */
struct row {
	const char *pass, *status, *rule, *reason, *reported_by, *synthetic, *cause;
	double level, clock, floor, next_floor, knee, low, high, bound, capacity_low, capacity_high, reported,
	    gap;
};

enum field_kind { FIELD_HEADER, FIELD_TEXT, FIELD_NUMBER };

#define HEADER(name, key)                                                                                    \
	{                                                                                                    \
		name, FIELD_HEADER, key, 0                                                                   \
	}
#define TEXT(name)                                                                                           \
	{                                                                                                    \
#name, FIELD_TEXT, NULL, offsetof(struct row, name)                                          \
	}
#define NUMBER(name, member)                                                                                 \
	{                                                                                                    \
		name, FIELD_NUMBER, NULL, offsetof(struct row, member)                                       \
	}

static const struct table_column {
	const char *name;
	enum field_kind kind;
	const char *header; /* FIELD_HEADER: key of the summary */
	size_t offset;      /* of the member of struct row */
} columns[] = {
    HEADER("capture", SUMMARY_KEY_NAME),
    HEADER("label", SUMMARY_CAPTURE_PREFIX "label"),
    HEADER("machine", SUMMARY_CAPTURE_PREFIX "machine"),
    HEADER("processor", SUMMARY_CAPTURE_PREFIX "processor"),
    HEADER("system", SUMMARY_CAPTURE_PREFIX "system"),
    HEADER("cores", SUMMARY_CAPTURE_PREFIX "asked_cores"),
    HEADER("qos", SUMMARY_CAPTURE_PREFIX "got_qos"),
    HEADER("cpu", SUMMARY_CAPTURE_PREFIX "got_cpu"),
    HEADER("tier", SUMMARY_CAPTURE_PREFIX "asked_tier"),
    NUMBER("clock_ghz", clock),
    TEXT(pass),
    NUMBER("level", level),
    TEXT(status),
    NUMBER("floor_ns", floor),
    NUMBER("next_floor_ns", next_floor),
    NUMBER("knee", knee),
    NUMBER("knee_low", low),
    NUMBER("knee_high", high),
    NUMBER("lower_bound", bound),
    NUMBER("capacity_low", capacity_low),
    NUMBER("capacity_high", capacity_high),
    NUMBER("reported", reported),
    TEXT(reported_by),
    NUMBER("gap", gap),
    TEXT(cause),
    TEXT(rule),
    TEXT(reason),
    HEADER("kind", SUMMARY_KEY_KIND),
    TEXT(synthetic),
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

static int write_row(FILE *stream, const struct summary *summary, const struct row *row)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		const char *member = (const char *)row + columns[i].offset;
		const char *text = NULL;
		if (i > 0)
			fputc(',', stream);
		if (columns[i].kind == FIELD_NUMBER)
			summary_write_number(stream, *(const double *)(const void *)member);
		else if (columns[i].kind == FIELD_TEXT)
			text = *(const char *const *)(const void *)member;
		else
			text = summary_header(summary, columns[i].header);
		if (text != NULL)
			write_text(stream, text);
	}
	fputc('\n', stream);
	return ferror(stream) ? -1 : 0;
}

/* ---- the rows ---- */

static double value_of(const struct summary_finding *finding)
{
	return finding != NULL ? finding->value : NAN;
}

/* W2: "cache", "translation" or "both possible"; empty where it is not told. Returns `text`. */
static const char *cause_of(const struct summary *summary, const struct summary_finding *knee, char text[24])
{
	const struct summary_finding *cause =
	    summary_find(summary, FINDING_CAUSE, knee->pass, knee->level, NULL);
	bool told = cause != NULL && (cause->rules & RULE_SET(RULE_X1)) == 0;
	snprintf(text, 24, "%.*s", told ? (int)strcspn(cause->reason, ":") : 0, told ? cause->reason : "");
	return text;
}

/* The row of a verdict: of a knee, else what was refused says why. */
static int write_verdict(FILE *stream, const struct summary *summary, const struct summary_finding *verdict)
{
	char ids[RULE_TEXT], cause[24];
	const struct summary_finding *clock = summary_find(summary, FINDING_CLOCK, verdict->pass, 0, NULL);
	struct row row = {
	    .pass = verdict->pass,
	    .status = status_word(verdict->status),
	    .rule = finding_rules(verdict, ids),
	    .reason = verdict->reason,
	    .reported_by = "",
	    .cause = "",
	    .synthetic = summary_header(summary, SUMMARY_CAPTURE_PREFIX "synthetic") != NULL ? "yes" : "no",
	    .level = NAN,
	    .floor = NAN,
	    .next_floor = NAN,
	    .knee = NAN,
	    .low = NAN,
	    .high = NAN,
	    .bound = NAN,
	    .capacity_low = NAN,
	    .capacity_high = NAN,
	    .reported = NAN,
	    .gap = NAN,
	    .clock = clock != NULL && clock->status == STATUS_ACCEPTED ? clock->value : NAN};
	if (verdict->kind != FINDING_KNEE)
		return write_row(stream, summary, &row);
	/* The bounds of a knee follow it: two knees of one level (M1) have their own. */
	const struct summary_finding *capacity =
	    summary_find(summary, FINDING_CAPACITY, row.pass, verdict->level, verdict);
	row.level = verdict->level != 0 ? (double)verdict->level : NAN;
	row.floor = value_of(summary_find(summary, FINDING_LEVEL, row.pass, verdict->level, NULL));
	row.next_floor = value_of(summary_find(summary, FINDING_LEVEL, row.pass, verdict->level + 1, NULL));
	row.knee = verdict->value;
	row.low = verdict->low;
	row.high = verdict->high;
	row.bound = value_of(summary_find(summary, FINDING_LOWER_BOUND, row.pass, verdict->level, verdict));
	row.capacity_low = capacity != NULL ? capacity->low : NAN;
	row.capacity_high = capacity != NULL ? capacity->high : NAN;
	row.reported = verdict->reported;
	row.gap = verdict->gap;
	row.cause = cause_of(summary, verdict, cause);
	if (!isnan(row.reported))
		row.reported_by = strstr(row.reason, SUMMARY_REPORTED_BY_HAND) != NULL ? "hand" : "system";
	return write_row(stream, summary, &row);
}

int captures_table_write_rows(FILE *stream, const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		int status = 0;
		if (finding->kind == FINDING_KNEE)
			status = write_verdict(stream, summary, finding);
		else if (finding->kind == FINDING_SWEEP &&
		         summary_find(summary, FINDING_KNEE, finding->pass, 0, NULL) == NULL) {
			const struct summary_finding *hierarchy =
			    summary_find(summary, FINDING_HIERARCHY, finding->pass, 0, NULL);
			status = write_verdict(stream, summary, hierarchy != NULL ? hierarchy : finding);
		}
		if (status != 0)
			return -1;
	}
	return 0;
}
