/* emit.c - the relations of a program as text, for `heddle emit mu` and for the declarations that every
 * formula file is read after. */
#include "engine/fixpoint/relations.h"

typedef struct {
  FILE *out;
  const hd_fx_model *m;
  const hd_bp *p;
  const bool *targets;
  const char *now, *next; /* names of the states in the relation at hand */
  bool first;             /* no disjunct was printed yet */
} printer;

static void print_types(printer *t)
{
  const hd_bp *p = t->p;
  fprintf(t->out, "enum PC { 0..%u };\nstruct Local {", t->m->n_pcs - 1);
  for (uint32_t i = 0; i < t->m->n_locals; i++) fprintf(t->out, " bool %s;", t->m->local_names[t->m->local_order[i]]);
  fputs(" };\nstruct Global {", t->out);
  for (uint32_t i = 0; i < p->globals.len; i++) fprintf(t->out, " bool %s;", t->m->global_names[t->m->global_order[i]]);
  if (p->globals.len == 0) fputs(" bool none;", t->out);
  fprintf(t->out, " };\nstruct State { PC pc; Local l; Global g; };\nenum Thread { 0..%u };\n\n", p->threads.len - 1);
}

static const char *const heads[] = {
    "Init(State v)",
    "Entry(State u, State v)",
    "Internal(State x, State v)",
    "Call(State x, State u)",
    "Across(State x, State v)",
    "Return(PC c, State z, State v)",
    "Exit(PC p)",
    "Entrance(PC p)",
    "Enforce(State v)",
    "Target(State v)",
    "CopyLocals(PC p, Local a, Local b)",
    "CopyGlobals(Global a, Global b)",
    "Begin(Thread t, State v)",
    "Before(Thread s, Thread t)",
    "Shared(Global g)",
    "Switch(State v)",
};

/* --- expressions: where they can be 1, and where 0 --------------------------------------------------------
 */

static void print_var(const printer *t, const char *state, uint32_t var)
{
  const hd_bp_var *v = &t->p->vars.data[var];
  if (v->proc == HD_NONE)
    fprintf(t->out, "%s.g.%s", state, t->m->global_names[v->slot]);
  else
    fprintf(t->out, "%s.l.%s", state, t->m->local_names[v->slot]);
}

static void print_may(const printer *t, uint32_t id, bool one);

static void print_pair(const printer *t, uint32_t a, bool a_one, const char *op, uint32_t b, bool b_one)
{
  fputc('(', t->out);
  print_may(t, a, a_one);
  fprintf(t->out, " %s ", op);
  print_may(t, b, b_one);
  fputc(')', t->out);
}

static void print_same(const printer *t, uint32_t a, uint32_t b, bool same)
{
  fputc('(', t->out);
  print_pair(t, a, true, "&", b, same);
  fputs(" | ", t->out);
  print_pair(t, a, false, "&", b, !same);
  fputc(')', t->out);
}

static void print_may(const printer *t, uint32_t id, bool one)
{
  const hd_bp_node *n = &t->p->exprs.data[id];
  switch (n->op) {
  case HD_BP_CONST: fputs((n->a != 0) == one ? "true" : "false", t->out); break;
  case HD_BP_VAR:
  case HD_BP_NEXT:
    if (!one) fputc('!', t->out);
    print_var(t, n->op == HD_BP_VAR ? t->now : t->next, n->a);
    break;
  case HD_BP_ANY: fputs("true", t->out); break;
  case HD_BP_NOT: print_may(t, n->a, !one); break;
  case HD_BP_AND: print_pair(t, n->a, one, one ? "&" : "|", n->b, one); break;
  case HD_BP_OR: print_pair(t, n->a, one, one ? "|" : "&", n->b, one); break;
  case HD_BP_IMPLIES: print_pair(t, n->a, !one, one ? "|" : "&", n->b, one); break;
  case HD_BP_XOR: print_same(t, n->a, n->b, !one); break;
  case HD_BP_EQ: print_same(t, n->a, n->b, one); break;
  case HD_BP_SCHOOSE:
    if (!one) {
      print_may(t, n->a, false);
      break;
    }
    fputc('(', t->out);
    print_may(t, n->a, true);
    fputs(" | ", t->out);
    print_pair(t, n->a, false, "&", n->b, false);
    fputc(')', t->out);
    break;
  case HD_BP_IF:
    fputc('(', t->out);
    print_pair(t, n->a, true, "&", n->b, one);
    fputs(" | ", t->out);
    print_pair(t, n->a, false, "&", n->c, one);
    fputc(')', t->out);
    break;
  }
}

