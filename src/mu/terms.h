/* terms.h - values that depend on variables, as rows of bits; comparing them; applying relations to them. */
#ifndef HD_MU_TERMS_H
#define HD_MU_TERMS_H

#include "mu/syntax.h"

/* The BDD variables of a path without computed indices; NULL when e is something else. */
const uint32_t *mu_path_bits(const mu_expr *e);

/* The formula of a comparison, or of a path of type bool. */
hd_bdd mu_eval_atom(hd_mu *m, const mu_expr *e);

/* What an argument's bit is: a BDD variable, a constant, or something that has to be computed. */
enum { MU_BIT_ZERO = -1, MU_BIT_ONE = -2 };
/* The bits of an argument for a parameter of this type, when all are variables or constants; false
 * otherwise. A constant outside of the type sets *never. */
bool mu_argument_bits(const mu_expr *e, const mu_type *wanted, int64_t *bits, bool *never);

/* value, a set over the parameters of e->relation, with the arguments put in. */
hd_bdd mu_apply_value(hd_mu *m, const mu_expr *e, hd_bdd value);

#endif
