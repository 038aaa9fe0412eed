/* gen_real.c - floating-point expressions with a bound on their values, and values of any type. */
#include "gen.h"

enum { VARIABLE_BOUND = 70000 }; /* what any floating-point variable holds at most */

static real real_place(void)
{
  place p;
  if (!find_real(false, &p)) return (real){text("%d.%u", (int)pick(40) - 20, 25 * pick(4)), true, 21};
  return (real){p.text, p.type->kind == K_DOUBLE, VARIABLE_BOUND};
}

static real real_literal(void)
{
  int v = (int)pick(200) - 100;
  bool is_double = chance(50);
  return (real){text("(%d.%u%s)", v, 125 * pick(8), is_double ? "" : "f"), is_double, 101};
}

static real real_cast(unsigned depth)
{
  expr e = fit(any_int(depth), -60000, 60000);
  bool is_double = chance(50);
  return (real){text("((%s)%s)", is_double ? "double" : "float", e.text), is_double, 60000};
}

real fit_real(real r, double bound)
{
  if (r.bound <= bound) return r;
  unsigned divisor = 2;
  while (r.bound / divisor > bound * 0.99) divisor *= 2;
  return (real){text("(%s / %u)", r.text, divisor), r.is_double, bound};
}

static real real_arithmetic(unsigned depth)
{
  char op = "+-*/"[pick(4)];
  real a = fit_real(any_real(depth), 1e5), b = fit_real(any_real(depth), 1e5);
  if (op == '/') {
    unsigned n = 1 + pick(9);
    return (real){text("(%s / %u)", a.text, n), a.is_double, a.bound * 1.001};
  }
  double bound = op == '*' ? a.bound * b.bound : a.bound + b.bound;
  return (real){text("(%s %c %s)", a.text, op, b.text), a.is_double || b.is_double, bound * 1.001 + 1e-3};
}

static real real_choice(unsigned depth)
{
  expr c = any_int(depth);
  real a = any_real(depth), b = any_real(depth);
  return (real){text("(%s ? %s : %s)", c.text, a.text, b.text), a.is_double || b.is_double,
                a.bound > b.bound ? a.bound : b.bound};
}

real any_real(unsigned depth)
{
  if (depth == 0) return chance(70) ? real_place() : real_literal();
  unsigned way = pick(10);
  real r;
  if (way < 6) return real_arithmetic(depth - 1);
  if (way < 7) return real_choice(depth - 1);
  if (way < 9) return real_cast(depth - 1);
  r = any_real(depth - 1);
  if (chance(50)) return (real){text("(- %s)", r.text), r.is_double, r.bound};
  return (real){text("((%s)%s)", r.is_double ? "float" : "double", r.text), !r.is_double, r.bound * 1.001};
}

static const char *record_value(const type *t)
{
  const char *s = "";
  for (unsigned i = 0; i < t->record->n_fields; i++) {
    const type *f = t->record->fields[i].type;
    if (f->kind == K_ARRAY) return text("(%s)%s", t->record->name, initializer(t));
    s = text("%s%s%s", s, i ? ", " : "", value_of(f));
  }
  return text("((%s){%s})", t->record->name, s);
}

const char *value_of(const type *t)
{
  place p;
  switch (t->kind) {
  case K_INT: return any_int(2).text;
  case K_FLOAT:
  case K_DOUBLE: return fit_real(any_real(2), 65000).text;
  case K_RECORD: return chance(80) && find_typed(t, false, &p) ? p.text : record_value(t);
  case K_POINTER: return find_target(t->of, false, &p) ? text("&%s", p.text) : NULL;
  default: return NULL;
  }
}
