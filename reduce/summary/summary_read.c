/* Where a summary is read again, by the names of its columns. */
#include "summary.h"

#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(kind, member)                                                                                   \
	{                                                                                                    \
		.name = #member, .type = COLUMN_TEXT, COLUMN_MEMBER(struct summary_##kind, member)           \
	}
#define COUNT(kind, member)                                                                                  \
	{                                                                                                    \
		.name = #member, .type = COLUMN_WHOLE, COLUMN_MEMBER(struct summary_##kind, member),         \
		.blank = true, .maximum = UINT64_MAX                                                         \
	}
#define NUMBER(kind, member)                                                                                 \
	{                                                                                                    \
		.name = #member, .type = COLUMN_DECIMAL, COLUMN_MEMBER(struct summary_##kind, member),       \
		.blank = true, .low = -DBL_MAX, .high = DBL_MAX                                              \
	}

#define WORD(kind, member, list, number)                                                                     \
	{                                                                                                    \
		.name = #member, .type = COLUMN_WORD, COLUMN_MEMBER(struct summary_##kind, member),          \
		.words = (list), .maximum = (number)-1                                                       \
	}

static const struct column point_columns[] = {
    WORD(point, experiment, capture_experiment_names, CAPTURE_EXPERIMENTS),
    COUNT(point, size_bytes),
    COUNT(point, distance_bytes),
    WORD(point, order, capture_order_names, CAPTURE_ORDERS),
    COUNT(point, competitors),
    COUNT(point, trials),
    COUNT(point, discarded),
    COUNT(point, migrated),
    TEXT(point, cpus),
    NUMBER(point, time_ns),
    NUMBER(point, low_ns),
    NUMBER(point, q1_ns),
    NUMBER(point, q3_ns),
    NUMBER(point, high_ns),
    NUMBER(point, cycles),
    COUNT(point, plateau),
    COUNT(point, level),
    TEXT(point, note),
    TEXT(point, pass),
};

static const struct column finding_columns[] = {
    {.name = "finding",
     .type = COLUMN_WORD,
     COLUMN_MEMBER(struct summary_finding, kind),
     .words = finding_kind_words,
     .maximum = FINDING_KINDS - 1,
     .expected = "a kind of finding, such as knee"},
    COUNT(finding, level),
    WORD(finding, status, status_words, STATUS_REFUSED + 1),
    NUMBER(finding, value),
    WORD(finding, unit, unit_words, UNITS),
    NUMBER(finding, low),
    NUMBER(finding, high),
    NUMBER(finding, reported),
    NUMBER(finding, gap),
    {.name = "rule", .type = COLUMN_OWN},
    TEXT(finding, reason),
    TEXT(finding, pass),
};

struct loading {
	struct summary *summary;
	enum finding_kind part; /* of a granule, by its `rule`; FINDING_GRANULE where that does not tell */
	struct summary_point point;
	struct summary_finding finding;
};

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

/* A granule's row is its verdict where it is the first of its placement. */
static enum finding_kind granule_part(const struct loading *loading)
{
	const struct summary *summary = loading->summary;
	const struct summary_finding *row = &loading->finding, *before = NULL;
	if (summary->finding_count > 0)
		before = &summary->findings[summary->finding_count - 1];
	bool first = before == NULL || !finding_is_granule(before) || before->level != row->level ||
	             strcmp(before->pass, row->pass) != 0;
	return first                              ? FINDING_GRANULE
	       : loading->part == FINDING_GRANULE ? FINDING_GRANULE_GATE
	                                          : loading->part;
}

static int load_header(void *context, const char *key, const char *value, struct fault *fault)
{
	const struct loading *loading = context;
	if (key == NULL || summary_add_header(loading->summary, key, value) == 0)
		return 0;
	return out_of_memory(fault);
}

static int load_rules(void *context, const struct column *column, const char *text, struct fault *fault)
{
	struct loading *loading = context;
	loading->part = FINDING_GRANULE;
	loading->finding.rules = 0;
	if (strcmp(text, SUMMARY_RULE_FIT) == 0)
		loading->part = FINDING_GRANULE_FIT;
	else if (strcmp(text, SUMMARY_RULE_RETIRED) == 0)
		loading->part = FINDING_GRANULE_RETIRED;
	else if (!rule_read(text, &loading->finding.rules)) {
		fault_set(fault, NULL, "\"%s\" in column %s", text, column->name);
		return fault_expect(fault, "ids of rules");
	}
	return 0;
}

static int load_point(void *context, bool whole, struct fault *fault)
{
	const struct loading *loading = context;
	(void)whole;
	return summary_keep_point(loading->summary, &loading->point) == 0 ? 0 : out_of_memory(fault);
}

static int load_finding(void *context, bool whole, struct fault *fault)
{
	struct loading *loading = context;
	(void)whole;
	if (finding_is_granule(&loading->finding))
		loading->finding.kind = granule_part(loading);
	return summary_keep_finding(loading->summary, &loading->finding) == 0 ? 0 : out_of_memory(fault);
}

size_t summary_stem(const char *path)
{
	static const char *const endings[] = {".points.csv", ".findings.csv", ".trials.csv"};
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		size_t end = strlen(endings[i]);
		if (length > end && strcmp(path + length - end, endings[i]) == 0)
			return length - end;
	}
	return length;
}

char *summary_path(const char *path, const char *ending)
{
	size_t length = summary_stem(path), end = strlen(ending);
	char *made = malloc(length + end + 1);
	if (made != NULL) {
		memcpy(made, path, length);
		memcpy(made + length, ending, end + 1);
	}
	return made;
}

static int load_both(struct summary *summary, const char *findings_path, const char *points_path,
                     struct fault *fault)
{
	struct loading loading = {.summary = summary};
	struct columns columns = {.column = finding_columns,
	                          .count = sizeof finding_columns / sizeof finding_columns[0],
	                          .name = "summary",
	                          .key = SUMMARY_KEY_FINDINGS,
	                          .version = SUMMARY_VERSION,
	                          .row = &loading.finding,
	                          .row_bytes = sizeof loading.finding,
	                          .texts = &summary->texts,
	                          .most = SUMMARY_ROWS,
	                          .whole = true,
	                          .header = load_header,
	                          .own = load_rules,
	                          .end = load_finding};
	if (columns_load(&columns, &loading, findings_path, fault) != 0)
		return -1;
	columns.column = point_columns;
	columns.count = sizeof point_columns / sizeof point_columns[0];
	columns.key = SUMMARY_KEY_POINTS;
	columns.row = &loading.point;
	columns.row_bytes = sizeof loading.point;
	columns.header = NULL;
	columns.end = load_point;
	return columns_load(&columns, &loading, points_path, fault) == 0 || fault->system_error == ENOENT
	           ? 0
	           : -1;
}

int summary_load(struct summary *summary, const char *path, struct fault *fault)
{
	*summary = (struct summary){0};
	char *findings_path = summary_path(path, ".findings.csv"),
	     *points_path = summary_path(path, ".points.csv");
	int status = -1;
	if (findings_path == NULL || points_path == NULL)
		fault_system(fault, path, ENOMEM, "cannot be read");
	else
		status = load_both(summary, findings_path, points_path, fault);
	free(findings_path);
	free(points_path);
	if (status != 0)
		summary_free(summary);
	return status;
}
