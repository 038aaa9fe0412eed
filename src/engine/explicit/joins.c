/* joins.c - rewrites joins of several instances into one wait for all of them. */
#include "engine/explicit/joins.h"

#include "analysis/loops.h"
#include "analysis/sharing.h"
#include "engine/explicit/status.h"
#include "engine/explicit/symmetry.h"

/* What a join edge joins. */
typedef struct {
  hd_thread thread; /* HD_NO_THREAD: it joins no thread, or it was left as it is */
  uint32_t instance;
} joined;

/* Of an edge. OWN: only its thread can notice it. CHOSEN: only its thread can notice its guard. */
enum { VISIBLE, CHOSEN, OWN };

struct hd_joins {
  uint32_t n_edges, n_locs; /* of the program before */
  joined *of_edge;          /* by edge */
  uint8_t *kind;            /* by edge */
  hd_loc *from, *to;        /* by edge: its ends before the change */
  uint8_t *orderly;         /* by variable: a status that stays 2 (finished) once it is */
  uint32_t *user;           /* by variable: the only thread that accesses it, if it has one instance */
};

typedef struct {
  hd_program *p;
  hd_joins *j;
  hd_thread t, joiner;
  hd_term index; /* of the test that was found */
  uint32_t found;
  hd_var pending, noted; /* the joiner's: has it joined since it last waited; which one */
} change;

/* --- which edges join, which are the thread's own -------------------------------------------- */

static void look_for_join(void *context, hd_term conjunct)
{
  change *c = context;
  hd_var status;
  hd_term index;
  uint64_t value;
  if (!hd_status_test(c->p, conjunct, &status, &index, &value) || value != 2) return;
  if (status.id != hd_thread_get(c->p, c->t)->status.id) return;
  c->index = index;
  c->found++;
}

/* Does another thread wait until the status of an instance, named by a constant, is 2? */
static bool is_join(change *c, uint32_t edge, uint64_t *instance)
{
  const hd_edge_info *e = &c->p->edges.data[edge];
  if (hd_loc_get(c->p, e->from)->thread.id == c->t.id || e->kind != HD_EDGE_STEP) return false;
  c->found = 0;
  hd_conjuncts_visit(c->p, e->guard, look_for_join, c);
  return c->found == 1 && hd_term_is(c->index) && hd_term_is_const(c->p->terms, c->index, instance) &&
         *instance < hd_thread_get(c->p, c->t)->instances;
}

typedef struct {
  const hd_program *p;
  const hd_joins *j;
  hd_thread who;
  bool own;
} ownership;

/* No other thread accesses it. */
static bool is_own_var(const ownership *o, hd_var v)
{
  return hd_var_get(o->p, v)->thread.id == o->who.id || o->j->user[v.id] == o->who.id;
}

static void look_at_leaf(void *context, hd_term leaf)
{
  ownership *o = context;
  o->own &= hd_term_op(o->p->terms, leaf) == HD_OP_VAR && is_own_var(o, (hd_var){hd_term_symbol(o->p->terms, leaf)});
}

static void look_at_term(ownership *o, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(o->p->terms, t, look_at_leaf, o);
}

/* A step may ask whether another thread has ended: once it has, the answer stays the same. */
static void look_at_conjunct(void *context, hd_term conjunct)
{
  ownership *o = context;
  hd_var status;
  hd_term index;
  uint64_t value;
  if (hd_status_test(o->p, conjunct, &status, &index, &value) && value == 2 && o->j->orderly[status.id])
    look_at_term(o, index);
  else
    look_at_term(o, conjunct);
}

/* A step is its thread's own when only the thread can notice it and goes on after it. */
static uint8_t kind_of(const hd_program *p, const hd_edge_info *e, const hd_joins *j)
{
  const hd_loc_info *from = hd_loc_get(p, e->from), *to = hd_loc_get(p, e->to);
  ownership o = {p, j, from->thread, !from->atomic && !to->atomic};
  hd_conjuncts_visit(p, e->guard, look_at_conjunct, &o);
  if (!o.own) return VISIBLE;
  o.own = e->kind == HD_EDGE_STEP && to->kind == HD_LOC_NORMAL;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    o.own &= is_own_var(&o, e->assigns[i].var);
    look_at_term(&o, e->assigns[i].index);
    look_at_term(&o, e->assigns[i].value);
  }
  return o.own ? OWN : CHOSEN;
}

