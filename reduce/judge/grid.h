/* Where the adjacency trials become footprints, and each of the three placements gets its verdict (G1 to G8).
 *
 * The probe measures a grid of footprints, one an octave, over every distance of its ruler. A footprint is
 * used only where every swept distance of the pass has a counted trial: a fit over a ruler with a gap is not
 * the registered fit. For each placement the legal footprints are gone through from the most central one
 * outward, and the first ends the search that stays legal with its own granule or that G2 to G5 refuse. Only
 * one that would answer but does not stay legal gives way to the next: after a refusal no other footprint is
 * tried. */
#ifndef CACHESTAIR_GRID_H
#define CACHESTAIR_GRID_H

#include "granule.h"
#include "placement.h"

enum { GRID_DISTANCES = 256 };

struct grid_footprint {
	uint64_t size_bytes; /* as the capture has it */
	uint64_t sites;
	double small_bytes; /* sites x line */
	double *time_ns;    /* medians over the ruler, NAN where missing; part of the grid's */
	size_t missing, thin;
	struct granule granule; /* the fit and its gates, where no distance is missing */
};

struct grid_placement {
	enum placement_number number;
	const char *why; /* why there is no such place; NULL where there is one */
	struct placement place;
	const struct grid_footprint
	    *footprint;     /* the one that is judged; NULL where none is legal and whole */
	size_t passed_over; /* more central ones that would answer, but not stay legal with their granule */
	double rise_ns;     /* by how much the sweep itself rises from the footprint to its double */
	/* The legal footprint that lacks distances, or else the one that comes nearest to being legal. */
	const struct grid_footprint *lacking, *nearest;
	double miss; /* placement_miss of the nearest */
	/* The retired reading: of the `edged` footprints between the placement's knees that G1 forbids,
	 * `answering` would have been accepted by G2 to G5; the most central of those. */
	size_t edged, answering;
	const struct grid_footprint *retired;
	rule_set refused, noted;
	enum status status;
};

struct grid {
	struct sweep sweep; /* the pass's points */
	double *distance_bytes;
	size_t distance_count;
	struct grid_footprint *footprints; /* by rising size */
	size_t footprint_count;
	double *time_ns;
	struct grid_placement placements[PLACEMENTS];
	bool control_known;   /* G6: a legal control was fitted */
	double control_bytes; /* G6: what an accepted control of this capture found; NAN where none did */
};

/* What the placements rest on: the sweep in the same order beside the same crowd. */
struct grid_base {
	const struct sweep *sweep;
	const struct hierarchy *hierarchy;
	const char *why; /* why there is nothing to rest on; NULL where there is */
	bool timer;      /* the timer's step was measured (T1) */
};

/* Gathers adjacency pass number `pass` of `trials`; a `line_bytes` of 0 is unknown, and size_bytes is then
 * taken for the small footprint. Returns 0, or -1 with a fault (memory, too many points or distances); free
 * with grid_free either way. The trials must outlive the grid. */
int grid_gather(struct grid *grid, const struct trials *trials, size_t pass, double line_bytes,
                struct fault *fault);
void grid_free(struct grid *grid);

/* Judges the three placements but for G6. What `base` points to must outlive the grid. */
void grid_judge(struct grid *grid, const struct grid_base *base);

/* G6 over all grids of a capture, and with it every status. `besides` are rules that refuse every placement
 * that has a footprint too (Q3). */
void grid_conclude(struct grid *grids, size_t count, rule_set besides);

#endif
