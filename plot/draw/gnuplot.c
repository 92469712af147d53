/* Where gnuplot scripts are written, safely. */
#include "gnuplot.h"
#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const struct {
	const char *name, *value;
} gnuplot_colours[COLOURS] = {
    [COLOUR_INK] = {"c_ink", "#1B1F24"},
    [COLOUR_MUTED] = {"c_muted", "#57606A"},
    [COLOUR_FRAME] = {"c_frame", "#8C959F"},
    [COLOUR_GRID] = {"c_grid", "#E4E8EC"},
    [COLOUR_RANGE] = {"c_range", "#B9C2CC"},
    [COLOUR_BAND] = {"c_band", "#DCE9F5"},
    [COLOUR_KNEE] = {"c_knee", "#0072B2"},
    [COLOUR_KNEEBAND] = {"c_kneeband", "#A9D1EA"},
    [COLOUR_BOUND] = {"c_bound", "#007A59"},
    [COLOUR_REPORTED] = {"c_reported", "#4D4D4D"},
    [COLOUR_REFUSED] = {"c_refused", "#8A3A78"},
    [COLOUR_WRONG] = {"c_wrong", "#C8102E"},
    [COLOUR_WRONGBAND] = {"c_wrongband", "#FDEDEE"},
    [COLOUR_FIRST] = {"c_first", "#B35900"},
    [COLOUR_FIRSTBAND] = {"c_firstband", "#EBCBA6"},
    [COLOUR_SECOND] = {"c_second", "#0072B2"},
    [COLOUR_SECONDBAND] = {"c_secondband", "#B3D3E8"},
    [COLOUR_ROW] = {"c_row", "#F4F6F8"},
    [COLOUR_PAPER] = {"c_paper", "#FFFFFF"},
    [COLOUR_PASS] = {"c_pass", "#9AA5B1"},
};

/* In the order of the numbers in LINE_KNEE and the next. */
static const struct {
	const char *style, *use;
} gnuplot_lines[] = {
    {"nohead lw 1.7 lc rgb c_knee", "knee"},
    {"nohead lw 1.7 dt (1.5,3.5) lc rgb c_bound", "lower bound"},
    {"nohead lw 1.3 dt (7,4) lc rgb c_reported", "reported size"},
    {"heads size screen 0.005,90 lw 1.8 lc rgb c_refused", "what was refused"},
    {"nohead lw 5 lc rgb c_range", "lowest to highest"},
    {"heads size screen 0.005,90 lw 1.4 lc rgb c_bound", "claimed capacity"},
    {"nohead lw 6 lc rgb c_kneeband", "interval"},
};

static const char *const gnuplot_layers[] = {"behind", "back", "front"};
static const char *const gnuplot_aligns[] = {"left", "center", "right"};

void gnuplot_string(FILE *stream, const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:()+-_";
	char clean[TEXT_BYTES];
	text_clean(clean, sizeof clean, text);
	fputc('"', stream);
	/* After an escape a digit is escaped, too: gnuplot reads a fourth one where the first is 0. */
	bool escaped = false;
	for (const char *byte = clean; *byte != '\0'; byte++) {
		bool digit = *byte >= '0' && *byte <= '9';
		escaped = strchr(plain, *byte) == NULL || (escaped && digit);
		if (escaped)
			fprintf(stream, "\\%03o", (unsigned)(unsigned char)*byte);
		else
			fputc(*byte, stream);
	}
	fputc('"', stream);
}

/* The stream for the next command: a block of data ends before it. */
static FILE *gnuplot_command(struct gnuplot *plot)
{
	fputs(plot->writing ? "EOD\n" : "", plot->stream);
	plot->writing = false;
	return plot->stream;
}

void gnuplot_comment(struct gnuplot *plot, const char *words)
{
	fprintf(gnuplot_command(plot), "# %s\n", words);
}

