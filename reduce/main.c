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
	struct command command;
	const char *tiers_path, *reported_path;
	bool compare, machine, table, tiers_table, rules, help, version;
};

#define AT(member) offsetof(struct settings, member)
#define OF(member) AT(command.member)
#define TRIALS(member) AT(command.options.trials.member)

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
	return set_decimal(&((struct settings *)settings)->command.options.trials.clock_ghz, "--clock", text,
	                   100, fault);
}

static int set_first_level(void *settings, const char *text, struct fault *fault)
{
	return set_decimal(&((struct settings *)settings)->command.options.trials.first_level_ns,
	                   "--first-level", text, 1000, fault);
}

static const struct option_row options[] = {
    {"output", 'o', "DIR", OPTION_WORD, OF(folder), 0, 0, NULL,
     "write NAME.points.csv and NAME.findings.csv for each capture into DIR"},
    {"trials", '\0', NULL, OPTION_FLAG, OF(trial_log), 0, 0, NULL,
     "with -o, write NAME.trials.csv too: every trial in its order, and what became of it"},
    {"tiers", '\0', "FILE", OPTION_WORD, AT(tiers_path), 0, 0, NULL,
     "tier table for rule F1: columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz"},
    {"tier", '\0', "NAME", OPTION_WORD, TRIALS(tier), 0, 0, NULL,
     "judge F1 against this tier, not the one the capture names"},
    {"reported", '\0', "FILE", OPTION_WORD, AT(reported_path), 0, 0, NULL,
     "sizes of caches that the system does not report: columns level, bytes and, if need be, cores"},
    {"rules-version", '\0', "N", OPTION_NUMBER, OF(options.rules), RULE_VERSION_FIRST, RULE_VERSION, NULL,
     "judge by version N of the rules, not by the latest"},
    {"only-stayed", '\0', NULL, OPTION_FLAG, TRIALS(only_stayed), 0, 0, NULL,
     "count only trials that are proven to have stayed on their core"},
    {"compare", '\0', NULL, OPTION_FLAG, AT(compare), 0, 0, NULL,
     "compare captures, each with the next one of its machine; with -o, write comparison.findings.csv"},
    {"all-pairs", '\0', NULL, OPTION_FLAG, OF(all_pairs), 0, 0, NULL,
     "with --compare, compare each capture with every other one of its machine"},
    {"machine", '\0', NULL, OPTION_FLAG, AT(machine), 0, 0, NULL,
     "join the captures of each machine into one answer; with -o, write NAME.machine.csv"},
    {"each", '\0', NULL, OPTION_FLAG, OF(each), 0, 0, NULL,
     "with --machine and -o, write the files of each capture and their comparison too"},
    {"table", '\0', NULL, OPTION_FLAG, AT(table), 0, 0, NULL,
     "one table of captures from SUMMARY...: to standard output, or with -o as captures.csv"},
    {"tiers-table", '\0', NULL, OPTION_FLAG, AT(tiers_table), 0, 0, NULL,
     "propose a tier table from the fingerprints: to standard output, or with -o as tiers.csv"},
    {"from", '\0', "NAME", OPTION_WORD, TRIALS(from), 0, 0, NULL,
     "read files of that tool, where more than one could have written them (the names are below)"},
    {"clock", '\0', "GHZ", OPTION_CALL, 0, 0, 0, set_clock,
     "the clock that a file of another tool counts cycles of, where it gives no nanoseconds"},
    {"first-level", '\0', "NS", OPTION_CALL, 0, 0, 0, set_first_level,
     "the time of a load from the first level, where a file (tinymembench) gives times beyond it"},
    {"line", '\0', "SIZE", OPTION_SIZE, TRIALS(line_bytes), 8, 4096, NULL,
     "the line of the machine that another tool measured: sizes are whole lines (64)"},
    {"full", '\0', NULL, OPTION_FLAG, OF(full), 0, 0, NULL,
     "print every point and every finding with its reason, not the answer alone"},
    {"quiet", 'q', NULL, OPTION_FLAG, OF(quiet), 0, 0, NULL, "print nothing"},
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

static int open_input(const char *path, FILE **stream, struct fault *fault)
{
	*stream = fopen(path, "rb");
	return *stream != NULL ? 0 : fault_system(fault, path, errno, "cannot be opened");
}

/* The tier table and the sizes by hand, to be freed; they stay NULL where no option names a file. */
struct inputs {
	struct tier *tiers;
	struct capture_cache *by_hand;
};

static int read_tiers(const char *path, struct inputs *inputs, struct trials_options *trials,
                      struct fault *fault)
{
	FILE *stream;
	if (path == NULL)
		return 0;
	if (open_input(path, &stream, fault) != 0)
		return -1;
	int status = tier_read(stream, path, &inputs->tiers, &trials->tier_count, fault);
	trials->tiers = inputs->tiers;
	fclose(stream);
	return status;
}

static int read_reported(const char *path, struct inputs *inputs, struct trials_options *trials,
                         struct fault *fault)
{
	FILE *stream;
	if (path == NULL)
		return 0;
	if (open_input(path, &stream, fault) != 0)
		return -1;
	int status = reported_read(stream, path, &inputs->by_hand, &trials->by_hand_count, fault);
	trials->by_hand = inputs->by_hand;
	fclose(stream);
	return status;
}

static int check_tier(const struct trials_options *trials, struct fault *fault)
{
	if (trials->tier == NULL || tier_find(trials->tiers, trials->tier_count, trials->tier) != NULL)
		return 0;
	fault_usage(fault, "--tier", "\"%s\" is in no tier table", trials->tier);
	return fault_expect(fault, "one of the names in the table that --tiers gives");
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
	const struct command *command = &settings->command;
	const char *from = command->options.trials.from;
	if (settings->compare + settings->machine + settings->table + settings->tiers_table > 1)
		return fault_usage(fault, NULL,
		                   "--compare, --machine, --table and --tiers-table do not go together");
	if (command->trial_log && command->folder == NULL)
		return fault_usage(fault, "--trials", "needs --output");
	if (command->all_pairs && !settings->compare)
		return fault_usage(fault, "--all-pairs", "needs --compare");
	if (command->each && !(settings->machine && command->folder != NULL))
		return fault_usage(fault, "--each", "needs --machine and --output");
	if (from != NULL && !foreign_known(from)) {
		fault_usage(fault, "--from", "\"%.80s\"", from);
		return fault_expect(fault, "one of the names that --help lists");
	}
	if (operands > 0)
		return 0;
	fault_usage(fault, NULL, "no capture is named");
	return fault_expect(fault, "a file, or - for standard input (see --help)");
}

static int work(struct settings *settings, char **paths, size_t count, struct fault *fault)
{
	struct inputs inputs = {0};
	struct trials_options *trials = &settings->command.options.trials;
	trials->log = settings->command.trial_log;
	int status = read_tiers(settings->tiers_path, &inputs, trials, fault);
	if (status == 0)
		status = read_reported(settings->reported_path, &inputs, trials, fault);
	if (status == 0)
		status = check_tier(trials, fault);
	if (status == 0)
		status = find_verb(settings)(&settings->command, paths, count, fault);
	free(inputs.tiers);
	free(inputs.by_hand);
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
