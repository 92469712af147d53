/* Where a capture is read into passes, points, rounds and trials: in one pass, 24 bytes a trial.
 *
 * A pass is all trials that can be one curve: one experiment, order, stride and crowd of competitors. A point
 * is one working-set size of it (adjacency: one footprint and distance); its rounds hold the trials. The two
 * chases of the translation are two passes: the page chase, whose stride is its page, and the dense one.
 * Nothing is judged here but what a row alone decides: T4, F1, and whether the trial stayed on its core. T1
 * waits for the timer's step. */
#ifndef CACHESTAIR_TRIALS_H
#define CACHESTAIR_TRIALS_H

#include "table.h"
#include "tier.h"

#include "../../probe/capture.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Why a trial is discarded, and what is known of its core. */
enum trial_flag {
	TRIAL_T1 = 1,   /* shorter than 100 timer steps */
	TRIAL_T4 = 2,   /* preempted, or timed by a clock that wrapped, ran slow or was scaled */
	TRIAL_F1 = 4,   /* outside the intended tier */
	TRIAL_CORE = 8, /* not proven to have stayed, where only such trials were asked for */
	TRIAL_T5 = 16,  /* page faults */
	TRIAL_T6 = 32,  /* a competitor did not run beside it */
	TRIAL_Q2 = 512, /* of a chase over too few nodes, where load sites are predicted */
	TRIAL_DISCARDED = 63 | TRIAL_Q2,
	TRIAL_STAYED = 64,
	TRIAL_MOVED = 128,
	TRIAL_STRANGER = 256, /* a competitor beside it was not confirmed on the intended tier (V1 asks) */
	TRIAL_FLAG_BITS = 10
};

/* Why a trial is discarded, in words: in the trial log, and in a sweep's reason. */
enum { TRIAL_DISCARDS = 7 };
extern const struct trial_discard {
	enum trial_flag flag;
	const char *logged, *told;
} trial_discards[TRIAL_DISCARDS];

struct trial {
	double time_ns;             /* a load; adjacency: a pair */
	double cycles;              /* a load or pair; NAN where there is no clock */
	uint64_t elapsed_and_flags; /* elapsed_ns << TRIAL_FLAG_BITS | flags */
};

static inline unsigned trial_flags(const struct trial *trial)
{
	return (unsigned)(trial->elapsed_and_flags & ((1u << TRIAL_FLAG_BITS) - 1));
}
static inline uint64_t trial_elapsed_ns(const struct trial *trial)
{
	return trial->elapsed_and_flags >> TRIAL_FLAG_BITS;
}

struct round {
	uint64_t number;
	struct trial *trials;
	size_t count, capacity;
};

enum { TRIALS_CORE_LEVELS = 3 };
enum { PASSES = 1024, POINT_CPUS = 32, POINT_ROUNDS = 10000, TIMER_GAPS = 1000000 };

struct point {
	size_t pass; /* index into the passes */
	uint64_t size_bytes, sites;
	uint64_t distance_bytes; /* of a pair; translation: what parts two nodes */
	struct round *rounds;    /* in the order in which they were met */
	size_t round_count;
	uint32_t cpus[POINT_CPUS]; /* the processors seen, in order; the lowest POINT_CPUS of them */
	size_t cpu_count;
	size_t rows; /* all trials read */
};

struct pass {
	enum capture_experiment experiment;
	enum capture_order order;
	uint64_t stride_bytes, competitors, competitor_bytes;
	uint64_t page_bytes;    /* translation: the page that has one node; 0 elsewhere */
	enum capture_mode mode; /* of the competitors */
	char name[96];          /* "random", "page + 3 x 64 MiB stream", "translation, dense" */
	/* The competitors' own rows: how many, and how many of them were confirmed on the intended tier. */
	uint64_t competitor_rows, competitor_confirmed;
};

/* Whether it is the chase of one line a page. */
static inline bool pass_is_page_chase(const struct pass *pass)
{
	return pass->experiment == CAPTURE_TRANSLATION && pass->stride_bytes == pass->page_bytes;
}

/* How trials showed where they ran. */
struct core_counts {
	uint64_t no_switch, pinned;    /* stayed */
	uint64_t two_levels, two_cpus; /* moved */
	uint64_t unknown;
};

struct capture_cache {
	uint64_t level, bytes;
	char cores[64]; /* "" where the system names no group */
	bool by_hand;   /* a person says so, not the system */
};

