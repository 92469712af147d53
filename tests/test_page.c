/* Tests of the report: the first page, the page of a machine, and the pages of what belongs to none. */
#include "../plot/draw/markup.h"
#include "../probe/capture.h"
#include "../reduce/rule.h"
#include "asserts.h"
#include "cases.h"
#include "hostile.h"
#include "pages.h"
#include "sample.h"
#include "shell.h"

#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

Suite *page_suite(void);

/* ---- a small report ---- */

/* Machines a and b with a claim under E1 and one under Z1, a comparison, a panel and a text. */
static void write_report(const char *folder)
{
	const struct pages_machine a = {"a", "Machine A", NULL, "E1"}, b = {"b", "Machine B", NULL, "Z1"};
	struct summary comparison;
	pages_comparison(&comparison);
	char *operands[] = {pages_machine(folder, &a), pages_machine(folder, &b),
	                    pages_summary(&comparison, folder, "comparison")};
	summary_free(&comparison);
	pages_put(operands[0], "capture.ladder.svg", pages_picture);
	pages_put(folder, "check.csv", pages_panel);
	pages_put(folder, "machines.txt", "200 machines\n  <wrong> 1\n");
	char *check = pages_path(folder, "check.csv"), *machines = pages_path(folder, "machines.txt"),
	     *out = pages_path(folder, "out");
	pages_write(operands, 3, check, machines, out);
	for (size_t i = 0; i < 3; i++)
		free(operands[i]);
	free(check);
	free(machines);
	free(out);
}

static char *first_page(const char *folder)
{
	return pages_get(folder, "out/index.html");
}

START_TEST(the_first_page_tells_what_was_found_and_what_was_refused)
{
	char *folder = shell_folder();
	write_report(folder);
	char *page = first_page(folder);
	assert_has(
	    page, "2 captures of 2 machines.", "<dt>machines</dt><dd>2</dd>",
	    /* Two levels each, of which the first has a claim that holds what is reported. */
	    "<dt>levels with a claimed size</dt><dd>2 <small>of 4</small></dd>",
	    "<dt>reported sizes in the claim</dt><dd>2 <small>of 2</small></dd>",
	    "<dt>contradictions and failed controls</dt><dd>0</dd>", "<dt>levels refused</dt><dd>2</dd>",
	    "<dt>known wrong answers</dt><dd>3 <small>of 5</small></dd>",
	    "<b class=\"t\">32.0 to 128 KiB</b></span><small>an edge (" LINK("E1") "), 2 of 2 passes accept<",
	    "<b class=\"t\">32.0 to 128 KiB</b></span><small>a bracket (" LINK("Z1") ")",
	    "<span class=\"nb\">L1d 64 KiB</span><small>in the claim</small>",
	    "<tr class=\"no\"><th scope=\"row\">2</th>", "<span class=\"st ref\">refused</span> " LINK("K6"),
	    "<article class=\"card\" id=\"m-a\"", "<a href=\"m-b.html\">Machine B</a>",
	    "<li class=\"a\">L1d 64 KiB: the reported size lies in the claim.</li>",
	    "<li class=\"a\">The granule is 64 B between levels 1 and 2 (",
	    "32.0–128 KiB " LINK("E1") "<small>1.00 ns; L1d 64 KiB</small>",
	    "<tr class=\"wrong\"><th scope=\"row\">b_wrong</th>");
	assert_lacks(page, "a_right");
	ck_assert(strstr(page, "Machine A") < strstr(page, "Machine B"));
	free(page);
	shell_remove(folder);
}
END_TEST

START_TEST(the_page_of_a_machine_holds_its_captures)
{
	char *folder = shell_folder();
	write_report(folder);
	char *page = pages_get(folder, "out/m-a.html");
	assert_has(page, "<h1>Machine A</h1>", "<a href=\"index.html\">All machines</a>",
	           "<details id=\"c1-a\"><summary>a <span class=\"st not\">1 of 2 knees accepted</span>",
	           /* The pass side by side: its claim, its refusal, 8 sizes of 15 trials. */
	           "<tr><th scope=\"row\"><a href=\"#c1-a\">a</a></th>",
	           "<span class=\"st acc\">32.0 to 128 KiB</span> " LINK("Z1"),
	           "<span class=\"st ref\">refused</span> " LINK("K6") "</td>",
	           /* The knee of 90 KiB, 88 to 92, against 64 KiB reported. */
	           "<td class=\"n\">90.0 KiB</td><td class=\"n\">88.0 to 92.0 KiB</td>"
	           "<td class=\"n\">32 KiB</td><td class=\"n\">32 to 128 KiB</td>",
	           "<li><b>Knee 2</b>: " LINK("K6") ": a smooth climb, no edge</li>",
	           "<details><summary>All 9 points: sweep, random</summary>",
	           "<figure id=\"fig-c1-a-ladder\"><div class=\"plot ladder\"");
	free(page);
	page = pages_get(folder, "out/m-b.html");
	/* No ladder is drawn of that one: the page draws its own. */
	assert_has(page, "<figure id=\"fig-c1-b-pass-1\"><svg class=\"mini\"");
	assert_lacks(page, "class=\"plot");
	free(page);
	shell_remove(folder);
}
END_TEST

