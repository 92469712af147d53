/* Tests of the probe as a person runs it: whole captures of tiny plans, wrong arguments, stops and full
 * disks. */
#include "cases.h"
#include "shell.h"
#include "../probe/capture.h"
#include "../probe/progress.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#define OTHER_SYSTEM "probe/system_linux.c"
#define SYSTEM_FLAGS "-D_DARWIN_C_SOURCE"
#else
#define OTHER_SYSTEM "probe/system_macos.c"
#define SYSTEM_FLAGS "-D_GNU_SOURCE"
#endif

#define TINY                                                                                                 \
	"--min 4K --max 16K --per-octave 1 --rounds 2 --trials 2 --target-ms 1 --spin-ms 0 --quick "         \
	"--no-controls"

static const char *probe(void)
{
	static char path[4096];
	const char *build = getenv("CACHESTAIR_BUILD");
	snprintf(path, sizeof path, "%s/probe", build != NULL ? build : "build");
	return path;
}

/* ---- reading a capture back ---- */

enum { MOST_ROWS = 4000 };

struct rows {
	char *text; /* cut into lines and fields */
	char *field[MOST_ROWS][CAPTURE_COLUMNS];
	size_t count;
	char *header; /* header lines, each with its newline */
	char *end;    /* the last line, or "" */
};

static void cut_row(char *line, char *field[CAPTURE_COLUMNS])
{
	size_t count = 0;
	for (char *at = line; at != NULL; count++) {
		ck_assert_uint_lt(count, CAPTURE_COLUMNS);
		field[count] = at;
		at = strchr(at, ',');
		if (at != NULL)
			*at++ = '\0';
	}
	ck_assert_uint_eq(count, CAPTURE_COLUMNS);
}

/* Reads a capture; fails the test unless every line is whole and every row has all fields. */
static struct rows *rows_read(const char *text)
{
	struct rows *rows = calloc(1, sizeof *rows);
	rows->text = strdup(text);
	rows->header = calloc(1, strlen(text) + 1);
	rows->end = rows->text + strlen(rows->text);
	bool names = false;
	for (char *line = rows->text, *next; *line != '\0'; line = next) {
		next = strchr(line, '\n');
		ck_assert_msg(next != NULL, "the last line is cut off: %s", line);
		*next++ = '\0';
		if (line[0] == '#' && names && *next == '\0') {
			rows->end = line;
		} else if (line[0] == '#') {
			strcat(strcat(rows->header, line), "\n");
		} else if (!names) {
			names = true;
			ck_assert_int_eq(strncmp(line, "experiment,trial,round,", 23), 0);
		} else {
			ck_assert_uint_lt(rows->count, MOST_ROWS);
			cut_row(line, rows->field[rows->count++]);
		}
	}
	return rows;
}

static void rows_free(struct rows *rows)
{
	free(rows->text);
	free(rows->header);
	free(rows);
}

static unsigned long long number(const struct rows *rows, size_t row, enum capture_column column)
{
	ck_assert_msg(rows->field[row][column][0] != '\0', "row %zu lacks %s", row,
	              capture_columns[column].name);
	return strtoull(rows->field[row][column], NULL, 10);
}

static bool is(const struct rows *rows, size_t row, const char *experiment)
{
	return strcmp(rows->field[row][CAPTURE_EXPERIMENT], experiment) == 0;
}

static size_t count_of(const struct rows *rows, const char *experiment)
{
	size_t count = 0;
	for (size_t r = 0; r < rows->count; r++)
		count += is(rows, r, experiment);
	return count;
}

/* Runs the probe with `arguments` to standard output; it must end well and say nothing else. */
static struct rows *captured(const char *arguments)
{
	struct shell command = shell_run("%s %s", probe(), arguments);
	ck_assert_str_eq(command.error, "");
	ck_assert_int_eq(command.status, 0);
	struct rows *rows = rows_read(command.out);
	ck_assert_str_eq(rows->end, "# end: complete");
	shell_free(&command);
	return rows;
}

/* ---- whole captures ---- */

