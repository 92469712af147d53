/* Tests of reduce/judge/edge (E1, E2) on a curve whose miss shares are whole per cents: floor 1 ns up to 32
 * KiB, 5 ns at the upper plateau's first size, so that a share of one per cent is 0.04 ns. */
#include "../reduce/judge/edge.h"
#include "cases.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define KIB 1024.0
enum { SIZES = 18, ROUNDS = 5, BOUND = 6, TOP = 8, NEXT = 15 };

static const double sizes_kib[SIZES] = {16, 18, 20, 22, 24, 26, 28, 30, 32,
                                        34, 36, 38, 40, 42, 44, 46, 48, 52};
/* The miss share at each, per cent: none up to 32 KiB, then a sharp climb. */
static const double sharp[SIZES] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 25, 38, 50, 62, 81, 100, 100, 100};

struct made {
	double size_bytes[SIZES], time_ns[SIZES], round_ns[ROUNDS * SIZES];
	struct plateau below, above;
	struct edge_curve pass;
	struct edge_knee knee;
};

static void make(struct made *made, const double shares[SIZES])
{
	memset(made, 0, sizeof *made);
	for (size_t i = 0; i < SIZES; i++) {
		made->size_bytes[i] = sizes_kib[i] * KIB;
		made->time_ns[i] = 1 + 0.04 * shares[i];
		for (size_t r = 0; r < ROUNDS; r++)
			made->round_ns[r * SIZES + i] = made->time_ns[i];
	}
	made->below = (struct plateau){.first = 0, .last = TOP, .floor_ns = 1, .steady = true};
	made->above = (struct plateau){.first = NEXT, .last = SIZES - 1, .floor_ns = 5, .steady = true};
	made->pass = (struct edge_curve){{SIZES, made->size_bytes, made->time_ns, 0}, made->round_ns, ROUNDS};
	made->knee =
	    (struct edge_knee){&made->below, &made->above, 36 * KIB, sizes_kib[BOUND] * KIB, true, false};
}

static struct edge found(const struct made *made)
{
	double scratch[SIZES];
	return edge_find(&made->pass, &made->knee, scratch);
}

/* S is 32 KiB, the last size without misses; U is 34 KiB, whose 12 per cent are at least 10. */
START_TEST(a_sharp_first_edge_is_claimed)
{
	struct made made;
	make(&made, sharp);
	struct edge edge = found(&made);
	ck_assert_int_eq(edge.verdict, EDGE_CLAIMED);
	ck_assert_double_eq_tol(edge.low_bytes, 32 * KIB / 1.02, 0.01);
	ck_assert_double_eq_tol(edge.high_bytes, 34 * KIB, 0.01);
}
END_TEST

START_TEST(a_later_edge_asks_for_huge_pages_and_is_wider_by_8_per_cent)
{
	struct made made;
	make(&made, sharp);
	made.knee.first = false;
	ck_assert_int_eq(found(&made).verdict, EDGE_PAGES);
	made.knee.huge = true;
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
	ck_assert_double_eq_tol(found(&made).high_bytes, 34 * KIB * 1.08, 0.01);
}
END_TEST

START_TEST(few_sizes_or_rounds_are_not_judged)
{
	struct made made;
	make(&made, sharp);
	made.pass.rounds = 2;
	ck_assert_int_eq(found(&made).verdict, EDGE_FEW);
	make(&made, sharp);
	made.below.first = BOUND - 1; /* two sizes up to B1 */
	ck_assert_int_eq(found(&made).verdict, EDGE_FEW);
	made.below.first = BOUND - 2;
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
}
END_TEST

/* (a): seven points up to B1; one off leaves 6 of 7, 86 per cent. 0.03 D is 0.12 ns. */
START_TEST(a_floor_that_creeps_is_refused)
{
	struct made made;
	make(&made, sharp);
	made.time_ns[2] = 1.119;
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
	made.time_ns[2] = 1.121;
	ck_assert_int_eq(found(&made).verdict, EDGE_NOISY);
}
END_TEST

/* Misses in single rounds, set one after the other: with the first the edge is still claimed, with the second
 * it is not. */
static const struct {
	size_t rounds;
	struct {
		size_t round, size;
		double ns;
	} first, second;
	enum edge_verdict verdict;
} misses[] = {
    /* (b): a round that misses at one of 24, 26, 28 KiB is left out; four of five rounds may remain, three
     * may not. */
    {5, {0, 4, 1.2}, {1, 6, 1.2}, EDGE_RISES},
    /* Of three rounds all must remain. */
    {3, {0, 5, 1}, {0, 5, 1.2}, EDGE_RISES},
    /* (c): one round misses from 32 KiB on, so that its S is 30: 32 / 30 = 1.067 agrees; from 30 on it is
     * 28: 1.143 does not. */
    {5, {2, 8, 1.2}, {2, 7, 1.2}, EDGE_ROUNDS_DIFFER},
};

START_TEST(a_round_more_that_misses_is_refused)
{
	struct made made;
	make(&made, sharp);
	made.pass.rounds = misses[_i].rounds;
	made.round_ns[misses[_i].first.round * SIZES + misses[_i].first.size] = misses[_i].first.ns;
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
	made.round_ns[misses[_i].second.round * SIZES + misses[_i].second.size] = misses[_i].second.ns;
	ck_assert_int_eq(found(&made).verdict, misses[_i].verdict);
}
END_TEST

/* (d): no miss again at 40 KiB. */
START_TEST(a_climb_that_falls_back_is_refused)
{
	struct made made;
	double shares[SIZES];
	memcpy(shares, sharp, sizeof shares);
	shares[12] = 2;
	make(&made, shares);
	ck_assert_int_eq(found(&made).verdict, EDGE_NOT_MONOTONE);
}
END_TEST

