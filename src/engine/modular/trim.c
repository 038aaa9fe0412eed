/* trim.c - constants forward, relevance backward; what neither reaches is stopped. */
#include "engine/modular/trim.h"

enum { MOST_VALUES = 4000000 };

/* --- what cannot happen ------------------------------------------------------------ */

/* Values of a thread's private variables at its locations: nothing yet, a constant term, or anything. */
typedef struct {
  hd_modular_run *u;
  uint32_t thread;
  hd_u32s vars;     /* the private variables */
  uint32_t *number; /* by variable: its place in them, or HD_NONE */
  hd_term *values;  /* by location and place */
  uint8_t *reached; /* by location */
  hd_u32s open;
} constants;

#define ANYTHING ((hd_term){HD_NONE})

static hd_term *value_at(const constants *c, uint32_t loc, uint32_t place)
{
  return &c->values[(size_t)loc * c->vars.len + place];
}

typedef struct {
  const constants *c;
  uint32_t loc;
} place;

static hd_term known_value(void *context, hd_term leaf)
{
  const place *at = context;
  const hd_terms *T = at->c->u->p->terms;
  if (hd_term_op(T, leaf) != HD_OP_VAR) return HD_NO_TERM;
  uint32_t number = at->c->number[hd_term_symbol(T, leaf)];
  if (number == HD_NONE) return HD_NO_TERM;
  hd_term value = *value_at(at->c, at->loc, number);
  return value.id == ANYTHING.id ? HD_NO_TERM : value;
}

static hd_term fold_constants(const constants *c, uint32_t loc, hd_term t)
{
  place at = {c, loc};
  return hd_term_is(t) ? hd_term_substitute(c->u->p->terms, t, &(hd_rewrite){known_value, &at}) : t;
}

static bool is_possible(const constants *c, const hd_edge_info *e)
{
  hd_term guard = fold_constants(c, e->from.id, e->guard);
  return !hd_term_is(guard) || !hd_term_is_false(c->u->p->terms, guard);
}

static hd_term assigned_value(const constants *c, const hd_edge_info *e, uint32_t number)
{
  hd_term now = *value_at(c, e->from.id, number);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (e->assigns[i].var.id != c->vars.data[number]) continue;
    hd_term value = fold_constants(c, e->from.id, e->assigns[i].value);
    now = hd_term_is(value) && hd_term_is_const(c->u->p->terms, value, NULL) ? value : ANYTHING;
  }
  return now;
}

static void follow_constants(constants *c, const hd_edge_info *e)
{
  uint32_t to = e->to.id;
  bool changed = !c->reached[to];
  for (uint32_t k = 0; k < c->vars.len; k++) {
    hd_term *old = value_at(c, to, k), now = assigned_value(c, e, k);
    if (c->reached[to] && old->id != now.id) now = ANYTHING;
    changed |= old->id != now.id;
    *old = now;
  }
  c->reached[to] = true;
  if (changed) hd_vec_push(&c->open, to);
}

/* Variables that the thread alone accesses. */
static void find_private(constants *c, const uint64_t *users)
{
  const hd_program *p = c->u->p;
  for (uint32_t v = 0; v < p->vars.len; v++) {
    c->number[v] = HD_NONE;
    if (users[v] != c->thread || p->vars.data[v].count) continue;
    c->number[v] = c->vars.len;
    hd_vec_push(&c->vars, v);
  }
  if ((uint64_t)c->vars.len * p->locs.len <= MOST_VALUES) return;
  for (uint32_t i = 0; i < c->vars.len; i++) c->number[c->vars.data[i]] = HD_NONE;
  c->vars.len = 0;
}

static void propagate_constants(constants *c)
{
  const hd_program *p = c->u->p;
  uint32_t entry = p->threads.data[c->thread].entry.id;
  for (uint32_t k = 0; k < c->vars.len; k++) {
    const hd_var_info *info = &p->vars.data[c->vars.data[k]];
    *value_at(c, entry, k) = info->any ? ANYTHING : hd_term_const(p->terms, info->sort, info->init ? info->init[0] : 0);
  }
  c->reached[entry] = true;
  hd_vec_push(&c->open, entry);
  while (c->open.len) {
    uint32_t n, l = hd_vec_pop(&c->open);
    const uint32_t *out = hd_loc_out(p, (hd_loc){l}, &n);
    for (uint32_t i = 0; i < n; i++)
      if (is_possible(c, &p->edges.data[out[i]])) follow_constants(c, &p->edges.data[out[i]]);
  }
}

/* Marks the thread's edges that may be taken. */
static void find_possible(hd_modular_run *u, uint32_t thread, const uint64_t *users, uint8_t *possible)
{
  const hd_program *p = u->p;
  constants c = {.u = u, .thread = thread};
  c.number = hd_alloc(p->vars.len, sizeof *c.number);
  find_private(&c, users);
  c.values = hd_alloc((size_t)p->locs.len * c.vars.len + 1, sizeof *c.values);
  c.reached = hd_alloc(p->locs.len, 1);
  propagate_constants(&c);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *info = &p->edges.data[e];
    if (hd_loc_get(p, info->from)->thread.id != thread) continue;
    possible[e] = c.reached[info->from.id] && is_possible(&c, info);
  }
  free(c.values);
  free(c.number);
  free(c.reached);
  hd_vec_clear(&c.vars);
  hd_vec_clear(&c.open);
}

/* --- who accesses what ------------------------------------------------------------ */

static const uint64_t NO_THREAD = UINT32_MAX, SEVERAL = UINT32_MAX - 1;

