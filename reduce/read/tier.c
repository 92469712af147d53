/* Where core tiers are told apart by fingerprint (rule F1). */
#include "tier.h"
#include "columns.h"
#include "../maths/logarithm.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tier table ---- */

#define WINDOW(member)                                                                                       \
	{                                                                                                    \
		.name = #member, .type = COLUMN_DECIMAL, COLUMN_MEMBER(struct tier, member), .high = 1e9,    \
		.expected = "a number from 0 to 1000000000"                                                  \
	}

static const struct column tier_columns[] = {
    {.name = "tier", .type = COLUMN_NAME, COLUMN_MEMBER(struct tier, name)},
    WINDOW(print_low_ns),
    WINDOW(print_high_ns),
    WINDOW(clock_low_ghz),
    WINDOW(clock_high_ghz),
};

struct reading {
	struct tier *tiers, row;
	size_t count;
};

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct reading *reading = context;
	const struct tier *row = &reading->row;
	(void)whole;
	if (row->print_low_ns > row->print_high_ns || row->clock_low_ghz > row->clock_high_ghz) {
		fault_set(fault, NULL, "a window of %s that ends before it begins", row->name);
		return fault_expect(fault, "low at most high");
	}
	if (tier_find(reading->tiers, reading->count, row->name) != NULL)
		return fault_set(fault, NULL, "a second window for %s", row->name);
	struct tier *larger = array_grow(reading->tiers, reading->count, sizeof *larger);
	if (larger == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	reading->tiers = larger;
	reading->tiers[reading->count++] = *row;
	return 0;
}

int tier_read(FILE *stream, const char *name, struct tier **tiers, size_t *count, struct fault *fault)
{
	struct reading reading = {.count = 0};
	const struct columns columns = {
	    .column = tier_columns,
	    .count = sizeof tier_columns / sizeof tier_columns[0],
	    .name = "tier table",
	    .wanted = "the columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz",
	    .row = &reading.row,
	    .row_bytes = sizeof reading.row,
	    .most = TIER_ROWS,
	    .end = on_row};
	int status = columns_read(&columns, &reading, stream, name, fault);
	if (status == 0 && reading.count == 0)
		status = fault_set(fault, name, "holds no tier");
	if (status != 0) {
		free(reading.tiers);
		return status;
	}
	*tiers = reading.tiers;
	*count = reading.count;
	return 0;
}

bool tier_holds(const struct tier *tier, double print_ns, double clock_ghz)
{
	return print_ns >= tier->print_low_ns && print_ns <= tier->print_high_ns &&
	       clock_ghz >= tier->clock_low_ghz && clock_ghz <= tier->clock_high_ghz;
}

static bool same_word(const char *a, const char *b)
{
	while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
		a++;
		b++;
	}
	return *a == *b;
}

const struct tier *tier_find(const struct tier *tiers, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (same_word(tiers[i].name, name))
			return &tiers[i];
	return NULL;
}

/* ---- groups without a table ---- */

static int step_of(double value, int per_octave)
{
	double steps = logarithm_of(value) * per_octave;
	return (int)(steps < 0 ? steps - 1 : steps);
}

static void cell_add(struct tier_cell *cell, double print_ns, double clock_ghz)
{
	bool first = cell->count++ == 0;
	cell->print_low_ns = first || print_ns < cell->print_low_ns ? print_ns : cell->print_low_ns;
	cell->print_high_ns = first || print_ns > cell->print_high_ns ? print_ns : cell->print_high_ns;
	cell->clock_low_ghz = first || clock_ghz < cell->clock_low_ghz ? clock_ghz : cell->clock_low_ghz;
	cell->clock_high_ghz = first || clock_ghz > cell->clock_high_ghz ? clock_ghz : cell->clock_high_ghz;
}

/* The cell of that place, made where it is not there yet; NULL where memory is out or there is no room (then
 * *full). */
static struct tier_cell *find_cell(struct tier_groups *groups, int print_step, int clock_step, bool *full)
{
	*full = false;
	/* Fingerprints come in runs of one kind: the cell met last is looked at first. */
	for (size_t i = groups->count; i-- > 0;)
		if (groups->cells[i].print_step == print_step && groups->cells[i].clock_step == clock_step)
			return &groups->cells[i];
	*full = groups->count == TIER_GROUPS;
	if (*full)
		return NULL;
	if (groups->count == groups->capacity) {
		size_t capacity = groups->capacity == 0 ? 16 : 2 * groups->capacity;
		struct tier_cell *larger = realloc(groups->cells, capacity * sizeof *larger);
		if (larger == NULL)
			return NULL;
		groups->cells = larger;
		groups->capacity = capacity;
	}
	groups->cells[groups->count] = (struct tier_cell){.print_step = print_step, .clock_step = clock_step};
	return &groups->cells[groups->count++];
}

