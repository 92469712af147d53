/* Where the trials of one pass become points and a curve. */
#include "sweep.h"
#include "../read/columns.h"
#include "../maths/median.h"
#include "../maths/bootstrap.h"
#include "../rule.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t bootstrap_seed = 0x6361636865737461; /* "cachesta" */

/* Which trials are marked: those of a chase over few nodes, or those that are too short. */
struct marking {
	unsigned flag;
	double step_ns;
	double nodes, stride_bytes;
};

static void mark(const struct marking *marking, const struct pass *pass, uint64_t size_bytes,
                 struct trial *trial)
{
	double stride = pass->stride_bytes != 0 ? (double)pass->stride_bytes : marking->stride_bytes;
	if (marking->flag == TRIAL_T1
	        ? (double)trial_elapsed_ns(trial) < RULE_T1_STEPS * marking->step_ns
	        : pass->experiment != CAPTURE_ADJACENCY && (double)size_bytes < marking->nodes * stride)
		trial->elapsed_and_flags |= marking->flag;
}

static void mark_all(struct trials *trials, const struct marking *marking)
{
	for (size_t p = 0; p < trials->point_count; p++) {
		struct point *point = &trials->points[p];
		for (size_t r = 0; r < point->round_count; r++)
			for (size_t t = 0; t < point->rounds[r].count; t++)
				mark(marking, &trials->passes[point->pass], point->size_bytes,
				     &point->rounds[r].trials[t]);
	}
	for (size_t i = 0; i < trials->log_count; i++)
		mark(marking, &trials->passes[trials->log[i].pass], trials->log[i].size_bytes,
		     &trials->log[i].trial);
}

void sweep_mark_short(struct trials *trials, double step_ns)
{
	mark_all(trials, &(struct marking){.flag = TRIAL_T1, .step_ns = step_ns});
}

void sweep_mark_few(struct trials *trials, double nodes, double stride_bytes)
{
	mark_all(trials, &(struct marking){.flag = TRIAL_Q2, .nodes = nodes, .stride_bytes = stride_bytes});
}

/* What one point needs while it is gathered: room for all its trials, used again for the next. */
struct gathering {
	double *times; /* the block in which the next three lie too */
	double *cycles, *clocks, *scratch;
	size_t *begins;
	double *medians; /* RULE_K2_RESAMPLES */
};

static void gathering_free(struct gathering *gathering)
{
	free(gathering->times);
	free(gathering->begins);
	free(gathering->medians);
}

static int gathering_make(struct gathering *gathering, size_t trials, size_t rounds)
{
	*gathering = (struct gathering){.times = malloc((4 * trials + 1) * sizeof(double)),
	                                .begins = malloc((rounds + 1) * sizeof(size_t)),
	                                .medians = malloc(RULE_K2_RESAMPLES * sizeof(double))};
	if (gathering->times == NULL || gathering->begins == NULL || gathering->medians == NULL)
		return -1;
	gathering->cycles = gathering->times + trials;
	gathering->clocks = gathering->cycles + trials;
	gathering->scratch = gathering->clocks + trials;
	return 0;
}

/* Sorts the counted times of each round behind those of the round before; begins[r] is where round r begins.
 */
static size_t gather_times(struct gathering *gathering, struct sweep_point *point)
{
	size_t count = 0, with_cycles = 0, failed = 0;
	for (size_t r = 0; r < point->source->round_count; r++) {
		const struct round *round = &point->source->rounds[r];
		gathering->begins[r] = count;
		for (size_t t = 0; t < round->count; t++) {
			const struct trial *trial = &round->trials[t];
			unsigned flags = trial_flags(trial);
			failed += (flags & (TRIAL_T1 | TRIAL_T4 | TRIAL_T5 | TRIAL_T6)) != 0;
			if ((flags & TRIAL_DISCARDED) != 0)
				continue;
			point->migrated += (flags & TRIAL_MOVED) != 0;
			gathering->times[count++] = trial->time_ns;
			if (!isnan(trial->cycles) && trial->time_ns > 0) {
				gathering->cycles[with_cycles] = trial->cycles;
				gathering->clocks[with_cycles++] = trial->cycles / trial->time_ns;
			}
		}
		median_sort(gathering->times + gathering->begins[r], count - gathering->begins[r]);
	}
	gathering->begins[point->source->round_count] = count;
	point->counted = count;
	point->discarded = point->source->rows - count;
	point->failed = ratio_above((double)failed, rule_t3_trials, (double)point->source->rows);
	point->cycles = with_cycles > 0 ? median_select(gathering->cycles, with_cycles) : NAN;
	point->clock_ghz = with_cycles > 0 ? median_select(gathering->clocks, with_cycles) : NAN;
	return count;
}

