/* Tests of reduce/granule, placement and grid: fits and gates by hand, legal footprints by hand, and whole
 * captures whose granule is known. */
#include "cases.h"
#include "made.h"

#include "../reduce/judge/granule.h"
#include "../reduce/judge/grid.h"
#include "../reduce/write/report.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define COUNT(table) (int)(sizeof table / sizeof table[0])
#define NEAR 1e-12

static const double short_ruler[] = {8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256};

static struct granule fit(const double *distances, const double *times, size_t count)
{
	struct ruler ruler = {count, distances, times};
	struct granule granule = granule_fit(&ruler);
	granule_judge(&granule);
	return granule;
}

/* ---- fits ---- */

/* t = 10 + min(d, 64) / 8 without any error. The times are 11 12 13 14 16 and 18 seven times: their sum is
 * 192, their mean 16, and the squares about it 25 + 16 + 9 + 4 + 0 + 7 * 4 = 82. */
START_TEST(exact_ramp_is_found_exactly)
{
	double times[12];
	for (int i = 0; i < 12; i++)
		times[i] = 10 + fmin(short_ruler[i], 64) / 8;
	struct granule granule = fit(short_ruler, times, 12);
	ck_assert_double_eq(granule.bytes, 64);
	ck_assert_double_eq(granule.base_ns, 10);
	ck_assert_double_eq(granule.slope_ns, 0.125);
	ck_assert_double_eq(granule.start_ns, 11);
	ck_assert_double_eq(granule.plateau_ns, 18);
	ck_assert_double_eq(granule.ramp_ns, 7);
	ck_assert_double_eq(granule.error, 0);
	ck_assert_double_eq(granule.total, 82);
	ck_assert_double_eq(granule.bend_ns, 0);
	ck_assert_uint_eq(granule.above, 6);
	ck_assert_double_eq(granule_variance(&granule), 1);
	ck_assert_double_eq(granule_margin(&granule), 1);
	ck_assert_uint_eq(granule.refused, 0);
	ck_assert_uint_eq(granule.unjudged, 0);
}
END_TEST

/* Distances 8 16 24 32, times 10 14 15 13, mean 13.
 *   g = 8   the mean: 9 + 1 + 4 + 0 = 14
 *   g = 16  10 is met, the others have the mean 14: 0 + 1 + 1 = 2; b = 4 / 8, a = 10 - 4
 *   g = 24  x = 8 16 24 24, mean 18, Sxx = 100 + 4 + 36 + 36 = 176, Sxy = 30 - 2 + 12 + 0 = 40:
 *           14 - 40^2 / 176 = 54 / 11
 *   g = 32  x = 8 16 24 32, mean 20, Sxx = 320, Sxy = 36 - 4 + 8 + 0 = 40: 14 - 5 = 9
 * Best 16, then 24. Residuals: at 8 (on the ramp) 0, at 16 (at the edge: 12.8 to 20.8) 0. */
START_TEST(four_distances_by_hand)
{
	const double times[] = {10, 14, 15, 13};
	struct granule granule = fit(short_ruler, times, 4);
	ck_assert_double_eq(granule.bytes, 16);
	ck_assert_double_eq_tol(granule.slope_ns, 0.5, NEAR);
	ck_assert_double_eq_tol(granule.base_ns, 6, NEAR);
	ck_assert_double_eq_tol(granule.error, 2, NEAR);
	ck_assert_double_eq_tol(granule.total, 14, NEAR);
	ck_assert_double_eq(granule.second_bytes, 24);
	ck_assert_double_eq_tol(granule.second_error, 54.0 / 11, NEAR);
	ck_assert_double_eq_tol(granule_margin(&granule), 16.0 / 27, NEAR);
	ck_assert_double_eq_tol(granule_variance(&granule), 6.0 / 7, NEAR);
	ck_assert_double_eq_tol(granule_ramp(&granule), 4.0 / 14, NEAR);
	ck_assert_double_eq_tol(granule.bend_ns, 0, NEAR);
	ck_assert_uint_eq(granule.above, 2);
	ck_assert_uint_eq(granule.refused, 0);
}
END_TEST

/* 10 + x / 2 with x = min(d, 32) over 8 16 24 32 48 64 is 14 18 22 26 26 26, a ramp of 12. The residuals
 * -p p p -p 0 0 sum to 0, and so do their products with x (p (-8 + 16 + 24 - 32) = 0): the fit stays as it is
 * and its error is 4 p^2. On the ramp (9.6 < d < 25.6) stand 16 and 24 with the mean p, at the edge (25.6 to
 * 41.6) 32 with -p: the bend is 2 p, and 8 per cent of the ramp are 0.96. */
static const struct {
	double p;
	rule_set refused;
} bends[] = {{0.25, 0}, {0.4375, 0}, {0.5, RULE_SET(RULE_G8)}, {-0.4375, 0}, {-0.5, RULE_SET(RULE_G8)}};

