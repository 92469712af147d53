/* Every trial by time: how long a load took above, and over the median of its size below, where drift, two
 * modes and outliers show at a glance; what was discarded is crossed out. */
#include "figure.h"
#include "../view.h"

#include "../../reduce/summary/trial_log.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TRIALS_LEFT = 92,
	TRIALS_RIGHT = 700,
	TRIALS_HEIGHT = 260,
	TRIALS_GAP = 52,
	TRIALS_BELOW = 150,
	TRIALS_AXIS = 58,   /* below the lower frame: ticks and the axis' name */
	TRIALS_ROUNDS = 48, /* marks of that many rounds at most */
	TRIALS_RULES = 8,
	TRIALS_MOST = 12000 /* marks in a frame; of more trials every second, third ... is drawn */
};
static const double trials_calm_low = 0.8, trials_calm_high = 1.25;

enum trials_kind { TRIALS_STAYED, TRIALS_MOVED, TRIALS_UNKNOWN, TRIALS_DISCARDED, TRIALS_KINDS };

/* How each kind is told: its words in the title and in the key, and its mark. Drawn in this order. */
static const struct {
	const char *words, *key;
	struct gnuplot_mark mark;
} trials_kinds[TRIALS_KINDS] = {
    [TRIALS_STAYED] = {"stayed", "stayed on one processor", {SHAPE_DISC, 0.36, COLOUR_FRAME, false}},
    [TRIALS_MOVED] = {"moved", "moved, counted", {SHAPE_TRIANGLE, 0.5, COLOUR_FIRST, false}},
    [TRIALS_UNKNOWN] = {"of unknown place",
                        "place unknown, counted",
                        {SHAPE_SQUARE, 0.34, COLOUR_FRAME, false}},
    [TRIALS_DISCARDED] = {"discarded", "discarded", {SHAPE_CROSS, 0.85, COLOUR_REFUSED, false}},
};

struct trials_round {
	double began; /* seconds */
	uint64_t number;
};

struct trials_figure {
	struct trial_log log;
	struct view view;
	size_t counts[TRIALS_KINDS];
	size_t sweep_trials;
	size_t every;       /* which share is drawn: every first, second ... */
	bool timed;         /* by the clock; else by running number */
	double end;         /* seconds, or trials */
	double pairs_at;    /* where the grid of pairs begins; NAN where there is none */
	struct span times;  /* a load, ns */
	struct span ratios; /* over the median of the size */
	struct trials_round rounds[TRIALS_ROUNDS];
	size_t round_count;
	struct axis x, y, ratio;
	struct figure figure;
};

/* ---- what there is to draw ---- */

static enum trials_kind trials_kind(const struct trial_log_row *row)
{
	if (row->discards != 0)
		return TRIALS_DISCARDED;
	return row->state == STATE_MOVED    ? TRIALS_MOVED
	       : row->state == STATE_STAYED ? TRIALS_STAYED
	                                    : TRIALS_UNKNOWN;
}

static double trials_when(const struct trials_figure *trials, size_t number)
{
	const struct trial_log_row *row = &trials->log.rows[number];
	return trials->timed ? (double)row->started_ns / 1e9 : (double)(number + 1);
}

static bool trials_is_load(const struct trial_log_row *row)
{
	return row->distance_bytes == 0;
}

static bool trials_sound(const struct trial_log_row *row)
{
	return isfinite(row->time_ns) && row->time_ns > 0;
}

/* The median of a trial's point, ns; NAN where it has none. */
static double trials_median(const struct trials_figure *trials, const struct trial_log_row *row)
{
	const struct summary *summary = trials->view.summary;
	const char *pass = row->pass < trials->log.pass_count ? trials->log.passes[row->pass] : "";
	for (size_t i = 0; i < summary->point_count; i++) {
		const struct summary_point *point = &summary->points[i];
		if (point->size_bytes == row->size_bytes && point->distance_bytes == row->distance_bytes &&
		    strcmp(point->pass, pass) == 0)
			return point->time_ns > 0 ? point->time_ns : NAN;
	}
	return NAN;
}

static void trials_add_round(struct trials_figure *trials, size_t number)
{
	const struct trial_log_row *row = &trials->log.rows[number];
	size_t count = trials->round_count;
	if (!trials_is_load(row) || count == TRIALS_ROUNDS || row->round == 0)
		return;
	if (count > 0 && trials->rounds[count - 1].number == row->round)
		return;
	trials->rounds[trials->round_count++] =
	    (struct trials_round){trials_when(trials, number), row->round};
}

