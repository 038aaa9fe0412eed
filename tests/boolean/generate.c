#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PROCS = 4 };

typedef struct {
  uint64_t state;
  FILE *out;
  gen_kind kind;
  unsigned globals, procs;
  unsigned params[MOST_PROCS], locals[MOST_PROCS], returns[MOST_PROCS];
  bool atomic[MOST_PROCS]; /* its name says that it runs without a switch */
  unsigned proc;           /* being written; MOST_PROCS: main */
  unsigned given;          /* parameters of main, or of the thread that is being written */
  unsigned depth, labels;
  bool recursion, in_loop, asserted;
  bool numbers; /* labels are numbers */
  bool open;    /* the last statement of a list goes without its semicolon where that is possible */
} gen;

static uint64_t next(gen *g)
{
  g->state = g->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint64_t x = g->state ^ g->state >> 33;
  x *= UINT64_C(0xff51afd7ed558ccd);
  return x ^ x >> 33;
}

static unsigned below(gen *g, unsigned n)
{
  return (unsigned)(next(g) % n);
}

static bool chance(gen *g, unsigned percent)
{
  return below(g, 100) < percent;
}

/* --- variables and expressions ------------------------------------------------------------------------ */

static unsigned in_scope(const gen *g)
{
  return g->globals + (g->proc < MOST_PROCS ? g->params[g->proc] + g->locals[g->proc] : g->given + 1);
}

static void put_var(gen *g, unsigned i)
{
  unsigned params = g->proc < MOST_PROCS ? g->params[g->proc] : g->given;
  if (i < g->globals)
    fprintf(g->out, "g%u", i);
  else if (i - g->globals < params)
    fprintf(g->out, "p%u", i - g->globals);
  else
    fprintf(g->out, "x%u", i - g->globals - params);
}

static void put_expr(gen *g, unsigned depth, bool primed);

static void put_list(gen *g, unsigned n, unsigned depth, bool primed)
{
  for (unsigned i = 0; i < n; i++) {
    if (i) fputs(", ", g->out);
    put_expr(g, depth, primed);
  }
}

static void put_name(gen *g, unsigned proc)
{
  fprintf(g->out, "%sf%u", g->atomic[proc] ? "__VERIFIER_atomic_" : "", proc);
}

static void put_expr(gen *g, unsigned depth, bool primed)
{
  static const char *const ops[] = {"&", "|", "^", "=", "!=", "=>"};
  unsigned what = below(g, depth ? 11 : 6);
  if (what < 4) {
    if (primed && chance(g, 50)) fputc('\'', g->out);
    put_var(g, below(g, in_scope(g)));
  } else if (what == 4) {
    fputs(chance(g, 50) ? "T" : "F", g->out);
  } else if (what == 5) {
    fputc('*', g->out);
  } else if (what < 8) {
    fputc('!', g->out);
    put_expr(g, 0, primed);
  } else if (what == 8) {
    fputs("schoose[", g->out);
    put_list(g, chance(g, 60) ? 2 : 1 + below(g, 4), depth - 1, primed);
    fputc(']', g->out);
  } else {
    fputc('(', g->out);
    put_expr(g, depth - 1, primed);
    fprintf(g->out, " %s ", ops[below(g, 6)]);
    put_expr(g, depth - 1, primed);
    fputc(')', g->out);
  }
}

static void indent(gen *g)
{
  fprintf(g->out, "%*s", (int)(2 * g->depth), "");
}

/* --- statements --------------------------------------------------------------------------------------- */

static void put_statements(gen *g, unsigned n);

static void put_assignment(gen *g)
{
  unsigned n = in_scope(g), first = below(g, n), second = below(g, n);
  bool two = first != second && chance(g, 35);
  put_var(g, first);
  if (two) {
    fputs(", ", g->out);
    put_var(g, second);
  }
  fputs(" := ", g->out);
  put_expr(g, 2, false);
  if (two) {
    fputs(", ", g->out);
    put_expr(g, 1, false);
  }
  if (chance(g, 15)) {
    fputs(" constrain ", g->out);
    put_expr(g, 2, true);
  }
  fputs(";\n", g->out);
}

