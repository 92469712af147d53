/* What will be measured: sizes, rounds, orders, company, block lengths, all worked out before anything is
 * timed. */
#ifndef CACHESTAIR_PLAN_H
#define CACHESTAIR_PLAN_H

#include "capture.h"
#include "fault.h"
#include "settings.h"
#include "system.h"

enum {
	PLAN_SIZES = 4096,
	PLAN_LEVELS = 4, /* levels of reported caches that get dense sizes */
	PLAN_FOOTPRINTS = 40,
	PLAN_DISTANCES = 16,
	PLAN_COMPANIES = 1 + SETTINGS_PRIVATE,
	PLAN_REACHES = 64,
	PLAN_CONTROLS = 3,
	PLAN_CONTROL_TRIALS = 3
};

/* The grid's slots are wider than lines, so that its memory is several times its footprint. It ends at this
 * much memory, or at a quarter of the machine's: a footprint of 256 MiB on either ruler of the usual lines.
 */
#define PLAN_GRID_BYTES (UINT64_C(2) << 30)

/* The translation ends at so many pages, or at a quarter of memory; the controls' memory at so many bytes, or
 * at a quarter of memory. */
#define PLAN_REACH_PAGES (UINT64_C(64) << 10)
#define PLAN_REACH_BYTES (UINT64_C(2) << 30)
#define PLAN_CONTROL_BYTES (UINT64_C(512) << 20)

/* The threads that run beside the chase; none of them: alone. */
struct plan_company {
	uint64_t competitors, bytes;
	enum capture_mode mode;
};

struct plan {
	const struct settings *settings; /* borrowed, as the next: both live as long as the plan */
	const struct system_description *machine;

	uint64_t sizes[PLAN_SIZES]; /* of the sweep, ascending, whole nodes */
	size_t size_count;          /* 0: no sweep */
	uint64_t stride_bytes, page_bytes;
	enum capture_order orders[CAPTURE_ORDERS];
	size_t order_count;
	struct plan_company companies[PLAN_COMPANIES]; /* measured in turn at each size; the first is alone */
	size_t company_count;
	/* How many were asked for, where there are fewer processors for them, else 0. */
	uint64_t competitors_asked;

	uint64_t target_ns;   /* of a block */
	uint64_t least_loads; /* of a block */
	uint64_t most_loads;  /* of a block or a warm-up */
	uint64_t warm_least_loads;
	/* A warm-up ends after warm_limit_ns, or after warm_whole_ns for sets up to displace_above bytes,
	 * that the caches could hold in good part and that are walked whole if that can be had. 0: it never
	 * ends early. */
	uint64_t warm_limit_ns, warm_whole_ns;
	/* Where a warm-up is bounded in time, sets above displace_above bytes are not warmed whole. What
	 * building left of them in the caches would be met again, so the caches are first filled with this
	 * much other memory. */
	uint64_t displace_above, displace_bytes;

	uint64_t footprints[PLAN_FOOTPRINTS]; /* of the adjacency grid: sites times line, ascending */
	size_t footprint_count;               /* 0: no grid */
	uint64_t distances[PLAN_DISTANCES];
	size_t distance_count;
	uint64_t line_bytes, pitch_bytes; /* a site's share of the footprint, and of the memory */
	uint64_t grid_target_ns;          /* of a block, and of the warm-up before it at most */

	uint64_t reach_nodes[PLAN_REACHES]; /* of the translation: numbers of nodes, ascending, odd */
	size_t reach_count;                 /* 0: no translation */
	uint64_t reach_page_bytes, reach_target_ns;

	bool control_dit;
	uint64_t control_target_ns;            /* of a block */
	uint64_t control_sizes[PLAN_CONTROLS]; /* of the chases of pointers and offsets, ascending */
	size_t control_size_count;
	uint64_t control_pair_bytes, control_pitch_bytes; /* the footprint of the pairs, and their slots */
	uint64_t control_bytes;                           /* of the memory that holds the largest */

	uint64_t print_nodes, print_loads, adds;
	uint64_t sweep_bytes, grid_bytes; /* of the buffers that hold the largest set of each; 0: none */
};

/* Works the plan out for a machine: defaults filled, sizes rounded down to whole nodes, sorted, each once.
 * Returns 0, or -1 with a usage fault: a minimum below one line, a part or the whole beyond memory, too many
 * sizes. */
int plan_make(struct plan *plan, const struct settings *settings, const struct system_description *machine,
              struct fault *fault);

/* What is held while the sweep and the grid are measured, and of that the memory that displaces (0: none). */
uint64_t plan_held_bytes(const struct plan *plan);
uint64_t plan_displaced_bytes(const struct plan *plan);

/* The largest odd number up to `count` (at least 1): how many nodes a cycle has where there is room for
 * `count`, so that it has no factor in common with CHASE_UNROLL (see capture.h). */
uint64_t plan_odd(uint64_t count);

/* Nodes of a size of the sweep or of a competitor, sites of a footprint; odd. */
uint64_t plan_nodes(const struct plan *plan, uint64_t size_bytes);
uint64_t plan_sites(const struct plan *plan, uint64_t footprint_bytes);

/* Loads of one block of the sweep: what fills target_ns at the measured pace (picoseconds a load), within the
 * plan's limits, and unless the plan is quick at least `laps` traversals of `nodes`. Loads that fill a
 * target of one's own. Multiples of CHASE_UNROLL. */
uint64_t plan_block_loads(const struct plan *plan, uint64_t pace_ps, uint64_t nodes);
uint64_t plan_loads_within(const struct plan *plan, uint64_t target_ns, uint64_t pace_ps);

/* Loads of the warm-up of `nodes`: the plan's laps, of more than 131,072 nodes as many loads as of those, but
 * one lap at least. (A cycle just grown, on a guest with 1 MiB of L2: up to 4 MiB the first laps take 1.1 to
 * 2 times as long as later ones, the fourth at most 1.14; from 6 MiB on the first lap takes what later ones
 * take, within 6 per cent: medians of five rounds.) */
uint64_t plan_warm_loads(const struct plan *plan, uint64_t nodes);

/* The seed of a round of the sweep in one order, or of the grid (order CAPTURE_ORDERS). */
uint64_t plan_round_seed(const struct plan *plan, uint64_t round, unsigned order);

/* Fills order[0 .. count - 1] with 0 .. count - 1 in the round's own random order (Fisher and Yates). */
void plan_shuffle(uint64_t seed, size_t *order, size_t count);

#endif
