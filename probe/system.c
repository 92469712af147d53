/* What all systems share behind the seam: names, and ticks put into nanoseconds. */
#include "system.h"

#include <string.h>

const char *const system_qos_names[SYSTEM_QOS_COUNT] = {
    "", "background", "utility", "default", "userinitiated", "interactive",
};

uint64_t system_ticks_ns(const struct system_description *description, uint64_t ticks)
{
	uint64_t up = description->tick_numerator, down = description->tick_denominator;
	return ticks / down * up + ticks % down * up / down;
}

void system_set_dit(bool on)
{
	if (!system_has_dit())
		return;
#ifdef __aarch64__
	/* msr dit, #1 and msr dit, #0, as numbers: assemblers know the name only for Armv8.4. */
	if (on)
		__asm__ volatile(".inst 0xd503415f" ::: "memory");
	else
		__asm__ volatile(".inst 0xd503405f" ::: "memory");
#else
	(void)on;
#endif
}

/* The largest that counts for the cores, of one level or of all (0). */
static uint64_t cache_bytes(const struct system_description *description, const char *cores, unsigned level)
{
	uint64_t largest = 0;
	for (size_t i = 0; i < description->cache_count; i++) {
		const struct system_cache *cache = &description->caches[i];
		bool ours = cores[0] == '\0' || cache->cores[0] == '\0' || strcmp(cache->cores, cores) == 0;
		if (ours && (level == 0 || cache->level == level) && cache->bytes > largest)
			largest = cache->bytes;
	}
	return largest;
}

uint64_t system_largest_cache(const struct system_description *description, const char *cores)
{
	return cache_bytes(description, cores, 0);
}

uint64_t system_cache_bytes(const struct system_description *description, const char *cores, unsigned level)
{
	return cache_bytes(description, cores, level);
}
