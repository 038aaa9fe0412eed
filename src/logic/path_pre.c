/* path_pre.c - what holds before a path. */
#include "logic/execution.h"
#include "logic/linear.h"
#include "logic/path_run.h"
#include "logic/project.h"

/* How many further projections a wider precondition may cost, and how many of Z3's resource units a model. */
enum { WIDEN = 6, EFFORT = 1000000 };

#define ORDINARY (INT64_C(1) << 20)

static hd_term conjoin_known(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

typedef struct {
  hd_program *p;
  const hd_edge_info *edge;
  uint32_t first; /* the symbol of the edge's first input */
} substitution;

static hd_term input_symbol(const hd_program *p, const hd_assign *a, uint32_t symbol)
{
  return hd_term_var(p->terms, hd_var_get(p, a->var)->sort, symbol);
}

/* The value that the edge gives to its i-th target; *input counts the inputs before it. */
static hd_term target_value(const substitution *s, uint32_t i, uint32_t *input)
{
  const hd_assign *a = &s->edge->assigns[i];
  return hd_term_is(a->value) ? a->value : input_symbol(s->p, a, s->first + (*input)++);
}

/* A scalar is assigned once at most. Of several assignments to one element of an array, the last one counts. */
static hd_term assigned_leaf(void *context, hd_term leaf)
{
  const substitution *s = context;
  hd_terms *T = s->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  hd_term now = leaf;
  for (uint32_t i = 0, input = 0; i < s->edge->n_assigns; i++) {
    const hd_assign *a = &s->edge->assigns[i];
    hd_term value = target_value(s, i, &input);
    if (a->var.id != hd_term_symbol(T, leaf)) continue;
    now = hd_term_is(a->index) ? hd_term_3(T, HD_OP_STORE, now, a->index, value) : value;
  }
  return now;
}

/* exists fresh symbols. t, or HD_NO_TERM. */
static hd_term without_fresh(hd_terms *T, hd_term t)
{
  hd_linear x;
  hd_linear_init(&x, T);
  hd_linear_add(&x, t);
  hd_linear_eliminate(&x, &hd_fresh_symbols);
  hd_term result = hd_linear_formula(&x);
  if (!x.exact) result = HD_NO_TERM;
  hd_linear_clear(&x);
  return result;
}

/* --- inputs ------------------------------------------------------------------------------------------------ */

/* What is known about the path. */
typedef struct {
  hd_program *p;
  const hd_path_how *how;
  hd_path_run run; /* the execution, if one is known */
} knowledge;

uint32_t hd_path_takes(const hd_edge_info *e)
{
  uint32_t inputs = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) inputs += !hd_term_is(e->assigns[i].value);
  return inputs;
}

typedef struct {
  hd_terms *T;
  hd_term all;
} ordinary;

static void add_ordinary(void *context, hd_term leaf)
{
  ordinary *x = context;
  hd_sort sort = hd_term_sort(x->T, leaf);
  if (sort.kind != HD_SORT_BV || sort.width < 24) return;
  hd_term low = hd_term_bv(x->T, sort.width, (uint64_t)-ORDINARY), high = hd_term_bv(x->T, sort.width, ORDINARY);
  x->all = hd_term_2(x->T, HD_OP_AND, x->all, hd_term_2(x->T, HD_OP_SLE, low, leaf));
  x->all = hd_term_2(x->T, HD_OP_AND, x->all, hd_term_2(x->T, HD_OP_SLE, leaf, high));
}

/* Are the variables small numbers? Around those, sums seldom wrap around. */
static hd_term are_ordinary(hd_terms *T, hd_term t)
{
  ordinary x = {T, hd_term_true(T)};
  hd_term_visit_leaves(T, t, add_ordinary, &x);
  return x.all;
}

