/* Where a made capture is written, trial by trial. */
#include "recipe.h"

#include "chance.h"
#include "shape.h"

#include "../probe/number.h"
#include "../reduce/maths/logarithm.h"

#include <inttypes.h>
#include <string.h>

enum {
	TIMER_ROWS = 101,
	CALL_NS = 21,
	ADDS = 100000,
	PRINT_LOADS = 20000,
	LEAST_LOADS = 1000,
	GAP_NS = 20000,
	SHORT_NS = 2000,
	SMALL_PAGE = 4096
};

static const uint64_t ruler[] = {8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512};
enum { SHORT_RULER = 12, LONG_RULER = sizeof ruler / sizeof ruler[0] };

const uint64_t *recipe_distances(bool long_ruler, size_t *count)
{
	*count = long_ruler ? LONG_RULER : SHORT_RULER;
	return ruler;
}

uint64_t recipe_nodes(unsigned k)
{
	uint64_t nodes = shape_size(8, 4.0, k, 1);
	return nodes % 2 == 0 ? nodes - 1 : nodes;
}

unsigned recipe_count_nodes(uint64_t most)
{
	unsigned count = 0;
	while (recipe_nodes(count) <= most)
		count++;
	return count;
}

/* One capture on its way. */
struct writer {
	FILE *stream;
	const struct recipe *recipe;
	const struct recipe_source *source;
	uint64_t seed;
	struct generator chance;
	double now_ns; /* true time since the start */
	uint64_t trial;
	unsigned sweep_trials;
	unsigned slow_left, calm_left; /* trials left in this stretch of the neighbour's */
};

/* ---- the header ---- */

static uint64_t grid_size(const struct recipe *recipe, unsigned k)
{
	return shape_size(recipe->lowest_bytes, recipe->per_octave, k, recipe->stride_bytes);
}

/* How many steps the grid has; *sizes: sizes that rounding made alike count once. */
static unsigned grid_steps(const struct recipe *recipe, unsigned *sizes)
{
	unsigned steps = 0;
	*sizes = 0;
	for (; grid_size(recipe, steps) <= recipe->highest_bytes; steps++)
		*sizes += steps == 0 || grid_size(recipe, steps) != grid_size(recipe, steps - 1);
	return steps;
}

static void write_translation_plan(const struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	unsigned count = recipe_count_nodes(recipe->most_nodes);
	char text[320];
	if (count == 0 || writer->source->node_ns == NULL)
		return;
	snprintf(text, sizeof text,
	         "translation counts=%u fewest=%" PRIu64 " most=%" PRIu64 " rounds=%u target_us=%" PRIu64
	         " page_bytes=%" PRIu64 " line_bytes=%" PRIu64,
	         count, recipe_nodes(0), recipe_nodes(count - 1), recipe->rounds, recipe->target_ns / 1000,
	         recipe->page_bytes, recipe->line_bytes);
	capture_write_header(writer->stream, CAPTURE_KEY_PLAN, text);
}

