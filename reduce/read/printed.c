/* Where a number as another tool printed it becomes a value. */
#include "printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_BYTES = 64, DIGITS = 15, PLACES = 22 };

static const double largest_size = 4503599627370496.0; /* 2^52: halves are still exact */

size_t printed_span(const char *text, bool comma)
{
	return strspn(text, comma ? "0123456789.,eE+-" : "0123456789.eE+-");
}

/* Takes the digits before the exponent into `printed`. Returns how many bytes they fill, 0 where there is no
 * digit. */
static size_t take_digits(const char *text, size_t length, struct printed *printed)
{
	size_t at = 0, seen = 0, significant = 0;
	bool decimals = false;
	for (; at < length && text[at] != 'e' && text[at] != 'E'; at++) {
		if (text[at] == '.') {
			if (decimals)
				return 0;
			decimals = true;
			continue;
		}
		if (text[at] < '0' || text[at] > '9')
			return 0;
		seen++;
		if (significant < DIGITS) {
			printed->digits = printed->digits * 10 + (uint64_t)(text[at] - '0');
			significant += printed->digits != 0;
			printed->places += decimals;
		} else {
			printed->places -= !decimals;
		}
	}
	printed->exact_whole = !decimals && at == length;
	return seen > 0 ? at : 0;
}

/* Takes the exponent at `text`: its letter, a sign and one to three digits. */
static bool take_exponent(const char *text, size_t length, struct printed *printed)
{
	size_t at = 1;
	int exponent = 0;
	bool below = at < length && text[at] == '-';
	at += at < length && (text[at] == '-' || text[at] == '+');
	if (at == length || length - at > 3)
		return false;
	for (; at < length; at++) {
		if (text[at] < '0' || text[at] > '9')
			return false;
		exponent = exponent * 10 + (text[at] - '0');
	}
	printed->places -= below ? -exponent : exponent;
	return true;
}

bool printed_parse(const char *text, size_t length, bool comma, struct printed *printed)
{
	char number[NUMBER_BYTES];
	*printed = (struct printed){.value = 0};
	if (length == 0 || length >= sizeof number || memchr(text, '\0', length) != NULL)
		return false;
	for (size_t i = 0; i < length; i++)
		number[i] = comma && text[i] == ',' ? '.' : text[i];
	number[length] = '\0';
	size_t digits = take_digits(number, length, printed);
	if (digits == 0 || (digits < length && !take_exponent(number + digits, length - digits, printed)))
		return false;
	printed->value = strtod(number, NULL);
	return isfinite(printed->value);
}

static double power_of_ten(int exponent)
{
	double power = 1;
	while (exponent-- > 0)
		power *= 10; /* exact up to 10^22 */
	return power;
}

/* twice_digits / 2 * 10^-places units in bytes: one division of exact numbers, or one product of them. */
static double bytes_of(uint64_t twice_digits, const struct printed *printed, uint64_t unit_bytes)
{
	double whole = (double)twice_digits * (double)unit_bytes;
	return printed->places >= 0 ? whole / (2 * power_of_ten(printed->places))
	                            : whole / 2 * power_of_ten(-printed->places);
}

/* The multiple of `step` nearest to `bytes`. */
static double nearest(double bytes, double step)
{
	return floor(bytes / step + 0.5) * step;
}

/* What was printed is half a unit of the last digit or less from what was meant; just half only where the
 * digit is even, as printf rounds a tie to the even digit. */
static bool printed_as(double meant, double low, double high, bool even)
{
	return even ? meant >= low && meant <= high : meant > low && meant < high;
}

uint64_t printed_size(const struct printed *printed, uint64_t unit_bytes, uint64_t line_bytes)
{
	uint64_t digits = printed->digits;
	double line = (double)line_bytes;
	if (digits == 0 || printed->places > PLACES || printed->places < -PLACES)
		return 0;
	double bytes = bytes_of(2 * digits, printed, unit_bytes);
	if (!(bytes <= largest_size))
		return 0;
	double low = bytes_of(2 * digits - 1, printed, unit_bytes),
	       high = bytes_of(2 * digits + 1, printed, unit_bytes);
	double step = line;
	while (step <= high)
		step *= 2;
	if (nearest(bytes, line) == bytes)
		return (uint64_t)bytes;
	for (; step >= line; step /= 2) {
		double meant = nearest(bytes, step);
		if (meant > 0 && printed_as(meant, low, high, digits % 2 == 0))
			return (uint64_t)meant;
	}
	double meant = nearest(bytes, line);
	return (uint64_t)(meant > 0 ? meant : line);
}

uint64_t printed_unit(const char *text, size_t length)
{
	static const struct {
		const char *name;
		uint64_t bytes;
	} units[] = {{"b", 1},           {"byte", 1},      {"bytes", 1},        {"k", 1 << 10},
	             {"kb", 1 << 10},    {"kib", 1 << 10}, {"kbytes", 1 << 10}, {"m", 1 << 20},
	             {"mb", 1 << 20},    {"mib", 1 << 20}, {"mbytes", 1 << 20}, {"megabytes", 1 << 20},
	             {"g", 1 << 30},     {"gb", 1 << 30},  {"gib", 1 << 30},    {"gbytes", 1 << 30},
	             {"kilobytes", 1024}};
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strlen(units[i].name) == length && strncasecmp(units[i].name, text, length) == 0)
			return units[i].bytes;
	return 0;
}
