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

const char *level_inside(const struct machine *machine, size_t level)
{
	const struct joined_claim *claim = &machine->claims[machine->levels[level].narrowest];
	return claim->status == STATUS_REFUSED
	           ? "-"
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

const char *level_verdict(const struct summary_finding *finding, char text[PHRASE_TEXT])
{
	static const char step[] = " step";
	text[0] = '\0';
	if (finding == NULL)
		return text;
	if (finding->status == STATUS_REFUSED) {
		strcpy(text, "refused");
		return text;
	}
	phrase_verdict(finding->reason, text);
	size_t length = strlen(text), end = sizeof step - 1;
	if (length > end && strcmp(text + length - end, step) == 0)
		text[length - end] = '\0';
	return text;
}

const char *level_last_name(const struct machine *machine)
{
	const char *version = summary_header(machine->captures[0], SUMMARY_KEY_RULES);
	bool judged = version != NULL && strcmp(version, "1") != 0 && strcmp(version, "2") != 0;
	for (size_t i = 0; judged && machine->contradictions == 0 && i < machine->level_count; i++)
		if (machine->claims[machine->levels[i].narrowest].status != STATUS_REFUSED)
			return "memory";
	return "last";
}
