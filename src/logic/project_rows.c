/* project_rows.c - elimination from rows around a model. */
#include "logic/project_rows.h"

enum { MOST_PAIRS = 40, MOST_ROWS = 200 };
#define MOST_MODULUS (INT64_C(1) << 31)

/* --- rows ---------------------------------------------------------------------------------------------- */

void hd_projection_clear(hd_projection *p)
{
  for (uint32_t i = 0; i < p->congruences.len; i++) hd_vec_clear(&p->congruences.data[i].sum);
  hd_vec_clear(&p->congruences);
  for (uint32_t i = 0; i < p->unequal.len; i++) hd_vec_clear(&p->unequal.data[i].sum);
  hd_vec_clear(&p->unequal);
  hd_linear_clear(&p->rows);
  hd_vec_clear(&p->boxes);
  hd_vec_clear(&p->going);
  hd_map_clear(&p->values);
  hd_map_clear(&p->symbols);
}

uint32_t hd_projection_symbol(hd_projection *p, unsigned width, int64_t value, bool goes)
{
  uint32_t symbol = p->next++;
  hd_map_put(&p->rows.width, symbol, width);
  hd_map_put(&p->values, symbol, (uint64_t)value);
  if (goes) hd_vec_push(&p->going, symbol);
  return symbol;
}

static int64_t value_of(const hd_projection *p, uint32_t symbol)
{
  const uint64_t *own = hd_map_find(&p->values, symbol);
  if (own) return (int64_t)*own;
  unsigned width = (unsigned)hd_map_get_or(&p->rows.width, symbol, HD_LINEAR_BITS);
  return hd_signed(p->model->read(p->model->context, symbol, false, 0), width);
}

hd_wide hd_projection_value(const hd_projection *p, const hd_sum *sum)
{
  hd_wide all = 0;
  for (uint32_t i = 0; i < sum->len; i++) all += (hd_wide)sum->data[i].factor * value_of(p, sum->data[i].symbol);
  return all;
}

static bool is_large(hd_wide n)
{
  return n >= HD_LINEAR_FACTOR || n <= -HD_LINEAR_FACTOR;
}

void hd_projection_push(hd_projection *p, hd_sum sum_take, hd_wide bound, bool equal)
{
  bool known = !equal && hd_range_of_sum(&p->rows, &sum_take, HD_NONE).high <= bound;
  if (!known && !is_large(bound)) {
    p->rows.exact &= hd_linear_push(&p->rows, sum_take, (int64_t)bound, equal);
    return;
  }
  p->rows.exact &= known;
  hd_vec_clear(&sum_take);
}

static hd_sum times_sum(hd_projection *p, const hd_sum *sum, int64_t factor)
{
  hd_sum copy = {0};
  p->rows.exact &= hd_sum_add(&copy, sum, factor);
  return copy;
}

void hd_projection_within(hd_projection *p, const hd_affine *a, hd_wide low, hd_wide high)
{
  hd_range known = hd_range_of(&p->rows, a);
  if (known.high > high) hd_projection_push(p, times_sum(p, &a->sum, 1), high - a->constant, false);
  if (known.low < low) hd_projection_push(p, times_sum(p, &a->sum, -1), a->constant - low, false);
}

static int64_t positive_modulo(hd_wide a, int64_t m)
{
  int64_t r = (int64_t)(a % m);
  return r < 0 ? r + m : r;
}

/* With small factors; none that is a multiple of the modulus. */
static void push_congruence(hd_projection *p, hd_sum sum_take, hd_wide rest, hd_wide modulus)
{
  hd_sum small = {0};
  if (modulus > MOST_MODULUS) p->rows.exact = false;
  int64_t m = (int64_t)modulus, g = m;
  for (uint32_t i = 0; i < sum_take.len && p->rows.exact; i++) {
    int64_t f = positive_modulo(sum_take.data[i].factor, m);
    if (f > m / 2) f -= m;
    if (f) hd_vec_push(&small, (hd_monomial){sum_take.data[i].symbol, f});
    g = hd_factor_gcd(g, f);
  }
  hd_vec_clear(&sum_take);
  for (uint32_t i = 0; i < small.len; i++) small.data[i].factor /= g;
  if (!small.len || m / g == 1)
    hd_vec_clear(&small); /* true in the model, so always */
  else
    hd_vec_push(&p->congruences, (hd_congruence){small, positive_modulo(rest, m) / g, m / g, false});
}