START_TEST(sweep_goes_up_and_down_with_every_trial)
{
	/* 4K, 8K, 16K, two trials each: up, then down. */
	static const unsigned long long sizes[] = {4096,  4096,  8192, 8192, 16384, 16384,
	                                           16384, 16384, 8192, 8192, 4096,  4096};
	struct rows *rows = captured(TINY " --no-adjacency --label 'a b'");
	size_t sweep = 0;
	ck_assert_int_eq(strncmp(rows->header, "# cachestair_capture: 1\n# probe: ", 33), 0);
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# label: a b\n"));
	ck_assert_ptr_nonnull(
	    strstr(rows->header, "\n# plan: sweep sizes=3 lowest=4096 highest=16384 rounds=2 "));
	ck_assert_uint_ge(count_of(rows, "timer"), 3);
	for (size_t r = 0; r < rows->count; r++) {
		ck_assert_uint_eq(number(rows, r, CAPTURE_TRIAL), r + 1);
		ck_assert_uint_gt(number(rows, r, CAPTURE_ELAPSED_NS), 0);
		if (!is(rows, r, "sweep"))
			continue;
		ck_assert_uint_eq(number(rows, r, CAPTURE_SIZE_BYTES), sizes[sweep]);
		ck_assert_uint_eq(number(rows, r, CAPTURE_NODES),
		                  sizes[sweep] / number(rows, r, CAPTURE_STRIDE_BYTES) - 1);
		ck_assert_uint_eq(number(rows, r, CAPTURE_ROUND), 1 + sweep / 6);
		ck_assert_str_eq(rows->field[r][CAPTURE_ORDER], "random");
		ck_assert_uint_eq(number(rows, r, CAPTURE_COMPETITORS), 0);
		ck_assert_str_eq(rows->field[r][CAPTURE_COMPETITOR_MODE], "");
		ck_assert_str_eq(rows->field[r][CAPTURE_DISTANCE_BYTES], "");
		ck_assert_uint_ge(number(rows, r, CAPTURE_LOADS), 10000);
		ck_assert_uint_gt(number(rows, r, CAPTURE_PRINT_BEFORE_NS), 0);
		ck_assert_uint_gt(number(rows, r, CAPTURE_PRINT_AFTER_NS), 0);
		ck_assert_uint_eq(number(rows, r, CAPTURE_PRINT_LOADS), 16384);
		sweep++;
	}
	ck_assert_uint_eq(sweep, 12);
	rows_free(rows);
}
END_TEST

/* Slots of 512 bytes; 8K is 127 sites and 16K 255 where a line has 64 bytes: odd numbers. */
START_TEST(grid_measures_every_distance_in_every_round)
{
	struct rows *rows = captured(
	    "--max 16K --rounds 2 --target-ms 1 --spin-ms 0 --quick --no-sweep --ruler short --no-controls --no-translation");
	static const unsigned long long distances[] = {8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256};
	unsigned met[2][2][12] = {{{0}}};
	for (size_t r = 0; r < rows->count; r++) {
		if (is(rows, r, "timer"))
			continue;
		ck_assert(is(rows, r, "adjacency"));
		size_t d = 0, large = number(rows, r, CAPTURE_SIZE_BYTES) == 16384;
		while (d < 12 && distances[d] != number(rows, r, CAPTURE_DISTANCE_BYTES))
			d++;
		ck_assert_uint_lt(d, 12);
		met[number(rows, r, CAPTURE_ROUND) - 1][large][d]++;
		ck_assert_uint_eq(number(rows, r, CAPTURE_STRIDE_BYTES), 512);
		ck_assert_uint_ge(number(rows, r, CAPTURE_SITES), 1);
		ck_assert_uint_eq(number(rows, r, CAPTURE_SITES) % 2, 1);
		ck_assert_uint_eq(8192u << large, number(rows, r, CAPTURE_SIZE_BYTES));
		ck_assert_uint_eq(number(rows, r, CAPTURE_LOADS) % 2, 0);
	}
	for (int round = 0; round < 2; round++)
		for (int large = 0; large < 2; large++)
			for (int d = 0; d < 12; d++)
				ck_assert_uint_eq(met[round][large][d], 1);
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# adjacency_words: own\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# unroll: 64\n"));
	rows_free(rows);
}
END_TEST

/* Three rows a kind at each end, round 1 and round 2; what each kind must have stands in capture.h. */
START_TEST(controls_stand_at_both_ends)
{
	static const char *const names[] = {"clock",     "site",    "site_more", "words_same",
	                                    "words_own", "pointer", "offset",    "place"};
	struct rows *rows =
	    captured("--min 4K --max 4K --rounds 1 --trials 1 --target-ms 1 --spin-ms 0 --quick "
	             "--no-adjacency");
	size_t counts[2][8] = {{0}}, sweep = 0;
	for (size_t r = 0; r < rows->count; r++) {
		sweep += is(rows, r, "sweep");
		if (!is(rows, r, "control"))
			continue;
		size_t kind = 0, end = number(rows, r, CAPTURE_ROUND) - 1;
		while (kind < 8 && strcmp(rows->field[r][CAPTURE_CONTROL], names[kind]) != 0)
			kind++;
		ck_assert_uint_lt(kind, 8);
		ck_assert_uint_lt(end, 2);
		ck_assert_uint_eq(sweep, end);
		counts[end][kind]++;
		if (kind == 0) {
			ck_assert_uint_gt(number(rows, r, CAPTURE_ADDS), 0);
			ck_assert_uint_eq(number(rows, r, CAPTURE_LOADS), 0);
		} else if (kind == 3 || kind == 4) {
			ck_assert_uint_gt(number(rows, r, CAPTURE_DISTANCE_BYTES), 0);
			ck_assert_uint_eq(number(rows, r, CAPTURE_SITES) % 2, 1);
		} else {
			unsigned long long nodes = number(rows, r, CAPTURE_NODES);
			ck_assert_uint_eq(nodes * number(rows, r, CAPTURE_STRIDE_BYTES),
			                  number(rows, r, CAPTURE_SIZE_BYTES));
			ck_assert(kind == 1 ? nodes == 64 : kind == 2 ? nodes == 65 : nodes % 2 == 1);
		}
	}
	for (size_t kind = 0; kind < 8; kind++) {
		ck_assert_uint_ge(counts[0][kind], 3);
		ck_assert_uint_eq(counts[0][kind], counts[1][kind]);
		ck_assert_uint_eq(counts[0][kind] % 3, 0);
	}
	ck_assert_uint_gt(counts[0][5], 3); /* pointers at more than one size */
	rows_free(rows);
}
END_TEST

