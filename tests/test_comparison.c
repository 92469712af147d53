/* Tests of what is said of several captures: R1, S1, O1, and C1, V1, O2 where the two passes stand in two
 * captures. Captures stand on stairs with points at 4, 5, 6, 7 x 2^k KiB. */
#include "cases.h"
#include "made.h"

#include "../reduce/join/compare.h"
#include "../reduce/judge/curve.h"
#include "../reduce/join/gap_order.h"
#include "../reduce/join/ratio.h"
#include "../reduce/join/unnamed.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define END UINT64_MAX
#define MACHINE "# machine: Mac16,12\n# processor: Apple M4\n"
#define EFFICIENCY                                                                                           \
	MACHINE "# asked_cores: Efficiency\n# asked_qos: background\n"                                       \
	        "# cache: level=1 type=data bytes=65536 cores=Efficiency\n"                                  \
	        "# cache: level=2 type=unified bytes=4194304 cores=Efficiency\n"                             \
	        "# cache: level=2 type=unified bytes=16777216 cores=Performance\n"
#define PERFORMANCE                                                                                          \
	MACHINE "# asked_cores: Performance\n# asked_qos: interactive\n"                                     \
	        "# cache: level=1 type=data bytes=131072 cores=Performance\n"                                \
	        "# cache: level=2 type=unified bytes=4194304 cores=Efficiency\n"                             \
	        "# cache: level=2 type=unified bytes=16777216 cores=Performance\n"

static const struct made_step efficiency[] = {{KIB(64), 3200}, {MIB(4), 12700}, {END, 395000}},
                              performance[] = {{KIB(128), 910}, {MIB(16), 6040}, {END, 91000}};

/* Captures to be compared: a header and one pass each. */
struct compared {
	struct reduction captures[4];
	size_t count;
	struct summary summary;
};

static void add(struct compared *compared, const char *name, const char *headers,
                const struct made_pass *pass, const struct reduction_options *options)
{
	FILE *file = made_begin(headers);
	made_timer(file);
	made_write(file, pass);
	made_reduce(&compared->captures[compared->count++], file, name, options);
}

static void compare(struct compared *compared)
{
	struct fault fault;
	for (size_t i = 0; i < compared->count; i++)
		reduction_slim(&compared->captures[i]);
	ck_assert_int_eq(
	    compare_captures(&compared->summary, compared->captures, compared->count, false, &fault), 0);
}

static void compared_free(struct compared *compared)
{
	for (size_t i = 0; i < compared->count; i++)
		reduction_free(&compared->captures[i]);
	summary_free(&compared->summary);
}

static struct made_pass sweep_of(const struct made_step *stairs)
{
	return (struct made_pass){
	    .stride_bytes = 128, .low_bytes = KIB(16), .high_bytes = MIB(512), .stairs = stairs};
}

static struct compared two(const char *header_a, const struct made_step *a, const char *header_b,
                           const struct made_step *b)
{
	struct compared compared = {.count = 0};
	struct made_pass pass_a = sweep_of(a), pass_b = sweep_of(b);
	add(&compared, "a.csv", header_a, &pass_a, NULL);
	add(&compared, "b.csv", header_b, &pass_b, NULL);
	compare(&compared);
	return compared;
}

static const struct summary_finding *only(const struct summary *summary, enum finding_kind kind)
{
	ck_assert_ptr_null(made_find(summary, kind, NULL, 1));
	return made_must(summary, kind, NULL, 0);
}

/* ---- R1 ---- */

/* The first article: marks of 6.8 and 26.7 MiB, capacities of 4 and 16 MiB: 3.926 against 4. Then the
 * limit: 4.4 is within 10 per cent of 4, 4.41 is not; 3.64 is (4 <= 1.1 x 3.64), 3.63 is not. */
