/* Where one capture is reduced, and its summary put together. */
#include "reduction.h"
#include "../summary/tier_words.h"
#include "../join/compare.h"
#include "../summary/diagnostic.h"
#include "../summary/finding.h"
#include "../summary/granule_words.h"
#include "../maths/median.h"
#include "../summary/quantity.h"
#include "../rule.h"

#include "../../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No core runs faster than this today, and none that a person measures runs slower: a clock outside is a
 * fault of the timing (the classic one takes 24 MHz ticks for nanoseconds, a factor 41.67), not a clock. */
static const double clock_highest_ghz = 8, clock_lowest_ghz = 0.2;

void reduction_name(const char *path, char *name, size_t size)
{
	const char *base = strrchr(path, '/');
	base = base != NULL ? base + 1 : path;
	size_t length = strlen(base);
	if (strcmp(path, "-") == 0) {
		base = "capture";
		length = strlen(base);
	} else if (length > 4 && strcmp(base + length - 4, ".csv") == 0) {
		length -= 4;
	}
	snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), base);
}

/* ---- judging ---- */

static int compare_gaps(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return a < b ? -1 : a > b;
}

static double timer_step(struct trials *trials)
{
	size_t count = trials->timer_gap_count;
	if (count == 0)
		return NAN;
	qsort(trials->timer_gaps, count, sizeof *trials->timer_gaps, compare_gaps);
	return ((double)trials->timer_gaps[(count - 1) / 2] + (double)trials->timer_gaps[count / 2]) / 2;
}

static double asked_step(const struct trials *trials)
{
	const char *asked = trials_header(trials, CAPTURE_KEY_ASKED_COARSEN);
	uint64_t number;
	if (asked == NULL || number_parse(asked, strlen(asked), 1, UINT64_MAX >> 1, &number) != NULL)
		return NAN;
	return (double)number;
}

static enum clock_verdict judge_clock(const struct sweep *sweep)
{
	if (isnan(sweep->clock_ghz))
		return CLOCK_NONE;
	return sweep->clock_ghz <= clock_highest_ghz && sweep->clock_ghz >= clock_lowest_ghz
	           ? CLOCK_GOOD
	           : CLOCK_IMPOSSIBLE;
}

/* Whether a pass of fewer sizes than a plateau needs belongs to a private test: it has one chasing
 * competitor, or it is the pass alone of such a one. */
static bool is_private_test(const struct trials *trials, const struct sweep *sweep)
{
	const struct pass *pass = sweep->pass;
	if (sweep->count >= RULE_P1_POINTS || pass->competitors > 1)
		return false;
	for (size_t i = 0; i < trials->pass_count; i++) {
		const struct pass *beside = &trials->passes[i];
		if (beside->experiment == CAPTURE_SWEEP && beside->competitors == 1 &&
		    beside->mode == CAPTURE_CHASE && beside->order == pass->order &&
		    beside->stride_bytes == pass->stride_bytes && (pass->competitors == 0 || beside == pass))
			return true;
	}
	return false;
}

