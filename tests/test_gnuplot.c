/* Tests of the safe writer and of what it stands on: cleaned and measured text, words, axes, the check of a
 * picture. */
#include "../plot/draw/axis.h"
#include "../probe/character.h"
#include "../plot/draw/gnuplot.h"
#include "../plot/draw/markup.h"
#include "../plot/draw/render.h"
#include "../plot/draw/text.h"
#include "asserts.h"
#include "cases.h"
#include "sample.h"
#include "shell.h"
#include "hostile.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *gnuplot_suite(void);

static const struct {
	const char *text, *string;
} strings[] = {{"knee at 4 MiB (K1), -1+2:3_4", "\"knee at 4 MiB (K1), -1+2:3_4\""},
               {"a\"b", "\"a\\042b\""},
               {"`x`", "\"\\140x\\140\""},
               {"it's", "\"it\\047s\""},
               {"\\", "\"\\134\""},
               {"100 %", "\"100 \\045\""},
               {"$(x)", "\"\\044(x)\""},
               {"a\n!b", "\"a \\041b\""},
               {"#12 9", "\"\\043\\061\\062 9\""},
               {"a&#60;b", "\"a\\046 \\043\\066\\060\\073b\""},
               {"<&>", "\"\\074\\046\\076\""},
               {"]]>", "\"\\135\\135 \\076\""},
               {"\xc3\x97", "\"\\303\\227\""},
               {"a\xff\x01z", "\"az\""}};

START_TEST(a_string_has_every_other_byte_as_an_octal_escape)
{
	char *string = asserts_written(gnuplot_string, strings[_i].text);
	ck_assert_str_eq(string, strings[_i].string);
	free(string);
}
END_TEST

/* By the rule itself: between the quotes stand plain bytes and escapes of three octal digits, nothing else.
 */
START_TEST(a_hostile_string_holds_nothing_that_gnuplot_reads)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:()+-_";
	char *string = asserts_written(gnuplot_string, hostile_text((size_t)_i).text);
	size_t length = strlen(string);
	ck_assert_uint_ge(length, 2);
	ck_assert_int_eq(string[0], '"');
	ck_assert_int_eq(string[length - 1], '"');
	for (const char *at = string + 1; at < string + length - 1; at++) {
		if (*at == '\\') {
			ck_assert_uint_eq(strspn(at + 1, "01234567"),
			                  strspn(at + 1, "01234567") > 3 ? strspn(at + 1, "01234567") : 3);
			at += 3;
			continue;
		}
		ck_assert_msg(strchr(plain, *at) != NULL, "%s: byte %02x", hostile_text((size_t)_i).name,
		              (unsigned)*at);
	}
	free(string);
}
END_TEST

static bool gnuplot_found(void)
{
	struct shell command = shell_run("command -v gnuplot");
	bool found = command.status == 0;
	shell_free(&command);
	if (!found)
		fputs("gnuplot is not installed: what needs it is not tested\n", stderr);
	return found;
}

/* A picture with a hostile text in every place that takes one, drawn by gnuplot itself. */
static char *hostile_script(size_t *length)
{
	char *script = NULL;
	struct gnuplot plot;
	FILE *stream = open_memstream(&script, length);
	ck_assert_ptr_nonnull(stream);
	gnuplot_begin(&plot, stream, "hostile", FIGURE_WIDTH, 100);
	gnuplot_panel(&plot, 20, 780, 10, 90, 3);
	gnuplot_range(&plot, "x", 0, 1, 0);
	gnuplot_range(&plot, "y", 0, 1, 0);
	for (size_t i = 0; i < hostile_count(); i++) {
		gnuplot_text(&plot, at_mixed(at_units(30), at_first(0.5)), ALIGN_LEFT, COLOUR_INK,
		             hostile_text(i).text);
		gnuplot_text_upright(&plot, 40, 50, COLOUR_MUTED, hostile_text(i).text);
	}
	gnuplot_data(&plot, "d", "x, y");
	gnuplot_row(&plot, (const double[]){0.25, 0.5}, 2);
	gnuplot_row(&plot, (const double[]){NAN, INFINITY}, 2);
	gnuplot_plot(&plot, "d", "using 1:2 with points");
	gnuplot_end(&plot);
	ck_assert_int_eq(fclose(stream), 0);
	return script;
}

