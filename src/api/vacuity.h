/* vacuity.h - is a `safe` vacuous?
 *
 * A few random executions show that the program comes to an end, or where it stops without one: in undefined
 * behaviour, which another property finds, or at an assumption. If all of them stop, only a search for one that does
 * not can prove that there is none; it gets little time, and without an answer nothing is reported. So everything that
 * is reported holds, but some cases go unreported. */
#ifndef HD_API_VACUITY_H
#define HD_API_VACUITY_H

#include "api/recheck.h"

/* Fills the stops of a SAFE. */
void hd_find_stops(const heddle_input *in, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                   heddle_result *r);

#endif
