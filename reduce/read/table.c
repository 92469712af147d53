/* Where a CSV table with `# key: value` lines is read through libcsv. */
#include "table.h"

#include "../../probe/number.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 1 << 16 };

struct table {
	const struct table_handler *handler;
	void *context;
	struct fault *fault;
	const struct table_number *numbers; /* by column, or NULL */
	unsigned long line;                 /* of the next byte, from 1 */
	/* libcsv's callbacks cannot stop the parser: the first fault is kept, the rest ignored. */
	bool failed;
	bool named;            /* the row of column names has been read */
	size_t columns, field; /* columns is 0 until they are named */
	unsigned long rows;
	unsigned long rows_in_piece; /* rows that ended in the piece being parsed, for the line of a fault */
	unsigned long row_line;      /* where a row began that quotes spread over lines and pieces, or 0 */
	struct csv_parser csv;
	/* lines beginning with # */
	char *line_text;
	size_t line_length, header_lines, header_bytes;
	bool in_row; /* the last piece ended inside a row */
	bool at_start, in_header_line, at_line_start, waiting_cr, in_quotes;
};

bool header_pair(const char *line, const char *key, char *value, size_t size)
{
	size_t length = strlen(key);
	value[0] = '\0';
	for (size_t word; *line != '\0'; line += word + (line[word] == ' ')) {
		word = strcspn(line, " ");
		if (word <= length || strncmp(line, key, length) != 0 || line[length] != '=')
			continue;
		size_t end = word - length - 1;
		snprintf(value, size, "%.*s", (int)(end < size ? end : size - 1), line + length + 1);
		return true;
	}
	return false;
}

uint64_t header_pair_number(const char *line, const char *key)
{
	char text[32];
	uint64_t value = 0;
	header_pair(line, key, text, sizeof text);
	return number_parse(text, strlen(text), 0, UINT64_MAX >> 1, &value) == NULL ? value : 0;
}

static void table_fail(struct table *table)
{
	table->failed = true;
	if (table->fault->column == 0) /* the handler of a row can name the field that it minds */
		table->fault->column = table->field + 1;
}

static void on_name(struct table *table, const char *text, size_t length)
{
	int status;
	if (table->field >= TABLE_COLUMNS)
		status = fault_set(table->fault, NULL, "more than %d columns", TABLE_COLUMNS);
	else
		status = table->handler->column(table->context, table->field, text, length, table->fault);
	if (status != 0)
		table_fail(table);
}

/* Takes digits off the front of `text`, `most` at most. Returns how many; *sum is right up to DIGITS. */
enum { DIGITS = 19 };
static inline size_t take_digits(const char *text, size_t most, uint64_t *sum)
{
	size_t i = 0;
	*sum = 0;
	for (unsigned digit; i < most && (digit = (unsigned char)text[i] - (unsigned)'0') <= 9; i++)
		*sum = *sum * 10 + digit;
	return i;
}

/* The place of a word among those of its column; beyond its maximum where it is none of them. */
static inline uint64_t find_word(const struct table_number *number, const char *text, size_t length)
{
	uint64_t at = 0;
	while (at <= number->maximum &&
	       (strlen(number->words[at]) != length || memcmp(number->words[at], text, length) != 0))
		at++;
	return at;
}

/* Whether a field needs no handler: nothing, or what its column takes. `value` is that of its first `digits`
 * bytes. The way through here is short, for it is gone for every field of a file of gigabytes. */
static inline bool quick_field(const struct table *table, const char *text, size_t length, size_t digits,
                               uint64_t value)
{
	if (table->field >= table->columns || table->numbers == NULL ||
	    table->numbers[table->field].value == NULL)
		return false;
	const struct table_number *number = &table->numbers[table->field];
	if (length == 0)
		return true;
	if (number->words != NULL)
		value = find_word(number, text, length);
	else if (digits != length || length > DIGITS)
		return false;
	if (value > number->maximum)
		return false;
	*number->value = value;
	*number->present |= number->bit;
	return true;
}

/* A field that does not go the short way. */
static void give_field(struct table *table, const char *text, size_t length)
{
	size_t field = table->field;
	if (!table->failed && !table->named)
		on_name(table, text, length);
	else if (!table->failed && field < table->columns &&
	         table->handler->field(table->context, field, text, length, table->fault) != 0)
		table_fail(table);
	table->field = field + 1;
}

static void on_field(void *text, size_t length, void *data)
{
	struct table *table = data;
	uint64_t value;
	size_t digits = take_digits(text, length, &value);
	if (quick_field(table, text, length, digits, value))
		table->field++;
	else
		give_field(table, text, length);
}