void hd_projection_push_unequal(hd_projection *p, hd_sum sum_take, hd_wide bound)
{
  int64_t g = 0;
  hd_range all = hd_range_of_sum(&p->rows, &sum_take, HD_NONE);
  for (uint32_t i = 0; i < sum_take.len; i++) g = hd_factor_gcd(g, sum_take.data[i].factor);
  if (!g || bound % g != 0 || bound < all.low || bound > all.high || !p->rows.exact) {
    hd_vec_clear(&sum_take); /* it never is */
    return;
  }
  for (uint32_t i = 0; i < sum_take.len; i++) sum_take.data[i].factor /= g;
  if (is_large(bound)) p->rows.exact = false;
  hd_vec_push(&p->unequal, (hd_linear_row){sum_take, (int64_t)(bound / g), false, false});
}

void hd_projection_congruent(hd_projection *p, const hd_affine *a, hd_wide modulus)
{
  push_congruence(p, times_sum(p, &a->sum, 1), -(hd_wide)a->constant, modulus);
}

/* --- equations ----------------------------------------------------------------------------------------- */

static hd_range range_of(const hd_projection *p, uint32_t symbol)
{
  return hd_range_of_width((unsigned)hd_map_get_or(&p->rows.width, symbol, HD_LINEAR_BITS));
}

/* factor * (sum without the symbol) + f * value: `sum` has f times the symbol, of which `factor` are the value. */
static hd_sum replaced_sum(hd_projection *p, const hd_sum *sum, uint32_t symbol, int64_t factor, const hd_affine *value)
{
  int64_t f = hd_sum_factor(sum, symbol);
  hd_sum all = times_sum(p, sum, factor), own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  p->rows.exact &= hd_sum_add(&all, &own, -hd_sum_factor(&all, symbol));
  p->rows.exact &= hd_sum_add(&all, &value->sum, f);
  hd_vec_clear(&own);
  return all;
}

/* factor * symbol = value, where it is in range. */
static void substitute_value(hd_projection *p, uint32_t symbol, int64_t factor, const hd_affine *value)
{
  hd_range all = range_of(p, symbol);
  uint32_t rows = p->rows.rows.len, congruences = p->congruences.len, unequal = p->unequal.len;
  for (uint32_t i = 0; i < rows && p->rows.exact; i++) {
    hd_linear_row r = p->rows.rows.data[i];
    int64_t f = r.gone ? 0 : hd_sum_factor(&r.sum, symbol);
    if (!f) continue;
    p->rows.rows.data[i].gone = true;
    hd_projection_push(p, replaced_sum(p, &r.sum, symbol, factor, value),
                       (hd_wide)factor * r.bound - (hd_wide)f * value->constant, r.equal);
  }
  for (uint32_t i = 0; i < congruences && p->rows.exact; i++) {
    hd_congruence c = p->congruences.data[i];
    int64_t f = c.gone ? 0 : hd_sum_factor(&c.sum, symbol);
    if (!f) continue;
    p->congruences.data[i].gone = true;
    push_congruence(p, replaced_sum(p, &c.sum, symbol, factor, value),
                    (hd_wide)factor * c.rest - (hd_wide)f * value->constant, (hd_wide)factor * c.modulus);
  }
  for (uint32_t i = 0; i < unequal && p->rows.exact; i++) {
    hd_linear_row r = p->unequal.data[i];
    int64_t f = r.gone ? 0 : hd_sum_factor(&r.sum, symbol);
    if (!f) continue;
    p->unequal.data[i].gone = true;
    hd_projection_push_unequal(p, replaced_sum(p, &r.sum, symbol, factor, value),
                               (hd_wide)factor * r.bound - (hd_wide)f * value->constant);
  }
  hd_projection_within(p, value, factor * all.low, factor * all.high);
  if (factor > 1) hd_projection_congruent(p, value, factor);
}

/* symbol is in a row, f times: |f| * symbol is what the other side of it says, less `slack`. */
static void use_row(hd_projection *p, uint32_t row, uint32_t symbol, int64_t slack)
{
  hd_linear_row r = p->rows.rows.data[row];
  int64_t f = hd_sum_factor(&r.sum, symbol), sign = f > 0 ? 1 : -1;
  hd_affine value = {.constant = sign * (r.bound - slack)};
  hd_sum own = {0};
  hd_vec_push(&own, (hd_monomial){symbol, 1});
  p->rows.exact &= hd_sum_add(&value.sum, &r.sum, -sign) && hd_sum_add(&value.sum, &own, sign * f);
  hd_vec_clear(&own);
  if (r.equal) p->rows.rows.data[row].gone = true;
  if (p->rows.exact) substitute_value(p, symbol, sign * f, &value);
  hd_affine_clear(&value);
}

