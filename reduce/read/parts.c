/* Where a capture's file is read: in one part, or a large one in two at once, which are then joined. */
#include "foreign.h"
#include "reading.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE_BYTES = 64 << 20 };

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

/* Whether the system reports that level for those cores. */
static bool level_reported(const struct trials *trials, const struct capture_cache *cache)
{
	for (size_t i = 0; i < trials->cache_count; i++)
		if (!trials->caches[i].by_hand && trials->caches[i].level == cache->level &&
		    (trials->caches[i].cores[0] == '\0' || cache->cores[0] == '\0' ||
		     strcmp(trials->caches[i].cores, cache->cores) == 0))
			return true;
	return false;
}

static int add_by_hand(struct trials *trials, const struct trials_options *options, struct fault *fault)
{
	for (size_t i = 0; i < options->by_hand_count; i++) {
		if (level_reported(trials, &options->by_hand[i]))
			continue;
		void *larger = trials_append(trials->caches, trials->cache_count, sizeof *trials->caches);
		if (larger == NULL)
			return out_of_memory(fault);
		trials->caches = larger;
		trials->caches[trials->cache_count] = options->by_hand[i];
		trials->caches[trials->cache_count++].by_hand = true;
	}
	return 0;
}

static int keep_tiers(struct reading *reading, struct fault *fault)
{
	struct trials *trials = reading->trials;
	const struct trials_options *options = reading->options;
	if (options->tier_count == 0)
		return 0;
	trials->tiers = malloc(options->tier_count * sizeof *trials->tiers);
	trials->tier_trials = calloc(options->tier_count, sizeof *trials->tier_trials);
	if (trials->tiers == NULL || trials->tier_trials == NULL)
		return out_of_memory(fault);
	memcpy(trials->tiers, options->tiers, options->tier_count * sizeof *trials->tiers);
	trials->tier_count = options->tier_count;
	if (options->tier != NULL)
		reading_mean_tier(reading, options->tier);
	return 0;
}

/* ---- the file, in one part or in two ---- */

/* A later part of a large file, read by a thread of its own. */
struct part {
	struct reading *reading;
	struct trials trials;
	struct table *table;
	struct fault fault;
	int descriptor;
	off_t begin;
	int status;
};

static int feed_stream(struct table *table, FILE *stream, char *chunk, struct fault *fault)
{
	size_t length;
	while ((length = fread(chunk, 1, TABLE_CHUNK, stream)) > 0)
		if (table_feed(table, chunk, length) != 0)
			return -1;
	return ferror(stream) ? fault_system(fault, NULL, errno, "cannot be read") : 0;
}

/* Feeds the bytes of a file from `begin` up to `end` (-1: to its end). */
static int feed_range(struct table *table, int descriptor, off_t begin, off_t end, char *chunk,
                      struct fault *fault)
{
	while (end < 0 || begin < end) {
		size_t wanted = end < 0 || end - begin > TABLE_CHUNK ? TABLE_CHUNK : (size_t)(end - begin);
		ssize_t length = pread(descriptor, chunk, wanted, begin);
		if (length < 0)
			return fault_system(fault, NULL, errno, "cannot be read");
		if (length == 0)
			return 0;
		if (table_feed(table, chunk, (size_t)length) != 0)
			return -1;
		begin += length;
	}
	return 0;
}

static void *read_part(void *argument)
{
	struct part *part = argument;
	char *chunk = malloc(TABLE_CHUNK);
	if (chunk == NULL)
		part->status = out_of_memory(&part->fault);
	else
		part->status =
		    feed_range(part->table, part->descriptor, part->begin, -1, chunk, &part->fault);
	if (part->status == 0)
		part->status = table_end(part->table);
	free(chunk);
	return NULL;
}

/* The start of a line near the middle of what is left of a large regular file; 0 where one part is as good.
 */
static off_t find_middle(int descriptor, off_t position, uint64_t large_bytes, char *chunk)
{
	struct stat file;
	if (position < 0 || fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) ||
	    file.st_size <= position || (uint64_t)(file.st_size - position) < large_bytes ||
	    sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return 0;
	off_t middle = position + (file.st_size - position) / 2;
	ssize_t length = pread(descriptor, chunk, TABLE_CHUNK, middle);
	const char *end = length > 0 ? memchr(chunk, '\n', (size_t)length) : NULL;
	return end != NULL ? middle + (end - chunk) + 1 : 0;
}

/* A reading of a later part begins with what the lines before the table said. */
static int part_make(struct part *part, const struct reading *reading, const struct table *table,
                     struct fault *fault)
{
	const struct trials *trials = reading->trials;
	part->reading = malloc(sizeof *part->reading);
	if (part->reading == NULL)
		return out_of_memory(fault);
	*part->reading = *reading;
	part->reading->trials = &part->trials;
	part->reading->last = (struct trials_place){0, 0, NULL};
	part->reading->row = (struct capture_row){.present = 0}; /* the first piece can end inside a row */
	part->trials = (struct trials){.curve = trials->curve,
	                               .versioned = trials->versioned,
	                               .pinned = trials->pinned,
	                               .cut_off = true};
	reading_lay_numbers(part->reading);
	if (keep_tiers(part->reading, fault) != 0)
		return -1;
	part->reading->intended = reading->intended;
	part->table = table_branch(table, part->reading, part->reading->numbers, &part->fault);
	return part->table != NULL ? 0 : out_of_memory(fault);
}

