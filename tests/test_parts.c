/* Tests of a large file that is read in two parts at once: the result is what one part gives, whatever stands
 * at the middle, before it and behind it. */
#include "../reduce/join/summarize.h"
#include "../reduce/judge/reduction.h"
#include "../reduce/write/trial_log.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *parts_suite(void);

#define COLUMNS                                                                                              \
	"experiment,round,size_bytes,order,distance_bytes,sites,competitors,competitor_bytes,loads,"         \
	"elapsed_ns,cpu_before,cpu_after,adds,adds_before_ns,adds_after_ns,print_loads,print_before_ns,"     \
	"print_after_ns,remark\n"
#define PRINT "1000,250,250,1000,1000,1000,\n"
#define SWEEP "sweep,1,4096,random,,,,,1000,1000,3,3," PRINT
#define STRANGE "competitor,1,4096,random,,,1,4096,1000,1000,3,3,1000,250,250,1000,9000,9000,\n"
#define FRIENDS "competitor,1,4096,random,,,1,4096,1000,1000,3,3," PRINT

/* What stands at a place of the file, in per cent of its rows, so many times. */
struct parts_piece {
	unsigned place, times;
	const char *text;
};

enum { PIECES = 3, ROWS = 3000, SHIFTS = 24 };

static const struct {
	const char *name, *end;
	struct parts_piece pieces[PIECES];
} parts_cases[] = {
    {"rows alone", "# end: complete\n", {{0, 0, NULL}}},
    {"no end", "", {{0, 0, NULL}}},
    {"a cut row", "sweep,1,40", {{0, 0, NULL}}},
    {"interrupted", "# end: interrupted\n", {{0, 0, NULL}}},
    {"competitors' rows over the middle", "# end: complete\n", {{48, 60, FRIENDS}, {50, 60, STRANGE}}},
    {"more than there is room for", "# end: complete\n", {{40, 900, STRANGE}}},
    {"a quote over the middle", "# end: complete\n", {{49, 100, "timer,1,,,,,,,,30,,,,,,,,,\"\n\n#\"\n"}}},
    {"an open quote", "", {{30, 1, "timer,1,,,,,,,,\"30\n"}}},
    {"an open quote that another closes", "", {{30, 1, "sweep,\"1\n"}, {70, 1, "sweep,\"1\n"}}},
    {"header lines", "# end: complete\n", {{20, 1, "# note: first\n"}, {80, 1, "# note: second\n"}}},
    {"caches",
     "# end: complete\n",
     {{20, 1, "# cache: level=1 type=data bytes=8192\n"}, {80, 1, "# cache: level=2 bytes=65536\n"}}},
    {"pinned before the middle", "# end: complete\n", {{30, 1, "# got_cpu: 3\n"}}},
    {"pinned behind the middle", "# end: complete\n", {{70, 1, "# got_cpu: 3\n"}}},
    {"a tier before the middle", "# end: complete\n", {{30, 1, "# asked_tier: fast\n"}}},
    {"a tier behind the middle", "# end: complete\n", {{70, 1, "# asked_tier: slow\n"}}},
    {"a coarse clock before the middle",
     "# end: complete\n",
     {{30, 1, "# asked_coarsen_ns: 1000\n"}, {70, 1, "sweep,1,4096,random,,,,,1000,0,3,3," PRINT}}},
    {"an end before the middle", "", {{30, 1, "# end: complete\n"}}},
    {"an end before the middle, then a cut row", "sweep,1", {{30, 1, "# end: complete\n"}}},
    {"a version before the middle", "sweep,1", {{30, 1, "# cachestair_capture: 1\n"}}},
    {"another version behind the middle", "", {{70, 1, "# cachestair_capture: 2\n"}}},
    {"a fault before the middle", "", {{30, 1, "sweep,oops\n"}}},
    {"a fault behind the middle", "", {{70, 1, "sweep,oops\n"}}},
    {"two faults", "", {{30, 1, "sweep,1\n"}, {70, 1, "sweep,oops\n"}}},
    {"a fault behind a header line", "", {{30, 1, "# got_cpu: 3\n"}, {70, 1, "sweep,1\n"}}},
    {"many passes", "", {{0, 0, NULL}}},
    {"many rounds", "", {{0, 0, NULL}}},
    {"blank lines", "# end: complete\n", {{40, 900, "\n"}, {70, 1, "sweep,1\n"}}},
};

/* Rows of many kinds: sizes, rounds and processors of their own, distances in every third. */
static void write_row(FILE *file, unsigned row)
{
	unsigned size = 4096u << row % 7, cpu = row % 97;
	if (row % 3 == 0)
		fprintf(file, "adjacency,%u,%u,random,%u,64,,,1000,%u,%u,%u," PRINT, row % 5 + 1, size,
		        8u << row % 4, 1000 + row % 11, cpu, cpu);
	else if (row % 50 == 1)
		fprintf(file, "timer,,,,,,,,,%u,,,,,,,,,\n", 30 + row % 4);
	else
		fprintf(file, "sweep,%u,%u,random,,,%s,1000,%u,%u,%u," PRINT, row % 5 + 1, size,
		        row % 2 == 0 ? "1,65536" : ",", 2000 + row % 13, cpu, cpu);
}

