/* Small multiples of the synthetic granules: time a pair against distance, with the fit or its refusal. */
#include "gallery.h"

#include <math.h>
#include <string.h>

/* One cell's placement: the first that is no control and has a footprint, else the first that is no control.
 */
struct pairs_cell {
	const struct summary_finding *verdict; /* NULL where the capture has no granule */
	const struct summary_finding *fit;     /* NULL where there is none */
};

static struct pairs_cell pairs_find(const struct summary *summary)
{
	struct pairs_cell cell = {NULL, NULL};
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		bool better =
		    cell.verdict == NULL || (!isfinite(cell.verdict->low) && isfinite(finding->low));
		if (finding->kind == FINDING_GRANULE && finding->level > 1 && better)
			cell = (struct pairs_cell){finding, NULL};
		if (finding->kind == FINDING_GRANULE_FIT && cell.verdict != NULL &&
		    finding->level == cell.verdict->level)
			cell.fit = finding;
	}
	return cell;
}

/* Whether a point belongs to the placement's footprint. */
static bool pairs_point(const struct pairs_cell *cell, const struct summary_point *point)
{
	return cell->verdict != NULL && isfinite(cell->verdict->low) &&
	       strcmp(point->experiment, "adjacency") == 0 && isfinite(point->time_ns) &&
	       strcmp(point->pass, cell->verdict->pass) == 0 &&
	       (double)point->size_bytes == cell->verdict->low;
}

static void pairs_answer(struct gallery_cell *cell)
{
	struct pairs_cell pairs = pairs_find(cell->summary);
	char size[WORDS], ids[RULE_TEXT];
	if (pairs.verdict == NULL) {
		text_add(cell->answer, "no granule tried");
	} else if (view_stands(pairs.verdict) && isfinite(pairs.verdict->value)) {
		text_add(cell->answer, "granule %s", quantity_exact(pairs.verdict->value, size));
	} else {
		text_add(cell->answer, "refused (%.40s)", rule_ids(pairs.verdict->rules, ids));
		cell->kind = cell->kind == GALLERY_WRONG ? GALLERY_WRONG : GALLERY_DECLINED;
	}
}

/* The distances that all cells span. */
static struct axis pairs_distances(const struct gallery *gallery)
{
	double farthest = 64;
	for (size_t i = 0; i < gallery->count; i++) {
		struct pairs_cell cell = pairs_find(gallery->cells[i].summary);
		for (size_t k = 0; k < gallery->cells[i].summary->point_count; k++)
			if (pairs_point(&cell, &gallery->cells[i].summary->points[k]))
				farthest = fmax(farthest,
				                (double)gallery->cells[i].summary->points[k].distance_bytes);
	}
	return axis_linear(0, farthest, 0, GALLERY_WIDTH);
}

static void pairs_data(struct gnuplot *plot, const struct gallery_cell *cell, const struct pairs_cell *pairs,
                       size_t number, double *highest, size_t *count)
{
	char name[24];
	double first = 0, last = 0;
	snprintf(name, sizeof name, "p%zu", number + 1);
	gnuplot_data(plot, name, "distance, median ns a pair");
	for (size_t i = 0; i < cell->summary->point_count; i++) {
		const struct summary_point *point = &cell->summary->points[i];
		if (!pairs_point(pairs, point))
			continue;
		last = (double)point->distance_bytes;
		first = ++*count == 1 ? last : first;
		*highest = fmax(*highest, point->time_ns);
		gnuplot_row(plot, (const double[]){last, point->time_ns}, 2);
	}
	gnuplot_data_end(plot);
	if (pairs->fit == NULL || *count == 0)
		return;
	snprintf(name, sizeof name, "f%zu", number + 1);
	gnuplot_data(plot, name, "the fit by its two ends and its corner");
	gnuplot_row(plot, (const double[]){first, pairs->fit->low}, 2);
	gnuplot_row(plot, (const double[]){pairs->fit->value, pairs->fit->high}, 2);
	gnuplot_row(plot, (const double[]){last, pairs->fit->high}, 2);
	gnuplot_data_end(plot);
}

static void pairs_curve(struct gnuplot *plot, const struct pairs_cell *pairs, size_t number)
{
	char name[24];
	if (pairs->fit != NULL) {
		snprintf(name, sizeof name, "f%zu", number + 1);
		gnuplot_plot(plot, name,
		             view_stands(pairs->verdict)
		                 ? "using 1:2 with lines lw 2 lc rgb c_knee"
		                 : "using 1:2 with lines lw 1.7 dt (6,4) lc rgb c_refused");
	}
	snprintf(name, sizeof name, "p%zu", number + 1);
	gnuplot_plot(plot, name, "using 1:2 with points pt 7 ps 0.5 lc rgb c_ink");
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

static int pairs_draw_cell(struct gnuplot *plot, const struct gallery *gallery, size_t number,
                           const struct axis *x, struct fault *fault)
{
	(void)fault;
	const struct gallery_cell *cell = &gallery->cells[number];
	struct pairs_cell pairs = pairs_find(cell->summary);
	struct gnuplot_tick ticks[TICKS];
	double highest = 0;
	size_t points = 0;
	pairs_data(plot, cell, &pairs, number, &highest, &points);
	gnuplot_range(plot, "x", 0, x->high * 1.04, 0);
	gnuplot_range(plot, "y", 0, highest > 0 ? highest * 1.15 : 1, 0);
	gnuplot_ticks(plot, "x", ticks, pairs_ticks(x->high, ticks), gallery_is_lowest(gallery, number),
	              COLOUR_INK);
	if (view_stands(pairs.verdict) && isfinite(pairs.verdict->value))
		gnuplot_line(plot, at_foot(pairs.verdict->value), at_head(pairs.verdict->value), LAYER_BACK,
		             cell->kind == GALLERY_WRONG ? "nohead lw 2 lc rgb c_wrong"
		                                         : "nohead lw 2 lc rgb c_knee");
	if (points > 0)
		pairs_curve(plot, &pairs, number);
	else
		gnuplot_text(plot, at_share(0.5, 0.5), ALIGN_CENTRE, COLOUR_MUTED, "no legal footprint");
	gnuplot_plot_end(plot);
	return 0;
}

static void pairs_words(struct gallery *gallery)
{
	text_add(
	    gallery->figure.subtitle,
	    "Distance in bytes from left to right, one axis for all; time a pair upwards from 0, each with "
	    "its own scale. Between the first and the second knee, or past the last.");
	figure_key(&gallery->figure, true, key_mark(SHAPE_DISC, 0.5, COLOUR_INK), "median");
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
