/* Where the translation is judged by itself: the chase of one line a page beside the dense chase of as many
 * lines (rules W1 and W2).
 *
 * The derived curve is what translation costs against the number of pages: the page chase's time up to the
 * number of nodes at which the dense chase leaves its first level; beyond it the difference of the two plus
 * the first level's time. Points near a climb of the dense chase are left out. Pure: no capture is read, no
 * text is made. */
#ifndef CACHESTAIR_TRANSLATION_H
#define CACHESTAIR_TRANSLATION_H

#include "hierarchy.h"
#include "sweep.h"

struct translation {
	struct sweep pages, lines; /* the two chases, gathered; sizes in bytes */
	double page_bytes, line_bytes;
	double first_ns;    /* the dense chase's first level: its time ... */
	double first_nodes; /* ... and its last number of nodes */
	size_t left_out;    /* points of the page chase that are not on the derived curve */
	/* The derived curve: "sizes" are numbers of pages. Its stairs are the reaches, each with the status
	 * that the rules of W1 give it; top_bytes and next_bytes are the claim, in pages. */
	struct sweep derived;
	struct hierarchy hierarchy;
	const char *why; /* why W1 is not judged, a phrase; NULL where it is */
};

/* W1, of the two chases that are gathered in it, all else 0 (lines without a pass: there is no dense chase).
 * `evidence` is that of a pass in random order. Returns 0, or -1 where memory is out; free with
 * translation_free either way. */
int translation_judge(struct translation *translation, const struct evidence *evidence);
void translation_free(struct translation *translation);

/* What a reach's step costs a load, ns. */
double translation_cost_ns(const struct stair *reach);

/* The most pages that the derived curve has; 0 where there is none. */
double translation_most_pages(const struct translation *translation);

/* W2 for a knee of a sweep, in bytes, that is accepted or noted. NULL: no page chase. */
struct knee_cause translation_cause(const struct translation *translation, const struct stair *knee);

#endif
