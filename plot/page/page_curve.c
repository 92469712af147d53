/* Small figures in the colours of the page, so that they follow its scheme: times against working sets, both
 * logarithmic, with what is claimed above. Whole units for x, one decimal for y, no group, no style. */
#include "page_section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	CURVE_WIDTH = 368,
	CURVE_LEFT = 34,
	CURVE_RIGHT = 358,
	CURVE_FRAME = 165, /* high */
	CURVE_LANE = 27,
	CURVE_FOOT = 24,
	CURVE_FONT = 13,
	CURVE_LABELS = 4,
	CURVE_OTHERS = 16, /* passes, at most: more would hide each other */
	ROW_POINTS = 31
};

struct curve {
	struct span sizes, times;
	struct axis x, y;
};

/* Where a number lies, at the axis' end where it lies beyond. */
static double curve_at(const struct axis *axis, double value)
{
	return axis_at(axis, fmin(axis->high, fmax(axis->low, value)));
}

static void curve_extend(struct curve *curve, const struct view *view)
{
	for (size_t i = 0; i < view->count; i++) {
		if (!view_is_time(view->points[i]->time_ns))
			continue;
		span_add(&curve->sizes, (double)view->points[i]->size_bytes);
		span_add(&curve->times, view->points[i]->time_ns);
	}
}

/* Sets the axes below so many lanes, with some room beyond the points; false where there is no point. */
static bool curve_axes(struct curve *curve, size_t lanes)
{
	double top = (lanes == 0 ? 16 : 22) + CURVE_LANE * (double)lanes;
	if (!(curve->sizes.low <= curve->sizes.high))
		return false;
	curve->x = axis_logarithmic(curve->sizes.low, curve->sizes.high * 1.5, CURVE_LEFT, CURVE_RIGHT);
	curve->y = axis_logarithmic(curve->times.low / 1.25, curve->times.high * 1.6, top + CURVE_FRAME, top);
	return true;
}

/* Appends the points to a path; a size without a time parts the line. */
static void curve_points(FILE *stream, const struct curve *curve, const struct view *view)
{
	bool begins = true;
	for (size_t i = 0; i < view->count; i++) {
		double ns = view->points[i]->time_ns;
		if (view_is_time(ns))
			fprintf(stream, "%c%.0f %.1f", begins ? 'M' : 'L',
			        curve_at(&curve->x, (double)view->points[i]->size_bytes),
			        curve_at(&curve->y, ns));
		begins = !view_is_time(ns);
	}
}

/* ---- axes ---- */

static void curve_decades(FILE *stream, const struct curve *curve)
{
	for (double ns = pow(10, ceil(log10(curve->y.low))); ns <= curve->y.high; ns *= 10) {
		double y = curve_at(&curve->y, ns);
		fprintf(
		    stream,
		    "<path class=\"g\" d=\"M%d %.1fH%d\"/><text class=\"m e\" x=\"%d\" y=\"%.1f\">%.9g</text>",
		    CURVE_LEFT, y, CURVE_RIGHT, CURVE_LEFT - 5, y + 4.5, ns);
	}
}

/* A tick an octave, a label each few. */
static void curve_octaves(FILE *stream, const struct curve *curve)
{
	int first = (int)ceil(log2(curve->x.low)), last = (int)floor(log2(curve->x.high));
	int step = (last - first) / CURVE_LABELS + 1;
	char size[WORDS];
	for (int octave = first; octave <= last; octave++) {
		double bytes = ldexp(1, octave), x = curve_at(&curve->x, bytes);
		bool label = (octave - first) % step == step / 2;
		fprintf(stream, "<path class=\"f\" d=\"M%.0f %.0fv%d\"/>", x, curve->y.start, label ? 6 : 3);
		if (label)
			fprintf(stream, "<text class=\"c m\" x=\"%.0f\" y=\"%.0f\">%s</text>", x,
			        curve->y.start + 19, quantity_exact(bytes, size));
	}
}

static void curve_frame(FILE *stream, const struct curve *curve)
{
	fprintf(stream, "<path class=\"f\" d=\"M%d %.0fV%.0fH%d\"/>", CURVE_LEFT, curve->y.end,
	        curve->y.start, CURVE_RIGHT);
	curve_octaves(stream, curve);
	fprintf(stream, "<text class=\"m\" x=\"0\" y=\"%.0f\">ns</text>", curve->y.end - 3);
}

/* ---- claims ---- */

