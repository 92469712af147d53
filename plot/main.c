/* plot: draws the figures of summaries as gnuplot scripts, and as SVG where gnuplot is asked to.
 *
 * It judges nothing: what a figure shows as accepted, refused or noted, reduce wrote. */
#include "figures/figure.h"
#include "page/page.h"
#include "draw/render.h"
#include "view.h"

#include "../probe/option.h"
#include "../reduce/summary/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PLOT_SUMMARIES = 1024 };

/* The figures: how many summaries each takes, after a table where it takes one. */
static const struct plot_figure {
	const char *name;
	size_t least, most;
	figure_draw *draw;
	const char *help;
	bool table;
} plot_figures[] = {
    {"machine", 1, PLOT_SUMMARIES, passes_draw, "what is claimed of a machine, over the curves of its passes",
     true},
    {"ladder", 1, 3, ladder_draw, "time a load against working set; --overlay: two in one frame", false},
    {"granule", 1, 1, granule_draw, "time a pair against distance, for each placement", false},
    {"gaps", 1, 64, gaps_draw, "knee, lower bound and reported size of each level", false},
    {"shift", 1, 3, shift_draw, "each knee, quiet and crowded; a comparison can follow", false},
    {"gallery", 1, PLOT_SUMMARIES, gallery_draw, "the synthetic curves, wrong answers in red", false},
    {"trials", 1, 1, trials_draw, "every trial by time (needs reduce --trials)", false},
    {"pairs", 1, PLOT_SUMMARIES, pairs_draw, "the synthetic granules, wrong answers in red", false},
    {"translation", 1, 1, translation_draw, "the chase of one line a page beside the dense one", false},
};

static const struct plot_figure plot_overlay = {"ladder --overlay", 2, 3, overlay_draw, "", false};

struct plot_settings {
	struct figure_wish wish;
	const char *script, *svg, *simulated;
	uint64_t limit_s;
	bool overlay, check, help, version;
};

static const struct option_row plot_options[] = {
    {"output", 'o', "FILE", OPTION_WORD, offsetof(struct plot_settings, script), 0, 0, NULL,
     "where the script goes (standard output)"},
    {"svg", '\0', "FILE", OPTION_WORD, offsetof(struct plot_settings, svg), 0, 0, NULL,
     "run gnuplot and write the picture here; the script is then written only with -o"},
    {"overlay", '\0', NULL, OPTION_FLAG, offsetof(struct plot_settings, overlay), 0, 0, NULL,
     "ladder: two captures in one frame, a scale each; a comparison can follow as a third summary"},
    {"pass", '\0', "NAME", OPTION_WORD, offsetof(struct plot_settings, wish.pass), 0, 0, NULL,
     "which pass of each capture (the first)"},
    {"panel", '\0', "FILE", OPTION_WORD, offsetof(struct plot_settings, wish.panel), 0, 0, NULL,
     "page, gallery: the check panel's table (synthetic check --csv)"},
    {"simulated", '\0', "FILE", OPTION_WORD, offsetof(struct plot_settings, simulated), 0, 0, NULL,
     "page: how the claims hold on simulated machines (synthetic simulate)"},
    {"check", '\0', NULL, OPTION_FLAG, offsetof(struct plot_settings, check), 0, 0, NULL,
     "draw, verify that the picture is whole and well-formed, and leave no file"},
    {"limit", '\0', "SECONDS", OPTION_NUMBER, offsetof(struct plot_settings, limit_s), 1, 86400, NULL,
     "how long gnuplot may take for a figure (60)"},
    {"help", 'h', NULL, OPTION_FLAG, offsetof(struct plot_settings, help), 0, 0, NULL, "print this"},
    {"version", '\0', NULL, OPTION_FLAG, offsetof(struct plot_settings, version), 0, 0, NULL,
     "print the version"},
};
enum { PLOT_OPTIONS = sizeof plot_options / sizeof plot_options[0] };

static void plot_help(FILE *stream)
{
	fputs("usage: plot [OPTION...] FIGURE SUMMARY...\n"
	      "       plot [OPTION...] machine NAME.machine.csv SUMMARY...\n"
	      "       plot page -o DIR [--panel FILE] [--simulated FILE] FOLDER...\n\n"
	      "Draws what reduce wrote: a gnuplot script with its data inside, or an SVG.\n"
	      "SUMMARY is NAME.points.csv, NAME.findings.csv or the NAME before either.\n"
	      "FOLDER holds what `reduce --machine --each -o FOLDER` wrote of a machine.\n\nFigures:\n",
	      stream);
	for (size_t i = 0; i < sizeof plot_figures / sizeof plot_figures[0]; i++)
		fprintf(stream, "  %-13s%s\n", plot_figures[i].name, plot_figures[i].help);
	fprintf(stream, "  %-13s%s\n", "page", "the report: pages of HTML in the folder -o");
	fputs("\nOptions:\n", stream);
	option_help(stream, plot_options, PLOT_OPTIONS);
}

static const struct plot_figure *plot_find(const char *name, const struct plot_settings *settings,
                                           struct fault *fault)
{
	for (size_t i = 0; i < sizeof plot_figures / sizeof plot_figures[0]; i++)
		if (strcmp(plot_figures[i].name, name) == 0) {
			if (settings->overlay && plot_figures[i].draw == ladder_draw)
				return &plot_overlay;
			if (!settings->overlay)
				return &plot_figures[i];
			fault_usage(fault, "--overlay", "belongs to the figure ladder, not to %.40s", name);
			return NULL;
		}
	fault_usage(fault, name, "is no figure");
	fault_expect(fault, "one of those that --help lists");
	return NULL;
}

