/* Where a picture becomes part of a page. */
#include "page_picture.h"
#include "../draw/markup.h"
#include "page_html.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PICTURE_LARGEST = 1 << 28, PICTURE_WORD = 64 };

static const char *const picture_elements[] = {"g",    "defs",  "rect",    "circle",   "ellipse",
                                               "line", "path",  "polygon", "polyline", "use",
                                               "text", "tspan", "clipPath"};
static const char *const picture_attributes[] = {"id",
                                                 "x",
                                                 "y",
                                                 "x1",
                                                 "y1",
                                                 "x2",
                                                 "y2",
                                                 "cx",
                                                 "cy",
                                                 "r",
                                                 "rx",
                                                 "ry",
                                                 "dx",
                                                 "dy",
                                                 "width",
                                                 "height",
                                                 "d",
                                                 "points",
                                                 "transform",
                                                 "color",
                                                 "fill",
                                                 "fill-opacity",
                                                 "fill-rule",
                                                 "opacity",
                                                 "stroke",
                                                 "font-family",
                                                 "font-size",
                                                 "font-weight",
                                                 "font-style",
                                                 "text-anchor",
                                                 "stroke-width",
                                                 "stroke-linecap",
                                                 "stroke-linejoin",
                                                 "stroke-dasharray",
                                                 "stroke-opacity",
                                                 "stroke-miterlimit",
                                                 "shape-rendering",
                                                 "clip-path",
                                                 "href",
                                                 "xlink:href",
                                                 "xml:space"};

