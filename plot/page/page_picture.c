/* Where a picture becomes part of a page. */
#include "page_picture.h"
#include "../draw/markup.h"
#include "page_html.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PICTURE_LARGEST = 1 << 28 };

/* What is kept of a picture, each word between spaces. */
static const char picture_elements[] =
    " g defs rect circle ellipse line path polygon polyline use text tspan clipPath ";
static const char picture_attributes[] =
    " id x y x1 y1 x2 y2 cx cy r rx ry dx dy width height d points transform color fill "
    "fill-opacity fill-rule opacity stroke font-family font-size font-weight font-style "
    "text-anchor stroke-width stroke-linecap stroke-linejoin stroke-dasharray "
    "stroke-opacity stroke-miterlimit shape-rendering clip-path href xlink:href xml:space ";

static bool picture_listed(const char *list, const char *word)
{
	char spaced[MARKUP_NAME + 2];
	snprintf(spaced, sizeof spaced, " %s ", word);
	return strstr(list, spaced) != NULL;
}

/* ---- reading ---- */

/* Reads a regular file, and nothing else: a pipe that bears a figure's name would be waited for. */
static int picture_read(struct picture *picture, FILE *file, const char *path, struct fault *fault)
{
	struct stat state;
	if (fstat(fileno(file), &state) != 0)
		return fault_system(fault, path, errno, "cannot be opened");
	if (!S_ISREG(state.st_mode))
		return fault_set(fault, path, "is not a regular file");
	if (state.st_size > PICTURE_LARGEST)
		return fault_set(fault, path, "is too large for a picture: %lld bytes",
		                 (long long)state.st_size);
	picture->svg = malloc((size_t)state.st_size + 1);
	if (picture->svg == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be read");
	picture->length = fread(picture->svg, 1, (size_t)state.st_size, file);
	picture->svg[picture->length] = '\0';
	return ferror(file) ? fault_system(fault, path, errno, "cannot be read") : 0;
}

/* The size that the root's viewBox tells. */
static int picture_size(struct picture *picture, const char *path, struct fault *fault)
{
	const char *root = strstr(picture->svg, "<svg");
	const char *end = root == NULL ? NULL : strchr(root, '>');
	const char *box = root == NULL ? NULL : strstr(root, "viewBox=");
	char *after = NULL;
	if (box == NULL || end == NULL || box > end || strncmp(box + 9, "0 0 ", 4) != 0)
		return fault_set(fault, path, "has no viewBox that begins at 0 0");
	picture->width = strtod(box + 13, &after);
	picture->height = strtod(after, &after);
	bool sound =
	    picture->width >= 1 && picture->height >= 1 && picture->width < 1e5 && picture->height < 1e5;
	return sound ? 0 : fault_set(fault, path, "has a viewBox without a size");
}

int picture_open(struct picture *picture, const char *path, struct fault *fault)
{
	*picture = (struct picture){NULL, 0, 0, 0};
	int descriptor = open(path, O_RDONLY | O_NONBLOCK);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
	if (file == NULL) {
		fault_system(fault, path, errno, "cannot be opened");
		if (descriptor >= 0)
			close(descriptor);
		return -1;
	}
	int status = picture_read(picture, file, path, fault);
	fclose(file);
	if (status == 0)
		status = markup_check_svg(picture->svg, picture->length, path, fault);
	if (status == 0)
		status = picture_size(picture, path, fault);
	if (status != 0)
		picture_close(picture);
	return status;
}

void picture_close(struct picture *picture)
{
	free(picture->svg);
	picture->svg = NULL;
}

/* ---- writing ---- */

struct picture_writer {
	FILE *stream;
	const char *prefix;
	unsigned texts;    /* open text elements: in them spaces count */
	unsigned left_out; /* open elements that are left out, with all that is in them */
	/* The element that begins: */
	bool root, kept, group, holds_text;
};

/* An attribute's value as it stands, with quotes of our kind. It is well-formed, so it holds no '<'. */
static void picture_value(FILE *stream, const char *value, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (value[i] == '"')
			fputs("&quot;", stream);
		else
			fputc(value[i], stream);
	}
}

/* Whether a value is a reference within the picture: "url(#name)". */
static bool picture_points(const char *value, size_t length)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
	if (length < 7 || memcmp(value, "url(#", 5) != 0 || value[length - 1] != ')')
		return false;
	return strspn(value + 5, letters) == length - 6;
}

