/* One simulated cache: sets of ways, and who leaves when a set is full. */
#ifndef CACHESTAIR_SYNTHETIC_CACHE_H
#define CACHESTAIR_SYNTHETIC_CACHE_H

#include "chance.h"

#include <stdbool.h>
#include <stdint.h>

enum cache_policy {
	CACHE_LRU,    /* the line used longest ago leaves */
	CACHE_TREE,   /* tree pseudo-LRU over the next power of two; missing leaves are never chosen */
	CACHE_RANDOM, /* any line, by chance */
	CACHE_NRU,    /* a mark a way, set by use; when all are set the others are cleared. The first unmarked
	                 leaves */
	CACHE_SRRIP,  /* ages 0 to 3: a line comes in at 2, use makes it 0, the first of age 3 leaves, and all
	                 grow older until one is 3 (Jaleel et al., 2010) */
	/* Quad-age LRU as Abel and Reineke found it (nanoBench, 2020). A line comes in at age 1; after every
	 * access to a full set all ages grow alike until one is 3. */
	CACHE_QUAD_FIRST, /* H11 M1 R0 U0: use makes 3 and 2 to 1, else 0; the first of age 3 leaves */
	CACHE_QUAD_LAST,  /* H00 M1 R2 U1: use makes 0; the last of age 3 leaves; the line in use stays young
	                   */
	CACHE_POLICIES
};

enum { CACHE_MOST_WAYS = 32 };

/* What people call it: LRU, tree, random ... */
const char *cache_policy_name(enum cache_policy policy);

struct cache {
	uint64_t sets; /* a power of two */
	unsigned ways; /* 1 to CACHE_MOST_WAYS */
	enum cache_policy policy;
	unsigned fold; /* bits of a set's number; above 0 the upper bits of a line are folded into it (xor) */
	unsigned pitch; /* from set to set in `lines`: ways, rounded up for the search */
	/* line + 1, or 0 where empty or not a way of ours. LRU keeps a set in the order of use, the last used
	 * first, and without holes; else a line stays in its way. */
	uint32_t *lines;
	uint32_t *marks; /* tree: a bit a node, from bit 1; NRU: a bit a way */
	uint8_t *ages;   /* sets x ways (SRRIP, quad-age) */
	uint8_t *open;   /* ways of each set that are ours; the others are taken, for good */
	uint8_t *used;   /* of the open ways of each set */
	unsigned leaves; /* of the tree: the least power of two that holds all ways */
};

/* An empty cache; free it with cache_end, after a failure too. Returns 0, or -1 where memory is out. */
int cache_begin(struct cache *cache, uint64_t sets, unsigned ways, enum cache_policy policy);
void cache_end(struct cache *cache);

/* From now on a line's set is the xor of all pieces of its number, each as wide as a set's number. */
void cache_hash(struct cache *cache);

/* Others take so large a share of the ways: each way of each set with that chance, at least one is left in a
 * set. */
void cache_take(struct cache *cache, double share, struct generator *chance);

/* Whether the line (below 2^32 - 1) is there; if so it is used now. */
bool cache_use(struct cache *cache, uint64_t line);

/* Whether the line is there; changes nothing. */
bool cache_holds(const struct cache *cache, uint64_t line);

/* Puts a line in that is not there. Returns true where another had to leave, and which. */
bool cache_put(struct cache *cache, uint64_t line, struct generator *chance, uint64_t *left);

/* Takes the line out, where it is there. Returns whether it was. */
bool cache_drop(struct cache *cache, uint64_t line);

#endif
