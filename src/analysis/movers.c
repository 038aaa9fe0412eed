/* movers.c - which mutexes guard a variable, and what follows for the steps that use it. */
#include "analysis/movers.h"

#include "analysis/replicated.h"

/* At most this many locks are told apart; further ones are no locks. */
enum { MAX_LOCKS = 64 };

typedef enum { USE_OTHER, USE_ACQUIRE, USE_RELEASE } use;

/* How a thread uses a variable: under these locks at least. */
typedef struct {
  uint32_t thread;
  bool write;
  uint64_t held;
} guarded_use;
typedef HD_VEC(guarded_use) guarded;

typedef struct {
  hd_program *p;
  const hd_sharing *sharing;
  uint8_t *lock; /* by variable: its number + 1, or 0 */
  uint32_t vars[MAX_LOCKS];
  uint32_t n_locks;
  uint64_t *held; /* by location: locks certainly held there */
  guarded *uses;  /* by variable: its accesses once other threads may run */
} lockset;

/* --- the shape of an edge ---------------------------------------------------------------------- */

static bool is_var(const hd_program *p, hd_term t, uint32_t v)
{
  return hd_term_op(p->terms, t) == HD_OP_VAR && hd_term_symbol(p->terms, t) == v;
}

static bool is_zero(const hd_program *p, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(p->terms, t, &value) && value == 0;
}

/* Does the guard have a conjunct v = 0? */
static bool implies_free(const hd_program *p, hd_term guard, uint32_t v)
{
  if (!hd_term_is(guard)) return false;
  hd_op op = hd_term_op(p->terms, guard);
  if (op != HD_OP_AND && op != HD_OP_EQ) return false;
  hd_term a = hd_term_arg(p->terms, guard, 0), b = hd_term_arg(p->terms, guard, 1);
  if (op == HD_OP_AND) return implies_free(p, a, v) || implies_free(p, b, v);
  return (is_var(p, a, v) && is_zero(p, b)) || (is_var(p, b, v) && is_zero(p, a));
}

/* Is the value different from 0 for every instance, whatever else holds? */
static bool never_zero(const hd_program *p, hd_thread t, hd_term value)
{
  for (uint32_t i = 0; i < hd_thread_get(p, t)->instances; i++) {
    uint64_t v;
    if (!hd_self_value(p, t, i, value, &v) || v == 0) return false;
  }
  return true;
}

static use use_of(const hd_program *p, const hd_edge_info *e, uint32_t v)
{
  if (e->kind != HD_EDGE_STEP || e->n_assigns != 1) return USE_OTHER;
  const hd_assign *a = &e->assigns[0];
  if (a->var.id != v || hd_term_is(a->index) || !hd_term_is(a->value)) return USE_OTHER;
  bool asks = hd_term_is(e->guard) && hd_term_mentions(p->terms, e->guard, v);
  if (is_zero(p, a->value)) return asks ? USE_OTHER : USE_RELEASE;
  bool takes = implies_free(p, e->guard, v) && never_zero(p, hd_loc_get(p, e->from)->thread, a->value);
  return takes ? USE_ACQUIRE : USE_OTHER;
}

/* --- locks ---------------------------------------------------------------------------------------- */

/* What an edge does to the variables it touches, one at a time. */
typedef struct {
  lockset *s;
  uint32_t edge;
  uint8_t *spoiled; /* by variable: used in a way that no lock is */
  bool late;        /* other threads may run when this edge is taken */
} inspection;

static void inspect(void *context, hd_var v, bool write)
{
  inspection *x = context;
  const hd_edge_info *e = &x->s->p->edges.data[x->edge];
  (void)write;
  if (x->late && use_of(x->s->p, e, v.id) == USE_OTHER) x->spoiled[v.id] = 1;
  /* Before others run, the variable may be initialized, but only to 0. */
  if (!x->late && write && use_of(x->s->p, e, v.id) == USE_OTHER) x->spoiled[v.id] = 1;
}

