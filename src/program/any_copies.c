/* any_copies.c - loosens the edges that depend on which copy an instance is. */
#include "program/any_copies.h"

typedef struct {
  const hd_program *p;
  const uint8_t *any;
  hd_arena *arena;
  uint32_t *owner; /* by variable: the thread that has an element of it for each copy, or HD_NONE */
  const char *why_not;
} work;

static bool refuse_thread(work *w, hd_thread t, const char *what)
{
  w->why_not = hd_arena_printf(w->arena, "thread `%s` %s", hd_thread_get(w->p, t)->name, what);
  return false;
}

static bool is_self(const work *w, hd_thread t, hd_term x)
{
  const hd_terms *T = w->p->terms;
  return hd_term_op(T, x) == HD_OP_VAR && hd_term_symbol(T, x) == hd_thread_get(w->p, t)->self.id;
}

/* `self`, or a number made from it that tells instances apart. */
static bool is_identity(const work *w, hd_thread t, hd_term x)
{
  const hd_terms *T = w->p->terms;
  if (hd_term_op(T, x) != HD_OP_ADD) return is_self(w, t, x);
  return is_self(w, t, hd_term_arg(T, x, 0)) && hd_term_op(T, hd_term_arg(T, x, 1)) == HD_OP_CONST;
}

static bool is_sync(const work *w, hd_var v)
{
  const hd_var_info *info = hd_var_get(w->p, v);
  return info->role == HD_ROLE_SYNC && info->thread.id == HD_NONE;
}

/* The owner of a lock: compared, and no more. */
static bool is_owner(const work *w, hd_term x)
{
  const hd_terms *T = w->p->terms;
  if (hd_term_op(T, x) == HD_OP_SELECT) x = hd_term_arg(T, x, 0);
  return hd_term_op(T, x) == HD_OP_VAR && is_sync(w, (hd_var){hd_term_symbol(T, x)});
}

/* The variable has an element for each copy of t. */
static bool claim(work *w, hd_thread t, hd_var v)
{
  const hd_var_info *info = hd_var_get(w->p, v);
  bool fits = info->thread.id == HD_NONE && info->count == hd_thread_get(w->p, t)->instances &&
              (w->owner[v.id] == HD_NONE || w->owner[v.id] == t.id);
  if (fits) w->owner[v.id] = t.id;
  return fits || refuse_thread(w, t, "finds elements by its number in an array that others use, too");
}

/* --- how a thread uses its number --------------------------------------------------------------------------
 */

static bool may_use_in(work *w, hd_thread t, hd_term x)
{
  hd_terms *T = w->p->terms;
  hd_var self = hd_thread_get(w->p, t)->self;
  if (!hd_term_is(x) || !hd_term_mentions(T, x, self.id)) return true;
  hd_op op = hd_term_op(T, x);
  if (op == HD_OP_VAR) return refuse_thread(w, t, "computes with its number");
  hd_term a = hd_term_arg(T, x, 0), b = hd_term_arity(T, x) > 1 ? hd_term_arg(T, x, 1) : HD_NO_TERM;
  if (op == HD_OP_SELECT && hd_term_op(T, a) == HD_OP_VAR && is_self(w, t, b))
    return claim(w, t, (hd_var){hd_term_symbol(T, a)});
  if (op == HD_OP_EQ && ((is_identity(w, t, a) && is_owner(w, b)) || (is_identity(w, t, b) && is_owner(w, a))))
    return true;
  for (unsigned i = 0; i < hd_term_arity(T, x); i++)
    if (!may_use_in(w, t, hd_term_arg(T, x, i))) return false;
  return true;
}

static bool may_use_in_edge(work *w, hd_thread t, const hd_edge_info *e)
{
  if (!may_use_in(w, t, e->guard) || !may_use_in(w, t, e->cond)) return false;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    bool own = hd_term_is(a->index) && is_self(w, t, a->index);
    if (own ? !claim(w, t, a->var) : !may_use_in(w, t, a->index)) return false;
    if (hd_term_is(a->value) && is_sync(w, a->var) && is_identity(w, t, a->value)) continue;
    if (!may_use_in(w, t, a->value)) return false;
  }
  return true;
}

