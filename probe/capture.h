/* The capture's format, version 1: the file that the probe writes and reduce reads.
 *
 * A capture is UTF-8 text: header lines `# key: value`, one CSV table with a row a trial in the order they
 * ran, and a last line `# end: complete` or `# end: interrupted`. This header is the one place where its keys
 * and columns are named: writers and readers walk the tables below. */
#ifndef CACHESTAIR_CAPTURE_H
#define CACHESTAIR_CAPTURE_H

#include "fault.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CAPTURE_VERSION 1

/* ---- the table ---- */

enum capture_column {
	CAPTURE_EXPERIMENT, /* a capture_experiment, by name */
	CAPTURE_TRIAL,
	CAPTURE_ROUND,      /* from 1 */
	CAPTURE_STARTED_NS, /* since the probe began */
	CAPTURE_SIZE_BYTES,
	CAPTURE_STRIDE_BYTES,
	CAPTURE_ORDER,          /* a capture_order, by name */
	CAPTURE_DISTANCE_BYTES, /* adjacency: d */
	CAPTURE_SITES,          /* adjacency: number of pairs */
	CAPTURE_COMPETITORS,
	CAPTURE_COMPETITOR_BYTES,
	CAPTURE_LOADS, /* dependent loads in the block; a pair counts two */
	CAPTURE_ELAPSED_NS,
	CAPTURE_CPU_TIME_NS,
	CAPTURE_CPU_BEFORE,
	CAPTURE_CPU_AFTER,
	CAPTURE_SWITCHES,
	CAPTURE_FAULTS,
	CAPTURE_CYCLES,
	CAPTURE_INSTRUCTIONS,
	CAPTURE_LEVEL_CYCLES_0,
	CAPTURE_LEVEL_CYCLES_1,
	CAPTURE_LEVEL_CYCLES_2,
	CAPTURE_ADDS,
	CAPTURE_ADDS_BEFORE_NS,
	CAPTURE_ADDS_AFTER_NS,
	CAPTURE_PRINT_LOADS,
	CAPTURE_PRINT_BEFORE_NS,
	CAPTURE_PRINT_AFTER_NS,
	CAPTURE_COMPETITOR_MODE, /* a capture_mode, by name; empty where there are none */
	CAPTURE_CONTROL,         /* control: a capture_control, by name */
	CAPTURE_DIT,             /* control: 1 with the processor's DIT bit set, 0 with it cleared; empty
	                          * where there is none */
	CAPTURE_NODES,           /* of the cycle; always odd (see below) */
	CAPTURE_PAGE_BYTES,      /* translation: the page that has one node; the same in the dense rows */
	CAPTURE_PRIORITY_BEFORE, /* macOS: the thread's priority (pth_priority of thread_info) */
	CAPTURE_PRIORITY_AFTER,
	CAPTURE_COLUMNS
};

/* Nodes and sizes. The loop of the chase is unrolled CHASE_UNROLL times, a power of two. A cycle whose number
 * of nodes has a factor in common with it would show each of its load instructions few addresses only, which
 * some processors predict. So every cycle has an odd number of nodes: size_bytes / stride_bytes rounded down,
 * less one where that is even. size_bytes stays the size that was asked for, so that grids keep their powers
 * of two; the true working set is nodes * stride_bytes, less than two strides below it. Of the adjacency grid
 * the same holds for `sites`. Captures without the column `nodes` used all size_bytes / stride_bytes.
 *
 * Words. A pair reads a landing, which holds the address of the next one, and a second word. Where the header
 * says `adjacency_words: own`, every word of the grid's memory holds a value of its own, never a pointer, and
 * another one in each round; a second word is a landing's in less than one pair of a hundred. Without that
 * line most second words are 0: the memory was zeroed, and holds what earlier rounds left there.
 *
 * Optional columns. A capture may lack any column but those that its experiments need; older captures lack
 * the last six. A reader that knows no experiment `control` or `translation` can pass over their rows. */

enum capture_experiment {
	CAPTURE_SWEEP,     /* one block of the chase */
	CAPTURE_ADJACENCY, /* one block of pairs */
	CAPTURE_TIMER,     /* elapsed_ns is one gap between two different readings of the clock */
	/* What one competitor did beside the trial of the same number: size_bytes is its own working set,
	 * loads and elapsed_ns its own count over its own time, the cpu and print columns its own. One row a
	 * competitor, right after the trial. */
	CAPTURE_COMPETITOR,
	/* One block that checks the machine and not its caches. Round 1 is before everything else, round 2
	 * after it; each kind has three rows or more in each. */
	CAPTURE_CONTROLS,
	/* One block of a chase over `nodes` nodes, size_bytes = nodes * stride_bytes exactly. stride_bytes =
	 * page_bytes: the page chase, one node a page, at a random line of it. stride_bytes = line_bytes: the
	 * dense chase of as many nodes, in the same round. Both in one random cycle, on pages that are dealt
	 * anew in each round. */
	CAPTURE_TRANSLATION,
	CAPTURE_EXPERIMENTS
};

