/* Tests of the report page and of what it stands on: escaped text, links to rules, pictures put inline, the
 * check panel; then of the galleries and the view of trials; and of the page in a browser. */
#include "../plot/figures/checklist.h"
#include "../plot/draw/markup.h"
#include "../plot/page/page.h"
#include "../plot/page/page_html.h"
#include "../plot/page/page_picture.h"
#include "../probe/capture.h"
#include "../reduce/write/output.h"
#include "../reduce/rule.h"
#include "shell.h"
#include "hostile.h"
#include "sample.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *page_suite(void);

/* ---- helpers ---- */

static char *path_in(const char *folder, const char *name)
{
	size_t length = strlen(folder) + strlen(name) + 2;
	char *path = malloc(length);
	ck_assert_ptr_nonnull(path);
	snprintf(path, length, "%s/%s", folder, name);
	return path;
}

static void write_text(const char *folder, const char *name, const char *text)
{
	char *path = path_in(folder, name);
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
	free(path);
}

/* Writes NAME.points.csv (where it has points) and NAME.findings.csv; returns the path of the latter. */
static char *write_summary(const struct summary *summary, const char *folder, const char *name)
{
	char file[300];
	snprintf(file, sizeof file, "%s.points.csv", name);
	char *points = path_in(folder, file);
	snprintf(file, sizeof file, "%s.findings.csv", name);
	char *findings = path_in(folder, file);
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

/* The page of these inputs; fails the test where it cannot be written. */
static char *page_of(const struct page_inputs *inputs, size_t *length)
{
	char *text = NULL;
	struct fault fault = {.what = ""};
	FILE *stream = open_memstream(&text, length);
	ck_assert_ptr_nonnull(stream);
	int status = page_write(stream, inputs, &fault);
	ck_assert_int_eq(fclose(stream), 0);
	ck_assert_msg(status == 0, "%s: %s", fault.object, fault.what);
	return text;
}

static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;
	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		count++;
	return count;
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "there is no \"%s\"", part);
}

static void lacks(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "there is \"%s\"", part);
}

/* What one of the writers writes of a text. */
static char *html_of(void (*write)(FILE *, const char *), const char *text)
{
	char *html = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&html, &length);
	ck_assert_ptr_nonnull(stream);
	write(stream, text);
	ck_assert_int_eq(fclose(stream), 0);
	return html;
}

/* ---- text ---- */

static const struct {
	const char *text, *html;
} escapes[] = {
    {"4 MiB", "4 MiB"},
    {"<b> & \"c\" 'd'", "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"},
    {"a\nb\tc", "a b c"},
    {"a\x01\x7f\xff"
     "b",
     "ab"},
    {"\xe2\x80\xae"
     "abc",
     "abc"},
    {"\xc2\xb5s", "\xc2\xb5s"},
    {"&amp;", "&amp;amp;"},
    {"", ""},
};

START_TEST(text_is_cleaned_and_escaped)
{
	char *html = html_of(html_text, escapes[_i].text);
	ck_assert_str_eq(html, escapes[_i].html);
	free(html);
}
END_TEST

START_TEST(a_long_text_is_cut)
{
	char text[HTML_LONGEST + 100];
	memset(text, 'x', sizeof text);
	text[sizeof text - 1] = '\0';
	char *html = html_of(html_text, text);
	ck_assert_uint_eq(strlen(html), HTML_LONGEST + 3);
	ck_assert_str_eq(html + HTML_LONGEST, "...");
	free(html);
}
END_TEST

#define LINK(id) "<a href=\"#" id "\">" id "</a>"

static const struct {
	const char *text, *html;
} proses[] = {
    {"not distinguished (X1)", "not distinguished (" LINK("X1") ")"},
    {"smooth (K2, K3), or (K6)", "smooth (" LINK("K2") ", " LINK("K3") "), or (" LINK("K6") ")"},
    {"D1: unsteady; K2: it does not hold", LINK("D1") ": unsteady; " LINK("K2") ": it does not hold"},
    {"the L2 of 2 MiB", "the L2 of 2 MiB"},
    {"the cache (the L2, shared)", "the cache (the L2, shared)"},
    {"L1d (L1d 48 KiB)", "L1d (L1d 48 KiB)"},
    {"(K19)", "(K19)"},
    {"not one clock (K10)", "not one clock (" LINK("K10") ")"},
    {"K10: the clock (K1, K10)", LINK("K10") ": the clock (" LINK("K1") ", " LINK("K10") ")"},
    {"(K1000000000)", "(K1000000000)"},
    {"SK2: no rule", "SK2: no rule"},
    {"(<K2>)", "(&lt;K2&gt;)"},
    {"(K2", "(" LINK("K2")},
};

START_TEST(prose_links_the_rules_that_it_names)
{
	char *html = html_of(html_prose, proses[_i].text);
	ck_assert_str_eq(html, proses[_i].html);
	free(html);
}
END_TEST

START_TEST(lists_of_rules_are_links)
{
	char html[256] = "";
	FILE *stream = fmemopen(html, sizeof html, "w");
	ck_assert_ptr_nonnull(stream);
	html_rules(stream, RULE_SET(RULE_K10) | RULE_SET(RULE_K1) | RULE_SET(RULE_T1));
	html_rules(stream, 0);
	fclose(stream);
	ck_assert_str_eq(html, LINK("K1") " " LINK("T1") " " LINK("K10"));
}
END_TEST

