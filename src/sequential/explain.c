/* explain.c - the literals of a state under a model that the next move needs. */
#include "sequential/explain.h"

#include "base/map.h"

typedef struct {
  hd_terms *T;
  hd_solver *model;
  hd_map leaves; /* symbol to VAR term */
} reading;

static void note_leaf(void *context, hd_term leaf)
{
  reading *x = context;
  hd_map_put(&x->leaves, hd_term_symbol(x->T, leaf), leaf.id);
}

static uint64_t read_model(void *context, uint32_t symbol, bool array, uint64_t index)
{
  reading *x = context;
  const uint64_t *leaf = hd_map_find(&x->leaves, symbol);
  if (!leaf) return 0;
  hd_term t = {(uint32_t)*leaf};
  return array ? hd_solver_element(x->model, t, index) : hd_solver_value(x->model, t);
}

static bool is_input(void *context, uint32_t symbol)
{
  const hd_cutgraph *g = context;
  if (!g->cells->list.len) return true;
  uint32_t first = hd_term_symbol(g->p->terms, g->state[0]);
  return symbol < first || symbol - first >= g->cells->list.len;
}

static void push_literal(hd_terms *T, hd_term literal, hd_term_list *cube)
{
  uint64_t value;
  hd_term a = hd_term_arity(T, literal) ? hd_term_arg(T, literal, 0) : HD_NO_TERM;
  bool split = hd_term_op(T, literal) == HD_OP_EQ && hd_term_is_const(T, hd_term_arg(T, literal, 1), &value) &&
               hd_term_sort(T, a).kind == HD_SORT_BV && hd_term_sort(T, a).width > 1;
  if (!split) {
    hd_vec_push(cube, literal);
    return;
  }
  hd_term k = hd_term_arg(T, literal, 1);
  hd_term low = hd_term_2(T, HD_OP_SLE, k, a), high = hd_term_2(T, HD_OP_SLE, a, k);
  if (!hd_term_is_true(T, low)) hd_vec_push(cube, low);
  if (!hd_term_is_true(T, high)) hd_vec_push(cube, high);
}

hd_term_list hd_seq_explain(hd_cutgraph *g, hd_solver *model, hd_term formula)
{
  return hd_seq_explain_state(g->p->terms, &(hd_symbol_set){is_input, g}, model, formula);
}

hd_term_list hd_seq_explain_state(hd_terms *T, const hd_symbol_set *inputs, hd_solver *model, hd_term formula)
{
  reading x = {.T = T, .model = model};
  hd_term_list literals = {0}, cube = {0};
  hd_env env = {read_model, &x};
  hd_term_visit_leaves(x.T, formula, note_leaf, &x);
  hd_implicant(x.T, formula, &env, &literals);
  hd_implicant_project(x.T, &literals, inputs, &env);
  for (uint32_t i = 0; i < literals.len; i++) push_literal(x.T, literals.data[i], &cube);
  hd_vec_clear(&literals);
  hd_map_clear(&x.leaves);
  return cube;
}
