/* Where one placement of the adjacency probe is looked at: time a pair against distance, and its fit. */
#ifndef CACHESTAIR_PLOT_GRANULE_CURVE_H
#define CACHESTAIR_PLOT_GRANULE_CURVE_H

#include "../view.h"

enum { GRANULE_POINTS = 64 };

struct granule_curve {
	const struct summary_finding *verdict, *fit;        /* NULL where there is none */
	const struct summary_point *points[GRANULE_POINTS]; /* by distance; more are left to the tables */
	size_t count;
	char data[16], corner[16]; /* the names of its blocks */
};

/* Takes the points of its verdict's footprint, the smaller of the two that it names, and the names of its
 * blocks: a letter and "f", each with the number. */
void granule_curve_take(struct granule_curve *curve, const struct summary *summary, char letter,
                        size_t number);

/* Whether a granule is found. */
bool granule_curve_found(const struct granule_curve *curve);

/* The distance of its last point, bytes; 0 where it has none. */
double granule_curve_farthest(const struct granule_curve *curve);

/* Writes its blocks of data: the points, with their lowest and highest trials where `ranges` says so, and,
 * where it has both, the fit. */
void granule_curve_data(struct gnuplot *plot, const struct granule_curve *curve, bool ranges);

#endif
