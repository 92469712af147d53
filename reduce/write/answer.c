/* Where a capture's summary becomes an answer. */
#include "answer.h"
#include "frame.h"
#include "phrase.h"

#include "../summary/finding.h"
#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 48 };

/* What the answer is put together from. */
struct answer {
	const struct summary *summary;
	const char *path;
	const char *pass; /* the one that the table shows; NULL where the capture holds no sweep */
	const struct summary_finding *sweep, *clock, *hierarchy; /* of that pass; NULL where there is none */
	bool curve, contradicted;
	uint64_t levels;                      /* of the pass */
	uint64_t claimed[STATUS_REFUSED + 1]; /* capacities, by their status */
	rule_set claims;                      /* the rules that they rest on */
	rule_set refusing;                    /* and those that refuse knees */
	struct frame frame;
};

static bool of_pass(const struct answer *answer, const struct summary_finding *finding)
{
	return answer->pass != NULL && strcmp(finding->pass, answer->pass) == 0;
}

/* The next finding of that kind in the pass after `last` (NULL: the first); NULL where there is none. */
static const struct summary_finding *next(const struct answer *answer, enum finding_kind kind,
                                          const struct summary_finding *last)
{
	return answer->pass != NULL ? summary_find(answer->summary, kind, answer->pass, 0, last) : NULL;
}

static bool has_kind(const struct answer *answer, enum finding_kind kind)
{
	return summary_next(answer->summary, kind, NULL) != NULL;
}

static const char *header(const struct answer *answer, const char *key)
{
	const char *value = summary_header(answer->summary, key);
	return value != NULL ? value : "";
}

#define CAPTURED(answer, key) header(answer, SUMMARY_CAPTURE_PREFIX key)

/* ---- the pass that is shown ---- */

static bool in_page_order(const struct summary *summary, const char *pass)
{
	const struct summary_point *point = summary_point_of(summary, pass);
	return point != NULL && point->order == CAPTURE_PAGE;
}

/* How well a pass serves as the answer: a judged one in random order and alone best. */
static int worth(const struct answer *answer, const struct summary_finding *finding)
{
	bool private_test = strstr(finding->reason, "a private test") != NULL;
	return summary_quiet(answer->summary, finding->pass) ? (private_test ? 1 : 4) : private_test ? 0 : 2;
}

static void choose_pass(struct answer *answer)
{
	int best = -1;
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, FINDING_SWEEP, finding)) != NULL) {
		int is_worth = worth(answer, finding) + (finding->status != STATUS_REFUSED);
		if (is_worth <= best)
			continue;
		best = is_worth;
		answer->sweep = finding;
		answer->pass = finding->pass;
	}
	answer->clock = next(answer, FINDING_CLOCK, NULL);
	answer->hierarchy = next(answer, FINDING_HIERARCHY, NULL);
}

static void count_claims(struct answer *answer)
{
	const struct summary_finding *finding = NULL;
	answer->contradicted = next(answer, FINDING_CONTRADICTION, NULL) != NULL;
	while ((finding = next(answer, FINDING_LEVEL, finding)) != NULL)
		answer->levels++;
	while ((finding = next(answer, FINDING_KNEE, finding)) != NULL)
		answer->refusing |= finding->status == STATUS_REFUSED ? finding->rules : 0;
	while ((finding = next(answer, FINDING_CAPACITY, finding)) != NULL) {
		answer->claimed[finding->status]++;
		answer->claims |= finding->status != STATUS_REFUSED ? finding->rules : 0;
	}
}

/* ---- the head ---- */

/* The number behind a word of the sweep's plan, "rounds="; 0 where there is none. */
static unsigned planned(const struct answer *answer, const char *word)
{
	for (size_t i = 0; i < answer->summary->header_count; i++) {
		const struct header_line *line = &answer->summary->headers[i];
		unsigned number;
		const char *at = strstr(line->value, word);
		if (strcmp(line->key, SUMMARY_CAPTURE_PREFIX "plan") == 0 &&
		    strncmp(line->value, "sweep ", 6) == 0 && at != NULL &&
		    sscanf(at + strlen(word), "%u", &number) == 1)
			return number;
	}
	return 0;
}

/* "2026-11-30 11:39 UTC; " of 2026-11-30T11:39:23Z. */
static void add_when(const struct answer *answer, struct sentence *text)
{
	const char *began = CAPTURED(answer, "began");
	if (strlen(began) >= 16 && began[10] == 'T')
		sentence_add(text, "%.10s %.5s%s; ", began, began + 11,
		             strchr(began, 'Z') != NULL ? " UTC" : "");
}

