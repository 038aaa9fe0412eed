/* relevant.c - which variables a proof has to speak about.
 *
 * Those whose values have excluded a step, those of checks, accesses and synchronization; and what these depend on: by
 * assignment, and by the guards that they stand in together. Whatever is left out, the recheck decides.
 *
 * The cone is a guess before anything is known: checks, the conditions right before them, what decides which element or
 * object is accessed, synchronization, and what these depend on in the same way. To follow some variables only is
 * sound: the others may have any value. A proof with few variables is found and rechecked in a fraction of the time. */
#include "engine/static/flow.h"

typedef struct {
  const hd_program *p;
  const hd_edge_info *edges;
  uint8_t *in;
  bool grown;
} closure;

static void add_leaf(void *context, hd_term leaf)
{
  closure *c = context;
  uint32_t v = hd_term_symbol(c->p->terms, leaf);
  c->grown |= !c->in[v];
  c->in[v] = 1;
}

static void add_term(closure *c, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(c->p->terms, t, add_leaf, c);
}

static void find_leaf(void *context, hd_term leaf)
{
  closure *c = context;
  c->grown |= c->in[hd_term_symbol(c->p->terms, leaf)];
}

/* Does the term speak of a variable that matters? */
static bool speaks(const closure *c, hd_term t)
{
  closure d = {c->p, c->edges, c->in, false};
  if (hd_term_is(t)) hd_term_visit_leaves(c->p->terms, t, find_leaf, &d);
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
static void follow_distances(closure *c, const hd_space *s)
{
  for (uint32_t i = 0; i < s->distances.len; i++) {
    const hd_distance *d = &s->distances.data[i];
    if (c->in[d->from.id] == c->in[d->to.id]) continue;
    c->in[d->from.id] = c->in[d->to.id] = 1;
    c->grown = true;
  }
}

static void close_relevant(closure *c, const hd_space *s)
{
  for (c->grown = true; c->grown;) {
    c->grown = false;
    for (uint32_t i = 0; i < c->p->edges.len; i++) follow_relevant(c, &c->edges[i]);
    if (s) follow_distances(c, s);
  }
}

static bool var_synchronizes(const hd_var_info *v)
{
  return v->role == HD_ROLE_SYNC || v->role == HD_ROLE_STATUS;
}

uint8_t *hd_flow_relevant(const hd_flow *f)
{
  const hd_program *p = f->p;
  closure c = {p, f->edges, hd_alloc(p->vars.len + 1, 1), true};
  for (uint32_t v = 0; v < p->vars.len; v++)
    c.in[v] = f->matters[v] || var_synchronizes(&p->vars.data[v]) || p->vars.data[v].count;
  for (uint32_t i = 0; i < p->edges.len; i++) begin_closure(&c, &f->edges[i], f->dead[i]);
  close_relevant(&c, f->space);
  return c.in;
}

/* --- the cone ------------------------------------------------------------------------------------------- */

/* Conditions that lead to where the execution must not go, without another one in between. */
static void add_last_guards(closure *c)
{
  uint8_t *bad = hd_alloc(c->p->locs.len + 1, 1);
  for (uint32_t l = 0; l < c->p->locs.len; l++) {
    hd_loc_kind kind = c->p->locs.data[l].kind;
    bad[l] = kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
  }
  for (uint32_t i = 0; i < c->p->edges.len; i++)
    if (c->edges[i].kind == HD_EDGE_ASSERT) bad[c->edges[i].from.id] = 1;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = c->p->edges.len; i-- > 0;) {
      const hd_edge_info *e = &c->edges[i];
      if (!bad[e->to.id] || hd_term_is(e->guard) || bad[e->from.id]) continue;
      bad[e->from.id] = 1;
      more = true;
    }
  }
  for (uint32_t i = 0; i < c->p->edges.len; i++)
    if (bad[c->edges[i].to.id]) add_term(c, c->edges[i].guard);
  free(bad);
}

static void find_array(void *context, hd_term leaf)
{
  closure *c = context;
  c->grown |= c->p->vars.data[hd_term_symbol(c->p->terms, leaf)].count > 0;
}

/* Which element, and of which object. */
static void add_place(closure *c, const hd_edge_info *e)
{
  closure d = {c->p, c->edges, NULL, false};
  for (uint32_t i = 0; i < e->n_assigns; i++) {
    d.grown |= hd_term_is(e->assigns[i].index);
    if (hd_term_is(e->assigns[i].value)) hd_term_visit_leaves(c->p->terms, e->assigns[i].value, find_array, &d);
    add_term(c, e->assigns[i].index);
  }
  for (uint32_t i = 0; d.grown && i < e->n_assigns; i++) add_term(c, e->assigns[i].value);
  if (e->n_assigns) add_term(c, e->guard);
}

uint8_t *hd_flow_cone(const hd_program *p, const hd_edge_info *edges, bool places)
{
  closure c = {p, edges, hd_alloc(p->vars.len + 1, 1), true};
  uint32_t n = 0;
  for (uint32_t v = 0; v < p->vars.len; v++) c.in[v] = var_synchronizes(&p->vars.data[v]);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    if (edges[i].kind == HD_EDGE_ASSERT) begin_closure(&c, &edges[i], false);
    if (places && edges[i].access != HD_ACCESS_SYNC) add_place(&c, &edges[i]);
  }
  add_last_guards(&c);
  close_relevant(&c, NULL);
  for (uint32_t v = 0; v < p->vars.len; v++) n += c.in[v];
  if (n <= p->vars.len - p->vars.len / 4) return c.in;
  free(c.in);
  return NULL;
}
