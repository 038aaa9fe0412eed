/* initial.h - the initial states: one for each choice of values that are left open. */
#ifndef HD_EXPLICIT_INITIAL_H
#define HD_EXPLICIT_INITIAL_H

#include "engine/explicit/search.h"

/* Adds them to the search. False, with the reason in *out or s->end TOO_WIDE, when they
 * are too many or do not fit their fields yet. */
bool hd_initial_states(hd_searcher *s, const hd_inputs *inputs, hd_result *out);

#endif
