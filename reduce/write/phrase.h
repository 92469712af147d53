/* How an answer puts what a summary holds: a machine, a cache, a claim, a refusal in a few words. */
#ifndef CACHESTAIR_PHRASE_H
#define CACHESTAIR_PHRASE_H

#include "../summary/finding.h"
#include "../summary/machine_rows.h"
#include "frame.h"

enum { PHRASE_TEXT = 256 };

/* "AMD EPYC (family 26, model 2, stepping 1), 2 processors, Linux 6.18.44": machine and processor are cut at
 * a word where the line is too long, the rest stays. Empty where the capture names none of it. Returns
 * `text`. */
const char *phrase_machine(const struct summary *summary, char text[PHRASE_TEXT]);

/* A reported cache of that size: "L1d 48 KiB"; the size alone where the headers name none, "-" where it is
 * not a number. Returns `text`. */
const char *phrase_cache(const struct summary *summary, double bytes, char text[PHRASE_TEXT]);

/* Its name alone: "L1d"; "" where the headers name none. Returns `text`. */
const char *phrase_cache_name(const struct summary *summary, double bytes, char text[PHRASE_TEXT]);

/* Where a reported size lies, seen from a claim; INSIDE_UNKNOWN where either is missing. */
enum inside phrase_inside(double low_bytes, double high_bytes, double reported_bytes);

/* The text up to the first colon: what the reasons of comparisons and causes begin with. Returns `text`. */
const char *phrase_verdict(const char *reason, char text[PHRASE_TEXT]);

/* A number, three digits; "-" where there is none. Returns `text`. */
const char *phrase_number(double number, char text[PHRASE_TEXT]);

/* How many of how many rounds hold a knee, by its reason (K3). Returns whether it tells. */
bool phrase_rounds(const struct summary_finding *knee, unsigned *agreeing, unsigned *rounds);

/* Why a knee is refused by that rule, in a few words. Returns `text`. */
const char *phrase_refusal(const struct summary_finding *knee, enum rule_id rule, char text[PHRASE_TEXT]);

/* On what a claim rests, in a few words, by the finding of the capacity and of its knee. Returns `text`. */
const char *phrase_evidence(const struct summary_finding *capacity, const struct summary_finding *knee,
                            char text[PHRASE_TEXT]);

/* What speaks against a summary, a contradiction or a failed control, "CONTRADICTION (R0): ..."; false, and
 * nothing, of any other finding. */
bool phrase_against(struct sentence *text, const struct summary_finding *finding);
#define PHRASE_CONTRADICTED "! What was measured stands. The last level is therefore not called memory."

/* A finding's rules, what it is worth, and that much of its reason. */
void phrase_reason(struct sentence *text, const struct summary_finding *finding, size_t length);

/* Adds the controls that passed and those that were not judged. */
void phrase_controls(struct frame *frame, struct sentence *passed, const struct sentence *open);

/* What a person can run, and what for. The first two that are wanted are added. */
struct phrase_command {
	bool wanted;
	const char *run, *why;
};
void phrase_next(struct frame *frame, const struct phrase_command *commands, size_t count);

/* Adds what the rules of a set say where they refuse, "K3: too few rounds repeat the knee; ...". */
void phrase_refusing(struct frame *frame, enum frame_keep keep, const char *key, rule_set refusing);

/* Adds what the rules mean on which claims rest, and what those say that refuse. */
void phrase_legend(struct frame *frame, rule_set claims, rule_set refusing);

/* What stands beside levels of a machine that reports no cache. */
#define PHRASE_NO_CACHE "the system tells of no cache; --reported FILE gives their sizes"

/* A path as an operand of a command: as it is where a shell takes it as it is and it is short, else
 * `else_word`.
 */
const char *phrase_operand(const char *path, const char *else_word);

#endif
