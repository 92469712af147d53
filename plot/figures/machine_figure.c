/* Where a machine is drawn: its tiers one below another, each with a lane a level over the curves of all its
 * quiet passes. What is claimed stands in the machine's table, which reduce joined; the passes give the
 * curves. */
#include "figure.h"
#include "refusal.h"
#include "../draw/axis.h"
#include "../draw/text.h"
#include "../../reduce/summary/machine_rows.h"
#include "../passes.h"
#include "../../reduce/maths/logarithm.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Across: the lanes' ground, names, values and end; the frame. */
enum { GROUND_LEFT = 6, NAME = 12, VALUE = 86, LANE_END = 468, GROUND_RIGHT = 474 };
enum { FRAME_LEFT = 62, FRAME_RIGHT = 422, FRAME_HEIGHT = 232, FRAME_BELOW = 30 };
/* Down: the lines of a lane, what each takes; from the last lane to the frame, from the frame to the next. */
enum { FIRST_LINE = 12, LINE_STEP = 18, LANE_AIR = 5, TO_FRAME = 32, BELOW_FRAME = 54, TO_NEXT = 22 };
enum { TIERS = 8, DISTANCE = 9 };

struct machine_tier {
	const struct machine_row *rows;
	size_t count;
	struct passes passes;
	struct axis x, y; /* y in units of the figure */
	char title[TEXT_BYTES], words[TEXT_BYTES];
};

struct machine_figure {
	struct figure figure;
	struct machine_table table;
	struct machine_tier tiers[TIERS];
	size_t count;
};

/* ---- the words ---- */

/* "the reported L1d and L2 lie in their claims", for the levels of that status whose reported size lies so.
 */
