/* The program that makes what was never measured: captures with known answers, and runs the check panel.
 */
#include "check.h"
#include "outcome.h"
#include "climb.h"
#include "specimen.h"
#include "search.h"
#include "passes.h"
#include "population.h"
#include "predictor.h"

#include "../probe/fault.h"
#include "../probe/number.h"
#include "../probe/option.h"
#include "../reduce/summary/output.h"
#include "../reduce/rule.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef CACHESTAIR_VERSION
#define CACHESTAIR_VERSION "0"
#endif

struct settings {
	bool help, version;
	struct population_plan plan;
	const char *output, *csv;
	uint64_t machines, threads, only, climbers, steps, passes;
	bool one; /* --only was given */
};

static int set_only(void *settings, const char *text, struct fault *fault)
{
	struct settings *all = settings;
	number_reason reason = number_parse(text, strlen(text), 0, 999999, &all->only);
	all->one = true;
	return reason == NULL ? 0 : fault_usage(fault, "--only", "%s", reason);
}

static int set_kind(void *settings, const char *text, struct fault *fault)
{
	struct settings *all = settings;
	for (unsigned kind = 0; kind < MACHINE_KINDS; kind++)
		if (strcmp(text, machine_kind_name((enum machine_kind)kind)) == 0) {
			all->plan.kind = (enum machine_kind)kind;
			return 0;
		}
	return fault_usage(fault, "--kind",
	                   "is none of dealt, translation-only, reach-on-knee, no-steps, noisy, prefetched");
}