static void write_plan(const struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	char text[320];
	unsigned sizes;
	grid_steps(recipe, &sizes);
	for (size_t p = 0; p < recipe->pass_count; p++) {
		const struct recipe_pass *pass = &recipe->passes[p];
		bool page = pass->order == CAPTURE_PAGE;
		snprintf(text, sizeof text,
		         "sweep sizes=%u lowest=%" PRIu64 " highest=%" PRIu64
		         " rounds=%u trials=%u target_us=%" PRIu64 " order=%s page_bytes=%" PRIu64
		         " competitors=%u competitor_bytes=%" PRIu64 " quick=0",
		         pass->only_bytes != 0 ? 1 : sizes,
		         pass->only_bytes != 0 ? pass->only_bytes : recipe->lowest_bytes,
		         pass->only_bytes != 0 ? pass->only_bytes : recipe->highest_bytes, recipe->rounds,
		         recipe->trials, recipe->target_ns / 1000, page ? "page" : "random",
		         page ? recipe->page_bytes : 0, pass->competitors, pass->competitor_bytes);
		capture_write_header(writer->stream, CAPTURE_KEY_PLAN, text);
	}
	if (recipe->lowest_adjacent_bytes == 0 || writer->source->pair_ns == NULL)
		return;
	size_t distances;
	unsigned footprints = 0;
	const uint64_t *all = recipe_distances(recipe->long_ruler, &distances);
	for (uint64_t bytes = recipe->lowest_adjacent_bytes; bytes <= recipe->highest_bytes; bytes *= 2)
		footprints++;
	snprintf(text, sizeof text,
	         "adjacency footprints=%u lowest=%" PRIu64 " highest=%" PRIu64
	         " distances=%zu nearest=%" PRIu64 " farthest=%" PRIu64 " pitch_bytes=%" PRIu64
	         " rounds=%u target_us=%" PRIu64,
	         footprints, recipe->lowest_adjacent_bytes, recipe->highest_bytes, distances, all[0],
	         all[distances - 1], 2 * all[distances - 1], recipe->rounds, recipe->target_ns / 1000);
	capture_write_header(writer->stream, CAPTURE_KEY_PLAN, text);
}

/* Every company of the capture: `3 stream 64 MiB`, `1 chase 1 MiB, 1 chase 4 MiB`. */
static void write_competitors_header(FILE *stream, const struct recipe *recipe)
{
	char text[320] = "", size[SIZE_TEXT];
	for (size_t p = 0; p < recipe->pass_count; p++) {
		const struct recipe_pass *pass = &recipe->passes[p];
		size_t length = strlen(text);
		if (pass->competitors == 0)
			continue;
		snprintf(text + length, sizeof text - length, "%s%u %s %s", length > 0 ? ", " : "",
		         pass->competitors, capture_columns[CAPTURE_COMPETITOR_MODE].names[pass->mode],
		         size_format(pass->competitor_bytes, size));
	}
	if (text[0] != '\0')
		capture_write_header(stream, CAPTURE_KEY_COMPETITORS, text);
}

static void write_number(FILE *stream, const char *key, uint64_t value)
{
	char text[32];
	snprintf(text, sizeof text, "%" PRIu64, value);
	capture_write_header(stream, key, text);
}

static const char *order_word(const struct recipe *recipe)
{
	bool random = false, page = false;
	for (size_t p = 0; p < recipe->pass_count; p++) {
		random = random || recipe->passes[p].order == CAPTURE_RANDOM;
		page = page || recipe->passes[p].order == CAPTURE_PAGE;
	}
	return random && page ? "both" : page ? "page" : "random";
}

static const char level_counters[] =
    "cycles and instructions by performance level (thread_selfcounts): 0 Performance, 1 Efficiency";

/* All of the sweep's memory, in every round. */
static void write_huge_pages(const struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	char text[160];
	for (unsigned round = 1; round <= recipe->rounds; round++) {
		snprintf(text, sizeof text,
		         "experiment=sweep round=%u page_bytes=%d huge_page_bytes=%" PRIu64
		         " huge_bytes=%" PRIu64 " bytes=%" PRIu64,
		         round, SMALL_PAGE, recipe->page_bytes, recipe->highest_bytes, recipe->highest_bytes);
		capture_write_header(writer->stream, CAPTURE_KEY_ROUND_PAGES, text);
	}
}

