/* Small multiples of the synthetic set: what the two galleries share, a cell a curve, four a row. */
#ifndef CACHESTAIR_PLOT_GALLERY_H
#define CACHESTAIR_PLOT_GALLERY_H

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
	struct view views[GALLERY_PASSES]; /* of its first passes */
	size_t passes;
	double left, top; /* of its frame */
};

struct gallery {
	struct gallery_cell *cells;
	size_t count;
	struct figure figure;
	struct check_panel check_panel;
};

/* How a gallery is drawn: its words, and its own part of each step. */
struct gallery_style {
	const char *name;
	const char *what;                            /* the curves are called */
	bool (*answer)(struct gallery_cell *cell);   /* sets its answer; true where it is declined */
	struct axis (*axis)(const struct gallery *); /* the x axis of all cells */
	void (*words)(struct gallery *gallery);      /* its subtitle and its key */
	/* After its frame. */
	void (*cell)(struct gnuplot *plot, const struct gallery *gallery, size_t number,
	             const struct axis *x);
};

/* Draws the cells in the order of the check panel; `wish` may name no panel. */
int gallery_write(const struct gallery_style *style, FILE *stream, const struct figure_wish *wish,
                  struct fault *fault);

/* Whether a cell has its axis labelled: no cell stands below it. */
bool gallery_is_lowest(const struct gallery *gallery, size_t number);

#endif
