/* Where the chase runs on a machine that does not exist. */
#include "load_time.h"

#include "chance.h"

#include "../probe/cycle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_NODES = 2048,  /* followed in one part */
	LEAST_LOADS = 4096, /* measured, for small working sets */
	FAR = 16            /* a cache serves nothing when the working set is this many times larger */
};

/* ---- the hierarchy ---- */

struct hierarchy {
	const struct machine *machine;
	unsigned nearest; /* the first level that can serve anything; those before it are left out */
	struct cache caches[MACHINE_LEVELS];
	struct generator chance;
};

static int hierarchy_begin(struct hierarchy *hierarchy, const struct machine *machine, unsigned nearest,
                           unsigned parts_log2, uint64_t seed)
{
	*hierarchy = (struct hierarchy){.machine = machine, .nearest = nearest, .chance = chance_seed(seed)};
	for (unsigned i = nearest; i < machine->level_count; i++) {
		const struct machine_level *level = &machine->levels[i];
		uint64_t sets = level->sets >> parts_log2;
		if (cache_begin(&hierarchy->caches[i], sets < 2 ? 2 : sets, level->ways, level->policy) != 0)
			return -1;
		if (level->hashed)
			cache_hash(&hierarchy->caches[i]);
		if (i + 1 == machine->level_count && machine->taken_share > 0)
			cache_take(&hierarchy->caches[i], machine->taken_share, &hierarchy->chance);
	}
	return 0;
}

static void hierarchy_end(struct hierarchy *hierarchy)
{
	for (unsigned i = 0; i < MACHINE_LEVELS; i++)
		cache_end(&hierarchy->caches[i]);
}

/* Puts a line into a level that lacks it, with what follows from that for the other levels. */
static void hierarchy_put(struct hierarchy *hierarchy, unsigned level, uint64_t line)
{
	const struct machine *machine = hierarchy->machine;
	unsigned last = machine->level_count - 1;
	uint64_t left, lost;
	if (!cache_put(&hierarchy->caches[level], line, &hierarchy->chance, &left))
		return;
	if (machine->inclusive && level == last)
		for (unsigned i = hierarchy->nearest; i < last; i++)
			cache_drop(&hierarchy->caches[i], left);
	if (machine->victim && level + 1 == last && !cache_holds(&hierarchy->caches[last], left))
		cache_put(&hierarchy->caches[last], left, &hierarchy->chance, &lost);
}

/* Brings a line that is in no level above `found` into all levels above it. */
static void hierarchy_fetch(struct hierarchy *hierarchy, unsigned first, unsigned found, uint64_t line)
{
	const struct machine *machine = hierarchy->machine;
	unsigned last = machine->level_count - 1, below = found;
	if (machine->victim && found >= last) {
		if (found == last)
			cache_drop(&hierarchy->caches[last], line);
		below = last;
	}
	/* From below, so that an inclusive level's eviction cannot take out what was just brought in. */
	for (unsigned i = below; i > first; i--)
		hierarchy_put(hierarchy, i - 1, line);
}

/* The other line of the pair comes into the second level. */
static void hierarchy_prefetch(struct hierarchy *hierarchy, uint64_t line)
{
	unsigned count = hierarchy->machine->level_count, found = 1;
	while (found < count && !cache_holds(&hierarchy->caches[found], line))
		found++;
	if (found > 1)
		hierarchy_fetch(hierarchy, 1, found, line);
}

/* One load; returns the level that served it, level_count for memory. */
static unsigned hierarchy_load(struct hierarchy *hierarchy, uint64_t line)
{
	unsigned count = hierarchy->machine->level_count, nearest = hierarchy->nearest, found = nearest;
	while (found < count && !cache_use(&hierarchy->caches[found], line))
		found++;
	if (found > nearest)
		hierarchy_fetch(hierarchy, nearest, found, line);
	if (hierarchy->machine->pairs && found > 1 && nearest < 2 && count > 1)
		hierarchy_prefetch(hierarchy, line ^ 1);
	return found;
}

static double level_time(const struct machine *machine, unsigned found)
{
	return found == machine->level_count ? machine->memory_ns : machine->levels[found].time_ns;
}

/* Laps until the caches are steady. LRU is steady after two; the others near it by chance. */
static unsigned warm_laps(const struct machine *machine)
{
	unsigned laps = 3;
	for (unsigned i = 0; i < machine->level_count; i++)
		if (machine->levels[i].policy != CACHE_LRU)
			laps = 5;
	return machine->victim ? laps + 1 : laps;
}

/* How many loads each level served: of a chase in the first row, of pairs the first and the second loads. */
struct served {
	unsigned rows;
	uint64_t loads[2][MACHINE_LEVELS + 1];
};

