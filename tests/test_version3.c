/* Tests of version 3 of the rules on captures and curves whose numbers are worked out by hand: each rule
 * accepts and refuses. Captures have sizes of {4, 5, 6, 7} or {8 .. 15} x 2^k KiB, three rounds, one trial of
 * 100,000 loads a size and round (made.h). E1's own conditions stand in test_edge.c, S1 in test_comparison.c.
 */
#include "cases.h"
#include "made.h"

#include "../reduce/join/summarize.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define END UINT64_MAX

static const struct made_step stairs[] = {{KIB(64), 3200}, {MIB(4), 12700}, {END, 395000}},
                              level[] = {{END, 12700}};

static struct made_pass sweep_of(const struct made_step *steps)
{
	return (struct made_pass){.low_bytes = KIB(16), .high_bytes = MIB(64), .stairs = steps};
}

static struct summary summary_of(const char *headers, const struct made_pass *pass, unsigned version)
{
	const struct reduction_options options = {.rules = version};
	FILE *file = made_begin(headers);
	made_timer(file);
	made_write(file, pass);
	return made_summary(file, &options);
}

/* A curve of medians. */
static struct summary curve_of(const char *rows, unsigned version)
{
	const struct reduction_options options = {.rules = version};
	struct reduction reduction;
	struct summary summary;
	struct fault fault;
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	fprintf(file, "size_bytes,ns\n%s", rows);
	rewind(file);
	ck_assert_int_eq(reduction_run(&reduction, file, "curve.csv", &options, &fault), 0);
	fclose(file);
	ck_assert_int_eq(summarize_capture(&reduction, &summary, &fault), 0);
	reduction_free(&reduction);
	return summary;
}

/* Reads a file, where it is there. */
static bool reduced(const char *path, struct summary *summary)
{
	static const struct reduction_options options = {.rules = 3};
	struct reduction reduction;
	struct fault fault;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	ck_assert_int_eq(reduction_run(&reduction, file, path, &options, &fault), 0);
	fclose(file);
	ck_assert_int_eq(summarize_capture(&reduction, summary, &fault), 0);
	reduction_free(&reduction);
	return true;
}

static bool names(const struct summary_finding *finding, enum rule_id rule)
{
	return (finding->rules & RULE_SET(rule)) != 0;
}

/* ---- trials that do not count: T4 upper, T5, T6 ---- */

/* There are 49 sizes from 16 KiB to 64 MiB, four an octave: 9 up to 64 KiB, 24 up to 4 MiB, 16 beyond. A
 * block takes 0.32 ms, 1.27 ms and 39.5 ms there. Processor time of 1.11 times the block is 0.035, 0.14 and
 * 4.3 ms more: more than 2 ms only beyond 4 MiB. 1.10 times is not more than a tenth. Of 1.27 ms 2 per cent
 * are 25.4 us: 25 faults count, 26 do not; of 39.5 ms they are 790 us, so that 790 faults count and 791 do
 * not. */
START_TEST(t4_and_t5_discard_trials)
{
	static const struct made_step slow[] = {{END, 395000}};
	static const struct {
		const struct made_step *steps;
		uint64_t cpu_per_mille, faults;
		unsigned version;
		const char *words;
	} cases[] = {
	    {stairs, 1110, 0, 3, "99 trials counted in 3 rounds, 48 discarded, 48 under T4"},
	    {stairs, 1110, 0, 2, "147 trials counted in 3 rounds, 0 discarded"},
	    {stairs, 1100, 0, 3, "147 trials counted in 3 rounds, 0 discarded"},
	    {stairs, 890, 0, 3, "0 trials counted in 3 rounds, 147 discarded, 147 under T4"},
	    {level, 0, 25, 3, "147 trials counted in 3 rounds, 0 discarded"},
	    {level, 0, 26, 3, "0 trials counted in 3 rounds, 147 discarded, 147 under T5"},
	    {level, 0, 26, 2, "147 trials counted in 3 rounds, 0 discarded"},
	    {slow, 0, 790, 3, "147 trials counted in 3 rounds, 0 discarded"},
	    {slow, 0, 791, 3, "0 trials counted in 3 rounds, 147 discarded, 147 under T5"},
	};
	struct made_pass pass = sweep_of(cases[_i].steps);
	pass.cpu_per_mille = cases[_i].cpu_per_mille;
	pass.faults = cases[_i].faults;
	struct summary summary = summary_of("", &pass, cases[_i].version);
	made_holds(made_must(&summary, FINDING_SWEEP, NULL, 0), cases[_i].words);
	summary_free(&summary);
}
END_TEST

