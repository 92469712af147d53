/* Where a simulated machine is swept. */
#include "machine_capture.h"

#include "chance.h"
#include "shape.h"
#include "load_time.h"

#include <errno.h>
#include <stdlib.h>

static struct recipe recipe_of(const struct machine_capture *made)
{
	const struct machine *machine = &made->machine;
	struct recipe recipe = {
	    .made_from = "a simulated machine",
	    .machine = "simulated",
	    .timer_nominal = machine->timer_step_ns > 1.5 ? "125/3" : "1/1",
	    .page_bytes = machine->page_bytes,
	    .huge = machine->page_bytes >= MACHINE_HUGE_PAGE,
	    .line_bytes = machine->line_bytes,
	    .stride_bytes = machine->line_bytes,
	    .lowest_bytes = machine->lowest_bytes,
	    .highest_bytes = machine->highest_bytes,
	    .per_octave = machine->per_octave,
	    .rounds = machine->rounds,
	    .trials = machine->trials,
	    .target_ns = 1000000,
	    .timer_step_ns = machine->timer_step_ns,
	    .passes = {{.order = CAPTURE_RANDOM}, {.order = CAPTURE_PAGE}},
	    .pass_count = machine->page_order ? 2 : 1,
	    .most_nodes = machine->most_nodes,
	    .core = {.clock_ghz = 3.0, .cpus = 1},
	    .noise = {.trial_share = machine->noise_share,
	              .round_share = machine->noise_share / 2,
	              .ripple_share = machine->noise_share / 4,
	              .slow_per_mille = 15},
	    .lowest_adjacent_bytes = machine->no_granule ? 0 : MACHINE_LEAST_FOOTPRINT,
	    .long_ruler = made->long_ruler,
	};
	if (machine->neighbour) {
		struct generator chance = chance_seed(machine->seed * 31 + machine->number);
		recipe.noise.neighbour_factor = 2.0;
		recipe.noise.neighbour_per_mille = (unsigned)(200 + chance_below(&chance, 250));
		recipe.noise.neighbour_trials = (unsigned)(10 + chance_below(&chance, 70));
	}
	return recipe;
}

static int sweep(struct machine_capture *made, struct fault *fault)
{
	struct machine machine = made->machine;
	for (unsigned k = 0;; k++) {
		uint64_t size = shape_size(machine.lowest_bytes, machine.per_octave, k, machine.line_bytes);
		if (size > machine.highest_bytes)
			return 0;
		if (k > 0 && size == made->sizes[made->count - 1])
			continue;
		size_t at = made->count++;
		made->sizes[at] = size;
		for (size_t deal = 0; deal < made->deals; deal++) {
			double *time_ns = &made->times_ns[deal * made->most + at];
			machine.deal = machine.first_deal + (unsigned)deal;
			if (load_time(&machine, CAPTURE_RANDOM, size, time_ns, fault) != 0)
				return -1;
		}
	}
}

/* In page order; where hardware follows the pages, nothing beyond the second level is slower than that. */
static int sweep_pages(struct machine_capture *made, struct fault *fault)
{
	const struct machine *machine = &made->machine;
	double most_ns = machine->level_count > 1 ? machine->levels[1].time_ns : machine->memory_ns;
	for (size_t i = 0; machine->page_order && i < made->count; i++) {
		double *time_ns = &made->paged_ns[i];
		if (load_time(machine, CAPTURE_PAGE, made->sizes[i], time_ns, fault) != 0)
			return -1;
		if (machine->follows_pages && *time_ns > most_ns)
			*time_ns = most_ns;
	}
	return 0;
}

static int chase_pages(struct machine_capture *made, struct fault *fault)
{
	struct machine machine = made->machine;
	for (unsigned deal = 0; deal < NODE_DEALS; deal++)
		for (unsigned k = 0; k < made->node_counts; k++) {
			uint64_t nodes = recipe_nodes(k);
			double *times_ns = made->nodes_ns[deal * made->node_counts + k];
			machine.deal = machine.first_deal + deal;
			if (page_chase_time(&machine, nodes, &times_ns[0], fault) != 0 ||
			    load_time(&machine, CAPTURE_RANDOM, nodes * machine.line_bytes, &times_ns[1],
			              fault) != 0)
				return -1;
		}
	return 0;
}

static struct pair_place pair_place_of(const struct machine_capture *made, size_t footprint, size_t distance)
{
	size_t count;
	const uint64_t *distances = recipe_distances(made->long_ruler, &count);
	uint64_t bytes = (uint64_t)MACHINE_LEAST_FOOTPRINT << footprint;
	return (struct pair_place){bytes / made->machine.line_bytes, 2 * distances[count - 1],
	                           distances[distance]};
}

static int pair_up(struct machine_capture *made, struct fault *fault)
{
	for (size_t f = 0; f < made->footprints; f++)
		for (size_t d = 0; d < made->distances; d++) {
			struct pair_place place = pair_place_of(made, f, d);
			if (pair_time(&made->machine, &place, made->pairs_ns[f * made->distances + d],
			              fault) != 0)
				return -1;
		}
	return 0;
}

