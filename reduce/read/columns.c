/* Where the columns of a CSV table are read by their declaration. */
#include "columns.h"

#include "../../probe/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int out_of_memory(struct fault *fault)
{
	return fault == NULL ? -1 : fault_system(fault, NULL, ENOMEM, "cannot be read");
}

void *array_add(void *array, size_t *count, size_t element_bytes, struct fault *fault)
{
	void *elements;
	memcpy(&elements, array, sizeof elements);
	if ((*count & (*count - 1)) == 0) /* no element, or a power of two: the room is full */
		elements = realloc(elements, (*count == 0 ? 1 : 2 * *count) * element_bytes);
	if (elements == NULL) {
		out_of_memory(fault);
		return NULL;
	}
	memcpy(array, &elements, sizeof elements);
	return memset((char *)elements + (*count)++ * element_bytes, 0, element_bytes);
}

int header_add(struct header_line **lines, size_t *count, const char *key, const char *value,
               struct fault *fault)
{
	struct header_line *line = array_add(lines, count, sizeof *line, fault);
	if (line == NULL)
		return -1;
	*line = (struct header_line){strdup(key), strdup(value)};
	return line->key != NULL && line->value != NULL ? 0 : out_of_memory(fault);
}

const char *header_find(const struct header_line *lines, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(lines[i].key, key) == 0)
			return lines[i].value;
	return NULL;
}

void headers_free(struct header_line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(lines[i].key);
		free(lines[i].value);
	}
	free(lines);
}

const char *texts_keep(struct texts *texts, const char *text)
{
	size_t length = text != NULL ? strlen(text) : 0;
	if (length == 0)
		return "";
	char **kept = array_add(&texts->text, &texts->count, sizeof *kept, NULL);
	if (kept == NULL || (*kept = malloc(length + 1)) == NULL)
		return NULL;
	return memcpy(*kept, text, length + 1);
}

void texts_free(struct texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->text[i]);
	free(texts->text);
	*texts = (struct texts){NULL, 0};
}

/* ---- header and names ---- */

static int on_header(void *context, const char *key, const char *value, struct fault *fault)
{
	struct columns_reading *reading = context;
	const struct columns *columns = reading->columns;
	const uint64_t known = (uint64_t)columns->version;
	uint64_t version;
	if (key == NULL || columns->key == NULL || strcmp(key, columns->key) != 0)
		return columns->header != NULL ? columns->header(reading->context, key, value, fault) : 0;
	reading->recognised = true;
	if (number_parse(value, strlen(value), known, known, &version) == NULL)
		return 0;
	fault_set(fault, NULL, "a %s of version \"%s\"", columns->name, value);
	return fault_expect(fault, "version %d", columns->version);
}

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct columns_reading *reading = context;
	reading->place[column] = -1;
	for (size_t i = 0; i < reading->columns->count; i++) {
		const char *known = reading->columns->column[i].name;
		if (strlen(known) != length || memcmp(known, name, length) != 0)
			continue;
		if ((reading->given >> i & 1) != 0)
			return fault_set(fault, NULL, "a second column %s", known);
		reading->place[column] = (int)i;
		reading->given |= UINT64_C(1) << i;
	}
	return 0;
}

/* Whole numbers and words that can be missing go the table's short way. */
static void lay_numbers(struct columns_reading *reading, size_t count)
{
	const struct columns *columns = reading->columns;
	for (size_t i = 0; i < count && columns->present != NULL; i++) {
		const struct column *column = &columns->column[reading->place[i] < 0 ? 0 : reading->place[i]];
		bool words = column->type == COLUMN_WORD && column->bytes == sizeof(uint64_t);
		if (reading->place[i] < 0 || !column->blank || (column->type != COLUMN_WHOLE && !words))
			continue;
		void *member = (char *)columns->row + column->offset;
		reading->numbers[i] =
		    (struct table_number){member, column->maximum, columns->present,
		                          UINT64_C(1) << reading->place[i], words ? column->words : NULL};
	}
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	struct columns_reading *reading = context;
	const struct columns *columns = reading->columns;
	if (columns->key != NULL && !reading->recognised) {
		fault_set(fault, NULL, "is no %s", columns->name);
		return fault_expect(fault, "a first line \"# %s: %d\"", columns->key, columns->version);
	}
	for (size_t i = 0; i < columns->count; i++) {
		if (columns->column[i].optional || (reading->given >> i & 1) != 0)
			continue;
		if (columns->wanted == NULL)
			return fault_set(fault, NULL, "lacks the column %s", columns->column[i].name);
		fault_set(fault, NULL, "is no %s", columns->name);
		return fault_expect(fault, "%s", columns->wanted);
	}
	lay_numbers(reading, count);
	return columns->given != NULL ? columns->given(reading->context, reading->given, fault) : 0;
}

