/* Where one capture becomes one panel of a ladder: its lanes of marks, its frame, its curve. */
#ifndef CACHESTAIR_PLOT_PANEL_H
#define CACHESTAIR_PLOT_PANEL_H

#include "figure.h"
#include "refusal.h"

enum {
	PANEL_LEFT = 104, /* the frame's edges, units */
	PANEL_RIGHT = 726,
	PANEL_LANE_NAME = 92, /* where the name of a lane ends */
	PANEL_LANE_RIGHT = 784,
	PANEL_BELOW = 40, /* room under the lowest median, for the words of level 1 */
	PANEL_DENSE = 60  /* from so many points on, marks and whiskers are drawn thinner */
};

struct panel {
	const struct view *view;
	struct axis x, y;
	double top;  /* of the panel, above its title */
	bool lowest; /* the last panel has the labels of the sizes; set by the caller */
	struct refusals refusals;
	unsigned shows; /* what the figure's key must explain, as bits */
};

/* The octaves of time that a frame `height` high must span for a staircase of such a height in octaves: 0.13
 * decades of air above, PANEL_BELOW units below, and no less than one decade. */
double panel_octaves(double staircase, double height);

/* Prepares a panel whose frame is `height` high and spans `octaves`; `x` is the shared axis of sizes. Places
 * what was refused, which settles how high its lanes are. */
void panel_set(struct panel *panel, const struct view *view, const struct axis *x, double octaves,
               double height);

/* Puts its top there. Returns the lower edge of its frame, units. */
double panel_place(struct panel *panel, double top);

/* Explains in the key what panels show. */
void panel_keys(struct figure *figure, unsigned shows);

/* Writes it. `number` names its data. */
void panel_draw(struct gnuplot *plot, struct panel *panel, unsigned number);

/* The parts of it that a frame with two captures has, too: */

enum { PANEL_LINES = 4 * LANE_MARKS };
/* The lines that fall from marks to the axis, by their x; for an interval both its ends, too. */
struct panel_lines {
	double at[PANEL_LINES];
	size_t count;
};

/* Writes the name of a lane at height y. */
void panel_lane_name(struct gnuplot *plot, const char *name, double y, enum gnuplot_colour colour);
/* The same, and begins it over an axis, under the lines that come from above. */
struct lane_row panel_row(struct gnuplot *plot, const struct axis *x, double y, const char *name,
                          enum gnuplot_colour colour, const struct panel_lines *above);
/* A mark at height y, whose line falls to the axis and is added to the lines. */
void panel_fall(struct gnuplot *plot, const struct lane_row *row, double bytes, const char *line,
                struct gnuplot_mark mark, struct panel_lines *lines);
/* A block $NAME of bytes, median, lowest, highest (NaN where there is none), thin (1 or 0). */
void panel_data(struct gnuplot *plot, const struct view *view, const char *name);

/* Plots that block's whiskers over a y axis, cut where they leave it: gnuplot would drop them. They are drawn
 * thinner where there are many; `axes` and `colour` as gnuplot knows them ("x1y1", "c_range"). */
void panel_whiskers(struct gnuplot *plot, const char *name, const struct axis *y, bool dense,
                    const char *axes, const char *colour);

#endif