START_TEST(other_pages_hold_what_belongs_to_no_machine)
{
	char *folder = shell_folder();
	write_report(folder);
	char *page = pages_get(folder, "out/compare.html");
	assert_has(page, "Comparison of one and two", "<td class=\"n\">3.90</td>");
	free(page);
	page = pages_get(folder, "out/check.html");
	assert_has(page, "<tr class=\"wrong\"><th scope=\"row\">b_wrong</th>",
	           "<b>5 curves: 1 as built, 1 known wrong, 2 wrong.</b>", "  &lt;wrong&gt; 1\n",
	           "<figure id=\"fig-check-gallery\"><p class=\"none\">");
	free(page);
	page = pages_get(folder, "out/rules.html");
	for (size_t i = 0; i < RULE_COUNT; i++) {
		char row[64];
		snprintf(row, sizeof row, "<th scope=\"row\" id=\"%s\">%s</th>", rules[i].id, rules[i].id);
		assert_has(page, row);
	}
	free(page);
	shell_remove(folder);
}
END_TEST

/* The small figures have one mark a rule, and a hatched box where a level is refused whose place is known. */
START_TEST(small_figures_show_what_is_claimed)
{
	static const char *const rows[][2] = {
	    {"E1", "<rect class=\"e1\""}, {"E2", "<rect class=\"e2\""}, {"Z1", "<path class=\"z1\""}};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct pages_machine one = {"a", "A", NULL, rows[i][0]},
		                           other = {"b", "B", NULL, rows[i][0]};
		char *folder = shell_folder(), *out = pages_path(folder, "out");
		char *operands[] = {pages_machine(folder, &one), pages_machine(folder, &other)};
		pages_write(operands, 2, NULL, NULL, out);
		char *page = first_page(folder), *card = strstr(page, "<article");
		ck_assert_ptr_nonnull(card);
		/* Of each machine in the lane of the card and in the row of the table. */
		ck_assert_uint_eq(pages_count(card, rows[i][1]), 4);
		ck_assert_uint_eq(pages_count(card, "class=\"rf\""), 4);
		ck_assert_uint_eq(pages_count(card, "<svg class=\"mini\" role=\"img\""), 2);
		ck_assert_uint_eq(pages_count(card, "<svg class=\"spark\" aria-hidden=\"true\""), 2);
		/* Of nine sizes one has no time, and parts the line. */
		const char *line = strstr(card, "<path class=\"l\" d=\"");
		ck_assert_ptr_nonnull(line);
		size_t moves = 0;
		for (const char *at = line + 19; *at != '"'; at++)
			moves += *at == 'M';
		ck_assert_uint_eq(moves, 2);
		free(page);
		free(operands[0]);
		free(operands[1]);
		free(out);
		shell_remove(folder);
	}
}
END_TEST

/* A claim can stand where its knee is noted (E2): what a pass claims has the claim's verdict, in the table
 * and at the curve. */
START_TEST(a_claim_has_its_own_verdict)
{
	const struct pages_machine machine = {"a", "A", NULL, "Z1"};
	char *folder = shell_folder(), *operand = pages_machine(folder, &machine),
	     *out = pages_path(folder, "out");
	struct shell noted =
	    shell_run("cd '%s' && sed -i.before 's/^knee,1,accepted,/knee,1,noted,/' "
	              "capture.findings.csv && grep -c '^knee,1,noted,' capture.findings.csv",
	              operand);
	ck_assert_str_eq(noted.out, "1\n");
	shell_free(&noted);
	pages_write(&operand, 1, NULL, NULL, out);
	char *page = pages_get(folder, "out/m-a.html");
	assert_has(page, "<span class=\"st acc\">32.0 to 128 KiB</span> " LINK("Z1"), ">32.0 to 128 KiB Z1<");
	ck_assert_ptr_null(strstr(page, "Z1, noted"));
	free(page);
	free(operand);
	free(out);
	shell_remove(folder);
}
END_TEST