/* A competitor that covers nine tenths of the chase counts, one that covers less does not: a short block, a
 * late one, one without the processor. One that starts 150 of 1000 late and runs 1,050 covers 850. */
START_TEST(t6_asks_for_company)
{
	static const struct {
		uint64_t block, cpu, late;
		unsigned version;
		bool counts;
	} cases[] = {
	    {900, 0, 0, 3, true},     {899, 0, 0, 3, false},    {899, 0, 0, 2, true},
	    {1000, 900, 0, 3, true},  {1000, 899, 0, 3, false}, {1000, 0, 100, 3, true},
	    {1000, 0, 101, 3, false}, {1050, 0, 150, 3, false},
	};
	struct made_pass pass = sweep_of(level);
	pass.competitors = 1;
	pass.competitor_bytes = MIB(1);
	pass.mode = CAPTURE_CHASE;
	pass.block_per_mille = cases[_i].block;
	pass.block_cpu_per_mille = cases[_i].cpu;
	pass.late_per_mille = cases[_i].late;
	struct summary summary = summary_of("", &pass, cases[_i].version);
	made_holds(made_must(&summary, FINDING_SWEEP, "random + 1 x 1 MiB chase", 0),
	           cases[_i].counts ? "147 trials counted in 3 rounds, 0 discarded"
	                            : "147 discarded, 147 under T6");
	summary_free(&summary);
}
END_TEST

/* ---- plateaus and levels: P0, H3, M3, H4, B1 ---- */

/* One size an octave: 1 ns to 64 KiB, 10 ns from 128: half way in log size. */
START_TEST(p0_judges_one_size_an_octave)
{
	static const char rows[] =
	    "4096,1\n8192,1\n16384,1\n32768,1\n65536,1\n131072,10\n262144,10\n524288,10\n"
	    "1048576,10\n2097152,10\n";
	struct summary two = curve_of(rows, 2), three = curve_of(rows, 3);
	ck_assert(names(made_must(&two, FINDING_SWEEP, NULL, 0), RULE_P0));
	ck_assert_ptr_null(made_find(&two, FINDING_KNEE, NULL, 0));
	const struct summary_finding *knee = made_must(&three, FINDING_KNEE, NULL, 0);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert_double_eq_tol(knee->value, 65536 * sqrt(2), 1e-3);
	summary_free(&two);
	summary_free(&three);
}
END_TEST

/* A factor 2.05 is judged, 2.051 is not. */
START_TEST(p0_refuses_a_wider_grid)
{
	struct summary within = curve_of("10000,1\n20500,1\n42025,1\n86151,1\n", 3),
	               beyond = curve_of("10000,1\n20510,1\n42066,1\n86277,1\n", 3);
	ck_assert(!names(made_must(&within, FINDING_SWEEP, NULL, 0), RULE_P0));
	ck_assert_int_eq(made_must(&beyond, FINDING_SWEEP, NULL, 0)->status, STATUS_REFUSED);
	ck_assert(names(made_must(&beyond, FINDING_SWEEP, NULL, 0), RULE_P0));
	summary_free(&within);
	summary_free(&beyond);
}
END_TEST

/* Half octaves: 4.05 ns to 32 KiB; the next plateau begins on the ramp, at 5.2 ns, and goes on at 6.4. Floors
 * of 4.05 and 5.2 are 1.284 apart, medians of 4.05 and 6.4 are 1.58. K1 crosses root(4.05 x 6.4) = 5.0912 ns
 * at ln(5.0912 / 4.05) / ln(5.2 / 4.05) = 0.22881 / 0.24995 = 0.9154 of the way from 32 to 46 KiB (a factor
 * 1.4375): 32 x 1.4375^0.9154 = 44.610 KiB. */
