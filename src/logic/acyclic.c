/* acyclic.c - an incremental topological order that is searched in both directions around a new arrow. */
#include "logic/acyclic.h"

typedef struct {
  uint32_t node, reason;
} arrow;
typedef HD_VEC(arrow) arrows;

/* A search along the arrows, or against them: nodes that need few reasons come first. */
typedef struct {
  uint32_t *seen; /* by node: the search that has seen it last */
  uint32_t now;
  arrow *from;    /* by node: where the search came from, and the arrow's reason */
  uint32_t *cost; /* by node: reasons so far */
  hd_u32s order;
} search;

struct hd_acyclic {
  uint32_t n;
  arrows *out, *in;
  uint32_t *rank, *at;    /* by node; by rank */
  HD_VEC(uint32_t) trail; /* both ends of each arrow */
  search later, earlier;
  hd_u32s level, next, why, places;
};

static void init_search(search *s, uint32_t n)
{
  s->seen = hd_alloc(n + 1, sizeof *s->seen);
  s->from = hd_alloc(n + 1, sizeof *s->from);
  s->cost = hd_alloc(n + 1, sizeof *s->cost);
}

static void clear_search(search *s)
{
  free(s->seen);
  free(s->from);
  free(s->cost);
  hd_vec_clear(&s->order);
}

hd_acyclic *hd_acyclic_new(uint32_t n)
{
  hd_acyclic *g = hd_alloc(1, sizeof *g);
  g->n = n;
  g->out = hd_alloc(n + 1, sizeof *g->out);
  g->in = hd_alloc(n + 1, sizeof *g->in);
  g->rank = hd_alloc(n + 1, sizeof *g->rank);
  g->at = hd_alloc(n + 1, sizeof *g->at);
  for (uint32_t i = 0; i < n; i++) g->rank[i] = g->at[i] = i;
  init_search(&g->later, n);
  init_search(&g->earlier, n);
  return g;
}

void hd_acyclic_free(hd_acyclic *g)
{
  if (!g) return;
  for (uint32_t i = 0; i < g->n; i++) {
    hd_vec_clear(&g->out[i]);
    hd_vec_clear(&g->in[i]);
  }
  free(g->out);
  free(g->in);
  free(g->rank);
  free(g->at);
  clear_search(&g->later);
  clear_search(&g->earlier);
  hd_vec_clear(&g->trail);
  hd_vec_clear(&g->level);
  hd_vec_clear(&g->next);
  hd_vec_clear(&g->why);
  hd_vec_clear(&g->places);
  free(g);
}

/* --- searching --------------------------------------------------------------------------------------------- */

static void reach_from_arrow(hd_acyclic *g, search *s, uint32_t node, arrow from)
{
  uint32_t cost = s->cost[from.node] + (from.reason != HD_NONE);
  bool is_new = s->seen[node] != s->now;
  if (!is_new && s->cost[node] <= cost) return;
  s->seen[node] = s->now;
  s->from[node] = from;
  s->cost[node] = cost;
  if (is_new) hd_vec_push(&s->order, node);
  hd_vec_push(from.reason != HD_NONE ? &g->next : &g->level, node);
}

/* From the node, among ranks from low to high: by levels of as many reasons. */
static void explore_ranks(hd_acyclic *g, search *s, const arrows *along, uint32_t from, uint32_t low, uint32_t high)
{
  s->now++;
  s->order.len = g->level.len = g->next.len = 0;
  s->seen[from] = s->now;
  s->from[from] = (arrow){HD_NONE, HD_NONE};
  s->cost[from] = 0;
  hd_vec_push(&s->order, from);
  hd_vec_push(&g->level, from);
  for (uint32_t cost = 0; g->level.len; cost++) {
    while (g->level.len) {
      uint32_t at = hd_vec_pop(&g->level);
      if (s->cost[at] != cost) continue;
      for (uint32_t i = 0; i < along[at].len; i++) {
        arrow a = along[at].data[i];
        if (g->rank[a.node] < low || g->rank[a.node] > high) continue;
        reach_from_arrow(g, s, a.node, (arrow){at, a.reason});
      }
    }
    hd_u32s swap = g->level;
    g->level = g->next;
    g->next = swap;
  }
}