START_TEST(r1_judges_ratios)
{
	static const struct {
		double marks[2], capacities[2], ratio, apart;
		bool consistent;
	} cases[] = {
	    {{6.8, 26.7}, {4, 16}, 26.7 / 6.8, 0.0184, true},
	    {{26.7, 6.8}, {16, 4}, 26.7 / 6.8, 0.0184, true},
	    {{10, 44}, {1, 4}, 4.4, -0.1, true},
	    {{100, 441}, {1, 4}, 4.41, -0.1025, false},
	    {{100, 364}, {1, 4}, 3.64, 0.09, true},
	    {{100, 363}, {1, 4}, 3.63, 0.0925, false},
	    {{10, 40}, {4, 1}, 4, -15, false},
	};
	struct ratio_verdict verdict = ratio_judge(cases[_i].marks, cases[_i].capacities);
	ck_assert_double_eq_tol(verdict.marks, cases[_i].ratio, 1e-12);
	ck_assert_double_eq_tol(verdict.apart, cases[_i].apart, 5e-5);
	ck_assert_int_eq(verdict.consistent, cases[_i].consistent);
}
END_TEST

/* The first article gives too few points for P1, so the plateaus are given by hand, as it names them:
 * from 12.0 to 13.4 ns and at 390 to 400 ns; from 3.88 to 8.2 ns and at 91 ns. By hand the marks are 4 + 6 x
 * (203.85 - 46.2) / (390 - 46.2) = 6.751 MiB and 20 + 8 x (48.52 - 23.5) / (53.8 - 23.5) = 26.606 MiB. The
 * article says 6.8 and 26.7, and 3.93 of their ratio: all within one per cent. */
START_TEST(m2_of_the_first_article)
{
	static const double e_sizes[] = {32768, 65536, 98304, 2621440, 3670016, 4194304, 10485760, 12582912},
	                    e_times[] = {3.2, 3.3, 12.0, 13.4, 17.7, 46.2, 390, 400},
	                    p_sizes[] = {32768,    131072,   163840,   10485760, 12582912,
	                                 16777216, 20971520, 29360128, 41943040, 67108864},
	                    p_times[] = {0.91, 0.91, 3.88, 8.2, 10.3, 14.1, 23.5, 53.8, 82.9, 91};
	const struct curve e = {8, e_sizes, e_times, 0}, p = {10, p_sizes, p_times, 0};
	const struct plateau e_below = {2, 3, 12.0, true, 0}, e_above = {6, 7, 390, true, 0};
	double scratch[2];
	const struct plateau p_below = {2, 3, 3.88, true, 0}, p_above = {9, 9, 91, true, 0};
	double e_mark = 0, p_mark = 0;
	ck_assert(midpoint_place(&e, &e_below, &e_above, scratch, &e_mark));
	ck_assert(midpoint_place(&p, &p_below, &p_above, scratch, &p_mark));
	ck_assert_double_eq_tol(e_mark / (double)MIB(1), 6.751, 5e-4);
	ck_assert_double_eq_tol(p_mark / (double)MIB(1), 26.606, 5e-4);
	ck_assert_double_eq_tol(e_mark / (double)MIB(1), 6.8, 0.068);
	ck_assert_double_eq_tol(p_mark / (double)MIB(1), 26.7, 0.267);
	const double marks[] = {e_mark, p_mark}, capacities[] = {MIB(4), MIB(16)};
	struct ratio_verdict verdict = ratio_judge(marks, capacities);
	ck_assert_double_eq_tol(verdict.marks, 3.93, 0.0393);
	ck_assert(verdict.consistent);
}
END_TEST

/* Between 4 MiB at 12.7 ns and 5 MiB at 395 ns the mean stands half way: 4.5 MiB; between 16 and 20: 18 MiB.
 * Each pass takes the last level that is reported for its own cores. */
START_TEST(r1_of_two_captures)
{
	struct compared compared = two(EFFICIENCY, efficiency, PERFORMANCE, performance);
	const struct summary_finding *ratio = only(&compared.summary, FINDING_RATIO);
	ck_assert_int_eq(ratio->status, STATUS_ACCEPTED);
	ck_assert_str_eq(ratio->pass, "a: random | b: random");
	ck_assert_double_eq_tol(ratio->value, 4, 1e-9);
	ck_assert_double_eq(ratio->low, 4.5 * (double)MIB(1));
	ck_assert_double_eq(ratio->high, (double)MIB(18));
	ck_assert_double_eq(ratio->reported, 4);
	ck_assert_double_eq_tol(ratio->gap, 0, 1e-9);
	made_begins(ratio, "consistent: midpoints 4.50 MiB and 18.0 MiB, reported 4 MiB and 16 MiB");
	compared_free(&compared);
}
END_TEST

