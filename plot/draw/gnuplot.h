/* Where gnuplot scripts are written, safely.
 *
 * The figures are laid out in units: the canvas is so many units wide, y runs downwards from its top, and
 * text of size 14 is 14 units high. This writer turns units into gnuplot's screen coordinates. Text
 * reaches the script in double quotes only, every byte outside [A-Za-z0-9 .,:()+_-] as an octal escape,
 * cleaned by text_clean; data as blocks of numbers; file names not at all. So no text from a capture can be a
 * command, markup or a path, whatever it holds. Parameters named `style`, `range` and `name` take text of our
 * own, never a capture's.
 *
 * Write errors stay in the stream: the caller closes it through output_close, which checks. */
#ifndef CACHESTAIR_PLOT_GNUPLOT_H
#define CACHESTAIR_PLOT_GNUPLOT_H

#include "../../probe/fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FIGURE_WIDTH = 800, FIGURE_NARROW = 480 };
/* A canvas writes FONT_TEXT where no other is asked for, a narrow one FONT_NARROW, which is still read on a
 * telephone. */
enum gnuplot_font {
	FONT_TEXT = 14,
	FONT_NARROW = 15,
	FONT_PANEL = 16,
	FONT_NARROW_TITLE = 17,
	FONT_TITLE = 18
};

/* Colours by use; each is named c_... in the script. */
enum gnuplot_colour {
	COLOUR_INK,
	COLOUR_MUTED,
	COLOUR_FRAME,
	COLOUR_GRID,
	COLOUR_RANGE, /* lowest to highest */
	COLOUR_BAND,  /* plateau */
	COLOUR_KNEE,
	COLOUR_KNEEBAND,
	COLOUR_BOUND,
	COLOUR_REPORTED,
	COLOUR_REFUSED, /* and discarded, and missing */
	COLOUR_WRONG,   /* known wrong answers; red stands for nothing else */
	COLOUR_WRONGBAND,
	COLOUR_FIRST, /* two captures in one frame */
	COLOUR_FIRSTBAND,
	COLOUR_SECOND,
	COLOUR_SECONDBAND,
	COLOUR_ROW, /* every other row of a table */
	COLOUR_PAPER,
	COLOUR_PASS, /* a pass beside the one that is told */
	COLOURS
};

/* Line styles, defined in every script with `set style arrow`. */
#define LINE_KNEE "as 1"
#define LINE_BOUND "as 2"
#define LINE_REPORTED "as 3"
#define LINE_REFUSED "as 4" /* a bracket with a bar at both ends */
#define LINE_RANGE "as 5"
#define LINE_CAPACITY "as 6" /* a bracket */
#define LINE_INTERVAL "as 7"

enum gnuplot_shape {
	SHAPE_CROSS = 2,
	SHAPE_SQUARE = 5,
	SHAPE_DISC = 7,
	SHAPE_TRIANGLE = 9,
	SHAPE_DIAMOND = 13
};
enum gnuplot_align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };
enum gnuplot_layer { LAYER_BEHIND, LAYER_BACK, LAYER_FRONT };

/* One coordinate: in units of the figure, in the axis's own numbers, or a share of the panel's frame. */
struct gnuplot_at {
	enum { AT_UNITS, AT_FIRST, AT_GRAPH } system;
	double value;
};

static inline struct gnuplot_at at_units(double value)
{
	return (struct gnuplot_at){AT_UNITS, value};
}
static inline struct gnuplot_at at_first(double value)
{
	return (struct gnuplot_at){AT_FIRST, value};
}
static inline struct gnuplot_at at_graph(double value)
{
	return (struct gnuplot_at){AT_GRAPH, value};
}

/* A place: in units, or each coordinate in its own. */
struct gnuplot_point {
	struct gnuplot_at x, y;
};

#define POINT(name, a, b, x, y)                                                                              \
	static inline struct gnuplot_point name(double a, double b)                                          \
	{                                                                                                    \
		return (struct gnuplot_point){x, y};                                                         \
	}
POINT(at, x, y, at_units(x), at_units(y))
POINT(at_share, x, y, at_graph(x), at_graph(y))
POINT(at_data, x, y, at_first(x), at_first(y))
POINT(at_above, x, units, at_first(x), at_units(units)) /* at such a height over a number of the x axis */
#undef POINT
#define POINT(name, a, x, y)                                                                                 \
	static inline struct gnuplot_point name(double a)                                                    \
	{                                                                                                    \
		return (struct gnuplot_point){x, y};                                                         \
	}
POINT(at_foot, x, at_first(x), at_graph(0)) /* on the frame's edges, at a number of an axis */
POINT(at_head, x, at_first(x), at_graph(1))
POINT(at_left, y, at_graph(0), at_first(y))
POINT(at_right, y, at_graph(1), at_first(y))
#undef POINT
static inline struct gnuplot_point at_mixed(struct gnuplot_at x, struct gnuplot_at y)
{
	return (struct gnuplot_point){x, y};
}

