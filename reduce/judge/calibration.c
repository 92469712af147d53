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
	unsigned end; /* 1: the start, 2: the end */
	bool dit_set;
};

static bool is_wanted(const struct asking *asking, const struct control_trial *trial,
                      enum capture_control kind, uint64_t size_bytes)
{
	return trial->kind == kind && trial->end == asking->end && (trial->dit == 1) == asking->dit_set &&
	       (size_bytes == 0 || trial->size_bytes == size_bytes) &&
	       (trial->flags & TRIAL_DISCARDED) == 0 &&
	       !((double)trial->elapsed_ns < RULE_T1_STEPS * asking->step_ns);
}

/* The median time of the trials of that kind and size (0: any), of the clock's their cycles; NAN where there
 * is none. */
static double median_of(const struct asking *asking, enum capture_control kind, uint64_t size_bytes)
{
	size_t count = 0;
	for (size_t i = 0; i < asking->trials->control_count; i++) {
		const struct control_trial *trial = &asking->trials->controls[i];
		double value = kind == CAPTURE_CLOCK ? trial->cycles : trial->time_ns;
		if (is_wanted(asking, trial, kind, size_bytes) && !isnan(value))
			asking->scratch[count++] = value;
	}
	return count > 0 ? median_select(asking->scratch, count) : NAN;
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

/* ---- the questions ---- */

/* A question of Q1 to Q4: a ratio of medians at one end. Of Q4 it is asked of each size, `bytes`. */
struct question {
	enum rule_id rule;
	enum capture_control kind; /* of the trials that it needs */
	double (*ratio)(const struct asking *asking, uint64_t bytes);
	const struct ratio *low, *high; /* low NULL: as far below 1 as high is above */
};

static double clock_ratio(const struct asking *asking, uint64_t bytes)
{
	return asking->dit_set ? NAN : median_of(asking, CAPTURE_CLOCK, bytes);
}

static double site_ratio(const struct asking *asking, uint64_t bytes)
{
	return median_of(asking, CAPTURE_SITE, bytes) / median_of(asking, CAPTURE_SITE_MORE, bytes);
}

static double words_ratio(const struct asking *asking, uint64_t bytes)
{
	return median_of(asking, CAPTURE_WORDS_SAME, bytes) / median_of(asking, CAPTURE_WORDS_OWN, bytes);
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
static double offset_ratio(const struct asking *asking, uint64_t bytes)
{
	uint64_t first_bytes = next_size(asking->trials, 0);
	double own =
	    median_of(asking, CAPTURE_OFFSET, first_bytes) - median_of(asking, CAPTURE_POINTER, first_bytes);
	return (median_of(asking, CAPTURE_OFFSET, bytes) - own) / median_of(asking, CAPTURE_POINTER, bytes);
}

static struct calibration unasked(enum rule_id rule)
{
	return (struct calibration){.rule = rule,
	                            .status = STATUS_NOTED,
	                            .value = NAN,
	                            .ends = {NAN, NAN},
	                            .dit = {NAN, NAN},
	                            .bytes = NAN};
}

static struct calibration ask(struct asking *asking, const struct question *question, uint64_t bytes)
{
	struct calibration asked = unasked(question->rule);
	struct ratio high = *question->high, inverse = {high.under, high.over};
	for (unsigned e = 0; e < CALIBRATION_ENDS; e++) {
		asking->end = e + 1;
		asking->dit_set = false;
		asked.ends[e] = question->ratio(asking, bytes);
		asking->dit_set = true;
		asked.dit[e] = question->ratio(asking, bytes);
	}
	conclude(&asked, question->low != NULL ? *question->low : inverse, high);
	return asked;
}

/* Q4: of the larger sizes the one that differs most is told. */
static struct calibration ask_sizes(struct asking *asking, const struct question *question)
{
	struct calibration most = unasked(question->rule);
	most.why = "no chase beyond the first level";
	for (uint64_t bytes = next_size(asking->trials, next_size(asking->trials, 0)); bytes != 0;
	     bytes = next_size(asking->trials, bytes)) {
		struct calibration asked = ask(asking, question, bytes);
		asked.bytes = (double)bytes;
		if (isnan(most.value) || off(asked.value) > off(most.value))
			most = asked;
	}
	return most;
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
	if (trials->pinned && processor >= 0) {
		*told = true;
		if (processor != (int64_t)strtoul(trials_header(trials, CAPTURE_KEY_GOT_CPU), NULL, 10))
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

static struct calibration ask_place(const struct trials *trials)
{
	struct calibration place = unasked(RULE_Q5);
	bool told = false;
	for (size_t i = 0; i < 2 * trials->control_count && place.why == NULL; i++)
		place.why = end_differs(trials, trials->controls[i / 2].processor[i % 2],
		                        trials->controls[i / 2].priority[i % 2], &told);
	place.status = place.why != NULL ? STATUS_REFUSED : told ? STATUS_ACCEPTED : STATUS_NOTED;
	if (place.status == STATUS_NOTED)
		place.why = "no processor was pinned, and no priority of a class is told";
	return place;
}

/* ---- all ---- */

static const struct question questions[] = {
    {RULE_Q1, CAPTURE_CLOCK, clock_ratio, &rule_q1_low, &rule_q1_high},
    {RULE_Q2, CAPTURE_SITE, site_ratio, NULL, &rule_q2_within},
    {RULE_Q3, CAPTURE_WORDS_SAME, words_ratio, NULL, &rule_q3_within},
    {RULE_Q4, CAPTURE_POINTER, offset_ratio, NULL, &rule_q4_within},
};

static struct calibration judge(struct asking *asking, const struct question *question)
{
	const struct trials *trials = asking->trials;
	struct calibration judged = unasked(question->rule);
	bool met = false, counted = false;
	for (size_t i = 0; i < trials->control_count; i++) {
		bool meant = trials->controls[i].kind == question->kind;
		met = met || meant;
		counted = counted || (meant && !isnan(trials->controls[i].cycles));
	}
	if (met)
		judged = question->rule == RULE_Q4 ? ask_sizes(asking, question) : ask(asking, question, 0);
	if (!met)
		judged.why = "the capture holds no such control";
	else if (question->rule == RULE_Q1 && !counted)
		judged.why = "no cycles are counted here";
	return judged;
}

int calibration_judge(struct calibration calibrations[CALIBRATIONS], const struct trials *trials,
                      double step_ns)
{
	struct asking asking = {.trials = trials,
	                        .step_ns = isnan(step_ns) ? 0 : step_ns,
	                        .scratch = malloc((trials->control_count + 1) * sizeof(double))};
	if (asking.scratch == NULL)
		return -1;
	for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
		calibrations[i] = judge(&asking, &questions[i]);
	calibrations[RULE_Q5 - RULE_Q1] = ask_place(trials);
	free(asking.scratch);
	return 0;
}
