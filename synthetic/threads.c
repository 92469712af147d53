/* Many like jobs, done by a few threads. */
#include "threads.h"

#include <pthread.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

struct crew {
	pthread_mutex_t lock;
	threads_job job;
	void *context;
	unsigned next, count;
	FILE *progress;
	const char *what;
	int failed;
	struct fault fault;
};

/* The next job's number, or the count where all are dealt or one failed. */
static unsigned take_next(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	unsigned number = crew->failed ? crew->count : crew->next;
	if (number < crew->count)
		crew->next++;
	if (crew->progress != NULL && number % 10 == 0)
		fprintf(crew->progress, "\r%u of %u %s", number, crew->count, crew->what);
	pthread_mutex_unlock(&crew->lock);
	return number;
}

static void *work(void *shared)
{
	struct crew *crew = shared;
	for (unsigned number = take_next(crew); number < crew->count; number = take_next(crew)) {
		struct fault fault;
		if (crew->job(crew->context, number, &fault) == 0)
			continue;
		pthread_mutex_lock(&crew->lock);
		if (!crew->failed)
			crew->fault = fault;
		crew->failed = 1;
		pthread_mutex_unlock(&crew->lock);
	}
	return NULL;
}

int threads_run(threads_job job, void *context, unsigned count, const struct threads *threads,
                const char *what, struct fault *fault)
{
	struct crew crew = {.job = job, .context = context, .count = count, .what = what};
	pthread_t hands[MOST_THREADS];
	unsigned started = 0;
	if (threads->progress != NULL && isatty(fileno(threads->progress)))
		crew.progress = threads->progress;
	int error = pthread_mutex_init(&crew.lock, NULL);
	if (error != 0)
		return fault_system(fault, NULL, error, "no lock for the threads");
	/* Where a hand cannot be started, fewer do the same. */
	while (started + 1 < threads->count && started < MOST_THREADS &&
	       pthread_create(&hands[started], NULL, work, &crew) == 0)
		started++;
	work(&crew);
	for (unsigned i = 0; i < started; i++)
		pthread_join(hands[i], NULL);
	pthread_mutex_destroy(&crew.lock);
	if (crew.progress != NULL)
		fputs("\r\033[K", crew.progress);
	if (crew.failed)
		*fault = crew.fault;
	return crew.failed ? -1 : 0;
}
