/* Tests of probe/plan and probe/settings: what a command line makes of a machine. */
#include "../probe/plan.h"
#include "../probe/chase.h"
#include "cases.h"

#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (KIB * 1024)
#define GIB (MIB * 1024)

/* A machine of 24 GiB, lines of 64 bytes, with a largest cache of 32 MiB. */
static struct system_description machine(void)
{
	struct system_description description = {.cpus = 80,
	                                         .memory_bytes = 24 * GIB,
	                                         .page_bytes = 4096,
	                                         .line_bytes = 64,
	                                         .cache_count = 2,
	                                         .beside = 79};
	description.caches[0] = (struct system_cache){.level = 1, .type = "data", .bytes = 48 * KIB};
	description.caches[1] = (struct system_cache){.level = 3, .type = "unified", .bytes = 32 * MIB};
	return description;
}

/* Parses a line of options parted by spaces and plans it. Returns 0 or -1 as these do. */
static int plan_line(struct plan *plan, const struct system_description *description, const char *line,
                     struct fault *fault)
{
	static char words[1024];
	char *argv[40] = {"probe"};
	int argc = 1;
	static struct settings settings; /* borrowed by the plan */
	snprintf(words, sizeof words, "%s", line);
	for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
		argv[argc++] = word;
	settings_default(&settings);
	if (settings_parse(&settings, argc, argv, fault) != 0)
		return -1;
	return plan_make(plan, &settings, description, fault);
}

static struct plan *planned(const struct system_description *description, const char *line)
{
	struct plan *plan = malloc(sizeof *plan);
	struct fault fault;
	memset(&fault, 0, sizeof fault);
	ck_assert_msg(plan_line(plan, description, line, &fault) == 0, "%s: %s %s", line, fault.object,
	              fault.what);
	return plan;
}

/* 2^(1/4) = 1.189207, 2^(1/2) = 1.414214, 2^(3/4) = 1.681793; times 8192, rounded down to lines of 64. */
START_TEST(four_sizes_an_octave)
{
	static const uint64_t expected[] = {8192, 9728, 11584, 13760, 16384, 19456, 23168, 27520, 32768};
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--min 8K --max 32K");
	ck_assert_uint_eq(plan->size_count, 9);
	for (size_t i = 0; i < 9; i++)
		ck_assert_uint_eq(plan->sizes[i], expected[i]);
	free(plan);
}
END_TEST

START_TEST(both_ends_are_measured_whatever_the_grid)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--min 1000 --max 5000 --per-octave 1 --stride 8");
	/* 1000, 2000, 4000, and the end. */
	ck_assert_uint_eq(plan->size_count, 4);
	ck_assert_uint_eq(plan->sizes[0], 1000);
	ck_assert_uint_eq(plan->sizes[2], 4000);
	ck_assert_uint_eq(plan->sizes[3], 5000);
	free(plan);
}
END_TEST

/* The second article's plan: 16K to 1G at four an octave, 16 octaves and the end: 65; 64K to 32M at eight: 9
 * octaves and the end: 73, of which every second one stands in the first range: 36 more. */
START_TEST(refined_ranges_join_without_doubles)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--preset tiers");
	ck_assert_uint_eq(plan->size_count, 65 + 36);
	ck_assert_uint_eq(plan->sizes[0], 16 * KIB);
	ck_assert_uint_eq(plan->sizes[plan->size_count - 1], GIB);
	for (size_t i = 1; i < plan->size_count; i++)
		ck_assert_uint_lt(plan->sizes[i - 1], plan->sizes[i]);
	free(plan);
}
END_TEST

/* The largest ratio of neighbouring sizes that both lie from low to high. */
static double widest(const struct plan *plan, uint64_t low, uint64_t high)
{
	double widest = 1;
	for (size_t i = 1; i < plan->size_count; i++) {
		double ratio = (double)plan->sizes[i] / (double)plan->sizes[i - 1];
		if (plan->sizes[i - 1] >= low && plan->sizes[i] <= high && ratio > widest)
			widest = ratio;
	}
	return widest;
}

/* Lines of 64 bytes round 8 KiB by 0.8 per cent and 33.6 KiB by 0.2: 2^(1/8) is 1.0905, 2^(1/16) 1.0443,
 * 2^(1/4) 1.1892. Sixteen an octave are from 33.6 to 60 KiB and from 22.4 to 40 MiB, eight up to 128 MiB. */
