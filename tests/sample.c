/* Where the tests of figures get summaries. */
#include "sample.h"
#include "../plot/draw/render.h"
#include "shell.h"
#include "hostile.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void sample_header(struct summary *summary, const char *key, const char *value)
{
	ck_assert_int_eq(summary_add_header(summary, key, value), 0);
}

void sample_point(struct summary *summary, uint64_t size_bytes, double time_ns, uint64_t level,
                  const char *note, const char *pass)
{
	struct summary_point point = {.experiment = CAPTURE_SWEEP,
	                              .size_bytes = size_bytes,
	                              .order = CAPTURE_RANDOM,
	                              .trials = isnan(time_ns) ? 0 : 15,
	                              .time_ns = time_ns,
	                              .low_ns = time_ns * 0.875,
	                              .q1_ns = time_ns,
	                              .q3_ns = time_ns,
	                              .high_ns = time_ns * 1.25,
	                              .cycles = time_ns,
	                              .plateau = level,
	                              .level = level,
	                              .note = note,
	                              .pass = pass};
	ck_assert_int_eq(summary_add_point(summary, &point), 0);
}

void sample_pair(struct summary *summary, uint64_t footprint, uint64_t distance, double time_ns)
{
	struct summary_point point = {.experiment = CAPTURE_ADJACENCY,
	                              .size_bytes = footprint,
	                              .distance_bytes = distance,
	                              .order = CAPTURE_RANDOM,
	                              .trials = 5,
	                              .time_ns = time_ns,
	                              .low_ns = time_ns * 0.875,
	                              .q1_ns = time_ns,
	                              .q3_ns = time_ns,
	                              .high_ns = time_ns * 1.125,
	                              .cycles = NAN};
	ck_assert_int_eq(summary_add_point(summary, &point), 0);
}

/* What a granule's row is: as in a file, the first of a placement is its verdict. */
static enum finding_kind granule_part(const struct summary *summary, uint64_t level, const char *rule,
                                      const char *pass)
{
	size_t count = summary->finding_count;
	const struct summary_finding *before = count > 0 ? &summary->findings[count - 1] : NULL;
	bool first = before == NULL || !finding_is_granule(before) || before->level != level ||
	             strcmp(before->pass, pass) != 0;
	return first                                     ? FINDING_GRANULE
	       : strcmp(rule, SUMMARY_RULE_FIT) == 0     ? FINDING_GRANULE_FIT
	       : strcmp(rule, SUMMARY_RULE_RETIRED) == 0 ? FINDING_GRANULE_RETIRED
	                                                 : FINDING_GRANULE_GATE;
}

void sample_finding(struct summary *summary, enum finding_kind kind, uint64_t level, enum status status,
                    double value, double low, double high, double reported, const char *rule,
                    const char *reason, const char *pass)
{
	struct summary_finding row = {.kind = kind,
	                              .level = level,
	                              .status = status,
	                              .value = value,
	                              .unit = UNIT_BYTES,
	                              .low = low,
	                              .high = high,
	                              .reported = reported,
	                              .gap = (reported - value) / reported,
	                              .reason = reason,
	                              .pass = pass};
	if (kind == FINDING_GRANULE)
		row.kind = granule_part(summary, level, rule, pass);
	if (row.kind != FINDING_GRANULE_FIT && row.kind != FINDING_GRANULE_RETIRED)
		ck_assert_msg(rule_read(rule, &row.rules), "%s", rule);
	ck_assert_int_eq(summary_add_finding(summary, &row), 0);
}

void sample_staircase(struct summary *summary, const char *label)
{
	static const struct {
		uint64_t kib;
		double time;
		uint64_t level;
		const char *note;
	} points[] = {{8, 1, 1, ""},       {16, 1, 1, ""},           {32, 1, 1, ""},
	              {64, 1, 1, ""},      {96, 2, 0, ""},           {128, 4, 2, ""},
	              {256, 4, 2, "thin"}, {512, NAN, 0, "missing"}, {1024, 4, 2, ""}};
	*summary = (struct summary){.headers = NULL};
	sample_header(summary, "name", "sample");
	sample_header(summary, "kind", "trials");
	sample_header(summary, "capture_stride_bytes", "64");
	sample_header(summary, "capture_cache", "level=1 type=data bytes=65536");
	if (label != NULL)
		sample_header(summary, "capture_label", label);
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		sample_point(summary, points[i].kib * 1024, points[i].time, points[i].level, points[i].note,
		             "random");
	sample_finding(summary, FINDING_CLOCK, 0, STATUS_ACCEPTED, 1, 1, 1, NAN, "", "", "random");
	sample_finding(summary, FINDING_HIERARCHY, 0, STATUS_ACCEPTED, 2, NAN, NAN, NAN, "L2", "", "random");
	sample_finding(summary, FINDING_LEVEL, 1, STATUS_ACCEPTED, 1, 8192, 65536, NAN, "L1", "", "random");
	sample_finding(summary, FINDING_LEVEL, 2, STATUS_ACCEPTED, 4, 131072, 1048576, NAN, "L1", "",
	               "random");
	sample_finding(summary, FINDING_KNEE, 1, STATUS_ACCEPTED, 92160, 90112, 94208, 65536, "K1", "",
	               "random");
	sample_finding(summary, FINDING_LOWER_BOUND, 1, STATUS_ACCEPTED, 32768, NAN, NAN, NAN, "B1", "",
	               "random");
	sample_finding(summary, FINDING_CAPACITY, 1, STATUS_ACCEPTED, NAN, 32768, 131072, NAN, "Z1", "",
	               "random");
	sample_finding(summary, FINDING_MIDPOINT, 0, STATUS_NOTED, 98304, NAN, NAN, NAN, "M2", "", "random");
}

char *sample_script(figure_draw *draw, const struct summary *summaries, size_t count,
                    const struct figure_wish *wish)
{
	struct figure_wish wished = wish != NULL ? *wish : (struct figure_wish){.pass = NULL};
	wished.summaries = summaries;
	wished.count = count;
	char *script = NULL;
	size_t length = 0;
	struct fault fault = {.usage = 0};
	FILE *stream = open_memstream(&script, &length);
	ck_assert_ptr_nonnull(stream);
	int result = draw(stream, &wished, &fault);
	ck_assert_int_eq(fclose(stream), 0);
	ck_assert_msg(result == 0, "%s: %s", fault.object, fault.what);
	return script;
}

FILE *sample_file(const char *text)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	return file;
}

char *sample_picture(const char *script, const char *name)
{
	struct shell found = shell_run("command -v gnuplot");
	int missing = found.status != 0;
	shell_free(&found);
	if (missing) {
		fputs("gnuplot is not installed: what needs it is not tested\n", stderr);
		return NULL;
	}
	char *svg = NULL, *folder = shell_folder(), here[1024];
	size_t length = 0;
	struct fault fault = {.usage = 0};
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	ck_assert_int_eq(chdir(folder), 0);
	FILE *file = sample_file(script);
	int result = render_svg(file, RENDER_LIMIT_S, "picture", &svg, &length, &fault);
	fclose(file);
	int ran = access(HOSTILE_PROOF, F_OK) == 0;
	ck_assert_int_eq(chdir(here), 0);
	shell_remove(folder);
	ck_assert_msg(result == 0, "%s: %lu:%lu: %s", name, fault.line, fault.column, fault.what);
	ck_assert_msg(!ran, "%s: ran", name);
	ck_assert_ptr_null(strstr(svg, "<script"));
	return svg;
}
