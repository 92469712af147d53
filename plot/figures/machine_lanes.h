/* Where the levels of a machine get a lane each above its curves: what is claimed, reported, refused. */
#ifndef CACHESTAIR_PLOT_MACHINE_LANES_H
#define CACHESTAIR_PLOT_MACHINE_LANES_H

#include "../passes.h"
#include "figure.h"

#include "../../reduce/summary/machine_rows.h"

enum { MACHINE_LEFT = 62, MACHINE_RIGHT = 422 }; /* the edges of the frame below, units */

/* One kind of cores of a machine. */
struct machine_tier {
	const struct machine_row *rows;
	size_t count;
	struct passes passes;
	struct axis x, y; /* y in units of the figure */
	char title[TEXT_BYTES], words[TEXT_BYTES];
};

/* Where two sizes lie, units, at the frame's edge if one lies beyond. */
struct span machine_lanes_span(const struct machine_tier *tier, double low_bytes, double high_bytes);

/* How high the lanes of a tier are; writes them from `top` on. */
double machine_lanes_height(const struct machine_tier *tier);
void machine_lanes_draw(struct gnuplot *plot, const struct machine_tier *tier, double top);

/* Explains in the key what the tiers show. */
void machine_lanes_keys(struct figure *figure, const struct machine_tier *tiers, size_t count);

#endif
