/* bench: what `make bench` measures reduce's reading with. Makes a capture of many rows, runs a bare libcsv
 * loop over a file, and runs a program for its time and memory. Every figure is a ratio within one run. */
#include "../../probe/capture.h"
#include "../../probe/number.h"

#include <csv.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZES = 60, ROUNDS = 5, CHUNK = 1 << 16 };

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- a capture of many rows ---- */

/* Three levels with some noise; all in integers. */
static uint64_t block_ns(unsigned size, uint64_t trial)
{
	uint64_t level = size < 15 ? 1000000 : size < 32 ? 4000000 : size < 36 ? 30000000 : 90000000;
	uint64_t noise = (trial * UINT64_C(6364136223846793005) + 1442695040888963407u) >> 40;
	return level + noise % (level / 20);
}

static void make_row(struct capture_row *row, uint64_t trial, unsigned size, unsigned round)
{
	uint64_t elapsed = block_ns(size, trial);
	const struct {
		enum capture_column column;
		uint64_t value;
	} fields[] = {{CAPTURE_EXPERIMENT, CAPTURE_SWEEP},
	              {CAPTURE_TRIAL, trial + 1},
	              {CAPTURE_ROUND, round},
	              {CAPTURE_STARTED_NS, 1000000 + trial * 51234567},
	              {CAPTURE_SIZE_BYTES, UINT64_C(4096) * (4 + size % 4) << size / 4},
	              {CAPTURE_STRIDE_BYTES, 64},
	              {CAPTURE_ORDER, CAPTURE_RANDOM},
	              {CAPTURE_LOADS, 1000000},
	              {CAPTURE_ELAPSED_NS, elapsed},
	              {CAPTURE_CPU_TIME_NS, elapsed - 1000},
	              {CAPTURE_CPU_BEFORE, 1},
	              {CAPTURE_CPU_AFTER, 1},
	              {CAPTURE_SWITCHES, 0},
	              {CAPTURE_FAULTS, 0},
	              {CAPTURE_ADDS, 131072},
	              {CAPTURE_ADDS_BEFORE_NS, 31000 + trial % 97},
	              {CAPTURE_ADDS_AFTER_NS, 31000 + trial % 89},
	              {CAPTURE_PRINT_LOADS, 16384},
	              {CAPTURE_PRINT_BEFORE_NS, 55000 + trial % 997},
	              {CAPTURE_PRINT_AFTER_NS, 55000 + trial % 991}};
	row->present = 0;
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		capture_row_set(row, fields[i].column, fields[i].value);
}

static int make_rows(const char *path, uint64_t count)
{
	FILE *file = fopen(path, "w");
	struct capture_row row = {.present = 0};
	if (file == NULL)
		return -1;
	capture_write_header(file, CAPTURE_KEY_VERSION, "1");
	capture_write_header(file, CAPTURE_KEY_SYNTHETIC,
	                     "rows for the measurement of reading; nothing was measured");
	capture_write_columns(file);
	for (unsigned i = 0; i < 100; i++) {
		row.present = 0;
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_TIMER);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, 30);
		capture_write_row(file, &row);
	}
	uint64_t cell = count / (SIZES * ROUNDS);
	for (uint64_t trial = 0; trial < count; trial++) {
		uint64_t at = trial / cell;
		make_row(&row, trial, (unsigned)(at % SIZES), 1 + (unsigned)(at / SIZES % ROUNDS));
		capture_write_row(file, &row);
	}
	capture_write_header(file, CAPTURE_KEY_END, "complete");
	return fclose(file) == 0 ? 0 : -1;
}

/* ---- the bare loop ---- */

struct counts {
	uint64_t fields, rows;
};

static void count_field(void *text, size_t length, void *data)
{
	(void)text;
	(void)length;
	((struct counts *)data)->fields++;
}

static void count_row(int ending, void *data)
{
	(void)ending;
	((struct counts *)data)->rows++;
}

static int bare_loop(const char *path)
{
	static char chunk[CHUNK];
	struct counts counts = {0};
	struct csv_parser parser;
	FILE *file = fopen(path, "r");
	if (file == NULL || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
		return -1;
	size_t length;
	while ((length = fread(chunk, 1, sizeof chunk, file)) > 0)
		if (csv_parse(&parser, chunk, length, count_field, count_row, &counts) != length)
			return -1;
	csv_fini(&parser, count_field, count_row, &counts);
	csv_free(&parser);
	fclose(file);
	fprintf(stderr, "bare libcsv loop: %" PRIu64 " rows, %" PRIu64 " fields\n", counts.rows,
	        counts.fields);
	return 0;
}

/* ---- a program's time and memory ---- */

static int run_program(char **argv)
{
	double begun = seconds();
	pid_t child = fork();
	if (child == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	int status = 0;
	struct rusage usage;
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
		return -1;
#ifdef __APPLE__
	double peak_mib = (double)usage.ru_maxrss / 1048576;
#else
	double peak_mib = (double)usage.ru_maxrss / 1024;
#endif
	printf("%.3f %.0f\n", seconds() - begun, peak_mib);
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t count = 0;
	int status = -1;
	if (argc == 4 && strcmp(argv[1], "rows") == 0 &&
	    number_parse(argv[3], strlen(argv[3]), SIZES * ROUNDS, 1000000000, &count) == NULL)
		status = make_rows(argv[2], count);
	else if (argc == 3 && strcmp(argv[1], "loop") == 0)
		status = bare_loop(argv[2]);
	else if (argc >= 3 && strcmp(argv[1], "run") == 0)
		status = run_program(argv + 2);
	else
		fputs("usage: bench rows FILE COUNT | bench loop FILE | bench run PROGRAM ARGUMENT...\n",
		      stderr);
	if (status != 0)
		fprintf(stderr, "bench: %s failed\n", argc > 1 ? argv[1] : "it");
	return status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