static int judge_pass(struct reduced_pass *pass, const struct reduction *reduction, size_t index,
                      struct fault *fault)
{
	const struct trials *trials = &reduction->trials;
	struct evidence evidence = {
	    .trials = !trials->curve, .timer = !isnan(reduction->step_ns), .rules = reduction->rules};
	if (sweep_gather(&pass->sweep, trials, index, !trials->curve, fault) != 0)
		return -1;
	pass->clock = judge_clock(&pass->sweep);
	if (!isnan(reduction->asked_step_ns) &&
	    ratio_above(reduction->step_ns, rule_t2_coarser, reduction->asked_step_ns))
		pass->refusal = PASS_T2;
	else if (ratio_above((double)pass->sweep.failed, rule_t3_points, (double)pass->sweep.count))
		pass->refusal = PASS_T3;
	pass->private_test = is_private_test(trials, &pass->sweep);
	if (pass->refusal == PASS_JUDGED && pass->private_test)
		pass->refusal = PASS_PRIVATE;
	if (pass->refusal != PASS_JUDGED)
		return 0;
	if (hierarchy_judge(&pass->hierarchy, &pass->sweep, &evidence) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	if (pass->hierarchy.too_sparse)
		pass->refusal = PASS_P0;
	return 0;
}

static int judge_passes(struct reduction *reduction, struct fault *fault)
{
	const struct trials *trials = &reduction->trials;
	reduction->passes = calloc(trials->pass_count, sizeof *reduction->passes);
	if (reduction->passes == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	for (size_t i = 0; i < trials->pass_count; i++) {
		if (trials->passes[i].experiment != CAPTURE_SWEEP)
			continue;
		if (judge_pass(&reduction->passes[reduction->pass_count++], reduction, i, fault) != 0)
			return -1;
	}
	return 0;
}

/* ---- the granule ---- */

/* The sweep in the same order beside the same crowd, and whether its levels can be built on. */
static struct grid_base grid_base(const struct reduction *reduction, const struct pass *pass)
{
	static const char *const whys[] = {
	    [PASS_JUDGED] = NULL,
	    [PASS_T2] = "no level is known: the sweep's clock is unusable (T2)",
	    [PASS_T3] = "no level is known: the sweep failed (T3)",
	    [PASS_P0] = "no level is known: the sweep is too sparse (P0)",
	    [PASS_PRIVATE] = "no level is known: the pass of loads is a private test, no sweep",
	};
	struct grid_base base = {.why = "no level is known: there is no sweep in the same order"};
	for (size_t i = 0; i < reduction->pass_count; i++) {
		const struct reduced_pass *swept = &reduction->passes[i];
		const struct pass *other = swept->sweep.pass;
		if (other->order != pass->order || other->competitors != pass->competitors ||
		    other->competitor_bytes != pass->competitor_bytes || other->mode != pass->mode)
			continue;
		base = (struct grid_base){&swept->sweep, &swept->hierarchy, whys[swept->refusal],
		                          !isnan(reduction->step_ns)};
		if (base.why == NULL)
			break;
	}
	return base;
}

static double line_bytes(const struct trials *trials)
{
	const char *line = trials_header(trials, CAPTURE_KEY_LINE);
	uint64_t number;
	if (line == NULL || number_parse(line, strlen(line), 1, UINT32_MAX, &number) != NULL)
		return 0;
	return (double)number;
}

static int judge_grids(struct reduction *reduction, struct fault *fault)
{
	const struct trials *trials = &reduction->trials;
	reduction->grids = calloc(trials->pass_count + 1, sizeof *reduction->grids);
	if (reduction->grids == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	for (size_t i = 0; i < trials->pass_count; i++) {
		if (trials->passes[i].experiment != CAPTURE_ADJACENCY)
			continue;
		struct grid *grid = &reduction->grids[reduction->grid_count++];
		struct grid_base base = grid_base(reduction, &trials->passes[i]);
		if (grid_gather(grid, trials, i, line_bytes(trials), fault) != 0)
			return -1;
		if (grid_judge(grid, &base) != 0)
			return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	}
	grid_conclude(reduction->grids, reduction->grid_count);
	return 0;
}

int reduction_run(struct reduction *reduction, FILE *stream, const char *path,
                  const struct reduction_options *options, struct fault *fault)
{
	*reduction = (struct reduction){.step_ns = NAN};
	reduction_name(path, reduction->name, sizeof reduction->name);
	reduction->rules = options->rules != 0 ? (unsigned)options->rules : RULE_VERSION;
	if (trials_read(&reduction->trials, stream, path, &options->trials, fault) != 0)
		return -1;
	reduction->step_ns = timer_step(&reduction->trials);
	reduction->asked_step_ns = asked_step(&reduction->trials);
	if (!isnan(reduction->step_ns))
		sweep_mark_short(&reduction->trials, reduction->step_ns);
	if (judge_passes(reduction, fault) == 0 && judge_grids(reduction, fault) == 0)
		return 0;
	snprintf(fault->object, sizeof fault->object, "%s", path);
	return -1;
}

void reduction_free(struct reduction *reduction)
{
	for (size_t i = 0; i < reduction->pass_count; i++) {
		sweep_free(&reduction->passes[i].sweep);
		hierarchy_free(&reduction->passes[i].hierarchy);
	}
	for (size_t i = 0; i < reduction->grid_count; i++)
		grid_free(&reduction->grids[i]);
	free(reduction->passes);
	free(reduction->grids);
	trials_free(&reduction->trials);
	*reduction = (struct reduction){.step_ns = NAN};
}

void reduction_slim(struct reduction *reduction)
{
	for (size_t i = 0; i < reduction->pass_count; i++) {
		struct sweep *sweep = &reduction->passes[i].sweep;
		free(sweep->resampled_ns);
		sweep->resampled_ns = NULL;
	}
}

/* ---- the summary ---- */

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
	const struct summary_header rows[] = {
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
		             "%s GHz is no clock: the times are wrong (ticks of 24 MHz taken for nanoseconds "
		             "are 41.67 "
		             "times off), or the add chain is; no cycles are given",
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
	                          judge_clock(&grid->sweep) == CLOCK_GOOD);
}

int reduction_summarize(const struct reduction *reduction, struct summary *summary, struct fault *fault)
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
