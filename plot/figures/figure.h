/* What all figures share: the canvas, the title that states the finding, two grey lines below it, and the
 * key. */
#ifndef CACHESTAIR_PLOT_FIGURE_H
#define CACHESTAIR_PLOT_FIGURE_H

#include "../draw/gnuplot.h"
#include "../draw/text.h"

#include "../../probe/fault.h"
#include "../../reduce/summary/summary.h"

enum { FIGURE_MARGIN = 16, FIGURE_KEYS = 10, FIGURE_LINES = 4 };

/* One entry of the key: a symbol `width` units wide, drawn from x on with its middle at y, and its meaning.
 */
struct figure_key {
	double width;
	void (*draw)(struct gnuplot *plot, double x, double y);
	const char *words;
};

struct figure {
	const char *name; /* a word of our own: the SVG's name */
	char title[TEXT_BYTES];
	char subtitle[TEXT_BYTES];
	bool synthetic; /* marked so, top right */
	bool narrow;    /* FIGURE_NARROW wide */
	struct figure_key keys[FIGURE_KEYS];
	size_t key_count;
};

/* What the command line asks of a figure. */
struct figure_wish {
	bool overlay;       /* ladder: two captures in one frame */
	const char *pass;   /* which pass of a summary; NULL for the first */
	const char *path;   /* of the first summary, for what stands beside it */
	const char *table;  /* machine: path of NAME.machine.csv */
	const char *checks; /* gallery: path of the check panel's table; NULL for none */
};

/* A figure: writes the script of what the summaries hold. Returns 0, or -1 with a fault where they cannot be
 * drawn. */
typedef int figure_draw(FILE *stream, const struct summary *summaries, size_t count,
                        const struct figure_wish *wish, struct fault *fault);
figure_draw ladder_draw, overlay_draw, granule_draw, gaps_draw, shift_draw, gallery_draw, pairs_draw,
    trials_draw, translation_draw, passes_draw;

/* Adds an entry of the key; beyond FIGURE_KEYS it is left out. */
void figure_key(struct figure *figure, double width, void (*draw)(struct gnuplot *, double, double),
                const char *words);

/* The symbols that several figures have in their keys, and their widths. */
enum { KEY_LINE = 24, KEY_BAR = 5, KEY_MARK = 10 };
void figure_key_median(struct gnuplot *plot, double x, double y);   /* line and disc, KEY_LINE */
void figure_key_range(struct gnuplot *plot, double x, double y);    /* KEY_BAR */
void figure_key_band(struct gnuplot *plot, double x, double y);     /* KEY_LINE */
void figure_key_cross(struct gnuplot *plot, double x, double y);    /* KEY_MARK */
void figure_key_thin(struct gnuplot *plot, double x, double y);     /* KEY_MARK */
void figure_key_noted(struct gnuplot *plot, double x, double y);    /* a knee's ring, KEY_MARK */
void figure_key_beyond(struct gnuplot *plot, double x, double y);   /* KEY_MARK */
void figure_key_knee(struct gnuplot *plot, double x, double y);     /* KEY_MARK */
void figure_key_interval(struct gnuplot *plot, double x, double y); /* KEY_LINE */
void figure_key_reported(struct gnuplot *plot, double x, double y); /* dashed line, KEY_LINE */

/* Writes a text in so many lines of `room` units at most (FIGURE_LINES), the last cut, at the left margin,
 * the first with its middle at *y; moves *y past them. Nothing is written where `plot` is NULL. */
struct figure_paragraph {
	enum gnuplot_font font;
	double size, step, room; /* size: the font's own */
	enum gnuplot_colour colour;
	size_t most;
};
void figure_write(struct gnuplot *plot, const struct figure_paragraph *paragraph, const char *text,
                  double *y);
/* The paragraphs of a figure's title and of the grey lines below it. */
struct figure_paragraph figure_title(const struct figure *figure);
struct figure_paragraph figure_subtitle(const struct figure *figure);

/* Where the content may begin: below the title and the subtitle, in units from the top. */
double figure_top(const struct figure *figure);

/* Begins the script: the canvas high enough for content that ends at `bottom`, the title, the key below the
 * content. The panels follow, then figure_end. */
void figure_begin(const struct figure *figure, struct gnuplot *plot, FILE *stream, double bottom);
void figure_end(struct gnuplot *plot);

#endif
