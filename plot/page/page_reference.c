/* The pages of what belongs to no machine: the check panel, the rules and what is never claimed. */
#include "page_section.h"

#include <string.h>

/* ---- the check panel ---- */

static const char page_not_run[] =
    "<p>The panel was not run for this report: <code>make report</code> runs it.</p>\n";

static const struct {
	const char *kind, *words;
} page_check_words[CHECK_PANEL_VERDICTS] = {[CHECK_PANEL_EXPECTED] = {"acc", "as built"},
                                            [CHECK_PANEL_BETTER] = {"not", "right, table says wrong"},
                                            [CHECK_PANEL_KNOWN] = {"wr", "WRONG, known"},
                                            [CHECK_PANEL_WRONG] = {"wr", "WRONG"},
                                            [CHECK_PANEL_SHOWN] = {"not", "shown"}};

static void page_check_rows(FILE *stream, const struct check_panel *check_panel, const char *caption,
                            bool wrong_alone)
{
	html_table(stream, caption, "wide", "Curve|Built to show|Right answer|Found|Verdict");
	for (size_t i = 0; i < check_panel->count; i++) {
		const struct check_panel_row *row = &check_panel->rows[i];
		if (wrong_alone && !check_panel_is_wrong(row))
			continue;
		html_write(
		    stream, "<tr@><th scope=\"row\">@</th><td>@</td><td>@</td><td>@</td><td>@</td></tr>\n",
		    in_markup(check_panel_is_wrong(row) ? " class=\"wrong\"" : ""), in_text(row->name),
		    in_text(row->shows), in_text(row->expected), in_prose(row->found),
		    in_verdict(page_check_words[row->verdict].kind, page_check_words[row->verdict].words));
	}
	html_table_end(stream);
}

static void page_check_table(FILE *stream, const struct check_panel *check_panel)
{
	page_check_rows(stream, check_panel, "Every synthetic curve reduced again. The wrong answers stay.",
	                false);
	fprintf(stream, "<p><b>%zu curves: %zu as built, %zu known wrong, %zu wrong.</b>",
	        check_panel_curves(check_panel), check_panel->counts[CHECK_PANEL_EXPECTED],
	        check_panel->counts[CHECK_PANEL_KNOWN], check_panel->counts[CHECK_PANEL_WRONG]);
	if (check_panel->counts[CHECK_PANEL_BETTER] > 0)
		fprintf(stream, " %zu right where the table says wrong.",
		        check_panel->counts[CHECK_PANEL_BETTER]);
	if (check_panel->counts[CHECK_PANEL_SHOWN] > 0)
		fprintf(stream, " %zu captures reduced again.", check_panel->counts[CHECK_PANEL_SHOWN]);
	fputs("</p>\n", stream);
}

static void page_check_figures(FILE *stream, struct page *page, const struct check_panel *check_panel,
                               const char *path)
{
	const struct page_stem stem = page_stem(path, ".csv");
	char words[TEXT_BYTES] = "";
	const struct page_figure gallery = {
	    "gallery", "check",
	    "The synthetic curves, each with its own scale of time. Red: a known wrong answer.", words, ""};
	const struct page_figure pairs = {"pairs", "check",
	                                  "The synthetic granules: time a pair against distance.", words, ""};
	text_add(words, "Small multiples of the synthetic set: %zu curves, %zu of them read wrongly. ",
	         check_panel_curves(check_panel), check_panel_wrong(check_panel));
	text_add(words, "The table below tells each.");
	if (!page_figure_write(stream, page, stem, &gallery))
		html_write(
		    stream,
		    "<figure id=\"fig-check-gallery\"><p class=\"none\">The figure (gallery) is not here. "
		    "<code>make report</code> draws it where gnuplot is installed. What it would show: @</p>"
		    "<figcaption id=\"fig-check-gallery-caption\">@</figcaption></figure>\n",
		    in_text(words), in_prose(gallery.caption));
	page_figure_write(stream, page, stem, &pairs);
}

static void page_simulated(FILE *stream, char *text)
{
	html_section(stream, "simulated", "On simulated machines");
	fputs("<pre tabindex=\"0\"><code>", stream);
	for (char *line = text; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		char *next = line + length + (line[length] == '\n');
		line[length] = '\0';
		html_text(stream, line);
		fputc('\n', stream);
		line = next;
	}
	fputs("</code></pre>\n", stream);
	html_section_end(stream);
}