START_TEST(h3_reads_two_levels_by_medians)
{
	static const char rows[] = "8192,4.05\n11776,4.05\n16384,4.05\n23552,4.05\n32768,4.05\n47104,5.2\n"
	                           "65536,6.4\n94208,6.4\n131072,6.4\n188416,6.4\n262144,6.4\n";
	struct summary two = curve_of(rows, 2), three = curve_of(rows, 3);
	ck_assert_ptr_null(made_find(&two, FINDING_KNEE, NULL, 0));
	const struct summary_finding *knee = made_must(&three, FINDING_KNEE, NULL, 0);
	ck_assert_double_eq_tol(knee->value, 44.610 * 1024, 20);
	/* M3: the level's time is its median, and the floor stands beside it. */
	const struct summary_finding *upper = made_must(&three, FINDING_LEVEL, NULL, 1);
	ck_assert_double_eq_tol(upper->value, 6.4, 1e-9);
	made_holds(upper, "floor 5.20 ns");
	ck_assert(names(upper, RULE_M3));
	ck_assert_ptr_null(made_find(&two, FINDING_LEVEL, NULL, 1));
	summary_free(&two);
	summary_free(&three);
}
END_TEST

/* Medians of 4.05 and 5.4675 are 1.35 apart, 5.46 is less. */
START_TEST(h3_asks_for_135_hundredths)
{
	static const char head[] = "8192,4.05\n11776,4.05\n16384,4.05\n23552,4.05\n32768,4.05\n47104,5.2\n";
	static const struct {
		const char *time;
		bool parted;
	} cases[] = {{"5.4675", true}, {"5.46", false}};
	char rows[512];
	snprintf(rows, sizeof rows, "%s65536,%s\n94208,%s\n131072,%s\n188416,%s\n", head, cases[_i].time,
	         cases[_i].time, cases[_i].time, cases[_i].time);
	struct summary summary = curve_of(rows, 3);
	ck_assert_int_eq(made_find(&summary, FINDING_KNEE, NULL, 0) != NULL, cases[_i].parted);
	summary_free(&summary);
}
END_TEST

/* Three points below the first plateau, at 7.4 or 7.5 ns: 10 / 7.4 = 1.351, 10 / 7.5 = 1.333. */
START_TEST(h4_counts_levels)
{
	static const struct made_step faster[] = {{KIB(6), 7400}, {KIB(64), 10000}, {END, 100000}},
	                              near[] = {{KIB(6), 7500}, {KIB(64), 10000}, {END, 100000}};
	struct made_pass pass = sweep_of(_i == 0 ? faster : near);
	pass.low_bytes = KIB(4);
	struct summary summary = summary_of("", &pass, 3), two = summary_of("", &pass, 2);
	static const enum finding_kind kinds[] = {FINDING_LEVEL, FINDING_KNEE, FINDING_LOWER_BOUND,
	                                          FINDING_CAPACITY};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct summary_finding *finding = made_must(&summary, kinds[i], NULL, 0);
		ck_assert_int_eq(finding->status, _i == 0 ? STATUS_NOTED : STATUS_ACCEPTED);
		if (_i == 0 && kinds[i] != FINDING_LOWER_BOUND)
			made_holds(finding, "the 1st seen: faster points lie below the first level");
		ck_assert_int_eq(made_must(&two, kinds[i], NULL, 0)->status, STATUS_ACCEPTED);
	}
	summary_free(&summary);
	summary_free(&two);
}
END_TEST

/* Quarter octaves: 1 ns to 40 KiB, then 1.09 or 1.11, 1.2 ns, and 5 ns from 64 KiB on: the top is 56 KiB, and
 * 56 / 1.18 = 47.5 KiB. Where the point at 48 KiB or before it rises above 1.10 times the median, 1 ns, the
 * bound lies before it. */
START_TEST(b1_stops_before_a_creep)
{
	static const struct {
		const char *at_40, *at_48;
		unsigned version;
		double bound_kib;
	} cases[] = {
	    {"1", "1.2", 3, 40}, {"1.1", "1.2", 3, 40}, {"1.11", "1.2", 3, 32}, {"1.11", "1.2", 2, 40}};
	char rows[512];
	snprintf(
	    rows, sizeof rows,
	    "16384,1\n20480,1\n24576,1\n28672,1\n32768,1\n40960,%s\n49152,%s\n57344,1.2\n65536,5\n81920,5\n"
	    "98304,5\n114688,5\n131072,5\n163840,5\n",
	    cases[_i].at_40, cases[_i].at_48);
	struct summary summary = curve_of(rows, cases[_i].version);
	ck_assert_double_eq_tol(made_must(&summary, FINDING_LOWER_BOUND, NULL, 0)->value,
	                        cases[_i].bound_kib * 1024, 1e-6);
	summary_free(&summary);
}
END_TEST

/* ---- M1 ---- */

