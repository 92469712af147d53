/* Where the tool that wrote a file is recognised by the lines of its first piece. */
#include "foreign.h"
#include "foreign_format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The line that begins at `text`, copied to `line` without its end, cut at FOREIGN_LINE_BYTES. Returns where
 * the next one begins. */
static const char *next_line(const char *text, const char *end, char *line)
{
	size_t length = 0;
	while (text + length < end && text[length] != '\n' && text[length] != '\r')
		length++;
	size_t kept = length < FOREIGN_LINE_BYTES ? length : FOREIGN_LINE_BYTES - 1;
	memcpy(line, text, kept);
	line[kept] = '\0';
	return text + length + (text + length < end);
}

/* What the lines of the first piece look like. */
struct looks {
	bool ours, table;         /* a line names the columns of ours; of any table that would do */
	const struct format *fit; /* the format that marks a line */
	const struct format *second;
	char names[256]; /* the first line that could name columns */
	unsigned long line, names_line;
};

static bool name_given(const struct fields *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->text[i], name) == 0)
			return true;
	return false;
}

/* The columns of a capture or a curve. A curve with a column of trials is read here. */
static bool ours(const struct fields *names)
{
	if (!name_given(names, "size_bytes"))
		return false;
	return (name_given(names, "loads") && name_given(names, "elapsed_ns")) ||
	       (name_given(names, "ns") && !name_given(names, "trial"));
}

static const struct format *find_format(const char *name)
{
	for (size_t i = 0; i < format_count; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

static void look_for_marks(struct looks *looks, const char *line)
{
	for (size_t i = 0; i < format_count; i++) {
		const struct format *format = &formats[i];
		if (format->marks == NULL || format == looks->fit || !format->marks(line))
			continue;
		if (looks->fit == NULL ||
		    (format->weaker != NULL && strstr(format->weaker, looks->fit->name) != NULL))
			looks->fit = format;
		else if (looks->fit->weaker == NULL || strstr(looks->fit->weaker, format->name) == NULL)
			looks->second = format;
	}
}

/* Takes one line into account; it is cut into fields. The first table's columns decide whether it is ours. */
static void look_at(struct looks *looks, char *line)
{
	struct fields names;
	struct field_column columns[FIELDS];
	looks->line++;
	look_for_marks(looks, line);
	if (foreign_blank(line) || line[0] == '#')
		return;
	if (looks->names_line == 0) {
		snprintf(looks->names, sizeof looks->names, "%.*s", (int)sizeof looks->names - 1, line);
		looks->names_line = looks->line;
	}
	if (!looks->table && fields_cut(&names, line, fields_separator(line))) {
		looks->ours = looks->ours || (looks->names_line == looks->line && ours(&names));
		looks->table = columns_find(&names, columns);
	}
}

/* Our own first line, or nothing at all, which the reader of tables refuses in its own words. */
static bool left_to_table(const struct looks *looks, const char *piece, const char *end)
{
	static const char first[] = "# cachestair_";
	return looks->ours || looks->names_line == 0 ||
	       ((size_t)(end - piece) >= sizeof first - 1 && memcmp(piece, first, sizeof first - 1) == 0);
}

static int nothing_fits(const struct looks *looks, struct fault *fault)
{
	fault_set(fault, NULL, "found \"%s\"", looks->names);
	fault_at(fault, looks->names_line, 1);
	return fault_expect(fault, "the output of a tool that --help lists under --from, or column names: a "
	                           "size (size_bytes, size_kb, \"size (MiB)\") and a time (ns, latency_ns, "
	                           "\"latency (ns)\", or cycles with --clock)");
}

static int choose(const struct looks *looks, const char *from, const struct format **format,
                  struct fault *fault)
{
	*format = from != NULL ? find_format(from) : looks->fit;
	if (from == NULL && looks->second != NULL) {
		fault_set(fault, NULL, "reads as %s and as %s", looks->fit->name, looks->second->name);
		return fault_expect(fault, "--from %s or --from %s", looks->fit->name, looks->second->name);
	}
	if (*format != NULL)
		return 0;
	*format = find_format("csv");
	return looks->table ? 0 : nothing_fits(looks, fault);
}

int foreign_recognise(const char *piece, size_t length, const char *from, const struct format **format,
                      struct fault *fault)
{
	const char *end = piece + length, *at = foreign_skip_mark(piece, end);
	struct looks looks = {.ours = false};
	char *line = malloc(FOREIGN_LINE_BYTES);
	*format = NULL;
	if (line == NULL)
		return fault_system(fault, NULL, ENOMEM, "cannot be read");
	while (at < end && !looks.ours) {
		at = next_line(at, end, line);
		look_at(&looks, line);
	}
	free(line);
	if (left_to_table(&looks, foreign_skip_mark(piece, end), end))
		return 0;
	return choose(&looks, from, format, fault);
}

void foreign_print_names(FILE *stream)
{
	for (size_t i = 0; i < format_count; i++)
		fprintf(stream, "  %-15s %s\n", formats[i].name, formats[i].tool);
}

bool foreign_known(const char *name)
{
	return find_format(name) != NULL;
}
