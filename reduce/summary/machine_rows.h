/* The rows of NAME.machine.csv, as reduce --machine writes them: a row a level of each kind of cores, in
 * order. Its columns are told by write/machine_table.h; others are passed over. */
#ifndef CACHESTAIR_MACHINE_ROWS_H
#define CACHESTAIR_MACHINE_ROWS_H

#include "summary.h"

/* Where the reported size lies, seen from the claim. */
enum inside { INSIDE_UNKNOWN, INSIDE_YES, INSIDE_ABOVE, INSIDE_BELOW, INSIDES };

/* What became of a question. */
enum tried { TRIED_NOT, TRIED_ACCEPTED, TRIED_NOTED, TRIED_REFUSED, TRIED_COUNT };

/* The words of the file; what is not known is empty. */
extern const char *const inside_words[INSIDES], *const verdict_words[VERDICTS],
                                                    *const tried_words[TRIED_COUNT];

/* Numbers that are missing are NAN, counts 0, texts "". */
struct machine_row {
	const char *machine, *processor, *label, *cores;
	const char *level; /* a number from 1, then "last" or "memory" */
	enum status status;
	double time_ns, cycles, low_bytes, high_bytes;
	rule_set rules;   /* that the claim rests on */
	const char *pass; /* the capture it is from */
	uint64_t accepted, noted, refused;
	rule_set refusing;
	double reported_bytes;
	enum inside inside;
	enum verdict cause, core, crowd;
	double granule_bytes, disagreement_low_bytes, disagreement_high_bytes;
	uint64_t passes;
	/* Columns that a table can lack. */
	const char *reported_level; /* "L1d" */
	enum tried cause_status, core_status;
	double clock_ghz;
};

struct machine_table {
	struct machine_row *rows;
	size_t count;
	struct texts texts;
};

/* Whether a row is of a level that a knee ends; whether it is memory. */
bool machine_row_is_level(const struct machine_row *row);
bool machine_row_is_memory(const struct machine_row *row);

/* Whether a row claims a size; whether its claim rests on that rule; whether what is reported lies outside
 * it. */
bool machine_row_claims(const struct machine_row *row);
bool machine_row_rests_on(const struct machine_row *row, enum rule_id rule);
bool machine_row_outside(const struct machine_row *row);

enum { MACHINE_ROW_PASSES = 80 };

/* Writes how many passes accept the level, or only note it where none accepts: "3 of 4 passes accept".
 * Returns `text`. */
const char *machine_row_passes(const struct machine_row *row, char text[MACHINE_ROW_PASSES]);

/* How many rows from `first` on are of its kind of cores; the last of them is the level that no knee ends. */
size_t machine_table_tier(const struct machine_table *table, size_t first);

/* Reads the file at `path`. Returns 0, or -1 with the fault; free with machine_table_free either way. */
int machine_table_load(struct machine_table *table, const char *path, struct fault *fault);
void machine_table_free(struct machine_table *table);

#endif
