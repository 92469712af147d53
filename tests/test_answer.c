/* Tests of the answer in the terminal (reduce/write/answer, frame, phrase) over summaries made by hand, over
 * the committed captures and over hostile text; what is expected was worked out from the numbers given here.
 */
#include "../reduce/join/machine.h"
#include "../reduce/summary/quantity.h"
#include "../reduce/write/answer.h"
#include "../reduce/write/frame.h"
#include "../reduce/write/phrase.h"
#include "cases.h"
#include "hostile.h"
#include "sample.h"
#include "shell.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *read_back(FILE *file)
{
	char *text = calloc(1, 1 << 20);
	ck_assert_ptr_nonnull(text);
	rewind(file);
	size_t length = fread(text, 1, (1 << 20) - 1, file);
	ck_assert_uint_lt(length, (1 << 20) - 1);
	fclose(file);
	return text;
}

static char *answer_of(const struct summary *summary, const char *path)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(answer_print(file, summary, path), 0);
	return read_back(file);
}

/* At most 30 lines of at most 100 columns, printable ASCII, no blank at the end of a line. */
static void check_frame(const char *text)
{
	size_t lines = 0;
	for (const char *line = text; *line != '\0'; lines++) {
		size_t length = strcspn(line, "\n");
		ck_assert_uint_le(length, 100);
		ck_assert(length == 0 || line[length - 1] != ' ');
		for (size_t i = 0; i < length; i++)
			ck_assert_msg(line[i] >= ' ' && line[i] <= '~', "byte %d in: %.*s", line[i],
			              (int)length, line);
		ck_assert_int_eq(line[length], '\n');
		line += length + 1;
	}
	ck_assert_uint_le(lines, 30);
	ck_assert_uint_gt(lines, 0);
}

#define CAPTURED(summary, key, value) sample_header(summary, SUMMARY_CAPTURE_PREFIX key, value)

static void add_head(struct summary *summary)
{
	sample_header(summary, SUMMARY_KEY_NAME, "mine");
	sample_header(summary, SUMMARY_KEY_RULES, "3");
	sample_header(summary, SUMMARY_KEY_KIND, "trials");
	sample_header(summary, SUMMARY_KEY_CLOCK, "add chain");
	CAPTURED(summary, "machine", "Box");
	CAPTURED(summary, "processor", "Chip");
	CAPTURED(summary, "logical_processors", "4");
	CAPTURED(summary, "system", "Linux 6.1.0-7-amd64 x86_64");
	CAPTURED(summary, "began", "2026-12-01T02:10:59Z");
	CAPTURED(summary, "got_pages", "2 MiB for 64 MiB of 64 MiB, the rest 4 KiB");
	CAPTURED(summary, "plan", "sweep sizes=2 rounds=5 trials=3 order=random");
	CAPTURED(summary, "cache", "level=1 type=data bytes=32768 shared=1");
	CAPTURED(summary, "cache", "level=1 type=instruction bytes=4194304 shared=1");
	CAPTURED(summary, "cache", "level=2 type=unified bytes=4194304 shared=1");
}

#define PASS "random"
#define ADD(summary, kind, level, status, value, low, high, reported, rule, reason)                          \
	sample_finding(summary, kind, level, status, value, low, high, reported, rule, reason, PASS)

