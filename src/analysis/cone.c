/* cone.c - collects what the checks depend on, merges the locations between, and builds the smaller program. */
#include "analysis/cone.h"

#include "analysis/dependence.h"
#include "analysis/graph.h"
#include "analysis/sharing.h"

typedef struct {
  hd_program *p;
  uint8_t *inside; /* by edge */
  hd_u32s todo;
} cone;

/* --- which steps belong to it ---------------------------------------------------------------- */

static void add_cone_edge(cone *c, uint32_t edge)
{
  if (c->inside[edge]) return;
  c->inside[edge] = 1;
  hd_vec_push(&c->todo, edge);
}

static bool says_no_more(hd_loc_kind kind)
{
  return kind == HD_LOC_UNSUPPORTED || kind == HD_LOC_BOUND;
}

static void add_first(cone *c)
{
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    const hd_edge_info *e = &c->p->edges.data[i];
    if (e->kind != HD_EDGE_STEP || says_no_more(hd_loc_get(c->p, e->to)->kind)) add_cone_edge(c, i);
  }
}

typedef struct {
  const hd_program *p;
  bool found;
} status_search;

static void find_status(void *context, hd_var v, bool write)
{
  status_search *s = context;
  (void)write;
  s->found |= hd_var_get(s->p, v)->role == HD_ROLE_STATUS;
}

/* Starting, ending and awaiting threads. */
static void add_threads(cone *c)
{
  for (uint32_t i = 0; i < c->p->edges.len; i++) {
    status_search s = {c->p, false};
    hd_edge_accesses(c->p, (hd_edge){i}, find_status, &s);
    if (s.found) add_cone_edge(c, i);
  }
}

/* The other steps from the same place, so that the choice stays one. */
static void add_others(cone *c, uint32_t edge)
{
  uint32_t n;
  const uint32_t *out = hd_loc_out(c->p, c->p->edges.data[edge].from, &n);
  for (uint32_t i = 0; i < n; i++)
    if (hd_loc_get(c->p, c->p->edges.data[out[i]].to)->kind != HD_LOC_EXIT) add_cone_edge(c, out[i]);
}

static void close_cone(cone *c)
{
  hd_dependence *d = hd_dependence_new(c->p);
  hd_reasons reasons = {0};
  while (c->todo.len) {
    uint32_t edge = hd_vec_pop(&c->todo);
    add_others(c, edge);
    hd_dependence_sources(d, (hd_edge){edge}, &reasons);
    for (uint32_t i = 0; i < reasons.len; i++)
      if (reasons.data[i].kinds & (HD_DEPENDS_DATA | HD_DEPENDS_CONTROL)) add_cone_edge(c, reasons.data[i].id);
  }
  hd_vec_clear(&reasons);
  hd_dependence_free(d);
}

/* --- making one location of several ---------------------------------------------------------- */

typedef struct {
  hd_program *q;
  const uint8_t *inside;
  uint32_t *into; /* by location: the one it has become */
} merging;

static uint32_t merged_into(const merging *m, uint32_t l)
{
  while (m->into[l] != l) l = m->into[l];
  return l;
}

static void merge_locs(merging *m, uint32_t l, uint32_t into)
{
  m->into[l] = into;
  m->q->locs.data[into].atomic &= m->q->locs.data[l].atomic;
}

static void merge_component(void *context, const uint32_t *nodes, uint32_t n)
{
  for (uint32_t i = 1; i < n; i++) merge_locs(context, nodes[i], nodes[0]);
}

/* Locations that lead to each other by steps outside the cone. */
static void merge_cycles(merging *m)
{
  hd_arrows arrows = {0};
  hd_u32s nodes = {0};
  hd_graph g;
  uint32_t *region = hd_alloc(m->q->locs.len, sizeof *region);
  for (uint32_t i = 0; i < m->q->edges.len; i++)
    if (!m->inside[i]) hd_vec_push(&arrows, (hd_arrow){m->q->edges.data[i].from.id, m->q->edges.data[i].to.id});
  for (uint32_t l = 0; l < m->q->locs.len; l++) hd_vec_push(&nodes, l);
  hd_graph_init(&g, m->q->locs.len, &arrows);
  hd_graph_components(&g, nodes.data, nodes.len, region, 0, merge_component, m);
  hd_graph_clear(&g);
  hd_vec_clear(&arrows);
  hd_vec_clear(&nodes);
  free(region);
}

#define NOWHERE HD_NONE
#define MANY (HD_NONE - 1)

/* Where a location's steps outside the cone lead, if they are all it has and lead to one place. */
static void merge_passages(merging *m)
{
  uint32_t *next = hd_alloc(m->q->locs.len, sizeof *next);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = 0; l < m->q->locs.len; l++) next[l] = NOWHERE;
    for (uint32_t i = 0; i < m->q->edges.len; i++) {
      const hd_edge_info *e = &m->q->edges.data[i];
      uint32_t from = merged_into(m, e->from.id), to = merged_into(m, e->to.id);
      if (hd_loc_get(m->q, e->to)->kind == HD_LOC_EXIT && !m->inside[i]) continue;
      if (m->inside[i])
        next[from] = MANY;
      else if (from != to)
        next[from] = next[from] == NOWHERE || next[from] == to ? to : MANY;
    }
    for (uint32_t l = 0; l < m->q->locs.len; l++) {
      if (m->into[l] != l || next[l] >= MANY || merged_into(m, next[l]) == l) continue;
      merge_locs(m, l, merged_into(m, next[l]));
      more = true;
    }
  }
  free(next);
}

static void redirect_edges(merging *m)
{
  for (uint32_t i = 0; i < m->q->edges.len; i++) {
    hd_edge_info *e = &m->q->edges.data[i];
    bool ends = hd_loc_get(m->q, e->to)->kind == HD_LOC_EXIT;
    e->from.id = merged_into(m, e->from.id);
    if (hd_loc_get(m->q, e->to)->kind == HD_LOC_NORMAL) e->to.id = merged_into(m, e->to.id);
    if (m->inside[i]) continue;
    e->guard = ends || e->from.id == e->to.id ? hd_term_false(m->q->terms) : HD_NO_TERM;
    e->n_assigns = 0;
  }
  for (uint32_t t = 0; t < m->q->threads.len; t++)
    m->q->threads.data[t].entry.id = merged_into(m, m->q->threads.data[t].entry.id);
  hd_program_unindex(m->q);
}

/* --- the whole ------------------------------------------------------------------------------- */

static uint32_t count_shared(const hd_program *p)
{
  uint32_t n = 0;
  for (uint32_t v = 0; v < p->vars.len; v++) n += p->vars.data[v].thread.id == HD_NONE;
  return n;
}

static hd_program *cut_out(const hd_program *p, const uint8_t *inside)
{
  hd_program *q = hd_program_clone(p);
  merging m = {q, inside, hd_alloc(q->locs.len, sizeof *m.into)};
  for (uint32_t l = 0; l < q->locs.len; l++) m.into[l] = l;
  merge_cycles(&m);
  merge_passages(&m);
  redirect_edges(&m);
  hd_program_prune(q);
  hd_program_index(q);
  free(m.into);
  return q;
}

hd_program *hd_cone_new(hd_program *p)
{
  cone c = {.p = p, .inside = hd_alloc(p->edges.len, 1)};
  add_first(&c);
  add_threads(&c);
  close_cone(&c);
  hd_vec_clear(&c.todo);
  hd_program *q = cut_out(p, c.inside);
  free(c.inside);
  if (count_shared(q) < count_shared(p)) return q;
  hd_program_free(q);
  return NULL;
}
