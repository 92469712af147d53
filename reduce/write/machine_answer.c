/* Where the joined answer of a machine is told. */
#include "machine_answer.h"
#include "frame.h"
#include "phrase.h"

#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE ((size_t)-1)
enum { ROWS = 48, TEXT = 512 };

static const char *header(const struct machine *machine, const char *key)
{
	const char *value = summary_header(machine->captures[0], key);
	return value != NULL ? value : "";
}

static const struct joined_claim *best(const struct machine *machine, size_t level)
{
	return &machine->claims[machine->levels[level].narrowest];
}

/* The reported size beside a level: of the knee it rests on, else of any other of its knees. */
static double reported(const struct machine *machine, size_t level)
{
	double bytes = machine->knees[machine->levels[level].narrowest]->reported;
	for (size_t c = 0; isnan(bytes) && c < machine->claim_count; c++)
		if (machine->claims[c].level == level)
			bytes = machine->knees[c]->reported;
	return bytes;
}

/* The verdict on a level of the first of these kinds that has one; "" where none has. */
static const char *verdict(const struct machine *machine, const enum finding_kind *kinds, size_t count,
                           size_t level, char text[PHRASE_TEXT])
{
	text[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		const struct summary_finding *finding = machine_about(machine, kinds[i], level);
		if (finding == NULL)
			continue;
		if (finding->status == STATUS_REFUSED)
			snprintf(text, PHRASE_TEXT, "open");
		else
			phrase_verdict(finding->reason, text);
		break;
	}
	return text;
}

static const enum finding_kind causes[] = {FINDING_CAUSE, FINDING_PAGE_ORDER}, cores[] = {FINDING_PRIVATE},
                               crowds[] = {FINDING_COMPETITOR};

static const char *last_name(const struct machine *machine)
{
	for (size_t i = 0; i < machine->level_count; i++)
		if (!machine->contradicted && best(machine, i)->status != STATUS_REFUSED &&
		    strcmp(header(machine, SUMMARY_KEY_RULES), "3") == 0)
			return "memory";
	return "last";
}

/* ---- the terminal ---- */

enum cell { LEVEL, ACCEPT, NS, CYCLES, CLAIM, RULE, PASS, REPORTED, INSIDE, CAUSE, CELLS };
static const struct frame_column columns[CELLS] = {
    [LEVEL] = {"level", false, 6},  [ACCEPT] = {"accept", false, 10},      [NS] = {"ns", true, 7},
    [CYCLES] = {"cycles", true, 7}, [CLAIM] = {"claimed size", false, 22}, [RULE] = {"rule", false, 4},
    [PASS] = {"pass", false, 10},   [REPORTED] = {"reported", false, 12},  [INSIDE] = {"inside", false, 6},
    [CAUSE] = {"cause", false, 40},
};

static void put(struct frame_row *row, enum cell cell, const char *text)
{
	snprintf(row->cells[cell], FRAME_CELL, "%.*s", FRAME_CELL - 1, text[0] != '\0' ? text : "-");
}

static void fill_level(struct frame_row *row, const struct machine *machine, size_t level)
{
	const struct joined_level *joined = &machine->levels[level];
	const struct joined_claim *claim = best(machine, level);
	char text[PHRASE_TEXT], ids[RULE_TEXT];
	bool refused = claim->status == STATUS_REFUSED;
	snprintf(text, sizeof text, "%zu", level + 1);
	put(row, LEVEL, text);
	snprintf(text, sizeof text, "%zu of %zu", joined->accepted, machine->pass_count);
	put(row, ACCEPT, text);
	put(row, NS, phrase_number(joined->time_ns, text));
	put(row, CYCLES, phrase_number(joined->cycles, text));
	put(row, CLAIM, refused ? "REFUSED" : quantity_claim(claim->low_bytes, claim->high_bytes, text));
	put(row, RULE, refused ? rule_ids(joined->refusing, ids) : rules[claim->rule].id);
	put(row, PASS, refused ? "-" : machine_capture(machine, joined->narrowest));
	put(row, REPORTED, phrase_cache(machine->captures[0], reported(machine, level), text));
	put(row, INSIDE,
	    refused ? "-" : phrase_inside(claim->low_bytes, claim->high_bytes, reported(machine, level)));
	put(row, CAUSE, verdict(machine, causes, 2, level, text));
}

