/* gen_expr.c - integer expressions with their types and intervals. */
#include "gen.h"

const char *wide_literal(wide v)
{
  return text("%s%llu", v < 0 ? "-" : "", (unsigned long long)(v < 0 ? -v : v));
}

expr number(int value)
{
  return (expr){text(value < 0 ? "(%d)" : "%d", value), I_INT, value, value};
}

/* A value that is likely to sit at an edge of its type. */
static wide edge_value(itype t)
{
  wide lo = itype_min(t), hi = itype_max(t);
  switch (pick(8)) {
  case 0: return lo + pick(3);
  case 1: return hi - pick(t == I_BOOL ? 2 : 3);
  case 2: return hi / 2 + pick(2);
  case 3: return (wide)1 << pick(itypes[t].bits - (itypes[t].bits > 1));
  case 4: return itypes[t].is_signed ? -(wide)pick(100) : (wide)pick(100) % (hi + 1);
  case 5: return ((((wide)pick(1u << 30) << 30) | pick(1u << 30)) << 4 | pick(16)) & hi;
  default: return (wide)pick(20) % (hi + 1);
  }
}

expr literal(itype t)
{
  wide v = edge_value(t);
  if (v < itype_min(t) || v > itype_max(t)) v = 0;
  const char *suffix = itypes[t].suffix, *s;
  if (!suffix)
    s = text(v < 0 ? "((%s)-%s)" : "((%s)%s)", itypes[t].name, wide_literal(v < 0 ? -v : v));
  else if (v == itype_min(t) && v < 0) /* its absolute value has no literal */
    s = text("(-%s%s - 1)", wide_literal(-(v + 1)), suffix);
  else
    s = text(v < 0 ? "(%s%s)" : "%s%s", wide_literal(v), suffix);
  return (expr){s, t, v, v};
}

/* The interval after a conversion to t. */
static expr converted(itype t, expr e)
{
  e.type = t;
  if (t == I_BOOL || e.lo < itype_min(t) || e.hi > itype_max(t)) {
    e.lo = itype_min(t);
    e.hi = itype_max(t);
  }
  return e;
}

expr cast(itype t, expr e)
{
  expr r = converted(t, e);
  r.text = text("(%s)%s", itypes[t].name, e.text);
  r.text = text("(%s)", r.text);
  return r;
}

expr fit(expr e, wide lo, wide hi)
{
  if (e.lo >= lo && e.hi <= hi) return e;
  itype t = promoted(e.type);
  wide n = hi < -lo || lo == 0 ? hi : -lo; /* the side that allows less, unless it is 0 */
  if (n < 1) return number(0);
  if (lo < 0 && e.lo < 0 && chance(50)) { /* the remainder has the sign of the value */
    wide limit = n < itype_max(I_INT) ? n : itype_max(I_INT);
    return (expr){text("(%s %% %s)", e.text, wide_literal(limit)), t, -limit + 1, limit - 1};
  }
  unsigned bits = 0;
  while (bits < 30 && ((wide)2 << bits) - 1 <= n) bits++;
  wide mask = ((wide)1 << bits) - 1;
  return (expr){text("(%s & %s)", e.text, wide_literal(mask)), common(t, I_INT), 0, mask};
}

static expr read_place(void)
{
  place p;
  if (!find_int(false, &p)) return literal(pick_itype());
  if (p.counter) return (expr){p.text, p.type->itype, p.lo, p.hi};
  itype t = p.type->itype;
  if (!p.type->bits) return (expr){p.text, t, itype_min(t), itype_max(t)};
  /* A bit-field's value promotes to int when it fits; compilers differ for wider types. */
  unsigned magnitude = p.type->bits - itypes[t].is_signed;
  wide hi = ((wide)1 << magnitude) - 1, lo = itypes[t].is_signed ? -hi - 1 : 0;
  if (itypes[t].bits <= 32) return (expr){p.text, I_INT, lo, hi};
  return (expr){text("((%s)%s)", itypes[t].name, p.text), t, lo, hi};
}