int machine_capture_predict(struct machine_capture *made, enum pair_words between, struct fault *fault)
{
	const struct machine *machine = &made->machine;
	const size_t round_size = made->footprints * made->distances;
	struct pair_place place = pair_place_of(made, 0, 0);
	struct pair_memory memory;
	int failed = pair_memory_begin(&memory, between, place.pitch_bytes, machine->rounds,
	                               machine->seed + machine->number, fault);
	free(made->guessed);
	made->guessed = calloc(machine->rounds * round_size, sizeof made->guessed[0]);
	if (failed == 0 && made->guessed == NULL)
		failed = fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	for (unsigned round = 0; failed == 0 && round < machine->rounds; round++)
		for (size_t i = 0; i < round_size; i++) {
			place = pair_place_of(made, i / made->distances, i % made->distances);
			made->guessed[round * round_size + i] = pair_memory_guessed(&memory, round, &place);
		}
	pair_memory_end(&memory);
	return failed;
}

int machine_capture_make(struct machine_capture *made, const struct machine *machine, struct fault *fault)
{
	*made = (struct machine_capture){.machine = *machine, .long_ruler = machine->line_bytes >= 128};
	made->deals = machine->fresh_pages && machine_deals_matter(machine) ? machine->rounds : 1;
	for (uint64_t bytes = machine->lowest_bytes; bytes <= 2 * machine->highest_bytes; bytes *= 2)
		made->most += machine->per_octave;
	for (uint64_t bytes = MACHINE_LEAST_FOOTPRINT;
	     bytes <= machine->highest_bytes && !machine->no_granule; bytes *= 2)
		made->footprints++;
	recipe_distances(made->long_ruler, &made->distances);
	made->node_counts = recipe_count_nodes(machine->most_nodes);
	made->nodes_ns = calloc(NODE_DEALS * made->node_counts + 1, sizeof made->nodes_ns[0]);
	made->paged_ns = calloc(made->most, sizeof made->paged_ns[0]);
	made->sizes = calloc(made->most, sizeof made->sizes[0]);
	made->times_ns = calloc(made->deals * made->most, sizeof made->times_ns[0]);
	made->pairs_ns = calloc(made->footprints * made->distances + 1, sizeof made->pairs_ns[0]);
	if (made->sizes == NULL || made->times_ns == NULL || made->pairs_ns == NULL ||
	    made->nodes_ns == NULL || made->paged_ns == NULL)
		return fault_system(fault, NULL, ENOMEM, "no memory for a simulated machine");
	if (sweep(made, fault) != 0 || sweep_pages(made, fault) != 0 || chase_pages(made, fault) != 0)
		return -1;
	return pair_up(made, fault);
}

void machine_capture_end(struct machine_capture *made)
{
	free(made->sizes);
	free(made->times_ns);
	free(made->pairs_ns);
	free(made->guessed);
	free(made->nodes_ns);
	free(made->paged_ns);
	*made = (struct machine_capture){0};
}

static double made_time(const void *truth, size_t pass, unsigned round, uint64_t size_bytes)
{
	const struct machine_capture *made = truth;
	size_t low = 0, high = made->count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (made->sizes[middle] <= size_bytes)
			low = middle;
		else
			high = middle;
	}
	if (pass > 0)
		return made->paged_ns[low];
	return made->times_ns[round % made->deals * made->most + low];
}

static double made_nodes(const void *truth, unsigned round, uint64_t nodes, bool dense)
{
	const struct machine_capture *made = truth;
	unsigned k = recipe_count_nodes(nodes) - 1;
	return made->nodes_ns[round % NODE_DEALS * made->node_counts + k][dense];
}

/* What a value that was guessed wrong costs: the work behind it is done again (an assumption: 15 cycles at 3
 * GHz). */
static const double wrong_guess_ns = 5.0;

static double made_pair(const void *truth, unsigned round, uint64_t sites, uint64_t distance_bytes)
{
	const struct machine_capture *made = truth;
	size_t count, d = 0, f = 0;
	const uint64_t *distances = recipe_distances(made->long_ruler, &count);
	while (d + 1 < count && distances[d] != distance_bytes)
		d++;
	while (f + 1 < made->footprints &&
	       (uint64_t)MACHINE_LEAST_FOOTPRINT << f != sites * made->machine.line_bytes)
		f++;
	const double *pair_ns = made->pairs_ns[f * count + d];
	struct guessed guessed = {0, 0};
	if (made->guessed != NULL)
		guessed = made->guessed[(round * made->footprints + f) * count + d];
	return pair_ns[0] + (1.0 - guessed.right) * pair_ns[1] + guessed.wrong * wrong_guess_ns;
}

int machine_capture_write(FILE *stream, const struct machine_capture *made)
{
	char label[64];
	struct recipe recipe = recipe_of(made);
	struct recipe_source source = {made_time, made_pair, made, made_nodes};
	snprintf(label, sizeof label, "machine_%u", made->machine.number);
	recipe.label = label;
	return recipe_write(stream, &recipe, &source,
	                    chance_mix(made->machine.seed + made->machine.first_deal) + made->machine.number);
}
