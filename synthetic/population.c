/* Where many machines are drawn, swept and reduced. */
#include "population.h"

#include "reduced.h"

#include <errno.h>

static int write_simulated(FILE *stream, const void *what)
{
	return machine_capture_write(stream, what);
}

struct machine population_machine(const struct population_plan *plan, unsigned number)
{
	struct machine machine = machine_of_kind(plan->seed, number, plan->kind);
	machine.fresh_pages = !plan->same_pages;
	machine.no_granule = plan->no_granule;
	if (plan->no_translation)
		machine.most_nodes = 0;
	return machine;
}

int population_judge(const struct machine_capture *made, unsigned version, struct outcome *outcome,
                     struct summary *summary, struct fault *fault)
{
	const struct reduction_options options = {.rules = version};
	char name[64];
	snprintf(name, sizeof name, "machine_%u", made->machine.number);
	if (reduced_run(write_simulated, made, name, &options, summary, fault) != 0)
		return -1;
	return outcome_of(outcome, &made->machine, summary, fault);
}

int population_one(const struct population_plan *plan, unsigned number,
                   struct outcome claims[POPULATION_VERSIONS], struct summary *summary, struct fault *fault)
{
	struct machine machine = population_machine(plan, number);
	struct machine_capture made;
	*summary = (struct summary){0};
	int failed = machine_capture_make(&made, &machine, fault);
	for (unsigned v = plan->least_version > 0 ? plan->least_version : 1;
	     failed == 0 && v <= POPULATION_VERSIONS; v++) {
		summary_free(summary);
		failed = population_judge(&made, v, &claims[v - 1], summary, fault);
	}
	machine_capture_end(&made);
	return failed;
}

int population_write_machine(const struct machine *machine, FILE *stream, struct fault *fault)
{
	struct machine_capture made;
	int failed = machine_capture_make(&made, machine, fault);
	errno = 0;
	if (failed == 0 && machine_capture_write(stream, &made) != 0)
		failed = fault_system(fault, "the capture", errno, "cannot be written");
	machine_capture_end(&made);
	return failed;
}

struct run {
	const struct population_plan *plan;
	struct outcome **claims; /* by version, then by machine */
};

static int simulate_job(void *context, unsigned number, struct fault *fault)
{
	struct run *run = context;
	struct summary summary;
	struct outcome claims[POPULATION_VERSIONS];
	int failed = population_one(run->plan, number, claims, &summary, fault);
	size_t least = run->plan->least_version > 0 ? run->plan->least_version - 1 : 0;
	for (size_t v = least; failed == 0 && v < POPULATION_VERSIONS; v++)
		run->claims[v][number] = claims[v];
	summary_free(&summary);
	return failed;
}

int population_all(const struct population_plan *plan, unsigned machines, const struct threads *threads,
                   struct outcome *claims[POPULATION_VERSIONS], struct fault *fault)
{
	struct run run = {plan, claims};
	return threads_run(simulate_job, &run, machines, threads, "machines", fault);
}
