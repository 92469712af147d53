/* What the table and the terminal say alike of a joined level. */
#ifndef CACHESTAIR_LEVEL_WORDS_H
#define CACHESTAIR_LEVEL_WORDS_H

#include "../join/machine.h"
#include "phrase.h"

/* The reported size beside a level: of the knee it rests on, else of any other of its knees; NAN where none
 * is reported. */
double level_reported(const struct machine *machine, size_t level);

/* Where it lies, seen from the claim; INSIDE_UNKNOWN where the level is refused or nothing is reported. */
enum inside level_inside(const struct machine *machine, size_t level);

/* The best finding about the level: its cause (W2, else O2), private or shared (V1). NULL where it was not
 * tried. */
const struct summary_finding *level_cause(const struct machine *machine, size_t level);
const struct summary_finding *level_core(const struct machine *machine, size_t level);

/* What the level is called that no knee ends: memory where a level below it is claimed and nothing
 * contradicts it (R0), else last. */
const char *level_last_name(const struct machine *machine);

#endif
