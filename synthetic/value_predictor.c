/* How often the second load of a pair is predicted. */
#include "value_predictor.h"

#include "chance.h"

#include "../probe/cycle.h"

#include <errno.h>
#include <stdlib.h>

enum value_guess load_site_see(struct load_site *site, uint64_t value)
{
	enum value_guess guess = VALUE_NOT_GUESSED;
	if (site->run >= VALUE_RUN && site->last == 0)
		guess = value == 0 ? VALUE_RIGHT : VALUE_WRONG;
	site->run = site->last == value ? site->run + 1 : 1;
	site->last = value;
	return guess;
}

/* ---- the memory ---- */

int pair_memory_begin(struct pair_memory *memory, enum pair_words between, uint64_t pitch_bytes,
                      unsigned rounds, uint64_t seed, struct fault *fault)
{
	*memory = (struct pair_memory){.between = between,
	                               .words = pitch_bytes / sizeof(uint64_t),
	                               .rounds = rounds,
	                               .seed = chance_mix(seed)};
	memory->landings = malloc((size_t)rounds * PAIR_MEMORY_SLOTS);
	if (memory->landings == NULL)
		return fault_system(fault, NULL, ENOMEM, "no memory for the simulated pairs");
	for (unsigned round = 0; round < rounds; round++)
		for (uint64_t slot = 0; slot < PAIR_MEMORY_SLOTS; slot++)
			memory->landings[round * PAIR_MEMORY_SLOTS + slot] =
			    (uint8_t)cycle_choice(memory->seed + round, slot, memory->words);
	return 0;
}

void pair_memory_end(struct pair_memory *memory)
{
	free(memory->landings);
	*memory = (struct pair_memory){0};
}

static uint64_t landing_of(const struct pair_memory *memory, unsigned round, uint64_t slot)
{
	return memory->landings[round * PAIR_MEMORY_SLOTS + slot % PAIR_MEMORY_SLOTS];
}

/* What the word holds in a round (from 0). */
static uint64_t word_of(const struct pair_memory *memory, unsigned round, uint64_t slot, uint64_t word)
{
	uint64_t place = slot * memory->words + word;
	if (memory->between == PAIR_OWN)
		return chance_mix(memory->seed + place * memory->rounds + round) | 1;
	for (unsigned past = memory->between == PAIR_STALE ? 0 : round; past <= round; past++)
		if (landing_of(memory, past, slot) == word)
			return 1 + place; /* stands for the pointer: one of its own, and not 0 */
	return 0;
}

/* ---- the chase ---- */

/* A random single cycle over the slots (Sattolo): next[i] comes after i. */
static void cycle_slots(uint64_t *next, uint64_t count, uint64_t seed)
{
	struct generator chance = chance_seed(seed);
	for (uint64_t i = 0; i < count; i++)
		next[i] = i;
	for (uint64_t i = count - 1; i > 0; i--) {
		uint64_t j = chance_below(&chance, i), kept = next[i];
		next[i] = next[j];
		next[j] = kept;
	}
}

struct guessed pair_memory_guessed(const struct pair_memory *memory, unsigned round,
                                   const struct pair_place *place)
{
	enum { WARM = (VALUE_RUN + 6) * PAIR_LOAD_SITES, PAIRS = 2 * WARM };
	static const unsigned measured = PAIRS - WARM;
	struct load_site sites[PAIR_LOAD_SITES] = {{0, 0}};
	unsigned counts[3] = {0};
	uint64_t next[PAIR_MEMORY_SLOTS], slot = 0;
	uint64_t count = place->sites < PAIR_MEMORY_SLOTS ? place->sites : PAIR_MEMORY_SLOTS;
	cycle_slots(next, count, memory->seed + round);
	for (unsigned pair = 0; pair < PAIRS; pair++, slot = next[slot]) {
		uint64_t word = landing_of(memory, round, slot) + place->distance_bytes / sizeof(uint64_t);
		uint64_t value = word_of(memory, round, slot + word / memory->words, word % memory->words);
		enum value_guess guess = load_site_see(&sites[pair % PAIR_LOAD_SITES], value);
		counts[guess] += pair >= WARM;
	}
	return (struct guessed){(double)counts[VALUE_RIGHT] / measured,
	                        (double)counts[VALUE_WRONG] / measured};
}
