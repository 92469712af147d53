/* The registered rules: their ids, every constant once, and a row a rule with its words.
 *
 * `grep -rniE 'rule_k6|\bk6\b' reduce tests` shows all of rule K6: its constants below, its row in rule.c
 * with the rule and its refusal in words, where it is judged, and its tests.
 *
 * A new rule is an id here, a row in rule.c, the function that judges it and the one that tells its evidence
 * (summary/knee_words.c, summary/granule_words.c). A constant changes only with RULE_VERSION; a test pins
 * them. Every comparison with a constant is exact: ratios are kept as whole numbers, and both sides are
 * multiplied out. */
#ifndef CACHESTAIR_RULE_H
#define CACHESTAIR_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In the order in which they are printed. */
enum rule_id {
	RULE_T1,
	RULE_T2,
	RULE_T3,
	RULE_T4,
	RULE_T5,
	RULE_T6,
	RULE_F1,
	RULE_M0,
	RULE_M1,
	RULE_M3,
	RULE_P0,
	RULE_P1,
	RULE_D1,
	RULE_L1,
	RULE_L2,
	RULE_H3,
	RULE_H4,
	RULE_K1,
	RULE_K2,
	RULE_K3,
	RULE_K4,
	RULE_K5,
	RULE_K6,
	RULE_K7,
	RULE_K8,
	RULE_K9,
	RULE_K10,
	RULE_B0,
	RULE_B1,
	RULE_Z1,
	RULE_E1,
	RULE_E2,
	RULE_X1,
	RULE_M2,
	RULE_R1,
	RULE_S1,
	RULE_O1,
	RULE_C1,
	RULE_V1,
	RULE_O2,
	RULE_G1,
	RULE_G2,
	RULE_G3,
	RULE_G4,
	RULE_G5,
	RULE_G6,
	RULE_G7,
	RULE_G8,
	RULE_J1,
	RULE_R0,
	RULE_N0,
	RULE_W1,
	RULE_W2,
	RULE_Q1,
	RULE_Q2,
	RULE_Q3,
	RULE_Q4,
	RULE_Q5,
	RULE_COUNT
};

/* Several rules at once: a bit a rule. */
typedef uint64_t rule_set;
#define RULE_SET(rule) (UINT64_C(1) << (rule))

/* What becomes of an answer: it stands, it stands with a reservation, or none is given. */
enum status { STATUS_ACCEPTED, STATUS_NOTED, STATUS_REFUSED };

/* Version 1 was registered before anything was measured. Version 2 came after the first captures: it adds K8,
 * K9 and K10, which simulated machines and a search for curves that fool the rules showed the need of, and
 * changes none of version 1. Version 3 came after 2,300 further simulated machines, 140 public curves and 65
 * public reports were tried on version 2, and before any capture was reduced under it. */
enum { RULE_VERSION_FIRST = 1, RULE_VERSION = 3 };

struct ratio {
	unsigned over, under;
};

/* a > ratio * b, and a >= ratio * b. The products are exact for a and b of up to 45 significant bits; beyond
 * that each is rounded once, the same everywhere. */
static inline bool ratio_above(double a, struct ratio ratio, double b)
{
	return ratio.under * a > ratio.over * b;
}
static inline bool ratio_reached(double a, struct ratio ratio, double b)
{
	return ratio.under * a >= ratio.over * b;
}
/* Whether the larger of a and b is at most ratio times the smaller: "within 25 per cent", either way. */
static inline bool ratio_within(double a, double b, struct ratio ratio)
{
	return a > b ? !ratio_above(a, ratio, b) : !ratio_above(b, ratio, a);
}
static inline double ratio_value(struct ratio ratio)
{
	return (double)ratio.over / ratio.under;
}

enum {
	RULE_T1_STEPS = 100,
	RULE_M0_THIN = 3, /* fewer counted trials than this: thin */
	RULE_M1_ROUNDS = 3,
	RULE_P1_POINTS = 4,
	RULE_L2_LEVELS = 2,
	RULE_K2_RESAMPLES = 1000,
	RULE_K2_HOLD = 950,
	RULE_K2_TRIALS = 3,
	RULE_K4_CROSSINGS = 1,
	RULE_G5_ABOVE = 2,
	RULE_T4_EXCESS_NS = 2000000, /* 2 ms */
	RULE_T5_FAULT_NS = 1000,     /* a page fault's cost */
	RULE_E1_SIZES = 3,           /* of the lower plateau up to B1 */
	RULE_E1_ROUNDS = 3,
	RULE_E1_ROUNDS_LEFT = 4 /* all of them where there are three */
};