static void write_header(const struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	FILE *stream = writer->stream;
	/* A key with nothing to say is left out. */
	const struct {
		const char *key, *value;
	} texts[] = {
	    {CAPTURE_KEY_PROBE, "synthetic"},
	    {CAPTURE_KEY_SYNTHETIC, recipe->made_from},
	    {CAPTURE_KEY_LABEL, recipe->label},
	    {CAPTURE_KEY_MACHINE, recipe->machine},
	    {CAPTURE_KEY_TIMER, "made"},
	    {CAPTURE_KEY_TIMER_NOMINAL, recipe->timer_nominal},
	    {CAPTURE_KEY_ASKED_CORES, recipe->asked_cores},
	    {CAPTURE_KEY_ASKED_TIER, recipe->asked_tier},
	    {CAPTURE_KEY_ASKED_QOS, recipe->asked_qos},
	    {CAPTURE_KEY_ORDER, order_word(recipe)},
	    {CAPTURE_KEY_COUNTERS, recipe->fastest_cycles_share > 0 ? level_counters : NULL},
	    {CAPTURE_KEY_NOTE, recipe->note},
	};
	write_number(stream, CAPTURE_KEY_VERSION, CAPTURE_VERSION);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (texts[i].value != NULL)
			capture_write_header(stream, texts[i].key, texts[i].value);
	write_number(stream, CAPTURE_KEY_PAGE, recipe->huge ? SMALL_PAGE : recipe->page_bytes);
	write_number(stream, CAPTURE_KEY_LINE, recipe->line_bytes);
	write_number(stream, CAPTURE_KEY_STRIDE, recipe->stride_bytes);
	if (recipe->coarsen_ns != 0)
		write_number(stream, CAPTURE_KEY_ASKED_COARSEN, recipe->coarsen_ns);
	write_number(stream, CAPTURE_KEY_SEED, writer->seed);
	for (const char *const *cache = recipe->caches; cache != NULL && *cache != NULL; cache++)
		capture_write_header(stream, CAPTURE_KEY_CACHE, *cache);
	write_competitors_header(stream, recipe);
	write_plan(writer);
	write_translation_plan(writer);
	if (recipe->huge)
		write_huge_pages(writer);
}

/* ---- the clock ---- */

/* What the clock shows at a true time: whole steps, times what every reading is multiplied by, whole
 * nanoseconds. */
static uint64_t reading(const struct recipe *recipe, double time_ns)
{
	double factor = recipe->reading_factor > 0 ? recipe->reading_factor : 1.0;
	double steps = (double)(uint64_t)(time_ns / recipe->timer_step_ns);
	return (uint64_t)(steps * recipe->timer_step_ns * factor);
}

/* Lets true time pass; returns the nanoseconds that the clock shows for it. */
static uint64_t pass_time(struct writer *writer, double time_ns)
{
	uint64_t before = reading(writer->recipe, writer->now_ns);
	writer->now_ns += time_ns;
	return reading(writer->recipe, writer->now_ns) - before;
}

static void write_timer(struct writer *writer)
{
	for (unsigned i = 0; i < TIMER_ROWS; i++) {
		struct capture_row row = {.present = 0};
		/* Readings follow one another every few nanoseconds until one is different. */
		uint64_t gap = pass_time(writer, CALL_NS);
		while (gap == 0)
			gap = pass_time(writer, CALL_NS);
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_TIMER);
		capture_row_set(&row, CAPTURE_TRIAL, ++writer->trial);
		capture_row_set(&row, CAPTURE_STARTED_NS, reading(writer->recipe, writer->now_ns));
		capture_row_set(&row, CAPTURE_ELAPSED_NS, gap);
		capture_write_row(writer->stream, &row);
	}
}

/* ---- disturbances ---- */

static double spread(struct generator *chance, double share)
{
	double factor = 1.0 + share * chance_normal(chance);
	return factor > 0.05 ? factor : 0.05;
}

/* The neighbour comes and goes in stretches whose lengths are drawn around the mean. */
static bool neighbour_is_loud(struct writer *writer)
{
	const struct recipe_noise *noise = &writer->recipe->noise;
	if (noise->neighbour_per_mille == 0)
		return false;
	if (writer->slow_left == 0 && writer->calm_left == 0) {
		uint64_t mean = noise->neighbour_trials, calm;
		calm = mean * (1000 - noise->neighbour_per_mille) / noise->neighbour_per_mille;
		writer->calm_left = 1 + (unsigned)chance_below(&writer->chance, 2 * calm + 1);
		writer->slow_left = 1 + (unsigned)chance_below(&writer->chance, 2 * mean);
	}
	if (writer->calm_left > 0) {
		writer->calm_left--;
		return false;
	}
	writer->slow_left--;
	return true;
}

