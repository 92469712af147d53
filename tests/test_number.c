/* Tests of probe/number: whole numbers and sizes. */
#include "../probe/number.h"
#include "cases.h"

#include <check.h>
#include <string.h>

static const struct {
	const char *text;
	uint64_t minimum, maximum, value;
	const char *reason;
} numbers[] = {
    {"0", 0, 9, 0, NULL},
    {"18446744073709551615", 0, UINT64_MAX, UINT64_MAX, NULL},
    {"18446744073709551616", 0, UINT64_MAX, 0, "is too large"},
    {"99999999999999999999999", 0, UINT64_MAX, 0, "is too large"},
    {"", 0, 9, 0, "is empty"},
    {"-1", 0, 9, 0, "is not a whole number"},
    {"+1", 0, 9, 0, "is not a whole number"},
    {" 1", 0, 9, 0, "is not a whole number"},
    {"1e3", 0, 9999, 0, "is not a whole number"},
    {"3", 4, 9, 0, "is too small"},
    {"10", 4, 9, 0, "is too large"},
};

START_TEST(number_is_read_or_refused)
{
	uint64_t value = 77;
	number_reason reason = number_parse(numbers[_i].text, strlen(numbers[_i].text), numbers[_i].minimum,
	                                    numbers[_i].maximum, &value);
	if (numbers[_i].reason == NULL) {
		ck_assert_ptr_null(reason);
		ck_assert_uint_eq(value, numbers[_i].value);
	} else {
		ck_assert_str_eq(reason, numbers[_i].reason);
		ck_assert_uint_eq(value, 77);
	}
}
END_TEST

static const struct {
	const char *text;
	uint64_t bytes;
	const char *reason;
} sizes[] = {
    {"64K", 65536, NULL},
    {"4M", 4194304, NULL},
    {"1G", 1073741824, NULL},
    {"1GiB", 1073741824, NULL},
    {"100", 100, NULL},
    {"17179869184G", 0, "is too large"},
    {"K", 0, "is not a size such as 64K, 4M or 1G"},
    {"4m", 0, "is not a size such as 64K, 4M or 1G"},
    {"1.5M", 0, "is not a size such as 64K, 4M or 1G"},
};

START_TEST(size_is_read_or_refused)
{
	uint64_t bytes = 0;
	number_reason reason = size_parse(sizes[_i].text, strlen(sizes[_i].text), 0, UINT64_MAX, &bytes);
	if (sizes[_i].reason == NULL)
		ck_assert_ptr_null(reason);
	else
		ck_assert_str_eq(reason, sizes[_i].reason);
	ck_assert_uint_eq(bytes, sizes[_i].bytes);
}
END_TEST

static const struct {
	uint64_t bytes;
	const char *text;
} formats[] = {
    {0, "0 B"},        {1000, "1000 B"},     {1024, "1 KiB"},        {49152, "48 KiB"},
    {1536, "1.5 KiB"}, {1572864, "1.5 MiB"}, {1073741824, "1 GiB"},  {1342177280, "1.25 GiB"},
    {1025, "1025 B"},  {10485760, "10 MiB"}, {503316480, "480 MiB"},
};

START_TEST(size_is_as_short_as_exact)
{
	char text[SIZE_TEXT];
	ck_assert_str_eq(size_format(formats[_i].bytes, text), formats[_i].text);
}
END_TEST

Suite *number_suite(void)
{
	Suite *suite = suite_create("number");
	TCase *cases = tcase_create("text");
	cases_add_rows(cases, number_is_read_or_refused, numbers);
	cases_add_rows(cases, size_is_read_or_refused, sizes);
	cases_add_rows(cases, size_is_as_short_as_exact, formats);
	suite_add_tcase(suite, cases);
	return suite;
}