START_TEST(ids_hold_letters_digits_and_hyphens)
{
	char id[HTML_ID];
	html_id(id, "c-", "Mac, E cluster (background)");
	ck_assert_str_eq(id, "c-mac-e-cluster-background");
	html_id(id, "c-", "../../<script>");
	ck_assert_str_eq(id, "c-script");
	html_id(id, "c-", "\xff\xfe");
	ck_assert_str_eq(id, "c");
}
END_TEST

START_TEST(an_id_of_a_hostile_text_is_one)
{
	char id[HTML_ID];
	html_id(id, "c-", hostile_text((size_t)_i).text);
	ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(id));
	ck_assert_uint_gt(strlen(id), 0);
	ck_assert_uint_lt(strlen(id), HTML_ID - 6);
}
END_TEST

/* ---- pictures ---- */

static const char drawn[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
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

static char *inline_of(const char *svg)
{
	struct picture picture;
	struct fault fault;
	char *folder = shell_folder(), *html = NULL;
	size_t length = 0;
	write_text(folder, "x.svg", svg);
	char *path = path_in(folder, "x.svg");
	ck_assert_int_eq(picture_open(&picture, path, &fault), 0);
	FILE *stream = open_memstream(&html, &length);
	ck_assert_ptr_nonnull(stream);
	picture_write(stream, &picture, "p1-", "cap", "two < three");
	ck_assert_int_eq(fclose(stream), 0);
	picture_close(&picture);
	free(path);
	shell_remove(folder);
	return html;
}

START_TEST(a_picture_becomes_part_of_the_page)
{
	char *html = inline_of(drawn);
	ck_assert_msg(
	    strncmp(html,
	            "<svg role=\"img\" aria-labelledby=\"cap\" aria-describedby=\"p1-desc\" "
	            "viewBox=\"0 0 800 573\" width=\"800\" height=\"573\"><desc id=\"p1-desc\">two &lt; "
	            "three</desc>",
	            strlen("<svg role=\"img\" aria-labelledby=\"cap\" aria-describedby=\"p1-desc\" "
	                   "viewBox=\"0 0 800 573\" width=\"800\" height=\"573\"><desc id=\"p1-desc\">two "
	                   "&lt; three</desc>")) == 0,
	    "%s", html);
	has(html, "<circle id=\"p1-gpDot\" r=\"0.5\"/>");
	has(html, "<use href=\"#p1-gpDot\" transform=\"translate(1,2)\" color=\"rgb(1, 2, 3)\"/>");
	has(html, "<rect fill=\"url(#p1-gpDot)\" x=\"1\"/>");
	has(html, "<tspan font-size=\"14\">4 &lt; 5</tspan> a&lt;b </text>");
	static const char *const gone[] = {"<title", "GNUPLOT", "filter",        "feFlood",
	                                   "<!--",   "<?xml",   "ladder_plot_1", "xmlns",
	                                   "CDATA",  "xlink",   "gnuplot_canvas"};
	for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
		lacks(html, gone[i]);
	ck_assert_uint_eq(count_of(html, "<svg"), 1);
	struct fault fault;
	ck_assert_int_eq(markup_check(html, strlen(html), "inline", &fault), 0);
	free(html);
}
END_TEST

/* What could run or reach out, in every place where a picture could hold it. */
static const char *const reaching[] = {
    "<script>alert(1)</script>",
    "<g><script href='x'/><a href='http://a.b/'><rect/></a></g>",
    "<foreignObject><svg><script>alert(1)</script></svg><b>x</b></foreignObject>",
    "<rect onclick='alert(1)' x='1'/>",
    "<use href='http://a.b/#x'/>",
    "<use xlink:href='javascript:alert(1)'/>",
    "<use href='data:image/svg+xml,x'/>",
    "<rect fill='url(http://a.b/)'/>",
    "<rect fill=' URL ( http://a.b/ )'/>",
    "<rect fill='u\\72l(//a.b/)'/>",
    "<rect fill='&#117;rl(//a.b/)'/>",
    "<rect fill='url(#a), url(//a.b)'/>",
    "<image href='#x'/>",
    "<style>@import url(//a.b)</style>",
    "<set attributeName='href' to='javascript:alert(1)'/>",
    "<rect style='background:url(//a.b)'/>",
    "<text><![CDATA[<script>alert(1)</script>]]></text>",
    "<iframe src='//a.b'/>",
};

START_TEST(nothing_in_a_picture_runs_or_reaches_out)
{
	char svg[512];
	snprintf(svg, sizeof svg,
	         "<svg viewBox=\"0 0 10 10\" onload=\"alert(1)\" xmlns:xlink=\"x\">%s<rect x=\"7\"/></svg>",
	         reaching[_i]);
	char *html = inline_of(svg);
	static const char *const gone[] = {"<script", "a.b",    "javascript", "onclick", "onload",
	                                   "<image",  "<style", "url",        "rl(",     "<set",
	                                   "<a ",     "iframe", "foreign",    "data:"};
	for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
		lacks(html, gone[i]);
	has(html, "<rect x=\"7\"/></svg>");
	struct fault fault;
	ck_assert_int_eq(markup_check(html, strlen(html), "inline", &fault), 0);
	free(html);
}
END_TEST

static const char *const broken[] = {
    "",
    "<svg viewBox=\"0 0 10 10\">",
    "<html></html>",
    "<svg></svg>",
    "<svg viewBox=\"0 0 0 0\"></svg>",
    "<svg viewBox=\"1 1 10 10\"></svg>",
    "<svg viewBox=\"0 0 10 10\"><g></svg>",
};

START_TEST(a_broken_picture_is_refused)
{
	struct picture picture;
	struct fault fault;
	char *folder = shell_folder();
	write_text(folder, "x.svg", broken[_i]);
	char *path = path_in(folder, "x.svg");
	ck_assert_int_eq(picture_open(&picture, path, &fault), -1);
	ck_assert_str_eq(fault.object, path);
	ck_assert_int_ne(fault.system_error, ENOENT);
	free(path);
	shell_remove(folder);
}
END_TEST

START_TEST(a_missing_picture_is_told_apart)
{
	struct picture picture;
	struct fault fault;
	ck_assert_int_eq(picture_open(&picture, "/nonexistent/x.svg", &fault), -1);
	ck_assert_int_eq(fault.system_error, ENOENT);
}
END_TEST

/* ---- the check panel ---- */

static const char panel[] =
    "name,built_to_show,expected,found,verdict\n"
    "\"b_wrong\",\"a climb, no edge\",\"no hierarchy\",\"2 levels\",\"WRONG (known)\"\n"
    "\"a_right\",\"one edge\",\"2 levels\",\"2 levels; knee 90.0 KiB\",\"expected\"\n"
    "\"c_new\",\"x\",\"y\",\"no hierarchy (L2)\",\"WRONG\"\n"
    "\"d_odd\",\"x\",\"y\",\"z\",\"perhaps\"\n"
    "\"e_better\",\"x\",\"y\",\"z\",\"right (the table says wrong)\"\n"
    "\"captures/x.csv\",\"a real capture\",\"\",\"4 levels\",\"capture\"\n";

START_TEST(the_panel_is_read)
{
	struct checklist checklist;
	struct fault fault;
	char *folder = shell_folder();
	write_text(folder, "check.csv", panel);
	char *path = path_in(folder, "check.csv");
	ck_assert_int_eq(checklist_load(&checklist, path, &fault), 0);
	ck_assert_uint_eq(checklist.count, 6);
	ck_assert_str_eq(checklist.rows[0].name, "b_wrong");
	ck_assert_str_eq(checklist.rows[0].shows, "a climb, no edge");
	ck_assert_str_eq(checklist.rows[1].found, "2 levels; knee 90.0 KiB");
	/* A word that nobody knows is no pass. */
	static const enum checklist_verdict verdicts[] = {CHECKLIST_KNOWN,  CHECKLIST_EXPECTED,
	                                                  CHECKLIST_WRONG,  CHECKLIST_WRONG,
	                                                  CHECKLIST_BETTER, CHECKLIST_SHOWN};
	for (size_t i = 0; i < 6; i++)
		ck_assert_int_eq(checklist.rows[i].verdict, verdicts[i]);
	ck_assert_uint_eq(checklist_curves(&checklist), 5);
	ck_assert_uint_eq(checklist_wrong(&checklist), 3);
	ck_assert_ptr_eq(checklist_find(&checklist, "c_new"), &checklist.rows[2]);
	ck_assert_ptr_null(checklist_find(&checklist, "none"));
	checklist_free(&checklist);
	free(path);
	shell_remove(folder);
}
END_TEST

static const char *const bad_panels[] = {"", "name,found\nx,y\n",
                                         "name,built_to_show,expected,found,verdict\na,b,c\n",
                                         "name,built_to_show,expected,found,verdict\n\"a,b,c\n"};

START_TEST(a_broken_panel_is_refused)
{
	struct checklist checklist;
	struct fault fault;
	char *folder = shell_folder();
	write_text(folder, "check.csv", bad_panels[_i]);
	char *path = path_in(folder, "check.csv");
	ck_assert_int_eq(checklist_load(&checklist, path, &fault), -1);
	checklist_free(&checklist);
	free(path);
	shell_remove(folder);
}
END_TEST

/* ---- the page ---- */

/* A measured capture of one machine: sample_staircase's, with what a machine says of itself. */
static void sample_capture(struct summary *summary, const char *name, const char *machine)
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

static void sample_comparison(struct summary *summary)
{
	*summary = (struct summary){.header_count = 0};
	sample_header(summary, SUMMARY_KEY_NAME, "comparison");
	sample_header(summary, SUMMARY_KEY_COMPARED, "one");
	sample_header(summary, SUMMARY_KEY_COMPARED, "two");
	sample_finding(summary, FINDING_RATIO, 0, STATUS_ACCEPTED, 3.9, 7000000, 27300000, 4, "R1",
	               "consistent", "one: random | two: random");
	summary->findings[0].unit = "ratio";
	sample_finding(summary, FINDING_UNNAMED_CACHE, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "S1",
	               "not established by this access pattern", "one: random | two: random");
}

/* A page of two captures, a comparison, a panel and a text, in the given order of the first two. */
static char *sample_page(char *folder, bool turned, size_t *length)
{
	struct summary one, two, comparison;
	sample_capture(&one, "one", "Machine A");
	sample_capture(&two, "two", "Machine B");
	sample_comparison(&comparison);
	char *first = write_summary(&one, folder, "one"), *second = write_summary(&two, folder, "two"),
	     *third = write_summary(&comparison, folder, "comparison");
	write_text(folder, "one.ladder.svg", drawn);
	write_text(folder, "check.csv", panel);
	write_text(folder, "machines.txt", "200 machines\n  <wrong> 1\n");
	char *check = path_in(folder, "check.csv"), *machines = path_in(folder, "machines.txt");
	char *straight[] = {first, second, third}, *other[] = {third, second, first};
	struct page_inputs inputs = {turned ? other : straight, 3, check, machines};
	char *page = page_of(&inputs, length);
	free(first);
	free(second);
	free(third);
	free(check);
	free(machines);
	summary_free(&one);
	summary_free(&two);
	summary_free(&comparison);
	return page;
}

START_TEST(the_page_tells_what_was_found_and_what_was_refused)
{
	size_t length = 0;
	char *folder = shell_folder(), *page = sample_page(folder, false, &length);
	has(page, "2 captures of 2 machines");
	has(page, "<dt>captures measured</dt><dd>2</dd>");
	has(page, "<dt>knees accepted</dt><dd>2</dd>");
	/* A knee each, and the comparison's cache; what rests on a refused knee is not counted again. */
	has(page, "<dt>answers refused</dt><dd>3</dd>");
	has(page, "<dd>3 of 5</dd>");
	/* The knee of 90 KiB, 88 to 92, against 64 KiB reported. */
	has(page, "<td class=\"n\">90.0 KiB</td><td class=\"n\">88.0 to 92.0 KiB</td>"
	          "<td class=\"n\">32 KiB</td><td class=\"n\">32 to 128 KiB</td>");
	has(page, "<li><b>Knee 2</b>: " LINK("K6") ": a smooth climb, no edge</li>");
	has(page, "<span class=\"st ref\">refused</span> " LINK("K6"));
	has(page, "Comparison of one and two");
	has(page, "<td class=\"n\">3.90</td>");
	has(page, "<tr class=\"wrong\"><th scope=\"row\">b_wrong</th>");
	has(page, "<b>5 curves: 1 as built, 1 known wrong, 2 wrong.</b>");
	has(page, "  &lt;wrong&gt; 1\n");
	for (size_t i = 0; i < RULE_COUNT; i++) {
		char row[64];
		snprintf(row, sizeof row, "<th scope=\"row\" id=\"%s\">%s</th>", rules[i].id, rules[i].id);
		has(page, row);
	}
	free(page);
	shell_remove(folder);
}
END_TEST

/* Four refusals and four notes of a kind are told in a line each, and their rows folded away; what stands
 * alone is not. Four controls find no granule, as they should: they are no granules tried. */
START_TEST(what_is_said_of_many_pairs_is_folded_away)
{
	char *folder = shell_folder(), pair[32];
	struct summary comparison, capture;
	size_t length = 0;
	sample_capture(&capture, "one", "Machine A");
	sample_finding(&capture, FINDING_GRANULE, 1, STATUS_REFUSED, NAN, NAN, NAN, NAN, "G2",
	               "as a control should be", "adjacency random");
	sample_finding(&capture, FINDING_GRANULE, 2, STATUS_ACCEPTED, 64, NAN, NAN, NAN, "", "at 128 KiB",
	               "adjacency random");
	sample_comparison(&comparison);
	for (int i = 0; i < 4; i++) {
		snprintf(pair, sizeof pair, "pair %d", i);
		sample_finding(&comparison, FINDING_COMPETITOR, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "C1",
		               "a knee is missing", pair);
		sample_finding(&comparison, FINDING_RATIO, 0, STATUS_NOTED, 1.5, NAN, NAN, NAN, "R1",
		               "not consistent", pair);
	}
	char *paths[] = {write_summary(&capture, folder, "one"),
	                 write_summary(&comparison, folder, "comparison")};
	struct page_inputs inputs = {paths, 2, NULL, NULL};
	char *page = page_of(&inputs, &length);
	has(page, "<dt>granules accepted</dt><dd>1 of 1</dd>");
	has(page, ": ratio (noted), 4 of 5: what they say stands in the table (" LINK("R1") ").</li>");
	has(page, "<li><b>Competitor</b>, 4 of 4: their reasons stand in the table (" LINK("C1") ")</li>");
	has(page, "<details><summary>Pair by pair: 4 competitor refused, 4 ratio noted</summary>");
	has(page, "8 findings, pair by pair, stand in comparison.findings.csv.");
	const char *fold = strstr(page, "<details><summary>Pair by pair");
	ck_assert_uint_eq(count_of(page, "<td class=\"of\">pair "), 8);
	ck_assert_uint_eq(count_of(fold, "<td class=\"of\">pair "), 8);
	ck_assert_uint_eq(count_of(page, "<td class=\"of\">one: random | two: random"), 2);
	ck_assert_uint_eq(count_of(fold, "<td class=\"of\">one: random | two: random"), 0);
	free(page);
	free(paths[0]);
	free(paths[1]);
	summary_free(&capture);
	summary_free(&comparison);
	shell_remove(folder);
}
END_TEST

START_TEST(a_figure_that_is_not_there_is_told_in_words)
{
	size_t length = 0;
	char *folder = shell_folder(), *page = sample_page(folder, false, &length);
	/* One ladder stands beside its summary; of two, the gallery and a granule there is none. */
	ck_assert_uint_eq(count_of(page, "<svg "), 1);
	has(page, "<figure id=\"fig-c-one-ladder\"><div class=\"plot\"");
	has(page, "<figure id=\"fig-c-two-ladder\"><p class=\"none\">");
	has(page, "Time a load against working set, 9 sizes from 8 KiB to 1 MiB");
	has(page, "Knees: 90.0 KiB, no size (refused).");
	has(page, "<figure id=\"fig-check-gallery\"><p class=\"none\">");
	lacks(page, "fig-c-one-granule");
	free(page);
	shell_remove(folder);
}
END_TEST

/* The page is written as XML too, so the same check as a picture's finds any tag that is not closed. */
START_TEST(the_page_is_well_formed_and_its_links_resolve)
{
	size_t length = 0;
	char *folder = shell_folder(), *page = sample_page(folder, false, &length);
	struct fault fault = {.what = ""};
	ck_assert_msg(markup_check(page, length, "page", &fault) == 0, "%lu:%lu %s", fault.line, fault.column,
	              fault.what);
	size_t links = 0;
	for (const char *at = page; (at = strstr(at, "href=\"")) != NULL; links++) {
		char id[128], want[160];
		at += strlen("href=\"");
		if (strncmp(at, "data:,", 6) == 0)
			continue;
		ck_assert_int_eq(*at, '#');
		snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
		snprintf(want, sizeof want, " id=\"%s\"", id);
		ck_assert_msg(count_of(page, want) == 1, "%zu elements have%s", count_of(page, want), want);
	}
	ck_assert_uint_gt(links, 50);
	lacks(page, "<script");
	lacks(page, folder);
	free(page);
	shell_remove(folder);
}
END_TEST

START_TEST(the_page_is_the_same_whatever_the_order_and_the_folder)
{
	size_t lengths[2];
	char *folders[] = {shell_folder(), shell_folder()};
	char *pages[] = {sample_page(folders[0], false, &lengths[0]),
	                 sample_page(folders[1], true, &lengths[1])};
	ck_assert_uint_eq(lengths[0], lengths[1]);
	ck_assert_int_eq(memcmp(pages[0], pages[1], lengths[0]), 0);
	for (size_t i = 0; i < 2; i++) {
		free(pages[i]);
		shell_remove(folders[i]);
	}
}
END_TEST

START_TEST(captures_of_one_name_are_told_apart)
{
	struct summary summary;
	size_t length = 0;
	char *folder = shell_folder(), *paths[3], name[8];
	for (size_t i = 0; i < 3; i++) {
		sample_capture(&summary, "same", "Machine");
		snprintf(name, sizeof name, "s%zu", i);
		paths[i] = write_summary(&summary, folder, name);
		summary_free(&summary);
	}
	struct page_inputs inputs = {paths, 3, NULL, NULL};
	char *page = page_of(&inputs, &length);
	has(page, "<h3 id=\"c-same\">same</h3>");
	has(page, "<h3 id=\"c-same-2\">same (2)</h3>");
	has(page, "<h3 id=\"c-same-3\">same (3)</h3>");
	has(page, "The panel was not run for this page");
	free(page);
	for (size_t i = 0; i < 3; i++)
		free(paths[i]);
	shell_remove(folder);
}
END_TEST

START_TEST(a_made_capture_says_so_and_counts_as_none)
{
	struct summary summary;
	size_t length = 0;
	char *folder = shell_folder();
	sample_capture(&summary, "made", "Machine");
	sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_SYNTHETIC, "one edge");
	char *path = write_summary(&summary, folder, "made");
	struct page_inputs inputs = {&path, 1, NULL, NULL};
	char *page = page_of(&inputs, &length);
	has(page, "<dt>captures measured</dt><dd>0</dd>");
	has(page, "<dt>knees accepted</dt><dd>0</dd>");
	has(page, "<h3 id=\"c-made\">made <span class=\"made\">synthetic</span></h3>");
	has(page, "Nothing here was measured");
	free(page);
	free(path);
	summary_free(&summary);
	shell_remove(folder);
}
END_TEST

