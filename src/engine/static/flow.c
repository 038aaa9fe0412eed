/* flow.c - the worklist: facts at locations by case of locks held, and what others write. */
#include "engine/static/flow.h"

#include "engine/static/distance.h"

enum {
  MOST_NUMBERED = 12, /* instances of a thread that are told apart */
  MOST_CASES = 40,    /* of a location */
  PATIENCE = 12       /* changes of a case before bounds are widened */
};

/* --- packed environments ------------------------------------------------------------------------------ */

hd_packed hd_packed_new(const hd_abstract_value *env, uint32_t n)
{
  hd_packed out = {0};
  for (uint32_t i = 0; i < n; i++) out.n += env[i].kind != HD_VALUE_ANY;
  out.cell = hd_alloc(out.n + 1, sizeof *out.cell);
  out.value = hd_alloc(out.n + 1, sizeof *out.value);
  for (uint32_t i = 0, k = 0; i < n; i++) {
    if (env[i].kind == HD_VALUE_ANY) continue;
    out.cell[k] = i;
    out.value[k++] = env[i];
  }
  return out;
}

void hd_packed_clear(hd_packed *x)
{
  free(x->cell);
  free(x->value);
  *x = (hd_packed){0};
}

static void unpack(const hd_packed *from, hd_abstract_value *env, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) env[i] = hd_value_any();
  for (uint32_t i = 0; i < from->n; i++) env[from->cell[i]] = from->value[i];
}

static uint32_t cells_of(const hd_flow *f, const hd_actor *a)
{
  return hd_space_cells(f->space, a->who.thread);
}

void hd_flow_unpack(const hd_flow *f, const hd_actor *a, const hd_packed *from, hd_abstract_value *env)
{
  unpack(from, env, cells_of(f, a));
}

/* --- actors --------------------------------------------------------------------------------------- */

static bool is_lock(const hd_program *p, hd_var v)
{
  if (v.id == HD_NONE) return false;
  const hd_var_info *info = hd_var_get(p, v);
  return info->thread.id == HD_NONE && info->role == HD_ROLE_SYNC;
}

static void add_identity(hd_actor *a, const hd_abstract_value *v)
{
  uint64_t c;
  if (v->kind != HD_VALUE_OWN && (!hd_value_is_const(v, &c) || !c)) return;
  for (uint32_t i = 0; i < a->n_identities; i++)
    if (hd_value_same(&a->identities[i], v)) return;
  a->identities = hd_realloc(a->identities, a->n_identities + 1, sizeof *a->identities);
  a->identities[a->n_identities++] = *v;
}

/* What the actor's own steps put into locks, when it does not depend on anything but the actor. */
static void find_identities(hd_flow *f, hd_actor *a)
{
  uint32_t n = cells_of(f, a);
  hd_abstract_value *env = hd_alloc(n + 1, sizeof *env);
  unpack(&(hd_packed){0}, env, n);
  hd_space_forget(f->space);
  for (uint32_t i = 0; i < f->p->edges.len; i++) {
    const hd_edge_info *e = &f->edges[i];
    if (hd_loc_get(f->p, e->from)->thread.id != a->who.thread.id) continue;
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      if (!is_lock(f->p, e->assigns[k].var) || !hd_term_is(e->assigns[k].value)) continue;
      hd_abstract_value v = hd_space_value(f->space, &a->who, env, e->assigns[k].value);
      add_identity(a, &v);
    }
  }
  free(env);
}

static void add_actor(hd_flow *f, hd_thread t, uint32_t instance, uint64_t count)
{
  f->actors = hd_realloc(f->actors, f->n_actors + 1, sizeof *f->actors);
  hd_actor *a = &f->actors[f->n_actors++];
  *a = (hd_actor){.who = {t, instance, count}, .several = instance == HD_NONE};
  a->at = hd_alloc(f->p->locs.len, sizeof *a->at);
  a->merged = hd_alloc(f->p->locs.len, 1);
  a->dirty = hd_alloc(f->p->locs.len, 1);
  find_identities(f, a);
}

