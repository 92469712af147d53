/* The registered rules in words. */
#include "rule.h"

#include <string.h>

#define PUBLISHED_1 "Measuring Apple M4 cache latency from Rust"
#define PUBLISHED_2 "The fast cores have a cache the others don't"
#define PUBLISHED_3 "The Shape of the Silicon Under Your Finger"
#define REGISTERED_3                                                                                         \
	"registered with version 3: simulated machines, public curves and reports showed the need"
#define SIMULATED "added: simulated machines showed the need"

#define RATIO_IN(constant, form, since, until)                                                               \
	{                                                                                                    \
		&constant, 0, NULL, FORM_##form, since, until                                                \
	}
#define RATIO(constant, form) RATIO_IN(constant, form, 0, 0)
#define RATIO_UNTIL_2(constant, form) RATIO_IN(constant, form, 0, 2)
#define RATIO_SINCE_3(constant, form) RATIO_IN(constant, form, 3, 0)
#define COUNT(constant)                                                                                      \
	{                                                                                                    \
		NULL, constant, NULL, FORM_PLAIN, 0, 0                                                       \
	}
#define CONSTANTS(...)                                                                                       \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}
#define NONE CONSTANTS(COUNT(0))

const struct rule_row rules[RULE_COUNT] = {
    {RULE_T1, "T1", "block length", CONSTANTS(COUNT(RULE_T1_STEPS)), PUBLISHED_3,
     "A trial counts only if it lasted at least 100 timer steps. The step is the median of the gaps "
     "between successive different readings that the capture holds.",
     "the block is shorter than 100 timer steps", 1},
    {RULE_T2, "T2", "coarse timer", CONSTANTS(RATIO(rule_t2_coarser, PLAIN)), PUBLISHED_3,
     "Where a coarsened clock was asked for and the measured step is more than 1.5 times that, the clock "
     "is unusable and the pass is refused.",
     "the clock steps more coarsely than was asked for", 1},
    {RULE_T3, "T3", "failed sweep",
     CONSTANTS(RATIO(rule_t3_trials, FRACTION), RATIO(rule_t3_points, FRACTION)), PUBLISHED_3,
     "A point fails when more than half of its trials fail T1 or T4; a sweep fails when more than half of "
     "its points do.",
     "more than half of the points failed", 1},
    {RULE_T4, "T4", "processor share",
     CONSTANTS(RATIO(rule_t4_share, HUNDREDTHS), RATIO_SINCE_3(rule_t4_excess, BEYOND)), SIMULATED,
     "Where the thread's processor time is recorded, a trial counts only if that is at least 90 per cent "
     "of the elapsed time: a preempted block measures the scheduler. From version 3 on also: not where the processor time exceeds the elapsed time by more than a tenth and by more than 2 ms, for the clock wrapped, ran slow or was scaled.",
     "the thread had less than 90 per cent of the processor", 1},
    {RULE_T5, "T5", "page faults", CONSTANTS(COUNT(RULE_T5_FAULT_NS), RATIO(rule_t5_share, HUNDREDTHS)),
     REGISTERED_3,
     "A trial whose page faults, at a microsecond each, make up more than 2 per cent of it does not count: it measures the pager.",
     "page faults took more than 2 per cent of the block", 3},
    {RULE_T6, "T6", "company", CONSTANTS(RATIO(rule_t6_cover, HUNDREDTHS), RATIO(rule_t6_share, HUNDREDTHS)),
     REGISTERED_3,
     "A trial beside competitors counts only if every competitor's own block covers at least 90 per cent of the chase's, with at least 90 per cent of processor time in it. V1 and C1 see counted trials only.",
     "a competitor did not run beside the chase for 90 per cent of it", 3},
    {RULE_F1, "F1", "core tier", CONSTANTS({NULL, 0, "table", FORM_PLAIN, 0, 0}), PUBLISHED_2,
     "Where a pass names an intended tier, a trial counts only if the fingerprints before and after it "
     "both fall into that tier's window of the tier table.",
     "the fingerprint is outside the tier's window", 1},
    {RULE_M0, "M0", "median", CONSTANTS(COUNT(RULE_M0_THIN)), PUBLISHED_1,
     "A point's time is the median over its counted trials of elapsed time over loads; with fewer than "
     "three it is thin, with none it is missing.",
     "", 1},
    {RULE_M1, "M1", "quiet curve",
     CONSTANTS(COUNT(RULE_M1_ROUNDS), RATIO(rule_m1_apart, BEYOND), RATIO_SINCE_3(rule_m1_apart_3, BEYOND)),
     SIMULATED,
     "With three rounds or more the lowest of the round medians at each point is reduced too. A knee found "
     "only there is noted; one that stands more than 25 per cent apart on the two curves is refused. From version 3 on: up to 50 per cent it is noted, since the lowest round is also the luckiest deal of pages; a knee that the quiet curve lacks is refused, and one found only there is noted only where the medians have none, refused or not, between the same two levels.",
     "the knee stands more than 25 per cent apart on the quiet curve", 1},
    {RULE_M3, "M3", "time of a level", NONE, REGISTERED_3,
     "A level's time is the median of its plateaus' points; the floor stands beside it.", "", 3},
    {RULE_P0, "P0", "grid",
     CONSTANTS(RATIO_UNTIL_2(rule_p0_apart, PLAIN), RATIO_SINCE_3(rule_p0_apart_3, PLAIN)), SIMULATED,
     "Neighbouring points more than a factor 1.5 apart break a run; a sweep in which no run can be a "
     "plateau for that cause is too sparse. From version 3 on the factor is 2.05: one size an octave can be judged.",
     "the sizes lie too far apart for any plateau", 1},
    {RULE_P1, "P1", "plateau",
     CONSTANTS(COUNT(RULE_P1_POINTS), RATIO(rule_p1_span, PLAIN), RATIO(rule_p1_rise, PLAIN)), PUBLISHED_3,
     "A run of at least 4 consecutive points, its largest size at least 2 times its smallest, in which no "
     "time is more than 1.25 times the lowest before it in the run.",
     "the run is too short for a plateau", 1},
    {RULE_D1, "D1", "steadiness", CONSTANTS(RATIO(rule_d1_fall, PLAIN)), SIMULATED,
     "A plateau in which a later point is below 1/1.25 of an earlier one is unsteady, and a knee beside it "
     "is refused. From version 3 on it is noted where the plateau is steady on the quiet curve (M1).",
     "a plateau beside the knee is unsteady", 1},
    {RULE_L1, "L1", "level", CONSTANTS(RATIO(rule_l1_step, PLAIN)), PUBLISHED_3,
     "Neighbouring plateaus are two levels only if the later floor is at least 1.35 times the earlier one.",
     "the step between the plateaus is below 1.35", 1},
    {RULE_L2, "L2", "hierarchy", CONSTANTS(COUNT(RULE_L2_LEVELS)), PUBLISHED_3,
     "With fewer than two levels no hierarchy is named. The number of levels is that of the knees accepted "
     "or noted, plus one.",
     "fewer than two levels", 1},
    {RULE_H3, "H3", "medians", CONSTANTS(RATIO(rule_h3_step, PLAIN)), REGISTERED_3,
     "Neighbouring plateaus are also two levels if the medians of their points are at least 1.35 apart; where only the medians part them, the mean of K1 is that of the medians. A plateau may begin on the ramp, and its floor then hides a step.",
     "", 3},
    {RULE_H4, "H4", "first level", CONSTANTS(RATIO(rule_h4_faster, PLAIN)), REGISTERED_3,
     "Where points faster than 1/1.35 of the first level's floor lie below it in no level, levels are counted, not numbered, and every level, knee and claim is noted.",
     "faster points lie below the first level: levels are counted, not numbered", 3},
    {RULE_K1, "K1", "knee", NONE, PUBLISHED_3,
     "The size at which the curve first crosses the geometric mean of the floors of the two plateaus, "
     "linear in log size and log time between the two points that bracket it. An estimate, on either side "
     "of the true size.",
     "", 1},
    {RULE_K2, "K2", "repeatability",
     CONSTANTS(COUNT(RULE_K2_RESAMPLES), COUNT(RULE_K2_HOLD), RATIO(rule_k2_span, PLAIN)), SIMULATED,
     "The reduction redone on 1,000 resamples of the trials, drawn within each round; refused where fewer "
     "than 950 hold the knee within a factor 2, or where the middle 95 per cent span more than a factor 2. "
     "The reading's repeatability, never the error of the size. From version 3 on the mean of K1 is kept, and each resample is asked where, between the lower plateau's first and the upper one's last point, it crosses that mean upwards; of several crossings the nearest to K1 counts.",
     "the knee does not hold when the trials are resampled", 1},
    {RULE_K3, "K3", "agreement",
     CONSTANTS(RATIO(rule_k3_apart, BEYOND), RATIO(rule_k3_rounds, FRACTION),
               RATIO_SINCE_3(rule_k3_apart_3, BEYOND), RATIO_SINCE_3(rule_k3_rounds_3, FRACTION)),
     SIMULATED,
     "Each round reduced alone has the knee within 25 per cent in at least two thirds of the rounds. With "
     "one round it is noted, never accepted. From version 3 on each round is asked where it crosses the mean of K1, as in K2; where it is within a factor 1.5 in more than half of them it is noted, since every round deals its own pages.",
     "the knee is not repeated in two thirds of the rounds", 1},
    {RULE_K4, "K4", "one crossing", CONSTANTS(COUNT(RULE_K4_CROSSINGS)), SIMULATED,
     "From the lower plateau's first point to the upper one's last the curve crosses the mean of K1 once. From version 3 on it is noted where the quiet curve (M1) does; the knee is there.",
     "the curve crosses the mean more than once", 1},
    {RULE_K5, "K5", "no crossing", NONE, SIMULATED,
     "Where the lower plateau's last point is already at or above that mean, the level creeps past it. From version 3 on the plateau is first cut back to its last point below the mean, as often as its median falls with it, while P1 holds for what is left, and the knee is noted: a step under 1.56 can begin inside P1's 1.25.",
     "the lower level creeps past the mean", 1},
    {RULE_K6, "K6", "contrast",
     CONSTANTS(RATIO(rule_k6_pair, PLAIN), RATIO(rule_k6_contrast, PLAIN), RATIO(rule_k6_least, PLAIN)),
     SIMULATED,
     "The steepest rise between points at least a factor 1.4 apart that reach into the gap is at least 2.5 "
     "times the larger end-to-end slope of the two plateaus, and of 0.02 doublings an octave.",
     "a smooth climb, no edge", 1},
    {RULE_K7, "K7", "span", CONSTANTS(RATIO(rule_k7_span, PLAIN)), SIMULATED,
     "Where the upper plateau begins more than 8 times beyond the lower one's end, a level may be hidden: "
     "noted.",
     "a level may be hidden between the plateaus", 1},
    {RULE_K8, "K8", "contrast over an octave",
     CONSTANTS(RATIO(rule_k8_pair, PLAIN), RATIO(rule_k8_contrast, PLAIN), RATIO(rule_k8_least, PLAIN)),
     SIMULATED,
     "The steepest rise between points at least a factor 2 apart that reach into the gap is at least 2.25 "
     "times the larger slope of the two plateaus (least squares over all their points, log time on log "
     "size), and of 0.02 doublings an octave.",
     "a smooth climb with ripple, no edge", 2},
    {RULE_K9, "K9", "width", CONSTANTS(RATIO(rule_k9_width, PLAIN)), SIMULATED,
     "Where the first size of the upper plateau is more than 5 times the lower bound (B1), the knee is "
     "noted.",
     "the bracket is wide, the size in it uncertain", 2},
    {RULE_K10, "K10", "clock", CONSTANTS(RATIO(rule_k10_clock, BEYOND)), SIMULATED,
     "The median clocks of the points of the two plateaus, where both are known, lie within 25 per cent.",
     "the clock changed from the one level to the other", 2},
    {RULE_B0, "B0", "plateau top", NONE, PUBLISHED_3,
     "The largest size of the lower plateau. Retired: it can be a shoulder point. Shown beside B1.", "", 1},
    {RULE_B1, "B1", "lower bound",
     CONSTANTS(RATIO(rule_b1_below, PLAIN), RATIO_SINCE_3(rule_b1_creep, HUNDREDTHS),
               RATIO_SINCE_3(rule_b1_climb, HUNDREDTHS)),
     SIMULATED,
     "The largest size of the lower plateau that is at most its top over 1.18: a lower bound on what the "
     "level serves, never an estimate. From version 3 on also before the first of the plateau's points above 1.10 times its median, or above it by a tenth of the way to the upper plateau's first point.",
     "", 1},
    {RULE_Z1, "Z1", "capacity", NONE, SIMULATED,
     "At least one cache's capacity, as far as this pass could use it, lies between B1 and the upper "
     "plateau's first size.",
     "", 1},
    {RULE_E1, "E1", "edge",
     CONSTANTS(COUNT(RULE_E1_SIZES), COUNT(RULE_E1_ROUNDS_LEFT), RATIO(rule_e1_begins, HUNDREDTHS),
               RATIO(rule_e1_upper, HUNDREDTHS), RATIO(rule_e1_lower, HUNDREDTHS),
               RATIO(rule_e1_later, HUNDREDTHS), RATIO(rule_e1_knee, HUNDREDTHS)),
     REGISTERED_3,
     "For an accepted knee with a sharp, repeated climb (beyond the first knee only with huge pages throughout) the capacity lies between S/1.02 and U: S is the last size before the miss share of the rounds' mean first exceeds 0.03, U the first with at least 0.10 (times 1.08 beyond the first knee). The knee is at most 1.10 U: a climb that begins earlier is another's.",
     "the edge is not sharp, or not the same in the rounds", 3},
    {RULE_E2, "E2", "factor",
     CONSTANTS(RATIO(rule_e2_step, FRACTION), RATIO(rule_e2_grid, PLAIN), RATIO(rule_e2_climb, PLAIN), RATIO(rule_e2_low, HUNDREDTHS), RATIO(rule_e2_high, HUNDREDTHS)), REGISTERED_3,
     "For an accepted knee where E1 does not speak. Asked are a step of at least 25/16 (P1's 1.25 twice: a smaller one can begin inside the lower plateau), sizes within a factor 1.2 around the knee, and an upper plateau that begins within 3.5 times B1. The capacity lies above 0.70 K1 and above B1, and below 1.35 K1. At the first knee, or with huge pages, it also lies below the upper plateau's first size; else pages that fall unevenly can end a level early. Where the quiet curve (M1), whose pages fell best, has the knee elsewhere, the claim is for both knees. Where neither E1 nor E2 speaks: after a longer climb the knee is noted and its bracket (Z1) stays accepted, since one in twenty such knees stands more than a factor 1.5 from every capacity; after a smaller step both are noted.",
     "the climb is too long, or the step too small", 3},
    {RULE_X1, "X1", "cause", NONE, SIMULATED,
     "A knee without a page-order capture says: cache or translation, not distinguished.", "", 1},
    {RULE_M2, "M2", "midpoint", NONE, PUBLISHED_1,
     "Where the curve first crosses the arithmetic mean of the median times of the last two levels, linear "
     "in size and time. Only to compare captures.",
     "", 1},
    {RULE_R1, "R1", "ratio", CONSTANTS(RATIO(rule_r1_within, BEYOND)), PUBLISHED_1,
     "The ratio of two passes' midpoints is consistent with that of the last reported capacities within 10 "
     "per cent.",
     "the two ratios cannot be compared", 1},
    {RULE_S1, "S1", "unnamed cache", CONSTANTS(RATIO(rule_s1_near, PLAIN), RATIO(rule_s1_agree, BEYOND)),
     PUBLISHED_1,
     "A level beyond the reported ones is assigned only if the passes recovered each reported one (an "
     "accepted knee within a factor 2), both show one level more below memory, and those knees agree "
     "within 25 per cent. From version 3 on only beyond the last reported size, and only where W2 or O2 calls the step a cache's in at least one of the passes (and W2 in none the translation's), or both got huge pages.",
     "not established by this access pattern", 1},
    {RULE_O1, "O1", "gap order", NONE, PUBLISHED_3,
     "Whether the gaps (reported - knee) / reported grow from level to level. Noted only: the order alone "
     "is no evidence of sharing.",
     "a knee or a reported size is missing", 1},
    {RULE_C1, "C1", "competitor", NONE, PUBLISHED_3,
     "Quiet against crowded: how far each knee falls. Predicted: the deepest falls most.",
     "a knee is missing", 1},
    {RULE_V1, "V1", "private", CONSTANTS(RATIO(rule_v1_private, BEYOND), RATIO(rule_v1_shared, HUNDREDTHS)),
     PUBLISHED_2,
     "A chase beside another core's, where the two together exceed the level and one does not: within 10 "
     "per cent of the chase alone, private; at or above 1.35 times, shared; between, refused. Both tiers "
     "must be confirmed by F1.",
     "neither private nor shared", 1},
    {RULE_O2, "O2", "page order",
     CONSTANTS(RATIO(rule_o2_cache, HUNDREDTHS), RATIO(rule_o2_translation, HUNDREDTHS)), PUBLISHED_2,
     "A step in random order that is also at least 1.35 in page order at the same two sizes is a cache "
     "step; below 1.10 there it is a translation step; between, refused. From version 3 on a page-order pass claims no knee, bound or capacity, since hardware follows pages.",
     "neither a cache step nor a translation step", 1},
    {RULE_G1, "G1", "placement", NONE, PUBLISHED_3,
     "Three placements: inside the first level (a control), between the first and the second knee, past "
     "the last knee. The footprint and its double must both lie inside one level's plateaus, before the "
     "fit with the line and after it with the granule.",
     "no footprint whose double stays inside one level", 1},
    {RULE_G2, "G2", "ramp", CONSTANTS(RATIO(rule_g2_ramp, HUNDREDTHS)), PUBLISHED_3,
     "The ramp is at least 18 per cent of the plateau.", "the ramp is under 18 per cent of the plateau", 1},
    {RULE_G3, "G3", "variance", CONSTANTS(RATIO(rule_g3_variance, HUNDREDTHS)), PUBLISHED_3,
     "At least 80 per cent of the variance is explained.",
     "less than 80 per cent of the variance is explained", 1},
    {RULE_G4, "G4", "margin", CONSTANTS(RATIO(rule_g4_margin, HUNDREDTHS)), PUBLISHED_3,
     "The best granule's squared error is at least 6 per cent below the second best's.",
     "the runner-up fits almost as well", 1},
    {RULE_G5, "G5", "ceiling", CONSTANTS(COUNT(RULE_G5_ABOVE)), PUBLISHED_3,
     "At least two swept distances lie above the granule.", "past the end of the ruler", 1},
    {RULE_G6, "G6", "control", NONE, PUBLISHED_3,
     "An accepted fit inside the first level means that the fit invents: every granule of the capture is "
     "refused.",
     "the control inside the first level found a granule", 1},
    {RULE_G7, "G7", "power of two", NONE, SIMULATED, "The best granule is a power of two.",
     "not a power of two", 1},
    {RULE_G8, "G8", "shape", CONSTANTS(RATIO(rule_g8_bend, HUNDREDTHS)), SIMULATED,
     "The mean residual at 0.3 g < d < 0.8 g less that at 0.8 g <= d <= 1.3 g is within 8 per cent of the "
     "ramp.",
     "a bend, not an edge", 1},
    {RULE_J1, "J1", "machine", CONSTANTS(COUNT(1)), REGISTERED_3,
     "The quiet passes in random order of one machine are joined, a tier of cores at a time; levels are the same where their claims overlap. The machine's claim is the narrowest accepted one, if it overlaps every other accepted claim of that level; else the passes disagree. What one pass alone accepts is noted.",
     "the passes disagree", 3},
    {RULE_R0, "R0", "reported",
     CONSTANTS(RATIO(rule_r0_met, PLAIN), RATIO(rule_r0_fast, PLAIN), RATIO(rule_r0_slow, PLAIN)),
     REGISTERED_3,
     "Each reported cache is told as met (a knee within a factor 2), not met, or beyond the sweep's end. A lower bound above the reported size, a first level under 2 or above 8 cycles (with no clock: outside 0.25 to 10 ns), cycles counted on another performance level than the one asked for, a last level that ends less than 8 times beyond its knee or below the last reported size: each is a contradiction. The last level is called memory only where none holds.",
     "a contradiction with what the system reports", 3},
    {RULE_N0, "N0", "nodes", CONSTANTS(RATIO(rule_n0_apart, PLAIN)), REGISTERED_3,
     "Where the stride is less than half or more than twice the line, sizes count nodes, not bytes of cache: everything is noted.",
     "the stride is not the line: sizes count nodes, not bytes of cache", 3},
    {RULE_W1, "W1", "reach", CONSTANTS(RATIO(rule_w1_climb, PLAIN)), REGISTERED_3,
     "A chase of one line a page against a dense chase of as many lines: each step of the difference is a reach of translation, between the last number of pages before it and the first after it. Points within a factor 1.5 of a climb of the dense chase are left out.",
     "no reach of translation is claimed", 3},
    {RULE_W2, "W2", "cause",
     CONSTANTS(RATIO(rule_w2_near, PLAIN), RATIO(rule_w2_step, FRACTION), RATIO(rule_w2_small, PLAIN)),
     REGISTERED_3,
     "A knee whose claim meets no reach within a factor 1.5 is a cache's; one that meets a reach whose step is at least half of the knee's own is the translation's; one that meets a smaller one may be both, unless all the reaches that it meets come to less than 0.3 of its step: what is left is then a cache's.",
     "both possible: a cache's and the translation's", 3},
    {RULE_Q1, "Q1", "clock", CONSTANTS(RATIO(rule_q1_low, HUNDREDTHS), RATIO(rule_q1_high, HUNDREDTHS)),
     REGISTERED_3,
     "Where cycles are counted, cycles over adds of the chain lie between 0.98 and 1.02; else cycles a load come from the counter alone.",
     "the counter and the add chain disagree", 3},
    {RULE_Q2, "Q2", "site", CONSTANTS(RATIO(rule_q2_within, BEYOND), RATIO(rule_q2_nodes, PLAIN)),
     REGISTERED_3,
     "The chase of exactly as many nodes as the loop is unrolled, against one node more, takes the same time within 5 per cent; else load sites are predicted, and points of fewer nodes than four times the unrolling do not count.",
     "load sites are predicted", 3},
    {RULE_Q3, "Q3", "value", CONSTANTS(RATIO(rule_q3_within, BEYOND)), REGISTERED_3,
     "Pairs whose second word is the same everywhere, against pairs whose words all differ, take the same time within 5 per cent; else the machine predicts values, and a granule measured with constant words is refused.",
     "the machine predicts values, and the words of the pairs were constant", 3},
    {RULE_Q4, "Q4", "pointer", CONSTANTS(RATIO(rule_q4_within, BEYOND)), REGISTERED_3,
     "An offset chase and a pointer chase at twice and at eight times the largest reported cache take the same time within 10 per cent, the offset's own cycle taken off; else hardware follows pointers, and times past there are upper limits of speed.",
     "hardware follows pointers", 3},
    {RULE_Q5, "Q5", "place", NONE, REGISTERED_3,
     "Thread priority and processor at both ends of each control are those of the class asked for; else the class is not confirmed.",
     "the class of cores is not confirmed", 3},
};

