/* Where a machine is drawn: its tiers one below another, each with a lane a level over the curves of all its
 * quiet passes. What is claimed stands in the machine's table, which reduce joined; the passes give the
 * curves. */
#include "machine_lanes.h"
#include "../../reduce/maths/logarithm.h"

#include <math.h>
#include <string.h>

enum { FRAME_HEIGHT = 232, FRAME_BELOW = 30 };
/* Down: from the last lane to the frame, from the frame to the next tier. */
enum { TO_FRAME = 32, BELOW_FRAME = 54, TO_NEXT = 22, TIERS = 8 };

struct machine_figure {
	struct figure figure;
	struct machine_table table;
	struct machine_tier tiers[TIERS];
	size_t count;
};

/* ---- the words ---- */

/* "the reported L1d and L2 lie in their claims", for the levels of that status whose reported size lies so.
 */
static void machine_verdict(const struct machine_tier *tier, enum status status, enum inside inside,
                            char *text)
{
	bool within = inside == INSIDE_YES, accepted = status == STATUS_ACCEPTED;
	size_t count = 0, named = 0;
	char size[WORDS];
	for (size_t i = 0; i < tier->count; i++)
		count += tier->rows[i].status == status && tier->rows[i].inside == inside;
	if (count == 0)
		return;
	text_add(text, "%s ", text[0] == '\0' ? "The reported" : "; the reported");
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		if (row->status != status || row->inside != inside)
			continue;
		const char *name = row->reported_level;
		text_add(text, "%s%.20s", named == 0 ? "" : named + 1 == count ? " and " : ", ", name);
		if (!within || name[0] == '\0')
			text_add(text, "%s%s", name[0] == '\0' ? "" : " of ",
			         quantity_exact(row->reported_bytes, size));
		named++;
	}
	text_add(text, count == 1 ? " lies %s " : " lie %s ",
	         within                   ? "in"
	         : inside == INSIDE_ABOVE ? "above"
	                                  : "below");
	if (accepted)
		text_add(text, count == 1 ? "its claim" : "their claims");
	else
		text_add(text, count == 1 ? "the size noted" : "the sizes noted");
}

/* Where the system reports nothing: "Three levels have a claimed size, one a noted one". */
static void machine_counts(const struct machine_tier *tier, char *text)
{
	size_t counts[STATUS_REFUSED + 1] = {0};
	char one[WORDS], other[WORDS];
	for (size_t i = 0; i < tier->count; i++)
		if (machine_row_claims(&tier->rows[i]))
			counts[tier->rows[i].status]++;
	size_t claimed = counts[STATUS_ACCEPTED], noted = counts[STATUS_NOTED];
	words_count(one, claimed > 0 ? claimed : noted);
	if (claimed + noted == 0)
		text_add(text, "no level has a claimed size");
	else
		text_add(text, "%s level%s a %s size", one,
		         (claimed > 0 ? claimed : noted) == 1 ? " has" : "s have",
		         claimed > 0 ? "claimed" : "noted");
	if (claimed > 0 && noted > 0)
		text_add(text, ", %s a noted one", words_count(other, noted));
	text_add(text, "; the system reports none");
	words_begin(text);
}

static void machine_title(const struct machine_tier *tier, char *text)
{
	for (unsigned inside = INSIDE_YES; inside < INSIDES; inside++)
		for (int status = STATUS_ACCEPTED; status <= STATUS_NOTED; status++)
			machine_verdict(tier, (enum status)status, (enum inside)inside, text);
	if (text[0] == '\0')
		machine_counts(tier, text);
	for (size_t i = 0; i < tier->count; i++)
		if (tier->rows[i].disagreement_high_bytes > 0)
			text_add(text, "; passes disagree on level %.8s", tier->rows[i].level);
}

