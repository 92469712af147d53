/* Fuzzing of every reader, by libFuzzer: the input is a file's content, FUZZ_TARGET says whose
 * (tests/fuzz/run.sh). A reader may accept or refuse; it may not crash, hang or touch memory that is not its
 * own. */
#include "../../plot/figures/checklist.h"
#include "../../plot/figures/figure.h"
#include "../../plot/page/page.h"
#include "../../plot/view.h"
#include "../../reduce/judge/reduction.h"
#include "../../reduce/join/summarize.h"
#include "../../reduce/read/reported.h"
#include "../../reduce/read/tier.h"
#include "../../reduce/write/trial_log.h"

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
	struct checklist checklist;
	struct fault fault;
	checklist_load(&checklist, put("panel.csv", data, size), &fault);
	checklist_free(&checklist);
}

static void trial_log(const void *data, size_t size)
{
	struct trial_log log;
	struct fault fault;
	trial_log_load(&log, put("input.trials.csv", data, size), &fault);
	trial_log_free(&log);
}

/* The points, a form feed, the findings: into every figure and the page. */
static void summary(const void *data, size_t size)
{
	static figure_draw *const figures[] = {ladder_draw, granule_draw, gaps_draw,
	                                       shift_draw,  gallery_draw, pairs_draw};
	const char *bytes = data, *middle = memchr(data, '\f', size);
	if (middle == NULL)
		return;
	put("input.points.csv", bytes, (size_t)(middle - bytes));
	char *name = put("input.findings.csv", middle + 1, size - (size_t)(middle - bytes) - 1);
	const struct figure_wish wish = {.path = name};
	const struct page_inputs inputs = {&name, 1, NULL, NULL, folder};
	struct summary read;
	struct fault fault;
	if (summary_load(&read, name, &fault) == 0) {
		view_scrub(&read);
		for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
			figures[i](nowhere, &read, 1, &wish, &fault);
		page_write(&inputs, &fault);
		summary_free(&read);
	}
}

static const struct target {
	const char *name;
	void (*run)(const void *data, size_t size);
} targets[] = {{"capture", capture}, {"tiers", tiers},         {"reported", reported},
               {"panel", panel},     {"trial_log", trial_log}, {"summary", summary}};
static const struct target *target;

static void remove_folder(void)
{
	static const char *const names[] = {
	    "input",      "panel.csv",  "input.trials.csv", "input.points.csv", "input.findings.csv",
	    "index.html", "rules.html", "check.html",       "compare.html",     "."};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
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
