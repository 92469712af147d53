/* What a person asks of the probe: the table of its options, the named presets, and the settings they fill.
 */
#ifndef CACHESTAIR_SETTINGS_H
#define CACHESTAIR_SETTINGS_H

#include "capture.h"
#include "fault.h"
#include "system.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SETTINGS_RANGES = 16, SETTINGS_PRIVATE = 16 };

struct settings_range {
	uint64_t low_bytes, high_bytes, per_octave;
};

enum settings_order {
	SETTINGS_RANDOM = 1,
	SETTINGS_PAGE = 2,
	SETTINGS_BOTH = SETTINGS_RANDOM | SETTINGS_PAGE
};
enum settings_ruler { SETTINGS_BY_LINE, SETTINGS_SHORT, SETTINGS_LONG };

struct settings {
	uint64_t min_bytes, max_bytes, per_octave; /* 0 bytes: the default of this machine */
	struct settings_range ranges[SETTINGS_RANGES];
	size_t range_count;
	uint64_t rounds, trials, laps;
	uint64_t target_ms; /* 0: unasked */
	uint64_t spin_ms, coarsen_ns, seed;
	uint64_t stride_bytes; /* 0: the reported line */
	bool quick, huge, dense;
	bool sweep, adjacency, controls;
	bool translation_asked, translation_refused; /* neither: with the grid */
	bool translation;                            /* what follows of both */
	bool controls_alone;
	enum settings_ruler ruler;
	enum settings_order order;
	uint64_t page_bytes; /* page order; 0: the system's page */
	struct system_steering steering;
	uint64_t busy;
	uint64_t competitors, competitor_bytes; /* 0 bytes: unasked */
	enum capture_mode competitor_mode;      /* CAPTURE_MODES: unasked */
	uint64_t
	    private_bytes[SETTINGS_PRIVATE]; /* the first is the chase's, all are the competitor's in turn */
	size_t private_count;
	uint64_t print_bytes, print_loads, adds;
	const char *output; /* NULL or "-": standard output */
	const char *label, *tier;
	char *command; /* for the capture: the command line but for --output, to be pasted; free it */
	bool rosetta;  /* measure even as a translated program */
	bool times, help, version;
};

/* Fills the defaults. */
void settings_default(struct settings *settings);

/* Reads the command line into settings. A preset stands for its options; later options override it. Returns
 * 0, or -1 with a usage fault: an unknown option, a number out of range, an operand, two options that exclude
 * each other, an option that this system lacks, or a fault of memory. */
int settings_parse(struct settings *settings, int argc, char **argv, struct fault *fault);

/* Prints the usage line, every option and every preset. */
void settings_help(FILE *stream);

#endif
