/* vacuity.h - is there anything behind a `safe`?
 *
 * A few executions by chance show that the program comes to an end, or where it stops without one: in undefined
 * behaviour, which another property finds, or at an assumption. When all of them stop, a search for any that does not
 * is what can prove that there is none; it gets little time, and without an answer nothing is said. So whatever is said
 * holds, and not everything is. */
#ifndef HD_API_VACUITY_H
#define HD_API_VACUITY_H

#include "api/recheck.h"

/* Fills the stops of a SAFE. */
void hd_find_stops(const heddle_input *in, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                   heddle_result *r);

#endif
