/* exchange.h - inside the engine: may two parties be exchanged, and where do their slots go?
 *
 * Which shared slots are whose, and which values name one of the two, is guessed from what their blocks touch. The
 * guess is shown block by block, with all values symbolic: a party's block, exchanged, is its counterpart's. */
#ifndef HD_ESST_EXCHANGE_H
#define HD_ESST_EXCHANGE_H

#include "engine/esst/space.h"

enum { HD_ESST_MOST_FRESH = 256 };

typedef struct {
  hd_esst_space *x;
  hd_smt *smt;
  const hd_budget *budget;
  bool deadlocks;    /* those that wait, and those that can move, must be the same, too */
  hd_block **blocks; /* by party and location, with all values symbolic */
  hd_u32s *locs;     /* by party: its thread's, once it was compared */
  /* the exchange that is looked at */
  uint32_t a, b;  /* parties */
  uint32_t *to;   /* by slot */
  uint64_t *id_a; /* by slot: the value that names a, and the one for b; */
  uint64_t *id_b; /* equal: its value names no thread */
  hd_loc *loc_to; /* by location, for those two */
  uint32_t fresh[2][HD_ESST_MOST_FRESH], n_fresh[2];
  uint8_t *divided; /* by variable: an array whose elements are named by known numbers only, once asked; else NULL */
} hd_esst_exchange;

void hd_esst_exchange_init(hd_esst_exchange *f, hd_esst_space *x, hd_smt *smt, bool deadlocks, const hd_budget *budget);
void hd_esst_exchange_clear(hd_esst_exchange *f);

/* An exchange of these two in which no slot moves yet; their locations, in `locs`, correspond. */
void hd_esst_exchange_start(hd_esst_exchange *f, uint32_t a, uint32_t b);
/* Guesses the exchange of the two, and shows it for what they do themselves. */
bool hd_esst_exchange_find(hd_esst_exchange *f, uint32_t a, uint32_t b);
/* Is what the party does there, exchanged, what its counterpart does? */
bool hd_esst_exchange_same(hd_esst_exchange *f, uint32_t party, hd_loc at);
/* Does the slot's value name one of the two? */
bool hd_esst_exchange_names(const hd_esst_exchange *f, uint32_t slot);

/* Where a party may stand and go on from. */
bool hd_esst_is_stand(const hd_esst_space *x, hd_loc l);

#endif
