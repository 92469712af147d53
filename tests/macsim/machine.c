/* The simulated machine; machine.h says what it can be made to do. */
#define _GNU_SOURCE
#include "machine.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { LEVELS = 3, MAC_ENOTSUP = 45 };
enum {
	QOS_INTERACTIVE = 0x21,
	QOS_INITIATED = 0x19,
	QOS_DEFAULT = 0x15,
	QOS_UTILITY = 0x11,
	QOS_BACKGROUND = 9
};
#define MEMORY_BYTES INT64_C(8589934592)

struct level {
	const char *name;
	size_t first, cpus, cluster_cpus; /* its processors; a thread runs on its second one */
	int64_t l1d_bytes, l2_bytes;
};
static const struct level machine_of_one[] = {{"Performance", 0, 4, 4, 131072, 12582912}};
static const struct level machine_of_two[] = {{"Performance", 4, 4, 4, 131072, 12582912},
                                              {"Efficiency", 0, 4, 4, 65536, 4194304}};
static const struct level machine_of_three[] = {{"Super", 10, 2, 2, 131072, 16777216},
                                                {"Performance", 6, 4, 4, 131072, 12582912},
                                                {"Efficiency", 0, 6, 3, 65536, 4194304}};

static struct {
	struct level levels[LEVELS]; /* 0 the fastest */
	unsigned level_count;
	bool qos_refused, qos_reset, qos_capped;
	bool order_of_kinds, programs_missing, programs_hang, low_power, virtual, dit;
	bool counters_zero, counters_missing, counters_refused;
	bool clock_one, translated;
	unsigned migrate_every, trip_every;
	const char *missing;
} mac;

static __thread struct {
	unsigned class, cpu_queries, count_queries;
	uint64_t seen_ns, run_ns[LEVELS]; /* processor time already counted, and on which level */
} thread;

/* ---- the environment ---- */

/* The number of the word that the variable holds, from 1; 0 where it is unset. */
static int environment_word(const char *name, const char *const words[])
{
	const char *text = getenv(name);
	if (text == NULL)
		return 0;
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], text) == 0)
			return i + 1;
	die("%s=%s: no such machine", name, text);
}

static unsigned environment_number(const char *name)
{
	const char *text = getenv(name);
	char *end;
	if (text == NULL)
		return 0;
	unsigned long number = strtoul(text, &end, 10);
	if (end == text || *end != '\0' || number == 0 || number > 1000000)
		die("%s=%s: no such machine", name, text);
	return (unsigned)number;
}

void machine_begin(void)
{
	int levels = environment_word("MACRUN_LEVELS", (const char *const[]){"1", "2", "3", NULL});
	int qos = environment_word("MACRUN_QOS", (const char *const[]){"refused", "reset", "capped", NULL});
	int counters =
	    environment_word("MACRUN_COUNTERS", (const char *const[]){"zero", "missing", "refused", NULL});
	mac.level_count = levels == 0 ? 2 : (unsigned)levels;
	static const struct level *const machines[] = {machine_of_one, machine_of_two, machine_of_three};
	memcpy(mac.levels, machines[mac.level_count - 1], mac.level_count * sizeof mac.levels[0]);
	int programs = environment_word("MACRUN_PROGRAMS", (const char *const[]){"missing", "hang", NULL});
	mac.programs_missing = programs == 1;
	mac.programs_hang = programs == 2;
	mac.order_of_kinds = environment_word("MACRUN_ORDER", (const char *const[]){"kind", NULL}) == 1;
	mac.low_power = environment_word("MACRUN_LOW_POWER", (const char *const[]){"1", NULL}) == 1;
	mac.virtual = environment_word("MACRUN_VIRTUAL", (const char *const[]){"1", NULL}) == 1;
	mac.dit = environment_word("MACRUN_DIT", (const char *const[]){"1", NULL}) == 1;
	mac.qos_capped = qos == 3;
	mac.qos_refused = qos == 1;
	mac.qos_reset = qos == 2;
	mac.counters_zero = counters == 1;
	mac.counters_missing = counters == 2;
	mac.counters_refused = counters == 3;
	mac.clock_one = environment_word("MACRUN_CLOCK", (const char *const[]){"1/1", NULL}) == 1;
	mac.translated = environment_word("MACRUN_TRANSLATED", (const char *const[]){"1", NULL}) == 1;
	if (mac.translated && MAC_PAGE == 16384)
		die("MACRUN_TRANSLATED=1: an arm64 program needs no translator");
	mac.migrate_every = environment_number("MACRUN_MIGRATE");
	mac.trip_every = environment_number("MACRUN_TRIP");
	mac.missing = getenv("MACRUN_MISSING");
	machine_thread_begin();
}

