/* Where the joined answer of a machine becomes NAME.machine.csv. */
#include "machine_table.h"
#include "level_words.h"
#include "phrase.h"

#include <math.h>

#define NONE ((size_t)-1)

/* One row in the making. */
struct row {
	FILE *stream;
	const struct machine *machine;
	size_t level; /* NONE: the level that no knee ends */
	bool began;   /* a field stands in it */
};

static void put_comma(struct row *row)
{
	if (row->began)
		fputc(',', row->stream);
	row->began = true;
}

static void put_text(struct row *row, const char *text)
{
	put_comma(row);
	summary_write_text(row->stream, text);
}

static void put_number(struct row *row, double number)
{
	put_comma(row);
	summary_write_number(row->stream, number);
}

static void put_count(struct row *row, size_t count)
{
	put_number(row, (double)count);
}

static void put_nothing(struct row *row, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_text(row, "");
}

static const char *header(const struct row *row, const char *key)
{
	const char *value = summary_header(row->machine->captures[0], key);
	return value != NULL ? value : "";
}

/* ---- the parts of a row ---- */

static void put_machine(struct row *row)
{
	char label[MACHINE_TEXT];
	put_text(row, header(row, SUMMARY_CAPTURE_PREFIX "machine"));
	put_text(row, header(row, SUMMARY_CAPTURE_PREFIX "processor"));
	put_text(row, machine_label(row->machine->captures[0], label));
	put_text(row, machine_cores(row->machine->captures[0]));
}

static void put_claim(struct row *row)
{
	const struct machine *machine = row->machine;
	const struct joined_level *level = &machine->levels[row->level];
	const struct joined_claim *claim = &machine->claims[level->narrowest];
	bool refused = claim->status == STATUS_REFUSED;
	char ids[RULE_TEXT];
	put_count(row, row->level + 1);
	put_text(row, status_word(machine_status(machine, row->level)));
	put_number(row, level->time_ns);
	put_number(row, level->cycles);
	put_number(row, refused ? NAN : claim->low_bytes);
	put_number(row, refused ? NAN : claim->high_bytes);
	put_text(row, refused ? "" : rules[claim->rule].id);
	put_text(row, refused ? "" : machine_capture(machine, level->narrowest));
	put_count(row, level->accepted);
	put_count(row, level->noted);
	put_count(row, level->refused);
	put_text(row, rule_ids(level->refusing, ids));
	put_number(row, level_reported(machine, row->level));
	put_text(row, inside_words[level_inside(machine, row->level)]);
}

static void put_last(struct row *row)
{
	const struct machine *machine = row->machine;
	put_text(row, level_last_name(machine));
	put_text(row, isnan(machine->last_ns) ? "refused" : "noted");
	put_number(row, machine->last_ns);
	put_number(row, machine->last_cycles);
	put_nothing(row, 10);
}

static void put_verdict(struct row *row, const struct summary_finding *finding)
{
	put_text(row, verdict_words[finding_verdict(finding)]);
}

/* The verdicts of other rules and the claim that stands apart. */
static void put_verdicts(struct row *row)
{
	const struct machine *machine = row->machine;
	const struct joined_level *level = row->level != NONE ? &machine->levels[row->level] : NULL;
	const struct joined_claim *apart =
	    level != NULL && level->apart != NONE ? &machine->claims[level->apart] : NULL;
	put_verdict(row, level != NULL ? level_cause(machine, row->level) : NULL);
	put_verdict(row, level != NULL ? level_core(machine, row->level) : NULL);
	put_verdict(row, machine->crowd);
	put_number(row, machine->granule_bytes);
	put_number(row, apart != NULL ? apart->low_bytes : NAN);
	put_number(row, apart != NULL ? apart->high_bytes : NAN);
	put_count(row, machine->pass_count);
}

static void put_status(struct row *row, const struct summary_finding *finding)
{
	put_text(row, finding != NULL ? status_word(finding->status) : "");
}

static void put_details(struct row *row)
{
	const struct machine *machine = row->machine;
	char text[PHRASE_TEXT];
	size_t smallest, largest;
	if (row->level == NONE) {
		put_nothing(row, 6);
		return;
	}
	machine_spread(machine, row->level, &smallest, &largest);
	const struct summary_finding *fall = machine_about(machine, FINDING_COMPETITOR, row->level);
	put_text(row, phrase_cache_name(machine->captures[0], level_reported(machine, row->level), text));
	put_status(row, level_cause(machine, row->level));
	put_status(row, level_core(machine, row->level));
	put_number(row, fall != NULL ? fall->value : NAN);
	put_number(row, machine->knees[smallest]->value);
	put_number(row, machine->knees[largest]->value);
}

static void put_captures(struct row *row)
{
	const struct machine *machine = row->machine;
	put_count(row, machine->refused_whole);
	put_count(row, machine->capture_count);
	put_text(row, machine->first);
	put_text(row, machine->last);
	put_count(row, machine->trials);
	put_count(row, machine->discarded);
	put_number(row, machine->clock_ghz);
	put_count(row, machine->contradictions);
	put_text(row, machine->contradiction != NULL ? machine->contradiction->reason : "");
	put_status(row, machine->unnamed);
}

static void write_row(FILE *stream, const struct machine *machine, size_t level)
{
	struct row row = {.stream = stream, .machine = machine, .level = level};
	put_machine(&row);
	if (level != NONE)
		put_claim(&row);
	else
		put_last(&row);
	put_verdicts(&row);
	put_details(&row);
	put_captures(&row);
	fputc('\n', stream);
}

int machine_table_write(FILE *stream, const struct machine *tiers, size_t count)
{
	fputs(
	    "machine,processor,label,cores,level,status,time_ns,cycles,low_bytes,high_bytes,rule,pass,accepted,"
	    "noted,refused,refusing_rules,reported_bytes,inside,cause,core,crowd,granule_bytes,"
	    "disagreement_low_bytes,disagreement_high_bytes,passes,reported_level,cause_status,core_status,"
	    "crowd_fall,knee_low_bytes,knee_high_bytes,refused_whole,captures,first,last,trials,discarded,"
	    "clock_ghz,contradictions,contradiction,unnamed\n",
	    stream);
	for (size_t t = 0; t < count; t++) {
		for (size_t i = 0; i < tiers[t].level_count; i++)
			write_row(stream, &tiers[t], i);
		write_row(stream, &tiers[t], NONE);
	}
	return ferror(stream) ? -1 : 0;
}