static bool find_joins(change *c)
{
  const hd_thread_info *t = hd_thread_get(c->p, c->t);
  uint64_t instance;
  uint32_t n = 0;
  if (t->instances < 2 || t->status.id == HD_NONE) return false;
  c->joiner = HD_NO_THREAD;
  for (uint32_t i = 0; i < c->j->n_edges; i++) {
    if (!is_join(c, i, &instance)) continue;
    hd_thread who = hd_loc_get(c->p, c->p->edges.data[i].from)->thread;
    if (n++ && who.id != c->joiner.id) return false;
    c->joiner = who;
    if (c->j->kind[i] != OWN) return false;
  }
  if (!n) return false;
  const hd_thread_info *joiner = hd_thread_get(c->p, c->joiner);
  return joiner->instances == 1 && !joiner->replicated;
}

/* --- the change ------------------------------------------------------------------------------ */

typedef struct {
  change *c;
  hd_term without;
} filter;

static void keep_other(void *context, hd_term conjunct)
{
  filter *f = context;
  uint32_t before = f->c->found;
  look_for_join(f->c, conjunct);
  if (f->c->found != before) return;
  f->without = hd_term_is(f->without) ? hd_term_2(f->c->p->terms, HD_OP_AND, f->without, conjunct) : conjunct;
}

static void note_instead(change *c, uint32_t edge, uint64_t instance)
{
  hd_terms *T = c->p->terms;
  filter f = {c, HD_NO_TERM};
  hd_conjuncts_visit(c->p, c->p->edges.data[edge].guard, keep_other, &f);
  hd_edge_info *e = &c->p->edges.data[edge];
  hd_assign *assigns = hd_arena_alloc(&c->p->arena, (e->n_assigns + 2) * sizeof *assigns);
  if (e->n_assigns) memcpy(assigns, e->assigns, e->n_assigns * sizeof *assigns);
  assigns[e->n_assigns] =
      (hd_assign){.var = c->noted, .index = hd_term_bv(T, 32, instance), .value = hd_term_bv(T, 8, 1)};
  assigns[e->n_assigns + 1] = (hd_assign){.var = c->pending, .index = HD_NO_TERM, .value = hd_term_true(T)};
  e->guard = f.without;
  e->assigns = assigns;
  e->n_assigns += 2;
  c->j->of_edge[edge] = (joined){c->t, (uint32_t)instance};
}

static hd_term and_guard(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_is(a) ? hd_term_2(T, HD_OP_AND, a, b) : b;
}

/* No instance runs; those that exist are those that were joined. */
static void conditions(const change *c, hd_term *quiet, hd_term *all_joined)
{
  hd_terms *T = c->p->terms;
  *quiet = *all_joined = HD_NO_TERM;
  for (uint32_t i = 0; i < hd_thread_get(c->p, c->t)->instances; i++) {
    hd_term at = hd_term_bv(T, 32, i), status = hd_program_element(c->p, hd_thread_get(c->p, c->t)->status, at);
    hd_term unborn = hd_term_eq_bv(T, status, 0);
    hd_term missed = hd_term_eq_bv(T, hd_program_element(c->p, c->noted, at), 0);
    *quiet = and_guard(T, *quiet, hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, status, 1)));
    *all_joined = and_guard(T, *all_joined, hd_term_2(T, HD_OP_EQ, unborn, missed));
  }
}