START_TEST(r1_refuses)
{
	static const struct {
		const char *header, *words;
		uint64_t stride_bytes;
	} cases[] = {
	    {"# machine: Mac17,1\n# processor: Apple M5\n",
	     "the two ratios cannot be compared: another machine: \"Mac16,12, Apple M4\" against "
	     "\"Mac17,1, Apple M5\"",
	     128},
	    {"", "a capture does not name its machine", 128},
	    {PERFORMANCE, "another stride: 128 against 64 bytes", 64},
	    {MACHINE "# asked_cores: Performance\n", "nothing is reported for b: random", 128},
	    {MACHINE
	     "# asked_cores: Performance\n# cache: level=1 type=data bytes=131072 cores=Performance\n",
	     "the last reported levels differ: 2 and 1", 128},
	};
	struct compared compared = {.count = 0};
	struct made_pass a = sweep_of(efficiency), b = sweep_of(performance);
	b.stride_bytes = cases[_i].stride_bytes;
	add(&compared, "a.csv", EFFICIENCY, &a, NULL);
	add(&compared, "b.csv", cases[_i].header, &b, NULL);
	compare(&compared);
	const struct summary_finding *ratio = only(&compared.summary, FINDING_RATIO);
	ck_assert_int_eq(ratio->status, STATUS_REFUSED);
	made_holds(ratio, cases[_i].words);
	/* Across machines and strides S1 is not asked. */
	if (_i < 3)
		ck_assert_ptr_null(made_find(&compared.summary, FINDING_UNNAMED_CACHE, NULL, 0));
	compared_free(&compared);
}
END_TEST

START_TEST(r1_wants_a_midpoint)
{
	static const struct made_step flat[] = {{END, 910}};
	struct compared compared = two(EFFICIENCY, efficiency, PERFORMANCE, flat);
	made_holds(only(&compared.summary, FINDING_RATIO), "b: random has no midpoint");
	compared_free(&compared);
}
END_TEST

/* ---- S1 ---- */

START_TEST(s1_takes_reported_from_knees)
{
	static const struct {
		struct leftover_knee knees[4];
		size_t knee_count;
		double reported[2];
		size_t reported_count;
		enum leftover_verdict verdict;
		double bytes;
	} cases[] = {
	    {{{64, true}, {4000, true}, {60000, true}}, 3, {64, 4096}, 2, LEFTOVER_ONE, 60000},
	    {{{64, true}, {1000, true}, {4000, true}}, 3, {64, 4096}, 2, LEFTOVER_ONE, 1000},
	    {{{64, true}, {4000, true}}, 2, {64, 4096}, 2, LEFTOVER_NONE, 0},
	    {{{64, true}, {4000, true}, {9000, true}, {60000, true}}, 4, {64, 4096}, 2, LEFTOVER_SEVERAL, 0},
	    {{{64, true}}, 1, {0}, 0, LEFTOVER_UNREPORTED, 0},
	    /* A factor 2 is within, more is not; a noted knee recovers nothing. */
	    {{{32, true}, {8192, true}}, 2, {64, 4096}, 2, LEFTOVER_NONE, 0},
	    {{{64, true}, {8193, true}}, 2, {64, 4096}, 2, LEFTOVER_UNRECOVERED, 4096},
	    {{{64, false}, {4000, true}}, 2, {64, 4096}, 2, LEFTOVER_UNRECOVERED, 64},
	    /* One knee cannot stand for two reported sizes. */
	    {{{80, true}}, 1, {64, 100}, 2, LEFTOVER_UNRECOVERED, 100},
	};
	struct leftover leftover = unnamed_leftover(cases[_i].knees, cases[_i].knee_count, cases[_i].reported,
	                                            cases[_i].reported_count);
	ck_assert_int_eq(leftover.verdict, cases[_i].verdict);
	if (cases[_i].bytes > 0)
		ck_assert_double_eq(leftover.bytes, cases[_i].bytes);
}
END_TEST

static const struct made_step e_more[] = {{KIB(64), 3200}, {MIB(4), 12700}, {MIB(64), 60000}, {END, 395000}},
                              p_more[] = {{KIB(128), 910}, {MIB(16), 6040}, {MIB(64), 30000}, {END, 91000}},
                              p_other[] = {{KIB(128), 910}, {MIB(16), 6040}, {MIB(96), 30000}, {END, 91000}};

