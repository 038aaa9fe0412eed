/* memory_checks.c - a forward analysis of the questions that have been answered on every path. */
#include "analysis/memory_checks.h"

/* Facts are numbered; fact f says that the term facts[f] is false. */
typedef struct {
  hd_program *p;
  hd_checked_edges *edges;
  hd_map numbers; /* a term's fact */
  HD_VEC(hd_term) facts;
  hd_map by_var;         /* a variable's first link ... */
  hd_u32s links, linked; /* ... to facts that mention it: fact, and the next link */
  uint32_t words;        /* of a set of facts */
  uint64_t *known;       /* sets by location */
  uint32_t *out_first, *out;
} checking;

/* --- facts -------------------------------------------------------------------------------- */

typedef struct {
  checking *c;
  uint32_t fact;
  bool local;
} linking;

static void link_leaf(void *context, hd_term leaf)
{
  linking *l = context;
  checking *c = l->c;
  if (hd_term_op(c->p->terms, leaf) != HD_OP_VAR) return;
  uint32_t var = hd_term_symbol(c->p->terms, leaf);
  if (c->p->vars.data[var].thread.id == HD_NONE) l->local = false;
  uint64_t first = hd_map_get_or(&c->by_var, var, HD_NONE);
  hd_vec_push(&c->links, (uint32_t)first);
  hd_vec_push(&c->linked, l->fact);
  hd_map_put(&c->by_var, var, c->links.len - 1);
}

/* What another thread can change is never known. */
static uint32_t fact_of(checking *c, hd_term none)
{
  const uint64_t *known = hd_map_find(&c->numbers, none.id);
  if (known) return (uint32_t)*known;
  linking l = {c, c->facts.len, true};
  hd_term_visit_leaves(c->p->terms, none, link_leaf, &l);
  hd_map_put(&c->numbers, none.id, l.local ? c->facts.len : HD_NONE);
  hd_vec_push(&c->facts, none);
  return l.local ? c->facts.len - 1 : HD_NONE;
}

static void find_facts(checking *c)
{
  for (uint32_t i = 0; i < c->edges->len; i++) {
    const hd_checked_edge *e = &c->edges->data[i];
    if (hd_term_is(e->fails)) fact_of(c, e->fails);
    for (uint32_t k = 0; k < e->n_questions; k++) fact_of(c, e->questions[k].none);
  }
}

/* --- which hold where ----------------------------------------------------------------------- */

static void apply_edge(checking *c, const hd_checked_edge *e, uint64_t *set)
{
  for (uint32_t i = 0; i < e->n_questions; i++) {
    uint32_t fact = fact_of(c, e->questions[i].none);
    if (fact != HD_NONE) set[fact / 64] |= UINT64_C(1) << fact % 64;
  }
  for (uint32_t i = 0; i < e->edge.n_assigns; i++) {
    uint64_t link = hd_map_get_or(&c->by_var, e->edge.assigns[i].var.id, HD_NONE);
    for (; link != HD_NONE; link = c->links.data[link]) {
      uint32_t fact = c->linked.data[link];
      set[fact / 64] &= ~(UINT64_C(1) << fact % 64);
    }
  }
}

/* Keeps in *to what is also in from; true: that was less. */
static bool intersect_known(uint64_t *to, const uint64_t *from, uint32_t words)
{
  bool less = false;
  for (uint32_t i = 0; i < words; i++) {
    less |= (to[i] & ~from[i]) != 0;
    to[i] &= from[i];
  }
  return less;
}

static void index_edges(checking *c)
{
  uint32_t n = c->p->locs.len;
  c->out_first = hd_alloc((size_t)n + 2, sizeof *c->out_first);
  c->out = hd_alloc(c->edges->len, sizeof *c->out);
  for (uint32_t i = 0; i < c->edges->len; i++) c->out_first[c->edges->data[i].edge.from.id + 2]++;
  for (uint32_t i = 2; i < n + 2; i++) c->out_first[i] += c->out_first[i - 1];
  for (uint32_t i = 0; i < c->edges->len; i++) c->out[c->out_first[c->edges->data[i].edge.from.id + 1]++] = i;
}

/* From nothing at the entries and everything elsewhere, downwards. */
static void solve_known_checks(checking *c)
{
  hd_program *p = c->p;
  uint8_t *seen = hd_alloc(p->locs.len, sizeof *seen);
  uint64_t *set = hd_alloc(c->words, sizeof *set);
  hd_u32s work = {0};
  memset(c->known, 0xff, (size_t)p->locs.len * c->words * sizeof *c->known);
  for (uint32_t t = 0; t < p->threads.len; t++) {
    uint32_t entry = p->threads.data[t].entry.id;
    memset(c->known + (size_t)entry * c->words, 0, c->words * sizeof *c->known);
    seen[entry] = 1;
    hd_vec_push(&work, entry);
  }
  while (work.len) {
    uint32_t from = hd_vec_pop(&work);
    for (uint32_t i = c->out_first[from]; i < c->out_first[from + 1]; i++) {
      const hd_checked_edge *e = &c->edges->data[c->out[i]];
      uint32_t to = e->edge.to.id;
      memcpy(set, c->known + (size_t)from * c->words, c->words * sizeof *set);
      apply_edge(c, e, set);
      if (!intersect_known(c->known + (size_t)to * c->words, set, c->words) && seen[to]) continue;
      seen[to] = 1;
      hd_vec_push(&work, to);
    }
  }
  free(seen);
  free(set);
  hd_vec_clear(&work);
}

/* --- dropping -------------------------------------------------------------------------------- */

static bool is_known(checking *c, hd_loc at, hd_term none)
{
  uint32_t fact = hd_term_is(none) ? fact_of(c, none) : HD_NONE;
  return fact != HD_NONE && c->known[(size_t)at.id * c->words + fact / 64] >> (fact % 64) & 1;
}

static hd_term and_condition(hd_terms *T, hd_term a, hd_term b)
{
  if (!hd_term_is(a)) return b;
  return hd_term_is(b) ? hd_term_2(T, HD_OP_AND, a, b) : a;
}

static void drop_from(checking *c, hd_checked_edge *e)
{
  hd_terms *T = c->p->terms;
  bool needless = false;
  if (is_known(c, e->edge.from, e->fails)) e->edge.guard = hd_term_false(T);
  for (uint32_t i = 0; i < e->n_questions; i++) needless |= is_known(c, e->edge.from, e->questions[i].none);
  if (!needless) return;
  hd_term guard = e->rest;
  for (uint32_t i = 0; i < e->n_questions; i++)
    if (!is_known(c, e->edge.from, e->questions[i].none)) guard = and_condition(T, guard, e->questions[i].place);
  e->edge.guard = hd_term_is(guard) && hd_term_is_true(T, guard) ? HD_NO_TERM : guard;
}

void hd_drop_checks(hd_program *p, hd_checked_edges *edges)
{
  checking c = {.p = p, .edges = edges};
  find_facts(&c);
  c.words = (c.facts.len + 63) / 64;
  if (c.words) {
    c.known = hd_alloc((size_t)p->locs.len * c.words, sizeof *c.known);
    index_edges(&c);
    solve_known_checks(&c);
    for (uint32_t i = 0; i < edges->len; i++) drop_from(&c, &edges->data[i]);
  }
  hd_map_clear(&c.numbers);
  hd_map_clear(&c.by_var);
  hd_vec_clear(&c.facts);
  hd_vec_clear(&c.links);
  hd_vec_clear(&c.linked);
  free(c.known);
  free(c.out_first);
  free(c.out);
}
