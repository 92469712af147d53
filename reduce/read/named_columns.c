/* Where a line is cut into fields, and what its columns hold is told by their names. */
#include "named_columns.h"
#include "printed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ---- fields ---- */

char fields_separator(const char *line)
{
	return strchr(line, '\t') != NULL  ? '\t'
	       : strchr(line, ';') != NULL ? ';'
	       : strchr(line, ',') != NULL ? ','
	                                   : ' ';
}

static bool at_separator(char c, char separator)
{
	return c == '\0' || c == separator || (separator == ' ' && c == '\t');
}

/* Takes the quotes off a field that begins with one. Returns where it ends, NULL where it is not closed;
 * *after is what follows the closing quote. */
static char *end_quoted(char *text, char **after)
{
	char *to = text;
	for (; *text != '\0' && (*text != '"' || text[1] == '"'); text++) {
		text += *text == '"';
		*to++ = *text;
	}
	*after = text + 1 + (*text != '\0' ? strspn(text + 1, " ") : 0);
	return *text != '\0' ? to : NULL;
}

bool fields_cut(struct fields *fields, char *line, char separator)
{
	const char *padding = separator == '\t' ? " " : " \t";
	char *at = line + strspn(line, padding);
	fields->count = 0;
	/* Between blanks a field begins with a byte that is none; elsewhere it can be empty. */
	for (bool more = *at != '\0'; more; at += strspn(at, padding)) {
		if (fields->count == FIELDS)
			return false;
		char *after = at, *end, *text = at;
		if (*at == '"')
			end = end_quoted(++text, &after);
		else
			end = after = at + strcspn(at, separator == ' ' ? " \t" : (char[]){separator, '\0'});
		if (end == NULL || !at_separator(*after, separator))
			return false;
		at = after + (*after != '\0');
		more = separator == ' ' ? at[strspn(at, padding)] != '\0' : *after != '\0';
		while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
			end--;
		*end = '\0';
		fields->text[fields->count++] = text;
	}
	return true;
}

/* ---- columns ---- */

/* Words that a column is called by, small letters, parted by _. */
enum { WORDS = 20 };
struct words {
	enum column_kind kind;
	const char *word[WORDS];
};
static const struct words nouns[] = {
    {FIELD_SIZE,
     {"size", "mem_size", "memory_size", "working_set", "working_set_size", "wss", "footprint", "region",
      "region_size", "buffer", "buffer_size", "array_size", "block_size", "test_size"}},
    {FIELD_NS,
     {"latency", "latencia", "lat", "access_latency", "load_latency", "memory_latency", "mean_latency",
      "avg_latency", "median_latency", "latency_per_load", "time", "access_time", "time_per_load", "median",
      "mean", "avg", "average"}},
    {FIELD_TRIAL, {"trial", "run", "round", "repetition", "iteration"}},
    {FIELD_SERIES, {"thread", "core", "cpu", "node", "numa_node", "series", "pattern"}},
    {FIELD_STRIDE, {"stride"}},
    {FIELD_OTHER, {NULL}},
};
static const struct words time_units[] = {
    {FIELD_NS, {"ns", "nanos", "nanoseconds"}},
    {FIELD_CYCLES, {"cycles", "clocks", "clks"}},
    {FIELD_OTHER, {NULL}},
};

/* The kind whose words hold the name; FIELD_OTHER where none does. */
static enum column_kind kind_of(const char *name, const struct words *row)
{
	for (; row->kind != FIELD_OTHER; row++)
		for (size_t i = 0; i < WORDS && row->word[i] != NULL; i++)
			if (strcmp(row->word[i], name) == 0)
				return row->kind;
	return FIELD_OTHER;
}

