/* eval.h - the values of formulas and of relations.
 *
 * A formula's value is a set over the BDD variables of its free variables. Every function here may
 * return none when the budget ended; results are registered with the innermost scope. */
#ifndef HD_MU_EVAL_H
#define HD_MU_EVAL_H

#include "mu/syntax.h"

hd_bdd mu_eval(hd_mu *m, const mu_expr *e);
/* The final value; or, while the relation is iterated, its present one. */
hd_bdd mu_relation_value(hd_mu *m, mu_relation *r);
/* An input relation as one set, frames included. */
hd_bdd mu_input_value(mu_relation *r);
void mu_forget_values(hd_mu *m);

#endif
