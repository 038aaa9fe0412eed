/* bounds.h - inside the story: which element of which object a failed access would have been.
 *
 * The step that fails says no more than that no place matches. The steps beside it, which would have made the access,
 * say which places there are: the one whose address is right, and whose index is not, is the one that was meant. */
#ifndef HD_REPORT_BOUNDS_H
#define HD_REPORT_BOUNDS_H

#include "trace/interp.h"

typedef struct {
  uint32_t object;
  int64_t offset; /* of the access, from where the object begins */
} hd_outside;

/* False when there is no such place, or the access is not outside of it. */
bool hd_bounds_find(const hd_program *p, const hd_step *step, const hd_state *end, hd_outside *found);

#endif