const char *const rule_standing[] = {
    "a cache level from fewer than two levels' plateaus (L2)",
    "anything from a sweep most of whose points failed (T3) or whose clock is too coarse (T2)",
    "a knee that is not repeated (K2, K3), that is crossed more than once (K4), or that a smooth climb "
    "makes (K6)",
    "the error of a size: K2 is the reading's repeatability, and K1 can stand on either side of the true "
    "size",
    "that a bracket (Z1) holds just one cache",
    "whether a step is a cache's or the translation's, without a chase of one line a page or a pass in page "
    "order (X1, W2, O2)",
    "which physical structure a level is, or the capacity of one that the system does not report (S1)",
    "a granule across a cache edge (G1), with a ramp under 18 per cent (G2), under 80 per cent of the "
    "variance (G3), under 6 per cent of margin (G4), with fewer than two distances above it (G5), or "
    "beside a control that finds one (G6)",
    "the coherency line: the granule is the distance over which the machine rewards adjacency",
    NULL,
};

const struct rule_row *rule_find(const char *id)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (strcmp(rules[i].id, id) == 0)
			return &rules[i];
	return NULL;
}

/* ---- sets ---- */

/* These are told behind another rule, not where they stand in the table. */
static const struct {
	enum rule_id rule, behind;
} late[] = {{RULE_M1, RULE_K7}, {RULE_T1, RULE_K7}, {RULE_F1, RULE_V1}, {RULE_M0, RULE_G8}};
enum { LATE = sizeof late / sizeof late[0] };

