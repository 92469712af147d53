/* The rows of NAME.machine.csv. */
#include "machine_rows.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(member) .name = #member, .type = COLUMN_TEXT, COLUMN_MEMBER(struct machine_row, member)
#define COUNT(member)                                                                                        \
	.name = #member, .type = COLUMN_WHOLE, COLUMN_MEMBER(struct machine_row, member), .blank = true,     \
	.maximum = SUMMARY_ROWS
#define NUMBER(member)                                                                                       \
	.name = #member, .type = COLUMN_DECIMAL, COLUMN_MEMBER(struct machine_row, member), .blank = true,   \
	.low = -DBL_MAX, .high = DBL_MAX

static const struct column row_columns[] = {
    {TEXT(machine)},
    {TEXT(processor)},
    {TEXT(label)},
    {TEXT(cores)},
    {TEXT(level)},
    {.name = "status",
     .type = COLUMN_WORD,
     COLUMN_MEMBER(struct machine_row, status),
     .words = status_words,
     .maximum = STATUS_REFUSED},
    {NUMBER(time_ns)},
    {NUMBER(cycles)},
    {NUMBER(low_bytes)},
    {NUMBER(high_bytes)},
    {TEXT(rule)},
    {TEXT(pass)},
    {COUNT(accepted)},
    {COUNT(noted)},
    {COUNT(refused)},
    {TEXT(refusing_rules)},
    {NUMBER(reported_bytes)},
    {TEXT(inside)},
    {TEXT(cause)},
    {TEXT(core)},
    {TEXT(crowd)},
    {NUMBER(granule_bytes)},
    {NUMBER(disagreement_low_bytes)},
    {NUMBER(disagreement_high_bytes)},
    {COUNT(passes)},
    {TEXT(reported_level), .optional = true},
    {TEXT(cause_status), .optional = true},
    {TEXT(core_status), .optional = true},
    {NUMBER(clock_ghz), .optional = true},
};

struct loading {
	struct machine_table *table;
	struct machine_row row;
};

static int keep_row(void *context, bool whole, struct fault *fault)
{
	struct loading *loading = context;
	struct machine_table *table = loading->table;
	const char **later[] = {&loading->row.reported_level, &loading->row.cause_status,
	                        &loading->row.core_status};
	struct machine_row *row = array_add(&table->rows, &table->count, sizeof *row, fault);
	(void)whole;
	if (row == NULL)
		return -1;
	for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
		if (*later[i] == NULL)
			*later[i] = "";
	if (loading->row.clock_ghz == 0)
		loading->row.clock_ghz = NAN;
	*row = loading->row;
	return 0;
}

size_t machine_table_tier(const struct machine_table *table, size_t first)
{
	size_t end = first;
	while (end < table->count && machine_row_is_level(&table->rows[end]))
		end++;
	return end < table->count ? end + 1 - first : end - first;
}

bool machine_row_is_level(const struct machine_row *row)
{
	return row->level[0] >= '1' && row->level[0] <= '9';
}

bool machine_row_claims(const struct machine_row *row)
{
	return row->status != STATUS_REFUSED && row->low_bytes > 0 && row->high_bytes >= row->low_bytes;
}

const char *machine_row_passes(const struct machine_row *row, char text[MACHINE_ROW_PASSES])
{
	bool noted = row->accepted == 0 && row->noted > 0;
	uint64_t agreeing = noted ? row->noted : row->accepted;
	snprintf(text, MACHINE_ROW_PASSES, "%" PRIu64 " of %" PRIu64 " pass%s %s%s", agreeing, row->passes,
	         row->passes == 1 ? "" : "es", noted ? "note" : "accept", agreeing == 1 ? "s" : "");
	return text;
}

int machine_table_load(struct machine_table *table, const char *path, struct fault *fault)
{
	struct loading loading = {.table = table};
	*table = (struct machine_table){.count = 0};
	const struct columns columns = {.column = row_columns,
	                                .count = sizeof row_columns / sizeof row_columns[0],
	                                .row = &loading.row,
	                                .row_bytes = sizeof loading.row,
	                                .texts = &table->texts,
	                                .end = keep_row};
	return columns_load(&columns, &loading, path, fault);
}

void machine_table_free(struct machine_table *table)
{
	texts_free(&table->texts);
	free(table->rows);
	*table = (struct machine_table){.count = 0};
}
