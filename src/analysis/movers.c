/* movers.c - which mutexes guard a variable, and what follows for the steps that use it. */
#include "analysis/movers.h"

#include "analysis/replicated.h"
#include "expr/memo.h"

/* At most this many variables are locks, and this many of their elements are told apart; further ones are no locks. */
enum { MAX_LOCKS = 64 };

typedef enum { USE_OTHER, USE_ACQUIRE, USE_RELEASE } use;

/* A lock as a thread names it: a variable, or an element of one whose index only the thread's own locals decide. */
typedef struct {
  uint32_t var;
  hd_term index; /* HD_NO_TERM: a scalar */
} lock_name;

/* How a thread uses a variable: under these locks at least. */
typedef struct {
  uint32_t thread;
  bool write;
  uint64_t held; /* names that mean one lock in all threads */
  uint64_t same; /* arrays of locks: the element with the index of the access */
} guarded_use;
typedef HD_VEC(guarded_use) guarded;

typedef struct {
  hd_program *p;
  const hd_sharing *sharing;
  uint8_t *lock; /* by variable: its number + 1, or 0 */
  uint32_t vars[MAX_LOCKS];
  uint32_t n_locks;
  lock_name names[MAX_LOCKS];
  uint32_t n_names;
  uint64_t fixed;  /* names that mean one lock in all threads: scalars, and elements with a constant index in range */
  uint64_t *stale; /* by variable: names whose index depends on it */
  uint64_t *held;  /* by location: names of locks that are certainly held there */
  guarded *uses;   /* by variable: its accesses once other threads may run */
} lockset;

/* --- the shape of an edge ---------------------------------------------------------------------- */

/* The variable itself, or that element of it. */
static bool is_cell(const hd_program *p, hd_term t, uint32_t v, hd_term index)
{
  if (hd_term_is(index)) {
    if (hd_term_op(p->terms, t) != HD_OP_SELECT || !hd_term_same(hd_term_arg(p->terms, t, 1), index)) return false;
    t = hd_term_arg(p->terms, t, 0);
  }
  return hd_term_op(p->terms, t) == HD_OP_VAR && hd_term_symbol(p->terms, t) == v;
}

static bool is_zero(const hd_program *p, hd_term t)
{
  uint64_t value;
  return hd_term_is_const(p->terms, t, &value) && value == 0;
}

/* Does the guard have a conjunct v = 0, or v[index] = 0? */
static bool implies_free(const hd_program *p, hd_term guard, uint32_t v, hd_term index)
{
  if (!hd_term_is(guard)) return false;
  hd_op op = hd_term_op(p->terms, guard);
  if (op != HD_OP_AND && op != HD_OP_EQ) return false;
  hd_term a = hd_term_arg(p->terms, guard, 0), b = hd_term_arg(p->terms, guard, 1);
  if (op == HD_OP_AND) return implies_free(p, a, v, index) || implies_free(p, b, v, index);
  return (is_cell(p, a, v, index) && is_zero(p, b)) || (is_cell(p, b, v, index) && is_zero(p, a));
}

/* Does the term look at the array only by this index? If that is HD_NO_TERM, it becomes the first that is found. */
static bool looks_only_at(const hd_program *p, hd_term t, uint32_t v, hd_term *index)
{
  const hd_terms *T = p->terms;
  hd_u32s order = {0};
  bool only = true;
  if (!hd_term_is(t) || !hd_term_mentions(T, t, v)) return true;
  hd_term_walk(T, t, &order);
  for (uint32_t i = 0; i < order.len && only; i++) {
    hd_term at = {order.data[i]};
    bool selects = hd_term_op(T, at) == HD_OP_SELECT;
    for (unsigned k = 0; k < hd_term_arity(T, at) && only; k++) {
      hd_term arg = hd_term_arg(T, at, k);
      if (hd_term_op(T, arg) != HD_OP_VAR || hd_term_symbol(T, arg) != v) continue;
      if (selects && k == 0 && !hd_term_is(*index)) *index = hd_term_arg(T, at, 1);
      only = selects && k == 0 && hd_term_same(hd_term_arg(T, at, 1), *index);
    }
  }
  hd_vec_clear(&order);
  return only;
}

typedef struct {
  const hd_program *p;
  hd_thread thread;
  bool own;
} ownership;

static void look_at_owner(void *context, hd_term leaf)
{
  ownership *o = context;
  bool is_var = hd_term_op(o->p->terms, leaf) == HD_OP_VAR;
  o->own = o->own && is_var && o->p->vars.data[hd_term_symbol(o->p->terms, leaf)].thread.id == o->thread.id;
}

