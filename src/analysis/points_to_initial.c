/* points_to_initial.c - finds the variables whose initial value may be read, backwards from their uses. */
#include "analysis/points_to_initial.h"

enum { MAX_LOCATIONS = 4096 }; /* visited for one variable; beyond, its initial value counts as read */

typedef struct {
  const hd_program *p;
  uint32_t *in_first, *in_edges;   /* edges by target location */
  uint32_t *use_first, *use_edges; /* edges by local that they mention */
  uint32_t *seen, stamp;           /* by location */
  hd_u32s work;
} search;

typedef void use_fn(search *s, uint32_t edge, uint32_t var);

typedef struct {
  search *s;
  uint32_t edge;
  use_fn *fn;
} visiting;

static bool is_tracked(const hd_program *p, uint32_t var)
{
  return p->vars.data[var].thread.id != HD_NONE && !p->vars.data[var].count;
}

static void visit_leaf(void *context, hd_term leaf)
{
  visiting *v = context;
  const hd_program *p = v->s->p;
  if (hd_term_op(p->terms, leaf) != HD_OP_VAR) return;
  uint32_t var = hd_term_symbol(p->terms, leaf);
  if (is_tracked(p, var)) v->fn(v->s, v->edge, var);
}

static void visit_term(visiting *v, hd_term t)
{
  if (hd_term_is(t)) hd_term_visit_leaves(v->s->p->terms, t, visit_leaf, v);
}

static void visit_uses(search *s, use_fn *fn)
{
  for (uint32_t i = 0; i < s->p->edges.len; i++) {
    const hd_edge_info *e = &s->p->edges.data[i];
    visiting v = {s, i, fn};
    visit_term(&v, e->guard);
    visit_term(&v, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++) {
      visit_term(&v, e->assigns[k].index);
      visit_term(&v, e->assigns[k].value);
    }
  }
}

static void count_use(search *s, uint32_t edge, uint32_t var)
{
  (void)edge;
  s->use_first[var + 2]++;
}

static void note_use(search *s, uint32_t edge, uint32_t var)
{
  s->use_edges[s->use_first[var + 1]++] = edge;
}

static void index_uses(search *s)
{
  uint32_t n = s->p->vars.len;
  s->use_first = hd_alloc((size_t)n + 2, sizeof *s->use_first);
  visit_uses(s, count_use);
  for (uint32_t i = 2; i < n + 2; i++) s->use_first[i] += s->use_first[i - 1];
  s->use_edges = hd_alloc(s->use_first[n + 1], sizeof *s->use_edges);
  visit_uses(s, note_use);
}

static void index_targets(search *s)
{
  const hd_program *p = s->p;
  uint32_t n = p->locs.len;
  s->in_first = hd_alloc((size_t)n + 2, sizeof *s->in_first);
  s->in_edges = hd_alloc(p->edges.len, sizeof *s->in_edges);
  for (uint32_t i = 0; i < p->edges.len; i++) s->in_first[p->edges.data[i].to.id + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) s->in_first[i] += s->in_first[i - 1];
  for (uint32_t i = 0; i < p->edges.len; i++) s->in_edges[s->in_first[p->edges.data[i].to.id + 1]++] = i;
}

static bool edge_assigns_local(const hd_edge_info *e, uint32_t var)
{
  for (uint32_t i = 0; i < e->n_assigns; i++)
    if (e->assigns[i].var.id == var) return true;
  return false;
}

static void reach_before_write(search *s, uint32_t loc)
{
  if (s->seen[loc] == s->stamp) return;
  s->seen[loc] = s->stamp;
  hd_vec_push(&s->work, loc);
}

/* Does the search backwards from the uses, which stops at assignments, reach the entry? */
static bool reads_initial(search *s, uint32_t var)
{
  const hd_program *p = s->p;
  uint32_t entry = p->threads.data[p->vars.data[var].thread.id].entry.id;
  s->stamp++;
  s->work.len = 0;
  for (uint32_t i = s->use_first[var]; i < s->use_first[var + 1]; i++)
    reach_before_write(s, p->edges.data[s->use_edges[i]].from.id);
  for (uint32_t next = 0; next < s->work.len; next++) {
    uint32_t loc = s->work.data[next];
    if (loc == entry || s->work.len > MAX_LOCATIONS) return true;
    for (uint32_t i = s->in_first[loc]; i < s->in_first[loc + 1]; i++) {
      const hd_edge_info *e = &p->edges.data[s->in_edges[i]];
      if (!edge_assigns_local(e, var)) reach_before_write(s, e->from.id);
    }
  }
  return false;
}

uint8_t *hd_initial_values_read(const hd_program *p)
{
  search s = {.p = p, .seen = hd_alloc(p->locs.len, sizeof *s.seen)};
  index_targets(&s);
  index_uses(&s);
  uint8_t *read = hd_alloc(p->vars.len, sizeof *read);
  for (uint32_t v = 0; v < p->vars.len; v++) read[v] = !is_tracked(p, v) || reads_initial(&s, v);
  free(s.in_first);
  free(s.in_edges);
  free(s.use_first);
  free(s.use_edges);
  free(s.seen);
  hd_vec_clear(&s.work);
  return read;
}