START_TEST(gnuplot_draws_hostile_texts_and_runs_none)
{
	if (!gnuplot_found())
		return;
	size_t length = 0, svg_length = 0;
	char *svg = NULL, *script = hostile_script(&length), *folder = shell_folder(), here[1024];
	struct fault fault;
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	ck_assert_int_eq(chdir(folder), 0);
	FILE *file = sample_file(script);
	int result = render_svg(file, RENDER_LIMIT_S, "hostile", &svg, &svg_length, &fault);
	fclose(file);
	bool ran = access(HOSTILE_PROOF, F_OK) == 0;
	ck_assert_int_eq(chdir(here), 0);
	ck_assert_msg(result == 0, "%lu:%lu: %s", fault.line, fault.column, fault.what);
	ck_assert(!ran);
	ck_assert_ptr_null(strstr(svg, "<script"));
	ck_assert_ptr_null(strstr(svg, "<svg onload"));
	ck_assert_ptr_nonnull(strstr(svg, "&lt;script>alert"));
	free(svg);
	free(script);
	shell_remove(folder);
}
END_TEST

START_TEST(a_broken_script_is_a_fault_with_gnuplots_words)
{
	if (!gnuplot_found())
		return;
	FILE *script = sample_file("set terminal svg\nset nonsense 1\nplot x\n");
	char *svg = NULL;
	size_t length = 0;
	struct fault fault;
	ck_assert_int_eq(render_svg(script, RENDER_LIMIT_S, "figure", &svg, &length, &fault), -1);
	fclose(script);
	ck_assert_ptr_null(svg);
	ck_assert_ptr_nonnull(strstr(fault.what, "gnuplot failed"));
	ck_assert_ptr_nonnull(strstr(fault.what, "unrecognized option"));
}
END_TEST

START_TEST(a_missing_gnuplot_is_said_so)
{
	char *svg = NULL, path[4096];
	size_t length = 0;
	struct fault fault;
	snprintf(path, sizeof path, "%s", getenv("PATH"));
	ck_assert_int_eq(setenv("PATH", "/nonexistent", 1), 0);
	FILE *script = sample_file("");
	int result = render_svg(script, RENDER_LIMIT_S, "figure", &svg, &length, &fault);
	fclose(script);
	ck_assert_int_eq(setenv("PATH", path, 1), 0);
	ck_assert_int_eq(result, -1);
	ck_assert_str_eq(fault.object, "gnuplot");
	ck_assert_ptr_nonnull(strstr(fault.what, "not installed"));
}
END_TEST

/* ---- text ---- */

START_TEST(text_is_as_wide_as_its_published_widths)
{
	/* In DejaVu Sans, which is wider than Helvetica: m 975, e 616, d 635, i 278, a 613, n 634. */
	ck_assert_double_eq_tol(text_width("median", 14), 3.751 * 14, 1e-9);
	/* 1 637, space 318, multiplication sign 838 */
	ck_assert_double_eq_tol(text_width("1 \xc3\x97", 10), 17.93, 1e-9);
	ck_assert_double_eq_tol(text_width("", 14), 0, 1e-9);
	/* What is not in the table is taken for a full em. */
	ck_assert_double_eq_tol(text_width("\xe4\xb8\xad", 14), 14, 1e-9);
}
END_TEST

START_TEST(text_is_cut_at_a_word)
{
	char text[TEXT_BYTES] = "aaaa bbbb cccc";
	/* a is 613 wide, b 635, c 550, a space 318, the dots 954: at 10, "aaaa bbbb" is 53.1 and with
	 * dots 62.64. */
	char out[TEXT_BYTES];
	ck_assert_str_eq(text_cut(out, text, 100, 10), "aaaa bbbb cccc");
	ck_assert_str_eq(text_cut(out, text, 63, 10), "aaaa bbbb...");
	ck_assert_str_eq(text, "aaaa bbbb cccc");
	ck_assert_str_eq(text_cut(text, text, 63, 10), "aaaa bbbb...");
	/* 25.46 are left for letters: four of them */
	ck_assert_str_eq(text_cut(out, "aaaaaaaaaaaaaaaa", 35, 10), "aaaa...");
	ck_assert_str_eq(text_cut(out, "aaaa", 5, 10), "");
}
END_TEST

START_TEST(text_breaks_into_lines_between_words)
{
	char line[TEXT_BYTES];
	const char *rest = "aaaa bbbb cccc";
	text_line(line, &rest, 54, 10);
	ck_assert_str_eq(line, "aaaa bbbb");
	text_line(line, &rest, 50, 10);
	ck_assert_str_eq(line, "cccc");
	ck_assert_str_eq(rest, "");
}
END_TEST

