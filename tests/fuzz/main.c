/* Fuzzing of every reader, by libFuzzer: the input is a file's content, FUZZ_TARGET says whose
 * (tests/fuzz/run.sh). A reader may accept or refuse; it may not crash, hang or touch memory that is not its
 * own. */
#include "../../plot/figures/check_panel.h"
#include "../../plot/figures/figure.h"
#include "../../plot/page/page.h"
#include "../../plot/view.h"
#include "../../reduce/judge/reduction.h"
#include "../../reduce/join/summarize.h"
#include "../../reduce/read/reported.h"
#include "../../reduce/read/table.h"
#include "../../reduce/read/tier.h"
#include "../../reduce/summary/trial_log.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere;
static char folder[] = "/tmp/cachestair-fuzz.XXXXXX", path[sizeof folder + 32];

/* The input as a file of the folder; returns its path. */
static char *put(const char *name, const void *data, size_t size)
{
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");
	if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
		abort();
	return path;
}

static FILE *stream_of(const void *data, size_t size)
{
	FILE *stream = fopen(put("input", data, size), "rb");
	if (stream == NULL)
		abort();
	return stream;
}

static void capture(const void *data, size_t size)
{
	struct reduction reduction;
	struct summary summary = {0};
	struct fault fault;
	const struct reduction_options options = {.trials = {.log = true}, .rules = 0};
	FILE *stream = stream_of(data, size);
	if (reduction_run(&reduction, stream, "input", &options, &fault) == 0) {
		if (summarize_capture(&reduction, &summary, &fault) == 0)
			summary_write_findings(nowhere, &summary);
		trial_log_write(nowhere, &reduction);
	}
	summary_free(&summary);
	reduction_free(&reduction);
	fclose(stream);
}

/* A file of another tool: the first byte says of which it is taken to be, or that it is to be recognised. */
static void foreign(const void *data, size_t size)
{
	static const char *const names[] = {NULL,     "lat_mem_rd", "memorylatency", "tinymembench",
	                                    "ramlat", "sbc-bench",  "uarch-bench",   "multichase",
	                                    "mlc",    "csv"};
	struct reduction reduction;
	struct summary summary = {0};
	struct fault fault;
	if (size == 0)
		return;
	unsigned first = *(const unsigned char *)data;
	const struct reduction_options options = {
	    .trials = {.from = names[first % (sizeof names / sizeof names[0])],
	               .clock_ghz = first & 32 ? 3 : 0,
	               .first_level_ns = first & 64 ? 1 : 0,
	               .line_bytes = first & 128 ? 128 : 0}};
	FILE *stream = stream_of((const char *)data + 1, size - 1);
	if (reduction_run(&reduction, stream, "input", &options, &fault) == 0 &&
	    summarize_capture(&reduction, &summary, &fault) == 0)
		summary_write_findings(nowhere, &summary);
	summary_free(&summary);
	reduction_free(&reduction);
	fclose(stream);
}

/* What a table's reader met, as one number. */
struct met {
	uint64_t hash;
	size_t count;
};

static int meet(struct met *met, uint64_t what, const char *text, size_t length)
{
	static const uint64_t prime = UINT64_C(0x100000001b3); /* FNV-1a */
	met->hash = (met->hash ^ what) * prime;
	for (size_t i = 0; i < length; i++)
		met->hash = (met->hash ^ (unsigned char)text[i]) * prime;
	met->count++;
	return 0;
}

static int meet_header(void *context, const char *key, const char *value, struct fault *fault)
{
	(void)fault;
	return meet(context, key != NULL, value, strlen(value));
}

static int meet_text(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	(void)fault;
	return meet(context, 2 + column, text, length);
}

static int meet_end(void *context, size_t count, struct fault *fault)
{
	(void)fault;
	return meet(context, 500 + count, "", 0);
}

static int meet_row(void *context, bool whole, struct fault *fault)
{
	(void)fault;
	return meet(context, 900 + whole, "", 0);
}

static int read_in_pieces(const char *text, size_t size, size_t piece, struct met *met)
{
	static const struct table_handler handler = {.header = meet_header,
	                                             .column = meet_text,
	                                             .columns_end = meet_end,
	                                             .field = meet_text,
	                                             .row = meet_row};
	struct fault fault;
	struct table *table = table_begin(&handler, met, NULL, &fault);
	int status = table != NULL ? 0 : -1;
	/* A byte-order mark must be whole in the first piece. */
	for (size_t at = 0, next = piece < 3 ? 3 : piece; status == 0 && at < size; at += next, next = piece)
		status = table_feed(table, text + at, next < size - at ? next : size - at);
	if (status == 0)
		status = table_end(table);
	if (table != NULL)
		table_free(table);
	return status;
}

/* However a table is cut into pieces, the same is met: at once its plain lines go a way of their own, in
 * pieces of few bytes they go through libcsv. */
