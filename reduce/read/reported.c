/* Where sizes that a person gives are read. */
#include "reported.h"
#include "columns.h"

#include <errno.h>
#include <stdlib.h>

#define REPORTED_EXPECTED "a level from 1 to 16, and bytes such as 4194304 or 4M"

static const struct column reported_columns[] = {
    {.name = "level",
     .type = COLUMN_WHOLE,
     COLUMN_MEMBER(struct capture_cache, level),
     .minimum = 1,
     .maximum = 16,
     .expected = REPORTED_EXPECTED},
    {.name = "bytes",
     .type = COLUMN_SIZE,
     COLUMN_MEMBER(struct capture_cache, bytes),
     .minimum = 1,
     .maximum = UINT64_C(1) << 50,
     .expected = REPORTED_EXPECTED},
    {.name = "cores",
     .type = COLUMN_NAME,
     COLUMN_MEMBER(struct capture_cache, cores),
     .optional = true,
     .blank = true},
};

struct reported_reading {
	struct capture_cache *caches, row;
	size_t count;
};

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct reported_reading *reading = context;
	(void)whole;
	struct capture_cache *larger = array_grow(reading->caches, reading->count, sizeof *larger);
	if (larger == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	reading->caches = larger;
	reading->row.by_hand = true;
	reading->caches[reading->count++] = reading->row;
	return 0;
}

int reported_read(FILE *stream, const char *name, struct capture_cache **caches, size_t *count,
                  struct fault *fault)
{
	struct reported_reading reading = {.caches = NULL};
	const struct columns columns = {.column = reported_columns,
	                                .count = sizeof reported_columns / sizeof reported_columns[0],
	                                .name = "table of reported sizes",
	                                .wanted = "the columns level, bytes and, if need be, cores",
	                                .row = &reading.row,
	                                .row_bytes = sizeof reading.row,
	                                .most = REPORTED_ROWS,
	                                .end = on_row};
	int status = columns_read(&columns, &reading, stream, name, fault);
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