/* Two captures of `stairs`, a's with a page-order pass of `page` behind it where that is not NULL. */
static struct compared unnamed_two(const char *headers, const struct made_step *a, const struct made_step *b,
                                   const struct made_step *page, unsigned version)
{
	struct compared compared = {.count = 0};
	const struct reduction_options options = {.rules = version};
	struct made_pass random = sweep_of(a), ordered = sweep_of(page), other = sweep_of(b);
	char text_a[1024], text_b[1024];
	snprintf(text_a, sizeof text_a, EFFICIENCY "%s", headers);
	snprintf(text_b, sizeof text_b, PERFORMANCE "%s", headers);
	FILE *file = made_begin(text_a);
	ordered.order = CAPTURE_PAGE;
	made_timer(file);
	made_write(file, &random);
	if (page != NULL)
		made_write(file, &ordered);
	made_reduce(&compared.captures[compared.count++], file, "a.csv", &options);
	add(&compared, "b.csv", text_b, &other, &options);
	compare(&compared);
	return compared;
}

#define ALL_HUGE "# round_pages: experiment=sweep round=1 bytes=536870912 huge_bytes=536870912\n"
#define SOME_HUGE "# round_pages: experiment=sweep round=1 bytes=536870912 huge_bytes=536870911\n"

/* A level to 64 MiB on both clusters, its knees at root(64 x 80) = 71.6 MiB. Version 2 assigns it. Version 3
 * does where the step of 60 to 395 ns is one in page order too (on one of the two), or both lie in huge
 * pages; where page order takes 60 ns throughout, the step is the translation's. On the second cluster to 96
 * MiB: the knees, at root(64 x 80) and root(96 x 112) MiB, are a factor 1.45 apart. Without a level: not
 * established, with what could hide it. */
START_TEST(s1_of_two_captures)
{
	static const struct made_step flat[] = {
	    {KIB(64), 3200}, {MIB(4), 12700}, {MIB(64), 60000}, {END, 60000}};
	static const struct made_step gentle[] = {
	    {KIB(64), 3200}, {MIB(4), 12700}, {MIB(64), 60000}, {END, 72000}};
	static const char refused[] = "not established by this access pattern: ";
	static const struct {
		const char *headers;
		const struct made_step *e, *p, *page;
		unsigned rules;
		enum status status;
		const char *begins, *holds;
	} cases[] = {
	    {"", e_more, p_more, NULL, 2, STATUS_ACCEPTED,
	     "assigned: ", "a: random shows one knee more, at 71.6 MiB"},
	    {"", e_more, p_more, NULL, 3, STATUS_REFUSED, refused,
	     "neither the page chase (W2) nor page order (O2)"},
	    {"", e_more, p_more, e_more, 3, STATUS_ACCEPTED, "assigned: ", "a cache step in page order (O2)"},
	    {"", e_more, p_more, flat, 3, STATUS_REFUSED, refused,
	     "neither the page chase (W2) nor page order (O2)"},
	    {"", e_more, p_more, gentle, 3, STATUS_REFUSED, refused,
	     "neither the page chase (W2) nor page order (O2)"},
	    {ALL_HUGE, e_more, p_more, NULL, 3, STATUS_ACCEPTED,
	     "assigned: ", "both passes lie in huge pages"},
	    {SOME_HUGE, e_more, p_more, NULL, 3, STATUS_REFUSED, refused, "not both lie in huge pages"},
	    {"", e_more, p_other, e_more, 3, STATUS_REFUSED, refused, "more than 25 per cent apart"},
	    {"", e_more, performance, e_more, 3, STATUS_REFUSED, refused,
	     "b: random shows no level that its reported caches do not explain"},
	    {"", efficiency, performance, NULL, 3, STATUS_REFUSED, refused, "a cache could still be there"},
	};
	struct compared compared =
	    unnamed_two(cases[_i].headers, cases[_i].e, cases[_i].p, cases[_i].page, cases[_i].rules);
	const struct summary_finding *unnamed = only(&compared.summary, FINDING_UNNAMED_CACHE);
	ck_assert_int_eq(unnamed->status, cases[_i].status);
	made_begins(unnamed, cases[_i].begins);
	made_holds(unnamed, cases[_i].holds);
	if (_i == 0)
		ck_assert_double_eq_tol(unnamed->low, sqrt(64 * 80) * (double)MIB(1), 100);
	compared_free(&compared);
}
END_TEST