/* Around some model, if there is one. HD_NO_TERM: not affordable. */
static hd_term around_any(hd_smt *smt, hd_term t, bool *exact)
{
  hd_term found = HD_NO_TERM;
  hd_solver *solver = hd_solver_new(smt);
  hd_solver_limit(solver, EFFORT);
  hd_answer answer = hd_solver_check(solver, (hd_term[]){t, are_ordinary(hd_smt_terms(smt), t)}, 2);
  if (answer != HD_SAT) answer = hd_solver_check(solver, &t, 1);
  *exact = answer == HD_UNSAT;
  if (answer == HD_UNSAT) found = hd_term_false(hd_smt_terms(smt));
  if (answer == HD_SAT) {
    hd_env model = hd_solver_model(solver);
    found = hd_project(hd_smt_terms(smt), t, &hd_fresh_symbols, &model, exact);
  }
  hd_solver_free(solver);
  return found;
}

/* Around the execution, if the formula is true in it; otherwise around any model. */
static hd_term projected_formula(knowledge *x, hd_term t, uint32_t at)
{
  hd_terms *T = x->p->terms;
  hd_env env = {0};
  hd_term found;
  bool exact = false;
  if (x->how->before) env = hd_path_run_at(&x->run, at);
  if (x->how->before && hd_term_eval(T, t, &env))
    found = hd_project(T, t, &hd_fresh_symbols, &env, &exact);
  else
    found = around_any(x->how->smt, t, &exact);
  if (hd_term_is(found) && !exact) found = hd_project_widen(x->how->smt, t, &hd_fresh_symbols, found, WIDEN);
  return found;
}

/* With the values that the inputs had. */
static hd_term with_values(hd_program *p, hd_term t, const hd_path_step *step)
{
  const hd_edge_info *e = hd_edge_get(p, step->edge);
  for (uint32_t i = 0, input = 0; i < e->n_assigns; i++) {
    if (hd_term_is(e->assigns[i].value)) continue;
    uint64_t value = step->inputs && input < step->n_inputs ? step->inputs[input] : 0;
    hd_term known = hd_term_const(p->terms, hd_var_get(p, e->assigns[i].var)->sort, value);
    t = hd_formula_replace(p->terms, t, HD_FRESH + input++, known);
  }
  return t;
}

/* Takes the edge's inputs out of the formula: by an equation, by elimination, by projection, or by the value that is
 * known. */
static hd_term without_inputs(knowledge *x, hd_term t, uint32_t at, const hd_path_step *step)
{
  hd_terms *T = x->p->terms;
  uint32_t inputs = hd_path_takes(hd_edge_get(x->p, step->edge));
  hd_term_list conjuncts = {0};
  hd_formula_conjuncts(T, t, &conjuncts);
  for (uint32_t i = 0; i < inputs; i++) hd_formula_eliminate(T, &conjuncts, HD_FRESH + i);
  t = hd_formula_and(T, conjuncts.data, conjuncts.len);
  hd_vec_clear(&conjuncts);
  hd_term less = x->how->linear ? without_fresh(T, t) : HD_NO_TERM;
  if (!hd_term_is(less) && inputs && x->how->smt) less = projected_formula(x, t, at);
  return hd_term_is(less) ? less : with_values(x->p, t, step);
}

hd_term hd_path_pre(hd_program *p, const hd_path_step *steps, uint32_t n, hd_term after, const hd_path_how *how)
{
  hd_term formula = after;
  knowledge x = {.p = p, .how = how};
  if (how->smt && how->before) hd_path_run_init(&x.run, p, steps, n, how->before);
  for (uint32_t i = n; i-- > 0;) {
    const hd_edge_info *e = hd_edge_get(p, steps[i].edge);
    substitution by = {p, e, HD_FRESH};
    formula = hd_term_substitute(p->terms, formula, &(hd_rewrite){assigned_leaf, &by});
    formula = hd_term_2(p->terms, HD_OP_AND, formula, hd_execution_inside(p, e));
    formula = conjoin_known(p->terms, formula, e->guard);
    if (e->kind == HD_EDGE_ASSERT && !how->skip_asserts) formula = conjoin_known(p->terms, formula, e->cond);
    formula = without_inputs(&x, formula, i, &steps[i]);
  }
  hd_path_run_clear(&x.run);
  return formula;
}