/* "Seven quiet passes (pale), the middle one bold; one more is refused whole." */
static void machine_passes_words(const struct machine_tier *tier, char *text)
{
	const struct passes *passes = &tier->passes;
	char number[WORDS], ids[RULE_TEXT];
	words_count(number, passes->count);
	words_begin(number);
	text_add(text, "%s quiet pass%s%s", number, passes->count == 1 ? "" : "es",
	         passes->count > 1 ? " (pale), the middle one bold" : "");
	if (passes->refused > 0)
		text_add(text, "; %s%s %s refused whole", words_count(number, passes->refused),
		         passes->count > 0 ? " more" : "", passes->refused == 1 ? "is" : "are");
	if (passes->refusing != 0)
		text_add(text, " (%.40s)", rule_ids(passes->refusing, ids));
	text_add(text, ".");
}

static void machine_words(struct machine_figure *machine)
{
	const struct machine_row *row = &machine->table.rows[0];
	char *title = machine->figure.title, *subtitle = machine->figure.subtitle, name[TEXT_BYTES] = "";
	const char *parts[] = {row->label, row->machine, row->processor};
	char number[WORDS];
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (parts[i][0] != '\0')
			text_add(name, "%s%.150s", name[0] == '\0' ? "" : ", ", parts[i]);
	text_cut(name, name, 700, FONT_NARROW);
	for (size_t i = 0; i < machine->count; i++) {
		machine_title(&machine->tiers[i], machine->tiers[i].title);
		machine_passes_words(&machine->tiers[i], machine->tiers[i].words);
	}
	if (machine->count == 1) {
		text_add(title, "%s", machine->tiers[0].title);
		text_add(subtitle, "%s%s%s", name, name[0] == '\0' ? "" : ". ", machine->tiers[0].words);
	} else {
		text_add(title, "%s", name[0] == '\0' ? "One machine" : name);
		text_add(subtitle, "It has %s kinds of cores: a part of the figure for each.",
		         words_count(number, machine->count));
	}
}

/* ---- the frame ---- */

/* What is claimed, through the frame: a filled band, a pale band with edges, two dotted lines. */
static void frame_claims(struct gnuplot *plot, const struct machine_tier *tier)
{
	double beyond = MACHINE_LEFT;
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		if (!machine_row_claims(row) || row->low_bytes < tier->x.low ||
		    row->high_bytes > tier->x.high)
			continue;
		bool edge = machine_row_rests_on(row, RULE_E1), factor = machine_row_rests_on(row, RULE_E2);
		const double ends[] = {row->low_bytes, row->high_bytes};
		if (edge || factor)
			gnuplot_box(plot, at_foot(ends[0]), at_head(ends[1]), LAYER_BEHIND,
			            edge ? COLOUR_KNEEBAND : COLOUR_BAND);
		for (int end = 0; end < 2 && !edge; end++)
			gnuplot_line(plot, at_foot(ends[end]), at_head(ends[end]), LAYER_BACK,
			             factor ? "nohead lw 1 lc rgb c_knee"
			                    : "nohead lw 1.2 dt (1.5,3.5) lc rgb c_knee");
		struct span claim = machine_lanes_span(tier, row->low_bytes, row->high_bytes);
		double middle = (claim.low + claim.high) / 2;
		if (middle < beyond)
			middle = beyond;
		beyond = middle + text_width(row->level, FONT_NARROW) + 4;
		gnuplot_text(plot, at(middle, tier->y.end - 10), ALIGN_CENTRE, COLOUR_KNEE, row->level);
	}
}

/* The lowest place of all curves between two places on the axis, units; NAN where there is no curve. */
static double curves_lowest(const struct machine_tier *tier, double from, double to)
{
	double lowest = NAN;
	for (double x = from; x <= to; x += 2) {
		double bytes = axis_move(&tier->x, tier->x.low, x - tier->x.start);
		for (size_t i = 0; i < tier->passes.count; i++) {
			double time = passes_time(&tier->passes.views[i], bytes);
			if (view_is_time(time) && !(axis_at(&tier->y, time) <= lowest))
				lowest = axis_at(&tier->y, time);
		}
	}
	return lowest;
}

