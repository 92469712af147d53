/* Where the work that the command line asks for is done. */
#include "command.h"
#include "summary/tier_words.h"
#include "join/compare.h"
#include "join/machine.h"
#include "join/roster.h"
#include "join/summarize.h"
#include "write/answer.h"
#include "write/captures_table.h"
#include "write/machine_answer.h"
#include "write/machine_table.h"
#include "summary/output.h"
#include "write/report.h"
#include "summary/summary.h"
#include "summary/trial_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- in and out ---- */

/* Makes the folder, and those above it that are missing. */
static int make_folder(const char *folder, struct fault *fault)
{
	char path[4096];
	if (folder == NULL)
		return 0;
	if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
		return fault_set(fault, folder, "the path is too long");
	for (char *at = strchr(path + 1, '/'); path[0] != '\0' && at != NULL; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0777); /* where it fails, so does the last */
		*at = '/';
	}
	if (mkdir(folder, 0777) == 0 || errno == EEXIST)
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

/* ---- reduce ---- */

static int write_capture(const struct command *command, const struct reduction *reduction,
                         const struct summary *summary, struct fault *fault)
{
	const char *folder = command->folder, *name = reduction->name;
	struct output output;
	if (folder == NULL)
		return 0;
	if (write_summary_file(summary, folder, name, ".points.csv", summary_write_points, fault) != 0 ||
	    write_summary_file(summary, folder, name, ".findings.csv", summary_write_findings, fault) != 0)
		return -1;
	if (!command->trial_log)
		return 0;
	if (open_file(&output, folder, name, ".trials.csv", fault) != 0)
		return -1;
	trial_log_write(output.stream, reduction);
	return output_close(&output, fault);
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
	int status = compare_captures(&summary, captures, count, command->all_pairs, fault);
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

/* A capture that is given twice would confirm itself; `numbers` are those of a machine's captures, NULL: all.
 */
static int check_distinct(const struct reduction *captures, char **paths, const size_t *numbers, size_t count,
                          struct fault *fault)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < i; k++) {
			size_t a = numbers != NULL ? numbers[i] : i, b = numbers != NULL ? numbers[k] : k;
			if (!same_capture(&captures[a].trials, &captures[b].trials))
				continue;
			fault_set(fault, paths[a], "holds the same trials as %.400s", paths[b]);
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
		status = check_distinct(captures, paths, NULL, count, fault);
	if (status == 0)
		status = write_comparison(command, captures, count, fault);
	for (size_t i = 0; i < read; i++)
		reduction_free(&captures[i]);
	free(captures);
	return status;
}

/* ---- machine ---- */

/* Captures that were read, by their numbers, and how they sort into machines. */
struct fleet {
	struct reduction *reductions;
	struct summary *summaries;
	size_t count; /* of those that were read */
	struct roster roster;
};

static int fleet_read(struct fleet *fleet, const struct command *command, char **paths, size_t count,
                      struct fault *fault)
{
	*fleet = (struct fleet){.reductions = calloc(count + 1, sizeof *fleet->reductions),
	                        .summaries = calloc(count + 1, sizeof *fleet->summaries)};
	if (fleet->reductions == NULL || fleet->summaries == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be joined");
	for (size_t i = 0; i < count; i++) {
		fleet->count = i + 1;
		if (reduce_path(&fleet->reductions[i], paths[i], command, fault) != 0 ||
		    summarize_capture(&fleet->reductions[i], &fleet->summaries[i], fault) != 0 ||
		    (command->each &&
		     write_capture(command, &fleet->reductions[i], &fleet->summaries[i], fault) != 0))
			return -1;
		reduction_slim(&fleet->reductions[i]);
	}
	return roster_make(&fleet->roster, fleet->summaries, count) == 0
	           ? 0
	           : fault_system(fault, NULL, ENOMEM, "cannot be joined");
}

static void fleet_free(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->count; i++) {
		summary_free(&fleet->summaries[i]);
		reduction_free(&fleet->reductions[i]);
	}
	free(fleet->summaries);
	free(fleet->reductions);
	roster_free(&fleet->roster);
}

/* The numbers of a machine's captures. */
static const size_t *fleet_captures(const struct fleet *fleet, const struct roster_machine *machine,
                                    size_t *count)
{
	const struct roster_tier *first = &fleet->roster.tiers[machine->first],
	                         *last = first + machine->count - 1;
	*count = last->first + last->count - first->first;
	return &fleet->roster.captures[first->first];
}

