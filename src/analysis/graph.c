/* graph.c - adjacency in two arrays, and strongly connected components by Tarjan's algorithm without recursion. */
#include "analysis/graph.h"

void hd_graph_init(hd_graph *g, uint32_t n, const hd_arrows *arrows)
{
  *g = (hd_graph){.n = n};
  g->first = hd_alloc((size_t)n + 2, sizeof *g->first);
  g->to = hd_alloc(arrows->len, sizeof *g->to);
  g->index = hd_alloc(n, sizeof *g->index);
  g->low = hd_alloc(n, sizeof *g->low);
  for (uint32_t v = 0; v < n; v++) g->index[v] = HD_NONE;
  for (uint32_t i = 0; i < arrows->len; i++) g->first[arrows->data[i].from + 2]++;
  for (uint32_t v = 2; v < n + 2; v++) g->first[v] += g->first[v - 1];
  for (uint32_t i = 0; i < arrows->len; i++) g->to[g->first[arrows->data[i].from + 1]++] = arrows->data[i].to;
}

void hd_graph_clear(hd_graph *g)
{
  free(g->first);
  free(g->to);
  free(g->index);
  free(g->low);
  *g = (hd_graph){0};
}

void hd_graph_add_edges(const hd_program *p, hd_arrows *arrows)
{
  for (uint32_t e = 0; e < p->edges.len; e++)
    hd_vec_push(arrows, (hd_arrow){p->edges.data[e].from.id, p->edges.data[e].to.id});
}

void hd_arrows_reverse(hd_arrows *arrows)
{
  for (uint32_t i = 0; i < arrows->len; i++) arrows->data[i] = (hd_arrow){arrows->data[i].to, arrows->data[i].from};
}

/* A node on the walk's path, and which of its arrows to follow next. */
typedef struct {
  uint32_t node, next;
} frame;
typedef HD_VEC(frame) frames;

static void reverse(hd_u32s *list)
{
  for (uint32_t i = 0, k = list->len; i + 1 < k; i++) {
    uint32_t swap = list->data[i];
    list->data[i] = list->data[--k];
    list->data[k] = swap;
  }
}

void hd_graph_order(const hd_graph *g, uint32_t root, hd_u32s *order)
{
  uint8_t *seen = hd_alloc(g->n, 1);
  frames stack = {0};
  order->len = 0;
  seen[root] = 1;
  hd_vec_push(&stack, (frame){root, g->first[root + 1]});
  while (stack.len) {
    frame *f = &hd_vec_last(&stack);
    if (f->next == g->first[f->node]) {
      hd_vec_push(order, f->node);
      stack.len--;
      continue;
    }
    uint32_t to = g->to[--f->next];
    if (seen[to]) continue;
    seen[to] = 1;
    hd_vec_push(&stack, (frame){to, g->first[to + 1]});
  }
  reverse(order);
  hd_vec_clear(&stack);
  free(seen);
}

/* --- components: Tarjan's algorithm with a stack of its own ------------------------------------ */

#define DONE (HD_NONE - 1) /* index of a node whose component has been reported */

typedef struct {
  hd_graph *g;
  const uint32_t *region;
  uint32_t id, next;
  frames path;
  hd_u32s open; /* visited, component not yet known */
} walk;

static void enter_node(walk *w, uint32_t v)
{
  w->g->index[v] = w->g->low[v] = w->next++;
  hd_vec_push(&w->open, v);
  hd_vec_push(&w->path, (frame){v, w->g->first[v]});
}

static void lower_link(walk *w, uint32_t v, uint32_t to)
{
  if (to < w->g->low[v]) w->g->low[v] = to;
}

static void leave_node(walk *w, uint32_t v, hd_component_fn *visit, void *context)
{
  hd_graph *g = w->g;
  w->path.len--;
  if (w->path.len) lower_link(w, hd_vec_last(&w->path).node, g->low[v]);
  if (g->low[v] != g->index[v]) return;
  uint32_t start = w->open.len;
  do g->index[w->open.data[--start]] = DONE;
  while (w->open.data[start] != v);
  visit(context, w->open.data + start, w->open.len - start);
  w->open.len = start;
}

static void advance_frame(walk *w, frame *f)
{
  hd_graph *g = w->g;
  uint32_t to = g->to[f->next++];
  if (w->region[to] != w->id || g->index[to] == DONE) return;
  if (g->index[to] == HD_NONE)
    enter_node(w, to);
  else
    lower_link(w, f->node, g->index[to]);
}

void hd_graph_components(hd_graph *g, const uint32_t *nodes, uint32_t n, const uint32_t *region, uint32_t id,
                         hd_component_fn *visit, void *context)
{
  walk w = {.g = g, .region = region, .id = id};
  for (uint32_t i = 0; i < n; i++) {
    if (g->index[nodes[i]] != HD_NONE) continue;
    enter_node(&w, nodes[i]);
    while (w.path.len) {
      frame *f = &hd_vec_last(&w.path);
      if (f->next == g->first[f->node + 1])
        leave_node(&w, f->node, visit, context);
      else
        advance_frame(&w, f);
    }
  }
  for (uint32_t i = 0; i < n; i++) g->index[nodes[i]] = HD_NONE;
  hd_vec_clear(&w.path);
  hd_vec_clear(&w.open);
}