static size_t answered(const struct summary *summary)
{
	size_t count = 0;
	for (size_t i = 0; i < summary->finding_count; i++)
		count += summary->findings[i].kind == FINDING_KNEE &&
		         summary->findings[i].status != STATUS_REFUSED;
	return count;
}

/* A neighbour leaves 4 MiB of 16 in two of three rounds. The medians have their knee at root(4 x 5) MiB, the
 * quiet curve at root(16 x 20), between the same two levels. Version 2 names four levels of a machine of
 * three; version 3 refuses the one and does not note the other. */
START_TEST(m1_never_reads_one_level_twice)
{
	static const struct made_step quiet[] = {{KIB(64), 3200}, {MIB(16), 12700}, {END, 395000}};
	struct made_pass pass = sweep_of(stairs);
	pass.high_bytes = MIB(256);
	pass.last_stairs = quiet;
	struct summary three = summary_of("", &pass, 3), two = summary_of("", &pass, 2);
	ck_assert_uint_eq(answered(&two), 3);
	ck_assert_uint_eq(answered(&three), 1);
	const struct summary_finding *disturbed = made_must(&three, FINDING_KNEE, NULL, 1);
	ck_assert_int_eq(disturbed->status, STATUS_REFUSED);
	ck_assert(names(disturbed, RULE_M1));
	ck_assert_uint_eq(disturbed->level, 2);
	ck_assert_ptr_null(made_find(&three, FINDING_KNEE, NULL, 2));
	ck_assert_double_eq(made_must(&three, FINDING_HIERARCHY, NULL, 0)->value, 2);
	summary_free(&two);
	summary_free(&three);
}
END_TEST

/* In one of three rounds there is a level that the medians lack between any two of theirs: noted. The levels
 * by plateaus are one, so that no hierarchy of two is named. Where all rounds have it, it is accepted. */
START_TEST(m1_notes_what_only_the_quiet_curve_has)
{
	static const struct made_step quiet[] = {{MIB(1), 3200}, {END, 12700}};
	struct made_pass pass = sweep_of(level);
	pass.last_stairs = quiet;
	struct summary summary = summary_of("", &pass, 3);
	const struct summary_finding *knee = made_must(&summary, FINDING_KNEE, NULL, 0);
	ck_assert_int_eq(knee->status, STATUS_NOTED);
	ck_assert(names(knee, RULE_M1));
	ck_assert_uint_eq(knee->level, 1);
	ck_assert_ptr_null(made_find(&summary, FINDING_KNEE, NULL, 1));
	ck_assert_int_eq(made_must(&summary, FINDING_HIERARCHY, NULL, 0)->status, STATUS_REFUSED);
	summary_free(&summary);
	pass.stairs = quiet;
	summary = summary_of("", &pass, 3);
	ck_assert_int_eq(made_must(&summary, FINDING_KNEE, NULL, 0)->status, STATUS_ACCEPTED);
	ck_assert_double_eq(made_must(&summary, FINDING_HIERARCHY, NULL, 0)->value, 2);
	summary_free(&summary);
}
END_TEST

/* ---- N0 ---- */

START_TEST(n0_notes_all_where_sizes_count_nodes)
{
	static const struct {
		uint64_t stride_bytes;
		bool nodes;
	} cases[] = {{64, false}, {128, false}, {192, true}, {32, false}, {24, true}};
	struct made_pass pass = sweep_of(stairs);
	pass.stride_bytes = cases[_i].stride_bytes;
	struct summary summary =
	    summary_of("# line_bytes: 64\n# cache: level=1 type=data bytes=65536 cores=\n", &pass, 3);
	static const enum finding_kind kinds[] = {FINDING_HIERARCHY,   FINDING_LEVEL,    FINDING_KNEE,
	                                          FINDING_LOWER_BOUND, FINDING_CAPACITY, FINDING_REPORTED};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		ck_assert_int_eq(made_must(&summary, kinds[i], NULL, 0)->status,
		                 cases[_i].nodes ? STATUS_NOTED : STATUS_ACCEPTED);
	if (cases[_i].nodes) {
		made_holds(made_must(&summary, FINDING_KNEE, NULL, 0), "sizes count nodes");
		made_holds(made_must(&summary, FINDING_CAPACITY, NULL, 0), "sizes count nodes");
	}
	summary_free(&summary);
}
END_TEST

/* ---- R0 ---- */

