/* The probe: measures this machine's memory hierarchy and writes every trial as a row of a capture. */
#include "busy.h"
#include "control.h"
#include "experiment.h"
#include "rig.h"
#include "settings.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t stop; /* the signal that asked to stop; a handler can reach nothing else */

static void stop_on(int signal_number)
{
	stop = signal_number;
}

/* `flags` 0: a signal ends a call that waits, such as opening a pipe that nobody reads yet. SA_RESTART: it
 * does not, so that a row that is being written is written whole. */
static void signals_prepare(int flags)
{
	struct sigaction action, hangup;
	memset(&action, 0, sizeof action);
	sigemptyset(&action.sa_mask);
	action.sa_handler = stop_on;
	action.sa_flags = flags;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* nohup(1) stands: who started the probe may leave. */
	if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
	/* A reader that went away is a write error like any other. */
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

static const struct experiment *const experiments[] = {&experiment_sweep, &experiment_adjacency,
                                                       &experiment_translation};
enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

static double estimate_ns(const struct plan *plan)
{
	double round = 0;
	for (size_t i = 0; i < EXPERIMENTS; i++)
		round += experiments[i]->estimate_ns(plan);
	return round * (double)plan->settings->rounds + CONTROL_ENDS * control_estimate_ns(plan);
}

static int measure_rounds(struct rig *rig, struct fault *fault)
{
	for (size_t i = 0; i < EXPERIMENTS; i++) {
		for (uint64_t round = 1; round <= rig->settings->rounds && !rig_stopped(rig); round++)
			if (experiments[i]->measure_round(rig, round, fault) != 0)
				return -1;
		rig_release(rig, experiments[i]->name);
	}
	return 0;
}

static int measure(struct rig *rig, struct control_table *table, struct fault *fault)
{
	if (rig_record_timer(rig, fault) != 0)
		return -1;
	progress_begin(&rig->progress, stderr, estimate_ns(&rig->plan));
	if (control_measure(rig, 1, table, fault) != 0 || measure_rounds(rig, fault) != 0 ||
	    control_measure(rig, CONTROL_ENDS, table, fault) != 0)
		return -1;
	if (!rig_stopped(rig))
		rig_record_state(rig, "after");
	return 0;
}

/* Whether what was printed has arrived. */
static int check_printed(struct fault *fault)
{
	errno = 0;
	if (fflush(stdout) == 0 && ferror(stdout) == 0)
		return 0;
	return fault_system(fault, "standard output", errno, "cannot be written");
}

/* From an open record to a closed one. */
static int capture(struct rig *rig, struct fault *fault)
{
	if (rig_begin(rig, fault) != 0) {
		record_abandon(&rig->record);
		return -1;
	}
	struct control_table table = {.count = 0};
	rig_spin(rig);
	int status = rig_write_header(rig, fault);
	if (status == 0)
		status = measure(rig, &table, fault);
	progress_end(&rig->progress);
	bool complete = status == 0 && !rig_stopped(rig);
	struct fault closing;
	if (record_close(&rig->record, complete, status == 0 ? fault : &closing) != 0)
		status = -1;
	if (complete && rig->settings->controls_alone) {
		control_print(rig, &table, stdout);
		if (status == 0)
			status = check_printed(fault);
	}
	if (rig->settings->times)
		rig_print_times(rig, stderr);
	return status;
}

/* What stands in the capture as a note, a person should see before waiting for it. */
static void print_notes(const struct rig *rig)
{
	char company[SYSTEM_NOTE];
	const char *const notes[] = {rig->steered.note, rig->description.note,
	                             rig_company_note(rig, company)};
	for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
		if (notes[i][0] != '\0')
			fprintf(stderr, "probe: note: %s\n", notes[i]);
}

static int run(const struct settings *settings, struct fault *fault)
{
	struct rig *rig = calloc(1, sizeof *rig);
	struct busy busy;
	if (rig == NULL)
		return fault_set(fault, NULL, "memory is out");
	int status = busy_begin(&busy, settings->busy, fault);
	if (status == 0) {
		status = rig_plan(rig, settings, &stop, fault);
		if (status == 0) {
			print_notes(rig);
			status = record_open(&rig->record, settings->output, fault);
		}
		if (status == 0) {
			signals_prepare(SA_RESTART);
			status = capture(rig, fault);
			rig_end(rig);
		}
		busy_end(&busy);
	}
	free(rig);
	return status;
}

static int print_and_check(void (*print)(FILE *), struct fault *fault)
{
	print(stdout);
	return check_printed(fault);
}

static void print_version(FILE *stream)
{
	fprintf(stream, "cachestair probe %s\n", CACHESTAIR_VERSION);
}

int main(int argc, char **argv)
{
	struct settings settings;
	struct fault fault;
	fault_prepare();
	settings_default(&settings);
	int status = settings_parse(&settings, argc, argv, &fault);
	if (status == 0 && settings.help) {
		status = print_and_check(settings_help, &fault);
	} else if (status == 0 && settings.version) {
		status = print_and_check(print_version, &fault);
	} else if (status == 0) {
		signals_prepare(0);
		status = run(&settings, &fault);
	}
	free(settings.command);
	if (status != 0 && (stop == 0 || fault.system_error != EINTR)) {
		fault_print(stderr, "probe", &fault);
		return fault_exit_status(&fault);
	}
	if (stop != 0) {
		fprintf(stderr, "probe: stopped by signal %d; every finished trial is in the capture\n",
		        (int)stop);
		return 128 + (int)stop;
	}
	return EXIT_SUCCESS;
}
