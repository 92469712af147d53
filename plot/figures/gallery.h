/* Small multiples of the synthetic set: what the two galleries share, a cell a curve, four a row. */
#ifndef CACHESTAIR_PLOT_GALLERY_H
#define CACHESTAIR_PLOT_GALLERY_H

#include "../draw/axis.h"
#include "check_panel.h"
#include "figure.h"
#include "../view.h"

enum {
	GALLERY_COLUMNS = 4,
	GALLERY_WIDTH = 180, /* of a cell's frame, units */
	GALLERY_HEIGHT = 108,
	GALLERY_STEP_X = 196,
	GALLERY_STEP_Y = 160,
	GALLERY_WORDS = 42,  /* from the name's middle to the frame, with the answer between */
	GALLERY_LABELS = 40, /* below the last row, for the axis */
	GALLERY_PASSES = 2
};

enum gallery_kind {
	GALLERY_CALM,     /* answered, and rightly as far as is known */
	GALLERY_DECLINED, /* refused, as it was built to be */
	GALLERY_WRONG     /* by the check panel */
};

struct gallery_cell {
	const struct summary *summary;
	size_t order; /* of its row in the check panel, or as it was given */
	char name[TEXT_BYTES];
	char answer[TEXT_BYTES];
	enum gallery_kind kind;
	double left, top; /* of its frame */
};

struct gallery {
	struct gallery_cell *cells;
	size_t count;
	struct figure figure;
	struct check_panel check_panel;
};

/* Prepares the cells in the order of the check panel, without answers; `wish` may name no panel. Returns 0,
 * or -1 with the fault; free with gallery_close either way. */
int gallery_open(struct gallery *gallery, const struct summary *summaries, size_t count,
                 const struct figure_wish *wish, struct fault *fault);
void gallery_close(struct gallery *gallery);

/* With the answers set: marks the wrong ones, counts, writes the title (`what` are the curves called), and
 * places the cells. */
void gallery_place(struct gallery *gallery, const char *what);

/* Where the last row's frames end. */
double gallery_bottom(const struct gallery *gallery);

/* Begins a cell's panel: frame, name, answer. */
void gallery_frame(struct gnuplot *plot, const struct gallery_cell *cell);

/* Whether a cell has its axis labelled: no cell stands below it. */
bool gallery_is_lowest(const struct gallery *gallery, size_t number);

/* The key's entry for a wrong answer, where there is one. */
void gallery_key_wrong(struct gallery *gallery);

#endif
