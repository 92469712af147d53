/* One simulated cache. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

const char *cache_policy_name(enum cache_policy policy)
{
	static const char *const names[CACHE_POLICIES] = {"LRU",   "tree",           "random",       "NRU",
	                                                  "SRRIP", "quad-age first", "quad-age last"};
	return names[policy];
}

enum { ABREAST = 4 }; /* ways that are looked at together */

static bool has_ages(enum cache_policy policy)
{
	return policy >= CACHE_SRRIP;
}

int cache_begin(struct cache *cache, uint64_t sets, unsigned ways, enum cache_policy policy)
{
	*cache = (struct cache){.sets = sets, .ways = ways, .policy = policy, .leaves = 1};
	while (cache->leaves < ways)
		cache->leaves *= 2;
	cache->pitch = (ways + ABREAST - 1) / ABREAST * ABREAST;
	cache->lines = calloc(sets * cache->pitch, sizeof cache->lines[0]);
	cache->marks = calloc(sets, sizeof cache->marks[0]);
	cache->ages = calloc(has_ages(policy) ? sets * ways : 1, 1);
	cache->open = malloc(sets);
	cache->used = calloc(sets, 1);
	if (cache->lines == NULL || cache->marks == NULL || cache->ages == NULL || cache->open == NULL ||
	    cache->used == NULL)
		return -1;
	memset(cache->open, (int)ways, sets);
	return 0;
}

void cache_end(struct cache *cache)
{
	free(cache->lines);
	free(cache->marks);
	free(cache->ages);
	free(cache->open);
	free(cache->used);
	*cache = (struct cache){0};
}

void cache_hash(struct cache *cache)
{
	while (UINT64_C(1) << cache->fold < cache->sets)
		cache->fold++;
}

void cache_take(struct cache *cache, double share, struct generator *chance)
{
	for (uint64_t set = 0; set < cache->sets; set++) {
		unsigned left = 0;
		for (unsigned way = 0; way < cache->ways; way++)
			left += generator_unit(chance) >= share;
		cache->open[set] = (uint8_t)(left == 0 ? 1 : left);
	}
}

/* ---- trees ---- */

/* The nodes on the way to a leaf all come to point away from it: bit 0 says left, 1 says right. */
static void point_away(struct cache *cache, uint64_t set, unsigned way)
{
	for (unsigned node = cache->leaves + way; node > 1; node /= 2) {
		uint32_t bit = UINT32_C(1) << node / 2;
		if (node % 2 == 0)
			cache->marks[set] |= bit;
		else
			cache->marks[set] &= ~bit;
	}
}

/* Follows the bits; a right branch whose leaves are all missing or taken is not followed. */
static unsigned pointed_at(const struct cache *cache, uint64_t set)
{
	unsigned node = 1, first = 0, width = cache->leaves;
	while (node < cache->leaves) {
		width /= 2;
		bool right = (cache->marks[set] >> node & 1) != 0 && first + width < cache->open[set];
		node = 2 * node + right;
		first += right ? width : 0;
	}
	return node - cache->leaves;
}

/* ---- marks ---- */

static void mark(struct cache *cache, uint64_t set, unsigned way)
{
	uint32_t all = UINT32_MAX >> (32 - cache->open[set]), bit = UINT32_C(1) << way;
	cache->marks[set] |= bit;
	if ((cache->marks[set] & all) == all)
		cache->marks[set] = bit;
}

static unsigned first_unmarked(const struct cache *cache, uint64_t set)
{
	unsigned way = 0;
	while (way + 1 < cache->open[set] && (cache->marks[set] >> way & 1) != 0)
		way++;
	return way;
}

/* ---- ages ---- */

enum { OLDEST = 3 };

/* All ways but `spared` (the number of ways: none) grow older by as much as the oldest lacks. */
static void grow_old(struct cache *cache, uint64_t set, unsigned spared)
{
	uint8_t *ages = cache->ages + set * cache->ways;
	unsigned open = cache->open[set], oldest = 0;
	for (unsigned way = 0; way < open && oldest < OLDEST; way++)
		oldest = ages[way] > oldest ? ages[way] : oldest;
	for (unsigned way = 0; way < open && oldest < OLDEST; way++)
		if (way != spared)
			ages[way] = (uint8_t)(ages[way] + (OLDEST - oldest));
}

static void set_age(struct cache *cache, uint64_t set, unsigned way, unsigned age)
{
	cache->ages[set * cache->ways + way] = (uint8_t)age;
	if (cache->policy == CACHE_SRRIP || cache->used[set] < cache->open[set])
		return;
	grow_old(cache, set, cache->policy == CACHE_QUAD_LAST ? way : cache->ways);
}

static void rejuvenate(struct cache *cache, uint64_t set, unsigned way)
{
	unsigned age = cache->ages[set * cache->ways + way];
	set_age(cache, set, way, cache->policy == CACHE_QUAD_FIRST && age >= 2 ? 1 : 0);
}