#define L1 "# cache: level=1 type=data bytes=65536 cores=\n"
#define L2 "# cache: level=2 type=unified bytes=4194304 cores=\n"

/* Knees at root(64 x 80) KiB and root(4 x 5) MiB. */
START_TEST(r0_tells_what_became_of_each_reported_cache)
{
	struct made_pass pass = sweep_of(stairs);
	struct summary summary = summary_of(L1 "# cache: level=2 type=unified bytes=1048576 cores=\n"
	                                       "# cache: level=3 type=unified bytes=134217728 cores=\n",
	                                    &pass, 3);
	static const struct {
		enum status status;
		const char *words;
	} wanted[] = {{STATUS_ACCEPTED, "met: the reported cache of 64 KiB"},
	              {STATUS_REFUSED, "not met: the reported cache of 1 MiB"},
	              {STATUS_NOTED, "beyond the sweep's end: the reported cache of 128 MiB"}};
	for (size_t i = 0; i < 3; i++) {
		const struct summary_finding *finding = made_must(&summary, FINDING_REPORTED, NULL, i);
		ck_assert_int_eq(finding->status, wanted[i].status);
		made_begins(finding, wanted[i].words);
	}
	summary_free(&summary);
	summary = summary_of(L1, &pass, 2);
	ck_assert_ptr_null(made_find(&summary, FINDING_REPORTED, NULL, 0));
	summary_free(&summary);
}
END_TEST

/* The first level takes 3.2 ns: 3.2 cycles at 1 GHz, 1.6 at 500 MHz, 8 at 2.5 GHz. Its bound is the largest
 * size at most 64 / 1.18 = 54.2 KiB: 48 KiB. The sweep ends 64 / root(4 x 5) = 14.3 times beyond its last
 * knee, at 32 MiB only 7.2 times. No contradiction: NULL. */
START_TEST(r0_tells_contradictions)
{
	static const struct made_step fast[] = {{KIB(64), 240}, {END, 12700}},
	                              slow[] = {{KIB(64), 10100}, {END, 395000}};
	static const struct {
		const char *headers;
		const struct made_step *steps;
		uint64_t print_ps, clock_mhz, level_cycles[2], high_bytes;
		const char *words;
	} cases[] = {
	    {L1 L2, stairs, 0, 0, {0, 0}, MIB(64), NULL},
	    {L1 L2, stairs, 3200, 1000, {0, 0}, MIB(64), NULL},
	    {L1 L2, stairs, 3200, 2500, {0, 0}, MIB(64), NULL},
	    {L1 L2, stairs, 3200, 500, {0, 0}, MIB(64), "the first level takes 1.60 cycles"},
	    {L1 L2, stairs, 3200, 4000, {0, 0}, MIB(64), "the first level takes 12.8 cycles"},
	    {L1, fast, 0, 0, {0, 0}, MIB(64), "the first level takes 0.240 ns"},
	    {L1, slow, 0, 0, {0, 0}, MIB(64), "the first level takes 10.1 ns"},
	    {"# cache: level=1 type=data bytes=49152 cores=\n", stairs, 0, 0, {0, 0}, MIB(64), NULL},
	    {"# cache: level=1 type=data bytes=32768 cores=\n",
	     stairs,
	     0,
	     0,
	     {0, 0},
	     MIB(64),
	     "a cache of 32 KiB is reported, but loads over 48 KiB still take 3.20 ns"},
	    {"# cache: level=1 type=data bytes=262144 cores=\n",
	     stairs,
	     0,
	     0,
	     {0, 0},
	     MIB(64),
	     "a smallest cache of 256 KiB is reported, but the first level ends before 80 KiB"},
	    {L1 L2, stairs, 0, 0, {0, 0}, MIB(32), "the sweep ends 7.16 times beyond its last knee"},
	    {L1 "# cache: level=3 type=unified bytes=134217728 cores=\n",
	     stairs,
	     0,
	     0,
	     {0, 0},
	     MIB(64),
	     "the sweep ends at 64 MiB, inside a reported cache of 128 MiB"},
	    {"# asked_cores: Efficiency\n# counters: 0 Performance, 1 Efficiency\n" L1 L2,
	     stairs,
	     0,
	     0,
	     {1000, 0},
	     MIB(64),
	     "Efficiency cores were asked for, but 100 of 100 cycles"},
	    {"# asked_cores: Efficiency\n# counters: 0 Performance, 1 Efficiency\n" L1 L2,
	     stairs,
	     0,
	     0,
	     {100, 900},
	     MIB(64),
	     NULL},
	};
	struct made_pass pass = sweep_of(cases[_i].steps);
	pass.print_ps = cases[_i].print_ps;
	pass.clock_mhz = cases[_i].clock_mhz;
	memcpy(pass.level_cycles, cases[_i].level_cycles, sizeof pass.level_cycles);
	pass.high_bytes = cases[_i].high_bytes;
	struct summary summary = summary_of(cases[_i].headers, &pass, 3);
	const struct summary_finding *found = made_find(&summary, FINDING_CONTRADICTION, NULL, 0);
	ck_assert_msg(cases[_i].words != NULL || found == NULL, "case %d: %s", _i,
	              found != NULL ? found->reason : "");
	if (cases[_i].words != NULL)
		made_holds(made_must(&summary, FINDING_CONTRADICTION, NULL, 0), cases[_i].words);
	ck_assert_ptr_null(made_find(&summary, FINDING_CONTRADICTION, NULL, 1));
	summary_free(&summary);
}
END_TEST

