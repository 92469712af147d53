/* Where quantities are put into words. */
#include "quantity.h"

#include "../../probe/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct quantity_unit {
	const char *name;
	double bytes;
};

static const struct quantity_unit units[] = {
    {"B", 1}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0}};
enum { UNITS = sizeof units / sizeof units[0] };

/* The unit in which a size has at most 1023 before its point once it is rounded. */
static struct quantity_unit quantity_unit(double bytes)
{
	size_t i = 0;
	while (i + 1 < UNITS && bytes / units[i].bytes >= 1023.5)
		i++;
	return units[i];
}

const char *quantity_number(double value, char text[QUANTITY_TEXT])
{
	/* The digits after the point that leave three in all, once rounding is done: 9.996 is 10.0,
	 * not 10.00. */
	static const double limits[] = {0.009995, 0.09995, 0.9995, 9.995, 99.95};
	int decimals = 0;
	for (int i = 0; i < 5 && decimals == 0; i++)
		if (fabs(value) < limits[i])
			decimals = i == 0 ? 5 : i == 1 ? 4 : i == 2 ? 3 : i == 3 ? 2 : 1;
	snprintf(text, QUANTITY_TEXT, "%.*f", decimals, value);
	return text;
}

/* The number of a measured size in `unit`; bytes are whole. */
static const char *quantity_in(double bytes, struct quantity_unit unit, char text[QUANTITY_TEXT])
{
	if (unit.bytes > 1)
		return quantity_number(bytes / unit.bytes, text);
	snprintf(text, QUANTITY_TEXT, "%.0f", bytes);
	return text;
}

const char *quantity_size(double bytes, char text[QUANTITY_TEXT])
{
	struct quantity_unit unit = quantity_unit(bytes);
	char number[QUANTITY_TEXT];
	snprintf(text, QUANTITY_TEXT, "%.30s %s", quantity_in(bytes, unit, number), unit.name);
	return text;
}

const char *quantity_exact(double bytes, char text[QUANTITY_TEXT])
{
	char exact[SIZE_TEXT];
	if (!(bytes >= 0 && bytes < 9e18) || bytes != floor(bytes))
		return quantity_size(bytes, text);
	size_format((uint64_t)bytes, exact);
	if (strcspn(exact, " ") > 5 || strtod(exact, NULL) >= 1024)
		return quantity_size(bytes, text);
	snprintf(text, QUANTITY_TEXT, "%s", exact);
	return text;
}

const char *quantity_range(double low, double high, char text[QUANTITY_TEXT])
{
	struct quantity_unit low_unit = quantity_unit(low), unit = quantity_unit(high);
	char left[QUANTITY_TEXT], right[QUANTITY_TEXT];
	if (low_unit.bytes == unit.bytes)
		snprintf(text, QUANTITY_TEXT, "%.18s to %.18s %s", quantity_in(low, unit, left),
		         quantity_in(high, unit, right), unit.name);
	else
		snprintf(text, QUANTITY_TEXT, "%.20s to %.20s", quantity_size(low, left),
		         quantity_size(high, right));
	return text;
}

const char *quantity_exact_range(double low, double high, char text[QUANTITY_TEXT])
{
	char left[QUANTITY_TEXT], right[QUANTITY_TEXT];
	if (low != floor(low) || high != floor(high))
		return quantity_range(low, high, text);
	quantity_exact(low, left);
	quantity_exact(high, right);
	size_t split = strcspn(left, " ");
	if (strcmp(left + split, right + strcspn(right, " ")) == 0)
		left[split] = '\0'; /* one unit serves both */
	snprintf(text, QUANTITY_TEXT, "%.20s to %.20s", left, right);
	return text;
}

const char *quantity_interval(double bytes, double low, double high, char text[QUANTITY_TEXT])
{
	struct quantity_unit unit = quantity_unit(bytes);
	char left[QUANTITY_TEXT], right[QUANTITY_TEXT];
	text[0] = '\0';
	if (!isfinite(low) || !isfinite(high))
		return text;
	quantity_in(low, unit, left);
	quantity_in(high, unit, right);
	if (strcmp(left, right) != 0)
		snprintf(text, QUANTITY_TEXT, "%.15s\xe2\x80\x93%.15s", left, right);
	return text;
}

/* ---- claims ---- */

/* The largest unit that leaves at least 1; *number is the size in it. */
static int unit_of(double bytes, double *number)
{
	int unit = 0;
	for (*number = bytes; unit + 1 < UNITS && *number >= 1024; unit++)
		*number /= 1024;
	return unit;
}

/* Three digits of a size, 1000 to 1023 with four, rounded by `toward`. Returns the unit. */
static int round_size(double bytes, double (*toward)(double), char number_text[QUANTITY_TEXT])
{
	double number;
	int unit = unit_of(bytes, &number), decimals = number < 10 ? 2 : number < 100 ? 1 : 0;
	static const double scales[] = {1, 10, 100};
	double rounded = toward(number * scales[decimals]) / scales[decimals];
	if (unit + 1 < UNITS && rounded >= 1024) {
		rounded /= 1024;
		unit++;
	}
	decimals = rounded < 10 ? 2 : rounded < 100 ? 1 : 0;
	snprintf(number_text, QUANTITY_TEXT, "%.*f", decimals, rounded);
	return unit;
}

const char *quantity_claim(double low_bytes, double high_bytes, char text[QUANTITY_TEXT])
{
	char low[QUANTITY_TEXT], high[QUANTITY_TEXT];
	int low_unit = round_size(low_bytes, floor, low), high_unit = round_size(high_bytes, ceil, high);
	snprintf(text, QUANTITY_TEXT, "%.16s%s%s to %.16s %s", low, low_unit != high_unit ? " " : "",
	         low_unit != high_unit ? units[low_unit].name : "", high, units[high_unit].name);
	return text;
}

const char *quantity_percent(double share, char text[QUANTITY_TEXT])
{
	snprintf(text, QUANTITY_TEXT, "%+.*f %%", fabs(share) < 9.995 ? 1 : 0, 100 * share);
	return text;
}
