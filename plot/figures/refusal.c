/* Where refusals get their words and their places. */
#include "refusal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A reason longer than this has no room beside a bracket: the rule's words serve. */
enum { REFUSAL_REASON = 110 };
static const double refusal_distance = 9;

const char *refusal_rule_words(rule_set set)
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(set, list);
	for (size_t i = 0; i < count; i++)
		if (rules[list[i]].refusal[0] != '\0')
			return rule_refusal(list[i], RULE_VERSION);
	return "";
}

/* The sizes in question of a refused knee: its bracket (Z1), else what lies between its two levels. */
static struct span refusal_sizes(const struct view *view, const struct summary_finding *knee)
{
	if (knee->level != 0) {
		const struct summary_finding *capacity = view_finding(view, FINDING_CAPACITY, knee->level);
		const struct summary_finding *below = view_finding(view, FINDING_LEVEL, knee->level);
		const struct summary_finding *above = view_finding(view, FINDING_LEVEL, knee->level + 1);
		if (capacity != NULL && capacity->low > 0 && capacity->high >= capacity->low)
			return (struct span){capacity->low, capacity->high};
		if (below != NULL && above != NULL && below->high > 0 && above->low >= below->high)
			return (struct span){below->high, above->low};
	}
	if (knee->low > 0 && knee->high >= knee->low)
		return (struct span){knee->low, knee->high};
	return (struct span){knee->value, knee->value};
}

/* Adds "level 2: WHY (K3)" as the next form, WHY cut to what `room` leaves for it. */
static void refusal_form(struct lane_mark *mark, const struct summary_finding *finding, const char *why,
                         double room)
{
	char text[TEXT_BYTES] = "", id[TEXT_BYTES] = "", cut[TEXT_BYTES], clean[LANE_WORDS], ids[RULE_TEXT];
	size_t form = 0;
	while (form < LANE_FORMS && mark->forms[form][0] != '\0')
		form++;
	if (form == LANE_FORMS)
		return;
	if (finding->level != 0)
		text_add(text, "level %" PRIu64 "%s", finding->level, why[0] == '\0' ? "" : ": ");
	text_clean(cut, 160, why);
	if (finding->rules != 0)
		text_add(id, " (%.24s)", rule_ids(finding->rules, ids));
	text_cut(cut, cut, room - text_width(text, FONT_TEXT) - text_width(id, FONT_TEXT), FONT_TEXT);
	text_add(text, "%s%s", cut, id);
	text_clean(clean, sizeof clean, text);
	memcpy(mark->forms[form], clean, sizeof clean);
}

/* The reason without the id of its first rule ("D1: ..."), which stands behind it anyway. */
static const char *refusal_reason(const struct summary_finding *finding)
{
	char ids[RULE_TEXT];
	size_t id = strcspn(rule_ids(finding->rules, ids), " ");
	bool repeated = id > 0 && strncmp(finding->reason, ids, id) == 0 && finding->reason[id] == ':';
	const char *reason = finding->reason + (repeated ? id + 1 : 0);
	return reason + strspn(reason, " ");
}

