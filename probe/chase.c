/* Where dependent loads and adds run. */
#include "chase.h"

#include <stddef.h>

#define REPEAT_4(x) x x x x
#define REPEAT_16(x) REPEAT_4(x) REPEAT_4(x) REPEAT_4(x) REPEAT_4(x)
/* The compiler must take the value as changed here: no folding of adds, no loop left out. Costs no
 * instruction. */
#define OPAQUE(value) __asm__ volatile("" : "+r"(value))

__attribute__((noinline)) static void *walk_single(void *at, uint64_t loads)
{
	for (; loads != 0; loads -= CHASE_UNROLL) {
		REPEAT_16(REPEAT_4(at = *(void **)at;))
		OPAQUE(at);
	}
	return at;
}

__attribute__((noinline)) static uint64_t walk_offsets(const char *base, uint64_t at, uint64_t loads)
{
	for (; loads != 0; loads -= CHASE_UNROLL) {
		REPEAT_16(REPEAT_4(at = *(const uint64_t *)(const void *)(base + at);))
		OPAQUE(at);
	}
	return at;
}

__attribute__((noinline)) static void *walk_pairs(void *at, uint64_t loads, uint64_t distance, uint64_t zero)
{
	uintptr_t landing = (uintptr_t)at;
#define PAIR                                                                                                 \
	do {                                                                                                 \
		uintptr_t next = (uintptr_t) * (void *const *)landing;                                       \
		uintptr_t word = (uintptr_t) * (void *const *)(landing + distance + (next & zero));          \
		landing = next + (word & zero);                                                              \
	} while (0);
	for (; loads != 0; loads -= CHASE_UNROLL) {
		REPEAT_16(PAIR PAIR)
		OPAQUE(landing);
	}
#undef PAIR
	return (void *)landing;
}

void chase_walk(struct chase *chase, uint64_t loads)
{
	const char *base = chase->offsets_from;
	if (base != NULL)
		chase->at = (void *)((uintptr_t)base +
		                     walk_offsets(base, (uint64_t)((char *)chase->at - base), loads));
	else if (chase->distance_bytes == 0)
		chase->at = walk_single(chase->at, loads);
	else
		chase->at = walk_pairs(chase->at, loads, chase->distance_bytes, chase->zero);
}

__attribute__((noinline)) uint64_t chase_adds(uint64_t adds, uint64_t start)
{
	uint64_t a = start, b = start | 1;
	for (; adds != 0; adds -= CHASE_UNROLL) {
		REPEAT_16(a += b; OPAQUE(a); b += a; OPAQUE(b); a += b; OPAQUE(a); b += a; OPAQUE(b);)
	}
	return a + b;
}

__attribute__((noinline)) uint64_t chase_stream(const char *base, uint64_t bytes, uint64_t stride)
{
	uint64_t sum = 0;
	for (uint64_t at = 0; at + 8 <= bytes; at += stride)
		sum += *(const uint64_t *)(const void *)(base + at);
	return sum;
}
