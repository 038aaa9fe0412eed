/* assistant.h - a second process that works on the same hierarchy, while there is a core for it.
 *
 * It is a helper (base/helper.h), a copy of this process at the time it began: it can be asked what this process would
 * ask itself next. With each question goes what was learned here since the last one, with each answer what was learned
 * there: facts and invariants hold whichever process has found them. If it does not answer, only its answers are lost:
 * the work is done here. With --emit-sequential it is not used, so that all programs are written in order. */
#ifndef HD_ENGINE_MODULAR_ASSISTANT_H
#define HD_ENGINE_MODULAR_ASSISTANT_H

#include "engine/modular/check.h"

typedef enum {
  HD_ASSISTANT_ATTEMPT, /* one check: is the query excluded, as the level is? */
  HD_ASSISTANT_QUERY    /* Reach(alpha, beta), whatever it takes; if it is no, what the level above learns from that */
} hd_assistant_kind;

typedef struct {
  hd_assistant_kind kind;
  uint32_t level; /* that is asked */
  hd_term alpha, beta;
} hd_question;

/* Can it be asked? It is started when there is a core, and the hierarchy has worked long enough to be worth it; at once
 * if the budget divides early. */
bool hd_assistant_is_free(hd_hierarchy *h);
/* Asks, if it is free: a number for the question. 0: it is not. */
uint32_t hd_assistant_ask(hd_hierarchy *h, const hd_question *q);

/* The last question, if it was an attempt whose answer was not taken; NULL: there is none. */
const hd_question *hd_assistant_attempt(const hd_hierarchy *h);
/* Its answer; waits for it if that is worthwhile. False: there is none. */
bool hd_assistant_attempted(hd_hierarchy *h, bool worth_waiting, bool *excluded, hd_term *alpha, hd_term *beta);

/* Is the answer here? */
bool hd_assistant_is_ready(hd_hierarchy *h, uint32_t question);
/* Waits for the answer to a query. What was learned on the way is merged into the level that asked and those below it,
 * so no path of these levels may be in use. If it is yes, psi is not false, and from there the moves lead to beta.
 * False: there is no answer. */
bool hd_assistant_reached(hd_hierarchy *h, uint32_t question, hd_term *psi, hd_mod_moves *moves);

/* The answer is not wanted any more. */
void hd_assistant_forget(hd_hierarchy *h, uint32_t question);

/* Nothing will be asked any more. */
void hd_assistant_end(hd_hierarchy *h);

#endif