static struct refusal refusal_of(const struct view *view, const struct summary_finding *finding,
                                 const struct axis *x, double left, double right)
{
	struct refusal refusal = {.mark = {.prefer = LANE_LEFT, .half = 2, .colour = COLOUR_REFUSED}};
	const char *registered = refusal_rule_words(finding->rules);
	struct span sizes = refusal_sizes(view, finding);
	refusal.whole = finding->kind != FINDING_KNEE || !view_is_size(sizes.low) ||
	                !view_is_size(sizes.high) || sizes.high < x->low || sizes.low > x->high;
	if (refusal.whole) { /* so that its words begin at the left edge of the room */
		refusal.mark.left = refusal.mark.right = left - refusal_distance;
		refusal.mark.half = 0;
	} else {
		refusal.mark.left = axis_at(x, fmax(sizes.low, x->low));
		refusal.mark.right = axis_at(x, fmin(sizes.high, x->high));
	}
	/* The first clause says why; others may follow, and what else is known. */
	char clause[TEXT_BYTES] = "";
	const char *reason = refusal_reason(finding);
	text_add(clause, "%.*s", (int)strcspn(reason, ";"), reason);
	bool short_enough = clause[0] != '\0' && strlen(clause) <= REFUSAL_REASON;
	const char *best = short_enough || registered[0] == '\0' ? clause : registered;
	double before = refusal.mark.left - left, after = right - refusal.mark.right;
	refusal_form(&refusal.mark, finding, best, right - left);
	if (best != registered && registered[0] != '\0')
		refusal_form(&refusal.mark, finding, registered, right - left);
	/* What is cut must not turn its sense around: the registered words can bear it. */
	refusal_form(&refusal.mark, finding, registered[0] != '\0' ? registered : best,
	             fmax(before, after) - 2 * refusal_distance);
	refusal_form(&refusal.mark, finding, "", right - left);
	return refusal;
}

/* Tries a form of one refusal in a row, beside those that stand there already. */
static bool refusal_try(struct refusals *refusals, size_t self, size_t row, size_t form,
                        const struct lane *lane)
{
	struct lane_mark marks[REFUSALS], *mark = &refusals->of[self].mark;
	size_t count = 0;
	for (size_t i = 0; i < self; i++) {
		if (refusals->of[i].row != row)
			continue;
		marks[count++] = refusals->of[i].mark;
		struct span words = lane_words_span(&refusals->of[i].mark);
		if (mark->left < words.high && words.low < mark->right)
			return false; /* its bracket would strike those words through */
	}
	marks[count] = *mark;
	if (!lane_try(lane, marks, count + 1, count, form, false))
		return false;
	*mark = marks[count];
	refusals->of[self].row = row;
	return true;
}

static void refusal_place(struct refusals *refusals, size_t self, const struct lane *lane)
{
	struct lane_mark *mark = &refusals->of[self].mark;
	for (size_t form = 0; form < LANE_FORMS && mark->forms[form][0] != '\0'; form++)
		for (size_t row = 0; row < REFUSAL_ROWS; row++)
			if (refusal_try(refusals, self, row, form, lane))
				return;
	refusals->of[self].row = refusals->of[self].whole ? REFUSAL_NONE : REFUSAL_BARE;
}

void refusals_place(struct refusals *refusals, const struct view *view, const struct axis *x, double left,
                    double right)
{
	static const enum finding_kind kinds[] = {FINDING_TIMER, FINDING_TIER, FINDING_SWEEP,
	                                          FINDING_HIERARCHY, FINDING_KNEE};
	struct lane lane = {.left = left, .right = right};
	*refusals = (struct refusals){.rows = 1};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct summary_finding *row = NULL;
		while ((row = view_next(view, kinds[i], row)) != NULL)
			if (view_refused(row) && refusals->count < REFUSALS)
				refusals->of[refusals->count++] = refusal_of(view, row, x, left, right);
	}
	for (size_t i = 0; i < refusals->count; i++) {
		refusal_place(refusals, i, &lane);
		if (refusals->of[i].row != REFUSAL_NONE && refusals->of[i].row >= refusals->rows)
			refusals->rows = refusals->of[i].row + 1;
	}
}

void refusals_draw(struct gnuplot *plot, const struct refusals *refusals, double y)
{
	for (size_t i = 0; i < refusals->count; i++) {
		const struct refusal *refusal = &refusals->of[i];
		double row = y + (double)refusal->row * LANE_HEIGHT;
		if (refusal->row == REFUSAL_NONE)
			continue;
		if (!refusal->whole)
			gnuplot_line(plot, at(refusal->mark.left, row), at(refusal->mark.right, row),
			             LAYER_FRONT, LINE_REFUSED);
		lane_draw_words(plot, &refusal->mark, row);
	}
}