/* Three levels at 2.5 GHz: 1, 4 and 100 ns, so 2.5, 10 and 250 cycles. */
static void add_levels(struct summary *summary)
{
	sample_point(summary, 8192, 1, 1, "", PASS);
	sample_point(summary, 67108864, 100, 3, "", PASS);
	ADD(summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 2, 8192, 67108864, NAN, "", "30 trials counted");
	ADD(summary, FINDING_CLOCK, 0, STATUS_ACCEPTED, 2.5, 2.4, 2.6, NAN, "", "");
	ADD(summary, FINDING_HIERARCHY, 0, STATUS_ACCEPTED, 3, NAN, NAN, NAN, "L2", "");
	ADD(summary, FINDING_LEVEL, 1, STATUS_ACCEPTED, 1, 8192, 32768, NAN, "M3", "");
	ADD(summary, FINDING_LEVEL, 2, STATUS_ACCEPTED, 4, 65536, 524288, NAN, "M3", "");
	ADD(summary, FINDING_LEVEL, 3, STATUS_ACCEPTED, 100, 2097152, 67108864, NAN, "M3", "");
	ADD(summary, FINDING_KNEE, 1, STATUS_ACCEPTED, 33000, NAN, NAN, 32768, "K1",
	    "floors 1 and 4 ns; 1000 of 1000 resamples; 5 of 5 rounds; steepest 3");
	/* 30 KiB and 33.5 KiB. */
	ADD(summary, FINDING_CAPACITY, 1, STATUS_ACCEPTED, NAN, 30720, 34304, NAN, "E1", "a sharp edge");
}

static void add_second(struct summary *summary)
{
	ADD(summary, FINDING_KNEE, 2, STATUS_ACCEPTED, 1000000, NAN, NAN, 4194304, "K1",
	    "floors; 990 of 1000 resamples; 4 of 5 rounds");
	/* 362.4 KiB, down to 362; 1.411 MiB, up to 1.42. */
	ADD(summary, FINDING_CAPACITY, 2, STATUS_ACCEPTED, NAN, 371098, 1479541, NAN, "Z1",
	    "at least one; no E1: the edge is soft; no E2: the climb is longer than one cache's");
}

START_TEST(a_good_capture)
{
	struct summary summary = {0};
	add_head(&summary);
	add_levels(&summary);
	add_second(&summary);
	ADD(&summary, FINDING_PAGE_ORDER, 1, STATUS_ACCEPTED, 2, NAN, NAN, NAN, "O2", "cache step: at 8 KiB");
	char *text = answer_of(&summary, "mine.csv");
	ck_assert_str_eq(
	    text,
	    "Box, Chip, 4 processors, Linux 6.1.0\n"
	    "mine      2026-12-01 02:10 UTC; 2 sizes from 8 KiB to 64 MiB; 5 rounds of 3 trials; 2 MiB pages\n"
	    "clock     2.50 GHz, from adds; trials 30, none discarded; rules version 3\n"
	    "\n"
	    "No contradiction. 3 levels, a size claimed for 2. This is one pass: --machine joins several.\n"
	    "\n"
	    "level     ns  cycles  claimed size         rule  reported    inside  rounds  evidence\n"
	    "------  ----  ------  -------------------  ----  ----------  ------  ------  "
	    "---------------------\n"
	    "1       1.00    2.50  30.0 to 33.5 KiB     E1    L1d 32 KiB  yes     5 of 5  a sharp edge\n"
	    "2       4.00    10.0  362 KiB to 1.42 MiB  Z1    L2 4 MiB    ABOVE   4 of 5  "
	    "climb too long for E2\n"
	    "memory   100     250  -                    -     -           -       -       from 2.00 MiB on\n"
	    "\n"
	    "granule   not tried\n"
	    "cause     level 1: cache step (O2)\n"
	    "core      private or shared was not tried, nor a crowd\n"
	    "\n"
	    "rules     E1: the edge is sharp. Z1: a bracket that holds at least one cache's capacity, as far as\n"
	    "          this pass could use it, or the reach of translation.\n"
	    "\n"
	    "all of it build/reduce --full mine.csv                       the rules: build/reduce --rules\n");
	check_frame(text);
	free(text);
	summary_free(&summary);
}
END_TEST

/* Contradictions stand first and the last level is not called memory; a refused level keeps its row, with
 * each rule that refused it. */
