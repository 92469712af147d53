/* Where a terminal is told how far the run is. */
#include "progress.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

void progress_begin(struct progress *progress, FILE *stream, double all)
{
	memset(progress, 0, sizeof *progress);
	progress->stream = isatty(fileno(stream)) ? stream : NULL;
	progress->all = all;
}

void progress_done(struct progress *progress, double work, uint64_t took_ns)
{
	progress->done += work;
	progress->work_ns += (double)took_ns;
}

const char *progress_duration(double ns, char text[PROGRESS_TEXT])
{
	uint64_t seconds = ns <= 0 ? 0 : ns > 1e18 ? 1000000000 : (uint64_t)(ns / 1e9 + 0.5);
	if (seconds < 60)
		snprintf(text, PROGRESS_TEXT, "%u s", (unsigned)seconds);
	else
		snprintf(text, PROGRESS_TEXT, "%u min %u s", (unsigned)(seconds / 60),
		         (unsigned)(seconds % 60));
	return text;
}

void progress_show(struct progress *progress, uint64_t now_ns, const char *format, ...)
{
	va_list arguments;
	char left[PROGRESS_TEXT];
	if (progress->stream == NULL || (progress->shown_ns != 0 && now_ns - progress->shown_ns < 200000000))
		return;
	progress->shown_ns = now_ns;
	double pace = progress->done > 0 ? progress->work_ns / progress->done : 1;
	double share = progress->all > 0 ? 100 * progress->done / progress->all : 0;
	fputs("\r\033[K", progress->stream);
	va_start(arguments, format);
	vfprintf(progress->stream, format, arguments);
	va_end(arguments);
	fprintf(progress->stream, ", %.0f %% done, %s left", share > 100 ? 100 : share,
	        progress_duration((progress->all - progress->done) * pace, left));
	fflush(progress->stream);
}

void progress_end(struct progress *progress)
{
	if (progress->stream != NULL && progress->shown_ns != 0) {
		fputs("\r\033[K", progress->stream);
		fflush(progress->stream);
	}
}
