/* Where the summary of one capture is put together. */
#include "summarize.h"
#include "../rule.h"
#include "../summary/diagnostic.h"
#include "../summary/finding.h"
#include "../summary/granule_words.h"
#include "../summary/quantity.h"
#include "../summary/tier_words.h"
#include "compare.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

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

static int add_headers(struct summary *summary, const struct reduction *reduction)
{
	const struct trials *trials = &reduction->trials;
	char version[16], constants[1024], counts[128], cycles[128];
	uint64_t counted = 0, discarded = 0;
	for (size_t i = 0; i < reduction->pass_count; i++) {
		counted += reduction->passes[i].sweep.counted;
		discarded += reduction->passes[i].sweep.discarded;
	}
	snprintf(version, sizeof version, "%u", reduction->rules);
	rule_constants(constants, sizeof constants, reduction->rules);
	snprintf(counts, sizeof counts,
	         "%" PRIu64 " read, %" PRIu64 " counted in sweeps, %" PRIu64 " discarded", trials->rows,
	         counted, discarded);
	const struct header_line rows[] = {
	    {finding_text(SUMMARY_KEY_NAME), finding_text(reduction->name)},
	    {finding_text(SUMMARY_KEY_RULES), version},
	    {finding_text(SUMMARY_KEY_CONSTANTS), constants},
	    {finding_text(SUMMARY_KEY_KIND), finding_text(trials->curve ? "curve" : "trials")},
	    {finding_text(SUMMARY_KEY_TRIALS), counts},
	    {finding_text(SUMMARY_KEY_CLOCK), finding_text(cycles_from(trials, cycles, sizeof cycles))},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (summary_add_header(summary, rows[i].key, rows[i].value) != 0)
			return -1;
	if (add_by_hand(summary, trials) != 0)
		return -1;
	for (size_t i = 0; i < trials->header_count; i++) {
		char key[128];
		snprintf(key, sizeof key, "%s%.100s", SUMMARY_CAPTURE_PREFIX, trials->headers[i].key);
		if (summary_add_header(summary, key, trials->headers[i].value) != 0)
			return -1;
	}
	return 0;
}

static int add_timer(struct summary *summary, const struct reduction *reduction)
{
	struct summary_finding finding = finding_blank("timer", STATUS_ACCEPTED, "");
	struct sentence reason = {""};
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (reduction->trials.curve)
		return 0;
	finding.rule = finding_text("T1");
	if (isnan(reduction->step_ns)) {
		finding.status = finding_text(finding_status(STATUS_NOTED));
		finding.reason = finding_text("T1 not judged: the capture holds no timer rows");
		return summary_add_finding(summary, &finding);
	}
	finding.value = reduction->step_ns;
	finding.unit = finding_text("ns");
	sentence_add(&reason, "median of %zu gaps; a trial counts from %s ns on",
	             reduction->trials.timer_gap_count,
	             quantity_number(RULE_T1_STEPS * reduction->step_ns, a));
	if (!isnan(reduction->asked_step_ns)) {
		bool refused = ratio_above(reduction->step_ns, rule_t2_coarser, reduction->asked_step_ns);
		finding.rule = finding_text("T2");
		if (refused)
			finding.status = finding_text(finding_status(STATUS_REFUSED));
		sentence_add(&reason, "; asked for %s ns, got %s ns%s%s",
		             quantity_number(reduction->asked_step_ns, a),
		             quantity_number(reduction->step_ns, b), refused ? ": " : "",
		             refused ? rule_find("T2")->refusal : "");
	}
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

/* Adds a round's discarded trials to the counts, one for each bit of TRIAL_DISCARDED from the lowest. */
static void count_discards(const struct round *round, uint64_t counts[4])
{
	for (size_t t = 0; t < round->count; t++) {
		unsigned flags = trial_flags(&round->trials[t]);
		for (unsigned k = 0; (flags & TRIAL_DISCARDED) != 0 && k < 4; k++)
			counts[k] += flags >> k & 1;
	}
}

/* How many trials of the pass each rule discarded; a trial can fall under several. */
static void tell_discards(struct sentence *sentence, const struct sweep *sweep)
{
	static const char *const kinds[] = {"T1", "T4", "F1", "not proven to have stayed"};
	enum { KINDS = sizeof kinds / sizeof kinds[0] };
	uint64_t counts[KINDS] = {0};
	for (size_t p = 0; p < sweep->count; p++)
		for (size_t r = 0; r < sweep->points[p].source->round_count; r++)
			count_discards(&sweep->points[p].source->rounds[r], counts);
	for (size_t k = 0; k < KINDS; k++)
		if (counts[k] > 0)
			sentence_add(sentence, ", %" PRIu64 " under %s", counts[k], kinds[k]);
}

static int add_sweep(struct summary *summary, const struct reduction *reduction,
                     const struct reduced_pass *pass)
{
	static const char *const ids[] = {"", "T2", "T3", "P0", ""};
	const struct sweep *sweep = &pass->sweep;
	bool refused = pass->refusal != PASS_JUDGED && pass->refusal != PASS_PRIVATE;
	struct summary_finding finding = finding_blank("sweep",
	                                               refused                         ? STATUS_REFUSED
	                                               : pass->refusal == PASS_PRIVATE ? STATUS_NOTED
	                                                                               : STATUS_ACCEPTED,
	                                               sweep->pass->name);
	struct sentence reason = {""};
	if (refused)
		sentence_add(&reason, "%s; ", rule_find(ids[pass->refusal])->refusal);
	if (pass->refusal == PASS_PRIVATE)
		sentence_add(&reason, "a private test, no sweep; ");
	if (reduction->trials.curve) {
		finding.status = finding_text(refused ? "refused" : "noted");
		sentence_add(&reason, "a curve of medians: T1 to T4, K2 and K3 not judged");
	} else {
		sentence_add(&reason, "%" PRIu64 " trials counted in %zu round%s, %" PRIu64 " discarded",
		             sweep->counted, sweep->rounds, sweep->rounds == 1 ? "" : "s", sweep->discarded);
		tell_discards(&reason, sweep);
		sentence_add(&reason, "; %zu of %zu points failed", sweep->failed, sweep->count);
	}
	finding.value = (double)sweep->count;
	finding.unit = finding_text("points");
	finding.low = (double)sweep->points[0].source->size_bytes;
	finding.high = (double)sweep->points[sweep->count - 1].source->size_bytes;
	finding.rule = finding_text(ids[pass->refusal]);
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_clock(struct summary *summary, const struct reduced_pass *pass)
{
	struct summary_finding finding = finding_blank(
	    "clock", pass->clock == CLOCK_GOOD ? STATUS_ACCEPTED : STATUS_REFUSED, pass->sweep.pass->name);
	char a[QUANTITY_TEXT];
	struct sentence reason = {""};
	if (pass->clock == CLOCK_NONE)
		return 0;
	finding.value = pass->sweep.clock_ghz;
	finding.low = pass->sweep.clock_low_ghz;
	finding.high = pass->sweep.clock_high_ghz;
	finding.unit = finding_text("GHz");
	if (pass->clock == CLOCK_IMPOSSIBLE)
		sentence_add(&reason,
		             "%s GHz is no clock: the times are wrong (ticks of 24 MHz taken for "
		             "nanoseconds are 41.67 times off), or the add chain is; no cycles are given",
		             quantity_number(pass->sweep.clock_ghz, a));
	else
		sentence_add(&reason, "median over the points");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_pass(struct summary *summary, const struct reduction *reduction,
                    const struct reduced_pass *pass)
{
	bool judged = pass->refusal == PASS_JUDGED;
	if (add_sweep(summary, reduction, pass) != 0 || add_clock(summary, pass) != 0)
		return -1;
	if (judged && finding_add_hierarchy(summary, &reduction->trials, &pass->sweep, &pass->hierarchy) != 0)
		return -1;
	if (diagnostic_add_pass(summary, reduction, pass) != 0)
		return -1;
	return finding_add_points(summary, &pass->sweep, judged ? &pass->hierarchy : NULL, &reduction->trials,
	                          pass->clock == CLOCK_GOOD);
}

static int add_grid(struct summary *summary, const struct reduction *reduction, const struct grid *grid)
{
	if (granule_add_findings(summary, grid) != 0)
		return -1;
	return finding_add_points(summary, &grid->sweep, NULL, &reduction->trials,
	                          reduction_clock(&grid->sweep) == CLOCK_GOOD);
}

int summarize_capture(const struct reduction *reduction, struct summary *summary, struct fault *fault)
{
	*summary = (struct summary){0};
	int status = add_headers(summary, reduction) != 0 || add_timer(summary, reduction) != 0 ||
	                     tier_words_add(summary, &reduction->trials) != 0
	                 ? -1
	                 : 0;
	for (size_t i = 0; status == 0 && i < reduction->pass_count; i++)
		status = add_pass(summary, reduction, &reduction->passes[i]);
	for (size_t i = 0; status == 0 && i < reduction->grid_count; i++)
		status = add_grid(summary, reduction, &reduction->grids[i]);
	if (status == 0)
		status = compare_within(summary, reduction);
	if (status == 0)
		status = diagnostic_add_capture(summary, reduction);
	return status == 0 ? 0 : fault_system(fault, reduction->name, ENOMEM, "cannot be summarized");
}