static void add_actors(hd_flow *f, hd_thread t)
{
  enum { MOST_COPIES = 1 << 30 };
  uint32_t n = hd_thread_get(f->p, t)->instances;
  if (f->any[t.id])
    add_actor(f, t, HD_NONE, MOST_COPIES);
  else if (n > MOST_NUMBERED)
    add_actor(f, t, HD_NONE, n);
  else
    for (uint32_t i = 0; i < n; i++) add_actor(f, t, i, n);
}

hd_flow *hd_flow_new(const hd_program *p, const hd_edge_info *edges, const uint8_t *any, const hd_liveness *live,
                     const hd_flow_detail *detail, const hd_budget *b)
{
  hd_flow *f = hd_alloc(1, sizeof *f);
  *f = (hd_flow){.p = p, .edges = edges, .any = any, .watch = {.budget = b, .phase = "analysis"}};
  f->space = hd_space_new(p, edges, detail->only, detail->taken, detail->n_taken, detail->distances);
  f->states = detail->states;
  f->live = live;
  f->matters = hd_alloc(p->vars.len + 1, 1);
  f->dead = hd_alloc(p->edges.len + 1, 1);
  for (uint32_t i = 0; i < f->space->shared.len; i++)
    if (is_lock(p, f->space->shared.data[i].var)) hd_vec_push(&f->locks, i);
  hd_flow_find_answers(f);
  for (uint32_t t = 0; t < p->threads.len; t++) add_actors(f, (hd_thread){t});
  return f;
}

static void deeds_clear(hd_actor *a)
{
  for (uint32_t i = 0; i < a->deeds.len; i++) {
    hd_packed_clear(&a->deeds.data[i].before);
    hd_packed_clear(&a->deeds.data[i].writes);
  }
  a->deeds.len = 0;
}

static void actor_clear(const hd_flow *f, hd_actor *a)
{
  for (uint32_t l = 0; l < f->p->locs.len; l++) {
    for (uint32_t i = 0; i < a->at[l].len; i++) hd_packed_clear(&a->at[l].data[i].env);
    hd_vec_clear(&a->at[l]);
  }
  deeds_clear(a);
  hd_vec_clear(&a->deeds);
  hd_vec_clear(&a->todo);
  free(a->identities);
  free(a->at);
  free(a->merged);
  free(a->dirty);
}

void hd_flow_free(hd_flow *f)
{
  if (!f) return;
  for (uint32_t i = 0; i < f->n_actors; i++) actor_clear(f, &f->actors[i]);
  free(f->actors);
  free(f->matters);
  free(f->dead);
  hd_space_free(f->space);
  hd_vec_clear(&f->locks);
  hd_vec_clear(&f->answers);
  free(f->is_answer);
  free(f);
}

/* --- cases -------------------------------------------------------------------------------------------- */

enum { LOCK_UNKNOWN, LOCK_FREE, LOCK_TAKEN, LOCK_OWN };

static unsigned lock_state(const hd_flow *f, const hd_actor *a, uint32_t cell, const hd_abstract_value *lock)
{
  uint64_t c;
  for (uint32_t k = 0; k < a->n_identities; k++)
    if (hd_value_same(lock, &a->identities[k])) return LOCK_OWN;
  if (!f->states) return LOCK_UNKNOWN;
  if (hd_value_is_const(lock, &c) && !c) return LOCK_FREE;
  return hd_value_has(lock, 0, f->space->shared.data[cell].width) ? LOCK_UNKNOWN : LOCK_TAKEN;
}

/* Which locks the actor holds, and in what state the others are; which counted edges were taken, and whether it was
 * created. */
