/* Where the granule is drawn: time a pair against distance, a panel for each placement of the adjacency
 * probe. */
#include "panel.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { GRANULE_PLACEMENTS = 3, GRANULE_POINTS = 64, GRANULE_GATES = 9 };
/* A frame's left edge is `58 + 262 n`; below a panel's top: title, footprint, verdict, frame, axis, gates. */
enum { GRANULE_LEFT = 58, GRANULE_PITCH = 262, GRANULE_WIDTH = 200, GRANULE_HEIGHT = 210 };
enum {
	GRANULE_TITLE = 16,
	GRANULE_FOOTPRINT = 37,
	GRANULE_VERDICT = 59,
	GRANULE_LINE = 17,
	GRANULE_FRAME = 97
};
enum { GRANULE_GATE = 18, GRANULE_BELOW = 74 };

/* The placements, by the number that a finding has as its level. */
static const struct {
	const char *title, *where, *before;
} granule_placements[GRANULE_PLACEMENTS] = {
    {"inside level 1", "inside level 1", "control: "},
    {"first to second knee", "between the first and the second knee", "footprint "},
    {"past the last knee", "past the last knee", "footprint "},
};

/* The gates, in the order of their rows. `asked` is how the constant is written, "" where it is none. */
static const struct {
	enum rule_id rule;
	const char *name, *sign;
	int decimals;
} granule_gates[] = {
    {RULE_G2, "ramp", "\xe2\x89\xa5 ", 2},   {RULE_G3, "explained", "\xe2\x89\xa5 ", 2},
    {RULE_G4, "margin", "\xe2\x89\xa5 ", 2}, {RULE_G5, "steps above", "\xe2\x89\xa5 ", 0},
    {RULE_G7, "power of 2", "", 0},          {RULE_G8, "bend", "\xc2\xb1 ", 2},
};
enum { GRANULE_GATE_ROWS = sizeof granule_gates / sizeof granule_gates[0] };

struct granule_panel {
	const struct summary_finding *verdict, *fit, *retired; /* NULL where there is none */
	const struct summary_finding *gates[GRANULE_GATE_ROWS];
	const struct summary_point *points[GRANULE_POINTS]; /* by distance */
	size_t count;
	struct axis x, y;
	double left, top; /* top of the panel */
};

struct granule_figure {
	struct view view;
	struct granule_panel panels[GRANULE_PLACEMENTS];
	struct figure figure;
};

/* ---- what there is to draw ---- */

/* Sorts a row of one placement to its place. */
static void granule_take_row(struct granule_panel *panel, const struct summary_finding *row)
{
	if (row->kind == FINDING_GRANULE_FIT)
		panel->fit = row;
	else if (row->kind == FINDING_GRANULE_RETIRED)
		panel->retired = row;
	else if (row->kind == FINDING_GRANULE)
		panel->verdict = row;
	else
		for (size_t i = 0; i < GRANULE_GATE_ROWS; i++)
			if (row->rules == RULE_SET(granule_gates[i].rule))
				panel->gates[i] = row;
}

/* The points of the placement's footprint: the smaller of the two that the verdict names. */
static void granule_take_points(struct granule_panel *panel, const struct summary *summary, const char *pass)
{
	if (panel->verdict == NULL)
		return;
	for (size_t i = 0; i < summary->point_count && panel->count < GRANULE_POINTS; i++) {
		const struct summary_point *point = &summary->points[i];
		size_t at = panel->count;
		if (strcmp(point->experiment, "adjacency") != 0 || strcmp(point->pass, pass) != 0 ||
		    (double)point->size_bytes != panel->verdict->low || point->distance_bytes == 0)
			continue;
		for (; at > 0 && panel->points[at - 1]->distance_bytes > point->distance_bytes; at--)
			panel->points[at] = panel->points[at - 1];
		panel->points[at] = point;
		panel->count++;
	}
}

