/* Where a summary is read again, by the names of its columns. */
#include "summary.h"
#include "../read/table.h"

#include "../../probe/number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum member_kind { MEMBER_TEXT, MEMBER_COUNT, MEMBER_NUMBER, MEMBER_KIND, MEMBER_STATUS, MEMBER_RULES };

struct member_row {
	const char *column;
	enum member_kind kind;
	size_t offset;
};

#define MEMBER(type, member, kind)                                                                           \
	{                                                                                                    \
#member, kind, offsetof(struct summary_##type, member)                                       \
	}

static const struct member_row point_members[] = {
    MEMBER(point, experiment, MEMBER_TEXT),
    MEMBER(point, size_bytes, MEMBER_COUNT),
    MEMBER(point, distance_bytes, MEMBER_COUNT),
    MEMBER(point, order, MEMBER_TEXT),
    MEMBER(point, competitors, MEMBER_COUNT),
    MEMBER(point, trials, MEMBER_COUNT),
    MEMBER(point, discarded, MEMBER_COUNT),
    MEMBER(point, migrated, MEMBER_COUNT),
    MEMBER(point, cpus, MEMBER_TEXT),
    MEMBER(point, time_ns, MEMBER_NUMBER),
    MEMBER(point, low_ns, MEMBER_NUMBER),
    MEMBER(point, q1_ns, MEMBER_NUMBER),
    MEMBER(point, q3_ns, MEMBER_NUMBER),
    MEMBER(point, high_ns, MEMBER_NUMBER),
    MEMBER(point, cycles, MEMBER_NUMBER),
    MEMBER(point, plateau, MEMBER_COUNT),
    MEMBER(point, level, MEMBER_COUNT),
    MEMBER(point, note, MEMBER_TEXT),
    MEMBER(point, pass, MEMBER_TEXT),
};

static const struct member_row finding_members[] = {
    {"finding", MEMBER_KIND, offsetof(struct summary_finding, kind)},
    MEMBER(finding, level, MEMBER_COUNT),
    MEMBER(finding, status, MEMBER_STATUS),
    MEMBER(finding, value, MEMBER_NUMBER),
    MEMBER(finding, unit, MEMBER_TEXT),
    MEMBER(finding, low, MEMBER_NUMBER),
    MEMBER(finding, high, MEMBER_NUMBER),
    MEMBER(finding, reported, MEMBER_NUMBER),
    MEMBER(finding, gap, MEMBER_NUMBER),
    {"rule", MEMBER_RULES, offsetof(struct summary_finding, rules)},
    MEMBER(finding, reason, MEMBER_TEXT),
    MEMBER(finding, pass, MEMBER_TEXT),
};

struct loading {
	struct summary *summary;
	const char *format_key;
	const struct member_row *members;
	size_t member_count;
	int (*add)(struct summary *summary, const void *row);
	bool keep_headers, recognised;
	enum finding_kind part; /* of a granule, by its `rule`; FINDING_GRANULE where that does not tell */
	const struct member_row *by_column[TABLE_COLUMNS];
	union {
		struct summary_point point;
		struct summary_finding finding;
		char bytes[1];
	} row;
};

static int add_point(struct summary *summary, const void *row)
{
	return summary_add_point(summary, row);
}

static int add_finding(struct summary *summary, const void *row)
{
	return summary_add_finding(summary, row);
}

/* A granule's row is its verdict where it is the first of its placement. */
static enum finding_kind granule_part(const struct loading *loading)
{
	const struct summary *summary = loading->summary;
	const struct summary_finding *row = &loading->row.finding,
	                             *before = summary->finding_count == 0
	                                           ? NULL
	                                           : &summary->findings[summary->finding_count - 1];
	bool first = before == NULL || !finding_is_granule(before) || before->level != row->level ||
	             strcmp(before->pass, row->pass) != 0;
	return first                              ? FINDING_GRANULE
	       : loading->part == FINDING_GRANULE ? FINDING_GRANULE_GATE
	                                          : loading->part;
}

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