START_TEST(contradictions_and_refusals)
{
	struct summary summary = {0};
	add_head(&summary);
	add_levels(&summary);
	ADD(&summary, FINDING_KNEE, 2, STATUS_REFUSED, 1048576, NAN, NAN, 4194304, "K3 M1",
	    "K3: the knee is not repeated in two thirds of the rounds (3 of 5); M1: the knee stands more than 25 "
	    "per cent apart on the quiet curve (2.00 MiB there)");
	ADD(&summary, FINDING_CAPACITY, 2, STATUS_REFUSED, NAN, 524288, 2097152, NAN, "Z1", "rests");
	ADD(&summary, FINDING_CONTRADICTION, 1, STATUS_NOTED, 1, NAN, NAN, NAN, "R0",
	    "the first level is odd");
	ADD(&summary, FINDING_CONTROL, 0, STATUS_REFUSED, 1.2, NAN, NAN, NAN, "Q3", "values are predicted");
	char *text = answer_of(&summary, "-; rm x");
	static const char *const lines[] = {
	    "\n! CONTRADICTION (R0): the first level is odd\n",
	    "\n! CONTROL FAILED (Q3): values are predicted\n",
	    "\n! What was measured stands. The last level is therefore not called memory.\n",
	    "\n3 levels seen, a size claimed for 1. This is one pass: --machine joins several.\n",
	    /* Two thirds of five rounds are more than three: four are asked. */
	    "\n2      4.00    10.0  REFUSED           K3    L2 4 MiB    -       3 of 5  near 1.00 MiB; 4 rounds\n",
	    "\n                                       M1                                quiet curve: 2.00 MiB\n",
	    "\nlast    100     250  -                 -     -           -       -       from 2.00 MiB on\n",
	    "\nnext      build/probe -o again.csv                           rounds differ: try another hour\n",
	    "\nall of it build/reduce --full CAPTURE ",
	};
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		ck_assert_msg(strstr(text, lines[i]) != NULL, "no \"%s\" in:\n%s", lines[i], text);
	ck_assert(strstr(text, "CONTRADICTION") < strstr(text, "3 levels"));
	check_frame(text);
	free(text);
	summary_free(&summary);
}
END_TEST

/* How many rounds repeat a refused knee, and how many are asked, in the words of each version: two thirds of
 * 6 are 4, of 5 more than 3; more than half of 5 are 3, of 4 also 3. */