/* The name of each level under its curve, between the claims that enclose it, where it has room. */
static void frame_names(struct gnuplot *plot, const struct machine_tier *tier)
{
	double begin = MACHINE_LEFT;
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		bool numbered = machine_row_is_level(row);
		char name[TEXT_BYTES] = "";
		if (numbered && !machine_row_claims(row))
			continue;
		struct span claim = numbered ? machine_lanes_span(tier, row->low_bytes, row->high_bytes)
		                             : (struct span){MACHINE_RIGHT, MACHINE_RIGHT};
		text_add(name, "%s%.10s", numbered ? "level " : "", row->level);
		double width = text_width(name, FONT_NARROW), x = begin + (begin > MACHINE_LEFT ? 10 : 6);
		if (!numbered && claim.low - 10 - width > x)
			x = claim.low - 10 - width;
		double lowest = curves_lowest(tier, x, x + width);
		if (x + width + 4 <= claim.low && lowest + 22 < tier->y.start)
			gnuplot_text(plot, at(x, lowest + 12), ALIGN_LEFT, COLOUR_MUTED, name);
		begin = claim.high;
	}
}

static void frame_axes(struct gnuplot *plot, const struct machine_tier *tier, double clock_ghz)
{
	double above = tier->y.end - 10;
	gnuplot_comment(plot, "---- axes");
	axis_draw_sizes(plot, &tier->x, true);
	axis_draw_times(plot, "y", &tier->y, 15, COLOUR_INK);
	gnuplot_grid(plot, "y");
	gnuplot_text(plot, at(MACHINE_LEFT - 8, above), ALIGN_RIGHT, COLOUR_INK, "ns");
	axis_name(plot, &tier->x, tier->y.start + 2, "working set");
	if (!isfinite(clock_ghz))
		return;
	axis_draw_cycles(plot, &tier->y, clock_ghz);
	gnuplot_text(plot, at(FIGURE_NARROW - 8, above), ALIGN_RIGHT, COLOUR_MUTED, "cycles");
}

/* The passes: the middle one as a block of data over that of all others, blank lines between them. */
static void frame_curves(struct gnuplot *plot, const struct machine_tier *tier, unsigned number)
{
	static const char *const names[] = {"others", "middle"}, *const styles[] = {"lw 1.2 lc rgb c_pass",
	                                                                            "lw 2.6 lc rgb c_ink"};
	const struct passes *passes = &tier->passes;
	char blocks[2][16];
	for (size_t middle = passes->count > 1 ? 0 : 1; middle < 2 && passes->count > 0; middle++) {
		snprintf(blocks[middle], sizeof blocks[middle], "%s%u", names[middle], number);
		gnuplot_data(plot, blocks[middle], "bytes, median ns; blank lines between passes");
		for (size_t i = 0; i < passes->count; i++) {
			if ((i == passes->middle) != middle)
				continue;
			view_rows(&passes->views[i], plot);
			gnuplot_row(plot, NULL, 0);
		}
	}
	for (size_t middle = passes->count > 1 ? 0 : 1; middle < 2 && passes->count > 0; middle++)
		gnuplot_plot(plot, blocks[middle], "using 1:2 with lines %s", styles[middle]);
}

/* ---- the whole ---- */

/* The scales of a tier's frame, its top at height 0: all its curves, or, without any, what is claimed. */
static void tier_scales(struct machine_tier *tier)
{
	struct span sizes = span_none(), times = span_none(), one;
	for (size_t i = 0; i < tier->passes.count; i++) {
		view_add_sizes(&tier->passes.views[i], &sizes);
		if (view_times(&tier->passes.views[i], &one)) {
			span_add(&times, one.low);
			span_add(&times, one.high);
		}
	}
	bool curves = sizes.low <= sizes.high;
	for (size_t i = 0; i < tier->count && !curves; i++)
		if (machine_row_claims(&tier->rows[i]))
			span_add(&sizes, tier->rows[i].low_bytes);
	tier->x = axis_sizes(isfinite(sizes.low) ? sizes.low : 4096, curves ? sizes.high : 1 << 20,
	                     MACHINE_LEFT, MACHINE_RIGHT);
	if (times.low > times.high)
		times = (struct span){1, 1};
	double octaves = (logarithm_of(times.high) - logarithm_of(times.low) + 0.5) * FRAME_HEIGHT /
	                 (FRAME_HEIGHT - FRAME_BELOW);
	octaves = octaves > 3.4 ? octaves : 3.4;
	double bottom = logarithm_of(times.low) - octaves * FRAME_BELOW / FRAME_HEIGHT;
	tier->y = axis_octaves(bottom, bottom + octaves, FRAME_HEIGHT, 0);
}