static const struct ratio rule_t2_coarser = {3, 2};   /* 1.5 */
static const struct ratio rule_t3_trials = {1, 2};    /* share of a point's trials */
static const struct ratio rule_t3_points = {1, 2};    /* share of a sweep's points */
static const struct ratio rule_t4_share = {9, 10};    /* 0.90 */
static const struct ratio rule_m1_apart = {5, 4};     /* 0.25 */
static const struct ratio rule_p0_apart = {3, 2};     /* 1.5 */
static const struct ratio rule_p1_span = {2, 1};      /* 2 */
static const struct ratio rule_p1_rise = {5, 4};      /* 1.25 */
static const struct ratio rule_d1_fall = {5, 4};      /* 1.25 */
static const struct ratio rule_l1_step = {27, 20};    /* 1.35 */
static const struct ratio rule_k2_near = {2, 1};      /* a resample's knee belongs within a factor 2 */
static const struct ratio rule_k2_span = {2, 1};      /* the interval's widest span */
static const struct ratio rule_k3_apart = {5, 4};     /* 0.25 */
static const struct ratio rule_k3_rounds = {2, 3};    /* 2/3 */
static const struct ratio rule_k6_pair = {7, 5};      /* 1.4 */
static const struct ratio rule_k6_contrast = {5, 2};  /* 2.5 */
static const struct ratio rule_k6_least = {1, 50};    /* 0.02, in doublings of time an octave */
static const struct ratio rule_k7_span = {8, 1};      /* 8 */
static const struct ratio rule_k8_pair = {2, 1};      /* 2 */
static const struct ratio rule_k8_contrast = {9, 4};  /* 2.25: a published edge that is one reaches 2.49 */
static const struct ratio rule_k8_least = {1, 50};    /* 0.02, in doublings of time an octave */
static const struct ratio rule_k9_width = {5, 1};     /* 5 */
static const struct ratio rule_k10_clock = {5, 4};    /* 0.25 */
static const struct ratio rule_b1_below = {59, 50};   /* 1.18 */
static const struct ratio rule_r1_within = {11, 10};  /* 0.10 */
static const struct ratio rule_s1_near = {2, 1};      /* 2 */
static const struct ratio rule_s1_agree = {5, 4};     /* 0.25 */
static const struct ratio rule_v1_private = {11, 10}; /* 0.10 */
static const struct ratio rule_v1_shared = {27, 20};  /* 1.35 */
static const struct ratio rule_o2_cache = {27, 20};   /* 1.35 */
static const struct ratio rule_o2_translation = {11, 10}; /* 1.10 */
static const struct ratio rule_g2_ramp = {9, 50};         /* 0.18 */
static const struct ratio rule_g3_variance = {4, 5};      /* 0.80 */
static const struct ratio rule_g4_margin = {3, 50};       /* 0.06 */
static const struct ratio rule_g8_bend = {2, 25};         /* 0.08 */
static const struct ratio rule_g8_low = {3, 10};          /* 0.3 g */
static const struct ratio rule_g8_middle = {4, 5};        /* 0.8 g */
static const struct ratio rule_g8_high = {13, 10};        /* 1.3 g */
/* Version 3. */
static const struct ratio rule_p0_apart_3 = {41, 20};    /* 2.05 */
static const struct ratio rule_k3_rounds_3 = {1, 2};     /* 1/2 */
static const struct ratio rule_k3_apart_3 = {3, 2};      /* 0.5 */
static const struct ratio rule_t4_excess = {11, 10};     /* 0.10 */
static const struct ratio rule_t5_share = {1, 50};       /* 0.02 */
static const struct ratio rule_t6_cover = {9, 10};       /* 0.90 of the chase's block */
static const struct ratio rule_t6_share = {9, 10};       /* 0.90 of its own block */
static const struct ratio rule_h3_step = {27, 20};       /* 1.35 */
static const struct ratio rule_h4_faster = {27, 20};     /* 1.35 */
static const struct ratio rule_b1_creep = {11, 10};      /* 1.10 */
static const struct ratio rule_b1_climb = {1, 10};       /* 0.10 */
static const struct ratio rule_e2_step = {25, 16};       /* 1.5625 */
static const struct ratio rule_m1_apart_3 = {3, 2};      /* 0.5 */
static const struct ratio rule_e1_near = {9, 10};        /* the share of the points that lie near the floor */
static const struct ratio rule_e1_begins = {3, 100};     /* a miss share that counts as none */
static const struct ratio rule_e1_rounds = {5453, 5000}; /* 1.0906 */
/* How large the miss share is by how far beyond S, one of them: a grid of 8, 5.3 or 4 sizes an octave. */
static const struct {
	struct ratio share, by;
} rule_e1_sharp[] = {{{11, 100}, {5453, 5000}}, {{17, 100}, {11393, 10000}}, {{8, 25}, {5953, 5000}}};
static const struct ratio rule_e1_half = {1, 2};      /* 0.5 ... */
static const struct ratio rule_e1_half_by = {31, 20}; /* ... by 1.55 S */
static const struct ratio rule_e1_upper = {1, 10};    /* 0.10, the miss share at U */
static const struct ratio rule_e1_lower = {51, 50};   /* 1.02 */
static const struct ratio rule_e1_later = {27, 25};   /* 1.08 */
static const struct ratio rule_e1_knee = {11, 10};    /* 1.10, of the knee over U */
static const struct ratio rule_e2_grid = {6, 5};      /* 1.2 */
static const struct ratio rule_e2_climb = {7, 2};     /* 3.5 */
static const struct ratio rule_e2_low = {7, 10};      /* 0.70 */
static const struct ratio rule_e2_high = {27, 20};    /* 1.35 */
static const struct ratio rule_r0_met = {2, 1};       /* 2 */
static const struct ratio rule_r0_slow = {
    8, 1}; /* cycles of a first level; the end of the sweep over its knee */
