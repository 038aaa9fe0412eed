/* gen_function.c - functions and calls: pure ones, ones with effects, recursion, main.
 *
 * Calls are inlined by who reads the program, and interpreted step by step: each function
 * knows how many statements a run of it takes and how many a copy of it has, and printing
 * stops adding calls where the sum would be too large. */
#include "gen.h"

enum { MAX_FUNCTIONS = 16 };
static function functions[MAX_FUNCTIONS];
static unsigned n_functions, n_recursive;

unsigned run_cost, run_size;
static unsigned limit_cost, limit_size;

bool spend(const context *c, unsigned cost, unsigned size)
{
  if (run_cost + cost * c->times > limit_cost || run_size + size > limit_size) return false;
  run_cost += cost * c->times;
  run_size += size;
  return true;
}

static bool spend_call(unsigned times, const function *f)
{
  return spend(&(context){.times = times}, f->cost + 2, f->size + 2);
}

/* NULL when an argument has no value to be found. */
static const char *arguments(const function *f)
{
  const char *s = "";
  for (unsigned i = 0; i < f->n_params; i++) {
    const char *v = value_of(f->params[i]);
    if (!v) return NULL;
    s = text("%s%s%s", s, i ? ", " : "", v);
  }
  return s;
}

static const function *pick_function(bool pure)
{
  if (!n_functions) return NULL;
  for (unsigned tries = 0; tries < 8; tries++) {
    const function *f = &functions[pick(n_functions)];
    if (f->pure == pure) return f;
  }
  return NULL;
}

static const char *library_call(itype *returns)
{
  *returns = I_INT;
  if (n_recursive && chance(40) && spend(&(context){.times = here_times}, 20, 40))
    return text("recurse%u(%s, %s)", pick(n_recursive), index_below(4), any_int(1).text);
  if (!spend(&(context){.times = here_times}, 6, 12)) return NULL;
  if (chance(40)) return text("op_table[%s](%s, %s)", index_below(3), any_int(1).text, any_int(1).text);
  if (chance(50))
    return text("(%s ? op_add : op_mix)(%s, %s)", condition(1).text, any_int(1).text, any_int(1).text);
  return text("%s(%s, %s)", chance(50) ? "op_add" : "op_mix", any_int(1).text, any_int(1).text);
}

const char *pure_call(itype *returns)
{
  static unsigned nested;
  const function *f = pick_function(true);
  const char *s = NULL;
  if (nested) return NULL;
  nested++;
  if (!f || chance(30)) {
    s = library_call(returns);
  } else if (f->returns->kind == K_INT) {
    if (spend_call(here_times, f) && (s = arguments(f))) s = text("%s(%s)", f->name, s);
    *returns = f->returns->itype;
  } else if (f->returns->kind == K_RECORD) {
    const field *part = &f->returns->record->fields[pick(f->returns->record->n_fields)];
    if (part->type->kind == K_INT && !part->type->bits && spend_call(here_times, f) && (s = arguments(f)))
      s = text("%s(%s).%s", f->name, s, part->name);
    *returns = part->type->itype;
  }
  nested--;
  return s;
}

/* The callee may change the check sum itself, so that its result is kept first. */
static void mix_result(const context *c, const function *f, const char *args)
{
  const char *name = fresh("r");
  line("%s = %s(%s);", declare(f->returns, name), f->name, args);
  if (leaves(f->returns) < 8) mix_all(c, f->returns, name);
}

void call_statement(const context *c)
{
  const function *f = pick_function(chance(20));
  const char *args = f ? arguments(f) : NULL;
  if (!args || !spend_call(c->times, f)) {
    mix(c, any_int(2).text);
    return;
  }
  if (f->returns) {
    mix_result(c, f, args);
  } else {
    line("%s(%s);", f->name, args);
  }
}

static const type *param_type(bool pure)
{
  const type *t = random_type(1);
  if (t->kind == K_ARRAY) t = t->of;
  if (t->kind == K_ARRAY) t = int_type(I_INT);
  if (!pure && chance(25)) return pointer_to(t);
  return t;
}

static const char *parameters(const function *f, const char **names)
{
  const char *s = f->n_params ? "" : "void";
  for (unsigned i = 0; i < f->n_params; i++) {
    names[i] = fresh("a");
    s = text("%s%s%s", s, i ? ", " : "", declare(f->params[i], names[i]));
  }
  return s;
}

void begin_function(unsigned cost, unsigned size)
{
  run_cost = run_size = 0;
  limit_cost = cost;
  limit_size = size;
  here_times = 1;
}

static const char *returned(const context *c)
{
  if (c->returns->kind == K_INT && c->pure) return text("acc ^ %s", any_int(2).text);
  return value_of(c->returns);
}

