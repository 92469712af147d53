/* macOS behind the seam, on Apple silicon and Intel: quality-of-service classes, sysctls, Mach's clock.
 *
 * No thread can be held on a processor here, so none is said to be. What is known of the core that a trial
 * ran on comes from the processor number at both ends, from the context switches in between, and from the
 * counters of each performance level. proc_pid_rusage is left alone: it counts the whole process, and two
 * levels at most, where thread_selfcounts gives the thread alone and every level on the same systems. */
#include "system.h"
#include "chase.h"
#include "helper.h"

#include <Availability.h>
#include <errno.h>
#include <mach/mach_time.h>
#include <mach/thread_act.h>
#include <mach/thread_info.h>
#include <pthread.h>
#include <pthread/qos.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysctl.h>
#include <sys/utsname.h>
#include <unistd.h>

const char *system_lacks(enum system_feature feature)
{
	static const char *const whys[] = {
	    [SYSTEM_PINNING] = "is for Linux: macOS holds no thread on one processor; --qos steers here",
	    [SYSTEM_QOS] = NULL,
	    [SYSTEM_HUGE_PAGES] = "is for Linux: macOS gives no larger pages on Apple silicon, and none are "
	                          "asked for on Intel"};
	return whys[feature];
}

/* ---- sysctls: a name that this machine lacks is no error, and its length is what the system returns ---- */

/* The number under a name (printf-style), of 32 or 64 bits; false where there is none. */
__attribute__((format(printf, 2, 3))) static bool sysctl_number(uint64_t *value, const char *format, ...)
{
	char name[128];
	uint64_t wide = 0;
	uint32_t narrow;
	size_t length = sizeof wide;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(name, sizeof name, format, arguments);
	va_end(arguments);
	if (sysctlbyname(name, &wide, &length, NULL, 0) != 0)
		return false;
	if (length == sizeof narrow) {
		memcpy(&narrow, &wide, sizeof narrow);
		wide = narrow;
	} else if (length != sizeof wide) {
		return false;
	}
	*value = wide;
	return true;
}

/* The text under a name (printf-style), "" and false where there is none or it is too long. */
__attribute__((format(printf, 2, 3))) static bool sysctl_text(char text[SYSTEM_TEXT], const char *format, ...)
{
	char name[128];
	size_t length = SYSTEM_TEXT - 1;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(name, sizeof name, format, arguments);
	va_end(arguments);
	bool got = sysctlbyname(name, text, &length, NULL, 0) == 0 && length < SYSTEM_TEXT;
	text[got ? length : 0] = '\0';
	return text[0] != '\0';
}

static bool sysctl_is_one(const char *name)
{
	uint64_t value;
	return sysctl_number(&value, "%s", name) && value == 1;
}

/* ---- performance levels: groups of like cores, 0 the fastest ---- */

enum { LEVELS_MOST = 8 };

/* How many the system tells of; 0 where it does not (before macOS 12). */
static unsigned levels_count(void)
{
	uint64_t count;
	if (!sysctl_number(&count, "hw.nperflevels"))
		return 0;
	return count < LEVELS_MOST ? (unsigned)count : LEVELS_MOST;
}

/* The system's name of a level with its spaces as underscores; where it has none, the sysctl's own. */
static void level_name(unsigned level, char name[SYSTEM_TEXT])
{
	if (!sysctl_text(name, "hw.perflevel%u.name", level))
		snprintf(name, SYSTEM_TEXT, "perflevel%u", level);
	for (char *at = name; *at != '\0'; at++)
		if (*at == ' ' || *at == '\t')
			*at = '_';
}

/* ---- where the chase runs ---- */

static const struct {
	qos_class_t class;
	int64_t lowest, highest; /* priorities that the kernel gives its threads */
} classes[SYSTEM_QOS_COUNT] = {
    [SYSTEM_QOS_BACKGROUND] = {QOS_CLASS_BACKGROUND, 4, 4},
    [SYSTEM_QOS_UTILITY] = {QOS_CLASS_UTILITY, 20, 20},
    [SYSTEM_QOS_DEFAULT] = {QOS_CLASS_DEFAULT, 31, 31},
    [SYSTEM_QOS_USERINITIATED] = {QOS_CLASS_USER_INITIATED, 37, 37},
    [SYSTEM_QOS_INTERACTIVE] = {QOS_CLASS_USER_INTERACTIVE, 46, 47},
};