static wide clamped(wide a, wide b, char op)
{
  wide r = 0;
  bool over = op == '+'   ? __builtin_add_overflow(a, b, &r)
              : op == '-' ? __builtin_sub_overflow(a, b, &r)
                          : __builtin_mul_overflow(a, b, &r);
  if (!over) return r;
  return ((a < 0) != (b < 0) ? -1 : 1) * ((wide)1 << 100);
}

/* The interval of a op b, for +, - and *. */
static void arithmetic_interval(char op, const expr *a, const expr *b, wide *lo, wide *hi)
{
  wide ends[4] = {clamped(a->lo, b->lo, op), clamped(a->lo, b->hi, op), clamped(a->hi, b->lo, op),
                  clamped(a->hi, b->hi, op)};
  *lo = *hi = ends[0];
  for (unsigned i = 1; i < 4; i++) {
    if (ends[i] < *lo) *lo = ends[i];
    if (ends[i] > *hi) *hi = ends[i];
  }
}

static expr arithmetic(unsigned depth)
{
  char op = "+-*"[pick(3)];
  expr a = any_int(depth), b = any_int(depth);
  itype t = common(a.type, b.type);
  expr x = converted(t, a), y = converted(t, b);
  wide lo, hi;
  arithmetic_interval(op, &x, &y, &lo, &hi);
  if (itypes[t].is_signed && (lo < itype_min(t) || hi > itype_max(t))) {
    if (chance(50)) {
      t = unsigned_of(t);
      a = cast(t, a);
    } else {
      wide most = op == '*' ? ((wide)1 << (itypes[t].bits / 2 - 1)) - 1 : itype_max(t) / 2;
      a = fit(a, -most, most);
      b = fit(b, -most, most);
      t = common(a.type, b.type);
    }
    x = converted(t, a);
    y = converted(t, b);
    arithmetic_interval(op, &x, &y, &lo, &hi);
  }
  HD_CHECK(!itypes[t].is_signed || (lo >= itype_min(t) && hi <= itype_max(t)));
  expr r = converted(t, (expr){NULL, t, lo, hi});
  r.text = text("(%s %c %s)", a.text, op, b.text);
  return r;
}

/* A divisor of e's kind that is neither 0 nor, where that matters, -1. */
static expr divisor(expr e)
{
  switch (pick(4)) {
  case 0: {
    expr n = number((int)pick(50) + 2);
    return chance(30) ? (expr){text("(-%s)", n.text), I_INT, -n.lo, -n.lo} : n;
  }
  case 1: { /* odd, so not 0 */
    e = fit(e, 0, 65535);
    return (expr){text("(%s | 1)", e.text), promoted(e.type), 1, 65535};
  }
  default: {
    e = fit(e, -1000, 1000);
    itype t = promoted(e.type);
    int offset = e.lo < 0 ? 1003 : 1;
    return (expr){text("(%s + %d)", e.text, offset), t, 1, 2003};
  }
  }
}

static expr division(unsigned depth)
{
  expr a = any_int(depth), b = divisor(any_int(depth));
  itype t = common(a.type, b.type);
  bool rest = chance(50);
  expr r = {text("(%s %s %s)", a.text, rest ? "%" : "/", b.text), t, itype_min(t), itype_max(t)};
  if (rest && itypes[t].is_signed && b.hi < 5000 && b.lo > -5000) {
    r.lo = -5000;
    r.hi = 5000;
  }
  return r;
}

static expr bitwise(unsigned depth)
{
  expr a = any_int(depth), b = any_int(depth);
  itype t = common(a.type, b.type);
  char op = "&|^"[pick(3)];
  expr r = {text("(%s %c %s)", a.text, op, b.text), t, itype_min(t), itype_max(t)};
  expr x = converted(t, a), y = converted(t, b);
  if (x.lo >= 0 && y.lo >= 0) { /* no bit above the highest of both */
    wide most = x.hi > y.hi ? x.hi : y.hi, bound = 1;
    while (bound <= most) bound *= 2;
    r.lo = 0;
    r.hi = bound - 1;
  }
  return r;
}