/* Rows that meet a limit of the reading, in both halves together and in neither alone. */
static void write_one_of_many(FILE *file, const char *of, unsigned row)
{
	unsigned passes = strcmp(of, "many passes") == 0 ? 1500 : 1;
	unsigned rounds = strcmp(of, "many rounds") == 0 ? 12000 : 5;
	for (unsigned i = 0; i < 4; i++) {
		unsigned at = 4 * row + i;
		fprintf(file, "sweep,%u,4096,random,,,1,%u,1000,2000,3,3," PRINT, at % rounds,
		        65536 + at * passes / (4 * ROWS));
	}
}

static FILE *write_capture(int which, unsigned shift)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	if (strstr(parts_cases[which].name, "version") == NULL)
		fputs("# cachestair_capture: 1\n", file);
	fprintf(file, "# label: %.*s\n", (int)shift, "abcdefghijklmnopqrstuvwxyz");
	fputs(COLUMNS, file);
	for (unsigned row = 0; row < ROWS; row++) {
		for (int p = 0; p < PIECES; p++) {
			const struct parts_piece *piece = &parts_cases[which].pieces[p];
			for (unsigned i = 0; row == piece->place * ROWS / 100 && i < piece->times; i++)
				fputs(piece->text, file);
		}
		if (strncmp(parts_cases[which].name, "many", 4) == 0)
			write_one_of_many(file, parts_cases[which].name, row);
		else
			write_row(file, row);
	}
	fputs(parts_cases[which].end, file);
	rewind(file);
	return file;
}

/* Everything that the capture gives: the two summaries and the log, or the fault. */
static char *outcome(FILE *file, uint64_t large_bytes)
{
	static const struct tier tiers[] = {
	    {.name = "fast", .print_low_ns = 0, .print_high_ns = 2, .clock_low_ghz = 0, .clock_high_ghz = 9},
	    {.name = "slow", .print_low_ns = 3, .print_high_ns = 9, .clock_low_ghz = 0, .clock_high_ghz = 9}};
	struct reduction_options options = {
	    .trials = {.tiers = tiers, .tier_count = 2, .log = true, .large_bytes = large_bytes}};
	struct reduction reduction;
	struct summary summary = {.header_count = 0};
	struct fault fault = {.usage = 0};
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);
	ck_assert_ptr_nonnull(stream);
	rewind(file);
	int status = reduction_run(&reduction, file, "a", &options, &fault);
	if (status == 0)
		status = summarize_capture(&reduction, &summary, &fault);
	if (status == 0) {
		summary_write_points(stream, &summary);
		summary_write_findings(stream, &summary);
		trial_log_write(stream, &reduction);
	} else {
		fault_print(stream, "reduce", &fault);
	}
	summary_free(&summary);
	reduction_free(&reduction);
	ck_assert_int_eq(fclose(stream), 0);
	return text;
}

START_TEST(two_parts_give_what_one_gives)
{
	for (unsigned shift = 0; shift < SHIFTS; shift++) {
		FILE *file = write_capture(_i, shift);
		char *one = outcome(file, UINT64_MAX), *two = outcome(file, 1);
		size_t same = 0;
		while (one[same] != '\0' && one[same] == two[same])
			same++;
		size_t from = same < 100 ? 0 : same - 100;
		ck_assert_msg(one[same] == two[same],
		              "%s, shifted by %u: \"%.200s\" in one part, \"%.200s\" in two",
		              parts_cases[_i].name, shift, one + from, two + from);
		free(one);
		free(two);
		fclose(file);
	}
}
END_TEST

/* The cases are what they are meant to be: some give findings, some a fault, and the file is longer than the
 * piece that is read before its parts are. */
START_TEST(cases_are_accepted_and_refused)
{
	unsigned faults = 0, count = sizeof parts_cases / sizeof parts_cases[0];
	for (unsigned i = 0; i < count; i++) {
		FILE *file = write_capture((int)i, 0);
		char *text = outcome(file, 1);
		faults += strncmp(text, "reduce: a:", 10) == 0;
		ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
		ck_assert_int_gt(ftell(file), 3 * 65536);
		free(text);
		fclose(file);
	}
	ck_assert_uint_eq(faults, 10);
}
END_TEST

Suite *parts_suite(void)
{
	Suite *suite = suite_create("parts");
	TCase *tests = tcase_create("parts");
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, two_parts_give_what_one_gives, 0,
	                    (int)(sizeof parts_cases / sizeof parts_cases[0]));
	tcase_add_test(tests, cases_are_accepted_and_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
