/* Tests of the report in a browser: as readers see it, on a phone, on a desk, in the dark, on paper. */
#include "../probe/capture.h"
#include "cases.h"
#include "hostile.h"
#include "pages.h"
#include "sample.h"
#include "shell.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *page_browser_suite(void);

/* Runs the browser's check on pages (a list for the shell, in FOLDER) with some views; NULL where node or
 * chromium is missing. Freed by the caller. */
static char *browse(const char *folder, const char *pages, const char *views, int *status)
{
	struct shell run =
	    shell_run("command -v node >/dev/null || { echo node; exit 99; }; "
	              "command -v ${CHROMIUM:-chromium} >/dev/null || { echo chromium; exit 99; }; "
	              "check=$PWD/tests/page_check.js; cd %s && node $check -v %s %s",
	              folder, views, pages);
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
    "<a href='gone.html'>gone</a><svg class='mini'><text y='9'>one</text><text y='9'>two</text></svg>"
    "<table style='table-layout:fixed;width:20px'><tr><td style='white-space:nowrap'>words</td><td>x</td></tr></table>"
    "<p style='color:#999;background:#fff'>pale</p><p id='twice'>x</p><p id='twice'>x</p>"
    "<figure><svg style='width:1px;height:1px'></svg></figure><figure></figure>"
    "<table><tr><td>x</td></tr></table><div onclick='x()'>x</div><script>nothing.there()</script>"
    "<img src='http://a.invalid/x.png'></body></html>";

START_TEST(the_browser_finds_every_kind_of_fault)
{
	static const char *const faults[] = {"the page is 2000 wide",
	                                     "reaches 2000",
	                                     "a link leads nowhere (#none)",
	                                     "a link leads nowhere (gone.html)",
	                                     "words overlap",
	                                     "words leave their cell",
	                                     "a link leaves the report",
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
	pages_put(folder, "bad.html", faulty);
	char *out = browse(folder, "bad.html", "desktop", &status);
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

/* `count` machines; every text of theirs is `text`, or a short name. Written to FOLDER/NAME. */
static void write_machines(const char *folder, const char *name, size_t count, const char *text)
{
	static const char *const claims[] = {"E1", "E2", "Z1"};
	char **operands = calloc(count, sizeof *operands), title[32], at[32];
	char *out = pages_path(folder, name);
	ck_assert_ptr_nonnull(operands);
	for (size_t i = 0; i < count; i++) {
		struct summary summary;
		snprintf(title, sizeof title, "Machine %zu", i);
		snprintf(at, sizeof at, "%s-in-%zu", name, i);
		const struct pages_machine machine = {at, text != NULL ? text : title, text, claims[i % 3]};
		operands[i] = pages_machine(folder, &machine);
		pages_capture(&summary, text != NULL ? text : "second", machine.machine);
		if (text != NULL)
			sample_header(&summary, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_LABEL, text);
		sample_finding(&summary, FINDING_TIMER, 0, STATUS_REFUSED, NAN, NAN, NAN, NAN, "T2",
		               text != NULL ? text : "the timer is too coarse", "");
		if (i % 5 == 1 || text != NULL)
			sample_finding(&summary, FINDING_CONTRADICTION, 1, STATUS_NOTED, NAN, NAN, NAN, NAN,
			               "R0", text != NULL ? text : "a bound above what is reported",
			               "random");
		free(pages_summary(&summary, operands[i], "second"));
		summary_free(&summary);
	}
	pages_put(folder, "check.csv", pages_panel);
	char *check = pages_path(folder, "check.csv");
	pages_write(operands, count, check, NULL, out);
	for (size_t i = 0; i < count; i++)
		free(operands[i]);
	free(operands);
	free(check);
	free(out);
}

/* One, three and forty machines, and names of 10,000 characters: at 360 and 1280 pixels, light and dark, and
 * on paper nothing overflows, overlaps, runs or asks the network. */
START_TEST(reports_are_sound_in_a_browser)
{
	char *folder = shell_folder(), *name = malloc(10001);
	int status = 0;
	ck_assert_ptr_nonnull(name);
	memset(name, 'n', 10000);
	name[10000] = '\0';
	write_machines(folder, "one", 1, NULL);
	write_machines(folder, "three", 3, NULL);
	write_machines(folder, "forty", 40, NULL);
	write_machines(folder, "long", 3, name);
	char *out = browse(folder,
	                   "one/index.html one/m-one-in-0.html three/index.html forty/index.html "
	                   "long/index.html long/m-long-in-0.html one/check.html",
	                   "phone,phone-dark,desktop,desktop-dark,paper", &status);
	if (out != NULL)
		ck_assert_msg(status == 0, "%.3000s", out);
	free(out);
	free(name);
	shell_remove(folder);
}
END_TEST

/* All hostile texts at once, a machine each: as cards they would be too many, so the table has them. */
START_TEST(hostile_reports_are_sound_in_a_browser)
{
	int status = 0;
	size_t count = hostile_count();
	char *folder = shell_folder(), **operands = calloc(count, sizeof *operands), name[32];
	char *path = pages_path(folder, "out");
	ck_assert_ptr_nonnull(operands);
	for (size_t i = 0; i < count; i++) {
		snprintf(name, sizeof name, "h%zu", i);
		const struct pages_machine machine = {name, hostile_text(i).text, hostile_text(i).text, "E2"};
		operands[i] = pages_machine(folder, &machine);
	}
	pages_write(operands, count, NULL, NULL, path);
	char *out = browse(folder, "out/index.html out/m-h0.html out/m-h1.html out/m-h2.html",
	                   "phone,desktop", &status);
	if (out != NULL)
		ck_assert_msg(status == 0, "%.2000s", out);
	free(out);
	for (size_t i = 0; i < count; i++)
		free(operands[i]);
	free(operands);
	free(path);
	shell_remove(folder);
}
END_TEST

Suite *page_browser_suite(void)
{
	Suite *suite = suite_create("page_browser");
	TCase *browser = tcase_create("browser");
	tcase_set_timeout(browser, 240);
	cases_add(browser, the_browser_finds_every_kind_of_fault, reports_are_sound_in_a_browser,
	          hostile_reports_are_sound_in_a_browser);
	suite_add_tcase(suite, browser);
	return suite;
}
