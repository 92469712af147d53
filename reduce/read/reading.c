/* Where a capture's file becomes trials: its header, its columns, and what each row alone decides. */
#include "columns.h"
#include "foreign.h"
#include "row.h"
#include "trials_store.h"
#include "../rule.h"

#include "../../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A curve's nanoseconds stand behind the columns of captures. */
enum { COLUMN_NS = CAPTURE_COLUMNS, READING_COLUMNS };

struct reading {
	struct trials *trials;
	const struct trials_options *options;
	const struct tier *intended; /* the tier that the header asks for, or NULL */
	struct column column[READING_COLUMNS];
	struct columns columns;
	struct columns_reading of;
	bool coarsened;
	struct capture_row row;
	double ns;                 /* of a curve's row */
	struct trials_place last;  /* of the trial read last */
	double began_ns, block_ns; /* its block; began_ns is NAN where it is not told */
};

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

/* ---- header ---- */

static int take_cache(struct trials *trials, const char *value, struct fault *fault)
{
	struct capture_cache cache = {.level = header_pair_number(value, "level"),
	                              .bytes = header_pair_number(value, "bytes")};
	char type[16];
	header_pair(value, "type", type, sizeof type);
	header_pair(value, "cores", cache.cores, sizeof cache.cores);
	if (cache.level == 0 || cache.bytes == 0 || strcmp(type, "instruction") == 0)
		return 0;
	struct capture_cache *kept = array_add(&trials->caches, &trials->cache_count, sizeof *kept, fault);
	if (kept == NULL)
		return -1;
	*kept = cache;
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
	return header_add(&trials->headers, &trials->header_count, key != NULL ? key : CAPTURE_KEY_NOTE,
	                  value, fault);
}

/* ---- columns ---- */

/* That a curve's times are beyond the first level's. */
static int tell_beyond(struct reading *reading, struct fault *fault)
{
	char text[128];
	if (!(reading->options->first_level_ns > 0))
		return 0;
	snprintf(text, sizeof text, READING_BEYOND_FIRST, reading->options->first_level_ns);
	return on_header(reading, CAPTURE_KEY_NOTE, text, fault);
}

static int on_given(void *context, uint64_t given, struct fault *fault)
{
	struct reading *reading = context;
	const uint64_t one = 1, capture = one << CAPTURE_LOADS | one << CAPTURE_ELAPSED_NS;
	bool trials = (given & capture) == capture;
	reading->trials->curve = !trials;
	/* Beside trials it is somebody's note. */
	for (size_t i = 0; i < TABLE_COLUMNS && trials; i++)
		if (reading->of.place[i] == COLUMN_NS)
			reading->of.place[i] = -1;
	if ((given >> CAPTURE_SIZE_BYTES & 1) != 0 && (trials || (given >> COLUMN_NS & 1) != 0))
		return trials ? 0 : tell_beyond(reading, fault);
	fault_set(fault, NULL, "the columns of neither a capture nor a curve");
	return fault_expect(fault, "size_bytes, loads and elapsed_ns, or size_bytes and ns");
}

static void declare_columns(struct reading *reading)
{
	for (size_t c = 0; c < CAPTURE_COLUMNS; c++)
		reading->column[c] = (struct column){
		    .name = capture_columns[c].name,
		    .type = capture_columns[c].kind == CAPTURE_NAME ? COLUMN_WORD : COLUMN_WHOLE,
		    .offset = offsetof(struct reading, row.value) + c * sizeof reading->row.value[0],
		    .bytes = sizeof reading->row.value[0],
		    .optional = true,
		    .blank = true,
		    .maximum = capture_columns[c].maximum,
		    .words = capture_columns[c].names};
	reading->column[COLUMN_NS] = (struct column){.name = "ns",
	                                             .type = COLUMN_DECIMAL,
	                                             COLUMN_MEMBER(struct reading, ns),
	                                             .optional = true,
	                                             .low = reading->options->first_level_ns > 0 ? 0 : 1e-9,
	                                             .high = 1e15,
	                                             .expected = READING_NS_EXPECTED};
}

/* ---- rows ---- */

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
	struct fingerprint print = row_fingerprint(&reading->row);
	struct tier_groups *groups = &reading->trials->groups;
	if (print.known && (tier_groups_add(groups, print.print_before_ns, print.clock_before_ghz) != 0 ||
	                    tier_groups_add(groups, print.print_after_ns, print.clock_after_ghz) != 0))
		return out_of_memory(fault);
	if (reading->intended != NULL && !fingerprint_confirms(&print, reading->intended))
		*flags |= TRIAL_F1;
	count_tier(reading->trials, &print);
	return 0;
}