void gnuplot_begin(struct gnuplot *plot, FILE *stream, const char *name, double width, double height)
{
	enum gnuplot_font font = width < FIGURE_WIDTH ? FONT_NARROW : FONT_TEXT;
	*plot = (struct gnuplot){.stream = stream, .width = width, .height = height, .font = font};
	fputs("# ---- terminal\nset encoding utf8\n", stream);
	fprintf(stream, "set terminal svg size %.0f,%.0f dynamic noenhanced font 'Arial,%d'", width, height,
	        (int)font);
	fprintf(stream, " background rgb 'white' name '%s'\n", name);
	for (size_t i = 0; i < COLOURS; i++)
		fprintf(stream, "%s = '%s'\n", gnuplot_colours[i].name, gnuplot_colours[i].value);
	for (size_t i = 0; i < sizeof gnuplot_lines / sizeof gnuplot_lines[0]; i++)
		fprintf(stream, "set style arrow %zu %s    # %s\n", i + 1, gnuplot_lines[i].style,
		        gnuplot_lines[i].use);
	fputs("unset key\nset multiplot\n", stream);
}

static FILE *gnuplot_panel_end(struct gnuplot *plot)
{
	FILE *stream = gnuplot_command(plot);
	if (plot->panels > 0 && plot->plotting == 0)
		fputs("$none << EOD\nNaN NaN\nEOD\nplot $none using 1:2 with points", stream);
	fputs(plot->panels > 0 ? "\n" : "", stream);
	plot->plotting = 0;
	return stream;
}

void gnuplot_end(struct gnuplot *plot)
{
	fputs("unset multiplot\n", gnuplot_panel_end(plot));
}

/* Writes a coordinate, whose place on the canvas is a share of it. A fifth decimal is exact to a hundredth of
 * a unit. */
static void gnuplot_coordinate(struct gnuplot *plot, const char *before, struct gnuplot_at at, double share)
{
	static const char *const systems[] = {
	    [AT_UNITS] = "screen", [AT_FIRST] = "first", [AT_GRAPH] = "graph"};
	fprintf(gnuplot_command(plot), at.system == AT_UNITS ? "%s%s %.5f" : "%s%s %.9g", before,
	        systems[at.system], at.system == AT_UNITS ? share : at.value);
}

static void gnuplot_xy(struct gnuplot *plot, const char *before, struct gnuplot_point point)
{
	gnuplot_coordinate(plot, before, point.x, point.x.value / plot->width);
	gnuplot_coordinate(plot, ", ", point.y, 1 - point.y.value / plot->height);
}

static void gnuplot_label(struct gnuplot *plot, struct gnuplot_point point, const char *place,
                          enum gnuplot_colour colour, const char *text)
{
	fputs("set label ", gnuplot_command(plot));
	gnuplot_string(plot->stream, text);
	gnuplot_xy(plot, " at ", point);
	fprintf(plot->stream, " %s tc rgb %s front\n", place, gnuplot_colours[colour].name);
}

void gnuplot_text(struct gnuplot *plot, struct gnuplot_point point, enum gnuplot_align align,
                  enum gnuplot_colour colour, const char *text)
{
	gnuplot_label(plot, point, gnuplot_aligns[align], colour, text);
}

void gnuplot_heading(struct gnuplot *plot, struct gnuplot_point point, enum gnuplot_font font,
                     enum gnuplot_colour colour, const char *text)
{
	char place[24] = "left";
	if (font != plot->font)
		snprintf(place, sizeof place, "left font ',%d'", (int)font);
	gnuplot_label(plot, point, place, colour, text);
}

void gnuplot_text_upright(struct gnuplot *plot, double x, double y, enum gnuplot_colour colour,
                          const char *text)
{
	gnuplot_label(plot, at(x, y), "center rotate by 90", colour, text);
}

static struct gnuplot_mark gnuplot_hole(struct gnuplot_mark mark)
{
	return (struct gnuplot_mark){.shape = mark.shape, .size = mark.size - 0.26, .colour = COLOUR_PAPER};
}

void gnuplot_mark(struct gnuplot *plot, struct gnuplot_point point, struct gnuplot_mark mark)
{
	gnuplot_xy(plot, "set label '' at ", point);
	fprintf(plot->stream, " point pt %d ps %.3g lc rgb %s front\n", (int)mark.shape, mark.size,
	        gnuplot_colours[mark.colour].name);
	if (mark.open)
		gnuplot_mark(plot, point, gnuplot_hole(mark));
}

void gnuplot_line(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                  enum gnuplot_layer layer, const char *style)
{
	gnuplot_xy(plot, "set arrow from ", from);
	gnuplot_xy(plot, " to ", to);
	fprintf(plot->stream, " %s %s\n", gnuplot_layers[layer == LAYER_BEHIND ? LAYER_BACK : layer], style);
}