START_TEST(controls_alone_print_a_page)
{
	struct shell command = shell_run(
	    "LOGNAME=tell_tale USER=tell_tale HOSTNAME=tell_tale %s --controls --target-ms 1 --spin-ms 0",
	    probe());
	static const char *const parts[] = {"Controls of cachestair probe",
	                                    "Clock. ",
	                                    "Load sites. ",
	                                    "Values. ",
	                                    "Pointers. ",
	                                    "Place. ",
	                                    "64 nodes ",
	                                    "own words "};
	ck_assert_int_eq(command.status, 0);
	ck_assert_str_eq(command.error, "");
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		ck_assert_msg(strstr(command.out, parts[i]) != NULL, "no \"%s\" in\n%s", parts[i],
		              command.out);
	ck_assert_ptr_null(strstr(command.out, "tell_tale"));
	ck_assert_ptr_null(strstr(command.out, "nan"));
	shell_free(&command);
}
END_TEST

/* Both chases of each number of nodes in each round, the page chase first in odd rounds. */
START_TEST(translation_has_a_dense_chase_beside_each)
{
	struct rows *rows =
	    captured("--no-sweep --no-adjacency --translation --rounds 2 --target-ms 1 --spin-ms 0 "
	             "--quick --no-controls");
	unsigned long long before = 0;
	size_t count = 0;
	for (size_t r = 0; r < rows->count; r++) {
		if (!is(rows, r, "translation"))
			continue;
		unsigned long long nodes = number(rows, r, CAPTURE_NODES),
		                   round = number(rows, r, CAPTURE_ROUND);
		unsigned long long page = number(rows, r, CAPTURE_PAGE_BYTES),
		                   stride = number(rows, r, CAPTURE_STRIDE_BYTES);
		ck_assert_uint_eq(nodes % 2, 1);
		ck_assert_uint_eq(page, (unsigned long long)sysconf(_SC_PAGESIZE));
		ck_assert((stride == page) == (count % 2 == (round == 1 ? 0 : 1)));
		ck_assert_uint_eq(number(rows, r, CAPTURE_SIZE_BYTES), nodes * stride);
		if (count % 2 == 1)
			ck_assert_uint_eq(nodes, before);
		before = nodes;
		count++;
	}
	/* 8 to 64K pages are 13 doublings of four; a quarter of memory can hold fewer. */
	ck_assert_uint_ge(count, 2 * 2 * 4);
	ck_assert_uint_le(count, 2 * 2 * 53);
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# plan: translation counts="));
	ck_assert_ptr_nonnull(
	    strstr(rows->header, "\n# round_pages: experiment=translation round=2 page_bytes="));
	rows_free(rows);
}
END_TEST

START_TEST(both_orders_stand_in_one_capture)
{
	struct rows *rows = captured(TINY " --no-adjacency --order both --page-size 4K");
	size_t random_rows = 0, page_rows = 0;
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# order: both\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, " order=page page_bytes=4096 "));
	for (size_t r = 0; r < rows->count; r++) {
		random_rows += strcmp(rows->field[r][CAPTURE_ORDER], "random") == 0;
		page_rows += strcmp(rows->field[r][CAPTURE_ORDER], "page") == 0;
	}
	ck_assert_uint_eq(random_rows, 12);
	ck_assert_uint_eq(page_rows, 12);
	rows_free(rows);
}
END_TEST

static bool has_two_processors(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN) >= 2;
}

/* Where there is one processor alone, a competitor is refused. */
static bool refused_for_want_of_a_processor(const char *arguments)
{
	if (has_two_processors())
		return false;
	struct shell command = shell_run("%s %s", probe(), arguments);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "second processor"));
	shell_free(&command);
	return true;
}

