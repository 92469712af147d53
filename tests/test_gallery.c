/* Tests of the galleries and of the view of trials. */
#include "asserts.h"
#include "cases.h"
#include "hostile.h"
#include "../probe/capture.h"
#include "pages.h"
#include "sample.h"
#include "shell.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *gallery_suite(void);

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
	pages_put(folder, "check.csv", pages_panel);
	char *check = pages_path(folder, "check.csv");
	struct figure_wish wish = {.panel = check};
	char *script = sample_script(gallery_draw, curves, 3, &wish);
	assert_has(script, "\"1 of 3 synthetic curves are read as they were built\\073 2 wrongly\"");
	/* In the panel's order, each with its answer. */
	const char *b = strstr(script, "\"b_wrong\""), *a = strstr(script, "\"a_right\""),
	           *c = strstr(script, "\"c_new\"");
	ck_assert(a != NULL && b != NULL && c != NULL && b < a && a < c);
	assert_has(script, "\"WRONG: 2 levels\"", "\"2 levels\"", "\"WRONG: no hierarchy (L2)\"",
	           "\"synthetic\"");
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
	struct figure_wish wish = {.panel = NULL};
	sample_curve(&curve, "b_wrong", STATUS_REFUSED);
	char *script = sample_script(gallery_draw, &curve, 1, &wish);
	assert_has(script, "\"1 synthetic curves\"", "\"no hierarchy (L2)\"");
	assert_lacks(script, "WRONG");
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
	struct figure_wish wish = {.panel = NULL};
	char *script = sample_script(pairs_draw, curves, 2, &wish);
	assert_has(script, "\"granule 64 B\"", "\"refused (G2 G3)\"");
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
	pages_capture(&one, "one", "Machine A");
	char *path = pages_summary(&one, folder, "one");
	pages_put(folder, "one.trials.csv", trial_log);
	struct figure_wish wish = {.path = path};
	char *script = sample_script(trials_draw, &one, 1, &wish);
	assert_has(script, "\"6 trials: 2 stayed, 1 moved, 1 of unknown place, 2 discarded\"",
	           "Discarded: 1 for ", "(T4), 1 for T1 T4.",
	           /* Seconds, and the time over the median of the size: 1 ns up to 64 KiB, 4 ns at 1 MiB. */
	           "$k0_time << EOD\n1 1\n6 2\nEOD\n", "$k0_ratio << EOD\n1 1\n6 0.5\nEOD\n",
	           "$k1_ratio << EOD\n2 1.5\nEOD\n", "$k3_ratio << EOD\n3 4\n5 1\nEOD\n", "\"round 1\"",
	           "\"round 2\"");
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
	pages_capture(&one, "one", "Machine A");
	char *path = pages_summary(&one, folder, "one");
	struct figure_wish wish = {.summaries = &one, .count = 1, .path = path};
	FILE *stream = open_memstream(&script, &length);
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(trials_draw(stream, &wish, &fault), -1);
	ck_assert_int_eq(fault.system_error, ENOENT);
	ck_assert_ptr_nonnull(strstr(fault.object, "one.trials.csv"));
	fclose(stream);
	free(script);
	free(path);
	summary_free(&one);
	shell_remove(folder);
}
END_TEST

Suite *gallery_suite(void)
{
	Suite *suite = suite_create("gallery");
	TCase *figure = tcase_create("figures");
	tcase_set_timeout(figure, 60);
	cases_add(figure, the_gallery_counts_marks_and_orders, a_gallery_without_a_panel_calls_nothing_wrong,
	          the_pairs_show_a_granule_or_its_refusal, trials_are_counted_and_held_against_their_median,
	          trials_without_their_log_are_a_fault);
	suite_add_tcase(suite, figure);
	return suite;
}
