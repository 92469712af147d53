/* Where the tests of figures get summaries: small ones, made in memory with numbers that are easy to follow.
 */
#ifndef CACHESTAIR_TESTS_SAMPLE_H
#define CACHESTAIR_TESTS_SAMPLE_H

#include "../plot/figures/figure.h"
#include "../reduce/summary/summary.h"

#include <stddef.h>

/* Adds a row; the test fails where memory is out. Numbers that are not given are NAN, texts empty. */
void sample_header(struct summary *summary, const char *key, const char *value);
void sample_point(struct summary *summary, uint64_t size_bytes, double time_ns, uint64_t level,
                  const char *note, const char *pass);
void sample_pair(struct summary *summary, uint64_t footprint, uint64_t distance, double time_ns);
void sample_finding(struct summary *summary, enum finding_kind kind, uint64_t level, enum status status,
                    double value, double low, double high, double reported, const char *rule,
                    const char *reason, const char *pass);

/* A capture of two levels at 1 GHz with the pass "random": 1 ns up to 64 KiB, 2 ns at 96 KiB, 4 ns from 128
 * KiB to 1 MiB, at powers of two from 8 KiB on; a knee at 90 KiB (88 to 92) with 64 KiB reported, lower bound
 * 32 KiB, capacity 32 to 128 KiB. `label` is the capture's; NULL for none. The size 512 KiB is missing, 256
 * KiB thin. */
void sample_staircase(struct summary *summary, const char *label);

/* A temporary file that holds the text; closed by the caller. */
FILE *sample_file(const char *text);

/* The script that a figure writes of summaries; freed by the caller. Fails the test where it cannot be drawn.
 */
char *sample_script(figure_draw *draw, const struct summary *summaries, size_t count,
                    const struct figure_wish *wish);

/* Draws a script with gnuplot, in a folder of its own where a hostile text would leave its proof, and fails
 * the test where the picture is not whole or something ran. Returns the picture; NULL where gnuplot is not
 * installed. */
char *sample_picture(const char *script, const char *name);

#endif
