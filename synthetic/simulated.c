/* Where a simulated machine is swept. */
#include "simulated.h"

#include "chance.h"
#include "shape.h"
#include "simulator.h"

#include <errno.h>
#include <stdlib.h>

static struct recipe recipe_of(const struct simulated *simulated)
{
	const struct machine *machine = &simulated->machine;
	struct recipe recipe = {
	    .made_from = "a simulated machine",
	    .machine = "simulated",
	    .timer = "made",
	    .timer_nominal = machine->timer_step_ns > 1.5 ? "125/3" : "1/1",
	    .page_bytes = machine->page_bytes,
	    .line_bytes = machine->line_bytes,
	    .stride_bytes = machine->line_bytes,
	    .lowest_bytes = machine->lowest_bytes,
	    .highest_bytes = machine->highest_bytes,
	    .per_octave = machine->per_octave,
	    .rounds = machine->rounds,
	    .trials = machine->trials,
	    .target_ns = 1000000,
	    .timer_step_ns = machine->timer_step_ns,
	    .pass_count = 1,
	    .core = {.clock_ghz = 3.0, .cpus = 1},
	    .noise = {.trial_share = machine->noise_share,
	              .round_share = machine->noise_share / 2,
	              .ripple_share = machine->noise_share / 4,
	              .slow_per_mille = 15},
	    .lowest_adjacent_bytes = SIMULATED_LEAST_FOOTPRINT,
	    .long_ruler = simulated->long_ruler,
	    .adjacency_trials = 1,
	};
	if (machine->neighbour) {
		struct chance chance = chance_seed(machine->seed * 31 + machine->number);
		recipe.noise.neighbour_factor = 2.0;
		recipe.noise.neighbour_per_mille = (unsigned)(200 + chance_below(&chance, 250));
		recipe.noise.neighbour_trials = (unsigned)(10 + chance_below(&chance, 70));
	}
	return recipe;
}

static int sweep(struct simulated *simulated, struct fault *fault)
{
	struct machine machine = simulated->machine;
	for (unsigned k = 0;; k++) {
		uint64_t size = shape_size(machine.lowest_bytes, machine.per_octave, k, machine.line_bytes);
		if (size > machine.highest_bytes)
			return 0;
		if (k > 0 && size == simulated->sizes[simulated->count - 1])
			continue;
		size_t at = simulated->count++;
		simulated->sizes[at] = size;
		for (machine.deal = 0; machine.deal < simulated->deals; machine.deal++) {
			double *time_ns = &simulated->times_ns[machine.deal * simulated->most + at];
			if (simulator_time(&machine, CAPTURE_RANDOM, size, time_ns, fault) != 0)
				return -1;
		}
	}
}

static int pair_up(struct simulated *simulated, struct fault *fault)
{
	const struct machine *machine = &simulated->machine;
	size_t count;
	const uint64_t *distances = recipe_distances(simulated->long_ruler, &count);
	uint64_t pitch = 2 * distances[count - 1];
	for (size_t f = 0; f < simulated->footprints; f++)
		for (size_t d = 0; d < count; d++) {
			uint64_t sites = ((uint64_t)SIMULATED_LEAST_FOOTPRINT << f) / machine->line_bytes;
			if (simulator_pair(machine, sites, pitch, distances[d],
			                   &simulated->pairs_ns[f * count + d], fault) != 0)
				return -1;
		}
	return 0;
}

int simulated_make(struct simulated *simulated, const struct machine *machine, struct fault *fault)
{
	*simulated = (struct simulated){.machine = *machine, .long_ruler = machine->line_bytes >= 128};
	simulated->deals = machine->fresh_pages ? machine->rounds : 1;
	for (uint64_t bytes = machine->lowest_bytes; bytes <= 2 * machine->highest_bytes; bytes *= 2)
		simulated->most += machine->per_octave;
	for (uint64_t bytes = SIMULATED_LEAST_FOOTPRINT; bytes <= machine->highest_bytes; bytes *= 2)
		simulated->footprints++;
	recipe_distances(simulated->long_ruler, &simulated->distances);
	simulated->sizes = calloc(simulated->most, sizeof simulated->sizes[0]);
	simulated->times_ns = calloc(simulated->deals * simulated->most, sizeof simulated->times_ns[0]);
	simulated->pairs_ns =
	    calloc(simulated->footprints * simulated->distances, sizeof simulated->pairs_ns[0]);
	if (simulated->sizes == NULL || simulated->times_ns == NULL || simulated->pairs_ns == NULL)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	if (sweep(simulated, fault) != 0)
		return -1;
	return pair_up(simulated, fault);
}

void simulated_end(struct simulated *simulated)
{
	free(simulated->sizes);
	free(simulated->times_ns);
	free(simulated->pairs_ns);
	*simulated = (struct simulated){0};
}

static double simulated_time(const void *truth, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct simulated *simulated = truth;
	size_t low = 0, high = simulated->count;
	(void)pass;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (simulated->sizes[middle] <= size_bytes)
			low = middle;
		else
			high = middle;
	}
	return simulated->times_ns[round % simulated->deals * simulated->most + low];
}

static double simulated_pair(const void *truth, unsigned round, uint64_t sites, uint64_t distance_bytes)
{
	const struct simulated *simulated = truth;
	size_t count, d = 0, f = 0;
	const uint64_t *distances = recipe_distances(simulated->long_ruler, &count);
	(void)round;
	while (d + 1 < count && distances[d] != distance_bytes)
		d++;
	while (f + 1 < simulated->footprints &&
	       (uint64_t)SIMULATED_LEAST_FOOTPRINT << f != sites * simulated->machine.line_bytes)
		f++;
	return simulated->pairs_ns[f * count + d];
}

int simulated_write(FILE *stream, const struct simulated *simulated)
{
	char label[64];
	struct recipe recipe = recipe_of(simulated);
	struct recipe_source source = {simulated_time, simulated_pair, simulated};
	snprintf(label, sizeof label, "machine_%u", simulated->machine.number);
	recipe.label = label;
	return recipe_write(stream, &recipe, &source,
	                    chance_mix(simulated->machine.seed) + simulated->machine.number);
}