static uint64_t key_of(const hd_flow *f, const hd_actor *a, const hd_abstract_value *env)
{
  uint64_t key = 0, taken;
  for (uint32_t i = f->space->shared.len - f->space->n_taken; i < f->space->shared.len; i++)
    if (!hd_value_is_const(&env[i], &taken) || taken) key = hd_hash_u64(key ^ (i + UINT64_C(1000003)));
  for (uint32_t i = 0; i < f->locks.len; i++) {
    uint64_t state = lock_state(f, a, f->locks.data[i], &env[f->locks.data[i]]);
    if (state != LOCK_UNKNOWN) key = hd_hash_u64(key ^ (4 * (uint64_t)i + state));
  }
  for (uint32_t i = 0; f->states && i < f->answers.len; i++) {
    const hd_var_info *info = &f->p->vars.data[f->answers.data[i]];
    uint32_t cell = f->space->first[f->answers.data[i]];
    if (info->thread.id == a->who.thread.id && hd_value_is_const(&env[cell], &taken))
      key = hd_hash_u64(key ^ (hd_hash_u64(taken) + i + UINT64_C(7000003)));
  }
  hd_var status = hd_thread_get(f->p, a->who.thread)->status;
  if (status.id == HD_NONE || f->space->first[status.id] == HD_NONE) return key;
  uint32_t element = hd_var_get(f->p, status)->count && a->who.instance != HD_NONE ? a->who.instance : 0;
  uint64_t c;
  return hd_value_is_const(&env[f->space->first[status.id] + element], &c) ? hd_hash_u64(key + (c << 32)) : key;
}

static void mark_dirty(hd_actor *a, uint32_t loc)
{
  if (a->dirty[loc]) return;
  a->dirty[loc] = 1;
  hd_vec_push(&a->todo, loc);
}

/* Adds an environment to a case; false: it was included. */
static bool add_to_case(hd_flow *f, hd_actor *a, hd_case *c, const hd_abstract_value *env)
{
  uint32_t n = cells_of(f, a);
  bool grows = false;
  for (uint32_t i = 0; i < c->env.n && !grows; i++) {
    uint32_t cell = c->env.cell[i];
    grows = !hd_value_includes(&c->env.value[i], &env[cell], hd_space_cell(f->space, a->who.thread, cell)->width);
  }
  if (!grows) return false;
  hd_abstract_value *all = hd_alloc(n + 1, sizeof *all);
  unpack(&c->env, all, n);
  c->updates++;
  for (uint32_t i = 0; i < n; i++) {
    unsigned width = hd_space_cell(f->space, a->who.thread, i)->width;
    all[i] = c->updates > PATIENCE ? hd_value_widen(&all[i], &env[i], width, &f->space->thresholds)
                                   : hd_value_join(&all[i], &env[i], width);
  }
  hd_packed_clear(&c->env);
  c->env = hd_packed_new(all, n);
  free(all);
  return true;
}

/* From now on the location has one case. */
static void merge_cases(hd_flow *f, hd_actor *a, uint32_t loc)
{
  hd_cases *cases = &a->at[loc];
  hd_abstract_value *env = hd_alloc(cells_of(f, a) + 1, sizeof *env);
  a->merged[loc] = 1;
  while (cases->len > 1) {
    hd_case last = hd_vec_pop(cases);
    hd_flow_unpack(f, a, &last.env, env);
    add_to_case(f, a, &cases->data[0], env);
    hd_packed_clear(&last.env);
  }
  cases->data[0].key = 0;
  free(env);
}

static void reach_case(hd_flow *f, hd_actor *a, uint32_t loc, const hd_abstract_value *env)
{
  hd_cases *cases = &a->at[loc];
  uint64_t key = a->merged[loc] ? 0 : key_of(f, a, env);
  for (uint32_t i = 0; i < cases->len; i++) {
    if (cases->data[i].key != key) continue;
    if (add_to_case(f, a, &cases->data[i], env)) mark_dirty(a, loc);
    return;
  }
  hd_vec_push(cases, (hd_case){.key = key, .env = hd_packed_new(env, cells_of(f, a))});
  mark_dirty(a, loc);
  if (cases->len > MOST_CASES) merge_cases(f, a, loc);
}

/* --- the actor's own steps ------------------------------------------------------------------------- */

bool hd_flow_before(const hd_flow *f, const hd_actor *a, const hd_case *c, const hd_edge_info *e,
                    hd_abstract_value *env)
{
  hd_flow_unpack(f, a, &c->env, env);
  hd_space_forget(f->space);
  if (!hd_term_is(e->guard) || hd_space_assume(f->space, &a->who, env, e->guard, true)) return true;
  f->dead[e - f->edges] = 1;
  return false;
}