START_TEST(refused_rounds)
{
	static const struct {
		const char *reason, *told;
	} cases[] = {
	    {"K3: the knee is not repeated in two thirds of the rounds (3 of 6)",
	     "3 of 6  near 1.00 MiB; 4 rounds"},
	    {"K3: the knee is not repeated in two thirds of the rounds (3 of 5)",
	     "3 of 5  near 1.00 MiB; 4 rounds"},
	    {"K3: too few rounds repeat the knee (2 of 5)", "2 of 5  near 1.00 MiB; 3 rounds"},
	    {"K3: too few rounds repeat the knee (2 of 4)", "2 of 4  near 1.00 MiB; 3 rounds"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct summary summary = {0};
		add_head(&summary);
		add_levels(&summary);
		ADD(&summary, FINDING_KNEE, 2, STATUS_REFUSED, 1048576, NAN, NAN, 4194304, "K3",
		    cases[i].reason);
		ADD(&summary, FINDING_CAPACITY, 2, STATUS_REFUSED, NAN, 524288, 2097152, NAN, "Z1", "rests");
		char *text = answer_of(&summary, "a.csv");
		ck_assert_msg(strstr(text, cases[i].told) != NULL, "no \"%s\" in:\n%s", cases[i].told, text);
		free(text);
		summary_free(&summary);
	}
}
END_TEST

/* A sweep that is refused as a whole: what happened, how many trials were lost and by which rule, what to do.
 */
START_TEST(no_answer)
{
	static const struct {
		const char *rule, *reason, *first, *told, *step;
	} cases[] = {
	    {"T3", "more than half; 10 trials counted in 5 rounds, 20 discarded, 4 under T1, 20 under T4; 2",
	     "\nNO ANSWER: other programs had the processor while this was measured.\n",
	     "\ndiscarded 20    in these the chase had less than 90 per cent of the processor (T4)\n",
	     "\ndo this   1. uptime "},
	    {"T3", "more than half; 10 trials counted in 5 rounds, 20 discarded, 20 under T5; 2 of 2",
	     "\nNO ANSWER: the system was still fetching pages while this was measured.\n",
	     "\ndiscarded 20    page faults took more than 2 per cent of these (T5)\n",
	     "\ndo this   1. build/probe"},
	    {"T2", "the timer; 30 trials counted in 5 rounds, 20 discarded, 20 under T4; 0 of 2",
	     "\nNO ANSWER: the timer is coarser than the one that was asked for.\n", "(T2)",
	     "\ndo this   1. "},
	    {"P0", "too far; 30 trials counted in 5 rounds, 0 discarded; 0 of 2 points failed",
	     "\nNO ANSWER: its sizes lie too far apart for any level to show.\n", "(P0)", "\ndo this   1. "},
	};
	struct summary summary = {0};
	add_head(&summary);
	sample_point(&summary, 8192, 1, 0, "failed", PASS);
	ck_assert_uint_eq(summary.points[0].trials, 15);
	summary.points[0].trials = 10;
	summary.points[0].discarded = 20;
	ADD(&summary, FINDING_SWEEP, 0, STATUS_REFUSED, 1, 8192, 8192, NAN, cases[_i].rule, cases[_i].reason);
	char *text = answer_of(&summary, "mine.csv");
	ck_assert_msg(strstr(text, cases[_i].first) != NULL, "%s", text);
	ck_assert_msg(strstr(text, cases[_i].told) != NULL, "%s", text);
	ck_assert_msg(strstr(text, cases[_i].step) != NULL, "%s", text);
	ck_assert_msg(strstr(text, "\ntrials    30\n") != NULL, "%s", text);
	ck_assert_msg(
	    strstr(text, "\ncounted   10    1 of the 1 sizes lost more than half of their trials\n") != NULL,
	    "%s", text);
	ck_assert_ptr_null(strstr(text, "claimed size"));
	check_frame(text);
	free(text);
	summary_free(&summary);
}
END_TEST

START_TEST(claims_are_rounded_outwards)
{
	static const struct {
		double low, high;
		const char *text;
	} cases[] = {
	    {30720, 34304, "30.0 to 33.5 KiB"},
	    {45427.451, 55104, "44.3 to 53.9 KiB"},     /* 44.362 down, 53.8125 up */
	    {371098, 1479541, "362 KiB to 1.42 MiB"},   /* 362.4 down, 1.4110 up */
	    {1048000, 1048500, "1023 KiB to 1.00 MiB"}, /* 1023.4 down; 1023.93 up is 1024, never told */
	    {10235, 10236, "9.99 to 10.0 KiB"},         /* 9.9951 down, 9.9961 up */
	    {500, 1023, "500 to 1023 B"},
	    {67108864, 1099511627776.0, "64.0 MiB to 1.00 TiB"},
	};
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_claim(cases[_i].low, cases[_i].high, text), cases[_i].text);
}
END_TEST

START_TEST(given_sizes_are_short)
{
	static const struct {
		double bytes;
		const char *text;
	} cases[] = {{32768, "32 KiB"},       {49152, "48 KiB"}, {1310720, "1.25 MiB"},
	             {37486592, "35.75 MiB"}, {64, "64 B"},      {1000000, "977 KiB"}};
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_exact(cases[_i].bytes, text), cases[_i].text);
}
END_TEST

