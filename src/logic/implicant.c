/* implicant.c - walks a formula under a model and keeps the literals that decide it. */
#include "logic/implicant.h"

#include "base/map.h"

typedef struct {
  hd_terms *T;
  const hd_env *model;
  hd_map values; /* term to its value in the model */
  hd_map seen;   /* formulas that were explained */
  hd_map images; /* terms without choices, by term */
  hd_u32s work;  /* formulas to explain */
} search;

/* --- values ------------------------------------------------------------------------------ */

static uint64_t value_of_leaf(search *x, hd_term t)
{
  if (hd_term_op(x->T, t) == HD_OP_CONST) return hd_term_value(x->T, t);
  return hd_term_eval(x->T, t, x->model);
}

static uint64_t value_of_parts(search *x, hd_term t)
{
  uint64_t args[3] = {0};
  unsigned n = hd_term_arity(x->T, t);
  hd_op op = hd_term_op(x->T, t);
  if (n == 0 || op == HD_OP_SELECT) return value_of_leaf(x, t);
  for (unsigned i = 0; i < n; i++) args[i] = *hd_map_find(&x->values, hd_term_arg(x->T, t, i).id);
  unsigned width = hd_term_sort(x->T, t).width, arg_width = hd_term_sort(x->T, hd_term_arg(x->T, t, 0)).width;
  uint64_t low = op == HD_OP_EXTRACT ? hd_term_value(x->T, t) : 0;
  return hd_op_eval(op, width, arg_width, low, args);
}

/* Computes the values of a term's parts first, without recursion; arrays have none. */
static uint64_t value_of(search *x, hd_term t)
{
  hd_u32s stack = {0};
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    hd_term now = {hd_vec_last(&stack)};
    uint32_t before = stack.len;
    bool whole = hd_term_op(x->T, now) != HD_OP_SELECT;
    for (unsigned i = 0; whole && i < hd_term_arity(x->T, now); i++) {
      uint32_t arg = hd_term_arg(x->T, now, i).id;
      if (!hd_map_find(&x->values, arg)) hd_vec_push(&stack, arg);
    }
    if (stack.len > before) continue;
    stack.len--;
    if (!hd_map_find(&x->values, now.id)) hd_map_put(&x->values, now.id, value_of_parts(x, now));
  }
  hd_vec_clear(&stack);
  return *hd_map_find(&x->values, t.id);
}

/* --- choices ----------------------------------------------------------------------------- */

static void explain_formula(search *x, hd_term formula)
{
  if (hd_map_find(&x->seen, formula.id)) return;
  hd_map_put(&x->seen, formula.id, 1);
  hd_vec_push(&x->work, formula.id);
}

static hd_term branch_of(search *x, hd_term ite)
{
  return hd_term_arg(x->T, ite, value_of(x, hd_term_arg(x->T, ite, 0)) ? 1 : 2);
}

static hd_term image(const search *x, hd_term t)
{
  return (hd_term){(uint32_t)*hd_map_find(&x->images, t.id)};
}

static hd_term rebuild_term(search *x, hd_term t)
{
  hd_term args[3] = {{0}};
  hd_op op = hd_term_op(x->T, t);
  if (op == HD_OP_ITE) return image(x, branch_of(x, t));
  unsigned n = hd_term_arity(x->T, t);
  bool changed = false;
  for (unsigned i = 0; i < n; i++) {
    args[i] = image(x, hd_term_arg(x->T, t, i));
    changed |= !hd_term_same(args[i], hd_term_arg(x->T, t, i));
  }
  if (!changed) return t;
  return hd_term_build(x->T, op, hd_term_sort(x->T, t), op == HD_OP_EXTRACT ? hd_term_value(x->T, t) : 0, args);
}

/* The parts of t that the model needs, arguments before terms. */
static void needed(search *x, hd_term t)
{
  hd_u32s stack = {0};
  hd_vec_push(&stack, t.id);
  while (stack.len) {
    hd_term now = {hd_vec_last(&stack)};
    uint32_t before = stack.len;
    bool choice = hd_term_op(x->T, now) == HD_OP_ITE;
    for (unsigned i = 0; i < (choice ? 1 : hd_term_arity(x->T, now)); i++) {
      hd_term arg = choice ? branch_of(x, now) : hd_term_arg(x->T, now, i);
      if (!hd_map_find(&x->images, arg.id)) hd_vec_push(&stack, arg.id);
    }
    if (stack.len > before) continue;
    stack.len--;
    if (hd_map_find(&x->images, now.id)) continue;
    if (choice) explain_formula(x, hd_term_arg(x->T, now, 0));
    hd_map_put(&x->images, now.id, rebuild_term(x, now).id);
  }
  hd_vec_clear(&stack);
}

