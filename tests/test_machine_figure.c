/* Tests of the figure of a machine: its lanes, its middle pass, its tiers. */
#include "asserts.h"
#include "cases.h"
#include "sample.h"
#include "shell.h"

#include "../reduce/summary/machine_rows.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *machine_figure_suite(void);

static const char columns[] =
    "machine,processor,label,cores,level,status,time_ns,cycles,low_bytes,high_bytes,rule,pass,accepted,noted,"
    "refused,refusing_rules,reported_bytes,inside,cause,core,crowd,granule_bytes,added_later,"
    "disagreement_low_bytes,disagreement_high_bytes,passes,reported_level,cause_status,core_status,"
    "refused_whole,clock_ghz\n";

static char folder_path[512];

/* Writes a table of those rows; the path is good until the next. */
static const char *table_of(const char *rows)
{
	char *folder = shell_folder();
	snprintf(folder_path, sizeof folder_path, "%s/a.machine.csv", folder);
	FILE *file = fopen(folder_path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%s%s", columns, rows);
	ck_assert_int_eq(fclose(file), 0);
	free(folder);
	return folder_path;
}

static void remove_table(void)
{
	*strrchr(folder_path, '/') = '\0';
	shell_remove(strdup(folder_path));
}

/* A staircase whose times are `times` the sample's. */
static void slower(struct summary *summary, double times, const char *cores)
{
	sample_staircase(summary, NULL);
	for (size_t i = 0; i < summary->point_count; i++)
		summary->points[i].time_ns *= times;
	sample_finding(summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 9, 8192, 1048576, NAN, "", "", "random");
	if (cores != NULL)
		sample_header(summary, "capture_asked_cores", cores);
}

static char *drawn(const struct summary *summaries, size_t count, const char *rows)
{
	struct figure_wish wish = {.table = table_of(rows)};
	char *script = sample_script(passes_draw, summaries, count, &wish);
	remove_table();
	free(sample_picture(script, "machine"));
	return script;
}

/* Three passes at 1, 1.5 and 1.2 times the same stairs: 1.2 is the median at every size. A fourth is refused
 * whole. The claim 32 to 128 KiB is that of each pass; 64 KiB is reported, by the header as L1d. */
START_TEST(the_middle_pass_is_the_one_nearest_to_the_medians)
{
	struct summary summaries[4];
	const double times[] = {1, 1.5, 1.2, 1};
	for (size_t i = 0; i < 4; i++)
		slower(&summaries[i], times[i], NULL);
	struct summary_finding *sweep = &summaries[3].findings[summaries[3].finding_count - 1];
	sweep->status = STATUS_REFUSED;
	sweep->rules = RULE_SET(RULE_T3);
	char *script =
	    drawn(summaries, 4,
	          ",A processor,,,1,accepted,1,4,32768,131072,Z1,sample,3,0,0,,65536,yes,,,,,x,,,4,L1d,,,,\n"
	          ",A processor,,,memory,noted,4,16,,,,,,,,,,,,,,,x,,,4,,,,,\n");
	assert_has(script, "\"The reported L1d lies in its claim\"",
	           "Three quiet passes (pale), the middle one", "refused whole (T3).\"",
	           "\"1.00 ns, 4.00 cycles\"", "\"3 of 4 passes accept\"", "\"32.0 to 128 KiB (Z1)\"",
	           "\"L1d 64 KiB reported\"", "\"4.00 ns, 16.0 cycles",
	           "blank lines between passes\n$middle1 << EOD\n8192 1.2\n", "$others1 << EOD\n8192 1\n",
	           "\n\n8192 1.5\n",
	           "from first 32768, graph 0 to first 32768, graph 1 back nohead lw 1.2 dt (1.5,3.5)");
	free(script);
	for (size_t i = 0; i < 4; i++)
		summary_free(&summaries[i]);
}
END_TEST

/* A claim that is noted alone, one beside which the reported size lies, a level that is refused, and two
 * passes that disagree. The second tier's pass is drawn in the second part. */
START_TEST(a_part_for_each_tier_tells_what_is_noted_and_refused)
{
	struct summary summaries[2];
	slower(&summaries[0], 1, "Performance");
	slower(&summaries[1], 2, "Efficiency");
	sample_finding(&summaries[1], FINDING_CAPACITY, 2, STATUS_REFUSED, NAN, 262144, 524288, NAN, "Z1", "",
	               "random");
	char *script = drawn(
	    summaries, 2,
	    ",,,Performance,1,noted,1,,65536,98304,E1,sample,1,0,0,,131072,ABOVE,,,,,x,,,1,,,,,\n"
	    ",,,Performance,last,noted,4,,,,,,,,,,,,,,,,x,,,1,,,,,\n"
	    ",,,Efficiency,1,accepted,2,,65536,98304,E2,sample,2,0,0,,65536,yes,,,,,x,16384,32768,2,L1d,,,,\n"
	    ",,,Efficiency,2,refused,,,,,,,0,0,2,K3 K5,,,,,,,x,,,2,,,,,\n");
	assert_has(script, "\"It has two kinds of cores: a part of the figure for each.\"",
	           "\"Performance. The reported 128 KiB lies above ", "size noted\"",
	           "\"64.0 to 96.0 KiB (E1), noted\"", "128 KiB reported, above it\"",
	           "\"Efficiency. The reported L1d lies in its claim", "disagree on level 1\"",
	           "\"or 16.0 to 32.0 KiB in another pass\"", "\"refused (K3 K5)\"",
	           "too few rounds repeat the knee",
	           "\"refused\"", /* in the key, which the hatched box is drawn beside */
	           "$middle2 << EOD\n8192 2\n");
	ck_assert_ptr_null(strstr(script, "other quiet passes"));
	free(script);
	summary_free(&summaries[0]);
	summary_free(&summaries[1]);
}
END_TEST

START_TEST(a_table_without_rows_or_passes_is_refused)
{
	struct summary summary;
	struct fault fault = {.usage = 0};
	struct figure_wish wish = {.summaries = &summary, .count = 1, .table = table_of("")};
	slower(&summary, 1, NULL);
	ck_assert_int_eq(passes_draw(stdout, &wish, &fault), -1);
	ck_assert_str_eq(fault.what, "holds no level");
	remove_table();
	struct shell ran = shell_run("%s/plot machine a.machine.csv", shell_build());
	ck_assert_int_eq(ran.status, 2);
	ck_assert_ptr_nonnull(strstr(ran.error, "after NAME.machine.csv"));
	shell_free(&ran);
	summary_free(&summary);
}
END_TEST

/* A cell of few words holds one of them, or the table is not read. */
static const struct {
	const char *row, *what;
} unknown[] = {
    {",,,,1,sure,1,,65536,98304,E1,s,1,0,0,,,,,,,,x,,,1,,,,,\n", "\"sure\" in column status"},
    {",,,,1,noted,1,,65536,98304,Z9,s,1,0,0,,,,,,,,x,,,1,,,,,\n", "\"Z9\" in column rule"},
    {",,,,1,refused,1,,,,,,0,0,1,K3 K,,,,,,,x,,,1,,,,,\n", "\"K3 K\" in column refusing_rules"},
    {",,,,1,noted,1,,65536,98304,E1,s,1,0,0,,1,above,,,,,x,,,1,,,,,\n", "\"above\" in column inside"},
    {",,,,1,noted,1,,65536,98304,E1,s,1,0,0,,,,magic,,,,x,,,1,,,,,\n", "\"magic\" in column cause"},
    {",,,,1,noted,1,,65536,98304,E1,s,1,0,0,,,,,,maybe,,x,,,1,,,,,\n", "\"maybe\" in column crowd"},
    {",,,,1,noted,1,,65536,98304,E1,s,1,0,0,,,,cache,,,,x,,,1,,open,,,\n", "\"open\" in column cause_status"},
};

START_TEST(a_word_that_no_cell_has_is_a_fault)
{
	struct machine_table table;
	struct fault fault = {.usage = 0};
	ck_assert_int_eq(machine_table_load(&table, table_of(unknown[_i].row), &fault), -1);
	ck_assert_str_eq(fault.what, unknown[_i].what);
	ck_assert_uint_eq(fault.line, 2);
	machine_table_free(&table);
	remove_table();
}
END_TEST

Suite *machine_figure_suite(void)
{
	Suite *suite = suite_create("machine figure");
	TCase *all = tcase_create("machine figure");
	cases_add(all, the_middle_pass_is_the_one_nearest_to_the_medians,
	          a_part_for_each_tier_tells_what_is_noted_and_refused,
	          a_table_without_rows_or_passes_is_refused);
	cases_add_rows(all, a_word_that_no_cell_has_is_a_fault, unknown);
	suite_add_tcase(suite, all);
	return suite;
}
