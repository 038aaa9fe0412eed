/* properties_state.h - how properties lie in memory; only the files of properties.h include this. */
#ifndef HD_PROVING_PROPERTIES_STATE_H
#define HD_PROVING_PROPERTIES_STATE_H

#include "analysis/facts.h"
#include "logic/houdini.h"
#include "proving/properties.h"
#include "sequential/blocks.h"

enum { HD_COPIES = 3 };

struct hd_properties {
  hd_program *p;
  hd_terms *T;
  const uint8_t *cut, *any;
  bool pairs;
  hd_cells *cells;
  hd_symbols symbols;
  hd_signs signs;
  hd_facts *facts;
  const hd_liveness *live;
  hd_smt *smt;
  hd_solver *solver;
  hd_budget budget;
  hd_term *state[HD_COPIES];    /* by cell: the variable of the copy; shared ones are the same */
  hd_map cell_of;               /* by symbol: cell * HD_COPIES + copy */
  hd_block **blocks[HD_COPIES]; /* by location */
  HD_VEC(hd_loc) places;
  uint32_t *number;      /* by location: its place, or HD_NONE */
  hd_candidates *alone;  /* by place, over the first copy */
  hd_candidates *beside; /* by two places: first * places + second; the second of two copies is copy 1 */
  uint32_t clock;        /* counts changes of candidates, and questions */
  bool spent;
};

static inline hd_thread hd_place_thread(const hd_properties *x, uint32_t place)
{
  return hd_loc_get(x->p, x->places.data[place])->thread;
}

/* Is the pair in this order (not the other one)? */
static inline bool hd_is_pair(const hd_properties *x, uint32_t i, uint32_t j)
{
  uint32_t a = hd_place_thread(x, i).id, b = hd_place_thread(x, j).id;
  return a < b || (a == b && x->any && x->any[a]);
}

hd_block *hd_properties_block(hd_properties *x, uint32_t place, unsigned copy);
/* The cell and the copy that the symbol stands for; false: an input or a choice. */
bool hd_properties_cell(const hd_properties *x, uint32_t symbol, uint32_t *cell, unsigned *copy);

/* Fills the candidates of all places (properties_atoms.c). */
void hd_properties_guess(hd_properties *x);
/* Gives up what is not kept (properties_sieve.c). */
void hd_properties_sieve(hd_properties *x);
/* Is it excluded that the condition holds at the place, wherever the other thread stands (HD_NO_THREAD: no thread is
 * asked)? */
bool hd_properties_exclude(hd_properties *x, uint32_t place, hd_thread beside, hd_term cond);

#endif
