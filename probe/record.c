/* Where the capture's lines reach the system one by one. */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file is made by one call that fails where there is one, so that of two probes with one name the
 * second is told. What exists and is no file (a pipe, /dev/null) is written to as it stands. Returns the
 * descriptor, or -1 with a fault. */
static int record_create(struct record *record, const char *path, struct fault *fault)
{
	struct stat status;
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	record->regular = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
	if (file < 0 && errno == EEXIST) {
		file = open(path, O_WRONLY | O_CLOEXEC);
		if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
			close(file);
			fault_set(fault, path, "exists already, and a capture is never overwritten");
			return fault_expect(fault, "a new name");
		}
	}
	return file >= 0 ? file : fault_system(fault, path, errno, "cannot be written");
}

int record_open(struct record *record, const char *path, struct fault *fault)
{
	memset(record, 0, sizeof *record);
	record->name = "standard output";
	record->stream = stdout;
	if (path == NULL || strcmp(path, "-") == 0)
		return 0;
	if (path[0] == '\0')
		return fault_usage(fault, "--output", "is an empty name");
	int file = record_create(record, path, fault);
	if (file < 0)
		return -1;
	record->name = path;
	record->owned = true;
	record->stream = fdopen(file, "w");
	if (record->stream == NULL) {
		fault_system(fault, path, errno, "cannot be written");
		close(file);
		if (record->regular)
			remove(path);
		return -1;
	}
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

/* A file that has lost its last name takes every row and keeps none. */
static bool record_removed(const struct record *record)
{
	struct stat status;
	return record->regular && fstat(fileno(record->stream), &status) == 0 && status.st_nlink == 0;
}

static int record_flush(struct record *record, struct fault *fault)
{
	if (ferror(record->stream) != 0 || fflush(record->stream) != 0) {
		int why = errno;
		if (record->regular && ftruncate(fileno(record->stream), record->whole) != 0)
			record->regular = false;
		return fault_system(fault, record->name, why, "cannot be written");
	}
	if (record_removed(record))
		return fault_set(fault, record->name, "was removed while it was being written");
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
	if (!record->owned)
		return;
	fclose(record->stream);
	if (record->regular)
		remove(record->name);
}