/* What the table's columns say becomes sentences; levels of one verdict share one. */
START_TEST(an_answer_is_told_in_sentences)
{
	const struct pages_machine machine = {"a", "A", NULL, "E1"};
	char *folder = shell_folder(), *operand = pages_machine(folder, &machine),
	     *out = pages_path(folder, "out"), rows[4096];
	snprintf(
	    rows, sizeof rows, "%s%s", pages_columns,
	    "A,,,,1,accepted,1,1,32768,65536,E1,capture,2,0,0,,49152,yes,cache,,holds,,,,2,L1d,accepted,,0,1\n"
	    "A,,,,2,accepted,4,4,262144,524288,E2,capture,2,0,0,,1048576,ABOVE,cache,,holds,,,,2,L2,accepted,,0,1\n"
	    "A,,,,3,noted,9,9,2097152,4194304,Z1,capture,1,1,0,,1048576,BELOW,both possible,shared,holds,,"
	    "8388608,16777216,2,,noted,noted,0,1\n"
	    "A,,,,memory,noted,90,90,,,,,,,,,,,,,holds,,,,2,,,,0,1\n");
	pages_put(operand, "machine.machine.csv", rows);
	pages_write(&operand, 1, NULL, NULL, out);
	char *page = first_page(folder);
	assert_has(page, "<li class=\"a\">L1d 48 KiB: the reported size lies in the claim.</li>");
	assert_has(
	    page,
	    "<li class=\"o\">L2 1 MiB is reported and lies above the claim: a pass could use 256 to 512 KiB.</li>",
	    "<li class=\"o\">1 MiB is reported and lies below the claim: a pass could use 2.00 to 4.00 MiB.</li>");
	assert_has(
	    page,
	    "<li class=\"x\">Level 3: the passes disagree. One claims 8.00 to 16.0 MiB, which does not "
	    "overlap the claim in the table (" LINK("J1") ").</li>",
	    "<li class=\"a\">Levels 1, 2: cause of the end: cache (" LINK("O2") " " LINK("W2") ").</li>",
	    "<li class=\"o\">Level 3: cause of the end: both possible (" LINK("O2") " " LINK(
	        "W2") "); shared (" LINK("V1") ").</li>",
	    "the deepest knee should move most: holds (" LINK("C1") ").</li>",
	    "<li class=\"o\">No granule is accepted (", "at 1.00 GHz (" LINK("J1") ")",
	    "<th scope=\"row\">memory</th><td class=\"n\">90.0 ns<small>90.0 cycles</small></td>",
	    "noted: a bracket (" LINK("Z1") "), 1 of 2 passes accepts<");
	free(page);
	free(operand);
	free(out);
	shell_remove(folder);
}
END_TEST

/* Numbers that no machine has are missing: no page has a number that is none. */
START_TEST(impossible_numbers_are_missing)
{
	const struct pages_machine one = {"a", "A", NULL, "E1"}, other = {"b", "B", NULL, "E1"};
	char *folder = shell_folder(), *out = pages_path(folder, "out"), rows[4096];
	char *operands[] = {pages_machine(folder, &one), pages_machine(folder, &other)};
	snprintf(
	    rows, sizeof rows, "%s%s", pages_columns,
	    "A,,,,1,accepted,1e300,1e-300,1,1e308,E2,capture,2,0,0,,-4,yes,,,,1e300,1e-9,1e300,2,L1d,,,0,1e300\n"
	    "A,,,,2,accepted,,,,,E1,capture,2,0,0,,1e300,ABOVE,,,,,,,2,,,,0,\n"
	    "A,,,,last,noted,-1,0,,,,,,,,,,,,,,,,,2,,,,0,\n");
	pages_put(operands[0], "machine.machine.csv", rows);
	struct summary summary;
	pages_capture(&summary, "a", "A");
	sample_finding(&summary, FINDING_LEVEL, 3, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "", "", "random");
	sample_finding(&summary, FINDING_KNEE, 3, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "", "", "random");
	sample_finding(&summary, FINDING_LOWER_BOUND, 3, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "", "",
	               "random");
	sample_finding(&summary, FINDING_CAPACITY, 3, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "E1", "",
	               "random");
	sample_finding(&summary, FINDING_GRANULE, 2, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "", "", "pairs");
	sample_finding(&summary, FINDING_GRANULE_GATE, 2, STATUS_ACCEPTED, NAN, NAN, NAN, NAN, "G3", "",
	               "pairs");
	free(pages_summary(&summary, operands[0], "capture"));
	summary_free(&summary);
	pages_write(operands, 2, NULL, NULL, out);
	static const char *const pages[] = {"out/index.html", "out/m-a.html"};
	static const char *const none[] = {"nan ", ">nan", "inf ", ">inf", "-1 ns", "E+", "e+"};
	for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
		char *page = pages_get(folder, pages[i]);
		for (size_t k = 0; k < sizeof none / sizeof none[0]; k++)
			assert_lacks(page, none[k]);
		assert_has(page, "<tr class=\"no\"><th scope=\"row\">1</th><td class=\"n\">–</td>");
		free(page);
	}
	free(operands[0]);
	free(operands[1]);
	free(out);
	shell_remove(folder);
}
END_TEST