static void add_table(struct frame *frame, const struct machine *machine)
{
	struct frame_row *rows = calloc(ROWS, sizeof *rows);
	char text[PHRASE_TEXT];
	size_t count = 0;
	if (rows == NULL) {
		frame->failed = true;
		return;
	}
	for (; count < machine->level_count && count + 1 < ROWS; count++)
		fill_level(&rows[count], machine, count);
	for (int cell = 0; cell < CELLS; cell++)
		put(&rows[count], (enum cell)cell, "-");
	put(&rows[count], LEVEL, last_name(machine));
	put(&rows[count], NS, phrase_number(machine->last_ns, text));
	put(&rows[count], CYCLES, phrase_number(machine->last_cycles, text));
	frame_table(frame, columns, CELLS, rows, count + 1);
	frame_line(frame, FRAME_ALWAYS, "%s", "");
	free(rows);
}

static void add_head(struct frame *frame, const struct machine *machine)
{
	char text[TEXT], label[MACHINE_TEXT], name[PHRASE_TEXT];
	frame_line(frame, FRAME_ALWAYS, "%s", phrase_machine(machine->captures[0], name));
	machine_label(machine->captures[0], label);
	snprintf(text, sizeof text, "%s%.60s%s%zu capture%s, %zu quiet pass%s in random order joined (J1)",
	         label[0] != '\0' ? "label " : "", label, label[0] != '\0' ? "; " : "",
	         machine->capture_count, machine->capture_count == 1 ? "" : "s", machine->pass_count,
	         machine->pass_count == 1 ? "" : "es");
	if (machine->refused_whole > 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), ", %zu of them refused whole",
		         machine->refused_whole);
	frame_marked(frame, FRAME_ALWAYS, "", 2, text);
	if (machine_cores(machine->captures[0])[0] != '\0')
		frame_line(frame, FRAME_ALWAYS, "cores     %.80s", machine_cores(machine->captures[0]));
	frame_line(frame, FRAME_ALWAYS, "%s", "");
}

/* Every contradiction and failed control of the captures, once each, three at most. */
static void add_contradictions(struct frame *frame, const struct machine *machine)
{
	const char *told[3] = {"", "", ""};
	size_t count = 0;
	for (size_t c = 0; c < machine->capture_count; c++) {
		for (size_t i = 0; i < machine->captures[c]->finding_count; i++) {
			const struct summary_finding *finding = &machine->captures[c]->findings[i];
			bool control = finding->kind == FINDING_CONTROL && finding->status == STATUS_REFUSED;
			char text[TEXT], ids[RULE_TEXT];
			if ((finding->kind != FINDING_CONTRADICTION && !control) || count == 3 ||
			    strcmp(told[0], finding->reason) == 0 || strcmp(told[1], finding->reason) == 0)
				continue;
			told[count++] = finding->reason;
			snprintf(text, sizeof text, "%s (%s): %.300s",
			         control ? "CONTROL FAILED" : "CONTRADICTION", finding_rules(finding, ids),
			         finding->reason);
			frame_marked(frame, FRAME_ALWAYS, "! ", 2, text);
		}
	}
	frame_line(frame, FRAME_ALWAYS, "%s", "");
}

static void add_count(struct frame *frame, const struct machine *machine)
{
	size_t accepted = 0, noted = 0;
	char text[TEXT];
	for (size_t i = 0; i < machine->level_count; i++) {
		accepted += machine_status(machine, i) == STATUS_ACCEPTED;
		noted += machine_status(machine, i) == STATUS_NOTED;
	}
	snprintf(text, sizeof text, "%s%zu level%s, a size claimed for %zu, noted for %zu.%s",
	         machine->contradicted ? "" : "No contradiction. ", machine->level_count + 1,
	         machine->level_count == 0 ? "" : "s", accepted, noted,
	         machine->pass_count - machine->refused_whole < 2 ? " One pass alone is noted at best (J1)."
	                                                          : "");
	frame_marked(frame, FRAME_ALWAYS, "", 2, text);
	frame_line(frame, FRAME_ALWAYS, "%s", "");
}

