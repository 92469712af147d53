/* Where all tests start: one table of suites, one runner, one closing line. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

Suite *fault_suite(void);
Suite *number_suite(void);
Suite *example_suite(void);
Suite *reduce_suite(void);
Suite *reduction_suite(void);
Suite *compare_suite(void);
Suite *comparison_suite(void);
Suite *tier_suite(void);
Suite *captures_table_suite(void);
Suite *statistics_suite(void);
Suite *curve_suite(void);
Suite *granule_suite(void);
Suite *cycle_suite(void);
Suite *chase_suite(void);
Suite *clock_suite(void);
Suite *plan_suite(void);
Suite *probe_suite(void);
Suite *table_suite(void);
Suite *macos_suite(void);
Suite *gnuplot_suite(void);
Suite *ladder_suite(void);
Suite *plot_figures_suite(void);
Suite *page_suite(void);
Suite *synthetic_suite(void);
Suite *simulator_suite(void);
Suite *chain_suite(void);
Suite *parts_suite(void);

static Suite *(*const suites[])(void) = {
    fault_suite,   number_suite,       example_suite, reduce_suite,         reduction_suite,
    compare_suite, comparison_suite,   tier_suite,    captures_table_suite, statistics_suite,
    curve_suite,   granule_suite,      cycle_suite,   chase_suite,          clock_suite,
    plan_suite,    probe_suite,        table_suite,   macos_suite,          gnuplot_suite,
    ladder_suite,  plot_figures_suite, page_suite,    synthetic_suite,      simulator_suite,
    chain_suite,   parts_suite,
};

int main(void)
{
	SRunner *runner = srunner_create(NULL);
	for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner), run = srunner_ntests_run(runner);
	srunner_free(runner);
	if (run == 0)
		fputs("no test was run\n", stderr);
	return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