static void print_function(bool pure)
{
  function f = {.name = fresh(pure ? "pure" : "f"), .pure = pure, .n_params = pick(5)};
  const char *names[4];
  f.returns = pure || chance(80) ? random_type(1) : NULL;
  if (f.returns && f.returns->kind == K_ARRAY) f.returns = int_type(pick_itype());
  for (unsigned i = 0; i < f.n_params; i++) f.params[i] = param_type(pure);
  unsigned before = n_vars;
  const char *params = parameters(&f, names);
  begin_function(pure ? 60 : 250, pure ? 25 : 80);
  open_block(
      text("static %s", declare(f.returns ? f.returns : int_type(I_INT), text("%s(%s)", f.name, params))));
  first_var = pure ? n_vars : 0;
  for (unsigned i = 0; i < f.n_params; i++)
    add_var((var){.name = names[i], .type = f.params[i], .outer = true});
  context c = {.times = 1, .pure = pure, .returns = f.returns};
  if (pure) line("unsigned long long acc = %u;", pick(1000));
  local_variables(&c, 1 + pick(3));
  statements(&c, pure ? 2 + pick(4) : 4 + pick(6));
  if (f.returns)
    line("return %s;", returned(&c));
  else
    line("return 0;");
  close_block("");
  n_vars = before;
  first_var = 0;
  f.cost = run_cost;
  f.size = run_size;
  if (!f.returns) f.returns = int_type(I_INT);
  functions[n_functions++] = f;
}

static void print_recursive(void)
{
  unsigned before = n_vars;
  begin_function(4, 4);
  open_block(text("static int recurse%u(int n, unsigned x)", n_recursive));
  first_var = n_vars;
  add_var((var){.name = "n", .type = int_type(I_INT), .fixed = true, .counter = true, .lo = 0, .hi = 3});
  add_var((var){.name = "x", .type = int_type(I_UINT), .outer = true});
  declare_var("", (var){.name = "own", .type = array_of(int_type(I_USHORT), 2), .outer = true});
  line("own[n & 1] = %s;", any_int(2).text);
  line("if (n <= 0) return own[0] ^ x;");
  if (chance(30))
    line("return recurse%u(n - 1, %s) ^ recurse%u(n - 1, x + own[1]);", n_recursive, any_int(2).text,
         n_recursive);
  else
    line("return (int)((unsigned)recurse%u(n - 1, %s) * 5u + own[n & 1] + n);", n_recursive, any_int(2).text);
  close_block("");
  n_vars = before;
  first_var = 0;
  n_recursive++;
}

static void print_operations(void)
{
  line("static int op_add(int a, unsigned b) { return (int)((unsigned)a + b); }");
  line("static int op_mix(int a, unsigned b) { return (a >> (b & 7)) ^ (int)(b * 0x9e3779b9u); }");
  line("static int op_pick(int a, unsigned b) { return a < 0 ? (int)b : a; }");
  line("static int (*%sop_table[3])(int, unsigned) = {op_add, op_mix, op_pick};", chance(50) ? "const " : "");
  line("static int twice(int (*f)(int, unsigned), int x) { return f(f(x, 1), 2); }");
  line("static int (*choose(unsigned i))(int, unsigned) { return i %% 3 ? op_mix : op_table[i & 1]; }");
  open_block("static int sum_of(int n, ...)");
  line("unsigned sum = 0;\n  va_list list;\n  va_start(list, n);");
  line("while (n-- > 0) sum = sum * 3 + (unsigned)va_arg(list, int);");
  line("va_end(list);\n  return (int)sum;");
  close_block("");
}

/* Globals that point to each other, and to functions. */
static void print_links(void)
{
  line("static struct link { unsigned *to; struct link *next; int (*f)(int, unsigned); %s; } links[3] = {",
       declare(int_type(pick_itype()), "own"));
  for (unsigned i = 0; i < 3; i++)
    line("  {&ga[%u], &links[%u], %s, %u},", pick(4), pick(3), pick(2) ? "op_add" : "op_pick", pick(100));
  line("};");
}

/* A place chosen at run time. */
static void print_where(void)
{
  place p[3];
  const type *t = int_type(I_INT);
  open_block("static int *where(unsigned i)");
  line("switch (i %% 3) {");
  for (unsigned i = 0; i < 2; i++)
    if (find_target(t, true, &p[i])) line("case %u: return &%s;", i, p[i].text);
  line("default: return &gi;");
  line("}");
  close_block("");
}

void print_functions(void)
{
  print_operations();
  print_where();
  print_links();
  for (unsigned i = pick(3); i > 0; i--) print_recursive();
  for (unsigned i = 1 + pick(4); i > 0; i--) print_function(true);
  for (unsigned i = 2 + pick(4); i > 0; i--) print_function(false);
  print_threads();
}

void print_main(void)
{
  begin_function(1500, 400);
  open_block("int main(void)");
  context c = {.times = 1};
  local_variables(&c, 3 + pick(4));
  unsigned end = n_vars;
  statements(&c, 8 + pick(10));
  line("*where(%s) = %s;", any_int(1).text, any_int(1).text);
  run_threads(&c);
  for (unsigned i = 0; i < end; i++)
    if (leaves(vars[i].type) < 40) mix_all(&c, vars[i].type, vars[i].name);
  line("FINISH();\n  return 0;");
  close_block("");
}
