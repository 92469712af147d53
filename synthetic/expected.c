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

static bool is(const struct summary_finding *row, const char *finding, const char *status)
{
	return strcmp(row->finding, finding) == 0 && strcmp(row->status, status) == 0;
}

/* ---- in words ---- */

static void describe_hierarchy(const struct summary *summary, char text[EXPECTED_TEXT])
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		const char *join = text[0] != '\0' ? "; " : "";
		if (is(row, "sweep", "refused") || is(row, "timer", "refused") || is(row, "clock", "refused"))
			add(text, row->rule[0] != '\0' ? "%s%s refused (%s)" : "%s%s refused%s", join,
			    row->finding, row->rule);
		else if (is(row, "hierarchy", "refused"))
			add(text, "%sno hierarchy (%s)", join, row->rule);
		else if (strcmp(row->finding, "hierarchy") == 0)
			add(text, "%s%.0f levels%s", join, row->value,
			    is(row, "hierarchy", "noted") ? " noted" : "");
		else if (strcmp(row->finding, "knee") == 0) {
			char size[QUANTITY_TEXT];
			add(text, "%sknee%s%s", join, isnan(row->value) ? "" : " ",
			    isnan(row->value) ? "" : quantity_size(row->value, size));
			if (strcmp(row->status, "accepted") != 0)
				add(text, " %s (%s)", row->status, row->rule);
		}
	}
}

static void describe_granule(const struct summary *summary, char text[EXPECTED_TEXT])
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *row = &summary->findings[i];
		if (strcmp(row->finding, "granule") != 0)
			continue;
		if (is(row, "granule", "accepted") && row->rule[0] == '\0')
			add(text, "; granule %.0f B at placement %d", row->value, (int)row->level);
		else if (is(row, "granule", "refused") && isnan(row->value) && row->level > 1)
			add(text, "; granule %d refused (%s)", (int)row->level, row->rule);
	}
}

static void describe_comparisons(const struct summary *summary, char text[EXPECTED_TEXT])
{
	static const char *const names[] = {"private", "page_order", "competitor", "ratio"};
	for (size_t i = 0; i < summary->finding_count; i++)
		for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
			if (strcmp(summary->findings[i].finding, names[n]) == 0)
				add(text, "%s%s %s", text[0] != '\0' ? "; " : "", names[n],
				    summary->findings[i].status);
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
	add(text, "%s", wanted->finding);
	if (wanted->level != 0)
		add(text, " %d", (int)wanted->level);
	add(text, " %s", words[wanted->status]);
	if (wanted->rule != NULL && wanted->rule[0] != '\0')
		add(text, " by %s", wanted->rule);
	if (wanted->high > 0)
		add(text, wanted->low < wanted->high ? " from %.0f to %.0f" : " at %.0f", wanted->low,
		    wanted->high);
	if (wanted->holds > 0)
		add(text, " around %.0f", wanted->holds);
	return text;
}

/* ---- as findings ---- */

/* Whether `rule` is one of the ids in `ids`, which spaces part; "" asks for none. */
static bool has_rule(const char *ids, const char *rule)
{
	size_t length = strlen(rule);
	if (length == 0)
		return ids[0] == '\0';
	for (const char *at = strstr(ids, rule); at != NULL; at = strstr(at + 1, rule))
		if ((at == ids || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
			return true;
	return false;
}

static bool is_about(const struct summary_finding *row, const struct expected_finding *wanted)
{
	if (strcmp(row->finding, wanted->finding) != 0 || (wanted->level != 0 && row->level != wanted->level))
		return false;
	if (wanted->rule != NULL && !has_rule(row->rule, wanted->rule))
		return false;
	if (wanted->high > 0 && !(row->value >= wanted->low && row->value <= wanted->high))
		return false;
	return !(wanted->holds > 0) || (row->low <= wanted->holds && wanted->holds <= row->high);
}

static bool has_status(const struct summary_finding *row, enum expected_status status)
{
	bool accepted = strcmp(row->status, "accepted") == 0, noted = strcmp(row->status, "noted") == 0;
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
