/* Tests of probe/chase: the loops follow the pointers that are there and hand back what they computed. */
#include "../probe/chase.h"
#include "../probe/cycle.h"
#include "cases.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(walk_ends_where_the_pointers_lead)
{
	enum { NODES = 1000, PITCH = 64 };
	char *buffer = aligned_alloc(64, NODES * PITCH);
	struct cycle cycle;
	cycle_begin(&cycle, buffer, PITCH, 1, 0, 11);
	cycle_resize(&cycle, NODES);
	struct chase chase = {.at = cycle_node(&cycle, 5)};
	void **expected = chase.at;
	for (int i = 0; i < 10 * CHASE_UNROLL; i++)
		expected = *expected;
	chase_walk(&chase, 10 * CHASE_UNROLL);
	ck_assert_ptr_eq(chase.at, expected);
	free(buffer);
}
END_TEST

/* A pair counts two loads, and words other than landings change nothing, whatever they hold. */
START_TEST(pairs_make_half_as_many_steps)
{
	enum { SITES = 500, PITCH = 512, FARTHEST = 256 };
	char *buffer = aligned_alloc(64, SITES * PITCH + FARTHEST);
	memset(buffer, 0xa5, SITES * PITCH + FARTHEST);
	struct cycle cycle;
	cycle_begin(&cycle, buffer, PITCH, PITCH / 8, 0, 12);
	cycle_resize(&cycle, SITES);
	for (uint64_t distance = 8; distance <= FARTHEST; distance += 8) {
		struct chase chase = {.at = cycle_node(&cycle, 7), .distance_bytes = distance};
		void **expected = chase.at;
		for (int i = 0; i < 3 * CHASE_UNROLL / 2; i++)
			expected = *expected;
		chase_walk(&chase, 3 * CHASE_UNROLL);
		ck_assert_ptr_eq(chase.at, expected);
	}
	free(buffer);
}
END_TEST

/* The chain is a += b, b += a in turn: each add needs the one before. */
START_TEST(adds_are_the_sums_that_they_claim)
{
	uint64_t a = 7, b = 7 | 1;
	for (int i = 0; i < 2 * CHASE_UNROLL / 2; i++) {
		a += b;
		b += a;
	}
	ck_assert_uint_eq(chase_adds(2 * CHASE_UNROLL, 7), a + b);
	ck_assert_uint_eq(chase_adds(0, 7), 14);
}
END_TEST

START_TEST(stream_reads_one_word_a_stride)
{
	uint64_t words[64];
	for (uint64_t i = 0; i < 64; i++)
		words[i] = i;
	/* Words 0, 8, 16 ... 56. */
	ck_assert_uint_eq(chase_stream((const char *)words, sizeof words, 64), 224);
	ck_assert_uint_eq(chase_stream((const char *)words, 65, 64), 0);
	ck_assert_uint_eq(chase_stream((const char *)words, 72, 64), 8);
}
END_TEST

START_TEST(loads_are_rounded_up_to_whole_loops)
{
	ck_assert_uint_eq(chase_whole(0), 0);
	ck_assert_uint_eq(chase_whole(1), CHASE_UNROLL);
	ck_assert_uint_eq(chase_whole(CHASE_UNROLL), CHASE_UNROLL);
	ck_assert_uint_eq(chase_whole(CHASE_UNROLL + 1), 2 * CHASE_UNROLL);
}
END_TEST

Suite *chase_suite(void)
{
	Suite *suite = suite_create("chase");
	TCase *cases = tcase_create("loops");
	cases_add(cases, walk_ends_where_the_pointers_lead, pairs_make_half_as_many_steps,
	          adds_are_the_sums_that_they_claim, stream_reads_one_word_a_stride,
	          loads_are_rounded_up_to_whole_loops);
	suite_add_tcase(suite, cases);
	return suite;
}