/* The variable (already printed) takes a value that the expression can have. */
static void print_becomes(const printer *t, const char *state, uint32_t var, hd_bp_expr e)
{
  if (t->p->exprs.data[e.id].op == HD_BP_ANY) return;
  fputs(" & (", t->out);
  print_var(t, state, var);
  fputs(" & ", t->out);
  print_may(t, e.id, true);
  fputs(" | !", t->out);
  print_var(t, state, var);
  fputs(" & ", t->out);
  print_may(t, e.id, false);
  fputc(')', t->out);
}

/* --- disjuncts ---------------------------------------------------------------------------------------------
 */

static void begin_case(printer *t)
{
  fputs(t->first ? "\n    " : "\n  | ", t->out);
  t->first = false;
}

static void end_relation(printer *t)
{
  if (t->first) fputs(" false", t->out);
  fputs(";\n\n", t->out);
}

static void print_condition(const printer *t, hd_bp_expr e)
{
  if (e.id == HD_NONE) return;
  fputs(" & ", t->out);
  print_may(t, e.id, true);
}

static void print_equal(const printer *t, const char *a, const char *b, const char *part, const char *field)
{
  fprintf(t->out, " & (%s.%s.%s <-> %s.%s.%s)", a, part, field, b, part, field);
}

static bool list_contains(const hd_u32s *list, uint32_t value)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == value) return true;
  return false;
}

static void print_zero(const printer *t, const char *state, uint32_t from)
{
  for (uint32_t i = from; i < t->m->n_locals; i++) fprintf(t->out, " & !%s.l.%s", state, t->m->local_names[i]);
}

static void print_globals_equal(const printer *t, const char *a, const char *b)
{
  for (uint32_t i = 0; i < t->p->globals.len; i++) print_equal(t, a, b, "g", t->m->global_names[i]);
}

static const hd_u32s *locals_of(const printer *t, uint32_t loc)
{
  return &t->p->procs.data[t->p->locs.data[loc].proc].locals;
}

static void print_step(printer *t, const hd_bp_edge *e)
{
  hd_u32s written = {0};
  const hd_u32s *locals = locals_of(t, e->from);
  hd_fx_written(t->p, e, &written);
  begin_case(t);
  fprintf(t->out, "x.pc = %u & v.pc = %u", t->m->pc[e->from], t->m->pc[e->to]);
  print_condition(t, e->guard);
  for (uint32_t i = 0; i < e->n_assigns; i++) print_becomes(t, "v", e->assigns[i].var, e->assigns[i].value);
  print_condition(t, e->constraint);
  for (uint32_t i = 0; i < t->m->n_locals; i++)
    if (i >= locals->len || !list_contains(&written, locals->data[i]))
      print_equal(t, "x", "v", "l", t->m->local_names[i]);
  for (uint32_t i = 0; i < t->p->globals.len; i++)
    if (!list_contains(&written, t->p->globals.data[i])) print_equal(t, "x", "v", "g", t->m->global_names[i]);
  hd_vec_clear(&written);
}

static void print_call(printer *t, const hd_bp_edge *e)
{
  const hd_bp_proc *callee = &t->p->procs.data[e->callee];
  begin_case(t);
  fprintf(t->out, "x.pc = %u & u.pc = %u", t->m->pc[e->from], t->m->pc[callee->entry]);
  print_condition(t, e->guard);
  for (uint32_t i = 0; i < e->n_args; i++) print_becomes(t, "u", callee->locals.data[i], e->args[i]);
  print_zero(t, "u", e->n_args);
  print_globals_equal(t, "x", "u");
}

