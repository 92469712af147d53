/* Where the captures of one machine become its answer (rule J1): their quiet sweeps in random order, joined
 * level by level, one tier of cores at a time. Works on summaries alone. */
#ifndef CACHESTAIR_MACHINE_H
#define CACHESTAIR_MACHINE_H

#include "../summary/summary.h"
#include "joined.h"

enum { MACHINE_TEXT = 256 };

/* The label that a person gave: without ", NAME" at its end, which names the pass. Returns `text`. */
const char *machine_label(const struct summary *summary, char text[MACHINE_TEXT]);

/* The cores that were asked for: the tier, else the kind of cores, else the quality of service; "" where the
 * capture asks for none. */
const char *machine_cores(const struct summary *summary);

/* An order of captures in which those of one machine stand together: 0 where machine, processor, reported
 * caches and label are the same. */
int machine_compare(const struct summary *a, const struct summary *b);

/* A quiet sweep in random order. */
struct machine_pass {
	const struct summary *summary;
	const struct summary_finding *sweep; /* which names the pass */
	const struct summary_finding *last;  /* the level that no knee ends; NULL where there is none */
	double clock_ghz;                    /* NAN where it has none that is accepted */
	bool refused;                        /* as a whole */
};

/* One tier of one machine. Everything but the summaries is owned. */
struct machine {
	const struct summary *const *captures;
	size_t capture_count;
	struct machine_pass *passes;
	size_t pass_count, refused_whole;
	size_t crowded, in_page_order, private_tests; /* passes beside them, joined in nothing */
	struct joined_claim *claims;
	const struct summary_finding **knees; /* one a claim */
	size_t claim_count;
	struct joined_level *levels;
	size_t level_count;
	size_t last_count;           /* passes that show the level that no knee ends */
	double last_ns, last_cycles; /* of it: the lowest; NAN where there is none */
	double clock_ghz;            /* the median of the passes'; NAN where none has one */
	uint64_t trials, discarded;  /* of all sweeps of the captures */
	const char *first, *last;    /* when the first and the last capture began; "" where none tells */
	double granule_bytes; /* NAN where none is accepted, or where two passes accept different ones */
	bool granules_differ;
	size_t contradictions;
	const struct summary_finding *contradiction;   /* the first; NULL where there is none */
	const struct summary_finding *crowd, *unnamed; /* the best verdict of C1 and of S1; NULL: not asked */
};

/* Joins the captures. Returns 0, or -1 where memory is out; free with machine_free either way. */
int machine_join(struct machine *machine, const struct summary *const *captures, size_t count);
void machine_free(struct machine *machine);

/* What the machine says of a level: accepted only where more than one pass accepts it and the passes agree.
 */
enum status machine_status(const struct machine *machine, size_t level);

/* The best finding of that kind about that joined level, or NULL: of the passes that claim it, and of
 * the other passes of a capture that has just one of those (C1, V1). */
const struct summary_finding *machine_about(const struct machine *machine, enum finding_kind kind,
                                            size_t level);

/* Where the passes put the knee of a level, accepted or not: the smallest and the largest, as numbers of
 * claims. Returns how many times the one is the other, 1 where there is one knee. */
double machine_spread(const struct machine *machine, size_t level, size_t *smallest, size_t *largest);

/* The name of the capture that a claim, or a pass, is from. */
const char *machine_capture(const struct machine *machine, size_t claim);
const char *machine_pass_name(const struct machine *machine, size_t pass);

#endif
