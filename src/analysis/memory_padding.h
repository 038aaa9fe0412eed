/* memory_padding.h - inside resolving: copies of what lies between members of structures.
 *
 * Copying a structure copies all its bytes. Hardly any program looks at the bytes between the members, yet their
 * copies take steps and variables. So these copies are removed where no step reads a byte that one of them may have
 * written. */
#ifndef HD_ANALYSIS_MEMORY_PADDING_H
#define HD_ANALYSIS_MEMORY_PADDING_H

#include "analysis/points_to.h"

/* True: edges lost their assignments, and points-to has to be found anew. */
bool hd_padding_drop(hd_program *p, hd_points_to *pt);

#endif
