/* Where a capture is read into passes, points, rounds and trials. */
#include "trials.h"
#include "rule.h"
#include "table.h"

#include "../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_UNKNOWN = -1, COLUMN_NS = -2 };

struct reading {
	struct trials *trials;
	const struct trials_options *options;
	const struct tier *intended; /* the tier that the header asks for, or NULL */
	int columns[TABLE_COLUMNS];  /* capture_column, COLUMN_UNKNOWN or COLUMN_NS */
	uint64_t given;              /* columns that the table has */
	bool has_ns, coarsened;
	struct capture_row row;
	double ns; /* of a curve's row */
	size_t last_point, last_pass;
	bool any_point;
	struct trial *last_trial; /* until the next one is read */
};

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

/* Room for one more element at the end; grows at each power of two. NULL where memory is out. */
static void *append(void *array, size_t count, size_t element_bytes)
{
	if (count != 0 && (count & (count - 1)) != 0)
		return array;
	return realloc(array, (count == 0 ? 1 : 2 * count) * element_bytes);
}

/* ---- header ---- */

const char *trials_header(const struct trials *trials, const char *key)
{
	for (size_t i = 0; i < trials->header_count; i++)
		if (strcmp(trials->headers[i].key, key) == 0)
			return trials->headers[i].value;
	return NULL;
}

/* The number after `name=` in a line of pairs, or 0. */
static uint64_t pair_number(const char *text, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
		uint64_t value = 0;
		if ((at == text || at[-1] == ' ') && at[length] == '=' &&
		    number_parse(at + length + 1, strcspn(at + length + 1, " "), 0, UINT64_MAX >> 1,
		                 &value) == NULL)
			return value;
	}
	return 0;
}

static void pair_word(const char *text, const char *name, char *word, size_t size)
{
	size_t length = strlen(name);
	word[0] = '\0';
	for (const char *at = text; (at = strstr(at, name)) != NULL; at += length) {
		if ((at != text && at[-1] != ' ') || at[length] != '=')
			continue;
		size_t end = strcspn(at + length + 1, " ");
		snprintf(word, size, "%.*s", (int)(end < size ? end : size - 1), at + length + 1);
		return;
	}
}

static int take_cache(struct trials *trials, const char *value, struct fault *fault)
{
	struct capture_cache cache = {pair_number(value, "level"), pair_number(value, "bytes"), ""};
	char type[16];
	pair_word(value, "type", type, sizeof type);
	pair_word(value, "cores", cache.cores, sizeof cache.cores);
	if (cache.level == 0 || cache.bytes == 0 || strcmp(type, "instruction") == 0)
		return 0;
	void *larger = append(trials->caches, trials->cache_count, sizeof *trials->caches);
	if (larger == NULL)
		return out_of_memory(fault);
	trials->caches = larger;
	trials->caches[trials->cache_count++] = cache;
	return 0;
}

static void mean_tier(struct reading *reading, const char *name)
{
	struct trials *trials = reading->trials;
	reading->intended = tier_find(trials->tiers, trials->tier_count, name);
	trials->tier_meant = reading->intended != NULL;
	if (trials->tier_meant)
		trials->meant = *reading->intended;
}

static int take_known(struct reading *reading, const char *key, const char *value, struct fault *fault)
{
	struct trials *trials = reading->trials;
	uint64_t number;
	if (strcmp(key, CAPTURE_KEY_VERSION) == 0) {
		trials->versioned = true;
		if (number_parse(value, strlen(value), CAPTURE_VERSION, CAPTURE_VERSION, &number) == NULL)
			return 0;
		fault_set(fault, NULL, "a capture of version \"%s\"", value);
		return fault_expect(fault, "version %d", CAPTURE_VERSION);
	}
	if (strcmp(key, CAPTURE_KEY_CACHE) == 0)
		return take_cache(trials, value, fault);
	if (strcmp(key, CAPTURE_KEY_END) == 0) {
		trials->cut_off = false;
		trials->interrupted = strcmp(value, "complete") != 0;
	} else if (strcmp(key, CAPTURE_KEY_ASKED_COARSEN) == 0) {
		reading->coarsened = true;
	} else if (strcmp(key, CAPTURE_KEY_GOT_CPU) == 0) {
		trials->pinned = number_parse(value, strlen(value), 0, UINT32_MAX, &number) == NULL;
	} else if (strcmp(key, CAPTURE_KEY_ASKED_TIER) == 0 && reading->options->tier == NULL) {
		mean_tier(reading, value);
	}
	return 0;
}