/* Reads the summaries and writes the script to a temporary file: a stream into memory loses what is written
 * where memory is out, and has no error. */
static int plot_script(const struct plot_figure *figure, char **paths, struct figure_wish wish, FILE *script,
                       struct fault *fault)
{
	struct summary *summaries = calloc(wish.count, sizeof *summaries);
	size_t loaded = 0;
	int result = summaries != NULL ? 0 : fault_system(fault, figure->name, ENOMEM, "cannot be drawn");
	for (; result == 0 && loaded < wish.count; loaded++)
		result = summary_load(&summaries[loaded], paths[loaded], fault);
	for (size_t i = 0; result == 0 && i < loaded; i++)
		view_scrub(&summaries[i]);
	wish.summaries = summaries;
	wish.path = paths[0];
	if (result == 0)
		result = figure->draw(script, &wish, fault);
	for (size_t i = 0; i < loaded; i++)
		summary_free(&summaries[i]);
	free(summaries);
	errno = 0;
	if (result == 0 && (fflush(script) != 0 || ferror(script)))
		result = fault_system(fault, figure->name, errno, "cannot be drawn");
	return result;
}

/* Writes a text, or where there is none all that the script holds. */
static int plot_write(const char *path, const char *text, size_t length, FILE *script, struct fault *fault)
{
	struct output output;
	char block[8192];
	if (output_open(&output, path, fault) != 0)
		return -1;
	if (text != NULL)
		output_write(&output, text, length);
	else
		rewind(script);
	while (text == NULL && (length = fread(block, 1, sizeof block, script)) > 0)
		output_write(&output, block, length);
	if (text == NULL && ferror(script)) {
		output_abandon(&output);
		return fault_system(fault, path, errno, "the script cannot be read again");
	}
	return output_close(&output, fault);
}

/* The script to its place, the picture to its own, each where it is asked for. */
static int plot_deliver(const struct plot_settings *settings, FILE *script, struct fault *fault)
{
	char *svg = NULL;
	size_t length = 0;
	int result = 0;
	if (settings->check || settings->svg != NULL)
		result =
		    render_svg(script, (unsigned)settings->limit_s,
		               settings->svg != NULL ? settings->svg : "the figure", &svg, &length, fault);
	bool wanted = settings->script != NULL || settings->svg == NULL;
	if (result == 0 && wanted && !settings->check)
		result = plot_write(settings->script, NULL, 0, script, fault);
	if (result == 0 && settings->svg != NULL && !settings->check)
		result = plot_write(settings->svg, svg, length, NULL, fault);
	free(svg);
	return result;
}

/* The report is no figure: it takes folders with what stands in them, and gnuplot has no part in it. */
static int plot_page(const struct plot_settings *settings, char **operands, size_t count, struct fault *fault)
{
	struct page_inputs inputs = {operands, count, settings->wish.panel, settings->simulated,
	                             settings->script};
	if (settings->script != NULL)
		return page_write(&inputs, fault);
	fault_usage(fault, "page", "no folder is named for the pages");
	return fault_expect(fault, "-o FOLDER");
}

static int plot_run(const struct plot_settings *settings, char **operands, size_t count, struct fault *fault)
{
	if (count == 0) {
		fault_usage(fault, NULL, "no figure is named");
		return fault_expect(fault, "FIGURE SUMMARY..., see --help");
	}
	if (strcmp(operands[0], "page") == 0)
		return plot_page(settings, operands + 1, count - 1, fault);
	const struct plot_figure *figure = plot_find(operands[0], settings, fault);
	if (figure == NULL)
		return -1;
	struct figure_wish wish = settings->wish;
	operands++;
	count--;
	if (figure->table && count > 0) {
		wish.table = *operands++;
		count--;
	}
	if (count < figure->least || count > figure->most) {
		fault_usage(fault, figure->name, "%zu summaries are given", count);
		return fault_expect(fault, "%zu to %zu%s", figure->least, figure->most,
		                    figure->table ? ", after NAME.machine.csv" : "");
	}
	wish.count = count;
	FILE *script = tmpfile();
	if (script == NULL)
		return fault_system(fault, figure->name, errno, "cannot be drawn");
	int result = plot_script(figure, operands, wish, script, fault);
	if (result == 0)
		result = plot_deliver(settings, script, fault);
	fclose(script);
	return result;
}

static int plot_fail(const struct fault *fault)
{
	fault_print(stderr, "plot", fault);
	return fault_exit_status(fault);
}

int main(int argc, char **argv)
{
	struct plot_settings settings = {.limit_s = RENDER_LIMIT_S};
	struct fault fault = {.usage = 0};
	struct output output;
	fault_prepare();
	int operands = option_parse(plot_options, PLOT_OPTIONS, argc, argv, &settings, &fault);
	if (operands < 0)
		return plot_fail(&fault);
	if (settings.help)
		plot_help(stdout);
	else if (settings.version)
		puts("cachestair plot " CACHESTAIR_VERSION);
	else if (plot_run(&settings, argv + 1, (size_t)operands, &fault) != 0)
		return plot_fail(&fault);
	if (output_open(&output, NULL, &fault) != 0 || output_close(&output, &fault) != 0)
		return plot_fail(&fault);
	return 0;
}
