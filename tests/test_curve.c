/* Tests of reduce/curve: plateaus, levels, knees and the midpoint, by numbers worked out by hand. */
#include "../reduce/judge/curve.h"
#include "cases.h"

#include <check.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define CURVE(sizes, times)                                                                                  \
	{                                                                                                    \
		COUNT(sizes), sizes, times, 0                                                                \
	}

/* Four points over a doubling, no time above 1.25 times the lowest: 125 is 1.25 times 100, 125.0001 is more.
 */
START_TEST(plateau_takes_125_per_cent_and_no_more)
{
	static const double sizes[] = {100, 130, 160, 200}, at[] = {100, 100, 100, 125},
	                    above[] = {100, 100, 100, 125.0001};
	struct curve taken = CURVE(sizes, at), refused = CURVE(sizes, above);
	struct plateau plateaus[4];
	ck_assert_uint_eq(plateau_find(&taken, plateaus), 1);
	ck_assert_uint_eq(plateaus[0].first, 0);
	ck_assert_uint_eq(plateaus[0].last, 3);
	ck_assert_double_eq(plateaus[0].floor_ns, 100);
	ck_assert_uint_eq(plateau_find(&refused, plateaus), 0);
	struct plateau runs[4];
	/* 100..160 is the run from the first point; from the second on 125.0001 is still above 1.25 x 100. */
	ck_assert_uint_eq(plateau_rejected(&refused, plateaus, 0, runs), 1);
	ck_assert_uint_eq(runs[0].last, 2);
}
END_TEST

/* 1.25 is meant of the lowest time before the point, not of the first: 100, 80 and then 101 is above 1.25
 * x 80. */
START_TEST(plateau_looks_back_to_the_lowest)
{
	static const double sizes[] = {100, 130, 160, 200, 240}, times[] = {100, 80, 90, 100, 101};
	struct curve curve = CURVE(sizes, times);
	struct plateau plateaus[5];
	ck_assert_uint_eq(plateau_find(&curve, plateaus), 1);
	ck_assert_uint_eq(plateaus[0].last, 3);
	ck_assert_double_eq(plateaus[0].floor_ns, 80);
	ck_assert(plateaus[0].steady); /* 80 is 1/1.25 of 100, not below it */
}
END_TEST

START_TEST(plateau_below_a_fifth_less_is_unsteady)
{
	static const double sizes[] = {100, 130, 160, 200}, times[] = {100, 79.9, 80, 81};
	struct curve curve = CURVE(sizes, times);
	struct plateau plateaus[4];
	ck_assert_uint_eq(plateau_find(&curve, plateaus), 1);
	ck_assert(!plateaus[0].steady);
}
END_TEST

static const struct {
	double sizes[5];
	size_t count;
	bool plateau, possible;
} grids[] = {
    {{100, 125, 150, 200}, 4, true, true},       {{100, 125, 150, 199}, 4, false, false}, /* not a doubling */
    {{100, 150, 200}, 3, false, false},                                                   /* three points */
    {{100, 150, 225, 337.5}, 4, true, true},     /* 1.5 apart: not more than 1.5 */
    {{100, 150.1, 225, 337.5}, 4, false, false}, /* more than 1.5 */
    {{100, 160, 200, 250, 330}, 5, true, true},  /* the gap parts off one point; four remain, over 2.06 */
};

START_TEST(plateau_needs_points_span_and_no_gap)
{
	static const double flat[] = {1, 1, 1, 1, 1};
	struct curve curve = {grids[_i].count, grids[_i].sizes, flat, 0};
	struct plateau plateaus[5];
	ck_assert_int_eq(plateau_find(&curve, plateaus) > 0, grids[_i].plateau);
	ck_assert_int_eq(plateau_possible(&curve), grids[_i].possible);
}
END_TEST

/* Two staircases on the sizes 1, 1.4, 1.9, 2.6, 3.5, 4.8, 6.6, 9 (each less than 1.5 apart). */
static const double stairs_sizes[] = {1, 1.4, 1.9, 2.6, 3.5, 4.8, 6.6, 9};
static const double stairs_times[] = {1, 1, 1, 1, 4, 4, 4, 4};

START_TEST(level_steps_at_135_per_cent)
{
	static const struct plateau two[] = {{0, 3, 100, true, 0}, {4, 7, 135, true, 0}};
	static const struct plateau joined[] = {
	    {0, 3, 100, true, 0}, {4, 7, 134.9, true, 0}, {8, 11, 200, true, 0}};
	struct level levels[3];
	ck_assert_uint_eq(level_group(two, 2, levels), 2);
	ck_assert_uint_eq(level_group(joined, 3, levels), 2); /* 200 is 1.48 times 134.9 */
	ck_assert_uint_eq(levels[0].last, 1);
	ck_assert_double_eq(levels[0].floor_ns, 100);
	ck_assert_uint_eq(levels[1].first, 2);
	ck_assert_uint_eq(level_group(two, 0, levels), 0);
}
END_TEST