/* "2 MiB pages" of "2 MiB for 256 MiB of 256 MiB, the rest 4 KiB": there is no rest where the two are one. */
static void add_pages(const char *got, struct sentence *text)
{
	const char *whole = strstr(got, " for "), *of = whole != NULL ? strstr(whole, " of ") : NULL;
	size_t part = of != NULL ? (size_t)(of - whole) - 5 : 0;
	bool all = of != NULL && strncmp(whole + 5, of + 4, part) == 0 && of[4 + part] == ',';
	if (got[0] != '\0')
		sentence_add(text, "; %.*s pages", all && whole - got < 20 ? (int)(whole - got) : 60, got);
}

static void add_sizes(const struct answer *answer, struct sentence *text)
{
	char low[QUANTITY_TEXT], high[QUANTITY_TEXT];
	const struct summary_finding *sweep = answer->sweep;
	unsigned rounds = planned(answer, " rounds="), trials = planned(answer, " trials=");
	if (sweep == NULL || isnan(sweep->value))
		return;
	sentence_add(text, "%.0f size%s from %s to %s", sweep->value, sweep->value == 1 ? "" : "s",
	             quantity_exact(sweep->low, low), quantity_exact(sweep->high, high));
	if (rounds > 0 && trials > 0)
		sentence_add(text, "; %u rounds of %u trials", rounds, trials);
	add_pages(CAPTURED(answer, "got_pages"), text);
}

/* The file's name is the key where it is short, else it begins the text; a long one is cut in the middle. */
static void add_file(struct answer *answer)
{
	const char *name = header(answer, SUMMARY_KEY_NAME);
	size_t length = strlen(name);
	struct sentence text = {""};
	bool key = length < FRAME_KEY;
	if (!key && length <= 40)
		sentence_add(&text, "%s  ", name);
	else if (!key)
		sentence_add(&text, "%.18s...%s  ", name, name + length - 18);
	add_when(answer, &text);
	add_sizes(answer, &text);
	frame_note(&answer->frame, FRAME_ALWAYS, key ? name : "file", 2, text.text);
	if (CAPTURED(answer, "label")[0] != '\0')
		frame_note(&answer->frame, FRAME_FINDING, "label", 1, CAPTURED(answer, "label"));
	if (CAPTURED(answer, "synthetic")[0] != '\0') {
		text = (struct sentence){""};
		sentence_add(&text, "made, not measured: %.200s", CAPTURED(answer, "synthetic"));
		frame_note(&answer->frame, FRAME_ALWAYS, "SYNTHETIC", 1, text.text);
	}
}

/* What a file of another tool was taken for, and what was left out of it. */
static void add_foreign(struct answer *answer)
{
	if (CAPTURED(answer, "read_as")[0] != '\0')
		frame_note(&answer->frame, FRAME_ALWAYS, "read as", 2, CAPTURED(answer, "read_as"));
	if (CAPTURED(answer, "left_out")[0] != '\0')
		frame_note(&answer->frame, FRAME_FINDING, "left out", 2, CAPTURED(answer, "left_out"));
	if (CAPTURED(answer, "read_as")[0] == '\0')
		return;
	for (size_t i = 0, told = 0; i < answer->summary->header_count && told < 3; i++)
		if (strcmp(answer->summary->headers[i].key, SUMMARY_CAPTURE_PREFIX "note") == 0)
			frame_note(&answer->frame, FRAME_FINDING, told++ == 0 ? "note" : "", 2,
			           answer->summary->headers[i].value);
}

/* ---- trials ---- */

/* The rule that discarded the most trials, by the sweep's reason, "..., 59 under T4"; *most is how many.
 * Returns RULE_COUNT where none did. */
static enum rule_id worst(const struct summary_finding *sweep, uint64_t *most)
{
	enum rule_id rule = RULE_COUNT;
	*most = 0;
	for (const char *at = strchr(sweep->reason, ','); at != NULL; at = strchr(at + 1, ',')) {
		uint64_t count;
		char id[8];
		const struct rule_row *row;
		if (sscanf(at, ", %" SCNu64 " under %7[A-Z0-9]", &count, id) != 2 || count <= *most ||
		    (row = rule_find(id)) == NULL)
			continue;
		*most = count;
		rule = row->rule;
	}
	return rule;
}

struct lost {
	uint64_t trials, discarded;
	size_t sizes, failed;
};

static struct lost count_lost(const struct answer *answer)
{
	struct lost lost = {0};
	for (size_t i = 0; answer->pass != NULL && i < answer->summary->point_count; i++) {
		const struct summary_point *point = &answer->summary->points[i];
		if (strcmp(point->pass, answer->pass) != 0)
			continue;
		lost.trials += point->trials + point->discarded;
		lost.discarded += point->discarded;
		lost.sizes++;
		lost.failed += strstr(point->note, "failed") != NULL;
	}
	return lost;
}