/* "Mem size (MiB)" as mem_size_mib. */
static void plain_name(const char *text, char *name, size_t size)
{
	size_t length = 0;
	for (; *text != '\0' && length + 2 < size; text++) {
		bool letter =
		    digit(*text) || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
		if (letter)
			name[length++] = (char)(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
		else if (length > 0 && name[length - 1] != '_')
			name[length++] = '_';
	}
	name[length] = '\0';
	while (length > 0 && name[length - 1] == '_')
		name[--length] = '\0';
}

/* t1, t2 ... or run_1, trial1: a time in a column of its own for each trial. */
static bool numbered_time(const char *name, uint64_t *trial)
{
	static const char *const stems[] = {"t", "run", "trial"};
	for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
		size_t length = strlen(stems[i]);
		if (strncmp(name, stems[i], length) != 0)
			continue;
		const char *number = name + length + (name[length] == '_');
		if (!digit(number[0]) || strspn(number, "0123456789") != strlen(number) || strlen(number) > 4)
			continue;
		*trial = strtoul(number, NULL, 10) + 1; /* T0 is one too */
		return true;
	}
	return false;
}

/* What one column's name says: a noun (size), a unit (kb, ns), a noun and a unit (latency_ns), or a unit per
 * something (ns_per_load). */
static void column_of(struct field_column *column, const char *text)
{
	char name[64], *last;
	plain_name(text, name, sizeof name);
	*column = (struct field_column){.kind = kind_of(name, nouns)};
	snprintf(column->name, sizeof column->name, "%s", text);
	if (column->kind != FIELD_OTHER)
		return;
	if (numbered_time(name, &column->trial)) {
		column->kind = FIELD_NS;
		return;
	}
	last = strrchr(name, '_');
	const char *unit = last != NULL ? last + 1 : name;
	char *per = strstr(name, "_per_");
	if (last != NULL)
		*last = '\0';
	enum column_kind noun = last != NULL ? kind_of(name, nouns) : FIELD_OTHER;
	uint64_t bytes = printed_unit(unit, strlen(unit));
	if (bytes != 0 && (last == NULL ? strlen(unit) > 1 : noun == FIELD_SIZE || noun == FIELD_STRIDE)) {
		column->kind = noun == FIELD_STRIDE ? noun : FIELD_SIZE;
		column->unit_bytes = bytes;
	} else if (kind_of(unit, time_units) != FIELD_OTHER && (last == NULL || noun == FIELD_NS)) {
		column->kind = kind_of(unit, time_units);
	} else if (per != NULL) {
		*per = '\0';
		column->kind = kind_of(name, time_units);
	}
}

/* The first column of that kind, of those before `count`; count where there is none. */
static size_t first_of(const struct field_column *columns, size_t count, enum column_kind kind)
{
	size_t at = 0;
	while (at < count && columns[at].kind != kind)
		at++;
	return at;
}

static void keep_one(struct field_column *columns, size_t count, enum column_kind kind, size_t kept)
{
	for (size_t i = 0; i < count; i++)
		if (i != kept && columns[i].kind == kind)
			columns[i].kind = FIELD_OTHER;
}

bool columns_find(const struct fields *names, struct field_column *columns)
{
	size_t count = names->count, size = count, numbered = 0;
	for (size_t i = 0; i < count; i++) {
		column_of(&columns[i], names->text[i]);
		numbered += columns[i].trial != 0;
		if (columns[i].kind == FIELD_SIZE &&
		    (size == count || (columns[size].unit_bytes == 0 && columns[i].unit_bytes != 0)))
			size = i;
	}
	size_t ns = first_of(columns, count, FIELD_NS), cycles = first_of(columns, count, FIELD_CYCLES);
	keep_one(columns, count, FIELD_SIZE, size);
	keep_one(columns, count, FIELD_CYCLES, ns == count ? cycles : count);
	if (numbered < 2 || columns[ns].trial == 0)
		keep_one(columns, count, FIELD_NS, ns);
	keep_one(columns, count, FIELD_TRIAL, first_of(columns, count, FIELD_TRIAL));
	return size < count && (ns < count || cycles < count);
}
