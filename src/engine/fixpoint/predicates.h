/* predicates.h - which conditions about a program are kept when it becomes a Boolean program.
 *
 * Some are the user's, read from a file (docs/boolean-programs.md, "From C"). Others follow from the program:
 * what a thread's status, a lock and the like can be compared with, Booleans that the compiler made, and each of
 * the user's conditions about a shared variable for the copies that threads read it into. */
#ifndef HD_ENGINE_FIXPOINT_PREDICATES_H
#define HD_ENGINE_FIXPOINT_PREDICATES_H

#include "program/expand.h"

typedef struct {
  hd_term term;     /* Boolean, of the expanded program's pool */
  hd_thread thread; /* whose own variables it mentions; HD_NO_THREAD: no thread's */
  bool shared;      /* it mentions shared variables: steps of others may change it */
  const char *text;
} hd_fx_predicate;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_fx_predicate) list;
} hd_fx_predicates;

void hd_fx_predicates_init(hd_fx_predicates *ps);
void hd_fx_predicates_clear(hd_fx_predicates *ps);

/* Reads the user's and finds the others. p: what x was made from. */
hd_status hd_fx_predicates_read(hd_fx_predicates *ps, const hd_program *p, hd_expanded *x, const char *text,
                                const char *name, hd_diags *diags);

/* The variables of a term, each once. */
void hd_fx_vars_of(const hd_program *p, hd_term t, hd_u32s *vars);

#endif
