/* Where one capture is read and judged, pass by pass. */
#ifndef CACHESTAIR_REDUCTION_H
#define CACHESTAIR_REDUCTION_H

#include "calibration.h"
#include "grid.h"
#include "hierarchy.h"
#include "sweep.h"
#include "translation.h"
#include "../read/trials.h"

/* What became of the add chain's or the counters' clock. */
enum clock_verdict { CLOCK_NONE, CLOCK_GOOD, CLOCK_IMPOSSIBLE };

struct reduced_pass {
	struct sweep sweep;
	struct hierarchy hierarchy; /* empty where the pass is refused under T2 or T3 */
	rule_set refused;           /* as a whole, under T2, T3 or P0 */
	bool private_test;          /* too few sizes for a sweep, and not meant as one: V1 asks it alone */
	bool judged;                /* neither: it has a hierarchy */
	enum clock_verdict clock;
	double
	    limits_bytes; /* Q4: beyond this size times are upper limits of speed; INFINITY where none is */
};

struct reduction {
	char name[256]; /* of the capture, without folder and ending */
	struct trials trials;
	unsigned rules;              /* the version that it was judged by */
	double step_ns;              /* the timer's step; NAN where no gap was recorded */
	double asked_step_ns;        /* the coarsened clock that was asked for; NAN where none was */
	struct reduced_pass *passes; /* one a sweep pass, in the order of trials.passes */
	size_t pass_count;
	struct grid *grids; /* one an adjacency pass, in that order too */
	size_t grid_count;
	bool calibrated; /* there are control trials: */
	struct calibration calibrations[CALIBRATIONS];
	bool translated; /* there is a page chase: */
	struct translation translation;
};

struct reduction_options {
	struct trials_options trials;
	uint64_t rules; /* the version of the rules; 0 for the latest */
};

/* Reads and judges a capture or curve. `path` gives the name and is used in faults. Returns 0, or -1 with the
 * fault; free with reduction_free either way. */
int reduction_run(struct reduction *reduction, FILE *stream, const char *path,
                  const struct reduction_options *options, struct fault *fault);
void reduction_free(struct reduction *reduction);

/* Gives back what only judging needed, so that many captures fit into memory side by side. */
void reduction_slim(struct reduction *reduction);

/* What the sweep's clock is worth. */
enum clock_verdict reduction_clock(const struct reduction *reduction, const struct sweep *sweep);

/* The folderless name of a path without its ending ".csv"; "capture" for standard input. */
void reduction_name(const char *path, char *name, size_t size);

#endif
