/* What the system reports against what was measured (rule R0). */
#include "contradiction.h"
#include "finding.h"
#include "quantity.h"

#include <math.h>
#include <string.h>

enum { CACHES = 64 };

/* What all the questions are asked of. */
struct question {
	struct summary *summary;
	const struct trials *trials;
	const struct reduced_pass *pass;
	struct capture_cache caches[CACHES]; /* by rising size */
	size_t cache_count;
	double end_bytes;
};

static const char *pass_name(const struct question *question)
{
	return question->pass->sweep.pass->name;
}

/* The knee that is not refused and nearest to a size, within the factor that counts as met; NULL where there
 * is none. */
static const struct stair *knee_met(const struct hierarchy *hierarchy, double bytes)
{
	const struct stair *nearest = NULL;
	for (size_t s = 0; s < hierarchy->stair_count; s++) {
		const struct stair *stair = &hierarchy->stairs[s];
		if (stair->status == STATUS_REFUSED || !ratio_within(stair->knee_bytes, bytes, rule_r0_met))
			continue;
		if (nearest == NULL || fabs(stair->knee_bytes - bytes) < fabs(nearest->knee_bytes - bytes))
			nearest = stair;
	}
	return nearest;
}

static int add_reported(const struct question *question, const struct capture_cache *cache)
{
	const struct stair *met = knee_met(&question->pass->hierarchy, (double)cache->bytes);
	bool beyond = (double)cache->bytes > question->end_bytes;
	bool nodes = question->pass->hierarchy.nodes; /* N0: everything is noted */
	enum status status = beyond || nodes ? STATUS_NOTED : met != NULL ? STATUS_ACCEPTED : STATUS_REFUSED;
	struct finding finding =
	    finding_begin(FINDING_REPORTED, status, RULE_SET(RULE_R0), pass_name(question));
	char a[QUANTITY_TEXT];
	finding.row.level = cache->level;
	finding.row.reported = (double)cache->bytes;
	if (met != NULL) {
		finding_measure(&finding, met->knee_bytes, NAN, NAN, UNIT_BYTES);
		finding.row.gap = (finding.row.reported - met->knee_bytes) / finding.row.reported;
	}
	return finding_say(question->summary, finding, "%s: the reported cache of %s%s%s%s",
	                   met != NULL ? "met"
	                   : beyond    ? "beyond the sweep's end"
	                               : "not met",
	                   quantity_exact((double)cache->bytes, a),
	                   met != NULL ? " has a knee within a factor 2"
	                   : beyond    ? " is larger than the largest size"
	                               : " has no knee within a factor 2",
	                   nodes ? "; " : "", nodes ? rules[RULE_N0].refusal : "");
}

static struct finding contradiction(const struct question *question, size_t level)
{
	struct finding finding =
	    finding_begin(FINDING_CONTRADICTION, STATUS_NOTED, RULE_SET(RULE_R0), pass_name(question));
	finding.row.level = level;
	return finding;
}

/* The reported cache that a knee belongs to: of the first level the smallest, else the nearest within a
 * factor 4. */
static const struct capture_cache *cache_of(const struct question *question, const struct stair *stair)
{
	double sizes[CACHES];
	if (question->cache_count == 0)
		return NULL;
	if (stair->level == 1 && !question->pass->hierarchy.counted_only)
		return &question->caches[0];
	for (size_t i = 0; i < question->cache_count; i++)
		sizes[i] = (double)question->caches[i].bytes;
	long nearest = knee_nearest(sizes, question->cache_count, stair->knee_bytes, KNEE_NEAR_REPORTED);
	return nearest >= 0 ? &question->caches[nearest] : NULL;
}

/* A lower bound above the reported size, and a first level that ends before half of the smallest reported
 * cache. */
static int add_sizes(const struct question *question, const struct stair *stair)
{
	const struct capture_cache *cache = cache_of(question, stair);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (cache == NULL || stair->status == STATUS_REFUSED || question->pass->hierarchy.nodes)
		return 0;
	double bytes = (double)cache->bytes;
	struct finding finding = contradiction(question, stair->level);
	finding.row.reported = bytes;
	finding_measure(&finding, stair->bound_bytes, NAN, NAN, UNIT_BYTES);
	if (stair->bound_bytes > bytes)
		return finding_say(question->summary, finding,
		                   "a cache of %s is reported, but loads over %s still take %s ns",
		                   quantity_exact(bytes, a), quantity_exact(stair->bound_bytes, b),
		                   quantity_number(stair->below.floor_ns, (char[QUANTITY_TEXT]){0}));
	if (stair->level == 1 && ratio_above(bytes, rule_r0_met, stair->claim_high_bytes))
		return finding_say(question->summary, finding,
		                   "a smallest cache of %s is reported, but the first level ends before %s",
		                   quantity_exact(bytes, a), quantity_exact(stair->claim_high_bytes, b));
	return 0;
}

