/* Where the passes of one tier of a machine are looked at together. */
#include "passes.h"
#include "../probe/capture.h"
#include "../reduce/maths/logarithm.h"
#include "../reduce/maths/median.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cores that a capture asks for, as reduce tells tiers apart. */
static const char *passes_cores(const struct summary *summary)
{
	static const char *const keys[] = {CAPTURE_KEY_ASKED_TIER, CAPTURE_KEY_ASKED_CORES,
	                                   CAPTURE_KEY_ASKED_QOS};
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (view_header(summary, keys[i]) != NULL)
			return view_header(summary, keys[i]);
	return "";
}

static int passes_add(struct passes *passes, const struct summary *summary, struct fault *fault)
{
	const struct summary_finding *sweep = NULL;
	while ((sweep = summary_next(summary, FINDING_SWEEP, sweep)) != NULL) {
		if (!summary_quiet(summary, sweep->pass))
			continue;
		if (view_refused(sweep)) {
			passes->refused++;
			passes->refusing |= sweep->rules;
			continue;
		}
		struct view *view = array_add(&passes->views, &passes->count, sizeof *view, NULL);
		if (view == NULL)
			return fault_system(fault, "machine", ENOMEM, "cannot be drawn");
		int status = view_open(view, summary, sweep->pass, fault);
		if (status == 0 && view_finding(view, FINDING_HIERARCHY, 0) != NULL)
			continue;
		if (status == 0)
			view_close(view); /* a private test */
		passes->count--;
		if (status != 0)
			return -1;
	}
	return 0;
}

/* ---- the middle ---- */

double passes_time(const struct view *view, double bytes)
{
	for (size_t i = 0; i + 1 < view->count; i++) {
		const struct summary_point *a = view->points[i], *b = view->points[i + 1];
		double from = (double)a->size_bytes, to = (double)b->size_bytes;
		if (bytes < from || bytes > to || !view_is_time(a->time_ns) || !view_is_time(b->time_ns))
			continue;
		double share = from < to ? (logarithm_of(bytes) - logarithm_of(from)) /
		                               (logarithm_of(to) - logarithm_of(from))
		                         : 0;
		double low = logarithm_of(a->time_ns), high = logarithm_of(b->time_ns);
		return logarithm_power(low + share * (high - low));
	}
	return NAN;
}

/* A size of some pass, and the logarithm of the median of all passes there. */
struct passes_size {
	double bytes, octaves;
};

static int passes_by_size(const void *left, const void *right)
{
	const struct passes_size *a = left, *b = right;
	return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

/* Fills the sizes at which any pass has a time, once each and in order; returns how many. */
static size_t passes_sizes(const struct passes *passes, struct passes_size *sizes)
{
	size_t count = 0, kept = 0;
	for (size_t i = 0; i < passes->count; i++)
		for (size_t k = 0; k < passes->views[i].count; k++)
			if (view_is_time(passes->views[i].points[k]->time_ns))
				sizes[count++].bytes = (double)passes->views[i].points[k]->size_bytes;
	qsort(sizes, count, sizeof *sizes, passes_by_size);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || sizes[i].bytes > sizes[kept - 1].bytes)
			sizes[kept++] = sizes[i];
	return kept;
}

static void passes_medians(const struct passes *passes, struct passes_size *sizes, size_t count,
                           double *times)
{
	for (size_t i = 0; i < count; i++) {
		size_t told = 0;
		for (size_t k = 0; k < passes->count; k++) {
			double time = passes_time(&passes->views[k], sizes[i].bytes);
			if (view_is_time(time))
				times[told++] = time;
		}
		sizes[i].octaves = told > 0 ? logarithm_of(median_select(times, told)) : NAN;
	}
}

/* How far a pass lies from the medians of all at its own sizes: the mean of the octaves between. */
static double passes_distance(const struct view *view, const struct passes_size *sizes)
{
	double sum = 0;
	size_t count = 0;
	for (size_t i = 0; i < view->count; i++) {
		if (!view_is_time(view->points[i]->time_ns))
			continue;
		while (sizes->bytes < (double)view->points[i]->size_bytes)
			sizes++;
		double octaves = logarithm_of(view->points[i]->time_ns) - sizes->octaves;
		if (isnan(octaves))
			continue; /* alone between sizes without a time */
		sum += octaves < 0 ? -octaves : octaves;
		count++;
	}
	return count > 0 ? sum / (double)count : INFINITY;
}

static int passes_find_middle(struct passes *passes, struct fault *fault)
{
	size_t points = 1;
	for (size_t i = 0; i < passes->count; i++)
		points += passes->views[i].count;
	struct passes_size *sizes = malloc(points * sizeof *sizes);
	double *times = malloc((passes->count + 1) * sizeof *times), nearest = INFINITY;
	bool room = sizes != NULL && times != NULL;
	if (room)
		passes_medians(passes, sizes, passes_sizes(passes, sizes), times);
	for (size_t i = 0; room && i < passes->count; i++) {
		double distance = passes_distance(&passes->views[i], sizes);
		if (distance < nearest) {
			nearest = distance;
			passes->middle = i;
		}
	}
	free(sizes);
	free(times);
	return room ? 0 : fault_system(fault, "machine", ENOMEM, "cannot be drawn");
}

const struct view *passes_middle(const struct passes *passes)
{
	return passes->count > 0 ? &passes->views[passes->middle] : NULL;
}

int passes_open(struct passes *passes, const struct summary *summaries, size_t count, const char *cores,
                struct fault *fault)
{
	*passes = (struct passes){.views = NULL};
	for (size_t i = 0; i < count; i++)
		if (strcmp(passes_cores(&summaries[i]), cores) == 0 &&
		    passes_add(passes, &summaries[i], fault) != 0)
			return -1;
	return passes_find_middle(passes, fault);
}

void passes_close(struct passes *passes)
{
	view_close_all(passes->views, passes->count);
	free(passes->views);
	*passes = (struct passes){.views = NULL};
}

const struct view *passes_claiming(const struct passes *passes, double low, double high, uint64_t *level)
{
	for (size_t i = 0; i < passes->count; i++) {
		const struct summary_finding *row = NULL;
		while ((row = view_next(&passes->views[i], FINDING_CAPACITY, row)) != NULL)
			if (view_stands(row) && row->low == low && row->high == high) {
				*level = row->level;
				return &passes->views[i];
			}
	}
	return NULL;
}
