/* formula.h - the shape of formulas: conjuncts, negation normal form, solving for a variable. */
#ifndef HD_LOGIC_FORMULA_H
#define HD_LOGIC_FORMULA_H

#include "expr/term.h"

typedef HD_VEC(hd_term) hd_term_list;

/* Appends the conjuncts of t, each once; nothing for true. */
void hd_formula_conjuncts(hd_terms *T, hd_term t, hd_term_list *out);
void hd_formula_disjuncts(hd_terms *T, hd_term t, hd_term_list *out);
hd_term hd_formula_and(hd_terms *T, const hd_term *terms, uint32_t n);
hd_term hd_formula_or(hd_terms *T, const hd_term *terms, uint32_t n);
hd_term hd_formula_not(hd_terms *T, hd_term t);

/* Negations stand before atoms only; ITE between formulas is spelled out. */
hd_term hd_formula_nnf(hd_terms *T, hd_term t);

hd_term hd_formula_replace(hd_terms *T, hd_term t, uint32_t symbol, hd_term by);

/* Does the equation fix the symbol: x + a = b, x ^ a = b, - x = b, ..? Then its value, a term that
 * does not mention it; otherwise HD_NO_TERM. A Boolean variable or its negation counts as well. */
hd_term hd_formula_solve(hd_terms *T, hd_term equation, uint32_t symbol);

/* Removes the symbol from the conjuncts by an equation that fixes it. False: there is none. */
bool hd_formula_eliminate(hd_terms *T, hd_term_list *conjuncts, uint32_t symbol);

#endif