static void machine_verdict(const struct machine_tier *tier, enum status status, const char *inside,
                            char *text)
{
	bool within = strcmp(inside, "yes") == 0, accepted = status == STATUS_ACCEPTED;
	size_t count = 0, named = 0;
	char size[WORDS];
	for (size_t i = 0; i < tier->count; i++)
		count += tier->rows[i].status == status && strcmp(tier->rows[i].inside, inside) == 0;
	if (count == 0)
		return;
	text_add(text, "%s ", text[0] == '\0' ? "The reported" : "; the reported");
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		if (row->status != status || strcmp(row->inside, inside) != 0)
			continue;
		const char *name = row->reported_level;
		text_add(text, "%s%.20s", named == 0 ? "" : named + 1 == count ? " and " : ", ", name);
		if (!within || name[0] == '\0')
			text_add(text, "%s%s", name[0] == '\0' ? "" : " of ",
			         quantity_exact(row->reported_bytes, size));
		named++;
	}
	text_add(text, count == 1 ? " lies %s " : " lie %s ",
	         within                         ? "in"
	         : strcmp(inside, "ABOVE") == 0 ? "above"
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
	static const char *const places[] = {"yes", "ABOVE", "BELOW"};
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		for (int status = STATUS_ACCEPTED; status <= STATUS_NOTED; status++)
			machine_verdict(tier, (enum status)status, places[i], text);
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
	text_cut(name, 700, FONT_NARROW);
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

/* ---- the lanes ---- */

struct lane_at {
	struct gnuplot *plot;
	const struct machine_tier *tier;
	double y; /* of the line that is written */
};

static void lane_text(struct lane_at *lane, double x, enum gnuplot_align align, enum gnuplot_colour colour,
                      const char *words)
{
	gnuplot_text(lane->plot, at(x, lane->y), align, colour, words);
}

/* How much room words have beside a mark: right of it, or left. */
static double lane_room(double left, double right)
{
	double after = LANE_END - right - DISTANCE, before = left - DISTANCE - NAME;
	return after > before ? after : before;
}

/* Words right of a mark, or left of it where they would pass the end; cut where neither side has the room. */
static void lane_beside(struct lane_at *lane, double left, double right, enum gnuplot_colour colour,
                        const char *words)
{
	char cut[TEXT_BYTES] = "";
	text_add(cut, "%s", words);
	text_cut(cut, lane_room(left, right), FONT_NARROW);
	bool fits = right + DISTANCE + text_width(cut, FONT_NARROW) <= LANE_END;
	lane_text(lane, fits ? right + DISTANCE : left - DISTANCE, fits ? ALIGN_LEFT : ALIGN_RIGHT, colour,
	          cut);
}

static void draw_line(struct gnuplot *plot, double x1, double y1, double x2, double y2)
{
	gnuplot_line(plot, at(x1, y1), at(x2, y2), LAYER_FRONT, "nohead lw 1.6 lc rgb c_knee");
}

/* A bracket with bars at both ends, at height y; nothing from `from` to `to` within, where a block stands. */
static void draw_bracket(struct gnuplot *plot, const double ends[2], double from, double to, double y)
{
	if (from > ends[0])
		draw_line(plot, ends[0], y, from, y);
	if (to < ends[1])
		draw_line(plot, to, y, ends[1], y);
	draw_line(plot, ends[0], y - 7, ends[0], y + 7);
	draw_line(plot, ends[1], y - 7, ends[1], y + 7);
}

/* The block of an edge, the open box of a factor. */
static void draw_block(struct gnuplot *plot, double left, double right, double y, bool edge)
{
	double half = edge ? 6 : 5;
	if (edge && right - left < 3)
		right = left + 3;
	gnuplot_box(plot, at(left, y - half), at(right, y + half), LAYER_FRONT,
	            edge ? COLOUR_KNEE : COLOUR_BAND);
	gnuplot_outline(plot, at(left, y - half), at(right, y + half), COLOUR_KNEE);
}

static double lane_x(const struct machine_tier *tier, double bytes)
{
	double x = axis_at(&tier->x, bytes);
	return x < FRAME_LEFT ? FRAME_LEFT : x > FRAME_RIGHT ? FRAME_RIGHT : x;
}

static bool rests_on(const struct machine_row *row, const char *rule)
{
	return strcmp(row->rule, rule) == 0;
}

/* The bracket (Z1) of the pass that makes the claim: from its lower bound to the first size of the level
 * above. The claim's own ends where the pass tells neither. */
static void lane_bracket(const struct machine_tier *tier, const struct machine_row *row, double ends[2])
{
	uint64_t level = 0;
	const struct view *view = passes_claiming(&tier->passes, row->low_bytes, row->high_bytes, &level);
	const struct summary_finding *bound =
	    view == NULL ? NULL : view_finding(view, FINDING_LOWER_BOUND, level);
	const struct summary_finding *above =
	    view == NULL ? NULL : view_finding(view, FINDING_LEVEL, level + 1);
	double low = bound != NULL && bound->value < row->low_bytes ? bound->value : row->low_bytes;
	double high = above != NULL && above->low > row->high_bytes ? above->low : row->high_bytes;
	ends[0] = lane_x(tier, low);
	ends[1] = lane_x(tier, high);
}

static void lane_claim(struct lane_at *lane, const struct machine_row *row)
{
	double ends[2], left = lane_x(lane->tier, row->low_bytes),
	                right = lane_x(lane->tier, row->high_bytes);
	char words[TEXT_BYTES] = "", size[WORDS];
	bool block = rests_on(row, "E1") || rests_on(row, "E2");
	lane_bracket(lane->tier, row, ends);
	text_add(words, "%s (%.8s)%s", quantity_claim(row->low_bytes, row->high_bytes, size), row->rule,
	         row->status == STATUS_NOTED ? ", noted" : "");
	draw_bracket(lane->plot, ends, block ? left : ends[1], block ? right : ends[1], lane->y);
	if (block)
		draw_block(lane->plot, left, right, lane->y, rests_on(row, "E1"));
	lane_beside(lane, ends[0], ends[1], COLOUR_KNEE, words);
	lane->y += LINE_STEP;
}

static void lane_reported(struct lane_at *lane, const struct machine_row *row)
{
	char words[TEXT_BYTES];
	double x = axis_at(&lane->tier->x, row->reported_bytes);
	bool shown = x >= FRAME_LEFT && x <= FRAME_RIGHT;
	view_cache_words(row->reported_level, row->reported_bytes, words);
	text_add(words, " reported");
	if (strcmp(row->inside, "ABOVE") == 0 || strcmp(row->inside, "BELOW") == 0)
		text_add(words, ", %s it", row->inside[0] == 'A' ? "above" : "below");
	if (shown)
		gnuplot_mark(lane->plot, at(x, lane->y), SHAPE_DIAMOND, 0.9, COLOUR_REPORTED);
	x = shown ? x : lane_x(lane->tier, row->reported_bytes);
	lane_beside(lane, x - 3, x + 3, COLOUR_REPORTED, words);
	lane->y += LINE_STEP;
}

static void lane_disagreement(struct lane_at *lane, const struct machine_row *row)
{
	double ends[] = {lane_x(lane->tier, row->disagreement_low_bytes),
	                 lane_x(lane->tier, row->disagreement_high_bytes)};
	char words[TEXT_BYTES] = "", size[WORDS];
	text_add(words, "or %s",
	         quantity_claim(row->disagreement_low_bytes, row->disagreement_high_bytes, size));
	if (text_width(words, FONT_NARROW) + 110 <= lane_room(ends[0], ends[1]))
		text_add(words, " in another pass");
	draw_bracket(lane->plot, ends, ends[1], ends[1], lane->y);
	lane_beside(lane, ends[0], ends[1], COLOUR_KNEE, words);
	lane->y += LINE_STEP;
}

/* What the passes refused between the claims below and above a row: the sizes in question, all together. */
static bool lane_refused_sizes(const struct machine_tier *tier, const struct machine_row *row, double *low,
                               double *high)
{
	double from = 0, to = INFINITY;
	for (size_t i = 0; i < tier->count; i++) {
		if (machine_row_claims(&tier->rows[i]) && &tier->rows[i] < row)
			from = tier->rows[i].high_bytes;
		if (machine_row_claims(&tier->rows[i]) && &tier->rows[i] > row && isinf(to))
			to = tier->rows[i].low_bytes;
	}
	*low = INFINITY;
	*high = 0;
	for (size_t i = 0; i < tier->passes.count; i++) {
		const struct summary_finding *finding = NULL;
		while ((finding = view_next(&tier->passes.views[i], FINDING_CAPACITY, finding)) != NULL) {
			if (!view_refused(finding) || !(finding->low >= from && finding->high <= to))
				continue;
			*low = finding->low < *low ? finding->low : *low;
			*high = finding->high > *high ? finding->high : *high;
		}
	}
	return *high > 0;
}

static void draw_hatched(struct gnuplot *plot, double left, double right, double y)
{
	static const char style[] = "nohead lw 1.2 lc rgb c_refused";
	const double half = 6;
	gnuplot_outline(plot, at(left, y - half), at(right, y + half), COLOUR_REFUSED);
	for (double x = left - 2 * half + 6; x < right; x += 6) {
		double from = x < left ? left : x, to = x + 2 * half > right ? right : x + 2 * half;
		gnuplot_line(plot, at(from, y + half - (from - x)), at(to, y + half - (to - x)), LAYER_FRONT,
		             style);
	}
}

/* What a refused level shows: a hatched box over the sizes in question, where there are any, and why in the
 * words of the rule, beside the box or, where they have no room there, below it. */
struct refused_lane {
	bool boxed, below;
	double left, right; /* of the box */
	char why[TEXT_BYTES];
};

static struct refused_lane refused_lane(const struct machine_tier *tier, const struct machine_row *row)
{
	struct refused_lane lane = {.why = ""};
	double low, high;
	rule_set set = 0;
	rule_read(row->refusing_rules, &set);
	text_add(lane.why, "%s", refusal_rule_words(set));
	lane.boxed = lane_refused_sizes(tier, row, &low, &high);
	if (!lane.boxed)
		return lane;
	lane.left = lane_x(tier, low);
	lane.right = lane_x(tier, high);
	if (lane.right - lane.left < 6)
		lane.right = lane.left + 6;
	double width = text_width(lane.why, FONT_NARROW) + DISTANCE;
	lane.below = lane.right + width > LANE_END && lane.left - width < NAME;
	return lane;
}

static void lane_refused(struct lane_at *lane, const struct machine_row *row)
{
	struct refused_lane refused = refused_lane(lane->tier, row);
	if (refused.boxed)
		draw_hatched(lane->plot, refused.left, refused.right, lane->y);
	if (refused.boxed && !refused.below) {
		lane_beside(lane, refused.left, refused.right, COLOUR_REFUSED, refused.why);
		return;
	}
	lane->y += refused.below ? LINE_STEP : 0;
	bool fits = text_width(refused.why, FONT_NARROW) <= LANE_END - VALUE;
	text_cut(refused.why, LANE_END - NAME, FONT_NARROW);
	lane_text(lane, fits ? VALUE : NAME, ALIGN_LEFT, COLOUR_REFUSED, refused.why);
}

/* "1.09 ns, 4.03 cycles", or how the level is refused. */
static void lane_value(const struct machine_row *row, char *text)
{
	char number[WORDS];
	if (row->status == STATUS_REFUSED)
		text_add(text, "refused%s%.24s%s", row->refusing_rules[0] == '\0' ? "" : " (",
		         row->refusing_rules, row->refusing_rules[0] == '\0' ? "" : ")");
	else if (view_is_time(row->time_ns))
		text_add(text, "%s ns", words_three(number, row->time_ns));
	else
		text_add(text, "no time");
	if (row->status != STATUS_REFUSED && row->cycles > 0)
		text_add(text, ", %s cycles", words_three(number, row->cycles));
}

/* Where the last level of the middle pass begins, beyond all claims; NAN where it does not. */
static double last_begins(const struct machine_tier *tier)
{
	const struct summary_finding *last = view_last_level(passes_middle(&tier->passes));
	double claimed = 0;
	for (size_t i = 0; i < tier->count; i++)
		claimed = fmax(claimed, tier->rows[i].high_bytes);
	return last != NULL && last->low >= claimed ? last->low : NAN;
}

static void lane_head(struct lane_at *lane, const struct machine_row *row)
{
	char name[TEXT_BYTES] = "", value[TEXT_BYTES] = "", accept[TEXT_BYTES] = "", size[WORDS];
	bool noted = row->accepted == 0 && row->noted > 0;
	uint64_t agreeing = noted ? row->noted : row->accepted;
	enum gnuplot_colour colour = row->status == STATUS_REFUSED ? COLOUR_REFUSED : COLOUR_INK;
	text_add(name, "%s%.10s", machine_row_is_level(row) ? "level " : "", row->level);
	lane_value(row, value);
	if (machine_row_is_level(row)) {
		text_add(accept, "%" PRIu64 " of %" PRIu64 " pass%s %s%s", agreeing, row->passes,
		         row->passes == 1 ? "" : "es", noted ? "note" : "accept", agreeing == 1 ? "s" : "");
		lane_text(lane, LANE_END, ALIGN_RIGHT, COLOUR_MUTED, accept);
	} else if (isfinite(last_begins(lane->tier))) {
		text_add(value, "; from %s on", quantity_exact(last_begins(lane->tier), size));
	}
	text_cut(value,
	         LANE_END - VALUE - (accept[0] == '\0' ? 0 : text_width(accept, FONT_NARROW) + DISTANCE),
	         FONT_NARROW);
	lane_text(lane, NAME, ALIGN_LEFT, colour, name);
	lane_text(lane, VALUE, ALIGN_LEFT, colour, value);
	lane->y += LINE_STEP;
}

static double lane_height(const struct machine_tier *tier, const struct machine_row *row)
{
	int lines = 1;
	if (machine_row_claims(row))
		lines += 1 + (row->reported_bytes > 0) + (row->disagreement_high_bytes > 0);
	else if (machine_row_is_level(row))
		lines += 1 + refused_lane(tier, row).below;
	return lines * LINE_STEP + LANE_AIR;
}

static void draw_lane(struct gnuplot *plot, const struct machine_tier *tier, const struct machine_row *row,
                      double top)
{
	struct lane_at lane = {plot, tier, top + FIRST_LINE};
	if ((row - tier->rows) % 2 == 0)
		gnuplot_box(plot, at(GROUND_LEFT, top), at(GROUND_RIGHT, top + lane_height(tier, row)),
		            LAYER_BEHIND, COLOUR_ROW);
	lane_head(&lane, row);
	if (!machine_row_claims(row)) {
		if (machine_row_is_level(row))
			lane_refused(&lane, row);
		return;
	}
	lane_claim(&lane, row);
	if (row->disagreement_high_bytes > 0)
		lane_disagreement(&lane, row);
	if (row->reported_bytes > 0)
		lane_reported(&lane, row);
}

/* ---- the frame ---- */

/* What is claimed, through the frame: a filled band, a pale band with edges, two dotted lines. */
static void frame_claims(struct gnuplot *plot, const struct machine_tier *tier)
{
	double beyond = FRAME_LEFT;
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		if (!machine_row_claims(row) || row->low_bytes < tier->x.low ||
		    row->high_bytes > tier->x.high)
			continue;
		bool edge = rests_on(row, "E1"), factor = rests_on(row, "E2");
		const double ends[] = {row->low_bytes, row->high_bytes};
		if (edge || factor)
			gnuplot_box(plot, at_foot(ends[0]), at_head(ends[1]), LAYER_BEHIND,
			            edge ? COLOUR_KNEEBAND : COLOUR_BAND);
		for (int end = 0; end < 2 && !edge; end++)
			gnuplot_line(plot, at_foot(ends[end]), at_head(ends[end]), LAYER_BACK,
			             factor ? "nohead lw 1 lc rgb c_knee"
			                    : "nohead lw 1.2 dt (1.5,3.5) lc rgb c_knee");
		double middle = (lane_x(tier, row->low_bytes) + lane_x(tier, row->high_bytes)) / 2;
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
	double begin = FRAME_LEFT;
	for (size_t i = 0; i < tier->count; i++) {
		const struct machine_row *row = &tier->rows[i];
		bool numbered = machine_row_is_level(row);
		char name[TEXT_BYTES] = "";
		if (numbered && !machine_row_claims(row))
			continue;
		double end = numbered ? lane_x(tier, row->low_bytes) : FRAME_RIGHT;
		text_add(name, "%s%.10s", numbered ? "level " : "", row->level);
		double width = text_width(name, FONT_NARROW), x = begin + (begin > FRAME_LEFT ? 10 : 6);
		if (!numbered && end - 10 - width > x)
			x = end - 10 - width;
		double lowest = curves_lowest(tier, x, x + width);
		if (x + width + 4 <= end && lowest + 22 < tier->y.start)
			gnuplot_text(plot, at(x, lowest + 12), ALIGN_LEFT, COLOUR_MUTED, name);
		begin = numbered ? lane_x(tier, row->high_bytes) : end;
	}
}

static void frame_axes(struct gnuplot *plot, const struct machine_tier *tier, double clock_ghz)
{
	double above = tier->y.end - 10;
	gnuplot_comment(plot, "---- axes");
	axis_draw_sizes(plot, &tier->x, true);
	axis_draw_times(plot, "y", &tier->y, 15, COLOUR_INK);
	gnuplot_grid(plot, "y");
	gnuplot_text(plot, at(FRAME_LEFT - 8, above), ALIGN_RIGHT, COLOUR_INK, "ns");
	axis_name(plot, &tier->x, tier->y.start + 2, "working set");
	if (!isfinite(clock_ghz))
		return;
	axis_draw_cycles(plot, &tier->y, clock_ghz);
	gnuplot_text(plot, at(FIGURE_NARROW - 8, above), ALIGN_RIGHT, COLOUR_MUTED, "cycles");
}

/* The passes as blocks of one set of data: the middle one alone, or the others. */
static void frame_curves(struct gnuplot *plot, const struct machine_tier *tier, unsigned number, bool middle)
{
	const struct passes *passes = &tier->passes;
	char name[16];
	snprintf(name, sizeof name, "%s%u", middle ? "middle" : "others", number);
	gnuplot_data(plot, name, "bytes, median ns; blank lines between passes");
	for (size_t i = 0; i < passes->count; i++) {
		if ((i == passes->middle) != middle)
			continue;
		for (size_t k = 0; k < passes->views[i].count; k++) {
			const struct summary_point *point = passes->views[i].points[k];
			double row[] = {(double)point->size_bytes,
			                view_is_time(point->time_ns) ? point->time_ns : NAN};
			gnuplot_row(plot, row, 2);
		}
		gnuplot_row(plot, NULL, 0);
	}
	gnuplot_data_end(plot);
}

static void frame_plot(struct gnuplot *plot, const struct machine_tier *tier, unsigned number)
{
	char name[16];
	if (tier->passes.count > 1) {
		snprintf(name, sizeof name, "others%u", number);
		gnuplot_plot(plot, name, "using 1:2 with lines lw 1.2 lc rgb c_pass");
	}
	if (tier->passes.count > 0) {
		snprintf(name, sizeof name, "middle%u", number);
		gnuplot_plot(plot, name, "using 1:2 with lines lw 2.6 lc rgb c_ink");
	}
	gnuplot_plot_end(plot);
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
	                     FRAME_LEFT, FRAME_RIGHT);
	if (times.low > times.high)
		times = (struct span){1, 1};
	double octaves = (logarithm_of(times.high) - logarithm_of(times.low) + 0.5) * FRAME_HEIGHT /
	                 (FRAME_HEIGHT - FRAME_BELOW);
	octaves = octaves > 3.4 ? octaves : 3.4;
	double bottom = logarithm_of(times.low) - octaves * FRAME_BELOW / FRAME_HEIGHT;
	tier->y =
	    axis_logarithmic(logarithm_power(bottom), logarithm_power(bottom + octaves), FRAME_HEIGHT, 0);
}