/* A knee at root(512 x 640) = 572 KiB that no reported cache explains, between caches of 64 KiB and 4 MiB,
 * and of 128 KiB and 16 MiB: version 2 assigns it, version 3 asks for one beyond the last of them. */
START_TEST(s1_between_reported_caches)
{
	static const struct made_step e[] = {
	    {KIB(64), 3200}, {KIB(512), 7000}, {MIB(4), 12700}, {END, 395000}};
	static const struct made_step p[] = {
	    {KIB(128), 910}, {KIB(512), 3000}, {MIB(16), 6040}, {END, 91000}};
	struct compared two_of_it = unnamed_two("", e, p, e, 2), three = unnamed_two("", e, p, e, 3);
	ck_assert_int_eq(only(&two_of_it.summary, FINDING_UNNAMED_CACHE)->status, STATUS_ACCEPTED);
	ck_assert_int_eq(only(&three.summary, FINDING_UNNAMED_CACHE)->status, STATUS_REFUSED);
	made_holds(only(&three.summary, FINDING_UNNAMED_CACHE),
	           "a: random shows one knee more, at 572 KiB, but not beyond its last reported cache");
	compared_free(&two_of_it);
	compared_free(&three);
}
END_TEST

/* What the page chase says of the third knee of the first capture: a cache's is assigned without page order,
 * a translation's is not even in huge pages, and an unsure one says nothing. */
START_TEST(s1_asks_the_page_chase)
{
	static const struct {
		const char *e, *p;
		enum w2_verdict verdict;
		bool unsure;
		enum status status;
		const char *holds;
	} cases[] = {
	    {EFFICIENCY, PERFORMANCE, W2_CACHE, false, STATUS_ACCEPTED,
	     "a cache step beside the page chase (W2)"},
	    {EFFICIENCY, PERFORMANCE, W2_CACHE, true, STATUS_REFUSED, "neither the page chase (W2)"},
	    {EFFICIENCY ALL_HUGE, PERFORMANCE ALL_HUGE, W2_TRANSLATION, false, STATUS_REFUSED,
	     "the page chase calls the step the translation's (W2)"},
	    {EFFICIENCY ALL_HUGE, PERFORMANCE ALL_HUGE, W2_BOTH, false, STATUS_ACCEPTED,
	     "both passes lie in huge pages"},
	};
	struct compared compared = {.count = 0};
	const struct reduction_options options = {.rules = 3};
	struct made_pass e = sweep_of(e_more), p = sweep_of(p_more);
	add(&compared, "a.csv", cases[_i].e, &e, &options);
	add(&compared, "b.csv", cases[_i].p, &p, &options);
	ck_assert_uint_eq(compared.captures[0].passes[0].hierarchy.stair_count, 3);
	struct knee_cause *cause = &compared.captures[0].passes[0].hierarchy.stairs[2].cause;
	cause->verdict = cases[_i].verdict;
	cause->unsure = cases[_i].unsure;
	compare(&compared);
	const struct summary_finding *unnamed = only(&compared.summary, FINDING_UNNAMED_CACHE);
	ck_assert_int_eq(unnamed->status, cases[_i].status);
	made_holds(unnamed, cases[_i].holds);
	compared_free(&compared);
}
END_TEST

/* Twice the same cores: the same knee twice is no second witness. */
START_TEST(s1_of_the_same_cores_is_noted)
{
	struct compared compared = two(EFFICIENCY ALL_HUGE, e_more, EFFICIENCY ALL_HUGE, e_more);
	const struct summary_finding *unnamed = only(&compared.summary, FINDING_UNNAMED_CACHE);
	ck_assert_int_eq(unnamed->status, STATUS_NOTED);
	made_holds(unnamed, "both passes ran on the same cores");
	compared_free(&compared);
}
END_TEST

/* ---- O1 ---- */

START_TEST(o1_judges_gaps)
{
	static const struct {
		double gaps[3];
		size_t count;
		bool holds;
	} cases[] = {{{0.02, 0.1, 0.3}, 3, true},
	             {{-0.2, -0.1, 0.3}, 3, true},
	             {{0.02, 0.3, 0.1}, 3, false},
	             {{0.1, 0.1}, 2, false}};
	ck_assert_int_eq(gap_order_holds(cases[_i].gaps, cases[_i].count), cases[_i].holds);
}
END_TEST