/* What this trial's time is multiplied by, apart from where the thread runs. */
static double disturbance(struct writer *writer, double share)
{
	const struct recipe_noise *noise = &writer->recipe->noise;
	double factor = spread(&writer->chance, share);
	if (chance_hits(&writer->chance, noise->slow_per_mille))
		factor *= chance_between(&writer->chance, 1.05, 1.3);
	if (noise->wild_factor > 1.0)
		factor *= logarithm_power(chance_between(&writer->chance, -1.0, 1.0) *
		                          logarithm_of(noise->wild_factor));
	if (neighbour_is_loud(writer))
		factor *= noise->neighbour_factor;
	if (writer->sweep_trials < noise->ramp_trials) {
		double left = 1.0 - (double)writer->sweep_trials / (double)noise->ramp_trials;
		factor *= 1.0 + (noise->ramp_factor - 1.0) * left;
	}
	return factor;
}

/* What a point's time is multiplied by in all rounds, and in this one: drawn from the point's own numbers, so
 * that it does not depend on the order of the trials. */
static double point_factor(const struct writer *writer, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct recipe_noise *noise = &writer->recipe->noise;
	uint64_t point = chance_mix(writer->seed ^ chance_mix(size_bytes * RECIPE_PASSES + pass));
	struct generator always = chance_seed(point), now = chance_seed(point + 1 + round);
	double factor = spread(&always, noise->ripple_share);
	return factor * spread(&now, noise->round_share);
}

/* ---- trials ---- */

static void set_core(struct writer *writer, struct capture_row *row, const struct recipe_core *core,
                     double slower)
{
	struct generator *chance = &writer->chance;
	uint64_t cpu = core->first_cpu + chance_below(chance, core->cpus == 0 ? 1 : core->cpus);
	capture_row_set(row, CAPTURE_CPU_BEFORE, cpu);
	capture_row_set(row, CAPTURE_CPU_AFTER, cpu);
	capture_row_set(row, CAPTURE_SWITCHES, 0);
	capture_row_set(row, CAPTURE_FAULTS, 0);
	if (core->clock_ghz > 0) {
		double adds_ns = ADDS / core->clock_ghz * slower;
		capture_row_set(row, CAPTURE_ADDS, ADDS);
		capture_row_set(row, CAPTURE_ADDS_BEFORE_NS,
		                pass_time(writer, adds_ns * spread(chance, 0.002)));
		capture_row_set(row, CAPTURE_ADDS_AFTER_NS,
		                pass_time(writer, adds_ns * spread(chance, 0.002)));
	}
	if (core->print_ns > 0) {
		double print_ns = PRINT_LOADS * core->print_ns * slower;
		capture_row_set(row, CAPTURE_PRINT_LOADS, PRINT_LOADS);
		capture_row_set(row, CAPTURE_PRINT_BEFORE_NS,
		                pass_time(writer, print_ns * spread(chance, 0.01)));
		capture_row_set(row, CAPTURE_PRINT_AFTER_NS,
		                pass_time(writer, print_ns * spread(chance, 0.01)));
	}
}

/* Blocks are as long as the plan asks, by the true time that a calibration would have found. */
static uint64_t loads_in_block(const struct recipe *recipe, double time_ns)
{
	uint64_t least = recipe->least_loads != 0 ? recipe->least_loads : LEAST_LOADS;
	uint64_t loads = (uint64_t)((double)recipe->target_ns / time_ns);
	return loads < least ? least : loads;
}

/* What each performance level counted. */
static void set_level_cycles(const struct writer *writer, struct capture_row *row, double block_ns)
{
	double share = (double)writer->recipe->fastest_cycles_share / 1000.0;
	double cycles = block_ns * writer->recipe->core.clock_ghz;
	if (!(share > 0))
		return;
	capture_row_set(row, CAPTURE_LEVEL_CYCLES_0, (uint64_t)(cycles * share));
	capture_row_set(row, CAPTURE_LEVEL_CYCLES_1, (uint64_t)(cycles * (1.0 - share)));
}