/* Do only locals of the thread decide the index? */
static bool is_own_index(const hd_program *p, hd_thread thread, hd_term index)
{
  ownership o = {p, thread, true};
  if (hd_term_is(index)) hd_term_visit_leaves(p->terms, index, look_at_owner, &o);
  return o.own;
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
  hd_thread thread = hd_loc_get(p, e->from)->thread;
  if (a->var.id != v || !hd_term_is(a->value) || !is_own_index(p, thread, a->index)) return USE_OTHER;
  bool asks = hd_term_is(e->guard) && hd_term_mentions(p->terms, e->guard, v);
  if (is_zero(p, a->value)) return asks ? USE_OTHER : USE_RELEASE;
  hd_term index = a->index;
  if (hd_term_is(index) && !looks_only_at(p, e->guard, v, &index)) return USE_OTHER;
  bool takes = implies_free(p, e->guard, v, index) && never_zero(p, thread, a->value);
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

/* Locks that are certainly free or held by main after the edge, given those that are before. Of an array one element is
 * set at a time: it has to start with zeros. */
static uint64_t defined_after(const lockset *s, const hd_edge_info *e, uint64_t before)
{
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    uint32_t v = e->assigns[i].var.id;
    if (v == HD_NONE || !s->lock[v] || hd_term_is(e->assigns[i].index)) continue;
    if (use_of(s->p, e, v) == USE_RELEASE) before |= UINT64_C(1) << (s->lock[v] - 1);
  }
  return before;
}

static bool starts_with_zeros(const hd_program *p, uint32_t v)
{
  const hd_var_info *info = &p->vars.data[v];
  bool zero = !info->any;
  for (uint32_t i = 0; i < hd_var_elements(info) && zero; i++) zero = hd_var_init(p, (hd_var){v}, i) == 0;
  return zero;
}

/* Forward along main's early edges: what certainly is so wherever others may begin to run. */
static uint64_t defined_at_first(lockset *s)
{
  const hd_program *p = s->p;
  uint64_t first = 0, all = UINT64_MAX;
  for (uint32_t i = 0; i < s->n_locks; i++)
    if (starts_with_zeros(p, s->vars[i])) first |= UINT64_C(1) << i;
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

/* --- names -------------------------------------------------------------------------------------------- */

/* The lock that the edge takes or gives back; HD_NONE: none, or one without a number. */
static uint32_t find_name(const lockset *s, const hd_assign *a)
{
  for (uint32_t i = 0; i < s->n_names; i++)
    if (s->names[i].var == a->var.id && hd_term_same(s->names[i].index, a->index)) return i;
  return HD_NONE;
}

typedef struct {
  lockset *s;
  uint64_t bit;
} naming;

static void note_stale(void *context, hd_term leaf)
{
  const naming *n = context;
  n->s->stale[hd_term_symbol(n->s->p->terms, leaf)] |= n->bit;
}

static void add_name(lockset *s, const hd_assign *a)
{
  uint64_t value;
  if (s->n_names == MAX_LOCKS || find_name(s, a) != HD_NONE) return;
  naming n = {s, UINT64_C(1) << s->n_names};
  s->names[s->n_names++] = (lock_name){a->var.id, a->index};
  if (hd_term_is(a->index)) hd_term_visit_leaves(s->p->terms, a->index, note_stale, &n);
  bool constant = hd_term_is(a->index) && hd_term_is_const(s->p->terms, a->index, &value) &&
                  value < s->p->vars.data[a->var.id].count;
  if (!hd_term_is(a->index) || constant) s->fixed |= n.bit;
}

static uint64_t names_of(const lockset *s, uint32_t v)
{
  uint64_t all = 0;
  for (uint32_t i = 0; i < s->n_names; i++)
    if (s->names[i].var == v) all |= UINT64_C(1) << i;
  return all;
}

static void find_names(lockset *s)
{
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    const hd_edge_info *e = &s->p->edges.data[i];
    if (e->n_assigns != 1 || e->assigns[0].var.id == HD_NONE || !s->lock[e->assigns[0].var.id]) continue;
    if (use_of(s->p, e, e->assigns[0].var.id) == USE_ACQUIRE) add_name(s, &e->assigns[0]);
  }
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
    if (spoiled[v] || !s->sharing->shared[v]) continue;
    s->vars[s->n_locks++] = v;
    s->lock[v] = (uint8_t)s->n_locks;
  }
  free(spoiled);
  drop_undefined(s);
  find_names(s);
}

/* --- what is held --------------------------------------------------------------------------------------- */

/* Locks held after the edge, given those held before. Two names that are both held mean two locks: an instance that
 * asks for one that it holds waits for ever. So a release ends what it names, and, if that is not known to be held, all
 * that it may mean. */
