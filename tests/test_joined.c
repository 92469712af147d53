/* Tests of reduce/join/joined (J1): which claims are one level, and which claim it rests on. Sizes are small
 * whole numbers, so that every overlap can be seen. */
#include "../reduce/join/joined.h"
#include "cases.h"

#include <check.h>
#include <math.h>

#define NONE ((size_t)-1)

static struct joined_claim claim(size_t pass, enum status status, double low, double high, double time_ns)
{
	return (struct joined_claim){.pass = pass,
	                             .status = status,
	                             .low_bytes = low,
	                             .high_bytes = high,
	                             .time_ns = time_ns,
	                             .cycles = 4 * time_ns};
}

/* Three passes that see two levels each; the second pass is the narrowest at the first level, the third at
 * the second. */
START_TEST(levels_join_where_claims_overlap)
{
	struct joined_claim claims[] = {
	    claim(0, STATUS_ACCEPTED, 27, 38, 1.2), claim(0, STATUS_ACCEPTED, 400, 1400, 4.2),
	    claim(1, STATUS_ACCEPTED, 30, 33, 1.1), claim(1, STATUS_NOTED, 900, 1000, 3.0),
	    claim(2, STATUS_ACCEPTED, 28, 36, 1.3), claim(2, STATUS_ACCEPTED, 700, 1300, 4.0)};
	struct joined_level levels[6];
	ck_assert_uint_eq(joined_levels(claims, 6, levels), 2);
	ck_assert_uint_eq(levels[0].accepted, 3);
	ck_assert_uint_eq(levels[0].narrowest, 2);
	ck_assert_uint_eq(levels[0].apart, NONE);
	ck_assert_double_eq(levels[0].time_ns, 1.1);
	ck_assert_double_eq(levels[0].cycles, 4.4);
	ck_assert_uint_eq(levels[1].accepted, 2);
	ck_assert_uint_eq(levels[1].noted, 1);
	ck_assert_uint_eq(levels[1].narrowest, 5);   /* the narrower noted claim does not count */
	ck_assert_double_eq(levels[1].time_ns, 4.0); /* nor does its time */
	for (size_t i = 0; i < 6; i++)
		ck_assert_uint_eq(claims[i].level, i % 2);
}
END_TEST

/* 10 to 12 and 15 to 18 do not overlap; 11 to 16 lies over both, so that they are one level whose passes
 * disagree. */
START_TEST(passes_that_disagree_are_told)
{
	struct joined_claim claims[] = {claim(0, STATUS_ACCEPTED, 10, 12, 2),
	                                claim(1, STATUS_ACCEPTED, 15, 18, 2),
	                                claim(2, STATUS_ACCEPTED, 11, 16, 2)};
	struct joined_level levels[3];
	ck_assert_uint_eq(joined_levels(claims, 3, levels), 1);
	ck_assert_uint_eq(levels[0].narrowest, 0); /* 1.2, 1.2 and 1.45 wide: of equals the smaller size */
	ck_assert_uint_eq(levels[0].apart, 1);
}
END_TEST

/* One pass sees two levels within what another's bracket spans: they stay two. */
START_TEST(two_levels_of_one_pass_stay_two)
{
	struct joined_claim claims[] = {claim(0, STATUS_ACCEPTED, 10, 40, 2),
	                                claim(1, STATUS_ACCEPTED, 10, 12, 2),
	                                claim(1, STATUS_ACCEPTED, 30, 36, 4)};
	struct joined_level levels[3];
	ck_assert_uint_eq(joined_levels(claims, 3, levels), 2);
	ck_assert_uint_eq(levels[0].accepted, 2);
	ck_assert_uint_eq(levels[1].accepted, 1);
	ck_assert_uint_eq(levels[1].apart, NONE);
}
END_TEST

/* A refused claim belongs to the level that it overlaps, and connects no two. */
START_TEST(refusals_are_counted_beside_the_level)
{
	struct joined_claim claims[] = {
	    claim(0, STATUS_ACCEPTED, 10, 12, 2), claim(1, STATUS_ACCEPTED, 30, 36, 4),
	    claim(2, STATUS_REFUSED, 11, 33, 3), claim(3, STATUS_REFUSED, 100, 120, 9)};
	struct joined_level levels[4];
	claims[2].rules = (rule_set)1 << 3;
	ck_assert_uint_eq(joined_levels(claims, 4, levels), 3);
	ck_assert_uint_eq(levels[0].refused, 1);
	ck_assert_uint_eq(levels[0].refusing, (rule_set)1 << 3);
	ck_assert_uint_eq(levels[1].refused, 0);
	ck_assert_uint_eq(levels[2].refused, 1);
	ck_assert_uint_eq(levels[2].narrowest, 3);
	ck_assert_double_nan(levels[2].time_ns);
}
END_TEST

/* The order in which the captures are named changes nothing. */
START_TEST(the_order_of_claims_does_not_matter)
{
	const struct joined_claim given[] = {
	    claim(0, STATUS_ACCEPTED, 10, 12, 2), claim(1, STATUS_ACCEPTED, 15, 18, 2),
	    claim(2, STATUS_ACCEPTED, 11, 16, 2), claim(2, STATUS_ACCEPTED, 50, 60, 5),
	    claim(0, STATUS_NOTED, 55, 58, 5)};
	struct joined_level forth[5], back[5];
	struct joined_claim claims[5], turned[5];
	for (size_t i = 0; i < 5; i++) {
		claims[i] = given[i];
		turned[4 - i] = given[i];
	}
	size_t count = joined_levels(claims, 5, forth);
	ck_assert_uint_eq(joined_levels(turned, 5, back), count);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(back[i].narrowest, 4 - forth[i].narrowest);
		ck_assert_uint_eq(back[i].accepted, forth[i].accepted);
		ck_assert_uint_eq(back[i].apart, forth[i].apart == NONE ? NONE : 4 - forth[i].apart);
	}
}
END_TEST

Suite *joined_suite(void)
{
	Suite *suite = suite_create("joined");
	TCase *joins = tcase_create("joins");
	cases_add(joins, levels_join_where_claims_overlap, passes_that_disagree_are_told,
	          two_levels_of_one_pass_stay_two, refusals_are_counted_beside_the_level,
	          the_order_of_claims_does_not_matter);
	suite_add_tcase(suite, joins);
	return suite;
}