START_TEST(bend_is_signed_and_refused_both_ways)
{
	double p = bends[_i].p;
	const double times[] = {14 - p, 18 + p, 22 + p, 26 - p, 26, 26};
	struct granule granule = fit(short_ruler, times, 6);
	ck_assert_double_eq(granule.bytes, 32);
	ck_assert_double_eq_tol(granule.slope_ns, 0.5, NEAR);
	ck_assert_double_eq_tol(granule.error, 4 * p * p, NEAR);
	ck_assert_double_eq_tol(granule.bend_ns, 2 * p, NEAR);
	ck_assert_double_eq_tol(granule_bend(&granule), 2 * p / 12, NEAR);
	ck_assert_uint_eq(granule.refused, bends[_i].refused);
}
END_TEST

/* A ramp whose end is swept but no power of two, and ramps that leave too little ruler above their end. */
static const struct {
	double bytes;
	rule_set refused;
} ends[] = {
    {16, RULE_SET(RULE_G2)}, /* 2 ns on 12: 16.7 per cent */
    {32, 0},
    {64, 0},
    {96, RULE_SET(RULE_G7)},
    {128, 0},
    {192, RULE_SET(RULE_G7)}, /* two swept distances above it */
    {224, RULE_SET(RULE_G5) | RULE_SET(RULE_G7)},
    {256, RULE_SET(RULE_G5)},
};

START_TEST(end_of_the_ramp_decides_g5_and_g7)
{
	double times[12];
	for (int i = 0; i < 12; i++)
		times[i] = 8 + fmin(short_ruler[i], ends[_i].bytes) / 4;
	struct granule granule = fit(short_ruler, times, 12);
	ck_assert_double_eq(granule.bytes, ends[_i].bytes);
	ck_assert_uint_eq(granule.refused, ends[_i].refused);
}
END_TEST

/* No ramp, no variance, no error anywhere: nothing is divided by nothing, and nothing is accepted. */
START_TEST(flat_times_are_refused_without_a_division_by_zero)
{
	double times[12];
	for (int i = 0; i < 12; i++)
		times[i] = 7.3;
	struct granule granule = fit(short_ruler, times, 12);
	ck_assert_double_eq(granule.error, 0);
	ck_assert_double_eq(granule.total, 0);
	ck_assert_double_eq(granule.second_error, 0);
	ck_assert_double_eq(granule_variance(&granule), 0);
	ck_assert_double_eq(granule_margin(&granule), 0);
	ck_assert_double_nan(granule_bend(&granule));
	ck_assert_uint_eq(granule.refused, RULE_SET(RULE_G2) | RULE_SET(RULE_G3) | RULE_SET(RULE_G4));
	ck_assert_uint_eq(granule.unjudged, RULE_SET(RULE_G8));
}
END_TEST

START_TEST(falling_times_are_no_ramp)
{
	double times[12];
	for (int i = 0; i < 12; i++)
		times[i] = 30 - fmin(short_ruler[i], 64) / 8;
	struct granule granule = fit(short_ruler, times, 12);
	ck_assert_double_eq(granule.bytes, 64);
	ck_assert_double_eq(granule.slope_ns, -0.125);
	ck_assert_uint_eq(granule.refused, RULE_SET(RULE_G2));
}
END_TEST

START_TEST(one_distance_has_no_runner_up)
{
	const double times[] = {5};
	struct granule granule = fit(short_ruler, times, 1);
	ck_assert_double_eq(granule.bytes, 8);
	ck_assert_double_eq(granule_margin(&granule), 0);
	ck_assert_uint_eq(granule.refused,
	                  RULE_SET(RULE_G2) | RULE_SET(RULE_G3) | RULE_SET(RULE_G4) | RULE_SET(RULE_G5));
}
END_TEST

/* ---- gates ---- */

/* All at their boundary: 450 is 18 per cent of 2500, 470 - 94 are 80 per cent of 470, 100 - 94 are 6 per cent
 * of 100, two distances above, and 36 is 8 per cent of 450. */
static const struct granule at_boundary = {.bytes = 64,
                                           .slope_ns = 8,
                                           .ramp_ns = 450,
                                           .plateau_ns = 2500,
                                           .error = 94,
                                           .second_error = 100,
                                           .total = 470,
                                           .above = 2,
                                           .bend_ns = 36};

enum { RAMP, PLATEAU, TOTAL, SECOND, ABOVE, BYTES, BEND, SLOPE };

static const struct {
	int measure;
	double value;
	rule_set refused, unjudged;
} gates[] = {
    {BYTES, 64, 0, 0},
    {PLATEAU, 2500.001, RULE_SET(RULE_G2), 0},
    {TOTAL, 469.999, RULE_SET(RULE_G3), 0},
    {SECOND, 99.999, RULE_SET(RULE_G4), 0},
    {SECOND, NAN, RULE_SET(RULE_G4), 0},
    {ABOVE, 1, RULE_SET(RULE_G5), 0},
    {BYTES, 96, RULE_SET(RULE_G7), 0},
    {BYTES, 1, 0, 0},
    {BEND, -36, 0, 0},
    {BEND, 36.001, RULE_SET(RULE_G8), 0},
    {BEND, -36.001, RULE_SET(RULE_G8), 0},
    {BEND, NAN, 0, RULE_SET(RULE_G8)},
    {SLOPE, 0, RULE_SET(RULE_G2), 0},
};