static int on_header(void *context, const char *key, const char *value, struct fault *fault)
{
	struct reading *reading = context;
	struct trials *trials = reading->trials;
	if (key != NULL && take_known(reading, key, value, fault) != 0)
		return -1;
	if (value[0] == '\0')
		return 0;
	void *larger = append(trials->headers, trials->header_count, sizeof *trials->headers);
	if (larger == NULL)
		return out_of_memory(fault);
	trials->headers = larger;
	struct summary_header header = {strdup(key != NULL ? key : CAPTURE_KEY_NOTE), strdup(value)};
	trials->headers[trials->header_count++] = header;
	return header.key != NULL && header.value != NULL ? 0 : out_of_memory(fault);
}

/* ---- columns ---- */

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct reading *reading = context;
	reading->columns[column] = COLUMN_UNKNOWN;
	if (length == 2 && memcmp(name, "ns", 2) == 0) {
		reading->columns[column] = COLUMN_NS;
		reading->has_ns = true;
		return 0;
	}
	for (int c = 0; c < CAPTURE_COLUMNS; c++) {
		if (strlen(capture_columns[c].name) != length ||
		    memcmp(capture_columns[c].name, name, length) != 0)
			continue;
		if ((reading->given >> c & 1) != 0)
			return fault_set(fault, NULL, "a second column %s", capture_columns[c].name);
		reading->columns[column] = c;
		reading->given |= UINT64_C(1) << c;
	}
	return 0;
}

static bool column_given(const struct reading *reading, enum capture_column column)
{
	return (reading->given >> column & 1) != 0;
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	struct reading *reading = context;
	bool trials = column_given(reading, CAPTURE_LOADS) && column_given(reading, CAPTURE_ELAPSED_NS);
	(void)count;
	if (column_given(reading, CAPTURE_SIZE_BYTES) && (trials || reading->has_ns)) {
		reading->trials->curve = !trials;
		return 0;
	}
	fault_set(fault, NULL, "the columns of neither a capture nor a curve");
	return fault_expect(fault, "size_bytes, loads and elapsed_ns, or size_bytes and ns");
}

/* ---- fields ---- */

static int bad_field(struct fault *fault, const char *column, const char *text, uint64_t maximum)
{
	fault_set(fault, NULL, "\"%s\" in column %s", text, column);
	return fault_expect(fault, "a whole number from 0 to %" PRIu64, maximum);
}

static int take_name(const struct capture_column_row *column, const char *text, size_t length,
                     uint64_t *value, struct fault *fault)
{
	for (uint64_t i = 0; i <= column->maximum; i++) {
		if (strlen(column->names[i]) == length && memcmp(column->names[i], text, length) == 0) {
			*value = i;
			return 0;
		}
	}
	char expected[FAULT_TEXT] = "";
	for (uint64_t i = 0; i <= column->maximum; i++) {
		size_t end = strlen(expected);
		snprintf(expected + end, sizeof expected - end, "%s%s", i > 0 ? ", " : "", column->names[i]);
	}
	fault_set(fault, NULL, "\"%s\" in column %s", text, column->name);
	return fault_expect(fault, "one of %s", expected);
}

static int take_ns(struct reading *reading, const char *text, size_t length, struct fault *fault)
{
	char *end = NULL;
	double ns = 0;
	if (length > 0 && strspn(text, "0123456789+-.eE") == length)
		ns = strtod(text, &end);
	if (end != text + length || !(ns > 0) || !isfinite(ns) || ns < 1e-9 || ns > 1e15) {
		fault_set(fault, NULL, "\"%s\" in column ns", text);
		return fault_expect(fault, "nanoseconds a load, above zero");
	}
	reading->ns = ns;
	return 0;
}

