/* Where the tests of the report get folders of results. */
#include "pages.h"
#include "../probe/capture.h"
#include "sample.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char pages_picture[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                             "<svg viewBox=\"0 0 800 573\" xmlns=\"http://www.w3.org/2000/svg\" "
                             "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
                             "<title>ladder</title><desc>Produced by GNUPLOT</desc><!-- a > comment -->\n"
                             "<g id=\"gnuplot_canvas\"><defs><circle id='gpDot' r='0.5'/><filter "
                             "id='textbox'><feFlood/></filter></defs>\n"
                             "<g id=\"ladder_plot_1\"><title>ladder_plot_1</title>\n"
                             "<use xlink:href='#gpDot' transform='translate(1,2)' color='rgb(1, 2, 3)'/>"
                             "<rect fill='url(#gpDot)' x=\"1\"/></g>\n"
                             "<text xml:space=\"preserve\"><tspan font-size=\"14\">4 &lt; 5</tspan><![CDATA[ "
                             "a<b ]]></text></g></svg>\n";

const char pages_panel[] =
    "name,built_to_show,expected,found,verdict\n"
    "\"b_wrong\",\"a climb, no edge\",\"no hierarchy\",\"2 levels\",\"WRONG (known)\"\n"
    "\"a_right\",\"one edge\",\"2 levels\",\"2 levels; knee 90.0 KiB\",\"expected\"\n"
    "\"c_new\",\"x\",\"y\",\"no hierarchy (L2)\",\"WRONG\"\n"
    "\"d_odd\",\"x\",\"y\",\"z\",\"perhaps\"\n"
    "\"e_better\",\"x\",\"y\",\"z\",\"right (the table says wrong)\"\n"
    "\"captures/x.csv\",\"a real capture\",\"\",\"4 levels\",\"capture\"\n";

char *pages_path(const char *folder, const char *name)
{
	size_t length = strlen(folder) + strlen(name) + 2;
	char *path = malloc(length);
	ck_assert_ptr_nonnull(path);
	snprintf(path, length, "%s/%s", folder, name);
	return path;
}

void pages_put(const char *folder, const char *name, const char *text)
{
	char *path = pages_path(folder, name);
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
	free(path);
}

char *pages_get(const char *folder, const char *name)
{
	enum { MOST = 4 << 20 };
	char *path = pages_path(folder, name), *text = malloc(MOST);
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "there is no %s", name);
	ck_assert_ptr_nonnull(text);
	size_t length = fread(text, 1, MOST - 1, file);
	ck_assert_uint_lt(length, MOST - 1);
	text[length] = '\0';
	fclose(file);
	free(path);
	return text;
}

/* Writes NAME.points.csv (where it has points) and NAME.findings.csv; returns the path of the latter. */
char *pages_summary(const struct summary *summary, const char *folder, const char *name)
{
	char file[300];
	snprintf(file, sizeof file, "%s.points.csv", name);
	char *points = pages_path(folder, file);
	snprintf(file, sizeof file, "%s.findings.csv", name);
	char *findings = pages_path(folder, file);
	FILE *stream = summary->point_count == 0 ? NULL : fopen(points, "w");
	if (summary->point_count > 0) {
		ck_assert_ptr_nonnull(stream);
		ck_assert_int_eq(summary_write_points(stream, summary), 0);
		ck_assert_int_eq(fclose(stream), 0);
	}
	stream = fopen(findings, "w");
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(summary_write_findings(stream, summary), 0);
	ck_assert_int_eq(fclose(stream), 0);
	free(points);
	return findings;
}

