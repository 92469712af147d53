/* Where the control trials are judged. */
#include "calibration.h"
#include "../maths/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the questions are asked of; `scratch` has room for every control trial. */
struct asking {
	const struct trials *trials;
	double step_ns;
	double *scratch;
};

/* Which control trials are meant. */
struct wanted {
	enum capture_control kind;
	uint64_t size_bytes; /* 0: any */
	unsigned end;        /* 1: the start, 2: the end */
	bool dit_set;
};

static bool is_wanted(const struct asking *asking, const struct control_trial *trial,
                      const struct wanted *wanted)
{
	return trial->kind == wanted->kind && trial->end == wanted->end &&
	       (trial->dit == 1) == wanted->dit_set &&
	       (wanted->size_bytes == 0 || trial->size_bytes == wanted->size_bytes) &&
	       (trial->flags & TRIAL_DISCARDED) == 0 &&
	       !((double)trial->elapsed_ns < RULE_T1_STEPS * asking->step_ns);
}

/* The median time of the trials meant, or with `cycles` of their cycles; NAN where there is none. */
static double median_of(const struct asking *asking, const struct wanted *wanted, bool cycles)
{
	size_t count = 0;
	for (size_t i = 0; i < asking->trials->control_count; i++) {
		const struct control_trial *trial = &asking->trials->controls[i];
		double value = cycles ? trial->cycles : trial->time_ns;
		if (is_wanted(asking, trial, wanted) && !isnan(value))
			asking->scratch[count++] = value;
	}
	return count > 0 ? median_select(asking->scratch, count) : NAN;
}

static bool kind_met(const struct asking *asking, enum capture_control kind)
{
	for (size_t i = 0; i < asking->trials->control_count; i++)
		if (asking->trials->controls[i].kind == kind)
			return true;
	return false;
}

/* How far a ratio is from 1, either way. */
static double off(double ratio)
{
	return ratio < 1 ? 1 / ratio : ratio;
}

/* The verdict of the ratios at both ends: failed where one lies outside, noted where one is missing. */
static void conclude(struct calibration *calibration, struct ratio low, struct ratio high)
{
	bool failed = false;
	size_t known = 0;
	calibration->value = NAN;
	for (size_t e = 0; e < CALIBRATION_ENDS; e++) {
		double ratio = calibration->ends[e];
		if (isnan(ratio))
			continue;
		known++;
		failed = failed || !ratio_reached(ratio, low, 1) || ratio_above(ratio, high, 1);
		if (isnan(calibration->value) || off(ratio) > off(calibration->value))
			calibration->value = ratio;
	}
	calibration->status = failed                      ? STATUS_REFUSED
	                      : known == CALIBRATION_ENDS ? STATUS_ACCEPTED
	                                                  : STATUS_NOTED;
	if (calibration->status == STATUS_NOTED)
		calibration->why = known == 0                    ? "no control trial counts"
		                   : isnan(calibration->ends[0]) ? "no control trial counts at the start"
		                                                 : "no control trial counts at the end";
}

static struct ratio inverse(struct ratio ratio)
{
	return (struct ratio){ratio.under, ratio.over};
}

/* ---- the questions ---- */

static void judge_clock(const struct asking *asking, struct calibration *calibration)
{
	bool counted = false;
	for (size_t i = 0; i < asking->trials->control_count; i++)
		counted = counted || (asking->trials->controls[i].kind == CAPTURE_CLOCK &&
		                      !isnan(asking->trials->controls[i].cycles));
	for (unsigned e = 0; e < CALIBRATION_ENDS; e++)
		calibration->ends[e] =
		    median_of(asking, &(struct wanted){CAPTURE_CLOCK, 0, e + 1, false}, true);
	conclude(calibration, rule_q1_low, rule_q1_high);
	if (!counted)
		calibration->why = "no cycles are counted here";
}

/* The ratio of the times of two kinds, the first over the second, at both ends. */
static void compare_kinds(const struct asking *asking, struct calibration *calibration,
                          enum capture_control first, enum capture_control second)
{
	for (unsigned e = 0; e < CALIBRATION_ENDS; e++) {
		calibration->ends[e] = median_of(asking, &(struct wanted){first, 0, e + 1, false}, false) /
		                       median_of(asking, &(struct wanted){second, 0, e + 1, false}, false);
		calibration->dit[e] = median_of(asking, &(struct wanted){first, 0, e + 1, true}, false) /
		                      median_of(asking, &(struct wanted){second, 0, e + 1, true}, false);
	}
}