void hd_flow_note(const hd_flow *f, uint32_t cell)
{
  const hd_state_cell *c = &f->space->shared.data[cell];
  if (c->var.id != HD_NONE) f->matters[c->var.id] = 1;
  if (c->var.id != HD_NONE || hd_space_is_ghost(f->space, cell)) return;
  const hd_distance *d = &f->space->distances.data[c->element];
  f->matters[d->from.id] = f->matters[d->to.id] = 1;
}

static bool is_place(const hd_program *p, hd_loc l)
{
  hd_loc_kind kind = hd_loc_get(p, l)->kind;
  return kind != HD_LOC_EXIT;
}

/* Values that are never read again are not worth keeping. */
static void drop_dead(const hd_flow *f, const hd_actor *a, hd_loc to, hd_abstract_value *env)
{
  for (uint32_t i = f->space->shared.len; i < cells_of(f, a); i++) {
    const hd_state_cell *c = hd_space_cell(f->space, a->who.thread, i);
    if (c->var.id == HD_NONE || hd_is_live(f->live, to, c->var)) continue;
    env[i] = hd_value_any();
    hd_distances_lose(f->space, a->who.thread, env, c->var);
  }
}

static void arrive_at_loc(hd_flow *f, hd_actor *a, const hd_edge_info *e, hd_abstract_value *env)
{
  drop_dead(f, a, e->to, env);
  reach_case(f, a, e->to.id, env);
}

/* What the condition says is known where its answer is. */
static void take_both_ways(hd_flow *f, hd_actor *a, const hd_edge_info *e, const hd_asked *answer,
                           const hd_abstract_value *env)
{
  uint32_t n = cells_of(f, a);
  hd_abstract_value *way = hd_alloc(n + 1, sizeof *way);
  for (unsigned truth = 0; truth < 2; truth++) {
    memcpy(way, env, n * sizeof *way);
    if (!hd_space_assume(f->space, &a->who, way, answer->condition, truth)) continue;
    hd_space_assign(f->space, &a->who, way, e);
    way[f->space->first[answer->var.id]] = hd_value_const(answer->value[truth]);
    arrive_at_loc(f, a, e, way);
  }
  free(way);
}

static void take_edge(hd_flow *f, hd_actor *a, const hd_case *c, const hd_edge_info *e, hd_abstract_value *env)
{
  hd_asked answer;
  if (!is_place(f->p, e->to) || !hd_flow_before(f, a, c, e, env)) return;
  if (e->kind == HD_EDGE_ASSERT && !hd_space_assume(f->space, &a->who, env, e->cond, true)) return;
  if (hd_flow_answer(f, e, &answer)) {
    take_both_ways(f, a, e, &answer, env);
    return;
  }
  hd_space_assign(f->space, &a->who, env, e);
  arrive_at_loc(f, a, e, env);
}

/* --- steps of others ------------------------------------------------------------------------------------ */

static bool cells_agree(const hd_flow *f, uint32_t cell, const hd_abstract_value *x, const hd_abstract_value *y,
                        bool same)
{
  return hd_value_may_meet(x, y, f->space->shared.data[cell].width, same);
}

/* Something that the environment says does not hold any more afterwards. */
static bool is_noticed(const hd_flow *f, const hd_actor *a, const hd_deed *d, const hd_abstract_value *env)
{
  for (uint32_t i = 0; i < d->writes.n; i++) {
    uint32_t cell = d->writes.cell[i];
    const hd_state_cell *c = &f->space->shared.data[cell];
    hd_abstract_value v = hd_value_foreign(&d->writes.value[i], c->width);
    if (!hd_value_includes(&env[cell], &v, c->width)) return true;
    if (c->var.id != HD_NONE && hd_distances_known(f->space, a->who.thread, env, c->var)) return true;
  }
  return false;
}

static bool may_happen(const hd_flow *f, const hd_deed *d, const hd_abstract_value *env, bool same)
{
  for (uint32_t i = 0; i < d->before.n; i++) {
    if (cells_agree(f, d->before.cell[i], &env[d->before.cell[i]], &d->before.value[i], same)) continue;
    hd_flow_note(f, d->before.cell[i]);
    return false;
  }
  return true;
}