/* The first: knees at root(56 x 64) = 59.87 KiB of 64 and root(3072 x 3584) = 3318 KiB of 4096: gaps of
 * 0.0646 and 0.190. The second: root(112 x 128) = 119.7 KiB of 128 and root(16 x 20) = 17.89 MiB of 16:
 * 0.0646, -0.118. */
START_TEST(o1_of_two_captures)
{
	static const struct made_step grows[] = {{KIB(56), 3200}, {MIB(3), 12700}, {END, 395000}},
	                              falls[] = {{KIB(112), 910}, {MIB(16), 6040}, {END, 91000}};
	struct compared compared = two(EFFICIENCY, grows, PERFORMANCE, falls);
	const struct summary_finding *a = made_must(&compared.summary, FINDING_GAP_ORDER, "a: random", 0);
	const struct summary_finding *b = made_must(&compared.summary, FINDING_GAP_ORDER, "b: random", 0);
	const struct summary_finding *all = made_must(&compared.summary, FINDING_GAP_ORDER, "", 0);
	ck_assert_int_eq(a->status, STATUS_NOTED);
	made_begins(a, "holds: gaps of +6.5 %, +19.0 % from the first level on");
	made_holds(a, "no evidence of sharing");
	made_begins(b, "fails: gaps of +6.5 %, -11.8 %");
	made_begins(all, "fails: on 1 of 2 passes");
	ck_assert_double_eq(all->value, 1);
	compared_free(&compared);
}
END_TEST

START_TEST(o1_refuses_without_a_knee)
{
	static const struct made_step one[] = {{KIB(64), 3200}, {END, 12700}};
	struct compared compared = two(EFFICIENCY, one, MACHINE, performance);
	made_holds(made_must(&compared.summary, FINDING_GAP_ORDER, "a: random", 0),
	           "no knee of its own stands beside the reported 4 MiB");
	made_holds(made_must(&compared.summary, FINDING_GAP_ORDER, "b: random", 0),
	           "fewer than two sizes are reported");
	ck_assert_int_eq(made_must(&compared.summary, FINDING_GAP_ORDER, "", 0)->status, STATUS_REFUSED);
	compared_free(&compared);
}
END_TEST

/* ---- pairs across captures ---- */

/* A crowded pass finds the quiet one of its own cores, not the other cluster's. */
START_TEST(c1_across_captures)
{
	static const struct made_step crowded[] = {{KIB(56), 3200}, {MIB(1), 12700}, {END, 500000}};
	struct compared compared = {.count = 0};
	struct made_pass p = sweep_of(performance), e = sweep_of(efficiency), beside = sweep_of(crowded);
	beside.competitors = 3;
	beside.competitor_bytes = MIB(64);
	beside.mode = CAPTURE_STREAM;
	add(&compared, "p.csv", PERFORMANCE, &p, NULL);
	add(&compared, "crowd.csv", EFFICIENCY, &beside, NULL);
	add(&compared, "e.csv", EFFICIENCY, &e, NULL);
	compare(&compared);
	const struct summary_finding *verdict = made_must(&compared.summary, FINDING_COMPETITOR, NULL, 0);
	ck_assert_int_eq(verdict->status, STATUS_ACCEPTED);
	ck_assert_str_eq(verdict->pass, "crowd: random + 3 x 64 MiB stream | e: random");
	made_begins(verdict, "holds: ");
	/* R1 holds quiet sweeps alone against each other. */
	ck_assert_str_eq(only(&compared.summary, FINDING_RATIO)->pass, "p: random | e: random");
	compared_free(&compared);
}
END_TEST

START_TEST(c1_finds_no_pass_of_other_cores)
{
	struct compared compared = {.count = 0};
	struct made_pass p = sweep_of(performance), beside = sweep_of(efficiency);
	beside.competitors = 1;
	beside.competitor_bytes = MIB(64);
	beside.mode = CAPTURE_STREAM;
	add(&compared, "p.csv", PERFORMANCE, &p, NULL);
	add(&compared, "crowd.csv", EFFICIENCY, &beside, NULL);
	compare(&compared);
	const struct summary_finding *verdict = only(&compared.summary, FINDING_COMPETITOR);
	ck_assert_int_eq(verdict->status, STATUS_REFUSED);
	ck_assert_str_eq(verdict->pass, "crowd: random + 1 x 64 MiB stream");
	made_begins(verdict, "no quiet pass of the same machine, cores, stride and order");
	compared_free(&compared);
}
END_TEST

