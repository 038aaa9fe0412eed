/* memory_padding.h - inside resolving: copies of what lies between members of structures.
 *
 * Copying a structure copies all its bytes. Hardly any program looks at those between the members, and their copies
 * would be steps and variables all the same. So they go where no step reads a byte that such a copy may have
 * written. */
#ifndef HD_ANALYSIS_MEMORY_PADDING_H
#define HD_ANALYSIS_MEMORY_PADDING_H

#include "analysis/points_to.h"

/* True: edges lost their assignments, and points-to has to be found anew. */
bool hd_padding_drop(hd_program *p, hd_points_to *pt);

#endif
