/* Where a summary is looked at: one pass of it. */
#include "view.h"
#include "../probe/capture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *view_header(const struct summary *summary, const char *key)
{
	char full[80];
	snprintf(full, sizeof full, "%s%s", SUMMARY_CAPTURE_PREFIX, key);
	const char *value = summary_header(summary, full);
	return value != NULL && *value != '\0' ? value : NULL;
}

bool view_accepted(const struct summary_finding *finding)
{
	return finding != NULL && finding->status == STATUS_ACCEPTED;
}

bool view_refused(const struct summary_finding *finding)
{
	return finding != NULL && finding->status == STATUS_REFUSED;
}

bool view_stands(const struct summary_finding *finding)
{
	return finding != NULL && finding->status != STATUS_REFUSED;
}

bool view_noted(const struct summary_point *point, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = point->note; (at = strstr(at, word)) != NULL; at += length) {
		bool begins = at == point->note || at[-1] == ' ' || at[-1] == ';';
		bool ends = at[length] == '\0' || at[length] == ' ' || at[length] == ';';
		if (begins && ends)
			return true;
	}
	return false;
}

const struct summary_point *view_next_pass(const struct summary *summary, const struct summary_point *last)
{
	size_t i = last == NULL ? 0 : (size_t)(last - summary->points) + 1;
	for (; i < summary->point_count; i++)
		if (summary->points[i].experiment == CAPTURE_SWEEP &&
		    (last == NULL || strcmp(summary->points[i].pass, last->pass) != 0))
			return &summary->points[i];
	return NULL;
}

static bool view_owns(const struct view *view, const struct summary_finding *finding)
{
	return finding->pass[0] == '\0' || view->pass[0] == '\0' || strcmp(finding->pass, view->pass) == 0;
}

const struct summary_finding *view_next(const struct view *view, enum finding_kind kind,
                                        const struct summary_finding *last)
{
	do
		last = summary_next(view->summary, kind, last);
	while (last != NULL && !view_owns(view, last));
	return last;
}

const struct summary_finding *view_next_standing(const struct view *view, enum finding_kind kind,
                                                 const struct summary_finding *last)
{
	do
		last = view_next(view, kind, last);
	while (last != NULL && !view_stands(last));
	return last;
}

const struct summary_finding *view_finding(const struct view *view, enum finding_kind kind, uint64_t level)
{
	const struct summary_finding *row = NULL;
	while ((row = view_next(view, kind, row)) != NULL)
		if (level == 0 || row->level == level)
			return row;
	return NULL;
}

/* Moves *text past "NAME: PASS" of the view; false where it does not begin so. */
static bool view_skip_side(const struct view *view, const char **text)
{
	const char *name = summary_header(view->summary, SUMMARY_KEY_NAME);
	const char *pieces[] = {name == NULL ? "" : name, ": ", view->pass};
	for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
		size_t length = strlen(pieces[i]);
		if (strncmp(*text, pieces[i], length) != 0)
			return false;
		*text += length;
	}
	return **text == '\0' || strncmp(*text, " | ", 3) == 0;
}

static bool view_is_pair(const struct view *first, const struct view *second, const char *pass)
{
	if (!view_skip_side(first, &pass))
		return false;
	if (second == NULL)
		return true;
	if (*pass == '\0')
		return false;
	pass += 3;
	return view_skip_side(second, &pass) && *pass == '\0';
}

const struct summary_finding *view_compared(const struct view *view, const struct view *other,
                                            const struct summary *comparison, enum finding_kind kind)
{
	const struct summary_finding *row = NULL;
	while (comparison != NULL && (row = summary_next(comparison, kind, row)) != NULL)
		if (view_is_pair(view, other, row->pass) ||
		    (other != NULL && view_is_pair(other, view, row->pass)))
			return row;
	return NULL;
}

const struct summary_finding *view_last_level(const struct view *view)
{
	const struct summary_finding *level = NULL, *last = NULL;
	while (view != NULL && (level = view_next(view, FINDING_LEVEL, level)) != NULL)
		last = level;
	return last;
}

const char *view_cache_name(const struct view *view, double bytes)
{
	for (size_t i = 0; i < view->cache_count; i++)
		if (view->caches[i].bytes == bytes)
			return view->caches[i].name;
	return "";
}

