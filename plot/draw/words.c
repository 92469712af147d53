/* Where plain numbers become the words of a figure. */
#include "words.h"

#include <math.h>
#include <stdio.h>

const char *words_three(char words[WORDS], double value)
{
	if (isfinite(value))
		return quantity_number(value, words);
	snprintf(words, WORDS, "?");
	return words;
}

const char *words_short(char words[WORDS], double value)
{
	snprintf(words, WORDS, "%.3g", value);
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

void words_begin(char *words)
{
	if (words[0] >= 'a' && words[0] <= 'z')
		words[0] = (char)(words[0] - 'a' + 'A');
}
