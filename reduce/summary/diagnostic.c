/* Where diagnostics annotate. */
#include "diagnostic.h"
#include "finding.h"
#include "../maths/median.h"
#include "../read/table.h"
#include "quantity.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct ratio creep = {3, 2}, drift = {11, 10}, early_end = {8, 1};
/* A load to use takes three cycles or more, and no core reaches 8 GHz. */
static const double fastest_load_ns = 0.25;

static struct finding noted(const char *pass)
{
	return finding_begin(FINDING_DIAGNOSTIC, STATUS_NOTED, 0, pass);
}

static int add_creeping(struct summary *summary, const struct reduced_pass *pass)
{
	const struct hierarchy *hierarchy = &pass->hierarchy;
	for (size_t l = 0; l < hierarchy->level_count; l++) {
		double low = INFINITY, high = 0;
		for (size_t p = hierarchy->levels[l].first; p <= hierarchy->levels[l].last; p++) {
			for (size_t i = hierarchy->plateaus[p].first; i <= hierarchy->plateaus[p].last; i++) {
				low = fmin(low, pass->sweep.time_ns[i]);
				high = fmax(high, pass->sweep.time_ns[i]);
			}
		}
		if (!ratio_above(high, creep, low))
			continue;
		struct finding finding = noted(pass->sweep.pass->name);
		char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
		finding.row.level = l + 1;
		if (finding_say(summary, finding, "level %zu creeps: its points go from %s to %s ns", l + 1,
		                quantity_number(low, a), quantity_number(high, b)) != 0)
			return -1;
	}
	return 0;
}

static int add_drift(struct summary *summary, const struct reduced_pass *pass)
{
	const struct sweep *sweep = &pass->sweep;
	if (sweep->rounds < 2 || sweep->curve_count == 0)
		return 0;
	double *ratios = malloc(sweep->curve_count * sizeof *ratios);
	size_t count = 0;
	if (ratios == NULL)
		return -1;
	for (size_t i = 0; i < sweep->curve_count; i++) {
		double first = sweep->round_ns[i];
		double last = sweep->round_ns[(sweep->rounds - 1) * sweep->curve_count + i];
		if (!isnan(first) && !isnan(last))
			ratios[count++] = last / first;
	}
	double ratio = count > 0 ? median_select(ratios, count) : 1;
	free(ratios);
	if (ratio_within(ratio, 1, drift))
		return 0;
	char a[QUANTITY_TEXT];
	return finding_say(
	    summary, noted(sweep->pass->name),
	    "drift: from the first round to the last the times change by %s at the median point",
	    quantity_percent(ratio - 1, a));
}

static int add_early_end(struct summary *summary, const struct reduced_pass *pass)
{
	const struct hierarchy *hierarchy = &pass->hierarchy;
	double last_knee = NAN, end = (double)pass->sweep.points[pass->sweep.count - 1].source->size_bytes;
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (hierarchy->stairs[s].status != STATUS_REFUSED)
			last_knee = fmax(last_knee, hierarchy->stairs[s].knee_bytes);
	if (isnan(last_knee) || ratio_reached(end, early_end, last_knee))
		return 0;
	char a[QUANTITY_TEXT];
	return finding_say(summary, noted(pass->sweep.pass->name),
	                   "the sweep ends %s times beyond its last knee: a level past it could not show",
	                   quantity_number(end / last_knee, a));
}

static int add_impossible(struct summary *summary, const struct reduced_pass *pass)
{
	double fastest = INFINITY;
	for (size_t i = 0; i < pass->sweep.curve_count; i++)
		fastest = fmin(fastest, pass->sweep.time_ns[i]);
	if (!(fastest < fastest_load_ns))
		return 0;
	char a[QUANTITY_TEXT];
	return finding_say(
	    summary, noted(pass->sweep.pass->name),
	    "%s ns is faster than any core's load: the times are wrong (ticks of 24 MHz taken for "
	    "nanoseconds are 41.67 times off), or they leave out the first level's",
	    quantity_number(fastest, a));
}

/* What a sweep lost that is judged all the same: the sizes most of whose trials do not count. */
static int add_lost(struct summary *summary, const struct reduced_pass *pass)
{
	const struct sweep *sweep = &pass->sweep;
	const struct sweep_point *first = NULL, *last = NULL;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	for (size_t i = 0; i < sweep->count; i++) {
		if (!sweep->points[i].failed)
			continue;
		first = first == NULL ? &sweep->points[i] : first;
		last = &sweep->points[i];
	}
	if (first == NULL || pass->refused != 0)
		return 0;
	return finding_say(summary, noted(sweep->pass->name),
	                   "lost: at %zu of %zu sizes, between %s and %s, most trials do not count",
	                   sweep->failed, sweep->count, quantity_exact((double)first->source->size_bytes, a),
	                   quantity_exact((double)last->source->size_bytes, b));
}