const char *view_cache_words(const char *name, double bytes, char words[TEXT_BYTES])
{
	char size[QUANTITY_TEXT];
	words[0] = '\0';
	return text_add(words, "%.20s%s%s", name, name[0] == '\0' ? "" : " ", quantity_exact(bytes, size));
}

void view_rows(const struct view *view, struct gnuplot *plot)
{
	for (size_t i = 0; i < view->count; i++)
		gnuplot_row(
		    plot, (const double[]){(double)view->points[i]->size_bytes, view->points[i]->time_ns}, 2);
}

void view_add_sizes(const struct view *view, struct span *sizes)
{
	for (size_t i = 0; i < view->count; i++)
		span_add(sizes, (double)view->points[i]->size_bytes);
}

bool view_times(const struct view *view, struct span *times)
{
	*times = span_none();
	for (size_t i = 0; i < view->count; i++)
		span_add(times, view->points[i]->time_ns);
	bool any = times->low <= times->high;
	if (!any)
		*times = (struct span){1, 1};
	return any;
}

/* ---- opening ---- */

static int view_by_size(const void *left, const void *right)
{
	const struct summary_point *a = *(const struct summary_point *const *)left;
	const struct summary_point *b = *(const struct summary_point *const *)right;
	if (a->size_bytes != b->size_bytes)
		return a->size_bytes < b->size_bytes ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int view_take_points(struct view *view, const char *name, struct fault *fault)
{
	const struct summary *summary = view->summary;
	size_t room = summary->point_count > 0 ? summary->point_count : 1;
	view->points = malloc(room * sizeof *view->points);
	if (view->points == NULL)
		return fault_system(fault, name, ENOMEM, "cannot be drawn");
	for (size_t i = 0; i < summary->point_count; i++) {
		const struct summary_point *point = &summary->points[i];
		if (point->experiment == CAPTURE_SWEEP && view_is_size((double)point->size_bytes) &&
		    strcmp(point->pass, view->pass) == 0)
			view->points[view->count++] = point;
	}
	qsort(view->points, view->count, sizeof *view->points, view_by_size);
	return 0;
}

/* "label, background QoS, pass page": what tells this view from another. */
static void view_take_name(struct view *view, bool named)
{
	const struct summary *summary = view->summary;
	static const char *const keys[] = {CAPTURE_KEY_LABEL, CAPTURE_KEY_MACHINE, CAPTURE_KEY_PROCESSOR};
	const char *base = NULL;
	char text[TEXT_BYTES] = "";
	for (size_t i = 0; i < sizeof keys / sizeof keys[0] && base == NULL; i++)
		base = view_header(summary, keys[i]);
	if (base == NULL)
		base = summary_header(summary, SUMMARY_KEY_NAME);
	text_add(text, "%.400s", base == NULL ? "capture" : base);
	const char *qos = view_header(summary, CAPTURE_KEY_GOT_QOS);
	if (qos != NULL && view_header(summary, CAPTURE_KEY_LABEL) == NULL)
		text_add(text, ", %.40s QoS", qos);
	if (named)
		text_add(text, ", pass %.60s", view->pass);
	text_clean(view->called, sizeof view->called, text);
	memcpy(view->name, view->called, sizeof view->name);
}

static void view_add_cache(struct view *view, const char *name, double bytes)
{
	size_t at = view->cache_count;
	for (size_t i = 0; i < view->cache_count; i++)
		if (view->caches[i].bytes == bytes)
			return;
	if (view->cache_count == VIEW_CACHES)
		return;
	for (; at > 0 && view->caches[at - 1].bytes > bytes; at--)
		view->caches[at] = view->caches[at - 1];
	snprintf(view->caches[at].name, VIEW_CACHE_NAME, "%s", name);
	view->caches[at].bytes = bytes;
	view->cache_count++;
}

/* One reported cache, where it applies to the group of cores that was asked for. */
static void view_take_cache(struct view *view, const char *line, const char *asked_cores)
{
	uint64_t size = header_pair_number(line, "bytes"), level = header_pair_number(line, "level");
	char type[24], cores[64], name[VIEW_CACHE_NAME];
	if (size == 0 || size > UINT64_C(1) << 50 || level == 0 || level > 9)
		return;
	if (asked_cores != NULL && header_pair(line, "cores", cores, sizeof cores) &&
	    strcmp(cores, asked_cores) != 0)
		return;
	header_pair(line, "type", type, sizeof type);
	snprintf(name, sizeof name, "L%u%s", (unsigned)level, strcmp(type, "data") == 0 ? "d" : "");
	view_add_cache(view, name, (double)size);
}

/* What is reported: the header's caches, and what a finding holds beside them. */
static void view_take_caches(struct view *view)
{
	const struct summary *summary = view->summary;
	const char *asked_cores = view_header(summary, CAPTURE_KEY_ASKED_CORES);
	for (size_t i = 0; i < summary->header_count; i++)
		if (strcmp(summary->headers[i].key, SUMMARY_CAPTURE_PREFIX CAPTURE_KEY_CACHE) == 0)
			view_take_cache(view, summary->headers[i].value, asked_cores);
	const struct summary_finding *knee = NULL;
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL)
		if (view_is_size(knee->reported))
			view_add_cache(view, "", knee->reported);
}

