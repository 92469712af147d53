/* Where the work that the command line asks for is done. */
#include "command.h"
#include "summary/tier_words.h"
#include "join/compare.h"
#include "join/machine.h"
#include "join/summarize.h"
#include "write/answer.h"
#include "write/captures_table.h"
#include "write/machine_answer.h"
#include "write/output.h"
#include "write/report.h"
#include "summary/summary.h"
#include "write/trial_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- in and out ---- */

static int make_folder(const char *folder, struct fault *fault)
{
	if (folder == NULL || mkdir(folder, 0777) == 0 || errno == EEXIST)
		return 0;
	return fault_system(fault, folder, errno, "cannot be made");
}

static int reduce_path(struct reduction *reduction, const char *path, const struct command *command,
                       struct fault *fault)
{
	if (strcmp(path, "-") == 0)
		return reduction_run(reduction, stdin, path, &command->options, fault);
	*reduction = (struct reduction){.pass_count = 0};
	FILE *stream = fopen(path, "rb");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = reduction_run(reduction, stream, path, &command->options, fault);
	fclose(stream);
	return status;
}

struct command_name {
	char name[sizeof((struct reduction *)NULL)->name];
	const char *path;
};

static int compare_names(const void *left, const void *right)
{
	const struct command_name *a = left, *b = right;
	int order = strcasecmp(a->name, b->name);
	return order != 0 ? order : strcmp(a->path, b->path);
}

/* A capture's name stands for it in every file: two of one name would take each other's place. Names that
 * differ in case alone are one file on some systems. */
static int check_names(char **paths, size_t count, struct fault *fault)
{
	struct command_name *names = calloc(count, sizeof *names);
	int status = names != NULL ? 0 : fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	for (size_t i = 0; status == 0 && i < count; i++) {
		reduction_name(paths[i], names[i].name, sizeof names[i].name);
		names[i].path = paths[i];
	}
	if (status == 0)
		qsort(names, count, sizeof *names, compare_names);
	for (size_t i = 1; status == 0 && i < count; i++) {
		if (strcasecmp(names[i - 1].name, names[i].name) != 0)
			continue;
		fault_usage(fault, names[i].path, "has the same name as %.400s", names[i - 1].path);
		status = fault_expect(fault, "one capture of each name");
	}
	free(names);
	return status;
}

/* Opens DIR/NAME + ending, or standard output where no folder was asked for. */
static int open_file(struct output *output, const char *folder, const char *name, const char *ending,
                     struct fault *fault)
{
	char path[4096];
	if (folder == NULL)
		return output_open(output, NULL, fault);
	if (snprintf(path, sizeof path, "%s/%s%s", folder, name, ending) >= (int)sizeof path)
		return fault_set(fault, folder, "the path is too long");
	return output_open(output, path, fault);
}

/* The kinds of files of one capture, and what writes each. */
static int write_summary_file(const struct summary *summary, const char *folder, const char *name,
                              const char *ending, int (*write)(FILE *, const struct summary *),
                              struct fault *fault)
{
	struct output output;
	if (open_file(&output, folder, name, ending, fault) != 0)
		return -1;
	write(output.stream, summary);
	return output_close(&output, fault);
}

static int write_log_file(const struct reduction *reduction, const char *folder, struct fault *fault)
{
	struct output output;
	if (open_file(&output, folder, reduction->name, ".trials.csv", fault) != 0)
		return -1;
	trial_log_write(output.stream, reduction);
	return output_close(&output, fault);
}

/* ---- reduce ---- */

static int write_capture(const struct command *command, const struct reduction *reduction,
                         const struct summary *summary, struct fault *fault)
{
	if (command->folder == NULL)
		return 0;
	if (write_summary_file(summary, command->folder, reduction->name, ".points.csv", summary_write_points,
	                       fault) != 0 ||
	    write_summary_file(summary, command->folder, reduction->name, ".findings.csv",
	                       summary_write_findings, fault) != 0)
		return -1;
	return command->trial_log ? write_log_file(reduction, command->folder, fault) : 0;
}

