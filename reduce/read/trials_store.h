/* How trials are kept while they are read: passes, points and rounds are found or made. For reading.c alone;
 * everyone else takes trials.h. */
#ifndef CACHESTAIR_TRIALS_STORE_H
#define CACHESTAIR_TRIALS_STORE_H

#include "columns.h"
#include "trials.h"

/* Where a trial went: its point's index, and itself until the next trial is added. */
struct trials_place {
	size_t pass, point;
	struct trial *trial; /* NULL before the first */
};

/* Adds `trial` to the pass, the point and the round that the values of its row name, making them where they
 * are new. `place` is that of the trial before (looked at first) and becomes this one's. Returns 0, or -1
 * with the fault. */
int trials_add(struct trials *trials, const struct capture_row *row, const struct trial *trial,
               struct trials_place *place, struct fault *fault);

/* The two halves of it for a reader that names its passes itself: a new pass, and a trial put into the pass
 * that place->pass names. */
int trials_new_pass(struct trials *trials, const struct pass *pass, size_t *index, struct fault *fault);
int trials_put(struct trials *trials, const struct capture_row *row, const struct trial *trial,
               struct trials_place *place, struct fault *fault);

/* Puts points and rounds in order once all is read. */
void trials_sort(struct trials *trials);

#endif
