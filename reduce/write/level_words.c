/* What the table and the terminal say alike of a joined level. */
#include "level_words.h"

#include <math.h>
#include <string.h>

double level_reported(const struct machine *machine, size_t level)
{
	double bytes = machine->knees[machine->levels[level].narrowest]->reported;
	for (size_t c = 0; isnan(bytes) && c < machine->claim_count; c++)
		if (machine->claims[c].level == level)
			bytes = machine->knees[c]->reported;
	return bytes;
}

enum inside level_inside(const struct machine *machine, size_t level)
{
	const struct joined_claim *claim = &machine->claims[machine->levels[level].narrowest];
	return claim->status == STATUS_REFUSED
	           ? INSIDE_UNKNOWN
	           : phrase_inside(claim->low_bytes, claim->high_bytes, level_reported(machine, level));
}

const struct summary_finding *level_cause(const struct machine *machine, size_t level)
{
	const struct summary_finding *cause = machine_about(machine, FINDING_CAUSE, level),
	                             *order = machine_about(machine, FINDING_PAGE_ORDER, level);
	return cause == NULL || (order != NULL && order->status < cause->status) ? order : cause;
}

const struct summary_finding *level_core(const struct machine *machine, size_t level)
{
	return machine_about(machine, FINDING_PRIVATE, level);
}

const char *level_last_name(const struct machine *machine)
{
	bool judged = summary_version(machine->captures[0]) >= 3;
	for (size_t i = 0; judged && machine->contradictions == 0 && i < machine->level_count; i++)
		if (machine->claims[machine->levels[i].narrowest].status != STATUS_REFUSED)
			return "memory";
	return "last";
}