static expr shift(unsigned depth)
{
  expr a = any_int(depth), by = any_int(depth);
  itype t = promoted(a.type);
  unsigned bits = itypes[t].bits;
  bool left = chance(50);
  if (left && itypes[t].is_signed) {
    if (a.lo >= 0 && a.hi <= 255 && bits == 32) {
      by = fit(by, 0, 15);
      return (expr){text("(%s << %s)", a.text, by.text), t, 0, (wide)255 << 15};
    }
    t = unsigned_of(t);
    a = cast(t, a);
  }
  by = chance(30) ? number((int)pick(bits)) : fit(by, 0, bits - 1);
  if (left) return (expr){text("(%s << %s)", a.text, by.text), t, 0, itype_max(t)};
  return (expr){text("(%s >> %s)", a.text, by.text), t, a.lo < 0 ? a.lo : 0, a.hi < 0 ? 0 : a.hi};
}

static expr compare(unsigned depth)
{
  static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
  if (chance(12)) {
    real a = any_real(depth), b = any_real(depth);
    if (chance(10)) b.text = chance(50) ? "__builtin_inf()" : "__builtin_nan(\"\")";
    return (expr){text("(%s %s %s)", a.text, ops[pick(6)], b.text), I_INT, 0, 1};
  }
  expr a = any_int(depth), b = any_int(depth);
  return (expr){text("(%s %s %s)", a.text, ops[pick(6)], b.text), I_INT, 0, 1};
}

static expr logical(unsigned depth)
{
  expr a = any_int(depth), b = any_int(depth);
  if (chance(25)) return (expr){text("(!%s)", a.text), I_INT, 0, 1};
  return (expr){text("(%s %s %s)", a.text, chance(50) ? "&&" : "||", b.text), I_INT, 0, 1};
}

static expr choice(unsigned depth)
{
  expr c = condition(depth), a = any_int(depth), b = any_int(depth);
  itype t = common(a.type, b.type);
  expr x = converted(t, a), y = converted(t, b);
  return (expr){text("(%s ? %s : %s)", c.text, a.text, b.text), t, x.lo < y.lo ? x.lo : y.lo,
                x.hi > y.hi ? x.hi : y.hi};
}

static expr unary(unsigned depth)
{
  expr a = any_int(depth);
  itype t = promoted(a.type);
  expr x = converted(t, a);
  if (chance(50)) return (expr){text("(~%s)", a.text), t, itype_min(t), itype_max(t)};
  if (itypes[t].is_signed) {
    if (x.lo == itype_min(t)) x = a = fit(a, -itype_max(I_SHORT), itype_max(I_SHORT));
    return (expr){text("(- %s)", a.text), t, -x.hi, -x.lo};
  }
  return (expr){text("(- %s)", a.text), t, 0, itype_max(t)};
}

static expr from_real(unsigned depth)
{
  real r = fit_real(any_real(depth), 100.0);
  itype t = pick_itype();
  if (t == I_BOOL || itypes[t].is_signed) {
    expr e = converted(t, (expr){NULL, t, -101, 101});
    e.text = text("((%s)%s)", itypes[t].name, r.text);
    return e;
  }
  expr e = converted(t, (expr){NULL, t, 0, 205});
  e.text = text("((%s)(%s + 101.0))", itypes[t].name, r.text);
  return e;
}

static expr comma(unsigned depth)
{
  expr a = any_int(depth), b = any_int(depth);
  b.text = text("(%s, %s)", a.text, b.text);
  return b;
}

static expr string_element(unsigned depth)
{
  static const char *const strings[] = {"hello", "a\\0b", "\\377\\200~", "weave"};
  static const unsigned lengths[] = {6, 4, 4, 6};
  (void)depth;
  unsigned i = pick(HD_COUNT(strings));
  return (expr){text("\"%s\"[%s]", strings[i], index_below(lengths[i])), I_CHAR, -128, 127};
}