/* Walks all trials once for what the frames must span. */
static void trials_survey(struct trials_figure *trials)
{
	const struct trial_log *log = &trials->log;
	trials->times = trials->ratios = span_none();
	for (size_t i = 0; i < log->count; i++)
		trials->timed = trials->timed || log->rows[i].started_ns > 0;
	for (size_t i = 0; i < log->count; i++) {
		const struct trial_log_row *row = &log->rows[i];
		double when = trials_when(trials, i);
		trials->counts[trials_kind(row)]++;
		trials->end = fmax(trials->end, when);
		trials_add_round(trials, i);
		if (!trials_is_load(row) && !(trials->pairs_at <= when))
			trials->pairs_at = when;
		if (!trials_sound(row))
			continue;
		if (trials_is_load(row)) {
			trials->sweep_trials++;
			span_add(&trials->times, row->time_ns);
		}
		span_add(&trials->ratios, row->time_ns / trials_median(trials, row));
	}
	trials->every = 1 + log->count / TRIALS_MOST;
}

/* ---- words ---- */

static void trials_title(struct trials_figure *trials)
{
	char *title = trials->figure.title;
	const char *separator = ": ";
	text_add(title, "%zu trials", trials->log.count);
	for (size_t kind = 0; kind < TRIALS_KINDS; kind++) {
		if (trials->counts[kind] == 0 && kind != TRIALS_DISCARDED)
			continue;
		text_add(title, "%s%zu %s", separator, trials->counts[kind], trials_kinds[kind].words);
		separator = ", ";
	}
}

/* What each rule discarded: "26 for processor share (T4), 6 for core tier (F1)". */
static void trials_discarded(const struct trials_figure *trials, char *words)
{
	struct {
		unsigned discards;
		size_t count;
	} rows[TRIALS_RULES];
	size_t used = 0;
	for (size_t i = 0; i < trials->log.count; i++) {
		const struct trial_log_row *row = &trials->log.rows[i];
		size_t k = 0;
		if (trials_kind(row) != TRIALS_DISCARDED)
			continue;
		while (k < used && rows[k].discards != row->discards)
			k++;
		if (k == used && used < TRIALS_RULES) {
			rows[used].discards = row->discards;
			rows[used++].count = 0;
		}
		if (k < used)
			rows[k].count++;
	}
	for (size_t k = 0; k < used; k++) {
		char status[TRIAL_LOG_STATUS];
		const struct rule_row *rule = rule_find(trial_log_status(rows[k].discards, status));
		text_add(words, "%s%zu for ", k == 0 ? " Discarded: " : ", ", rows[k].count);
		text_add(words, rule != NULL ? "%s (%.8s)" : "%.0s%.40s", rule != NULL ? rule->name : "",
		         trial_log_status(rows[k].discards, status));
	}
	text_add(words, used > 0 ? "." : "");
}

static void trials_words(struct trials_figure *trials)
{
	struct figure *figure = &trials->figure;
	trials_title(trials);
	text_add(figure->subtitle,
	         "%.120s. Above, time a load; below, the same trial over the median of its size%s.",
	         trials->view.name, isfinite(trials->pairs_at) ? ", and the pairs" : "");
	trials_discarded(trials, figure->subtitle);
	if (trials->every > 1)
		text_add(figure->subtitle, " One trial in %zu is drawn.", trials->every);
}

/* ---- drawing ---- */

static void trials_keys(struct trials_figure *trials)
{
	for (size_t kind = 0; kind < TRIALS_KINDS; kind++)
		figure_key(&trials->figure, trials->counts[kind] > 0, key_mark(trials_kinds[kind].mark),
		           trials_kinds[kind].key);
}

/* The axes: time from 0, times and ratios with a little air. */
static void trials_axes(struct trials_figure *trials)
{
	struct span times = trials->times.high > 0 ? trials->times : (struct span){1, 10};
	struct span ratios = {0.5, 2};
	if (trials->ratios.high > 0)
		ratios = (struct span){fmin(trials->ratios.low, 0.7), fmax(trials->ratios.high, 1.45)};
	double top = figure_top(&trials->figure, NULL) + 30, below = top + TRIALS_HEIGHT + TRIALS_GAP;
	trials->x = axis_linear(0, trials->end > 0 ? 1.02 * trials->end : 1, TRIALS_LEFT, TRIALS_RIGHT);
	trials->y = axis_logarithmic(times.low / 1.3, times.high * 1.15, top + TRIALS_HEIGHT, top);
	trials->ratio = axis_logarithmic(ratios.low / 1.06, ratios.high * 1.06, below + TRIALS_BELOW, below);
}