static hd_term without_choices(search *x, hd_term t)
{
  if (!hd_map_find(&x->images, t.id)) needed(x, t);
  return image(x, t);
}

/* --- formulas ---------------------------------------------------------------------------- */

static void add_literal(search *x, hd_term atom, bool positive, hd_term_list *out)
{
  hd_term literal = without_choices(x, atom);
  uint64_t value;
  if (!positive) literal = hd_term_1(x->T, HD_OP_NOT, literal);
  if (!hd_term_is_const(x->T, literal, &value)) hd_vec_push(out, literal);
}

/* Of an AND that is false or an OR that is true: the argument that says so, one that is explained
 * already if there is a choice, or the simpler one. */
static hd_term decisive(search *x, hd_term a, hd_term b, bool value)
{
  bool from_a = (value_of(x, a) != 0) == value, from_b = (value_of(x, b) != 0) == value;
  if (!from_a || !from_b) return from_a ? a : b;
  if (hd_map_find(&x->seen, a.id)) return a;
  if (hd_map_find(&x->seen, b.id)) return b;
  return hd_term_size(x->T, a) <= hd_term_size(x->T, b) ? a : b;
}

static void explain_one(search *x, hd_term t, hd_term_list *out)
{
  bool value = value_of(x, t) != 0;
  hd_op op = hd_term_op(x->T, t);
  hd_term a = hd_term_arity(x->T, t) > 0 ? hd_term_arg(x->T, t, 0) : HD_NO_TERM;
  hd_term b = hd_term_arity(x->T, t) > 1 ? hd_term_arg(x->T, t, 1) : HD_NO_TERM;
  if (op == HD_OP_CONST) return;
  if (op == HD_OP_NOT) {
    explain_formula(x, a);
  } else if ((op == HD_OP_AND && value) || (op == HD_OP_OR && !value)) {
    explain_formula(x, a);
    explain_formula(x, b);
  } else if (op == HD_OP_AND || op == HD_OP_OR) {
    explain_formula(x, decisive(x, a, b, value));
  } else if (op == HD_OP_ITE) {
    explain_formula(x, a);
    explain_formula(x, branch_of(x, t));
  } else if (op == HD_OP_EQ && hd_term_sort(x->T, a).kind == HD_SORT_BOOL) {
    explain_formula(x, a);
    explain_formula(x, b);
  } else {
    add_literal(x, t, value, out);
  }
}

void hd_implicant(hd_terms *T, hd_term formula, const hd_env *model, hd_term_list *out)
{
  search x = {.T = T, .model = model};
  explain_formula(&x, formula);
  while (x.work.len) explain_one(&x, (hd_term){hd_vec_pop(&x.work)}, out);
  hd_map_clear(&x.values);
  hd_map_clear(&x.seen);
  hd_map_clear(&x.images);
  hd_vec_clear(&x.work);
}

/* --- projection -------------------------------------------------------------------------- */

void hd_implicant_put(hd_terms *T, hd_term_list *conjuncts, hd_term variable, const hd_env *model)
{
  uint32_t kept = 0, symbol = hd_term_symbol(T, variable);
  hd_term value = hd_term_const(T, hd_term_sort(T, variable), model->read(model->context, symbol, false, 0));
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term t = hd_formula_replace(T, conjuncts->data[i], symbol, value);
    if (!hd_term_is_true(T, t)) conjuncts->data[kept++] = t;
  }
  conjuncts->len = kept;
}

void hd_implicant_project(hd_terms *T, hd_term_list *conjuncts, const hd_symbol_set *set, const hd_env *model)
{
  hd_term_list leaves = hd_eliminated_in_all(T, conjuncts, set);
  for (uint32_t i = 0; i < leaves.len; i++) {
    uint32_t symbol = hd_term_symbol(T, leaves.data[i]);
    hd_sort sort = hd_term_sort(T, leaves.data[i]);
    if (sort.kind == HD_SORT_ARRAY || hd_formula_eliminate(T, conjuncts, symbol)) continue;
    hd_implicant_put(T, conjuncts, leaves.data[i], model);
  }
  hd_vec_clear(&leaves);
}