START_TEST(a_page_of_nothing_is_a_page)
{
	size_t length = 0;
	struct fault fault;
	struct page_inputs inputs = {NULL, 0, NULL, NULL};
	char *page = page_of(&inputs, &length);
	ck_assert_int_eq(markup_check(page, length, "page", &fault), 0);
	has(page, "No captures were compared.");
	free(page);
}
END_TEST

/* A capture whose every text is `text`, and a panel and comparison of it. */
static char *page_with(char *folder, const char *text, size_t *length)
{
	struct summary summary = {.header_count = 0}, comparison = summary;
	static const char *const keys[] = {CAPTURE_KEY_LABEL,  CAPTURE_KEY_MACHINE, CAPTURE_KEY_PROCESSOR,
	                                   CAPTURE_KEY_SYSTEM, CAPTURE_KEY_TIMER,   CAPTURE_KEY_CACHE,
	                                   CAPTURE_KEY_BEGAN,  CAPTURE_KEY_COMMAND, CAPTURE_KEY_PROBE,
	                                   CAPTURE_KEY_NOTE,   CAPTURE_KEY_GOT_QOS, CAPTURE_KEY_END};
	sample_header(&summary, SUMMARY_KEY_NAME, text);
	sample_header(&summary, SUMMARY_KEY_RULES, text);
	sample_header(&summary, SUMMARY_KEY_CONSTANTS, text);
	sample_header(&summary, SUMMARY_KEY_TRIALS, text);
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
	sample_header(&comparison, SUMMARY_KEY_NAME, text);
	sample_header(&comparison, SUMMARY_KEY_COMPARED, text);
	sample_finding(&comparison, FINDING_RATIO, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "R1", text, "p");
	char *first = write_summary(&summary, folder, "x"), *second = write_summary(&comparison, folder, "y");
	char *check = path_in(folder, "check.csv"), *machines = path_in(folder, "machines.txt");
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
	write_text(folder, "machines.txt", text);
	char *paths[] = {first, second};
	struct page_inputs inputs = {paths, 2, check, machines};
	char *page = page_of(&inputs, length);
	free(first);
	free(second);
	free(check);
	free(machines);
	summary_free(&summary);
	summary_free(&comparison);
	return page;
}

