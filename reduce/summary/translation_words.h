/* The words of the translation: its reaches (W1), and what makes each knee of a sweep (W2). */
#ifndef CACHESTAIR_TRANSLATION_WORDS_H
#define CACHESTAIR_TRANSLATION_WORDS_H

#include "../judge/reduction.h"
#include "summary.h"

/* Adds the points of both chases and a finding a reach; one refused finding where there is none. The capture
 * has a page chase. Returns 0, or -1 where memory is out. */
int translation_words_add(struct summary *summary, const struct reduction *reduction);

/* Adds the cause of each accepted or noted knee of a quiet pass in random order; nothing where the capture
 * has no page chase. Returns 0 or -1. */
int translation_words_add_causes(struct summary *summary, const struct reduction *reduction,
                                 const struct reduced_pass *pass);

#endif
