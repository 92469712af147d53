/* Tests of probe/cycle: one closed cycle, uniform over all of them, however it was grown. */
#include "../probe/chase.h"
#include "../probe/cycle.h"
#include "cases.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 16, MOST_NODES = 5000 };

static char *buffer_new(uint64_t bytes)
{
	char *buffer = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
	ck_assert_ptr_nonnull(buffer);
	memset(buffer, 0xee, (size_t)bytes);
	return buffer;
}

/* Walks one lap and fails unless every node is met exactly once. */
static void check_single_cycle(const struct cycle *cycle)
{
	unsigned char *met = calloc((size_t)cycle->nodes, 1);
	void **at = cycle_node(cycle, 0);
	for (uint64_t step = 0; step < cycle->nodes; step++) {
		uint64_t i = cycle_index(cycle, at);
		ck_assert_uint_lt(i, cycle->nodes);
		ck_assert_ptr_eq(at, cycle_node(cycle, i));
		ck_assert_uint_eq(met[i], 0);
		met[i] = 1;
		at = *at;
	}
	ck_assert_ptr_eq(at, cycle_node(cycle, 0));
	free(met);
}

static const uint64_t walk_up_and_down[] = {1,    2,   3,  7,  64, 65, 1000, MOST_NODES,
                                            4999, 130, 64, 63, 2,  1,  500};

/* landings, page_nodes */
static const uint64_t kinds[][2] = {{1, 0}, {2, 0}, {1, 2}, {1, 7}, {1, 64}, {1, 256}};

START_TEST(every_node_is_met_once_at_every_size)
{
	char *buffer = buffer_new(MOST_NODES * PITCH);
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct cycle cycle;
		cycle_begin(&cycle, buffer, PITCH, kinds[_i][0], kinds[_i][1], seed);
		for (size_t s = 0; s < sizeof walk_up_and_down / sizeof walk_up_and_down[0]; s++) {
			cycle_resize(&cycle, walk_up_and_down[s]);
			ck_assert_uint_eq(cycle.nodes, walk_up_and_down[s]);
			check_single_cycle(&cycle);
		}
	}
	free(buffer);
}
END_TEST

START_TEST(shrinking_gives_back_the_smaller_cycle)
{
	enum { NODES = 777 };
	char *shrunk = buffer_new(MOST_NODES * PITCH), *grown = buffer_new(MOST_NODES * PITCH);
	struct cycle big, small;
	cycle_begin(&big, shrunk, PITCH, kinds[_i][0], kinds[_i][1], 42);
	cycle_begin(&small, grown, PITCH, kinds[_i][0], kinds[_i][1], 42);
	cycle_resize(&big, MOST_NODES);
	cycle_resize(&big, NODES);
	cycle_resize(&small, NODES);
	for (uint64_t i = 0; i < NODES; i++) {
		void **one = cycle_node(&big, i), **other = cycle_node(&small, i);
		ck_assert_uint_eq(cycle_index(&big, *one), cycle_index(&small, *other));
	}
	free(shrunk);
	free(grown);
}
END_TEST

/* The cycle over n nodes (n <= 5), from node 0 on, as a number. */
static unsigned cycle_name(const struct cycle *cycle)
{
	unsigned name = 0;
	void **at = cycle_node(cycle, 0);
	for (uint64_t step = 0; step < cycle->nodes; step++, at = *at)
		name = name * 10 + (unsigned)cycle_index(cycle, at);
	return name;
}

/* Exact: all (n - 1)! sequences of choices are tried, each by a seed that makes just these choices, and each
 * gives another cycle. There are (n - 1)! single cycles over n nodes, so choices and cycles pair off. */
START_TEST(choices_and_cycles_pair_off)
{
	static const unsigned factorial[] = {1, 1, 2, 6, 24};
	uint64_t nodes = (uint64_t)_i;
	unsigned sequences = factorial[nodes - 1], names[24] = {0}, found = 0;
	char *buffer = buffer_new(nodes * PITCH);
	for (uint64_t seed = 0; seed < 10000 && found < sequences; seed++) {
		unsigned sequence = 0;
		for (uint64_t i = 1; i < nodes; i++)
			sequence = sequence * (unsigned)i + (unsigned)cycle_choice(seed, i, i);
		ck_assert_uint_lt(sequence, sequences);
		struct cycle cycle;
		cycle_begin(&cycle, buffer, PITCH, 1, 0, seed);
		cycle_resize(&cycle, nodes);
		unsigned name = cycle_name(&cycle);
		if (names[sequence] == 0)
			found++;
		else
			ck_assert_uint_eq(names[sequence], name);
		names[sequence] = name;
	}
	ck_assert_uint_eq(found, sequences);
	for (unsigned a = 0; a < sequences; a++)
		for (unsigned b = 0; b < a; b++)
			ck_assert_uint_ne(names[a], names[b]);
	free(buffer);
}
END_TEST