START_TEST(cleaned_text_is_short_and_whole)
{
	char out[TEXT_BYTES], again[TEXT_BYTES];
	size_t length = text_clean(out, sizeof out, hostile_text((size_t)_i).text);
	ck_assert_uint_lt(length, sizeof out);
	ck_assert_uint_eq(strlen(out), length);
	ck_assert_ptr_null(strstr(out, "]]>"));
	for (size_t i = 0; i < length;) {
		uint32_t code = 0;
		size_t step = character_length(out + i, SIZE_MAX, &code);
		ck_assert_uint_gt(step, 0);
		i += step;
	}
	text_clean(again, sizeof again, out);
	ck_assert_str_eq(again, out);
}
END_TEST

START_TEST(cleaning_cuts_after_a_whole_character)
{
	char out[8];
	text_clean(out, sizeof out, "abcde\xc3\xa9\xc3\xa9"); /* 5 + 2 bytes and an end fill it */
	ck_assert_str_eq(out, "abcde\xc3\xa9");
	text_clean(out, sizeof out, "abcdef\xc3\xa9");
	ck_assert_str_eq(out, "abcdef");
}
END_TEST

/* ---- words ---- */

START_TEST(numbers_keep_three_digits_over_a_carry)
{
	char words[WORDS];
	ck_assert_str_eq(words_three(words, 0.91), "0.910");
	ck_assert_str_eq(words_three(words, 9.996), "10.0");
	ck_assert_str_eq(words_three(words, 99.96), "100");
	ck_assert_str_eq(words_three(words, 12), "12.0");
	ck_assert_str_eq(words_three(words, -0.0123), "-0.0123");
	ck_assert_str_eq(words_count(words, 3), "three");
	ck_assert_str_eq(words_count(words, 13), "13");
}
END_TEST

/* ---- axes ---- */

START_TEST(a_logarithmic_axis_puts_equal_ratios_at_equal_distances)
{
	struct axis axis = axis_logarithmic(1024, 16384, 100, 500);
	ck_assert_double_eq_tol(axis_at(&axis, 1024), 100, 1e-9);
	ck_assert_double_eq_tol(axis_at(&axis, 4096), 300, 1e-9);
	ck_assert_double_eq_tol(axis_at(&axis, 16384), 500, 1e-9);
	ck_assert_double_eq_tol(axis_move(&axis, 2048, 100), 4096, 1e-6);
	struct axis down = axis_linear(0, 10, 200, 100);
	ck_assert_double_eq_tol(axis_at(&down, 2.5), 175, 1e-9);
}
END_TEST

START_TEST(sizes_have_labels_at_powers_of_four)
{
	struct gnuplot_tick ticks[TICKS];
	struct axis axis = axis_sizes(32768, 1048576, 104, 726);
	/* 2^15 less 0.22 octaves to 2^20 and 0.22 more */
	ck_assert_double_eq_tol(axis.low, 28133, 1);
	ck_assert_uint_eq(axis_size_ticks(&axis, 2, 62, ticks), 6);
	ck_assert(ticks[0].minor);
	ck_assert_str_eq(ticks[1].label, "64 KiB");
	ck_assert_double_eq_tol(ticks[1].value, 65536, 1e-6);
	ck_assert(ticks[2].minor);
	ck_assert_str_eq(ticks[5].label, "1 MiB");
}
END_TEST

START_TEST(times_have_ticks_at_one_two_five)
{
	static const char *const labels[] = {"0.5", "1", "2", "5", "10", "20"};
	struct gnuplot_tick ticks[TICKS];
	struct axis axis = axis_logarithmic(0.3, 40, 230, 0);
	ck_assert_uint_eq(axis_decade_ticks(&axis, 15, ticks), 6);
	for (size_t i = 0; i < 6; i++)
		ck_assert_str_eq(ticks[i].label, labels[i]);
	/* Eleven decades on 230 units leave 6 units between 1 and 2. */
	struct axis long_axis = axis_logarithmic(0.001, 1e8, 230, 0);
	ck_assert_uint_eq(axis_decade_ticks(&long_axis, 15, ticks), 12);
	ck_assert_str_eq(ticks[0].label, "0.001");
}
END_TEST

START_TEST(a_linear_axis_ends_at_a_step)
{
	struct gnuplot_tick ticks[TICKS];
	ck_assert_double_eq_tol(axis_linear_top(12.9), 15, 1e-9);
	ck_assert_double_eq_tol(axis_linear_top(201), 250, 1e-9);
	ck_assert_double_eq_tol(axis_linear_top(0.42), 0.5, 1e-9);
	struct axis axis = axis_linear(0, 250, 100, 0);
	ck_assert_uint_eq(axis_linear_ticks(&axis, ticks), 6);
	ck_assert_str_eq(ticks[5].label, "250");
	ck_assert_str_eq(ticks[1].label, "50");
}
END_TEST

