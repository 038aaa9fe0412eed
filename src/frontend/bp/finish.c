/* finish.c - what can only be done when the whole text has been read. */
#include "frontend/bp/parser.h"

/* --- calls ---------------------------------------------------------------------------------------- */

static void finish_call(parser *ps, const pending_call *c)
{
  hd_bp *p = ps->p;
  uint64_t *found = hd_map_find(&ps->procs, c->name);
  if (!found) {
    bp_error(ps, c->pos, "no procedure `%s` is defined", bp_text(ps, c->name));
    return;
  }
  hd_bp_edge *e = &p->edges.data[c->edge];
  const hd_bp_proc *callee = &p->procs.data[*found];
  e->callee = (uint32_t)*found;
  if (e->n_args != callee->n_params)
    bp_error(ps, c->pos, "`%s` takes %u arguments, not %u", callee->name, callee->n_params, e->n_args);
  if (!c->ignores && e->n_results != callee->returns.len)
    bp_error(ps, c->pos, "`%s` returns %u values, not %u", callee->name, callee->returns.len, e->n_results);
  if (!c->ignores || e->kind != HD_BP_CALL) return;
  uint32_t *none = hd_arena_alloc(&p->arena, (callee->returns.len + 1) * sizeof *none);
  for (uint32_t i = 0; i < callee->returns.len; i++) none[i] = HD_NONE;
  e->results = none;
  e->n_results = callee->returns.len;
}

/* --- start_thread goto: a copy of the procedure that begins at the label ----------------------------- */

typedef struct {
  parser *ps;
  uint32_t from, to; /* procedures */
  hd_map locs;       /* old to new */
} copier;

static uint32_t copy_var(const copier *c, uint32_t var)
{
  const hd_bp *p = c->ps->p;
  return var == HD_NONE || p->vars.data[var].proc != c->from ? var
                                                             : p->procs.data[c->to].locals.data[p->vars.data[var].slot];
}

static hd_bp_expr copy_expr(copier *c, hd_bp_expr e)
{
  if (e.id == HD_NONE) return e;
  hd_bp_node n = c->ps->p->exprs.data[e.id];
  if (n.op == HD_BP_VAR || n.op == HD_BP_NEXT) n.a = copy_var(c, n.a);
  if (n.op >= HD_BP_NOT) n.a = copy_expr(c, (hd_bp_expr){n.a}).id;
  if (n.op > HD_BP_NOT) n.b = copy_expr(c, (hd_bp_expr){n.b}).id;
  if (n.op == HD_BP_IF) n.c = copy_expr(c, (hd_bp_expr){n.c}).id;
  return hd_bp_make(c->ps->p, n.op, n.a, n.b, n.c);
}

static uint32_t copy_loc(copier *c, uint32_t loc)
{
  hd_bp *p = c->ps->p;
  while (loc < c->ps->alias.len && c->ps->alias.data[loc] != loc) loc = c->ps->alias.data[loc];
  uint64_t *known = hd_map_find(&c->locs, loc);
  if (known) return (uint32_t)*known;
  uint32_t copy = loc == p->procs.data[c->from].final
                      ? p->procs.data[c->to].final
                      : hd_bp_add_loc(p, c->to, p->locs.data[loc].kind, p->locs.data[loc].pos);
  hd_map_put(&c->locs, loc, copy);
  return copy;
}

static void copy_edge(copier *c, uint32_t id)
{
  hd_bp *p = c->ps->p;
  hd_bp_edge e = p->edges.data[id];
  HD_VEC(hd_bp_assign) assigns = {0};
  HD_VEC(hd_bp_expr) args = {0};
  hd_u32s results = {0};
  for (uint32_t i = 0; i < e.n_assigns; i++)
    hd_vec_push(&assigns, (hd_bp_assign){copy_var(c, e.assigns[i].var), copy_expr(c, e.assigns[i].value)});
  for (uint32_t i = 0; i < e.n_args; i++) hd_vec_push(&args, copy_expr(c, e.args[i]));
  for (uint32_t i = 0; i < e.n_results; i++) hd_vec_push(&results, copy_var(c, e.results[i]));
  e.from = copy_loc(c, e.from);
  e.to = copy_loc(c, e.to);
  e.guard = copy_expr(c, e.guard);
  e.constraint = copy_expr(c, e.constraint);
  e.assigns = assigns.data;
  e.args = args.data;
  e.results = results.data;
  hd_bp_add_edge(p, &e);
  hd_vec_clear(&assigns);
  hd_vec_clear(&args);
  hd_vec_clear(&results);
}

/* All locals become parameters: the new thread starts with the values that they have. */
static uint32_t add_copy(parser *ps, const pending_jump *j)
{
  hd_bp *p = ps->p;
  const char *name = hd_arena_printf(&p->arena, "%s:%u", p->procs.data[j->proc].name, p->locs.data[j->loc].pos.line);
  uint32_t id = hd_bp_add_proc(p, name, p->locs.data[j->loc].pos);
  for (uint32_t i = 0; i < p->procs.data[j->proc].locals.len; i++) {
    hd_bp_var v = p->vars.data[p->procs.data[j->proc].locals.data[i]];
    hd_bp_add_var(p, v.name, id, v.internal, v.pos);
  }
  p->procs.data[id].n_params = p->procs.data[id].locals.len;
  return id;
}

static void pass_locals(parser *ps, const pending_jump *j, uint32_t callee)
{
  hd_bp *p = ps->p;
  const hd_u32s *locals = &p->procs.data[j->proc].locals;
  hd_bp_expr *args = hd_arena_alloc(&p->arena, (locals->len + 1) * sizeof *args);
  for (uint32_t i = 0; i < locals->len; i++) args[i] = hd_bp_read(p, locals->data[i]);
  p->edges.data[j->edge].callee = callee;
  p->edges.data[j->edge].args = args;
  p->edges.data[j->edge].n_args = locals->len;
}