/* The choices themselves: over 60,000 seeds each of the 6 cycles of 4 nodes comes up 10,000 times, give or
 * take 3 per cent (more than three standard deviations of a fair draw; the seeds are fixed, so that this
 * never varies). */
START_TEST(all_cycles_are_equally_likely)
{
	unsigned names[6] = {0}, counts[6] = {0};
	char *buffer = buffer_new(4 * PITCH);
	for (uint64_t seed = 0; seed < 60000; seed++) {
		struct cycle cycle;
		cycle_begin(&cycle, buffer, PITCH, 1, 0, cycle_seed(7, seed));
		cycle_resize(&cycle, 4);
		unsigned name = cycle_name(&cycle), k = 0;
		while (k < 6 && names[k] != 0 && names[k] != name)
			k++;
		ck_assert_uint_lt(k, 6);
		names[k] = name;
		counts[k]++;
	}
	for (unsigned k = 0; k < 6; k++) {
		ck_assert_uint_gt(counts[k], 9700);
		ck_assert_uint_lt(counts[k], 10300);
	}
	free(buffer);
}
END_TEST

START_TEST(choice_stays_below_count)
{
	static const uint64_t counts[] = {1, 2, 3, 1000003, UINT64_C(1) << 33, UINT64_C(1) << 40};
	for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
		bool low = false, high = false;
		for (uint64_t i = 0; i < 2000; i++) {
			uint64_t choice = cycle_choice(5, i, counts[c]);
			ck_assert_uint_lt(choice, counts[c]);
			low = low || choice < (counts[c] + 1) / 2;
			high = high || choice >= counts[c] / 2;
		}
		ck_assert(low && high);
	}
}
END_TEST

START_TEST(page_order_ends_each_page_before_the_next)
{
	enum { PAGE = 8, NODES = 8 * 100 + 3 };
	char *buffer = buffer_new(NODES * PITCH);
	struct cycle cycle;
	cycle_begin(&cycle, buffer, PITCH, 1, PAGE, 9);
	cycle_resize(&cycle, NODES);
	/* Over one lap, the page changes once for each page there is, the broken last one too. */
	unsigned changes = 0, jumps = 0;
	void **at = cycle_node(&cycle, 0);
	for (uint64_t step = 0; step < NODES; step++, at = *at) {
		uint64_t here = cycle_index(&cycle, at), next = cycle_index(&cycle, *at);
		changes += here / PAGE != next / PAGE;
		jumps += next != here + 1;
	}
	ck_assert_uint_eq(changes, 101);
	ck_assert_uint_gt(jumps, NODES / 2);
	free(buffer);
}
END_TEST

/* All 6 orders of 3 lines in a page and all 6 cycles of 4 pages come up. */
START_TEST(page_order_is_random_in_and_over_pages)
{
	unsigned paths[6] = {0}, rounds[6] = {0};
	char *buffer = buffer_new(12 * PITCH);
	for (uint64_t seed = 0; seed < 600; seed++) {
		struct cycle cycle;
		unsigned path = 0, round = 0, k;
		cycle_begin(&cycle, buffer, PITCH, 1, 3, seed);
		cycle_resize(&cycle, 12);
		void **at = cycle_node(&cycle, 0);
		while (cycle_index(&cycle, at) / 3 == 0)
			at = *at;
		/* Now at the entry of the page behind page 0; once around, page by page. */
		for (int step = 0; step < 12; step++, at = *at) {
			uint64_t i = cycle_index(&cycle, at);
			if (step % 3 == 0)
				round = round * 10 + (unsigned)(i / 3);
			if (i / 3 == 0)
				path = path * 10 + (unsigned)i + 1;
		}
		for (k = 0; k < 6 && paths[k] != 0 && paths[k] != path; k++)
			continue;
		ck_assert_uint_lt(k, 6);
		paths[k] = path;
		for (k = 0; k < 6 && rounds[k] != 0 && rounds[k] != round; k++)
			continue;
		ck_assert_uint_lt(k, 6);
		rounds[k] = round;
	}
	for (int k = 0; k < 6; k++) {
		ck_assert_uint_ne(paths[k], 0);
		ck_assert_uint_ne(rounds[k], 0);
	}
	free(buffer);
}
END_TEST

/* Landings: every word of the slot is used, about equally often. */
START_TEST(landings_cover_the_whole_slot)
{
	enum { SLOT = 512, WORDS = SLOT / 8, NODES = 64000 };
	unsigned counts[WORDS] = {0};
	char *buffer = malloc(SLOT * NODES); /* only addresses are worked out; nothing in it is read */
	struct cycle cycle;
	ck_assert_ptr_nonnull(buffer);
	cycle_begin(&cycle, buffer, SLOT, WORDS, 0, 3);
	for (uint64_t i = 0; i < NODES; i++) {
		uint64_t at = (uint64_t)((char *)cycle_node(&cycle, i) - buffer);
		ck_assert_uint_eq(at / SLOT, i);
		ck_assert_uint_eq(at % 8, 0);
		counts[at % SLOT / 8]++;
	}
	for (int word = 0; word < WORDS; word++) {
		ck_assert_uint_gt(counts[word], 800);
		ck_assert_uint_lt(counts[word], 1200);
	}
	free(buffer);
}
END_TEST