struct claim {
	double low, high; /* bytes; NAN where it is refused and nobody knows */
	rule_set rules;   /* that it rests on; none where it is refused */
	char words[TEXT_BYTES];
};

/* The mark of a claim around height y: a filled block, an open box, or a bare bracket; hatched where it is
 * refused. */
static void claim_mark(FILE *stream, const struct claim *claim, double x1, double x2, double y, double half)
{
	double width = fmax(3, x2 - x1);
	if (claim->rules == 0) {
		fprintf(stream, "<path class=\"rf\" d=\"M%.0f %.1fh%.0fv%.0fh-%.0fz", x1, y - half, width,
		        2 * half, width);
		for (double x = x1; x + 2 * half <= x1 + width; x += 6)
			fprintf(stream, "M%.0f %.1fl%.0f -%.0f", x, y + half, 2 * half, 2 * half);
		fputs("\"/>", stream);
	} else if ((claim->rules & RULE_SET(RULE_E1)) != 0)
		fprintf(stream, "<rect class=\"e1\" x=\"%.0f\" y=\"%.1f\" width=\"%.0f\" height=\"%.0f\"/>",
		        x1, y - half, width, 2 * half);
	else if ((claim->rules & RULE_SET(RULE_E2)) != 0)
		fprintf(stream, "<rect class=\"e2\" x=\"%.0f\" y=\"%.1f\" width=\"%.0f\" height=\"%.1f\"/>",
		        x1, y - 0.8 * half, width, 1.6 * half);
	else
		fprintf(stream, "<path class=\"z1\" d=\"M%.0f %.1fv%.0fM%.0f %.1fv%.0fM%.0f %.1fH%.0f\"/>",
		        x1, y - half, 2 * half, x2, y - half, 2 * half, x1, y, x2);
}

/* What a claim leaves in the frame: a band, or two dotted lines. */
static void claim_band(FILE *stream, const struct claim *claim, const struct curve *curve)
{
	double x1 = curve_at(&curve->x, claim->low), x2 = curve_at(&curve->x, claim->high);
	if (claim->rules == 0)
		return;
	if ((claim->rules & (RULE_SET(RULE_E1) | RULE_SET(RULE_E2))) != 0)
		fprintf(stream, "<rect class=\"bd\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%d\"/>", x1,
		        curve->y.end, fmax(3, x2 - x1), CURVE_FRAME);
	else
		fprintf(stream, "<path class=\"drop\" d=\"M%.0f %.0fV%.0fM%.0f %.0fV%.0f\"/>", x1,
		        curve->y.end, curve->y.start, x2, curve->y.end, curve->y.start);
}

/* A lane: the mark, what is reported under it, and the words beside it, where there is room. */
static void claim_lane(FILE *stream, const struct claim *claim, double reported, const struct curve *curve,
                       size_t lane)
{
	double y = 11 + CURVE_LANE * (double)lane, room = text_width(claim->words, CURVE_FONT);
	bool placed = isfinite(claim->low) && isfinite(claim->high);
	double x1 = placed ? curve_at(&curve->x, claim->low) : CURVE_LEFT,
	       x2 = placed ? curve_at(&curve->x, claim->high) : CURVE_LEFT;
	bool left = x2 + 11 + room > CURVE_RIGHT && x1 - 8 - room > 0;
	if (placed) {
		claim_mark(stream, claim, x1, x2, y, 4.5);
		claim_band(stream, claim, curve);
	}
	if (view_is_size(reported))
		fprintf(stream, "<path class=\"rp\" d=\"M%.0f %.1fl4.4 4.4l-4.4 4.4l-4.4-4.4z\"/>",
		        curve_at(&curve->x, reported), y + 6.1);
	fprintf(stream, "<text class=\"%s%s\" x=\"%.0f\" y=\"%.1f\">", claim->rules == 0 ? "r " : "",
	        left ? "e" : "", left ? x1 - 8 : fmin(x2 + 11, CURVE_RIGHT - room), y + 4.5);
	html_write(stream, "@</text>", in_text(claim->words));
}

