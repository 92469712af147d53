/* reduce: judges captures by the registered rules, and measures nothing. */
#include "summary/output.h"
#include "read/foreign.h"
#include "read/printed.h"
#include "read/reported.h"
#include "rule.h"
#include "command.h"

#include "../probe/option.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct settings {
	const char *folder;        /* -o */
	const char *tiers_path;    /* --tiers */
	const char *tier;          /* --tier */
	const char *reported_path; /* --reported */
	uint64_t rules_version;    /* --rules-version; 0: the latest */
	/* of a file of another tool */
	const char *from;      /* --from */
	double clock_ghz;      /* --clock */
	double first_level_ns; /* --first-level */
	uint64_t line_bytes;   /* --line */
	bool only_stayed, trial_log, quiet, full, all_pairs, each;
	bool compare, machine, table, tiers_table, rules, help, version;
};

#define AT(member) offsetof(struct settings, member)

static int set_decimal(double *number, const char *option, const char *text, double most, struct fault *fault)
{
	struct printed printed;
	if (!printed_parse(text, strlen(text), false, &printed) || !(printed.value > 0) ||
	    printed.value > most) {
		fault_usage(fault, option, "\"%.80s\"", text);
		return fault_expect(fault, "a number above 0, at most %g", most);
	}
	*number = printed.value;
	return 0;
}

static int set_clock(void *settings, const char *text, struct fault *fault)
{
	return set_decimal(&((struct settings *)settings)->clock_ghz, "--clock", text, 100, fault);
}

static int set_first_level(void *settings, const char *text, struct fault *fault)
{
	return set_decimal(&((struct settings *)settings)->first_level_ns, "--first-level", text, 1000,
	                   fault);
}

