/* The formats of other tools: the table of them, and how a line of each is taken. */
#include "foreign_format.h"
#include "printed.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_number(const char *text)
{
	struct printed printed;
	return printed_parse(text, strlen(text), false, &printed);
}

static int cut_short(struct foreign *foreign, const struct fields *fields, const char *expected)
{
	fault_set(foreign->fault, NULL, "%zu field%s in this row", fields->count,
	          fields->count == 1 ? "" : "s");
	fault_at(foreign->fault, foreign->line, fields->count);
	return fault_expect(foreign->fault, "%s", expected);
}

/* ---- tables with column names ---- */

static void tell_columns(struct foreign *foreign)
{
	char *text = foreign->left_columns;
	size_t size = sizeof foreign->left_columns, length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < foreign->column_count; i++) {
		if (foreign->columns[i].kind != FIELD_OTHER || length + 96 > size)
			continue;
		length += (size_t)snprintf(text + length, size - length, "%s%s",
		                           length == 0 ? "columns " : ", ", foreign->columns[i].name);
	}
}

static int begin_table(struct foreign *foreign, const struct fields *names, char separator)
{
	size_t times = 0;
	if (foreign->in_table)
		foreign_begin(foreign, "");
	foreign->in_table = true;
	foreign->separator = separator;
	foreign->column_count = names->count;
	for (size_t i = 0; i < names->count; i++) {
		times += foreign->columns[i].kind == FIELD_NS;
		foreign->has_trials = foreign->has_trials || foreign->columns[i].kind == FIELD_TRIAL;
	}
	foreign->has_trials = foreign->has_trials || times > 1;
	foreign->trials->curve = !foreign->has_trials;
	tell_columns(foreign);
	return 0;
}

static int take_whole(struct foreign *foreign, size_t column, const char *text, const char *expected,
                      uint64_t *value)
{
	if (!digit(text[0]) || strspn(text, "0123456789") != strlen(text) || strlen(text) > 15)
		return foreign_bad(foreign, column, text, expected);
	*value = strtoull(text, NULL, 10);
	return 0;
}

/* The columns of a row beside its times: the size, the series, the trial. */
static int take_beside(struct foreign *foreign, const struct fields *fields, uint64_t *trial)
{
	char series[SERIES_NAME] = "";
	size_t length = 0;
	int status = 0;
	for (size_t i = 0; status == 0 && i < fields->count; i++) {
		const struct field_column *column = &foreign->columns[i];
		const char *text = fields->text[i];
		if (column->kind == FIELD_SIZE)
			status = foreign_size(foreign, i, text,
			                      column->unit_bytes != 0 ? column->unit_bytes
			                                              : foreign->format->unit_bytes);
		else if (column->kind == FIELD_STRIDE)
			status =
			    take_whole(foreign, i, text, "a stride in whole bytes", &foreign->stride_bytes);
		else if (column->kind == FIELD_TRIAL)
			status = take_whole(foreign, i, text, "a trial's whole number", trial);
		else if (column->kind == FIELD_SERIES && length < sizeof series)
			length += (size_t)snprintf(series + length, sizeof series - length, "%s%.16s %.16s",
			                           length > 0 ? ", " : "", column->name, text);
	}
	if (status == 0)
		foreign_select(foreign, series);
	return status;
}

static int take_row(struct foreign *foreign, const struct fields *fields)
{
	uint64_t trial = 0;
	if (take_beside(foreign, fields, &trial) != 0)
		return -1;
	for (size_t i = 0; i < fields->count; i++) {
		const struct field_column *column = &foreign->columns[i];
		if (column->kind != FIELD_NS && column->kind != FIELD_CYCLES)
			continue;
		if (foreign_time(foreign, i, fields->text[i], column->kind == FIELD_CYCLES,
		                 column->trial != 0 ? column->trial : trial) != 0)
			return -1;
	}
	return 0;
}

/* A line of a table that begins where a line names its columns. Lines before it, and those that do not look
 * like a row behind it, are left out. */