static int end_row(struct table *table, bool whole)
{
	const struct table_handler *handler = table->handler;
	if (!table->named) {
		table->named = true;
		table->columns = table->field;
		return handler->columns_end(table->context, table->columns, table->fault);
	}
	if (table->rows++ == TABLE_ROWS)
		return fault_set(table->fault, NULL, "more than %d rows", TABLE_ROWS);
	if (!whole && table->field < table->columns && handler->cut_row != NULL)
		return handler->cut_row(table->context, table->fault);
	if (table->field != table->columns) {
		fault_set(table->fault, NULL, "%zu field%s in this row", table->field,
		          table->field == 1 ? "" : "s");
		return fault_expect(table->fault, "%zu, as many as there are columns", table->columns);
	}
	return handler->row(table->context, whole, table->fault);
}

static void on_row(int ending, void *data)
{
	struct table *table = data;
	if (table->failed)
		return;
	if (end_row(table, ending != -1) != 0) {
		table->field = table->field < table->columns ? table->field : table->columns;
		table->field -= table->field > 0;
		table_fail(table);
		return;
	}
	table->field = 0;
	table->rows_in_piece++;
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

/* The number of line ends in `text` before the row that follows `rows` ended ones. Blank lines are no rows,
 * and a line end in quotes ends none; where the text begins inside a row (`inside`), the first line end ends
 * one even if nothing stands before it. */
static unsigned long lines_before_row(const char *text, size_t length, unsigned long rows, bool inside,
                                      bool in_quotes)
{
	unsigned long lines = 0;
	bool holds = inside;
	for (size_t i = 0; i < length;) {
		size_t end = line_end(text + i, length - i);
		in_quotes ^= text[i] == '"';
		holds = holds || (end == 0 && text[i] != ' ' && text[i] != '\t');
		if (holds && rows == 0)
			break;
		if (end != 0 && !in_quotes) {
			rows -= holds;
			holds = false;
		}
		lines += end != 0;
		i += end != 0 ? end : 1;
	}
	return lines;
}

/* Whether `text`, begun in quotes or not, ends in quotes. */
static bool ends_in_quotes(const char *text, size_t length, bool in_quotes)
{
	const char *end = text + length, *at = text;
	while ((at = memchr(at, '"', (size_t)(end - at))) != NULL) {
		in_quotes = !in_quotes;
		at++;
	}
	return in_quotes;
}

/* Line ends in `text`: each LF, and each CR that no LF follows. A CR at the very end waits for the next
 * piece. */
static unsigned long count_lines(struct table *table, const char *text, size_t length)
{
	unsigned long lines = table->waiting_cr && text[0] != '\n';
	const char *end = text + length, *at = text;
	while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL && ++at <= end)
		lines++;
	for (at = text; (at = memchr(at, '\r', (size_t)(end - at))) != NULL; at++)
		lines += at + 1 < end && at[1] != '\n';
	table->waiting_cr = text[length - 1] == '\r';
	return lines;
}

/* The line of the next byte, which is `next`: a CR that ended the last piece has ended its line unless an LF
 * follows. */
static unsigned long line_of(const struct table *table, char next)
{
	return table->line + (table->waiting_cr && next != '\n');
}

static int csv_failure(struct table *table)
{
	if (csv_error(&table->csv) == CSV_ENOMEM) {
		fault_set(table->fault, NULL, "a field of more than %d bytes", TABLE_FIELD_BYTES);
		fault_expect(table->fault, "a closing quote or a comma before that");
	} else {
		fault_set(table->fault, NULL, "a quote in the wrong place");
		fault_expect(table->fault, "quotes around a whole field, doubled inside it");
	}
	return -1;
}

/* The line where the row begins that follows those which ended in the piece. */
static unsigned long row_line(const struct table *table, const char *text, size_t length)
{
	if (table->rows_in_piece == 0 && table->row_line != 0)
		return table->row_line;
	return line_of(table, text[0]) +
	       lines_before_row(text, length, table->rows_in_piece, !table->at_line_start, table->in_quotes);
}

/* Where the piece ends inside a row that may hold line ends in quotes, keeps the line where that row began.
 */
static void keep_row_line(struct table *table, const char *text, size_t length)
{
	bool quotes = table->in_quotes || memchr(text, '"', length) != NULL;
	bool in_quotes = quotes && ends_in_quotes(text, length, table->in_quotes);
	bool in_row = in_quotes || (text[length - 1] != '\n' && text[length - 1] != '\r');
	if (quotes && in_row)
		table->row_line = row_line(table, text, length);
	else if (table->rows_in_piece > 0)
		table->row_line = 0;
	table->in_quotes = in_quotes;
}