static void granule_set_axes(struct granule_panel *panel)
{
	double farthest = 256, highest = 0;
	if (panel->count > 0)
		farthest = (double)panel->points[panel->count - 1]->distance_bytes;
	for (size_t i = 0; i < panel->count; i++)
		if (panel->points[i]->time_ns > highest)
			highest = panel->points[i]->time_ns;
	if (panel->fit != NULL && panel->fit->high > highest)
		highest = panel->fit->high;
	panel->x = axis_linear(0, farthest * 1.035, panel->left, panel->left + GRANULE_WIDTH);
	panel->y = axis_linear(0, axis_linear_top(highest > 0 ? highest * 1.06 : 1), GRANULE_HEIGHT, 0);
}

/* The pass that is drawn: the one that is wished, or that of the first granule row. */
static const char *granule_pass(const struct summary *summary, const char *wished)
{
	for (size_t i = 0; i < summary->finding_count && wished == NULL; i++)
		if (finding_is_granule(&summary->findings[i]))
			wished = summary->findings[i].pass;
	return wished == NULL ? "" : wished;
}

static void granule_collect(struct granule_figure *granule, const char *pass)
{
	const struct summary *summary = granule->view.summary;
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		if (finding_is_granule(row) && strcmp(row->pass, pass) == 0 && row->level >= 1 &&
		    row->level <= GRANULE_PLACEMENTS)
			granule_take_row(&granule->panels[row->level - 1], row);
	}
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++) {
		granule->panels[i].left = GRANULE_LEFT + (double)i * GRANULE_PITCH;
		granule_take_points(&granule->panels[i], summary, pass);
		granule_set_axes(&granule->panels[i]);
	}
}

static void granule_words(struct granule_figure *granule)
{
	char *title = granule->figure.title, *text = granule->figure.subtitle;
	size_t found = 0;
	for (size_t i = 1; i < GRANULE_PLACEMENTS; i++) {
		const struct summary_finding *verdict = granule->panels[i].verdict;
		if (!view_stands(verdict) || !(verdict->value > 0))
			continue;
		text_add(title, "%s%.0f bytes%s %s", found == 0 ? "Granule: " : ", ", verdict->value,
		         view_accepted(verdict) ? "" : " (noted)", granule_placements[i].where);
		found++;
	}
	if (found == 0)
		text_add(title, "No granule is established");
	text_add(text,
	         "%s. Each pair is a random landing and a second word d bytes on. The granule is the "
	         "distance over which the machine rewards adjacency; it is not the coherency line.",
	         granule->view.name);
}

/* ---- drawing ---- */

static bool granule_found(const struct granule_panel *panel)
{
	return view_stands(panel->verdict) && panel->verdict->value > 0;
}

/* "refused, as it should be", "accepted: 128 bytes", "refused: the ramp is under 18 per cent ... (G2)". */
static void granule_verdict_words(const struct granule_panel *panel, bool control, char *text)
{
	const struct summary_finding *verdict = panel->verdict;
	char ids[RULE_TEXT];
	if (verdict == NULL) {
		text_add(text, "not measured");
	} else if (control && view_refused(verdict) && panel->fit != NULL) {
		text_add(text, "refused, as it should be (%.12s)", rule_ids(verdict->rules, ids));
	} else if (control && granule_found(panel)) {
		text_add(text, "accepted: it should not be (G6)");
	} else if (granule_found(panel)) {
		text_add(text, "%s: %.0f bytes", status_word(verdict->status), verdict->value);
	} else {
		const char *words = refusal_rule_words(verdict->rules);
		text_add(text, "%s: %.200s", status_word(verdict->status),
		         words[0] != '\0' ? words : verdict->reason);
		if (verdict->rules != 0)
			text_add(text, " (%.12s)", rule_ids(verdict->rules, ids));
	}
}

