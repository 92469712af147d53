/* Where gnuplot is run. */
#include "render.h"
#include "markup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char render_program[] = "gnuplot";
enum {
	RENDER_MISSING = 127, /* exit status of a child that could not start its program */
	RENDER_BLOCK = 65536
};

/* A run of gnuplot: a file that it reads, one for what it complains of; the picture comes through a
 * pipe, for gnuplot does not tell when a file has no room for it. */
struct render {
	FILE *script; /* borrowed */
	FILE *complaint;
	int pipe[2]; /* -1 where closed */
	pid_t child;
	int status; /* as waitpid gives it */
	char *svg;  /* allocated */
	size_t length, capacity;
	double deadline_s; /* on the monotonic clock */
};

static void render_close_pipe(struct render *render, int end)
{
	if (render->pipe[end] >= 0)
		close(render->pipe[end]);
	render->pipe[end] = -1;
}

static void render_close(struct render *render)
{
	if (render->complaint != NULL)
		fclose(render->complaint);
	render_close_pipe(render, 0);
	render_close_pipe(render, 1);
	free(render->svg);
}

static int render_open(struct render *render, const char *name, struct fault *fault)
{
	errno = 0;
	render->complaint = tmpfile();
	if (render->complaint == NULL)
		return fault_system(fault, name, errno, "no temporary file for gnuplot");
	/* gnuplot reads the file itself, not our stream of it. */
	if (fflush(render->script) != 0 || lseek(fileno(render->script), 0, SEEK_SET) != 0)
		return fault_system(fault, name, errno, "no room for gnuplot's script");
	if (pipe(render->pipe) != 0)
		return fault_system(fault, name, errno, "no pipe for gnuplot's picture");
	for (int end = 0; end < 2; end++)
		fcntl(render->pipe[end], F_SETFD, FD_CLOEXEC);
	return 0;
}

/* Starts gnuplot. Returns 0 or an errno value. */
static int render_start(struct render *render)
{
	/* -d: not the user's own start-up file, which could draw anything. */
	char program[] = "gnuplot", defaults[] = "-d", input[] = "-";
	char *arguments[] = {program, defaults, input, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	const int streams[] = {fileno(render->script), render->pipe[1], fileno(render->complaint)};
	for (int i = 0; i < 3 && error == 0; i++)
		error = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
	if (error == 0)
		error = posix_spawnp(&render->child, render_program, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	render_close_pipe(render, 1);
	return error;
}

static double render_now_s(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Waits for more of the picture. Returns 0, or an errno value: ETIMEDOUT past the deadline. */
static int render_wait(const struct render *render)
{
	struct pollfd poll_for = {.fd = render->pipe[0], .events = POLLIN};
	int ready = 0;
	do {
		double left_s = render->deadline_s - render_now_s();
		if (left_s <= 0)
			return ETIMEDOUT;
		ready = poll(&poll_for, 1, left_s < 1 ? (int)(left_s * 1000) + 1 : 1000);
	} while (ready == 0 || (ready < 0 && errno == EINTR));
	return ready > 0 ? 0 : errno;
}

/* Room for another block and the NUL after it. */
static bool render_grow(struct render *render)
{
	if (render->capacity - render->length > RENDER_BLOCK)
		return true;
	size_t capacity = 2 * render->capacity + RENDER_BLOCK + 1;
	char *svg = realloc(render->svg, capacity);
	if (svg == NULL)
		return false;
	render->svg = svg;
	render->capacity = capacity;
	return true;
}

/* Reads the picture to its end. Returns 0 or an errno value. */
static int render_read(struct render *render)
{
	for (;;) {
		if (!render_grow(render))
			return ENOMEM;
		int error = render_wait(render);
		if (error != 0)
			return error;
		ssize_t length = read(render->pipe[0], render->svg + render->length, RENDER_BLOCK);
		if (length < 0 && errno != EINTR)
			return errno;
		if (length == 0)
			break;
		render->length += length > 0 ? (size_t)length : 0;
	}
	render->svg[render->length] = '\0';
	return 0;
}

/* Waits for gnuplot's end; where there was an `error`, or the deadline passes, ends it. Returns 0 or an errno
 * value. */
static int render_reap(struct render *render, int error)
{
	const struct timespec pause = {0, 2000000};
	for (;;) {
		if (error == 0 && render_now_s() > render->deadline_s)
			error = ETIMEDOUT;
		if (error != 0)
			kill(render->child, SIGKILL);
		pid_t ended = waitpid(render->child, &render->status, error == 0 ? WNOHANG : 0);
		if (ended > 0)
			return error;
		if (ended < 0 && errno != EINTR)
			return errno;
		if (ended == 0)
			nanosleep(&pause, NULL);
	}
}

/* Returns 0 with the picture and gnuplot's status, or an errno value. */
static int render_run(struct render *render)
{
	int error = render_start(render);
	return error != 0 ? error : render_reap(render, render_read(render));
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

static int render_check(struct render *render, int error, unsigned limit_s, const char *name,
                        struct fault *fault)
{
	if (error == ENOENT ||
	    (error == 0 && WIFEXITED(render->status) && WEXITSTATUS(render->status) == RENDER_MISSING))
		return fault_set(fault, render_program,
		                 "is not installed, or not on PATH; it draws the figures");
	if (error == ETIMEDOUT)
		return fault_set(fault, name, "gnuplot did not end within %u seconds", limit_s);
	if (error != 0)
		return fault_system(fault, name, error, "gnuplot cannot be run");
	if (!WIFEXITED(render->status) || WEXITSTATUS(render->status) != 0)
		return render_failed(render->complaint, name, fault);
	return markup_check_svg(render->svg, render->length, name, fault);
}

int render_svg(FILE *script, unsigned limit_s, const char *name, char **svg, size_t *length,
               struct fault *fault)
{
	struct render render = {.script = script, .pipe = {-1, -1}, .deadline_s = render_now_s() + limit_s};
	*svg = NULL;
	*length = 0;
	int result = render_open(&render, name, fault);
	if (result == 0)
		result = render_check(&render, render_run(&render), limit_s, name, fault);
	if (result == 0) {
		*svg = render.svg;
		*length = render.length;
		render.svg = NULL;
	}
	render_close(&render);
	return result;
}