/* One lap. Returns whether the nearest level served all: every lap to come is the same then. */
static bool follow_lap(struct hierarchy *hierarchy, const uint64_t *lines, uint64_t count,
                       struct served *served)
{
	const unsigned other = served->rows - 1;
	uint64_t far = 0;
	for (uint64_t i = 0; i < count; i++) {
		unsigned level = hierarchy_load(hierarchy, lines[i]);
		served->loads[i & other][level]++;
		far += level != hierarchy->nearest;
	}
	return far == 0;
}

static double mean_time(const struct machine *machine, const uint64_t served[MACHINE_LEVELS + 1])
{
	double sum = 0;
	uint64_t loads = 0;
	for (unsigned i = 0; i <= machine->level_count; i++) {
		sum += (double)served[i] * level_time(machine, i);
		loads += served[i];
	}
	return sum / (double)loads;
}

/* Mean times of the loads over the lines in that order, once steady: of all (one row), or of the even and the
 * odd ones (two). */
static void follow(struct hierarchy *hierarchy, const uint64_t *lines, uint64_t count, unsigned rows,
                   double *times_ns)
{
	const struct machine *machine = hierarchy->machine;
	struct served served = {.rows = rows};
	bool near = hierarchy->nearest == machine->level_count;
	for (unsigned lap = warm_laps(machine); lap > 0 && !near; lap--)
		near = follow_lap(hierarchy, lines, count, &served);
	memset(served.loads, 0, sizeof served.loads);
	for (uint64_t loads = 0; loads < LEAST_LOADS && !near; loads += count)
		follow_lap(hierarchy, lines, count, &served);
	for (unsigned row = 0; row < rows; row++)
		times_ns[row] =
		    near ? level_time(machine, hierarchy->nearest) : mean_time(machine, served.loads[row]);
}

/* The first level that is not far too small for a chase over the footprint; a victim level is fed by the one
 * before it. */
static unsigned nearest_level(const struct machine *machine, uint64_t footprint_bytes)
{
	unsigned level = 0;
	while (level < machine->level_count && machine_level_bytes(machine, level) * FAR <= footprint_bytes)
		level++;
	return machine->victim && level + 1 == machine->level_count ? level - 1 : level;
}

/* How often the machine can be halved so that few nodes are left and no cache that still serves falls below
 * two sets. */
static unsigned parting(const struct machine *machine, uint64_t nodes, uint64_t footprint_bytes)
{
	unsigned parts_log2 = 0;
	while (nodes >> parts_log2 > MOST_NODES) {
		for (unsigned i = 0; i < machine->level_count; i++) {
			if (machine->levels[i].sets >> (parts_log2 + 1) < 2 &&
			    machine_level_bytes(machine, i) * FAR > footprint_bytes)
				return parts_log2;
		}
		parts_log2++;
	}
	return parts_log2;
}

/* ---- pages ---- */

/* The physical page behind a virtual one: a bijection of the memory's pages (a power of two of them), mixed
 * by odd multiplication and xor with the upper half, thrice. */
static uint64_t physical_page(const struct machine *machine, uint64_t page)
{
	uint64_t pages = machine->memory_bytes / machine->page_bytes;
	unsigned bits = 0;
	while (UINT64_C(1) << bits < pages)
		bits++;
	uint64_t key = chance_mix(machine->seed ^ chance_mix(machine->number)) + machine->deal;
	for (unsigned i = 0; i < 3; i++) {
		key = chance_mix(key);
		page = (page * (key | 1) + (key >> 32)) & (pages - 1);
		page ^= page >> (bits / 2 + 1);
	}
	return page;
}

double translation_time(const struct machine_translation *translation, uint64_t pages, uint64_t loads_a_page)
{
	const uint64_t entries[2] = {translation->first_entries, translation->second_entries};
	const unsigned ways[2] = {translation->first_ways, translation->second_ways};
	double missed[2];
	for (unsigned i = 0; i < 2; i++) {
		uint64_t sets = entries[i] / ways[i], found = 0;
		/* Pages lie side by side, so the sets hold equally many, or one more. */
		for (uint64_t set = 0; set < sets; set++) {
			uint64_t here = pages / sets + (set < pages % sets);
			if (loads_a_page != 0)
				found += here <= ways[i] ? here : 0;
			else
				found += here <= ways[i] ? here : ways[i];
		}
		missed[i] = 1.0 - (double)found / (double)pages;
	}
	if (missed[1] > missed[0])
		missed[1] = missed[0];
	double a_visit = (missed[0] - missed[1]) * translation->second_ns + missed[1] * translation->walk_ns;
	return loads_a_page != 0 ? a_visit / (double)loads_a_page : a_visit;
}

/* ---- the sweep ---- */