static int print_capture(const struct command *command, const struct summary *summary, const char *path,
                         struct fault *fault)
{
	if (command->full)
		report_print(stdout, summary);
	else if (answer_print(stdout, summary, path) != 0)
		return fault_system(fault, path, ENOMEM, "cannot be printed");
	return 0;
}

static int reduce_one(const struct command *command, const char *path, struct fault *fault)
{
	struct reduction reduction;
	struct summary summary = {0};
	int status = reduce_path(&reduction, path, command, fault);
	if (status == 0)
		status = summarize_capture(&reduction, &summary, fault);
	if (status == 0)
		status = write_capture(command, &reduction, &summary, fault);
	if (status == 0 && !command->quiet)
		status = print_capture(command, &summary, path, fault);
	summary_free(&summary);
	reduction_free(&reduction);
	return status;
}

int command_reduce(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	int status = command->folder != NULL ? check_names(paths, count, fault) : 0;
	if (status == 0)
		status = make_folder(command->folder, fault);
	for (size_t i = 0; status == 0 && i < count; i++) {
		if (i > 0 && !command->quiet)
			puts("\n--------\n");
		status = reduce_one(command, paths[i], fault);
	}
	return status;
}

/* ---- compare ---- */

static int write_comparison(const struct command *command, const struct reduction *captures, size_t count,
                            struct fault *fault)
{
	struct summary summary;
	int status = compare_captures(&summary, captures, count, fault);
	if (status == 0 && command->folder != NULL)
		status = write_summary_file(&summary, command->folder, "comparison", ".findings.csv",
		                            summary_write_findings, fault);
	if (status == 0 && !command->quiet)
		report_print(stdout, &summary);
	summary_free(&summary);
	return status;
}

static int check_captures(char **paths, size_t count, struct fault *fault)
{
	if (count < 2 || count > COMPARE_CAPTURES) {
		fault_usage(fault, "--compare", "%zu capture%s", count, count == 1 ? "" : "s");
		return fault_expect(fault, "2 to %d", COMPARE_CAPTURES);
	}
	for (size_t i = 0; i < count; i++) {
		if (summary_stem(paths[i]) == strlen(paths[i]))
			continue;
		fault_usage(fault, paths[i], "is a summary");
		return fault_expect(fault,
		                    "captures: they are all reduced here, under one version of the rules");
	}
	return 0;
}

static bool same_trials(const struct point *a, const struct point *b)
{
	if (a->size_bytes != b->size_bytes || a->distance_bytes != b->distance_bytes || a->rows != b->rows ||
	    a->round_count != b->round_count)
		return false;
	for (size_t r = 0; r < a->round_count; r++) {
		if (a->rounds[r].count != b->rounds[r].count)
			return false;
		for (size_t i = 0; i < a->rounds[r].count; i++)
			if (a->rounds[r].trials[i].time_ns != b->rounds[r].trials[i].time_ns)
				return false;
	}
	return true;
}

/* Whether two files hold one and the same capture: it agrees with itself, which proves nothing. */
static bool same_capture(const struct trials *a, const struct trials *b)
{
	if (a->rows != b->rows || a->header_count != b->header_count || a->point_count != b->point_count)
		return false;
	for (size_t i = 0; i < a->header_count; i++)
		if (strcmp(a->headers[i].key, b->headers[i].key) != 0 ||
		    strcmp(a->headers[i].value, b->headers[i].value) != 0)
			return false;
	for (size_t i = 0; i < a->point_count; i++)
		if (!same_trials(&a->points[i], &b->points[i]))
			return false;
	return true;
}

static int check_distinct(const struct reduction *captures, char **paths, size_t count, struct fault *fault)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!same_capture(&captures[i].trials, &captures[k].trials))
				continue;
			fault_set(fault, paths[i], "holds the same trials as %.400s", paths[k]);
			return fault_expect(fault, "each capture once: it cannot confirm itself");
		}
	}
	return 0;
}