static void add_step(change *c, hd_loc from, hd_loc to, hd_term guard, bool waited)
{
  hd_assign reset = {.var = c->pending, .index = HD_NO_TERM, .value = hd_term_false(c->p->terms)};
  hd_edge_info e = {.from = from, .to = to, .guard = guard, .assigns = &reset, .n_assigns = waited};
  e.access = HD_ACCESS_SYNC;
  e.pos = hd_loc_get(c->p, from)->pos;
  e.frame = hd_loc_get(c->p, from)->frame;
  hd_program_add_edge(c->p, e);
}

/* Adds, between two locations, the wait for the instances that were joined. */
static void wait_between(change *c, hd_loc before, hd_loc after)
{
  hd_terms *T = c->p->terms;
  hd_loc_info info = *hd_loc_get(c->p, before);
  hd_loc failed = hd_program_add_loc(c->p, info);
  info.kind = HD_LOC_UNSUPPORTED;
  info.reason = "not all threads were joined";
  hd_loc broken = hd_program_add_loc(c->p, info);
  hd_term pending = hd_program_var_term(c->p, c->pending), quiet, all_joined;
  conditions(c, &quiet, &all_joined);
  add_step(c, before, after, hd_term_1(T, HD_OP_NOT, pending), false);
  add_step(c, before, after, hd_term_2(T, HD_OP_AND, pending, hd_term_2(T, HD_OP_AND, quiet, all_joined)), true);
  add_step(c, before, failed, hd_term_2(T, HD_OP_AND, pending, hd_term_1(T, HD_OP_NOT, all_joined)), false);
  add_step(c, failed, broken, HD_NO_TERM, false);
}

static hd_loc new_loc(change *c, hd_loc like)
{
  return hd_program_add_loc(c->p, *hd_loc_get(c->p, like));
}

/* Waits before a location: the thread's own steps to it lead to the wait instead. */
static void wait_before(change *c, hd_loc l)
{
  hd_loc before = new_loc(c, l);
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    hd_edge_info *e = &c->p->edges.data[i];
    if (e->to.id == l.id && (i >= c->j->n_edges || c->j->kind[i] == OWN)) e->to = before;
  }
  wait_between(c, before, l);
}

/* Waits on an edge: it is chosen, then the instances that were joined are awaited, then it is taken. */
static void wait_on(change *c, uint32_t edge)
{
  hd_loc from = c->p->edges.data[edge].from, before = from, after = new_loc(c, from);
  if (from.id < c->j->n_locs) {
    before = new_loc(c, from);
    add_step(c, from, before, c->p->edges.data[edge].guard, false);
  }
  wait_between(c, before, after);
  c->p->edges.data[edge].from = after;
}

/* The locations where all steps have to wait, since the guard of one can be noticed; if it matters that a thread waits
 * for ever, also those where the thread could otherwise go on for ever. */
static uint8_t *find_commits(const change *c, const hd_loops *loops, bool also_loops)
{
  uint8_t *commits = hd_alloc(c->j->n_locs, 1);
  for (uint32_t i = 0; i < c->j->n_edges; i++) {
    const hd_edge_info *e = &c->p->edges.data[i];
    if (c->j->kind[i] == VISIBLE && hd_loc_get(c->p, e->from)->thread.id == c->joiner.id) commits[c->j->from[i].id] = 1;
  }
  for (uint32_t i = 0; also_loops && i < loops->list.len; i++)
    if (loops->list.data[i].bound == HD_NONE || loops->list.data[i].irreducible)
      commits[loops->list.data[i].head.id] = 1;
  return commits;
}

/* Locations that are reached from a join by steps of the thread's own. */
static uint8_t *find_pending(const change *c, const uint8_t *commits)
{
  uint8_t *pending = hd_alloc(c->j->n_locs, 1);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < c->j->n_edges; i++) {
      uint32_t at = c->j->from[i].id;
      bool from = c->j->of_edge[i].thread.id == c->t.id || (c->j->kind[i] == OWN && pending[at] && !commits[at]);
      if (!from || pending[c->j->to[i].id]) continue;
      pending[c->j->to[i].id] = 1;
      more = true;
    }
  }
  return pending;
}