/* --- arrows ---------------------------------------------------------------------------------------------------- */

static void insert(hd_acyclic *g, uint32_t a, uint32_t b, uint32_t reason)
{
  hd_vec_push(&g->out[a], (arrow){b, reason});
  hd_vec_push(&g->in[b], (arrow){a, reason});
  hd_vec_push(&g->trail, a);
  hd_vec_push(&g->trail, b);
}

static void sort_by_rank(const hd_acyclic *g, hd_u32s *nodes)
{
  for (uint32_t i = 1; i < nodes->len; i++)
    for (uint32_t k = i; k > 0 && g->rank[nodes->data[k]] < g->rank[nodes->data[k - 1]]; k--) {
      uint32_t swap = nodes->data[k];
      nodes->data[k] = nodes->data[k - 1];
      nodes->data[k - 1] = swap;
    }
}

/* What comes before a moves in front of what comes after b; together they keep their places. */
static void reorder(hd_acyclic *g)
{
  hd_u32s *back = &g->earlier.order, *forth = &g->later.order;
  sort_by_rank(g, back);
  sort_by_rank(g, forth);
  g->places.len = 0;
  for (uint32_t i = 0, k = 0; i < back->len || k < forth->len;) {
    bool first = k == forth->len || (i < back->len && g->rank[back->data[i]] < g->rank[forth->data[k]]);
    hd_vec_push(&g->places, g->rank[first ? back->data[i++] : forth->data[k++]]);
  }
  for (uint32_t i = 0; i < g->places.len; i++) {
    uint32_t node = i < back->len ? back->data[i] : forth->data[i - back->len];
    g->rank[node] = g->places.data[i];
    g->at[g->places.data[i]] = node;
  }
}

static void follow_back(const search *s, uint32_t node, hd_u32s *out)
{
  for (arrow a = s->from[node]; a.node != HD_NONE; a = s->from[a.node])
    if (a.reason != HD_NONE) hd_vec_push(out, a.reason);
}

bool hd_acyclic_add(hd_acyclic *g, uint32_t a, uint32_t b, uint32_t reason, const hd_u32s **why)
{
  g->why.len = 0;
  if (why) *why = &g->why;
  if (a == b) return false;
  if (g->rank[a] > g->rank[b]) {
    explore_ranks(g, &g->later, g->out, b, g->rank[b], g->rank[a]);
    if (g->later.seen[a] == g->later.now) {
      follow_back(&g->later, a, &g->why);
      return false;
    }
    explore_ranks(g, &g->earlier, g->in, a, g->rank[b], g->rank[a]);
    reorder(g);
  }
  insert(g, a, b, reason);
  return true;
}

uint32_t hd_acyclic_rank(const hd_acyclic *g, uint32_t node)
{
  return g->rank[node];
}

uint32_t hd_acyclic_mark(const hd_acyclic *g)
{
  return g->trail.len;
}

void hd_acyclic_release(hd_acyclic *g, uint32_t mark)
{
  while (g->trail.len > mark) {
    uint32_t b = hd_vec_pop(&g->trail), a = hd_vec_pop(&g->trail);
    g->out[a].len--;
    g->in[b].len--;
  }
}

/* --- what follows ------------------------------------------------------------------------------------------------ */

hd_acyclic_cone hd_acyclic_cone_of(hd_acyclic *g, uint32_t a, uint32_t b)
{
  explore_ranks(g, &g->earlier, g->in, a, 0, UINT32_MAX);
  explore_ranks(g, &g->later, g->out, b, 0, UINT32_MAX);
  return (hd_acyclic_cone){&g->earlier.order, &g->later.order};
}

bool hd_acyclic_is_later(const hd_acyclic *g, uint32_t node)
{
  return g->later.seen[node] == g->later.now;
}

void hd_acyclic_reasons(hd_acyclic *g, uint32_t x, uint32_t y, hd_u32s *out)
{
  follow_back(&g->earlier, x, out);
  follow_back(&g->later, y, out);
}