/* A claim with its words, or what is refused under those rules; no size is known where an end is none. */
static struct claim claim_of(double low, double high, rule_set rests_on, enum status status,
                             rule_set refusing)
{
	struct claim claim = {.low = low, .high = high, .rules = rests_on, .words = ""};
	char size[WORDS], ids[RULE_TEXT];
	if (!(view_is_size(low) && view_is_size(high) && low <= high)) {
		claim.low = claim.high = NAN;
		claim.rules = 0;
	}
	if (claim.rules == 0)
		text_add(claim.words, "refused %.40s", rule_ids(refusing, ids));
	else
		text_add(claim.words, "%s %.8s%s", quantity_claim(claim.low, claim.high, size),
		         rule_ids(rests_on, ids), status == STATUS_ACCEPTED ? "" : ", noted");
	return claim;
}
static struct claim claim_of_row(const struct page_tier *tier, const struct machine_row *row)
{
	bool claims = machine_row_claims(row);
	double low = row->low_bytes, high = row->high_bytes;
	if (!claims && tier->passes.count > 0) { /* where the middle pass has it */
		const struct summary_finding *bracket = view_finding(
		    passes_middle(&tier->passes), FINDING_CAPACITY, (uint64_t)strtoul(row->level, NULL, 10));
		low = bracket != NULL ? bracket->low : NAN;
		high = bracket != NULL ? bracket->high : NAN;
	}
	return claim_of(low, high, claims ? row->rules : 0, row->status, row->refusing);
}

static struct claim claim_of_knee(const struct view *view, const struct summary_finding *knee)
{
	const struct summary_finding *bracket = view_finding(view, FINDING_CAPACITY, knee->level);
	enum rule_id list[RULE_COUNT];
	if (bracket == NULL)
		return claim_of(NAN, NAN, 0, knee->status, knee->rules);
	rule_set first = RULE_SET(rule_list(bracket->rules, list) > 0 ? list[0] : RULE_Z1);
	bool stands = view_stands(bracket) && view_stands(knee);
	return claim_of(bracket->low, bracket->high, stands ? first : 0, bracket->status, knee->rules);
}

/* ---- figures ---- */

static void curve_begin(FILE *stream, const struct curve *curve, const char *id, const char *title,
                        const char *words)
{
	double height = curve->y.start + CURVE_FOOT;
	fprintf(
	    stream,
	    "<svg class=\"mini\" role=\"img\" aria-labelledby=\"%s-t\" aria-describedby=\"%s-d\" viewBox=\"0 0 "
	    "%d %.0f\" width=\"%d\" height=\"%.0f\">",
	    id, id, CURVE_WIDTH, height, CURVE_WIDTH, height);
	html_write(stream, "<title id=\"@-t\">@</title><desc id=\"@-d\">@</desc>", in_markup(id),
	           in_text(title), in_markup(id), in_text(words));
	curve_decades(stream, curve);
}

/* The bold line of a pass over all else, and the frame. */
static void curve_end(FILE *stream, const struct curve *curve, const struct view *view)
{
	fputs("<path class=\"l\" d=\"", stream);
	curve_points(stream, curve, view);
	fputs("\"/>", stream);
	curve_frame(stream, curve);
	fputs("</svg>", stream);
}

static void curve_words(char words[TEXT_BYTES], const struct page_tier *tier)
{
	char number[WORDS], reported[TEXT_BYTES];
	words[0] = '\0';
	text_add(words, "Time a load against working set, both logarithmic.");
	for (const struct machine_row *row = tier->rows; row < tier->rows + tier->count; row++) {
		bool timed = isfinite(row->time_ns);
		text_add(words, " Level %.10s: %s%s", row->level,
		         timed ? words_three(number, row->time_ns) : "time unknown", timed ? " ns" : "");
		if (!machine_row_is_level(row))
			continue;
		text_add(words, ", %s", claim_of_row(tier, row).words);
		if (isfinite(row->reported_bytes))
			text_add(words, ", reported %s", page_row_reported(row, reported));
		text_add(words, ".");
	}
}

void page_curve(FILE *stream, const struct page_machine *machine, const struct page_tier *tier)
{
	struct curve curve = {.sizes = span_none(), .times = span_none()};
	char id[2 * HTML_ID], title[TEXT_BYTES] = "", words[TEXT_BYTES];
	size_t lanes = 0;
	for (size_t i = 0; i < tier->passes.count; i++)
		curve_extend(&curve, &tier->passes.views[i]);
	while (lanes < tier->count && machine_row_is_level(&tier->rows[lanes]))
		lanes++;
	if (!curve_axes(&curve, lanes))
		return;
	snprintf(id, sizeof id, "%.60s-%zu", machine->id, (size_t)(tier - machine->tiers) + 1);
	text_add(title, "%.200s: %zu quiet pass%s in random order", machine->title, tier->passes.count,
	         tier->passes.count == 1 ? "" : "es");
	curve_words(words, tier);
	fputs("<figure>", stream);
	curve_begin(stream, &curve, id, title, words);
	for (size_t lane = 0; lane < lanes; lane++) {
		const struct claim claim = claim_of_row(tier, &tier->rows[lane]);
		claim_lane(stream, &claim, tier->rows[lane].reported_bytes, &curve, lane);
	}
	fputs("<path class=\"p\" d=\"", stream);
	for (size_t i = 0; i < tier->passes.count && i < CURVE_OTHERS; i++)
		if (i != tier->passes.middle)
			curve_points(stream, &curve, &tier->passes.views[i]);
	fputs("\"/>", stream);
	curve_end(stream, &curve, passes_middle(&tier->passes));
	fputs("</figure>\n", stream);
}

