/* shape.c - numbers the nodes so that a node comes after all that lead to it. */
#include "engine/bmc/shape.h"

#include "analysis/graph.h"

typedef struct {
  hd_bmc_shape *s;
  uint32_t level, next;
} numbering;

/* Components come with successors first. */
static void number_component(void *context, const uint32_t *nodes, uint32_t n)
{
  numbering *x = context;
  for (uint32_t i = 0; i < n; i++) x->s->position[nodes[i] * x->s->levels + x->level] = x->next;
  x->next--;
}

static void number_body(hd_bmc_shape *s, hd_graph *g, uint32_t *region, uint32_t loop, hd_u32s *body)
{
  const hd_loop *l = &s->loops->list.data[loop];
  numbering x = {.s = s, .level = l->depth, .next = UINT32_MAX};
  body->len = 0;
  for (uint32_t i = 0; i < l->n_body; i++) {
    if (l->body[i] == l->head.id) continue;
    hd_vec_push(body, l->body[i]);
    region[l->body[i]] = loop + 1;
  }
  s->position[l->head.id * s->levels + l->depth] = 0;
  hd_graph_components(g, body->data, body->len, region, loop + 1, number_component, &x);
}

static void find_chains(hd_bmc_shape *s, uint32_t n_locs)
{
  for (uint32_t l = 0; l < n_locs; l++) {
    for (uint32_t k = 0; k < s->levels; k++) s->chain[l * s->levels + k] = HD_NONE;
    for (uint32_t i = s->loops->innermost[l]; i != HD_NONE; i = s->loops->list.data[i].parent)
      s->chain[l * s->levels + s->loops->list.data[i].depth - 1] = i;
  }
}

void hd_bmc_shape_init(hd_bmc_shape *s, hd_program *p, const hd_loops *loops)
{
  *s = (hd_bmc_shape){.loops = loops, .levels = 1};
  for (uint32_t i = 0; i < loops->list.len; i++)
    if (loops->list.data[i].depth >= s->levels) s->levels = loops->list.data[i].depth + 1;
  s->position = hd_alloc((size_t)p->locs.len * s->levels, sizeof *s->position);
  s->chain = hd_alloc((size_t)p->locs.len * s->levels, sizeof *s->chain);
  find_chains(s, p->locs.len);
  hd_arrows arrows = {0};
  hd_graph g;
  hd_graph_add_edges(p, &arrows);
  hd_graph_init(&g, p->locs.len, &arrows);
  hd_u32s nodes = {0};
  uint32_t *region = hd_alloc(p->locs.len, sizeof *region);
  for (uint32_t l = 0; l < p->locs.len; l++) hd_vec_push(&nodes, l);
  numbering x = {.s = s, .next = UINT32_MAX};
  hd_graph_components(&g, nodes.data, nodes.len, region, 0, number_component, &x);
  for (uint32_t i = 0; i < loops->list.len; i++) number_body(s, &g, region, i, &nodes);
  hd_vec_clear(&nodes);
  hd_vec_clear(&arrows);
  free(region);
  hd_graph_clear(&g);
}

void hd_bmc_shape_clear(hd_bmc_shape *s)
{
  free(s->position);
  free(s->chain);
}

int hd_bmc_shape_compare(const hd_bmc_shape *s, hd_loc a, const uint32_t *counts_a, hd_loc b, const uint32_t *counts_b)
{
  for (uint32_t k = 0; k < s->levels; k++) {
    uint32_t x = s->position[a.id * s->levels + k], y = s->position[b.id * s->levels + k];
    if (x != y) return x < y ? -1 : 1;
    if (hd_bmc_loop_at(s, a, k) == HD_NONE) return 0;
    if (counts_a[k] != counts_b[k]) return counts_a[k] < counts_b[k] ? -1 : 1;
  }
  return 0;
}

uint32_t hd_bmc_shape_follow(const hd_bmc_shape *s, hd_loc from, const uint32_t *counts, hd_loc to, uint32_t *after)
{
  uint32_t closed = HD_NONE;
  for (uint32_t k = 0; k < s->levels; k++) {
    uint32_t loop = hd_bmc_loop_at(s, to, k);
    bool inside = loop != HD_NONE && hd_bmc_loop_at(s, from, k) == loop;
    after[k] = inside ? counts[k] : 0;
    if (!inside || s->loops->list.data[loop].head.id != to.id) continue;
    closed = loop;
    after[k]++;
  }
  return closed;
}
