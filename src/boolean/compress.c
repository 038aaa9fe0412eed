/* compress.c - joins steps that no other thread can see, and drops the locations between them. */
#include "boolean/boolean.h"

/* Two steps one after the other become one where no other thread can look in between: the location between them is
 * entered by one edge only, is no target, and the first step touches no globals (or the program is
 * sequential). The second step's expressions are rewritten in terms of the state before the first. */
typedef struct {
  hd_bp *p;
  const bool *keep;
  bool sequential;
  uint32_t *entered; /* edges into each location */
  uint32_t most;     /* nodes of one rewritten expression */
} compressor;

static const hd_bp_assign *find_flag_assign(const hd_bp_edge *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var == var) return &e->assigns[i];
  return NULL;
}

/* --- looking at expressions
 * --------------------------------------------------------------------------------- */

typedef struct {
  uint32_t nodes;
  bool chooses, shared;
  bool reads_chosen; /* a variable that the first step chooses */
} traits;

static bool is_chosen(const compressor *c, hd_bp_expr e);

static void look_at_expr(const compressor *c, hd_bp_expr e, const hd_bp_edge *first, traits *t)
{
  if (e.id == HD_NONE || t->nodes > c->most) return;
  const hd_bp_node *n = &c->p->exprs.data[e.id];
  t->nodes++;
  t->chooses |= n->op == HD_BP_ANY || n->op == HD_BP_SCHOOSE;
  if (n->op == HD_BP_VAR) {
    const hd_bp_assign *a = first ? find_flag_assign(first, n->a) : NULL;
    t->shared |= c->p->vars.data[n->a].proc == HD_NONE;
    if (a) {
      t->reads_chosen |= is_chosen(c, a->value);
      look_at_expr(c, a->value, NULL, t);
    }
  }
  if (n->op >= HD_BP_NOT) look_at_expr(c, (hd_bp_expr){n->a}, first, t);
  if (n->op > HD_BP_NOT) look_at_expr(c, (hd_bp_expr){n->b}, first, t);
  if (n->op == HD_BP_IF) look_at_expr(c, (hd_bp_expr){n->c}, first, t);
}

static bool is_chosen(const compressor *c, hd_bp_expr e)
{
  traits t = {0};
  look_at_expr(c, e, NULL, &t);
  return t.chooses || t.nodes > c->most;
}

static bool is_plain(const hd_bp_edge *e)
{
  return e->kind == HD_BP_STEP && !e->havoc && e->constraint.id == HD_NONE;
}

static bool is_local(const compressor *c, const hd_bp_edge *e)
{
  traits t = {0};
  look_at_expr(c, e->guard, NULL, &t);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    look_at_expr(c, e->assigns[i].value, NULL, &t);
    t.shared |= c->p->vars.data[e->assigns[i].var].proc == HD_NONE;
  }
  return !t.shared && t.nodes <= c->most;
}

/* Can the second step be rewritten? A value that the first one chose must not be read twice, so not at all.
 */
static bool may_follow(const compressor *c, const hd_bp_edge *first, const hd_bp_edge *second)
{
  traits t = {0};
  if (!is_plain(second)) return false;
  look_at_expr(c, second->guard, first, &t);
  for (uint32_t i = 0; i < second->n_assigns; i++) look_at_expr(c, second->assigns[i].value, first, &t);
  return !t.reads_chosen && t.nodes <= c->most;
}

static bool may_go(const compressor *c, uint32_t edge)
{
  const hd_bp_edge *first = &c->p->edges.data[edge];
  const hd_bp_loc *between = &c->p->locs.data[first->to];
  const hd_bp_proc *q = &c->p->procs.data[between->proc];
  traits guard = {0};
  look_at_expr(c, first->guard, NULL, &guard);
  if (guard.nodes > c->most) return false;
  if (!is_plain(first) || c->keep[first->to] || c->entered[first->to] != 1) return false;
  if (between->kind != HD_BP_NORMAL || first->to == first->from || first->to == q->entry) return false;
  if (q->enforce.id != HD_NONE || between->out.len == 0 || between->out.len > 2) return false;
  if (!c->sequential && !is_local(c, first)) return false;
  for (uint32_t i = 0; i < between->out.len; i++)
    if (!may_follow(c, first, &c->p->edges.data[between->out.data[i]])) return false;
  return true;
}

/* --- rewriting
 * -------------------------------------------------------------------------------------------------- */

