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

#define WORD(member, list, number)                                                                           \
	.name = #member, .type = COLUMN_WORD, COLUMN_MEMBER(struct machine_row, member), .words = (list),    \
	.maximum = (number)-1

const char *const inside_words[INSIDES] = {"", "yes", "ABOVE", "BELOW"};
const char *const tried_words[TRIED_COUNT] = {"", "accepted", "noted", "refused"};

static const struct column row_columns[] = {
    {TEXT(machine)},
    {TEXT(processor)},
    {TEXT(label)},
    {TEXT(cores)},
    {TEXT(level)},
    {WORD(status, status_words, STATUS_REFUSED + 1)},
    {NUMBER(time_ns)},
    {NUMBER(cycles)},
    {NUMBER(low_bytes)},
    {NUMBER(high_bytes)},
    {.name = "rule", .type = COLUMN_OWN, COLUMN_MEMBER(struct machine_row, rules)},
    {TEXT(pass)},
    {COUNT(accepted)},
    {COUNT(noted)},
    {COUNT(refused)},
    {.name = "refusing_rules", .type = COLUMN_OWN, COLUMN_MEMBER(struct machine_row, refusing)},
    {NUMBER(reported_bytes)},
    {WORD(inside, inside_words, INSIDES)},
    {WORD(cause, verdict_words, VERDICTS)},
    {WORD(core, verdict_words, VERDICTS)},
    {WORD(crowd, verdict_words, VERDICTS)},
    {NUMBER(granule_bytes)},
    {NUMBER(disagreement_low_bytes)},
    {NUMBER(disagreement_high_bytes)},
    {COUNT(passes)},
    {TEXT(reported_level), .optional = true},
    {WORD(cause_status, tried_words, TRIED_COUNT), .optional = true},
    {WORD(core_status, tried_words, TRIED_COUNT), .optional = true},
    {NUMBER(clock_ghz), .optional = true},
};

struct loading {
	struct machine_table *table;
	struct machine_row row;
};

static int take_rules(void *context, const struct column *column, const char *text, struct fault *fault)
{
	struct loading *loading = context;
	rule_set set;
	if (!rule_read(text, &set)) {
		fault_set(fault, NULL, "\"%.80s\" in column %s", text, column->name);
		return fault_expect(fault, "ids of rules");
	}
	memcpy((char *)&loading->row + column->offset, &set, sizeof set);
	return 0;
}

static int keep_row(void *context, bool whole, struct fault *fault)
{
	struct loading *loading = context;
	struct machine_table *table = loading->table;
	struct machine_row *row = array_add(&table->rows, &table->count, sizeof *row, fault);
	(void)whole;
	if (row == NULL)
		return -1;
	if (loading->row.reported_level == NULL)
		loading->row.reported_level = "";
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

bool machine_row_is_memory(const struct machine_row *row)
{
	return row->level[0] == 'm';
}

bool machine_row_claims(const struct machine_row *row)
{
	return row->status != STATUS_REFUSED && row->low_bytes > 0 && row->high_bytes >= row->low_bytes;
}

bool machine_row_rests_on(const struct machine_row *row, enum rule_id rule)
{
	return (row->rules & RULE_SET(rule)) != 0;
}

bool machine_row_outside(const struct machine_row *row)
{
	return machine_row_claims(row) && (row->inside == INSIDE_ABOVE || row->inside == INSIDE_BELOW);
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
	                                .own = take_rules,
	                                .end = keep_row};
	return columns_load(&columns, &loading, path, fault);
}

void machine_table_free(struct machine_table *table)
{
	texts_free(&table->texts);
	free(table->rows);
	*table = (struct machine_table){.count = 0};
}