/* ---- what stands against an answer ---- */

START_TEST(a_contradiction_comes_first_and_is_not_red)
{
	const struct pages_machine plain = {"z", "Z", NULL, "E1"}, machine = {"a", "Machine A", NULL, "E1"};
	struct summary summary;
	char *folder = shell_folder(), *operand = pages_machine(folder, &machine),
	     *out = pages_path(folder, "out");
	pages_capture(&summary, "second", "Machine A");
	for (int i = 0; i < 2; i++) /* told once */
		sample_finding(&summary, FINDING_CONTRADICTION, 1, STATUS_NOTED, NAN, NAN, NAN, NAN, "R0",
		               "the bound lies above what is reported", "random");
	free(pages_summary(&summary, operand, "second"));
	summary_free(&summary);
	char *operands[] = {operand, pages_machine(folder, &plain)};
	pages_write(operands, 2, NULL, NULL, out);
	free(operands[1]);
	char *page = first_page(folder);
	assert_has(page, "<div class=\"c\"><dt>contradictions and failed controls</dt><dd>1</dd></div>",
	           "<li><a href=\"m-a.html\">Machine A</a> <span class=\"st con\">contradiction</span>: the "
	           "bound lies above what is reported (" LINK("R0") ")</li>");
	const char *card = strstr(page, "<article"), *box = strstr(card, "<p class=\"box\">"),
	           *answer = strstr(card, "<table class=\"lev\">");
	ck_assert(box != NULL && answer != NULL && box < answer);
	assert_has(card, "<td><span class=\"st con\">contradiction</span>");
	assert_lacks(page, "class=\"st wr\"");
	free(page);
	page = pages_get(folder, "out/m-a.html");
	ck_assert(strstr(page, "<p class=\"box\">") < strstr(page, "<table class=\"lev\">"));
	free(page);
	free(operand);
	free(out);
	shell_remove(folder);
}
END_TEST

/* Four refusals and four notes of a kind are folded away; what stands alone is not. */
START_TEST(what_is_said_of_many_pairs_is_folded_away)
{
	char *folder = shell_folder(), *out = pages_path(folder, "out"), pair[32];
	struct summary comparison;
	pages_comparison(&comparison);
	for (int i = 0; i < 4; i++) {
		snprintf(pair, sizeof pair, "pair %d", i);
		sample_finding(&comparison, FINDING_COMPETITOR, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "C1",
		               "a knee is missing", pair);
		sample_finding(&comparison, FINDING_RATIO, 0, STATUS_NOTED, 1.5, NAN, NAN, NAN, "R1",
		               "not consistent", pair);
	}
	char *operand = pages_summary(&comparison, folder, "comparison");
	pages_write(&operand, 1, NULL, NULL, out);
	char *page = pages_get(folder, "out/compare.html");
	assert_has(page, "<details><summary>Pair by pair: 4 competitor refused, 4 ratio noted</summary>",
	           "8 findings, pair by pair, stand in comparison.findings.csv.");
	const char *fold = strstr(page, "<details><summary>Pair by pair");
	ck_assert_uint_eq(pages_count(page, "<td class=\"of\">pair "), 8);
	ck_assert_uint_eq(pages_count(fold, "<td class=\"of\">pair "), 8);
	ck_assert_uint_eq(pages_count(page, "<td class=\"of\">one: random | two: random"), 2);
	ck_assert_uint_eq(pages_count(fold, "<td class=\"of\">one: random | two: random"), 0);
	free(page);
	free(operand);
	free(out);
	summary_free(&comparison);
	shell_remove(folder);
}
END_TEST

/* ---- one, few, many machines ---- */