struct gnuplot {
	FILE *stream;
	double width, height;   /* of the canvas, units */
	enum gnuplot_font font; /* of what asks for no other */
	unsigned panels;        /* begun */
	bool writing;           /* a block of data */
	unsigned plotting;      /* items of the plot command that is being written */
};

/* A mark; its radius is 5.25 units times `size`. The open one is a dark mark with a white one on it:
 * gnuplot's own open marks have hairlines. */
struct gnuplot_mark {
	enum gnuplot_shape shape;
	double size;
	enum gnuplot_colour colour;
	bool open;
};
static inline struct gnuplot_mark mark_full(enum gnuplot_shape shape, double size, enum gnuplot_colour colour)
{
	return (struct gnuplot_mark){shape, size, colour, false};
}
static inline struct gnuplot_mark mark_open(enum gnuplot_shape shape, double size, enum gnuplot_colour colour)
{
	return (struct gnuplot_mark){shape, size, colour, true};
}

/* Begins a script: terminal, colours, line styles, multiplot. `name` becomes the SVG's own; `width` is
 * FIGURE_WIDTH or FIGURE_NARROW. */
void gnuplot_begin(struct gnuplot *plot, FILE *stream, const char *name, double width, double height);
/* Ends it. */
void gnuplot_end(struct gnuplot *plot);

/* A comment of our own words. */
void gnuplot_comment(struct gnuplot *plot, const char *words);

/* Writes any text as a gnuplot string, with its quotes. */
void gnuplot_string(FILE *stream, const char *text);

/* A text with its middle line at that height; a heading, which begins there, in a font of its own. */
void gnuplot_text(struct gnuplot *plot, struct gnuplot_point point, enum gnuplot_align align,
                  enum gnuplot_colour colour, const char *text);
void gnuplot_heading(struct gnuplot *plot, struct gnuplot_point point, enum gnuplot_font font,
                     enum gnuplot_colour colour, const char *text);
/* A text that reads upwards, its middle at (x, y), units. */
void gnuplot_text_upright(struct gnuplot *plot, double x, double y, enum gnuplot_colour colour,
                          const char *text);

void gnuplot_mark(struct gnuplot *plot, struct gnuplot_point point, struct gnuplot_mark mark);

/* A line in a style: one of those above, or "nohead lw 1 lc rgb c_grid". Of the front layer marks and texts
 * are drawn over lines, and lines over boxes; data is drawn between the back layer and the front one. */
void gnuplot_line(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                  enum gnuplot_layer layer, const char *style);

/* A filled box without a border; the border of such a box alone, in front. */
void gnuplot_box(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                 enum gnuplot_layer layer, enum gnuplot_colour colour);
void gnuplot_outline(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                     enum gnuplot_colour colour);

/* Begins a panel: the last one ends, what it drew is unset, the frame's edges are set, in units. `border` is
 * gnuplot's sum: 1 bottom, 2 left, 4 top, 8 right. No axis has ticks until gnuplot_ticks gives it some. */
void gnuplot_panel(struct gnuplot *plot, double left, double right, double top, double bottom,
                   unsigned border);

enum { TICK_LABEL = 24, TICKS = 64 };
struct gnuplot_tick {
	double value;
	bool minor;
	char label[TICK_LABEL];
};

/* The range of an axis ("x", "y", "y2"); `base` of its logarithm, or 0 where it is linear. */
void gnuplot_range(struct gnuplot *plot, const char *axis, double low, double high, unsigned base);
/* Its ticks; labels are left blank where `labels` is false. */
void gnuplot_ticks(struct gnuplot *plot, const char *axis, const struct gnuplot_tick *ticks, size_t count,
                   bool labels, enum gnuplot_colour colour);
/* Pale lines at the labelled ticks of an axis. */
void gnuplot_grid(struct gnuplot *plot, const char *axis);

/* Begins a block of data named $name; its rows follow, and the next command of any kind ends it. A number
 * that is not finite is written as NaN, which breaks a line. */
void gnuplot_data(struct gnuplot *plot, const char *name, const char *columns);
void gnuplot_row(struct gnuplot *plot, const double *numbers, size_t count);

/* One item of the panel's plot command: block `name` drawn by `style` ("using 1:2 with lines ..."),
 * printf-style; as marks where its columns `using` say. The command is the last of a panel; without an item
 * it draws nothing, since a panel must plot something. */
void gnuplot_plot(struct gnuplot *plot, const char *name, const char *style, ...) FAULT_PRINTF(3, 4);
void gnuplot_marks(struct gnuplot *plot, const char *name, const char *using, struct gnuplot_mark mark);

#endif