static bool takes_var(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] == var) return true;
  return false;
}

static void print_across(printer *t, const hd_bp_edge *e)
{
  const hd_u32s *locals = locals_of(t, e->from);
  begin_case(t);
  fprintf(t->out, "x.pc = %u & v.pc = %u", t->m->pc[e->from], t->m->pc[e->to]);
  for (uint32_t i = 0; i < t->m->n_locals; i++)
    if (i >= locals->len || !takes_var(e, locals->data[i])) print_equal(t, "x", "v", "l", t->m->local_names[i]);
}

static void print_return(printer *t, const hd_bp_edge *e)
{
  const hd_bp_proc *callee = &t->p->procs.data[e->callee];
  begin_case(t);
  fprintf(t->out, "c = %u & z.pc = %u", t->m->pc[e->from], t->m->pc[callee->final]);
  for (uint32_t i = 0; i < e->n_results; i++) {
    if (e->results[i] == HD_NONE) continue;
    fputs(" & (", t->out);
    print_var(t, "v", e->results[i]);
    fputs(" <-> ", t->out);
    print_var(t, "z", callee->returns.data[i]);
    fputc(')', t->out);
  }
  for (uint32_t i = 0; i < t->p->globals.len; i++)
    if (!takes_var(e, t->p->globals.data[i])) print_equal(t, "z", "v", "g", t->m->global_names[i]);
}

static void each_edge(printer *t, hd_bp_edge_kind kind, void (*print)(printer *t, const hd_bp_edge *e))
{
  for (uint32_t i = 0; i < t->p->edges.len; i++) {
    const hd_bp_edge *e = &t->p->edges.data[i];
    if (e->kind == kind && t->m->pc[e->from] != HD_NONE) print(t, e);
  }
}

static void print_internal(printer *t)
{
  each_edge(t, HD_BP_STEP, print_step);
}

static void print_calls(printer *t)
{
  each_edge(t, HD_BP_CALL, print_call);
}

static void print_acrosses(printer *t)
{
  each_edge(t, HD_BP_CALL, print_across);
}

static void print_returns(printer *t)
{
  each_edge(t, HD_BP_CALL, print_return);
}

/* --- sets
 * ---------------------------------------------------------------------------------------------------- */

static void print_internal_zero(const printer *t, const char *globals)
{
  for (uint32_t i = 0; i < t->p->globals.len; i++)
    if (t->p->vars.data[t->p->globals.data[i]].internal) fprintf(t->out, " & !%s.%s", globals, t->m->global_names[i]);
}

static void print_init(printer *t)
{
  const hd_bp_proc *q = &t->p->procs.data[t->p->threads.data[0].proc];
  begin_case(t);
  fprintf(t->out, "v.pc = %u", t->m->pc[q->entry]);
  print_zero(t, "v", q->locals.len);
  print_internal_zero(t, "v.g");
}

static void print_entry(printer *t)
{
  for (uint32_t i = 0; i < t->p->procs.len; i++) {
    const hd_bp_proc *q = &t->p->procs.data[i];
    uint32_t pc = t->m->pc[q->entry];
    if (pc == HD_NONE) continue;
    begin_case(t);
    fprintf(t->out, "u.pc = %u & v.pc = %u", pc, pc);
    for (uint32_t k = 0; k < q->n_params; k++) print_equal(t, "u", "v", "l", t->m->local_names[k]);
    print_zero(t, "u", q->n_params);
    print_zero(t, "v", q->locals.len);
    print_globals_equal(t, "u", "v");
  }
}

static void print_pcs(printer *t, bool entries)
{
  for (uint32_t i = 0; i < t->m->n_pcs; i++) {
    const hd_bp_proc *q = &t->p->procs.data[t->p->locs.data[t->m->loc[i]].proc];
    if (t->m->loc[i] != (entries ? q->entry : q->final)) continue;
    begin_case(t);
    fprintf(t->out, "p = %u", i);
  }
}

static void print_exit(printer *t)
{
  print_pcs(t, false);
}

static void print_entrance(printer *t)
{
  print_pcs(t, true);
}

