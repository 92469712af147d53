/* Linux behind the seam: affinity, sysfs, perf events, madvise. */
#include "system.h"
#include "cgroup.h"
#include "cpuinfo.h"
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined __has_include
#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#define HAVE_PERF 1
#endif
#endif

enum { LIST_BYTES = 16384 }; /* of a list of processors: of 4096, every second one */

#define CPU_FOLDER "/sys/devices/system/cpu"

const char *system_lacks(enum system_feature feature)
{
	return feature == SYSTEM_QOS
	           ? "is for macOS: Linux has no quality-of-service classes; --cpu pins here"
	           : NULL;
}

/* ---- where the chase runs ---- */

static bool cpu_is_sibling(uint32_t cpu, uint32_t other)
{
	char list[LIST_BYTES];
	bool has = false;
	if (file_line(list, sizeof list, CPU_FOLDER "/cpu%u/topology/thread_siblings_list", cpu))
		cpu_list_count(list, other, &has);
	return has;
}

/* Fills got->others: all allowed processors but `cpu`, those of other cores first. */
static void cpu_find_others(const cpu_set_t *allowed, uint32_t cpu, struct system_steered *got)
{
	got->other_count = 0;
	for (int siblings = 0; siblings <= 1; siblings++)
		for (uint32_t other = 0; other < CPU_SETSIZE && got->other_count < SYSTEM_OTHERS; other++)
			if (other != cpu && CPU_ISSET(other, allowed) &&
			    cpu_is_sibling(cpu, other) == (siblings == 1))
				got->others[got->other_count++] = other;
}

static int cpu_pin(uint32_t cpu)
{
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof one, &one);
}

int system_steer(const struct system_steering *asked, struct system_steered *got, struct fault *fault)
{
	cpu_set_t allowed;
	uint32_t cpu = 0;
	memset(got, 0, sizeof *got);
	snprintf(got->cpu, sizeof got->cpu, "not pinned");
	if (asked->choice == SYSTEM_CPU_ANY)
		return 0;
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		return fault_system(fault, NULL, errno, "the allowed processors cannot be read");
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &allowed))
		cpu++;
	if (asked->choice == SYSTEM_CPU_NUMBER) {
		if (asked->cpu >= CPU_SETSIZE || !CPU_ISSET((size_t)asked->cpu, &allowed)) {
			fault_usage(fault, "--cpu", "processor %" PRIu64 " is not there or not allowed",
			            asked->cpu);
			return fault_expect(fault, "one of the %d that this process may use",
			                    CPU_COUNT(&allowed));
		}
		cpu = (uint32_t)asked->cpu;
	}
	if (cpu_pin(cpu) != 0)
		return fault_system(fault, "--cpu", errno, "cannot pin to processor %u", cpu);
	if (sched_getcpu() != (int)cpu)
		return fault_set(fault, "--cpu", "pinned to processor %u, but running on %d", cpu,
		                 sched_getcpu());
	cpu_find_others(&allowed, cpu, got);
	got->pinned = true;
	snprintf(got->cpu, sizeof got->cpu, "%u", cpu);
	return 0;
}

int system_steer_beside(const struct system_steering *asked, const struct system_steered *got, size_t index,
                        struct fault *fault)
{
	(void)asked;
	if (!got->pinned)
		return 0;
	if (got->other_count == 0)
		return fault_set(fault, NULL,
		                 "a competitor needs a second processor, and this process may use one only");
	uint32_t cpu = got->others[index % got->other_count];
	if (cpu_pin(cpu) != 0)
		return fault_system(fault, NULL, errno, "a competitor cannot be pinned to processor %u", cpu);
	return 0;
}

/* ---- what the machine says of itself ---- */

/* A file that the kernel has of each cache; false where there is none. */
static bool cache_file(char text[LIST_BYTES], unsigned cpu, unsigned index, const char *name)
{
	return file_line(text, LIST_BYTES, CPU_FOLDER "/cpu%u/cache/index%u/%s", cpu, index, name);
}

/* The number or size in one; false, and *value as it was, where there is none from `low` to `high`. */
static bool cache_number(uint64_t *value, unsigned cpu, unsigned index, const char *name, uint64_t low,
                         uint64_t high)
{
	char text[LIST_BYTES];
	return cache_file(text, cpu, index, name) && size_parse(text, strlen(text), low, high, value) == NULL;
}

static void describe_cache(unsigned cpu, unsigned index, struct system_description *description)
{
	char text[LIST_BYTES];
	struct system_cache cache = {0};
	bool ignored;
	uint64_t level;
	if (!cache_file(text, cpu, index, "type") || strcmp(text, "Instruction") == 0 ||
	    !cache_number(&level, cpu, index, "level", 1, 9) ||
	    !cache_number(&cache.bytes, cpu, index, "size", 1, UINT64_MAX))
		return;
	cache.type = strcmp(text, "Data") == 0 ? "data" : "unified";
	cache.level = (unsigned)level;
	if (cache_file(text, cpu, index, "shared_cpu_list"))
		cache.shared = cpu_list_count(text, 0, &ignored);
	if (description->line_bytes == 0)
		(void)cache_number(&description->line_bytes, cpu, index, "coherency_line_size", 8, 4096);
	description->caches[description->cache_count++] = cache;
}

