/* value_ops.c - operators on values. Sets of constants are tried member by member with the operator's one meaning
 * (hd_op_eval); what is too many for that is bounded by the ends of the ranges where the operator is monotonic. */
#include "engine/static/value.h"

enum { MOST_TRIED = 64 };

typedef hd_value_wide wide;

typedef struct {
  wide low, high;   /* of the unsigned view */
  wide least, most; /* of the signed one */
} ends;

static ends ends_of(const hd_abstract_value *v, unsigned width)
{
  hd_abstract_value r = hd_value_as_range(v, width);
  uint64_t half = UINT64_C(1) << (width - 1);
  ends e = {0, hd_mask(width), -(wide)half, (wide)half - 1};
  if (r.kind == HD_VALUE_RANGE) return (ends){r.range.low, r.range.high, r.range.least, r.range.most};
  if (r.kind != HD_VALUE_SET) return e;
  e = (ends){r.set[0], r.set[r.n - 1], hd_signed(r.set[0], width), hd_signed(r.set[0], width)};
  for (unsigned i = 1; i < r.n; i++) {
    int64_t s = hd_signed(r.set[i], width);
    if (s < e.least) e.least = s;
    if (s > e.most) e.most = s;
  }
  return e;
}

/* A view whose ends do not fit may have wrapped around, and tells nothing. */
static hd_abstract_value of_ends(wide low, wide high, wide least, wide most, unsigned width)
{
  wide half = (wide)1 << (width - 1);
  hd_abstract_value a = hd_value_any(), b = hd_value_any();
  if (low >= 0 && high <= (wide)hd_mask(width)) a = hd_value_unsigned((uint64_t)low, (uint64_t)high, width);
  if (least >= -half && most < half) b = hd_value_signed((int64_t)least, (int64_t)most, width);
  return hd_value_meet(&a, &b, width);
}

static hd_abstract_value of_truth(bool may_be_false, bool may_be_true)
{
  hd_abstract_value v = {.kind = HD_VALUE_SET};
  if (may_be_false) v.set[v.n++] = 0;
  if (may_be_true) v.set[v.n++] = 1;
  return v.n ? v : hd_value_none();
}

static bool may_be(const hd_abstract_value *v, bool truth)
{
  return hd_value_has(v, truth, 1);
}

/* --- numbers made of the own number ----------------------------------------------------------------- */

static bool own_op(hd_op op, unsigned width, unsigned arg_width, const hd_abstract_value *args, unsigned n,
                   hd_abstract_value *out)
{
  uint64_t c = 0;
  bool first = args[0].kind == HD_VALUE_OWN;
  const hd_abstract_value *own = first ? &args[0] : n > 1 ? &args[1] : NULL;
  if (!own || own->kind != HD_VALUE_OWN) return false;
  *out = *own;
  if (op == HD_OP_ZEXT || op == HD_OP_SEXT) {
    if (own->own.times >> 62 || own->own.count >> 62) return false;
    return (wide)own->own.times * (own->own.count - 1) + own->own.plus < (wide)1 << (arg_width - 1);
  }
  if (n != 2 || !hd_value_is_const(first ? &args[1] : &args[0], &c)) return false;
  if (op == HD_OP_ADD) out->own.plus += c;
  if (op == HD_OP_SUB && first) out->own.plus -= c;
  if (op == HD_OP_MUL) {
    out->own.times *= c;
    out->own.plus *= c;
  }
  if (op == HD_OP_SHL && first && c < width) {
    out->own.times <<= c;
    out->own.plus <<= c;
  }
  out->own.times &= hd_mask(width);
  out->own.plus &= hd_mask(width);
  return op == HD_OP_ADD || (op == HD_OP_SUB && first) || op == HD_OP_MUL || (op == HD_OP_SHL && first && c < width);
}

/* --- member by member --------------------------------------------------------------------------- */

static bool try_members(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const hd_abstract_value *args,
                        unsigned n, hd_abstract_value *out)
{
  uint32_t total = 1;
  for (unsigned i = 0; i < n; i++) {
    if (args[i].kind != HD_VALUE_SET) return false;
    total *= args[i].n;
  }
  if (total > MOST_TRIED) return false;
  *out = hd_value_none();
  for (uint32_t k = 0; k < total; k++) {
    uint64_t values[3] = {0};
    uint32_t rest = k;
    for (unsigned i = 0; i < n; i++) {
      values[i] = args[i].set[rest % args[i].n];
      rest /= args[i].n;
    }
    hd_abstract_value one = hd_value_const(hd_op_eval(op, width, arg_width, low, values) & hd_mask(width));
    *out = hd_value_join(out, &one, width);
  }
  return true;
}