/* Whatever a text holds, it adds no tag: the page has as many as with a harmless text. Empty texts leave out
 * what would hold them, so theirs can be fewer. */
START_TEST(a_hostile_text_adds_no_markup)
{
	struct hostile hostile = hostile_text((size_t)_i);
	size_t length = 0, calm_length = 0;
	char *folder = shell_folder(), *calm_folder = shell_folder();
	char *page = page_with(folder, hostile.text, &length);
	char *calm = page_with(calm_folder, "calm", &calm_length);
	struct fault fault = {.what = ""};
	ck_assert_msg(markup_check(page, length, "page", &fault) == 0, "%s: %lu:%lu %s", hostile.name,
	              fault.line, fault.column, fault.what);
	ck_assert_msg(count_of(page, "<") <= count_of(calm, "<"), "%s: %zu tags, %zu without it",
	              hostile.name, count_of(page, "<"), count_of(calm, "<"));
	lacks(page, "<script");
	lacks(page, "\x1b");
	ck_assert_uint_lt(length, calm_length + 80 * HTML_LONGEST * 6);
	free(page);
	free(calm);
	shell_remove(folder);
	shell_remove(calm_folder);
}
END_TEST

/* ---- galleries and trials ---- */

static void sample_curve(struct summary *summary, const char *name, enum status status)
{
	*summary = (struct summary){.header_count = 0};
	sample_header(summary, SUMMARY_KEY_NAME, name);
	sample_header(summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_SYNTHETIC, "made");
	for (uint64_t size = 8192; size <= 1048576; size *= 2)
		sample_point(summary, size, size <= 65536 ? 1 : 4, 0, "", "random");
	sample_finding(summary, FINDING_SWEEP, 0, STATUS_ACCEPTED, 8, 8192, 1048576, NAN, "", "", "random");
	sample_finding(summary, FINDING_HIERARCHY, 0, status, 2, NAN, NAN, NAN, "L2", "", "random");
	sample_finding(summary, FINDING_KNEE, 1, status, 90000, NAN, NAN, NAN, "K1", "", "random");
}

