/* Where several passes of one simulated machine are joined. */
#include "passes.h"

#include "../reduce/join/joined.h"
#include "../reduce/maths/median.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct machine passes_machine(const struct population_plan *plan, unsigned number, unsigned pass,
                              unsigned passes)
{
	struct machine machine = population_machine(plan, number);
	machine.first_deal = pass * machine.rounds;
	if (pass + 1 == passes)
		machine.page_bytes = MACHINE_HUGE_PAGE;
	return machine;
}

/* ---- one machine ---- */

/* The claims of all passes, and which of them came from which. */
struct gathered {
	struct joined_claim claims[PASSES_MOST * OUTCOME_KNEES];
	size_t count;
};

static enum rule_id basis_of(const struct claim *claim)
{
	return (claim->basis & RULE_SET(RULE_E1)) != 0   ? RULE_E1
	       : (claim->basis & RULE_SET(RULE_E2)) != 0 ? RULE_E2
	                                                 : RULE_Z1;
}

static void gather(struct gathered *gathered, const struct outcome *outcome, unsigned pass)
{
	for (size_t i = 0; i < outcome->count; i++) {
		const struct claim *claim = &outcome->knees[i];
		if (isnan(claim->low) || isnan(claim->high))
			continue;
		gathered->claims[gathered->count++] = (struct joined_claim){.pass = pass,
		                                                            .status = claim->claimed,
		                                                            .rule = basis_of(claim),
		                                                            .rules = claim->rules,
		                                                            .low_bytes = claim->low,
		                                                            .high_bytes = claim->high,
		                                                            .time_ns = NAN,
		                                                            .cycles = NAN};
	}
}

static struct passes_claim hold_against(const struct machine *machine, const struct joined_claim *claim)
{
	double low = claim->low_bytes, high = claim->high_bytes;
	return (struct passes_claim){.nearest = machine_nearest(machine, sqrt(low * high)),
	                             .accepted = claim->status == STATUS_ACCEPTED,
	                             .covers = machine_ends_within(machine, low, high) > 0,
	                             .width = high / low};
}

static int join(struct gathered *gathered, struct passes_outcome *outcome, struct fault *fault)
{
	struct joined_level levels[PASSES_MOST * OUTCOME_KNEES];
	for (size_t i = 0; i < gathered->count; i++)
		if (gathered->claims[i].status == STATUS_ACCEPTED)
			outcome->single[outcome->single_count++] =
			    hold_against(&outcome->machine, &gathered->claims[i]);
	size_t count = joined_levels(gathered->claims, gathered->count, levels);
	if (count == (size_t)-1)
		return fault_system(fault, NULL, ENOMEM, "no memory to join passes");
	for (size_t i = 0; i < count; i++) {
		struct passes_claim held =
		    hold_against(&outcome->machine, &gathered->claims[levels[i].narrowest]);
		held.apart = levels[i].apart != (size_t)-1;
		held.accepted = levels[i].accepted >= 2 && !held.apart;
		if (levels[i].accepted > 0)
			outcome->joined[outcome->joined_count++] = held;
	}
	return 0;
}

static int sweep_pass(const struct passes_run *run, unsigned number, unsigned pass, struct gathered *gathered,
                      struct fault *fault)
{
	struct machine machine = passes_machine(run->plan, number, pass, run->passes);
	struct machine_capture made;
	struct summary summary = {0};
	int failed = machine_capture_make(&made, &machine, fault);
	struct outcome outcome;
	if (failed == 0)
		failed = population_judge(&made, RULE_VERSION, &outcome, &summary, fault);
	if (failed == 0)
		gather(gathered, &outcome, pass);
	summary_free(&summary);
	machine_capture_end(&made);
	return failed;
}

static int passes_job(void *context, unsigned number, struct fault *fault)
{
	const struct passes_run *run = context;
	struct passes_outcome *outcome = &run->outcomes[number];
	struct gathered gathered = {.count = 0};
	*outcome = (struct passes_outcome){.machine = population_machine(run->plan, number)};
	for (unsigned pass = 0; pass < run->passes; pass++)
		if (sweep_pass(run, number, pass, &gathered, fault) != 0)
			return -1;
	return join(&gathered, outcome, fault);
}

int passes_all(struct passes_run *run, unsigned machines, const struct threads *threads, struct fault *fault)
{
	return threads_run(passes_job, run, machines, threads, "machines", fault);
}

/* ---- the table ---- */

/* One half and one kind of level. */
struct place {
	bool difficult;
	enum machine_place level;
};

struct count {
	size_t claims, accepted, covers, apart;
};

/* Counts the claims at a place; those that are accepted leave their widths, of which there is room for all.
 */
static void count_claims(struct count *count, const struct passes_claim *claims, size_t claim_count,
                         const struct machine *machine, const struct place *place, double *widths)
{
	for (size_t i = 0; i < claim_count; i++) {
		if (machine->difficult != place->difficult ||
		    machine_place(machine, claims[i].nearest) != place->level)
			continue;
		count->claims++;
		count->apart += claims[i].apart;
		if (!claims[i].accepted)
			continue;
		count->covers += claims[i].covers;
		widths[count->accepted++] = claims[i].width;
	}
}

static void print_count(FILE *stream, const struct count *count, double *widths)
{
	median_sort(widths, count->accepted);
	fprintf(stream, " | %5zu of %5zu %5zu right %6.2f %% %5.2f", count->accepted, count->claims,
	        count->covers, outcome_per_cent(count->covers, count->accepted),
	        count->accepted > 0 ? median_of_sorted(widths, count->accepted) : 0.0);
}

static void print_place(FILE *stream, const struct passes_outcome *outcomes, size_t machines,
                        const struct place *place, double *widths)
{
	static const char *const places[MACHINE_PLACES] = {"first level", "in between", "last level"};
	struct count single = {0}, joined = {0};
	for (size_t m = 0; m < machines; m++)
		count_claims(&single, outcomes[m].single, outcomes[m].single_count, &outcomes[m].machine,
		             place, widths);
	fprintf(stream, "%-10s %-12s", place->difficult ? "difficult" : "ordinary", places[place->level]);
	print_count(stream, &single, widths);
	for (size_t m = 0; m < machines; m++)
		count_claims(&joined, outcomes[m].joined, outcomes[m].joined_count, &outcomes[m].machine,
		             place, widths);
	print_count(stream, &joined, widths);
	fprintf(stream, " %8zu\n", joined.apart);
}

int passes_print(FILE *stream, const struct passes_outcome *outcomes, size_t count)
{
	double *widths = malloc((count * PASSES_MOST * OUTCOME_KNEES + 1) * sizeof widths[0]);
	if (widths == NULL)
		return -1;
	fprintf(
	    stream,
	    "Claims of single passes, and the joined claim of each machine (J1: two passes or more accept it and "
	    "none contradicts): how many are accepted, how many of those hold a true capacity, the median of high "
	    "over low, and where passes disagree\n%-23s | %-41s | %-41s %s\n",
	    "", "single passes", "joined", "disagree");
	for (unsigned at = 0; at < 2 * MACHINE_PLACES; at++) {
		const struct place place = {.difficult = at >= MACHINE_PLACES,
		                            .level = (enum machine_place)(at % MACHINE_PLACES)};
		print_place(stream, outcomes, count, &place, widths);
	}
	free(widths);
	return 0;
}