static int log_trial(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const uint64_t *value = reading->row.value;
	struct logged_trial *logged = array_add(&trials->log, &trials->log_count, sizeof *logged, fault);
	if (logged == NULL)
		return -1;
	*logged = (struct logged_trial){.number = value[CAPTURE_TRIAL],
	                                .round = value[CAPTURE_ROUND],
	                                .started_ns = value[CAPTURE_STARTED_NS],
	                                .size_bytes = value[CAPTURE_SIZE_BYTES],
	                                .distance_bytes = value[CAPTURE_DISTANCE_BYTES],
	                                .pass = reading->last.pass,
	                                .trial = *reading->last.trial};
	return 0;
}

/* T4 and T5: what a row says of its own block. */
static unsigned judge_block(const struct capture_row *row, unsigned version)
{
	const uint64_t *value = row->value;
	double share = (double)value[CAPTURE_CPU_TIME_NS], elapsed = (double)value[CAPTURE_ELAPSED_NS];
	unsigned flags = 0;
	if (capture_row_has(row, CAPTURE_CPU_TIME_NS) && !ratio_reached(share, rule_t4_share, elapsed))
		flags |= TRIAL_T4;
	if (!rule_applies(RULE_T5, version))
		return flags;
	if (ratio_above(share, rule_t4_excess, elapsed) && share - elapsed > RULE_T4_EXCESS_NS)
		flags |= TRIAL_T4;
	if (ratio_above((double)value[CAPTURE_FAULTS] * RULE_T5_FAULT_NS, rule_t5_share, elapsed))
		flags |= TRIAL_T5;
	return flags;
}

static int take_trial(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const struct capture_row *row = &reading->row;
	const uint64_t *value = row->value;
	unsigned flags = row_core(row, &trials->cores, trials->pinned);
	flags |= judge_block(row, reading->options->rules);
	if (reading->options->only_stayed && (flags & TRIAL_STAYED) == 0)
		flags |= TRIAL_CORE;
	if (judge_tier(reading, &flags, fault) != 0)
		return -1;
	double loads =
	    (double)value[CAPTURE_LOADS] / (value[CAPTURE_EXPERIMENT] == CAPTURE_ADJACENCY ? 2 : 1);
	bool counters;
	struct trial trial = {(double)value[CAPTURE_ELAPSED_NS] / loads, row_cycles(row, &counters) / loads,
	                      value[CAPTURE_ELAPSED_NS] << TRIAL_FLAG_BITS | flags};
	for (size_t i = 0; i < TRIALS_CORE_LEVELS; i++)
		trials->level_cycles[i] += value[CAPTURE_LEVEL_CYCLES_0 + i];
	trials->from_counters += counters;
	trials->from_adds += !counters && !isnan(trial.cycles);
	reading->began_ns =
	    capture_row_has(row, CAPTURE_STARTED_NS) ? (double)value[CAPTURE_STARTED_NS] : NAN;
	reading->block_ns = (double)value[CAPTURE_ELAPSED_NS];
	if (trials_add(trials, row, &trial, &reading->last, fault) != 0)
		return -1;
	return reading->options->log ? log_trial(reading, fault) : 0;
}

static int take_gap(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	if (trials->timer_gap_count == TIMER_GAPS)
		return fault_set(fault, NULL, "more than %d rows of the timer", TIMER_GAPS);
	uint64_t *gap = array_add(&trials->timer_gaps, &trials->timer_gap_count, sizeof *gap, fault);
	if (gap == NULL)
		return -1;
	*gap = reading->row.value[CAPTURE_ELAPSED_NS];
	return 0;
}

/* T6: whether the competitor's block covers that of the trial read last, and had the processor in it. */
static bool company_kept(const struct reading *reading)
{
	const struct capture_row *row = &reading->row;
	double began_ns = (double)row->value[CAPTURE_STARTED_NS],
	       elapsed_ns = (double)row->value[CAPTURE_ELAPSED_NS], shared_ns = elapsed_ns;
	if (capture_row_has(row, CAPTURE_STARTED_NS) && !isnan(reading->began_ns))
		shared_ns = fmin(began_ns + elapsed_ns, reading->began_ns + reading->block_ns) -
		            fmax(began_ns, reading->began_ns);
	return ratio_reached(shared_ns, rule_t6_cover, reading->block_ns) &&
	       (!capture_row_has(row, CAPTURE_CPU_TIME_NS) ||
	        ratio_reached((double)row->value[CAPTURE_CPU_TIME_NS], rule_t6_share, elapsed_ns));
}

/* Discards the trial read last, in the log too. */
static void discard_last(struct reading *reading, enum trial_flag flag)
{
	struct trials *trials = reading->trials;
	reading->last.trial->elapsed_and_flags |= flag;
	if (reading->options->log && trials->log_count > 0)
		trials->log[trials->log_count - 1].trial.elapsed_and_flags |= flag;
}

