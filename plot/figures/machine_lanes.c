/* Where the levels of a machine get a lane each. */
#include "machine_lanes.h"
#include "refusal.h"

#include <math.h>
#include <string.h>

/* Across: the lanes' ground, names, values and end. */
enum { GROUND_LEFT = 6, NAME = 12, VALUE = 86, LANE_END = 468, GROUND_RIGHT = 474, DISTANCE = 9 };
/* Down: the lines of a lane, what each takes. */
enum { FIRST_LINE = 12, LINE_STEP = 18, LANE_AIR = 5 };

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
	text_cut(cut, words, lane_room(left, right), FONT_NARROW);
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

double machine_lanes_x(const struct machine_tier *tier, double bytes)
{
	double x = axis_at(&tier->x, bytes);
	return x < MACHINE_LEFT ? MACHINE_LEFT : x > MACHINE_RIGHT ? MACHINE_RIGHT : x;
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
	ends[0] = machine_lanes_x(tier, low);
	ends[1] = machine_lanes_x(tier, high);
}

static void lane_claim(struct lane_at *lane, const struct machine_row *row)
{
	double ends[2], left = machine_lanes_x(lane->tier, row->low_bytes),
	                right = machine_lanes_x(lane->tier, row->high_bytes);
	char words[TEXT_BYTES] = "", size[WORDS], ids[RULE_TEXT];
	bool block = machine_row_rests_on(row, RULE_E1) || machine_row_rests_on(row, RULE_E2);
	lane_bracket(lane->tier, row, ends);
	text_add(words, "%s (%.8s)%s", quantity_claim(row->low_bytes, row->high_bytes, size),
	         rule_ids(row->rules, ids), row->status == STATUS_NOTED ? ", noted" : "");
	draw_bracket(lane->plot, ends, block ? left : ends[1], block ? right : ends[1], lane->y);
	if (block)
		draw_block(lane->plot, left, right, lane->y, machine_row_rests_on(row, RULE_E1));
	lane_beside(lane, ends[0], ends[1], COLOUR_KNEE, words);
	lane->y += LINE_STEP;
}

static void lane_reported(struct lane_at *lane, const struct machine_row *row)
{
	char words[TEXT_BYTES];
	double x = axis_at(&lane->tier->x, row->reported_bytes);
	bool shown = x >= MACHINE_LEFT && x <= MACHINE_RIGHT;
	view_cache_words(row->reported_level, row->reported_bytes, words);
	text_add(words, " reported");
	if (row->inside == INSIDE_ABOVE || row->inside == INSIDE_BELOW)
		text_add(words, ", %s it", row->inside == INSIDE_ABOVE ? "above" : "below");
	if (shown)
		gnuplot_mark(lane->plot, at(x, lane->y), mark_full(SHAPE_DIAMOND, 0.9, COLOUR_REPORTED));
	x = shown ? x : machine_lanes_x(lane->tier, row->reported_bytes);
	lane_beside(lane, x - 3, x + 3, COLOUR_REPORTED, words);
	lane->y += LINE_STEP;
}

static void lane_disagreement(struct lane_at *lane, const struct machine_row *row)
{
	double ends[] = {machine_lanes_x(lane->tier, row->disagreement_low_bytes),
	                 machine_lanes_x(lane->tier, row->disagreement_high_bytes)};
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
	text_add(lane.why, "%s", refusal_rule_words(row->refusing));
	lane.boxed = lane_refused_sizes(tier, row, &low, &high);
	if (!lane.boxed)
		return lane;
	lane.left = machine_lanes_x(tier, low);
	lane.right = machine_lanes_x(tier, high);
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
	text_cut(refused.why, refused.why, LANE_END - NAME, FONT_NARROW);
	lane_text(lane, fits ? VALUE : NAME, ALIGN_LEFT, COLOUR_REFUSED, refused.why);
}

/* "1.09 ns, 4.03 cycles", or how the level is refused. */
static void lane_value(const struct machine_row *row, char *text)
{
	char number[WORDS], ids[RULE_TEXT];
	if (row->status == STATUS_REFUSED)
		text_add(text, "refused%s%.24s%s", row->refusing == 0 ? "" : " (",
		         rule_ids(row->refusing, ids), row->refusing == 0 ? "" : ")");
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
	char name[TEXT_BYTES] = "", value[TEXT_BYTES] = "", accept[MACHINE_ROW_PASSES] = "", size[WORDS];
	enum gnuplot_colour colour = row->status == STATUS_REFUSED ? COLOUR_REFUSED : COLOUR_INK;
	text_add(name, "%s%.10s", machine_row_is_level(row) ? "level " : "", row->level);
	lane_value(row, value);
	if (machine_row_is_level(row)) {
		lane_text(lane, LANE_END, ALIGN_RIGHT, COLOUR_MUTED, machine_row_passes(row, accept));
	} else if (isfinite(last_begins(lane->tier))) {
		text_add(value, "; from %s on", quantity_exact(last_begins(lane->tier), size));
	}
	text_cut(value, value,
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

double machine_lanes_height(const struct machine_tier *tier)
{
	double height = 0;
	for (size_t i = 0; i < tier->count; i++)
		height += lane_height(tier, &tier->rows[i]);
	return height;
}

void machine_lanes_draw(struct gnuplot *plot, const struct machine_tier *tier, double top)
{
	for (size_t i = 0; i < tier->count; i++) {
		draw_lane(plot, tier, &tier->rows[i], top);
		top += lane_height(tier, &tier->rows[i]);
	}
}

/* ---- the key ---- */

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

void machine_lanes_keys(struct figure *figure, const struct machine_tier *tiers, size_t count)
{
	bool edges = false, factors = false, claims = false, reported = false, refused = false,
	     others = false;
	for (size_t t = 0; t < count; t++) {
		const struct machine_tier *tier = &tiers[t];
		others |= tier->passes.count > 1;
		for (size_t i = 0; i < tier->count; i++) {
			const struct machine_row *row = &tier->rows[i];
			claims |= machine_row_claims(row);
			edges |= machine_row_claims(row) && machine_row_rests_on(row, RULE_E1);
			factors |= machine_row_claims(row) && machine_row_rests_on(row, RULE_E2);
			reported |= machine_row_claims(row) && row->reported_bytes > 0;
			refused |= row->status == STATUS_REFUSED && machine_row_is_level(row);
		}
	}
	figure_key(figure, edges, (struct figure_symbol){.width = 6, .draw = key_edge}, "edge (E1)");
	figure_key(figure, factors, (struct figure_symbol){.width = KEY_LINE, .draw = key_factor},
	           "factor (E2)");
	figure_key(figure, claims, (struct figure_symbol){.width = KEY_LINE, .draw = key_bracket},
	           "bracket (Z1)");
	figure_key(figure, reported, key_mark(mark_full(SHAPE_DIAMOND, 0.9, COLOUR_REPORTED)), "reported");
	figure_key(figure, refused, (struct figure_symbol){.width = KEY_LINE, .draw = key_refused},
	           "refused");
	figure_key(figure, true, key_line("nohead lw 2.6 lc rgb c_ink"), others ? "middle pass" : "the pass");
	figure_key(figure, others, key_line("nohead lw 1.2 lc rgb c_pass"), "other quiet passes");
}