static hd_thread thread_of(const work *w, const hd_edge_info *e)
{
  return hd_loc_get(w->p, e->from)->thread;
}

/* One element speaks for all copies' statuses from the start. */
static bool is_uniform(const hd_program *p, hd_var status)
{
  bool same = !hd_var_get(p, status)->any;
  for (uint32_t i = 1; same && i < hd_var_get(p, status)->count; i++)
    same = hd_var_init(p, status, i) == hd_var_init(p, status, 0);
  return same;
}

static bool find_owners(work *w)
{
  const hd_program *p = w->p;
  for (uint32_t v = 0; v < p->vars.len; v++) w->owner[v] = HD_NONE;
  for (uint32_t t = 0; t < p->threads.len; t++) {
    const hd_thread_info *info = &p->threads.data[t];
    if (!w->any[t]) continue;
    /* With one instance nothing would show which variables are there once for each copy. */
    if (t == HD_MAIN.id || info->instances < 2) return refuse_thread(w, (hd_thread){t}, "has one instance only");
    if (info->status.id == HD_NONE) continue;
    if (!is_uniform(p, info->status))
      return refuse_thread(w, (hd_thread){t}, "has copies that start in different ways");
    w->owner[info->status.id] = t;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) {
    hd_thread t = thread_of(w, &p->edges.data[i]);
    bool counts = w->any[t.id] && hd_thread_get(p, t)->self.id != HD_NONE;
    if (counts && !may_use_in_edge(w, t, &p->edges.data[i])) return false;
  }
  return true;
}

/* --- edges that concern copies ----------------------------------------------------------------- */

/* FOREIGN: an element that is not found by the thread's own number. */
enum { NOTHING = 0, OWN = 1, FOREIGN = 2 };

static unsigned concerns_thread(const work *w, hd_thread t, hd_term x)
{
  const hd_terms *T = w->p->terms;
  if (!hd_term_is(x)) return NOTHING;
  hd_op op = hd_term_op(T, x);
  if (op == HD_OP_VAR) {
    uint32_t v = hd_term_symbol(T, x);
    return w->owner[v] == HD_NONE ? NOTHING : FOREIGN;
  }
  hd_term array = op == HD_OP_SELECT ? hd_term_arg(T, x, 0) : HD_NO_TERM;
  if (hd_term_is(array) && hd_term_op(T, array) == HD_OP_VAR && w->owner[hd_term_symbol(T, array)] == t.id &&
      is_self(w, t, hd_term_arg(T, x, 1)))
    return OWN;
  unsigned found = NOTHING;
  for (unsigned i = 0; i < hd_term_arity(T, x) && !(found & FOREIGN); i++)
    found |= concerns_thread(w, t, hd_term_arg(T, x, i));
  return found;
}

static bool is_own_write(const work *w, hd_thread t, const hd_assign *a)
{
  return w->owner[a->var.id] == t.id && hd_term_is(a->index) && is_self(w, t, a->index);
}

static bool is_foreign(const work *w, hd_thread t, const hd_edge_info *e)
{
  unsigned found = concerns_thread(w, t, e->guard) | concerns_thread(w, t, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    const hd_assign *a = &e->assigns[i];
    found |= concerns_thread(w, t, a->index) | concerns_thread(w, t, a->value);
    if (w->owner[a->var.id] != HD_NONE && !is_own_write(w, t, a)) return true;
  }
  return found & FOREIGN;
}

/* The element of a status that says that a copy was created. */
static hd_term some_status(const work *w, hd_var status)
{
  return hd_program_element((hd_program *)w->p, status, hd_term_bv(w->p->terms, 32, 0));
}

/* `status[self] = 1`, what a copy waits for at its start. */
static bool is_start(const work *w, hd_thread t, hd_term x)
{
  const hd_terms *T = w->p->terms;
  if (hd_term_op(T, x) != HD_OP_EQ) return false;
  hd_term a = hd_term_arg(T, x, 0), b = hd_term_arg(T, x, 1);
  uint64_t value;
  return concerns_thread(w, t, a) == OWN && hd_term_op(T, a) == HD_OP_SELECT &&
         hd_term_symbol(T, hd_term_arg(T, a, 0)) == hd_thread_get(w->p, t)->status.id &&
         hd_term_is_const(T, b, &value) && value == 1;
}