/* Floors 1 and 4: the mean is 2, half of the way in log time, so the knee is the geometric mean of 2.6
 * and 3.5: sqrt(9.1) = 3.016620626. */
START_TEST(knee_lies_at_the_geometric_mean)
{
	struct curve curve = CURVE(stairs_sizes, stairs_times);
	struct plateau plateaus[8];
	struct level levels[8];
	double knees[8];
	ck_assert_uint_eq(knee_list(&curve, plateaus, levels, knees), 1);
	ck_assert_double_eq_tol(knees[0], 3.016620626, 1e-9);
	ck_assert_uint_eq(knee_crossings(&curve, &plateaus[0], &plateaus[1]), 1);
	ck_assert(!knee_hides(&curve, &plateaus[0], &plateaus[1]));
	/* One octave of time over log2(3.5 / 2.6) octaves of size is too near for K6 (1.346 < 1.4); the
	 * steepest of the others is from 1.9 to 3.5, and from 2.6 to 4.8: 2 / log2(4.8 / 2.6) = 2.2612, 2 /
	 * log2(3.5 / 1.9) = 2.26923. */
	struct contrast contrast = knee_contrast(&curve, &plateaus[0], &plateaus[1]);
	ck_assert_double_eq_tol(contrast.steepest, 2.26923, 5e-6);
	ck_assert_double_eq(contrast.plateau, 0.02);
	ck_assert(contrast.edge);
}
END_TEST

/* A point of 3 between the plateaus (floors 1 and 4, mean 2) at a third of the way: from 2.6 (1) to 3.5 (3),
 * log 2 / log 3 = 0.63093 of the way in log size: 2.6 x (3.5 / 2.6)^0.63093 = 3.13634. */
START_TEST(knee_interpolates_in_logarithms)
{
	static const double times[] = {1, 1, 1, 1, 3, 4, 4, 4},
	                    sizes[] = {1, 1.4, 1.9, 2.6, 3.5, 4.8, 6.6, 9.7};
	struct curve curve = CURVE(sizes, times);
	struct plateau below = {0, 3, 1, true, 0}, above = {5, 7, 4, true, 0};
	double knee = 0;
	ck_assert(knee_place(&curve, &below, &above, &knee));
	ck_assert_double_eq_tol(knee, 2.6 * pow(3.5 / 2.6, log(2) / log(3)), 1e-12);
	ck_assert_double_eq_tol(knee, 3.13634, 5e-6);
}
END_TEST

/* K5: a plateau that ends at 125 with floor 100, and one with floor 150: the mean is 122.5. */
START_TEST(knee_needs_the_lower_level_below_the_mean)
{
	static const double sizes[] = {1, 1.4, 1.9, 2.6, 3.5, 4.8, 6.6, 9},
	                    times[] = {100, 105, 110, 125, 150, 150, 150, 150};
	struct curve curve = CURVE(sizes, times);
	struct plateau plateaus[8];
	ck_assert_uint_eq(plateau_find(&curve, plateaus), 2);
	double knee = 77;
	ck_assert(!knee_place(&curve, &plateaus[0], &plateaus[1], &knee));
	ck_assert_double_eq(knee, 77);
}
END_TEST

/* K4: up, down, up between floors 1 and 4. */
START_TEST(knee_crossings_are_counted)
{
	static const double sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, times[] = {1, 1, 1, 3, 1.5, 3, 4, 4, 4};
	struct curve curve = CURVE(sizes, times);
	struct plateau below = {0, 2, 1, true, 0}, above = {6, 8, 4, true, 0};
	ck_assert_uint_eq(knee_crossings(&curve, &below, &above), 3);
}
END_TEST

/* K6: a climb of 1.2 an octave everywhere: 0.263 doublings an octave in the plateaus as in the gap. */
START_TEST(contrast_refuses_a_smooth_climb)
{
	double sizes[24], times[24];
	for (int i = 0; i < 24; i++) {
		sizes[i] = pow(2, i / 4.0);
		times[i] = pow(1.2, i / 4.0);
	}
	struct curve curve = CURVE(sizes, times);
	struct plateau plateaus[24];
	size_t count = plateau_find(&curve, plateaus);
	ck_assert_uint_ge(count, 2);
	struct contrast contrast = knee_contrast(&curve, &plateaus[0], &plateaus[1]);
	ck_assert_double_eq_tol(contrast.steepest, log2(1.2), 1e-9);
	ck_assert_double_eq_tol(contrast.plateau, log2(1.2), 1e-9);
	ck_assert(!contrast.edge);
}
END_TEST

