/* print.c - a Boolean program in the syntax that the parser reads. */
#include "boolean/boolean.h"

/* Everything binary is printed in parentheses, so that both dialects read it the same way. */
static const char *const words[] = {
    [HD_BP_AND] = "&", [HD_BP_OR] = "|", [HD_BP_XOR] = "^", [HD_BP_EQ] = "=", [HD_BP_IMPLIES] = "=>"};

static void print_operand(FILE *out, const hd_bp *p, uint32_t id)
{
  hd_bp_print_expr(out, p, (hd_bp_expr){id});
}

void hd_bp_print_expr(FILE *out, const hd_bp *p, hd_bp_expr e)
{
  const hd_bp_node *n = &p->exprs.data[e.id];
  switch (n->op) {
  case HD_BP_CONST: fputs(n->a ? "T" : "F", out); break;
  case HD_BP_VAR: fputs(p->vars.data[n->a].name, out); break;
  case HD_BP_NEXT: fprintf(out, "'%s", p->vars.data[n->a].name); break;
  case HD_BP_ANY: fputc('*', out); break;
  case HD_BP_NOT:
    fputc('!', out);
    print_operand(out, p, n->a);
    break;
  case HD_BP_SCHOOSE:
    fputs("schoose[", out);
    print_operand(out, p, n->a);
    fputs(", ", out);
    print_operand(out, p, n->b);
    fputc(']', out);
    break;
  case HD_BP_IF:
    fputc('(', out);
    print_operand(out, p, n->a);
    fputs(" ? ", out);
    print_operand(out, p, n->b);
    fputs(" : ", out);
    print_operand(out, p, n->c);
    fputc(')', out);
    break;
  default:
    fputc('(', out);
    print_operand(out, p, n->a);
    fprintf(out, " %s ", words[n->op]);
    print_operand(out, p, n->b);
    fputc(')', out);
  }
}

static void print_vars(FILE *out, const hd_bp *p, const hd_u32s *vars, uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) fprintf(out, "%s%s", i > from ? ", " : "", p->vars.data[vars->data[i]].name);
}

static void print_call(FILE *out, const hd_bp *p, const hd_bp_edge *e)
{
  for (uint32_t i = 0; i < e->n_results; i++)
    fprintf(out, "%s%s", i ? ", " : "", e->results[i] == HD_NONE ? "_" : p->vars.data[e->results[i]].name);
  fprintf(out, "%s%s(",
          e->n_results             ? " := "
          : e->kind == HD_BP_SPAWN ? "start_thread "
                                   : "",
          p->procs.data[e->callee].name);
  for (uint32_t i = 0; i < e->n_args; i++) {
    if (i) fputs(", ", out);
    hd_bp_print_expr(out, p, e->args[i]);
  }
  fputc(')', out);
}

static void print_assigns(FILE *out, const hd_bp *p, const hd_bp_edge *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    fprintf(out, "%s%s", i ? ", " : " ", p->vars.data[e->assigns[i].var].name);
  if (e->n_assigns) fputs(" := ", out);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (i) fputs(", ", out);
    hd_bp_print_expr(out, p, e->assigns[i].value);
  }
}

static void print_edge(FILE *out, const hd_bp *p, const hd_bp_edge *e)
{
  fprintf(out, "    %u -> %u:", e->from, e->to);
  if (e->guard.id != HD_NONE) {
    fputs(" assume ", out);
    hd_bp_print_expr(out, p, e->guard);
  }
  print_assigns(out, p, e);
  if (e->kind != HD_BP_STEP) {
    fputc(' ', out);
    print_call(out, p, e);
  }
  if (e->constraint.id != HD_NONE) {
    fputs(e->havoc ? " havoc constrain " : " constrain ", out);
    hd_bp_print_expr(out, p, e->constraint);
  }
  fprintf(out, "  // line %u\n", e->pos.line);
}

static void print_proc(FILE *out, const hd_bp *p, uint32_t id)
{
  const hd_bp_proc *q = &p->procs.data[id];
  fprintf(out, "procedure %s(", q->name);
  print_vars(out, p, &q->locals, 0, q->n_params);
  fputc(')', out);
  if (q->returns.len) fputs(" returns ", out);
  print_vars(out, p, &q->returns, 0, q->returns.len);
  if (q->locals.len > q->n_params) fputs(" locals ", out);
  print_vars(out, p, &q->locals, q->n_params, q->locals.len);
  if (q->enforce.id != HD_NONE) {
    fputs(" enforce ", out);
    hd_bp_print_expr(out, p, q->enforce);
  }
  fprintf(out, "\n    entry %u, exit %u\n", q->entry, q->final);
  for (uint32_t i = 0; i < p->locs.len; i++) {
    if (p->locs.data[i].proc != id) continue;
    for (uint32_t k = 0; k < p->labels.len; k++)
      if (p->labels.data[k].loc == i) fprintf(out, "    %u is %s\n", i, p->labels.data[k].name);
    if (p->locs.data[i].kind == HD_BP_FAIL) fprintf(out, "    %u: an assertion has failed\n", i);
    for (uint32_t k = 0; k < p->locs.data[i].out.len; k++)
      print_edge(out, p, &p->edges.data[p->locs.data[i].out.data[k]]);
  }
}

void hd_bp_print(FILE *out, const hd_bp *p)
{
  fputs("globals ", out);
  print_vars(out, p, &p->globals, 0, p->globals.len);
  fputc('\n', out);
  if (p->atomic != HD_NONE) fprintf(out, "atomic while %s\n", p->vars.data[p->atomic].name);
  if (p->init != HD_NONE) fprintf(out, "first %s\n", p->procs.data[p->init].name);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    const hd_bp_thread *t = &p->threads.data[i];
    fprintf(out, "thread %s: %s", t->name, p->procs.data[t->proc].name);
    if (t->copies == HD_BP_MANY)
      fputs(", any number\n", out);
    else
      fprintf(out, ", %u\n", t->copies);
  }
  for (uint32_t i = 0; i < p->procs.len; i++) print_proc(out, p, i);
}
