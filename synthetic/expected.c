/* What a reduction said of a made capture. */
#include "expected.h"

#include "../reduce/summary/quantity.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char text[EXPECTED_TEXT], const char *format, ...) FAULT_PRINTF(2, 3);

static void add(char text[EXPECTED_TEXT], const char *format, ...)
{
	va_list arguments;
	size_t length = strlen(text);
	va_start(arguments, format);
	vsnprintf(text + length, EXPECTED_TEXT - length, format, arguments);
	va_end(arguments);
}

/* ---- in words ---- */

static void describe_knee(const struct summary_finding *row, char text[EXPECTED_TEXT])
{
	char size[QUANTITY_TEXT], ids[RULE_TEXT];
	add(text, "%sknee%s%s", text[0] != '\0' ? "; " : "", isnan(row->value) ? "" : " ",
	    isnan(row->value) ? "" : quantity_size(row->value, size));
	if (row->status != STATUS_ACCEPTED)
		add(text, " %s (%s)", status_word(row->status), rule_ids(row->rules, ids));
}

static void describe_hierarchy(const struct summary *summary, char text[EXPECTED_TEXT])
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		const char *join = text[0] != '\0' ? "; " : "";
		bool refused = row->status == STATUS_REFUSED, whole = row->kind == FINDING_SWEEP ||
		                                                      row->kind == FINDING_TIMER ||
		                                                      row->kind == FINDING_CLOCK;
		char ids[RULE_TEXT];
		rule_ids(row->rules, ids);
		if (whole && refused)
			add(text, ids[0] != '\0' ? "%s%s refused (%s)" : "%s%s refused%s", join,
			    finding_kind_word(row->kind), ids);
		else if (row->kind == FINDING_HIERARCHY && refused)
			add(text, "%sno hierarchy (%s)", join, ids);
		else if (row->kind == FINDING_HIERARCHY)
			add(text, "%s%.0f levels%s", join, row->value,
			    row->status == STATUS_NOTED ? " noted" : "");
		else if (row->kind == FINDING_KNEE)
			describe_knee(row, text);
	}
}

static void describe_granule(const struct summary *summary, char text[EXPECTED_TEXT])
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		char ids[RULE_TEXT];
		if (row->kind != FINDING_GRANULE)
			continue;
		if (row->status == STATUS_ACCEPTED)
			add(text, "; granule %.0f B at placement %d", row->value, (int)row->level);
		else if (row->status == STATUS_REFUSED && row->level > 1)
			add(text, "; granule %d refused (%s)", (int)row->level, rule_ids(row->rules, ids));
	}
}

static void describe_comparisons(const struct summary *summary, char text[EXPECTED_TEXT])
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		if (row->kind == FINDING_PRIVATE || row->kind == FINDING_PAGE_ORDER ||
		    row->kind == FINDING_COMPETITOR || row->kind == FINDING_RATIO)
			add(text, "%s%s %s", text[0] != '\0' ? "; " : "", finding_kind_word(row->kind),
			    status_word(row->status));
	}
}

const char *found_words(const struct summary *summary, char text[EXPECTED_TEXT])
{
	text[0] = '\0';
	describe_hierarchy(summary, text);
	describe_granule(summary, text);
	describe_comparisons(summary, text);
	if (text[0] == '\0')
		add(text, "nothing");
	return text;
}

const char *expected_words(const struct expected_finding *wanted, char text[EXPECTED_TEXT])
{
	static const char *const words[] = {"",       "accepted",    "noted", "refused", "accepted or noted",
	                                    "absent", "not accepted"};
	text[0] = '\0';
	char ids[RULE_TEXT];
	add(text, "%s", finding_kind_word(wanted->kind));
	if (wanted->level != 0)
		add(text, " %d", (int)wanted->level);
	add(text, " %s", words[wanted->status]);
	if (wanted->rules != 0)
		add(text, " by %s", rule_ids(wanted->rules, ids));
	if (wanted->high > 0)
		add(text, wanted->low < wanted->high ? " from %.0f to %.0f" : " at %.0f", wanted->low,
		    wanted->high);
	if (wanted->begins != NULL)
		add(text, " (%s ...)", wanted->begins);
	if (wanted->holds > 0)
		add(text, " around %.0f", wanted->holds);
	return text;
}

/* ---- as findings ---- */

static bool is_about(const struct summary_finding *row, const struct expected_finding *wanted)
{
	if (row->kind != wanted->kind || (wanted->level != 0 && row->level != wanted->level))
		return false;
	if ((row->rules & wanted->rules) != wanted->rules)
		return false;
	if (wanted->high > 0 && !(row->value >= wanted->low && row->value <= wanted->high))
		return false;
	if (wanted->begins != NULL && strncmp(row->reason, wanted->begins, strlen(wanted->begins)) != 0)
		return false;
	return !(wanted->holds > 0) || (row->low <= wanted->holds && wanted->holds <= row->high);
}

static bool has_status(const struct summary_finding *row, enum expected_status status)
{
	bool accepted = row->status == STATUS_ACCEPTED, noted = row->status == STATUS_NOTED;
	switch (status) {
	case EXPECT_ACCEPTED:
	case EXPECT_UNCLAIMED:
		return accepted;
	case EXPECT_NOTED:
		return noted;
	case EXPECT_REFUSED:
		return !accepted && !noted;
	default:
		return accepted || noted;
	}
}

bool expected_holds(const struct summary *summary, const struct expected_finding *wanted)
{
	bool found = false;
	for (size_t i = 0; i < summary->finding_count && !found; i++)
		found = is_about(&summary->findings[i], wanted) &&
		        has_status(&summary->findings[i], wanted->status);
	return found != (wanted->status == EXPECT_SILENT || wanted->status == EXPECT_UNCLAIMED);
}

bool expected_holds_all(const struct summary *summary,
                        const struct expected_finding wanted[EXPECTED_FINDINGS],
                        const struct expected_finding **missing)
{
	if (missing != NULL)
		*missing = NULL;
	if (wanted[0].status == EXPECT_END)
		return false;
	for (size_t i = 0; i < EXPECTED_FINDINGS && wanted[i].status != EXPECT_END; i++) {
		if (expected_holds(summary, &wanted[i]))
			continue;
		if (missing != NULL)
			*missing = &wanted[i];
		return false;
	}
	return true;
}