/* Quiet and crowded in turn; right behind each crowded trial a row for each competitor, under its number. */
START_TEST(competitors_are_recorded_behind_their_trial)
{
	/* Two, where there are processors for them. */
	size_t most = sysconf(_SC_NPROCESSORS_ONLN) >= 3 ? 2 : 1;
	char line[64];
	const char *arguments =
	    most == 2 ? TINY " --no-adjacency --competitors 2 --competitor-size 64K --competitor-mode stream"
	              : TINY " --no-adjacency --competitors 1 --competitor-size 64K --competitor-mode stream";
	if (refused_for_want_of_a_processor(arguments))
		return;
	struct rows *rows = captured(arguments);
	size_t quiet = 0, crowded = 0;
	snprintf(line, sizeof line, "\n# competitors: %zu stream 64 KiB\n", most);
	ck_assert_ptr_nonnull(strstr(rows->header, line));
	for (size_t r = 0; r < rows->count; r++) {
		if (!is(rows, r, "sweep"))
			continue;
		if (number(rows, r, CAPTURE_COMPETITORS) == 0) {
			quiet++;
			continue;
		}
		crowded++;
		ck_assert_uint_eq(number(rows, r, CAPTURE_COMPETITOR_BYTES), 65536);
		ck_assert_str_eq(rows->field[r][CAPTURE_COMPETITOR_MODE], "stream");
		ck_assert_uint_lt(r + most, rows->count);
		for (size_t beside = r + 1; beside <= r + most; beside++) {
			ck_assert(is(rows, beside, "competitor"));
			ck_assert_uint_eq(number(rows, beside, CAPTURE_TRIAL),
			                  number(rows, r, CAPTURE_TRIAL));
			ck_assert_uint_eq(number(rows, beside, CAPTURE_SIZE_BYTES), 65536);
			ck_assert_uint_gt(number(rows, beside, CAPTURE_ELAPSED_NS), 0);
			ck_assert_uint_gt(number(rows, beside, CAPTURE_PRINT_BEFORE_NS), 0);
			ck_assert_uint_gt(number(rows, beside, CAPTURE_PRINT_AFTER_NS), 0);
		}
	}
	ck_assert_uint_eq(quiet, 12);
	ck_assert_uint_eq(crowded, 12);
	ck_assert_uint_eq(count_of(rows, "competitor"), 12 * most);
	rows_free(rows);
}
END_TEST

START_TEST(private_test_runs_alone_and_beside_each_size)
{
	const char *arguments =
	    "--private-test 32K,64K --rounds 3 --trials 1 --target-ms 1 --spin-ms 0 --quick --no-controls";
	if (refused_for_want_of_a_processor(arguments))
		return;
	struct rows *rows = captured(arguments);
	/* Alone, beside 32K, beside 64K; the other way round in the second round. */
	static const unsigned long long beside[] = {0, 32768, 65536, 65536, 32768, 0, 0, 32768, 65536};
	size_t sweep = 0;
	for (size_t r = 0; r < rows->count; r++) {
		if (!is(rows, r, "sweep"))
			continue;
		ck_assert_uint_lt(sweep, 9);
		ck_assert_uint_eq(number(rows, r, CAPTURE_SIZE_BYTES), 32768);
		ck_assert_uint_eq(number(rows, r, CAPTURE_COMPETITORS), beside[sweep] != 0);
		if (beside[sweep] != 0) {
			ck_assert_uint_eq(number(rows, r, CAPTURE_COMPETITOR_BYTES), beside[sweep]);
			ck_assert(is(rows, r + 1, "competitor"));
			ck_assert_uint_eq(number(rows, r + 1, CAPTURE_SIZE_BYTES), beside[sweep]);
			ck_assert_str_eq(rows->field[r + 1][CAPTURE_COMPETITOR_MODE], "chase");
		}
		sweep++;
	}
	ck_assert_uint_eq(sweep, 9);
	rows_free(rows);
}
END_TEST

START_TEST(coarse_clock_shows_in_every_reading)
{
	struct rows *rows = captured(TINY " --no-adjacency --coarsen-ns 200000");
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_coarsen_ns: 200000\n"));
	for (size_t r = 0; r < rows->count; r++) {
		ck_assert_uint_eq(number(rows, r, CAPTURE_STARTED_NS) % 200000, 0);
		ck_assert_uint_eq(number(rows, r, CAPTURE_ELAPSED_NS) % 200000, 0);
	}
	rows_free(rows);
}
END_TEST

START_TEST(what_was_asked_and_got_is_in_the_header)
{
	struct rows *rows = captured(
	    "--min 4K --max 4K --rounds 1 --trials 1 --target-ms 1 --spin-ms 0 --quick --no-controls "
	    "--no-adjacency --busy 1 --tier Super --seed 77");
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_busy: 1\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_tier: Super\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# seed: 77\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# got_cpu: "));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_pages: default\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# counters: "));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# timer_nominal: "));
	rows_free(rows);
}
END_TEST

static const struct {
	double ns;
	const char *text;
} durations[] = {{-5, "0 s"},      {0, "0 s"},          {4.4e9, "4 s"},
                 {59.4e9, "59 s"}, {60e9, "1 min 0 s"}, {400e9, "6 min 40 s"}};

START_TEST(time_left_is_told_as_a_person_would)
{
	char text[PROGRESS_TEXT];
	ck_assert_str_eq(progress_duration(durations[_i].ns, text), durations[_i].text);
}
END_TEST

#ifndef __APPLE__
/* script(1) of util-linux lends a terminal. */
START_TEST(terminal_sees_progress_and_time_left)
{
	struct shell command =
	    shell_run("command -v script > /dev/null || exit 127; script -qec \"%s " TINY
	              " --target-ms 20 --rounds 20 --no-adjacency -o /dev/null\" /dev/null",
	              probe());
	if (command.status != 127) {
		ck_assert_int_eq(command.status, 0);
		ck_assert_ptr_nonnull(strstr(command.out, "sweep, round 1 of 20, 4 KiB, 0 % done, "));
		ck_assert_ptr_nonnull(strstr(command.out, " s left"));
	}
	shell_free(&command);
}
END_TEST