/* The conjuncts of a guard that concern no copy. */
static hd_term rest_of_guard(const work *w, hd_thread t, hd_term guard)
{
  hd_terms *T = w->p->terms;
  if (concerns_thread(w, t, guard) == NOTHING) return guard;
  if (is_start(w, t, guard)) return hd_term_eq_bv(T, some_status(w, hd_thread_get(w->p, t)->status), 1);
  if (hd_term_op(T, guard) != HD_OP_AND) return hd_term_true(T);
  hd_term a = rest_of_guard(w, t, hd_term_arg(T, guard, 0)), b = rest_of_guard(w, t, hd_term_arg(T, guard, 1));
  return hd_term_2(T, HD_OP_AND, a, b);
}

static bool leads_to_bound(const work *w, const hd_edge_info *e)
{
  const hd_loc_info *to = hd_loc_get(w->p, e->to);
  return to->kind == HD_LOC_BOUND && to->limit == HD_LIMIT_THREADS;
}

static bool is_creation(const work *w, const hd_assign *a)
{
  uint32_t t = w->owner[a->var.id];
  uint64_t value;
  return t != HD_NONE && hd_thread_get(w->p, (hd_thread){t})->status.id == a->var.id && hd_term_is(a->value) &&
         hd_term_is_const(w->p->terms, a->value, &value) && value == 1;
}

/* Assignments to elements of copies vanish, but that one was created is kept; the others keep a value
 * that concerns no copy. */
static bool loosen_assigns(work *w, hd_thread t, hd_edge_info *e, bool foreign)
{
  hd_assign *kept = hd_arena_alloc(w->arena, (e->n_assigns + 1) * sizeof *kept);
  uint32_t n = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    hd_assign a = e->assigns[i];
    if (w->owner[a.var.id] != HD_NONE) {
      a.index = hd_term_bv(w->p->terms, 32, 0);
      if (is_creation(w, &a)) kept[n++] = a;
      continue;
    }
    if (concerns_thread(w, t, a.index) != NOTHING || (foreign && hd_term_is(a.index)))
      return refuse_thread(w, t, "finds an element of an array by what it knows of one of the copies");
    if (foreign || concerns_thread(w, t, a.value) != NOTHING) a.value = HD_NO_TERM;
    kept[n++] = a;
  }
  e->assigns = kept;
  e->n_assigns = n;
  return true;
}

static bool loosen(work *w, hd_edge_info *e)
{
  hd_thread t = thread_of(w, e);
  bool foreign = is_foreign(w, t, e);
  if (e->kind == HD_EDGE_ASSERT && concerns_thread(w, t, e->cond) != NOTHING)
    return refuse_thread(w, t, "asserts something about one of the copies");
  if (foreign && leads_to_bound(w, e)) {
    e->guard = hd_term_false(w->p->terms);
    return true;
  }
  if (foreign)
    e->guard = HD_NO_TERM;
  else if (hd_term_is(e->guard))
    e->guard = rest_of_guard(w, t, e->guard);
  return loosen_assigns(w, t, e, foreign);
}

bool hd_edges_any_copies(const hd_program *p, const uint8_t *any, hd_arena *arena, hd_edge_info *edges,
                         const char **why_not)
{
  work w = {.p = p, .any = any, .arena = arena, .owner = hd_alloc(p->vars.len, sizeof *w.owner)};
  bool ok = !p->raw && find_owners(&w);
  if (edges != p->edges.data && p->edges.len) memcpy(edges, p->edges.data, p->edges.len * sizeof *edges);
  for (uint32_t i = 0; ok && i < p->edges.len; i++) ok = loosen(&w, &edges[i]);
  if (!ok) *why_not = w.why_not ? w.why_not : "the program is not resolved";
  free(w.owner);
  return ok;
}