/* Locks that are certainly free or held by main after the edge, given those that are before. */
static uint64_t defined_after(const lockset *s, const hd_edge_info *e, uint64_t before)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    uint32_t v = e->assigns[i].var.id;
    if (v != HD_NONE && s->lock[v] && use_of(s->p, e, v) == USE_RELEASE) before |= UINT64_C(1) << (s->lock[v] - 1);
  }
  return before;
}

/* Forward along main's early edges: what certainly is so wherever others may begin to run. */
static uint64_t defined_at_first(lockset *s)
{
  const hd_program *p = s->p;
  uint64_t first = 0, all = UINT64_MAX;
  for (uint32_t i = 0; i < s->n_locks; i++)
    if (!p->vars.data[s->vars[i]].any && hd_var_init(p, (hd_var){s->vars[i]}, 0) == 0) first |= UINT64_C(1) << i;
  for (uint32_t l = 0; l < p->locs.len; l++) s->held[l] = UINT64_MAX;
  hd_u32s work = {0};
  uint32_t entry = p->threads.data[HD_MAIN.id].entry.id;
  s->held[entry] = first;
  hd_vec_push(&work, entry);
  while (work.len) {
    uint32_t n, at = hd_vec_pop(&work);
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &p->edges.data[out[i]];
      bool early = s->sharing->early[out[i]];
      if (!early) all &= s->held[at];
      uint64_t now = s->held[e->to.id] & defined_after(s, e, s->held[at]);
      if (!early || now == s->held[e->to.id]) continue;
      s->held[e->to.id] = now;
      hd_vec_push(&work, e->to.id);
    }
  }
  hd_vec_clear(&work);
  return all;
}

/* What starts with any value must be set to 0 before others run. */
static void drop_undefined(lockset *s)
{
  uint64_t defined = defined_at_first(s);
  for (uint32_t i = 0; i < s->n_locks; i++)
    if (!(defined >> i & 1)) s->lock[s->vars[i]] = 0;
}

static void find_candidates(lockset *s)
{
  const hd_program *p = s->p;
  uint8_t *spoiled = hd_alloc(p->vars.len, 1);
  for (uint32_t e = 0; e < p->edges.len; e++) {
    inspection x = {.s = s, .edge = e, .spoiled = spoiled, .late = !s->sharing->early[e]};
    hd_edge_accesses(p, (hd_edge){e}, inspect, &x);
  }
  for (uint32_t v = 0; v < p->vars.len && s->n_locks < MAX_LOCKS; v++) {
    const hd_var_info *info = &p->vars.data[v];
    if (spoiled[v] || !s->sharing->shared[v] || info->count) continue;
    s->vars[s->n_locks++] = v;
    s->lock[v] = (uint8_t)s->n_locks;
  }
  free(spoiled);
  drop_undefined(s);
}

/* Locks held after the edge, given those held before. */
static uint64_t locks_after(const lockset *s, const hd_edge_info *e, uint64_t held)
{
  if (e->n_assigns != 1 || e->assigns[0].var.id == HD_NONE || !s->lock[e->assigns[0].var.id]) return held;
  uint64_t bit = UINT64_C(1) << (s->lock[e->assigns[0].var.id] - 1);
  return use_of(s->p, e, e->assigns[0].var.id) == USE_ACQUIRE ? held | bit : held & ~bit;
}

/* Forward, by intersection: what is held on every path. */
static void find_held(lockset *s)
{
  const hd_program *p = s->p;
  for (uint32_t l = 0; l < p->locs.len; l++) s->held[l] = UINT64_MAX;
  hd_u32s work = {0};
  for (uint32_t t = 0; t < p->threads.len; t++) {
    s->held[p->threads.data[t].entry.id] = 0;
    hd_vec_push(&work, p->threads.data[t].entry.id);
  }
  while (work.len) {
    uint32_t n, at = hd_vec_pop(&work);
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &p->edges.data[out[i]];
      uint64_t now = s->held[e->to.id] & locks_after(s, e, s->held[at]);
      if (now == s->held[e->to.id]) continue;
      s->held[e->to.id] = now;
      hd_vec_push(&work, e->to.id);
    }
  }
  hd_vec_clear(&work);
}

