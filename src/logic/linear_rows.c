/* linear_rows.c - sums of symbols with factors, kept sorted and within the range of their width. */
#include "logic/linear_rows.h"

/* --- sums --------------------------------------------------------------------------------------------- */

void hd_affine_clear(hd_affine *a)
{
  hd_vec_clear(&a->sum);
}

bool hd_sum_add(hd_sum *into, const hd_sum *sum, int64_t factor)
{
  hd_sum all = {0};
  uint32_t i = 0, k = 0;
  bool fits = true;
  while (i < into->len || k < sum->len) {
    uint32_t a = i < into->len ? into->data[i].symbol : HD_NONE;
    uint32_t b = k < sum->len ? sum->data[k].symbol : HD_NONE;
    hd_monomial m = {a < b ? a : b, a <= b ? into->data[i].factor : 0};
    int64_t more = 0;
    if (b <= a) fits &= !__builtin_mul_overflow(sum->data[k].factor, factor, &more);
    fits &= !__builtin_add_overflow(m.factor, more, &m.factor);
    fits &= m.factor < HD_LINEAR_FACTOR && m.factor > -HD_LINEAR_FACTOR;
    if (m.factor) hd_vec_push(&all, m);
    i += a <= b;
    k += b <= a;
  }
  hd_vec_clear(into);
  *into = all;
  return fits;
}

void hd_affine_add(hd_affine *into, const hd_affine *a, int64_t factor)
{
  int64_t more = 0;
  bool fits = hd_sum_add(&into->sum, &a->sum, factor);
  fits &= !__builtin_mul_overflow(a->constant, factor, &more);
  fits &= !__builtin_add_overflow(into->constant, more, &into->constant);
  fits &= into->constant < HD_LINEAR_FACTOR && into->constant > -HD_LINEAR_FACTOR;
  into->fails |= a->fails || !fits;
}

int64_t hd_sum_factor(const hd_sum *s, uint32_t symbol)
{
  for (uint32_t i = 0; i < s->len; i++)
    if (s->data[i].symbol == symbol) return s->data[i].factor;
  return 0;
}

bool hd_sum_is_multiple(const hd_sum *a, const hd_sum *b, int64_t sign)
{
  if (a->len != b->len) return false;
  for (uint32_t i = 0; i < a->len; i++)
    if (a->data[i].symbol != b->data[i].symbol || a->data[i].factor != sign * b->data[i].factor) return false;
  return true;
}

hd_term hd_sum_bits(const hd_linear *x, const hd_sum *s, int64_t constant, unsigned width)
{
  hd_terms *T = x->T;
  hd_term all = hd_term_bv(T, width, (uint64_t)constant);
  for (uint32_t i = 0; i < s->len; i++) {
    unsigned own = (unsigned)hd_map_get_or(&x->width, s->data[i].symbol, width);
    hd_term v = hd_term_resize(T, hd_term_var(T, HD_BV(own), s->data[i].symbol), width, true);
    int64_t f = s->data[i].factor;
    hd_term times =
        f == 1 || f == -1 ? v : hd_term_2(T, HD_OP_MUL, v, hd_term_bv(T, width, (uint64_t)(f < 0 ? -f : f)));
    bool first = i == 0 && constant == 0 && f > 0;
    all = first ? times : hd_term_2(T, f < 0 ? HD_OP_SUB : HD_OP_ADD, all, times);
  }
  return all;
}

/* --- intervals ---------------------------------------------------------------------------------------- */

hd_range hd_range_of_width(unsigned width)
{
  hd_wide half = (hd_wide)1 << (width - 1);
  return (hd_range){-half, half - 1};
}

int64_t hd_floor_div(int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* What the variable's width and the rows about it alone say; `but` does not count. */
static hd_range of_symbol(const hd_linear *x, uint32_t symbol, uint32_t but)
{
  hd_range v = hd_range_of_width((unsigned)hd_map_get_or(&x->width, symbol, HD_LINEAR_BITS));
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_linear_row *r = &x->rows.data[i];
    if (r->gone || i == but || r->sum.len != 1 || r->sum.data[0].symbol != symbol) continue;
    int64_t f = r->sum.data[0].factor;
    hd_wide high = hd_floor_div(r->bound, f > 0 ? f : -f);
    hd_wide low = -hd_floor_div(r->equal ? -r->bound : r->bound, f > 0 ? f : -f);
    if (f < 0 && r->equal) {
      hd_wide swap = high;
      high = -low;
      low = -swap;
    }
    if ((f > 0 || r->equal) && high < v.high) v.high = high;
    if ((f < 0 || r->equal) && low > v.low) v.low = low;
  }
  return v;
}

hd_range hd_range_of_sum(const hd_linear *x, const hd_sum *s, uint32_t but)
{
  hd_range v = {0, 0};
  for (uint32_t i = 0; i < s->len; i++) {
    hd_range one = of_symbol(x, s->data[i].symbol, but);
    int64_t f = s->data[i].factor;
    v.low += f * (f > 0 ? one.low : one.high);
    v.high += f * (f > 0 ? one.high : one.low);
  }
  return v;
}

