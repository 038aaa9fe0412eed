/* grow.h - larger and larger unwindings, and what is said about them.
 *
 * For engines that ask one unwinding at a time (bmc, and slicing over its levels). Bugs show in small unwindings, and
 * before larger ones a proof of all of them (induct.h) is worth a part of the time: a quick try first, later a
 * longer one. A bound that the user gave is not exceeded, and an unwinding that is not complete is no proof. */
#ifndef HD_ENGINE_BMC_GROW_H
#define HD_ENGINE_BMC_GROW_H

#include "engine/bmc/solve.h"
#include "engine/engine.h"

typedef struct {
  const hd_program *p;
  const hd_task *task;
  const hd_budget *budget;
  hd_result *out;
  /* Asks everything about g->unwind, and fills *out. True: a larger one could tell more. */
  bool (*examine)(void *context);
  void *context;
  uint32_t unwind;   /* the current one; 0: none yet */
  uint32_t inducted; /* how often a proof of all unwindings was tried */
} hd_bmc_growth;

void hd_bmc_grow(hd_bmc_growth *g);

/* Some execution goes on beyond the unfolding: by an iteration more (unwinding), or to a location. */
hd_term hd_bmc_goes_beyond(hd_bmc_unfolding *u, bool unwinding, bool locations);
/* A location beyond which nothing is known was reached: the solver's model says which one. */
void hd_bmc_say_beyond(const hd_bmc_growth *g, const hd_bmc_unfolding *u, hd_bmc_solver *s);
/* There is no answer: the budget ended, or for the given reason, which may be NULL. */
void hd_bmc_say_spent(const hd_bmc_growth *g, hd_pos pos, const char *failure);

#endif
