/* Where an answer is fitted to a terminal. */
#include "frame.h"

#include "../../probe/character.h"
#include "../read/columns.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1024, LAST_LINES = 3, LAST_LEAST = 12 };

/* ---- text ---- */

/* Copies text as printable ASCII; what does not fit is left out. Returns the length. */
static size_t copy_ascii(char *to, size_t size, const char *text)
{
	size_t length = 0;
	while (*text != '\0' && length + 1 < size) {
		unsigned char byte = (unsigned char)*text;
		uint32_t code;
		size_t bytes = character_length(text, SIZE_MAX, &code);
		bool control = byte < 0x20 || byte == 0x7f;
		to[length++] = bytes == 1 ? *text : control ? ' ' : '?';
		text += bytes > 0 ? bytes : 1;
	}
	to[length] = '\0';
	return length;
}

/* How many characters of the text go on a line of that width: whole words where that leaves more than half of
 * the line. */
static size_t words_within(const char *text, size_t width)
{
	size_t length = strlen(text), at = width;
	if (length <= width)
		return length;
	while (at > width / 2 && text[at] != ' ')
		at--;
	return at > width / 2 ? at : width;
}

/* Cuts the text at a word, with "..." or another ending behind it. */
static void cut(char *text, size_t width, const char *ending)
{
	size_t end = strlen(ending);
	if (strlen(text) <= width || width < end)
		return;
	size_t at = words_within(text, width - end);
	while (at > 0 && text[at - 1] == ' ')
		at--;
	memcpy(text + at, ending, end + 1);
}

/* ---- lines ---- */

static struct frame_line *add_line(struct frame *frame, enum frame_keep keep)
{
	struct frame_line *line = array_add(&frame->lines, &frame->count, sizeof *line, NULL);
	frame->failed = frame->failed || line == NULL;
	if (line != NULL)
		line->keep = keep;
	return line;
}

static void add_text(struct frame *frame, enum frame_keep keep, const char *text)
{
	char whole[TEXT];
	struct frame_line *line = add_line(frame, keep);
	if (line == NULL)
		return;
	copy_ascii(whole, sizeof whole, text);
	cut(whole, FRAME_WIDTH, "...");
	size_t length = strlen(whole);
	while (length > 0 && whole[length - 1] == ' ')
		length--;
	memcpy(line->text, whole, length);
	line->text[length] = '\0';
}

