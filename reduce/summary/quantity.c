/* Where measured quantities are put into words. */
#include "quantity.h"

#include <math.h>
#include <stdio.h>

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
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
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

const char *quantity_percent(double share, char text[QUANTITY_TEXT])
{
	snprintf(text, QUANTITY_TEXT, "%+.*f %%", fabs(share) < 9.995 ? 1 : 0, 100 * share);
	return text;
}