START_TEST(huge_pages_are_asked_for_and_read_back)
{
	struct rows *rows =
	    captured("--min 4K --max 8M --per-octave 1 --rounds 1 --trials 1 --target-ms 1 --spin-ms 0 "
	             "--quick --no-adjacency --no-controls --huge --cpu any");
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_pages: huge\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# got_pages: "));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# asked_cpu: any\n"));
	ck_assert_ptr_nonnull(strstr(rows->header, "\n# got_cpu: not pinned\n"));
	rows_free(rows);
}
END_TEST

START_TEST(competitor_needs_another_processor)
{
	struct shell command = shell_run("taskset -c 0 true && taskset -c 0 %s " TINY " --no-adjacency "
	                                 "--competitors 1 -o -",
	                                 probe());
	if (command.status != 127) {
		ck_assert_int_eq(command.status, 1);
		ck_assert_str_eq(command.out, "");
		ck_assert_ptr_nonnull(strstr(command.error, "needs a second processor"));
	}
	shell_free(&command);
}
END_TEST
#endif

/* ---- wrong arguments: one line, exit status 2, no output ---- */

static const struct {
	const char *arguments, *told;
} wrong[] = {
#ifdef __APPLE__
    {"--cpu 0", "--cpu"},
    {"--huge", "--huge"},
#else
    {"--cpu 1000000", "--cpu"},
    {"--qos background", "Linux has no quality-of-service classes"},
    {"--qos slow", "background, utility"},
#endif
    {"--min 32", "--min"},
    {"--max 999999G", "--max"},
    {"--max 99999999999999999999G", "is too large"},
    {"--max 4000G", "--max"},
    {"--min 1M --max 64K", "--min"},
    {"--no-such-thing", "--no-such-thing"},
    {"--rounds 0", "--rounds"},
    {"--rounds", "lacks its argument"},
    {"--rounds 1x", "is not a whole number"},
    {"--quick=3", "takes no argument"},
    {"capture.csv", "capture.csv"},
    {"--preset m5", "m4, tiers, page, private, crowded, quick"},
    {"--refine 64K:32M", "LO:HI:N"},
    {"--refine 64K", "LO:HI:N"},
    {"--refine 32M:64K:8", "ends before it begins"},
    {"--refine 64K:32M:0", "--refine"},
    {"--order sideways", "random, page, both"},
    {"--ruler medium", "short, long"},
    {"--page-size 16K", "--order"},
    {"--competitor-size 1M", "--competitors"},
    {"--competitor-mode chase", "--competitors"},
    {"--competitors 1 --competitor-mode fight", "chase, stream"},
    {"--private-test 1M,x", "--private-test"},
    {"--private-test 1M --competitors 2", "--private-test"},
    {"--no-sweep --no-adjacency", "nothing to measure"},
    {"--output ''", "empty name"},
    {"--cpu x", "--cpu"}};

START_TEST(wrong_argument_is_one_clear_line)
{
	struct shell command = shell_run("%s %s", probe(), wrong[_i].arguments);
	ck_assert_msg(command.status == 2, "%s: status %d", wrong[_i].arguments, command.status);
	ck_assert_str_eq(command.out, "");
	ck_assert_int_eq(strncmp(command.error, "probe: ", 7), 0);
	ck_assert_msg(strstr(command.error, wrong[_i].told) != NULL, "%s: %s", wrong[_i].arguments,
	              command.error);
	ck_assert_ptr_eq(strchr(command.error, '\n'), command.error + strlen(command.error) - 1);
	shell_free(&command);
}
END_TEST

START_TEST(help_and_version_are_told)
{
	struct shell command = shell_run("%s --help", probe());
	ck_assert_int_eq(command.status, 0);
	static const char *const told[] = {
	    "--rounds", "--preset",     "--qos", "--competitor-mode", "--private-test",
	    "--quick",  "-o, --output", "  m4",  "  crowded",         "usage: probe"};
	for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
		ck_assert_msg(strstr(command.out, told[i]) != NULL, "%s", told[i]);
	shell_free(&command);
	command = shell_run("%s --version", probe());
	ck_assert_int_eq(command.status, 0);
	ck_assert_int_eq(strncmp(command.out, "cachestair probe ", 17), 0);
	shell_free(&command);
	command = shell_run("%s --help > /dev/full", probe());
	if (access("/dev/full", W_OK) == 0)
		ck_assert_int_eq(command.status, 1);
	shell_free(&command);
}
END_TEST

