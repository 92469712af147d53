/* The seam behind which each operating system stands: system_linux.c, system_macos.c, and system.c for what
 * they share. Everything that the probe asks of a system goes through here; no other file holds an #ifdef for
 * one.
 *
 * What a system cannot do it says: system_lacks gives the reason, and the command line refuses the option
 * with it. What a system was asked and what it gave are two things, and both are recorded. What it does not
 * know is absent (a bit that is not set, an empty text), never a made-up value. */
#ifndef CACHESTAIR_SYSTEM_H
#define CACHESTAIR_SYSTEM_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SYSTEM_CLUSTERS = 16,
	SYSTEM_TEXT = 160,
	SYSTEM_CACHES = 24,
	SYSTEM_OTHERS = 256,
	SYSTEM_LEVELS = 3,
	SYSTEM_NOTE = 320
};

/* ---- what it can do at all ---- */

enum system_feature {
	SYSTEM_PINNING,   /* --cpu: a thread can be held on one processor */
	SYSTEM_QOS,       /* --qos: quality-of-service classes */
	SYSTEM_HUGE_PAGES /* --huge: larger pages on request */
};

/* NULL where the system has the feature; else why not, as a clause that follows the option's name: "cannot be
 * had on Linux, which has no quality-of-service classes". */
const char *system_lacks(enum system_feature feature);

/* ---- where the chase runs ---- */

enum system_qos {
	SYSTEM_QOS_UNASKED,
	SYSTEM_QOS_BACKGROUND,
	SYSTEM_QOS_UTILITY,
	SYSTEM_QOS_DEFAULT,
	SYSTEM_QOS_USERINITIATED,
	SYSTEM_QOS_INTERACTIVE,
	SYSTEM_QOS_COUNT
};
/* The words of --qos, by enum system_qos; "" for unasked. */
extern const char *const system_qos_names[SYSTEM_QOS_COUNT];

enum system_cpu_choice {
	SYSTEM_CPU_FIRST, /* unasked: the first allowed processor where the system can pin, else as ANY */
	SYSTEM_CPU_ANY,   /* asked not to pin */
	SYSTEM_CPU_NUMBER /* asked for one */
};

struct system_steering { /* what was asked */
	enum system_cpu_choice choice;
	uint64_t cpu; /* of SYSTEM_CPU_NUMBER */
	enum system_qos qos;
};

struct system_steered {        /* what was got */
	char cpu[SYSTEM_TEXT]; /* a number, or "not pinned" */
	char qos[SYSTEM_TEXT]; /* a word of system_qos_names, or what else the system says; "" where it has
	                          none */
	/* Processors for competitors, best first (another core before a sibling thread); none where the
	 * system cannot pin. */
	uint32_t others[SYSTEM_OTHERS];
	size_t other_count;
	bool pinned;
	/* Where the system took what was asked and yet says something else: one sentence for the person and
	 * for the capture (a note); else "". */
	char note[SYSTEM_NOTE];
};

/* Steers the calling thread, the chase's, and reads back what the system made of it. Call it once, before
 * threads are started. Returns 0, or -1 with a fault: a processor that is not there or not allowed (usage), a
 * call that failed. */
int system_steer(const struct system_steering *asked, struct system_steered *got, struct fault *fault);

/* Steers the calling thread, competitor number `index` (from 0): onto others[index % other_count] where the
 * system pins, else into the same class as the chase. Returns 0, or -1 with a fault; where the system pins
 * and there is no other processor that is one. */
int system_steer_beside(const struct system_steering *asked, const struct system_steered *got, size_t index,
                        struct fault *fault);

/* ---- what the machine says of itself ---- */

struct system_cache {
	unsigned level;
	const char *type; /* data or unified: only caches that the chase can use */
	uint64_t bytes;
	uint64_t shared;         /* processors that share it; 0 unknown */
	char cores[SYSTEM_TEXT]; /* the group's name without spaces; "" where there is one group */
};

/* Processors that share a cache and a clock. */
struct system_cluster {
	char type[16];   /* the system's own letter or word */
	uint32_t number; /* the system's own */
	uint64_t
	    processors; /* bit n: processor n, of the numbers that system_cpu gives (64 and above are lost) */
};

struct system_description {
	char machine[SYSTEM_TEXT], processor[SYSTEM_TEXT], system[SYSTEM_TEXT]; /* "" unknown */
	uint64_t cpus;         /* logical processors of the machine */
	uint64_t memory_bytes; /* what this process may use at most: the machine's, or a container's limit */
	uint64_t page_bytes, line_bytes;
	char cores[SYSTEM_TEXT]; /* the group of cores whose reported caches apply; "" where there is one
	                            group */
	struct system_cache caches[SYSTEM_CACHES];
	size_t cache_count;
	struct system_cluster clusters[SYSTEM_CLUSTERS];
	size_t cluster_count; /* 0: not told */
	uint64_t beside;      /* processors for competitors, of the chase's own kind where kinds are known */
	uint64_t cluster_cores; /* how many of these and the chase's share the largest cache of a cluster; 0
	                           unknown */
	bool unreported_cache;  /* there is one behind the reported ones, as on all Apple silicon */
	bool translated;        /* this program is, by Rosetta: it measures the translator too */
	char memory_limit[SYSTEM_TEXT], cpu_quota[SYSTEM_TEXT]; /* of control groups, as capture.h has them */
	const char *timer;                                      /* which clock */
	uint64_t tick_numerator, tick_denominator;              /* nanoseconds a tick */
	char note[SYSTEM_NOTE]; /* what makes the machine another than it seems (a translator), as above; else
	                           "" */
};