static void put_call(gen *g)
{
  unsigned callee = below(g, g->procs);
  /* Without recursion a procedure calls only those after it. */
  if (!g->recursion && g->proc < MOST_PROCS) {
    if (g->proc + 1 >= g->procs) {
      fputs("skip;\n", g->out);
      return;
    }
    callee = g->proc + 1 + below(g, g->procs - g->proc - 1);
  }
  unsigned n = in_scope(g), r = g->returns[callee];
  if (r && n >= r && chance(g, 80)) {
    unsigned first = below(g, n);
    for (unsigned i = 0; i < r; i++) {
      if (i) fputs(", ", g->out);
      if (chance(g, 10))
        fputc('_', g->out);
      else
        put_var(g, (first + i) % n);
    }
    fputs(" := ", g->out);
  }
  put_name(g, callee);
  fputc('(', g->out);
  put_list(g, g->params[callee], 1, false);
  fputs(");\n", g->out);
}

static void put_if(gen *g)
{
  fputs("if (", g->out);
  put_expr(g, 2, false);
  fputs(") then\n", g->out);
  put_statements(g, 1 + below(g, 2));
  if (chance(g, 25)) {
    indent(g);
    fputs("elsif (", g->out);
    put_expr(g, 1, false);
    fputs(") then\n", g->out);
    put_statements(g, 1);
  }
  if (chance(g, 50)) {
    indent(g);
    fputs("else\n", g->out);
    put_statements(g, 1 + below(g, 2));
  }
  indent(g);
  fputs("fi\n", g->out);
}

static void put_while(gen *g)
{
  bool before = g->in_loop;
  g->in_loop = true;
  fputs("while (", g->out);
  put_expr(g, 2, false);
  fputs(") do\n", g->out);
  put_statements(g, 1 + below(g, 2));
  indent(g);
  fputs("od\n", g->out);
  g->in_loop = before;
}

/* The label has three names: one of 'L', 'M', 'N'. */
static void put_label(gen *g, char name, unsigned label)
{
  if (g->numbers)
    fprintf(g->out, "%u", 3 * label + (unsigned)(name - 'L'));
  else
    fprintf(g->out, "%c%u", name, label);
}

static void put_target(gen *g, char name, unsigned label)
{
  put_label(g, name, label);
  fputs(": ", g->out);
  if (chance(g, 10)) {
    put_label(g, name, label);
    fputs(": ", g->out);
  }
}

static void put_jump(gen *g, const char *names, unsigned label)
{
  fputs("goto ", g->out);
  for (const char *s = names; *s; s++) {
    if (s > names) fputs(", ", g->out);
    put_label(g, *s, label);
  }
  fputs(";\n", g->out);
}

static void put_goto(gen *g)
{
  unsigned label = g->labels++;
  bool all = chance(g, 25), back = all || chance(g, 50);
  if (back) {
    put_target(g, 'L', label);
    put_assignment(g);
    indent(g);
  }
  put_jump(g, all ? "LMN" : "LM", label);
  indent(g);
  put_target(g, 'M', label);
  put_assignment(g);
  if (back && !all) return;
  indent(g);
  put_target(g, back ? 'N' : 'L', label);
  fputs("skip;\n", g->out);
}

static void put_condition(gen *g, const char *word, bool primed)
{
  fprintf(g->out, "%s(", word);
  put_expr(g, 2, primed);
  fputs(");\n", g->out);
}

/* An assertion, or a label that counts as one. */
static void put_assertion(gen *g)
{
  g->asserted = true;
  if (chance(g, 80)) {
    put_condition(g, "assert", false);
    return;
  }
  fputs("if (", g->out);
  put_expr(g, 2, false);
  fprintf(g->out, ") then %s: skip; fi\n", chance(g, 50) ? "ERROR" : "SLIC_ERROR");
}

static void put_return(gen *g)
{
  unsigned n = g->proc < MOST_PROCS ? g->returns[g->proc] : 0;
  fputs(n ? "return " : "return", g->out);
  put_list(g, n, 1, false);
  fputs(";\n", g->out);
}