static int take_columns(struct foreign *foreign, char *line)
{
	struct fields fields;
	struct field_column columns[FIELDS];
	if (line[0] == '#')
		return foreign_leave(foreign);
	bool row = foreign->in_table && (digit(*skip_blanks(line)) || *skip_blanks(line) == '"');
	char separator = foreign->in_table ? foreign->separator : fields_separator(line);
	if (!fields_cut(&fields, line, separator)) {
		if (!foreign->in_table)
			return foreign_leave(foreign);
		fault_set(foreign->fault, NULL, "a quote that is never closed, or more than %d fields",
		          FIELDS);
		fault_at(foreign->fault, foreign->line, 1);
		return fault_expect(foreign->fault, "fields of one line");
	}
	if (columns_find(&fields, columns)) {
		memcpy(foreign->columns, columns, sizeof columns);
		return begin_table(foreign, &fields, separator);
	}
	/* Between blanks, prose has as many fields as a row may have. */
	bool prose = separator == ' ' || separator == '\t' || fields.count != foreign->column_count;
	if (!foreign->in_table || (!row && prose))
		return foreign_leave(foreign);
	if (fields.count != foreign->column_count)
		return cut_short(foreign, &fields, "as many as there are columns");
	return take_row(foreign, &fields);
}

/* ---- lmbench ---- */

static bool marks_lat_mem_rd(const char *line)
{
	const char *text = skip_blanks(line), *time;
	if (strncmp(text, "\"stride=", 8) == 0 || strstr(text, "lat_mem_rd ") != NULL)
		return true;
	/* it prints %.5f %.3f */
	size_t whole = strspn(text, "0123456789");
	if (whole == 0 || text[whole] != '.' || strspn(text + whole + 1, "0123456789") != 5 ||
	    text[whole + 6] != ' ')
		return false;
	time = text + whole + 7;
	whole = strspn(time, "0123456789");
	return whole > 0 && time[whole] == '.' && strspn(time + whole + 1, "0123456789") == 3;
}

/* The number behind an option of the command that ran lat_mem_rd, "" where it is not there. */
static void option_value(const char *command, const char *option, char *value, size_t size)
{
	const char *at = strstr(command, option);
	value[0] = '\0';
	if (at != NULL)
		snprintf(value, size, "%.*s", (int)strspn(at + strlen(option), "0123456789,"),
		         at + strlen(option));
}

/* A line with the command: -t asks for a random order; numactl's options tell the node. */
static int take_command(struct foreign *foreign, char *line)
{
	struct fields words;
	char node[16], series[SERIES_NAME] = "";
	size_t operand = 0;
	option_value(line, " -m ", node, sizeof node);
	if (node[0] == '\0')
		option_value(line, "--membind=", node, sizeof node);
	if (node[0] != '\0')
		snprintf(series, sizeof series, "memory node %s", node);
	foreign_begin(foreign, series);
	foreign->in_table = foreign->told = true;
	foreign->order_name = "sequential";
	if (!fields_cut(&words, strstr(line, "lat_mem_rd"), ' '))
		return 0;
	for (size_t i = 1; i < words.count; i++) {
		const char *word = words.text[i];
		if (strcmp(word, "-t") == 0)
			foreign->order_name = "random";
		else if (word[0] == '-')
			i += word[1] != '\0' && word[2] == '\0'; /* -P 1, -W 2, -N 10 */
		else if (digit(word[0]) && ++operand == 2)
			foreign->stride_bytes = strtoull(word, NULL, 10);
	}
	return 0;
}

static int take_lat_mem_rd(struct foreign *foreign, char *line)
{
	char *text = line + strspn(line, " \t");
	struct fields fields;
	if (strstr(text, "lat_mem_rd ") != NULL)
		return take_command(foreign, text);
	if (strncmp(text, "\"stride=", 8) == 0) {
		foreign->open = false;
		foreign->stride_bytes = strtoull(text + 8, NULL, 10);
		foreign->in_table = true;
		return 0;
	}
	if (!fields_cut(&fields, text, ' ') || fields.count == 0 || !is_number(fields.text[0]) ||
	    (!foreign->in_table && fields.count == 1))
		return foreign_leave(foreign);
	if (fields.count < 2)
		return cut_short(foreign, &fields, "a size and a time");
	if (foreign->rows == 0 && !foreign->told)
		foreign->order_name = "order not told";
	foreign->in_table = true;
	if (fields.count > 2)
		snprintf(foreign->left_columns, sizeof foreign->left_columns, "%zu columns behind the time",
		         fields.count - 2);
	if (foreign_size(foreign, 0, fields.text[0], foreign->format->unit_bytes) != 0)
		return -1;
	return foreign_time(foreign, 1, fields.text[1], false, 0);
}

/* ---- tinymembench, ramlat ---- */

static bool marks_tinymembench(const char *line)
{
	return strstr(line, "block size : single random read") != NULL;
}

