/* Where one capture is judged. */
#include "reduction.h"

#include <errno.h>
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

/* N0: whether the spacing of the nodes is not the line's. */
static bool counts_nodes(const struct trials *trials, const struct pass *pass)
{
	double stride = (double)pass->stride_bytes,
	       line = trials_number(trials, CAPTURE_KEY_LINE, UINT32_MAX);
	if (stride == 0)
		stride = trials_number(trials, CAPTURE_KEY_STRIDE, UINT32_MAX);
	return stride > 0 && line > 0 && !ratio_within(stride, line, rule_n0_apart);
}

/* T2. */
static bool clock_unusable(const struct reduction *reduction)
{
	return !isnan(reduction->asked_step_ns) &&
	       ratio_above(reduction->step_ns, rule_t2_coarser, reduction->asked_step_ns);
}

static bool control_failed(const struct reduction *reduction, enum rule_id rule)
{
	return reduction->calibrated && reduction->calibrations[rule - RULE_Q1].status == STATUS_REFUSED;
}

enum clock_verdict reduction_clock(const struct reduction *reduction, const struct sweep *sweep)
{
	/* Q1: the counter and the add chain disagree; the chain's cycles are not told. */
	if (isnan(sweep->clock_ghz) ||
	    (control_failed(reduction, RULE_Q1) && reduction->trials.from_adds > 0))
		return CLOCK_NONE;
	return sweep->clock_ghz <= clock_highest_ghz && sweep->clock_ghz >= clock_lowest_ghz
	           ? CLOCK_GOOD
	           : CLOCK_IMPOSSIBLE;
}