static void put_atomic(gen *g)
{
  bool assigned = g->kind == GEN_FLAT && chance(g, 50);
  fputs(assigned ? "atomic := T;\n" : "atomic_begin;\n", g->out);
  indent(g);
  put_assignment(g);
  indent(g);
  if (g->procs && chance(g, 25))
    put_call(g);
  else
    put_assignment(g);
  indent(g);
  fputs(assigned ? "atomic := F;\n" : "atomic_end;\n", g->out);
}

static void put_statement(gen *g)
{
  unsigned what = below(g, 100);
  bool deep = g->depth > 3;
  indent(g);
  if (what < 38)
    put_assignment(g);
  else if (what < 52 && g->procs)
    put_call(g);
  else if (what < 64 && !deep)
    put_if(g);
  else if (what < 71 && !deep)
    put_while(g);
  else if (what < 76 && !deep)
    put_goto(g);
  else if (what < 81)
    put_condition(g, "assume", false);
  else if (what < 84 && (g->proc < MOST_PROCS || g->kind == GEN_SEQUENTIAL))
    put_return(g);
  else if (what < 86)
    put_condition(g, "abortif", false);
  else if (what < 88)
    put_condition(g, "constrain", true);
  else if (what < 92 && g->kind != GEN_SEQUENTIAL)
    put_atomic(g);
  else if (what < 93 && g->kind != GEN_SEQUENTIAL)
    fputs("end_thread;\n", g->out);
  else if (what < 95) {
    fputs("dead ", g->out);
    put_var(g, below(g, in_scope(g)));
    fputs(";\n", g->out);
  } else if (what < 96) {
    fputs(chance(g, 50) ? "skip;\n" : "print(g0, !g0);\n", g->out);
  } else {
    put_assertion(g);
  }
}

static void put_statements(gen *g, unsigned n)
{
  g->depth++;
  for (unsigned i = 0; i < n; i++) put_statement(g);
  if (g->open && g->depth > 1) { /* what follows is fi, od or else */
    indent(g);
    fputs("skip\n", g->out);
  }
  g->depth--;
}

/* --- procedures --------------------------------------------------------------------------------------- */

static void put_enforce(gen *g)
{
  if (!chance(g, 12)) return;
  fputs("  enforce ", g->out);
  put_expr(g, 1, false);
  fputs(";\n", g->out);
}

static void put_proc(gen *g, unsigned i)
{
  g->proc = i;
  if (g->returns[i] == 0)
    fputs("void", g->out);
  else if (g->returns[i] == 1)
    fputs("bool", g->out);
  else
    fprintf(g->out, "bool<%u>", g->returns[i]);
  fputc(' ', g->out);
  put_name(g, i);
  fputc('(', g->out);
  for (unsigned k = 0; k < g->params[i]; k++) fprintf(g->out, "%sp%u", k ? ", " : "", k);
  fputs(") begin\n", g->out);
  for (unsigned k = 0; k < g->locals[i]; k++)
    fprintf(g->out, "  decl x%u%s;\n", k, chance(g, 70) ? "" : chance(g, 50) ? " := 1" : " := !g0");
  put_enforce(g);
  put_statements(g, 1 + below(g, 4));
  fputs("end\n", g->out);
}

/* A thread's procedure: one local, an assertion somewhere. */
static void put_body(gen *g, const char *head, unsigned params)
{
  g->proc = MOST_PROCS;
  g->given = params;
  fprintf(g->out, "%s(%s) begin\n  decl x0;\n", head, params ? "p0" : "");
  if (g->kind != GEN_SEQUENTIAL) fputs("  x0 := F;\n", g->out);
  put_enforce(g);
  put_statements(g, 2 + below(g, g->kind == GEN_SEQUENTIAL ? 5 : 3));
  if (!g->asserted || chance(g, 50)) fputs("  ", g->out), put_assertion(g);
  fputs("end\n", g->out);
}

/* The arguments of a thread that is started. */
static void put_start(gen *g, const char *how, unsigned thread, unsigned params)
{
  fprintf(g->out, "%s t%u(", how, thread);
  put_list(g, params, 1, false);
  fputs(");", g->out);
}

