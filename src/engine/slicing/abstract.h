/* abstract.h - the program without some of its variables: every execution of the program is one of it.
 *
 * What was sliced away is read as any value: an assignment whose value mentions it takes any value, one to it is gone,
 * and a guard becomes weaker: those of its conditions that mention it hold. A check that mentions it may fail whenever
 * some value would make it fail, and an additional edge passes it. Locations stay, and variables and edges keep their
 * ids (edges that were added come last), so that a trace of the abstraction is one of the program, step by step, until
 * the program disagrees. */
#ifndef HD_ENGINE_SLICING_ABSTRACT_H
#define HD_ENGINE_SLICING_ABSTRACT_H

#include "trace/trace.h"

typedef struct {
  hd_program *program; /* owned, indexed */
  hd_u32s origin;      /* by edge: the program's edge; HD_NONE: it was added */
} hd_abstraction;

/* keep: by variable (choose.h). */
hd_abstraction *hd_abstract(const hd_program *p, const uint8_t *keep);
/* The same program, for people: steps that do nothing, and what is then unused, are gone, and with them the
 * ids. */
hd_program *hd_abstract_tidy(const hd_program *p, const uint8_t *keep);
void hd_abstraction_free(hd_abstraction *a);

/* The trace of the abstraction as one of the program: the same steps; inputs that the program has and the abstraction
 * does not are 0. Only the interpreter can tell whether it is an execution. */
hd_trace *hd_abstraction_map(const hd_abstraction *a, const hd_program *p, const hd_trace *t);

#endif
