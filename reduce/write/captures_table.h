/* Where many summaries become one table of captures: a row a capture, pass and level, in plain CSV that any
 * tool reads as it is: one line of column names, no other header, an empty field where nothing is known.
 *
 * The columns, in this order; sizes are bytes, `gap` is (reported - knee) / reported:
 *
 *   capture       name of the capture, without folder and ending
 *   label, machine, processor, system, cores, qos, cpu, tier   from the capture's header
 *   clock_ghz     of the pass
 *   pass, level   the level below the knee; empty where the pass has no knee
 *   status        of the knee: accepted, noted or refused; where there is none, of the hierarchy or the sweep
 *   floor_ns, next_floor_ns   of the level and of the one above it
 *   knee, knee_low, knee_high   K1 and its K2 interval
 *   lower_bound, capacity_low, capacity_high   B1 and Z1
 *   reported, reported_by, gap   the reported size beside the knee, and who says so: system or hand
 *   rule, reason
 *   kind          trials or curve
 *   synthetic     yes where the capture was made, not measured
 *   rules         the version of the rules it was reduced under
 */
#ifndef CACHESTAIR_CAPTURES_TABLE_H
#define CACHESTAIR_CAPTURES_TABLE_H

#include "../summary/summary.h"

#include <stdio.h>

/* Writes the line of column names. Returns 0, or -1 where the stream has an error. */
int captures_table_write_columns(FILE *stream);

/* Writes the rows of one summary. Returns 0, or -1 where the stream has an error. */
int captures_table_write_rows(FILE *stream, const struct summary *summary);

#endif
