/* Where captures are sorted into machines, and each machine's into tiers of cores, by what their headers say.
 * In time N log N of N captures. */
#ifndef CACHESTAIR_ROSTER_H
#define CACHESTAIR_ROSTER_H

#include "../summary/summary.h"

#include <stddef.h>

enum { ROSTER_NAME = 96 };

struct roster_tier {
	size_t first, count; /* of its captures, in `captures` */
};

struct roster_machine {
	size_t first, count; /* of its tiers, in `tiers` */
	/* Of its label, else of its machine, else of its processor, in letters that every system takes; one
	 * of several machines of one name bears _2, _3, ... in the order of their first captures. */
	char name[ROSTER_NAME];
};

struct roster {
	size_t *captures; /* numbers of the captures: those of a tier side by side, in the order given */
	struct roster_tier *tiers;
	size_t tier_count;
	struct roster_machine *machines; /* in the order of their first captures; so are the tiers of each */
	size_t machine_count;
};

/* Sorts the captures. Returns 0, or -1 where memory is out; free with roster_free either way. */
int roster_make(struct roster *roster, const struct summary *summaries, size_t count);
void roster_free(struct roster *roster);

#endif