static void judge_site(const struct asking *asking, struct calibration *calibration)
{
	compare_kinds(asking, calibration, CAPTURE_SITE, CAPTURE_SITE_MORE);
	conclude(calibration, inverse(rule_q2_within), rule_q2_within);
}

static void judge_value(const struct asking *asking, struct calibration *calibration)
{
	compare_kinds(asking, calibration, CAPTURE_WORDS_SAME, CAPTURE_WORDS_OWN);
	conclude(calibration, inverse(rule_q3_within), rule_q3_within);
}

/* The sizes of the pointer chases: the smallest, and the next larger than `above`; 0 where there is none. */
static uint64_t next_size(const struct trials *trials, uint64_t above)
{
	uint64_t found = 0;
	for (size_t i = 0; i < trials->control_count; i++) {
		const struct control_trial *trial = &trials->controls[i];
		if (trial->kind == CAPTURE_POINTER && trial->size_bytes > above &&
		    (found == 0 || trial->size_bytes < found))
			found = trial->size_bytes;
	}
	return found;
}

/* The offset chase, its own cycle (as in the first level) taken off, over the pointer chase. */
static double offset_ratio(const struct asking *asking, uint64_t first_bytes, uint64_t bytes, unsigned end,
                           bool dit_set)
{
	double own = median_of(asking, &(struct wanted){CAPTURE_OFFSET, first_bytes, end, dit_set}, false) -
	             median_of(asking, &(struct wanted){CAPTURE_POINTER, first_bytes, end, dit_set}, false);
	return (median_of(asking, &(struct wanted){CAPTURE_OFFSET, bytes, end, dit_set}, false) - own) /
	       median_of(asking, &(struct wanted){CAPTURE_POINTER, bytes, end, dit_set}, false);
}

/* Of the larger sizes the one that differs most is told. */
static void judge_pointer(const struct asking *asking, struct calibration *calibration)
{
	uint64_t first = next_size(asking->trials, 0);
	struct calibration asked = *calibration;
	bool any = false;
	for (uint64_t bytes = next_size(asking->trials, first); bytes != 0;
	     bytes = next_size(asking->trials, bytes)) {
		for (unsigned e = 0; e < CALIBRATION_ENDS; e++) {
			asked.ends[e] = offset_ratio(asking, first, bytes, e + 1, false);
			asked.dit[e] = offset_ratio(asking, first, bytes, e + 1, true);
		}
		asked.bytes = (double)bytes;
		asked.why = NULL;
		conclude(&asked, inverse(rule_q4_within), rule_q4_within);
		if (!any || off(asked.value) > off(calibration->value) || isnan(calibration->value))
			*calibration = asked;
		any = true;
	}
	if (any)
		return;
	conclude(calibration, inverse(rule_q4_within), rule_q4_within);
	calibration->why = "no chase beyond the first level";
}

/* ---- Q5 ---- */

/* The priorities of a class: lowest and highest (XNU; kernels differ by one for interactive). */
static const struct {
	const char *name;
	int64_t low, high;
} classes[] = {{"background", 4, 4},
               {"utility", 20, 20},
               {"default", 31, 31},
               {"userinitiated", 37, 37},
               {"interactive", 46, 47}};

/* The processor that was asked for and got; -1 where none was pinned. */
static int64_t pinned_processor(const struct trials *trials)
{
	return trials->pinned ? (int64_t)strtoul(trials_header(trials, CAPTURE_KEY_GOT_CPU), NULL, 10) : -1;
}

/* Whether `processor` is in a cluster of efficiency cores, as the headers tell: 1, 0, or -1 where they do
 * not.
 */
static int in_efficiency(const struct trials *trials, int64_t processor)
{
	for (size_t i = 0; i < trials->header_count; i++) {
		const char *value = trials->headers[i].value, *list, *type;
		if (strcmp(trials->headers[i].key, CAPTURE_KEY_CLUSTER) != 0 ||
		    (list = strstr(value, "processors=")) == NULL || (type = strstr(value, "type=")) == NULL)
			continue;
		const char *at = list + strlen("processors=");
		while (*at >= '0' && *at <= '9') {
			char *end;
			if ((int64_t)strtoul(at, &end, 10) == processor)
				return type[strlen("type=")] == 'E';
			at = end + (*end == ',');
		}
	}
	return -1;
}

/* What a control trial's end shows against what was asked: NULL where it agrees or nothing is told. *told is
 * set where something was. */
