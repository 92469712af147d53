/* One simulated cache. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

int cache_begin(struct cache *cache, uint64_t sets, unsigned ways, enum cache_policy policy)
{
	*cache = (struct cache){.sets = sets, .ways = ways, .policy = policy};
	cache->lines = calloc(sets * ways, sizeof cache->lines[0]);
	cache->ages = calloc(sets * ways, sizeof cache->ages[0]);
	cache->trees = calloc(sets, sizeof cache->trees[0]);
	cache->open = malloc(sets);
	if (cache->lines == NULL || cache->ages == NULL || cache->trees == NULL || cache->open == NULL)
		return -1;
	memset(cache->open, (int)ways, sets);
	return 0;
}

void cache_end(struct cache *cache)
{
	free(cache->lines);
	free(cache->ages);
	free(cache->trees);
	free(cache->open);
	*cache = (struct cache){0};
}

void cache_take(struct cache *cache, double share, struct chance *chance)
{
	for (uint64_t set = 0; set < cache->sets; set++) {
		unsigned left = 0;
		for (unsigned way = 0; way < cache->ways; way++)
			left += chance_share(chance) >= share;
		cache->open[set] = (uint8_t)(left == 0 ? 1 : left);
	}
}

/* Leaves of the tree: the least power of two that holds all ways. */
static unsigned leaves_of(const struct cache *cache)
{
	unsigned leaves = 1;
	while (leaves < cache->ways)
		leaves *= 2;
	return leaves;
}

/* The nodes on the way to a leaf all come to point away from it: bit 0 says left, 1 says right. */
static void point_away(struct cache *cache, uint64_t set, unsigned way)
{
	for (unsigned node = leaves_of(cache) + way; node > 1; node /= 2) {
		uint32_t bit = UINT32_C(1) << node / 2;
		if (node % 2 == 0)
			cache->trees[set] |= bit;
		else
			cache->trees[set] &= ~bit;
	}
}

/* Follows the bits; a right branch whose leaves are all missing or taken is not followed. */
static unsigned pointed_at(const struct cache *cache, uint64_t set)
{
	unsigned leaves = leaves_of(cache), node = 1, first = 0, width = leaves;
	while (node < leaves) {
		width /= 2;
		bool right = (cache->trees[set] >> node & 1) != 0 && first + width < cache->open[set];
		node = 2 * node + right;
		first += right ? width : 0;
	}
	return node - leaves;
}

static uint64_t *set_lines(const struct cache *cache, uint64_t line, uint64_t *set)
{
	*set = line & (cache->sets - 1);
	return cache->lines + *set * cache->ways;
}

static void mark_used(struct cache *cache, uint64_t set, unsigned way)
{
	if (cache->policy == CACHE_LRU)
		cache->ages[set * cache->ways + way] = ++cache->now;
	else if (cache->policy == CACHE_TREE)
		point_away(cache, set, way);
}

/* The way that holds the line, or the number of open ways. */
static unsigned find_way(const struct cache *cache, uint64_t line, uint64_t *set)
{
	const uint64_t *lines = set_lines(cache, line, set);
	unsigned open = cache->open[*set], way = 0;
	while (way < open && lines[way] != line + 1)
		way++;
	return way;
}

bool cache_use(struct cache *cache, uint64_t line)
{
	uint64_t set;
	unsigned way = find_way(cache, line, &set);
	if (way == cache->open[set])
		return false;
	mark_used(cache, set, way);
	return true;
}

bool cache_holds(const struct cache *cache, uint64_t line)
{
	uint64_t set;
	return find_way(cache, line, &set) < cache->open[set];
}

static unsigned oldest_way(const struct cache *cache, uint64_t set)
{
	const uint32_t *ages = cache->ages + set * cache->ways;
	unsigned oldest = 0;
	for (unsigned way = 1; way < cache->open[set]; way++)
		if (ages[way] < ages[oldest])
			oldest = way;
	return oldest;
}

static unsigned leaving_way(const struct cache *cache, uint64_t set, struct chance *chance)
{
	switch (cache->policy) {
	case CACHE_LRU:
		return oldest_way(cache, set);
	case CACHE_TREE:
		return pointed_at(cache, set);
	default:
		return (unsigned)chance_below(chance, cache->open[set]);
	}
}

bool cache_put(struct cache *cache, uint64_t line, struct chance *chance, uint64_t *left)
{
	uint64_t set, *lines = set_lines(cache, line, &set);
	unsigned open = cache->open[set], way = 0;
	while (way < open && lines[way] != 0)
		way++;
	bool full = way == open;
	if (full) {
		way = leaving_way(cache, set, chance);
		*left = lines[way] - 1;
	}
	lines[way] = line + 1;
	mark_used(cache, set, way);
	return full;
}

bool cache_drop(struct cache *cache, uint64_t line)
{
	uint64_t set;
	unsigned way = find_way(cache, line, &set);
	if (way == cache->open[set])
		return false;
	set_lines(cache, line, &set)[way] = 0;
	return true;
}