/* Two kinds of cores are two rows and two columns of a card; each joins its own captures. */
START_TEST(two_kinds_of_cores_stand_side_by_side)
{
	const struct pages_machine plain = {"z", "Z", NULL, "E1"}, machine = {"a", "A", NULL, "E1"};
	static const char *const cores[] = {"Performance", "Efficiency"};
	char *folder = shell_folder(), *operand = pages_machine(folder, &machine),
	     *out = pages_path(folder, "out"), rows[4096];
	size_t used = (size_t)snprintf(rows, sizeof rows, "%s", pages_columns);
	for (size_t i = 0; i < 2; i++) {
		struct summary summary;
		pages_capture(&summary, cores[i], "A");
		sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_ASKED_CORES, cores[i]);
		free(pages_summary(&summary, operand, cores[i]));
		summary_free(&summary);
		used += (size_t)snprintf(
		    rows + used, sizeof rows - used,
		    "A,,,%s,1,accepted,1,1,32768,131072,E2,%s,2,0,0,,65536,yes,,,,64,,,2,L1d,,,0,1\n"
		    "A,,,%s,last,noted,4,4,,,,,,,,,,,,,,64,,,2,,,,0,1\n",
		    cores[i], cores[i], cores[i]);
	}
	pages_put(operand, "machine.machine.csv", rows);
	char *operands[] = {operand, pages_machine(folder, &plain)};
	pages_write(operands, 2, NULL, NULL, out);
	free(operands[1]);
	char *page = first_page(folder);
	assert_has(page, "<div class=\"body pair\">");
	ck_assert_uint_eq(pages_count(page, "<svg class=\"mini\""), 3);
	assert_has(page, "<th scope=\"rowgroup\" rowspan=\"2\"><a href=\"m-a.html\">A</a>",
	           "<tr><td class=\"muted\">Efficiency</td>",
	           "<title id=\"m-a-2-t\">A: 1 quiet pass in random order</title>");
	free(page);
	free(operand);
	free(out);
	shell_remove(folder);
}
END_TEST

/* Captures of two machines in one folder go each to its own; names that make one id get two files. */
START_TEST(machines_are_told_apart)
{
	const struct pages_machine one = {"x_y", "A", "one", "E1"}, other = {"x-y", "B", NULL, "E1"};
	struct summary summary;
	char *folder = shell_folder(), *out = pages_path(folder, "out");
	char *operands[] = {pages_machine(folder, &one), pages_machine(folder, &other)}, rows[4096];
	pages_capture(&summary, "stranger", "A");
	sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_LABEL, "two, stranger");
	free(pages_summary(&summary, operands[0], "stranger"));
	summary_free(&summary);
	snprintf(rows, sizeof rows, "%sA,,two,,last,noted,4,4,,,,,,,,,,,,,,64,,,1,,,,0,1\n", pages_columns);
	pages_put(operands[0], "two.machine.csv", rows);
	pages_write(operands, 2, NULL, NULL, out);
	char *page = first_page(folder);
	assert_has(page, "3 captures of 3 machines.", "<a href=\"m-x-y.html\">one</a>",
	           "<a href=\"m-x-y-2.html\">two</a>", "<a href=\"m-x-y-3.html\">B</a>",
	           "<span class=\"st ref\">no answer</span>");
	free(page);
	page = pages_get(folder, "out/m-x-y-2.html");
	assert_has(page, "<details id=\"c1-stranger\">");
	assert_lacks(page, "<summary>x_y");
	free(page);
	free(operands[0]);
	free(operands[1]);
	free(out);
	shell_remove(folder);
}
END_TEST

/* Beyond 12 machines a machine is a row. */
START_TEST(many_machines_are_rows)
{
	char *folder = shell_folder(), *out = pages_path(folder, "out"), *operands[13], name[8];
	for (int i = 0; i < 13; i++) {
		snprintf(name, sizeof name, "n%02d", i);
		const struct pages_machine machine = {name, "A", name, "E1"};
		operands[i] = pages_machine(folder, &machine);
	}
	for (size_t count = 12; count <= 13; count++) {
		pages_write(operands, count, NULL, NULL, out);
		char *page = first_page(folder);
		ck_assert_uint_eq(pages_count(page, "<article"), count == 12 ? 12 : 0);
		ck_assert_uint_eq(pages_count(page, "<svg class=\"spark\""), count);
		ck_assert_uint_lt(strlen(strstr(page, "<svg class=\"spark\"")), count == 12 ? 40000 : 30000);
		free(page);
	}
	for (int i = 0; i < 13; i++)
		free(operands[i]);
	free(out);
	shell_remove(folder);
}
END_TEST

