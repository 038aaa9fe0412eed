/* rebuild.h - terms rewritten node by node, from the leaves up. */
#ifndef HD_ANALYSIS_REBUILD_H
#define HD_ANALYSIS_REBUILD_H

#include "program/program.h"

/* `node` answers for a term whose arguments are done, HD_NO_TERM leaving it as it is. Its answer depends on the term
 * alone: each term is asked for once. */
typedef struct {
  hd_terms *T;
  hd_term (*node)(void *context, hd_term t);
  void *context;
  hd_term old; /* the term that `node` is asked about, as it was before anything below it changed */
  hd_map done; /* private, like what follows */
  hd_u32s order;
} hd_rebuilder;

/* True: the term became another one. HD_NO_TERM stays it. */
bool hd_rebuild_term(hd_rebuilder *f, hd_term *t);
/* All terms of an edge; a guard that became true goes. The assignments are changed in place. */
void hd_rebuild_edge(hd_rebuilder *f, hd_edge_info *e);
void hd_rebuilder_clear(hd_rebuilder *f);

#endif