static void granule_titles(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	char text[TEXT_BYTES] = "", clean[TEXT_BYTES], line[TEXT_BYTES], range[WORDS];
	bool control = number == 0, good = control ? !granule_found(panel) : granule_found(panel);
	gnuplot_heading(plot, at(panel->left, panel->top + GRANULE_TITLE), FONT_PANEL, COLOUR_INK,
	                granule_placements[number].title);
	if (panel->verdict != NULL && panel->verdict->low > 0 && panel->verdict->high >= panel->verdict->low)
		text_add(text, "%s%s", granule_placements[number].before,
		         quantity_exact_range(panel->verdict->low, panel->verdict->high, range));
	gnuplot_text(plot, at(panel->left, panel->top + GRANULE_FOOTPRINT), ALIGN_LEFT, COLOUR_MUTED, text);
	text[0] = '\0';
	granule_verdict_words(panel, control, text);
	text_clean(clean, sizeof clean, text);
	const char *rest = clean;
	for (size_t i = 0; i < 2 && *rest != '\0'; i++) {
		double room = GRANULE_PITCH - 40;
		if (i == 0) {
			text_line(line, &rest, room, FONT_TEXT);
		} else {
			line[0] = '\0';
			text_add(line, "%s", rest);
			text_cut(line, room, FONT_TEXT);
		}
		gnuplot_text(plot, at(panel->left, panel->top + GRANULE_VERDICT + (double)i * GRANULE_LINE),
		             ALIGN_LEFT, good && !control ? COLOUR_KNEE : COLOUR_REFUSED, line);
	}
}

static void granule_axes(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	struct gnuplot_tick ticks[TICKS];
	double bottom = panel->top + GRANULE_FRAME + GRANULE_HEIGHT, step = 64;
	size_t count = 0;
	while (panel->x.high / step > 5)
		step *= 2;
	for (double at = 0; at <= panel->x.high && count < 8; at += step, count++) {
		ticks[count] = (struct gnuplot_tick){.value = at};
		snprintf(ticks[count].label, TICK_LABEL, "%.0f", at);
	}
	gnuplot_comment(plot, "---- axes");
	gnuplot_range(plot, "x", 0, panel->x.high, 0);
	gnuplot_range(plot, "y", 0, panel->y.high, 0);
	gnuplot_ticks(plot, "x", ticks, count, true, COLOUR_INK);
	gnuplot_ticks(plot, "y", ticks, panel->count == 0 ? 0 : axis_linear_ticks(&panel->y, ticks), true,
	              COLOUR_INK);
	gnuplot_grid(plot, "y");
	if (number == 0)
		gnuplot_text_upright(plot, 18, bottom - GRANULE_HEIGHT / 2.0, COLOUR_INK, "ns per pair");
	axis_name(plot, &panel->x, bottom, "distance d, bytes");
}

/* The share of the plateau that G2 asks, and the granule itself. */
static void granule_marks(struct gnuplot *plot, const struct granule_panel *panel)
{
	char words[TEXT_BYTES] = "";
	const struct summary_finding *fit = panel->fit, *ramp = panel->gates[0];
	double asked = ramp != NULL && ramp->low > 0 && ramp->low < 1 ? ramp->low : ratio_value(rule_g2_ramp);
	gnuplot_comment(plot, "---- marks: placement, verdict, granule, gates");
	if (fit == NULL || !isfinite(fit->high))
		return;
	gnuplot_box(plot, at_left(fit->high * (1 - asked)), at_right(fit->high), LAYER_BEHIND, COLOUR_BAND);
	if (!granule_found(panel))
		return;
	double x = axis_at(&panel->x, panel->verdict->value);
	text_add(words, "%.0f bytes", panel->verdict->value);
	bool right = x + 10 + text_width(words, FONT_TEXT) < panel->left + GRANULE_WIDTH;
	gnuplot_line(plot, at_foot(panel->verdict->value), at_data(panel->verdict->value, fit->high),
	             LAYER_BACK, LINE_KNEE);
	gnuplot_text(plot, at_mixed(at_units(right ? x + 7 : x - 7), at_graph(0.07)),
	             right ? ALIGN_LEFT : ALIGN_RIGHT, COLOUR_KNEE, words);
}

