/* Tests of reduce's arithmetic: medians, resampling, logarithms, words. */
#include "../reduce/maths/logarithm.h"
#include "../reduce/maths/median.h"
#include "../reduce/summary/quantity.h"
#include "../reduce/maths/bootstrap.h"
#include "cases.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(median_of_odd_and_even)
{
	double odd[] = {5, 1, 9}, even[] = {4, 1, 9, 2};
	ck_assert_double_eq(median_select(odd, 3), 5);
	ck_assert_double_eq(median_select(even, 4), 3);
	median_sort(even, 4);
	ck_assert_double_eq(median_of_sorted(even, 4), 3);
}
END_TEST

/* 1, 2, 4, 8: the quartiles lie at places 0.75 and 2.25: 1.75 and 5. */
START_TEST(quartiles_lie_between_neighbours)
{
	static const double values[] = {1, 2, 4, 8};
	ck_assert_double_eq(median_quartile(values, 4, 1), 1.75);
	ck_assert_double_eq(median_quartile(values, 4, 3), 5);
	ck_assert_double_eq(median_quartile(values, 1, 3), 1);
}
END_TEST

/* Selection against sorting, on a thousand arrays full of ties. */
START_TEST(selection_agrees_with_sorting)
{
	struct generator generator;
	generator_seed(&generator, 7);
	for (int round = 0; round < 1000; round++) {
		double values[64], sorted[64], settled[64];
		size_t count = 1 + generator_below(&generator, 64);
		for (size_t i = 0; i < count; i++)
			values[i] = settled[i] = sorted[i] = (double)generator_below(&generator, 9);
		median_sort(sorted, count);
		median_settle(settled, count);
		ck_assert_double_eq(settled[0], sorted[0]);
		ck_assert_double_eq(settled[count - 1], sorted[count - 1]);
		ck_assert_double_eq(median_of_sorted(settled, count), median_of_sorted(sorted, count));
		for (unsigned quarters = 1; quarters <= 3; quarters += 2)
			ck_assert_double_eq(median_quartile(settled, count, quarters),
			                    median_quartile(sorted, count, quarters));
		for (size_t i = 1; i < count; i++)
			ck_assert_double_le(sorted[i - 1], sorted[i]);
		ck_assert_double_eq(median_select(values, count), median_of_sorted(sorted, count));
	}
}
END_TEST

/* Reference values of xoshiro256**: with the state 1, 2, 3, 4 its first outputs are 11520, 0, 1509978240,
 * 1215971899390074240 (published with the generator, as its Rust port's test). */
START_TEST(generator_gives_the_published_numbers)
{
	struct generator generator = {{1, 2, 3, 4}};
	ck_assert_uint_eq(generator_next(&generator), 11520);
	ck_assert_uint_eq(generator_next(&generator), 0);
	ck_assert_uint_eq(generator_next(&generator), 1509978240);
	ck_assert_uint_eq(generator_next(&generator), UINT64_C(1215971899390074240));
}
END_TEST

/* Mean n p and variance n p (1 - p) over 20,000 draws: the mean of the draws has the standard error
 * sqrt(n p (1 - p) / 20000), their variance one of about variance x sqrt(2 / 20000); five of each are
 * allowed. */
static const struct {
	uint64_t count;
	double share;
} binomials[] = {{5, 0.5}, {40, 0.1}, {40, 0.9}, {1000, 0.25}, {100000, 0.5}, {30000, 0.001}};

START_TEST(binomial_has_its_mean_and_variance)
{
	struct generator generator;
	generator_seed(&generator, 11);
	double n = (double)binomials[_i].count, p = binomials[_i].share, sum = 0, squares = 0;
	enum { DRAWS = 20000 };
	for (int i = 0; i < DRAWS; i++) {
		double draw = (double)generator_binomial(&generator, binomials[_i].count, p);
		ck_assert_double_le(draw, n);
		sum += draw - n * p;
		squares += (draw - n * p) * (draw - n * p);
	}
	double variance = n * p * (1 - p);
	ck_assert_double_le(fabs(sum / DRAWS), 5 * sqrt(variance / DRAWS));
	ck_assert_double_le(fabs(squares / DRAWS - variance), 5 * variance * sqrt(2.0 / DRAWS) + 0.02);
}
END_TEST

/* Draws of one round of three values: the median is the lowest where at least two of three draws are: 3 x
 * (1/3)^2 x (2/3) + (1/3)^3 = 7/27; the same for the highest, 13/27 for the middle. */
