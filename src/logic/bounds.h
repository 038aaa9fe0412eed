/* bounds.h - eliminating a variable that is only compared: exists x. l <= x and x < u, for total orders of
 * bit-vectors. Exact, and without a solver; for eliminate.c. */
#ifndef HD_LOGIC_BOUNDS_H
#define HD_LOGIC_BOUNDS_H

#include "logic/formula.h"

/* Replaces the conjuncts that mention the symbol by what they say together about the rest. False, and nothing has
 * changed: they are no bounds of one kind (signed or unsigned) on it. */
bool hd_bounds_eliminate(hd_terms *T, hd_term_list *conjuncts, uint32_t symbol);

#endif