void gnuplot_box(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                 enum gnuplot_layer layer, enum gnuplot_colour colour)
{
	gnuplot_xy(plot, "set object rect from ", from);
	gnuplot_xy(plot, " to ", to);
	fprintf(plot->stream, " %s fs solid noborder fc rgb %s\n", gnuplot_layers[layer],
	        gnuplot_colours[colour].name);
}

void gnuplot_outline(struct gnuplot *plot, struct gnuplot_point from, struct gnuplot_point to,
                     enum gnuplot_colour colour)
{
	gnuplot_xy(plot, "set object rect from ", from);
	gnuplot_xy(plot, " to ", to);
	fprintf(plot->stream, " front fs empty border lc rgb %s lw 1.4\n", gnuplot_colours[colour].name);
}

void gnuplot_panel(struct gnuplot *plot, double left, double right, double top, double bottom,
                   unsigned border)
{
	FILE *stream = gnuplot_panel_end(plot);
	fprintf(stream, "\n# ==== panel %u\n", ++plot->panels);
	if (plot->panels > 1)
		fputs("unset label\nunset arrow\nunset object\nunset logscale\nunset grid\n", stream);
	fprintf(stream, "set lmargin at screen %.5f\n", left / plot->width);
	fprintf(stream, "set rmargin at screen %.5f\n", right / plot->width);
	fprintf(stream, "set tmargin at screen %.5f\n", 1 - top / plot->height);
	fprintf(stream, "set bmargin at screen %.5f\n", 1 - bottom / plot->height);
	fprintf(stream, "set border %u lw 1 lc rgb c_frame\n", border);
	fputs("unset xtics\nunset ytics\nunset y2tics\n", stream);
}

void gnuplot_range(struct gnuplot *plot, const char *axis, double low, double high, unsigned base)
{
	FILE *stream = gnuplot_command(plot);
	if (base != 0)
		fprintf(stream, "set logscale %s %u\n", axis, base);
	fprintf(stream, "set %srange [%.9g:%.9g]\n", axis, low, high);
}

void gnuplot_ticks(struct gnuplot *plot, const char *axis, const struct gnuplot_tick *ticks, size_t count,
                   bool labels, enum gnuplot_colour colour)
{
	if (count == 0)
		return;
	fprintf(gnuplot_command(plot), "set %stics (", axis);
	for (size_t i = 0; i < count; i++) {
		fputs(i == 0 ? "" : ", ", plot->stream);
		gnuplot_string(plot->stream, labels ? ticks[i].label : "");
		fprintf(plot->stream, " %.9g%s", ticks[i].value, ticks[i].minor ? " 1" : "");
	}
	fputs(")\n", plot->stream);
	fprintf(plot->stream, "set %stics nomirror out scale 0.6,0.35%s tc rgb %s\n", axis,
	        axis[0] == 'x' ? " offset 0,0.2" : "", gnuplot_colours[colour].name);
}

void gnuplot_grid(struct gnuplot *plot, const char *axis)
{
	fprintf(gnuplot_command(plot), "set grid %stics back lt 1 lw 1 lc rgb c_grid\n", axis);
}

void gnuplot_data(struct gnuplot *plot, const char *name, const char *columns)
{
	fprintf(gnuplot_command(plot), "# ---- data: %s\n$%s << EOD\n", columns, name);
	plot->writing = true;
}

void gnuplot_row(struct gnuplot *plot, const double *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		fputs(i == 0 ? "" : " ", plot->stream);
		if (isfinite(numbers[i]))
			fprintf(plot->stream, "%.9g", numbers[i]);
		else
			fputs("NaN", plot->stream);
	}
	fputc('\n', plot->stream);
}

void gnuplot_plot(struct gnuplot *plot, const char *name, const char *style, ...)
{
	va_list arguments;
	FILE *stream = gnuplot_command(plot);
	fprintf(stream, "%s$%s ", plot->plotting++ == 0 ? "# ---- plot\nplot " : ", \\\n     ", name);
	va_start(arguments, style);
	vfprintf(stream, style, arguments);
	va_end(arguments);
}

void gnuplot_marks(struct gnuplot *plot, const char *name, const char *using, struct gnuplot_mark mark)
{
	gnuplot_plot(plot, name, "using %s with points pt %d ps %.3g lc rgb %s", using, (int)mark.shape,
	             mark.size, gnuplot_colours[mark.colour].name);
	if (mark.open)
		gnuplot_marks(plot, name, using, gnuplot_hole(mark));
}
