#include "engine/modular/prefix.h"

#include "analysis/liveness.h"
#include "logic/execution.h"

enum { MOST_STEPS = 10000 };

typedef struct {
  hd_universe *u;
  hd_execution x;
  hd_loc at;
  uint32_t steps;
} walk;

static bool is_certainly(walk *w, hd_term t, bool value)
{
  if (!hd_term_is(t)) return value;
  t = hd_execution_now(&w->x, t);
  return value ? hd_term_is_true(w->u->p->terms, t) : hd_term_is_false(w->u->p->terms, t);
}

/* Is there another thread that may be able to leave its entry? */
static bool others_may_move(walk *w)
{
  const hd_program *p = w->u->p;
  for (uint32_t t = 1; t < p->threads.len; t++) {
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, p->threads.data[t].entry, &n);
    for (uint32_t i = 0; i < n; i++)
      if (!is_certainly(w, p->edges.data[out[i]].guard, false)) return true;
  }
  return false;
}

static bool is_plain(const hd_program *p, const hd_edge_info *e)
{
  if (e->kind == HD_EDGE_PRIM) return false;
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (hd_var_get(p, e->assigns[i].var)->count) return false;
  return true;
}

/* The one edge that main will take, or HD_NONE. */
static uint32_t certain_edge(walk *w)
{
  const hd_program *p = w->u->p;
  uint32_t n, found = HD_NONE;
  const uint32_t *out = hd_loc_out(p, w->at, &n);
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &p->edges.data[out[i]];
    if (is_certainly(w, e->guard, false)) continue;
    bool certain = is_plain(p, e) && is_certainly(w, e->guard, true);
    if (e->kind == HD_EDGE_ASSERT) certain = certain && is_certainly(w, e->cond, true);
    if (!certain || found != HD_NONE) return HD_NONE;
    found = out[i];
  }
  return found;
}

/* Does no other variable that matters have the same unknown value? */
static bool is_independent(const walk *w, const hd_liveness *live, uint32_t v, uint64_t value)
{
  for (uint32_t other = 0; other < w->u->p->vars.len; other++) {
    const uint64_t *its = hd_map_find(&w->x.values, other);
    if (other != v && its && *its == value && hd_is_live(live, w->at, (hd_var){other})) return false;
  }
  return true;
}

/* Can the values be told as initial ones: constants, or any value at all? */
static bool can_begin(const walk *w, const hd_liveness *live)
{
  const hd_terms *T = w->u->p->terms;
  for (uint32_t v = 0; v < w->u->p->vars.len; v++) {
    const uint64_t *value = hd_map_find(&w->x.values, v);
    if (!value || !hd_is_live(live, w->at, (hd_var){v})) continue;
    hd_op op = hd_term_op(T, (hd_term){(uint32_t)*value});
    if (op != HD_OP_CONST && (op != HD_OP_VAR || !is_independent(w, live, v, *value))) return false;
  }
  return true;
}

static void begin_here(walk *w, const hd_liveness *live)
{
  hd_program *p = w->u->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const uint64_t *value = hd_map_find(&w->x.values, v);
    if (!value) continue;
    hd_term t = {(uint32_t)*value};
    uint64_t number = 0;
    bool known = hd_term_is_const(p->terms, t, &number) || !hd_is_live(live, w->at, (hd_var){v});
    p->vars.data[v].any = !known;
    p->vars.data[v].init = hd_arena_copy(&p->arena, &number, sizeof number);
  }
  p->threads.data[0].entry = w->at;
}

static void set_initial(walk *w)
{
  hd_program *p = w->u->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (info->any || info->count) continue;
    hd_term value = hd_term_const(p->terms, info->sort, hd_var_init(p, (hd_var){v}, 0));
    hd_map_put(&w->x.values, v, value.id);
  }
}

static void keep_beginning(hd_universe *u)
{
  u->first_entry = u->p->threads.data[0].entry;
  for (uint32_t v = 0; v < u->p->vars.len; v++) hd_vec_push(&u->first_values, u->p->vars.data[v]);
}

void hd_prefix_take(hd_universe *u)
{
  walk w = {.u = u, .x = {.p = u->p, .fresh = HD_FRESH}, .at = u->p->threads.data[0].entry};
  hd_liveness *live = hd_liveness_new(u->p);
  hd_mod_moves moves = {0};
  keep_beginning(u);
  set_initial(&w);
  for (;;) {
    if (u->cut[w.at.id] && moves.len > u->prefix.len && can_begin(&w, live)) {
      begin_here(&w, live);
      for (uint32_t i = u->prefix.len; i < moves.len; i++) hd_vec_push(&u->prefix, moves.data[i]);
    }
    if (u->cut[w.at.id] && others_may_move(&w)) break;
    uint32_t e = certain_edge(&w);
    if (e == HD_NONE || ++w.steps > MOST_STEPS) break;
    hd_execution_take(&w.x, (hd_edge){e}, NULL);
    hd_vec_push(&moves, (hd_mod_move){HD_MAIN, {e}});
    w.at = u->p->edges.data[e].to;
  }
  hd_vec_clear(&moves);
  hd_execution_clear(&w.x);
  hd_liveness_free(live);
}

void hd_prefix_undo(hd_universe *u)
{
  u->p->threads.data[0].entry = u->first_entry;
  for (uint32_t v = 0; v < u->first_values.len; v++) {
    u->p->vars.data[v].any = u->first_values.data[v].any;
    u->p->vars.data[v].init = u->first_values.data[v].init;
  }
}
