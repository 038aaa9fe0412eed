/* attempt.h - a weaker query instead of one that is excluded, if it is excluded as well.
 *
 * Which attempt comes next depends on how this one ends. While it is made here, the assistant (assistant.h) makes the
 * attempt that comes next if this one ends as most have. An attempt that fails there fails for every weaker query, too,
 * so that even a wrong guess is often of use. */
#ifndef HD_ENGINE_MODULAR_ATTEMPT_H
#define HD_ENGINE_MODULAR_ATTEMPT_H

#include "engine/modular/check.h"

/* A query that is known to be excluded, and the level whose environment it is about. */
typedef struct {
  hd_hierarchy *h;
  const hd_level *l;
  hd_term alpha, beta;
} hd_excluded;

typedef enum { HD_OF_ALPHA, HD_OF_BETA } hd_side;

/* A weaker query, by one side of it. alpha is HD_NO_TERM: there is none. */
typedef struct {
  hd_side which;
  hd_term alpha, beta;
} hd_attempt;

static inline hd_attempt hd_weaker_beta(const hd_excluded *q, hd_term beta)
{
  return (hd_attempt){HD_OF_BETA, q->alpha, beta};
}

/* What is attempted after this, depending on how it ends. */
typedef struct {
  hd_attempt (*next)(void *context, bool good); /* NULL: nothing that is known */
  void *context;
} hd_foresight;

/* Takes the weaker query if it is excluded as well. */
bool hd_weaken(hd_excluded *q, hd_attempt a, const hd_foresight *f);

#endif
