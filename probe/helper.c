/* Where another program is run, and its output read within a time. */
#include "helper.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 500 };

struct lines {
	char line[LINE_BYTES + 1];
	size_t length;
	helper_take_line take;
	void *context;
};

static void lines_end(struct lines *lines)
{
	lines->line[lines->length] = '\0';
	lines->take(lines->context, lines->line);
	lines->length = 0;
}

static void lines_feed(struct lines *lines, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			lines_end(lines);
		else if (lines->length < LINE_BYTES)
			lines->line[lines->length++] = text[i];
	}
}

static int64_t now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads to the end of the output. False where the time was over first. */
static bool read_lines(int from, struct lines *lines, int64_t until_ms)
{
	char text[4096];
	for (;;) {
		int64_t left_ms = until_ms - now_ms();
		struct pollfd ready = {.fd = from, .events = POLLIN};
		int events = left_ms > 0 ? poll(&ready, 1, (int)left_ms) : 0;
		if (events < 0 && errno == EINTR)
			continue;
		if (events <= 0)
			return false;
		ssize_t length = read(from, text, sizeof text);
		if (length < 0 && errno == EINTR)
			continue;
		if (length <= 0)
			break;
		lines_feed(lines, text, (size_t)length);
	}
	if (lines->length > 0)
		lines_end(lines);
	return true;
}

/* Starts the program with its output in the pipe and nothing else open to it. */
static bool spawn(pid_t *process, char *const arguments[], const int ends[2])
{
	static char path[] = "PATH=/usr/bin:/bin:/usr/sbin:/sbin", locale[] = "LC_ALL=C";
	char *const environment[] = {path, locale, NULL};
	posix_spawn_file_actions_t actions;
	if (posix_spawn_file_actions_init(&actions) != 0)
		return false;
	bool started = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0) == 0 &&
	               posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
	               posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO) == 0 &&
	               posix_spawn_file_actions_addclose(&actions, ends[0]) == 0 &&
	               posix_spawn_file_actions_addclose(&actions, ends[1]) == 0 &&
	               posix_spawn(process, arguments[0], &actions, NULL, arguments, environment) == 0;
	posix_spawn_file_actions_destroy(&actions);
	return started;
}

bool helper_run(char *const arguments[], unsigned limit_ms, helper_take_line take, void *context)
{
	int ends[2], status = 0;
	pid_t process, waited;
	struct lines lines = {.take = take, .context = context};
	if (pipe(ends) != 0)
		return false;
	/* With streams closed at the start a pipe's end could be one of the three that are put in place. */
	if (ends[0] <= STDERR_FILENO || ends[1] <= STDERR_FILENO || !spawn(&process, arguments, ends)) {
		close(ends[0]);
		close(ends[1]);
		return false;
	}
	close(ends[1]);
	bool whole = read_lines(ends[0], &lines, now_ms() + limit_ms);
	close(ends[0]);
	if (!whole)
		kill(process, SIGKILL);
	do
		waited = waitpid(process, &status, 0);
	while (waited < 0 && errno == EINTR);
	return whole && waited == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
