/* Where the joined answer of a machine becomes NAME.machine.csv: a plain CSV that any tool reads as it is:
 * one line of column names, no other header, an empty field where nothing is known. A row a level and kind of
 * cores; the level that no knee ends comes last. Columns are found by name; later versions add some.
 *
 *   machine, processor, label, cores   what the captures say; cores is the tier that was asked for
 *   level                              1, 2, ... by rising size, then memory, or last where it may not be
 *   status                             accepted, noted, refused
 *   time_ns, cycles                    a load; the lowest of the accepting passes
 *   low_bytes, high_bytes, rule, pass  the claim, what it rests on, the capture that it is from
 *   accepted, noted, refused           how many passes do so; refusing_rules: those of the last, "K3 M1"
 *   reported_bytes, inside             the reported size; yes, ABOVE or BELOW, seen from the claim
 *   cause, core                        cache, translation, both possible; private, shared (W2, O2; V1)
 *   crowd                              holds, fails or refused (C1), the same in each row
 *   granule_bytes                      the same in each row
 *   disagreement_low_bytes, _high_bytes  an accepted claim that this one does not overlap
 *   passes                             how many were joined
 *   reported_level                     L1d, L2, ...
 *   cause_status, core_status          accepted, noted, refused; empty where it was not tried
 *   crowd_fall                         by what share the level's knee falls under the crowd
 *   knee_low_bytes, knee_high_bytes    where the passes put the knee, accepted or not
 *   refused_whole                      passes that are refused as a whole
 *   captures, first, last              how many, and when the first and the last of them began
 *   trials, discarded, clock_ghz       of all their sweeps; the median clock of the passes
 *   contradictions, contradiction      how many, and the first (R0)
 *   unnamed                            accepted, noted or refused (S1); empty where it was not asked */
#ifndef CACHESTAIR_MACHINE_TABLE_H
#define CACHESTAIR_MACHINE_TABLE_H

#include "../join/machine.h"

#include <stdio.h>

/* Writes the tiers of one machine. Returns 0, or -1 where the stream has an error. */
int machine_table_write(FILE *stream, const struct machine *tiers, size_t count);

#endif