void machine_thread_begin(void)
{
	memset(&thread, 0, sizeof thread);
	thread.class = QOS_DEFAULT;
}

bool machine_lacks(const char *symbol)
{
	return mac.counters_missing && strcmp(symbol, "_thread_selfcounts") == 0;
}

/* ---- the clock ---- */

static uint64_t host_ns(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t ticks_24_mhz(void)
{
	uint64_t ns = host_ns(CLOCK_MONOTONIC);
	return ns / 125 * 3 + ns % 125 * 3 / 125;
}

static uint64_t ticks_to_ns(uint64_t ticks)
{
	return ticks / 3 * 125 + ticks % 3 * 125 / 3;
}

uint64_t mac_mach_absolute_time(void)
{
	return mac.clock_one ? ticks_to_ns(ticks_24_mhz()) : ticks_24_mhz();
}

int mac_mach_timebase_info(uint32_t *numerator_denominator)
{
	numerator_denominator[0] = mac.clock_one ? 1 : 125;
	numerator_denominator[1] = mac.clock_one ? 1 : 3;
	return 0;
}

/* Darwin's clocks: its number, the host's clock, and in what it steps. */
static const struct clock_row {
	int number;
	clockid_t host;
	enum { IN_NS, IN_US, IN_TICKS } step;
} clocks[] = {
    {0, CLOCK_REALTIME, IN_US},
    {4, CLOCK_MONOTONIC, IN_TICKS},
    {5, CLOCK_MONOTONIC, IN_TICKS},
    {6, CLOCK_MONOTONIC, IN_US},
    {8, CLOCK_MONOTONIC, IN_TICKS},
    {9, CLOCK_MONOTONIC, IN_TICKS},
    {12, CLOCK_PROCESS_CPUTIME_ID, IN_US},
    {16, CLOCK_THREAD_CPUTIME_ID, IN_NS},
};

static const struct clock_row *clock_find(int number)
{
	for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
		if (clocks[i].number == number)
			return &clocks[i];
	errno = EINVAL;
	return NULL;
}

int mac_clock_gettime(int number, struct timespec *time)
{
	const struct clock_row *row = clock_find(number);
	if (row == NULL)
		return -1;
	uint64_t ns = row->step == IN_TICKS ? ticks_to_ns(ticks_24_mhz()) : host_ns(row->host);
	if (row->step == IN_US)
		ns -= ns % 1000;
	time->tv_sec = (time_t)(ns / 1000000000u);
	time->tv_nsec = (long)(ns % 1000000000u);
	return 0;
}

int mac_clock_getres(int number, struct timespec *time)
{
	const struct clock_row *row = clock_find(number);
	if (row == NULL)
		return -1;
	time->tv_sec = 0;
	time->tv_nsec = row->step == IN_TICKS ? 42 : row->step == IN_US ? 1000 : 1;
	return 0;
}

uint64_t mac_clock_gettime_nsec_np(int number)
{
	struct timespec time;
	if (mac_clock_gettime(number, &time) != 0)
		return 0;
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- the cores ---- */

static unsigned level_of_class(void)
{
	return thread.class == QOS_BACKGROUND ? mac.level_count - 1 : 0;
}

static unsigned level_beside(unsigned level)
{
	return level > 0 ? level - 1 : mac.level_count - 1;
}

static bool is_nth(unsigned *count, unsigned every)
{
	return every != 0 && ++*count % every == 0;
}

int mac_pthread_cpu_number_np(size_t *cpu)
{
	unsigned level = level_of_class();
	if (is_nth(&thread.cpu_queries, mac.migrate_every))
		level = level_beside(level);
	*cpu = mac.levels[level].first + 1;
	return 0;
}

int mac_pthread_set_qos_class_self_np(unsigned class, int priority)
{
	static const unsigned known[] = {QOS_INTERACTIVE, QOS_INITIATED, QOS_DEFAULT, QOS_UTILITY,
	                                 QOS_BACKGROUND};
	bool is_known = false;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		is_known = is_known || known[i] == class;
	if (!is_known || priority > 0 || priority < -15)
		return EINVAL;
	if (mac.qos_refused)
		return EPERM;
	if (!mac.qos_reset)
		thread.class = class;
	return 0;
}

unsigned mac_qos_class_self(void)
{
	return thread.class;
}

static int32_t thread_priority(void)
{
	switch (thread.class) {
	case QOS_BACKGROUND:
		return 4;
	case QOS_UTILITY:
		return 20;
	case QOS_DEFAULT:
		return 31;
	case QOS_INITIATED:
		return 37;
	}
	return mac.qos_capped ? 37 : 47;
}

/* THREAD_EXTENDED_INFO alone: two times, eight numbers of which the seventh is the priority, a name. */
int mac_thread_info(unsigned of, unsigned flavor, void *info, unsigned *count)
{
	struct {
		uint64_t times[2];
		int32_t numbers[8];
		char name[64];
	} extended = {.numbers = {[6] = thread_priority(), [7] = 63}};
	if (of == 0 || flavor != 5 || *count < sizeof extended / 4)
		return 4; /* KERN_INVALID_ARGUMENT */
	memcpy(info, &extended, sizeof extended);
	*count = sizeof extended / 4;
	return 0;
}

unsigned mac_pthread_mach_thread_np(void *of)
{
	(void)of;
	return 0x103; /* a port's name; thread_info answers for the calling thread */
}

/* ---- counters: 3 cycles and 4 instructions in each nanosecond of processor time ---- */

static void account(void)
{
	uint64_t now = host_ns(CLOCK_THREAD_CPUTIME_ID), ran = now - thread.seen_ns;
	unsigned level = level_of_class();
	uint64_t away = is_nth(&thread.count_queries, mac.trip_every) ? ran / 2 : 0;
	thread.run_ns[level] += ran - away;
	thread.run_ns[level_beside(level)] += away;
	thread.seen_ns = now;
}

/* Kind 1: {instructions, cycles} of the thread; kind 2: the same for each level of cores. */
int mac_thread_selfcounts(unsigned kind, void *counts, size_t bytes)
{
	uint64_t pairs[LEVELS][2] = {{0}};
	size_t have = (kind == 1 ? 1 : mac.level_count) * sizeof pairs[0];
	if ((kind != 1 && kind != 2) || (kind == 2 && mac.level_count == 1) || mac.counters_refused) {
		errno = mac.counters_refused ? EPERM : MAC_ENOTSUP;
		return -1;
	}
	account();
	for (unsigned level = 0; level < mac.level_count && !mac.counters_zero; level++) {
		unsigned at = kind == 1 ? 0 : mac.order_of_kinds ? mac.level_count - 1 - level : level;
		pairs[at][0] += thread.run_ns[level] * 4;
		pairs[at][1] += thread.run_ns[level] * 3;
	}
	memcpy(counts, pairs, bytes < have ? bytes : have);
	return 0;
}

/* Both systems' structures agree in size and place; the switches and faults are the host's. */
int mac_getrusage(int who, struct rusage *usage)
{
	if (who == 0 || who == -1)
		return getrusage(who, usage);
	errno = EINVAL;
	return -1;
}

/* ---- what it says of itself ---- */

struct answer {
	const char *name;
	unsigned bytes; /* 4 or 8 of a number; 0: a text */
	int64_t number;
	const char *text;
};

static unsigned cpu_count(void)
{
	size_t count = 0;
	for (unsigned level = 0; level < mac.level_count; level++)
		count += mac.levels[level].cpus;
	return (unsigned)count;
}

/* hw.perflevelN.WHAT */
static bool answer_level(const char *name, struct answer *answer)
{
	unsigned number;
	int used = 0;
	if (sscanf(name, "hw.perflevel%1u.%n", &number, &used) != 1 || used == 0 || number >= mac.level_count)
		return false;
	const struct level *level = &mac.levels[number];
	const struct answer rows[] = {
	    {"name", 0, 0, level->name},
	    {"physicalcpu", 4, (int64_t)level->cpus, NULL},
	    {"logicalcpu", 4, (int64_t)level->cpus, NULL},
	    {"l1dcachesize", 4, level->l1d_bytes, NULL},
	    {"l2cachesize", 4, level->l2_bytes, NULL},
	    {"cpusperl2", 4, (int64_t)level->cluster_cpus, NULL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i].name, name + used) == 0) {
			*answer = rows[i];
			return true;
		}
	return false;
}

static bool answer_is_missing(const char *name)
{
	size_t length = strlen(name);
	for (const char *at = mac.missing; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
			return true;
	}
	return false;
}

static bool answer_find(const char *name, struct answer *answer)
{
	bool apple_silicon = MAC_PAGE == 16384 || mac.translated;
	unsigned cpus = cpu_count();
	const struct answer rows[] = {
	    {"hw.ncpu", 4, cpus, NULL},
	    {"hw.logicalcpu", 4, cpus, NULL},
	    {"hw.physicalcpu", 4, cpus, NULL},
	    {"hw.nperflevels", 4, mac.level_count, NULL},
	    {"hw.l1dcachesize", 8, mac.levels[mac.level_count - 1].l1d_bytes, NULL},
	    {"hw.l2cachesize", 8, mac.levels[mac.level_count - 1].l2_bytes, NULL},
	    {"hw.pagesize", 8, MAC_PAGE, NULL},
	    {"hw.cachelinesize", 8, 128, NULL},
	    {"hw.memsize", 8, MEMORY_BYTES, NULL},
	    {"hw.tbfrequency", 8, 24000000, NULL},
	    {"machdep.cpu.brand_string", 0, 0, "Apple M1 (simulated)"},
	    {"hw.model", 0, 0, "MacSim1,1"},
	    {"kern.osproductversion", 0, 0, "14.0"},
	    {"kern.osversion", 0, 0, "23A344"},
	    {"kern.osrelease", 0, 0, "23.0.0"},
	    {"kern.memorystatus_vm_pressure_level", 4, mac.low_power ? 2 : 1, NULL},
	    {"kern.memorystatus_level", 4, mac.low_power ? 12 : 71, NULL},
	    {"kern.hv_vmm_present", 4, mac.virtual, NULL},
	    {mac.dit ? "hw.optional.arm.FEAT_DIT" : "", 4, 1, NULL},
	    {apple_silicon ? "hw.optional.arm64" : "", 4, 1, NULL},
	    {apple_silicon ? "sysctl.proc_translated" : "", 4, mac.translated, NULL},
	};
	if (answer_is_missing(name))
		return false;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i].name, name) == 0) {
			*answer = rows[i];
			return true;
		}
	return answer_level(name, answer);
}