int command_compare(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	struct reduction *captures = calloc(count + 1, sizeof *captures);
	size_t read = 0;
	int status = captures != NULL ? check_captures(paths, count, fault)
	                              : fault_system(fault, NULL, ENOMEM, "cannot be compared");
	if (status == 0)
		status = check_names(paths, count, fault);
	if (status == 0)
		status = make_folder(command->folder, fault);
	while (status == 0 && read < count) {
		status = reduce_path(&captures[read], paths[read], command, fault);
		reduction_slim(&captures[read++]);
	}
	if (status == 0)
		status = check_distinct(captures, paths, count, fault);
	if (status == 0)
		status = write_comparison(command, captures, count, fault);
	for (size_t i = 0; i < read; i++)
		reduction_free(&captures[i]);
	free(captures);
	return status;
}

/* ---- machine ---- */

/* A name that is one on every system: of the label, else of the machine, else of the processor. */
static void machine_name(const struct summary *summary, size_t number, char name[96])
{
	char label[MACHINE_TEXT];
	const char *texts[] = {machine_label(summary, label),
	                       summary_header(summary, SUMMARY_CAPTURE_PREFIX "machine"),
	                       summary_header(summary, SUMMARY_CAPTURE_PREFIX "processor"), "machine"};
	size_t at = 0, length = 0;
	while (texts[at] == NULL || texts[at][0] == '\0')
		at++;
	for (const char *from = texts[at]; *from != '\0' && length < 64; from++) {
		bool plain =
		    strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *from) != NULL;
		if (plain)
			name[length++] = *from;
		else if (length > 0 && name[length - 1] != '-')
			name[length++] = '-';
	}
	while (length > 0 && name[length - 1] == '-')
		length--;
	snprintf(name + length, 96 - length, "%s", length == 0 ? "machine" : "");
	if (number > 0)
		snprintf(name + strlen(name), 96 - strlen(name), "-%zu", number + 1);
}

/* How many machines before this one have its name: those that are not it and come first of their own. */
static size_t count_namesakes(const struct summary *summaries, size_t at)
{
	char name[96], other[96];
	size_t count = 0;
	machine_name(&summaries[at], 0, name);
	for (size_t i = 0; i < at; i++) {
		bool first = !machine_same(&summaries[i], &summaries[at]);
		for (size_t k = 0; first && k < i; k++)
			first = !machine_same(&summaries[k], &summaries[i]);
		machine_name(&summaries[i], 0, other);
		count += first && strcasecmp(name, other) == 0;
	}
	return count;
}

/* One tier: all captures that belong with number `at`. */
static int machine_tier(const struct command *command, FILE *stream, const struct summary *summaries,
                        const struct summary **of_tier, size_t at, size_t count)
{
	struct machine machine;
	size_t captures = 0;
	for (size_t i = at; i < count; i++)
		if (machine_same_tier(&summaries[at], &summaries[i]))
			of_tier[captures++] = &summaries[i];
	int status = machine_join(&machine, of_tier, captures);
	if (status == 0 && stream != NULL)
		machine_answer_write_rows(stream, &machine);
	if (status == 0 && !command->quiet)
		status = machine_answer_print(stdout, &machine);
	machine_free(&machine);
	return status;
}

/* Whether an earlier capture is of the same tier, or of the same machine. */
static bool told_before(const struct summary *summaries, size_t at,
                        bool (*same)(const struct summary *, const struct summary *))
{
	for (size_t i = 0; i < at; i++)
		if (same(&summaries[i], &summaries[at]))
			return true;
	return false;
}