const char *rule_refusal(enum rule_id rule, unsigned version)
{
	static const char *const since_3[RULE_COUNT] = {
	    [RULE_M1] = "the knee stands apart on the quiet curve",
	    [RULE_K3] = "too few rounds repeat the knee",
	};
	return version >= 3 && since_3[rule] != NULL ? since_3[rule] : rules[rule].refusal;
}

size_t rule_list(rule_set set, enum rule_id list[RULE_COUNT])
{
	size_t count = 0;
	for (unsigned i = 0; i < RULE_COUNT; i++) {
		bool told = (set & RULE_SET(i)) != 0;
		for (size_t k = 0; k < LATE; k++)
			told = told && late[k].rule != i;
		if (told)
			list[count++] = (enum rule_id)i;
		for (size_t k = 0; k < LATE; k++)
			if (late[k].behind == i && (set & RULE_SET(late[k].rule)) != 0)
				list[count++] = late[k].rule;
	}
	return count;
}

const char *rule_ids(rule_set set, char text[RULE_TEXT])
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(set, list), length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, RULE_TEXT - length, "%s%s", i > 0 ? " " : "",
		                           rules[list[i]].id);
	return text;
}

bool rule_read(const char *text, rule_set *set)
{
	*set = 0;
	for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
		size_t length = strcspn(text, " ");
		unsigned i = 0;
		while (i < RULE_COUNT &&
		       (strlen(rules[i].id) != length || strncmp(rules[i].id, text, length) != 0))
			i++;
		if (i == RULE_COUNT)
			return false;
		*set |= RULE_SET(i);
		text += length;
	}
	return true;
}

