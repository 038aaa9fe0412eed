/* project_read.c - literals as rows, where the model says how. */
#include "logic/project_rows.h"

/* What a sum of the term's bits is about: its value but for multiples of 2 to the width. */
static hd_affine projected_modular(hd_projection *p, hd_term t);

static hd_wide power(unsigned bits)
{
  return (hd_wide)1 << bits;
}

static int64_t model_value(const hd_projection *p, hd_term t)
{
  return hd_signed(hd_term_eval(p->T, t, p->model), hd_term_sort(p->T, t).width);
}

static hd_wide affine_value(const hd_projection *p, const hd_affine *a)
{
  return hd_projection_value(p, &a->sum) + a->constant;
}

static void shift_affine(hd_affine *a, hd_wide by)
{
  hd_affine constant = {.fails = by >= HD_LINEAR_FACTOR || by <= -HD_LINEAR_FACTOR, .constant = (int64_t)by};
  if (constant.fails) constant.constant = 0;
  hd_affine_add(a, &constant, 1);
}

static hd_affine boxed(hd_projection *p, hd_term t, bool goes);

static bool goes_below(const hd_projection *p, hd_term t)
{
  return hd_mentions_eliminated(p->T, t, p->set);
}

static bool affine_within(const hd_projection *p, const hd_affine *a, hd_range all)
{
  hd_range v = hd_range_of(&p->rows, a);
  return v.low >= all.low && v.high <= all.high;
}

/* The term as a signed number. If it is not about what goes, and may wrap around, it is not looked into. */
static hd_affine projected_integer(hd_projection *p, hd_term t)
{
  unsigned width = hd_term_sort(p->T, t).width;
  hd_affine a = projected_modular(p, t);
  hd_range all = hd_range_of_width(width);
  if (a.fails || affine_within(p, &a, all)) return a;
  if (!goes_below(p, t)) {
    hd_affine_clear(&a);
    return boxed(p, t, false);
  }
  shift_affine(&a, model_value(p, t) - affine_value(p, &a)); /* a multiple of 2 to the width */
  if (!a.fails) hd_projection_within(p, &a, all.low, all.high);
  return a;
}

/* The same as an unsigned one. */
static hd_affine natural(hd_projection *p, hd_term t)
{
  unsigned width = hd_term_sort(p->T, t).width;
  hd_affine a = projected_integer(p, t);
  if (a.fails || hd_range_of(&p->rows, &a).low >= 0) return a;
  if (width < HD_LINEAR_BITS && !goes_below(p, t)) {
    hd_affine_clear(&a);
    return boxed(p, hd_term_to(p->T, HD_OP_ZEXT, width + 1, t), false);
  }
  bool negative = affine_value(p, &a) < 0;
  hd_projection_within(p, &a, negative ? -power(width) : 0, negative ? -1 : power(width));
  if (negative) shift_affine(&a, power(width));
  return a;
}

/* --- division ------------------------------------------------------------------------------------------ */