/* Takes the field at the front of a plain line and returns its end. */
static inline const char *cut_field(struct table *table, const char *text)
{
	uint64_t value;
	size_t digits = take_digits(text, SIZE_MAX, &value), length = digits;
	while (text[length] != ',' && text[length] != '\n')
		length++;
	if (quick_field(table, text, length, digits, value)) {
		table->field++;
	} else {
		memcpy(table->line_text, text, length);
		table->line_text[length] = '\0';
		give_field(table, table->line_text, length);
	}
	return text + length;
}

/* Rows without quotes and blanks are cut here: libcsv asks of every byte what it is. Takes the whole lines at
 * the front of `text`, which begins a row, and returns how many bytes they have. */
static size_t cut_lines(struct table *table, const char *text, size_t length)
{
	const char *at = text, *end = text + length, *line_end_at;
	while (!table->failed && at < end && (line_end_at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
		if (line_end_at - at >= HEADER_BYTES)
			break;
		bool blank = line_end_at == at;
		for (const char *field = at; !blank && field <= line_end_at; field++)
			field = cut_field(table, field);
		if (!blank)
			on_row('\n', table);
		at = line_end_at + 1;
	}
	return (size_t)(at - text);
}

static bool holds_none(const char *text, size_t length, const char *bytes)
{
	for (; *bytes != '\0'; bytes++)
		if (memchr(text, *bytes, length) != NULL)
			return false;
	return true;
}

static bool parse_csv(struct table *table, const char *text, size_t length)
{
	return csv_parse(&table->csv, text, length, on_field, on_row, table) == length;
}

/* A piece, its plain lines cut and the rest given to libcsv. */
static bool parse_lines(struct table *table, const char *text, size_t length)
{
	size_t at = 0;
	if (!table->named || table->in_quotes || !holds_none(text, length, "\" \t\r"))
		return parse_csv(table, text, length);
	if (table->in_row) {
		const char *first = memchr(text, '\n', length);
		at = first != NULL ? (size_t)(first - text) + 1 : length;
		if (!parse_csv(table, text, at))
			return false;
	}
	at += cut_lines(table, text + at, length - at);
	return table->failed || parse_csv(table, text + at, length - at);
}

/* Parses a piece of the table that holds no header line. */
static int parse_piece(struct table *table, const char *text, size_t length)
{
	if (length == 0)
		return 0;
	table->rows_in_piece = 0;
	bool failed = !parse_lines(table, text, length);
	table->in_row = text[length - 1] != '\n';
	if (failed && !table->failed) {
		csv_failure(table);
		table_fail(table);
	}
	if (table->failed) {
		table->fault->line = row_line(table, text, length);
		return -1;
	}
	keep_row_line(table, text, length);
	table->line += count_lines(table, text, length);
	return 0;
}

static bool key_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* What the lines before and between the rows may take: a reader keeps them. */
static int bound_headers(struct table *table)
{
	table->header_lines++;
	table->header_bytes += table->line_length;
	if (table->header_lines > TABLE_HEADER_LINES)
		fault_set(table->fault, NULL, "more than %d lines that begin with #", TABLE_HEADER_LINES);
	else if (table->header_bytes > TABLE_HEADER_BYTES)
		fault_set(table->fault, NULL, "more than %d bytes of lines that begin with #",
		          TABLE_HEADER_BYTES);
	else
		return 0;
	fault_expect(table->fault, "a short header, then the rows of the table");
	return fault_at(table->fault, line_of(table, '#'), 1);
}

static int end_header_line(struct table *table)
{
	if (bound_headers(table) != 0)
		return -1;
	table->in_header_line = false;
	table->line_text[table->line_length] = '\0';
	table->line_length = 0;
	if (table->handler->header == NULL)
		return 0;
	char *text = table->line_text + 1;
	while (*text == ' ')
		text++;
	char *colon = text;
	while (key_byte(*colon))
		colon++;
	int status;
	if (colon != text && colon[0] == ':' && (colon[1] == ' ' || colon[1] == '\0')) {
		*colon = '\0';
		status = table->handler->header(table->context, text, colon[1] == ' ' ? colon + 2 : colon + 1,
		                                table->fault);
	} else {
		status = table->handler->header(table->context, NULL, text, table->fault);
	}
	if (status != 0)
		fault_at(table->fault, line_of(table, '#'), 1);
	return status;
}

/* Takes the rest of a header line off the front of `text`. Returns how many bytes it took, or -1. */
static long take_header_line(struct table *table, const char *text, size_t length)
{
	size_t end = 0;
	while (end < length && text[end] != '\n' && text[end] != '\r')
		end++;
	if (table->line_length + end >= HEADER_BYTES) {
		fault_set(table->fault, NULL, "a header line of more than %d bytes", HEADER_BYTES);
		return fault_at(table->fault, line_of(table, '#'), 1);
	}
	memcpy(table->line_text + table->line_length, text, end);
	table->line_length += end;
	if (end == length)
		return (long)end;
	if (end_header_line(table) != 0)
		return -1;
	/* The line end stays for the table, where it is a blank line and is counted. */
	table->at_line_start = true;
	return (long)end;
}

/* Where the next header line begins in `text`, or `length`. */
static size_t header_line_start(const struct table *table, const char *text, size_t length)
{
	size_t from = 0;
	while (from < length) {
		const char *mark = memchr(text + from, '#', length - from);
		if (mark == NULL)
			return length;
		size_t at = (size_t)(mark - text);
		if (at == 0 ? table->at_line_start : text[at - 1] == '\n' || text[at - 1] == '\r')
			return at;
		from = at + 1;
	}
	return length;
}

int table_feed(struct table *table, const char *text, size_t length)
{
	if (table->line == 1 && table->at_start && length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		length -= 3;
	}
	table->at_start = false;
	while (length > 0) {
		if (table->in_header_line) {
			long taken = take_header_line(table, text, length);
			if (taken < 0)
				return -1;
			text += taken;
			length -= (size_t)taken;
			continue;
		}
		size_t piece = header_line_start(table, text, length);
		if (parse_piece(table, text, piece) != 0)
			return -1;
		if (piece > 0)
			table->at_line_start = text[piece - 1] == '\n' || text[piece - 1] == '\r';
		table->in_header_line = piece < length;
		text += piece;
		length -= piece;
	}
	return 0;
}

int table_end(struct table *table)
{
	if (table->in_header_line && end_header_line(table) != 0)
		return -1;
	if (csv_fini(&table->csv, on_field, on_row, table) != 0 && !table->failed) {
		fault_set(table->fault, NULL, "a quote that is never closed");
		fault_at(table->fault, line_of(table, '\0'), table->field + 1);
		return fault_expect(table->fault, "a closing quote before the end of the file");
	}
	if (table->failed)
		return fault_at(table->fault, line_of(table, '\0'), table->fault->column);
	if (!table->named) {
		fault_set(table->fault, NULL, "holds no table");
		return fault_expect(table->fault, "a line of column names");
	}
	return 0;
}

struct table *table_begin(const struct table_handler *handler, void *context,
                          const struct table_number *numbers, struct fault *fault)
{
	struct table *table = calloc(1, sizeof *table);
	char *line = malloc(HEADER_BYTES);
	if (table == NULL || line == NULL ||
	    csv_init(&table->csv, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) {
		fault_system(fault, NULL, ENOMEM, "cannot be read");
		free(table);
		free(line);
		return NULL;
	}
	csv_set_realloc_func(&table->csv, bounded_realloc);
	table->handler = handler;
	table->context = context;
	table->numbers = numbers;
	table->fault = fault;
	table->line = 1;
	table->line_text = line;
	table->at_start = table->at_line_start = true;
	return table;
}

void table_free(struct table *table)
{
	if (table == NULL)
		return;
	csv_free(&table->csv);
	free(table->line_text);
	free(table);
}

static int read_all(struct table *table, FILE *stream, char *chunk, struct fault *fault)
{
	size_t length;
	while ((length = fread(chunk, 1, TABLE_CHUNK, stream)) > 0)
		if (table_feed(table, chunk, length) != 0)
			return -1;
	if (ferror(stream))
		return fault_system(fault, NULL, errno, "cannot be read");
	return table_end(table);
}

int table_read(FILE *stream, const char *name, const struct table_handler *handler, void *context,
               struct fault *fault)
{
	struct table *table = table_begin(handler, context, NULL, fault);
	char *chunk = malloc(TABLE_CHUNK);
	int status = -1;
	if (chunk == NULL)
		fault_system(fault, NULL, ENOMEM, "cannot be read");
	else if (table != NULL)
		status = read_all(table, stream, chunk, fault);
	if (status != 0)
		snprintf(fault->object, sizeof fault->object, "%s", name);
	table_free(table);
	free(chunk);
	return status;
}
