/* sharing.c - counts the accesses of each thread to each variable, those before the others exist apart. */
#include "analysis/sharing.h"

/* --- accesses of an edge ------------------------------------------------------------------ */

typedef struct {
  const hd_program *p;
  hd_access_fn *fn;
  void *context;
  hd_u32s seen; /* variables reported as read */
} reading;

static bool is_in(const hd_u32s *set, uint32_t x)
{
  for (uint32_t i = 0; i < set->len; i++)
    if (set->data[i] == x) return true;
  return false;
}

static void read_leaf(void *context, hd_term leaf)
{
  reading *r = context;
  if (hd_term_op(r->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t v = hd_term_symbol(r->p->terms, leaf);
  if (is_in(&r->seen, v)) return;
  hd_vec_push(&r->seen, v);
  r->fn(r->context, (hd_var){v}, false);
}

static void read_term(reading *r, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(r->p->terms, t, read_leaf, r);
}

void hd_edge_accesses(const hd_program *p, hd_edge e, hd_access_fn *fn, void *context)
{
  const hd_edge_info *info = hd_edge_get(p, e);
  reading r = {.p = p, .fn = fn, .context = context};
  read_term(&r, info->guard);
  read_term(&r, info->cond);
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    read_term(&r, info->assigns[i].index);
    read_term(&r, info->assigns[i].value);
  }
  r.seen.len = 0;
  for (uint32_t i = 0; i < info->n_assigns; i++) {
    hd_var v = info->assigns[i].var;
    if (v.id == HD_NONE || is_in(&r.seen, v.id)) continue;
    hd_vec_push(&r.seen, v.id);
    fn(context, v, true);
  }
  hd_vec_clear(&r.seen);
}

/* --- the time before any other thread runs -------------------------------------------------- */

static bool is_status_read(const hd_program *p, hd_term t, hd_var status)
{
  if (hd_term_op(p->terms, t) == HD_OP_SELECT) t = hd_term_arg(p->terms, t, 0);
  return hd_term_op(p->terms, t) == HD_OP_VAR && hd_term_symbol(p->terms, t) == status.id;
}

/* Is the guard false while the thread's status is 0? Looks for a conjunct status = c, c != 0. */
static bool waits_for_status(const hd_program *p, hd_term guard, hd_var status)
{
  uint64_t value;
  hd_op op = hd_term_op(p->terms, guard);
  if (op == HD_OP_AND)
    return waits_for_status(p, hd_term_arg(p->terms, guard, 0), status) ||
           waits_for_status(p, hd_term_arg(p->terms, guard, 1), status);
  if (op == HD_OP_NOT) { /* not (status = 0) */
    hd_term eq = hd_term_arg(p->terms, guard, 0);
    if (hd_term_op(p->terms, eq) != HD_OP_EQ) return false;
    for (unsigned i = 0; i < 2; i++)
      if (is_status_read(p, hd_term_arg(p->terms, eq, i), status) &&
          hd_term_is_const(p->terms, hd_term_arg(p->terms, eq, 1 - i), &value) && value == 0)
        return true;
    return false;
  }
  if (op != HD_OP_EQ) return false;
  for (unsigned i = 0; i < 2; i++)
    if (is_status_read(p, hd_term_arg(p->terms, guard, i), status) &&
        hd_term_is_const(p->terms, hd_term_arg(p->terms, guard, 1 - i), &value) && value != 0)
      return true;
  return false;
}

/* Does every thread but main start with its status at 0 and wait for it to change? */
static bool threads_are_created(const hd_program *p)
{
  for (uint32_t t = 1; t < p->threads.len; t++) {
    const hd_thread_info *thread = &p->threads.data[t];
    if (thread->status.id == HD_NONE || hd_var_get(p, thread->status)->any) return false;
    for (uint32_t i = 0; i < hd_var_elements(hd_var_get(p, thread->status)); i++)
      if (hd_var_init(p, thread->status, i) != 0) return false;
    uint32_t n;
    const uint32_t *out = hd_loc_out(p, thread->entry, &n);
    for (uint32_t i = 0; i < n; i++) {
      hd_term guard = p->edges.data[out[i]].guard;
      if (!hd_term_is(guard) || !waits_for_status(p, guard, thread->status)) return false;
    }
  }
  return true;
}

static bool writes_status(const hd_program *p, const hd_edge_info *e)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    for (uint32_t t = 1; t < p->threads.len; t++)
      if (e->assigns[i].var.id == p->threads.data[t].status.id) return true;
  return false;
}

/* Marks the edges of main that are certainly taken before any other thread has started:
 * those that cannot come after an edge that writes a status. */
