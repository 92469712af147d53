/* Where the busy loops are started and ended. */
#include "busy.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void busy_loop(pid_t parent)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	for (volatile uint64_t i = 0; getppid() == parent;)
		for (uint64_t end = i + 10000000; i < end;)
			i = i + 1;
	_exit(0);
}

int busy_begin(struct busy *busy, uint64_t count, struct fault *fault)
{
	pid_t parent = getpid();
	busy->count = 0;
	while (busy->count < count && busy->count < BUSY_MOST) {
		pid_t child = fork();
		if (child == 0)
			busy_loop(parent);
		if (child < 0) {
			int why = errno;
			busy_end(busy);
			return fault_system(fault, "--busy", why, "a busy loop cannot be started");
		}
		busy->children[busy->count++] = child;
	}
	return 0;
}

void busy_end(struct busy *busy)
{
	for (size_t i = 0; i < busy->count; i++) {
		kill(busy->children[i], SIGKILL);
		while (waitpid(busy->children[i], NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	busy->count = 0;
}