/* What the system calls the calling thread's class now. */
static void class_read(char text[SYSTEM_TEXT])
{
	qos_class_t now = qos_class_self();
	if (now == QOS_CLASS_UNSPECIFIED)
		snprintf(text, SYSTEM_TEXT, "unspecified");
	else
		snprintf(text, SYSTEM_TEXT, "class 0x%02x", (unsigned)now);
	for (int qos = SYSTEM_QOS_UNASKED + 1; qos < SYSTEM_QOS_COUNT; qos++)
		if (classes[qos].class == now)
			snprintf(text, SYSTEM_TEXT, "%s", system_qos_names[qos]);
}

/* Asks for a class; unasked, nothing happens. Whether the system keeps to it, class_read tells. */
static int class_ask(enum system_qos qos, struct fault *fault)
{
	int refused = qos != SYSTEM_QOS_UNASKED ? pthread_set_qos_class_self_np(classes[qos].class, 0) : 0;
	if (refused == 0)
		return 0;
	return fault_system(fault, "--qos", refused, "the system refuses the class %s",
	                    system_qos_names[qos]);
}

/* What qos_class_self says is what was asked for; the priority is what the kernel made of it. */
static void class_check_priority(enum system_qos qos, struct system_steered *got)
{
	int64_t priority = system_priority(), lowest = classes[qos].lowest;
	if (qos != SYSTEM_QOS_UNASKED && priority >= 0 &&
	    (priority < lowest || priority > classes[qos].highest))
		snprintf(got->note, sizeof got->note,
		         "the class %s was asked for and not refused, yet the thread has priority %d "
		         "in place of %d: the system caps it, as it does for programs that are no app",
		         system_qos_names[qos], (int)priority, (int)lowest);
}

/* The group of cores that a class runs on: background on the slowest, all others on the fastest while those
 * are free. A hint of the system's and no promise: the fingerprint and the counters tell. */
static void class_cores(const char *class, char cores[SYSTEM_TEXT])
{
	unsigned count = levels_count();
	bool slowest = strcmp(class, system_qos_names[SYSTEM_QOS_BACKGROUND]) == 0;
	cores[0] = '\0';
	if (count > 1)
		level_name(slowest ? count - 1 : 0, cores);
}

int system_steer(const struct system_steering *asked, struct system_steered *got, struct fault *fault)
{
	memset(got, 0, sizeof *got);
	if (asked->choice == SYSTEM_CPU_NUMBER)
		return fault_usage(fault, "--cpu", "%s", system_lacks(SYSTEM_PINNING));
	snprintf(got->cpu, sizeof got->cpu, "not pinned");
	if (class_ask(asked->qos, fault) != 0)
		return -1;
	class_read(got->qos);
	const char *wanted = system_qos_names[asked->qos];
	if (asked->qos != SYSTEM_QOS_UNASKED && strcmp(wanted, got->qos) != 0)
		snprintf(
		    got->note, sizeof got->note,
		    "the class %s was asked for and not refused, yet the system says %s: nothing here was "
		    "measured as %s",
		    wanted, got->qos, wanted);
	else
		class_check_priority(asked->qos, got);
	return 0;
}

int system_steer_beside(const struct system_steering *asked, const struct system_steered *got, size_t index,
                        struct fault *fault)
{
	char now[SYSTEM_TEXT];
	if (asked->qos == SYSTEM_QOS_UNASKED)
		return 0;
	if (class_ask(asked->qos, fault) != 0)
		return -1;
	class_read(now);
	if (strcmp(now, got->qos) != 0)
		return fault_set(fault, "--qos", "competitor %zu runs as %s, the chase as %s", index + 1, now,
		                 got->qos);
	return 0;
}

/* ---- what the machine says of itself ---- */

/* One row a cache; its size and its sharing stand under hw.perflevelN. or, without levels, its size under
 * hw. */
static const struct {
	unsigned level;
	const char *type, *size, *shared;
} caches[] = {
    {1, "data", "l1dcachesize", NULL},
    {2, "unified", "l2cachesize", "cpusperl2"},
    {3, "unified", "l3cachesize", "cpusperl3"},
};
enum { CACHES = sizeof caches / sizeof caches[0] };

/* The caches under a prefix such as "hw.perflevel0.". */
static void describe_caches(struct system_description *description, const char *prefix, const char *cores)
{
	for (size_t i = 0; i < CACHES && description->cache_count < SYSTEM_CACHES; i++) {
		struct system_cache cache = {.level = caches[i].level, .type = caches[i].type};
		if (!sysctl_number(&cache.bytes, "%s%s", prefix, caches[i].size) || cache.bytes == 0)
			continue;
		if (caches[i].shared != NULL)
			(void)sysctl_number(&cache.shared, "%s%s", prefix, caches[i].shared);
		snprintf(cache.cores, sizeof cache.cores, "%s", cores);
		description->caches[description->cache_count++] = cache;
	}
}