/* Writes the words above a tier's lanes, where there are several tiers. */
static void tier_head(const struct machine_figure *machine, const struct machine_tier *tier,
                      struct gnuplot *plot, double *y)
{
	struct figure_paragraph title = figure_title(&machine->figure),
	                        words = figure_subtitle(&machine->figure);
	char text[TEXT_BYTES] = "";
	if (machine->count == 1)
		return;
	title.room = words.room;
	text_add(text, "%.80s. %s", tier->rows[0].cores[0] == '\0' ? "All cores" : tier->rows[0].cores,
	         tier->title);
	figure_write(plot, &title, text, y);
	figure_write(plot, &words, tier->words, y);
}

/* Writes a tier from *y on, or only moves *y past it where `plot` is NULL. */
static void tier_draw(const struct machine_figure *machine, struct machine_tier *tier, struct gnuplot *plot,
                      double *y)
{
	unsigned number = (unsigned)(tier - machine->tiers) + 1;
	double top = *y, head = *y;
	tier_head(machine, tier, NULL, &top);
	top -= machine->count > 1 ? 6 : 0;
	double frame = top;
	for (size_t i = 0; i < tier->count; i++)
		frame += lane_height(tier, &tier->rows[i]);
	frame += TO_FRAME;
	*y = frame + FRAME_HEIGHT + BELOW_FRAME;
	if (plot == NULL)
		return;
	double clock = passes_middle(&tier->passes) == NULL ? NAN : passes_middle(&tier->passes)->clock_ghz;
	tier->y.start = frame + FRAME_HEIGHT;
	tier->y.end = frame;
	gnuplot_panel(plot, FRAME_LEFT, FRAME_RIGHT, frame, frame + FRAME_HEIGHT, isfinite(clock) ? 11 : 3);
	tier_head(machine, tier, plot, &head);
	gnuplot_comment(plot, "---- lanes: a level each");
	for (size_t i = 0; i < tier->count; i++) {
		draw_lane(plot, tier, &tier->rows[i], top);
		top += lane_height(tier, &tier->rows[i]);
	}
	frame_axes(plot, tier, clock);
	frame_claims(plot, tier);
	frame_names(plot, tier);
	if (tier->passes.count > 1)
		frame_curves(plot, tier, number, false);
	if (tier->passes.count > 0)
		frame_curves(plot, tier, number, true);
	frame_plot(plot, tier, number);
}