/* M0 over all rounds. */
static void point_statistics(struct gathering *gathering, struct sweep_point *point, size_t count)
{
	point->time_ns = point->low_ns = point->q1_ns = point->q3_ns = point->high_ns = point->quiet_ns = NAN;
	if (count == 0)
		return;
	double *sorted = gathering->scratch;
	memcpy(sorted, gathering->times, count * sizeof *sorted);
	median_settle(sorted, count);
	point->time_ns = median_of_sorted(sorted, count);
	point->low_ns = sorted[0];
	point->q1_ns = median_quartile(sorted, count, 1);
	point->q3_ns = median_quartile(sorted, count, 3);
	point->high_ns = sorted[count - 1];
}

/* The median of each round, and M1's lowest of them. */
static void round_medians(const struct gathering *gathering, struct sweep *sweep, struct sweep_point *point)
{
	for (size_t r = 0, at = 0; r < point->source->round_count; r++) {
		size_t begin = gathering->begins[r], length = gathering->begins[r + 1] - begin;
		while (sweep->round_number[at] != point->source->rounds[r].number)
			at++;
		if (length == 0)
			continue;
		double median_ns = median_of_sorted(gathering->times + begin, length);
		sweep->round_ns[at * sweep->count + sweep->curve_count] = median_ns;
		point->quiet_ns = fmin(point->quiet_ns, median_ns);
	}
}

static void bootstrap_point(struct gathering *gathering, struct sweep *sweep, const struct sweep_point *point)
{
	struct strata strata = {gathering->times, gathering->begins, point->source->round_count};
	struct generator generator;
	/* Seeded by the size, so that a point's resamples are the same whatever else the capture holds. */
	generator_seed(&generator, bootstrap_seed ^ point->source->size_bytes);
	bootstrap_medians(&strata, &generator, gathering->medians, RULE_K2_RESAMPLES, gathering->scratch);
	for (size_t i = 0; i < RULE_K2_RESAMPLES; i++)
		sweep->resampled_ns[i * sweep->count + sweep->curve_count] = gathering->medians[i];
}

static void gather_point(struct sweep *sweep, struct gathering *gathering, struct sweep_point *point)
{
	size_t count = gather_times(gathering, point);
	point_statistics(gathering, point, count);
	sweep->failed += point->failed;
	sweep->counted += point->counted;
	sweep->discarded += point->discarded;
	if (count == 0)
		return;
	point->on_curve = sweep->curve_count;
	sweep->point_of[sweep->curve_count] = (size_t)(point - sweep->points);
	sweep->size_bytes[sweep->curve_count] = (double)point->source->size_bytes;
	sweep->time_ns[sweep->curve_count] = point->time_ns;
	round_medians(gathering, sweep, point);
	sweep->quiet_ns[sweep->curve_count] = point->quiet_ns;
	if (sweep->resampled_ns != NULL)
		bootstrap_point(gathering, sweep, point);
	sweep->curve_count++;
}

/* The rounds that any point of the pass has, rising. */
static int find_rounds(struct sweep *sweep, const struct point *points, size_t count)
{
	for (size_t p = 0; p < count; p++) {
		for (size_t r = 0, at = 0; r < points[p].round_count; r++) {
			uint64_t number = points[p].rounds[r].number;
			while (at < sweep->rounds && sweep->round_number[at] < number)
				at++;
			if (at < sweep->rounds && sweep->round_number[at] == number)
				continue;
			if (array_add(&sweep->round_number, &sweep->rounds, sizeof number, NULL) == NULL)
				return -1;
			uint64_t *place = &sweep->round_number[at];
			memmove(place + 1, place, (sweep->rounds - 1 - at) * sizeof *place);
			*place = number;
		}
	}
	return 0;
}

