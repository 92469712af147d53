/* What all systems share behind the seam, and what POSIX gives alike on each. */
#include "system.h"
#include "number.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

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

uint64_t system_cache_bytes(const struct system_description *description, unsigned level)
{
	const char *cores = description->cores;
	uint64_t largest = 0;
	for (size_t i = 0; i < description->cache_count; i++) {
		const struct system_cache *cache = &description->caches[i];
		bool ours = cores[0] == '\0' || cache->cores[0] == '\0' || strcmp(cache->cores, cores) == 0;
		if (ours && (level == 0 || cache->level == level) && cache->bytes > largest)
			largest = cache->bytes;
	}
	return largest;
}

void system_state_add(char text[SYSTEM_NOTE], const char *key, const char *format, ...)
{
	char value[64];
	va_list arguments;
	size_t used = strlen(text);
	va_start(arguments, format);
	vsnprintf(value, sizeof value, format, arguments);
	va_end(arguments);
	if (value[0] != '\0')
		snprintf(text + used, SYSTEM_NOTE - used, "%s%s=%s", used == 0 ? "" : " ", key, value);
}

void system_state_add_load(char text[SYSTEM_NOTE])
{
	double load;
	if (getloadavg(&load, 1) == 1)
		system_state_add(text, "load", "%.2f", load);
}

/* ---- the thread ---- */

void system_usage_read(struct system_usage *usage, bool alone)
{
	struct rusage account;
	struct timespec now;
#ifdef RUSAGE_THREAD
	const int whose = RUSAGE_THREAD;
	alone = true; /* the numbers here are the thread's own in any case */
#else
	const int whose = RUSAGE_SELF;
#endif
	memset(usage, 0, sizeof *usage);
	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
		usage->cpu_time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
		usage->present |= SYSTEM_HAS_CPU_TIME;
	}
	if (alone && getrusage(whose, &account) == 0) {
		usage->switches = (uint64_t)account.ru_nvcsw + (uint64_t)account.ru_nivcsw;
		usage->faults = (uint64_t)account.ru_minflt + (uint64_t)account.ru_majflt;
		usage->present |= SYSTEM_HAS_SWITCHES | SYSTEM_HAS_FAULTS;
	}
}

/* ---- memory ---- */

int system_memory_map(struct system_memory *memory, uint64_t bytes, bool huge, struct fault *fault)
{
	char size[SIZE_TEXT];
	const char *lacks = huge ? system_lacks(SYSTEM_HUGE_PAGES) : NULL;
	if (lacks != NULL)
		return fault_usage(fault, "--huge", "%s", lacks);
	uint64_t page = huge ? system_huge_page_bytes() : (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t whole = (bytes + page - 1) / page * page, extra = huge ? page : 0;
	memset(memory, 0, sizeof *memory);
	if (whole < bytes || whole + extra < whole || whole + extra > SIZE_MAX)
		return fault_set(fault, NULL, "%s cannot be mapped", size_format(bytes, size));
	memory->mapped_bytes = whole + extra;
	memory->mapping =
	    mmap(NULL, (size_t)memory->mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
	if (memory->mapping == MAP_FAILED) {
		memory->mapping = NULL;
		return fault_system(fault, NULL, errno, "%s cannot be mapped", size_format(bytes, size));
	}
	/* The system's own pages are aligned by themselves. */
	uintptr_t past = huge ? (uintptr_t)memory->mapping % page : 0;
	memory->base = (char *)memory->mapping + (past != 0 ? page - past : 0);
	memory->bytes = bytes;
	/* A kernel without transparent huge pages refuses; what was got is read afterwards, so that is no
	 * error. All pages at once cost half of what they cost one by one; older kernels refuse, and give
	 * them as they are written. */
#ifdef MADV_HUGEPAGE
	if (huge)
		(void)madvise(memory->base, (size_t)whole, MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
	(void)madvise(memory->base, (size_t)whole, MADV_POPULATE_WRITE);
#endif
	return 0;
}

void system_memory_got(const struct system_memory *memory, char text[SYSTEM_TEXT])
{
	const uint64_t mib = UINT64_C(1) << 20, huge_page = system_huge_page_bytes();
	char page[SIZE_TEXT], huge[SIZE_TEXT], part[SIZE_TEXT], whole[SIZE_TEXT];
	uint64_t huge_bytes;
	text[0] = '\0';
	if (!system_memory_huge(memory, &huge_bytes) && huge_page != 0)
		return;
	size_format((uint64_t)sysconf(_SC_PAGESIZE), page);
	if (huge_bytes == 0) {
		snprintf(text, SYSTEM_TEXT, "%s", page);
		return;
	}
	size_format(huge_page, huge);
	size_format(huge_bytes / mib * mib, part);
	size_format(memory->bytes < mib ? memory->bytes : memory->bytes / mib * mib, whole);
	snprintf(text, SYSTEM_TEXT, "%s for %s of %s, the rest %s", huge, part, whole, page);
}

void system_memory_unmap(struct system_memory *memory)
{
	if (memory->mapping != NULL)
		munmap(memory->mapping, (size_t)memory->mapped_bytes);
	memset(memory, 0, sizeof *memory);
}
