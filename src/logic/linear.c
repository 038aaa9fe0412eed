#include "logic/linear.h"

enum { MOST_BITS = 48, MOST_ROWS = 300 };
__extension__ typedef __int128 wide;
static const int64_t MOST_FACTOR = INT64_C(1) << 60;

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

/* --- sums ------------------------------------------------------------ */

/* a sum and a constant */
typedef struct {
  hd_sum sum;
  int64_t constant;
  bool fails; /* it is none, or too large */
} affine;

static void clear(affine *a)
{
  hd_vec_clear(&a->sum);
}

/* into += factor * sum. False: too large. */
static bool add_sum(hd_sum *into, const hd_sum *sum, int64_t factor)
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
    fits &= m.factor < MOST_FACTOR && m.factor > -MOST_FACTOR;
    if (m.factor) hd_vec_push(&all, m);
    i += a <= b;
    k += b <= a;
  }
  hd_vec_clear(into);
  *into = all;
  return fits;
}

static void add(affine *into, const affine *a, int64_t factor)
{
  int64_t more = 0;
  bool fits = add_sum(&into->sum, &a->sum, factor);
  fits &= !__builtin_mul_overflow(a->constant, factor, &more);
  fits &= !__builtin_add_overflow(into->constant, more, &into->constant);
  fits &= into->constant < MOST_FACTOR && into->constant > -MOST_FACTOR;
  into->fails |= a->fails || !fits;
}

static int64_t factor_of(const hd_sum *s, uint32_t symbol)
{
  for (uint32_t i = 0; i < s->len; i++)
    if (s->data[i].symbol == symbol) return s->data[i].factor;
  return 0;
}

/* Is a = sign * b? */
static bool is_multiple(const hd_sum *a, const hd_sum *b, int64_t sign)
{
  if (a->len != b->len) return false;
  for (uint32_t i = 0; i < a->len; i++)
    if (a->data[i].symbol != b->data[i].symbol || a->data[i].factor != sign * b->data[i].factor) return false;
  return true;
}

/* --- intervals ------------------------------------------------------------ */

typedef struct {
  wide low, high;
} interval;

static interval of_width(unsigned width)
{
  wide half = (wide)1 << (width - 1);
  return (interval){-half, half - 1};
}

static int64_t floor_div(int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* What the variable's width and the rows about it alone say; `but` does not count. */
static interval of_symbol(const hd_linear *x, uint32_t symbol, uint32_t but)
{
  interval v = of_width((unsigned)hd_map_get_or(&x->width, symbol, MOST_BITS));
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_row *r = &x->rows.data[i];
    if (r->gone || i == but || r->sum.len != 1 || r->sum.data[0].symbol != symbol) continue;
    int64_t f = r->sum.data[0].factor;
    wide high = floor_div(r->bound, f > 0 ? f : -f);
    wide low = -floor_div(r->equal ? -r->bound : r->bound, f > 0 ? f : -f);
    if (f < 0 && r->equal) {
      wide swap = high;
      high = -low;
      low = -swap;
    }
    if ((f > 0 || r->equal) && high < v.high) v.high = high;
    if ((f < 0 || r->equal) && low > v.low) v.low = low;
  }
  return v;
}

static interval of_sum(const hd_linear *x, const hd_sum *s, uint32_t but)
{
  interval v = {0, 0};
  for (uint32_t i = 0; i < s->len; i++) {
    interval one = of_symbol(x, s->data[i].symbol, but);
    int64_t f = s->data[i].factor;
    v.low += f * (f > 0 ? one.low : one.high);
    v.high += f * (f > 0 ? one.high : one.low);
  }
  return v;
}

