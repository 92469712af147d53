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

static bool passes_quiet(const struct summary *summary, const char *pass)
{
	for (size_t i = 0; i < summary->point_count; i++)
		if (strcmp(summary->points[i].pass, pass) == 0)
			return summary->points[i].competitors == 0 &&
			       strcmp(summary->points[i].order, "random") == 0;
	return false;
}

static int passes_add(struct passes *passes, const struct summary *summary, struct fault *fault)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *sweep = &summary->findings[i];
		if (sweep->kind != FINDING_SWEEP || !passes_quiet(summary, sweep->pass))
			continue;
		if (view_refused(sweep)) {
			passes->refused++;
			passes->refusing |= sweep->rules;
			continue;
		}
		struct view *view = array_grow(passes->views, passes->count, sizeof *view);
		if (view == NULL)
			return fault_system(fault, "machine", ENOMEM, "cannot be drawn");
		passes->views = view;
		view += passes->count;
		if (view_open(view, summary, sweep->pass, fault) != 0)
			return -1;
		if (view_finding(view, FINDING_HIERARCHY, 0) != NULL)
			passes->count++;
		else
			view_close(view); /* a private test */
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

/* How far a pass lies from the medians of all at its own sizes: the mean of the octaves between. */
static double passes_distance(const struct passes *passes, size_t self, double *times)
{
	const struct view *view = &passes->views[self];
	double sum = 0;
	size_t sizes = 0;
	for (size_t i = 0; i < view->count; i++) {
		size_t count = 0;
		if (!view_is_time(view->points[i]->time_ns))
			continue;
		for (size_t k = 0; k < passes->count; k++) {
			double time = passes_time(&passes->views[k], (double)view->points[i]->size_bytes);
			if (k == self || view_is_time(time))
				times[count++] = k == self ? view->points[i]->time_ns : time;
		}
		double octaves =
		    logarithm_of(view->points[i]->time_ns) - logarithm_of(median_select(times, count));
		sum += octaves < 0 ? -octaves : octaves;
		sizes++;
	}
	return sizes > 0 ? sum / (double)sizes : INFINITY;
}

static int passes_find_middle(struct passes *passes, struct fault *fault)
{
	double *times = malloc((passes->count + 1) * sizeof *times), nearest = INFINITY;
	if (times == NULL)
		return fault_system(fault, "machine", ENOMEM, "cannot be drawn");
	for (size_t i = 0; i < passes->count; i++) {
		double distance = passes_distance(passes, i, times);
		if (distance < nearest) {
			nearest = distance;
			passes->middle = i;
		}
	}
	free(times);
	return 0;
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
	for (size_t i = 0; i < passes->count; i++)
		view_close(&passes->views[i]);
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
