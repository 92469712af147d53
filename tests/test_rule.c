/* Tests of the registered rules: the pinned constants, the table, sets of rules; and of the typed columns of
 * a summary that name rules, kinds and verdicts. */
#include "../reduce/rule.h"
#include "../reduce/summary/summary.h"
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	rule_constants_line(text, sizeof text, 2);
	ck_assert_str_eq(
	    text, "T1=100 T2=1.5 T3=1/2,1/2 T4=0.90 F1=table M0=3 M1=3,0.25 P0=1.5 P1=4,2,1.25 D1=1.25 "
	          "L1=1.35 L2=2 K2=1000,950,2 K3=0.25,2/3 K4=1 K6=1.4,2.5,0.02 K7=8 K8=2,2.25,0.02 K9=5 "
	          "K10=0.25 B1=1.18 R1=0.10 S1=2,0.25 V1=0.10,1.35 O2=1.35,1.10 G2=0.18 G3=0.80 G4=0.06 "
	          "G5=2 G8=0.08");
}
END_TEST

/* Version 3: P0 becomes 2.05, M1 and K3 ask less of single rounds, T4 and B1 get an upper bound, the rest is
 * new. */
START_TEST(constants_of_version_3)
{
	char text[1024];
	ck_assert_int_eq(RULE_VERSION, 3);
	rule_constants_line(text, sizeof text, 3);
	ck_assert_str_eq(
	    text,
	    "T1=100 T2=1.5 T3=1/2,1/2 T4=0.90,0.10 T5=1000,0.02 T6=0.90,0.90 F1=table M0=3 M1=3,0.25,0.50 P0=2.05 "
	    "P1=4,2,1.25 D1=1.25 L1=1.35 L2=2 H3=1.35 H4=1.35 K2=1000,950,2 K3=0.25,2/3,0.50,1/2 K4=1 K6=1.4,2.5,0.02 "
	    "K7=8 K8=2,2.25,0.02 K9=5 K10=0.25 B1=1.18,1.10,0.10 E1=3,4,0.03,0.10,1.02,1.08,1.10 E2=25/16,1.2,3.5,0.70,1.35 "
	    "R1=0.10 S1=2,0.25 V1=0.10,1.35 O2=1.35,1.10 G2=0.18 G3=0.80 G4=0.06 G5=2 G8=0.08 J1=1 R0=2,2,8 "
	    "N0=2 W1=1.5 W2=1.5,1/2,0.3 Q1=0.98,1.02 Q2=0.05,4 Q3=0.05 Q4=0.10");
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
		ck_assert_uint_eq(rules[i].rule, i);
		ck_assert_ptr_eq(rule_find(rules[i].id), &rules[i]);
		ck_assert_uint_gt(strlen(rules[i].text), 20);
		ck_assert_uint_gt(strlen(rules[i].source), 5);
	}
	ck_assert_ptr_null(rule_find("Z9"));
}
END_TEST

/* A knee tells K7, M1 and T1 before K8; V1 comes before F1; G1 to G8 come before M0. */
static const struct {
	rule_set set;
	const char *ids;
} sets[] = {
    {0, ""},
    {RULE_SET(RULE_K6), "K6"},
    {RULE_SET(RULE_T1) | RULE_SET(RULE_M1) | RULE_SET(RULE_K7) | RULE_SET(RULE_K10) | RULE_SET(RULE_D1),
     "D1 K7 M1 T1 K10"},
    {RULE_SET(RULE_F1) | RULE_SET(RULE_V1), "V1 F1"},
    {RULE_SET(RULE_M0) | RULE_SET(RULE_G8) | RULE_SET(RULE_G1), "G1 G8 M0"},
    {RULE_SET(RULE_P1) | RULE_SET(RULE_L1), "P1 L1"},
};

START_TEST(sets_are_written_and_read)
{
	char text[RULE_TEXT];
	rule_set read;
	ck_assert_str_eq(rule_ids(sets[_i].set, text), sets[_i].ids);
	ck_assert(rule_read(sets[_i].ids, &read));
	ck_assert_uint_eq(read, sets[_i].set);
}
END_TEST

START_TEST(a_set_holds_every_rule_once)
{
	enum rule_id list[RULE_COUNT];
	rule_set all = 0, read;
	size_t count = rule_list(~(rule_set)0, list);
	ck_assert_uint_eq(count, RULE_COUNT);
	for (size_t i = 0; i < count; i++)
		all |= RULE_SET(list[i]);
	ck_assert_uint_eq(all, RULE_SET(RULE_COUNT) - 1);
	ck_assert(!rule_read("K2 K31", &read));
	ck_assert(!rule_read("k2", &read));
}
END_TEST

/* ---- the columns of a file ---- */

/* Writes a findings file of these rows into `folder` and loads it. */
static int load(struct summary *summary, const char *folder, const char *rows, struct fault *fault)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/made.findings.csv", folder);
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
	        "# cachestair_findings: 1\n"
	        "finding,level,status,value,unit,low,high,reported,gap,rule,reason,pass\n%s",
	        rows);
	ck_assert_int_eq(fclose(file), 0);
	return summary_load(summary, path, fault);
}

