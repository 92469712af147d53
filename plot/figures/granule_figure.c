/* Where the granule is drawn: time a pair against distance, a panel for each placement of the adjacency
 * probe. */
#include "granule_curve.h"
#include "panel.h"

#include <math.h>
#include <string.h>

enum { GRANULE_PLACEMENTS = 3 };
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
	struct granule_curve curve;
	const struct summary_finding *retired, *gates[GRANULE_GATE_ROWS]; /* NULL where there is none */
	struct axis x, y;
	double top; /* of the panel */
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
		panel->curve.fit = row;
	else if (row->kind == FINDING_GRANULE_RETIRED)
		panel->retired = row;
	else if (row->kind == FINDING_GRANULE)
		panel->curve.verdict = row;
	else
		for (size_t i = 0; i < GRANULE_GATE_ROWS; i++)
			if (row->rules == RULE_SET(granule_gates[i].rule))
				panel->gates[i] = row;
}

static void granule_place(struct granule_panel *panel, double left, double top)
{
	double frame = top + GRANULE_FRAME;
	const struct granule_curve *curve = &panel->curve;
	double highest = 0, farthest = curve->count == 0 ? 256 : granule_curve_farthest(curve);
	for (size_t i = 0; i < curve->count; i++)
		if (curve->points[i]->time_ns > highest)
			highest = curve->points[i]->time_ns;
	if (curve->fit != NULL && curve->fit->high > highest)
		highest = curve->fit->high;
	panel->top = top;
	panel->x = axis_linear(0, farthest * 1.035, left, left + GRANULE_WIDTH);
	panel->y =
	    axis_linear(0, axis_linear_top(highest > 0 ? highest * 1.06 : 1), frame + GRANULE_HEIGHT, frame);
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
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++)
		granule_curve_take(&granule->panels[i].curve, summary, 'g', i + 1);
}

