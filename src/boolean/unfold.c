/* unfold.c - SPAWN edges replaced by threads that exist from the start and wait for a flag. */
#include "boolean/boolean.h"

enum { MOST_RUNS = 16, ENDLESS = MOST_RUNS + 1 };

/* --- how often ---------------------------------------------------------------------------------------- */

static bool leads_to(const hd_bp *p, uint32_t from, uint32_t to)
{
  bool *seen = hd_alloc(p->locs.len + 1, sizeof *seen), found = from == to;
  hd_u32s stack = {0};
  hd_vec_push(&stack, from);
  while (stack.len && !found) {
    const hd_bp_loc *l = &p->locs.data[hd_vec_pop(&stack)];
    for (uint32_t i = 0; i < l->out.len; i++) {
      uint32_t next = p->edges.data[l->out.data[i]].to;
      found |= next == to;
      if (seen[next]) continue;
      seen[next] = true;
      hd_vec_push(&stack, next);
    }
  }
  hd_vec_clear(&stack);
  free(seen);
  return found;
}

static uint32_t at_most(uint32_t n)
{
  return n > ENDLESS ? ENDLESS : n;
}

/* How often each edge that calls or spawns can be taken in one execution; ENDLESS: not known. */
static void count_runs(const hd_bp *p, uint32_t *edge_runs)
{
  uint32_t *proc_runs = hd_alloc(p->procs.len + 1, sizeof *proc_runs);
  bool *cyclic = hd_alloc(p->edges.len + 1, sizeof *cyclic), changed = true;
  for (uint32_t i = 0; i < p->edges.len; i++)
    if (p->edges.data[i].kind != HD_BP_STEP) cyclic[i] = leads_to(p, p->edges.data[i].to, p->edges.data[i].from);
  while (changed) { /* counts only grow, and stop at ENDLESS */
    uint32_t *next = hd_alloc(p->procs.len + 1, sizeof *next);
    for (uint32_t i = 0; i < p->threads.len; i++)
      next[p->threads.data[i].proc] = at_most(next[p->threads.data[i].proc] + at_most(p->threads.data[i].copies));
    if (p->init != HD_NONE) next[p->init]++;
    for (uint32_t i = 0; i < p->edges.len; i++) {
      const hd_bp_edge *e = &p->edges.data[i];
      if (e->kind == HD_BP_STEP) continue;
      uint32_t runs = proc_runs[p->locs.data[e->from].proc];
      edge_runs[i] = runs && cyclic[i] ? ENDLESS : runs;
      next[e->callee] = at_most(next[e->callee] + edge_runs[i]);
    }
    changed = memcmp(next, proc_runs, p->procs.len * sizeof *next) != 0;
    free(proc_runs);
    proc_runs = next;
  }
  free(proc_runs);
  free(cyclic);
}

/* --- the copy ------------------------------------------------------------------------------------------- */

static hd_bp *copy_all_but_edges(const hd_bp *p)
{
  hd_bp *q = hd_bp_new(p->file);
  for (uint32_t i = 0; i < p->exprs.len; i++) hd_vec_push(&q->exprs, p->exprs.data[i]);
  for (uint32_t i = 0; i < p->vars.len; i++) {
    hd_vec_push(&q->vars, p->vars.data[i]);
    q->vars.data[i].name = hd_arena_strdup(&q->arena, p->vars.data[i].name);
  }
  for (uint32_t i = 0; i < p->globals.len; i++) hd_vec_push(&q->globals, p->globals.data[i]);
  for (uint32_t i = 0; i < p->procs.len; i++) {
    hd_bp_proc proc = p->procs.data[i];
    proc.name = hd_arena_strdup(&q->arena, proc.name);
    proc.locals = proc.returns = (hd_u32s){0};
    for (uint32_t k = 0; k < p->procs.data[i].locals.len; k++)
      hd_vec_push(&proc.locals, p->procs.data[i].locals.data[k]);
    for (uint32_t k = 0; k < p->procs.data[i].returns.len; k++)
      hd_vec_push(&proc.returns, p->procs.data[i].returns.data[k]);
    hd_vec_push(&q->procs, proc);
  }
  for (uint32_t i = 0; i < p->locs.len; i++) {
    hd_vec_push(&q->locs, p->locs.data[i]);
    q->locs.data[i].out = (hd_u32s){0};
  }
  for (uint32_t i = 0; i < p->labels.len; i++)
    hd_vec_push(&q->labels, (hd_bp_label){hd_arena_strdup(&q->arena, p->labels.data[i].name), p->labels.data[i].loc});
  q->init = p->init;
  q->atomic = p->atomic;
  return q;
}

static uint32_t add_flag(hd_bp *q, const char *what, const char *thread, uint32_t number)
{
  const char *name = hd_arena_printf(&q->arena, "$%s%u.%s", what, number, thread);
  return hd_bp_add_var(q, name, HD_NONE, true, (hd_bp_pos){0});
}

