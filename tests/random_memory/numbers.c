/* numbers.c - conversions, shifts, divisions, sums near the end of a type's range. */
#include "memory.h"

static const char *near_end(void)
{
  static const char *const ends[] = {"INT_MAX - 2", "INT_MIN + 3", "-1", "0", "7", "255", "65535", "-32768", "1000000"};
  return ends[pick(HD_COUNT(ends))];
}

static void sums(void)
{
  const char *x = fresh("x");
  line("int %s = %s;", x, near_end());
  line("int y%s = same(%u);", x, pick(3));
  if (!risky()) line("%s %%= 1000;", x);
  line("%s %s= y%s;", x, chance(50) ? "+" : chance(50) ? "-" : "*", x);
  look(x);
  if (risky()) line("%s = -%s;", x, x);
  look(text("%s++", x));
  look(text("(unsigned)%s * 7919u", x));
}

static void quotients(void)
{
  const char *x = fresh("x");
  line("int %s = %s, d%s = %s;", x, near_end(), x, risky() ? "same(0)" : say(1 + pick(9)));
  if (risky()) line("d%s = -same(1);", x);
  look(text("%s / d%s", x, x));
  look(text("%s %% d%s", x, x));
  look(text("(unsigned)%s / %uu", x, 1 + pick(9)));
}

static void shifts(void)
{
  const char *x = fresh("x");
  unsigned by = pick(8);
  line("int %s = %s;", x, constant(100));
  line("int by%s = %s;", x, risky() ? chance(50) ? "same(32)" : "same(-1)" : say(by));
  look(text("%s << by%s", x, x));
  look(text("-%s >> by%s", x, x));
  look(text("(1ul << (by%s + 40)) >> %u", x, pick(40)));
  look(text("(unsigned char)(%s << 5)", x));
}

static void conversions(void)
{
  const char *x = fresh("x"), *from = integer_type(), *to = integer_type();
  line("%s %s = (%s)%s;", from, x, from, near_end());
  line("%s y%s = (%s)%s;", to, x, to, x);
  look(x);
  look(text("y%s", x));
  look(text("(_Bool)%s", x));
  look(text("%s < y%s", x, x));
  look(text("(%s)(y%s ^ %s)", integer_type(), x, near_end()));
}

static void fractions(void)
{
  const char *x = fresh("x");
  line("%s %s = same(%u) / %u.0;", chance(50) ? "double" : "float", x, pick(900), 1 + pick(8));
  look(text("(int)(%s * 8)", x));
  look(text("%s > %u.5", x, pick(50)));
}

static void chosen(void)
{
  const char *x = fresh("x");
  line("int %s = same(%u);", x, pick(6));
  open_block(text("switch (%s)", x));
  for (unsigned k = 0; k < 3; k++) {
    line("case %u: %s += %u;", k + pick(2) * 3 * (k == 2), x, 1 + pick(9));
    if (chance(60)) line("break;");
  }
  line("default: %s *= 2;", x);
  close_block("");
  look(x);
}

static const form forms[] = {{sums, 5}, {quotients, 4}, {shifts, 4}, {conversions, 6}, {fractions, 2}, {chosen, 2}};

void number_block(void)
{
  PRINT_ONE(forms);
}
