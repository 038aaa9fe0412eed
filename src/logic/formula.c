/* formula.c - rewrites formulas without changing what they mean. */
#include "logic/formula.h"

static void push_once(hd_term_list *out, hd_term t)
{
  for (uint32_t i = 0; i < out->len; i++)
    if (hd_term_same(out->data[i], t)) return;
  hd_vec_push(out, t);
}

/* Appends what stands between the operators `op` at the top of t, in order. */
static void flatten(hd_terms *T, hd_op op, hd_term t, hd_term_list *out)
{
  hd_term_list work = {0};
  hd_vec_push(&work, t);
  while (work.len) {
    t = hd_vec_pop(&work);
    if (hd_term_op(T, t) != op) {
      push_once(out, t);
      continue;
    }
    hd_vec_push(&work, hd_term_arg(T, t, 1));
    hd_vec_push(&work, hd_term_arg(T, t, 0));
  }
  hd_vec_clear(&work);
}

void hd_formula_conjuncts(hd_terms *T, hd_term t, hd_term_list *out)
{
  if (!hd_term_is_true(T, t)) flatten(T, HD_OP_AND, t, out);
}

void hd_formula_disjuncts(hd_terms *T, hd_term t, hd_term_list *out)
{
  if (!hd_term_is_false(T, t)) flatten(T, HD_OP_OR, t, out);
}

hd_term hd_formula_and(hd_terms *T, const hd_term *terms, uint32_t n)
{
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < n; i++) all = hd_term_2(T, HD_OP_AND, all, terms[i]);
  return all;
}

hd_term hd_formula_or(hd_terms *T, const hd_term *terms, uint32_t n)
{
  hd_term any = hd_term_false(T);
  for (uint32_t i = 0; i < n; i++) any = hd_term_2(T, HD_OP_OR, any, terms[i]);
  return any;
}

hd_term hd_formula_not(hd_terms *T, hd_term t)
{
  return hd_term_1(T, HD_OP_NOT, t);
}

/* --- negation normal form -------------------------------------------------------------------- */

static hd_term nnf(hd_terms *T, hd_term t, bool negated);

static hd_term nnf_ite(hd_terms *T, hd_term t, bool negated)
{
  hd_term c = hd_term_arg(T, t, 0);
  hd_term yes = hd_term_2(T, HD_OP_OR, nnf(T, c, true), nnf(T, hd_term_arg(T, t, 1), negated));
  hd_term no = hd_term_2(T, HD_OP_OR, nnf(T, c, false), nnf(T, hd_term_arg(T, t, 2), negated));
  return hd_term_2(T, HD_OP_AND, yes, no);
}

static hd_term nnf_equal(hd_terms *T, hd_term t, bool negated)
{
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  hd_term left = hd_term_2(T, HD_OP_OR, nnf(T, a, true), nnf(T, b, negated));
  hd_term right = hd_term_2(T, HD_OP_OR, nnf(T, a, false), nnf(T, b, !negated));
  return hd_term_2(T, HD_OP_AND, left, right);
}

static hd_term nnf(hd_terms *T, hd_term t, bool negated)
{
  switch (hd_term_op(T, t)) {
  case HD_OP_NOT: return nnf(T, hd_term_arg(T, t, 0), !negated);
  case HD_OP_AND:
  case HD_OP_OR: {
    hd_op op = (hd_term_op(T, t) == HD_OP_AND) != negated ? HD_OP_AND : HD_OP_OR;
    return hd_term_2(T, op, nnf(T, hd_term_arg(T, t, 0), negated), nnf(T, hd_term_arg(T, t, 1), negated));
  }
  case HD_OP_ITE: return nnf_ite(T, t, negated);
  case HD_OP_EQ:
    if (hd_term_sort(T, hd_term_arg(T, t, 0)).kind == HD_SORT_BOOL) return nnf_equal(T, t, negated);
    break;
  default: break;
  }
  return negated ? hd_term_1(T, HD_OP_NOT, t) : t;
}

hd_term hd_formula_nnf(hd_terms *T, hd_term t)
{
  return nnf(T, t, false);
}