START_TEST(resamples_follow_the_distribution)
{
	static const double times[] = {1, 2, 3};
	static const size_t begins[] = {0, 3};
	struct strata strata = {times, begins, 1};
	struct generator generator;
	double medians[10000], scratch[3];
	size_t counts[4] = {0};
	generator_seed(&generator, 3);
	bootstrap_medians(&strata, &generator, medians, 10000, scratch);
	for (size_t i = 0; i < 10000; i++)
		counts[(size_t)medians[i]]++;
	ck_assert_double_eq_tol((double)counts[1] / 10000, 7.0 / 27, 0.025);
	ck_assert_double_eq_tol((double)counts[2] / 10000, 13.0 / 27, 0.025);
	ck_assert_double_eq_tol((double)counts[3] / 10000, 7.0 / 27, 0.025);
}
END_TEST

/* Within each round: rounds of one trial each are drawn as they are, so the median never moves. */
START_TEST(resamples_stay_within_their_rounds)
{
	static const double times[] = {1, 5, 9};
	static const size_t begins[] = {0, 1, 2, 3};
	struct strata strata = {times, begins, 3};
	struct generator generator;
	double medians[100], scratch[3];
	generator_seed(&generator, 3);
	bootstrap_medians(&strata, &generator, medians, 100, scratch);
	for (size_t i = 0; i < 100; i++)
		ck_assert_double_eq(medians[i], 5);
}
END_TEST

static double spread_of(double *medians, size_t count, double *middle)
{
	median_sort(medians, count);
	*middle = median_of_sorted(medians, count);
	return medians[count * 975 / 1000] - medians[count * 25 / 1000];
}

/* Long rounds are halved instead of drawn one by one: three rounds of 64 (drawn) and of 65 (halved) values
 * from the same distribution give the same middle and the same spread. */
START_TEST(halving_has_the_distribution_of_drawing)
{
	enum { LONG = 65, ROUNDS = 3, RESAMPLES = 4000 };
	static double times[ROUNDS * LONG], scratch[ROUNDS * LONG], drawn[RESAMPLES], halved[RESAMPLES];
	size_t begins_long[] = {0, LONG, 2 * LONG, 3 * LONG};
	struct generator generator;
	for (size_t r = 0; r < ROUNDS; r++)
		for (size_t i = 0; i < LONG; i++)
			times[r * LONG + i] = (double)(i * i) + 100 * (double)r;
	struct strata whole = {times, begins_long, ROUNDS};
	generator_seed(&generator, 21);
	bootstrap_medians(&whole, &generator, halved, RESAMPLES, scratch);
	/* The second method: every draw by itself. */
	generator_seed(&generator, 22);
	for (size_t i = 0; i < RESAMPLES; i++) {
		for (size_t r = 0; r < ROUNDS; r++)
			for (size_t t = 0; t < LONG; t++)
				scratch[r * LONG + t] = times[r * LONG + generator_below(&generator, LONG)];
		drawn[i] = median_select(scratch, ROUNDS * LONG);
	}
	double middle_drawn, middle_halved;
	double spread_drawn = spread_of(drawn, RESAMPLES, &middle_drawn);
	double spread_halved = spread_of(halved, RESAMPLES, &middle_halved);
	ck_assert_double_eq_tol(middle_halved / middle_drawn, 1, 0.03);
	ck_assert_double_eq_tol(spread_halved / spread_drawn, 1, 0.08);
}
END_TEST

/* Against the C library's, which is good to one unit in the last place. */
START_TEST(logarithms_are_right)
{
	for (int i = -3000; i <= 3000; i++) {
		double x = pow(1.013, i);
		ck_assert_double_eq_tol(logarithm_of(x), log2(x), 1e-14 + 4e-16 * fabs(log2(x)));
		ck_assert_double_eq_tol(logarithm_power(i / 7.0) / exp2(i / 7.0), 1, 2e-15);
	}
	ck_assert_double_eq(logarithm_of(1), 0);
	ck_assert_double_eq(logarithm_of(1024), 10);
	ck_assert_double_eq(logarithm_power(20), 1048576);
}
END_TEST

/* By hand: bytes over 1024, 1048576 or 1073741824. A measured size rounds to three digits, and what rounds to
 * 1024 goes to the next unit; an exact one is short where five characters hold its number. */