static void describe_levels(struct system_description *description)
{
	unsigned count = levels_count();
	char prefix[32], name[SYSTEM_TEXT];
	for (unsigned level = 0; level < count; level++) {
		level_name(level, name);
		snprintf(prefix, sizeof prefix, "hw.perflevel%u.", level);
		describe_caches(description, prefix, count > 1 ? name : "");
	}
	if (description->cache_count == 0)
		describe_caches(description, "hw.", "");
}

static void describe_machine(struct system_description *description)
{
	char product[SYSTEM_TEXT], build[SYSTEM_TEXT];
	struct utsname name = {.machine = ""};
	sysctl_text(description->machine, "hw.model");
	sysctl_text(description->processor, "machdep.cpu.brand_string");
	bool has_product = sysctl_text(product, "kern.osproductversion");
	bool has_build = sysctl_text(build, "kern.osversion");
	(void)uname(&name);
	snprintf(description->system, SYSTEM_TEXT, "macOS%s%.30s%s%.30s%s %.30s", has_product ? " " : "",
	         product, has_build ? " (" : "", build, has_build ? ")" : "", name.machine);
}

/* ---- clusters: the device tree, as ioreg prints it ---- */

enum { HELPER_MS = 2000 };

/* The processor whose lines are being read; -1 of what was not told yet. */
struct tree {
	struct system_description *description;
	int64_t processor, cluster;
	char type[16];
};

/* A property's number: 5, or of a data value <05000000> the first byte. -1: neither. */
static int64_t property_number(const char *text)
{
	char *end;
	unsigned byte;
	if (text[0] == '<')
		return sscanf(text, "<%2x", &byte) == 1 ? (int64_t)byte : -1;
	unsigned long number = strtoul(text, &end, 10);
	return end != text ? (int64_t)number : -1;
}

/* A property's text: "E", <"E">, or of a data value <45> or <4500> its first letter. */
static void property_text(const char *text, char into[16])
{
	unsigned byte;
	into[0] = '\0';
	text += *text == '<';
	if (*text == '"')
		snprintf(into, 16, "%.*s", (int)strcspn(text + 1, "\""), text + 1);
	else if (sscanf(text, "%2x", &byte) == 1 && byte > ' ' && byte < 0x7f)
		snprintf(into, 16, "%c", (int)byte);
}

static void tree_end_node(struct tree *tree)
{
	struct system_description *description = tree->description;
	size_t at = 0;
	bool whole = tree->processor >= 0 && tree->processor < 64 && tree->type[0] != '\0';
	uint32_t number = tree->cluster >= 0 ? (uint32_t)tree->cluster : 0;
	while (at < description->cluster_count && (description->clusters[at].number != number ||
	                                           strcmp(description->clusters[at].type, tree->type) != 0))
		at++;
	if (whole && at < SYSTEM_CLUSTERS) {
		struct system_cluster *cluster = &description->clusters[at];
		if (at == description->cluster_count)
			description->cluster_count++;
		snprintf(cluster->type, sizeof cluster->type, "%s", tree->type);
		cluster->number = number;
		cluster->processors |= UINT64_C(1) << tree->processor;
	}
	tree->processor = tree->cluster = -1;
	tree->type[0] = '\0';
}

static void tree_take_line(void *context, const char *line)
{
	struct tree *tree = context;
	const char *value = strstr(line, "\" = ");
	if (strstr(line, "+-o ") != NULL)
		tree_end_node(tree);
	if (value == NULL)
		return;
	value += 4;
	if (strstr(line, "\"logical-cpu-id\"") != NULL)
		tree->processor = property_number(value);
	else if (strstr(line, "\"cluster-id\"") != NULL ||
	         (tree->cluster < 0 && strstr(line, "\"logical-cluster-id\"") != NULL))
		tree->cluster = property_number(value);
	else if (strstr(line, "\"cluster-type\"") != NULL)
		property_text(value, tree->type);
}

static void describe_clusters(struct system_description *description)
{
	static char *const ioreg[] = {"/usr/sbin/ioreg", "-lw0", "-p", "IODeviceTree", NULL};
	struct tree tree = {.description = description, .processor = -1, .cluster = -1};
	if (!helper_run(ioreg, HELPER_MS, tree_take_line, &tree))
		description->cluster_count = 0; /* half a tree is none */
	else
		tree_end_node(&tree);
}

