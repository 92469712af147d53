/* Where many machines are drawn, swept and reduced. */
#include "simulate.h"

#include "reading.h"
#include "simulated.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

static int write_simulated(FILE *stream, const void *what)
{
	return simulated_write(stream, what);
}

int simulate_one(uint64_t seed, unsigned number, struct claims *claims, struct summary *summary,
                 struct fault *fault)
{
	struct machine machine = machine_draw(seed, number);
	struct simulated simulated;
	char name[64];
	*summary = (struct summary){0};
	snprintf(name, sizeof name, "machine_%u", number);
	int failed = simulated_make(&simulated, &machine, fault);
	if (failed == 0)
		failed = reading_run(write_simulated, &simulated, name, NULL, 0, summary, fault);
	if (failed == 0)
		*claims = claims_of(&machine, summary);
	simulated_end(&simulated);
	return failed;
}

int simulate_write(uint64_t seed, unsigned number, FILE *stream, struct fault *fault)
{
	struct machine machine = machine_draw(seed, number);
	struct simulated simulated;
	int failed = simulated_make(&simulated, &machine, fault);
	errno = 0;
	if (failed == 0 && simulated_write(stream, &simulated) != 0)
		failed = fault_system(fault, "the capture", errno, "cannot be written");
	simulated_end(&simulated);
	return failed;
}

/* What the threads share. */
struct crew {
	pthread_mutex_t lock;
	uint64_t seed;
	unsigned next, machines;
	struct claims *claims;
	FILE *progress;
	int failed;
	struct fault fault;
};

/* The next machine's number, or one past the last where all are dealt or one failed. */
static unsigned take_next(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	unsigned number = crew->failed ? crew->machines : crew->next;
	if (number < crew->machines)
		crew->next++;
	if (crew->progress != NULL && number % 10 == 0)
		fprintf(crew->progress, "\r%u of %u machines", number, crew->machines);
	pthread_mutex_unlock(&crew->lock);
	return number;
}

static void *work(void *shared)
{
	struct crew *crew = shared;
	for (unsigned number = take_next(crew); number < crew->machines; number = take_next(crew)) {
		struct summary summary;
		struct fault fault;
		int failed = simulate_one(crew->seed, number, &crew->claims[number], &summary, &fault);
		summary_free(&summary);
		if (failed == 0)
			continue;
		pthread_mutex_lock(&crew->lock);
		if (!crew->failed)
			crew->fault = fault;
		crew->failed = 1;
		pthread_mutex_unlock(&crew->lock);
	}
	return NULL;
}

int simulate_all(uint64_t seed, unsigned machines, unsigned threads, struct claims *claims, FILE *progress,
                 struct fault *fault)
{
	struct crew crew = {.seed = seed, .machines = machines, .claims = claims};
	pthread_t helpers[MOST_THREADS];
	unsigned started = 0;
	crew.progress = progress != NULL && isatty(fileno(progress)) ? progress : NULL;
	int error = pthread_mutex_init(&crew.lock, NULL);
	if (error != 0)
		return fault_system(fault, NULL, error, "no lock for the threads");
	/* This thread works too; where a helper cannot be started, fewer do the same. */
	while (started + 1 < threads && started < MOST_THREADS &&
	       pthread_create(&helpers[started], NULL, work, &crew) == 0)
		started++;
	work(&crew);
	for (unsigned i = 0; i < started; i++)
		pthread_join(helpers[i], NULL);
	pthread_mutex_destroy(&crew.lock);
	if (crew.progress != NULL)
		fputs("\r\033[K", crew.progress);
	if (crew.failed)
		*fault = crew.fault;
	return crew.failed ? -1 : 0;
}
