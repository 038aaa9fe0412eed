/* space.h - the cells that the analysis knows values of, and what a thread instance knows about them at one place.
 *
 * A cell is a scalar variable or an element of a small array. Shared cells have the same numbers for all threads and
 * come first; behind them are the locals of the thread. Of elements of larger arrays nothing is known. An environment
 * is a value for each cell, in which OWN is about the number of the instance whose environment it is. */
#ifndef HD_ENGINE_STATIC_SPACE_H
#define HD_ENGINE_STATIC_SPACE_H

#include "engine/static/value.h"
#include "program/program.h"

typedef struct {
  hd_var var;       /* HD_NO_VAR: a ghost or, of a thread, a distance (distance.h); element says which one */
  uint32_t element; /* HD_NONE: the variable is a scalar */
  uint8_t width;
} hd_state_cell;
typedef HD_VEC(hd_state_cell) hd_state_cells;

/* A ghost of one bit: has the instance taken the edge? */
typedef struct {
  hd_edge edge;
  uint32_t instance;
} hd_taken;

/* How far `to` is from `from`, known by the thread, or between shared variables by all threads (HD_NO_THREAD). */
typedef struct {
  hd_thread thread;
  hd_var from, to;
  uint32_t cell;
} hd_distance;

typedef struct {
  const hd_program *p;
  const hd_edge_info *edges; /* of the program, or of its version for any number of copies */
  const hd_taken *taken;     /* ghosts, whose cells are the last of the shared ones; distances are before them */
  uint32_t n_taken;
  hd_state_cells shared;
  hd_state_cells *locals; /* by thread */
  uint32_t *first;        /* by variable: its first cell; HD_NONE: it has none */
  hd_thresholds thresholds;
  HD_VEC(hd_distance) distances;
  hd_u32s *apart;  /* by variable: its distances; NULL: there are none */
  uint32_t *alike; /* by variable: the same for all that are copied to each other */
  /* Values of terms in the environment that was asked last; a new stamp forgets them. */
  hd_abstract_value *memo;
  uint32_t *stamps, stamp;
} hd_space;

/* Whose environment it is: an instance of a thread, or any one of them. */
typedef struct {
  hd_thread thread;
  uint32_t instance; /* HD_NONE: any one */
  uint64_t count;    /* the numbers that any one may have are below it */
} hd_viewer;

/* Borrows all; only: by variable, those that have cells; NULL: all. taken may be NULL. distances: see distance.h. */
hd_space *hd_space_new(const hd_program *p, const hd_edge_info *edges, const uint8_t *only, const hd_taken *taken,
                       uint32_t n_taken, bool distances);
void hd_space_free(hd_space *s);
uint32_t hd_space_cells(const hd_space *s, hd_thread t); /* shared ones and the thread's */
const hd_state_cell *hd_space_cell(const hd_space *s, hd_thread t, uint32_t cell);

/* Is a shared cell a ghost? */
static inline bool hd_space_is_ghost(const hd_space *s, uint32_t cell)
{
  return cell < s->shared.len && cell >= s->shared.len - s->n_taken;
}

/* The environment at the start of the program. */
void hd_space_start(const hd_space *s, const hd_viewer *who, hd_abstract_value *env);
/* To be called after every change of an environment, before terms are evaluated again. */
static inline void hd_space_forget(hd_space *s)
{
  s->stamp++;
}
hd_abstract_value hd_space_value(hd_space *s, const hd_viewer *who, const hd_abstract_value *env, hd_term t);
/* Restricts the environment to states in which the condition has this value; false: there are none. */
bool hd_space_assume(hd_space *s, const hd_viewer *who, hd_abstract_value *env, hd_term condition, bool truth);
/* The cell of the edge's ghost, or HD_NONE. */
uint32_t hd_space_ghost(const hd_space *s, const hd_viewer *who, const hd_edge_info *e);
/* The edge's assignments, and its ghost. */
void hd_space_assign(hd_space *s, const hd_viewer *who, hd_abstract_value *env, const hd_edge_info *e);

#endif
