/* Small multiples of the synthetic granules: time a pair against distance, with the fit or its refusal. */
#include "gallery.h"
#include "granule_curve.h"

#include <math.h>

/* One cell's placement: the first that is no control and has a footprint, else the first that is no control.
 */
static struct granule_curve pairs_find(const struct summary *summary, size_t number)
{
	struct granule_curve curve = {.count = 0};
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		bool better =
		    curve.verdict == NULL || (!isfinite(curve.verdict->low) && isfinite(finding->low));
		if (finding->kind == FINDING_GRANULE && finding->level > 1 && better)
			curve = (struct granule_curve){.verdict = finding};
		if (finding->kind == FINDING_GRANULE_FIT && curve.verdict != NULL &&
		    finding->level == curve.verdict->level)
			curve.fit = finding;
	}
	granule_curve_take(&curve, summary, 'p', number + 1);
	return curve;
}

static bool pairs_answer(struct gallery_cell *cell)
{
	const struct summary_finding *verdict = pairs_find(cell->summary, 0).verdict;
	char size[WORDS], ids[RULE_TEXT];
	bool declined = verdict != NULL && !(view_stands(verdict) && isfinite(verdict->value));
	if (verdict == NULL)
		text_add(cell->answer, "no granule tried");
	else if (declined)
		text_add(cell->answer, "refused (%.40s)", rule_ids(verdict->rules, ids));
	else
		text_add(cell->answer, "granule %s", quantity_exact(verdict->value, size));
	return declined;
}

/* The distances that all cells span. */
static struct axis pairs_distances(const struct gallery *gallery)
{
	double farthest = 64;
	for (size_t i = 0; i < gallery->count; i++) {
		struct granule_curve curve = pairs_find(gallery->cells[i].summary, i);
		farthest = fmax(farthest, granule_curve_farthest(&curve));
	}
	return axis_linear(0, farthest, 0, GALLERY_WIDTH);
}

/* Ticks at multiples of 64 bytes or 128, every other one labelled; the last has no label, since the next cell
 * begins there. */
static size_t pairs_ticks(double farthest, struct gnuplot_tick ticks[TICKS])
{
	size_t count = 0;
	double step = farthest > 256 ? 128 : 64;
	for (double at = 0; at <= farthest && count < TICKS; at += step, count++) {
		ticks[count] = (struct gnuplot_tick){at, count % 2 == 1, ""};
		if (count % 2 == 0 && at + step <= farthest)
			snprintf(ticks[count].label, TICK_LABEL, "%.0f", at);
	}
	return count;
}

static void pairs_draw_cell(struct gnuplot *plot, const struct gallery *gallery, size_t number,
                            const struct axis *x)
{
	const struct gallery_cell *cell = &gallery->cells[number];
	struct granule_curve curve = pairs_find(cell->summary, number);
	const struct summary_finding *verdict = curve.verdict;
	bool answered = view_stands(verdict) && isfinite(verdict->value);
	struct gnuplot_tick ticks[TICKS];
	double highest = 0;
	for (size_t i = 0; i < curve.count; i++)
		highest = fmax(highest, curve.points[i]->time_ns);
	granule_curve_data(plot, &curve, false);
	gnuplot_range(plot, "x", 0, x->high * 1.04, 0);
	gnuplot_range(plot, "y", 0, highest > 0 ? highest * 1.15 : 1, 0);
	gnuplot_ticks(plot, "x", ticks, pairs_ticks(x->high, ticks), gallery_is_lowest(gallery, number),
	              COLOUR_INK);
	if (answered)
		gnuplot_line(plot, at_foot(verdict->value), at_head(verdict->value), LAYER_BACK,
		             cell->kind == GALLERY_WRONG ? "nohead lw 2 lc rgb c_wrong"
		                                         : "nohead lw 2 lc rgb c_knee");
	if (curve.count == 0)
		gnuplot_text(plot, at_share(0.5, 0.5), ALIGN_CENTRE, COLOUR_MUTED, "no legal footprint");
	else if (curve.fit != NULL)
		gnuplot_plot(plot, curve.corner,
		             view_stands(verdict) ? "using 1:2 with lines lw 2 lc rgb c_knee"
		                                  : "using 1:2 with lines lw 1.7 dt (6,4) lc rgb c_refused");
	if (curve.count > 0)
		gnuplot_marks(plot, curve.data, "1:2", mark_full(SHAPE_DISC, 0.5, COLOUR_INK));
}

static void pairs_words(struct gallery *gallery)
{
	text_add(
	    gallery->figure.subtitle,
	    "Distance in bytes from left to right, one axis for all; time a pair upwards from 0, each with "
	    "its own scale. Between the first and the second knee, or past the last.");
	figure_key(&gallery->figure, true, key_mark(mark_full(SHAPE_DISC, 0.5, COLOUR_INK)), "median");
	figure_key(&gallery->figure, true, key_line("nohead lw 2 lc rgb c_knee"), "accepted fit, granule");
	figure_key(&gallery->figure, true, key_line("nohead lw 1.7 dt (6,4) lc rgb c_refused"),
	           "best fit, refused");
}

int pairs_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	static const struct gallery_style style = {"pairs",         "synthetic granules", pairs_answer,
	                                           pairs_distances, pairs_words,          pairs_draw_cell};
	return gallery_write(&style, stream, wish, fault);
}