/* The same, and what rows about the same sum say. */
static interval of_affine(const hd_linear *x, const affine *a)
{
  interval v = of_sum(x, &a->sum, HD_NONE);
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_row *r = &x->rows.data[i];
    if (r->gone) continue;
    if (is_multiple(&r->sum, &a->sum, 1)) {
      if (r->bound < v.high) v.high = r->bound;
      if (r->equal && r->bound > v.low) v.low = r->bound;
    }
    if (is_multiple(&r->sum, &a->sum, -1)) {
      if (-r->bound > v.low) v.low = -r->bound;
      if (r->equal && -r->bound < v.high) v.high = -r->bound;
    }
  }
  v.low += a->constant;
  v.high += a->constant;
  return v;
}

static bool fits(const hd_linear *x, const affine *a, unsigned width)
{
  interval v = of_affine(x, a), all = of_width(width);
  return v.low >= all.low && v.high <= all.high;
}

/* --- reading terms ----------------------------------------------------------------------------------------
 */

static affine modular(hd_linear *x, hd_term t);

/* The integer that the term's bits are, read as signed; fails where that is not known to be linear. */
static affine integer(hd_linear *x, hd_term t)
{
  affine a = modular(x, t);
  if (!a.fails && !fits(x, &a, hd_term_sort(x->T, t).width)) a.fails = true;
  return a;
}

static affine of_arguments(hd_linear *x, hd_term t, int64_t second)
{
  affine a = modular(x, hd_term_arg(x->T, t, 0)), b = modular(x, hd_term_arg(x->T, t, 1));
  add(&a, &b, second);
  clear(&b);
  return a;
}

static affine of_product(hd_linear *x, hd_term t)
{
  affine a = modular(x, hd_term_arg(x->T, t, 0)), b = modular(x, hd_term_arg(x->T, t, 1)), all = {0};
  bool first = a.sum.len == 0;
  if (a.sum.len && b.sum.len)
    all.fails = true;
  else
    add(&all, first ? &b : &a, first ? a.constant : b.constant);
  all.fails |= a.fails || b.fails;
  clear(&a);
  clear(&b);
  return all;
}

static affine of_variable(hd_linear *x, hd_term t)
{
  affine a = {0};
  uint32_t symbol = hd_term_symbol(x->T, t);
  hd_map_put(&x->width, symbol, hd_term_sort(x->T, t).width);
  hd_vec_push(&a.sum, (hd_monomial){symbol, 1});
  return a;
}

/* A sum that is the term's value but for multiples of 2 to the width. */
static affine modular(hd_linear *x, hd_term t)
{
  const hd_terms *T = x->T;
  hd_sort sort = hd_term_sort(T, t);
  affine a = {0};
  if (sort.kind != HD_SORT_BV || sort.width > (hd_term_op(T, t) == HD_OP_VAR ? MOST_BITS : 64)) {
    a.fails = true;
    return a;
  }
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: {
    affine none = {.constant = hd_signed(hd_term_value(T, t), sort.width)};
    none.fails = none.constant >= MOST_FACTOR || none.constant <= -MOST_FACTOR;
    return none;
  }
  case HD_OP_VAR: return of_variable(x, t);
  case HD_OP_ADD: return of_arguments(x, t, 1);
  case HD_OP_SUB: return of_arguments(x, t, -1);
  case HD_OP_MUL: return of_product(x, t);
  case HD_OP_SEXT: return integer(x, hd_term_arg(T, t, 0));
  case HD_OP_ZEXT:
    a = integer(x, hd_term_arg(T, t, 0));
    if (!a.fails && of_affine(x, &a).low < 0) a.fails = true;
    return a;
  case HD_OP_NEG: {
    affine inner = modular(x, hd_term_arg(T, t, 0));
    add(&a, &inner, -1);
    clear(&inner);
    return a;
  }
  default: a.fails = true; return a;
  }
}

/* --- reading literals
 * --------------------------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b)
{
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a < 0 ? -a : a;
}

/* Can the sum be computed with 64 bits, whatever the variables are? */
static bool is_small(const hd_linear *x, const hd_sum *s, int64_t bound)
{
  wide all = bound < 0 ? -(wide)bound : bound;
  for (uint32_t i = 0; i < s->len; i++) {
    wide f = s->data[i].factor;
    all += (f < 0 ? -f : f) << (hd_map_get_or(&x->width, s->data[i].symbol, MOST_BITS) - 1);
  }
  return all < (wide)1 << 62;
}