static const struct {
	const char *row;
	unsigned long column;
	const char *what;
} unknown[] = {
    {"kneee,1,accepted,1,bytes,,,,,K1,,p\n", 1, "\"kneee\" in column finding"},
    {",1,accepted,1,bytes,,,,,K1,,p\n", 1, "\"\" in column finding"},
    {"knee,1,sure,1,bytes,,,,,K1,,p\n", 3, "\"sure\" in column status"},
    {"knee,1,accepted,1,furlongs,,,,,K1,,p\n", 5, "\"furlongs\" in column unit"},
    {"knee,1,accepted,1,bytes,,,,,K1 Q9,,p\n", 10, "\"K1 Q9\" in column rule"},
};

START_TEST(a_word_that_is_not_known_is_a_fault)
{
	char *folder = shell_folder();
	struct summary summary;
	struct fault fault;
	ck_assert_int_eq(load(&summary, folder, unknown[_i].row, &fault), -1);
	ck_assert_str_eq(fault.what, unknown[_i].what);
	ck_assert_uint_eq(fault.line, 3);
	ck_assert_uint_eq(fault.column, unknown[_i].column);
	shell_remove(folder);
}
END_TEST

/* The points beside them, too. */
START_TEST(a_points_word_that_is_not_known_is_a_fault)
{
	static const struct {
		const char *row, *what;
	} points[] = {
	    {"swep,1,,random,0,1,0,0,,1,1,1,1,1,,,,,p\n", "\"swep\" in column experiment"},
	    {"sweep,1,,sorted,0,1,0,0,,1,1,1,1,1,,,,,p\n", "\"sorted\" in column order"},
	};
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		char *folder = shell_folder(), path[4096];
		struct summary summary;
		struct fault fault;
		snprintf(path, sizeof path, "%s/made.points.csv", folder);
		FILE *file = fopen(path, "w");
		ck_assert_ptr_nonnull(file);
		fprintf(
		    file,
		    "# cachestair_points: 1\n"
		    "experiment,size_bytes,distance_bytes,order,competitors,trials,discarded,migrated,cpus,"
		    "time_ns,low_ns,q1_ns,q3_ns,high_ns,cycles,plateau,level,note,pass\n%s",
		    points[i].row);
		ck_assert_int_eq(fclose(file), 0);
		ck_assert_int_eq(load(&summary, folder, "", &fault), -1);
		ck_assert_str_eq(fault.what, points[i].what);
		shell_remove(folder);
	}
}
END_TEST

/* The first row of a placement is its verdict; the others say what they are in the column `rule`. Written
 * again, all stand as they were. */
START_TEST(the_rows_of_a_granule_are_told_apart)
{
	static const char rows[] = "granule,1,refused,,bytes,16384,32768,,,G2,,a\n"
	                           "granule,1,noted,64,ns,3,4,,,fit,,a\n"
	                           "granule,1,refused,0.1,share,0.18,,,,G2,,a\n"
	                           "granule,1,noted,64,bytes,1,2,,,G1-,,a\n"
	                           "granule,2,refused,,,,,,,G1,,a\n"
	                           "granule,2,noted,64,bytes,1,2,,,G1-,,a\n"
	                           "granule,2,accepted,64,bytes,1,2,,,,,b\n";
	static const enum finding_kind kinds[] = {
	    FINDING_GRANULE, FINDING_GRANULE_FIT,     FINDING_GRANULE_GATE, FINDING_GRANULE_RETIRED,
	    FINDING_GRANULE, FINDING_GRANULE_RETIRED, FINDING_GRANULE};
	enum { KINDS = sizeof kinds / sizeof kinds[0] };
	char *folder = shell_folder(), written[1024] = "";
	struct summary summary;
	struct fault fault;
	ck_assert_int_eq(load(&summary, folder, rows, &fault), 0);
	ck_assert_uint_eq(summary.finding_count, KINDS);
	for (size_t i = 0; i < KINDS; i++)
		ck_assert_int_eq(summary.findings[i].kind, kinds[i]);
	FILE *stream = fmemopen(written, sizeof written, "w");
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(summary_write_findings(stream, &summary), 0);
	ck_assert_int_eq(fclose(stream), 0);
	const char *table = strstr(written, "granule");
	ck_assert_ptr_nonnull(table);
	ck_assert_str_eq(table, rows);
	summary_free(&summary);
	shell_remove(folder);
}
END_TEST

Suite *rule_suite(void)
{
	Suite *suite = suite_create("rule");
	TCase *cases = tcase_create("rules");
	cases_add(cases, constants_of_version_1, constants_of_version_2, constants_of_version_3,
	          constants_are_used_as_told, rules_have_words);
	cases_add_rows(cases, sets_are_written_and_read, sets);
	tcase_add_test(cases, a_set_holds_every_rule_once);
	cases_add_rows(cases, a_word_that_is_not_known_is_a_fault, unknown);
	cases_add(cases, a_points_word_that_is_not_known_is_a_fault, the_rows_of_a_granule_are_told_apart);
	suite_add_tcase(suite, cases);
	return suite;
}
