/* Where many machines are drawn, swept and reduced, and the claims of the rules counted. */
#ifndef CACHESTAIR_SYNTHETIC_POPULATION_H
#define CACHESTAIR_SYNTHETIC_POPULATION_H

#include "machine_capture.h"
#include "outcome.h"

#include "threads.h"

#include "../probe/fault.h"
#include "../reduce/rule.h"
#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct population_plan {
	uint64_t seed;
	bool same_pages;     /* dealt once for all rounds, not anew in each */
	bool no_translation; /* without the chase with one node a page */
	bool no_granule;     /* without the pairs */
	enum machine_kind kind;
	unsigned least_version; /* of the rules; outcomes under earlier ones are left alone. 0: all */
};

/* Every capture is reduced by each version of the rules; claims[v - 1] is what version v makes of it. */
enum { POPULATION_VERSIONS = RULE_VERSION };

/* Machine `number` by the plan. */
struct machine population_machine(const struct population_plan *plan, unsigned number);

/* Reduces what was made of a machine by a version of the rules, and holds it against the machine. Returns 0,
 * or -1 with the fault; free the summary either way. */
int population_judge(const struct machine_capture *made, unsigned version, struct outcome *outcome,
                     struct summary *summary, struct fault *fault);

/* Draws machine `number` by the plan, sweeps and reduces it. The summary is the latest version's. Returns 0,
 * or -1 with the fault; free the summary with summary_free either way. */
int population_one(const struct population_plan *plan, unsigned number,
                   struct outcome claims[POPULATION_VERSIONS], struct summary *summary, struct fault *fault);

/* Fills claims[v - 1][0 .. machines - 1] for each version v. Returns 0, or -1 with the first fault. */
int population_all(const struct population_plan *plan, unsigned machines, const struct threads *threads,
                   struct outcome *claims[POPULATION_VERSIONS], struct fault *fault);

/* Writes the capture of one machine. Returns 0, or -1 with the fault. */
int population_write_machine(const struct machine *machine, FILE *stream, struct fault *fault);

#endif
