/* Tests of probe/clock and of the conversion of ticks. */
#include "../probe/clock.h"
#include "cases.h"

#include <check.h>

static const struct {
	uint64_t up, down, ticks, ns;
} conversions[] = {
    {1, 1, 0, 0},
    {1, 1, UINT64_C(1) << 62, UINT64_C(1) << 62},
    {125, 3, 1, 41}, /* 41.67 */
    {125, 3, 3, 125},
    {125, 3, 24000000, 1000000000},                                              /* 24 MHz: a second */
    {125, 3, UINT64_C(24000000) * 3600 * 24 * 365, UINT64_C(31536000000000000)}, /* a year */
    {1000, 1000, 12345, 12345},
};

START_TEST(ticks_become_nanoseconds)
{
	struct system_description description = {.tick_numerator = conversions[_i].up,
	                                         .tick_denominator = conversions[_i].down};
	ck_assert_uint_eq(system_ticks_ns(&description, conversions[_i].ticks), conversions[_i].ns);
}
END_TEST

static struct system_description mac = {.tick_numerator = 125, .tick_denominator = 3};

/* Subtracted first: from tick 1 to tick 4 are 3 ticks, 125 ns; each end converted alone would give 166 - 41.
 */
START_TEST(difference_is_converted_not_the_ends)
{
	struct clock clock = {.description = &mac, .began = 0};
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 1, 4), 125);
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 2, 3), 41);
	ck_assert_uint_eq(clock_exact_ns(&clock, 2, 3), 41);
}
END_TEST

/* Readings of 1, 2, ... ns since the beginning at 1,000,000, coarsened to 100 ns. */
START_TEST(coarse_readings_are_multiples)
{
	struct system_description description = {.tick_numerator = 1, .tick_denominator = 1};
	struct clock clock = {.description = &description, .began = 1000000, .coarsen_ns = 100};
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 1000000, 1000099), 0);
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 1000099, 1000100), 100);
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 1000199, 1000250), 100);
	ck_assert_uint_eq(clock_elapsed_ns(&clock, 1000150, 1000999), 800);
	ck_assert_uint_eq(clock_exact_ns(&clock, 1000150, 1000999), 849);
}
END_TEST

START_TEST(gaps_of_a_coarse_clock_are_its_multiples)
{
	struct system_description description = {.tick_numerator = 1, .tick_denominator = 1};
	struct clock clock;
	uint64_t gaps[10];
	clock_begin(&clock, &description, 50000);
	size_t count = clock_gaps(&clock, gaps, 10, 1000000000);
	ck_assert_uint_eq(count, 10);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_gt(gaps[i], 0);
		ck_assert_uint_eq(gaps[i] % 50000, 0);
	}
	/* Out of time at once, it still gives three. */
	ck_assert_uint_eq(clock_gaps(&clock, gaps, 10, 0), 3);
}
END_TEST

Suite *clock_suite(void)
{
	Suite *suite = suite_create("clock");
	TCase *cases = tcase_create("readings");
	cases_add_rows(cases, ticks_become_nanoseconds, conversions);
	cases_add(cases, difference_is_converted_not_the_ends, coarse_readings_are_multiples,
	          gaps_of_a_coarse_clock_are_its_multiples);
	suite_add_tcase(suite, cases);
	return suite;
}