/* The equation with the smallest factor of something that goes; HD_NONE: there is none. */
static uint32_t best_equation(const hd_projection *p, uint32_t *at)
{
  uint32_t best = HD_NONE;
  int64_t least = INT64_MAX;
  for (uint32_t i = 0; i < p->rows.rows.len; i++) {
    const hd_linear_row *r = &p->rows.rows.data[i];
    for (uint32_t k = 0; k < p->going.len && !r->gone && r->equal; k++) {
      int64_t f = hd_sum_factor(&r->sum, p->going.data[k]);
      if (f < 0) f = -f;
      if (!f || f >= least) continue;
      least = f;
      best = i;
      *at = k;
    }
  }
  return best;
}

/* --- bounds -------------------------------------------------------------------------------------------- */

/* The rows that bound a symbol, by index, and what it is congruent to. */
typedef struct {
  uint32_t symbol;
  hd_u32s above, below;
  uint32_t congruences;
  uint32_t congruence; /* the last of them */
  uint32_t unequal;    /* values that it must not have */
} bounded;

static bounded bounds_of(const hd_projection *p, uint32_t symbol)
{
  bounded b = {.symbol = symbol};
  for (uint32_t i = 0; i < p->rows.rows.len; i++) {
    const hd_linear_row *r = &p->rows.rows.data[i];
    int64_t f = r->gone ? 0 : hd_sum_factor(&r->sum, symbol);
    if (f > 0) hd_vec_push(&b.above, i);
    if (f < 0) hd_vec_push(&b.below, i);
  }
  for (uint32_t i = 0; i < p->congruences.len; i++) {
    if (p->congruences.data[i].gone || !hd_sum_factor(&p->congruences.data[i].sum, symbol)) continue;
    b.congruence = i;
    b.congruences++;
  }
  for (uint32_t i = 0; i < p->unequal.len; i++)
    b.unequal += !p->unequal.data[i].gone && hd_sum_factor(&p->unequal.data[i].sum, symbol);
  return b;
}

static void clear_bounds(bounded *b)
{
  hd_vec_clear(&b->above);
  hd_vec_clear(&b->below);
}

/* So that all bounds are rows. */
static void add_range(hd_projection *p, uint32_t symbol)
{
  hd_range all = range_of(p, symbol);
  hd_sum plus = {0}, minus = {0};
  hd_vec_push(&plus, (hd_monomial){symbol, 1});
  hd_vec_push(&minus, (hd_monomial){symbol, -1});
  p->rows.exact &= hd_linear_push(&p->rows, plus, (int64_t)all.high, false);
  p->rows.exact &= hd_linear_push(&p->rows, minus, (int64_t)-all.low, false);
}

/* Two bounds, f * x <= u and l <= g * x, leave room for `others` + 1 numbers of each class modulo m if
 * f * l + room <= g * u (the dark shadow of the omega test, with x = m * x' + any remainder). */
static hd_wide room(int64_t f, int64_t g, int64_t m, uint32_t others)
{
  hd_wide both = ((hd_wide)f * m - 1) * ((hd_wide)g * m - 1);
  return (both + m - 1) / m + (hd_wide)f * g * m * others;
}

/* The two bounds together, if that is true in the model. */
static bool combine_pair(hd_projection *p, uint32_t above, uint32_t below, const bounded *by, int64_t m, bool only_look)
{
  uint32_t symbol = by->symbol;
  hd_linear_row a = p->rows.rows.data[above], b = p->rows.rows.data[below];
  int64_t f = hd_sum_factor(&a.sum, symbol), g = -hd_sum_factor(&b.sum, symbol);
  hd_wide bound = (hd_wide)g * a.bound + (hd_wide)f * b.bound - room(f, g, m, by->unequal);
  if (only_look) return g * hd_projection_value(p, &a.sum) + f * hd_projection_value(p, &b.sum) <= bound;
  hd_sum sum = times_sum(p, &a.sum, g);
  p->rows.exact &= hd_sum_add(&sum, &b.sum, f);
  hd_projection_push(p, sum, bound, false);
  return true;
}