static int on_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct reading *reading = context;
	int c = reading->columns[column];
	if (c == COLUMN_NS && reading->trials->curve)
		return take_ns(reading, text, length, fault);
	if (c < 0 || length == 0)
		return 0;
	uint64_t value = 0;
	if (capture_columns[c].kind == CAPTURE_NAME) {
		if (take_name(&capture_columns[c], text, length, &value, fault) != 0)
			return -1;
	} else if (number_parse(text, length, 0, capture_columns[c].maximum, &value) != NULL) {
		return bad_field(fault, capture_columns[c].name, text, capture_columns[c].maximum);
	}
	capture_row_set(&reading->row, (enum capture_column)c, value);
	return 0;
}

/* ---- rows ---- */

static void name_pass(struct pass *pass)
{
	static const char *const orders[] = {"random", "page"}, *const modes[] = {"chase", "stream"};
	char bytes[SIZE_TEXT];
	const char *experiment = pass->experiment == CAPTURE_ADJACENCY ? "adjacency " : "";
	int length = snprintf(pass->name, sizeof pass->name, "%s%s", experiment, orders[pass->order]);
	if (pass->competitors > 0)
		snprintf(pass->name + length, sizeof pass->name - (size_t)length, " + %" PRIu64 " x %s %s",
		         pass->competitors, size_format(pass->competitor_bytes, bytes), modes[pass->mode]);
}

static bool pass_same(const struct pass *a, const struct pass *b)
{
	return a->experiment == b->experiment && a->order == b->order && a->stride_bytes == b->stride_bytes &&
	       a->competitors == b->competitors && a->competitor_bytes == b->competitor_bytes &&
	       a->mode == b->mode;
}

static int find_pass(struct reading *reading, size_t *index, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const uint64_t *value = reading->row.value;
	struct pass pass = {.experiment = (enum capture_experiment)value[CAPTURE_EXPERIMENT],
	                    .order = (enum capture_order)value[CAPTURE_ORDER],
	                    .stride_bytes = value[CAPTURE_STRIDE_BYTES],
	                    .competitors = value[CAPTURE_COMPETITORS]};
	if (pass.competitors > 0) {
		pass.competitor_bytes = value[CAPTURE_COMPETITOR_BYTES];
		pass.mode = (enum capture_mode)value[CAPTURE_COMPETITOR_MODE];
	}
	for (size_t i = 0; i < trials->pass_count; i++) {
		size_t at = (reading->last_pass + i) % trials->pass_count;
		if (pass_same(&trials->passes[at], &pass)) {
			*index = reading->last_pass = at;
			return 0;
		}
	}
	if (trials->pass_count >= 1024) {
		fault_set(fault, NULL, "more than 1024 different passes");
		return fault_expect(fault, "few combinations of experiment, order, stride and competitors");
	}
	void *larger = append(trials->passes, trials->pass_count, sizeof *trials->passes);
	if (larger == NULL)
		return out_of_memory(fault);
	trials->passes = larger;
	name_pass(&pass);
	trials->passes[trials->pass_count] = pass;
	*index = reading->last_pass = trials->pass_count++;
	return 0;
}

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint64_t point_hash(const struct point *point)
{
	return mix(mix(mix(point->pass + 1) + point->size_bytes) + point->distance_bytes);
}

static bool point_same(const struct point *a, const struct point *b)
{
	return a->pass == b->pass && a->size_bytes == b->size_bytes && a->distance_bytes == b->distance_bytes;
}

static int grow_slots(struct trials *trials, struct fault *fault)
{
	size_t count = trials->slot_count == 0 ? 256 : 4 * trials->slot_count;
	size_t *slots = calloc(count, sizeof *slots);
	if (slots == NULL)
		return out_of_memory(fault);
	for (size_t i = 0; i < trials->point_count; i++) {
		size_t at = point_hash(&trials->points[i]) & (count - 1);
		while (slots[at] != 0)
			at = (at + 1) & (count - 1);
		slots[at] = i + 1;
	}
	free(trials->slots);
	trials->slots = slots;
	trials->slot_count = count;
	return 0;
}