START_TEST(the_gallery_counts_marks_and_orders)
{
	struct summary curves[3];
	sample_curve(&curves[0], "c_new", STATUS_REFUSED);
	sample_curve(&curves[1], "a_right", STATUS_ACCEPTED);
	sample_curve(&curves[2], "b_wrong", STATUS_ACCEPTED);
	char *folder = shell_folder();
	write_text(folder, "check.csv", panel);
	char *check = path_in(folder, "check.csv");
	struct figure_wish wish = {.checks = check};
	char *script = sample_script(gallery_draw, curves, 3, &wish);
	has(script, "\"1 of 3 synthetic curves are read as they were built\\073 2 wrongly\"");
	/* In the panel's order, each with its answer. */
	const char *b = strstr(script, "\"b_wrong\""), *a = strstr(script, "\"a_right\""),
	           *c = strstr(script, "\"c_new\"");
	ck_assert(a != NULL && b != NULL && c != NULL && b < a && a < c);
	has(script, "\"WRONG: 2 levels\"");
	has(script, "\"2 levels\"");
	has(script, "\"WRONG: no hierarchy (L2)\"");
	has(script, "\"synthetic\"");
	char *picture = sample_picture(script, "gallery");
	free(picture);
	free(script);
	free(check);
	shell_remove(folder);
	for (size_t i = 0; i < 3; i++)
		summary_free(&curves[i]);
}
END_TEST

