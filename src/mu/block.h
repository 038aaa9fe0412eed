/* block.h - the optimizer's view of a formula: a union of clauses, each a conjunction under
 * existential quantifiers.
 *
 * A clause's conjuncts (*factors*) are relations applied to variables and constants, equalities of
 * variables, and whatever else there is, opaque. Equalities are not multiplied but substituted, and so
 * are the equal bits of an input relation's parts; what remains is multiplied in an order that
 * quantifies each variable as soon as its last factor is in (plan.c). */
#ifndef HD_MU_BLOCK_H
#define HD_MU_BLOCK_H

#include "mu/syntax.h"

typedef enum { MU_FACTOR_APPLY, MU_FACTOR_EQUAL, MU_FACTOR_OPAQUE } mu_factor_kind;

typedef struct {
  mu_factor_kind kind;
  const mu_expr *e;
  uint32_t n;        /* bits */
  uint32_t *formals; /* APPLY: the relation's bits; OPAQUE: the formula's free ones; EQUAL: one side */
  int64_t *actuals;  /* variables, or MU_BIT_ZERO and MU_BIT_ONE */
  bool negated;      /* APPLY: what is not in the relation */
  bool overridden;   /* for an iteration: this value instead of the relation's */
  hd_bdd override;
  bool fresh; /* ... which is what is new, and not a value that grows */
} mu_factor;

typedef struct mu_plan mu_plan;

typedef struct {
  HD_VEC(mu_slot *) bound;
  HD_VEC(mu_factor) factors;
  HD_VEC(mu_plan *) plans; /* one for each choice of parts; their union is the clause */
  uint64_t generation;     /* of the plans; 0: none are made */
  bool bounded;            /* is `domain` known? */
  hd_bdd domain;           /* kept: of the relation that it is a clause of, as far as the clause does not imply it */
} mu_clause;

typedef struct mu_block {
  HD_VEC(mu_clause *) clauses;
  HD_VEC(mu_relation *) uses; /* defined relations applied anywhere in it */
  HD_VEC(hd_bdd) known_for;   /* their values when `value` was computed; kept */
  hd_bdd value;               /* kept */
  bool known;
  uint64_t generation; /* of the inputs, when `value` was computed */
} mu_block;

/* Made when first asked for; owned by the system. */
mu_block *mu_block_of(hd_mu *m, const mu_expr *e);
hd_bdd mu_block_value(hd_mu *m, const mu_expr *e);
hd_bdd mu_clause_value(hd_mu *m, mu_clause *c);
void mu_block_free(mu_block *b);

/* --- plan.c -------------------------------------------------------------------------------------- */

void mu_clause_plan(hd_mu *m, mu_clause *c); /* makes c->plans unless they are up to date */
hd_bdd mu_plan_run(hd_mu *m, mu_plan *p);
void mu_plan_free(mu_plan *p);
/* The constraint that the slot's bits are a value of its type, unless the clause's relations imply it. */
hd_bdd mu_clause_domain(const mu_clause *c, const mu_slot *slot);

#endif
