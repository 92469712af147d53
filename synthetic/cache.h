/* One simulated cache: sets of ways, and who leaves when a set is full. */
#ifndef CACHESTAIR_SYNTHETIC_CACHE_H
#define CACHESTAIR_SYNTHETIC_CACHE_H

#include "chance.h"

#include <stdbool.h>
#include <stdint.h>

enum cache_policy {
	CACHE_LRU,  /* the line used longest ago leaves */
	CACHE_TREE, /* tree pseudo-LRU; a tree of the next power of two, whose missing leaves are never chosen
	             */
	CACHE_RANDOM /* any line, by chance */
};

enum { CACHE_MOST_WAYS = 32 };

struct cache {
	uint64_t sets; /* a power of two */
	unsigned ways; /* 1 to CACHE_MOST_WAYS */
	enum cache_policy policy;
	/* sets x ways: line + 1, or 0 where empty. LRU keeps a set in the order of use, the last used first,
	 * and without holes; else a line stays in its way. */
	uint64_t *lines;
	uint32_t *trees; /* a bit a node, from bit 1 (tree) */
	uint8_t *open;   /* ways of each set that are ours; the others are taken, for good */
	uint8_t *used;   /* of the open ways of each set */
	unsigned leaves; /* of the tree: the least power of two that holds all ways */
};

/* An empty cache; free it with cache_end, after a failure too. Returns 0, or -1 where memory is out. */
int cache_begin(struct cache *cache, uint64_t sets, unsigned ways, enum cache_policy policy);
void cache_end(struct cache *cache);

/* Others take so large a share of the ways: each way of each set with that chance, at least one is left in a
 * set. */
void cache_take(struct cache *cache, double share, struct chance *chance);

/* Whether the line is there; if so it is used now. */
bool cache_use(struct cache *cache, uint64_t line);

/* Whether the line is there; changes nothing. */
bool cache_holds(const struct cache *cache, uint64_t line);

/* Puts a line in that is not there. Returns true where another had to leave, and which. */
bool cache_put(struct cache *cache, uint64_t line, struct chance *chance, uint64_t *left);

/* Takes the line out, where it is there. Returns whether it was. */
bool cache_drop(struct cache *cache, uint64_t line);

#endif