static hd_bp_expr rewrite_after(compressor *c, hd_bp_expr e, const hd_bp_edge *first)
{
  if (e.id == HD_NONE) return e;
  hd_bp_node n = c->p->exprs.data[e.id];
  if (n.op == HD_BP_VAR) {
    const hd_bp_assign *a = find_flag_assign(first, n.a);
    return a ? a->value : e;
  }
  if (n.op < HD_BP_NOT) return e;
  uint32_t a = rewrite_after(c, (hd_bp_expr){n.a}, first).id, b = n.b, d = n.c;
  if (n.op > HD_BP_NOT) b = rewrite_after(c, (hd_bp_expr){n.b}, first).id;
  if (n.op == HD_BP_IF) d = rewrite_after(c, (hd_bp_expr){n.c}, first).id;
  return a == n.a && b == n.b && d == n.c ? e : hd_bp_make(c->p, n.op, a, b, d);
}

/* The second edge takes over what the first one does. */
static void join_edges(compressor *c, const hd_bp_edge *first, hd_bp_edge *second)
{
  hd_bp_assign *list = hd_arena_alloc(&c->p->arena, (first->n_assigns + second->n_assigns + 1) * sizeof *list);
  uint32_t n = 0;
  for (uint32_t i = 0; i < second->n_assigns; i++)
    list[n++] = (hd_bp_assign){second->assigns[i].var, rewrite_after(c, second->assigns[i].value, first)};
  for (uint32_t i = 0; i < first->n_assigns; i++)
    if (!find_flag_assign(second, first->assigns[i].var)) list[n++] = first->assigns[i];
  second->guard = hd_bp_and(c->p, first->guard, rewrite_after(c, second->guard, first));
  second->assigns = list;
  second->n_assigns = n;
  second->from = first->from;
}

/* Removes the location that the edge leads to; its place at its source goes to the edges that follow. */
static void remove_between(compressor *c, uint32_t edge, uint32_t place)
{
  hd_bp_edge first = c->p->edges.data[edge];
  hd_bp_loc *from = &c->p->locs.data[first.from], *between = &c->p->locs.data[first.to];
  for (uint32_t i = 0; i < between->out.len; i++) {
    hd_bp_edge second = c->p->edges.data[between->out.data[i]];
    join_edges(c, &first, &second);
    c->p->edges.data[between->out.data[i]] = second;
    if (i == 0)
      from->out.data[place] = between->out.data[i];
    else
      hd_vec_push(&from->out, between->out.data[i]);
  }
  between->out.len = 0;
  c->entered[first.to] = 0;
}

/* Edges and locations that are left keep their order and get new numbers. */
static void renumber_edges(hd_bp *p, hd_u32s *origin)
{
  uint32_t n = 0, *number = hd_alloc(p->locs.len + 1, sizeof *number), edges = 0;
  bool *left = hd_alloc(p->locs.len + 1, sizeof *left), *used = hd_alloc(p->edges.len + 1, sizeof *used);
  for (uint32_t i = 0; i < p->procs.len; i++) left[p->procs.data[i].entry] = left[p->procs.data[i].final] = true;
  for (uint32_t i = 0; i < p->locs.len; i++)
    for (uint32_t k = 0; k < p->locs.data[i].out.len; k++) {
      used[p->locs.data[i].out.data[k]] = left[i] = true;
      left[p->edges.data[p->locs.data[i].out.data[k]].to] = true;
    }
  for (uint32_t i = 0; i < p->locs.len; i++) {
    if (!left[i]) {
      hd_vec_clear(&p->locs.data[i].out);
      continue;
    }
    hd_bp_loc kept = p->locs.data[i];
    kept.out.len = 0;
    number[i] = n;
    hd_vec_push(origin, i);
    p->locs.data[n++] = kept;
  }
  p->locs.len = n;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_bp_edge e = p->edges.data[i];
    if (!used[i]) continue;
    e.from = number[e.from];
    e.to = number[e.to];
    hd_vec_push(&p->locs.data[e.from].out, edges);
    p->edges.data[edges++] = e;
  }
  p->edges.len = edges;
  for (uint32_t i = 0; i < p->procs.len; i++) {
    p->procs.data[i].entry = number[p->procs.data[i].entry];
    p->procs.data[i].final = number[p->procs.data[i].final];
  }
  p->labels.len = 0; /* targets are known by their origin */
  free(number);
  free(left);
  free(used);
}

void hd_bp_compress(hd_bp *p, const bool *keep, hd_u32s *origin)
{
  compressor c = {.p = p, .keep = keep, .sequential = !hd_bp_is_concurrent(p), .most = 60};
  c.entered = hd_alloc(p->locs.len + 1, sizeof *c.entered);
  for (uint32_t i = 0; i < p->edges.len; i++) c.entered[p->edges.data[i].to]++;
  for (uint32_t i = 0; i < p->locs.len; i++)
    for (uint32_t k = 0; k < p->locs.data[i].out.len && p->locs.data[i].out.len < 8; k++)
      while (may_go(&c, p->locs.data[i].out.data[k]) && p->locs.data[i].out.len < 8)
        remove_between(&c, p->locs.data[i].out.data[k], k);
  free(c.entered);
  renumber_edges(p, origin);
}