/* Every upper with every lower bound, if the model allows it. Exact where factors are 1. */
static bool by_pairs(hd_projection *p, const bounded *b)
{
  int64_t m = 1;
  if (b->congruences > 1 || b->above.len * b->below.len > MOST_PAIRS) return false;
  if (b->congruences) {
    const hd_congruence *c = &p->congruences.data[b->congruence];
    m = c->modulus;
    if (hd_factor_gcd(hd_sum_factor(&c->sum, b->symbol), m) != 1) return false;
  }
  for (int look = 1; look >= 0; look--)
    for (uint32_t i = 0; i < b->above.len; i++)
      for (uint32_t k = 0; k < b->below.len; k++)
        if (!combine_pair(p, b->above.data[i], b->below.data[k], b, m, look)) return false;
  for (uint32_t i = 0; i < b->above.len; i++) p->rows.rows.data[b->above.data[i]].gone = true;
  for (uint32_t i = 0; i < b->below.len; i++) p->rows.rows.data[b->below.data[i]].gone = true;
  if (b->congruences) p->congruences.data[b->congruence].gone = true;
  for (uint32_t i = 0; i < p->unequal.len; i++)
    if (hd_sum_factor(&p->unequal.data[i].sum, b->symbol)) p->unequal.data[i].gone = true;
  return true;
}

/* The symbol is in a class of its own: symbol = m * another + remainder, with the remainder of the model. */
static void by_remainder(hd_projection *p, uint32_t symbol)
{
  hd_wide m = 1;
  for (uint32_t i = 0; i < p->congruences.len; i++) {
    const hd_congruence *c = &p->congruences.data[i];
    int64_t f = c->gone ? 0 : hd_sum_factor(&c->sum, symbol);
    if (!f || m > MOST_MODULUS) continue;
    int64_t own = c->modulus / hd_factor_gcd(f, c->modulus);
    m = m / hd_factor_gcd((int64_t)m, own) * own;
  }
  if (m > MOST_MODULUS) {
    p->rows.exact = false;
    return;
  }
  int64_t value = value_of(p, symbol), rest = positive_modulo(value, (int64_t)m);
  unsigned width = (unsigned)hd_map_get_or(&p->rows.width, symbol, HD_LINEAR_BITS);
  hd_affine by = {.constant = rest};
  uint32_t other = hd_projection_symbol(p, width, (value - rest) / (int64_t)m, true);
  hd_vec_push(&by.sum, (hd_monomial){other, (int64_t)m});
  substitute_value(p, symbol, 1, &by);
  hd_affine_clear(&by);
}

/* How far the row is from being reached, in the model: that of all rows is least which bounds the symbol. */
static bool is_tighter(const hd_projection *p, uint32_t symbol, uint32_t row, uint32_t than)
{
  hd_linear_row a = p->rows.rows.data[row], b = p->rows.rows.data[than];
  int64_t f = hd_sum_factor(&a.sum, symbol), g = hd_sum_factor(&b.sum, symbol);
  hd_wide room_a = a.bound - hd_projection_value(p, &a.sum), room_b = b.bound - hd_projection_value(p, &b.sum);
  return room_a * (g < 0 ? -g : g) < room_b * (f < 0 ? -f : f);
}

static uint32_t tightest_row(const hd_projection *p, uint32_t symbol, const hd_u32s *rows)
{
  uint32_t best = rows->data[0];
  for (uint32_t i = 1; i < rows->len; i++)
    if (is_tighter(p, symbol, rows->data[i], best)) best = rows->data[i];
  return best;
}

/* The symbol is as close to its tightest bound as integers allow (Loos and Weispfenning; Cooper). */
static void by_bound(hd_projection *p, const bounded *b)
{
  uint32_t high = tightest_row(p, b->symbol, &b->above), low = tightest_row(p, b->symbol, &b->below);
  int64_t f = hd_sum_factor(&p->rows.rows.data[high].sum, b->symbol);
  int64_t g = -hd_sum_factor(&p->rows.rows.data[low].sum, b->symbol);
  bool plain = p->rows.rows.data[low].sum.len == 1 && p->rows.rows.data[high].sum.len > 1;
  uint32_t row = f < g || (f == g && plain) ? high : low;
  hd_linear_row r = p->rows.rows.data[row];
  int64_t own = hd_sum_factor(&r.sum, b->symbol);
  use_row(p, row, b->symbol, positive_modulo(r.bound - hd_projection_value(p, &r.sum), own < 0 ? -own : own));
}

/* Values that the symbol must not have become bounds, on the side where the model is. */
static void take_sides(hd_projection *p, uint32_t symbol)
{
  for (uint32_t i = 0; i < p->unequal.len; i++) {
    hd_linear_row *r = &p->unequal.data[i];
    if (r->gone || !hd_sum_factor(&r->sum, symbol)) continue;
    bool less = hd_projection_value(p, &r->sum) < r->bound;
    r->gone = true;
    hd_projection_push(p, times_sum(p, &r->sum, less ? 1 : -1), less ? r->bound - 1 : -r->bound - 1, false);
  }
}