int diagnostic_add_pass(struct summary *summary, const struct reduction *reduction,
                        const struct reduced_pass *pass)
{
	if (reduction->trials.doubled) {
		if (finding_say(summary, noted(pass->sweep.pass->name),
		                "a size is given more than once: its median is used") != 0)
			return -1;
	}
	if (reduction->rules >= 3 && add_lost(summary, pass) != 0)
		return -1;
	return add_creeping(summary, pass) != 0 || add_drift(summary, pass) != 0 ||
	               add_early_end(summary, pass) != 0 || add_impossible(summary, pass) != 0
	           ? -1
	           : 0;
}

static int add_cores(struct summary *summary, const struct trials *trials)
{
	const struct core_counts *cores = &trials->cores;
	if (trials->curve)
		return 0;
	return finding_say(
	    summary, noted(""),
	    "where trials ran: %" PRIu64 " stayed (%" PRIu64 " without a context switch, %" PRIu64
	    " pinned), %" PRIu64 " moved (%" PRIu64 " seen on two processors, %" PRIu64
	    " on two performance levels), %" PRIu64 " unknown",
	    cores->no_switch + cores->pinned, cores->no_switch, cores->pinned,
	    cores->two_cpus + cores->two_levels, cores->two_cpus, cores->two_levels, cores->unknown);
}

/* What of a machine's state disturbs a measurement, or makes it another machine's: each value but the one or
 * two that are well. Where there are words behind the value, it is told between them. */
static const struct {
	const char *key, *well, *also_well, *words, *behind;
} states[] = {
    {"low_power", "0", "0", "low power mode was on", NULL},
    {"power", "ac", "ac", "the power came from the battery", NULL},
    {"thermal", "nominal", "100", "heat held the processor to ", " per cent of its speed"},
    {"memory_pressure", "normal", "normal", "memory was short (", ")"},
    {"translated", "0", "0", "Rosetta translated the probe", NULL},
    {"virtual", "0", "0", "the probe ran in a virtual machine", NULL},
};

/* The value of one end's line, or "" where it does not tell or is well. */
static const char *unwell(const struct trials *trials, size_t state, const char *when, char value[32])
{
	char end[16];
	for (size_t i = 0; i < trials->header_count; i++) {
		const struct header_line *line = &trials->headers[i];
		if (strcmp(line->key, CAPTURE_KEY_STATE) == 0 &&
		    header_pair(line->value, "when", end, sizeof end) && strcmp(end, when) == 0 &&
		    header_pair(line->value, states[state].key, value, 32) &&
		    strcmp(value, states[state].well) != 0 && strcmp(value, states[state].also_well) != 0)
			return value;
	}
	return "";
}

static int add_state(struct summary *summary, const struct trials *trials)
{
	struct finding finding = noted("");
	sentence_add(&finding.reason, "state: ");
	size_t told = 0;
	for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
		char first[32], last[32];
		const char *before = unwell(trials, i, "before", first),
		           *after = unwell(trials, i, "after", last);
		if (before[0] == '\0' && after[0] == '\0')
			continue;
		sentence_add(&finding.reason, "%s%s", told++ > 0 ? "; " : "", states[i].words);
		if (states[i].behind != NULL)
			sentence_add(&finding.reason, "%s%s", before[0] != '\0' ? before : after,
			             states[i].behind);
		sentence_add(&finding.reason, "%s",
		             after[0] == '\0'    ? " at the start"
		             : before[0] == '\0' ? " at the end"
		                                 : "");
	}
	return told > 0 ? finding_add(summary, &finding) : 0;
}

int diagnostic_add_capture(struct summary *summary, const struct reduction *reduction)
{
	const struct trials *trials = &reduction->trials;
	if (trials->cut_off) {
		if (finding_say(
		        summary, noted(""),
		        "the capture was cut off: it has no end line; its finished trials are used") != 0)
			return -1;
	}
	if (trials->interrupted) {
		if (finding_say(summary, noted(""),
		                "the probe was interrupted: its finished trials are used") != 0)
			return -1;
	}
	if (reduction->rules >= 3 && add_state(summary, trials) != 0)
		return -1;
	return add_cores(summary, trials);
}