/* --- by their ends -------------------------------------------------------------------------------- */

static wide least_of(wide a, wide b, wide c, wide d)
{
  wide x = a < b ? a : b, y = c < d ? c : d;
  return x < y ? x : y;
}
static wide most_of(wide a, wide b, wide c, wide d)
{
  return -least_of(-a, -b, -c, -d);
}

static hd_abstract_value compare_values(hd_op op, unsigned width, const hd_abstract_value *args)
{
  ends a = ends_of(&args[0], width), b = ends_of(&args[1], width);
  if (op == HD_OP_ULT) return of_truth(a.high >= b.low, a.low < b.high);
  if (op == HD_OP_ULE) return of_truth(a.high > b.low, a.low <= b.high);
  if (op == HD_OP_SLT) return of_truth(a.most >= b.least, a.least < b.most);
  return of_truth(a.most > b.least, a.least <= b.most);
}

static hd_abstract_value equal_values(unsigned width, const hd_abstract_value *args)
{
  bool same = args[0].kind == HD_VALUE_OWN && hd_value_same(&args[0], &args[1]);
  return of_truth(!same, hd_value_meet(&args[0], &args[1], width).kind != HD_VALUE_NONE);
}

/* Products of 64-bit numbers do not fit into 128 bits with a sign; then nothing is known. */
static hd_abstract_value multiply_values(unsigned width, ends a, ends b)
{
  wide limit = (wide)1 << 62;
  bool small =
      a.high < limit && b.high < limit && a.least > -limit && a.most < limit && b.least > -limit && b.most < limit;
  bool bits = a.high < limit && b.high < limit;
  if (!small && !bits) return hd_value_any();
  wide p = a.least * b.least, q = a.least * b.most, r = a.most * b.least, s = a.most * b.most;
  if (!small) return of_ends(a.low * b.low, a.high * b.high, -((wide)1 << 100), 0, width);
  return of_ends(a.low * b.low, a.high * b.high, least_of(p, q, r, s), most_of(p, q, r, s), width);
}

static hd_abstract_value overflow_values(hd_op op, unsigned width, ends a, ends b)
{
  wide half = (wide)1 << (width - 1), low, high;
  if (op == HD_OP_SADDO) {
    low = a.least + b.least;
    high = a.most + b.most;
  } else if (op == HD_OP_SSUBO) {
    low = a.least - b.most;
    high = a.most - b.least;
  } else {
    wide limit = (wide)1 << 62;
    if (a.least < -limit || a.most > limit || b.least < -limit || b.most > limit) return of_truth(true, true);
    wide p = a.least * b.least, q = a.least * b.most, r = a.most * b.least, s = a.most * b.most;
    low = least_of(p, q, r, s);
    high = most_of(p, q, r, s);
  }
  bool never = low >= -half && high < half, always = high < -half || low >= half;
  return of_truth(!always, !never);
}

static hd_abstract_value divide_values(hd_op op, unsigned width, ends a, ends b)
{
  if (op == HD_OP_UREM) {
    if (b.low > 0) return hd_value_unsigned(0, (uint64_t)(a.high < b.high ? a.high : b.high - 1), width);
    return hd_value_unsigned(0, (uint64_t)a.high, width);
  }
  if (op == HD_OP_UDIV && b.low > 0)
    return hd_value_unsigned((uint64_t)(a.low / b.high), (uint64_t)(a.high / b.low), width);
  if (op == HD_OP_SDIV && b.least > 0) {
    wide p = a.least / b.least, q = a.least / b.most, r = a.most / b.least, s = a.most / b.most;
    return hd_value_signed((int64_t)least_of(p, q, r, s), (int64_t)most_of(p, q, r, s), width);
  }
  if (op == HD_OP_SREM && b.least > 0) {
    wide most = a.most < 0 ? 0 : a.most < b.most ? a.most : b.most - 1;
    wide least = a.least >= 0 ? 0 : a.least > -b.most ? a.least : 1 - b.most;
    return hd_value_signed((int64_t)least, (int64_t)most, width);
  }
  return hd_value_any();
}