START_TEST(dense_sizes_stand_near_the_caches)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--quick --dense");
	ck_assert_double_le(widest(plan, 8 * KIB, 128 * MIB), 1.100);
	ck_assert_double_le(widest(plan, 34 * KIB, 60 * KIB), 1.047);
	ck_assert_double_le(widest(plan, 23 * MIB, 40 * MIB), 1.045);
	ck_assert_double_gt(widest(plan, 64 * KIB, 16 * MIB), 1.080);
	ck_assert_double_gt(widest(plan, 128 * MIB, 256 * MIB), 1.185);
	ck_assert_uint_eq(plan->sizes[0], 8 * KIB);
	ck_assert_uint_eq(plan->sizes[plan->size_count - 1], 256 * MIB);
	free(plan);
	description.cache_count = 0;
	plan = planned(&description, "--dense --max 32M");
	ck_assert_double_le(widest(plan, 8 * KIB, 16 * MIB), 1.100);
	ck_assert_double_gt(widest(plan, 16 * MIB, 32 * MIB), 1.185);
	free(plan);
}
END_TEST

static const struct {
	uint64_t cache, memory, maximum;
} defaults[] = {
    {32 * MIB, 24 * GIB, 256 * MIB}, {1 * MIB, 24 * GIB, 256 * MIB}, {0, 24 * GIB, 256 * MIB},
    {64 * MIB, 24 * GIB, 512 * MIB}, {480 * MIB, 24 * GIB, GIB},     {480 * MIB, 1 * GIB, 512 * MIB},
};

START_TEST(default_range_goes_eight_times_beyond_the_caches)
{
	struct system_description description = machine();
	description.caches[0].bytes = description.caches[1].bytes = defaults[_i].cache;
	description.memory_bytes = defaults[_i].memory;
	struct plan *plan = planned(&description, "--no-adjacency");
	ck_assert_uint_eq(plan->sizes[0], 8 * KIB);
	ck_assert_uint_eq(plan->sizes[plan->size_count - 1], defaults[_i].maximum);
	ck_assert_uint_eq(plan->settings->rounds, 5);
	ck_assert_uint_eq(plan->settings->trials, 3);
	ck_assert_uint_eq(plan->target_ns, 50000000);
	free(plan);
}
END_TEST

/* At 2 ns a load 50 ms are 25 million loads; at 0.5 ns 100 million, of which 50 are allowed; at 200 ns
 * 250,000, and 500,000 are asked for at least; four laps of 4 million nodes are 16 million. */
START_TEST(blocks_keep_the_published_limits)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "");
	ck_assert_uint_eq(plan_block_loads(plan, 2000, 1000), 25000000);
	ck_assert_uint_eq(plan_block_loads(plan, 500, 1000), 50000000);
	ck_assert_uint_eq(plan_block_loads(plan, 200000, 1000), chase_whole(500000));
	ck_assert_uint_eq(plan_block_loads(plan, 200000, 4000000), 16000000);
	ck_assert_uint_eq(plan_block_loads(plan, 200000, 20000000), 50000000);
	free(plan);
	plan = planned(&description, "--quick");
	/* 5 ms at 100 ns: 50,000 loads, however large the set is. */
	ck_assert_uint_eq(plan_block_loads(plan, 100000, 4000000), chase_whole(50000));
	free(plan);
}
END_TEST

/* Four laps warm a set of up to 131,072 nodes; 524,288 loads one of up to so many nodes, and one lap a larger
 * one; 100,000 loads at least, and 50 million at most. */
static const struct {
	uint64_t laps, nodes, loads;
} warm[] = {{4, 1001, 100000},   {4, 25001, 100004},  {4, 131071, 524284},   {4, 200001, 524288},
            {4, 524287, 524288}, {4, 524289, 524289}, {4, 4194303, 4194303}, {4, 60000001, 50000000},
            {1, 131071, 131071}, {8, 131071, 1048568}};

START_TEST(large_sets_are_warmed_by_one_lap)
{
	struct settings settings = {.laps = warm[_i].laps};
	struct plan plan = {.settings = &settings, .warm_least_loads = 100000, .most_loads = 50000000};
	ck_assert_uint_eq(plan_warm_loads(&plan, warm[_i].nodes), warm[_i].loads);
}
END_TEST