/* Compares the captures of one machine with each other. */
static int fleet_compare(struct fleet *fleet, const struct roster_machine *machine)
{
	size_t count;
	const size_t *numbers = fleet_captures(fleet, machine, &count);
	struct compared_capture *captures = calloc(count, sizeof *captures);
	if (captures == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		captures[i] =
		    (struct compared_capture){&fleet->reductions[numbers[i]], &fleet->summaries[numbers[i]]};
	int status = compare_across(captures, count);
	free(captures);
	return status;
}

static int fleet_check(const struct fleet *fleet, const struct roster_machine *machine, char **paths,
                       struct fault *fault)
{
	size_t count;
	const size_t *numbers = fleet_captures(fleet, machine, &count);
	return check_distinct(fleet->reductions, paths, numbers, count, fault);
}

/* The tiers of one machine, joined. Owns both arrays. */
struct joined_machine {
	const struct summary **captures; /* those of the tiers, side by side */
	struct machine *tiers;
	size_t tier_count;
};

static int fleet_join(const struct fleet *fleet, const struct roster_machine *machine,
                      struct joined_machine *joined)
{
	const struct roster_tier *tiers = &fleet->roster.tiers[machine->first];
	size_t count;
	const size_t *numbers = fleet_captures(fleet, machine, &count);
	*joined = (struct joined_machine){.captures = calloc(count, sizeof *joined->captures),
	                                  .tiers = calloc(machine->count, sizeof *joined->tiers)};
	if (joined->captures == NULL || joined->tiers == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		joined->captures[i] = &fleet->summaries[numbers[i]];
	for (size_t t = 0; t < machine->count; t++) {
		const struct summary **captures = &joined->captures[tiers[t].first - tiers[0].first];
		joined->tier_count = t + 1;
		if (machine_join(&joined->tiers[t], captures, tiers[t].count) != 0)
			return -1;
	}
	return 0;
}

static void joined_machine_free(struct joined_machine *joined)
{
	for (size_t t = 0; t < joined->tier_count; t++)
		machine_free(&joined->tiers[t]);
	free(joined->tiers);
	free(joined->captures);
}

static int write_machine(const struct command *command, const struct joined_machine *joined, const char *name,
                         struct fault *fault)
{
	struct output output;
	if (command->folder == NULL)
		return 0;
	if (open_file(&output, command->folder, name, ".machine.csv", fault) != 0)
		return -1;
	machine_table_write(output.stream, joined->tiers, joined->tier_count);
	return output_close(&output, fault);
}

static void print_captures(const struct joined_machine *joined)
{
	for (size_t t = 0; t < joined->tier_count; t++) {
		for (size_t i = 0; i < joined->tiers[t].capture_count; i++) {
			puts("\n--------\n");
			report_print(stdout, joined->tiers[t].captures[i]);
		}
	}
}

static int machine_one(const struct command *command, struct fleet *fleet,
                       const struct roster_machine *machine, struct fault *fault)
{
	struct joined_machine joined = {0};
	int status = fleet_compare(fleet, machine) == 0 && fleet_join(fleet, machine, &joined) == 0
	                 ? write_machine(command, &joined, machine->name, fault)
	                 : fault_system(fault, NULL, ENOMEM, "cannot be joined");
	if (status == 0 && !command->quiet &&
	    machine_answer_print(stdout, joined.tiers, joined.tier_count, command->full) != 0)
		status = fault_system(fault, NULL, ENOMEM, "cannot be joined");
	if (status == 0 && !command->quiet && command->full)
		print_captures(&joined);
	joined_machine_free(&joined);
	return status;
}

int command_machine(const struct command *command, char **paths, size_t count, struct fault *fault)
{
	struct fleet fleet = {0};
	int status = command->each ? check_names(paths, count, fault) : 0;
	if (status == 0)
		status = make_folder(command->folder, fault);
	if (status == 0)
		status = fleet_read(&fleet, command, paths, count, fault);
	for (size_t i = 0; status == 0 && i < fleet.roster.machine_count; i++)
		status = fleet_check(&fleet, &fleet.roster.machines[i], paths, fault);
	for (size_t i = 0; status == 0 && i < fleet.roster.machine_count; i++) {
		if (i > 0 && !command->quiet)
			puts("\n--------\n");
		status = machine_one(command, &fleet, &fleet.roster.machines[i], fault);
	}
	if (status == 0 && command->each && count >= 2 && count <= COMPARE_CAPTURES)
		status = write_comparison(command, fleet.reductions, count, fault);
	fleet_free(&fleet);
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