START_TEST(gate_at_its_boundary)
{
	struct granule granule = at_boundary;
	double *measures[] = {
	    [RAMP] = &granule.ramp_ns,        [PLATEAU] = &granule.plateau_ns, [TOTAL] = &granule.total,
	    [SECOND] = &granule.second_error, [BYTES] = &granule.bytes,        [BEND] = &granule.bend_ns,
	    [SLOPE] = &granule.slope_ns};
	if (gates[_i].measure == ABOVE)
		granule.above = (size_t)gates[_i].value;
	else
		*measures[gates[_i].measure] = gates[_i].value;
	granule_judge(&granule);
	ck_assert_uint_eq(granule.refused, gates[_i].refused);
	ck_assert_uint_eq(granule.unjudged, gates[_i].unjudged);
}
END_TEST

/* ---- placements ---- */

/* Levels 8 to 48, 64 to 512 and 1024 to 8192 (KiB); the second one's plateaus are 64 to 192 and, past a point
 * that is in neither, 320 to 512; the third one's 1024 to 2048 and, right after it, 3072 to 8192. */
static const double sizes[] = {8,   16,  24,  48,   64,   128,  192,  256,  320,
                               384, 512, 700, 1024, 1536, 2048, 3072, 4096, 8192};
static struct plateau plateaus[] = {{0, 3, 1, true, 0},
                                    {4, 6, 4, true, 0},
                                    {8, 10, 5, true, 0},
                                    {12, 14, 20, true, 0},
                                    {15, 17, 25, true, 0}};
static struct level levels[] = {{0, 0, 1, 0}, {1, 2, 4, 0}, {3, 4, 20, 0}};

/* The hierarchy with these two knees, each standing or refused. */
static struct hierarchy hierarchy_with(struct stair *stairs, enum status first, enum status second)
{
	stairs[0] = (struct stair){.level = 1, .knee_bytes = 56, .status = first};
	stairs[1] = (struct stair){.level = 2, .knee_bytes = 800, .status = second};
	return (struct hierarchy){.plateaus = plateaus,
	                          .plateau_count = 5,
	                          .levels = levels,
	                          .level_count = 3,
	                          .stairs = stairs,
	                          .stair_count = 2};
}

/* The placement of that number in that hierarchy; fails the test where there is none. */
static struct placement place(const struct hierarchy *hierarchy, enum placement_number number)
{
	struct placement placement;
	const char *why = placement_find(&placement, number, hierarchy, sizes);
	ck_assert_msg(why == NULL, "%s", why != NULL ? why : "");
	return placement;
}

/* What lies between two plateaus of a level belongs to it where no point lies there. */
START_TEST(ranges_join_where_no_point_lies_between)
{
	const struct {
		size_t level;
		double low_bytes, high_bytes;
	} expected[] = {{1, 8, 48}, {2, 64, 192}, {2, 320, 512}, {3, 1024, 8192}};
	struct stair stairs[2];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_ACCEPTED);
	for (int i = 0; i < 4; i++) {
		double low = expected[i].low_bytes, high = expected[i].high_bytes;
		struct placement all = {&hierarchy, sizes, 0, INFINITY, expected[i].level};
		for (double bytes = low; bytes <= high; bytes++)
			ck_assert(placement_holds(&all, bytes, bytes));
		ck_assert(!placement_holds(&all, low - 1, low - 1));
		ck_assert(!placement_holds(&all, high + 1, high + 1));
	}
}
END_TEST

static const struct {
	enum placement_number number;
	double small, doubled;
	bool legal;
} footprints[] = {
    {PLACEMENT_CONTROL, 8, 16, true},      {PLACEMENT_CONTROL, 24, 48, true},
    {PLACEMENT_CONTROL, 7.99, 16, false},  {PLACEMENT_CONTROL, 24.01, 48.02, false},
    {PLACEMENT_CONTROL, 64, 128, false},   {PLACEMENT_BETWEEN, 64, 128, true},
    {PLACEMENT_BETWEEN, 32, 64, false},    {PLACEMENT_BETWEEN, 96, 192, true},
    {PLACEMENT_BETWEEN, 128, 256, false},  /* the double stands between the plateaus */
    {PLACEMENT_BETWEEN, 160, 320, true},   /* one in each plateau of the level */
    {PLACEMENT_BETWEEN, 256, 512, false},  /* the small one stands between them */
    {PLACEMENT_BETWEEN, 512, 1024, false}, /* two levels */
    {PLACEMENT_BEYOND, 1024, 2048, true},  {PLACEMENT_BEYOND, 1280, 2560, true},
    {PLACEMENT_BEYOND, 4096, 8192, true},  {PLACEMENT_BEYOND, 8192, 16384, false},
    {PLACEMENT_BEYOND, 64, 128, false},
};

