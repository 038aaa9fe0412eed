/* check.h - the recheck of a `safe`: a proof is taken apart, and every piece must be valid.
 *
 * It knows the program, terms and a solver, and nothing of the engine that found the proof. The pieces: every clause
 * holds at the start (initiation), after the steps of its parties (consecution) and of others (interference); what
 * holds excludes violations and places where nothing is known (safety); and where a proof speaks about cut-points only,
 * what lies between them concerns no other instance (progress, privacy). */
#ifndef HD_EVIDENCE_CHECK_H
#define HD_EVIDENCE_CHECK_H

#include "base/budget.h"
#include "logic/smt.h"
#include "program/cause.h"
#include "trace/certificate.h"

typedef enum {
  HD_PROOF_HOLDS,
  HD_PROOF_FAILS, /* it is no proof; the cause says which piece is not valid */
  HD_PROOF_OPEN   /* not decided: the budget ended, or the kind cannot be rechecked here */
} hd_checked_verdict;

typedef struct {
  hd_arena arena;
  hd_checked_verdict verdict;
  hd_cause cause;     /* FAILS, and whose step it is, or OPEN */
  const char *relies; /* HOLDS: what is taken for granted, for people; or NULL */
  unsigned relied;    /* the same as HD_RELIES_* */
  uint32_t claims;    /* how many pieces */
} hd_checked;

typedef struct {
  const char *solver; /* NULL: Z3; otherwise the cvc5 command */
  bool unbounded;     /* mathematical integers: the proof was found under --arith unbounded */
} hd_check_options;

/* The certificate's terms are of the program's pool. *out is filled in; hd_checked_clear. */
void hd_certificate_check(const hd_program *p, const hd_certificate *c, hd_property property,
                          const hd_check_options *options, const hd_budget *budget, hd_checked *out);
void hd_checked_clear(hd_checked *c);

#endif