/* What control groups allow, where that is less than the machine has. */
static void describe_limits(struct system_description *description)
{
	struct cgroup cgroup;
	cgroup_read("", &cgroup);
	if (cgroup.memory_bytes < description->memory_bytes) {
		description->memory_bytes = cgroup.memory_bytes;
		snprintf(description->memory_limit, SYSTEM_TEXT, "bytes=%" PRIu64 " by=cgroup%d",
		         cgroup.memory_bytes, cgroup.memory_version);
	}
	if (cgroup.quota_us == 0)
		return;
	uint64_t hundredths = cgroup.quota_us * 100 / cgroup.period_us;
	snprintf(description->cpu_quota, SYSTEM_TEXT,
	         "processors=%" PRIu64 ".%02" PRIu64 " quota_us=%" PRIu64 " period_us=%" PRIu64
	         " by=cgroup%d",
	         hundredths / 100, hundredths % 100, cgroup.quota_us, cgroup.period_us, cgroup.quota_version);
	/* The kernel stops a thread for the rest of the period when the quota is used up. */
	if (hundredths < 100)
		snprintf(description->note, sizeof description->note,
		         "a control group allows less than one processor here (%" PRIu64 ".%02" PRIu64
		         "): the chase is stopped again and again",
		         hundredths / 100, hundredths % 100);
}

static void describe_machine(unsigned cpu, struct system_description *description)
{
	char vendor[64], name[80];
	bool has_vendor = file_line(vendor, sizeof vendor, "/sys/class/dmi/id/sys_vendor");
	bool has_name = file_line(name, sizeof name, "/sys/class/dmi/id/product_name");
	if (has_vendor || has_name)
		snprintf(description->machine, SYSTEM_TEXT, "%s%s%s", vendor,
		         has_vendor && has_name ? " " : "", name);
	else if (!file_line(description->machine, SYSTEM_TEXT, "/proc/device-tree/model"))
		description->machine[0] = '\0';
	FILE *cpuinfo = fopen("/proc/cpuinfo", "r");
	if (cpuinfo != NULL) {
		cpuinfo_name(cpuinfo, cpu, description->processor, SYSTEM_TEXT);
		fclose(cpuinfo);
	}
	struct utsname name_of_system;
	if (uname(&name_of_system) == 0)
		snprintf(description->system, SYSTEM_TEXT, "%.30s %.60s %.30s", name_of_system.sysname,
		         name_of_system.release, name_of_system.machine);
}

int system_describe(const struct system_steered *steered, struct system_description *description,
                    struct fault *fault)
{
	memset(description, 0, sizeof *description);
	long page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES),
	     cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (page <= 0 || pages <= 0)
		return fault_set(fault, NULL, "the system does not tell its page size and its memory");
	description->page_bytes = (uint64_t)page;
	description->memory_bytes = (uint64_t)page * (uint64_t)pages;
	describe_limits(description);
	description->cpus = cpus > 0 ? (uint64_t)cpus : 0;
	unsigned cpu = steered->pinned ? (unsigned)strtoul(steered->cpu, NULL, 10) : 0;
	cpu_set_t allowed;
	if (steered->pinned)
		description->beside = steered->other_count;
	else if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0)
		description->beside = (uint64_t)CPU_COUNT(&allowed) - 1;
	describe_machine(cpu, description);
	for (unsigned index = 0; index < 16 && description->cache_count < SYSTEM_CACHES; index++)
		describe_cache(cpu, index, description);
	description->timer = "clock_gettime(CLOCK_MONOTONIC)";
	description->tick_numerator = 1;
	description->tick_denominator = 1;
	return 0;
}

/* ---- what can disturb ---- */

/* Memory that can be had without swapping, in per cent of all; -1 unknown. */
static int free_percent(void)
{
	char line[256];
	uint64_t all = 0, available = 0, kib;
	FILE *file = fopen("/proc/meminfo", "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "MemTotal: %" SCNu64, &kib) == 1)
			all = kib;
		else if (sscanf(line, "MemAvailable: %" SCNu64, &kib) == 1)
			available = kib;
	}
	if (file != NULL)
		fclose(file);
	return all == 0 ? -1 : (int)(100 * available / all);
}

/* Whether the first processor's flags say that it is a virtual one; x86 alone has that word. */
static bool is_virtual(void)
{
	char line[4096];
	bool is = false;
	FILE *file = fopen("/proc/cpuinfo", "r");
	while (file != NULL && !is && fgets(line, sizeof line, file) != NULL)
		is = strncmp(line, "flags", 5) == 0 && strstr(line, " hypervisor") != NULL;
	if (file != NULL)
		fclose(file);
	return is;
}

