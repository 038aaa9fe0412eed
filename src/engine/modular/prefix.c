/* prefix.c - follows the only step that is possible for as long as it commutes with the others. */
#include "engine/modular/prefix.h"

#include "analysis/liveness.h"
#include "logic/execution.h"

enum { MOST_STEPS = 10000, MOST_WORK = 20000000 };

/* What a thread may still access. */
typedef struct {
  hd_loc from; /* computed for this location; HD_NO_LOC: not yet */
  uint8_t *reads, *writes;
} future;

typedef struct {
  hd_modular_run *u;
  hd_execution x;
  hd_loc *at;       /* by thread */
  future *futures;  /* by thread */
  uint8_t *movable; /* by thread: may it move without the one that is looked at? */
  uint8_t *stuck;   /* by thread: it cannot be followed any further */
  uint32_t steps;
  uint64_t work;
} walk;

static bool is_certainly(walk *w, hd_term t, bool value)
{
  if (!hd_term_is(t)) return value;
  t = hd_execution_now(&w->x, t);
  return value ? hd_term_is_true(w->u->p->terms, t) : hd_term_is_false(w->u->p->terms, t);
}

/* --- what the others may do ------------------------------------------------------------ */

static void note_future(void *context, hd_var v, bool write)
{
  future *f = context;
  *(write ? &f->writes[v.id] : &f->reads[v.id]) = true;
}

static const future *future_of(walk *w, uint32_t t)
{
  const hd_program *p = w->u->p;
  future *f = &w->futures[t];
  if (f->from.id == w->at[t].id) return f;
  uint8_t *seen = hd_alloc(p->locs.len, 1);
  hd_u32s open = {0};
  memset(f->reads, 0, p->vars.len);
  memset(f->writes, 0, p->vars.len);
  f->from = w->at[t];
  seen[f->from.id] = true;
  hd_vec_push(&open, f->from.id);
  while (open.len) {
    uint32_t n, l = hd_vec_pop(&open);
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t to = p->edges.data[out[i]].to.id;
      hd_edge_accesses(p, (hd_edge){out[i]}, note_future, f);
      if (!seen[to]) hd_vec_push(&open, to);
      seen[to] = true;
    }
    w->work += n + 1;
  }
  hd_vec_clear(&open);
  free(seen);
  return f;
}

/* Does the variable change by what the others may do? */
typedef struct {
  walk *w;
  uint32_t thread; /* whose step it is */
  bool write, found;
} meeting;

static void note_meeting(void *context, hd_var v, bool write)
{
  meeting *m = context;
  for (uint32_t t = 0; t < m->w->u->p->threads.len && !m->found; t++) {
    if (t == m->thread || !m->w->movable[t]) continue;
    const future *f = future_of(m->w, t);
    m->found = f->writes[v.id] || ((write || m->write) && f->reads[v.id]);
  }
}

static bool others_meet(walk *w, uint32_t thread, uint32_t edge)
{
  meeting m = {w, thread, false, false};
  hd_edge_accesses(w->u->p, (hd_edge){edge}, note_meeting, &m);
  return m.found;
}

/* Can the thread leave its place, as things are? */
static bool may_leave(walk *w, uint32_t t)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(w->u->p, w->at[t], &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_certainly(w, w->u->p->edges.data[out[i]].guard, false)) return true;
  return false;
}

/* Might a movable thread let it go on? */
static bool may_be_freed(walk *w, uint32_t t, uint32_t but)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(w->u->p, w->at[t], &n);
  w->movable[t] = false;
  for (uint32_t i = 0; i < n; i++) {
    meeting m = {w, but, false, false};
    hd_edge_accesses(w->u->p, (hd_edge){out[i]}, note_meeting, &m);
    if (m.found) return true;
  }
  return false;
}

/* Which threads can do something before the given one moves? */
static void find_movable(walk *w, uint32_t but)
{
  uint32_t n = w->u->p->threads.len;
  for (uint32_t t = 0; t < n; t++) w->movable[t] = t != but && may_leave(w, t);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t t = 0; t < n; t++) {
      if (t == but || w->movable[t] || !may_be_freed(w, t, but)) continue;
      w->movable[t] = more = true;
    }
  }
}

/* --- a certain step ------------------------------------------------------------ */

static bool is_plain(const hd_program *p, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (hd_var_get(p, e->assigns[i].var)->count) return false;
  hd_loc_kind to = hd_loc_get(p, e->to)->kind;
  return to == HD_LOC_NORMAL || to == HD_LOC_END;
}

/* The one edge that the thread will take, or HD_NONE. */
static uint32_t certain_edge(walk *w, uint32_t t)
{
  const hd_program *p = w->u->p;
  uint32_t n, found = HD_NONE;
  const uint32_t *out = hd_loc_out(p, w->at[t], &n);
  for (uint32_t i = 0; i < n; i++) {
    const hd_edge_info *e = &p->edges.data[out[i]];
    if (is_certainly(w, e->guard, false)) continue;
    bool certain = is_plain(p, e) && is_certainly(w, e->guard, true);
    if (e->kind == HD_EDGE_ASSERT) certain = certain && is_certainly(w, e->cond, true);
    if (!certain || found != HD_NONE) return HD_NONE;
    found = out[i];
  }
  if (found == HD_NONE) return HD_NONE;
  find_movable(w, t);
  for (uint32_t i = 0; i < n; i++)
    if (others_meet(w, t, out[i])) return HD_NONE;
  return found;
}

/* --- beginning there ------------------------------------------------------------ */

/* At a location of a thread, its locals may be dead; what other threads own is their affair. */
static bool var_matters(const walk *w, const hd_liveness *live, uint32_t v)
{
  hd_thread owner = w->u->p->vars.data[v].thread;
  return owner.id == HD_NONE || hd_is_live(live, w->at[owner.id], (hd_var){v});
}

