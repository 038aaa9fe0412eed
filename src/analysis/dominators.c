/* dominators.c - the iterative algorithm of Cooper, Harvey and Kennedy, in both directions. */
#include "analysis/dominators.h"

#include "analysis/graph.h"

/* --- the trees of any graph --------------------------------------------------------------------- */

/* The nearest common ancestor of two nodes whose ancestors are known. */
static uint32_t nearest_common(const hd_dominators *d, uint32_t a, uint32_t b)
{
  while (a != b) {
    while (d->order[a] > d->order[b]) a = d->parent[a];
    while (d->order[b] > d->order[a]) b = d->parent[b];
  }
  return a;
}

static bool improve(hd_dominators *d, const hd_graph *back, uint32_t v)
{
  uint32_t best = HD_NONE;
  for (uint32_t i = back->first[v]; i < back->first[v + 1]; i++) {
    uint32_t from = back->to[i];
    if (d->parent[from] == HD_NONE) continue;
    best = best == HD_NONE ? from : nearest_common(d, best, from);
  }
  bool changed = best != d->parent[v];
  d->parent[v] = best;
  return changed;
}

/* Sizes of subtrees first, from the leaves up; then every child's place after its elder siblings'. */
static void number_tree(hd_dominators *d, const hd_u32s *order)
{
  for (uint32_t i = 0; i < order->len; i++) d->leave[order->data[i]] = 1;
  for (uint32_t i = order->len; i-- > 1;) d->leave[d->parent[order->data[i]]] += d->leave[order->data[i]];
  uint32_t *next = hd_alloc(order->len, sizeof *next);
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t v = order->data[i];
    if (i > 0) {
      uint32_t *place = &next[d->order[d->parent[v]]];
      d->enter[v] = *place;
      *place += d->leave[v];
    }
    next[i] = d->enter[v] + 1;
    d->leave[v] += d->enter[v];
  }
  free(next);
}

/* Node n - 1 is the root above all others; it is not shown as the parent of any node. */
static hd_dominators *solve_dominators(const hd_graph *g, const hd_graph *back)
{
  hd_dominators *d = hd_alloc(1, sizeof *d);
  uint32_t root = g->n - 1;
  hd_u32s order = {0};
  d->parent = hd_alloc(g->n, sizeof *d->parent);
  d->order = hd_alloc(g->n, sizeof *d->order);
  d->enter = hd_alloc(g->n, sizeof *d->enter);
  d->leave = hd_alloc(g->n, sizeof *d->leave);
  for (uint32_t v = 0; v < g->n; v++) d->parent[v] = d->order[v] = HD_NONE;
  hd_graph_order(g, root, &order);
  for (uint32_t i = 0; i < order.len; i++) d->order[order.data[i]] = i;
  d->parent[root] = root;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 1; i < order.len; i++) more |= improve(d, back, order.data[i]);
  }
  number_tree(d, &order);
  for (uint32_t v = 0; v < g->n; v++)
    if (d->parent[v] == root) d->parent[v] = HD_NONE;
  hd_vec_clear(&order);
  return d;
}

static hd_dominators *solve_arrows(uint32_t n, hd_arrows *arrows)
{
  hd_graph g, back;
  hd_graph_init(&g, n, arrows);
  hd_arrows_reverse(arrows);
  hd_graph_init(&back, n, arrows);
  hd_dominators *d = solve_dominators(&g, &back);
  hd_graph_clear(&back);
  hd_graph_clear(&g);
  return d;
}

/* --- from the entries ------------------------------------------------------------------------------ */

static void add_entries(const hd_program *p, hd_arrows *arrows)
{
  for (uint32_t t = 0; t < p->threads.len; t++)
    hd_vec_push(arrows, (hd_arrow){p->locs.len, p->threads.data[t].entry.id});
}

hd_dominators *hd_dominators_new(hd_program *p)
{
  hd_arrows arrows = {0};
  add_entries(p, &arrows);
  hd_graph_add_edges(p, &arrows);
  hd_dominators *d = solve_arrows(p->locs.len + 1, &arrows);
  hd_vec_clear(&arrows);
  return d;
}

/* --- from the ends, backwards ------------------------------------------------------------------------ */

typedef struct {
  const hd_graph *g; /* forwards */
  uint32_t *order;   /* by location, from the entries; HD_NONE: not reached */
  uint8_t *member;   /* scratch: of the component looked at */
  hd_arrows *arrows;
  uint32_t root;
} ends;