static expr pointers_compared(unsigned depth)
{
  place p, q;
  (void)depth;
  if (!find_pointer(false, &p) || !find_target(p.type->of, false, &q)) return number(1);
  const char *other = chance(50) ? text("&%s", q.text) : "0";
  return (expr){text("(%s %s %s)", p.text, chance(50) ? "==" : "!=", other), I_INT, 0, 1};
}

static expr enumerator(unsigned depth)
{
  static const char *const names[] = {"RED", "GREEN", "BLUE", "BLACK"};
  (void)depth;
  return (expr){names[pick(4)], I_INT, 0, 200};
}

static expr size(unsigned depth)
{
  (void)depth;
  if (gen.portable) return number((int)pick(9));
  const type *t = random_type(2);
  return (expr){text("sizeof(%s)", type_name(t)), I_ULONG, 1, 4000};
}

static expr call(unsigned depth)
{
  itype t;
  (void)depth;
  const char *s = pure_call(&t);
  return s ? (expr){s, t, itype_min(t), itype_max(t)} : read_place();
}

/* What compilers know by name; operands that are not allowed (0, the least value) are kept away. */
static expr builtin(unsigned depth)
{
  expr e = any_int(depth);
  switch (pick(9)) {
  case 0: return (expr){text("__builtin_popcount(%s)", e.text), I_INT, 0, 32};
  case 1: return (expr){text("__builtin_popcountll(%s)", e.text), I_INT, 0, 64};
  case 2: return (expr){text("__builtin_clz((%s) | 1)", cast(I_UINT, e).text), I_INT, 0, 31};
  case 3: return (expr){text("__builtin_ctzll((%s) | 256)", cast(I_ULLONG, e).text), I_INT, 0, 8};
  case 4: return (expr){text("__builtin_bswap32(%s)", e.text), I_UINT, 0, itype_max(I_UINT)};
  case 5:
    return (expr){text("(unsigned long long)__builtin_bswap64(%s)", e.text), I_ULLONG, 0,
                  itype_max(I_ULLONG)};
  case 6: return (expr){text("__builtin_bswap16(%s)", e.text), I_USHORT, 0, itype_max(I_USHORT)};
  case 7: return (expr){text("__builtin_parity(%s)", e.text), I_INT, 0, 1};
  default: return (expr){text("abs(%s)", fit(e, -30000, 30000).text), I_INT, 0, 30000};
  }
}

static expr cast_somewhere(unsigned depth)
{
  return cast(pick_itype(), any_int(depth));
}

typedef struct {
  expr (*make)(unsigned depth);
  unsigned weight;
} form;
static const form forms[] = {
    {arithmetic, 30},       {bitwise, 12},   {shift, 10}, {division, 8},
    {compare, 10},          {logical, 7},    {choice, 6}, {unary, 6},
    {cast_somewhere, 12},   {from_real, 3},  {comma, 2},  {string_element, 2},
    {pointers_compared, 2}, {enumerator, 2}, {size, 2},   {call, 6},
    {builtin, 4},
};

expr any_int(unsigned depth)
{
  if (depth == 0 || chance(15)) return chance(65) ? read_place() : literal(pick_itype());
  unsigned total = 0, way;
  for (unsigned i = 0; i < HD_COUNT(forms); i++) total += forms[i].weight;
  way = pick(total);
  const form *f = forms;
  while (way >= f->weight) way -= f++->weight;
  return f->make(depth - 1);
}

expr condition(unsigned depth)
{
  return chance(70) ? compare(depth) : any_int(depth);
}

const char *index_below(unsigned n)
{
  if (n == 1 || constant_places || chance(35)) return text("%u", pick(n));
  expr e = any_int(1);
  if (e.lo >= 0 && e.hi < (wide)n) return e.text;
  if ((n & (n - 1)) == 0) return text("%s & %u", e.text, n - 1);
  return text("(unsigned)%s %% %u", e.text, n);
}