/* The kinds of a control. Each row has cpu_before, cpu_after and, on macOS, the priorities (Q5). The kinds
 * from CAPTURE_SITE to CAPTURE_OFFSET come twice where the processor has a DIT bit. */
enum capture_control {
	/* Q1: `adds` adds are the block. elapsed_ns and cycles are theirs; loads and size_bytes are 0. */
	CAPTURE_CLOCK,
	/* Q2: a chase of exactly CHASE_UNROLL nodes (the header's `unroll`), the only even cycle, and of one
	 * node more. */
	CAPTURE_SITE,
	CAPTURE_SITE_MORE,
	/* Q3: pairs at one footprint (size_bytes, sites, distance_bytes; two loads a pair): every second word
	 * is 0; every second word has a value of its own. */
	CAPTURE_WORDS_SAME,
	CAPTURE_WORDS_OWN,
	/* Q4: a chase of pointers; the same cycle with each node holding the next one's distance from the
	 * base. Sizes: in the first level, and twice and eight times the largest reported cache (or what a
	 * quarter of memory and CONTROL_BYTES allow). */
	CAPTURE_POINTER,
	CAPTURE_OFFSET,
	/* Q5: a chase in the first level, long enough for a scheduler to move it. */
	CAPTURE_PLACE,
	CAPTURE_CONTROL_KINDS
};

enum capture_order { CAPTURE_RANDOM, CAPTURE_PAGE, CAPTURE_ORDERS };
enum capture_mode { CAPTURE_CHASE, CAPTURE_STREAM, CAPTURE_MODES };

/* What the values of these three are called. */
extern const char *const capture_experiment_names[CAPTURE_EXPERIMENTS];
extern const char *const capture_order_names[CAPTURE_ORDERS];
extern const char *const capture_mode_names[CAPTURE_MODES];

enum capture_kind { CAPTURE_INTEGER, CAPTURE_NAME };

/* One row a column, in the order in which the probe writes them. */
struct capture_column_row {
	const char *name;
	enum capture_kind kind;
	const char *const *names; /* CAPTURE_NAME: what the values are called */
	uint64_t maximum;         /* largest value that is no fault; of a name, how many there are less one */
};
extern const struct capture_column_row capture_columns[CAPTURE_COLUMNS];

/* A row of the table. value[c] holds column c (a name as its number) where bit c of `present` is set; else
 * the field is empty and value[c] is 0. */
struct capture_row {
	uint64_t value[CAPTURE_COLUMNS];
	uint64_t present;
};

static inline void capture_row_set(struct capture_row *row, enum capture_column column, uint64_t value)
{
	row->value[column] = value;
	row->present |= UINT64_C(1) << column;
}

/* The same for what can be unknown: below 0 it is, and the field stays empty. */
static inline void capture_row_set_known(struct capture_row *row, enum capture_column column, int64_t value)
{
	if (value >= 0)
		capture_row_set(row, column, (uint64_t)value);
}

static inline bool capture_row_has(const struct capture_row *row, enum capture_column column)
{
	return (row->present >> column & 1) != 0;
}

/* ---- the header ---- */

/* The keys. One line each but for `cache`, `plan` and `note`, which repeat. A key with nothing to say is left
 * out. */
#define CAPTURE_KEY_VERSION "cachestair_capture" /* first line: the format's version */
#define CAPTURE_KEY_PROBE "probe" /* the probe's version; "synthetic" stands here for a made one */
/* What made it and from what; its presence marks a made capture. */
#define CAPTURE_KEY_SYNTHETIC "synthetic"
#define CAPTURE_KEY_BEGAN "began" /* 2026-01-31T12:00:00Z */
#define CAPTURE_KEY_COMMAND "command"
#define CAPTURE_KEY_LABEL "label" /* what a person calls it */
#define CAPTURE_KEY_MACHINE "machine"
#define CAPTURE_KEY_PROCESSOR "processor"
#define CAPTURE_KEY_SYSTEM "system"
#define CAPTURE_KEY_CPUS "logical_processors"
#define CAPTURE_KEY_MEMORY "memory_bytes"
#define CAPTURE_KEY_PAGE "page_bytes"
#define CAPTURE_KEY_LINE "line_bytes"
#define CAPTURE_KEY_STRIDE "stride_bytes"
#define CAPTURE_KEY_TIMER "timer"                 /* which clock */
#define CAPTURE_KEY_TIMER_NOMINAL "timer_nominal" /* nanoseconds a tick as a fraction: 1/1, 125/3 */
#define CAPTURE_KEY_ASKED_COARSEN "asked_coarsen_ns"
#define CAPTURE_KEY_ASKED_CPU "asked_cpu"
#define CAPTURE_KEY_GOT_CPU "got_cpu" /* a number, or "not pinned" */
#define CAPTURE_KEY_ASKED_QOS "asked_qos"
#define CAPTURE_KEY_GOT_QOS "got_qos"
#define CAPTURE_KEY_ASKED_CORES "asked_cores" /* the group whose reported caches apply (`cores=` below) */
#define CAPTURE_KEY_ASKED_TIER "asked_tier"   /* the tier that a person means, for F1 */
#define CAPTURE_KEY_ASKED_BUSY "asked_busy"   /* busy loops beside the chase */
#define CAPTURE_KEY_ASKED_PAGES "asked_pages" /* default or huge */
#define CAPTURE_KEY_GOT_PAGES "got_pages"     /* what the system says it gave */
#define CAPTURE_KEY_ORDER "order"             /* random, page, or both */
#define CAPTURE_KEY_COMPETITORS "competitors" /* e.g. 3 stream 64 MiB; 1 chase 1 MiB, 1 chase 4 MiB */
#define CAPTURE_KEY_COUNTERS "counters"       /* which counters the system gave, or why none */
#define CAPTURE_KEY_SEED "seed"
/* level=1 type=data bytes=49152 shared=2 cores=Efficiency: what the system reports of one cache that the
 * chase can use. Pairs key=value parted by spaces, no space inside a value (an underscore stands for it).
 * `type` is data or unified; `shared` (how many processors) and `cores` (a group's name) can be missing. */
