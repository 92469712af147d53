/* Where the cycle of pointers is grown by insertion and shrunk by taking out. */
#include "cycle.h"

#include <stddef.h>
#include <string.h>

/* The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection that mixes all 64 bits.
 */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint64_t cycle_seed(uint64_t seed, uint64_t purpose)
{
	return mix(mix(seed + UINT64_C(0x9e3779b97f4a7c15)) ^ mix(purpose + UINT64_C(0xd1b54a32d192ed03)));
}

#define WORD_TOP (UINT64_C(0x5a5aa5) << 40)
#define WORD_LOW ((UINT64_C(1) << 40) - 1)

void cycle_write_words(char *base, uint64_t bytes, uint64_t seed)
{
	/* Adding and multiplying by an odd number are both bijections of 40 bits. */
	uint64_t *words = (uint64_t *)(void *)base, value = cycle_seed(seed, bytes);
	for (uint64_t i = 0; i < bytes / 8; i++, value += UINT64_C(0x9e3779b97f4a7c15))
		words[i] = WORD_TOP | (value & WORD_LOW);
}

/* The upper half of the product: maps a 64-bit number evenly to 0 .. count - 1 without a division. */
static uint64_t scale(uint64_t x, uint64_t count)
{
	uint64_t x_low = x & UINT32_MAX, x_high = x >> 32, c_low = count & UINT32_MAX, c_high = count >> 32;
	uint64_t middle = x_high * c_low + (x_low * c_low >> 32);
	uint64_t other = x_low * c_high + (middle & UINT32_MAX);
	return x_high * c_high + (middle >> 32) + (other >> 32);
}

uint64_t cycle_choice(uint64_t seed, uint64_t i, uint64_t count)
{
	return scale(mix(seed + i * UINT64_C(0x9e3779b97f4a7c15)), count);
}

void cycle_begin(struct cycle *cycle, char *base, uint64_t pitch_bytes, uint64_t landings,
                 uint64_t page_nodes, uint64_t seed)
{
	*cycle = (struct cycle){.base = base,
	                        .pitch_bytes = pitch_bytes,
	                        .landings = landings,
	                        .page_nodes = page_nodes,
	                        .seed = seed};
}

void *cycle_node(const struct cycle *cycle, uint64_t i)
{
	uint64_t word = 0;
	if (cycle->landings > 1)
		word = cycle_choice(~cycle->seed, i, cycle->landings);
	return cycle->base + i * cycle->pitch_bytes + word * 8;
}

uint64_t cycle_index(const struct cycle *cycle, const void *address)
{
	return (uint64_t)((const char *)address - cycle->base) / cycle->pitch_bytes;
}

static void **cycle_link(const struct cycle *cycle, uint64_t i)
{
	return (void **)cycle_node(cycle, i);
}

void cycle_make_offsets(const struct cycle *cycle)
{
	for (uint64_t i = 0; i < cycle->nodes; i++) {
		char **node = cycle_node(cycle, i);
		uint64_t offset = (uint64_t)(*node - cycle->base);
		memcpy(node, &offset, sizeof offset);
	}
}

void cycle_make_pointers(const struct cycle *cycle)
{
	for (uint64_t i = 0; i < cycle->nodes; i++) {
		char **node = cycle_node(cycle, i);
		uint64_t offset;
		memcpy(&offset, node, sizeof offset);
		*node = cycle->base + offset;
	}
}

/* ---- random order ---- */

static void random_grow(struct cycle *cycle, uint64_t nodes)
{
	if (cycle->nodes == 0) {
		void **first = cycle_link(cycle, 0);
		*first = first;
		cycle->nodes = 1;
	}
	for (uint64_t i = cycle->nodes; i < nodes; i++) {
		void **node = cycle_link(cycle, i),
		     **behind = cycle_link(cycle, cycle_choice(cycle->seed, i, i));
		*node = *behind;
		*behind = node;
	}
	cycle->nodes = nodes;
}

static void random_shrink(struct cycle *cycle, uint64_t nodes)
{
	for (uint64_t i = cycle->nodes; i-- > nodes;)
		*cycle_link(cycle, cycle_choice(cycle->seed, i, i)) = *cycle_link(cycle, i);
	cycle->nodes = nodes;
}