static int on_header(void *context, const char *key, const char *value, struct fault *fault)
{
	struct loading *loading = context;
	if (key != NULL && strcmp(key, loading->format_key) == 0) {
		uint64_t version;
		loading->recognised = true;
		if (number_parse(value, strlen(value), SUMMARY_VERSION, SUMMARY_VERSION, &version) != NULL) {
			fault_set(fault, NULL, "a summary of version \"%s\"", value);
			return fault_expect(fault, "version %d", SUMMARY_VERSION);
		}
		return 0;
	}
	if (key == NULL || !loading->keep_headers)
		return 0;
	return summary_add_header(loading->summary, key, value) == 0 ? 0 : out_of_memory(fault);
}

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct loading *loading = context;
	(void)length;
	(void)fault;
	for (size_t i = 0; i < loading->member_count; i++)
		if (strcmp(loading->members[i].column, name) == 0)
			loading->by_column[column] = &loading->members[i];
	return 0;
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	struct loading *loading = context;
	if (!loading->recognised) {
		fault_set(fault, NULL, "is not one of reduce's files");
		return fault_expect(fault, "a first line \"# %s: %d\"", loading->format_key, SUMMARY_VERSION);
	}
	for (size_t i = 0; i < loading->member_count; i++) {
		bool found = false;
		for (size_t c = 0; c < count; c++)
			found = found || loading->by_column[c] == &loading->members[i];
		if (!found)
			return fault_set(fault, NULL, "lacks the column %s", loading->members[i].column);
	}
	return 0;
}

static int read_number(const char *text, size_t length, double *number, struct fault *fault)
{
	char *end = NULL;
	*number = NAN;
	if (length == 0)
		return 0;
	if (strspn(text, "0123456789+-.eE") == length)
		*number = strtod(text, &end);
	if (end != text + length || !isfinite(*number)) {
		fault_set(fault, NULL, "\"%s\"", text);
		return fault_expect(fault, "a number");
	}
	return 0;
}

/* A word that stands for a value. */
static int read_word(struct loading *loading, enum member_kind member, const char *text, struct fault *fault)
{
	struct summary_finding *row = &loading->row.finding;
	loading->part = member == MEMBER_RULES ? FINDING_GRANULE : loading->part;
	if (member == MEMBER_KIND) {
		for (unsigned i = 0; i < FINDING_KINDS; i++) {
			row->kind = (enum finding_kind)i;
			if (strcmp(finding_kind_word(row->kind), text) == 0)
				return 0;
		}
		fault_set(fault, NULL, "\"%s\" in column finding", text);
		return fault_expect(fault, "a kind of finding, such as knee");
	}
	if (member == MEMBER_STATUS) {
		for (unsigned i = STATUS_ACCEPTED; i <= STATUS_REFUSED; i++) {
			row->status = (enum status)i;
			if (strcmp(status_word(row->status), text) == 0)
				return 0;
		}
		fault_set(fault, NULL, "\"%s\" in column status", text);
		return fault_expect(fault, "accepted, noted or refused");
	}
	row->rules = 0;
	if (strcmp(text, SUMMARY_RULE_FIT) == 0)
		loading->part = FINDING_GRANULE_FIT;
	else if (strcmp(text, SUMMARY_RULE_RETIRED) == 0)
		loading->part = FINDING_GRANULE_RETIRED;
	else if (!rule_read(text, &row->rules)) {
		fault_set(fault, NULL, "\"%s\" in column rule", text);
		return fault_expect(fault, "ids of rules");
	}
	return 0;
}