/* ---- the check of a picture ---- */

static const struct {
	const char *text;
	const char *what; /* NULL where it is well-formed */
} documents[] = {
    {"<svg/>", NULL},
    {"<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\" \"b\">\n<svg a='1' b=\"2\"><g>x &amp; y "
     "&#169;</g></svg>\n",
     NULL},
    {"<svg><!-- < & --><style><![CDATA[ a<b & c ]]></style></svg>", NULL},
    {"<svg><g></svg>", "closes no open element"},
    {"<svg></svg></svg>", "closes no open element"},
    {"<svg><g>", "not closed"},
    {"<svg a=1/>", "not quoted"},
    {"<svg a='<'/>", "holds <"},
    {"<svg a='1' a='2'/>", "repeated"},
    {"<svg>&nosuch;</svg>", "no entity"},
    {"<svg>a & b</svg>", "no entity"},
    {"<svg>]]></svg>", "]]>"},
    {"<svg/><svg/>", "second root"},
    {"text<svg/>", "outside"},
    {"<svg>\xff</svg>", "no character"},
    {"<svg>\x01</svg>", "no character"},
    {"", "no element"},
    {"<svg a='1'b='2'/>", "does not end"},
    {"<svg", "does not end"},
    {"<svg><!-- x </svg>", "does not end"},
};

START_TEST(markup_is_checked)
{
	struct fault fault = {.usage = 0};
	int result = markup_read(documents[_i].text, strlen(documents[_i].text), "picture", NULL, &fault);
	ck_assert_int_eq(result, documents[_i].what == NULL ? 0 : -1);
	if (documents[_i].what != NULL)
		ck_assert_msg(strstr(fault.what, documents[_i].what) != NULL, "%s: %s", documents[_i].text,
		              fault.what);
}
END_TEST

START_TEST(a_picture_ends_in_svg)
{
	struct fault fault;
	static const char whole[] = "<svg><g/></svg>\n\n", cut[] = "<svg><g/></sv",
	                  other[] = "<html><svg></svg></html>", root[] = "<g><svg></svg></g>";
	ck_assert_int_eq(markup_check_svg(whole, strlen(whole), "p", &fault), 0);
	ck_assert_int_eq(markup_check_svg(cut, strlen(cut), "p", &fault), -1);
	ck_assert_int_eq(markup_check_svg(other, strlen(other), "p", &fault), -1);
	ck_assert_int_eq(markup_check_svg(root, strlen(root), "p", &fault), -1);
	ck_assert_int_eq(markup_check_svg("", 0, "p", &fault), -1);
}
END_TEST

Suite *gnuplot_suite(void)
{
	Suite *suite = suite_create("gnuplot");
	TCase *writer = tcase_create("writer");
	tcase_set_timeout(writer, 60);
	cases_add_rows(writer, a_string_has_every_other_byte_as_an_octal_escape, strings);
	tcase_add_loop_test(writer, a_hostile_string_holds_nothing_that_gnuplot_reads, 0,
	                    (int)hostile_count());
	cases_add(writer, gnuplot_draws_hostile_texts_and_runs_none,
	          a_broken_script_is_a_fault_with_gnuplots_words, a_missing_gnuplot_is_said_so);
	suite_add_tcase(suite, writer);
	TCase *text = tcase_create("text");
	cases_add(text, text_is_as_wide_as_its_published_widths, text_is_cut_at_a_word,
	          text_breaks_into_lines_between_words);
	tcase_add_loop_test(text, cleaned_text_is_short_and_whole, 0, (int)hostile_count());
	cases_add(text, cleaning_cuts_after_a_whole_character, numbers_keep_three_digits_over_a_carry);
	suite_add_tcase(suite, text);
	TCase *axis = tcase_create("axis");
	cases_add(axis, a_logarithmic_axis_puts_equal_ratios_at_equal_distances,
	          sizes_have_labels_at_powers_of_four, times_have_ticks_at_one_two_five,
	          a_linear_axis_ends_at_a_step);
	suite_add_tcase(suite, axis);
	TCase *markup = tcase_create("markup");
	cases_add_rows(markup, markup_is_checked, documents);
	tcase_add_test(markup, a_picture_ends_in_svg);
	suite_add_tcase(suite, markup);
	return suite;
}
