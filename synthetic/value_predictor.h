/* A processor that predicts what loads return, and how often the second load of a pair is predicted.
 *
 * Recent fast cores predict the value of a load whose site has seen the same value some 250 times; of 64-bit
 * loads only the value 0 (FLOP, 2025). The chase over pairs adds the second load's value to the address of
 * the next landing. Where that value is predicted, the next landing does not wait for the second load. */
#ifndef CACHESTAIR_SYNTHETIC_VALUE_PREDICTOR_H
#define CACHESTAIR_SYNTHETIC_VALUE_PREDICTOR_H

#include "load_time.h"

#include "../probe/fault.h"

#include <stdint.h>

enum { VALUE_RUN = 250, PAIR_LOAD_SITES = 32 /* second loads in the probe's unrolled loop */ };

/* One load of the program: what it returned last, and how often in a row. */
struct load_site {
	uint64_t last;
	unsigned run;
};

enum value_guess { VALUE_NOT_GUESSED, VALUE_RIGHT, VALUE_WRONG };

/* The site returns `value`. Says whether it was guessed, and how that came out. */
enum value_guess load_site_see(struct load_site *site, uint64_t value);

/* What stands between the landings. */
enum pair_words {
	PAIR_STALE,  /* zeroes, and the landings of the rounds before: as the probe wrote at first */
	PAIR_ZEROED, /* zeroes, written anew for each round */
	PAIR_OWN,    /* a value of its own for every word and round: as the probe writes */
	PAIR_WORDS
};

/* The adjacency grid's memory over some rounds: in each, every slot gets a landing on a random word. */
struct pair_memory {
	enum pair_words between;
	uint64_t words; /* of a slot, at most 256 */
	unsigned rounds;
	uint8_t *landings; /* rounds x PAIR_MEMORY_SLOTS */
	uint64_t seed;
};

enum { PAIR_MEMORY_SLOTS = 16384 }; /* more are not looked at: a site then sees 512 pairs a lap */

/* Returns 0, or -1 with the fault (memory); free with pair_memory_end either way. */
int pair_memory_begin(struct pair_memory *memory, enum pair_words between, uint64_t pitch_bytes,
                      unsigned rounds, uint64_t seed, struct fault *fault);
void pair_memory_end(struct pair_memory *memory);

/* Shares of the second loads that are guessed right and wrong, once the sites have seen their runs. */
struct guessed {
	double right, wrong;
};

struct guessed pair_memory_guessed(const struct pair_memory *memory, unsigned round,
                                   const struct pair_place *place);

#endif
