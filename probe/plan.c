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

int plan_add_range(struct plan *plan, uint64_t low_bytes, uint64_t high_bytes, uint64_t per_octave)
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
static uint64_t memory_share(const struct system_description *description, uint64_t share, uint64_t most)
{
	uint64_t bytes = description->memory_bytes / share;
	return bytes < most ? bytes : most;
}

/* What the plan may map: half of the memory by default, all but an eighth where a person asks for it by name.
 * Of little memory the program itself is a part worth counting. */
static uint64_t memory_asked(const struct system_description *description)
{
	return description->memory_bytes - description->memory_bytes / 8 -
	       memory_share(description, 8, 8 * MIB);
}

/* What all of it may come to, with the parts that nobody asks for. */
static uint64_t memory_together(const struct system_description *description)
{
	return description->memory_bytes - description->memory_bytes / 16 -
	       memory_share(description, 16, 4 * MIB);
}

static uint64_t default_maximum(const struct system_description *description)
{
	uint64_t maximum = 8 * system_cache_bytes(description, 0), half = description->memory_bytes / 2;
	if (maximum < 256 * MIB)
		maximum = 256 * MIB;
	if (maximum > GIB)
		maximum = GIB;
	return maximum < half ? maximum : half;
}

static const char *memory_whose(const struct system_description *description)
{
	return description->memory_limit[0] != '\0' ? "the memory that a control group allows"
	                                            : "this machine's memory";
}

static int check_size(const char *option, uint64_t bytes, const struct plan *plan,
                      const struct system_description *description, struct fault *fault)
{
	char size[SIZE_TEXT], limit[SIZE_TEXT];
	if (bytes < plan->stride_bytes) {
		fault_usage(fault, option, "%s is below one node", size_format(bytes, size));
		return fault_expect(fault, "at least the stride of %s",
		                    size_format(plan->stride_bytes, limit));
	}
	if (bytes > memory_asked(description)) {
		fault_usage(fault, option, "%s is beyond %s", size_format(bytes, size),
		            memory_whose(description));
		return fault_expect(fault, "at most %s",
		                    size_format(memory_asked(description) / MIB * MIB, limit));
	}
	return 0;
}

static int plan_sweep_sizes(struct plan *plan, const struct settings *settings,
                            const struct system_description *description, uint64_t low, uint64_t high,
                            struct fault *fault)
{
	bool full = plan_add_range(plan, low, high, settings->per_octave) != 0;
	for (size_t i = 0; i < settings->range_count; i++) {
		const struct settings_range *range = &settings->ranges[i];
		if (check_size("--refine", range->low_bytes, plan, description, fault) != 0 ||
		    check_size("--refine", range->high_bytes, plan, description, fault) != 0)
			return -1;
		full =
		    full || plan_add_range(plan, range->low_bytes, range->high_bytes, range->per_octave) != 0;
	}
	return full ? fault_usage(fault, "--per-octave", "gives more than %d sizes", PLAN_SIZES) : 0;
}

/* Sizes where an edge is claimed: eight an octave up to four times the largest reported cache (16 MiB where
 * none is), sixteen from 0.7 to 1.25 of each reported size. */
static int plan_dense_sizes(struct plan *plan, const struct system_description *description, uint64_t low,
                            uint64_t high)
{
	uint64_t largest = system_cache_bytes(description, 0);
	uint64_t top = 4 * (largest != 0 ? largest : 4 * MIB);
	int full = plan_add_range(plan, low, top < high ? top : high, 8);
	for (unsigned level = 1; full == 0 && level <= PLAN_LEVELS; level++) {
		uint64_t bytes = system_cache_bytes(description, level);
		uint64_t from = bytes / 10 * 7, to = bytes / 4 * 5;
		from = from > low ? from : low;
		to = to < high ? to : high;
		if (bytes != 0 && from < to)
			full = plan_add_range(plan, from, to, 16);
	}
	return full;
}