static hd_abstract_value shift_values(hd_op op, unsigned width, ends a, ends b)
{
  if (b.low != b.high || b.low >= width)
    return op == HD_OP_LSHR ? hd_value_unsigned(0, (uint64_t)a.high, width) : hd_value_any();
  unsigned by = (unsigned)b.low;
  if (op == HD_OP_LSHR) return hd_value_unsigned((uint64_t)(a.low >> by), (uint64_t)(a.high >> by), width);
  if (op == HD_OP_ASHR) return hd_value_signed((int64_t)(a.least >> by), (int64_t)(a.most >> by), width);
  wide power = (wide)1 << by;
  return multiply_values(width, a, (ends){power, power, power, power});
}

static hd_abstract_value extend_value(hd_op op, unsigned width, unsigned low, ends a)
{
  if (op == HD_OP_ZEXT) return hd_value_unsigned((uint64_t)a.low, (uint64_t)a.high, width);
  if (op == HD_OP_SEXT) return hd_value_signed((int64_t)a.least, (int64_t)a.most, width);
  if (low == 0) return of_ends(a.low, a.high, a.least, a.most, width);
  return of_ends(a.low >> low, a.high >> low, -((wide)1 << 100), 0, width);
}

static hd_abstract_value mask(hd_op op, unsigned width, ends a, ends b)
{
  if (op == HD_OP_BAND) return hd_value_unsigned(0, (uint64_t)(a.high < b.high ? a.high : b.high), width);
  uint64_t all = (uint64_t)a.high | (uint64_t)b.high, top = all;
  for (unsigned i = 1; i < 64; i <<= 1) top |= top >> i;
  uint64_t least = op == HD_OP_BOR ? (uint64_t)(a.low > b.low ? a.low : b.low) : 0;
  return hd_value_unsigned(least, top, width);
}

static hd_abstract_value by_ends(hd_op op, unsigned width, unsigned arg_width, uint64_t low,
                                 const hd_abstract_value *args, unsigned n)
{
  ends a = ends_of(&args[0], op == HD_OP_ITE ? 1 : arg_width), b = a;
  if (n > 1) b = ends_of(&args[1], arg_width);
  switch (op) {
  case HD_OP_ADD: return of_ends(a.low + b.low, a.high + b.high, a.least + b.least, a.most + b.most, width);
  case HD_OP_SUB: return of_ends(a.low - b.high, a.high - b.low, a.least - b.most, a.most - b.least, width);
  case HD_OP_NEG: return of_ends(-1, 0, -a.most, -a.least, width);
  case HD_OP_MUL: return multiply_values(width, a, b);
  case HD_OP_UDIV:
  case HD_OP_SDIV:
  case HD_OP_UREM:
  case HD_OP_SREM: return divide_values(op, width, a, b);
  case HD_OP_SHL:
  case HD_OP_LSHR:
  case HD_OP_ASHR: return shift_values(op, width, a, b);
  case HD_OP_BAND:
  case HD_OP_BOR:
  case HD_OP_BXOR: return mask(op, width, a, b);
  case HD_OP_ZEXT:
  case HD_OP_SEXT:
  case HD_OP_EXTRACT: return extend_value(op, width, (unsigned)low, a);
  case HD_OP_SADDO:
  case HD_OP_SSUBO:
  case HD_OP_SMULO: return overflow_values(op, arg_width, a, b);
  default: return hd_value_any();
  }
}

static hd_abstract_value logical(hd_op op, const hd_abstract_value *args)
{
  bool f = may_be(&args[0], false), t = may_be(&args[0], true);
  if (op == HD_OP_NOT) return of_truth(t, f);
  bool g = may_be(&args[1], false), u = may_be(&args[1], true);
  return op == HD_OP_AND ? of_truth(f || g, t && u) : of_truth(f && g, t || u);
}

hd_abstract_value hd_value_op(hd_op op, unsigned width, unsigned arg_width, uint64_t low, const hd_abstract_value *args,
                              unsigned n)
{
  hd_abstract_value out;
  for (unsigned i = 0; i < n; i++)
    if (args[i].kind == HD_VALUE_NONE) return hd_value_none();
  if (op == HD_OP_NOT || op == HD_OP_AND || op == HD_OP_OR) return logical(op, args);
  if (own_op(op, width, arg_width, args, n, &out)) return out;
  if (try_members(op, width, arg_width, low, args, n, &out)) return out;
  if (op == HD_OP_EQ) return equal_values(arg_width, args);
  if (op == HD_OP_ULT || op == HD_OP_ULE || op == HD_OP_SLT || op == HD_OP_SLE)
    return compare_values(op, arg_width, args);
  return by_ends(op, width, arg_width, low, args, n);
}
