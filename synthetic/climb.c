/* The smooth climb and its whole family. */
#include "climb.h"

#include "expected.h"
#include "chance.h"
#include "specimen.h"
#include "reduced.h"

#include "../reduce/rule.h"
#include "../reduce/maths/logarithm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { GROWTHS = 100, OCTAVES = 13 };

static const double grids[] = {4.0, 6.5, 8.0, 16.0};
enum { GRIDS = sizeof grids / sizeof grids[0] };

static const struct noise_kind {
	const char *name;
	struct recipe_noise noise;
} noises[] = {
    {"no noise", {.trial_share = -1.0, .round_share = -1.0}},
    {"1 % a trial", {.trial_share = 0.01}},
    {"ripple 1 %", {.trial_share = 0.01, .ripple_share = 0.01}},
    {"ripple 3 %", {.trial_share = 0.01, .ripple_share = 0.03}},
};
enum { NOISES = sizeof noises / sizeof noises[0] };

/* By how much the slope of each octave differs from the mean one: nothing, a seventh up and down, rising by
 * half. */
enum bend { STRAIGHT, WAVED, RISING, BENDS };
static const char *const bend_names[BENDS] = {"straight", "waved", "rising"};

static double bend_of(enum bend bend, unsigned octave)
{
	switch (bend) {
	case WAVED:
		return octave / 2 % 2 == 0 ? 0.93 : 1.07;
	case RISING:
		return 0.8 + 0.4 * (double)octave / (double)(OCTAVES - 1);
	default:
		return 1.0;
	}
}

/* One kind's row of the table, and what became of each of its growths. */
struct climb_kind {
	double per_octave;
	const struct noise_kind *noise;
	enum bend bend;
};
struct family {
	unsigned first;       /* kind */
	unsigned char *named; /* a kind x growth: 0 no, 1 noted, 2 accepted */
};

static struct climb_kind kind_of(unsigned number)
{
	return (struct climb_kind){grids[number % GRIDS], &noises[number / GRIDS % NOISES],
	                           (enum bend)(number / GRIDS / NOISES)};
}

static unsigned char how_named(const struct summary *summary)
{
	const struct expected_finding accepted = {.status = EXPECT_ACCEPTED, .kind = FINDING_KNEE};
	const struct expected_finding answered = {.status = EXPECT_ANSWERED, .kind = FINDING_HIERARCHY};
	if (expected_holds(summary, &accepted))
		return 2;
	return expected_holds(summary, &answered) ? 1 : 0;
}

static int climb_one(void *context, unsigned number, struct fault *fault)
{
	struct family *family = context;
	unsigned from_all = family->first * GROWTHS + number;
	struct climb_kind kind = kind_of(from_all / GROWTHS);
	struct shape_corner corners[OCTAVES + 1] = {{8192, 1.0}};
	double growth = 1.01 + 0.01 * (double)(number % GROWTHS);
	for (unsigned i = 0; i < OCTAVES; i++) {
		double factor = logarithm_power(logarithm_of(growth) * bend_of(kind.bend, i));
		corners[i + 1] =
		    (struct shape_corner){corners[i].size_bytes * 2, corners[i].time_ns * factor};
	}
	struct specimen curve = {
	    .name = "climb",
	    .shows = "a climb without an edge",
	    .shapes = {{corners, OCTAVES + 1}},
	    .seed = 1 + from_all,
	    .recipe = {.per_octave = kind.per_octave, .rounds = 3, .noise = kind.noise->noise}};
	const struct reduction_options options = {.rules = RULE_VERSION};
	struct summary summary;
	int failed = reduced_curve(&curve, &options, &summary, fault);
	if (failed == 0)
		family->named[number] = how_named(&summary);
	summary_free(&summary);
	return failed;
}

static void print_kind(FILE *stream, const struct climb_kind *kind, const unsigned char *named, unsigned *all)
{
	unsigned count = 0, accepted = 0, first = GROWTHS, last = 0;
	for (unsigned g = 0; g < GROWTHS; g++) {
		if (named[g] == 0)
			continue;
		count++;
		accepted += named[g] == 2;
		first = g < first ? g : first;
		last = g;
	}
	fprintf(stream, "%-9s %-12s %4.1f an octave: ", bend_names[kind->bend], kind->noise->name,
	        kind->per_octave);
	if (count == 0)
		fputs("none\n", stream);
	else
		fprintf(stream, "%u of %u, a knee accepted in %u; growth of %.2f to %.2f\n", count,
		        last - first + 1, accepted, 1.01 + 0.01 * first, 1.01 + 0.01 * last);
	*all += count;
}

_Static_assert(CLIMB_KINDS == GRIDS * NOISES * BENDS, "every kind has a row");

int climb_print(FILE *stream, unsigned first, unsigned count, const struct threads *threads,
                struct fault *fault)
{
	unsigned all = 0, climbs = count * GROWTHS;
	struct family family = {first, calloc(climbs, 1)};
	if (family.named == NULL)
		return fault_system(fault, NULL, ENOMEM, "no room for the family of climbs");
	int failed = threads_run(climb_one, &family, climbs, threads, "climbs", fault);
	if (failed == 0) {
		fputs(
		    "Curves without an edge, growth of 1.01 to 2.00 an octave: where a hierarchy is named\n",
		    stream);
		for (unsigned k = 0; k < count; k++) {
			struct climb_kind kind = kind_of(first + k);
			print_kind(stream, &kind, family.named + k * GROWTHS, &all);
		}
		fprintf(stream, "%u of %u climbs are named a hierarchy\n", all, climbs);
	}
	free(family.named);
	return failed;
}
