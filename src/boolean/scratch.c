/* scratch.c - variables that are written before they are read: whatever they begin with, the program
 * does the same, so they may as well begin with 0. */
#include "boolean/boolean.h"

/* One procedure at a time: flags for its locals, by slot, and after them for the globals, if they are its own
 * business, too (of init, which runs alone). */
typedef struct {
  const hd_bp *p;
  uint32_t proc, width;
  bool globals;
  const uint32_t *place;          /* of each location: its number in its procedure */
  const hd_u32s *edges;           /* of each procedure, in the order of their numbers */
  uint8_t *live, *written, *more; /* live: a row for each location */
  uint8_t *rows;                  /* where the rows of locals go, or NULL */
  uint32_t stride;
  bool changed;
} analysis;

static uint8_t *live_at(const analysis *a, uint32_t loc)
{
  return a->live + (size_t)a->place[loc] * a->width;
}

/* HD_NONE: a variable that is not followed. */
static uint32_t flag_of(const analysis *a, uint32_t var)
{
  const hd_bp_var *v = &a->p->vars.data[var];
  if (v->proc != HD_NONE) return v->slot;
  return a->globals ? a->p->procs.data[a->proc].locals.len + v->slot : HD_NONE;
}

static void mark_flag(const analysis *a, uint32_t var, uint8_t *set)
{
  uint32_t flag = flag_of(a, var);
  if (flag != HD_NONE) set[flag] = 1;
}

static void mark_all(const analysis *a, const hd_u32s *vars, bool and_internal, uint8_t *set)
{
  for (uint32_t i = 0; i < vars->len; i++)
    if (and_internal || !a->p->vars.data[vars->data[i]].internal) mark_flag(a, vars->data[i], set);
}

/* What the step does not write is the old value after it, too. */
static void read_expr(const analysis *a, hd_bp_expr e, uint8_t *set)
{
  if (e.id == HD_NONE) return;
  const hd_bp_node *n = &a->p->exprs.data[e.id];
  if (n->op == HD_BP_VAR) mark_flag(a, n->a, set);
  if (n->op == HD_BP_NEXT && flag_of(a, n->a) != HD_NONE && !a->written[flag_of(a, n->a)]) mark_flag(a, n->a, set);
  if (n->op >= HD_BP_NOT) read_expr(a, (hd_bp_expr){n->a}, set);
  if (n->op > HD_BP_NOT) read_expr(a, (hd_bp_expr){n->b}, set);
  if (n->op == HD_BP_IF) read_expr(a, (hd_bp_expr){n->c}, set);
}

static void find_written(const analysis *a, const hd_bp_edge *e)
{
  memset(a->written, 0, a->width);
  for (uint32_t i = 0; i < e->n_assigns; i++) mark_flag(a, e->assigns[i].var, a->written);
  for (uint32_t i = 0; e->kind == HD_BP_CALL && i < e->n_results; i++)
    if (e->results[i] != HD_NONE) mark_flag(a, e->results[i], a->written);
  if (!e->havoc) return;
  mark_all(a, &a->p->globals, false, a->written);
  mark_all(a, &a->p->procs.data[a->proc].locals, false, a->written);
}

/* What is read on the way over the edge, and what is live after it and not written, is live before it. */
static void go_back(analysis *a, const hd_bp_edge *e)
{
  uint8_t *from = live_at(a, e->from);
  const uint8_t *to = live_at(a, e->to);
  find_written(a, e);
  for (uint32_t i = 0; i < a->width; i++) a->more[i] = to[i] && !a->written[i];
  read_expr(a, e->guard, a->more);
  read_expr(a, e->constraint, a->more);
  for (uint32_t i = 0; i < e->n_assigns; i++) read_expr(a, e->assigns[i].value, a->more);
  for (uint32_t i = 0; i < e->n_args; i++) read_expr(a, e->args[i], a->more);
  if (e->kind != HD_BP_STEP) mark_all(a, &a->p->globals, true, a->more);
  for (uint32_t i = 0; i < a->width; i++) {
    a->changed |= a->more[i] && !from[i];
    from[i] |= a->more[i];
  }
}

