/* Where numbers become places, and an axis gets the ticks that a person would choose. */
#ifndef CACHESTAIR_PLOT_AXIS_H
#define CACHESTAIR_PLOT_AXIS_H

#include "gnuplot.h"

#include <stdbool.h>
#include <stddef.h>

/* The numbers that an axis must hold; none yet where low > high. */
struct span {
	double low, high;
};
struct span span_none(void);
/* Widens it to a number; one that is not finite changes nothing. */
void span_add(struct span *span, double value);

/* One axis: its numbers from low to high lie on the units from start to end (downwards on a y axis: start >
 * end). */
struct axis {
	double low, high;
	double start, end;
	bool logarithmic;
};

/* A logarithmic axis over exactly that range (0 < low < high), the same to the last bit on every machine. */
struct axis axis_logarithmic(double low, double high, double start, double end);
/* The same by the logarithms of its ends, octaves. */
struct axis axis_octaves(double low, double high, double start, double end);
struct axis axis_linear(double low, double high, double start, double end);

/* The axis of working-set sizes: from the smallest to the largest with 0.22 octaves of air at both ends, and
 * no less than three octaves in all, so that a short sweep has ticks too. */
struct axis axis_sizes(double smallest, double largest, double start, double end);

/* Where a number lies, in units. A number outside the range lies outside the axis. */
double axis_at(const struct axis *axis, double value);
/* A number moved by so many units along the axis. */
double axis_move(const struct axis *axis, double value, double units);

/* Ticks of sizes at powers of two. Labelled are those of every `step` octaves from 1 B on, or of the least
 * multiple of it that keeps labels `room` units apart; the others are short. Returns the count, at most
 * TICKS. */
size_t axis_size_ticks(const struct axis *axis, int step, double room, struct gnuplot_tick ticks[TICKS]);
/* Ticks of times or cycles: 1, 2, 5 of every decade, or 1 alone where they would come closer than `room`. */
size_t axis_decade_ticks(const struct axis *axis, double room, struct gnuplot_tick ticks[TICKS]);
/* Ticks of a linear axis from 0: steps of 1, 2 or 5 times a power of ten, at most five steps. */
size_t axis_linear_ticks(const struct axis *axis, struct gnuplot_tick ticks[TICKS]);
/* Begins a panel whose frame spans an x axis and a y axis, its border as gnuplot_panel wants it. */
void axis_panel(struct gnuplot *plot, const struct axis *x, const struct axis *y, unsigned border);
/* Writes what an x axis counts, under its middle, its ticks' labels above; y is the frame's lower edge. */
void axis_name(struct gnuplot *plot, const struct axis *axis, double y, const char *words);
/* Writes what a y axis counts, upwards, at such an x beside its middle. */
void axis_name_upright(struct gnuplot *plot, const struct axis *axis, double x, enum gnuplot_colour colour,
                       const char *words);
/* Sets the range of an axis of the panel with its ticks: of sizes on "x"; of times or cycles, and the cycles
 * of a clock on "y2" beside the times on "y"; of a linear axis. */
void axis_draw_sizes(struct gnuplot *plot, const struct axis *axis, bool labels);
void axis_draw_times(struct gnuplot *plot, const char *name, const struct axis *axis, double room,
                     enum gnuplot_colour colour);
void axis_draw_cycles(struct gnuplot *plot, const struct axis *times, double clock_ghz);
void axis_draw_linear(struct gnuplot *plot, const char *name, const struct axis *axis, bool labels);

/* The smallest sum of such steps that is at least `value`: a good upper end for that axis. */
double axis_linear_top(double value);

#endif