static const struct {
	double bytes;
	const char *measured, *exact;
} sizes[] = {
    {0, "0 B", "0 B"},
    {64, "64 B", "64 B"},
    {999.4, "999 B", "999 B"},
    {1000, "1000 B", "1000 B"},
    {1023.4, "1023 B", "1023 B"},
    {1023.6, "1.00 KiB", "1.00 KiB"},
    {1024, "1.00 KiB", "1 KiB"},
    {1025, "1.00 KiB", "1.00 KiB"},
    {23168, "22.6 KiB", "22.6 KiB"}, /* 22.625 takes six characters */
    {49152, "48.0 KiB", "48 KiB"},
    {50483.2, "49.3 KiB", "49.3 KiB"},
    {76989.51, "75.2 KiB", "75.2 KiB"},
    {114688, "112 KiB", "112 KiB"},
    {1024000, "1000 KiB", "1000 KiB"},
    {1047552, "1023 KiB", "1023 KiB"},
    {1048063, "1023 KiB", "1023 KiB"}, /* 1023.4990 KiB */
    {1048064, "1.00 MiB", "1.00 MiB"}, /* 1023.5 KiB: rounds to 1024 */
    {1048575, "1.00 MiB", "1.00 MiB"},
    {1048576, "1.00 MiB", "1 MiB"},
    {1441792, "1.38 MiB", "1.375 MiB"}, /* 1.375: a half goes to the even digit */
    {1572864, "1.50 MiB", "1.5 MiB"},
    {2098176, "2.00 MiB", "2.00 MiB"}, /* 2049 KiB: more than 1023 */
    {4571824, "4.36 MiB", "4.36 MiB"},
    {66252800, "63.2 MiB", "63.2 MiB"}, /* 64700 KiB: more than 1023 */
    {1073741824, "1.00 GiB", "1 GiB"},
    {1099511627776.0, "1.00 TiB", "1.00 TiB"},
};

START_TEST(sizes_have_three_digits_or_are_exact)
{
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_size(sizes[_i].bytes, text), sizes[_i].measured);
	ck_assert_str_eq(quantity_exact(sizes[_i].bytes, text), sizes[_i].exact);
}
END_TEST

static const struct {
	double low, high;
	const char *measured, *exact;
} ranges[] = {
    {40960, 81920, "40.0 to 80.0 KiB", "40 to 80 KiB"},
    {786432, 1048576, "768 KiB to 1.00 MiB", "768 KiB to 1 MiB"},
    {66252800, 616562688, "63.2 to 588 MiB", "63.2 to 588 MiB"},
    {1000000, 1200000, "977 KiB to 1.14 MiB", "977 KiB to 1.14 MiB"}, /* no sizes of a grid: 976.5625 KiB */
    {1000000.5, 1200000, "977 KiB to 1.14 MiB", "977 KiB to 1.14 MiB"},
    {32, 64, "32 to 64 B", "32 to 64 B"},
    {8192, 1048576, "8.00 KiB to 1.00 MiB", "8 KiB to 1 MiB"}, /* 0.0078 of a MiB is below a tenth */
};

START_TEST(a_range_has_one_unit_where_both_ends_share_it)
{
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_range(ranges[_i].low, ranges[_i].high, text), ranges[_i].measured);
	ck_assert_str_eq(quantity_exact_range(ranges[_i].low, ranges[_i].high, text), ranges[_i].exact);
}
END_TEST

START_TEST(an_interval_that_prints_alike_is_left_out)
{
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_interval(76989.51, 76649.9, 77127.24, text), "74.9\xe2\x80\x93"
	                                                                       "75.3");
	ck_assert_str_eq(quantity_interval(76800, 76790, 76810, text), "");
	ck_assert_str_eq(quantity_interval(76800, NAN, 76810, text), "");
	/* Both ends in the unit of the size. */
	ck_assert_str_eq(quantity_interval(1100000, 1000000, 1200000, text), "0.954\xe2\x80\x93"
	                                                                     "1.14");
}
END_TEST

static const struct {
	double value;
	const char *words;
} numbers[] = {{0.91, "0.910"}, {9.994, "9.99"},  {9.996, "10.0"}, {99.96, "100"},
               {390.4, "390"},  {0.02, "0.0200"}, {1234, "1234"}};

START_TEST(numbers_have_three_digits)
{
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_number(numbers[_i].value, text), numbers[_i].words);
}
END_TEST

Suite *statistics_suite(void)
{
	Suite *suite = suite_create("statistics");
	TCase *cases = tcase_create("arithmetic");
	tcase_set_timeout(cases, 60);
	cases_add(cases, median_of_odd_and_even, quartiles_lie_between_neighbours,
	          selection_agrees_with_sorting, generator_gives_the_published_numbers);
	cases_add_rows(cases, binomial_has_its_mean_and_variance, binomials);
	cases_add(cases, resamples_follow_the_distribution, resamples_stay_within_their_rounds,
	          halving_has_the_distribution_of_drawing, logarithms_are_right);
	cases_add_rows(cases, sizes_have_three_digits_or_are_exact, sizes);
	cases_add_rows(cases, a_range_has_one_unit_where_both_ends_share_it, ranges);
	tcase_add_test(cases, an_interval_that_prints_alike_is_left_out);
	cases_add_rows(cases, numbers_have_three_digits, numbers);
	suite_add_tcase(suite, cases);
	return suite;
}
