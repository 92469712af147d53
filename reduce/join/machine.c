/* Where the captures of one machine become its answer (rule J1). */
#include "machine.h"

#include "../maths/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE ((size_t)-1)

/* ---- which captures belong together ---- */

static const char *header(const struct summary *summary, const char *key)
{
	const char *value = summary_header(summary, key);
	return value != NULL ? value : "";
}

const char *machine_label(const struct summary *summary, char text[MACHINE_TEXT])
{
	const char *label = header(summary, SUMMARY_CAPTURE_PREFIX "label"),
	           *name = header(summary, SUMMARY_KEY_NAME);
	size_t length = strlen(label), end = strlen(name);
	if (length >= end + 2 && strcmp(label + length - end, name) == 0 &&
	    strncmp(label + length - end - 2, ", ", 2) == 0)
		length -= end + 2;
	length = length < MACHINE_TEXT ? length : MACHINE_TEXT - 1;
	memcpy(text, label, length);
	text[length] = '\0';
	return text;
}

const char *machine_cores(const struct summary *summary)
{
	static const char *const keys[] = {SUMMARY_CAPTURE_PREFIX "asked_tier",
	                                   SUMMARY_CAPTURE_PREFIX "asked_cores",
	                                   SUMMARY_CAPTURE_PREFIX "asked_qos"};
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (header(summary, keys[i])[0] != '\0')
			return header(summary, keys[i]);
	return "";
}

/* The next header line of a reported cache from *at on, or NULL. */
static const char *next_cache(const struct summary *summary, size_t *at)
{
	while (*at < summary->header_count) {
		const struct header_line *line = &summary->headers[(*at)++];
		if (strcmp(line->key, SUMMARY_CAPTURE_PREFIX "cache") == 0)
			return line->value;
	}
	return NULL;
}

static int compare_caches(const struct summary *a, const struct summary *b)
{
	size_t i = 0, k = 0;
	const char *one, *other;
	do {
		one = next_cache(a, &i);
		other = next_cache(b, &k);
		int order =
		    one == NULL || other == NULL ? (one != NULL) - (other != NULL) : strcmp(one, other);
		if (order != 0)
			return order;
	} while (one != NULL);
	return 0;
}

int machine_compare(const struct summary *a, const struct summary *b)
{
	static const char *const keys[] = {SUMMARY_CAPTURE_PREFIX "machine",
	                                   SUMMARY_CAPTURE_PREFIX "processor"};
	char one[MACHINE_TEXT], other[MACHINE_TEXT];
	int order = 0;
	for (size_t i = 0; order == 0 && i < sizeof keys / sizeof keys[0]; i++)
		order = strcmp(header(a, keys[i]), header(b, keys[i]));
	if (order == 0)
		order = strcmp(machine_label(a, one), machine_label(b, other));
	return order != 0 ? order : compare_caches(a, b);
}

/* ---- what the passes say ---- */

/* The pass's next finding of that kind and level (0: any) behind `after` (NULL: its first), or NULL. */
static const struct summary_finding *find(const struct machine_pass *pass,
                                          const struct summary_finding *after, enum finding_kind kind,
                                          uint64_t level)
{
	return summary_find(pass->summary, kind, pass->sweep->pass, level, after);
}

static void list_pass(struct machine *machine, const struct summary *summary,
                      const struct summary_finding *sweep)
{
	struct machine_pass pass = {
	    .summary = summary, .sweep = sweep, .refused = sweep->status == STATUS_REFUSED};
	const struct summary_point *point = summary_point_of(summary, sweep->pass);
	if (point == NULL)
		return;
	const struct summary_finding *clock = find(&pass, NULL, FINDING_CLOCK, 0);
	pass.clock_ghz = clock != NULL && clock->status == STATUS_ACCEPTED ? clock->value : NAN;
	if (!pass.refused && find(&pass, NULL, FINDING_HIERARCHY, 0) == NULL)
		machine->private_tests += point->competitors > 0;
	else if (point->competitors > 0)
		machine->crowded++;
	else if (point->order != CAPTURE_RANDOM)
		machine->in_page_order++;
	else {
		machine->refused_whole += pass.refused;
		machine->passes[machine->pass_count++] = pass;
	}
}

static void list_passes(struct machine *machine, const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++)
		if (summary->findings[i].kind == FINDING_SWEEP)
			list_pass(machine, summary, &summary->findings[i]);
}

