/* The simulated Mac: what its cores, its clock, its sysctls and its counters answer.
 *
 * Efficiency processors 0 to 3, performance processors 4 to 7, ticks of 24 MHz, pages as the architecture has
 * them. The environment makes it another machine, or one on which something fails; a value that is not listed
 * stops the program, so that no test passes because of a spelling:
 *
 *   MACRUN_LEVELS=1|2|3     one level of cores as on Intel; two; three, with Super processors 8 to 11
 *   MACRUN_QOS=refused      pthread_set_qos_class_self_np returns EPERM
 *   MACRUN_QOS=reset        it returns 0, and the class is default nevertheless
 *   MACRUN_COUNTERS=zero    thread_selfcounts gives zeros, as in a virtual machine
 *   MACRUN_COUNTERS=missing this system has no thread_selfcounts (before macOS 13)
 *   MACRUN_COUNTERS=refused thread_selfcounts fails with EPERM
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

#endif