static int by_value(const void *a, const void *b)
{
	uint64_t x, y;
	memcpy(&x, a, sizeof x);
	memcpy(&y, b, sizeof y);
	return x < y ? -1 : x > y;
}

/* What hardware could predict or follow: a value that comes again, 0, an address near any that is mapped.
 * User addresses have at most 47 bits on x86_64 and macOS and 48 on Linux, and a tag in the top byte is no
 * part. */
START_TEST(words_are_all_different_and_no_addresses)
{
	enum { WORDS = 1 << 16 };
	static uint64_t words[WORDS], others[WORDS];
	cycle_write_words((char *)words, sizeof words, 1);
	cycle_write_words((char *)others, sizeof others, 2);
	for (size_t i = 0; i < WORDS; i++) {
		ck_assert_uint_ne(words[i], others[i]);
		ck_assert_uint_ne(words[i] >> 48 & 0xff, 0);
		ck_assert_uint_ne(words[i] >> 48 & 0xff, 0xff);
		ck_assert_uint_ne(words[i] >> 32, (uint64_t)(uintptr_t)words >> 32);
	}
	qsort(words, WORDS, sizeof words[0], by_value);
	for (size_t i = 1; i < WORDS; i++)
		ck_assert_uint_ne(words[i - 1], words[i]);
}
END_TEST

/* As in the grid: a second word is a landing's where the slot after has its landing just there. At the
 * longest distance, half a slot, half of all pairs reach into the next slot, and one in 64 of these meets it:
 * 1 of 128. */
START_TEST(second_words_are_rarely_landings)
{
	enum { SLOT = 512, NODES = 20001 };
	static const uint64_t distances[] = {8, 64, 256};
	char *buffer = malloc(SLOT * NODES + 256);
	struct cycle cycle;
	ck_assert_ptr_nonnull(buffer);
	cycle_write_words(buffer, SLOT * NODES + 256, 5);
	cycle_begin(&cycle, buffer, SLOT, SLOT / 8, 0, 3);
	cycle_resize(&cycle, NODES);
	for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
		unsigned landings = 0;
		for (uint64_t i = 0; i < NODES; i++) {
			uint64_t word;
			memcpy(&word, (char *)cycle_node(&cycle, i) + distances[d], sizeof word);
			landings += word >= (uintptr_t)buffer && word < (uintptr_t)buffer + SLOT * NODES;
		}
		ck_assert_uint_lt(landings, NODES / 100);
	}
	free(buffer);
}
END_TEST

START_TEST(offsets_lead_where_the_pointers_do)
{
	enum { NODES = 1001 };
	char *buffer = calloc(NODES, 64);
	struct cycle cycle;
	struct chase pointers = {.at = NULL}, offsets = {.at = NULL};
	ck_assert_ptr_nonnull(buffer);
	cycle_begin(&cycle, buffer, 64, 1, 0, 3);
	cycle_resize(&cycle, NODES);
	pointers.at = offsets.at = cycle_node(&cycle, 7);
	chase_walk(&pointers, 3 * CHASE_UNROLL);
	cycle_make_offsets(&cycle);
	offsets.offsets_from = buffer;
	chase_walk(&offsets, 3 * CHASE_UNROLL);
	ck_assert_ptr_eq(pointers.at, offsets.at);
	cycle_make_pointers(&cycle);
	chase_walk(&pointers, CHASE_UNROLL);
	ck_assert(cycle_index(&cycle, pointers.at) < NODES);
	ck_assert_ptr_ne(pointers.at, offsets.at);
	free(buffer);
}
END_TEST

Suite *cycle_suite(void)
{
	Suite *suite = suite_create("cycle");
	TCase *cases = tcase_create("walk");
	int kind_count = (int)(sizeof kinds / sizeof kinds[0]);
	tcase_set_timeout(cases, 60);
	tcase_add_loop_test(cases, every_node_is_met_once_at_every_size, 0, kind_count);
	tcase_add_loop_test(cases, shrinking_gives_back_the_smaller_cycle, 0, kind_count);
	tcase_add_loop_test(cases, choices_and_cycles_pair_off, 2, 6);
	cases_add(cases, all_cycles_are_equally_likely, choice_stays_below_count,
	          page_order_ends_each_page_before_the_next, page_order_is_random_in_and_over_pages,
	          landings_cover_the_whole_slot, words_are_all_different_and_no_addresses,
	          second_words_are_rarely_landings, offsets_lead_where_the_pointers_do);
	suite_add_tcase(suite, cases);
	return suite;
}
