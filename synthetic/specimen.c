/* Where a row of the table becomes a capture. The rows stand in specimen_table.c. */
#include "specimen.h"

#include "chance.h"

#include "../reduce/maths/logarithm.h"

#include <string.h>

const struct specimen *specimen_find(const char *name)
{
	size_t count;
	const struct specimen *table = specimen_table(&count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

static double specimen_time(const void *truth, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct specimen *curve = truth;
	const struct shape *shape = &curve->shapes[pass];
	if (curve->later_round > 0 && round >= curve->later_round)
		shape = &curve->later;
	return shape_time(shape->count == 0 ? &curve->shapes[0] : shape, (double)size_bytes);
}

static double stray_time(const void *truth, size_t pass, unsigned round, uint64_t size_bytes)
{
	(void)pass, (void)round;
	return shape_time(&((const struct specimen *)truth)->stray, (double)size_bytes);
}

/* The share of pairs whose second word lies in another granule than the first. */
static double parted_share(const struct specimen_granule *granule, double distance)
{
	double whole = (double)granule->bytes;
	switch (granule->pairs) {
	case SPECIMEN_RAMP:
		return distance < whole ? distance / whole : 1.0;
	case SPECIMEN_NEVER_TURNS:
		return distance / 1024.0;
	case SPECIMEN_BEND:
		return 1.0 - logarithm_power(-distance / whole);
	default:
		return 1.0;
	}
}

double specimen_pair_time(const struct shape *shape, const struct specimen_granule *granule,
                          uint64_t line_bytes, uint64_t sites, uint64_t distance_bytes)
{
	double parted = parted_share(granule, (double)distance_bytes);
	uint64_t each =
	    granule->pairs == SPECIMEN_RAMP && granule->bytes > line_bytes ? granule->bytes : line_bytes;
	double first = shape_time(shape, (double)(sites * each) * (1.0 + parted));
	double fastest = shape_time(shape, 0.0);
	if (granule->in_first_level && first < 1.25 * fastest)
		return first + first * (0.2 + 0.8 * parted);
	return first + fastest + (first - fastest) * parted;
}

static double specimen_pair(const void *truth, unsigned round, uint64_t sites, uint64_t distance_bytes)
{
	const struct specimen *curve = truth;
	(void)round;
	return specimen_pair_time(&curve->shapes[0], &curve->granule,
	                          curve->line_bytes == 0 ? 64 : curve->line_bytes, sites, distance_bytes);
}

/* The dense chase is the sweep's; a node a page pays for translation on top. */
static double specimen_nodes(const void *truth, unsigned round, uint64_t nodes, bool dense)
{
	const struct specimen *curve = truth;
	uint64_t line_bytes = curve->line_bytes == 0 ? 64 : curve->line_bytes;
	(void)round;
	double dense_ns = shape_time(&curve->shapes[0], (double)(nodes * line_bytes));
	if (dense)
		return dense_ns;
	return dense_ns + shape_time(&curve->reaches, (double)nodes) - shape_time(&curve->reaches, 0.0);
}

static uint64_t either(uint64_t value, uint64_t otherwise)
{
	return value != 0 ? value : otherwise;
}

static struct recipe_noise noise_of(const struct specimen *curve)
{
	struct recipe_noise noise = curve->noise;
	if (noise.trial_share == 0)
		noise.trial_share = 0.005;
	if (noise.round_share == 0)
		noise.round_share = 0.002;
	noise.trial_share = noise.trial_share < 0 ? 0 : noise.trial_share;
	noise.round_share = noise.round_share < 0 ? 0 : noise.round_share;
	noise.pair_share = curve->granule.noise_share > 0 ? curve->granule.noise_share : 0.005;
	return noise;
}

static struct recipe recipe_of(const struct specimen *curve)
{
	struct recipe recipe = {
	    .made_from = curve->shows,
	    .label = curve->name,
	    .machine = curve->machine != NULL ? curve->machine : "none: made from corner points",
	    .note = curve->note,
	    .caches = curve->caches,
	    .asked_cores = curve->asked_cores,
	    .asked_tier = curve->asked_tier,
	    .asked_qos = curve->asked_qos,
	    .page_bytes = either(curve->page_bytes, 4096),
	    .line_bytes = either(curve->line_bytes, 64),
	    .stride_bytes = either(curve->stride_bytes, either(curve->line_bytes, 64)),
	    .lowest_bytes = either(curve->lowest_bytes, 8192),
	    .highest_bytes = either(curve->highest_bytes, 64 << 20),
	    .per_octave = curve->per_octave > 0 ? curve->per_octave : 4.0,
	    .rounds = (unsigned)either(curve->rounds, 5),
	    .trials = (unsigned)either(curve->trials, 3),
	    .back_to_back = curve->back_to_back,
	    .target_ns = either(curve->target_ns, 200000),
	    .least_loads = curve->least_loads,
	    .timer_step_ns = curve->timer_step_ns > 0 ? curve->timer_step_ns : 1.0,
	    .coarsen_ns = curve->coarsen_ns,
	    .timer = "made",
	    .reading_factor = curve->reading_factor,
	    .pass_count = (size_t)either(curve->pass_count, 1),
	    .core = curve->core,
	    .stray_per_mille = curve->stray_per_mille,
	    .stray_core = curve->stray_core,
	    .stray = {.time_ns = stray_time, .truth = curve},
	    .noise = noise_of(curve),
	    .long_ruler = curve->granule.long_ruler,
	    .lowest_adjacent_bytes = curve->granule.pairs == SPECIMEN_NO_PAIRS ? 0 : 8192,
	    .adjacency_trials = 1,
	    .cut_off_trials = curve->cut_off_trials,
	    .wrap_ns = curve->wrap_ns,
	    .faults_from_bytes = curve->faults_from_bytes,
	    .faults = curve->faults,
	    .short_below_bytes = curve->short_below_bytes,
	    .starved = curve->starved,
	    .most_nodes = curve->reaches.count > 0 ? SPECIMEN_MOST_PAGES : 0,
	    .fastest_cycles_share = curve->fastest_cycles_share,
	};
	memcpy(recipe.passes, curve->passes, sizeof curve->passes);
	if (!(recipe.core.clock_ghz > 0))
		recipe.core = (struct recipe_core){.clock_ghz = 3.0, .cpus = 1};
	return recipe;
}

/* A seed of a curve's own, from its name: a new row changes no other row's capture. */
static uint64_t seed_of(const struct specimen *curve)
{
	uint64_t seed = 1;
	if (curve->seed != 0)
		return curve->seed;
	for (const char *c = curve->name; *c != '\0'; c++)
		seed = chance_mix(seed + (unsigned char)*c);
	return seed >> 33;
}

int specimen_write(FILE *stream, const struct specimen *curve)
{
	struct recipe recipe = recipe_of(curve);
	struct recipe_source source = {.time_ns = specimen_time, .truth = curve};
	if (curve->granule.pairs != SPECIMEN_NO_PAIRS)
		source.pair_ns = specimen_pair;
	if (curve->reaches.count > 0)
		source.node_ns = specimen_nodes;
	return recipe_write(stream, &recipe, &source, seed_of(curve));
}
