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
static double lane_room(struct span mark)
{
	return fmax(LANE_END - mark.high - DISTANCE, mark.low - DISTANCE - NAME);
}

/* Words right of a mark, or left of it where they would pass the end; cut where neither side has the room. */
static void lane_beside(struct lane_at *lane, struct span mark, enum gnuplot_colour colour, const char *words)
{
	char cut[TEXT_BYTES];
	text_cut(cut, words, lane_room(mark), FONT_NARROW);
	bool fits = mark.high + DISTANCE + text_width(cut, FONT_NARROW) <= LANE_END;
	lane_text(lane, fits ? mark.high + DISTANCE : mark.low - DISTANCE, fits ? ALIGN_LEFT : ALIGN_RIGHT,
	          colour, cut);
}

static void draw_line(struct gnuplot *plot, double x1, double y1, double x2, double y2)
{
	gnuplot_line(plot, at(x1, y1), at(x2, y2), LAYER_FRONT, "nohead lw 1.6 lc rgb c_knee");
}

/* A bracket with bars at both ends, at height y; nothing within where a block stands. */
static void draw_bracket(struct gnuplot *plot, struct span bracket, struct span block, double y)
{
	if (block.low > bracket.low)
		draw_line(plot, bracket.low, y, block.low, y);
	if (block.high < bracket.high)
		draw_line(plot, block.high, y, bracket.high, y);
	draw_line(plot, bracket.low, y - 7, bracket.low, y + 7);
	draw_line(plot, bracket.high, y - 7, bracket.high, y + 7);
}

/* The same without a block. */
static void draw_bracket_alone(struct gnuplot *plot, struct span bracket, double y)
{
	draw_bracket(plot, bracket, (struct span){bracket.high, bracket.high}, y);
}

static void draw_box(struct gnuplot *plot, struct span box, double y, double half, enum gnuplot_colour colour)
{
	gnuplot_box(plot, at(box.low, y - half), at(box.high, y + half), LAYER_FRONT, colour);
	gnuplot_outline(plot, at(box.low, y - half), at(box.high, y + half), COLOUR_KNEE);
}

/* The block of an edge, no narrower than can be seen. */
static void draw_edge(struct gnuplot *plot, struct span block, double y)
{
	block.high = fmax(block.high, block.low + 3);
	draw_box(plot, block, y, 6, COLOUR_KNEE);
}

/* The open box of a factor. */
static void draw_factor(struct gnuplot *plot, struct span box, double y)
{
	draw_box(plot, box, y, 5, COLOUR_BAND);
}

struct span machine_lanes_span(const struct machine_tier *tier, double low_bytes, double high_bytes)
{
	double low = axis_at(&tier->x, low_bytes), high = axis_at(&tier->x, high_bytes);
	return (struct span){fmin(fmax(low, MACHINE_LEFT), MACHINE_RIGHT),
	                     fmin(fmax(high, MACHINE_LEFT), MACHINE_RIGHT)};
}

/* The bracket (Z1) of the pass that makes the claim: from its lower bound to the first size of the level
 * above. The claim's own ends where the pass tells neither. */
static struct span lane_bracket(const struct machine_tier *tier, const struct machine_row *row)
{
	uint64_t level = 0;
	const struct view *view = passes_claiming(&tier->passes, row->low_bytes, row->high_bytes, &level);
	const struct summary_finding *bound =
	    view == NULL ? NULL : view_finding(view, FINDING_LOWER_BOUND, level);
	const struct summary_finding *above =
	    view == NULL ? NULL : view_finding(view, FINDING_LEVEL, level + 1);
	double low = bound != NULL && bound->value < row->low_bytes ? bound->value : row->low_bytes;
	double high = above != NULL && above->low > row->high_bytes ? above->low : row->high_bytes;
	return machine_lanes_span(tier, low, high);
}

static void lane_claim(struct lane_at *lane, const struct machine_row *row)
{
	struct span bracket = lane_bracket(lane->tier, row),
	            claim = machine_lanes_span(lane->tier, row->low_bytes, row->high_bytes);
	char words[TEXT_BYTES] = "", size[WORDS], ids[RULE_TEXT];
	bool edge = machine_row_rests_on(row, RULE_E1), factor = machine_row_rests_on(row, RULE_E2);
	text_add(words, "%s (%.8s)%s", quantity_claim(row->low_bytes, row->high_bytes, size),
	         rule_ids(row->rules, ids), row->status == STATUS_NOTED ? ", noted" : "");
	if (!edge && !factor)
		claim.low = claim.high = bracket.high;
	draw_bracket(lane->plot, bracket, claim, lane->y);
	if (edge || factor)
		(edge ? draw_edge : draw_factor)(lane->plot, claim, lane->y);
	lane_beside(lane, bracket, COLOUR_KNEE, words);
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
	x = fmin(fmax(x, MACHINE_LEFT), MACHINE_RIGHT);
	lane_beside(lane, (struct span){x - 3, x + 3}, COLOUR_REPORTED, words);
	lane->y += LINE_STEP;
}

