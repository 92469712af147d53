/* How a row of the summary is made. */
#include "finding.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static void add_words(struct sentence *sentence, const char *format, va_list arguments)
{
	size_t length = strlen(sentence->text);
	vsnprintf(sentence->text + length, sizeof sentence->text - length, format, arguments);
}

void sentence_add(struct sentence *sentence, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add_words(sentence, format, arguments);
	va_end(arguments);
}

struct finding finding_begin(enum finding_kind kind, enum status status, rule_set rules_told,
                             const char *pass)
{
	return (struct finding){.row = {.kind = kind,
	                                .status = status,
	                                .value = NAN,
	                                .low = NAN,
	                                .high = NAN,
	                                .reported = NAN,
	                                .gap = NAN,
	                                .rules = rules_told,
	                                .pass = pass}};
}

void finding_measure(struct finding *finding, double value, double low, double high, enum unit unit)
{
	finding->row.value = value;
	finding->row.low = low;
	finding->row.high = high;
	finding->row.unit = isnan(value) && isnan(low) ? UNIT_NONE : unit;
}

int finding_add(struct summary *summary, struct finding *finding)
{
	finding->row.reason = finding->reason.text;
	return summary_add_finding(summary, &finding->row);
}

int finding_say(struct summary *summary, struct finding finding, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	add_words(&finding.reason, format, arguments);
	va_end(arguments);
	return finding_add(summary, &finding);
}

/* ---- points ---- */

/* The plateau and the level, from 1, that hold a place on the curve; 0 where none does. */
static void find_place(const struct hierarchy *hierarchy, size_t at, uint64_t *plateau, uint64_t *level)
{
	*plateau = *level = 0;
	if (hierarchy == NULL)
		return;
	for (size_t p = 0; p < hierarchy->plateau_count; p++)
		if (hierarchy->plateaus[p].first <= at && at <= hierarchy->plateaus[p].last)
			*plateau = p + 1;
	for (size_t l = 0; l < hierarchy->level_count; l++)
		if (*plateau > hierarchy->levels[l].first && *plateau <= hierarchy->levels[l].last + 1)
			*level = l + 1;
}

static void list_cpus(const struct point *point, struct sentence *cpus)
{
	for (size_t i = 0; i < point->cpu_count; i++)
		sentence_add(cpus, "%s%" PRIu32, i > 0 ? " " : "", point->cpus[i]);
	if (point->cpu_count == POINT_CPUS)
		sentence_add(cpus, " ...");
}

static void note_point(const struct sweep_point *point, const struct trials *trials, struct sentence *note)
{
	if (point->counted == 0)
		sentence_add(note, "missing");
	else if (point->counted < RULE_M0_THIN && !trials->curve)
		sentence_add(note, "thin");
	if (point->failed)
		sentence_add(note, "%sfailed", note->text[0] != '\0' ? "; " : "");
	if (trials->curve && point->counted > 1)
		sentence_add(note, "given %" PRIu64 " times", point->counted);
}

int finding_add_points(struct summary *summary, const struct sweep *sweep, const struct hierarchy *hierarchy,
                       const struct trials *trials, bool cycles)
{
	for (size_t i = 0; i < sweep->count; i++) {
		const struct sweep_point *point = &sweep->points[i];
		struct sentence cpus = {""}, note = {""};
		struct summary_point row = {
		    .experiment = sweep->pass->experiment,
		    .size_bytes = point->source->size_bytes,
		    .distance_bytes = point->source->distance_bytes,
		    .order = sweep->pass->order,
		    .competitors = sweep->pass->competitors,
		    .trials = trials->curve ? 0 : point->counted,
		    .discarded = point->discarded,
		    .migrated = point->migrated,
		    .time_ns = point->time_ns,
		    .low_ns = trials->curve ? NAN : point->low_ns,
		    .q1_ns = trials->curve ? NAN : point->q1_ns,
		    .q3_ns = trials->curve ? NAN : point->q3_ns,
		    .high_ns = trials->curve ? NAN : point->high_ns,
		    .cycles = cycles ? point->cycles : NAN,
		    .pass = sweep->pass->name,
		};
		list_cpus(point->source, &cpus);
		note_point(point, trials, &note);
		row.cpus = cpus.text;
		row.note = note.text;
		if (point->counted > 0)
			find_place(hierarchy, point->on_curve, &row.plateau, &row.level);
		if (summary_add_point(summary, &row) != 0)
			return -1;
	}
	return 0;
}
