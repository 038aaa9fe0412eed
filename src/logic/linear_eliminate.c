/* linear_eliminate.c - rows without some variables: by equations, otherwise by pairs of bounds. */
#include "logic/linear_rows.h"

enum { MOST_ROWS = 300 };

static bool in_rest(const hd_linear *x, uint32_t symbol)
{
  for (uint32_t i = 0; i < x->rest.len; i++)
    if (hd_term_mentions(x->T, x->rest.data[i], symbol)) return true;
  return false;
}

/* symbol = sum + constant is in range of its width. */
static void keep_range(hd_linear *x, uint32_t symbol, const hd_affine *value)
{
  hd_range v = hd_range_of_width((unsigned)hd_map_get_or(&x->width, symbol, HD_LINEAR_BITS));
  hd_sum plus = {0}, minus = {0};
  hd_sum_add(&plus, &value->sum, 1);
  hd_sum_add(&minus, &value->sum, -1);
  x->exact &= hd_linear_push(x, plus, (int64_t)v.high - value->constant, false);
  x->exact &= hd_linear_push(x, minus, (int64_t)-v.low + value->constant, false);
}

/* A row symbol = .. that fixes the symbol, or HD_NONE. */
static uint32_t equation_of(const hd_linear *x, uint32_t symbol)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_linear_row *r = &x->rows.data[i];
    int64_t f = hd_sum_factor(&r->sum, symbol);
    if (!r->gone && r->equal && (f == 1 || f == -1)) return i;
  }
  return HD_NONE;
}

/* Uses a row symbol = value. False: there is none. */
static bool by_equation(hd_linear *x, uint32_t symbol)
{
  uint32_t at = equation_of(x, symbol);
  if (at == HD_NONE) return false;
  int64_t sign = hd_sum_factor(&x->rows.data[at].sum, symbol);
  hd_affine value = {.constant = sign * x->rows.data[at].bound}; /* symbol = sign * (bound - others) */
  hd_sum own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  bool good = hd_sum_add(&value.sum, &x->rows.data[at].sum, -sign) && hd_sum_add(&value.sum, &own, 1);
  hd_vec_clear(&own);
  if (good) {
    x->rows.data[at].gone = true;
    uint32_t n = x->rows.len, width = (uint32_t)hd_map_get_or(&x->width, symbol, HD_LINEAR_BITS);
    for (uint32_t i = 0; i < n; i++)
      if (!x->rows.data[i].gone && hd_sum_factor(&x->rows.data[i].sum, symbol)) hd_linear_put(x, i, symbol, &value);
    hd_term by = hd_sum_bits(x, &value.sum, value.constant, width);
    for (uint32_t i = 0; i < x->rest.len; i++) x->rest.data[i] = hd_formula_replace(x->T, x->rest.data[i], symbol, by);
    keep_range(x, symbol, &value);
  }
  hd_affine_clear(&value);
  return good;
}

static void drop_rest(hd_linear *x, uint32_t symbol)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->rest.len; i++) {
    if (hd_term_mentions(x->T, x->rest.data[i], symbol))
      x->exact = false;
    else
      x->rest.data[kept++] = x->rest.data[i];
  }
  x->rest.len = kept;
}

/* An equation as two inequalities, and the width's range, so that all about the symbol are bounds. */
static void split_equations(hd_linear *x, uint32_t symbol)
{
  uint32_t n = x->rows.len;
  for (uint32_t i = 0; i < n; i++) {
    if (x->rows.data[i].gone || !x->rows.data[i].equal || !hd_sum_factor(&x->rows.data[i].sum, symbol)) continue;
    hd_sum plus = {0}, minus = {0};
    int64_t bound = x->rows.data[i].bound;
    hd_sum_add(&plus, &x->rows.data[i].sum, 1);
    hd_sum_add(&minus, &x->rows.data[i].sum, -1);
    x->rows.data[i].gone = true;
    hd_linear_push(x, plus, bound, false);
    hd_linear_push(x, minus, -bound, false);
  }
  hd_affine own = {0};
  hd_vec_push(&own.sum, (hd_monomial){symbol, 1});
  keep_range(x, symbol, &own);
  hd_affine_clear(&own);
}

