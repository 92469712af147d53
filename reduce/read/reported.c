/* Where sizes that a person gives are read. */
#include "reported.h"
#include "columns.h"

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

int reported_read(FILE *stream, const char *name, struct capture_cache **caches, size_t *count,
                  struct fault *fault)
{
	struct capture_cache row;
	struct columns_rows rows;
	const struct columns columns = {.column = reported_columns,
	                                .count = sizeof reported_columns / sizeof reported_columns[0],
	                                .name = "table of reported sizes",
	                                .wanted = "the columns level, bytes and, if need be, cores",
	                                .row = &row,
	                                .row_bytes = sizeof row,
	                                .most = REPORTED_ROWS};
	if (columns_read_rows(&columns, &rows, "size", stream, name, fault) != 0)
		return -1;
	*caches = rows.rows;
	*count = rows.count;
	for (size_t i = 0; i < rows.count; i++)
		(*caches)[i].by_hand = true;
	return 0;
}
