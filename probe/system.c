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

uint64_t system_largest_cache(const struct system_description *description, const char *cores)
{
	uint64_t largest = 0;
	for (size_t i = 0; i < description->cache_count; i++) {
		const struct system_cache *cache = &description->caches[i];
		bool ours = cores[0] == '\0' || cache->cores[0] == '\0' || strcmp(cache->cores, cores) == 0;
		if (ours && cache->bytes > largest)
			largest = cache->bytes;
	}
	return largest;
}
