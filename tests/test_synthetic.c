/* Tests of the synthetic set: its chance, its shapes, its captures, and every row of its table. */
#include "shell.h"

#include "../synthetic/expected.h"
#include "../synthetic/chance.h"
#include "../synthetic/check.h"
#include "../synthetic/specimen.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *synthetic_suite(void);

/* ---- chance ---- */

START_TEST(mixes_like_splitmix64)
{
	/* The generator's first outputs for seed 0, and for 1234567 (its author's reference,
	 * rosettacode.org). */
	ck_assert_uint_eq(chance_mix(0), UINT64_C(0xe220a8397b1dcdaf));
	ck_assert_uint_eq(chance_mix(1234567), UINT64_C(6457827717110365317));
	ck_assert_uint_eq(chance_mix(1234567 + UINT64_C(0x9e3779b97f4a7c15)), UINT64_C(3203168211198807973));
}
END_TEST

START_TEST(draws_like_xoshiro256starstar)
{
	/* Published for the state 1, 2, 3, 4 (rand_xoshiro, from the authors' C code). */
	struct generator chance = {{1, 2, 3, 4}};
	ck_assert_uint_eq(generator_next(&chance), 11520);
	ck_assert_uint_eq(generator_next(&chance), 0);
	ck_assert_uint_eq(generator_next(&chance), 1509978240);
	ck_assert_uint_eq(generator_next(&chance), UINT64_C(1215971899390074240));
}
END_TEST

START_TEST(draws_every_value_below_a_limit_alike)
{
	struct generator chance = chance_seed(7);
	unsigned counts[6] = {0};
	for (unsigned i = 0; i < 60000; i++)
		counts[chance_below(&chance, 6)]++;
	/* The standard deviation of a count is 91; 500 is more than five of them. */
	for (unsigned i = 0; i < 6; i++)
		ck_assert_msg(counts[i] > 9500 && counts[i] < 10500, "%u: %u", i, counts[i]);
	ck_assert_uint_lt(chance_below(&chance, UINT64_C(1) << 40), UINT64_C(1) << 40);
}
END_TEST

START_TEST(draws_a_normal_deviate)
{
	struct generator chance = chance_seed(8);
	double sum = 0, squares = 0;
	for (unsigned i = 0; i < 40000; i++) {
		double value = chance_normal(&chance);
		sum += value;
		squares += value * value;
	}
	ck_assert_double_eq_tol(sum / 40000, 0.0, 0.03);
	ck_assert_double_eq_tol(squares / 40000, 1.0, 0.05);
}
END_TEST

/* ---- shapes ---- */

static const struct shape_corner corners[] = {{1024, 1.0}, {4096, 4.0}, {16384, 4.0}};

START_TEST(goes_straight_in_log_size_and_log_time)
{
	const struct shape shape = {corners, 3};
	ck_assert_double_eq_tol(shape_time(&shape, 16), 1.0, 1e-12);
	ck_assert_double_eq_tol(shape_time(&shape, 2048), 2.0, 1e-12); /* half way in log size: sqrt(1 x 4) */
	ck_assert_double_eq_tol(shape_time(&shape, 4096), 4.0, 1e-12);
	ck_assert_double_eq_tol(shape_time(&shape, 9999), 4.0, 1e-12);
	ck_assert_double_eq_tol(shape_time(&shape, 1e9), 4.0, 1e-12);
}
END_TEST

START_TEST(grids_are_rounded_down_to_whole_nodes)
{
	ck_assert_uint_eq(shape_size(8192, 4, 0, 64), 8192);
	ck_assert_uint_eq(shape_size(8192, 4, 2, 64), 11584); /* 8192 x 1.41421 = 11585.2 = 181.02 nodes */
	ck_assert_uint_eq(shape_size(8192, 4, 4, 64), 16384);
	ck_assert_uint_eq(shape_size(8192, 6.5, 13, 64), 32768);
	ck_assert_uint_eq(shape_size(8192, 16, 16 * 20, 64), UINT64_C(8) << 30);
	ck_assert_uint_eq(shape_size(64, 4, 1, 64), 64); /* one node at least */
}
END_TEST