static int find_point(struct reading *reading, const struct point *wanted, size_t *index, struct fault *fault)
{
	struct trials *trials = reading->trials;
	if (reading->any_point && point_same(&trials->points[reading->last_point], wanted)) {
		*index = reading->last_point;
		return 0;
	}
	if (2 * trials->point_count >= trials->slot_count && grow_slots(trials, fault) != 0)
		return -1;
	size_t at = point_hash(wanted) & (trials->slot_count - 1);
	while (trials->slots[at] != 0 && !point_same(&trials->points[trials->slots[at] - 1], wanted))
		at = (at + 1) & (trials->slot_count - 1);
	if (trials->slots[at] == 0) {
		void *larger = append(trials->points, trials->point_count, sizeof *trials->points);
		if (larger == NULL)
			return out_of_memory(fault);
		trials->points = larger;
		trials->points[trials->point_count++] = *wanted;
		trials->slots[at] = trials->point_count;
	}
	*index = reading->last_point = trials->slots[at] - 1;
	reading->any_point = true;
	return 0;
}

static int find_round(struct point *point, uint64_t number, struct round **round, struct fault *fault)
{
	for (size_t i = point->round_count; i-- > 0;) {
		if (point->rounds[i].number == number) {
			*round = &point->rounds[i];
			return 0;
		}
	}
	if (point->round_count == POINT_ROUNDS) {
		fault_set(fault, NULL, "more than %d rounds of one size", POINT_ROUNDS);
		return fault_expect(fault, "trials gathered in rounds");
	}
	void *larger = append(point->rounds, point->round_count, sizeof *point->rounds);
	if (larger == NULL)
		return out_of_memory(fault);
	point->rounds = larger;
	point->rounds[point->round_count] = (struct round){.number = number};
	*round = &point->rounds[point->round_count++];
	return 0;
}

static int add_trial(struct reading *reading, struct round *round, const struct trial *trial,
                     struct fault *fault)
{
	if (round->count == round->capacity) {
		size_t capacity = round->capacity + round->capacity / 4 + 4;
		struct trial *larger = realloc(round->trials, capacity * sizeof *larger);
		if (larger == NULL)
			return out_of_memory(fault);
		round->trials = larger;
		round->capacity = capacity;
	}
	reading->last_trial = &round->trials[round->count++];
	*reading->last_trial = *trial;
	return 0;
}

static void note_cpu(struct point *point, uint64_t cpu)
{
	size_t at = 0;
	while (at < point->cpu_count && point->cpus[at] < cpu)
		at++;
	if ((at < point->cpu_count && point->cpus[at] == cpu) || point->cpu_count == POINT_CPUS)
		return;
	memmove(&point->cpus[at + 1], &point->cpus[at], (point->cpu_count - at) * sizeof point->cpus[0]);
	point->cpus[at] = (uint32_t)cpu;
	point->cpu_count++;
}

/* Whether the trial stayed on its core, and what proves it: no context switch in the block means that it
 * never left; cycles on two performance levels, or two processors at the ends, that it did. A pinned thread
 * stays. */
static unsigned judge_core(const struct capture_row *row, struct core_counts *counts, bool pinned)
{
	unsigned levels = 0;
	for (int c = CAPTURE_LEVEL_CYCLES_0; c <= CAPTURE_LEVEL_CYCLES_2; c++)
		levels += row->value[c] > 0;
	bool both = capture_row_has(row, CAPTURE_CPU_BEFORE) && capture_row_has(row, CAPTURE_CPU_AFTER);
	if (levels > 1) {
		counts->two_levels++;
		return TRIAL_MOVED;
	}
	if (both && row->value[CAPTURE_CPU_BEFORE] != row->value[CAPTURE_CPU_AFTER]) {
		counts->two_cpus++;
		return TRIAL_MOVED;
	}
	if (capture_row_has(row, CAPTURE_SWITCHES) && row->value[CAPTURE_SWITCHES] == 0) {
		counts->no_switch++;
		return TRIAL_STAYED;
	}
	if (pinned) {
		counts->pinned++;
		return TRIAL_STAYED;
	}
	counts->unknown++;
	return 0;
}

/* Cycles of the block: the system's counters where they counted, else the add chain's clock times the time.
 */
