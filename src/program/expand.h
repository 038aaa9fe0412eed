/* expand.h - every instance a thread of its own, and arrays as scalars where that is possible.
 *
 * The expanded program behaves like the original one; what is different is its form: a thread has
 * one instance and no `self`, and an array that is only ever indexed by known numbers is a
 * variable for each element. Engines that reason about one thread against the others need this
 * form; the maps lead back, so that a trace can be told in the original's terms. */
#ifndef HD_PROGRAM_EXPAND_H
#define HD_PROGRAM_EXPAND_H

#include "program/program.h"

/* Where a variable of the expanded program comes from: an element of an instance's copy, or all
 * elements (index HD_NONE). var is HD_NO_VAR for one that was added. */
typedef struct {
  hd_var var;
  uint32_t instance, index;
} hd_origin;

typedef struct {
  hd_program *program;       /* owned */
  hd_thread *thread;         /* by thread of the expanded program: the original thread, .. */
  uint32_t *instance;        /* .. and which of its instances */
  hd_edge *edge;             /* by edge: the original one; its inputs come in the same order */
  hd_loc *loc;               /* by location: the original one */
  HD_VEC(hd_origin) origins; /* by variable, as far as they have one */
} hd_expanded;

/* Of a resolved program. */
hd_expanded *hd_expand(const hd_program *p);
void hd_expanded_free(hd_expanded *x);

#endif