void page_curve_pass(FILE *stream, const struct view *view, const char *id)
{
	struct curve curve = {.sizes = span_none(), .times = span_none()};
	const struct summary_finding *knee = NULL;
	size_t lanes = 0;
	curve_extend(&curve, view);
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL)
		lanes++;
	if (!curve_axes(&curve, lanes)) {
		fputs("<p class=\"none\">No point has a time.</p>", stream);
		return;
	}
	curve_begin(stream, &curve, id, view->pass, "Time a load against working set, both logarithmic.");
	for (size_t lane = 0; (knee = view_next(view, FINDING_KNEE, knee)) != NULL; lane++) {
		const struct claim claim = claim_of_knee(view, knee);
		claim_lane(stream, &claim, knee->reported, &curve, lane);
	}
	curve_end(stream, &curve, view);
}

/* All rows have one pair of axes, so that they can be held against each other. */
void page_curve_row(FILE *stream, const struct page_tier *tier)
{
	const struct curve curve = {.x = axis_logarithmic(2048, 1073741824, 2, 138),
	                            .y = axis_logarithmic(0.3, 1000, 41, 11)};
	fputs("<svg class=\"spark\" aria-hidden=\"true\" viewBox=\"0 0 140 42\">", stream);
	for (size_t i = 0; i < tier->count; i++) {
		const struct claim claim = claim_of_row(tier, &tier->rows[i]);
		if (machine_row_is_level(&tier->rows[i]) && isfinite(claim.low))
			claim_mark(stream, &claim, curve_at(&curve.x, claim.low),
			           curve_at(&curve.x, claim.high), 5, 3);
	}
	fputs("<path class=\"l\" d=\"", stream);
	const struct view *view = passes_middle(&tier->passes);
	size_t count = view == NULL ? 0 : view->count < ROW_POINTS ? view->count : ROW_POINTS, told = 0;
	for (size_t i = 0; i < count; i++) {
		const struct summary_point *point =
		    view->points[count == 1 ? 0 : i * (view->count - 1) / (count - 1)];
		if (view_is_time(point->time_ns))
			fprintf(stream, "%c%.0f %.1f", told++ == 0 ? 'M' : 'L',
			        curve_at(&curve.x, (double)point->size_bytes),
			        curve_at(&curve.y, point->time_ns));
	}
	fputs("\"/></svg>", stream);
}

void page_curve_key(FILE *stream)
{
	static const char *const marks[][2] = {
	    {"<rect class=\"e1\" x=\"11\" y=\"3\" width=\"8\" height=\"8\"/>", "a sharp edge (E1)"},
	    {"<rect class=\"e2\" x=\"5\" y=\"3.5\" width=\"20\" height=\"7\"/>", "within a factor (E2)"},
	    {"<path class=\"z1\" d=\"M2 2.5v9M28 2.5v9M2 7H28\"/>",
	     "a bracket around at least one capacity (Z1)"},
	    {"<path class=\"rp\" d=\"M15 2.4l4.6 4.6l-4.6 4.6l-4.6-4.6z\"/>", "reported by the system"},
	    {"<path class=\"rf\" d=\"M4 2.5h22v9h-22zM4 11.5l9-9M12 11.5l9-9\"/>", "refused"},
	    {"<path class=\"l\" d=\"M1 10C12 10 14 4 29 4\"/>", "middle pass"},
	    {"<path class=\"p\" d=\"M1 10C12 10 14 4 29 4\"/>", "other passes"}};
	fputs("<ul class=\"key\" aria-label=\"Marks of the small figures\">", stream);
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
		fprintf(stream,
		        "<li><svg class=\"mark\" aria-hidden=\"true\" viewBox=\"0 0 30 14\">%s</svg>%s</li>",
		        marks[i][0], marks[i][1]);
	fputs("</ul>\n", stream);
}
