/* judge.h - what decides whether claims are valid: Z3 through src/logic, or cvc5 by itself.
 *
 * Bit-vectors decide; integers may be tried first, since both give the same answers. */
#ifndef HD_EVIDENCE_JUDGE_H
#define HD_EVIDENCE_JUDGE_H

#include "evidence/proof.h"
#include "logic/smt.h"
#include "program/cause.h"

/* Z3, for one claim after the other: HD_UNSAT when it is valid. */
hd_court *hd_court_new(hd_terms *T, bool unbounded, const hd_budget *budget);
void hd_court_free(hd_court *c);
hd_answer hd_court_ask(hd_court *c, hd_term claim);

typedef struct {
  hd_answer answer; /* HD_UNSAT: all are valid; HD_SAT: one is not; otherwise one is open */
  uint32_t claim;   /* which one */
  hd_cause cause;   /* why it is open; text in the arena or a constant */
} hd_judgement;

/* By the proof's own solver. */
hd_judgement hd_judge_z3(const hd_proof *x, const hd_budget *budget);
/* One process that reads SMT-LIB; `command` is its name or path. */
hd_judgement hd_judge_cvc5(hd_proof *x, const char *command, const hd_budget *budget);

#endif
