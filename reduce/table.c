/* Where a CSV table with `# key: value` lines is read through libcsv. */
#include "table.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16, HEADER_BYTES = 1 << 16 };

struct reader {
	const struct table_handler *handler;
	void *context;
	struct fault *fault;
	bool
	    failed; /* libcsv's callbacks cannot stop the parser: the first fault is kept, the rest ignored */
	bool named; /* the row of column names has been read */
	size_t columns, field;
	unsigned long rows_in_piece; /* rows that ended in the piece being parsed, for the line of a fault */
	bool last_row;               /* the row is ended by the end of the file */
	struct csv_parser csv;
	/* lines beginning with # */
	char *line;
	size_t line_length;
	bool in_header_line, at_line_start, waiting_cr;
};

static void reader_fail(struct reader *reader)
{
	reader->failed = true;
	if (reader->fault->column == 0) /* the handler of a row can name the field that it minds */
		reader->fault->column = reader->field + 1;
}

static void on_field(void *text, size_t length, void *data)
{
	struct reader *reader = data;
	const struct table_handler *handler = reader->handler;
	if (reader->failed)
		return;
	int status = 0;
	if (!reader->named && reader->field >= TABLE_COLUMNS)
		status = fault_set(reader->fault, NULL, "more than %d columns", TABLE_COLUMNS);
	else if (!reader->named)
		status = handler->column(reader->context, reader->field, text, length, reader->fault);
	else if (reader->field < reader->columns)
		status = handler->field(reader->context, reader->field, text, length, reader->fault);
	if (status != 0)
		reader_fail(reader);
	reader->field++;
}

static int end_row(struct reader *reader, bool whole)
{
	const struct table_handler *handler = reader->handler;
	if (!reader->named) {
		reader->named = true;
		reader->columns = reader->field;
		return handler->columns_end(reader->context, reader->columns, reader->fault);
	}
	if (!whole && reader->field < reader->columns && handler->cut_row != NULL)
		return handler->cut_row(reader->context, reader->fault);
	if (reader->field != reader->columns) {
		fault_set(reader->fault, NULL, "%zu field%s in this row", reader->field,
		          reader->field == 1 ? "" : "s");
		return fault_expect(reader->fault, "%zu, as many as there are columns", reader->columns);
	}
	return handler->row(reader->context, whole, reader->fault);
}

static void on_row(int ending, void *data)
{
	struct reader *reader = data;
	if (reader->failed)
		return;
	if (end_row(reader, ending != -1) != 0) {
		reader->field = reader->field < reader->columns ? reader->field : reader->columns;
		reader->field -= reader->field > 0;
		reader_fail(reader);
		return;
	}
	reader->field = 0;
	reader->rows_in_piece++;
}

/* libcsv grows its one field without end; this bounds it. */
static void *bounded_realloc(void *block, size_t size)
{
	return size > TABLE_FIELD_BYTES ? NULL : realloc(block, size);
}

/* Length of the line end at `text`, 0 where there is none. */
static size_t line_end(const char *text, size_t left)
{
	if (text[0] == '\n')
		return 1;
	if (text[0] != '\r')
		return 0;
	return left > 1 && text[1] == '\n' ? 2 : 1;
}

/* The number of line ends in `text` before the row that follows `rows` ended ones. Blank lines are no rows;
 * where the text begins inside a row (`inside`), the first line end ends one even if nothing stands before
 * it. */
static unsigned long lines_before_row(const char *text, size_t length, unsigned long rows, bool inside)
{
	unsigned long lines = 0;
	bool holds = inside;
	for (size_t i = 0; i < length;) {
		size_t end = line_end(text + i, length - i);
		holds = holds || (end == 0 && text[i] != ' ' && text[i] != '\t');
		if (holds && rows == 0)
			break;
		if (end != 0) {
			rows -= holds;
			holds = false;
			lines++;
		}
		i += end != 0 ? end : 1;
	}
	return lines;
}

/* Line ends in `text`: each LF, and each CR that no LF follows. A CR at the very end waits for the next
 * piece. */
static unsigned long count_lines(struct reader *reader, const char *text, size_t length)
{
	unsigned long lines = reader->waiting_cr && text[0] != '\n';
	const char *end = text + length, *at = text;
	while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL && ++at <= end)
		lines++;
	for (at = text; (at = memchr(at, '\r', (size_t)(end - at))) != NULL; at++)
		lines += at + 1 < end && at[1] != '\n';
	reader->waiting_cr = text[length - 1] == '\r';
	return lines;
}

static int csv_failure(struct reader *reader)
{
	if (csv_error(&reader->csv) == CSV_ENOMEM) {
		fault_set(reader->fault, NULL, "a field of more than %d bytes", TABLE_FIELD_BYTES);
		fault_expect(reader->fault, "a closing quote or a comma before that");
	} else {
		fault_set(reader->fault, NULL, "a quote in the wrong place");
		fault_expect(reader->fault, "quotes around a whole field, doubled inside it");
	}
	return -1;
}