hd_range hd_range_of(const hd_linear *x, const hd_affine *a)
{
  hd_range v = hd_range_of_sum(x, &a->sum, HD_NONE);
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_linear_row *r = &x->rows.data[i];
    if (r->gone) continue;
    if (hd_sum_is_multiple(&r->sum, &a->sum, 1)) {
      if (r->bound < v.high) v.high = r->bound;
      if (r->equal && r->bound > v.low) v.low = r->bound;
    }
    if (hd_sum_is_multiple(&r->sum, &a->sum, -1)) {
      if (-r->bound > v.low) v.low = -r->bound;
      if (r->equal && -r->bound < v.high) v.high = -r->bound;
    }
  }
  v.low += a->constant;
  v.high += a->constant;
  return v;
}

/* --- rows ---------------------------------------------------------------------------------------------- */

/* Can the sum be computed with 64 bits, whatever the variables are? */
static bool is_small(const hd_linear *x, const hd_sum *s, int64_t bound)
{
  hd_wide all = bound < 0 ? -(hd_wide)bound : bound;
  for (uint32_t i = 0; i < s->len; i++) {
    hd_wide f = s->data[i].factor;
    all += (f < 0 ? -f : f) << (hd_map_get_or(&x->width, s->data[i].symbol, HD_LINEAR_BITS) - 1);
  }
  return all < (hd_wide)1 << 62;
}

/* Is it in another row? Then that one says it as well from now on. */
static bool merge_row(hd_linear *x, const hd_sum *sum, int64_t bound, bool equal)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_linear_row *r = &x->rows.data[i];
    if (r->gone || r->equal != equal || !hd_sum_is_multiple(&r->sum, sum, 1)) continue;
    if (equal && r->bound != bound) x->none = true;
    if (!equal && bound < r->bound) r->bound = bound;
    return true;
  }
  return false;
}

bool hd_linear_push(hd_linear *x, hd_sum sum_take, int64_t bound, bool equal)
{
  int64_t g = 0;
  for (uint32_t i = 0; i < sum_take.len; i++) g = hd_factor_gcd(g, sum_take.data[i].factor);
  bool never = g == 0 ? (equal ? bound != 0 : bound < 0) : equal && bound % g != 0;
  x->none |= never;
  for (uint32_t i = 0; i < sum_take.len; i++) sum_take.data[i].factor /= g;
  if (g) bound = hd_floor_div(bound, g);
  bool small = is_small(x, &sum_take, bound);
  if (g == 0 || never || !small || merge_row(x, &sum_take, bound, equal))
    hd_vec_clear(&sum_take);
  else
    hd_vec_push(&x->rows, (hd_linear_row){sum_take, bound, equal, false});
  return g == 0 || small;
}

void hd_linear_put(hd_linear *x, uint32_t row, uint32_t symbol, const hd_affine *value)
{
  const hd_linear_row *r = &x->rows.data[row];
  int64_t f = hd_sum_factor(&r->sum, symbol), less = 0, bound = 0;
  hd_sum sum = {0}, own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  bool good = hd_sum_add(&sum, &r->sum, 1) && hd_sum_add(&sum, &own, -f) && hd_sum_add(&sum, &value->sum, f);
  good = good && !__builtin_mul_overflow(value->constant, f, &less);
  good = good && !__builtin_sub_overflow(r->bound, less, &bound);
  hd_vec_clear(&own);
  x->rows.data[row].gone = true;
  if (good) {
    x->exact &= hd_linear_push(x, sum, bound, x->rows.data[row].equal);
  } else {
    hd_vec_clear(&sum);
    x->exact = false;
  }
}

/* A bound on one variable. */
static hd_term bound_term(hd_linear *x, const hd_linear_row *r)
{
  hd_terms *T = x->T;
  hd_monomial m = r->sum.data[0];
  unsigned width = (unsigned)hd_map_get_or(&x->width, m.symbol, HD_LINEAR_BITS);
  int64_t bound = m.factor * r->bound;
  hd_range all = hd_range_of_width(width);
  hd_term v = hd_term_var(T, HD_BV(width), m.symbol), k = hd_term_bv(T, width, (uint64_t)bound);
  bool inside = bound >= all.low && bound <= all.high;
  if (r->equal) return inside ? hd_term_2(T, HD_OP_EQ, v, k) : hd_term_false(T);
  if (inside) return m.factor > 0 ? hd_term_2(T, HD_OP_SLE, v, k) : hd_term_2(T, HD_OP_SLE, k, v);
  return hd_term_bool(T, m.factor > 0 ? bound > all.high : bound < all.low);
}

hd_term hd_linear_row_term(hd_linear *x, const hd_linear_row *r)
{
  if (r->sum.len == 1) return bound_term(x, r);
  hd_sum plus = {0}, minus = {0};
  for (uint32_t i = 0; i < r->sum.len; i++) {
    hd_monomial m = r->sum.data[i];
    if (m.factor > 0)
      hd_vec_push(&plus, m);
    else
      hd_vec_push(&minus, ((hd_monomial){m.symbol, -m.factor}));
  }
  hd_term left = hd_sum_bits(x, &plus, r->bound < 0 ? -r->bound : 0, 64);
  hd_term right = hd_sum_bits(x, &minus, r->bound < 0 ? 0 : r->bound, 64);
  hd_vec_clear(&plus);
  hd_vec_clear(&minus);
  return hd_term_2(x->T, r->equal ? HD_OP_EQ : HD_OP_SLE, left, right);
}
