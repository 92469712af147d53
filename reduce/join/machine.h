/* Where the captures of one machine become its answer (rule J1): their quiet sweeps in random order, joined
 * level by level, one tier of cores at a time. Works on summaries alone. */
#ifndef CACHESTAIR_MACHINE_H
#define CACHESTAIR_MACHINE_H

#include "../summary/summary.h"
#include "joined.h"

#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_TEXT = 256 };

/* The label that a person gave: without ", NAME" at its end, which names the pass. Returns `text`. */
const char *machine_label(const struct summary *summary, char text[MACHINE_TEXT]);

/* The cores that were asked for: the tier, else the kind of cores, else the quality of service; "" where the
 * capture asks for none. */
const char *machine_cores(const struct summary *summary);

/* Whether two captures are of one machine: the same machine, processor, reported caches and label; and
 * whether they are of one tier of it. */
bool machine_same(const struct summary *a, const struct summary *b);
bool machine_same_tier(const struct summary *a, const struct summary *b);

struct machine_pass {
	const struct summary *summary;
	const char *pass;
	bool refused; /* as a whole */
};

/* One tier of one machine. Everything but the summaries is owned. */
struct machine {
	const struct summary *const *captures;
	size_t capture_count;
	struct machine_pass *passes;
	size_t pass_count, refused_whole;
	struct joined_claim *claims;
	const struct summary_finding **knees; /* one a claim */
	size_t claim_count;
	struct joined_level *levels;
	size_t level_count;
	double last_ns, last_cycles; /* of the level that no knee ends: the lowest; NAN where there is none */
	double granule_bytes; /* NAN where none is accepted, or where two passes accept different ones */
	bool granules_differ;
	bool contradicted;
};

/* Joins the captures. Returns 0, or -1 where memory is out; free with machine_free either way. */
int machine_join(struct machine *machine, const struct summary *const *captures, size_t count);
void machine_free(struct machine *machine);

/* What the machine says of a level: accepted only where more than one pass was joined and the passes agree.
 */
enum status machine_status(const struct machine *machine, size_t level);

/* A finding of that kind about that joined level, or NULL. */
const struct summary_finding *machine_about(const struct machine *machine, enum finding_kind kind,
                                            size_t level);

/* The name of the capture that a claim is from. */
const char *machine_capture(const struct machine *machine, size_t claim);

#endif
