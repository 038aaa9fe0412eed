/* project_widen.c - projections without conjuncts that they do not need. */
#include "logic/project.h"

enum { EFFORT = 400000 };

typedef struct {
  hd_terms *T;
  hd_solver *solver;
  const hd_symbol_set *goes;
  hd_term formula;
  hd_term known; /* implies exists x. formula */
  hd_term_list kept;
  bool arrays; /* the formula mentions some */
  uint32_t effort;
  hd_term left, right; /* the sides of an inequality that is looked at, or HD_NO_TERM, */
  uint64_t gap;        /* and by how much it failed in a state that does not belong to it */
} widening;

static void note_leaf(void *context, hd_term leaf)
{
  widening *w = context;
  if (hd_term_sort(w->T, leaf).kind == HD_SORT_ARRAY)
    w->arrays = true;
  else if (!w->goes->goes(w->goes->context, hd_term_symbol(w->T, leaf)))
    hd_vec_push(&w->kept, leaf);
}

/* Is it a conjunct of the formula itself? Then it is needed. */
static bool is_part(const widening *w, hd_term t)
{
  hd_term_list parts = {0};
  bool found = false;
  hd_formula_conjuncts(w->T, w->formula, &parts);
  for (uint32_t i = 0; i < parts.len; i++) found |= hd_term_same(parts.data[i], t);
  hd_vec_clear(&parts);
  return found;
}

static hd_term all_but(const widening *w, const hd_term_list *conjuncts, uint32_t but)
{
  hd_term all = hd_term_true(w->T);
  for (uint32_t i = 0; i < conjuncts->len; i++)
    if (i != but) all = hd_term_2(w->T, HD_OP_AND, all, conjuncts->data[i]);
  return all;
}

static hd_answer check_outside(widening *w, hd_term wanted)
{
  return hd_solver_check(w->solver, (hd_term[]){wanted, hd_formula_not(w->T, w->known)}, 2);
}

/* The values of the model, of all but what goes. */
static hd_term this_state(widening *w)
{
  hd_term all = hd_term_true(w->T);
  for (uint32_t i = 0; i < w->kept.len; i++) {
    hd_sort sort = hd_term_sort(w->T, w->kept.data[i]);
    hd_term value = hd_term_const(w->T, sort, hd_solver_value(w->solver, w->kept.data[i]));
    all = hd_term_2(w->T, HD_OP_AND, all, hd_term_2(w->T, HD_OP_EQ, w->kept.data[i], value));
  }
  return all;
}

/* A state outside of what is known satisfies `wanted`. Can the formula be true in it? Then more is known. */
static bool extend_known(widening *w, hd_term wanted)
{
  if (!w->effort) return false;
  w->effort--;
  if (hd_term_is(w->left)) w->gap = hd_solver_value(w->solver, w->left) - hd_solver_value(w->solver, w->right);
  hd_term where = w->arrays ? wanted : this_state(w);
  if (check_outside(w, hd_term_2(w->T, HD_OP_AND, where, w->formula)) != HD_SAT) return false;
  hd_env model = hd_solver_model(w->solver);
  hd_term more = hd_project(w->T, w->formula, w->goes, &model, NULL);
  w->known = hd_term_2(w->T, HD_OP_OR, w->known, more);
  return true;
}

/* Does `wanted` imply exists x. formula, as far as can be said? */
static bool suffices_for(widening *w, hd_term wanted)
{
  for (;;) {
    hd_answer outside = check_outside(w, wanted);
    if (outside == HD_UNSAT) return true;
    if (outside == HD_DONT_KNOW || !extend_known(w, wanted)) return false;
  }
}

/* --- bounds -------------------------------------------------------------------------------------------------- */

/* The sides of an inequality, with 64 bits. False: it is none. */
static bool look_at(widening *w, hd_term literal)
{
  hd_op op = hd_term_op(w->T, literal);
  w->left = w->right = HD_NO_TERM;
  if (op != HD_OP_SLT && op != HD_OP_SLE) return false;
  w->left = hd_term_resize(w->T, hd_term_arg(w->T, literal, 0), 64, true);
  w->right = hd_term_resize(w->T, hd_term_arg(w->T, literal, 1), 64, true);
  return true;
}

static hd_term relaxed(const widening *w, hd_term literal, uint64_t by)
{
  hd_term right = hd_term_2(w->T, HD_OP_ADD, w->right, hd_term_bv(w->T, 64, by));
  return hd_term_2(w->T, hd_term_op(w->T, literal), w->left, right);
}

/* The inequality is needed. How much of it? */
static void relax(widening *w, hd_term_list *conjuncts, uint32_t at)
{
  enum { MOST_PROBES = 4 };
  hd_term literal = conjuncts->data[at], best = literal;
  uint64_t good = 0, bad = w->gap;
  for (uint32_t i = 0; i < MOST_PROBES && w->effort && bad - good > 1 && bad < UINT64_C(1) << 48; i++) {
    uint64_t by = good + (bad - good) / 2;
    hd_term wider = relaxed(w, literal, by);
    conjuncts->data[at] = wider;
    w->gap = by;
    bool fits = hd_solver_check(w->solver, (hd_term[]){literal, hd_formula_not(w->T, wider)}, 2) == HD_UNSAT;
    if (fits && suffices_for(w, all_but(w, conjuncts, HD_NONE))) {
      good = by;
      best = wider;
    } else {
      bad = w->gap < by ? w->gap : by;
    }
  }
  conjuncts->data[at] = best;
}

hd_term hd_project_widen(hd_smt *s, hd_term formula, const hd_symbol_set *goes, hd_term projected, uint32_t effort)
{
  widening w = {.T = hd_smt_terms(s), .goes = goes, .formula = formula, .known = projected, .effort = effort};
  hd_term_list conjuncts = {0};
  hd_term_visit_leaves(w.T, hd_term_2(w.T, HD_OP_AND, formula, projected), note_leaf, &w);
  hd_formula_conjuncts(w.T, projected, &conjuncts);
  w.solver = hd_solver_new(s);
  hd_solver_limit(w.solver, EFFORT);
  for (uint32_t i = conjuncts.len; i-- > 0 && w.effort;) {
    if (is_part(&w, conjuncts.data[i])) continue;
    bool bounds = look_at(&w, conjuncts.data[i]);
    w.gap = 0;
    if (!suffices_for(&w, all_but(&w, &conjuncts, i))) {
      if (bounds) relax(&w, &conjuncts, i);
      continue;
    }
    for (uint32_t k = i + 1; k < conjuncts.len; k++) conjuncts.data[k - 1] = conjuncts.data[k];
    conjuncts.len--;
  }
  hd_term wide = hd_formula_and(w.T, conjuncts.data, conjuncts.len);
  hd_solver_free(w.solver);
  hd_vec_clear(&conjuncts);
  hd_vec_clear(&w.kept);
  return wide;
}
