/* The check panel. */
#include "check.h"

#include "reduced.h"

#include "../reduce/rule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RED "\033[31m"
#define PLAIN "\033[0m"

const char *check_word(enum check_verdict verdict)
{
	static const char *const words[CHECK_VERDICTS] = {"expected", "WRONG (known)", "WRONG",
	                                                  "right (the table says wrong)", "capture"};
	return words[verdict];
}

/* The windows of the second article: a load of an 80 KiB chase, and the clock. */
static const struct tier article_tiers[] = {
    {"Super", 0.5, 0.8, 4.6, 5.0},
    {"Performance", 3.5, 6.0, 4.2, 4.7},
    {"Efficiency", 2.5, 3.6, 0.8, 1.2},
};

void check_tiers(FILE *stream)
{
	fputs("tier,print_low_ns,print_high_ns,clock_low_ghz,clock_high_ghz\n", stream);
	for (size_t i = 0; i < sizeof article_tiers / sizeof article_tiers[0]; i++)
		fprintf(stream, "%s,%.9g,%.9g,%.9g,%.9g\n", article_tiers[i].name,
		        article_tiers[i].print_low_ns, article_tiers[i].print_high_ns,
		        article_tiers[i].clock_low_ghz, article_tiers[i].clock_high_ghz);
}

/* ---- one curve ---- */

static void judge(const struct specimen *curve, const struct summary *summary, struct check_result *result)
{
	const struct expected_finding *missing;
	bool right = expected_holds_all(summary, curve->right, &missing);
	bool due = curve->wrong == NULL || (curve->since != 0 && RULE_VERSION >= curve->since);
	bool as_known = !due && expected_holds_all(summary, curve->today, NULL);
	found_words(summary, result->found);
	result->missing[0] = '\0';
	if (right)
		result->verdict = due ? CHECK_EXPECTED : CHECK_BETTER;
	else
		result->verdict = as_known ? CHECK_KNOWN_WRONG : CHECK_WRONG;
	if (!right && missing != NULL)
		expected_words(missing, result->missing);
}

int check_curve(const struct specimen *curve, struct check_result *result, struct fault *fault)
{
	struct summary summary;
	struct reduction_options options = {.rules = RULE_VERSION};
	if (curve->recipe.asked_tier != NULL) {
		options.trials.tiers = article_tiers;
		options.trials.tier_count = sizeof article_tiers / sizeof article_tiers[0];
	}
	int failed = reduced_curve(curve, &options, &summary, fault);
	if (failed == 0)
		judge(curve, &summary, result);
	summary_free(&summary);
	return failed;
}

/* ---- the panel ---- */

struct panel {
	const struct check_panel *to;
	size_t counts[CHECK_VERDICTS];
	size_t unreadable;
};

static void write_field(FILE *csv, const char *text, char after)
{
	fputc('"', csv);
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"')
			fputc('"', csv);
		fputc((unsigned char)*c < 0x20 || *c == 0x7f ? ' ' : *c, csv);
	}
	fprintf(csv, "\"%c", after);
}

/* One line of the panel. */
struct line {
	const char *name, *shows, *expected, *found;
	enum check_verdict verdict;
};

static void show(struct panel *panel, const struct line *line)
{
	FILE *stream = panel->to->stream, *csv = panel->to->csv;
	bool wrong = line->verdict == CHECK_WRONG || line->verdict == CHECK_KNOWN_WRONG;
	bool red = panel->to->red && wrong;
	panel->counts[line->verdict]++;
	fprintf(stream, "%s%-14s ", red ? RED : "", check_word(line->verdict));
	fault_print_text(stream, line->name, strlen(line->name));
	fprintf(stream, ": %s%s", line->expected, line->expected[0] != '\0' ? " | found: " : "");
	fault_print_text(stream, line->found, strlen(line->found));
	fprintf(stream, "%s\n", red ? PLAIN : "");
	const char *const fields[] = {line->name, line->shows, line->expected, line->found};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		write_field(csv, fields[i], ',');
	write_field(csv, check_word(line->verdict), '\n');
}

static int show_curve(struct panel *panel, const struct specimen *curve, struct fault *fault)
{
	struct check_result result;
	char found[2 * EXPECTED_TEXT + 32];
	if (check_curve(curve, &result, fault) != 0)
		return -1;
	snprintf(found, sizeof found, "%s", result.found);
	if (result.verdict == CHECK_WRONG)
		snprintf(found, sizeof found, "%s; wanted: %s", result.found, result.missing);
	show(panel, &(struct line){curve->name, curve->shows, curve->answer, found, result.verdict});
	return 0;
}

/* A capture that cannot be read is wrong; one for which memory is out is no answer, and fails. */
static int show_capture(struct panel *panel, const char *path, struct fault *fault)
{
	struct summary summary;
	char found[EXPECTED_TEXT];
	const struct reduction_options options = {.rules = RULE_VERSION};
	if (reduced_file(path, &options, &summary, fault) == 0)
		show(panel,
		     &(struct line){path, "a real capture", "", found_words(&summary, found), CHECK_SHOWN});
	else if (fault->system_error == ENOMEM)
		return -1;
	else {
		fault_print(panel->to->stream, "WRONG", fault);
		panel->unreadable++;
	}
	summary_free(&summary);
	return 0;
}

static void show_counts(const struct panel *panel)
{
	const size_t *counts = panel->counts;
	size_t curves = 0;
	for (unsigned v = 0; v < CHECK_VERDICTS; v++)
		curves += v != CHECK_SHOWN ? counts[v] : 0;
	fprintf(panel->to->stream, "%zu curves: %zu as expected, %zu known wrong, %zu wrong", curves,
	        counts[CHECK_EXPECTED], counts[CHECK_KNOWN_WRONG], counts[CHECK_WRONG]);
	if (counts[CHECK_BETTER] > 0)
		fprintf(panel->to->stream, ", %zu right where the table says wrong", counts[CHECK_BETTER]);
	fprintf(panel->to->stream, "; %zu capture%s reduced", counts[CHECK_SHOWN],
	        counts[CHECK_SHOWN] == 1 ? "" : "s");
	if (panel->unreadable > 0)
		fprintf(panel->to->stream, ", %zu not readable", panel->unreadable);
	fputc('\n', panel->to->stream);
}

int check_all(const struct check_panel *to, char **paths, size_t count, bool *failed, struct fault *fault)
{
	size_t curves;
	const struct specimen *table = specimen_table(&curves);
	struct panel panel = {.to = to};
	fputs("name,built_to_show,expected,found,verdict\n", to->csv);
	for (size_t i = 0; i < curves; i++)
		if (show_curve(&panel, &table[i], fault) != 0)
			return -1;
	for (size_t i = 0; i < count; i++)
		if (show_capture(&panel, paths[i], fault) != 0)
			return -1;
	show_counts(&panel);
	*failed = panel.counts[CHECK_WRONG] > 0 || panel.counts[CHECK_BETTER] > 0 || panel.unreadable > 0;
	return 0;
}