START_TEST(a_made_capture_says_so)
{
	struct summary summary;
	char *folder = shell_folder(), *out = pages_path(folder, "out");
	pages_capture(&summary, "made", "Machine");
	sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_SYNTHETIC, "one edge");
	char *path = pages_summary(&summary, folder, "made");
	pages_write(&path, 1, NULL, NULL, out);
	char *page = pages_get(folder, "out/compare.html");
	assert_has(page, "<summary>made <span class=\"made\">synthetic</span>");
	free(page);
	page = first_page(folder);
	assert_has(page, "0 captures of 0 machines.", "No machine's captures were joined.",
	           "The panel was not run for this report");
	free(page);
	free(path);
	free(out);
	summary_free(&summary);
	shell_remove(folder);
}
END_TEST

/* ---- every page ---- */

/* Calls for each page in FOLDER/out; returns how many there are. */
static size_t each_page(const char *folder,
                        void (*look)(const char *folder, const char *name, const char *page))
{
	char *out = pages_path(folder, "out");
	DIR *directory = opendir(out);
	ck_assert_ptr_nonnull(directory);
	size_t count = 0;
	for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
		if (entry->d_name[0] == '.')
			continue;
		char *page = pages_get(out, entry->d_name);
		look(out, entry->d_name, page);
		free(page);
		count++;
	}
	closedir(directory);
	free(out);
	return count;
}

static size_t links_seen;

/* Pages are written as XML too, so the same check as a picture's finds any tag that is not closed. */
static void look_at_links(const char *out, const char *name, const char *page)
{
	struct fault fault = {.what = ""};
	ck_assert_msg(markup_read(page, strlen(page), name, NULL, &fault) == 0, "%s: %lu:%lu %s", name,
	              fault.line, fault.column, fault.what);
	for (const char *at = page; (at = strstr(at, "href=\"")) != NULL; links_seen++) {
		char target[128], want[160];
		at += strlen("href=\"");
		if (strncmp(at, "data:,", 6) == 0)
			continue;
		snprintf(target, sizeof target, "%.*s", (int)strcspn(at, "\""), at);
		char *id = strchr(target, '#');
		char *other = *target == '#' ? NULL : (id != NULL ? *id = '\0' : 0, pages_get(out, target));
		if (id != NULL) {
			snprintf(want, sizeof want, " id=\"%s\"", id + 1);
			size_t count = pages_count(other != NULL ? other : page, want);
			ck_assert_msg(count == 1, "%s: %zu elements have%s", name, count, want);
		}
		free(other);
	}
	assert_lacks(page, "<script", "/tmp/");
}

START_TEST(every_page_is_well_formed_and_its_links_resolve)
{
	char *folder = shell_folder();
	write_report(folder);
	links_seen = 0;
	ck_assert_uint_eq(each_page(folder, look_at_links), 6);
	ck_assert_uint_gt(links_seen, 100);
	shell_remove(folder);
}
END_TEST

START_TEST(the_report_is_the_same_whatever_the_folder)
{
	char *folders[] = {shell_folder(), shell_folder()};
	for (size_t i = 0; i < 2; i++)
		write_report(folders[i]);
	struct shell run = shell_run("diff -r %s/out %s/out", folders[0], folders[1]);
	ck_assert_str_eq(run.out, "");
	ck_assert_int_eq(run.status, 0);
	shell_free(&run);
	for (size_t i = 0; i < 2; i++)
		shell_remove(folders[i]);
}
END_TEST

/* ---- hostile texts ---- */

/* A machine's table whose every text is `text`: a level that is claimed, one that is refused, the last. */
static void hostile_table(const char *folder, const char *text)
{
	/* T stands for the text, L for it behind a level's number, E behind a word. */
	static const char *const rows[] = {
	    "T,T,T,T,L,accepted,1,1,32768,65536,Z1,T,2,0,0,,49152,yes,,,,64,1048576,2097152,2,T,,,0,1\n",
	    "T,T,T,T,L,refused,1,1,,,,T,2,0,0,K3,49152,,,,,64,,,2,T,,,0,1\n",
	    "T,T,T,T,E,noted,1,1,,,,T,2,0,0,,,,,,,64,,,2,T,,,0,1\n"};
	char *path = pages_path(folder, "machine.machine.csv"), level[HOSTILE_LENGTH + 2],
	     end[HOSTILE_LENGTH + 2];
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	snprintf(level, sizeof level, "1%s", text);
	snprintf(end, sizeof end, "e%s", text);
	fputs(pages_columns, file);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (const char *at = rows[i]; *at != '\0'; at++)
			if (*at == 'T' || *at == 'L' || *at == 'E')
				summary_write_text(file, *at == 'T' ? text : *at == 'L' ? level : end);
			else
				fputc(*at, file);
	ck_assert_int_eq(fclose(file), 0);
	free(path);
}

