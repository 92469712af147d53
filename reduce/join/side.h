/* Where one pass of one capture becomes one side of a comparison: whose machine it is, which cores, and what
 * a comparison asks of its curve. Whether two sides belong together is decided by what their captures'
 * headers say, never by the names of files. */
#ifndef CACHESTAIR_SIDE_H
#define CACHESTAIR_SIDE_H

#include "../judge/reduction.h"

/* Both are borrowed. */
struct side {
	const struct reduction *reduction;
	const struct reduced_pass *pass;
};

enum { SIDE_NAME = 384, SIDE_KNEES = 64 };

/* "capture: pass". Returns `text`. */
const char *side_name(const struct side *side, char text[SIDE_NAME]);

/* "Mac16,12, Apple M4": what the header says of the machine, "" where it says nothing. Returns `text`. */
const char *side_machine(const struct side *side, char text[SIDE_NAME]);

/* How the chase was put on its cores: every header line that steers it, as "asked_qos=background ...".
 * Returns `text`. */
const char *side_cores(const struct side *side, char text[SIDE_NAME]);

/* The spacing of the nodes: of the rows, else of the header; 0 where neither tells. */
uint64_t side_stride(const struct side *side);

/* Both captures say which machine they are of, and it is the same; or both are one capture. */
bool side_same_machine(const struct side *a, const struct side *b);

/* Besides, the same cores and the same stride. */
bool side_same_place(const struct side *a, const struct side *b);

/* No competitors beside it; random order; both, and no private test. */
bool side_alone(const struct side *side);
bool side_random(const struct side *side);
bool side_swept(const struct side *side);

/* Whether the pass is refused as a whole (T2, T3). */
bool side_failed(const struct side *side);

/* The point of that size with a counted trial, or NULL. */
const struct sweep_point *side_point(const struct side *side, uint64_t size_bytes);

/* Its knees that are accepted or noted, by rising size: those of the curve of medians, without those that
 * only the quiet curve shows. Writes at most SIDE_KNEES and returns how many. */
size_t side_knees(const struct side *side, const struct stair *knees[SIDE_KNEES]);

/* The different sizes that are reported for its own cores, rising, in bytes. Writes at most SIDE_KNEES and
 * returns how many. */
size_t side_reported(const struct side *side, double sizes[SIDE_KNEES]);

/* The largest of them in *bytes, and its level's number. Returns false where nothing is reported. */
bool side_last_reported(const struct side *side, double *bytes, uint64_t *level);

#endif