/* How many processors the level of the chase's cores has, and how many of them are in one cluster. */
static void describe_beside(struct system_description *description)
{
	char name[SYSTEM_TEXT];
	uint64_t count = description->cpus;
	for (unsigned level = 0; level < levels_count(); level++) {
		level_name(level, name);
		if (description->cores[0] != '\0' && strcmp(name, description->cores) != 0)
			continue;
		(void)sysctl_number(&count, "hw.perflevel%u.logicalcpu", level);
		(void)sysctl_number(&description->cluster_cores, "hw.perflevel%u.cpusperl2", level);
		break;
	}
	description->beside = count > 0 ? count - 1 : 0;
}

/* ---- what can disturb ---- */

struct state {
	char low_power[8], power[16], thermal[16];
};

/* The word behind a name and blanks; "" where the line holds no such name. */
static void word_after(const char *line, const char *name, char *into, size_t size)
{
	const char *at = strstr(line, name);
	if (at == NULL)
		return;
	at += strlen(name);
	at += strspn(at, " \t=:");
	snprintf(into, size, "%.*s", (int)strcspn(at, " \t"), at);
}

static void state_take_line(void *context, const char *line)
{
	struct state *state = context;
	word_after(line, "lowpowermode", state->low_power, sizeof state->low_power);
	word_after(line, "CPU_Speed_Limit", state->thermal, sizeof state->thermal);
	if (strstr(line, "'Battery Power'") != NULL)
		snprintf(state->power, sizeof state->power, "battery");
	if (strstr(line, "'AC Power'") != NULL)
		snprintf(state->power, sizeof state->power, "ac");
	if (strstr(line, "No thermal warning level") != NULL)
		snprintf(state->thermal, sizeof state->thermal, "nominal");
}

static void state_add_sysctl(char text[SYSTEM_NOTE], const char *key, const char *name)
{
	uint64_t number;
	if (sysctl_number(&number, "%s", name))
		system_state_add(text, key, "%llu", (unsigned long long)number);
}

void system_state(char text[SYSTEM_NOTE])
{
	static char *const asks[][5] = {{"/usr/bin/pmset", "-g", NULL},
	                                {"/usr/bin/pmset", "-g", "ps", NULL},
	                                {"/usr/bin/pmset", "-g", "therm", NULL}};
	struct state state = {"", "", ""};
	uint64_t pressure;
	text[0] = '\0';
	/* Where one does not end, the others would not either. */
	for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++)
		if (!helper_run(asks[i], HELPER_MS, state_take_line, &state))
			break;
	system_state_add(text, "low_power", "%s", state.low_power);
	system_state_add(text, "power", "%s", state.power);
	system_state_add(text, "thermal", "%s", state.thermal);
	if (sysctl_number(&pressure, "kern.memorystatus_vm_pressure_level"))
		system_state_add(text, "memory_pressure", "%s",
		                 pressure <= 1  ? "normal"
		                 : pressure < 4 ? "warning"
		                                : "critical");
	state_add_sysctl(text, "free_percent", "kern.memorystatus_level");
	system_state_add_load(text);
	state_add_sysctl(text, "translated", "sysctl.proc_translated");
	state_add_sysctl(text, "virtual", "kern.hv_vmm_present");
}

/* What a reader must know before believing the rest. */
static void describe_doubts(struct system_description *description)
{
	description->translated = sysctl_is_one("sysctl.proc_translated");
	description->unreported_cache = sysctl_is_one("hw.optional.arm64");
	if (description->translated)
		snprintf(description->note, sizeof description->note,
		         "this x86_64 program is translated by Rosetta: for this machine's own caches use "
		         "the arm64 one");
	else if (description->unreported_cache && levels_count() == 0)
		snprintf(description->note, sizeof description->note,
		         "this system does not tell the caches of each performance level: those reported are "
		         "the slowest cores' (hw.nperflevels is missing)");
}

