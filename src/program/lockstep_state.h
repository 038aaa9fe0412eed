/* lockstep_state.h - inside lockstep.h: instances, their steps, and what steps touch. */
#ifndef HD_PROGRAM_LOCKSTEP_STATE_H
#define HD_PROGRAM_LOCKSTEP_STATE_H

#include "program/lockstep.h"

/* An edge as one instance takes it. */
typedef struct {
  hd_edge_info info; /* over the new program's variables; ends are the given program's */
  hd_edge id;
  uint32_t reads, n_reads, writes, n_writes; /* units, in the pool */
  bool looks;                                /* its guard mentions a known cell */
} hd_own_edge;

typedef struct {
  hd_thread thread;
  uint32_t instance;
  hd_var *copy;        /* by variable: its own copy of it */
  hd_own_edge **edges; /* by edge of the given program; NULL: another thread's */
} hd_own_party;

/* A unit is a shared variable, or an element of a small array; a cell is a unit whose values are followed. */
typedef struct {
  const hd_program *p;
  hd_program *q; /* the new program */
  hd_arena arena;
  hd_own_party *who;
  uint32_t n;
  uint32_t *unit; /* by variable of p: its first unit */
  uint32_t n_units;
  uint32_t *cell; /* by unit: its place in a row, or HD_NONE */
  uint32_t n_cells;
  uint32_t *first_row;        /* the initial values by cell: the id of a constant term, or 0: unknown */
  hd_u32s units;              /* the pool */
  uint8_t *heads;             /* by location: of a loop */
  HD_VEC(hd_own_copy) copies; /* the new program's further variables; the function that takes them clears the vector */
} hd_parties;

/* False: too many of them. Borrows p; makes q with its variables. */
bool hd_parties_init(hd_parties *x, const hd_program *p);
void hd_parties_clear(hd_parties *x); /* q stays */

/* The term under a row of values, without the units in `written` (NULL: none). */
hd_term hd_parties_fold(hd_parties *x, const uint32_t *row, const uint64_t *written, hd_term t);
/* The values after the step; `after` may not be `row`. */
void hd_parties_assign(hd_parties *x, const hd_own_edge *e, const uint32_t *row, uint32_t *after);
/* May the step be taken? */
bool hd_parties_possible(hd_parties *x, const hd_own_edge *e, const uint32_t *row, const uint64_t *written);

#endif
