/* Where time a pair against distance is fitted and judged. */
#include "granule.h"

#include <math.h>

/* One candidate's line over x = min(d, g). */
struct line {
	double base_ns, slope_ns, error;
};

static double ramped(double distance_bytes, double granule_bytes)
{
	return distance_bytes < granule_bytes ? distance_bytes : granule_bytes;
}

/* Times are taken from the first one on: then equal times leave no error at all, and the products lose
 * little. The sums over x are whole numbers. */
static struct line fit_candidate(const struct ruler *ruler, double granule_bytes)
{
	double count = (double)ruler->count, first_ns = ruler->time_ns[0];
	double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
	struct line line = {0};
	for (size_t i = 0; i < ruler->count; i++) {
		double x = ramped(ruler->distance_bytes[i], granule_bytes), y = ruler->time_ns[i] - first_ns;
		sum_x += x;
		sum_y += y;
		sum_xx += x * x;
		sum_xy += x * y;
	}
	if (granule_bytes > ruler->distance_bytes[0]) /* else all x are one */
		line.slope_ns = (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
	line.base_ns = (sum_y - line.slope_ns * sum_x) / count;
	for (size_t i = 0; i < ruler->count; i++) {
		double x = ramped(ruler->distance_bytes[i], granule_bytes);
		double residual = ruler->time_ns[i] - first_ns - (line.base_ns + line.slope_ns * x);
		line.error += residual * residual;
	}
	line.base_ns += first_ns;
	return line;
}

/* The mean residual over the distances that `holds` says yes to; NAN where there are none. */
static double mean_residual(const struct ruler *ruler, const struct granule *granule,
                            bool (*holds)(double distance_bytes, double granule_bytes))
{
	double sum = 0;
	size_t count = 0;
	for (size_t i = 0; i < ruler->count; i++) {
		double x = ramped(ruler->distance_bytes[i], granule->bytes);
		if (!holds(ruler->distance_bytes[i], granule->bytes))
			continue;
		sum += ruler->time_ns[i] - (granule->base_ns + granule->slope_ns * x);
		count++;
	}
	return count > 0 ? sum / (double)count : NAN;
}

static bool on_the_ramp(double distance_bytes, double granule_bytes)
{
	return ratio_above(distance_bytes, rule_g8_low, granule_bytes) &&
	       !ratio_reached(distance_bytes, rule_g8_middle, granule_bytes);
}

static bool at_the_edge(double distance_bytes, double granule_bytes)
{
	return ratio_reached(distance_bytes, rule_g8_middle, granule_bytes) &&
	       !ratio_above(distance_bytes, rule_g8_high, granule_bytes);
}

struct granule granule_fit(const struct ruler *ruler)
{
	struct granule granule = {.error = INFINITY, .second_bytes = NAN, .second_error = NAN};
	for (size_t i = 0; i < ruler->count; i++) {
		double candidate = ruler->distance_bytes[i];
		struct line line = fit_candidate(ruler, candidate);
		if (i == 0)
			granule.total = line.error; /* the flat line: the mean */
		if (line.error < granule.error) {
			if (i > 0) {
				granule.second_bytes = granule.bytes;
				granule.second_error = granule.error;
			}
			granule.bytes = candidate;
			granule.base_ns = line.base_ns;
			granule.slope_ns = line.slope_ns;
			granule.error = line.error;
		} else if (isnan(granule.second_error) || line.error < granule.second_error) {
			granule.second_bytes = candidate;
			granule.second_error = line.error;
		}
	}
	for (size_t i = 0; i < ruler->count; i++)
		granule.above += ruler->distance_bytes[i] > granule.bytes;
	granule.start_ns = granule.base_ns + granule.slope_ns * ruler->distance_bytes[0];
	granule.plateau_ns = granule.base_ns + granule.slope_ns * granule.bytes;
	granule.ramp_ns = granule.slope_ns * (granule.bytes - ruler->distance_bytes[0]);
	granule.bend_ns =
	    mean_residual(ruler, &granule, on_the_ramp) - mean_residual(ruler, &granule, at_the_edge);
	return granule;
}

static bool power_of_two(double bytes)
{
	while (bytes > 1)
		bytes /= 2;
	return !(bytes < 1);
}

void granule_judge(struct granule *granule)
{
	double explained = granule->total - granule->error, gained = granule->second_error - granule->error;
	double bend_ns = fabs(granule->bend_ns);
	bool bendable = granule->ramp_ns > 0 && !isnan(bend_ns);
	const struct {
		enum rule_id rule;
		bool holds;
	} gates[] = {
	    {RULE_G2,
	     granule->slope_ns > 0 && ratio_reached(granule->ramp_ns, rule_g2_ramp, granule->plateau_ns)},
	    {RULE_G3, granule->total > 0 && ratio_reached(explained, rule_g3_variance, granule->total)},
	    {RULE_G4,
	     granule->second_error > 0 && ratio_reached(gained, rule_g4_margin, granule->second_error)},
	    {RULE_G5, granule->above >= RULE_G5_ABOVE},
	    {RULE_G7, power_of_two(granule->bytes)},
	    {RULE_G8, !bendable || !ratio_above(bend_ns, rule_g8_bend, granule->ramp_ns)},
	};
	granule->refused = 0;
	granule->unjudged = bendable ? 0 : RULE_SET(RULE_G8);
	for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++)
		if (!gates[i].holds)
			granule->refused |= RULE_SET(gates[i].rule);
}

double granule_ramp(const struct granule *granule)
{
	return granule->ramp_ns / granule->plateau_ns;
}

double granule_variance(const struct granule *granule)
{
	return granule->total > 0 ? (granule->total - granule->error) / granule->total : 0;
}

double granule_margin(const struct granule *granule)
{
	return granule->second_error > 0 ? (granule->second_error - granule->error) / granule->second_error
	                                 : 0;
}

double granule_bend(const struct granule *granule)
{
	return granule->ramp_ns > 0 ? granule->bend_ns / granule->ramp_ns : NAN;
}