/* A competitor's own row belongs to the trial that it stood beside, the one read last. */
static void take_competitor(struct reading *reading)
{
	struct fingerprint print = row_fingerprint(&reading->row);
	if (reading->last.trial == NULL)
		return;
	struct pass *pass = &reading->trials->passes[reading->last.pass];
	pass->competitor_rows++;
	if (rule_applies(RULE_T6, reading->options->rules) && !company_kept(reading))
		discard_last(reading, TRIAL_T6);
	if (reading->intended == NULL)
		return;
	if (fingerprint_confirms(&print, reading->intended))
		pass->competitor_confirmed++;
	else
		reading->last.trial->elapsed_and_flags |= TRIAL_STRANGER;
}

static int need(const struct reading *reading, enum capture_column column, struct fault *fault)
{
	if (reading->row.value[column] != 0)
		return 0;
	if (column == CAPTURE_ELAPSED_NS && reading->coarsened && capture_row_has(&reading->row, column))
		return 0; /* a coarse clock may not have moved: T1 discards the trial */
	fault_set(fault, NULL, "%s in column %s", capture_row_has(&reading->row, column) ? "0" : "nothing",
	          capture_columns[column].name);
	fault->column = columns_place(&reading->of, column);
	return fault_expect(fault, "a whole number from 1 to %" PRIu64, capture_columns[column].maximum);
}

static int64_t told(const struct capture_row *row, enum capture_column column)
{
	return capture_row_has(row, column) ? (int64_t)row->value[column] : -1;
}

static int take_control(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const struct capture_row *row = &reading->row;
	const uint64_t *value = row->value;
	enum capture_control kind = (enum capture_control)value[CAPTURE_CONTROL];
	if (!capture_row_has(row, CAPTURE_CONTROL)) {
		fault_set(fault, NULL, "nothing in column %s", capture_columns[CAPTURE_CONTROL].name);
		return fault_expect(fault, "the kind of a control");
	}
	if (need(reading, kind == CAPTURE_CLOCK ? CAPTURE_ADDS : CAPTURE_LOADS, fault) != 0)
		return -1;
	if (trials->control_count == CONTROL_TRIALS_MOST) {
		fault_set(fault, NULL, "more than %d control trials", CONTROL_TRIALS_MOST);
		return fault_expect(fault, "a few at both ends of a capture");
	}
	struct control_trial *control =
	    array_add(&trials->controls, &trials->control_count, sizeof *control, fault);
	if (control == NULL)
		return -1;
	bool pairs = kind == CAPTURE_WORDS_SAME || kind == CAPTURE_WORDS_OWN, counters;
	double steps = kind == CAPTURE_CLOCK ? (double)value[CAPTURE_ADDS]
	                                     : (double)value[CAPTURE_LOADS] / (pairs ? 2 : 1);
	double cycles = row_cycles(row, &counters);
	struct fingerprint print = row_fingerprint(row);
	bool elsewhere =
	    reading->intended != NULL && print.known && !fingerprint_confirms(&print, reading->intended);
	*control = (struct control_trial){
	    .kind = kind,
	    .dit = (int)told(row, CAPTURE_DIT),
	    .end = value[CAPTURE_ROUND] == 1 ? 1 : 2,
	    .flags = judge_block(row, reading->options->rules) | (elsewhere ? (unsigned)TRIAL_F1 : 0),
	    .size_bytes = value[CAPTURE_SIZE_BYTES],
	    .elapsed_ns = value[CAPTURE_ELAPSED_NS],
	    .time_ns = (double)value[CAPTURE_ELAPSED_NS] / steps,
	    .cycles = counters ? cycles / steps : NAN,
	    .processor = {told(row, CAPTURE_CPU_BEFORE), told(row, CAPTURE_CPU_AFTER)},
	    .priority = {told(row, CAPTURE_PRIORITY_BEFORE), told(row, CAPTURE_PRIORITY_AFTER)}};
	return 0;
}

