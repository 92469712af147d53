/* What is known while a capture's lines are read, and the handler that table.h calls for each part of them.
 * For parts.c alone, which feeds it; everyone else takes trials.h. */
#ifndef CACHESTAIR_READING_H
#define CACHESTAIR_READING_H

#include "table.h"
#include "trials_store.h"

enum { COLUMN_UNKNOWN = -1, COLUMN_NS = -2, ORPHANS = 64 };

struct reading {
	struct trials *trials;
	const struct trials_options *options;
	const struct tier *intended; /* the tier that the header asks for, or NULL */
	int columns[TABLE_COLUMNS];  /* capture_column, COLUMN_UNKNOWN or COLUMN_NS */
	struct table_number numbers[TABLE_COLUMNS];
	size_t column_count;
	uint64_t given; /* columns that the table has */
	bool has_ns, coarsened;
	struct capture_row row;
	double ns;                /* of a curve's row */
	struct trials_place last; /* of the trial read last */
	/* The competitors' rows that a later part of a file begins with: their trial ends the part before. */
	struct capture_row orphans[ORPHANS];
	size_t orphan_count;
	/* What a part of a file met that reading it apart from the rest gets wrong: a header line that says
	 * how later rows are taken, the `# end:` line, more competitors' rows than there is room for. */
	bool steered, ended, orphans_lost;
};

/* Its context is a struct reading. */
extern const struct table_handler reading_handler;

/* Says where the whole numbers of a row go: once the columns are known, and again for a copy of the reading.
 */
void reading_lay_numbers(struct reading *reading);

/* Makes the named tier of trials->tiers the one that F1 asks for; none where the table lacks it. */
void reading_mean_tier(struct reading *reading, const char *name);

/* A competitor's own row belongs to the trial that it stood beside, the one read last. */
void reading_take_competitor(struct reading *reading, const struct capture_row *row);

#endif
