/* Where sizes that a person gives are read. */
#include "reported.h"
#include "table.h"

#include "../../probe/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum reported_column { REPORTED_LEVEL, REPORTED_BYTES, REPORTED_CORES, REPORTED_COLUMNS };
static const char *const column_names[REPORTED_COLUMNS] = {"level", "bytes", "cores"};
static const uint64_t most_levels = 16, most_bytes = UINT64_C(1) << 50;

struct reported_reading {
	struct capture_cache *caches, row;
	size_t count;
	int columns[TABLE_COLUMNS];
	unsigned given;
};

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct reported_reading *reading = context;
	(void)length;
	(void)fault;
	int c = table_name_find(column_names, REPORTED_COLUMNS, name);
	reading->columns[column] = c;
	if (c >= 0)
		reading->given |= 1u << c;
	return 0;
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	struct reported_reading *reading = context;
	(void)count;
	if ((reading->given & 3) == 3)
		return 0;
	fault_set(fault, NULL, "is no table of reported sizes");
	return fault_expect(fault, "the columns level, bytes and, if need be, cores");
}

static int on_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct reported_reading *reading = context;
	number_reason reason = NULL;
	switch (reading->columns[column]) {
	case REPORTED_LEVEL:
		reason = number_parse(text, length, 1, most_levels, &reading->row.level);
		break;
	case REPORTED_BYTES:
		reason = size_parse(text, length, 1, most_bytes, &reading->row.bytes);
		break;
	case REPORTED_CORES:
		reason = length >= sizeof reading->row.cores ? "is too long" : NULL;
		if (reason == NULL)
			snprintf(reading->row.cores, sizeof reading->row.cores, "%s", text);
		break;
	default:
		break;
	}
	if (reason == NULL)
		return 0;
	fault_set(fault, NULL, "\"%.80s\" %s, in column %s", text, reason,
	          column_names[reading->columns[column]]);
	return fault_expect(fault, "a level from 1 to 16, and bytes such as 4194304 or 4M");
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct reported_reading *reading = context;
	(void)whole;
	struct capture_cache *larger = realloc(reading->caches, (reading->count + 1) * sizeof *larger);
	if (larger == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	reading->caches = larger;
	reading->row.by_hand = true;
	reading->caches[reading->count++] = reading->row;
	reading->row = (struct capture_cache){.level = 0};
	return 0;
}

int reported_read(FILE *stream, const char *name, struct capture_cache **caches, size_t *count,
                  struct fault *fault)
{
	static const struct table_handler handler = {
	    .column = on_column, .columns_end = on_columns_end, .field = on_field, .row = on_row};
	struct reported_reading reading = {.caches = NULL};
	int status = table_read(stream, name, &handler, &reading, fault);
	if (status == 0 && reading.count == 0)
		status = fault_set(fault, name, "holds no size");
	if (status != 0) {
		free(reading.caches);
		return status;
	}
	*caches = reading.caches;
	*count = reading.count;
	return 0;
}
