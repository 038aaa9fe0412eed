/* persistent_state.h - inside the engine: what is computed before a search (persistent.c), and asked in every state
 * of it (persistent_choose.c). */
#ifndef HD_EXPLICIT_PERSISTENT_STATE_H
#define HD_EXPLICIT_PERSISTENT_STATE_H

#include <stdatomic.h>

#include "engine/explicit/persistent.h"

/* Sets of places in memory: shared scalars, elements of small shared arrays, large ones whole. An
 * orderly status has two places for each element: whether it exists, and, behind those, whether it
 * has finished. */
struct hd_persistent {
  const hd_xlayout *l;
  uint8_t *orderly; /* by variable */
  uint64_t *same;   /* places that are only ever written with one constant */
  uint32_t *exists; /* by instance: the place of its existence; HD_NONE: its status is not orderly */
  uint32_t n_instances;
  uint32_t words;  /* of a set */
  uint32_t *unit;  /* by variable: its first place, HD_NONE when it is not shared */
  uint64_t **sets; /* by instance: for each counter next reads, next writes, all reads, all writes */
  /* By two instances: what the second may access before the first has finished, for each counter reads
   * and writes; NULL: it does not wait for that. */
  uint64_t **before;
  uint8_t **special; /* by instance and counter: its step is taken only where all instances move */
  /* What is known about conflicts, by two places of two instances: 1 yes, 2 no. */
  uint32_t *first; /* by instance: the number of its first place */
  uint32_t n_places;
  _Atomic uint8_t *known; /* NULL: too many places */
  _Atomic uint8_t *apart; /* the same for next steps alone */
};

enum { HD_NEXT_READS, HD_NEXT_WRITES, HD_ALL_READS, HD_ALL_WRITES, HD_N_SETS };
enum {
  HD_READS,
  HD_WRITES,
  HD_AWAITS,
  HD_N_EDGE_SETS
}; /* of an edge: HD_AWAITS are what a guard waits for to be written */

#endif