START_TEST(a_gallery_without_a_panel_calls_nothing_wrong)
{
	struct summary curve;
	struct figure_wish wish = {.checks = NULL};
	sample_curve(&curve, "b_wrong", STATUS_REFUSED);
	char *script = sample_script(gallery_draw, &curve, 1, &wish);
	has(script, "\"1 synthetic curves\"");
	has(script, "\"no hierarchy (L2)\"");
	lacks(script, "WRONG");
	free(script);
	summary_free(&curve);
}
END_TEST

START_TEST(the_pairs_show_a_granule_or_its_refusal)
{
	struct summary curves[2];
	for (size_t i = 0; i < 2; i++) {
		curves[i] = (struct summary){.header_count = 0};
		sample_header(&curves[i], SUMMARY_KEY_NAME, i == 0 ? "granule_64" : "granule_flat");
		for (uint64_t d = 8; d <= 256; d *= 2)
			sample_pair(&curves[i], 131072, d, i == 1 || d >= 64 ? 8 : 5 + (double)d * 3 / 64);
		/* The control comes first, and is not what is shown. */
		sample_finding(&curves[i], FINDING_GRANULE, 1, STATUS_REFUSED, NAN, 16384, 32768, NAN, "G2",
		               "", "");
		sample_finding(&curves[i], FINDING_GRANULE, 2, i == 0 ? STATUS_ACCEPTED : STATUS_REFUSED,
		               i == 0 ? 64 : NAN, 131072, 262144, NAN, i == 0 ? "" : "G2 G3", "", "");
		sample_finding(&curves[i], FINDING_GRANULE, 2, STATUS_NOTED, 64, 5, 8, NAN, "fit", "", "");
	}
	struct figure_wish wish = {.checks = NULL};
	char *script = sample_script(pairs_draw, curves, 2, &wish);
	has(script, "\"granule 64 B\"");
	has(script, "\"refused (G2 G3)\"");
	char *picture = sample_picture(script, "pairs");
	free(picture);
	free(script);
	for (size_t i = 0; i < 2; i++)
		summary_free(&curves[i]);
}
END_TEST

static const char trial_log[] = "# cachestair_trials: 1\n# name: one\n"
                                "trial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n"
                                "1,1,1000000000,random,8192,1,stayed,counted,\n"
                                "2,1,2000000000,random,65536,1.5,moved,counted,\n"
                                "3,2,3000000000,random,8192,4,stayed,T4,\n"
                                "4,2,4000000000,random,65536,1,unknown,counted,\n"
                                "5,2,5000000000,random,1048576,4,stayed,T1 T4,\n"
                                "6,2,6000000000,random,1048576,2,stayed,counted,\n";

