/* loops.c - natural loops from strongly connected components, nested by repeating the search without the heads. */
#include "analysis/loops.h"

#include "analysis/dominators.h"
#include "analysis/graph.h"
#include "analysis/loop_bounds.h"

/* Part of the graph whose components are still to be looked for. */
typedef struct {
  const uint32_t *nodes;
  uint32_t n, parent;
} region;

typedef struct {
  hd_program *p;
  hd_loops *l;
  hd_graph g;
  hd_dominators *dom;
  uint32_t *in;    /* by location: the region it is in */
  uint32_t parent; /* of the loops found now */
  HD_VEC(region) work;
} search;

static int compare_ids(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static bool has_arrow(const search *s, uint32_t from, uint32_t to)
{
  for (uint32_t i = s->g.first[from]; i < s->g.first[from + 1]; i++)
    if (s->g.to[i] == to) return true;
  return false;
}

static uint32_t first_of(const search *s, const uint32_t *nodes, uint32_t n)
{
  uint32_t best = nodes[0];
  for (uint32_t i = 1; i < n; i++)
    if (s->dom->order[nodes[i]] < s->dom->order[best]) best = nodes[i];
  return best;
}

/* What remains when the head is taken away is looked at later. */
static void add_inner(search *s, const hd_loop *loop, uint32_t number)
{
  uint32_t *inner = hd_arena_alloc(&s->l->arena, loop->n_body * sizeof *inner), n = 0;
  for (uint32_t i = 0; i < loop->n_body; i++)
    if (loop->body[i] != loop->head.id) inner[n++] = loop->body[i];
  if (n) hd_vec_push(&s->work, (region){inner, n, number});
}

static void add_loop(void *context, const uint32_t *nodes, uint32_t n)
{
  search *s = context;
  hd_loops *l = s->l;
  if (n == 1 && !has_arrow(s, nodes[0], nodes[0])) return;
  uint32_t head = first_of(s, nodes, n), number = l->list.len;
  hd_loop loop = {.head = {head}, .thread = s->p->locs.data[head].thread, .parent = s->parent, .n_body = n};
  loop.depth = s->parent == HD_NONE ? 1 : l->list.data[s->parent].depth + 1;
  loop.bound = HD_NONE;
  loop.counter = HD_NO_VAR;
  loop.body = hd_arena_copy(&l->arena, nodes, n * sizeof *nodes);
  qsort(loop.body, n, sizeof *loop.body, compare_ids);
  for (uint32_t i = 0; i < n; i++) {
    l->innermost[nodes[i]] = number;
    loop.irreducible |= !hd_dominates(s->dom, loop.head, (hd_loc){nodes[i]});
  }
  hd_vec_push(&l->list, loop);
  add_inner(s, &loop, number);
}

static void find_loops(search *s)
{
  hd_u32s reached = {0};
  for (uint32_t l = 0; l < s->p->locs.len; l++) {
    if (s->dom->order[l] != HD_NONE)
      hd_vec_push(&reached, l);
    else
      s->in[l] = HD_NONE;
  }
  s->parent = HD_NONE;
  hd_graph_components(&s->g, reached.data, reached.len, s->in, 0, add_loop, s);
  for (uint32_t id = 1; s->work.len; id++) {
    region r = hd_vec_pop(&s->work);
    s->parent = r.parent;
    for (uint32_t i = 0; i < r.n; i++) s->in[r.nodes[i]] = id;
    hd_graph_components(&s->g, r.nodes, r.n, s->in, id, add_loop, s);
  }
  hd_vec_clear(&reached);
}

/* --- their order, and their edges ------------------------------------------------------------- */

typedef struct {
  uint32_t key, old;
} place;

static int compare_places(const void *a, const void *b)
{
  return compare_ids(&((const place *)a)->key, &((const place *)b)->key);
}

/* By the order in which the graph comes to their heads: no loop before the one around it. */
static void sort_loops(search *s)
{
  hd_loops *l = s->l;
  uint32_t n = l->list.len, *now = hd_alloc(n, sizeof *now);
  place *places = hd_alloc(n, sizeof *places);
  hd_loop *old = hd_alloc(n, sizeof *old);
  if (n) memcpy(old, l->list.data, n * sizeof *old);
  for (uint32_t i = 0; i < n; i++) places[i] = (place){s->dom->order[old[i].head.id], i};
  qsort(places, n, sizeof *places, compare_places);
  for (uint32_t i = 0; i < n; i++) now[places[i].old] = i;
  for (uint32_t i = 0; i < n; i++) {
    hd_loop *loop = &l->list.data[i];
    *loop = old[places[i].old];
    if (loop->parent != HD_NONE) loop->parent = now[loop->parent];
  }
  for (uint32_t i = 0; i < s->p->locs.len; i++)
    if (l->innermost[i] != HD_NONE) l->innermost[i] = now[l->innermost[i]];
  free(old);
  free(places);
  free(now);
}

static bool is_inside(const hd_loops *l, hd_loc loc, uint32_t loop)
{
  uint32_t i = l->innermost[loc.id];
  while (i != HD_NONE && i != loop) i = l->list.data[i].parent;
  return i == loop;
}

/* The loop of which the edge is a back edge, or HD_NONE. */
static uint32_t closes(const hd_program *p, const hd_loops *l, uint32_t e)
{
  const hd_edge_info *edge = &p->edges.data[e];
  uint32_t loop = l->innermost[edge->to.id];
  if (loop == HD_NONE || l->list.data[loop].head.id != edge->to.id) return HD_NONE;
  return is_inside(l, edge->from, loop) ? loop : HD_NONE;
}

static void find_back_edges(const hd_program *p, hd_loops *l)
{
  for (uint32_t e = 0; e < p->edges.len; e++) {
    uint32_t loop = closes(p, l, e);
    if (loop != HD_NONE) l->list.data[loop].n_back++;
  }
  for (uint32_t i = 0; i < l->list.len; i++) {
    hd_loop *loop = &l->list.data[i];
    loop->back = hd_arena_alloc(&l->arena, loop->n_back * sizeof *loop->back);
    loop->n_back = 0;
  }
  for (uint32_t e = 0; e < p->edges.len; e++) {
    uint32_t i = closes(p, l, e);
    if (i != HD_NONE) l->list.data[i].back[l->list.data[i].n_back++] = e;
  }
}

hd_loops *hd_loops_new(hd_program *p, const hd_liveness *live)
{
  HD_CHECK(!p->raw);
  hd_program_index(p);
  hd_loops *l = hd_alloc(1, sizeof *l);
  hd_arena_init(&l->arena);
  search s = {.p = p, .l = l, .dom = hd_dominators_new(p)};
  hd_arrows arrows = {0};
  hd_graph_add_edges(p, &arrows);
  hd_graph_init(&s.g, p->locs.len, &arrows);
  s.in = hd_alloc(p->locs.len, sizeof *s.in);
  l->innermost = hd_alloc(p->locs.len, sizeof *l->innermost);
  for (uint32_t i = 0; i < p->locs.len; i++) l->innermost[i] = HD_NONE;
  find_loops(&s);
  sort_loops(&s);
  find_back_edges(p, l);
  hd_loops_find_bounds(p, live, l);
  free(s.in);
  hd_vec_clear(&s.work);
  hd_vec_clear(&arrows);
  hd_graph_clear(&s.g);
  hd_dominators_free(s.dom);
  return l;
}

void hd_loops_free(hd_loops *l)
{
  if (!l) return;
  hd_arena_clear(&l->arena);
  hd_vec_clear(&l->list);
  free(l->innermost);
  free(l);
}

/* In how many iterations of the loop the location can be visited. */
static uint32_t times_in(const hd_loop *loop, uint32_t loc)
{
  if (loop->bound == HD_NONE) return HD_NONE;
  const uint32_t *at = bsearch(&loc, loop->body, loop->n_body, sizeof loc, compare_ids);
  HD_CHECK(at);
  return loop->times[at - loop->body];
}

/* Within one iteration of a loop an inner one is entered at most once: to come back to it without
 * passing the outer head would make it a larger loop. */
uint32_t hd_loops_visits(const hd_loops *l, hd_loc loc)
{
  uint64_t visits = 1;
  bool known = true;
  for (uint32_t i = l->innermost[loc.id]; i != HD_NONE; i = l->list.data[i].parent) {
    uint32_t times = times_in(&l->list.data[i], loc.id);
    if (times == 0) return 0; /* never, whatever the other loops do */
    known &= times != HD_NONE;
    if (known && (visits *= times) >= HD_NONE) known = false;
  }
  return known ? (uint32_t)visits : HD_NONE;
}