static void table(const void *data, size_t size)
{
	struct met whole = {0}, pieces = {0};
	if (size == 0)
		return;
	const char *text = data;
	int status = read_in_pieces(text + 1, size - 1, size, &whole),
	    other = read_in_pieces(text + 1, size - 1, 1 + (unsigned char)text[0] % 16, &pieces);
	if (status != other || (status == 0 && (whole.hash != pieces.hash || whole.count != pieces.count)))
		abort();
}

static void tiers(const void *data, size_t size)
{
	struct tier *read = NULL;
	size_t count = 0;
	struct fault fault;
	FILE *stream = stream_of(data, size);
	if (tier_read(stream, "input", &read, &count, &fault) == 0)
		free(read);
	fclose(stream);
}

static void reported(const void *data, size_t size)
{
	struct capture_cache *read = NULL;
	size_t count = 0;
	struct fault fault;
	FILE *stream = stream_of(data, size);
	if (reported_read(stream, "input", &read, &count, &fault) == 0)
		free(read);
	fclose(stream);
}

static void panel(const void *data, size_t size)
{
	struct check_panel panel;
	struct fault fault;
	check_panel_load(&panel, put("panel.csv", data, size), &fault);
	check_panel_free(&panel);
}

static void trial_log(const void *data, size_t size)
{
	struct trial_log log;
	struct fault fault;
	trial_log_load(&log, put("input.trials.csv", data, size), &fault);
	trial_log_free(&log);
}

/* Three files, parted by form feeds: points, findings, a machine's table. The last can be missing. Returns
 * the path of the findings, or NULL where there are none. */
static char *put_parts(const char *bytes, size_t size, bool *table)
{
	const char *middle = memchr(bytes, '\f', size);
	if (middle == NULL)
		return NULL;
	put("input.points.csv", bytes, (size_t)(middle - bytes));
	size -= (size_t)(middle + 1 - bytes);
	const char *last = memchr(middle + 1, '\f', size);
	size_t length = last != NULL ? (size_t)(last - middle - 1) : size;
	unlink(put("input.machine.csv", "", 0));
	*table = last != NULL;
	if (last != NULL)
		put("input.machine.csv", last + 1, size - length - 1);
	return put("input.findings.csv", middle + 1, length);
}

/* A summary into every figure and the page. */
static void summary(const void *data, size_t size)
{
	static figure_draw *const figures[] = {ladder_draw,  granule_draw, gaps_draw,       shift_draw,
	                                       gallery_draw, pairs_draw,   translation_draw};
	bool table;
	char *name = put_parts(data, size, &table);
	if (name == NULL)
		return;
	struct summary read;
	const struct figure_wish wish = {.summaries = &read, .count = 1, .path = name};
	const struct page_inputs inputs = {&name, 1, NULL, NULL, folder};
	struct fault fault;
	if (summary_load(&read, name, &fault) == 0) {
		view_scrub(&read);
		for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
			figures[i](nowhere, &wish, &fault);
		page_write(&inputs, &fault);
		summary_free(&read);
	}
}

/* A machine's table and a summary of its folder into its figure and its page. */
static void machine(const void *data, size_t size)
{
	bool table;
	char *name = put_parts(data, size, &table), machine_path[sizeof path];
	if (name == NULL || !table)
		return;
	snprintf(machine_path, sizeof machine_path, "%s/input.machine.csv", folder);
	struct summary read;
	const struct figure_wish wish = {.summaries = &read, .count = 1, .table = machine_path};
	const struct page_inputs inputs = {&name, 1, NULL, NULL, folder};
	struct fault fault;
	if (summary_load(&read, name, &fault) == 0) {
		view_scrub(&read);
		passes_draw(nowhere, &wish, &fault);
		page_write(&inputs, &fault);
		summary_free(&read);
	}
}

static const struct target {
	const char *name;
	void (*run)(const void *data, size_t size);
} targets[] = {{"capture", capture},     {"foreign", foreign},   {"table", table},
               {"tiers", tiers},         {"reported", reported}, {"panel", panel},
               {"trial_log", trial_log}, {"summary", summary},   {"machine", machine}};
static const struct target *target;

static void remove_folder(void)
{
	DIR *listed = opendir(folder);
	for (struct dirent *entry; listed != NULL && (entry = readdir(listed)) != NULL;)
		unlinkat(dirfd(listed), entry->d_name, 0);
	if (listed != NULL)
		closedir(listed);
	rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_TARGET");
	(void)argc;
	(void)argv;
	for (size_t i = 0; name != NULL && i < sizeof targets / sizeof targets[0]; i++)
		if (strcmp(targets[i].name, name) == 0)
			target = &targets[i];
	nowhere = fopen("/dev/null", "w");
	if (target == NULL || nowhere == NULL || mkdtemp(folder) == NULL) {
		fputs("fuzz: FUZZ_TARGET names no reader\n", stderr);
		exit(2);
	}
	atexit(remove_folder);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	target->run(data, size);
	return 0;
}