static void add_claim(struct machine *machine, size_t number, const struct summary_finding *knee)
{
	const struct machine_pass *pass = &machine->passes[number];
	const struct summary_finding *capacity = find(pass, knee, FINDING_CAPACITY, knee->level),
	                             *level = find(pass, NULL, FINDING_LEVEL, knee->level);
	enum rule_id list[RULE_COUNT];
	if (capacity == NULL || isnan(capacity->low) || isnan(capacity->high))
		return;
	double time_ns = level != NULL ? level->value : NAN;
	size_t count = rule_list(capacity->rules, list);
	machine->knees[machine->claim_count] = knee;
	machine->claims[machine->claim_count++] =
	    (struct joined_claim){.pass = number,
	                          .status = capacity->status,
	                          .rule = count > 0 ? list[0] : RULE_Z1,
	                          .rules = capacity->status == STATUS_ACCEPTED ? 0 : knee->rules,
	                          .low_bytes = capacity->low,
	                          .high_bytes = capacity->high,
	                          .time_ns = time_ns,
	                          .cycles = time_ns * pass->clock_ghz};
}

static void add_pass(struct machine *machine, size_t number)
{
	struct machine_pass *pass = &machine->passes[number];
	const struct summary_finding *knee = NULL, *level = NULL, *last = NULL;
	while ((knee = find(pass, knee, FINDING_KNEE, 0)) != NULL)
		add_claim(machine, number, knee);
	while ((level = find(pass, level, FINDING_LEVEL, 0)) != NULL)
		last = level;
	/* The level that no knee ends counts where a knee below it is accepted or noted. */
	if (last == NULL || last->level < 2)
		return;
	pass->last = last;
	machine->last_count++;
	if (machine->last_ns <= last->value)
		return;
	machine->last_ns = last->value;
	machine->last_cycles = last->value * pass->clock_ghz;
}

/* ---- what the captures say ---- */

static void take_better(const struct summary_finding **best, const struct summary_finding *finding)
{
	if (*best == NULL || finding->status < (*best)->status)
		*best = finding;
}

static void add_finding(struct machine *machine, const struct summary_finding *finding)
{
	switch (finding->kind) {
	case FINDING_GRANULE:
		/* That between levels 1 and 2: accepted only if no pass accepts another. */
		if (finding->level != 2 || finding->status != STATUS_ACCEPTED)
			break;
		if (!isnan(machine->granule_bytes) && machine->granule_bytes != finding->value)
			machine->granules_differ = true;
		machine->granule_bytes = finding->value;
		break;
	case FINDING_COMPETITOR:
		if (finding_verdict(finding) != VERDICT_NONE) /* the rows of single knees have none */
			take_better(&machine->crowd, finding);
		break;
	case FINDING_UNNAMED_CACHE:
		take_better(&machine->unnamed, finding);
		break;
	case FINDING_CONTRADICTION:
		if (machine->contradictions++ == 0)
			machine->contradiction = finding;
		break;
	default:
		break;
	}
}

static void add_capture(struct machine *machine, const struct summary *summary)
{
	const char *began = header(summary, SUMMARY_CAPTURE_PREFIX "began");
	list_passes(machine, summary);
	for (size_t i = 0; i < summary->finding_count; i++)
		add_finding(machine, &summary->findings[i]);
	for (size_t i = 0; i < summary->point_count; i++) {
		const struct summary_point *point = &summary->points[i];
		if (point->experiment != CAPTURE_SWEEP)
			continue;
		machine->trials += point->trials + point->discarded;
		machine->discarded += point->discarded;
	}
	if (began[0] == '\0')
		return;
	if (machine->first[0] == '\0' || strcmp(began, machine->first) < 0)
		machine->first = began;
	if (strcmp(began, machine->last) > 0)
		machine->last = began;
}

/* The median of the passes' clocks. Returns 0, or -1 where memory is out. */
static int find_clock(struct machine *machine)
{
	double *clocks = calloc(machine->pass_count + 1, sizeof *clocks);
	size_t count = 0;
	if (clocks == NULL)
		return -1;
	for (size_t i = 0; i < machine->pass_count; i++)
		if (!isnan(machine->passes[i].clock_ghz))
			clocks[count++] = machine->passes[i].clock_ghz;
	if (count > 0)
		machine->clock_ghz = median_select(clocks, count);
	free(clocks);
	return 0;
}