static int take_tinymembench(struct foreign *foreign, char *line)
{
	struct fields fields;
	char pages[32] = "";
	if (marks_tinymembench(line)) {
		const char *open = strchr(line, '[');
		if (open != NULL)
			snprintf(pages, sizeof pages, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
		foreign_begin(foreign, pages);
		foreign->in_table = true;
		return 0;
	}
	if (!foreign->in_table || !fields_cut(&fields, line, ' ') || fields.count == 0 ||
	    !digit(fields.text[0][0])) {
		foreign->in_table = false;
		return foreign_leave(foreign);
	}
	if (fields.count < 4 || strcmp(fields.text[1], ":") != 0)
		return cut_short(foreign, &fields, "SIZE : TIME ns / TIME ns");
	snprintf(foreign->left_columns, sizeof foreign->left_columns, "the column of dual random reads");
	return foreign_size(foreign, 0, fields.text[0], 1) != 0
	           ? -1
	           : foreign_time(foreign, 2, fields.text[2], false, 0);
}

static bool marks_ramlat(const char *line)
{
	return strstr(line, "size:") != NULL && strstr(line, "1xPTR") != NULL;
}

static bool marks_sbc_bench(const char *line)
{
	return strstr(line, "Executing ramlat on ") != NULL;
}

/* The line of names: 1xPTR, one pointer chase, is the column that is wanted. */
static int take_ramlat_names(struct foreign *foreign, char *line)
{
	struct fields fields;
	foreign->in_table = true;
	foreign->open = false;
	if (!fields_cut(&fields, line, ' '))
		return foreign_leave(foreign);
	for (size_t i = 0; i < fields.count; i++)
		if (strcmp(fields.text[i], "1xPTR") == 0)
			foreign->wanted = i;
	snprintf(foreign->left_columns, sizeof foreign->left_columns, "all columns but 1xPTR%s",
	         foreign->tables_left ? "; tinymembench's tables (--from tinymembench)" : "");
	return 0;
}

static int take_ramlat(struct foreign *foreign, char *line)
{
	struct fields fields;
	foreign->tables_left = foreign->tables_left || marks_tinymembench(line);
	if (marks_sbc_bench(line)) {
		const char *cpu = strstr(line, "ramlat on ") + strlen("ramlat on ");
		line[(size_t)(cpu - line) + strcspn(cpu, ",")] = '\0';
		foreign_begin(foreign, cpu);
		return 0;
	}
	if (marks_ramlat(line))
		return take_ramlat_names(foreign, line);
	if (!foreign->in_table || !fields_cut(&fields, line, ' ') || fields.count == 0 ||
	    !digit(fields.text[0][0]))
		return foreign_leave(foreign);
	size_t length = strlen(fields.text[0]);
	if (fields.count <= foreign->wanted || fields.text[0][length - 1] != ':')
		return cut_short(foreign, &fields, "SIZE: and a time for every column");
	fields.text[0][length - 1] = '\0';
	if (foreign_size(foreign, 0, fields.text[0], foreign->format->unit_bytes) != 0)
		return -1;
	return foreign_time(foreign, foreign->wanted, fields.text[foreign->wanted], false, 0);
}

/* ---- uarch-bench ---- */

static bool marks_uarch_bench(const char *line)
{
	return strstr(line, "-KiB serial loads") != NULL || strstr(line, "memory/load-serial") != NULL;
}

/* Benchmark, Cycles, Nanos: the benchmark's name has blanks, so columns count from the right. */
static bool take_uarch_names(struct foreign *foreign, const struct fields *fields)
{
	bool found = false;
	if (fields->count < 2 || strcmp(fields->text[0], "Benchmark") != 0)
		return false;
	foreign->has_ns = false;
	for (size_t i = 1; i < fields->count; i++) {
		bool ns = strcmp(fields->text[i], "Nanos") == 0;
		if (!ns && (strcmp(fields->text[i], "Cycles") != 0 || foreign->has_ns))
			continue;
		foreign->wanted = fields->count - i;
		foreign->has_ns = ns;
		found = true;
	}
	if (fields->count > 2)
		snprintf(foreign->left_columns, sizeof foreign->left_columns, "all columns but %s",
		         foreign->has_ns ? "Nanos" : "Cycles");
	return found;
}

static int take_uarch_bench(struct foreign *foreign, char *line)
{
	struct fields fields;
	if (!fields_cut(&fields, line, ' '))
		return foreign_leave(foreign);
	if (take_uarch_names(foreign, &fields))
		return 0;
	if (fields.count < 3 || !digit(fields.text[0][0]) || strcmp(fields.text[1], "serial") != 0)
		return foreign_leave(foreign);
	if (foreign->wanted == 0 || fields.count < 3 + foreign->wanted)
		return cut_short(foreign, &fields, "SIZE-KiB serial loads, then a number for every column");
	size_t column = fields.count - foreign->wanted;
	if (foreign_size(foreign, 0, fields.text[0], 0) != 0)
		return -1;
	return foreign_time(foreign, column, fields.text[column], !foreign->has_ns, 0);
}

/* ---- multichase, Intel MLC ---- */

static bool runs_multichase(const char *line)
{
	const char *command = strstr(line, "multichase ");
	return command != NULL && strstr(command, " -m") != NULL;
}

static bool marks_multichase(const char *line)
{
	return strncmp(line, "size_bytes,size_label", 21) == 0 || runs_multichase(line);
}

/* multichase prints a single number: the size is in the command before it. */
static int take_multichase(struct foreign *foreign, char *line)
{
	if (runs_multichase(line)) {
		const char *size = strstr(strstr(line, "multichase "), " -m") + 3;
		char text[32];
		size += strspn(size, " ");
		snprintf(text, sizeof text, "%.*s", (int)strcspn(size, " \t"), size);
		foreign->separator = ' ';
		return foreign_size(foreign, 0, text, 1);
	}
	char *text = line + strspn(line, " \t");
	if (foreign->in_table || foreign->size_bytes == 0 || !is_number(text))
		return take_columns(foreign, line);
	int status = foreign_time(foreign, 0, text, false, 0);
	foreign->size_bytes = 0;
	return status;
}

static bool marks_mlc(const char *line)
{
	return strncmp(line, "buffer_size,T1,", 15) == 0 || strstr(line, "Using buffer size of ") != NULL;
}

/* mlc --idle_latency: "Using buffer size of 200.000MiB", then "Each iteration took 330.9 base frequency
 * clocks ( 110.4 ns)". */
static int take_mlc(struct foreign *foreign, char *line)
{
	const char *size = strstr(line, "Using buffer size of "),
	           *time = strstr(line, "Each iteration took ");
	char text[32];
	if (size != NULL) {
		size += strlen("Using buffer size of ");
		snprintf(text, sizeof text, "%.*s", (int)strcspn(size, " \t"), size);
		return foreign_size(foreign, 0, text, 1 << 20);
	}
	if (time == NULL || foreign->size_bytes == 0)
		return time == NULL ? take_columns(foreign, line) : foreign_leave(foreign);
	time = strchr(time, '(');
	time = time != NULL ? skip_blanks(time + 1) : "";
	snprintf(text, sizeof text, "%.*s", (int)strcspn(time, " \t)n"), time);
	int status = foreign_time(foreign, 0, text, false, 0);
	foreign->size_bytes = 0;
	return status;
}

/* ---- the table ---- */

static bool marks_memorylatency(const char *line)
{
	return strncmp(line, "Region,Latency", 14) == 0;
}

const struct format formats[] = {
    {"lat_mem_rd", "lmbench 3 lat_mem_rd", marks_lat_mem_rd, take_lat_mem_rd, 1 << 20, false, NULL},
    {"memorylatency", "Chips and Cheese MemoryLatency", marks_memorylatency, take_columns, 1 << 10, false,
     NULL},
    {"tinymembench", "tinymembench 0.4.9, random reads", marks_tinymembench, take_tinymembench, 1, true,
     NULL},
    {"ramlat", "ramspeed's ramlat, column 1xPTR", marks_ramlat, take_ramlat, 1, false, NULL},
    {"sbc-bench", "sbc-bench 0.9, its ramlat", marks_sbc_bench, take_ramlat, 1, false, "tinymembench ramlat"},
    {"uarch-bench", "uarch-bench memory/load-serial", marks_uarch_bench, take_uarch_bench, 1, false, NULL},
    {"multichase", "multichase, commands with -m or a script's table", marks_multichase, take_multichase, 1,
     false, NULL},
    {"mlc", "Intel MLC 3 --idle_latency, or a script's table", marks_mlc, take_mlc, 1 << 10, false, NULL},
    {"csv", "a table with column names", NULL, take_columns, 0, false, NULL},
};
const size_t format_count = sizeof formats / sizeof formats[0];
