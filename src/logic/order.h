/* order.h - a total order of events 0 .. n-1, part of it known, the rest open.
 *
 * What is known is kept closed under transitivity. What is open are pairs for which a literal says
 * whether the first comes before the second. The clauses that hd_order_encode adds are satisfied
 * exactly by those literals that some total order agrees with: events are eliminated one by one,
 * and what held between two others by way of the eliminated one is written down (Rankooh and
 * Rintanen, "Propositional encodings of acyclicity and reachability by using vertex elimination",
 * 2022). So the clauses grow with what is open, not with the cube of the events. */
#ifndef HD_LOGIC_ORDER_H
#define HD_LOGIC_ORDER_H

#include "logic/sat.h"

typedef struct hd_order hd_order;
hd_order *hd_order_new(uint32_t n);
void hd_order_free(hd_order *o);

/* a comes before b. False when that would be a cycle: then nothing has changed. */
bool hd_order_add(hd_order *o, uint32_t a, uint32_t b);
/* Does that follow from what is known? */
bool hd_order_known(const hd_order *o, uint32_t a, uint32_t b);

typedef struct {
  uint32_t a, b;
} hd_order_arrow;
/* What was added, without what followed from it already: all that is known follows from these. */
const hd_order_arrow *hd_order_arrows(const hd_order *o, uint32_t *n);

typedef struct {
  uint32_t a, b;
  hd_lit lit; /* a comes before b */
} hd_order_pair;

/* False: it would take more than `most` clauses. */
bool hd_order_encode(const hd_order *o, hd_sat *s, const hd_order_pair *open, uint32_t n, uint64_t most);

#endif