/* Is it in another row? Then that one says it as well from now on. */
static bool merge(hd_linear *x, const hd_sum *sum, int64_t bound, bool equal)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_row *r = &x->rows.data[i];
    if (r->gone || r->equal != equal || !is_multiple(&r->sum, sum, 1)) continue;
    if (equal && r->bound != bound) x->none = true;
    if (!equal && bound < r->bound) r->bound = bound;
    return true;
  }
  return false;
}

/* sum <= bound (or =), with factors as small as possible. False: the numbers are too large. */
static bool push_row(hd_linear *x, hd_sum sum_take, int64_t bound, bool equal)
{
  int64_t g = 0;
  for (uint32_t i = 0; i < sum_take.len; i++) g = gcd(g, sum_take.data[i].factor);
  bool never = g == 0 ? (equal ? bound != 0 : bound < 0) : equal && bound % g != 0;
  x->none |= never;
  for (uint32_t i = 0; i < sum_take.len; i++) sum_take.data[i].factor /= g;
  if (g) bound = floor_div(bound, g);
  bool small = is_small(x, &sum_take, bound);
  if (g == 0 || never || !small || merge(x, &sum_take, bound, equal))
    hd_vec_clear(&sum_take);
  else
    hd_vec_push(&x->rows, (hd_row){sum_take, bound, equal, false});
  return g == 0 || small;
}

/* a <= b + room */
static bool at_most(hd_linear *x, hd_term a, hd_term b, int64_t room, bool equal)
{
  affine left = integer(x, a), right = integer(x, b);
  add(&left, &right, -1);
  clear(&right);
  if (left.fails) {
    clear(&left);
    return false;
  }
  return push_row(x, left.sum, room - left.constant, equal);
}

/* No signed overflow of the operation. */
static bool in_range(hd_linear *x, hd_term test)
{
  hd_op op = hd_term_op(x->T, test);
  hd_term a = hd_term_arg(x->T, test, 0), b = hd_term_arg(x->T, test, 1);
  affine left = integer(x, a), right = integer(x, b), all = {0};
  bool first = left.sum.len == 0;
  if (op == HD_OP_SMULO && left.sum.len && right.sum.len)
    all.fails = true;
  else if (op == HD_OP_SMULO)
    add(&all, first ? &right : &left, first ? left.constant : right.constant);
  else {
    add(&all, &left, 1);
    add(&all, &right, op == HD_OP_SADDO ? 1 : -1);
  }
  bool fails = all.fails || left.fails || right.fails;
  clear(&left);
  clear(&right);
  if (!fails) {
    interval v = of_width(hd_term_sort(x->T, a).width);
    hd_sum minus = {0};
    add_sum(&minus, &all.sum, -1);
    fails = !push_row(x, minus, (int64_t)-v.low + all.constant, false);
    fails |= !push_row(x, all.sum, (int64_t)v.high - all.constant, false);
  } else {
    clear(&all);
  }
  return !fails;
}

/* The literal as rows. False: it is none, as far as is known so far. */
static bool read_literal(hd_linear *x, hd_term literal)
{
  hd_terms *T = x->T;
  bool positive = hd_term_op(T, literal) != HD_OP_NOT;
  hd_term atom = positive ? literal : hd_term_arg(T, literal, 0);
  hd_op op = hd_term_op(T, atom);
  if (hd_op_arity(op) != 2) return false;
  hd_term a = hd_term_arg(T, atom, 0), b = hd_term_arg(T, atom, 1);
  if (hd_term_sort(T, a).kind != HD_SORT_BV) return false;
  if (op == HD_OP_SLT) return positive ? at_most(x, a, b, -1, false) : at_most(x, b, a, 0, false);
  if (op == HD_OP_SLE) return positive ? at_most(x, a, b, 0, false) : at_most(x, b, a, -1, false);
  if (op == HD_OP_EQ) return positive && at_most(x, a, b, 0, true);
  if (op == HD_OP_SADDO || op == HD_OP_SSUBO || op == HD_OP_SMULO) return !positive && in_range(x, atom);
  return false;
}

