/* frames.c - what lives as long as a function, a block, a turn of a loop. */
#include "memory.h"

void print_helpers(void)
{
  puts(
      "static int same(int x) { return x; }\n"
      "static int *make(int n, int v)\n{\n  int *p = malloc(n * sizeof *p);\n  for (int i = 0; i < n; i++) p[i] = v + "
      "i;\n  return p;\n}\n"
      "static void drop(int *p) { free(p); }\n"
      "static int bump(int *p) { return ++*p; }\n"
      "static int *of_frame(int v)\n{\n  int x = v;\n  int *volatile p = &x;\n  return p;\n}\n"
      "static int use_frame(int v)\n{\n  int a[6];\n  for (int i = 0; i < 6; i++) a[i] = v;\n  return a[same(5)];\n}\n"
      "struct frame { struct frame *up; int v; };\n"
      "static int deep(struct frame *up, int n)\n{\n  struct frame f = {up, n};\n  if (n > 0) return deep(&f, n - 1);\n"
      "  int sum = 0;\n  for (struct frame *g = &f; g; g = g->up) sum = sum * 3 + g->v;\n  return sum;\n}\n"
      "static int add_all(int n, ...)\n{\n  va_list list;\n  va_start(list, n);\n  int sum = 0;\n"
      "  for (int i = 0; i < n; i++) sum += va_arg(list, int);\n  va_end(list);\n  return sum;\n}\n"
      "static int plus(int a, int b) { return a + b; }\nstatic int minus(int a, int b) { return a - b; }\n"
      "static int counted(int by)\n{\n  static int calls = 5;\n  calls += by;\n  return calls;\n}");
}

static void out_of_block(void)
{
  const char *p = fresh("p"), *x = fresh("x");
  line("%s outer%s = %u, *%s = &outer%s;", "int", p, pick(50), p, p);
  open_block(chance(50) ? "" : "if (three > 1)");
  line("int %s = %u;", x, pick(99));
  line("%s = &%s;", p, x);
  line("*%s += 1;", p);
  look(x);
  if (!risky()) line("%s = &outer%s;", p, p);
  close_block("");
  line("int more%s = %u;", p, pick(9));
  look(text("*%s + more%s", p, p));
}

static void over_turns(void)
{
  const char *old = fresh("old"), *x = fresh("x");
  line("int *%s = 0, kept%s = 0;", old, old);
  open_block(text("for (int i = 0; i < %u; i++)", 2 + pick(2)));
  line("int %s = i * %u;", x, 1 + pick(9));
  if (risky()) line("if (%s) kept%s += *%s;", old, old, old);
  line("%s = &%s;", old, x);
  line("kept%s += *%s;", old, old);
  close_block("");
  look(text("kept%s", old));
  if (risky()) look(text("*%s", old));
}

static void variable_length(void)
{
  const char *v = fresh("v"), *p = fresh("p");
  line("%s *%s = 0;", "int", p);
  open_block("for (int n = 1; n < 4; n++)");
  line("int %s[%s];", v, chance(50) ? "n" : "n + same(1)");
  line("for (int k = 0; k < n; k++) %s[k] = k + n;", v);
  look(text("%s[n - 1] + (int)(sizeof %s / sizeof *%s)", v, v, v));
  if (risky()) line("%s[n + same(1)] = 2;", v);
  if (risky()) look(text("*%s", p));
  line("%s = %s;", p, v);
  close_block("");
  if (risky()) look(text("%s[0]", p));
}

static void on_the_stack(void)
{
  const char *p = fresh("p");
  unsigned n = 1 + pick(3);
  line("int *%s = alloca(%s * sizeof *%s);", p, say(n), p);
  if (chance(30)) any(text("%s[0] & 1", p));
  line("for (int k = 0; k < %u; k++) %s[k] = k;", n, p);
  line("%s[%s] = %u;", p, index_of(n), pick(50));
  look(text("%s[%s]", p, constant(n)));
}

static void callee_frame(void)
{
  const char *p = fresh("p");
  line("int %s = %u;", p, pick(50));
  line("int *to%s = %s;", p, risky() ? "of_frame(4)" : text("&%s", p));
  look(text("use_frame(%u)", pick(50)));
  look(text("bump(to%s)", p));
  look(text("bump(&%s)", p));
}

static void links_of_frames(void)
{
  look(text("deep(0, %s)", constant(4)));
  if (chance(50)) look(text("deep(&(struct frame){0, %u}, %u)", pick(20), pick(3)));
}

static void functions(void)
{
  const char *f = fresh("f");
  switch (pick(4)) {
  case 0:
    line("int (*%s[2])(int, int) = {plus, minus};", f);
    look(text("%s[%s](%u, %s)", f, constant(2), pick(50), constant(50)));
    break;
  case 1: look(text("add_all(%u, %s, %u, %s)", 1 + pick(3), constant(9), pick(9), constant(99))); break;
  case 2:
    look(text("counted(%u)", pick(9)));
    look(text("counted(%u)", pick(9)));
    break;
  default:
    line("struct { int (*f)(int, int); int a; } %s = {three > %u ? plus : minus, %u}, copy%s = %s;", f, pick(6),
         pick(50), f, f);
    look(text("copy%s.f(copy%s.a, %u)", f, f, pick(20)));
  }
}

/* The compound literal lives as long as the block around it. */
static void literal_object(void)
{
  const char *p = fresh("p");
  line("int *%s = (int[]){%u, %u, %u};", p, pick(50), pick(50), pick(50));
  look(text("%s[%s]", p, index_of(3)));
  open_block("");
  line("int *in%s = (int[2]){%u};", p, pick(50));
  look(text("in%s[1]", p));
  if (risky()) line("%s = in%s;", p, p);
  close_block("");
  look(text("*%s", p));
}

static void uninitialized(void)
{
  const char *x = fresh("x");
  line("%s %s[2];", integer_type(), x);
  line("%s[%u] = %u;", x, pick(2), pick(90));
  any(text("%s[%s] & 3", x, constant(2)));
}

static const form forms[] = {{out_of_block, 6}, {over_turns, 6},     {variable_length, 6},
                             {on_the_stack, 4}, {callee_frame, 5},   {links_of_frames, 4},
                             {functions, 6},    {literal_object, 4}, {uninitialized, 2}};

void frame_block(void)
{
  PRINT_ONE(forms);
}
