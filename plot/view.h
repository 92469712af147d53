/* Where a summary is looked at: one pass of it, its points in order of size, its findings, its names. */
#ifndef CACHESTAIR_PLOT_VIEW_H
#define CACHESTAIR_PLOT_VIEW_H

#include "../reduce/summary/summary.h"
#include "draw/axis.h"
#include "draw/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { VIEW_CACHES = 8, VIEW_CACHE_NAME = 24 };

/* A cache that the system or a person reports, as far as it can serve this pass. */
struct view_cache {
	char name[VIEW_CACHE_NAME]; /* "L1d", "L2"; empty where only its size is known */
	double bytes;
};

struct view {
	const struct summary *summary;       /* borrowed */
	const char *pass;                    /* its name; borrowed; empty for a summary without points */
	const struct summary_point **points; /* the sweep's, by size; owned */
	size_t count;
	char called[TEXT_BYTES];               /* what a person calls the capture; cleaned */
	char name[TEXT_BYTES];                 /* the same, or told apart from others by view_tell_apart */
	double clock_ghz;                      /* NAN where it is unknown */
	struct view_cache caches[VIEW_CACHES]; /* by size */
	size_t cache_count;
};

/* Looks at one pass: the one named, or the first that has sweep points where `pass` is NULL. A summary
 * without a sweep has no points then, and all its findings are looked at. Returns 0, VIEW_NO_PASS with a
 * fault where there is no such pass, or -1 with a fault where memory is out. The summary must outlive the
 * view. */
enum { VIEW_NO_PASS = 1 };
int view_open(struct view *view, const struct summary *summary, const char *pass, struct fault *fault);
void view_close(struct view *view);

/* Closes the first `count` of an array. */
void view_close_all(struct view *views, size_t count);

/* Opens a view of each of those summaries, *opened so far, and tells them apart. Returns 0, or -1 with a
 * fault: one cannot be opened or has no points. */
int view_open_all(struct view *views, size_t *opened, const struct summary *summaries, size_t count,
                  const char *pass, struct fault *fault);

/* Adds the summary's name to those that a person calls alike. */
void view_tell_apart(struct view *views, size_t count);

/* Takes numbers that no machine can have and no axis can hold as missing (NAN): a summary is a file, and what
 * stands in it need not come from a machine. To be called once after summary_load: then a point's time either
 * can be drawn (view_is_time) or is missing. */
void view_scrub(struct summary *summary);

/* A header line of the capture (a key of probe/capture.h), or NULL. */
const char *view_header(const struct summary *summary, const char *key);

/* The first sweep point of the next pass after that of `last` (NULL: of the first pass); NULL at the end. */
const struct summary_point *view_next_pass(const struct summary *summary, const struct summary_point *last);

/* The first finding of that kind of this pass, or one that names no pass; NULL where there is none. Level 0
 * takes any level. */
const struct summary_finding *view_finding(const struct view *view, enum finding_kind kind, uint64_t level);
/* The next finding of that kind after `last` (NULL for the first). */
const struct summary_finding *view_next(const struct view *view, enum finding_kind kind,
                                        const struct summary_finding *last);
/* The same of those that stand (see below). */
const struct summary_finding *view_next_standing(const struct view *view, enum finding_kind kind,
                                                 const struct summary_finding *last);

/* A comparison's row of that kind on this view alone ("NAME: PASS", or as the first of a pair), or, where
 * `other` is given, on the pair of both in either order; NULL where there is none. */
const struct summary_finding *view_compared(const struct view *view, const struct view *other,
                                            const struct summary *comparison, enum finding_kind kind);

/* The last of its level rows; NULL where it has none, or there is no view. */
const struct summary_finding *view_last_level(const struct view *view);

/* The name of the cache of that size in this view ("L1d"), or an empty text. */
const char *view_cache_name(const struct view *view, double bytes);

/* Writes the rows of a block of data: bytes, median ns. */
void view_rows(const struct view *view, struct gnuplot *plot);

/* Widens a span by the sizes of a pass. */
void view_add_sizes(const struct view *view, struct span *sizes);
/* The span of its medians, ns; 1 to 1, and false, where no point has one. */
bool view_times(const struct view *view, struct span *times);

/* "L1d 48 KiB", or the size alone where the name is empty; returns `words`. */
const char *view_cache_words(const char *name, double bytes, char words[TEXT_BYTES]);

/* Whether a number can be drawn as a time in ns, as a size in bytes: from a millionth to 1e12, from 1 to
 * 2^60. */
static inline bool view_is_time(double ns)
{
	return ns >= 1e-6 && ns <= 1e12;
}
static inline bool view_is_size(double bytes)
{
	return bytes >= 1 && bytes <= 1152921504606846976.0;
}

/* Status of a finding. */
bool view_accepted(const struct summary_finding *finding);
bool view_refused(const struct summary_finding *finding);
/* An answer: accepted or noted. False for NULL. */
bool view_stands(const struct summary_finding *finding);

/* Whether a word stands in a note ("thin" in "thin; migrated"). */
bool view_noted(const struct summary_point *point, const char *word);

#endif
