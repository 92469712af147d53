/* Where machines are drawn. */
#include "machine.h"

#include "chance.h"

#include "../probe/number.h"

#include <inttypes.h>

uint64_t machine_level_bytes(const struct machine *machine, unsigned level)
{
	return machine->levels[level].sets * machine->levels[level].ways * machine->line_bytes;
}

uint64_t machine_capacity(const struct machine *machine, unsigned level)
{
	bool last = level + 1 == machine->level_count;
	double ours = (double)machine_level_bytes(machine, level);
	if (last)
		ours *= 1.0 - machine->taken_share;
	if (last && machine->victim)
		ours += (double)machine_level_bytes(machine, level - 1);
	return (uint64_t)ours;
}

double machine_apart(double a, double b)
{
	return a > b ? a / b : b / a;
}

unsigned machine_nearest(const struct machine *machine, double bytes)
{
	unsigned nearest = 0;
	for (unsigned i = 1; i < machine->level_count; i++)
		if (machine_apart(bytes, (double)machine_capacity(machine, i)) <
		    machine_apart(bytes, (double)machine_capacity(machine, nearest)))
			nearest = i;
	return nearest;
}

unsigned machine_ends_within(const struct machine *machine, double low, double high)
{
	unsigned inside = 0;
	for (unsigned i = 0; i < machine->level_count; i++) {
		double truth = (double)machine_capacity(machine, i);
		inside += low <= truth && truth <= high;
	}
	return inside;
}

enum machine_place machine_place(const struct machine *machine, unsigned level)
{
	if (level == 0)
		return MACHINE_FIRST;
	return level + 1 == machine->level_count ? MACHINE_LAST : MACHINE_BETWEEN;
}

uint64_t machine_first_reach(const struct machine *machine)
{
	return machine->translation.first_entries * machine->page_bytes;
}

uint64_t machine_second_reach(const struct machine *machine)
{
	return machine->translation.second_entries * machine->page_bytes;
}

bool machine_deals_matter(const struct machine *machine)
{
	for (unsigned i = 0; i < machine->level_count; i++)
		if (machine->levels[i].hashed ||
		    machine->levels[i].sets * machine->line_bytes > machine->page_bytes)
			return true;
	return false;
}

/* ---- drawing ---- */

enum { MOST_PAGES = 65536 }; /* of the chase with one node a page */

