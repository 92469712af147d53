/* Where it is told which core tiers a capture's trials ran on (rule F1). */
#include "tier_words.h"
#include "finding.h"
#include "quantity.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static int add_row(struct summary *summary, enum status status, uint64_t value, enum unit unit,
                   const struct sentence *reason)
{
	struct finding finding = finding_begin(FINDING_TIER, status, RULE_SET(RULE_F1), "");
	finding_measure(&finding, (double)value, NAN, NAN, unit);
	return finding_say(summary, finding, "%s", reason->text);
}

static void tell_window(struct sentence *reason, const struct tier *tier)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT], c[QUANTITY_TEXT], d[QUANTITY_TEXT];
	sentence_add(reason, "%s to %s ns a load of the fingerprint at %s to %s GHz",
	             quantity_number(tier->print_low_ns, a), quantity_number(tier->print_high_ns, b),
	             quantity_number(tier->clock_low_ghz, c), quantity_number(tier->clock_high_ghz, d));
}

/* ---- with a table ---- */

static const char *meant_by(const struct trials *trials)
{
	const char *asked = trials_header(trials, CAPTURE_KEY_ASKED_TIER);
	const struct tier *tier = asked != NULL ? tier_find(&trials->meant, 1, asked) : NULL;
	return tier != NULL ? "the capture" : "the command line";
}

static int add_tier(struct summary *summary, const struct trials *trials, size_t i)
{
	const struct tier *tier = &trials->tiers[i];
	uint64_t count = trials->tier_trials[i];
	bool meant = trials->tier_meant && strcmp(tier->name, trials->meant.name) == 0;
	struct sentence reason = {""};
	sentence_add(&reason, "%s: ", tier->name);
	tell_window(&reason, tier);
	sentence_add(&reason, ", before and after; ");
	if (!trials->tier_meant)
		sentence_add(&reason, "no tier is meant: its trials stay");
	else if (meant)
		sentence_add(&reason, "the tier that %s means: %s", meant_by(trials),
		             count > 0 ? "the other trials are discarded" : "no trial matched it");
	else
		sentence_add(&reason, "not the tier that is meant: its trials are discarded");
	return add_row(summary,
	               !meant      ? STATUS_NOTED
	               : count > 0 ? STATUS_ACCEPTED
	                           : STATUS_REFUSED,
	               count, UNIT_TRIALS, &reason);
}

static int add_unmatched(struct summary *summary, const struct trials *trials)
{
	struct sentence elsewhere = {"in no tier's window on both sides"},
	                unknown = {"without a fingerprint"};
	const char *stay = trials->tier_meant ? ": discarded" : ": they stay";
	sentence_add(&elsewhere, "%s", stay);
	sentence_add(&unknown, "%s", stay);
	if (trials->tier_elsewhere > 0 &&
	    add_row(summary, STATUS_NOTED, trials->tier_elsewhere, UNIT_TRIALS, &elsewhere) != 0)
		return -1;
	return trials->tier_unknown > 0
	           ? add_row(summary, STATUS_NOTED, trials->tier_unknown, UNIT_TRIALS, &unknown)
	           : 0;
}

static int add_against_table(struct summary *summary, const struct trials *trials)
{
	const char *asked = trials_header(trials, CAPTURE_KEY_ASKED_TIER);
	if (!trials->tier_meant && asked != NULL &&
	    finding_say(summary, finding_begin(FINDING_TIER, STATUS_REFUSED, RULE_SET(RULE_F1), ""),
	                "the capture asks for tier %s, which the table lacks: F1 not judged, all "
	                "trials stay",
	                asked) != 0)
		return -1;
	for (size_t i = 0; i < trials->tier_count; i++)
		if (add_tier(summary, trials, i) != 0)
			return -1;
	return add_unmatched(summary, trials);
}

/* ---- without a table ---- */

static uint64_t count_all(const struct tier_groups *groups)
{
	uint64_t all = groups->lost;
	for (size_t i = 0; i < groups->count; i++)
		all += groups->cells[i].count;
	return all;
}

/* The groups that are no strays; *strays is how many fingerprints are left. */
static size_t list_groups(const struct tier_groups *all, struct tier *windows, uint64_t *counts,
                          uint64_t *strays)
{
	struct tier_groups groups = *all;
	size_t found = tier_group(&groups, windows, counts, TIER_WORDS_GROUPS), kept = 0;
	*strays = count_all(all);
	uint64_t least = *strays / TIER_WORDS_STRAY;
	for (; kept < found && kept < TIER_WORDS_GROUPS && counts[kept] > least && counts[kept] > 1; kept++)
		*strays -= counts[kept];
	return kept;
}

static int add_groups(struct summary *summary, const struct trials *trials)
{
	struct tier windows[TIER_WORDS_GROUPS];
	uint64_t counts[TIER_WORDS_GROUPS], strays;
	size_t count = list_groups(&trials->groups, windows, counts, &strays);
	for (size_t i = 0; i < count; i++) {
		struct sentence reason = {""};
		sentence_add(&reason,
		             "%s of the fingerprints, before and after all trials: its window would be ",
		             windows[i].name);
		tell_window(&reason, &windows[i]);
		if (i == 0)
			sentence_add(&reason, "; no tier table: F1 not judged, all trials stay");
		if (add_row(summary, STATUS_NOTED, counts[i], UNIT_FINGERPRINTS, &reason) != 0)
			return -1;
	}
	struct sentence reason = {"strays, in groups of one in a hundred or fewer"};
	return strays > 0 ? add_row(summary, STATUS_NOTED, strays, UNIT_FINGERPRINTS, &reason) : 0;
}

int tier_words_add(struct summary *summary, const struct trials *trials)
{
	const char *asked = trials_header(trials, CAPTURE_KEY_ASKED_TIER);
	if (trials->curve)
		return 0;
	if (trials->tier_count > 0)
		return add_against_table(summary, trials);
	if (trials->groups.count > 0)
		return add_groups(summary, trials);
	if (asked == NULL)
		return 0;
	return finding_say(summary, finding_begin(FINDING_TIER, STATUS_NOTED, RULE_SET(RULE_F1), ""),
	                   "%s is meant, but the capture holds no fingerprint: F1 not judged", asked);
}

/* ---- a first table ---- */

static double outward(double value, double (*toward)(double))
{
	return toward(value * 10000) / 10000;
}

size_t tier_words_write_table(FILE *stream, const struct tier_groups *groups)
{
	struct tier windows[TIER_WORDS_GROUPS];
	uint64_t counts[TIER_WORDS_GROUPS], strays;
	size_t count = list_groups(groups, windows, counts, &strays);
	fprintf(stream,
	        "# A first tier table: the groups that the fingerprints form by themselves, each with the\n"
	        "# narrowest window that holds it. Give them the names of the tiers, and some room.\n");
	if (strays > 0)
		fprintf(stream, "# Left out: %" PRIu64 " strays, in groups of one in a hundred or fewer.\n",
		        strays);
	fputs("tier,print_low_ns,print_high_ns,clock_low_ghz,clock_high_ghz,fingerprints\n", stream);
	for (size_t i = 0; i < count; i++)
		fprintf(stream, "%s,%.4f,%.4f,%.4f,%.4f,%" PRIu64 "\n", windows[i].name,
		        outward(windows[i].print_low_ns, floor), outward(windows[i].print_high_ns, ceil),
		        outward(windows[i].clock_low_ghz, floor), outward(windows[i].clock_high_ghz, ceil),
		        counts[i]);
	return count;
}
