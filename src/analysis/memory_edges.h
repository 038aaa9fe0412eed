/* memory_edges.h - inside resolving: edges over variables instead of memory. */
#ifndef HD_ANALYSIS_MEMORY_EDGES_H
#define HD_ANALYSIS_MEMORY_EDGES_H

#include "analysis/memory_places.h"

/* Replaces the program's edges. */
void hd_resolve_edges(hd_resolving *r);

#endif
