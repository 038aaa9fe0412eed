/* relevant.c - which variables a proof has to speak about.
 *
 * Those whose values have excluded a step, those of checks, accesses and synchronization; and what these depend on: by
 * assignment, and by the guards that they stand in together. Whatever is left out, the recheck decides. */
#include "engine/static/flow.h"

typedef struct {
  const hd_flow *f;
  uint8_t *in;
  bool grown;
} closure;

static void add_leaf(void *context, hd_term leaf)
{
  closure *c = context;
  uint32_t v = hd_term_symbol(c->f->p->terms, leaf);
  c->grown |= !c->in[v];
  c->in[v] = 1;
}

static void add_term(closure *c, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(c->f->p->terms, t, add_leaf, c);
}

static void find_leaf(void *context, hd_term leaf)
{
  closure *c = context;
  c->grown |= c->in[hd_term_symbol(c->f->p->terms, leaf)];
}

/* Does the term speak of a variable that matters? */
static bool speaks(const closure *c, hd_term t)
{
  closure d = {c->f, c->in, false};
  if (hd_term_is(t)) hd_term_visit_leaves(c->f->p->terms, t, find_leaf, &d);
  return d.grown;
}

static void begin_closure(closure *c, const hd_edge_info *e, bool dead)
{
  bool shared = e->access != HD_ACCESS_SYNC;
  if (dead || e->kind == HD_EDGE_ASSERT) add_term(c, e->guard);
  if (e->kind == HD_EDGE_ASSERT) add_term(c, e->cond);
  for (uint32_t i = 0; shared && i < e->n_assigns; i++) add_term(c, e->assigns[i].index);
}

static void follow_relevant(closure *c, const hd_edge_info *e)
{
  if (speaks(c, e->guard)) add_term(c, e->guard);
  if (e->kind == HD_EDGE_ASSERT && speaks(c, e->cond)) add_term(c, e->cond);
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    if (!c->in[e->assigns[i].var.id]) continue;
    add_term(c, e->assigns[i].value);
    add_term(c, e->assigns[i].index);
  }
}

/* What is said about one end of a distance was told to the other. */
static void follow_distances(closure *c)
{
  for (uint32_t i = 0; i < c->f->space->distances.len; i++) {
    const hd_distance *d = &c->f->space->distances.data[i];
    if (c->in[d->from.id] == c->in[d->to.id]) continue;
    c->in[d->from.id] = c->in[d->to.id] = 1;
    c->grown = true;
  }
}

uint8_t *hd_flow_relevant(const hd_flow *f)
{
  const hd_program *p = f->p;
  closure c = {f, hd_alloc(p->vars.len + 1, 1), true};
  for (uint32_t v = 0; v < p->vars.len; v++) {
    hd_role role = p->vars.data[v].role;
    c.in[v] = f->matters[v] || role == HD_ROLE_SYNC || role == HD_ROLE_STATUS || p->vars.data[v].count;
  }
  for (uint32_t i = 0; i < p->edges.len; i++) begin_closure(&c, &f->edges[i], f->dead[i]);
  while (c.grown) {
    c.grown = false;
    for (uint32_t i = 0; i < p->edges.len; i++) follow_relevant(&c, &f->edges[i]);
    follow_distances(&c);
  }
  return c.in;
}
