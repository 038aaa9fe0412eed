/* gen_function.c - functions and calls: pure ones, ones with effects, recursion, threads, main.
 *
 * Calls are inlined by who reads the program, and interpreted step by step: each function
 * knows how many statements a run of it takes and how many a copy of it has, and printing
 * stops adding calls where the sum would be too large. */
#include "gen.h"

enum { MAX_FUNCTIONS = 16 };
static function functions[MAX_FUNCTIONS];
static unsigned n_functions, n_recursive, n_threads;

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
  if (chance(50)) return text("(%s ? op_add : op_mix)(%s, %s)", condition(1).text, any_int(1).text, any_int(1).text);
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

static void begin(unsigned cost, unsigned size)
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
  begin(pure ? 60 : 250, pure ? 25 : 80);
  open_block(text("static %s", declare(f.returns ? f.returns : int_type(I_INT), text("%s(%s)", f.name, params))));
  first_var = pure ? n_vars : 0;
  for (unsigned i = 0; i < f.n_params; i++) add_var((var){.name = names[i], .type = f.params[i], .outer = true});
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
  begin(4, 4);
  open_block(text("static int recurse%u(int n, unsigned x)", n_recursive));
  first_var = n_vars;
  add_var((var){.name = "n", .type = int_type(I_INT), .fixed = true, .counter = true, .lo = 0, .hi = 3});
  add_var((var){.name = "x", .type = int_type(I_UINT), .outer = true});
  declare_var("", (var){.name = "own", .type = array_of(int_type(I_USHORT), 2), .outer = true});
  line("own[n & 1] = %s;", any_int(2).text);
  line("if (n <= 0) return own[0] ^ x;");
  if (chance(30))
    line("return recurse%u(n - 1, %s) ^ recurse%u(n - 1, x + own[1]);", n_recursive, any_int(2).text, n_recursive);
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

/* Runs before the next is created, so that one thing happens after the other. */
static void print_thread(void)
{
  unsigned before = n_vars, k = n_threads++;
  begin(150, 50);
  line("struct order%u { int in; long long out; %s; };", k, declare(&records[0].type, "record"));
  line("static pthread_mutex_t lock%u = PTHREAD_MUTEX_INITIALIZER;", k);
  open_block(text("static void *thread%u(void *argument)", k));
  line("struct order%u *order = argument;", k);
  context c = {.times = 1};
  local_variables(&c, 1 + pick(2));
  line("pthread_mutex_lock(&lock%u);", k);
  statements(&c, 2 + pick(3));
  line("own_by_thread += order->in;");
  line("pthread_mutex_unlock(&lock%u);", k);
  line("order->out = %s ^ own_by_thread;", any_int(2).text);
  line("order->record = %s;", value_of(&records[0].type));
  if (chance(50))
    line("return (void *)(long)(%s);", fit(any_int(2), 0, 1000).text);
  else
    line("pthread_exit(&order->in);");
  close_block("");
  n_vars = before;
}

static void run_thread(const context *c, unsigned k)
{
  open_block("");
  line("pthread_t handle;\n    void *result;");
  line("struct order%u order = {.in = %s};", k, fit(any_int(2), -1000, 1000).text);
  line("pthread_create(&handle, 0, thread%u, &order);", k);
  line("pthread_join(handle, &result);");
  line("MIX(result == &order.in ? -1 : (int)(long)result);");
  mix(c, "order.out");
  mix_all(c, &records[0].type, "order.record");
  mix(c, "own_by_thread");
  close_block("");
}

/* Threads that run at once, but add up to the same in every order: the sum is guarded in one of several ways. */
static const char *const guards[][2] = {
    {"pthread_mutex_lock(&sum_lock);", "pthread_mutex_unlock(&sum_lock);"},
    {"while (pthread_mutex_trylock(&sum_lock)) ;", "pthread_mutex_unlock(&sum_lock);"},
    {"pthread_rwlock_wrlock(&sum_rwlock);", "pthread_rwlock_unlock(&sum_rwlock);"},
    {"while (atomic_flag_test_and_set(&sum_flag)) ;", "atomic_flag_clear(&sum_flag);"},
};

static void print_adders(void)
{
  const char *const *guard = guards[pick(HD_COUNT(guards))];
  line("static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;");
  line("static pthread_rwlock_t sum_rwlock = PTHREAD_RWLOCK_INITIALIZER;");
  line("static atomic_flag sum_flag = ATOMIC_FLAG_INIT;");
  line("static unsigned sum;\nstatic atomic_uint sum_atomic;");
  line("struct job { unsigned n; unsigned parts[4]; };");
  open_block("static void *adder(void *argument)");
  line("struct job *job = argument;");
  open_block("for (unsigned i = 0; i < job->n; i++)");
  line("%s", guard[0]);
  line("sum += i * job->n + %u;", pick(100));
  line("%s", guard[1]);
  line("job->parts[i] = i * 7 + job->n;");
  line("%s;", chance(50) ? "atomic_fetch_add(&sum_atomic, i + 1)" : "sum_atomic += i + 1");
  close_block("");
  line("unsigned *result = malloc(sizeof *result);");
  line("*result = job->parts[0] * 3;");
  line("return result;");
  close_block("");
}

static void run_adders(void)
{
  unsigned n = 2 + pick(2);
  open_block("");
  line("pthread_t handles[%u];\n    struct job jobs[%u];\n    unsigned *results[%u];", n, n, n);
  for (unsigned i = 0; i < n; i++) line("jobs[%u] = (struct job){.n = %u, {%u}};", i, pick(4), pick(9));
  if (chance(50)) {
    line("for (int i = 0; i < %u; i++) pthread_create(&handles[i], 0, adder, &jobs[i]);", n);
    line("for (int i = 0; i < %u; i++) pthread_join(handles[i], (void **)&results[i]);", n);
  } else {
    for (unsigned i = 0; i < n; i++) line("pthread_create(&handles[%u], 0, adder, &jobs[%u]);", i, i);
    for (unsigned i = 0; i < n; i++) line("pthread_join(handles[%u], (void **)&results[%u]);", i, i);
  }
  line("MIX(sum);\n    MIX(sum_atomic);");
  for (unsigned i = 0; i < n; i++)
    line("MIX(*results[%u]);\n    free(results[%u]);\n    MIX(jobs[%u].parts[%u]);", i, i, i, pick(4));
  close_block("");
}

static bool with_adders;

void print_functions(void)
{
  print_operations();
  print_where();
  print_links();
  for (unsigned i = pick(3); i > 0; i--) print_recursive();
  for (unsigned i = 1 + pick(4); i > 0; i--) print_function(true);
  for (unsigned i = 2 + pick(4); i > 0; i--) print_function(false);
  if (chance(40)) {
    line("static _Thread_local int own_by_thread = %u;", pick(50));
    for (unsigned i = 1 + pick(3); i > 0; i--) print_thread();
  }
  with_adders = chance(25);
  if (with_adders) print_adders();
}

void print_main(void)
{
  begin(1500, 400);
  open_block("int main(void)");
  context c = {.times = 1};
  local_variables(&c, 3 + pick(4));
  unsigned end = n_vars;
  statements(&c, 8 + pick(10));
  line("*where(%s) = %s;", any_int(1).text, any_int(1).text);
  for (unsigned i = 0; i < n_threads; i++) {
    run_thread(&c, i);
    statements(&c, 1);
  }
  if (with_adders) run_adders();
  for (unsigned i = 0; i < end; i++)
    if (leaves(vars[i].type) < 40) mix_all(&c, vars[i].type, vars[i].name);
  line("FINISH();\n  return 0;");
  close_block("");
}
