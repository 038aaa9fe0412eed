/* linear.c - Fourier and Motzkin's method without division, and the way back to bit-vectors. */
#include "logic/linear_rows.h"

void hd_linear_init(hd_linear *x, hd_terms *T)
{
  *x = (hd_linear){.T = T, .exact = true};
}

static void drop_rows(hd_linear *x)
{
  for (uint32_t i = 0; i < x->rows.len; i++) hd_vec_clear(&x->rows.data[i].sum);
  x->rows.len = 0;
}

void hd_linear_clear(hd_linear *x)
{
  drop_rows(x);
  hd_vec_clear(&x->rows);
  hd_vec_clear(&x->rest);
  hd_map_clear(&x->width);
}

/* A value that one row fixes replaces the symbol in all others. */
static void use_constants(hd_linear *x)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    if (x->rows.data[i].gone || !x->rows.data[i].equal || x->rows.data[i].sum.len != 1) continue;
    hd_monomial m = x->rows.data[i].sum.data[0];
    hd_affine value = {.constant = m.factor * x->rows.data[i].bound};
    uint32_t n = x->rows.len;
    for (uint32_t k = 0; k < n; k++)
      if (k != i && !x->rows.data[k].gone && hd_sum_factor(&x->rows.data[k].sum, m.symbol))
        hd_linear_put(x, k, m.symbol, &value);
  }
}

static void drop_implied(hd_linear *x)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_linear_row *r = &x->rows.data[i];
    if (r->gone || r->equal) continue;
    hd_range v = hd_range_of_sum(x, &r->sum, i);
    if (v.high <= r->bound)
      r->gone = true;
    else if (v.low > r->bound)
      x->none = true;
    for (uint32_t k = 0; k < i && !r->gone; k++) {
      hd_linear_row *other = &x->rows.data[k];
      if (other->gone || other->equal || !hd_sum_is_multiple(&other->sum, &r->sum, -1) || other->bound != -r->bound)
        continue;
      other->equal = true;
      r->gone = true;
    }
  }
}

hd_term hd_linear_formula(hd_linear *x)
{
  hd_term all = hd_formula_and(x->T, x->rest.data, x->rest.len);
  use_constants(x);
  drop_implied(x);
  if (x->none) return hd_term_false(x->T);
  for (uint32_t i = 0; i < x->rows.len; i++)
    if (!x->rows.data[i].gone) all = hd_term_2(x->T, HD_OP_AND, all, hd_linear_row_term(x, &x->rows.data[i]));
  return all;
}

static hd_term normal_or(hd_terms *T, hd_term t)
{
  hd_term_list parts = {0};
  hd_formula_disjuncts(T, t, &parts);
  for (uint32_t i = 0; i < parts.len; i++) parts.data[i] = hd_linear_normal(T, parts.data[i]);
  hd_term all = hd_formula_or(T, parts.data, parts.len);
  hd_vec_clear(&parts);
  return all;
}

hd_term hd_linear_normal(hd_terms *T, hd_term formula)
{
  hd_linear x;
  hd_term_list parts = {0};
  hd_linear_init(&x, T);
  hd_formula_conjuncts(T, hd_formula_nnf(T, formula), &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    if (hd_term_op(T, parts.data[i]) == HD_OP_OR) parts.data[i] = normal_or(T, parts.data[i]);
  hd_linear_add(&x, hd_formula_and(T, parts.data, parts.len));
  hd_term result = hd_linear_formula(&x);
  if (!x.exact) result = formula;
  hd_vec_clear(&parts);
  hd_linear_clear(&x);
  return result;
}
