/* Where the registered rules stand: every constant, once, and a row a rule with its words.
 *
 * A constant changes only with RULE_VERSION; a test pins them. Every comparison with a constant is exact:
 * ratios are kept as whole numbers, and both sides are multiplied out. */
#ifndef CACHESTAIR_RULE_H
#define CACHESTAIR_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Version 1 was registered before anything was measured. Version 2 came after the first captures: it adds K8,
 * K9 and K10, which simulated machines and a search for curves that fool the rules showed the need of, and
 * changes none of version 1. */
enum { RULE_VERSION_FIRST = 1, RULE_VERSION = 2 };

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
	RULE_G5_ABOVE = 2
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

/* One rule in words. */
struct rule_row {
	const char *id;        /* K6 */
	const char *name;      /* contrast */
	const char *constants; /* "1.4, 2.5, 0.02", or "" */
	const char *source;    /* where it is from */
	const char *text;      /* the rule */
	const char *refusal;   /* what a refusal by it says, a phrase; "" where it refuses nothing */
	unsigned since;        /* the first version that has it */
};
extern const struct rule_row rules[];
extern const size_t rule_count;

/* The row with that id, or NULL. */
const struct rule_row *rule_find(const char *id);

/* Writes "T1=100 T2=1.5 ..." into `text`: every rule of that version that has constants. */
void rule_constants(char *text, size_t size, unsigned version);

/* Prints every rule with its constants and source, then the standing refusals, for a person. */
void rule_print(FILE *stream);

/* The standing refusals: what no capture can make the reduction say. NULL after the last. */
extern const char *const rule_standing[];

#endif
