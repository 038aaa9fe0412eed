/* smt_random.h - random terms given to the solver: under an environment a term has the value
 * that its operators give, and no other; a model of a formula satisfies the evaluator. */
#ifndef HD_TESTS_SMT_RANDOM_H
#define HD_TESTS_SMT_RANDOM_H

#include "expr_random.h"
#include "logic/smt.h"

/* The leaves of a term, as facts that give them the values of an environment. */
typedef struct {
  const random_terms *R;
  hd_solver *v;
  unsigned environment;
} smt_leaves;

static inline void smt_fix_leaf(void *context, hd_term leaf)
{
  smt_leaves *l = context;
  hd_terms *T = l->R->T;
  hd_sort sort = hd_term_sort(T, leaf);
  random_env env = {random_env_seed(l->R, l->environment)};
  uint32_t symbol = hd_term_symbol(T, leaf);
  if (sort.kind != HD_SORT_ARRAY) {
    uint64_t value = random_env_read(&env, symbol, false, 0);
    hd_solver_assert(l->v, hd_term_2(T, HD_OP_EQ, leaf, hd_term_const(T, sort, value)));
    return;
  }
  for (unsigned i = 0; i < ELEMENTS; i++) {
    hd_term element = hd_term_2(T, HD_OP_SELECT, leaf, hd_term_bv(T, INDEX_BITS, i));
    hd_solver_assert(l->v, hd_term_eq_bv(T, element, random_env_read(&env, symbol, true, i)));
  }
}

typedef enum { SMT_AGREES, SMT_GIVES_UP, SMT_IS_WRONG } smt_outcome;

/* Does the solver give the term this value under the environment, and no other? */
static inline smt_outcome smt_agrees(hd_solver *v, const random_terms *R, const random_case *c, unsigned environment)
{
  hd_terms *T = R->T;
  hd_sort sort = hd_term_sort(T, c->term);
  if (sort.kind == HD_SORT_ARRAY) return SMT_AGREES;
  smt_leaves leaves = {R, v, environment};
  hd_term is = hd_term_2(T, HD_OP_EQ, c->term, hd_term_const(T, sort, c->values[environment]));
  hd_term is_not = hd_term_1(T, HD_OP_NOT, is);
  hd_solver_push(v);
  hd_term_visit_leaves(T, c->term, smt_fix_leaf, &leaves);
  hd_answer no = hd_solver_check(v, &is_not, 1), yes = hd_solver_check(v, &is, 1);
  bool same = yes != HD_SAT || hd_solver_value(v, c->term) == c->values[environment];
  hd_solver_pop(v, 1);
  if (no == HD_SAT || yes == HD_UNSAT || !same) return SMT_IS_WRONG;
  return no == HD_DONT_KNOW || yes == HD_DONT_KNOW ? SMT_GIVES_UP : SMT_AGREES;
}

/* Asks for a model of a random fact about the term: DONT_KNOW, or UNSAT, or a model that
 * the evaluator agrees with. */
static inline bool smt_model_is_right(hd_solver *v, random_terms *R, const random_case *c, hd_answer *answer)
{
  hd_terms *T = R->T;
  hd_sort sort = hd_term_sort(T, c->term);
  *answer = HD_DONT_KNOW;
  if (sort.kind == HD_SORT_ARRAY) return true;
  hd_term wanted = hd_term_const(T, sort, c->values[random_below(&R->state, ENVIRONMENTS)]);
  hd_term fact = hd_term_2(T, HD_OP_EQ, c->term, wanted);
  *answer = hd_solver_check(v, &fact, 1);
  return *answer == HD_DONT_KNOW || (*answer == HD_SAT && hd_solver_value(v, fact));
}

#endif