/* Each literal that is understood may make others understandable. */
static void read_rest(hd_linear *x)
{
  for (bool more = true; more;) {
    more = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->rest.len; i++) {
      if (read_literal(x, x->rest.data[i]))
        more = true;
      else
        x->rest.data[kept++] = x->rest.data[i];
    }
    x->rest.len = kept;
  }
}

void hd_linear_add(hd_linear *x, hd_term formula)
{
  hd_formula_conjuncts(x->T, formula, &x->rest);
  read_rest(x);
}

static hd_term row_term(hd_linear *x, const hd_row *r);

/* --- elimination
 * ---------------------------------------------------------------------------------------------- */

/* The value of a sum as bits of that width. */
static hd_term bits(hd_terms *T, const hd_linear *x, const hd_sum *s, int64_t constant, unsigned width)
{
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

static bool in_rest(const hd_linear *x, uint32_t symbol)
{
  for (uint32_t i = 0; i < x->rest.len; i++)
    if (hd_term_mentions(x->T, x->rest.data[i], symbol)) return true;
  return false;
}

/* symbol = sum + constant is in range of its width. */
static void keep_range(hd_linear *x, uint32_t symbol, const affine *value)
{
  interval v = of_width((unsigned)hd_map_get_or(&x->width, symbol, MOST_BITS));
  hd_sum plus = {0}, minus = {0};
  add_sum(&plus, &value->sum, 1);
  add_sum(&minus, &value->sum, -1);
  x->exact &= push_row(x, plus, (int64_t)v.high - value->constant, false);
  x->exact &= push_row(x, minus, (int64_t)-v.low + value->constant, false);
}

/* A row symbol = .. that fixes the symbol, or HD_NONE. */
static uint32_t equation_of(const hd_linear *x, uint32_t symbol)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    const hd_row *r = &x->rows.data[i];
    int64_t f = factor_of(&r->sum, symbol);
    if (!r->gone && r->equal && (f == 1 || f == -1)) return i;
  }
  return HD_NONE;
}

/* Puts the value in the place of the symbol in a row. */
static void put_into_row(hd_linear *x, uint32_t row, uint32_t symbol, const affine *value)
{
  const hd_row *r = &x->rows.data[row];
  int64_t f = factor_of(&r->sum, symbol), less = 0, bound = 0;
  hd_sum sum = {0}, own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  bool good = add_sum(&sum, &r->sum, 1) && add_sum(&sum, &own, -f) && add_sum(&sum, &value->sum, f);
  good = good && !__builtin_mul_overflow(value->constant, f, &less);
  good = good && !__builtin_sub_overflow(r->bound, less, &bound);
  hd_vec_clear(&own);
  x->rows.data[row].gone = true;
  if (good) {
    x->exact &= push_row(x, sum, bound, x->rows.data[row].equal);
  } else {
    hd_vec_clear(&sum);
    x->exact = false;
  }
}

