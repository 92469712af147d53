/* Where a curve is searched for its stairs: plateaus, levels, knees and the midpoint (rules P0, P1, D1, L1,
 * K1, K4 to K8, B1, M2).
 *
 * Everything here is a pure function over a curve: no trial, no text, no memory taken. */
#ifndef CACHESTAIR_CURVE_H
#define CACHESTAIR_CURVE_H

#include <stdbool.h>
#include <stddef.h>

/* Points of rising size; times above zero. Both arrays are borrowed and have `count` values. */
struct curve {
	size_t count;
	const double *size_bytes;
	const double *time_ns;
	unsigned rules; /* the version of the rules to judge by; 0: the first */
};

/* D1. From version 3 on a plateau can be steady on the quiet curve alone. */
enum steadiness { UNSTEADY, STEADY, STEADY_WHEN_QUIET };

/* A run of points, by the indices of its first and last. */
struct plateau {
	size_t first, last;
	double floor_ns; /* its lowest time */
	enum steadiness steady;
	double median_ns; /* H3: the median of its times; 0 where it is not asked */
};

/* P0: whether any run of points without a gap could be a plateau by its count and span alone. */
bool plateau_possible(const struct curve *curve);

/* P1 and D1: writes the plateaus, from the smallest size up, into `plateaus` (room for curve->count). Returns
 * how many. */
size_t plateau_find(const struct curve *curve, struct plateau *plateaus);

/* D1, from version 3 on: what is unsteady on its own curve is steady where it is so on the quiet curve,
 * `quiet`, over the same sizes. */
void plateau_forgive(const struct curve *quiet, struct plateau *plateaus, size_t count);

/* K5, from version 3 on: a lower plateau that P1 let climb past the mean of the two is cut back to its last
 * point below it, as often as its median falls with it, while P1 holds for what is left. */
void plateau_cut(const struct curve *curve, struct plateau *below, const struct plateau *above,
                 double *scratch);

/* Whether that was done: the run of P1 goes on behind the plateau. */
bool plateau_is_cut(const struct curve *curve, const struct plateau *plateau);

/* H3, from version 3 on: writes the median of each plateau's times. `scratch` has room for curve->count
 * values. */
void plateau_medians(const struct curve *curve, struct plateau *plateaus, size_t count, double *scratch);

/* The runs that P1 considered and rejected: of two points or more, none inside another or inside a plateau.
 * Writes at most curve->count into `runs` and returns how many. */
size_t plateau_rejected(const struct curve *curve, const struct plateau *plateaus, size_t count,
                        struct plateau *runs);

/* Plateaus `first` to `last` that are one level (L1). */
struct level {
	size_t first, last;
	double floor_ns;  /* the lowest of its plateaus */
	double median_ns; /* M3: the median of their points; 0 where it is not asked */
};

/* L1 and H3: writes the levels into `levels` (room for `count`). Returns how many; none where there is no
 * plateau.
 */
size_t level_group(const struct plateau *plateaus, size_t count, struct level *levels);

/* M3, from version 3 on: writes the median of the times of each level's plateaus. `scratch` has room for
 * curve->count. */
void level_medians(const struct curve *curve, const struct plateau *plateaus, struct level *levels,
                   size_t count, double *scratch);

/* L1 and H3: whether two neighbouring plateaus are two levels. */
bool levels_part(const struct plateau *below, const struct plateau *above);

/* The time that parts two levels: the geometric mean of their floors (K1), or of their medians where only
 * these part them (H3). */
double knee_mean(const struct plateau *below, const struct plateau *above);

/* K2 and K3 by crossings, from version 3 on: of the places where the curve crosses mean_ns upwards, from
 * below's first point to above's last, the one nearest to near_bytes in log size. Times can be NAN: such
 * points are passed over. Returns NAN where there is none. */
double knee_crossing(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                     double mean_ns, double near_bytes);

/* K1: where the curve, going up from `below`'s last point, first crosses the geometric mean of the floors of
 * `below` and `above`; linear in log size and log time between the two bracketing points. Returns false where
 * below's last point is already at or above that mean (K5); *size_bytes is then left alone. */
bool knee_place(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                double *size_bytes);

/* K4: how often the curve crosses that mean from below's first point to above's last. */
size_t knee_crossings(const struct curve *curve, const struct plateau *below, const struct plateau *above);

/* K6: the steepest slope that reaches into the gap, and the plateaus' own, from end to end; both in doublings
 * of time an octave. */
struct contrast {
	double steepest; /* -1 where no pair of points is far enough apart */
	double plateau;  /* the larger slope of the two plateaus, or the least that counts */
	bool edge;       /* steepest is as many times plateau as the rule asks */
};
struct contrast knee_contrast(const struct curve *curve, const struct plateau *below,
                              const struct plateau *above);

/* K8: as K6, with points at least a factor 2 apart, against the plateaus' least-squares slopes. */
struct contrast knee_octave_contrast(const struct curve *curve, const struct plateau *below,
                                     const struct plateau *above);

/* K7: whether above begins more than 8 times beyond below's end. */
bool knee_hides(const struct curve *curve, const struct plateau *below, const struct plateau *above);

/* B1: the largest size of `below` that is at most its top over 1.18 and, from version 3 on, before the first
 * of its points above 1.10 times its median, or above it by a tenth of the way to `above`'s first point. */
double knee_lower_bound(const struct curve *curve, const struct plateau *below, const struct plateau *above);

/* M2: where the curve, going up from below's last point, first crosses the arithmetic mean of the median
 * times of the two plateaus, linear in size and time. Returns false where it starts at or above it or never
 * gets there. `scratch` has room for as many numbers as the longer plateau has points. */
bool midpoint_place(const struct curve *curve, const struct plateau *below, const struct plateau *above,
                    double *scratch, double *size_bytes);

/* The plateaus, the levels and the sizes of all knees of a curve in one step: what resampling redoes.
 * `plateaus`, `levels` and `knees` have room for curve->count. Returns the number of knees, which leave out
 * those of K5. */
size_t knee_list(const struct curve *curve, struct plateau *plateaus, struct level *levels, double *knees);

/* A reported size stands beside a knee within this factor. */
enum { KNEE_NEAR_REPORTED = 4 };

/* Of `count` knees the one nearest to `size_bytes` in log size; -1 where there is none within `factor`. */
long knee_nearest(const double *knees, size_t count, double size_bytes, double factor);

#endif
