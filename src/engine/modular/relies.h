/* relies.h - what was found, for people: what each thread relies on, and the programs that were checked, as
 * C. */
#ifndef HD_ENGINE_MODULAR_RELIES_H
#define HD_ENGINE_MODULAR_RELIES_H

#include "engine/modular/check.h"

/* `thread t0 relies on: ...` for each invariant and each fact that the thread's check assumed. */
void hd_hierarchy_relies(const hd_hierarchy *h, hd_result *out);

/* Writes the level's program to the folder that the user named: NUMBER-THREAD.c. */
void hd_level_emit(const hd_level *l);

#endif