/* Uses a row symbol = value. False: there is none. */
static bool by_equation(hd_linear *x, uint32_t symbol)
{
  uint32_t at = equation_of(x, symbol);
  if (at == HD_NONE) return false;
  int64_t sign = factor_of(&x->rows.data[at].sum, symbol);
  affine value = {.constant = sign * x->rows.data[at].bound}; /* symbol = sign * (bound - others) */
  hd_sum own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  bool good = add_sum(&value.sum, &x->rows.data[at].sum, -sign) && add_sum(&value.sum, &own, 1);
  hd_vec_clear(&own);
  if (good) {
    x->rows.data[at].gone = true;
    uint32_t n = x->rows.len, width = (uint32_t)hd_map_get_or(&x->width, symbol, MOST_BITS);
    for (uint32_t i = 0; i < n; i++)
      if (!x->rows.data[i].gone && factor_of(&x->rows.data[i].sum, symbol))
        put_into_row(x, i, symbol, &value);
    hd_term by = bits(x->T, x, &value.sum, value.constant, width);
    for (uint32_t i = 0; i < x->rest.len; i++)
      x->rest.data[i] = hd_formula_replace(x->T, x->rest.data[i], symbol, by);
    keep_range(x, symbol, &value);
  }
  clear(&value);
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
static void split(hd_linear *x, uint32_t symbol)
{
  uint32_t n = x->rows.len;
  for (uint32_t i = 0; i < n; i++) {
    if (x->rows.data[i].gone || !x->rows.data[i].equal || !factor_of(&x->rows.data[i].sum, symbol)) continue;
    hd_sum plus = {0}, minus = {0};
    int64_t bound = x->rows.data[i].bound;
    add_sum(&plus, &x->rows.data[i].sum, 1);
    add_sum(&minus, &x->rows.data[i].sum, -1);
    x->rows.data[i].gone = true;
    push_row(x, plus, bound, false);
    push_row(x, minus, -bound, false);
  }
  affine own = {0};
  hd_vec_push(&own.sum, (hd_monomial){symbol, 1});
  keep_range(x, symbol, &own);
  clear(&own);
}

/* The two bounds together, without the symbol: a from above, b from below. */
static void combine(hd_linear *x, const hd_row *a, const hd_row *b, uint32_t symbol)
{
  int64_t f = factor_of(&a->sum, symbol), g = -factor_of(&b->sum, symbol), p = 0, q = 0, bound = 0;
  if (f != 1 && g != 1) x->exact = false;
  hd_sum sum = {0};
  bool good = add_sum(&sum, &a->sum, g) && add_sum(&sum, &b->sum, f);
  good &= !__builtin_mul_overflow(a->bound, g, &p) && !__builtin_mul_overflow(b->bound, f, &q);
  good &= !__builtin_add_overflow(p, q, &bound) && bound < MOST_FACTOR && bound > -MOST_FACTOR;
  if (good)
    x->exact &= push_row(x, sum, bound, false);
  else {
    hd_vec_clear(&sum);
    x->exact = false;
  }
}

static void by_bounds(hd_linear *x, uint32_t symbol)
{
  split(x, symbol);
  uint32_t n = x->rows.len, above = 0, below = 0;
  for (uint32_t i = 0; i < n; i++) {
    int64_t f = x->rows.data[i].gone ? 0 : factor_of(&x->rows.data[i].sum, symbol);
    above += f > 0;
    below += f < 0;
  }
  bool many = above * below > MOST_ROWS;
  if (many) x->exact = false;
  for (uint32_t i = 0; i < n && !many; i++)
    for (uint32_t k = 0; k < n; k++) {
      hd_row a = x->rows.data[i], b = x->rows.data[k];
      if (!a.gone && !b.gone && factor_of(&a.sum, symbol) > 0 && factor_of(&b.sum, symbol) < 0)
        combine(x, &a, &b, symbol);
    }
  for (uint32_t i = 0; i < n; i++)
    if (factor_of(&x->rows.data[i].sum, symbol)) x->rows.data[i].gone = true;
}

/* By a conjunct that is not linear. */
static bool by_other_equation(hd_linear *x, uint32_t symbol)
{
  if (!in_rest(x, symbol)) return false;
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_row *r = &x->rows.data[i];
    if (r->gone || !factor_of(&r->sum, symbol)) continue;
    r->gone = true;
    hd_vec_push(&x->rest, row_term(x, r));
  }
  bool found = hd_formula_eliminate(x->T, &x->rest, symbol);
  read_rest(x);
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
    for (uint32_t k = 0; k < x->rows.data[i].sum.len; k++)
      gather_symbol(&g, x->rows.data[i].sum.data[k].symbol);
  for (uint32_t i = 0; i < g.symbols.len; i++) {
    uint32_t symbol = g.symbols.data[i];
    if (by_equation(x, symbol) || by_other_equation(x, symbol)) continue;
    drop_rest(x, symbol);
    by_bounds(x, symbol);
  }
  read_rest(x); /* equations that were put in may have made more of them linear */
  hd_map_clear(&g.seen);
  hd_vec_clear(&g.symbols);
}

