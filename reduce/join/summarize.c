/* Where the summary of one capture is put together. */
#include "summarize.h"
#include "../summary/contradiction.h"
#include "../summary/control_words.h"
#include "../summary/diagnostic.h"
#include "../summary/finding.h"
#include "../summary/granule_words.h"
#include "../summary/knee_words.h"
#include "../summary/quantity.h"
#include "../summary/tier_words.h"
#include "../summary/translation_words.h"
#include "compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

/* ---- headers ---- */

static const char *cycles_from(const struct trials *trials, char *words, size_t size)
{
	if (trials->from_counters == 0)
		return trials->from_adds == 0 ? "none" : "add chain";
	if (trials->from_adds == 0)
		return "counters";
	snprintf(words, size, "counters for %" PRIu64 " trials, add chain for %" PRIu64,
	         trials->from_counters, trials->from_adds);
	return words;
}

/* One line for each size that a person gave and that is used. */
static int add_by_hand(struct summary *summary, const struct trials *trials)
{
	for (size_t i = 0; i < trials->cache_count; i++) {
		const struct capture_cache *cache = &trials->caches[i];
		char words[160];
		if (!cache->by_hand)
			continue;
		snprintf(words, sizeof words, "level=%" PRIu64 " bytes=%" PRIu64 "%s%s", cache->level,
		         cache->bytes, cache->cores[0] != '\0' ? " cores=" : "", cache->cores);
		if (summary_add_header(summary, SUMMARY_KEY_REPORTED, words) != 0)
			return -1;
	}
	return 0;
}

/* Every header line of the capture, as capture_KEY. */
static int add_capture_headers(struct summary *summary, const struct trials *trials)
{
	for (size_t i = 0; i < trials->header_count; i++) {
		char key[128];
		snprintf(key, sizeof key, "%s%.100s", SUMMARY_CAPTURE_PREFIX, trials->headers[i].key);
		if (summary_add_header(summary, key, trials->headers[i].value) != 0)
			return -1;
	}
	return 0;
}

static int add_headers(struct summary *summary, const struct reduction *reduction)
{
	const struct trials *trials = &reduction->trials;
	char counts[128], cycles[128];
	uint64_t counted = 0, discarded = 0;
	for (size_t i = 0; i < reduction->pass_count; i++) {
		counted += reduction->passes[i].sweep.counted;
		discarded += reduction->passes[i].sweep.discarded;
	}
	snprintf(counts, sizeof counts,
	         "%" PRIu64 " read, %" PRIu64 " counted in sweeps, %" PRIu64 " discarded", trials->rows,
	         counted, discarded);
	if (summary_begin(summary, reduction->name, reduction->rules) != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_KIND,
	                       summary_kind_words[trials->curve ? SUMMARY_CURVE : SUMMARY_TRIALS]) != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_TRIALS, counts) != 0 ||
	    summary_add_header(summary, SUMMARY_KEY_CLOCK, cycles_from(trials, cycles, sizeof cycles)) != 0)
		return -1;
	return add_by_hand(summary, trials) != 0 ? -1 : add_capture_headers(summary, trials);
}

/* ---- the timer ---- */

static int add_timer(struct summary *summary, const struct reduction *reduction)
{
	struct finding finding = finding_begin(FINDING_TIMER, STATUS_ACCEPTED, RULE_SET(RULE_T1), "");
	double step_ns = reduction->step_ns, asked_ns = reduction->asked_step_ns;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (reduction->trials.curve)
		return 0;
	if (isnan(step_ns)) {
		finding.row.status = STATUS_NOTED;
		return finding_say(summary, finding, "T1 not judged: the capture holds no timer rows");
	}
	finding_measure(&finding, step_ns, NAN, NAN, UNIT_NS);
	sentence_add(&finding.reason, "median of %zu gaps; a trial counts from %s ns on",
	             reduction->trials.timer_gap_count, quantity_number(RULE_T1_STEPS * step_ns, a));
	if (isnan(asked_ns))
		return finding_add(summary, &finding);
	finding.row.rules = RULE_SET(RULE_T2);
	sentence_add(&finding.reason, "; asked for %s ns, got %s ns", quantity_number(asked_ns, a),
	             quantity_number(step_ns, b));
	if (!ratio_above(step_ns, rule_t2_coarser, asked_ns))
		return finding_add(summary, &finding);
	finding.row.status = STATUS_REFUSED;
	return finding_say(summary, finding, ": %s", rules[RULE_T2].refusal);
}

/* ---- one pass ---- */

/* How many trials of the pass were discarded for that reason; a trial can fall under several. */
static uint64_t count_discards(const struct sweep *sweep, enum trial_flag flag)
{
	uint64_t count = 0;
	for (size_t p = 0; p < sweep->count; p++) {
		const struct point *point = sweep->points[p].source;
		for (size_t r = 0; r < point->round_count; r++)
			for (size_t t = 0; t < point->rounds[r].count; t++)
				count += (trial_flags(&point->rounds[r].trials[t]) & (unsigned)flag) != 0;
	}
	return count;
}

