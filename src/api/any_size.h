/* any_size.h - blocks of any size.
 *
 * A block whose size is computed has a few elements in the model that is tried first, so that executions can be shown;
 * beyond that the model ends. Proofs are looked for in another model: the block has room for all elements that it may
 * have, and a variable for how many there are (frontend/c/heap.c). */
#ifndef HD_API_ANY_SIZE_H
#define HD_API_ANY_SIZE_H

#include "api/recheck.h"
#include "api/result.h"

/* Are there blocks of computed size? */
bool hd_room_may_help(heddle_input *in, const hd_budget *b);
/* True: the other model is safe, and *r has it and its proof. Otherwise *r is as it was. */
bool hd_room_prove(heddle_input *in, const hd_engine *only, const hd_task *t, const hd_c_options *c,
                   const hd_recheck *how, const hd_budget *b, heddle_result *r);

#endif