static void by_bounds(hd_projection *p, uint32_t symbol)
{
  add_range(p, symbol);
  bounded b = bounds_of(p, symbol);
  if (p->rows.exact && !by_pairs(p, &b)) {
    if (b.unequal) {
      take_sides(p, symbol);
      hd_vec_push(&p->going, symbol); /* once more */
    } else if (b.congruences) {
      by_remainder(p, symbol);
    } else {
      by_bound(p, &b);
    }
  }
  clear_bounds(&b);
}

/* Which of those that go has the fewest pairs of bounds? */
static uint32_t cheapest_symbol(const hd_projection *p)
{
  uint32_t best = 0, least = UINT32_MAX;
  for (uint32_t i = 0; i < p->going.len; i++) {
    bounded b = bounds_of(p, p->going.data[i]);
    uint32_t cost = (1 + b.above.len) * (1 + b.below.len) + 1000 * b.congruences;
    clear_bounds(&b);
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

bool hd_projection_eliminate(hd_projection *p)
{
  for (uint32_t rounds = 0; p->going.len && p->rows.exact; rounds++) {
    uint32_t at = 0, row = best_equation(p, &at);
    if (row == HD_NONE) at = cheapest_symbol(p);
    uint32_t symbol = p->going.data[at];
    p->going.data[at] = hd_vec_last(&p->going);
    p->going.len--;
    if (row != HD_NONE)
      use_row(p, row, symbol, 0);
    else
      by_bounds(p, symbol);
    if (p->rows.rows.len > MOST_ROWS + 50 * rounds) p->rows.exact = false;
  }
  return p->rows.exact && !p->rows.none;
}

/* --- what is left -------------------------------------------------------------------------------------- */

/* Can the sum be computed with 64 bits? */
static bool is_small(const hd_projection *p, const hd_sum *sum, int64_t constant)
{
  hd_wide all = constant < 0 ? -(hd_wide)constant : constant;
  for (uint32_t i = 0; i < sum->len; i++) {
    int64_t f = sum->data[i].factor;
    all += (f < 0 ? -f : f) * -range_of(p, sum->data[i].symbol).low;
  }
  return all < (hd_wide)1 << 62;
}

static hd_term congruence_term(hd_projection *p, const hd_congruence *c)
{
  hd_terms *T = p->T;
  int64_t m = c->modulus;
  if ((m & (m - 1)) == 0) {
    unsigned bits = (unsigned)__builtin_ctzll((uint64_t)m);
    return hd_term_2(T, HD_OP_EQ, hd_sum_bits(&p->rows, &c->sum, 0, bits), hd_term_bv(T, bits, (uint64_t)c->rest));
  }
  p->rows.exact &= is_small(p, &c->sum, c->rest);
  hd_term sum = hd_sum_bits(&p->rows, &c->sum, -c->rest, 64);
  return hd_term_eq_bv(T, hd_term_2(T, HD_OP_SREM, sum, hd_term_bv(T, 64, (uint64_t)m)), 0);
}

/* The term that a symbol of limited width stands for. */
static hd_term unboxed(hd_projection *p, hd_term t)
{
  for (uint32_t i = p->boxes.len; i-- > 0;) {
    hd_term term = p->boxes.data[i].term;
    if (hd_term_sort(p->T, term).width > HD_LINEAR_BITS) term = hd_term_extract(p->T, term, 0, HD_LINEAR_BITS);
    t = hd_formula_replace(p->T, t, p->boxes.data[i].symbol, term);
  }
  return t;
}

hd_term hd_projection_formula(hd_projection *p)
{
  hd_term all = hd_linear_formula(&p->rows);
  for (uint32_t i = 0; i < p->congruences.len; i++)
    if (!p->congruences.data[i].gone)
      all = hd_term_2(p->T, HD_OP_AND, all, congruence_term(p, &p->congruences.data[i]));
  for (uint32_t i = 0; i < p->unequal.len; i++) {
    hd_linear_row r = p->unequal.data[i];
    if (r.gone) continue;
    p->rows.exact &= is_small(p, &r.sum, r.bound);
    r.equal = true;
    all = hd_term_2(p->T, HD_OP_AND, all, hd_formula_not(p->T, hd_linear_row_term(&p->rows, &r)));
  }
  return p->rows.exact && !p->rows.none ? unboxed(p, all) : HD_NO_TERM;
}
