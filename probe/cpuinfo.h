/* The processor's name, from the text of Linux's /proc/cpuinfo, whose lines differ from architecture to
 * architecture.
 */
#ifndef CACHESTAIR_CPUINFO_H
#define CACHESTAIR_CPUINFO_H

#include <stddef.h>
#include <stdio.h>

/* Writes what the text calls processor number `cpu`: on a machine with two kinds of cores they have two
 * names. Lines that stand for no processor hold for all. "" where it says nothing that is known here. The
 * stream is read from its beginning. */
void cpuinfo_name(FILE *text, unsigned cpu, char *name, size_t size);

#endif