/* A private test has one size; its levels come from a sweep of the same cores. 2 MiB of 4 MiB: two times 2
 * MiB do not reach the next level at 5 MiB, two times 3 MiB do. */
START_TEST(v1_takes_levels_from_another_capture)
{
	static const struct {
		uint64_t bytes;
		enum status status;
		const char *holds;
	} cases[] = {
	    {MIB(3), STATUS_ACCEPTED,
	     "level 2 holds 3 MiB, the next begins at 5 MiB, and the two need 6 MiB"},
	    {MIB(2), STATUS_REFUSED, "the two together need 4 MiB and the next level begins at 5 MiB"}};
	static const struct tier tiers[] = {{"Efficiency", 2.5, 3.6, 0.8, 1.2}};
	struct reduction_options options = {
	    .trials = {.tiers = tiers, .tier_count = 1, .tier = "Efficiency"}};
	struct compared compared = {.count = 0};
	struct made_pass e = sweep_of(efficiency), p = sweep_of(performance);
	struct made_pass alone = {.stride_bytes = 128,
	                          .low_bytes = cases[_i].bytes,
	                          .high_bytes = cases[_i].bytes,
	                          .stairs = efficiency};
	e.print_ps = alone.print_ps = p.print_ps = 3100;
	e.clock_mhz = alone.clock_mhz = p.clock_mhz = 970;
	struct made_pass beside = alone;
	beside.competitors = 1;
	beside.competitor_bytes = cases[_i].bytes;
	add(&compared, "p.csv", PERFORMANCE, &p, &options);
	FILE *file = made_begin(EFFICIENCY);
	made_timer(file);
	made_write(file, &alone);
	made_write(file, &beside);
	made_reduce(&compared.captures[compared.count++], file, "test.csv", &options);
	add(&compared, "e.csv", EFFICIENCY, &e, &options);
	compare(&compared);
	const struct summary_finding *finding = only(&compared.summary, FINDING_PRIVATE);
	ck_assert_msg(finding->status == cases[_i].status, "%s: %s", status_word(finding->status),
	              finding->reason);
	made_holds(finding, cases[_i].holds);
	compared_free(&compared);
}
END_TEST

START_TEST(o2_across_captures)
{
	struct compared compared = {.count = 0};
	struct made_pass random = sweep_of(efficiency), page = sweep_of(efficiency);
	page.order = CAPTURE_PAGE;
	add(&compared, "page.csv", EFFICIENCY, &page, NULL);
	add(&compared, "random.csv", EFFICIENCY, &random, NULL);
	compare(&compared);
	const struct summary_finding *step = made_must(&compared.summary, FINDING_PAGE_ORDER, NULL, 0);
	ck_assert_str_eq(step->pass, "random: random | page: page");
	made_begins(step, "cache step: ");
	ck_assert_uint_eq(made_must(&compared.summary, FINDING_PAGE_ORDER, NULL, 1)->level, 2);
	compared_free(&compared);
}
END_TEST

Suite *comparison_suite(void)
{
	Suite *suite = suite_create("comparison");
	TCase *across = tcase_create("across captures");
	tcase_set_timeout(across, 60);
	tcase_add_loop_test(across, r1_judges_ratios, 0, 7);
	cases_add(across, m2_of_the_first_article, r1_of_two_captures);
	tcase_add_loop_test(across, r1_refuses, 0, 5);
	tcase_add_test(across, r1_wants_a_midpoint);
	tcase_add_loop_test(across, s1_takes_reported_from_knees, 0, 9);
	tcase_add_loop_test(across, s1_of_two_captures, 0, 10);
	tcase_add_loop_test(across, s1_asks_the_page_chase, 0, 4);
	cases_add(across, s1_between_reported_caches, s1_of_the_same_cores_is_noted);
	tcase_add_loop_test(across, o1_judges_gaps, 0, 4);
	cases_add(across, o1_of_two_captures, o1_refuses_without_a_knee, c1_across_captures,
	          c1_finds_no_pass_of_other_cores);
	tcase_add_loop_test(across, v1_takes_levels_from_another_capture, 0, 2);
	tcase_add_test(across, o2_across_captures);
	suite_add_tcase(suite, across);
	return suite;
}
