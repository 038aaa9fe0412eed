/* flow.h - what is known wherever an instance may stand, whatever the others do.
 *
 * An actor is an instance of a thread, or any one of a thread's instances. For each location it has cases: environments
 * of which one holds whenever the actor stands there. Cases are kept apart by the locks that the actor holds, so that
 * `if (trylock(m) == 0)` is understood. At the fixed point the cases of all actors together are inductive (an actor's
 * step leads from a case of its location into one of the next) and stable: a step of another actor, from a case that
 * agrees with this one about the shared cells, leads into a case of the same location (Owicki and Gries). Locks,
 * creation and joining need no rules of their own for that: a thread that holds `m` knows that `m` is its number, and
 * no case of any other actor agrees. */
#ifndef HD_ENGINE_STATIC_FLOW_H
#define HD_ENGINE_STATIC_FLOW_H

#include "analysis/liveness.h"
#include "base/budget.h"
#include "engine/static/space.h"

/* An environment without the cells of which nothing is known. */
typedef struct {
  uint32_t n, *cell;
  hd_abstract_value *value;
} hd_packed;

hd_packed hd_packed_new(const hd_abstract_value *env, uint32_t n);
void hd_packed_clear(hd_packed *x);

typedef struct {
  uint64_t key; /* the states of locks, and the ghosts */
  hd_packed env;
  uint32_t updates;
} hd_case;
typedef HD_VEC(hd_case) hd_cases;

/* A step that changes shared cells: what is known of them before it (by its actor), and what they become. */
typedef struct {
  hd_packed before, writes;
  uint64_t hash;
} hd_deed;

typedef struct {
  hd_viewer who;
  bool several;            /* two different instances can both be this actor */
  hd_cases *at;            /* by location */
  uint8_t *merged, *dirty; /* by location: cases are not kept apart any more; to be looked at */
  hd_u32s todo;
  HD_VEC(hd_deed) deeds;
  uint64_t deeds_hash;
  hd_abstract_value *identities; /* what a lock holds when the actor has it */
  uint32_t n_identities;
} hd_actor;

typedef struct {
  const hd_program *p;
  const hd_edge_info *edges;
  const uint8_t *any; /* by thread: any number of copies */
  hd_space *space;
  const hd_liveness *live;
  hd_actor *actors;
  uint32_t n_actors;
  uint8_t *matters;   /* by variable: some step was excluded for its value */
  uint8_t *dead;      /* by edge: it was found that it cannot be taken in some case */
  hd_u32s locks;      /* shared cells that belong to synchronization */
  hd_u32s answers;    /* variables that hold answers to conditions (conditions.c) */
  uint8_t *is_answer; /* by variable */
  bool states;        /* cases are also kept apart by what others hold, and by answers */
  hd_watch watch;
} hd_flow;

/* How closely to look: only, taken as in hd_space; states: keep cases apart by which locks are free, and by the answers
 * to conditions. What is known of a lock's data while no thread holds it is then a case of its own. distances: see
 * distance.h. */
typedef struct {
  const uint8_t *only;
  const hd_taken *taken;
  uint32_t n_taken;
  bool states, distances;
} hd_flow_detail;

/* Borrows all; edges: as in hd_space. */
hd_flow *hd_flow_new(const hd_program *p, const hd_edge_info *edges, const uint8_t *any, const hd_liveness *live,
                     const hd_flow_detail *detail, const hd_budget *b);
void hd_flow_free(hd_flow *f);
/* A few edges that add to what other threads read, at most once in an execution: their ghosts keep sums apart that a
 * single range would merge. only: as in hd_space. The caller frees the list; 0: there are none, or too many. */
uint32_t hd_flow_counted(const hd_program *p, const hd_edge_info *edges, const uint8_t *any, const uint8_t *only,
                         hd_taken **out);
/* An edge that assigns the answer to a condition, and what it is if the condition is false and if it is true. */
typedef struct {
  hd_var var;
  hd_term condition;
  uint64_t value[2];
} hd_asked;

/* Which variables hold answers; and whether the edge assigns one that is not known beforehand. */
void hd_flow_find_answers(hd_flow *f);
bool hd_flow_answer(const hd_flow *f, const hd_edge_info *e, hd_asked *out);
/* False: the budget ended. */
bool hd_flow_run(hd_flow *f);

/* The environment of a case, unpacked into room for all cells of the actor. */
void hd_flow_unpack(const hd_flow *f, const hd_actor *a, const hd_packed *from, hd_abstract_value *env);
/* The environment before an edge that is taken from a case; false: it cannot be. */
bool hd_flow_before(const hd_flow *f, const hd_actor *a, const hd_case *c, const hd_edge_info *e,
                    hd_abstract_value *env);
/* A step was excluded for the value of that shared cell. */
void hd_flow_note(const hd_flow *f, uint32_t cell);
/* By variable: what checks, or places of accesses, seem to depend on. The caller frees it; NULL: most of them. */
uint8_t *hd_flow_cone(const hd_program *p, const hd_edge_info *edges, bool places);
/* All variables that what was found out may rest on: by variable. The caller frees it. */
uint8_t *hd_flow_relevant(const hd_flow *f);

#endif
