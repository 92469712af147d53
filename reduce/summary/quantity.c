/* Where measured quantities are put into words. */
#include "quantity.h"

#include <math.h>
#include <stdio.h>

static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
enum { UNITS = sizeof units / sizeof units[0] };

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

const char *quantity_size(double bytes, char text[QUANTITY_TEXT])
{
	int unit = 0;
	char number[QUANTITY_TEXT];
	/* 1,023.7 KiB is 1.00 MiB: what would be shown with four digits is shown in the next unit. */
	while (unit < 4 && bytes >= 999.5) {
		bytes /= 1024;
		unit++;
	}
	snprintf(text, QUANTITY_TEXT, "%.30s %s", quantity_number(bytes, number), units[unit]);
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
	         low_unit != high_unit ? units[low_unit] : "", high, units[high_unit]);
	return text;
}

const char *quantity_given(double bytes, char text[QUANTITY_TEXT])
{
	static const double scales[] = {1, 10, 100, 1000};
	double number;
	int unit = unit_of(bytes, &number);
	for (int decimals = 0; decimals < 4; decimals++) {
		if (floor(number * scales[decimals]) != number * scales[decimals])
			continue;
		snprintf(text, QUANTITY_TEXT, "%.*f %s", decimals, number, units[unit]);
		return text;
	}
	return quantity_size(bytes, text);
}

const char *quantity_percent(double share, char text[QUANTITY_TEXT])
{
	snprintf(text, QUANTITY_TEXT, "%+.*f %%", fabs(share) < 9.995 ? 1 : 0, 100 * share);
	return text;
}