int sweep_make(struct sweep *sweep, size_t count, bool resample)
{
	size_t room = count + 1;
	sweep->count = count;
	if (sweep->rounds > SIZE_MAX / sizeof(double) / room)
		return -1;
	sweep->points = calloc(room, sizeof *sweep->points);
	sweep->size_bytes = malloc(3 * room * sizeof(double));
	sweep->point_of = malloc(room * sizeof(size_t));
	sweep->round_ns = malloc((sweep->rounds * count + 1) * sizeof(double));
	if (resample)
		sweep->resampled_ns = malloc(RULE_K2_RESAMPLES * room * sizeof(double));
	if (!sweep->points || !sweep->size_bytes || !sweep->point_of || !sweep->round_ns ||
	    (resample && !sweep->resampled_ns))
		return -1;
	sweep->time_ns = sweep->size_bytes + room;
	sweep->quiet_ns = sweep->time_ns + room;
	for (size_t i = 0; i < sweep->rounds * count; i++)
		sweep->round_ns[i] = NAN;
	return 0;
}

/* Rows were laid as wide as there are points; missing ones leave the curve shorter. */
static void close_rows(double *rows, size_t row_count, size_t width, size_t kept)
{
	for (size_t r = 1; rows != NULL && r < row_count && kept < width; r++)
		memmove(&rows[r * kept], &rows[r * width], kept * sizeof *rows);
}

static void pass_clock(struct sweep *sweep, double *scratch)
{
	size_t count = 0;
	for (size_t i = 0; i < sweep->count; i++)
		if (!isnan(sweep->points[i].clock_ghz))
			scratch[count++] = sweep->points[i].clock_ghz;
	sweep->clock_ghz = sweep->clock_low_ghz = sweep->clock_high_ghz = NAN;
	if (count == 0)
		return;
	median_sort(scratch, count);
	sweep->clock_ghz = median_of_sorted(scratch, count);
	sweep->clock_low_ghz = scratch[0];
	sweep->clock_high_ghz = scratch[count - 1];
}

static int gather_points(struct sweep *sweep, const struct point *points, size_t count)
{
	struct gathering gathering;
	size_t trials = count, rounds = 1;
	for (size_t i = 0; i < count; i++) {
		trials = points[i].rows > trials ? points[i].rows : trials;
		rounds = points[i].round_count > rounds ? points[i].round_count : rounds;
	}
	int status = gathering_make(&gathering, trials, rounds);
	for (size_t i = 0; status == 0 && i < count; i++) {
		sweep->points[i].source = &points[i];
		gather_point(sweep, &gathering, &sweep->points[i]);
	}
	if (status == 0) {
		close_rows(sweep->round_ns, sweep->rounds, count, sweep->curve_count);
		close_rows(sweep->resampled_ns, RULE_K2_RESAMPLES, count, sweep->curve_count);
		pass_clock(sweep, gathering.scratch);
	}
	gathering_free(&gathering);
	return status;
}

int sweep_gather(struct sweep *sweep, const struct trials *trials, size_t pass, bool resample,
                 struct fault *fault)
{
	size_t first = 0, end;
	*sweep = (struct sweep){.pass = &trials->passes[pass]};
	while (first < trials->point_count && trials->points[first].pass != pass)
		first++;
	for (end = first; end < trials->point_count && trials->points[end].pass == pass;)
		end++;
	if (end - first > SWEEP_POINTS) {
		fault_set(fault, NULL, "%zu sizes in the pass \"%s\"", end - first, sweep->pass->name);
		return fault_expect(fault, "at most %d", SWEEP_POINTS);
	}
	if (find_rounds(sweep, &trials->points[first], end - first) != 0 ||
	    sweep_make(sweep, end - first, resample && end - first <= SWEEP_RESAMPLED) != 0 ||
	    gather_points(sweep, &trials->points[first], end - first) != 0)
		return fault_system(fault, NULL, ENOMEM, "cannot be reduced");
	return 0;
}

void sweep_slim(struct sweep *sweep)
{
	free(sweep->resampled_ns);
	sweep->resampled_ns = NULL;
}

void sweep_free(struct sweep *sweep)
{
	free(sweep->points);
	free(sweep->size_bytes);
	free(sweep->point_of);
	free(sweep->round_number);
	free(sweep->round_ns);
	free(sweep->resampled_ns);
	*sweep = (struct sweep){0};
}