/* The block itself: elapsed and processor time. */
static void set_block(struct writer *writer, struct capture_row *row, double block_ns)
{
	struct generator *chance = &writer->chance;
	double stolen_ns = 0;
	if (chance_hits(chance, writer->recipe->noise.preempted_per_mille))
		stolen_ns = block_ns * chance_between(chance, 1.0, 3.0);
	uint64_t elapsed = pass_time(writer, block_ns + stolen_ns);
	double share = block_ns / (block_ns + stolen_ns);
	uint64_t wrap_ns = writer->recipe->wrap_ns;
	capture_row_set(row, CAPTURE_ELAPSED_NS, wrap_ns > 0 ? elapsed % wrap_ns : elapsed);
	capture_row_set(row, CAPTURE_CPU_TIME_NS, (uint64_t)((double)elapsed * share));
	set_level_cycles(writer, row, block_ns);
	if (stolen_ns > 0)
		capture_row_set(row, CAPTURE_SWITCHES, 1);
}

/* What every trial says; of its company that it has none. */
static void set_common(struct writer *writer, struct capture_row *row, enum capture_experiment experiment,
                       unsigned round, uint64_t size_bytes, uint64_t loads)
{
	writer->now_ns += GAP_NS;
	capture_row_set(row, CAPTURE_EXPERIMENT, experiment);
	capture_row_set(row, CAPTURE_TRIAL, ++writer->trial);
	capture_row_set(row, CAPTURE_ROUND, round + 1);
	capture_row_set(row, CAPTURE_STARTED_NS, reading(writer->recipe, writer->now_ns));
	capture_row_set(row, CAPTURE_SIZE_BYTES, size_bytes);
	capture_row_set(row, CAPTURE_STRIDE_BYTES, writer->recipe->stride_bytes);
	capture_row_set(row, CAPTURE_ORDER, CAPTURE_RANDOM);
	capture_row_set(row, CAPTURE_COMPETITORS, 0);
	capture_row_set(row, CAPTURE_LOADS, loads);
}

static void write_competitors(struct writer *writer, const struct capture_row *trial,
                              const struct recipe_pass *pass)
{
	const struct recipe_core *core = &writer->recipe->core;
	for (unsigned i = 0; i < pass->competitors; i++) {
		struct capture_row row = {.present = 0};
		double each_ns = pass->mode == CAPTURE_STREAM ? 4.0 : 6.0;
		uint64_t elapsed = trial->value[CAPTURE_ELAPSED_NS];
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_COMPETITOR);
		capture_row_set(&row, CAPTURE_TRIAL, trial->value[CAPTURE_TRIAL]);
		capture_row_set(&row, CAPTURE_ROUND, trial->value[CAPTURE_ROUND]);
		capture_row_set(&row, CAPTURE_STARTED_NS, trial->value[CAPTURE_STARTED_NS]);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, pass->competitor_bytes);
		capture_row_set(&row, CAPTURE_STRIDE_BYTES, writer->recipe->stride_bytes);
		if (writer->recipe->starved)
			elapsed = (uint64_t)each_ns;
		capture_row_set(&row, CAPTURE_LOADS,
		                writer->recipe->starved ? 1 : 1 + (uint64_t)((double)elapsed / each_ns));
		capture_row_set(&row, CAPTURE_ELAPSED_NS, elapsed);
		set_core(writer, &row, core, 1.0);
		/* A competitor runs beside the chase, on another processor of the same kind. */
		if (core->cpus > 1) {
			uint64_t cpu =
			    core->first_cpu +
			    (trial->value[CAPTURE_CPU_BEFORE] - core->first_cpu + 1 + i) % core->cpus;
			capture_row_set(&row, CAPTURE_CPU_BEFORE, cpu);
			capture_row_set(&row, CAPTURE_CPU_AFTER, cpu);
		}
		capture_row_set(&row, CAPTURE_COMPETITOR_MODE, pass->mode);
		capture_write_row(writer->stream, &row);
	}
}