void page_check_write(FILE *stream, struct page *page, const struct check_panel *check_panel,
                      const char *path, char *simulated)
{
	html_page(stream, "Check panel", "Curves with known answers, reduced by the same program.");
	fputs(
	    "<h1>Check panel</h1>\n<p class=\"muted\">Curves with known answers, reduced by the same program. "
	    "A wrong answer that is known stays in the table, in red.</p>\n",
	    stream);
	html_sections(stream, "index.html:All machines|check:Every curve|rules.html:Rules");
	html_section(stream, "check", "Every curve");
	if (path != NULL) {
		page_check_figures(stream, page, check_panel, path);
		page_check_table(stream, check_panel);
	} else {
		fputs(page_not_run, stream);
	}
	html_section_end(stream);
	if (simulated != NULL)
		page_simulated(stream, simulated);
	html_page_end(stream);
}

void page_known_wrong(FILE *stream, const struct check_panel *check_panel)
{
	if (check_panel == NULL) {
		fputs(page_not_run, stream);
		return;
	}
	fprintf(
	    stream,
	    "<p>%zu curves with known answers are reduced by the same rules. <a href=\"check.html\">Every "
	    "curve, and the simulated machines</a> stand on a page of their own.</p>\n",
	    check_panel_curves(check_panel));
	page_check_rows(stream, check_panel, "Known wrong answers. They stay here until a rule stops them.",
	                true);
}

/* ---- what is never claimed ---- */

static void page_declined(FILE *stream)
{
	html_section(stream, "declined", "Never claimed");
	fputs("<p>Whatever a capture holds:</p>\n<ul class=\"refusals\">\n", stream);
	for (size_t i = 0; rule_standing[i] != NULL; i++)
		html_write(stream, "<li>@</li>\n", in_prose(rule_standing[i]));
	fputs("</ul>\n", stream);
	html_section_end(stream);
}

/* ---- the rules ---- */

static void page_rule_rows(FILE *stream)
{
	html_table(stream, "The registered rules and their constants.", "wide",
	           "Rule|Name|What it says|Constants|Source");
	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct rule_row *rule = &rules[i];
		char constants[RULE_TEXT];
		html_write(stream,
		           "<tr><th scope=\"row\" id=\"@\">@</th><td>@</td><td class=\"why\">@</td><td>@</td>"
		           "<td>@</td></tr>\n",
		           in_markup(rule->id), in_markup(rule->id), in_text(rule->name),
		           in_prose(rule->text), in_text(rule_constants(rule, RULE_VERSION, constants)),
		           in_text(rule->source));
	}
	html_table_end(stream);
}

void page_rules_write(FILE *stream)
{
	html_page(stream, "Rules", "The registered rules and their constants.");
	fprintf(stream,
	        "<h1>Rules, version %d</h1>\n<p class=\"muted\">Version 1 was fixed before anything was "
	        "measured. No constant changes without a new version, and each version still gives its own "
	        "answers.</p>\n",
	        RULE_VERSION);
	html_sections(stream, "index.html:All machines|rules:Rules|declined:Never claimed");
	html_section(stream, "rules", "Rules");
	page_rule_rows(stream);
	html_section_end(stream);
	page_declined(stream);
	html_page_end(stream);
}

void page_rules_short(FILE *stream)
{
	static const enum rule_id claims[] = {RULE_E1, RULE_E2, RULE_Z1, RULE_J1, RULE_R0};
	fputs("<p>The <a href=\"" HTML_RULES
	      "\">page of the rules</a> has every rule with its constants and its "
	      "source, and what is <a href=\"" HTML_RULES
	      "#declined\">never claimed</a>. A claim rests on one of "
	      "these rules:</p>\n"
	      "<dl class=\"facts\">",
	      stream);
	for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++)
		html_write(stream, "<dt>@ @</dt><dd>@</dd>", in_rules(RULE_SET(claims[i])),
		           in_text(rules[claims[i]].name), in_prose(rules[claims[i]].text));
	fputs("</dl>\n", stream);
}