START_TEST(footprint_is_legal_or_not)
{
	struct stair stairs[2];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_NOTED);
	struct placement placement = place(&hierarchy, footprints[_i].number);
	ck_assert_int_eq(placement_holds(&placement, footprints[_i].small, footprints[_i].doubled),
	                 footprints[_i].legal);
}
END_TEST

/* A refused knee is no border between placements, and joins no levels. */
START_TEST(refused_knee_parts_no_placement)
{
	struct stair stairs[2];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_REFUSED);
	struct placement beyond = place(&hierarchy, PLACEMENT_BEYOND), none;
	ck_assert_uint_eq(beyond.level, 3); /* past the refused knee too */
	ck_assert(!placement_holds(&beyond, 64, 128));
	ck_assert(placement_holds(&beyond, 1024, 2048));
	ck_assert(!placement_holds(&beyond, 512, 1024));
	ck_assert_ptr_nonnull(placement_find(&none, PLACEMENT_BETWEEN, &hierarchy, sizes));
	hierarchy = hierarchy_with(stairs, STATUS_REFUSED, STATUS_ACCEPTED);
	struct placement control = place(&hierarchy, PLACEMENT_CONTROL);
	ck_assert_uint_eq(control.level, 1);
	ck_assert(placement_holds(&control, 8, 16));
	ck_assert(!placement_holds(&control, 64, 128)); /* below the first knee that stands, but not in it */
	hierarchy = hierarchy_with(stairs, STATUS_REFUSED, STATUS_REFUSED);
	for (int number = PLACEMENT_CONTROL; number <= PLACEMENT_BEYOND; number++)
		ck_assert_ptr_nonnull(
		    placement_find(&none, (enum placement_number)number, &hierarchy, sizes));
}
END_TEST

/* Between 56 and a quiet knee at 5000 lie level 2 and, past the refused knee at 800, a part of level 3. */
START_TEST(placement_between_keeps_to_the_lowest_level)
{
	struct stair stairs[3];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_REFUSED);
	stairs[2] =
	    (struct stair){.level = 3, .knee_bytes = 5000, .status = STATUS_NOTED, .only_quiet = true};
	hierarchy.stair_count = 3;
	struct placement between = place(&hierarchy, PLACEMENT_BETWEEN);
	ck_assert_uint_eq(between.level, 2);
	ck_assert(placement_holds(&between, 64, 128));
	ck_assert(!placement_holds(&between, 1024, 2048));
}
END_TEST

/* A knee that only the quiet curve shows stands inside a level of the median curve, out of order among the
 * stairs: no footprint steps over it. */
START_TEST(quiet_knee_is_not_stepped_over)
{
	struct stair stairs[3];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_ACCEPTED);
	stairs[2] = (struct stair){.level = 2, .knee_bytes = 150, .status = STATUS_NOTED, .only_quiet = true};
	hierarchy.stair_count = 3;
	struct placement between = place(&hierarchy, PLACEMENT_BETWEEN);
	ck_assert_double_eq(between.after_bytes, 56);
	ck_assert_double_eq(between.before_bytes, 150);
	ck_assert(placement_holds(&between, 64, 128));
	ck_assert(!placement_holds(&between, 96, 192));
}
END_TEST

/* Level 3 lies from 1024 to 8192: the product of its ends is 2^23. 2048 with its double has 2 * 2048^2 =
 * 2^23: in the middle. 1024 has 2^21 and 4096 has 2^25, both a factor 4 off. */
START_TEST(middle_of_a_level_and_misses)
{
	struct stair stairs[2];
	struct hierarchy hierarchy = hierarchy_with(stairs, STATUS_ACCEPTED, STATUS_ACCEPTED);
	struct placement beyond = place(&hierarchy, PLACEMENT_BEYOND);
	ck_assert_double_eq(placement_off_centre(&beyond, 2048), 1);
	ck_assert_double_eq(placement_off_centre(&beyond, 1024), 4);
	ck_assert_double_eq(placement_off_centre(&beyond, 4096), 4);
	ck_assert_double_eq(placement_miss(&beyond, 512), 2);
	ck_assert_double_eq(placement_miss(&beyond, 8192), 2);
	struct placement between = place(&hierarchy, PLACEMENT_BETWEEN);
	ck_assert_double_eq(placement_miss(&between, 128), 0.5); /* between the plateaus */
}
END_TEST

/* ---- whole captures ---- */

/* Picoseconds of a pair; 0: not measured. */
typedef uint64_t pair_ps(uint64_t footprint_bytes, uint64_t distance_bytes);

enum { PAIRS = 50000, ROUNDS = 3 };

