/* Where the trial log is written and read. */
#include "trial_log.h"
#include "summary.h"

#include "../../probe/character.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = {"unknown", "stayed", "moved"};
enum { STATES = 3 };
static const char trial_counted[] = "counted";

/* ---- writing ---- */

const char *trial_log_status(unsigned flags, char text[TRIAL_LOG_STATUS])
{
	size_t length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < TRIAL_DISCARDS; i++)
		if ((flags & (unsigned)trial_discards[i].flag) != 0)
			length += (size_t)snprintf(text + length, TRIAL_LOG_STATUS - length, "%s%s",
			                           length > 0 ? " " : "", trial_discards[i].logged);
	return length > 0 ? text : trial_counted;
}

static enum trial_state state_of(unsigned flags)
{
	return (flags & TRIAL_STAYED) != 0  ? STATE_STAYED
	       : (flags & TRIAL_MOVED) != 0 ? STATE_MOVED
	                                    : STATE_UNKNOWN;
}

int trial_log_write(FILE *stream, const struct reduction *reduction)
{
	const struct trials *trials = &reduction->trials;
	char text[TRIAL_LOG_STATUS];
	fprintf(stream, "# %s: %d\n# " SUMMARY_KEY_NAME ": ", TRIAL_LOG_KEY, TRIAL_LOG_VERSION);
	character_write_line(stream, reduction->name, '\0');
	fputs("\ntrial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n", stream);
	for (size_t i = 0; i < trials->log_count; i++) {
		const struct logged_trial *logged = &trials->log[i];
		unsigned flags = trial_flags(&logged->trial);
		fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", logged->number, logged->round,
		        logged->started_ns);
		summary_write_text(stream, trials->passes[logged->pass].name);
		fprintf(stream, ",%" PRIu64 ",", logged->size_bytes);
		summary_write_number(stream, logged->trial.time_ns);
		fprintf(stream, ",%s,%s,", states[state_of(flags)], trial_log_status(flags, text));
		if (logged->distance_bytes != 0)
			fprintf(stream, "%" PRIu64, logged->distance_bytes);
		fputc('\n', stream);
	}
	return ferror(stream) ? -1 : 0;
}

/* ---- reading ---- */

#define LOG_WHOLE(column, member)                                                                            \
	{                                                                                                    \
		.name = column, .type = COLUMN_WHOLE, COLUMN_MEMBER(struct trial_log_row, member),           \
		.maximum = UINT64_MAX                                                                        \
	}

static const struct column log_columns[] = {
    LOG_WHOLE("trial", trial),
    LOG_WHOLE("round", round),
    LOG_WHOLE("started_ns", started_ns),
    {.name = "pass", .type = COLUMN_OWN},
    LOG_WHOLE("size_bytes", size_bytes),
    {.name = "time_ns",
     .type = COLUMN_DECIMAL,
     COLUMN_MEMBER(struct trial_log_row, time_ns),
     .high = DBL_MAX,
     .expected = "nanoseconds"},
    {.name = "state",
     .type = COLUMN_WORD,
     COLUMN_MEMBER(struct trial_log_row, state),
     .words = states,
     .maximum = STATES - 1},
    {.name = "status", .type = COLUMN_OWN},
    {.name = "distance_bytes",
     .type = COLUMN_WHOLE,
     COLUMN_MEMBER(struct trial_log_row, distance_bytes),
     .blank = true,
     .maximum = UINT64_MAX},
};
enum { LOG_COLUMNS = sizeof log_columns / sizeof log_columns[0] };

struct log_reading {
	struct trial_log *log;
	struct trial_log_row row;
};

static int log_header(void *context, const char *key, const char *value, struct fault *fault)
{
	struct log_reading *reading = context;
	(void)fault;
	if (key != NULL && strcmp(key, SUMMARY_KEY_NAME) == 0)
		snprintf(reading->log->name, sizeof reading->log->name, "%s", value);
	return 0;
}

static int take_pass(struct trial_log *log, const char *name, size_t *index, struct fault *fault)
{
	for (size_t i = log->pass_count; i-- > 0;) {
		if (strcmp(log->passes[i], name) != 0)
			continue;
		*index = i;
		return 0;
	}
	if (strlen(name) >= sizeof log->passes[0]) {
		fault_set(fault, NULL, "a pass of %zu bytes", strlen(name));
		return fault_expect(fault, "at most %zu", sizeof log->passes[0] - 1);
	}
	if (log->pass_count >= 2048)
		return fault_set(fault, NULL, "more than 2048 passes");
	char *kept = array_add(&log->passes, &log->pass_count, sizeof log->passes[0], fault);
	if (kept == NULL)
		return -1;
	snprintf(kept, sizeof log->passes[0], "%s", name);
	*index = log->pass_count - 1;
	return 0;
}

/* The rules of a status, as trial_log_status writes them. */
static int take_status(const char *text, unsigned *discards, struct fault *fault)
{
	*discards = 0;
	for (const char *at = text; strcmp(text, trial_counted) != 0;) {
		size_t length = strcspn(at, " "), i = 0;
		while (i < TRIAL_DISCARDS && (strlen(trial_discards[i].logged) != length ||
		                              memcmp(trial_discards[i].logged, at, length) != 0))
			i++;
		if (i == TRIAL_DISCARDS) {
			fault_set(fault, NULL, "\"%.80s\" in column status", text);
			return fault_expect(fault, "counted, or the rules that discarded the trial");
		}
		*discards |= (unsigned)trial_discards[i].flag;
		at += length;
		if (*at++ == '\0')
			break;
	}
	return 0;
}

static int log_own(void *context, const struct column *column, const char *text, struct fault *fault)
{
	struct log_reading *reading = context;
	if (column->name[0] == 'p')
		return take_pass(reading->log, text, &reading->row.pass, fault);
	return take_status(text, &reading->row.discards, fault);
}

static int log_end(void *context, bool whole, struct fault *fault)
{
	struct log_reading *reading = context;
	struct trial_log *log = reading->log;
	(void)whole;
	struct trial_log_row *row = array_add(&log->rows, &log->count, sizeof *row, fault);
	if (row == NULL)
		return -1;
	*row = reading->row;
	return 0;
}

int trial_log_load(struct trial_log *log, const char *path, struct fault *fault)
{
	struct log_reading reading = {.log = log};
	const struct columns columns = {.column = log_columns,
	                                .count = LOG_COLUMNS,
	                                .name = "trial log",
	                                .key = TRIAL_LOG_KEY,
	                                .version = TRIAL_LOG_VERSION,
	                                .row = &reading.row,
	                                .row_bytes = sizeof reading.row,
	                                .most = TRIAL_LOG_ROWS,
	                                .whole = true,
	                                .header = log_header,
	                                .own = log_own,
	                                .end = log_end};
	*log = (struct trial_log){0};
	return columns_load(&columns, &reading, path, fault);
}

void trial_log_free(struct trial_log *log)
{
	free(log->passes);
	free(log->rows);
	*log = (struct trial_log){0};
}