static bool picture_listed(const char *const *list, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

/* ---- reading ---- */

static int picture_read(struct picture *picture, FILE *file, const char *path, struct fault *fault)
{
	long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	if (size < 0 || fseek(file, 0, SEEK_SET) != 0)
		return fault_system(fault, path, errno, "cannot be read");
	if (size > PICTURE_LARGEST)
		return fault_set(fault, path, "is too large for a picture: %ld bytes", size);
	picture->svg = malloc((size_t)size + 1);
	if (picture->svg == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be read");
	picture->length = fread(picture->svg, 1, (size_t)size, file);
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

/* Opens a regular file, and nothing else: a pipe that bears a figure's name would be waited for. */
static FILE *picture_file(const char *path, struct fault *fault)
{
	struct stat status = {0};
	int descriptor = open(path, O_RDONLY | O_NONBLOCK);
	FILE *file = NULL;
	if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
		file = fdopen(descriptor, "rb");
	if (file != NULL)
		return file;
	if (descriptor >= 0 && status.st_mode != 0 && !S_ISREG(status.st_mode))
		fault_set(fault, path, "is not a regular file");
	else
		fault_system(fault, path, errno, "cannot be opened");
	if (descriptor >= 0)
		close(descriptor);
	return NULL;
}

int picture_open(struct picture *picture, const char *path, struct fault *fault)
{
	*picture = (struct picture){NULL, 0, 0, 0};
	FILE *file = picture_file(path, fault);
	if (file == NULL)
		return -1;
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

static void picture_attribute(const struct picture_writer *writer, const char *name, const char *value,
                              size_t length)
{
	size_t count = sizeof picture_attributes / sizeof picture_attributes[0];
	bool reference = strcmp(name, "href") == 0 || strcmp(name, "xlink:href") == 0;
	bool points = picture_points(value, length);
	if (!picture_listed(picture_attributes, count, name) || (reference && (length == 0 || *value != '#')))
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

/* Copies a name of at most PICTURE_WORD - 1 bytes; returns where it ends. */
static const char *picture_name(const char *at, char name[PICTURE_WORD])
{
	size_t length = strcspn(at, " \t\r\n=/>");
	snprintf(name, PICTURE_WORD, "%.*s", (int)(length < PICTURE_WORD ? length : PICTURE_WORD - 1), at);
	return at + length;
}

static const char *picture_skip_spaces(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

/* Walks the attributes from `at` to the tag's end; writes them where `kept`. Returns the end, at '>' or '/'.
 */
static const char *picture_attributes_write(const struct picture_writer *writer, const char *at, bool kept,
                                            bool group)
{
	char name[PICTURE_WORD];
	at = picture_skip_spaces(at);
	while (*at != '>' && *at != '/' && *at != '\0') {
		at = picture_skip_spaces(picture_name(at, name));
		if (*at != '=')
			break;
		at = picture_skip_spaces(at + 1);
		const char *end = strchr(at + 1, *at);
		if (end == NULL)
			break;
		if (kept && !(group && strcmp(name, "id") == 0))
			picture_attribute(writer, name, at + 1, (size_t)(end - at - 1));
		at = picture_skip_spaces(end + 1);
	}
	return at;
}

/* A start tag or an empty element, from its '<'. Returns what follows it. */
static const char *picture_start(struct picture_writer *writer, const char *at)
{
	char name[PICTURE_WORD];
	at = picture_name(at + 1, name);
	bool root = writer->left_out == 0 && strcmp(name, "svg") == 0;
	bool kept =
	    writer->left_out == 0 && !root &&
	    picture_listed(picture_elements, sizeof picture_elements / sizeof picture_elements[0], name);
	if (kept)
		fprintf(writer->stream, "<%s", name);
	/* Nothing refers to a group, and gnuplot gives one id to several. */
	at = picture_attributes_write(writer, at, kept, strcmp(name, "g") == 0);
	bool empty = *at == '/';
	if (kept)
		fputs(empty ? "/>" : ">", writer->stream);
	if (!empty && !root && !kept)
		writer->left_out++;
	if (!empty && kept && strcmp(name, "text") == 0)
		writer->texts++;
	at = strchr(at, '>');
	return at == NULL ? "" : at + 1;
}

static const char *picture_end(struct picture_writer *writer, const char *at)
{
	char name[PICTURE_WORD];
	at = picture_name(at + 2, name);
	if (writer->left_out > 0)
		writer->left_out--;
	else if (strcmp(name, "svg") != 0)
		fprintf(writer->stream, "</%s>", name);
	if (writer->left_out == 0 && writer->texts > 0 && strcmp(name, "text") == 0)
		writer->texts--;
	at = strchr(at, '>');
	return at == NULL ? "" : at + 1;
}

/* Text up to the next tag; between elements only its line end is kept. */
static const char *picture_text(struct picture_writer *writer, const char *at)
{
	size_t length = strcspn(at, "<");
	if (writer->left_out == 0 && writer->texts > 0)
		fwrite(at, 1, length, writer->stream);
	else if (writer->left_out == 0 && length > 0)
		fputc('\n', writer->stream);
	return at + length;
}

static const char *picture_past(const char *at, const char *close)
{
	const char *end = strstr(at, close);
	return end == NULL ? "" : end + strlen(close);
}

static const char *picture_cdata(struct picture_writer *writer, const char *at)
{
	const char *text = at + strlen("<![CDATA["), *end = strstr(text, "]]>");
	char word[2] = "";
	for (; end != NULL && text < end && writer->left_out == 0 && writer->texts > 0; text++) {
		word[0] = *text;
		if (strchr("<>&\"'", *text) != NULL)
			html_text(writer->stream, word);
		else
			fputc(*text, writer->stream);
	}
	return picture_past(at, "]]>");
}

static const char *picture_part(struct picture_writer *writer, const char *at)
{
	if (*at != '<')
		return picture_text(writer, at);
	if (at[1] == '?')
		return picture_past(at, "?>");
	if (strncmp(at, "<!--", 4) == 0)
		return picture_past(at, "-->");
	if (strncmp(at, "<![CDATA[", 9) == 0)
		return picture_cdata(writer, at);
	if (at[1] == '!')
		return picture_past(at, ">");
	return at[1] == '/' ? picture_end(writer, at) : picture_start(writer, at);
}

void picture_write(FILE *stream, const struct picture *picture, const char *prefix, const char *label,
                   const char *words)
{
	struct picture_writer writer = {stream, prefix, 0, 0};
	html_write(stream, "<svg role=\"img\" aria-labelledby=\"@\" aria-describedby=\"@desc\"",
	           in_markup(label), in_markup(prefix));
	fprintf(stream, " viewBox=\"0 0 %.9g %.9g\" width=\"%.9g\" height=\"%.9g\">", picture->width,
	        picture->height, picture->width, picture->height);
	html_write(stream, "<desc id=\"@desc\">@</desc>", in_markup(prefix), in_text(words));
	/* The part before the root holds no text to keep: texts is 0 there, and line ends do no harm. */
	for (const char *at = strstr(picture->svg, "<svg"); *at != '\0';)
		at = picture_part(&writer, at);
	fputs("</svg>\n", stream);
}
