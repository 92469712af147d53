/* Where errors are put into words. */
#include "fault.h"
#include "character.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fault_prepare(void)
{
	signal(SIGXFSZ, SIG_IGN);
	struct stat status;
	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
		if (fstat(stream, &status) != 0 &&
		    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
			return; /* without a device there is nothing to take it */
}

static void fault_fill(struct fault *fault, const char *object, const char *format, va_list arguments)
{
	memset(fault, 0, sizeof *fault);
	if (object != NULL) /* an empty name is one too, such as a variable's that was never set */
		snprintf(fault->object, sizeof fault->object, "%s", object[0] != '\0' ? object : "\"\"");
	vsnprintf(fault->what, sizeof fault->what, format, arguments);
}

int fault_set(struct fault *fault, const char *object, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fault_fill(fault, object, format, arguments);
	va_end(arguments);
	return -1;
}

int fault_system(struct fault *fault, const char *object, int system_error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fault_fill(fault, object, format, arguments);
	va_end(arguments);
	fault->system_error = system_error;
	return -1;
}

int fault_usage(struct fault *fault, const char *object, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fault_fill(fault, object, format, arguments);
	va_end(arguments);
	fault->usage = 1;
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

void fault_print_text(FILE *stream, const char *text, size_t length)
{
	for (size_t i = 0; i < length;) {
		uint32_t code = 0;
		size_t run = character_length(text + i, length - i, &code);
		if (run == 0)
			fprintf(stream, "\\x%02x", (unsigned char)text[i]);
		else
			fwrite(text + i, 1, run, stream);
		i += run == 0 ? 1 : run;
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
