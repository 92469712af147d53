/* Where a file that another tool wrote is read: its lines, its series, its rows. */
#include "foreign.h"
#include "foreign_format.h"
#include "printed.h"
#include "trials.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64 }; /* of a cache, where --line gives no other */

/* ---- what was left out, and what is told ---- */

/* Control bytes as blanks. */
static void clean(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = ' ';
}

int foreign_leave(struct foreign *foreign)
{
	if (foreign->lines_left++ == 0) {
		foreign->first_left = foreign->line;
		snprintf(foreign->left_text, sizeof foreign->left_text, "%s", foreign->line_text);
		clean(foreign->left_text);
	}
	return 0;
}

static int add_header(struct foreign *foreign, const char *key, const char *value)
{
	return header_add(&foreign->trials->headers, &foreign->trials->header_count, key, value,
	                  foreign->fault);
}

static int tell_left_out(struct foreign *foreign)
{
	char text[512] = "";
	if (foreign->lines_left > 0)
		snprintf(text, sizeof text, "%lu line%s that %s no row%s (the first is line %lu, \"%s\")",
		         foreign->lines_left, foreign->lines_left == 1 ? "" : "s",
		         foreign->lines_left == 1 ? "is" : "are", foreign->lines_left == 1 ? "" : "s",
		         foreign->first_left, foreign->left_text);
	size_t end = strlen(text);
	if (foreign->left_columns[0] != '\0')
		snprintf(text + end, sizeof text - end, "%s%s", end > 0 ? "; " : "", foreign->left_columns);
	return text[0] != '\0' ? add_header(foreign, FOREIGN_KEY_LEFT_OUT, text) : 0;
}

/* What the order of a series means, by the name that its pass begins with. */
static const struct {
	const char *name, *note;
} orders[] = {
    {"sequential", "sequential loads (lat_mem_rd without -t): hardware prefetches them, and their edges are "
                   "not the caches'"},
    {"order not told", "the file does not tell the order of the loads: without -t, lat_mem_rd goes through "
                       "memory in sequence, which hardware prefetches"},
};

static bool series_called(const struct trials *trials, const char *name)
{
	for (size_t i = 0; i < trials->pass_count; i++)
		if (strncmp(trials->passes[i].name, name, strlen(name)) == 0)
			return true;
	return false;
}

static int tell_notes(struct foreign *foreign)
{
	char text[256];
	const struct trials_options *options = foreign->options;
	for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
		if (series_called(foreign->trials, orders[i].name) &&
		    add_header(foreign, CAPTURE_KEY_NOTE, orders[i].note) != 0)
			return -1;
	if (foreign->unit_untold &&
	    add_header(foreign, CAPTURE_KEY_NOTE, "no unit is named: sizes are taken as bytes") != 0)
		return -1;
	if (options->first_level_ns > 0) {
		snprintf(text, sizeof text, READING_BEYOND_FIRST, options->first_level_ns);
		if (add_header(foreign, CAPTURE_KEY_NOTE, text) != 0)
			return -1;
	}
	return 0;
}

/* The stride and the line as header lines, where they are known and the same for all. */
static int tell_nodes(struct foreign *foreign)
{
	char text[32];
	const struct trials *trials = foreign->trials;
	uint64_t stride = trials->passes[0].stride_bytes, line = foreign->options->line_bytes;
	for (size_t i = 1; i < trials->pass_count; i++)
		stride = trials->passes[i].stride_bytes == stride ? stride : 0;
	snprintf(text, sizeof text, "%" PRIu64, stride);
	if (stride > 0 && add_header(foreign, CAPTURE_KEY_STRIDE, text) != 0)
		return -1;
	snprintf(text, sizeof text, "%" PRIu64, line);
	if (line > 0 && add_header(foreign, CAPTURE_KEY_LINE, text) != 0)
		return -1;
	line = line > 0 ? line : LINE_BYTES;
	if (stride == 0 || (2 * stride >= line && stride <= 2 * line))
		return 0;
	return add_header(foreign, CAPTURE_KEY_NOTE,
	                  "the stride is not the line: sizes count nodes, not bytes of cache");
}

static int tell(struct foreign *foreign)
{
	char text[256];
	snprintf(text, sizeof text, "%s (%s): %zu point%s, %zu series", foreign->format->tool,
	         foreign->format->name, foreign->trials->point_count,
	         foreign->trials->point_count == 1 ? "" : "s", foreign->trials->pass_count);
	if (add_header(foreign, FOREIGN_KEY_READ_AS, text) != 0 || tell_left_out(foreign) != 0 ||
	    tell_notes(foreign) != 0)
		return -1;
	return tell_nodes(foreign);
}

/* ---- series and rows ---- */

/* The pass of that name; pass_count where there is none. */
static size_t find_name(const struct trials *trials, const char *name)
{
	size_t at = 0;
	while (at < trials->pass_count && strcmp(trials->passes[at].name, name) != 0)
		at++;
	return at;
}

enum { NUMBER_ROOM = 8 }; /* for ", 1023" behind a name that is taken */