#define CAPTURE_KEY_CACHE "cache"
/* One line an experiment and pass; pairs key=value parted by spaces behind its name:
 *
 *   sweep sizes=61 lowest=8192 highest=268435456 rounds=5 trials=3 target_ms=50 laps=4 order=random
 * page_bytes=0 competitors=0 competitor_bytes=0 quick=0
 *
 * is one line, as is each that follows. One line an order and company; page_bytes is 0 in random order. A
 * site of the grid stands in each pitch_bytes of memory. dit=1: the processor has the bit.
 *
 *   adjacency footprints=16 lowest=8192 highest=268435456 distances=12 nearest=8 farthest=256 pitch_bytes=512
 *   rounds=5 target_us=23828
 *
 *   fingerprint bytes=81856 loads=16384 adds=131072
 *
 *   control trials=3 target_us=10000 dit=0
 *
 *   translation counts=53 fewest=7 most=65535 rounds=5 target_us=3000 page_bytes=4096 line_bytes=64 */
#define CAPTURE_KEY_PLAN "plan"
/* own: see "Words" above. Missing: constant words. */
#define CAPTURE_KEY_WORDS "adjacency_words"
#define CAPTURE_KEY_UNROLL "unroll" /* CHASE_UNROLL: loads a turn of the timed loop */
/* One line a cluster, where the system tells (macOS, the device tree): number=0 type=E processors=0,1,2,3.
 * The type is the device tree's own letter or word, `processors` are numbers of the columns cpu_before and
 * cpu_after. */
#define CAPTURE_KEY_CLUSTER "cluster"
/* The state before the first trial and after the last, as pairs: when=before low_power=0 power=ac
 * thermal=nominal memory_pressure=normal free_percent=71 load=1.25 translated=0 virtual=0. Each is left out
 * where the system does not tell. power: ac or battery. thermal: nominal, or the speed limit in per cent.
 * memory_pressure: normal, warning or critical. load: of one minute. translated: by Rosetta. virtual: inside
 * a virtual machine. The line of `after` follows the rows. */
#define CAPTURE_KEY_STATE "state"
/* The pages of one round, a line among the rows, before the round's first; a second one after its last where
 * that changed meanwhile (the system can join small pages to huge ones later): experiment=sweep round=1
 * page_bytes=4096 huge_page_bytes=2097152 huge_bytes=0 bytes=1073741824. huge_bytes of bytes lie in huge
 * pages; huge_page_bytes and huge_bytes are left out where the system does not tell. */
#define CAPTURE_KEY_ROUND_PAGES "round_pages"
/* bytes=1073741824 by=cgroup2: what a control group (cgroup1, cgroup2), its own or a parent's, allows. */
#define CAPTURE_KEY_MEMORY_LIMIT "memory_limit"
/* processors=1.50 quota_us=150000 period_us=100000 by=cgroup2: what a control group allows of the processors.
 */
#define CAPTURE_KEY_CPU_QUOTA "cpu_quota"
#define CAPTURE_KEY_NOTE "note" /* anything else that a reader should know */
#define CAPTURE_KEY_END "end"   /* last line: complete or interrupted */

/* Writes `# key: value` and a newline. Line breaks and control bytes in the value become spaces. As
 * of the next two, an error is the stream's (ferror). */
void capture_write_header(FILE *stream, const char *key, const char *value);

/* Writes the line of column names, or one row; empty fields where the row has no value. */
void capture_write_columns(FILE *stream);
void capture_write_row(FILE *stream, const struct capture_row *row);

#endif
