/* Where readings of the clock are subtracted, converted and coarsened. */
#include "clock.h"

void clock_begin(struct clock *clock, const struct system_description *description, uint64_t coarsen_ns)
{
	*clock = (struct clock){description, system_ticks(), coarsen_ns};
}

uint64_t clock_exact_ns(const struct clock *clock, uint64_t before, uint64_t after)
{
	return system_ticks_ns(clock->description, after - before);
}

uint64_t clock_elapsed_ns(const struct clock *clock, uint64_t before, uint64_t after)
{
	uint64_t coarse = clock->coarsen_ns;
	if (coarse <= 1)
		return clock_exact_ns(clock, before, after);
	uint64_t first = clock_exact_ns(clock, clock->began, before),
	         last = clock_exact_ns(clock, clock->began, after);
	return last / coarse * coarse - first / coarse * coarse;
}

size_t clock_gaps(const struct clock *clock, uint64_t *gaps, size_t most, uint64_t limit_ns)
{
	enum { FEWEST = 3 };
	size_t count = 0;
	uint64_t start = system_ticks(), last = start;
	/* The first change of the clock has no whole gap before it. */
	while (clock_elapsed_ns(clock, start, last) == 0)
		last = system_ticks();
	while (count < most && (count < FEWEST || clock_exact_ns(clock, start, last) < limit_ns)) {
		uint64_t now = system_ticks(), gap = clock_elapsed_ns(clock, last, now);
		if (gap == 0)
			continue;
		gaps[count++] = gap;
		last = now;
	}
	return count;
}