static void add_clock(struct answer *answer)
{
	struct sentence text = {""};
	char number[QUANTITY_TEXT];
	struct lost lost = count_lost(answer);
	uint64_t most;
	enum rule_id rule = answer->sweep != NULL ? worst(answer->sweep, &most) : RULE_COUNT;
	if (answer->clock != NULL && answer->clock->status == STATUS_ACCEPTED)
		sentence_add(&text, "%s GHz, from %s; ", quantity_number(answer->clock->value, number),
		             strncmp(header(answer, SUMMARY_KEY_CLOCK), "counters", 8) == 0 ? "counters"
		                                                                            : "adds");
	else
		sentence_add(&text, "%s; ",
		             answer->clock != NULL ? "REFUSED: no processor has it"
		                                   : "not known, so no cycles");
	if (!answer->curve && lost.discarded == 0)
		sentence_add(&text, "trials %" PRIu64 ", none discarded; ", lost.trials);
	else if (!answer->curve)
		sentence_add(&text, "trials %" PRIu64 ", %" PRIu64 " discarded%s%s%s; ", lost.trials,
		             lost.discarded, rule != RULE_COUNT ? " (" : "",
		             rule != RULE_COUNT ? rules[rule].id : "", rule != RULE_COUNT ? ")" : "");
	sentence_add(&text, "rules version %.10s", header(answer, SUMMARY_KEY_RULES));
	frame_note(&answer->frame, FRAME_ALWAYS, "clock", 1, text.text);
}

/* ---- what speaks against it ---- */

/* Contradictions of every pass and failed controls, three of them. Returns whether there are any. */
static bool add_contradictions(struct answer *answer)
{
	const struct summary *summary = answer->summary;
	size_t told = 0;
	for (size_t i = 0; i < summary->finding_count; i++) {
		struct sentence text = {""};
		if (phrase_against(&text, &summary->findings[i]) && ++told <= 3)
			frame_marked(&answer->frame, FRAME_ALWAYS, "! ", 3, text.text);
	}
	if (told > 3)
		frame_line(&answer->frame, FRAME_ALWAYS, "! %zu more: see --full", told - 3);
	if (answer->contradicted)
		frame_line(&answer->frame, FRAME_ALWAYS, "%s", PHRASE_CONTRADICTED);
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
	return told > 0;
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* The one sentence that counts. */
static void add_count(struct answer *answer, bool against)
{
	struct sentence text = {""};
	if (!against && summary_version(answer->summary) >= 3)
		sentence_add(&text, "No contradiction. ");
	sentence_add(&text, "%" PRIu64 " level%s%s, ", answer->levels, plural(answer->levels),
	             answer->claimed[STATUS_REFUSED] > 0 ? " seen" : "");
	if (answer->claimed[STATUS_ACCEPTED] > 0 || answer->claimed[STATUS_NOTED] == 0)
		sentence_add(&text, "a size claimed for ");
	if (answer->claimed[STATUS_ACCEPTED] > 0)
		sentence_add(&text, "%" PRIu64, answer->claimed[STATUS_ACCEPTED]);
	else if (answer->claimed[STATUS_NOTED] == 0)
		sentence_add(&text, "none");
	if (answer->claimed[STATUS_NOTED] > 0)
		sentence_add(&text, "%s %" PRIu64,
		             answer->claimed[STATUS_ACCEPTED] > 0 ? ", noted for" : "a size noted for",
		             answer->claimed[STATUS_NOTED]);
	sentence_add(&text, ". %s%s",
	             answer->hierarchy->status == STATUS_REFUSED ? "No hierarchy is named (L2). " : "",
	             answer->curve ? "A curve has no trials: sizes are noted at best."
	                           : "This is one pass: --machine joins several.");
	frame_marked(&answer->frame, FRAME_ALWAYS, "", 2, text.text);
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
}

/* ---- a row a level ---- */

enum cell { LEVEL, NS, CYCLES, CLAIM, RULE, REPORTED, INSIDE, ROUNDS, EVIDENCE, CELLS };
static const struct frame_column columns[CELLS] = {
    [LEVEL] = {"level", false, 8},        [NS] = {"ns", true, 7},
    [CYCLES] = {"cycles", true, 7},       [CLAIM] = {"claimed size", false, 22},
    [RULE] = {"rule", false, 4},          [REPORTED] = {"reported", false, 14},
    [INSIDE] = {"inside", false, 6},      [ROUNDS] = {"rounds", false, 9},
    [EVIDENCE] = {"evidence", false, 64},
};

struct rows {
	struct frame_row *of; /* ROWS of them */
	size_t count;
};

static void put(struct rows *rows, enum cell cell, const char *text)
{
	snprintf(rows->of[rows->count - 1].cells[cell], FRAME_CELL, "%.*s", FRAME_CELL - 1, text);
}

/* Begins a row; every cell says that there is nothing. Returns false where no more are shown. */
static bool begin_row(struct rows *rows)
{
	if (rows->count == ROWS)
		return false;
	rows->count++;
	for (int cell = 0; cell < CELLS; cell++)
		put(rows, (enum cell)cell, "-");
	return true;
}

/* Begins the row of a level, with its number and its time. */
static bool begin_level(struct rows *rows, const struct answer *answer, const struct summary_finding *level)
{
	char text[PHRASE_TEXT];
	bool clock = answer->clock != NULL && answer->clock->status == STATUS_ACCEPTED;
	if (!begin_row(rows))
		return false;
	snprintf(text, sizeof text, "%" PRIu64, level->level);
	put(rows, LEVEL, text);
	put(rows, NS, phrase_number(level->value, text));
	put(rows, CYCLES, phrase_number(clock ? level->value * answer->clock->value : NAN, text));
	return true;
}

/* The refusing rules, a line each: the first with where the knee would be. */
static void put_refusals(struct rows *rows, const struct summary_finding *knee)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(knee->rules, list);
	char text[PHRASE_TEXT], whole[PHRASE_TEXT + QUANTITY_TEXT + 8], size[QUANTITY_TEXT];
	put(rows, CLAIM, "REFUSED");
	for (size_t i = 0; i < count; i++) {
		phrase_refusal(knee, list[i], text);
		bool near = i == 0 && !isnan(knee->value);
		snprintf(whole, sizeof whole, "%s%s%s%s", near ? "near " : "",
		         near ? quantity_size(knee->value, size) : "", near ? "; " : "", text);
		if (i > 0 && !begin_row(rows))
			return;
		for (int cell = 0; i > 0 && cell < CELLS; cell++)
			put(rows, (enum cell)cell, "");
		rows->of[rows->count - 1].second = i > 0;
		put(rows, RULE, rules[list[i]].id);
		put(rows, EVIDENCE, whole);
	}
}