/* ---- constants ---- */

static void show_constant(const struct rule_constant *constant, char *text, size_t size)
{
	if (constant->word != NULL)
		snprintf(text, size, "%s", constant->word);
	else if (constant->ratio == NULL)
		snprintf(text, size, "%u", constant->count);
	else if (constant->form == FORM_FRACTION)
		snprintf(text, size, "%u/%u", constant->ratio->over, constant->ratio->under);
	else if (constant->form == FORM_PLAIN)
		snprintf(text, size, "%g", ratio_value(*constant->ratio));
	else
		snprintf(text, size, "%.2f", ratio_value(*constant->ratio) - (constant->form == FORM_BEYOND));
}

/* The constants of a rule in that version, parted by `gap`. */
static void join_constants(const struct rule_row *rule, unsigned version, const char *gap,
                           char text[RULE_TEXT])
{
	size_t length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < RULE_CONSTANTS; i++) {
		const struct rule_constant *constant = &rule->constants[i];
		bool any = constant->ratio != NULL || constant->count != 0 || constant->word != NULL;
		char shown[32];
		if (!any || constant->since > version || (constant->until != 0 && constant->until < version))
			continue;
		show_constant(constant, shown, sizeof shown);
		length +=
		    (size_t)snprintf(text + length, RULE_TEXT - length, "%s%s", length > 0 ? gap : "", shown);
	}
}

