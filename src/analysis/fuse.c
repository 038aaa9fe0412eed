/* fuse.c - steps inside a turn, put together.
 *
 * A location inside a turn that one step leads to is left out: that step and each step out of it
 * become one, the second reading what the first assigns. Only steps of a scheduler are treated so;
 * the user's stay as they are, for traces. */
#include "analysis/cooperative.h"

typedef struct {
  hd_program *p;
  bool *gone;  /* by edge */
  hd_u32s *in; /* by location: edges, some of them gone */
  hd_u32s *out;
  bool *entry; /* by location */
} fusion;

static void link_edge(fusion *x, uint32_t e)
{
  hd_vec_push(&x->in[x->p->edges.data[e].to.id], e);
  hd_vec_push(&x->out[x->p->edges.data[e].from.id], e);
}

static uint32_t live(const fusion *x, hd_u32s *edges, bool from, uint32_t loc)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < edges->len; i++) {
    const hd_edge_info *e = &x->p->edges.data[edges->data[i]];
    if (!x->gone[edges->data[i]] && (from ? e->from.id : e->to.id) == loc) edges->data[n++] = edges->data[i];
  }
  edges->len = n;
  return n;
}

static bool is_empty(const hd_edge_info *e)
{
  return e->kind == HD_EDGE_STEP && !hd_term_is(e->guard) && !e->n_assigns && !e->label;
}

static bool is_internal(const fusion *x, uint32_t loc)
{
  const hd_loc_info *l = &x->p->locs.data[loc];
  return l->kind == HD_LOC_NORMAL && l->atomic && !x->entry[loc];
}

/* --- one step after another ----------------------------------------------------------------------------- */

static const hd_assign *find_assigned(const hd_edge_info *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == var) return &e->assigns[i];
  return NULL;
}

typedef struct {
  const hd_edge_info *first;
  const hd_terms *T;
  bool clash;
} clash_search;

static void look_at_leaf(void *context, hd_term leaf)
{
  clash_search *s = context;
  const hd_assign *a = hd_term_op(s->T, leaf) == HD_OP_VAR ? find_assigned(s->first, hd_term_symbol(s->T, leaf)) : NULL;
  if (a && (hd_term_is(a->index) || !hd_term_is(a->value))) s->clash = true;
}

/* Does b read an input or an array's element that a assigns, or write that array? */
static bool clash(const fusion *x, const hd_edge_info *a, const hd_edge_info *b)
{
  clash_search s = {a, x->p->terms, false};
  if (hd_term_is(b->guard)) hd_term_visit_leaves(s.T, b->guard, look_at_leaf, &s);
  if (hd_term_is(b->cond)) hd_term_visit_leaves(s.T, b->cond, look_at_leaf, &s);
  for (uint32_t i = 0; i < b->n_assigns; i++) {
    if (hd_term_is(b->assigns[i].index)) hd_term_visit_leaves(s.T, b->assigns[i].index, look_at_leaf, &s);
    if (hd_term_is(b->assigns[i].value)) hd_term_visit_leaves(s.T, b->assigns[i].value, look_at_leaf, &s);
    const hd_assign *twice = find_assigned(a, b->assigns[i].var.id);
    s.clash |= twice && hd_term_is(twice->index);
  }
  return s.clash;
}

static hd_term value_after(void *context, hd_term leaf)
{
  const clash_search *s = context;
  const hd_assign *a = hd_term_op(s->T, leaf) == HD_OP_VAR ? find_assigned(s->first, hd_term_symbol(s->T, leaf)) : NULL;
  return a ? a->value : HD_NO_TERM;
}

static hd_term term_after(fusion *x, const hd_edge_info *first, hd_term t)
{
  clash_search s = {first, x->p->terms, false};
  hd_rewrite rewrite = {value_after, &s};
  return hd_term_is(t) ? hd_term_substitute(x->p->terms, t, &rewrite) : t;
}

static hd_edge_info compose_steps(fusion *x, const hd_edge_info *a, const hd_edge_info *b)
{
  hd_program *p = x->p;
  hd_edge_info e = is_empty(a) ? *b : *a;
  e.from = a->from;
  e.to = b->to;
  e.kind = b->kind;
  e.check = b->check;
  e.cond = term_after(x, a, b->cond);
  hd_term guard = term_after(x, a, b->guard);
  if (!hd_term_is(a->guard))
    e.guard = guard;
  else
    e.guard = hd_term_is(guard) ? hd_term_2(p->terms, HD_OP_AND, a->guard, guard) : a->guard;
  e.assigns = hd_arena_alloc(&p->arena, (a->n_assigns + b->n_assigns + 1) * sizeof *e.assigns);
  e.n_assigns = 0;
  for (uint32_t i = 0; i < a->n_assigns; i++)
    if (!find_assigned(b, a->assigns[i].var.id)) e.assigns[e.n_assigns++] = a->assigns[i];
  for (uint32_t i = 0; i < b->n_assigns; i++) {
    hd_assign next = b->assigns[i];
    next.index = term_after(x, a, next.index);
    next.value = term_after(x, a, next.value);
    e.assigns[e.n_assigns++] = next;
  }
  e.label = a->label ? a->label : b->label;
  if (e.access == HD_ACCESS_SYNC) e.access = is_empty(a) ? b->access : is_empty(b) ? a->access : HD_ACCESS_ATOMIC;
  return e;
}