static void print_enforce(printer *t)
{
  for (uint32_t i = 0; i < t->m->n_pcs; i++) {
    begin_case(t);
    fprintf(t->out, "v.pc = %u", i);
    print_condition(t, t->p->procs.data[t->p->locs.data[t->m->loc[i]].proc].enforce);
  }
}

static void print_target(printer *t)
{
  for (uint32_t i = 0; i < t->m->n_pcs; i++) {
    if (!t->targets || !t->targets[t->m->loc[i]]) continue;
    begin_case(t);
    fprintf(t->out, "v.pc = %u", i);
  }
}

static void print_copy_locals(printer *t)
{
  for (uint32_t i = 0; i < t->p->procs.len; i++) {
    const hd_bp_proc *q = &t->p->procs.data[i];
    if (t->m->pc[q->entry] == HD_NONE) continue;
    begin_case(t);
    fprintf(t->out, "p = %u", t->m->pc[q->entry]);
    for (uint32_t k = 0; k < t->m->n_locals; k++) {
      const char *name = t->m->local_names[k];
      if (k < q->n_params)
        fprintf(t->out, " & (a.%s <-> b.%s)", name, name);
      else
        fprintf(t->out, " & !a.%s", name);
    }
  }
}

static void print_copy_globals(printer *t)
{
  begin_case(t);
  fputs("true", t->out);
  for (uint32_t i = 0; i < t->p->globals.len; i++)
    fprintf(t->out, " & (a.%s <-> b.%s)", t->m->global_names[i], t->m->global_names[i]);
}

static void print_begin(printer *t)
{
  for (uint32_t i = 0; i < t->p->threads.len; i++) {
    const hd_bp_thread *th = &t->p->threads.data[i];
    const hd_bp_proc *q = &t->p->procs.data[th->proc];
    begin_case(t);
    fprintf(t->out, "t = %u & v.pc = %u", i, t->m->pc[q->entry]);
    print_zero(t, "v", q->locals.len);
    if (th->started == HD_NONE) continue;
    fputs(" & ", t->out);
    print_var(t, "v", th->started);
    for (uint32_t k = 0; k < q->n_params; k++) {
      fprintf(t->out, " & (v.l.%s <-> ", t->m->local_names[k]);
      print_var(t, "v", th->args + k);
      fputc(')', t->out);
    }
  }
}

static void print_before(printer *t)
{
  for (uint32_t i = 1; i < t->p->threads.len; i++) {
    if (!hd_fx_model_are_alike(t->m, i - 1, i)) continue;
    begin_case(t);
    fprintf(t->out, "s = %u & t = %u", i - 1, i);
  }
}

static void print_shared(printer *t)
{
  begin_case(t);
  fputs("true", t->out);
  print_internal_zero(t, "g");
}

static void print_switch(printer *t)
{
  begin_case(t);
  fputs("true", t->out);
  if (t->p->atomic == HD_NONE) return;
  fputs(" & !", t->out);
  print_var(t, "v", t->p->atomic);
}

static void (*const bodies[])(printer *t) = {print_init,     print_entry,   print_internal,    print_calls,
                                             print_acrosses, print_returns, print_exit,        print_entrance,
                                             print_enforce,  print_target,  print_copy_locals, print_copy_globals,
                                             print_begin,    print_before,  print_shared,      print_switch};

_Static_assert(HD_COUNT(bodies) == HD_COUNT(heads), "a body for each head");

void hd_fx_model_print(FILE *out, const hd_fx_model *m, const bool *targets, bool with_definitions)
{
  printer t = {.out = out, .m = m, .p = m->p, .targets = targets, .now = "x", .next = "v"};
  print_types(&t);
  for (size_t i = 0; i < HD_COUNT(heads); i++) {
    if (!with_definitions) {
      fprintf(out, "input bool %s;\n", heads[i]);
      continue;
    }
    t.first = true;
    t.now = strstr(heads[i], "State x") ? "x" : "v";
    fprintf(out, "bool %s", heads[i]);
    bodies[i](&t);
    end_relation(&t);
  }
}