static void mark_early(const hd_program *p, uint8_t *early)
{
  if (!p->threads.len || !threads_are_created(p)) return;
  enum { BEFORE = 1, AFTER = 2 };
  uint8_t *when = hd_alloc(p->locs.len, 1);
  hd_u32s work = {0};
  when[p->threads.data[0].entry.id] = BEFORE;
  hd_vec_push(&work, p->threads.data[0].entry.id);
  while (work.len) {
    uint32_t n, at = hd_vec_pop(&work);
    const uint32_t *out = hd_loc_out(p, (hd_loc){at}, &n);
    for (uint32_t i = 0; i < n; i++) {
      const hd_edge_info *e = &p->edges.data[out[i]];
      uint8_t now = writes_status(p, e) ? AFTER : when[at];
      if ((when[e->to.id] | now) == when[e->to.id]) continue;
      when[e->to.id] |= now;
      hd_vec_push(&work, e->to.id);
    }
  }
  for (uint32_t i = 0; i < p->edges.len; i++)
    early[i] = when[p->edges.data[i].from.id] == BEFORE && !writes_status(p, &p->edges.data[i]);
  hd_vec_clear(&work);
  free(when);
}

/* --- who accesses what ---------------------------------------------------------------------- */

/* By variable: who accesses it, who writes it once others may run. */
typedef struct {
  hd_sharing *s;
  const hd_program *p;
  uint32_t *first;  /* a thread that accesses it */
  uint8_t *several; /* two instances may access it */
  uint8_t *late;    /* written when other threads may have started */
  hd_thread thread; /* of the edge looked at */
  bool early;
} census;

static void count_access(void *context, hd_var v, bool write)
{
  census *c = context;
  uint64_t bit = UINT64_C(1) << (c->thread.id < 63 ? c->thread.id : 63);
  const hd_thread_info *t = hd_thread_get(c->p, c->thread);
  *(write ? &c->s->writers[v.id] : &c->s->readers[v.id]) |= bit;
  if (write) c->s->written[v.id] = 1;
  if (write && !c->early) c->late[v.id] = 1;
  if (t->instances > 1 || t->replicated || (c->first[v.id] != HD_NONE && c->first[v.id] != c->thread.id))
    c->several[v.id] = 1;
  c->first[v.id] = c->thread.id;
}

/* What one edge does to shared variables. */
typedef struct {
  const hd_sharing *s;
  uint8_t bits;
} touching;

static void touch_shared(void *context, hd_var v, bool write)
{
  touching *t = context;
  if (t->s->shared[v.id]) t->bits |= write ? 2 : 1;
}

static uint8_t touches_of(const hd_program *p, const hd_sharing *s, uint32_t e)
{
  touching t = {.s = s};
  hd_edge_accesses(p, (hd_edge){e}, touch_shared, &t);
  return t.bits;
}

hd_sharing *hd_sharing_new(hd_program *p)
{
  hd_program_index(p);
  hd_sharing *s = hd_alloc(1, sizeof *s);
  uint32_t n = p->vars.len;
  s->shared = hd_alloc(n, 1);
  s->written = hd_alloc(n, 1);
  s->readers = hd_alloc(n, sizeof *s->readers);
  s->writers = hd_alloc(n, sizeof *s->writers);
  s->touches = hd_alloc(p->edges.len, 1);
  s->early = hd_alloc(p->edges.len, 1);
  mark_early(p, s->early);
  census c = {.s = s, .p = p};
  c.first = hd_alloc(n, sizeof *c.first);
  c.several = hd_alloc(n, 1);
  c.late = hd_alloc(n, 1);
  for (uint32_t v = 0; v < n; v++) c.first[v] = HD_NONE;
  for (uint32_t e = 0; e < p->edges.len; e++) {
    c.thread = hd_loc_get(p, p->edges.data[e].from)->thread;
    c.early = s->early[e];
    hd_edge_accesses(p, (hd_edge){e}, count_access, &c);
  }
  for (uint32_t v = 0; v < n; v++) s->shared[v] = p->vars.data[v].thread.id == HD_NONE && c.several[v] && c.late[v];
  for (uint32_t e = 0; e < p->edges.len; e++) s->touches[e] = touches_of(p, s, e);
  free(c.first);
  free(c.several);
  free(c.late);
  return s;
}

void hd_sharing_free(hd_sharing *s)
{
  if (!s) return;
  free(s->shared);
  free(s->written);
  free(s->readers);
  free(s->writers);
  free(s->touches);
  free(s->early);
  free(s);
}