/* (e): 10 per cent at 1.0625 S is too little, and 16 at 1.125 S; 33 at 1.1875 S is enough. */
START_TEST(a_soft_edge_is_refused)
{
	struct made made;
	double shares[SIZES];
	memcpy(shares, sharp, sizeof shares);
	shares[9] = 10, shares[10] = 16, shares[11] = 31;
	make(&made, shares);
	ck_assert_int_eq(found(&made).verdict, EDGE_SOFT);
	shares[11] = 33;
	make(&made, shares);
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
}
END_TEST

/* (f): half of the misses by 1.55 S = 49.6 KiB. The upper plateau begins at 52 KiB here. */
START_TEST(an_edge_without_its_half_is_refused)
{
	struct made made;
	const double shares[SIZES] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 25, 38, 40, 42, 44, 46, 48, 100};
	make(&made, shares);
	made.above = (struct plateau){.first = 17, .last = 17, .floor_ns = 5, .steady = true};
	ck_assert_int_eq(found(&made).verdict, EDGE_NO_HALF);
	made.round_ns[16] = 1 + 0.04 * 58.1; /* the mean of the five rounds becomes 50.02 per cent */
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
}
END_TEST

/* (g): U is 34 KiB, and 1.10 times that 37.4. */
START_TEST(an_edge_long_before_the_knee_is_refused)
{
	struct made made;
	make(&made, sharp);
	made.knee.knee_bytes = 37.3 * KIB;
	ck_assert_int_eq(found(&made).verdict, EDGE_CLAIMED);
	made.knee.knee_bytes = 37.5 * KIB;
	ck_assert_int_eq(found(&made).verdict, EDGE_EARLY);
	ck_assert(isnan(found(&made).low_bytes) && isnan(found(&made).high_bytes));
}
END_TEST

/* E2 for a knee with that bound. */
static struct edge factor(const struct made *made, double bound_kib, double knee_kib, double quiet_kib)
{
	struct edge_knee knee = made->knee;
	knee.bound_bytes = bound_kib * KIB;
	knee.knee_bytes = knee_kib * KIB;
	return edge_factor(&made->pass.curve, &knee, quiet_kib * KIB);
}

static void check_claim(struct edge edge, double low_kib, double high_kib)
{
	ck_assert_int_eq(edge.verdict, EDGE_CLAIMED);
	ck_assert_double_eq_tol(edge.low_bytes, low_kib * KIB, 0.01);
	ck_assert_double_eq_tol(edge.high_bytes, high_kib * KIB, 0.01);
}

/* E2: the upper plateau begins at 46 KiB. Of 36 KiB 0.70 is 25.2, below the bound of 28, and 1.35 is 48.6; of
 * 28 KiB they are 19.6 and 37.8. */
START_TEST(a_factor_is_claimed_within_its_bounds)
{
	struct made made;
	make(&made, sharp);
	check_claim(factor(&made, 28, 36, NAN), 28, 46);
	check_claim(factor(&made, 15, 28, NAN), 19.6, 37.8);
	/* The quiet curve has it at 30: 1.35 of 30 is 40.5, 0.70 of 28 is 19.6. */
	check_claim(factor(&made, 15, 28, 30), 19.6, 40.5);
	check_claim(factor(&made, 15, 30, 28), 19.6, 40.5);
	/* Beyond the first knee pages can fall unevenly, and the upper plateau begin early; huge ones do not.
	 */
	made.knee.first = false;
	check_claim(factor(&made, 28, 36, NAN), 28, 48.6);
	made.knee.huge = true;
	check_claim(factor(&made, 28, 36, NAN), 28, 46);
}
END_TEST

/* 46 KiB is 3.5 times 13.14 KiB. */
START_TEST(a_long_climb_or_a_wide_grid_claims_no_factor)
{
	struct made made;
	make(&made, sharp);
	ck_assert_int_eq(factor(&made, 13.1, 36, NAN).verdict, EDGE_LONG);
	ck_assert_int_eq(factor(&made, 13.2, 36, NAN).verdict, EDGE_CLAIMED);
	const double sizes[5] = {16 * KIB, 32 * KIB, 38 * KIB, 46 * KIB, 64 * KIB},
	             times[5] = {1, 1, 3, 5, 5};
	const struct curve curve = {5, sizes, times, 0};
	const struct plateau above = {.first = 3, .last = 4, .floor_ns = 5, .steady = true};
	made.pass.curve = curve;
	made.above = above;
	ck_assert_int_eq(factor(&made, 16, 36, NAN).verdict, EDGE_CLAIMED); /* 38 / 32 = 1.19 */
	ck_assert_int_eq(factor(&made, 16, 42, NAN).verdict, EDGE_GRID);    /* 46 / 38 = 1.21 */
}
END_TEST

Suite *edge_suite(void)
{
	Suite *suite = suite_create("edge");
	TCase *edges = tcase_create("edges");
	cases_add(edges, a_sharp_first_edge_is_claimed,
	          a_later_edge_asks_for_huge_pages_and_is_wider_by_8_per_cent,
	          few_sizes_or_rounds_are_not_judged, a_floor_that_creeps_is_refused,
	          a_climb_that_falls_back_is_refused, a_soft_edge_is_refused,
	          an_edge_without_its_half_is_refused, an_edge_long_before_the_knee_is_refused,
	          a_factor_is_claimed_within_its_bounds, a_long_climb_or_a_wide_grid_claims_no_factor);
	cases_add_rows(edges, a_round_more_that_misses_is_refused, misses);
	suite_add_tcase(suite, edges);
	return suite;
}
