/* Where a capture is written: its header lines and its rows, by the table of columns. */
#include "capture.h"
#include "character.h"

#include <inttypes.h>

const char *const capture_experiment_names[CAPTURE_EXPERIMENTS] = {"sweep",      "adjacency", "timer",
                                                                   "competitor", "control",   "translation"};
const char *const capture_order_names[CAPTURE_ORDERS] = {"random", "page"};
const char *const capture_mode_names[CAPTURE_MODES] = {"chase", "stream"};
static const char *const control_names[] = {"clock",     "site",    "site_more", "words_same",
                                            "words_own", "pointer", "offset",    "place"};

#define LARGEST (UINT64_C(1) << 53) /* what a double still holds exactly: 104 days of nanoseconds, 8 PiB */
#define INTEGER(column, maximum)                                                                             \
	{                                                                                                    \
		column, CAPTURE_INTEGER, NULL, maximum                                                       \
	}

const struct capture_column_row capture_columns[CAPTURE_COLUMNS] = {
    {"experiment", CAPTURE_NAME, capture_experiment_names, CAPTURE_EXPERIMENTS - 1},
    INTEGER("trial", LARGEST),
    INTEGER("round", UINT32_MAX),
    INTEGER("started_ns", LARGEST),
    INTEGER("size_bytes", LARGEST),
    INTEGER("stride_bytes", LARGEST),
    {"order", CAPTURE_NAME, capture_order_names, CAPTURE_ORDERS - 1},
    INTEGER("distance_bytes", LARGEST),
    INTEGER("sites", LARGEST),
    INTEGER("competitors", UINT32_MAX),
    INTEGER("competitor_bytes", LARGEST),
    INTEGER("loads", LARGEST),
    INTEGER("elapsed_ns", LARGEST),
    INTEGER("cpu_time_ns", LARGEST),
    INTEGER("cpu_before", UINT32_MAX),
    INTEGER("cpu_after", UINT32_MAX),
    INTEGER("switches", LARGEST),
    INTEGER("faults", LARGEST),
    INTEGER("cycles", LARGEST),
    INTEGER("instructions", LARGEST),
    INTEGER("level_cycles_0", LARGEST),
    INTEGER("level_cycles_1", LARGEST),
    INTEGER("level_cycles_2", LARGEST),
    INTEGER("adds", LARGEST),
    INTEGER("adds_before_ns", LARGEST),
    INTEGER("adds_after_ns", LARGEST),
    INTEGER("print_loads", LARGEST),
    INTEGER("print_before_ns", LARGEST),
    INTEGER("print_after_ns", LARGEST),
    {"competitor_mode", CAPTURE_NAME, capture_mode_names, CAPTURE_MODES - 1},
    {"control", CAPTURE_NAME, control_names, CAPTURE_CONTROL_KINDS - 1},
    INTEGER("dit", 1),
    INTEGER("nodes", LARGEST),
    INTEGER("page_bytes", LARGEST),
    INTEGER("priority_before", UINT32_MAX),
    INTEGER("priority_after", UINT32_MAX),
};

void capture_write_header(FILE *stream, const char *key, const char *value)
{
	fprintf(stream, "# %s: ", key);
	character_write_line(stream, value, '\0');
	fputc('\n', stream);
}

void capture_write_columns(FILE *stream)
{
	for (int c = 0; c < CAPTURE_COLUMNS; c++)
		fprintf(stream, "%s%s", c == 0 ? "" : ",", capture_columns[c].name);
	fputc('\n', stream);
}

void capture_write_row(FILE *stream, const struct capture_row *row)
{
	for (int c = 0; c < CAPTURE_COLUMNS; c++) {
		if (c != 0)
			fputc(',', stream);
		if (!capture_row_has(row, (enum capture_column)c))
			continue;
		if (capture_columns[c].kind == CAPTURE_NAME)
			fputs(capture_columns[c].names[row->value[c]], stream);
		else
			fprintf(stream, "%" PRIu64, row->value[c]);
	}
	fputc('\n', stream);
}