/* A report in which every text is `text`. */
static void hostile_report(const char *folder, const char *text)
{
	static const char *const keys[] = {CAPTURE_KEY_SYSTEM,     CAPTURE_KEY_TIMER,   CAPTURE_KEY_CACHE,
	                                   CAPTURE_KEY_BEGAN,      CAPTURE_KEY_COMMAND, CAPTURE_KEY_PROBE,
	                                   CAPTURE_KEY_CPUS,       CAPTURE_KEY_GOT_QOS, CAPTURE_KEY_END,
	                                   CAPTURE_KEY_ASKED_CORES};
	const struct pages_machine machine = {"a", text, text, "Z1"};
	struct summary summary, comparison = {.header_count = 0};
	char *operands[] = {pages_machine(folder, &machine), NULL};
	pages_capture(&summary, text, text);
	sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_LABEL, text);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		char key[80];
		snprintf(key, sizeof key, SUMMARY_CAPTURE_PREFIX "%s", keys[i]);
		sample_header(&summary, key, text);
	}
	sample_point(&summary, 8192, 1, 1, text, "p");
	sample_point(&summary, 16384, 1, 1, text, "p");
	sample_finding(&summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 2, 8192, 16384, NAN, "", text, "p");
	sample_finding(&summary, FINDING_HIERARCHY, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "L2", text, "p");
	sample_finding(&summary, FINDING_KNEE, 1, STATUS_NOTED, 9000, 8900, 9100, 8192, "K1", text, "p");
	sample_finding(&summary, FINDING_DIAGNOSTIC, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "", text, "p");
	sample_finding(&summary, FINDING_CONTRADICTION, 0, STATUS_NOTED, NAN, NAN, NAN, NAN, "R0", text, "p");
	free(pages_summary(&summary, operands[0], "capture"));
	hostile_table(operands[0], text);
	sample_header(&comparison, SUMMARY_KEY_NAME, text);
	sample_header(&comparison, SUMMARY_KEY_COMPARED, text);
	sample_finding(&comparison, FINDING_RATIO, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "R1", text, "p");
	operands[1] = pages_summary(&comparison, folder, "y");
	char *check = pages_path(folder, "check.csv"), *machines = pages_path(folder, "machines.txt"),
	     *out = pages_path(folder, "out");
	FILE *file = fopen(check, "w");
	ck_assert_ptr_nonnull(file);
	fputs("name,built_to_show,expected,found,verdict\n", file);
	for (size_t i = 0; i < 5; i++) {
		fputc('"', file);
		for (const char *at = text; *at != '\0'; at++) {
			fputc(*at == '\n' || *at == '\r' ? ' ' : *at, file);
			if (*at == '"')
				fputc('"', file);
		}
		fputs(i == 4 ? "\"\n" : "\",", file);
	}
	ck_assert_int_eq(fclose(file), 0);
	pages_put(folder, "machines.txt", text);
	pages_write(operands, 2, check, machines, out);
	free(operands[0]);
	free(operands[1]);
	free(check);
	free(machines);
	free(out);
	summary_free(&summary);
	summary_free(&comparison);
}

static size_t tags_seen, bytes_seen;

static void look_at_tags(const char *out, const char *name, const char *page)
{
	struct fault fault = {.what = ""};
	(void)out;
	ck_assert_msg(markup_read(page, strlen(page), name, NULL, &fault) == 0, "%s: %lu:%lu %s", name,
	              fault.line, fault.column, fault.what);
	assert_lacks(page, "<script", "\x1b");
	tags_seen += pages_count(page, "<");
	bytes_seen += strlen(page);
}

static void count_tags(const char *text)
{
	char *folder = shell_folder();
	tags_seen = bytes_seen = 0;
	hostile_report(folder, text);
	each_page(folder, look_at_tags);
	shell_remove(folder);
}

/* Whatever a text holds, it adds no tag: the pages have as many as with a harmless text. Empty texts leave
 * out what would hold them, so theirs can be fewer. */