/* Text that tries to leave the frame, in every place that a capture fills. */
START_TEST(hostile_text_stays_within)
{
	struct hostile hostile = hostile_text((size_t)_i);
	static const char *const keys[] = {
	    SUMMARY_KEY_NAME,    SUMMARY_KEY_RULES,   "capture_machine",
	    "capture_processor", "capture_system",    "capture_logical_processors",
	    "capture_label",     "capture_synthetic", "capture_read_as",
	    "capture_left_out",  "capture_got_pages", "capture_began"};
	struct summary summary = {0};
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		sample_header(&summary, keys[i], hostile.text);
	add_levels(&summary);
	for (int i = 0; i < 40; i++) {
		ADD(&summary, FINDING_CONTRADICTION, 1, STATUS_NOTED, 1, NAN, NAN, NAN, "R0", hostile.text);
		ADD(&summary, FINDING_KNEE, 2, i % 2 == 0 ? STATUS_REFUSED : STATUS_NOTED, 1e300, NAN, NAN,
		    1e300, "K1 K2 K3 K4 K6 K8 K9 M1", hostile.text);
		ADD(&summary, FINDING_CAPACITY, 2, STATUS_NOTED, NAN, 1e-300, 1e300, NAN, "Z1", hostile.text);
		ADD(&summary, FINDING_LEVEL, UINT64_MAX, STATUS_ACCEPTED, 1e300, 1e300, 1e300, NAN, "M3",
		    hostile.text);
		ADD(&summary, FINDING_CAUSE, 1, STATUS_NOTED, 1, NAN, NAN, NAN, "W2", hostile.text);
		ADD(&summary, FINDING_PRIVATE, 1, STATUS_REFUSED, 1, NAN, NAN, NAN, "V1", hostile.text);
		sample_finding(&summary, FINDING_SWEEP, 0, STATUS_NOTED, 2, 8192, 1e300, NAN, "",
		               hostile.text, hostile.text);
		sample_finding(&summary, FINDING_DIAGNOSTIC, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "",
		               hostile.text, "");
	}
	char *text = answer_of(&summary, hostile.text);
	check_frame(text);
	ck_assert_ptr_nonnull(strstr(text, "see --full"));
	free(text);
	summary_free(&summary);
}
END_TEST

/* What is least needed goes first: the legend, then the commands; rows only at last, and a line says so. */
START_TEST(too_many_lines)
{
	struct frame frame = {0};
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	frame_line(&frame, FRAME_ALWAYS, "head");
	for (int i = 0; i < 5; i++)
		frame_line(&frame, FRAME_ROW, "row %d", i);
	frame_line(&frame, FRAME_NEXT, "next");
	frame_line(&frame, FRAME_LEGEND, "legend");
	frame_line(&frame, FRAME_ALWAYS, "end");
	ck_assert_int_eq(frame_print(file, &frame, 5), 0);
	char *text = read_back(file);
	ck_assert_str_eq(text, "head\nrow 0\nrow 1\n... 3 rows more: see --full\nend\n");
	free(text);
}
END_TEST

/* Second lines go from below, no more of them than it takes. */
START_TEST(second_lines_go_one_by_one)
{
	struct frame frame = {0};
	FILE *file = tmpfile();
	char words[181];
	ck_assert_ptr_nonnull(file);
	/* 18 words of nine letters and a blank: nine on the first line of 90 columns, nine on the second. */
	for (size_t i = 0; i < sizeof words - 1; i++)
		words[i] = i % 10 == 9 ? ' ' : 'a';
	words[sizeof words - 2] = '\0';
	frame_note(&frame, FRAME_FINDING, "one", 2, words);
	frame_note(&frame, FRAME_FINDING, "two", 2, words);
	ck_assert_int_eq(frame_print(file, &frame, 3), 0);
	char *text = read_back(file), *second = strchr(text, '\n') + 1, *third = strchr(second, '\n') + 1;
	ck_assert_int_eq(strncmp(text, "one       aaaaaaaaa ", 20), 0);
	ck_assert_int_eq(strncmp(second, "          aaaaaaaaa ", 20), 0);
	ck_assert_int_eq(strncmp(third, "two       aaaaaaaaa ", 20), 0);
	ck_assert_msg(strcmp(text + strlen(text) - 4, "...\n") == 0, "%s", text);
	check_frame(text);
	free(text);
}
END_TEST