START_TEST(pairs_pay_by_the_share_that_is_parted)
{
	/* 4096 bytes and more take 4 ns, the fastest level 1 ns. 64 pairs on lines of 64 bytes touch 4096 to
	 * 8192 bytes. Half a granule apart, half of the second words cost 4 ns and half 1 ns. */
	const struct shape shape = {corners, 3};
	struct specimen_granule granule = {.pairs = SPECIMEN_RAMP, .bytes = 64};
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 32), 4.0 + 2.5, 1e-12);
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 64), 8.0, 1e-12);
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 256), 8.0, 1e-12);
	granule.pairs = SPECIMEN_FLAT_PAIRS;
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 8), 8.0, 1e-12);
	granule.pairs = SPECIMEN_BEND; /* one half-way distance: a half; two: three quarters */
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 64), 4.0 + 2.5, 1e-12);
	ck_assert_double_eq_tol(specimen_pair_time(&shape, &granule, 64, 64, 128), 4.0 + 3.25, 1e-12);
}
END_TEST

/* ---- the table ---- */

START_TEST(names_are_words_and_each_is_used_once)
{
	size_t count;
	const struct specimen *table = specimen_table(&count);
	ck_assert_uint_ge(count, 40);
	for (size_t i = 0; i < count; i++) {
		ck_assert_msg(table[i].name[strspn(table[i].name, "abcdefghijklmnopqrstuvwxyz0123456789_")] ==
		                  '\0',
		              "%s", table[i].name);
		ck_assert_msg(specimen_find(table[i].name) == &table[i], "%s stands twice", table[i].name);
		ck_assert_msg(table[i].right[0].status != EXPECT_END, "%s expects nothing", table[i].name);
		ck_assert_msg((table[i].wrong == NULL) == (table[i].today[0].status == EXPECT_END),
		              "%s: a wrong answer without its findings", table[i].name);
	}
	ck_assert_ptr_null(specimen_find("no_such_curve"));
}
END_TEST

static char *captured(const struct specimen *curve, size_t *length)
{
	FILE *stream = tmpfile();
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(specimen_write(stream, curve), 0);
	*length = (size_t)ftell(stream);
	char *bytes = malloc(*length + 1);
	ck_assert_ptr_nonnull(bytes);
	rewind(stream);
	ck_assert_uint_eq(fread(bytes, 1, *length, stream), *length);
	bytes[*length] = '\0';
	fclose(stream);
	return bytes;
}

START_TEST(captures_say_that_they_are_made_and_hold_whole_numbers)
{
	size_t count, length, again;
	const struct specimen *curve = &specimen_table(&count)[_i];
	char *bytes = captured(curve, &length), *twice = captured(curve, &again);
	ck_assert_msg(length == again && memcmp(bytes, twice, length) == 0, "%s differs from itself",
	              curve->name);
	ck_assert_msg(strstr(bytes, "# synthetic: ") != NULL, "%s", curve->name);
	ck_assert_msg(strstr(bytes, "# probe: synthetic\n") != NULL, "%s", curve->name);
	char *rows = strstr(bytes, "\nexperiment,");
	ck_assert_msg(rows != NULL, "%s", curve->name);
	char *end = strstr(rows, "\n# end: complete\n");
	ck_assert_msg((end == NULL) == (curve->recipe.cut_off_trials > 0), "%s", curve->name);
	if (end != NULL)
		*end = '\0';
	char *first = strchr(rows + 1, '\n');
	ck_assert_msg(first != NULL && strpbrk(first, ".-+\"") == NULL, "%s", curve->name);
	free(bytes);
	free(twice);
}
END_TEST

/* Not a copy of an answer: the checksum was taken with gcc on x86-64, and every other compiler, processor and
 * C library has to make the same numbers. */
START_TEST(bytes_are_the_same_everywhere)
{
	size_t length;
	char *bytes = captured(specimen_find("smooth_climb_ripple"), &length);
	uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a of the rows' digits */
	const char *rows = strstr(bytes, "\nsweep,");
	ck_assert_ptr_nonnull(rows);
	for (const char *c = rows; *c != '\0'; c++)
		if (*c >= '0' && *c <= '9')
			sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
	ck_assert_msg(sum == UINT64_C(0x0420b60c2852c6d5), "0x%016llx", (unsigned long long)sum);
	free(bytes);
}
END_TEST