void frame_line(struct frame *frame, enum frame_keep keep, const char *format, ...)
{
	char text[TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	add_text(frame, keep, text);
}

/* Text beside a key, wrapped; `repeat` tells whether the key stands before every line. */
static void add_wrapped(struct frame *frame, enum frame_keep keep, const char *key, bool repeat, size_t most,
                        const char *text)
{
	static const char see[] = " ... see --full";
	char whole[TEXT], line[FRAME_WIDTH + 1];
	size_t width = FRAME_WIDTH - strlen(key);
	copy_ascii(whole, sizeof whole, text);
	const char *rest = whole;
	for (size_t i = 0; i < most && (i == 0 || *rest != '\0'); i++) {
		size_t length = words_within(rest, width);
		if (i + 1 == most && rest[length] != '\0')
			length = words_within(rest, width - sizeof see + 1);
		snprintf(line, sizeof line, "%*s%.*s%s", (int)strlen(key), i == 0 || repeat ? key : "",
		         (int)length, rest, i + 1 == most && rest[length] != '\0' ? see : "");
		add_text(frame, i > 0 && keep != FRAME_ALWAYS && keep < FRAME_SECOND ? FRAME_SECOND : keep,
		         line);
		rest += length;
		while (*rest == ' ')
			rest++;
	}
}

void frame_note(struct frame *frame, enum frame_keep keep, const char *key, size_t most, const char *text)
{
	char wide[FRAME_KEY + 1];
	snprintf(wide, sizeof wide, "%-*.*s", FRAME_KEY, FRAME_KEY - 1, key);
	add_wrapped(frame, keep, wide, false, most, text);
}

void frame_marked(struct frame *frame, enum frame_keep keep, const char *mark, size_t most, const char *text)
{
	add_wrapped(frame, keep, mark, true, most, text);
}

/* ---- tables ---- */

static bool says_something(const char *cell)
{
	return cell[0] != '\0' && strcmp(cell, "-") != 0;
}

/* Whether a column is left out: no cell of it says anything, or it may have no width. */
static bool silent(const struct frame_column *column, size_t c, const struct frame_row *rows,
                   size_t row_count)
{
	for (size_t r = 0; r < row_count; r++)
		if (says_something(rows[r].cells[c]))
			return column->widest == 0;
	return true;
}

/* The widths of the columns, 0 for one that is left out. */
static void measure(const struct frame_column *columns, size_t column_count, const struct frame_row *rows,
                    size_t row_count, size_t *widths)
{
	size_t used = 0, last = column_count - 1;
	for (size_t c = 0; c < column_count; c++) {
		widths[c] = strlen(columns[c].head);
		for (size_t r = 0; r < row_count; r++) {
			size_t length = strlen(rows[r].cells[c]);
			widths[c] = length > widths[c] ? length : widths[c];
		}
		widths[c] = silent(&columns[c], c, rows, row_count) ? 0
		            : widths[c] > columns[c].widest         ? columns[c].widest
		                                                    : widths[c];
		if (c < last && widths[c] > 0)
			used += widths[c] + 2;
	}
	size_t left = used + LAST_LEAST < FRAME_WIDTH ? FRAME_WIDTH - used : LAST_LEAST;
	widths[last] = widths[last] > left ? left : widths[last];
}

/* Adds one cell to a line in the making. */
static void put_cell(char *line, size_t size, const char *cell, size_t width, bool number)
{
	char text[FRAME_CELL];
	size_t length = strlen(line);
	if (width == 0 || length >= size - 1)
		return;
	copy_ascii(text, sizeof text, cell);
	cut(text, width, "...");
	snprintf(line + length, size - length, number ? "%s%*s" : "%s%-*s", length > 0 ? "  " : "",
	         (int)width, text);
}

static void add_row(struct frame *frame, const struct frame_column *columns, size_t last,
                    const struct frame_row *row, const size_t *widths)
{
	char whole[FRAME_CELL], line[TEXT] = "";
	bool number = columns[last].number;
	copy_ascii(whole, sizeof whole, row->cells[last]);
	const char *rest = whole;
	for (size_t c = 0; c < last; c++)
		put_cell(line, sizeof line, row->cells[c], widths[c], columns[c].number);
	size_t before = strlen(line);
	for (size_t i = 0; i < LAST_LINES && (i == 0 || *rest != '\0'); i++) {
		size_t length = words_within(rest, widths[last]);
		char part[FRAME_CELL];
		/* The last line takes all that is left, and put_cell cuts it. */
		snprintf(part, sizeof part, "%.*s", i + 1 == LAST_LINES ? FRAME_CELL - 1 : (int)length, rest);
		if (i > 0)
			snprintf(line, sizeof line, "%*s", (int)before, "");
		put_cell(line, sizeof line, part, widths[last], number);
		add_text(frame, i > 0 || row->second ? FRAME_SECOND : FRAME_ROW, line);
		rest += length;
		while (*rest == ' ')
			rest++;
	}
}

void frame_table(struct frame *frame, const struct frame_column *columns, size_t column_count,
                 const struct frame_row *rows, size_t row_count)
{
	size_t widths[FRAME_COLUMNS];
	char heads[TEXT] = "", dashes[TEXT] = "", dash[FRAME_WIDTH + 1];
	memset(dash, '-', FRAME_WIDTH);
	while (column_count > 1 && silent(&columns[column_count - 1], column_count - 1, rows, row_count))
		column_count--;
	measure(columns, column_count, rows, row_count, widths);
	for (size_t c = 0; c < column_count; c++) {
		put_cell(heads, sizeof heads, columns[c].head, widths[c], columns[c].number);
		dash[widths[c]] = '\0';
		put_cell(dashes, sizeof dashes, dash, widths[c], false);
		dash[widths[c]] = '-';
	}
	add_text(frame, FRAME_ALWAYS, heads);
	add_text(frame, FRAME_ALWAYS, dashes);
	for (size_t r = 0; r < row_count; r++)
		add_row(frame, columns, column_count - 1, &rows[r], widths);
}

/* ---- printing ---- */

static bool blank(const struct frame *frame, size_t at)
{
	return frame->lines[at].text[0] == '\0';
}

/* A blank line parts what stands above and below it: two in a row, or one at an end, part nothing. */
static bool needless(const struct frame *frame, size_t at)
{
	return blank(frame, at) && (at == 0 || at + 1 == frame->count || blank(frame, at - 1));
}

static void drop(struct frame *frame, size_t at)
{
	memmove(&frame->lines[at], &frame->lines[at + 1], (--frame->count - at) * sizeof frame->lines[0]);
}

static void drop_needless(struct frame *frame)
{
	for (size_t i = frame->count; i-- > 0;)
		if (needless(frame, i))
			drop(frame, i);
}

/* Says at the end of a line that it goes on. */
static void mark_cut(struct frame_line *line)
{
	char text[FRAME_WIDTH + 5];
	snprintf(text, sizeof text, "%s ...", line->text);
	cut(text, FRAME_WIDTH, "...");
	memcpy(line->text, text, strlen(text) + 1);
}

/* Second lines go one by one, the last first; of another kind all. */
static void drop_kind(struct frame *frame, enum frame_keep keep, size_t most)
{
	for (size_t i = frame->count; i-- > 0 && (keep != FRAME_SECOND || frame->count > most);) {
		if (frame->lines[i].keep != keep)
			continue;
		if (keep == FRAME_SECOND && i > 0)
			mark_cut(&frame->lines[i - 1]);
		drop(frame, i);
	}
	drop_needless(frame);
}

/* Leaves out the last rows, with a line in their place. */
static void drop_rows(struct frame *frame, size_t most)
{
	size_t dropped = 0, at = frame->count;
	while (frame->count > most - 1 && at-- > 0) {
		if (frame->lines[at].keep != FRAME_ROW)
			continue;
		drop(frame, at);
		dropped++;
	}
	if (dropped == 0 || at >= frame->count)
		return;
	struct frame_line *line = add_line(frame, FRAME_ALWAYS);
	if (line == NULL)
		return;
	memmove(&frame->lines[at + 1], &frame->lines[at], (frame->count - at - 1) * sizeof *frame->lines);
	frame->lines[at].keep = FRAME_ALWAYS;
	snprintf(frame->lines[at].text, sizeof frame->lines[at].text, "... %zu rows more: see --full",
	         dropped);
}

int frame_print(FILE *stream, struct frame *frame, size_t most)
{
	bool failed = frame->failed;
	drop_needless(frame);
	for (unsigned keep = FRAME_KEEPS - 1; keep > FRAME_ROW && frame->count > most; keep--)
		drop_kind(frame, (enum frame_keep)keep, most);
	if (frame->count > most)
		drop_rows(frame, most);
	for (size_t i = 0; !failed && i < frame->count && i < most; i++)
		fprintf(stream, "%s\n", frame->lines[i].text);
	free(frame->lines);
	*frame = (struct frame){0};
	return failed ? -1 : 0;
}