int mac_sysctlbyname(const char *name, void *old, size_t *length, void *new, size_t new_length)
{
	struct answer answer;
	(void)new_length;
	if (new != NULL || !answer_find(name, &answer)) {
		errno = new != NULL ? EPERM : ENOENT;
		return -1;
	}
	int32_t narrow = (int32_t)answer.number;
	const void *from = answer.text != NULL ? (const void *)answer.text
	                   : answer.bytes == 4 ? (const void *)&narrow
	                                       : (const void *)&answer.number;
	size_t need = answer.text != NULL ? strlen(answer.text) + 1 : answer.bytes;
	if (old != NULL && *length < need) {
		errno = ENOMEM;
		return -1;
	}
	if (old != NULL)
		memcpy(old, from, need);
	*length = need;
	return 0;
}

/* Five fields of 256 bytes. */
int mac_uname(char *fields)
{
	static const char *const texts[] = {"Darwin", "macsim.local", "23.0.0",
	                                    "Darwin Kernel Version 23.0.0 (simulated)",
	                                    MAC_PAGE == 16384 ? "arm64" : "x86_64"};
	memset(fields, 0, 5 * 256);
	for (int i = 0; i < 5; i++)
		strcpy(fields + 256 * i, texts[i]);
	return 0;
}

long mac_sysconf(int name)
{
	switch (name) {
	case 29: /* _SC_PAGESIZE */
		return MAC_PAGE;
	case 57: /* _SC_NPROCESSORS_CONF */
	case 58: /* _SC_NPROCESSORS_ONLN */
		return (long)cpu_count();
	case 200: /* _SC_PHYS_PAGES */
		return MEMORY_BYTES / MAC_PAGE;
	}
	errno = EINVAL;
	return -1;
}

