/* choose.h - which variables an abstraction keeps.
 *
 * A shared variable's level is the number of shared variables, itself included, on the shortest chain of dependencies
 * by data and control to a check; locals on the chain do not count. Those that a check reads are of level 1. V_0 is
 * what has a level of at most two: the checks' variables and what those depend on directly.
 *
 * Locals follow: one is kept when a check or a kept variable depends on it, through locals. Statuses of
 * threads and instance numbers are always kept, since without them nothing is ordered. A lock is kept
 * when a kept variable is accessed while it may be held: locks of sliced variables protect nothing.
 *
 * The invariant of a choice: the variables that occur in the index of a write to a kept array are kept
 * (a write to an unknown element cannot be said in the model). */
#ifndef HD_ENGINE_SLICING_CHOOSE_H
#define HD_ENGINE_SLICING_CHOOSE_H

#include "program/expand.h"

typedef struct hd_slice_choice hd_slice_choice;
/* Of a resolved program, which it borrows and which must not change. */
hd_slice_choice *hd_slice_choice_new(hd_program *p);
void hd_slice_choice_free(hd_slice_choice *c);

/* By variable; HD_NONE: no check depends on it. */
const uint32_t *hd_slice_choice_levels(const hd_slice_choice *c);

/* By variable: is it kept? All freed with free(). */
uint8_t *hd_slice_choice_by_level(hd_slice_choice *c, uint32_t most);
/* The shared variables named in the list (`x,y,q.head`), and what goes with them. An unknown name: NULL,
 * and it is copied to *unknown. */
uint8_t *hd_slice_choice_keep(hd_slice_choice *c, const char *names, char *unknown, size_t size);
/* All but those named. What is kept can only be indexed by what is kept: the rest goes, too. */
uint8_t *hd_slice_choice_slice(hd_slice_choice *c, const char *names, char *unknown, size_t size);

/* The same choice for the program in which every instance is a thread. */
uint8_t *hd_slice_choice_expand(const hd_expanded *x, const uint8_t *keep);

/* How many shared variables of the user's are sliced away. */
uint32_t hd_slice_choice_sliced(const hd_slice_choice *c, const uint8_t *keep);
/* How many places there are where an instance touches what is kept and shared: a step, or an atomic section,
 * for each instance. That is what the cost of an order grows with. keep NULL: everything. */
uint32_t hd_slice_choice_places(const hd_slice_choice *c, const uint8_t *keep);

#endif
