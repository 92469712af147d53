/* Where the joined answer of a machine is told in the terminal. */
#include "machine_answer.h"
#include "frame.h"
#include "level_words.h"
#include "phrase.h"

#include "../summary/finding.h"
#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE ((size_t)-1)
enum { ROWS = 48, PASSES_TOLD = 9, PASS_WIDEST = 20 };

/* What the answer is put together from. */
struct told {
	const struct machine *tiers;
	size_t count;
	struct frame frame;
};

static const char *header(const struct machine *machine, const char *key)
{
	const char *value = summary_header(machine->captures[0], key);
	return value != NULL ? value : "";
}

static const struct joined_claim *best(const struct machine *machine, size_t level)
{
	return &machine->claims[machine->levels[level].narrowest];
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* "25,710": with commas from 10,000 on. */
static const char *grouped(uint64_t count, char text[32])
{
	if (count < 10000)
		snprintf(text, 32, "%" PRIu64, count);
	else if (count < 1000000)
		snprintf(text, 32, "%" PRIu64 ",%03u", count / 1000, (unsigned)(count % 1000));
	else
		snprintf(text, 32, "%" PRIu64 ",%03u,%03u", count / 1000000, (unsigned)(count / 1000 % 1000),
		         (unsigned)(count % 1000));
	return text;
}

/* ---- the head ---- */

/* What parts the number of tier `t` from that before it: "2, 3 and 1". */
static const char *part(const struct told *told, size_t t)
{
	return t == 0 ? "" : t + 1 == told->count ? " and " : ", ";
}

/* "2026-11-30 to 2026-12-01" of when the captures began; nothing where none tells. */
static void add_dates(struct sentence *text, const struct told *told)
{
	const char *first = "", *last = "";
	for (size_t t = 0; t < told->count; t++) {
		const struct machine *tier = &told->tiers[t];
		if (first[0] == '\0' || (tier->first[0] != '\0' && strcmp(tier->first, first) < 0))
			first = tier->first;
		if (strcmp(tier->last, last) > 0)
			last = tier->last;
	}
	if (first[0] == '\0')
		return;
	sentence_add(text, ", %.10s", first);
	if (strncmp(first, last, 10) != 0)
		sentence_add(text, " to %.10s", last);
}

/* "; beside them 1 crowded, 1 in page order, 3 private tests" */
static void add_others(struct sentence *text, const struct told *told)
{
	size_t counts[3] = {0};
	const char *const words[3][2] = {
	    {"crowded", "crowded"}, {"in page order", "in page order"}, {"private test", "private tests"}};
	bool any = false;
	for (size_t t = 0; t < told->count; t++) {
		counts[0] += told->tiers[t].crowded;
		counts[1] += told->tiers[t].in_page_order;
		counts[2] += told->tiers[t].private_tests;
	}
	for (size_t i = 0; i < 3; i++) {
		if (counts[i] == 0)
			continue;
		sentence_add(text, "%s%zu %s", any ? ", " : "; beside them ", counts[i],
		             words[i][counts[i] != 1]);
		any = true;
	}
}

static void add_captures(struct told *told)
{
	struct sentence text = {""};
	size_t captures = 0, refused = 0;
	uint64_t trials = 0, discarded = 0;
	char label[MACHINE_TEXT], a[32], b[32], clock[QUANTITY_TEXT];
	for (size_t t = 0; t < told->count; t++) {
		captures += told->tiers[t].capture_count;
		refused += told->tiers[t].refused_whole;
		trials += told->tiers[t].trials;
		discarded += told->tiers[t].discarded;
	}
	machine_label(told->tiers[0].captures[0], label);
	if (label[0] != '\0')
		sentence_add(&text, "%.60s; ", label);
	sentence_add(&text, "%zu capture%s", captures, plural(captures));
	add_dates(&text, told);
	sentence_add(&text, ": ");
	for (size_t t = 0; t < told->count; t++)
		sentence_add(&text, "%s%zu", part(told, t), told->tiers[t].pass_count);
	sentence_add(&text, " quiet pass%s joined (J1)",
	             told->count == 1 && told->tiers[0].pass_count == 1 ? "" : "es");
	if (refused > 0)
		sentence_add(&text, ", %zu of them refused whole", refused);
	add_others(&text, told);
	if (told->count == 1 && !isnan(told->tiers[0].clock_ghz))
		sentence_add(&text, "; clock %s GHz", quantity_number(told->tiers[0].clock_ghz, clock));
	if (trials > 0)
		sentence_add(&text, "; trials %s, %s discarded", grouped(trials, a),
		             discarded == 0 ? "none" : grouped(discarded, b));
	frame_marked(&told->frame, FRAME_ALWAYS, "", 3, text.text);
}

/* Whether a capture was made, not measured. */
static bool is_made(const struct told *told)
{
	for (size_t t = 0; t < told->count; t++)
		for (size_t c = 0; c < told->tiers[t].capture_count; c++)
			if (summary_header(told->tiers[t].captures[c], SUMMARY_CAPTURE_PREFIX "synthetic") !=
			    NULL)
				return true;
	return false;
}

static void add_head(struct told *told)
{
	char name[PHRASE_TEXT];
	phrase_machine(told->tiers[0].captures[0], name);
	if (name[0] != '\0')
		frame_line(&told->frame, FRAME_ALWAYS, "%s", name);
	add_captures(told);
	if (is_made(told))
		frame_line(&told->frame, FRAME_ALWAYS, "SYNTHETIC made, not measured");
	frame_line(&told->frame, FRAME_ALWAYS, "%s", "");
}

/* ---- what speaks against it, and the sentence that counts ---- */

enum { AGAINST = 3 };

/* One contradiction or failed control, unless its reason is told already. */
static void add_against(struct told *told, const struct summary_finding *finding, const char **reasons,
                        size_t *count)
{
	struct sentence text = {""};
	if (*count == AGAINST || !phrase_against(&text, finding))
		return;
	for (size_t i = 0; i < *count; i++)
		if (strcmp(reasons[i], finding->reason) == 0)
			return;
	reasons[(*count)++] = finding->reason;
	frame_marked(&told->frame, FRAME_ALWAYS, "! ", 3, text.text);
}

/* Returns whether there are any. */
static bool add_contradictions(struct told *told)
{
	const char *reasons[AGAINST];
	size_t count = 0, contradictions = 0;
	for (size_t t = 0; t < told->count; t++) {
		const struct machine *tier = &told->tiers[t];
		contradictions += tier->contradictions;
		for (size_t c = 0; c < tier->capture_count; c++)
			for (size_t i = 0; i < tier->captures[c]->finding_count; i++)
				add_against(told, &tier->captures[c]->findings[i], reasons, &count);
	}
	if (contradictions > 0)
		frame_line(&told->frame, FRAME_ALWAYS, "%s", PHRASE_CONTRADICTED);
	frame_line(&told->frame, FRAME_ALWAYS, "%s", "");
	return count > 0;
}

/* Whether the passes disagree on where a level ends: two accepted claims do not overlap, or the knees lie
 * further apart than what K2 takes for one knee. */
static bool disagrees(const struct machine *machine, size_t level)
{
	size_t smallest, largest;
	double spread = machine_spread(machine, level, &smallest, &largest);
	return machine->levels[level].apart != NONE || ratio_above(spread, rule_k2_near, 1);
}

/* How many levels of a tier have that status. */
static size_t count_status(const struct machine *machine, enum status status)
{
	size_t count = 0;
	for (size_t i = 0; i < machine->level_count; i++)
		count += machine_status(machine, i) == status;
	return count;
}

static void add_numbers(struct sentence *text, const struct told *told, enum status status)
{
	for (size_t t = 0; t < told->count; t++)
		sentence_add(text, "%s%zu", part(told, t), count_status(&told->tiers[t], status));
}

/* What the sentence counts besides levels. */
struct tally {
	size_t accepted, noted, disagreeing, where, alone;
};

static struct tally take_tally(const struct told *told)
{
	struct tally tally = {0};
	for (size_t t = 0; t < told->count; t++) {
		const struct machine *tier = &told->tiers[t];
		tally.accepted += count_status(tier, STATUS_ACCEPTED);
		tally.noted += count_status(tier, STATUS_NOTED);
		for (size_t i = 0; i < tier->level_count; i++) {
			tally.alone += tier->levels[i].accepted == 1;
			if (!disagrees(tier, i))
				continue;
			tally.disagreeing++;
			tally.where = i + 1;
		}
	}
	return tally;
}

static void add_count(struct told *told, bool against)
{
	struct sentence text = {""};
	struct tally tally = take_tally(told);
	sentence_add(&text, "%s", against ? "" : "No contradiction. ");
	if (told->count > 1)
		sentence_add(&text, "%zu kinds of cores, ", told->count);
	for (size_t t = 0; t < told->count; t++)
		sentence_add(&text, "%s%zu", part(told, t), told->tiers[t].level_count + 1);
	sentence_add(&text, " level%s", told->count == 1 && told->tiers[0].level_count == 0 ? "" : "s");
	if (tally.accepted > 0) {
		sentence_add(&text, ", a size claimed for ");
		add_numbers(&text, told, STATUS_ACCEPTED);
	}
	if (tally.noted > 0) {
		sentence_add(&text, tally.accepted > 0 ? ", noted for " : ", a size noted for ");
		add_numbers(&text, told, STATUS_NOTED);
	}
	if (tally.accepted + tally.noted == 0)
		sentence_add(&text, ", a size claimed for none");
	sentence_add(&text, ".");
	if (tally.disagreeing == 1)
		sentence_add(&text, " The passes disagree on where level %zu ends.", tally.where);
	else if (tally.disagreeing > 1)
		sentence_add(&text, " The passes disagree on where %zu levels end.", tally.disagreeing);
	if (tally.alone > 0)
		sentence_add(&text, " What one pass alone accepts is noted (J1).");
	frame_marked(&told->frame, FRAME_ALWAYS, "", 2, text.text);
	frame_line(&told->frame, FRAME_ALWAYS, "%s", "");
}

/* ---- the table ---- */

enum cell { LEVEL, ACCEPT, NS, CYCLES, CLAIM, RULE, PASS, REPORTED, INSIDE, CAUSE, CORE, CELLS };
static const struct frame_column columns[CELLS] = {
    [LEVEL] = {"level", false, 6},  [ACCEPT] = {"accept", false, 10},      [NS] = {"ns", true, 7},
    [CYCLES] = {"cycles", true, 7}, [CLAIM] = {"claimed size", false, 22}, [RULE] = {"rule", false, 4},
    [PASS] = {"pass", false, 10},   [REPORTED] = {"reported", false, 12},  [INSIDE] = {"inside", false, 6},
    [CAUSE] = {"cause", false, 13}, [CORE] = {"core", false, 12},
};

static void put(struct frame_row *row, enum cell cell, const char *text)
{
	snprintf(row->cells[cell], FRAME_CELL, "%.*s", FRAME_CELL - 1, text[0] != '\0' ? text : "-");
}

/* A verdict as it stands in a table: "open" where it is refused, "noted" before one that is. */
static void put_verdict(struct frame_row *row, enum cell cell, const struct summary_finding *finding)
{
	enum verdict verdict = finding_verdict(finding);
	put(row, cell, verdict == VERDICT_REFUSED ? "open" : verdict_words[verdict]);
}

/* The rule that refuses a level in the most passes. */
static enum rule_id most_refusing(const struct machine *machine, size_t level)
{
	size_t counts[RULE_COUNT] = {0};
	enum rule_id most = 0;
	for (size_t c = 0; c < machine->claim_count; c++) {
		if (machine->claims[c].level != level || machine->claims[c].status != STATUS_REFUSED)
			continue;
		for (size_t rule = 0; rule < RULE_COUNT; rule++)
			counts[rule] += (machine->claims[c].rules & RULE_SET(rule)) != 0;
	}
	for (size_t rule = 1; rule < RULE_COUNT; rule++)
		if (counts[rule] > counts[most])
			most = (enum rule_id)rule;
	return most;
}

static void fill_level(struct frame_row *row, const struct machine *machine, size_t level)
{
	const struct joined_level *joined = &machine->levels[level];
	const struct joined_claim *claim = best(machine, level);
	char text[PHRASE_TEXT];
	bool refused = claim->status == STATUS_REFUSED;
	snprintf(text, sizeof text, "%zu", level + 1);
	put(row, LEVEL, text);
	snprintf(text, sizeof text, "%zu of %zu", joined->accepted, machine->pass_count);
	put(row, ACCEPT, text);
	put(row, NS, phrase_number(joined->time_ns, text));
	put(row, CYCLES, phrase_number(joined->cycles, text));
	put(row, CLAIM, refused ? "REFUSED" : quantity_claim(claim->low_bytes, claim->high_bytes, text));
	put(row, RULE, rules[refused ? most_refusing(machine, level) : claim->rule].id);
	put(row, PASS, refused ? "-" : machine_capture(machine, joined->narrowest));
	put(row, REPORTED, phrase_cache(machine->captures[0], level_reported(machine, level), text));
	put(row, INSIDE, inside_words[level_inside(machine, level)]);
	put_verdict(row, CAUSE, level_cause(machine, level));
	put_verdict(row, CORE, level_core(machine, level));
}

static void fill_nothing(struct frame_row *row, const char *level)
{
	for (int cell = 0; cell < CELLS; cell++)
		put(row, (enum cell)cell, "-");
	put(row, LEVEL, level);
}

static void fill_last(struct frame_row *row, const struct machine *machine)
{
	char text[PHRASE_TEXT];
	fill_nothing(row, level_last_name(machine));
	snprintf(text, sizeof text, "%zu of %zu", machine->last_count, machine->pass_count);
	put(row, ACCEPT, text);
	put(row, NS, phrase_number(machine->last_ns, text));
	put(row, CYCLES, phrase_number(machine->last_cycles, text));
}

/* A Mac does not report its system-level cache: whether one shows is told as a row of its own. */
static bool asks_for_slc(const struct machine *machine)
{
	return strncmp(header(machine, SUMMARY_CAPTURE_PREFIX "system"), "macOS", 5) == 0 &&
	       (machine->unnamed == NULL || machine->unnamed->status == STATUS_REFUSED);
}

static void fill_slc(struct frame_row *row, const struct machine *machine)
{
	char text[PHRASE_TEXT];
	fill_nothing(row, "SLC?");
	snprintf(text, sizeof text, "0 of %zu", machine->pass_count);
	put(row, ACCEPT, text);
	put(row, CLAIM, "NOT ESTABLISHED");
	put(row, RULE, rules[RULE_S1].id);
}

/* The columns, without that of the passes where the rows would be too wide with it. */
static void choose_columns(struct frame_column chosen[CELLS], const struct frame_row *rows, size_t count)
{
	size_t width = 0;
	memcpy(chosen, columns, sizeof columns);
	for (size_t cell = 0; cell < CELLS; cell++) {
		size_t widest = 0;
		for (size_t r = 0; r < count; r++) {
			size_t length = strlen(rows[r].cells[cell]);
			bool said = strcmp(rows[r].cells[cell], "-") != 0;
			length = length > columns[cell].widest ? columns[cell].widest : length;
			widest = said && length > widest ? length : widest;
		}
		if (widest > 0)
			width +=
			    2 + (widest > strlen(columns[cell].head) ? widest : strlen(columns[cell].head));
	}
	if (width > FRAME_WIDTH + 2)
		chosen[PASS].widest = 0;
}

static void add_table(struct told *told, const struct machine *machine)
{
	struct frame_row *rows = calloc(ROWS, sizeof *rows);
	struct frame_column chosen[CELLS];
	size_t count = 0;
	if (rows == NULL) {
		told->frame.failed = true;
		return;
	}
	for (; count < machine->level_count && count + 2 < ROWS; count++)
		fill_level(&rows[count], machine, count);
	if (asks_for_slc(machine))
		fill_slc(&rows[count++], machine);
	fill_last(&rows[count++], machine);
	choose_columns(chosen, rows, count);
	frame_table(&told->frame, chosen, CELLS, rows, count);
	frame_line(&told->frame, FRAME_ALWAYS, "%s", "");
	free(rows);
}

/* "Performance cores, asked for as interactive; 4.41 GHz" */
static void add_cores(struct told *told, const struct machine *machine)
{
	struct sentence text = {""};
	char number[QUANTITY_TEXT];
	const char *cores = machine_cores(machine->captures[0]);
	if (told->count == 1 && cores[0] == '\0')
		return;
	sentence_add(&text, "cores     %.60s", cores[0] != '\0' ? cores : "none asked for");
	if (told->count > 1 && !isnan(machine->clock_ghz))
		sentence_add(&text, "; %s GHz", quantity_number(machine->clock_ghz, number));
	frame_line(&told->frame, FRAME_ALWAYS, "%s", text.text);
}

static void add_levels(struct told *told, const struct machine *machine)
{
	add_cores(told, machine);
	if (machine->level_count > 0) {
		add_table(told, machine);
		return;
	}
	frame_line(&told->frame, FRAME_ALWAYS, "NO ANSWER: %s",
	           machine->pass_count == 0 ? "no capture holds a quiet sweep in random order."
	           : machine->refused_whole == machine->pass_count
	               ? "every quiet sweep is refused as a whole."
	               : "no pass shows where a level ends.");
	frame_line(&told->frame, FRAME_ALWAYS, "%s", "");
}

/* ---- what was found beside the levels ---- */

/* "level 2", with the cores before it where there are several kinds. */
static const char *name_level(const struct told *told, const struct machine *machine, size_t level,
                              char text[64])
{
	if (told->count > 1)
		snprintf(text, 64, "%.30s, level %zu", machine_cores(machine->captures[0]), level + 1);
	else
		snprintf(text, 64, "level %zu", level + 1);
	return text;
}

static void tell_apart(struct sentence *text, const struct machine *machine, size_t level)
{
	const struct joined_level *joined = &machine->levels[level];
	char one[QUANTITY_TEXT], other[QUANTITY_TEXT];
	if (joined->apart == NONE) {
		sentence_add(text, joined->accepted > 1    ? "; the claims that are accepted overlap"
		                   : joined->accepted == 1 ? "; one pass alone is accepted"
		                                           : "; none of them is accepted");
		return;
	}
	const struct joined_claim *a = &machine->claims[joined->narrowest],
	                          *b = &machine->claims[joined->apart];
	sentence_add(text, "; claims %s (%s, %.20s) against %s (%s, %.20s)",
	             quantity_claim(a->low_bytes, a->high_bytes, one), rules[a->rule].id,
	             machine_capture(machine, joined->narrowest),
	             quantity_claim(b->low_bytes, b->high_bytes, other), rules[b->rule].id,
	             machine_capture(machine, joined->apart));
}

static void add_disagreements(struct told *told, const struct machine *machine, bool *first)
{
	for (size_t i = 0; i < machine->level_count; i++) {
		struct sentence text = {""};
		char name[64], low[QUANTITY_TEXT], high[QUANTITY_TEXT], factor[QUANTITY_TEXT];
		size_t smallest, largest;
		double spread = machine_spread(machine, i, &smallest, &largest);
		if (!disagrees(machine, i))
			continue;
		sentence_add(
		    &text, "%s: knees from %s (%.20s) to %s (%.20s), a factor %s",
		    name_level(told, machine, i, name), quantity_size(machine->knees[smallest]->value, low),
		    machine_capture(machine, smallest), quantity_size(machine->knees[largest]->value, high),
		    machine_capture(machine, largest), quantity_number(spread, factor));
		tell_apart(&text, machine, i);
		frame_note(&told->frame, FRAME_FINDING, *first ? "disagree" : "", 2, text.text);
		*first = false;
	}
}

/* What ends a level, in a few words. */
static void tell_cause(const struct summary_finding *cause, char text[PHRASE_TEXT])
{
	char ids[RULE_TEXT];
	if (cause == NULL)
		snprintf(text, PHRASE_TEXT, "open, cache or translation not distinguished (X1)");
	else if (cause->status == STATUS_REFUSED)
		snprintf(text, PHRASE_TEXT, "open (%.20s)", finding_rules(cause, ids));
	else
		snprintf(text, PHRASE_TEXT, "%s%s (%.20s)", verdict_words[finding_verdict(cause)],
		         cause->status == STATUS_NOTED ? ", noted" : "", finding_rules(cause, ids));
}

/* The causes of all levels in one sentence; neighbours of one cause are told together. */
static void add_causes(struct told *told, const struct machine *machine)
{
	struct sentence text = {""};
	size_t i = 0;
	if (told->count > 1)
		sentence_add(&text, "%.30s: ", machine_cores(machine->captures[0]));
	while (i < machine->level_count) {
		char cause[PHRASE_TEXT], next[PHRASE_TEXT];
		size_t end = i + 1;
		tell_cause(level_cause(machine, i), cause);
		for (; end < machine->level_count; end++) {
			tell_cause(level_cause(machine, end), next);
			if (strcmp(next, cause) != 0)
				break;
		}
		sentence_add(&text, "%slevel%s %zu", i > 0 ? "; " : "", plural(end - i), i + 1);
		if (end > i + 1)
			sentence_add(&text, " %s %zu", end == i + 2 ? "and" : "to", end);
		sentence_add(&text, ": %s", cause);
		i = end;
	}
	if (machine->level_count > 0)
		frame_note(&told->frame, FRAME_FINDING, "cause", 2, text.text);
}

/* The first part of a finding's reason; all of it where it is refused. */
static void tell_reason(struct sentence *text, const struct summary_finding *finding)
{
	bool refused = finding->status == STATUS_REFUSED;
	phrase_reason(text, finding, refused ? strlen(finding->reason) : strcspn(finding->reason, ";"));
}

/* The first private test that speaks of no level of the table, or NULL. */
static const struct summary_finding *first_private(const struct machine *machine)
{
	for (size_t c = 0; c < machine->capture_count; c++)
		for (size_t i = 0; i < machine->captures[c]->finding_count; i++)
			if (machine->captures[c]->findings[i].kind == FINDING_PRIVATE)
				return &machine->captures[c]->findings[i];
	return NULL;
}

static void add_private(struct told *told, const struct machine *machine)
{
	const struct summary_finding *other = first_private(machine);
	size_t count = 0;
	for (size_t i = 0; i < machine->level_count; i++) {
		const struct summary_finding *core = level_core(machine, i);
		struct sentence text = {""};
		char name[64];
		if (core == NULL)
			continue;
		sentence_add(&text, "%s ", name_level(told, machine, i, name));
		tell_reason(&text, core);
		frame_note(&told->frame, FRAME_FINDING, count++ == 0 ? "core" : "", 2, text.text);
	}
	if (count == 0 && other != NULL) {
		struct sentence text = {""};
		tell_reason(&text, other);
		frame_note(&told->frame, FRAME_FINDING, "core", 2, text.text);
	} else if (count == 0)
		frame_note(&told->frame, FRAME_NOTE, "core", 1,
		           machine->crowd == NULL ? "private or shared was not tried, nor a crowd"
		                                  : "private or shared was not tried");
}

static void add_crowd(struct told *told, const struct machine *machine)
{
	struct sentence text = {""};
	if (machine->crowd == NULL)
		return;
	tell_reason(&text, machine->crowd);
	frame_note(&told->frame, FRAME_FINDING, "crowd", 2, text.text);
}

static void add_granule(struct told *told, const struct machine *machine)
{
	char text[PHRASE_TEXT], size[QUANTITY_TEXT];
	if (machine->granules_differ)
		snprintf(text, sizeof text, "the passes accept different ones: none is claimed (J1)");
	else if (isnan(machine->granule_bytes))
		snprintf(text, sizeof text, "no pass accepts one");
	else
		snprintf(text, sizeof text, "%s between levels 1 and 2; no pass accepts another (G1 to G8)",
		         quantity_exact(machine->granule_bytes, size));
	frame_note(&told->frame, isnan(machine->granule_bytes) ? FRAME_NOTE : FRAME_FINDING, "granule", 1,
	           text);
}

/* A reach of translation, in pages, as several captures claim it. */
struct told_reach {
	double low, high;
	size_t captures;
};
enum { TOLD_REACHES = 4 };

/* The claims of one capture join those that they overlap. Returns how many reaches there are. */
static size_t join_reaches(const struct summary *summary, struct told_reach *reaches, size_t count)
{
	const struct summary_finding *finding = NULL;
	while ((finding = summary_next(summary, FINDING_REACH, finding)) != NULL) {
		size_t at = 0;
		if (finding->status != STATUS_ACCEPTED)
			continue;
		while (at < count && (finding->high < reaches[at].low || finding->low > reaches[at].high))
			at++;
		if (at == TOLD_REACHES)
			continue;
		if (at == count)
			reaches[count++] = (struct told_reach){finding->low, finding->high, 0};
		reaches[at].low = fmax(reaches[at].low, finding->low);
		reaches[at].high = fmin(reaches[at].high, finding->high);
		reaches[at].captures++;
	}
	return count;
}

/* "translation: 91 to 107 pages (W1), in 2 captures" */
static void add_reaches(struct told *told, const struct machine *machine)
{
	struct told_reach reaches[TOLD_REACHES];
	struct sentence text = {""};
	size_t count = 0;
	for (size_t c = 0; c < machine->capture_count; c++)
		count = join_reaches(machine->captures[c], reaches, count);
	if (told->count > 1)
		sentence_add(&text, "%.30s: ", machine_cores(machine->captures[0]));
	for (size_t i = 0; i < count; i++)
		sentence_add(&text, "%s%.0f to %.0f pages (W1), in %zu capture%s",
		             i > 0 ? "; " : "translation: ", reaches[i].low, reaches[i].high,
		             reaches[i].captures, plural(reaches[i].captures));
	if (count > 0)
		frame_note(&told->frame, FRAME_FINDING, "reach", 1, text.text);
}

static void add_slc(struct told *told, const struct machine *machine)
{
	struct sentence text = {""};
	if (asks_for_slc(machine))
		sentence_add(&text,
		             "not established by this access pattern (S1): that is no proof that there "
		             "is none");
	else if (machine->unnamed != NULL && machine->unnamed->status != STATUS_REFUSED)
		tell_reason(&text, machine->unnamed);
	if (text.text[0] != '\0')
		frame_note(&told->frame, FRAME_FINDING, "SLC", 2, text.text);
}

static void count_control(const struct summary *summary, enum rule_id rule, size_t counts[STATUS_REFUSED + 1])
{
	const struct summary_finding *control = NULL;
	while ((control = summary_next(summary, FINDING_CONTROL, control)) != NULL)
		if ((control->rules & RULE_SET(rule)) != 0)
			counts[control->status]++;
}

/* How many captures pass each control, "Q2 2 of 2, Q3 1 of 2 passed; Q1 not judged". */
static void add_controls(struct told *told)
{
	static const enum rule_id controls[] = {RULE_Q1, RULE_Q2, RULE_Q3, RULE_Q4, RULE_Q5};
	struct sentence passed = {""}, open = {""};
	for (size_t q = 0; q < sizeof controls / sizeof controls[0]; q++) {
		size_t counts[STATUS_REFUSED + 1] = {0};
		for (size_t t = 0; t < told->count; t++)
			for (size_t c = 0; c < told->tiers[t].capture_count; c++)
				count_control(told->tiers[t].captures[c], controls[q], counts);
		size_t judged = counts[STATUS_ACCEPTED] + counts[STATUS_REFUSED];
		if (judged > 0)
			sentence_add(&passed, "%s%s %zu of %zu", passed.text[0] != '\0' ? ", " : "",
			             rules[controls[q]].id, counts[STATUS_ACCEPTED], judged);
		else if (counts[STATUS_NOTED] > 0)
			sentence_add(&open, "%s%s", open.text[0] != '\0' ? ", " : "", rules[controls[q]].id);
	}
	phrase_controls(&told->frame, &passed, &open);
}

/* That the system reports no cache, so that nothing stands in the column. */
static void add_reported(struct told *told)
{
	for (size_t t = 0; t < told->count; t++)
		for (size_t i = 0; i < told->tiers[t].level_count; i++)
			if (!isnan(level_reported(&told->tiers[t], i)))
				return;
	if (summary_header(told->tiers[0].captures[0], SUMMARY_CAPTURE_PREFIX "cache") == NULL)
		frame_note(&told->frame, FRAME_NOTE, "reported", 1, PHRASE_NO_CACHE);
}

/* What several kinds of cores say alike is told once. */
static void add_beside(struct told *told)
{
	bool first = true;
	for (size_t t = 0; t < told->count; t++)
		add_disagreements(told, &told->tiers[t], &first);
	for (size_t t = 0; t < told->count; t++)
		add_causes(told, &told->tiers[t]);
	for (size_t t = 0; t < told->count; t++)
		add_reaches(told, &told->tiers[t]);
	for (size_t t = 0; t < told->count; t++) {
		if (t > 0 && first_private(&told->tiers[t]) == NULL)
			continue;
		add_private(told, &told->tiers[t]);
		add_crowd(told, &told->tiers[t]);
	}
	for (size_t t = 0; t < told->count; t++)
		if (t == 0 || told->tiers[t].granule_bytes != told->tiers[t - 1].granule_bytes)
			add_granule(told, &told->tiers[t]);
	add_slc(told, &told->tiers[0]);
	add_controls(told);
	add_reported(told);
	frame_line(&told->frame, FRAME_FINDING, "%s", "");
}

/* ---- what was refused ---- */

/* How many passes lack that status' opposite: those that refuse, or only note, a level. */
static size_t count_claims(const struct machine *machine, size_t level, enum status status)
{
	return status == STATUS_REFUSED ? machine->levels[level].refused : machine->levels[level].noted;
}

/* "K3 14, M1 9" */
static void tell_counts(struct sentence *text, const struct machine *machine, size_t level,
                        enum status status)
{
	enum rule_id list[RULE_COUNT];
	rule_set set = 0;
	for (size_t c = 0; c < machine->claim_count; c++)
		if (machine->claims[c].level == level && machine->claims[c].status == status)
			set |= machine->claims[c].rules;
	size_t rules_told = rule_list(set, list);
	for (size_t i = 0; i < rules_told; i++) {
		size_t count = 0;
		for (size_t c = 0; c < machine->claim_count; c++)
			count += machine->claims[c].level == level && machine->claims[c].status == status &&
			         (machine->claims[c].rules & RULE_SET(list[i])) != 0;
		sentence_add(text, "%s%s %zu", i > 0 ? ", " : "", rules[list[i]].id, count);
	}
}

/* "default K3, page K3 M1" */
static void tell_passes(struct sentence *text, const struct machine *machine, size_t level,
                        enum status status)
{
	bool any = false;
	for (size_t c = 0; c < machine->claim_count; c++) {
		char ids[RULE_TEXT];
		if (machine->claims[c].level != level || machine->claims[c].status != status)
			continue;
		sentence_add(text, "%s%.*s %s", any ? ", " : "", PASS_WIDEST, machine_capture(machine, c),
		             rule_ids(machine->claims[c].rules, ids));
		any = true;
	}
}

static void add_passes(struct told *told, const struct machine *machine, enum status status, bool *first)
{
	for (size_t i = 0; i < machine->level_count; i++) {
		struct sentence text = {""};
		char name[64];
		size_t count = count_claims(machine, i, status);
		if (count == 0)
			continue;
		sentence_add(&text, "%-10s ", name_level(told, machine, i, name));
		if (count > PASSES_TOLD) {
			sentence_add(&text, "%zu passes: ", count);
			tell_counts(&text, machine, i, status);
		} else
			tell_passes(&text, machine, i, status);
		frame_note(&told->frame, FRAME_LIST,
		           !*first                    ? ""
		           : status == STATUS_REFUSED ? "refused"
		                                      : "noted",
		           2, text.text);
		*first = false;
	}
}

static void add_whole(struct told *told, const struct machine *machine, bool *first)
{
	struct sentence text = {"whole pass "};
	bool any = false;
	for (size_t i = 0; i < machine->pass_count; i++) {
		const struct summary_finding *sweep = machine->passes[i].sweep;
		char ids[RULE_TEXT];
		if (!machine->passes[i].refused)
			continue;
		if (machine->refused_whole > PASSES_TOLD) {
			sentence_add(&text, "%zu of %zu", machine->refused_whole, machine->pass_count);
			any = true;
			break;
		}
		sentence_add(&text, "%s%.*s %s", any ? ", " : "", PASS_WIDEST, machine_pass_name(machine, i),
		             finding_rules(sweep, ids));
		if (machine->refused_whole == 1)
			sentence_add(&text, ": %.*s", (int)strcspn(sweep->reason, ";"), sweep->reason);
		any = true;
	}
	if (!any)
		return;
	frame_note(&told->frame, FRAME_LIST, *first ? "refused" : "", 2, text.text);
	*first = false;
}

/* The rules by which passes refuse or note a level, or are refused whole; of a single one that is, the line
 * itself has the words. */
static rule_set all_refusing(const struct told *told)
{
	rule_set set = 0;
	for (size_t t = 0; t < told->count; t++) {
		const struct machine *tier = &told->tiers[t];
		for (size_t c = 0; c < tier->claim_count; c++)
			set |= tier->claims[c].rules;
		for (size_t i = 0; tier->refused_whole > 1 && i < tier->pass_count; i++)
			set |= tier->passes[i].refused ? tier->passes[i].sweep->rules : 0;
	}
	return set;
}

static void add_refused(struct told *told)
{
	bool refused = true, noted = true;
	for (size_t t = 0; t < told->count; t++)
		add_passes(told, &told->tiers[t], STATUS_REFUSED, &refused);
	for (size_t t = 0; t < told->count; t++)
		add_whole(told, &told->tiers[t], &refused);
	for (size_t t = 0; t < told->count; t++)
		add_passes(told, &told->tiers[t], STATUS_NOTED, &noted);
	phrase_refusing(&told->frame, FRAME_LIST, "why", all_refusing(told));
}

/* ---- what to run ---- */

/* Whether a capture of the tier got huge pages. */
static bool has_huge(const struct machine *machine)
{
	for (size_t c = 0; c < machine->capture_count; c++) {
		const char *got = summary_header(machine->captures[c], SUMMARY_CAPTURE_PREFIX "got_pages");
		if (got != NULL && strncmp(got, "2 MiB", 5) == 0)
			return true;
	}
	return false;
}

/* What the tiers lack. */
struct lacks {
	bool answer, passes, cause, narrow, core;
	size_t disagree; /* the first level on which the passes do, from 1; 0: none */
};

static struct lacks find_lacks(const struct told *told)
{
	struct lacks lacks = {0};
	for (size_t t = 0; t < told->count; t++) {
		const struct machine *tier = &told->tiers[t];
		lacks.answer = lacks.answer || tier->level_count == 0;
		lacks.passes = lacks.passes || tier->pass_count - tier->refused_whole < 2;
		lacks.core = lacks.core || first_private(tier) == NULL;
		for (size_t i = 0; i < tier->level_count; i++) {
			bool wide = best(tier, i)->rule == RULE_Z1 || i > 0;
			lacks.cause = lacks.cause || level_cause(tier, i) == NULL;
			lacks.narrow = lacks.narrow || (wide && !has_huge(tier));
			if (lacks.disagree == 0 && disagrees(tier, i))
				lacks.disagree = i + 1;
		}
	}
	return lacks;
}

static void add_next(struct told *told)
{
	const struct lacks lacks = find_lacks(told);
	bool mac = strncmp(header(&told->tiers[0], SUMMARY_CAPTURE_PREFIX "system"), "macOS", 5) == 0;
	char what[64];
	snprintf(what, sizeof what, "what ends level %zu", lacks.disagree);
	const struct phrase_command commands[] = {
	    {lacks.answer || lacks.passes, "make capture PLAN=full", "all passes of this machine"},
	    {lacks.disagree > 0,
	     mac ? "build/probe --order=both -o both.csv" : "build/probe --huge --order=both -o both.csv",
	     what},
	    {lacks.cause && lacks.disagree == 0, "build/probe --quick -o pages.csv",
	     "to tell cache from translation"},
	    {lacks.narrow && !mac && lacks.disagree == 0, "build/probe --quick --huge --dense -o dense.csv",
	     "to narrow levels past the first"},
	    {lacks.core, "make capture PLAN=full", "tries private or shared, too"},
	};
	phrase_next(&told->frame, commands, sizeof commands / sizeof commands[0]);
	frame_line(&told->frame, FRAME_ALWAYS, "%-*s%-50s %s", FRAME_KEY, "all of it",
	           "the same command with --full", "the rules: build/reduce --rules");
}

int machine_answer_print(FILE *stream, const struct machine *tiers, size_t count, bool full)
{
	struct told told = {.tiers = tiers, .count = count};
	rule_set claims = 0;
	add_head(&told);
	add_count(&told, add_contradictions(&told));
	for (size_t t = 0; t < count; t++)
		add_levels(&told, &tiers[t]);
	add_beside(&told);
	add_refused(&told);
	frame_line(&told.frame, FRAME_LIST, "%s", "");
	for (size_t t = 0; t < count; t++)
		for (size_t i = 0; i < tiers[t].level_count; i++)
			if (best(&tiers[t], i)->status != STATUS_REFUSED)
				claims |= RULE_SET(best(&tiers[t], i)->rule);
	phrase_legend(&told.frame, claims, 0);
	frame_line(&told.frame, FRAME_LEGEND, "%s", "");
	add_next(&told);
	return frame_print(stream, &told.frame, full ? (size_t)-1 : FRAME_LINES);
}