/* Two machines of one model: the folder bears the label, made harmless, and the capture as it was typed. */
START_TEST(label_tells_machines_of_one_model_apart)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "here=$PWD && cd '%s' && { echo '#!/bin/sh'; echo 'for word; do :; done; echo \"$*\" "
	    ">\"$word\"'; } >fake && chmod +x fake && for label in 'me@Lab 07' lab-08; do sh "
	    "\"$here/probe/collect.sh\" ./fake captures quick \"$label\" >/dev/null || exit; done; ls "
	    "captures | cut -c 12-; cat captures/*me-lab-07/quick.csv | cut -d ' ' -f -4",
	    folder);
	ck_assert_int_eq(command.status, 0);
	ck_assert_str_eq(command.out, "lab-08\nme-lab-07\n--quick --label=me@Lab 07, quick\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A pass that failed, or that was killed with its script, does not keep the next try from going on. */
START_TEST(a_failed_pass_is_run_again)
{
	char *folder = shell_folder();
	char build[4096];
	ck_assert_ptr_nonnull(realpath(shell_build(), build));
	struct shell command = shell_run(
	    "here=$PWD && cd '%s' && { echo '#!/bin/sh'; echo '\"%s/probe\" --quick --max=32K --rounds=1 "
	    "--no-adjacency --no-controls \"$@\"; [ -f whole ]'; } >fake && chmod +x fake && sh "
	    "\"$here/probe/collect.sh\" ./fake captures quick >/dev/null; echo $?; touch whole; sh "
	    "\"$here/probe/collect.sh\" ./fake captures quick >/dev/null; echo $?; ls captures/*; tail -q "
	    "-n 1 captures/*/*",
	    folder, build);
	ck_assert_str_eq(command.out,
	                 "1\n0\nquick.csv\nquick.csv.stopped\n# end: complete\n# end: complete\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- stops and full disks ---- */

static const struct {
	const char *name;
	int number;
} signals[] = {{"INT", 2}, {"TERM", 15}, {"HUP", 1}};

START_TEST(stopped_capture_keeps_every_finished_trial)
{
	char *folder = shell_folder();
	/* Long enough to be stopped in any case; waits for the first row of the sweep, twenty seconds at
	 * most. */
	struct shell command = shell_run(
	    "%s --min 4K --max 64K --rounds 100 --trials 100 --target-ms 20 --spin-ms 0 --no-adjacency --no-controls -o "
	    "'%s/c.csv' & pid=$!; n=0; while [ $n -lt 200 ] && ! grep -q '^sweep' '%s/c.csv' 2>/dev/null; "
	    "do sleep 0.1; n=$((n + 1)); done; kill -%s $pid; wait $pid; status=$?; cat '%s/c.csv'; exit "
	    "$status",
	    probe(), folder, folder, signals[_i].name, folder);
	ck_assert_int_eq(command.status, 128 + signals[_i].number);
	ck_assert_ptr_nonnull(strstr(command.error, "stopped by signal"));
	struct rows *rows = rows_read(command.out);
	ck_assert_str_eq(rows->end, "# end: interrupted");
	ck_assert_uint_ge(count_of(rows, "sweep"), 1);
	rows_free(rows);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A limit on the size of files stands in for a full disk: 512-byte blocks, so that the row that meets the
 * limit is mostly cut in its middle. */
START_TEST(full_disk_leaves_whole_rows)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("( ulimit -f %d; %s " TINY " --rounds 50 --no-adjacency -o '%s/c.csv' ); status=$?; "
	              "cat '%s/c.csv'; exit $status",
	              12 + _i, probe(), folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "c.csv: cannot be written: "));
	ck_assert_msg(strchr(command.error, '\n') == command.error + strlen(command.error) - 1, "%s",
	              command.error);
	struct rows *rows = rows_read(command.out);
	ck_assert_uint_ge(rows->count, 1);
	if (rows->end[0] != '\0')
		ck_assert_str_eq(rows->end, "# end: interrupted");
	rows_free(rows);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

START_TEST(full_device_is_an_error)
{
	if (access("/dev/full", W_OK) != 0)
		return;
	struct shell command = shell_run("%s " TINY " --no-adjacency > /dev/full", probe());
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "standard output: cannot be written: "));
	shell_free(&command);
	command = shell_run("%s " TINY " --no-adjacency -o /dev/full", probe());
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "/dev/full: cannot be written: "));
	shell_free(&command);
}
END_TEST