/* Behind the 16 MiB that such a machine reports is one more cache: up to eight times that is warmed whole. */
START_TEST(an_unreported_cache_is_warmed_whole)
{
	struct system_description description = machine();
	description.caches[1].bytes = 16 * MIB;
	struct plan *plan = planned(&description, "--quick");
	ck_assert_uint_eq(plan->displace_above, 24 * MIB);
	ck_assert_uint_eq(plan->warm_whole_ns, 70000000);
	free(plan);
	description.unreported_cache = true;
	plan = planned(&description, "--quick");
	ck_assert_uint_eq(plan->displace_above, 128 * MIB);
	ck_assert_uint_eq(plan->displace_bytes, 128 * MIB);
	ck_assert_uint_eq(plan->warm_whole_ns, 200000000);
	free(plan);
}
END_TEST

START_TEST(competitors_are_no_more_than_processors)
{
	struct system_description description = machine();
	struct fault fault;
	description.beside = 1;
	struct plan *plan = planned(&description, "--competitors 3");
	ck_assert_uint_eq(plan->companies[1].competitors, 1);
	ck_assert_uint_eq(plan->competitors_asked, 3);
	free(plan);
	plan = planned(&description, "--competitors 1");
	ck_assert_uint_eq(plan->companies[1].competitors, 1);
	ck_assert_uint_eq(plan->competitors_asked, 0);
	description.beside = 0;
	ck_assert_int_eq(plan_line(plan, &description, "--private-test 1M,1M", &fault), -1);
	ck_assert_ptr_nonnull(strstr(fault.what, "second processor"));
	free(plan);
}
END_TEST

/* 8 pages to 64K at four an octave: 53 numbers, the nearest odd ones below; fewer where a quarter of memory
 * ends. */
START_TEST(translation_counts_pages)
{
	static const uint64_t first[] = {7, 9, 11, 13, 15, 19, 23, 27, 31};
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--quick");
	ck_assert_uint_eq(plan->reach_count, 53);
	for (size_t i = 0; i < 9; i++)
		ck_assert_uint_eq(plan->reach_nodes[i], first[i]);
	ck_assert_uint_eq(plan->reach_nodes[52], 65535);
	ck_assert_uint_eq(plan->reach_page_bytes, 4096);
	free(plan);
	/* A quarter of 1 GiB holds 16K pages of 16 KiB: 44 steps above 8. */
	description.memory_bytes = 1 * GIB;
	description.page_bytes = 16384;
	plan = planned(&description, "--quick");
	ck_assert_uint_eq(plan->reach_count, 45);
	ck_assert_uint_eq(plan->reach_nodes[44], 16383);
	free(plan);
	plan = planned(&description, "--quick --no-translation");
	ck_assert_uint_eq(plan->reach_count, 0);
	free(plan);
	plan = planned(&description, "--no-adjacency");
	ck_assert_uint_eq(plan->reach_count, 0);
	free(plan);
}
END_TEST

/* The loop has 64 loads: an even number of nodes would have a factor in common with it. */
START_TEST(cycles_have_odd_numbers_of_nodes)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--max 64M");
	for (size_t i = 0; i < plan->size_count; i++) {
		uint64_t room = plan->sizes[i] / plan->stride_bytes, nodes = plan_nodes(plan, plan->sizes[i]);
		ck_assert_uint_eq(nodes % 2, 1);
		ck_assert_uint_le(nodes, room);
		ck_assert_uint_ge(nodes + 1, room);
	}
	ck_assert_uint_eq(plan_nodes(plan, 8192), 127);
	ck_assert_uint_eq(plan_nodes(plan, 64), 1);
	ck_assert_uint_eq(plan_sites(plan, 8192), 127);
	ck_assert_uint_eq(plan->print_nodes, 1279);
	free(plan);
}
END_TEST

START_TEST(grid_covers_footprints_and_distances)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--max 64M");
	/* 8K to 64M: 14 octaves' ends. Short ruler: up to 256, slots twice that. */
	ck_assert_uint_eq(plan->footprint_count, 14);
	ck_assert_uint_eq(plan->footprints[13], 64 * MIB);
	ck_assert_uint_eq(plan->distance_count, 12);
	ck_assert_uint_eq(plan->distances[11], 256);
	ck_assert_uint_eq(plan->pitch_bytes, 512);
	/* 1 Mi sites less one of 512 bytes, and the last second word. */
	ck_assert_uint_eq(plan->grid_bytes, 512 * MIB - 512 + 256);
	/* No more time than the sweep: footprints x distances x (block + warm-up) <= sizes x trials x target.
	 */
	ck_assert_uint_le(14 * 12 * 2 * plan->grid_target_ns, plan->size_count * 3 * plan->target_ns);
	free(plan);
	description.line_bytes = 128;
	plan = planned(&description, "--max 64M");
	ck_assert_uint_eq(plan->distance_count, 16);
	ck_assert_uint_eq(plan->distances[15], 512);
	ck_assert_uint_eq(plan->stride_bytes, 128);
	free(plan);
	plan = planned(&description, "--max 64M --ruler short");
	ck_assert_uint_eq(plan->distance_count, 12);
	free(plan);
	plan = planned(&description, "--no-adjacency");
	ck_assert_uint_eq(plan->footprint_count, 0);
	ck_assert_uint_eq(plan->grid_bytes, 0);
	free(plan);
}
END_TEST

