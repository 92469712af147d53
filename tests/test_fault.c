/* Tests of probe/fault: an error in one harmless line. */
#include "../probe/fault.h"
#include "cases.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *printed(const struct fault *fault)
{
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);
	ck_assert_ptr_nonnull(stream);
	fault_print(stream, "reduce", fault);
	fclose(stream);
	return text;
}

START_TEST(fault_names_place_and_expectation)
{
	struct fault fault;
	ck_assert_int_eq(fault_set(&fault, "a.csv", "\"%s\" in column %s", "1e999", "loads"), -1);
	fault_at(&fault, 12, 3);
	fault_expect(&fault, "a whole number from %d to %d", 1, 9);
	char *text = printed(&fault);
	ck_assert_str_eq(
	    text, "reduce: a.csv:12:3: \"1e999\" in column loads; expected a whole number from 1 to 9\n");
	ck_assert_int_eq(fault_exit_status(&fault), 1);
	free(text);
}
END_TEST

START_TEST(fault_shows_an_empty_name)
{
	struct fault fault;
	fault_system(&fault, "", ENOENT, "cannot be opened");
	char *text = printed(&fault);
	ck_assert_str_eq(text, "reduce: \"\": cannot be opened: No such file or directory\n");
	free(text);
}
END_TEST

START_TEST(fault_tells_errno_only_as_cause)
{
	struct fault fault;
	fault_system(&fault, "b.csv", ENOENT, "cannot be opened");
	char *text = printed(&fault);
	ck_assert_str_eq(text, "reduce: b.csv: cannot be opened: No such file or directory\n");
	free(text);
	fault_usage(&fault, "--min", "is below one line");
	ck_assert_int_eq(fault_exit_status(&fault), 2);
}
END_TEST

static const struct {
	const char *text, *shown;
} hostile[] = {
    {"\033[31mred", "\\x1b[31mred"},
    {"a\nb\r\t", "a\\x0ab\\x0d\\x09"},
    {"caf\xc3\xa9", "caf\xc3\xa9"},
    {"\xc3(", "\\xc3("},
    {"\xc2\x9b", "\\xc2\\x9b"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
    {"\x7f", "\\x7f"},
    {"a\xe2\x80\xae"
     "b",
     "a\\xe2\\x80\\xaeb"},
    {"\xd8\x9c", "\\xd8\\x9c"},
    {"\xe2\x81\xa9", "\\xe2\\x81\\xa9"},
    {"\xe2\x80\xa8", "\\xe2\\x80\\xa8"},
};

START_TEST(text_cannot_steer_a_terminal)
{
	struct fault fault;
	fault_set(&fault, NULL, "%s", hostile[_i].text);
	char *text = printed(&fault);
	ck_assert_int_eq(strncmp(text, "reduce: ", 8), 0);
	text[strlen(text) - 1] = '\0';
	ck_assert_str_eq(text + 8, hostile[_i].shown);
	free(text);
}
END_TEST

Suite *fault_suite(void)
{
	Suite *suite = suite_create("fault");
	TCase *cases = tcase_create("line");
	cases_add(cases, fault_names_place_and_expectation, fault_shows_an_empty_name,
	          fault_tells_errno_only_as_cause);
	cases_add_rows(cases, text_cannot_steer_a_terminal, hostile);
	suite_add_tcase(suite, cases);
	return suite;
}
