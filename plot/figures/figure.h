/* What all figures share: the canvas, the title that states the finding, two grey lines below it, and the
 * key. */
#ifndef CACHESTAIR_PLOT_FIGURE_H
#define CACHESTAIR_PLOT_FIGURE_H

#include "../draw/axis.h"
#include "../draw/text.h"

#include "../../reduce/summary/summary.h"

enum { FIGURE_MARGIN = 16, FIGURE_KEYS = 10 };

/* What draws a symbol of its own over such an x, its middle at y. */
typedef void figure_draw_symbol(struct gnuplot *plot, struct span x, double y);

/* A symbol of the key, so wide: what `draw` draws, a box, a line across it or upright in its middle, a mark
 * in its middle, whichever are given, in this order. */
struct figure_symbol {
	double width;
	enum gnuplot_colour box; /* COLOUR_INK: none */
	const char *line;        /* its style; NULL for none */
	bool upright;
	struct gnuplot_mark mark; /* of size 0 for none */
	figure_draw_symbol *draw;
};

enum { KEY_LINE = 24, KEY_BAR = 5, KEY_MARK = 10 };
static inline struct figure_symbol key_line(const char *style)
{
	return (struct figure_symbol){.width = KEY_LINE, .line = style};
}
static inline struct figure_symbol key_upright(double width, const char *style)
{
	return (struct figure_symbol){.width = width, .line = style, .upright = true};
}
static inline struct figure_symbol key_box(enum gnuplot_colour colour)
{
	return (struct figure_symbol){.width = KEY_LINE, .box = colour};
}
static inline struct figure_symbol key_mark(struct gnuplot_mark mark)
{
	return (struct figure_symbol){.width = KEY_MARK, .mark = mark};
}
static inline struct figure_symbol key_drawn(double width, figure_draw_symbol *draw)
{
	return (struct figure_symbol){.width = width, .draw = draw};
}
/* Those of several figures: a line with its points, the lowest to the highest trial, a knee, a noted one, its
 * interval, a reported size. */
static const struct figure_symbol key_median = {.width = KEY_LINE,
                                                .line = "nohead lw 1.7 lc rgb c_ink",
                                                .mark = {SHAPE_DISC, 0.5, COLOUR_INK, false}},
                                  key_range = {.width = KEY_BAR, .line = LINE_RANGE, .upright = true},
                                  key_knee = {.width = KEY_MARK,
                                              .mark = {SHAPE_DISC, 0.62, COLOUR_KNEE, false}},
                                  key_noted = {.width = KEY_MARK,
                                               .mark = {SHAPE_DISC, 0.7, COLOUR_KNEE, true}},
                                  key_interval = {.width = KEY_LINE, .line = LINE_INTERVAL},
                                  key_reported = {.width = KEY_LINE, .line = LINE_REPORTED};

struct figure {
	const char *name; /* a word of our own: the SVG's name */
	char title[TEXT_BYTES];
	char subtitle[TEXT_BYTES];
	bool synthetic; /* a summary of it is: marked so, top right */
	bool narrow;    /* FIGURE_NARROW wide */
	struct {
		struct figure_symbol symbol;
		const char *words;
	} keys[FIGURE_KEYS];
	size_t key_count;
};

/* What a figure is drawn of, and what the command line asks of it. */
struct figure_wish {
	const struct summary *summaries; /* as many as the figure takes */
	size_t count;
	const char *pass;  /* which pass of a summary; NULL for the first */
	const char *path;  /* of the first summary, for what stands beside it */
	const char *table; /* machine: path of NAME.machine.csv */
	const char *panel; /* gallery: path of the check panel's table; NULL for none */
};

/* A figure: writes the script of what the summaries hold. Returns 0, or -1 with a fault where they cannot be
 * drawn. */
typedef int figure_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault);
figure_draw ladder_draw, overlay_draw, granule_draw, gaps_draw, shift_draw, gallery_draw, pairs_draw,
    trials_draw, translation_draw, passes_draw;

/* A figure without words yet. */
struct figure figure_of(const char *name, const struct figure_wish *wish);

/* Adds an entry of the key where it is `shown`; beyond FIGURE_KEYS it is left out. */
void figure_key(struct figure *figure, bool shown, struct figure_symbol symbol, const char *words);

/* Writes a text in so many lines of `room` units at most, the last cut, from `left` on, the first with its
 * middle at *y; moves *y past them. Nothing is written where `plot` is NULL. */
struct figure_paragraph {
	double left, step, room;
	enum gnuplot_font font;
	enum gnuplot_colour colour;
	size_t most;
};
void figure_write(struct gnuplot *plot, const struct figure_paragraph *paragraph, const char *text,
                  double *y);
/* The same of a part of a figure, as its title and the grey lines below it are written. */
void figure_section(struct gnuplot *plot, const struct figure *figure, const char *title, const char *words,
                    double *y);

/* Writes the figure's own (or not, where `plot` is NULL). Returns where the content may begin, in units from
 * the top. */
double figure_top(const struct figure *figure, struct gnuplot *plot);

/* Begins the script: the canvas high enough for content that ends at `bottom`, the title, the key below the
 * content. The panels follow, then gnuplot_end. */
void figure_begin(const struct figure *figure, struct gnuplot *plot, FILE *stream, double bottom);

#endif
