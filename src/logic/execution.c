/* execution.c - the values of variables along a path as terms, with a fresh symbol for each input. */
#include "logic/execution.h"

static bool is_fresh(void *context, uint32_t symbol)
{
  (void)context;
  return symbol >= HD_FRESH;
}

const hd_symbol_set hd_fresh_symbols = {is_fresh, NULL};

void hd_execution_clear(hd_execution *x)
{
  hd_map_clear(&x->values);
  hd_vec_clear(&x->facts);
}

static hd_term fresh_value(hd_execution *x, hd_sort sort)
{
  return hd_term_var(x->p->terms, sort, x->fresh++);
}

static hd_term current_value(void *context, hd_term leaf)
{
  hd_execution *x = context;
  if (hd_term_op(x->p->terms, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t v = hd_term_symbol(x->p->terms, leaf);
  if (v >= HD_FRESH) return HD_NO_TERM;
  const uint64_t *known = hd_map_find(&x->values, v);
  if (known) return (hd_term){(uint32_t)*known};
  hd_term value = fresh_value(x, hd_term_sort(x->p->terms, leaf));
  hd_map_put(&x->values, v, value.id);
  return value;
}

hd_term hd_execution_now(hd_execution *x, hd_term t)
{
  return hd_term_substitute(x->p->terms, t, &(hd_rewrite){current_value, x});
}

void hd_execution_assume(hd_execution *x, hd_term fact)
{
  if (hd_term_is(fact)) hd_formula_conjuncts(x->p->terms, hd_execution_now(x, fact), &x->facts);
}

hd_term hd_execution_inside(const hd_program *p, const hd_edge_info *e)
{
  hd_term all = hd_term_true(p->terms);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    if (!hd_term_is(a->index)) continue;
    hd_term count = hd_term_bv(p->terms, 32, hd_var_get(p, a->var)->count);
    all = hd_term_2(p->terms, HD_OP_AND, all, hd_term_2(p->terms, HD_OP_ULT, a->index, count));
  }
  return all;
}

/* The values and indices of an edge's targets, before any of them is assigned. */
typedef struct {
  hd_term_list values, indices;
} effects;

static void add_effect(hd_execution *x, const hd_assign *a, hd_term_list *inputs, effects *out)
{
  hd_term value = hd_term_is(a->value) ? hd_execution_now(x, a->value) : fresh_value(x, hd_var_get(x->p, a->var)->sort);
  if (!hd_term_is(a->value) && inputs) hd_vec_push(inputs, value);
  hd_vec_push(&out->values, value);
  hd_vec_push(&out->indices, hd_term_is(a->index) ? hd_execution_now(x, a->index) : HD_NO_TERM);
}

/* What is outside of an array reads as 0, so writing 0 there changes nothing. */
static hd_term value_inside(const hd_execution *x, hd_var v, hd_term index, hd_term value)
{
  hd_terms *T = x->p->terms;
  const hd_var_info *info = hd_var_get(x->p, v);
  hd_term inside = hd_term_2(T, HD_OP_ULT, index, hd_term_bv(T, 32, info->count));
  return hd_term_3(T, HD_OP_ITE, inside, value, hd_term_const(T, info->sort, 0));
}

static void assign_var(hd_execution *x, hd_var v, hd_term index, hd_term value)
{
  if (hd_term_is(index)) {
    if (x->anywhere) value = value_inside(x, v, index, value);
    hd_term array = hd_execution_now(x, hd_program_var_term(x->p, v));
    value = hd_term_3(x->p->terms, HD_OP_STORE, array, index, value);
  }
  hd_map_put(&x->values, v.id, value.id);
}

void hd_execution_take(hd_execution *x, hd_edge edge, hd_term_list *inputs)
{
  const hd_edge_info *e = hd_edge_get(x->p, edge);
  hd_execution_assume(x, e->guard);
  if (e->kind == HD_EDGE_ASSERT && !x->skip_asserts) hd_execution_assume(x, e->cond);
  effects now = {0};
  for (uint32_t i = 0; i < e->n_assigns; i++) add_effect(x, &e->assigns[i], inputs, &now);
  for (uint32_t i = 0; i < e->n_assigns; i++) assign_var(x, e->assigns[i].var, now.indices.data[i], now.values.data[i]);
  hd_vec_clear(&now.values);
  hd_vec_clear(&now.indices);
}