int system_describe(const struct system_steered *steered, struct system_description *description,
                    struct fault *fault)
{
	memset(description, 0, sizeof *description);
	mach_timebase_info_data_t timebase = {0, 0};
	long page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
	if (!sysctl_number(&description->page_bytes, "hw.pagesize") && page > 0)
		description->page_bytes = (uint64_t)page;
	if (!sysctl_number(&description->memory_bytes, "hw.memsize") && page > 0 && pages > 0)
		description->memory_bytes = (uint64_t)page * (uint64_t)pages;
	if (description->page_bytes == 0 || description->memory_bytes == 0)
		return fault_set(fault, NULL, "the system does not tell its page size and its memory");
	if (mach_timebase_info(&timebase) != 0 || timebase.numer == 0 || timebase.denom == 0)
		return fault_set(fault, NULL, "the system does not tell what a tick of its clock is");
	description->timer = "mach_absolute_time";
	description->tick_numerator = timebase.numer;
	description->tick_denominator = timebase.denom;
	(void)sysctl_number(&description->line_bytes, "hw.cachelinesize");
	if (!sysctl_number(&description->cpus, "hw.logicalcpu"))
		(void)sysctl_number(&description->cpus, "hw.ncpu");
	describe_machine(description);
	describe_levels(description);
	class_cores(steered->qos, description->cores);
	describe_beside(description);
	describe_clusters(description);
	describe_doubts(description);
	return 0;
}

/* ---- the clock and the thread ---- */

uint64_t system_ticks(void)
{
	return mach_absolute_time();
}

int64_t system_cpu(void)
{
	size_t cpu;
	return pthread_cpu_number_np(&cpu) == 0 ? (int64_t)cpu : -1;
}

int64_t system_priority(void)
{
	thread_extended_info_data_t info;
	mach_msg_type_number_t count = THREAD_EXTENDED_INFO_COUNT;
	/* Of this thread's port; pthread_mach_thread_np gives it without taking a reference. */
	thread_t thread = pthread_mach_thread_np(pthread_self());
	if (thread_info(thread, THREAD_EXTENDED_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS)
		return -1;
	return info.pth_priority;
}

bool system_has_dit(void)
{
	return sysctl_is_one("hw.optional.arm.FEAT_DIT");
}

/* ---- counters ---- */

/* Cycles and instructions of the calling thread, by performance level or all together. The libraries of
 * macOS 13 and later hold the call, no public header declares it; an older system runs without. */
struct counts {
	uint64_t instructions, cycles;
};
enum { COUNTS_TOGETHER = 1, COUNTS_BY_LEVEL = 2 };
#if __MAC_OS_X_VERSION_MAX_ALLOWED >= 130000
extern int thread_selfcounts(uint32_t kind, void *counts, size_t bytes) __attribute__((weak_import));
#else
static int (*const thread_selfcounts)(uint32_t, void *, size_t) = NULL; /* not in the libraries linked here */
#endif

/* Reads `levels` levels, or the sum where `levels` is 0. False with errno where the system refuses. */
static bool counts_read(struct counts counts[LEVELS_MOST], unsigned levels)
{
	memset(counts, 0, LEVELS_MOST * sizeof counts[0]);
	return thread_selfcounts(levels > 0 ? COUNTS_BY_LEVEL : COUNTS_TOGETHER, counts,
	                         (levels > 0 ? levels : 1) * sizeof counts[0]) == 0;
}

static struct counts counts_sum(const struct counts counts[LEVELS_MOST])
{
	struct counts sum = {0, 0};
	for (unsigned i = 0; i < LEVELS_MOST; i++) {
		sum.instructions += counts[i].instructions;
		sum.cycles += counts[i].cycles;
	}
	return sum;
}

/* ---- the order of the levels: macOS 13.0 to 14.1 counts by kind of processor, the slowest first, and later
 * ones by performance level. A thread of the class background, which runs on the slowest cores alone, shows
 * it. ---- */

enum { PRIORITY_BACKGROUND = 4, CALIBRATE_CYCLES = 1000000 };

struct calibration {
	unsigned levels;
	int grown; /* the index under which background work was counted; -1 unknown */
};

static void *calibrate(void *argument)
{
	struct calibration *calibration = argument;
	struct counts before[LEVELS_MOST], after[LEVELS_MOST];
	uint64_t sum = 0;
	calibration->grown = -1;
	if (pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0) != 0 ||
	    system_priority() != PRIORITY_BACKGROUND)
		return NULL;
	/* The thread can still be on a fast core when it is told to leave it: what comes first is left out.
	 */
	sum += chase_adds(CALIBRATE_CYCLES / CHASE_UNROLL * CHASE_UNROLL, 1);
	if (!counts_read(before, calibration->levels))
		return NULL;
	sum += chase_adds(2 * CALIBRATE_CYCLES / CHASE_UNROLL * CHASE_UNROLL, sum);
	volatile uint64_t used = sum;
	(void)used;
	if (!counts_read(after, calibration->levels))
		return NULL;
	uint64_t all = 0, most = 0;
	for (unsigned i = 0; i < calibration->levels; i++) {
		uint64_t grown = after[i].cycles - before[i].cycles;
		all += grown;
		if (grown > most)
			calibration->grown = (int)i;
		most = grown > most ? grown : most;
	}
	if (most < all - all / 10)
		calibration->grown = -1;
	return NULL;
}