/* The marks of one frame, a block a kind: of time, or over the median. gnuplot refuses to plot a block
 * without rows. */
static void trials_marks(struct gnuplot *plot, const struct trials_figure *trials, bool below)
{
	char names[TRIALS_KINDS][16];
	size_t rows[TRIALS_KINDS] = {0};
	for (size_t kind = 0; kind < TRIALS_KINDS; kind++) {
		if (trials->counts[kind] == 0)
			continue;
		snprintf(names[kind], sizeof names[kind], "k%zu_%s", kind, below ? "ratio" : "time");
		gnuplot_data(plot, names[kind], below ? "when, over the median" : "when, ns a load");
		for (size_t i = 0; i < trials->log.count; i += trials->every) {
			const struct trial_log_row *row = &trials->log.rows[i];
			if (trials_kind(row) != kind || !trials_sound(row) || !(below || trials_is_load(row)))
				continue;
			double value = below ? row->time_ns / trials_median(trials, row) : row->time_ns;
			gnuplot_row(plot, (const double[]){trials_when(trials, i), value}, 2);
			rows[kind]++;
		}
	}
	for (size_t kind = 0; kind < TRIALS_KINDS; kind++)
		if (rows[kind] > 0)
			gnuplot_marks(plot, names[kind], "1:2", trials_kinds[kind].mark);
}

/* Dotted lines where a round begins, and where the pairs do. */
static void trials_parts(struct gnuplot *plot, const struct trials_figure *trials)
{
	static const char dotted[] = "nohead lw 1.5 dt (1.5,3.5) lc rgb c_muted";
	for (size_t i = 1; i < trials->round_count; i++)
		gnuplot_line(plot, at_foot(trials->rounds[i].began), at_head(trials->rounds[i].began),
		             LAYER_BACK, dotted);
	if (isfinite(trials->pairs_at))
		gnuplot_line(plot, at_foot(trials->pairs_at), at_head(trials->pairs_at), LAYER_BACK, dotted);
}

/* The names of the parts, above the upper frame: "round 2", or "2", or nothing where there is no room. */
static void trials_part_names(struct gnuplot *plot, const struct trials_figure *trials)
{
	double end = isfinite(trials->pairs_at) ? trials->pairs_at : trials->end;
	for (size_t i = 0; i <= trials->round_count; i++) {
		bool pairs = i == trials->round_count;
		char name[TEXT_BYTES] = "";
		double from = pairs ? trials->pairs_at : trials->rounds[i].began;
		double to = pairs                         ? trials->end
		            : i + 1 < trials->round_count ? trials->rounds[i + 1].began
		                                          : end;
		if (!(to > from))
			continue;
		double left = axis_at(&trials->x, from), room = axis_at(&trials->x, to) - left - 6;
		if (pairs)
			text_add(name, "pairs");
		else
			text_add(name, "round %llu", (unsigned long long)trials->rounds[i].number);
		const char *shown =
		    text_width(name, FONT_TEXT) <= room || pairs ? name : name + strlen("round ");
		if (text_width(shown, FONT_TEXT) <= room)
			gnuplot_text(plot, at(left + room / 2 + 3, trials->y.end - 12), ALIGN_CENTRE,
			             COLOUR_MUTED, shown);
	}
}

/* The floors of the levels as bands, with their names at the right. */
static void trials_levels(struct gnuplot *plot, const struct trials_figure *trials)
{
	const struct summary_finding *level = NULL;
	double before = INFINITY;
	while ((level = view_next(&trials->view, FINDING_LEVEL, level)) != NULL) {
		if (!(level->value > trials->y.low && 1.25 * level->value < trials->y.high))
			continue;
		double middle =
		    (axis_at(&trials->y, level->value) + axis_at(&trials->y, 1.25 * level->value)) / 2;
		char name[32];
		gnuplot_box(plot, at_left(level->value), at_right(1.25 * level->value), LAYER_BEHIND,
		            COLOUR_BAND);
		snprintf(name, sizeof name, "level %llu", (unsigned long long)level->level);
		if (before - middle < FONT_TEXT + 2)
			continue;
		before = middle;
		gnuplot_text(plot, at(TRIALS_RIGHT + 8, middle), ALIGN_LEFT, COLOUR_INK, name);
	}
}

