/* path.h - a counterexample of an abstraction as the paper has it: instructions, and what they leave.
 *
 * Steps that do nothing in the abstraction are not part of it: they may happen at any time. For programs
 * whose threads have one instance each, so that an edge tells which thread takes it.
 *
 * Two steps depend on each other when they touch the same shared variable, one of them writing. Runs in which each
 * thread takes the same steps, and dependent ones come in the same order, are equivalent.
 *
 * Values are those of kept shared variables. What locals hold is not part of a run: when it is reconstructed, the
 * program computes them, and if the run is refuted, it is refuted whatever they held in the abstraction. */
#ifndef HD_ENGINE_SLICING_PATH_H
#define HD_ENGINE_SLICING_PATH_H

#include "engine/slicing/abstract.h"

typedef struct {
  uint32_t edge;   /* of the program that was abstracted */
  uint32_t thread; /* whose it is, ... */
  uint32_t number; /* ... and how many of its steps come before it */
  bool failed;     /* a check that fails: the last step */
} hd_slice_step;

typedef struct {
  HD_VEC(hd_slice_step) steps;
  uint32_t threads;
  hd_u32s needs;  /* by step and thread: as many steps of that thread come before it, by what they touch; 0 of
                     its own */
  hd_u32s length; /* by thread: its steps */
  hd_u32s vars;   /* scalars whose values are noted ... */
  hd_u64s values; /* ... before the first step, after it, after the second, and so on */
} hd_path;

/* Does the instruction touch or choose anything? */
bool hd_edge_counts(const hd_program *p, hd_edge e);
/* Is it a step of its own in the abstraction? */
bool hd_path_counts(const hd_abstraction *a, hd_edge e);

/* The trace is one of the abstraction that ends in a failed check. Values are those of the kept shared scalars
 * that are data; keep speaks of the first n_vars variables. in_order: every step depends on all before
 * it. */
void hd_path_read(hd_path *p, const hd_abstraction *a, const uint8_t *keep, uint32_t n_vars, bool in_order,
                  const hd_trace *t);
void hd_path_clear(hd_path *p);

static inline uint32_t hd_path_need(const hd_path *p, uint32_t step, uint32_t thread)
{
  return p->needs.data[(size_t)step * p->threads + thread];
}

/* Variable number v (of p->vars) after `steps` steps. */
static inline uint64_t hd_path_value(const hd_path *p, uint32_t v, uint32_t steps)
{
  return p->values.data[(size_t)steps * p->vars.len + v];
}

#endif