static uint64_t pick(struct generator *chance, const uint64_t *values, size_t count)
{
	return values[chance_below(chance, count)];
}
#define PICK(chance, ...)                                                                                    \
	pick(chance, (const uint64_t[]){__VA_ARGS__},                                                        \
	     sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

/* Sets and ways of a level of about so many bytes: the power of two of sets that comes nearest with 4 to 20
 * ways. */
static void shape_level(struct machine_level *level, double bytes, uint64_t line_bytes, unsigned least_ways,
                        struct generator *chance)
{
	unsigned wish = (unsigned)PICK(chance, 4, 8, 8, 8, 12, 16, 16);
	wish = wish < least_ways ? least_ways : wish;
	double lines = bytes / (double)line_bytes;
	level->sets = 2;
	while ((double)level->sets * 2 * wish <= lines)
		level->sets *= 2;
	double ways = lines / (double)level->sets;
	level->ways = (unsigned)(ways + 0.5);
	while (level->ways > 20) {
		level->ways = (level->ways + 1) / 2;
		level->sets *= 2;
	}
	level->policy = (enum cache_policy)chance_below(chance, 3);
}

static void deal_difficulties(struct machine *machine, struct generator *chance)
{
	do {
		machine->close_times = chance_hits(chance, 350);
		machine->close_sizes = chance_hits(chance, 350);
		machine->taken = chance_hits(chance, 350);
		machine->creeps = chance_hits(chance, 350);
		machine->neighbour = chance_hits(chance, 300);
	} while (!machine->close_times && !machine->close_sizes && !machine->taken && !machine->creeps &&
	         !machine->neighbour);
}

/* From the first level up: sizes and times by factors, one pair of neighbours being close where that was
 * dealt. */
static void draw_levels(struct machine *machine, struct generator *chance)
{
	unsigned close_size = 1 + (unsigned)chance_below(chance, 2),
	         close_time = 1 + (unsigned)chance_below(chance, 3);
	double bytes = (double)PICK(chance, 16, 32, 32, 48, 64, 128, 192) * 1024.0;
	while (bytes > 16 * (double)machine->page_bytes)
		bytes = (double)PICK(chance, 16, 32, 32, 48, 64) * 1024.0;
	double time_ns = chance_between(chance, 0.6, 1.7);
	machine->level_count = 2 + (unsigned)chance_below(chance, 2);
	if (close_size >= machine->level_count)
		close_size = machine->level_count - 1;
	if (close_time > machine->level_count)
		close_time = machine->level_count;
	for (unsigned i = 0; i <= machine->level_count; i++) {
		if (i > 0) {
			double apart = chance_between(chance, 8.5, 32.0),
			       slower = chance_between(chance, 2.6, 5.5);
			if (machine->close_sizes && i == close_size)
				apart = chance_between(chance, 2.0, 3.0);
			if (machine->close_times && i == close_time)
				slower = chance_between(chance, 1.3, 1.6);
			bytes *= apart;
			time_ns *= slower;
		}
		if (i == machine->level_count)
			break;
		/* A first level is indexed within a page, as real ones are: its ways hold no more than that.
		 */
		unsigned least_ways = i == 0 ? (unsigned)((uint64_t)bytes / machine->page_bytes) : 1;
		shape_level(&machine->levels[i], bytes, machine->line_bytes, least_ways, chance);
		bytes = (double)machine_level_bytes(machine, i);
		machine->levels[i].time_ns = time_ns;
	}
	machine->memory_ns = time_ns;
}

/* Sizes are rounded to sets and ways; an ordinary machine keeps its factor of 8 after that too. */
static bool levels_are_apart(const struct machine *machine)
{
	for (unsigned i = 1; i < machine->level_count; i++)
		if (machine_capacity(machine, i) < 8 * machine_capacity(machine, i - 1))
			return false;
	return true;
}

static void draw_translation(struct machine *machine, struct generator *chance)
{
	struct machine_translation *translation = &machine->translation;
	const struct machine_level *levels = machine->levels;
	double low = machine->creeps ? 0.2 : 0.01, high = machine->creeps ? 0.6 : 0.08;
	translation->first_entries = PICK(chance, 32, 64, 64, 128);
	translation->first_ways = (unsigned)PICK(chance, 4, 8);
	translation->second_entries = PICK(chance, 512, 1024, 2048, 4096);
	translation->second_ways = (unsigned)PICK(chance, 4, 8);
	translation->second_ns = levels[1].time_ns * chance_between(chance, low, high);
	translation->walk_ns =
	    levels[machine->level_count - 1].time_ns * chance_between(chance, low, 1.6 * high);
	if (translation->walk_ns < translation->second_ns)
		translation->walk_ns = translation->second_ns;
}

static void draw_sweep(struct machine *machine, struct generator *chance)
{
	uint64_t last = machine_capacity(machine, machine->level_count - 1);
	machine->per_octave = (unsigned)PICK(chance, 4, 4, 6, 8, 16);
	/* Half of the grids meet the powers of two, the others do not. */
	machine->lowest_bytes = 4096;
	if (chance_hits(chance, 500))
		machine->lowest_bytes +=
		    chance_below(chance, 4096 / machine->line_bytes) * machine->line_bytes;
	machine->highest_bytes = UINT64_C(1) << 20;
	while (machine->highest_bytes < 10 * last)
		machine->highest_bytes *= 2;
	machine->rounds = 5;
	machine->trials = 3;
	machine->most_nodes = machine->memory_bytes / 4 / machine->page_bytes;
	if (machine->most_nodes > MOST_PAGES)
		machine->most_nodes = MOST_PAGES;
	machine->timer_step_ns = chance_hits(chance, 250) ? 125.0 / 3.0 : 1.0;
	machine->noise_share =
	    machine->difficult ? chance_between(chance, 0.003, 0.03) : chance_between(chance, 0.002, 0.01);
}

static struct machine draw_once(uint64_t seed, unsigned number, struct generator *chance)
{
	struct machine machine = {.number = number, .seed = seed, .difficult = number % 2 == 1};
	machine.line_bytes = PICK(chance, 64, 64, 64, 128);
	machine.page_bytes = PICK(chance, UINT64_C(4) << 10, UINT64_C(16) << 10, UINT64_C(2) << 20);
	machine.memory_bytes = UINT64_C(32) << 30;
	if (machine.difficult)
		deal_difficulties(&machine, chance);
	draw_levels(&machine, chance);
	unsigned kind = (unsigned)chance_below(chance, 3);
	machine.inclusive = kind == 0;
	machine.victim = kind == 1 && machine.level_count > 2;
	machine.pairs = chance_hits(chance, 330);
	machine.taken_share = machine.taken ? chance_between(chance, 0.1, 0.5) : 0.0;
	draw_translation(&machine, chance);
	draw_sweep(&machine, chance);
	return machine;
}

/* By a chance of its own, so that all else of a machine stays as it was. */
static void deal_replacement(struct machine *machine)
{
	struct generator chance = chance_seed(chance_mix(machine->seed ^ UINT64_C(0xf0)) + machine->number);
	machine->foreign = chance_hits(&chance, 333);
	for (unsigned i = 0; machine->foreign && i < machine->level_count; i++) {
		unsigned drawn = (unsigned)chance_below(&chance, CACHE_POLICIES - CACHE_NRU);
		machine->levels[i].policy = (enum cache_policy)(CACHE_NRU + drawn);
		machine->levels[i].hashed = i > 0 && chance_hits(&chance, 300);
	}
	machine->soft = machine->difficult && chance_hits(&chance, 250);
	if (machine->soft) {
		struct machine_level *last = &machine->levels[machine->level_count - 1];
		last->policy = CACHE_RANDOM;
		last->hashed = false;
		machine->memory_ns = last->time_ns * chance_between(&chance, 1.36, 1.58);
		machine->close_times = true;
	}
}

struct machine machine_draw(uint64_t seed, unsigned number)
{
	struct generator chance = chance_seed(chance_mix(seed) + number);
	struct machine machine = draw_once(seed, number, &chance);
	while (!machine.difficult && !levels_are_apart(&machine))
		machine = draw_once(seed, number, &chance);
	deal_replacement(&machine);
	return machine;
}

/* ---- kinds ---- */

const char *machine_kind_name(enum machine_kind kind)
{
	static const char *const names[MACHINE_KINDS] = {
	    "dealt", "translation-only", "reach-on-knee", "no-steps", "noisy", "prefetched"};
	return names[kind];
}

static void set_published_reaches(struct machine *machine, unsigned number)
{
	static const struct {
		uint64_t page_bytes, first, second;
	} reaches[] = {{16384, 160, 3072}, {4096, 72, 3072}, {4096, 96, 4096}, {4096, 96, 2048}};
	const size_t chosen = number % (sizeof reaches / sizeof reaches[0]);
	machine->page_bytes = reaches[chosen].page_bytes;
	machine->most_nodes = MOST_PAGES;
	machine->translation.first_entries = reaches[chosen].first;
	machine->translation.first_ways = (unsigned)reaches[chosen].first;
	machine->translation.second_entries = reaches[chosen].second;
	machine->translation.second_ways = (unsigned)reaches[chosen].second / 256;
}

/* The second level as large as the second reach, to the granularity of its ways. */
static void put_knee_on_reach(struct machine *machine)
{
	struct machine_level *level = &machine->levels[1];
	level->sets = 4096;
	level->ways = (unsigned)(machine_second_reach(machine) / (level->sets * machine->line_bytes));
	while (level->ways > 16) {
		level->sets *= 2;
		level->ways /= 2;
	}
	machine->level_count = 2;
	machine->memory_ns = 8 * level->time_ns;
	machine->translation.walk_ns = 4 * level->time_ns;
}

struct machine machine_of_kind(uint64_t seed, unsigned number, enum machine_kind kind)
{
	struct machine machine = machine_draw(seed, kind == MACHINE_DEALT ? number : 2 * number);
	if (kind == MACHINE_DEALT)
		return machine;
	set_published_reaches(&machine, number);
	switch (kind) {
	case MACHINE_TRANSLATION_ONLY:
		machine.level_count = 1;
		machine.memory_ns = machine.levels[0].time_ns * 4;
		machine.translation.second_ns = machine.memory_ns;
		machine.translation.walk_ns = 4 * machine.memory_ns;
		break;
	case MACHINE_REACH_ON_KNEE:
		put_knee_on_reach(&machine);
		break;
	case MACHINE_NO_STEPS:
		machine.translation.second_ns = machine.translation.walk_ns = 0;
		break;
	case MACHINE_NOISY:
		machine.noise_share = 0.08;
		break;
	default:
		machine.page_order = machine.follows_pages = true;
		break;
	}
	machine.victim = machine.victim && machine.level_count > 2;
	machine.pairs = machine.pairs && machine.level_count > 1;
	/* The sweep passes the last reach. */
	while (machine.highest_bytes < 8 * machine_second_reach(&machine))
		machine.highest_bytes *= 2;
	return machine;
}

/* ---- printing ---- */

void machine_print(FILE *stream, const struct machine *machine)
{
	char text[SIZE_TEXT];
	fprintf(stream, "%s, lines of %" PRIu64 " B, pages of %s;",
	        machine->difficult ? "difficult" : "ordinary", machine->line_bytes,
	        size_format(machine->page_bytes, text));
	for (unsigned i = 0; i < machine->level_count; i++)
		fprintf(stream, " L%u %s usable, %u ways, %s%s, %.2f ns;", i + 1,
		        size_format(machine_capacity(machine, i) & ~UINT64_C(1023), text),
		        machine->levels[i].ways, cache_policy_name(machine->levels[i].policy),
		        machine->levels[i].hashed ? " hashed" : "", machine->levels[i].time_ns);
	fprintf(stream, " memory %.1f ns; last level %s", machine->memory_ns,
	        machine->inclusive ? "inclusive"
	        : machine->victim  ? "victim"
	                           : "neither inclusive nor victim");
	if (machine->taken_share > 0)
		fprintf(stream, ", %.0f %% taken", 100 * machine->taken_share);
	fprintf(stream, "; translation reaches %s (+%.2f ns)",
	        size_format(machine_first_reach(machine), text), machine->translation.second_ns);
	fprintf(stream, " and %s (+%.2f ns)%s%s; %u sizes an octave, noise %.1f %%\n",
	        size_format(machine_second_reach(machine), text), machine->translation.walk_ns,
	        machine->pairs ? "; pair prefetcher" : "", machine->neighbour ? "; loud neighbour" : "",
	        machine->per_octave, 100 * machine->noise_share);
}
