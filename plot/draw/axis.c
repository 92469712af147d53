/* Where numbers become places, and an axis gets its ticks. */
#include "axis.h"
#include "text.h"
#include "../../reduce/maths/logarithm.h"

#include <math.h>
#include <stdio.h>

enum { AXIS_LEAST_OCTAVES = 3, AXIS_SIZE_ROOM = 62 };
static const double axis_air_octaves = 0.22;

struct span span_none(void)
{
	return (struct span){INFINITY, -INFINITY};
}

void span_add(struct span *span, double value)
{
	if (isfinite(value) && value < span->low)
		span->low = value;
	if (isfinite(value) && value > span->high)
		span->high = value;
}

struct axis axis_logarithmic(double low, double high, double start, double end)
{
	return (struct axis){low, high, start, end, true};
}

struct axis axis_octaves(double low, double high, double start, double end)
{
	return axis_logarithmic(logarithm_power(low), logarithm_power(high), start, end);
}

struct axis axis_linear(double low, double high, double start, double end)
{
	return (struct axis){low, high, start, end, false};
}

struct axis axis_sizes(double smallest, double largest, double start, double end)
{
	double low = logarithm_of(smallest) - axis_air_octaves,
	       high = logarithm_of(largest) + axis_air_octaves;
	double lacking = (AXIS_LEAST_OCTAVES - (high - low)) / 2;
	if (lacking > 0) {
		low -= lacking;
		high += lacking;
	}
	return axis_octaves(low, high, start, end);
}

double axis_at(const struct axis *axis, double value)
{
	double share = 0;
	if (!axis->logarithmic) {
		share = (value - axis->low) / (axis->high - axis->low);
	} else {
		double low = logarithm_of(axis->low), high = logarithm_of(axis->high);
		share = (logarithm_of(value) - low) / (high - low);
	}
	return axis->start + share * (axis->end - axis->start);
}

double axis_move(const struct axis *axis, double value, double units)
{
	double share = units / (axis->end - axis->start);
	if (!axis->logarithmic)
		return value + share * (axis->high - axis->low);
	double octaves = logarithm_of(axis->high) - logarithm_of(axis->low);
	return logarithm_power(logarithm_of(value) + share * octaves);
}

static void axis_tick_add(struct gnuplot_tick ticks[TICKS], size_t *count, double value, const char *label)
{
	if (*count == TICKS)
		return;
	ticks[*count].value = value;
	ticks[*count].minor = label == NULL;
	snprintf(ticks[*count].label, TICK_LABEL, "%s", label == NULL ? "" : label);
	(*count)++;
}

static double axis_units_per_octave(const struct axis *axis)
{
	double length = axis->end > axis->start ? axis->end - axis->start : axis->start - axis->end;
	return length / (logarithm_of(axis->high) - logarithm_of(axis->low));
}

size_t axis_size_ticks(const struct axis *axis, int step, double room, struct gnuplot_tick ticks[TICKS])
{
	size_t count = 0;
	int every = step;
	char words[WORDS];
	while (every * axis_units_per_octave(axis) < room && every < 32)
		every += step;
	for (int octave = 0; octave < 63; octave++) {
		double value = logarithm_power(octave);
		if (value >= axis->low && value <= axis->high)
			axis_tick_add(ticks, &count, value,
			              octave % every == 0 ? quantity_exact(value, words) : NULL);
	}
	return count;
}

/* 10 to the power n, exactly rounded from -22 to 22 since both factors are exact. */
static double axis_ten(int n)
{
	double power = 1;
	for (int i = 0; i < (n < 0 ? -n : n); i++)
		power *= 10;
	return n < 0 ? 1 / power : power;
}