/* --- as a formula
 * ----------------------------------------------------------------------------------------------- */

/* Values that are fixed are put in everywhere else. */
static void use_constants(hd_linear *x)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    if (x->rows.data[i].gone || !x->rows.data[i].equal || x->rows.data[i].sum.len != 1) continue;
    hd_monomial m = x->rows.data[i].sum.data[0];
    affine value = {.constant = m.factor * x->rows.data[i].bound};
    uint32_t n = x->rows.len;
    for (uint32_t k = 0; k < n; k++)
      if (k != i && !x->rows.data[k].gone && factor_of(&x->rows.data[k].sum, m.symbol))
        put_into_row(x, k, m.symbol, &value);
  }
}

static void drop_implied(hd_linear *x)
{
  for (uint32_t i = 0; i < x->rows.len; i++) {
    hd_row *r = &x->rows.data[i];
    if (r->gone || r->equal) continue;
    interval v = of_sum(x, &r->sum, i);
    if (v.high <= r->bound)
      r->gone = true;
    else if (v.low > r->bound)
      x->none = true;
    for (uint32_t k = 0; k < i && !r->gone; k++) {
      hd_row *other = &x->rows.data[k];
      if (other->gone || other->equal || !is_multiple(&other->sum, &r->sum, -1) || other->bound != -r->bound)
        continue;
      other->equal = true;
      r->gone = true;
    }
  }
}

/* A bound on one variable. */
static hd_term bound_term(hd_linear *x, const hd_row *r)
{
  hd_terms *T = x->T;
  hd_monomial m = r->sum.data[0];
  unsigned width = (unsigned)hd_map_get_or(&x->width, m.symbol, MOST_BITS);
  int64_t bound = m.factor * r->bound;
  interval all = of_width(width);
  hd_term v = hd_term_var(T, HD_BV(width), m.symbol), k = hd_term_bv(T, width, (uint64_t)bound);
  bool inside = bound >= all.low && bound <= all.high;
  if (r->equal) return inside ? hd_term_2(T, HD_OP_EQ, v, k) : hd_term_false(T);
  if (inside) return m.factor > 0 ? hd_term_2(T, HD_OP_SLE, v, k) : hd_term_2(T, HD_OP_SLE, k, v);
  return hd_term_bool(T, m.factor > 0 ? bound > all.high : bound < all.low);
}

static hd_term row_term(hd_linear *x, const hd_row *r)
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
  hd_term left = bits(x->T, x, &plus, r->bound < 0 ? -r->bound : 0, 64);
  hd_term right = bits(x->T, x, &minus, r->bound < 0 ? 0 : r->bound, 64);
  hd_vec_clear(&plus);
  hd_vec_clear(&minus);
  return hd_term_2(x->T, r->equal ? HD_OP_EQ : HD_OP_SLE, left, right);
}

hd_term hd_linear_formula(hd_linear *x)
{
  hd_term all = hd_formula_and(x->T, x->rest.data, x->rest.len);
  use_constants(x);
  drop_implied(x);
  if (x->none) return hd_term_false(x->T);
  for (uint32_t i = 0; i < x->rows.len; i++)
    if (!x->rows.data[i].gone) all = hd_term_2(x->T, HD_OP_AND, all, row_term(x, &x->rows.data[i]));
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