int machine_join(struct machine *machine, const struct summary *const *captures, size_t count)
{
	size_t findings = 1;
	*machine = (struct machine){.captures = captures,
	                            .capture_count = count,
	                            .last_ns = NAN,
	                            .last_cycles = NAN,
	                            .clock_ghz = NAN,
	                            .first = "",
	                            .last = "",
	                            .granule_bytes = NAN};
	for (size_t i = 0; i < count; i++)
		findings += captures[i]->finding_count;
	machine->passes = calloc(findings, sizeof *machine->passes);
	machine->claims = calloc(findings, sizeof *machine->claims);
	machine->knees = calloc(findings, sizeof *machine->knees);
	machine->levels = calloc(findings, sizeof *machine->levels);
	if (machine->passes == NULL || machine->claims == NULL || machine->knees == NULL ||
	    machine->levels == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		add_capture(machine, captures[i]);
	if (machine->granules_differ)
		machine->granule_bytes = NAN;
	for (size_t i = 0; i < machine->pass_count; i++)
		add_pass(machine, i);
	if (find_clock(machine) != 0)
		return -1;
	machine->level_count = joined_levels(machine->claims, machine->claim_count, machine->levels);
	return machine->level_count == NONE ? -1 : 0;
}

void machine_free(struct machine *machine)
{
	free(machine->passes);
	free(machine->claims);
	free(machine->knees);
	free(machine->levels);
	*machine = (struct machine){0};
}

enum status machine_status(const struct machine *machine, size_t level)
{
	const struct joined_level *joined = &machine->levels[level];
	enum status best = machine->claims[joined->narrowest].status;
	bool alone = joined->accepted < 2, apart = joined->apart != NONE;
	return best == STATUS_ACCEPTED && (alone || apart) ? STATUS_NOTED : best;
}

/* How many passes of a capture are joined, of that name (NULL: of any). */
static size_t count_joined(const struct machine *machine, const struct summary *summary, const char *pass)
{
	size_t count = 0;
	for (size_t i = 0; i < machine->pass_count; i++)
		count += machine->passes[i].summary == summary &&
		         (pass == NULL || strcmp(machine->passes[i].sweep->pass, pass) == 0);
	return count;
}

/* Takes the best finding about the level that a claim ends. C1 and V1 bear the name of the pass beside
 * others: their levels are those of the capture's one quiet pass. */
static void find_about(const struct machine *machine, enum finding_kind kind, size_t claim,
                       const struct summary_finding **best)
{
	const struct machine_pass *pass = &machine->passes[machine->claims[claim].pass];
	bool beside = (kind == FINDING_COMPETITOR || kind == FINDING_PRIVATE) &&
	              count_joined(machine, pass->summary, NULL) == 1;
	for (size_t i = 0; i < pass->summary->finding_count; i++) {
		const struct summary_finding *finding = &pass->summary->findings[i];
		if (finding->kind != kind || finding->level != machine->knees[claim]->level)
			continue;
		if (strcmp(finding->pass, pass->sweep->pass) == 0 ||
		    (beside && count_joined(machine, pass->summary, finding->pass) == 0))
			take_better(best, finding);
	}
}

const struct summary_finding *machine_about(const struct machine *machine, enum finding_kind kind,
                                            size_t level)
{
	const struct summary_finding *best = NULL;
	for (size_t c = 0; c < machine->claim_count; c++)
		if (machine->claims[c].level == level)
			find_about(machine, kind, c, &best);
	return best;
}

double machine_spread(const struct machine *machine, size_t level, size_t *smallest, size_t *largest)
{
	*smallest = *largest = machine->levels[level].narrowest;
	for (size_t c = 0; c < machine->claim_count; c++) {
		if (machine->claims[c].level != level)
			continue;
		if (machine->knees[c]->value < machine->knees[*smallest]->value)
			*smallest = c;
		if (machine->knees[c]->value > machine->knees[*largest]->value)
			*largest = c;
	}
	return machine->knees[*largest]->value / machine->knees[*smallest]->value;
}

const char *machine_pass_name(const struct machine *machine, size_t pass)
{
	return header(machine->passes[pass].summary, SUMMARY_KEY_NAME);
}

const char *machine_capture(const struct machine *machine, size_t claim)
{
	return machine_pass_name(machine, machine->claims[claim].pass);
}
