/* What Linux writes into small files, above all of processors: their names, from the text of /proc/cpuinfo,
 * whose lines differ from architecture to architecture, and lists of their numbers. */
#ifndef CACHESTAIR_CPUINFO_H
#define CACHESTAIR_CPUINFO_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The first line of the file of a name (printf-style), without its newline; "" and false where there is none.
 */
bool file_line(char *text, size_t size, const char *format, ...) FAULT_PRINTF(3, 4);

/* Writes what the text calls processor number `cpu`: on a machine with two kinds of cores they have two
 * names. Lines that stand for no processor hold for all. "" where it says nothing that is known here. The
 * stream is read from its beginning. */
void cpuinfo_name(FILE *text, unsigned cpu, char *name, size_t size);

/* Walks a list of processors as the kernel writes it, "0-3,8", however long. Returns how many numbers it
 * holds; sets *has where `cpu` is one of them. */
uint64_t cpu_list_count(const char *list, uint64_t cpu, bool *has);

#endif