/* The environment after the deed: what both knew before, and what was written. */
static void suffer(const hd_flow *f, const hd_actor *a, const hd_deed *d, hd_abstract_value *env)
{
  for (uint32_t i = 0; i < d->before.n; i++) {
    uint32_t cell = d->before.cell[i];
    unsigned width = f->space->shared.data[cell].width;
    hd_abstract_value v = hd_value_foreign(&d->before.value[i], width);
    hd_abstract_value both = hd_value_meet(&env[cell], &v, width);
    if (both.kind != HD_VALUE_NONE) env[cell] = both;
  }
  for (uint32_t i = 0; i < d->writes.n; i++) {
    const hd_state_cell *c = &f->space->shared.data[d->writes.cell[i]];
    env[d->writes.cell[i]] = hd_value_foreign(&d->writes.value[i], c->width);
    if (c->var.id != HD_NONE) hd_distances_lose(f->space, a->who.thread, env, c->var);
  }
}

static void suffer_all(hd_flow *f, hd_actor *a, uint32_t loc, uint32_t index, hd_abstract_value *env)
{
  uint32_t n = cells_of(f, a);
  hd_abstract_value *after = hd_alloc(n + 1, sizeof *after);
  hd_flow_unpack(f, a, &a->at[loc].data[index].env, env);
  for (uint32_t b = 0; b < f->n_actors; b++) {
    const hd_actor *other = &f->actors[b];
    bool same = other->who.thread.id == a->who.thread.id;
    if (other == a && !a->several) continue;
    for (uint32_t i = 0; i < other->deeds.len; i++) {
      const hd_deed *d = &other->deeds.data[i];
      if (!is_noticed(f, a, d, env) || !may_happen(f, d, env, same)) continue;
      memcpy(after, env, n * sizeof *after);
      suffer(f, a, d, after);
      reach_case(f, a, loc, after);
    }
  }
  free(after);
}

static void visit_loc(hd_flow *f, hd_actor *a, uint32_t loc, hd_abstract_value *env)
{
  uint32_t n_out;
  const hd_loc_info *info = &f->p->locs.data[loc];
  if (info->kind != HD_LOC_NORMAL) return;
  for (uint32_t i = 0; i < a->at[loc].len && !info->atomic; i++) suffer_all(f, a, loc, i, env);
  const uint32_t *out = hd_loc_out(f->p, (hd_loc){loc}, &n_out);
  for (uint32_t k = 0; k < n_out; k++)
    for (uint32_t i = 0; i < a->at[loc].len; i++) take_edge(f, a, &a->at[loc].data[i], &f->edges[out[k]], env);
}

/* --- deeds -------------------------------------------------------------------------------------------- */

static uint64_t hash_packed(const hd_packed *x, uint64_t seed)
{
  for (uint32_t i = 0; i < x->n; i++) seed = hd_value_hash(&x->value[i], seed ^ x->cell[i]);
  return seed;
}

static bool packed_same(const hd_packed *a, const hd_packed *b)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->cell[i] != b->cell[i] || !hd_value_same(&a->value[i], &b->value[i])) return false;
  return true;
}

/* The shared cells that the edge may write, in their values afterwards. */
static hd_packed written_by(const hd_flow *f, const hd_actor *a, const hd_edge_info *e, const hd_abstract_value *env)
{
  hd_packed out = {0};
  hd_u32s cells = {0};
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_var_info *info = hd_var_get(f->p, e->assigns[i].var);
    uint32_t first = f->space->first[e->assigns[i].var.id];
    if (info->thread.id != HD_NONE || first == HD_NONE) continue;
    for (uint32_t k = 0; k < hd_var_elements(info); k++) hd_vec_push(&cells, first + k);
    hd_distances_shared(f->space, e->assigns[i].var, &cells);
  }
  uint32_t ghost = hd_space_ghost(f->space, &a->who, e);
  if (ghost != HD_NONE) hd_vec_push(&cells, ghost);
  out.cell = hd_alloc(cells.len + 1, sizeof *out.cell);
  out.value = hd_alloc(cells.len + 1, sizeof *out.value);
  for (uint32_t i = 0; i < cells.len; i++) {
    out.cell[out.n] = cells.data[i];
    out.value[out.n++] = env[cells.data[i]];
  }
  hd_vec_clear(&cells);
  return out;
}