START_TEST(capture_is_never_overwritten)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("echo old > '%s/c.csv'; %s " TINY " -o '%s/c.csv'; status=$?; cat '%s/c.csv'; exit "
	              "$status",
	              folder, probe(), folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.out, "old\n");
	ck_assert_ptr_nonnull(strstr(command.error, "never overwritten"));
	shell_free(&command);
	command = shell_run("%s " TINY " -o '%s/none/c.csv'", probe(), folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_ptr_nonnull(strstr(command.error, "none/c.csv: cannot be written: "));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Two hundred kills of the probe and a few of `make capture`, by four signals at random moments. */
START_TEST(a_kill_loses_no_finished_trial)
{
	struct shell command = shell_run("sh tests/kill.sh '%s' 200 4", shell_build());
	ck_assert_msg(command.status == 0, "%s%s", command.out, command.error);
	ck_assert_ptr_nonnull(strstr(command.out, "200 probes killed, "));
	ck_assert_ptr_nonnull(strstr(command.out, "4 times make capture killed: "));
	shell_free(&command);
}
END_TEST

/* Two probes, one name: one measures, the other is told, and what the first wrote stands alone. */
START_TEST(two_probes_do_not_share_a_name)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "cp '%s' '%s/probe' && cd '%s' && { ./probe " TINY
	    " --no-adjacency -o c.csv 2>1.error & first=$!; ./probe " TINY
	    " --no-adjacency -o c.csv 2>2.error; second=$?; wait $first; echo $(($? + second)); }; cat "
	    "1.error 2.error; grep -c '^# seed' c.csv; tail -n 1 c.csv; : >empty; ./probe " TINY
	    " -o empty; test ! -s empty",
	    probe(), folder, folder);
	ck_assert_str_eq(command.out, "1\nprobe: c.csv: exists already, and a capture is never overwritten; "
	                              "expected a new name\n1\n# end: complete\n");
	ck_assert_ptr_nonnull(strstr(command.error, "probe: empty: exists already"));
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Long enough for a pipe that nobody reads to fill (16 or 64 KiB, a row of some 100 bytes a millisecond). */
#define LONG                                                                                                 \
	"--min 4K --max 4K --per-octave 1 --rounds 1000 --trials 1000 --target-ms 1 --spin-ms 0 --quick "    \
	"--no-adjacency --no-controls --print-loads 64 --adds 64"

/* A signal that comes while a row waits for its reader: the row is written whole, then the last line. */
START_TEST(a_signal_at_a_full_pipe_loses_no_row)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "cp '%s' '%s/probe' && cd '%s' && { sh -c 'echo $$ >pid; exec ./probe " LONG
	    "'; echo $? >status; } | { sleep 3; kill -%s $(cat pid); sleep 0.2; cat; }; exit $(cat status)",
	    probe(), folder, folder, signals[_i].name);
	ck_assert_msg(command.status == 128 + signals[_i].number, "%d: %s", command.status, command.error);
	ck_assert_ptr_nonnull(strstr(command.error, "stopped by signal"));
	ck_assert_uint_ge(command.out_length, 16384);
	struct rows *rows = rows_read(command.out);
	ck_assert_str_eq(rows->end, "# end: interrupted");
	rows_free(rows);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A pipe that nobody opens for reading is waited for, and a signal ends the wait. */