/* --- solving --------------------------------------------------------------------------------- */

typedef struct {
  hd_terms *T;
  uint32_t symbol;
  hd_term by;
} replacement;

static hd_term replaced_symbol(void *context, hd_term leaf)
{
  const replacement *r = context;
  bool is_it = hd_term_op(r->T, leaf) == HD_OP_VAR && hd_term_symbol(r->T, leaf) == r->symbol;
  return is_it ? r->by : HD_NO_TERM;
}

hd_term hd_formula_replace(hd_terms *T, hd_term t, uint32_t symbol, hd_term by)
{
  replacement r = {T, symbol, by};
  return hd_term_substitute(T, t, &(hd_rewrite){replaced_symbol, &r});
}

static bool is_symbol(const hd_terms *T, hd_term t, uint32_t symbol)
{
  return hd_term_op(T, t) == HD_OP_VAR && hd_term_symbol(T, t) == symbol;
}

/* One step from `side = other`, the symbol below `side` only: takes the operator at the top of
 * `side` to the other side. False: it cannot be undone. */
static bool undo(hd_terms *T, uint32_t symbol, hd_term *side, hd_term *other)
{
  hd_op op = hd_term_op(T, *side);
  if (op == HD_OP_NEG || op == HD_OP_BNOT) {
    *other = hd_term_1(T, op, *other);
    *side = hd_term_arg(T, *side, 0);
    return true;
  }
  if (op != HD_OP_ADD && op != HD_OP_SUB && op != HD_OP_BXOR) return false;
  hd_term a = hd_term_arg(T, *side, 0), b = hd_term_arg(T, *side, 1);
  bool in_a = hd_term_mentions(T, a, symbol);
  if (in_a && hd_term_mentions(T, b, symbol)) return false;
  if (op == HD_OP_BXOR)
    *other = hd_term_2(T, HD_OP_BXOR, *other, in_a ? b : a);
  else if (op == HD_OP_ADD)
    *other = hd_term_2(T, HD_OP_SUB, *other, in_a ? b : a);
  else if (in_a)
    *other = hd_term_2(T, HD_OP_ADD, *other, b);
  else
    *other = hd_term_2(T, HD_OP_SUB, a, *other);
  *side = in_a ? a : b;
  return true;
}

static hd_term solve_sides(hd_terms *T, hd_term side, hd_term other, uint32_t symbol)
{
  if (hd_term_mentions(T, other, symbol) || !hd_term_mentions(T, side, symbol)) return HD_NO_TERM;
  while (!is_symbol(T, side, symbol))
    if (!undo(T, symbol, &side, &other)) return HD_NO_TERM;
  return other;
}

hd_term hd_formula_solve(hd_terms *T, hd_term equation, uint32_t symbol)
{
  if (is_symbol(T, equation, symbol)) return hd_term_true(T);
  hd_op op = hd_term_op(T, equation);
  if (op == HD_OP_NOT && is_symbol(T, hd_term_arg(T, equation, 0), symbol)) return hd_term_false(T);
  if (op != HD_OP_EQ) return HD_NO_TERM;
  hd_term a = hd_term_arg(T, equation, 0), b = hd_term_arg(T, equation, 1);
  hd_term value = solve_sides(T, a, b, symbol);
  return hd_term_is(value) ? value : solve_sides(T, b, a, symbol);
}

static void replace_all(hd_terms *T, hd_term_list *conjuncts, uint32_t symbol, hd_term by)
{
  hd_term_list rewritten = {0};
  for (uint32_t i = 0; i < conjuncts->len; i++)
    hd_formula_conjuncts(T, hd_formula_replace(T, conjuncts->data[i], symbol, by), &rewritten);
  hd_vec_clear(conjuncts);
  *conjuncts = rewritten;
}

bool hd_formula_eliminate(hd_terms *T, hd_term_list *conjuncts, uint32_t symbol)
{
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term value = hd_formula_solve(T, conjuncts->data[i], symbol);
    if (!hd_term_is(value)) continue;
    replace_all(T, conjuncts, symbol, value);
    return true;
  }
  return false;
}