static const char *end_differs(const struct trials *trials, const int64_t processor, const int64_t priority,
                               bool *told)
{
	const char *asked = trials_header(trials, CAPTURE_KEY_ASKED_QOS);
	int64_t pinned = pinned_processor(trials);
	if (pinned >= 0 && processor >= 0) {
		*told = true;
		if (processor != pinned)
			return "a control ran on another processor than the one asked for";
	}
	for (size_t c = 0; asked != NULL && c < sizeof classes / sizeof classes[0]; c++) {
		if (strcmp(asked, classes[c].name) != 0)
			continue;
		int efficient = c == 0 && processor >= 0 ? in_efficiency(trials, processor) : -1;
		*told = *told || priority >= 0 || efficient >= 0;
		if (priority >= 0 && (priority < classes[c].low || priority > classes[c].high))
			return "the thread's priority is not that of the class asked for";
		if (efficient == 0)
			return "a control of the background class ran on a processor that is no efficiency core";
	}
	return NULL;
}

static void judge_place(const struct asking *asking, struct calibration *calibration)
{
	const struct trials *trials = asking->trials;
	bool told = false;
	for (size_t i = 0; i < trials->control_count && calibration->why == NULL; i++)
		for (size_t e = 0; e < 2 && calibration->why == NULL; e++)
			calibration->why = end_differs(trials, trials->controls[i].processor[e],
			                               trials->controls[i].priority[e], &told);
	calibration->status = calibration->why != NULL ? STATUS_REFUSED
	                      : told                   ? STATUS_ACCEPTED
	                                               : STATUS_NOTED;
	if (calibration->status == STATUS_NOTED)
		calibration->why = "no processor was pinned, and no priority of a class is told";
}

/* ---- all ---- */

static const struct {
	enum rule_id rule;
	void (*judge)(const struct asking *asking, struct calibration *calibration);
	enum capture_control kind; /* of the trials that it needs; of Q5 any */
} questions[CALIBRATIONS] = {
    {RULE_Q1, judge_clock, CAPTURE_CLOCK},      {RULE_Q2, judge_site, CAPTURE_SITE},
    {RULE_Q3, judge_value, CAPTURE_WORDS_SAME}, {RULE_Q4, judge_pointer, CAPTURE_POINTER},
    {RULE_Q5, judge_place, CAPTURE_PLACE},
};

int calibration_judge(struct calibration calibrations[CALIBRATIONS], const struct trials *trials,
                      double step_ns)
{
	struct asking asking = {trials, isnan(step_ns) ? 0 : step_ns,
	                        malloc((trials->control_count + 1) * sizeof(double))};
	if (asking.scratch == NULL)
		return -1;
	for (size_t i = 0; i < CALIBRATIONS; i++) {
		calibrations[i] = (struct calibration){.rule = questions[i].rule,
		                                       .status = STATUS_NOTED,
		                                       .value = NAN,
		                                       .ends = {NAN, NAN},
		                                       .dit = {NAN, NAN},
		                                       .bytes = NAN};
		if (questions[i].rule == RULE_Q5 || kind_met(&asking, questions[i].kind))
			questions[i].judge(&asking, &calibrations[i]);
		else
			calibrations[i].why = "the capture holds no such control";
	}
	free(asking.scratch);
	return 0;
}

bool calibration_failed(const struct calibration calibrations[CALIBRATIONS], enum rule_id rule)
{
	for (size_t i = 0; i < CALIBRATIONS; i++)
		if (calibrations[i].rule == rule)
			return calibrations[i].status == STATUS_REFUSED;
	return false;
}

/* Whether a point of that pass is a chase over fewer nodes. */
static bool has_few(const struct pass *pass, uint64_t size_bytes, double nodes, double stride_bytes)
{
	double stride = pass->stride_bytes != 0 ? (double)pass->stride_bytes : stride_bytes;
	return pass->experiment != CAPTURE_ADJACENCY && (double)size_bytes < nodes * stride;
}

void calibration_leave_few(struct trials *trials, double nodes, double stride_bytes)
{
	for (size_t p = 0; p < trials->point_count; p++) {
		struct point *point = &trials->points[p];
		if (!has_few(&trials->passes[point->pass], point->size_bytes, nodes, stride_bytes))
			continue;
		for (size_t r = 0; r < point->round_count; r++)
			for (size_t t = 0; t < point->rounds[r].count; t++)
				point->rounds[r].trials[t].elapsed_and_flags |= TRIAL_Q2;
	}
	for (size_t i = 0; i < trials->log_count; i++)
		if (has_few(&trials->passes[trials->log[i].pass], trials->log[i].size_bytes, nodes,
		            stride_bytes))
			trials->log[i].trial.elapsed_and_flags |= TRIAL_Q2;
}