static void add_disagreement(struct frame *frame, const struct machine *machine)
{
	for (size_t i = 0; i < machine->level_count; i++) {
		const struct joined_level *level = &machine->levels[i];
		char text[TEXT], one[QUANTITY_TEXT], other[QUANTITY_TEXT];
		if (level->apart == NONE)
			continue;
		const struct joined_claim *a = &machine->claims[level->narrowest],
		                          *b = &machine->claims[level->apart];
		snprintf(text, sizeof text, "level %zu: %s (%s, %.40s) against %s (%s, %.40s)", i + 1,
		         quantity_claim(a->low_bytes, a->high_bytes, one), rules[a->rule].id,
		         machine_capture(machine, level->narrowest),
		         quantity_claim(b->low_bytes, b->high_bytes, other), rules[b->rule].id,
		         machine_capture(machine, level->apart));
		frame_note(frame, FRAME_FINDING, "disagree", 2, text);
	}
}

/* The first findings of a kind over all captures, the first part of their reasons. */
static void add_reasons(struct frame *frame, const struct machine *machine, enum finding_kind kind,
                        const char *key, const char *none)
{
	size_t count = 0;
	for (size_t c = 0; c < machine->capture_count; c++) {
		for (size_t i = 0; i < machine->captures[c]->finding_count; i++) {
			const struct summary_finding *finding = &machine->captures[c]->findings[i];
			char text[TEXT], ids[RULE_TEXT];
			size_t first = strcspn(finding->reason, ";");
			if (finding->kind != kind || ++count > 2)
				continue;
			snprintf(text, sizeof text, "%s(%s) %.*s",
			         finding->status == STATUS_REFUSED ? "REFUSED "
			         : finding->status == STATUS_NOTED ? "noted "
			                                           : "",
			         finding_rules(finding, ids), (int)(first < 300 ? first : 300),
			         finding->reason);
			frame_note(frame, FRAME_FINDING, count == 1 ? key : "", 2, text);
		}
	}
	if (count == 0)
		frame_note(frame, FRAME_NOTE, key, 1, none);
}

static void add_granule(struct frame *frame, const struct machine *machine)
{
	char text[TEXT], size[QUANTITY_TEXT];
	if (machine->granules_differ)
		snprintf(text, sizeof text, "the passes accept different ones: none is claimed (J1)");
	else if (isnan(machine->granule_bytes))
		snprintf(text, sizeof text, "no pass accepts one");
	else
		snprintf(text, sizeof text, "%s between levels 1 and 2; no pass accepts another (G1 to G8)",
		         quantity_exact(machine->granule_bytes, size));
	frame_note(frame, FRAME_FINDING, "granule", 1, text);
}

static void add_refused(struct frame *frame, const struct machine *machine)
{
	bool first = true;
	for (size_t i = 0; i < machine->level_count; i++) {
		const struct joined_level *level = &machine->levels[i];
		char text[TEXT], ids[RULE_TEXT];
		if (level->noted + level->refused == 0)
			continue;
		snprintf(text, sizeof text, "level %zu: accepted by %zu, noted by %zu, refused by %zu%s%s",
		         i + 1, level->accepted, level->noted, level->refused,
		         level->refusing != 0 ? " under " : "", rule_ids(level->refusing, ids));
		frame_note(frame, FRAME_LIST, first ? "refused" : "", 1, text);
		first = false;
	}
}

int machine_answer_print(FILE *stream, const struct machine *machine)
{
	struct frame frame = {0};
	rule_set claims = 0;
	add_head(&frame, machine);
	add_contradictions(&frame, machine);
	if (machine->level_count == 0) {
		frame_line(&frame, FRAME_ALWAYS, "NO ANSWER: %s",
		           machine->pass_count == 0 ? "no capture holds a quiet sweep in random order."
		                                    : "no pass shows where a level ends.");
		frame_line(&frame, FRAME_ALWAYS, "%s", "");
	} else {
		add_count(&frame, machine);
		add_table(&frame, machine);
	}
	add_disagreement(&frame, machine);
	add_granule(&frame, machine);
	add_reasons(&frame, machine, FINDING_PRIVATE, "core", "private or shared was not tried");
	add_reasons(&frame, machine, FINDING_COMPETITOR, "crowd", "not tried");
	frame_line(&frame, FRAME_LIST, "%s", "");
	add_refused(&frame, machine);
	for (size_t i = 0; i < machine->level_count; i++)
		if (best(machine, i)->status != STATUS_REFUSED)
			claims |= RULE_SET(best(machine, i)->rule);
	frame_line(&frame, FRAME_LEGEND, "%s", "");
	phrase_legend(&frame, claims);
	frame_line(&frame, FRAME_ALWAYS, "%s", "");
	frame_line(&frame, FRAME_ALWAYS, "all of it build/reduce --full CAPTURE...");
	return frame_print(stream, &frame, FRAME_LINES);
}