START_TEST(trials_are_counted_and_held_against_their_median)
{
	struct summary one;
	char *folder = shell_folder();
	sample_capture(&one, "one", "Machine A");
	char *path = write_summary(&one, folder, "one");
	write_text(folder, "one.trials.csv", trial_log);
	struct figure_wish wish = {.path = path};
	char *script = sample_script(trials_draw, &one, 1, &wish);
	has(script, "\"6 trials: 2 stayed, 1 moved, 1 of unknown place, 2 discarded\"");
	has(script, "Discarded: 1 for ");
	has(script, "(T4), 1 for T1 T4.");
	/* Seconds, and the time over the median of the size: 1 ns up to 64 KiB, 4 ns at 1 MiB. */
	has(script, "$k0_time << EOD\n1 1\n6 2\nEOD\n");
	has(script, "$k0_ratio << EOD\n1 1\n6 0.5\nEOD\n");
	has(script, "$k1_ratio << EOD\n2 1.5\nEOD\n");
	has(script, "$k3_ratio << EOD\n3 4\n5 1\nEOD\n");
	has(script, "\"round 1\"");
	has(script, "\"round 2\"");
	char *picture = sample_picture(script, "trials");
	free(picture);
	free(script);
	free(path);
	summary_free(&one);
	shell_remove(folder);
}
END_TEST

START_TEST(trials_without_their_log_are_a_fault)
{
	struct summary one;
	struct fault fault;
	char *folder = shell_folder(), *script = NULL;
	size_t length = 0;
	sample_capture(&one, "one", "Machine A");
	char *path = write_summary(&one, folder, "one");
	struct figure_wish wish = {.path = path};
	FILE *stream = open_memstream(&script, &length);
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(trials_draw(stream, &one, 1, &wish, &fault), -1);
	ck_assert_int_eq(fault.system_error, ENOENT);
	ck_assert_ptr_nonnull(strstr(fault.object, "one.trials.csv"));
	fclose(stream);
	free(script);
	free(path);
	summary_free(&one);
	shell_remove(folder);
}
END_TEST

/* ---- the program ---- */

START_TEST(plot_writes_a_page)
{
	size_t length = 0;
	char *folder = shell_folder();
	free(sample_page(folder, false, &length));
	struct shell run = shell_run("%s/plot page -o %s/p.html --panel %s/check.csv %s/one.findings.csv",
	                             shell_build(), folder, folder, folder);
	ck_assert_str_eq(run.error, "");
	ck_assert_int_eq(run.status, 0);
	shell_free(&run);
	run = shell_run("grep -c '<!DOCTYPE html>' %s/p.html", folder);
	ck_assert_str_eq(run.out, "1\n");
	shell_free(&run);
	run = shell_run("%s/plot page -o %s/q.html %s/none.findings.csv; echo $?; ls %s | grep -c q.html",
	                shell_build(), folder, folder, folder);
	ck_assert_str_eq(run.out, "1\n0\n");
	has(run.error, "none.findings.csv");
	shell_free(&run);
	shell_remove(folder);
}
END_TEST

/* ---- in a browser ---- */

/* Runs the browser's check on a page; NULL where node or chromium is missing. Freed by the caller. */
static char *browse(const char *folder, const char *page, int *status)
{
	struct shell run =
	    shell_run("command -v node >/dev/null || { echo node; exit 99; }; "
	              "command -v ${CHROMIUM:-chromium} >/dev/null || { echo chromium; exit 99; }; "
	              "node tests/page_check.js %s/%s",
	              folder, page);
	*status = run.status;
	char *out = NULL;
	if (run.status == 99) {
		run.out[strcspn(run.out, "\n")] = '\0';
		printf("page in a browser: skipped: %s is missing\n", run.out);
	} else {
		out = strdup(run.out);
		ck_assert_ptr_nonnull(out);
	}
	shell_free(&run);
	return out;
}

/* Each of the browser's looks finds what it is for: a page with a known fault of every kind. */
static const char faulty[] =
    "<!DOCTYPE html><html lang='en'><head><title>x</title></head><body style='margin:0'>"
    "<p style='width:2000px'>wide</p><a href='#none'>dead</a><a href='http://a.invalid/'>out</a>"
    "<p style='color:#999;background:#fff'>pale</p><p id='twice'>x</p><p id='twice'>x</p>"
    "<figure><svg style='width:1px;height:1px'></svg></figure><figure></figure>"
    "<table><tr><td>x</td></tr></table><div onclick='x()'>x</div><script>nothing.there()</script>"
    "<img src='http://a.invalid/x.png'></body></html>";

START_TEST(the_browser_finds_every_kind_of_fault)
{
	static const char *const faults[] = {"the page is 2000 wide",
	                                     "reaches 2000",
	                                     "a link leads nowhere (#none)",
	                                     "a link leaves the page",
	                                     "contrast 2.85",
	                                     "2 elements have the id twice",
	                                     "a picture is 1 by 1",
	                                     "no role",
	                                     "a figure holds no picture and no words",
	                                     "a table has no caption",
	                                     "an attribute could run (onclick)",
	                                     "exception:",
	                                     "something that runs or loads",
	                                     "asks the network for http://a.invalid/x.png"};
	char *folder = shell_folder();
	int status = 0;
	write_text(folder, "bad.html", faulty);
	char *out = browse(folder, "bad.html", &status);
	if (out != NULL) {
		ck_assert_int_eq(status, 1);
		for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
			ck_assert_msg(strstr(out, faults[i]) != NULL, "not found: %s in\n%.2000s", faults[i],
			              out);
	}
	free(out);
	shell_remove(folder);
}
END_TEST