int mac_getloadavg(double *loads, int count)
{
	for (int i = 0; i < count; i++)
		loads[i] = 1.25;
	return count;
}

/* ---- its programs ---- */

__attribute__((format(printf, 2, 3))) static void add(char *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsprintf(text + strlen(text), format, arguments);
	va_end(arguments);
}

/* The device tree as `ioreg -lw0 -p IODeviceTree` prints it: the lines that matter, and some that must not. */
static void print_tree(char *text)
{
	static const char heading[] = "  <class IOPlatformDevice, id 0x10000010f, registered, matched, active, retain 8>";
	add(text, "+-o Root  <class IORegistryEntry, id 0x100000100, retain 20>\n  {\n    \"IOPlatformSerialNumber\" = "
	          "\"TELLTALE99\"\n  }\n  +-o cpus%s\n", heading);
	for (unsigned cpu = 0; cpu < cpu_count(); cpu++) {
		unsigned cluster = 0;
		const struct level *level = NULL;
		for (unsigned i = mac.level_count; i-- > 0;) {
			const struct level *now = &mac.levels[i];
			if (cpu >= now->first && cpu < now->first + now->cpus) {
				level = now;
				cluster += (unsigned)((cpu - now->first) / now->cluster_cpus);
				break;
			}
			cluster += (unsigned)(now->cpus / now->cluster_cpus);
		}
		if (level == NULL)
			die("processor %u is in no level", cpu);
		add(text, "  | +-o cpu%u%s\n  | | {\n  | |   \"cluster-type\" = <\"%c\">\n", cpu, heading, level->name[0]);
		add(text, "  | |   \"logical-cpu-id\" = %u\n  | |   \"cluster-id\" = <%02x000000>\n  | | }\n", cpu, cluster);
	}
	add(text, "  +-o memory%s\n", heading);
}