#define AT(member) offsetof(struct settings, member)
static const struct option_row options[] = {
    {"output", 'o', "FILE", OPTION_WORD, AT(output), 0, 0, NULL, "where to write; standard output else"},
    {"csv", '\0', "FILE", OPTION_WORD, AT(csv), 0, 0, NULL, "check: the same as a table, for the page"},
    {"machines", '\0', "N", OPTION_NUMBER, AT(machines), 1, 1000000, NULL,
     "simulate, predictor: how many machines (200)"},
    {"climbers", '\0', "N", OPTION_NUMBER, AT(climbers), 1, 10000, NULL, "search: how many searches (40)"},
    {"steps", '\0', "N", OPTION_NUMBER, AT(steps), 1, 1000000, NULL, "search: curves in each (100)"},
    {"seed", '\0', "N", OPTION_NUMBER, AT(plan.seed), 0, UINT32_MAX, NULL,
     "simulate, predictor, search: the seed (1)"},
    {"only", '\0', "N", OPTION_CALL, 0, 0, 0, set_only,
     "simulate, passes: this machine alone; simulate: with all its findings; climb: this kind"},
    {"passes", '\0', "N", OPTION_NUMBER, AT(passes), 2, PASSES_MOST, NULL,
     "join, passes: passes of each machine (4); the last has huge pages"},
    {"same-pages", '\0', NULL, OPTION_FLAG, AT(plan.same_pages), 0, 0, NULL,
     "simulate: pages dealt once for all rounds, not anew in each as the probe does"},
    {"no-translation", '\0', NULL, OPTION_FLAG, AT(plan.no_translation), 0, 0, NULL,
     "simulate: without the chase with one node a page"},
    {"no-granule", '\0', NULL, OPTION_FLAG, AT(plan.no_granule), 0, 0, NULL,
     "simulate: without the pairs, in half the time"},
    {"kind", '\0', "KIND", OPTION_CALL, 0, 0, 0, set_kind,
     "simulate: dealt (the default), translation-only, reach-on-knee, no-steps, noisy or prefetched"},
    {"threads", '\0', "N", OPTION_NUMBER, AT(threads), 1, 64, NULL, "threads; as many as processors else"},
    {"help", 'h', NULL, OPTION_FLAG, AT(help), 0, 0, NULL, "this text"},
    {"version", '\0', NULL, OPTION_FLAG, AT(version), 0, 0, NULL, "the version"},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

/* ---- writing ---- */

/* A draft, a file without a name: nothing is opened in its place before it is whole. */
static FILE *draft_begin(struct fault *fault)
{
	FILE *draft = tmpfile();
	if (draft == NULL)
		fault_system(fault, NULL, errno, "no temporary file for what is written");
	return draft;
}

/* Ends the draft; writes it to its place where nothing has failed. */
static int draft_end(FILE *draft, const char *path, int failed, struct fault *fault)
{
	struct output output;
	char block[65536];
	size_t length;
	errno = 0;
	if (failed == 0 && (fflush(draft) != 0 || ferror(draft) || fseek(draft, 0, SEEK_SET) != 0))
		failed = fault_system(fault, path, errno != 0 ? errno : EIO, "no room for what is written");
	if (failed == 0 && (failed = output_open(&output, path, fault)) == 0) {
		while ((length = fread(block, 1, sizeof block, draft)) > 0)
			output_write(&output, block, length);
		bool whole = !ferror(draft);
		failed = whole ? output_close(&output, fault)
		               : fault_system(fault, path, errno, "what is written cannot be read again");
		if (!whole)
			output_abandon(&output);
	}
	fclose(draft);
	return failed;
}

/* ---- the verbs: each writes into a stream what goes to the output ---- */

struct request {
	const struct settings *settings;
	size_t count;
	char **operands;
	struct threads threads;
	bool wrong; /* check: something is not as the table says */
};

static int list(FILE *stream, struct request *request, struct fault *fault)
{
	size_t curves;
	const struct specimen *table = specimen_table(&curves);
	(void)request, (void)fault;
	for (size_t i = 0; i < curves; i++)
		fprintf(stream, "%-24s %s\n%-24s   answer: %s\n", table[i].name, table[i].shows, "",
		        table[i].answer);
	return 0;
}

static int write_specimen(FILE *stream, const struct specimen *curve, struct fault *fault)
{
	errno = 0;
	if (specimen_write(stream, curve) == 0)
		return 0;
	return fault_system(fault, curve->name, errno, "cannot be written into a temporary file");
}

static int make(FILE *stream, struct request *request, struct fault *fault)
{
	const struct specimen *curve = specimen_find(request->operands[0]);
	if (curve == NULL)
		return fault_usage(fault, request->operands[0],
		                   "is no curve of the synthetic set; see `synthetic list`");
	return write_specimen(stream, curve, fault);
}

static int make_folder(const char *folder, struct fault *fault)
{
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return fault_system(fault, folder, errno, "cannot be made");
	return 0;
}

/* The path FOLDER/NAME.csv. */
static int name_in(const char *folder, const char *name, char path[4096], struct fault *fault)
{
	int length = snprintf(path, 4096, "%s/%s.csv", folder, name);
	return length >= 0 && length < 4096 ? 0 : fault_set(fault, folder, "is too long a name");
}

static int make_one_of_all(const struct specimen *curve, const char *folder, struct fault *fault)
{
	FILE *draft;
	char path[4096];
	if (name_in(folder, curve->name, path, fault) != 0 || (draft = draft_begin(fault)) == NULL)
		return -1;
	return draft_end(draft, path, write_specimen(draft, curve, fault), fault);
}

static int make_all(FILE *stream, struct request *request, struct fault *fault)
{
	size_t curves;
	const struct specimen *table = specimen_table(&curves);
	const char *folder = request->operands[0];
	(void)stream;
	if (make_folder(folder, fault) != 0)
		return -1;
	for (size_t i = 0; i < curves; i++)
		if (make_one_of_all(&table[i], folder, fault) != 0)
			return -1;
	return 0;
}

/* One machine: what it is, and every finding about it; with --output its capture. */
static int simulate_only(FILE *stream, const struct settings *settings, struct fault *fault)
{
	struct outcome outcomes[POPULATION_VERSIONS];
	struct summary summary;
	unsigned number = (unsigned)settings->only;
	if (settings->output != NULL) {
		struct machine machine = population_machine(&settings->plan, number);
		return population_write_machine(&machine, stream, fault);
	}
	int failed = population_one(&settings->plan, number, outcomes, &summary, fault);
	if (failed == 0) {
		const struct outcome *latest = &outcomes[POPULATION_VERSIONS - 1];
		machine_print(stream, &latest->machine);
		summary_write_findings(stream, &summary);
		failed = outcome_print(stream, latest, 1, fault);
	}
	summary_free(&summary);
	return failed;
}

/* The versions side by side, then the latest version's tables, then those of the versions before it over the
 * same captures. */
static int print_versions(FILE *stream, struct outcome *outcomes[POPULATION_VERSIONS], unsigned machines,
                          uint64_t seed, struct fault *fault)
{
	fprintf(stream, "%u simulated machines, seed %u\n", machines, (unsigned)seed);
	outcome_compare(stream, outcomes, POPULATION_VERSIONS, machines);
	for (unsigned v = POPULATION_VERSIONS; v >= RULE_VERSION_FIRST; v--) {
		fprintf(stream, "\n%u simulated machines, seed %u, rules of version %u%s\n\n", machines,
		        (unsigned)seed, v, v == POPULATION_VERSIONS ? "" : " (before those added since)");
		if (outcome_print(stream, outcomes[v - 1], machines, fault) != 0)
			return -1;
	}
	return 0;
}

static int simulate(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	unsigned machines = (unsigned)settings->machines;
	if (settings->one)
		return simulate_only(stream, settings, fault);
	struct outcome *all = calloc((size_t)machines * POPULATION_VERSIONS, sizeof all[0]);
	struct outcome *outcomes[POPULATION_VERSIONS];
	if (all == NULL)
		return fault_system(fault, "--machines", ENOMEM, "no room for so many");
	for (size_t v = 0; v < POPULATION_VERSIONS; v++)
		outcomes[v] = all + v * machines;
	int failed = population_all(&settings->plan, machines, &request->threads, outcomes, fault);
	if (failed == 0)
		failed = print_versions(stream, outcomes, machines, settings->plan.seed, fault);
	free(all);
	return failed;
}

/* The joined claims of machines that are measured several times. */
static int join(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	struct population_plan plan = settings->plan;
	plan.no_translation = plan.no_granule = true;
	struct passes_run run = {&plan, (unsigned)settings->passes,
	                         calloc(settings->machines, sizeof(struct passes_outcome))};
	if (run.outcomes == NULL)
		return fault_system(fault, "--machines", ENOMEM, "no room for so many");
	int failed = passes_all(&run, (unsigned)settings->machines, &request->threads, fault);
	if (failed == 0) {
		fprintf(stream, "%u simulated machines, seed %u, %u passes each\n\n",
		        (unsigned)settings->machines, (unsigned)settings->plan.seed, run.passes);
		failed = passes_print(stream, run.outcomes, settings->machines);
		if (failed != 0)
			fault_system(fault, "--machines", ENOMEM, "no room for so many");
	}
	free(run.outcomes);
	return failed;
}

/* The captures of the passes of one machine: FOLDER/machine_N_pass_P.csv. */
static int passes(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	const char *folder = request->operands[0];
	unsigned count = (unsigned)settings->passes;
	int failed = make_folder(folder, fault);
	(void)stream;
	for (unsigned pass = 0; failed == 0 && pass < count; pass++) {
		FILE *draft;
		char path[4096], name[64];
		snprintf(name, sizeof name, "machine_%u_pass_%u", (unsigned)settings->only, pass + 1);
		if (name_in(folder, name, path, fault) != 0 || (draft = draft_begin(fault)) == NULL)
			return -1;
		struct machine machine =
		    passes_machine(&settings->plan, (unsigned)settings->only, pass, count);
		failed = population_write_machine(&machine, draft, fault);
		failed = draft_end(draft, path, failed, fault);
	}
	return failed;
}

static int predictor(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	struct predictor_count counts[PREDICTOR_WAYS];
	if (predictor_run(counts, settings->plan.seed, (unsigned)settings->machines, &request->threads,
	                  fault) != 0)
		return -1;
	predictor_print(stream, counts);
	return 0;
}

static int check(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	bool red = settings->output == NULL && isatty(STDOUT_FILENO);
	FILE *table = draft_begin(fault);
	if (table == NULL)
		return -1;
	const struct check_panel panel = {stream, table, red};
	int failed = check_all(&panel, request->operands, request->count, &request->wrong, fault);
	if (settings->csv != NULL)
		return draft_end(table, settings->csv, failed, fault);
	fclose(table);
	return failed;
}

static int climb(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	unsigned only = (unsigned)settings->only;
	if (!settings->one)
		return climb_print(stream, 0, CLIMB_KINDS, &request->threads, fault);
	if (only >= CLIMB_KINDS)
		return fault_usage(fault, "--only", "of climb is one of %d kinds, the first is 0",
		                   CLIMB_KINDS);
	return climb_print(stream, only, 1, &request->threads, fault);
}

static int search(FILE *stream, struct request *request, struct fault *fault)
{
	const struct settings *settings = request->settings;
	const struct search_plan plan = {settings->plan.seed, (unsigned)settings->climbers,
	                                 (unsigned)settings->steps};
	return search_print(stream, &plan, &request->threads, fault);
}

static int tiers(FILE *stream, struct request *request, struct fault *fault)
{
	(void)request, (void)fault;
	check_tiers(stream);
	return 0;
}

static const struct verb {
	const char *name;
	const char *operands;
	size_t least, most; /* operands */
	int (*run)(FILE *stream, struct request *request, struct fault *fault);
	const char *help;
} verbs[] = {
    {"list", "", 0, 0, list, "every curve of the set, what it is built to show and its answer"},
    {"make", "NAME", 1, 1, make, "writes one curve's capture"},
    {"make-all", "DIR", 1, 1, make_all, "writes every curve's capture into a folder, NAME.csv"},
    {"simulate", "", 0, 0, simulate,
     "draws machines whose truth is known, and counts how the claims of the rules hold"},
    {"join", "", 0, 0, join,
     "measures each simulated machine several times, and counts how joined claims hold (J1)"},
    {"passes", "DIR", 1, 1, passes, "writes the passes of one simulated machine (--only N) into a folder"},
    {"predictor", "", 0, 0, predictor,
     "the granule on processors that predict values: pairs over zeroes, over words of their own"},
    {"climb", "", 0, 0, climb, "the family of smooth climbs, and where a hierarchy is named"},
    {"search", "", 0, 0, search, "tries to fool the rules, and shows how hard and the worst found"},
    {"tiers", "", 0, 0, tiers, "the tier table under which the curves that mean a tier are reduced"},
    {"check", "[CAPTURE...]", 0, SIZE_MAX, check,
     "the check panel: reduces every curve and the captures again, expected against found"},
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

static int run_verb(const struct verb *verb, struct request *request, struct fault *fault)
{
	if (request->count < verb->least || request->count > verb->most)
		return fault_usage(fault, verb->name, "takes %s, not %zu operands",
		                   verb->operands[0] != '\0' ? verb->operands : "no operand", request->count);
	FILE *draft = draft_begin(fault);
	if (draft == NULL)
		return -1;
	int failed = verb->run(draft, request, fault);
	failed = draft_end(draft, request->settings->output, failed, fault);
	if (failed == 0 && request->wrong)
		failed = fault_set(fault, verb->name, "something is not as the table says");
	return failed;
}

static int run(const struct settings *settings, size_t count, char **operands, struct fault *fault)
{
	if (count == 0)
		return fault_usage(fault, NULL, "a verb is missing; see `synthetic --help`");
	struct request request = {
	    settings, count - 1, operands + 1, {(unsigned)settings->threads, stderr}, false};
	for (size_t i = 0; i < VERBS; i++)
		if (strcmp(verbs[i].name, operands[0]) == 0)
			return run_verb(&verbs[i], &request, fault);
	return fault_usage(fault, operands[0], "is no verb; see `synthetic --help`");
}

int main(int argc, char **argv)
{
	fault_prepare();
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct settings settings = {
	    .machines = 200, .plan.seed = 1, .climbers = 40, .steps = 100, .passes = 4};
	settings.threads = processors < 1 ? 1 : processors > 64 ? 64 : (uint64_t)processors;
	struct fault fault;
	int operands = option_parse(options, OPTIONS, argc, argv, &settings, &fault), failed = operands < 0;
	if (failed == 0 && settings.help)
		print_help(stdout);
	else if (failed == 0 && settings.version)
		puts("synthetic " CACHESTAIR_VERSION);
	else if (failed == 0)
		failed = run(&settings, (size_t)operands, argv + 1, &fault);
	if (failed == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		failed = fault_system(&fault, "standard output", errno, "cannot be written");
	if (failed == 0)
		return EXIT_SUCCESS;
	fault_print(stderr, "synthetic", &fault);
	return fault_exit_status(&fault);
}