/* ---- fields ---- */

static int bad_field(const struct column *column, const char *text, const char *reason, const char *bounds,
                     struct fault *fault)
{
	fault_set(fault, NULL, "\"%.80s\"%s%s%s in column %s", text, reason != NULL ? " " : "",
	          reason != NULL ? reason : "", reason != NULL ? "," : "", column->name);
	return fault_expect(fault, "%s", column->expected != NULL ? column->expected : bounds);
}

/* Whole numbers and sizes. */
static int take_whole(const struct column *column, const char *text, size_t length, uint64_t *value,
                      struct fault *fault)
{
	char bounds[FAULT_TEXT] = "a whole number";
	number_reason reason = (column->type == COLUMN_SIZE ? size_parse : number_parse)(
	    text, length, column->minimum, column->maximum, value);
	if (reason == NULL)
		return 0;
	if (column->maximum < UINT64_MAX)
		snprintf(bounds, sizeof bounds, "a whole number from %" PRIu64 " to %" PRIu64,
		         column->minimum, column->maximum);
	return bad_field(column, text, column->expected != NULL ? reason : NULL, bounds, fault);
}

static int take_decimal(const struct column *column, const char *text, size_t length, double *number,
                        struct fault *fault)
{
	char *end = NULL;
	*number = NAN;
	if (strspn(text, "0123456789+-.eE") == length)
		*number = strtod(text, &end);
	if (end == text + length && isfinite(*number) && *number >= column->low && *number <= column->high)
		return 0;
	return bad_field(column, text, NULL, "a number", fault);
}

static int take_word(const struct column *column, const char *text, size_t length, void *place,
                     struct fault *fault)
{
	char list[FAULT_TEXT] = "one of ";
	for (uint64_t i = 0; i <= column->maximum; i++) {
		const char *word = column->words[i];
		unsigned small = (unsigned)i;
		if (word[0] == text[0] && strlen(word) == length && memcmp(word, text, length) == 0) {
			bool wide = column->bytes == sizeof i;
			memcpy(place, wide ? (void *)&i : (void *)&small, column->bytes);
			return 0;
		}
	}
	for (uint64_t i = 0; i <= column->maximum; i++) {
		size_t end = strlen(list);
		snprintf(list + end, sizeof list - end, "%s%s", i > 0 ? ", " : "", column->words[i]);
	}
	return bad_field(column, text, NULL, list, fault);
}

static int take_name(const struct column *column, const char *text, size_t length, char *place,
                     struct fault *fault)
{
	if (length == 0 || length >= column->bytes) {
		char bounds[FAULT_TEXT];
		snprintf(bounds, sizeof bounds, "1 to %zu bytes", column->bytes - 1);
		return bad_field(column, text, NULL, bounds, fault);
	}
	memcpy(place, text, length + 1);
	return 0;
}

static int take_text(struct texts *texts, const char *text, void *place, struct fault *fault)
{
	const char *kept = texts_keep(texts, text);
	memcpy(place, &kept, sizeof kept);
	return kept != NULL ? 0 : out_of_memory(fault);
}

static int take_field(const struct columns_reading *reading, const struct column *column, const char *text,
                      size_t length, struct fault *fault)
{
	const struct columns *columns = reading->columns;
	char *place = (char *)columns->row + column->offset;
	switch (column->type) {
	case COLUMN_WHOLE:
	case COLUMN_SIZE:
		return take_whole(column, text, length, (uint64_t *)(void *)place, fault);
	case COLUMN_DECIMAL:
		return take_decimal(column, text, length, (double *)(void *)place, fault);
	case COLUMN_WORD:
		return take_word(column, text, length, place, fault);
	case COLUMN_NAME:
		return take_name(column, text, length, place, fault);
	case COLUMN_TEXT:
		return take_text(columns->texts, text, place, fault);
	case COLUMN_OWN:
		break;
	}
	return columns->own(reading->context, column, text, fault);
}