START_TEST(private_test_takes_the_place_of_the_sweep)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--preset private");
	ck_assert_uint_eq(plan->size_count, 1);
	ck_assert_uint_eq(plan->sizes[0], MIB);
	ck_assert_uint_eq(plan->company_count, 4);
	ck_assert_uint_eq(plan->companies[0].competitors, 0);
	ck_assert_uint_eq(plan->companies[1].bytes, MIB);
	ck_assert_uint_eq(plan->companies[3].bytes, 16 * MIB);
	ck_assert_uint_eq(plan->companies[3].competitors, 1);
	ck_assert_int_eq(plan->companies[3].mode, CAPTURE_CHASE);
	ck_assert_uint_eq(plan->footprint_count, 0);
	free(plan);
}
END_TEST

START_TEST(presets_plan_what_they_say)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--preset m4");
	ck_assert_uint_eq(plan->settings->rounds, 1);
	ck_assert_uint_eq(plan->settings->trials, 9);
	ck_assert_uint_eq(plan->target_ns, 100000000);
	ck_assert_uint_eq(plan->sizes[0], 32 * KIB);
	ck_assert_uint_eq(plan->sizes[plan->size_count - 1], 128 * MIB);
	free(plan);
	plan = planned(&description, "--preset page");
	ck_assert_uint_eq(plan->order_count, 2);
	free(plan);
	plan = planned(&description, "--preset crowded");
	ck_assert_uint_eq(plan->company_count, 2);
	ck_assert_uint_eq(plan->companies[1].competitors, 3);
	ck_assert_uint_eq(plan->companies[1].bytes, 64 * MIB);
	ck_assert_int_eq(plan->companies[1].mode, CAPTURE_STREAM);
	free(plan);
	/* What follows a preset changes it. */
	plan = planned(&description, "--preset m4 --trials 2 --quick");
	ck_assert_uint_eq(plan->settings->trials, 2);
	ck_assert_uint_eq(plan->settings->rounds, 1);
	ck_assert(plan->settings->quick);
	free(plan);
}
END_TEST

static const struct {
	const char *line, *object;
} wrong[] = {
    {"--min 32", "--min"},
    {"--max 32", "--max"},
    {"--max 23G", "--max"},
    {"--min 2M --max 1M", "--min"},
    {"--refine 16:1M:4", "--refine"},
    {"--refine 1M:23G:4", "--refine"},
    {"--min 8 --max 1G --stride 8 --per-octave 64 --refine 8:1G:63 --refine 8:1G:61 --refine 8:1G:59",
     "--per-octave"},
    {"--stride 12", "--stride"},
    {"--order page --page-size 64", "--page-size"},
    {"--order page --page-size 1000", "--page-size"},
    {"--print-size 64 --stride 8 --competitors 1 --competitor-size 23G", "--competitor-size"},
    {"--competitors 64 --competitor-size 1G", "--competitors"},
    {"--private-test 23G", "--private-test"},
    {"--print-size 23G", "--print-size"},
    {"--max 12G --competitors 2 --competitor-size 8G", "--competitors"},
    {"--max 12G --print-size 13G", "--print-size"},
    {"--max 13G --print-size 12G", "--max"},
};

START_TEST(wrong_plan_is_refused_by_name)
{
	struct system_description description = machine();
	struct plan *plan = malloc(sizeof *plan);
	struct fault fault;
	ck_assert_int_eq(plan_line(plan, &description, wrong[_i].line, &fault), -1);
	ck_assert_str_eq(fault.object, wrong[_i].object);
	ck_assert_int_eq(fault_exit_status(&fault), 2);
	free(plan);
}
END_TEST

/* Small machines and control groups: what is held at once leaves a sixteenth to the program, whatever the
 * caches are. */
static const struct {
	uint64_t memory, cache;
	const char *line;
} small[] = {
    {64 * MIB, 32 * MIB, ""},          {64 * MIB, 16 * MIB, "--quick"},   {64 * MIB, MIB, "--no-adjacency"},
    {128 * MIB, 480 * MIB, "--quick"}, {256 * MIB, 32 * MIB, "--huge"},   {512 * MIB, 64 * MIB, ""},
    {1 * GIB, 8 * MIB, "--max 800M"},  {64 * MIB, 32 * MIB, "--max 48M"},
};

