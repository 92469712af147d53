/* Where the captures of one machine become its answer (rule J1). */
#include "machine.h"

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

static bool same_caches(const struct summary *a, const struct summary *b)
{
	size_t i = 0, k = 0;
	const char *one, *other;
	do {
		one = next_cache(a, &i);
		other = next_cache(b, &k);
		if ((one == NULL) != (other == NULL) || (one != NULL && strcmp(one, other) != 0))
			return false;
	} while (one != NULL);
	return true;
}

bool machine_same(const struct summary *a, const struct summary *b)
{
	static const char *const keys[] = {SUMMARY_CAPTURE_PREFIX "machine",
	                                   SUMMARY_CAPTURE_PREFIX "processor"};
	char one[MACHINE_TEXT], other[MACHINE_TEXT];
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(header(a, keys[i]), header(b, keys[i])) != 0)
			return false;
	return strcmp(machine_label(a, one), machine_label(b, other)) == 0 && same_caches(a, b);
}

bool machine_same_tier(const struct summary *a, const struct summary *b)
{
	return machine_same(a, b) && strcmp(machine_cores(a), machine_cores(b)) == 0;
}

/* ---- what the passes say ---- */

static bool quiet_random(const struct summary *summary, const char *pass)
{
	for (size_t i = 0; i < summary->point_count; i++)
		if (strcmp(summary->points[i].pass, pass) == 0)
			return summary->points[i].competitors == 0 &&
			       strcmp(summary->points[i].order, "random") == 0;
	return false;
}

static const struct summary_finding *find(const struct machine_pass *pass, size_t from,
                                          enum finding_kind kind, uint64_t level)
{
	for (size_t i = from; i < pass->summary->finding_count; i++) {
		const struct summary_finding *finding = &pass->summary->findings[i];
		if (finding->kind == kind && strcmp(finding->pass, pass->pass) == 0 &&
		    (level == 0 || finding->level == level))
			return finding;
	}
	return NULL;
}

static void list_passes(struct machine *machine, const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		struct machine_pass pass = {summary, finding->pass, finding->status == STATUS_REFUSED};
		if (finding->kind != FINDING_SWEEP || !quiet_random(summary, finding->pass))
			continue;
		if (!pass.refused && find(&pass, 0, FINDING_HIERARCHY, 0) == NULL)
			continue; /* a private test */
		machine->refused_whole += pass.refused;
		machine->passes[machine->pass_count++] = pass;
	}
}

static double cycles_of(const struct machine_pass *pass, double time_ns)
{
	const struct summary_finding *clock = find(pass, 0, FINDING_CLOCK, 0);
	return clock != NULL && clock->status == STATUS_ACCEPTED ? time_ns * clock->value : NAN;
}

static void add_claim(struct machine *machine, size_t number, size_t at)
{
	const struct machine_pass *pass = &machine->passes[number];
	const struct summary_finding *knee = &pass->summary->findings[at],
	                             *capacity = find(pass, at, FINDING_CAPACITY, knee->level),
	                             *level = find(pass, 0, FINDING_LEVEL, knee->level);
	enum rule_id list[RULE_COUNT];
	if (capacity == NULL || isnan(capacity->low) || isnan(capacity->high))
		return;
	double time_ns = level != NULL ? level->value : NAN;
	size_t count = rule_list(capacity->rules, list);
	machine->knees[machine->claim_count] = knee;
	machine->claims[machine->claim_count++] =
	    (struct joined_claim){.pass = number,
	                          .status = knee->status,
	                          .rule = count > 0 ? list[0] : RULE_Z1,
	                          .rules = knee->status == STATUS_ACCEPTED ? 0 : knee->rules,
	                          .low_bytes = capacity->low,
	                          .high_bytes = capacity->high,
	                          .time_ns = time_ns,
	                          .cycles = cycles_of(pass, time_ns)};
}

/* The level that no knee of the pass ends, where a knee below it is accepted or noted. */
static void add_last(struct machine *machine, const struct machine_pass *pass)
{
	const struct summary_finding *last = NULL;
	for (size_t i = 0; i < pass->summary->finding_count; i++) {
		const struct summary_finding *finding = &pass->summary->findings[i];
		if (finding->kind == FINDING_LEVEL && strcmp(finding->pass, pass->pass) == 0)
			last = finding;
	}
	if (last == NULL || last->level < 2 || machine->last_ns <= last->value)
		return;
	machine->last_ns = last->value;
	machine->last_cycles = cycles_of(pass, last->value);
}

static void add_pass(struct machine *machine, size_t number)
{
	const struct machine_pass *pass = &machine->passes[number];
	for (size_t i = 0; i < pass->summary->finding_count; i++) {
		const struct summary_finding *finding = &pass->summary->findings[i];
		if (strcmp(finding->pass, pass->pass) != 0)
			continue;
		if (finding->kind == FINDING_KNEE)
			add_claim(machine, number, i);
		machine->contradicted = machine->contradicted || finding->kind == FINDING_CONTRADICTION;
	}
	add_last(machine, pass);
}

/* The granule between levels 1 and 2: accepted only if no pass accepts another. */
static void add_granules(struct machine *machine, const struct summary *summary)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind != FINDING_GRANULE || finding->level != 2 ||
		    finding->status != STATUS_ACCEPTED)
			continue;
		if (!isnan(machine->granule_bytes) && machine->granule_bytes != finding->value)
			machine->granules_differ = true;
		machine->granule_bytes = finding->value;
	}
}

int machine_join(struct machine *machine, const struct summary *const *captures, size_t count)
{
	size_t findings = 1;
	*machine = (struct machine){.captures = captures,
	                            .capture_count = count,
	                            .last_ns = NAN,
	                            .last_cycles = NAN,
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
	for (size_t i = 0; i < count; i++) {
		list_passes(machine, captures[i]);
		add_granules(machine, captures[i]);
	}
	if (machine->granules_differ)
		machine->granule_bytes = NAN;
	for (size_t i = 0; i < machine->pass_count; i++)
		add_pass(machine, i);
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
	bool alone = machine->pass_count - machine->refused_whole < 2, apart = joined->apart != NONE;
	return best == STATUS_ACCEPTED && (alone || apart) ? STATUS_NOTED : best;
}

const struct summary_finding *machine_about(const struct machine *machine, enum finding_kind kind,
                                            size_t level)
{
	const struct summary_finding *about = NULL;
	for (size_t c = 0; c < machine->claim_count; c++) {
		if (machine->claims[c].level != level)
			continue;
		const struct summary_finding *found =
		    find(&machine->passes[machine->claims[c].pass], 0, kind, machine->knees[c]->level);
		if (found != NULL && (about == NULL || found->status < about->status))
			about = found;
	}
	return about;
}

const char *machine_capture(const struct machine *machine, size_t claim)
{
	return header(machine->passes[machine->claims[claim].pass].summary, SUMMARY_KEY_NAME);
}
