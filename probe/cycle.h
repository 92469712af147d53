/* The closed cycle of pointers that a chase follows, grown and shrunk in place.
 *
 * Node i stands in slot i of the buffer: at its start, or at a random 8-byte word of it (adjacency). Its word
 * holds the address of the next node.
 *
 * Random order: node i is inserted behind a random earlier node, whose number is computed from the seed and
 * i. Every sequence of choices gives another cycle and there are (n - 1)! of both, so all single cycles over
 * n nodes are equally likely. The cycle over n nodes is a stage of the cycle over more: growing inserts only
 * the new nodes, and shrinking takes the last ones out again in reverse, when each stands right behind its
 * choice.
 *
 * Page order: all nodes of a page in random order, then the next page; the pages form a cycle grown in the
 * same way. A page's path is grown by inserting each line at a random place of the path before it, which is
 * uniform over all orders. Entry and exit of a page are computed anew from the seed where they are needed, so
 * that no array stands beside the buffer. */
#ifndef CACHESTAIR_CYCLE_H
#define CACHESTAIR_CYCLE_H

#include <stdint.h>

struct cycle {
	char *base;           /* borrowed; slots begin here */
	uint64_t pitch_bytes; /* from slot to slot; a multiple of 8 */
	uint64_t landings; /* words of a slot that a node can stand in: 1 (the first) up to pitch_bytes / 8 */
	uint64_t page_nodes; /* nodes in a page for page order; 0 for random order */
	uint64_t seed;
	uint64_t nodes; /* how many are in the cycle now */
};

/* An empty cycle over the buffer. */
void cycle_begin(struct cycle *cycle, char *base, uint64_t pitch_bytes, uint64_t landings,
                 uint64_t page_nodes, uint64_t seed);

/* Grows or shrinks to exactly `nodes` (at least 1); the buffer must hold them. Time in proportion to the
 * change. */
void cycle_resize(struct cycle *cycle, uint64_t nodes);

/* Address of node i, whether it is in the cycle or not. */
void *cycle_node(const struct cycle *cycle, uint64_t i);

/* Number of the node whose slot holds `address`. */
uint64_t cycle_index(const struct cycle *cycle, const void *address);

/* Puts each node's distance from the base in place of its address, and back, in the order of addresses. The
 * cycle must not be resized while it holds offsets. */
void cycle_make_offsets(const struct cycle *cycle);
void cycle_make_pointers(const struct cycle *cycle);

/* Writes a value of its own into every word of the buffer: all differ, none is 0, and those of another seed
 * differ word by word. Its upper 24 bits are those of no address that a system maps, with or without a tag in
 * the top byte, so that hardware that looks for pointers finds none. A pair's second word is such a value:
 * hardware that predicts a load's value, which it can where the same one comes again and again, cannot. */
void cycle_write_words(char *base, uint64_t bytes, uint64_t seed);

/* A number from 0 to count - 1, computed from a seed and i alone: the choice behind which node i is inserted
 * (count = i). Uniform but for less than count / 2^64. */
uint64_t cycle_choice(uint64_t seed, uint64_t i, uint64_t count);

/* A new seed from a seed and the number of what it is for. */
uint64_t cycle_seed(uint64_t seed, uint64_t purpose);

#endif
