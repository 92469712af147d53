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

static uint64_t either(uint64_t value, uint64_t otherwise)
{
	return value != 0 ? value : otherwise;
}

static uint64_t line_bytes_of(const struct specimen *curve)
{
	return either(curve->recipe.line_bytes, 64);
}

static double specimen_time(const void *truth, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct specimen *curve = truth;
	bool later = curve->later_round > 0 && round >= curve->later_round;
	return shape_time(later ? &curve->later : specimen_shape(curve, pass), (double)size_bytes);
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
	return specimen_pair_time(specimen_shape(curve, 0), &curve->granule, line_bytes_of(curve), sites,
	                          distance_bytes);
}

/* The dense chase is the sweep's; a node a page pays for translation on top. */
static double specimen_nodes(const void *truth, unsigned round, uint64_t nodes, bool dense)
{
	const struct specimen *curve = truth;
	(void)round;
	double dense_ns = shape_time(specimen_shape(curve, 0), (double)(nodes * line_bytes_of(curve)));
	if (dense)
		return dense_ns;
	return dense_ns + shape_time(&curve->reaches, (double)nodes) - shape_time(&curve->reaches, 0.0);
}

static double share_of(double share, double otherwise)
{
	return share > 0 ? share : share < 0 ? 0 : otherwise;
}

static struct recipe recipe_of(const struct specimen *curve)
{
	struct recipe recipe = curve->recipe;
	recipe.made_from = curve->shows;
	recipe.label = curve->name;
	recipe.machine = recipe.machine != NULL ? recipe.machine : "none: made from corner points";
	recipe.page_bytes = either(recipe.page_bytes, 4096);
	recipe.line_bytes = line_bytes_of(curve);
	recipe.stride_bytes = either(recipe.stride_bytes, recipe.line_bytes);
	recipe.lowest_bytes = either(recipe.lowest_bytes, 8192);
	recipe.highest_bytes = either(recipe.highest_bytes, 64 << 20);
	recipe.per_octave = recipe.per_octave > 0 ? recipe.per_octave : 4.0;
	recipe.rounds = (unsigned)either(recipe.rounds, 5);
	recipe.trials = (unsigned)either(recipe.trials, 3);
	recipe.target_ns = either(recipe.target_ns, 200000);
	recipe.timer_step_ns = recipe.timer_step_ns > 0 ? recipe.timer_step_ns : 1.0;
	recipe.pass_count = 1;
	while (recipe.pass_count < SPECIMEN_SHAPES && curve->shapes[recipe.pass_count].count > 0)
		recipe.pass_count++;
	if (!(recipe.core.clock_ghz > 0))
		recipe.core = (struct recipe_core){.clock_ghz = 3.0, .cpus = 1};
	recipe.stray = (struct recipe_source){.time_ns = stray_time, .truth = curve};
	recipe.noise.trial_share = share_of(recipe.noise.trial_share, 0.005);
	recipe.noise.round_share = share_of(recipe.noise.round_share, 0.002);
	recipe.noise.pair_share = share_of(recipe.noise.pair_share, 0.005);
	recipe.lowest_adjacent_bytes = curve->granule.pairs == SPECIMEN_NO_PAIRS ? 0 : 8192;
	recipe.most_nodes = curve->reaches.count > 0 ? SPECIMEN_MOST_PAGES : 0;
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
