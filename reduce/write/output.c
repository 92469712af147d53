/* Where a file comes into being: written under a temporary name, checked, renamed. */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether something stands at `path` that is no regular file: a device or a pipe. A rename would put a file
 * in its place. */
static int output_is_special(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static int output_open_straight(struct output *output, const char *path, struct fault *fault)
{
	size_t length = strlen(path) + 1;
	output->stream = NULL;
	output->path = malloc(length);
	if (output->path == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be written");
	memcpy(output->path, path, length);
	output->stream = fopen(path, "w");
	if (output->stream != NULL)
		return 0;
	fault_system(fault, path, errno, "cannot be written");
	output_abandon(output);
	return -1;
}

int output_open(struct output *output, const char *path, struct fault *fault)
{
	*output = (struct output){.stream = stdout};
	if (path == NULL || strcmp(path, "-") == 0)
		return 0;
	if (output_is_special(path))
		return output_open_straight(output, path, fault);
	size_t length = strlen(path);
	output->path = malloc(length + 1);
	output->temporary = malloc(length + sizeof ".XXXXXX");
	output->stream = NULL;
	if (output->path == NULL || output->temporary == NULL) {
		output_abandon(output);
		return fault_system(fault, path, ENOMEM, "cannot be written");
	}
	memcpy(output->path, path, length + 1);
	memcpy(output->temporary, path, length);
	memcpy(output->temporary + length, ".XXXXXX", sizeof ".XXXXXX");
	int descriptor = mkstemp(output->temporary);
	if (descriptor < 0) {
		fault_system(fault, path, errno, "cannot be written");
		output->temporary[0] = '\0';
		output_abandon(output);
		return -1;
	}
	mode_t mask = umask(0);
	umask(mask);
	fchmod(descriptor, 0666 & ~mask);
	output->stream = fdopen(descriptor, "w");
	if (output->stream == NULL) {
		fault_system(fault, path, errno, "cannot be written");
		close(descriptor);
		output_abandon(output);
		return -1;
	}
	return 0;
}

static void output_free(struct output *output)
{
	free(output->path);
	free(output->temporary);
	*output = (struct output){0};
}

void output_write(struct output *output, const char *text, size_t length)
{
	errno = 0;
	if (fwrite(text, 1, length, output->stream) != length && output->cause == 0)
		output->cause = errno;
}

int output_close(struct output *output, struct fault *fault)
{
	const char *name = output->path != NULL ? output->path : "standard output";
	errno = 0;
	int failed = fflush(output->stream) != 0 || ferror(output->stream);
	int cause = output->cause != 0 ? output->cause : errno;
	if (output->path == NULL) {
		if (failed)
			return fault_system(fault, name, cause, "cannot be written");
		return 0;
	}
	if (!failed && fsync(fileno(output->stream)) != 0 && errno != EINVAL && errno != ENOTSUP) {
		failed = 1;
		cause = errno;
	}
	if (fclose(output->stream) != 0 && !failed) {
		failed = 1;
		cause = errno;
	}
	output->stream = NULL;
	if (!failed && output->temporary != NULL && rename(output->temporary, output->path) != 0) {
		failed = 1;
		cause = errno;
	}
	if (failed) {
		fault_system(fault, name, cause, "cannot be written");
		output_abandon(output);
		return -1;
	}
	output_free(output);
	return 0;
}

void output_abandon(struct output *output)
{
	if (output->stream != NULL && output->path != NULL)
		fclose(output->stream);
	if (output->temporary != NULL && output->temporary[0] != '\0')
		unlink(output->temporary);
	output_free(output);
}