START_TEST(rows_end_as_the_table_says)
{
	size_t count;
	const struct specimen *curve = &specimen_table(&count)[_i];
	struct check_result result;
	struct fault fault;
	ck_assert_int_eq(check_curve(curve, &result, &fault), 0);
	ck_assert_msg(result.verdict == CHECK_EXPECTED || result.verdict == CHECK_KNOWN_WRONG,
	              "%s: %s; found %s; wanted %s", curve->name, check_word(result.verdict), result.found,
	              result.missing);
}
END_TEST

/* ---- answers ---- */

static struct summary_finding row(enum finding_kind kind, uint64_t level, enum status status, rule_set told,
                                  double value)
{
	return (struct summary_finding){.kind = kind,
	                                .level = level,
	                                .status = status,
	                                .value = value,
	                                .unit = UNIT_BYTES,
	                                .low = value / 2,
	                                .high = value * 2,
	                                .rules = told,
	                                .pass = "random"};
}

START_TEST(findings_are_held_against_what_is_wanted)
{
	struct summary summary = {0};
	const struct summary_finding rows[] = {
	    row(FINDING_KNEE, 1, STATUS_ACCEPTED, RULE_SET(RULE_K1), 1000),
	    row(FINDING_KNEE, 2, STATUS_REFUSED, RULE_SET(RULE_K2) | RULE_SET(RULE_K10), 5000)};
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(summary_add_finding(&summary, &rows[i]), 0);
	const struct {
		struct expected_finding wanted;
		bool holds;
	} cases[] = {
	    {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, 900, 1100, 0, NULL}, true},
	    {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, 1001, 1100, 0, NULL}, false},
	    {{EXPECT_ACCEPTED, FINDING_KNEE, 2, 0, 0, 0, 0, NULL}, false},
	    {{EXPECT_REFUSED, FINDING_KNEE, 2, RULE_SET(RULE_K2), 0, 0, 0, NULL}, true},
	    {{EXPECT_REFUSED, FINDING_KNEE, 2, RULE_SET(RULE_K3), 0, 0, 0, NULL}, false},
	    {{EXPECT_REFUSED, FINDING_KNEE, 2, RULE_SET(RULE_K10), 0, 0, 0, NULL}, true},
	    {{EXPECT_ANSWERED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}, true},
	    {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, 0, 0, 1999, NULL}, true}, /* between 500 and 2000 */
	    {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, 0, 0, 2001, NULL}, false},
	    {{EXPECT_SILENT, FINDING_KNEE, 2, 0, 0, 0, 0, NULL}, true},
	    {{EXPECT_SILENT, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}, false},
	    {{EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, 4000, 6000, 0, NULL}, true},
	    {{EXPECT_UNCLAIMED, FINDING_KNEE, 1, 0, 0, 0, 0, NULL}, false},
	    {{EXPECT_REFUSED, FINDING_LEVEL, 2, 0, 0, 0, 0, NULL}, false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		ck_assert_msg(expected_holds(&summary, &cases[i].wanted) == cases[i].holds, "case %zu", i);
	summary_free(&summary);
}
END_TEST

/* ---- the program ---- */

START_TEST(program_lists_makes_and_declines)
{
	struct shell list = shell_run("'%s/synthetic' list", shell_build());
	ck_assert_int_eq(list.status, 0);
	ck_assert_ptr_nonnull(strstr(list.out, "smooth_climb"));
	shell_free(&list);
	struct shell make = shell_run("'%s/synthetic' make flat", shell_build());
	ck_assert_int_eq(make.status, 0);
	ck_assert_ptr_nonnull(strstr(make.out, "# synthetic: the same time at every size\n"));
	shell_free(&make);
	struct shell unknown = shell_run("'%s/synthetic' make nothing_of_the_kind", shell_build());
	ck_assert_int_eq(unknown.status, 2);
	ck_assert_ptr_nonnull(strstr(unknown.error, "nothing_of_the_kind"));
	shell_free(&unknown);
	struct shell full = shell_run("'%s/synthetic' make flat > /dev/full", shell_build());
	ck_assert_int_eq(full.status, 1);
	shell_free(&full);
	struct shell listed = shell_run("'%s/synthetic' list > /dev/full", shell_build());
	ck_assert_int_eq(listed.status, 1);
	ck_assert_ptr_nonnull(strstr(listed.error, "No space left on device"));
	shell_free(&listed);
	struct shell verb = shell_run("'%s/synthetic' dance", shell_build());
	ck_assert_int_eq(verb.status, 2);
	shell_free(&verb);
}
END_TEST