START_TEST(a_hostile_text_adds_no_markup)
{
	struct hostile hostile = hostile_text((size_t)_i);
	count_tags("calm");
	size_t calm_tags = tags_seen, calm_bytes = bytes_seen;
	count_tags(hostile.text);
	ck_assert_msg(tags_seen <= calm_tags, "%s: %zu tags, %zu without it", hostile.name, tags_seen,
	              calm_tags);
	ck_assert_uint_lt(bytes_seen, calm_bytes + 160 * 600 * 6);
}
END_TEST

/* ---- the program ---- */

START_TEST(plot_writes_a_report)
{
	char *folder = shell_folder();
	write_report(folder);
	struct shell run =
	    shell_run("%s/plot page -o %s/again --panel %s/check.csv --simulated %s/machines.txt %s/a %s/b/ "
	              "%s/comparison.findings.csv && diff -r %s/out %s/again",
	              shell_build(), folder, folder, folder, folder, folder, folder, folder, folder);
	ck_assert_str_eq(run.error, "");
	ck_assert_str_eq(run.out, "");
	ck_assert_int_eq(run.status, 0);
	shell_free(&run);
	static const char *const wrong[][2] = {{"page -o %s/q %s/none.findings.csv", "none.findings.csv"},
	                                       {"page -o %s/q %s/out", "holds no machine's answer"},
	                                       {"page --limit 1 --panel %s/check.csv %s/a", "-o FOLDER"}};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		char line[512];
		snprintf(line, sizeof line, wrong[i][0], folder, folder);
		run = shell_run("%s/plot %s; test $? -ne 0; echo $?; test -e %s/q/index.html; echo $?",
		                shell_build(), line, folder);
		ck_assert_str_eq(run.out, "0\n1\n");
		assert_has(run.error, wrong[i][1]);
		shell_free(&run);
	}
	shell_remove(folder);
}
END_TEST

/* What reduce writes of committed captures, in one reading or verb by verb, becomes a report: the whole way.
 */
START_TEST(a_machine_that_reduce_joined_has_a_page)
{
	char *folder = shell_folder();
	struct shell run = shell_run(
	    "set -e; set -- captures/2026-11-30-amd-epyc/*.csv; %s/reduce -q --machine --each --trials -o %s/m $*; "
	    "%s/reduce -q --trials -o %s/n $*; %s/reduce -q --machine -o %s/n $*; %s/reduce -q --compare -o %s/n $*; "
	    "diff -r %s/m %s/n; %s/plot page -o %s/out %s/m; ls %s/out",
	    shell_build(), folder, shell_build(), folder, shell_build(), folder, shell_build(), folder,
	    folder, folder, shell_build(), folder, folder, folder);
	ck_assert_str_eq(run.error, "");
	ck_assert_str_eq(run.out, "check.html\ncompare.html\nindex.html\nm-m.html\nrules.html\n");
	shell_free(&run);
	char *page = pages_get(folder, "out/m-m.html");
	assert_has(page, "<svg class=\"mini\"");
	ck_assert_uint_eq(pages_count(page, "<details id=\"c"), 8);
	free(page);
	links_seen = 0;
	each_page(folder, look_at_links);
	ck_assert_uint_gt(links_seen, 300);
	shell_remove(folder);
}
END_TEST

Suite *page_suite(void)
{
	Suite *suite = suite_create("page");
	TCase *page = tcase_create("page"), *hostile = tcase_create("hostile");
	tcase_set_timeout(page, 60);
	tcase_set_timeout(hostile, 60);
	cases_add(page, the_first_page_tells_what_was_found_and_what_was_refused,
	          the_page_of_a_machine_holds_its_captures, other_pages_hold_what_belongs_to_no_machine,
	          small_figures_show_what_is_claimed, a_claim_has_its_own_verdict,
	          an_answer_is_told_in_sentences, impossible_numbers_are_missing,
	          a_contradiction_comes_first_and_is_not_red, what_is_said_of_many_pairs_is_folded_away,
	          two_kinds_of_cores_stand_side_by_side, machines_are_told_apart, many_machines_are_rows,
	          a_made_capture_says_so, every_page_is_well_formed_and_its_links_resolve,
	          the_report_is_the_same_whatever_the_folder, plot_writes_a_report,
	          a_machine_that_reduce_joined_has_a_page);
	tcase_add_loop_test(hostile, a_hostile_text_adds_no_markup, 0, (int)hostile_count());
	suite_add_tcase(suite, page);
	suite_add_tcase(suite, hostile);
	return suite;
}
