/* graph.h - directed graphs of small numbers, for analyses that look at shape alone.
 *
 * Nodes are 0 .. n-1; a node's arrows keep the order in which they were given. Nothing here
 * recurses: the graphs of programs are deep. */
#ifndef HD_ANALYSIS_GRAPH_H
#define HD_ANALYSIS_GRAPH_H

#include "program/program.h"

typedef struct {
  uint32_t from, to;
} hd_arrow;
typedef HD_VEC(hd_arrow) hd_arrows;

typedef struct {
  uint32_t n;
  uint32_t *first, *to;  /* successors of v: to[first[v]] .. to[first[v + 1] - 1] */
  uint32_t *index, *low; /* of hd_graph_components; HD_NONE between calls */
} hd_graph;

void hd_graph_init(hd_graph *g, uint32_t n, const hd_arrows *arrows);
void hd_graph_clear(hd_graph *g);

/* One arrow for each edge of the program, from location to location. */
void hd_graph_add_edges(const hd_program *p, hd_arrows *arrows);
void hd_arrows_reverse(hd_arrows *arrows);

/* The nodes reached from root in reverse postorder of a depth-first walk: root first, and a
 * node before those it dominates. The walk begins with the last arrow, so that what lies behind
 * the first comes first. */
void hd_graph_order(const hd_graph *g, uint32_t root, hd_u32s *order);

/* Calls `visit` with each strongly connected component of the subgraph of those nodes v with
 * region[v] == id, of which `nodes` are all: a component after those it has arrows to. */
typedef void hd_component_fn(void *context, const uint32_t *nodes, uint32_t n);
void hd_graph_components(hd_graph *g, const uint32_t *nodes, uint32_t n, const uint32_t *region, uint32_t id,
                         hd_component_fn *visit, void *context);

#endif
