/* Tests of what the README shows: its figure is the committed capture's, drawn again; what is known of the
 * processor that it was taken on comes out. */
#include "cases.h"
#include "shell.h"

#include "../reduce/summary/summary.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The coordinates and the words of both pictures; the frame around them differs by gnuplot's version. */
static const char compare[] =
    "set -e; command -v gnuplot >/dev/null || { echo 'no gnuplot: not drawn'; exit 0; }; %s/reduce -q -o "
    "'%s' captures/2026-11-30-amd-epyc/quick.csv; %s/plot ladder --svg '%s/again.svg' '%s/quick'; for f in "
    "plot/example.svg '%s/again.svg'; do grep -o \"d='[^']*'\\|points='[^']*'\\|>[^<>]*</text>\" \"$f\" | "
    "sort >'%s'/$(basename \"$f\").parts; done; test -s '%s/example.svg.parts'; diff "
    "'%s/example.svg.parts' '%s/again.svg.parts'";

START_TEST(figure_of_the_readme_is_drawn_again)
{
	char *folder = shell_folder();
	struct shell command = shell_run(compare, shell_build(), folder, shell_build(), folder, folder,
	                                 folder, folder, folder, folder, folder);
	ck_assert_msg(command.status == 0, "%s%s", command.out, command.error);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What the README shows of the answer is how the answer begins: machine, sentence and table. */
START_TEST(answer_of_the_readme_is_the_programs)
{
	struct shell
	    command = shell_run(
	        "%s/reduce --machine captures/2026-11-30-amd-epyc/*.csv | awk '/^memory/ { print; exit } 1'",
	        shell_build()),
	    shown = shell_run("awk '/^    AMD EPYC/ { on = 1 } on { sub(/^    /, \"\"); print } "
	                      "/^memory/ { exit }' README.md");
	ck_assert_uint_gt(strlen(command.out), 400);
	ck_assert_str_eq(shown.out, command.out);
	shell_free(&command);
	shell_free(&shown);
}
END_TEST

/* A load that hits the first level of this family (26, Zen 5) takes 4 cycles (AMD, Software Optimization
 * Guide for the AMD Zen5 Microarchitecture, publication 58455): the add chain must read that within 2 per
 * cent in the best of the captures. Its L1d has 48 KiB and its L2 1 MiB: knees within 15 per cent, which
 * where the climb is long are noted. */
START_TEST(known_processor_comes_out)
{
	static const char *const captures[] = {"default", "quick", "huge", "clock-5us", "page", "crowded"};
	char *folder = shell_folder(), path[4096];
	struct shell command =
	    shell_run("%s/reduce -q -o '%s' captures/2026-11-30-amd-epyc/*.csv", shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	shell_free(&command);
	double best = INFINITY;
	size_t first = 0, second = 0;
	for (size_t c = 0; c < sizeof captures / sizeof captures[0]; c++) {
		struct summary summary;
		struct fault fault;
		snprintf(path, sizeof path, "%s/%s", folder, captures[c]);
		ck_assert_int_eq(summary_load(&summary, path, &fault), 0);
		for (size_t i = 0; i < summary.point_count; i++)
			if (summary.points[i].level == 1 &&
			    fabs(summary.points[i].cycles - 4) < fabs(best - 4))
				best = summary.points[i].cycles;
		for (size_t i = 0; i < summary.finding_count; i++) {
			const struct summary_finding *finding = &summary.findings[i];
			if (finding->kind != FINDING_KNEE || finding->status == STATUS_REFUSED ||
			    strcmp(finding->pass, "random") != 0)
				continue;
			first += finding->level == 1 && fabs(finding->value / 49152 - 1) < 0.15;
			second += finding->level == 2 && fabs(finding->value / 1048576 - 1) < 0.15;
		}
		summary_free(&summary);
	}
	ck_assert_double_eq_tol(best, 4, 0.08);
	ck_assert_uint_eq(first, 6);
	ck_assert_uint_eq(second, 6);
	shell_remove(folder);
}
END_TEST

/* A clock of 1 ms: blocks of 6 ms are far shorter than 100 of its steps, and nothing is told. */
START_TEST(coarse_clock_is_refused)
{
	char *folder = shell_folder(), path[4096];
	struct summary summary;
	struct fault fault;
	struct shell command = shell_run("%s/reduce -q -o '%s' captures/2026-11-30-amd-epyc/clock-1ms.csv",
	                                 shell_build(), folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	shell_free(&command);
	snprintf(path, sizeof path, "%s/clock-1ms", folder);
	ck_assert_int_eq(summary_load(&summary, path, &fault), 0);
	for (size_t i = 0; i < summary.finding_count; i++) {
		ck_assert_int_ne(summary.findings[i].kind, FINDING_HIERARCHY);
		if (summary.findings[i].kind == FINDING_SWEEP) {
			ck_assert_int_eq(summary.findings[i].status, STATUS_REFUSED);
			ck_assert_uint_eq(summary.findings[i].rules, RULE_SET(RULE_T3));
		}
	}
	summary_free(&summary);
	shell_remove(folder);
}
END_TEST

Suite *example_suite(void)
{
	Suite *suite = suite_create("example");
	TCase *cases = tcase_create("figure");
	tcase_set_timeout(cases, 60);
	cases_add(cases, figure_of_the_readme_is_drawn_again, answer_of_the_readme_is_the_programs,
	          known_processor_comes_out, coarse_clock_is_refused);
	suite_add_tcase(suite, cases);
	return suite;
}
