/* Where trials are kept: passes, points and rounds found or made. */
#include "trials_store.h"

#include "../../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct trial_discard trial_discards[TRIAL_DISCARDS] = {
    {TRIAL_T1, "T1", "T1"}, {TRIAL_T4, "T4", "T4"}, {TRIAL_F1, "F1", "F1"},
    {TRIAL_T5, "T5", "T5"}, {TRIAL_T6, "T6", "T6"}, {TRIAL_CORE, "only-stayed", "not proven to have stayed"},
    {TRIAL_Q2, "Q2", "Q2"},
};

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

const char *trials_header(const struct trials *trials, const char *key)
{
	return header_find(trials->headers, trials->header_count, key);
}

static void name_pass(struct pass *pass)
{
	char bytes[SIZE_TEXT];
	const char *experiment = pass->experiment == CAPTURE_ADJACENCY ? "adjacency " : "";
	if (pass->experiment == CAPTURE_TRANSLATION) {
		snprintf(pass->name, sizeof pass->name, "translation, %s",
		         pass_is_page_chase(pass) ? "one line a page" : "dense");
		return;
	}
	int length =
	    snprintf(pass->name, sizeof pass->name, "%s%s", experiment, capture_order_names[pass->order]);
	if (pass->competitors > 0)
		snprintf(pass->name + length, sizeof pass->name - (size_t)length, " + %" PRIu64 " x %s %s",
		         pass->competitors, size_format(pass->competitor_bytes, bytes),
		         capture_mode_names[pass->mode]);
}

static bool pass_same(const struct pass *a, const struct pass *b)
{
	return a->experiment == b->experiment && a->order == b->order && a->stride_bytes == b->stride_bytes &&
	       a->competitors == b->competitors && a->competitor_bytes == b->competitor_bytes &&
	       a->page_bytes == b->page_bytes && a->mode == b->mode;
}

/* The pass that a row's values name. Without competitors their size and mode mean nothing. The name is left
 * out: it is made once, when the pass is, and its stride added at the end where others bear it too. */
static struct pass pass_of(const uint64_t *value)
{
	struct pass pass;
	bool crowded = value[CAPTURE_COMPETITORS] > 0;
	pass.experiment = (enum capture_experiment)value[CAPTURE_EXPERIMENT];
	pass.order = (enum capture_order)value[CAPTURE_ORDER];
	pass.stride_bytes = value[CAPTURE_STRIDE_BYTES];
	pass.page_bytes = pass.experiment == CAPTURE_TRANSLATION ? value[CAPTURE_PAGE_BYTES] : 0;
	pass.competitors = value[CAPTURE_COMPETITORS];
	pass.competitor_bytes = crowded ? value[CAPTURE_COMPETITOR_BYTES] : 0;
	pass.mode = crowded ? (enum capture_mode)value[CAPTURE_COMPETITOR_MODE] : CAPTURE_CHASE;
	pass.competitor_rows = pass.competitor_confirmed = 0;
	return pass;
}

int trials_new_pass(struct trials *trials, const struct pass *pass, size_t *index, struct fault *fault)
{
	if (trials->pass_count == PASSES) {
		fault_set(fault, NULL, "more than %d different passes", PASSES);
		return fault_expect(fault, "few combinations of experiment, order, stride and competitors");
	}
	struct pass *kept = array_add(&trials->passes, &trials->pass_count, sizeof *kept, fault);
	if (kept == NULL)
		return -1;
	*kept = *pass;
	*index = trials->pass_count - 1;
	return 0;
}

/* The index of the same pass, made where it is new; *index is looked at first. */
static int find_pass(struct trials *trials, const struct pass *pass, size_t *index, struct fault *fault)
{
	if (*index < trials->pass_count && pass_same(&trials->passes[*index], pass))
		return 0;
	for (size_t at = 0; at < trials->pass_count; at++) {
		if (pass_same(&trials->passes[at], pass)) {
			*index = at;
			return 0;
		}
	}
	if (trials_new_pass(trials, pass, index, fault) != 0)
		return -1;
	name_pass(&trials->passes[*index]);
	return 0;
}

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint64_t point_hash(const struct point *point)
{
	return mix(mix(mix(point->pass + 1) + point->size_bytes) + point->distance_bytes);
}

static bool point_same(const struct point *a, const struct point *b)
{
	return a->pass == b->pass && a->size_bytes == b->size_bytes && a->distance_bytes == b->distance_bytes;
}