static uint64_t locks_after(const lockset *s, const hd_edge_info *e, uint64_t held)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id != HD_NONE) held &= ~s->stale[e->assigns[i].var.id];
  if (e->n_assigns != 1 || e->assigns[0].var.id == HD_NONE || !s->lock[e->assigns[0].var.id]) return held;
  uint32_t v = e->assigns[0].var.id, name = find_name(s, &e->assigns[0]);
  uint64_t bit = name == HD_NONE ? 0 : UINT64_C(1) << name;
  if (use_of(s->p, e, v) == USE_ACQUIRE) return held | bit;
  return held & ~(held & bit ? bit : names_of(s, v));
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
    uint32_t name = find_name(s, &e->assigns[0]);
    if (name != HD_NONE && s->held[e->from.id] >> name & 1) continue;
    s->lock[v] = 0;
    dropped = true;
  }
  return dropped;
}

/* --- protected variables ---------------------------------------------------------------------------- */

typedef struct {
  lockset *s;
  const hd_edge_info *edge;
  uint32_t thread;
  uint64_t names; /* of locks that are held */
  bool other;     /* touches a shared variable that is not protected */
} touch;

/* The one index by which the edge reads and writes the array; HD_NO_TERM: there are several. */
static hd_term only_index(const hd_program *p, const hd_edge_info *e, uint32_t v)
{
  hd_term index = HD_NO_TERM;
  bool only = looks_only_at(p, e->guard, v, &index) && looks_only_at(p, e->cond, v, &index);
  for (uint32_t i = 0; i < e->n_assigns && only; i++) {
    const hd_assign *a = &e->assigns[i];
    if (a->var.id == v && !hd_term_is(index)) index = a->index;
    only = (a->var.id != v || hd_term_same(a->index, index)) && looks_only_at(p, a->index, v, &index) &&
           looks_only_at(p, a->value, v, &index);
  }
  return only ? index : HD_NO_TERM;
}

/* Arrays of locks whose element with the index of the access is held. Where the array of locks has no such element, the
 * accessed one has none either: the access changes nothing. */
static uint64_t same_element(const touch *t, uint32_t v)
{
  const lockset *s = t->s;
  uint64_t same = 0;
  uint32_t count = s->p->vars.data[v].count;
  hd_term index = count && t->names ? only_index(s->p, t->edge, v) : HD_NO_TERM;
  for (uint32_t i = 0; hd_term_is(index) && i < s->n_names; i++) {
    const lock_name *n = &s->names[i];
    bool held = t->names >> i & 1 && s->lock[n->var] && hd_term_same(n->index, index);
    if (held && count <= s->p->vars.data[n->var].count) same |= UINT64_C(1) << (s->lock[n->var] - 1);
  }
  return same;
}

static guarded_use use_under_locks(const touch *t, uint32_t v, bool write)
{
  return (guarded_use){t->thread, write, t->names & t->s->fixed, same_element(t, v)};
}

static void note_use(void *context, hd_var v, bool write)
{
  const touch *t = context;
  guarded *list = &t->s->uses[v.id];
  if (!t->s->sharing->shared[v.id]) return;
  guarded_use now = use_under_locks(t, v.id, write);
  for (uint32_t i = 0; i < list->len; i++) {
    const guarded_use *u = &list->data[i];
    if (u->thread == now.thread && u->write == write && u->held == now.held && u->same == now.same) return;
  }
  hd_vec_push(list, now);
}

static touch touch_of(lockset *s, uint32_t edge)
{
  const hd_edge_info *e = &s->p->edges.data[edge];
  return (touch){.s = s, .edge = e, .thread = hd_loc_get(s->p, e->from)->thread.id, .names = s->held[e->from.id]};
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
  guarded_use now = use_under_locks(t, v.id, write);
  for (uint32_t i = 0; i < list->len && !t->other; i++) {
    const guarded_use *u = &list->data[i];
    bool conflicts = (write || u->write) && !(u->thread == t->thread && alone);
    t->other = conflicts && !(u->held & now.held) && !(u->same & now.same);
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
  s.stale = hd_alloc(p->vars.len, sizeof *s.stale);
  s.uses = hd_alloc(p->vars.len, sizeof *s.uses);
  find_candidates(&s);
  do find_held(&s);
  while (drop_misused(&s));
  find_uses(&s);
  uint8_t *movers = hd_alloc(p->edges.len, 1);
  for (uint32_t i = 0; i < p->edges.len; i++) movers[i] = (uint8_t)mover_of(&s, i);
  free(s.lock);
  free(s.held);
  free(s.stale);
  for (uint32_t v = 0; v < p->vars.len; v++) hd_vec_clear(&s.uses[v]);
  free(s.uses);
  return movers;
}