/* Main starts two threads, perhaps many, perhaps one at a label of its own. */
static void put_starter(gen *g)
{
  unsigned params[2] = {below(g, 2), below(g, 2)}, second = below(g, 2);
  put_body(g, "void t0", params[0]);
  put_body(g, "void t1", params[1]);
  g->given = 0;
  fputs("void main() begin\n  decl x0;\n", g->out);
  put_statements(g, 1);
  fputs("  ", g->out);
  put_start(g, chance(g, 70) ? "start_thread" : "ASYNC_1:", 0, params[0]);
  fputc('\n', g->out);
  put_statements(g, 1);
  if (chance(g, 20)) {
    fputs("  while (*) do ", g->out);
    put_start(g, "ASYNC_2:", 1, params[1]);
    fputs(" od\n", g->out);
  } else if (chance(g, 20)) {
    fputs("  start_thread goto S;\n  return;\n  S: ", g->out);
    put_assertion(g);
  } else {
    fputs("  ", g->out);
    put_start(g, "start_thread", second, params[second]);
    fputc('\n', g->out);
  }
  put_statements(g, 1);
  fputs("end\n", g->out);
}

static void put_main(gen *g)
{
  static const char *const heads[] = {"thread void t0", "thread void t1", "thread void t2"};
  unsigned n = 2 + chance(g, 25);
  switch (g->kind) {
  case GEN_SEQUENTIAL: put_body(g, "void main", 0); break;
  case GEN_THREADS:
    for (unsigned i = 0; i < n; i++) put_body(g, heads[i], 0);
    break;
  case GEN_MANY:
    put_body(g, "thread[*] void t0", 0);
    if (chance(g, 40)) put_body(g, "thread[*] void t1", 0);
    break;
  case GEN_SPAWN: put_starter(g); break;
  case GEN_FLAT:
    for (unsigned i = 1; i < n; i++) put_body(g, i == 1 ? "void thread1" : "void Thread2", 0);
    put_body(g, "void main", 0);
    break;
  case GEN_KINDS: break;
  }
}

static void put_init(gen *g)
{
  if (g->kind == GEN_SEQUENTIAL || g->kind == GEN_SPAWN || (g->kind != GEN_FLAT && chance(g, 10))) return;
  fputs("void init() begin\n", g->out);
  if (g->kind == GEN_FLAT) fputs("  atomic := F;\n", g->out);
  for (unsigned i = 0; i < g->globals; i++)
    if (chance(g, 80)) fprintf(g->out, "  g%u := %s;\n", i, chance(g, 70) ? "F" : "T");
  fputs("end\n", g->out);
}

char *generate_program(uint64_t seed, gen_kind kind)
{
  char *text = NULL;
  size_t size = 0;
  gen g = {.state = seed * UINT64_C(0x9e3779b97f4a7c15) + kind, .out = open_memstream(&text, &size), .kind = kind};
  bool small = kind != GEN_SEQUENTIAL;
  next(&g);
  g.globals = 1 + below(&g, small ? 2 : 3);
  g.procs = small ? below(&g, 2) : below(&g, MOST_PROCS);
  g.recursion = chance(&g, 50);
  for (unsigned i = 0; i < g.procs; i++) {
    g.params[i] = below(&g, small ? 2 : 3);
    g.locals[i] = below(&g, small ? 2 : 3);
    g.returns[i] = below(&g, small && chance(&g, 80) ? 2 : 3);
    g.atomic[i] = chance(&g, small ? 15 : 3);
  }
  g.numbers = chance(&g, 20);
  g.open = chance(&g, 10);
  fputs(kind == GEN_FLAT ? "decl atomic" : "decl", g.out);
  for (unsigned i = 0; i < g.globals; i++) {
    static const char *const values[] = {" := 0", " := T", " := *"};
    fprintf(g.out, "%s g%u%s", i || kind == GEN_FLAT ? "," : "", i, chance(&g, 85) ? "" : values[below(&g, 3)]);
  }
  fputs(";\n", g.out);
  put_init(&g);
  for (unsigned i = 0; i < g.procs; i++) put_proc(&g, i);
  put_main(&g);
  fclose(g.out);
  return text;
}