/* A procedure's enforce condition is read everywhere in it; at its exit, its results. */
static void begin_scratch(analysis *a, uint32_t n_locs)
{
  const hd_bp_proc *q = &a->p->procs.data[a->proc];
  memset(a->written, 0, a->width);
  memset(a->more, 0, a->width);
  read_expr(a, q->enforce, a->more);
  for (uint32_t l = 0; l < n_locs; l++) memcpy(a->live + (size_t)l * a->width, a->more, a->width);
  mark_all(a, &q->returns, true, live_at(a, q->final));
  if (a->globals) mark_all(a, &a->p->globals, true, live_at(a, q->final));
}

static void mark_procedure(hd_bp *p, analysis *a, uint32_t n_locs)
{
  const hd_bp_proc *q = &p->procs.data[a->proc];
  a->globals = a->proc == p->init;
  a->width = q->locals.len + (a->globals ? p->globals.len : 0);
  a->live = hd_alloc((size_t)n_locs * a->width + 1, 1);
  a->written = hd_alloc(a->width + 1, 1);
  a->more = hd_alloc(a->width + 1, 1);
  begin_scratch(a, n_locs);
  for (a->changed = true; a->changed;) {
    a->changed = false;
    for (uint32_t i = a->edges[a->proc].len; i-- > 0;) go_back(a, &p->edges.data[a->edges[a->proc].data[i]]);
  }
  const uint8_t *live = live_at(a, q->entry);
  for (uint32_t i = q->n_params; i < q->locals.len; i++) p->vars.data[q->locals.data[i]].scratch |= !live[i];
  for (uint32_t i = 0; a->globals && i < p->globals.len; i++)
    p->vars.data[p->globals.data[i]].scratch |= !live[q->locals.len + i];
  for (uint32_t l = 0; a->rows && l < p->locs.len; l++)
    if (p->locs.data[l].proc == a->proc) memcpy(a->rows + (size_t)l * a->stride, live_at(a, l), q->locals.len);
  free(a->live);
  free(a->written);
  free(a->more);
}

static void analyse_scratch(hd_bp *p, uint8_t *rows, uint32_t stride)
{
  uint32_t *place = hd_alloc(p->locs.len + 1, sizeof *place), *n_locs = hd_alloc(p->procs.len + 1, sizeof *n_locs);
  hd_u32s *edges = hd_alloc(p->procs.len + 1, sizeof *edges);
  for (uint32_t i = 0; i < p->locs.len; i++) place[i] = n_locs[p->locs.data[i].proc]++;
  for (uint32_t i = 0; i < p->edges.len; i++) hd_vec_push(&edges[p->locs.data[p->edges.data[i].from].proc], i);
  analysis a = {.p = p, .place = place, .edges = edges, .rows = rows, .stride = stride};
  for (a.proc = 0; a.proc < p->procs.len; a.proc++) mark_procedure(p, &a, n_locs[a.proc]);
  for (uint32_t i = 0; i < p->procs.len; i++) hd_vec_clear(&edges[i]);
  free(edges);
  free(place);
  free(n_locs);
}

void hd_bp_mark_scratch(hd_bp *p)
{
  analyse_scratch(p, NULL, 0);
}

uint8_t *hd_bp_mark_live(hd_bp *p, uint32_t *stride)
{
  *stride = 1;
  for (uint32_t i = 0; i < p->procs.len; i++)
    if (p->procs.data[i].locals.len > *stride) *stride = p->procs.data[i].locals.len;
  uint8_t *rows = hd_alloc((size_t)p->locs.len * *stride + 1, 1);
  analyse_scratch(p, rows, *stride);
  return rows;
}
