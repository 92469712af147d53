/* What all figures share: canvas, title, key. */
#include "figure.h"

enum { FIGURE_FIRST_LINE = 22, FIGURE_KEY_GAP = 24, FIGURE_KEY_WORDS = 6, FIGURE_KEY_ROW = 24 };
static const double figure_title_step = 24, figure_subtitle_step = 19, figure_subtitle_room = 690;

/* Beside the title stands "synthetic" or nothing. */
static double figure_title_room(const struct figure *figure)
{
	double room = FIGURE_WIDTH - 2 * FIGURE_MARGIN;
	return figure->synthetic ? room - 90 : room;
}

/* Breaks a text into at most `most` lines; the last is cut. Returns how many. */
static size_t figure_lines(const char *text, double room, double font, size_t most, char lines[][TEXT_BYTES])
{
	size_t count = 0;
	while (*text != '\0' && count < most) {
		if (count + 1 < most) {
			text_line(lines[count], &text, room, font);
		} else {
			lines[count][0] = '\0';
			text_add(lines[count], "%s", text);
			text_cut(lines[count], room, font);
			text = "";
		}
		count++;
	}
	return count;
}

static size_t figure_title_lines(const struct figure *figure, char lines[][TEXT_BYTES])
{
	char clean[TEXT_BYTES];
	text_clean(clean, sizeof clean, figure->title);
	return figure_lines(clean, figure_title_room(figure), FONT_TITLE, FIGURE_TITLE_LINES, lines);
}

static size_t figure_subtitle_lines(const struct figure *figure, char lines[][TEXT_BYTES])
{
	char clean[TEXT_BYTES];
	text_clean(clean, sizeof clean, figure->subtitle);
	return figure_lines(clean, figure_subtitle_room, FONT_TEXT, FIGURE_SUBTITLE_LINES, lines);
}

double figure_top(const struct figure *figure)
{
	char lines[FIGURE_TITLE_LINES + FIGURE_SUBTITLE_LINES][TEXT_BYTES];
	double y = FIGURE_FIRST_LINE + figure_title_step * (double)figure_title_lines(figure, lines);
	return y + figure_subtitle_step * (double)figure_subtitle_lines(figure, lines);
}

static void figure_header(const struct figure *figure, struct gnuplot *plot)
{
	char lines[FIGURE_TITLE_LINES + FIGURE_SUBTITLE_LINES][TEXT_BYTES];
	double y = FIGURE_FIRST_LINE;
	fputs("\n# ---- figure title\n", plot->stream);
	size_t count = figure_title_lines(figure, lines);
	for (size_t i = 0; i < count; i++, y += figure_title_step)
		gnuplot_text(plot, at_units(FIGURE_MARGIN), at_units(y), ALIGN_LEFT, FONT_TITLE, COLOUR_INK,
		             lines[i]);
	if (figure->synthetic)
		gnuplot_text(plot, at_units(FIGURE_WIDTH - FIGURE_MARGIN), at_units(FIGURE_FIRST_LINE),
		             ALIGN_RIGHT, FONT_TEXT, COLOUR_INK, "synthetic");
	count = figure_subtitle_lines(figure, lines);
	for (size_t i = 0; i < count; i++, y += figure_subtitle_step)
		gnuplot_text(plot, at_units(FIGURE_MARGIN), at_units(y), ALIGN_LEFT, FONT_TEXT, COLOUR_MUTED,
		             lines[i]);
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
		double width = key->width + FIGURE_KEY_WORDS + text_width(key->words, FONT_TEXT);
		if (x > FIGURE_MARGIN && x + width > FIGURE_WIDTH - FIGURE_MARGIN) {
			x = FIGURE_MARGIN;
			y += FIGURE_KEY_ROW;
		}
		if (plot != NULL) {
			key->draw(plot, x, y);
			gnuplot_text(plot, at_units(x + key->width + FIGURE_KEY_WORDS), at_units(y),
			             ALIGN_LEFT, FONT_TEXT, COLOUR_MUTED, key->words);
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
	gnuplot_begin(plot, stream, figure->name, height);
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
	gnuplot_line(plot, at_units(x), at_units(y), at_units(x + KEY_LINE), at_units(y), LAYER_FRONT,
	             "nohead lw 1.7 lc rgb c_ink");
	gnuplot_mark(plot, at_units(x + KEY_LINE / 2.0), at_units(y), SHAPE_DISC, 0.5, COLOUR_INK);
}

void figure_key_range(struct gnuplot *plot, double x, double y)
{
	double middle = x + KEY_BAR / 2.0;
	gnuplot_line_as(plot, at_units(middle), at_units(y - 8), at_units(middle), at_units(y + 8),
	                LAYER_FRONT, LINE_RANGE);
}

void figure_key_band(struct gnuplot *plot, double x, double y)
{
	gnuplot_box(plot, at_units(x), at_units(y - 6), at_units(x + KEY_LINE), at_units(y + 6), LAYER_BEHIND,
	            COLOUR_BAND);
}

void figure_key_cross(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at_units(x + KEY_MARK / 2.0), at_units(y), SHAPE_CROSS, 0.85, COLOUR_REFUSED);
}

void figure_key_thin(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark_open(plot, at_units(x + KEY_MARK / 2.0), at_units(y), SHAPE_DISC, 0.62, COLOUR_INK);
}

void figure_key_noted(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark_open(plot, at_units(x + KEY_MARK / 2.0), at_units(y), SHAPE_DISC, 0.7, COLOUR_KNEE);
}

void figure_key_beyond(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at_units(x + KEY_MARK / 2.0), at_units(y), SHAPE_TRIANGLE, 0.5, COLOUR_MUTED);
}

void figure_key_knee(struct gnuplot *plot, double x, double y)
{
	gnuplot_mark(plot, at_units(x + KEY_MARK / 2.0), at_units(y), SHAPE_DISC, 0.62, COLOUR_KNEE);
}

void figure_key_interval(struct gnuplot *plot, double x, double y)
{
	gnuplot_line_as(plot, at_units(x), at_units(y), at_units(x + KEY_LINE), at_units(y), LAYER_FRONT,
	                LINE_INTERVAL);
}

void figure_key_reported(struct gnuplot *plot, double x, double y)
{
	gnuplot_line_as(plot, at_units(x), at_units(y), at_units(x + KEY_LINE), at_units(y), LAYER_FRONT,
	                LINE_REPORTED);
}