static void put_claim(struct rows *rows, const struct answer *answer, const struct summary_finding *knee,
                      const struct summary_finding *capacity)
{
	char text[PHRASE_TEXT], size[QUANTITY_TEXT];
	unsigned agreeing, of_rounds;
	put(rows, REPORTED, phrase_cache(answer->summary, knee->reported, text));
	if (phrase_rounds(knee, &agreeing, &of_rounds)) {
		snprintf(text, sizeof text, "%u of %u", agreeing, of_rounds);
		put(rows, ROUNDS, text);
	}
	if (knee->status == STATUS_REFUSED || capacity == NULL) {
		put_refusals(rows, knee);
		return;
	}
	put(rows, CLAIM, quantity_claim(capacity->low, capacity->high, size));
	put(rows, RULE, finding_rules(capacity, text));
	enum inside inside = phrase_inside(capacity->low, capacity->high, knee->reported);
	if (inside != INSIDE_UNKNOWN)
		put(rows, INSIDE, inside_words[inside]);
	put(rows, EVIDENCE, phrase_evidence(capacity, knee, text));
}

/* Whether the last level may be called memory (R0): not where another tool's loads may have gone in sequence,
 * or skipped lines, which its file's notes tell. */
static bool is_memory(const struct answer *answer)
{
	bool doubtful = CAPTURED(answer, "read_as")[0] != '\0' && CAPTURED(answer, "note")[0] != '\0';
	return !answer->contradicted && !doubtful && summary_version(answer->summary) >= 3 &&
	       answer->claimed[STATUS_ACCEPTED] + answer->claimed[STATUS_NOTED] > 0 &&
	       summary_quiet(answer->summary, answer->pass);
}

static void put_last(struct rows *rows, const struct answer *answer, const struct summary_finding *level)
{
	char text[PHRASE_TEXT], size[QUANTITY_TEXT];
	if (answer->levels < 2) {
		put(rows, EVIDENCE, finding_sizes(level, size));
		return;
	}
	put(rows, LEVEL, is_memory(answer) ? "memory" : "last");
	snprintf(text, sizeof text, "from %s on", quantity_size(level->low, size));
	put(rows, EVIDENCE, text);
}

/* A level has a row a knee above it: two where two curves disagree (M1). */
static void add_level(struct rows *rows, const struct answer *answer, const struct summary_finding *level)
{
	const struct summary_finding *knee = NULL;
	bool any = false;
	while ((knee = next(answer, FINDING_KNEE, knee)) != NULL) {
		if (knee->level != level->level)
			continue;
		if (!begin_level(rows, answer, level))
			return;
		put_claim(rows, answer, knee,
		          summary_find(answer->summary, FINDING_CAPACITY, answer->pass, level->level, knee));
		any = true;
	}
	if (!any && begin_level(rows, answer, level) && level->level == answer->levels)
		put_last(rows, answer, level);
}

static void add_table(struct answer *answer)
{
	struct rows rows = {calloc(ROWS, sizeof *rows.of), 0};
	if (rows.of == NULL) {
		answer->frame.failed = true;
		return;
	}
	for (const struct summary_finding *level = NULL;
	     (level = next(answer, FINDING_LEVEL, level)) != NULL;)
		add_level(&rows, answer, level);
	frame_table(&answer->frame, columns, CELLS, rows.of, rows.count);
	if (rows.count == ROWS)
		frame_line(&answer->frame, FRAME_ALWAYS, "... and more levels: see --full");
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
	free(rows.of);
}