/* ---- page order ---- */

/* The path through a page: its first and last node. */
struct path {
	uint64_t entry, exit;
};

/* The place where line i of a page goes: 0 in front of all, j + 1 right behind line j. */
static uint64_t line_place(const struct cycle *cycle, uint64_t page, uint64_t i)
{
	return cycle_choice(cycle_seed(cycle->seed, page), i, i + 1);
}

static uint64_t page_first(const struct cycle *cycle, uint64_t page)
{
	return page * cycle->page_nodes;
}

/* The path of the first `lines` lines of a page, found without touching the buffer. */
static struct path page_path(const struct cycle *cycle, uint64_t page, uint64_t lines)
{
	uint64_t first = page_first(cycle, page);
	struct path path = {first, first};
	for (uint64_t i = 1; i < lines; i++) {
		uint64_t place = line_place(cycle, page, i);
		if (place == 0)
			path.entry = first + i;
		else if (first + place - 1 == path.exit)
			path.exit = first + i;
	}
	return path;
}

/* Links the lines of a page into its path; the link of its exit is left to the caller. */
static struct path page_link(const struct cycle *cycle, uint64_t page, uint64_t lines)
{
	uint64_t first = page_first(cycle, page);
	struct path path = {first, first};
	*cycle_link(cycle, first) = NULL;
	for (uint64_t i = 1; i < lines; i++) {
		uint64_t place = line_place(cycle, page, i);
		void **node = cycle_link(cycle, first + i);
		if (place == 0) {
			*node = cycle_link(cycle, path.entry);
			path.entry = first + i;
			continue;
		}
		void **behind = cycle_link(cycle, first + place - 1);
		*node = *behind;
		*behind = node;
		if (first + place - 1 == path.exit)
			path.exit = first + i;
	}
	return path;
}

static void page_insert(const struct cycle *cycle, uint64_t page, uint64_t lines)
{
	struct path path = page_link(cycle, page, lines);
	void **exit = cycle_link(cycle, path.exit);
	if (page == 0) {
		*exit = cycle_link(cycle, path.entry);
		return;
	}
	struct path before = page_path(cycle, cycle_choice(~cycle->seed, page, page), cycle->page_nodes);
	void **behind = cycle_link(cycle, before.exit);
	*exit = *behind;
	*behind = cycle_link(cycle, path.entry);
}

static void page_remove(const struct cycle *cycle, uint64_t page, uint64_t lines)
{
	if (page == 0)
		return;
	struct path path = page_path(cycle, page, lines);
	struct path before = page_path(cycle, cycle_choice(~cycle->seed, page, page), cycle->page_nodes);
	*cycle_link(cycle, before.exit) = *cycle_link(cycle, path.exit);
}

/* Lines of `page` that are in a cycle of `nodes`. */
static uint64_t page_lines(const struct cycle *cycle, uint64_t page, uint64_t nodes)
{
	uint64_t first = page_first(cycle, page);
	return nodes <= first ? 0 : nodes - first < cycle->page_nodes ? nodes - first : cycle->page_nodes;
}

static void page_resize(struct cycle *cycle, uint64_t nodes)
{
	uint64_t old_pages = (cycle->nodes + cycle->page_nodes - 1) / cycle->page_nodes;
	uint64_t new_pages = (nodes + cycle->page_nodes - 1) / cycle->page_nodes;
	/* Pages that hold another number of lines afterwards go out, the last one first, and in again. */
	uint64_t same = old_pages < new_pages ? old_pages : new_pages;
	while (same > 0 && page_lines(cycle, same - 1, cycle->nodes) != page_lines(cycle, same - 1, nodes))
		same--;
	for (uint64_t page = old_pages; page-- > same;)
		page_remove(cycle, page, page_lines(cycle, page, cycle->nodes));
	for (uint64_t page = same; page < new_pages; page++)
		page_insert(cycle, page, page_lines(cycle, page, nodes));
	cycle->nodes = nodes;
}

void cycle_resize(struct cycle *cycle, uint64_t nodes)
{
	if (cycle->page_nodes != 0)
		page_resize(cycle, nodes);
	else if (nodes > cycle->nodes)
		random_grow(cycle, nodes);
	else
		random_shrink(cycle, nodes);
}
