/* sums.h - cells that are only added to.
 *
 * Where every block that writes a cell writes what it found there and something more, the cell holds, whenever it is
 * read, what was there at first and all that was added before: it need not be said whose write is seen, or which writes
 * lie between. That is the definition of what a read finds, unrolled along the order: the write it sees had found the
 * sum of those before it. So a counter of what identical threads have done has no permutations to be searched through,
 * and once they are known to be over it is a constant. */
#ifndef HD_ENGINE_BMC_SUMS_H
#define HD_ENGINE_BMC_SUMS_H

#include "engine/bmc/memory.h"

typedef struct hd_bmc_sums hd_bmc_sums;

hd_bmc_sums *hd_bmc_sums_new(hd_bmc_memory *m);
void hd_bmc_sums_free(hd_bmc_sums *s);
/* What the read finds, as a sum; HD_NO_TERM: the cell is not only added to. `writes`: all that may go to the cell. */
hd_term hd_bmc_sum(hd_bmc_sums *s, const hd_bmc_read *r, const hd_u32s *writes);

#endif