START_TEST(the_plan_fits_into_little_memory)
{
	struct system_description description = machine();
	description.memory_bytes = small[_i].memory;
	description.caches[1].bytes = small[_i].cache;
	struct plan *plan = planned(&description, small[_i].line);
	ck_assert_uint_le(plan_held_bytes(plan) + plan->control_bytes, small[_i].memory / 16 * 15);
	if (plan->reach_count > 0)
		ck_assert_uint_le(2 * plan->reach_nodes[plan->reach_count - 1] *
		                      (plan->reach_page_bytes + plan->line_bytes),
		                  small[_i].memory / 16 * 15);
	free(plan);
}
END_TEST

START_TEST(whose_the_limit_is_is_told)
{
	struct system_description description = machine();
	struct plan *plan = malloc(sizeof *plan);
	struct fault fault;
	description.memory_bytes = 64 * MIB;
	ck_assert_int_eq(plan_line(plan, &description, "--max 64M", &fault), -1);
	ck_assert_str_eq(fault.what, "64 MiB is beyond this machine's memory");
	/* An eighth is left free, and an eighth for the program. */
	ck_assert_str_eq(fault.expected, "at most 48 MiB");
	snprintf(description.memory_limit, sizeof description.memory_limit, "bytes=67108864 by=cgroup1");
	ck_assert_int_eq(plan_line(plan, &description, "--print-size 64M", &fault), -1);
	ck_assert_ptr_nonnull(strstr(fault.what, " at once, beyond the memory that a control group allows"));
	ck_assert_ptr_nonnull(strstr(fault.expected, "at most 56 MiB"));
	free(plan);
}
END_TEST

START_TEST(every_round_has_its_own_seed)
{
	struct system_description description = machine();
	struct plan *plan = planned(&description, "--rounds 9");
	uint64_t seeds[27];
	for (unsigned i = 0; i < 27; i++) {
		seeds[i] = plan_round_seed(plan, 1 + i / 3, i % 3);
		for (unsigned j = 0; j < i; j++)
			ck_assert_uint_ne(seeds[i], seeds[j]);
	}
	free(plan);
	plan = planned(&description, "--seed 2");
	ck_assert_uint_ne(plan_round_seed(plan, 1, 0), seeds[0]);
	free(plan);
}
END_TEST

START_TEST(shuffle_holds_every_number_once)
{
	size_t order[PLAN_DISTANCES], first[PLAN_DISTANCES];
	bool differs = false;
	plan_shuffle(0, first, PLAN_DISTANCES);
	for (uint64_t seed = 0; seed < 20; seed++) {
		bool met[PLAN_DISTANCES] = {false};
		plan_shuffle(seed, order, PLAN_DISTANCES);
		for (size_t i = 0; i < PLAN_DISTANCES; i++) {
			ck_assert_uint_lt(order[i], PLAN_DISTANCES);
			ck_assert(!met[order[i]]);
			met[order[i]] = true;
			differs = differs || order[i] != first[i];
		}
	}
	ck_assert(differs);
}
END_TEST

Suite *plan_suite(void)
{
	Suite *suite = suite_create("plan");
	TCase *cases = tcase_create("plans");
	cases_add(cases, four_sizes_an_octave, both_ends_are_measured_whatever_the_grid,
	          refined_ranges_join_without_doubles, dense_sizes_stand_near_the_caches);
	cases_add_rows(cases, default_range_goes_eight_times_beyond_the_caches, defaults);
	tcase_add_test(cases, blocks_keep_the_published_limits);
	cases_add_rows(cases, large_sets_are_warmed_by_one_lap, warm);
	cases_add(cases, an_unreported_cache_is_warmed_whole, competitors_are_no_more_than_processors,
	          translation_counts_pages, cycles_have_odd_numbers_of_nodes,
	          grid_covers_footprints_and_distances, private_test_takes_the_place_of_the_sweep,
	          presets_plan_what_they_say);
	cases_add_rows(cases, wrong_plan_is_refused_by_name, wrong);
	cases_add_rows(cases, the_plan_fits_into_little_memory, small);
	cases_add(cases, whose_the_limit_is_is_told, every_round_has_its_own_seed,
	          shuffle_holds_every_number_once);
	suite_add_tcase(suite, cases);
	return suite;
}
