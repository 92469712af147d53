/* Where tests make captures of several passes whose times stand on stairs: every answer can be worked out by
 * hand. Made through the capture's own writer. */
#ifndef CACHESTAIR_TESTS_MADE_H
#define CACHESTAIR_TESTS_MADE_H

#include "../probe/capture.h"
#include "../reduce/judge/reduction.h"
#include "../reduce/summary/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define KIB(n) ((uint64_t)(n) << 10)
#define MIB(n) ((uint64_t)(n) << 20)

/* Up to this size, picoseconds a load. The last step of a stair reaches UINT64_MAX. */
struct made_step {
	uint64_t to_bytes, ps;
};

/* One pass: every size of {4, 5, 6, 7} x 2^k KiB from low to high (both included), or just `low` where they
 * are equal, in `rounds` rounds of one trial. 0 rounds: 3. */
struct made_pass {
	enum capture_order order;
	uint64_t stride_bytes, competitors, competitor_bytes;
	enum capture_mode mode;
	uint64_t low_bytes, high_bytes;
	const struct made_step *stairs;
	unsigned rounds;
	/* Fingerprints: picoseconds a load and MHz of the chase, and of the competitors where they differ (0:
	 * the same). 0: none. */
	uint64_t print_ps, clock_mhz, competitor_print_ps, competitor_clock_mhz;
	/* In the last round the times stand on these stairs; NULL: on the same. */
	const struct made_step *last_stairs;
	bool fine;                /* {8, 9 .. 15} x 2^k KiB, eight sizes an octave */
	uint64_t cpu_per_mille;   /* processor time, of 1000 of the block's; 0: not recorded */
	uint64_t faults;          /* page faults of each trial */
	uint64_t level_cycles[2]; /* cycles counted on the core levels 0 and 1; both 0: not counted */
	/* Each competitor's block, of 1000 of the chase's; its processor time, of 1000 of its own block; and
	 * how late it starts, of 1000 of the chase's block. 0: the same, not recorded, and starts not
	 * recorded. */
	uint64_t block_per_mille, block_cpu_per_mille, late_per_mille;
};

/* Opens a capture with these header lines ("key: value\n" each behind "# "). */
FILE *made_begin(const char *headers);

/* Ten timer gaps of 10 ns: a trial counts from 1,000 ns on. Every trial is 100,000 loads. */
void made_timer(FILE *file);
void made_write(FILE *file, const struct made_pass *pass);

/* Reads and judges what was made, closes the file; fails the test where that fails. `path` names it. */
void made_reduce(struct reduction *reduction, FILE *file, const char *path,
                 const struct reduction_options *options);

/* made_reduce and the summary of it. */
struct summary made_summary(FILE *file, const struct reduction_options *options);

/* Number `nth` (from 0) of the findings of that kind; and, where `pass` is not NULL, of that pass. NULL
 * where there are fewer. made_must fails the test then. */
const struct summary_finding *made_find(const struct summary *summary, enum finding_kind kind,
                                        const char *pass, size_t nth);
const struct summary_finding *made_must(const struct summary *summary, enum finding_kind kind,
                                        const char *pass, size_t nth);

/* The text of its column `rule`, until the next call. */
const char *made_rules(const struct summary_finding *finding);

/* Whether the reason begins with `words`, or holds them. */
void made_begins(const struct summary_finding *finding, const char *words);
void made_holds(const struct summary_finding *finding, const char *words);

#endif