static void add_spawned(hd_bp *q, const hd_bp_edge *e, uint32_t edge, uint32_t copies)
{
  hd_bp_thread t = {.name = q->procs.data[e->callee].name, .proc = e->callee, .copies = copies, .listed = HD_NONE};
  t.spawned = edge;
  t.started = add_flag(q, "started", t.name, q->threads.len);
  t.args = q->vars.len;
  for (uint32_t i = 0; i < e->n_args; i++) add_flag(q, "argument", t.name, i);
  hd_vec_push(&q->threads, t);
}

static void add_listed(hd_bp *q, const hd_bp *p, uint32_t i, uint32_t copies)
{
  hd_bp_thread t = p->threads.data[i];
  t.name = q->procs.data[t.proc].name;
  t.copies = copies;
  t.listed = i;
  t.spawned = t.started = t.args = HD_NONE;
  hd_vec_push(&q->threads, t);
}

/* The statement starts this thread. */
static void add_start(hd_bp *q, const hd_bp_edge *e, uint32_t edge, const hd_bp_thread *t, bool only_once)
{
  hd_bp_assign *list = hd_alloc(e->n_args + 1, sizeof *list);
  list[0] = (hd_bp_assign){t->started, hd_bp_const(q, true)};
  for (uint32_t i = 0; i < e->n_args; i++) list[i + 1] = (hd_bp_assign){t->args + i, e->args[i]};
  hd_bp_edge step = *e;
  step.kind = HD_BP_STEP;
  step.callee = HD_NONE;
  step.args = NULL;
  step.n_args = 0;
  step.assigns = list;
  step.n_assigns = e->n_args + 1;
  step.origin = edge;
  if (only_once) step.guard = hd_bp_and(q, e->guard, hd_bp_not(q, hd_bp_read(q, t->started)));
  hd_bp_add_edge(q, &step);
  free(list);
}

/* One more than there are threads for it. */
static void add_lost(hd_bp *q, const hd_bp_edge *e, uint32_t edge)
{
  hd_bp_edge step = *e;
  step.kind = HD_BP_STEP;
  step.callee = HD_NONE;
  step.n_args = 0;
  step.origin = edge;
  hd_bp_add_edge(q, &step);
}

static void unfold_spawn(hd_bp *q, const hd_bp *p, uint32_t edge, uint32_t runs, uint32_t copies, bool *complete)
{
  const hd_bp_edge *e = &p->edges.data[edge];
  uint32_t first = q->threads.len, n = copies == 0 ? 1 : runs == ENDLESS ? copies : runs;
  for (uint32_t i = 0; i < n; i++) {
    add_spawned(q, e, edge, copies == 0 ? HD_BP_MANY : 1);
    /* Threads of one statement are alike: the first that is free will do. */
    add_start(q, e, edge, &q->threads.data[first + i], copies != 0);
    if (copies && i > 0) {
      hd_bp_edge *made = &q->edges.data[q->edges.len - 1];
      made->guard = hd_bp_and(q, made->guard, hd_bp_read(q, q->threads.data[first + i - 1].started));
    }
  }
  if (copies && runs == ENDLESS) add_lost(q, e, edge);
  if (copies ? runs == ENDLESS : runs > 1) *complete = false;
}

hd_bp *hd_bp_copy(const hd_bp *p)
{
  hd_bp *q = copy_all_but_edges(p);
  for (uint32_t i = 0; i < p->threads.len; i++) {
    hd_vec_push(&q->threads, p->threads.data[i]);
    q->threads.data[i].name = q->procs.data[p->threads.data[i].proc].name;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_bp_edge e = p->edges.data[i];
    if (e.text) e.text = hd_arena_strdup(&q->arena, e.text);
    hd_bp_add_edge(q, &e);
  }
  return q;
}

hd_bp *hd_bp_unfold(const hd_bp *p, uint32_t copies, bool *complete)
{
  hd_bp *q = copy_all_but_edges(p);
  uint32_t *runs = hd_alloc(p->edges.len + 1, sizeof *runs);
  count_runs(p, runs);
  *complete = true;
  for (uint32_t i = 0; i < p->threads.len; i++) {
    uint32_t n = p->threads.data[i].copies;
    if (copies ? n == HD_BP_MANY : n > 1) *complete = false;
    if (copies == 0) add_listed(q, p, i, n);
    for (uint32_t k = 0; copies && k < (n == HD_BP_MANY ? copies : n); k++) add_listed(q, p, i, 1);
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_bp_edge e = p->edges.data[i];
    if (e.text) e.text = hd_arena_strdup(&q->arena, e.text);
    e.origin = i;
    if (e.kind == HD_BP_SPAWN)
      unfold_spawn(q, p, i, runs[i], copies, complete);
    else
      hd_bp_add_edge(q, &e);
  }
  free(runs);
  return q;
}
