/* Where the joined answer of a machine is told: a table in the terminal, and rows of a plain CSV that any
 * tool reads as it is: one line of column names, no other header, an empty field where nothing is known.
 *
 * The columns: machine, processor, label, cores; level (a number, then last or memory); status (accepted,
 * noted, refused); time_ns and cycles, the lowest of the accepting passes; low_bytes and high_bytes, the
 * claim; rule that it rests on; pass, the capture it is from; accepted, noted, refused: how many passes;
 * refusing_rules; reported_bytes; inside (yes, ABOVE, BELOW); cause, core, crowd: the verdicts;
 * granule_bytes; disagreement_low_bytes, disagreement_high_bytes: a claim that the first does not overlap;
 * passes: how many were joined. */
#ifndef CACHESTAIR_MACHINE_ANSWER_H
#define CACHESTAIR_MACHINE_ANSWER_H

#include "../join/machine.h"

#include <stdio.h>

/* Prints one tier of a machine, at most 30 lines. Returns 0, or -1 where memory is out. */
int machine_answer_print(FILE *stream, const struct machine *machine);

/* Writes the column names, and the rows of one tier. Return 0, or -1 where the stream has an error. */
int machine_answer_write_columns(FILE *stream);
int machine_answer_write_rows(FILE *stream, const struct machine *machine);

#endif