static const struct option_row options[] = {
    {"output", 'o', "DIR", OPTION_WORD, AT(folder), 0, 0, NULL,
     "write NAME.points.csv and NAME.findings.csv for each capture into DIR"},
    {"trials", '\0', NULL, OPTION_FLAG, AT(trial_log), 0, 0, NULL,
     "with -o, write NAME.trials.csv too: every trial in its order, and what became of it"},
    {"tiers", '\0', "FILE", OPTION_WORD, AT(tiers_path), 0, 0, NULL,
     "tier table for rule F1: columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz"},
    {"tier", '\0', "NAME", OPTION_WORD, AT(tier), 0, 0, NULL,
     "judge F1 against this tier, not the one the capture names"},
    {"reported", '\0', "FILE", OPTION_WORD, AT(reported_path), 0, 0, NULL,
     "sizes of caches that the system does not report: columns level, bytes and, if need be, cores"},
    {"rules-version", '\0', "N", OPTION_NUMBER, AT(rules_version), RULE_VERSION_FIRST, RULE_VERSION, NULL,
     "judge by version N of the rules, not by the latest"},
    {"only-stayed", '\0', NULL, OPTION_FLAG, AT(only_stayed), 0, 0, NULL,
     "count only trials that are proven to have stayed on their core"},
    {"compare", '\0', NULL, OPTION_FLAG, AT(compare), 0, 0, NULL,
     "compare captures, each with the next one of its machine; with -o, write comparison.findings.csv"},
    {"all-pairs", '\0', NULL, OPTION_FLAG, AT(all_pairs), 0, 0, NULL,
     "with --compare, compare each capture with every other one of its machine"},
    {"machine", '\0', NULL, OPTION_FLAG, AT(machine), 0, 0, NULL,
     "join the captures of each machine into one answer; with -o, write NAME.machine.csv"},
    {"each", '\0', NULL, OPTION_FLAG, AT(each), 0, 0, NULL,
     "with --machine and -o, write the files of each capture and their comparison too"},
    {"table", '\0', NULL, OPTION_FLAG, AT(table), 0, 0, NULL,
     "one table of captures from SUMMARY...: to standard output, or with -o as captures.csv"},
    {"tiers-table", '\0', NULL, OPTION_FLAG, AT(tiers_table), 0, 0, NULL,
     "propose a tier table from the fingerprints: to standard output, or with -o as tiers.csv"},
    {"from", '\0', "NAME", OPTION_WORD, AT(from), 0, 0, NULL,
     "read files of that tool, where more than one could have written them (the names are below)"},
    {"clock", '\0', "GHZ", OPTION_CALL, 0, 0, 0, set_clock,
     "the clock that a file of another tool counts cycles of, where it gives no nanoseconds"},
    {"first-level", '\0', "NS", OPTION_CALL, 0, 0, 0, set_first_level,
     "the time of a load from the first level, where a file (tinymembench) gives times beyond it"},
    {"line", '\0', "SIZE", OPTION_SIZE, AT(line_bytes), 8, 4096, NULL,
     "the line of the machine that another tool measured: sizes are whole lines (64)"},
    {"full", '\0', NULL, OPTION_FLAG, AT(full), 0, 0, NULL,
     "print every point and every finding with its reason, not the answer alone"},
    {"quiet", 'q', NULL, OPTION_FLAG, AT(quiet), 0, 0, NULL, "print nothing"},
    {"rules", '\0', NULL, OPTION_FLAG, AT(rules), 0, 0, NULL,
     "print every rule with its constants and its source, and the standing refusals"},
    {"help", 'h', NULL, OPTION_FLAG, AT(help), 0, 0, NULL, "print this"},
    {"version", '\0', NULL, OPTION_FLAG, AT(version), 0, 0, NULL, "print the version"},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

static void print_help(void)
{
	puts("usage: reduce [-o DIR] [--trials] [--tiers FILE] [--only-stayed] [-q] CAPTURE...\n"
	     "       reduce --compare [-o DIR] CAPTURE CAPTURE...\n"
	     "       reduce --machine [-o DIR] CAPTURE...\n"
	     "       reduce --table [-o DIR] SUMMARY...\n"
	     "       reduce --tiers-table [-o DIR] CAPTURE...\n"
	     "       reduce --rules\n\n"
	     "Judges captures, or curves with the columns size_bytes and ns, by the registered\n"
	     "rules. CAPTURE is a file, or - for standard input; SUMMARY is a NAME.findings.csv\n"
	     "that it wrote. Prints an answer of a screen; a refusal is a result.\n");
	option_help(stdout, options, OPTIONS);
	puts("\nFiles of other tools are read as they are. Names for --from:");
	foreign_print_names(stdout);
}

/* ---- what the options name ---- */

/* Files that the options name, read: freed by inputs_free. */
struct inputs {
	struct tier *tiers;
	size_t tier_count;
	struct capture_cache *by_hand;
	size_t by_hand_count;
};

static int open_input(const char *path, FILE **stream, struct fault *fault)
{
	*stream = fopen(path, "rb");
	return *stream != NULL ? 0 : fault_system(fault, path, errno, "cannot be opened");
}

static int read_tiers(const char *path, struct inputs *inputs, struct fault *fault)
{
	FILE *stream;
	if (path == NULL)
		return 0;
	if (open_input(path, &stream, fault) != 0)
		return -1;
	int status = tier_read(stream, path, &inputs->tiers, &inputs->tier_count, fault);
	fclose(stream);
	return status;
}

static int read_reported(const char *path, struct inputs *inputs, struct fault *fault)
{
	FILE *stream;
	if (path == NULL)
		return 0;
	if (open_input(path, &stream, fault) != 0)
		return -1;
	int status = reported_read(stream, path, &inputs->by_hand, &inputs->by_hand_count, fault);
	fclose(stream);
	return status;
}

static int check_tier(const struct settings *settings, const struct inputs *inputs, struct fault *fault)
{
	if (settings->tier == NULL || tier_find(inputs->tiers, inputs->tier_count, settings->tier) != NULL)
		return 0;
	fault_usage(fault, "--tier", "\"%s\" is in no tier table", settings->tier);
	return fault_expect(fault, "one of the names in the table that --tiers gives");
}

static void inputs_free(struct inputs *inputs)
{
	free(inputs->tiers);
	free(inputs->by_hand);
}

/* ---- what is to be done ---- */

typedef int command_verb(const struct command *command, char **paths, size_t count, struct fault *fault);

static command_verb *find_verb(const struct settings *settings)
{
	return settings->compare       ? command_compare
	       : settings->machine     ? command_machine
	       : settings->table       ? command_table
	       : settings->tiers_table ? command_tiers_table
	                               : command_reduce;
}

static int check_command(const struct settings *settings, size_t operands, struct fault *fault)
{
	if (settings->compare + settings->machine + settings->table + settings->tiers_table > 1)
		return fault_usage(fault, NULL,
		                   "--compare, --machine, --table and --tiers-table do not go together");
	if (settings->trial_log && settings->folder == NULL)
		return fault_usage(fault, "--trials", "needs --output");
	if (settings->all_pairs && !settings->compare)
		return fault_usage(fault, "--all-pairs", "needs --compare");
	if (settings->each && !(settings->machine && settings->folder != NULL))
		return fault_usage(fault, "--each", "needs --machine and --output");
	if (settings->from != NULL && !foreign_known(settings->from)) {
		fault_usage(fault, "--from", "\"%.80s\"", settings->from);
		return fault_expect(fault, "one of the names that --help lists");
	}
	if (operands > 0)
		return 0;
	fault_usage(fault, NULL, "no capture is named");
	return fault_expect(fault, "a file, or - for standard input (see --help)");
}

static int work(const struct settings *settings, char **paths, size_t count, struct fault *fault)
{
	struct inputs inputs = {0};
	int status = read_tiers(settings->tiers_path, &inputs, fault);
	if (status == 0)
		status = read_reported(settings->reported_path, &inputs, fault);
	if (status == 0)
		status = check_tier(settings, &inputs, fault);
	const struct command command = {.folder = settings->folder,
	                                .quiet = settings->quiet,
	                                .trial_log = settings->trial_log,
	                                .full = settings->full,
	                                .all_pairs = settings->all_pairs,
	                                .each = settings->each,
	                                .options = {.trials = {.tiers = inputs.tiers,
	                                                       .tier_count = inputs.tier_count,
	                                                       .only_stayed = settings->only_stayed,
	                                                       .tier = settings->tier,
	                                                       .by_hand = inputs.by_hand,
	                                                       .by_hand_count = inputs.by_hand_count,
	                                                       .log = settings->trial_log,
	                                                       .from = settings->from,
	                                                       .clock_ghz = settings->clock_ghz,
	                                                       .first_level_ns = settings->first_level_ns,
	                                                       .line_bytes = settings->line_bytes},
	                                            .rules = settings->rules_version}};
	if (status == 0)
		status = find_verb(settings)(&command, paths, count, fault);
	inputs_free(&inputs);
	return status;
}

static int run(int argc, char **argv, struct fault *fault)
{
	struct settings settings = {0};
	int operands = option_parse(options, OPTIONS, argc, argv, &settings, fault);
	if (operands < 0)
		return -1;
	if (settings.help)
		print_help();
	else if (settings.version)
		puts("cachestair reduce " CACHESTAIR_VERSION);
	else if (settings.rules)
		rule_print(stdout);
	else if (check_command(&settings, (size_t)operands, fault) != 0 ||
	         work(&settings, argv + 1, (size_t)operands, fault) != 0)
		return -1;
	struct output output;
	return output_open(&output, NULL, fault) != 0 ? -1 : output_close(&output, fault);
}

int main(int argc, char **argv)
{
	struct fault fault;
	fault_prepare();
	if (run(argc, argv, &fault) == 0)
		return EXIT_SUCCESS;
	fflush(stdout);
	fault_print(stderr, "reduce", &fault);
	return fault_exit_status(&fault);
}