static void fill_copy(parser *ps, const pending_jump *j, uint32_t id)
{
  hd_bp *p = ps->p;
  copier c = {.ps = ps, .from = j->proc, .to = id};
  uint32_t n = p->edges.len, labels = ps->kept.len;
  hd_map_put(&c.locs, p->procs.data[j->proc].final, p->procs.data[id].final);
  for (uint32_t i = 0; i < n; i++)
    if (p->locs.data[p->edges.data[i].from].proc == j->proc) copy_edge(&c, i);
  hd_bp_edge begin = {.kind = HD_BP_STEP,
                      .from = p->procs.data[id].entry,
                      .to = copy_loc(&c, j->loc),
                      .guard = HD_BP_NO_EXPR,
                      .constraint = HD_BP_NO_EXPR,
                      .callee = HD_NONE,
                      .origin = HD_NONE};
  hd_bp_add_edge(p, &begin);
  for (uint32_t i = 0; i < labels; i++) {
    hd_bp_label l = ps->kept.data[i];
    if (p->locs.data[l.loc].proc == j->proc) hd_vec_push(&ps->kept, (hd_bp_label){l.name, copy_loc(&c, l.loc)});
  }
  hd_bp_expr enforce = copy_expr(&c, p->procs.data[j->proc].enforce);
  p->procs.data[id].enforce = enforce;
  hd_map_clear(&c.locs);
}

static void finish_jumps(parser *ps)
{
  uint32_t first = ps->p->procs.len;
  for (uint32_t i = 0; i < ps->jumps.len; i++) pass_locals(ps, &ps->jumps.data[i], add_copy(ps, &ps->jumps.data[i]));
  for (uint32_t i = 0; i < ps->jumps.len; i++) fill_copy(ps, &ps->jumps.data[i], first + i);
}

/* --- locations: aliases resolved, those that nothing leads to removed ------------------------------------
 */

static uint32_t resolve_alias(const parser *ps, uint32_t loc)
{
  while (loc < ps->alias.len && ps->alias.data[loc] != loc) loc = ps->alias.data[loc];
  return loc;
}

static void visit_locs(const hd_bp *p, uint32_t root, bool *seen, hd_u32s *stack)
{
  if (seen[root]) return;
  seen[root] = true;
  hd_vec_push(stack, root);
  while (stack->len) {
    const hd_bp_loc *l = &p->locs.data[hd_vec_pop(stack)];
    for (uint32_t i = 0; i < l->out.len; i++) {
      uint32_t to = p->edges.data[l->out.data[i]].to;
      if (seen[to]) continue;
      seen[to] = true;
      hd_vec_push(stack, to);
    }
  }
}

static bool *find_used(parser *ps)
{
  hd_bp *p = ps->p;
  bool *seen = hd_alloc(p->locs.len + 1, sizeof *seen);
  hd_u32s stack = {0};
  for (uint32_t i = 0; i < p->procs.len; i++) {
    visit_locs(p, p->procs.data[i].entry, seen, &stack);
    seen[p->procs.data[i].final] = true;
  }
  for (uint32_t i = 0; i < p->labels.len; i++) visit_locs(p, p->labels.data[i].loc, seen, &stack);
  hd_vec_clear(&stack);
  return seen;
}

static void renumber_locs(hd_bp *p, const bool *used)
{
  uint32_t n = 0, *number = hd_alloc(p->locs.len + 1, sizeof *number), edges = 0;
  for (uint32_t i = 0; i < p->locs.len; i++) {
    if (!used[i]) {
      hd_vec_clear(&p->locs.data[i].out);
      continue;
    }
    hd_bp_loc kept = p->locs.data[i];
    kept.out.len = 0;
    number[i] = n;
    p->locs.data[n++] = kept;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_bp_edge e = p->edges.data[i];
    if (!used[e.from]) continue;
    e.from = number[e.from];
    e.to = number[e.to];
    e.origin = edges;
    hd_vec_push(&p->locs.data[e.from].out, edges);
    p->edges.data[edges++] = e;
  }
  p->locs.len = n;
  p->edges.len = edges;
  for (uint32_t i = 0; i < p->procs.len; i++) {
    p->procs.data[i].entry = number[p->procs.data[i].entry];
    p->procs.data[i].final = number[p->procs.data[i].final];
  }
  for (uint32_t i = 0; i < p->labels.len; i++) p->labels.data[i].loc = number[p->labels.data[i].loc];
  free(number);
}

static void finish_locs(parser *ps)
{
  hd_bp *p = ps->p;
  for (uint32_t i = 0; i < p->edges.len; i++) p->edges.data[i].to = resolve_alias(ps, p->edges.data[i].to);
  for (uint32_t i = 0; i < ps->kept.len; i++)
    hd_vec_push(&p->labels, (hd_bp_label){ps->kept.data[i].name, resolve_alias(ps, ps->kept.data[i].loc)});
  bool *used = find_used(ps);
  renumber_locs(p, used);
  free(used);
}

void bp_finish(parser *ps)
{
  for (uint32_t i = 0; i < ps->calls.len; i++) finish_call(ps, &ps->calls.data[i]);
  if (ps->errors) return;
  finish_jumps(ps);
  bp_finish_threads(ps);
  if (ps->errors) return;
  bp_finish_initial(ps);
  bp_warn_about_idle(ps);
  finish_locs(ps);
  HD_CHECK(hd_bp_check(ps->p, ps->diags) == HD_OK);
}