int tier_groups_add(struct tier_groups *groups, double print_ns, double clock_ghz)
{
	/* What lies between the extremes of a cell lies in it: most are placed without a logarithm. */
	for (size_t i = 0; i < groups->count; i++) {
		struct tier_cell *known = &groups->cells[i];
		if (print_ns >= known->print_low_ns && print_ns <= known->print_high_ns &&
		    clock_ghz >= known->clock_low_ghz && clock_ghz <= known->clock_high_ghz) {
			known->count++;
			return 0;
		}
	}
	bool full;
	struct tier_cell *cell = find_cell(groups, step_of(print_ns, 8), step_of(clock_ghz, 16), &full);
	if (cell != NULL)
		cell_add(cell, print_ns, clock_ghz);
	groups->lost += full;
	return cell != NULL || full ? 0 : -1;
}

int tier_groups_join(struct tier_groups *into, const struct tier_groups *from)
{
	into->lost += from->lost;
	for (size_t i = 0; i < from->count; i++) {
		const struct tier_cell *more = &from->cells[i];
		bool full;
		struct tier_cell *cell = find_cell(into, more->print_step, more->clock_step, &full);
		if (cell == NULL && !full)
			return -1;
		if (full) {
			into->lost += more->count;
			continue;
		}
		uint64_t count = cell->count + more->count;
		cell_add(cell, more->print_low_ns, more->clock_low_ghz);
		cell_add(cell, more->print_high_ns, more->clock_high_ghz);
		cell->count = count;
	}
	return 0;
}

static bool cells_touch(const struct tier_cell *a, const struct tier_cell *b)
{
	return abs(a->print_step - b->print_step) <= 2 && abs(a->clock_step - b->clock_step) <= 2;
}

/* Gives every cell the number of its group: repeatedly the lowest number among those it touches. */
static void join_cells(struct tier_groups *groups)
{
	for (size_t i = 0; i < groups->count; i++)
		groups->cells[i].group = i;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < groups->count; i++) {
			for (size_t j = 0; j < groups->count; j++) {
				if (groups->cells[j].group >= groups->cells[i].group ||
				    !cells_touch(&groups->cells[i], &groups->cells[j]))
					continue;
				groups->cells[i].group = groups->cells[j].group;
				changed = true;
			}
		}
	}
}

struct group {
	struct tier window;
	uint64_t count;
};

static void group_add(struct group *group, const struct tier_cell *cell)
{
	struct tier *window = &group->window;
	bool first = group->count == 0;
	group->count += cell->count;
	window->print_low_ns =
	    first || cell->print_low_ns < window->print_low_ns ? cell->print_low_ns : window->print_low_ns;
	window->print_high_ns = first || cell->print_high_ns > window->print_high_ns ? cell->print_high_ns
	                                                                             : window->print_high_ns;
	window->clock_low_ghz = first || cell->clock_low_ghz < window->clock_low_ghz ? cell->clock_low_ghz
	                                                                             : window->clock_low_ghz;
	window->clock_high_ghz = first || cell->clock_high_ghz > window->clock_high_ghz
	                             ? cell->clock_high_ghz
	                             : window->clock_high_ghz;
}

/* Largest first; of equals the faster clock first. */
static bool before(const struct group *group, const struct tier *window, uint64_t count)
{
	return group->count > count ||
	       (group->count == count && group->window.clock_low_ghz > window->clock_low_ghz);
}

/* The group whose number is that of its first cell. */
static struct group group_of(const struct tier_groups *groups, size_t number)
{
	struct group group = {.count = 0};
	for (size_t i = number; i < groups->count; i++)
		if (groups->cells[i].group == number)
			group_add(&group, &groups->cells[i]);
	return group;
}

/* Nothing is allocated: memory that is out must not look like a capture without groups. */
size_t tier_group(struct tier_groups *groups, struct tier *windows, uint64_t *counts, size_t capacity)
{
	size_t found = 0;
	join_cells(groups);
	for (size_t number = 0; number < groups->count; number++) {
		struct group group = group_of(groups, number);
		if (group.count == 0)
			continue;
		size_t at = found < capacity ? found : capacity;
		for (; at > 0 && before(&group, &windows[at - 1], counts[at - 1]); at--) {
			if (at == capacity)
				continue;
			windows[at] = windows[at - 1];
			counts[at] = counts[at - 1];
		}
		if (at < capacity) {
			windows[at] = group.window;
			counts[at] = group.count;
		}
		found++;
	}
	for (size_t i = 0; i < found && i < capacity; i++)
		snprintf(windows[i].name, sizeof windows[i].name, "group %zu", i + 1);
	return found;
}

void tier_groups_free(struct tier_groups *groups)
{
	free(groups->cells);
	*groups = (struct tier_groups){0};
}