static void write_sweep_trial(struct writer *writer, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct recipe *recipe = writer->recipe;
	const struct recipe_pass *plan = &recipe->passes[pass];
	bool astray = chance_hits(&writer->chance, recipe->stray_per_mille);
	const struct recipe_source *source = astray ? &recipe->stray : writer->source;
	double slower = 1.0;
	if (recipe->noise.demoted_bytes != 0 && size_bytes >= recipe->noise.demoted_bytes &&
	    chance_hits(&writer->chance, recipe->noise.demoted_per_mille))
		slower = recipe->noise.demoted_factor;
	double planned_ns = writer->source->time_ns(writer->source->truth, pass, 0, size_bytes);
	double time_ns = source->time_ns(source->truth, pass, round, size_bytes) * slower;
	time_ns *= point_factor(writer, pass, round, size_bytes);
	time_ns *= disturbance(writer, recipe->noise.trial_share);
	uint64_t loads = size_bytes < recipe->short_below_bytes ? (uint64_t)(SHORT_NS / planned_ns)
	                                                        : loads_in_block(recipe, planned_ns);
	struct capture_row row = {.present = 0};
	set_common(writer, &row, CAPTURE_SWEEP, round, size_bytes, loads);
	capture_row_set(&row, CAPTURE_ORDER, plan->order);
	capture_row_set(&row, CAPTURE_COMPETITORS, plan->competitors);
	if (plan->competitors > 0) {
		capture_row_set(&row, CAPTURE_COMPETITOR_BYTES, plan->competitor_bytes);
		capture_row_set(&row, CAPTURE_COMPETITOR_MODE, plan->mode);
	}
	set_core(writer, &row, astray ? &recipe->stray_core : &recipe->core, slower);
	set_block(writer, &row, (double)loads * time_ns);
	if (recipe->faults_from_bytes > 0 && size_bytes >= recipe->faults_from_bytes)
		capture_row_set(&row, CAPTURE_FAULTS, recipe->faults);
	capture_write_row(writer->stream, &row);
	write_competitors(writer, &row, plan);
	writer->sweep_trials++;
}

static bool is_cut_off(const struct writer *writer)
{
	return writer->recipe->cut_off_trials != 0 && writer->sweep_trials >= writer->recipe->cut_off_trials;
}

/* Up in one round and down in the next. */
static void write_walk(struct writer *writer, size_t pass, unsigned round, unsigned trials)
{
	const struct recipe *recipe = writer->recipe;
	unsigned sizes, steps = grid_steps(recipe, &sizes);
	uint64_t before = 0, only = recipe->passes[pass].only_bytes;
	for (unsigned i = 0; i < steps && !is_cut_off(writer); i++) {
		unsigned k = round % 2 == 0 ? i : steps - 1 - i;
		uint64_t size = grid_size(recipe, k);
		if (size == before || (only != 0 && size != only))
			continue;
		before = size;
		for (unsigned t = 0; t < trials && !is_cut_off(writer); t++)
			write_sweep_trial(writer, pass, round, size);
	}
}

static void write_sweep(struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	unsigned walks = recipe->back_to_back ? 1 : recipe->trials;
	for (unsigned round = 0; round < recipe->rounds; round++)
		for (unsigned walk = 0; walk < walks; walk++)
			for (size_t pass = 0; pass < recipe->pass_count; pass++)
				write_walk(writer, pass, round, recipe->trials / walks);
}

/* ---- adjacency ---- */