char *machine_program(const char *path, char *const *arguments)
{
	char *text = calloc(1, 65536);
	const char *what = arguments[1] != NULL && arguments[2] != NULL ? arguments[2] : "";
	bool apple_silicon = MAC_PAGE == 16384 || mac.translated;
	if (mac.programs_missing || text == NULL)
		return NULL;
	if (strcmp(path, "/usr/sbin/ioreg") == 0 && apple_silicon)
		print_tree(text);
	else if (strcmp(path, "/usr/sbin/ioreg") == 0)
		add(text, "+-o Root  <class IORegistryEntry>\n");
	else if (strcmp(path, "/usr/bin/pmset") != 0)
		return NULL;
	else if (strcmp(what, "therm") == 0 && mac.low_power)
		add(text, "\tCPU_Scheduler_Limit \t= 100\n\tCPU_Available_CPUs \t= 8\n\tCPU_Speed_Limit \t= 60\n");
	else if (strcmp(what, "therm") == 0)
		add(text, "Note: No thermal warning level has been recorded\n");
	else if (strcmp(what, "ps") == 0)
		add(text, "Now drawing from '%s Power'\n", mac.low_power ? "Battery" : "AC");
	else
		add(text, "System-wide power settings:\nCurrently in use:\n standby              1\n lowpowermode         %d\n",
		    mac.low_power);
	return text;
}

bool machine_programs_hang(void)
{
	return mac.programs_hang;
}
