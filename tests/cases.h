/* Where a suite lists its tests. */
#ifndef CACHESTAIR_TESTS_CASES_H
#define CACHESTAIR_TESTS_CASES_H

#include <check.h>

/* Adds tests to a case, in their order: cases_add(cases, one_test, another_test). */
#define cases_add(cases, ...) cases_add_all(cases, (const TTest *const[]){__VA_ARGS__, NULL})
static inline void cases_add_all(TCase *cases, const TTest *const *tests)
{
	for (; *tests != NULL; tests++)
		tcase_add_test(cases, *tests);
}

/* Adds a test once for each row of a table, whose number is its _i. */
#define cases_add_rows(cases, test, table)                                                                   \
	tcase_add_loop_test(cases, test, 0, (int)(sizeof table / sizeof table[0]))

#endif
