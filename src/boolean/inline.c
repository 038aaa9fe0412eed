/* inline.c - calls replaced by their bodies, for programs without recursion. */
#include "boolean/boolean.h"

/* One activation being written out: a procedure of the source, with its locals from `base` on. */
typedef struct {
  uint32_t proc, base;
  uint32_t final; /* where its exit lies in the result */
} region;

typedef struct {
  const hd_bp *p;
  hd_bp *q;
  uint32_t to;  /* the procedure of q that is being filled */
  uint32_t own; /* its locals that are not a called procedure's */
  hd_u32s *origin;
  uint32_t most;
} inliner;

static bool full(const inliner *in)
{
  return in->q->locs.len > in->most;
}

static uint32_t local_var(inliner *in, uint32_t slot)
{
  while (in->q->procs.data[in->to].locals.len <= slot) {
    uint32_t var = hd_bp_add_var(in->q, "$slot", in->to, true, (hd_bp_pos){0});
    in->q->vars.data[var].scratch = in->q->vars.data[var].slot >= in->own;
  }
  return in->q->procs.data[in->to].locals.data[slot];
}

static uint32_t map_var(inliner *in, const region *r, uint32_t var)
{
  const hd_bp_var *v = &in->p->vars.data[var];
  return v->proc == HD_NONE ? in->q->globals.data[v->slot] : local_var(in, r->base + v->slot);
}

/* next: the expression is about the state after the step. */
static hd_bp_expr map_expr(inliner *in, const region *r, hd_bp_expr e, bool next)
{
  if (e.id == HD_NONE) return e;
  hd_bp_node n = in->p->exprs.data[e.id];
  if (n.op == HD_BP_VAR || n.op == HD_BP_NEXT) n.a = map_var(in, r, n.a);
  if (n.op == HD_BP_VAR && next) n.op = HD_BP_NEXT;
  if (n.op >= HD_BP_NOT) n.a = map_expr(in, r, (hd_bp_expr){n.a}, next).id;
  if (n.op > HD_BP_NOT) n.b = map_expr(in, r, (hd_bp_expr){n.b}, next).id;
  if (n.op == HD_BP_IF) n.c = map_expr(in, r, (hd_bp_expr){n.c}, next).id;
  return hd_bp_make(in->q, n.op, n.a, n.b, n.c);
}

static uint32_t new_loc(inliner *in, uint32_t from, hd_bp_loc_kind kind)
{
  uint32_t loc = hd_bp_add_loc(in->q, in->to, kind, in->p->locs.data[from].pos);
  while (in->origin->len <= loc) hd_vec_push(in->origin, HD_NONE);
  in->origin->data[loc] = from;
  return loc;
}

typedef HD_VEC(hd_bp_assign) assigns;

static hd_bp_expr anything(inliner *in)
{
  return hd_bp_make(in->q, HD_BP_ANY, 0, 0, 0);
}

/* The enforce conditions of where the step comes from and of where it goes to become its own. */
static void add_edge(inliner *in, const region *before, const region *after, hd_bp_edge *e, const assigns *list)
{
  e->kind = HD_BP_STEP;
  e->callee = HD_NONE;
  e->args = NULL;
  e->results = NULL;
  e->n_args = e->n_results = 0;
  e->havoc = false;
  e->assigns = list->data;
  e->n_assigns = list->len;
  e->guard = hd_bp_and(in->q, e->guard, map_expr(in, before, in->p->procs.data[before->proc].enforce, false));
  e->constraint = hd_bp_and(in->q, e->constraint, map_expr(in, after, in->p->procs.data[after->proc].enforce, true));
  hd_bp_add_edge(in->q, e);
}

static bool is_assigned(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return true;
  return false;
}

static void add_havoc(inliner *in, const region *r, const hd_bp_edge *e, const hd_u32s *scope, assigns *list)
{
  for (uint32_t i = 0; e->havoc && i < scope->len; i++)
    if (!in->p->vars.data[scope->data[i]].internal && !is_assigned(e, scope->data[i]))
      hd_vec_push(list, (hd_bp_assign){map_var(in, r, scope->data[i]), anything(in)});
}

static void inline_step(inliner *in, const region *r, const hd_bp_edge *e, uint32_t from, uint32_t to)
{
  assigns list = {0};
  hd_bp_edge copy = *e;
  copy.from = from;
  copy.to = to;
  copy.guard = map_expr(in, r, e->guard, false);
  copy.constraint = map_expr(in, r, e->constraint, false);
  for (uint32_t i = 0; i < e->n_assigns; i++)
    hd_vec_push(&list, (hd_bp_assign){map_var(in, r, e->assigns[i].var), map_expr(in, r, e->assigns[i].value, false)});
  add_havoc(in, r, e, &in->p->globals, &list);
  add_havoc(in, r, e, &in->p->procs.data[r->proc].locals, &list);
  add_edge(in, r, r, &copy, &list);
  hd_vec_clear(&list);
}

static void inline_region(inliner *in, const region *r, uint32_t entry);