static int on_field(void *context, size_t place, const char *text, size_t length, struct fault *fault)
{
	struct columns_reading *reading = context;
	const struct columns *columns = reading->columns;
	int c = reading->place[place];
	if (c < 0)
		return 0;
	const struct column *column = &columns->column[c];
	if (length == 0 && column->blank) {
		const double none = NAN;
		if (column->type == COLUMN_DECIMAL)
			memcpy((char *)columns->row + column->offset, &none, sizeof none);
		return 0;
	}
	if (columns->present != NULL)
		*columns->present |= UINT64_C(1) << c;
	return take_field(reading, column, text, length, fault);
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	struct columns_reading *reading = context;
	const struct columns *columns = reading->columns;
	if (!whole && columns->whole)
		return fault_set(fault, NULL, "the last row is cut off");
	if (reading->rows++ == columns->most && columns->most != 0)
		return fault_set(fault, NULL, "more than %lu rows", columns->most);
	int status = columns->end(reading->context, whole, fault);
	memset(columns->row, 0, columns->row_bytes);
	return status;
}

static int on_cut_row(void *context, struct fault *fault)
{
	const struct columns_reading *reading = context;
	if (reading->columns->cut_row != NULL)
		return reading->columns->cut_row(reading->context, fault);
	fault_set(fault, NULL, "the last row is cut off");
	return fault_expect(fault, "a field for every column");
}

unsigned long columns_place(const struct columns_reading *reading, size_t column)
{
	for (unsigned long c = 0; c < TABLE_COLUMNS && (reading->given >> column & 1) != 0; c++)
		if (reading->place[c] == (int)column)
			return c + 1;
	return 0;
}

/* ---- the whole ---- */

static const struct table_handler handler = {.header = on_header,
                                             .column = on_column,
                                             .columns_end = on_columns_end,
                                             .field = on_field,
                                             .row = on_row,
                                             .cut_row = on_cut_row};

struct table *columns_begin(struct columns_reading *reading, const struct columns *columns, void *context,
                            struct fault *fault)
{
	*reading = (struct columns_reading){.columns = columns, .context = context};
	memset(columns->row, 0, columns->row_bytes);
	return table_begin(&handler, reading, reading->numbers, fault);
}

/* Reads a table to its end; `name` is used in faults. */
static int read_stream(const struct columns *columns, void *context, FILE *stream, const char *name,
                       struct fault *fault)
{
	struct columns_reading *reading = malloc(sizeof *reading);
	if (reading == NULL)
		return fault_system(fault, name, ENOMEM, "cannot be read");
	*reading = (struct columns_reading){.columns = columns, .context = context};
	memset(columns->row, 0, columns->row_bytes);
	int status = table_read(stream, name, &handler, reading, fault);
	free(reading);
	return status;
}

struct keeping {
	const struct columns *columns;
	struct columns_rows *rows;
};

static int keep_row(void *context, bool whole, struct fault *fault)
{
	const struct columns *columns = ((struct keeping *)context)->columns;
	struct columns_rows *rows = ((struct keeping *)context)->rows;
	void *row = array_add(&rows->rows, &rows->count, columns->row_bytes, fault);
	if (row == NULL)
		return -1;
	memcpy(row, columns->row, columns->row_bytes);
	rows->count--; /* until it is judged */
	if (columns->end != NULL && columns->end(rows, whole, fault) != 0)
		return -1;
	rows->count++;
	return 0;
}

int columns_read_rows(const struct columns *columns, struct columns_rows *rows, const char *what,
                      FILE *stream, const char *name, struct fault *fault)
{
	struct columns every = *columns;
	struct keeping keeping = {columns, rows};
	*rows = (struct columns_rows){.count = 0};
	every.end = keep_row;
	int status = read_stream(&every, &keeping, stream, name, fault);
	if (status == 0 && rows->count == 0)
		status = fault_set(fault, name, "holds no %s", what);
	if (status != 0)
		free(rows->rows);
	return status;
}

int columns_load(const struct columns *columns, void *context, const char *path, struct fault *fault)
{
	FILE *stream = fopen(path, "rb");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	int status = read_stream(columns, context, stream, path, fault);
	fclose(stream);
	return status;
}
