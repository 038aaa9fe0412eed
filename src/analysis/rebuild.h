/* rebuild.h - terms rewritten node by node, from the leaves up. */
#ifndef HD_ANALYSIS_REBUILD_H
#define HD_ANALYSIS_REBUILD_H

#include "program/program.h"

/* `node` returns the replacement of a term whose arguments are done, or HD_NO_TERM to leave it as it is. The result
 * depends on the term alone: `node` is called once for each term. */
typedef struct {
  hd_terms *T;
  hd_term (*node)(void *context, hd_term t);
  void *context;
  hd_term old; /* the term that `node` is asked about, as it was before anything below it changed */
  hd_map done; /* private, like what follows */
  hd_u32s order;
} hd_rebuilder;

/* True: the term was replaced. HD_NO_TERM stays HD_NO_TERM. */
bool hd_rebuild_term(hd_rebuilder *f, hd_term *t);
/* All terms of an edge; a guard that became true is removed. The assignments are changed in place. */
void hd_rebuild_edge(hd_rebuilder *f, hd_edge_info *e);
void hd_rebuilder_clear(hd_rebuilder *f);

#endif
