/* transition.h - one step of a path: a guard, and what changes. The symbols of the terms are the state's
 * variables: a program's own, or those of a product of several threads. */
#ifndef HD_LOGIC_TRANSITION_H
#define HD_LOGIC_TRANSITION_H

#include "base/arena.h"
#include "program/program.h"

typedef struct {
  hd_term target; /* a VAR term; each at most once, but for different elements of an array */
  hd_term index;  /* of an array's element; HD_NO_TERM for a scalar */
  hd_term value;  /* about the state before; HD_NO_TERM: any */
} hd_update;

typedef struct {
  hd_term guard; /* HD_NO_TERM: true */
  const hd_update *updates;
  uint32_t n;
} hd_transition;

/* Steps one after the other, from states in `before` to states in `after`. */
typedef struct {
  hd_term before, after; /* HD_NO_TERM: true */
  const hd_transition *steps;
  uint32_t n;
} hd_chain;

/* The step of an edge of a program; an ASSERT edge's passes its check. */
hd_transition hd_transition_of(hd_program *p, hd_edge e, hd_arena *arena);

/* Versions of the state's variables along a path: each update gives its target a new one. A version's
 * symbol is not below HD_VERSIONS, and belongs to one sort. */
#define HD_VERSIONS UINT32_C(0x50000000)

typedef struct {
  hd_terms *T;
  hd_map now;        /* symbol (twice, plus 1 for arrays) to the term it is now */
  uint32_t used[65]; /* versions, by width; 0: Booleans */
} hd_versions;

void hd_versions_init(hd_versions *v, hd_terms *T); /* every variable is itself */
void hd_versions_clear(hd_versions *v);
hd_term hd_versions_fresh(hd_versions *v, hd_sort sort);
hd_term hd_versions_now(hd_versions *v, hd_term t); /* a term about the state, now */
/* Takes the updates. Appends for each scalar one the equation of the new version with its value, or true for
 * any value; arrays are stores into what they were, and append true. */
void hd_versions_take(hd_versions *v, const hd_transition *step, hd_term *equations);

#endif
