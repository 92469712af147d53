/* Where a made capture goes through the whole of reduce. */
#include "reduced.h"

#include "../reduce/join/summarize.h"

#include <errno.h>

static int reduce_stream(FILE *stream, const char *name, const struct reduction_options *options,
                         struct summary *summary, struct fault *fault)
{
	struct reduction reduction;
	int failed = reduction_run(&reduction, stream, name, options, fault);
	if (failed == 0)
		failed = summarize_capture(&reduction, summary, fault);
	reduction_free(&reduction);
	return failed;
}

int reduced_run(reduced_writer write, const void *what, const char *name,
                const struct reduction_options *options, struct summary *summary, struct fault *fault)
{
	*summary = (struct summary){0};
	errno = 0;
	FILE *stream = tmpfile();
	if (stream == NULL)
		return fault_system(fault, name, errno, "no temporary file");
	int failed;
	if (write(stream, what) != 0 || fflush(stream) != 0)
		failed = fault_system(fault, name, errno, "cannot be written into a temporary file");
	else {
		rewind(stream);
		failed = reduce_stream(stream, name, options, summary, fault);
	}
	fclose(stream);
	return failed;
}

static int write_curve(FILE *stream, const void *what)
{
	return specimen_write(stream, what);
}

int reduced_curve(const struct specimen *curve, const struct reduction_options *options,
                  struct summary *summary, struct fault *fault)
{
	return reduced_run(write_curve, curve, curve->name, options, summary, fault);
}

int reduced_file(const char *path, const struct reduction_options *options, struct summary *summary,
                 struct fault *fault)
{
	*summary = (struct summary){0};
	errno = 0;
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		return fault_system(fault, path, errno, "cannot be read");
	int failed = reduce_stream(stream, path, options, summary, fault);
	fclose(stream);
	return failed;
}