/* One machine: its tiers, in the order of their first captures. `first` is its first capture. */
static int machine_one(const struct command *command, const struct summary *summaries, size_t first,
                       size_t count, struct fault *fault)
{
	const struct summary **of_tier = calloc(count, sizeof *of_tier);
	struct output output = {0};
	char name[96];
	int status = of_tier != NULL ? 0 : fault_system(fault, NULL, ENOMEM, "cannot be joined");
	machine_name(&summaries[first], count_namesakes(summaries, first), name);
	if (status == 0 && command->folder != NULL)
		status = open_file(&output, command->folder, name, ".machine.csv", fault);
	FILE *stream = status == 0 && command->folder != NULL ? output.stream : NULL;
	if (stream != NULL)
		machine_answer_write_columns(stream);
	for (size_t i = first; status == 0 && i < count; i++) {
		if (!machine_same(&summaries[first], &summaries[i]) ||
		    told_before(summaries, i, machine_same_tier))
			continue;
		if ((i > first || first > 0) && !command->quiet)
			puts("\n--------\n");
		if (machine_tier(command, stream, summaries, of_tier, i, count) != 0)
			status = fault_system(fault, NULL, ENOMEM, "cannot be joined");
	}
	free(of_tier);
	if (stream == NULL)
		return status;
	if (status == 0)
		return output_close(&output, fault);
	output_abandon(&output);
	return status;
}

int command_machine(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	struct summary *summaries = calloc(count, sizeof *summaries);
	int status = summaries != NULL ? make_folder(command->folder, fault)
	                               : fault_system(fault, NULL, ENOMEM, "cannot be joined");
	for (size_t i = 0; status == 0 && i < count; i++) {
		struct reduction reduction;
		status = reduce_path(&reduction, paths[i], command, fault);
		if (status == 0)
			status = summarize_capture(&reduction, &summaries[i], fault);
		reduction_free(&reduction);
	}
	for (size_t i = 0; status == 0 && i < count; i++)
		if (!told_before(summaries, i, machine_same))
			status = machine_one(command, summaries, i, count, fault);
	for (size_t i = 0; summaries != NULL && i < count; i++)
		summary_free(&summaries[i]);
	free(summaries);
	return status;
}

/* ---- tables ---- */

static int add_summary(FILE *stream, const char *path, struct fault *fault)
{
	struct summary summary;
	if (summary_load(&summary, path, fault) != 0)
		return -1;
	captures_table_write_rows(stream, &summary);
	summary_free(&summary);
	return 0;
}

int command_table(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	struct output output;
	if (make_folder(command->folder, fault) != 0 ||
	    open_file(&output, command->folder, "captures", ".csv", fault) != 0)
		return -1;
	captures_table_write_columns(output.stream);
	for (size_t i = 0; i < count; i++) {
		if (add_summary(output.stream, paths[i], fault) == 0)
			continue;
		output_abandon(&output);
		return -1;
	}
	return output_close(&output, fault);
}

static int join_groups(const struct command *command, char **paths, size_t count, struct tier_groups *groups,
                       struct fault *fault)
{
	for (size_t i = 0; i < count; i++) {
		struct reduction reduction;
		int status = reduce_path(&reduction, paths[i], command, fault);
		if (status == 0 && tier_groups_join(groups, &reduction.trials.groups) != 0)
			status = fault_system(fault, paths[i], ENOMEM, "cannot be read");
		reduction_free(&reduction);
		if (status != 0)
			return -1;
	}
	if (groups->count > 0)
		return 0;
	fault_set(fault, paths[0], "holds no fingerprint");
	return fault_expect(fault, "captures with the print and add columns");
}

int command_tiers_table(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	struct tier_groups groups = {0};
	struct output output;
	int status = make_folder(command->folder, fault);
	if (status == 0)
		status = join_groups(command, paths, count, &groups, fault);
	if (status == 0)
		status = open_file(&output, command->folder, "tiers", ".csv", fault);
	if (status == 0) {
		tier_words_write_table(output.stream, &groups);
		status = output_close(&output, fault);
	}
	tier_groups_free(&groups);
	return status;
}
