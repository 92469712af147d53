/* One simulated cache. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

int cache_begin(struct cache *cache, uint64_t sets, unsigned ways, enum cache_policy policy)
{
	*cache = (struct cache){.sets = sets, .ways = ways, .policy = policy, .leaves = 1};
	while (cache->leaves < ways)
		cache->leaves *= 2;
	cache->lines = calloc(sets * ways, sizeof cache->lines[0]);
	cache->trees = calloc(sets, sizeof cache->trees[0]);
	cache->open = malloc(sets);
	cache->used = calloc(sets, 1);
	if (cache->lines == NULL || cache->trees == NULL || cache->open == NULL || cache->used == NULL)
		return -1;
	memset(cache->open, (int)ways, sets);
	return 0;
}

void cache_end(struct cache *cache)
{
	free(cache->lines);
	free(cache->trees);
	free(cache->open);
	free(cache->used);
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

/* ---- within a set ---- */

/* The nodes on the way to a leaf all come to point away from it: bit 0 says left, 1 says right. */
static void point_away(struct cache *cache, uint64_t set, unsigned way)
{
	for (unsigned node = cache->leaves + way; node > 1; node /= 2) {
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
	unsigned node = 1, first = 0, width = cache->leaves;
	while (node < cache->leaves) {
		width /= 2;
		bool right = (cache->trees[set] >> node & 1) != 0 && first + width < cache->open[set];
		node = 2 * node + right;
		first += right ? width : 0;
	}
	return node - cache->leaves;
}

static uint64_t *set_lines(const struct cache *cache, uint64_t line, uint64_t *set)
{
	*set = line & (cache->sets - 1);
	return cache->lines + *set * cache->ways;
}

/* LRU: the line comes to the front; those before its way move back by one. */
static void move_to_front(uint64_t *lines, unsigned way, uint64_t line)
{
	for (; way > 0; way--)
		lines[way] = lines[way - 1];
	lines[0] = line + 1;
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

/* ---- lines ---- */

bool cache_use(struct cache *cache, uint64_t line)
{
	uint64_t set;
	unsigned way = find_way(cache, line, &set);
	if (way == cache->open[set])
		return false;
	if (cache->policy == CACHE_LRU)
		move_to_front(cache->lines + set * cache->ways, way, line);
	else if (cache->policy == CACHE_TREE)
		point_away(cache, set, way);
	return true;
}

bool cache_holds(const struct cache *cache, uint64_t line)
{
	uint64_t set;
	return find_way(cache, line, &set) < cache->open[set];
}

/* The way that the line takes: an empty one where there is one. */
static unsigned taken_way(const struct cache *cache, const uint64_t *lines, uint64_t set, bool full,
                          struct chance *chance)
{
	unsigned way = 0;
	if (cache->policy == CACHE_LRU)
		return full ? cache->open[set] - 1u : cache->used[set];
	if (full)
		return cache->policy == CACHE_TREE ? pointed_at(cache, set)
		                                   : (unsigned)chance_below(chance, cache->open[set]);
	while (lines[way] != 0)
		way++;
	return way;
}

bool cache_put(struct cache *cache, uint64_t line, struct chance *chance, uint64_t *left)
{
	uint64_t set, *lines = set_lines(cache, line, &set);
	bool full = cache->used[set] == cache->open[set];
	unsigned way = taken_way(cache, lines, set, full, chance);
	if (full)
		*left = lines[way] - 1;
	else
		cache->used[set]++;
	if (cache->policy == CACHE_LRU)
		move_to_front(lines, way, line);
	else
		lines[way] = line + 1;
	if (cache->policy == CACHE_TREE)
		point_away(cache, set, way);
	return full;
}

bool cache_drop(struct cache *cache, uint64_t line)
{
	uint64_t set, *lines;
	unsigned way = find_way(cache, line, &set);
	if (way == cache->open[set])
		return false;
	lines = set_lines(cache, line, &set);
	for (; cache->policy == CACHE_LRU && way + 1 < cache->open[set]; way++)
		lines[way] = lines[way + 1];
	lines[way] = 0;
	cache->used[set]--;
	return true;
}
