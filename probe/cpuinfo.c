/* Where the lines of small files are found. */
#include "cpuinfo.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 96 };

bool file_line(char *text, size_t size, const char *format, ...)
{
	char path[2 * FILENAME_MAX];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(path, sizeof path, format, arguments);
	va_end(arguments);
	text[0] = '\0';
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	bool got = fgets(text, (int)size, file) != NULL;
	fclose(file);
	text[strcspn(text, "\n")] = '\0';
	return got && text[0] != '\0';
}

/* The value of a line "name<blanks>: value"; NULL where the line has another name. */
static const char *line_value(const char *line, const char *name)
{
	size_t length = strlen(name);
	if (strncmp(line, name, length) != 0)
		return NULL;
	const char *at = line + length + strspn(line + length, " \t");
	return *at == ':' ? at + 1 + strspn(at + 1, " \t") : NULL;
}

/* Whether a processor's lines begin here ("processor : 3", on s390 "processor 3: version = ..."), and which
 * one's. */
static bool line_begins(const char *line, unsigned *cpu)
{
	static const char word[] = "processor";
	if (strncmp(line, word, sizeof word - 1) != 0)
		return false;
	const char *at = line + sizeof word - 1 + strspn(line + sizeof word - 1, " \t:");
	char *end;
	unsigned long number = strtoul(at, &end, 10);
	if (end == at)
		return false;
	*cpu = (unsigned)number;
	return true;
}

/* The value under a name in the lines of `cpu`, else in those of none. False, and "", where there is neither.
 */
static bool find_value(FILE *text, unsigned cpu, const char *name, char value[VALUE_BYTES])
{
	char line[1024];
	unsigned now = 0;
	bool inside = false, own = false;
	value[0] = '\0';
	rewind(text);
	while (!own && fgets(line, sizeof line, text) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		inside = line[0] != '\0' && (inside || line_begins(line, &now));
		if (line_begins(line, &now))
			inside = true;
		const char *found = line_value(line, name);
		if (found == NULL || (inside && now != cpu))
			continue;
		own = inside;
		snprintf(value, VALUE_BYTES, "%s", found);
	}
	return value[0] != '\0';
}

/* Names that say all by themselves, in the order of preference: x86; LoongArch; POWER; MIPS. */
static const char *const plain[] = {"model name", "Model Name", "cpu", "cpu model"};

void cpuinfo_name(FILE *text, unsigned cpu, char *name, size_t size)
{
	char value[VALUE_BYTES], second[VALUE_BYTES], third[VALUE_BYTES];
	name[0] = '\0';
	for (size_t i = 0; i < sizeof plain / sizeof plain[0] && name[0] == '\0'; i++)
		if (find_value(text, cpu, plain[i], value))
			snprintf(name, size, "%.90s", value);
	size_t used = strlen(name);
	if (used > 0 && find_value(text, cpu, "cpu family", value) &&
	    find_value(text, cpu, "model", second) && find_value(text, cpu, "stepping", third))
		snprintf(name + used, size - used, " (family %.10s, model %.10s, stepping %.10s)", value,
		         second, third);
	else if (used > 0 && find_value(text, cpu, "revision", value))
		snprintf(name + used, size - used, " (revision %.30s)", value);
	else if (used > 0)
		return;
	else if (find_value(text, cpu, "CPU implementer", value) && find_value(text, cpu, "CPU part", second))
		snprintf(name, size, "implementer %.20s, part %.20s", value, second);
	else if (find_value(text, cpu, "uarch", value) || find_value(text, cpu, "isa", value))
		snprintf(name, size, "RISC-V %.80s", value);
	else if (find_value(text, cpu, "vendor_id", value)) {
		/* s390: "processor 0: version = FF, identification = 012345, machine = 3931"; no word of the
		 * identification, which is a serial number. */
		char line[1024], *machine = NULL;
		rewind(text);
		while (machine == NULL && fgets(line, sizeof line, text) != NULL)
			machine = strstr(line, "machine = ");
		if (machine != NULL)
			machine[strcspn(machine + 10, " ,\n") + 10] = '\0';
		snprintf(name, size, "%.40s%s%.10s", value, machine != NULL ? " machine " : "",
		         machine != NULL ? machine + 10 : "");
	}
}

uint64_t cpu_list_count(const char *list, uint64_t cpu, bool *has)
{
	uint64_t count = 0;
	*has = false;
	while (*list >= '0' && *list <= '9') {
		char *end;
		uint64_t first = strtoull(list, &end, 10), last = first;
		if (*end == '-')
			last = strtoull(end + 1, &end, 10);
		if (last < first)
			break;
		count += last - first + 1;
		*has = *has || (cpu >= first && cpu <= last);
		list = *end == ',' ? end + 1 : end;
	}
	return count;
}
