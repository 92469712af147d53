/* Where the capture's lines reach the system one by one. */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int record_open(struct record *record, const char *path, struct fault *fault)
{
	struct stat status;
	memset(record, 0, sizeof *record);
	record->name = "standard output";
	record->stream = stdout;
	if (path != NULL && strcmp(path, "-") != 0) {
		if (path[0] == '\0')
			return fault_usage(fault, "--output", "is an empty name");
		if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
			fault_set(fault, path, "exists already, and a capture is never overwritten");
			return fault_expect(fault, "a new name");
		}
		record->name = path;
		record->owned = true;
		record->stream = fopen(path, "w");
		if (record->stream == NULL)
			return fault_system(fault, path, errno, "cannot be written");
	}
	bool known = fstat(fileno(record->stream), &status) == 0;
	record->regular = known && S_ISREG(status.st_mode) && record->owned;
	return 0;
}

void record_header(struct record *record, const char *key, const char *format, ...)
{
	char value[4096];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(value, sizeof value, format, arguments);
	va_end(arguments);
	if (value[0] != '\0')
		capture_write_header(record->stream, key, value);
}

static int record_flush(struct record *record, struct fault *fault)
{
	if (ferror(record->stream) != 0 || fflush(record->stream) != 0) {
		int why = errno;
		if (record->regular && ftruncate(fileno(record->stream), record->whole) != 0)
			record->regular = false;
		return fault_system(fault, record->name, why, "cannot be written");
	}
	if (record->regular)
		record->whole = ftell(record->stream);
	return 0;
}

int record_columns(struct record *record, struct fault *fault)
{
	capture_write_columns(record->stream);
	return record_flush(record, fault);
}

int record_row(struct record *record, const struct capture_row *row, struct fault *fault)
{
	capture_write_row(record->stream, row);
	return record_flush(record, fault);
}

/* After an error the stream still holds what it could not write. The last line goes past it, straight to the
 * file, where what was cut off may have made the room; then the stream is turned to nowhere, so that closing
 * it adds nothing. */
static void record_mark_interrupted(struct record *record)
{
	static const char line[] = "# " CAPTURE_KEY_END ": interrupted\n";
	int file = fileno(record->stream), nowhere = open("/dev/null", O_WRONLY);
	if (record->regular && lseek(file, record->whole, SEEK_SET) == record->whole &&
	    write(file, line, sizeof line - 1) != (ssize_t)(sizeof line - 1) &&
	    ftruncate(file, record->whole) != 0)
		record->regular = false;
	if (nowhere >= 0) {
		dup2(nowhere, file);
		close(nowhere);
	}
}

int record_close(struct record *record, bool complete, struct fault *fault)
{
	int status = 0;
	if (ferror(record->stream) == 0) {
		capture_write_header(record->stream, CAPTURE_KEY_END, complete ? "complete" : "interrupted");
		status = record_flush(record, fault);
	}
	if (ferror(record->stream) != 0)
		record_mark_interrupted(record);
	int closed = record->owned ? fclose(record->stream) : fflush(record->stream);
	record->stream = NULL;
	if (status == 0 && closed != 0)
		status = fault_system(fault, record->name, errno, "cannot be written");
	return status;
}

void record_abandon(struct record *record)
{
	bool owned = record->owned, regular = record->regular;
	if (owned)
		fclose(record->stream);
	if (owned && regular)
		remove(record->name);
}