/* Long words are cut, words kept whole; the text goes on under itself. */
START_TEST(notes_are_wrapped)
{
	struct frame frame = {0};
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	/* 90 columns stand beside the key: nine times ten letters and a blank are 99, so eight words fit. */
	frame_note(&frame, FRAME_NOTE, "key", 2,
	           "abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij "
	           "abcdefghij t\xc3\xa4glich \x1b[31m");
	ck_assert_int_eq(frame_print(file, &frame, 30), 0);
	char *text = read_back(file);
	ck_assert_str_eq(
	    text, "key       abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij "
	          "abcdefghij\n          abcdefghij t?glich  [31m\n");
	free(text);
}
END_TEST

/* Controls that failed stand first and only there; those that passed share a line. */
START_TEST(controls_are_told_once)
{
	struct summary summary = {0};
	add_head(&summary);
	add_levels(&summary);
	sample_finding(&summary, FINDING_CONTROL, 0, STATUS_ACCEPTED, 1.25, NAN, NAN, NAN, "Q2", "site", "");
	sample_finding(&summary, FINDING_CONTROL, 0, STATUS_REFUSED, 2, NAN, NAN, NAN, "Q3", "failed: value",
	               "");
	sample_finding(&summary, FINDING_CONTROL, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "Q1", "clock", "");
	sample_finding(&summary, FINDING_CONTROL, 0, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "Q5", "place", "");
	char *text = answer_of(&summary, "mine.csv");
	ck_assert_msg(strstr(text, "\n! CONTROL FAILED (Q3): value\n\n3 levels, a size claimed for 1. ") !=
	                  NULL,
	              "%s", text);
	ck_assert_msg(strstr(text, "\ncontrols  Q2 (1.25), Q5 passed; Q1 not judged\n") != NULL, "%s", text);
	free(text);
	summary_free(&summary);
}
END_TEST

/* A curve of another tool: what it was taken for and what a reader must know of it; its last level is not
 * called memory where the order of its loads is in doubt. Where no level ends, its one plateau has its sizes,
 * and the runs that are too short are told. */
START_TEST(another_tools_curve)
{
	struct summary summary = {0};
	sample_header(&summary, SUMMARY_KEY_NAME, "theirs");
	sample_header(&summary, SUMMARY_KEY_RULES, "3");
	sample_header(&summary, SUMMARY_KEY_KIND, "curve");
	CAPTURED(&summary, "read_as", "a tool");
	CAPTURED(&summary, "note", "in sequence");
	add_levels(&summary);
	char *text = answer_of(&summary, "theirs.txt");
	ck_assert_msg(strstr(text, "\nread as   a tool\nnote      in sequence\n") != NULL, "%s", text);
	ck_assert_ptr_nonnull(strstr(text, "\nlast "));
	ck_assert_ptr_null(strstr(text, "\nmemory "));
	free(text);
	summary_free(&summary);
	sample_header(&summary, SUMMARY_KEY_RULES, "3");
	sample_header(&summary, SUMMARY_KEY_KIND, "curve");
	sample_point(&summary, 8192, 1, 1, "", PASS);
	ADD(&summary, FINDING_SWEEP, 0, STATUS_NOTED, 6, 8192, 1048576, NAN, "", "a curve");
	ADD(&summary, FINDING_HIERARCHY, 0, STATUS_REFUSED, 1, NAN, NAN, NAN, "L2", "");
	ADD(&summary, FINDING_LEVEL, 1, STATUS_ACCEPTED, 1, 8192, 131072, NAN, "M3", "");
	ADD(&summary, FINDING_PLATEAU, 0, STATUS_REFUSED, 5.5, 262144, 524288, NAN, "P1", "too short");
	text = answer_of(&summary, "theirs.txt");
	ck_assert_msg(strstr(text, "\n1      1.00    2.50  8 to 128 KiB\n") != NULL ||
	                  strstr(text, "\n1      1.00  8 to 128 KiB\n") != NULL,
	              "%s", text);
	ck_assert_msg(
	    strstr(text, "\nno level  5.50 ns at 256 to 512 KiB: too short a run of sizes (P1)\n") != NULL,
	    "%s", text);
	free(text);
	summary_free(&summary);
}
END_TEST

