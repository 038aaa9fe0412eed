/* sample.h - relations between variables, read off random executions.
 *
 * If two variables always moved along a line in a few executions, a * x = b * y + c is a candidate, and no more than
 * that: a solver decides (guess.h). */
#ifndef HD_SEQUENTIAL_SAMPLE_H
#define HD_SEQUENTIAL_SAMPLE_H

#include "sequential/cutgraph.h"

typedef struct {
  void (*found)(void *context, uint32_t cut, hd_term relation); /* over the graph's cells */
  void *context;
} hd_sample_sink;

void hd_sample_relations(hd_cutgraph *g, const hd_sample_sink *sink);

#endif