/* The later part's trials behind the earlier's, or its fault with its line in the whole file. */
static int part_join(struct part *part, struct reading *reading, const struct table *table,
                     struct fault *fault)
{
	if (part->status != 0) {
		*fault = part->fault;
		if (fault->line != 0)
			fault->line += table_lines(table);
		return -1;
	}
	for (size_t i = 0; i < part->reading->orphan_count; i++)
		reading_take_competitor(reading, &part->reading->orphans[i]);
	return trials_join(reading->trials, &part->trials, fault);
}

static void part_free(struct part *part)
{
	table_free(part->table);
	trials_free(&part->trials);
	free(part->reading);
}

static size_t most_rounds(const struct trials *trials)
{
	size_t most = 0;
	for (size_t i = 0; i < trials->point_count; i++)
		most = trials->points[i].round_count > most ? trials->points[i].round_count : most;
	return most;
}

/* Whether both parts together stay within what one reading has room for, so that none of its limits is met at
 * the join. */
static bool halves_bounded(const struct trials *first, const struct trials *second)
{
	return first->pass_count + second->pass_count <= PASSES &&
	       first->groups.count + second->groups.count <= TIER_GROUPS &&
	       most_rounds(first) + most_rounds(second) <= POINT_ROUNDS;
}

/* Whether what the second part read is what it would have read behind the first: that one ended between two
 * rows (no quoted field ran over the middle), and neither met a line that says how later rows are taken. */
static bool halves_fit(const struct part *part, const struct reading *reading, const struct table *table)
{
	bool apart =
	    !reading->steered && !reading->ended && !part->reading->steered && !part->reading->orphans_lost;
	return apart && table_between_rows(table) && halves_bounded(reading->trials, &part->trials);
}

/* Reads the rest of the file in two parts at once. Where they do not fit, what the second read is dropped and
 * the first goes on alone. */
static int feed_halves(struct reading *reading, struct table *table, int descriptor, off_t position,
                       off_t middle, char *chunk, struct fault *fault)
{
	struct part part = {.descriptor = descriptor, .begin = middle};
	pthread_t thread;
	reading->steered = reading->ended = false;
	int status = part_make(&part, reading, table, fault);
	bool started = status == 0 && pthread_create(&thread, NULL, read_part, &part) == 0;
	if (status == 0)
		status = feed_range(table, descriptor, position, middle, chunk, fault);
	if (started)
		pthread_join(thread, NULL);
	if (status == 0 && started && halves_fit(&part, reading, table))
		status = part_join(&part, reading, table, fault);
	else if (status == 0)
		status = feed_range(table, descriptor, middle, -1, chunk, fault) != 0 ? -1 : table_end(table);
	part_free(&part);
	return status;
}

/* Reads the first piece, which holds the lines before the table, and then as many parts as are worth it. */
static int feed_all(struct reading *reading, struct table *table, FILE *stream, char *chunk,
                    struct fault *fault)
{
	size_t length = fread(chunk, 1, TABLE_CHUNK, stream);
	const struct trials_options *options = reading->options;
	const struct format *format;
	if (foreign_recognise(chunk, length, options->from, &format, fault) != 0)
		return -1;
	if (format != NULL)
		return foreign_read(reading->trials, options, format, stream, chunk, length, fault);
	if (length > 0 && table_feed(table, chunk, length) != 0)
		return -1;
	off_t position = ftello(stream);
	uint64_t large_bytes =
	    reading->options->large_bytes != 0 ? reading->options->large_bytes : LARGE_BYTES;
	off_t middle = table_named(table) ? find_middle(fileno(stream), position, large_bytes, chunk) : 0;
	if (middle > 0)
		return feed_halves(reading, table, fileno(stream), position, middle, chunk, fault);
	return feed_stream(table, stream, chunk, fault) != 0 ? -1 : table_end(table);
}

static int read_stream(struct reading *reading, FILE *stream, const char *name, struct fault *fault)
{
	struct table *table = table_begin(&reading_handler, reading, reading->numbers, fault);
	char *chunk = malloc(TABLE_CHUNK);
	int status = -1;
	if (chunk == NULL)
		out_of_memory(fault);
	else if (table != NULL)
		status = feed_all(reading, table, stream, chunk, fault);
	if (status != 0)
		snprintf(fault->object, sizeof fault->object, "%s", name);
	table_free(table);
	free(chunk);
	return status;
}

int trials_read(struct trials *trials, FILE *stream, const char *name, const struct trials_options *options,
                struct fault *fault)
{
	*trials = (struct trials){.cut_off = true};
	struct reading *reading = calloc(1, sizeof *reading);
	if (reading == NULL)
		return fault_system(fault, name, ENOMEM, "cannot be read");
	reading->trials = trials;
	reading->options = options;
	int status = keep_tiers(reading, fault);
	if (status == 0)
		status = read_stream(reading, stream, name, fault);
	free(reading);
	if (status != 0)
		return status;
	trials->cut_off = trials->cut_off && trials->versioned;
	if (trials->rows == 0) {
		fault_set(fault, name, "holds no trial");
		return fault_expect(fault, "at least one row of a sweep");
	}
	if (add_by_hand(trials, options, fault) != 0)
		return -1;
	trials_sort(trials);
	return 0;
}
