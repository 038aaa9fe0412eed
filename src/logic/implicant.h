/* implicant.h - why a formula is true: a conjunction of literals that holds in a model and implies it.
 *
 * Where one argument decides an AND or OR, the others are left out; a choice (ITE), also deep inside an
 * arithmetic term, is replaced by the branch that the model takes, and its condition becomes
 * literals. So a literal is a comparison without choices, or its negation, and the conjunction
 * describes the one way through the formula that the model takes, with all values on that way. */
#ifndef HD_LOGIC_IMPLICANT_H
#define HD_LOGIC_IMPLICANT_H

#include "logic/eliminate.h"

/* Appends the literals. The formula is true in the model. */
void hd_implicant(hd_terms *T, hd_term formula, const hd_env *model, hd_term_list *out);

/* Removes the symbols that `goes` names from conjuncts that are true in the model: by an equation where one fixes the
 * symbol, otherwise by its value in the model. What is left implies what was there for some value of the symbols, and
 * is true in the model. project.h gives stronger results at a higher cost. */
void hd_implicant_project(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model);

/* Gives the variable its value in the model, and drops what became true. */
void hd_implicant_put(hd_terms *T, hd_term_list *conjuncts, hd_term variable, const hd_env *model);

#endif