/* ---- what was found beside the levels ---- */

static const char *const granule_places[] = {"", "inside level 1", "between levels 1 and 2",
                                             "past the last knee"};

static void add_granule(struct answer *answer)
{
	struct sentence text = {""};
	char size[QUANTITY_TEXT];
	enum rule_id list[RULE_COUNT];
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, FINDING_GRANULE, finding)) != NULL) {
		if (finding->level < 2 || finding->level > 3)
			continue; /* the first placement is a control */
		sentence_add(&text, "%s", text.text[0] != '\0' ? ". " : "");
		if (finding->status != STATUS_REFUSED) {
			sentence_add(&text, "%s %s%s", quantity_exact(finding->value, size),
			             granule_places[finding->level],
			             finding->status == STATUS_NOTED ? ", noted" : " (G1 to G8)");
			continue;
		}
		sentence_add(&text, "REFUSED %s", granule_places[finding->level]);
		if (rule_list(finding->rules, list) > 0)
			sentence_add(&text, ": %s (%s)", rule_refusal(list[0], RULE_VERSION),
			             rules[list[0]].id);
	}
	if (!answer->curve)
		frame_note(&answer->frame, text.text[0] != '\0' ? FRAME_FINDING : FRAME_NOTE, "granule", 2,
		           text.text[0] != '\0' ? text.text : "not tried");
}

/* What kinds of findings say of single levels, "level 1: cache step (O2)". Returns whether they do. */
static bool add_verdicts(const struct answer *answer, enum finding_kind kind, struct sentence *text)
{
	const struct summary_finding *finding = NULL;
	char verdict[PHRASE_TEXT], ids[RULE_TEXT];
	while ((finding = summary_next(answer->summary, kind, finding)) != NULL) {
		phrase_verdict(finding->reason, verdict);
		sentence_add(text, "%s", text->text[0] != '\0' ? "; " : "");
		if (finding->level != 0)
			sentence_add(text, "level %" PRIu64 "%s ", finding->level,
			             finding->status == STATUS_NOTED ? " noted" : ":");
		sentence_add(text, "%s%.80s (%s)", finding->status == STATUS_REFUSED ? "REFUSED: " : "",
		             verdict, finding_rules(finding, ids));
	}
	return text->text[0] != '\0';
}

static void add_cause(struct answer *answer)
{
	struct sentence text = {""}, reach = {""};
	bool any =
	    add_verdicts(answer, FINDING_CAUSE, &text) || add_verdicts(answer, FINDING_PAGE_ORDER, &text);
	if (!any)
		sentence_add(&text,
		             "cache or translation, not distinguished: no chase of one line a page (X1)");
	if (any || answer->claimed[STATUS_ACCEPTED] + answer->claimed[STATUS_NOTED] > 0)
		frame_note(&answer->frame, any ? FRAME_FINDING : FRAME_NOTE, "cause", 2, text.text);
	for (const struct summary_finding *claim = NULL;
	     (claim = summary_next(answer->summary, FINDING_REACH, claim)) != NULL;)
		if (claim->status != STATUS_REFUSED)
			sentence_add(&reach, "%s%.0f to %.0f pages",
			             reach.text[0] != '\0' ? "; " : "translation: ", claim->low, claim->high);
	if (reach.text[0] == '\0')
		return;
	sentence_add(&reach, " (W1)");
	frame_note(&answer->frame, FRAME_FINDING, "reach", 2, reach.text);
}

/* The first part of the reason of the first findings of a kind. Returns how many there are. */
static size_t add_reasons(struct answer *answer, enum finding_kind kind, const char *key, size_t most)
{
	size_t count = 0;
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, kind, finding)) != NULL) {
		struct sentence text = {""};
		if (++count > most)
			continue;
		if (finding->level != 0)
			sentence_add(&text, "level %" PRIu64 " ", finding->level);
		phrase_reason(&text, finding, strcspn(finding->reason, ";"));
		frame_note(&answer->frame, FRAME_FINDING, count == 1 ? key : "", 2, text.text);
	}
	return count;
}

/* The controls that passed, in one line, and those that were not judged; those that failed stand first. */
static void add_controls(struct answer *answer)
{
	struct sentence passed = {""}, open = {""};
	char number[PHRASE_TEXT], ids[RULE_TEXT];
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, FINDING_CONTROL, finding)) != NULL) {
		struct sentence *list = finding->status == STATUS_NOTED ? &open : &passed;
		if (finding->status == STATUS_REFUSED)
			continue;
		sentence_add(list, "%s%s", list->text[0] != '\0' ? ", " : "", finding_rules(finding, ids));
		if (list == &passed && !isnan(finding->value))
			sentence_add(list, " (%s)", phrase_number(finding->value, number));
	}
	phrase_controls(&answer->frame, &passed, &open);
}