static bool is_before(const ends *x, uint32_t a, uint32_t b)
{
  return x->order[a] != x->order[b] ? x->order[a] < x->order[b] : a < b;
}

static void end_component(void *context, const uint32_t *nodes, uint32_t n)
{
  ends *x = context;
  bool leaves = false, goes_on = false;
  uint32_t least = nodes[0];
  for (uint32_t i = 0; i < n; i++) x->member[nodes[i]] = 1;
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = x->g->first[nodes[i]]; k < x->g->first[nodes[i] + 1]; k++) {
      leaves |= !x->member[x->g->to[k]];
      goes_on = true;
    }
    if (is_before(x, nodes[i], least)) least = nodes[i];
  }
  for (uint32_t i = 0; i < n; i++) x->member[nodes[i]] = 0;
  if (goes_on && !leaves) hd_vec_push(x->arrows, (hd_arrow){x->root, least});
}

/* By location: its number in an order from the entries; HD_NONE: not reached. */
static uint32_t *order_from_entries(const hd_program *p)
{
  hd_arrows arrows = {0};
  hd_graph g;
  hd_u32s order = {0};
  uint32_t *number = hd_alloc((size_t)p->locs.len + 1, sizeof *number);
  add_entries(p, &arrows);
  hd_graph_add_edges(p, &arrows);
  hd_graph_init(&g, p->locs.len + 1, &arrows);
  hd_graph_order(&g, p->locs.len, &order);
  for (uint32_t l = 0; l <= p->locs.len; l++) number[l] = HD_NONE;
  for (uint32_t i = 0; i < order.len; i++) number[order.data[i]] = i;
  hd_graph_clear(&g);
  hd_vec_clear(&arrows);
  hd_vec_clear(&order);
  return number;
}

/* The locations that cannot reach an end; region: 1 for all others. */
static void find_endless(uint32_t n, const hd_arrows *arrows, uint32_t *region, hd_u32s *endless)
{
  hd_graph backwards;
  hd_u32s order = {0};
  hd_graph_init(&backwards, n + 1, arrows);
  hd_graph_order(&backwards, n, &order);
  for (uint32_t i = 0; i < order.len; i++) region[order.data[i]] = 1;
  for (uint32_t l = 0; l < n; l++)
    if (!region[l]) hd_vec_push(endless, l);
  hd_vec_clear(&order);
  hd_graph_clear(&backwards);
}

/* Gives an end to what has none: cycles that cannot be left. The first location of one, where it
 * is entered, is the right end: with another, what lies behind it would look unavoidable. */
static void end_cycles(const hd_program *p, hd_graph *forwards, hd_arrows *arrows)
{
  uint32_t n = p->locs.len;
  hd_u32s endless = {0};
  uint32_t *region = hd_alloc((size_t)n + 1, sizeof *region);
  find_endless(n, arrows, region, &endless);
  if (endless.len) {
    ends x = {.g = forwards, .arrows = arrows, .root = n, .order = order_from_entries(p)};
    x.member = hd_alloc((size_t)n + 1, 1);
    hd_graph_components(forwards, endless.data, endless.len, region, 0, end_component, &x);
    free(x.order);
    free(x.member);
  }
  free(region);
  hd_vec_clear(&endless);
}

hd_dominators *hd_post_dominators_new(hd_program *p, const uint8_t *dropped, const uint8_t *may_stop)
{
  hd_arrows arrows = {0};
  hd_graph forwards;
  for (uint32_t e = 0; e < p->edges.len; e++)
    if (!dropped || !dropped[e]) hd_vec_push(&arrows, (hd_arrow){p->edges.data[e].from.id, p->edges.data[e].to.id});
  hd_graph_init(&forwards, p->locs.len + 1, &arrows);
  hd_arrows_reverse(&arrows);
  for (uint32_t l = 0; l < p->locs.len; l++)
    if ((may_stop && may_stop[l]) || forwards.first[l] == forwards.first[l + 1])
      hd_vec_push(&arrows, (hd_arrow){p->locs.len, l});
  end_cycles(p, &forwards, &arrows);
  hd_dominators *d = solve_arrows(p->locs.len + 1, &arrows);
  hd_graph_clear(&forwards);
  hd_vec_clear(&arrows);
  return d;
}

void hd_dominators_free(hd_dominators *d)
{
  if (!d) return;
  free(d->parent);
  free(d->order);
  free(d->enter);
  free(d->leave);
  free(d);
}
