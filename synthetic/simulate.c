/* Where many machines are drawn, swept and reduced. */
#include "simulate.h"

#include "threads.h"
#include "reduced.h"
#include "simulated.h"

#include <errno.h>

static int write_simulated(FILE *stream, const void *what)
{
	return simulated_write(stream, what);
}

int simulate_one(const struct simulate_plan *plan, unsigned number, struct claims claims[SIMULATE_VERSIONS],
                 struct summary *summary, struct fault *fault)
{
	struct machine machine = machine_draw(plan->seed, number);
	machine.fresh_pages = plan->fresh_pages;
	struct simulated simulated;
	char name[64];
	*summary = (struct summary){0};
	snprintf(name, sizeof name, "machine_%u", number);
	int failed = simulated_make(&simulated, &machine, fault);
	for (unsigned v = 1; failed == 0 && v <= SIMULATE_VERSIONS; v++) {
		const struct reduction_options options = {.rules = v};
		summary_free(summary);
		failed = reduced_run(write_simulated, &simulated, name, &options, summary, fault);
		if (failed == 0)
			claims[v - 1] = claims_of(&machine, summary);
	}
	simulated_end(&simulated);
	return failed;
}

int simulate_write(const struct simulate_plan *plan, unsigned number, FILE *stream, struct fault *fault)
{
	struct machine machine = machine_draw(plan->seed, number);
	machine.fresh_pages = plan->fresh_pages;
	struct simulated simulated;
	int failed = simulated_make(&simulated, &machine, fault);
	errno = 0;
	if (failed == 0 && simulated_write(stream, &simulated) != 0)
		failed = fault_system(fault, "the capture", errno, "cannot be written");
	simulated_end(&simulated);
	return failed;
}

struct run {
	const struct simulate_plan *plan;
	struct claims **claims; /* by version, then by machine */
};

static int simulate_job(void *context, unsigned number, struct fault *fault)
{
	struct run *run = context;
	struct summary summary;
	struct claims claims[SIMULATE_VERSIONS];
	int failed = simulate_one(run->plan, number, claims, &summary, fault);
	for (size_t v = 0; failed == 0 && v < SIMULATE_VERSIONS; v++)
		run->claims[v][number] = claims[v];
	summary_free(&summary);
	return failed;
}

int simulate_all(const struct simulate_plan *plan, unsigned machines, unsigned threads,
                 struct claims *claims[SIMULATE_VERSIONS], FILE *progress, struct fault *fault)
{
	struct run run = {plan, claims};
	return threads_run(simulate_job, &run, machines, threads, progress, "machines", fault);
}