/* The lines of one part, by node: physical line numbers without the bits that chose the part. Returns how
 * many. */
static uint64_t part_lines(const struct machine *machine, uint64_t nodes, unsigned parts_log2, uint64_t part,
                           uint64_t *lines, uint64_t most)
{
	uint64_t a_page = machine->page_bytes / machine->line_bytes, mask = (UINT64_C(1) << parts_log2) - 1,
	         count = 0;
	for (uint64_t page = 0; page * a_page < nodes; page++) {
		uint64_t base = physical_page(machine, page) * a_page;
		uint64_t here = nodes - page * a_page < a_page ? nodes - page * a_page : a_page;
		/* The first pair of lines of this page that lies in the part. */
		uint64_t first = (part - (base >> 1)) & mask;
		for (uint64_t pair = first; 2 * pair < here; pair += mask + 1)
			for (uint64_t line = base + 2 * pair; line < base + 2 * pair + 2; line++)
				if (line - base < here && count < most)
					lines[count++] = line >> (parts_log2 + 1) << 1 | (line & 1);
	}
	return count;
}

/* Numbers of the nodes in the order in which the probe's cycle visits them. `room` holds one word a node. */
static void order_nodes(uint64_t *order, uint64_t count, void **room, uint64_t page_nodes, uint64_t seed)
{
	struct cycle cycle;
	cycle_begin(&cycle, (char *)room, sizeof room[0], 1, page_nodes, seed);
	cycle_resize(&cycle, count);
	void *at = cycle_node(&cycle, 0);
	for (uint64_t i = 0; i < count; i++) {
		order[i] = cycle_index(&cycle, at);
		at = *(void **)at;
	}
}

/* The lines of one part where each page holds one node, at a random line. */
static uint64_t part_page_nodes(const struct machine *machine, uint64_t pages, unsigned parts_log2,
                                uint64_t part, uint64_t *lines, uint64_t most)
{
	uint64_t a_page = machine->page_bytes / machine->line_bytes, mask = (UINT64_C(1) << parts_log2) - 1,
	         count = 0;
	uint64_t seed = chance_mix(machine->seed + machine->deal) + machine->number;
	for (uint64_t page = 0; page < pages; page++) {
		uint64_t line = physical_page(machine, page) * a_page + cycle_choice(seed, page, a_page);
		if ((line >> 1 & mask) == part && count < most)
			lines[count++] = line >> (parts_log2 + 1) << 1 | (line & 1);
	}
	return count;
}

/* What a chase goes over. */
struct footprint {
	uint64_t nodes;
	uint64_t page_nodes; /* page order: so many nodes of a page one after another; 0: at random */
	bool one_a_page;
};

static uint64_t footprint_lines(const struct machine *machine, const struct footprint *footprint,
                                unsigned parts_log2, uint64_t part, uint64_t *lines, uint64_t most)
{
	return footprint->one_a_page
	           ? part_page_nodes(machine, footprint->nodes, parts_log2, part, lines, most)
	           : part_lines(machine, footprint->nodes, parts_log2, part, lines, most);
}

static int follow_part(const struct machine *machine, const struct footprint *footprint, unsigned parts_log2,
                       double *time_ns)
{
	uint64_t nodes = footprint->nodes, mask = (UINT64_C(1) << parts_log2) - 1;
	uint64_t seed = chance_mix(machine->seed + machine->number * UINT64_C(1000003) + nodes);
	/* A part holds about nodes >> parts_log2 lines, more where pages fell unevenly. */
	uint64_t most = 4 * (nodes >> parts_log2) + 4096;
	uint64_t *lines = malloc(2 * most * sizeof lines[0]);
	void **room = malloc(most * sizeof room[0]);
	struct hierarchy hierarchy = {0};
	unsigned nearest = nearest_level(machine, nodes * machine->line_bytes);
	int failed = lines == NULL || room == NULL ||
	             hierarchy_begin(&hierarchy, machine, nearest, parts_log2, seed) != 0;
	if (!failed) {
		uint64_t part = seed & mask, count = 0;
		/* A part without a line has nothing to follow; that happens where it has less than a page. */
		for (; count == 0; part = (part + 1) & mask)
			count = footprint_lines(machine, footprint, parts_log2, part, lines, most);
		order_nodes(lines + most, count, room, footprint->page_nodes >> parts_log2, seed);
		for (uint64_t i = 0; i < count; i++)
			lines[most + i] = lines[lines[most + i]];
		follow(&hierarchy, lines + most, count, 1, time_ns);
	}
	hierarchy_end(&hierarchy);
	free(lines);
	free(room);
	return failed ? -1 : 0;
}

