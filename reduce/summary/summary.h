/* The summary's format, version 1: the two files that reduce writes for a capture, NAME.points.csv and
 * NAME.findings.csv, and that plot reads.
 *
 * Both begin with `# key: value` lines. Numbers have up to nine significant digits and a missing one is an
 * empty field, NAN here. The last column of both, `pass`, is ours beside the registered ones: one capture can
 * hold several passes (random and page order, quiet and crowded), and a finding belongs to one of them. */
#ifndef CACHESTAIR_SUMMARY_H
#define CACHESTAIR_SUMMARY_H

#include "../../probe/capture.h"
#include "../../probe/fault.h"
#include "../read/columns.h"
#include "../rule.h"
#include "quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SUMMARY_VERSION 1

/* Header keys of both files. Every header line of the capture follows as `capture_KEY`, in the capture's
 * order: capture_label, capture_machine, capture_processor, capture_cache ... (see probe/capture.h). */
#define SUMMARY_KEY_POINTS "cachestair_points"
#define SUMMARY_KEY_FINDINGS "cachestair_findings"
#define SUMMARY_KEY_RULES "rules"         /* version of the rules */
#define SUMMARY_KEY_CONSTANTS "constants" /* T1=100 T2=1.5 ... */
#define SUMMARY_KEY_NAME "name"           /* of the capture, without folder and ending */
#define SUMMARY_KEY_KIND "kind"           /* see summary_kind */
#define SUMMARY_KEY_TRIALS "trials"       /* 915 read, 900 counted, 15 discarded */
#define SUMMARY_KEY_CLOCK "cycles_from"   /* counters, add chain, or none */
#define SUMMARY_KEY_COMPARED "compared"   /* in a comparison: the name of a capture, a line each */
/* Sizes that a person gave, apart from what the system reports: one line an entry, level=3 bytes=8388608. A
 * knee beside such a size says so in its reason. */
#define SUMMARY_KEY_REPORTED "reported_by_hand"
#define SUMMARY_REPORTED_BY_HAND "reported by hand"
#define SUMMARY_CAPTURE_PREFIX "capture_"
/* What stands in the column `rule` of a granule's fit and of its retired reading. */
#define SUMMARY_RULE_FIT "fit"
#define SUMMARY_RULE_RETIRED "G1-"

/* One row of NAME.points.csv. */
struct summary_point {
	enum capture_experiment experiment; /* sweep, adjacency or translation */
	uint64_t size_bytes;
	/* Adjacency: d. Translation: what parts two nodes, so that the size over it is their number. 0
	 * elsewhere (empty in the file). */
	uint64_t distance_bytes;
	enum capture_order order;
	uint64_t competitors;
	uint64_t trials, discarded, migrated; /* counted; discarded; counted ones that changed processor */
	const char *cpus;                     /* processors seen, "0 1"; empty where unknown */
	double time_ns; /* median a load (adjacency: a pair); NAN where no trial counted */
	double low_ns, q1_ns, q3_ns, high_ns; /* NAN for a curve */
	double cycles;                        /* a load; NAN where the clock is unknown */
	uint64_t plateau, level;              /* from 1 within the pass; 0 (empty in the file) where none */
	const char *note;                     /* thin, missing, failed, ... words parted by "; " */
	const char *pass;                     /* the pass it belongs to */
};

enum finding_kind {
	FINDING_SWEEP,
	FINDING_TIMER,
	FINDING_CLOCK,
	FINDING_TIER,
	FINDING_HIERARCHY,
	FINDING_PLATEAU,
	FINDING_LEVEL,
	FINDING_KNEE,
	FINDING_LOWER_BOUND,
	FINDING_PLATEAU_TOP,
	FINDING_CAPACITY,
	FINDING_MIDPOINT,
	FINDING_GRANULE, /* the verdict of a placement; what rests on it follows: */
	FINDING_GRANULE_FIT,
	FINDING_GRANULE_GATE,
	FINDING_GRANULE_RETIRED,
	FINDING_DIAGNOSTIC,
	FINDING_REPORTED,
	FINDING_CONTRADICTION,
	FINDING_CONTROL,
	FINDING_REACH,
	FINDING_CAUSE,
	FINDING_COMPETITOR,
	FINDING_PRIVATE,
	FINDING_PAGE_ORDER,
	FINDING_RATIO,
	FINDING_UNNAMED_CACHE,
	FINDING_GAP_ORDER,
	FINDING_KINDS
};

/* Of a finding's value. */
enum unit {
	UNIT_NONE, /* there is no value */
	UNIT_BYTES,
	UNIT_NS,
	UNIT_CYCLES,
	UNIT_GHZ,
	UNIT_SHARE,
	UNIT_RATIO,
	UNIT_DISTANCES,
	/* what is merely counted */
	UNIT_POINTS,
	UNIT_LEVELS,
	UNIT_TRIALS,
	UNIT_FINGERPRINTS,
	UNIT_PASSES,
	UNITS
};

