/* symbolic.h - the steps of a Boolean program as BDDs, without their locations.
 *
 * A row gives the BDD variables of one copy of the state. An expression becomes two sets: where it can
 * be 0 and where it can be 1 (both, where it chooses). Most expressions choose nothing: then the second set
 * is enough, and the first one is not computed. */
#ifndef HD_ENGINE_FIXPOINT_SYMBOLIC_H
#define HD_ENGINE_FIXPOINT_SYMBOLIC_H

#include "boolean/boolean.h"
#include "logic/bdd.h"

typedef struct {
  const uint32_t *globals, *locals; /* BDD variables, by slot */
} hd_fx_row;

typedef struct {
  hd_bdd may0, may1;
  bool sure; /* nothing is chosen: may0 is everything but may1, and not set */
} hd_fx_values;

uint32_t hd_fx_var(const hd_bp *p, hd_fx_row row, uint32_t var);
hd_fx_values hd_fx_eval(const hd_bp *p, hd_bp_expr e, hd_fx_row now, const hd_fx_row *next);
/* Where the condition can hold; absent: everywhere. */
hd_bdd hd_fx_holds(const hd_bp *p, hd_bp_expr e, hd_fx_row now, const hd_fx_row *next);
hd_bdd hd_fx_enforce(const hd_bp *p, uint32_t proc, hd_fx_row row);
/* The variable of `var` equals one of the values. */
hd_bdd hd_fx_becomes(uint32_t var, hd_fx_values values);
hd_bdd hd_fx_equal(uint32_t a, uint32_t b);

/* What a STEP edge may change: variables of the program. */
void hd_fx_written(const hd_bp *p, const hd_bp_edge *e, hd_u32s *vars);
/* Guard, assignments and constraint; no frame: variables that are not written are not mentioned in `next`; where the
 * constraint names one of them after the step, its value before the step is used. */
hd_bdd hd_fx_step(const hd_bp *p, const hd_bp_edge *e, hd_fx_row now, hd_fx_row next);

#endif
