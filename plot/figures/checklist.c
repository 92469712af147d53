/* Where the check panel is read. */
#include "checklist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKLIST_TEXT(column, member)                                                                       \
	{                                                                                                    \
		.name = column, .type = COLUMN_TEXT, COLUMN_MEMBER(struct checklist_row, member)             \
	}

static const struct column checklist_columns[] = {
    CHECKLIST_TEXT("name", name),
    CHECKLIST_TEXT("built_to_show", shows),
    CHECKLIST_TEXT("expected", expected),
    CHECKLIST_TEXT("found", found),
    {.name = "verdict", .type = COLUMN_OWN},
};

struct checklist_reading {
	struct checklist *checklist;
	struct checklist_row row;
};

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

static int checklist_own(void *context, const struct column *column, const char *text, struct fault *fault)
{
	struct checklist_reading *reading = context;
	(void)column;
	(void)fault;
	reading->row.verdict = checklist_verdict(text);
	return 0;
}

static int checklist_end(void *context, bool whole, struct fault *fault)
{
	struct checklist_reading *reading = context;
	struct checklist *checklist = reading->checklist;
	(void)whole;
	struct checklist_row *rows = array_grow(checklist->rows, checklist->count, sizeof *rows);
	if (rows == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	checklist->rows = rows;
	checklist->rows[checklist->count++] = reading->row;
	checklist->counts[reading->row.verdict]++;
	return 0;
}

int checklist_load(struct checklist *checklist, const char *path, struct fault *fault)
{
	struct checklist_reading reading = {.checklist = checklist};
	const struct columns columns = {.column = checklist_columns,
	                                .count = sizeof checklist_columns / sizeof checklist_columns[0],
	                                .name = "check panel",
	                                .row = &reading.row,
	                                .row_bytes = sizeof reading.row,
	                                .texts = &checklist->texts,
	                                .most = CHECKLIST_ROWS,
	                                .whole = true,
	                                .own = checklist_own,
	                                .end = checklist_end};
	*checklist = (struct checklist){.rows = NULL};
	return columns_load(&columns, &reading, path, fault);
}

void checklist_free(struct checklist *checklist)
{
	texts_free(&checklist->texts);
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