/* Fills the description; the caches are those of the processor that was steered to, or of every group of
 * cores with the group's name. Call after system_steer. Returns 0, or -1 with a fault where not even the page
 * is known. */
int system_describe(const struct system_steered *steered, struct system_description *description,
                    struct fault *fault);

/* What can disturb a measurement, as pairs (see CAPTURE_KEY_STATE, without `when`); "" where nothing is told.
 */
void system_state(char text[SYSTEM_NOTE]);

/* Adds a pair, by a printf format; nothing where the value comes out empty. Adds the load of one minute. */
void system_state_add(char text[SYSTEM_NOTE], const char *key, const char *format, ...) FAULT_PRINTF(3, 4);
void system_state_add_load(char text[SYSTEM_NOTE]);

/* The largest reported cache that the steered thread can use (its group's, or of all where that is unknown):
 * of one level, or of all levels (0). 0 unknown. */
uint64_t system_cache_bytes(const struct system_description *description, unsigned level);

/* ---- the clock ---- */

/* The finest steady clock, in its own ticks. Subtract first, then convert. */
uint64_t system_ticks(void);

/* A difference of ticks in whole nanoseconds, rounded down, without overflow. */
uint64_t system_ticks_ns(const struct system_description *description, uint64_t ticks);

/* ---- what happened to the calling thread ---- */

enum { SYSTEM_HAS_CPU_TIME = 1, SYSTEM_HAS_SWITCHES = 2, SYSTEM_HAS_FAULTS = 4 };

struct system_usage {
	uint64_t cpu_time_ns; /* processor time of this thread */
	uint64_t switches;    /* context switches, voluntary or not */
	uint64_t faults;      /* page faults */
	unsigned present;     /* SYSTEM_HAS_... */
};

/* Reads the calling thread's account. `alone`: no other thread of this process is running, so that numbers of
 * the whole process are this thread's; where they are all there is and `alone` is false they are left out. */
void system_usage_read(struct system_usage *usage, bool alone);

/* The processor that the calling thread runs on, or -1 where the system does not tell. */
int64_t system_cpu(void);

/* The calling thread's priority as the scheduler has it (macOS), or -1 where the system does not tell or has
 * no such number. */
int64_t system_priority(void);

/* Whether the processor has the bit that turns predictors of values and addresses off (FEAT_DIT), and setting
 * it for the calling thread; without it that does nothing. */
bool system_has_dit(void);
void system_set_dit(bool on);

/* ---- counters of the calling thread, where an ordinary user gets them ---- */

enum {
	SYSTEM_HAS_CYCLES = 1,
	SYSTEM_HAS_INSTRUCTIONS = 2,
	SYSTEM_HAS_LEVELS = 4 /* level_cycles[0 .. levels - 1] */
};

struct system_counters { /* a source; its fields belong to system_*.c, but for `present` and `levels` */
	int handles[2];
	unsigned present;
	size_t levels;
};

struct system_counts {
	uint64_t cycles, instructions;
	uint64_t level_cycles[SYSTEM_LEVELS]; /* by performance level, 0 the fastest */
};

/* Opens what there is for the calling thread; `text` says what, or why nothing ("none: ..."). Always usable
 * after: `present` is 0 where there is nothing. */
void system_counters_open(struct system_counters *counters, char text[SYSTEM_TEXT]);
/* Reads running totals. Returns false where a read failed: the trial's fields stay empty then. */
bool system_counters_read(const struct system_counters *counters, struct system_counts *counts);
void system_counters_close(struct system_counters *counters);

/* ---- memory ---- */

struct system_memory {
	char *base; /* aligned to a huge page where those were asked for, else to a page */
	uint64_t bytes;
	void *mapping; /* what was mapped, for unmapping */
	uint64_t mapped_bytes;
	bool told; /* for the caller: its pages were recorded, and so many bytes of them were huge */
	uint64_t huge_bytes;
};

/* Maps `bytes` of private memory, asking for huge pages (only of a system that has them) or for the default.
 * Nothing is written yet. Returns 0, or -1 with a fault. */
int system_memory_map(struct system_memory *memory, uint64_t bytes, bool huge, struct fault *fault);

/* After every page was written: what pages the system really gave, in words ("4 KiB", "2 MiB for 256 MiB of
 * 256 MiB"); "" where it does not tell. */
void system_memory_got(const struct system_memory *memory, char text[SYSTEM_TEXT]);

/* How much of the memory lies in huge pages now. False where the system does not tell. */
bool system_memory_huge(const struct system_memory *memory, uint64_t *huge_bytes);

/* The size of a huge page; 0 where the system has none on request. */
uint64_t system_huge_page_bytes(void);

void system_memory_unmap(struct system_memory *memory);

#endif