static void write_pairs(FILE *file, uint64_t low_bytes, uint64_t high_bytes, pair_ps *pair)
{
	for (unsigned round = 1; round <= ROUNDS; round++)
		for (uint64_t size = low_bytes; size <= high_bytes; size *= 2)
			for (int d = 0; d < COUNT(short_ruler); d++) {
				uint64_t distance = (uint64_t)short_ruler[d], ps = pair(size, distance);
				struct capture_row row = {.present = 0};
				if (ps == 0)
					continue;
				capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_ADJACENCY);
				capture_row_set(&row, CAPTURE_ROUND, round);
				capture_row_set(&row, CAPTURE_SIZE_BYTES, size);
				capture_row_set(&row, CAPTURE_ORDER, CAPTURE_RANDOM);
				capture_row_set(&row, CAPTURE_DISTANCE_BYTES, distance);
				capture_row_set(&row, CAPTURE_SITES, size / 64);
				/* Below 100 steps of 10 ns a trial does not count (T1): a time of 1 ps makes
				 * such a one. */
				capture_row_set(&row, CAPTURE_LOADS, ps == 1 ? 2 : 2 * PAIRS);
				capture_row_set(&row, CAPTURE_ELAPSED_NS, ps == 1 ? 10 : PAIRS / 1000 * ps);
				capture_write_row(file, &row);
			}
}

/* 1 ns up to 48 KiB, 4 ns up to `second_bytes`, 20 ns beyond. */
static struct summary reduce_pairs(uint64_t second_bytes, uint64_t low_bytes, pair_ps *pair, bool timer)
{
	const struct made_step stairs[] = {{KIB(48), 1000}, {second_bytes, 4000}, {UINT64_MAX, 20000}};
	const struct made_pass pass = {.low_bytes = KIB(8), .high_bytes = MIB(16), .stairs = stairs};
	FILE *file = made_begin("# line_bytes: 64\n");
	if (timer)
		made_timer(file);
	made_write(file, &pass);
	write_pairs(file, low_bytes, MIB(16), pair);
	return made_summary(file, NULL);
}

static uint64_t ramp_ps(uint64_t distance, uint64_t granule, uint64_t base, uint64_t slope)
{
	return base + slope * (distance < granule ? distance : granule);
}

/* Flat inside the first level, 64 bytes beyond it. */
static uint64_t pair_64(uint64_t footprint, uint64_t distance)
{
	return footprint < KIB(48) ? 2000 : ramp_ps(distance, 64, 4000, 100);
}

/* The verdict of a placement, and its row of that rule; NULL where there is none. */
static const struct summary_finding *verdict_of(const struct summary *summary, uint64_t number)
{
	for (size_t i = 0;; i++) {
		const struct summary_finding *finding = made_must(summary, FINDING_GRANULE, NULL, i);
		if (finding->level == number)
			return finding;
	}
}

static const struct summary_finding *row_of(const struct summary *summary, uint64_t number, const char *rule)
{
	const struct summary_finding *finding = verdict_of(summary, number);
	for (finding++; finding < summary->findings + summary->finding_count; finding++)
		if (finding_is_granule(finding) && finding->level == number &&
		    strcmp(made_rules(finding), rule) == 0)
			return finding;
	return NULL;
}

static void check_verdict(const struct summary *summary, uint64_t number, enum status status,
                          const char *rule, double value, uint64_t small_bytes)
{
	const struct summary_finding *verdict = verdict_of(summary, number);
	ck_assert_int_eq(verdict->status, status);
	ck_assert_str_eq(made_rules(verdict), rule);
	if (isnan(value))
		ck_assert_double_nan(verdict->value);
	else
		ck_assert_double_eq(verdict->value, value);
	if (small_bytes == 0) {
		ck_assert_double_nan(verdict->low);
		return;
	}
	ck_assert_double_eq(verdict->low, (double)small_bytes);
	ck_assert_double_eq(verdict->high, 2.0 * (double)small_bytes);
}

/* Levels 8 to 48 KiB, 56 KiB to 1 MiB, 1.25 to 16 MiB. With its double, 16 KiB lies nearest to the middle of
 * the first (2 * 16^2 = 512 against 8 * 48 = 384; 8 KiB has 128), 128 KiB to that of the second (2 * 128^2 =
 * 32768 against 56 * 1024 = 57344: a factor 1.75; 256 KiB has 131072: 2.29), 4 MiB to that of the third
 * (32 against 20: 1.6; 2 MiB has 8: 2.5). A ramp of 5.6 ns on a plateau of 10.4 ns. The
 * flat control fits 8 bytes best, with which its 256 sites leave the level downward. */
START_TEST(granule_is_accepted_with_all_its_rows)
{
	static const char *const rows[] = {"", "fit", "G2", "G3", "G4", "G5", "G6", "G7", "G8"};
	static const double values[] = {64, 64, 5.6 / 10.4, 1, 1, 6, NAN, 64, 0};
	static const double lows[] = {131072, 4.8, 0.18, 0.8, 0.06, 2, NAN, NAN, 0.08};
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_64, true);
	check_verdict(&summary, 1, STATUS_REFUSED, "G1 G2 G3 G4", NAN, KIB(16));
	made_begins(verdict_of(&summary, 1), "refused, as expected of the control: G2");
	check_verdict(&summary, 2, STATUS_ACCEPTED, "", 64, KIB(128));
	check_verdict(&summary, 3, STATUS_ACCEPTED, "", 64, MIB(4));
	const struct summary_finding *finding = verdict_of(&summary, 2);
	for (int i = 0; i < COUNT(rows); i++) {
		ck_assert_int_eq(finding[i].kind, i == 0   ? FINDING_GRANULE
		                                  : i == 1 ? FINDING_GRANULE_FIT
		                                           : FINDING_GRANULE_GATE);
		ck_assert_uint_eq(finding[i].level, 2);
		ck_assert_str_eq(made_rules(&finding[i]), rows[i]);
		ck_assert_int_eq(finding[i].status, i == 1 ? STATUS_NOTED : STATUS_ACCEPTED);
		if (isnan(values[i]))
			ck_assert_double_nan(finding[i].value);
		else
			ck_assert_double_eq_tol(finding[i].value, values[i], 1e-9);
		if (isnan(lows[i]))
			ck_assert_double_nan(finding[i].low);
		else
			ck_assert_double_eq_tol(finding[i].low, lows[i], 1e-9);
	}
	ck_assert_double_eq_tol(finding[1].high, 10.4, 1e-9);
	made_holds(finding, "in level 2 from 56 KiB to 1 MiB");
	summary_free(&summary);
}
END_TEST

