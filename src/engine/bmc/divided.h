/* divided.h - a hard question about an unfolding, divided among processes (engine/divide.h).
 *
 * Each worker is a fork of the process that has built the formula, so it begins with everything that the solver has
 * learned, and keeps what it learns from part to part. Questions are divided by the choice that occurred most often in
 * clauses learned lately. Effort is counted in conflicts. A worker on another machine builds the formula itself, and
 * has to have the same choices. */
#ifndef HD_ENGINE_BMC_DIVIDED_H
#define HD_ENGINE_BMC_DIVIDED_H

#include "base/bytes.h"
#include "engine/bmc/solve.h"
#include "engine/engine.h"

typedef struct {
  hd_bmc_solver *solver; /* that can divide */
  hd_terms *T;           /* of the unfolding */
  hd_term wanted;
  const hd_program *p; /* the traces' */
  const hd_budget *budget;
  /* In a worker that has a model: the answer. */
  void (*tell)(void *context, hd_result *out);
  void *context;
  /* What a worker on another machine is told, so that it can build the same question (hd_bmc_open); NULL: nothing, and
   * only this machine is asked. */
  const hd_bytes *subject;
  hd_result *out; /* what a worker has told after HD_SAT, and statistics */
} hd_bmc_question;

/* Asks so many workers here, and those elsewhere. HD_UNSAT: in no execution, and nothing is lost in any. *lost: values
 * need more room, and the answer is HD_DONT_KNOW. */
hd_answer hd_bmc_ask_divided(const hd_bmc_question *q, uint32_t workers, bool *lost);

/* A worker on another machine: answers until the connection ends. */
HD_NORETURN void hd_bmc_serve(int fd);
/* For it: the question that the subject is about; NULL: it is not one. It is never freed. */
hd_bmc_question *hd_bmc_open_question(hd_reader *subject);

#endif
