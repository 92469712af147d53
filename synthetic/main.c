/* The program that makes what was never measured: captures with known answers, and the instrument's own
 * check. */
#include "check.h"
#include "outcome.h"
#include "climb.h"
#include "specimen.h"
#include "search.h"
#include "population.h"

#include "../probe/fault.h"
#include "../probe/number.h"
#include "../probe/option.h"
#include "../reduce/write/output.h"
#include "../reduce/rule.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef CACHESTAIR_VERSION
#define CACHESTAIR_VERSION "0"
#endif

struct settings {
	bool help, version, same_pages;
	const char *output, *csv;
	uint64_t machines, seed, threads, only, climbers, steps;
	bool one; /* --only was given */
};

static int set_only(void *settings, const char *text, struct fault *fault)
{
	struct settings *all = settings;
	number_reason reason = number_parse(text, strlen(text), 0, 999999, &all->only);
	all->one = true;
	return reason == NULL ? 0 : fault_usage(fault, "--only", "%s", reason);
}

#define AT(member) offsetof(struct settings, member)
static const struct option_row options[] = {
    {"output", 'o', "FILE", OPTION_WORD, AT(output), 0, 0, NULL, "where to write; standard output else"},
    {"csv", '\0', "FILE", OPTION_WORD, AT(csv), 0, 0, NULL, "check: the same as a table, for the page"},
    {"machines", '\0', "N", OPTION_NUMBER, AT(machines), 1, 1000000, NULL,
     "simulate: how many machines (200)"},
    {"climbers", '\0', "N", OPTION_NUMBER, AT(climbers), 1, 10000, NULL, "search: how many searches (40)"},
    {"steps", '\0', "N", OPTION_NUMBER, AT(steps), 1, 1000000, NULL, "search: curves in each (100)"},
    {"seed", '\0', "N", OPTION_NUMBER, AT(seed), 0, UINT32_MAX, NULL, "simulate, search: the seed (1)"},
    {"only", '\0', "N", OPTION_CALL, 0, 0, 0, set_only,
     "simulate: this machine alone, with all its findings"},
    {"same-pages", '\0', NULL, OPTION_FLAG, AT(same_pages), 0, 0, NULL,
     "simulate: pages dealt once for all rounds, not anew in each as the probe does"},
    {"threads", '\0', "N", OPTION_NUMBER, AT(threads), 1, 64, NULL, "threads; as many as processors else"},
    {"help", 'h', NULL, OPTION_FLAG, AT(help), 0, 0, NULL, "this text"},
    {"version", '\0', NULL, OPTION_FLAG, AT(version), 0, 0, NULL, "the version"},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

/* ---- the verbs ---- */

static int list(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	size_t curves;
	const struct specimen *table = specimen_table(&curves);
	struct output output;
	(void)count, (void)operands;
	if (output_open(&output, settings->output, fault) != 0)
		return -1;
	for (size_t i = 0; i < curves; i++)
		fprintf(output.stream, "%-24s %s\n%-24s   answer: %s\n", table[i].name, table[i].shows, "",
		        table[i].answer);
	return output_close(&output, fault);
}

static int write_curve(const struct specimen *curve, const char *path, struct fault *fault)
{
	struct output output;
	if (output_open(&output, path, fault) != 0)
		return -1;
	errno = 0;
	if (specimen_write(output.stream, curve) != 0) {
		int cause = errno;
		output_abandon(&output);
		return fault_system(fault, path != NULL ? path : "standard output", cause,
		                    "cannot be written");
	}
	return output_close(&output, fault);
}

static int make(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	(void)count;
	const struct specimen *curve = specimen_find(operands[0]);
	if (curve == NULL)
		return fault_usage(fault, operands[0],
		                   "is no curve of the synthetic set; see `synthetic list`");
	return write_curve(curve, settings->output, fault);
}

static int make_all(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	size_t curves;
	const struct specimen *table = specimen_table(&curves);
	(void)settings, (void)count;
	if (mkdir(operands[0], 0777) != 0 && errno != EEXIST)
		return fault_system(fault, operands[0], errno, "cannot be made");
	for (size_t i = 0; i < curves; i++) {
		char path[4096];
		int length = snprintf(path, sizeof path, "%s/%s.csv", operands[0], table[i].name);
		if (length < 0 || (size_t)length >= sizeof path)
			return fault_set(fault, operands[0], "is too long a name");
		if (write_curve(&table[i], path, fault) != 0)
			return -1;
	}
	return 0;
}

/* One machine: what it is, and every finding about it; with --output its capture goes there. */
static int simulate_only(const struct settings *settings, struct fault *fault)
{
	struct outcome claims[POPULATION_VERSIONS];
	struct summary summary;
	unsigned number = (unsigned)settings->only;
	struct population_plan plan = {settings->seed, !settings->same_pages};
	if (settings->output != NULL) {
		struct output output;
		if (output_open(&output, settings->output, fault) != 0)
			return -1;
		if (population_write(&plan, number, output.stream, fault) == 0)
			return output_close(&output, fault);
		output_abandon(&output);
		return -1;
	}
	int failed = population_one(&plan, number, claims, &summary, fault);
	if (failed == 0) {
		const struct outcome *latest = &claims[POPULATION_VERSIONS - 1];
		machine_print(stdout, &latest->machine);
		summary_write_findings(stdout, &summary);
		outcome_print(stdout, latest, 1);
	}
	summary_free(&summary);
	return failed;
}

/* The latest version's tables first, then those of the versions before it over the same captures. */
static void print_versions(FILE *stream, struct outcome *claims[POPULATION_VERSIONS], unsigned machines,
                           uint64_t seed)
{
	for (unsigned v = POPULATION_VERSIONS; v >= RULE_VERSION_FIRST; v--) {
		fprintf(stream, "%s%u simulated machines, seed %u, rules of version %u%s\n\n",
		        v == POPULATION_VERSIONS ? "" : "\n", machines, (unsigned)seed, v,
		        v == POPULATION_VERSIONS ? "" : " (before those added since)");
		outcome_print(stream, claims[v - 1], machines);
	}
}

static int simulate(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	unsigned machines = (unsigned)settings->machines;
	struct population_plan plan = {settings->seed, !settings->same_pages};
	struct output output;
	(void)count, (void)operands;
	if (settings->one)
		return simulate_only(settings, fault);
	struct outcome *all = calloc((size_t)machines * POPULATION_VERSIONS, sizeof all[0]);
	struct outcome *claims[POPULATION_VERSIONS];
	if (all == NULL)
		return fault_system(fault, "--machines", ENOMEM, "no room for so many");
	for (size_t v = 0; v < POPULATION_VERSIONS; v++)
		claims[v] = all + v * machines;
	int failed = population_all(&plan, machines, (unsigned)settings->threads, claims, stderr, fault);
	if (failed == 0)
		failed = output_open(&output, settings->output, fault);
	if (failed == 0) {
		print_versions(output.stream, claims, machines, settings->seed);
		failed = output_close(&output, fault);
	}
	free(all);
	return failed;
}

static int check(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	struct output output, csv;
	bool wrong = false, red = settings->output == NULL && isatty(STDOUT_FILENO);
	if (output_open(&output, settings->output, fault) != 0)
		return -1;
	int failed = settings->csv != NULL ? output_open(&csv, settings->csv, fault) : 0;
	if (failed == 0) {
		FILE *table = settings->csv != NULL ? csv.stream : NULL;
		failed = check_all(output.stream, red, table, operands, count, &wrong, fault);
		if (table != NULL && failed == 0)
			failed = output_close(&csv, fault);
		else if (table != NULL)
			output_abandon(&csv);
	}
	if (failed != 0) {
		output_abandon(&output);
		return -1;
	}
	if (output_close(&output, fault) != 0)
		return -1;
	return wrong ? fault_set(fault, "check", "something is not as the table says") : 0;
}

static int climb(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	struct output output;
	(void)count, (void)operands;
	if (output_open(&output, settings->output, fault) != 0)
		return -1;
	if (climb_print(output.stream, (unsigned)settings->threads, stderr, fault) == 0)
		return output_close(&output, fault);
	output_abandon(&output);
	return -1;
}

static int search(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	struct output output;
	(void)count, (void)operands;
	if (output_open(&output, settings->output, fault) != 0)
		return -1;
	if (search_print(output.stream, settings->seed, (unsigned)settings->climbers,
	                 (unsigned)settings->steps, (unsigned)settings->threads, stderr, fault) == 0)
		return output_close(&output, fault);
	output_abandon(&output);
	return -1;
}

static int tiers(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	struct output output;
	(void)operands;
	(void)count;
	if (output_open(&output, settings->output, fault) != 0)
		return -1;
	check_tiers(output.stream);
	return output_close(&output, fault);
}

static const struct verb {
	const char *name;
	const char *operands;
	size_t least, most; /* operands */
	int (*run)(const struct settings *settings, size_t count, char **operands, struct fault *fault);
	const char *help;
} verbs[] = {
    {"list", "", 0, 0, list, "every curve of the set, what it is built to show and its answer"},
    {"make", "NAME", 1, 1, make, "writes one curve's capture"},
    {"make-all", "DIR", 1, 1, make_all, "writes every curve's capture into a folder, NAME.csv"},
    {"simulate", "", 0, 0, simulate,
     "draws machines whose truth is known, and counts how the claims of the rules hold"},
    {"climb", "", 0, 0, climb, "the family of smooth climbs, and where a hierarchy is named"},
    {"search", "", 0, 0, search, "tries to fool the rules, and shows how hard and the worst found"},
    {"tiers", "", 0, 0, tiers, "the tier table under which the curves that mean a tier are reduced"},
    {"check", "[CAPTURE...]", 0, SIZE_MAX, check,
     "reduces every curve and the captures again: expected against found"},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

/* ---- the program ---- */

static void print_help(FILE *stream)
{
	fputs("usage: synthetic VERB [OPTION...]\n\nMakes captures with known answers. What it makes was "
	      "never measured, and says so.\n\n",
	      stream);
	for (size_t i = 0; i < VERBS; i++)
		fprintf(stream, "  %-9s %-13s %s\n", verbs[i].name, verbs[i].operands, verbs[i].help);
	fputc('\n', stream);
	option_help(stream, options, OPTIONS);
}

static int run(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	if (count == 0)
		return fault_usage(fault, NULL, "a verb is missing; see `synthetic --help`");
	for (size_t i = 0; i < VERBS; i++) {
		if (strcmp(verbs[i].name, operands[0]) != 0)
			continue;
		if (count - 1 < verbs[i].least || count - 1 > verbs[i].most)
			return fault_usage(fault, operands[0], "takes %s, not %zu operands",
			                   verbs[i].operands[0] != '\0' ? verbs[i].operands : "no operand",
			                   count - 1);
		return verbs[i].run(settings, count - 1, operands + 1, fault);
	}
	return fault_usage(fault, operands[0], "is no verb; see `synthetic --help`");
}

int main(int argc, char **argv)
{
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write error like any other */
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct settings settings = {.machines = 200, .seed = 1, .climbers = 40, .steps = 100};
	settings.threads = processors < 1 ? 1 : processors > 64 ? 64 : (uint64_t)processors;
	struct fault fault;
	size_t operands = 0;
	int failed = option_parse(options, OPTIONS, argc, argv, &settings, &operands, &fault);
	if (failed == 0 && settings.help)
		print_help(stdout);
	else if (failed == 0 && settings.version)
		puts("synthetic " CACHESTAIR_VERSION);
	else if (failed == 0)
		failed = run(&settings, operands, argv + 1, &fault);
	if (failed == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		failed = fault_system(&fault, "standard output", errno, "cannot be written");
	if (failed == 0)
		return EXIT_SUCCESS;
	fault_print(stderr, "synthetic", &fault);
	return fault_exit_status(&fault);
}
