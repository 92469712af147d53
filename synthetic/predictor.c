/* What a processor that predicts values does to the granule. */
#include "predictor.h"

#include "population.h"

#include "../reduce/rule.h"

#include <errno.h>
#include <stdlib.h>

struct run {
	uint64_t seed;
	struct outcome (*outcomes)[PREDICTOR_WAYS]; /* by machine */
};

static void count_granules(struct predictor_count *count, const struct outcome *outcome)
{
	unsigned wrong = 0;
	for (unsigned p = 0; p < OUTCOME_PLACEMENTS; p++) {
		const struct claim_granule *granule = &outcome->granules[p];
		count->right += granule->verdict == CLAIM_GRANULE_RIGHT;
		wrong += granule->verdict == CLAIM_GRANULE_WRONG;
		count->refused += p > 0 && granule->verdict == CLAIM_GRANULE_REFUSED;
	}
	count->wrong += wrong;
	count->false_machines += wrong > 0;
	count->machines++;
}

static int try_way(struct machine_capture *made, unsigned way, struct outcome *outcome, struct fault *fault)
{
	struct summary summary;
	if (way > 0 && machine_capture_predict(made, (enum pair_words)(way - 1), fault) != 0)
		return -1;
	int failed = population_judge(made, RULE_VERSION, outcome, &summary, fault);
	summary_free(&summary);
	return failed;
}

static int predictor_job(void *context, unsigned number, struct fault *fault)
{
	struct run *run = context;
	struct machine machine = machine_draw(run->seed, number);
	struct machine_capture made;
	machine.most_nodes = 0;
	int failed = machine_capture_make(&made, &machine, fault);
	for (unsigned way = 0; failed == 0 && way < PREDICTOR_WAYS; way++)
		failed = try_way(&made, way, &run->outcomes[number][way], fault);
	machine_capture_end(&made);
	return failed;
}

int predictor_run(struct predictor_count counts[PREDICTOR_WAYS], uint64_t seed, unsigned machines,
                  const struct threads *threads, struct fault *fault)
{
	struct run run = {seed, calloc(machines, sizeof run.outcomes[0])};
	if (run.outcomes == NULL)
		return fault_system(fault, "--machines", ENOMEM, "no room for so many");
	int failed = threads_run(predictor_job, &run, machines, threads, "machines", fault);
	for (unsigned way = 0; way < PREDICTOR_WAYS; way++) {
		counts[way] = (struct predictor_count){0};
		for (unsigned m = 0; failed == 0 && m < machines; m++)
			count_granules(&counts[way], &run.outcomes[m][way]);
	}
	free(run.outcomes);
	return failed;
}

void predictor_print(FILE *stream, const struct predictor_count counts[PREDICTOR_WAYS])
{
	static const char *const names[PREDICTOR_WAYS] = {"no predictor", "old landings stay between",
	                                                  "zeroes, written anew each round",
	                                                  "every word its own value"};
	fprintf(stream,
	        "Granules where the second load of a pair is predicted after 250 equal values\n%-34s %8s %8s "
	        "%8s %8s\n",
	        "", "right", "wrong", "refused", "machines with a wrong or an invented one");
	for (unsigned way = 0; way < PREDICTOR_WAYS; way++)
		fprintf(stream, "%-34s %8u %8u %8u %8u of %u\n", names[way], counts[way].right,
		        counts[way].wrong, counts[way].refused, counts[way].false_machines,
		        counts[way].machines);
}
