/* memory.h - which write each read sees, and what that says about the order of the blocks.
 *
 * A read sees a write to its cell that comes before it, with no other write to the cell in between.
 * Written down for each read and each write it may see (read-from), and for each other write (it
 * comes before the one that is seen, or after the read); the order of two blocks is one Boolean
 * symbol. Many pairs are settled before: an instance's blocks follow one another; where a block
 * that everything after it depends on can only see one write, that write comes before it (so
 * creation comes before the thread, and the thread's end before what was joined); where it can see several of one
 * instance (a counter of what is there, waited for until it is large enough), the first of them does; a write that
 * certainly was overwritten is not seen; nor is a constant that the guard of the reading block rules out. A cell
 * into which nothing is written but the constant that it begins with (a lock, where each section is one block) has
 * that value whichever write is seen, so nothing is said about that. */
#ifndef HD_ENGINE_BMC_MEMORY_H
#define HD_ENGINE_BMC_MEMORY_H

#include "engine/bmc/unfold.h"
#include "logic/order.h"

typedef struct {
  uint32_t a, b;  /* events */
  hd_term symbol; /* a comes before b */
} hd_bmc_open;

typedef struct {
  hd_bmc_unfolding *u;
  uint32_t *event; /* by block: its number in the order, or HD_NONE: it touches nothing shared */
  hd_u32s blocks;  /* by event */
  hd_order *order; /* what is known */
  HD_VEC(hd_bmc_open) open;
  hd_map symbols;        /* two events to the place in `open` */
  hd_map by_symbol;      /* symbol to the place in `open` */
  hd_term *context;      /* by block: the number of its context; NULL: contexts are not bounded */
  uint32_t seen, pruned; /* pairs of a read and a write it may see; that were ruled out */
} hd_bmc_memory;

/* Adds its facts to the unfolding's. Sets its too_large when the budget ends before. */
hd_bmc_memory *hd_bmc_memory_new(hd_bmc_unfolding *u, const hd_budget *b);
void hd_bmc_memory_free(hd_bmc_memory *m);
/* Block a comes before block b. */
hd_term hd_bmc_before(hd_bmc_memory *m, uint32_t a, uint32_t b);
/* At most `switches` context switches. */
void hd_bmc_bound_contexts(hd_bmc_memory *m, uint32_t switches);

#endif