static void add_core(struct answer *answer)
{
	bool crowd = has_kind(answer, FINDING_COMPETITOR);
	if (add_reasons(answer, FINDING_PRIVATE, "core", 2) == 0 && !answer->curve)
		frame_note(&answer->frame, FRAME_NOTE, "core", 1,
		           crowd ? "private or shared was not tried"
		                 : "private or shared was not tried, nor a crowd");
	add_reasons(answer, FINDING_COMPETITOR, "crowd", 1);
}

/* Whether the table shows a reported cache of that size. */
static bool shown(const struct answer *answer, double reported)
{
	const struct summary_finding *knee = NULL;
	while ((knee = next(answer, FINDING_KNEE, knee)) != NULL)
		if (knee->reported == reported)
			return true;
	return false;
}

/* Where no level ends, the runs of sizes that are too short for a plateau: what there is to see. */
static void add_runs(struct answer *answer)
{
	size_t count = 0;
	const struct summary_finding *finding = NULL;
	while (answer->levels < 2 && (finding = next(answer, FINDING_PLATEAU, finding)) != NULL) {
		struct sentence text = {""};
		char time[PHRASE_TEXT], sizes[QUANTITY_TEXT];
		if ((finding->rules & RULE_SET(RULE_P1)) == 0 || count == 3)
			continue;
		sentence_add(&text, "%s ns at %s: too short a run of sizes (P1)",
		             phrase_number(finding->value, time), finding_sizes(finding, sizes));
		frame_note(&answer->frame, FRAME_LIST, count++ == 0 ? "no level" : "", 1, text.text);
	}
}

/* Reported caches that no row holds, and steps that are too small for a level. */
static void add_unseen(struct answer *answer)
{
	struct sentence text = {""}, steps = {""};
	char cache[PHRASE_TEXT], size[QUANTITY_TEXT];
	const struct summary_finding *finding = NULL;
	double step;
	while ((finding = next(answer, FINDING_REPORTED, finding)) != NULL)
		if (finding->status != STATUS_ACCEPTED && !shown(answer, finding->reported))
			sentence_add(&text, "%s%s: %s (R0)", text.text[0] != '\0' ? "; " : "",
			             phrase_cache(answer->summary, finding->reported, cache),
			             finding->status == STATUS_NOTED
			                 ? "beyond the largest size"
			                 : "no level ends within a factor 2 of it");
	while ((finding = next(answer, FINDING_PLATEAU, finding)) != NULL) {
		const char *at = strstr(finding->reason, "a step of ");
		if ((finding->rules & RULE_SET(RULE_L1)) != 0 && at != NULL &&
		    sscanf(at, "a step of %lf", &step) == 1)
			sentence_add(&steps, "%s%.2f at %s", steps.text[0] != '\0' ? ", " : "a step of ",
			             step, quantity_size(finding->low, size));
	}
	if (text.text[0] != '\0')
		frame_note(&answer->frame, FRAME_FINDING, "reported", 2, text.text);
	else if (!answer->curve && answer->levels > 0 && CAPTURED(answer, "cache")[0] == '\0' &&
	         header(answer, SUMMARY_KEY_REPORTED)[0] == '\0')
		frame_note(&answer->frame, FRAME_NOTE, "reported", 1, PHRASE_NO_CACHE);
	if (steps.text[0] == '\0')
		return;
	sentence_add(&steps, "; %g is asked (L1)", ratio_value(rule_l1_step));
	frame_note(&answer->frame, FRAME_LIST, "no level", 2, steps.text);
}

/* What else the capture says of itself, three lines of it; where its trials ran is told by --full. */
static void add_remarks(struct answer *answer)
{
	size_t count = 0;
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, FINDING_DIAGNOSTIC, finding)) != NULL) {
		if (count == 3 || (finding->pass[0] != '\0' && !of_pass(answer, finding)) ||
		    strncmp(finding->reason, "where trials ran", 16) == 0)
			continue;
		frame_note(&answer->frame, FRAME_LIST, count++ == 0 ? "remark" : "", 2, finding->reason);
	}
}

/* The other sweeps of the capture, a line each: what their rows would hold. */
static void add_other(struct answer *answer, const struct summary_finding *sweep, const char *key)
{
	struct sentence text = {""};
	char size[QUANTITY_TEXT];
	struct answer other = {.summary = answer->summary, .pass = sweep->pass, .sweep = sweep};
	count_claims(&other);
	sentence_add(&text, "%.60s: ", sweep->pass);
	if (sweep->status == STATUS_REFUSED)
		sentence_add(&text, "REFUSED as a whole");
	else if (in_page_order(answer->summary, sweep->pass))
		sentence_add(&text, "in page order, for the cause alone; it claims no size (O2)");
	else
		sentence_add(&text, "%" PRIu64 " level%s", other.levels, plural(other.levels));
	size_t told = 0;
	const struct summary_finding *claim = NULL;
	while ((claim = next(&other, FINDING_CAPACITY, claim)) != NULL)
		if (claim->status != STATUS_REFUSED)
			sentence_add(&text, "%s%s%s", told++ == 0 ? "; " : ", ",
			             quantity_claim(claim->low, claim->high, size),
			             claim->status == STATUS_NOTED ? " (noted)" : "");
	frame_note(&answer->frame, FRAME_NOTE, key, 2, text.text);
}