/* A measured capture of one machine: sample_staircase's, with what a machine says of itself. */
void pages_capture(struct summary *summary, const char *name, const char *machine)
{
	sample_staircase(summary, NULL);
	for (size_t i = 0; i < summary->header_count; i++)
		if (strcmp(summary->headers[i].key, SUMMARY_KEY_NAME) == 0) {
			free(summary->headers[i].value);
			summary->headers[i].value = strdup(name);
			ck_assert_ptr_nonnull(summary->headers[i].value);
		}
	sample_header(summary, SUMMARY_KEY_RULES, "1");
	sample_header(summary, SUMMARY_KEY_TRIALS, "40 read, 40 counted in sweeps, 0 discarded");
	sample_header(summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_MACHINE, machine);
	sample_header(summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_PROBE, "0.1.0");
	sample_finding(summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 8, 8192, 1048576, NAN, "",
	               "40 trials counted", "random");
	sample_finding(summary, FINDING_KNEE, 2, STATUS_REFUSED, NAN, NAN, NAN, NAN, "K6",
	               "K6: a smooth climb, no edge", "random");
	sample_finding(summary, FINDING_CAPACITY, 2, STATUS_REFUSED, NAN, 65536, 131072, NAN, "Z1",
	               "rests on a refused knee", "random");
	sample_finding(summary, FINDING_PLATEAU, 0, STATUS_REFUSED, 2, 65536, 98304, NAN, "P1", "too short",
	               "random");
}

void pages_comparison(struct summary *summary)
{
	*summary = (struct summary){.header_count = 0};
	sample_header(summary, SUMMARY_KEY_NAME, "comparison");
	sample_header(summary, SUMMARY_KEY_COMPARED, "one");
	sample_header(summary, SUMMARY_KEY_COMPARED, "two");
	sample_finding(summary, FINDING_RATIO, 0, STATUS_ACCEPTED, 3.9, 7000000, 27300000, 4, "R1",
	               "consistent", "one: random | two: random");
	summary->findings[0].unit = UNIT_RATIO;
	sample_finding(summary, FINDING_UNNAMED_CACHE, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "S1",
	               "not established by this access pattern", "one: random | two: random");
}

const char pages_columns[] =
    "machine,processor,label,cores,level,status,time_ns,cycles,low_bytes,high_bytes,rule,pass,accepted,noted,refused,"
    "refusing_rules,reported_bytes,inside,cause,core,crowd,granule_bytes,disagreement_low_bytes,"
    "disagreement_high_bytes,passes,reported_level,cause_status,core_status,refused_whole,clock_ghz\n";

char *pages_machine(const char *folder, const struct pages_machine *machine)
{
	char *path = pages_path(folder, machine->name);
	struct summary summary;
	ck_assert_int_eq(mkdir(path, 0777), 0);
	pages_capture(&summary, machine->name, machine->machine);
	if (machine->label != NULL)
		sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_LABEL, machine->label);
	free(pages_summary(&summary, path, "capture"));
	summary_free(&summary);
	char *name = pages_path(path, "machine.machine.csv");
	FILE *file = fopen(name, "w");
	ck_assert_ptr_nonnull(file);
	fputs(pages_columns, file);
	for (int level = 1; level <= 3; level++) {
		summary_write_text(file, machine->machine);
		fputs(",,", file);
		summary_write_text(file, machine->label != NULL ? machine->label : "");
		if (level == 1)
			fprintf(
			    file,
			    ",,1,accepted,1,1,32768,131072,%s,capture,2,0,0,,65536,yes,cache,,,64,,,2,L1d,"
			    "accepted,,0,1\n",
			    machine->rule);
		else
			fprintf(file, level == 2 ? ",,2,refused,4,4,,,,,0,0,2,K6,,,,,,64,,,2,,,,0,1\n"
			                         : ",,last,noted,4,4,,,,,,,,,,,,,,64,,,2,,,,0,1\n");
	}
	ck_assert_int_eq(fclose(file), 0);
	free(name);
	return path;
}

void pages_write(char **operands, size_t count, const char *checks, const char *simulated, const char *folder)
{
	struct fault fault = {.what = ""};
	struct page_inputs inputs = {operands, count, checks, simulated, folder};
	ck_assert_msg(page_write(&inputs, &fault) == 0, "%s: %s", fault.object, fault.what);
}

size_t pages_count(const char *text, const char *part)
{
	size_t count = 0;
	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		count++;
	return count;
}