size_t axis_decade_ticks(const struct axis *axis, double room, struct gnuplot_tick ticks[TICKS])
{
	static const int all[] = {1, 2, 5, 0}, ones[] = {1, 0};
	/* The narrowest gap of 1, 2, 5, 10 is a factor 2. */
	const int *chosen = axis_units_per_octave(axis) >= room ? all : ones;
	size_t count = 0;
	for (int decade = -6; decade <= 15; decade++)
		for (const int *step = chosen; *step != 0; step++) {
			double value = decade < 0 ? *step / axis_ten(-decade) : *step * axis_ten(decade);
			char label[TICK_LABEL];
			snprintf(label, sizeof label, "%.*f", decade < 0 ? -decade : 0, value);
			if (value >= axis->low && value <= axis->high)
				axis_tick_add(ticks, &count, value, label);
		}
	return count;
}

/* The smallest step of 1, 2 or 5 times a power of ten by which at most five reach `value`. */
static double axis_step(double value, int *decimals)
{
	static const int steps[] = {1, 2, 5};
	for (int decade = -6; decade <= 15; decade++)
		for (size_t i = 0; i < 3; i++) {
			double step = decade < 0 ? steps[i] / axis_ten(-decade) : steps[i] * axis_ten(decade);
			*decimals = decade < 0 ? -decade : 0;
			if (step * 5 >= value)
				return step;
		}
	return value;
}

double axis_linear_top(double value)
{
	int decimals = 0, count = 1;
	double step = axis_step(value, &decimals);
	while (count * step < value && count < 5)
		count++;
	return count * step;
}

size_t axis_linear_ticks(const struct axis *axis, struct gnuplot_tick ticks[TICKS])
{
	size_t count = 0;
	int decimals = 0;
	double step = axis_step(axis->high, &decimals);
	for (int i = 0; i * step <= axis->high * 1.0000001 && i < 12; i++) {
		char label[TICK_LABEL];
		snprintf(label, sizeof label, "%.*f", i == 0 ? 0 : decimals, i * step);
		axis_tick_add(ticks, &count, i * step, label);
	}
	return count;
}

void axis_panel(struct gnuplot *plot, const struct axis *x, const struct axis *y, unsigned border)
{
	gnuplot_panel(plot, x->start, x->end, y->end, y->start, border);
}

void axis_name(struct gnuplot *plot, const struct axis *axis, double y, const char *words)
{
	gnuplot_text(plot, at((axis->start + axis->end) / 2, y + 42), ALIGN_CENTRE, COLOUR_INK, words);
}

void axis_name_upright(struct gnuplot *plot, const struct axis *axis, double x, enum gnuplot_colour colour,
                       const char *words)
{
	gnuplot_text_upright(plot, x, (axis->start + axis->end) / 2, colour, words);
}

void axis_draw_sizes(struct gnuplot *plot, const struct axis *axis, bool labels)
{
	struct gnuplot_tick ticks[TICKS];
	gnuplot_range(plot, "x", axis->low, axis->high, 2);
	gnuplot_ticks(plot, "x", ticks, axis_size_ticks(axis, 2, AXIS_SIZE_ROOM, ticks), labels, COLOUR_INK);
}

void axis_draw_times(struct gnuplot *plot, const char *name, const struct axis *axis, double room,
                     enum gnuplot_colour colour)
{
	struct gnuplot_tick ticks[TICKS];
	gnuplot_range(plot, name, axis->low, axis->high, 10);
	gnuplot_ticks(plot, name, ticks, axis_decade_ticks(axis, room, ticks), true, colour);
}

void axis_draw_cycles(struct gnuplot *plot, const struct axis *times, double clock_ghz)
{
	struct axis cycles =
	    axis_logarithmic(times->low * clock_ghz, times->high * clock_ghz, times->start, times->end);
	axis_draw_times(plot, "y2", &cycles, 15, COLOUR_MUTED);
}

void axis_draw_linear(struct gnuplot *plot, const char *name, const struct axis *axis, bool labels)
{
	struct gnuplot_tick ticks[TICKS];
	gnuplot_range(plot, name, axis->low, axis->high, 0);
	gnuplot_ticks(plot, name, ticks, axis_linear_ticks(axis, ticks), labels, COLOUR_INK);
}