static void add_vars(change *c)
{
  const hd_thread_info *t = hd_thread_get(c->p, c->t);
  hd_var_info info = {.name = "joined.pending", .thread = c->joiner, .sort = HD_BOOL};
  info.role = HD_ROLE_TEMP;
  info.pos = HD_NO_POS;
  info.show = HD_SHOW_BOOL;
  uint32_t instances = t->instances;
  c->pending = hd_program_add_var(c->p, info);
  info.name = "joined";
  info.sort = HD_BV(8);
  info.count = instances;
  info.show = HD_SHOW_UNSIGNED;
  c->noted = hd_program_add_var(c->p, info);
}

static void transform(change *c, const uint8_t *commits)
{
  uint64_t instance;
  add_vars(c);
  for (uint32_t i = 0; i < c->j->n_edges; i++)
    if (is_join(c, i, &instance)) note_instead(c, i, instance);
  uint8_t *pending = find_pending(c, commits);
  for (uint32_t l = 0; l < c->j->n_locs; l++)
    if (pending[l] && commits[l]) wait_before(c, (hd_loc){l});
  for (uint32_t i = 0; i < c->j->n_edges; i++)
    if (c->j->kind[i] == CHOSEN && pending[c->j->from[i].id] && !commits[c->j->from[i].id]) wait_on(c, i);
  free(pending);
  hd_program_index(c->p);
}

/* --- trying it ------------------------------------------------------------------------------- */

static void forget_thread(hd_joins *j, hd_thread t)
{
  for (uint32_t i = 0; i < j->n_edges; i++)
    if (j->of_edge[i].thread.id == t.id) j->of_edge[i].thread = HD_NO_THREAD;
}

/* For one thread; true when that has made it symmetric. */
static bool try_thread(hd_joins *j, hd_program **p, hd_thread t, const hd_loops *loops, hd_property property)
{
  change c = {.p = *p, .j = j, .t = t};
  if (!find_joins(&c)) return false;
  hd_program *other = hd_program_clone(*p);
  hd_program_index(other);
  c.p = other;
  uint8_t *commits = find_commits(&c, loops, hd_violated_by(property, HD_BY_DEADLOCK));
  transform(&c, commits);
  free(commits);
  bool good = hd_symmetry_possible(other, t, j->n_edges);
  if (!good) forget_thread(j, t);
  hd_program_free(good ? *p : other);
  if (good) *p = other;
  return good;
}

#define NO_USER HD_NONE
#define SEVERAL (HD_NONE - 1)

typedef struct {
  uint32_t *user, who;
} usage;

static void note_user(void *context, hd_var v, bool write)
{
  usage *u = context;
  (void)write;
  u->user[v.id] = u->user[v.id] == NO_USER || u->user[v.id] == u->who ? u->who : SEVERAL;
}

static void find_users(hd_joins *j, const hd_program *p)
{
  j->user = hd_alloc(p->vars.len, sizeof *j->user);
  for (uint32_t v = 0; v < p->vars.len; v++) j->user[v] = NO_USER;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_thread t = hd_loc_get(p, p->edges.data[i].from)->thread;
    bool one = hd_thread_get(p, t)->instances == 1 && !hd_thread_get(p, t)->replicated;
    usage u = {j->user, one ? t.id : SEVERAL};
    hd_edge_accesses(p, (hd_edge){i}, note_user, &u);
  }
}