static unsigned oldest_way(struct cache *cache, uint64_t set)
{
	const uint8_t *ages = cache->ages + set * cache->ways;
	unsigned open = cache->open[set], way = 0;
	grow_old(cache, set, cache->ways);
	if (cache->policy == CACHE_QUAD_LAST) {
		for (way = open - 1; ages[way] != OLDEST;)
			way--;
		return way;
	}
	while (ages[way] != OLDEST)
		way++;
	return way;
}

/* ---- within a set ---- */

static uint32_t *set_lines(const struct cache *cache, uint64_t line, uint64_t *set)
{
	*set = line;
	for (uint64_t rest = line; cache->fold > 0 && rest >> cache->fold != 0;)
		*set ^= rest >>= cache->fold;
	*set &= cache->sets - 1;
	return cache->lines + *set * cache->pitch;
}

/* LRU: the line comes to the front; those before its way move back by one. */
static void move_to_front(uint32_t *lines, unsigned way, uint64_t line)
{
	memmove(lines + 1, lines, way * sizeof lines[0]);
	lines[0] = (uint32_t)line + 1;
}

/* The way that holds the line, or the number of open ways. */
static unsigned find_way(const struct cache *cache, uint64_t line, uint64_t *set)
{
	const uint32_t *lines = set_lines(cache, line, set), wanted = (uint32_t)line + 1;
	unsigned open = cache->open[*set];
	for (unsigned way = 0; way < open; way += ABREAST) {
		const uint32_t *four = lines + way;
		if ((four[0] == wanted) | (four[1] == wanted) | (four[2] == wanted) | (four[3] == wanted))
			return way + (four[0] == wanted   ? 0
			              : four[1] == wanted ? 1
			              : four[2] == wanted ? 2
			                                  : 3);
	}
	return open;
}

/* What the policy notes when a line is used (LRU: by where it stands). */
static void note_use(struct cache *cache, uint64_t set, unsigned way)
{
	if (cache->policy == CACHE_TREE)
		point_away(cache, set, way);
	else if (cache->policy == CACHE_NRU)
		mark(cache, set, way);
	else if (has_ages(cache->policy))
		rejuvenate(cache, set, way);
}

static void note_arrival(struct cache *cache, uint64_t set, unsigned way)
{
	if (has_ages(cache->policy))
		set_age(cache, set, way, cache->policy == CACHE_SRRIP ? 2 : 1);
	else
		note_use(cache, set, way);
}

/* ---- lines ---- */

bool cache_use(struct cache *cache, uint64_t line)
{
	uint64_t set;
	unsigned way = find_way(cache, line, &set);
	if (way == cache->open[set])
		return false;
	if (cache->policy == CACHE_LRU)
		move_to_front(cache->lines + set * cache->pitch, way, line);
	else
		note_use(cache, set, way);
	return true;
}

bool cache_holds(const struct cache *cache, uint64_t line)
{
	uint64_t set;
	return find_way(cache, line, &set) < cache->open[set];
}

static unsigned replaced_way(struct cache *cache, uint64_t set, struct generator *chance)
{
	switch (cache->policy) {
	case CACHE_LRU:
		return cache->open[set] - 1u;
	case CACHE_TREE:
		return pointed_at(cache, set);
	case CACHE_RANDOM:
		return (unsigned)chance_below(chance, cache->open[set]);
	case CACHE_NRU:
		return first_unmarked(cache, set);
	default:
		return oldest_way(cache, set);
	}
}

static unsigned empty_way(const struct cache *cache, const uint32_t *lines, uint64_t set)
{
	unsigned way = cache->policy == CACHE_LRU ? cache->used[set] : 0;
	while (lines[way] != 0)
		way++;
	return way;
}

bool cache_put(struct cache *cache, uint64_t line, struct generator *chance, uint64_t *left)
{
	uint64_t set;
	uint32_t *lines = set_lines(cache, line, &set);
	bool full = cache->used[set] == cache->open[set];
	unsigned way = full ? replaced_way(cache, set, chance) : empty_way(cache, lines, set);
	if (full)
		*left = lines[way] - 1;
	else
		cache->used[set]++;
	if (cache->policy == CACHE_LRU) {
		move_to_front(lines, way, line);
		return full;
	}
	lines[way] = (uint32_t)line + 1;
	note_arrival(cache, set, way);
	return full;
}

bool cache_drop(struct cache *cache, uint64_t line)
{
	uint64_t set;
	unsigned way = find_way(cache, line, &set);
	uint32_t *lines = cache->lines + set * cache->pitch;
	if (way == cache->open[set])
		return false;
	for (; cache->policy == CACHE_LRU && way + 1 < cache->open[set]; way++)
		lines[way] = lines[way + 1];
	lines[way] = 0;
	cache->used[set]--;
	return true;
}