static bool may_fuse(const fusion *x, const hd_edge_info *a, const hd_edge_info *b)
{
  if (a->kind != HD_EDGE_STEP || a->from.id == a->to.id) return false;
  if (is_empty(a) || is_empty(b)) return true;
  if (a->label && b->label) return false;
  return hd_in_scheduler(x->p, a->pos) && hd_in_scheduler(x->p, b->pos) && !clash(x, a, b);
}

/* --- locations that are left out -------------------------------------------------------------------------- */

static void add_edge(fusion *x, hd_edge_info e)
{
  uint32_t before = x->p->edges.len;
  if (hd_term_is(e.guard) && hd_term_is_false(x->p->terms, e.guard)) return;
  if (hd_term_is(e.guard) && hd_term_is_true(x->p->terms, e.guard)) e.guard = HD_NO_TERM;
  hd_program_add_edge(x->p, e);
  bool *gone = hd_alloc(before + 1, sizeof *gone);
  memcpy(gone, x->gone, before * sizeof *gone);
  free(x->gone);
  x->gone = gone;
  link_edge(x, before);
}

/* The only step into the location is put together with each step out of it. */
static bool leave_out(fusion *x, uint32_t loc)
{
  uint32_t n = live(x, &x->out[loc], true, loc);
  if (!is_internal(x, loc) || live(x, &x->in[loc], false, loc) != 1 || n == 0) return false;
  uint32_t first = x->in[loc].data[0];
  for (uint32_t i = 0; i < n; i++)
    if (!may_fuse(x, &x->p->edges.data[first], &x->p->edges.data[x->out[loc].data[i]])) return false;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t second = x->out[loc].data[i];
    const hd_edge_info a = x->p->edges.data[first], b = x->p->edges.data[second];
    x->gone[second] = true;
    add_edge(x, compose_steps(x, &a, &b));
  }
  x->gone[first] = true;
  return true;
}

/* A location that only an empty step leads out of: who comes here comes to that step's end. */
static bool pass_by(fusion *x, uint32_t loc)
{
  if (!is_internal(x, loc) || live(x, &x->out[loc], true, loc) != 1) return false;
  uint32_t only = x->out[loc].data[0];
  if (!is_empty(&x->p->edges.data[only]) || x->p->edges.data[only].to.id == loc) return false;
  hd_loc to = x->p->edges.data[only].to;
  uint32_t n = live(x, &x->in[loc], false, loc);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t e = x->in[loc].data[i];
    x->p->edges.data[e].to = to;
    hd_vec_push(&x->in[to.id], e);
  }
  x->gone[only] = true;
  return true;
}

/* Two steps that only choose, between the same locations, are one. */
static bool merge_choices(fusion *x, uint32_t loc)
{
  hd_terms *T = x->p->terms;
  uint32_t n = live(x, &x->out[loc], true, loc);
  for (uint32_t i = 0; i < n; i++) {
    hd_edge_info *a = &x->p->edges.data[x->out[loc].data[i]];
    for (uint32_t k = i + 1; k < n; k++) {
      hd_edge_info *b = &x->p->edges.data[x->out[loc].data[k]];
      if (a->to.id != b->to.id || a->n_assigns || b->n_assigns || a->kind != HD_EDGE_STEP || b->kind != HD_EDGE_STEP ||
          a->label || b->label)
        continue;
      hd_term guard = HD_NO_TERM;
      if (hd_term_is(a->guard) && hd_term_is(b->guard)) guard = hd_term_2(T, HD_OP_OR, a->guard, b->guard);
      a->guard = hd_term_is(guard) && hd_term_is_true(T, guard) ? HD_NO_TERM : guard;
      x->gone[x->out[loc].data[k]] = true;
      return true;
    }
  }
  return false;
}

static void drop_gone(fusion *x)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->p->edges.len; i++)
    if (!x->gone[i]) x->p->edges.data[kept++] = x->p->edges.data[i];
  x->p->edges.len = kept;
  hd_program_unindex(x->p);
}

void hd_cooperative_fuse(hd_program *p)
{
  fusion x = {.p = p, .gone = hd_alloc(p->edges.len + 1, sizeof(bool))};
  x.in = hd_alloc(p->locs.len + 1, sizeof *x.in);
  x.out = hd_alloc(p->locs.len + 1, sizeof *x.out);
  x.entry = hd_alloc(p->locs.len + 1, sizeof *x.entry);
  for (uint32_t t = 0; t < p->threads.len; t++) x.entry[p->threads.data[t].entry.id] = true;
  for (uint32_t e = 0; e < p->edges.len; e++) link_edge(&x, e);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = 0; l < p->locs.len; l++) more |= merge_choices(&x, l) || pass_by(&x, l) || leave_out(&x, l);
  }
  drop_gone(&x);
  for (uint32_t l = 0; l < p->locs.len; l++) {
    hd_vec_clear(&x.in[l]);
    hd_vec_clear(&x.out[l]);
  }
  free(x.gone);
  free(x.in);
  free(x.out);
  free(x.entry);
}