hd_joins *hd_joins_new(hd_program **p, const hd_loops *loops, hd_property property)
{
  hd_joins *j = hd_alloc(1, sizeof *j);
  j->n_edges = (*p)->edges.len;
  j->n_locs = (*p)->locs.len;
  j->of_edge = hd_alloc(j->n_edges, sizeof *j->of_edge);
  j->kind = hd_alloc(j->n_edges, 1);
  j->from = hd_alloc(j->n_edges, sizeof *j->from);
  j->to = hd_alloc(j->n_edges, sizeof *j->to);
  j->orderly = hd_alloc((*p)->vars.len, 1);
  find_users(j, *p);
  for (uint32_t t = 0; t < (*p)->threads.len; t++)
    if (hd_status_orderly(*p, (hd_thread){t}, loops)) j->orderly[(*p)->threads.data[t].status.id] = 1;
  for (uint32_t i = 0; i < j->n_edges; i++) {
    j->of_edge[i].thread = HD_NO_THREAD;
    j->kind[i] = kind_of(*p, &(*p)->edges.data[i], j);
    j->from[i] = (*p)->edges.data[i].from;
    j->to[i] = (*p)->edges.data[i].to;
  }
  bool some = false;
  for (uint32_t t = 0; t < (*p)->threads.len; t++)
    some |= !hd_symmetry_possible(*p, (hd_thread){t}, HD_NONE) && try_thread(j, p, (hd_thread){t}, loops, property);
  if (some) return j;
  hd_joins_free(j);
  return NULL;
}

void hd_joins_free(hd_joins *j)
{
  if (!j) return;
  free(j->of_edge);
  free(j->kind);
  free(j->from);
  free(j->to);
  free(j->orderly);
  free(j->user);
  free(j);
}

uint32_t hd_joins_first_edge(const hd_joins *j)
{
  return j ? j->n_edges : HD_NONE;
}

uint32_t hd_joins_first_loc(const hd_joins *j)
{
  return j->n_locs;
}

/* --- traces ---------------------------------------------------------------------------------- */

typedef struct {
  const hd_joins *j;
  const hd_program *p;
  hd_trace *out;
  HD_VEC(hd_step) waiting; /* steps after a join that has not been made */
  HD_VEC(joined) finished;
} restoring;

static bool has_finished(const restoring *r, joined who)
{
  for (uint32_t i = 0; i < r->finished.len; i++)
    if (r->finished.data[i].thread.id == who.thread.id && r->finished.data[i].instance == who.instance) return true;
  return false;
}

static bool finishes(const hd_program *p, const hd_step *s)
{
  const hd_edge_info *e = hd_edge_get(p, s->edge);
  uint64_t value;
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == hd_thread_get(p, s->thread)->status.id && hd_term_is(e->assigns[i].value) &&
        hd_term_is_const(p->terms, e->assigns[i].value, &value) && value == 2)
      return true;
  return false;
}

static void put_step(restoring *r, const hd_step *s)
{
  hd_trace_push(r->out, s->thread, s->instance, s->edge, s->inputs, s->n_inputs);
  if (finishes(r->p, s)) hd_vec_push(&r->finished, (joined){s->thread, s->instance});
}

static bool waits(const restoring *r, hd_thread who, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (r->waiting.data[i].thread.id == who.id) return true;
  return false;
}

/* Takes the steps that can be taken by now. */
static void release_waiting(restoring *r)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->waiting.len; i++) {
    hd_step s = r->waiting.data[i];
    const joined *who = &r->j->of_edge[s.edge.id];
    bool can = (who->thread.id == HD_NONE || has_finished(r, *who)) && !waits(r, s.thread, kept);
    if (can)
      put_step(r, &s);
    else
      r->waiting.data[kept++] = s;
  }
  r->waiting.len = kept;
}

hd_trace *hd_joins_restore(const hd_joins *j, const hd_program *changed, const hd_trace *t)
{
  restoring r = {.j = j, .p = changed, .out = hd_trace_new()};
  for (uint32_t i = 0; i < t->initial.len; i++) hd_vec_push(&r.out->initial, t->initial.data[i]);
  for (uint32_t i = 0; i < t->steps.len; i++) {
    const hd_step *s = &t->steps.data[i];
    if (s->edge.id >= j->n_edges) continue;
    bool joins = j->of_edge[s->edge.id].thread.id != HD_NONE;
    if (joins || waits(&r, s->thread, r.waiting.len))
      hd_vec_push(&r.waiting, *s);
    else
      put_step(&r, s);
    release_waiting(&r);
  }
  hd_vec_clear(&r.waiting);
  hd_vec_clear(&r.finished);
  return r.out;
}
