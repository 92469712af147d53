/* Where a file comes into being: written without a name, checked, copied beside its place, renamed. */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names and modes ---- */

/* Whether something stands at `path` that is no regular file: a device or a pipe. A rename would put a file
 * in its place. */
static bool output_is_special(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* The modes of the file at `path`, or those of a new one. */
static mode_t output_mode(const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0)
		return status.st_mode & 0777;
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* A new file beside `path`. Returns its descriptor and *name (allocated), or -1 with errno. */
static int output_beside(const char *path, char **name)
{
	static const char suffix[] = ".XXXXXX";
	size_t length = strlen(path);
	*name = malloc(length + sizeof suffix);
	if (*name == NULL)
		return -1;
	memcpy(*name, path, length);
	memcpy(*name + length, suffix, sizeof suffix);
	int descriptor = mkstemp(*name);
	if (descriptor < 0) {
		int cause = errno;
		free(*name);
		errno = cause;
	}
	return descriptor;
}

/* While a file has a temporary name no signal may end the program and leave it. */
static void output_hold_signals(sigset_t *before)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, before);
}

static void output_let_signals(const sigset_t *before)
{
	int cause = errno;
	sigprocmask(SIG_SETMASK, before, NULL);
	errno = cause;
}

/* ---- opening ---- */

static FILE *output_unnamed(const char *path)
{
	sigset_t before;
	char *name;
	output_hold_signals(&before);
	int descriptor = output_beside(path, &name);
	if (descriptor >= 0) {
		unlink(name);
		free(name);
	}
	output_let_signals(&before);
	FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w+");
	if (stream == NULL && descriptor >= 0) {
		int cause = errno;
		close(descriptor);
		errno = cause;
	}
	return stream;
}

int output_open(struct output *output, const char *path, struct fault *fault)
{
	*output = (struct output){.stream = stdout};
	if (path == NULL || strcmp(path, "-") == 0)
		return 0;
	output->straight = output_is_special(path);
	output->path = strdup(path);
	output->stream = NULL;
	if (output->path != NULL)
		output->stream = output->straight ? fopen(path, "w") : output_unnamed(path);
	if (output->stream != NULL)
		return 0;
	fault_system(fault, path, errno, "cannot be written");
	output_abandon(output);
	return -1;
}

void output_write(struct output *output, const char *text, size_t length)
{
	errno = 0;
	if (fwrite(text, 1, length, output->stream) != length && output->cause == 0)
		output->cause = errno;
}

/* ---- closing ---- */

/* Writes all of `length` bytes. Returns 0, or -1 with errno. */
static int output_pour(int descriptor, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t written = write(descriptor, bytes, length);
		if (written < 0 && errno != EINTR)
			return -1;
		if (written > 0) {
			bytes += written;
			length -= (size_t)written;
		}
	}
	return 0;
}

/* Copies the stream, from its beginning, and makes sure of the copy. Returns 0, or -1 with errno. */
static int output_copy(FILE *stream, int descriptor)
{
	char block[65536];
	size_t length;
	if (fseeko(stream, 0, SEEK_SET) != 0)
		return -1;
	while ((length = fread(block, 1, sizeof block, stream)) > 0)
		if (output_pour(descriptor, block, length) != 0)
			return -1;
	if (ferror(stream))
		return -1;
	return fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

/* Gives the content its place. Returns 0, or -1 with errno and nothing left behind. */
static int output_place(const struct output *output)
{
	char *name;
	int descriptor = output_beside(output->path, &name);
	if (descriptor < 0)
		return -1;
	int status = output_copy(output->stream, descriptor), cause = errno;
	if (status == 0 && (status = fchmod(descriptor, output_mode(output->path))) != 0)
		cause = errno;
	if (close(descriptor) != 0 && status == 0) {
		status = -1;
		cause = errno;
	}
	if (status == 0 && (status = rename(name, output->path)) != 0)
		cause = errno;
	if (status != 0)
		unlink(name);
	free(name);
	errno = cause;
	return status;
}

/* What an output to a device, a pipe or standard output comes to. Returns 0, or -1 with errno. */
static int output_flush(struct output *output)
{
	errno = 0;
	bool failed = fflush(output->stream) != 0 || ferror(output->stream);
	if (output->cause != 0)
		errno = output->cause;
	return failed ? -1 : 0;
}

int output_close(struct output *output, struct fault *fault)
{
	sigset_t before;
	int status = output_flush(output);
	if (status == 0 && output->path != NULL && !output->straight) {
		output_hold_signals(&before);
		status = output_place(output);
		output_let_signals(&before);
	}
	int cause = errno;
	if (output->path != NULL && fclose(output->stream) != 0 && status == 0) {
		status = -1;
		cause = errno;
	}
	if (status != 0)
		fault_system(fault, output->path != NULL ? output->path : "standard output", cause,
		             "cannot be written");
	if (output->path != NULL)
		output->stream = NULL;
	output_abandon(output);
	return status;
}

void output_abandon(struct output *output)
{
	if (output->stream != NULL && output->path != NULL)
		fclose(output->stream);
	free(output->path);
	*output = (struct output){0};
}
