/* locally.h - checks that hold for what the thread itself has just tested.
 *
 * `if (b > 0 && a > MAX - b) abort(); a + b` does not overflow, though nothing is known of a and b but how they relate.
 * From such a check its weakest precondition is followed backwards along the thread's edges, as long as it is about
 * locals, which no other thread changes, up to places where it is valid by itself. The formulas on the way hold
 * wherever an instance stands there: each follows from those before it, whatever is known otherwise. They are facts of
 * the certificate and are rechecked with it. */
#ifndef HD_ENGINE_STATIC_LOCALLY_H
#define HD_ENGINE_STATIC_LOCALLY_H

#include "base/budget.h"
#include "program/program.h"

typedef struct hd_locally hd_locally;

/* Borrows all; edges: of the program, or of its version for any number of copies. */
hd_locally *hd_locally_new(const hd_program *p, const hd_edge_info *edges, const hd_budget *b);
void hd_locally_free(hd_locally *x);
/* Does the check of the edge hold for such a reason? A check is looked at once. */
bool hd_locally_holds(hd_locally *x, hd_edge check);
/* What was found to hold at the location; HD_NO_TERM: nothing. */
hd_term hd_locally_at(const hd_locally *x, hd_loc l);

#endif
