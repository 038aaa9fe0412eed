/* siblings.h - other ways through the same part of a thread.
 *
 * A violating path takes one way from a cut-point to the next, with one choice of branches. What matters
 * about it is from where it can be taken: a sibling, between the same two locations, that can be taken from
 * more states says more at the same price. */
#ifndef HD_ENGINE_MODULAR_SIBLINGS_H
#define HD_ENGINE_MODULAR_SIBLINGS_H

#include "engine/modular/level.h"

typedef HD_VEC(hd_path_step) hd_path_steps;

/* How preconditions are computed; `before`: the state before the path, of the execution whose inputs the steps have,
 * if it leads to what is asked for. */
hd_path_how hd_siblings_how(const hd_level *l, const hd_env *before);

/* The steps from begin to end, edges of the thread's own, are replaced by a sibling if that can lead to `after` from
 * more states. Returns these states. */
hd_term hd_siblings_pre(const hd_level *l, hd_path_steps *steps, uint32_t begin, uint32_t end, hd_term after,
                        const hd_env *before);

#endif
