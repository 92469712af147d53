/* The simulated Mac: what its cores, its clock, its sysctls, its counters and its programs answer.
 *
 * Efficiency processors 0 to 3, performance processors 4 to 7, ticks of 24 MHz, pages as the architecture has
 * them. The environment makes it another machine, or one on which something fails; a value that is not listed
 * stops the program, so that no test passes because of a spelling:
 *
 *   MACRUN_LEVELS=1|2|3     one level of cores as on Intel; two; three: Efficiency processors 0 to 5 in two
 *                           clusters, Performance 6 to 9, Super 10 and 11
 *   MACRUN_QOS=refused      pthread_set_qos_class_self_np returns EPERM
 *   MACRUN_QOS=reset        it returns 0, and the class is default nevertheless
 *   MACRUN_QOS=capped       no thread gets a higher priority than user-initiated ones, whatever its class says
 *   MACRUN_COUNTERS=zero    thread_selfcounts gives zeros, as in a virtual machine
 *   MACRUN_COUNTERS=missing this system has no thread_selfcounts (before macOS 13)
 *   MACRUN_COUNTERS=refused thread_selfcounts fails with EPERM
 *   MACRUN_ORDER=kind       thread_selfcounts counts the slowest level first, as in macOS 13.0 to 14.1
 *   MACRUN_PROGRAMS=missing there is no pmset and no ioreg
 *   MACRUN_PROGRAMS=hang    they print nothing and do not end
 *   MACRUN_LOW_POWER=1      low power mode, on battery, at 60 per cent of speed, memory short
 *   MACRUN_VIRTUAL=1        inside a virtual machine
 *   MACRUN_DIT=1            the processor has the bit (arm64; under an emulator that knows it)
 *   MACRUN_MISSING=A,B      these sysctls are not there
 *   MACRUN_MIGRATE=N        each Nth processor query of a thread answers from another level
 *   MACRUN_TRIP=N           half of what each Nth reading of a thread's counters adds was run on another
 *                           level, and the processor at both ends is the same
 *   MACRUN_CLOCK=1/1        ticks are called nanoseconds and still step by 41.67 ns
 *   MACRUN_TRANSLATED=1     the program runs under Rosetta
 */
#ifndef MACSIM_MACHINE_H
#define MACSIM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

#if defined __x86_64__
#define MAC_PAGE 4096
#elif defined __aarch64__
#define MAC_PAGE 16384
#endif

struct rusage;
struct timespec;

/* Prints "machorun: ..." and ends with status 125. */
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reads the environment. Once, before the program starts. */
void machine_begin(void);
/* A thread of the program begins, at the class default. */
void machine_thread_begin(void);
/* Whether this machine's libraries lack the symbol. */
bool machine_lacks(const char *symbol);

/* ---- the calls, as Darwin has them; errno in Darwin's numbers ---- */
uint64_t mac_mach_absolute_time(void);
int mac_mach_timebase_info(uint32_t *numerator_denominator);
int mac_clock_gettime(int clock, struct timespec *time);
int mac_clock_getres(int clock, struct timespec *time);
uint64_t mac_clock_gettime_nsec_np(int clock);
int mac_pthread_cpu_number_np(size_t *cpu);
int mac_pthread_set_qos_class_self_np(unsigned class, int priority);
unsigned mac_qos_class_self(void);
int mac_sysctlbyname(const char *name, void *old, size_t *length, void *new, size_t new_length);
int mac_thread_selfcounts(unsigned kind, void *counts, size_t bytes);
int mac_getrusage(int who, struct rusage *usage);
int mac_uname(char *fields);
long mac_sysconf(int name);
int mac_thread_info(unsigned thread, unsigned flavor, void *info, unsigned *count);
unsigned mac_pthread_mach_thread_np(void *thread);
int mac_getloadavg(double *loads, int count);

/* What one of the system's own programs prints: a text to be freed; NULL where there is no such program. */
char *machine_program(const char *path, char *const *arguments);
/* Whether those programs never end. */
bool machine_programs_hang(void);

#endif