static void granule_words(struct granule_figure *granule)
{
	char *title = granule->figure.title, *text = granule->figure.subtitle;
	size_t found = 0;
	for (size_t i = 1; i < GRANULE_PLACEMENTS; i++) {
		const struct summary_finding *verdict = granule->panels[i].curve.verdict;
		if (!granule_curve_found(&granule->panels[i].curve))
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

/* "refused, as it should be", "accepted: 128 bytes", "refused: the ramp is under 18 per cent ... (G2)". */
static void granule_verdict_words(const struct granule_curve *curve, bool control, char *text)
{
	const struct summary_finding *verdict = curve->verdict;
	char ids[RULE_TEXT];
	if (verdict == NULL) {
		text_add(text, "not measured");
	} else if (control && view_refused(verdict) && curve->fit != NULL) {
		text_add(text, "refused, as it should be (%.12s)", rule_ids(verdict->rules, ids));
	} else if (control && granule_curve_found(curve)) {
		text_add(text, "accepted: it should not be (G6)");
	} else if (granule_curve_found(curve)) {
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
	char text[TEXT_BYTES] = "", range[WORDS];
	const struct summary_finding *verdict = panel->curve.verdict;
	bool control = number == 0, found = granule_curve_found(&panel->curve);
	struct figure_paragraph words = {.left = panel->x.start,
	                                 .step = GRANULE_LINE,
	                                 .room = GRANULE_PITCH - 40,
	                                 .font = FONT_TEXT,
	                                 .colour = found && !control ? COLOUR_KNEE : COLOUR_REFUSED,
	                                 .most = 2};
	double y = panel->top + GRANULE_VERDICT;
	gnuplot_heading(plot, at(panel->x.start, panel->top + GRANULE_TITLE), FONT_PANEL, COLOUR_INK,
	                granule_placements[number].title);
	if (verdict != NULL && verdict->low > 0 && verdict->high >= verdict->low)
		text_add(text, "%s%s", granule_placements[number].before,
		         quantity_exact_range(verdict->low, verdict->high, range));
	gnuplot_text(plot, at(panel->x.start, panel->top + GRANULE_FOOTPRINT), ALIGN_LEFT, COLOUR_MUTED,
	             text);
	text[0] = '\0';
	granule_verdict_words(&panel->curve, control, text);
	figure_write(plot, &words, text, &y);
}

static void granule_axes(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	struct gnuplot_tick ticks[TICKS];
	double step = 64;
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
	gnuplot_ticks(plot, "y", ticks, panel->curve.count == 0 ? 0 : axis_linear_ticks(&panel->y, ticks),
	              true, COLOUR_INK);
	gnuplot_grid(plot, "y");
	if (number == 0)
		axis_name_upright(plot, &panel->y, 18, COLOUR_INK, "ns per pair");
	axis_name(plot, &panel->x, panel->y.start, "distance d, bytes");
}

/* The share of the plateau that G2 asks, and the granule itself. */
static void granule_marks(struct gnuplot *plot, const struct granule_panel *panel)
{
	char words[TEXT_BYTES] = "";
	const struct summary_finding *fit = panel->curve.fit, *ramp = panel->gates[0];
	double asked = ramp != NULL && ramp->low > 0 && ramp->low < 1 ? ramp->low : ratio_value(rule_g2_ramp);
	gnuplot_comment(plot, "---- marks: placement, verdict, granule, gates");
	if (fit == NULL || !isfinite(fit->high))
		return;
	gnuplot_box(plot, at_left(fit->high * (1 - asked)), at_right(fit->high), LAYER_BEHIND, COLOUR_BAND);
	if (!granule_curve_found(&panel->curve))
		return;
	double bytes = panel->curve.verdict->value, x = axis_at(&panel->x, bytes);
	text_add(words, "%.0f bytes", bytes);
	bool right = x + 10 + text_width(words, FONT_TEXT) < panel->x.end;
	gnuplot_line(plot, at_foot(bytes), at_data(bytes, fit->high), LAYER_BACK, LINE_KNEE);
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
	double y = panel->y.start + GRANULE_BELOW + (double)*row * GRANULE_GATE;
	enum gnuplot_colour colour = !words.judged  ? COLOUR_MUTED
	                             : words.passed ? COLOUR_INK
	                                            : COLOUR_REFUSED;
	(*row)++;
	if (plot == NULL)
		return;
	if (words.judged && words.passed)
		gnuplot_mark(plot, at(panel->x.start + 4, y), mark_full(SHAPE_DISC, 0.5, COLOUR_KNEE));
	else if (words.judged)
		gnuplot_mark(plot, at(panel->x.start + 4, y), mark_full(SHAPE_CROSS, 0.85, COLOUR_REFUSED));
	gnuplot_text(plot, at(panel->x.start + 14, y), ALIGN_LEFT, colour, words.name);
	gnuplot_text(plot, at(panel->x.start + 154, y), ALIGN_RIGHT, colour, words.value);
	gnuplot_text(plot, at(panel->x.start + 208, y), ALIGN_RIGHT, COLOUR_MUTED, words.asked);
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

/* Writes them all, or where `plot` is NULL counts them. */
static size_t granule_gate_rows(struct gnuplot *plot, const struct granule_panel *panel)
{
	size_t row = 0;
	char value[WORDS], asked[WORDS + 8], number[WORDS], name[WORDS];
	if (panel->curve.verdict == NULL)
		return 0;
	bool legal = (panel->curve.verdict->rules & RULE_SET(RULE_G1)) == 0;
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

static void granule_plot(struct gnuplot *plot, const struct granule_panel *panel)
{
	const struct granule_curve *curve = &panel->curve;
	granule_curve_data(plot, curve, true);
	if (curve->count == 0)
		return;
	panel_whiskers(plot, curve->data, &panel->y, false, "x1y1", "c_range");
	if (curve->fit != NULL)
		gnuplot_plot(plot, curve->corner,
		             granule_curve_found(curve)
		                 ? "using 1:2 with lines lw 2.4 lc rgb c_knee"
		                 : "using 1:2 with lines lw 1.8 dt (6,4) lc rgb c_refused");
	gnuplot_marks(plot, curve->data, "1:2", mark_full(SHAPE_DISC, 0.55, COLOUR_INK));
}

static void granule_draw_panel(struct gnuplot *plot, const struct granule_panel *panel, size_t number)
{
	axis_panel(plot, &panel->x, &panel->y, 3);
	granule_axes(plot, panel, number);
	granule_titles(plot, panel, number);
	granule_marks(plot, panel);
	granule_gate_rows(plot, panel);
	if (panel->curve.count == 0)
		gnuplot_text(plot,
		             at(panel->x.start + GRANULE_WIDTH / 2.0, panel->y.end + GRANULE_HEIGHT / 2.0),
		             ALIGN_CENTRE, COLOUR_MUTED,
		             panel->curve.verdict == NULL ? "not measured" : "no legal footprint");
	granule_plot(plot, panel);
}

static void granule_write(struct granule_figure *granule, FILE *stream)
{
	struct gnuplot plot;
	double top = figure_top(&granule->figure, NULL);
	struct figure *figure = &granule->figure;
	size_t rows = 0;
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++) {
		size_t own = granule_gate_rows(NULL, &granule->panels[i]);
		rows = own > rows ? own : rows;
	}
	figure_key(figure, true, key_mark(mark_full(SHAPE_DISC, 0.55, COLOUR_INK)), "median");
	figure_key(figure, true, key_range, "lowest to highest trial");
	figure_key(figure, true, key_line("nohead lw 2.4 lc rgb c_knee"), "accepted fit");
	figure_key(figure, true, key_line("nohead lw 1.8 dt (6,4) lc rgb c_refused"), "best fit, refused");
	figure_key(figure, true, key_box(COLOUR_BAND), "the 18 % that G2 asks");
	figure_begin(&granule->figure, &plot, stream,
	             top + GRANULE_FRAME + GRANULE_HEIGHT + GRANULE_BELOW + (double)rows * GRANULE_GATE);
	for (size_t i = 0; i < GRANULE_PLACEMENTS; i++) {
		granule_place(&granule->panels[i], GRANULE_LEFT + (double)i * GRANULE_PITCH, top);
		granule_draw_panel(&plot, &granule->panels[i], i);
	}
	gnuplot_end(&plot);
}

int granule_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct granule_figure granule = {.figure = figure_of("granule", wish)};
	int result = view_open(&granule.view, wish->summaries, NULL, fault);
	if (result == 0) {
		granule_collect(&granule, granule_pass(wish->summaries, wish->pass));
		granule_words(&granule);
		granule_write(&granule, stream);
	}
	view_close(&granule.view);
	return result;
}
