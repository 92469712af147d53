/* Where numbers become the words of a figure. */
#include "words.h"
#include "../../probe/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct words_unit {
	const char *name;
	double bytes;
};

/* The unit in which a size has one to three digits before its point, after rounding. */
static struct words_unit words_unit(double bytes)
{
	static const struct words_unit units[] = {{"GiB", 1073741824.0}, {"MiB", 1048576.0}, {"KiB", 1024.0}};
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (bytes >= units[i].bytes * 0.99995)
			return units[i];
	return (struct words_unit){"B", 1};
}

const char *words_three(char words[WORDS], double value)
{
	double size = value < 0 ? -value : value;
	int decimals = size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
	if (isfinite(value))
		snprintf(words, WORDS, "%.*f", decimals, value);
	else
		snprintf(words, WORDS, "?");
	return words;
}

const char *words_short(char words[WORDS], double value)
{
	snprintf(words, WORDS, "%.3g", value);
	return words;
}

const char *words_size(char words[WORDS], double bytes)
{
	struct words_unit unit = words_unit(bytes);
	if (unit.bytes > 1)
		words_three(words, bytes / unit.bytes);
	else
		snprintf(words, WORDS, "%.0f", bytes);
	size_t used = strlen(words);
	snprintf(words + used, WORDS - used, " %s", unit.name);
	return words;
}

const char *words_interval(char words[WORDS], double bytes, double low, double high)
{
	struct words_unit unit = words_unit(bytes);
	char left[WORDS], right[WORDS];
	words[0] = '\0';
	if (!isfinite(low) || !isfinite(high))
		return words;
	words_three(left, low / unit.bytes);
	words_three(right, high / unit.bytes);
	if (strcmp(left, right) != 0)
		snprintf(words, WORDS, "%.15s\xe2\x80\x93%.15s", left, right);
	return words;
}

const char *words_exact(char words[WORDS], double bytes)
{
	char exact[SIZE_TEXT];
	if (!(bytes >= 0 && bytes < 9e18))
		return words_size(words, bytes);
	size_format((uint64_t)bytes, exact);
	if (strcspn(exact, " ") > 5 || (bytes >= 1024 && strstr(exact, "iB") == NULL))
		return words_size(words, bytes);
	snprintf(words, WORDS, "%s", exact);
	return words;
}

const char *words_range(char words[WORDS], double low, double high)
{
	char left[WORDS], right[WORDS];
	words_exact(left, low);
	words_exact(right, high);
	size_t split = strcspn(left, " ");
	if (strcmp(left + split, right + strcspn(right, " ")) == 0)
		left[split] = '\0'; /* one unit serves both */
	snprintf(words, WORDS, "%.18s to %.18s", left, right);
	return words;
}

const char *words_count(char words[WORDS], size_t count)
{
	static const char *const names[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
	                                    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
	if (count < sizeof names / sizeof names[0])
		snprintf(words, WORDS, "%s", names[count]);
	else
		snprintf(words, WORDS, "%zu", count);
	return words;
}