static void add_others(struct answer *answer)
{
	size_t count = 0;
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(answer->summary, FINDING_SWEEP, finding)) != NULL) {
		if (of_pass(answer, finding) || strstr(finding->reason, "a private test") != NULL)
			continue;
		if (++count <= 3)
			add_other(answer, finding, count == 1 ? "beside it" : "");
	}
	if (count > 3)
		frame_line(&answer->frame, FRAME_NOTE, "%*s%zu more: see --full", FRAME_KEY, "", count - 3);
}

/* ---- what to run ---- */

static bool refused_by(const struct answer *answer, enum rule_id rule)
{
	const struct summary_finding *knee = NULL;
	while ((knee = next(answer, FINDING_KNEE, knee)) != NULL)
		if (knee->status == STATUS_REFUSED && (knee->rules & RULE_SET(rule)) != 0)
			return true;
	return false;
}

static void add_next(struct answer *answer)
{
	struct sentence text = {""};
	bool huge = strncmp(CAPTURED(answer, "got_pages"), "2 MiB", 5) == 0;
	bool trials = !answer->curve && answer->hierarchy != NULL;
	const struct phrase_command commands[] = {
	    {answer->sweep != NULL && answer->hierarchy == NULL && answer->sweep->status != STATUS_REFUSED,
	     "build/reduce --machine FOLDER/*.csv", "joins it with this machine's sweeps"},
	    {answer->curve, "build/probe --quick -o mine.csv", "to measure this machine, with trials"},
	    {trials && refused_by(answer, RULE_K3), "build/probe -o again.csv",
	     "rounds differ: try another hour"},
	    {trials && !has_kind(answer, FINDING_PAGE_ORDER) && !has_kind(answer, FINDING_CAUSE),
	     "build/probe --quick -o pages.csv", "to tell cache from translation"},
	    {trials && !huge && (answer->claims & RULE_SET(RULE_Z1)) != 0,
	     "build/probe --quick --huge --dense -o dense.csv", "to narrow what rests on Z1"},
	};
	phrase_next(&answer->frame, commands, sizeof commands / sizeof commands[0]);
	sentence_add(&text, "build/reduce --full %s", phrase_operand(answer->path, "CAPTURE"));
	frame_line(&answer->frame, FRAME_ALWAYS, "%-*s%-50s%s", FRAME_KEY, "all of it", text.text,
	           strlen(text.text) <= 50 ? " the rules: build/reduce --rules" : "");
}

/* ---- no answer ---- */

/* Why a whole sweep is refused, in plain words: by the rule that lost most trials, or that refused the sweep
 * by itself. */
static const struct {
	enum rule_id rule;
	const char *headline, *each;
} causes[] = {
    {RULE_T4, "other programs had the processor while this was measured.",
     "in these the chase had less than 90 per cent of the processor (T4)"},
    {RULE_T1, "its trials are too short for the steps of the timer.",
     "these lasted less than 100 steps of the timer (T1)"},
    {RULE_T2, "the timer is coarser than the one that was asked for.",
     "the measured step is more than 1.5 times the one asked for (T2)"},
    {RULE_T5, "the system was still fetching pages while this was measured.",
     "page faults took more than 2 per cent of these (T5)"},
    {RULE_T6, "the competitors did not run beside the chase.",
     "a competitor was away for more than a tenth of these (T6)"},
    {RULE_F1, "the trials ran on other cores than the ones that are meant.",
     "their fingerprint is outside the window of the tier (F1)"},
    {RULE_P0, "its sizes lie too far apart for any level to show.", "no run of sizes is close enough (P0)"},
};
enum { CAUSES = sizeof causes / sizeof causes[0] };

/* And what to do, in order. */
static const struct {
	enum rule_id rule;
	const char *run, *why;
} remedies[] = {
    {RULE_T4, "uptime", "wait until the first load is below 0.5"},
    {RULE_T4, "build/probe --quick -o again.csv", "measure again"},
    {RULE_T4, "sudo chrt -f 1 build/probe --quick -o again.csv", "if it cannot be made quiet (Linux)"},
    {RULE_T1, "build/probe -o again.csv", "its blocks are ten times longer"},
    {RULE_T2, "build/probe --quick -o again.csv", "measure with the system's own timer"},
    {RULE_T5, "build/probe --quick -o again.csv", "with memory to spare: nothing may be swapped out"},
    {RULE_T6, "uptime", "each competitor needs a processor of its own"},
    {RULE_F1, "build/reduce --tiers-table CAPTURE", "compare the windows with the tier table"},
    {RULE_P0, "build/probe --quick -o mine.csv", "measure at four sizes an octave or more"},
};