/* ---- O2 ---- */

/* Page order shows the same stairs as random order does, and claims nothing of them; O2's own answer stays. A
 * step of 1.2 there is between. */
START_TEST(o2_claims_no_size_in_page_order)
{
	static const struct made_step gentle[] = {{KIB(64), 3200}, {MIB(4), 12700}, {END, 15240}};
	for (unsigned version = 2; version <= 3; version++) {
		const struct reduction_options options = {.rules = version};
		struct made_pass random = sweep_of(stairs), page = sweep_of(stairs);
		page.order = CAPTURE_PAGE;
		page.stairs = _i == 0 ? stairs : gentle;
		FILE *file = made_begin("");
		made_timer(file);
		made_write(file, &random);
		made_write(file, &page);
		struct summary summary = made_summary(file, &options);
		static const enum finding_kind kinds[] = {FINDING_KNEE, FINDING_LOWER_BOUND,
		                                          FINDING_CAPACITY};
		for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
			const struct summary_finding *claim = made_must(&summary, kinds[i], "page", 0);
			ck_assert_int_eq(claim->status, version == 3 ? STATUS_REFUSED : STATUS_ACCEPTED);
			ck_assert_int_eq(made_must(&summary, kinds[i], "random", 0)->status, STATUS_ACCEPTED);
		}
		ck_assert_int_eq(names(made_must(&summary, FINDING_KNEE, "page", 0), RULE_O2), version == 3);
		const struct summary_finding *last = made_must(&summary, FINDING_PAGE_ORDER, NULL, 1);
		made_begins(last, _i == 0        ? "cache step: "
		                  : version == 3 ? "between, and prefetching lowers it: "
		                                 : "neither a cache step nor a translation step: ");
		summary_free(&summary);
	}
}
END_TEST

/* ---- what a capacity row rests on ---- */

/* Eight sizes an octave. Up to 64 KiB no load misses, at 72 KiB all do: S is 64 KiB and U 72 (E1). Beyond the
 * first knee, without huge pages: B1 is the largest size at most 4 MiB / 1.18 = 3.39 MiB, 3.25; K1 is root(4
 * x 4.5) = 4.243 MiB, 0.70 of it 2.97, 1.35 of it 5.73; the upper plateau begins at 4.5 MiB, which does not
 * bound the claim there: from 3.25 to 5.73 MiB (E2). With huge pages throughout: 4 / 1.02 to 4.5 x 1.08 MiB
 * (E1). */
START_TEST(e1_and_e2_claim_capacities)
{
	static const char huge[] =
	    "# round_pages: experiment=sweep round=1 bytes=67108864 huge_bytes=67108864\n";
	struct made_pass pass = sweep_of(stairs);
	pass.fine = true;
	struct summary summary = summary_of(_i == 0 ? "" : huge, &pass, 3);
	const struct summary_finding *first = made_must(&summary, FINDING_CAPACITY, NULL, 0),
	                             *second = made_must(&summary, FINDING_CAPACITY, NULL, 1);
	const double kib = 1024, mib = 1024 * 1024;
	ck_assert_str_eq(made_rules(first), "E1");
	ck_assert_double_eq_tol(first->low, 64 * kib / 1.02, 0.01);
	ck_assert_double_eq_tol(first->high, 72 * kib, 0.01);
	ck_assert_str_eq(made_rules(second), _i == 0 ? "E2" : "E1");
	ck_assert_double_eq_tol(second->low, _i == 0 ? 3.25 * mib : 4 * mib / 1.02, 0.01);
	ck_assert_double_eq_tol(second->high, _i == 0 ? 1.35 * sqrt(4 * 4.5) * mib : 4.5 * 1.08 * mib, 0.01);
	if (_i == 0)
		made_holds(second, "no E1: beyond the first knee, and no huge pages throughout");
	summary_free(&summary);
}
END_TEST