typedef struct {
  uint64_t *users; /* by variable: a thread, NO_THREAD or SEVERAL */
  uint32_t thread;
} census;

static void count_user(void *context, hd_var v, bool write)
{
  census *c = context;
  (void)write;
  if (c->users[v.id] == NO_THREAD)
    c->users[v.id] = c->thread;
  else if (c->users[v.id] != c->thread)
    c->users[v.id] = SEVERAL;
}

static void find_users(const hd_program *p, const uint8_t *possible, uint64_t *users)
{
  for (uint32_t v = 0; v < p->vars.len; v++) users[v] = NO_THREAD;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    census c = {users, hd_loc_get(p, p->edges.data[e].from)->thread.id};
    if (possible[e]) hd_edge_accesses(p, (hd_edge){e}, count_user, &c);
  }
}

/* --- the changes ------------------------------------------------------------ */

static void stop_edge(hd_modular_run *u, uint32_t e)
{
  hd_edge_info *info = &u->p->edges.data[e];
  hd_vec_push(&u->trimmed_edges, (hd_trimmed_edge){{e}, *info});
  info->kind = HD_EDGE_STEP;
  info->guard = hd_term_false(u->p->terms);
  info->cond = HD_NO_TERM;
  info->n_assigns = 0;
}

static bool is_stopped(const hd_modular_run *u, uint32_t e)
{
  hd_term guard = u->p->edges.data[e].guard;
  return hd_term_is(guard) && hd_term_is_false(u->p->terms, guard);
}

static void drop_impossible(hd_modular_run *u)
{
  hd_program *p = u->p;
  uint8_t *possible = hd_alloc(p->edges.len + 1, 1);
  uint64_t *users = hd_alloc(p->vars.len + 1, sizeof *users);
  memset(possible, 1, p->edges.len);
  for (int round = 0; round < 2; round++) { /* fewer edges, more private variables */
    find_users(p, possible, users);
    for (uint32_t t = 0; t < p->threads.len; t++) find_possible(u, t, users, possible);
  }
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (!possible[e]) stop_edge(u, e);
  free(possible);
  free(users);
}

bool hd_trim_has_goal(const hd_modular_run *u, hd_thread t)
{
  const hd_program *p = u->p;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    const hd_edge_info *info = &p->edges.data[e];
    hd_loc_kind to = hd_loc_get(p, info->to)->kind;
    if (hd_loc_get(p, info->from)->thread.id != t.id || is_stopped(u, e)) continue;
    if (info->kind == HD_EDGE_ASSERT || to == HD_LOC_UNSUPPORTED || to == HD_LOC_BOUND) return true;
  }
  hd_loc_kind first = hd_loc_get(p, p->threads.data[t.id].entry)->kind;
  return first == HD_LOC_UNSUPPORTED || first == HD_LOC_BOUND;
}

static void mark_flow(hd_modular_run *u, uint8_t *matters)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t t = 0; t < u->p->threads.len; t++)
      for (uint32_t from = 0; matters[t] && from < u->p->threads.len; from++) {
        if (matters[from] || !hd_modular_run_flows(u, (hd_thread){from}, (hd_thread){t})) continue;
        matters[from] = more = true;
      }
  }
}

static void drop_irrelevant(hd_modular_run *u)
{
  hd_program *p = u->p;
  uint8_t *matters = hd_alloc(p->threads.len, 1);
  for (uint32_t t = 0; t < p->threads.len; t++) matters[t] = hd_trim_has_goal(u, (hd_thread){t});
  hd_modular_run_find_accesses(u);
  mark_flow(u, matters);
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (!matters[hd_loc_get(p, p->edges.data[e].from)->thread.id] && !is_stopped(u, e)) stop_edge(u, e);
  free(matters);
}

/* Do all edges into the location only end the execution, from where others could have gone on? */
static bool ends_quietly(const hd_modular_run *u, const hd_u32s *into)
{
  const hd_program *p = u->p;
  for (uint32_t i = 0; i < into->len; i++) {
    const hd_edge_info *e = &p->edges.data[into->data[i]];
    if (is_stopped(u, into->data[i])) continue;
    if (e->kind != HD_EDGE_STEP || e->n_assigns || hd_loc_get(p, e->from)->atomic) return false;
  }
  return true;
}

static void stay_at_exits(hd_modular_run *u)
{
  hd_program *p = u->p;
  hd_u32s *into = hd_alloc(p->locs.len, sizeof *into);
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (hd_loc_get(p, p->edges.data[e].to)->kind == HD_LOC_EXIT) hd_vec_push(&into[p->edges.data[e].to.id], e);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    if (p->locs.data[l].kind == HD_LOC_EXIT && ends_quietly(u, &into[l])) {
      p->locs.data[l].kind = HD_LOC_END;
      hd_vec_push(&u->quiet_exits, l);
    }
    hd_vec_clear(&into[l]);
  }
  free(into);
}

void hd_trim(hd_modular_run *u)
{
  drop_impossible(u);
  drop_irrelevant(u);
  stay_at_exits(u);
}

void hd_trim_undo(hd_modular_run *u)
{
  for (uint32_t i = u->trimmed_edges.len; i-- > 0;)
    *hd_edge_get(u->p, u->trimmed_edges.data[i].edge) = u->trimmed_edges.data[i].was;
  u->trimmed_edges.len = 0;
  for (uint32_t i = 0; i < u->quiet_exits.len; i++) u->p->locs.data[u->quiet_exits.data[i]].kind = HD_LOC_EXIT;
}