/* Whether the levels come slowest first. False in *known where the calibration did not show it. */
static bool counts_are_reversed(unsigned levels, bool *known)
{
	struct calibration calibration = {levels, -1};
	pthread_t thread;
	if (pthread_create(&thread, NULL, calibrate, &calibration) == 0)
		pthread_join(thread, NULL);
	*known = calibration.grown == 0 || calibration.grown == (int)levels - 1;
	return calibration.grown == 0;
}

/* "cycles and instructions by performance level (thread_selfcounts): 0 Performance, 1 Efficiency" */
static void counters_say(unsigned levels, char text[SYSTEM_TEXT])
{
	char name[SYSTEM_TEXT];
	size_t used = (size_t)snprintf(text, SYSTEM_TEXT, "cycles and instructions%s (thread_selfcounts)",
	                               levels > 0 ? " by performance level" : "");
	for (unsigned level = 0; level < levels && used < SYSTEM_TEXT; level++) {
		level_name(level, name);
		used += (size_t)snprintf(text + used, SYSTEM_TEXT - used, "%s %u %s", level == 0 ? ":" : ",",
		                         level, name);
	}
}

void system_counters_open(struct system_counters *counters, char text[SYSTEM_TEXT])
{
	struct counts counts[LEVELS_MOST];
	unsigned levels = levels_count() > 1 ? levels_count() : 0;
	memset(counters, 0, sizeof *counters);
	if (thread_selfcounts == NULL) {
		snprintf(text, SYSTEM_TEXT, "none: thread_selfcounts comes with macOS 13");
		return;
	}
	bool read = counts_read(counts, levels);
	if (!read && levels > 0) {
		levels = 0;
		read = counts_read(counts, levels);
	}
	if (!read) {
		snprintf(text, SYSTEM_TEXT, "none: thread_selfcounts: %s", strerror(errno));
		return;
	}
	/* This thread has run to get here: no cycle at all means that nothing is counted. */
	if (counts_sum(counts).cycles == 0) {
		snprintf(text, SYSTEM_TEXT, "none: thread_selfcounts gives zeros, as in a virtual machine");
		return;
	}
	bool known = true, reversed = levels > 0 && counts_are_reversed(levels, &known);
	counters->handles[0] = (int)levels;
	counters->handles[1] = reversed;
	counters->levels = !known ? 0 : levels < SYSTEM_LEVELS ? levels : SYSTEM_LEVELS;
	counters->present =
	    SYSTEM_HAS_CYCLES | SYSTEM_HAS_INSTRUCTIONS | (counters->levels > 0 ? SYSTEM_HAS_LEVELS : 0u);
	counters_say((unsigned)counters->levels, text);
	size_t used = strlen(text);
	if (reversed)
		snprintf(text + used, SYSTEM_TEXT - used, "; this system counts the slowest first");
	else if (!known)
		snprintf(text + used, SYSTEM_TEXT - used, "; the order of the levels could not be found out");
}

bool system_counters_read(const struct system_counters *counters, struct system_counts *counts)
{
	struct counts now[LEVELS_MOST];
	memset(counts, 0, sizeof *counts);
	if (counters->present == 0)
		return true;
	if (!counts_read(now, (unsigned)counters->handles[0]))
		return false;
	struct counts sum = counts_sum(now);
	counts->cycles = sum.cycles;
	counts->instructions = sum.instructions;
	for (size_t i = 0; i < counters->levels; i++)
		counts->level_cycles[i] =
		    now[counters->handles[1] != 0 ? (size_t)counters->handles[0] - 1 - i : i].cycles;
	return true;
}

void system_counters_close(struct system_counters *counters)
{
	counters->present = 0;
}

/* ---- memory: there is one size of page ---- */

bool system_memory_huge(const struct system_memory *memory, uint64_t *huge_bytes)
{
	(void)memory;
	*huge_bytes = 0;
	return false;
}

uint64_t system_huge_page_bytes(void)
{
	return 0;
}
