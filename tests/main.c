/* Where all tests start: one table of suites, one closing line. The suites run side by side, each in a
 * process of its own, as many at a time as there are processors; with CK_RUN_SUITE, CK_RUN_CASE or CK_FORK=no
 * Check runs them in this one. */
#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

/* First those that measure time, one after another with nothing beside them; then the longest. */
#define SUITES_LIST(SUITE)                                                                                   \
	SUITE(probe)                                                                                         \
	SUITE(clock)                                                                                         \
	SUITE(chase)                                                                                         \
	SUITE(simulator)                                                                                     \
	SUITE(reduce)                                                                                        \
	SUITE(macos)                                                                                         \
	SUITE(page_browser)                                                                                  \
	SUITE(page)                                                                                          \
	SUITE(page_parts)                                                                                    \
	SUITE(gallery)                                                                                       \
	SUITE(probe_beside)                                                                                  \
	SUITE(collect)                                                                                       \
	SUITE(plot_figures)                                                                                  \
	SUITE(machine_figure)                                                                                \
	SUITE(ladder)                                                                                        \
	SUITE(chain)                                                                                         \
	SUITE(fault)                                                                                         \
	SUITE(output)                                                                                        \
	SUITE(number)                                                                                        \
	SUITE(example)                                                                                       \
	SUITE(reduction)                                                                                     \
	SUITE(compare)                                                                                       \
	SUITE(comparison)                                                                                    \
	SUITE(tier)                                                                                          \
	SUITE(calibration)                                                                                   \
	SUITE(translation)                                                                                   \
	SUITE(captures_table)                                                                                \
	SUITE(statistics)                                                                                    \
	SUITE(rule)                                                                                          \
	SUITE(curve)                                                                                         \
	SUITE(granule)                                                                                       \
	SUITE(cycle)                                                                                         \
	SUITE(plan)                                                                                          \
	SUITE(table)                                                                                         \
	SUITE(gnuplot)                                                                                       \
	SUITE(synthetic)                                                                                     \
	SUITE(foreign)                                                                                       \
	SUITE(version3)                                                                                      \
	SUITE(edge)                                                                                          \
	SUITE(answer)                                                                                        \
	SUITE(joined)                                                                                        \
	SUITE(machine)                                                                                       \
	SUITE(system)                                                                                        \
	SUITE(failing)

#define DECLARED(name) Suite *name##_suite(void);
SUITES_LIST(DECLARED)

#define LISTED(name) name##_suite,
static Suite *(*const suites[])(void) = {SUITES_LIST(LISTED)};

enum { SUITES = sizeof suites / sizeof suites[0], SUITES_ALONE = 2 };

/* ---- one suite in a process of its own ---- */

struct counts {
	int run, failures, errors;
};

struct job {
	pid_t process; /* 0 where none runs */
	FILE *output;  /* what Check prints of it */
};

static volatile pid_t running[SUITES]; /* for the signal handler */

static void stop(int signal_number)
{
	for (size_t i = 0; i < SUITES; i++)
		if (running[i] > 0)
			kill(running[i], signal_number);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static struct counts counts_of(SRunner *runner)
{
	struct counts counts = {.run = srunner_ntests_run(runner)};
	int failed = srunner_ntests_failed(runner);
	TestResult **results = srunner_failures(runner);
	for (int i = 0; i < failed; i++)
		*(tr_rtype(results[i]) == CK_FAILURE ? &counts.failures : &counts.errors) += 1;
	free(results);
	return counts;
}

/* In the child: runs the suite, its words into `output`. */
static void run_suite(size_t number, FILE *output, struct counts *counts)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	SRunner *runner = srunner_create(suites[number]());
	fflush(stdout);
	dup2(fileno(output), STDOUT_FILENO);
	srunner_run_all(runner, CK_ENV);
	fflush(stdout);
	*counts = counts_of(runner);
	srunner_free(runner);
	_exit(EXIT_SUCCESS);
}

static bool begin(size_t number, struct job *job, struct counts *counts)
{
	job->output = tmpfile();
	if (job->output == NULL)
		return false;
	fflush(NULL);
	job->process = fork();
	if (job->process == 0)
		run_suite(number, job->output, counts);
	running[number] = job->process;
	return job->process > 0;
}