const char *rule_constants(const struct rule_row *rule, unsigned version, char text[RULE_TEXT])
{
	join_constants(rule, version, ", ", text);
	return text;
}

void rule_constants_line(char *text, size_t size, unsigned version)
{
	size_t length = 0;
	text[0] = '\0';
	for (unsigned i = 0; i < RULE_COUNT && length + 1 < size; i++) {
		char constants[RULE_TEXT];
		join_constants(&rules[i], version, ",", constants);
		if (constants[0] != '\0' && rule_applies((enum rule_id)i, version))
			length += (size_t)snprintf(text + length, size - length, "%s%s=%s",
			                           length > 0 ? " " : "", rules[i].id, constants);
	}
}

/* ---- printing ---- */

static void print_wrapped(FILE *stream, const char *text)
{
	size_t column = 0;
	while (*text != '\0') {
		size_t word = strcspn(text, " ");
		if (column > 0 && column + 1 + word > 74) {
			fputs("\n    ", stream);
			column = 0;
		} else if (column > 0) {
			fputc(' ', stream);
			column++;
		} else {
			fputs("    ", stream);
		}
		fwrite(text, 1, word, stream);
		column += word;
		text += word + (text[word] == ' ');
	}
	fputc('\n', stream);
}

void rule_print(FILE *stream)
{
	fprintf(stream, "The registered rules, version %d\n\n", RULE_VERSION);
	for (size_t i = 0; i < RULE_COUNT; i++) {
		const struct rule_row *rule = &rules[i];
		char constants[RULE_TEXT];
		rule_constants(rule, RULE_VERSION, constants);
		fprintf(stream, "%s %s%s%s\n", rule->id, rule->name, constants[0] != '\0' ? ": " : "",
		        constants);
		print_wrapped(stream, rule->text);
		fprintf(stream, "    Source: %s", rule->source);
		if (rule->since > RULE_VERSION_FIRST)
			fprintf(stream, "; since version %u", rule->since);
		fputc('\n', stream);
	}
	fputs("\nStanding refusals. Never claimed, whatever the capture holds:\n", stream);
	for (size_t i = 0; rule_standing[i] != NULL; i++)
		print_wrapped(stream, rule_standing[i]);
}