static void key_edge(struct gnuplot *plot, double x, double y)
{
	draw_block(plot, x, x + 6, y, true);
}

static void key_factor(struct gnuplot *plot, double x, double y)
{
	draw_block(plot, x, x + KEY_LINE, y, false);
}

static void key_bracket(struct gnuplot *plot, double x, double y)
{
	draw_bracket(plot, (const double[]){x, x + KEY_LINE}, x + KEY_LINE, x + KEY_LINE, y);
}

static void key_refused(struct gnuplot *plot, double x, double y)
{
	draw_hatched(plot, x, x + KEY_LINE, y);
}

static void machine_keys(struct machine_figure *machine)
{
	bool edges = false, factors = false, claims = false, reported = false, refused = false,
	     others = false;
	for (size_t t = 0; t < machine->count; t++) {
		const struct machine_tier *tier = &machine->tiers[t];
		others |= tier->passes.count > 1;
		for (size_t i = 0; i < tier->count; i++) {
			const struct machine_row *row = &tier->rows[i];
			claims |= machine_row_claims(row);
			edges |= machine_row_claims(row) && rests_on(row, "E1");
			factors |= machine_row_claims(row) && rests_on(row, "E2");
			reported |= machine_row_claims(row) && row->reported_bytes > 0;
			refused |= row->status == STATUS_REFUSED && machine_row_is_level(row);
		}
	}
	struct figure *figure = &machine->figure;
	figure_key(figure, edges, (struct figure_symbol){.width = 6, .draw = key_edge}, "edge (E1)");
	figure_key(figure, factors, (struct figure_symbol){.width = KEY_LINE, .draw = key_factor},
	           "factor (E2)");
	figure_key(figure, claims, (struct figure_symbol){.width = KEY_LINE, .draw = key_bracket},
	           "bracket (Z1)");
	figure_key(figure, reported, key_mark(SHAPE_DIAMOND, 0.9, COLOUR_REPORTED), "reported");
	figure_key(figure, refused, (struct figure_symbol){.width = KEY_LINE, .draw = key_refused},
	           "refused");
	figure_key(figure, true, key_line("nohead lw 2.6 lc rgb c_ink"), others ? "middle pass" : "the pass");
	figure_key(figure, others, key_line("nohead lw 1.2 lc rgb c_pass"), "other quiet passes");
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
		for (size_t i = 0; i < tier->passes.count; i++)
			machine->figure.synthetic |= tier->passes.views[i].synthetic;
	}
	return 0;
}

static void machine_write(struct machine_figure *machine, FILE *stream)
{
	struct gnuplot plot;
	double top = figure_top(&machine->figure) + (machine->count > 1 ? TO_NEXT / 2.0 : -6), y = top;
	for (size_t i = 0; i < machine->count; i++, y += TO_NEXT)
		tier_draw(machine, &machine->tiers[i], NULL, &y);
	figure_begin(&machine->figure, &plot, stream, y - TO_NEXT);
	for (size_t i = 0; i < machine->count; i++, top += TO_NEXT)
		tier_draw(machine, &machine->tiers[i], &plot, &top);
	figure_end(&plot);
}

int passes_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct machine_figure machine = {.figure = {.name = "machine", .narrow = true}};
	int result = machine_open(&machine, wish, fault);
	if (result == 0) {
		machine_words(&machine);
		machine_keys(&machine);
		machine_write(&machine, stream);
	}
	for (size_t i = 0; i < machine.count; i++)
		passes_close(&machine.tiers[i].passes);
	machine_table_free(&machine.table);
	return result;
}
