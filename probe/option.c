/* Where the command line is read by a table of rows. */
#include "option.h"
#include "number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int option_bad_value(const struct option_row *row, const char *text, const char *reason,
                            struct fault *fault)
{
	char name[80];
	snprintf(name, sizeof name, "--%s", row->name);
	return fault_usage(fault, name, "\"%s\" %s", text, reason);
}

static int option_number(const struct option_row *row, const char *text, void *member, struct fault *fault)
{
	char low[SIZE_TEXT], high[SIZE_TEXT];
	bool size = row->kind == OPTION_SIZE;
	uint64_t value = 0;
	number_reason reason =
	    (size ? size_parse : number_parse)(text, strlen(text), row->minimum, row->maximum, &value);
	if (reason == NULL) {
		memcpy(member, &value, sizeof value);
		return 0;
	}
	option_bad_value(row, text, reason, fault);
	if (size)
		return fault_expect(fault, "a size from %s to %s", size_format(row->minimum, low),
		                    size_format(row->maximum, high));
	return fault_expect(fault, "a whole number from %" PRIu64 " to %" PRIu64, row->minimum, row->maximum);
}

static int option_choose(const struct option_row *row, const char *text, void *member, struct fault *fault)
{
	char all[160] = "";
	size_t used = 0, length;
	unsigned number = (unsigned)row->minimum;
	for (const char *word = row->argument; *word != '\0';
	     word += length + (word[length] == '|'), number++) {
		length = strcspn(word, "|");
		if (strlen(text) == length && memcmp(word, text, length) == 0) {
			memcpy(member, &number, sizeof number);
			return 0;
		}
		if (used < sizeof all)
			used += (size_t)snprintf(all + used, sizeof all - used, "%s%.*s",
			                         used == 0 ? "" : ", ", (int)length, word);
	}
	option_bad_value(row, text, "is not a word that it knows", fault);
	return fault_expect(fault, "one of %s", all);
}

static int option_apply(const struct option_row *row, const char *text, void *settings, struct fault *fault)
{
	char *member = (char *)settings + row->offset;
	bool on = row->kind == OPTION_FLAG;
	switch (row->kind) {
	case OPTION_FLAG:
	case OPTION_OFF:
		memcpy(member, &on, sizeof on);
		return 0;
	case OPTION_WORD:
		memcpy(member, &text, sizeof text);
		return 0;
	case OPTION_CHOICE:
		return option_choose(row, text, member, fault);
	case OPTION_NUMBER:
	case OPTION_SIZE:
		return option_number(row, text, member, fault);
	case OPTION_CALL:
		break;
	}
	return row->set(settings, text, fault);
}

/* The row that `word` (with its dashes) names; *value points at an attached argument, or is NULL. */
static const struct option_row *option_find(const struct option_row *rows, size_t count, const char *word,
                                            const char **value)
{
	*value = NULL;
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(rows[i].name);
		if (word[1] != '-' && rows[i].letter != '\0' && word[1] == rows[i].letter) {
			*value = word[2] != '\0' ? word + 2 : NULL;
			return &rows[i];
		}
		if (word[1] != '-' || strncmp(word + 2, rows[i].name, length) != 0)
			continue;
		if (word[2 + length] == '=')
			*value = word + 3 + length;
		if (word[2 + length] == '=' || word[2 + length] == '\0')
			return &rows[i];
	}
	return NULL;
}

int option_parse(const struct option_row *rows, size_t count, int argc, char **argv, void *settings,
                 struct fault *fault)
{
	bool ended = false;
	int operands = 0;
	for (int i = 1; i < argc; i++) {
		char *word = argv[i];
		if (ended || word[0] != '-' || word[1] == '\0') {
			argv[++operands] = word;
			continue;
		}
		if (strcmp(word, "--") == 0) {
			ended = true;
			continue;
		}
		const char *value = NULL;
		const struct option_row *row = option_find(rows, count, word, &value);
		if (row == NULL) {
			fault_usage(fault, word, "is not an option");
			return fault_expect(fault, "one of those that --help lists");
		}
		if (row->argument == NULL && value != NULL)
			return fault_usage(fault, word, "takes no argument");
		if (row->argument != NULL && value == NULL && ++i == argc) {
			fault_usage(fault, word, "lacks its argument");
			return fault_expect(fault, "%s", row->argument);
		}
		if (row->argument != NULL && value == NULL)
			value = argv[i];
		if (option_apply(row, value, settings, fault) != 0)
			return -1;
	}
	return operands;
}

static bool word_is_plain(const char *word)
{
	for (const char *c = word; *c != '\0'; c++)
		if (strchr("-_./:,=+@%", *c) == NULL && !(*c >= '0' && *c <= '9') &&
		    !(*c >= 'A' && *c <= 'Z') && !(*c >= 'a' && *c <= 'z'))
			return false;
	return word[0] != '\0';
}

/* Writes a blank and the word to `at`; within quotes an apostrophe ends them, stands escaped, and begins them
 * again. Returns the new end. */
static char *word_quote(char *at, const char *word)
{
	bool quoted = !word_is_plain(word);
	*at++ = ' ';
	if (quoted)
		*at++ = '\'';
	for (const char *c = word; *c != '\0'; c++) {
		*at++ = *c;
		if (*c == '\'') {
			memcpy(at, "\\''", 3);
			at += 3;
		}
	}
	if (quoted)
		*at++ = '\'';
	*at = '\0';
	return at;
}

char *option_command(const struct option_row *rows, size_t count, int argc, char **argv, const char *without)
{
	size_t size = sizeof "probe";
	for (int i = 1; i < argc; i++)
		size += sizeof " ''" + 4 * strlen(argv[i]);
	char *text = malloc(size);
	if (text == NULL)
		return NULL;
	memcpy(text, "probe", sizeof "probe");
	char *at = text + strlen(text);
	for (int i = 1; i < argc; i++) {
		const char *value = NULL;
		const struct option_row *row = option_find(rows, count, argv[i], &value);
		bool two = row != NULL && row->argument != NULL && value == NULL && i + 1 < argc;
		if (row == NULL || strcmp(row->name, without) != 0) {
			at = word_quote(at, argv[i]);
			if (two)
				at = word_quote(at, argv[i + 1]);
		}
		i += two;
	}
	return text;
}

static void help_wrapped(FILE *stream, const char *text)
{
	enum { INDENT = 28, WIDTH = 79 };
	size_t column = INDENT;
	while (*text != '\0') {
		size_t word = strcspn(text, " ");
		if (column != INDENT && column + 1 + word > WIDTH) {
			fprintf(stream, "\n%*s", INDENT, "");
			column = INDENT;
		} else if (column != INDENT) {
			fputc(' ', stream);
			column++;
		}
		fwrite(text, 1, word, stream);
		column += word;
		text += word + (text[word] == ' ');
	}
	fputc('\n', stream);
}

void option_help(FILE *stream, const struct option_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char left[80], letter[8] = "    ";
		if (rows[i].letter != '\0')
			snprintf(letter, sizeof letter, "-%c, ", rows[i].letter);
		snprintf(left, sizeof left, "  %s--%s%s%s", letter, rows[i].name, rows[i].argument ? " " : "",
		         rows[i].argument ? rows[i].argument : "");
		fprintf(stream, "%-26s  ", left);
		if (strlen(left) > 26)
			fprintf(stream, "\n%*s", 28, "");
		help_wrapped(stream, rows[i].help);
	}
}