/* "random, stride 64, memory node 1" */
static struct pass series_pass(const struct foreign *foreign)
{
	struct pass pass = {
	    .experiment = CAPTURE_SWEEP, .order = CAPTURE_RANDOM, .stride_bytes = foreign->stride_bytes};
	char stride[32] = "", name[sizeof pass.name + SERIES_NAME];
	if (pass.stride_bytes != 0)
		snprintf(stride, sizeof stride, ", stride %" PRIu64, pass.stride_bytes);
	snprintf(name, sizeof name, "%s%s%s%s", foreign->order_name, stride,
	         foreign->series[0] != '\0' ? ", " : "", foreign->series);
	snprintf(pass.name, sizeof pass.name, "%.*s", (int)sizeof pass.name - NUMBER_ROOM - 1, name);
	clean(pass.name);
	return pass;
}

void foreign_begin(struct foreign *foreign, const char *name)
{
	snprintf(foreign->series, sizeof foreign->series, "%s", name);
	foreign->open = false;
}

void foreign_select(struct foreign *foreign, const char *name)
{
	if (foreign->open && strcmp(foreign->series, name) == 0 &&
	    foreign->trials->passes[foreign->pass].stride_bytes == foreign->stride_bytes)
		return;
	foreign_begin(foreign, name);
	struct pass pass = series_pass(foreign);
	foreign->pass = find_name(foreign->trials, pass.name);
	foreign->open = foreign->pass < foreign->trials->pass_count && foreign->rows > 0;
}

static int open_series(struct foreign *foreign)
{
	struct pass pass = series_pass(foreign);
	size_t end = strlen(pass.name);
	for (unsigned number = 2;
	     find_name(foreign->trials, pass.name) < foreign->trials->pass_count && number <= PASSES;
	     number++)
		snprintf(pass.name + end, sizeof pass.name - end, ", %u", number);
	if (trials_new_pass(foreign->trials, &pass, &foreign->pass, foreign->fault) != 0)
		return fault_at(foreign->fault, foreign->line, 1);
	foreign->open = true;
	return 0;
}

int foreign_bad(struct foreign *foreign, size_t column, const char *text, const char *expected)
{
	fault_set(foreign->fault, NULL, "\"%.80s\"", text);
	fault_at(foreign->fault, foreign->line, column + 1);
	return fault_expect(foreign->fault, "%s", expected);
}

static int too_many(struct foreign *foreign)
{
	fault_set(foreign->fault, NULL, "more than %d rows", FOREIGN_ROWS);
	fault_at(foreign->fault, foreign->line, 1);
	return fault_expect(foreign->fault, "a table of times, a row a size");
}

int foreign_size(struct foreign *foreign, size_t column, const char *text, uint64_t unit_bytes)
{
	bool comma = foreign->separator != ',';
	struct printed printed;
	size_t length = strlen(text), number = printed_span(text, comma), line = foreign->options->line_bytes;
	const char *unit = text + number + strspn(text + number, " -");
	if (number > 0 && text[number - 1] == '-') /* 16-KiB */
		number--;
	uint64_t named = unit < text + length ? printed_unit(unit, strlen(unit)) : 0;
	if ((unit < text + length && named == 0) || !printed_parse(text, number, comma, &printed))
		return foreign_bad(foreign, column, text, "a size, above zero");
	if (named == 0 && unit_bytes == 0) {
		foreign->unit_untold = true;
		if (printed.value < LINE_BYTES)
			return foreign_bad(foreign, column, text,
			                   "a size in bytes, or its unit in the column's name (size_kb, "
			                   "\"size (MiB)\")");
	}
	uint64_t bytes = named != 0 ? named : unit_bytes != 0 ? unit_bytes : 1;
	foreign->size_bytes = printed_size(&printed, bytes, line != 0 ? line : LINE_BYTES);
	return foreign->size_bytes != 0 ? 0
	                                : foreign_bad(foreign, column, text, "a size from one byte to 4 PiB");
}

/* Nanoseconds of a printed time. */
static int take_time(struct foreign *foreign, size_t column, const char *text, bool cycles, double *ns)
{
	const struct trials_options *options = foreign->options;
	struct printed printed;
	if (cycles && !(options->clock_ghz > 0)) {
		fault_set(foreign->fault, NULL, "times in cycles");
		fault_at(foreign->fault, foreign->line, column + 1);
		return fault_expect(foreign->fault, "--clock GHZ too, the clock that they count");
	}
	if (foreign->format->beyond_first && !(options->first_level_ns > 0)) {
		fault_set(foreign->fault, NULL, "times beyond the first level's, by %s",
		          foreign->format->name);
		fault_at(foreign->fault, foreign->line, column + 1);
		return fault_expect(foreign->fault, "--first-level NS too, the time of a load that the first "
		                                    "level serves");
	}
	if (!printed_parse(text, strlen(text), foreign->separator != ',', &printed))
		return foreign_bad(foreign, column, text, READING_NS_EXPECTED);
	*ns = cycles ? printed.value / options->clock_ghz : printed.value;
	*ns += options->first_level_ns;
	return *ns >= 1e-9 && *ns <= 1e15 ? 0 : foreign_bad(foreign, column, text, READING_NS_EXPECTED);
}

