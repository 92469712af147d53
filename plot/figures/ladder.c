/* Where the ladder is drawn: up to three captures, a panel each, over one axis of sizes. */
#include "panel.h"
#include "../../probe/capture.h"
#include "../../reduce/maths/logarithm.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LADDER_PANELS = 3, LADDER_GAP = 32, LADDER_AXIS = 52 };
static const double ladder_heights[LADDER_PANELS] = {280, 230, 190}; /* of a frame, by how many there are */

struct ladder {
	struct view views[LADDER_PANELS];
	struct panel panels[LADDER_PANELS];
	size_t count;
	struct figure figure;
};

/* ---- the title ---- */

/* How many levels a pass has, by the finding; 0 where no hierarchy is named. */
static uint64_t ladder_levels(const struct view *view)
{
	const struct summary_finding *hierarchy = view_finding(view, FINDING_HIERARCHY, 0);
	return view_stands(hierarchy) && hierarchy->value >= 1 && hierarchy->value < 100
	           ? (uint64_t)hierarchy->value
	           : 0;
}

/* "knees at 47.9 KiB and 1.07 MiB (noted)", "the knee noted at 47.9 KiB". */
static void ladder_knee_list(const struct view *view, size_t accepted, size_t stand, char *text)
{
	const struct summary_finding *knee = NULL;
	char size[WORDS];
	size_t written = 0;
	text_add(text, "%s%s at ", stand == 1 ? "the knee" : "knees", accepted == 0 ? " noted" : "");
	while ((knee = view_next_standing(view, FINDING_KNEE, knee)) != NULL && written < 8) {
		text_add(text, "%s%s%s",
		         written == 0           ? ""
		         : written + 1 == stand ? " and "
		                                : ", ",
		         quantity_size(knee->value, size),
		         accepted > 0 && !view_accepted(knee) ? " (noted)" : "");
		written++;
	}
}

static void ladder_title_one(const struct view *view, char *title)
{
	size_t counts[STATUS_REFUSED + 1] = {0};
	const struct summary_finding *knee = NULL;
	uint64_t levels = ladder_levels(view);
	char number[WORDS];
	while ((knee = view_next(view, FINDING_KNEE, knee)) != NULL)
		counts[knee->status]++;
	size_t stand = counts[STATUS_ACCEPTED] + counts[STATUS_NOTED], refused = counts[STATUS_REFUSED];
	if (levels == 0) {
		char ids[RULE_TEXT];
		const struct summary_finding *sweep = view_finding(view, FINDING_SWEEP, 0);
		const struct summary_finding *why =
		    view_refused(sweep) ? sweep : view_finding(view, FINDING_HIERARCHY, 0);
		text_add(title, why == sweep ? "No level is named" : "No hierarchy is named");
		const char *words = why == NULL ? "" : refusal_rule_words(why->rules);
		if (words[0] != '\0')
			text_add(title, ": %s (%.12s)", words, rule_ids(why->rules, ids));
	} else {
		text_add(title, "%" PRIu64 " level%s", levels, levels == 1 ? "" : "s");
		if (stand > 0) {
			text_add(title, ": ");
			ladder_knee_list(view, counts[STATUS_ACCEPTED], stand, title);
		}
	}
	if (refused > 0)
		text_add(title, "; %s%s refused", words_count(number, refused),
		         stand > 0      ? " more"
		         : refused == 1 ? " knee"
		                        : " knees");
}

/* The capture whose number of levels the others, of which all agree, do not have; the count where there is no
 * such. */
static size_t ladder_odd_one(const struct ladder *ladder)
{
	for (size_t odd = 0; odd < ladder->count; odd++) {
		size_t like = odd == 0 ? 1 : 0, agree = 0;
		for (size_t i = 0; i < ladder->count; i++)
			agree += i != odd &&
			         ladder_levels(&ladder->views[i]) == ladder_levels(&ladder->views[like]);
		if (agree + 1 == ladder->count)
			return odd;
	}
	return ladder->count;
}

static void ladder_level_words(const struct view *view, const char *unit, char *text)
{
	uint64_t levels = ladder_levels(view);
	if (levels == 0)
		text_add(text, unit[0] == '\0' ? "none" : "no");
	else
		text_add(text, "%" PRIu64, levels);
	text_add(text, "%s%s", unit, unit[0] == '\0' || levels == 1 ? "" : "s");
	if (levels > 0 && !view_accepted(view_finding(view, FINDING_HIERARCHY, 0)))
		text_add(text, " (noted)");
}

/* "Super core shows 4 levels, the others 3". */
static void ladder_title_unlike(const struct ladder *ladder, char *title)
{
	size_t odd = ladder_odd_one(ladder);
	for (size_t i = 0; i < ladder->count; i++) {
		size_t at = odd == ladder->count ? i : (odd + i) % ladder->count;
		char name[TEXT_BYTES] = "";
		text_cut(name, ladder->views[at].name, 320, FONT_TITLE);
		if (i == 1 && odd < ladder->count && ladder->count > 2) {
			text_add(title, ", the others ");
			ladder_level_words(&ladder->views[at], "", title);
			return;
		}
		text_add(title, "%s%s%s", i == 0 ? "" : ", ", name, i == 0 ? " shows " : " ");
		ladder_level_words(&ladder->views[at], i == 0 ? " level" : "", title);
	}
}

