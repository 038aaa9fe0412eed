/* memory_fold.c - evaluates comparisons that the points-to sets determine, and propagates the constants that follow. */
#include "analysis/memory_fold.h"

#include "analysis/points_to_initial.h"
#include "analysis/rebuild.h"

/* --- comparisons ------------------------------------------------------------------------- */

typedef struct {
  hd_terms *T;
  hd_points_to *pt;
} comparing;

static hd_term fold_comparison(void *context, hd_term t)
{
  const comparing *c = context;
  hd_terms *T = c->T;
  if (!hd_points_to_may_compare(c->pt, t)) return hd_term_false(T);
  bool always = hd_term_op(T, t) == HD_OP_ULT && !hd_points_to_may_compare(c->pt, hd_term_1(T, HD_OP_NOT, t));
  return always ? hd_term_true(T) : HD_NO_TERM;
}

bool hd_fold_comparisons(hd_program *p, hd_points_to *pt)
{
  comparing comparisons = {p->terms, pt};
  hd_rebuilder f = {.T = p->terms, .node = fold_comparison, .context = &comparisons};
  bool died = false;
  for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++) {
    hd_edge_info *e = &p->edges.data[i];
    hd_rebuild_term(&f, &e->cond);
    bool live = hd_points_to_is_live(pt, (hd_edge){i});
    if (!live) e->guard = hd_term_false(p->terms);
    if (live && !hd_rebuild_term(&f, &e->guard)) continue;
    if (hd_term_is_true(p->terms, e->guard))
      e->guard = HD_NO_TERM;
    else
      died |= hd_term_is_false(p->terms, e->guard);
  }
  hd_rebuilder_clear(&f);
  return died;
}

/* --- constants ---------------------------------------------------------------------------- */

enum { MAX_PASSES = 8 };

typedef struct {
  const hd_program *p;
  const hd_term *known; /* by variable, or HD_NO_TERM */
  const uint8_t *fixed; /* by variable: never assigned */
} constants;

static hd_term fold_constant(void *context, hd_term t)
{
  const constants *f = context;
  hd_terms *T = f->p->terms;
  uint64_t index;
  switch (hd_term_op(T, t)) {
  case HD_OP_VAR: return f->known[hd_term_symbol(T, t)];
  case HD_OP_SELECT: {
    hd_term array = hd_term_arg(T, t, 0);
    if (hd_term_op(T, array) != HD_OP_VAR || !hd_term_is_const(T, hd_term_arg(T, t, 1), &index)) return HD_NO_TERM;
    hd_var v = {hd_term_symbol(T, array)};
    if (!f->fixed[v.id]) return HD_NO_TERM;
    uint64_t value = index < hd_var_get(f->p, v)->count ? hd_var_init(f->p, v, (uint32_t)index) : 0;
    return hd_term_const(T, hd_term_sort(T, t), value);
  }
  default: return HD_NO_TERM;
  }
}

typedef enum { UNASSIGNED, ASSIGNED_ONE, ASSIGNED } assignment;

typedef struct {
  hd_program *p;
  uint8_t *reads_initial, *how; /* assignment, by variable */
  hd_term *value;               /* of ASSIGNED_ONE */
  hd_term *known;
  uint8_t *fixed;
} propagation;

static void note_assignment(propagation *x, const hd_assign *a)
{
  if (a->var.id == HD_NONE) return;
  uint64_t constant;
  uint8_t *how = &x->how[a->var.id];
  bool is_const = hd_term_is(a->value) && !hd_term_is(a->index) && hd_term_is_const(x->p->terms, a->value, &constant);
  bool same = *how == UNASSIGNED || hd_term_same(x->value[a->var.id], a->value);
  *how = is_const && same && *how != ASSIGNED ? ASSIGNED_ONE : ASSIGNED;
  x->value[a->var.id] = a->value;
}

static void note_assignments(propagation *x)
{
  hd_program *p = x->p;
  memset(x->how, UNASSIGNED, p->vars.len);
  for (uint32_t i = 0; i < p->edges.len; i++)
    for (uint32_t a = 0; a < p->edges.data[i].n_assigns; a++) note_assignment(x, &p->edges.data[i].assigns[a]);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    const hd_thread_info *thread = &p->threads.data[t];
    if (thread->self.id != HD_NONE) x->how[thread->self.id] = ASSIGNED;
    /* Traces and engines read a status, too. */
    if (thread->status.id != HD_NONE) x->how[thread->status.id] = ASSIGNED;
  }
}

/* Only a temporary is replaced by its assigned value: users see the assignments to other variables, and the search for
 * races needs their reads. */
static bool decide_folding(propagation *x)
{
  bool more = false;
  for (uint32_t i = 0; i < x->p->vars.len; i++) {
    const hd_var_info *v = &x->p->vars.data[i];
    if (hd_term_is(x->known[i]) || x->fixed[i]) continue;
    x->fixed[i] = x->how[i] == UNASSIGNED && !v->any && v->role != HD_ROLE_SELF;
    if (x->fixed[i] && !v->count) x->known[i] = hd_term_const(x->p->terms, v->sort, hd_var_init(x->p, (hd_var){i}, 0));
    if (x->how[i] == ASSIGNED_ONE && v->role == HD_ROLE_TEMP && v->thread.id != HD_NONE && !x->reads_initial[i])
      x->known[i] = x->value[i];
    more |= x->fixed[i] || hd_term_is(x->known[i]);
  }
  return more;
}

static void drop_assignments(propagation *x, hd_edge_info *e)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    uint32_t var = e->assigns[i].var.id;
    if (var == HD_NONE || !hd_term_is(x->known[var])) e->assigns[kept++] = e->assigns[i];
  }
  e->n_assigns = kept;
}

void hd_fold_constants(hd_program *p)
{
  propagation x = {.p = p, .reads_initial = hd_initial_values_read(p)};
  x.how = hd_alloc(p->vars.len, sizeof *x.how);
  x.value = hd_alloc(p->vars.len, sizeof *x.value);
  x.known = hd_alloc(p->vars.len, sizeof *x.known);
  x.fixed = hd_alloc(p->vars.len, sizeof *x.fixed);
  for (unsigned pass = 0; pass < MAX_PASSES; pass++) {
    note_assignments(&x);
    if (!decide_folding(&x)) break;
    constants known = {p, x.known, x.fixed};
    hd_rebuilder f = {.T = p->terms, .node = fold_constant, .context = &known};
    for (uint32_t i = 0; i < p->edges.len && !hd_watch_spent(p->watch); i++) {
      hd_rebuild_edge(&f, &p->edges.data[i]);
      drop_assignments(&x, &p->edges.data[i]);
    }
    hd_rebuilder_clear(&f);
  }
  free(x.reads_initial);
  free(x.how);
  free(x.value);
  free(x.known);
  free(x.fixed);
}