START_TEST(pairs_are_points_with_their_distance)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_64, true);
	size_t count = 0;
	for (size_t i = 0; i < summary.point_count; i++) {
		const struct summary_point *point = &summary.points[i];
		ck_assert_int_eq(point->experiment == CAPTURE_ADJACENCY, point->distance_bytes != 0);
		if (point->distance_bytes == 0)
			continue;
		count++;
		ck_assert_str_eq(point->pass, "adjacency random");
		ck_assert_uint_eq(point->trials, ROUNDS);
		ck_assert_double_eq_tol(
		    point->time_ns, (double)pair_64(point->size_bytes, point->distance_bytes) / 1000, 1e-9);
	}
	ck_assert_uint_eq(count, 12 * 12); /* 8 KiB to 16 MiB is 12 footprints */
	summary_free(&summary);
}
END_TEST

static uint64_t pair_everywhere(uint64_t footprint, uint64_t distance)
{
	return ramp_ps(distance, 64, footprint < KIB(48) ? 1000 : 4000, 100);
}

START_TEST(control_that_finds_one_refuses_all)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_everywhere, true);
	for (uint64_t number = 1; number <= 3; number++) {
		ck_assert_int_eq(verdict_of(&summary, number)->status, STATUS_REFUSED);
		ck_assert_str_eq(made_rules(verdict_of(&summary, number)), "G6");
		ck_assert_double_nan(verdict_of(&summary, number)->value);
		ck_assert_int_eq(row_of(&summary, number, "G6")->status, STATUS_REFUSED);
		ck_assert_double_eq(row_of(&summary, number, "G6")->value, 64);
	}
	summary_free(&summary);
}
END_TEST

START_TEST(without_a_control_it_is_noted)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(64), pair_64, true);
	check_verdict(&summary, 1, STATUS_REFUSED, "G1", NAN, 0);
	check_verdict(&summary, 2, STATUS_NOTED, "", 64, KIB(128));
	made_holds(verdict_of(&summary, 2), "G6 not judged");
	ck_assert_int_eq(row_of(&summary, 2, "G6")->status, STATUS_NOTED);
	summary_free(&summary);
}
END_TEST

START_TEST(without_timer_rows_it_is_noted)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_64, false);
	check_verdict(&summary, 2, STATUS_NOTED, "", 64, KIB(128));
	made_holds(verdict_of(&summary, 2), "T1 not judged");
	summary_free(&summary);
}
END_TEST

/* The trap. The second level ends at 112 KiB. Nothing fetches more than it did: only the growing footprint
 * steps from 4 ns to 20 ns as it doubles, and the fit is perfect. Level 2 is 56 to 112 KiB, so that 64 KiB
 * doubled misses it by 128 / 112. */
static uint64_t pair_over_edge(uint64_t footprint, uint64_t distance)
{
	if (footprint < KIB(48))
		return 2000;
	return footprint == KIB(64) ? ramp_ps(distance, 64, 3000, 250) : 21000;
}

START_TEST(footprint_over_an_edge_is_refused_with_a_warning)
{
	struct summary summary = reduce_pairs(KIB(112), KIB(8), pair_over_edge, true);
	check_verdict(&summary, 2, STATUS_REFUSED, "G1", NAN, 0);
	made_holds(verdict_of(&summary, 2), "12 measured, from 8 KiB to 16 MiB");
	made_holds(verdict_of(&summary, 2), "level 2 lies from 56 to 112 KiB");
	made_holds(verdict_of(&summary, 2), "64 KiB doubled to 128 KiB, misses level 2 by a factor 1.14");
	const struct summary_finding *retired = row_of(&summary, 2, "G1-");
	ck_assert_ptr_nonnull(retired);
	ck_assert_int_eq(retired->status, STATUS_NOTED);
	ck_assert_double_eq(retired->value, 64);
	ck_assert_double_eq(retired->low, 65536);
	ck_assert_double_eq(retired->high, 131072);
	made_begins(retired, "warning: without the footprint rule (G1)");
	ck_assert_ptr_null(row_of(&summary, 2, "fit"));
	summary_free(&summary);
}
END_TEST

