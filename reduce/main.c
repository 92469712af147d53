/* reduce: judges captures by the registered rules, and measures nothing. */
#include "output.h"
#include "reduction.h"
#include "report.h"
#include "rule.h"
#include "summary.h"

#include "../probe/option.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
	const char *folder;     /* -o */
	const char *tiers_path; /* --tiers */
	const char *tier;       /* --tier */
	bool only_stayed, quiet, rules, help, version;
};

#define AT(member) offsetof(struct settings, member)

static const struct option_row options[] = {
    {"output", 'o', "DIR", OPTION_WORD, AT(folder), 0, 0, NULL,
     "write NAME.points.csv and NAME.findings.csv for each capture into DIR"},
    {"tiers", '\0', "FILE", OPTION_WORD, AT(tiers_path), 0, 0, NULL,
     "tier table for rule F1: columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz"},
    {"tier", '\0', "NAME", OPTION_WORD, AT(tier), 0, 0, NULL,
     "the tier that is meant, in place of the one that the capture asked for"},
    {"only-stayed", '\0', NULL, OPTION_FLAG, AT(only_stayed), 0, 0, NULL,
     "count only trials that are proven to have stayed on their core"},
    {"quiet", 'q', NULL, OPTION_FLAG, AT(quiet), 0, 0, NULL, "print no report"},
    {"rules", '\0', NULL, OPTION_FLAG, AT(rules), 0, 0, NULL,
     "print every rule with its constants and its source, and the standing refusals"},
    {"help", 'h', NULL, OPTION_FLAG, AT(help), 0, 0, NULL, "print this"},
    {"version", '\0', NULL, OPTION_FLAG, AT(version), 0, 0, NULL, "print the version"},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

static void print_help(void)
{
	puts("usage: reduce [-o DIR] [--tiers FILE] [--only-stayed] [-q] CAPTURE...\n"
	     "       reduce --rules\n\n"
	     "Judges captures, or curves with the columns size_bytes and ns, by the registered\n"
	     "rules. CAPTURE is a file, or - for standard input. Prints a report; a refusal is\n"
	     "a result.\n");
	option_help(stdout, options, OPTIONS);
}

static int write_file(const struct summary *summary, const char *folder, const char *name, const char *ending,
                      int (*write)(FILE *, const struct summary *), struct fault *fault)
{
	char path[4096];
	struct output output;
	if (snprintf(path, sizeof path, "%s/%s%s", folder, name, ending) >= (int)sizeof path)
		return fault_set(fault, folder, "the path is too long");
	if (output_open(&output, path, fault) != 0)
		return -1;
	write(output.stream, summary);
	return output_close(&output, fault);
}

static int write_summary(const struct summary *summary, const char *folder, const char *name,
                         struct fault *fault)
{
	if (write_file(summary, folder, name, ".points.csv", summary_write_points, fault) != 0)
		return -1;
	return write_file(summary, folder, name, ".findings.csv", summary_write_findings, fault);
}

static int reduce_stream(FILE *stream, const char *path, const struct settings *settings,
                         const struct reduction_options *reduction_options, struct fault *fault)
{
	struct reduction reduction;
	struct summary summary = {0};
	int status = reduction_run(&reduction, stream, path, reduction_options, fault);
	if (status == 0)
		status = reduction_summarize(&reduction, &summary, fault);
	if (status == 0 && settings->folder != NULL)
		status = write_summary(&summary, settings->folder, reduction.name, fault);
	if (status == 0 && !settings->quiet)
		report_print(stdout, &summary);
	summary_free(&summary);
	reduction_free(&reduction);
	return status;
}

static int reduce_path(const char *path, const struct settings *settings,
                       const struct reduction_options *reduction_options, struct fault *fault)
{
	if (strcmp(path, "-") == 0)
		return reduce_stream(stdin, path, settings, reduction_options, fault);
	FILE *stream = fopen(path, "rb");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = reduce_stream(stream, path, settings, reduction_options, fault);
	fclose(stream);
	return status;
}

static int read_tiers(const char *path, struct tier **tiers, size_t *count, struct fault *fault)
{
	if (path == NULL)
		return 0;
	FILE *stream = fopen(path, "rb");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = tier_read(stream, path, tiers, count, fault);
	fclose(stream);
	return status;
}

static int check_tier(const struct settings *settings, const struct tier *tiers, size_t count,
                      struct fault *fault)
{
	if (settings->tier == NULL || tier_find(tiers, count, settings->tier) != NULL)
		return 0;
	fault_usage(fault, "--tier", "\"%s\" is in no tier table", settings->tier);
	return fault_expect(fault, "one of the names in the table that --tiers gives");
}

static int make_folder(const char *folder, struct fault *fault)
{
	if (folder == NULL || mkdir(folder, 0777) == 0 || errno == EEXIST)
		return 0;
	return fault_system(fault, folder, errno, "cannot be made");
}

static int check_operands(size_t operands, struct fault *fault)
{
	if (operands > 0)
		return 0;
	fault_usage(fault, NULL, "no capture is named");
	return fault_expect(fault, "a file, or - for standard input (see --help)");
}

static int reduce_all(char **paths, size_t count, const struct settings *settings, struct fault *fault)
{
	struct tier *tiers = NULL;
	size_t tier_count = 0;
	int status = read_tiers(settings->tiers_path, &tiers, &tier_count, fault);
	struct reduction_options reduction_options = {
	    {.tiers = tiers, tier_count, settings->only_stayed, settings->tier}};
	if (status == 0)
		status = check_tier(settings, tiers, tier_count, fault);
	if (status == 0)
		status = make_folder(settings->folder, fault);
	for (size_t i = 0; status == 0 && i < count; i++) {
		if (i > 0 && !settings->quiet)
			puts("\n--------\n");
		status = reduce_path(paths[i], settings, &reduction_options, fault);
	}
	free(tiers);
	return status;
}

static int run(int argc, char **argv, struct fault *fault)
{
	struct settings settings = {0};
	size_t operands;
	if (option_parse(options, OPTIONS, argc, argv, &settings, &operands, fault) != 0)
		return -1;
	if (settings.help)
		print_help();
	else if (settings.version)
		puts("reduce " CACHESTAIR_VERSION);
	else if (settings.rules)
		rule_print(stdout);
	else if (check_operands(operands, fault) != 0 ||
	         reduce_all(argv + 1, operands, &settings, fault) != 0)
		return -1;
	struct output output;
	return output_open(&output, NULL, fault) != 0 ? -1 : output_close(&output, fault);
}

int main(int argc, char **argv)
{
	struct fault fault;
	if (run(argc, argv, &fault) == 0)
		return EXIT_SUCCESS;
	fflush(stdout);
	fault_print(stderr, "reduce", &fault);
	return fault_exit_status(&fault);
}
