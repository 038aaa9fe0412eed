/* bounds.c - pairs of lower and upper bounds replace the variable. */
#include "logic/bounds.h"

typedef struct {
  hd_term term;
  bool strict;
} bound;

typedef struct {
  hd_terms *T;
  uint32_t symbol;
  bool is_signed, has_sign; /* of the comparisons seen so far */
  HD_VEC(bound) lower, upper;
} bounds;

/* Does the side take every value as the symbol does? It occurs once, below operators that can be undone. */
static bool is_free(const hd_terms *T, hd_term side, uint32_t symbol)
{
  for (;;) {
    hd_op op = hd_term_op(T, side);
    if (op == HD_OP_VAR) return hd_term_symbol(T, side) == symbol;
    bool unary = op == HD_OP_NEG || op == HD_OP_BNOT;
    if (!unary && op != HD_OP_ADD && op != HD_OP_SUB && op != HD_OP_BXOR) return false;
    hd_term a = hd_term_arg(T, side, 0), b = unary ? HD_NO_TERM : hd_term_arg(T, side, 1);
    bool in_a = hd_term_mentions(T, a, symbol), in_b = !unary && hd_term_mentions(T, b, symbol);
    if (in_a && in_b) return false;
    side = in_b ? b : a;
  }
}

static bool is_symbol(const hd_terms *T, hd_term t, uint32_t symbol)
{
  return hd_term_op(T, t) == HD_OP_VAR && hd_term_symbol(T, t) == symbol;
}

static bool is_comparison(hd_op op)
{
  return op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE;
}

static hd_term end_of_range(hd_terms *T, unsigned width, bool is_signed, bool most)
{
  uint64_t least = is_signed ? UINT64_C(1) << (width - 1) : 0;
  return hd_term_bv(T, width, most ? least - 1 : least);
}

/* A literal that nothing else ties to the symbol: what remains of it for some value of the side. */
static hd_term of_free_literal(hd_terms *T, hd_term literal, uint32_t symbol)
{
  bool positive = hd_term_op(T, literal) != HD_OP_NOT;
  hd_term atom = positive ? literal : hd_term_arg(T, literal, 0);
  hd_op op = hd_term_op(T, atom);
  if (op != HD_OP_EQ && !is_comparison(op)) return HD_NO_TERM;
  hd_term a = hd_term_arg(T, atom, 0), b = hd_term_arg(T, atom, 1);
  if (hd_term_sort(T, a).kind != HD_SORT_BV) return HD_NO_TERM;
  bool left = hd_term_mentions(T, a, symbol);
  if (left && hd_term_mentions(T, b, symbol)) return HD_NO_TERM;
  if (!is_free(T, left ? a : b, symbol)) return HD_NO_TERM;
  bool strict = (op == HD_OP_ULT || op == HD_OP_SLT) == positive;
  if (op == HD_OP_EQ || !strict) return hd_term_true(T);
  /* side < other, or other < side, the sides exchanged when negated */
  bool is_signed = op == HD_OP_SLT || op == HD_OP_SLE, below = left == positive;
  hd_term other = left ? b : a;
  return hd_term_ne(T, other, end_of_range(T, hd_term_sort(T, other).width, is_signed, !below));
}

/* A literal as a bound on the symbol itself. */
static bool add_bound(bounds *x, hd_term literal)
{
  hd_terms *T = x->T;
  bool positive = hd_term_op(T, literal) != HD_OP_NOT;
  hd_term atom = positive ? literal : hd_term_arg(T, literal, 0);
  hd_op op = hd_term_op(T, atom);
  if (!is_comparison(op)) return false;
  hd_term a = hd_term_arg(T, atom, 0), b = hd_term_arg(T, atom, 1);
  bool left = is_symbol(T, a, x->symbol), is_signed = op == HD_OP_SLT || op == HD_OP_SLE;
  hd_term other = left ? b : a;
  if (!left && !is_symbol(T, b, x->symbol)) return false;
  if (hd_term_mentions(T, other, x->symbol) || (x->has_sign && x->is_signed != is_signed)) return false;
  x->has_sign = true;
  x->is_signed = is_signed;
  bool strict = (op == HD_OP_ULT || op == HD_OP_SLT) == positive;
  if (left == positive)
    hd_vec_push(&x->upper, (bound){other, strict});
  else
    hd_vec_push(&x->lower, (bound){other, strict});
  return true;
}

/* Is there a number from the lower to the upper bound? */
static hd_term has_room(const bounds *x, bound low, bound high)
{
  hd_terms *T = x->T;
  hd_op less = x->is_signed ? HD_OP_SLT : HD_OP_ULT, at_most = x->is_signed ? HD_OP_SLE : HD_OP_ULE;
  if (!low.strict && !high.strict) return hd_term_2(T, at_most, low.term, high.term);
  hd_term room = hd_term_2(T, less, low.term, high.term);
  if (!low.strict || !high.strict) return room;
  hd_term next = hd_term_2(T, HD_OP_ADD, low.term, hd_term_bv(T, hd_term_sort(T, low.term).width, 1));
  return hd_term_2(T, HD_OP_AND, room, hd_term_ne(T, next, high.term));
}

static hd_term combine_bounds(const bounds *x)
{
  hd_terms *T = x->T;
  hd_term all = hd_term_true(T);
  for (uint32_t i = 0; i < x->lower.len; i++) {
    hd_term low = x->lower.data[i].term;
    hd_term most = end_of_range(T, hd_term_sort(T, low).width, x->is_signed, true);
    if (x->lower.data[i].strict) all = hd_term_2(T, HD_OP_AND, all, hd_term_ne(T, low, most));
    for (uint32_t j = 0; j < x->upper.len; j++)
      all = hd_term_2(T, HD_OP_AND, all, has_room(x, x->lower.data[i], x->upper.data[j]));
  }
  for (uint32_t j = 0; j < x->upper.len; j++) {
    hd_term high = x->upper.data[j].term;
    hd_term least = end_of_range(T, hd_term_sort(T, high).width, x->is_signed, false);
    if (x->upper.data[j].strict) all = hd_term_2(T, HD_OP_AND, all, hd_term_ne(T, high, least));
  }
  return all;
}

/* What the conjuncts about the symbol say together, or HD_NO_TERM. */
static hd_term eliminated(hd_terms *T, const hd_term_list *about, uint32_t symbol)
{
  hd_term found = about->len == 1 ? of_free_literal(T, about->data[0], symbol) : HD_NO_TERM;
  if (hd_term_is(found)) return found;
  bounds x = {.T = T, .symbol = symbol};
  bool all = true;
  for (uint32_t i = 0; i < about->len && all; i++) all = add_bound(&x, about->data[i]);
  if (all) found = combine_bounds(&x);
  hd_vec_clear(&x.lower);
  hd_vec_clear(&x.upper);
  return found;
}

bool hd_bounds_eliminate(hd_terms *T, hd_term_list *conjuncts, uint32_t symbol)
{
  hd_term_list about = {0}, rest = {0};
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    hd_term t = conjuncts->data[i];
    if (hd_term_mentions(T, t, symbol))
      hd_vec_push(&about, t);
    else
      hd_vec_push(&rest, t);
  }
  hd_term found = about.len ? eliminated(T, &about, symbol) : HD_NO_TERM;
  hd_vec_clear(&about);
  if (!hd_term_is(found)) {
    hd_vec_clear(&rest);
    return false;
  }
  hd_formula_conjuncts(T, found, &rest);
  hd_vec_clear(conjuncts);
  *conjuncts = rest;
  return true;
}