static int on_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct loading *loading = context;
	const struct member_row *member = loading->by_column[column];
	if (member == NULL)
		return 0;
	char *place = loading->row.bytes + member->offset;
	uint64_t count = 0;
	double number;
	switch (member->kind) {
	case MEMBER_COUNT:
		if (length > 0 && number_parse(text, length, 0, UINT64_MAX, &count) != NULL) {
			fault_set(fault, NULL, "\"%s\" in column %s", text, member->column);
			return fault_expect(fault, "a whole number");
		}
		memcpy(place, &count, sizeof count);
		return 0;
	case MEMBER_NUMBER:
		if (read_number(text, length, &number, fault) != 0)
			return -1;
		memcpy(place, &number, sizeof number);
		return 0;
	case MEMBER_KIND:
	case MEMBER_STATUS:
	case MEMBER_RULES:
		return read_word(loading, member->kind, text, fault);
	case MEMBER_TEXT:
		break;
	}
	char *kept = malloc(length + 1), *old;
	if (kept == NULL)
		return out_of_memory(fault);
	memcpy(kept, text, length + 1);
	memcpy(&old, place, sizeof old);
	free(old);
	memcpy(place, &kept, sizeof kept);
	return 0;
}

static void clear_texts(struct loading *loading)
{
	for (size_t i = 0; i < loading->member_count; i++) {
		char *place = loading->row.bytes + loading->members[i].offset, *text;
		if (loading->members[i].kind != MEMBER_TEXT)
			continue;
		memcpy(&text, place, sizeof text);
		free(text);
		text = NULL;
		memcpy(place, &text, sizeof text);
	}
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct loading *loading = context;
	if (!whole)
		return fault_set(fault, NULL, "the last row is cut off");
	if (loading->members == finding_members && finding_is_granule(&loading->row.finding))
		loading->row.finding.kind = granule_part(loading);
	int status = loading->add(loading->summary, &loading->row);
	clear_texts(loading);
	return status == 0 ? 0 : out_of_memory(fault);
}

static const struct table_handler handler = {
    .header = on_header,
    .column = on_column,
    .columns_end = on_columns_end,
    .field = on_field,
    .row = on_row,
};

static int load_file(struct loading *loading, const char *path, bool optional, struct fault *fault)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL && optional && errno == ENOENT)
		return 0;
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = table_read(stream, path, &handler, loading, fault);
	clear_texts(loading);
	fclose(stream);
	return status;
}

/* `path` without .points.csv or .findings.csv, with `ending`. */
static char *with_ending(const char *path, const char *ending)
{
	static const char *const endings[] = {".points.csv", ".findings.csv"};
	size_t length = strlen(path);
	for (size_t i = 0; i < 2; i++) {
		size_t end = strlen(endings[i]);
		if (length > end && strcmp(path + length - end, endings[i]) == 0) {
			length -= end;
			break;
		}
	}
	char *made = malloc(length + strlen(ending) + 1);
	if (made != NULL) {
		memcpy(made, path, length);
		memcpy(made + length, ending, strlen(ending) + 1);
	}
	return made;
}

int summary_load(struct summary *summary, const char *path, struct fault *fault)
{
	*summary = (struct summary){0};
	struct loading findings = {.summary = summary,
	                           .format_key = SUMMARY_KEY_FINDINGS,
	                           .members = finding_members,
	                           .member_count = sizeof finding_members / sizeof finding_members[0],
	                           .add = add_finding,
	                           .keep_headers = true};
	struct loading points = {.summary = summary,
	                         .format_key = SUMMARY_KEY_POINTS,
	                         .members = point_members,
	                         .member_count = sizeof point_members / sizeof point_members[0],
	                         .add = add_point};
	char *findings_path = with_ending(path, ".findings.csv"),
	     *points_path = with_ending(path, ".points.csv");
	int status;
	if (findings_path == NULL || points_path == NULL)
		status = fault_system(fault, path, ENOMEM, "cannot be read");
	else if ((status = load_file(&findings, findings_path, false, fault)) == 0)
		status = load_file(&points, points_path, true, fault);
	free(findings_path);
	free(points_path);
	if (status != 0)
		summary_free(summary);
	return status;
}
