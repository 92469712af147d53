/* Where text becomes whole numbers and sizes, and sizes become text again. */
#include "number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *suffix;
	unsigned shift;
} size_suffixes[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"K", 10}, {"M", 20}, {"G", 30}};

static const char not_whole[] = "is not a whole number";

number_reason number_parse(const char *text, size_t length, uint64_t minimum, uint64_t maximum,
                           uint64_t *value)
{
	/* Nineteen digits cannot overflow; most numbers are shorter and need no check. */
	enum { SAFE_DIGITS = 19 };
	uint64_t sum = 0;
	if (length == 0)
		return "is empty";
	for (size_t i = 0; i < length; i++) {
		unsigned digit = (unsigned)((unsigned char)text[i] - '0');
		if (digit > 9)
			return not_whole;
		if (i >= SAFE_DIGITS && sum > (UINT64_MAX - digit) / 10)
			return "is too large";
		sum = sum * 10 + digit;
	}
	if (sum < minimum)
		return "is too small";
	if (sum > maximum)
		return "is too large";
	*value = sum;
	return NULL;
}

number_reason size_parse(const char *text, size_t length, uint64_t minimum, uint64_t maximum, uint64_t *bytes)
{
	unsigned shift = 0;
	for (size_t i = 0; i < sizeof size_suffixes / sizeof size_suffixes[0]; i++) {
		size_t suffix = strlen(size_suffixes[i].suffix);
		if (length > suffix && memcmp(text + length - suffix, size_suffixes[i].suffix, suffix) == 0) {
			shift = size_suffixes[i].shift;
			length -= suffix;
			break;
		}
	}
	uint64_t count = 0;
	number_reason reason = number_parse(text, length, 0, UINT64_MAX >> shift, &count);
	if (reason != NULL)
		return reason == not_whole ? "is not a size such as 64K, 4M or 1G" : reason;
	count <<= shift;
	if (count < minimum)
		return "is too small";
	if (count > maximum)
		return "is too large";
	*bytes = count;
	return NULL;
}

const char *size_format(uint64_t bytes, char text[SIZE_TEXT])
{
	static const struct {
		const char *name;
		unsigned shift;
	} units[] = {{"GiB", 30}, {"MiB", 20}, {"KiB", 10}};
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
		uint64_t unit = UINT64_C(1) << units[i].shift, rest = bytes & (unit - 1);
		if (bytes < unit || rest * 1000 % unit != 0)
			continue;
		char decimals[16];
		snprintf(decimals, sizeof decimals, ".%03u", (unsigned)(rest * 1000 / unit));
		for (size_t end = 4; end > 1 && decimals[end - 1] == '0'; end--)
			decimals[end - 1] = '\0';
		snprintf(text, SIZE_TEXT, "%" PRIu64 "%.4s %s", bytes >> units[i].shift,
		         rest != 0 ? decimals : "", units[i].name);
		return text;
	}
	snprintf(text, SIZE_TEXT, "%" PRIu64 " B", bytes);
	return text;
}
