/* linear.h - conjunctions of bit-vector literals as linear inequalities over the integers.
 *
 * Where the conjuncts themselves say that a sum does not wrap around, as conditions of paths through C
 * programs do, its value is the integer sum, and comparisons of such sums are inequalities. They have a
 * normal form without those conditions, as far as the rest implies them, and variables can be eliminated from
 * them (Fourier and Motzkin). Variables are read as signed. What is not linear is left as it is. */
#ifndef HD_LOGIC_LINEAR_H
#define HD_LOGIC_LINEAR_H

#include "base/map.h"
#include "logic/formula.h"
#include "logic/implicant.h"

typedef struct {
  uint32_t symbol;
  int64_t factor;
} hd_monomial;
typedef HD_VEC(hd_monomial) hd_sum; /* by symbol, factors not 0 */

/* sum <= bound, or sum = bound. */
typedef struct {
  hd_sum sum;
  int64_t bound;
  bool equal, gone;
} hd_linear_row;

typedef struct {
  hd_terms *T;
  HD_VEC(hd_linear_row) rows;
  hd_term_list rest; /* conjuncts that are no inequalities */
  hd_map width;      /* symbol -> bits */
  bool none;         /* there is no solution */
  bool exact;        /* nothing was lost by elimination so far */
} hd_linear;

void hd_linear_init(hd_linear *x, hd_terms *T);
void hd_linear_clear(hd_linear *x);

/* Reads the conjuncts. */
void hd_linear_add(hd_linear *x, hd_term formula);
/* exists symbols. all of it: what cannot be eliminated exactly becomes weaker (exact is false then). */
void hd_linear_eliminate(hd_linear *x, const hd_symbol_set *goes);
/* As a formula: few, small inequalities. */
hd_term hd_linear_formula(hd_linear *x);

/* The formula in normal form; inside disjunctions too. */
hd_term hd_linear_normal(hd_terms *T, hd_term formula);

#endif