/* K8: of the pairs at least 2 apart the steepest is from 1.4 to 3.5: 2 / log2(2.5) = 1.51294. */
START_TEST(octave_contrast_takes_pairs_two_apart)
{
	struct curve curve = CURVE(stairs_sizes, stairs_times);
	struct plateau below = {0, 3, 1, true, 0}, above = {4, 7, 4, true, 0};
	struct contrast contrast = knee_octave_contrast(&curve, &below, &above);
	ck_assert_double_eq_tol(contrast.steepest, 1.51294, 5e-6);
	ck_assert_double_eq(contrast.plateau, 0.02);
	ck_assert(contrast.edge);
}
END_TEST

/* K8: a plateau's slope is that of least squares over all its points. At 0, 1, 2, 3 octaves the lower one's
 * log2 times are 0, 0.2, 0.1, 0.3: (-1.5 x 0 - 0.5 x 0.2 + 0.5 x 0.1 + 1.5 x 0.3) / 5 = 0.08, where end to
 * end is 0.1. A step of one doubling in an octave is 12.5 times that; one of 0.15 doublings gives 0.175 an
 * octave from two octaves below, 2.19 times: no edge. */
START_TEST(octave_contrast_fits_the_plateaus)
{
	static const double sizes[] = {1, 2, 4, 8, 16, 32, 64, 128};
	double step[] = {1, 0.15};
	for (int i = 0; i < 2; i++) {
		double top = 0.3 + step[i];
		double times[] = {1,           pow(2, 0.2), pow(2, 0.1), pow(2, 0.3),
		                  pow(2, top), pow(2, top), pow(2, top), pow(2, top)};
		struct curve curve = CURVE(sizes, times);
		struct plateau below = {0, 3, 1, true, 0}, above = {4, 7, times[4], true, 0};
		struct contrast contrast = knee_octave_contrast(&curve, &below, &above);
		ck_assert_double_eq_tol(contrast.plateau, 0.08, 1e-12);
		/* From the third point, two octaves below: (0.2 + step) / 2; from the fourth: step. */
		ck_assert_double_eq_tol(contrast.steepest, fmax(step[i], (0.2 + step[i]) / 2), 1e-12);
		ck_assert_int_eq(contrast.edge, i == 0);
	}
}
END_TEST

/* K7: 8 times is not more than 8 times. */
START_TEST(knee_hides_beyond_eight_times)
{
	static const double sizes[] = {1, 2, 16, 32}, wider[] = {1, 2, 16.1, 32}, times[] = {1, 1, 4, 4};
	struct curve near = CURVE(sizes, times), far = CURVE(wider, times);
	struct plateau below = {0, 1, 1, true, 0}, above = {2, 3, 4, true, 0};
	ck_assert(!knee_hides(&near, &below, &above));
	ck_assert(knee_hides(&far, &below, &above));
}
END_TEST

/* B1: the largest size at most 118 / 1.18 = 100: 100 itself, and where it is 101, the one before. */
START_TEST(lower_bound_is_a_quarter_octave_below)
{
	static const double at[] = {50, 80, 100, 118}, above[] = {50, 80, 101, 118}, times[] = {1, 1, 1, 1};
	struct curve exact = CURVE(at, times), over = CURVE(above, times);
	struct plateau plateau = {0, 3, 1, true, 0};
	ck_assert_double_eq(knee_lower_bound(&exact, &plateau, &plateau), 100);
	ck_assert_double_eq(knee_lower_bound(&over, &plateau, &plateau), 80);
}
END_TEST

/* B1 from version 3 on: the median is 100, the upper plateau begins at 150, a tenth of the way is 5. 105 is
 * not more; 106 is, though under 1.10. */
START_TEST(lower_bound_ends_where_the_climb_begins)
{
	static const double sizes[] = {40, 50, 60, 80, 100, 200};
	static const double still[] = {100, 100, 105, 100, 120, 150};
	static const double climbs[] = {100, 100, 106, 100, 120, 150};
	struct curve level = CURVE(sizes, still), climbing = CURVE(sizes, climbs);
	struct plateau below = {0, 4, 100, true, 100}, above = {5, 5, 150, true, 150};
	ck_assert_double_eq(knee_lower_bound(&level, &below, &above), 80);
	ck_assert_double_eq(knee_lower_bound(&climbing, &below, &above), 50);
}
END_TEST