/* Four sizes an octave: the size after 64 KiB is 80, beyond 1.1906 x 64 for E1 and 1.2 x 64 for E2: Z1 from
 * 48 to 80 KiB. Eight sizes an octave and a climb from 64 to 208 KiB in steps of more than a quarter: the
 * upper plateau's first size is more than 3.5 times B1, 52 KiB. */
START_TEST(z1_says_why_nothing_narrower_is_claimed)
{
	static const struct made_step climb[] = {{KIB(64), 3200},  {KIB(72), 4100},  {KIB(88), 5300},
	                                         {KIB(112), 6900}, {KIB(144), 8900}, {KIB(192), 11500},
	                                         {END, 15000}};
	struct made_pass pass = sweep_of(_i == 0 ? stairs : climb);
	pass.fine = _i != 0;
	struct summary summary = summary_of("", &pass, 3);
	const struct summary_finding *capacity = made_must(&summary, FINDING_CAPACITY, NULL, 0);
	ck_assert_int_eq(capacity->status, STATUS_ACCEPTED);
	ck_assert_str_eq(made_rules(capacity), "Z1");
	ck_assert_double_eq(capacity->low, (_i == 0 ? 48 : 52) * 1024.0);
	ck_assert_double_eq(capacity->high, (_i == 0 ? 80 : 208) * 1024.0);
	made_begins(capacity,
	            "at least one cache's capacity, as far as this pass could use it, or the reach of "
	            "translation, lies between these two sizes");
	made_holds(capacity, "no E1: the edge is soft");
	made_holds(capacity, _i == 0 ? "no E2: the sizes around the knee lie too far apart"
	                             : "no E2: the climb is longer than one cache's");
	summary_free(&summary);
	summary = summary_of("", &pass, 2);
	ck_assert_ptr_null(strstr(made_must(&summary, FINDING_CAPACITY, NULL, 0)->reason, "translation"));
	summary_free(&summary);
}
END_TEST

/* ---- the inputs that version 2 answers wrongly, where they are there ---- */

/* The generated ones of synthetic/ are checked by `synthetic check`; these are loose checks of files that are
 * not ours to keep. `words` stand in a finding of that kind with that status; with NULL there is no such
 * finding. */
START_TEST(hard_inputs_get_their_answers)
{
	static const struct {
		const char *file;
		enum finding_kind kind;
		enum status status;
		const char *words;
	} cases[] = {
	    {"t4_elapsed_wrapped", FINDING_SWEEP, STATUS_REFUSED, "under T4"},
	    {"t4_elapsed_wrapped", FINDING_LEVEL, STATUS_ACCEPTED, NULL},
	    {"faults_in_block", FINDING_SWEEP, STATUS_ACCEPTED, "under T5"},
	    {"faults_in_block", FINDING_DIAGNOSTIC, STATUS_NOTED, "lost: at 8 of 61 sizes"},
	    {"ends_inside_reported_l3", FINDING_CONTRADICTION, STATUS_NOTED, "inside a reported cache"},
	    {"p_run_labelled_e", FINDING_CONTRADICTION, STATUS_NOTED, "is reported, but loads over"},
	    {"p_run_labelled_e", FINDING_CONTRADICTION, STATUS_NOTED, "Efficiency cores were asked for"},
	    {"l1_at_1p2_cycles", FINDING_CONTRADICTION, STATUS_NOTED, "the first level takes 1.20 cycles"},
	    {"half_the_points_short", FINDING_KNEE, STATUS_ACCEPTED, NULL},
	    {"half_the_points_short", FINDING_CAPACITY, STATUS_ACCEPTED, NULL},
	    {"half_the_points_short", FINDING_LEVEL, STATUS_NOTED, "the 1st seen"},
	    {"half_the_points_short", FINDING_DIAGNOSTIC, STATUS_NOTED, "lost: at 29 of 61 sizes"},
	    {"phantom_below_l1", FINDING_CONTRADICTION, STATUS_NOTED,
	     "a smallest cache of 32 KiB is reported"},
	    {"stride_4096", FINDING_KNEE, STATUS_ACCEPTED, NULL},
	    {"stride_4096", FINDING_CAPACITY, STATUS_ACCEPTED, NULL},
	    {"v1_starved_competitor", FINDING_PRIVATE, STATUS_ACCEPTED, NULL},
	    {"v1_starved_competitor", FINDING_SWEEP, STATUS_REFUSED, "under T6"},
	};
	char path[256];
	bool found = false;
	struct summary summary;
	snprintf(path, sizeof path, "../shared/hard/v2/%s.csv", cases[_i].file);
	if (!reduced(path, &summary))
		return;
	for (size_t i = 0; i < summary.finding_count; i++) {
		const struct summary_finding *finding = &summary.findings[i];
		found =
		    found || (finding->kind == cases[_i].kind && finding->status == cases[_i].status &&
		              (cases[_i].words == NULL || strstr(finding->reason, cases[_i].words) != NULL));
	}
	ck_assert_msg(found == (cases[_i].words != NULL), "%s: %s", cases[_i].file,
	              cases[_i].words != NULL ? cases[_i].words : "accepted");
	summary_free(&summary);
}
END_TEST