/* Pairs of lines. With 128 bytes a pair the footprint is twice what the lines make of it. */
static uint64_t pair_128(uint64_t footprint, uint64_t distance)
{
	return footprint < KIB(48) ? 2000 : ramp_ps(distance, 128, 4000, 100);
}

/* Level 2 is 56 to 448 KiB. 128 KiB is nearest to its middle (2 * 128^2 = 32768 against 25088; 64 KiB has
 * 8192), but its 2048 sites take 256 KiB, doubled 512. The 1024 of 64 KiB take 128 KiB and 256 KiB. */
START_TEST(footprint_gives_way_where_its_granule_leaves_the_level)
{
	struct summary summary = reduce_pairs(KIB(448), KIB(8), pair_128, true);
	check_verdict(&summary, 2, STATUS_ACCEPTED, "", 128, KIB(64));
	made_holds(verdict_of(&summary, 2), "1 legal footprint");
	ck_assert_double_eq(row_of(&summary, 2, "G1-")->value, 128);
	ck_assert_double_eq(row_of(&summary, 2, "G1-")->low, 131072);
	summary_free(&summary);
}
END_TEST

/* Level 2 is 56 to 224 KiB: 64 KiB and its double fit, 128 and 256 KiB do not. */
START_TEST(granule_that_leaves_the_level_is_refused)
{
	struct summary summary = reduce_pairs(KIB(224), KIB(8), pair_128, true);
	check_verdict(&summary, 2, STATUS_REFUSED, "G1", NAN, KIB(64));
	made_holds(verdict_of(&summary, 2),
	           "G1: with 128 B a pair the footprint is 128 KiB, doubled 256 KiB, and leaves level 2");
	ck_assert_double_eq(row_of(&summary, 2, "fit")->value, 128);
	ck_assert_double_eq(row_of(&summary, 2, "G1-")->value, 128);
	summary_free(&summary);
}
END_TEST

/* 96 was never swept at 128 KiB; at 4 MiB its trials are all too short. Next to the middle come 256 KiB and
 * 2 MiB (see above). */
static uint64_t pair_with_gaps(uint64_t footprint, uint64_t distance)
{
	if (distance == 96 && footprint == KIB(128))
		return 0;
	return distance == 96 && footprint == MIB(4) ? 1 : pair_64(footprint, distance);
}

START_TEST(footprint_that_lacks_a_distance_is_passed)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_with_gaps, true);
	check_verdict(&summary, 2, STATUS_ACCEPTED, "", 64, KIB(256));
	check_verdict(&summary, 3, STATUS_ACCEPTED, "", 64, MIB(2));
	summary_free(&summary);
}
END_TEST

static uint64_t pair_without_96(uint64_t footprint, uint64_t distance)
{
	return distance == 96 && footprint >= KIB(64) ? 1 : pair_64(footprint, distance);
}

START_TEST(ruler_with_a_gap_everywhere_is_refused)
{
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_without_96, true);
	check_verdict(&summary, 2, STATUS_REFUSED, "M0", NAN, 0);
	made_holds(verdict_of(&summary, 2), "1 of 12 distances have no counted trial");
	summary_free(&summary);
}
END_TEST

/* One knee, at 48 KiB: nothing lies between a first and a second. */
START_TEST(one_knee_has_no_place_between)
{
	struct summary summary = reduce_pairs(UINT64_MAX, KIB(8), pair_64, true);
	check_verdict(&summary, 2, STATUS_REFUSED, "G1", NAN, 0);
	made_holds(verdict_of(&summary, 2), "one knee only");
	ck_assert_int_eq(verdict_of(&summary, 3)->status, STATUS_ACCEPTED);
	summary_free(&summary);
}
END_TEST

START_TEST(without_a_hierarchy_nothing_is_placed)
{
	const struct made_step stairs[] = {{UINT64_MAX, 4000}};
	const struct made_pass pass = {.low_bytes = KIB(8), .high_bytes = MIB(16), .stairs = stairs};
	FILE *file = made_begin("# line_bytes: 64\n");
	made_timer(file);
	made_write(file, &pass);
	write_pairs(file, KIB(8), MIB(16), pair_everywhere);
	struct summary summary = made_summary(file, NULL);
	for (uint64_t number = 1; number <= 3; number++) {
		check_verdict(&summary, number, STATUS_REFUSED, "G1", NAN, 0);
		made_begins(verdict_of(&summary, number), "G1: no hierarchy is named (L2)");
		ck_assert_ptr_null(row_of(&summary, number, "G1-"));
	}
	summary_free(&summary);
}
END_TEST

/* The grid alone, and beside a sweep in the other order only. */
START_TEST(without_its_sweep_nothing_is_placed)
{
	const struct made_step stairs[] = {{KIB(48), 1000}, {MIB(1), 4000}, {UINT64_MAX, 20000}};
	const struct made_pass pass = {
	    .order = CAPTURE_PAGE, .low_bytes = KIB(8), .high_bytes = MIB(16), .stairs = stairs};
	for (int swept = 0; swept < 2; swept++) {
		FILE *file = made_begin("# line_bytes: 64\n");
		made_timer(file);
		if (swept)
			made_write(file, &pass);
		write_pairs(file, KIB(8), MIB(16), pair_64);
		struct summary summary = made_summary(file, NULL);
		for (uint64_t number = 1; number <= 3; number++) {
			check_verdict(&summary, number, STATUS_REFUSED, "G1", NAN, 0);
			made_holds(verdict_of(&summary, number), "there is no sweep in the same order");
		}
		summary_free(&summary);
	}
}
END_TEST