/* A trial in the order in which it ran, for the trial log. */
struct logged_trial {
	uint64_t number, round, started_ns, size_bytes, distance_bytes;
	size_t pass; /* index into the passes */
	struct trial trial;
};

enum { CONTROL_TRIALS_MOST = 65536 };

/* A trial that checks the machine (rules Q1 to Q5). Processors and priorities before and after; -1 where they
 * are not told. */
struct control_trial {
	enum capture_control kind;
	int dit;        /* -1 where the processor has no DIT bit */
	unsigned end;   /* 1: the start of the capture, 2: its end */
	unsigned flags; /* trial_flag */
	uint64_t size_bytes, elapsed_ns;
	double time_ns, cycles; /* a load, pair or add; cycles by the counter alone, NAN where none counted */
	int64_t processor[2], priority[2];
};

struct trials {
	struct header_line *headers;
	size_t header_count;
	struct capture_cache *caches; /* the system's, then those by hand */
	size_t cache_count;
	struct logged_trial *log; /* where one was asked for */
	size_t log_count;
	struct pass *passes;
	size_t pass_count;
	struct point *points; /* sorted by pass, size and distance once read */
	size_t point_count;
	struct control_trial *controls; /* in their order */
	size_t control_count;
	uint64_t *timer_gaps;
	size_t timer_gap_count;
	struct tier_groups groups; /* fingerprints seen */
	struct core_counts cores;
	/* F1: the tier table (a copy), and how many trials had both fingerprints in each tier's window; how
	 * many lay in none, and how many hold no fingerprint. */
	struct tier *tiers;
	uint64_t *tier_trials;
	size_t tier_count;
	uint64_t tier_elsewhere, tier_unknown;
	bool tier_meant; /* a tier is meant and its window is known: F1 asks it of every trial */
	struct tier meant;
	uint64_t rows;                             /* trials read, without timer and competitor rows */
	uint64_t level_cycles[TRIALS_CORE_LEVELS]; /* counted on each performance level, over all trials */
	uint64_t from_counters, from_adds;         /* trials whose cycles come from either */
	bool curve;                                /* a table of medians: no trials */
	bool doubled;                              /* a curve that gives a size twice */
	bool versioned;                            /* the header names the capture's format */
	bool cut_off;                              /* no `# end:` line, or a last row without its end */
	bool interrupted;
	bool pinned;
	/* what the hash of points and the reading need */
	size_t *slots;
	size_t slot_count;
};

/* What is noted where --first-level is given. */
#define READING_BEYOND_FIRST "times are beyond the first level: %g ns are added (--first-level)"

/* What a time that is none should have been. */
#define READING_NS_EXPECTED                                                                                  \
	"nanoseconds a load, above zero (--first-level NS where they are beyond the first level's)"

struct trials_options {
	const struct tier *tiers; /* the tier table, or NULL */
	size_t tier_count;
	bool only_stayed;
	const char *tier; /* the tier that is meant, in place of the header's; NULL: the header's */
	/* Sizes that a person gives; of a level that the system reports for the same cores they are left out.
	 */
	const struct capture_cache *by_hand;
	size_t by_hand_count;
	unsigned rules; /* the version of the rules: T4's upper bound, T5 and T6 came with version 3 */
	bool log;       /* keep every trial in its order too */
	/* A file of another tool (foreign.h): its format's name, or NULL where it is recognised; what the
	 * file lacks, 0 where it is not given. */
	const char *from;
	double clock_ghz, first_level_ns;
	uint64_t line_bytes;
};

/* Reads a capture, or a curve, from `stream`; `name` is used in faults. Returns 0, or -1 with the fault; free
 * with trials_free either way. */
int trials_read(struct trials *trials, FILE *stream, const char *name, const struct trials_options *options,
                struct fault *fault);
void trials_free(struct trials *trials);

/* The reported caches that apply to the capture: those of the group of cores it asked for, and those of no
 * group; by rising size. Writes at most `capacity` and returns how many. */
size_t trials_reported(const struct trials *trials, struct capture_cache *caches, size_t capacity);

/* Whether the sweep's memory lay in huge pages throughout, in every round, as the header tells. */
bool trials_huge(const struct trials *trials);

/* The whole number in the first header line with that key; 0 where there is none, or one above `most`. */
double trials_number(const struct trials *trials, const char *key, uint64_t most);

/* The value of the first header line with that key, or NULL. */
const char *trials_header(const struct trials *trials, const char *key);

#endif
