/* Where the chase runs on a machine that does not exist: mean time of a load, or of a pair, by following the
 * cycle that the probe builds (probe/cycle.h) through simulated caches until they are steady, then once or
 * more around.
 *
 * Large working sets are followed on a part of the machine. The lowest bits of a line's number above the
 * first choose a part; each part of every cache holds the lines of that part alone, so a part is a smaller
 * machine by itself and its mean is the whole machine's: exactly for LRU where the bits lie within a page, in
 * the mean else (set sampling; Puzak, 1985). The cycle through a random part of a random cycle's nodes is a
 * random cycle again. A cache too small to be parted so far has a working set at least 16 times its size
 * before it, and serves nothing.
 *
 * Translation is not followed but computed: pages referred to at random and equally often are found in a set
 * of w entries with probability w / pages of the set, whatever the replacement (King, 1971); in page order a
 * set holds its pages or, going round them, none. */
#ifndef CACHESTAIR_SYNTHETIC_LOAD_TIME_H
#define CACHESTAIR_SYNTHETIC_LOAD_TIME_H

#include "machine.h"

#include "../probe/capture.h"
#include "../probe/fault.h"

#include <stdint.h>

/* Mean nanoseconds a load of the chase over size_bytes (whole lines). Returns 0, or -1 with the fault
 * (memory). */
int load_time(const struct machine *machine, enum capture_order order, uint64_t size_bytes, double *time_ns,
              struct fault *fault);

/* The same for a chase over so many pages with one node in each, at a random line of it: as the nodes fall,
 * they fill the sets of the caches unevenly. Every page is visited once a lap. */
int page_chase_time(const struct machine *machine, uint64_t pages, double *time_ns, struct fault *fault);

/* Where pairs stand: `sites` slots of pitch_bytes, in each a landing on any of its words, and the word
 * distance_bytes on. */
struct pair_place {
	uint64_t sites, pitch_bytes, distance_bytes;
};

/* The same for a pair: times_ns[0] of the first load, [1] of the second. Large numbers of sites are followed
 * on a machine whose caches are smaller by the same factor. */
int pair_time(const struct machine *machine, const struct pair_place *place, double times_ns[2],
              struct fault *fault);

/* What translation adds to a load when `pages` pages are visited at random, or one after another with so many
 * loads each (0: at random). */
double translation_time(const struct machine_translation *translation, uint64_t pages, uint64_t loads_a_page);

/* The share of the lines of a working set that fall into sets of level `level` (from 0) which cannot hold all
 * of their lines, as the pages were dealt; of a level that others share, with its mean ways. Returns 0 and
 * *share, or -1 with the fault (memory). */
int overfull_share(const struct machine *machine, unsigned level, uint64_t size_bytes, double *share,
                   struct fault *fault);

#endif
