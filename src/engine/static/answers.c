/* answers.c - asks each check and each pair of accesses whether the facts exclude it. */
#include "engine/static/answers.h"

/* An access of the user's shared memory. */
typedef struct {
  uint32_t edge;
  hd_var var;
  hd_term index; /* HD_NO_TERM: a scalar */
  bool write;
} touch;

/* An actor that is about to take an edge, in one case. */
typedef struct {
  uint32_t actor;
  hd_packed shared;
  hd_abstract_value *index; /* by touch of the edge */
} view;

typedef struct {
  hd_flow *f;
  hd_findings *out;
  HD_VEC(touch) touches; /* by edge */
  uint32_t *first;       /* by edge, and one more: its first touch */
  HD_VEC(view) * views;  /* by edge */
  uint8_t *assigned;     /* by variable */
} racing;

void hd_findings_clear(hd_findings *x)
{
  hd_vec_clear(&x->list);
}

/* --- checks ----------------------------------------------------------------------------------------- */

static bool may_fail(hd_flow *f, const hd_actor *a, const hd_case *c, const hd_edge_info *e, hd_abstract_value *env)
{
  return hd_flow_before(f, a, c, e, env) && hd_space_assume(f->space, &a->who, env, e->cond, false);
}

static bool may_fail_for(hd_flow *f, const hd_actor *a, const hd_edge_info *e)
{
  hd_abstract_value *env = hd_alloc(hd_space_cells(f->space, a->who.thread) + 1, sizeof *env);
  const hd_cases *cases = &a->at[e->from.id];
  bool open = false;
  for (uint32_t i = 0; i < cases->len && !open; i++) open = may_fail(f, a, &cases->data[i], e, env);
  free(env);
  return open;
}

static void find_failures(hd_flow *f, hd_findings *out)
{
  for (uint32_t i = 0; i < f->p->edges.len; i++) {
    const hd_edge_info *e = &f->edges[i];
    hd_finding x = {.first = {i}, .second = {i}, .var = HD_NO_VAR};
    if (e->kind != HD_EDGE_ASSERT) continue;
    for (uint32_t a = 0; a < f->n_actors && !x.open; a++)
      if (f->actors[a].who.thread.id == hd_loc_get(f->p, e->from)->thread.id)
        x.open = may_fail_for(f, &f->actors[a], e);
    hd_vec_push(&out->list, x);
    out->n_open += x.open;
  }
}

/* --- accesses --------------------------------------------------------------------------------------- */

static void touch_var(racing *r, uint32_t edge, hd_var v, hd_term index, bool write)
{
  const hd_var_info *info = hd_var_get(r->f->p, v);
  if (info->thread.id != HD_NONE || info->role != HD_ROLE_USER || !r->assigned[v.id]) return;
  for (uint32_t i = r->first[edge]; i < r->touches.len; i++) {
    touch *t = &r->touches.data[i];
    if (t->var.id == v.id && hd_term_same(t->index, index) && t->write == write) return;
  }
  hd_vec_push(&r->touches, (touch){edge, v, index, write});
}

static void touch_term(racing *r, uint32_t edge, hd_term t)
{
  const hd_terms *T = r->f->p->terms;
  if (!hd_term_is(t)) return;
  hd_op op = hd_term_op(T, t);
  if (op == HD_OP_VAR) touch_var(r, edge, (hd_var){hd_term_symbol(T, t)}, HD_NO_TERM, false);
  hd_term array = op == HD_OP_SELECT ? hd_term_arg(T, t, 0) : HD_NO_TERM;
  bool element = hd_term_is(array) && hd_term_op(T, array) == HD_OP_VAR;
  if (element) touch_var(r, edge, (hd_var){hd_term_symbol(T, array)}, hd_term_arg(T, t, 1), false);
  for (unsigned i = element; i < hd_term_arity(T, t); i++) touch_term(r, edge, hd_term_arg(T, t, i));
}

static void touch_edge(racing *r, uint32_t edge)
{
  const hd_edge_info *e = &r->f->edges[edge];
  r->first[edge] = r->touches.len;
  if (e->access == HD_ACCESS_SYNC) return;
  touch_term(r, edge, e->guard);
  touch_term(r, edge, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    touch_term(r, edge, e->assigns[i].index);
    touch_term(r, edge, e->assigns[i].value);
    touch_var(r, edge, e->assigns[i].var, e->assigns[i].index, true);
  }
}

/* --- who stands before them ------------------------------------------------------------------------------ */

static void view_case(racing *r, uint32_t edge, uint32_t actor, const hd_case *c, hd_abstract_value *env)
{
  hd_flow *f = r->f;
  const hd_actor *a = &f->actors[actor];
  uint32_t first = r->first[edge], n = r->first[edge + 1] - first;
  if (!hd_flow_before(f, a, c, &f->edges[edge], env)) return;
  view v = {.actor = actor, .index = hd_alloc(n, sizeof *v.index)};
  for (uint32_t i = 0; i < n; i++) {
    hd_term index = r->touches.data[first + i].index;
    v.index[i] = hd_term_is(index) ? hd_space_value(f->space, &a->who, env, index) : hd_value_any();
  }
  v.shared = hd_packed_new(env, f->space->shared.len);
  hd_vec_push(&r->views[edge], v);
}