START_TEST(a_signal_ends_the_wait_for_a_reader)
{
	char *folder = shell_folder();
	struct shell command = shell_run("cp '%s' '%s/probe' && cd '%s' && mkfifo pipe && { ./probe " TINY
	                                 " -o pipe & sleep 1; kill -%s $!; wait $!; }",
	                                 probe(), folder, folder, signals[_i].name);
	ck_assert_int_eq(command.status, 128 + signals[_i].number);
	ck_assert_ptr_nonnull(strstr(command.error, "stopped by signal"));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* nohup(1) has the signal ignored, and so it stays. */
START_TEST(a_probe_under_nohup_outlives_its_terminal)
{
	char *folder = shell_folder();
	struct shell command = shell_run("cp '%s' '%s/probe' && cd '%s' && { (trap '' HUP; exec ./probe " TINY
	                                 " --no-adjacency --target-ms 20 -o c.csv) & sleep 0.2; kill -HUP "
	                                 "$!; wait $!; }; tail -n 1 c.csv",
	                                 probe(), folder, folder);
	ck_assert_str_eq(command.out, "# end: complete\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A capture whose name is gone takes rows and keeps none: the next row says so. */
START_TEST(a_capture_that_is_removed_meanwhile_is_an_error)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "cp '%s' '%s/probe' && cd '%s' && mkdir sub && { ./probe " LONG
	    " -o sub/c.csv & n=0; while [ $n -lt 200 ] && ! grep -q '^sweep' sub/c.csv 2>/dev/null; do sleep "
	    "0.1; n=$((n + 1)); done; rm -r sub; wait $!; }",
	    probe(), folder, folder);
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error, "probe: sub/c.csv: was removed while it was being written\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Pasted into a shell, the recorded command gives the same command again; where its output went is not in
 * it, nor where the program lay. */
START_TEST(the_recorded_command_can_be_pasted)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "cp '%s' '%s/probe' && cd '%s' && \"$PWD/probe\" " TINY
	    " --no-adjacency --output=first.csv --label "
	    "\"it's; touch C \\$(touch D) '\" -o\"$PWD/c.csv\" && sed -n 's/^# command: //p' c.csv >typed && "
	    "PATH=.:$PATH && sh -c \"$(cat typed)\" >again.csv && sed -n 's/^# command: //p' again.csv | cmp - "
	    "typed && sed -n 's/^# label: //p' again.csv; cat typed; ls",
	    probe(), folder, folder);
	ck_assert_str_eq(command.error, "");
	ck_assert_str_eq(command.out, "it's; touch C $(touch D) '\nprobe " TINY
	                              " --no-adjacency --label 'it'\\''s; touch C $(touch D) '\\'''\n"
	                              "again.csv\nc.csv\nprobe\ntyped\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- no optimiser may take the loops away ---- */

static const struct {
	const char *compiler, *flags;
} optimisers[] = {
    {"gcc", "-O3 -flto"},
    {"clang", "-O3 -flto -fuse-ld=lld"},
    {"clang", "-O3"},
};

/* A dependent load takes a cycle at least, and no clock is above 8 GHz: 0.125 ns. A loop that an optimiser
 * took away takes next to nothing. That bound holds however busy the machine is. */
START_TEST(link_time_optimisation_keeps_the_loads)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("files=$(ls probe/*.c | grep -v %s) && %s %s -std=c11 %s "
	              "-DCACHESTAIR_VERSION='\"test\"' -o '%s/probe' $files -lpthread",
	              OTHER_SYSTEM, optimisers[_i].compiler, optimisers[_i].flags, SYSTEM_FLAGS, folder);
	if (command.status != 0) {
		printf("skipped: %s %s does not build here\n", optimisers[_i].compiler, optimisers[_i].flags);
		shell_free(&command);
		shell_remove(folder);
		return;
	}
	shell_free(&command);
	command = shell_run("'%s/probe' " TINY " --ruler short", folder);
	ck_assert_str_eq(command.error, "");
	ck_assert_int_eq(command.status, 0);
	struct rows *rows = rows_read(command.out);
	size_t timed = 0;
	for (size_t r = 0; r < rows->count; r++) {
		if (is(rows, r, "timer"))
			continue;
		unsigned long long loads = number(rows, r, CAPTURE_LOADS),
		                   adds = number(rows, r, CAPTURE_ADDS);
		ck_assert_uint_ge(number(rows, r, CAPTURE_ELAPSED_NS), loads / 8);
		ck_assert_uint_ge(number(rows, r, CAPTURE_ADDS_BEFORE_NS), adds / 8);
		ck_assert_uint_ge(number(rows, r, CAPTURE_PRINT_AFTER_NS),
		                  number(rows, r, CAPTURE_PRINT_LOADS) / 8);
		timed++;
	}
	ck_assert_uint_ge(timed, 24);
	rows_free(rows);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

Suite *probe_suite(void)
{
	Suite *suite = suite_create("probe");
	TCase *captures = tcase_create("captures"), *arguments = tcase_create("arguments"),
	      *ends = tcase_create("ends");
	tcase_set_timeout(captures, 120);
	tcase_set_timeout(arguments, 60); /* one of them measures */
	cases_add(captures, sweep_goes_up_and_down_with_every_trial,
	          grid_measures_every_distance_in_every_round, controls_stand_at_both_ends,
	          controls_alone_print_a_page, translation_has_a_dense_chase_beside_each,
	          both_orders_stand_in_one_capture, competitors_are_recorded_behind_their_trial,
	          private_test_runs_alone_and_beside_each_size, coarse_clock_shows_in_every_reading,
	          what_was_asked_and_got_is_in_the_header);
	cases_add_rows(captures, time_left_is_told_as_a_person_would, durations);
#ifndef __APPLE__
	tcase_add_test(captures, terminal_sees_progress_and_time_left);
	cases_add(captures, huge_pages_are_asked_for_and_read_back, competitor_needs_another_processor);
#endif
	cases_add_rows(arguments, wrong_argument_is_one_clear_line, wrong);
	cases_add(arguments, help_and_version_are_told, label_tells_machines_of_one_model_apart,
	          a_failed_pass_is_run_again);
	tcase_set_timeout(ends, 120);
	cases_add_rows(ends, stopped_capture_keeps_every_finished_trial, signals);
	tcase_add_loop_test(ends, full_disk_leaves_whole_rows, 0, 3);
	cases_add(ends, full_device_is_an_error, capture_is_never_overwritten,
	          two_probes_do_not_share_a_name);
	cases_add_rows(ends, a_signal_at_a_full_pipe_loses_no_row, signals);
	cases_add_rows(ends, a_signal_ends_the_wait_for_a_reader, signals);
	cases_add(ends, a_probe_under_nohup_outlives_its_terminal,
	          a_capture_that_is_removed_meanwhile_is_an_error);
	tcase_add_test(captures, the_recorded_command_can_be_pasted);
	suite_add_tcase(suite, captures);
	suite_add_tcase(suite, arguments);
	suite_add_tcase(suite, ends);
	return suite;
}

/* What needs no machine of its own: it runs beside other suites. */
Suite *probe_beside_suite(void)
{
	Suite *suite = suite_create("probe_beside");
	TCase *builds = tcase_create("builds"), *kills = tcase_create("kills");
	tcase_set_timeout(kills, 600);
	tcase_add_test(kills, a_kill_loses_no_finished_trial);
	tcase_set_timeout(builds, 300);
	tcase_set_tags(builds, "plain");
	cases_add_rows(builds, link_time_optimisation_keeps_the_loads, optimisers);
	suite_add_tcase(suite, kills);
	suite_add_tcase(suite, builds);
	return suite;
}