static size_t count_of(const char *text, const char *word)
{
	size_t count = 0;
	for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
		count++;
	return count;
}

START_TEST(panel_has_a_line_a_curve_and_a_table_for_the_page)
{
	char *folder = shell_folder();
	size_t count;
	specimen_table(&count);
	struct shell panel = shell_run("'%s/synthetic' check --csv '%s/panel.csv' && cat '%s/panel.csv'",
	                               shell_build(), folder, folder);
	ck_assert_msg(panel.status == 0, "%s", panel.error);
	ck_assert_ptr_null(strchr(panel.out, '\033')); /* red belongs to a terminal */
	char *table = strstr(panel.out, "name,built_to_show,expected,found,verdict\n");
	ck_assert_ptr_nonnull(table);
	ck_assert_uint_eq(count_of(table, "\n"), count + 1);
	*table = '\0';
	ck_assert_uint_eq(count_of(panel.out, "\n"), count + 1); /* and the last line with the counts */
	ck_assert_uint_eq(count_of(panel.out, "WRONG (known)"), count_of(table + 1, "\"WRONG (known)\""));
	ck_assert_ptr_nonnull(strstr(panel.out, " known wrong, 0 wrong; 0 captures reduced\n"));
	shell_free(&panel);
	shell_remove(folder);
}
END_TEST

START_TEST(panel_fails_where_a_capture_cannot_be_read)
{
	struct shell panel = shell_run("'%s/synthetic' check /nowhere/at_all.csv", shell_build());
	ck_assert_int_eq(panel.status, 1);
	ck_assert_ptr_nonnull(strstr(panel.out, "/nowhere/at_all.csv"));
	ck_assert_ptr_nonnull(strstr(panel.out, "1 not readable"));
	shell_free(&panel);
}
END_TEST

Suite *synthetic_suite(void)
{
	const struct {
		const char *name;
		const TTest *test;
	} cases[] = {
	    {"splitmix64", mixes_like_splitmix64},
	    {"xoshiro256**", draws_like_xoshiro256starstar},
	    {"below", draws_every_value_below_a_limit_alike},
	    {"normal", draws_a_normal_deviate},
	    {"shape", goes_straight_in_log_size_and_log_time},
	    {"grid", grids_are_rounded_down_to_whole_nodes},
	    {"pairs", pairs_pay_by_the_share_that_is_parted},
	    {"table", names_are_words_and_each_is_used_once},
	    {"bytes", bytes_are_the_same_everywhere},
	    {"answers", findings_are_held_against_what_is_wanted},
	    {"panel", panel_has_a_line_a_curve_and_a_table_for_the_page},
	    {"panel fault", panel_fails_where_a_capture_cannot_be_read},
	    {"program", program_lists_makes_and_declines},
	};
	size_t count;
	Suite *suite = suite_create("synthetic");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		TCase *test = tcase_create(cases[i].name);
		tcase_set_timeout(test, 120);
		tcase_add_test(test, cases[i].test);
		suite_add_tcase(suite, test);
	}
	specimen_table(&count);
	TCase *rows = tcase_create("every curve");
	tcase_set_timeout(rows, 120);
	tcase_add_loop_test(rows, captures_say_that_they_are_made_and_hold_whole_numbers, 0, (int)count);
	tcase_add_loop_test(rows, rows_end_as_the_table_says, 0, (int)count);
	suite_add_tcase(suite, rows);
	return suite;
}