/* Whether a value could reach out of the picture in a way that CSS knows: url(), escapes, a scheme. */
static bool picture_reaches(const char *value, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		bool url = length - i >= 3 && (value[i] | 32) == 'u' && (value[i + 1] | 32) == 'r' &&
		           (value[i + 2] | 32) == 'l';
		if (url || strchr("\\:&", value[i]) != NULL)
			return true;
	}
	return false;
}

static void picture_attribute(void *context, const char *name, const char *value, size_t length)
{
	const struct picture_writer *writer = context;
	bool reference = strcmp(name, "href") == 0 || strcmp(name, "xlink:href") == 0;
	bool points = picture_points(value, length);
	/* Nothing refers to a group, and gnuplot gives one id to several. */
	if (!writer->kept || (writer->group && strcmp(name, "id") == 0))
		return;
	if (!picture_listed(picture_attributes, name) || (reference && (length == 0 || *value != '#')))
		return;
	if (!points && picture_reaches(value, length))
		return;
	size_t head = reference ? 1 : points ? 5 : 0;
	bool prefixed = head > 0 || strcmp(name, "id") == 0;
	fprintf(writer->stream, " %s=\"%.*s%s", reference ? "href" : name, (int)head, value,
	        prefixed ? writer->prefix : "");
	picture_value(writer->stream, value + head, length - head);
	fputc('"', writer->stream);
}

static void picture_begins(void *context, const char *name)
{
	struct picture_writer *writer = context;
	writer->root = writer->left_out == 0 && strcmp(name, "svg") == 0;
	writer->kept = writer->left_out == 0 && !writer->root && picture_listed(picture_elements, name);
	writer->group = strcmp(name, "g") == 0;
	writer->holds_text = strcmp(name, "text") == 0;
	if (writer->kept)
		fprintf(writer->stream, "<%s", name);
}

static void picture_begun(void *context, bool empty)
{
	struct picture_writer *writer = context;
	if (writer->kept)
		fputs(empty ? "/>" : ">", writer->stream);
	writer->left_out += !empty && !writer->root && !writer->kept;
	writer->texts += !empty && writer->kept && writer->holds_text;
}

static void picture_ends(void *context, const char *name)
{
	struct picture_writer *writer = context;
	if (writer->left_out > 0)
		writer->left_out--;
	else if (strcmp(name, "svg") != 0)
		fprintf(writer->stream, "</%s>", name);
	if (writer->left_out == 0 && writer->texts > 0 && strcmp(name, "text") == 0)
		writer->texts--;
}

/* Between elements only the line end of a text is kept. */
static void picture_text(void *context, const char *text, size_t length, bool cdata)
{
	struct picture_writer *writer = context;
	char word[2] = "";
	if (writer->left_out > 0)
		return;
	if (writer->texts == 0 && !cdata)
		fputc('\n', writer->stream);
	for (size_t i = 0; i < length && writer->texts > 0; i++) {
		word[0] = text[i];
		if (cdata && strchr("<>&\"'", text[i]) != NULL)
			html_text(writer->stream, word);
		else
			fputc(text[i], writer->stream);
	}
}

void picture_write(FILE *stream, const struct picture *picture, const char *prefix, const char *label,
                   const char *words)
{
	struct picture_writer writer = {.stream = stream, .prefix = prefix};
	const struct markup_reader reader = {.context = &writer,
	                                     .begins = picture_begins,
	                                     .attribute = picture_attribute,
	                                     .begun = picture_begun,
	                                     .ends = picture_ends,
	                                     .text = picture_text};
	struct fault fault; /* none: it was well-formed when it was opened */
	html_write(stream, "<svg role=\"img\" aria-labelledby=\"@\" aria-describedby=\"@desc\"",
	           in_markup(label), in_markup(prefix));
	fprintf(stream, " viewBox=\"0 0 %.9g %.9g\" width=\"%.9g\" height=\"%.9g\">", picture->width,
	        picture->height, picture->width, picture->height);
	html_write(stream, "<desc id=\"@desc\">@</desc>", in_markup(prefix), in_text(words));
	markup_read(picture->svg, picture->length, "", &reader, &fault);
	fputs("</svg>\n", stream);
}
