/* Where core tiers are told apart by fingerprint (rule F1). */
#include "tier.h"
#include "columns.h"

#include <ctype.h>
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

static int on_row(void *context, bool whole, struct fault *fault)
{
	const struct columns_rows *rows = context;
	const struct tier *tiers = rows->rows, *row = &tiers[rows->count];
	(void)whole;
	if (row->print_low_ns > row->print_high_ns || row->clock_low_ghz > row->clock_high_ghz) {
		fault_set(fault, NULL, "a window of %s that ends before it begins", row->name);
		return fault_expect(fault, "low at most high");
	}
	if (tier_find(tiers, rows->count, row->name) != NULL)
		return fault_set(fault, NULL, "a second window for %s", row->name);
	return 0;
}

int tier_read(FILE *stream, const char *name, struct tier **tiers, size_t *count, struct fault *fault)
{
	struct columns_rows rows;
	struct tier row;
	const struct columns columns = {
	    .column = tier_columns,
	    .count = sizeof tier_columns / sizeof tier_columns[0],
	    .name = "tier table",
	    .wanted = "the columns tier, print_low_ns, print_high_ns, clock_low_ghz, clock_high_ghz",
	    .row = &row,
	    .row_bytes = sizeof row,
	    .most = TIER_ROWS,
	    .end = on_row};
	if (columns_read_rows(&columns, &rows, "tier", stream, name, fault) != 0)
		return -1;
	*tiers = rows.rows;
	*count = rows.count;
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

/* Which step of an octave a value above 0 lies in, `per_octave` (8 or 16) to the octave from 1 up: by
 * comparison, for it is asked twice a trial. Below 1 a power of two belongs to the step under it. */
static int step_of(double value, int per_octave)
{
	/* 2^(i/16) / 2, correctly rounded */
	static const double roots[] = {0.5,
	                               0.52213689121370688,
	                               0.54525386633262884,
	                               0.56939431737834578,
	                               0.59460355750136051,
	                               0.620928906036742,
	                               0.64841977732550482,
	                               0.67712777346844633,
	                               0.70710678118654757,
	                               0.73841307296974967,
	                               0.77110541270397037,
	                               0.80524516597462714,
	                               0.8408964152537145,
	                               0.87812608018664973,
	                               0.91700404320467122,
	                               0.9576032806985737};
	int octave, step = 0, every = 16 / per_octave;
	double part = frexp(value, &octave);
	while (step + 1 < per_octave && part >= roots[(step + 1) * every])
		step++;
	return (octave - 1) * per_octave + step - (value < 1 && part == roots[0]);
}

/* Widens a window to hold another one too; `first` makes it. */
static void window_join(struct tier *window, bool first, const struct tier *more)
{
	if (first || more->print_low_ns < window->print_low_ns)
		window->print_low_ns = more->print_low_ns;
	if (first || more->print_high_ns > window->print_high_ns)
		window->print_high_ns = more->print_high_ns;
	if (first || more->clock_low_ghz < window->clock_low_ghz)
		window->clock_low_ghz = more->clock_low_ghz;
	if (first || more->clock_high_ghz > window->clock_high_ghz)
		window->clock_high_ghz = more->clock_high_ghz;
}

/* Where the cell of that place is noted, or would be: its number from 1, or 0. */
static uint16_t *find_slot(const struct tier_groups *groups, int print_step, int clock_step)
{
	unsigned at = ((unsigned)print_step * 2654435761u) ^ ((unsigned)clock_step * 40503u);
	for (at ^= at >> 15;; at++) {
		uint16_t *slot = &groups->slots[at % TIER_SLOTS];
		const struct tier_cell *cell = *slot != 0 ? &groups->cells[*slot - 1] : NULL;
		if (cell == NULL || (cell->print_step == print_step && cell->clock_step == clock_step))
			return slot;
	}
}

/* The cell of that place, made where it is not there yet; NULL where memory is out or there is no room (then
 * *full). */
static struct tier_cell *find_cell(struct tier_groups *groups, int print_step, int clock_step, bool *full)
{
	*full = false;
	if (groups->slots == NULL && (groups->slots = calloc(TIER_SLOTS, sizeof *groups->slots)) == NULL)
		return NULL;
	uint16_t *slot = find_slot(groups, print_step, clock_step);
	if (*slot != 0)
		return &groups->cells[*slot - 1];
	*full = groups->count == TIER_GROUPS;
	if (*full)
		return NULL;
	struct tier_cell *cell = array_add(&groups->cells, &groups->count, sizeof *cell, NULL);
	if (cell == NULL)
		return NULL;
	cell->print_step = print_step;
	cell->clock_step = clock_step;
	*slot = (uint16_t)groups->count;
	return cell;
}

/* Adds `count` fingerprints, the two ends of whose window are given, to the cell of the first. */
static int add_window(struct tier_groups *groups, const struct tier *window, int print_step, int clock_step,
                      uint64_t count)
{
	bool full;
	struct tier_cell *cell = find_cell(groups, print_step, clock_step, &full);
	if (cell == NULL) {
		groups->lost += full ? count : 0;
		return full ? 0 : -1;
	}
	window_join(&cell->window, cell->count == 0, window);
	cell->count += count;
	return 0;
}

int tier_groups_add(struct tier_groups *groups, double print_ns, double clock_ghz)
{
	struct tier_cell *last = groups->count > 0 ? &groups->cells[groups->count - 1] : NULL;
	if (last != NULL && tier_holds(&last->window, print_ns, clock_ghz)) {
		last->count++; /* most of a capture is one core's */
		return 0;
	}
	struct tier one = {"", print_ns, print_ns, clock_ghz, clock_ghz};
	return add_window(groups, &one, step_of(print_ns, 8), step_of(clock_ghz, 16), 1);
}

int tier_groups_join(struct tier_groups *into, const struct tier_groups *from)
{
	into->lost += from->lost;
	for (size_t i = 0; i < from->count; i++) {
		const struct tier_cell *more = &from->cells[i];
		if (add_window(into, &more->window, more->print_step, more->clock_step, more->count) != 0)
			return -1;
	}
	return 0;
}

/* The lowest cell that this one is joined to so far. */
static size_t lowest_of(struct tier_cell *cells, size_t at)
{
	for (; cells[at].group != at; at = cells[at].group)
		cells[at].group = cells[cells[at].group].group;
	return at;
}

/* Gives every cell the number of its group: the lowest among those it touches, over any number of steps. */
static void join_cells(struct tier_groups *groups)
{
	struct tier_cell *cells = groups->cells;
	for (size_t i = 0; i < groups->count; i++)
		cells[i].group = i;
	for (size_t i = 0; i < groups->count; i++) {
		for (int near = 0; near < 25; near++) {
			const uint16_t *slot = find_slot(groups, cells[i].print_step + near / 5 - 2,
			                                 cells[i].clock_step + near % 5 - 2);
			size_t a = lowest_of(cells, i), b = *slot != 0 ? lowest_of(cells, *slot - 1u) : a;
			cells[a > b ? a : b].group = a > b ? b : a;
		}
	}
	for (size_t i = 0; i < groups->count; i++)
		cells[i].group = lowest_of(cells, i);
}

struct group {
	struct tier window;
	uint64_t count;
};

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
	for (size_t i = number; i < groups->count; i++) {
		if (groups->cells[i].group != number)
			continue;
		window_join(&group.window, group.count == 0, &groups->cells[i].window);
		group.count += groups->cells[i].count;
	}
	return group;
}

/* Nothing is allocated: memory that is out must not look like a capture without groups. */
size_t tier_group(struct tier_groups *groups, struct tier *windows, uint64_t *counts, size_t capacity)
{
	size_t found = 0;
	join_cells(groups);
	for (size_t number = 0; number < groups->count; number++) {
		if (groups->cells[number].group != number)
			continue;
		struct group group = group_of(groups, number);
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
	free(groups->slots);
	*groups = (struct tier_groups){0};
}
