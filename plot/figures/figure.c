/* What all figures share: canvas, title, key. */
#include "figure.h"

#include <string.h>

enum { FIGURE_FIRST_LINE = 22, FIGURE_KEY_GAP = 16, FIGURE_KEY_WORDS = 6, FIGURE_KEY_ROW = 24 };
enum { FIGURE_SYNTHETIC = 90 }; /* what "synthetic" takes beside a title */

static double figure_width(const struct figure *figure)
{
	return figure->narrow ? FIGURE_NARROW : FIGURE_WIDTH;
}

static double figure_font(const struct figure *figure)
{
	return figure->narrow ? FONT_NARROW : FONT_TEXT;
}

struct figure_paragraph figure_title(const struct figure *figure)
{
	double room = figure_width(figure) - 2 * FIGURE_MARGIN - (figure->synthetic ? FIGURE_SYNTHETIC : 0);
	return figure->narrow
	           ? (struct figure_paragraph){FONT_NARROW_TITLE, FONT_NARROW_TITLE, 22, room, COLOUR_INK, 3}
	           : (struct figure_paragraph){FONT_TITLE, FONT_TITLE, 24, room, COLOUR_INK, 2};
}

struct figure_paragraph figure_subtitle(const struct figure *figure)
{
	return figure->narrow ? (struct figure_paragraph){FONT_TEXT, FONT_NARROW, 19, 448, COLOUR_MUTED, 3}
	                      : (struct figure_paragraph){FONT_TEXT, FONT_TEXT, 19, 768, COLOUR_MUTED, 2};
}

void figure_write(struct gnuplot *plot, const struct figure_paragraph *paragraph, const char *text, double *y)
{
	char clean[TEXT_BYTES], line[TEXT_BYTES];
	text_clean(clean, sizeof clean, text);
	text = clean;
	for (size_t count = 0; *text != '\0' && count < paragraph->most; count++, *y += paragraph->step) {
		if (count + 1 < paragraph->most) {
			text_line(line, &text, paragraph->room, paragraph->size);
		} else {
			memcpy(line, text, strlen(text) + 1);
			text_cut(line, paragraph->room, paragraph->size);
			text = "";
		}
		if (plot != NULL)
			gnuplot_heading(plot, at(FIGURE_MARGIN, *y), paragraph->font, paragraph->colour,
			                line);
	}
}

static double figure_header(const struct figure *figure, struct gnuplot *plot)
{
	struct figure_paragraph title = figure_title(figure), subtitle = figure_subtitle(figure);
	double y = FIGURE_FIRST_LINE;
	figure_write(plot, &title, figure->title, &y);
	if (plot != NULL && figure->synthetic)
		gnuplot_text(plot, at(figure_width(figure) - FIGURE_MARGIN, FIGURE_FIRST_LINE), ALIGN_RIGHT,
		             COLOUR_INK, "synthetic");
	figure_write(plot, &subtitle, figure->subtitle, &y);
	return y;
}

double figure_top(const struct figure *figure)
{
	return figure_header(figure, NULL);
}

void figure_key(struct figure *figure, double width, void (*draw)(struct gnuplot *, double, double),
                const char *words)
{
	if (figure->key_count < FIGURE_KEYS)
		figure->keys[figure->key_count++] = (struct figure_key){width, draw, words};
}

/* Walks the key's entries from `y` on, in as many rows as they need; draws them where `plot` is given.
 * Returns the last row's y. */
static double figure_key_walk(const struct figure *figure, struct gnuplot *plot, double y)
{
	double x = FIGURE_MARGIN;
	for (size_t i = 0; i < figure->key_count; i++) {
		const struct figure_key *key = &figure->keys[i];
		double width = key->width + FIGURE_KEY_WORDS + text_width(key->words, figure_font(figure));
		if (x > FIGURE_MARGIN && x + width > figure_width(figure) - FIGURE_MARGIN) {
			x = FIGURE_MARGIN;
			y += FIGURE_KEY_ROW;
		}
		if (plot != NULL) {
			key->draw(plot, x, y);
			gnuplot_text(plot, at(x + key->width + FIGURE_KEY_WORDS, y), ALIGN_LEFT, COLOUR_MUTED,
			             key->words);
		}
		x += width + FIGURE_KEY_GAP;
	}
	return y;
}

void figure_begin(const struct figure *figure, struct gnuplot *plot, FILE *stream, double bottom)
{
	double first = bottom + 12;
	double height =
	    figure->key_count == 0 ? bottom + 8 : figure_key_walk(figure, NULL, first) + FIGURE_MARGIN;
	fprintf(stream,
	        "# %s: written by cachestair's plot from the summaries given; draw it with gnuplot -d.\n",
	        figure->name);
	gnuplot_begin(plot, stream, figure->name, figure_width(figure), height);
	fputs("\n# ---- figure title\n", stream);
	figure_header(figure, plot);
	fputs("\n# ---- key\n", stream);
	figure_key_walk(figure, plot, first);
}

void figure_end(struct gnuplot *plot)
{
	gnuplot_end(plot);
}

void figure_key_median(struct gnuplot *plot, double x, double y)
{
	gnuplot_line(plot, at(x, y), at(x + KEY_LINE, y), LAYER_FRONT, "nohead lw 1.7 lc rgb c_ink");
	gnuplot_mark(plot, at(x + KEY_LINE / 2.0, y), SHAPE_DISC, 0.5, COLOUR_INK);
}

void figure_key_range(struct gnuplot *plot, double x, double y)
{
	double middle = x + KEY_BAR / 2.0;
	gnuplot_line_as(plot, at(middle, y - 8), at(middle, y + 8), LAYER_FRONT, LINE_RANGE);
}

void figure_key_band(struct gnuplot *plot, double x, double y)
{
	gnuplot_box(plot, at(x, y - 6), at(x + KEY_LINE, y + 6), LAYER_BEHIND, COLOUR_BAND);
}

void figure_key_cross(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at(x + KEY_MARK / 2.0, y), SHAPE_CROSS, 0.85, COLOUR_REFUSED);
}

void figure_key_thin(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark_open(plot, at(x + KEY_MARK / 2.0, y), SHAPE_DISC, 0.62, COLOUR_INK);
}

void figure_key_noted(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark_open(plot, at(x + KEY_MARK / 2.0, y), SHAPE_DISC, 0.7, COLOUR_KNEE);
}

void figure_key_beyond(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at(x + KEY_MARK / 2.0, y), SHAPE_TRIANGLE, 0.5, COLOUR_MUTED);
}

void figure_key_knee(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at(x + KEY_MARK / 2.0, y), SHAPE_DISC, 0.62, COLOUR_KNEE);
}

void figure_key_interval(struct gnuplot *plot, double x, double y)
{
	gnuplot_line_as(plot, at(x, y), at(x + KEY_LINE, y), LAYER_FRONT, LINE_INTERVAL);
}

void figure_key_reported(struct gnuplot *plot, double x, double y)
{
	gnuplot_line_as(plot, at(x, y), at(x + KEY_LINE, y), LAYER_FRONT, LINE_REPORTED);
}