static void view_edge(racing *r, uint32_t edge)
{
  hd_flow *f = r->f;
  hd_loc from = f->edges[edge].from;
  if (r->first[edge] == r->first[edge + 1] || hd_loc_get(f->p, from)->kind != HD_LOC_NORMAL) return;
  hd_thread t = hd_loc_get(f->p, from)->thread;
  hd_abstract_value *env = hd_alloc(hd_space_cells(f->space, t) + 1, sizeof *env);
  for (uint32_t a = 0; a < f->n_actors; a++) {
    const hd_cases *cases = &f->actors[a].at[from.id];
    if (f->actors[a].who.thread.id != t.id) continue;
    for (uint32_t i = 0; i < cases->len; i++) view_case(r, edge, a, &cases->data[i], env);
  }
  free(env);
}

/* --- pairs ------------------------------------------------------------------------------------------- */

static bool shared_agree(const hd_flow *f, const view *v, const view *w, bool same)
{
  uint32_t i = 0, k = 0;
  while (i < v->shared.n && k < w->shared.n) {
    uint32_t a = v->shared.cell[i], b = w->shared.cell[k];
    if (a == b && !hd_value_may_meet(&v->shared.value[i], &w->shared.value[k], f->space->shared.data[a].width, same)) {
      hd_flow_note(f, a);
      return false;
    }
    i += a <= b;
    k += b <= a;
  }
  return true;
}

static bool views_race(const racing *r, const view *v, uint32_t i, const view *w, uint32_t k)
{
  const hd_flow *f = r->f;
  const hd_actor *a = &f->actors[v->actor], *b = &f->actors[w->actor];
  bool same = a->who.thread.id == b->who.thread.id;
  if (a == b && !a->several) return false;
  return hd_value_may_meet(&v->index[i], &w->index[k], 32, same) && shared_agree(f, v, w, same);
}

static bool touches_race(const racing *r, uint32_t i, uint32_t k)
{
  const touch *a = &r->touches.data[i], *b = &r->touches.data[k];
  for (uint32_t x = 0; x < r->views[a->edge].len; x++)
    for (uint32_t y = 0; y < r->views[b->edge].len; y++)
      if (views_race(r, &r->views[a->edge].data[x], i - r->first[a->edge], &r->views[b->edge].data[y],
                     k - r->first[b->edge]))
        return true;
  return false;
}

static bool may_conflict(const racing *r, const touch *a, const touch *b)
{
  bool plain = r->f->edges[a->edge].access == HD_ACCESS_PLAIN || r->f->edges[b->edge].access == HD_ACCESS_PLAIN;
  return plain && a->var.id == b->var.id && (a->write || b->write);
}

static void judge_pair(racing *r, uint32_t i, uint32_t k)
{
  const touch *a = &r->touches.data[i], *b = &r->touches.data[k];
  if (!may_conflict(r, a, b)) return;
  hd_finding x = {.first = {a->edge}, .second = {b->edge}, .var = a->var, .open = touches_race(r, i, k)};
  hd_vec_push(&r->out->list, x);
  r->out->n_open += x.open;
}

static int compare_touches(const void *a, const void *b, void *context)
{
  const racing *r = context;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  uint32_t v = r->touches.data[x].var.id, w = r->touches.data[y].var.id;
  return v != w ? (v > w) - (v < w) : (x > y) - (x < y);
}

static bool judge_pairs(racing *r)
{
  uint32_t n = r->touches.len;
  uint32_t *order = hd_alloc(n + 1, sizeof *order);
  bool spent = false;
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  qsort_r(order, n, sizeof *order, compare_touches, r);
  for (uint32_t i = 0; i < n && !(spent = hd_watch_spent(&r->f->watch)); i++)
    for (uint32_t k = i; k < n && r->touches.data[order[k]].var.id == r->touches.data[order[i]].var.id; k++)
      judge_pair(r, order[i], order[k]);
  free(order);
  return !spent;
}

static void racing_clear(racing *r)
{
  for (uint32_t e = 0; e < r->f->p->edges.len; e++) {
    for (uint32_t i = 0; i < r->views[e].len; i++) {
      free(r->views[e].data[i].index);
      hd_packed_clear(&r->views[e].data[i].shared);
    }
    hd_vec_clear(&r->views[e]);
  }
  free(r->views);
  free(r->first);
  free(r->assigned);
  hd_vec_clear(&r->touches);
}

static bool find_races(hd_flow *f, hd_findings *out)
{
  uint32_t n = f->p->edges.len;
  racing r = {.f = f, .out = out, .first = hd_alloc(n + 1, sizeof *r.first)};
  r.views = hd_alloc(n, sizeof *r.views);
  r.assigned = hd_alloc(f->p->vars.len + 1, 1);
  for (uint32_t e = 0; e < n; e++)
    for (uint32_t i = 0; i < f->edges[e].n_assigns; i++) r.assigned[f->edges[e].assigns[i].var.id] = 1;
  for (uint32_t e = 0; e < n; e++) touch_edge(&r, e);
  r.first[n] = r.touches.len;
  for (uint32_t e = 0; e < n; e++) view_edge(&r, e);
  bool done = judge_pairs(&r);
  racing_clear(&r);
  return done;
}

/* --- all of it --------------------------------------------------------------------------------------- */

static hd_loc find_beyond(const hd_flow *f)
{
  for (uint32_t l = 0; l < f->p->locs.len; l++) {
    hd_loc_kind kind = f->p->locs.data[l].kind;
    if (kind != HD_LOC_UNSUPPORTED && kind != HD_LOC_BOUND) continue;
    for (uint32_t a = 0; a < f->n_actors; a++)
      if (f->actors[a].at[l].len) return (hd_loc){l};
  }
  return HD_NO_LOC;
}

bool hd_answers_find(hd_flow *f, hd_property property, hd_findings *out)
{
  out->beyond = find_beyond(f);
  if (hd_violated_by(property, HD_BY_RACE)) return find_races(f, out);
  find_failures(f, out);
  return true;
}