/* A release without holding lets a second instance in: then it protects nothing. */
static bool drop_misused(lockset *s)
{
  const hd_program *p = s->p;
  bool dropped = false;
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    if (s->sharing->early[i] || e->n_assigns != 1 || e->assigns[0].var.id == HD_NONE) continue;
    uint32_t v = e->assigns[0].var.id;
    if (!s->lock[v] || use_of(p, e, v) != USE_RELEASE) continue;
    if (s->held[e->from.id] >> (s->lock[v] - 1) & 1) continue;
    s->lock[v] = 0;
    dropped = true;
  }
  return dropped;
}

/* --- protected variables ---------------------------------------------------------------------------- */

typedef struct {
  lockset *s;
  uint32_t thread;
  uint64_t held;
  bool other; /* touches a shared variable that is not protected */
} touch;

static void note_use(void *context, hd_var v, bool write)
{
  const touch *t = context;
  guarded *list = &t->s->uses[v.id];
  if (!t->s->sharing->shared[v.id]) return;
  for (uint32_t i = 0; i < list->len; i++) {
    const guarded_use *u = &list->data[i];
    if (u->thread == t->thread && u->write == write && u->held == t->held) return;
  }
  hd_vec_push(list, (guarded_use){t->thread, write, t->held});
}

static touch touch_of(lockset *s, uint32_t edge)
{
  hd_loc from = s->p->edges.data[edge].from;
  return (touch){.s = s, .thread = hd_loc_get(s->p, from)->thread.id, .held = s->held[from.id]};
}

static void find_uses(lockset *s)
{
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    touch t = touch_of(s, i);
    if (!s->sharing->early[i]) hd_edge_accesses(s->p, (hd_edge){i}, note_use, &t);
  }
}

/* Can the access come next to one by another instance that it does not commute with? Not to one under the same lock. */
static void look_unprotected(void *context, hd_var v, bool write)
{
  touch *t = context;
  const guarded *list = &t->s->uses[v.id];
  bool alone = t->s->p->threads.data[t->thread].instances == 1;
  for (uint32_t i = 0; i < list->len && !t->other; i++) {
    const guarded_use *u = &list->data[i];
    bool conflicts = (write || u->write) && !(u->thread == t->thread && alone);
    t->other = conflicts && !(u->held & t->held);
  }
}

static void count_shared(void *context, hd_var v, bool write)
{
  touch *t = context;
  (void)write;
  if (t->s->sharing->shared[v.id] && !t->s->lock[v.id]) t->other = true;
}

static hd_mover mover_of(lockset *s, uint32_t i)
{
  const hd_edge_info *e = &s->p->edges.data[i];
  if (!s->sharing->touches[i]) return HD_MOVER_BOTH;
  touch t = touch_of(s, i);
  hd_edge_accesses(s->p, (hd_edge){i}, look_unprotected, &t);
  if (!t.other) return HD_MOVER_BOTH;
  if (e->n_assigns != 1 || e->assigns[0].var.id == HD_NONE || !s->lock[e->assigns[0].var.id]) return HD_MOVER_NONE;
  t.other = false;
  hd_edge_accesses(s->p, (hd_edge){i}, count_shared, &t);
  if (t.other) return HD_MOVER_NONE;
  return use_of(s->p, e, e->assigns[0].var.id) == USE_ACQUIRE ? HD_MOVER_RIGHT : HD_MOVER_LEFT;
}

uint8_t *hd_movers_new(hd_program *p, const hd_sharing *sharing)
{
  lockset s = {.p = p, .sharing = sharing};
  hd_program_index(p);
  s.lock = hd_alloc(p->vars.len, 1);
  s.held = hd_alloc(p->locs.len, sizeof *s.held);
  s.uses = hd_alloc(p->vars.len, sizeof *s.uses);
  find_candidates(&s);
  do find_held(&s);
  while (drop_misused(&s));
  find_uses(&s);
  uint8_t *movers = hd_alloc(p->edges.len, 1);
  for (uint32_t i = 0; i < p->edges.len; i++) movers[i] = (uint8_t)mover_of(&s, i);
  free(s.lock);
  free(s.held);
  for (uint32_t v = 0; v < p->vars.len; v++) hd_vec_clear(&s.uses[v]);
  free(s.uses);
  return movers;
}
