/* Where passes that belong together find each other: within one capture, and across captures. What is then
 * asked of a pair stands with its rule (competitor.h, private.h, page_order.h, ratio.h, unnamed.h,
 * gap_order.h). Pairs are made by what the headers and rows say, never by the names of files. */
#ifndef CACHESTAIR_COMPARE_H
#define CACHESTAIR_COMPARE_H

#include "../judge/reduction.h"
#include "../summary/summary.h"

enum { COMPARE_CAPTURES = 4096 };

/* Adds the findings of one capture's own pairs of passes: competitor (C1), private (V1), page_order (O2).
 * Each bears the name of the pass that it is about: of C1 the crowded one, of V1 the chase beside another, of
 * O2 the random one, whose knee's number it has. Returns 0, or -1 where memory is out. */
int compare_within(struct summary *summary, const struct reduction *reduction);

/* One capture of a machine: its summary, and what that was made from. */
struct compared_capture {
	const struct reduction *reduction;
	struct summary *summary;
};

/* C1, V1 and O2 between captures of one machine, for each pass whose own capture lacks the partner; and S1 of
 * neighbouring sweeps. Each finding is added to the summary of the capture whose levels it speaks of, under
 * the pass that has them: of C1 the quiet one, of O2 the one in random order, of V1 the sweep that tells the
 * levels, of S1 the first of the two. Returns 0, or -1 where memory is out. */
int compare_across(const struct compared_capture *captures, size_t count);

/* Fills a summary with findings alone, over `count` captures (at most COMPARE_CAPTURES): one refusal for each
 * further machine; then ratio (R1) and unnamed_cache (S1) for each sweep and the next one of its machine, or,
 * where `all` or under versions 1 and 2 of the rules, for each pair of sweeps of one machine; gap_order (O1)
 * for each pass and over all, and C1, V1 and O2 for each pass that asks for them. Two captures of one machine
 * whose strides differ are refused. A finding's pass is "capture: pass", both parted by " | " where there are
 * two. Returns 0, or -1 with the fault; free the summary with summary_free either way. */
int compare_captures(struct summary *summary, const struct reduction *captures, size_t count, bool all,
                     struct fault *fault);

#endif