int view_open(struct view *view, const struct summary *summary, const char *pass, struct fault *fault)
{
	const char *name = summary_header(summary, SUMMARY_KEY_NAME);
	const struct summary_point *first = view_next_pass(summary, NULL);
	const char *first_pass = first == NULL ? "" : first->pass;
	*view = (struct view){.summary = summary, .clock_ghz = NAN};
	view->pass = pass != NULL ? pass : first_pass;
	if (view_take_points(view, name, fault) != 0)
		return -1;
	if (view->count == 0 && pass != NULL) {
		view_close(view);
		fault_set(fault, name, "has no sweep points of pass \"%.80s\"", pass);
		return VIEW_NO_PASS;
	}
	view_take_name(view, strcmp(view->pass, first_pass) != 0);
	view_take_caches(view);
	const struct summary_finding *clock = view_finding(view, FINDING_CLOCK, 0);
	if (view_stands(clock) && clock->value >= 0.001 && clock->value <= 1000)
		view->clock_ghz = clock->value;
	return 0;
}

void view_close(struct view *view)
{
	free(view->points);
	view->points = NULL;
	view->count = 0;
}

void view_close_all(struct view *views, size_t count)
{
	for (size_t i = 0; i < count; i++)
		view_close(&views[i]);
}

void view_tell_apart(struct view *views, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t alike = 0;
		for (size_t k = 0; k < count; k++)
			alike += strcmp(views[i].called, views[k].called) == 0;
		const char *name = summary_header(views[i].summary, SUMMARY_KEY_NAME);
		if (alike > 1 && name != NULL && strcmp(views[i].name, name) != 0) {
			char text[TEXT_BYTES] = "";
			text_add(text, "%s: %.100s", views[i].called, name);
			text_clean(views[i].name, sizeof views[i].name, text);
		}
	}
}

int view_open_all(struct view *views, size_t *opened, const struct summary *summaries, size_t count,
                  const char *pass, struct fault *fault)
{
	for (*opened = 0; *opened < count; ++*opened) {
		struct view *view = &views[*opened];
		if (view_open(view, &summaries[*opened], pass, fault) != 0)
			return -1;
		if (view->count == 0) {
			view_close(view);
			return fault_set(fault, summary_header(view->summary, SUMMARY_KEY_NAME),
			                 "has no points to draw");
		}
	}
	view_tell_apart(views, count);
	return 0;
}

static void view_scrub_number(double *number, double smallest, double largest)
{
	double size = *number < 0 ? -*number : *number;
	if (*number != 0 && !(size >= smallest && size <= largest))
		*number = NAN;
}

void view_scrub(struct summary *summary)
{
	for (size_t i = 0; i < summary->point_count; i++) {
		struct summary_point *point = &summary->points[i];
		double *times[] = {&point->time_ns, &point->low_ns, &point->q1_ns, &point->q3_ns,
		                   &point->high_ns};
		for (size_t k = 0; k < sizeof times / sizeof times[0]; k++)
			if (!view_is_time(*times[k]))
				*times[k] = NAN;
		view_scrub_number(&point->cycles, 1e-6, 1e12);
	}
	for (size_t i = 0; i < summary->finding_count; i++) {
		struct summary_finding *finding = &summary->findings[i];
		double *numbers[] = {&finding->value, &finding->low, &finding->high, &finding->reported,
		                     &finding->gap};
		for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
			view_scrub_number(numbers[k], 1e-12, 1e18);
	}
}
