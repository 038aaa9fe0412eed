/* memory_layout.h - inside resolving: where objects may lie whose addresses a program looks at.
 *
 * Such an object has a variable `address` that starts with any value (decision 13). A layout is good when all of them
 * lie in the user's memory, no two overlap, and none lies where the identities of objects are: no number is both. */
#ifndef HD_ANALYSIS_MEMORY_LAYOUT_H
#define HD_ANALYSIS_MEMORY_LAYOUT_H

#include "program/program.h"

enum { HD_NEAR = 4096 }; /* a number at most this far from an object's identity is still taken for a pointer to it */

/* The identities of all objects, and what is near, as the range [*low, *high). */
void hd_identities_extent(const hd_program *p, uint64_t *low, uint64_t *high);
/* Where a copy of the object lies; the object has an address. */
hd_term hd_object_start(hd_program *p, const hd_object_info *o, hd_term copy);
/* Are the values of all variables `address` together a good layout? */
hd_term hd_memory_is_laid_out(hd_program *p);

#endif
