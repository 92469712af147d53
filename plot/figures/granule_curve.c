/* Where one placement of the adjacency probe is looked at. */
#include "granule_curve.h"

#include <stdio.h>
#include <string.h>

void granule_curve_take(struct granule_curve *curve, const struct summary *summary, char letter,
                        size_t number)
{
	snprintf(curve->data, sizeof curve->data, "%c%zu", letter, number);
	snprintf(curve->corner, sizeof curve->corner, "f%zu", number);
	if (curve->verdict == NULL)
		return;
	for (size_t i = 0; i < summary->point_count && curve->count < GRANULE_POINTS; i++) {
		const struct summary_point *point = &summary->points[i];
		size_t at = curve->count;
		if (point->experiment != CAPTURE_ADJACENCY ||
		    strcmp(point->pass, curve->verdict->pass) != 0 ||
		    (double)point->size_bytes != curve->verdict->low || point->distance_bytes == 0)
			continue;
		for (; at > 0 && curve->points[at - 1]->distance_bytes > point->distance_bytes; at--)
			curve->points[at] = curve->points[at - 1];
		curve->points[at] = point;
		curve->count++;
	}
}

bool granule_curve_found(const struct granule_curve *curve)
{
	return view_stands(curve->verdict) && curve->verdict->value > 0;
}

double granule_curve_farthest(const struct granule_curve *curve)
{
	return curve->count == 0 ? 0 : (double)curve->points[curve->count - 1]->distance_bytes;
}

void granule_curve_data(struct gnuplot *plot, const struct granule_curve *curve, bool ranges)
{
	gnuplot_data(plot, curve->data,
	             ranges ? "distance, median ns a pair, lowest, highest" : "distance, median ns a pair");
	for (size_t i = 0; i < curve->count; i++) {
		const struct summary_point *point = curve->points[i];
		double row[] = {(double)point->distance_bytes, point->time_ns, point->low_ns, point->high_ns};
		gnuplot_row(plot, row, ranges ? 4 : 2);
	}
	if (curve->fit == NULL || curve->count == 0)
		return;
	gnuplot_data(plot, curve->corner, "the fit by its two ends and its corner");
	gnuplot_row(plot, (const double[]){(double)curve->points[0]->distance_bytes, curve->fit->low}, 2);
	gnuplot_row(plot, (const double[]){curve->fit->value, curve->fit->high}, 2);
	gnuplot_row(plot, (const double[]){granule_curve_farthest(curve), curve->fit->high}, 2);
}