static int grow_slots(struct trials *trials, struct fault *fault)
{
	size_t count = trials->slot_count == 0 ? 256 : 4 * trials->slot_count;
	size_t *slots = calloc(count, sizeof *slots);
	if (slots == NULL)
		return out_of_memory(fault);
	for (size_t i = 0; i < trials->point_count; i++) {
		size_t at = point_hash(&trials->points[i]) & (count - 1);
		while (slots[at] != 0)
			at = (at + 1) & (count - 1);
		slots[at] = i + 1;
	}
	free(trials->slots);
	trials->slots = slots;
	trials->slot_count = count;
	return 0;
}

/* The index of the same point, made where it is new; *index is looked at first. */
static int find_point(struct trials *trials, const struct point *wanted, size_t *index, struct fault *fault)
{
	if (*index < trials->point_count && point_same(&trials->points[*index], wanted))
		return 0;
	if (2 * trials->point_count >= trials->slot_count && grow_slots(trials, fault) != 0)
		return -1;
	size_t at = point_hash(wanted) & (trials->slot_count - 1);
	while (trials->slots[at] != 0 && !point_same(&trials->points[trials->slots[at] - 1], wanted))
		at = (at + 1) & (trials->slot_count - 1);
	if (trials->slots[at] == 0) {
		struct point *point = array_add(&trials->points, &trials->point_count, sizeof *point, fault);
		if (point == NULL)
			return -1;
		*point = *wanted;
		trials->slots[at] = trials->point_count;
	}
	*index = trials->slots[at] - 1;
	return 0;
}

static int find_round(struct point *point, uint64_t number, struct round **round, struct fault *fault)
{
	for (size_t i = point->round_count; i-- > 0;) {
		if (point->rounds[i].number == number) {
			*round = &point->rounds[i];
			return 0;
		}
	}
	if (point->round_count == POINT_ROUNDS) {
		fault_set(fault, NULL, "more than %d rounds of one size", POINT_ROUNDS);
		return fault_expect(fault, "trials gathered in rounds");
	}
	*round = array_add(&point->rounds, &point->round_count, sizeof **round, fault);
	if (*round == NULL)
		return -1;
	(*round)->number = number;
	return 0;
}

static int make_room(struct round *round, struct fault *fault)
{
	if (round->capacity > round->count)
		return 0;
	size_t capacity = round->count + round->count / 4 + 4;
	struct trial *larger = realloc(round->trials, capacity * sizeof *larger);
	if (larger == NULL)
		return out_of_memory(fault);
	round->trials = larger;
	round->capacity = capacity;
	return 0;
}

/* Keeps the lowest POINT_CPUS processors, in whichever order they are met. */
static void note_cpu(struct point *point, uint64_t cpu)
{
	size_t at = 0;
	while (at < point->cpu_count && point->cpus[at] < cpu)
		at++;
	if (at == POINT_CPUS || (at < point->cpu_count && point->cpus[at] == cpu))
		return;
	size_t kept = point->cpu_count < POINT_CPUS ? point->cpu_count : POINT_CPUS - 1;
	memmove(&point->cpus[at + 1], &point->cpus[at], (kept - at) * sizeof point->cpus[0]);
	point->cpus[at] = (uint32_t)cpu;
	point->cpu_count = kept + 1;
}

int trials_put(struct trials *trials, const struct capture_row *row, const struct trial *trial,
               struct trials_place *place, struct fault *fault)
{
	const uint64_t *value = row->value;
	struct point wanted = {.pass = place->pass,
	                       .size_bytes = value[CAPTURE_SIZE_BYTES],
	                       .distance_bytes = value[CAPTURE_DISTANCE_BYTES],
	                       .sites = value[CAPTURE_SITES]};
	struct round *round = NULL;
	if (find_point(trials, &wanted, &place->point, fault) != 0 ||
	    find_round(&trials->points[place->point], value[CAPTURE_ROUND], &round, fault) != 0 ||
	    make_room(round, fault) != 0)
		return -1;
	struct point *point = &trials->points[place->point];
	if (capture_row_has(row, CAPTURE_CPU_BEFORE))
		note_cpu(point, value[CAPTURE_CPU_BEFORE]);
	if (capture_row_has(row, CAPTURE_CPU_AFTER))
		note_cpu(point, value[CAPTURE_CPU_AFTER]);
	trials->doubled = trials->doubled || (trials->curve && point->rows > 0);
	point->rows++;
	trials->rows++;
	place->trial = &round->trials[round->count++];
	*place->trial = *trial;
	return 0;
}

int trials_add(struct trials *trials, const struct capture_row *row, const struct trial *trial,
               struct trials_place *place, struct fault *fault)
{
	struct pass pass = pass_of(row->value);
	if (find_pass(trials, &pass, &place->pass, fault) != 0)
		return -1;
	return trials_put(trials, row, trial, place, fault);
}

