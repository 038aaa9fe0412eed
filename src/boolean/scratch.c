/* scratch.c - variables that are written before anybody reads them: whatever they begin with, the program
 * does the same, so they may as well begin with 0. */
#include "boolean/boolean.h"
#include "boolean/step.h"

typedef struct {
  hd_bp *p;
  uint32_t proc;
  bool globals;  /* are the globals the procedure's own business, too? */
  uint8_t *live; /* at each location, a flag for each variable */
  bool changed;
} analysis;

static uint8_t *live_at(const analysis *a, uint32_t loc)
{
  return a->live + (size_t)loc * a->p->vars.len;
}

static void read_var(const analysis *a, uint32_t var, uint8_t *set)
{
  if (a->p->vars.data[var].proc != HD_NONE || a->globals) set[var] = 1;
}

/* after: what the step writes; a variable that it does not write is the old one there, too. */
static void read_expr(const analysis *a, hd_bp_expr e, const uint8_t *after, uint8_t *set)
{
  if (e.id == HD_NONE) return;
  const hd_bp_node *n = &a->p->exprs.data[e.id];
  if (n->op == HD_BP_VAR || (n->op == HD_BP_NEXT && !(after && after[n->a]))) read_var(a, n->a, set);
  if (n->op >= HD_BP_NOT) read_expr(a, (hd_bp_expr){n->a}, after, set);
  if (n->op > HD_BP_NOT) read_expr(a, (hd_bp_expr){n->b}, after, set);
  if (n->op == HD_BP_IF) read_expr(a, (hd_bp_expr){n->c}, after, set);
}

static void read_all(const analysis *a, const hd_u32s *vars, uint8_t *set)
{
  for (uint32_t i = 0; i < vars->len; i++) read_var(a, vars->data[i], set);
}

static void write_havocked(const analysis *a, const hd_bp_edge *e, const hd_u32s *vars, uint8_t *written)
{
  for (uint32_t i = 0; e->havoc && i < vars->len; i++)
    if (!a->p->vars.data[vars->data[i]].internal) written[vars->data[i]] = 1;
}

static void find_written(const analysis *a, const hd_bp_edge *e, uint8_t *written)
{
  memset(written, 0, a->p->vars.len);
  for (uint32_t i = 0; i < e->n_assigns; i++) written[e->assigns[i].var] = 1;
  for (uint32_t i = 0; e->kind == HD_BP_CALL && i < e->n_results; i++)
    if (e->results[i] != HD_NONE) written[e->results[i]] = 1;
  write_havocked(a, e, &a->p->globals, written);
  write_havocked(a, e, &a->p->procs.data[a->proc].locals, written);
}

/* What is read on the way over the edge, added to what is live before it. */
static void go_back(analysis *a, const hd_bp_edge *e, uint8_t *written)
{
  uint8_t *from = live_at(a, e->from);
  const uint8_t *to = live_at(a, e->to);
  find_written(a, e, written);
  uint32_t n = a->p->vars.len;
  uint8_t *more = hd_alloc(n + 1, 1);
  for (uint32_t i = 0; i < n; i++) more[i] = to[i] && !written[i];
  read_expr(a, e->guard, NULL, more);
  read_expr(a, e->constraint, written, more);
  for (uint32_t i = 0; i < e->n_assigns; i++) read_expr(a, e->assigns[i].value, NULL, more);
  for (uint32_t i = 0; i < e->n_args; i++) read_expr(a, e->args[i], NULL, more);
  if (e->kind != HD_BP_STEP) read_all(a, &a->p->globals, more);
  for (uint32_t i = 0; i < n; i++) {
    a->changed |= more[i] && !from[i];
    from[i] |= more[i];
  }
  free(more);
}

/* A procedure's enforce condition is read everywhere in it; at its exit, its results. */
static void begin(analysis *a)
{
  const hd_bp_proc *q = &a->p->procs.data[a->proc];
  memset(a->live, 0, (size_t)a->p->locs.len * a->p->vars.len);
  for (uint32_t l = 0; l < a->p->locs.len; l++)
    if (a->p->locs.data[l].proc == a->proc) read_expr(a, q->enforce, NULL, live_at(a, l));
  read_all(a, &q->returns, live_at(a, q->final));
  if (a->globals) read_all(a, &a->p->globals, live_at(a, q->final));
}

static void find_live(analysis *a)
{
  uint8_t *written = hd_alloc(a->p->vars.len + 1, 1);
  begin(a);
  for (a->changed = true; a->changed;) {
    a->changed = false;
    for (uint32_t i = a->p->edges.len; i-- > 0;)
      if (a->p->locs.data[a->p->edges.data[i].from].proc == a->proc)
        go_back(a, &a->p->edges.data[i], written);
  }
  free(written);
}

void hd_bp_mark_scratch(hd_bp *p)
{
  enum { LARGEST = 1 << 26 }; /* flags; more are not worth it */
  if ((uint64_t)p->locs.len * p->vars.len > LARGEST) return;
  analysis a = {.p = p, .live = hd_alloc((size_t)p->locs.len * p->vars.len + 1, 1)};
  for (a.proc = 0; a.proc < p->procs.len; a.proc++) {
    const hd_bp_proc *q = &p->procs.data[a.proc];
    a.globals = a.proc == p->init;
    find_live(&a);
    const uint8_t *live = live_at(&a, q->entry);
    for (uint32_t i = q->n_params; i < q->locals.len; i++)
      p->vars.data[q->locals.data[i]].scratch |= !live[q->locals.data[i]];
    for (uint32_t i = 0; a.globals && i < p->globals.len; i++)
      p->vars.data[p->globals.data[i]].scratch |= !live[p->globals.data[i]];
  }
  free(a.live);
}
