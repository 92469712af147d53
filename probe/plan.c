/* Where the plan of a capture is worked out. */
#include "plan.h"
#include "chase.h"
#include "cycle.h"
#include "number.h"

#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (KIB * 1024)
#define GIB (MIB * 1024)
#define MS UINT64_C(1000000)

enum {
	PLAN_QUICK_LOADS = 10000, /* of a block that is bounded in time, at least */
	PLAN_WARM_NODES =
	    131072 /* of the largest set that is warmed by all laps: 8 MiB in lines of 64 bytes */
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* ---- sizes ---- */

/* The n-th root of 2, 1 <= n <= 64, by Newton's iteration. Only additions, multiplications and divisions, so
 * that the sizes are the same everywhere. */
static double root_of_two(uint64_t n)
{
	double root = 1;
	for (int step = 0; step < 60; step++) {
		double power = 1;
		for (uint64_t i = 1; i < n; i++)
			power *= root;
		root += (2 / power - root) / (double)n;
	}
	return root;
}

static int plan_add_size(struct plan *plan, uint64_t bytes)
{
	size_t at = plan->size_count;
	bytes -= bytes % plan->stride_bytes;
	while (at > 0 && plan->sizes[at - 1] > bytes)
		at--;
	if (bytes == 0 || (at > 0 && plan->sizes[at - 1] == bytes))
		return 0;
	if (plan->size_count == PLAN_SIZES)
		return -1;
	memmove(plan->sizes + at + 1, plan->sizes + at, (plan->size_count - at) * sizeof plan->sizes[0]);
	plan->sizes[at] = bytes;
	plan->size_count++;
	return 0;
}

/* Adds `per_octave` sizes in each doubling from low to high, both ends included, rounded down to whole nodes,
 * kept ascending and each once. Size k is low * 2^(k / per_octave). Returns 0, or -1 where there are more
 * than PLAN_SIZES. */
static int plan_add_range(struct plan *plan, uint64_t low_bytes, uint64_t high_bytes, uint64_t per_octave)
{
	double root = root_of_two(per_octave);
	for (uint64_t octave = low_bytes; octave <= high_bytes; octave *= 2) {
		double factor = 1;
		for (uint64_t k = 0; k < per_octave; k++, factor *= root) {
			uint64_t bytes = (uint64_t)((double)octave * factor);
			if (bytes <= high_bytes && plan_add_size(plan, bytes) != 0)
				return -1;
		}
	}
	return plan_add_size(plan, high_bytes);
}

uint64_t plan_odd(uint64_t count)
{
	return count > 1 && count % 2 == 0 ? count - 1 : count;
}

uint64_t plan_nodes(const struct plan *plan, uint64_t size_bytes)
{
	return plan_odd(size_bytes / plan->stride_bytes);
}

uint64_t plan_sites(const struct plan *plan, uint64_t footprint_bytes)
{
	return plan_odd(footprint_bytes / plan->line_bytes);
}

/* A share of the memory, or `most` where that is less. */
static uint64_t memory_share(const struct plan *plan, uint64_t share, uint64_t most)
{
	return smaller(plan->machine->memory_bytes / share, most);
}

/* What the plan may map: half of the memory by default, all but an eighth where a person asks for it by name.
 * Of little memory the program itself is a part worth counting. */
static uint64_t memory_asked(const struct plan *plan)
{
	return plan->machine->memory_bytes - plan->machine->memory_bytes / 8 - memory_share(plan, 8, 8 * MIB);
}

/* What all of it may come to, with the parts that nobody asks for. */
static uint64_t memory_together(const struct plan *plan)
{
	return plan->machine->memory_bytes - plan->machine->memory_bytes / 16 -
	       memory_share(plan, 16, 4 * MIB);
}

static uint64_t default_maximum(const struct plan *plan)
{
	uint64_t caches = 8 * system_cache_bytes(plan->machine, 0);
	return memory_share(plan, 2, smaller(larger(caches, 256 * MIB), GIB));
}

static const char *memory_whose(const struct plan *plan)
{
	return plan->machine->memory_limit[0] != '\0' ? "the memory that a control group allows"
	                                              : "this machine's memory";
}

static int check_size(const char *option, uint64_t bytes, const struct plan *plan, struct fault *fault)
{
	char size[SIZE_TEXT], limit[SIZE_TEXT];
	if (bytes < plan->stride_bytes) {
		fault_usage(fault, option, "%s is below one node", size_format(bytes, size));
		return fault_expect(fault, "at least the stride of %s",
		                    size_format(plan->stride_bytes, limit));
	}
	if (bytes > memory_asked(plan)) {
		fault_usage(fault, option, "%s is beyond %s", size_format(bytes, size), memory_whose(plan));
		return fault_expect(fault, "at most %s", size_format(memory_asked(plan) / MIB * MIB, limit));
	}
	return 0;
}

static int plan_sweep_sizes(struct plan *plan, uint64_t low, uint64_t high, struct fault *fault)
{
	bool full = plan_add_range(plan, low, high, plan->settings->per_octave) != 0;
	for (size_t i = 0; i < plan->settings->range_count; i++) {
		const struct settings_range *range = &plan->settings->ranges[i];
		if (check_size("--refine", range->low_bytes, plan, fault) != 0 ||
		    check_size("--refine", range->high_bytes, plan, fault) != 0)
			return -1;
		full =
		    full || plan_add_range(plan, range->low_bytes, range->high_bytes, range->per_octave) != 0;
	}
	return full ? fault_usage(fault, "--per-octave", "gives more than %d sizes", PLAN_SIZES) : 0;
}

/* Sizes where an edge is claimed: eight an octave up to four times the largest reported cache (16 MiB where
 * none is), sixteen from 0.7 to 1.25 of each reported size. */
static int plan_dense_sizes(struct plan *plan, uint64_t low, uint64_t high)
{
	uint64_t largest = system_cache_bytes(plan->machine, 0);
	uint64_t top = 4 * (largest != 0 ? largest : 4 * MIB);
	int full = plan_add_range(plan, low, smaller(top, high), 8);
	for (unsigned level = 1; full == 0 && level <= PLAN_LEVELS; level++) {
		uint64_t bytes = system_cache_bytes(plan->machine, level);
		uint64_t from = larger(bytes / 10 * 7, low), to = smaller(bytes / 4 * 5, high);
		if (bytes != 0 && from < to)
			full = plan_add_range(plan, from, to, 16);
	}
	return full;
}

static void plan_companies(struct plan *plan)
{
	uint64_t competitors = plan->settings->competitors, beside = plan->machine->beside;
	plan->company_count = 1;
	if (competitors > beside && beside > 0) {
		plan->competitors_asked = competitors;
		competitors = beside;
	}
	if (competitors > 0) {
		plan->companies[1] = (struct plan_company){competitors, plan->settings->competitor_bytes,
		                                           plan->settings->competitor_mode};
		plan->company_count = 2;
	}
	for (size_t i = 0; i < plan->settings->private_count; i++)
		plan->companies[plan->company_count++] =
		    (struct plan_company){1, plan->settings->private_bytes[i], CAPTURE_CHASE};
}

static uint64_t company_bytes(const struct plan *plan)
{
	uint64_t all = 0;
	for (size_t i = 1; i < plan->company_count; i++)
		all = larger(all, plan->companies[i].competitors * plan->companies[i].bytes);
	return all;
}

static int check_companies(const struct plan *plan, struct fault *fault)
{
	const char *option = plan->settings->private_count > 0 ? "--private-test" : "--competitor-size";
	for (size_t i = 1; i < plan->company_count; i++)
		if (check_size(option, plan->companies[i].bytes, plan, fault) != 0)
			return -1;
	if (plan->company_count > 1 && plan->machine->beside == 0)
		return fault_set(fault, NULL,
		                 "a competitor needs a second processor of the same kind, and there is none");
	if (company_bytes(plan) > memory_asked(plan))
		return fault_usage(fault, "--competitors", "need more memory together than %s",
		                   memory_whose(plan));
	return 0;
}

/* ---- blocks ---- */

static void plan_blocks(struct plan *plan)
{
	uint64_t largest_cache = system_cache_bytes(plan->machine, 0);
	/* Behind the reported caches of Apple silicon is one more, of up to eight times their size. */
	bool more = plan->machine->unreported_cache && largest_cache != 0, quick = plan->settings->quick;
	plan->target_ns = plan->settings->target_ms * MS;
	if (plan->target_ns == 0)
		plan->target_ns = quick ? 5 * MS : 50 * MS;
	plan->most_loads = 50000000;
	plan->least_loads = quick ? PLAN_QUICK_LOADS : 500000;
	plan->warm_least_loads = quick ? 2 * PLAN_QUICK_LOADS : 100000;
	plan->warm_limit_ns = quick ? plan->target_ns : 0;
	plan->warm_whole_ns = (more ? 40 : 14) * plan->target_ns;
	plan->displace_above = more ? 8 * largest_cache : largest_cache + largest_cache / 2;
	uint64_t displace = largest_cache == 0                 ? 64 * MIB
	                    : more || largest_cache > 64 * MIB ? 128 * MIB
	                                                       : 2 * largest_cache;
	plan->displace_bytes = memory_share(plan, 4, displace);
}

static uint64_t loads_within(const struct plan *plan, uint64_t target_ns, uint64_t pace_ps, uint64_t least)
{
	uint64_t loads = pace_ps == 0 ? plan->most_loads : target_ns * 1000 / pace_ps;
	return chase_whole(smaller(larger(loads, least), plan->most_loads));
}

uint64_t plan_block_loads(const struct plan *plan, uint64_t pace_ps, uint64_t nodes)
{
	uint64_t laps = plan->settings->quick ? 0 : plan->settings->laps * nodes;
	return loads_within(plan, plan->target_ns, pace_ps, larger(laps, plan->least_loads));
}

uint64_t plan_warm_loads(const struct plan *plan, uint64_t nodes)
{
	uint64_t loads = larger(plan->settings->laps * smaller(nodes, PLAN_WARM_NODES), nodes);
	return smaller(larger(loads, plan->warm_least_loads), plan->most_loads);
}

uint64_t plan_loads_within(const struct plan *plan, uint64_t target_ns, uint64_t pace_ps)
{
	return loads_within(plan, target_ns, pace_ps, PLAN_QUICK_LOADS);
}

/* ---- memory ---- */

uint64_t plan_displaced_bytes(const struct plan *plan)
{
	bool sweep = plan->settings->quick && plan->size_count > 0 &&
	             plan->sizes[plan->size_count - 1] > plan->displace_above;
	bool grid = plan->footprint_count > 0 &&
	            2 * plan->footprints[plan->footprint_count - 1] > plan->displace_above;
	return sweep || grid ? plan->displace_bytes : 0;
}

uint64_t plan_held_bytes(const struct plan *plan)
{
	return plan->sweep_bytes + plan->grid_bytes + plan_displaced_bytes(plan) + company_bytes(plan) +
	       plan->print_nodes * plan->line_bytes;
}

/* What the parts that are not planned yet may still hold. */
static uint64_t memory_left(const struct plan *plan)
{
	uint64_t held = plan_held_bytes(plan), asked = memory_asked(plan);
	return held < asked ? asked - held : 0;
}

/* The most that is held at once: the controls stand beside the sweep and the grid; of the translation two
 * rounds, when those are gone. */
static uint64_t plan_most_bytes(const struct plan *plan)
{
	uint64_t held = plan_held_bytes(plan), most = held + plan->control_bytes;
	if (plan->reach_count == 0)
		return most;
	uint64_t reach =
	    2 * plan->reach_nodes[plan->reach_count - 1] * (plan->reach_page_bytes + plan->line_bytes);
	return larger(most, held - plan->sweep_bytes - plan->grid_bytes + reach);
}

static int check_memory(const struct plan *plan, struct fault *fault)
{
	const struct {
		const char *option;
		uint64_t bytes;
	} parts[] = {
	    {plan->settings->private_count > 0 ? "--private-test" : "--max", plan->sweep_bytes},
	    {plan->settings->private_count > 0 ? "--private-test" : "--competitors", company_bytes(plan)},
	    {"--print-size", plan->print_nodes * plan->line_bytes}};
	char all[SIZE_TEXT], allowed[SIZE_TEXT];
	uint64_t most = plan_most_bytes(plan);
	size_t largest = 0;
	if (most <= memory_together(plan))
		return 0;
	for (size_t i = 1; i < sizeof parts / sizeof parts[0]; i++)
		if (parts[i].bytes > parts[largest].bytes)
			largest = i;
	fault_usage(fault, parts[largest].option, "the whole plan would hold %s at once, beyond %s",
	            size_format((most + MIB - 1) / MIB * MIB, all), memory_whose(plan));
	return fault_expect(fault, "at most %s: a smaller --max, or less beside it (--no-adjacency)",
	                    size_format(memory_together(plan) / MIB * MIB, allowed));
}

/* ---- the adjacency grid ---- */

static void plan_distances(struct plan *plan)
{
	static const uint64_t ruler[PLAN_DISTANCES] = {8,   16,  24,  32,  48,  64,  96,  128,
	                                               160, 192, 224, 256, 320, 384, 448, 512};
	bool far = plan->settings->ruler == SETTINGS_LONG ||
	           (plan->line_bytes >= 128 && plan->settings->ruler != SETTINGS_SHORT);
	plan->distance_count = far ? 16 : 12;
	memcpy(plan->distances, ruler, plan->distance_count * sizeof ruler[0]);
	plan->pitch_bytes = 2 * plan->distances[plan->distance_count - 1];
}

/* The grid costs no more time than the sweep: a block and its warm-up together take the share of one trial of
 * the grid in the sweep's time. */
static void plan_grid_target(struct plan *plan)
{
	uint64_t grid = plan->footprint_count * plan->distance_count;
	uint64_t sweep = plan->size_count * plan->settings->trials * plan->order_count * plan->company_count;
	uint64_t share = plan->target_ns * (sweep == 0 ? grid : sweep) / grid / 2;
	plan->grid_target_ns = smaller(larger(share, MS), plan->target_ns);
}

static void plan_grid(struct plan *plan, uint64_t high)
{
	plan_distances(plan);
	/* The other half of what is left is for the controls. */
	uint64_t most = memory_share(plan, 4, smaller(PLAN_GRID_BYTES, memory_left(plan) / 2));
	uint64_t room = most / plan->pitch_bytes * plan->line_bytes;
	/* A legal placement needs its doubled footprint inside the sweep, so that a quick grid ends at half
	 * of it. */
	if (plan->settings->quick && high > 16 * KIB)
		high /= 2;
	for (uint64_t bytes = 8 * KIB; bytes <= high && bytes <= room; bytes *= 2)
		if (plan->footprint_count < PLAN_FOOTPRINTS)
			plan->footprints[plan->footprint_count++] = bytes;
	if (plan->footprint_count == 0)
		return;
	plan_grid_target(plan);
	/* The last landing's second word can stand a whole distance behind its slot. */
	uint64_t sites = plan_sites(plan, plan->footprints[plan->footprint_count - 1]);
	plan->grid_bytes = sites * plan->pitch_bytes + plan->distances[plan->distance_count - 1];
}

/* ---- translation and controls ---- */

static void plan_reaches(struct plan *plan)
{
	enum { FEWEST = 8, PER_OCTAVE = 4 };
	uint64_t huge = plan->settings->huge ? system_huge_page_bytes() : 0;
	uint64_t page = huge != 0 ? huge : plan->machine->page_bytes;
	uint64_t most = smaller(memory_share(plan, 4, PLAN_REACH_BYTES) / page, PLAN_REACH_PAGES);
	double root = root_of_two(PER_OCTAVE), nodes = FEWEST;
	plan->reach_page_bytes = page;
	plan->reach_target_ns = larger(plan->target_ns > 20 * MS ? 20 * MS : plan->target_ns * 3 / 5, MS);
	for (; nodes < (double)most + 0.5 && plan->reach_count < PLAN_REACHES; nodes *= root) {
		uint64_t odd = plan_odd((uint64_t)(nodes + 0.5));
		if (plan->reach_count == 0 || plan->reach_nodes[plan->reach_count - 1] < odd)
			plan->reach_nodes[plan->reach_count++] = odd;
	}
}

/* The integer part of a square root, by Newton's iteration from above. */
static uint64_t square_root(uint64_t value)
{
	uint64_t root = value, next = value / 2 + 1;
	while (next < root) {
		root = next;
		next = (root + value / root) / 2;
	}
	return root;
}

static void plan_controls(struct plan *plan)
{
	static const uint64_t times[PLAN_CONTROLS - 1] = {2, 8};
	uint64_t first = system_cache_bytes(plan->machine, 1), all = system_cache_bytes(plan->machine, 0);
	uint64_t second = system_cache_bytes(plan->machine, 2);
	uint64_t most = memory_share(plan, 4, smaller(PLAN_CONTROL_BYTES, memory_left(plan)));
	plan->control_dit = system_has_dit();
	plan->control_target_ns = smaller(plan->target_ns, 10 * MS);
	plan->control_sizes[plan->control_size_count++] = first != 0 ? first / 2 : 16 * KIB;
	for (size_t i = 0; i < PLAN_CONTROLS - 1; i++) {
		uint64_t bytes = smaller(times[i] * (all != 0 ? all : 16 * MIB), most);
		if (bytes > plan->control_sizes[plan->control_size_count - 1])
			plan->control_sizes[plan->control_size_count++] = bytes;
	}
	/* Half of the geometric mean of the first two caches, so that twice as many lines are between them
	 * too. */
	plan->control_pair_bytes = first != 0 && second > first ? square_root(first * second) / 2 : 128 * KIB;
	plan->control_pitch_bytes = 8 * plan->line_bytes;
	uint64_t pairs = plan->control_pair_bytes / plan->line_bytes * plan->control_pitch_bytes;
	plan->control_bytes = larger(plan->control_sizes[plan->control_size_count - 1], pairs);
}

/* ---- the whole ---- */

static int plan_strides(struct plan *plan, struct fault *fault)
{
	plan->line_bytes = plan->machine->line_bytes != 0 ? plan->machine->line_bytes : 64;
	plan->stride_bytes =
	    plan->settings->stride_bytes != 0 ? plan->settings->stride_bytes : plan->line_bytes;
	plan->page_bytes =
	    plan->settings->page_bytes != 0 ? plan->settings->page_bytes : plan->machine->page_bytes;
	if (plan->stride_bytes % 8 != 0)
		return fault_usage(fault, "--stride", "is not a multiple of 8");
	if (plan->settings->order != SETTINGS_RANDOM && plan->page_bytes / plan->stride_bytes < 2)
		return fault_usage(fault, "--page-size", "holds fewer than two nodes");
	if (plan->settings->order != SETTINGS_RANDOM && plan->page_bytes % plan->stride_bytes != 0)
		return fault_usage(fault, "--page-size", "is not a multiple of the stride");
	return 0;
}

/* The sizes of the sweep, from `low` to `high`; of a private test the chase's alone. */
static int plan_sizes(struct plan *plan, uint64_t low, uint64_t high, struct fault *fault)
{
	const struct settings *settings = plan->settings;
	const char *test = settings->private_count > 0 ? "--private-test" : NULL;
	char low_text[SIZE_TEXT], high_text[SIZE_TEXT];
	if (check_size(test != NULL ? test : "--max", high, plan, fault) != 0 ||
	    check_size(test != NULL ? test : "--min", low, plan, fault) != 0)
		return -1;
	if (low > high)
		return fault_usage(fault, "--min", "%s is above the maximum of %s",
		                   size_format(low, low_text), size_format(high, high_text));
	if (!settings->sweep)
		return 0;
	if (plan_sweep_sizes(plan, low, high, fault) != 0)
		return -1;
	if (settings->dense && plan_dense_sizes(plan, low, high) != 0)
		return fault_usage(fault, "--dense", "gives more than %d sizes", PLAN_SIZES);
	plan->sweep_bytes = plan->sizes[plan->size_count - 1];
	return 0;
}

int plan_make(struct plan *plan, const struct settings *settings, const struct system_description *machine,
              struct fault *fault)
{
	*plan = (struct plan){.settings = settings, .machine = machine};
	if (plan_strides(plan, fault) != 0)
		return -1;
	if (settings->order & SETTINGS_RANDOM)
		plan->orders[plan->order_count++] = CAPTURE_RANDOM;
	if (settings->order & SETTINGS_PAGE)
		plan->orders[plan->order_count++] = CAPTURE_PAGE;
	uint64_t high = settings->max_bytes != 0 ? settings->max_bytes : default_maximum(plan);
	uint64_t low = settings->min_bytes != 0 ? settings->min_bytes : smaller(high, 8 * KIB);
	if (settings->private_count > 0)
		low = high = settings->private_bytes[0];
	if (plan_sizes(plan, low, high, fault) != 0)
		return -1;
	plan_companies(plan);
	if (check_companies(plan, fault) != 0)
		return -1;
	plan->print_nodes = plan_odd(settings->print_bytes / plan->line_bytes);
	if (plan->print_nodes == 0)
		return fault_usage(fault, "--print-size", "is below one line");
	plan->print_loads = chase_whole(settings->print_loads);
	plan->adds = chase_whole(settings->adds);
	plan_blocks(plan);
	if (settings->adjacency)
		plan_grid(plan, high);
	if (settings->translation)
		plan_reaches(plan);
	if (settings->controls)
		plan_controls(plan);
	if (plan->size_count == 0 && plan->footprint_count == 0 && plan->reach_count == 0 &&
	    !settings->controls_alone)
		return fault_usage(fault, "--max",
		                   "is below the smallest footprint of the adjacency grid, 8 KiB");
	return check_memory(plan, fault);
}

uint64_t plan_round_seed(const struct plan *plan, uint64_t round, unsigned order)
{
	return cycle_seed(cycle_seed(plan->settings->seed, round), order);
}

void plan_shuffle(uint64_t seed, size_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = (size_t)cycle_choice(seed, i, i + 1);
		if (j != i)
			order[i] = order[j];
		order[j] = i;
	}
}
