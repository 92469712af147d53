/* Where the trial log is written and read. */
#include "trial_log.h"
#include "../summary/summary.h"
#include "../read/table.h"

#include "../../probe/character.h"
#include "../../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = {"unknown", "stayed", "moved"};
enum { STATES = 3 };

/* ---- writing ---- */

static const char *list_rules(unsigned flags, char text[TRIAL_LOG_STATUS])
{
	size_t length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < TRIAL_DISCARDS; i++)
		if ((flags & (unsigned)trial_discards[i].flag) != 0)
			length += (size_t)snprintf(text + length, TRIAL_LOG_STATUS - length, "%s%s",
			                           length > 0 ? " " : "", trial_discards[i].logged);
	return length > 0 ? text : "counted";
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
		fprintf(stream, ",%s,%s,", states[state_of(flags)], list_rules(flags, text));
		if (logged->distance_bytes != 0)
			fprintf(stream, "%" PRIu64, logged->distance_bytes);
		fputc('\n', stream);
	}
	return ferror(stream) ? -1 : 0;
}

/* ---- reading ---- */

enum log_column {
	LOG_TRIAL,
	LOG_ROUND,
	LOG_STARTED,
	LOG_PASS,
	LOG_SIZE,
	LOG_TIME,
	LOG_STATE,
	LOG_STATUS,
	LOG_DISTANCE,
	LOG_COLUMNS
};
static const char *const column_names[LOG_COLUMNS] = {
    "trial", "round", "started_ns", "pass", "size_bytes", "time_ns", "state", "status", "distance_bytes"};

struct log_reading {
	struct trial_log *log;
	int columns[TABLE_COLUMNS];
	unsigned given;
	bool recognised;
	struct trial_log_row row;
};

static int out_of_memory(struct fault *fault)
{
	return fault_system(fault, NULL, ENOMEM, "cannot be read");
}

static int on_header(void *context, const char *key, const char *value, struct fault *fault)
{
	struct log_reading *reading = context;
	uint64_t version;
	if (key == NULL)
		return 0;
	if (strcmp(key, SUMMARY_KEY_NAME) == 0)
		snprintf(reading->log->name, sizeof reading->log->name, "%s", value);
	if (strcmp(key, TRIAL_LOG_KEY) != 0)
		return 0;
	reading->recognised = true;
	if (number_parse(value, strlen(value), TRIAL_LOG_VERSION, TRIAL_LOG_VERSION, &version) == NULL)
		return 0;
	fault_set(fault, NULL, "a trial log of version \"%s\"", value);
	return fault_expect(fault, "version %d", TRIAL_LOG_VERSION);
}

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct log_reading *reading = context;
	(void)length;
	(void)fault;
	int c = table_name_find(column_names, LOG_COLUMNS, name);
	reading->columns[column] = c;
	if (c >= 0)
		reading->given |= 1u << c;
	return 0;
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	struct log_reading *reading = context;
	(void)count;
	if (!reading->recognised) {
		fault_set(fault, NULL, "is no trial log");
		return fault_expect(fault, "a first line \"# %s: %d\"", TRIAL_LOG_KEY, TRIAL_LOG_VERSION);
	}
	for (int c = 0; c < LOG_COLUMNS; c++)
		if ((reading->given >> c & 1) == 0)
			return fault_set(fault, NULL, "lacks the column %s", column_names[c]);
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
	void *larger = realloc(log->passes, (log->pass_count + 1) * sizeof log->passes[0]);
	if (larger == NULL)
		return out_of_memory(fault);
	log->passes = larger;
	snprintf(log->passes[log->pass_count], sizeof log->passes[0], "%s", name);
	*index = log->pass_count++;
	return 0;
}

static int take_time(const char *text, size_t length, double *time_ns, struct fault *fault)
{
	char *end = NULL;
	*time_ns = NAN;
	if (length > 0 && strspn(text, "0123456789+-.eE") == length)
		*time_ns = strtod(text, &end);
	if (end == text + length && *time_ns >= 0 && isfinite(*time_ns))
		return 0;
	fault_set(fault, NULL, "\"%s\" in column time_ns", text);
	return fault_expect(fault, "nanoseconds");
}

static int take_word(struct trial_log_row *row, int column, const char *text, size_t length,
                     struct fault *fault)
{
	if (column == LOG_STATUS) {
		if (length == 0 || length >= sizeof row->status)
			return fault_set(fault, NULL, "a status of %zu bytes", length);
		snprintf(row->status, sizeof row->status, "%s", text);
		return 0;
	}
	for (int s = 0; s < STATES; s++) {
		if (strcmp(states[s], text) != 0)
			continue;
		row->state = (enum trial_state)s;
		return 0;
	}
	fault_set(fault, NULL, "\"%s\" in column state", text);
	return fault_expect(fault, "stayed, moved or unknown");
}

static int on_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct log_reading *reading = context;
	struct trial_log_row *row = &reading->row;
	uint64_t *const counts[LOG_COLUMNS] = {[LOG_TRIAL] = &row->trial,
	                                       [LOG_ROUND] = &row->round,
	                                       [LOG_STARTED] = &row->started_ns,
	                                       [LOG_SIZE] = &row->size_bytes,
	                                       [LOG_DISTANCE] = &row->distance_bytes};
	int c = reading->columns[column];
	if (c < 0)
		return 0;
	if (c == LOG_PASS)
		return take_pass(reading->log, text, &row->pass, fault);
	if (c == LOG_TIME)
		return take_time(text, length, &row->time_ns, fault);
	if (c == LOG_STATE || c == LOG_STATUS)
		return take_word(row, c, text, length, fault);
	if (length == 0 && c == LOG_DISTANCE)
		return 0;
	if (number_parse(text, length, 0, UINT64_MAX, counts[c]) == NULL)
		return 0;
	fault_set(fault, NULL, "\"%s\" in column %s", text, column_names[c]);
	return fault_expect(fault, "a whole number");
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct log_reading *reading = context;
	struct trial_log *log = reading->log;
	if (!whole)
		return fault_set(fault, NULL, "the last row is cut off");
	if (log->count == 0 || (log->count & (log->count - 1)) == 0) {
		void *larger = realloc(log->rows, (log->count == 0 ? 1 : 2 * log->count) * sizeof *log->rows);
		if (larger == NULL)
			return out_of_memory(fault);
		log->rows = larger;
	}
	log->rows[log->count++] = reading->row;
	reading->row = (struct trial_log_row){0};
	return 0;
}

int trial_log_load(struct trial_log *log, const char *path, struct fault *fault)
{
	static const struct table_handler handler = {.header = on_header,
	                                             .column = on_column,
	                                             .columns_end = on_columns_end,
	                                             .field = on_field,
	                                             .row = on_row};
	struct log_reading reading = {.log = log};
	*log = (struct trial_log){0};
	FILE *stream = fopen(path, "rb");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = table_read(stream, path, &handler, &reading, fault);
	fclose(stream);
	return status;
}

void trial_log_free(struct trial_log *log)
{
	free(log->passes);
	free(log->rows);
	*log = (struct trial_log){0};
}