static void tell_trials(struct sentence *sentence, const struct sweep *sweep)
{
	sentence_add(sentence, "%" PRIu64 " trials counted in %zu round%s, %" PRIu64 " discarded",
	             sweep->counted, sweep->rounds, sweep->rounds == 1 ? "" : "s", sweep->discarded);
	for (size_t i = 0; i < TRIAL_DISCARDS; i++) {
		uint64_t count = count_discards(sweep, trial_discards[i].flag);
		if (count > 0)
			sentence_add(sentence, ", %" PRIu64 " under %s", count, trial_discards[i].told);
	}
	sentence_add(sentence, "; %zu of %zu points failed", sweep->failed, sweep->count);
}

static int add_sweep(struct summary *summary, const struct reduction *reduction,
                     const struct reduced_pass *pass)
{
	const struct sweep *sweep = &pass->sweep;
	bool noted = reduction->trials.curve || (pass->private_test && pass->refused == 0);
	struct finding finding = finding_begin(FINDING_SWEEP,
	                                       pass->refused != 0 ? STATUS_REFUSED
	                                       : noted            ? STATUS_NOTED
	                                                          : STATUS_ACCEPTED,
	                                       pass->refused, sweep->pass->name);
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(pass->refused, list);
	for (size_t i = 0; i < count; i++)
		sentence_add(&finding.reason, "%s; ", rules[list[i]].refusal);
	if (pass->refused == 0 && pass->private_test)
		sentence_add(&finding.reason, "a private test, no sweep; ");
	if (reduction->trials.curve)
		sentence_add(&finding.reason, "a curve of medians: T1 to T4, K2 and K3 not judged");
	else
		tell_trials(&finding.reason, sweep);
	finding_measure(&finding, (double)sweep->count, (double)sweep->points[0].source->size_bytes,
	                (double)sweep->points[sweep->count - 1].source->size_bytes, UNIT_POINTS);
	return finding_add(summary, &finding);
}

static int add_clock(struct summary *summary, const struct reduced_pass *pass)
{
	const struct sweep *sweep = &pass->sweep;
	bool good = pass->clock == CLOCK_GOOD;
	struct finding finding =
	    finding_begin(FINDING_CLOCK, good ? STATUS_ACCEPTED : STATUS_REFUSED, 0, sweep->pass->name);
	char a[QUANTITY_TEXT];
	if (pass->clock == CLOCK_NONE)
		return 0;
	finding_measure(&finding, sweep->clock_ghz, sweep->clock_low_ghz, sweep->clock_high_ghz, UNIT_GHZ);
	if (good)
		return finding_say(summary, finding, "median over the points");
	return finding_say(summary, finding,
	                   "%s GHz cannot be a clock: the times are wrong (ticks of 24 MHz taken for "
	                   "nanoseconds are 41.67 times off), or the add chain is; no cycles are given",
	                   quantity_number(sweep->clock_ghz, a));
}

static int add_pass(struct summary *summary, const struct reduction *reduction,
                    const struct reduced_pass *pass)
{
	const struct trials *trials = &reduction->trials;
	if (add_sweep(summary, reduction, pass) != 0 || add_clock(summary, pass) != 0)
		return -1;
	if (pass->judged && (knee_words_add(summary, trials, pass) != 0 ||
	                     translation_words_add_causes(summary, reduction, pass) != 0 ||
	                     contradiction_add(summary, reduction, pass) != 0))
		return -1;
	if (diagnostic_add_pass(summary, reduction, pass) != 0)
		return -1;
	return finding_add_points(summary, &pass->sweep, pass->judged ? &pass->hierarchy : NULL, trials,
	                          pass->clock == CLOCK_GOOD);
}

static int add_grid(struct summary *summary, const struct reduction *reduction, const struct grid *grid)
{
	if (granule_words_add(summary, grid) != 0)
		return -1;
	return finding_add_points(summary, &grid->sweep, NULL, &reduction->trials,
	                          reduction_clock(reduction, &grid->sweep) == CLOCK_GOOD);
}

/* ---- the capture ---- */

static int add_all(struct summary *summary, const struct reduction *reduction)
{
	if (add_headers(summary, reduction) != 0 || add_timer(summary, reduction) != 0 ||
	    (reduction->calibrated && control_words_add(summary, reduction) != 0) ||
	    tier_words_add(summary, &reduction->trials) != 0)
		return -1;
	for (size_t i = 0; i < reduction->pass_count; i++)
		if (add_pass(summary, reduction, &reduction->passes[i]) != 0)
			return -1;
	for (size_t i = 0; i < reduction->grid_count; i++)
		if (add_grid(summary, reduction, &reduction->grids[i]) != 0)
			return -1;
	if ((reduction->translated && translation_words_add(summary, reduction) != 0) ||
	    compare_within(summary, reduction) != 0)
		return -1;
	return diagnostic_add_capture(summary, reduction);
}

int summarize_capture(const struct reduction *reduction, struct summary *summary, struct fault *fault)
{
	*summary = (struct summary){0};
	if (add_all(summary, reduction) == 0)
		return 0;
	return fault_system(fault, reduction->name, ENOMEM, "cannot be summarized");
}
