/* exits.h - overflows, which end the whole execution.
 *
 * An instance could stay before a block in which a sum may overflow, as it may before one that may get stuck; then the
 * solver would have a choice at every sum, since nothing but the block's own reads says whether there is a reason.
 * Instead the instance goes on, with a sum that has wrapped around, and what is looked for (a failed check, a place
 * where the unfolding ends) counts only if it comes before every overflow. Nothing is missed: an execution up to what
 * is looked for can be extended by the blocks that its instances are at, overflows and all that follows them among
 * these, since what comes after is never looked at. So for each overflow and each such place: not both, or the place
 * comes first. A check of main after it has joined all threads comes after all of their sums, so there is nothing left
 * to choose.
 *
 * That a block goes on over an overflow is right where it has written nothing before that others see: otherwise these
 * may be what is looked for. There a block starts (starts_block in unfold.c). Deadlocks and races, which are looked for
 * in the last state, and bounds on contexts, which would count what follows, keep the choice; so do unfoldings with
 * many overflows and many checks. Where only the places at which the unfolding ends are many, those are left without an
 * order: one that comes after an overflow then counts as reached, which costs no more than one more unwinding. Other
 * ends of the execution keep the choice, too: that an assumption holds wherever an instance has gone on says which
 * writes it can have seen. */
#ifndef HD_ENGINE_BMC_EXITS_H
#define HD_ENGINE_BMC_EXITS_H

#include "engine/bmc/memory.h"

/* Would the pairs of overflows and checks be too many? */
bool hd_bmc_has_too_many_exits(const hd_bmc_unfolding *u);
/* The blocks of both, which need events. */
void hd_bmc_exit_blocks(const hd_bmc_unfolding *u, hd_u32s *out);
void hd_bmc_order_exits(hd_bmc_memory *m);

#endif