/* One row of NAME.findings.csv. What each finding holds:
 *
 *   sweep        one a pass. value = points, low/high = smallest and largest size; refused under T2, T3 or P0
 *   timer        value = the measured step, ns; refused under T2
 *   clock        value = median clock, GHz; low/high = lowest and highest
 *   tier         value = trials of that tier; without a tier table, fingerprints of a group; the reason names
 *                it and its window (F1)
 *   hierarchy    value = number of levels (knees accepted or noted, plus one); refused under L2
 *   plateau      considered and rejected (P1, D1): low/high = its first and last size
 *   level        level N: value = floor, ns; low/high = first and last size
 *   knee         level N (the lower level's number): value = K1, bytes; low/high = K2 interval
 *   lower_bound  level N: value = B1      plateau_top  level N: value = B0 (retired)
 *   capacity     level N: low/high = Z1's bracket, value empty
 *   midpoint     value = M2, bytes
 *   granule      level = placement (1 inside the first level, 2 between the first and the second knee,
 *                3 past the last); four kinds of rows, in this order:
 *     verdict    the first of its placement; rule empty or the refusing rules (G1 to G8, or M0 where
 *                distances are missing); value = granule, bytes (none where it is refused); low/high = the
 *                footprints, bytes (none where no footprint was judged: then no fit and no gates follow)
 *     fit        rule "fit", noted; value = best g, low = fitted time at the smallest d, high = at g, unit ns
 *     gate       rule G2 to G8; value = what was measured, low = what is asked; accepted, refused or noted
 *                (not judged); of G6 the value is what an accepted control found, of G7 g
 *     retired    rule "G1-", noted: what the reading without the footprint rule would have said (a warning);
 *                value = its granule, low/high = its footprints; only where it would have answered
 *   diagnostic   noted only: a creeping level, drift between rounds, ...; never changes an answer
 *
 *   reported     level = the reported cache's, reported = its bytes; accepted: met by a knee (value),
 * refused: not met, noted: beyond the sweep's end (R0) contradiction  noted only: what the system reports
 * against what was measured (R0), told first control      rule Q1 to Q5: accepted: passed, refused: failed,
 * noted: not judged; value = what was measured reach        level N: a reach of translation (W1): low/high =
 * pages, value = what its step costs, ns cause        level N: of the knee (W2): cache, translation or both
 * possible; the reason begins with the verdict and a colon; value = the share of the knee's step that
 * translation makes
 *
 * The comparisons; the reason begins with the verdict and a colon. `pass` names one pass of this capture, or
 * both sides as "capture: pass | capture: pass":
 *
 *   competitor   C1 (holds, fails). First the verdict: level = the deepest knee, value = its fall as a share
 *                of the quiet knee, low = crowded knee, high = quiet knee, bytes; then a noted row a knee
 *   private      V1 (private, shared). level = the level that the chase lies in (0 unknown), value = time
 *                beside another core's chase over time alone, low = alone, high = beside, ns
 *   page_order   O2 (cache step, translation step). level = the random-order knee, value = the step in page
 *                order, low/high = the two sizes, bytes
 *   ratio        R1 (consistent, not consistent). value = ratio of the M2 marks, low/high = the marks, bytes;
 *                reported = ratio of the last reported capacities, gap = (reported - value) / reported
 *   unnamed_cache  S1 (assigned). low/high = the extra knees of the two passes, bytes
 *   gap_order    O1 (holds, fails), noted. low/high = the first and the last gap, shares; the row over all
 *                passes has no pass: value = how many of them hold
 */
struct summary_finding {
	enum finding_kind kind;
	uint64_t level; /* 0 (empty in the file) where none */
	enum status status;
	double value;
	enum unit unit;
	double low, high;
	double reported;    /* bytes; of a ratio, a ratio */
	double gap;         /* (reported - knee) / reported */
	rule_set rules;     /* that speak in it; in the file their ids */
	const char *reason; /* one sentence */
	const char *pass;
};

/* The words of the file. */
extern const char *const finding_kind_words[FINDING_KINDS], *const status_words[STATUS_REFUSED + 1],
                                                                *const unit_words[UNITS];
const char *finding_kind_word(enum finding_kind kind);
const char *status_word(enum status status);
/* The text of the column `rule`: ids, "fit" or "G1-". Returns `text`. */
const char *finding_rules(const struct summary_finding *finding, char text[RULE_TEXT]);

/* What W2 and O2 say ends a level, V1 of its core, C1 of the crowd and O1 of the gaps, in a word: the reason
 * begins with it. */