static void plan_companies(struct plan *plan, const struct settings *settings,
                           const struct system_description *description)
{
	uint64_t competitors = settings->competitors;
	plan->company_count = 1;
	if (competitors > description->beside && description->beside > 0) {
		plan->competitors_asked = competitors;
		competitors = description->beside;
	}
	if (competitors > 0) {
		plan->companies[1] =
		    (struct plan_company){competitors, settings->competitor_bytes, settings->competitor_mode};
		plan->company_count = 2;
	}
	for (size_t i = 0; i < settings->private_count; i++)
		plan->companies[plan->company_count++] =
		    (struct plan_company){1, settings->private_bytes[i], CAPTURE_CHASE};
}

static uint64_t company_bytes(const struct plan *plan)
{
	uint64_t all = 0;
	for (size_t i = 1; i < plan->company_count; i++)
		if (plan->companies[i].competitors * plan->companies[i].bytes > all)
			all = plan->companies[i].competitors * plan->companies[i].bytes;
	return all;
}

static int check_companies(const struct plan *plan, const struct settings *settings,
                           const struct system_description *description, struct fault *fault)
{
	const char *option = settings->private_count > 0 ? "--private-test" : "--competitor-size";
	for (size_t i = 1; i < plan->company_count; i++)
		if (check_size(option, plan->companies[i].bytes, plan, description, fault) != 0)
			return -1;
	if (plan->company_count > 1 && description->beside == 0)
		return fault_set(fault, NULL,
		                 "a competitor needs a second processor of the same kind, and there is none");
	if (company_bytes(plan) > memory_asked(description))
		return fault_usage(fault, "--competitors", "need more memory together than %s",
		                   memory_whose(description));
	return 0;
}

/* ---- blocks ---- */

static void plan_blocks(struct plan *plan, const struct settings *settings,
                        const struct system_description *description)
{
	uint64_t largest_cache = system_cache_bytes(description, 0);
	/* Behind the reported caches of Apple silicon is one more, of up to eight times their size. */
	bool more = description->unreported_cache && largest_cache != 0;
	plan->trials = settings->trials;
	plan->laps = settings->laps;
	plan->target_ns = settings->target_ms * MS;
	plan->most_loads = 50000000;
	plan->displace_above = more ? 8 * largest_cache : largest_cache + largest_cache / 2;
	plan->displace_bytes = largest_cache == 0                 ? 64 * MIB
	                       : more || largest_cache > 64 * MIB ? 128 * MIB
	                                                          : 2 * largest_cache;
	plan->displace_bytes = memory_share(description, 4, plan->displace_bytes);
	if (!plan->quick) {
		if (plan->target_ns == 0)
			plan->target_ns = 50 * MS;
		plan->least_loads = 500000;
		plan->warm_least_loads = 100000;
		return;
	}
	if (plan->target_ns == 0)
		plan->target_ns = 5 * MS;
	plan->least_loads = PLAN_QUICK_LOADS;
	plan->warm_least_loads = 2 * PLAN_QUICK_LOADS;
	plan->warm_limit_ns = plan->target_ns;
	plan->warm_whole_ns = (more ? 40 : 14) * plan->target_ns;
}

static uint64_t loads_within(const struct plan *plan, uint64_t target_ns, uint64_t pace_ps, uint64_t least)
{
	uint64_t loads = pace_ps == 0 ? plan->most_loads : target_ns * 1000 / pace_ps;
	if (loads < least)
		loads = least;
	return chase_whole(loads > plan->most_loads ? plan->most_loads : loads);
}

uint64_t plan_block_loads(const struct plan *plan, uint64_t pace_ps, uint64_t nodes)
{
	uint64_t laps = plan->quick ? 0 : plan->laps * nodes;
	return loads_within(plan, plan->target_ns, pace_ps,
	                    laps > plan->least_loads ? laps : plan->least_loads);
}

