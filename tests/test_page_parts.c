/* Tests of what the pages stand on: escaped text, links to rules, pictures put inline, the check panel. */
#include "../plot/figures/check_panel.h"
#include "../plot/draw/markup.h"
#include "../plot/page/page_html.h"
#include "../plot/page/page_picture.h"
#include "asserts.h"
#include "cases.h"
#include "hostile.h"
#include "pages.h"
#include "shell.h"

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *page_parts_suite(void);

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
	char *html = asserts_written(html_text, escapes[_i].text);
	ck_assert_str_eq(html, escapes[_i].html);
	free(html);
}
END_TEST

START_TEST(a_long_text_is_cut)
{
	char text[HTML_LONGEST + 100];
	memset(text, 'x', sizeof text);
	text[sizeof text - 1] = '\0';
	char *html = asserts_written(html_text, text);
	ck_assert_uint_eq(strlen(html), HTML_LONGEST + 3);
	ck_assert_str_eq(html + HTML_LONGEST, "...");
	free(html);
}
END_TEST

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
	char *html = asserts_written(html_prose, proses[_i].text);
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

/* A picture as it stands on a page, well-formed. */
static char *inline_of(const char *svg)
{
	struct picture picture;
	struct fault fault;
	char *folder = shell_folder(), *html = NULL;
	size_t length = 0;
	pages_put(folder, "x.svg", svg);
	char *path = pages_path(folder, "x.svg");
	ck_assert_int_eq(picture_open(&picture, path, &fault), 0);
	FILE *stream = open_memstream(&html, &length);
	ck_assert_ptr_nonnull(stream);
	picture_write(stream, &picture, "p1-", "cap", "two < three");
	ck_assert_int_eq(fclose(stream), 0);
	ck_assert_int_eq(markup_read(html, strlen(html), "inline", NULL, &fault), 0);
	picture_close(&picture);
	free(path);
	shell_remove(folder);
	return html;
}

START_TEST(a_picture_becomes_part_of_the_page)
{
	char *html = inline_of(pages_picture);
	ck_assert_msg(
	    strncmp(html,
	            "<svg role=\"img\" aria-labelledby=\"cap\" aria-describedby=\"p1-desc\" "
	            "viewBox=\"0 0 800 573\" width=\"800\" height=\"573\"><desc id=\"p1-desc\">two &lt; "
	            "three</desc>",
	            strlen("<svg role=\"img\" aria-labelledby=\"cap\" aria-describedby=\"p1-desc\" "
	                   "viewBox=\"0 0 800 573\" width=\"800\" height=\"573\"><desc id=\"p1-desc\">two "
	                   "&lt; three</desc>")) == 0,
	    "%s", html);
	assert_has(html, "<circle id=\"p1-gpDot\" r=\"0.5\"/>",
	           "<use href=\"#p1-gpDot\" transform=\"translate(1,2)\" color=\"rgb(1, 2, 3)\"/>",
	           "<rect fill=\"url(#p1-gpDot)\" x=\"1\"/>",
	           "<tspan font-size=\"14\">4 &lt; 5</tspan> a&lt;b </text>");
	assert_lacks(html, "<title", "GNUPLOT", "filter", "feFlood", "<!--", "<?xml", "ladder_plot_1",
	             "xmlns", "CDATA", "xlink", "gnuplot_canvas");
	ck_assert_uint_eq(pages_count(html, "<svg"), 1);
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
	assert_lacks(html, "<script", "a.b", "javascript", "onclick", "onload", "<image", "<style", "url",
	             "rl(", "<set", "<a ", "iframe", "foreign", "data:");
	assert_has(html, "<rect x=\"7\"/></svg>");
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
	pages_put(folder, "x.svg", broken[_i]);
	char *path = pages_path(folder, "x.svg");
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

START_TEST(the_panel_is_read)
{
	struct check_panel check_panel;
	struct fault fault;
	char *folder = shell_folder();
	pages_put(folder, "check.csv", pages_panel);
	char *path = pages_path(folder, "check.csv");
	ck_assert_int_eq(check_panel_load(&check_panel, path, &fault), 0);
	ck_assert_uint_eq(check_panel.count, 6);
	ck_assert_str_eq(check_panel.rows[0].name, "b_wrong");
	ck_assert_str_eq(check_panel.rows[0].shows, "a climb, no edge");
	ck_assert_str_eq(check_panel.rows[1].found, "2 levels; knee 90.0 KiB");
	/* A word that nobody knows is no pass. */
	static const enum check_panel_verdict verdicts[] = {CHECK_PANEL_KNOWN,  CHECK_PANEL_EXPECTED,
	                                                    CHECK_PANEL_WRONG,  CHECK_PANEL_WRONG,
	                                                    CHECK_PANEL_BETTER, CHECK_PANEL_SHOWN};
	for (size_t i = 0; i < 6; i++)
		ck_assert_int_eq(check_panel.rows[i].verdict, verdicts[i]);
	ck_assert_uint_eq(check_panel_curves(&check_panel), 5);
	ck_assert_uint_eq(check_panel_wrong(&check_panel), 3);
	ck_assert_ptr_eq(check_panel_find(&check_panel, "c_new"), &check_panel.rows[2]);
	ck_assert_ptr_null(check_panel_find(&check_panel, "none"));
	check_panel_free(&check_panel);
	free(path);
	shell_remove(folder);
}
END_TEST

static const char *const bad_panels[] = {"", "name,found\nx,y\n",
                                         "name,built_to_show,expected,found,verdict\na,b,c\n",
                                         "name,built_to_show,expected,found,verdict\n\"a,b,c\n"};

START_TEST(a_broken_panel_is_refused)
{
	struct check_panel check_panel;
	struct fault fault;
	char *folder = shell_folder();
	pages_put(folder, "check.csv", bad_panels[_i]);
	char *path = pages_path(folder, "check.csv");
	ck_assert_int_eq(check_panel_load(&check_panel, path, &fault), -1);
	check_panel_free(&check_panel);
	free(path);
	shell_remove(folder);
}
END_TEST

Suite *page_parts_suite(void)
{
	Suite *suite = suite_create("page_parts");
	TCase *text = tcase_create("text"), *picture = tcase_create("picture"),
	      *check = tcase_create("panel");
	cases_add_rows(text, text_is_cleaned_and_escaped, escapes);
	tcase_add_test(text, a_long_text_is_cut);
	cases_add_rows(text, prose_links_the_rules_that_it_names, proses);
	cases_add(text, lists_of_rules_are_links, ids_hold_letters_digits_and_hyphens);
	tcase_add_loop_test(text, an_id_of_a_hostile_text_is_one, 0, (int)hostile_count());
	tcase_add_test(picture, a_picture_becomes_part_of_the_page);
	cases_add_rows(picture, nothing_in_a_picture_runs_or_reaches_out, reaching);
	cases_add_rows(picture, a_broken_picture_is_refused, broken);
	tcase_add_test(picture, a_missing_picture_is_told_apart);
	tcase_add_test(check, the_panel_is_read);
	cases_add_rows(check, a_broken_panel_is_refused, bad_panels);
	suite_add_tcase(suite, text);
	suite_add_tcase(suite, picture);
	suite_add_tcase(suite, check);
	return suite;
}
