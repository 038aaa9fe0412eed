/* prefix.h - what main does before anybody else can do anything.
 *
 * As long as no other thread has been created, and main's way is certain, executing it is all there is to
 * know: the program may as well begin where that ends. */
#ifndef HD_ENGINE_MODULAR_PREFIX_H
#define HD_ENGINE_MODULAR_PREFIX_H

#include "engine/modular/universe.h"

/* Moves main's entry and the variables' initial values to the last cut-point that is certain; u->prefix
 * has the moves. */
void hd_prefix_take(hd_universe *u);
/* Back to the program's own beginning, for good. */
void hd_prefix_undo(hd_universe *u);

#endif