START_TEST(the_page_is_sound_in_a_browser)
{
	size_t length = 0;
	int status = 0;
	char *folder = shell_folder();
	char *page = sample_page(folder, false, &length);
	write_text(folder, "page.html", page);
	char *out = browse(folder, "page.html", &status);
	if (out != NULL)
		ck_assert_msg(status == 0, "%.2000s", out);
	free(out);
	free(page);
	shell_remove(folder);
}
END_TEST

/* All hostile texts at once, one capture each: nothing runs, nothing overflows, no network. */
START_TEST(a_hostile_page_is_sound_in_a_browser)
{
	int status = 0;
	size_t length = 0, count = hostile_count();
	char *folder = shell_folder(), **paths = calloc(count, sizeof *paths), name[32];
	ck_assert_ptr_nonnull(paths);
	for (size_t i = 0; i < count; i++) {
		struct summary summary;
		sample_capture(&summary, hostile_text(i).text, hostile_text(i).text);
		sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_LABEL, hostile_text(i).text);
		sample_finding(&summary, FINDING_TIMER, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "T2",
		               hostile_text(i).text, "");
		snprintf(name, sizeof name, "h%zu", i);
		paths[i] = write_summary(&summary, folder, name);
		summary_free(&summary);
	}
	struct page_inputs inputs = {paths, count, NULL, NULL};
	char *page = page_of(&inputs, &length);
	write_text(folder, "page.html", page);
	char *out = browse(folder, "page.html", &status);
	if (out != NULL)
		ck_assert_msg(status == 0, "%.2000s", out);
	free(out);
	free(page);
	for (size_t i = 0; i < count; i++)
		free(paths[i]);
	free(paths);
	shell_remove(folder);
}
END_TEST

#define COUNT(table) (int)(sizeof table / sizeof table[0])

static TCase *page_text_case(void)
{
	TCase *text = tcase_create("text");
	tcase_add_loop_test(text, text_is_cleaned_and_escaped, 0, COUNT(escapes));
	tcase_add_test(text, a_long_text_is_cut);
	tcase_add_loop_test(text, prose_links_the_rules_that_it_names, 0, COUNT(proses));
	tcase_add_test(text, lists_of_rules_are_links);
	tcase_add_test(text, ids_hold_letters_digits_and_hyphens);
	tcase_add_loop_test(text, an_id_of_a_hostile_text_is_one, 0, (int)hostile_count());
	return text;
}

static TCase *page_picture_case(void)
{
	TCase *picture = tcase_create("picture");
	tcase_add_test(picture, a_picture_becomes_part_of_the_page);
	tcase_add_loop_test(picture, nothing_in_a_picture_runs_or_reaches_out, 0, COUNT(reaching));
	tcase_add_loop_test(picture, a_broken_picture_is_refused, 0, COUNT(broken));
	tcase_add_test(picture, a_missing_picture_is_told_apart);
	return picture;
}

static TCase *page_page_case(void)
{
	TCase *page = tcase_create("page");
	tcase_set_timeout(page, 60);
	tcase_add_test(page, the_panel_is_read);
	tcase_add_loop_test(page, a_broken_panel_is_refused, 0, COUNT(bad_panels));
	tcase_add_test(page, the_page_tells_what_was_found_and_what_was_refused);
	tcase_add_test(page, what_is_said_of_many_pairs_is_folded_away);
	tcase_add_test(page, a_figure_that_is_not_there_is_told_in_words);
	tcase_add_test(page, the_page_is_well_formed_and_its_links_resolve);
	tcase_add_test(page, the_page_is_the_same_whatever_the_order_and_the_folder);
	tcase_add_test(page, captures_of_one_name_are_told_apart);
	tcase_add_test(page, a_made_capture_says_so_and_counts_as_none);
	tcase_add_test(page, a_page_of_nothing_is_a_page);
	tcase_add_loop_test(page, a_hostile_text_adds_no_markup, 0, (int)hostile_count());
	tcase_add_test(page, plot_writes_a_page);
	return page;
}

static TCase *page_figure_case(void)
{
	TCase *figure = tcase_create("figures");
	tcase_set_timeout(figure, 60);
	tcase_add_test(figure, the_gallery_counts_marks_and_orders);
	tcase_add_test(figure, a_gallery_without_a_panel_calls_nothing_wrong);
	tcase_add_test(figure, the_pairs_show_a_granule_or_its_refusal);
	tcase_add_test(figure, trials_are_counted_and_held_against_their_median);
	tcase_add_test(figure, trials_without_their_log_are_a_fault);
	return figure;
}

static TCase *page_browser_case(void)
{
	TCase *browser = tcase_create("browser");
	tcase_set_timeout(browser, 240);
	tcase_add_test(browser, the_browser_finds_every_kind_of_fault);
	tcase_add_test(browser, the_page_is_sound_in_a_browser);
	tcase_add_test(browser, a_hostile_page_is_sound_in_a_browser);
	return browser;
}

Suite *page_suite(void)
{
	Suite *suite = suite_create("page");
	suite_add_tcase(suite, page_text_case());
	suite_add_tcase(suite, page_picture_case());
	suite_add_tcase(suite, page_page_case());
	suite_add_tcase(suite, page_figure_case());
	suite_add_tcase(suite, page_browser_case());
	return suite;
}
