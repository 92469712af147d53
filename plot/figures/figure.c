/* What all figures share: canvas, title, key. */
#include "figure.h"
#include "../view.h"
#include "../../probe/capture.h"

#include <string.h>

enum { FIGURE_FIRST_LINE = 22, FIGURE_KEY_GAP = 16, FIGURE_KEY_WORDS = 6, FIGURE_KEY_ROW = 24 };
enum { FIGURE_SYNTHETIC = 90 }; /* what "synthetic" takes beside a title */

/* A canvas and how its words are written on it. */
static const struct figure_page {
	double width;
	struct figure_paragraph title, subtitle;
} figure_wide = {FIGURE_WIDTH,
                 {FIGURE_MARGIN, 24, 768, FONT_TITLE, COLOUR_INK, 2},
                 {FIGURE_MARGIN, 19, 768, FONT_TEXT, COLOUR_MUTED, 2}},
  figure_narrow = {FIGURE_NARROW,
                   {FIGURE_MARGIN, 22, 448, FONT_NARROW_TITLE, COLOUR_INK, 3},
                   {FIGURE_MARGIN, 19, 448, FONT_NARROW, COLOUR_MUTED, 3}};

static const struct figure_page *figure_page(const struct figure *figure)
{
	return figure->narrow ? &figure_narrow : &figure_wide;
}

struct figure figure_of(const char *name, const struct figure_wish *wish)
{
	struct figure figure = {.name = name};
	for (size_t i = 0; i < wish->count; i++)
		figure.synthetic |= view_header(&wish->summaries[i], CAPTURE_KEY_SYNTHETIC) != NULL;
	return figure;
}

void figure_write(struct gnuplot *plot, const struct figure_paragraph *paragraph, const char *text, double *y)
{
	char clean[TEXT_BYTES], line[TEXT_BYTES];
	text_clean(clean, sizeof clean, text);
	text = clean;
	for (size_t count = 0; *text != '\0' && count < paragraph->most; count++, *y += paragraph->step) {
		if (count + 1 < paragraph->most) {
			text_line(line, &text, paragraph->room, paragraph->font);
		} else {
			text_cut(line, text, paragraph->room, paragraph->font);
			text = "";
		}
		if (plot != NULL)
			gnuplot_heading(plot, at(paragraph->left, *y), paragraph->font, paragraph->colour,
			                line);
	}
}

void figure_section(struct gnuplot *plot, const struct figure *figure, const char *title, const char *words,
                    double *y)
{
	figure_write(plot, &figure_page(figure)->title, title, y);
	figure_write(plot, &figure_page(figure)->subtitle, words, y);
}

double figure_top(const struct figure *figure, struct gnuplot *plot)
{
	const struct figure_page *page = figure_page(figure);
	struct figure_paragraph title = page->title;
	double y = FIGURE_FIRST_LINE;
	title.room -= figure->synthetic ? FIGURE_SYNTHETIC : 0;
	figure_write(plot, &title, figure->title, &y);
	if (plot != NULL && figure->synthetic)
		gnuplot_text(plot, at(page->width - FIGURE_MARGIN, FIGURE_FIRST_LINE), ALIGN_RIGHT,
		             COLOUR_INK, "synthetic");
	figure_write(plot, &page->subtitle, figure->subtitle, &y);
	return y;
}

void figure_key(struct figure *figure, bool shown, struct figure_symbol symbol, const char *words)
{
	if (!shown || figure->key_count == FIGURE_KEYS)
		return;
	figure->keys[figure->key_count].symbol = symbol;
	figure->keys[figure->key_count++].words = words;
}

static void figure_symbol_draw(struct gnuplot *plot, const struct figure_symbol *symbol, double x, double y)
{
	double middle = x + symbol->width / 2, end = x + symbol->width;
	if (symbol->draw != NULL)
		symbol->draw(plot, (struct span){x, end}, y);
	if (symbol->box != COLOUR_INK)
		gnuplot_box(plot, at(x, y - 6), at(end, y + 6), LAYER_BEHIND, symbol->box);
	if (symbol->line != NULL && symbol->upright)
		gnuplot_line(plot, at(middle, y - 8), at(middle, y + 8), LAYER_FRONT, symbol->line);
	else if (symbol->line != NULL)
		gnuplot_line(plot, at(x, y), at(end, y), LAYER_FRONT, symbol->line);
	if (symbol->mark.size > 0)
		gnuplot_mark(plot, at(middle, y), symbol->mark);
}

/* Walks the key's entries from `y` on, in as many rows as they need; draws them where `plot` is given.
 * Returns the last row's y. */
static double figure_key_walk(const struct figure *figure, struct gnuplot *plot, double y)
{
	const struct figure_page *page = figure_page(figure);
	double x = FIGURE_MARGIN;
	for (size_t i = 0; i < figure->key_count; i++) {
		const struct figure_symbol *symbol = &figure->keys[i].symbol;
		const char *words = figure->keys[i].words;
		double width = symbol->width + FIGURE_KEY_WORDS + text_width(words, page->subtitle.font);
		if (x > FIGURE_MARGIN && x + width > page->width - FIGURE_MARGIN) {
			x = FIGURE_MARGIN;
			y += FIGURE_KEY_ROW;
		}
		if (plot != NULL) {
			figure_symbol_draw(plot, symbol, x, y);
			gnuplot_text(plot, at(x + symbol->width + FIGURE_KEY_WORDS, y), ALIGN_LEFT,
			             COLOUR_MUTED, words);
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
	gnuplot_begin(plot, stream, figure->name, figure_page(figure)->width, height);
	fputs("\n# ---- figure title\n", stream);
	figure_top(figure, plot);
	fputs("\n# ---- key\n", stream);
	figure_key_walk(figure, plot, first);
}