/* A first level that no core has: in cycles, or in nanoseconds where no clock is known. */
static int add_first_level(const struct question *question)
{
	const struct hierarchy *hierarchy = &question->pass->hierarchy;
	char a[QUANTITY_TEXT];
	if (hierarchy->level_count == 0 || hierarchy->counted_only)
		return 0;
	double time_ns = hierarchy->levels[0].median_ns;
	bool clock = question->pass->clock == CLOCK_GOOD;
	double value = clock ? time_ns * question->pass->sweep.clock_ghz : time_ns;
	struct ratio fast = clock ? rule_r0_fast : rule_r0_fast_ns,
	             slow = clock ? rule_r0_slow : rule_r0_slow_ns;
	if (ratio_reached(value, fast, 1) && !ratio_above(value, slow, 1))
		return 0;
	struct finding finding = contradiction(question, 1);
	finding_measure(&finding, value, NAN, NAN, clock ? UNIT_CYCLES : UNIT_NS);
	return finding_say(
	    question->summary, finding, "the first level takes %s %s a load, where processors take %g to %g",
	    quantity_number(value, a), clock ? "cycles" : "ns", ratio_value(fast), ratio_value(slow));
}

/* Whether a text names a group of cores by that number: "... 0 Performance, 1 Efficiency". */
static bool names_group(const char *text, size_t number, const char *cores)
{
	char wanted[128];
	int length = snprintf(wanted, sizeof wanted, "%zu %s", number, cores);
	const char *found = length < (int)sizeof wanted ? strstr(text, wanted) : NULL;
	return found != NULL && (found[length] == '\0' || found[length] == ',') &&
	       (found == text || found[-1] == ' ');
}

/* Cycles that were counted on another performance level than the one asked for. */
static int add_other_cores(const struct question *question)
{
	const char *counters = trials_header(question->trials, CAPTURE_KEY_COUNTERS),
	           *cores = trials_header(question->trials, CAPTURE_KEY_ASKED_CORES);
	const uint64_t *cycles = question->trials->level_cycles;
	uint64_t all = cycles[0] + cycles[1] + cycles[2];
	if (counters == NULL || cores == NULL || all == 0)
		return 0;
	for (size_t i = 0; i < TRIALS_CORE_LEVELS; i++)
		if (names_group(counters, i, cores) && 2 * (double)cycles[i] < (double)all)
			return finding_say(
			    question->summary, contradiction(question, 0),
			    "%s cores were asked for, but %.0f of 100 cycles were counted on others", cores,
			    100 - 100 * ((double)cycles[i] / (double)all));
	return 0;
}

static int add_end(const struct question *question)
{
	const struct hierarchy *hierarchy = &question->pass->hierarchy;
	double last = NAN, largest = question->cache_count > 0
	                                 ? (double)question->caches[question->cache_count - 1].bytes
	                                 : 0;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	for (size_t s = 0; s < hierarchy->stair_count; s++)
		if (hierarchy->stairs[s].status != STATUS_REFUSED)
			last = fmax(last, hierarchy->stairs[s].knee_bytes);
	if (largest > question->end_bytes)
		return finding_say(
		    question->summary, contradiction(question, 0),
		    "the sweep ends at %s, inside a reported cache of %s: the last level is not memory",
		    quantity_exact(question->end_bytes, a), quantity_exact(largest, b));
	if (!isnan(last) && !ratio_reached(question->end_bytes, rule_r0_slow, last))
		return finding_say(
		    question->summary, contradiction(question, 0),
		    "the sweep ends %s times beyond its last knee: the last level may not be memory",
		    quantity_number(question->end_bytes / last, a));
	return 0;
}

int contradiction_add(struct summary *summary, const struct reduction *reduction,
                      const struct reduced_pass *pass)
{
	const struct pass *source = pass->sweep.pass;
	struct question question = {.summary = summary,
	                            .trials = &reduction->trials,
	                            .pass = pass,
	                            .end_bytes =
	                                (double)pass->sweep.points[pass->sweep.count - 1].source->size_bytes};
	int status = 0;
	if (!rule_applies(RULE_R0, reduction->rules) || source->competitors != 0 ||
	    source->order != CAPTURE_RANDOM)
		return 0;
	question.cache_count = trials_reported(&reduction->trials, question.caches, CACHES);
	for (size_t i = 0; status == 0 && i < question.cache_count; i++)
		status = add_reported(&question, &question.caches[i]);
	for (size_t s = 0; status == 0 && s < pass->hierarchy.stair_count; s++)
		status = add_sizes(&question, &pass->hierarchy.stairs[s]);
	if (status != 0 || add_first_level(&question) != 0 || add_other_cores(&question) != 0)
		return -1;
	return add_end(&question);
}