/* Numbers are unique, levels no more than plateaus: the count that is named is at most that of the levels,
 * and each knee's level is given once. */
START_TEST(hard_inputs_number_levels_once)
{
	static const char *const files[] = {"m1_two_levels_of_one", "m1_real"};
	char path[256];
	struct summary summary;
	size_t levels = 0;
	snprintf(path, sizeof path, "../shared/hard/v2/%s.csv", files[_i]);
	if (!reduced(path, &summary))
		return;
	for (size_t i = 0; i < summary.finding_count; i++) {
		const struct summary_finding *finding = &summary.findings[i];
		levels += finding->kind == FINDING_LEVEL;
		if (finding->kind != FINDING_KNEE)
			continue;
		for (size_t j = i + 1; j < summary.finding_count; j++)
			ck_assert(summary.findings[j].kind != FINDING_KNEE ||
			          summary.findings[j].level != finding->level);
	}
	ck_assert_double_le(made_must(&summary, FINDING_HIERARCHY, NULL, 0)->value, (double)levels);
	if (_i == 0)
		ck_assert_uint_eq(answered(&summary),
		                  2); /* 32 KiB and 1 MiB; the disturbed edge is refused */
	summary_free(&summary);
}
END_TEST

Suite *version3_suite(void)
{
	Suite *suite = suite_create("version 3");
	TCase *trials = tcase_create("trials");
	tcase_add_loop_test(trials, t4_and_t5_discard_trials, 0, 9);
	tcase_add_loop_test(trials, t6_asks_for_company, 0, 8);
	suite_add_tcase(suite, trials);
	TCase *levels = tcase_create("levels");
	cases_add(levels, p0_judges_one_size_an_octave, p0_refuses_a_wider_grid,
	          h3_reads_two_levels_by_medians);
	tcase_add_loop_test(levels, h3_asks_for_135_hundredths, 0, 2);
	tcase_add_loop_test(levels, h4_counts_levels, 0, 2);
	tcase_add_loop_test(levels, b1_stops_before_a_creep, 0, 4);
	cases_add(levels, m1_never_reads_one_level_twice, m1_notes_what_only_the_quiet_curve_has);
	suite_add_tcase(suite, levels);
	TCase *told = tcase_create("what is told");
	tcase_add_loop_test(told, n0_notes_all_where_sizes_count_nodes, 0, 5);
	tcase_add_test(told, r0_tells_what_became_of_each_reported_cache);
	tcase_add_loop_test(told, r0_tells_contradictions, 0, 14);
	tcase_add_loop_test(told, o2_claims_no_size_in_page_order, 0, 2);
	tcase_add_loop_test(told, e1_and_e2_claim_capacities, 0, 2);
	tcase_add_loop_test(told, z1_says_why_nothing_narrower_is_claimed, 0, 2);
	suite_add_tcase(suite, told);
	TCase *hard = tcase_create("hard inputs");
	tcase_add_loop_test(hard, hard_inputs_get_their_answers, 0, 17);
	tcase_add_loop_test(hard, hard_inputs_number_levels_once, 0, 2);
	suite_add_tcase(suite, hard);
	return suite;
}