/* Q1 to Q5, before anything that rests on them. */
static int judge_controls(struct reduction *reduction, struct fault *fault)
{
	struct trials *trials = &reduction->trials;
	if (trials->control_count == 0)
		return 0;
	if (calibration_judge(reduction->calibrations, trials, reduction->step_ns) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	reduction->calibrated = true;
	double loop = trials_number(trials, CAPTURE_KEY_UNROLL, UINT32_MAX);
	if (control_failed(reduction, RULE_Q2))
		sweep_mark_few(trials, ratio_value(rule_q2_nodes) * loop,
		               trials_number(trials, CAPTURE_KEY_STRIDE, UINT32_MAX));
	return 0;
}

/* Q4: the largest reported cache. */
static double limits_bytes(const struct reduction *reduction)
{
	struct capture_cache caches[64];
	size_t count = trials_reported(&reduction->trials, caches, 64);
	return count > 0 && control_failed(reduction, RULE_Q4) ? (double)caches[count - 1].bytes : INFINITY;
}

static int judge_pass(struct reduced_pass *pass, const struct reduction *reduction, size_t index,
                      struct fault *fault)
{
	const struct trials *trials = &reduction->trials;
	const struct pass *source = &trials->passes[index];
	struct evidence evidence = {.trials = !trials->curve,
	                            .timer = !isnan(reduction->step_ns),
	                            .nodes = counts_nodes(trials, source),
	                            .huge = trials_huge(trials),
	                            .page_order = source->order == CAPTURE_PAGE,
	                            .rules = reduction->rules};
	if (sweep_gather(&pass->sweep, trials, index, !trials->curve, fault) != 0)
		return -1;
	pass->clock = reduction_clock(reduction, &pass->sweep);
	pass->limits_bytes = limits_bytes(reduction);
	if (clock_unusable(reduction))
		pass->refused = RULE_SET(RULE_T2);
	else if (ratio_above((double)pass->sweep.failed, rule_t3_points, (double)pass->sweep.count))
		pass->refused = RULE_SET(RULE_T3);
	pass->private_test = is_private_test(trials, &pass->sweep);
	if (pass->refused != 0 || pass->private_test)
		return 0;
	if (hierarchy_judge(&pass->hierarchy, &pass->sweep, &evidence) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	if (pass->hierarchy.too_sparse)
		pass->refused = RULE_SET(RULE_P0);
	pass->judged = pass->refused == 0;
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

/* ---- the translation ---- */

/* The page chase (page_bytes 0: the first), or the dense chase beside a page chase of that page; pass_count
 * where there is none. */
static size_t find_chase(const struct trials *trials, uint64_t page_bytes)
{
	size_t at = 0;
	while (at < trials->pass_count && (trials->passes[at].experiment != CAPTURE_TRANSLATION ||
	                                   pass_is_page_chase(&trials->passes[at]) != (page_bytes == 0) ||
	                                   (page_bytes != 0 && trials->passes[at].page_bytes != page_bytes)))
		at++;
	return at;
}

static int judge_translation(struct reduction *reduction, struct fault *fault)
{
	const struct trials *trials = &reduction->trials;
	struct translation *translation = &reduction->translation;
	struct evidence evidence = {
	    .trials = true, .timer = !isnan(reduction->step_ns), .rules = reduction->rules};
	size_t page = find_chase(trials, 0), line;
	if (page == trials->pass_count)
		return 0;
	reduction->translated = true;
	line = find_chase(trials, trials->passes[page].page_bytes);
	if (sweep_gather(&translation->pages, trials, page, true, fault) != 0 ||
	    (line < trials->pass_count && sweep_gather(&translation->lines, trials, line, true, fault) != 0))
		return -1;
	if (translation_judge(translation, &evidence) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	if (clock_unusable(reduction))
		translation->why = "the clock is unusable (T2)";
	return 0;
}

/* Whether the sweep's pages are as large as those of the page chase, as far as the header tells. */
static bool pages_alike(const struct reduction *reduction)
{
	double page = trials_number(&reduction->trials, CAPTURE_KEY_PAGE, UINT32_MAX);
	return page == 0 || trials_huge(&reduction->trials) == (reduction->translation.page_bytes > page);
}

static struct knee_cause cause_of_knee(const struct reduction *reduction, const struct stair *knee)
{
	struct knee_cause cause = {.share = NAN, .where = "the sweep's pages are of another size"};
	if (!reduction->translated || pages_alike(reduction))
		cause = translation_cause(reduction->translated ? &reduction->translation : NULL, knee);
	return cause;
}

/* W2 of every quiet pass in random order. */
static void judge_causes(struct reduction *reduction)
{
	for (size_t i = 0; i < reduction->pass_count; i++) {
		struct reduced_pass *pass = &reduction->passes[i];
		bool asked = pass->sweep.pass->competitors == 0 && pass->sweep.pass->order == CAPTURE_RANDOM;
		for (size_t s = 0; asked && s < pass->hierarchy.stair_count; s++)
			if (pass->hierarchy.stairs[s].status != STATUS_REFUSED)
				pass->hierarchy.stairs[s].cause =
				    cause_of_knee(reduction, &pass->hierarchy.stairs[s]);
	}
}

/* ---- the granule ---- */

/* Why a sweep shows no levels; NULL where it does. */
static const char *why_unknown(const struct reduced_pass *swept)
{
	static const struct {
		enum rule_id rule;
		const char *why;
	} refusals[] = {
	    {RULE_T2, "no level is known: the sweep's clock is unusable (T2)"},
	    {RULE_T3, "no level is known: the sweep failed (T3)"},
	    {RULE_P0, "no level is known: the sweep is too sparse (P0)"},
	};
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
		if ((swept->refused & RULE_SET(refusals[i].rule)) != 0)
			return refusals[i].why;
	return swept->private_test ? "no level is known: the pass of loads is a private test, no sweep"
	                           : NULL;
}

/* The sweep in the same order beside the same crowd, and whether its levels can be built on. */
static struct grid_base grid_base(const struct reduction *reduction, const struct pass *pass)
{
	struct grid_base base = {.why = "no level is known: there is no sweep in the same order"};
	for (size_t i = 0; i < reduction->pass_count; i++) {
		const struct reduced_pass *swept = &reduction->passes[i];
		const struct pass *other = swept->sweep.pass;
		if (other->order != pass->order || other->competitors != pass->competitors ||
		    other->competitor_bytes != pass->competitor_bytes || other->mode != pass->mode)
			continue;
		base = (struct grid_base){&swept->sweep, &swept->hierarchy, why_unknown(swept),
		                          !isnan(reduction->step_ns)};
		if (base.why == NULL)
			break;
	}
	return base;
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
		if (grid_gather(grid, trials, i, trials_number(trials, CAPTURE_KEY_LINE, UINT32_MAX),
		                fault) != 0)
			return -1;
		grid_judge(grid, &base);
	}
	const char *words = trials_header(trials, CAPTURE_KEY_WORDS);
	bool alike = control_failed(reduction, RULE_Q3) && (words == NULL || strcmp(words, "own") != 0);
	grid_conclude(reduction->grids, reduction->grid_count, alike ? RULE_SET(RULE_Q3) : 0);
	return 0;
}

int reduction_run(struct reduction *reduction, FILE *stream, const char *path,
                  const struct reduction_options *options, struct fault *fault)
{
	*reduction = (struct reduction){.step_ns = NAN};
	reduction_name(path, reduction->name, sizeof reduction->name);
	reduction->rules = options->rules != 0 ? (unsigned)options->rules : RULE_VERSION;
	struct trials_options reading = options->trials;
	reading.rules = reduction->rules;
	if (trials_read(&reduction->trials, stream, path, &reading, fault) != 0)
		return -1;
	reduction->step_ns = timer_step(&reduction->trials);
	double asked_ns = trials_number(&reduction->trials, CAPTURE_KEY_ASKED_COARSEN, UINT64_MAX >> 1);
	reduction->asked_step_ns = asked_ns > 0 ? asked_ns : NAN;
	if (!isnan(reduction->step_ns))
		sweep_mark_short(&reduction->trials, reduction->step_ns);
	if (judge_controls(reduction, fault) == 0 && judge_passes(reduction, fault) == 0 &&
	    judge_translation(reduction, fault) == 0 && judge_grids(reduction, fault) == 0) {
		judge_causes(reduction);
		return 0;
	}
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
	translation_free(&reduction->translation);
	free(reduction->passes);
	free(reduction->grids);
	trials_free(&reduction->trials);
	*reduction = (struct reduction){.step_ns = NAN};
}

void reduction_slim(struct reduction *reduction)
{
	sweep_slim(&reduction->translation.pages);
	sweep_slim(&reduction->translation.lines);
	sweep_slim(&reduction->translation.derived);
	for (size_t i = 0; i < reduction->pass_count; i++)
		sweep_slim(&reduction->passes[i].sweep);
}
