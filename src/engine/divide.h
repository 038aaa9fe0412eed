/* divide.h - one hard question, divided among workers.
 *
 * The question is whether something exists, such as an execution with a violation. It has choices: whatever is found
 * decides each of them one way or the other. A *part* is the question under some decisions. A worker (base/helper.h)
 * closes a part because it contains nothing, finds something in it, or finds it hard and names a choice. If other
 * workers are idle, the part is then divided into two; otherwise the worker goes on. What is found in one part is
 * found. If nothing is found, every part has to be closed.
 *
 * A worker that dies loses time, not the answer: its part waits for another worker. When no worker is left, there is no
 * answer. A worker that says that a part is closed also says which decisions this needs: every other part with the same
 * decisions is closed, too.
 *
 * That the closed parts cover everything is checked at the end, by the divisions alone (hd_division_covers). That each
 * of them contains nothing is what its worker says. What is found is a check of the workers: if it lies in a part that
 * was closed, two workers disagree, and one of them is defective. */
#ifndef HD_ENGINE_DIVIDE_H
#define HD_ENGINE_DIVIDE_H

#include "base/helper.h"

/* Choice number c decided: c + 1, or -(c + 1) for the other way. */
typedef HD_VEC(int32_t) hd_decisions;

typedef enum {
  HD_PART_GIVEN_UP, /* neither an answer nor a choice */
  HD_PART_CLOSED,
  HD_PART_FOUND,
  HD_PART_HARD,
} hd_part_answer;

/* --- a worker's side -------------------------------------------------------------------------------------- */

typedef struct {
  uint32_t effort; /* after which the part is hard, in a measure of the workers; 0: before it is tried */
  hd_decisions decisions;
} hd_question_part;

/* False: that is no part of a question with so many choices. Cleared by the caller in any case. */
bool hd_part_get(hd_reader *in, uint32_t choices, hd_question_part *part);
/* needed: the decisions without which it might not be closed. */
void hd_part_close(hd_bytes *answer, const hd_decisions *needed);
/* decided: what was found decides all choices in this way. Evidence for the caller of hd_divide may follow. */
void hd_part_find(hd_bytes *answer, const hd_decisions *decided);
void hd_part_divide(hd_bytes *answer, uint32_t choice);
void hd_part_give_up(hd_bytes *answer, uint32_t why); /* the whole question is given up with it */

/* --- the manager's ---------------------------------------------------------------------------------------- */

typedef struct {
  hd_decisions decisions;
  uint32_t choice;
} hd_divided_part;

typedef struct {
  hd_part_answer answer;       /* CLOSED, FOUND or GIVEN_UP */
  uint32_t why;                /* GIVEN_UP: what the worker said; 0: the budget is spent, or no worker is left */
  hd_bytes evidence;           /* FOUND */
  HD_VEC(hd_decisions) closed; /* what each closed part needed */
  HD_VEC(hd_divided_part) divided;
  uint32_t asked;  /* questions */
  uint32_t spared; /* parts that were closed by what another one needed */
  uint32_t lost;   /* workers that died */
  double seconds;  /* of processor time, of all workers together */
  double longest;  /* of the worker that had most to do */
  bool disagree;   /* FOUND in a part that was closed */
} hd_division;

/* Asks the workers, which are idle, until there is an answer. Parts are divided without being tried until there is
 * one for each worker. */
void hd_divide(hd_helper *const *workers, uint32_t n, uint32_t choices, uint32_t effort, const hd_budget *b,
               hd_division *out);
void hd_division_clear(hd_division *d);
/* Was it said that nothing is there with these decisions? */
bool hd_division_closes(const hd_division *d, const hd_decisions *decisions);
/* Do the closed parts cover the whole? Follows the divisions from the undivided question on. */
bool hd_division_covers(const hd_division *d);

#endif
