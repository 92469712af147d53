/* Where one capture becomes one panel of a ladder: its lanes of marks, its frame, its curve. */
#ifndef CACHESTAIR_PLOT_PANEL_H
#define CACHESTAIR_PLOT_PANEL_H

#include "../draw/axis.h"
#include "figure.h"
#include "refusal.h"
#include "../view.h"

enum {
	PANEL_LEFT = 104, /* the frame's edges, units */
	PANEL_RIGHT = 726,
	PANEL_LANE_NAME = 92, /* where the name of a lane ends */
	PANEL_LANE_RIGHT = 784,
	PANEL_BELOW = 40, /* room under the lowest median, for the words of level 1 */
	PANEL_DENSE = 60  /* from so many points on, marks and whiskers are drawn thinner */
};

/* What the figure's key must explain. */
struct panel_shows {
	bool ranges, plateaus, thin, missing, noted, beyond;
};

struct panel {
	const struct view *view;
	struct axis x, y;
	double top;    /* of the panel, above its title; set by the caller */
	double height; /* of the frame */
	bool lowest;   /* the last panel has the labels of the sizes; set by the caller */
	struct refusals refusals;
	struct panel_shows shows;
};

/* The lowest and highest median of a pass; false where no point has one. */
bool panel_medians(const struct view *view, double *low, double *high);

/* The decades of time that a frame `height` high must span for a staircase of such a height, both in units
 * and decades: 0.13 of air above, PANEL_BELOW units below, and no less than one decade. */
double panel_decades(double staircase, double height);

/* Prepares a panel whose frame is `height` high and spans `decades`; `x` is the shared axis of sizes. Places
 * what was refused, and with that settles the panel's depth. */
void panel_set(struct panel *panel, const struct view *view, const struct axis *x, double decades,
               double height);

/* From the panel's top to the lower edge of its frame, units. */
double panel_depth(const struct panel *panel);

/* Writes it. `number` names its data. */
void panel_draw(struct gnuplot *plot, struct panel *panel, unsigned number);

/* The parts of it that a frame with two captures has, too. */
void panel_lane_name(struct gnuplot *plot, const char *name, double y, enum gnuplot_colour colour);
/* A block $NAME of bytes, median, lowest, highest (NaN where there is none), thin (1 or 0). */
void panel_data(struct gnuplot *plot, const struct view *view, const char *name);

/* The plot style of that block's whiskers, cut where they leave the axis: gnuplot would drop them. */
void panel_whisker_style(char *style, size_t size, const struct axis *y, const char *axes, const char *width,
                         const char *colour);

#endif