void system_state(char text[SYSTEM_NOTE])
{
	int percent = free_percent();
	text[0] = '\0';
	system_state_add_load(text);
	if (percent >= 0)
		system_state_add(text, "free_percent", "%d", percent);
	if (is_virtual())
		system_state_add(text, "virtual", "1");
}

/* ---- the clock and the thread ---- */

uint64_t system_ticks(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t system_cpu(void)
{
	return sched_getcpu();
}

int64_t system_priority(void)
{
	return -1; /* the kernel's own number moves with every tick and says nothing of the core */
}

bool system_has_dit(void)
{
#if defined __aarch64__
	return (getauxval(AT_HWCAP) & UINT64_C(1) << 24) != 0; /* HWCAP_DIT */
#else
	return false;
#endif
}

/* ---- counters ---- */

#ifdef HAVE_PERF
static int counter_open(uint64_t event)
{
	struct perf_event_attr attributes;
	memset(&attributes, 0, sizeof attributes);
	attributes.type = PERF_TYPE_HARDWARE;
	attributes.size = sizeof attributes;
	attributes.config = event;
	attributes.exclude_kernel = 1; /* all that an ordinary user is allowed */
	attributes.exclude_hv = 1;
	return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

void system_counters_open(struct system_counters *counters, char text[SYSTEM_TEXT])
{
	static const struct {
		uint64_t event;
		unsigned present;
	} events[2] = {{PERF_COUNT_HW_CPU_CYCLES, SYSTEM_HAS_CYCLES},
	               {PERF_COUNT_HW_INSTRUCTIONS, SYSTEM_HAS_INSTRUCTIONS}};
	int why = 0;
	memset(counters, 0, sizeof *counters);
	for (int i = 0; i < 2; i++) {
		counters->handles[i] = counter_open(events[i].event);
		if (counters->handles[i] >= 0)
			counters->present |= events[i].present;
		else if (why == 0)
			why = errno;
	}
	bool cycles = counters->present & SYSTEM_HAS_CYCLES,
	     instructions = counters->present & SYSTEM_HAS_INSTRUCTIONS;
	if (counters->present == 0)
		snprintf(text, SYSTEM_TEXT, "none: perf_event_open: %s", strerror(why));
	else
		snprintf(text, SYSTEM_TEXT, "%s%s%s in user mode (perf_event_open)", cycles ? "cycles" : "",
		         cycles && instructions ? " and " : "", instructions ? "instructions" : "");
}
#else
void system_counters_open(struct system_counters *counters, char text[SYSTEM_TEXT])
{
	memset(counters, 0, sizeof *counters);
	counters->handles[0] = counters->handles[1] = -1;
	snprintf(text, SYSTEM_TEXT, "none: built without the kernel's header of perf events");
}
#endif

bool system_counters_read(const struct system_counters *counters, struct system_counts *counts)
{
	memset(counts, 0, sizeof *counts);
	uint64_t *into[2] = {&counts->cycles, &counts->instructions};
	for (int i = 0; i < 2; i++)
		if (counters->handles[i] >= 0 &&
		    read(counters->handles[i], into[i], sizeof *into[i]) != (ssize_t)sizeof *into[i])
			return false;
	return true;
}

void system_counters_close(struct system_counters *counters)
{
	for (int i = 0; i < 2; i++)
		if (counters->handles[i] >= 0)
			close(counters->handles[i]);
	counters->handles[0] = counters->handles[1] = -1;
	counters->present = 0;
}

/* ---- memory ---- */

uint64_t system_huge_page_bytes(void)
{
	char text[64];
	uint64_t bytes;
	if (file_line(text, sizeof text, "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size") &&
	    number_parse(text, strlen(text), 1, UINT64_C(1) << 34, &bytes) == NULL)
		return bytes;
	return UINT64_C(2) << 20;
}

/* Sums AnonHugePages over the mappings that hold the memory; false where smaps cannot be read. */
bool system_memory_huge(const struct system_memory *memory, uint64_t *huge_bytes)
{
	char line[512];
	bool inside = false, seen = false;
	uintptr_t first = (uintptr_t)memory->base, end = first + (uintptr_t)memory->bytes;
	FILE *file = fopen("/proc/self/smaps", "r");
	*huge_bytes = 0;
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		uintptr_t low, high;
		uint64_t kib;
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &low, &high) == 2) {
			inside = low < end && high > first;
			seen = seen || inside;
		} else if (inside && sscanf(line, "AnonHugePages: %" SCNu64 " kB", &kib) == 1) {
			*huge_bytes += kib * 1024;
		}
	}
	if (file != NULL)
		fclose(file);
	/* The kernel joins neighbouring mappings, so that its sum can hold a little more than this memory. */
	if (*huge_bytes > memory->bytes)
		*huge_bytes = memory->bytes;
	return seen;
}