static void trials_upper(struct gnuplot *plot, const struct trials_figure *trials)
{
	axis_panel(plot, &trials->x, &trials->y, 3);
	axis_draw_linear(plot, "x", &trials->x, false);
	axis_draw_times(plot, "y", &trials->y, 15, COLOUR_INK);
	gnuplot_grid(plot, "y");
	axis_name_upright(plot, &trials->y, 24, COLOUR_INK, "ns per load");
	trials_levels(plot, trials);
	trials_parts(plot, trials);
	trials_part_names(plot, trials);
	if (trials->sweep_trials == 0)
		gnuplot_text(plot, at_share(0.5, 0.5), ALIGN_CENTRE, COLOUR_MUTED, "no trial of a sweep");
	trials_marks(plot, trials, false);
}

/* Ticks of the ratio: 1, the band's ends, and 1, 2, 5 of every decade, none closer than 16 to the one before
 * it. */
static size_t trials_ratio_ticks(const struct axis *axis, struct gnuplot_tick ticks[TICKS])
{
	static const double wanted[] = {1,   1.25, 0.8, 2,   0.5, 4,    3,    5,    10,   0.25, 20,
	                                0.1, 50,   100, 0.2, 200, 0.05, 0.02, 0.01, 1000, 500};
	size_t count = 0;
	for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
		bool room = wanted[i] >= axis->low && wanted[i] <= axis->high;
		for (size_t k = 0; k < count; k++)
			room = room && fabs(axis_at(axis, ticks[k].value) - axis_at(axis, wanted[i])) >= 16;
		if (!room)
			continue;
		ticks[count] = (struct gnuplot_tick){wanted[i], false, ""};
		snprintf(ticks[count++].label, TICK_LABEL, "%g", wanted[i]);
	}
	return count;
}

static void trials_lower(struct gnuplot *plot, const struct trials_figure *trials)
{
	struct gnuplot_tick ticks[TICKS];
	axis_panel(plot, &trials->x, &trials->ratio, 3);
	axis_draw_linear(plot, "x", &trials->x, true);
	gnuplot_range(plot, "y", trials->ratio.low, trials->ratio.high, 10);
	gnuplot_ticks(plot, "y", ticks, trials_ratio_ticks(&trials->ratio, ticks), true, COLOUR_INK);
	gnuplot_grid(plot, "y");
	axis_name_upright(plot, &trials->ratio, 24, COLOUR_INK, "over its median");
	axis_name(plot, &trials->x, trials->ratio.start,
	          trials->timed ? "seconds since the probe began" : "trial, in the order they ran");
	gnuplot_box(plot, at_left(trials_calm_low), at_right(trials_calm_high), LAYER_BEHIND, COLOUR_BAND);
	gnuplot_text(plot, at(TRIALS_RIGHT + 8, axis_at(&trials->ratio, 1)), ALIGN_LEFT, COLOUR_INK,
	             "within 1.25");
	trials_parts(plot, trials);
	trials_marks(plot, trials, true);
}

/* The log that stands beside a summary. */
static int trials_load(struct trials_figure *trials, const char *path, struct fault *fault)
{
	char *name = summary_path(path, ".trials.csv");
	if (name == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be drawn");
	int result = trial_log_load(&trials->log, name, fault);
	free(name);
	return result;
}

int trials_draw(FILE *stream, const struct figure_wish *wish, struct fault *fault)
{
	struct trials_figure trials = {.figure = figure_of("trials", wish), .pairs_at = NAN};
	int result = trials_load(&trials, wish->path, fault);
	if (result == 0)
		result = view_open(&trials.view, wish->summaries, wish->pass, fault);
	if (result == 0) {
		struct gnuplot plot;
		trials_survey(&trials);
		trials_words(&trials);
		trials_keys(&trials);
		trials_axes(&trials);
		figure_begin(&trials.figure, &plot, stream, trials.ratio.start + TRIALS_AXIS);
		trials_upper(&plot, &trials);
		trials_lower(&plot, &trials);
		gnuplot_end(&plot);
	}
	view_close(&trials.view);
	trial_log_free(&trials.log);
	return result;
}