/* The level itself rises by the half and more of the ramp: it is said, and changes nothing. From 4.0 ns at
 * 128 KiB to 4.8 ns at 256 KiB, and a ramp of 1.5 ns. */
static uint64_t pair_creeping(uint64_t footprint, uint64_t distance)
{
	return footprint < KIB(48) ? 2000 : 4000 + 1500 * ((distance < 64 ? distance : 64) - 8) / 56;
}

START_TEST(own_rise_of_the_level_is_told)
{
	const struct made_step stairs[] = {
	    {KIB(48), 1000}, {KIB(128), 4000}, {KIB(1024), 4800}, {UINT64_MAX, 20000}};
	const struct made_pass pass = {.low_bytes = KIB(8), .high_bytes = MIB(16), .stairs = stairs};
	FILE *file = made_begin("# line_bytes: 64\n");
	made_timer(file);
	made_write(file, &pass);
	write_pairs(file, KIB(8), MIB(16), pair_creeping);
	struct summary summary = made_summary(file, NULL);
	check_verdict(&summary, 2, STATUS_ACCEPTED, "", 64, KIB(128));
	bool told = false;
	for (size_t i = 0; i < summary.finding_count; i++)
		told = told || strstr(summary.findings[i].reason,
		                      "granule 2: the sweep alone rises by 0.800 ns as the footprint "
		                      "doubles, and the ramp is 1.50 ns") != NULL;
	ck_assert(told);
	summary_free(&summary);
}
END_TEST

START_TEST(report_tells_the_grid_and_the_granule)
{
	static const char *const lines[] = {
	    "     128     160     192     224     256\n",
	    "     128 KiB    4.80    5.60    6.40    7.20    8.80    10.4    10.4",
	    "refused  granule 1, inside the first level (control) [G1 G2 G3 G4]: refused, as expected of the control",
	    "accepted granule 2, between the first and the second knee: 64 B: at 128 KiB, doubled 256 KiB",
	    "           G2  accepted a ramp of 5.60 ns on a plateau of 10.4 ns, 53.8 per cent\n",
	};
	static char text[1 << 16];
	struct summary summary = reduce_pairs(MIB(1), KIB(8), pair_64, true);
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	report_print(file, &summary);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	for (int i = 0; i < COUNT(lines); i++)
		ck_assert_msg(strstr(text, lines[i]) != NULL, "%s", lines[i]);
	summary_free(&summary);
}
END_TEST

static void add_fits(Suite *suite)
{
	TCase *cases = tcase_create("fit");
	cases_add(cases, exact_ramp_is_found_exactly, four_distances_by_hand);
	cases_add_rows(cases, bend_is_signed_and_refused_both_ways, bends);
	cases_add_rows(cases, end_of_the_ramp_decides_g5_and_g7, ends);
	cases_add(cases, flat_times_are_refused_without_a_division_by_zero, falling_times_are_no_ramp,
	          one_distance_has_no_runner_up);
	cases_add_rows(cases, gate_at_its_boundary, gates);
	suite_add_tcase(suite, cases);
}

static void add_placements(Suite *suite)
{
	TCase *cases = tcase_create("placement");
	tcase_add_test(cases, ranges_join_where_no_point_lies_between);
	cases_add_rows(cases, footprint_is_legal_or_not, footprints);
	cases_add(cases, refused_knee_parts_no_placement, placement_between_keeps_to_the_lowest_level,
	          quiet_knee_is_not_stepped_over, middle_of_a_level_and_misses);
	suite_add_tcase(suite, cases);
}

static void add_captures(Suite *suite)
{
	TCase *cases = tcase_create("capture");
	cases_add(cases, granule_is_accepted_with_all_its_rows, pairs_are_points_with_their_distance,
	          control_that_finds_one_refuses_all, without_a_control_it_is_noted,
	          without_timer_rows_it_is_noted, footprint_over_an_edge_is_refused_with_a_warning,
	          footprint_gives_way_where_its_granule_leaves_the_level,
	          granule_that_leaves_the_level_is_refused, footprint_that_lacks_a_distance_is_passed,
	          ruler_with_a_gap_everywhere_is_refused, one_knee_has_no_place_between,
	          without_a_hierarchy_nothing_is_placed, without_its_sweep_nothing_is_placed,
	          own_rise_of_the_level_is_told, report_tells_the_grid_and_the_granule);
	suite_add_tcase(suite, cases);
}

Suite *granule_suite(void)
{
	Suite *suite = suite_create("granule");
	add_fits(suite);
	add_placements(suite);
	add_captures(suite);
	return suite;
}