uint64_t plan_warm_loads(const struct plan *plan, uint64_t nodes)
{
	uint64_t loads = plan->laps * (nodes < PLAN_WARM_NODES ? nodes : PLAN_WARM_NODES);
	loads = loads < nodes ? nodes : loads;
	loads = loads < plan->warm_least_loads ? plan->warm_least_loads : loads;
	return loads > plan->most_loads ? plan->most_loads : loads;
}

uint64_t plan_loads_within(const struct plan *plan, uint64_t target_ns, uint64_t pace_ps)
{
	return loads_within(plan, target_ns, pace_ps, PLAN_QUICK_LOADS);
}

uint64_t plan_grid_loads(const struct plan *plan, uint64_t pace_ps)
{
	return plan_loads_within(plan, plan->grid_target_ns, pace_ps);
}

/* ---- memory ---- */

uint64_t plan_displaced_bytes(const struct plan *plan)
{
	bool sweep =
	    plan->quick && plan->size_count > 0 && plan->sizes[plan->size_count - 1] > plan->displace_above;
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
static uint64_t memory_left(const struct plan *plan, const struct system_description *description)
{
	uint64_t held = plan_held_bytes(plan), asked = memory_asked(description);
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
	uint64_t late = held - plan->sweep_bytes - plan->grid_bytes + reach;
	return late > most ? late : most;
}

static int check_memory(const struct plan *plan, const struct settings *settings,
                        const struct system_description *description, struct fault *fault)
{
	const struct {
		const char *option;
		uint64_t bytes;
	} parts[] = {{settings->private_count > 0 ? "--private-test" : "--max", plan->sweep_bytes},
	             {settings->private_count > 0 ? "--private-test" : "--competitors", company_bytes(plan)},
	             {"--print-size", plan->print_nodes * plan->line_bytes}};
	char all[SIZE_TEXT], allowed[SIZE_TEXT];
	uint64_t most = plan_most_bytes(plan);
	size_t largest = 0;
	if (most <= memory_together(description))
		return 0;
	for (size_t i = 1; i < sizeof parts / sizeof parts[0]; i++)
		if (parts[i].bytes > parts[largest].bytes)
			largest = i;
	fault_usage(fault, parts[largest].option, "the whole plan would hold %s at once, beyond %s",
	            size_format((most + MIB - 1) / MIB * MIB, all), memory_whose(description));
	return fault_expect(fault, "at most %s: a smaller --max, or less beside it (--no-adjacency)",
	                    size_format(memory_together(description) / MIB * MIB, allowed));
}

/* ---- the adjacency grid ---- */

static void plan_distances(struct plan *plan, const struct settings *settings)
{
	static const uint64_t ruler[PLAN_DISTANCES] = {8,   16,  24,  32,  48,  64,  96,  128,
	                                               160, 192, 224, 256, 320, 384, 448, 512};
	bool far = settings->ruler == SETTINGS_LONG ||
	           (plan->line_bytes >= 128 && settings->ruler != SETTINGS_SHORT);
	plan->distance_count = far ? 16 : 12;
	memcpy(plan->distances, ruler, plan->distance_count * sizeof ruler[0]);
	plan->pitch_bytes = 2 * plan->distances[plan->distance_count - 1];
}

/* The grid costs no more time than the sweep: a block and its warm-up together take the share of one trial of
 * the grid in the sweep's time. */
static void plan_grid_target(struct plan *plan)
{
	uint64_t grid = plan->footprint_count * plan->distance_count;
	uint64_t sweep = plan->size_count * plan->trials * plan->order_count * plan->company_count;
	uint64_t share = plan->target_ns * (sweep == 0 ? grid : sweep) / grid / 2;
	plan->grid_target_ns = share > plan->target_ns ? plan->target_ns : share < MS ? MS : share;
}

static void plan_grid(struct plan *plan, const struct settings *settings,
                      const struct system_description *description, uint64_t high)
{
	plan_distances(plan, settings);
	uint64_t most = memory_share(description, 4, PLAN_GRID_BYTES), left = memory_left(plan, description);
	/* The other half is for the controls. */
	if (most > left / 2)
		most = left / 2;
	uint64_t room = most / plan->pitch_bytes * plan->line_bytes;
	/* A legal placement needs its doubled footprint inside the sweep, so that a quick grid ends at half
	 * of it. */
	if (plan->quick && high > 16 * KIB)
		high /= 2;
	for (uint64_t bytes = 8 * KIB; bytes <= high && bytes <= room; bytes *= 2)
		if (plan->footprint_count < PLAN_FOOTPRINTS)
			plan->footprints[plan->footprint_count++] = bytes;
	if (plan->footprint_count > 0)
		plan_grid_target(plan);
}

/* ---- translation and controls ---- */

static void plan_reaches(struct plan *plan, const struct system_description *description)
{
	enum { FEWEST = 8, PER_OCTAVE = 4 };
	uint64_t huge = plan->huge ? system_huge_page_bytes() : 0;
	uint64_t page = huge != 0 ? huge : description->page_bytes;
	uint64_t most = memory_share(description, 4, PLAN_REACH_BYTES) / page;
	double root = root_of_two(PER_OCTAVE), nodes = FEWEST;
	plan->reach_page_bytes = page;
	plan->reach_target_ns = plan->target_ns > 20 * MS ? 20 * MS : plan->target_ns * 3 / 5;
	if (plan->reach_target_ns < MS)
		plan->reach_target_ns = MS;
	if (most > PLAN_REACH_PAGES)
		most = PLAN_REACH_PAGES;
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

static void plan_controls(struct plan *plan, const struct system_description *description)
{
	static const uint64_t times[PLAN_CONTROLS - 1] = {2, 8};
	uint64_t first = system_cache_bytes(description, 1), all = system_cache_bytes(description, 0);
	uint64_t second = system_cache_bytes(description, 2);
	uint64_t most = memory_share(description, 4, PLAN_CONTROL_BYTES),
	         left = memory_left(plan, description);
	if (most > left)
		most = left;
	plan->controls = true;
	plan->control_dit = system_has_dit();
	plan->control_target_ns = plan->target_ns > 10 * MS ? 10 * MS : plan->target_ns;
	plan->control_sizes[plan->control_size_count++] = first != 0 ? first / 2 : 16 * KIB;
	for (size_t i = 0; i < PLAN_CONTROLS - 1; i++) {
		uint64_t bytes = times[i] * (all != 0 ? all : 16 * MIB);
		bytes = bytes > most ? most : bytes;
		if (bytes > plan->control_sizes[plan->control_size_count - 1])
			plan->control_sizes[plan->control_size_count++] = bytes;
	}
	/* Half of the geometric mean of the first two caches, so that twice as many lines are between them
	 * too. */
	plan->control_pair_bytes = first != 0 && second > first ? square_root(first * second) / 2 : 128 * KIB;
	plan->control_pitch_bytes = 8 * plan->line_bytes;
	uint64_t pairs = plan->control_pair_bytes / plan->line_bytes * plan->control_pitch_bytes;
	plan->control_bytes = plan->control_sizes[plan->control_size_count - 1];
	if (plan->control_bytes < pairs)
		plan->control_bytes = pairs;
}

/* ---- the whole ---- */

static void plan_grid_buffer(struct plan *plan)
{
	if (plan->footprint_count == 0)
		return;
	/* The last landing's second word can stand a whole distance behind its slot. */
	uint64_t sites = plan_sites(plan, plan->footprints[plan->footprint_count - 1]);
	plan->grid_bytes = sites * plan->pitch_bytes + plan->distances[plan->distance_count - 1];
}

static int plan_strides(struct plan *plan, const struct settings *settings,
                        const struct system_description *description, struct fault *fault)
{
	plan->line_bytes = description->line_bytes != 0 ? description->line_bytes : 64;
	plan->stride_bytes = settings->stride_bytes != 0 ? settings->stride_bytes : plan->line_bytes;
	plan->page_bytes = settings->page_bytes != 0 ? settings->page_bytes : description->page_bytes;
	if (plan->stride_bytes % 8 != 0)
		return fault_usage(fault, "--stride", "is not a multiple of 8");
	if (settings->order != SETTINGS_RANDOM && plan->page_bytes / plan->stride_bytes < 2)
		return fault_usage(fault, "--page-size", "holds fewer than two nodes");
	if (settings->order != SETTINGS_RANDOM && plan->page_bytes % plan->stride_bytes != 0)
		return fault_usage(fault, "--page-size", "is not a multiple of the stride");
	return 0;
}

int plan_make(struct plan *plan, const struct settings *settings,
              const struct system_description *description, struct fault *fault)
{
	char low_text[SIZE_TEXT], high_text[SIZE_TEXT];
	memset(plan, 0, sizeof *plan);
	plan->seed = settings->seed;
	plan->rounds = settings->rounds;
	plan->quick = settings->quick;
	plan->huge = settings->huge;
	if (plan_strides(plan, settings, description, fault) != 0)
		return -1;
	if (settings->order & SETTINGS_RANDOM)
		plan->orders[plan->order_count++] = CAPTURE_RANDOM;
	if (settings->order & SETTINGS_PAGE)
		plan->orders[plan->order_count++] = CAPTURE_PAGE;
	bool private_test = settings->private_count > 0;
	uint64_t high = settings->max_bytes != 0 ? settings->max_bytes : default_maximum(description);
	uint64_t low = settings->min_bytes != 0 ? settings->min_bytes : high < 8 * KIB ? high : 8 * KIB;
	if (private_test)
		low = high = settings->private_bytes[0];
	const char *low_option = private_test ? "--private-test" : "--min";
	const char *high_option = private_test ? "--private-test" : "--max";
	if (check_size(high_option, high, plan, description, fault) != 0 ||
	    check_size(low_option, low, plan, description, fault) != 0)
		return -1;
	if (low > high)
		return fault_usage(fault, "--min", "%s is above the maximum of %s",
		                   size_format(low, low_text), size_format(high, high_text));
	if (settings->sweep && plan_sweep_sizes(plan, settings, description, low, high, fault) != 0)
		return -1;
	if (settings->sweep && settings->dense && plan_dense_sizes(plan, description, low, high) != 0)
		return fault_usage(fault, "--dense", "gives more than %d sizes", PLAN_SIZES);
	plan_companies(plan, settings, description);
	if (check_companies(plan, settings, description, fault) != 0)
		return -1;
	plan->print_nodes = plan_odd(settings->print_bytes / plan->line_bytes);
	if (plan->print_nodes == 0)
		return fault_usage(fault, "--print-size", "is below one line");
	plan->print_loads = chase_whole(settings->print_loads);
	plan->adds = chase_whole(settings->adds);
	plan_blocks(plan, settings, description);
	if (plan->size_count > 0)
		plan->sweep_bytes = plan->sizes[plan->size_count - 1];
	if (settings->adjacency)
		plan_grid(plan, settings, description, high);
	plan_grid_buffer(plan);
	if (settings->translation)
		plan_reaches(plan, description);
	if (settings->controls)
		plan_controls(plan, description);
	if (plan->size_count == 0 && plan->footprint_count == 0 && plan->reach_count == 0 &&
	    !settings->controls_alone)
		return fault_usage(fault, "--max",
		                   "is below the smallest footprint of the adjacency grid, 8 KiB");
	return check_memory(plan, settings, description, fault);
}

uint64_t plan_round_seed(const struct plan *plan, uint64_t round, unsigned order)
{
	return cycle_seed(cycle_seed(plan->seed, round), order);
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