static void write_pair_trial(struct writer *writer, unsigned round, uint64_t sites, uint64_t distance)
{
	const struct recipe *recipe = writer->recipe;
	const struct recipe_source *source = writer->source;
	double planned_ns = source->pair_ns(source->truth, 0, sites, distance);
	double share = recipe->noise.pair_share > 0 ? recipe->noise.pair_share : recipe->noise.trial_share;
	double pair_ns = source->pair_ns(source->truth, round, sites, distance) * disturbance(writer, share);
	uint64_t pairs = loads_in_block(recipe, planned_ns);
	struct capture_row row = {.present = 0};
	set_common(writer, &row, CAPTURE_ADJACENCY, round, sites * recipe->line_bytes, 2 * pairs);
	capture_row_set(&row, CAPTURE_DISTANCE_BYTES, distance);
	capture_row_set(&row, CAPTURE_SITES, sites);
	set_core(writer, &row, &recipe->core, 1.0);
	set_block(writer, &row, (double)pairs * pair_ns);
	capture_write_row(writer->stream, &row);
}

static void shuffle(struct generator *chance, uint64_t *values, size_t count)
{
	for (size_t i = count; i > 1; i--) {
		size_t j = (size_t)chance_below(chance, i);
		uint64_t kept = values[i - 1];
		values[i - 1] = values[j];
		values[j] = kept;
	}
}

static void write_adjacency(struct writer *writer)
{
	const struct recipe *recipe = writer->recipe;
	size_t count;
	const uint64_t *distances = recipe_distances(recipe->long_ruler, &count);
	for (unsigned round = 0; round < recipe->rounds; round++)
		for (uint64_t bytes = recipe->lowest_adjacent_bytes; bytes <= recipe->highest_bytes;
		     bytes *= 2) {
			uint64_t order[LONG_RULER];
			memcpy(order, distances, count * sizeof order[0]);
			shuffle(&writer->chance, order, count);
			for (size_t i = 0; i < count; i++)
				write_pair_trial(writer, round, bytes / recipe->line_bytes, order[i]);
		}
}

/* ---- translation ---- */

static void write_node_trial(struct writer *writer, unsigned round, uint64_t nodes, bool dense)
{
	const struct recipe *recipe = writer->recipe;
	const struct recipe_source *source = writer->source;
	uint64_t stride = dense ? recipe->line_bytes : recipe->page_bytes;
	uint64_t loads = loads_in_block(recipe, source->node_ns(source->truth, 0, nodes, dense));
	double time_ns = source->node_ns(source->truth, round, nodes, dense);
	struct capture_row row = {.present = 0};
	set_common(writer, &row, CAPTURE_TRANSLATION, round, nodes * stride, loads);
	capture_row_set(&row, CAPTURE_STRIDE_BYTES, stride);
	capture_row_set(&row, CAPTURE_NODES, nodes);
	capture_row_set(&row, CAPTURE_PAGE_BYTES, recipe->page_bytes);
	set_core(writer, &row, &recipe->core, 1.0);
	set_block(writer, &row, (double)loads * time_ns * disturbance(writer, recipe->noise.trial_share));
	capture_write_row(writer->stream, &row);
}

static void write_translation(struct writer *writer)
{
	unsigned count = recipe_count_nodes(writer->recipe->most_nodes);
	for (unsigned round = 0; round < writer->recipe->rounds; round++)
		for (unsigned i = 0; i < count; i++) {
			uint64_t nodes = recipe_nodes(round % 2 == 0 ? i : count - 1 - i);
			write_node_trial(writer, round, nodes, false);
			write_node_trial(writer, round, nodes, true);
		}
}

int recipe_write(FILE *stream, const struct recipe *recipe, const struct recipe_source *source, uint64_t seed)
{
	struct writer writer = {.stream = stream, .recipe = recipe, .source = source, .seed = seed};
	writer.chance = chance_seed(seed);
	write_header(&writer);
	capture_write_columns(stream);
	write_timer(&writer);
	write_sweep(&writer);
	if (is_cut_off(&writer))
		return ferror(stream) ? -1 : 0;
	if (recipe->lowest_adjacent_bytes != 0 && source->pair_ns != NULL)
		write_adjacency(&writer);
	if (source->node_ns != NULL)
		write_translation(&writer);
	capture_write_header(stream, CAPTURE_KEY_END, "complete");
	return ferror(stream) ? -1 : 0;
}