static bool writes_shared(const hd_flow *f, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (hd_var_get(f->p, e->assigns[i].var)->thread.id == HD_NONE && f->space->first[e->assigns[i].var.id] != HD_NONE)
      return true;
  return false;
}

static void add_deed(hd_actor *a, hd_deed d)
{
  d.hash = hash_packed(&d.before, hash_packed(&d.writes, 1));
  bool known = false;
  for (uint32_t i = 0; i < a->deeds.len && !known; i++) {
    const hd_deed *e = &a->deeds.data[i];
    known = e->hash == d.hash && packed_same(&e->before, &d.before) && packed_same(&e->writes, &d.writes);
  }
  if (!known) {
    hd_vec_push(&a->deeds, d);
    a->deeds_hash = hd_hash_u64(a->deeds_hash ^ d.hash);
    return;
  }
  hd_packed_clear(&d.before);
  hd_packed_clear(&d.writes);
}

static void note_deed(hd_flow *f, hd_actor *a, const hd_case *c, const hd_edge_info *e, hd_abstract_value *env)
{
  if (!hd_flow_before(f, a, c, e, env)) return;
  if (e->kind == HD_EDGE_ASSERT && !hd_space_assume(f->space, &a->who, env, e->cond, true)) return;
  hd_deed d = {.before = hd_packed_new(env, f->space->shared.len)};
  hd_space_assign(f->space, &a->who, env, e);
  d.writes = written_by(f, a, e, env);
  add_deed(a, d);
}

/* What the actor may do to others, from scratch. True: that is something new. */
static bool find_deeds(hd_flow *f, hd_actor *a)
{
  uint64_t old = a->deeds_hash;
  hd_abstract_value *env = hd_alloc(cells_of(f, a) + 1, sizeof *env);
  deeds_clear(a);
  a->deeds_hash = 0;
  for (uint32_t i = 0; i < f->p->edges.len; i++) {
    const hd_edge_info *e = &f->edges[i];
    const hd_cases *cases = &a->at[e->from.id];
    if (!cases->len || hd_loc_get(f->p, e->from)->kind != HD_LOC_NORMAL || !writes_shared(f, e)) continue;
    for (uint32_t k = 0; k < cases->len; k++) note_deed(f, a, &cases->data[k], e, env);
  }
  free(env);
  return a->deeds_hash != old;
}

/* --- the fixed point ------------------------------------------------------------------------------- */

static bool run_actor(hd_flow *f, hd_actor *a)
{
  hd_abstract_value *env = hd_alloc(cells_of(f, a) + 1, sizeof *env);
  bool spent = false;
  while (a->todo.len && !(spent = hd_watch_spent(&f->watch))) {
    uint32_t loc = hd_vec_pop(&a->todo);
    a->dirty[loc] = 0;
    visit_loc(f, a, loc, env);
  }
  free(env);
  return !spent;
}

static void start_actor(hd_flow *f, hd_actor *a)
{
  hd_abstract_value *env = hd_alloc(cells_of(f, a) + 1, sizeof *env);
  hd_loc entry = hd_thread_get(f->p, a->who.thread)->entry;
  hd_space_start(f->space, &a->who, env);
  drop_dead(f, a, entry, env);
  reach_case(f, a, entry.id, env);
  free(env);
}

static void mark_reached(const hd_flow *f, hd_actor *a)
{
  for (uint32_t l = f->p->locs.len; l-- > 0;)
    if (a->at[l].len) mark_dirty(a, l);
}

bool hd_flow_run(hd_flow *f)
{
  for (uint32_t i = 0; i < f->n_actors; i++) start_actor(f, &f->actors[i]);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < f->n_actors; i++) {
      hd_actor *a = &f->actors[i];
      if (!run_actor(f, a)) return false;
      if (!find_deeds(f, a)) continue;
      more = true;
      for (uint32_t k = 0; k < f->n_actors; k++)
        if (k != i || a->several) mark_reached(f, &f->actors[k]);
    }
  }
  return true;
}