static void inline_call(inliner *in, const region *r, const hd_bp_edge *e, uint32_t from, uint32_t to)
{
  const hd_bp_proc *callee = &in->p->procs.data[e->callee];
  region inner = {e->callee, r->base + in->p->procs.data[r->proc].locals.len, new_loc(in, callee->final, HD_BP_NORMAL)};
  assigns list = {0};
  hd_bp_edge step = *e;
  step.from = from;
  step.to = new_loc(in, callee->entry, HD_BP_NORMAL);
  step.guard = map_expr(in, r, e->guard, false);
  for (uint32_t i = 0; i < callee->locals.len; i++) {
    hd_bp_expr value = i < e->n_args ? map_expr(in, r, e->args[i], false) : anything(in);
    hd_vec_push(&list, (hd_bp_assign){local_var(in, inner.base + i), value});
  }
  add_edge(in, r, &inner, &step, &list);
  inline_region(in, &inner, step.to);
  list.len = 0;
  for (uint32_t i = 0; i < e->n_results; i++)
    if (e->results[i] != HD_NONE)
      hd_vec_push(&list, (hd_bp_assign){map_var(in, r, e->results[i]),
                                        hd_bp_read(in->q, map_var(in, &inner, callee->returns.data[i]))});
  /* What cannot be read any more is as before the call. */
  for (uint32_t i = 0; i < callee->locals.len; i++)
    hd_vec_push(&list, (hd_bp_assign){local_var(in, inner.base + i), hd_bp_const(in->q, false)});
  hd_bp_edge back = *e;
  back.from = inner.final;
  back.to = to;
  back.guard = back.constraint = HD_BP_NO_EXPR;
  add_edge(in, &inner, r, &back, &list);
  hd_vec_clear(&list);
}

/* Recursion as deep as the calls are, which is less than there are procedures. */
static void inline_region(inliner *in, const region *r, uint32_t entry)
{
  const hd_bp *p = in->p;
  uint32_t *map = hd_alloc(p->locs.len + 1, sizeof *map);
  for (uint32_t i = 0; i < p->locs.len; i++) map[i] = HD_NONE;
  map[p->procs.data[r->proc].entry] = entry;
  map[p->procs.data[r->proc].final] = r->final;
  for (uint32_t i = 0; i < p->locs.len && !full(in); i++)
    if (p->locs.data[i].proc == r->proc && map[i] == HD_NONE) map[i] = new_loc(in, i, p->locs.data[i].kind);
  for (uint32_t i = 0; i < p->edges.len && !full(in); i++) {
    const hd_bp_edge *e = &p->edges.data[i];
    if (p->locs.data[e->from].proc != r->proc) continue;
    (e->kind == HD_BP_CALL ? inline_call : inline_step)(in, r, e, map[e->from], map[e->to]);
  }
  free(map);
}

/* The procedure with everything it calls; the same one when it was made before. */
static uint32_t inline_proc(inliner *in, uint32_t proc, uint32_t *made)
{
  if (made[proc] != HD_NONE) return made[proc];
  const hd_bp_proc *source = &in->p->procs.data[proc];
  in->to = made[proc] = hd_bp_add_proc(in->q, source->name, source->pos);
  region r = {proc, 0, in->q->procs.data[in->to].final};
  while (in->origin->len < in->q->locs.len) hd_vec_push(in->origin, HD_NONE);
  in->origin->data[in->q->procs.data[in->to].entry] = source->entry;
  in->origin->data[r.final] = source->final;
  in->own = source->locals.len;
  for (uint32_t i = 0; i < source->locals.len; i++) local_var(in, i);
  in->q->procs.data[in->to].n_params = source->n_params;
  inline_region(in, &r, in->q->procs.data[in->to].entry);
  return made[proc];
}

hd_bp *hd_bp_inline(const hd_bp *p, uint32_t most, hd_u32s *origin)
{
  if (hd_bp_is_recursive(p) || hd_bp_has_spawn(p)) return NULL;
  inliner in = {.p = p, .q = hd_bp_new(p->file), .origin = origin, .most = most};
  uint32_t *made = hd_alloc(p->procs.len + 1, sizeof *made), *vars = hd_alloc(p->vars.len + 1, sizeof *vars);
  for (uint32_t i = 0; i < p->procs.len; i++) made[i] = HD_NONE;
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const hd_bp_var *v = &p->vars.data[p->globals.data[i]];
    vars[p->globals.data[i]] = hd_bp_add_var(in.q, v->name, HD_NONE, v->internal, v->pos);
  }
  for (uint32_t i = 0; i < p->threads.len; i++) {
    hd_bp_thread t = p->threads.data[i];
    t.proc = inline_proc(&in, t.proc, made);
    t.name = in.q->procs.data[t.proc].name;
    if (t.started != HD_NONE) t.started = vars[t.started];
    /* Arguments are consecutive globals, here as there. */
    if (t.started != HD_NONE && in.q->procs.data[t.proc].n_params) t.args = vars[t.args];
    hd_vec_push(&in.q->threads, t);
  }
  if (p->init != HD_NONE) in.q->init = inline_proc(&in, p->init, made);
  if (p->atomic != HD_NONE) in.q->atomic = vars[p->atomic];
  free(made);
  free(vars);
  if (!full(&in)) return in.q;
  hd_bp_free(in.q);
  return NULL;
}