static double block_cycles(struct trials *trials, const struct capture_row *row)
{
	const uint64_t *value = row->value;
	uint64_t counted = value[CAPTURE_CYCLES];
	if (counted == 0)
		counted = value[CAPTURE_LEVEL_CYCLES_0] + value[CAPTURE_LEVEL_CYCLES_1] +
		          value[CAPTURE_LEVEL_CYCLES_2];
	if (counted > 0) {
		trials->from_counters++;
		return (double)counted;
	}
	double adds_ns = (double)value[CAPTURE_ADDS_BEFORE_NS] + (double)value[CAPTURE_ADDS_AFTER_NS];
	if (value[CAPTURE_ADDS] == 0 || adds_ns <= 0)
		return NAN;
	trials->from_adds++;
	return (double)value[CAPTURE_ELAPSED_NS] * (2 * (double)value[CAPTURE_ADDS] / adds_ns);
}

struct fingerprint {
	bool known;
	double print_before_ns, print_after_ns, clock_before_ghz, clock_after_ghz;
};

static struct fingerprint fingerprint_of(const struct capture_row *row)
{
	const uint64_t *value = row->value;
	struct fingerprint print = {false, NAN, NAN, NAN, NAN};
	if (value[CAPTURE_PRINT_LOADS] == 0 || value[CAPTURE_PRINT_BEFORE_NS] == 0 ||
	    value[CAPTURE_PRINT_AFTER_NS] == 0 || value[CAPTURE_ADDS] == 0 ||
	    value[CAPTURE_ADDS_BEFORE_NS] == 0 || value[CAPTURE_ADDS_AFTER_NS] == 0)
		return print;
	print.known = true;
	print.print_before_ns = (double)value[CAPTURE_PRINT_BEFORE_NS] / (double)value[CAPTURE_PRINT_LOADS];
	print.print_after_ns = (double)value[CAPTURE_PRINT_AFTER_NS] / (double)value[CAPTURE_PRINT_LOADS];
	print.clock_before_ghz = (double)value[CAPTURE_ADDS] / (double)value[CAPTURE_ADDS_BEFORE_NS];
	print.clock_after_ghz = (double)value[CAPTURE_ADDS] / (double)value[CAPTURE_ADDS_AFTER_NS];
	return print;
}

static bool fingerprint_confirms(const struct fingerprint *print, const struct tier *tier)
{
	return print->known && tier_holds(tier, print->print_before_ns, print->clock_before_ghz) &&
	       tier_holds(tier, print->print_after_ns, print->clock_after_ghz);
}

static void count_tier(struct trials *trials, const struct fingerprint *print)
{
	bool found = false;
	if (!print->known) {
		trials->tier_unknown++;
		return;
	}
	for (size_t i = 0; i < trials->tier_count; i++) {
		bool confirmed = fingerprint_confirms(print, &trials->tiers[i]);
		trials->tier_trials[i] += confirmed;
		found = found || confirmed;
	}
	trials->tier_elsewhere += !found;
}

static int judge_tier(struct reading *reading, unsigned *flags, struct fault *fault)
{
	struct fingerprint print = fingerprint_of(&reading->row);
	struct tier_groups *groups = &reading->trials->groups;
	if (print.known && (tier_groups_add(groups, print.print_before_ns, print.clock_before_ghz) != 0 ||
	                    tier_groups_add(groups, print.print_after_ns, print.clock_after_ghz) != 0))
		return out_of_memory(fault);
	if (reading->intended != NULL && !fingerprint_confirms(&print, reading->intended))
		*flags |= TRIAL_F1;
	count_tier(reading->trials, &print);
	return 0;
}

static int take_trial(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const struct capture_row *row = &reading->row;
	const uint64_t *value = row->value;
	struct point wanted = {.size_bytes = value[CAPTURE_SIZE_BYTES],
	                       .distance_bytes = value[CAPTURE_DISTANCE_BYTES],
	                       .sites = value[CAPTURE_SITES]};
	size_t index;
	if (find_pass(reading, &wanted.pass, fault) != 0 || find_point(reading, &wanted, &index, fault) != 0)
		return -1;
	unsigned flags = judge_core(row, &trials->cores, trials->pinned);
	double share = (double)value[CAPTURE_CPU_TIME_NS], elapsed = (double)value[CAPTURE_ELAPSED_NS];
	if (capture_row_has(row, CAPTURE_CPU_TIME_NS) && !ratio_reached(share, rule_t4_share, elapsed))
		flags |= TRIAL_T4;
	if (reading->options->only_stayed && (flags & TRIAL_STAYED) == 0)
		flags |= TRIAL_CORE;
	if (judge_tier(reading, &flags, fault) != 0)
		return -1;
	double loads =
	    (double)value[CAPTURE_LOADS] / (value[CAPTURE_EXPERIMENT] == CAPTURE_ADJACENCY ? 2 : 1);
	struct trial trial = {elapsed / loads, block_cycles(trials, row) / loads,
	                      value[CAPTURE_ELAPSED_NS] << 8 | flags};
	struct point *point = &trials->points[index];
	struct round *round;
	if (capture_row_has(row, CAPTURE_CPU_BEFORE))
		note_cpu(point, value[CAPTURE_CPU_BEFORE]);
	if (capture_row_has(row, CAPTURE_CPU_AFTER))
		note_cpu(point, value[CAPTURE_CPU_AFTER]);
	point->rows++;
	trials->rows++;
	if (find_round(point, value[CAPTURE_ROUND], &round, fault) != 0)
		return -1;
	return add_trial(reading, round, &trial, fault);
}