static void ladder_title_all(const struct ladder *ladder, char *title)
{
	char number[WORDS];
	bool same = true;
	for (size_t i = 1; i < ladder->count; i++)
		same = same && ladder_levels(&ladder->views[i]) == ladder_levels(&ladder->views[0]);
	if (!same) {
		ladder_title_unlike(ladder, title);
	} else if (ladder_levels(&ladder->views[0]) == 0) {
		text_add(title, "No level is named in any of the %s captures",
		         words_count(number, ladder->count));
	} else {
		text_add(title, "%s captures show ", ladder->count == 2 ? "Both" : "All three");
		ladder_level_words(&ladder->views[0], " level", title);
	}
}

/* ---- the lines below it ---- */

static uint64_t ladder_trials(const struct ladder *ladder)
{
	uint64_t most = 0;
	for (size_t k = 0; k < ladder->count; k++)
		for (size_t i = 0; i < ladder->views[k].count; i++)
			if (ladder->views[k].points[i]->trials > most)
				most = ladder->views[k].points[i]->trials;
	return most;
}

/* Whether all captures have the same text under a key of the header; then *value is it. */
static bool ladder_agree(const struct ladder *ladder, const char *key, const char **value)
{
	*value = view_header(ladder->views[0].summary, key);
	for (size_t i = 0; i < ladder->count && *value != NULL; i++) {
		const char *other = view_header(ladder->views[i].summary, key);
		if (other == NULL || strcmp(other, *value) != 0)
			*value = NULL;
	}
	return *value != NULL;
}

static bool ladder_is_curve(const struct view *view)
{
	return summary_kind(view->summary) == SUMMARY_CURVE;
}

static void ladder_subtitle(const struct ladder *ladder, char *text)
{
	const char *stride = NULL;
	const struct summary_point *point = ladder->views[0].points[0];
	bool curves = false;
	for (size_t i = 0; i < ladder->count; i++)
		curves = curves || ladder_is_curve(&ladder->views[i]);
	if (curves && ladder->count == 1) {
		text_add(text, "A curve of medians from another tool: what needs trials is not judged, and "
		               "a knee is at best noted.");
	} else {
		text_add(text, "One dependent load per ");
		if (ladder_agree(ladder, CAPTURE_KEY_STRIDE, &stride))
			text_add(text, "%.12s-byte line", stride);
		else
			text_add(text, "line");
		text_add(text, ", %s order, up to %" PRIu64 " trials a size",
		         capture_order_names[point->order], ladder_trials(ladder));
		if (point->competitors > 0)
			text_add(text, ", %" PRIu64 " competitor%s beside it", point->competitors,
			         point->competitors == 1 ? "" : "s");
		text_add(text, ".");
	}
	if (ladder->count > 1)
		text_add(text, " Each panel has its own nanoseconds; all span the same number of decades: "
		               "equal height is equal ratio.");
	else if (isfinite(ladder->views[0].clock_ghz))
		text_add(text, " Nanoseconds left, cycles right.");
}

/* ---- the layout ---- */

/* One axis of sizes for all, and octaves of time enough for the highest staircase. */
static void ladder_set(struct ladder *ladder)
{
	double staircase = 0, height = ladder_heights[ladder->count - 1];
	struct span sizes = span_none(), times;
	for (size_t i = 0; i < ladder->count; i++) {
		view_add_sizes(&ladder->views[i], &sizes);
		view_times(&ladder->views[i], &times);
		staircase = fmax(staircase, logarithm_of(times.high) - logarithm_of(times.low));
	}
	struct axis x = axis_sizes(sizes.low, sizes.high, PANEL_LEFT, PANEL_RIGHT);
	for (size_t i = 0; i < ladder->count; i++)
		panel_set(&ladder->panels[i], &ladder->views[i], &x, panel_octaves(staircase, height),
		          height);
}

static void ladder_write(struct ladder *ladder, FILE *stream)
{
	struct gnuplot plot;
	double y = figure_top(&ladder->figure, NULL);
	for (size_t i = 0; i < ladder->count; i++) {
		ladder->panels[i].lowest = i + 1 == ladder->count;
		y = panel_place(&ladder->panels[i], y) + LADDER_GAP;
	}
	figure_begin(&ladder->figure, &plot, stream, y - LADDER_GAP + LADDER_AXIS);
	for (size_t i = 0; i < ladder->count; i++)
		panel_draw(&plot, &ladder->panels[i], (unsigned)i + 1);
	gnuplot_end(&plot);
}

int ladder_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct ladder ladder = {.figure = figure_of("ladder", wish)};
	unsigned shows = 0;
	int result =
	    view_open_all(ladder.views, &ladder.count, wish->summaries, wish->count, wish->pass, fault);
	if (result == 0) {
		if (ladder.count == 1)
			ladder_title_one(&ladder.views[0], ladder.figure.title);
		else
			ladder_title_all(&ladder, ladder.figure.title);
		ladder_subtitle(&ladder, ladder.figure.subtitle);
		ladder_set(&ladder);
		for (size_t i = 0; i < ladder.count; i++)
			shows |= ladder.panels[i].shows;
		panel_keys(&ladder.figure, shows);
		ladder_write(&ladder, stream);
	}
	view_close_all(ladder.views, ladder.count);
	return result;
}