static int take_row(struct reading *reading, struct fault *fault)
{
	uint64_t experiment = reading->row.value[CAPTURE_EXPERIMENT];
	if (!reading->trials->curve && need(reading, CAPTURE_ELAPSED_NS, fault) != 0)
		return -1;
	if (experiment == CAPTURE_TIMER)
		return take_gap(reading, fault);
	if ((experiment == CAPTURE_CONTROLS || experiment == CAPTURE_TRANSLATION) &&
	    !rule_applies(RULE_W1, reading->options->rules))
		return 0; /* no part of the sweep or the grid */
	if (experiment == CAPTURE_CONTROLS)
		return take_control(reading, fault);
	if (experiment == CAPTURE_COMPETITOR) {
		take_competitor(reading);
		return 0;
	}
	if (need(reading, CAPTURE_SIZE_BYTES, fault) != 0 ||
	    (!reading->trials->curve && need(reading, CAPTURE_LOADS, fault) != 0))
		return -1;
	if (experiment == CAPTURE_ADJACENCY &&
	    (need(reading, CAPTURE_DISTANCE_BYTES, fault) != 0 || need(reading, CAPTURE_SITES, fault) != 0))
		return -1;
	if (experiment == CAPTURE_TRANSLATION && (need(reading, CAPTURE_STRIDE_BYTES, fault) != 0 ||
	                                          need(reading, CAPTURE_PAGE_BYTES, fault) != 0))
		return -1;
	/* What parts two nodes stands where the grid has the distance of a pair. */
	if (experiment == CAPTURE_TRANSLATION)
		reading->row.value[CAPTURE_DISTANCE_BYTES] = reading->row.value[CAPTURE_STRIDE_BYTES];
	return take_trial(reading, fault);
}

/* A curve's row: one median, held as one trial that nothing is known of. */
static int take_median(struct reading *reading, struct fault *fault)
{
	struct trial trial = {reading->ns + reading->options->first_level_ns, NAN, 0};
	if (need(reading, CAPTURE_SIZE_BYTES, fault) != 0)
		return -1;
	return trials_add(reading->trials, &reading->row, &trial, &reading->last, fault);
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

/* ---- the whole ---- */

/* Whether the system reports that level for those cores. */
static bool level_reported(const struct trials *trials, const struct capture_cache *cache)
{
	for (size_t i = 0; i < trials->cache_count; i++)
		if (!trials->caches[i].by_hand && trials->caches[i].level == cache->level &&
		    (trials->caches[i].cores[0] == '\0' || cache->cores[0] == '\0' ||
		     strcmp(trials->caches[i].cores, cache->cores) == 0))
			return true;
	return false;
}

static int add_by_hand(struct trials *trials, const struct trials_options *options, struct fault *fault)
{
	for (size_t i = 0; i < options->by_hand_count; i++) {
		if (level_reported(trials, &options->by_hand[i]))
			continue;
		struct capture_cache *cache =
		    array_add(&trials->caches, &trials->cache_count, sizeof *cache, fault);
		if (cache == NULL)
			return -1;
		*cache = options->by_hand[i];
		cache->by_hand = true;
	}
	return 0;
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

static int feed_all(struct reading *reading, struct table *table, FILE *stream, char *chunk,
                    struct fault *fault)
{
	size_t length = fread(chunk, 1, TABLE_CHUNK, stream);
	const struct trials_options *options = reading->options;
	const struct format *format;
	if (foreign_recognise(chunk, length, options->from, &format, fault) != 0)
		return -1;
	if (format != NULL)
		return foreign_read(reading->trials, options, format,
		                    &(struct foreign_file){stream, chunk, length}, fault);
	for (; length > 0; length = fread(chunk, 1, TABLE_CHUNK, stream))
		if (table_feed(table, chunk, length) != 0)
			return -1;
	return ferror(stream) ? fault_system(fault, NULL, errno, "cannot be read") : table_end(table);
}

static int read_stream(struct reading *reading, FILE *stream, const char *name, struct fault *fault)
{
	declare_columns(reading);
	reading->columns = (struct columns){.column = reading->column,
	                                    .count = READING_COLUMNS,
	                                    .name = "capture",
	                                    .row = reading,
	                                    .present = &reading->row.present,
	                                    .header = on_header,
	                                    .given = on_given,
	                                    .end = on_row,
	                                    .cut_row = on_cut_row};
	struct table *table = columns_begin(&reading->of, &reading->columns, reading, fault);
	char *chunk = malloc(TABLE_CHUNK);
	int status = -1;
	if (chunk == NULL)
		out_of_memory(fault);
	else if (table != NULL)
		status = feed_all(reading, table, stream, chunk, fault);
	if (status != 0)
		snprintf(fault->object, sizeof fault->object, "%s", name);
	table_free(table);
	free(chunk);
	return status;
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
		status = read_stream(reading, stream, name, fault);
	free(reading);
	if (status != 0)
		return status;
	trials->cut_off = trials->cut_off && trials->versioned;
	if (trials->rows == 0) {
		fault_set(fault, name, "holds no trial");
		return fault_expect(fault, "at least one row of a sweep");
	}
	if (add_by_hand(trials, options, fault) != 0)
		return -1;
	trials_sort(trials);
	return 0;
}