static hd_wide floor_div(hd_wide a, hd_wide b)
{
  hd_wide q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static unsigned width_for(hd_range v)
{
  unsigned width = 1;
  while (width < HD_LINEAR_BITS && (hd_range_of_width(width).low > v.low || hd_range_of_width(width).high < v.high))
    width++;
  return width;
}

/* a divided by n > 0 and rounded down: another number, which goes, unless a is constant. */
static hd_affine quotient(hd_projection *p, hd_affine a_take, hd_wide n)
{
  hd_affine q = {.fails = a_take.fails || n >= power(HD_LINEAR_BITS)};
  if (q.fails) {
    hd_affine_clear(&a_take);
    return q;
  }
  hd_wide value = floor_div(affine_value(p, &a_take), n);
  hd_range all = hd_range_of(&p->rows, &a_take);
  all = (hd_range){floor_div(all.low, n), floor_div(all.high, n)};
  unsigned width = width_for(all);
  q.fails = value < hd_range_of_width(width).low || value > hd_range_of_width(width).high;
  if (!q.fails && a_take.sum.len) {
    hd_vec_push(&q.sum, (hd_monomial){hd_projection_symbol(p, width, (int64_t)value, true), 1});
    hd_affine_add(&a_take, &q, (int64_t)-n); /* the remainder */
    q.fails = a_take.fails;
    if (!q.fails) hd_projection_within(p, &a_take, 0, n - 1);
  } else if (!q.fails) {
    q.constant = (int64_t)value;
  }
  hd_affine_clear(&a_take);
  return q;
}

/* a - n * (a / n) */
static hd_affine remainder_of(hd_projection *p, hd_affine a_take, hd_wide n)
{
  hd_affine copy = {0};
  hd_affine_add(&copy, &a_take, 1);
  hd_affine q = quotient(p, copy, n);
  if (n >= power(HD_LINEAR_BITS)) q.fails = true;
  hd_affine_add(&a_take, &q, q.fails ? 0 : (int64_t)-n);
  hd_affine_clear(&q);
  return a_take;
}

/* C's division: rounded towards zero, by the signs that the model says. */
static hd_affine of_signed_division(hd_projection *p, hd_term t, int64_t n)
{
  hd_term first = hd_term_arg(p->T, t, 0);
  hd_affine a = projected_integer(p, first), all = {0};
  bool negative = !a.fails && affine_value(p, &a) < 0;
  if (!a.fails) hd_projection_within(p, &a, negative ? -power(63) : 0, negative ? -1 : power(63));
  hd_affine_add(&all, &a, negative ? -1 : 1);
  hd_affine_clear(&a);
  hd_wide size = n < 0 ? -(hd_wide)n : n;
  bool division = hd_term_op(p->T, t) == HD_OP_SDIV;
  all = division ? quotient(p, all, size) : remainder_of(p, all, size);
  hd_affine result = {0};
  hd_affine_add(&result, &all, negative != (division && n < 0) ? -1 : 1);
  hd_affine_clear(&all);
  return result;
}

/* --- terms --------------------------------------------------------------------------------------------- */

static hd_affine fail_projection(hd_projection *p, hd_term t)
{
  if (!hd_term_is(p->stuck)) p->stuck = t;
  return (hd_affine){.fails = true};
}

/* A symbol for a term that is not looked into, or for a variable of many bits. */
static hd_affine boxed(hd_projection *p, hd_term t, bool goes)
{
  const uint64_t *known = hd_map_find(&p->symbols, t.id);
  hd_affine a = {0};
  if (!known) {
    unsigned width = hd_term_sort(p->T, t).width;
    int64_t value = model_value(p, t);
    hd_range few = hd_range_of_width(HD_LINEAR_BITS);
    if (value < few.low || value > few.high) return fail_projection(p, t);
    uint32_t symbol = hd_projection_symbol(p, width > HD_LINEAR_BITS ? (unsigned)HD_LINEAR_BITS : width, value, goes);
    hd_map_put(&p->symbols, t.id, symbol);
    if (!goes) hd_vec_push(&p->boxes, (hd_box){t, symbol});
    if (!goes && width > HD_LINEAR_BITS) { /* it is no larger */
      hd_vec_push(&p->rows.rest, hd_term_2(p->T, HD_OP_SLE, hd_term_bv(p->T, width, (uint64_t)(int64_t)few.low), t));
      hd_vec_push(&p->rows.rest, hd_term_2(p->T, HD_OP_SLE, t, hd_term_bv(p->T, width, (uint64_t)(int64_t)few.high)));
    }
    known = hd_map_find(&p->symbols, t.id);
  }
  hd_vec_push(&a.sum, (hd_monomial){(uint32_t)*known, 1});
  return a;
}

static hd_affine of_variable(hd_projection *p, hd_term t)
{
  uint32_t symbol = hd_term_symbol(p->T, t);
  unsigned width = hd_term_sort(p->T, t).width;
  bool goes = p->set->goes(p->set->context, symbol);
  if (width > HD_LINEAR_BITS) return boxed(p, t, goes);
  hd_affine a = {0};
  hd_map_put(&p->rows.width, symbol, width);
  hd_vec_push(&a.sum, (hd_monomial){symbol, 1});
  return a;
}

static hd_affine of_sum(hd_projection *p, hd_term t, int64_t second)
{
  hd_affine a = projected_modular(p, hd_term_arg(p->T, t, 0)), b = projected_modular(p, hd_term_arg(p->T, t, 1));
  hd_affine_add(&a, &b, second);
  hd_affine_clear(&b);
  return a;
}

static hd_affine scaled_affine(hd_affine a_take, hd_wide factor, int64_t more)
{
  hd_affine all = {.constant = more, .fails = factor >= HD_LINEAR_FACTOR || factor <= -HD_LINEAR_FACTOR};
  hd_affine_add(&all, &a_take, all.fails ? 0 : (int64_t)factor);
  hd_affine_clear(&a_take);
  return all;
}

/* Bits from `low` up to, not including, `high`, where they are. */
static hd_affine of_bits(hd_projection *p, hd_term t, unsigned low, unsigned high)
{
  hd_affine a = projected_modular(p, t);
  if (high < hd_term_sort(p->T, t).width) a = remainder_of(p, a, power(high));
  if (!low) return a;
  return scaled_affine(quotient(p, a, power(low)), power(low), 0);
}

/* Are the mask's ones together? From *low up to, not including, *high. */
static bool is_block(uint64_t mask, unsigned *low, unsigned *high)
{
  if (!mask) return false;
  *low = (unsigned)__builtin_ctzll(mask);
  uint64_t ones = mask >> *low;
  *high = *low + (ones == UINT64_MAX ? 64u : (unsigned)__builtin_ctzll(~ones));
  return (ones & (ones + 1)) == 0;
}

static hd_affine of_concat(hd_projection *p, hd_term t)
{
  hd_term low = hd_term_arg(p->T, t, 1);
  hd_affine b = natural(p, low);
  hd_affine a = scaled_affine(projected_modular(p, hd_term_arg(p->T, t, 0)), power(hd_term_sort(p->T, low).width), 0);
  hd_affine_add(&a, &b, 1);
  hd_affine_clear(&b);
  return a;
}

static hd_affine of_extract(hd_projection *p, hd_term t)
{
  unsigned low = (unsigned)hd_term_value(p->T, t);
  hd_affine a = projected_modular(p, hd_term_arg(p->T, t, 0));
  return low ? quotient(p, a, power(low)) : a;
}

/* An operator whose second argument is this constant; `fails` without a reason: it is none of them. */
static hd_affine of_constant(hd_projection *p, hd_term t, uint64_t k)
{
  hd_term a = hd_term_arg(p->T, t, 0);
  unsigned width = hd_term_sort(p->T, t).width, low, high;
  hd_op op = hd_term_op(p->T, t);
  switch (op) {
  case HD_OP_MUL: return scaled_affine(projected_modular(p, a), hd_signed(k, width), 0);
  case HD_OP_SHL: return k < width ? scaled_affine(projected_modular(p, a), power((unsigned)k), 0) : (hd_affine){0};
  case HD_OP_UDIV: return k ? quotient(p, natural(p, a), k) : fail_projection(p, t);
  case HD_OP_UREM: return k ? remainder_of(p, natural(p, a), k) : fail_projection(p, t);
  case HD_OP_LSHR: return k < width ? quotient(p, natural(p, a), power((unsigned)k)) : (hd_affine){0};
  case HD_OP_ASHR: return quotient(p, projected_integer(p, a), power(k < width ? (unsigned)k : width - 1));
  case HD_OP_SDIV:
  case HD_OP_SREM: return k ? of_signed_division(p, t, hd_signed(k, width)) : fail_projection(p, t);
  case HD_OP_BAND: return is_block(k, &low, &high) ? of_bits(p, a, low, high) : fail_projection(p, t);
  default: return fail_projection(p, t);
  }
}

static hd_affine of_operator(hd_projection *p, hd_term t)
{
  hd_op op = hd_term_op(p->T, t);
  uint64_t k;
  switch (op) {
  case HD_OP_ADD: return of_sum(p, t, 1);
  case HD_OP_SUB: return of_sum(p, t, -1);
  case HD_OP_NEG: return scaled_affine(projected_modular(p, hd_term_arg(p->T, t, 0)), -1, 0);
  case HD_OP_BNOT: return scaled_affine(projected_modular(p, hd_term_arg(p->T, t, 0)), -1, -1);
  case HD_OP_SEXT: return projected_integer(p, hd_term_arg(p->T, t, 0));
  case HD_OP_ZEXT: return natural(p, hd_term_arg(p->T, t, 0));
  case HD_OP_EXTRACT: return of_extract(p, t);
  case HD_OP_CONCAT: return of_concat(p, t);
  default: break;
  }
  if (hd_op_arity(op) == 2 && hd_term_is_const(p->T, hd_term_arg(p->T, t, 1), &k)) return of_constant(p, t, k);
  return fail_projection(p, t);
}

static bool is_sum(hd_op op)
{
  return op == HD_OP_ADD || op == HD_OP_SUB || op == HD_OP_NEG || op == HD_OP_SEXT || op == HD_OP_ZEXT;
}

static hd_affine projected_modular(hd_projection *p, hd_term t)
{
  uint64_t k;
  hd_op op = hd_term_op(p->T, t);
  if (op == HD_OP_VAR) return of_variable(p, t);
  if (op == HD_OP_CONST) {
    int64_t value = hd_signed(hd_term_value(p->T, t), hd_term_sort(p->T, t).width);
    bool large = value >= HD_LINEAR_FACTOR || value <= -HD_LINEAR_FACTOR;
    return (hd_affine){.constant = large ? 0 : value, .fails = large};
  }
  if (is_sum(op) || (op == HD_OP_MUL && hd_term_is_const(p->T, hd_term_arg(p->T, t, 1), &k)) || goes_below(p, t))
    return of_operator(p, t);
  return boxed(p, t, false);
}

/* --- literals ------------------------------------------------------------------------------------------ */

/* a - b */
static hd_affine difference(hd_affine a_take, hd_affine b_take)
{
  hd_affine_add(&a_take, &b_take, -1);
  hd_affine_clear(&b_take);
  return a_take;
}

static bool push_difference(hd_projection *p, hd_affine d_take, hd_wide low, hd_wide high)
{
  if (d_take.fails) {
    hd_affine_clear(&d_take);
    return false;
  }
  hd_projection_within(p, &d_take, low, high);
  hd_affine_clear(&d_take);
  return true;
}

/* Large enough to be no bound. */
#define FAR power(62)

static bool read_order(hd_projection *p, hd_term a, hd_term b, bool is_signed, bool strict)
{
  hd_affine left = is_signed ? projected_integer(p, a) : natural(p, a),
            right = is_signed ? projected_integer(p, b) : natural(p, b);
  return push_difference(p, difference(left, right), -FAR, strict ? -1 : 0);
}

/* Is it a remainder? Then what is divided, and by what. */
static bool is_remainder(const hd_terms *T, hd_term t, hd_term *of, int64_t *by)
{
  uint64_t k;
  hd_op op = hd_term_op(T, t);
  if ((op != HD_OP_SREM && op != HD_OP_UREM) || !hd_term_is_const(T, hd_term_arg(T, t, 1), &k)) return false;
  *of = hd_term_arg(T, t, 0);
  *by = hd_signed(k, hd_term_sort(T, t).width);
  return *by > 0;
}

/* a = b: their difference is a multiple of 2 to the width, the one that it is in the model if it may be several. */
static bool read_equal(hd_projection *p, hd_term a, hd_term b)
{
  unsigned width = hd_term_sort(p->T, a).width;
  uint64_t k;
  hd_term of;
  int64_t by;
  hd_affine d;
  bool multiple = is_remainder(p->T, a, &of, &by) && hd_term_is_const(p->T, b, &k) && k == 0;
  if (multiple)
    d = hd_term_op(p->T, a) == HD_OP_SREM ? projected_integer(p, of) : natural(p, of);
  else
    d = difference(projected_modular(p, a), projected_modular(p, b));
  if (!d.fails) {
    hd_wide n = multiple ? by : power(width);
    hd_range all = hd_range_of(&p->rows, &d);
    bool single = all.high - all.low < n || (!multiple && width > 16);
    if (single) {
      hd_sum copy = {0};
      hd_sum_add(&copy, &d.sum, 1);
      hd_projection_push(p, copy, affine_value(p, &d) - d.constant, true);
    } else {
      hd_projection_congruent(p, &d, n);
    }
  }
  bool good = !d.fails;
  hd_affine_clear(&d);
  return good;
}

/* a != b: their difference is no multiple of 2 to the width. */
static bool read_unequal(hd_projection *p, hd_term a, hd_term b)
{
  enum { MOST_VALUES = 4 };
  hd_wide n = power(hd_term_sort(p->T, a).width);
  hd_affine d = difference(projected_modular(p, a), projected_modular(p, b));
  if (d.fails) return push_difference(p, d, 0, 0);
  hd_range all = hd_range_of(&p->rows, &d);
  hd_wide first = -floor_div(-all.low, n), last = floor_div(all.high, n);
  if (last - first >= MOST_VALUES) { /* it is between the two that are next to it in the model */
    hd_wide below = floor_div(affine_value(p, &d), n) * n;
    return push_difference(p, d, below + 1, below + n - 1);
  }
  for (hd_wide k = first; k <= last; k++) {
    hd_sum copy = {0};
    hd_sum_add(&copy, &d.sum, 1);
    hd_projection_push_unequal(p, copy, k * n - d.constant);
  }
  hd_affine_clear(&d);
  return true;
}

/* A signed operation overflows, or does not. */
static bool read_overflow(hd_projection *p, hd_term test, bool overflows)
{
  hd_term a = hd_term_arg(p->T, test, 0), b = hd_term_arg(p->T, test, 1);
  hd_range all = hd_range_of_width(hd_term_sort(p->T, a).width);
  hd_affine left = projected_integer(p, a), right = projected_integer(p, b), result;
  hd_op op = hd_term_op(p->T, test);
  if (op == HD_OP_SMULO) {
    bool first = left.sum.len == 0;
    bool fails = left.fails || right.fails || (left.sum.len && right.sum.len);
    int64_t factor = first ? left.constant : right.constant;
    result = scaled_affine(first ? right : left, fails ? 0 : factor, 0);
    hd_affine_clear(first ? &left : &right);
    if (fails && !hd_term_is(p->stuck)) p->stuck = test;
    result.fails |= fails;
  } else {
    hd_affine_add(&left, &right, op == HD_OP_SADDO ? 1 : -1);
    hd_affine_clear(&right);
    result = left;
  }
  if (!overflows) return push_difference(p, result, all.low, all.high);
  bool above = !result.fails && affine_value(p, &result) > all.high;
  return push_difference(p, result, above ? all.high + 1 : -FAR, above ? FAR : all.low - 1);
}

static bool read_literal(hd_projection *p, hd_term literal)
{
  bool positive = hd_term_op(p->T, literal) != HD_OP_NOT;
  hd_term atom = positive ? literal : hd_term_arg(p->T, literal, 0);
  hd_op op = hd_term_op(p->T, atom);
  bool known = hd_op_arity(op) == 2 && hd_term_sort(p->T, hd_term_arg(p->T, atom, 0)).kind == HD_SORT_BV;
  hd_term a = known ? hd_term_arg(p->T, atom, 0) : HD_NO_TERM, b = known ? hd_term_arg(p->T, atom, 1) : HD_NO_TERM;
  bool is_signed = op == HD_OP_SLT || op == HD_OP_SLE;
  switch (known ? op : HD_OP_COUNT) {
  case HD_OP_EQ: return positive ? read_equal(p, a, b) : read_unequal(p, a, b);
  case HD_OP_SLT:
  case HD_OP_ULT: return positive ? read_order(p, a, b, is_signed, true) : read_order(p, b, a, is_signed, false);
  case HD_OP_SLE:
  case HD_OP_ULE: return positive ? read_order(p, a, b, is_signed, false) : read_order(p, b, a, is_signed, true);
  case HD_OP_SADDO:
  case HD_OP_SSUBO:
  case HD_OP_SMULO: return read_overflow(p, atom, positive);
  default: p->stuck = literal; return false;
  }
}

static uint32_t first_free(const hd_terms *T, const hd_term_list *conjuncts);

/* What the other rows say about ranges is known before the model is asked. */
bool hd_projection_read(hd_projection *p, const hd_term_list *conjuncts)
{
  p->next = first_free(p->T, conjuncts);
  hd_linear_init(&p->rows, p->T);
  hd_linear_add(&p->rows, hd_formula_and(p->T, conjuncts->data, conjuncts->len));
  hd_term_list leaves = hd_eliminated_in_all(p->T, conjuncts, p->set);
  for (uint32_t i = 0; i < leaves.len; i++)
    if (hd_term_sort(p->T, leaves.data[i]).kind == HD_SORT_BV &&
        hd_term_sort(p->T, leaves.data[i]).width <= HD_LINEAR_BITS)
      hd_vec_push(&p->going, hd_term_symbol(p->T, leaves.data[i]));
  hd_vec_clear(&leaves);
  hd_term_list rest = p->rows.rest;
  p->rows.rest = (hd_term_list){0};
  bool good = true;
  for (uint32_t i = 0; i < rest.len && good; i++) {
    if (goes_below(p, rest.data[i]))
      good = read_literal(p, rest.data[i]) && p->rows.exact;
    else
      hd_vec_push(&p->rows.rest, rest.data[i]);
    if (!good && !hd_term_is(p->stuck)) p->stuck = rest.data[i];
  }
  hd_vec_clear(&rest);
  return good && !p->rows.none;
}

typedef struct {
  const hd_terms *T;
  uint32_t least;
} numbering;

static void note_symbol(void *context, hd_term leaf)
{
  numbering *n = context;
  if (hd_term_op(n->T, leaf) == HD_OP_VAR && hd_term_symbol(n->T, leaf) >= n->least)
    n->least = hd_term_symbol(n->T, leaf) + 1;
}

/* A symbol that no conjunct mentions, and none behind it. */
static uint32_t first_free(const hd_terms *T, const hd_term_list *conjuncts)
{
  numbering n = {T, 0};
  for (uint32_t i = 0; i < conjuncts->len; i++) hd_term_visit_leaves(T, conjuncts->data[i], note_symbol, &n);
  return n.least;
}
