/* Where the check panel is read. */
#include "checklist.h"

#include "../../reduce/read/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	CHECKLIST_NAME,
	CHECKLIST_SHOWS,
	CHECKLIST_WANTED,
	CHECKLIST_FOUND,
	CHECKLIST_WORD,
	CHECKLIST_COLUMNS
};

static const char *const checklist_columns[CHECKLIST_COLUMNS] = {"name", "built_to_show", "expected", "found",
                                                                 "verdict"};

struct checklist_reading {
	struct checklist *checklist;
	size_t room;
	size_t places[TABLE_COLUMNS]; /* which of ours the table's column is; CHECKLIST_COLUMNS for none */
	char *fields[CHECKLIST_COLUMNS];
};

static int checklist_column(void *context, size_t column, const char *name, size_t length,
                            struct fault *fault)
{
	struct checklist_reading *reading = context;
	(void)fault;
	reading->places[column] = CHECKLIST_COLUMNS;
	for (size_t i = 0; i < CHECKLIST_COLUMNS; i++)
		if (strlen(checklist_columns[i]) == length && memcmp(checklist_columns[i], name, length) == 0)
			reading->places[column] = i;
	return 0;
}

static int checklist_columns_end(void *context, size_t count, struct fault *fault)
{
	struct checklist_reading *reading = context;
	for (size_t i = 0; i < CHECKLIST_COLUMNS; i++) {
		size_t column = 0;
		while (column < count && reading->places[column] != i)
			column++;
		if (column == count)
			return fault_set(fault, NULL, "no column \"%s\"", checklist_columns[i]);
	}
	return 0;
}

static int checklist_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct checklist_reading *reading = context;
	size_t place = reading->places[column];
	if (place == CHECKLIST_COLUMNS)
		return 0;
	free(reading->fields[place]);
	reading->fields[place] = malloc(length + 1);
	if (reading->fields[place] == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	memcpy(reading->fields[place], text, length);
	reading->fields[place][length] = '\0';
	return 0;
}

static enum checklist_verdict checklist_verdict(const char *word)
{
	if (strcmp(word, "expected") == 0)
		return CHECKLIST_EXPECTED;
	if (strncmp(word, "right", 5) == 0)
		return CHECKLIST_BETTER;
	if (strcmp(word, "WRONG (known)") == 0)
		return CHECKLIST_KNOWN;
	return strcmp(word, "capture") == 0 ? CHECKLIST_SHOWN : CHECKLIST_WRONG;
}

static int checklist_row(void *context, bool whole, struct fault *fault)
{
	struct checklist_reading *reading = context;
	struct checklist *checklist = reading->checklist;
	if (!whole)
		return fault_set(fault, NULL, "the last row is cut off");
	if (checklist->count == reading->room) {
		size_t room = reading->room == 0 ? 64 : 2 * reading->room;
		struct checklist_row *rows = realloc(checklist->rows, room * sizeof *rows);
		if (rows == NULL)
			return fault_system(fault, NULL, ENOMEM, "cannot be read");
		checklist->rows = rows;
		reading->room = room;
	}
	char **fields = reading->fields;
	enum checklist_verdict verdict = checklist_verdict(fields[CHECKLIST_WORD]);
	checklist->counts[verdict]++;
	checklist->rows[checklist->count++] =
	    (struct checklist_row){fields[CHECKLIST_NAME], fields[CHECKLIST_SHOWS], fields[CHECKLIST_WANTED],
	                           fields[CHECKLIST_FOUND], verdict};
	free(fields[CHECKLIST_WORD]);
	memset(fields, 0, CHECKLIST_COLUMNS * sizeof *fields);
	return 0;
}

int checklist_load(struct checklist *checklist, const char *path, struct fault *fault)
{
	static const struct table_handler handler = {.column = checklist_column,
	                                             .columns_end = checklist_columns_end,
	                                             .field = checklist_field,
	                                             .row = checklist_row};
	struct checklist_reading reading = {.checklist = checklist};
	*checklist = (struct checklist){.rows = NULL};
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = table_read(stream, path, &handler, &reading, fault);
	fclose(stream);
	for (size_t i = 0; i < CHECKLIST_COLUMNS; i++)
		free(reading.fields[i]);
	return status;
}

void checklist_free(struct checklist *checklist)
{
	for (size_t i = 0; i < checklist->count; i++) {
		free(checklist->rows[i].name);
		free(checklist->rows[i].shows);
		free(checklist->rows[i].expected);
		free(checklist->rows[i].found);
	}
	free(checklist->rows);
	*checklist = (struct checklist){.rows = NULL};
}

const struct checklist_row *checklist_find(const struct checklist *checklist, const char *name)
{
	for (size_t i = 0; i < checklist->count; i++)
		if (strcmp(checklist->rows[i].name, name) == 0)
			return &checklist->rows[i];
	return NULL;
}

size_t checklist_curves(const struct checklist *checklist)
{
	return checklist->count - checklist->counts[CHECKLIST_SHOWN];
}

size_t checklist_wrong(const struct checklist *checklist)
{
	return checklist->counts[CHECKLIST_KNOWN] + checklist->counts[CHECKLIST_WRONG];
}