/* D1 from version 3 on: 4 to 3 is a fall by 1.33. On a quiet curve of 4 and 3.2, 1.25, it is none: it is
 * steady when quiet; where the quiet curve falls too, the plateau stays as it was. */
START_TEST(the_quiet_curve_forgives_an_unsteady_plateau)
{
	static const double sizes[] = {1, 2, 4, 8}, calm[] = {4, 4, 3.2, 4}, wild[] = {4, 4, 3.1, 4};
	struct curve steady = CURVE(sizes, calm), unsteady = CURVE(sizes, wild);
	struct plateau plateaus[] = {{0, 3, 3, false, 4}, {0, 3, 3, true, 4}};
	plateau_forgive(&unsteady, plateaus, 2);
	ck_assert(plateaus[0].steady == UNSTEADY && plateaus[1].steady == STEADY);
	plateau_forgive(&steady, plateaus, 2);
	ck_assert(plateaus[0].steady == STEADY_WHEN_QUIET && plateaus[1].steady == STEADY);
}
END_TEST

/* K5 from version 3 on: the floors are 100 and 140, their mean is at most 120, and the last two points of the
 * lower plateau are above it. What is left, 1 to 8, still is four points over an octave, ends at 101, and its
 * median is 100. */
START_TEST(plateau_is_cut_back_to_the_mean)
{
	static const double sizes[] = {1, 2, 4, 8, 10, 12, 24, 48},
	                    times[] = {100, 100, 100, 101, 124, 125, 140, 140};
	struct curve curve = {8, sizes, times, 3};
	struct plateau below = {0, 5, 100, true, 100.5}, above = {6, 7, 140, true, 140};
	double scratch[8];
	ck_assert(!plateau_is_cut(&curve, &below)); /* 140 is above 1.25 times 100 */
	plateau_cut(&curve, &below, &above, scratch);
	ck_assert_uint_eq(below.last, 3);
	ck_assert(plateau_is_cut(&curve, &below));
	ck_assert_double_eq(below.median_ns, 100);
	/* Three points are no plateau: nothing is cut, and K5 refuses. */
	struct plateau few = {1, 5, 100, true, 101};
	plateau_cut(&curve, &few, &above, scratch);
	ck_assert_uint_eq(few.last, 5);
}
END_TEST

/* M2: representatives 10 (median of 9, 10, 11) and 100; the mean is 55. From 20 (at 400) to 90 (at 500) it is
 * crossed at 400 + 100 x 35 / 70 = 450. */
START_TEST(midpoint_is_linear)
{
	static const double sizes[] = {100, 200, 300, 400, 500, 600, 700, 800},
	                    times[] = {9, 10, 11, 20, 90, 100, 100, 100};
	struct curve curve = CURVE(sizes, times);
	struct plateau below = {0, 2, 9, true, 0}, above = {5, 7, 100, true, 0};
	double scratch[3];
	double size = 0;
	ck_assert(midpoint_place(&curve, &below, &above, scratch, &size));
	ck_assert_double_eq_tol(size, 450, 1e-9);
}
END_TEST

START_TEST(nearest_knee_within_a_factor)
{
	static const double knees[] = {10, 30, 100};
	ck_assert_int_eq(knee_nearest(knees, 3, 20, 2), 1); /* 1.5 away, 10 is 2 away */
	ck_assert_int_eq(knee_nearest(knees, 3, 201, 2), -1);
	ck_assert_int_eq(knee_nearest(knees, 3, 200, 2), 2);
	ck_assert_int_eq(knee_nearest(knees, 0, 20, 2), -1);
}
END_TEST

Suite *curve_suite(void)
{
	Suite *suite = suite_create("curve");
	TCase *cases = tcase_create("rules");
	cases_add(cases, plateau_takes_125_per_cent_and_no_more, plateau_looks_back_to_the_lowest,
	          plateau_below_a_fifth_less_is_unsteady);
	cases_add_rows(cases, plateau_needs_points_span_and_no_gap, grids);
	cases_add(cases, level_steps_at_135_per_cent, knee_lies_at_the_geometric_mean,
	          knee_interpolates_in_logarithms, knee_needs_the_lower_level_below_the_mean,
	          knee_crossings_are_counted, contrast_refuses_a_smooth_climb,
	          octave_contrast_takes_pairs_two_apart, octave_contrast_fits_the_plateaus,
	          knee_hides_beyond_eight_times, lower_bound_is_a_quarter_octave_below,
	          lower_bound_ends_where_the_climb_begins, the_quiet_curve_forgives_an_unsteady_plateau,
	          plateau_is_cut_back_to_the_mean, midpoint_is_linear, nearest_knee_within_a_factor);
	suite_add_tcase(suite, cases);
	return suite;
}
