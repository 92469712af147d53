/* Where gnuplot is run. */
#include "render.h"
#include "markup.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char render_program[] = "gnuplot";
enum { RENDER_MISSING = 127 }; /* exit status of a child that could not start its program */

/* The three unnamed files of a run. */
struct render_files {
	FILE *in, *out, *error;
};

static void render_close(struct render_files *files)
{
	FILE *all[] = {files->in, files->out, files->error};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (all[i] != NULL)
			fclose(all[i]);
}

static int render_open(struct render_files *files, const char *script, size_t length, const char *name,
                       struct fault *fault)
{
	errno = 0;
	files->in = tmpfile();
	files->out = tmpfile();
	files->error = tmpfile();
	if (files->in == NULL || files->out == NULL || files->error == NULL)
		return fault_system(fault, name, errno, "no temporary file for gnuplot");
	if (fwrite(script, 1, length, files->in) != length || fflush(files->in) != 0 ||
	    fseek(files->in, 0, SEEK_SET) != 0)
		return fault_system(fault, name, errno, "no room for gnuplot's script");
	return 0;
}

/* Starts gnuplot on the files and waits for it. Returns 0 with the wait status, or an errno value. */
static int render_run(const struct render_files *files, int *status)
{
	/* -d: not the user's own start-up file, which could draw anything. */
	char program[] = "gnuplot", defaults[] = "-d", input[] = "-";
	char *arguments[] = {program, defaults, input, NULL};
	posix_spawn_file_actions_t actions;
	pid_t child = 0;
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	FILE *const streams[] = {files->in, files->out, files->error};
	for (int i = 0; i < 3 && error == 0; i++)
		error = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
	if (error == 0)
		error = posix_spawnp(&child, render_program, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error != 0)
		return error;
	while (waitpid(child, status, 0) < 0)
		if (errno != EINTR)
			return errno;
	return 0;
}

/* The whole of a file, a NUL after its end. */
static char *render_read(FILE *file, size_t *length)
{
	long size = -1;
	if (fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	char *text = size < 0 || fseek(file, 0, SEEK_SET) != 0 ? NULL : malloc((size_t)size + 1);
	if (text == NULL)
		return NULL;
	*length = fread(text, 1, (size_t)size, file);
	text[*length] = '\0';
	return text;
}

/* What gnuplot said: its last line that is not empty holds the cause. */
static int render_failed(FILE *error, const char *name, struct fault *fault)
{
	char line[FAULT_TEXT], last[FAULT_TEXT] = "";
	rewind(error);
	while (fgets(line, sizeof line, error) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		const char *words = line + strspn(line, " \t");
		if (*words != '\0')
			memmove(last, words, strlen(words) + 1);
	}
	return fault_set(fault, name, "gnuplot failed%s%.400s", last[0] == '\0' ? "" : ": ", last);
}

static int render_take(const struct render_files *files, const char *name, char **svg, size_t *length,
                       struct fault *fault)
{
	int status = 0, error = render_run(files, &status);
	if (error == ENOENT || (error == 0 && WIFEXITED(status) && WEXITSTATUS(status) == RENDER_MISSING))
		return fault_set(fault, render_program,
		                 "is not installed, or not on PATH; it draws the figures");
	if (error != 0)
		return fault_system(fault, render_program, error, "cannot be started");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return render_failed(files->error, name, fault);
	*svg = render_read(files->out, length);
	if (*svg == NULL)
		return fault_system(fault, name, errno, "gnuplot's picture cannot be read");
	if (markup_check_svg(*svg, *length, name, fault) == 0)
		return 0;
	free(*svg);
	*svg = NULL;
	return -1;
}

int render_svg(const char *script, size_t script_length, const char *name, char **svg, size_t *length,
               struct fault *fault)
{
	struct render_files files = {NULL, NULL, NULL};
	*svg = NULL;
	*length = 0;
	int result = render_open(&files, script, script_length, name, fault);
	if (result == 0)
		result = render_take(&files, name, svg, length, fault);
	render_close(&files);
	return result;
}