static const struct ratio rule_r0_fast = {2, 1};     /* cycles of a first level */
static const struct ratio rule_r0_slow_ns = {10, 1}; /* 10 ns, where no clock is known */
static const struct ratio rule_r0_fast_ns = {1, 4};  /* 0.25 ns */
static const struct ratio rule_n0_apart = {2, 1};    /* 2 */
static const struct ratio rule_w1_climb = {3, 2};    /* 1.5 */
static const struct ratio rule_w2_near = {3, 2};     /* 1.5 */
static const struct ratio rule_w2_step = {1, 2};     /* 1/2 */
static const struct ratio rule_w2_small = {3, 10};   /* 0.30 */
static const struct ratio rule_q1_low = {49, 50};    /* 0.98 */
static const struct ratio rule_q1_high = {51, 50};   /* 1.02 */
static const struct ratio rule_q2_within = {21, 20}; /* 0.05 */
static const struct ratio rule_q2_nodes = {4, 1};    /* 4 times the unrolling */
static const struct ratio rule_q3_within = {21, 20}; /* 0.05 */
static const struct ratio rule_q4_within = {11, 10}; /* 0.10 */

/* A constant as it is printed: the number that the comparisons use, in one of these forms. */
enum rule_form {
	FORM_PLAIN,      /* 1.5 */
	FORM_HUNDREDTHS, /* 0.90 */
	FORM_BEYOND,     /* what it is beyond 1: 5/4 is 0.25 */
	FORM_FRACTION    /* 2/3 */
};
struct rule_constant {
	const struct ratio *ratio; /* or else */
	unsigned count;            /* or else */
	const char *word;
	enum rule_form form;
	unsigned since, until; /* the versions that have it; 0: from the first, to the latest */
};

enum { RULE_CONSTANTS = 7 };

struct rule_row {
	enum rule_id rule; /* where the row stands */
	const char *id;    /* K6 */
	const char *name;  /* contrast */
	struct rule_constant constants[RULE_CONSTANTS];
	const char *source; /* where it is from */
	const char *text;   /* the rule */
	const char
	    *refusal;   /* what a refusal by it says, a phrase; "" where it refuses nothing: rule_refusal */
	unsigned since; /* the first version that has it */
};
extern const struct rule_row rules[RULE_COUNT];

/* The row with that id, or NULL. */
const struct rule_row *rule_find(const char *id);

/* Whether that version of the rules has the rule. */
static inline bool rule_applies(enum rule_id rule, unsigned version)
{
	return rules[rule].since <= version;
}

/* What a refusal by the rule says under that version: from version 3 on without the numbers that changed. */
const char *rule_refusal(enum rule_id rule, unsigned version);

/* Writes the rules of a set into `list`, in the order in which one finding tells them, and returns how many.
 */
size_t rule_list(rule_set set, enum rule_id list[RULE_COUNT]);

enum { RULE_TEXT = 256 };

/* Writes the ids of a set, "K2 K3", in that order. Returns `text`. */
const char *rule_ids(rule_set set, char text[RULE_TEXT]);

/* Reads such a text; the order does not matter. Returns false where a word is no rule's id. */
bool rule_read(const char *text, rule_set *set);

/* Writes the constants of a rule in that version, "1.4, 2.5, 0.02", or nothing. Returns `text`. */
const char *rule_constants(const struct rule_row *rule, unsigned version, char text[RULE_TEXT]);

/* Writes "T1=100 T2=1.5 ..." into `text`: every rule of that version that has constants. */
void rule_constants_line(char *text, size_t size, unsigned version);

/* Prints every rule with its constants and source, then the standing refusals, for a person. */
void rule_print(FILE *stream);

/* The standing refusals: what is never claimed, whatever the capture holds. NULL after the last. */
extern const char *const rule_standing[];

#endif