/* Every committed capture and every file of another tool at hand: the frame, and whether it answers: a row a
 * level or NO ANSWER, and what to run for more. */
START_TEST(every_capture_fits)
{
	struct shell command = shell_run(
	    "for f in captures/*/*.csv ../shared/captures/*/*.csv ../shared/curves/raw/*.csv "
	    "../shared/curves/raw/*.txt ../shared/hard/v2/*_*.csv; do [ -e \"$f\" ] || continue; "
	    "case $f in *tiers*) continue;; esac; "
	    "%s/reduce \"$f\" | LC_ALL=C awk -v f=\"$f\" 'length > 100 || /[^ -~]/ { print f \": \" $0 } "
	    "/^level / || /^NO ANSWER/ { told = 1 } /^all of it build.reduce --full/ { more = 1 } "
	    "END { if (NR > 30 || !told || !more) print f \": \" NR \" lines\" }'; done",
	    shell_build());
	ck_assert_str_eq(command.error, "");
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
}
END_TEST

/* The joined answer of the committed captures, each number against the captures' own findings: a claim is the
 * narrowest accepted one of that level, the counts are those of the knees, and every row has every column. */
START_TEST(committed_captures_join)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "B=%s; $B/reduce -q -o '%s' captures/2026-11-30-amd-epyc/*.csv && "
	    "$B/reduce --machine -o '%s' captures/2026-11-30-amd-epyc/*.csv >'%s/told' && cd '%s' && "
	    "awk -F, 'NF != 43 && NR > 1 || NR == 1 && NF != 41 { print \"columns\", NR, NF }' *.machine.csv; "
	    /* Knees of the first level that are accepted in quiet random passes. */
	    "cat *.findings.csv | awk -F, '$1 == \"knee\" && $2 == 1 && $3 == \"accepted\" && $NF == \"random\"' "
	    "| wc -l | tr -d ' '; "
	    /* The narrowest accepted claim of the third level, how many there are, and whether there are
	       two or more and it meets them all. */
	    "cat *.findings.csv | awk -F, '$1 == \"capacity\" && $2 == 3 && $3 == \"accepted\" && $NF == \"random\" "
	    "{ n++; if (!w || $7 / $6 < w) { w = $7 / $6; l = $6; h = $7 } a = a < $6 ? $6 : a; b = b && b < $7 ? b : $7 } "
	    "END { print l, h, n, (n > 1 && a <= h && l <= b) ? \"accepted\" : \"noted\" }'; "
	    "sed -n 's/.*stepping 1)\",,,\\([13]\\),\\(.*\\)/\\1,\\2/p' *.machine.csv | cut -d, -f1,2,5,6,9",
	    shell_build(), folder, folder, folder, folder);
	ck_assert_str_eq(command.error, "");
	ck_assert_msg(command.status == 0, "%s", command.out);
	char accepted[32], low[32], high[32], third[32], status[32], row[200];
	ck_assert_int_eq(sscanf(command.out, "%31s %31s %31s %31s %31s", accepted, low, high, third, status),
	                 5);
	snprintf(row, sizeof row, "\n3,%s,%s,%s,%s\n", status, low, high, third);
	ck_assert_msg(strstr(command.out, row) != NULL, "%s", command.out);
	snprintf(row, sizeof row, "\n1,accepted,45427.451,55104,%s\n", accepted);
	ck_assert_msg(strstr(command.out, row) != NULL, "%s", command.out);
	shell_free(&command);
	command = shell_run("cat '%s/told'", folder);
	check_frame(command.out);
	ck_assert_ptr_nonnull(strstr(
	    command.out, "8 captures, 2026-11-30: 7 quiet passes joined (J1), 1 of them refused whole; "));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What belongs together, and what one pass alone is worth. */