static void lane_disagreement(struct lane_at *lane, const struct machine_row *row)
{
	struct span sizes =
	    machine_lanes_span(lane->tier, row->disagreement_low_bytes, row->disagreement_high_bytes);
	char words[TEXT_BYTES] = "", size[WORDS];
	text_add(words, "or %s",
	         quantity_claim(row->disagreement_low_bytes, row->disagreement_high_bytes, size));
	if (text_width(words, FONT_NARROW) + 110 <= lane_room(sizes))
		text_add(words, " in another pass");
	draw_bracket_alone(lane->plot, sizes, lane->y);
	lane_beside(lane, sizes, COLOUR_KNEE, words);
	lane->y += LINE_STEP;
}

/* What the passes refused between the claims below and above a row: the sizes in question, all together; none
 * where high is not above 0. */
static struct span lane_refused_sizes(const struct machine_tier *tier, const struct machine_row *row)
{
	struct span sizes = span_none();
	double from = 0, to = INFINITY;
	for (size_t i = 0; i < tier->count; i++) {
		if (machine_row_claims(&tier->rows[i]) && &tier->rows[i] < row)
			from = tier->rows[i].high_bytes;
		if (machine_row_claims(&tier->rows[i]) && &tier->rows[i] > row && isinf(to))
			to = tier->rows[i].low_bytes;
	}
	for (size_t i = 0; i < tier->passes.count; i++) {
		const struct summary_finding *finding = NULL;
		while ((finding = view_next(&tier->passes.views[i], FINDING_CAPACITY, finding)) != NULL) {
			if (!view_refused(finding) || !(finding->low >= from && finding->high <= to))
				continue;
			span_add(&sizes, finding->low);
			span_add(&sizes, finding->high);
		}
	}
	return sizes;
}

static void draw_hatched(struct gnuplot *plot, struct span box, double y)
{
	static const char style[] = "nohead lw 1.2 lc rgb c_refused";
	const double half = 6;
	gnuplot_outline(plot, at(box.low, y - half), at(box.high, y + half), COLOUR_REFUSED);
	for (double x = box.low - 2 * half + 6; x < box.high; x += 6) {
		double from = fmax(x, box.low), to = fmin(x + 2 * half, box.high);
		gnuplot_line(plot, at(from, y + half - (from - x)), at(to, y + half - (to - x)), LAYER_FRONT,
		             style);
	}
}

/* What a refused level shows: a hatched box over the sizes in question, where there are any, and why in the
 * words of the rule, beside the box or, where they have no room there, below it. */
struct refused_lane {
	bool boxed, below;
	struct span box;
	char why[TEXT_BYTES];
};

static struct refused_lane refused_lane(const struct machine_tier *tier, const struct machine_row *row)
{
	struct refused_lane lane = {.why = ""};
	struct span sizes = lane_refused_sizes(tier, row);
	text_add(lane.why, "%s", refusal_rule_words(row->refusing));
	lane.boxed = sizes.high > 0;
	if (!lane.boxed)
		return lane;
	lane.box = machine_lanes_span(tier, sizes.low, sizes.high);
	lane.box.high = fmax(lane.box.high, lane.box.low + 6);
	double width = text_width(lane.why, FONT_NARROW) + DISTANCE;
	lane.below = lane.box.high + width > LANE_END && lane.box.low - width < NAME;
	return lane;
}

static void lane_refused(struct lane_at *lane, const struct machine_row *row)
{
	struct refused_lane refused = refused_lane(lane->tier, row);
	if (refused.boxed)
		draw_hatched(lane->plot, refused.box, lane->y);
	if (refused.boxed && !refused.below) {
		lane_beside(lane, refused.box, COLOUR_REFUSED, refused.why);
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
	figure_key(figure, edges, key_drawn(6, draw_edge), "edge (E1)");
	figure_key(figure, factors, key_drawn(KEY_LINE, draw_factor), "factor (E2)");
	figure_key(figure, claims, key_drawn(KEY_LINE, draw_bracket_alone), "bracket (Z1)");
	figure_key(figure, reported, key_mark(mark_full(SHAPE_DIAMOND, 0.9, COLOUR_REPORTED)), "reported");
	figure_key(figure, refused, key_drawn(KEY_LINE, draw_hatched), "refused");
	figure_key(figure, true, key_line("nohead lw 2.6 lc rgb c_ink"), others ? "middle pass" : "the pass");
	figure_key(figure, others, key_line("nohead lw 1.2 lc rgb c_pass"), "other quiet passes");
}