/* One row under a panel: symbol, name, value, what is asked. */
struct granule_row {
	const char *name, *value, *asked;
	bool passed, judged;
};

static void granule_row(struct gnuplot *plot, const struct granule_panel *panel, size_t *row,
                        struct granule_row words)
{
	double y = panel->top + GRANULE_FRAME + GRANULE_HEIGHT + GRANULE_BELOW + (double)*row * GRANULE_GATE;
	enum gnuplot_colour colour = !words.judged  ? COLOUR_MUTED
	                             : words.passed ? COLOUR_INK
	                                            : COLOUR_REFUSED;
	if (words.judged && words.passed)
		gnuplot_mark(plot, at(panel->left + 4, y), SHAPE_DISC, 0.5, COLOUR_KNEE);
	else if (words.judged)
		gnuplot_mark(plot, at(panel->left + 4, y), SHAPE_CROSS, 0.85, COLOUR_REFUSED);
	gnuplot_text(plot, at(panel->left + 14, y), ALIGN_LEFT, colour, words.name);
	gnuplot_text(plot, at(panel->left + 154, y), ALIGN_RIGHT, colour, words.value);
	gnuplot_text(plot, at(panel->left + 208, y), ALIGN_RIGHT, COLOUR_MUTED, words.asked);
	(*row)++;
}

/* A number with a true minus sign. */
static void granule_number(char words[WORDS], double value, int decimals)
{
	if (!isfinite(value))
		snprintf(words, WORDS, "\xe2\x80\x93");
	else
		snprintf(words, WORDS, "%s%.*f", value < 0 ? "\xe2\x88\x92" : "", decimals,
		         value < 0 ? -value : value);
}

static size_t granule_gate_rows(struct gnuplot *plot, const struct granule_panel *panel)
{
	size_t row = 0;
	char value[WORDS], asked[WORDS + 8], number[WORDS], name[WORDS];
	if (panel->verdict == NULL)
		return 0;
	bool legal = (panel->verdict->rules & RULE_SET(RULE_G1)) == 0;
	granule_row(plot, panel, &row,
	            (struct granule_row){"G1 one level", legal ? "yes" : "no", "", legal, true});
	for (size_t i = 0; i < GRANULE_GATE_ROWS; i++) {
		const struct summary_finding *gate = panel->gates[i];
		if (gate == NULL)
			continue;
		granule_number(value, gate->value, granule_gates[i].decimals);
		granule_number(number, gate->low, granule_gates[i].decimals);
		snprintf(asked, sizeof asked, "%s%s", granule_gates[i].sign,
		         isfinite(gate->low) ? number : "");
		snprintf(name, sizeof name, "%s %s", rules[granule_gates[i].rule].id, granule_gates[i].name);
		granule_row(plot, panel, &row,
		            (struct granule_row){name, value, isfinite(gate->low) ? asked : "",
		                                 !view_refused(gate),
		                                 view_accepted(gate) || view_refused(gate)});
	}
	if (panel->retired != NULL && panel->retired->value > 0) {
		granule_number(value, panel->retired->value, 0);
		granule_row(plot, panel, &row,
		            (struct granule_row){"without G1", value, "retired", false, false});
	}
	return row;
}

static void granule_data(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	char name[8];
	snprintf(name, sizeof name, "g%zu", number + 1);
	gnuplot_data(plot, name, "distance, median ns a pair, lowest, highest");
	for (size_t i = 0; i < panel->count; i++) {
		const struct summary_point *point = panel->points[i];
		double row[] = {(double)point->distance_bytes, point->time_ns, point->low_ns, point->high_ns};
		gnuplot_row(plot, row, sizeof row / sizeof row[0]);
	}
	gnuplot_data_end(plot);
	if (panel->fit == NULL || panel->count == 0)
		return;
	double first = (double)panel->points[0]->distance_bytes,
	       last = (double)panel->points[panel->count - 1]->distance_bytes;
	snprintf(name, sizeof name, "f%zu", number + 1);
	gnuplot_data(plot, name, "the fit by its two ends and its corner");
	gnuplot_row(plot, (const double[]){first, panel->fit->low}, 2);
	gnuplot_row(plot, (const double[]){panel->fit->value, panel->fit->high}, 2);
	gnuplot_row(plot, (const double[]){last, panel->fit->high}, 2);
	gnuplot_data_end(plot);
}