static int take_gap(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	void *larger = append(trials->timer_gaps, trials->timer_gap_count, sizeof *trials->timer_gaps);
	if (larger == NULL)
		return out_of_memory(fault);
	trials->timer_gaps = larger;
	trials->timer_gaps[trials->timer_gap_count++] = reading->row.value[CAPTURE_ELAPSED_NS];
	return 0;
}

/* A competitor's own row belongs to the trial that it stood beside, the one read last. */
static int take_competitor(struct reading *reading)
{
	struct trials *trials = reading->trials;
	struct fingerprint print = fingerprint_of(&reading->row);
	if (reading->last_trial == NULL)
		return 0;
	struct pass *pass = &trials->passes[trials->points[reading->last_point].pass];
	pass->competitor_rows++;
	if (reading->intended == NULL)
		return 0;
	if (fingerprint_confirms(&print, reading->intended))
		pass->competitor_confirmed++;
	else
		reading->last_trial->elapsed_and_flags |= TRIAL_STRANGER;
	return 0;
}

static int need(const struct reading *reading, enum capture_column column, struct fault *fault)
{
	if (reading->row.value[column] != 0)
		return 0;
	if (column == CAPTURE_ELAPSED_NS && reading->coarsened && capture_row_has(&reading->row, column))
		return 0; /* a coarse clock may not have moved: T1 discards the trial */
	fault_set(fault, NULL, "%s in column %s", capture_row_has(&reading->row, column) ? "0" : "nothing",
	          capture_columns[column].name);
	for (unsigned long c = 0; c < TABLE_COLUMNS && fault->column == 0; c++)
		if (column_given(reading, column) && reading->columns[c] == (int)column)
			fault->column = c + 1;
	return fault_expect(fault, "a whole number from 1 to %" PRIu64, capture_columns[column].maximum);
}

static int take_row(struct reading *reading, struct fault *fault)
{
	uint64_t experiment = reading->row.value[CAPTURE_EXPERIMENT];
	if (!reading->trials->curve && need(reading, CAPTURE_ELAPSED_NS, fault) != 0)
		return -1;
	if (experiment == CAPTURE_TIMER)
		return take_gap(reading, fault);
	if (experiment == CAPTURE_COMPETITOR)
		return take_competitor(reading);
	if (need(reading, CAPTURE_SIZE_BYTES, fault) != 0 ||
	    (!reading->trials->curve && need(reading, CAPTURE_LOADS, fault) != 0))
		return -1;
	if (experiment == CAPTURE_ADJACENCY &&
	    (need(reading, CAPTURE_DISTANCE_BYTES, fault) != 0 || need(reading, CAPTURE_SITES, fault) != 0))
		return -1;
	return take_trial(reading, fault);
}