/* Passes on what a suite printed, without the line that counts it alone. */
static void finish(size_t number, struct job *job, int status, struct counts *counts)
{
	char line[4096];
	running[number] = 0;
	job->process = 0;
	rewind(job->output);
	while (fgets(line, sizeof line, job->output) != NULL)
		if (strstr(line, "%: Checks: ") == NULL && strncmp(line, "Running suite", 13) != 0)
			fputs(line, stdout);
	fclose(job->output);
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
		return;
	fprintf(stderr, "suite %zu of the table in tests/main.c ended by itself, wait status %d\n", number,
	        status);
	counts->errors++;
}

static size_t job_of(const struct job *jobs, pid_t process)
{
	size_t number = 0;
	while (number < SUITES && jobs[number].process != process)
		number++;
	return number;
}

/* Waits for one of the suites. Returns false where there is none to wait for. */
static bool wait_for_one(struct job *jobs, struct counts *counts)
{
	int status = 0;
	pid_t process = wait(&status);
	size_t number = job_of(jobs, process);
	if (process > 0 && number < SUITES)
		finish(number, &jobs[number], status, &counts[number]);
	return process > 0;
}

static bool run_side_by_side(struct counts *counts)
{
	struct job jobs[SUITES] = {{0}};
	long processors = sysconf(_SC_NPROCESSORS_ONLN), busy = 0;
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	for (size_t next = 0; next < SUITES; next++) {
		long most = next <= SUITES_ALONE || processors < 1 ? 1 : processors;
		for (; busy >= most; busy--)
			if (!wait_for_one(jobs, counts))
				return false;
		if (!begin(next, &jobs[next], &counts[next]))
			return false;
		busy++;
	}
	for (; busy > 0; busy--)
		if (!wait_for_one(jobs, counts))
			return false;
	return true;
}

/* ---- all of them ---- */

static struct counts run_here(void)
{
	SRunner *runner = srunner_create(NULL);
	for (size_t i = 0; i < SUITES; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	struct counts counts = counts_of(runner);
	srunner_free(runner);
	return counts;
}

/* The closing line, in Check's form. */
static struct counts run_all(void)
{
	struct counts all = {0};
	struct counts *counts =
	    mmap(NULL, SUITES * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
	if (counts == MAP_FAILED || !run_side_by_side(counts)) {
		perror("tests/run");
		return (struct counts){.errors = 1};
	}
	for (size_t i = 0; i < SUITES; i++) {
		all.run += counts[i].run;
		all.failures += counts[i].failures;
		all.errors += counts[i].errors;
	}
	int passed = all.run - all.failures - all.errors;
	printf("%d%%: Checks: %d, Failures: %d, Errors: %d\n",
	       all.run > 0 && passed > 0 ? 100 * passed / all.run : 0, all.run, all.failures, all.errors);
	munmap(counts, SUITES * sizeof *counts);
	return all;
}

/* Tests write into memory where there is room for it: every file that a program writes is flushed to its
 * disk, which takes longer than all else. */
static void choose_folder(void)
{
#ifdef __linux__
	static const char memory[] = "/dev/shm";
	struct statvfs found;
	if (getenv("TMPDIR") == NULL && access(memory, W_OK | X_OK) == 0 && statvfs(memory, &found) == 0 &&
	    (found.f_flag & (ST_NOEXEC | ST_RDONLY)) == 0 &&
	    (uint64_t)found.f_bavail * found.f_frsize >= UINT64_C(2) << 30)
		setenv("TMPDIR", memory, 1);
#endif
}

int main(void)
{
	choose_folder();
	const char *fork_mode = getenv("CK_FORK");
	bool here = getenv("CK_RUN_SUITE") != NULL || getenv("CK_RUN_CASE") != NULL ||
	            (fork_mode != NULL && strcmp(fork_mode, "no") == 0);
	struct counts counts = here ? run_here() : run_all();
	if (counts.run == 0)
		fputs("no test was run\n", stderr);
	return counts.failures + counts.errors == 0 && counts.run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
