/* Where errors are put into words. */
#include "fault.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

static void fault_clear(struct fault *fault, const char *object)
{
	memset(fault, 0, sizeof *fault);
	if (object != NULL) /* an empty name is one too, such as a variable's that was never set */
		snprintf(fault->object, sizeof fault->object, "%s", object[0] != '\0' ? object : "\"\"");
}

int fault_set(struct fault *fault, const char *object, const char *format, ...)
{
	va_list arguments;
	fault_clear(fault, object);
	va_start(arguments, format);
	vsnprintf(fault->what, sizeof fault->what, format, arguments);
	va_end(arguments);
	return -1;
}

int fault_system(struct fault *fault, const char *object, int system_error, const char *format, ...)
{
	va_list arguments;
	fault_clear(fault, object);
	fault->system_error = system_error;
	va_start(arguments, format);
	vsnprintf(fault->what, sizeof fault->what, format, arguments);
	va_end(arguments);
	return -1;
}

int fault_usage(struct fault *fault, const char *object, const char *format, ...)
{
	va_list arguments;
	fault_clear(fault, object);
	fault->usage = 1;
	va_start(arguments, format);
	vsnprintf(fault->what, sizeof fault->what, format, arguments);
	va_end(arguments);
	return -1;
}

int fault_at(struct fault *fault, unsigned long line, unsigned long column)
{
	fault->line = line;
	fault->column = column;
	return -1;
}

int fault_expect(struct fault *fault, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(fault->expected, sizeof fault->expected, format, arguments);
	va_end(arguments);
	return -1;
}

int fault_exit_status(const struct fault *fault)
{
	return fault->usage ? 2 : 1;
}

/* Length of the well-formed UTF-8 sequence at `text`, 0 where there is none (RFC 3629, table in section 4).
 * C1 control characters count as none: terminals obey them. */
static size_t utf8_length(const unsigned char *text, size_t left)
{
	unsigned char lead = text[0];
	size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
	                : lead >= 0xe0 && lead <= 0xef ? 3
	                : lead >= 0xf0 && lead <= 0xf4 ? 4
	                                               : 0;
	if (length == 0 || left < length)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if (lead == 0xc2 && text[1] < 0xa0)
		return 0;
	bool overlong = (lead == 0xe0 && text[1] < 0xa0) || (lead == 0xf0 && text[1] < 0x90);
	bool outside = (lead == 0xed && text[1] > 0x9f) || (lead == 0xf4 && text[1] > 0x8f);
	return overlong || outside ? 0 : length;
}

void fault_print_text(FILE *stream, const char *text, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)text;
	for (size_t i = 0; i < length;) {
		size_t run = bytes[i] >= 0x20 && bytes[i] < 0x7f ? 1 : utf8_length(bytes + i, length - i);
		if (run == 0) {
			fprintf(stream, "\\x%02x", bytes[i]);
			i++;
			continue;
		}
		fwrite(bytes + i, 1, run, stream);
		i += run;
	}
}

void fault_print(FILE *stream, const char *program, const struct fault *fault)
{
	fprintf(stream, "%s: ", program);
	if (fault->object[0] != '\0') {
		fault_print_text(stream, fault->object, strlen(fault->object));
		if (fault->line != 0)
			fprintf(stream, ":%lu", fault->line);
		if (fault->line != 0 && fault->column != 0)
			fprintf(stream, ":%lu", fault->column);
		fputs(": ", stream);
	}
	fault_print_text(stream, fault->what, strlen(fault->what));
	if (fault->system_error != 0)
		fprintf(stream, ": %s", strerror(fault->system_error));
	if (fault->expected[0] != '\0') {
		fputs("; expected ", stream);
		fault_print_text(stream, fault->expected, strlen(fault->expected));
	}
	fputc('\n', stream);
}
