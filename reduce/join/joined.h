/* Where the passes of one machine become one list of levels (rule J1).
 *
 * Levels of different passes are the same where their claims overlap, never by number. Two levels of one pass
 * stay two, however wide the claim of another pass that spans both. Pure functions over claims: no capture,
 * no text. */
#ifndef CACHESTAIR_JOINED_H
#define CACHESTAIR_JOINED_H

#include "../rule.h"

/* What one pass says of the end of one of its levels. */
struct joined_claim {
	size_t pass;                  /* a number of the pass */
	enum status status;           /* of its knee */
	enum rule_id rule;            /* what the claim rests on: E1, E2 or Z1 */
	rule_set rules;               /* the rules that refused or noted it */
	double low_bytes, high_bytes; /* the claim; low <= high */
	double time_ns, cycles;       /* of the level below the knee; NAN where unknown */
	size_t level;                 /* written by joined_levels: the joined level's number, from 0 */
};

/* One joined level. `narrowest` and `apart` are indices into the claims; (size_t)-1 where there is none. */
struct joined_level {
	size_t accepted, noted, refused; /* passes */
	rule_set refusing;               /* rules that refused it in some pass */
	size_t narrowest;                /* the claim it rests on: accepted, else noted, else refused */
	size_t apart; /* an accepted claim that the narrowest does not overlap: the passes disagree */
	double low_bytes, high_bytes; /* over all its claims of the best status: for order and for telling */
	double time_ns, cycles; /* the lowest of the accepting passes, else of the noting ones; NAN if none */
};

/* Joins the claims. `levels` has room for `count`; they come out by rising size. Returns how many there are,
 * or (size_t)-1 where memory is out. */
size_t joined_levels(struct joined_claim *claims, size_t count, struct joined_level *levels);

#endif