/* Does no other variable that matters have the same unknown value? */
static bool is_independent(const walk *w, const hd_liveness *live, uint32_t v, uint64_t value)
{
  for (uint32_t other = 0; other < w->u->p->vars.len; other++) {
    const uint64_t *its = hd_map_find(&w->x.values, other);
    if (other != v && its && *its == value && var_matters(w, live, other)) return false;
  }
  return true;
}

/* Can the values be told as initial ones: constants, or any value at all? */
static bool can_begin(const walk *w, const hd_liveness *live)
{
  const hd_terms *T = w->u->p->terms;
  for (uint32_t v = 0; v < w->u->p->vars.len; v++) {
    const uint64_t *value = hd_map_find(&w->x.values, v);
    if (!value || !var_matters(w, live, v)) continue;
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
    bool known = hd_term_is_const(p->terms, t, &number) || !var_matters(w, live, v);
    p->vars.data[v].any = !known;
    p->vars.data[v].init = hd_arena_copy(&p->arena, &number, sizeof number);
  }
  for (uint32_t t = 0; t < p->threads.len; t++) p->threads.data[t].entry = w->at[t];
}

/* --- the walk ------------------------------------------------------------ */

static void init_walk(walk *w, hd_modular_run *u)
{
  hd_program *p = u->p;
  *w = (walk){.u = u, .x = {.p = p, .fresh = HD_FRESH}};
  w->at = hd_alloc(p->threads.len, sizeof *w->at);
  w->futures = hd_alloc(p->threads.len, sizeof *w->futures);
  w->movable = hd_alloc(p->threads.len, 1);
  w->stuck = hd_alloc(p->threads.len, 1);
  for (uint32_t t = 0; t < p->threads.len; t++)
    w->futures[t] = (future){HD_NO_LOC, hd_alloc(p->vars.len, 1), hd_alloc(p->vars.len, 1)};
}

static void clear_walk(walk *w)
{
  for (uint32_t t = 0; t < w->u->p->threads.len; t++) {
    free(w->futures[t].reads);
    free(w->futures[t].writes);
  }
  free(w->futures);
  free(w->movable);
  free(w->stuck);
  free(w->at);
  hd_execution_clear(&w->x);
}

static void take_prefix_move(walk *w, hd_mod_move m)
{
  hd_execution_take(&w->x, m.edge, NULL);
  w->at[m.thread.id] = hd_edge_get(w->u->p, m.edge)->to;
}

/* To the state after the prefix so far. */
static void begin_again(walk *w)
{
  const hd_modular_run *u = w->u;
  hd_execution_clear(&w->x);
  w->x = (hd_execution){.p = u->p, .fresh = HD_FRESH};
  for (uint32_t t = 0; t < u->p->threads.len; t++) w->at[t] = u->first_entries.data[t];
  for (uint32_t v = 0; v < u->first_values.len; v++) {
    const hd_var_info *info = &u->first_values.data[v];
    if (info->any || info->count) continue;
    hd_term value = hd_term_const(u->p->terms, info->sort, info->init ? info->init[0] : 0);
    hd_map_put(&w->x.values, v, value.id);
  }
  for (uint32_t i = 0; i < u->prefix.len; i++) take_prefix_move(w, u->prefix.data[i]);
}

static void keep_beginning(hd_modular_run *u)
{
  for (uint32_t t = 0; t < u->p->threads.len; t++) hd_vec_push(&u->first_entries, u->p->threads.data[t].entry);
  for (uint32_t v = 0; v < u->p->vars.len; v++) hd_vec_push(&u->first_values, u->p->vars.data[v]);
}

/* Goes on with one thread as long as that is certain; what comes after the last place where the program can
 * begin is taken back. True: the program begins later now. */
static bool advance_thread(walk *w, const hd_liveness *live, uint32_t t)
{
  hd_modular_run *u = w->u;
  hd_mod_moves ahead = {0};
  bool moved = false;
  while (w->steps < MOST_STEPS && w->work < MOST_WORK) {
    uint32_t e = certain_edge(w, t);
    if (e == HD_NONE) break;
    w->steps++;
    hd_vec_push(&ahead, (hd_mod_move){{t}, {e}});
    take_prefix_move(w, hd_vec_last(&ahead));
    if (!u->cut[w->at[t].id] || !can_begin(w, live)) continue;
    begin_here(w, live);
    for (uint32_t i = 0; i < ahead.len; i++) hd_vec_push(&u->prefix, ahead.data[i]);
    ahead.len = 0;
    moved = true;
  }
  w->stuck[t] = ahead.len > 0;
  if (ahead.len) begin_again(w);
  hd_vec_clear(&ahead);
  return moved;
}

void hd_prefix_take(hd_modular_run *u)
{
  walk w;
  hd_facts *facts = hd_facts_new(u->p);
  const hd_liveness *live = hd_facts_liveness(facts);
  keep_beginning(u);
  init_walk(&w, u);
  begin_again(&w);
  for (bool more = hd_modular_run_uses(u, HD_SWITCH_PREFIX); more;) {
    more = false;
    for (uint32_t t = 0; t < u->p->threads.len; t++)
      if (!w.stuck[t]) more |= advance_thread(&w, live, t);
  }
  hd_facts_free(facts);
  clear_walk(&w);
}

void hd_prefix_undo(hd_modular_run *u)
{
  for (uint32_t t = 0; t < u->p->threads.len; t++) u->p->threads.data[t].entry = u->first_entries.data[t];
  for (uint32_t v = 0; v < u->first_values.len; v++) {
    u->p->vars.data[v].any = u->first_values.data[v].any;
    u->p->vars.data[v].init = u->first_values.data[v].init;
  }
}
