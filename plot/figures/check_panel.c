/* Where the check panel is read. */
#include "check_panel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_PANEL_TEXT(column, member)                                                                     \
	{                                                                                                    \
		.name = column, .type = COLUMN_TEXT, COLUMN_MEMBER(struct check_panel_row, member)           \
	}

static const struct column check_panel_columns[] = {
    CHECK_PANEL_TEXT("name", name),         CHECK_PANEL_TEXT("built_to_show", shows),
    CHECK_PANEL_TEXT("expected", expected), CHECK_PANEL_TEXT("found", found),
    CHECK_PANEL_TEXT("verdict", word),
};

struct check_panel_reading {
	struct check_panel *check_panel;
	struct check_panel_row row;
};

/* The words that each begins with, in this order. */
static const struct {
	const char *word;
	enum check_panel_verdict verdict;
} check_panel_verdicts[] = {{"expected", CHECK_PANEL_EXPECTED},
                            {"right", CHECK_PANEL_BETTER},
                            {"WRONG (known)", CHECK_PANEL_KNOWN},
                            {"capture", CHECK_PANEL_SHOWN}};

static enum check_panel_verdict check_panel_verdict(const char *text)
{
	for (size_t i = 0; i < sizeof check_panel_verdicts / sizeof check_panel_verdicts[0]; i++)
		if (strncmp(text, check_panel_verdicts[i].word, strlen(check_panel_verdicts[i].word)) == 0)
			return check_panel_verdicts[i].verdict;
	return CHECK_PANEL_WRONG;
}

static int check_panel_end(void *context, bool whole, struct fault *fault)
{
	struct check_panel_reading *reading = context;
	struct check_panel *check_panel = reading->check_panel;
	(void)whole;
	struct check_panel_row *row = array_add(&check_panel->rows, &check_panel->count, sizeof *row, fault);
	if (row == NULL)
		return -1;
	reading->row.verdict = check_panel_verdict(reading->row.word);
	*row = reading->row;
	check_panel->counts[reading->row.verdict]++;
	return 0;
}

int check_panel_load(struct check_panel *check_panel, const char *path, struct fault *fault)
{
	struct check_panel_reading reading = {.check_panel = check_panel};
	const struct columns columns = {.column = check_panel_columns,
	                                .count = sizeof check_panel_columns / sizeof check_panel_columns[0],
	                                .name = "check panel",
	                                .row = &reading.row,
	                                .row_bytes = sizeof reading.row,
	                                .texts = &check_panel->texts,
	                                .most = CHECK_PANEL_ROWS,
	                                .whole = true,
	                                .end = check_panel_end};
	*check_panel = (struct check_panel){.rows = NULL};
	return columns_load(&columns, &reading, path, fault);
}

void check_panel_free(struct check_panel *check_panel)
{
	texts_free(&check_panel->texts);
	free(check_panel->rows);
	*check_panel = (struct check_panel){.rows = NULL};
}

const struct check_panel_row *check_panel_find(const struct check_panel *check_panel, const char *name)
{
	for (size_t i = 0; i < check_panel->count; i++)
		if (strcmp(check_panel->rows[i].name, name) == 0)
			return &check_panel->rows[i];
	return NULL;
}

bool check_panel_is_wrong(const struct check_panel_row *row)
{
	return row->verdict == CHECK_PANEL_KNOWN || row->verdict == CHECK_PANEL_WRONG;
}

size_t check_panel_curves(const struct check_panel *check_panel)
{
	return check_panel->count - check_panel->counts[CHECK_PANEL_SHOWN];
}

size_t check_panel_wrong(const struct check_panel *check_panel)
{
	return check_panel->counts[CHECK_PANEL_KNOWN] + check_panel->counts[CHECK_PANEL_WRONG];
}