/* Trials of one size that stand side by side were measured back to back, not a round each. */
static uint64_t round_of(struct foreign *foreign, uint64_t trial)
{
	if (foreign->rows == 1) {
		foreign->first_trial = trial;
		foreign->first_size = foreign->size_bytes;
	} else if (foreign->rows == 2) {
		foreign->side_by_side = foreign->size_bytes == foreign->first_size;
	}
	return foreign->side_by_side ? foreign->first_trial : trial;
}

int foreign_time(struct foreign *foreign, size_t column, const char *text, bool cycles, uint64_t trial_number)
{
	struct trial trial = {NAN, NAN, 0};
	if (take_time(foreign, column, text, cycles, &trial.time_ns) != 0)
		return -1;
	if (foreign->rows++ == FOREIGN_ROWS)
		return too_many(foreign);
	if (!foreign->open && open_series(foreign) != 0)
		return -1;
	struct capture_row row = {.present = 0};
	capture_row_set(&row, CAPTURE_SIZE_BYTES, foreign->size_bytes);
	capture_row_set(&row, CAPTURE_ROUND, round_of(foreign, trial_number));
	foreign->place.pass = foreign->pass;
	foreign->trials->cores.unknown += foreign->has_trials;
	foreign->trials->tier_unknown += foreign->has_trials;
	if (trials_put(foreign->trials, &row, &trial, &foreign->place, foreign->fault) == 0)
		return 0;
	return fault_at(foreign->fault, foreign->line, column + 1);
}

/* ---- the file ---- */

/* A line being gathered from the pieces of the file. */
struct gathered {
	char *text;
	size_t length;
	bool after_cr; /* the line before ended with CR: an LF belongs to it */
};

static int take_line(struct foreign *foreign, struct gathered *gathered, bool whole)
{
	gathered->text[gathered->length] = '\0';
	foreign->whole = whole;
	if (memchr(gathered->text, '\0', gathered->length) != NULL) {
		fault_set(foreign->fault, NULL, "a NUL byte");
		fault_at(foreign->fault, foreign->line, 1);
		return fault_expect(foreign->fault, "lines of text");
	}
	snprintf(foreign->line_text, sizeof foreign->line_text, "%s", gathered->text);
	int status = foreign_blank(gathered->text) ? 0 : foreign->format->take(foreign, gathered->text);
	gathered->length = 0;
	foreign->line += whole;
	return status;
}

static int take_piece(struct foreign *foreign, struct gathered *gathered, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		bool end = text[i] == '\n' || text[i] == '\r', second = text[i] == '\n' && gathered->after_cr;
		gathered->after_cr = text[i] == '\r';
		if (second)
			continue;
		if (end && take_line(foreign, gathered, true) != 0)
			return -1;
		if (end)
			continue;
		if (gathered->length + 1 == FOREIGN_LINE_BYTES) {
			fault_set(foreign->fault, NULL, "a line of more than %d bytes",
			          FOREIGN_LINE_BYTES - 1);
			fault_at(foreign->fault, foreign->line, 1);
			return fault_expect(foreign->fault, "a table of times, a row a line");
		}
		gathered->text[gathered->length++] = text[i];
	}
	return 0;
}

static int take_all(struct foreign *foreign, struct gathered *gathered, const struct foreign_file *file)
{
	const char *text = foreign_skip_mark(file->piece, file->piece + file->length);
	size_t length = file->length - (size_t)(text - file->piece);
	do {
		if (take_piece(foreign, gathered, text, length) != 0)
			return -1;
		text = file->piece;
	} while ((length = fread(file->piece, 1, TABLE_CHUNK, file->stream)) > 0);
	if (ferror(file->stream))
		return fault_system(foreign->fault, NULL, errno, "cannot be read");
	return gathered->length > 0 ? take_line(foreign, gathered, false) : 0;
}

int foreign_read(struct trials *trials, const struct trials_options *options, const struct format *format,
                 const struct foreign_file *file, struct fault *fault)
{
	struct gathered gathered = {.text = malloc(FOREIGN_LINE_BYTES)};
	struct foreign *foreign = calloc(1, sizeof *foreign);
	int status = -1;
	if (foreign == NULL || gathered.text == NULL) {
		fault_system(fault, NULL, ENOMEM, "cannot be read");
	} else {
		*foreign = (struct foreign){.trials = trials,
		                            .options = options,
		                            .format = format,
		                            .fault = fault,
		                            .line = 1,
		                            .order_name = "random"};
		trials->curve = true;
		status = take_all(foreign, &gathered, file);
	}
	if (status == 0 && trials->rows == 0) {
		fault_set(fault, NULL, "read as %s (%s), it holds no row", format->tool, format->name);
		status = fault_expect(fault, "at least one size and its time");
	}
	if (status == 0)
		status = tell(foreign);
	free(gathered.text);
	free(foreign);
	return status;
}