/* ---- the whole ---- */

static int compare_points(const void *left, const void *right)
{
	const struct point *a = left, *b = right;
	if (a->pass != b->pass)
		return a->pass < b->pass ? -1 : 1;
	if (a->size_bytes != b->size_bytes)
		return a->size_bytes < b->size_bytes ? -1 : 1;
	return a->distance_bytes < b->distance_bytes ? -1 : a->distance_bytes > b->distance_bytes;
}

static int compare_rounds(const void *left, const void *right)
{
	const struct round *a = left, *b = right;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Passes that only their stride tells apart are named with it. */
static void name_strides(struct trials *trials)
{
	bool shared[PASSES] = {false};
	for (size_t a = 0; a < trials->pass_count; a++)
		for (size_t b = 0; b < trials->pass_count; b++)
			shared[a] = shared[a] ||
			            (a != b && strcmp(trials->passes[a].name, trials->passes[b].name) == 0);
	for (size_t i = 0; i < trials->pass_count; i++) {
		char stride[SIZE_TEXT], *name = trials->passes[i].name;
		size_t length = strlen(name);
		if (shared[i])
			snprintf(name + length, sizeof trials->passes[i].name - length, ", stride %s",
			         size_format(trials->passes[i].stride_bytes, stride));
	}
}

void trials_sort(struct trials *trials)
{
	name_strides(trials);
	free(trials->slots); /* it knows the points by their old places */
	trials->slots = NULL;
	trials->slot_count = 0;
	qsort(trials->points, trials->point_count, sizeof *trials->points, compare_points);
	for (size_t i = 0; i < trials->point_count; i++)
		qsort(trials->points[i].rounds, trials->points[i].round_count,
		      sizeof *trials->points[i].rounds, compare_rounds);
}

void trials_free(struct trials *trials)
{
	headers_free(trials->headers, trials->header_count);
	for (size_t i = 0; i < trials->point_count; i++) {
		for (size_t r = 0; r < trials->points[i].round_count; r++)
			free(trials->points[i].rounds[r].trials);
		free(trials->points[i].rounds);
	}
	free(trials->caches);
	free(trials->passes);
	free(trials->points);
	free(trials->timer_gaps);
	free(trials->controls);
	free(trials->slots);
	free(trials->log);
	free(trials->tiers);
	free(trials->tier_trials);
	tier_groups_free(&trials->groups);
	*trials = (struct trials){0};
}

size_t trials_reported(const struct trials *trials, struct capture_cache *caches, size_t capacity)
{
	const char *cores = trials_header(trials, CAPTURE_KEY_ASKED_CORES);
	size_t count = 0;
	for (size_t i = 0; i < trials->cache_count; i++) {
		struct capture_cache cache = trials->caches[i];
		if (cache.cores[0] != '\0' && (cores == NULL || strcmp(cores, cache.cores) != 0))
			continue;
		size_t at = count;
		if (at == capacity)
			break;
		for (; at > 0 && caches[at - 1].bytes > cache.bytes; at--)
			caches[at] = caches[at - 1];
		caches[at] = cache;
		count++;
	}
	return count;
}

double trials_number(const struct trials *trials, const char *key, uint64_t most)
{
	const char *text = trials_header(trials, key);
	uint64_t number;
	if (text == NULL || number_parse(text, strlen(text), 1, most, &number) != NULL)
		return 0;
	return (double)number;
}

/* "2 MiB for 256 MiB of 256 MiB, ...": both are the same. */
static bool pages_whole(const char *text)
{
	const char *got = strstr(text, " for "), *of = got != NULL ? strstr(got, " of ") : NULL;
	if (of == NULL)
		return false;
	size_t length = (size_t)(of - got) - 5;
	return strncmp(got + 5, of + 4, length) == 0 && (of[4 + length] == '\0' || of[4 + length] == ',');
}

bool trials_huge(const struct trials *trials)
{
	bool found = false;
	for (size_t i = 0; i < trials->header_count; i++) {
		const struct header_line *line = &trials->headers[i];
		if (strcmp(line->key, CAPTURE_KEY_ROUND_PAGES) != 0 ||
		    strstr(line->value, "experiment=sweep") == NULL)
			continue;
		uint64_t all = header_pair_number(line->value, "bytes");
		if (header_pair_number(line->value, "huge_bytes") < all || all == 0)
			return false;
		found = true;
	}
	const char *got = trials_header(trials, CAPTURE_KEY_GOT_PAGES);
	return found || (got != NULL && pages_whole(got));
}