START_TEST(passes_of_one_machine)
{
	struct summary one = {0}, two = {0}, other = {0};
	const struct summary *both[] = {&one, &two};
	struct machine machine;
	add_head(&one);
	CAPTURED(&one, "label", "lab-1, mine");
	add_levels(&one);
	add_second(&one);
	add_head(&two);
	CAPTURED(&two, "label", "lab-1");
	add_levels(&two);
	/* 1 MiB to 1.4 MiB: narrower than the first pass's claim, which it overlaps. */
	ADD(&two, FINDING_KNEE, 2, STATUS_ACCEPTED, 1200000, NAN, NAN, 4194304, "K1", "floors");
	ADD(&two, FINDING_CAPACITY, 2, STATUS_ACCEPTED, NAN, 1048576, 1468006, NAN, "E2", "");
	add_head(&other);
	CAPTURED(&other, "label", "lab-2");
	ck_assert_int_eq(machine_compare(&one, &two), 0);
	ck_assert_str_eq(machine_cores(&one), machine_cores(&two));
	ck_assert_int_ne(machine_compare(&one, &other), 0);
	CAPTURED(&other, "asked_cores", "Efficiency");
	ck_assert_str_eq(machine_cores(&other), "Efficiency");
	ck_assert_int_eq(machine_join(&machine, both, 2), 0);
	ck_assert_uint_eq(machine.pass_count, 2);
	ck_assert_uint_eq(machine.level_count, 2);
	ck_assert_int_eq(machine_status(&machine, 0), STATUS_ACCEPTED);
	ck_assert_uint_eq(machine.levels[1].accepted, 2);
	ck_assert(machine.claims[machine.levels[1].narrowest].low_bytes == 1048576);
	ck_assert(machine.claims[machine.levels[1].narrowest].rule == RULE_E2);
	ck_assert(machine.levels[1].cycles == 10); /* 4 ns at 2.5 GHz */
	ck_assert(machine.last_ns == 100);
	machine_free(&machine);
	ck_assert_int_eq(machine_join(&machine, both, 1), 0);
	ck_assert_int_eq(machine_status(&machine, 0), STATUS_NOTED);
	machine_free(&machine);
	summary_free(&one);
	summary_free(&two);
	summary_free(&other);
}
END_TEST

Suite *answer_suite(void)
{
	Suite *suite = suite_create("answer");
	TCase *whole = tcase_create("whole"), *frame = tcase_create("frame");
	tcase_set_timeout(whole, 120);
	cases_add(whole, a_good_capture, contradictions_and_refusals, refused_rounds);
	tcase_add_loop_test(whole, no_answer, 0, 4);
	cases_add(whole, controls_are_told_once, another_tools_curve, every_capture_fits,
	          committed_captures_join);
	tcase_add_test(frame, passes_of_one_machine);
	tcase_add_loop_test(frame, claims_are_rounded_outwards, 0, 7);
	tcase_add_loop_test(frame, given_sizes_are_short, 0, 6);
	tcase_add_loop_test(frame, hostile_text_stays_within, 0, (int)hostile_count());
	cases_add(frame, too_many_lines, second_lines_go_one_by_one, notes_are_wrapped);
	suite_add_tcase(suite, whole);
	suite_add_tcase(suite, frame);
	return suite;
}
