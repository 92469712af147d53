/* Tests of reduce's arithmetic: medians, resampling, logarithms, words, and the pinned constants. */
#include "../reduce/maths/logarithm.h"
#include "../reduce/maths/median.h"
#include "../reduce/summary/quantity.h"
#include "../reduce/maths/bootstrap.h"
#include "../reduce/rule.h"

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
		double values[64], sorted[64];
		size_t count = 1 + generator_below(&generator, 64);
		for (size_t i = 0; i < count; i++)
			values[i] = sorted[i] = (double)generator_below(&generator, 9);
		median_sort(sorted, count);
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

static const struct {
	double bytes;
	const char *words;
} sizes[] = {{49152, "48.0 KiB"}, {50483.2, "49.3 KiB"}, {512, "512 B"},        {1023.7 * 1024, "1.00 MiB"},
             {999.4, "999 B"},    {999.6, "0.976 KiB"},  {1572864, "1.50 MiB"}, {1073741824, "1.00 GiB"}};

START_TEST(sizes_have_three_digits)
{
	char text[QUANTITY_TEXT];
	ck_assert_str_eq(quantity_size(sizes[_i].bytes, text), sizes[_i].words);
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

/* Version 1 as it was registered. A change of any of these needs a new version, and a new row here. */
START_TEST(constants_of_version_1)
{
	char text[1024];
	rule_constants_line(text, sizeof text, 1);
	ck_assert_str_eq(
	    text, "T1=100 T2=1.5 T3=1/2,1/2 T4=0.90 F1=table M0=3 M1=3,0.25 P0=1.5 P1=4,2,1.25 D1=1.25 "
	          "L1=1.35 L2=2 K2=1000,950,2 K3=0.25,2/3 K4=1 K6=1.4,2.5,0.02 K7=8 B1=1.18 R1=0.10 "
	          "S1=2,0.25 V1=0.10,1.35 O2=1.35,1.10 G2=0.18 G3=0.80 G4=0.06 G5=2 G8=0.08");
}
END_TEST

/* Version 2 adds three rules and changes none. */
START_TEST(constants_of_version_2)
{
	char text[1024];
	ck_assert_int_eq(RULE_VERSION, 2);
	rule_constants_line(text, sizeof text, 2);
	ck_assert_str_eq(
	    text, "T1=100 T2=1.5 T3=1/2,1/2 T4=0.90 F1=table M0=3 M1=3,0.25 P0=1.5 P1=4,2,1.25 D1=1.25 "
	          "L1=1.35 L2=2 K2=1000,950,2 K3=0.25,2/3 K4=1 K6=1.4,2.5,0.02 K7=8 K8=2,2.25,0.02 K9=5 "
	          "K10=0.25 B1=1.18 R1=0.10 S1=2,0.25 V1=0.10,1.35 O2=1.35,1.10 G2=0.18 G3=0.80 G4=0.06 "
	          "G5=2 G8=0.08");
}
END_TEST

/* The numbers that the code uses are those that the rows tell. */
START_TEST(constants_are_used_as_told)
{
	const struct {
		struct ratio ratio;
		double value;
	} ratios[] = {{rule_t2_coarser, 1.5},  {rule_t4_share, 0.9},       {rule_m1_apart, 1.25},
	              {rule_p0_apart, 1.5},    {rule_p1_span, 2},          {rule_p1_rise, 1.25},
	              {rule_d1_fall, 1.25},    {rule_l1_step, 1.35},       {rule_k2_span, 2},
	              {rule_k3_apart, 1.25},   {rule_k3_rounds, 2.0 / 3},  {rule_k6_pair, 1.4},
	              {rule_k6_contrast, 2.5}, {rule_k6_least, 0.02},      {rule_k7_span, 8},
	              {rule_b1_below, 1.18},   {rule_r1_within, 1.1},      {rule_s1_near, 2},
	              {rule_s1_agree, 1.25},   {rule_v1_private, 1.1},     {rule_v1_shared, 1.35},
	              {rule_o2_cache, 1.35},   {rule_o2_translation, 1.1}, {rule_g2_ramp, 0.18},
	              {rule_g3_variance, 0.8}, {rule_g4_margin, 0.06},     {rule_g8_bend, 0.08},
	              {rule_g8_low, 0.3},      {rule_g8_middle, 0.8},      {rule_g8_high, 1.3},
	              {rule_t3_trials, 0.5},   {rule_t3_points, 0.5},      {rule_k2_near, 2},
	              {rule_k8_pair, 2},       {rule_k8_contrast, 2.25},   {rule_k8_least, 0.02},
	              {rule_k9_width, 5},      {rule_k10_clock, 1.25}};
	for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++)
		ck_assert_double_eq(ratio_value(ratios[i].ratio), ratios[i].value);
	ck_assert_int_eq(RULE_T1_STEPS, 100);
	ck_assert_int_eq(RULE_M0_THIN, 3);
	ck_assert_int_eq(RULE_M1_ROUNDS, 3);
	ck_assert_int_eq(RULE_P1_POINTS, 4);
	ck_assert_int_eq(RULE_K2_RESAMPLES, 1000);
	ck_assert_int_eq(RULE_K2_HOLD, 950);
	ck_assert_int_eq(RULE_K2_TRIALS, 3);
	ck_assert_int_eq(RULE_G5_ABOVE, 2);
	ck_assert_int_eq(RULE_L2_LEVELS, 2);
}
END_TEST

START_TEST(rules_have_words)
{
	for (size_t i = 0; i < RULE_COUNT; i++) {
		ck_assert_ptr_eq(rule_find(rules[i].id), &rules[i]);
		ck_assert_uint_gt(strlen(rules[i].text), 20);
		ck_assert_uint_gt(strlen(rules[i].source), 5);
	}
	ck_assert_ptr_null(rule_find("Z9"));
}
END_TEST

#define LOOP(test, table) tcase_add_loop_test(cases, test, 0, (int)(sizeof table / sizeof table[0]))

Suite *statistics_suite(void)
{
	Suite *suite = suite_create("statistics");
	TCase *cases = tcase_create("arithmetic");
	tcase_set_timeout(cases, 60);
	tcase_add_test(cases, median_of_odd_and_even);
	tcase_add_test(cases, quartiles_lie_between_neighbours);
	tcase_add_test(cases, selection_agrees_with_sorting);
	tcase_add_test(cases, generator_gives_the_published_numbers);
	LOOP(binomial_has_its_mean_and_variance, binomials);
	tcase_add_test(cases, resamples_follow_the_distribution);
	tcase_add_test(cases, resamples_stay_within_their_rounds);
	tcase_add_test(cases, halving_has_the_distribution_of_drawing);
	tcase_add_test(cases, logarithms_are_right);
	LOOP(sizes_have_three_digits, sizes);
	LOOP(numbers_have_three_digits, numbers);
	tcase_add_test(cases, constants_of_version_1);
	tcase_add_test(cases, constants_of_version_2);
	tcase_add_test(cases, constants_are_used_as_told);
	tcase_add_test(cases, rules_have_words);
	suite_add_tcase(suite, cases);
	return suite;
}