/* The two bounds together, without the symbol: a from above, b from below. */
static void combine_rows(hd_linear *x, const hd_linear_row *a, const hd_linear_row *b, uint32_t symbol)
{
  int64_t f = hd_sum_factor(&a->sum, symbol), g = -hd_sum_factor(&b->sum, symbol), p = 0, q = 0, bound = 0;
  if (f != 1 && g != 1) x->exact = false;
  hd_sum sum = {0};
  bool good = hd_sum_add(&sum, &a->sum, g) && hd_sum_add(&sum, &b->sum, f);
  good &= !__builtin_mul_overflow(a->bound, g, &p) && !__builtin_mul_overflow(b->bound, f, &q);
  good &= !__builtin_add_overflow(p, q, &bound) && bound < HD_LINEAR_FACTOR && bound > -HD_LINEAR_FACTOR;
  if (good)
    x->exact &= hd_linear_push(x, sum, bound, false);
  else {
    hd_vec_clear(&sum);
    x->exact = false;
  }
}

static void by_bounds(hd_linear *x, uint32_t symbol)
{
  split_equations(x, symbol);
  uint32_t n = x->rows.len, above = 0, below = 0;
  for (uint32_t i = 0; i < n; i++) {
    int64_t f = x->rows.data[i].gone ? 0 : hd_sum_factor(&x->rows.data[i].sum, symbol);
    above += f > 0;
    below += f < 0;
  }
  bool many = above * below > MOST_ROWS;
  if (many) x->exact = false;
  for (uint32_t i = 0; i < n && !many; i++)
    for (uint32_t k = 0; k < n; k++) {
      hd_linear_row a = x->rows.data[i], b = x->rows.data[k];
      if (!a.gone && !b.gone && hd_sum_factor(&a.sum, symbol) > 0 && hd_sum_factor(&b.sum, symbol) < 0)
        combine_rows(x, &a, &b, symbol);
    }
  for (uint32_t i = 0; i < n; i++)
    if (hd_sum_factor(&x->rows.data[i].sum, symbol)) x->rows.data[i].gone = true;
}

/* By a conjunct that is not linear. */
static bool by_other_equation(hd_linear *x, uint32_t symbol)
{
  if (!in_rest(x, symbol)) return false;
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_linear_row *r = &x->rows.data[i];
    if (r->gone || !hd_sum_factor(&r->sum, symbol)) continue;
    r->gone = true;
    hd_vec_push(&x->rest, hd_linear_row_term(x, r));
  }
  bool found = hd_formula_eliminate(x->T, &x->rest, symbol);
  hd_linear_read_rest(x);
  return found;
}

typedef struct {
  const hd_symbol_set *goes;
  const hd_terms *T;
  hd_map seen;
  hd_u32s symbols;
} gathering;

static void gather_symbol(gathering *g, uint32_t symbol)
{
  if (!g->goes->goes(g->goes->context, symbol) || hd_map_find(&g->seen, symbol)) return;
  hd_map_put(&g->seen, symbol, 1);
  hd_vec_push(&g->symbols, symbol);
}

static void gather_leaf(void *context, hd_term leaf)
{
  gathering *g = context;
  if (hd_term_op(g->T, leaf) == HD_OP_VAR) gather_symbol(g, hd_term_symbol(g->T, leaf));
}

void hd_linear_eliminate(hd_linear *x, const hd_symbol_set *goes)
{
  gathering g = {.goes = goes, .T = x->T};
  for (uint32_t i = 0; i < x->rest.len; i++) hd_term_visit_leaves(x->T, x->rest.data[i], gather_leaf, &g);
  for (uint32_t i = 0; i < x->rows.len; i++)
    for (uint32_t k = 0; k < x->rows.data[i].sum.len; k++) gather_symbol(&g, x->rows.data[i].sum.data[k].symbol);
  for (uint32_t i = 0; i < g.symbols.len; i++) {
    uint32_t symbol = g.symbols.data[i];
    if (by_equation(x, symbol) || by_other_equation(x, symbol)) continue;
    drop_rest(x, symbol);
    by_bounds(x, symbol);
  }
  hd_linear_read_rest(x); /* equations that were put in may have made more of them linear */
  hd_map_clear(&g.seen);
  hd_vec_clear(&g.symbols);
}