/* ---- the table ---- */

int machine_answer_write_columns(FILE *stream)
{
	fputs(
	    "machine,processor,label,cores,level,status,time_ns,cycles,low_bytes,high_bytes,rule,pass,accepted,"
	    "noted,refused,refusing_rules,reported_bytes,inside,cause,core,crowd,granule_bytes,"
	    "disagreement_low_bytes,disagreement_high_bytes,passes\n",
	    stream);
	return ferror(stream) ? -1 : 0;
}

static void write_text(FILE *stream, const char *text)
{
	summary_write_text(stream, text);
	fputc(',', stream);
}

static void write_number(FILE *stream, double number)
{
	summary_write_number(stream, number);
	fputc(',', stream);
}

static void write_head(FILE *stream, const struct machine *machine)
{
	char label[MACHINE_TEXT];
	write_text(stream, header(machine, SUMMARY_CAPTURE_PREFIX "machine"));
	write_text(stream, header(machine, SUMMARY_CAPTURE_PREFIX "processor"));
	write_text(stream, machine_label(machine->captures[0], label));
	write_text(stream, machine_cores(machine->captures[0]));
}

static void write_level(FILE *stream, const struct machine *machine, size_t i)
{
	const struct joined_level *level = &machine->levels[i];
	const struct joined_claim *claim = best(machine, i),
	                          *apart = level->apart != NONE ? &machine->claims[level->apart] : NULL;
	bool refused = claim->status == STATUS_REFUSED;
	char text[PHRASE_TEXT], ids[RULE_TEXT];
	double size = reported(machine, i);
	write_head(stream, machine);
	write_number(stream, (double)(i + 1));
	write_text(stream, status_word(machine_status(machine, i)));
	write_number(stream, level->time_ns);
	write_number(stream, level->cycles);
	write_number(stream, refused ? NAN : claim->low_bytes);
	write_number(stream, refused ? NAN : claim->high_bytes);
	write_text(stream, refused ? "" : rules[claim->rule].id);
	write_text(stream, refused ? "" : machine_capture(machine, level->narrowest));
	write_number(stream, (double)level->accepted);
	write_number(stream, (double)level->noted);
	write_number(stream, (double)level->refused);
	write_text(stream, rule_ids(level->refusing, ids));
	write_number(stream, size);
	write_text(stream,
	           refused || isnan(size) ? "" : phrase_inside(claim->low_bytes, claim->high_bytes, size));
	write_text(stream, verdict(machine, causes, 2, i, text));
	write_text(stream, verdict(machine, cores, 1, i, text));
	write_text(stream, verdict(machine, crowds, 1, i, text));
	write_number(stream, machine->granule_bytes);
	write_number(stream, apart != NULL ? apart->low_bytes : NAN);
	write_number(stream, apart != NULL ? apart->high_bytes : NAN);
	fprintf(stream, "%zu\n", machine->pass_count);
}

int machine_answer_write_rows(FILE *stream, const struct machine *machine)
{
	for (size_t i = 0; i < machine->level_count; i++)
		write_level(stream, machine, i);
	write_head(stream, machine);
	/* The last level has a time and no end. */
	write_text(stream, last_name(machine));
	write_text(stream, isnan(machine->last_ns) ? "refused" : "noted");
	write_number(stream, machine->last_ns);
	write_number(stream, machine->last_cycles);
	fprintf(stream, ",,,,,,,,,,,,,");
	write_number(stream, machine->granule_bytes);
	fprintf(stream, ",,%zu\n", machine->pass_count);
	return ferror(stream) ? -1 : 0;
}