static void granule_curve(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	char name[8], fit[8];
	snprintf(name, sizeof name, "g%zu", number + 1);
	snprintf(fit, sizeof fit, "f%zu", number + 1);
	if (panel->count > 0) {
		panel_whiskers(plot, name, &panel->y, (struct panel_whiskers){"x1y1", "5", "c_range"});
		if (panel->fit != NULL)
			gnuplot_plot(plot, fit,
			             granule_found(panel)
			                 ? "using 1:2 with lines lw 2.4 lc rgb c_knee"
			                 : "using 1:2 with lines lw 1.8 dt (6,4) lc rgb c_refused");
		gnuplot_plot(plot, name, "using 1:2 with points pt 7 ps 0.55 lc rgb c_ink");
	}
	gnuplot_plot_end(plot);
}

static void granule_draw_panel(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	double top = panel->top + GRANULE_FRAME;
	gnuplot_panel(plot, panel->left, panel->left + GRANULE_WIDTH, top, top + GRANULE_HEIGHT, 3);
	granule_axes(plot, panel, number);
	granule_titles(plot, panel, number);
	granule_marks(plot, panel);
	granule_gate_rows(plot, panel);
	if (panel->count == 0)
		gnuplot_text(plot, at(panel->left + GRANULE_WIDTH / 2.0, top + GRANULE_HEIGHT / 2.0),
		             ALIGN_CENTRE, COLOUR_MUTED,
		             panel->verdict == NULL ? "not measured" : "no legal footprint");
	granule_data(plot, panel, number);
	granule_curve(plot, panel, number);
}

/* How many rows the longest list of gates has. */
static size_t granule_rows(const struct granule_figure *granule)
{
	size_t most = 0;
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++) {
		const struct granule_panel *panel = &granule->panels[i];
		size_t rows = panel->verdict != NULL;
		for (size_t k = 0; k < GRANULE_GATE_ROWS; k++)
			rows += panel->gates[k] != NULL;
		rows += panel->retired != NULL && panel->retired->value > 0;
		most = rows > most ? rows : most;
	}
	return most;
}

static void granule_write(struct granule_figure *granule, FILE *stream)
{
	struct gnuplot plot;
	double top = figure_top(&granule->figure);
	double bottom = top + GRANULE_FRAME + GRANULE_HEIGHT + GRANULE_BELOW +
	                (double)granule_rows(granule) * GRANULE_GATE;
	figure_key(&granule->figure, true, key_mark(SHAPE_DISC, 0.55, COLOUR_INK), "median");
	figure_key(&granule->figure, true, key_range, "lowest to highest trial");
	figure_key(&granule->figure, true, key_line("nohead lw 2.4 lc rgb c_knee"), "accepted fit");
	figure_key(&granule->figure, true, key_line("nohead lw 1.8 dt (6,4) lc rgb c_refused"),
	           "best fit, refused");
	figure_key(&granule->figure, true, key_box(COLOUR_BAND), "the 18 % that G2 asks");
	figure_begin(&granule->figure, &plot, stream, bottom);
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++) {
		granule->panels[i].top = top;
		granule_draw_panel(&plot, &granule->panels[i], i);
	}
	figure_end(&plot);
}

int granule_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct granule_figure granule = {.figure = {.name = "granule"}};
	int result = view_open(&granule.view, wish->summaries, NULL, fault);
	if (result == 0) {
		granule.figure.synthetic = granule.view.synthetic;
		granule_collect(&granule, granule_pass(wish->summaries, wish->pass));
		granule_words(&granule);
		granule_write(&granule, stream);
	}
	view_close(&granule.view);
	return result;
}