/* Parses a piece of the table that holds no header line. `line` is the number of its first line; updated. */
static int parse_piece(struct reader *reader, const char *text, size_t length, unsigned long *line)
{
	if (length == 0)
		return 0;
	reader->rows_in_piece = 0;
	bool failed = csv_parse(&reader->csv, text, length, on_field, on_row, reader) != length;
	if (failed && !reader->failed) {
		csv_failure(reader);
		reader_fail(reader);
	}
	if (reader->failed) {
		reader->fault->line =
		    *line + lines_before_row(text, length, reader->rows_in_piece, !reader->at_line_start);
		return -1;
	}
	*line += count_lines(reader, text, length);
	return 0;
}

static bool key_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static int end_header_line(struct reader *reader, unsigned long *line)
{
	reader->in_header_line = false;
	reader->line[reader->line_length] = '\0';
	reader->line_length = 0;
	if (reader->handler->header == NULL)
		return 0;
	char *text = reader->line + 1;
	while (*text == ' ')
		text++;
	char *colon = text;
	while (key_byte(*colon))
		colon++;
	int status;
	if (colon != text && colon[0] == ':' && (colon[1] == ' ' || colon[1] == '\0')) {
		*colon = '\0';
		status = reader->handler->header(reader->context, text,
		                                 colon[1] == ' ' ? colon + 2 : colon + 1, reader->fault);
	} else {
		status = reader->handler->header(reader->context, NULL, text, reader->fault);
	}
	if (status != 0)
		fault_at(reader->fault, *line, 1);
	return status;
}

/* Takes the rest of a header line off the front of `text`. Returns how many bytes it took, or -1. */
static long take_header_line(struct reader *reader, const char *text, size_t length, unsigned long *line)
{
	size_t end = 0;
	while (end < length && text[end] != '\n' && text[end] != '\r')
		end++;
	if (reader->line_length + end >= HEADER_BYTES) {
		fault_set(reader->fault, NULL, "a header line of more than %d bytes", HEADER_BYTES);
		return fault_at(reader->fault, *line, 1);
	}
	memcpy(reader->line + reader->line_length, text, end);
	reader->line_length += end;
	if (end == length)
		return (long)end;
	if (end_header_line(reader, line) != 0)
		return -1;
	/* The line end stays for the table, where it is a blank line and is counted. */
	reader->at_line_start = true;
	return (long)end;
}

/* Where the next header line begins in `text`, or `length`. */
static size_t header_line_start(const struct reader *reader, const char *text, size_t length)
{
	size_t from = 0;
	while (from < length) {
		const char *mark = memchr(text + from, '#', length - from);
		if (mark == NULL)
			return length;
		size_t at = (size_t)(mark - text);
		if (at == 0 ? reader->at_line_start : text[at - 1] == '\n' || text[at - 1] == '\r')
			return at;
		from = at + 1;
	}
	return length;
}

static int read_chunk(struct reader *reader, const char *text, size_t length, unsigned long *line)
{
	while (length > 0) {
		if (reader->in_header_line) {
			long taken = take_header_line(reader, text, length, line);
			if (taken < 0)
				return -1;
			text += taken;
			length -= (size_t)taken;
			continue;
		}
		size_t piece = header_line_start(reader, text, length);
		if (parse_piece(reader, text, piece, line) != 0)
			return -1;
		if (piece > 0)
			reader->at_line_start = text[piece - 1] == '\n' || text[piece - 1] == '\r';
		reader->in_header_line = piece < length;
		text += piece;
		length -= piece;
	}
	return 0;
}

static int read_end(struct reader *reader, unsigned long line)
{
	if (reader->in_header_line && end_header_line(reader, &line) != 0)
		return -1;
	if (csv_fini(&reader->csv, on_field, on_row, reader) != 0 && !reader->failed) {
		fault_set(reader->fault, NULL, "a quote that is never closed");
		fault_at(reader->fault, line, reader->field + 1);
		return fault_expect(reader->fault, "a closing quote before the end of the file");
	}
	if (reader->failed)
		return fault_at(reader->fault, line, reader->fault->column);
	if (!reader->named) {
		fault_set(reader->fault, NULL, "holds no table");
		return fault_expect(reader->fault, "a line of column names");
	}
	return 0;
}

static int read_all(struct reader *reader, FILE *stream, char *chunk)
{
	unsigned long line = 1;
	bool first = true;
	size_t length;
	while ((length = fread(chunk, 1, CHUNK_BYTES, stream)) > 0) {
		size_t mark = first && length >= 3 && memcmp(chunk, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
		first = false;
		if (read_chunk(reader, chunk + mark, length - mark, &line) != 0)
			return -1;
	}
	if (ferror(stream))
		return fault_system(reader->fault, NULL, errno, "cannot be read");
	return read_end(reader, line);
}

int table_read(FILE *stream, const char *name, const struct table_handler *handler, void *context,
               struct fault *fault)
{
	struct reader reader = {
	    .handler = handler, .context = context, .fault = fault, .at_line_start = true};
	char *chunk = malloc(CHUNK_BYTES);
	reader.line = malloc(HEADER_BYTES);
	int status;
	if (chunk == NULL || reader.line == NULL ||
	    csv_init(&reader.csv, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) {
		status = fault_system(fault, NULL, ENOMEM, "cannot be read");
	} else {
		csv_set_realloc_func(&reader.csv, bounded_realloc);
		status = read_all(&reader, stream, chunk);
		csv_free(&reader.csv);
	}
	if (status != 0)
		snprintf(fault->object, sizeof fault->object, "%s", name);
	free(chunk);
	free(reader.line);
	return status;
}