int page_chase_time(const struct machine *machine, uint64_t pages, double *time_ns, struct fault *fault)
{
	const struct footprint footprint = {.nodes = pages, .one_a_page = true};
	unsigned parts_log2 = parting(machine, pages, pages * machine->line_bytes);
	if (follow_part(machine, &footprint, parts_log2, time_ns) != 0)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	*time_ns += translation_time(&machine->translation, pages, 1);
	return 0;
}

int load_time(const struct machine *machine, enum capture_order order, uint64_t size_bytes, double *time_ns,
              struct fault *fault)
{
	uint64_t nodes = size_bytes / machine->line_bytes, a_page = machine->page_bytes / machine->line_bytes;
	uint64_t pages = (size_bytes + machine->page_bytes - 1) / machine->page_bytes;
	unsigned parts_log2 = parting(machine, nodes, size_bytes);
	uint64_t page_nodes = order == CAPTURE_PAGE ? a_page : 0;
	/* In page order every page has to hold nodes of the part. */
	while (order == CAPTURE_PAGE && parts_log2 > 0 && page_nodes >> parts_log2 < 2)
		parts_log2--;
	if (follow_part(machine, &(struct footprint){nodes, page_nodes, false}, parts_log2, time_ns) != 0)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	*time_ns += translation_time(&machine->translation, pages, page_nodes);
	return 0;
}

int overfull_share(const struct machine *machine, unsigned level, uint64_t size_bytes, double *share,
                   struct fault *fault)
{
	uint64_t nodes = size_bytes / machine->line_bytes, a_page = machine->page_bytes / machine->line_bytes,
	         over = 0;
	uint64_t sets = machine->levels[level].sets;
	double ways = machine->levels[level].ways;
	uint32_t *counts = calloc(sets, sizeof counts[0]);
	if (counts == NULL)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	if (level + 1 == machine->level_count)
		ways *= 1.0 - machine->taken_share;
	for (uint64_t page = 0; page * a_page < nodes; page++) {
		uint64_t base = physical_page(machine, page) * a_page;
		for (uint64_t line = 0; line < a_page && page * a_page + line < nodes; line++)
			counts[(base + line) & (sets - 1)]++;
	}
	for (uint64_t set = 0; set < sets; set++)
		over += counts[set] > ways ? counts[set] : 0;
	free(counts);
	*share = (double)over / (double)nodes;
	return 0;
}

/* ---- pairs ---- */

/* The physical line that holds a byte of the buffer. */
static uint64_t physical_line(const struct machine *machine, uint64_t byte)
{
	uint64_t page = physical_page(machine, byte / machine->page_bytes);
	return (page * machine->page_bytes + byte % machine->page_bytes) / machine->line_bytes;
}

static int follow_pairs(const struct machine *machine, const struct pair_place *place, unsigned parts_log2,
                        double times_ns[2])
{
	uint64_t count = place->sites >> parts_log2, words = place->pitch_bytes / sizeof(uint64_t);
	uint64_t seed = chance_mix(machine->seed + machine->number * UINT64_C(1000003) + place->sites);
	uint64_t *order = malloc(count * sizeof order[0]), *lines = malloc(2 * count * sizeof lines[0]);
	void **room = malloc(count * sizeof room[0]);
	struct hierarchy hierarchy = {0};
	int failed = order == NULL || lines == NULL || room == NULL ||
	             hierarchy_begin(&hierarchy, machine, 0, parts_log2, seed) != 0;
	if (!failed) {
		order_nodes(order, count, room, 0, seed);
		for (uint64_t i = 0; i < count; i++) {
			uint64_t word = cycle_choice(seed + 1, order[i], words);
			uint64_t landing = order[i] * place->pitch_bytes + word * sizeof(uint64_t);
			lines[2 * i] = physical_line(machine, landing);
			lines[2 * i + 1] = physical_line(machine, landing + place->distance_bytes);
		}
		follow(&hierarchy, lines, 2 * count, 2, times_ns);
	}
	hierarchy_end(&hierarchy);
	free(order);
	free(lines);
	free(room);
	return failed ? -1 : 0;
}

int pair_time(const struct machine *machine, const struct pair_place *place, double times_ns[2],
              struct fault *fault)
{
	unsigned parts_log2 = parting(machine, 2 * place->sites, place->sites * machine->line_bytes);
	uint64_t pages = (place->sites * place->pitch_bytes + machine->page_bytes - 1) / machine->page_bytes;
	if (follow_pairs(machine, place, parts_log2, times_ns) != 0)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	/* The first load of a pair lands anywhere; the second is on another page in d / page of all pairs. */
	double across = (double)place->distance_bytes / (double)machine->page_bytes;
	double visit_ns = translation_time(&machine->translation, pages, 0);
	times_ns[0] += visit_ns;
	times_ns[1] += across * visit_ns;
	return 0;
}