enum verdict {
	VERDICT_NONE, /* not tried, or another word */
	VERDICT_CACHE,
	VERDICT_TRANSLATION,
	VERDICT_BOTH,
	VERDICT_PRIVATE,
	VERDICT_SHARED,
	VERDICT_HOLDS,
	VERDICT_FAILS,
	VERDICT_REFUSED,
	VERDICTS
};

extern const char *const verdict_words[VERDICTS];
/* Of such a finding, or of NULL. */
enum verdict finding_verdict(const struct summary_finding *finding);

static inline bool finding_is_granule(const struct summary_finding *finding)
{
	return finding->kind >= FINDING_GRANULE && finding->kind <= FINDING_GRANULE_RETIRED;
}

/* Whether low and high are sizes, whatever the unit of the value is. */
bool finding_ends_in_sizes(const struct summary_finding *finding);
/* One of a finding's own sizes (value, low or high), and its two ends as a range, in words: a knee, and what
 * compares knees, is measured; all else lies on the grid and is exact. Return `text`. */
const char *finding_size(const struct summary_finding *finding, double bytes, char text[QUANTITY_TEXT]);
const char *finding_sizes(const struct summary_finding *finding, char text[QUANTITY_TEXT]);

/* All strings are owned by the summary and never NULL. */
struct summary {
	struct header_line *headers;
	size_t header_count;
	struct summary_point *points;
	size_t point_count;
	struct summary_finding *findings;
	size_t finding_count;
	struct texts texts; /* what the members of points and findings point to */
};

/* The value of the first header line with that key, or NULL. */
const char *summary_header(const struct summary *summary, const char *key);

/* The next finding of that kind after `last` (NULL: the first); NULL where there is none. */
const struct summary_finding *summary_next(const struct summary *summary, enum finding_kind kind,
                                           const struct summary_finding *last);
/* The same of that pass (NULL: any) and level (0: any). */
const struct summary_finding *summary_find(const struct summary *summary, enum finding_kind kind,
                                           const char *pass, uint64_t level,
                                           const struct summary_finding *last);

/* The first point of a pass, which tells how it was measured; NULL where there is none. Whether it was
 * measured in random order and alone. */
const struct summary_point *summary_point_of(const struct summary *summary, const char *pass);
bool summary_quiet(const struct summary *summary, const char *pass);

/* The version of the rules that judged it; 0 where its header does not tell. */
unsigned summary_version(const struct summary *summary);

/* What a summary is of, by its header: a capture's trials, a curve of medians, or captures compared. */
enum summary_kind { SUMMARY_TRIALS, SUMMARY_CURVE, SUMMARY_COMPARISON, SUMMARY_KINDS };
extern const char *const summary_kind_words[SUMMARY_KINDS];
enum summary_kind summary_kind(const struct summary *summary);

/* Adds a header line, a point, a finding; strings are copied, NULL counts as empty. Return 0, or -1 where
 * memory is out. */
int summary_add_header(struct summary *summary, const char *key, const char *value);
/* The header lines that every summary begins with: its name, the version of the rules and their constants. */
int summary_begin(struct summary *summary, const char *name, unsigned version);
int summary_add_point(struct summary *summary, const struct summary_point *point);
int summary_add_finding(struct summary *summary, const struct summary_finding *finding);
/* The same of a row whose strings lie in the summary's texts; one that is NULL is memory that was out. */
int summary_keep_point(struct summary *summary, const struct summary_point *point);
int summary_keep_finding(struct summary *summary, const struct summary_finding *finding);
void summary_free(struct summary *summary);

/* Writes one of the two files to a stream. Fields are quoted where they must be; control bytes become spaces.
 * Return 0, or -1 where the stream has an error. */
int summary_write_points(FILE *stream, const struct summary *summary);
int summary_write_findings(FILE *stream, const struct summary *summary);

/* How both files write a field: a text in quotes where it must be, as character_write_line
 * writes it, and behind an apostrophe where a spreadsheet would take it for a formula; a number in full
 * where it is whole, else with nine significant digits, NAN as nothing. For the tables that stand beside
 * them. */
void summary_write_text(FILE *stream, const char *text);
void summary_write_number(FILE *stream, double number);

enum { SUMMARY_ROWS = 1000000 }; /* of either file */
/* How long `path` is without .points.csv, .findings.csv or .trials.csv. */
size_t summary_stem(const char *path);
/* That stem with another ending, allocated; NULL where memory is out. */
char *summary_path(const char *path, const char *ending);

/* Reads a summary: `path` is NAME.points.csv, NAME.findings.csv or the NAME before either; both files are
 * read. The points can be missing where the findings stand alone (a comparison). Returns 0, or -1 with the
 * fault. */
int summary_load(struct summary *summary, const char *path, struct fault *fault);

#endif