/* A curve's row: one median, held as one trial that nothing is known of. */
static int take_median(struct reading *reading, struct fault *fault)
{
	struct point wanted = {.size_bytes = reading->row.value[CAPTURE_SIZE_BYTES]};
	struct trial trial = {reading->ns, NAN, 0};
	size_t index;
	struct round *round;
	if (need(reading, CAPTURE_SIZE_BYTES, fault) != 0 || find_pass(reading, &wanted.pass, fault) != 0 ||
	    find_point(reading, &wanted, &index, fault) != 0)
		return -1;
	struct point *point = &reading->trials->points[index];
	reading->trials->doubled = reading->trials->doubled || point->rows > 0;
	point->rows++;
	reading->trials->rows++;
	if (find_round(point, 0, &round, fault) != 0)
		return -1;
	return add_trial(reading, round, &trial, fault);
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct reading *reading = context;
	int status = 0;
	/* A last line without its end, in a file that says it is a capture, can be half a number. */
	if (!whole && reading->trials->versioned)
		reading->trials->cut_off = true;
	else if (reading->trials->curve)
		status = take_median(reading, fault);
	else
		status = take_row(reading, fault);
	reading->row = (struct capture_row){.present = 0};
	return status;
}

static int on_cut_row(void *context, struct fault *fault)
{
	struct reading *reading = context;
	if (reading->trials->versioned)
		return 0;
	fault_set(fault, NULL, "the last row is cut off");
	return fault_expect(fault, "a field for every column");
}

static const struct table_handler handler = {
    .header = on_header,
    .column = on_column,
    .columns_end = on_columns_end,
    .field = on_field,
    .row = on_row,
    .cut_row = on_cut_row,
};

/* ---- the whole ---- */

static int compare_points(const void *left, const void *right)
{
	const struct point *a = left, *b = right;
	if (a->pass != b->pass)
		return a->pass < b->pass ? -1 : 1;
	if (a->size_bytes != b->size_bytes)
		return a->size_bytes < b->size_bytes ? -1 : 1;
	return a->distance_bytes < b->distance_bytes ? -1 : a->distance_bytes > b->distance_bytes;
}

static int compare_rounds(const void *left, const void *right)
{
	const struct round *a = left, *b = right;
	return a->number < b->number ? -1 : a->number > b->number;
}

static int keep_tiers(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const struct trials_options *options = reading->options;
	if (options->tier_count == 0)
		return 0;
	trials->tiers = malloc(options->tier_count * sizeof *trials->tiers);
	trials->tier_trials = calloc(options->tier_count, sizeof *trials->tier_trials);
	if (trials->tiers == NULL || trials->tier_trials == NULL)
		return out_of_memory(fault);
	memcpy(trials->tiers, options->tiers, options->tier_count * sizeof *trials->tiers);
	trials->tier_count = options->tier_count;
	if (options->tier != NULL)
		mean_tier(reading, options->tier);
	return 0;
}

int trials_read(struct trials *trials, FILE *stream, const char *name, const struct trials_options *options,
                struct fault *fault)
{
	*trials = (struct trials){.cut_off = true};
	struct reading *reading = calloc(1, sizeof *reading);
	if (reading == NULL)
		return fault_system(fault, name, ENOMEM, "cannot be read");
	reading->trials = trials;
	reading->options = options;
	int status = keep_tiers(reading, fault);
	if (status == 0)
		status = table_read(stream, name, &handler, reading, fault);
	free(reading);
	free(trials->slots);
	trials->slots = NULL;
	if (status != 0)
		return status;
	trials->cut_off = trials->cut_off && trials->versioned;
	if (trials->rows == 0) {
		fault_set(fault, name, "holds no trial");
		return fault_expect(fault, "at least one row of a sweep");
	}
	qsort(trials->points, trials->point_count, sizeof *trials->points, compare_points);
	for (size_t i = 0; i < trials->point_count; i++)
		qsort(trials->points[i].rounds, trials->points[i].round_count,
		      sizeof *trials->points[i].rounds, compare_rounds);
	return 0;
}

void trials_free(struct trials *trials)
{
	for (size_t i = 0; i < trials->header_count; i++) {
		free(trials->headers[i].key);
		free(trials->headers[i].value);
	}
	for (size_t i = 0; i < trials->point_count; i++) {
		for (size_t r = 0; r < trials->points[i].round_count; r++)
			free(trials->points[i].rounds[r].trials);
		free(trials->points[i].rounds);
	}
	free(trials->headers);
	free(trials->caches);
	free(trials->passes);
	free(trials->points);
	free(trials->timer_gaps);
	free(trials->slots);
	free(trials->tiers);
	free(trials->tier_trials);
	tier_groups_free(&trials->groups);
	*trials = (struct trials){0};
}