/* Writes the words above a tier's lanes, where there are several tiers. */
static void tier_head(const struct machine_figure *machine, const struct machine_tier *tier,
                      struct gnuplot *plot, double *y)
{
	char text[TEXT_BYTES] = "";
	if (machine->count == 1)
		return;
	text_add(text, "%.80s. %s", tier->rows[0].cores[0] == '\0' ? "All cores" : tier->rows[0].cores,
	         tier->title);
	figure_section(plot, &machine->figure, text, tier->words, y);
}

/* Writes a tier from *y on, or only moves *y past it where `plot` is NULL. */
static void tier_draw(const struct machine_figure *machine, struct machine_tier *tier, struct gnuplot *plot,
                      double *y)
{
	double top = *y, head = *y;
	tier_head(machine, tier, NULL, &top);
	top -= machine->count > 1 ? 6 : 0;
	double frame = top + machine_lanes_height(tier) + TO_FRAME;
	*y = frame + FRAME_HEIGHT + BELOW_FRAME;
	if (plot == NULL)
		return;
	double clock = passes_middle(&tier->passes) == NULL ? NAN : passes_middle(&tier->passes)->clock_ghz;
	tier->y.start = frame + FRAME_HEIGHT;
	tier->y.end = frame;
	axis_panel(plot, &tier->x, &tier->y, isfinite(clock) ? 11 : 3);
	tier_head(machine, tier, plot, &head);
	gnuplot_comment(plot, "---- lanes: a level each");
	machine_lanes_draw(plot, tier, top);
	frame_axes(plot, tier, clock);
	frame_claims(plot, tier);
	frame_names(plot, tier);
	frame_curves(plot, tier, (unsigned)(tier - machine->tiers) + 1);
}

static int machine_open(struct machine_figure *machine, const struct figure_wish *wish, struct fault *fault)
{
	if (machine_table_load(&machine->table, wish->table, fault) != 0)
		return -1;
	if (machine->table.count == 0)
		return fault_set(fault, wish->table, "holds no level");
	for (size_t at = 0; at < machine->table.count && machine->count < TIERS;) {
		struct machine_tier *tier = &machine->tiers[machine->count++];
		tier->rows = &machine->table.rows[at];
		tier->count = machine_table_tier(&machine->table, at);
		at += tier->count;
		if (passes_open(&tier->passes, wish->summaries, wish->count, tier->rows[0].cores, fault) != 0)
			return -1;
		tier_scales(tier);
	}
	return 0;
}

static void machine_write(struct machine_figure *machine, FILE *stream)
{
	struct gnuplot plot;
	double top = figure_top(&machine->figure, NULL) + (machine->count > 1 ? TO_NEXT / 2.0 : -6), y = top;
	for (size_t i = 0; i < machine->count; i++, y += TO_NEXT)
		tier_draw(machine, &machine->tiers[i], NULL, &y);
	figure_begin(&machine->figure, &plot, stream, y - TO_NEXT);
	for (size_t i = 0; i < machine->count; i++, top += TO_NEXT)
		tier_draw(machine, &machine->tiers[i], &plot, &top);
	gnuplot_end(&plot);
}

int passes_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct machine_figure machine = {.figure = figure_of("machine", wish)};
	machine.figure.narrow = true;
	int result = machine_open(&machine, wish, fault);
	if (result == 0) {
		machine_words(&machine);
		machine_lanes_keys(&machine.figure, machine.tiers, machine.count);
		machine_write(&machine, stream);
	}
	for (size_t i = 0; i < machine.count; i++)
		passes_close(&machine.tiers[i].passes);
	machine_table_free(&machine.table);
	return result;
}