/* The row that tells why; CAUSES where none does. */
static size_t find_cause(const struct answer *answer)
{
	uint64_t most;
	enum rule_id rule = worst(answer->sweep, &most);
	for (size_t i = 0; i < CAUSES; i++)
		if ((answer->sweep->rules & RULE_SET(causes[i].rule)) != 0)
			return i;
	for (size_t i = 0; i < CAUSES; i++)
		if (causes[i].rule == rule)
			return i;
	return CAUSES;
}

static void add_lost(struct answer *answer, size_t cause)
{
	struct lost lost = count_lost(answer);
	struct frame *frame = &answer->frame;
	struct sentence text = {""};
	char ids[RULE_TEXT];
	if (!answer->curve) {
		frame_line(frame, FRAME_ALWAYS, "trials    %" PRIu64, lost.trials);
		frame_line(frame, FRAME_ALWAYS, "discarded %-5" PRIu64 " %s", lost.discarded,
		           cause < CAUSES ? causes[cause].each : "");
		sentence_add(&text, "%-5" PRIu64 " %zu of the %zu sizes lost more than half of their trials",
		             lost.trials - lost.discarded, lost.failed, lost.sizes);
		frame_note(frame, FRAME_ALWAYS, "counted", 2, text.text);
	}
	text = (struct sentence){""};
	sentence_add(&text, "the whole sweep (%s): %.300s", finding_rules(answer->sweep, ids),
	             answer->sweep->reason);
	frame_note(frame, FRAME_ALWAYS, "REFUSED", 3, text.text);
	frame_line(frame, FRAME_ALWAYS, "%s", "");
}

static void add_no_answer(struct answer *answer)
{
	size_t cause = find_cause(answer);
	frame_line(&answer->frame, FRAME_ALWAYS, "NO ANSWER: %s",
	           cause < CAUSES ? causes[cause].headline : "the sweep is refused as a whole.");
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
	add_lost(answer, cause);
	for (size_t i = 0, step = 0; cause < CAUSES && i < sizeof remedies / sizeof remedies[0]; i++) {
		if (remedies[i].rule != causes[cause].rule)
			continue;
		step++;
		frame_line(&answer->frame, FRAME_ALWAYS, "%-*s%zu. %-47s %s", FRAME_KEY,
		           step == 1 ? "do this" : "", step, remedies[i].run, remedies[i].why);
	}
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
}

/* A capture without a sweep that could be judged: a private test, or adjacency alone. */
static void add_no_sweep(struct answer *answer)
{
	frame_line(&answer->frame, FRAME_ALWAYS, "NO ANSWER on levels: %s",
	           answer->sweep == NULL ? "this capture holds no sweep."
	                                 : "this capture holds a test of single sizes, no sweep.");
	frame_line(&answer->frame, FRAME_ALWAYS, "%s", "");
}

/* ---- all of it ---- */

static void add_beside(struct answer *answer)
{
	add_granule(answer);
	add_cause(answer);
	add_core(answer);
	add_controls(answer);
	add_unseen(answer);
	add_runs(answer);
	add_others(answer);
	add_remarks(answer);
	frame_line(&answer->frame, FRAME_FINDING, "%s", "");
}

static void add_head(struct answer *answer)
{
	char machine[PHRASE_TEXT];
	phrase_machine(answer->summary, machine);
	if (machine[0] != '\0')
		frame_line(&answer->frame, FRAME_ALWAYS, "%s", machine);
	add_file(answer);
	add_foreign(answer);
}

int answer_print(FILE *stream, const struct summary *summary, const char *path)
{
	struct answer answer = {.summary = summary, .path = path};
	answer.curve = summary_kind(summary) == SUMMARY_CURVE;
	choose_pass(&answer);
	count_claims(&answer);
	add_head(&answer);
	if (answer.hierarchy != NULL)
		add_clock(&answer);
	frame_line(&answer.frame, FRAME_ALWAYS, "%s", "");
	bool against = add_contradictions(&answer);
	if (answer.hierarchy != NULL) {
		add_count(&answer, against);
		add_table(&answer);
	} else if (answer.sweep != NULL && answer.sweep->status == STATUS_REFUSED)
		add_no_answer(&answer);
	else
		add_no_sweep(&answer);
	add_beside(&answer);
	phrase_legend(&answer.frame, answer.claims, answer.refusing);
	frame_line(&answer.frame, FRAME_LEGEND, "%s", "");
	add_next(&answer);
	return frame_print(stream, &answer.frame, FRAME_LINES);
}
